"""Heroes join a squad before the game and may leave it later; `units` says who is together.

Read in this order: `situation` (what is told), `refusals` (what keeps them apart), `procedure`.
"""
