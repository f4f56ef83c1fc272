"""Deployment: what comes from the hand onto the board.

Read `situation` (what is told), `values` (the bill), `refusals` (what forbids it), `procedure` (a
unit comes), then `support` (support cards) and `terrain` (terrain cards laid during play).
"""
