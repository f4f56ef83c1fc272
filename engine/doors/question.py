"""A question as plain data: its form, the game it is for, and the table it is asked on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.doors.tables import READINGS, UNIT, with_readings, with_units
from engine.playing.opening import Opening
from engine.playing.rules import Ruleset
from engine.values.kinds import Anything, Field, Flag, Kind, ListOf, MapOf, Record, UnitId, Whole, Word, sentence, taken
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Impossible
from engine.values.table import GameState

BONUS = Record((Field("amount", Whole(-99, 99), required=True), Field("why", Word(), default="")))
ASIDE = Record(
    (
        Field("roll", MapOf(Anything()), default=EMPTY),
        Field("answers", MapOf(Anything()), default=EMPTY),
        Field("bonuses", ListOf(BONUS), default=()),
        Field("overrule", Flag(), default=False),
    )
)
QUESTION = Record(
    (
        Field("id", Anything()),
        Field("ask", Word(), required=True),
        Field("game", Word()),
        Field("readings", READINGS, default=EMPTY),
        Field("units", MapOf(UNIT), default=EMPTY),
        Field("situation", MapOf(Anything()), default=EMPTY),
        Field("scenario", Word()),
    )
)


def ruleset(rulesets: Mapping[str, Ruleset], game: str, ask: str) -> Ruleset:
    """The named game, or the only game that has this question."""
    if game:
        if game not in rulesets:
            raise Impossible(f"game: {game!r} is none of {', '.join(rulesets)}")
        return rulesets[game]
    able = [rules for rules in rulesets.values() if any(opening.key == ask for opening in rules.openings)]
    if len(able) != 1:
        raise Impossible(f"game: say which of {', '.join(rules.key for rules in able or rulesets.values())}")
    return able[0]


def parted(opening: Opening, given: Map[Value]) -> tuple[Map[Value], Map[Value]]:
    """The situation in two parts: what every question may add (dice, choices, house rows), and what
    this question asks for."""
    keys = {each.key for each in added(opening)}
    aside, problems = taken(ASIDE, Map({key: value for key, value in given.items() if key in keys}), "situation")
    if problems or not isinstance(aside, Map):
        raise Impossible(sentence(problems))
    return aside, Map({key: value for key, value in given.items() if key not in keys})


def added(opening: Opening) -> tuple[Field, ...]:
    """The fields that every question may add, except those that this one has under the same
    name."""
    return tuple(each for each in ASIDE.fields if opening.situation.field(each.key) is None)


def whole_situation(opening: Opening) -> Record:
    """All fields that may stand in the situation of a question."""
    return Record((*opening.situation.fields, *added(opening)))


def table_of(rules: Ruleset, opening: Opening, told: Map[Value], args: Map[Value]) -> GameState:
    units, readings = told["units"], told["readings"]
    assert isinstance(units, Map)
    assert isinstance(readings, Map)
    named: dict[str, bool] = {}
    for unit, enemy in named_units(opening.situation, args):
        named[unit] = enemy and named.get(unit, True)
    for unit in named:
        if unit not in units:
            raise Impossible(f"situation: there is no unit {unit!r} among the units")
    seated = Map({key: _seated(unit, int(named.get(key, False))) for key, unit in units.items()})
    return opening.staged(with_units(rules, with_readings(rules, rules.opened(), readings), seated), args)


def _seated(unit: Value, seat: int) -> Value:
    assert isinstance(unit, Map)
    return unit if "seat" in unit else unit.put("seat", seat)


def named_units(kind: Kind, value: Value) -> Iterator[tuple[str, bool]]:
    """The units that a situation names, and whether they are enemies of the actor."""
    match kind:
        case UnitId(enemy=enemy) if isinstance(value, str):
            yield value, enemy
        case Record() if isinstance(value, Map):
            for each in kind.fields:
                yield from named_units(each.kind, value.get(each.key))
        case ListOf() if isinstance(value, tuple):
            for each_value in value:
                yield from named_units(kind.kind, each_value)
        case MapOf() if isinstance(value, Map):
            for each_value in value.values():
                yield from named_units(kind.kind, each_value)


def house_rows(aside: Map[Value]) -> tuple[tuple[int, str], ...]:
    """The house-rule modifiers of a question: amount and reason."""
    rows = aside["bonuses"]
    assert isinstance(rows, tuple)
    return tuple((int(str(row["amount"])), str(row["why"])) for row in rows if isinstance(row, Map))
