"""Cards from the hand on one page: what is told of them reaches the procedure."""

from __future__ import annotations

from typing import Any

import pytest

from engine.doors.play import Game
from engine.games import RULESETS
from engine.playing import drafting
from engine.values.maps import Map, thawed
from tests.games.twogm.reach import HAND, PLANE, RIFLES, TRUCK, UNITS
from tests.games.twogm.table import BARGE, answers, playing, rule, unit

RULES = RULESETS["2gm"]


def started() -> Game:
    game = Game(RULESETS)
    game.do({"do": "start", "game": "2gm", "state": {"step": "deployment", "units": UNITS}})
    game.do({"do": "set", "unit": "@0", "tracker": "ap", "value": 9})
    return game


def filled(game: Game, procedure: str, **draft: Any) -> drafting.Filled:
    plan = RULES.plan(procedure)
    assert plan
    return drafting.fill(RULES, game.on.state, plan, Map(draft))


def page_of(state: Any, **draft: Any) -> drafting.Filled:
    plan = RULES.plan("play_card")
    assert plan
    return drafting.fill(RULES, state, plan, Map(draft))


def keys_asked(state: Any, **draft: Any) -> list[str]:
    return [fact.key for fact in page_of(state, **draft).facts]


@rule("2GM-64", "2GM-66")
def test_a_unit_comes_with_its_equipment_and_its_truck_for_their_price() -> None:
    """2 for the riflemen, 1 for the bazooka, 2 for the truck that comes along from the hand."""
    page = filled(started(), "deploy", unit="r", equipment=("Bazooka",), exchange="Bazooka", carrier="t", column=5)
    assert dict(page.sums)["cost"] == 5
    told = {"unit": "r", "equipment": ["Bazooka"], "exchange": "Bazooka", "carrier": "t", "column": 5, "terrain": "plain"}
    assert thawed(page.args) == told


@rule("2GM-36", "2GM-64")
def test_only_free_squares_are_offered() -> None:
    game = started()
    game.do({"do": "open", "procedure": "deploy", "with": {"unit": "t", "column": 3}})
    page = filled(game, "deploy", unit="r")
    columns = next(fact for fact in page.facts if fact.key == "column")
    assert [value for value, _ in columns.answers] == ["", 1, 2, 4, 5, 6, 7, 8]
    assert [name for _, name in columns.answers[1:]] == ["A", "B", "D", "E", "F", "G", "H"]


@rule("2GM-12")
def test_a_card_lies_on_the_enemy_it_is_played_against() -> None:
    game = started()
    page = filled(game, "play_card", unit="x", kind="special", on="e", cost=3)
    assert thawed(page.args) == {"unit": "x", "name": "Barrage", "kind": "special", "on": "e", "cost": 3, "permanent": False}
    game.do({"do": "open", "procedure": "play_card", "with": thawed(page.args)})
    now = game.on.state
    assert thawed(now.unit("e").trackers["support"]) == [{"name": "Barrage", "by": 0}]
    assert (now.unit("x").where, now.seats[0]["ap"]) == ("discarded", 6)


@rule("2GM-09", "2GM-12")
def test_a_card_for_a_unit_is_found_by_its_title() -> None:
    page = filled(started(), "play_card", unit="o", kind="promotion", promotion="elite")
    assert thawed(page.args) == {"unit": "o", "name": "Barrage", "kind": "promotion", "promotion": "elite", "cost": 0}


