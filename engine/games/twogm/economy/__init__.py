"""Economy: action points, from the supply line to what they buy.

Read `situation` (what is told), `supply` (rows that hang together), `income` (what each source
pays), `purse` (the store of a side, and how a pair shares it), `prices` (what cards cost),
`lost_hq` (a store without its HQ), `procedure`, then `sides` (what a table says of a side at one
look, its cards too).
"""
