"""Armies: points, a hero, command squads, who joins."""

from typing import Any

import pytest

from engine.games.dust.army import AP, HEROES, SCENARIOS
from tests.games.asking import ask
from tests.games.dust.table import BOSS, hero, judged_army, rule, seated, squad, tell, walker

PRINTED = """Sigrid Von Thaler 20, Stefan 18, Manfred 16, Markus 20, Ludwig 40, Luther 35, Lothar 36, Heinrich 26, Hermann 26,
Laser Grenadiers 27, Battle Grenadiers 21, Recon Grenadiers 16, Tank Killers 22, Kommandotrupp 40, Sniper Grenadiers 10, Beobachter 5,
Bazooka Joe 18, Johnny One-Eye 16, Rosie 20, Ozz 117 24, Pounder 40, Hot Dog 36, Steel Rain 38, Mickey 35, Wildfire 24, Honey 28,
BBQ Squad 30, The Gunners 20, The Recon Boys 15, Bot Hunters 22, The Boss 40, Crack Shots 10, 13 Foxtrot 5"""


class TestArmy:
    @rule("DUST-172")
    def test_the_printed_list(self) -> None:
        rows = [row.strip().rpartition(" ") for row in PRINTED.replace("\n", " ").split(",")]
        assert {name: int(points) for name, _, points in rows} == AP
        assert len(HEROES) == 8

    @rule("DUST-172")
    def test_at_least_one_hero(self) -> None:
        assert judged_army({"name": "Rosie"}, {"name": "Pounder"})["points"] == 60
        assert judged_army({"name": "Rosie"}, {"name": "Pounder"})["legal"] is True
        assert judged_army({"name": "Pounder"})["rules"] == ["DUST-172"]
        assert judged_army(hero(ap=7), {"name": "Pounder", "ap": 41})["points"] == 48

    @rule("DUST-172")
    def test_what_has_no_points_and_both_sides(self) -> None:
        assert judged_army(hero(ap=18), squad())["problems"] == ["Squad: the card states no army points"]
        assert judged_army(hero(ap=18, side="axis"), squad(ap=10, side="allies"))["legal"] is False
        assert judged_army(hero(ap=18, side="axis"), squad(ap=10, side="axis"), squad(ap=10))["legal"] is True

    @rule("DUST-171")
    @pytest.mark.parametrize(("told", "points", "legal"), [({"limit": 58}, 58, True), ({"limit": 57}, 58, False), ({}, 58, True), ({"tiles": 9}, 58, True)])
    def test_the_limit(self, told: Any, points: int, legal: bool) -> None:
        found = judged_army(hero(ap=18), walker(ap=40), **told)
        assert (found["points"], found["legal"]) == (points, legal)

    @rule("DUST-171")
    @pytest.mark.parametrize(("tiles", "limit"), [(9, 200), (12, 300), (16, 400), (10, None)])
    def test_tiles(self, tiles: int, limit: Any) -> None:
        assert judged_army(hero(ap=1), tiles=tiles)["limit"] == limit

    @rule("DUST-174", "DUST-175")
    @pytest.mark.parametrize(
        ("scenario", "attacker", "defender"),
        [
            ("reconnaissance", None, None),
            ("patrol", 160, 160),
            ("general_assault", 160, 160),
            ("counterattack", 160, None),
            ("intrusion", 160, 160),
            ("descent", 160, 160),
            ("destruction", 160, 160),
            ("evacuation", 160, 160),
            ("standing_on_the_beach", 300, 40),
            ("cyclone_counterattack", 300, 300),
            ("close_the_window", 300, 40),
            ("the_crossroads", 300, 300),
            ("they_are_here", 240, 240),
            ("an_unwelcome_surprise", 240, 240),
            ("rescue_the_general", 240, 240),
            ("das_boot", 240, 240),
        ],
    )
    def test_scenarios(self, scenario: str, attacker: Any, defender: Any) -> None:
        sides = [judged_army(hero(ap=1), scenario=scenario, side=side)["limit"] for side in ("attacker", "defender")]
        assert sides == [attacker, defender]
        assert len(SCENARIOS) == 16

    @rule("DUST-174", "DUST-175")
    def test_whose_rule_a_scenarios_limit_is(self) -> None:
        assert judged_army(hero(ap=161), scenario="patrol")["rules"] == ["DUST-174"]
        assert judged_army(hero(ap=241), scenario="das_boot")["rules"] == ["DUST-175"]

    @rule("DUST-175")
    @pytest.mark.parametrize(("soldiers", "walkers", "legal"), [(180, 120, True), (181, 119, False), (179, 121, False)])
    def test_the_beach_has_its_parts(self, soldiers: int, walkers: int, legal: bool) -> None:
        cards = hero(ap=soldiers), walker(ap=walkers)
        assert judged_army(*cards, scenario="standing_on_the_beach")["legal"] is legal
        assert judged_army(*cards, scenario="the_crossroads")["legal"] is True
        assert judged_army(hero(ap=40), scenario="standing_on_the_beach", side="defender")["legal"] is True

    @rule("DUST-172")
    @pytest.mark.parametrize(("reading", "legal"), [("walker", False), ("squad", True)])
    def test_honey(self, reading: str, legal: bool) -> None:
        cards = hero(ap=100), walker(ap=100), {"name": "Honey"}
        assert judged_army(*cards, scenario="standing_on_the_beach", readings={"honeyKind": reading})["legal"] is legal

    @rule("DUST-142")
    def test_command_squads_of_different_armour(self) -> None:
        assert judged_army(hero(ap=1), BOSS, BOSS)["rules"] == ["DUST-142"]
        assert judged_army(hero(ap=1), BOSS, {**BOSS, "armor": "S3"})["legal"] is True
        assert judged_army(hero(ap=1), squad(ap=1), squad(ap=1))["legal"] is True

    @rule("DUST-94", "DUST-142")
    @pytest.mark.parametrize(
        ("joined", "rules"),
        [
            ([[0, 2]], []),
            ([[0, 3]], ["DUST-94"]),
            ([[0, 2], [1, 2]], ["DUST-94"]),
            ([[0, 2], [0, 4]], ["DUST-94"]),
            ([[0, 5]], ["DUST-142"]),
            ({"One": "Squad"}, []),
            ({"0": 3}, ["DUST-94"]),
            ([[0, 6]], ["DUST-119"]),
            ([{"hero": 0, "squad": 3}], ["DUST-94"]),
            ([{"hero": "One", "squad": "Squad"}], []),
        ],
    )
    def test_who_joins(self, joined: Any, rules: list[str]) -> None:
        cards = [hero(ap=1, name="One"), hero(ap=1, name="Two"), squad(ap=1), squad(ap=1, armor="S3"), squad(ap=1), BOSS, squad(ap=1, skills=["blutkreuz_ape"])]
        assert judged_army(*cards, joined=joined)["rules"] == rules

    @rule("DUST-172")
    def test_the_army_of_a_seat(self) -> None:
        units = {"a": {"card": hero(ap=18), "seat": 0}, "b": {"card": squad(ap=10), "seat": 1}}
        assert [tell("army", units, seat=seat)["points"] for seat in (0, 1)] == [18, 10]


