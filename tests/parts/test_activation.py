"""One unit's go: its parts in order, its end."""

from __future__ import annotations

from dataclasses import replace

from engine.parts import activation
from engine.playing.session import Session
from engine.values.events import Advanced
from engine.values.table import GameState
from engine.values.texts import english
from tests.engine import tiny
from tests.engine.tiny import REF, opened

RULES = replace(tiny.RULES, trackers=(*tiny.RULES.trackers, activation.tracker(REF)))


def acting(*parts: str) -> GameState:
    return activation.begin(replace(opened(), step="act"), "a", parts, REF)


def test_nobody_acts_before_it_begins() -> None:
    assert (activation.acting_unit(opened()), activation.parts_left(opened())) == ("", ())


def test_parts_come_in_order_and_the_last_one_ends_it() -> None:
    state = acting("move", "shoot", "regroup")
    state = activation.finish(state, "move", REF)
    assert (activation.acting_unit(state), activation.parts_left(state)) == ("a", ("shoot", "regroup"))
    state = activation.finish(state, "regroup", REF)
    assert (activation.acting_unit(state), activation.parts_left(state)) == ("", ())


def test_a_later_part_leaves_the_earlier_ones_behind() -> None:
    assert activation.parts_left(activation.finish(acting("move", "shoot", "regroup"), "shoot", REF)) == ("regroup",)


def test_a_part_that_is_not_left_changes_nothing() -> None:
    state = acting("shoot")
    assert activation.finish(state, "move", REF) == state


def test_one_at_a_time() -> None:
    state = acting("shoot")
    refusal = activation.another_is_acting(state, "b", REF)
    assert refusal
    assert (english(refusal.why), refusal.ref) == ("a is still acting", REF)
    assert activation.another_is_acting(state, "a", REF) is None
    assert activation.another_is_acting(activation.end(state, REF), "b", REF) is None


def test_it_ends_with_the_unit() -> None:
    dead = acting("shoot").set("a", "where", "destroyed", REF)
    assert (activation.acting_unit(dead), activation.parts_left(dead)) == ("", ())
    assert activation.another_is_acting(dead, "b", REF) is None


def test_it_ends_when_the_go_passes() -> None:
    session = Session(RULES, acting("shoot"))
    session.dispatch(Advanced())
    assert (session.state.seat, activation.acting_unit(session.state)) == (1, "")
