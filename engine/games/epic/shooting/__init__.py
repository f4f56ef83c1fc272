"""Shooting: volleys, barrages, hits and saves.

Read in this order: `situation` (what the players say), `refusals` (what forbids it), `weapons`
(which may fire), `salvos` (dice by kind, read off the cards), `modifiers` (rows on rolls to hit),
`hits` (who takes them), `saves`, `volley` (one formation's fire), `losses` (who dies by it),
`steps` (its five steps), `templates` and `barrage`, `memory` (what an attack remembers),
`procedure` (fire as players open it).
"""
