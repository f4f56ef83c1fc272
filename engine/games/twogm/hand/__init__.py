"""The hand: cards that are drawn, discarded and played, where the table counts them.

Read `situation` (what is told), `values` (deck and hand of a side), then `procedure`.
"""
