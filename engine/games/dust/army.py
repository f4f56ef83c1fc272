"""An army: points, a hero, command squads, heroes that join; every problem a sentence with its
rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.games.dust.cards import CARD
from engine.games.dust.joining import is_command, mismatched
from engine.games.dust.problems import Problem, verdict
from engine.games.dust.refs import DUST_94, DUST_142, DUST_171, DUST_172, DUST_174, DUST_175
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Either, Field, Fixed, ListOf, MapOf, Record, Whole, Word, required
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Ref
from engine.values.table import GameState
from engine.values.texts import Text, say

AXIS = {
    "Sigrid Von Thaler": 20,
    "Stefan": 18,
    "Manfred": 16,
    "Markus": 20,
    "Ludwig": 40,
    "Luther": 35,
    "Lothar": 36,
    "Heinrich": 26,
    "Hermann": 26,
    "Laser Grenadiers": 27,
    "Battle Grenadiers": 21,
    "Recon Grenadiers": 16,
    "Tank Killers": 22,
    "Kommandotrupp": 40,
    "Sniper Grenadiers": 10,
    "Beobachter": 5,
}
ALLIES = {
    "Bazooka Joe": 18,
    "Johnny One-Eye": 16,
    "Rosie": 20,
    "Ozz 117": 24,
    "Pounder": 40,
    "Hot Dog": 36,
    "Steel Rain": 38,
    "Mickey": 35,
    "Wildfire": 24,
    "Honey": 28,
    "BBQ Squad": 30,
    "The Gunners": 20,
    "The Recon Boys": 15,
    "Bot Hunters": 22,
    "The Boss": 40,
    "Crack Shots": 10,
    "13 Foxtrot": 5,
}
AP = {**AXIS, **ALLIES}
"""The printed list (DUST-172)."""
WALKERS = (
    "Ludwig",
    "Luther",
    "Lothar",
    "Heinrich",
    "Hermann",
    "Pounder",
    "Hot Dog",
    "Steel Rain",
    "Mickey",
    "Wildfire",
)
HEROES = ("Sigrid Von Thaler", "Stefan", "Manfred", "Markus", "Bazooka Joe", "Johnny One-Eye", "Rosie", "Ozz 117")
TILES = {9: 200, 12: 300, 16: 400}
"""Points by the number of tiles, a suggestion (DUST-171)."""
BLUE_THUNDER = ("patrol", "general_assault", "counterattack", "intrusion", "descent", "destruction", "evacuation")
CYCLONE = {
    "standing_on_the_beach": (300, 40),
    "cyclone_counterattack": (300, 300),
    "close_the_window": (300, 40),
    "the_crossroads": (300, 300),
    "they_are_here": (240, 240),
    "an_unwelcome_surprise": (240, 240),
    "rescue_the_general": (240, 240),
    "das_boot": (240, 240),
}
"""Points of attacker and defender; a defender with 40 has them each round (DUST-175)."""
SCENARIOS: dict[str, tuple[int | None, int | None]] = {
    "reconnaissance": (None, None),
    **{name: (160, None if name == "counterattack" else 160) for name in BLUE_THUNDER},
    **CYCLONE,
}
BEACH = {"soldiers": 180, "walkers": 120}
"""What the attacker's points on the beach are made of (DUST-175)."""
Cards = tuple[Map[Value], ...]


@dataclass(frozen=True, slots=True)
class Army:
    """Cards under a limit, and who joins whom by their places."""

    cards: Cards
    limit: int | None = None
    joined: tuple[tuple[int, int], ...] = ()
    rule: Ref = DUST_171
    scenario: str = ""
    attacks: bool = True

    @property
    def points(self) -> int:
        return sum(cost(card) or 0 for card in self.cards)


def cost(card: Map[Value]) -> int | None:
    """As the card says, or as the printed list does (DUST-172)."""
    told = card.get("ap")
    return told if isinstance(told, int) else AP.get(str(card.get("name") or ""))


def kind(now: GameState, card: Map[Value]) -> str:
    """As the card says, or as the printed list does; Honey is doubtful (DUST-172)."""
    name = str(card.get("name") or "")
    if name == "Honey":
        return now.reading("honeyKind")
    printed = "hero" if name in HEROES else "walker" if name in WALKERS else "squad" if name in AP else ""
    return str(card.get("kind") or printed)


def side(card: Map[Value]) -> str:
    """As the card says, or as the printed list does (DUST-172)."""
    name = str(card.get("name") or "")
    return str(card.get("side") or ("axis" if name in AXIS else "allies" if name in ALLIES else ""))


def too_dear(now: GameState, army: Army) -> Iterator[Problem]:
    """A cap, not a sum to reach (DUST-171, 174, 175)."""
    if army.limit is not None and army.points > army.limit:
        yield Problem(say("{points} points: at most {limit}", points=army.points, limit=army.limit), army.rule)


def wrong_parts(now: GameState, army: Army) -> Iterator[Problem]:
    """Soldiers and walkers have their own points on the beach (DUST-175)."""
    for part, most in BEACH.items() if army.scenario == "standing_on_the_beach" and army.attacks else ():
        points = sum(cost(card) or 0 for card in army.cards if (kind(now, card) == "walker") is (part == "walkers"))
        if points > most:
            yield Problem(say("{points} points: at most {limit}", points=points, limit=most), DUST_175)


