"""Spacecraft: their turn of arrival, planetfall and drop pods.

Read in this order: `situation` (what the players say), `schedule` (which spacecraft comes on which
turn), `refusals` (what forbids a drop), `landing` (where it comes down and who puts it there),
`prompts` (what players are asked), `memory`, `procedure` (planetfall, drop pods, what can be
opened).
"""
