"""An open turn: steps that the players name, put in order and save themselves, beside those a
ruleset knows.

A ruleset declares one by the rule behind it and the steps of its own turn that players may
complete; its trackers, openings and offers then stand among the ruleset's. A step of the players'
own is a line to tick, a reminder and no more, or it moves one of their counters or turns one of
their toggles; it comes back every turn, or is there once in the game. "Your own game" is an open
turn and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.playing.procedure import Procedure, ask
from engine.playing.rules import Offer, Opening, Ruleset, Step, Tracker
from engine.values.kinds import Either, Field, Flag, ListOf, MapOf, Record, Whole, Word, fields, required
from engine.values.maps import Map, Value
from engine.values.model import Change, Line, Prompt, Ref, Refusal
from engine.values.table import GameState
from engine.values.texts import Text, say

REPEATS = ("every_turn", "once")
WORDS = {"every_turn": say("every turn"), "once": say("once in the game")}
FIELDS = {"when": say("when"), "repeats": say("how often"), "counter": say("counter"), "toggle": say("toggle")}
CHANGED = ("done", "done_once", "counters", "toggles")
AMOUNT = Whole(-999, 999)
EFFECT = fields(counter=Word(), toggle=Word())
NAMED = required(name=Word())


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """What a ruleset declares: the rule behind it, and the steps of its turn in which there may
    be steps of the players' own."""

    ref: Ref
    whens: tuple[str, ...]

    @property
    def trackers(self) -> tuple[Tracker, ...]:
        """The list itself, what is ticked, and the players' counters and toggles."""
        step = Record((*NAMED, *self.placed, Field("repeats", Word(REPEATS)), Field("by", AMOUNT), *EFFECT))
        return (
            Tracker("own_steps", ListOf(step), say("steps of your own"), self.ref, on="table", physical=False),
            Tracker("done", ListOf(Word()), say("done this turn"), self.ref, lasts="turn", on="table", physical=False),
            Tracker("done_once", ListOf(Word()), say("done, once in the game"), self.ref, on="table", physical=False),
            Tracker("counters", MapOf(Whole(-9999, 9999)), say("counters of your own"), self.ref, on="table"),
            Tracker("toggles", MapOf(Flag()), say("toggles of your own"), self.ref, on="table"),
        )

    @property
    def placed(self) -> tuple[Field, ...]:
        return required(when=Word(self.whens))

    @property
    def openings(self) -> tuple[Opening, ...]:
        """Ticking the list, changing it, and changing what it counts."""
        repeats, by = Field("repeats", Word(REPEATS), default="every_turn"), Field("by", AMOUNT, default=1)
        step = Record((*NAMED, *self.placed, repeats, Field("at", Whole(1, 99)), *EFFECT, by))
        return (
            Opening("checklist", say("steps of your own"), self.ref, self.checklist),
            Opening("own_step", say("add a step of your own"), self.ref, own_step, step),
            Opening("drop_step", say("drop a step of your own"), self.ref, drop_step, Record(NAMED), (self.not_there,)),
            Opening(
                "count", say("move a counter of your own"), self.ref, count, Record((*required(counter=Word()), by))
            ),
            Opening("toggle", say("turn a toggle of your own"), self.ref, turn, Record(required(toggle=Word()))),
        )

    @property
    def offers(self) -> tuple[Offer, ...]:
        return tuple(Offer(opening.key, "all") for opening in self.openings)

    def checklist(self, state: GameState) -> Procedure:
        """The players' own steps of this phase that are not done yet; those declined stay open."""
        if not tuple(due(state)):
            return state
        state, declined = yield from ask(state, self.open_steps)
        for number, step in enumerate(tuple(due(state))):
            state = state if number in declined else ticked(state, step)
        return state

    def open_steps(self, now: GameState) -> Prompt:
        """One line for each, in the players' order."""
        return Prompt("checklist", "ledger", now.seat, say("steps of your own"), self.ref, lines=tuple(self.lines(now)))

    def lines(self, now: GameState) -> Iterator[Line]:
        """What each would change, on the table that those before it leave."""
        for step in due(now):
            after = ticked(now, step)
            pairs = ((key, now.trackers.get(key), after.trackers.get(key)) for key in CHANGED)
            changes = tuple(Change("", key, before, then, self.ref) for key, before, then in pairs if before != then)
            yield Line(told(after, step), self.ref, changes)
            now = after

    def not_there(self, now: GameState, name: str) -> Refusal | None:
        """Only what is on the list goes off it."""
        if name not in [step["name"] for step in own_steps(now)]:
            return Refusal("not_there", say("there is no step {name} of your own", name=name), self.ref)
        return None


