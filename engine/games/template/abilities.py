"""The abilities of cards, one record each."""

from engine.games.template.shooting.situation import Shot
from engine.parts.ability import Ability, Bonus
from engine.values.texts import say

ABILITIES: tuple[Ability[Shot], ...] = (
    Ability("marksman", say("Marksman"), say("hits on one less"), (Bonus("shooter", "to_hit", 1),)),
    Ability("scout", say("Scout"), say("may be placed after all others"), by_hand=("setup",)),
)
