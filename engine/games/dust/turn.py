"""A round: initiative, alternating activations, the end; and what is left to the table in each."""

from engine.games.dust.heroes import due_next, together
from engine.games.dust.refs import DUST_07, DUST_08, DUST_12, DUST_27, DUST_83, DUST_101, DUST_102, DUST_130
from engine.games.dust.units import fallen
from engine.playing.rules import Offer, Reminder, Step
from engine.values.table import GameState, Unit
from engine.values.texts import say

ASKED = tuple(
    Offer(key, "all") for key in ("actions", "distance", "terrain", "cover", "sight", "ammo", "flame", "points")
)
ANY_TIME = tuple(
    Offer(key, "all") for key in ("attack", "assault_lines", "reaction", "heroic_attack", "command", "self_repair")
)
EVER = (Offer("victory", "all"), Offer("concede", "all"))
OWN = tuple(Offer(key) for key in ("activation", "move", "reload", "tank_head", "separate"))


def waits(unit: Unit) -> bool:
    """Not yet activated this round, or made to act again; beside the board too. Cover elements
    never act (DUST-07, 08, 191)."""
    acts = not fallen(unit) and unit.stated("kind") not in ("crate", "trap")
    return acts and bool(not unit.count("activated") or unit.count("reactivated"))


def waiting(now: GameState, seat: int) -> int:
    """Activations a side has left; a pair is one (DUST-07, 95)."""
    return len({frozenset(together(now, unit.id)) for unit in now.units.values() if unit.seat == seat and waits(unit)})


def all_activated(now: GameState) -> bool:
    """DUST-07."""
    return not waiting(now, 0) and not waiting(now, 1)


def next_seat(now: GameState) -> int:
    """Whom an order called acts at once; else the other side, unless it has nobody left
    (DUST-07, 59, 144)."""
    other = 1 - now.seat
    if due_next(now, now.seat):
        return now.seat
    return other if waiting(now, other) else now.seat


STEPS = (
    Step(
        "initiative",
        say("Initiative"),
        DUST_07,
        offers=(*(Offer(key, "all") for key in ("initiative", "setup", "army", "join")), *EVER),
        opens="initiative",
        reminders=(
            Reminder(
                say("On an own battlefield place the tiles in turn, beginning with who rolled most hits"), DUST_101
            ),
            Reminder(say("Cover elements go only into the cover zone, in turn"), DUST_102),
            Reminder(say("Anti-tank traps stand only in buildings with a large entrance"), DUST_83),
        ),
    ),
    Step(
        "activation",
        say("Activations"),
        DUST_07,
        "active",
        (*OWN, *ANY_TIME, *ASKED, *EVER),
        reminders=(
            Reminder(say("A vehicle that enters the square of an ammo crate may destroy it"), DUST_12),
            Reminder(say("Whoever sees an enemy is seen by it"), DUST_27),
        ),
        repeat_until=all_activated,
        next_seat=next_seat,
    ),
    Step(
        "end",
        say("End of the round"),
        DUST_130,
        offers=EVER,
        opens="end_round",
        reminders=(Reminder(say("Turn all cards straight again"), DUST_08),),
    ),
)
