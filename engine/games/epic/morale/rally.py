"""A rally test: the die, the supreme commander's re-roll, and what the test changes."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.formations.rows import army, leaders, rows, strength, units_with
from engine.games.epic.morale.markers import markers_per_unit
from engine.games.epic.morale.memory import RallyResult
from engine.games.epic.morale.modifiers import Recovery, rally_rows
from engine.games.epic.morale.situation import Rallying
from engine.games.epic.morale.withdrawal import withdraw
from engine.playing.citing import rule
from engine.playing.procedure import Asking, Procedure, call, confirm, roll, task
from engine.values.model import D6, Check, Impossible, Prompt, Refusal
from engine.values.stages import Again
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.EPIC_119, refs.EPIC_121, refs.EPIC_122, refs.EPIC_123)
def take_test(state: GameState, rallying: Rallying, key: str = "test") -> Procedure:
    """The test, again if the supreme commander says so; passed, half the markers go; failed, a
    broken formation withdraws again."""
    state, passed = yield from roll(state, rally_dice, rallying, key)
    formation = rallying.formation
    if not passed and formation:
        state, again = yield from ask_supreme_commander(state, formation, rallying.reroll)
        if again:
            state, passed = yield from roll(state, rally_dice, rallying, f"{key}:again")
    broken = is_broken(state, rallying)
    left = markers_after(state, rallying) if passed else 0 if broken else markers_before(state, rallying)
    state = state.remember(RallyResult(bool(passed), left))
    return (yield from settle_test(state, formation, broken)) if formation else state


@rule(refs.EPIC_121)
def settle_test(state: GameState, formation: str, broken: bool) -> Procedure:
    """What the test changes on the table."""
    state, result = state.set(formation, "tried", True, refs.EPIC_274), state.recall(RallyResult)
    if result.passed:
        if broken or state.reading("rallied_cannot_hold") == "any":
            state = state.set(formation, "rallied", True, refs.EPIC_239)
        state = state.set(formation, "broken", False, refs.EPIC_123)
        return state.set(formation, "blast", result.blast, refs.EPIC_123 if broken else refs.EPIC_122)
    return (yield from call(state, task(withdraw, formation))) if broken else state


@rule(refs.EPIC_115, refs.EPIC_123)
def markers_before(now: GameState, rallying: Rallying) -> int:
    """Markers before the test; a broken formation counts one for each unit, Space Marines two."""
    if rallying.formation is None or rallying.blast is not None:
        return rallying.blast or 0
    unit = now.unit(rallying.formation)
    return strength(now, unit.id) * markers_per_unit(unit) if is_broken(now, rallying) else unit.count("blast")


def is_broken(now: GameState, rallying: Rallying) -> bool:
    """Broken, as described or on the table."""
    if rallying.broken is not None:
        return rallying.broken
    return rallying.formation is not None and bool(now.unit(rallying.formation).count("broken"))


@rule(refs.EPIC_122, refs.EPIC_123, refs.EPIC_137)
def markers_after(now: GameState, rallying: Rallying) -> int:
    """Half is removed, rounded up, and one more for each Leader."""
    before, more = markers_before(now, rallying), rallying.leaders
    if more is None:
        more = leaders(now.unit(rallying.formation)) if rallying.formation else 0
    return max(0, before - (before + 1) // 2 - more)


@rule(refs.EPIC_132)
def rally_dice(now: GameState, rallying: Rallying, key: str = "test") -> Prompt:
    unit = now.unit(rallying.formation) if rallying.formation else None
    initiative = rallying.initiative
    if initiative is None:
        if unit is None:
            raise Impossible(say("a formation or its initiative is needed"))
        initiative = unit.need("initiative")
    stages = (Again(),) if rallying.reroll and not unit else ()
    check = Check(key, 1, D6, refs.EPIC_119, (initiative,), rally_rows(recovery(now, rallying)), stages=stages)
    text = say("{unit} tries to rally", unit=unit.name) if unit else say("rally test")
    seat, known = (unit.seat, (unit.id,)) if unit else (now.seat, ())
    return Prompt(key, "roll", seat, text, refs.EPIC_119, known, (check,), readings=("rally_enemies",))


def recovery(now: GameState, rallying: Rallying) -> Recovery:
    broken, near = is_broken(now, rallying), rallying.enemy_within_30
    if not rallying.formation:
        return Recovery(broken, near)
    unit = now.unit(rallying.formation)
    mob = sum(row.left * row.weight for row in rows(unit) if not row.has("expendable"))
    return Recovery(broken, near, army(unit), mob)


@rule(refs.EPIC_132, refs.EPIC_232, refs.EPIC_275)
def may_reroll(now: GameState, formation: str) -> bool:
    """A supreme commander of that side is alive and has not yet spoken this turn; from reserve
    only for his own formation."""
    seat = now.unit(formation).seat
    chiefs = [unit for unit in now.units.values() if unit.seat == seat and units_with(unit, "supreme_commander")]
    able = any(unit.where in ("table", "inside") or unit.id == formation for unit in chiefs if not unit.gone)
    return able and not now.seats[seat].get("reroll_used")


@rule(refs.EPIC_132)
def ask_supreme_commander(state: GameState, formation: str, stated: bool) -> Asking[bool]:
    """Whether a failed test is rolled again: as stated beforehand, else asked; once a turn."""
    again = stated
    if not may_reroll(state, formation):
        return state, False
    if not stated:
        state, again = yield from confirm(state, whether_to_reroll, formation)
    if again:
        state = state.set(f"@{state.unit(formation).seat}", "reroll_used", True, refs.EPIC_275)
    return state, again


def no_reroll_left(now: GameState, formation: str | None, stated: bool) -> Refusal | None:
    """Without a supreme commander, or after his word of this turn, nothing is rolled again."""
    if not stated or not formation or may_reroll(now, formation):
        return None
    text = say("{unit}: no re-roll of a supreme commander is left this turn", unit=now.unit(formation).name)
    return Refusal("no_reroll", text, refs.EPIC_132)


def whether_to_reroll(now: GameState, formation: str) -> Prompt:
    unit, text = now.unit(formation), say("{unit}: use the supreme commander's re-roll?", unit=now.unit(formation).name)
    return Prompt("reroll", "confirm", unit.seat, text, refs.EPIC_275, (formation,))