def heroless(now: GameState, army: Army) -> Iterator[Problem]:
    """DUST-172."""
    if not any(kind(now, card) == "hero" for card in army.cards):
        yield Problem(say("an army needs at least one hero"), DUST_172)


def costless(now: GameState, army: Army) -> Iterator[Problem]:
    """A sum needs every cost (DUST-172)."""
    for card in army.cards:
        if cost(card) is None:
            yield Problem(say("{unit}: the card states no army points", unit=str(card.get("name") or "?")), DUST_172)


def twin_commands(now: GameState, army: Army) -> Iterator[Problem]:
    """Command squads of different armour classes (DUST-142)."""
    classes = [card.get("armor") for card in army.cards if is_command(card)]
    if len(set(classes)) < len(classes):
        yield Problem(say("two command squads of one armour class"), DUST_142)


def mixed_sides(now: GameState, army: Army) -> Iterator[Problem]:
    """The list has two columns, one for each side (DUST-172)."""
    if len({found for card in army.cards if (found := side(card))}) > 1:
        yield Problem(say("units of both sides in one army"), DUST_172)


def misjoined(now: GameState, army: Army) -> Iterator[Problem]:
    """Each pair fits, one hero to a squad (DUST-94, 119, 120, 126, 142)."""
    for hero, squad in army.joined:
        cards = army.cards[hero], army.cards[squad]
        yield from mismatched(now, *(card.put("kind", kind(now, card)) for card in cards))
    for place in (0, 1):
        names = [pair[place] for pair in army.joined]
        if len(set(names)) < len(names):
            yield Problem(say("one hero to a squad, one squad to a hero"), DUST_94)


LIMITS: tuple[Callable[[GameState, Army], Iterator[Problem]], ...] = (
    too_dear,
    wrong_parts,
    heroless,
    costless,
    twin_commands,
    mixed_sides,
    misjoined,
)


def problems(now: GameState, army: Army) -> Iterator[Problem]:
    """Everything that is wrong, at once."""
    return (problem for limit in LIMITS for problem in limit(now, army))


def muster(
    now: GameState, cards: Cards, terms: Mapping[str, Any], joined: tuple[tuple[int, int], ...] = ()
) -> Iterator[tuple[Text, Ref]]:
    """The same for an army that is built."""
    limit, rule = limit_of(terms["limit"], terms["tiles"], terms["scenario"], terms["side"])
    army = Army(cards, limit, joined, rule, terms["scenario"], terms["side"] == "attacker")
    return ((each.why, each.ref) for each in problems(now, army))


def places(cards: Cards, joined: Value) -> tuple[tuple[int, int], ...]:
    """Who joins whom, told by place or by name (DUST-94)."""
    told: Any = joined.items() if isinstance(joined, Map) else joined or ()
    pairs = [(each["hero"], each["squad"]) if isinstance(each, Map) else each for each in told]
    return tuple((place(cards, one), place(cards, other)) for one, other in pairs)


def place(cards: Cards, told: Value) -> int:
    """By number or by name; one that is not there is a mistake of the question."""
    named = [n for n, card in enumerate(cards) if told in (n, str(n), card.get("name"))]
    if not named:
        raise Impossible(say("there is no unit {unit}", unit=str(told)))
    return named[0]


def limit_of(limit: int | None, tiles: int | None, scenario: str, side: str) -> tuple[int | None, Ref]:
    """As told, by the scenario and side, or by the tiles (DUST-171, 174, 175)."""
    if limit is not None:
        return limit, DUST_171
    if not scenario:
        return TILES.get(tiles or 0), DUST_171
    return SCENARIOS[scenario][0 if side == "attacker" else 1], DUST_175 if scenario in CYCLONE else DUST_174


def checked(
    now: GameState,
    cards: Cards | None = None,
    limit: int | None = None,
    joined: Value = None,
    tiles: int | None = None,
    scenario: str = "",
    side: str = "attacker",
    seat: int = 0,
) -> dict[str, Value]:
    """Cards as told, or the army of a seat."""
    own = cards if cards is not None else tuple(unit.card for unit in now.units.values() if unit.seat == seat)
    most, rule = limit_of(limit, tiles, scenario, side)
    army = Army(own, most, places(own, joined), rule, scenario, side == "attacker")
    return {"points": army.points, "units": len(own), "limit": most, **verdict("legal", problems(now, army))}


NAMED = Either((Whole(0, 99), Word()))
PAIR = Record(required(hero=NAMED, squad=NAMED))
JOINED = Either((MapOf(NAMED), ListOf(Either((Fixed((NAMED, NAMED)), PAIR)))))
SITUATION = Record(
    (
        Field("cards", ListOf(CARD)),
        Field("limit", Whole(0, 9999)),
        Field("joined", JOINED),
        Field("tiles", Whole(1, 99)),
        Field("scenario", Word(tuple(SCENARIOS)), default=""),
        Field("side", Word(("attacker", "defender")), default="attacker"),
        Field("seat", Whole(0, 1), default=0),
    )
)
ARMY = Opening("army", say("army check"), DUST_172, nothing, SITUATION, tells=checked)
