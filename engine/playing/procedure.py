"""What procedures are written with: generators that ask questions and do tasks.

A procedure asks with a question *function*: its prompt is computed from the table whenever it is
looks, so a tracker set by hand in between changes the question and never leaves it stale. It is
sent readings, never faces. `resuming` runs it again with all that has happened since.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias, TypeVar, TypeVarTuple

from engine.dice.check import housed
from engine.playing.answers import Outcome
from engine.playing.opening import Opening
from engine.values.maps import Map, Value
from engine.values.model import Line, Prompt
from engine.values.quick import quickly_made
from engine.values.situation import situation_from
from engine.values.table import GameState

T = TypeVar("T")
A = TypeVarTuple("A")
Question: TypeAlias = Callable[[GameState, *A], Prompt]
"""What makes a prompt out of the table as it is now; what else it looks at is given beside it,
and checked by type."""
Reply: TypeAlias = "GameState | tuple[GameState, Outcome] | None"
Procedure: TypeAlias = "Generator[Asked | Call, Reply, GameState]"
Asking: TypeAlias = "Generator[Asked | Call, Reply, tuple[GameState, T]]"

NOTHING_GIVEN: Map[Outcome] = Map()


class _Remembered:
    """A place for the prompt of a question, which is asked for again and again."""

    __slots__ = ("_prompt",)
    _prompt: Prompt


@quickly_made
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


@quickly_made
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
    if now == before or not (now or before) or not isinstance(before, tuple) or not isinstance(after, tuple):
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


def send(run: Procedure, reply: Reply) -> Asked | Call | GameState:
    try:
        return run.send(reply)
    except StopIteration as end:
        final: GameState = end.value
        return final
