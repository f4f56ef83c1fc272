"""Initiative: two dice and the best commander, re-rolled until decided; the winner says who is first."""

from __future__ import annotations

from dataclasses import replace

from engine.games.aam.abilities import by_hand_row
from engine.games.aam.commanders import silent_aboard
from engine.games.aam.refs import AAM_18, AAM_19, AAM_20, AAM_86
from engine.games.aam.units import disrupted, has, in_army
from engine.kinds import Field, Flag, ListOf, Record, UnitId, Whole
from engine.maps import Value
from engine.model import D6, Check, GameState, Modifier, Option, Prompt, Unit
from engine.procedure import Procedure, choose, confirm, rolls, task, until
from engine.rules import Opening
from engine.texts import say

BY_HAND = ("organization",)
Bonus = tuple[int, int] | None
Commanders = tuple[tuple[str, ...], tuple[str, ...]] | None
Recon = tuple[bool, bool] | None


def initiative(state: GameState, bonus: Bonus = None, commanders: Commanders = None, recon: Recon = None) -> Procedure:
    """Roll until somebody wins; then the winner chooses, or is first by the other reading (AAM-19, 20)."""
    state = yield from scouted(state, bonus, recon)
    state = yield from until(won, state, task(contest, bonus=bonus, commanders=commanders))
    winner = state.noted("winner") - 1
    seat = winner
    if state.reading("initiative") == "winner_chooses":
        state, choice = yield from choose(state, first_or_second, winner)
        seat = winner if choice == "first" else 1 - winner
    return replace(state, first=seat, seat=seat)


def scouted(state: GameState, bonus: Bonus, recon: Recon) -> Procedure:
    """Recon helps as long as it sees an enemy; two of them are no better (AAM-86, 90). A bonus told is the whole bonus."""
    for seat in (0, 1):
        sees = bool(recon and recon[seat])
        if recon is None and bonus is None and scouts(state, seat):
            state, sees = yield from confirm(state, is_seen, seat)
        state = state.note(**{f"recon:{seat}": True}) if sees else state
    return state


def scouts(now: GameState, seat: int) -> tuple[Unit, ...]:
    return tuple(unit for unit in in_army(now, seat) if has(unit, "recon"))


def is_seen(now: GameState, seat: int) -> Prompt:
    units = scouts(now, seat)
    text = say("Recon: does {units} see an enemy?", units=", ".join(unit.name for unit in units))
    return Prompt(f"recon:{seat}", "confirm", seat, text, AAM_86, tuple(unit.id for unit in units), default=False)


def won(now: GameState) -> bool:
    return bool(now.noted("winner"))


def contest(state: GameState, bonus: Bonus, commanders: Commanders) -> Procedure:
    """Higher total; on equal totals the higher bonus; on equal bonuses nobody yet (AAM-18, 19)."""
    state, (ours, theirs) = yield from rolls(state, dice, bonus, commanders)
    own, other = (bonus_of(state, seat, bonus, commanders) + state.noted(f"recon:{seat}") for seat in (0, 1))
    edge = (ours - theirs) or (own - other)
    winner = 1 if edge > 0 else 2 if edge < 0 else 0
    return state.note(winner=winner, first_roll=state.noted("first_roll") or winner + 1, again=True)


def dice(now: GameState, bonus: Bonus, commanders: Commanders) -> Prompt:
    key = "initiative:again" if now.noted("again") else "initiative"
    checks = tuple(Check(f"{key}:{seat}", 2, D6, AAM_18, keep=0, modifiers=commander(now, seat, bonus, commanders))
                   for seat in (0, 1))
    return Prompt(key, "roll", 0, say("initiative"), AAM_18, checks=checks, readings=("commander_aboard",))


def commander(now: GameState, seat: int, bonus: Bonus, commanders: Commanders) -> tuple[Modifier, ...]:
    """The bonus, and abilities that the table applies by hand (AAM-86)."""
    amount = bonus_of(now, seat, bonus, commanders)
    best = (Modifier("commander", amount, say("best commander who is not disrupted"), AAM_18),) if amount else ()
    seen = (Modifier("recon", 1, say("Recon: it sees an enemy"), AAM_86),) if now.noted(f"recon:{seat}") else ()
    return (*best, *seen, *(by_hand_row(unit, key) for unit in in_army(now, seat) for key in BY_HAND if has(unit, key)))


def bonus_of(now: GameState, seat: int, bonus: Bonus, commanders: Commanders) -> int:
    """The single best bonus of the commanders who are not disrupted, told or found in the army (AAM-18, 93)."""
    if bonus is not None:
        return bonus[seat]
    army = in_army(now, seat) if commanders is None else tuple(now.unit(unit) for unit in commanders[seat])
    able = (unit for unit in army if not unit.gone and not disrupted(unit) and not silent_aboard(now, unit.id))
    return max((value for unit in able if isinstance(value := unit.stated("initiative"), int)), default=0)


def first_or_second(now: GameState, winner: int) -> Prompt:
    options = (Option("first", say("first player")), Option("second", say("second player")))
    return Prompt("order", "choice", winner, say("the winner is first or second player"), AAM_20, options=options,
                  readings=("initiative",))


def tells(now: GameState, bonus: Bonus = None, commanders: Commanders = None, recon: Recon = None) -> dict[str, Value]:
    return {"bonus": tuple(bonus_of(now, seat, bonus, commanders) + bool(recon and recon[seat]) for seat in (0, 1))}


def first_roll(after: GameState) -> int | str:
    """The first throw: a seat, or nobody."""
    winner = after.noted("first_roll") - 1
    return winner - 1 if winner else "tie"


SITUATION = Record((Field("bonus", ListOf(Whole(-9, 9), 2, 2)), Field("commanders", ListOf(ListOf(UnitId()), 2, 2)),
                    Field("recon", ListOf(Flag(), 2, 2))))
INITIATIVE = Opening(
    "initiative", say("initiative"), AAM_19, initiative, SITUATION,
    shows=lambda **_: {"winner": lambda after: after.noted("winner") - 1, "first_roll": first_roll}, tells=tells,
)
