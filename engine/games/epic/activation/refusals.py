"""What forbids an action."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from engine.games.epic import refs
from engine.games.epic.activation.memory import Declaration
from engine.games.epic.activation.parts import another_deed_is_open
from engine.games.epic.activation.situation import Action
from engine.games.epic.activation.values import is_without_move, may_opponent_act
from engine.games.epic.air import actions
from engine.games.epic.air.reserves import able_to_act
from engine.games.epic.formations.refusals import no_broken, no_destroyed
from engine.games.epic.formations.rows import number, rows, units_with
from engine.games.epic.morale.rally import no_reroll_left
from engine.parts import activation
from engine.playing.citing import rule
from engine.values.model import Refusal
from engine.values.situation import S
from engine.values.table import GameState
from engine.values.texts import Text, say

MOST_ALONG = {"3_more": 3, "3_total": 2}


@rule(refs.EPIC_09)
def no_destroyed_formation(now: GameState, action: Action) -> Refusal | None:
    return no_destroyed(now, action.formation)


def no_broken_formation(now: GameState, action: Action) -> Refusal | None:
    return no_broken(now, action.formation, refs.EPIC_109)


@rule(refs.EPIC_193)
def already_acted(now: GameState, action: Action) -> Refusal | None:
    """Once a turn; a patrol that was this turn's action may still intercept."""
    unit = now.unit(action.formation) if action.formation else None
    if not unit or not unit.count("activated") or action.stay:
        return None
    if unit.count("cap") and action.order == "cap_interception":
        return None
    return Refusal("activated", say("{unit} has acted this turn", unit=unit.name), refs.EPIC_07)


def no_standing_out_of_coherency(now: GameState, action: Action) -> Refusal | None:
    """Sustained Fire and Overwatch need coherency; what else there is must hold a move."""
    if action.stay or not action.out_of_coherency or not is_without_move(action):
        return None
    ref = {"sustained": refs.EPIC_18, "overwatch": refs.EPIC_19}.get(action.order, refs.EPIC_22)
    return Refusal("out_of_coherency", say("out of coherency: the formation has to move"), ref)


@rule(refs.EPIC_187)
def no_standing_off_the_table(now: GameState, action: Action) -> Refusal | None:
    """Who waits in reserve has to come onto the table first."""
    if not action.formation or not is_without_move(action) or now.unit(action.formation).where != "reserve":
        return None
    text = say("{unit} is not on the table", unit=now.unit(action.formation).name)
    return Refusal("reserve", text, refs.EPIC_231)


@rule(refs.EPIC_65)
def no_standing_in_zone_of_control(now: GameState, action: Action) -> Refusal | None:
    """In an enemy zone of control: charge that enemy or leave it; staying on overwatch is the
    exception."""
    if action.in_zoc and not action.stay and is_without_move(action):
        return Refusal("in_zoc", say("in an enemy zone of control: charge or leave it"), refs.EPIC_30)
    return None


def no_retaining_twice(now: GameState, action: Action) -> Refusal | None:
    """After a retained activation the opponent plays."""
    if number(now.trackers.get("acted")) >= 2 and may_opponent_act(now):
        return Refusal("retained", say("the initiative was retained already: the opponent plays"), refs.EPIC_24)
    return None


@rule(refs.EPIC_252)
def no_retaining_after_hold(now: GameState, action: Action) -> Refusal | None:
    """No retaining after a Hold, chosen or forced."""
    if now.trackers.get("held") and may_opponent_act(now):
        return Refusal("held", say("after Hold the initiative cannot be retained"), refs.EPIC_23)
    return None


def not_all_on_overwatch(now: GameState, action: Action) -> Refusal | None:
    """All that have not acted must be on overwatch to stay so together."""
    if not action.stay:
        return None
    seat = now.unit(action.formation).seat if action.formation else now.seat
    waiting = [unit for unit in able_to_act(now, seat) if not unit.count("activated") and not unit.count("broken")]
    if any(not unit.count("overwatch") for unit in waiting):
        return Refusal("not_all", say("not all your formations yet to act are on overwatch"), refs.EPIC_65)
    return None


