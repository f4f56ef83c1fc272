"""A game of a few lines that uses every kind of question, tracker and step."""

from dataclasses import dataclass, replace
from typing import Annotated, NamedTuple

from engine.playing.opening import Nothing, opens
from engine.playing.procedure import Procedure, call, choose, confirm, each, fill, lastly, number, roll, settle_ledger, task, until
from engine.playing.rules import Offer, Reading, Ruleset, Step, Tracker
from engine.values.kinds import Field, Flag, ListOf, Record, Whole, Word, fields
from engine.values.maps import Map, Value, pairs
from engine.values.model import D6, Change, Check, Line, Option, Prompt, Ref, Refusal
from engine.values.situation import Situation
from engine.values.table import GameState, Unit
from engine.values.texts import say

REF = Ref("TINY-01", "Everything", "The one rule of the tiny game")


@dataclass(frozen=True, slots=True)
class Order(Situation):
    """Who shoots."""

    unit: Annotated[str, Word()] = ""


def bid(state: GameState, _: Nothing) -> Procedure:
    """Each seat bids under cover; the higher bid is noted on the table."""
    state, bids = yield from each(state, bids_of)
    return state.set("", "highest", max(bids), REF)


def bids_of(now: GameState) -> Prompt:
    slots = tuple(Prompt(f"bid:{seat}", "number", seat, say("bid"), REF, most=5) for seat in (0, 1))
    return Prompt("bid", "each", 0, say("bids"), REF, slots=slots, sealed=True)


def inquiry(state: GameState, _: Nothing) -> Procedure:
    """A form, a number, a choice and a yes, kept on the table."""
    state, told = yield from fill(state, form)
    state, count = yield from number(state, lambda now: Prompt("count", "number", 0, say("count"), REF, least=1, most=9))
    state, word = yield from choose(state, colour)
    state, sure = yield from confirm(state, lambda now: Prompt("sure", "confirm", 0, say("sure"), REF))
    return state.set("", "told", (told["far"], count, word, sure), REF)


def form(now: GameState) -> Prompt:
    asked = Record((Field("far", Whole(0, 9), required=True), Field("wet", Flag(), default=False)))
    return Prompt("form", "form", 0, say("what do you see?"), REF, fields=asked)


def colour(now: GameState) -> Prompt:
    no = Refusal("no_red", say("red is forbidden"), REF)
    return Prompt("colour", "choice", 0, say("colour"), REF, options=(Option("blue", say("blue")), Option("red", say("red"), no)))


def tidy(state: GameState, _: Nothing) -> Procedure:
    """A ledger: every unit's marks go, and its smoke."""
    return (yield from settle_ledger(state, ledger))


def ledger(now: GameState) -> Prompt:
    lines = tuple(
        Line(say("{unit}: marks off", unit=unit.name), REF, (Change(unit.id, "marks", unit.marks("marks"), (), REF),))
        for unit in now.units.values()
        if unit.marks("marks")
    )
    return Prompt("tidy", "ledger", 0, say("tidy"), REF, lines=lines)


class Shots(NamedTuple):
    """How often this procedure has shot, and how well."""

    shots: int = 0
    hits: int = 0


class Drunkard(NamedTuple):
    """Where somebody wanders, and the side of a coin."""

    at: int = 0
    side: int = 0


def at(now: GameState) -> int:
    return now.recall(Drunkard).at


def place(state: GameState, at: int) -> GameState:
    return state.remember(state.recall(Drunkard)._replace(at=at))


def shoot(state: GameState, order: Order) -> Procedure:
    """One roll with the power on the card."""
    return (yield from fire(state, order.unit))


def fire(state: GameState, unit: str) -> Procedure:
    """A shot, and perhaps another one; memory holds how often this procedure has shot."""
    state, hits = yield from roll(state, power, unit)
    before = state.recall(Shots)
    state = state.remember(Shots(before.shots + 1, before.hits + hits))
    state, again = yield from confirm(state, lambda now: Prompt("again", "confirm", 0, say("again?"), REF))
    if again:
        state = yield from call(state, task(fire, unit))
        return state
    done = state.recall(Shots)
    return state.set(unit, "hits", done.hits, REF).set(unit, "shots", done.shots, REF)


