"""Shooting: what is hurt, dice thrown together, rows told and left out. Figures worked
out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.games.epic.shooting.weapons import is_in_reach
from engine.games.epic.war_engines.damage import titan_killer_damage
from engine.values.maps import Map
from engine.values.texts import english
from tests.games.epic.table import BARE, RA, armoured_titan, ask, bare_titan, big_titan, chance, do, foot, force, game, good_shot, open_prompt, tank, wrong

rule = pytest.mark.rule
F = Fraction
SHELL = {"type": "INF", "formation": "d", "row": 0}


class TestWhoIsHurt:
    @rule("EPIC-43", "EPIC-50")
    @pytest.mark.parametrize(
        ("target", "hurt"),
        [
            (force((4, foot()), seat=1), F(5, 6) * F(2, 3)),
            # a war engine that only loses a point is hurt as well
            (force((1, armoured_titan()), seat=1), F(5, 6) * F(1, 2)),
        ],
    )
    def test_by_fire(self, target: dict[str, Any], hurt: Fraction) -> None:
        kind = "at" if target["card"]["units"][0][1]["type"] == "WE" else "ap"
        reply = ask("fire", {"d": target}, target="d", shots=[good_shot(1, kind, 2)])
        assert chance(reply, "hurt", "yes") == hurt

    @rule("EPIC-57")
    def test_by_a_barrage(self) -> None:
        """Three points: 4+ at foot with a save of 5+, 5+ at a Titan with one of 4+."""
        foes = {"d": force((4, foot()), seat=1)}
        assert chance(ask("barrage", foes, target="d", points=3, under=[SHELL]), "hurt", "yes") == F(1, 2) * F(2, 3)
        engine = {"d": force((1, armoured_titan()), seat=1)}
        assert chance(ask("barrage", engine, target="d", points=3, under=[{**SHELL, "type": "WE"}]), "hurt", "yes") == F(1, 3) * F(1, 2)


class TestSavedAlike:
    @rule("EPIC-50")
    def test_ap_and_at_hits_are_one_throw(self) -> None:
        session = do(game(d=force((2, tank(type="LV")), seat=1)), "fire", ((6,), (6,)), target="d", shots=[good_shot(1, "ap"), good_shot(1, "at")])
        assert [check.dice for check in open_prompt(session).checks] == [2]

    @rule("EPIC-50", "EPIC-154")
    def test_a_macro_weapon_is_none_of_them(self) -> None:
        """Reinforced armour has one roll against it."""
        reply = ask("fire", {"d": force((4, tank(abilities=[RA])), seat=1)}, target="d", shots=[good_shot(1, "mw", 2)])
        assert chance(reply, "kills", 1) == F(5, 6) * F(1, 2)

    @rule("EPIC-155", "EPIC-254")
    @pytest.mark.parametrize(
        ("told", "killed"),
        [
            ({"hit": "normal"}, F(1)),
            ({"hit": "wreck"}, F(5, 6)),
            ({"hit": "normal", "armour": 4}, F(1, 2)),
            ({"hit": "mw", "armour": 4}, F(1)),
            ({"hit": "lance", "armour": 4, "abilities": [RA]}, F(1, 2)),
        ],
    )
    def test_only_a_wreck_gives_a_save_to_those_inside(self, told: dict[str, Any], killed: Fraction) -> None:
        assert chance(ask("save", **told), "killed", "yes") == killed


class TestWhatIsTold:
    @rule("EPIC-41", "EPIC-225")
    def test_pods_alone_bring_their_markers(self) -> None:
        assert chance(ask("fire", {"d": force((9, foot()), seat=1)}, target="d", pods=2, **{"as": "drop_pod"}), "blast", 2) == 1
        assert wrong("fire", {"d": force((9, foot()), seat=1)}, target="d") == "a formation that fires or its shots are needed"

    @rule("EPIC-157", "EPIC-225")
    def test_pods_spend_nobodys_weapon(self) -> None:
        session = do(game(d=force((9, foot()), seat=1)), "fire", target="d", pods=2, **{"as": "drop_pod"})
        assert (session.prompt, session.state.unit("d").count("blast")) == (None, 2)

    @rule("EPIC-42", "EPIC-256")
    @pytest.mark.parametrize(("firepower", "needs"), [("ap", 3), ("at", 4)])
    def test_what_the_shooter_chooses(self, firepower: str, needs: int) -> None:
        gun = tank(weapons=[{"name": "Gun", "range": 60, "ap": 3, "at": 4}])
        on = {"a": force((1, gun)), "d": force((3, foot()), (3, tank()), seat=1)}
        assert [check["target"] for check in ask("fire", on, by="a", target="d", firepower=firepower)["checks"][:1]] == [needs]

    @rule("EPIC-218", "EPIC-221")
    def test_a_pin_point_attack_of_nobody_in_particular(self) -> None:
        session = do(game(d=force((1, armoured_titan()), seat=1)), "fire", (1,), target="d", shots=[good_shot(1, "mw")], **{"as": "pin_point"})
        assert (session.prompt, session.state.unit("d").count("blast")) == (None, 1)

    @rule("EPIC-43", "EPIC-44")
    def test_fire_that_can_hit_nobody_asks_for_no_dice(self) -> None:
        gun = tank(weapons=[{"name": "Gun", "range": 60, "ap": 4}])
        session = do(game(a=force((1, gun)), d=force((3, tank()), seat=1)), "fire", by="a", target="d")
        assert (session.prompt, session.state.unit("d").count("blast")) == (None, 1)

    @rule("EPIC-45")
    def test_dice_are_called_by_the_weapons_that_have_a_name(self) -> None:
        guns = [{"name": "Gun", "range": 60, "ap": 4}, {"range": 60, "ap": 4}, {"range": 60, "ap": 5}]
        prompt = open_prompt(do(game(a=force((1, foot(weapons=guns))), d=force((9, foot()), seat=1)), "fire", by="a", target="d"))
        assert callable(prompt.labels)
        assert [english(each) for each in prompt.labels()] == ["Gun: AP", "AP"]


class TestReach:
    @rule("EPIC-41", "EPIC-158")
    @pytest.mark.parametrize(
        ("distance", "order", "reaches"),
        [(20, "advance", True), (21, "advance", False), (29, "sustained", False), (30, "sustained", True), (40, "sustained", True), (41, "sustained", False)],
    )
    def test_indirect_fire_of_a_short_gun(self, distance: int, order: str, reaches: bool) -> None:
        """A range of 20 cm doubles to 40, from 30 on."""
        assert is_in_reach(Map({"range": 20, "bp": 1, "abilities": ("indirect_fire",)}), distance, order) is reaches

    @rule("EPIC-157", "EPIC-159")
    @pytest.mark.parametrize(("abilities", "may"), [([], True), (["slow_firing"], False), (["single_shot"], False)])
    def test_a_weapon_that_has_fired_this_turn(self, abilities: list[str], may: bool) -> None:
        weapon = {"name": "Gun", "range": 30, "ap": 4, "abilities": abilities}
        assert ask("weapon", weapon=weapon, turn=2, fired=2)["result"]["may_fire"] is may

    @rule("EPIC-41", "EPIC-57")
    @pytest.mark.parametrize(("rear", "points"), [({"rear": "Big"}, 2), ({"rear": "Small"}, 4), ({}, 2)])
    def test_who_is_farthest_is_suppressed_in_a_barrage_too(self, rear: dict[str, str], points: int) -> None:
        """Two small guns of a point and one big gun of three, with a marker."""
        rows = [(2, tank(name="Small", weapons=[{"name": "S", "range": 60, "bp": 1}])), (1, tank(name="Big", weapons=[{"name": "B", "range": 60, "bp": 3}]))]
        on = {"a": force(*rows, state={"blast": 1}), "d": force((9, foot()), seat=1)}
        assert ask("barrage", on, by="a", target="d", **rear)["result"]["points"] == points


class TestBarrages:
    @rule("EPIC-57", "EPIC-61")
    def test_templates_that_are_told_are_not_asked_for(self) -> None:
        gun = tank(weapons=[{"name": "Gun", "range": 60, "bp": 3}])
        session = do(game(a=force((1, gun)), d=force((9, foot()), seat=1)), "barrage", by="a", target="d", laid=[4])
        assert (open_prompt(session).key, open_prompt(session).checks[0].dice) == ("to_hit", 4)

    @rule("EPIC-58")
    @pytest.mark.parametrize(("points", "readings"), [(18, ()), (19, ("bp_over_18",))])
    def test_a_doubt_is_named_where_it_counts(self, points: int, readings: tuple[str, ...]) -> None:
        session = do(game(d=force((9, foot()), seat=1)), "barrage", target="d", points=points, under=[SHELL])
        assert open_prompt(session).readings == readings

    @rule("EPIC-61")
    def test_who_is_under_is_named_or_told_by_type(self) -> None:
        under = [SHELL, {"type": "AV", "armour": 5}]
        prompt = open_prompt(do(game(d=force((3, foot()), seat=1)), "barrage", target="d", points=3, under=under))
        assert callable(prompt.labels)
        assert [english(each) for each in prompt.labels()] == ["Training Infantry", "AV"]

    @rule("EPIC-61")
    @pytest.mark.parametrize(
        ("told", "killed"),
        [
            ({}, F(1, 2) * F(2, 3)),
            ({"armour": 3}, F(1, 2) * F(1, 3)),
            # abilities that are told stand for those of the card
            ({"abilities": []}, F(1, 2) * F(2, 3)),
            ({"abilities": [RA]}, F(1, 2) * F(4, 9)),
        ],
    )
    def test_what_is_left_out_stands_on_the_card(self, told: dict[str, Any], killed: Fraction) -> None:
        on = {"d": force((4, foot()), seat=1)}
        assert chance(ask("barrage", on, target="d", points=3, under=[{**SHELL, **told}]), "kills", 1) == killed

    @rule("EPIC-61")
    def test_abilities_of_the_card_count_where_none_are_told(self) -> None:
        on = {"d": force((4, foot(abilities=[RA])), seat=1)}
        assert chance(ask("barrage", on, target="d", points=3, under=[SHELL]), "kills", 1) == F(1, 2) * F(4, 9)
        assert chance(ask("barrage", on, target="d", points=3, under=[{**SHELL, "abilities": []}]), "kills", 1) == F(1, 2) * F(2, 3)

    @rule("EPIC-161", "EPIC-173")
    def test_engines_named_after_others_are_the_next(self) -> None:
        """Of two Titans without a save the front one has two points of three left; a hit each, and
        a third named beyond those there are is the last again."""
        on = {"d": force((2, {**armoured_titan(), "armour": None}), seat=1, state={"damage": [1]})}
        one = {"type": "WE", "formation": "d", "row": 0}
        after = ask("barrage", on, target="d", points=3, under=[one, one], roll={"to_hit": [[6], [6]]})["after"]["d"]
        assert (after["damage"], after.get("lost")) == ([3], None)

    @rule("EPIC-160", "EPIC-257")
    def test_the_damage_of_guns_beside_a_barrage_has_its_own_name(self) -> None:
        engine = big_titan(weapons=[{"name": "Bombs", "range": 60, "bp": 3}, {"name": "Volcano", "range": 60, "mw": 2, "tk": "D3"}])
        session = game(a=force((1, engine)), d=force((1, bare_titan(dc=9)), seat=1))
        do(session, "barrage", (1,), (6,), by="a", target="d", direct=True, under=[{"type": "WE", "formation": "d", "row": 0}])
        assert open_prompt(session).key == "damage:of:0"


class TestTitanKillers:
    @rule("EPIC-160")
    @pytest.mark.parametrize(("word", "points"), [("D3", -3), ("d6", -6), ("2", 2), (3, 3), (None, 1), ("dragon", 1), ("many", 1), (0, 1)])
    def test_their_damage_as_cards_spell_it(self, word: Any, points: int) -> None:
        """Below zero the sides of a die; what cannot be read is one point."""
        assert titan_killer_damage(word) == points

    @rule("EPIC-160", "EPIC-50")
    def test_on_anybody_else_no_damage_is_rolled(self) -> None:
        reply = ask("fire", {"d": force((4, BARE), seat=1)}, target="d", shots=[good_shot(1, "tk", 2, damage="D3")])
        assert [check["what"] for check in reply["checks"]] == ["to_hit"]