def is_misplaced(now: GameState, side: tuple[str, ...]) -> bool:
    """Formations that cannot fight as one: twice the same, of both sides, or not on the table."""
    others = [now.unit(each) for each in side[1:]]
    strangers = (unit.seat != now.unit(side[0]).seat or unit.where != "table" for unit in others)
    return len(set(side)) < len(side) or any(strangers)


def no_combined_assault(now: GameState, action: Action) -> Refusal | None:
    """Only a commander who charges takes others along, at most three, unbroken and yet to act."""
    why = why_not_along(now, action, action.along) if action.along else None
    return Refusal("combined", why, refs.EPIC_133) if why else None


@rule(refs.EPIC_133)
def why_not_along(now: GameState, action: Action, along: tuple[str, ...]) -> Text | None:
    formation, most = action.formation, MOST_ALONG[now.reading("commander_brings")]
    leads = not formation or units_with(now.unit(formation), "commander", "supreme_commander")
    if action.order != "engage" or not leads:
        return say("only a commander who charges takes others along")
    if len(along) > most:
        return say("a commander takes at most {most} formations along", most=most)
    if formation and is_misplaced(now, (formation, *along)):
        return say("only other formations of the same side on the table go along")
    if any(now.unit(other).count("broken") or now.unit(other).count("activated") for other in along):
        return say("a formation taken along is broken or has acted")
    return None


@rule(refs.EPIC_132)
def no_free_reroll(now: GameState, action: Action) -> Refusal | None:
    return no_reroll_left(now, action.formation, action.reroll)


@rule(refs.EPIC_07)
def no_deed_inside_another(now: GameState, action: Action) -> Refusal | None:
    return another_deed_is_open(now)


@rule(refs.EPIC_07, refs.EPIC_20)
def no_duty_left_behind(now: GameState, action: Action) -> Refusal | None:
    """No other formation acts before a declared assault is fought and a regrouping made; fire
    may be left out."""
    if not {"assault", "regroup"} & set(activation.parts_left(now)):
        return None
    return activation.another_is_acting(now, action.formation or "", refs.EPIC_12)


def no_pop_up(now: GameState, action: Action) -> Refusal | None:
    """Skimmers only, not in Sustained Fire, nor in a March, by the other reading a Marshal."""
    if not action.pop_up:
        return None
    if action.order in ("sustained", now.reading("popup_ban")):
        return Refusal("no_pop_up", say("no pop-up in this action"), refs.EPIC_125)
    unit = now.unit(action.formation) if action.formation else None
    if unit and not any(row.left and row.has("skimmer") for row in rows(unit)):
        return Refusal("no_skimmer", say("{unit} has no skimmers", unit=unit.name), refs.EPIC_125)
    return None


@rule(refs.EPIC_09)
def before_it_begins(refusal: Callable[[GameState, S], Refusal | None]) -> Callable[[GameState, S], Refusal | None]:
    """What forbids declaring a deed; a form filled in its middle does not declare it again."""

    @wraps(refusal)
    def ask(now: GameState, situation: S) -> Refusal | None:
        return None if now.recall(Declaration).is_over else refusal(now, situation)

    return ask


ACTION = tuple(
    before_it_begins(refusal)
    for refusal in (
        *actions.ACTION,
        no_deed_inside_another,
        no_duty_left_behind,
        no_destroyed_formation,
        no_broken_formation,
        already_acted,
        no_standing_out_of_coherency,
        no_standing_off_the_table,
        no_standing_in_zone_of_control,
        no_retaining_twice,
        no_retaining_after_hold,
        not_all_on_overwatch,
        no_combined_assault,
        no_pop_up,
        no_free_reroll,
    )
)
