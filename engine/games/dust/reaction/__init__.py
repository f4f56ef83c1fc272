"""Reactive fire: who may try, when, and the roll.

Read in this order: `situation` (what is told), `refusals` (what forbids a try), `procedure`.
"""
