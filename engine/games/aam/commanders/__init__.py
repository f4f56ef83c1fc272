"""Commanders: what they and other units lend, and which effects count together.

All of it is in `effects`; what a card lends to an attack is `attack.leaders`.
"""
