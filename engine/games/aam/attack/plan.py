"""An attack on one page: what players see of a pair of units, with the answers that make a
difference."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise

from engine.games.aam import refs
from engine.games.aam.attack import blast, leaders, prompts, values
from engine.games.aam.attack.situation import ARCS, TERRAINS, Attack, DefensiveFire
from engine.games.aam.units import has, is_soldier, printed_number
from engine.games.aam.words import WORDS
from engine.playing.citing import rule
from engine.playing.plan import DeedPlan, Draft, Fact
from engine.values.maps import Map, Value
from engine.values.model import Unknown
from engine.values.situation import situation_from
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

STRETCHED_BY = ("extended_range", "enhanced_range", "limited_range")
PRESETS = (2, 1)
"""Hexes between two units of which nothing is told: medium range, else short."""
BY_ITSELF = ""
"""The answer of an attacker that needs no Spotter: nothing is told."""


@rule(refs.AAM_13, refs.AAM_54, refs.AAM_86)
def facts(now: GameState, draft: Draft, form: type[Attack] = Attack) -> Iterator[Fact]:
    """How far, from which side, into which terrain; who else is in the hex, leads, or spots."""
    attack = situation_from(form, without_unsaid(now, draft))
    by, at = now.unit(attack.attacker), now.unit(attack.target)
    if blast.has_blast(now, attack):
        yield Fact("others", say("in its hex too"), names(now, blast.candidates(now, attack, ())), several=True)
    same_hex, next_hex, *_ = reach = ranges(by, at)
    if attack.defensive:
        yield Fact("range", say("range"), (same_hex, next_hex), next_hex[0])
    else:
        yield Fact("range", say("range"), reach, preset_range(now, attack.attacker, attack.target))
    asked = prompts.unseen(now, situation_from(form, without_unsaid(now, draft.without("arc").without("road"))))
    if "arc" in asked:
        yield Fact("arc", say("side"), tuple((arc, WORDS[arc]) for arc in ARCS), ARCS[0])
    yield Fact(
        "terrain", say("terrain"), tuple((word, WORDS[word]) for word in TERRAINS if may_stand(at, word)), TERRAINS[0]
    )
    if "road" in asked:
        yield Fact("road", say("on a road"), ((False, say("no")), (True, say("yes"))), False)
    if near := leaders.candidates(now, attack, ()):
        lent = tuple((unit, prompts.who_lends_what(now, attack, unit)) for unit in near)
        yield Fact("commanders", say("Commanders near enough"), lent, several=True)
    if may_be_spotted(now, by, at):
        spotted: tuple[tuple[Value, Text], ...] = ((BY_ITSELF, say("sees it")), (1, say("by a Spotter")))
        yield Fact("spotted", say("line of sight"), spotted, BY_ITSELF)


@rule(refs.AAM_42)
def may_stand(unit: Unit, terrain: str) -> bool:
    """In a pond only what swims."""
    return terrain != "pond" or has(unit, "amphibious")


def names(now: GameState, units: tuple[str, ...]) -> tuple[tuple[Value, Text], ...]:
    return tuple((unit, say("{unit}", unit=now.unit(unit).name)) for unit in units)


@rule(refs.AAM_13, refs.AAM_86, refs.AAM_96)
def ranges(by: Unit, at: Unit) -> tuple[tuple[Value, str], ...]:
    """Distances that roll alike, each by its nearest hex: the bands of the card, the same hex by
    itself, and what an ability stretches or cuts."""
    longest = values.longest_range(by, at.word("type"))
    cuts = {-1, 0, *(most for _, most in values.BANDS), longest, *(printed_number(by, key) for key in STRETCHED_BY)}
    shown = [most for most in sorted(cuts) if most <= max(longest, values.BANDS[-1][1])]
    return tuple((low + 1, str(high) if high == low + 1 else f"{low + 1}–{high}") for low, high in pairwise(shown))


@rule(refs.AAM_86)
def may_be_spotted(now: GameState, by: Unit, at: Unit) -> bool:
    """Indirect Fire at a Soldier, with a friendly Spotter on the map."""
    spotters = (unit for unit in now.standing(by.seat) if has(unit, "spotter"))
    return has(by, "indirect_fire") and is_soldier(at) and any(spotters)


@rule(refs.AAM_86)
def without_unsaid(_now: GameState, draft: Draft) -> Map[Value]:
    """What the attack is told: an answer that says nothing is left out."""
    return draft.without("spotted") if draft.get("spotted") == BY_ITSELF else draft


def preset(attacker: str, target: str, hexes: int) -> Attack:
    """The pair as its page presets it, so far apart."""
    return Attack(attacker=attacker, target=target, range=hexes, arc=ARCS[0], terrain=TERRAINS[0])


@rule(refs.AAM_14)
def preset_range(now: GameState, attacker: str, target: str) -> int:
    """Where the attacker has dice, as far as the card says."""
    with suppress(Unknown):
        return next((each for each in PRESETS if values.dice(now, preset(attacker, target, each))), PRESETS[0])
    return PRESETS[0]


@rule(refs.AAM_14, refs.AAM_53)
def order(now: GameState, attacker: str, target: str) -> int:
    """Whom its dice can hurt as the page presets the pair comes first; what no card states may.
    Last comes who has a Destroyed marker already."""
    if "destroyed" in now.unit(target).marks("face_down"):
        return 2
    attack = preset(attacker, target, preset_range(now, attacker, target))
    try:
        return int(values.dice(now, attack) < values.total(values.defense_rows(now, attack)))
    except Unknown:
        return 0


PLAN = DeedPlan("attack", "attacker", "target", facts, situation=without_unsaid, order=order)
DEFENSIVE = DeedPlan(
    "defensive_fire",
    "attacker",
    "target",
    lambda now, draft: facts(now, draft, DefensiveFire),
    situation=without_unsaid,
)
