"""The fire of a unit on one page: its weapons, how far the target is, what covers it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.twogm import refs
from engine.games.twogm.movement.field import fewest_squares_between, squares_between
from engine.games.twogm.shooting.procedure import aim
from engine.games.twogm.shooting.prompts import to_hit
from engine.games.twogm.shooting.refusals import next_number, out_of_range, weapon_name, weapon_spent
from engine.games.twogm.shooting.situation import DeclaredShot
from engine.games.twogm.shooting.weapons import place_of, reach, weapon, weapon_names
from engine.games.twogm.units import is_a
from engine.games.twogm.words import WORDS
from engine.playing.citing import rule
from engine.playing.plan import MEANS, DeedPlan, Draft, Fact, Means
from engine.values.maps import Map, Value
from engine.values.model import Check, Refusal, Unknown
from engine.values.situation import situation_from
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

COVERS = ("plain", "bushes", "forest", "house", "wall", "ruins")
"""Squares and cards of which the rulebook prints what they cover."""
FARTHEST = 6


def facts(now: GameState, draft: Draft) -> Iterator[Fact]:
    """What the board does not say by itself: the distance, and the terrain under the target."""
    by, at = now.unit(str(draft["attacker"])), now.unit(str(draft["target"]))
    yield from distance(now, by, at)
    yield from terrain("terrain", at)


@rule(refs.TWOGM_69)
def distance(now: GameState, by: Unit, at: Unit) -> Iterator[Fact]:
    """Asked where a column is missing; never less than the rows between them."""
    if squares_between(now, by, at) is None and not is_a(at, "air"):
        least = fewest_squares_between(now, by, at) or 1
        most = max(least, farthest(by))
        yield Fact("range", say("range"), tuple((n, str(n)) for n in range(least, most + 1)), least)


@rule(refs.TWOGM_69)
def order(now: GameState, by: str, at: str) -> int:
    """Units in reach before the headquarters, then those that are too far."""
    shooter, target = now.unit(by), now.unit(at)
    is_near = (fewest_squares_between(now, shooter, target) or 0) <= farthest(shooter)
    return (1 if is_a(target, "hq") else 0) if is_near else 2


def farthest(by: Unit) -> int:
    try:
        return max((reach(by, place_of(by, name)) for name in weapon_names(by)), default=1)
    except Unknown:
        return FARTHEST


@rule(refs.TWOGM_82, refs.TWOGM_86)
def terrain(key: str, at: Unit) -> Iterator[Fact]:
    """Asked of a unit on the ground of which the app does not know the square."""
    known = at.trackers.get("in") or at.trackers.get("terrain") or is_a(at, "hq", "terrain", "air")
    if not known:
        yield Fact(key, say("terrain"), tuple((word, WORDS[word]) for word in COVERS), COVERS[0])


# Weapons


@rule(refs.TWOGM_68)
def means(now: GameState, draft: Draft) -> Iterator[Means]:
    """Every weapon of the unit: its range, its thresholds for this target or why it cannot hurt it,
    and why it stays silent."""
    by = now.unit(str(draft["attacker"]))
    for name in weapon_names(by):
        shot = situation_from(DeclaredShot, situation_of(now, draft.put(MEANS, name)))
        yield means_of(now, shot, weapon_spent(now, by, name) or range_refusal(now, shot))


def range_refusal(now: GameState, shot: DeclaredShot) -> Refusal | None:
    try:
        return out_of_range(now, shot)
    except Unknown:
        return None


@rule(refs.TWOGM_71, refs.TWOGM_142)
def means_of(now: GameState, shot: DeclaredShot, against: Refusal | None) -> Means:
    by, name = now.unit(shot.attacker), str(shot.weapon)
    number = next_number(by, place_of(by, name))
    notes = tuple(notes_of(by, place_of(by, name)))
    try:
        check = to_hit(now, aim(now, shot)).checks[0]
    except Unknown:
        return Means(name, weapon_name(name), notes, against=against)
    more = (say("shot {number}", number=number),) if number > 1 else ()
    why = tuple(row.why for row in check.modifiers if row.key == "penetration")
    return Means(name, weapon_name(name), (*notes, *more, *why), check.dice, thresholds(check), against)


def notes_of(by: Unit, place: int) -> Iterator[Text]:
    try:
        numbers = reach(by, place), weapon(by, place, "damage"), weapon(by, place, "penetration")
    except Unknown:
        return
    most, damage, penetration = numbers
    yield say("range {most}, damage {damage}, penetration {pierces}", most=most, damage=damage, pierces=penetration)


@rule(refs.TWOGM_70, refs.TWOGM_71)
def thresholds(check: Check) -> str:
    """As the book prints them: a hit, then a critical; a dash where the dice decide nothing."""
    if check.settled == "fails":
        return "–"
    return "/".join(f"{each}+" for each in check.targets[: max(1, len(check.names))])


def situation_of(_now: GameState, draft: Draft) -> Map[Value]:
    """A shot with the weapon that is chosen."""
    chosen = draft.get(MEANS)
    left = draft.without(MEANS)
    return left.put("weapon", chosen) if chosen else left


def draft_of(args: Map[Value]) -> Draft:
    """What was seen of the pair; each shot has a weapon of its own."""
    return args.without("weapon")


PLAN = DeedPlan("shot", "attacker", "target", facts, means, "one", situation_of, draft_of, order=order)
