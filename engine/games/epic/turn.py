"""A turn: strategy, actions in turns, the end of the turn, and from turn 3 on the victory check
(EPIC-04)."""

from engine.games.epic.reference import CHARGING, ENGINES, MOVING, SHOOTING
from engine.games.epic.refs import EPIC_05, EPIC_07, EPIC_08, EPIC_42, EPIC_117, EPIC_242
from engine.games.epic.reserves import able_to_act
from engine.playing.rules import Offer, Reminder, Step
from engine.values.table import GameState
from engine.values.texts import say

FIRST_CHECK = 3
ASKED = tuple(
    Offer(key, "all")
    for key in (
        "to_hit",
        "save",
        "allocate",
        "suppression",
        "break_point",
        "dangerous",
        "terrain",
        "assault_attacks",
        "assault_result",
        "limits",
        "weapon",
        "objective",
        "goals",
        "kill_points",
        "withdraw",
        "pop_up",
        "coherency",
        "critical",
        "flak",
        "aircraft_blast",
        "landing",
        "scatter",
        "concede",
    )
)
"""Questions that may be put at any time."""


def to_activate(now: GameState, seat: int | None = None) -> bool:
    """Formations yet to act, unless their side has let all the rest stay on overwatch (EPIC-07,
    65)."""
    return any(
        not unit.count("activated") and not unit.count("broken") and not now.seats[unit.seat].get("done")
        for unit in able_to_act(now, seat)
    )


def all_activated(now: GameState) -> bool:
    return not to_activate(now)


def next_seat(now: GameState) -> int:
    """The other side, unless it has no formation left to activate (EPIC-07, 08)."""
    return 1 - now.seat if to_activate(now, 1 - now.seat) else now.seat


def too_early(now: GameState) -> bool:
    """Victory is looked at from the end of turn 3 on (EPIC-242)."""
    return now.turn < FIRST_CHECK


STEPS = (
    Step(
        "strategy",
        say("Strategy phase"),
        EPIC_05,
        "all",
        (
            Offer("strategy", "all"),
            Offer("setup", "all"),
            Offer("army", "all"),
            Offer("garrison", "all"),
            Offer("teleport", "all"),
            Offer("schedule", "all"),
            *ASKED,
        ),
        opens="strategy",
    ),
    Step(
        "action",
        say("Action phase"),
        EPIC_07,
        "active",
        (
            Offer("action"),
            Offer("assault"),
            Offer("fire", "all"),
            Offer("barrage", "all"),
            Offer("regroup"),
            Offer("overwatch", "all"),
            Offer("embark"),
            Offer("disembark"),
            Offer("touch_down"),
            Offer("air_assault"),
            Offer("planetfall"),
            Offer("drop_pods"),
            *ASKED,
        ),
        (
            Reminder(say("You must activate while you can"), EPIC_08),
            Reminder(say("A weapon with AP and AT uses one of them a turn"), EPIC_42),
            *MOVING,
            *SHOOTING,
            *CHARGING,
            *ENGINES,
        ),
        repeat_until=all_activated,
        next_seat=next_seat,
    ),
    Step(
        "rally",
        say("End of turn"),
        EPIC_117,
        "all",
        (Offer("end_turn", "all"), Offer("rally", "all"), Offer("victory", "all"), *ASKED),
        opens="end_turn",
    ),
    Step("victory", say("Victory check"), EPIC_242, offers=ASKED, opens="victory", skip_if=too_early),
)
