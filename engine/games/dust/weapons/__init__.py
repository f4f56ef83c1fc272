"""The weapons: what a line prints, its ammunition, and the path of flames.

Read in this order: `values` (combat values, ranges, kinds, rounds), `situation` (what is told),
`ammunition` (how many rounds may be fired), `flame` (who burns), `procedure` (reloading).
"""
