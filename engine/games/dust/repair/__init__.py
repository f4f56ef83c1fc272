"""Repairs at the end of the round, Tank Head and Heroic Attack: skills used on their own.

Read in this order: `situation` (what is told), `refusals` (what forbids them), `procedure`.
"""
