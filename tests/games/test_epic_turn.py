"""Epic Armageddon: the turn, actions, overwatch, rallying; values worked out from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.playing.session import Refused, Session
from engine.values.events import Advanced, Opened, TrackerSet
from engine.values.maps import EMPTY, frozen, pairs
from tests.games.asking import change, rows
from tests.games.epic_field import ask, chance, do, foot, force, game, state, tank

rule = pytest.mark.rule
F = Fraction
CHIEF = {"name": "Chief", "type": "CH", "abilities": ["supreme_commander"]}
SERGEANT = {"name": "Sergeant", "type": "CH", "abilities": ["leader"]}


class TestStrategy:
    @rule("EPIC-05", "EPIC-06")
    @pytest.mark.parametrize(
        ("rating", "lost", "winner", "roll"),
        [
            ([2, 2], 0, F(21, 36), F(15, 36)),
            ([2, 2], 1, F(15, 36), F(15, 36)),
            ([2, 2], None, F(1, 2), F(15, 36)),
            ([5, 2], None, F(30, 36) + F(3, 72), F(30, 36)),
            ([5, 2], 1, F(30, 36), F(30, 36)),
            ([2, 5], 0, F(3, 36) + F(3, 36), F(3, 36)),
        ],
    )
    def test_who_wins(self, rating: list[int], lost: int | None, winner: Fraction, roll: Fraction) -> None:
        """Equal ratings: 15 of 36 throws each, 6 tied. Three apart: 3 + 1 + 2 lower throws win
        against, 3 tie."""
        reply = ask("strategy", rating=rating, **({"lost_last": lost} if lost is not None else {}))
        assert (chance(reply, "winner", 0), chance(reply, "roll", 0)) == (winner, roll)

    @rule("EPIC-06")
    def test_a_tie_on_turn_1_by_the_other_reading(self) -> None:
        reply = ask("strategy", None, {"turn1_tie": "higher_sr"}, rating=[5, 2])
        assert chance(reply, "winner", 0) == F(33, 36)
        assert chance(ask("strategy", None, {"turn1_tie": "higher_sr"}, rating=[2, 2]), "winner", 0) == F(1, 2)

    @rule("EPIC-05")
    def test_a_rating_that_no_card_states_is_asked_for(self) -> None:
        units = {"a": force((3, foot())), "d": force((3, foot()), seat=1, strategy=None)}
        assert ask("strategy", units)["unknown"] == ["units.d.card.strategy"]

    @rule("EPIC-05", "EPIC-06")
    @pytest.mark.parametrize(
        ("roll", "lost", "winner", "seen"), [([[4], [1]], None, 0, 0), ([[3], [2]], None, 1, 1), ([[4], [2]], 0, 0, "tie"), ([[4], [2]], 1, 1, "tie")]
    )
    def test_rolled(self, roll: list[list[int]], lost: int | None, winner: int, seen: Any) -> None:
        told: dict[str, Any] = {"rating": [2, 4], **({"lost_last": lost} if lost is not None else {})}
        flat = ask("strategy", **told, roll={"strategy": [faces[0] for faces in roll]})
        assert (flat["result"]["winner"], flat["result"]["roll"], flat["result"]["rating"]) == (winner, seen, [2, 4])
        reply = ask("strategy", **told, roll={"strategy": roll})
        assert (reply["result"]["winner"], reply["result"]["roll"]) == (winner, seen)

    @rule("EPIC-05", "EPIC-06")
    def test_the_winner_chooses_and_the_table_remembers_who_lost(self) -> None:
        session = game("strategy", a=force((3, foot())), d=force((3, foot()), seat=1))
        do(session, "strategy", ((6,), (1,)), "second")
        assert (session.state.first, session.state.seat) == (1, 1)
        assert session.state.seats[1].get("lost_strategy")
        do(session, "strategy", ((3,), (3,)), "first")  # tied: last turn's loser wins, and is the winner from now on
        assert session.state.first == 1
        assert session.state.seats[0].get("lost_strategy")
        assert not session.state.seats[1].get("lost_strategy")


class TestActionTest:
    @rule("EPIC-10", "EPIC-11", "EPIC-188", "EPIC-133")
    @pytest.mark.parametrize(
        ("told", "passed"),
        [
            ({"initiative": 2}, F(5, 6)),
            ({"initiative": 1}, F(1)),
            ({"initiative": 2, "blast": 1}, F(4, 6)),
            ({"initiative": 2, "blast": 5}, F(4, 6)),
            ({"initiative": 2, "retaining": True}, F(4, 6)),
            ({"initiative": 2, "blast": 3, "retaining": True}, F(3, 6)),
            ({"initiative": 1, "blast": 1}, F(5, 6)),
            ({"initiative": 2, "blast": 3, "aircraft": True}, F(2, 6)),
            ({"initiative": 2, "blast": 5, "aircraft": True, "retaining": True}, F(0)),
            ({"initiative": 3, "reroll": True}, F(8, 9)),
            ({"initiative": 2, "blast": 1, "reroll": True}, F(8, 9)),
        ],
    )
    def test_modifiers(self, told: dict[str, Any], passed: Fraction) -> None:
        assert chance(ask("action", order="advance", **told), "test", "pass") == passed

    @rule("EPIC-11")
    def test_rows(self) -> None:
        reply = ask("action", order="advance", initiative=2, blast=3, retaining=True)
        assert rows(reply, "test") == [("blast", -1, "EPIC-11"), ("retaining", -1, "EPIC-11")]

    @rule("EPIC-15", "EPIC-17")
    @pytest.mark.parametrize(("order", "passed"), [("double", F(1)), ("engage", F(1)), ("advance", F(4, 6)), ("march", F(4, 6))])
    def test_orks_go_forward(self, order: str, passed: Fraction) -> None:
        units = {"a": force((3, foot()), army="orks", initiative=3)}
        assert chance(ask("action", units, formation="a", order=order), "test", "pass") == passed

    @rule("EPIC-76")
    def test_a_road_march_passes_by_itself(self) -> None:
        assert chance(ask("action", order="march", initiative=3, blast=4, retaining=True, road=True), "test", "pass") == 1
        assert chance(ask("action", order="double", initiative=3, road=True), "test", "pass") == F(4, 6)

    @rule(
        "EPIC-14",
        "EPIC-15",
        "EPIC-16",
        "EPIC-17",
        "EPIC-18",
        "EPIC-19",
        "EPIC-20",
        "EPIC-21",
        "EPIC-12",
        "EPIC-09",
        "EPIC-07",
        "EPIC-109",
        "EPIC-30",
        "EPIC-76",
    )
    @pytest.mark.parametrize(
        ("told", "steps"),
        [
            ({"order": "advance"}, ["move", "shoot"]),
            ({"order": "double"}, ["move", "move", "shoot"]),
            ({"order": "march"}, ["move"] * 3),
            ({"order": "engage"}, ["assault"]),
            ({"order": "sustained"}, ["shoot"]),
            ({"order": "overwatch"}, ["overwatch"]),
            ({"order": "marshal", "choice": "shoot"}, ["shoot", "regroup"]),
            ({"order": "marshal", "choice": "move"}, ["move", "regroup"]),
            ({"order": "hold", "choice": "regroup"}, ["regroup"]),
            ({"order": "hold", "choice": "shoot"}, ["shoot"]),
        ],
    )
    def test_what_an_action_is_made_of(self, told: dict[str, Any], steps: list[str]) -> None:
        assert ask("action", initiative=2, **told)["result"]["steps"] == steps

    @rule("EPIC-18", "EPIC-19", "EPIC-22", "EPIC-30", "EPIC-65", "EPIC-09")
    @pytest.mark.parametrize(
        ("told", "ref"),
        [
            ({"order": "advance", "choice": "shoot", "in_zoc": True}, None),
            ({"order": "sustained", "out_of_coherency": True}, "EPIC-18"),
            ({"order": "overwatch", "out_of_coherency": True}, "EPIC-19"),
            ({"order": "marshal", "choice": "shoot", "out_of_coherency": True}, "EPIC-22"),
            ({"order": "marshal", "choice": "move", "out_of_coherency": True}, None),
            ({"order": "hold", "choice": "regroup", "out_of_coherency": True}, "EPIC-22"),
            ({"order": "advance", "out_of_coherency": True}, None),
            ({"order": "sustained", "in_zoc": True}, "EPIC-30"),
            ({"order": "overwatch", "in_zoc": True}, "EPIC-30"),
            ({"order": "marshal", "choice": "shoot", "in_zoc": True}, "EPIC-30"),
            ({"order": "hold", "choice": "shoot", "in_zoc": True}, "EPIC-30"),
            ({"order": "engage", "in_zoc": True}, None),
            ({"order": "march", "in_zoc": True}, None),
            ({"order": "overwatch", "in_zoc": True, "out_of_coherency": True, "stay": True}, None),
        ],
    )
    def test_who_has_to_move(self, told: dict[str, Any], ref: str | None) -> None:
        reply = ask("action", initiative=2, **told)
        assert reply.get("refused", {}).get("refs", [None])[0] == ref

    @rule("EPIC-13", "EPIC-21", "EPIC-22", "EPIC-30")
    def test_what_a_forced_hold_may_be(self) -> None:
        assert ask("action", order="advance", initiative=2)["result"]["hold"] == ["move", "shoot", "regroup"]
        for doubt in ("out_of_coherency", "in_zoc"):
            assert ask("action", order="advance", initiative=2, **{doubt: True})["result"]["hold"] == ["move"]

    @rule("EPIC-125")
    @pytest.mark.parametrize(
        ("order", "reading", "ref"),
        [
            ("sustained", "march", "EPIC-125"),
            ("march", "march", "EPIC-125"),
            ("marshal", "march", None),
            ("overwatch", "march", None),
            ("march", "marshal", None),
            ("marshal", "marshal", "EPIC-125"),
            ("sustained", "marshal", "EPIC-125"),
        ],
    )
    def test_pop_up(self, order: str, reading: str, ref: str | None) -> None:
        units = {"a": force((3, tank(abilities=["skimmer"])))}
        reply = ask("action", units, {"popup_ban": reading}, formation="a", order=order, choice="shoot", pop_up=True)
        assert reply.get("refused", {}).get("refs", [None])[0] == ref
        assert "refused" not in ask("action", order="advance", initiative=2, pop_up=True)
        shot_down = {"a": force((2, tank(abilities=["skimmer"])), (3, tank()), state={"lost": [2, 0]})}
        assert ask("action", shot_down, formation="a", order="advance", pop_up=True)["refused"]["key"] == "no_skimmer"
        walking = {"a": force((3, tank()))}
        assert ask("action", walking, formation="a", order="advance", pop_up=True)["refused"]["key"] == "no_skimmer"


def side(units: int = 3, seat: int = 0, **told: Any) -> dict[str, Any]:
    return force((units, foot()), seat=seat, state=told)


class TestAction:
    @rule("EPIC-12", "EPIC-09", "EPIC-14")
    def test_passed_it_does_what_was_declared(self) -> None:
        session = do(game(a=side(), d=side(seat=1)), "action", (2,), formation="a", order="advance")
        unit = session.state.unit("a")
        assert (unit.trackers["order"], unit.marks("todo"), unit.count("activated")) == ("advance", ("shoot",), 1)

    @rule("EPIC-16")
    def test_a_march_is_remembered_until_the_turn_ends(self) -> None:
        session = do(game(a=side(), d=side(seat=1, activated=True)), "action", (2,), formation="a", order="march")
        assert session.state.unit("a").count("marched")
        session.dispatch(Advanced())
        session.dispatch(Advanced())
        assert (session.state.turn, session.state.unit("a").count("marched")) == (2, 0)

    @rule("EPIC-13", "EPIC-21", "EPIC-44")
    def test_failed_it_takes_a_marker_and_holds(self) -> None:
        session = do(game(a=side(), d=side(seat=1)), "action", (1,), formation="a", order="double")
        assert session.prompt
        assert (session.prompt.key, [option.key for option in session.prompt.options]) == ("hold", ["move", "shoot", "regroup"])
        session.answer("shoot")
        unit = session.state.unit("a")
        assert (unit.count("blast"), unit.trackers["order"], unit.marks("todo")) == (1, "hold", ("shoot",))

    @rule("EPIC-13", "EPIC-112", "EPIC-111")
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
        assert session.state.unit("a").marks("todo") == ("shoot", "regroup")

    @rule("EPIC-07", "EPIC-109")
    def test_who_may_not_act(self) -> None:
        assert ask("action", {"a": side(broken=True)}, formation="a", order="advance")["refused"]["refs"] == ["EPIC-109"]
        assert ask("action", {"a": side(activated=True)}, formation="a", order="advance")["refused"]["refs"] == ["EPIC-07"]

    @rule("EPIC-23", "EPIC-24", "EPIC-11")
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

    @rule("EPIC-23", "EPIC-252", "EPIC-13")
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

    @rule("EPIC-08", "EPIC-11", "EPIC-23", "EPIC-24")
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

    @rule("EPIC-23", "EPIC-252", "EPIC-08")
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

    @rule("EPIC-62", "EPIC-112", "EPIC-262", "EPIC-63", "EPIC-259", "EPIC-260")
    def test_overwatch_fire_after_the_first_move_of_a_double(self) -> None:
        """X-11: it breaks, withdraws at once, and loses the second move and the shooting."""
        session = game(a=side(blast=2), d=side(seat=1, overwatch=True))
        do(session, "action", (3,), formation="a", order="double")
        assert session.prompt
        assert (session.prompt.key, session.prompt.asked_of) == ("overwatch:move1:1", 1)
        for answer in ("d", frozen({"able": 2}), (1, 1), 0):
            session.answer(answer)
        assert session.prompt is None
        assert (state(session, "a"), session.state.unit("a").marks("todo")) == ({"broken": True}, ())
        assert not session.state.unit("d").count("overwatch")
        assert session.state.unit("d").count("activated")

    @rule("EPIC-62", "EPIC-259")
    def test_each_move_asks_again_while_fire_is_held(self) -> None:
        session = do(game(a=side(), d=side(seat=1, overwatch=True)), "action", (3,), "none", formation="a", order="double")
        assert session.prompt
        assert session.prompt.key == "overwatch:move2:1"
        session.answer("none")
        assert session.state.unit("a").marks("todo") == ("shoot",)
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

    @rule("EPIC-64", "EPIC-261", "EPIC-19")
    def test_overwatch_ends_by_another_action_and_is_kept_by_its_own(self) -> None:
        session = do(game(a=side(overwatch=True), d=side(seat=1)), "action", (3,), formation="a", order="advance")
        assert not session.state.unit("a").count("overwatch")
        session = do(game(a=side(), d=side(seat=1)), "action", (3,), formation="a", order="overwatch")
        assert session.state.unit("a").count("overwatch")

    @rule("EPIC-64", "EPIC-261", "EPIC-13")
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


COMMANDER = {"name": "Captain", "type": "CH", "abilities": ["commander"]}


class TestCombinedAssault:
    def units(self, **states: Any) -> dict[str, Any]:
        others = {name: force((3, foot()), state=states.get(name), initiative=3) for name in ("x", "y", "z", "w")}
        return {"a": force((3, foot()), (1, COMMANDER), state=states.get("a")), **others}

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


class TestOverwatchQuestion:
    @rule("EPIC-62", "EPIC-259", "EPIC-203", "EPIC-261")
    @pytest.mark.parametrize(
        ("trigger", "may"),
        [
            ("move", True),
            ("charge", True),
            ("pop_up", True),
            ("disembark", True),
            ("withdrawal", True),
            ("counter_charge", False),
            ("planetfall", False),
            ("teleport", False),
            ("landing", False),
            ("consolidation", False),
            ("drop_pod", False),
        ],
    )
    def test_triggers(self, trigger: str, may: bool) -> None:
        assert ask("overwatch", {"a": side(overwatch=True, blast=2)}, formation="a", trigger=trigger, flak_fired=True)["result"]["may_fire"] == may

    @rule("EPIC-62", "EPIC-261")
    def test_only_on_overwatch_and_unbroken(self) -> None:
        assert not ask("overwatch", {"a": side()}, formation="a")["result"]["may_fire"]
        assert not ask("overwatch", {"a": side(overwatch=True, broken=True)}, formation="a")["result"]["may_fire"]


class TestBreaking:
    @rule("EPIC-109", "EPIC-140", "EPIC-177", "EPIC-141")
    @pytest.mark.parametrize(
        ("rows_of", "told", "at"),
        [
            ([(5, foot())], {}, 5),
            ([(5, foot(abilities=["stubborn"]))], {}, 6),
            ([(4, foot(abilities=["stubborn"])), (1, foot())], {}, 5),
            ([(5, foot())], {"army": "space_marines"}, 10),
            ([(2, foot()), (1, tank(type="WE", dc=3))], {}, 5),
            ([(5, foot()), (1, CHIEF)], {}, 5),
            ([(3, foot(abilities=["stubborn"])), (1, CHIEF)], {}, 4),
            ([(3, foot(abilities=["they_shall_know_no_fear"]))], {}, 6),
        ],
    )
    def test_where(self, rows_of: list[Any], told: dict[str, Any], at: int) -> None:
        for blast, broken in ((at - 1, False), (at, True), (at + 1, True)):
            reply = ask("break_point", {"a": force(*rows_of, state={"blast": blast}, **told)}, formation="a")
            assert reply["result"] == {"breaks_at": at, "broken": broken, "more": max(0, at - blast)}

    @rule("EPIC-140")
    def test_stubborn_by_the_other_reading(self) -> None:
        units = {"a": force((4, foot(abilities=["stubborn"])), (1, foot()))}
        assert ask("break_point", units, {"stubborn_needs": "any"}, formation="a")["result"]["breaks_at"] == 6

    @rule("EPIC-109", "EPIC-140", "EPIC-162")
    def test_in_numbers(self) -> None:
        assert ask("break_point", units=5, blast=5)["result"]["broken"]
        assert ask("break_point", units=5, abilities=["stubborn"])["result"]["breaks_at"] == 6
        assert ask("break_point", units=5, stubborn=True)["result"]["breaks_at"] == 6
        assert ask("break_point", units=[{"count": 2}, {"type": "WE", "dc": 4}])["result"]["breaks_at"] == 6
        assert ask("break_point", units=[[3, foot(abilities=["stubborn"])], [1, tank(type="WE", dc=2, abilities=["stubborn"])]])["result"]["breaks_at"] == 6
        assert ask("break_point", units=[{"count": 2, "abilities": ["stubborn"]}])["result"]["breaks_at"] == 3

    @rule("EPIC-115", "EPIC-109")
    def test_broken_already(self) -> None:
        assert ask("break_point", {"a": side(broken=True)}, formation="a")["result"] == {"breaks_at": 3, "broken": True, "more": 0}

    @rule("EPIC-31", "EPIC-109")
    @pytest.mark.parametrize(("reading", "expected"), [("destroy", {"lost": (1,), "blast": 1}), ("warn", {})])
    def test_out_of_coherency(self, reading: str, expected: dict[str, Any]) -> None:
        session = do(game(readings={"out_of_coherency": reading}, a=side(), d=side(seat=1)), "coherency", formation="a", out=(1,))
        assert state(session, "a") == expected

    @rule("EPIC-31", "EPIC-112")
    def test_out_of_coherency_is_asked_kind_by_kind(self) -> None:
        """In a game nobody types a list: two of the second kind are out, a marker for each; a
        kind with nobody left is not asked for."""
        mixed = force((3, foot()), (2, foot()), (4, foot()), state={"lost": [3]})
        session = do(game(a=mixed, d=side(seat=1)), "coherency", formation="a")
        assert session.prompt
        assert (session.prompt.key, session.prompt.kind, session.prompt.ref.id, session.prompt.most) == ("out:1", "number", "EPIC-31", 2)
        session.answer(2)
        session.answer(0)
        assert session.prompt is None
        assert state(session, "a") == {"lost": (3, 2, 0), "blast": 2}

    @rule("EPIC-31", "EPIC-112")
    def test_out_of_coherency_may_break(self) -> None:
        session = do(game(a=side(blast=1), d=side(seat=1)), "coherency", 0, formation="a", out=(1,))
        assert state(session, "a") == {"lost": (1,), "broken": True}

    @rule("EPIC-109")
    @pytest.mark.parametrize(("reading", "broken"), [("on_bm", 0), ("always", 1)])
    def test_losses_without_markers(self, reading: str, broken: int) -> None:
        """A broken neighbour is no matter; terrain takes one of two units that hold one marker."""
        told = {"a": force((2, foot()), state={"blast": 1})}
        reply = ask("dangerous", told, {"break_check": reading}, formation="a", roll={"terrain": [1]})
        assert bool(change(reply, "a", "broken")) == bool(broken)


class TestWithdrawal:
    @rule("EPIC-113", "EPIC-143", "EPIC-112")
    @pytest.mark.parametrize(
        ("abilities", "told", "destroyed"),
        [
            ([], {"distance": 15}, True),
            ([], {"distance": 16}, False),
            ([], {"distance": 15, "moved": False}, True),
            (["fearless"], {"distance": 15}, False),
            (["fearless"], {"distance": 5}, True),
            (["fearless"], {"distance": 6}, False),
            (["fearless"], {"distance": 2, "moved": False}, False),
            ([], {"enemies_within_15": 2}, True),
            ([], {"enemies_within_15": 0}, False),
        ],
    )
    def test_who_dies(self, abilities: list[str], told: dict[str, Any], destroyed: bool) -> None:
        units = {"a": force((3, foot(abilities=abilities)), state={"broken": True})}
        assert ask("withdraw", units, formation="a", **told)["result"]["destroyed"] == destroyed

    @rule("EPIC-113")
    def test_the_limit_by_the_other_reading(self) -> None:
        assert not ask("withdraw", {"a": side()}, {"boundary": "strict"}, formation="a", distance=15)["result"]["destroyed"]
        assert ask("withdraw", {"a": side()}, {"boundary": "strict"}, formation="a", distance=14)["result"]["destroyed"]

    @rule("EPIC-113", "EPIC-143")
    def test_row_by_row_in_a_game(self) -> None:
        session = game(a=force((3, foot()), (2, foot(abilities=["fearless"])), state={"broken": True}), d=side(seat=1))
        do(session, "withdraw", 2, 1, formation="a")
        assert state(session, "a") == {"broken": True, "lost": (2, 1)}


class TestRegroup:
    @rule("EPIC-108", "EPIC-137")
    @pytest.mark.parametrize(
        ("blast", "leaders", "removed"),
        [
            (9, 0, {1: F(1, 36), 2: F(3, 36), 3: F(5, 36), 4: F(7, 36), 5: F(9, 36), 6: F(11, 36)}),
            (3, 0, {1: F(1, 36), 2: F(3, 36), 3: F(32, 36)}),
            (5, 1, {2: F(1, 36), 3: F(3, 36), 4: F(5, 36), 5: F(27, 36)}),
            (0, 2, {0: F(1)}),
        ],
    )
    def test_the_higher_of_two_dice(self, blast: int, leaders: int, removed: dict[int, Fraction]) -> None:
        reply = ask("regroup", blast=blast, leaders=leaders)
        assert {int(n): F(p) for n, p in reply["odds"]["removed"].items()} == removed

    @rule("EPIC-108", "EPIC-137", "EPIC-132")
    def test_rolled_on_the_table(self) -> None:
        units = {"a": force((5, foot()), (1, SERGEANT), (1, CHIEF), state={"blast": 5})}
        reply = ask("regroup", units, formation="a", roll={"regroup": [1, 2]})
        assert (reply["result"]["removed"], reply["result"]["points"], change(reply, "a", "blast")) == (4, 4, 1)
        assert rows(reply, "regroup") == [("leaders", 2, "EPIC-137")]

    @rule("EPIC-137", "EPIC-141")
    def test_a_leader_dies_with_his_unit_and_counts_two_for_space_marines(self) -> None:
        units = {"a": force((2, foot()), (1, SERGEANT), (3, tank()), state={"blast": 4, "lost": [2, 0, 0]})}
        assert rows(ask("regroup", units, formation="a"), "regroup") == []
        marines = {"a": force((2, foot()), (1, SERGEANT), state={"blast": 4}, army="space_marines")}
        assert rows(ask("regroup", marines, formation="a"), "regroup") == [("leaders", 2, "EPIC-137")]

    @rule("EPIC-181", "EPIC-108")
    def test_every_way_to_share_with_shields(self) -> None:
        reply = ask("regroup", blast=2, shields_down=2, roll={"regroup": [3, 1]})
        assert reply["result"]["splits"] == ((2, 0), (2, 1), (1, 2))

    @rule("EPIC-20", "EPIC-21", "EPIC-108")
    def test_only_where_the_action_has_it(self) -> None:
        assert ask("regroup", {"a": side(order="advance", todo=["shoot"], blast=1)}, formation="a")["refused"]["key"] == "no_regroup"
        assert ask("regroup", {"a": side(broken=True)}, formation="a")["refused"]["key"] == "broken"
        reply = ask("regroup", {"a": side(order="marshal", todo=["regroup"], blast=1)}, formation="a", roll={"regroup": [1, 1]})
        assert change(reply, "a", "blast") == 0


class TestRally:
    @rule("EPIC-119", "EPIC-120")
    @pytest.mark.parametrize(
        ("told", "passed"),
        [
            ({"initiative": 2, "blast": 3}, F(5, 6)),
            ({"initiative": 2, "broken": True}, F(3, 6)),
            ({"initiative": 1, "blast": 2}, F(1)),
            ({"initiative": 2, "broken": True, "enemy_within_30": True}, F(2, 6)),
            ({"initiative": 3, "blast": 1, "enemy_within_30": True}, F(3, 6)),
            ({"initiative": 2, "broken": True, "reroll": True}, F(3, 4)),
        ],
    )
    def test_the_test(self, told: dict[str, Any], passed: Fraction) -> None:
        reply = ask("rally", **told)
        assert (chance(reply, "test", "pass"), chance(reply, "rallied", "yes")) == (passed, passed)

    @rule("EPIC-120")
    def test_rows(self) -> None:
        reply = ask("rally", initiative=2, broken=True, enemy_within_30=True)
        assert rows(reply, "test") == [("broken", -2, "EPIC-120"), ("enemy", -1, "EPIC-120")]

    @rule("EPIC-119", "EPIC-120")
    @pytest.mark.parametrize(("units", "amount"), [(5, None), (6, 1), (10, 1), (11, 2)])
    def test_orks_in_a_mob(self, units: int, amount: int | None) -> None:
        told = {"a": force((units, foot()), (3, foot(abilities=["expendable"])), state={"blast": 1}, army="orks")}
        assert rows(ask("rally", told, formation="a"), "test") == ([("orks", amount, "EPIC-120")] if amount else [])

    @rule("EPIC-122", "EPIC-123", "EPIC-137", "EPIC-115")
    @pytest.mark.parametrize(
        ("units", "told", "blast"),
        [(7, {"broken": True}, 3), (6, {"broken": True}, 3), (9, {"blast": 5}, 2), (9, {"blast": 4}, 2), (9, {"blast": 1}, 0), (1, {"broken": True}, 0)],
    )
    def test_half_goes_rounded_up(self, units: int, told: dict[str, Any], blast: int) -> None:
        """X-06: a broken formation of seven comes back with three."""
        session = do(game("rally", a=force((units, foot()), state=told), d=side(seat=1)), "rally", (6,), formation="a")
        assert (session.state.unit("a").count("broken"), session.state.unit("a").count("blast")) == (0, blast)

    @rule("EPIC-122", "EPIC-137")
    def test_a_leader_takes_one_more(self) -> None:
        told = {"a": force((7, foot()), (1, SERGEANT), state={"broken": True})}
        assert change(ask("rally", told, formation="a", roll={"test": [6]}), "a", "blast") == 2

    @rule("EPIC-122", "EPIC-137")
    @pytest.mark.parametrize(("blast", "leaders", "left"), [(4, 0, 2), (4, 1, 1), (3, 1, 0), (1, 2, 0), (5, 1, 1)])
    def test_in_numbers(self, blast: int, leaders: int, left: int) -> None:
        assert ask("rally", initiative=2, blast=blast, leaders=leaders, roll={"test": [6]})["result"]["blast"] == left
        told = ask("rally", {"a": side(9, blast=7)}, formation="a", blast=blast, leaders=leaders, roll={"test": [6]})
        assert change(told, "a", "blast") == left

    @rule("EPIC-209")
    def test_aircraft_that_have_not_landed_do_not_rally(self) -> None:
        for where, landed, refused in (("reserve", False, True), ("table", False, True), ("table", True, False)):
            units = {"a": force((3, {"type": "AC", "speed": "fighter"}), state={"blast": 2, "where": where, "landed": landed})}
            assert ("refused" in ask("rally", units, formation="a")) == refused

    @rule("EPIC-121", "EPIC-274")
    def test_failed(self) -> None:
        session = do(game("rally", a=side(blast=2), d=side(seat=1)), "rally", (1,), formation="a")
        assert (state(session, "a"), session.prompt) == ({"blast": 2, "tried": True}, None)
        session = do(game("rally", a=side(broken=True), d=side(seat=1)), "rally", (1,), formation="a")
        assert session.prompt
        assert session.prompt.key == "withdraw:a:0"
        session.answer(3)
        assert session.state.unit("a").gone

    @rule("EPIC-121", "EPIC-123")
    def test_what_follows_in_a_word(self) -> None:
        assert ask("rally", initiative=2, blast=2, roll={"test": [1]})["result"]["then"] == "stays"
        assert ask("rally", initiative=2, broken=True, blast=2, roll={"test": [1]})["result"]["then"] == "withdraw"
        reply = ask("rally", initiative=2, broken=True, blast=7, roll={"test": [4]})
        assert (reply["result"]["then"], reply["result"]["blast"]) == ("rallied", 3)

    @rule("EPIC-274", "EPIC-118")
    def test_one_attempt_and_only_for_those_in_need(self) -> None:
        assert ask("rally", {"a": side(tried=True, blast=1)}, formation="a")["refused"]["refs"] == ["EPIC-274"]
        assert ask("rally", {"a": side()}, formation="a")["refused"]["key"] == "nothing_to_rally"

    @rule("EPIC-239")
    @pytest.mark.parametrize(("reading", "told", "rallied"), [("was_broken", {"broken": True}, 1), ("was_broken", {"blast": 2}, 0), ("any", {"blast": 2}, 1)])
    def test_who_counts_as_rallied(self, reading: str, told: dict[str, Any], rallied: int) -> None:
        session = do(game("rally", readings={"rallied_cannot_hold": reading}, a=side(**told), d=side(seat=1)), "rally", (6,), formation="a")
        assert session.state.unit("a").count("rallied") == rallied

    @rule("EPIC-118", "EPIC-274")
    @pytest.mark.parametrize(("rating", "order"), [([5, 2], ["a", "d", "b", "c"]), ([2, 5], ["d", "a", "b", "c"]), ([2, 2], ["a", "d", "b", "c"])])
    def test_the_order_of_attempts(self, rating: list[int], order: list[str]) -> None:
        assert ask("rally", queue=[["a", "b", "c"], ["d"]], rating=rating)["result"]["order"] == order
        units = {each: side(seat=int(each == "d"), blast=1) for each in ("a", "b", "c", "d")}
        assert ask("rally", units, queue=["a", "b", "c", "d"], rating=rating)["result"]["order"] == order
        assert ask("rally", {**units, "b": side()}, formations=["a", "b", "c", "d"], rating=rating)["result"]["order"] == [
            each for each in order if each != "b"
        ]
        rows_of = [{"id": each, "seat": int(each == "d")} for each in ("a", "b", "c", "d")]
        assert ask("rally", queue=rows_of, rating=rating)["result"]["order"] == order

    @rule("EPIC-118", "EPIC-274", "EPIC-120")
    def test_the_queue_alternates_from_the_higher_rating(self) -> None:
        units = {
            "a": force((3, foot()), state={"blast": 2}, strategy=1),
            "b": force((3, foot()), state={"broken": True}, strategy=1),
            "c": force((3, foot()), strategy=1),
            "d": force((4, foot()), seat=1, state={"blast": 3}, strategy=4),
        }
        session = do(game("rally", **units), "rally")
        seen = []
        for formation, near, die in (("d", False, 6), ("a", False, 2), ("b", True, 5)):
            assert session.prompt
            seen.append((session.prompt.asked_of, [option.key for option in session.prompt.options][:-1]))
            session.answer(formation)
            session.answer(near)
            assert session.prompt
            session.answer((die,))
        assert seen == [(1, ["d"]), (0, ["a", "b"]), (0, ["b"])]
        assert (session.state.unit("d").count("blast"), session.state.unit("a").count("blast")) == (1, 1)
        assert session.state.unit("b").count("blast") == 1  # three units, two go

    @rule("EPIC-118", "EPIC-167")
    def test_passengers_may_rally(self) -> None:
        session = do(game("rally", a=side(blast=1, where="inside"), d=side(seat=1)), "rally")
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["a", "none"]

    @rule("EPIC-274")
    def test_the_queue_may_be_left(self) -> None:
        session = do(game("rally", a=side(blast=1), d=side(seat=1)), "rally", "none")
        assert session.prompt is None

    @rule("EPIC-275", "EPIC-132")
    def test_the_supreme_commander_helps_to_rally(self) -> None:
        session = game("rally", a=side(blast=3), c=force((2, foot()), (1, CHIEF)), d=side(seat=1))
        do(session, "rally", (1,), True, (2,), formation="a")
        assert (session.state.unit("a").count("blast"), session.state.seats[0].get("reroll_used")) == (1, True)
        again = game("rally", a=side(blast=3), c=force((2, foot()), (1, CHIEF)), d=side(seat=1))
        again.dispatch(TrackerSet("@0", "reroll_used", True))
        do(again, "rally", (1,), formation="a")
        assert again.prompt is None


class TestTurn:
    @rule("EPIC-04", "EPIC-05", "EPIC-07", "EPIC-08", "EPIC-117")
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

    @rule("EPIC-235", "EPIC-283", "EPIC-117")
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

    @rule("EPIC-147", "EPIC-284", "EPIC-162")
    def test_teleport(self) -> None:
        jumper = foot(abilities=["teleport"])
        reply = ask("teleport", {"t": force((3, jumper), state={"where": "reserve"})}, formation="t")
        assert {int(n): F(p) for n, p in reply["odds"]["blast"].items()} == {0: F(125, 216), 1: F(75, 216), 2: F(15, 216), 3: F(1, 216)}
        session = do(game("strategy", t=force((3, jumper), state={"where": "reserve"}), d=side(seat=1)), "teleport", (1, 1, 4), formation="t")
        assert (session.state.unit("t").where, session.state.unit("t").count("blast")) == ("table", 2)
        engine = ask("teleport", {"t": force((1, {**jumper, "type": "WE", "dc": 4}))}, formation="t")
        assert engine["checks"][0]["dice"] == 4
        assert ask("teleport", {"t": force((3, jumper), (1, foot()))}, formation="t")["refused"]["refs"] == ["EPIC-147"]


def test_helpers_are_used(  # a session can be told from plain data
) -> None:
    assert isinstance(game(a=side()), Session)
