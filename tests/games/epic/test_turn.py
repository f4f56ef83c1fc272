"""The steps of a turn, and its end. Figures worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.doors.ask import answered
from engine.games import RULESETS
from engine.games.epic.turn import has_formation_to_activate
from engine.values.events import Advanced, TrackerSet
from engine.values.maps import EMPTY
from tests.games.asking import change
from tests.games.epic.table import RULES, against, ask, craft, do, foot, force, game, side

rule = pytest.mark.rule
F = Fraction


class TestTurn:
    @rule("EPIC-04", "EPIC-05")
    def test_formations_alternate_and_one_side_may_play_on(self) -> None:
        session = game(a=side(), b=side(), c=side(), d=side(seat=1))
        seats = [session.state.seat]
        for key in ("a", "d", "b", "c"):
            session.dispatch(TrackerSet(key, "activated", True))
            session.dispatch(Advanced())
            seats.append(session.state.seat)
        assert seats[:4] == [0, 1, 0, 0]
        assert session.state.step == "rally"
        session.dispatch(Advanced())
        assert (session.state.turn, session.state.step) == (2, "strategy")
        assert not session.state.unit("a").count("activated")

    @rule("EPIC-07")
    def test_broken_formations_are_not_waited_for(self) -> None:
        session = game(a=side(activated=True), d=side(seat=1, broken=True))
        session.dispatch(Advanced())
        assert session.state.step == "rally"

    @rule("EPIC-242", "EPIC-04")
    def test_victory_is_looked_at_from_turn_3_on(self) -> None:
        for turn, step in ((2, "strategy"), (3, "victory")):
            session = game("rally", turn, a=side(), d=side(seat=1))
            session.dispatch(Advanced())
            assert session.state.step == step

    @rule("EPIC-23")
    def test_the_next_go_begins_anew(self) -> None:
        session = do(game(a=side(), b=side(), d=side(seat=1)), "action", (2,), "move", formation="a", order="hold")
        assert session.state.trackers.get("held")
        session.dispatch(Advanced())
        assert (session.state.seat, session.state.trackers) == (1, EMPTY)

    @rule("EPIC-235", "EPIC-117")
    @pytest.mark.parametrize(
        ("turn", "told", "reading", "ends"),
        [
            (1, {"garrison": True, "overwatch": True}, "action_only", True),
            (2, {"garrison": True, "overwatch": True}, "action_only", False),
            (1, {"overwatch": True}, "action_only", False),
            (1, {"garrison": True, "overwatch": True, "order": "overwatch"}, "action_only", False),
            (1, {"garrison": True, "overwatch": True, "order": "overwatch"}, "never", True),
            (1, {"garrison": True}, "action_only", False),
        ],
    )
    def test_a_garrisons_overwatch_ends_with_turn_1(self, turn: int, told: dict[str, Any], reading: str, ends: bool) -> None:
        reply = ask("end_turn", {"a": side(**told)}, {"garrison_overwatch": reading}, turn=turn)
        assert (change(reply, "a", "overwatch") is False) == ends

    @rule("EPIC-117", "EPIC-235")
    def test_the_end_of_turn_opens_its_ledger(self) -> None:
        session = game(a=side(activated=True, garrison=True, overwatch=True), d=side(seat=1, activated=True))
        session.dispatch(Advanced())
        assert session.prompt
        assert (session.state.step, session.prompt.key, len(session.prompt.lines)) == ("rally", "end_turn", 1)

    @rule("EPIC-283", "EPIC-64")
    def test_a_garrison_may_fire_in_turn_1_or_act(self) -> None:
        session = do(game(a=side(garrison=True, overwatch=True), d=side(seat=1)), "action", (3,), formation="a", order="advance")
        assert not session.state.unit("a").count("overwatch")

    @rule("EPIC-112", "EPIC-147")
    @pytest.mark.parametrize(("faces", "asked", "broken"), [((1, 1, 1), "withdraw:t:0", 1), ((1, 1, 2), None, 0)])
    def test_who_breaks_by_teleporting_withdraws(self, faces: tuple[int, ...], asked: str | None, broken: int) -> None:
        jumpers = force((3, foot(abilities=["teleport"])), state={"where": "reserve"})
        session = do(game("strategy", t=jumpers, d=side(seat=1)), "teleport", faces, formation="t")
        assert (session.prompt and session.prompt.key, session.state.unit("t").count("broken")) == (asked, broken)

    @rule("EPIC-147", "EPIC-284")
    def test_teleport(self) -> None:
        jumper = foot(abilities=["teleport"])
        reply = ask("teleport", {"t": force((3, jumper), state={"where": "reserve"})}, formation="t")
        assert {int(n): F(p) for n, p in reply["odds"]["blast"].items()} == {0: F(125, 216), 1: F(75, 216), 2: F(15, 216), 3: F(1, 216)}
        session = do(game("strategy", t=force((3, jumper), state={"where": "reserve"}), d=side(seat=1)), "teleport", (1, 1, 4), formation="t")
        assert (session.state.unit("t").where, session.state.unit("t").count("blast")) == ("table", 2)
        engine = ask("teleport", {"t": force((1, {**jumper, "type": "WE", "dc": 4}))}, formation="t")
        assert engine["checks"][0]["dice"] == 4
        assert ask("teleport", {"t": force((3, jumper), (1, foot()))}, formation="t")["refused"]["refs"] == ["EPIC-147"]
        assert [
            against(game("strategy", t=force((3, jumper), state={"where": where})), "teleport", formation="t") for where in ("table", "inside", "reserve")
        ] == ["not_in_reserve", "not_in_reserve", ""]


class TestWhoIsWaitedFor:
    @rule("EPIC-187", "EPIC-193")
    @pytest.mark.parametrize(
        ("unit", "held", "reading", "waited"),
        [
            (foot(), {}, {}, True),
            (foot(), {"where": "reserve"}, {}, False),
            (foot(), {"where": "inside"}, {}, False),
            (foot(), {"where": "destroyed"}, {}, False),
            (craft(), {"where": "reserve"}, {}, True),
            (craft(), {"where": "destroyed"}, {}, False),
            (craft(), {"where": "inside"}, {}, False),
            (craft(), {"where": "reserve", "cap": True}, {}, False),
            (craft(), {"landed": True}, {}, True),
            (craft(), {"landed": True}, {"landed_later": "idle"}, False),
            (craft(), {}, {"landed_later": "idle"}, True),
            ({"name": "Cruiser", "type": "SC"}, {"due": 1}, {}, True),
            ({"name": "Cruiser", "type": "SC"}, {"due": 2}, {}, False),
        ],
    )
    def test_the_phase_waits(self, unit: dict[str, Any], held: dict[str, Any], reading: dict[str, str], waited: bool) -> None:
        """Seat 1 alone may still act; the phase is over when nobody is waited for."""
        session = game(readings=reading, a=force((3, foot()), state={"activated": True}), d=force((2, unit), seat=1, state=held))
        assert has_formation_to_activate(session.state, 1) is waited
        assert not has_formation_to_activate(session.state, 0)

    @rule("EPIC-09")
    @pytest.mark.parametrize(
        ("held", "units", "refused"),
        [
            ({"where": "destroyed"}, [[3, foot()]], True),
            ({"lost": [3]}, [[3, foot()]], True),
            ({"lost": [2]}, [[3, foot()]], False),
            ({}, [], False),
            ({}, None, False),
        ],
    )
    def test_who_is_no_more(self, held: dict[str, Any], units: Any, refused: bool) -> None:
        on = {"a": {"card": {"name": "Force", "initiative": 2, **({} if units is None else {"units": units})}, "state": held}}
        reply = answered(RULESETS, {"game": "epic", "ask": "action", "units": on, "situation": {"formation": "a", "order": "advance"}})
        assert ("refused" in reply) is refused


@rule("EPIC-04")
@pytest.mark.parametrize(
    ("step", "opens", "offers"),
    [
        pytest.param("strategy", "strategy", {"strategy", "setup", "army", "garrison", "teleport", "schedule", "embark"}, marks=rule("EPIC-05")),
        pytest.param(
            "action",
            "",
            {"action", "assault", "fire", "barrage", "regroup", "overwatch", "embark", "disembark", "touch_down", "air_assault", "planetfall", "drop_pods"},
            marks=rule("EPIC-07", "EPIC-42"),
        ),
        pytest.param("rally", "end_turn", {"end_turn", "rally", "victory"}, marks=rule("EPIC-117")),
        pytest.param("victory", "victory", {"victory"}, marks=rule("EPIC-242")),
    ],
)
def test_what_a_step_is_for(step: str, opens: str, offers: set[str]) -> None:
    """What each step offers beside the questions that may be put at any time."""
    every = set.intersection(*({each.procedure for each in RULES.step(key).offers} for key in ("strategy", "action", "rally")))
    assert (RULES.step(step).opens, {each.procedure for each in RULES.step(step).offers} - every) == (opens, offers)


@rule("EPIC-07")
@pytest.mark.parametrize(
    "key",
    [
        "activated",
        pytest.param("order", marks=rule("EPIC-09")),
        pytest.param("marched", marks=rule("EPIC-16")),
        pytest.param("rallied", marks=rule("EPIC-239")),
        pytest.param("tried", marks=rule("EPIC-274")),
        pytest.param("reroll_used", marks=rule("EPIC-275")),
        pytest.param("done", marks=rule("EPIC-64", "EPIC-65")),
        pytest.param("flak", marks=rule("EPIC-204")),
        pytest.param("under_fire", marks=rule("EPIC-208")),
    ],
)
def test_what_ends_with_the_turn(key: str) -> None:
    tracker = RULES.tracker(key)
    assert tracker
    assert tracker.lasts == "turn"
