"""A move hex by hex: what a step costs, what it needs a roll for, whom it provokes, where it ends.

Read in this order: `situation` (what is told), `terrain` (what a hex costs and how many units it
holds), `memory` (what a running move remembers), `values` (speed, and the price of every step),
`refusals` (what forbids a move), `prompts` (what players are asked), `step` (one step with its roll
and the defensive fire at both hexes), `procedure` (the whole move).
"""
