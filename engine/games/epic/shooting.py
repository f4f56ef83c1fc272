"""Fire as players open it: who shoots with what, at whom, where the target stands; and what
forbids it."""

from __future__ import annotations

from engine.games.epic.abilities import able as has_ability
from engine.games.epic.blows import Fight, strikes
from engine.games.epic.fire import UNDER_FIRE, Volley, volley
from engine.games.epic.flak import fired
from engine.games.epic.formations import models, number, row_of, rows
from engine.games.epic.markers import has_broken
from engine.games.epic.modifiers import HUNTS
from engine.games.epic.orders import DURING, forfeited
from engine.games.epic.refs import (
    EPIC_07,
    EPIC_16,
    EPIC_38,
    EPIC_43,
    EPIC_47,
    EPIC_54,
    EPIC_62,
    EPIC_96,
    EPIC_109,
    EPIC_149,
    EPIC_191,
    EPIC_198,
    EPIC_199,
    EPIC_200,
    EPIC_221,
    EPIC_258,
)
from engine.games.epic.reserves import AIR, absent, airborne, destroyed, nobody_there, orbits, own_formation
from engine.games.epic.result import spread
from engine.games.epic.shots import FIREPOWER, SHOT, WAIVED, Shot, card_shots, firing_rows, told_shots, weapons
from engine.games.epic.terrain import TERRAINS
from engine.games.epic.units import ORDERS
from engine.games.epic.weapons import discharged, readiness
from engine.playing.procedure import Procedure, call, task
from engine.playing.rules import Opening, Show
from engine.values.kinds import Either, Field, Flag, ListOf, Record, UnitId, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Refusal
from engine.values.table import GameState
from engine.values.texts import say

MANNERS = ("overwatch", "support", "pin_point", "drop_pod")


def fire(state: GameState, **told: Value) -> Procedure:
    """Resolve the volley; then the firer has shot (EPIC-43, 63, 64)."""
    planned = volley_of(state, told)
    if hunts(state, told):
        state = yield from call(state, task(fired, **told, interception=True))
        return shot_its_fire(state, planned, bool(told.get("shots")))
    state = state.note(units=models(state, planned.target))
    if planned.shots or planned.markers:
        state = yield from call(state, task(volley, fire=planned))
    return shot_its_fire(state, planned, bool(told.get("shots")))


def volley_of(now: GameState, told: dict[str, Value]) -> Volley:
    """As told; the firer's card and state supply what is left out; a helper means a crossfire
    (EPIC-41, 42, 53, 56)."""
    target, by, manner = str(told["target"]), str(told.get("by") or ""), str(told.get("as") or "")
    order = str(told.get("order") or (now.unit(by).trackers.get("order") if by else ""))
    shots = shots_told(now, told, by, target, order)
    terrain = told.get("terrain") or "open_ground"
    return Volley(
        target,
        waiving(shots, told.get("waived")),
        by,
        order,
        bool(told.get("crossfire") or told.get("crossfire_by")),
        tuple(map(str, terrain)) if isinstance(terrain, tuple) else (str(terrain),),
        bool(told.get("touching")),
        manner,
        under_fire(now, told, shots, by, order),
    )


def shots_told(now: GameState, told: dict[str, Value], by: str, target: str, order: str) -> tuple[Shot, ...]:
    shots = told.get("shots")
    if isinstance(shots, tuple):
        return tuple(
            aimed_at(now, target, shot) for shot in told_shots(tuple(each for each in shots if isinstance(each, Map)))
        )
    if not by and not told.get("pods"):
        raise Impossible(say("a formation that fires or its shots are needed"))
    if told.get("as") == "support":
        return firefight(now, by, told.get("able"))
    return card_shots(now, by, told.get("able"), target, order) if by else ()


