"""Transport: formations that ride in war engines and aircraft, and land from the air.

Read in this order: `situation` (what the players say), `values` (how many find room), `refusals`
(what forbids getting in or out), `procedure` (boarding, landing, the air assault).
"""
