"""What the players add themselves: who holds a territory, and the steps of their own rulebook as a checklist."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.front.refs import FRONT_20, FRONT_22, FRONT_23
from engine.games.front.units import REPEATS, WHENS
from engine.kinds import Field, Record, Whole, Word, required
from engine.maps import Map, Value
from engine.model import Change, GameState, Line, Prompt, Refusal
from engine.procedure import Procedure, settle_ledger
from engine.rules import Opening
from engine.texts import say

Steps = tuple[Map[Value], ...]


# Territories


def conquer(state: GameState, territory: str, by: int | None = None, effect: str = "") -> Procedure:
    """The players say who holds it; what its card gives the conqueror is read out (FRONT-22)."""
    territories = state.trackers.get("territories") or Map()
    assert isinstance(territories, Map)
    card = territories.get(territory) or Map()
    assert isinstance(card, Map)
    card = card.put("effect", effect) if effect else card
    card = card.without("owner") if by is None else card.put("owner", by)
    state = state.set("", "territories", territories.put(territory, card))
    return (yield from settle_ledger(state, conquered, territory, by, str(card.get("effect") or "")))


def conquered(now: GameState, territory: str, by: int | None, effect: str) -> Prompt:
    """The card's text for the conqueror (FRONT-22)."""
    line = Line(say("{territory}: {effect}", territory=territory, effect=effect), FRONT_22, ())
    return Prompt("conquered", "ledger", by or 0, say("{territory} is conquered", territory=territory), FRONT_22,
                  lines=(line,) if effect and by is not None else ())


CONQUER = Opening("conquer", say("conquer a territory"), FRONT_22, conquer, Record((
    *required(territory=Word()), Field("by", Whole(0, 1)), Field("effect", Word(), default=""))))


# The players' own steps


def own_steps(now: GameState) -> Steps:
    found = now.trackers.get("own_steps")
    return tuple(step for step in found if isinstance(step, Map)) if isinstance(found, tuple) else ()


def own_step(state: GameState, name: str, when: str, repeats: str = "every_turn", at: int | None = None) -> Procedure:
    """A step of the players' own, at a place among the others; a known name is moved (FRONT-23)."""
    others = [step for step in own_steps(state) if step["name"] != name]
    others.insert(len(others) if at is None else at - 1, Map({"name": name, "when": when, "repeats": repeats}))
    return state.set("", "own_steps", tuple(others))
    yield


def drop_step(state: GameState, name: str) -> Procedure:
    """A step of the players' own goes (FRONT-23)."""
    return state.set("", "own_steps", tuple(step for step in own_steps(state) if step["name"] != name))
    yield


def not_there(now: GameState, name: str) -> Refusal | None:
    """Only what is on the list goes off it (FRONT-23)."""
    if name not in [step["name"] for step in own_steps(now)]:
        return Refusal("not_there", say("there is no step {name} of your own", name=name), FRONT_23)
    return None


def checklist(state: GameState) -> Procedure:
    """The players' own steps of this phase that are not done yet; those declined stay open (FRONT-20, 23)."""
    return (yield from settle_ledger(state, open_steps))


def open_steps(now: GameState) -> Prompt:
    """One line for each, in the players' order (FRONT-20, 23)."""
    return Prompt("checklist", "ledger", now.seat, say("steps of your own"), FRONT_23, lines=tuple(lines(now)))


def lines(now: GameState) -> Iterator[Line]:
    """Steps of every turn are fresh each turn, those once in the game are not (FRONT-20)."""
    for step in own_steps(now):
        name = str(step["name"])
        tracker = "done_once" if step.get("repeats") == "once" else "done"
        held = now.trackers.get(tracker)
        done = held if isinstance(held, tuple) else ()
        if step["when"] == now.step and name not in done:
            yield Line(say("{name}", name=name), FRONT_23, (Change("", tracker, done, (*done, name), FRONT_20),))


OWN_STEP = Opening("own_step", say("add a step of your own"), FRONT_23, own_step, Record((
    *required(name=Word(), when=Word(WHENS)), Field("repeats", Word(REPEATS), default="every_turn"), Field("at", Whole(1, 99)))))
DROP_STEP = Opening("drop_step", say("drop a step of your own"), FRONT_23, drop_step, Record(required(name=Word())), (not_there,))
CHECKLIST = Opening("checklist", say("steps of your own"), FRONT_23, checklist)