def firefight(now: GameState, by: str, able: Value) -> tuple[Shot, ...]:
    """Supporters use their firefight value, whatever their markers; small arms may add to it
    (EPIC-95, 96, 150)."""
    counts = tuple(row.left for row in rows(now.unit(by)))
    near = (
        tuple(map(number, able))
        if isinstance(able, tuple)
        else spread(counts, able)
        if isinstance(able, int)
        else counts
    )
    side = (Fight(by, ff=near, all=""),)
    return tuple(
        Shot(
            blow.dice,
            "ff" if blow.hit.type == "normal" else blow.hit.type,
            blow.value,
            blow.hit.traits,
            damage=blow.hit.damage,
        )
        for first in (False, True)
        for blow in strikes(now, side, first)
    )


def aimed_at(now: GameState, target: str, shot: Shot) -> Shot:
    """A sniper's victim is a row of the target (EPIC-146)."""
    if shot.victim >= 0:  # no mutant: a first row is always there
        row_of(now.unit(target), shot.victim)
    return shot


def waiving(shots: tuple[Shot, ...], waived: Value) -> tuple[Shot, ...]:
    """The -1 for cover is waived for all fire, or for some types of it (EPIC-47)."""
    if isinstance(waived, tuple):
        return tuple(shot._replace(waived=shot.waived or shot.type in waived) for shot in shots)
    return tuple(shot._replace(waived=True) for shot in shots) if waived else shots


def under_fire(now: GameState, told: dict[str, Value], shots: tuple[Shot, ...], by: str, order: str) -> int:
    """One marker if anybody can shoot, harm or not; drop pods bring one each (EPIC-44, 225).
    Nobody left to shoot: none, unless the reading asks only for range and sight. Supporting fire
    brings none before the result (EPIC-93)."""
    if told.get("as") in ("drop_pod", "support"):
        return number(told.get("pods"), 1) if told["as"] == "drop_pod" else 0
    if shots:
        return UNDER_FIRE
    if not by or "shots" in told:
        return 0
    if now.reading("all_suppressed") == "bm":
        return UNDER_FIRE if any(firing_rows(now.set(by, "blast", 0), by, told.get("able"))) else 0
    return UNDER_FIRE if has_battery(now, by, told.get("able"), order) else 0


def has_battery(now: GameState, by: str, able: Value, order: str) -> bool:
    """Whether anybody has a barrage ready, the only fire that is no shot (EPIC-44, 57)."""
    firing = zip(rows(now.unit(by)), firing_rows(now, by, able), strict=True)
    guns = [weapon for row, count in firing for _, weapon in weapons(row) if count and weapon.get("bp")]
    return any(readiness(now, now.unit(by), weapon, order).ready for weapon in guns)


def shot_its_fire(state: GameState, fire: Volley, told: bool) -> GameState:
    """Overwatch is over once it has fired, and that was its action; other fire is part of one; a
    skimmer that popped up comes down (EPIC-63, 64, 125, 157, 159)."""
    if not fire.by or fire.manner not in ("", "overwatch"):
        return state
    state = state.set(fire.by, "activated", True)
    if fire.manner == "overwatch":
        return discharged(
            state.set(fire.by, "overwatch", False).set(fire.by, "popped_up", False),
            fire.by,
            () if told else reloading(state, fire.by),
        )
    todo = state.unit(fire.by).marks("todo")
    state = state.set(fire.by, "todo", todo[todo.index("shoot") + 1 :] if "shoot" in todo else todo).set(
        fire.by, "popped_up", False
    )
    return discharged(state, fire.by, () if told else reloading(state, fire.by))


def reloading(now: GameState, by: str, kinds: tuple[str, ...] = FIREPOWER) -> tuple[str, ...]:
    """Weapons of some kinds that do not fire every turn, those of characters too (EPIC-141, 157,
    159)."""
    guns = [weapon for row in rows(now.unit(by)) for _, weapon in weapons(row)]
    return tuple(
        dict.fromkeys(
            str(weapon.get("name"))
            for weapon in guns
            if any(weapon.get(kind) for kind in kinds)
            if has_ability(weapon.get("abilities"), "slow_firing", "single_shot")
        )
    )


def no_crossfire(now: GameState, **told: Value) -> Refusal | None:
    """Supporting fire, pin-point attacks and drop pods never have it (EPIC-258)."""
    if (told.get("crossfire") or told.get("crossfire_by")) and told.get("as") in ("support", "pin_point", "drop_pod"):
        return Refusal("no_crossfire", say("no crossfire for this kind of fire"), EPIC_258)
    return None


