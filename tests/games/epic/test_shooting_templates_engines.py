"""War engines under the templates. Figures worked out by hand from the book."""

from typing import Any

import pytest

from tests.games.asking import change
from tests.games.epic.table import ask, dice_and_targets, foot, force, titan

rule = pytest.mark.rule


class TestEnginesUnderTheTemplate:
    @rule("EPIC-56", "EPIC-57")
    @pytest.mark.parametrize(
        ("reading", "unit", "save", "damage", "blast"),
        [
            ({}, {}, {}, [1], 2),
            ({"crossfire_we": "first_damage"}, {}, {}, [1], 3),
            ({}, {"armour": 3}, {"save": [4]}, None, 1),
            ({"crossfire_we": "first_damage"}, {"armour": 3}, {"save": [4]}, None, 1),
            ({}, {"shields": 1}, {}, None, 1),
        ],
    )
    def test_a_point_of_damage_in_crossfire(self, reading: dict[str, str], unit: dict[str, Any], save: dict[str, Any], damage: Any, blast: int) -> None:
        """Under fire 1, the point of damage 1, by one reading 1 for the first loss in a
        crossfire."""
        on = {"d": force((1, titan(dc=4, **unit)), seat=1)}
        reply = ask("barrage", on, reading, points=3, target="d", crossfire=True, roll={"to_hit": [6], **save})
        assert (change(reply, "d", "damage"), change(reply, "d", "lost"), change(reply, "d", "blast"), reply["result"]["blast"]) == (damage, None, blast, blast)

    @rule("EPIC-56", "EPIC-57")
    @pytest.mark.parametrize(
        ("unit", "faces", "blast"),
        [
            ({"armour": 3}, {"to_hit": [6], "save": [3]}, 2),
            ({"armour": 3}, {"to_hit": [6], "save": [2]}, 2),
            ({}, {"to_hit": [1]}, 1),
            ({"shields": 1}, {"to_hit": [6]}, 1),
            ({"shields": 3}, {"to_hit": [6]}, 1),
        ],
    )
    def test_disrupt_marks_hits(self, unit: dict[str, Any], faces: dict[str, Any], blast: int) -> None:
        """Under fire 1, and 1 for a hit that no shield stops, saved or not; on the table as well
        as told."""
        told = {"points": 3, "abilities": ["disrupt"], "roll": faces}
        here = ask("barrage", {"d": force((1, titan(dc=4, **unit)), seat=1)}, target="d", **told)
        away = ask("barrage", under=[{"type": "WE", "dc": 4, **unit}], **told)
        assert (change(here, "d", "blast"), here["result"]["blast"], away["result"]["blast"]) == (blast, blast, blast)

    @rule("EPIC-61")
    @pytest.mark.parametrize(
        ("told", "abilities", "kills", "blast"),
        [
            # a hit is a point: of three or of two nobody dies, of one the engine does; an aircraft
            # as
            # big as an engine is one
            pytest.param({"type": "WE", "dc": 3}, [], 0, 2, marks=rule("EPIC-161")),
            pytest.param({"type": "AC", "dc": 2}, [], 0, 2, marks=rule("EPIC-161")),
            pytest.param({"type": "WE"}, [], 1, 2, marks=rule("EPIC-161")),
            pytest.param({"type": "WE", "dc": 3, "damage": 2}, [], 1, 2, marks=rule("EPIC-161")),
            # a Titan Killer of six: markers for the points there were to lose
            pytest.param({"type": "WE", "dc": 3}, ["titan_killer:6"], 1, 4, marks=rule("EPIC-160", "EPIC-175")),
            pytest.param({"type": "WE", "dc": 3, "damage": 1}, ["titan_killer:6"], 1, 3, marks=rule("EPIC-160", "EPIC-175")),
            pytest.param({"type": "WE", "dc": 8}, ["titan_killer:6"], 0, 7, marks=rule("EPIC-160", "EPIC-175")),
            pytest.param({"type": "AV"}, ["titan_killer:6"], 1, 2, marks=rule("EPIC-160", "EPIC-175")),
            pytest.param({"type": "WE", "dc": 3, "abilities": ["living_metal"]}, ["titan_killer:6"], 0, 2, marks=rule("EPIC-139")),
            # without a number, or by a die without sides, one point
            pytest.param({"type": "WE", "dc": 3}, ["titan_killer"], 0, 2, marks=rule("EPIC-160", "EPIC-175")),
            pytest.param({"type": "WE", "dc": 3}, ["titan_killer:d0"], 0, 2, marks=rule("EPIC-160", "EPIC-175")),
            # shields that are told; a row without its formation is nobody's
            pytest.param({"type": "WE", "dc": 3, "shields": 1}, [], 0, 1, marks=rule("EPIC-178")),
            pytest.param({"type": "WE", "dc": 3, "row": 0}, [], 0, 2, marks=rule("EPIC-173")),
        ],
    )
    def test_told_engines(self, told: dict[str, Any], abilities: list[str], kills: int, blast: int) -> None:
        result = ask("barrage", points=3, under=[told], abilities=abilities, roll={"to_hit": [6]})["result"]
        assert (result["kills"], result["blast"]) == (kills, blast)

    @rule("EPIC-161", "EPIC-178")
    @pytest.mark.parametrize(
        ("row", "held", "unit", "after"),
        [
            ({"row": 0}, {}, {"shields": 1}, (None, [1])),
            ({"row": 0}, {"shields_down": [1]}, {"shields": 1}, ([1], [1])),
            ({"row": 0}, {"damage": [1]}, {}, ([2], None)),
            ({"row": 0}, {}, {"shields": 1, "dc": 1}, (None, [1])),
            ({}, {}, {"shields": 1}, (None, [1])),
            ({}, {"shields_down": [1]}, {"shields": 1}, ([1], [1])),
        ],
    )
    def test_told_engines_of_the_table(self, row: dict[str, int], held: dict[str, Any], unit: dict[str, Any], after: tuple[Any, Any]) -> None:
        """A hit meets the shield that is up, or the hull; told without its row it is the first
        of its kind."""
        on = {"d": force((1, titan(**unit)), seat=1, state=held)}
        told = {"type": "WE", "dc": unit.get("dc", 3), "formation": "d", **row}
        reply = ask("barrage", on, points=3, under=[told], roll={"to_hit": [6]})
        found = reply["after"]["d"]
        assert (found.get("damage"), found.get("shields_down"), reply["result"]["blast"]) == (*after, 2 if after[0] else 1)

    @rule("EPIC-161", "EPIC-178")
    @pytest.mark.parametrize(("unit", "after"), [(titan(dc=1, shields=1), (None, [1])), (titan(dc=1), ([1], None)), (foot(armour=None), ([1], None))])
    def test_small_engines_and_others_of_the_table(self, unit: dict[str, Any], after: tuple[Any, Any]) -> None:
        """One hit on one of two: a shield goes down, or one is lost, and not two."""
        found = ask("barrage", {"d": force((2, unit), seat=1)}, points=3, target="d", roll={"to_hit": [6, 1]})["after"]["d"]
        assert (found.get("lost"), found.get("shields_down")) == after

    @rule("EPIC-61", "EPIC-173")
    @pytest.mark.parametrize(
        ("told", "starting", "remaining"),
        [
            ({"type": "WE", "dc": 4}, 2, 2),
            ({"type": "WE", "dc": 5}, 3, 3),
            ({"type": "AC", "dc": 4}, 2, 2),
            ({"type": "INF", "count": 3}, 3, 3),
            ({"type": "INF", "count": 3, "damage": 2}, 3, 3),
            # two of three with three points: one has lost two and has one left, the other one
            ({"type": "WE", "dc": 3, "count": 2, "damage": 3}, 4, 2),
            ({"type": "WE", "dc": 3, "count": 2, "damage": 2}, 4, 3),
            ({"type": "WE", "dc": 3, "count": 2, "damage": 5}, 4, 2),
        ],
    )
    def test_dice_under_the_centre(self, told: dict[str, Any], starting: int, remaining: int) -> None:
        for reading, dice in (("starting", starting), ("remaining", remaining)):
            assert ask("barrage", None, {"template_dc": reading}, points=3, under=[{**told, "centre": True}])["result"]["dice"] == dice

    @rule("EPIC-161", "EPIC-178")
    def test_several_engines_are_told_apart(self) -> None:
        """Two of three with three points: missed, nobody dies; hit twice, the first one dies and
        takes no more. On the table each takes its own point."""
        under = [{"type": "WE", "dc": 3, "count": 2, "damage": 3}]
        assert [dice_and_targets(ask("barrage", points=3, under=told), "to_hit") for told in (under, [{"type": "INF", "count": 2}])] == [
            [(1, 5), (1, 5)],
            [(2, 4)],
        ]
        missed, hit = (ask("barrage", points=3, under=under, roll={"to_hit": faces})["result"] for faces in ([1, 1], [6, 6]))
        assert ([missed[key] for key in ("kills", "blast")], [hit[key] for key in ("kills", "blast")]) == ([0, 1], [1, 3])
        on = {"d": force((2, titan(shields=1)), seat=1)}
        told = {"points": 3, "target": "d", "roll": {"to_hit": [6, 6]}}
        assert ask("barrage", on, under=[{"type": "WE", "dc": 3, "count": 2, "row": 0}], **told)["after"]["d"] == {
            "where": "table",
            "blast": 1,
            "shields_down": [2],
        }
