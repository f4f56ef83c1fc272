"""Actions of formations, and combined assaults. Figures worked out by hand from the book."""

from typing import Any

import pytest

from engine.playing.session import Refused
from engine.values.events import Advanced, Opened, TrackerSet
from engine.values.maps import frozen, pairs
from tests.games.asking import rows
from tests.games.epic.table import AWAY, CAPTAIN, CHIEF, against, ask, do, foot, force, game, parts_of, side, state, tank

rule = pytest.mark.rule


class TestAction:
    @rule("EPIC-12", "EPIC-09")
    def test_passed_it_does_what_was_declared(self) -> None:
        session = do(game(a=side(), d=side(seat=1)), "action", (2,), formation="a", order="advance")
        unit = session.state.unit("a")
        assert (unit.trackers["order"], parts_of(session, unit.id), unit.count("activated")) == ("advance", ("shoot",), 1)

    @rule("EPIC-16")
    def test_a_march_is_remembered_until_the_turn_ends(self) -> None:
        session = do(game(a=side(), d=side(seat=1, activated=True)), "action", (2,), formation="a", order="march")
        assert session.state.unit("a").count("marched")
        session.dispatch(Advanced())
        session.dispatch(Advanced())
        assert (session.state.turn, session.state.unit("a").count("marched")) == (2, 0)

    @rule("EPIC-13", "EPIC-21")
    def test_failed_it_takes_a_marker_and_holds(self) -> None:
        session = do(game(a=side(), d=side(seat=1)), "action", (1,), formation="a", order="double")
        assert session.prompt
        assert (session.prompt.key, [option.key for option in session.prompt.options]) == ("hold", ["move", "shoot", "regroup"])
        session.answer("shoot")
        unit = session.state.unit("a")
        assert (unit.count("blast"), unit.trackers["order"], parts_of(session, unit.id)) == (1, "hold", ("shoot",))

    @rule("EPIC-13", "EPIC-112")
    def test_breaking_by_that_marker_there_is_no_hold(self) -> None:
        """X-10."""
        session = do(game(a=side(blast=2), d=side(seat=1)), "action", (2,), formation="a", order="double")
        assert session.prompt
        assert session.prompt.key == "withdraw:a:0"
        session.answer(0)
        assert state(session, "a") == {"broken": True}
        assert session.state.unit("a").count("activated")

    @rule("EPIC-20")
    def test_marshal_asks_what_comes_first(self) -> None:
        session = do(game(a=side(), d=side(seat=1)), "action", (2,), formation="a", order="marshal")
        assert session.prompt
        assert (session.prompt.key, [option.key for option in session.prompt.options]) == ("marshal", ["move", "shoot"])
        session.answer("shoot")
        assert parts_of(session, "a") == ("shoot", "regroup")

    @rule("EPIC-07", "EPIC-109")
    def test_who_may_not_act(self) -> None:
        assert ask("action", {"a": side(broken=True)}, formation="a", order="advance")["refused"]["refs"] == ["EPIC-109"]
        assert ask("action", {"a": side(activated=True)}, formation="a", order="advance")["refused"]["refs"] == ["EPIC-07"]

    @rule("EPIC-23", "EPIC-24")
    def test_retaining_once_at_minus_one(self) -> None:
        session = game(a=side(), b=side(), c=side(), d=side(seat=1))
        do(session, "action", (2,), formation="a", order="advance")
        session.dispatch(TrackerSet("b", "blast", 1))
        session.dispatch(Opened("action", pairs(formation="b", order="advance")))
        assert session.prompt
        assert [(row.key, row.amount) for row in session.prompt.checks[0].modifiers] == [("blast", -1), ("retaining", -1)]
        session.answer((6,))
        with pytest.raises(Refused, match="EPIC-24"):
            do(session, "action", formation="c", order="advance")
        session.dispatch(Advanced())
        assert session.state.seat == 1

    @rule("EPIC-23", "EPIC-13")
    @pytest.mark.parametrize(("order", "die", "answers"), [("hold", (2,), ("move",)), ("advance", (1,), ("move",))])
    def test_no_retaining_after_hold(self, order: str, die: tuple[int, ...], answers: tuple[str, ...]) -> None:
        session = do(game(a=side(), b=side(), d=side(seat=1)), "action", die, *answers, formation="a", order=order)
        with pytest.raises(Refused, match="EPIC-23"):
            do(session, "action", formation="b", order="advance")

    @rule("EPIC-08", "EPIC-24")
    @pytest.mark.parametrize(("reading", "rows_of"), [("free", []), ("retain", [("retaining", -1)])])
    def test_the_opponent_has_run_out(self, reading: str, rows_of: list[Any]) -> None:
        session = game(readings={"opponent_done": reading}, a=side(), b=side(), c=side(), d=side(seat=1, activated=True))
        do(session, "action", (2,), formation="a", order="advance")
        do(session, "action", (3,), formation="b", order="advance")
        session.dispatch(Opened("action", pairs(formation="c", order="advance")))
        assert session.prompt
        assert [(row.key, row.amount) for row in session.prompt.checks[0].modifiers] == rows_of

    @rule("EPIC-08", "EPIC-11")
    @pytest.mark.parametrize(
        ("enemy", "done", "retaining"),
        [({}, False, True), ({"activated": True}, False, False), ({"broken": True}, False, False), ({"overwatch": True}, True, False)],
    )
    def test_when_it_is_retaining(self, enemy: dict[str, Any], done: bool, retaining: bool) -> None:
        session = game(a=side(), b=side(), c=side(), d=side(seat=1, **enemy))
        session.dispatch(TrackerSet("@1", "done", done))
        for formation, expected in (("a", False), ("b", retaining)):
            session.dispatch(Opened("action", pairs(formation=formation, order="march")))
            assert session.prompt
            assert bool(session.prompt.checks[0].modifiers) == expected
            session.answer((6,))
            while session.prompt:
                session.answer("none")
        if retaining:
            with pytest.raises(Refused, match="EPIC-24"):
                do(session, "action", formation="c", order="march")
        else:
            do(session, "action", (6,), formation="c", order="march")

    @rule("EPIC-23", "EPIC-252")
    def test_after_hold_one_goes_on_where_nobody_else_can(self) -> None:
        session = do(game(a=side(), b=side(), d=side(seat=1, activated=True)), "action", (2,), "move", formation="a", order="hold")
        do(session, "action", (2,), formation="b", order="advance")
        assert session.state.unit("b").count("activated")

    @rule("EPIC-23", "EPIC-112")
    @pytest.mark.parametrize(("reading", "allowed"), [("yes", True), ("no", False)])
    def test_retaining_after_breaking_in_mid_action(self, reading: str, allowed: bool) -> None:
        session = game(readings={"retain_after_break": reading}, a=side(blast=2), b=side(), d=side(seat=1, overwatch=True), e=side(seat=1))
        do(session, "action", (3,), "d", frozen({"able": 3}), (1, 1, 1), 0, formation="a", order="double")
        assert state(session, "a") == {"broken": True}
        if allowed:
            do(session, "action", (3,), formation="b", order="advance")
        else:
            with pytest.raises(Refused, match="EPIC-23"):
                do(session, "action", (3,), formation="b", order="advance")

    @rule("EPIC-62", "EPIC-112")
    def test_overwatch_fire_after_the_first_move_of_a_double(self) -> None:
        """X-11: it breaks, withdraws at once, and loses the second move and the shooting."""
        session = game(a=side(blast=2), d=side(seat=1, overwatch=True))
        do(session, "action", (3,), formation="a", order="double")
        assert session.prompt
        assert (session.prompt.key, session.prompt.asked_of) == ("overwatch:move1:1", 1)
        for answer in ("d", frozen({"able": 2}), (1, 1), 0):
            session.answer(answer)
        assert session.prompt is None
        assert (state(session, "a"), parts_of(session, "a")) == ({"broken": True}, ())
        assert not session.state.unit("d").count("overwatch")
        assert session.state.unit("d").count("activated")

    @rule("EPIC-62", "EPIC-259")
    def test_each_move_asks_again_while_fire_is_held(self) -> None:
        session = do(game(a=side(), d=side(seat=1, overwatch=True)), "action", (3,), "none", formation="a", order="double")
        assert session.prompt
        assert session.prompt.key == "overwatch:move2:1"
        session.answer("none")
        assert parts_of(session, "a") == ("shoot",)
        assert session.state.unit("d").count("overwatch")

    @rule("EPIC-125", "EPIC-259")
    def test_a_pop_up_may_be_answered(self) -> None:
        session = game(a=force((3, tank(abilities=["skimmer"]))), d=side(seat=1, overwatch=True))
        do(session, "action", (3,), formation="a", order="overwatch", pop_up=True)
        assert session.prompt
        assert session.prompt.key == "overwatch:pop_up:1"
        session.answer("none")
        assert session.state.unit("a").count("popped_up")
        assert session.state.unit("a").count("overwatch")

    @rule("EPIC-260", "EPIC-261")
    def test_several_may_answer_the_same_move(self) -> None:
        session = game(a=side(9), d=side(2, seat=1, overwatch=True), e=side(2, seat=1, overwatch=True))
        do(session, "action", (3,), "d", frozen({"able": 2}), (1, 1), "e", frozen({"able": 2}), (1, 1), formation="a", order="advance")
        assert (session.prompt, session.state.unit("a").count("blast")) == (None, 2)

    @rule("EPIC-260", "EPIC-44")
    def test_a_second_volley_counts_its_own_losses(self) -> None:
        session = game(a=side(9), d=side(2, seat=1, overwatch=True), e=side(2, seat=1, overwatch=True))
        do(session, "action", (3,), "d", frozen({"able": 2}), (5, 1), (1,), "e", frozen({"able": 2}), (1, 1), formation="a", order="advance")
        assert state(session, "a") == {"blast": 3, "lost": (1,)}

    @rule("EPIC-64", "EPIC-19")
    def test_overwatch_ends_by_another_action_and_is_kept_by_its_own(self) -> None:
        session = do(game(a=side(overwatch=True), d=side(seat=1)), "action", (3,), formation="a", order="advance")
        assert not session.state.unit("a").count("overwatch")
        session = do(game(a=side(), d=side(seat=1)), "action", (3,), formation="a", order="overwatch")
        assert session.state.unit("a").count("overwatch")

    @rule("EPIC-64", "EPIC-13")
    @pytest.mark.parametrize(("reading", "kept"), [("lost", 0), ("kept", 1)])
    def test_a_failed_renewal(self, reading: str, kept: int) -> None:
        session = game(readings={"failed_renewal": reading}, a=side(overwatch=True), d=side(seat=1))
        do(session, "action", (1,), formation="a", order="overwatch")
        if session.prompt:
            session.answer("move")
        assert (session.state.unit("a").count("overwatch"), session.state.unit("a").count("blast")) == (kept, 1)

    @rule("EPIC-65", "EPIC-07")
    def test_all_the_rest_stay_on_overwatch_without_a_test(self) -> None:
        session = game(a=side(overwatch=True, blast=2), b=side(overwatch=True), c=side(activated=True), f=side(broken=True), d=side(seat=1), e=side(seat=1))
        do(session, "action", formation="c", order="overwatch", stay=True)  # whoever says so, even one that has acted
        assert session.prompt is None
        assert all(session.state.unit(each).count("overwatch") for each in ("a", "b"))
        session.dispatch(Advanced())
        assert session.state.seat == 1
        session.dispatch(TrackerSet("d", "activated", True))
        session.dispatch(Advanced())
        assert session.state.seat == 1
        with pytest.raises(Refused, match="EPIC-65"):
            do(game(a=side(overwatch=True), b=side(), d=side(seat=1)), "action", formation="a", order="overwatch", stay=True)

    @rule("EPIC-132", "EPIC-275")
    def test_the_supreme_commander_rolls_again_once_a_turn(self) -> None:
        session = game(a=side(), c=force((2, foot()), (1, CHIEF)), d=side(seat=1))
        do(session, "action", (1,), True, (2,), formation="a", order="advance")
        assert (session.state.unit("a").trackers["order"], session.state.seats[0].get("reroll_used")) == ("advance", True)
        do(session, "action", (1,), formation="c", order="advance")
        assert session.prompt
        assert session.prompt.key == "hold"

    @rule("EPIC-275", "EPIC-13")
    def test_the_second_die_stands_and_nobody_has_to(self) -> None:
        session = game(a=side(), c=force((2, foot()), (1, CHIEF)), d=side(seat=1))
        do(session, "action", (1,), True, (1,), formation="a", order="advance")
        assert session.prompt
        assert session.prompt.key == "hold"
        session = game(a=side(), c=force((2, foot()), (1, CHIEF)), d=side(seat=1))
        do(session, "action", (1,), False, "move", formation="a", order="advance")
        assert not session.state.seats[0].get("reroll_used")

    @rule("EPIC-232", "EPIC-275")
    def test_from_reserve_only_for_his_own_formation(self) -> None:
        chief = {**force((2, foot()), (1, CHIEF)), "state": {"where": "reserve"}}
        session = do(game(a=side(), c=chief, d=side(seat=1)), "action", (1,), formation="a", order="advance")
        assert session.prompt
        assert session.prompt.key == "hold"
        session = do(game(a=side(), c=chief, d=side(seat=1)), "action", (1,), formation="c", order="advance")
        assert session.prompt
        assert session.prompt.key == "reroll"
        dead = {**chief, "state": {"where": "destroyed"}}
        session = do(game(a=side(), c=dead, d=side(seat=1)), "action", (1,), formation="a", order="advance")
        assert session.prompt
        assert session.prompt.key == "hold"


