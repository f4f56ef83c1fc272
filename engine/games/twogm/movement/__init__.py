"""Movement: squares, terrain, and units that move together.

Read in this order: `field` (the board), `ground` (terrain), `situation` (what is told), `path` (its
squares), `values` (how far, who carries whom), `refusals` (what forbids a move), `procedure` (a
move), `transport` (unloading), `together` (covered moves and swaps).
"""
