"""Blast markers, breaking, withdrawing, rallying and regrouping.

Read in this order: `markers` (placing them, breaking by them), `suppression`, `breaking` (how near
it is), `withdrawal`, `regroup`, `rally` (one test), `rally_phase` (who tries when), `procedure`.
What players say is in `situation`, what forbids it in `refusals`.
"""
