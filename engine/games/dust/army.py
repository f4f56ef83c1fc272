"""An army: points, a hero, command squads, heroes that join; every problem a sentence with its
rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from engine.games.dust import refs, words
from engine.games.dust.cards import CARD
from engine.games.dust.heroes import refusals as joining
from engine.parts import muster
from engine.playing.citing import rule
from engine.playing.opening import answers
from engine.values.kinds import Either, Fixed, ListOf, MapOf, Record, Whole, Word, required
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Problem, Ref
from engine.values.situation import SeatNumber, Situation
from engine.values.table import GameState
from engine.values.texts import say

Places: TypeAlias = tuple[tuple[int, int], ...]
"""Who joins whom, by their places among the cards."""

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
"""The printed list."""
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
"""Points by the number of tiles, a suggestion."""
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
"""Points of attacker and defender; a defender with 40 has them each round."""
SCENARIOS: dict[str, tuple[int | None, int | None]] = {
    "reconnaissance": (None, None),
    **{name: (160, None if name == "counterattack" else 160) for name in BLUE_THUNDER},
    **CYCLONE,
}
BEACH = {"soldiers": 180, "walkers": 120}
"""What the attacker's points on the beach are made of."""


@dataclass(frozen=True, slots=True)
class MusteredArmy:
    """Cards under a limit, and who joins whom by their places."""

    cards: muster.Cards
    limit: int | None = None
    joined: Places = ()
    ref: Ref = refs.DUST_171
    scenario: str = ""
    attacks: bool = True

    @property
    def points(self) -> int:
        return sum(cost(card) or 0 for card in self.cards)


@rule(refs.DUST_172)
def cost(card: Map[Any]) -> int | None:
    """As the card says, or as the printed list does."""
    printed = card.get("ap")
    return printed if isinstance(printed, int) else AP.get(str(card.get("name") or ""))


@rule(refs.DUST_172)
def kind(now: GameState, card: Map[Value]) -> str:
    """As the card says, or as the printed list does; Honey is doubtful."""
    name = str(card.get("name") or "")
    if name == "Honey":
        return now.reading("honeyKind")
    printed = "hero" if name in HEROES else "walker" if name in WALKERS else "squad" if name in AP else ""
    return str(card.get("kind") or printed)


@rule(refs.DUST_172)
def side(card: Map[Value]) -> str:
    """As the card says, or as the printed list does."""
    name = str(card.get("name") or "")
    return str(card.get("side") or ("axis" if name in AXIS else "allies" if name in ALLIES else ""))


@rule(refs.DUST_171, refs.DUST_174, refs.DUST_175)
def too_dear(now: GameState, army: MusteredArmy) -> Iterator[Problem]:
    """A cap, not a sum to reach."""
    if army.limit is not None and army.points > army.limit:
        yield Problem(say("{points} points: at most {limit}", points=army.points, limit=army.limit), army.ref)


def wrong_parts(now: GameState, army: MusteredArmy) -> Iterator[Problem]:
    """Soldiers and walkers have their own points on the beach."""
    for part, most in BEACH.items() if army.scenario == "standing_on_the_beach" and army.attacks else ():
        points = sum(cost(card) or 0 for card in army.cards if (kind(now, card) == "walker") is (part == "walkers"))
        if points > most:
            yield Problem(say("{points} points: at most {limit}", points=points, limit=most), refs.DUST_175)


def no_hero(now: GameState, army: MusteredArmy) -> Iterator[Problem]:
    if not any(kind(now, card) == "hero" for card in army.cards):
        yield Problem(say("an army needs at least one hero"), refs.DUST_172)


def no_cost(now: GameState, army: MusteredArmy) -> Iterator[Problem]:
    """A sum needs every cost."""
    for card in army.cards:
        if cost(card) is None:
            yield Problem(
                say("{unit}: the card states no army points", unit=str(card.get("name") or "?")), refs.DUST_172
            )


def no_second_command_squad(now: GameState, army: MusteredArmy) -> Iterator[Problem]:
    """Command squads of different armour classes."""
    classes = [card.get("armor") for card in army.cards if joining.is_command_card(card)]
    if len(set(classes)) < len(classes):
        yield Problem(say("two command squads of one armour class"), refs.DUST_142)


