"""The tournament scenario: setting up, garrisons, objectives, and what they count for.

Read in this order: `situation` (what the players say), `setup` (player A, and what the hands do
before the battle), `garrison` (who may be one, and where), `objectives` (who holds one, where it
may stand), `goals` (the five victory conditions), `kill_points`, `procedure` (what can be opened).
Who has won is in the room `victory`.
"""
