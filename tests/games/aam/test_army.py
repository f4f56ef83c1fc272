"""Armies: points, units, sides, nations and years."""

from typing import Any

import pytest

from engine.games.aam.examples import PANZER, SHERMAN
from tests.games.aam.table import RIFLES, rule
from tests.games.asking import ask


def card(nation: str = "Germany", cost: int = 10, year: int = 1941, **more: Any) -> dict[str, Any]:
    return {"name": f"{nation} {year}", "nation": nation, "cost": cost, "year": year, **more}


def army(*cards: Any, readings: Any = None, **situation: Any) -> dict[str, Any]:
    reply = ask("aam", "army", readings=readings, cards=list(cards), **situation)
    result: dict[str, Any] = reply["result"]
    return result


def nations(*names: str, **more: Any) -> bool:
    return bool(army(*(card(name) for name in names), historical=True, **more)["legal"])


class TestArmy:
    @rule("AAM-02", "AAM-04")
    def test_the_example_of_the_book(self) -> None:
        """E-01: a hundred points in eight units."""
        named = {"M4A1 Sherman": 21, "6-Pounder": 9, "Red Devil Captain": 7, "Bazooka": 4, "M1 Garand": 4, "Vickers": 8, "KV-1": 32, "M3 Stuart": 15}
        cards = [{"name": name, "cost": cost, "side": "allies"} for name, cost in named.items()]
        assert army(*cards) == {"points": 100, "units": 8, "legal": True, "problems": [], "rules": []}

    @rule("AAM-04", "AAM-113")
    @pytest.mark.parametrize(
        ("scenario", "cap", "rule_id"), [("standard", 100, "AAM-04"), ("assault_attacker", 120, "AAM-113"), ("assault_defender", 80, "AAM-113")]
    )
    def test_points_are_a_cap(self, scenario: str, cap: int, rule_id: str) -> None:
        assert army(card(cost=cap - 1), scenario=scenario)["legal"]
        assert army(card(cost=cap), scenario=scenario)["legal"]
        over = army(card(cost=cap), card(cost=1), scenario=scenario)
        assert (over["points"], over["legal"], over["rules"]) == (cap + 1, False, [rule_id])
        assert over["problems"] == [f"{cap + 1} points: at most {cap}"]

    @rule("AAM-113")
    @pytest.mark.parametrize(("reading", "points", "legal"), [("at_most", 79, True), ("exactly", 79, False), ("exactly", 80, True), ("exactly", 81, False)])
    def test_the_defender_by_both_readings(self, reading: str, points: int, legal: bool) -> None:
        """AMB-29."""
        found = army(card(cost=points), scenario="assault_defender", readings={"defender_80": reading})
        assert (found["legal"], len(found["problems"])) == (legal, 0 if legal else 1)
        assert army(card(cost=79), scenario="assault_attacker", readings={"defender_80": "exactly"})["legal"]

    @rule("AAM-04", "AAM-132")
    @pytest.mark.parametrize(("count", "legal"), [(15, True), (16, False)])
    def test_fifteen_units(self, count: int, legal: bool) -> None:
        found = army(*[card(cost=1)] * count)
        assert (found["legal"], found["units"]) == (legal, count)

    @rule("AAM-11")
    def test_a_cost_that_is_not_stated(self) -> None:
        found = army({"name": "Bazooka"}, card(cost=5))
        assert (found["legal"], found["points"], found["problems"]) == (False, 5, ["Bazooka: the card states no cost"])
        assert army({})["problems"] == ["?: the card states no cost"]

    @rule("AAM-02")
    @pytest.mark.parametrize(
        ("sides", "legal"),
        [
            (({"side": "axis"}, {"side": "axis"}), True),
            (({"side": "axis"}, {"side": "allies"}), False),
            (({"side": "allies"}, {"nation": "USA"}), True),
            (({"side": "allies"}, {"nation": "Japan"}), False),
            (({"side": "allies"}, {"nation": "Canada"}), True),
            (({"side": "axis", "nation": "France"}, {"nation": "Italy"}), True),
            (({"side": "axis"}, {}), True),
        ],
    )
    def test_units_of_one_side(self, sides: Any, legal: bool) -> None:
        found = army(*({"name": "x", "cost": 1, **side} for side in sides))
        assert (found["legal"], found["rules"]) == (legal, [] if legal else ["AAM-02"])

    @rule("AAM-118", "AAM-02")
    @pytest.mark.parametrize(
        ("names", "legal"),
        [
            (("Germany", "Italy"), True),
            (("Soviet Union", "United Kingdom"), False),
            (("Japan", "Germany"), False),
            (("United States", "UK", "France"), True),
            (("USSR", "Soviet Union"), True),
            (("Japan",), True),
            (("USSR", "USA"), False),
            (("soviet_union", "U.S.S.R.", "Soviétique"), True),
            (("soviet_union", "united_states"), False),
            (("Soviet", "British"), False),
            (("Japanese", "German"), False),
            (("japanese", "Japon", "JAPAN "), True),
            (("American", "British", "French", "États-Unis", "U.K."), True),
        ],
    )
    def test_historical_limits(self, names: tuple[str, ...], legal: bool) -> None:
        """E-22."""
        assert nations(*names) is legal
        assert army(*(card(name) for name in names))["legal"]

    @rule("AAM-118")
    @pytest.mark.parametrize(
        ("names", "free", "alone"),
        [
            (("Germany", "Romania"), True, False),
            (("Romania",), True, True),
            (("Canada", "Poland"), True, False),
            (("Canada", "USSR"), False, False),
            (("Germany", "Italy"), True, True),
        ],
    )
    def test_other_nations_by_both_readings(self, names: tuple[str, ...], free: bool, alone: bool) -> None:
        """AMB-30."""
        assert (nations(*names), nations(*names, readings={"other_nations": "alone"})) == (free, alone)

    @rule("AAM-119")
    @pytest.mark.parametrize(("year", "up_to", "before"), [(1941, True, True), (1942, True, False), (1943, False, False)])
    def test_the_year(self, year: int, up_to: bool, before: bool) -> None:
        """E-21, AMB-14: with the scenario in 1942."""
        for reading, legal in (("up_to", up_to), ("before", before)):
            found = army(card(year=year), year=1942, readings={"year_limit": reading})
            assert (found["legal"], found["rules"]) == (legal, [] if legal else ["AAM-119"])
        assert army(card(year=year))["legal"]

    @rule("AAM-01")
    def test_an_army_that_states_no_side_is_nobodys_enemy(self) -> None:
        assert army({"name": "Bazooka", "cost": 4})["legal"]

    @rule("AAM-119", "AAM-11")
    def test_a_year_that_is_not_stated_is_a_problem_as_a_cost_is(self) -> None:
        assert army({"name": "Bazooka", "cost": 4}, year=1942)["problems"] == ["Bazooka: the card states no year"]

    @rule("AAM-04", "AAM-119")
    def test_every_problem_is_a_sentence(self) -> None:
        found = army(*[card("Japan", 30, 1944)] * 4, card("Germany", 1), historical=True, year=1942)
        assert found["rules"] == ["AAM-04", "AAM-118", *["AAM-119"] * 4]
        assert all(each and each[0] != " " for each in found["problems"])

    @rule("AAM-01", "AAM-132")
    @pytest.mark.parametrize(("theirs", "legal"), [("axis", True), ("allies", False)])
    def test_the_armies_of_a_game(self, theirs: str, legal: bool) -> None:
        rider = {**RIFLES, "side": "allies", "cost": 4}
        units = {
            "a": {"seat": 0, "card": SHERMAN},
            "r": {"seat": 0, "card": rider, "state": {"aboard": "a", "where": "inside"}},
            "b": {"seat": 1, "card": {**PANZER, "side": theirs}},
        }
        reply = ask("aam", "army", units, seat=0)["result"]
        assert (reply["points"], reply["units"], reply["legal"]) == (25, 2, legal)
        assert reply["rules"] == ([] if legal else ["AAM-01"])
        assert ask("aam", "army", units, seat=1)["result"]["points"] == 30
        assert ask("aam", "army", units)["result"]["points"] == 25
        built = ask("aam", "army", units, seat=0, cards=[{"name": "x", "cost": 1, "side": "allies"}])["result"]
        assert (built["points"], built["legal"]) == (1, legal)


class TestNations:
    def army(self, *cards: Any, **more: Any) -> list[str]:
        found = ask("aam", "army", cards=[{"name": "x", "cost": 1, **card} for card in cards], **more)["result"]
        assert found["legal"] == (not found["problems"])
        return list(found["rules"])

    @rule("AAM-02", "AAM-118")
    def test_canada_is_of_the_allies(self) -> None:
        assert self.army({"nation": "Canada"}, {"nation": "Germany"}) == ["AAM-02"]
        assert self.army({"nation": "Canada"}, {"nation": "France"}, historical=True) == []

    @rule("AAM-119", "AAM-118")
    @pytest.mark.parametrize(
        ("cards", "more", "no"),
        [
            (({},), {"year": 1942}, ["AAM-119"]),
            (({"year": 1942},), {"year": 1942}, []),
            (({},), {}, []),
            (({}, {"nation": "Italy"}), {"historical": True}, ["AAM-118"]),
            (({},), {"historical": True}, []),
            (({"nation": "Japan"}, {"nation": "Japan"}), {"historical": True}, []),
        ],
    )
    def test_a_limit_needs_the_card_to_say_it(self, cards: Any, more: Any, no: list[str]) -> None:
        assert self.army(*cards, **more) == no
