"""War engines: damage capacity, shields, critical hits, wrecks.

Read in this order: `hulls` (what the table keeps of each engine, and a point of damage), `shields`,
`damage` (under fire), `criticals`, `wrecks` (who was aboard), `procedure` (hits on one engine).
What an attack has done so far is in `memory`.
"""
