"""The command squad: orders that its living members give, one attempt a round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.games.dust.actions import GIVEN_BY, ORDERS, barred
from engine.games.dust.assault import entered
from engine.games.dust.heroes import together
from engine.games.dust.losses import alike, described
from engine.games.dust.problems import Problem, knowing, refusal, verdict
from engine.games.dust.refs import (
    DUST_58,
    DUST_60,
    DUST_141,
    DUST_143,
    DUST_144,
    DUST_146,
    DUST_147,
    DUST_148,
    DUST_149,
    DUST_150,
    DUST_191,
)
from engine.games.dust.units import (
    HITS,
    because,
    fallen,
    has_role,
    hit_points,
    is_hero,
    is_soldier,
    is_squad,
    living,
    on_board,
    use,
    used,
)
from engine.games.dust.values import artillery, lines, stock
from engine.playing.procedure import Procedure, choose, roll
from engine.playing.rules import Opening
from engine.values.kinds import Either, Field, Flag, ListOf, Record, UnitId, Whole, Word
from engine.values.maps import Value
from engine.values.model import Check, Option, Prompt, Ref, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

ROLLED = ("reactivate", "field_repair", "come_on_guys")
WITH_RADIO = ("field_repair", "come_on_guys", "artillery_strike")
CLOSE = ("makeshift_repair", "get_up")
MEMBERS = ("officer", "radio", "mechanic", "medic", "specialist")
EVERY_ORDER = (*ORDERS, "artillery_strike")
GIVERS = {**GIVEN_BY, "artillery_strike": "radio"}
FRESH = ("alive", "damage", "activated", "reactivated", "moved", "cover", "heroic", "serum")
"""What a unit that is brought back no longer carries (DUST-152)."""
REFS = {
    "reactivate": DUST_144,
    "makeshift_repair": DUST_146,
    "field_repair": DUST_147,
    "get_up": DUST_148,
    "come_on_guys": DUST_149,
    "artillery_strike": DUST_60,
}


def command(state: GameState, order: str, unit: str | None = None, target: str | None = None, **told: Any) -> Procedure:
    """An order: no roll, or one die that must show a hit; then what it does (DUST-143, 144, 146,
    147, 148, 149)."""
    state, success = (yield from roll(state, will_it, order, unit)) if order in ROLLED else (state, 1)
    if unit is not None:
        state = attempted(state, unit, order, bool(success))
    state = state.note(success=bool(success))
    if target is not None and order == "get_up":
        return (yield from got_up(state, target))
    return EFFECTS[order](state, target) if success and target is not None and order in EFFECTS else state


def will_it(now: GameState, order: str, unit: str | None) -> Prompt:
    """DUST-144, 147, 149."""
    check = Check("command", 1, HITS, REFS[order], (1,), needs=1)
    seat = now.unit(unit).seat if unit is not None else now.seat
    by = tuple(filter(None, (unit,)))
    return Prompt("command", "roll", seat, say("does the order get through?"), REFS[order], by, (check,))


def attempted(state: GameState, unit: str, order: str, success: bool) -> GameState:
    """One attempt a round; some succeed once a game (DUST-143, 147, 149)."""
    seat = state.unit(unit).seat
    if success and order in ("field_repair", "come_on_guys"):
        state = use(state, unit, order)
    if order == "artillery_strike" and state.reading("strikeCounts") == "no":
        return state
    state = state.set(unit, "orders", (*state.unit(unit).marks("orders"), order))
    return state.set(f"@{seat}", "command", "tried" if success else "failed")


def problems(
    now: GameState,
    order: str,
    unit: str | None = None,
    target: str | None = None,
    members: tuple[str, ...] | None = None,
    adjacent: bool | None = None,
    already_tried: Value = None,
    same_square: bool | None = None,
    **_: Value,
) -> Iterator[Problem]:
    """Everything against an order: its giver, the Radio, the attempt of this round, whom it is
    for."""
    adjacent = now.reading("sameSquareAdjacent") == "yes" if same_square else adjacent
    alive = members if members is not None else roles(now, unit)
    if alive is not None:
        yield from unable(order, alive, adjacent)
    elif order in CLOSE and adjacent is False:
        yield Problem(say("only for an adjacent unit"), REFS[order])
    if barred(now, order, unit, already_tried):
        yield Problem(say("one command skill a round"), DUST_143)
    if unit is not None and succeeded(now, unit, order):
        yield Problem(say("this succeeds once in a game"), REFS[order])
    if target is not None:
        yield from unfit(now, order, unit, now.unit(target))


def roles(now: GameState, unit: str | None) -> tuple[str, ...] | None:
    """The members still alive, where the card names them (DUST-141)."""
    at = now.unit(unit) if unit is not None else None
    if at is None or at.stated("models") is None:
        return None
    return tuple(giver for giver in dict.fromkeys(GIVERS.values()) if has_role(at, giver))


def unable(order: str, alive: tuple[str, ...], adjacent: bool | None) -> Iterator[Problem]:
    """A dead member gives no order; the Radio carries orders, but no hands (DUST-60, 141, 144,
    145, 146, 147, 148, 149)."""
    if GIVERS[order] not in alive:
        yield Problem(say("whoever gives this order is dead"), DUST_141)
    if order in WITH_RADIO and "radio" not in alive:
        yield Problem(say("this order needs the Radio"), REFS[order])
    if adjacent is False and (order in CLOSE or "radio" not in alive):
        yield Problem(say("only for an adjacent unit"), REFS[order])


def succeeded(now: GameState, unit: str, order: str) -> bool:
    """Once in a game for each command squad, or by one reading for each player (DUST-147, 149)."""
    own = now.unit(unit)
    squads = [at for at in now.units.values() if at.seat == own.seat] if now.reading("onceScope") == "player" else [own]
    return any(used(squad, order) for squad in squads)


def unfit(now: GameState, order: str, unit: str | None, at: Unit) -> Iterator[Problem]:
    """Whom an order is not for; never the command squad itself (DUST-144, 146, 147, 148, 149,
    150, 191)."""
    own = together(now, unit) if unit is not None else ()
    if unit is not None and at.seat != now.unit(unit).seat:
        yield Problem(say("{unit} is an enemy", unit=at.name), REFS[order])
    if at.id == unit or (at.id in own and not (order == "get_up" and now.reading("commandOwnHero") == "yes")):
        yield Problem(say("orders never affect the command squad itself"), DUST_150)
    if order == "reactivate":
        yield from not_to_reactivate(now, at)
    elif order in CLOSE:
        soldier = order == "get_up"
        if fallen(at) or is_soldier(at) is not soldier:
            yield Problem(say("{unit} cannot be helped like this", unit=at.name), REFS[order])
    elif order in ("field_repair", "come_on_guys"):
        wanted = "squad" if order == "come_on_guys" else "walker"
        if not fallen(at) or at.word("kind") != wanted:
            yield Problem(say("{unit} cannot be brought back like this", unit=at.name), REFS[order])
    elif at.count("activated") or not on_board(at) or (lines(at) and not artillery(at)):
        yield Problem(say("{unit} cannot fire indirectly now", unit=at.name), DUST_58)


def not_to_reactivate(now: GameState, at: Unit) -> Iterator[Problem]:
    """A unit on the board that has acted, in a reaction too, or by one reading any (DUST-72,
    144, 191)."""
    if not on_board(at):
        yield Problem(say("{unit} is not on the board", unit=at.name), DUST_144)
    elif not at.count("activated") and now.reading("reactivateWho") == "activated":
        yield Problem(say("{unit} has not been activated yet", unit=at.name), DUST_191)


def reactivated(state: GameState, target: str) -> GameState:
    """It acts right after the command squad, once more (DUST-144, 191)."""
    for each in together(state, target):
        state = state.set(each, "activated", True).set(each, "reactivated", True)
    return state.set(f"@{state.unit(target).seat}", "acts_next", target)


def patched(state: GameState, target: str, ref: Ref = DUST_146) -> GameState:
    """DUST-146, 148."""
    return because(state.set(target, "damage", max(0, state.unit(target).count("damage") - 1)), ref, target, "damage")


def brought_back(state: GameState, target: str) -> GameState:
    """Complete, and active at once from its deployment zone; its loss stays counted (DUST-147,
    149, 151, 152)."""
    full = state.reading("returnState") == "full"
    for tracker in (*FRESH, *(("ammo", "loaded") if full else ())):
        state = state.set(target, tracker, None)
    if not full and not is_squad(state.unit(target)):
        state = state.set(target, "damage", hit_points(state.unit(target)) - 1)
    state = state.set(target, "where", "reserve").set(target, "deaths", state.unit(target).count("deaths") + 1)
    ref = DUST_149 if is_squad(state.unit(target)) else DUST_147
    state = because(state, ref, target, "where", "damage", "ammo", "loaded")
    return state.set(f"@{state.unit(target).seat}", "acts_next", target)


def got_up(state: GameState, target: str) -> Procedure:
    """A hit point for a hero, a soldier for a squad, asked for where the dead differ (DUST-148)."""
    if is_hero(state.unit(target)):
        return patched(state, target, DUST_148)
    fallen = dead(state.unit(target))
    if not fallen:
        return state
    model = fallen[-1]
    if len(alike(state.unit(target), fallen)) > 1:
        state, key = yield from choose(state, who_gets_up, target)
        model = int(key)
    alive = tuple(sorted((*living(state.unit(target)), model)))
    state = rearmed(state, target, model)
    return because(state.set(target, "alive", alive if len(fallen) > 1 else None), DUST_148, target, "alive", "ammo")


def dead(unit: Unit) -> tuple[int, ...]:
    return tuple(model for model in range(hit_points(unit)) if model not in living(unit))


def who_gets_up(now: GameState, target: str) -> Prompt:
    """One option for each loadout, the last of the card first (DUST-148)."""
    unit = now.unit(target)
    bands = alike(unit, reversed(dead(unit)))
    options = tuple(Option(str(models[0]), described(each)) for each, models in bands.items())
    return Prompt(
        "gets_up",
        "choice",
        unit.seat,
        say("{unit}: who gets up?", unit=unit.name),
        DUST_148,
        (target,),
        options=options,
    )


def rearmed(state: GameState, target: str, model: int) -> GameState:
    """His own ammunition, the whole stock, or none (DUST-148)."""
    reading, unit = state.reading("medicAmmo"), state.unit(target)
    for weapon in lines(unit) if reading != "none" else ():
        carried = unit.stated("models", model, "weapons")
        if unit.stated("weapons", weapon, "ammo") is None:
            continue
        full = unit.need("weapons", weapon, "ammo")
        own = carried.count(weapon) if isinstance(carried, tuple) else 0
        now = full if reading == "squad" else min(full, stock(unit, weapon) + own)
        if now != stock(unit, weapon):
            state = entered(state, state.unit(target), "ammo", weapon, now)
    return state


EFFECTS: dict[str, Callable[[GameState, str], GameState]] = {
    "reactivate": reactivated,
    "makeshift_repair": patched,
    "field_repair": brought_back,
    "come_on_guys": brought_back,
}


def not_allowed(now: GameState, **told: Any) -> Refusal | None:
    """DUST-143."""
    return refusal("not_allowed", problems(now, **told))


def tells(now: GameState, order: str, **told: Any) -> dict[str, Value]:
    return verdict("allowed", problems(now, order, **told))


SITUATION = Record(
    (
        Field("order", Word(EVERY_ORDER), required=True),
        Field("members", ListOf(Word(MEMBERS))),
        Field("adjacent", Flag()),
        Field("same_square", Flag()),
        Field("already_tried", Either((Word(("tried", "failed", "succeeded")), Flag()))),
        Field("target", UnitId()),
        Field("unit", UnitId()),
        Field("round", Whole(1, 99)),
    )
)
COMMAND = Opening(
    "command",
    say("command skill"),
    DUST_143,
    knowing(tells, command),
    SITUATION,
    (not_allowed,),
    shows=lambda **_: {"success": lambda after: "yes" if after.noted("success") else "no"},
    actor="unit",
    tells=tells,
    judges=True,
)
