"""Artillery barrages: points, the table, one die for each unit under the templates."""

from __future__ import annotations

from engine.games.epic.abilities import traits
from engine.games.epic.fire import Volley, markers_owed, names, volley
from engine.games.epic.formations import lose, number, rows
from engine.games.epic.hits import Hit
from engine.games.epic.hulls import pending
from engine.games.epic.markers import has_broken, judged, placed
from engine.games.epic.modifiers import Aim
from engine.games.epic.refs import EPIC_50, EPIC_57, EPIC_58, EPIC_199, EPIC_220
from engine.games.epic.reserves import AIR, absent, airborne, destroyed, nobody_there, orbits, own_formation
from engine.games.epic.saves import Shelter, can_save, save_check
from engine.games.epic.shooting import broken_firer, in_flight, marched_firer, reloading, volley_of
from engine.games.epic.shots import FIREPOWER_OF_CARDS, firing_rows, hit_check, weapons
from engine.games.epic.suppression import silenced
from engine.games.epic.templates import (
    Blows,
    Under,
    beneath,
    damage_of,
    dice_on,
    engines_under,
    laid,
    line_of,
    pierced,
    shared_traits,
    standing,
    struck,
    told_under,
    weighed,
)
from engine.games.epic.terrain import TERRAINS, cover_of
from engine.games.epic.units import ORDERS
from engine.games.epic.warengines import criticals
from engine.games.epic.weapons import discharged, readiness
from engine.games.epic.withdraw import withdrawal
from engine.games.epic.wrecks import bail_out
from engine.playing.procedure import Asking, Procedure, call, lastly, rolls, task
from engine.playing.rules import Opening, Show
from engine.values.kinds import Either, Field, Flag, ListOf, Record, UnitId, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Prompt, Refusal
from engine.values.table import GameState
from engine.values.texts import say


def points_of(now: GameState, told: Map[Value]) -> int:
    """As told; or guns in range and sight, front to back, less those suppressed (EPIC-41, 57)."""
    if told.get("points") is not None:
        return number(told["points"])
    guns = told.get("guns")
    if isinstance(guns, tuple):
        blast = told.get("blast")
        kept = guns[: len(guns) - silenced((1,) * len(guns), number(blast))]
        return sum(
            number(gun.get("bp")) or number(gun.get("points")) if isinstance(gun, Map) else number(gun) for gun in kept
        )
    return sum(count * number(gun.get("shots"), 1) * number(gun["bp"]) for count, gun in battery(now, told))


def battery(now: GameState, told: Map[Value]) -> tuple[tuple[int, Map[Value]], ...]:
    """The guns of a formation's units that fire, and of their characters, and how many of each
    (EPIC-57, 141)."""
    if not told.get("by"):
        return ()
    unit, order = now.unit(told["by"]), order_of(now, told)
    firing = zip(rows(unit), firing_rows(now, unit.id, told.get("able")), strict=True)
    return tuple(
        (1 if alone else count, gun)
        for row, count in firing
        if count
        for alone, gun in weapons(row)
        if gun.get("bp") and readiness(now, unit, gun, order).ready
    )


def order_of(now: GameState, told: Map[Value]) -> str:
    """As told, or as declared (EPIC-46)."""
    return str(told.get("order") or (now.unit(told["by"]).trackers.get("order") if told.get("by") else ""))


def under(now: GameState, told: Map[Value]) -> tuple[Under, ...]:
    """Units under the templates: as told, or a whole formation (EPIC-61)."""
    listed_units, target = told.get("under"), str(told.get("target") or "")
    if isinstance(listed_units, tuple):
        found: tuple[Under, ...] = ()
        for each in listed_units:
            found += told_under(now, each, target, found) if isinstance(each, Map) else ()
    elif target:
        found = tuple(
            each
            for row in rows(now.unit(target))
            for each in engines_under(now, whole_row(now, told, target, row.at), row)[: beneath(told, row)]
        )
    else:
        return ()
    only = now.reading("template_victims") == "target_only"
    return tuple(each for each in found if not only or each.formation in ("", target))


def whole_row(now: GameState, told: Map[Value], target: str, n: int) -> Under:
    row = rows(now.unit(target))[n]
    cover = cover_of(
        now, row, str(told.get("terrain") or "open_ground"), False, bool(now.unit(target).count("overwatch"))
    )
    armour = row.card.get("armour")
    known = tuple(name for card in row.cards for name in traits(card.get("abilities")))
    words = (*known, "thick_rear_armour") if cover.fortified else known
    return Under(
        row.type,
        armour if isinstance(armour, int) else None,
        row.weight,
        beneath(told, row),
        cover.hidden,
        cover.save,
        False,
        target,
        n,
        words,
    )