class TestArmies:
    @rule("DUST-172", "DUST-175")
    def test_names_of_the_list_say_what_they_are(self) -> None:
        beach = {"scenario": "standing_on_the_beach"}
        walkers = [{"name": name} for name in ("Rosie", "Pounder", "Hot Dog", "Mickey", "Steel Rain")]
        assert tell("army", cards=walkers, **beach)["problems"] == ["149 points: at most 120"]
        assert tell("army", cards=[{"name": "Rosie"}, {"name": "BBQ Squad"}], joined=[["Rosie", "BBQ Squad"]])["legal"]
        assert tell("army", cards=[{"name": "Rosie"}, {"name": "Pounder"}], joined=[[0, "Pounder"]])["rules"] == ["DUST-94"]

    @rule("DUST-94")
    @pytest.mark.parametrize("joined", [[["Nobody", 1]], [[0, 99]], {"0": 2}])
    def test_nobody_joins_a_card_that_is_not_there(self, joined: Any) -> None:
        assert "there is no unit" in ask("dust", "army", cards=[hero(ap=1), squad(ap=1)], joined=joined)["error"]


class TestArmyLists:
    @rule("DUST-142", "DUST-172")
    @pytest.mark.parametrize(
        ("names", "rules"),
        [
            (["Rosie", "The Boss", "The Boss"], ["DUST-142"]),
            (["Markus", "Kommandotrupp", "Kommandotrupp"], ["DUST-142"]),
            (["Rosie", "Ludwig"], ["DUST-172"]),
            (["Rosie", "The Boss"], []),
            (["Markus", "Beobachter"], []),
            (["Ozz 117", "13 Foxtrot"], []),
        ],
    )
    def test_what_the_printed_list_says(self, names: list[str], rules: list[str]) -> None:
        """Two command squads of one card have one armour class; the list has a column for each
        side."""
        assert tell("army", cards=[{"name": name} for name in names])["rules"] == rules

    @rule("DUST-94", "DUST-142")
    def test_who_joins_whom(self) -> None:
        sides = {"h": seated(0, hero(side="axis")), "s": seated(0, squad(side="allies"))}
        assert tell("join", sides, hero="h", squad="s")["rules"] == ["DUST-94"]
        seats = {"h": seated(0, hero()), "s": seated(1, squad())}
        assert tell("join", seats, hero="h", squad="s")["rules"] == ["DUST-94"]
        assert tell("army", cards=[{"name": "Rosie"}, {"name": "The Boss"}], joined=[["Rosie", "The Boss"]])["rules"] == ["DUST-142"]

    @rule("DUST-172", "DUST-173")
    def test_a_crate_is_no_unit_of_an_army(self) -> None:
        units = {"a": seated(0, squad(ap=15)), "c": seated(1, {"kind": "crate"}, where="destroyed"), "b": seated(1, squad(ap=20), where="destroyed")}
        assert tell("points", units, seat=0) == {"points": 20}
        assert tell("points", units, destroyed=["b", "c"]) == {"points": 20}


