"""An attack in one's own assault phase: who may act, what the players see, what forbids it, then a shot at each unit it meets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.games.aam.abilities import printed
from engine.games.aam.blast import attacked, bursts, companions, volley
from engine.games.aam.casualties import fate
from engine.games.aam.commanders import EFFECTS
from engine.games.aam.fire import BAND_WORDS, ROW_WORDS, band, dice_for, hidden, reach
from engine.games.aam.lent import led, led_to_charge
from engine.games.aam.refs import AAM_13, AAM_14, AAM_22, AAM_47, AAM_49, AAM_86, AAM_87, AAM_89, AAM_103, AAM_127
from engine.games.aam.shots import Shot
from engine.games.aam.units import carrier, disrupted, exposed, gives_up, has, in_play, is_a, is_soldier, two_sided
from engine.kinds import Field, Flag, Kind, ListOf, Record, UnitId, Whole, Word, required
from engine.maps import Value
from engine.model import GameState, Prompt, Refusal, Unit, Unknown
from engine.procedure import Asking, Procedure, fill, lastly, task
from engine.rules import Opening, Show
from engine.texts import say

EXTRA = {"double_shot": ("soldier", "vehicle"), "multiturreted": ("soldier", "vehicle"), "all_guns_blazing": ("soldier",),
         "extra_machine_guns": ("soldier",), "additional_hull_mounted_cannon": ("vehicle",),
         "extra_hull_mounted_cannon": ("soldier", "vehicle")}


def acted(state: GameState, attacker: str) -> GameState:
    """It has attacked, some twice; how many had acted then tells whether somebody else came between (AAM-22, 89)."""
    state = gives_up(state, attacker, "camouflaged")
    if state.unit(attacker).trackers.get("attacked"):
        return state.set(attacker, "attacked_twice", True)
    state = state.set(attacker, "attacked", True)
    return state.set(attacker, "acted_then", acted_so_far(state, attacker)) if goes_on(state.unit(attacker)) else state


def goes_on(unit: Unit) -> bool:
    """Whether an ability lets it do more after its attack (AAM-89)."""
    return attacks_more(unit) or has(unit, "strike_and_fade")


def attacks_more(unit: Unit) -> bool:
    """Whether an ability gives one attack more (AAM-89)."""
    return any(has(unit, ability) for ability in EXTRA)


def acted_so_far(now: GameState, attacker: str) -> int:
    """Units of that army that have acted in this phase (AAM-89)."""
    own = (unit for unit in now.units.values() if unit.seat == now.unit(attacker).seat)
    return sum(bool(unit.trackers.get("attacked") or unit.trackers.get("moved")) for unit in own)


def already_acted(now: GameState, attacker: str, target: str | None = None, range: int | None = None,
                  commanders: tuple[str, ...] | None = None, **_: Value) -> Refusal | None:
    """Move or attack, once, but for an extra attack, a short move before it, or a charge into the target's hex."""
    by = now.unit(attacker)
    charged = not range and led_to_charge(now, by, commanders)
    moved, attacked = by.count("moved") and not (just_moved_up(by) or charged), by.trackers.get("attacked")
    if moved or (attacked and not may_again(by, now.unit(target) if target else None)):
        return Refusal("already_acted", say("{unit} has acted in this phase", unit=by.name), AAM_22)
    return None


def just_moved_up(by: Unit) -> bool:
    """Aggression: a few hexes before the attack (AAM-86, 89)."""
    return by.count("steps_made") <= printed(by, "aggression") and has(by, "aggression")


def may_again(by: Unit, at: Unit | None) -> bool:
    """One extra attack, with some for Soldiers only; as long as no target is named, for whoever it may be (AAM-86, 89)."""
    able = any(has(by, ability) and (at is None or at.word("type") in types) for ability, types in EXTRA.items())
    return able and not by.trackers.get("attacked_twice")


def saved(now: GameState, attacker: str, **_: Value) -> Refusal | None:
    """An extra action is taken at once, before another unit acts."""
    by = now.unit(attacker)
    then = by.count("acted_then") if by.count("attacked") or by.count("moved") else 0
    if then and then != acted_so_far(now, attacker):
        return Refusal("saved", say("{unit}: the extra action was not taken at once", unit=by.name), AAM_89)
    return None


