"""Dust Tactics: armies, scenarios, victory points, and what the table shows at a glance."""

import json
from typing import Any

import pytest

from engine.doors.tables import table
from engine.games import RULESETS
from engine.games.dust.army import AP, HEROES, SCENARIOS
from engine.games.dust.examples import BOSS, EXAMPLES
from engine.values.maps import frozen
from engine.values.texts import english
from tests.games.dust_cards import ask, hero, squad, tell, walker

rule = pytest.mark.rule
RULES = RULESETS["dust"]
PRINTED = """Sigrid Von Thaler 20, Stefan 18, Manfred 16, Markus 20, Ludwig 40, Luther 35, Lothar 36, Heinrich 26, Hermann 26,
Laser Grenadiers 27, Battle Grenadiers 21, Recon Grenadiers 16, Tank Killers 22, Kommandotrupp 40, Sniper Grenadiers 10, Beobachter 5,
Bazooka Joe 18, Johnny One-Eye 16, Rosie 20, Ozz 117 24, Pounder 40, Hot Dog 36, Steel Rain 38, Mickey 35, Wildfire 24, Honey 28,
BBQ Squad 30, The Gunners 20, The Recon Boys 15, Bot Hunters 22, The Boss 40, Crack Shots 10, 13 Foxtrot 5"""


def army(*cards: Any, readings: Any = None, **situation: Any) -> Any:
    return tell("army", None, readings, cards=list(cards), **situation)


class TestArmy:
    @rule("DUST-172")
    def test_the_printed_list(self) -> None:
        rows = [row.strip().rpartition(" ") for row in PRINTED.replace("\n", " ").split(",")]
        assert {name: int(points) for name, _, points in rows} == AP
        assert len(HEROES) == 8

    @rule("DUST-172")
    def test_at_least_one_hero(self) -> None:
        assert army({"name": "Rosie"}, {"name": "Pounder"})["points"] == 60
        assert army({"name": "Rosie"}, {"name": "Pounder"})["legal"] is True
        assert army({"name": "Pounder"})["rules"] == ["DUST-172"]
        assert army(hero(ap=7), {"name": "Pounder", "ap": 41})["points"] == 48

    @rule("DUST-172")
    def test_what_has_no_points_and_both_sides(self) -> None:
        assert army(hero(ap=18), squad())["problems"] == ["Squad: the card states no army points"]
        assert army(hero(ap=18, side="axis"), squad(ap=10, side="allies"))["legal"] is False
        assert army(hero(ap=18, side="axis"), squad(ap=10, side="axis"), squad(ap=10))["legal"] is True

    @rule("DUST-171")
    @pytest.mark.parametrize(("told", "points", "legal"), [({"limit": 58}, 58, True), ({"limit": 57}, 58, False), ({}, 58, True), ({"tiles": 9}, 58, True)])
    def test_the_limit(self, told: Any, points: int, legal: bool) -> None:
        found = army(hero(ap=18), walker(ap=40), **told)
        assert (found["points"], found["legal"]) == (points, legal)

    @rule("DUST-171")
    @pytest.mark.parametrize(("tiles", "limit"), [(9, 200), (12, 300), (16, 400), (10, None)])
    def test_tiles(self, tiles: int, limit: Any) -> None:
        assert army(hero(ap=1), tiles=tiles)["limit"] == limit

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
        sides = [army(hero(ap=1), scenario=scenario, side=side)["limit"] for side in ("attacker", "defender")]
        assert sides == [attacker, defender]
        assert len(SCENARIOS) == 16

    @rule("DUST-174", "DUST-175")
    def test_whose_rule_a_scenarios_limit_is(self) -> None:
        assert army(hero(ap=161), scenario="patrol")["rules"] == ["DUST-174"]
        assert army(hero(ap=241), scenario="das_boot")["rules"] == ["DUST-175"]

    @rule("DUST-175")
    @pytest.mark.parametrize(("soldiers", "walkers", "legal"), [(180, 120, True), (181, 119, False), (179, 121, False)])
    def test_the_beach_has_its_parts(self, soldiers: int, walkers: int, legal: bool) -> None:
        cards = hero(ap=soldiers), walker(ap=walkers)
        assert army(*cards, scenario="standing_on_the_beach")["legal"] is legal
        assert army(*cards, scenario="the_crossroads")["legal"] is True
        assert army(hero(ap=40), scenario="standing_on_the_beach", side="defender")["legal"] is True

    @rule("DUST-172")
    @pytest.mark.parametrize(("reading", "legal"), [("walker", False), ("squad", True)])
    def test_honey(self, reading: str, legal: bool) -> None:
        cards = hero(ap=100), walker(ap=100), {"name": "Honey"}
        assert army(*cards, scenario="standing_on_the_beach", readings={"honeyKind": reading})["legal"] is legal

    @rule("DUST-142")
    def test_command_squads_of_different_armour(self) -> None:
        assert army(hero(ap=1), BOSS, BOSS)["rules"] == ["DUST-142"]
        assert army(hero(ap=1), BOSS, {**BOSS, "armor": "S3"})["legal"] is True
        assert army(hero(ap=1), squad(ap=1), squad(ap=1))["legal"] is True

    @rule("DUST-94", "DUST-142", "DUST-119")
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
        assert army(*cards, joined=joined)["rules"] == rules

    @rule("DUST-172")
    def test_the_army_of_a_seat(self) -> None:
        units = {"a": {"card": hero(ap=18), "seat": 0}, "b": {"card": squad(ap=10), "seat": 1}}
        assert [tell("army", units, seat=seat)["points"] for seat in (0, 1)] == [18, 10]


