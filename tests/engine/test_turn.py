"""From step to step: repeats, skips, uses that reset, durations that end, offers by seat."""

from dataclasses import replace

import pytest

from engine.playing.fold import apply
from engine.playing.legality import offered
from engine.playing.rules import Ruleset, seats_of
from engine.playing.session import Refused, Session
from engine.playing.turn import advanced
from engine.values.events import Advanced, Opened, TrackerSet
from engine.values.maps import pairs
from engine.values.model import Impossible
from tests.engine.tiny import REF, RULES, opened, unit


def acted(session: Session) -> None:
    for key in session.state.units:
        session.dispatch(TrackerSet(key, "acted", True))


def test_a_step_that_repeats_changes_the_seat_until_it_is_done() -> None:
    session = Session(RULES, opened())
    session.dispatch(Advanced())
    assert (session.state.step, session.state.seat) == ("act", 0)
    session.dispatch(Advanced())
    assert (session.state.step, session.state.seat) == ("act", 1)
    session.dispatch(TrackerSet("a", "acted", True))
    session.dispatch(Advanced())
    assert (session.state.step, session.state.seat) == ("act", 0)
    session.dispatch(TrackerSet("b", "acted", True))
    session.dispatch(Advanced())
    assert (session.state.step, session.prompt) == ("tidy", None)  # no night in turn 1, and nothing to tidy


def test_leaving_a_step_that_is_not_done_is_refused_and_can_be_overruled() -> None:
    session = Session(RULES, opened())
    session.dispatch(Advanced())
    with pytest.raises(Refused, match="TABLE-2"):
        session.dispatch(Advanced(leave=True))
    session.overrule(Advanced(leave=True))
    assert session.state.step == "tidy"


def test_a_step_is_skipped_by_its_condition() -> None:
    odd = replace(opened(), step="act")
    assert advanced(RULES, odd, leave=True).step == "tidy"
    assert advanced(RULES, replace(odd, turn=2), leave=True).step == "night"


def test_every_step_skipped_is_nonsense() -> None:
    never = Ruleset("x", RULES.title, 1, (replace(RULES.steps[0], skip_if=lambda now: True),), (), (), RULES.card, (REF,))
    with pytest.raises(Impossible):
        advanced(never, never.opened())


def test_a_new_turn_begins_with_its_own_bookkeeping() -> None:
    state = advanced(RULES, replace(opened(), step="tidy"))
    assert (state.turn, state.step, state.trackers["turns"]) == (2, "start", 2)


def test_uses_reset_by_themselves() -> None:
    state = opened(unit("a", 0, fired=True, acted=True, once=True)).set("", "alarm", True, REF).set("@1", "ap", 4, REF)
    act = advanced(RULES, state)
    assert dict(act.unit("a").trackers) == {"acted": True, "once": True}  # per phase
    new = advanced(RULES, advanced(RULES, act, leave=True))
    assert new.turn == 2
    assert dict(new.unit("a").trackers) == {"once": True}  # per turn; per game stays
    assert new.trackers.get("alarm") is None
    assert new.seats[1] == pairs(ap=4)


def test_a_duration_ends_at_a_named_step_of_a_named_seat() -> None:
    state = opened().set("a", "smoke", "screen", REF, until=("act", 1)).set("b", "smoke", "shell", REF, until=("act", -1))
    first = advanced(RULES, state)  # act, seat 0
    assert first.unit("a").trackers.get("smoke") == "screen"
    assert first.unit("b").trackers.get("smoke") is None
    second = advanced(RULES, first)  # act, seat 1
    assert second.unit("a").trackers.get("smoke") is None
    assert dict(second.ends) == {}


def test_a_duration_on_a_seat_and_on_the_table() -> None:
    state = opened().set("@0", "blind", True, REF, until=("act", 0)).set("", "rain", True, REF, until=("act", 0))
    after = advanced(RULES, state)
    assert (dict(after.seats[0]), dict(after.trackers)) == ({}, {})


def test_setting_it_again_without_an_end_makes_it_last() -> None:
    state = opened().set("a", "smoke", "shell", REF, until=("act", -1)).set("a", "smoke", "screen", REF)
    assert advanced(RULES, state).unit("a").trackers["smoke"] == "screen"


def test_a_free_counter_has_any_name_and_a_declared_one_has_limits() -> None:
    session = Session(RULES, opened())
    session.dispatch(TrackerSet("a", "courage", 12345))
    with pytest.raises(Impossible, match="more than 9"):
        session.dispatch(TrackerSet("a", "hits", 10))
    with pytest.raises(Impossible, match="none of red, blue"):
        session.dispatch(TrackerSet("a", "marks", ("green",)))
    session.dispatch(TrackerSet("@0", "ap", 12))
    session.dispatch(TrackerSet("a", "where", "table"))
    assert dict(session.state.unit("a").trackers) == {"courage": 12345}
    session.dispatch(TrackerSet("a", "courage", 0))
    assert session.state.unit("a") == opened().unit("a")


def test_offers_by_seat() -> None:
    state = replace(opened(), step="act", seat=1)
    assert offered(RULES, state, 1) == ("shoot",)
    assert offered(RULES, state, 0) == ("inquiry",)
    session = Session(RULES, state)
    with pytest.raises(Refused) as refused:
        session.dispatch(Opened("shoot", pairs(unit="a")))
    assert refused.value.why[0].key == "not_yours"
    session.dispatch(Opened("shoot", pairs(unit="b")))
    assert session.prompt


def test_a_procedure_of_another_step_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        Session(RULES, opened()).dispatch(Opened("bid"))
    assert refused.value.why[0].key == "not_now"


@pytest.mark.parametrize(("who", "seats"), [("first", (1,)), ("second", (0,)), ("active", (0,)), ("other", (1,)), ("all", (0, 1))])
def test_who(who: str, seats: tuple[int, ...]) -> None:
    assert seats_of(who, replace(opened(), first=1, seat=0)) == seats  # type: ignore[arg-type]


def test_a_step_opens_its_procedure_and_leaving_it_open_is_refused() -> None:
    session = Session(RULES, replace(opened(unit("a", 0, marks=("red",), acted=True)), step="act"))
    session.dispatch(Advanced())
    assert session.prompt
    assert session.prompt.key == "tidy"
    with pytest.raises(Refused, match="TABLE-1"):
        session.dispatch(Advanced())


def test_a_seat_that_is_not_there() -> None:
    for owner in ("@2", "@x", "@"):
        with pytest.raises(Impossible):
            apply(RULES, opened(), TrackerSet(owner, "ap", 1))