def own_steps(now: GameState) -> tuple[Map[Value], ...]:
    """All of them, in the players' order."""
    found = now.trackers.get("own_steps")
    return tuple(step for step in found if isinstance(step, Map)) if isinstance(found, tuple) else ()


def due(now: GameState) -> Iterator[Map[Value]]:
    """Those of this step of the turn that are not ticked: every turn anew, or once in the game."""
    return (step for step in own_steps(now) if step["when"] == now.step and step["name"] not in ticks(now, step))


def ticks(now: GameState, step: Map[Value]) -> tuple[Value, ...]:
    held = now.trackers.get(_ticked_in(step))
    return held if isinstance(held, tuple) else ()


def _ticked_in(step: Map[Value]) -> str:
    return "done_once" if step.get("repeats") == "once" else "done"


def ticked(state: GameState, step: Map[Value]) -> GameState:
    """Done, and what it counts or turns with it."""
    state = state.set("", _ticked_in(step), (*ticks(state, step), step["name"]))
    if step.get("counter"):
        by = step.get("by")
        state = counted(state, str(step["counter"]), by if isinstance(by, int) else 1)
    return turned(state, str(step["toggle"])) if step.get("toggle") else state


def told(after: GameState, step: Map[Value]) -> Text:
    """A step as a line: its name, and the number it leads to."""
    name, counter = str(step["name"]), step.get("counter")
    if not counter:
        return say("{name}", name=name)
    return say(
        "{name}: {counter} becomes {number}", name=name, counter=str(counter), number=counter_of(after, str(counter))
    )


def own_step(state: GameState, name: str, when: str, at: int | None = None, **told: Value) -> Procedure:
    """A step at a place among the others; a known name is moved."""
    others = [step for step in own_steps(state) if step["name"] != name]
    effect = told if told.get("counter") else {key: value for key, value in told.items() if key != "by"}
    others.insert(len(others) if at is None else at - 1, Map({"name": name, "when": when, **effect}))
    return state.set("", "own_steps", tuple(others))
    yield


def drop_step(state: GameState, name: str) -> Procedure:
    """A step goes."""
    return state.set("", "own_steps", tuple(step for step in own_steps(state) if step["name"] != name))
    yield


def count(state: GameState, counter: str, by: int = 1) -> Procedure:
    """A counter of the players' own, up or down at any time."""
    return counted(state, counter, by)
    yield


def turn(state: GameState, toggle: str) -> Procedure:
    """A toggle of the players' own, at any time."""
    return turned(state, toggle)
    yield


def counter_of(now: GameState, counter: str) -> int:
    held = now.trackers.get("counters")
    number = held.get(counter) if isinstance(held, Map) else None
    return number if isinstance(number, int) else 0


def counted(state: GameState, counter: str, by: int) -> GameState:
    held = state.trackers.get("counters")
    counters: Map[Value] = held if isinstance(held, Map) else Map()
    return state.set("", "counters", counters.put(counter, counter_of(state, counter) + by))


def turned(state: GameState, toggle: str) -> GameState:
    held = state.trackers.get("toggles")
    toggles: Map[Value] = held if isinstance(held, Map) else Map()
    return state.set("", "toggles", toggles.put(toggle, not toggles.get(toggle)))


# Your own game


YOURS = Ref(
    "OWN-01", "your own rulebook", "The players name the steps of their own rulebook and tick them off, turn by turn"
)
OWN_TURN = OpenTurn(YOURS, ("turn",))
PLACES = ("table", "destroyed", "reserve")
OWN_GAME = Ruleset(
    key="own",
    title=say("Your own game"),
    version=1,
    steps=(Step("turn", say("Your turn"), YOURS, offers=OWN_TURN.offers, opens="checklist"),),
    openings=OWN_TURN.openings,
    trackers=(*OWN_TURN.trackers, Tracker("where", Word(PLACES), say("place"), YOURS, default="table")),
    card=Record(
        (
            Field("name", Word()),
            *fields(side=Word(), cost=Whole(0, 9999), text=Word(), values=MapOf(Either((Whole(), Word())))),
        )
    ),
    refs=(YOURS,),
    fields={**FIELDS, "cost": say("cost"), "side": say("side"), "text": say("text"), "values": say("values")},
    words={
        **WORDS,
        "turn": say("in your turn"),
        "table": say("on the table"),
        "destroyed": say("destroyed"),
        "reserve": say("in reserve"),
    },
)
