"""What the players look at, one page a file."""
