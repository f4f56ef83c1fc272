"""A card as a table: numbers and words, as the glance names them."""

from engine.games.template.glance import STATS
from engine.playing.datasheet import by_stats

datasheet = by_stats(STATS)
