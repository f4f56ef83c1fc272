"""What the table keeps on a formation, a seat and itself, and the kinds that situations share."""

from __future__ import annotations

from typing import Annotated, Any

from engine.games.epic import refs
from engine.games.epic.abilities import ARCS
from engine.games.epic.cards import TYPES, UNIT
from engine.parts import activation
from engine.playing.rules import PLAYERS, Tracker
from engine.values.kinds import Either, Flag, ListOf, MapOf, UnitId, Whole, Word
from engine.values.maps import Map
from engine.values.texts import say

ORDERS = (
    "advance",
    "double",
    "march",
    "engage",
    "sustained",
    "overwatch",
    "marshal",
    "hold",
    "interception",
    "ground_attack",
    "cap_interception",
    "cap",
    "stand_down",
    "spacecraft",
)
PLACES = ("table", "destroyed", "reserve", "inside")
MOMENTS = ("approach", "disengagement")
GOALS = ("blitzkrieg", "break_their_spirit", "defend_the_flag", "take_and_hold", "they_shall_not_pass")
AnyWord = Annotated[str, Word()]
Arc = Annotated[str, Word(ARCS)]
Count = Annotated[int, Whole(0, 99)]
Capacity = Annotated[int, Whole(1, 99)]
Markers = Annotated[int, Whole(0, 999)]
Order = Annotated[str, Word(ORDERS)]
UnitType = Annotated[str, Word(TYPES)]
UnitOrCard = Annotated[str | Map[Any], Either((UnitId(), UNIT))]
"""A formation of the table, whose first row counts, or the card of a unit."""
Able = Annotated[int | tuple[int, ...], Either((Whole(0, 999), ListOf(Whole(0, 99))))]
"""How many units are in range and sight: of all, or row by row."""
InOrder = Annotated[str | tuple[str, ...], Either((Word(), ListOf(Word())))]
"""Rows by name from front to back, or the one in front; the others follow as on the card."""
TRACKERS = (
    Tracker("blast", Whole(0, 999), say("blast markers"), refs.EPIC_44),
    Tracker("broken", Flag(), say("broken"), refs.EPIC_109),
    Tracker("activated", Flag(), say("activated"), refs.EPIC_07, lasts="turn", physical=False),
    Tracker("order", Word(ORDERS), say("action"), refs.EPIC_09, lasts="turn", physical=False),
    Tracker("overwatch", Flag(), say("on overwatch"), refs.EPIC_64),
    Tracker("marched", Flag(), say("marched"), refs.EPIC_16, lasts="turn", physical=False),
    Tracker("lost", ListOf(Whole(0, 99)), say("units lost"), refs.EPIC_50),
    Tracker("damage", ListOf(Whole(0, 99)), say("damage"), refs.EPIC_161),
    Tracker("shaken", ListOf(Whole(0, 99)), say("engines at -1 to hit"), refs.EPIC_277),
    Tracker("fires", ListOf(Whole(0, 99)), say("fires"), refs.EPIC_277),
    Tracker("leaks", ListOf(Whole(0, 99)), say("reactor leaks"), refs.EPIC_277),
    Tracker("shields_down", ListOf(Whole(0, 99)), say("shields down"), refs.EPIC_178),
    Tracker("riding", ListOf(Whole(0, 99)), say("aboard its transports"), refs.EPIC_32),
    Tracker("garrison", Flag(), say("garrison"), refs.EPIC_235, physical=False),
    Tracker("rallied", Flag(), say("rallied"), refs.EPIC_239, lasts="turn", physical=False),
    Tracker("tried", Flag(), say("rally tried"), refs.EPIC_274, lasts="turn", physical=False),
    Tracker("aboard", Word(), say("carried by"), refs.EPIC_167),
    Tracker("popped_up", Flag(), say("popped up"), refs.EPIC_125),
    Tracker("fired", MapOf(Whole(0, 999)), say("weapons fired on turn"), refs.EPIC_157, physical=False),
    Tracker("where", Word(PLACES), say("place"), refs.EPIC_102, default="table"),
    activation.tracker(refs.EPIC_09),
    Tracker("explosions", ListOf(Whole(2, 6)), say("explosions"), refs.EPIC_277, on="table", physical=False),
    Tracker(
        "acted", Whole(0, 99), say("activations in a row"), refs.EPIC_23, lasts="phase", on="table", physical=False
    ),
    Tracker("held", Flag(), say("the last action was Hold"), refs.EPIC_23, lasts="phase", on="table", physical=False),
    Tracker("lost_strategy", Flag(), say("lost the strategy roll"), refs.EPIC_05, on="seat", physical=False),
    Tracker(
        "reroll_used",
        Flag(),
        say("supreme commander's re-roll used"),
        refs.EPIC_275,
        lasts="turn",
        on="seat",
        physical=False,
    ),
    Tracker("player_a", Flag(), say("player A"), refs.EPIC_228, on="seat", physical=False),
    Tracker(
        "done", Flag(), say("all the rest stay on overwatch"), refs.EPIC_64, lasts="turn", on="seat", physical=False
    ),
    Tracker(
        "objectives",
        ListOf(Word(("none", *PLAYERS))),
        say("who controls the objectives"),
        refs.EPIC_237,
        on="table",
        physical=False,
    ),
    Tracker("goals", ListOf(Word(GOALS)), say("victory conditions"), refs.EPIC_242, on="seat", physical=False),
    Tracker("winner", Word((*PLAYERS, "draw")), say("winner"), refs.EPIC_242, on="table", physical=False),
    Tracker("score", ListOf(Whole(0, 32)), say("score"), refs.EPIC_242, on="table", physical=False),
    Tracker(
        "hulls", MapOf(ListOf(Whole(0, 99))), say("damage and shields, engine by engine"), refs.EPIC_161, physical=False
    ),
    Tracker("flying", Flag(), say("in flight"), refs.EPIC_187),
    Tracker("landed", Flag(), say("landed"), refs.EPIC_213),
    Tracker("cap", Flag(), say("on combat air patrol"), refs.EPIC_193),
    Tracker("under_fire", ListOf(Word(MOMENTS)), say("came under fire"), refs.EPIC_208, lasts="turn", physical=False),
    Tracker("flak", ListOf(Word()), say("flak fired at"), refs.EPIC_204, lasts="turn", physical=False),
    Tracker("due", Whole(0, 99), say("turn of arrival"), refs.EPIC_216),
    Tracker("passed", Flag(), say("passed over the table"), refs.EPIC_218, physical=False),
)
