"""Storage on the device: cards, armies, settings, games and their codes."""
