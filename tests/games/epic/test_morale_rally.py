"""Rallying. Figures worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.games.epic.duties import duties
from engine.values.events import TrackerSet
from tests.games.asking import change, rows
from tests.games.epic.table import CHIEF, SERGEANT, UNARMED_FIGHTER, against, ask, chance, do, foot, force, game, prompt_and_options, side, state

rule = pytest.mark.rule
F = Fraction


class TestRally:
    @rule("EPIC-119", "EPIC-120")
    @pytest.mark.parametrize(
        ("stated", "passed"),
        [
            ({"initiative": 2, "blast": 3}, F(5, 6)),
            ({"initiative": 2, "broken": True}, F(3, 6)),
            ({"initiative": 1, "blast": 2}, F(1)),
            ({"initiative": 2, "broken": True, "enemy_within_30": True}, F(2, 6)),
            ({"initiative": 3, "blast": 1, "enemy_within_30": True}, F(3, 6)),
            ({"initiative": 2, "broken": True, "reroll": True}, F(3, 4)),
        ],
    )
    def test_the_test(self, stated: dict[str, Any], passed: Fraction) -> None:
        reply = ask("rally", **stated)
        assert (chance(reply, "test", "pass"), chance(reply, "rallied", "yes")) == (passed, passed)

    @rule("EPIC-120")
    def test_rows(self) -> None:
        reply = ask("rally", initiative=2, broken=True, enemy_within_30=True)
        assert rows(reply, "test") == [("broken", -2, "EPIC-120"), ("enemy", -1, "EPIC-120")]

    @rule("EPIC-119", "EPIC-120")
    @pytest.mark.parametrize(("units", "amount"), [(5, None), (6, 1), (10, 1), (11, 2)])
    def test_orks_in_a_mob(self, units: int, amount: int | None) -> None:
        stated = {"a": force((units, foot()), (3, foot(abilities=["expendable"])), state={"blast": 1}, army="orks")}
        assert rows(ask("rally", stated, formation="a"), "test") == ([("orks", amount, "EPIC-120")] if amount else [])

    @rule("EPIC-122", "EPIC-137")
    @pytest.mark.parametrize(
        ("units", "stated", "blast"),
        [(7, {"broken": True}, 3), (6, {"broken": True}, 3), (9, {"blast": 5}, 2), (9, {"blast": 4}, 2), (9, {"blast": 1}, 0), (1, {"broken": True}, 0)],
    )
    def test_half_goes_rounded_up(self, units: int, stated: dict[str, Any], blast: int) -> None:
        """X-06: a broken formation of seven comes back with three."""
        session = do(game("rally", a=force((units, foot()), state=stated), d=side(seat=1)), "rally", (6,), formation="a")
        assert (session.state.unit("a").count("broken"), session.state.unit("a").count("blast")) == (0, blast)

    @rule("EPIC-122", "EPIC-137")
    def test_a_leader_takes_one_more(self) -> None:
        stated = {"a": force((7, foot()), (1, SERGEANT), state={"broken": True})}
        assert change(ask("rally", stated, formation="a", roll={"test": [6]}), "a", "blast") == 2

    @rule("EPIC-122", "EPIC-137")
    @pytest.mark.parametrize(("blast", "leaders", "left"), [(4, 0, 2), (4, 1, 1), (3, 1, 0), (1, 2, 0), (5, 1, 1)])
    def test_in_numbers(self, blast: int, leaders: int, left: int) -> None:
        assert ask("rally", initiative=2, blast=blast, leaders=leaders, roll={"test": [6]})["result"]["blast"] == left
        stated = ask("rally", {"a": side(9, blast=7)}, formation="a", blast=blast, leaders=leaders, roll={"test": [6]})
        assert change(stated, "a", "blast") == left

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
        failed = ask("rally", {"a": side(7, broken=True)}, formation="a", roll={"test": [1]})
        assert (failed["result"]["blast"], failed["after"]["a"].get("blast", 0)) == (0, 0)  # still broken, without markers
        reply = ask("rally", initiative=2, broken=True, blast=7, roll={"test": [4]})
        assert (reply["result"]["then"], reply["result"]["blast"]) == ("rallied", 3)

    @rule("EPIC-274", "EPIC-118")
    def test_one_attempt_and_only_for_those_in_need(self) -> None:
        assert ask("rally", {"a": side(tried=True, blast=1)}, formation="a")["refused"]["refs"] == ["EPIC-274"]
        assert ask("rally", {"a": side()}, formation="a")["refused"]["key"] == "nothing_to_rally"

    @rule("EPIC-239")
    @pytest.mark.parametrize(("reading", "stated", "rallied"), [("was_broken", {"broken": True}, 1), ("was_broken", {"blast": 2}, 0), ("any", {"blast": 2}, 1)])
    def test_who_counts_as_rallied(self, reading: str, stated: dict[str, Any], rallied: int) -> None:
        session = do(game("rally", readings={"rallied_cannot_hold": reading}, a=side(**stated), d=side(seat=1)), "rally", (6,), formation="a")
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

    @rule("EPIC-118", "EPIC-274")
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


class TestOrderOfRallies:
    @rule("EPIC-118", "EPIC-209")
    def test_who_waits_for_it(self) -> None:
        """Neither reserves nor aircraft in flight, but those that have landed."""
        units = {
            "a": side(blast=1, where="reserve"),
            "f": force((2, UNARMED_FIGHTER), state={"blast": 1, "flying": True}),
            "h": force((2, UNARMED_FIGHTER), state={"blast": 1, "landed": True}),
            "g": side(blast=1),
            "d": side(seat=1),
        }
        assert prompt_and_options(do(game("rally", **units), "rally")) == ("rally:0", 0, ["h", "g", "none"])

    @rule("EPIC-118", "EPIC-274")
    @pytest.mark.parametrize("die", [1, 6])
    def test_it_ends_when_all_have_tried(self, die: int) -> None:
        """The second side alone has markers; a failure keeps them all, and yet it has had its
        one attempt."""
        session = do(game("rally", a=side(), d=side(seat=1, blast=3)), "rally")
        assert prompt_and_options(session) == ("rally:0", 1, ["d", "none"])
        for answer in ("d", False, (die,)):
            session.answer(answer)
        assert (session.prompt, session.state.unit("d").count("blast")) == (None, 1 if die == 6 else 3)

    @rule("EPIC-118", "EPIC-274")
    @pytest.mark.parametrize(
        ("held", "stated", "key"),
        [
            ({"broken": True}, {"blast": 0}, None),
            ({}, {"broken": True, "blast": 0}, None),
            ({"blast": 2}, {"blast": 0}, "nothing_to_rally"),
            ({"broken": True}, {"broken": False}, "nothing_to_rally"),
            ({}, {"blast": 1}, None),
            ({}, {"broken": True}, None),
        ],
    )
    def test_the_broken_and_those_with_markers(self, held: dict[str, Any], stated: dict[str, Any], key: str | None) -> None:
        """As stated, else as the table has it."""
        assert ask("rally", {"a": side(**held)}, formation="a", **stated).get("refused", {}).get("key") == key

    @rule("EPIC-209", "EPIC-167")
    @pytest.mark.parametrize(
        ("unit", "where", "key"),
        [(foot(), "inside", None), (foot(), "table", None), (UNARMED_FIGHTER, "table", "flying"), (UNARMED_FIGHTER, "reserve", "flying")],
    )
    def test_only_aircraft_that_have_not_landed_may_not(self, unit: Any, where: str, key: str | None) -> None:
        on = {"a": force((3, unit), state={"blast": 2, "where": where})}
        assert ask("rally", on, formation="a").get("refused", {}).get("key") == key
        assert "refused" not in ask("rally", initiative=2, blast=2)

    @rule("EPIC-115", "EPIC-121")
    def test_broken_and_no_number_told(self) -> None:
        assert ask("rally", initiative=2, broken=True, roll={"test": [3]})["result"]["then"] == "withdraw"

    @rule("EPIC-121", "EPIC-123")
    @pytest.mark.parametrize(
        ("held", "stated", "then"), [({"blast": 2}, {}, "stays"), ({"broken": True}, {}, "withdraw"), ({"blast": 2}, {"broken": True}, "withdraw")]
    )
    def test_a_failure(self, held: dict[str, Any], stated: dict[str, Any], then: str) -> None:
        reply = ask("rally", {"a": side(**held)}, formation="a", **stated, roll={"test": [1]})
        assert (reply["result"]["then"], change(reply, "a", "blast")) == (then, None)

    @rule("EPIC-274", "EPIC-239")
    def test_who_has_rallied_does_not_try_again(self) -> None:
        on = {"a": force((6, foot()), state={"blast": 2, "rallied": True})}
        assert ask("rally", on, formation="a")["refused"]["refs"] == ["EPIC-274"]

    @rule("EPIC-122", "EPIC-123")
    @pytest.mark.parametrize(
        ("army", "broken", "left"), [("space_marines", {"broken": True}, 6), ("steel_legion", {"broken": True}, 3), ("space_marines", {"blast": 5}, 2)]
    )
    def test_space_marines_rally(self, army: str, broken: dict[str, Any], left: int) -> None:
        """Two markers shake each of them: broken they have twelve, and half of that goes."""
        on = {"a": force((6, foot()), army=army, state=broken)}
        assert ask("rally", on, formation="a", roll={"test": [6]})["result"]["blast"] == left

    @rule("EPIC-120", "EPIC-123")
    @pytest.mark.parametrize(
        ("held", "stated", "left", "then"),
        [
            ({}, {"broken": True}, 3, "rallied"),
            ({"broken": True}, {}, 3, "rallied"),
            ({"broken": True}, {"broken": False, "blast": 5}, 2, "rallied"),
            ({"blast": 4}, {}, 2, "rallied"),
        ],
    )
    def test_broken_as_stated(self, held: dict[str, Any], stated: dict[str, Any], left: int, then: str) -> None:
        """Seven units broken count seven markers and keep three; five keep two, four two."""
        reply = ask("rally", {"a": force((7, foot()), state=held)}, formation="a", **stated, roll={"test": [6]})
        assert (reply["result"]["blast"], reply["result"]["then"]) == (left, then)


class TestTurnsOfRallying:
    @rule("EPIC-118", "EPIC-274")
    @pytest.mark.parametrize(
        ("tried", "turn"), [((), "d"), (("d",), "a"), (("d", "a"), "e"), (("d", "a", "e"), "b"), (("d", "e"), "a"), (("d", "e", "a"), "b")]
    )
    def test_in_turns_from_the_higher_rating(self, tried: tuple[str, ...], turn: str) -> None:
        """Seat 1 has the rating of 4; of each side one tries after the other, and who has nobody
        left waits."""
        held = {name: {"blast": 1, "tried": name in tried} for name in "abde"}
        sides = {name: force((3, foot()), seat=int(name in "de"), state=held[name], strategy=4 if name in "de" else 1) for name in held}
        session = game("rally", **sides)
        first = {name: against(session, "rally", formation=name) for name in held if name not in tried}
        ours = [name for name, why in first.items() if not why]
        assert turn in ours
        assert {why for name, why in first.items() if (name in "de") != (turn in "de")} <= {"not_its_turn"}

    @rule("EPIC-118")
    def test_the_rest_of_one_side_at_the_end(self) -> None:
        sides = {"a": force((3, foot()), state={"blast": 1}, strategy=1), "d": force((3, foot()), seat=1, state={"tried": True}, strategy=4)}
        sides["b"] = force((3, foot()), state={"blast": 1, "tried": True}, strategy=1)
        assert against(game("rally", **sides), "rally", formation="a") == ""

    @rule("EPIC-119", "EPIC-274")
    def test_odds_of_several(self) -> None:
        """2+ with markers, 4+ broken: 5/6 and 1/2."""
        on = {"a": side(blast=1), "d": side(seat=1, broken=True), "c": side()}
        reply = ask("rally", on, formations=["a", "d", "c"])
        assert [chance(reply, "rallied", n) for n in (0, 1, 2)] == [F(1, 12), F(6, 12), F(5, 12)]
        assert [chance(reply, f"rallied:{name}", "yes") for name in "adc"] == [F(5, 6), F(1, 2), F(0)]
        told = ask("rally", on, formations=["a", "d"], roll={"test:a": [1], "test:d": [4]})
        assert (told["result"]["rallied"], told["result"]["order"], change(told, "d", "blast")) == (1, ["a", "d"], 1)

    @rule("EPIC-119")
    @pytest.mark.parametrize("told", [{}, {"formations": ["a"], "queue": ["a"]}])
    def test_neither_the_table_nor_a_queue_is_foretold(self, told: dict[str, Any]) -> None:
        assert ask("rally", {"a": side(blast=1)}, **told)["odds"] == {}


class TestTheSupremeCommandersReRoll:
    @rule("EPIC-132", "EPIC-275")
    @pytest.mark.parametrize(("procedure", "more"), [("rally", {}), ("action", {"order": "sustained"})])
    def test_said_beforehand_it_is_his_and_once_a_turn(self, procedure: str, more: dict[str, Any]) -> None:
        """2+ with one marker: a 1 fails; the second die counts."""
        step = "rally" if procedure == "rally" else "action"
        alone = game(step, a=side(blast=1), d=side(seat=1))
        assert against(alone, procedure, formation="a", reroll=True, **more) == "no_reroll"
        chief = force((4, foot()), (1, CHIEF), state={"blast": 1})
        session = do(game(step, a=chief, b=side(blast=1), d=side(seat=1)), procedure, (1,), (6,), formation="a", reroll=True, **more)
        assert (session.prompt, session.state.seats[0].get("reroll_used")) == (None, True)
        assert against(session, procedure, formation="b", reroll=True, **more) == "no_reroll"
        passed = do(game(step, a=chief, d=side(seat=1)), procedure, (6,), formation="a", reroll=True, **more)
        assert passed.state.seats[0].get("reroll_used") is None


@rule("EPIC-118", "EPIC-274")
def test_nobody_is_left_to_rally() -> None:
    """All three lost by hand: nothing is due for them."""
    session = game("rally", a=side(lost=[3], blast=1), d=side(seat=1, blast=1))
    assert [duty.args["formation"] for duty in duties(session.state)] == ["d"]


@rule("EPIC-274")
@pytest.mark.parametrize("held", [{"tried": True}, {"rallied": True}])
def test_nobody_is_asked_twice(held: dict[str, bool]) -> None:
    """Whoever has rallied is neither due nor allowed; the sides go on in turns."""
    session = game("rally", a=side(blast=1, **held), d=side(seat=1, blast=1), e=side(seat=1, blast=1))
    assert [duty.args["formation"] for duty in duties(session.state)] == ["d", "e"]
    assert (against(session, "rally", formation="a"), against(session, "rally", formation="d")) == ("tried", "")


@rule("EPIC-115", "EPIC-123")
def test_a_rally_by_numbers_without_markers_leaves_none() -> None:
    assert ask("rally", initiative=2, broken=True, roll={"test": [6]})["result"]["blast"] == 0
