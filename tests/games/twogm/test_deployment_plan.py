"""Cards from the hand on one page: what is told of them reaches the procedure."""

from __future__ import annotations

from typing import Any

import pytest

from engine.doors.play import Game
from engine.games import RULESETS
from engine.playing import drafting
from engine.values.maps import Map, thawed
from tests.games.twogm.reach import ARMED, HAND, PLANE, RIFLES, TRUCK, UNITS
from tests.games.twogm.table import BARGE, playing, rule, unit

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


def answers(state: Any, procedure: str, key: str, **draft: Any) -> list[Any] | None:
    """What a page offers for a fact; nothing where it does not ask."""
    plan = RULES.plan(procedure)
    assert plan
    page = drafting.fill(RULES, state, plan, Map(draft))
    return next(([value for value, _ in fact.answers] for fact in page.facts if fact.key == key), None)


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


class TestSmokeOnItsPage:
    @rule("2GM-122", "2GM-123")
    def test_which_smoke_is_asked_where_there_are_two_and_a_screen_hides_others(self) -> None:
        """A shell hides its own square alone; aircraft are above the smoke."""
        units = {
            "r": unit(ARMED, row=2, column=2),
            "f": unit(RIFLES, row=2, column=3),
            "e": unit(RIFLES, 1, row=3, column=3),
            "h": unit(RIFLES, **HAND),
            "p": unit(PLANE),
        }
        state = playing("fire", units).state
        assert answers(state, "lay_smoke", "item", unit="r") == ["Smoke Screen", "Smoke Shell"]
        assert answers(state, "lay_smoke", "on", unit="r") == ["r", "f", "e"]
        assert answers(state, "lay_smoke", "on", unit="r", item="Smoke Shell") is None
        assert answers(state, "lay_smoke", "on", unit="r", item="Smoke Screen") == ["r", "f", "e"]

    @rule("2GM-122", "2GM-123")
    @pytest.mark.parametrize(("item", "hides"), [("Smoke Screen", ["r"]), ("Smoke Shell", None)])
    def test_the_only_smoke_is_not_asked(self, item: str, hides: list[str] | None) -> None:
        state = playing("fire", {"r": unit({**RIFLES, "equipment": [{"item": item, "cost": 1}]}, row=2)}).state
        assert answers(state, "lay_smoke", "item", unit="r") is None
        assert answers(state, "lay_smoke", "on", unit="r") == hides


@rule("2GM-135")
@pytest.mark.parametrize(
    ("state", "asked"),
    [
        ({"damage": 1}, None),
        ({"damage": 1, "support": [{"name": "Mines"}]}, None),
        ({"support": [{"name": "Damaged"}]}, ["damaged_card"]),
        ({"damage": 1, "support": [{"name": "Damaged"}]}, ["damage", "damaged_card"]),
    ],
)
def test_care_takes_off_what_lies_there(state: dict[str, Any], asked: list[str] | None) -> None:
    units = {"t": unit(TRUCK, row=1, column=1), "d": unit(TRUCK, row=1, column=2, **state)}
    assert answers(playing("fire", units).state, "care", "what", unit="t", target="d") == asked


class TestUnloadingOnItsPage:
    @rule("2GM-147")
    @pytest.mark.parametrize(("column", "asked"), [(3, ["", 2, 4]), (8, ["", 7]), (7, ["", 6, 8]), (1, ["", 2]), (0, None)])
    def test_left_or_right_of_a_transport_whose_place_is_known(self, column: int, asked: list[Any] | None) -> None:
        place = {"row": 3, "column": column} if column else {"row": 3}
        units = {"d": unit(TRUCK, **place), "c": unit(RIFLES, **{"in": "d", "where": "inside"})}
        assert answers(playing("movement", units).state, "unload", "column", unit="c") == asked

    @rule("2GM-132", "2GM-147")
    def test_a_landing_craft_unloads_ahead_and_a_building_has_no_sides(self) -> None:
        """Nobody carries who is in no vehicle."""
        house = {"name": "House", "type": "terrain"}
        units = {
            **{"b": unit(BARGE, row=3, column=3), "c": unit(RIFLES, **{"in": "b", "where": "inside"})},
            **{"h": unit(house, row=2, column=5), "i": unit(RIFLES, row=2, column=5, **{"in": "h"}), "f": unit(RIFLES, row=1, column=1)},
        }
        state = playing("movement", units).state
        assert [answers(state, "unload", "column", unit=each) for each in ("c", "f")] == [None, None]
