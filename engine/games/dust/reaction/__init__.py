"""Reactive fire: who may try, when, the roll, and the Attack.

Read in this order: `situation` (what is told), `refusals` (what forbids a try), `procedure` (the
roll), `fire` (the Attack that follows a hit).
"""
