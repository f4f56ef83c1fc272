"""Your own game: an open turn and nothing else, for any rulebook that the app does not know."""

from __future__ import annotations

from engine.playing.datasheet import Datasheet, Stated, parts_of
from engine.playing.glance import Glance
from engine.playing.open_turn import FIELDS, WORDS, OpenTurn, planned
from engine.playing.rules import Ruleset, Step, Tracker
from engine.playing.standing import SideScore
from engine.values.kinds import Either, Field, MapOf, Record, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Ref
from engine.values.table import GameState
from engine.values.texts import say

YOURS = Ref(
    "OWN-01", "your own rulebook", "The players name the steps of their own rulebook and tick them off, turn by turn"
)
OWN_TURN = OpenTurn(YOURS, ("turn",))
PLACES = ("table", "destroyed", "reserve")


def own_card(card: Map[Value]) -> Datasheet:
    """The players' own card: its values by their own names."""
    cost, values = card.get("cost"), parts_of(card.get("values"))
    figures = (Stated(say("cost"), str(cost), ("cost",)),) if cost is not None else ()
    named = (Stated(name, str(value), ("values",)) for name, value in values.items())
    words = (
        Stated(text, str(card[key]), (key,))
        for key, text in (("side", say("side")), ("text", say("text")))
        if key in card
    )
    return Datasheet((*figures, *named), facts=tuple(words))


def own_side(now: GameState, seat: int) -> SideScore:
    """The first counter that each player has."""
    counter = next((str(each["name"]) for each in planned(now, "player") if each["kind"] == "counter"), "")
    if not counter:
        return SideScore()
    have = now.seats[seat].get(counter)
    points = have if isinstance(have, int) else 0
    return SideScore(points, say("{name}: {value}", name=counter, value=points))


OWN_GAME = Ruleset(
    key="own",
    title=say("Your own game"),
    version=1,
    steps=(Step("turn", say("Your turn"), YOURS, offers=OWN_TURN.offers, opens="checklist"),),
    openings=OWN_TURN.openings,
    trackers=(*OWN_TURN.trackers, Tracker("where", Word(PLACES), say("place"), YOURS, default="table")),
    card=Record(
        (
            Field("name", Word()),
            *fields(side=Word(), cost=Whole(0, 9999), text=Word(), values=MapOf(Either((Whole(), Word())))),
        )
    ),
    refs=(YOURS,),
    datasheet=own_card,
    glance=Glance(side=own_side),
    fields={**FIELDS, "cost": say("cost"), "side": say("side"), "text": say("text"), "values": say("values")},
    words={
        **WORDS,
        "turn": say("in your turn"),
        "table": say("on the table"),
        "destroyed": say("destroyed"),
        "reserve": say("in reserve"),
    },
)
