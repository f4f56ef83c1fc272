"""Terrain: cover, and tests in dangerous ground.

Read in this order: `ground` (the table, who is in cover), `situation` (what the players say),
`procedure` (the tests, and the table as a question), `plan` (the tests on one page).
"""
