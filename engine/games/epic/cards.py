"""What the card of a formation states: rows of units, front to back."""

from engine.kinds import Anything, Field, Fixed, ListOf, Record, Whole, Word, fields

TYPES = ("INF", "LV", "AV", "WE", "AC", "SC", "CH")

UNIT = Record((
    Field("name", Word()),
    *fields(
        type=Word(TYPES),
        speed=Whole(0, 99),
        armour=Whole(2, 6),
        cc=Whole(2, 6),
        ff=Whole(2, 6),
        dc=Whole(1, 99),
        shields=Whole(0, 99),
        weapons=ListOf(Anything()),
        abilities=ListOf(Word()),
    ),
))
ROW = Fixed((Whole(1, 99), UNIT))
"""So many units of one card."""
CARD = Record((
    Field("name", Word()),
    *fields(
        points=Whole(0, 9999),
        initiative=Whole(1, 6),
        strategy=Whole(0, 9),
        units=ListOf(ROW),
    ),
))
