"""Attacks in an assault: whom the hits may reach, who falls."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from engine.games.epic.blows import Duel, Fight, Strike, counted, engaged, numbers, strikes
from engine.games.epic.fire import names
from engine.games.epic.formations import Row, models, rows
from engine.games.epic.hits import Group, Hit, Mark, grouped, handed_out, through
from engine.games.epic.hulls import engine, has_engines, hulls, lowered, shields_of
from engine.games.epic.refs import EPIC_49, EPIC_89, EPIC_90, EPIC_95, EPIC_151
from engine.games.epic.saves import Shelter, can_save, save_check, shelter
from engine.games.epic.terrain import cover_of
from engine.games.epic.warengines import Wound, damage_dice, screens, wounds
from engine.playing.procedure import Procedure, decide, lastly, rolls, task
from engine.values.maps import Map, Value
from engine.values.model import D6, Check, Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import say


def strike(state: GameState, duel: Duel, side: int, first: bool, support: bool = False) -> Procedure:
    """One side's dice, its hits allocated and saved; the fallen lie until both have struck; nobody
    supports the dead (EPIC-89, 91, 95, 266)."""
    blows = blows_of(state, duel, side, first, support)
    if not blows or not alive(state, duel.sides[side]):
        return state
    stage = "support" if support else "first" if first else ""
    parts = [task(thrown, duel=duel, side=side, first=first, support=support)]
    if any(blow.hit.damage <= 0 for blow in blows):
        parts.append(task(told_damage, duel=duel, side=1 - side))
    kinds = sorted({in_second_pass(blow.hit) for blow in blows})
    parts += [
        task(one_pass, duel=duel, side=1 - side, stage=stage, macro=kind, last=kind == kinds[-1]) for kind in kinds
    ]
    return (yield from lastly(state, *parts))


def in_second_pass(hit: Hit) -> bool:
    """Whether it waits for the second pass (EPIC-51)."""
    return hit.type in ("mw", "tk")


def thrown(state: GameState, duel: Duel, side: int, first: bool, support: bool) -> Procedure:
    """The dice alone, so that equal hits of different units are one table (EPIC-89)."""
    return (yield from decide(state, to_hit, landed, duel, side, first, support))


def landed(state: GameState, readings: tuple[int, ...], duel: Duel, side: int, first: bool, support: bool) -> GameState:
    found: dict[Hit, int] = {}
    for blow, count in zip(blows_of(state, duel, side, first, support), readings, strict=True):
        hit = near(state, duel, side, blow)
        found[hit] = found.get(hit, 0) + count
    return state.note(landed=tuple((hit, count) for hit, count in found.items() if count))


def landed_hits(now: GameState) -> tuple[tuple[Hit, int], ...]:
    found: Any = now.scratch.get("landed")
    return found or ()


def told_damage(state: GameState, duel: Duel, side: int) -> Procedure:
    """Titan Killers whose damage a die tells, where there are war engines to take it (EPIC-160,
    171)."""
    found: list[tuple[Hit, int]] = []
    for n, (hit, count) in enumerate(landed_hits(state)):
        points: tuple[int, ...] = (max(1, hit.damage),) * count
        if hit.damage < 0 and any(has_engines(state.unit(fight.formation)) for fight in duel.sides[side]):
            target, key = duel.sides[side][0].formation, named(state, "damage" if n == 0 else f"damage:of:{n}")
            state, points = yield from rolls(state, damage_dice, target, -hit.damage, count, key)
        found += [(hit._replace(damage=each), points.count(each)) for each in sorted(set(points))]
    return state.note(landed=tuple(found))


def near(now: GameState, duel: Duel, side: int, blow: Strike) -> Hit:
    """Close combat passes by shields: where there are any the hit says what it is (EPIC-179,
    276)."""
    shielded = any(shields_of(row) for fight in duel.sides[1 - side] for row in rows(now.unit(fight.formation)))
    return blow.hit._replace(traits=(*blow.hit.traits, "cc")) if shielded and blow.close else blow.hit


def blows_of(now: GameState, duel: Duel, side: int, first: bool, support: bool) -> tuple[Strike, ...]:
    if not support:
        return strikes(now, duel.sides[side], first)
    able_to = tuple(
        fight._replace(all="ff" if fight.all else "")
        for fight in duel.supporters[side]
        if may_support(now, fight.formation)
    )
    return (*strikes(now, able_to, False), *strikes(now, able_to, True))


def may_support(now: GameState, formation: str) -> bool:
    """Neither broken nor marching; markers suppress nobody (EPIC-16, 96)."""
    unit = now.unit(formation)
    return unit.where == "table" and not unit.count("broken") and not unit.count("marched")


def one_pass(state: GameState, duel: Duel, side: int, stage: str, macro: bool, last: bool) -> Procedure:
    """Normal hits on one side, or macro-weapons: all allocated, then saved (EPIC-49, 51, 91)."""
    hits = tuple(each for each in landed_hits(state) if in_second_pass(each[0]) == macro)
    state = state.note(landed=()) if last else state
    if not hits or not standing(state, duel, side):
        return state
    return (yield from decide(state, saves, fallen, duel, side, hits, stage, macro))


Place = tuple[str, Row, int]
"""A formation's row and how many of its engaged units have not fallen."""


