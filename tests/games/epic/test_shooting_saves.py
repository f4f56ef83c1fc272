"""Saves: armour, cover, what weapons and abilities make of them. Figures worked out by hand from
the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.values.texts import english
from tests.games.epic.table import BARE, INV, LM, RA, TRA, ask, bare_titan, chance, do, foot, force, game, open_prompt, shots_of

rule = pytest.mark.rule
F = Fraction


class TestSaves:
    @rule("EPIC-50")
    @pytest.mark.parametrize(
        ("told", "killed"),
        [
            ({"armour": 5}, F(2, 3)),
            ({}, F(1)),
            pytest.param({"armour": 4, "abilities": [RA]}, F(1, 4), marks=rule("EPIC-129")),
            pytest.param({"armour": 4, "abilities": [RA], "crossfire": True}, F(4, 9), marks=rule("EPIC-129", "EPIC-55")),
            pytest.param({"armour": 4, "crossfire": True}, F(2, 3), marks=rule("EPIC-55")),
            pytest.param({"armour": 6, "crossfire": True}, F(1), marks=rule("EPIC-55")),
            pytest.param({"armour": 4, "crossfire": True, "abilities": [TRA]}, F(1, 2), marks=rule("EPIC-130")),
            pytest.param({"armour": 4, "hit": "mw", "abilities": [RA]}, F(1, 2), marks=rule("EPIC-154", "EPIC-129")),
            pytest.param({"armour": 4, "hit": "mw"}, F(1), marks=rule("EPIC-154")),
            pytest.param({"armour": 4, "hit": "mw", "abilities": [RA], "crossfire": True}, F(2, 3), marks=rule("EPIC-154", "EPIC-55")),
            pytest.param({"armour": 4, "hit": "tk", "abilities": [RA]}, F(1), marks=rule("EPIC-160")),
            pytest.param({"armour": 4, "hit": "tk", "abilities": [INV]}, F(5, 6), marks=rule("EPIC-160", "EPIC-144")),
            pytest.param({"armour": 4, "hit": "lance", "abilities": [RA]}, F(1, 2), marks=rule("EPIC-153")),
            pytest.param({"armour": 5, "abilities": [INV]}, F(5, 9), marks=rule("EPIC-144")),
            pytest.param({"armour": 4, "abilities": [RA, INV]}, F(5, 24), marks=rule("EPIC-129", "EPIC-144")),
            pytest.param({"armour": 4, "abilities": [RA, INV], "hit": "mw"}, F(5, 12), marks=rule("EPIC-144", "EPIC-154")),
            pytest.param({"armour": 5, "abilities": [INV], "crossfire": True}, F(25, 36), marks=rule("EPIC-144", "EPIC-55")),
            pytest.param({"armour": 4, "abilities": [LM], "hit": "mw"}, F(1, 4), marks=rule("EPIC-139", "EPIC-154")),
            pytest.param({"armour": 4, "abilities": [LM], "hit": "lance"}, F(1, 4), marks=rule("EPIC-139", "EPIC-153")),
            pytest.param({"armour": 4, "abilities": [LM], "hit": "tk"}, F(1, 2), marks=rule("EPIC-139", "EPIC-160")),
            pytest.param({"armour": 4, "abilities": [LM], "hit": "sniper"}, F(1, 4), marks=rule("EPIC-139", "EPIC-146")),
            pytest.param({"armour": 4, "abilities": [LM], "crossfire": True}, F(4, 9), marks=rule("EPIC-139", "EPIC-55")),
            pytest.param({"armour": 5, "hit": "sniper"}, F(5, 6), marks=rule("EPIC-146")),
            pytest.param({"armour": 5, "hit": "sniper", "crossfire": True}, F(1), marks=rule("EPIC-146", "EPIC-55")),
            pytest.param({"armour": 6, "cover": 4}, F(1, 2), marks=rule("EPIC-71")),
            pytest.param({"armour": 3, "cover": 4}, F(1, 3), marks=rule("EPIC-71")),
            pytest.param({"armour": 6, "cover": 4, "hit": "mw"}, F(1), marks=rule("EPIC-154", "EPIC-264")),
            pytest.param({"armour": 6, "cover": 4, "ignore_cover": True}, F(5, 6), marks=rule("EPIC-152")),
            pytest.param({"cover": 4, "crossfire": True}, F(2, 3), marks=rule("EPIC-55", "EPIC-71")),
            pytest.param({"armour": 5, "cover": 4, "abilities": [RA]}, F(4, 9), marks=rule("EPIC-71", "EPIC-129")),
            pytest.param({"cover": 4, "hit": "lance"}, F(1, 2), marks=rule("EPIC-71")),
            pytest.param({"hit": "wreck"}, F(5, 6), marks=rule("EPIC-254")),
            pytest.param({"hit": "wreck", "armour": 4}, F(1, 2), marks=rule("EPIC-254")),
            pytest.param({"hit": "wreck", "ignore_cover": True}, F(1), marks=rule("EPIC-254", "EPIC-152")),
            pytest.param({"hit": "wreck", "cover": 4}, F(1, 2), marks=rule("EPIC-254")),
            pytest.param({"hit": "wreck", "cover": 4, "ignore_cover": True, "armour": 5}, F(2, 3), marks=rule("EPIC-254", "EPIC-152")),
            pytest.param({"hit": "wreck", "unit": {"type": "INF", "armour": 4}}, F(1, 2), marks=rule("EPIC-254")),
            pytest.param({"hit": "wreck", "unit": {"type": "INF"}}, F(5, 6), marks=rule("EPIC-254")),
            pytest.param({"hit": "crash", "armour": 2, "abilities": [INV, RA]}, F(1), marks=rule("EPIC-212")),
        ],
    )
    def test_who_dies(self, told: dict[str, Any], killed: Fraction) -> None:
        assert chance(ask("save", **told), "killed", "yes") == killed

    @rule("EPIC-50")
    @pytest.mark.parametrize(
        ("reading", "told", "killed"),
        [
            pytest.param({"crossfire_saves": "armour_only"}, {"cover": 4, "crossfire": True}, F(1, 2), marks=rule("EPIC-55", "EPIC-71")),
            pytest.param({"crossfire_saves": "armour_only"}, {"armour": 4, "crossfire": True}, F(2, 3), marks=rule("EPIC-55")),
            pytest.param({"ra_cover": "armour_value"}, {"armour": 5, "cover": 4, "abilities": [RA]}, F(1, 3), marks=rule("EPIC-129", "EPIC-71")),
            pytest.param(
                {"living_metal_crossfire": "ignored"}, {"armour": 4, "abilities": [LM], "crossfire": True}, F(1, 4), marks=rule("EPIC-139", "EPIC-55")
            ),
            pytest.param({"living_metal_crossfire": "ignored"}, {"armour": 4, "crossfire": True}, F(2, 3), marks=rule("EPIC-55")),
            pytest.param({"ra_cover": "armour_value"}, {"armour": 5, "cover": 4}, F(1, 2), marks=rule("EPIC-71")),
            pytest.param({"ra_cover": "armour_value"}, {"armour": 5, "cover": 4, "abilities": [LM]}, F(1, 3), marks=rule("EPIC-139", "EPIC-71")),
            pytest.param({"passengers": "armour_only"}, {"hit": "wreck"}, F(1), marks=rule("EPIC-254")),
            pytest.param({"passengers": "armour_only"}, {"hit": "wreck", "armour": 4}, F(1, 2), marks=rule("EPIC-254")),
        ],
    )
    def test_by_the_other_reading(self, reading: dict[str, str], told: dict[str, Any], killed: Fraction) -> None:
        assert chance(ask("save", None, reading, **told), "killed", "yes") == killed

    @rule("EPIC-129")
    def test_a_re_roll_follows_in_the_same_list(self) -> None:
        assert ask("save", armour=4, abilities=[RA], roll={"save": [3, 4]})["result"]["killed"] == "no"
        assert ask("save", armour=4, abilities=[RA], roll={"save": [3, 3]})["result"]["killed"] == "yes"

    @rule("EPIC-129", "EPIC-139")
    @pytest.mark.parametrize(("abilities", "ref"), [([RA], ["EPIC-129"]), ([LM], ["EPIC-139"]), ([RA, LM], ["EPIC-139"]), ([], [])])
    def test_it_says_by_what_it_rolls_again(self, abilities: list[str], ref: list[str]) -> None:
        """Living metal does all that reinforced armour does, and more."""
        assert [row["ref"] for row in ask("save", armour=4, abilities=abilities)["checks"][0]["modifiers"]] == ref

    @rule("EPIC-144")
    def test_a_second_save_is_cited(self) -> None:
        assert ask("save", hit="tk", armour=4, abilities=[INV])["checks"][0]["ref"] == "EPIC-144"
        assert ask("save", armour=6, abilities=[INV])["checks"][0]["ref"] == "EPIC-50"


class TestSavesByAbility:
    @rule("EPIC-50")
    @pytest.mark.parametrize(
        ("told", "killed"),
        [
            # living metal that is reinforced too: one roll against a Titan Killer, two against the
            # rest
            pytest.param({"hit": "tk", "abilities": ["living_metal", RA]}, F(1, 2), marks=rule("EPIC-139", "EPIC-160")),
            pytest.param({"hit": "mw", "abilities": ["living_metal", RA]}, F(1, 4), marks=rule("EPIC-139", "EPIC-154")),
            pytest.param({"hit": "lance", "abilities": ["living_metal", RA]}, F(1, 4), marks=rule("EPIC-139", "EPIC-153")),
            pytest.param({"hit": "tk", "abilities": ["living_metal", INV]}, F(5, 12), marks=rule("EPIC-139", "EPIC-144")),
            # 4+ at -2 by a sniper in crossfire is 6+, rolled twice; living metal takes the -1 of
            # the
            # crossfire alone
            pytest.param({"hit": "sniper", "crossfire": True, "abilities": [RA]}, F(25, 36), marks=rule("EPIC-146", "EPIC-129")),
            pytest.param({"hit": "sniper", "crossfire": True, "abilities": ["living_metal"]}, F(4, 9), marks=rule("EPIC-139", "EPIC-146")),
            # the better of a re-rolled 4+ less one, and cover of 3+ less one; ignoring it leaves
            # the
            # armour
            pytest.param({"cover": 3, "crossfire": True}, F(1, 2), marks=rule("EPIC-55")),
            pytest.param({"cover": 3, "crossfire": True, "abilities": [RA]}, F(4, 9), marks=rule("EPIC-129", "EPIC-55")),
            pytest.param({"cover": 3, "ignore_cover": True}, F(1, 2), marks=rule("EPIC-152")),
            pytest.param({"cover": 3, "hit": "mw", "abilities": [INV]}, F(5, 6), marks=rule("EPIC-154", "EPIC-144")),
            pytest.param({"hit": "mw", "crossfire": True, "abilities": [RA, INV]}, F(5, 9), marks=rule("EPIC-129", "EPIC-144")),
        ],
    )
    def test_armour_4(self, told: dict[str, Any], killed: Fraction) -> None:
        assert chance(ask("save", armour=4, **told), "killed", "yes") == killed


class TestSavesOfUnits:
    @rule("EPIC-50", "EPIC-129")
    @pytest.mark.parametrize(
        ("unit", "told", "killed"),
        [
            ({"type": "AV", "armour": 4, "abilities": ["reinforced_armour"]}, {}, "1/4"),
            ({"type": "AV", "armour": 4, "abilities": ["reinforced_armour"]}, {"hit": "mw"}, "1/2"),
            ({"type": "AV", "armour": 4}, {"crossfire": True}, "2/3"),
            ({"type": "AV", "armour": 4}, {"armour": 6}, "5/6"),
            ({"type": "INF"}, {}, "1"),
            ({"type": "AV", "armour": 4}, {"hit": "tk", "abilities": ["invulnerable"]}, "5/6"),
        ],
    )
    def test_the_save_of_a_unit(self, unit: dict[str, Any], told: dict[str, Any], killed: str) -> None:
        assert ask("save", {"a": {"card": unit}}, unit="a", **told)["odds"]["killed"]["yes"] == killed
        assert ask("save", unit=unit, **told)["odds"]["killed"]["yes"] == killed

    @rule("EPIC-50", "EPIC-160")
    def test_no_save_is_one_more_than_the_die_shows(self) -> None:
        """Armour does not help against a Titan Killer: the check shows 7+, which no D6 reaches."""
        reply = ask("save", hit="tk", armour=4)
        assert ([check["target"] for check in reply["checks"]], reply["odds"]["killed"]) == ([7], {"yes": "1"})


class TestWhoHasNone:
    @rule("EPIC-50")
    @pytest.mark.parametrize(
        ("others", "hits", "text"),
        [
            ((), 1, "Force saves"),
            ((BARE,), 2, "Force saves; no save for 1 Bare Infantry"),
            ((BARE, {**BARE, "name": "Grots"}), 3, "Force saves; no save for 1 Bare Infantry, 1 Grots"),
        ],
    )
    def test_models_without_armour_are_named(self, others: tuple[Any, ...], hits: int, text: str) -> None:
        """A hit for each unit, beginning in front; the infantry there saves on 5+."""
        target = force((1, foot()), *((1, each) for each in others), seat=1)
        session = do(game(d=target, a=force((1, foot()))), "fire", (6,) * hits, target="d", shots=shots_of((hits, "ap", 2)))
        assert english(open_prompt(session).text) == text

    @rule("EPIC-50", "EPIC-161")
    def test_points_of_damage_are_no_models(self) -> None:
        """A war engine without armour is hit, and stands: only the infantry is spoken of."""
        target = force((1, foot()), (1, bare_titan()), seat=1)
        session = do(game(d=target, a=force((1, foot()))), "fire", ((6,), (6,)), target="d", shots=shots_of((1, "ap", 2), (1, "at", 2)))
        assert english(open_prompt(session).text) == "Force saves"
