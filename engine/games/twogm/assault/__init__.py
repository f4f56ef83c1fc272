"""Assaults: infantry attacks the next square, declared in Movement, resolved in Fire.

Read in this order: `situation` (what is told), `values` (who is met), `refusals` (what forbids it),
`procedure` (from the Reaction shot to who holds the square).
"""
