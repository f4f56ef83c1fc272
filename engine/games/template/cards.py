"""What a card states."""

from engine.values.kinds import ListOf, Record, Whole, Word, fields

CARD = Record(
    fields(
        name=Word(),
        firepower=Whole(1, 20),
        range=Whole(1, 99),
        life=Whole(1, 20),
        points=Whole(0, 99),
        abilities=ListOf(Word()),
    )
)