def standing(now: GameState, duel: Duel, side: int) -> tuple[Place, ...]:
    """Directly engaged units that can be hit, front to back, less those fallen in this exchange
    (EPIC-84, 91)."""
    found = []
    for fight in duel.sides[side]:
        down = laid(now, fight.formation)
        for row, (close, afar) in zip(rows(now.unit(fight.formation)), engaged(now, fight), strict=True):
            units = min(close + afar, len(sound(now, fight.formation, row)) - counted(down, row.at))
            if units > 0:
                found.append((fight.formation, row, units))
    return tuple(found)


def sound(now: GameState, formation: str, row: Row) -> tuple[int, ...]:
    """Units of a row that no wound of this exchange has finished: engines by their places, the
    others all."""
    if not engine(row):
        return tuple(range(row.left))
    hurt = {(at, nth): lost for at, nth, lost, _ in wounded(now, formation)}
    return tuple(
        nth
        for nth, hull in enumerate(hulls(now.unit(formation), row))
        if hull.damage + hurt.get((row.at, nth), 0) < row.weight
    )


def wounded(now: GameState, formation: str) -> tuple[Wound, ...]:
    """Damage of this exchange, which falls when both sides have struck."""
    found: Any = now.scratch.get(f"wounds:{formation}")
    return found if isinstance(found, tuple) else ()


def laid(now: GameState, formation: str) -> tuple[int, ...]:
    """The fallen of a formation who still strike in this exchange."""
    return numbers(now, f"fallen:{formation}")


def saving(now: GameState, duel: Duel, side: int, hits: tuple[tuple[Hit, int], ...]) -> tuple[Group, ...]:
    """Those who have a save at all."""
    return _sorted_out(*_side(now, duel, side), hits)[1]


def _side(
    now: GameState, duel: Duel, side: int
) -> tuple[tuple[Unit, ...], Map[Value], Map[Value], tuple[Fight, ...], int]:
    """All that the saves of a side rest on."""
    fights, noted = duel.sides[side], dict[str, Value]()
    for fight in fights:
        noted |= {
            key: now.scratch[key]
            for key in (f"fallen:{fight.formation}", f"buried:{fight.formation}", f"wounds:{fight.formation}")
            if key in now.scratch
        }
    return tuple(now.unit(fight.formation) for fight in fights), now.options, Map(noted), fights, side


@lru_cache(maxsize=4096)
def _sorted_out(
    units: tuple[Unit, ...],
    options: Map[Value],
    noted: Map[Value],
    fights: tuple[Fight, ...],
    side: int,
    hits: tuple[tuple[Hit, int], ...],
) -> tuple[tuple[Group, ...], tuple[Group, ...], tuple[Place, ...]]:
    """Who is hit, who of them saves, where they stand: a table of one side, since odds ask for
    the same few thousands of times."""
    now = GameState("", Map({unit.id: unit for unit in units}), options=options, scratch=noted)
    duel = Duel(((), fights) if side else (fights, ()))
    groups = grouped(marks(now, duel, side), hits)
    able = tuple(group for group in groups if can_save(now, sheltered(now, duel, side, group[0]), group[1]))
    return groups, able, standing(now, duel, side)


def marks(now: GameState, duel: Duel, side: int) -> tuple[Mark, ...]:
    """The units of a side one by one, war engines behind their shields (EPIC-91, 178)."""
    close = {
        (fight.formation, row): touch
        for fight in duel.sides[side]
        for row, (touch, _) in enumerate(engaged(now, fight))
    }
    found = []
    for n, (formation, row, units) in enumerate(standing(now, duel, side)):
        before, able = screens(now, now.unit(formation), row), sound(now, formation, row)
        found += [
            Mark(n, row.type, row.weight, contact=unit < close[formation, row.at], screen=before[able[unit]])
            for unit in range(units)
        ]
    return tuple(found)


