"""What a unit card states. A row left out is not known; an empty place in a row is a
dash on the card."""

from engine.values.kinds import Either, Field, Flag, ListOf, MapOf, Record, Whole, Word, fields

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