def power(now: GameState, unit: str) -> Prompt:
    base = 3 if now.reading("easy") == "yes" else 4
    check = Check("shoot", now.unit(unit).need("power"), D6, REF, (base,))
    return Prompt("shoot", "roll", now.unit(unit).seat, say("shoot"), REF, (unit,), (check,), readings=("easy",))


def drill(state: GameState) -> Procedure:
    """A step by the dice, tasks that ask nothing before and after it, one of them the last thing
    of all."""
    return (yield from lastly(state, task(place, 2), task(stagger), task(doubled)))


def drilled(state: GameState, _: Nothing) -> Procedure:
    """The same with a last word; two steps."""
    state = yield from call(state, task(place, 2), task(stagger), task(doubled), task(stagger))
    return state.set("", "at", at(state), REF)


def doubled(state: GameState) -> GameState:
    return place(state, 2 * at(state))


def countdown(state: GameState) -> Procedure:
    """Rounds that ask nothing."""
    return (yield from until(lambda now: at(now) == 0, place(state, 3), task(lowered)))


def lowered(state: GameState) -> GameState:
    return place(state, at(state) - 1)


def wander(state: GameState, steps: int) -> Procedure:
    """A drunkard between two walls: 1 to 3 left, else right; circles of every length."""
    return (yield from until(lambda now: at(now) in (0, steps), place(state, steps // 2), task(stagger)))


def stagger(state: GameState) -> Procedure:
    state, right = yield from roll(state, lambda now: Prompt("step", "roll", 0, say("step"), REF, checks=(Check("step", 1, D6, REF, (5,)),)))
    return place(state, at(state) + (1 if right else -1))


def spin(state: GameState, _: Nothing) -> Procedure:
    """Never done."""
    return (yield from until(lambda now: False, state, task(turn_over)))


def turn_over(state: GameState) -> Procedure:
    state, _ = yield from roll(state, lambda now: Prompt("coin", "roll", 0, say("coin"), REF, checks=(Check("coin", 1, D6, REF, (4,)),)))
    before = state.recall(Drunkard)
    return state.remember(before._replace(side=1 - before.side))


def nobody_left(now: GameState) -> bool:
    return all(unit.count("acted") for unit in now.standing())


STEPS = (
    Step("start", say("Start"), REF, "active"),
    Step("act", say("Act"), REF, "active", (Offer("shoot"), Offer("inquiry", "other")), repeat_until=nobody_left),
    Step("night", say("Night"), REF, skip_if=lambda now: now.turn % 2 == 1),
    Step("tidy", say("Tidy"), REF, "all", (Offer("bid", "all"),), opens="tidy"),
)
TRACKERS = (
    Tracker("marks", ListOf(Word(("red", "blue"))), say("marks"), REF),
    Tracker("hits", Whole(0, 9), say("hits"), REF),
    Tracker("acted", Flag(), say("acted"), REF, lasts="turn"),
    Tracker("fired", Flag(), say("fired"), REF, lasts="phase"),
    Tracker("once", Flag(), say("used this game"), REF),
    Tracker("ap", Whole(0, 12), say("action points"), REF, on="seat"),
    Tracker("alarm", Flag(), say("alarm"), REF, lasts="turn", on="table"),
    Tracker("where", Word(("table", "destroyed")), say("place"), REF, default="table"),
)
RULES = Ruleset(
    "tiny",
    say("Tiny"),
    1,
    STEPS,
    tuple(
        opens(run.__name__, say("{name}", name=run.__name__), REF, form, run, actor="unit" if form is Order else "")
        for run, form in ((bid, Nothing), (inquiry, Nothing), (tidy, Nothing), (shoot, Order), (spin, Nothing), (drilled, Nothing))
    ),
    TRACKERS,
    Record(fields(name=Word(), power=Whole(0, 9), nested=ListOf(ListOf(Whole())))),
    (REF,),
    readings=(Reading("easy", ("no", "yes"), say("easy"), REF),),
    next_turn=lambda state: state.set("", "turns", state.turn, REF),
)


def unit(key: str, seat: int, card: Map[Value] | None = None, **trackers: Value) -> Unit:
    return Unit(key, seat, pairs(power=3) if card is None else card, Map(trackers))


def opened(*units: Unit) -> GameState:
    return replace(RULES.opened(), units=Map({each.id: each for each in units or (unit("a", 0), unit("b", 1))}))
