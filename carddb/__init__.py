"""Everything that is kept: cards, armies, settings and games on disk."""
