"""Procedures: generators that ask; resume() re-enters one with all that has happened since.

A procedure asks with a question *function*: its prompt is computed from the table whenever somebody
looks, so a tracker set by hand in between changes the question and never leaves it stale. It is
sent readings, never faces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias, TypeVar, TypeVarTuple

from engine.dice.check import housed
from engine.playing.answers import Outcome, Stale, accepted, settled
from engine.playing.opening import Opening
from engine.playing.rules import Ruleset
from engine.values.events import Abandoned, Answered, CardFilled, Event, HouseRuled, OptionSet, Ticked
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Line, Path, Prompt, Ref, Unknown, dotted
from engine.values.situation import situation_from
from engine.values.table import GameState, Pending
from engine.values.texts import Text, say

T = TypeVar("T")
A = TypeVarTuple("A")
Question: TypeAlias = Callable[[GameState, *A], Prompt]
"""What makes a prompt out of the table as it is now; what else it looks at is given beside it,
and checked by type."""
Reply: TypeAlias = "GameState | tuple[GameState, Outcome] | None"
Procedure: TypeAlias = "Generator[Asked | Call, Reply, GameState]"
Asking: TypeAlias = "Generator[Asked | Call, Reply, tuple[GameState, T]]"
Apply: TypeAlias = Callable[[GameState, Event], GameState]

NOTHING_GIVEN: Map[Outcome] = Map()
ON_THE_CARD = Ref("CARD", "The unit card", "A value the card states and the app does not know")


class _Remembered:
    """A place for the prompt of a question, which is asked for again and again."""

    __slots__ = ("_prompt",)
    _prompt: Prompt


@dataclass(frozen=True, slots=True)
class Asked(_Remembered):
    """A question about the running table; its prompt always shows the table as it is now.

    Where `settle` makes the last table of the procedure out of the answer, a walk need not come
    back to it.
    """

    state: GameState
    question: Callable[..., Prompt]
    args: tuple[Any, ...]
    house: tuple[tuple[int, str], ...] = ()
    given: Map[Outcome] = NOTHING_GIVEN
    settle: Callable[..., GameState | Call] | None = None

    @property
    def prompt(self) -> Prompt:
        try:
            return self._prompt
        except AttributeError:
            object.__setattr__(self, "_prompt", self._put())
            return self._prompt

    def _put(self) -> Prompt:
        prompt = self.question(self.state, *self.args)
        if self.house and prompt.checks:
            prompt = replace(prompt, checks=tuple(housed(check, self.house) for check in prompt.checks))
        return replace(prompt, given=tuple(self.given)) if self.given else prompt


class Task(NamedTuple):
    """A procedure and its arguments: plain data, so equal work is known again. One that asks
    nothing is a plain function."""

    run: Callable[..., Procedure | GameState]
    args: tuple[Any, ...] = ()

    def on(self, state: GameState) -> Procedure | GameState:
        return self.run(state, *self.args)

    def done(self, state: GameState) -> Procedure:
        """The table after it."""
        run = self.on(state)
        return run if isinstance(run, GameState) else (yield from run)


@dataclass(frozen=True, slots=True)
class Call:
    """Tasks to do one after another, or one task to repeat until done; the last thing a
    procedure does, or not. Where each belongs to one of two `chains`, none reads what the other
    chain has written."""

    state: GameState
    tasks: tuple[Task, ...]
    done: Callable[[GameState], bool] | None = None
    last: bool = False
    chains: tuple[int, ...] = ()


def ask(state: GameState, question: Question[*A], *args: *A) -> Asking[Any]:
    """Ask; come back with the table as it then is, and the answer."""
    reply = yield Asked(state, question, args)
    assert isinstance(reply, tuple)
    return reply


def rolls(state: GameState, question: Question[*A], *args: *A) -> Asking[tuple[int, ...]]:
    """What each check of the prompt reads."""
    return (yield from ask(state, question, *args))


def roll(state: GameState, question: Question[*A], *args: *A) -> Asking[int]:
    """What the one check of the prompt reads."""
    reply: Any = yield Asked(state, question, args)
    return reply[0], reply[1][0]


def choose(state: GameState, question: Question[*A], *args: *A) -> Asking[str]:
    return (yield from ask(state, question, *args))


def confirm(state: GameState, question: Question[*A], *args: *A) -> Asking[bool]:
    return (yield from ask(state, question, *args))


def number(state: GameState, question: Question[*A], *args: *A) -> Asking[int]:
    return (yield from ask(state, question, *args))


def fill(state: GameState, question: Question[*A], *args: *A) -> Asking[Mapping[str, Any]]:
    """A form: what the app cannot see, asked together."""
    return (yield from ask(state, question, *args))


def each(state: GameState, question: Question[*A], *args: *A) -> Asking[tuple[Any, ...]]:
    """One answer per seat, in whatever order they come."""
    return (yield from ask(state, question, *args))


def decide(
    state: GameState, question: Question[*A], settle: Callable[[GameState, Any, *A], GameState | Call], *args: *A
) -> Procedure:
    """The last question of a task: `settle(state, answer, *args)` is the table it ends in, or what
    is still to be done.

    Nothing may follow it, in the procedure itself or in one that holds it by `yield from`: a walk
    does not come back.
    """
    state, answer = yield Asked(state, question, args, settle=settle)  # type: ignore[misc]
    found = settle(state, answer, *args)
    return (yield from carry_out(found)) if isinstance(found, Call) else found


def settle_ledger(state: GameState, question: Question[*A], *args: *A) -> Procedure:
    """Show the physical changes; do those that were not declined. What it shows is what it does."""
    state, declined = yield from ask(state, question, *args)
    lines = question(state, *args).lines
    return carried_out(state, *(line for number, line in enumerate(lines) if number not in declined))


def carried_out(state: GameState, *lines: Line) -> GameState:
    """The table after some lines of a ledger."""
    for line in lines:
        for change in line.changes:
            value = _moved(state.held(change.unit).get(change.tracker), change.before, change.after)
            state = state.set(change.unit, change.tracker, value, change.ref)
    return state


def _moved(now: Value, before: Value, after: Value) -> Value:
    """Markers are taken and added one by one, so that a line declined above leaves its markers
    where they are."""
    if now == before or not isinstance(before, tuple) or not isinstance(after, tuple):
        return after
    taken, added = Counter(before) - Counter(after), Counter(after) - Counter(before)
    kept = []
    for mark in now if isinstance(now, tuple) else ():
        taken[mark] -= 1
        if taken[mark] < 0:
            kept.append(mark)
    return (*kept, *added.elements())


def task(run: Callable[[GameState, *A], Procedure | GameState], *args: *A) -> Task:
    """Part of a procedure with its arguments, all of them frozen."""
    return Task(run, args)


def whole(opening: Opening, args: Map[Value]) -> Task:
    """A procedure from its beginning, as a walk takes it."""
    return Task(opening.run, (situation_from(opening.form, args),))


def call(state: GameState, *tasks: Task) -> Procedure:
    """Do tasks in order. A walk may take over before each, and hands back each different table
    once."""
    while tasks:
        done = yield Call(state, tasks)
        if isinstance(done, GameState):
            return done
        state, tasks = (yield from tasks[0].done(state)), tasks[1:]
    return state


def lastly(state: GameState, *tasks: Task) -> Procedure:
    """The same as the last thing of a task; nothing may follow it, as with `decide`."""
    while tasks:
        done = yield Call(state, tasks, last=True)
        if isinstance(done, GameState):
            return done
        state, tasks = (yield from tasks[0].done(state)), tasks[1:]
    return state


def at_once(state: GameState, *parts: tuple[int, Task]) -> Call:
    """The last thing of a task: what happens at once, in two chains, 0 and 1. Play does the tasks
    in their order; odds may work out each chain by itself."""
    return Call(state, tuple(each for _, each in parts), last=True, chains=tuple(chain for chain, _ in parts))


def carry_out(last: Call) -> Procedure:
    """The last thing of a task is done."""
    done = yield last
    if isinstance(done, GameState):
        return done
    state = last.state
    for each in last.tasks:
        state = yield from each.done(state)
    return state


def until(done: Callable[[GameState], bool], state: GameState, again: Task, last: bool = False) -> Procedure:
    """Repeat a task until the table says it is done; the last thing of a task, or not."""
    while not done(state):
        final = yield Call(state, (again,), done, last)
        if isinstance(final, GameState):
            return final
        state = yield from again.done(state)
    return state


def resume(rules: Ruleset, pending: Pending, apply: Apply) -> Asked | GameState:
    """Re-enter a procedure with all that happened since: its next question, or the table it ends
    in."""
    here = reenter(rules, pending, apply)[1]
    if isinstance(here, Asked):
        return here
    ended = replace(here, memory=pending.start.memory, ticks=pending.start.ticks)
    for event in pending.since:  # a reading changed in the middle holds from now on
        if isinstance(event, OptionSet):
            ended = apply(ended, event)
    return ended


def reenter(rules: Ruleset, pending: Pending, apply: Apply) -> tuple[Procedure, Asked | GameState]:
    """The live generator at the same place, and what it asks."""
    start = beginning(pending, apply)
    run = _opened(rules, pending, start)
    here = _forward(run, None, pending.house, start)
    for event in pending.since:
        if isinstance(event, (CardFilled, OptionSet)):
            continue
        if isinstance(here, GameState):
            here = _ended(here, event, apply)
        else:
            here = _meet(run, here, event, pending.house, apply)
    return run, here


def _ended(here: GameState, event: Event, apply: Apply) -> GameState:
    """What happened in the middle of a procedure that now asks nothing any more, since a card
    says what it asked for: a change of the table still is one, an answer has no question."""
    if isinstance(event, (Answered, Abandoned, HouseRuled, Ticked)):
        raise Stale(say("the procedure ends before this answer"))
    return apply(here, event)


def beginning(pending: Pending, apply: Apply) -> GameState:
    """The table as the procedure first sees it."""
    return replace(_with_cards(pending, apply), memory=(), ticks=())


def _with_cards(pending: Pending, apply: Apply) -> GameState:
    """What a card says was true all along: values filled in later are there from the start."""
    start = pending.start
    for event in pending.since:
        if isinstance(event, CardFilled):
            start = apply(start, event)
    return start


def _opened(rules: Ruleset, pending: Pending, start: GameState) -> Procedure:
    try:
        return rules.opening(pending.procedure).start(start, pending.args)
    except TypeError as wrong:
        raise Impossible(say("{procedure} cannot be opened like this", procedure=pending.procedure)) from wrong


def _meet(
    run: Procedure, asked: Asked, event: Event, house: tuple[tuple[int, str], ...], apply: Apply
) -> Asked | GameState:
    """One event meets the open question: its answer, its end, or a change of the table under it."""
    if asked.state.pending is None:
        match event:
            case Answered():
                return _answered(run, asked, event, house)
            case Abandoned():
                return asked.state
            case HouseRuled(amount=amount, why=why):
                return replace(asked, house=(*asked.house, (amount, why)))
            case Ticked(line=line, done=done):
                return replace(asked, state=ticked(asked, line, done))
    changed = replace(asked, state=apply(asked.state, event))
    return _forward(run, changed, house, changed.state) if changed.question is not card_value else changed


def _answered(run: Procedure, asked: Asked, event: Answered, house: tuple[tuple[int, str], ...]) -> Asked | GameState:
    prompt = asked.prompt
    outcome: Outcome
    if prompt.kind == "each":
        given = asked.given.put(event.prompt, accepted(_slot(prompt, event), event))
        if len(given) < len(prompt.slots):
            return replace(asked, given=given)
        outcome = tuple(given[slot.key] for slot in prompt.slots)
    else:
        outcome = accepted(prompt, event)
    state = replace(asked.state, ticks=())
    return _forward(run, (state, outcome), house, asked.state)


def _slot(prompt: Prompt, event: Answered) -> Prompt:
    for slot in prompt.slots:
        if slot.key == event.prompt:
            return slot
    raise Stale(
        say(
            "{asked} are asked; the answer was to {answered}",
            asked=", ".join(slot.key for slot in prompt.slots),
            answered=event.prompt,
        )
    )


def ticked(asked: Asked, line: int, done: bool) -> GameState:
    if not 0 <= line < len(asked.prompt.lines):
        raise Impossible(say("the open question has no line {line}", line=line + 1))
    ticks = set(asked.state.ticks) - {line} | ({line} if done else set())
    return replace(asked.state, ticks=tuple(sorted(ticks)))


def _forward(
    run: Procedure, sent: Reply | Asked, house: tuple[tuple[int, str], ...], seen: GameState
) -> Asked | GameState:
    """On to the next question that the table has to answer; foregone ones answer themselves.

    Where a card does not state what is needed, that is the question, put to the last table seen.
    """
    try:
        here: Asked | Call | GameState = sent if isinstance(sent, Asked) else send(run, sent)
        while not isinstance(here, GameState):
            if isinstance(here, Call):
                here = send(run, None)
                continue
            asked = here if here.house or not house else replace(here, house=house)
            seen = asked.state
            known = settled(asked.prompt) if asked.state.pending is None else None
            if known is None:
                return asked
            here = send(run, (asked.state, known))
    except Unknown as unknown:
        return Asked(seen, card_value, (unknown.unit, unknown.path))
    return here


def card_value(now: GameState, unit: str, path: Path) -> Prompt:
    """A value the card does not state: asked once, then known."""
    at = now.unit(unit)
    text: Text = say("{unit}: what does the card say for {value}?", unit=at.name, value=dotted(path))
    return Prompt(f"card:{unit}.{dotted(path)}", "card", at.seat, text, ON_THE_CARD, (unit, *map(str, path)))


def send(run: Procedure, reply: Reply) -> Asked | Call | GameState:
    try:
        return run.send(reply)
    except StopIteration as end:
        final: GameState = end.value
        return final
