"""Initiative: both players roll until one die is higher."""