class TestCombinedAssault:
    def units(self, **states: Any) -> dict[str, Any]:
        others = {name: force((3, foot()), state=states.get(name), initiative=3) for name in ("x", "y", "z", "w")}
        return {"a": force((3, foot()), (1, CAPTAIN), state=states.get("a")), **others}

    @rule("EPIC-133", "EPIC-11")
    @pytest.mark.parametrize(
        ("states", "rows_of"),
        [({}, []), ({"x": {"blast": 2}, "y": {"blast": 1}}, [("along", -1, "EPIC-133")]), ({"a": {"blast": 1}, "x": {"blast": 2}}, [("blast", -1, "EPIC-11")])],
    )
    def test_minus_one_once_for_all(self, states: dict[str, Any], rows_of: list[Any]) -> None:
        reply = ask("action", self.units(**states), formation="a", order="engage", along=["x", "y"])
        assert rows(reply, "test") == rows_of

    @rule("EPIC-133")
    @pytest.mark.parametrize(("reading", "target"), [("commander", 2), ("worst", 3)])
    def test_whose_initiative(self, reading: str, target: int) -> None:
        reply = ask("action", self.units(), {"commander_initiative": reading}, formation="a", order="engage", along=["x"])
        assert reply["checks"][0]["target"] == target

    @rule("EPIC-133")
    def test_what_stands_against_it(self) -> None:
        def key(units: Any, reading: Any = None, **told: Any) -> str | None:
            return ask("action", units, reading, **told).get("refused", {}).get("key")

        four, three = ["x", "y", "z", "w"], ["x", "y", "z"]
        assert key(self.units(), order="engage", initiative=2, along=three) is None
        assert key(self.units(), formation="a", order="engage", along=three) is None
        assert key(self.units(), formation="a", order="engage", along=four) == "combined"
        assert key(self.units(), {"commander_brings": "3_total"}, formation="a", order="engage", along=three) == "combined"
        assert key(self.units(), {"commander_brings": "3_total"}, formation="a", order="engage", along=three[:2]) is None
        assert key(self.units(), formation="a", order="double", along=["x"]) == "combined"
        assert key(self.units(), formation="x", order="engage", along=["a"]) == "combined"
        assert key(self.units(x={"broken": True}), formation="a", order="engage", along=["x"]) == "combined"
        assert key(self.units(x={"activated": True}), formation="a", order="engage", along=["x"]) == "combined"

    @rule("EPIC-133")
    def test_passed_all_have_acted_failed_only_his_own(self) -> None:
        session = do(game(**self.units(), d=side(seat=1)), "action", (2,), formation="a", order="engage", along=("x", "y"))
        assert [session.state.unit(each).count("activated") for each in ("a", "x", "y", "z")] == [1, 1, 1, 0]
        session = do(game(**self.units(), d=side(seat=1)), "action", (1,), "move", formation="a", order="engage", along=("x",))
        assert [(session.state.unit(each).count("activated"), session.state.unit(each).count("blast")) for each in ("a", "x")] == [(1, 1), (0, 0)]


