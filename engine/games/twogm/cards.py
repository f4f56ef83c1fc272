"""What a unit card states."""

from engine.kinds import Field, ListOf, Record, Whole, Word, fields

TYPES = ("infantry", "artillery", "tank", "transport", "air", "hq", "terrain", "general")

WEAPON = Record(fields(
    impact=ListOf(Whole(1, 20), 2, 2),
    penetration=Whole(0, 99),
    damage=Whole(0, 99),
    range=Whole(0, 99),
))
EQUIPMENT = Record((
    Field("item", Word(), required=True),
    *fields(cost=Whole(0, 99), slot=Word(("offensive", "defensive")), marker=Word(("none", "arrow", "asterisk")),
            weapon=WEAPON),
))
CARD = Record((
    Field("name", Word()),
    *fields(
        army=Word(),
        type=Word(TYPES),
        year=Whole(1900, 2000),
        cost=Whole(0, 99),
        movement=Whole(0, 99),
        armor=Whole(0, 99),
        life=Whole(0, 99),
        weapon=WEAPON,
        equipment=ListOf(EQUIPMENT),
        skills=ListOf(Word()),
    ),
))
