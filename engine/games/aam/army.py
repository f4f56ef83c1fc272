"""An army: points, number of units, sides, nations and years; every problem a sentence with its
rule."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from engine.games.aam import refs
from engine.games.aam.cards import CARD
from engine.parts.muster import Cards, cards_of_seat, problems_of, verdict
from engine.playing.citing import rule
from engine.playing.opening import answers
from engine.values.kinds import ListOf, Whole, Word
from engine.values.maps import Map, Value
from engine.values.model import Problem
from engine.values.situation import SeatNumber, Situation, YesNo
from engine.values.table import GameState
from engine.values.texts import say

CAPS = {"standard": 100, "assault_attacker": 120, "assault_defender": 80}
MOST_UNITS = 15
SPELLINGS = {
    "germany": ("german", "deutschland", "allemagne", "allemand"),
    "italy": ("italian", "italie", "italien"),
    "japan": ("japanese", "japon", "japonais"),
    "united states": ("usa", "us", "american", "états unis", "américain"),
    "united kingdom": ("uk", "british", "britain", "great britain", "royaume uni", "britannique"),
    "soviet union": ("ussr", "soviet", "russia", "russian", "union soviétique", "urss", "soviétique"),
    "france": ("french", "français"),
}
"""Nations that the rules name, by the words that cards have for them."""
NATIONS = {word: nation for nation, words in SPELLINGS.items() for word in (nation, *words)}
SIDE_OF = {
    "germany": "axis",
    "italy": "axis",
    "japan": "axis",
    "united states": "allies",
    "united kingdom": "allies",
    "soviet union": "allies",
    "france": "allies",
}
NAMED_BESIDE = {"canada": "allies"}
"""A nation that the introduction names, and no historical limit."""
ALONE = {
    "soviet union": say("Soviet units mix with no other nation"),
    "japan": say("Japanese units mix with no other nation"),
}


@dataclass(frozen=True, slots=True)
class ArmyCheck(Situation):
    """Cards, or the army of a seat, and the limits that are agreed on."""

    cards: Annotated[Cards, ListOf(CARD)] | None = None
    seat: SeatNumber | None = None
    year: Annotated[int, Whole(1900, 2000)] | None = None
    scenario: Annotated[str, Word(tuple(CAPS))] = "standard"
    historical: YesNo = False


@dataclass(frozen=True, slots=True)
class ArmyOfCards:
    """Cards under the limits of a scenario."""

    cards: Cards
    scenario: str = "standard"
    historical: bool = False
    year: int | None = None
    against: Cards = ()

    @property
    @rule(refs.AAM_04, refs.AAM_132)
    def points(self) -> int:
        """Passengers cost what they cost."""
        return sum(cost for card in self.cards if isinstance(cost := card.get("cost"), int))

    @property
    def nations(self) -> tuple[str, ...]:
        """Each nation once, in its English name."""
        return tuple(dict.fromkeys(name for card in self.cards if (name := nation(card))))

    def without(self, key: str) -> Iterator[Map[Value]]:
        """Cards that do not say what a limit needs to know."""
        return (card for card in self.cards if card.get(key) is None)


# What a card says


@rule(refs.AAM_02)
def nation(card: Map[Value]) -> str:
    """The nation of a card by one name; one that the rules do not name keeps its own."""
    printed = " ".join(re.findall(r"[^\s_-]+", str(card.get("nation") or "").lower().replace(".", "")))
    return NATIONS.get(printed, printed)


@rule(refs.AAM_02)
def side(card: Map[Value]) -> str:
    """As printed, or by its nation."""
    return str(card.get("side") or {**SIDE_OF, **NAMED_BESIDE}.get(nation(card), ""))


def sides(cards: Cards) -> set[str]:
    return {side(card) for card in cards} - {""}


def name(card: Map[Value]) -> str:
    return str(card.get("name") or "?")


# The limits


def mixed_sides(now: GameState, army: ArmyOfCards) -> Iterator[Problem]:
    """Units of one side only, against an army of the other."""
    if len(sides(army.cards)) > 1:
        yield Problem(say("units of both sides in one army"), refs.AAM_02)
    elif sides(army.cards) and sides(army.cards) == sides(army.against):
        yield Problem(say("both armies are of the same side"), refs.AAM_01)


def too_dear(now: GameState, army: ArmyOfCards) -> Iterator[Problem]:
    """A cap, not a sum to reach; the defender's by one reading is one."""
    cap, ref = CAPS[army.scenario], refs.AAM_04 if army.scenario == "standard" else refs.AAM_113
    if army.points > cap:
        yield Problem(say("{points} points: at most {cap}", points=army.points, cap=cap), ref)
    is_exact = army.scenario == "assault_defender" and now.reading("defender_80") == "exactly"
    if is_exact and army.points < cap:
        yield Problem(say("{points} points: exactly {cap}", points=army.points, cap=cap), ref)


