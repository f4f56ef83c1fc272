"""An open turn: steps that the players name, order and save themselves, beside the steps of a
ruleset.

A ruleset declares one by its rule and by the steps of its own turn that players may add to; its
trackers, openings and offers are added to the ruleset's. A step of the players' own is a line to
tick: a reminder only, or it changes one of their counters or toggles; it returns every turn, or is
done once in the game. A plan names the counters and toggles that each player, each unit or the
table has; they are trackers under these names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from engine.playing.opening import Nothing, Opening, opens
from engine.playing.procedure import Procedure, ask
from engine.playing.rules import Offer, Ruleset, Tracker
from engine.values.kinds import Field, Flag, ListOf, MapOf, Record, Whole, Word, fields, required
from engine.values.maps import Map, Value
from engine.values.model import Change, Line, Prompt, Ref, Refusal
from engine.values.situation import Situation, plain
from engine.values.table import GameState
from engine.values.texts import Text, say

REPEATS = ("every_turn", "once")
WORDS = {
    "every_turn": say("every turn"),
    "once": say("once in the game"),
    "counter": say("counter"),
    "toggle": say("toggle"),
    "player": say("each player"),
    "unit": say("each unit"),
}
FIELDS = {"when": say("when"), "repeats": say("how often"), "counter": say("counter"), "toggle": say("toggle")}
KINDS = ("counter", "toggle")
OWNERS = ("player", "unit", "table")
PLANNED = Record(required(name=Word(), kind=Word(KINDS), on=Word(OWNERS)))
"""A counter or toggle of the players' own, and who has it."""
CHANGED = ("done", "done_once", "counters", "toggles")
AMOUNT = Whole(-999, 999)
Name = Annotated[str, Word()]
Amount = Annotated[int, AMOUNT]


@dataclass(frozen=True, slots=True)
class OwnStep(Situation):
    """A step of the players' own: the step of the turn it belongs to, its place there, and the
    counter or toggle it changes."""

    name: Name
    when: Name
    repeats: Annotated[str, Word(REPEATS)] = "every_turn"
    at: Annotated[int, Whole(1, 99)] | None = None
    counter: Name | None = None
    toggle: Name | None = None
    by: Amount = 1


@cache
def own_step_among(whens: tuple[str, ...]) -> type[OwnStep]:
    """The situation of a step that may belong to these steps of a turn."""
    form = type("OwnStep", (OwnStep,), {"__annotations__": {"when": Annotated[str, Word(whens)]}, "__slots__": ()})
    return dataclass(frozen=True)(form)


@dataclass(frozen=True, slots=True)
class NamedStep(Situation):
    """The name of a step of the players' own."""

    name: Name


@dataclass(frozen=True, slots=True)
class CounterMove(Situation):
    """A counter of the players' own, and by how much it changes."""

    counter: Name
    by: Amount = 1