def barrage(state: GameState, **args: Value) -> Procedure:
    """To hit, saves, markers for each formation hit (EPIC-57, 61)."""
    told = Map(args)
    guns = told.get("guns") or tuple(gun for _, gun in battery(state, told))
    told = told.put("points", points_of(state, told)).put("guns", guns)
    if (
        told["points"]
        and told.get("by")
        and told.get("target")
        and told.get("under") is None
        and state.step == "action"
    ):
        state, told = yield from laid(state, told)
    if not told["points"] or not under(state, told):
        return (yield from hushed(state, told))
    state, hits = yield from rolls(state, barrage_dice, told)
    state = state.note(hits=sum(hits))
    state, blows = yield from weighed(state, under(state, told), hits, damage_of(told), str(told.get("target") or ""))
    through = pierced(state, under(state, told), blows)
    state, alive = yield from rolls(state, barrage_saves, told, through)
    saved = list(alive)
    dead = tuple(
        count - (saved.pop(0) if saves_at_all(state, told, unit) else 0) if count else 0
        for unit, count in zip(under(state, told), through, strict=True)
    )
    return (yield from landed(state, told, blows, dead))


def hushed(state: GameState, told: Map[Value]) -> Procedure:
    """By one reading guns that are all suppressed bring their marker (EPIC-44)."""
    target, guns = told.get("target"), told.get("guns")
    silent = state.set(str(told["by"]), "blast", 0) if told.get("by") else state
    meant = guns if isinstance(guns, tuple) and guns else battery(silent, told)
    if not target or told["points"] or not meant or state.reading("all_suppressed") != "bm":
        return state
    return (yield from lastly(state, task(volley, fire=Volley(str(target), ()))))


def barrage_dice(now: GameState, told: Map[Value]) -> Prompt:
    """AP for infantry and light vehicles, AT for the others; cover and order as in any fire
    (EPIC-46, 58, 61)."""
    units, line = under(now, told), line_of(now, points_of(now, told))
    assert line
    ignored = "ignore_cover" in shared_traits(told)
    checks = tuple(
        hit_check(
            name,
            dice_on(now, unit),
            Aim(line.ap if unit.type in ("INF", "LV") else line.at, order_of(now, told), unit.hidden and not ignored),
        )
        for name, unit in zip(names("to_hit", len(units)), units, strict=True)
    )
    return Prompt(
        "to_hit", "roll", firer(now, told), say("barrage"), EPIC_58, about(told), checks, readings=("bp_over_18",)
    )


def barrage_saves(now: GameState, told: Map[Value], hits: tuple[int, ...]) -> Prompt:
    """An ability counts for a barrage when every weapon in it has it (EPIC-61)."""
    units = [
        (unit, count)
        for unit, count in zip(under(now, told), hits, strict=True)
        if count and saves_at_all(now, told, unit)
    ]
    checks = tuple(
        save_check(now, name, count, sheltered(told, unit), (hit_of(now, told),))
        for name, (unit, count) in zip(names("save", len(units)), units, strict=True)
    )
    return Prompt("save", "roll", 1 - firer(now, told), say("saves against the barrage"), EPIC_50, about(told), checks)


def firer(now: GameState, told: Map[Value]) -> int:
    """The seat that fires."""
    if told.get("by"):
        return now.unit(told["by"]).seat
    return 1 - now.unit(told["target"]).seat if told.get("target") else now.seat


def about(told: Map[Value]) -> tuple[str, ...]:
    return tuple(str(told[key]) for key in ("by", "target") if told.get(key))


def hit_of(now: GameState, told: Map[Value]) -> Hit:
    known = shared_traits(told)
    return Hit("tk" if "titan_killer" in known else "mw" if "macro_weapon" in known else "ap", tuple(sorted(known)))


def sheltered(told: Map[Value], unit: Under) -> Shelter:
    return Shelter(unit.armour, unit.save, unit.abilities, bool(told.get("crossfire")))


def saves_at_all(now: GameState, told: Map[Value], unit: Under) -> bool:
    return can_save(now, sheltered(told, unit), (hit_of(now, told),))


