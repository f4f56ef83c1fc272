"""Hit markers: the ladder face down, the disruption at once of defensive fire, and the casualty phase that turns them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from engine.games.aam.refs import AAM_25, AAM_62, AAM_64, AAM_66, AAM_86, AAM_104
from engine.games.aam.shots import Shot
from engine.games.aam.units import WORDS, damaged, has, is_soldier, used_up, uses_up
from engine.kinds import Field, ListOf, Record, UnitId
from engine.labels import listed
from engine.maps import Map, Value
from engine.model import D6, Change, Check, GameState, Line, Prompt, Ref, Refusal, Unit
from engine.procedure import Procedure, carried_out, roll, settle_ledger
from engine.rules import Opening
from engine.texts import Text, say


def hits_for(successes: int, defense: int, second: int = 1) -> int:
    """Fewer than the defense 0, equal 1, more 2, at least double 3; armour may move the second hit (AAM-53)."""
    if successes < defense:
        return 0
    if successes >= 2 * defense:
        return 3
    return 1 if successes < defense + second else 2


def struck(state: GameState, shot: Shot, hits: int, covered: bool) -> GameState:
    """Defensive fire is cancelled by cover; a normal attack still leaves one Disrupted (AAM-72, 73)."""
    if shot.defensive:
        return shocked(state, shot) if hits and not covered else state
    state = state.note(**{f"hits:{shot.target}": hits})
    return sheltered(state, shot.target, hits) if covered else marked(state, shot.target, hits)


def shocked(state: GameState, shot: Shot) -> GameState:
    """One face-up Disrupted at once, whatever the successes; a second adds nothing; the mover stops (AAM-82, 83)."""
    up = state.unit(shot.target).marks("face_up")
    if "disrupted" not in up:
        state = state.set(shot.target, "face_up", (*up, "disrupted"))
    if has(state.unit(shot.target), "lack_of_determination"):
        state = lost_at_once(state, shot)
    if shot.beside:
        return state.note(**{f"shocked:{shot.target}": True})
    at = state.unit(shot.target)
    return state.note(shocked=True, stopped=at.gone or not has(at, "determined_charge"))


def lost_at_once(state: GameState, shot: Shot) -> GameState:
    """Off the map with whoever is aboard, not only in the casualty phase; a mover goes no further (AAM-86, 104, 120)."""
    for unit in (shot.target, *(each.id for each in aboard(state, shot.target))):
        state = state.set(unit, "where", "destroyed").note(**{f"lost:{unit}": True})
    return state if shot.beside else state.note(stopped=True)


def aboard(now: GameState, transport: str) -> tuple[Unit, ...]:
    return tuple(unit for unit in now.units.values() if unit.trackers.get("aboard") == transport and not unit.gone)


def sheltered(state: GameState, target: str, hits: int) -> GameState:
    """Cover leaves one Disrupted at most, and none beside another (AAM-72)."""
    held = state.unit(target).marks("face_down")
    if not hits or "disrupted" in held:
        return state
    return _remembered(state.set(target, "face_down", (*held, "disrupted")), target, 1, covered=True)


def marked(state: GameState, target: str, hits: int) -> GameState:
    """Climb the ladder of face-down markers; after Destroyed nothing is added (AAM-58, 59, 64, 65, 126)."""
    held = state.unit(target).marks("face_down")
    if not hits or "destroyed" in held:
        return state
    ladder, climbed = ladder_of(state, target), steps(state, target)
    start = min(climbed, len(ladder) - 1)
    if "damaged" in ladder[start : start + hits]:
        state, hits = armoured(state, target, hits)
    added = tuple(mark for mark in ladder[start : start + hits] if mark != "disrupted" or not free(state, target))
    state = alight(state.set(target, "face_down", (*held, *added)), target, added)
    return _remembered(state, target, climbed + hits, covered=False)


def armoured(state: GameState, target: str, hits: int) -> tuple[GameState, int]:
    """Heavy Armor ignores the first Damaged of the game: a hit less, so the third is the second (AAM-86, 94)."""
    unit = state.unit(target)
    if not has(unit, "heavy_armor") or used_up(unit, "heavy_armor"):
        return state, hits
    return uses_up(state, target, "heavy_armor"), hits - 1


def alight(state: GameState, target: str, added: tuple[str, ...]) -> GameState:
    """A Damaged received is remembered for those whom it sets on fire (AAM-86, 95)."""
    return state.note(**{f"damaged:{target}": True}) if "damaged" in added else state


def ladder_of(now: GameState, target: str) -> tuple[str, ...]:
    """A Soldier has no Damaged, a Vehicle damaged already has had it (AAM-58, 64, 65)."""
    unit = now.unit(target)
    return ("disrupted", "destroyed") if is_soldier(unit) or damaged(unit) else ("disrupted", "damaged", "destroyed")


def steps(now: GameState, target: str) -> int:
    """Steps climbed already: the markers face down since the last casualty phase, face-up ones never (AAM-59, 126)."""
    unit = now.unit(target)
    if now.reading("ladder") == "per_phase":
        return unit.count("climbed")
    held = unit.marks("face_down")
    reached = [ladder_of(now, target).index(mark) + 1 for mark in held if mark in ladder_of(now, target)]
    return max(len(held), *reached, 0) - free(now, target)


def free(now: GameState, target: str) -> bool:
    """A Disrupted got under cover is no step by one reading (AAM-72)."""
    return now.reading("covered_step") == "free" and bool(now.unit(target).trackers.get("covered"))


def _remembered(state: GameState, target: str, climbed: int, covered: bool) -> GameState:
    """What the other readings need to know: steps of this phase, and whether the one marker came under cover."""
    if state.reading("covered_step") == "free":
        state = state.set(target, "covered", covered)
    return state.set(target, "climbed", climbed - free(state, target)) if state.reading("ladder") == "per_phase" else state


# The casualty phase: one ledger for both armies, in its printed order


def casualty(state: GameState, units: tuple[str, ...] | None = None) -> Procedure:
    """Old Disrupted markers go, new markers turn, the destroyed leave; what is not declined is done."""
    for unit in green(state, units):
        state, calm = yield from roll(state, nerve, unit)
        state = state if calm else state.note(**{f"shaky:{unit}": True})
    state = yield from settle_ledger(state, ledger, units)
    return state.set("", "casualties_done", True)


def done_already(now: GameState, **_: Value) -> Refusal | None:
    """Once in a turn: a second time would take away what was turned up just now (AAM-17, 25, 62)."""
    if now.trackers.get("casualties_done"):
        return Refusal("done_already", say("the casualty phase of this turn is over"), AAM_25)
    return None


def green(now: GameState, units: tuple[str, ...] | None) -> tuple[str, ...]:
    """The Green need a 4 to shed a Disrupted; one that stays in any case is not rolled for (AAM-86, 95)."""
    return tuple(unit.id for unit in on_the_map(now) if (units is None or unit.id in units) and has(unit, "green")
                 and unsettled(unit) and not unit.trackers.get("overheated"))


def nerve(now: GameState, unit: str) -> Prompt:
    shaky, key = now.unit(unit), f"green:{unit}"
    text = say("{unit}: Green: does it lose its Disrupted?", unit=shaky.name)
    return Prompt(key, "roll", shaky.seat, text, AAM_62, (unit,), (Check(key, 1, D6, AAM_86, (4,)),))


def ledger(now: GameState, units: tuple[str, ...] | None = None) -> Prompt:
    return Prompt("casualty", "ledger", now.seat, say("casualty phase"), AAM_25, lines=lines(now, units))


def lines(now: GameState, units: tuple[str, ...] | None = None) -> tuple[Line, ...]:
    return _phase(now, units)[0]


def _phase(now: GameState, units: tuple[str, ...] | None = None) -> tuple[tuple[Line, ...], GameState]:
    """Each part for all units, or those named, on the table the part before it leaves; and the table after the last."""
    found: tuple[Line, ...] = ()
    for part in PARTS:
        added = tuple(line for unit in on_the_map(now) if units is None or unit.id in units for line in part(now, unit))
        found, now = (*found, *added), carried_out(now, *added)
    return found, now


def recover(now: GameState, unit: Unit) -> Iterable[Line]:
    """Face-up Disrupted markers that were there go, but for the Unreliable; Damaged stays (AAM-25, 62, 63, 95)."""
    if not unsettled(unit) or now.noted(f"shaky:{unit.id}"):
        return
    if unit.trackers.get("overheated"):
        text = say("{unit}: Overheat: Disrupted stays until the next casualty phase", unit=unit.name)
        yield Line(text, AAM_86, (Change(unit.id, "overheated", True, False, AAM_86),))
        return
    left = tuple(mark for mark in unit.marks("face_up") if mark != "disrupted")
    text = say("{unit}: remove Disrupted", unit=unit.name)
    yield Line(text, AAM_62, (Change(unit.id, "face_up", unit.marks("face_up"), left, AAM_62),))


def unsettled(unit: Unit) -> bool:
    """It has a Disrupted face up that may go (AAM-62, 95)."""
    return "disrupted" in unit.marks("face_up") and not has(unit, "unreliable")


def flip(now: GameState, unit: Unit) -> Iterable[Line]:
    """New markers turn face up."""
    up, down = unit.marks("face_up"), unit.marks("face_down")
    if down:
        yield Line(say("{unit}: turn face up: {markers}", unit=unit.name, markers=listed([WORDS[mark] for mark in down])), AAM_25,
                   (Change(unit.id, "face_down", down, (), AAM_25), Change(unit.id, "face_up", up, (*up, *down), AAM_25)))


def leave(now: GameState, unit: Unit) -> Iterable[Line]:
    """A unit with a Destroyed marker leaves, so does a Vehicle damaged twice; passengers go with it."""
    ref = gone_by(unit)
    if ref:
        yield removed(unit, say("{unit}: remove from the map, destroyed", unit=unit.name), ref)
        for passenger in aboard(now, unit.id):
            if not gone_by(passenger):
                text = say("{unit}: destroyed aboard {transport}", unit=passenger.name, transport=unit.name)
                yield removed(passenger, text, AAM_104)


def gone_by(unit: Unit) -> Ref | None:
    """By a marker; some by the first Disrupted already."""
    if "destroyed" in unit.marks("face_up"):
        return AAM_66
    if "disrupted" in unit.marks("face_up") and has(unit, "lack_of_determination"):
        return AAM_86
    return AAM_64 if unit.marks("face_up").count("damaged") > 1 and not is_soldier(unit) else None


def removed(unit: Unit, text: Text, ref: Ref) -> Line:
    return Line(text, ref, (Change(unit.id, "where", unit.where, "destroyed", ref),))


def on_the_map(now: GameState) -> tuple[Unit, ...]:
    return tuple(unit for unit in now.units.values() if unit.where in ("table", "inside"))


PARTS: tuple[Callable[[GameState, Unit], Iterable[Line]], ...] = (recover, flip, leave)


def casualties_done(now: GameState) -> GameState:
    """The table after a casualty phase in which nothing is declined."""
    return _phase(now)[1]


def condition(now: GameState, unit: str) -> str:
    """The worst that a unit is, in a word."""
    at = now.unit(unit)
    if at.gone:
        return "destroyed"
    return next((mark for mark in ("damaged", "disrupted") if mark in at.marks("face_up")), "none")


def fate(now: GameState, unit: str) -> str:
    """What a unit will be after the casualty phase, present markers included; a passenger falls with its transport (AAM-104)."""
    at = now.unit(unit)
    carrier = at.trackers.get("aboard")
    return _fate(now.game, at, now.units.get(carrier) if isinstance(carrier, str) else None)


@lru_cache(maxsize=10_000)
def _fate(game: str, unit: Unit, carrier: Unit | None) -> str:
    """A table of two: odds ask for the same few units thousands of times."""
    alone = GameState(game, Map({each.id: each for each in (unit, carrier) if each}))
    return condition(casualties_done(alone), unit.id)


CASUALTY = Opening("casualty", say("casualty phase"), AAM_25, casualty, Record((Field("units", ListOf(UnitId())),)),
                   (done_already,))