@dataclass(frozen=True, slots=True)
class ToggleTurn(Situation):
    """A toggle of the players' own."""

    toggle: Name


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """The declaration of a ruleset: the rule behind it, and the steps of its turn that players may
    add to."""

    ref: Ref
    whens: tuple[str, ...]

    @property
    def step(self) -> Record:
        """A step as the table keeps it: its name, its place, what it changes, a reminder."""
        placed = required(name=Word(), when=Word(self.whens))
        return Record((*placed, *fields(repeats=Word(REPEATS), by=AMOUNT, counter=Word(), toggle=Word(), note=Word())))

    @property
    def trackers(self) -> tuple[Tracker, ...]:
        """The list of steps, the ticked ones, and the players' counters and toggles."""
        return (
            Tracker("own_steps", ListOf(self.step), say("steps of your own"), self.ref, on="table", physical=False),
            Tracker(
                "plan", ListOf(PLANNED), say("counters and toggles of your own"), self.ref, on="table", physical=False
            ),
            Tracker("done", ListOf(Word()), say("done this turn"), self.ref, lasts="turn", on="table", physical=False),
            Tracker("done_once", ListOf(Word()), say("done, once in the game"), self.ref, on="table", physical=False),
            Tracker("counters", MapOf(Whole(-9999, 9999)), say("counters of your own"), self.ref, on="table"),
            Tracker("toggles", MapOf(Flag()), say("toggles of your own"), self.ref, on="table"),
        )

    @property
    def openings(self) -> tuple[Opening, ...]:
        """Procedures that tick the list, change it, and change counters and toggles."""
        form, gone = own_step_among(self.whens), (self.not_there,)
        return (
            opens("checklist", say("steps of your own"), self.ref, Nothing, self.tick_list),
            opens("own_step", say("add a step of your own"), self.ref, form, self.add_step),
            opens("drop_step", say("drop a step of your own"), self.ref, NamedStep, self.drop_step, refusals=gone),
            opens("tick_step", say("tick a step of your own"), self.ref, NamedStep, self.tick_step, refusals=gone),
            opens("count", say("move a counter of your own"), self.ref, CounterMove, self.count),
            opens("toggle", say("turn a toggle of your own"), self.ref, ToggleTurn, self.turn),
        )

    @property
    def offers(self) -> tuple[Offer, ...]:
        return tuple(Offer(opening.key, "all") for opening in self.openings)

    def tick_list(self, state: GameState, _: Nothing) -> Procedure:
        """Tick the players' own steps of this phase that are not done yet; declined ones stay
        open."""
        if not tuple(steps_due(state)):
            return state
        state, declined = yield from ask(state, self.open_steps)
        for number, step in enumerate(tuple(steps_due(state))):
            state = state if number in declined else self.tick(state, step)
        return state

    def open_steps(self, now: GameState) -> Prompt:
        """One line for each open step, in the players' order."""
        return Prompt("checklist", "ledger", now.seat, say("steps of your own"), self.ref, lines=tuple(self.lines(now)))

    def lines(self, now: GameState) -> Iterator[Line]:
        """What each step would change, on the table that the steps before it leave."""
        for step in steps_due(now):
            after = self.tick(now, step)
            pairs = ((key, now.trackers.get(key), after.trackers.get(key)) for key in CHANGED)
            changes = tuple(Change("", key, before, then, self.ref) for key, before, then in pairs if before != then)
            yield Line(line_of(after, step), self.ref, changes)
            now = after

    def not_there(self, now: GameState, step: NamedStep) -> Refusal | None:
        """Refuses to remove a step that is not on the list."""
        if step.name not in [each["name"] for each in own_steps(now)]:
            return Refusal("not_there", say("there is no step {name} of your own", name=step.name), self.ref)
        return None

    # What changes the list and what it counts

    def tick(self, state: GameState, step: Map[Value]) -> GameState:
        """Mark a step as done, and change its counter or toggle."""
        state = state.set("", _ticked_in(step), (*ticks(state, step), step["name"]), self.ref)
        if step.get("counter"):
            by = step.get("by")
            state = self.move_counter(state, str(step["counter"]), by if isinstance(by, int) else 1)
        return self.turn_toggle(state, str(step["toggle"])) if step.get("toggle") else state

    def add_step(self, state: GameState, step: OwnStep) -> Procedure:
        """Put a step at a place among the others; one of the same name is moved."""
        others = [each for each in own_steps(state) if each["name"] != step.name]
        kept = plain(step).without("at")
        others.insert(len(others) if step.at is None else step.at - 1, kept if step.counter else kept.without("by"))
        return state.set("", "own_steps", tuple(others), self.ref)
        yield

    def drop_step(self, state: GameState, step: NamedStep) -> Procedure:
        """Remove a step."""
        kept = tuple(each for each in own_steps(state) if each["name"] != step.name)
        return state.set("", "own_steps", kept, self.ref)
        yield

    def tick_step(self, state: GameState, named: NamedStep) -> Procedure:
        """Tick one step, or take its tick back; what it has changed stays."""
        step = next((each for each in own_steps(state) if each["name"] == named.name), None)
        if step is None:
            return state
        left = tuple(each for each in ticks(state, step) if each != named.name)
        if len(left) < len(ticks(state, step)):
            return state.set("", _ticked_in(step), left, self.ref)
        return self.tick(state, step)
        yield

    def count(self, state: GameState, move: CounterMove) -> Procedure:
        """Change a counter of the players' own, at any time."""
        return self.move_counter(state, move.counter, move.by)
        yield

    def turn(self, state: GameState, toggle: ToggleTurn) -> Procedure:
        """Turn a toggle of the players' own, at any time."""
        return self.turn_toggle(state, toggle.toggle)
        yield

    def move_counter(self, state: GameState, counter: str, by: int) -> GameState:
        """The active player's, if each player has one; else the table's."""
        if _is_of_players(state, counter):
            owner = f"@{state.seat}"
            have = state.held(owner).get(counter)
            return state.set(owner, counter, (have if isinstance(have, int) else 0) + by, self.ref)
        return state.set("", "counters", held(state, "counters").put(counter, count_of(state, counter) + by), self.ref)

    def turn_toggle(self, state: GameState, toggle: str) -> GameState:
        if _is_of_players(state, toggle):
            owner = f"@{state.seat}"
            return state.set(owner, toggle, not state.held(owner).get(toggle), self.ref)
        toggles = held(state, "toggles")
        return state.set("", "toggles", toggles.put(toggle, not toggles.get(toggle)), self.ref)


