"""Fire at aircraft: flak from the ground and the air, interceptors, jinking, and the markers it
all brings."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.epic.abilities import traits
from engine.games.epic.engine_units import MOMENTS
from engine.games.epic.fire import names
from engine.games.epic.formations import lose, models, number, rows
from engine.games.epic.hits import Group, Hit, Mark, grouped
from engine.games.epic.hulls import engine, unhurt
from engine.games.epic.modifiers import Aim
from engine.games.epic.refs import EPIC_50, EPIC_198, EPIC_200, EPIC_203, EPIC_204, EPIC_206
from engine.games.epic.reserves import absent, airborne, bombers, destroyed, flies, nobody_there, own_formation
from engine.games.epic.saves import Shelter, can_save, save_check
from engine.games.epic.shots import Shot, firing_rows, hit_check, kind_of, weapons
from engine.games.epic.warengines import criticals, hurt, screens, wounds
from engine.games.epic.weapons import readiness
from engine.playing.procedure import Asking, Procedure, call, confirm, lastly, rolls, task
from engine.playing.procedure import number as ask_number
from engine.playing.rules import Opening, Show
from engine.values.kinds import Either, Field, Flag, ListOf, Record, UnitId, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Prompt, Refusal
from engine.values.table import GameState
from engine.values.texts import say

JINK = 4


class Flak(NamedTuple):
    """One formation's fire at another in the air."""

    target: str
    shots: tuple[Shot, ...]
    by: str = ""
    moment: str = "approach"
    moved: bool = False
    attack: bool = False
    jink: bool | None = None


def aa_shots(now: GameState, by: str, able: Value = None) -> tuple[Shot, ...]:
    """Anti-aircraft weapons only (EPIC-149, 198, 200)."""
    found: dict[Shot, int] = {}
    for row, count in zip(rows(now.unit(by)), firing_rows(now, by, able, ("aa",)), strict=True):
        for alone, weapon in weapons(row):
            if count and weapon.get("aa") is not None and readiness(now, now.unit(by), weapon, "advance").ready:
                shot = aa_shot(number(weapon["aa"]), weapon.get("abilities"), weapon.get("tk"))
                found[shot] = found.get(shot, 0) + (1 if alone else count) * number(weapon.get("shots"), 1)
    return tuple(shot._replace(dice=dice) for shot, dice in found.items())


def aa_shot(value: int, abilities: Value, damage: Value = None) -> Shot:
    """A macro-weapon or a Titan Killer is one in the air too, its damage one point (EPIC-154,
    160)."""
    kind, known, _ = kind_of("aa" if damage is None else "tk", abilities)
    return Shot(0, kind, value, known)


def volley(state: GameState, flak: Flak) -> Procedure:
    """To hit, perhaps a jink, saves at once, then markers; never crossfire, never breaking
    (EPIC-198, 200, 209, 280)."""
    state = unhurt(state, flak.target).note(units=models(state, flak.target))
    state, hits = yield from rolls(state, to_hit, flak)
    state = state.note(hits=sum(hits))
    landed = tuple(
        (Hit(shot.type, tuple(sorted(shot.traits))), count)
        for shot, count in zip(flak.shots, hits, strict=True)
        if count
    )
    if landed:
        state, jinking = yield from jinked(state, flak, landed)
        state = yield from call(
            state, task(saved, flak=flak, hits=landed, jinking=jinking), task(criticals, formation=flak.target)
        )
    return after(state, flak)


def to_hit(now: GameState, flak: Flak) -> Prompt:
    """Interceptors hit better by one; ground flak at leaving aircraft worse by one if it moved
    (EPIC-198, 205)."""
    target, by = now.unit(flak.target), now.unit(flak.by) if flak.by else None
    late = flak.moved and flak.moment == "disengagement" and not (by and flies(by))
    checks = tuple(
        hit_check(name, shot.dice, Aim(shot.value, air=flak.attack, moved_flak=late))
        for name, shot in zip(names(named(flak), len(flak.shots)), flak.shots, strict=True)
    )
    text = (
        say("{attacker} fires at {target}", attacker=by.name, target=target.name)
        if by
        else say("fire at {target}", target=target.name)
    )
    return Prompt(
        named(flak),
        "roll",
        1 - target.seat,
        text,
        EPIC_198 if flak.attack else EPIC_200,
        (*((flak.by,) if by else ()), flak.target),
        checks,
    )


