"""One shot at one unit: how many dice, the defense, the cover roll, and what it leaves."""

from __future__ import annotations

from itertools import count
from typing import Literal

from engine.games.aam.abilities import CANNONS, IN_THE_HEX, named, printed
from engine.games.aam.casualties import hits_for, lost_at_once, struck
from engine.games.aam.modifiers import camouflage, cover_rows, ignores_cover, rows_on, tall, to_hit_rows, worth
from engine.games.aam.perils import by_faces, faces_matter, shells
from engine.games.aam.refs import AAM_13, AAM_50, AAM_51, AAM_68, AAM_69, AAM_85, AAM_86
from engine.games.aam.shots import Shot
from engine.games.aam.units import has, in_position, is_soldier, shaken, two_sided
from engine.maps import Value
from engine.model import D6, Check, GameState, Modifier, Prompt, Unit
from engine.procedure import Asking, Procedure, decide, roll
from engine.texts import say

BANDS = (("short", 1), ("medium", 4), ("long", 8))
BAND_WORDS = {"short": say("short range"), "medium": say("medium range"), "long": say("long range")}
ROWS = {"soldier": "soldiers", "vehicle": "vehicles"}
HIDDEN = {"superior_camouflage": 2, "camouflaged": 2, "concealed": 5}
"""From how many hexes on such a unit is not attacked."""
ROW_WORDS = {"soldier": say("against Soldiers"), "vehicle": say("against Vehicles")}


def dice_for(now: GameState, shot: Shot) -> int:
    """A dash is no dice at all (AAM-14)."""
    return sum(row.at(0) for row in dice_rows(now, shot))


def dice_rows(now: GameState, shot: Shot) -> tuple[Modifier, ...]:
    """The dice that an ability prints, else the card's; abilities add to them (AAM-50, 86)."""
    at, by = now.unit(shot.target), now.unit(shot.attacker)
    base = by_ability(by, at, shot) or max((on_the_card(by, row, shot.hexes) for row in target_rows(by, at, shot)),
                                           key=lambda row: row.at(0))
    found = (base, *rows_on(now, shot, "dice")) if base.amount else ()
    missing = -sum(row.at(0) for row in found)
    none = (Modifier("floor", missing, say("never fewer than no dice"), AAM_50),) if missing > 0 else ()
    return (*found, *none)


def by_ability(by: Unit, at: Unit, shot: Shot) -> Modifier | None:
    """Hand weapons in the same hex; the hull gun, after an attack with the other one (AAM-86, 89)."""
    close = IN_THE_HEX[at.word("type")]
    if shot.hexes == 0 and printed(by, close):
        return Modifier("dice", printed(by, close), say("{ability}", ability=named(close)), AAM_86)
    again = by.count("attacked") and not shot.defensive
    for cannon in (key for key in CANNONS if again and has(by, key)):
        words = say("{ability}: a target in front", ability=named(cannon))
        return Modifier("dice", CANNONS[cannon][place(shot.hexes)], words, AAM_86)
    return None


def target_rows(by: Unit, at: Unit, shot: Shot) -> tuple[str, ...]:
    """The target's type picks the row; an open back or crew lets Soldiers' dice be used as well, as far as those reach
    (AAM-12, 13, 86)."""
    kind = at.word("type")
    open_to_fire = has(at, "open_exposed_crew") or (has(at, "open_back") and shot.from_behind)
    return (kind, "soldier") if open_to_fire and shot.hexes <= reach(by, "soldier") else (kind,)


def on_the_card(by: Unit, against: str, hexes: int) -> Modifier:
    """The value for the target's type and the band (AAM-13, 14, 50)."""
    by.known(ROWS[against])
    value = by.stated(ROWS[against], place(hexes))
    words = say("{band}, {row}", band=BAND_WORDS[band(hexes)], row=ROW_WORDS[against])
    return Modifier("dice", value if isinstance(value, int) else 0, words, AAM_13)


def band(hexes: int) -> str:
    """Beyond long range it is still the long row, where an ability or the players allow it (AAM-13, 96)."""
    return next((name for name, most in BANDS if hexes <= most), "long")


def place(hexes: int) -> int:
    """Where a row has the value of the band (AAM-13)."""
    return [name for name, _ in BANDS].index(band(hexes))


def reach(by: Unit, against: str) -> int:
    """Extended Range stretches the long band against Vehicles only, Enhanced Range against all (AAM-13, 86, 96)."""
    extended = printed(by, "extended_range") * (against == "vehicle")
    longest = max(BANDS[-1][1], extended, printed(by, "enhanced_range"))
    return min(longest, printed(by, "limited_range") or longest)


def hidden(unit: Unit, hexes: int, terrain: str | None) -> bool:
    """Some cannot be attacked from afar (AAM-86, 87)."""
    return any(hexes >= nearest and hides(unit, ability, terrain) for ability, nearest in HIDDEN.items())


def hides(unit: Unit, ability: str, terrain: str | None) -> bool:
    """In cover; the Camouflaged anywhere, until they move or attack (AAM-86)."""
    return in_position(unit, ability) if ability == "camouflaged" else has(unit, ability) and in_cover(unit, terrain)


# The shot


COVERING = {"hill": ("soldier", "vehicle"), "forest": ("soldier", "vehicle"), "town": ("soldier", "vehicle"),
            "marsh": ("soldier",)}


