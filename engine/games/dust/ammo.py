"""Ammunition: how many rounds may be fired now, and what is left; reloading."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.dust.assault import entered
from engine.games.dust.heroes import has_skill, together
from engine.games.dust.problems import knowing
from engine.games.dust.refs import DUST_55, DUST_116, DUST_128, DUST_157, DUST_160, DUST_180
from engine.games.dust.units import because, fallen, kind
from engine.games.dust.values import UNLIMITED, limited, lines, loaded, needs_reload, parsed, soldiers, stock
from engine.playing.procedure import Procedure, choose
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Either, Field, Flag, ListOf, Record, UnitId, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Option, Prompt, Ref, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

WEAPON = Record(fields(range=Word(), kinds=ListOf(Word()), ammo=Whole(0, 99), columns=Whole(1, 99)))


def ammo(
    now: GameState,
    weapon: Value = None,
    alive: Value = None,
    ammo: int | None = None,
    skills: tuple[str, ...] = (),
    wanted: int | None = None,
    unit: str | None = None,
    **told: Value,
) -> dict[str, Value]:
    """One round for each living soldier, what is left, what is printed; Bad Ass brings it back
    later (DUST-116, 157, 160)."""
    at = now.unit(unit) if unit is not None else None
    name = str(weapon) if isinstance(weapon, str) else ""
    left = ammo if ammo is not None else in_stock(at, name, weapon)
    most = min([left, *limits(now, at, name, alive, told)])
    fired = most if wanted is None else min(wanted, most)
    back = "bad_ass" in skills or (unit is not None and has_skill(now, unit, "bad_ass"))
    unlimited = left >= UNLIMITED
    rest = left if unlimited else left - fired
    return {
        "may_fire": most,
        "left": rest,
        "next": max(left, printed_stock(at, name, weapon)) if back else rest,
        "legal": wanted is None or wanted <= most,
    }


def reasons(
    now: GameState, weapon: Value = None, skills: tuple[str, ...] = (), unit: str | None = None, **told: Value
) -> Iterator[Ref]:
    """What else than the stock counts: an empty weapon, columns of a volley, Bad Ass (DUST-55,
    116, 157)."""
    at, name = now.unit(unit) if unit is not None else None, str(weapon)
    if told.get("loaded") is False or (at and not loaded(at, name)):
        yield DUST_55
    if told.get("columns") or (at and most_columns(at, name) > 1):
        yield DUST_157
    if "bad_ass" in skills or (unit is not None and has_skill(now, unit, "bad_ass")):
        yield DUST_116


def in_stock(at: Unit | None, name: str, weapon: Value) -> int:
    if isinstance(weapon, Map):
        told = weapon.get("ammo")
        return told if isinstance(told, int) else UNLIMITED
    if at is None or not name:
        return UNLIMITED
    if name not in lines(at):
        raise Impossible(say("{unit} has no weapon {weapon}", unit=at.name, weapon=name))
    return stock(at, name) if limited(at, name) else UNLIMITED


def printed_stock(at: Unit | None, name: str, weapon: Value) -> int:
    told = weapon.get("ammo") if isinstance(weapon, Map) else at.stated("weapons", name, "ammo") if at else None
    return told if isinstance(told, int) else 0


def limits(now: GameState, at: Unit | None, name: str, alive: Value, told: dict[str, Value]) -> list[int]:
    """What is told: living soldiers, columns of a volley, an empty weapon; the rest by the card
    (DUST-55, 157, 160)."""
    found = [0] if told.get("loaded") is False else []
    is_a = str(told.get("kind") or (kind(at) if at is not None else ""))
    if alive is not None and is_a != "walker":
        found.append(len(alive) if isinstance(alive, tuple) else int(str(alive)))
    found += [int(str(told["columns"]))] if isinstance(told.get("columns"), int) else []
    return found if at is None else [*found, *by_the_card(now, at, name, is_a, alive is None)]


def by_the_card(now: GameState, at: Unit, name: str, is_a: str, counted: bool) -> list[int]:
    """Its men unless they were told, its columns; a hero or a walker fires a whole volley
    (DUST-55, 157, 160)."""
    columns = most_columns(at, name)
    found = [soldiers(now, at)] if counted and is_a != "walker" and not (is_a == "hero" and columns > 1) else []
    found += [columns] if name in lines(at) and (is_a == "walker" or columns > 1) else []
    return [*found, 0] if needs_reload(at, name) and not loaded(at, name) else found


def most_columns(at: Unit, name: str) -> int:
    """The longest volley printed anywhere in the line (DUST-157)."""
    values = at.stated("weapons", name, "values")
    printed = [parsed(str(value)) for value in (values.values() if isinstance(values, Map) else ())]
    return max((len(each.columns) for each in printed if each), default=1)


def reload(state: GameState, unit: str, weapon: str | None = None) -> Procedure:
    """One Skill action makes a weapon ready, in the same activation too (DUST-128, 164)."""
    empty = empties(state, unit)
    if weapon is None and len(empty) > 1:
        state, weapon = yield from choose(state, which, unit)
    name = weapon or next(iter(empty), "")
    owner = next((each for each in together(state, unit) if name in lines(state.unit(each))), None)
    return (
        because(entered(state, state.unit(owner), "loaded", name, True), DUST_128, owner, "loaded") if owner else state
    )


def empties(now: GameState, unit: str) -> tuple[str, ...]:
    return tuple(
        weapon
        for each in together(now, unit)
        for weapon in lines(now.unit(each))
        if needs_reload(now.unit(each), weapon) and not loaded(now.unit(each), weapon)
    )


def which(now: GameState, unit: str) -> Prompt:
    at = now.unit(unit)
    options = tuple(Option(weapon, say("{weapon}", weapon=weapon)) for weapon in empties(now, unit))
    return Prompt(
        "reload",
        "choice",
        at.seat,
        say("{unit}: reload which weapon?", unit=at.name),
        DUST_128,
        (unit,),
        options=options,
    )


def nothing_empty(now: GameState, unit: str, weapon: str | None = None, **_: Value) -> Refusal | None:
    """The destroyed have nothing to load (DUST-128, 180)."""
    at, empty = now.unit(unit), empties(now, unit)
    if fallen(at):
        return Refusal("destroyed", say("{unit} is destroyed", unit=at.name), DUST_180)
    if weapon in empty or (empty and weapon is None):
        return None
    if weapon is not None:
        return Refusal("loaded", say("{weapon} need not be reloaded", weapon=weapon), DUST_128)
    return Refusal("loaded", say("{unit}: every weapon is loaded", unit=at.name), DUST_128)


AMMO = Opening(
    "ammo",
    say("ammunition"),
    DUST_160,
    knowing(ammo, nothing, reasons),
    Record(
        (
            Field("weapon", Either((Word(), WEAPON))),
            Field("unit", UnitId()),
            Field("alive", Either((Whole(0, 99), ListOf(Whole(0, 99))))),
            Field("ammo", Whole(0, 99)),
            Field("skills", ListOf(Word()), default=()),
            Field("wanted", Whole(0, 99)),
            Field("kind", Word(("squad", "hero", "walker"))),
            Field("columns", Whole(1, 99)),
            Field("loaded", Flag()),
        )
    ),
    tells=ammo,
)
RELOAD = Opening(
    "reload",
    say("reload"),
    DUST_128,
    reload,
    Record((Field("unit", UnitId(), required=True), Field("weapon", Word()))),
    (nothing_empty,),
    actor="unit",
)
