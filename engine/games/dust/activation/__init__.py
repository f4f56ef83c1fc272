"""The activation of a unit: its two actions, and what comes between them.

Read in this order: `situation` (the actions as they are declared), `refusals` (what forbids them),
`prompts` (what players are asked), `artillery_strike` and `skills` (Skill actions), `procedure` (an
activation from its declaration to its end), `plan` and `lines` (all of it on one page).
"""
