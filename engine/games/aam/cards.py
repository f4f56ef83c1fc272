"""What a unit card states (AAM-11). A row left out is not known; an empty place in a row is a
dash on the card."""

from engine.values.kinds import Either, Field, Flag, ListOf, MapOf, Record, Whole, Word, fields
from engine.values.texts import say

SIDES = ("axis", "allies")
TYPES = ("soldier", "vehicle")
ROW = ListOf(Whole(0, 99), least=3, most=3, blanks=True)

CARD = Record(
    (
        Field("name", Word()),
        *fields(
            side=Word(SIDES),
            nation=Word(),
            type=Word(TYPES),
            subtypes=ListOf(Word()),
            year=Whole(1900, 2000),
            cost=Whole(0, 999),
            speed=Whole(0, 99),
            defense=ListOf(Whole(0, 99), least=1, most=2),
            soldiers=ROW,
            vehicles=ROW,
            initiative=Whole(-9, 9),
            abilities=MapOf(Either((Whole(-99, 99), Flag(), Word()))),
        ),
    )
)

CARD_WORDS = {
    text.key.lower(): text
    for text in (
        say("Australia"),
        say("China"),
        say("Finland"),
        say("Germany"),
        say("Greece"),
        say("Hungary"),
        say("Italy"),
        say("Japan"),
        say("Poland"),
        say("Romania"),
        say("Soviet Union"),
        say("United Kingdom"),
        say("United States"),
        say("armored car"),
        say("artillery"),
        say("assault gun"),
        say("cavalry"),
        say("commander"),
        say("half-track"),
        say("motorcycle"),
        say("paratrooper"),
        say("sniper"),
        say("tank"),
        say("tank destroyer"),
    )
}
"""What cards state in words."""
