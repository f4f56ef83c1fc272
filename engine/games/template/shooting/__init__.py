"""Shooting: one unit shoots at another.

Read `situation` (what is said), `refusals` (when it is forbidden), `values` and `modifiers` (the
numbers), `prompts` (the roll), `procedure` (the order of the book).
"""
