"""Fire: who may shoot at whom, one die against two thresholds, penetration, damage.

Read in this order: `situation` (what is told), `weapons` (the weapons of a card), `refusals` (what
forbids a shot), `values` (penetration, armour, damage), `modifiers` (rows on the die), `prompts`
(what players are asked), `damage` (what is hurt and what goes with it), `memory`, `procedure` (all
of it in order). `building` is the question of a building and its occupant.
"""
