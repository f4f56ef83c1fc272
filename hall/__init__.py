"""A club night: many tables, one board, rounds and results; on the organiser's device."""
