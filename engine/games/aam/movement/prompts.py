"""What the players are asked in a move, in the order in which it comes up."""

from collections.abc import Mapping
from typing import Any

from engine.dice.check import rows
from engine.games.aam import refs
from engine.games.aam.abilities import by_hand_rows, name_of
from engine.games.aam.attack.situation import ARCS, TERRAINS, Attack, Ranges
from engine.games.aam.defensive_fire.refusals import NEAR, no_soldier_past_a_vehicle
from engine.games.aam.defensive_fire.values import is_watching, side_shown
from engine.games.aam.movement import terrain, values
from engine.games.aam.movement.memory import is_halted, journey
from engine.games.aam.movement.situation import CROSSED, Move, MoveStep
from engine.games.aam.movement.terrain import Stride
from engine.games.aam.movement.values import Moment
from engine.games.aam.units import has, has_two_sides, is_soldier, units_of_army
from engine.playing.citing import rule
from engine.values.kinds import Field, Flag, ListOf, Record, UnitId, Whole, Word
from engine.values.maps import Map
from engine.values.model import D6, Check, Line, Modifier, Option, Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

HELPFUL = ("mountaineering", "robust")
SUCCESS = 4
HOLD_FIRE = "hold"
LATER = ":entered"
"""Behind the name of a shooter who waits for the hex entered."""
MOMENT_WORDS = {"left": say("in the hex it leaves"), "entered": say("in the hex it enters")}

BESIDE = {"leaving": (0, 1), "entering": (1, 0)}
"""Ranges to the hex left and to the hex entered of enemies in one of them."""

# Before the first hex, and at each


def starts_near(now: GameState, unit: str, leader: str) -> Prompt:
    mover, by = now.unit(unit), now.unit(leader)
    text = say("Tally-Ho!: does {unit} start next to {leader}?", unit=mover.name, leader=by.name)
    about, readings = (mover.id, by.id), ("commander_bonus",)
    return Prompt(
        f"tally_ho:{leader}", "confirm", mover.seat, text, refs.AAM_99, about, default=False, readings=readings
    )


def which_hex(now: GameState, move: Move) -> Prompt:
    mover, purse = now.unit(move.unit), values.next_step_with_price(now, move, MoveStep("clear")).purse
    enemies = [each.id for each in units_of_army(now, 1 - mover.seat) if is_watching(now, each.id, mover.id)]
    foes = ListOf(UnitId(enemy=True))
    near = tuple(Field(key, foes, default=()) for key in ("near", *BESIDE)) if enemies else ()
    here = (Field("here", Word(TERRAINS), default=TERRAINS[0]),) if enemies and not journey(now).hex.terrain else ()
    fields = (
        Field("into", Word(TERRAINS)),
        Field("road", Flag(), default=False),
        Field("across", ListOf(CROSSED), default=()),
        *near,
        *here,
    )
    text = say(
        "{unit}: {left} of {allowance} hexes left. Which hex next? No hex ends the move",
        unit=mover.name,
        left=purse.left,
        allowance=purse.allowance,
    )
    return Prompt(
        f"step:{journey(now).made}",
        "form",
        mover.seat,
        with_hands(text, by_hand_rows(mover, "move")),
        refs.AAM_121,
        (mover.id, *enemies),
        fields=Record(fields),
        readings=("min_move_speed", "road_bonus_entry", "df_trigger"),
    )


@rule(refs.AAM_75, refs.AAM_140)
def ranges_seen(now: GameState, seen: Mapping[str, Any]) -> Map[Ranges | None]:
    """Enemies next to both hexes or in one of them; which of the two, where not even that
    follows, is asked with the shot."""
    told = {"near": (NEAR, NEAR), **BESIDE}
    found = {enemy: ranges for key, ranges in told.items() for enemy in seen.get(key) or ()}
    return Map({enemy: None if is_either(now, enemy) else ranges for enemy, ranges in found.items()})


@rule(refs.AAM_80, refs.AAM_86)
def is_either(now: GameState, shooter: str) -> bool:
    """Whether a step may provoke it that is next to it at one end only."""
    return now.reading("df_trigger") != "adjacent_to_adjacent" or has(now.unit(shooter), "battlefield_awareness")


def with_hands(text: Text, by_hand: tuple[Modifier, ...]) -> Text:
    """A question with what the players apply by hand behind it."""
    for row in by_hand:
        text = say("{first}; {second}", first=text, second=row.why)
    return text


def movement_roll(now: GameState, unit: str, stride: Stride, key: str) -> Prompt:
    mover = now.unit(unit)
    dice = len(terrain.movement_rolls(mover, stride))
    helping = (*rows(*(help_of(mover, each) for each in HELPFUL)), *by_hand_rows(mover, "roll"))
    ref = refs.AAM_40 if dice > 1 else refs.AAM_39
    each = Modifier("each", dice, say("every die must succeed") if dice > 1 else say("the die must succeed"), ref)
    check = Check(key, dice, D6, refs.AAM_39, (SUCCESS,), helping, needs=dice, need_rows=(each,))
    text = say("{unit}: movement roll", unit=mover.name)
    return Prompt(key, "roll", mover.seat, text, ref, (mover.id,), (check,))


