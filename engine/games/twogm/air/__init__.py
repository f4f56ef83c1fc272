"""The air war: who meets an aircraft on its way, in which order, and what it strikes.

Read `situation` (what is told), `plan` (what the table makes of it), `values` (what is bombed, who
can fire), `refusals`, `prompts`, `order` (the facts: who shoots when), `procedure` (the mission)
and `drop` (paratroopers). `reactions` is what a side can still do in the enemy's turn.
"""
