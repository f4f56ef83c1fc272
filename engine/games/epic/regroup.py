"""Regrouping: the better of two dice in blast markers taken away."""

from __future__ import annotations

from engine.games.epic.formations import leaders as leaders_of
from engine.games.epic.hulls import down
from engine.games.epic.refs import EPIC_108, EPIC_137
from engine.games.epic.reserves import absent, destroyed
from engine.games.epic.warengines import shields_raised, splits
from engine.playing.procedure import Procedure, roll
from engine.playing.rules import Opening, Show
from engine.values.kinds import Record, UnitId, Whole, fields
from engine.values.maps import Value
from engine.values.model import D6, Check, Modifier, Prompt, Refusal
from engine.values.table import GameState
from engine.values.texts import say


def regroup(
    state: GameState,
    formation: str | None = None,
    blast: int | None = None,
    leaders: int | None = None,
    shields_down: int | None = None,
) -> Procedure:
    """The higher of two dice, one more for each Leader, never below none; war engines may raise
    shields (EPIC-108, 137, 181)."""
    state, points = yield from roll(state, regroup_dice, formation, leaders)
    held, back = markers(state, formation, blast), 0
    if formation:
        state, back = yield from shields_raised(state, formation, points, held)
    spare = 0 if back and state.reading("regroup_shields") == "either" else points - back
    state = state.note(points=points, had=held, removed=min(held, spare), raised=back)
    return regrouped(state, formation) if formation else state


def regrouped(state: GameState, formation: str) -> GameState:
    """The markers go, and the action is one part shorter."""
    unit = state.unit(formation)
    state = state.set(formation, "blast", max(0, unit.count("blast") - state.noted("removed")))
    return state.set(formation, "todo", tuple(step for step in unit.marks("todo") if step != "regroup")).set(
        formation, "activated", True
    )


def regroup_dice(now: GameState, formation: str | None, leaders: int | None) -> Prompt:
    more = leaders if leaders is not None else leaders_of(now.unit(formation)) if formation else 0
    rows = (Modifier("leaders", more, say("Leaders"), EPIC_137),) if more else ()
    check = Check("regroup", 2, D6, EPIC_108, modifiers=rows, keep=1)
    seat = now.unit(formation).seat if formation else now.seat
    return Prompt("regroup", "roll", seat, say("regroup"), EPIC_108, (formation,) if formation else (), (check,))


def markers(now: GameState, formation: str | None, blast: int | None) -> int:
    return blast if blast is not None else now.unit(formation).count("blast") if formation else 0


def broken(now: GameState, formation: str | None = None, **_: Value) -> Refusal | None:
    """A broken formation has no markers to lose and takes no action (EPIC-108, 109)."""
    if formation and now.unit(formation).count("broken"):
        return Refusal("broken", say("{unit} is broken and takes no action", unit=now.unit(formation).name), EPIC_108)
    return None


def not_in_this_action(now: GameState, formation: str | None = None, **_: Value) -> Refusal | None:
    """The action that was declared has no regrouping in it (EPIC-20, 21)."""
    if formation and now.unit(formation).trackers.get("order") and "regroup" not in now.unit(formation).marks("todo"):
        return Refusal(
            "no_regroup", say("{unit}: no regrouping in this action", unit=now.unit(formation).name), EPIC_108
        )
    return None


def shows(
    formation: str | None = None, blast: int | None = None, shields_down: int | None = None, **_: Value
) -> dict[str, Show]:
    """What goes; and every way to share the points with shields that are down (EPIC-181)."""

    def shared(after: GameState) -> tuple[tuple[int, int], ...]:
        fallen = down(after.unit(formation)) + after.noted("raised") if formation else shields_down or 0
        return splits(after, after.noted("had"), fallen, after.noted("points"))

    return {
        "removed": lambda after: after.noted("removed"),
        "points": lambda after: after.noted("points"),
        **({"splits": shared} if shields_down or formation else {}),  # type: ignore[dict-item]
    }


REGROUP = Opening(
    "regroup",
    say("regroup"),
    EPIC_108,
    regroup,
    Record(fields(formation=UnitId(), blast=Whole(0, 999), leaders=Whole(0, 99), shields_down=Whole(0, 99))),
    (destroyed, absent, broken, not_in_this_action),
    shows,
    actor="formation",
)