def own_steps(now: GameState) -> tuple[Map[Value], ...]:
    """All steps of the players' own, in their order."""
    found = now.trackers.get("own_steps")
    return tuple(step for step in found if isinstance(step, Map)) if isinstance(found, tuple) else ()


def planned(now: GameState, on: str) -> tuple[Map[Value], ...]:
    """The counters and toggles of the players, of the units or of the table."""
    found = now.trackers.get("plan")
    items = (each for each in found if isinstance(each, Map)) if isinstance(found, tuple) else ()
    return tuple(each for each in items if each["on"] == on)


def _is_of_players(now: GameState, name: str) -> bool:
    return any(each["name"] == name for each in planned(now, "player"))


def is_open(rules: Ruleset) -> bool:
    """Whether players add steps, counters and toggles of their own to the turn of a game."""
    return rules.tracker("plan") is not None


def as_template(now: GameState, name: str) -> Map[Value]:
    """The steps and the plan of a table under a name."""
    kept = {key: now.trackers.get(tracker) or () for key, tracker in (("steps", "own_steps"), ("plan", "plan"))}
    return Map({"name": name, **kept})


def by_template(rules: Ruleset, state: GameState, template: Map[Value]) -> GameState:
    """A table with the steps and the plan of a template."""
    for key, tracker in (("steps", "own_steps"), ("plan", "plan")):
        state = state.set("", tracker, template.get(key) or None, rules.rule_of_tracker(tracker))
    return state


def template_kind(rules: Ruleset) -> Record:
    """What a template of a game may say."""
    steps, plan = rules.tracker_kind("own_steps"), rules.tracker_kind("plan")
    return Record((Field("name", Word(), required=True), *fields(steps=steps, plan=plan)))


def steps_due(now: GameState) -> Iterator[Map[Value]]:
    """The players' steps in this step of the turn that are not ticked: in every turn, or once in
    the game."""
    return (step for step in own_steps(now) if step["when"] == now.step and step["name"] not in ticks(now, step))


def ticks(now: GameState, step: Map[Value]) -> tuple[Value, ...]:
    ticked = now.trackers.get(_ticked_in(step))
    return ticked if isinstance(ticked, tuple) else ()


def _ticked_in(step: Map[Value]) -> str:
    return "done_once" if step.get("repeats") == "once" else "done"


def line_of(after: GameState, step: Map[Value]) -> Text:
    """A step as a line of the ledger: its name, and the new number of its counter."""
    name, counter = str(step["name"]), step.get("counter")
    if not counter:
        return say("{name}", name=name)
    number = count_of(after, str(counter))
    return say("{name}: {counter} becomes {number}", name=name, counter=str(counter), number=number)


def held(now: GameState, tracker: str) -> Map[Value]:
    """The players' counters or toggles by name."""
    found = now.trackers.get(tracker)
    return found if isinstance(found, Map) else Map()


def count_of(now: GameState, counter: str) -> int:
    own = now.held(f"@{now.seat}") if _is_of_players(now, counter) else held(now, "counters")
    number = own.get(counter)
    return number if isinstance(number, int) else 0
