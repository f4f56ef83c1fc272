"""A round: initiative, alternating activations, the end; what is left to the table, and how
doubts are read that no setting changes."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.dust import refs
from engine.games.dust.units import is_destroyed, is_on_board, together
from engine.parts import activation
from engine.playing.citing import rule
from engine.playing.rules import Offer, Step
from engine.values.model import Ref, Refusal, Reminder
from engine.values.situation import Situation
from engine.values.table import GameState, Unit
from engine.values.texts import say

ASKED = tuple(
    Offer(key, "all") for key in ("actions", "distance", "terrain", "cover", "sight", "ammo", "flame", "points")
)
ANY_TIME = tuple(Offer(key, "all") for key in ("attack", "assault_lines", "reaction", "heroic_attack", "separate"))
EVER = (Offer("victory", "all"), Offer("concede", "all"))
ALONE = ("move", "attack", "assault_lines", "reload", "tank_head", "command")
"""Actions that may be told by themselves."""
OWN = tuple(Offer(key) for key in ("activation", "move", "command", "reload", "tank_head"))


@rule(refs.DUST_07, refs.DUST_08, refs.DUST_191)
def is_waiting(unit: Unit) -> bool:
    """Not yet activated this round, or made to act again; beside the board too. Cover elements
    never act."""
    acts = not is_destroyed(unit) and unit.stated("kind") not in ("crate", "trap")
    return acts and bool(not unit.count("activated") or unit.count("reactivated"))


@rule(refs.DUST_07, refs.DUST_95)
def activations_left(now: GameState, seat: int) -> int:
    """Activations a side has left; a pair is one."""
    return len(
        {frozenset(together(now, unit.id)) for unit in now.units.values() if unit.seat == seat and is_waiting(unit)}
    )


@rule(refs.DUST_07)
def are_all_activated(now: GameState) -> bool:
    return not activations_left(now, 0) and not activations_left(now, 1)


@rule(refs.DUST_144)
def who_acts_next(now: GameState, seat: int) -> str | None:
    """Whom an order of that side called, as long as it is there."""
    due = now.seats[seat].get("acts_next")
    return due if isinstance(due, str) and not now.unit(due).gone else None


@rule(refs.DUST_07, refs.DUST_59, refs.DUST_144)
def next_seat(now: GameState) -> int:
    """A unit that an order called acts at once; else the other side, unless it has no unit left."""
    other = 1 - now.seat
    if who_acts_next(now, now.seat):
        return now.seat
    return other if activations_left(now, other) else now.seat


@rule(refs.DUST_07, refs.DUST_08, refs.DUST_144)
def comes_first(now: GameState, seat: int) -> tuple[str, ...] | None:
    """Who of a side comes before all others: who is acting, then whom an order called; none when
    it has had its go; None where any may."""
    acting, due = units_acting(now), who_acts_next(now, seat)
    if acting:
        return acting
    if due is not None:
        return together(now, due)
    return () if has_had_go(now) else None


# Who is acting


@rule(refs.DUST_08, refs.DUST_186)
def units_acting(now: GameState) -> tuple[str, ...]:
    """The pair whose activation is under way; a question tells it of its units."""
    acting = activation.acting_unit(now)
    return together(now, acting) if acting else tuple(unit.id for unit in now.units.values() if unit.count("running"))


@rule(refs.DUST_07)
def has_had_go(now: GameState) -> bool:
    """Whether the side whose go it is has activated a unit; the destroyed were activated too."""
    return bool(now.trackers.get("had_go"))


@rule(refs.DUST_04, refs.DUST_07, refs.DUST_08)
def acting_unit(now: GameState) -> str:
    """Who is acting, or just declares what it will do."""
    declaring = now.pending.args["unit"] if now.pending and now.pending.procedure == "activation" else ""
    return activation.acting_unit(now) or str(declaring)


@rule(refs.DUST_67)
def is_another_active(now: GameState, target: str) -> bool:
    """Whether another unit than the target is being activated."""
    acting = units_acting(now)
    return bool(acting) and not {*acting} & {*together(now, target)}


def has_acted(now: GameState, unit: str) -> bool:
    """Whether the card of a unit, or of its pair, is turned and it has no second activation."""
    pair = [now.unit(each) for each in together(now, unit)]
    may_act = any(at.count("reactivated") or at.id in units_acting(now) for at in pair)
    return any(at.count("activated") for at in pair) and not may_act


def cannot_act(now: GameState, unit: str, action: str) -> Refusal | None:
    """What speaks against an action told by itself: one unit acts at a time, as it declared, in the
    go of its side, once a round. In a game all of it is declared first."""
    at, acting = now.unit(unit), activation.acting_unit(now)
    if no := activation.another_is_open(now, ALONE, refs.DUST_08):
        return no
    if acting in together(now, unit):
        return None if part_of(now, action) else undeclared(at)
    if acting:
        return activation.another_is_acting(now, unit, refs.DUST_08)
    if has_acted(now, unit):
        return Refusal("activated", say("{unit} was activated this round", unit=at.name), refs.DUST_08)
    if not is_played(now) or is_destroyed(at):
        return None
    if at.seat != now.seat:
        return Refusal("not_its_go", say("{unit}: it is the other side's go", unit=at.name), refs.DUST_07)
    return None if {*together(now, unit)} & {*units_acting(now)} else not_activated(at)


@rule(refs.DUST_07)
def is_played(now: GameState) -> bool:
    """Whether units act by turns; a question by itself is asked of a table on which none does."""
    return now.step == "activation"


def not_activated(unit: Unit) -> Refusal:
    text = say("activate {unit} first: an activation declares two actions", unit=unit.name)
    return Refusal("not_activated", text, refs.DUST_04)


@rule(refs.DUST_04)
def needs_activation(first: str) -> Callable[[GameState, Situation], Refusal | None]:
    """An action by itself is one of a unit that acts: before its first field is told it is not
    offered while no unit does."""

    def forbid(now: GameState, situation: Situation) -> Refusal | None:
        if situation.is_told(first) or not is_played(now) or units_acting(now):
            return None
        return Refusal("not_activated", say("a unit declares its two actions first: activate one"), refs.DUST_04)

    return forbid


def undeclared(unit: Unit) -> Refusal:
    return Refusal("undeclared", say("{unit} has not declared this, or has done it", unit=unit.name), refs.DUST_04)


def part_of(now: GameState, action: str) -> str:
    """The part of the running activation that an action is; a bare Skill is any of them."""
    left, skill = activation.parts_left(now), "" if action in ("move", "attack", "sustained") else "skill"
    return next((part for part in left if part in (action, skill)), "")


@rule(refs.DUST_103)
def cannot_act_off_board(now: GameState, unit: str, ref: Ref = refs.DUST_103) -> Refusal | None:
    """Before anything else a unit enters."""
    at = now.unit(unit)
    if at.gone or is_on_board(at):
        return None
    return Refusal("off_board", say("{unit} is not on the board", unit=at.name), ref)


@rule(refs.DUST_02)
def finish_action(state: GameState, unit: str, action: str) -> GameState:
    """An action told by itself is one of those that the acting unit declared."""
    part = part_of(state, action) if activation.acting_unit(state) in together(state, unit) else ""
    return activation.finish(state, part, refs.DUST_02)


@rule(refs.DUST_95)
def activate_pair(state: GameState, unit: str, ref: Ref = refs.DUST_08) -> GameState:
    """Turn the cards of a unit and of the one joined to it."""
    for each in together(state, unit):
        state = state.set(each, "activated", True, ref)
    return state


STEPS = (
    Step(
        "initiative",
        say("Initiative"),
        refs.DUST_07,
        offers=(*(Offer(key, "all") for key in ("initiative", "setup", "army", "join")), *EVER),
        opens="initiative",
        reminders=(
            Reminder(
                say("On an own battlefield place the tiles in turn, beginning with who rolled most hits"), refs.DUST_101
            ),
            Reminder(say("Cover elements go only into the cover zone, in turn"), refs.DUST_102),
            Reminder(say("Anti-tank traps stand only in buildings with a large entrance"), refs.DUST_83),
        ),
    ),
    Step(
        "activation",
        say("Activations"),
        refs.DUST_07,
        "active",
        (*OWN, *ANY_TIME, *ASKED, *EVER),
        reminders=(
            Reminder(say("A vehicle that enters the square of an ammo crate may destroy it"), refs.DUST_12),
            Reminder(say("Whoever sees an enemy is seen by it"), refs.DUST_27),
        ),
        repeat_until=are_all_activated,
        next_seat=next_seat,
    ),
    Step(
        "end",
        say("End of the round"),
        refs.DUST_130,
        offers=(Offer("self_repair", "all"), *EVER),
        opens="end_round",
        main=("end_round",),
        reminders=(Reminder(say("Turn all cards straight again"), refs.DUST_08),),
    ),
)
BOARD = (
    Reminder(
        say("A vehicle that enters the square of an ammo crate may destroy it, without cost or roll."), refs.DUST_12
    ),
    Reminder(
        say("Vehicles do not cut the corner of a block or wall; soldiers do, even between two blocks."), refs.DUST_17
    ),
    Reminder(
        say("Line of sight: from centre to centre; inside a blocking square it is cut, along its corner not."),
        refs.DUST_18,
    ),
    Reminder(
        say("A line that touches the corners of two blocking squares is free only if both lie on the same side of it."),
        refs.DUST_26,
    ),
    Reminder(say("Whoever sees is seen."), refs.DUST_27),
    Reminder(say("An entrance narrower than a square is small, one as wide is large."), refs.DUST_74),
    Reminder(say("Walls cannot be destroyed."), refs.DUST_76),
    Reminder(
        say("Into or out of a building: whoever is inside stands on a square with an opening towards the other."),
        refs.DUST_80,
    ),
    Reminder(say("Inside a building the usual rules hold."), refs.DUST_81),
    Reminder(say("Anti-tank traps stand only in buildings with at least one large entrance."), refs.DUST_83),
    Reminder(say("The squares of attacker and target never block, smoke included."), refs.DUST_178),
    Reminder(
        say("Units that share a square without being joined are separate targets, and neither hides the other."),
        refs.DUST_187,
    ),
)
SET_UP = (
    Reminder(say("A printed scenario gives its plan; on an own battlefield tiles are placed in turn."), refs.DUST_101),
    Reminder(
        say("Cover elements are placed in turn in the cover zone, on own battlefields in the middle."), refs.DUST_102
    ),
)
DOUBTS = (
    Reminder(say("Declarations bind: an action that has become impossible or unwanted is Nothing."), refs.DUST_04),
    Reminder(say("A lone hero between two soldier units blocks their line like a squad."), refs.DUST_21),
    Reminder(say("Targets are named with the actions, before the unit is activated."), refs.DUST_33),
    Reminder(say("Damage on a crate or trap stays from attack to attack."), refs.DUST_43),
    Reminder(say("Corner cover needs the blocking square next to the target squad."), refs.DUST_45),
    Reminder(say("Diagonal squares are adjacent."), refs.DUST_49),
    Reminder(say("An Observer may call two different artillery units with two Skill actions."), refs.DUST_59),
    Reminder(
        say(
            "A unit that reacts fires with all lines in range; as never all weapons must be used, it may leave "
            "some out."
        ),
        refs.DUST_65,
    ),
    Reminder(say("A reaction is declared when its moment comes, not at the announcement."), refs.DUST_70),
    Reminder(say("At most two friendly units share a square, one of them a hero."), refs.DUST_91),
    Reminder(say("A pair separates when its owner is about to activate it."), refs.DUST_99),
    Reminder(say("Berserk lasts for one Attack, its close combat included."), refs.DUST_117),
    Reminder(say("Black Ops counts while such a hero is not eliminated."), refs.DUST_118),
    Reminder(say("Of a pair points are assigned first, then whoever is resilient rolls for his own."), refs.DUST_123),
    Reminder(say("Heroic Attack lasts from its declaration to the end of the round."), refs.DUST_125),
    Reminder(say("A sniper may name a joined hero."), refs.DUST_134),
    Reminder(say("The serum counts the hero's own hits as rolled."), refs.DUST_138),
    Reminder(say("Once a game means once for each command squad."), refs.DUST_147),
    Reminder(say("A sustained laser re-rolls only the dice that missed at first."), refs.DUST_169),
    Reminder(say("A unit reactivated by an Officer may fire its weapons again."), refs.DUST_176),
    Reminder(say("A cover element as target is seen like a vehicle."), refs.DUST_179),
    Reminder(say("Dice and miniatures aimed at are counted when targets are declared."), refs.DUST_182),
    Reminder(say("The artillery unit that fires indirectly cannot be reacted to, its Observer can."), refs.DUST_184),
    Reminder(say("In the last square of a flame path only the declared target burns."), refs.DUST_193),
)
REFERENCE = (*BOARD, *SET_UP, *DOUBTS)