class TestPoints:
    @rule("DUST-173", "DUST-151")
    def test_what_was_destroyed(self) -> None:
        units = {"a": {"card": walker(ap=25)}, "b": {"card": {"name": "Rosie"}}}
        assert tell("points", units, destroyed=["a", "b"], bonus=10)["points"] == 55
        assert tell("points", units, destroyed=["a", "a"])["points"] == 50  # revived and destroyed again
        assert tell("points", destroyed=["Pounder", {"ap": 3}, 7])["points"] == 50
        assert "error" in ask("dust", "points", destroyed=["Nobody"])
        assert ask("dust", "points", {"a": {"card": {"kind": "hero"}}}, destroyed=["a"])["unknown"] == ["units.a.card.ap"]

    @rule("DUST-173", "DUST-151", "DUST-186")
    def test_of_the_table(self) -> None:
        gone, back = {"where": "destroyed"}, {"deaths": 1}
        units = {
            "a": {"card": walker(ap=25), "seat": 0, "state": gone},
            "b": {"card": squad(ap=10), "seat": 1, "state": {**gone, **back}},
            "c": {"card": squad(ap=7), "seat": 1, "state": back},
            "d": {"card": squad(), "seat": 1},
        }
        assert tell("points", units) == {"points": [27, 25], "leader": 0}
        assert tell("points", units, seat=1, bonus=5)["points"] == 30
        assert tell("points", {}) == {"points": [0, 0], "leader": None}


class TestGlance:
    @rule("DUST-07", "DUST-144", "DUST-08", "DUST-172", "DUST-173")
    def test_what_the_table_shows(self) -> None:
        units = {
            "a": {"card": squad(ap=1), "seat": 0},
            "b": {"card": squad(ap=10), "seat": 1, "state": {"where": "destroyed"}},
            "c": {"card": walker(), "seat": 1, "state": {"activated": True}},
            "t": {"card": {"kind": "trap"}, "seat": 1},
        }
        now = table(RULES, frozen({"units": units, "step": "activation", "seats": [{"acts_next": "a"}, {}]}))
        glance = RULES.glance
        assert [english(each.text) for each in glance.standing(now)] == ["Activations left: 1 against 0", "Squad acts next"]
        assert [glance.acted(now, unit) for unit in now.units.values()] == [False, None, True, None]
        assert [glance.sign(unit) for unit in now.units.values()] == ["infantry", "infantry", "armour", "gun"]
        assert [english(glance.score(now, seat)) for seat in (0, 1)] == ["10 victory points", "0 victory points"]
        assert [english(glance.fact(unit)) for unit in now.units.values()] == ["one army point", "10 army points", "None", "None"]
        other = table(RULES, frozen({"units": {"c": {"card": walker(), "seat": 1, "state": {"where": "destroyed"}}}, "step": "initiative"}))
        assert (glance.standing(other), glance.score(other, 0), glance.acted(other, other.unit("c"))) == ((), None, None)
        plain = table(RULES, frozen({"units": units, "step": "activation"}))
        assert len(glance.standing(plain)) == 1


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: f"{each.ask}: {each.question['id']}")
def test_every_example_runs(example: Any) -> None:
    from engine.doors.ask import answered

    reply = answered(RULESETS, json.loads(json.dumps(example.question)))
    assert not {"error", "unknown", "refused"} & set(reply)


def test_every_question_has_an_example_and_every_reading_its_name() -> None:
    assert {example.ask for example in EXAMPLES} == {opening.key for opening in RULES.openings}
    assert sum(reading.offered for reading in RULES.readings) == 14