def mixed_waiver(now: GameState, shots: tuple[Map[Value], ...] = (), **_: Value) -> Refusal | None:
    """Cover is waived for all fire of a type or for none of it, unless each weapon may choose
    (EPIC-47)."""
    if now.reading("cover_waiver") == "per_weapon":
        return None
    chosen = {(shot["type"], bool(shot.get("waived"))) for shot in shots}
    if len(chosen) > len({type for type, _ in chosen}):
        return Refusal("mixed_waiver", say("cover is waived for all fire of a type, or for none of it"), EPIC_47)
    return None


def from_the_air(now: GameState, **told: Value) -> Refusal | None:
    """Aircraft and spacecraft never have crossfire (EPIC-198, 199, 258)."""
    by, order = told.get("by"), told.get("order")
    orbital = order == "spacecraft" or bool(by and orbits(now.unit(by)))
    high = orbital or order in AIR or bool(by and airborne(now.unit(by)))
    if not high or not (told.get("crossfire") or told.get("crossfire_by")):
        return None
    ref = EPIC_258 if orbital else EPIC_198 if order in HUNTS else EPIC_199
    return Refusal("no_crossfire", say("no crossfire for this kind of fire"), ref)


def hunts(now: GameState, told: dict[str, Value]) -> bool:
    """An interception: AA weapons at aircraft in flight (EPIC-191, 198)."""
    return told.get("order") in HUNTS and airborne(now.unit(str(told["target"])))


def in_flight(now: GameState, target: str | None = None, **told: Value) -> Refusal | None:
    """Aircraft in flight are shot at by flak and interceptors only, and these at nobody else
    (EPIC-191, 195, 200)."""
    if not target or airborne(now.unit(target)) == (told.get("order") in HUNTS):
        return None
    if airborne(now.unit(target)):
        return Refusal("flying", say("{unit} flies: only flak reaches it", unit=now.unit(target).name), EPIC_200)
    return Refusal("not_flying", say("{unit} does not fly", unit=now.unit(target).name), EPIC_191)


def for_aircraft_only(now: GameState, shots: tuple[Map[Value], ...] = (), **told: Value) -> Refusal | None:
    """Anti-aircraft values count in the air alone (EPIC-149)."""
    if told.get("order") not in HUNTS and any(shot["type"] == "aa" for shot in shots):
        return Refusal("anti_aircraft", say("anti-aircraft fire is for aircraft"), EPIC_149)
    return None


def no_engine(now: GameState, target: str, **told: Value) -> Refusal | None:
    """Pin-point attacks are for war engines only (EPIC-221)."""
    engines = any(row.left and row.type == "WE" for row in rows(now.unit(target)))
    if told.get("as") == "pin_point" and not engines:
        return Refusal("no_war_engine", say("{unit} has no war engine", unit=now.unit(target).name), EPIC_221)
    return None


def no_help(now: GameState, crossfire_by: str | None = None, by: str | None = None, **_: Value) -> Refusal | None:
    """The formation at the other end of the line is another friend on the table, neither broken
    nor marching (EPIC-53, 54)."""
    if crossfire_by is None:
        return None
    helper = now.unit(crossfire_by)
    stranger = crossfire_by == by or helper.where != "table" or (by is not None and helper.seat != now.unit(by).seat)
    if stranger or helper.count("broken") or helper.count("marched"):
        return Refusal("no_help", say("{unit} gives no crossfire", unit=helper.name), EPIC_54)
    return None


def broken_firer(now: GameState, **optional: Value) -> Refusal | None:
    """Broken formations neither act nor support (EPIC-96, 109)."""
    by = optional.get("by")
    if by and now.unit(by).count("broken"):
        return Refusal(
            "broken",
            say("{unit} is broken and takes no action", unit=now.unit(by).name),
            EPIC_96 if optional.get("as") == "support" else EPIC_109,
        )
    return None