@rule(refs.AAM_113, refs.AAM_132)
def too_many(now: GameState, army: ArmyOfCards) -> Iterator[Problem]:
    """Passengers count as units too."""
    if len(army.cards) > MOST_UNITS:
        yield Problem(say("{units} units: at most {most}", units=len(army.cards), most=MOST_UNITS), refs.AAM_04)


def no_cost(now: GameState, army: ArmyOfCards) -> Iterator[Problem]:
    """A sum needs every cost."""
    for card in army.without("cost"):
        yield Problem(say("{unit}: the card states no cost", unit=name(card)), refs.AAM_11)


def unhistorical(now: GameState, army: ArmyOfCards) -> Iterator[Problem]:
    """Soviets alone, Japanese alone; other nations join their side, or none by one reading."""
    if not army.historical or len(army.cards) < 2:
        return
    for card in army.without("nation"):
        yield Problem(say("{unit}: the card states no nation", unit=name(card)), refs.AAM_118)
    mixed = army.nations if len(army.nations) > 1 else ()
    yield from (Problem(text, refs.AAM_118) for nation, text in ALONE.items() if nation in mixed)
    strangers = [each for each in mixed if each not in SIDE_OF] if now.reading("other_nations") == "alone" else []
    yield from (Problem(say("{nation}: other nations stay alone", nation=each), refs.AAM_118) for each in strangers)


def too_late(now: GameState, army: ArmyOfCards) -> Iterator[Problem]:
    """Units that came after the chosen year; by one reading those of the year itself too."""
    if army.year is None:
        return
    for card in army.without("year"):
        yield Problem(say("{unit}: the card states no year", unit=name(card)), refs.AAM_119)
    limit = army.year - (now.reading("year_limit") == "before")
    for card in army.cards:
        year = card.get("year")
        if isinstance(year, int) and year > limit:
            text = say("{unit} came in {year}: too late for {limit}", unit=name(card), year=year, limit=army.year)
            yield Problem(text, refs.AAM_119)


LIMITS = (mixed_sides, too_dear, too_many, no_cost, unhistorical, too_late)


def muster(now: GameState, cards: Cards, terms: Mapping[str, Any], _: object = ()) -> Iterator[Problem]:
    """Everything that is wrong with an army that is built."""
    return problems_of(LIMITS, now, ArmyOfCards(cards, **terms))


@rule(refs.AAM_01)
def check_army(now: GameState, check: ArmyCheck) -> dict[str, Value]:
    """Cards as they are told or the army of a seat; with a seat, against the other's army."""
    cards = cards_of_seat(now, check.seat or 0) if check.cards is None else check.cards
    against = () if check.seat is None else cards_of_seat(now, 1 - check.seat)
    army = ArmyOfCards(cards, check.scenario, check.historical, check.year, against)
    return {"points": army.points, "units": len(cards), **verdict(problems_of(LIMITS, now, army))}


QUESTIONS = (answers("army", say("army check"), refs.AAM_04, ArmyCheck, check_army),)
