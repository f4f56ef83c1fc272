"""Formations: rows of units, what counts of them now, what forbids any of their deeds, coherency.

Read in this order: `rows` (units as counts, what is left of them), `effective` (values as they are
now), `refusals` (what forbids any deed of a formation), `coherency` (units left behind after a
move).
"""