class TestWhatIsAskedOfAUnit:
    @rule("2GM-66")
    def test_the_lines_of_its_card_with_their_price(self) -> None:
        state = started().on.state
        assert answers(state, "deploy", "equipment", unit="r") == ["Bazooka", "Smoke Screen", "Smoke Shell"]
        assert answers(state, "deploy", "equipment", unit="t") is None

    @rule("2GM-17", "2GM-66")
    @pytest.mark.parametrize(("bought", "asked"), [((), None), (("Smoke Shell",), None), (("Smoke Shell", "Bazooka"), ["", "Bazooka"])])
    def test_only_a_double_arrow_takes_the_place_of_the_primary_weapon(self, bought: tuple[str, ...], asked: list[str] | None) -> None:
        assert answers(started().on.state, "deploy", "exchange", unit="r", equipment=bought) == asked

    @rule("2GM-92")
    @pytest.mark.parametrize(("skills", "asked"), [(["fighter", "bomber"], ["fighter", "bomber"]), (["fighter"], None), (["bomber"], None), ([], None)])
    def test_an_aircraft_that_can_be_both_says_as_which_it_flies(self, skills: list[str], asked: list[str] | None) -> None:
        session = playing("deployment", {"p": unit({**PLANE, "skills": skills}, **HAND)})
        assert answers(session.state, "deploy", "role", unit="p") == asked

    @rule("2GM-63", "2GM-64")
    def test_a_vehicle_of_this_turn_or_of_the_hand_takes_it_along(self) -> None:
        """A landing craft in hand and a truck of this turn; not one of an earlier turn, not other
        infantry, not the enemy's, not itself, and of two alike the first."""
        units = {
            "r": unit(RIFLES, **HAND),
            "r2": unit({**RIFLES, "name": "Others"}, **HAND),
            "b": unit(BARGE, **HAND),
            "b2": unit(BARGE, **HAND),
            "t": unit({**TRUCK, "name": "New"}, row=1, column=3, deployed_turn=2),
            "old": unit({**TRUCK, "name": "Old"}, row=1, column=5, deployed_turn=1),
            "e": unit({**TRUCK, "name": "Theirs"}, 1, row=1, column=6, deployed_turn=2),
        }
        state = playing("deployment", units, turn=2).state
        assert answers(state, "deploy", "carrier", unit="r") == ["", "b", "t"]
        assert answers(state, "deploy", "carrier", unit="b") == ["", "b2"]

    @rule("2GM-61", "2GM-64")
    def test_who_comes_by_itself_is_not_asked_with_whom(self) -> None:
        state = playing("deployment", {"r": unit(RIFLES, **HAND), "s": unit(RIFLES, **HAND)}).state
        assert answers(state, "deploy", "carrier", unit="r") is None

    @rule("2GM-36", "2GM-64")
    def test_the_eight_squares_next_to_the_headquarters_for_whoever_needs_one(self) -> None:
        """An enemy on his own row 6 stands on our row 1."""
        units = {"r": unit(RIFLES, **HAND), "p": unit(PLANE, **HAND), "e": unit(RIFLES, 1, row=6, column=8), "f": unit(RIFLES, row=2, column=2)}
        state = playing("deployment", units).state
        assert answers(state, "deploy", "column", unit="r") == ["", 1, 2, 3, 4, 5, 6, 7]
        assert answers(state, "deploy", "column", unit="p") is None

    @rule("2GM-64", "2GM-61")
    def test_cards_of_one_title_are_one_answer_by_what_is_printed(self) -> None:
        """Two of one name are told apart by a number that no card has; a card without a name is
        called as the table calls it."""
        support = {"name": "Orders", "type": "support", "cost": 1}
        units = {"r": unit(RIFLES, **HAND), "o1": unit(support, name="Orders 1", **HAND), "o2": unit(support, name="Orders 2", **HAND)}
        units["n"] = unit({"type": "support", "cost": 1}, name="Unnamed", **HAND)
        assert answers(playing("deployment", units).state, "deploy", "support", unit="r") == ["Orders", "Unnamed"]


