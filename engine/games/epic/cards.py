"""What the card of a formation states: rows of units, front to back, each with its figures,
weapons and abilities."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.values.kinds import Anything, Either, Field, Fixed, ListOf, Mistakes, Record, Whole, Word, fields
from engine.values.maps import Value
from engine.values.model import Path

TYPES = ("INF", "LV", "AV", "WE", "AC", "SC", "CH")
AIR_SPEEDS = ("fighter", "bomber", "fighter_bomber")
ARMIES = ("steel_legion", "orks", "space_marines")
"""Armies with rules of their own that change numbers."""
SCORE = Whole(1, 6)

WEAPON = Record(
    (
        Field("name", Word()),
        *fields(
            range=Either((Whole(0, 999), Word())),
            shots=Whole(1, 99),
            ap=SCORE,
            at=SCORE,
            aa=SCORE,
            mw=SCORE,
            tk=Either((Whole(0, 99), Word())),
            bp=Whole(0, 99),
            abilities=ListOf(Word()),
        ),
    )
)
"""Range in cm, "contact", or 15 without firepower for small arms; `mw` is a value to hit, `tk`
the damage of a hit."""
UNIT = Record(
    (
        Field("name", Word()),
        *fields(
            type=Word(TYPES),
            speed=Either((Whole(0, 999), Word(AIR_SPEEDS))),
            armour=Whole(2, 6),
            cc=Whole(2, 6),
            ff=Whole(2, 6),
            dc=Whole(1, 99),
            shields=Whole(0, 99),
            weapons=ListOf(WEAPON),
            abilities=ListOf(Word()),
            critical=Anything(),
            transport=Whole(0, 99),
        ),
    )
)
ROW = Fixed((Whole(1, 99), UNIT))
"""So many units of one card; a character's row belongs to the row before it."""


@dataclass(frozen=True, slots=True)
class Formation(Record):
    """The card of a formation; that of a single unit is a formation of one."""

    def take(self, data: object, at: Path, problems: Mistakes) -> Value:
        single = data if isinstance(data, Mapping) and data.get("units") is None else {}
        is_alone = any(UNIT.field(key) and not self.field(key) for key in single)
        return Record.take(self, self.of_one(single) if is_alone else data, at, problems)

    def of_one(self, data: Mapping[str, object]) -> dict[str, object]:
        own = {key: value for key, value in data.items() if self.field(key)}
        return {**own, "units": [[1, {key: value for key, value in data.items() if UNIT.field(key) or key not in own}]]}


CARD = Formation(
    (
        Field("name", Word()),
        *fields(
            points=Whole(0, 9999), initiative=Whole(1, 6), strategy=Whole(0, 9), army=Word(ARMIES), units=ListOf(ROW)
        ),
    )
)