def too_few_men(now: GameState, attacker: str, **_: Value) -> Refusal | None:
    """The Undermanned do not attack while disrupted."""
    by = now.unit(attacker)
    if disrupted(by) and has(by, "undermanned"):
        return Refusal("undermanned", say("{unit}: Undermanned and disrupted: no attack", unit=by.name), AAM_87)
    return None


# The attack


ARCS = ("front", "rear")
TERRAINS = ("clear", "hill", "forest", "town", "marsh", "pond")
SEEN: dict[str, Kind] = {"range": Whole(0, 99), "arc": Word(ARCS), "terrain": Word(TERRAINS), "road": Flag()}
SIGHT = (
    *(Field(key, kind) for key, kind in SEEN.items()),
    Field("bonus", Whole(-9, 9), default=0), Field("effects", EFFECTS, default=()), Field("others", ListOf(UnitId())),
    Field("commanders", ListOf(UnitId())), Field("spotted", Whole(0, 99)),
)
SPOTTING = 8
SITUATION = Record((*required(attacker=UnitId(), target=UnitId(enemy=True)), *SIGHT))


def attack(state: GameState, others: tuple[str, ...] | None = None, **told: Value) -> Procedure:
    """All of it before the next unit is chosen; the attacker has then acted (AAM-22, 47, 127, 141)."""
    shot = Shot(**told)  # type: ignore[arg-type]  # checked by SITUATION
    state, beside = yield from companions(state, shot, others)
    state, shot = yield from sighted(state, shot, beside)
    state, shot = yield from led(state, shot)
    return (yield from lastly(state, *volley(state, shot, beside), task(acted, attacker=shot.attacker)))


def sighted(state: GameState, shot: Shot, others: tuple[str, ...]) -> Asking[Shot]:
    """What only the players see is asked in one form: how far, from which side, into which terrain."""
    if unseen(state, shot, others):
        state, told = yield from fill(state, sight, shot, others)
        shot = replace(shot, **told)
    return state, shot


def unseen(now: GameState, shot: Shot, others: tuple[str, ...]) -> tuple[str, ...]:
    """In the same hex the rear counts, a single number from every side: then nobody asks, but for an open back (AAM-15, 54).

    A question that says nothing of a road means none (AAM-45).
    """
    beside = others if bursts(now, shot) else ()
    units = [now.unit(unit) for unit in (shot.target, *beside)]
    matters = {
        "arc": shot.range != 0 and any(two_sided(unit) or has(unit, "open_back") for unit in units),
        "road": now.reading("road_cover") == "none" and in_play(now),
    }
    return tuple(key for key in SEEN if getattr(shot, key) is None and matters.get(key, True))


def sight(now: GameState, shot: Shot, others: tuple[str, ...]) -> Prompt:
    by, at = now.unit(shot.attacker), now.unit(shot.target)
    asked = Record(tuple(Field(key, SEEN[key], required=True) for key in unseen(now, shot, others)))
    text = say("{attacker} attacks {target}: what do you see?", attacker=by.name, target=at.name)
    return Prompt(f"sight{shot.tag}", "form", by.seat, text, AAM_49, (by.id, at.id), fields=asked)


# What forbids it


def not_an_enemy(now: GameState, attacker: str, target: str, **_: Value) -> Refusal | None:
    """An enemy is a unit of the other army (AAM-120)."""
    if now.unit(attacker).seat == now.unit(target).seat:
        return Refusal("not_an_enemy", say("the target of an attack is an enemy"), AAM_127)
    return None


def off_the_map(now: GameState, attacker: str, target: str, **_: Value) -> Refusal | None:
    """Destroyed or in reserve; passengers are another matter (AAM-103)."""
    for unit in (now.unit(attacker), now.unit(target)):
        if unit.gone or (unit.where != "table" and not unit.trackers.get("aboard")):
            return Refusal("off_the_map", say("{unit} is not on the map", unit=unit.name), AAM_47)
    return None


def riding(unit: Unit, able: bool) -> Refusal | None:
    if unit.trackers.get("aboard") and not able:
        return Refusal("aboard", say("{unit} is aboard: it neither shoots nor defends", unit=unit.name), AAM_103)
    return None


def from_a_platform(now: GameState, unit: Unit) -> bool:
    """From a vehicle made for it, that has not moved in this phase; Artillery never (AAM-86)."""
    under = carrier(now, unit)
    if under is None or under.gone or unit.gone or is_a(unit, "artillery"):
        return False
    return has(under, "fighting_platform") and not under.trackers.get("moved")