def named(flak: Flak) -> str:
    return "to_hit" if not flak.by else f"to_hit:{flak.by}"


def groups(now: GameState, target: str, hits: tuple[tuple[Hit, int], ...]) -> tuple[Group, ...]:
    marks = tuple(
        Mark(row.at, row.type, row.weight, screen=screen)
        for row in rows(now.unit(target))
        for screen in screens(now, now.unit(target), row)
    )
    return grouped(marks, hits)


def jinked(state: GameState, flak: Flak, hits: tuple[tuple[Hit, int], ...]) -> Asking[int]:
    """Fighters may jink: the whole formation, by one reading each aircraft that is hit
    (EPIC-206)."""
    struck = sum(count for _, _, count in groups(state, flak.target, hits))
    able = not bombers(state.unit(flak.target))
    if flak.jink is not None or not able:
        return state, struck if flak.jink else 0
    if state.reading("jink") == "aircraft":
        state, count = yield from ask_number(state, how_many_jink, flak, struck)
        return state, count
    state, yes = yield from confirm(state, jink, flak)
    return state, struck if yes else 0


def jink(now: GameState, flak: Flak) -> Prompt:
    unit = now.unit(flak.target)
    text = say("{unit}: jink, saving on 4+ but losing the attack?", unit=unit.name)
    return Prompt(jink_key(flak), "confirm", unit.seat, text, EPIC_206, (flak.target,), readings=("jink",))


def jink_key(flak: Flak) -> str:
    return f"jink:{flak.by}" if flak.by else "jink"


def how_many_jink(now: GameState, flak: Flak, struck: int) -> Prompt:
    unit = now.unit(flak.target)
    text = say("{unit}: how many aircraft that are hit jink?", unit=unit.name)
    return Prompt(jink_key(flak), "number", unit.seat, text, EPIC_206, (flak.target,), most=struck, readings=("jink",))


Lot = tuple[Group, bool]


def lots(now: GameState, flak: Flak, hits: tuple[tuple[Hit, int], ...], jinking: int) -> tuple[Lot, ...]:
    """The aircraft that are hit, the first so many of them jinking."""
    found: list[Lot] = []
    for row, taken, count in groups(now, flak.target, hits):
        evading = min(count, jinking)
        jinking -= evading
        found += [((row, taken, units), dodge) for units, dodge in ((evading, True), (count - evading, False)) if units]
    return tuple(found)


def sheltered(now: GameState, flak: Flak, row: int, evading: bool) -> Shelter:
    """Its armour, or the 4+ of a jink instead (EPIC-206)."""
    line = rows(now.unit(flak.target))[row]
    armour, known = (
        line.card.get("armour"),
        tuple(name for card in line.cards for name in traits(card.get("abilities"))),
    )
    if evading:
        return Shelter(JINK, None, tuple(each for each in known if each == "invulnerable_save"))
    return Shelter(armour if isinstance(armour, int) else None, None, known)


def saving(now: GameState, flak: Flak, hits: tuple[tuple[Hit, int], ...], jinking: int) -> tuple[Lot, ...]:
    return tuple(
        lot
        for lot in lots(now, flak, hits, jinking)
        if can_save(now, sheltered(now, flak, lot[0][0], lot[1]), lot[0][1])
    )