def no_second_side(now: GameState, army: MusteredArmy) -> Iterator[Problem]:
    """The list has two columns, one for each side."""
    if len({found for card in army.cards if (found := side(card))}) > 1:
        yield Problem(say("units of both sides in one army"), refs.DUST_172)


def wrong_pairs(now: GameState, army: MusteredArmy) -> Iterator[Problem]:
    """Each pair fits, one hero to a squad."""
    for hero, squad in army.joined:
        cards = army.cards[hero], army.cards[squad]
        yield from joining.mismatches(now, *(card.put("kind", kind(now, card)) for card in cards))
    for place in (0, 1):
        names = [pair[place] for pair in army.joined]
        if len(set(names)) < len(names):
            yield Problem(say("one hero to a squad, one squad to a hero"), refs.DUST_94)


LIMITS: tuple[muster.Limit[MusteredArmy], ...] = (
    too_dear,
    wrong_parts,
    no_hero,
    no_cost,
    no_second_command_squad,
    no_second_side,
    wrong_pairs,
)


def problems(now: GameState, cards: muster.Cards, terms: Mapping[str, Any], joined: Places = ()) -> Iterator[Problem]:
    """Everything that is wrong with an army that is built."""
    return muster.problems_of(LIMITS, now, army_on_terms(cards, terms, joined))


def army_on_terms(cards: muster.Cards, terms: Mapping[str, Any], joined: Places) -> MusteredArmy:
    """An army on the terms agreed."""
    limit, ref = limit_of(terms["limit"], terms["tiles"], terms["scenario"], terms["side"])
    return MusteredArmy(cards, limit, joined, ref, terms["scenario"], terms["side"] == "attacker")


def limit_of(limit: int | None, tiles: int | None, scenario: str, side: str) -> tuple[int | None, Ref]:
    """As told, by the scenario and side, or by the tiles."""
    if limit is not None:
        return limit, refs.DUST_171
    if not scenario:
        return TILES.get(tiles or 0), refs.DUST_171
    attacker, defender = SCENARIOS[scenario]
    ref = refs.DUST_175 if scenario in CYCLONE else refs.DUST_174
    return attacker if side == "attacker" else defender, ref


# The question


NAMED = Either((Whole(0, 99), Word()))
PAIR = Record(required(hero=NAMED, squad=NAMED))
JOINED = Either((MapOf(NAMED), ListOf(Either((Fixed((NAMED, NAMED)), PAIR)))))


@dataclass(frozen=True, slots=True)
class ArmyQuestion(Situation):
    """Cards, or the seat whose army it is; its limit, or the tiles, the scenario and the side
    that give one; who joins whom."""

    cards: Annotated[muster.Cards, ListOf(CARD)] | None = None
    limit: Annotated[int, Whole(0, 9999)] | None = None
    joined: Annotated[object, JOINED] | None = None
    tiles: Annotated[int, Whole(1, 99)] | None = None
    scenario: Annotated[str, Word(tuple(SCENARIOS))] = ""
    side: Annotated[str, Word(("attacker", "defender"))] = "attacker"
    seat: SeatNumber = 0


def facts(now: GameState, check: ArmyQuestion) -> dict[str, Value]:
    """Cards as told, or the army of a seat."""
    own = check.cards if check.cards is not None else muster.cards_of_seat(now, check.seat)
    terms = {name: getattr(check, name) for name in ("limit", "tiles", "scenario", "side")}
    army = army_on_terms(own, terms, tuple(places(own, check.joined)))
    judged = words.verdict("legal", muster.problems_of(LIMITS, now, army))
    return {"points": army.points, "units": len(own), "limit": army.limit, **judged}


@rule(refs.DUST_94)
def places(cards: muster.Cards, joined: Any) -> Iterator[tuple[int, int]]:
    """Who joins whom, told by place or by name."""
    for each in joined.items() if isinstance(joined, Map) else joined or ():
        hero, squad = (each["hero"], each["squad"]) if isinstance(each, Map) else each
        yield place(cards, hero), place(cards, squad)


def place(cards: muster.Cards, named: int | str) -> int:
    """By number or by name; one that is not there is a mistake of the question."""
    for number, card in enumerate(cards):
        if named in (number, str(number), card.get("name")):
            return number
    raise Impossible(say("there is no unit {unit}", unit=str(named)))


OPENINGS = (answers("army", say("army check"), refs.DUST_172, ArmyQuestion, facts),)
