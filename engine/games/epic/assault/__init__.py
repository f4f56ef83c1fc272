"""Assaults: charge, close combat and firefights, the result and what follows from it.

Read in this order: `procedure` (an assault from the charge to its end), `duel` (both sides),
`blows` (their dice), `targets` (whom the hits reach), `strikes` (one side strikes), `exchange`
(both at once), `result` (the roll), `aftermath`. `attacks_alone` and `result_alone` are parts of an
assault as questions, `stated` what the players say of a side there.
"""
