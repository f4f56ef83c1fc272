"""The command squad: orders that its living members give, one attempt a round.

Read in this order: `situation` (what is told), `refusals` (what forbids an order), `orders` (what
each of them does), `procedure` (the roll, and the order).
"""