def not_seen(now: GameState, target: str, range: int | None = None, terrain: str | None = None, **_: Value) -> Refusal | None:
    at = now.unit(target)
    if range is None or not hidden(at, range, terrain):
        return None
    return Refusal("hidden", say("{unit} is hidden: no attack from so far", unit=at.name), AAM_87)


def out_of_range(now: GameState, attacker: str, target: str, range: int | None = None, **_: Value) -> Refusal | None:
    """Beyond long range, or what limits it (AAM-86, 95)."""
    by, at = now.unit(attacker), now.unit(target)
    most = reach(by, at.word("type"))
    if range is None or range <= most:
        return None
    text = say("{range} hexes: long range {row} ends at {most}", range=range, most=most, row=ROW_WORDS[at.word("type")])
    if most == printed(by, "limited_range"):
        text = say("{unit}, Limited Range: no attack beyond {most} hexes", unit=by.name, most=most)
    return Refusal("out_of_range", text, AAM_13)


def no_value(now: GameState, attacker: str, target: str, range: int | None = None, arc: str | None = None, **_: Value
             ) -> Refusal | None:
    """As long as nobody says from which side, either may do: an open back lets other dice be used (AAM-86)."""
    by, at = now.unit(attacker), now.unit(target)
    if range is None or any(dice_for(now, Shot(attacker, target, range, side)) for side in sides(arc)):
        return None
    return Refusal("no_value", say("{unit} has no dice at {band} {row}", unit=by.name, band=BAND_WORDS[band(range)],
                                   row=ROW_WORDS[at.word("type")]), AAM_14)


def sides(arc: str | None) -> tuple[str, ...]:
    """The side told, or both of them (AAM-14, 86)."""
    return (arc,) if arc else ARCS


def carried(now: GameState, attacker: str, target: str, **_: Value) -> Refusal | None:
    """As in defensive fire; but who rides exposed can be attacked (AAM-86, 103)."""
    by, at = now.unit(attacker), now.unit(target)
    return riding(by, from_a_platform(now, by)) or riding(at, exposed(now, at))


def not_spotted(now: GameState, attacker: str, target: str, spotted: int | None = None, **_: Value) -> Refusal | None:
    """Indirect Fire needs no line of sight to a Soldier whom a friendly Spotter sees within 8 hexes (AAM-86)."""
    by = now.unit(attacker)
    spotters = (unit for unit in now.standing(by.seat) if has(unit, "spotter"))
    able = has(by, "indirect_fire") and is_soldier(now.unit(target)) and any(spotters)
    if spotted is None or (able and spotted <= SPOTTING):
        return None
    text = say("Indirect Fire: at a Soldier whom a friendly Spotter sees within {most} hexes", most=SPOTTING)
    return Refusal("not_spotted", text, AAM_86)


FORBIDS: tuple[Callable[..., Refusal | None], ...] = (
    not_an_enemy, off_the_map, carried, already_acted, saved, too_few_men, out_of_range, no_value, not_seen, not_spotted,
)


# What it tells


def shows(target: str, others: tuple[str, ...] = (), **_: Value) -> dict[str, Show]:
    """Hits before cover, and what becomes of each unit; with several units the names carry the unit (AAM-100)."""
    named = {f":{unit}": unit for unit in (target, *others)} if others else {}
    return {name: show for tag, unit in {"": target, **named}.items() for name, show in _shown(tag, unit).items()}


def _shown(tag: str, unit: str) -> dict[str, Show]:
    return {
        f"hits{tag}": lambda after: after.noted(f"hits:{unit}"),
        f"target{tag}": lambda after: fate(after, unit),
    }


def tells(now: GameState, others: tuple[str, ...] = (), **told: Value) -> dict[str, Value]:
    """Whom Blast attacks; what a card does not state says nothing (AAM-100)."""
    shot = Shot(**told)  # type: ignore[arg-type]  # checked by SITUATION
    try:
        return {"attacked": attacked(now, shot, others)} if bursts(now, shot) and shot.range is not None else {}
    except Unknown:
        return {}


ATTACK = Opening("attack", say("attack"), AAM_47, attack, SITUATION, FORBIDS, shows, actor="attacker", tells=tells)
