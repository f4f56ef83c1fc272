"""Set-up: before the first turn.

Read `situation` (what is told), `terrain` (what a bid buys), then `procedure`: sealed bids and a
die, terrain, the opening hands.
"""
