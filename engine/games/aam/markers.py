"""What a shot leaves: the ladder of face-down markers, or the disruption at once of defensive fire."""

from __future__ import annotations

from engine.games.aam.shots import Shot
from engine.games.aam.units import damaged, has, is_soldier
from engine.model import GameState


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
    if shot.beside:
        return state.note(**{f"shocked:{shot.target}": True})
    return state.note(shocked=True, stopped=not has(state.unit(shot.target), "determined_charge"))


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
    added = tuple(mark for mark in ladder[start : start + hits] if mark != "disrupted" or not free(state, target))
    return _remembered(state.set(target, "face_down", (*held, *added)), target, climbed + hits, covered=False)


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