def landed(state: GameState, told: Map[Value], blows: Blows, fallen: tuple[int, ...]) -> Procedure:
    """Each formation hit takes its marker for coming under fire, the extra ones, and those for
    its losses (EPIC-56, 57, 61)."""
    line = line_of(state, points_of(state, told))
    assert line
    units = under(state, told)
    disrupt = "disrupt" in shared_traits(told)
    shaken: dict[str, int] = {}
    for unit, hits, lost in zip(units, blows, fallen, strict=True):
        loud = (
            0 if "expendable" in unit.abilities else max(0, len(hits) - unit.shields) if disrupt else unit.points(lost)
        )
        loud = 0 if unit.engine and unit.on_table and not disrupt else loud
        shaken[unit.formation] = shaken.get(unit.formation, 1 + line.extra) + loud
    loud_dead = {
        unit.formation
        for unit, lost in zip(units, fallen, strict=True)
        if unit.killed(lost)
        and "expendable" not in unit.abilities
        and not (disrupt and state.reading("disrupt_crossfire") == "none")
    }
    target = str(told.get("target") or next(iter(shaken)))
    calm = target not in state.units or not state.unit(target).count("broken")
    state = state.note(standing=standing(state, shaken))
    state = struck(state, units, blows, fallen, disrupt)
    state = yield from call(state, *(task(criticals, formation=each) for each in shaken if pending(state, each)))
    wreck = "hurt" if state.reading("crossfire_we") == "first_damage" else "wrecked"
    for formation in shaken:
        dead = formation in loud_dead or state.noted(f"{wreck}:{formation}")
        crossed = bool(told.get("crossfire") and dead)
        shaken[formation] += state.noted(f"shock:{formation}") + crossed
        state = state.note(**{f"crossed:{formation}": crossed})
    kills = sum(unit.killed(lost) for unit, lost in zip(units, fallen, strict=True) if not unit.on_table)
    state = state.note(kills=kills, placed=shaken.get(target, 0) if calm else 0)
    return (yield from suffered(state, told, units, fallen, shaken))


def suffered(
    state: GameState, told: Map[Value], units: tuple[Under, ...], fallen: tuple[int, ...], shaken: dict[str, int]
) -> Procedure:
    """The same on the table, for formations that stand on it; markers kill those that are broken
    (EPIC-43, 52, 116)."""
    for unit, lost in zip(units, fallen, strict=True):
        if unit.on_table and not unit.engine:
            state = lose(
                state,
                unit.formation,
                tuple(min(lost, row.left) if row.at == unit.row else 0 for row in rows(state.unit(unit.formation))),
            )
    state, more = yield from beside(state, told)
    for formation, markers in shaken.items():
        markers += more if formation == told.get("target") else 0
        if formation in state.units:
            state = judged(placed(state, formation, markers), formation)
    state = yield from call(
        state, *(task(criticals, formation=each, key="critical:markers") for each in shaken if pending(state, each))
    )
    state = state.note(kills=state.noted("kills") + state.noted("standing") - standing(state, shaken))
    if told.get("by"):
        state = fired(state, str(told["by"]), told.get("direct") is True)
    fleeing = [formation for formation in shaken if has_broken(state, formation)]
    wrecks = [
        task(bail_out, transport=each, hit=hit_of(state, told).type, under_fire=True)
        for each in shaken
        if each in state.units
    ]
    return (yield from call(state, *(task(withdrawal, formation=each) for each in fleeing), *wrecks))


def beside(state: GameState, told: Map[Value]) -> Asking[int]:
    """The formation's other weapons at the same target are part of the same attack: one marker
    for it, one count of losses, one break check (EPIC-257)."""
    target = told.get("target")
    if not told.get("direct") or not told.get("by") or not target:
        return state, 0
    hits, fire = state.noted("hits"), volley_of(state, dict(told))._replace(markers=0, settles=False)
    state = yield from call(state, task(volley, fire=fire))
    more = markers_owed(state, fire._replace(crossfire=fire.crossfire and not state.noted(f"crossed:{target}")))
    broken = state.unit(target).count("broken")
    return state.note(hits=hits + state.noted("hits"), placed=state.noted("placed") + (0 if broken else more)), more


def fired(state: GameState, by: str, wholly: bool) -> GameState:
    """The barrage was the shooting of its action; skimmers come down after it (EPIC-57, 125,
    157)."""
    slow = reloading(state, by, ("bp",) if not wholly else FIREPOWER_OF_CARDS)
    todo = state.unit(by).marks("todo")
    state = state.set(by, "activated", True).set(
        by, "todo", todo[todo.index("shoot") + 1 :] if "shoot" in todo else todo
    )
    return discharged(state.set(by, "popped_up", False), by, slow)


