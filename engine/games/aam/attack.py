"""An attack: roll to hit, roll for cover, put the markers face down."""

from __future__ import annotations

from dataclasses import replace

from engine.games.aam.casualties import casualties_done, condition
from engine.games.aam.modifiers import Shot, camouflage, cover_rows, ignores_cover, to_hit_rows
from engine.games.aam.refs import (
    AAM_13,
    AAM_14,
    AAM_22,
    AAM_47,
    AAM_49,
    AAM_50,
    AAM_51,
    AAM_68,
    AAM_69,
    AAM_103,
    AAM_127,
)
from engine.games.aam.units import damaged, is_soldier, shaken
from engine.kinds import Field, Kind, Record, UnitId, Whole, Word, required
from engine.maps import Value
from engine.model import D6, Check, GameState, Modifier, Prompt, Refusal, Unit
from engine.procedure import Asking, Procedure, fill, roll
from engine.rules import Opening, Show
from engine.texts import say

BANDS = (("short", 1), ("medium", 4), ("long", 8))
BAND_WORDS = {"short": say("short range"), "medium": say("medium range"), "long": say("long range")}
TERRAINS = ("clear", "hill", "forest", "town", "marsh", "pond")
COVERING = {"hill": ("soldier", "vehicle"), "forest": ("soldier", "vehicle"), "town": ("soldier", "vehicle"),
            "marsh": ("soldier",)}
ROWS = {"soldier": "soldiers", "vehicle": "vehicles"}
ROW_WORDS = {"soldier": say("against Soldiers"), "vehicle": say("against Vehicles")}

SEEN: dict[str, Kind] = {"range": Whole(0, 99), "arc": Word(("front", "rear")), "terrain": Word(TERRAINS)}
SITUATION = Record((
    *required(attacker=UnitId(), target=UnitId(enemy=True)),
    *(Field(key, kind) for key, kind in SEEN.items()),
    Field("bonus", Whole(-9, 9), default=0),
))


def attack(state: GameState, **told: Value) -> Procedure:
    """Roll to hit, roll for cover, put the markers face down."""
    state, shot = yield from sighted(state, Shot(**told))  # type: ignore[arg-type]  # checked by SITUATION
    state, successes = yield from roll(state, to_hit, shot)
    hits = hits_for(successes, defense(state, shot))
    state = state.note(successes=successes, hits=hits)
    if hits and may_take_cover(state, shot):
        state, covered = yield from roll(state, cover, shot)
        hits = under_cover(state, shot) if covered else hits
    return marked(state, shot.target, hits).set(shot.attacker, "attacked", True)


def sighted(state: GameState, shot: Shot) -> Asking[Shot]:
    """What only the players see is asked in one form: how far, from which side, into which terrain."""
    if unseen(state, shot):
        state, told = yield from fill(state, sight, shot)
        shot = replace(shot, **told)
    return state, shot


def unseen(now: GameState, shot: Shot) -> tuple[str, ...]:
    """In the same hex the rear counts, and a single number counts from every side: then nobody asks (AAM-15, 54)."""
    sides = now.unit(shot.target).stated("defense")
    arc_matters = shot.range != 0 and isinstance(sides, tuple) and len(sides) == 2
    return tuple(key for key in SEEN if getattr(shot, key) is None and (key != "arc" or arc_matters))


def sight(now: GameState, shot: Shot) -> Prompt:
    by, at = now.unit(shot.attacker), now.unit(shot.target)
    asked = Record(tuple(Field(key, SEEN[key], required=True) for key in unseen(now, shot)))
    text = say("{attacker} attacks {target}: what do you see?", attacker=by.name, target=at.name)
    return Prompt("sight", "form", by.seat, text, AAM_49, (by.id, at.id), fields=asked)


def to_hit(now: GameState, shot: Shot) -> Prompt:
    by, at = now.unit(shot.attacker), now.unit(shot.target)
    dice = dice_for(by, at, shot)
    check = Check("attack", dice, D6, AAM_51, (4,), to_hit_rows(now, shot), needs=defense(now, shot),
                  dice_rows=(Modifier("dice", dice, say("{band}, {row}", band=BAND_WORDS[band(shot.hexes)],
                                                        row=ROW_WORDS[at.word("type")]), AAM_50),))
    text = say("{attacker} attacks {target}", attacker=by.name, target=at.name)
    return Prompt("attack", "roll", by.seat, text, AAM_51, (by.id, at.id), (check,), readings=("defense_floor",))


def cover(now: GameState, shot: Shot) -> Prompt:
    at = now.unit(shot.target)
    check = Check("cover", 1, D6, AAM_69, (4 if is_soldier(at) else 5,), cover_rows(now, shot),
                  settled="passes" if camouflage(now, shot) else "")
    text = say("{unit} takes cover", unit=at.name)
    return Prompt("cover", "roll", at.seat, text, AAM_68, (at.id,), (check,))


