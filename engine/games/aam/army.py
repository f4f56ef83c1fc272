"""An army: points, number of units, sides, nations and years; every problem a sentence with its
rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.games.aam.cards import CARD
from engine.games.aam.refs import AAM_01, AAM_02, AAM_04, AAM_11, AAM_113, AAM_118, AAM_119
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Field, Flag, ListOf, Record, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Ref
from engine.values.table import GameState
from engine.values.texts import Text, english, say

CAPS = {"standard": 100, "assault_attacker": 120, "assault_defender": 80}
MOST_UNITS = 15
NATIONS = {
    "germany": "germany",
    "deutschland": "germany",
    "allemagne": "germany",
    "italy": "italy",
    "italie": "italy",
    "japan": "japan",
    "japon": "japan",
    "united states": "united states",
    "usa": "united states",
    "us": "united states",
    "états-unis": "united states",
    "united kingdom": "united kingdom",
    "uk": "united kingdom",
    "britain": "united kingdom",
    "great britain": "united kingdom",
    "royaume-uni": "united kingdom",
    "royaume uni": "united kingdom",
    "soviet union": "soviet union",
    "ussr": "soviet union",
    "russia": "soviet union",
    "union soviétique": "soviet union",
    "urss": "soviet union",
    "france": "france",
}
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
SITUATION = Record(
    (
        *fields(cards=ListOf(CARD), seat=Whole(0, 1), year=Whole(1900, 2000)),
        Field("scenario", Word(tuple(CAPS)), default="standard"),
        Field("historical", Flag(), default=False),
    )
)


Cards: TypeAlias = tuple[Map[Value], ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with an army, and the rule that says so."""

    why: Text
    ref: Ref


@dataclass(frozen=True, slots=True)
class Army:
    """Cards under the limits of a scenario."""

    cards: Cards
    scenario: str = "standard"
    historical: bool = False
    year: int | None = None
    against: Cards = ()

    @property
    def points(self) -> int:
        """Passengers cost what they cost (AAM-04, 132)."""
        return sum(cost for card in self.cards if isinstance(cost := card.get("cost"), int))

    @property
    def nations(self) -> tuple[str, ...]:
        """Each nation once, in its English name."""
        return tuple(dict.fromkeys(name for card in self.cards if (name := nation(card))))


def nation(card: Map[Value]) -> str:
    """The nation of a card by one name; one that the rules do not name keeps its own (AAM-02)."""
    told = str(card.get("nation") or "").strip().lower()
    return NATIONS.get(told, told)


def side(card: Map[Value]) -> str:
    """As printed, or by its nation (AAM-02)."""
    return str(card.get("side") or {**SIDE_OF, **NAMED_BESIDE}.get(nation(card), ""))


def sides(cards: Cards) -> set[str]:
    return {side(card) for card in cards} - {""}


def name(card: Map[Value]) -> str:
    return str(card.get("name") or "?")


def too_dear(now: GameState, army: Army) -> Iterator[Problem]:
    """A cap, not a sum to reach; the defender's by one reading is one (AAM-04, 113)."""
    cap, ref = CAPS[army.scenario], AAM_04 if army.scenario == "standard" else AAM_113
    if army.points > cap:
        yield Problem(say("{points} points: at most {cap}", points=army.points, cap=cap), ref)
    exact = army.scenario == "assault_defender" and now.reading("defender_80") == "exactly"
    if exact and army.points < cap:
        yield Problem(say("{points} points: exactly {cap}", points=army.points, cap=cap), AAM_113)


def too_many(now: GameState, army: Army) -> Iterator[Problem]:
    """Passengers count as units too (AAM-04, 113, 132)."""
    if len(army.cards) > MOST_UNITS:
        yield Problem(say("{units} units: at most {most}", units=len(army.cards), most=MOST_UNITS), AAM_04)


def costless(now: GameState, army: Army) -> Iterator[Problem]:
    """A sum needs every cost (AAM-11)."""
    yield from (
        Problem(say("{unit}: the card states no cost", unit=name(card)), AAM_11) for card in unstated(army, "cost")
    )


def unstated(army: Army, key: str) -> Iterator[Map[Value]]:
    """Cards that do not say what a limit needs to know (AAM-11)."""
    return (card for card in army.cards if card.get(key) is None)


def mixed_sides(now: GameState, army: Army) -> Iterator[Problem]:
    """Units of one side only, against an army of the other (AAM-01, 02)."""
    if len(sides(army.cards)) > 1:
        yield Problem(say("units of both sides in one army"), AAM_02)
    elif sides(army.cards) and sides(army.cards) == sides(army.against):
        yield Problem(say("both armies are of the same side"), AAM_01)


def unhistorical(now: GameState, army: Army) -> Iterator[Problem]:
    """Soviets alone, Japanese alone; other nations join their side, or by one reading nobody
    (AAM-118)."""
    if not army.historical or len(army.cards) < 2:
        return
    yield from (
        Problem(say("{unit}: the card states no nation", unit=name(card)), AAM_118) for card in unstated(army, "nation")
    )
    mixed = army.nations if len(army.nations) > 1 else ()
    yield from (Problem(text, AAM_118) for nation, text in ALONE.items() if nation in mixed)
    strangers = [each for each in mixed if each not in SIDE_OF] if now.reading("other_nations") == "alone" else []
    yield from (Problem(say("{nation}: other nations stay alone", nation=each), AAM_118) for each in strangers)


def too_late(now: GameState, army: Army) -> Iterator[Problem]:
    """Units that came after the chosen year; by one reading those of the year itself too
    (AAM-119)."""
    if army.year is None:
        return
    yield from (
        Problem(say("{unit}: the card states no year", unit=name(card)), AAM_119) for card in unstated(army, "year")
    )
    for card in army.cards:
        year, limit = card.get("year"), army.year
        if isinstance(year, int) and (year > limit or (year == limit and now.reading("year_limit") == "before")):
            yield Problem(
                say("{unit} came in {year}: too late for {limit}", unit=name(card), year=year, limit=limit), AAM_119
            )


LIMITS: tuple[Callable[[GameState, Army], Iterator[Problem]], ...] = (
    mixed_sides,
    too_dear,
    too_many,
    costless,
    unhistorical,
    too_late,
)


def problems(now: GameState, army: Army) -> tuple[Problem, ...]:
    """Everything that is wrong, at once."""
    return tuple(problem for limit in LIMITS for problem in limit(now, army))


def muster(now: GameState, cards: Cards, terms: Mapping[str, Any], _: object = ()) -> Iterator[tuple[Text, Ref]]:
    """The same for an army that is built."""
    return ((each.why, each.ref) for each in problems(now, Army(cards, **terms)))


def mustered(now: GameState, seat: int) -> Cards:
    """The army of a seat: all its units, the lost ones too (AAM-132)."""
    return tuple(unit.card for unit in now.units.values() if unit.seat == seat)


def checked(now: GameState, cards: Cards | None = None, seat: int | None = None, **told: Value) -> dict[str, Value]:
    """Cards as told or the army of a seat; with a seat, against the other's army (AAM-01)."""
    own = cards if cards is not None else mustered(now, seat or 0)
    against = mustered(now, 1 - seat) if seat is not None else ()
    army = Army(own, against=against, **told)  # type: ignore[arg-type]  # checked by SITUATION
    found = problems(now, army)
    return {
        "points": army.points,
        "units": len(own),
        "legal": not found,
        "problems": tuple(english(each.why) for each in found),
        "rules": tuple(each.ref.id for each in found),
    }


ARMY = Opening("army", say("army check"), AAM_04, nothing, SITUATION, tells=checked)
