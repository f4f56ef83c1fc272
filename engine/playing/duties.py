"""The guide through a turn: what is due now, which units can still act, and what comes next.

All of it follows from the table alone, so it is the same after an undo, after a restart, and on
another device. Screens, the text game and `play` ask here and only put the answers into words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from engine.playing import choices, deeds
from engine.playing.fold import Fold
from engine.playing.legality import has_ended
from engine.playing.recall import recalled
from engine.playing.rules import Duty, Ruleset, seats_of
from engine.values.events import Advanced, Opened
from engine.values.maps import EMPTY
from engine.values.model import Impossible, Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say


class Next(Enum):
    """What the large button does."""

    ANSWER = "answer"
    OPEN = "open"
    ACT = "act"
    ADVANCE = "advance"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Onward:
    """The next step. `passes` are the steps on the way in which there is nothing to do: they are
    skipped at once."""

    turn: int
    step: str
    seat: int
    passes: tuple[str, ...]
    text: Text


@dataclass(frozen=True, slots=True)
class Agenda:
    """The guide at this moment: what comes next and its name, duties in the order of the book,
    units that can still act, what the step is for (a procedure, or "") and the next step where that
    is what comes next: to find it means to look ahead, which `onward` does when it is asked."""

    next: Next
    text: Text
    due: tuple[Duty, ...]
    can_act: tuple[str, ...]
    deed: str
    onward: Onward | None


@recalled
def agenda(rules: Ruleset, now: GameState) -> Agenda:
    """The guide: an open question comes first; then what is due, what the step is for, and the next
    step."""
    if now.pending:
        return Agenda(Next.ANSWER, say("A question is open"), (), (), "", None)
    if has_ended(now):
        return Agenda(Next.OVER, say("The game has ended"), (), (), "", None)
    due, units = duties(rules, now), tuple(unit.id for unit in units_to_act(rules, now))
    if due:
        return Agenda(Next.OPEN, due[0].text, due, units, "", None)
    if deed := _deed(rules, now, units):
        return Agenda(Next.ACT, rules.opening(deed).text, (), units, deed, None)
    way = onward(rules, now)
    return Agenda(Next.ADVANCE, way.text, (), units, "", way)


# What is due


@recalled
def duties(rules: Ruleset, now: GameState) -> tuple[Duty, ...]:
    """The procedures that the game and the step begin with, until they are done; then what the
    game's own rules ask for."""
    return tuple(_duties(rules, now))


def _duties(rules: Ruleset, now: GameState) -> Iterator[Duty]:
    if now.pending or has_ended(now):
        return
    step = rules.step(now.step)
    first = now.turn == 1 and step is rules.steps[0]
    for procedure in dict.fromkeys((rules.glance.begins if first else "", step.opens)):
        if procedure and procedure not in now.done and _does_something(rules, now, procedure):
            opening = rules.opening(procedure)
            yield Duty(procedure, opening.text, opening.ref)
    yield from rules.duties(now)


def _does_something(rules: Ruleset, now: GameState, procedure: str) -> bool:
    """Whether a procedure would ask or change anything; otherwise it is not due."""
    if choices.next_field(now, rules.opening(procedure), EMPTY):
        return True
    try:
        return Fold(rules).apply(now, Opened(procedure)) != deeds.end(rules, now, procedure)
    except (Impossible, Unknown):
        return True


# Who can still act


def units_to_act(rules: Ruleset, now: GameState) -> tuple[Unit, ...]:
    """The units that can act now and have not acted yet in this step."""
    seats, acted = seats_of(rules.step(now.step).who, now), who_acted(rules, now)
    left = (unit for unit in now.units.values() if unit.seat in seats and acted[unit.id] is False)
    return tuple(unit for unit in left if not rules.glance.waits(now, unit))


@recalled
def who_acted(rules: Ruleset, now: GameState) -> Mapping[str, bool | None]:
    """For every unit whether it has acted in this step; None for one that is not waited for."""
    return {unit.id: rules.glance.acted(now, unit) for unit in now.units.values()}


def _deed(rules: Ruleset, now: GameState, to_act: tuple[str, ...]) -> str:
    """The procedure that the step is for, while a unit can still do it. Where sides alternate with
    one unit each, one unit is enough; where every unit acts, it is over when all have acted."""
    step, purpose = rules.step(now.step), choices.purpose(rules, now)
    if step.repeat_until and purpose in now.done:
        return ""
    is_done = () if step.again else now.done
    if not to_act and (purpose in is_done or _waits_for_units(rules, now)):
        return ""
    deed = choices.main_offer(rules, now)
    return deed if to_act or deed not in is_done else ""


def _waits_for_units(rules: Ruleset, now: GameState) -> bool:
    return any(acted is not None for acted in who_acted(rules, now).values())


# What comes next


@recalled
def onward(rules: Ruleset, now: GameState) -> Onward:
    """The next step in which there is something to do, or the game ends."""
    fold = Fold(rules)
    passes: list[str] = []
    after = fold.apply(now, Advanced())
    while len(passes) < len(rules.steps) - 1 and _is_empty(rules, after):  # never a whole turn
        passes.append(after.step)
        after = fold.apply(after, Advanced())
    return Onward(after.turn, after.step, after.seat, tuple(passes), _way(rules, now, after))


@recalled
def rest_of_turn(rules: Ruleset, now: GameState) -> Onward | None:
    """The way past all that the acting side could still do, to what asks something or to the other
    side; None where the next step leads there too."""
    fold, seats = Fold(rules), seats_of(rules.step(now.step).who, now)
    passes: list[str] = []
    after = fold.apply(now, Advanced())
    while len(passes) < len(rules.steps) - 1 and (_can_be_left(rules, after, seats) or _is_empty(rules, after)):
        passes.append(after.step)
        after = fold.apply(after, Advanced())
    next_step = onward(rules, now)
    if (after.turn, after.step, after.seat) == (next_step.turn, next_step.step, next_step.seat):
        return None
    return Onward(after.turn, after.step, after.seat, tuple(passes), _way(rules, now, after))


def _can_be_left(rules: Ruleset, now: GameState, seats: tuple[int, ...]) -> bool:
    """Whether a step is one of the same side, asks nothing and has nothing due."""
    is_free = not (now.pending or has_ended(now) or any(duties(rules, now)))
    return is_free and seats_of(rules.step(now.step).who, now) == seats


def _is_empty(rules: Ruleset, now: GameState) -> bool:
    """Whether a step asks nothing, has nothing due and nothing to do."""
    if now.pending or has_ended(now) or any(duties(rules, now)):
        return False
    to_act = units_to_act(rules, now)
    return not to_act and not _deed(rules, now, ())


def _way(rules: Ruleset, now: GameState, after: GameState) -> Text:
    name = rules.step(after.step).name
    if after.turn != now.turn:
        return say("{turn}: {step}", turn=rules.in_turn(after.turn), step=name)
    if after.step != now.step:
        return say("On to: {step}", step=name)
    player = rules.seat_name(after.seat)
    return say("Pass to {player}", player=player) if after.seat != now.seat else say("{player} goes on", player=player)
