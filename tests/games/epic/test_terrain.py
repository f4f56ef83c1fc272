"""Terrain: the table, cover, dangerous ground. Figures worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from tests.games.asking import change
from tests.games.epic.table import SHIELDED_TITAN, ask, chance, do, foot, force, game, state, tank, titan

rule = pytest.mark.rule
F = Fraction


class TestTerrain:
    @rule("EPIC-77")
    @pytest.mark.parametrize(
        ("type", "terrain", "cover", "effect", "save"),
        [
            pytest.param("INF", "jungle", True, "none", 4, marks=rule("EPIC-71")),
            pytest.param("AV", "river", False, "impassable", None, marks=rule("EPIC-263")),
            ("WE", "river", False, "none", None),
            pytest.param("AV", "gun_emplacement", True, "none", 5, marks=rule("EPIC-263")),
            ("INF", "razor_wire", False, "dangerous", None),
            ("WE", "wood", True, "dangerous", None),
            pytest.param("INF", "building", True, "none", 4, marks=rule("EPIC-71")),
            pytest.param("AV", "building", True, "impassable", None, marks=rule("EPIC-263")),
            pytest.param("INF", "ruin", True, "none", 4, marks=rule("EPIC-71")),
            pytest.param("AV", "ruin", True, "dangerous", None, marks=rule("EPIC-263")),
            pytest.param("INF", "fortification", True, "none", 3, marks=rule("EPIC-71")),
            pytest.param("AV", "fortification", True, "see_rules", None, marks=rule("EPIC-263")),
            ("WE", "fortification", True, "impassable", None),
            pytest.param("INF", "gun_emplacement", True, "none", 4, marks=rule("EPIC-71")),
            ("WE", "gun_emplacement", False, "none", None),
            pytest.param("INF", "trench", True, "none", 4, marks=rule("EPIC-71")),
            pytest.param("AV", "trench", False, "dangerous", None, marks=rule("EPIC-263")),
            ("WE", "trench", False, "none", None),
            pytest.param("AV", "razor_wire", False, "none", None, marks=rule("EPIC-263")),
            ("INF", "road", False, "see_rules", None),
            pytest.param("LV", "jungle", True, "impassable", None, marks=rule("EPIC-263")),
            ("WE", "jungle", True, "dangerous", None),
            pytest.param("INF", "wood", True, "none", 5, marks=rule("EPIC-71")),
            pytest.param("INF", "scrub", True, "none", 6, marks=rule("EPIC-71")),
            pytest.param("AV", "scrub", False, "none", None, marks=rule("EPIC-263")),
            ("INF", "cliff", False, "impassable", None),
            pytest.param("INF", "hill", False, "none", None, marks=rule("EPIC-74")),
            ("INF", "open_ground", False, "none", None),
            pytest.param("INF", "river", True, "dangerous", 6, marks=rule("EPIC-71")),
            pytest.param("INF", "marsh", True, "dangerous", 6, marks=rule("EPIC-71")),
            pytest.param("AV", "marsh", False, "dangerous", None, marks=rule("EPIC-263")),
            ("WE", "marsh", False, "dangerous", None),
            pytest.param("INF", "bunker", True, "none", 3, marks=rule("EPIC-71")),
        ],
    )
    def test_the_table(self, type: str, terrain: str, cover: bool, effect: str, save: int | None) -> None:
        """X-13 and the rest of the table."""
        told = ask("terrain", type=type, terrain=terrain)["result"]
        assert (told["in_cover"], told["effect"], told["cover_save"]) == (cover, effect, save)

    @rule("EPIC-69")
    @pytest.mark.parametrize(
        ("told", "cover", "save"),
        [
            pytest.param({"type": "INF", "terrain": "open_ground", "touching": True}, True, None, marks=rule("EPIC-70")),
            pytest.param({"type": "AV", "terrain": "open_ground", "touching": True}, False, None, marks=rule("EPIC-70")),
            pytest.param({"type": "INF", "terrain": "open_ground", "overwatch": True}, True, 5, marks=rule("EPIC-73")),
            pytest.param({"type": "INF", "terrain": "hill", "overwatch": True}, True, 5, marks=rule("EPIC-73")),
            pytest.param({"type": "INF", "terrain": "open_ground", "touching": "LV"}, False, None, marks=rule("EPIC-70")),
            pytest.param({"type": "INF", "terrain": "open_ground", "touching": "WE"}, True, None, marks=rule("EPIC-70")),
            pytest.param({"type": "INF", "terrain": "road", "overwatch": True}, False, None, marks=rule("EPIC-73")),
            pytest.param({"type": "AV", "terrain": "open_ground", "overwatch": True}, False, None, marks=rule("EPIC-73")),
            pytest.param({"type": "INF", "terrain": "jungle", "abilities": ["mounted"]}, True, None, marks=rule("EPIC-138")),
            pytest.param(
                {"type": "INF", "terrain": "open_ground", "overwatch": True, "abilities": ["mounted"]}, False, None, marks=rule("EPIC-73", "EPIC-138")
            ),
            pytest.param({"type": "INF", "terrain": "gun_emplacement", "abilities": ["mounted"]}, True, 5, marks=rule("EPIC-138", "EPIC-263")),
        ],
    )
    def test_cover_by_other_means(self, told: dict[str, Any], cover: bool, save: int | None) -> None:
        found = ask("terrain", **told)["result"]
        assert (found["in_cover"], found["cover_save"]) == (cover, save)

    @rule("EPIC-72")
    def test_a_fortification_covers_the_rear(self) -> None:
        assert ask("terrain", type="INF", terrain="fortification")["result"]["thick_rear_armour"]
        assert not ask("terrain", type="INF", terrain="building")["result"]["thick_rear_armour"]

    @rule("EPIC-77")
    def test_vehicles_in_gun_emplacements_by_the_other_reading(self) -> None:
        found = ask("terrain", None, {"vehicle_cover": "infantry_only"}, type="AV", terrain="gun_emplacement")["result"]
        assert (found["in_cover"], found["cover_save"]) == (True, None)

    @rule("EPIC-66", "EPIC-67")
    @pytest.mark.parametrize(
        ("told", "destroyed"),
        [
            ({}, F(1, 6)),
            ({"tests": 2}, F(11, 36)),
            ({"cautious": True}, F(1, 36)),
            ({"abilities": ["walker"]}, F(1, 36)),
            ({"abilities": ["walker"], "cautious": True}, F(1, 36)),
            ({"type": "WE", "dc": 3}, F(0)),
            ({"type": "WE", "dc": 1}, F(1, 6)),
            ({"type": "WE", "tests": 2}, F(0)),
        ],
    )
    def test_dangerous_ground(self, told: dict[str, Any], destroyed: Fraction) -> None:
        assert chance(ask("dangerous", **told), "destroyed", "yes") == destroyed

    @rule("EPIC-66")
    def test_who_fails_dies_without_a_marker(self) -> None:
        session = do(game(a=force((3, foot()))), "dangerous", (1, 2, 1), formation="a", tests=3)
        assert state(session, "a") == {"lost": (2,)}

    @rule("EPIC-136")
    def test_walkers_roll_again(self) -> None:
        session = do(game(a=force((3, foot(abilities=["walkers"])))), "dangerous", (1, 2, 1, 1, 6), formation="a", tests=3)
        assert state(session, "a") == {"lost": (1,)}

    @rule("EPIC-127")
    @pytest.mark.parametrize(("skimmer", "target", "los", "cover"), [(5, 12, "clear", False), (12, 5, "normal", False), (8, 8, "clear", True)])
    def test_pop_up(self, skimmer: int, target: int, los: str, cover: bool) -> None:
        """X-09."""
        assert ask("pop_up", skimmer=skimmer, target=target)["result"] == {"los": los, "in_cover": cover}


class TestWhoIsInCover:
    @rule("EPIC-69", "EPIC-71")
    @pytest.mark.parametrize(
        ("kind", "place", "reading", "told"),
        [
            ("INF", "wood", "table", (True, 5)),
            ("INF", "wood", "infantry_only", (True, 5)),
            ("INF", "gun_emplacement", "infantry_only", (True, 4)),
            ("AV", "gun_emplacement", "table", (True, 5)),
            ("AV", "gun_emplacement", "infantry_only", (True, None)),
            ("LV", "wood", "table", (True, None)),
            ("WE", "gun_emplacement", "table", (False, None)),
            ("WE", "jungle", "table", (True, None)),
            ("AV", "scrub", "table", (False, None)),
            ("WE", "trench", "table", (False, None)),
            ("AV", "trench", "table", (False, None)),
        ],
    )
    def test_who_is_in_cover(self, kind: str, place: str, reading: str, told: tuple[bool, int | None]) -> None:
        """A reading that keeps cover saves for infantry takes them from nobody else; what is too
        low or made for it hides no engine."""
        found = ask("terrain", None, {"vehicle_cover": reading}, type=kind, terrain=place)["result"]
        assert (found["in_cover"], found["cover_save"]) == told

    @rule("EPIC-66", "EPIC-67")
    @pytest.mark.parametrize(
        ("told", "ref"),
        [({}, "EPIC-66"), ({"cautious": True}, "EPIC-67"), ({"abilities": ["walker"]}, "EPIC-136"), ({"cautious": True, "abilities": ["walker"]}, "EPIC-67")],
    )
    def test_by_which_rule_it_is_tested(self, told: dict[str, Any], ref: str) -> None:
        assert ask("dangerous", **told)["checks"][0]["ref"] == ref

    @rule("EPIC-66", "EPIC-163")
    def test_one_row_is_tested(self) -> None:
        on = {"a": force((2, foot()), (3, tank()))}
        assert change(ask("dangerous", on, formation="a", row=1, tests=3, roll={"terrain": [1, 4, 1]}), "a", "lost") == [0, 2]

    @rule("EPIC-163")
    @pytest.mark.parametrize(
        ("count", "hurt"),
        [(1, {"damage": (2,)}), (2, {"damage": (2,), "hulls": {"0": (1, 0, 1, 0)}}), (3, {"damage": (2,), "hulls": {"0": (1, 0, 1, 0, 0, 0)}})],
    )
    def test_two_failures(self, count: int, hurt: dict[str, Any]) -> None:
        """Two tests of one engine, in two moves, are two points; two engines take one each."""
        session = do(game(t=force((count, titan()))), "dangerous", [1] * 2, formation="t", tests=2)
        assert {key: dict(value) if key == "hulls" else value for key, value in state(session, "t").items()} == hurt

    @rule("EPIC-66", "EPIC-163")
    @pytest.mark.parametrize(
        ("told", "odds", "dies"),
        [
            ({"type": "WE", "dc": 3}, {"destroyed", "damage"}, False),
            ({"type": "WE"}, {"destroyed", "damage"}, False),
            ({"type": "WE", "dc": 1}, {"destroyed", "damage"}, True),
            ({"type": "AV", "dc": 3}, {"destroyed"}, True),
        ],
    )
    def test_only_war_engines_are_damaged(self, told: dict[str, Any], odds: set[str], dies: bool) -> None:
        """By a 1 in six; of one whose capacity nobody told, nothing but the damage is known."""
        reply = ask("dangerous", **told)
        assert (set(reply["odds"]), reply["odds"]["destroyed"].get("yes")) == (odds, "1/6" if dies else None)


class TestCover:
    @rule("EPIC-47", "EPIC-46")
    @pytest.mark.parametrize(("terrain", "needs", "kills"), [("wood", 5, 1), (["open", "wood"], 4, 1), (["wood", "open"], 4, 0)])
    def test_nothing_is_waived_where_all_are_in_cover(self, terrain: Any, needs: int, kills: int) -> None:
        """AT fire at the one tank in front: in the open the -1 is waived; where all it can hit
        are in cover there is nothing to waive."""
        on = {"d": force((1, tank(armour=None)), (1, tank(armour=None)), seat=1)}
        fire = [{"count": 1, "type": "at", "value": 4}]
        reply = ask("fire", on, target="d", terrain=terrain, waived=True, shots=fire, roll={"to_hit": [6]})
        assert [check["target"] for check in reply["checks"]] == [needs]
        assert reply["after"]["d"].get("lost") == ([kills, 1 - kills])


class TestGroundOfUnits:
    @rule("EPIC-73", "EPIC-77")
    @pytest.mark.parametrize(
        ("unit", "held", "told", "found"),
        [
            ({"speed": 15}, {}, {"terrain": "wood"}, (True, 5, "none")),
            ({"type": "INF"}, {}, {"terrain": "hill"}, (False, None, "none")),
            ({"type": "INF"}, {}, {"terrain": "wood"}, (True, 5, "none")),
            ({"type": "AV"}, {}, {"terrain": "river"}, (False, None, "impassable")),
            ({"type": "INF"}, {"overwatch": True}, {"terrain": "hill"}, (True, 5, "none")),
            ({"type": "INF"}, {"overwatch": True}, {"terrain": "hill", "overwatch": False}, (False, None, "none")),
            ({"type": "INF", "abilities": ["mounted"]}, {"overwatch": True}, {"terrain": "open_ground"}, (False, None, "none")),
            ({"type": "INF"}, {}, {"terrain": "scrub", "type": "AV"}, (False, None, "none")),
        ],
    )
    def test_the_ground_of_a_unit(self, unit: dict[str, Any], held: dict[str, Any], told: dict[str, Any], found: tuple[Any, ...]) -> None:
        result = ask("terrain", {"a": {"card": unit, "state": held}}, unit="a", **told)["result"]
        assert (result["in_cover"], result["cover_save"], result["effect"]) == found

    @rule("EPIC-77")
    def test_the_ground_of_a_card(self) -> None:
        assert ask("terrain", unit={"type": "WE"}, terrain="jungle")["result"]["effect"] == "dangerous"

    @rule("EPIC-163", "EPIC-174")
    @pytest.mark.parametrize(("damage", "killed"), [([0], F(1, 36)), ([2], F(1, 6))])
    def test_a_titan_in_the_woods(self, damage: list[int], killed: Fraction) -> None:
        """A 1 is a point of damage; with two points left it dies only by a critical on top."""
        reply = ask("dangerous", {"t": force((1, SHIELDED_TITAN), state={"damage": damage})}, formation="t")
        assert chance(reply, "destroyed", "yes") == killed
