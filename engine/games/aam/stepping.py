"""One step of a move, in its order (AAM-121): movement rolls, and defensive fire at both hexes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.check import rows
from engine.games.aam.abilities import by_hand_here, named
from engine.games.aam.attack import ARCS
from engine.games.aam.defensive import NEAR, defensive_shot, hexes, in_reach, may_fire_defensively, provoked, side
from engine.games.aam.path import ROLL, crossed, strides
from engine.games.aam.refs import AAM_39, AAM_40, AAM_42, AAM_61, AAM_66, AAM_79, AAM_80, AAM_86, AAM_103
from engine.games.aam.terrain import GROUND, Stride, barred, rolls_for
from engine.games.aam.units import BOLD, has, in_play, pinned, two_sided
from engine.kinds import Field, Record, Whole, Word
from engine.maps import EMPTY, Map, Value
from engine.model import D6, Check, GameState, Impossible, Modifier, Option, Prompt, Refusal, Unit
from engine.procedure import Asking, Procedure, call, choose, fill, roll, task, until
from engine.rules import Opening, Show
from engine.texts import say

HANDY = ("mountaineering", "robust")
LENT = ("bonus", "effects", "commanders")
SUCCESS = 4


def movement_roll(state: GameState, **told: Value) -> Procedure:
    """The rolls of one step, asked for by themselves (AAM-39)."""
    stride = stride_told(**told)
    state, enters = yield from attempt(state, str(told["unit"]), stride, "movement")
    return state.note(enters=enters)


def stride_told(into: Value, across: Value = None, road: Value = None, **_: Value) -> Stride:
    return Stride(str(into), road=bool(road), across=crossed(across))


def attempt(state: GameState, unit: str, stride: Stride, key: str) -> Asking[bool]:
    """One die for each thing in the way; all of them must succeed (AAM-39, 40)."""
    needed = rolls_for(state.unit(unit), stride)
    if not needed:
        return state, True
    state, passed = yield from roll(state, across_or_in, unit, stride, key)
    return state, passed == len(needed)


def across_or_in(now: GameState, unit: str, stride: Stride, key: str) -> Prompt:
    mover, dice = now.unit(unit), len(rolls_for(now.unit(unit), stride))
    ref = AAM_40 if dice > 1 else AAM_39
    helping = (*rows(*(handy(mover, each) for each in HANDY)), *by_hand_here(mover, ()))
    check = Check(key, dice, D6, AAM_39, (SUCCESS,), helping, needs=dice)
    return Prompt(key, "roll", mover.seat, say("{unit}: movement roll", unit=mover.name), ref, (mover.id,), (check,))


def handy(unit: Unit, ability: str) -> Modifier | None:
    """Some abilities help a movement roll (AAM-86)."""
    return Modifier(ability, 1, say("{ability}", ability=named(ability)), AAM_86) if has(unit, ability) else None


def off_the_map(now: GameState, unit: str, **_: Value) -> Refusal | None:
    mover = now.unit(unit)
    if mover.trackers.get("aboard"):
        return Refusal("aboard", say("{unit} is aboard: it cannot move", unit=mover.name), AAM_103)
    if mover.where != "table":
        return Refusal("off_the_map", say("{unit} is not on the map", unit=mover.name), AAM_66)
    return None


def disrupted_mover(now: GameState, unit: str, steps: Value = None, **_: Value) -> Refusal | None:
    """Neither a move nor a turn, unless an ability says otherwise; the bold do not stay where they are (AAM-34, 61, 86)."""
    mover = now.unit(unit)
    bold = steps != () and any(has(mover, each) for each in BOLD)
    if pinned(mover) and not bold:
        return Refusal("disrupted", say("{unit} is disrupted: it neither moves nor turns", unit=mover.name), AAM_61)
    return None


def closed_to_it(now: GameState, unit: str, **told: Value) -> Refusal | None:
    """Nobody rolls for ground that is closed to him (AAM-42)."""
    mover = now.unit(unit)
    if barred(mover, stride_told(**told)):
        return Refusal("closed", say("{unit} cannot go there off the road", unit=mover.name), AAM_42)
    return None


def enters(**_: Value) -> dict[str, Show]:
    return {"enters": lambda after: "yes" if after.noted("enters") else "no"}


MOVEMENT_ROLL = Opening("movement_roll", say("movement roll"), AAM_39, movement_roll, ROLL,
                        (off_the_map, disrupted_mover, closed_to_it), enters, actor="unit")


# Defensive fire offered to the other side, shooter by shooter


EMPTY_SEEN: Mapping[str, Any] = EMPTY
MOMENT_WORDS = {"left": say("in the hex it leaves"), "entered": say("in the hex it enters")}


def offered(state: GameState, unit: str, told: Map[Value], start: Map[Value], moment: str) -> Procedure:
    """Shooters are named one by one, each after the result before; nobody has to fire (AAM-79, 83, 139)."""
    state = state.note(held=False)
    again = task(offer, unit=unit, told=told, start=start, moment=moment)
    return (yield from until(lambda now: quiet(now, unit, told, moment), state, again))


def quiet(now: GameState, unit: str, told: Map[Value], moment: str) -> bool:
    """Over when the mover is stopped, when the rest hold their fire, or when nobody is left who may (AAM-78, 79, 82, 84, 85)."""
    able = (enemy for enemy in watching(now, unit, told, moment) if not may_fire_now(now, enemy, unit))
    return bool(now.noted("stopped") or now.noted("held") or not any(able))


def may_fire_now(now: GameState, enemy: str, unit: str) -> Refusal | None:
    """What forbids a shot at all, and a second one at the same step (AAM-78, 80)."""
    again = once_a_step(now.unit(enemy)) if enemy in have_fired(now, "in_step") else None
    return may_fire_defensively(now, enemy, unit) or again


def once_a_step(by: Unit) -> Refusal:
    """At the hex left or at the hex entered, never at both, however often it may fire in a phase (AAM-80)."""
    text = say("{unit} fires once at a step: in the hex left or in the hex entered", unit=by.name)
    return Refusal("fired_already", text, AAM_80)


def watching(now: GameState, unit: str, told: Map[Value], moment: str) -> tuple[str, ...]:
    """Provoked enemies next to the hex of this moment (AAM-75, 77, 80)."""
    near = nearby(told)
    return tuple(enemy for enemy in provoked(now, unit, near) if in_reach(now, enemy, unit, near[enemy], moment))


def nearby(told: Map[Value]) -> Map[Value]:
    """Enemies by their ranges; those only named are next to both hexes, or in one of them (AAM-75)."""
    near = told.get("near")
    if isinstance(near, tuple):
        return Map({str(enemy): (None, None) for enemy in near})
    return near if isinstance(near, Map) else EMPTY


def offer(state: GameState, unit: str, told: Map[Value], start: Map[Value], moment: str) -> Procedure:
    """One shot, or no more at this hex (AAM-45, 79, 80, 81)."""
    state, shooter = yield from choose(state, who_fires, unit, told, moment)
    if shooter == "hold":
        return state.note(held=True)
    state = state.note(in_step=(*have_fired(state, "in_step"), shooter))
    ground = start.get("terrain") if moment == "left" else told.get("into")
    road = start.get("road") if moment == "left" else told.get("road")
    ranges, seen = nearby(told)[shooter], EMPTY_SEEN
    if to_be_seen(state, shooter, unit, told, moment, ground):
        state, seen = yield from fill(state, seen_by, shooter, unit, told, moment, ground)
    far, arc = seen.get("range", hexes(ranges)[moment == "entered"]), seen.get("arc") or side(moment, ranges)
    return (yield from defensive_shot(state, shooter, unit, far, arc, str(seen.get("terrain") or ground), bool(road),
                                      others=None))


def who_fires(now: GameState, unit: str, told: Map[Value], moment: str) -> Prompt:
    mover = now.unit(unit)
    named = watching(now, unit, told, moment)
    shooters = tuple(Option(enemy, say("{unit}", unit=now.unit(enemy).name), may_fire_now(now, enemy, unit))
                     for enemy in named)
    fired = sum(1 for enemy in named if now.unit(enemy).trackers.get("fired_defensively"))
    text = say("{unit} provokes defensive fire: who fires {moment}?", unit=mover.name, moment=MOMENT_WORDS[moment])
    return Prompt(f"fire:{step_of(now, moment)}:{moment}:{fired}", "choice", 1 - mover.seat, text, AAM_79, (mover.id, *named),
                  options=(Option("hold", say("hold fire")), *shooters), readings=("df_trigger", "df_phases"))


def step_of(now: GameState, moment: str) -> int:
    """The number of the step in which a shot falls."""
    return now.noted("made") - (moment == "entered")


def seen_by(now: GameState, shooter: str, unit: str, told: Map[Value], moment: str, ground: Value) -> Prompt:
    by, at = now.unit(shooter), now.unit(unit)
    text = say("{attacker} fires defensively at {target}: how far?", attacker=by.name, target=at.name)
    asked = Record(to_be_seen(now, shooter, unit, told, moment, ground))
    return Prompt(f"shot:{shooter}", "form", by.seat, text, AAM_80, (by.id, at.id), fields=asked)


def to_be_seen(now: GameState, shooter: str, unit: str, told: Map[Value], moment: str, ground: Value) -> tuple[Field, ...]:
    """What only the table sees of a shot: the same hex or the next, where no ranges were told; the rest follows from the step,
    unless that may lead from one hex next to the shooter to none (AAM-80, 81, 85)."""
    unmeasured = not isinstance(told.get("near"), Map)
    either = now.reading("df_trigger") != "adjacent_to_adjacent" or has(now.unit(shooter), "battlefield_awareness")
    seen_apart = unmeasured and two_sided(now.unit(unit)) and either
    fields = {
        "range": unmeasured and Field("range", Whole(0, NEAR), required=True, default=NEAR),
        "terrain": ground is None and Field("terrain", Word(GROUND), required=True),
        "arc": seen_apart and Field("arc", Word(ARCS), required=True, default=side(moment, (NEAR, NEAR))),
    }
    return tuple(field for field in fields.values() if field)


# The step


def step(state: GameState, unit: str, told: Map[Value], start: Map[Value], key: str) -> Procedure:
    """Movement rolls, shots at the hex left, enter, shots at the hex entered; a failed roll provokes nobody (AAM-41, 84, 121).

    Where nobody told the shots of a step, the other side of a game is asked (AAM-79).
    """
    if halted(state):
        return state
    state, enters = yield from attempt(state.set(unit, "moved", True).note(in_step=()), unit, strides(start, (told,))[0], key)
    if not enters:
        return state.note(failed=True)
    for moment in ("left", "entered"):
        if not halted(state):
            state = state.note(made=state.noted("made") + (moment == "entered"), moment=moment)
            shots = offered if in_play(state) and told.get("shots") is None else fired
            state = yield from shots(state, unit, told, start, moment)
    return state


def halted(now: GameState) -> bool:
    """A failed roll or a hit ends the move (AAM-39, 82)."""
    return bool(now.noted("failed") or now.noted("stopped"))


def fired(state: GameState, unit: str, told: Map[Value], start: Map[Value], moment: str) -> Procedure:
    """The shots told for this moment, in their order; one that held its fire before may be among them (AAM-80, 84, 139)."""
    tasks = (task(shot, unit=unit, told=each, step=told, start=start) for each in shots_of(told, moment))
    return (yield from call(state, *tasks))


def shots_of(told: Map[Value], moment: str) -> tuple[Map[Value], ...]:
    shots = told.get("shots")
    named = shots if isinstance(shots, tuple) else ()
    return tuple(each for each in named if isinstance(each, Map) and each["at"] == moment)


def shot(state: GameState, unit: str, told: Map[Value], step: Map[Value], start: Map[Value]) -> Procedure:
    """A shot as told; what is left out follows from the step. Once the mover is stopped nobody wastes one.

    (AAM-78, 80, 81, 82, 139)
    """
    if state.noted("stopped"):
        return state
    shooter, at = str(told["attacker"]), str(told["at"])
    place = start if at == "left" else Map({"terrain": step["into"], "road": bool(step.get("road"))})
    fired = have_fired(state)
    return (yield from defensive_shot(
        state.note(fired=(*fired, shooter)), shooter, unit, number=fired.count(shooter), others=_beside(told, step, at),
        **_as_seen(told, place, _ranges(step, shooter), at)))  # type: ignore[arg-type]  # checked by SHOT


class Shooters(tuple[str, ...]):
    """Those who have fired, in their order; in words where odds name them."""

    __slots__ = ()

    def __str__(self) -> str:
        """As odds name them (AAM-84)."""
        return ", ".join(self) or "nobody"


def have_fired(now: GameState, when: str = "fired") -> Shooters:
    """Whose shots have fallen in this move, or in this step; once it is stopped nobody fires (AAM-80, 84, 139)."""
    found = now.scratch.get(when)
    return Shooters(map(str, found) if isinstance(found, tuple) else ())


def _ranges(step: Map[Value], shooter: str) -> Value:
    """Ranges to the hex left and the hex entered; next to both where nobody says otherwise (AAM-75, 80)."""
    near = step.get("near")
    return near.get(shooter, (1, 1)) if isinstance(near, Map) else (1, 1)


def _as_seen(told: Map[Value], place: Map[Value], ranges: Value, at: str) -> dict[str, Value]:
    """Range, side and terrain of the hex shot into, and what helps the shot (AAM-80, 81, 85)."""
    usual: dict[str, Value] = {"range": hexes(ranges)[at == "entered"], "arc": side(at, ranges), "road": bool(place.get("road")),
                               "terrain": place.get("terrain")}
    seen = {**usual, **{key: told[key] for key in (*usual, *LENT) if told.get(key) is not None}}
    if not seen["terrain"]:
        raise Impossible(say("from.terrain: is missing"))
    return seen


def _beside(told: Map[Value], step: Map[Value], at: str) -> tuple[str, ...]:
    """Who else is in the hex, for Blast: as told, or whom the hex entered holds (AAM-100)."""
    others = told.get("others", step.get("holds") if at == "entered" else ())
    return tuple(map(str, others)) if isinstance(others, tuple) else ()