class TestReserves:
    @rule("EPIC-231")
    @pytest.mark.parametrize(
        ("order", "told", "no"),
        [
            ("advance", {}, ""),
            ("march", {}, ""),
            ("engage", {}, ""),
            ("sustained", {}, "reserve"),
            ("overwatch", {}, "reserve"),
            ("marshal", {"choice": "shoot"}, "reserve"),
        ],
    )
    def test_who_waits_comes_with_a_move(self, order: str, told: dict[str, str], no: str) -> None:
        session = game(a=force((3, foot()), state=AWAY), d=side(seat=1))
        assert against(session, "action", formation="a", order=order, **told) == no

    @rule("EPIC-231")
    @pytest.mark.parametrize(("die", "more"), [(6, ()), (1, ("move",))])
    def test_the_action_brings_it_onto_the_table(self, die: int, more: tuple[str, ...]) -> None:
        """Also when it fails and holds."""
        session = do(game(a=force((3, foot()), state=AWAY), d=side(seat=1)), "action", (die,), *more, formation="a", order="advance")
        assert session.state.unit("a").where == "table"

    @rule("EPIC-253", "EPIC-167")
    def test_nobody_acts_inside(self) -> None:
        session = game(a=force((3, foot()), state={"where": "inside"}), d=side(seat=1))
        assert against(session, "action", formation="a", order="advance") == "aboard"