def not_on_overwatch(now: GameState, **optional: Value) -> Refusal | None:
    """Only a formation on overwatch fires in the enemy's action (EPIC-62)."""
    by = optional.get("by")
    if by and optional.get("as") == "overwatch" and not now.unit(by).count("overwatch"):
        return Refusal("no_overwatch", say("{unit} is not on overwatch", unit=now.unit(by).name), EPIC_62)
    return None


def marched_firer(now: GameState, **optional: Value) -> Refusal | None:
    """A March has no shooting in it, nor support after it (EPIC-16, 96)."""
    by = optional.get("by")
    if optional.get("order") == "march" or (by and now.unit(by).count("marched")):
        text = (
            say("{unit} marches and does not shoot", unit=now.unit(by).name)
            if by
            else say("a March has no shooting in it")
        )
        return Refusal("marched", text, EPIC_96 if optional.get("as") == "support" else EPIC_16)
    return None


def not_its_go(now: GameState, **optional: Value) -> Refusal | None:
    """In the enemy's go only overwatch and supporting fire are allowed (EPIC-07, 62)."""
    by = optional.get("by")
    if by and now.step == "action" and now.unit(by).seat != now.seat and not optional.get("as"):
        return Refusal("not_yours", say("{unit} does not act now", unit=now.unit(by).name), EPIC_07)
    return None


def nothing_to_shoot(now: GameState, **optional: Value) -> Refusal | None:
    """The action that was declared has no shooting left in it (EPIC-38)."""
    by = optional.get("by")
    order = now.unit(by).trackers.get("order") if by else None
    if order and not optional.get("as") and "shoot" not in now.unit(by).marks("todo"):
        return Refusal("no_shooting", say("{unit}: no shooting left in this action", unit=now.unit(by).name), EPIC_38)
    return None


def kills(after: GameState, target: str) -> int:
    """Units that were there when the firing began and are not any more."""
    return after.noted("units") - models(after, target)


def shows(target: str, during: Map[Value] | None = None, **_: Value) -> dict[str, Show]:
    """What the fire does; what a formation loses of its own action if it breaks in the middle
    (EPIC-112, 262)."""

    def then(after: GameState) -> str:
        if after.unit(target).gone:
            return "destroyed"
        return "withdraw" if has_broken(after, target) else "continue"

    def fate(after: GameState) -> str:
        return {"withdraw": "breaks", "continue": "holds_out"}.get(then(after), "destroyed")

    found: dict[str, Show] = {
        "fate": fate,
        "kills": lambda after: kills(after, target),
        "blast": lambda after: after.noted("placed"),
        "broken": lambda after: "yes" if after.unit(target).count("broken") else "no",
        "hits": lambda after: after.noted("hits"),
        "killed": lambda after: kills(after, target),
        "left": lambda after: models(after, target),
        "then": then,
        "damage": lambda after: after.noted(f"damage:{target}"),
    }
    if during is not None:
        lost = forfeited(during)
        found["forfeits"] = lambda after: lost if then(after) != "continue" else ()  # type: ignore[assignment,return-value]
    return found


SITUATION = Record(
    (
        Field("target", UnitId(enemy=True), required=True),
        *fields(
            by=UnitId(),
            crossfire_by=UnitId(),
            shots=ListOf(SHOT),
            able=Either((Whole(0, 999), ListOf(Whole(0, 99)))),
            order=Word(ORDERS),
        ),
        Field("as", Word(MANNERS)),
        Field("crossfire", Flag(), default=False),
        Field("touching", Flag(), default=False),
        *fields(
            terrain=Either((Word(TERRAINS), ListOf(Word(TERRAINS)))), waived=WAIVED, pods=Whole(0, 99), during=DURING
        ),
    )
)
FIRE = Opening(
    "fire",
    say("fire"),
    EPIC_43,
    fire,
    SITUATION,
    (
        destroyed,
        absent,
        broken_firer,
        not_on_overwatch,
        marched_firer,
        own_formation,
        not_its_go,
        nothing_to_shoot,
        no_crossfire,
        from_the_air,
        in_flight,
        for_aircraft_only,
        nobody_there,
        no_engine,
        mixed_waiver,
        no_help,
    ),
    shows,
    actor="by",
    asks=("terrain", "crossfire", "able"),
)