class TestLimits:
    @rule("DUST-172", "DUST-175")
    def test_what_limits_an_army(self) -> None:
        """A limit told counts before the tiles; 170 points of soldiers are fine where only rounds
        are apart; a card without a name is still told of."""
        cards = [hero(ap=20), squad(ap=150, name="Many")]
        assert tell("army", cards=cards, scenario="close_the_window")["legal"]
        assert tell("army", cards=cards, limit=10, tiles=9)["limit"] == 10
        assert tell("army", cards=cards)["limit"] is None
        assert tell("army", cards=[hero(ap=1), {"kind": "squad"}])["problems"] == ["?: the card states no army points"]

    @rule("DUST-175", "DUST-171")
    @pytest.mark.parametrize(
        ("soldiers", "walkers", "side", "problems"),
        [
            (180, 120, "attacker", []),
            (181, 119, "attacker", ["181 points: at most 180"]),
            (179, 121, "attacker", ["121 points: at most 120"]),
            (40, 0, "defender", []),
            (40, 1, "defender", ["41 points: at most 40"]),
            (181, 121, "defender", ["302 points: at most 40"]),
        ],
    )
    def test_the_beach(self, soldiers: int, walkers: int, side: str, problems: list[str]) -> None:
        cards = [hero(ap=20), squad(ap=soldiers - 20), *([walker(ap=walkers)] if walkers else [])]
        assert tell("army", cards=cards, scenario="standing_on_the_beach", side=side)["problems"] == problems