def dice_for(by: Unit, at: Unit, shot: Shot) -> int:
    """The card's value for the target's type and the band; a dash is no dice at all (AAM-14, 50)."""
    row = ROWS[at.word("type")]
    by.known(row)
    value = by.stated(row, [name for name, _ in BANDS].index(band(shot.hexes)))
    return value if isinstance(value, int) else 0


def band(hexes: int) -> str:
    """Beyond long range it is still the long row, where an ability or the players allow it (AAM-13, 96)."""
    return next((name for name, most in BANDS if hexes <= most), "long")


def reach(by: Unit, at: Unit) -> int:
    """Extended Range stretches the long band against Vehicles only (AAM-96)."""
    longer = by.stated("abilities", "extended_range")
    return longer if isinstance(longer, int) and not is_soldier(at) else BANDS[-1][1]


def defense(now: GameState, shot: Shot) -> int:
    """Front or rear, one less when disrupted or damaged, the same hex from behind (AAM-15, 54, 55)."""
    at = now.unit(shot.target)
    sides = at.stated("defense")
    place = 1 if isinstance(sides, tuple) and len(sides) == 2 and (shot.arc == "rear" or shot.hexes == 0) else 0
    reduced = at.need("defense", place) - shaken(at)
    return max(int(now.reading("defense_floor")), reduced)


def hits_for(successes: int, defense: int) -> int:
    """Fewer than the defense 0, equal 1, more 2, at least double 3 (AAM-53)."""
    if successes < defense:
        return 0
    if successes >= 2 * defense:
        return 3
    return 1 if successes == defense else 2


def may_take_cover(now: GameState, shot: Shot) -> bool:
    """Hills, forest and towns cover all, marsh Soldiers only, unless the attack ignores cover (AAM-46, 68, 74)."""
    at, by = now.unit(shot.target), now.unit(shot.attacker)
    return at.word("type") in COVERING.get(shot.terrain or "", ()) and not ignores_cover(by)


def under_cover(now: GameState, shot: Shot) -> int:
    """Cover leaves one Disrupted at most, and none beside another (AAM-72)."""
    return int("disrupted" not in now.unit(shot.target).marks("face_down"))


def marked(state: GameState, target: str, hits: int) -> GameState:
    """Climb the ladder of face-down markers; after Destroyed nothing is added (AAM-58, 59, 64, 65, 126)."""
    unit = state.unit(target)
    ladder = ("disrupted", "destroyed") if is_soldier(unit) or damaged(unit) else ("disrupted", "damaged", "destroyed")
    held = unit.marks("face_down")
    return state.set(target, "face_down", (*held, *ladder[len(held) : len(held) + hits]))


def out_of_range(now: GameState, attacker: str, target: str, range: int | None = None, **_: Value) -> Refusal | None:
    by, at = now.unit(attacker), now.unit(target)
    most = reach(by, at)
    if range is None or range <= most:
        return None
    return Refusal("out_of_range", say("{range} hexes: long range {row} ends at {most}", range=range, most=most,
                                       row=ROW_WORDS[at.word("type")]), AAM_13)


def no_value(now: GameState, attacker: str, target: str, range: int | None = None, **_: Value) -> Refusal | None:
    by, at = now.unit(attacker), now.unit(target)
    if range is None or dice_for(by, at, Shot(attacker, target, range)):
        return None
    return Refusal("no_value", say("{unit} has no dice at {band} {row}", unit=by.name, band=BAND_WORDS[band(range)],
                                   row=ROW_WORDS[at.word("type")]), AAM_14)


def not_an_enemy(now: GameState, attacker: str, target: str, **_: Value) -> Refusal | None:
    if now.unit(attacker).seat == now.unit(target).seat:
        return Refusal("not_an_enemy", say("the target of an attack is an enemy"), AAM_127)
    return None


def aboard(now: GameState, attacker: str, target: str, **_: Value) -> Refusal | None:
    for unit in (now.unit(attacker), now.unit(target)):
        if unit.trackers.get("aboard"):
            return Refusal("aboard", say("{unit} is aboard: it neither shoots nor defends", unit=unit.name), AAM_103)
    return None


def off_the_map(now: GameState, attacker: str, target: str, **_: Value) -> Refusal | None:
    for unit in (now.unit(attacker), now.unit(target)):
        if unit.where != "table":
            return Refusal("off_the_map", say("{unit} is not on the map", unit=unit.name), AAM_47)
    return None


def already_acted(now: GameState, attacker: str, **_: Value) -> Refusal | None:
    by = now.unit(attacker)
    if by.count("attacked") or by.count("moved"):
        return Refusal("already_acted", say("{unit} has acted in this phase", unit=by.name), AAM_22)
    return None


def shows(target: str, **_: Value) -> dict[str, Show]:
    return {
        "hits": lambda after: after.noted("hits"),
        "target": lambda after: condition(casualties_done(after), target),
    }


ATTACK = Opening(
    "attack", say("attack"), AAM_47, attack, SITUATION,
    (not_an_enemy, off_the_map, aboard, already_acted, out_of_range, no_value), shows, actor="attacker",
)
