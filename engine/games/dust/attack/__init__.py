"""The attack: weapon lines, each at its target, their dice, cover, damage and losses.

Read in this order: `situation` (what is told, and a line ready to roll), `refusals` and `manners`
(what forbids a line), `modifiers` and `rolls` (its dice, counted now), `prompts` (what is rolled
and asked), `memory` (what an attack remembers), `losses` (who falls), `fire` (one line from the
dice to the losses), `spending` (ammunition), `close_combat`, `procedure` (a whole attack),
`outcomes` (what becomes of the units), `aiming` (targets named beforehand, and what only the
players see).
"""
