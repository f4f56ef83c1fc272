"""Who was aboard transports of its own formation that are destroyed: each saves, or is lost."""

from __future__ import annotations

from functools import partial

from engine.games.epic import refs
from engine.games.epic.abilities import capacity
from engine.games.epic.formations.riders import is_transport, places, rear_first, riding, transports
from engine.games.epic.formations.rows import UnitRow, lose_units, losses_that_mark, rows, units_left
from engine.games.epic.shooting.hits import Hit
from engine.games.epic.shooting.saves import ABOARD, Shelter, can_save, save_check, shelter
from engine.games.epic.shooting.volley import check_names
from engine.games.epic.terrain.ground import Cover
from engine.playing.citing import rule
from engine.playing.procedure import Procedure, decide, number
from engine.values.model import Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say, say_many

Aboard = tuple[int, ...]
"""How many of each row."""


@rule(refs.EPIC_126, refs.EPIC_155, refs.EPIC_254)
def leave_wrecks(state: GameState, formation: str, kind: str, before: int) -> Procedure:
    """Those who were in the transports lost of so many; out of skimmers that had popped up come
    none."""
    unit = state.unit(formation)
    wrecked = before - transports(unit)
    if not wrecked:
        return state
    least, most = in_the_wrecks(unit, wrecked, before)[:2]
    count = most
    if least < most:
        state, count = yield from number(state, how_many_were_aboard, formation, wrecked, before)
    out = rear_first(riding(unit), count)
    state = state.set(formation, "riding", left_aboard(riding(unit), out), refs.EPIC_254)
    if unit.count("popped_up"):
        return lose_units(state, formation, out, refs.EPIC_126)
    return (yield from decide(state, escape_dice, get_out, formation, kind, out))


@rule(refs.EPIC_44, refs.EPIC_145)
def markers_for_losses(before: Unit, after: Unit) -> int:
    """One for each unit that was lost in between, expendables aside."""
    pairs = zip(units_left(before), units_left(after), strict=True)
    return losses_that_mark(before, tuple(was - left for was, left in pairs))


def left_aboard(inside: Aboard, out: Aboard) -> Aboard:
    found = tuple(each - gone for each, gone in zip(inside, out, strict=True))
    return found if any(found) else ()


@rule(refs.EPIC_253, refs.EPIC_254)
def in_the_wrecks(unit: Unit, wrecked: int, before: int) -> tuple[int, int, int]:
    """At least those for whom there is no room in the others, at most all for whom there was room
    in them; as many as there would be if all were spread evenly."""
    total, room = sum(riding(unit)), places(unit)
    each = max((capacity(row.card) for row in rows(unit) if is_transport(row)), default=0)
    least, most = max(0, total - room), min(total, wrecked * each)
    even = -(-total * wrecked // before)
    return min(least, most), most, min(most, max(least, even))


def how_many_were_aboard(now: GameState, formation: str, wrecked: int, before: int) -> Prompt:
    unit = now.unit(formation)
    least, most, even = in_the_wrecks(unit, wrecked, before)
    text = say_many(
        "{unit}: how many were aboard the transport destroyed?",
        "{unit}: how many were aboard the {count} transports destroyed?",
        wrecked,
        unit=unit.name,
    )
    key = f"riders:{formation}"
    return Prompt(key, "number", unit.seat, text, refs.EPIC_254, (formation,), least=least, most=most, default=even)


@rule(refs.EPIC_155, refs.EPIC_254)
def rows_with_a_save(now: GameState, formation: str, kind: str, out: Aboard) -> tuple[tuple[UnitRow, Shelter], ...]:
    """Rows of which units get out and have a save: armour or a 6+, by one reading armour alone;
    against macro-weapons what works against them."""
    cover = Cover(save=ABOARD if now.reading("passengers") == "armour_or_6" else None)
    found = ((row, shelter(row, cover)) for row in rows(now.unit(formation)) if out[row.at])
    return tuple((row, each) for row, each in found if can_save(now, each, (Hit(kind),)))


def escape_dice(now: GameState, formation: str, kind: str, out: Aboard) -> Prompt:
    unit, key, able = now.unit(formation), f"escape:{formation}", rows_with_a_save(now, formation, kind, out)
    checks = tuple(
        save_check(now, name, out[row.at], each, (Hit(kind),))
        for name, (row, each) in zip(check_names(key, len(able)), able, strict=True)
    )
    text, labels = say("{unit}: out of the wrecks", unit=unit.name), partial(names_of, able)
    return Prompt(
        key, "roll", unit.seat, text, refs.EPIC_254, (formation,), checks, readings=("passengers",), labels=labels
    )


def names_of(able: tuple[tuple[UnitRow, Shelter], ...]) -> tuple[Text, ...]:
    return tuple(say("{unit}", unit=row.name) for row, _ in able)


def get_out(state: GameState, alive: tuple[int, ...], formation: str, kind: str, out: Aboard) -> GameState:
    """The dead are lost; the others stand where their transports stood."""
    found = zip(rows_with_a_save(state, formation, kind, out), alive, strict=True)
    saved = {row.at: count for (row, _), count in found}
    dead = tuple(count - saved.get(at, 0) for at, count in enumerate(out))
    return lose_units(state, formation, dead, refs.EPIC_254)