def saves(now: GameState, duel: Duel, side: int, hits: tuple[tuple[Hit, int], ...], stage: str, macro: bool) -> Prompt:
    """One for each hit on each unit that has a save (EPIC-50, 91)."""
    groups = saving(now, duel, side, hits)
    lead = duel.sides[side][0].formation
    key = named(now, ":".join(word for word in ("save", stage, "macro" if macro else "") if word)) + f":{lead}"
    checks = tuple(
        save_check(now, name, count, sheltered(now, duel, side, at), taken)
        for name, (at, taken, count) in zip(names(key, len(groups)), groups, strict=True)
    )
    unit = now.unit(lead)
    return Prompt(key, "roll", unit.seat, say("{unit} saves", unit=unit.name), EPIC_49, (lead,), checks)


def sheltered(now: GameState, duel: Duel, side: int, at: int) -> Shelter:
    """What a place of the fight saves with; cover for the defender alone (EPIC-92)."""
    formation, row, _ = standing(now, duel, side)[at]
    terrain = next(fight.terrain for fight in duel.sides[side] if fight.formation == formation)
    cover = cover_of(now, row, terrain, False, bool(now.unit(formation).count("overwatch")))
    return shelter(row, cover, use_cover=side == 1)


def fallen(
    state: GameState,
    survivors: tuple[int, ...],
    duel: Duel,
    side: int,
    hits: tuple[tuple[Hit, int], ...],
    stage: str,
    macro: bool,
) -> GameState:
    """Units whose saves failed (EPIC-50, 91)."""
    groups, able, places = _sorted_out(*_side(state, duel, side), hits)
    saved, before, dead = dict(zip(able, survivors, strict=True)), state, dict[str, list[int]]()
    if any(engine(row) for _, row, _ in places):
        state = engines_struck(state, duel, side, hits, tuple((group, saved.get(group, 0)) for group in groups))
    for group in groups:
        (at, taken, count), alive = group, saved.get(group, 0)
        formation, row, _ = places[at]
        if taken[0].on >= 0:
            continue
        lies = dead.setdefault(formation, list(laid(before, formation)) or [0] * len(rows(before.unit(formation))))
        lies[row.at] += count - alive
    kept: dict[str, Value] = {
        f"fallen:{formation}": tuple(lies) if any(lies) else () for formation, lies in dead.items()
    }
    return state.note(**kept)


def engines_struck(
    state: GameState, duel: Duel, side: int, hits: tuple[tuple[Hit, int], ...], ended: tuple[tuple[Group, int], ...]
) -> GameState:
    """Shields drop at once; damage waits until both sides have struck (EPIC-89, 178, 276)."""
    places, lines = standing(state, duel, side), marks(state, duel, side)
    for mark, taken in zip(lines, handed_out(lines, hits), strict=True):
        if mark.screen:
            formation, row, _ = places[mark.row]
            state = lowered(state, formation, row.at, mark.screen.nth, through(mark, taken)[1])
    for at, nth, lost, _ in wounds(ended):
        formation, row, _ = places[at]
        old = {(row_at, each): points for row_at, each, points, _ in wounded(state, formation)}
        old[row.at, nth] = old.get((row.at, nth), 0) + lost
        kept = tuple(
            (row_at, each, points, 0) for (row_at, each), points in sorted(old.items(), reverse=True) if points
        )
        state = state.note(**{f"wounds:{formation}": kept})
    return state


def named(now: GameState, key: str) -> str:
    """Dice of a later round are other dice: they are asked by another name."""
    return f"{key}:again" if now.noted("again") else key


def to_hit(now: GameState, duel: Duel, side: int, first: bool, support: bool) -> Prompt:
    """Close combat or firefight, unmodified, nobody suppressed; hitting with first strikes
    before the others (EPIC-90, 151)."""
    blows = blows_of(now, duel, side, first, support)
    lead = now.unit((duel.supporters if support else duel.sides)[side][0].formation)
    other = now.unit(duel.sides[1 - side][0].formation)
    key = named(now, "support" if support else "first" if first else "strike") + f":{lead.id}"
    checks = tuple(
        Check(name, blow.dice, D6, EPIC_90, (blow.value,))
        for name, blow in zip(names(key, len(blows)), blows, strict=True)
    )
    text = (
        say("{attacker} supports against {defender}", attacker=lead.name, defender=other.name)
        if support
        else say("{attacker} strikes {defender}", attacker=lead.name, defender=other.name)
    )
    return Prompt(
        key,
        "roll",
        lead.seat,
        text,
        EPIC_95 if support else EPIC_151 if first else EPIC_89,
        (lead.id, other.id),
        checks,
    )


def alive(now: GameState, fights: tuple[Fight, ...]) -> int:
    """Models left on a side, engaged or not."""
    return sum(models(now, fight.formation) for fight in fights)
