"""What a unit card states: miniatures with the weapons they carry, weapon lines with a value per
armour class."""

from engine.values.kinds import Field, ListOf, MapOf, Record, Whole, Word, fields
from engine.values.texts import say

KINDS = ("squad", "hero", "walker", "crate", "trap")
WEAPON_KINDS = (
    "limited",
    "burst",
    "laser",
    "phaser",
    "volley",
    "incendiary",
    "flamethrower",
    "grenade",
    "reload",
    "artillery",
    "close",
)

WEAPON = Record(
    (
        *fields(range=Word(), values=MapOf(Word())),
        Field("kinds", ListOf(Word(WEAPON_KINDS)), default=()),
        Field("ammo", Whole(0, 99)),
    )
)
MODEL = Record((Field("weapons", ListOf(Word()), default=()), Field("role", Word())))
SAVES = Record(fields(soft=Word(("hit", "miss")), hard=Word(("hit", "miss"))))
CARD = Record(
    (
        Field("name", Word()),
        *fields(
            side=Word(("axis", "allies")),
            kind=Word(KINDS),
            armor=Word(),
            move=Whole(0, 99),
            hp=Whole(0, 99),
            ap=Whole(0, 999),
            models=ListOf(MODEL),
            weapons=MapOf(WEAPON),
            skills=ListOf(Word()),
            saves=SAVES,
        ),
    )
)

CARD_WORDS = {
    text.key.lower(): text
    for text in (say("ammo"), say("kinds"), say("role"), say("sniper"), say("unlimited"), say("values"))
}
"""What cards state in words."""