def fire(state: GameState, **told: Value) -> Procedure:
    """Roll to hit, roll for cover where it can matter, put down what follows (AAM-68, 71)."""
    shot = Shot(**told)  # type: ignore[arg-type]  # made by Shot.told
    if state.noted(f"lost:{shot.target}"):
        return state
    early = state.reading("cover_roll") == "always_before" and may_take_cover(state, shot)
    covered = 0
    if early:
        state, covered = yield from roll(state, cover, shot)
    state, hits = yield from thrown(state, shot)
    if state.noted(f"lost:{shot.target}"):
        return state.note(**{f"hits:{shot.target}": hits})
    if hits and not early and may_take_cover(state, shot):
        return (yield from decide(state, cover, sheltered_or_not, shot, hits))
    return struck(state, shot, hits, bool(covered))


def thrown(state: GameState, shot: Shot) -> Asking[int]:
    """The hits of the attack dice, and what single faces of them do (AAM-53, 86)."""
    check = to_hit(state, shot).checks[0] if faces_matter(state, shot) else None
    state, hits = yield from roll(state, to_hit, shot)
    if check:
        state, burnt = yield from by_faces(state, shot, check, hits)
        hits = sum(hits >= grade for grade in grades(state, shot, check.needs or 0))
        state = lost_at_once(state, shot) if burnt else state
    return (yield from shells(state, shot, hits))


def sheltered_or_not(state: GameState, covered: tuple[int, ...], shot: Shot, hits: int) -> GameState:
    return struck(state, shot, hits, bool(covered[0]))


def to_hit(now: GameState, shot: Shot) -> Prompt:
    by, at = now.unit(shot.attacker), now.unit(shot.target)
    dice, need = dice_rows(now, shot), defense(now, shot)
    key, ref = f"{shot.roll}{shot.tag}", AAM_85 if shot.defensive else AAM_50
    check = Check(key, sum(row.at(0) for row in dice), D6, AAM_51, (4,), to_hit_rows(now, shot), needs=need,
                  dice_rows=dice, grades=() if faces_matter(now, shot) else grades(now, shot, need))
    text = (say("{attacker} fires defensively at {target}", attacker=by.name, target=at.name) if shot.defensive
            else say("{attacker} attacks {target}", attacker=by.name, target=at.name))
    return Prompt(key, "roll", by.seat, text, ref, (by.id, at.id), (check,), readings=doubts(now, need))


def grades(now: GameState, shot: Shot, need: int) -> tuple[int, ...]:
    """The fewest successes that make one hit, two, three (AAM-53)."""
    each, second = worth(now, shot), second_hit(now, shot)
    return tuple(next(n for n in count() if hits_for(each * n, need, second) >= hits) for hits in (1, 2, 3))


def cover(now: GameState, shot: Shot, hits: int = 0) -> Prompt:
    """Soldiers 4 or more, Vehicles 5 (AAM-69); low ones have a 6 in the open."""
    at = now.unit(shot.target)
    key, base = f"cover{shot.tag}", 4 if is_soldier(at) else 5
    check = Check(key, 1, D6, AAM_69, (base if in_cover(at, shot.terrain) else 6,), cover_rows(now, shot),
                  settled=cover_settled(now, shot))
    text = say("{unit} takes cover", unit=at.name)
    return Prompt(key, "roll", at.seat, text, AAM_68, (at.id,), (check,), readings=("cover_roll", "covered_step"))


def cover_settled(now: GameState, shot: Shot) -> Literal["", "passes", "fails"]:
    """Abilities that need no die; "cannot" beats "can" (AAM-87, 98)."""
    if tall(now, shot):
        return "fails"
    return "passes" if camouflage(now, shot) else ""


def defense(now: GameState, shot: Shot) -> int:
    """Front or rear, one less when disrupted or damaged, more by abilities (AAM-15, 54, 55)."""
    at = now.unit(shot.target)
    side = int(two_sided(at) and shot.from_behind)
    more = sum(row.at(0) for row in rows_on(now, shot, "defense"))
    return max(int(now.reading("defense_floor")), at.need("defense", side) - shaken(at) + more)


def doubts(now: GameState, need: int) -> tuple[str, ...]:
    """The reading that decides the defense, where one does."""
    return ("defense_floor",) if need == int(now.reading("defense_floor")) else ()


def second_hit(now: GameState, shot: Shot) -> int:
    """How far above the defense the second hit lies: 1, or more with superior armour (AAM-53, 86)."""
    at = now.unit(shot.target)
    frontal = printed(at, "superior_frontal_armor") * (not shot.from_behind)
    return max(1, printed(at, "superior_armor"), printed(at, "steely_resolve"), frontal)


def in_cover(unit: Unit, terrain: str | None) -> bool:
    """Hills, forest and towns cover all, marsh Soldiers only (AAM-46, 68)."""
    return unit.word("type") in COVERING.get(terrain or "", ())


def may_take_cover(now: GameState, shot: Shot) -> bool:
    """In covering terrain, a road changing nothing but by one reading, unless the attack ignores cover (AAM-45, 68, 74)."""
    at = now.unit(shot.target)
    bare = bool(shot.road) and now.reading("road_cover") == "none"
    low = shot.terrain == "clear" and has(at, "low_silhouette")
    return ((in_cover(at, shot.terrain) and not bare) or low) and not ignores_cover(now, shot)
