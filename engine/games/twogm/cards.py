"""What a card states: units, terrain, headquarters, generals and support cards share one shape."""

from __future__ import annotations

from typing import Any

from engine.values.kinds import Field, Flag, ListOf, Mistakes, Record, Whole, Word, fields
from engine.values.maps import Value
from engine.values.model import Path
from engine.values.texts import say

TYPES = ("infantry", "artillery", "tank", "transport", "air", "hq", "terrain", "general", "support")
MARKERS = ("none", "arrow", "asterisk", "double_arrow")
FULL = Whole(0, 99)


class Both(ListOf):
    """A number for each threshold; one number counts for both."""

    def take(self, data: object, at: Path, problems: Mistakes) -> Value:
        return ListOf.take(self, (data, data) if isinstance(data, int) else data, at, problems)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [ListOf.schema(self), self.kind.schema()]}


class Cost(Whole):
    """A cost, or X."""

    def take(self, data: object, at: Path, problems: Mistakes) -> Value:
        return "X" if data in ("X", "x") else Whole.take(self, data, at, problems)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [Whole.schema(self), {"enum": ["X"]}]}


IMPACT = Both(Whole(-20, 20), 2, 2)
COST = Cost(0, 99)
WEAPON = Record(fields(impact=ListOf(Whole(1, 20), 2, 2), penetration=FULL, damage=FULL, range=FULL))
EQUIPMENT = Record(
    (
        Field("item", Word(), required=True),
        *fields(cost=FULL, slot=Word(("offensive", "defensive")), marker=Word(MARKERS), weapon=WEAPON),
    )
)
CARD = Record(
    (
        Field("name", Word()),
        *fields(
            army=Word(),
            type=Word(TYPES),
            year=Whole(1900, 2000),
            cost=COST,
            movement=FULL,
            armor=FULL,
            life=FULL,
            weapon=WEAPON,
            secondary=WEAPON,
            equipment=ListOf(EQUIPMENT),
            skills=ListOf(Word()),
            impact=IMPACT,
            points=FULL,
            access=ListOf(Word()),
            cap=FULL,
            ap=FULL,
            playing_cost=FULL,
            permanent=Flag(),
            text=Word(),
        ),
    )
)
"""`points` are impact points of terrain and headquarters, `cap` is the store of a headquarters,
`ap` what a general adds."""

CARD_WORDS = {
    text.key.lower(): text
    for text in (
        say("German"),
        say("US"),
        say("advance"),
        say("anti aircraft"),
        say("building"),
        say("command group"),
        say("cost"),
        say("embark"),
        say("marker"),
        say("mobility"),
        say("only infantry"),
        say("penetration"),
        say("slot"),
        say("smoke shell"),
        say("tow"),
    )
}
"""What cards state in words."""
