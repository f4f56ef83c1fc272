"""The turn of a formation: strategy roll, action test, orders, overwatch, end of the turn."""
