"""Initiative: who starts the round."""