def saved(state: GameState, flak: Flak, hits: tuple[tuple[Hit, int], ...], jinking: int) -> Procedure:
    """Saves at once, before they attack; a jink costs an attack that has not been made
    (EPIC-206, 280)."""
    state, readings = yield from rolls(state, saves, flak, hits, jinking)
    alive = dict(zip(saving(state, flak, hits, jinking), readings, strict=True))
    ended = tuple((lot[0], alive.get(lot, 0)) for lot in lots(state, flak, hits, jinking))
    lines = rows(state.unit(flak.target))
    dead = tuple(
        sum(count - left for (row, _, count), left in ended if row == line.at and not engine(line)) for line in lines
    )
    state = hurt(lose(state, flak.target, dead), flak.target, wounds(ended))
    return state.set(flak.target, "todo", ()) if jinking else state


def saves(now: GameState, flak: Flak, hits: tuple[tuple[Hit, int], ...], jinking: int) -> Prompt:
    unit, key = now.unit(flak.target), "save" if not flak.by else f"save:{flak.by}"
    found = saving(now, flak, hits, jinking)
    checks = tuple(
        save_check(now, name, count, sheltered(now, flak, row, evading), taken)
        for name, ((row, taken, count), evading) in zip(names(key, len(found)), found, strict=True)
    )
    return Prompt(
        key,
        "roll",
        unit.seat,
        say("{unit} saves", unit=unit.name),
        EPIC_206 if jinking else EPIC_50,
        (flak.target,),
        checks,
    )


def after(state: GameState, flak: Flak) -> GameState:
    """Markers: one for coming under fire, once on the approach and once on leaving; one for each
    loss or point of damage. Passengers of an aircraft shot down are lost; whose flak has fired
    at it is remembered (EPIC-175, 204, 208, 212)."""
    unit = state.unit(flak.target)
    lost = state.noted("units") - models(state, flak.target) - state.noted(f"wrecked:{flak.target}")
    before = unit.marks("under_fire")
    fresh = flak.moment not in before or (flak.attack and state.reading("approach_bm") == "two")
    markers = fresh + lost + state.noted(f"shock:{flak.target}")
    state = state.note(placed=markers)
    if unit.gone:
        return crashed(state, flak.target)
    if flak.moment not in before:
        state = state.set(flak.target, "under_fire", (*before, flak.moment))
    state = state.set(flak.target, "blast", unit.count("blast") + markers)
    if flak.by and not flak.attack:
        state = state.set(flak.by, "flak", (*state.unit(flak.by).marks("flak"), flak.target))
    return state


def crashed(state: GameState, formation: str) -> GameState:
    """Nobody aboard is saved (EPIC-212)."""
    for unit in tuple(state.units.values()):
        if unit.trackers.get("aboard") == formation:
            state = state.set(unit.id, "where", "destroyed")
    return state


# The question


def fired(state: GameState, target: str, **told: Value) -> Procedure:
    """A flak attack as told; where nobody can fire there is none (EPIC-44)."""
    flak = as_told(state, target, Map(told))
    if not flak.shots and not silenced(state, flak.by, told.get("able")):
        return state.note(units=models(state, target))
    return (yield from lastly(state, task(volley, flak=flak)))


def silenced(now: GameState, by: str, able: Value = None) -> bool:
    """By one reading those wholly suppressed still bring a marker (EPIC-44)."""
    return bool(by) and now.reading("all_suppressed") == "bm" and bool(aa_shots(now.set(by, "blast", 0), by, able))


def as_told(now: GameState, target: str, told: Map[Value]) -> Flak:
    """Its shots as told, else by the card; whether it has moved too (EPIC-200, 205, 206)."""
    by, shots, jink_told = str(told.get("by") or ""), told.get("shots"), told.get("jink")
    if not by and not isinstance(shots, tuple):
        raise Impossible(say("a formation that fires or its shots are needed"))
    found = aa_shots(now, by, told.get("able")) if by else ()
    if isinstance(shots, tuple):
        found = tuple(
            aa_shot(number(shot["value"]), shot["abilities"])._replace(dice=number(shot["count"]))
            for shot in shots
            if isinstance(shot, Map) and shot["count"]
        )
    moment = "disengagement" if told.get("moment") in ("disengagement", "disengage") else "approach"
    moved = bool(told.get("moved")) if told.get("moved") is not None else bool(by) and has_moved(now, by)
    return Flak(
        target,
        found,
        by,
        moment,
        moved,
        bool(told.get("interception")),
        jink_told if isinstance(jink_told, bool) else None,
    )


