"""Doubtful passages, and how they are read; the first way is the default."""

from engine.games.template import refs
from engine.playing.rules import Reading
from engine.values.texts import say

READINGS = (
    Reading("cover_nearby", ("yes", "no"), say("does cover help against a shooter at range 1?"), refs.TEMPLATE_05),
)
