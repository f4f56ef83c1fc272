"""An assault on one page: with which weapon, and what covers the two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.games.twogm import refs
from engine.games.twogm.assault.procedure import which_reaction
from engine.games.twogm.assault.refusals import NONE, wrong_weapon
from engine.games.twogm.assault.situation import DeclaredAssault
from engine.games.twogm.assault.values import defender
from engine.games.twogm.shooting import plan as shooting
from engine.games.twogm.shooting.situation import DeclaredShot
from engine.games.twogm.shooting.weapons import weapon_names
from engine.playing.citing import rule
from engine.playing.plan import DeedPlan, Draft, Fact, Means
from engine.values.maps import Map, Value
from engine.values.situation import situation_from
from engine.values.table import GameState
from engine.values.texts import say

FIRE = "fire"
ASK_THEM = ""
"""The answer that leaves the Reaction shot to a question of its own."""


@rule(refs.TWOGM_54, refs.TWOGM_55)
def facts(now: GameState, draft: Draft) -> Iterator[Fact]:
    """When it is resolved: the terrain under the target; its Reaction shot, if they say it here,
    and the terrain under the assaulter for it."""
    if now.step != FIRE:
        return
    assaulter, target = str(draft["assaulter"]), defender(now, str(draft["target"]))
    yield from shooting.terrain("terrain", now.unit(target))
    options = which_reaction(now, assaulter, target).options
    if options[1:]:
        answers = ((ASK_THEM, say("ask them")), *((option.key, option.text) for option in options))
        yield Fact("reaction", say("Reaction shot"), answers, ASK_THEM)
    if options[1:] and draft.get("reaction") != NONE:
        for fact in shooting.terrain("from_terrain", now.unit(assaulter)):
            yield replace(fact, text=say("own terrain"))


@rule(refs.TWOGM_56)
def means(now: GameState, draft: Draft) -> Iterator[Means]:
    """Its weapons, when it is resolved; heavy ones stay silent."""
    by = now.unit(str(draft["assaulter"]))
    for name in weapon_names(by) if now.step == FIRE else ():
        shot = DeclaredShot(by.id, str(draft["target"]), weapon=name, assault=True)
        told = draft.put("weapon", name)
        yield shooting.means_of(now, shot, wrong_weapon(now, situation_from(DeclaredAssault, told)))


@rule(refs.TWOGM_54)
def situation_of(now: GameState, draft: Draft) -> Map[Value]:
    return shooting.situation_of(now, draft.without("reaction") if draft.get("reaction") == ASK_THEM else draft)


def draft_of(args: Map[Value]) -> Draft:
    """What was seen of the pair; weapons and reactions are chosen anew."""
    return shooting.draft_of(args).without("reaction")


PLAN = DeedPlan("assault", "assaulter", "target", facts, means, "one", situation_of, draft_of, order=shooting.order)
