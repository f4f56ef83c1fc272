"""What a card states. An attack value left out is not known; a list left out is empty.

Technical data may be kept with a card, and nothing reads it (FRONT-28).
"""

from engine.kinds import Either, Field, ListOf, MapOf, Record, Whole, Word, fields, required
from engine.texts import say

SIDES = ("axis", "allies")
DOMAINS = ("ground", "air", "naval")
TRIGGERS = ("draw", "search_same_name")
VALUE = Whole(0, 99)

CARD = Record((
    Field("name", Word()),
    *fields(
        side=Word(SIDES),
        domain=Word(DOMAINS),
        subtypes=ListOf(Word()),
        av=Record(fields(ground=VALUE, air=VALUE, naval=VALUE)),
        dv=VALUE,
        advantage=ListOf(Word()),
        initiative=ListOf(Word(DOMAINS)),
        junkyard=ListOf(Word(TRIGGERS)),
        lock=ListOf(Record(required(domain=Word(DOMAINS), damage=VALUE))),
        bonus=ListOf(Record(required(domain=Word(DOMAINS), amount=VALUE, against=Word()))),
        text=Word(),
        data=MapOf(Either((Whole(), Word()))),
    ),
))

CARD_WORDS = {text.key.lower(): text for text in (
    say("abilities"), say("against"), say("amount"), say("artillery"), say("battleship"), say("bomber"), say("cruiser"),
    say("damage"), say("domain"), say("fighter"), say("infantry"), say("tank"), say("vehicle"),
)}
"""What cards state in words."""
