"""Movement: what a Move costs, and what stands in its way.

Read in this order: `distance` (how squares are counted), `situation` (what is told), `values` (the
points of a Move and of its way), `refusals` (what stands in the way), `procedure` (the Move).
"""
