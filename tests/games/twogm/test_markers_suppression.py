"""Suppression: who causes it, how long it lasts."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, HOUSE, HQ, LIGHT, MG, MUSTANG, OSTWIND, PAK, SHERMAN, TRUCK
from engine.games.twogm.phases.procedure import lines_to_discard, lines_to_relieve
from tests.games.asking import change, rows, targets
from tests.games.twogm.table import FORTRESS, GUN, GUN_WITHOUT_RANGE, TANK, do, keys, on, playing, put, refused, result, rule, shot, unit


class TestSuppression:
    @rule("2GM-75", "2GM-172")
    def test_bombs_are_one_of_two_shooters(self) -> None:
        units = {"b": unit(FORTRESS), "x": unit({**LIGHT, "life": 9}, 1, shot_by=["other"])}
        told: dict[str, Any] = {"bombers": ["b"], "squares": [{"units": ["x"]}], "roll": {"bomb:x": [1]}}
        assert change(put("air", units, **told), "x", "suppressed") is True
        assert change(put("air", units, {"suppress_air": "no"}, **told), "x", "suppressed") is None

    @rule("2GM-75", "2GM-172")
    def test_one_shooter_never_suppresses_whatever_the_moment(self) -> None:
        one, two = [{"by": "a", "penetration": 4}], [{"by": "a", "penetration": 4}, {"by": "b", "penetration": 4}]
        moment: dict[str, Any] = {"placed_in": ["enemy", "fire"], "asked_in": ["own", "fire"]}
        assert result("suppression", shots=one, armor=4, **moment)["suppressed"] is False
        assert result("suppression", shots=one, armor=4, placed_in=["enemy", "fire"])["suppressed"] is False
        assert result("suppression", shots=two, armor=4, placed_in=["enemy", "fire"])["suppressed"] is True
        assert result("suppression", shots=two, armor=4, asked_in=["own", "fire"])["suppressed"] is True
        bare = [{"by": "a", "penetration": 0}, {"by": "b", "penetration": 0}]
        assert result("suppression", shots=bare, armor=0)["suppressed"] is True
        assert put("suppression", shots=bare)["error"] == "say the armour of the target"

    @rule("2GM-75", "2GM-172")
    def test_the_other_readings_touch_aircraft_and_assaults_alone(self) -> None:
        units = {
            "a": unit(PAK),
            "c": unit(PAK),
            "i": unit({**LIGHT, "weapon": {**GUN_WITHOUT_RANGE, "range": 1}}),
            "b": unit({**LIGHT, "armor": 6, "life": 30}, 1),
        }

        def marked(second: str, assault: bool = False, **readings: str) -> Any:
            shots = [{"attacker": "a"}, {"attacker": second, "assault": assault}]
            return change(put("shots", units, readings, target="b", shots=shots, roll={"shot:0": [1], "shot:1": [1]}), "b", "suppressed")

        assert marked("c", suppress_air="no") is True
        assert marked("c", suppress_assault="if_it_penetrates") is True
        assert marked("i", True, suppress_assault="if_it_penetrates") is True
        weak = {**units, "i": unit(LIGHT)}
        reply = put(
            "shots",
            weak,
            {"suppress_assault": "if_it_penetrates"},
            target="b",
            shots=[{"attacker": "a"}, {"attacker": "i", "assault": True}],
            roll={"shot:0": [1], "shot:1": [1]},
        )
        assert change(reply, "b", "suppressed") is None

    @rule("2GM-75", "2GM-172")
    def test_shooters_by_their_cards(self) -> None:
        """Penetration from the card; an aircraft by its type; an assault by its role."""
        units = {"a": unit(PAK), "f": unit(MUSTANG), "w": unit(LIGHT)}

        def both(second: Any, armor: int = 5, **readings: str) -> Any:
            return result("suppression", units, readings, armor=armor, shots=[{"by": "a"}, {"by": "x", "penetration": 0, **second}])["suppressed"]

        assert both({"by": "f", "penetration": 5}) is True
        assert both({"by": "f", "penetration": 5}, suppress_air="no") is False
        assert both({"by": "w", "penetration": 5}, suppress_air="no") is True
        assert both({"as": "assault"}) is True
        assert put("suppression", units, armor=1, shots=[{"by": "a"}, {"by": "nobody"}])["error"] == "say the penetration of each shot"

    @rule("2GM-75")
    def test_suppression_takes_one_point(self) -> None:
        assert result("move", {"u": unit(TRUCK, suppressed=True)}, unit="u", path=[])["points"] == 2

    @rule("2GM-75", "2GM-172")
    @pytest.mark.parametrize(
        ("shots", "suppressed"),
        [
            ([("a", 4), ("b", 4)], True),
            ([("a", 4), ("b", 3)], False),
            ([("a", 4), ("a", 9)], False),
            ([("a", 4), ("a", 4), ("b", 9)], True),
            ([("a", 4)], False),
            ([], False),
        ],
    )
    def test_two_units_that_penetrate(self, shots: Any, suppressed: bool) -> None:
        told = [{"by": by, "penetration": value} for by, value in shots]
        found = result("suppression", shots=told, armor=4)
        assert (found["suppressed"], found["movement"], found["modifier"]) == (suppressed, -int(suppressed), [int(suppressed)] * 2)

    @rule("2GM-75")
    def test_until_the_next_turn_of_its_causer(self) -> None:
        def at(*asked: str) -> bool:
            told = [{"by": "a", "penetration": 4}, {"by": "b", "penetration": 4}]
            return bool(result("suppression", shots=told, armor=4, placed_in=["enemy", "fire"], asked_in=asked)["suppressed"])

        assert [at("enemy", "end"), at("own", "movement"), at("own", "end"), at("enemy", "start"), at("enemy", "movement")] == [True, True, True, False, False]
        assert result("suppression", placed_in=["enemy", "fire"], asked_in=["own", "fire"])["suppressed"] is True

    @rule("2GM-75", "2GM-161")
    def test_in_play(self) -> None:
        """Two shooters; the marker stays through the enemy turn and goes at the causer's next
        Start."""
        units = {"a": unit(LIGHT, row=3), "c": unit(LIGHT, row=3), "b": unit({**LIGHT, "movement": 1}, 1, row=3)}
        session = playing("fire", units)
        do(session, "shot", (1,), attacker="a", target="b", weapon="primary")
        assert not session.state.unit("b").count("suppressed")
        do(session, "shot", (1,), attacker="c", target="b", weapon="primary")
        assert session.state.unit("b").count("suppressed")
        on(session, "start")
        on(session, "movement")
        assert session.state.unit("b").count("suppressed")
        assert "2GM-161" in refused(session, "move", unit="b", row=2)
        on(session, "start")
        assert not session.state.unit("b").count("suppressed")

    @rule("2GM-75", "2GM-73")
    def test_a_suppressed_shooter(self) -> None:
        assert keys(shot(unit(LIGHT, suppressed=True, damage=1), LIGHT)) == {"wounds": -1, "suppressed": -1}

    @rule("2GM-75", "2GM-172")
    def test_the_second_shooter_suppresses_before_it_rolls(self) -> None:
        units = {"a": unit(LIGHT), "c": unit(LIGHT), "b": unit({**LIGHT, "life": 9}, 1)}
        shots = [{"attacker": "a"}, {"attacker": "c"}]
        reply = put("shots", units, target="b", shots=shots, roll={"shot:0": [1], "shot:1": [1]})
        assert change(reply, "b", "suppressed") is True
        alone = put("shots", units, target="b", attacker="a", shots=[{}, {"weapon": "Grenade"}], roll={"shot:0": [1], "shot:1": [1]})
        assert change(alone, "b", "suppressed") is None

    @rule("2GM-75", "2GM-172")
    def test_only_enemies_suppress(self) -> None:
        units = {"a": unit(LIGHT), "c": unit(LIGHT, 1), "b": unit({**LIGHT, "life": 9}, 1)}
        reply = put("shots", units, target="b", shots=[{"attacker": "a"}, {"attacker": "c"}], roll={"shot:0": [1], "shot:1": [1]})
        assert change(reply, "b", "suppressed") is None

    @rule("2GM-75", "2GM-173")
    def test_shots_that_cannot_hurt_do_not_suppress(self) -> None:
        units = {"a": unit(LIGHT), "c": unit(PAK), "b": unit(TANK, 1), "d": unit(PAK)}
        for second, marked in (("a", None), ("d", True)):
            reply = put("shots", units, target="b", shots=[{"attacker": "c"}, {"attacker": second}], roll={"shot:0": [1], "shot:1": [1]})
            assert change(reply, "b", "suppressed") is marked

    @rule("2GM-75", "2GM-172")
    @pytest.mark.parametrize(("assault", "suppressed"), [(False, None), (True, True)])
    def test_what_counts_as_an_assault(self, assault: bool, suppressed: bool | None) -> None:
        """Penetration 4 at armour 4 in a house (5): shots do not count, assaults do, even where
        they must penetrate the unit."""
        gun = {**LIGHT, "weapon": {"impact": [5, 10], "penetration": 4, "damage": 1, "range": 2}}
        units = {"a": unit(gun), "c": unit(gun), "b": unit({**PAK, "life": 9}, 1)}
        reply = put(
            "shots",
            units,
            {"suppress_assault": "if_it_penetrates"},
            target="b",
            terrain="house",
            assault=assault,
            shots=[{"attacker": "a"}, {"attacker": "c"}],
            roll={"shot:0": [1], "shot:1": [1]},
        )
        assert change(reply, "b", "suppressed") is suppressed

    @rule("2GM-75", "2GM-173")
    def test_suppression_asks_what_each_shot_can_do(self) -> None:
        """PAK (6) and MG (2) at a tank of 6: one. HEAT makes 5 a 6. A house makes 4 a 5."""
        units = {
            "s": unit(SHERMAN),
            "p": unit(PAK),
            "h": unit({**PAK, "skills": ["heat"], "weapon": {**PAK["weapon"], "penetration": 5}}),
            "t": unit(TANK, 1),
            "g": unit(PAK, 1, **{"in": "house"}),
            "w": unit({**PAK, "weapon": {**PAK["weapon"], "penetration": 4}}),
        }

        def able(target: str, *shots: dict[str, Any]) -> Any:
            return result("suppression", units, target=target, shots=shots)["shooters"]

        assert able("t", {"by": "p"}, {"by": "s", "weapon": "MG"}) == ["p"]
        assert able("t", {"by": "p"}, {"by": "s"}) == ["p", "s"]
        assert able("t", {"by": "h"}) == ["h"]
        assert able("g", {"by": "w"}, {"by": "h"}) == ["h"]
        assert result("suppression", units, armor=6, target="t", shots=[{"by": "h"}])["shooters"] == [], "the armour told, as it is"
        assert result("suppression", units, armor=5, shots=[{"by": "h"}])["shooters"] == ["h"]
        weak = result("suppression", units, {"suppress_assault": "if_it_penetrates"}, target="t", shots=[{"by": "w", "assault": True}])
        assert weak["shooters"] == []

    @rule("2GM-75", "2GM-76")
    def test_modifiers_of_three_rules_add_up(self) -> None:
        """A wounded, suppressed battery shoots 6+/9+ at a Dive Bomber as 9+/10: +1 wound, +1
        suppression, +1 dive."""
        units = {"b": unit({**BOMBER, "skills": ["bomber", "dive_bomber"]}), "o": unit(OSTWIND, 1, damage=1, suppressed=True), "q": unit(HQ, 1)}
        reply = put("air", units, bombers=["b"], target="q", aa=["o"])
        assert rows(reply, "aa:o") == [("wounds", -1, "2GM-76"), ("suppressed", -1, "2GM-75"), ("dive_bomber", -1, "2GM-129")]
        assert targets(reply)["aa:o"] == [9, 10]
        assert keys(shot(unit({**TANK, "equipment": [{"item": "MG", "weapon": MG}]}, damage=5), unit(LIGHT, 1, smoke=["shell", "screen"]), weapon="MG")) == {
            "wounds": -3,
            "smoke_screen": -2,
        }

    @rule("2GM-75", "2GM-09")
    def test_ledgers_name_only_what_changes(self) -> None:
        units = {
            "n": unit(LIGHT),
            "s": unit(LIGHT, suppressed=True),
            "e": unit(LIGHT, 1, suppressed=True),
            "c": unit(TANK, support=[{"name": "Ammo"}]),
            "p": unit(TANK, support=[{"name": "Sandbags", "permanent": True}]),
            "f": unit(TANK, 1, support=[{"name": "Ammo"}]),
        }
        now = playing("start", units).state
        for lines, names in (
            (lines_to_relieve(now, 0), ["e"]),
            (lines_to_relieve(now, 1), ["s"]),
            (lines_to_discard(now, 0), ["c"]),
            (lines_to_discard(now, 1), ["f"]),
        ):
            assert [line.changes[0].unit for line in lines] == names


class TestWhatCounts:
    @rule("2GM-172", "2GM-75")
    def test_what_counts(self) -> None:
        def both(second: Any, **readings: str) -> bool:
            return bool(result("suppression", None, readings, shots=[{"by": "a", "penetration": 4}, {"by": "b", **second}], armor=4)["suppressed"])

        assert both({"penetration": 0, "assault": True})
        assert not both({"penetration": 0, "assault": True}, suppress_assault="if_it_penetrates")
        assert not both({"penetration": 9, "as": "reaction"})
        assert not both({"penetration": 9, "as": "aa"})
        assert both({"penetration": 9, "air": True})
        assert not both({"penetration": 9, "air": True}, suppress_air="no")

    @rule("2GM-172")
    def test_units_only(self) -> None:
        units = {"a": unit(PAK), "b": unit(PAK), "h": unit({**HQ, "armor": 0}, 1), "t": unit(TANK, 1)}
        told = [{"by": "a"}, {"by": "b"}]
        assert result("suppression", units, shots=told, target="t")["suppressed"] is True
        assert result("suppression", units, shots=told, target="h")["suppressed"] is False

    @rule("2GM-172", "2GM-75")
    def test_an_assault_suppresses_whatever_its_penetration(self) -> None:
        units = {"i": unit(LIGHT), "p": unit({**TANK, "life": 9}, 1, shot_by=["x"])}
        told: dict[str, Any] = {"assaulter": "i", "target": "p", "weapon": "primary", "reaction": False, "roll": {"assault": [1]}}
        assert change(put("assault", units, **told), "p", "suppressed") is True
        assert change(put("assault", units, {"suppress_assault": "if_it_penetrates"}, **told), "p", "suppressed") is None
        assert GUN["penetration"] == 6

    @rule("2GM-172")
    def test_neither_reactions_nor_headquarters(self) -> None:
        units = {"a": unit(PAK), "c": unit(PAK), "b": unit(LIGHT, 1), "h": unit(HQ, 1)}
        reply = put("shots", units, target="b", shots=[{"attacker": "a"}, {"attacker": "c", "as": "reaction"}], roll={"shot:0": [1], "shot:1": [1]})
        assert change(reply, "b", "suppressed") is None
        hq = put("shots", units, target="h", shots=[{"attacker": "a"}, {"attacker": "c"}], roll={"shot:0": [1], "shot:1": [1]})
        assert change(hq, "h", "suppressed") is None

    @rule("2GM-173", "2GM-75")
    @pytest.mark.parametrize(("penetration", "suppressed"), [(2, False), (3, True)])
    def test_told_penetration_meets_the_armour_of_the_house(self, penetration: int, suppressed: bool) -> None:
        units = {"t": unit(LIGHT, 1, **{"in": "h"}), "h": unit(HOUSE, 1)}
        shots = [{"by": name, "penetration": penetration} for name in ("x", "y")]
        assert result("suppression", units, target="t", shots=shots)["suppressed"] is suppressed
