"""Before the first round: who places first, and who waits beside the board."""