def told_points(now: GameState, **args: Value) -> dict[str, Value]:
    """The row of the table, and the dice."""
    told = Map(args)
    points = points_of(now, told)
    line = line_of(now, points)
    if line is None:
        return {"points": 0, "templates": 0, "extra_blast": 0, "ap": None, "at": None}
    found: dict[str, Value] = {
        "points": points,
        "templates": line.templates,
        "extra_blast": line.extra,
        "ap": line.ap,
        "at": line.at,
    }
    return {**found, "dice": sum(dice_on(now, unit) for unit in under(now, told))} if under(now, told) else found


def shows(under: Value = None, target: Value = None, **_: Value) -> dict[str, Show]:
    if under is None and target is None:
        return {}
    return {
        "hits": lambda after: after.noted("hits"),
        "kills": lambda after: after.noted("kills"),
        "blast": lambda after: after.noted("placed"),
    }


def not_its_go(now: GameState, by: str | None = None, **_: Value) -> Refusal | None:
    """A barrage is fired in one's own go, where the action has shooting left (EPIC-57)."""
    if not by or now.step != "action":
        return None
    unit = now.unit(by)
    if unit.seat != now.seat or (unit.trackers.get("order") and "shoot" not in unit.marks("todo")):
        return Refusal("no_shooting", say("{unit}: no shooting left in this action", unit=unit.name), EPIC_57)
    return None


def from_orbit(
    now: GameState, by: str | None = None, order: str | None = None, crossfire: bool = False, **_: Value
) -> Refusal | None:
    """An orbital bombardment never has crossfire, nor do bombs (EPIC-199, 220, 258)."""
    orbital = order == "spacecraft" or bool(by and orbits(now.unit(by)))
    if crossfire and (orbital or order in AIR or (by and airborne(now.unit(by)))):
        return Refusal("no_crossfire", say("no crossfire for this kind of fire"), EPIC_220 if orbital else EPIC_199)
    return None


def no_artillery(
    now: GameState, by: str | None = None, points: int | None = None, guns: Value = None, **_: Value
) -> Refusal | None:
    """In the battle a formation without barrage points fires no barrage (EPIC-57)."""
    if not by or now.step != "action" or points is not None or guns is not None:
        return None
    if not any(weapon.get("bp") for row in rows(now.unit(by)) for _, weapon in weapons(row)):
        return Refusal("no_artillery", say("{unit} has no barrage points", unit=now.unit(by).name), EPIC_57)
    return None


UNDER = ListOf(
    Record(
        (
            Field("type", Word(("INF", "LV", "AV", "WE", "AC")), required=True),
            *fields(armour=Whole(1, 7)),
            Field("count", Whole(1, 99), default=1),
            *fields(
                dc=Whole(1, 99),
                cover=Either((Flag(), Whole(1, 7))),
                formation=Word(),
                row=Whole(0, 99),
                templates=Whole(1, 9),
                shields=Whole(0, 99),
                damage=Whole(0, 99),
                abilities=ListOf(Word()),
            ),
            Field("centre", Flag(), default=False),
        )
    )
)
GUNS = ListOf(
    Either(
        (
            Whole(0, 99),
            Record((*fields(bp=Whole(0, 99), points=Whole(0, 99)), Field("abilities", ListOf(Word()), default=()))),
        )
    )
)
BARRAGE = Opening(
    "barrage",
    say("barrage"),
    EPIC_57,
    barrage,
    Record(
        (
            *fields(
                points=Whole(0, 999),
                guns=GUNS,
                blast=Whole(0, 999),
                by=UnitId(),
                able=Either((Whole(0, 999), ListOf(Whole(0, 99)))),
                order=Word(ORDERS),
                target=UnitId(enemy=True),
                terrain=Word(TERRAINS),
                under=UNDER,
            ),
            Field("direct", Flag(), default=False),
            Field("crossfire", Flag(), default=False),
            Field("abilities", ListOf(Word()), default=()),
        )
    ),
    (
        destroyed,
        absent,
        broken_firer,
        marched_firer,
        own_formation,
        nobody_there,
        in_flight,
        from_orbit,
        not_its_go,
        no_artillery,
    ),
    shows,
    actor="by",
    tells=told_points,
    asks=("target", "terrain", "crossfire", "direct"),
)