def has_moved(now: GameState, by: str) -> bool:
    """By the action it took this turn (EPIC-205)."""
    return now.unit(by).trackers.get("order") in ("advance", "double", "march", "engage")


def broken_or_marching(now: GameState, by: str | None = None, **_: Value) -> Refusal | None:
    if by and (now.unit(by).count("broken") or now.unit(by).count("marched")):
        return Refusal("no_flak", say("{unit} is broken or marches: no flak", unit=now.unit(by).name), EPIC_203)
    return None


def no_guns(now: GameState, by: str | None = None, shots: Value = None, **_: Value) -> Refusal | None:
    """Anti-aircraft weapons only (EPIC-149, 200)."""
    if by and shots is None and not any(weapon.get("aa") for row in rows(now.unit(by)) for _, weapon in weapons(row)):
        return Refusal("no_aa", say("{unit} has no anti-aircraft weapon", unit=now.unit(by).name), EPIC_200)
    return None


def fired_before(
    now: GameState, target: str, by: str | None = None, fired_at: Value = None, **_: Value
) -> Refusal | None:
    """Each weapon once a turn at the same formation (EPIC-204)."""
    before = fired_at if isinstance(fired_at, tuple) else (target,) if fired_at is True or fired_at == target else ()
    if target in before or (by and target in now.unit(by).marks("flak")):
        return Refusal(
            "fired_at", say("this flak has fired at {target} this turn", target=now.unit(target).name), EPIC_204
        )
    return None


def not_in_the_air(now: GameState, target: str, **_: Value) -> Refusal | None:
    """Flak is for aircraft that fly (EPIC-200)."""
    if not airborne(now.unit(target)):
        return Refusal("not_flying", say("{unit} does not fly", unit=now.unit(target).name), EPIC_200)
    return None


def clumsy(now: GameState, target: str, jink: bool | None = None, **_: Value) -> Refusal | None:
    if jink and bombers(now.unit(target)):
        return Refusal("bomber", say("bombers never jink"), EPIC_206)
    return None


def shows(target: str, **_: Value) -> dict[str, Show]:
    return {
        "kills": lambda now: now.noted("units") - models(now, target),
        "left": lambda now: models(now, target),
        "hits": lambda now: now.noted("hits"),
        "blast": lambda now: now.noted("placed"),
    }


def told_of(
    now: GameState, target: str, jink: bool | None = None, attacked: bool | None = None, **_: Value
) -> dict[str, Value]:
    """Whether the attack is lost: by jinking before it is made (EPIC-206)."""
    unit = now.unit(target)
    done = attacked if attacked is not None else bool(unit.count("flying") and "shoot" not in unit.marks("todo"))
    return {"loses_attack": bool(jink) and not done}


AA_SHOT = Record(
    (
        Field("count", Whole(0, 999), default=1),
        Field("value", Whole(1, 9), required=True),
        Field("abilities", ListOf(Word()), default=()),
        *fields(type=Word()),
    )
)
FLAK = Opening(
    "flak",
    say("flak"),
    EPIC_200,
    fired,
    Record(
        (
            Field("target", UnitId(enemy=True), required=True),
            *fields(
                by=UnitId(),
                shots=ListOf(AA_SHOT),
                able=Either((Whole(0, 999), ListOf(Whole(0, 99)))),
                moment=Word((*MOMENTS, "disengage")),
                moved=Flag(),
                jink=Flag(),
                attacked=Flag(),
                interception=Flag(),
                fired_at=Either((Flag(), ListOf(Word()), Word())),
            ),
        )
    ),
    (destroyed, absent, own_formation, broken_or_marching, no_guns, fired_before, nobody_there, not_in_the_air, clumsy),
    shows,
    tells=told_of,
)
