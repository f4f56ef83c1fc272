"""Set-up before the first turn: scenario, sides, battlefield, who deploys first; and the deployment
of one unit.

Read in this order: `setup` (all that is agreed and diced for), `procedure` (one unit on the map or
aboard).
"""