class TestWhatIsAskedOfACard:
    @rule("2GM-09", "2GM-12")
    @pytest.mark.parametrize(
        ("card", "kind"),
        [
            ({"name": "Patton", "type": "general"}, "general"),
            ({"name": "General", "type": "support"}, "general"),
            ({"name": "Promotion", "type": "support"}, "promotion"),
            ({"name": "Veterans", "type": "support"}, "promotion"),
            ({"name": "Fuel", "type": "support"}, "supply"),
        ],
    )
    def test_its_kind_as_far_as_its_name_tells(self, card: dict[str, str], kind: str) -> None:
        plan = RULES.plan("play_card")
        assert plan
        page = drafting.fill(RULES, playing("deployment", {"x": unit({**card, "cost": 1}, **HAND)}).state, plan, Map({"unit": "x"}))
        assert page.args["kind"] == kind

    @rule("2GM-12")
    def test_it_is_played_on_units_of_the_ground_that_are_on_the_board(self) -> None:
        """Not on headquarters, aircraft or units in hand."""
        hq = {"name": "HQ", "type": "hq", "life": 10}
        units = {
            **{"x": unit({"name": "Mines", "type": "support", "cost": 1}, **HAND), "r": unit(RIFLES, row=1), "q": unit(hq), "p": unit(PLANE)},
            **{"h": unit(RIFLES, **HAND), "e": unit(RIFLES, 1, row=2), "eq": unit(hq, 1), "eh": unit(RIFLES, 1, **HAND)},
        }
        state = playing("deployment", units).state
        assert answers(state, "play_card", "for", unit="x", kind="special") == ["", "r"]
        assert answers(state, "play_card", "on", unit="x", kind="special") == ["", "e"]

    @rule("2GM-09", "2GM-12")
    @pytest.mark.parametrize(
        ("kind", "asked"),
        [
            ("supply", ["kind"]),
            ("promotion", ["kind", "promotion", "for"]),
            ("equipment", ["kind", "for", "on", "permanent"]),
            ("special", ["kind", "for", "on", "permanent"]),
            ("general", ["kind"]),
        ],
    )
    def test_what_each_kind_of_card_asks(self, kind: str, asked: list[str]) -> None:
        """Picked on the board, a unit is whom it is for, and the card is asked."""
        orders = {"name": "Orders", "type": "support", "cost": 1}
        state = playing("deployment", {"x": unit(orders, **HAND), "r": unit(RIFLES, row=1, column=1)}).state
        assert keys_asked(state, unit="x", kind=kind) == asked
        assert keys_asked(state, unit="r", kind=kind) == ["card", *(each for each in asked if each != "for")]
        assert answers(state, "play_card", "card", unit="r") == ["x"]
        alone = playing("deployment", {"r": unit(RIFLES, row=1, column=1)}).state
        assert keys_asked(alone, unit="r", kind=kind) == [each for each in asked if each != "for"]

    @rule("2GM-09", "2GM-04")
    @pytest.mark.parametrize(("card", "asked"), [({"cost": "X"}, True), ({"cost": 2}, False), ({"cost": "X", "playing_cost": 1}, False)])
    def test_a_price_of_x_is_asked(self, card: dict[str, Any], asked: bool) -> None:
        """As long as no other price is printed; an HQ stores 12 points, no more."""
        state = playing("deployment", {"x": unit({"name": "Barrage", "type": "support", **card}, **HAND)}).state
        assert ("cost" in keys_asked(state, unit="x", kind="supply")) is asked
        most = [fact.most for fact in page_of(state, unit="x", kind="supply").facts if fact.key == "cost"]
        assert most == ([12] if asked else [])

    @rule("2GM-09", "2GM-10")
    @pytest.mark.parametrize("permanent", [True, False])
    def test_whether_it_stays_is_preset_by_its_card(self, permanent: bool) -> None:
        card = {"name": "Radar", "type": "support", "cost": 1, "permanent": permanent}
        state = playing("deployment", {"x": unit(card, **HAND), "r": unit(RIFLES, row=1, column=1)}).state
        assert page_of(state, unit="x", kind="equipment").args["permanent"] is permanent

    @rule("2GM-09", "2GM-12")
    def test_whom_a_card_is_told_for_and_by_which_name(self) -> None:
        orders = {"name": "Orders", "type": "support", "cost": 1}
        units = {"x": unit(orders, **HAND), "r": unit(RIFLES, row=1, column=1), "s": unit(RIFLES, row=1, column=2)}
        state = playing("deployment", units).state
        told = [page_of(state, **draft).args for draft in ({"unit": "x", "kind": "special"}, {"unit": "x", "kind": "special", "for": "s"}, {"unit": "r"})]
        assert [(each["unit"], each["name"]) for each in told] == [("x", "Orders"), ("s", "Orders"), ("r", "Orders")]
        alone = playing("deployment", {"r": unit(RIFLES, row=1, column=1)}).state
        assert [page_of(alone, unit="r", **draft).args["name"] for draft in ({}, {"kind": "special"})] == ["supply", "special"]

    @rule("2GM-09", "2GM-64")
    def test_cards_that_come_with_a_unit(self) -> None:
        orders = {"name": "Orders", "type": "support", "cost": 1}
        state = playing(
            "deployment", {"x": unit(orders, **HAND), "g": unit({**orders, "type": "general", "name": "Patton"}, **HAND), "r": unit(RIFLES, **HAND)}
        ).state
        assert answers(state, "deploy", "support", unit="r") == ["Orders"]
        plan = RULES.plan("deploy")
        assert plan
        told = [drafting.fill(RULES, state, plan, Map({"unit": "r", "support": cards})).args for cards in (("Orders",), ())]
        assert [thawed(each.get("support")) for each in told] == [[{"name": "Orders"}], None]
        bare = playing("deployment", {"r": unit(RIFLES, **HAND)}).state
        assert answers(bare, "deploy", "support", unit="r") is None
