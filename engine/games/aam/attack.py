"""An attack in one's own assault phase: what the players see, what forbids it, then a shot at each unit it meets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.games.aam.activation import acted, already_acted, saved, too_few_men
from engine.games.aam.blast import attacked, bursts, companions, volley
from engine.games.aam.casualties import fate
from engine.games.aam.commanders import EFFECTS
from engine.games.aam.defensive import carrier, from_a_platform, not_an_enemy, off_the_map, riding
from engine.games.aam.dice import BAND_WORDS, ROW_WORDS, band, dice_for, reach
from engine.games.aam.fire import in_cover, two_sided
from engine.games.aam.refs import AAM_13, AAM_14, AAM_47, AAM_49, AAM_87
from engine.games.aam.shots import Shot
from engine.games.aam.units import has
from engine.kinds import Field, Flag, Kind, ListOf, Record, UnitId, Whole, Word, required
from engine.maps import Value
from engine.model import GameState, Prompt, Refusal, Unknown
from engine.procedure import Asking, Procedure, call, fill
from engine.rules import Opening, Show
from engine.texts import say

TERRAINS = ("clear", "hill", "forest", "town", "marsh", "pond")
SEEN: dict[str, Kind] = {"range": Whole(0, 99), "arc": Word(("front", "rear")), "terrain": Word(TERRAINS), "road": Flag()}
SIGHT = (
    *(Field(key, kind) for key, kind in SEEN.items()),
    Field("bonus", Whole(-9, 9), default=0), Field("effects", EFFECTS, default=()), Field("others", ListOf(UnitId())),
)
HIDDEN = {"superior_camouflage": 2, "concealed": 5}
SITUATION = Record((*required(attacker=UnitId(), target=UnitId(enemy=True)), *SIGHT))


def attack(state: GameState, others: tuple[str, ...] | None = None, **told: Value) -> Procedure:
    """All of it before the next unit is chosen; the attacker has then acted (AAM-22, 47, 127, 141)."""
    shot = Shot(**told)  # type: ignore[arg-type]  # checked by SITUATION
    state, beside = yield from companions(state, shot, others)
    state, shot = yield from sighted(state, shot, beside)
    state = yield from call(state, *volley(state, shot, beside))
    return acted(state, shot.attacker)


def sighted(state: GameState, shot: Shot, others: tuple[str, ...]) -> Asking[Shot]:
    """What only the players see is asked in one form: how far, from which side, into which terrain."""
    if unseen(state, shot, others):
        state, told = yield from fill(state, sight, shot, others)
        shot = replace(shot, **told)
    return state, shot


def unseen(now: GameState, shot: Shot, others: tuple[str, ...]) -> tuple[str, ...]:
    """In the same hex the rear counts, and a single number counts from every side: then nobody asks (AAM-15, 54)."""
    beside = others if bursts(now, shot) else ()
    matters = {
        "arc": shot.range != 0 and any(two_sided(now.unit(unit)) for unit in (shot.target, *beside)),
        "road": now.reading("road_cover") == "none",
    }
    return tuple(key for key in SEEN if getattr(shot, key) is None and matters.get(key, True))


def sight(now: GameState, shot: Shot, others: tuple[str, ...]) -> Prompt:
    by, at = now.unit(shot.attacker), now.unit(shot.target)
    asked = Record(tuple(Field(key, SEEN[key], required=True) for key in unseen(now, shot, others)))
    text = say("{attacker} attacks {target}: what do you see?", attacker=by.name, target=at.name)
    return Prompt(f"sight{shot.tag}", "form", by.seat, text, AAM_49, (by.id, at.id), fields=asked)


def hidden(now: GameState, target: str, range: int | None = None, terrain: str | None = None, **_: Value) -> Refusal | None:
    """Some cannot be attacked from afar as long as they are in cover (AAM-86, 87)."""
    at = now.unit(target)
    nearest = min((hexes for ability, hexes in HIDDEN.items() if has(at, ability)), default=None)
    if nearest is None or range is None or range < nearest or not in_cover(at, terrain):
        return None
    return Refusal("hidden", say("{unit} is in cover: no attack from so far", unit=at.name), AAM_87)


def out_of_range(now: GameState, attacker: str, target: str, range: int | None = None, **_: Value) -> Refusal | None:
    by, at = now.unit(attacker), now.unit(target)
    most = reach(by, at)
    if range is None or range <= most:
        return None
    return Refusal("out_of_range", say("{range} hexes: long range {row} ends at {most}", range=range, most=most,
                                       row=ROW_WORDS[at.word("type")]), AAM_13)


def no_value(now: GameState, attacker: str, target: str, range: int | None = None, **_: Value) -> Refusal | None:
    by, at = now.unit(attacker), now.unit(target)
    if range is None or dice_for(now, Shot(attacker, target, range)):
        return None
    return Refusal("no_value", say("{unit} has no dice at {band} {row}", unit=by.name, band=BAND_WORDS[band(range)],
                                   row=ROW_WORDS[at.word("type")]), AAM_14)


def carried(now: GameState, attacker: str, target: str, **_: Value) -> Refusal | None:
    """As in defensive fire; but who rides exposed can be attacked (AAM-86, 103)."""
    by, at = now.unit(attacker), now.unit(target)
    under = carrier(now, at)
    return riding(by, from_a_platform(now, by)) or riding(at, under is not None and has(under, "exposed_transport"))


FORBIDS: tuple[Callable[..., Refusal | None], ...] = (
    not_an_enemy, off_the_map, carried, already_acted, saved, too_few_men, out_of_range, no_value, hidden,
)


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
