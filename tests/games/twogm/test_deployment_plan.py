"""Cards from the hand on one page: what is told of them reaches the procedure."""

from __future__ import annotations

from typing import Any

from engine.doors.play import Game
from engine.games import RULESETS
from engine.playing import drafting
from engine.values.maps import Map, thawed
from tests.games.twogm.reach import UNITS

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


def test_a_unit_comes_with_its_equipment_and_its_truck_for_their_price() -> None:
    """2 for the riflemen, 1 for the bazooka, 2 for the truck that comes along from the hand."""
    page = filled(started(), "deploy", unit="r", equipment=("Bazooka",), exchange="Bazooka", carrier="t", column=5)
    assert dict(page.sums)["cost"] == 5
    told = {"unit": "r", "equipment": ["Bazooka"], "exchange": "Bazooka", "carrier": "t", "column": 5, "terrain": "plain"}
    assert thawed(page.args) == told


def test_only_free_squares_are_offered() -> None:
    game = started()
    game.do({"do": "open", "procedure": "deploy", "with": {"unit": "t", "column": 3}})
    page = filled(game, "deploy", unit="r")
    columns = next(fact for fact in page.facts if fact.key == "column")
    assert [value for value, _ in columns.answers] == ["", 1, 2, 4, 5, 6, 7, 8]
    assert [name for _, name in columns.answers[1:]] == ["A", "B", "D", "E", "F", "G", "H"]


def test_a_card_lies_on_the_enemy_it_is_played_against() -> None:
    game = started()
    page = filled(game, "play_card", unit="x", kind="special", on="e", cost=3)
    assert thawed(page.args) == {"unit": "x", "name": "Barrage", "kind": "special", "on": "e", "cost": 3, "permanent": False}
    game.do({"do": "open", "procedure": "play_card", "with": thawed(page.args)})
    now = game.on.state
    assert thawed(now.unit("e").trackers["support"]) == [{"name": "Barrage", "by": 0}]
    assert (now.unit("x").where, now.seats[0]["ap"]) == ("discarded", 6)


def test_a_card_for_a_unit_is_found_by_its_title() -> None:
    page = filled(started(), "play_card", unit="o", kind="promotion", promotion="elite")
    assert thawed(page.args) == {"unit": "o", "name": "Barrage", "kind": "promotion", "promotion": "elite", "cost": 0}
