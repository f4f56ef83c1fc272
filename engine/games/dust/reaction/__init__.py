"""Reactive fire: who may try, when, the roll, and the Attack.

Read in this order: `situation` (what is told), `refusals` (what forbids a try), `procedure` (the
roll), `prompts` (who may try, and what it would do), `fire` (the Attack that follows a hit).
"""