def help_of(unit: Unit, ability: str) -> Modifier | None:
    """Some abilities help a movement roll."""
    return Modifier(ability, 1, say("{ability}", ability=name_of(ability)), refs.AAM_86) if has(unit, ability) else None


# Defensive fire


def who_fires(now: GameState, moment: Moment, shots: tuple[Option, ...]) -> Prompt:
    """One decision for both hexes of a step: each shot with its odds, or none."""
    mover, trip, at = now.unit(moment.mover), journey(now), MOMENT_WORDS[moment.at]
    shooters = tuple(dict.fromkeys(each.key.removesuffix(LATER) for each in shots))
    decided = len(trip.fired_at_step) + len(trip.waiting) * (moment.at == "left")
    text = say("{unit} provokes defensive fire: who fires, and in which hex?", unit=mover.name)
    if moment.at == "entered":
        text = say("{unit} provokes defensive fire: who fires {moment}?", unit=mover.name, moment=at)
    if is_halted(now):
        text = say("{unit} is stopped: does another unit fire {moment}?", unit=mover.name, moment=at)
    return Prompt(
        f"fire:{trip.made - (moment.at == 'entered')}:{moment.at}:{decided}",
        "choice",
        1 - mover.seat,
        text,
        refs.AAM_79,
        (mover.id, *shooters),
        options=(Option(HOLD_FIRE, say("hold fire")), *shots),
        readings=("df_trigger", "df_phases"),
    )


def shot_text(now: GameState, shooter: str, moment: Moment) -> Text:
    return say("{unit} fires {moment}", unit=now.unit(shooter).name, moment=MOMENT_WORDS[moment.at])


def what_shooter_sees(now: GameState, shooter: str, moment: Moment) -> Prompt:
    by, at = now.unit(shooter), now.unit(moment.mover)
    text = say("{attacker} fires defensively at {target}: how far?", attacker=by.name, target=at.name)
    fields = Record(unseen(now, shooter, moment))
    if all(field.key != "range" for field in fields.fields):
        text = say("{attacker} fires defensively at {target}: in what terrain?", attacker=by.name, target=at.name)
    return Prompt(f"shot:{shooter}", "form", by.seat, text, refs.AAM_80, (by.id, at.id), fields=fields)


@rule(refs.AAM_80, refs.AAM_81)
def unseen(now: GameState, shooter: str, moment: Moment) -> tuple[Field, ...]:
    """What only the players see of a shot: the same hex or the next, where no ranges are told.

    The rest follows from the step, unless that may lead from one hex next to the shooter to none.
    """
    is_unmeasured = moment.ranges(shooter) is None
    side = side_shown(moment.at, None)
    beyond = no_soldier_past_a_vehicle(now, Attack(shooter, moment.mover, range=NEAR))
    farthest = 0 if beyond else NEAR
    fields = (
        is_unmeasured and Field("range", Whole(0, farthest), required=True, default=farthest),
        moment.hex.terrain is None and Field("terrain", Word(TERRAINS), required=True),
        is_unmeasured
        and has_two_sides(now.unit(moment.mover))
        and Field("arc", Word(ARCS), required=True, default=side),
    )
    return tuple(field for field in fields if field)


# How it ends


def how_far_back(now: GameState, unit: str) -> Prompt:
    mover = now.unit(unit)
    text = say(
        "{unit} is stopped: how many hexes back along its path to the last where it may stop? 0: it may stop here",
        unit=mover.name,
    )
    return Prompt("back", "number", mover.seat, text, refs.AAM_31, (unit,), most=journey(now).made, default=0)


def end_of_move(now: GameState, unit: str) -> Prompt:
    mover, text = now.unit(unit), say("{unit}: end of the move", unit=now.unit(unit).name)
    line, readings = facing_line(facing(now, mover), mover, journey(now).has_failed), ("facing_after_back",)
    lines = (line,) if line else ()
    return Prompt("facing", "ledger", mover.seat, text, refs.AAM_32, (unit,), lines=lines, readings=readings)


@rule(refs.AAM_32, refs.AAM_36, refs.AAM_124)
def facing(now: GameState, unit: Unit) -> str:
    """A Vehicle turns freely, unless it was stopped: then it looks where it was going."""
    if is_soldier(unit) or unit.gone:
        return "none"
    if not is_halted(now):
        return "any"
    trip = journey(now)
    if trip.back and now.reading("facing_after_back") == "next_hex":
        return "next_hex"
    return "ahead" if trip.has_failed or trip.moment == "left" else "away"


def facing_line(word: str, unit: Unit, has_failed: bool) -> Line | None:
    """What the hands do with its facing; a failed roll stops by one rule, fire by another."""
    match word:
        case "any":
            return Line(say("{unit}: turn it to any side of its hex", unit=unit.name), refs.AAM_32, ())
        case "next_hex":
            return Line(say("{unit}: put it back; it faces the next hex of its path", unit=unit.name), refs.AAM_124, ())
        case "ahead":
            ref = refs.AAM_36 if has_failed else refs.AAM_124
            return Line(say("{unit}: it faces the hex it tried to enter", unit=unit.name), ref, ())
        case "away":
            return Line(say("{unit}: its back is to the hex it left", unit=unit.name), refs.AAM_124, ())
    return None
