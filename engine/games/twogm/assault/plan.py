"""An assault on one page: with which weapon, and what covers the two."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.twogm import refs
from engine.games.twogm.assault.refusals import wrong_weapon
from engine.games.twogm.assault.situation import DeclaredAssault
from engine.games.twogm.shooting import plan as shooting
from engine.games.twogm.shooting.situation import DeclaredShot
from engine.games.twogm.shooting.weapons import weapon_names
from engine.playing.citing import rule
from engine.playing.plan import DeedPlan, Draft, Fact, Means
from engine.values.situation import situation_from
from engine.values.table import GameState

FIRE = "fire"


def facts(now: GameState, draft: Draft) -> Iterator[Fact]:
    """When it is resolved: the terrain under the target, and under the assaulter for a Reaction
    shot."""
    if now.step == FIRE:
        yield from shooting.terrain("terrain", now.unit(str(draft["target"])))
        yield from shooting.terrain("from_terrain", now.unit(str(draft["assaulter"])))


@rule(refs.TWOGM_56)
def means(now: GameState, draft: Draft) -> Iterator[Means]:
    """Its weapons, when it is resolved; heavy ones stay silent."""
    by = now.unit(str(draft["assaulter"]))
    for name in weapon_names(by) if now.step == FIRE else ():
        shot = DeclaredShot(by.id, str(draft["target"]), weapon=name, assault=True)
        told = draft.put("weapon", name)
        yield shooting.means_of(now, shot, wrong_weapon(now, situation_from(DeclaredAssault, told)))


PLAN = DeedPlan(
    "assault", "assaulter", "target", facts, means, "one", shooting.told, shooting.recalled, order=shooting.order
)
