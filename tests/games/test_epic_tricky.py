"""Epic Armageddon: where two or three rules meet; expected values worked out by hand from the
book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.doors.ask import answered
from engine.games import RULESETS
from engine.games.epic.abilities import traits
from engine.values.maps import pairs
from tests.games.epic_field import ask, chance, do, foot, force, game, state, tank

rule = pytest.mark.rule
F = Fraction
RA, INV, FEARLESS = "reinforced_armour", "invulnerable_save", "fearless"
TITAN = {"name": "Titan", "type": "WE", "speed": 15, "armour": 4, "cc": 4, "ff": 4, "dc": 3, "shields": 2, "critical": "destroyed"}
FIGHTER = {"name": "Fighter", "type": "AC", "speed": "fighter", "armour": 5, "weapons": [{"name": "Guns", "range": 15, "ap": 4, "aa": 5}]}


def shots(*groups: tuple[int, str, int], abilities: tuple[str, ...] = (), **more: Any) -> list[dict[str, Any]]:
    return [{"count": count, "type": type, "value": value, "abilities": list(abilities), **more} for count, type, value in groups]


def dice(reply: dict[str, Any], what: str) -> list[tuple[int, int]]:
    return [(check["dice"], check["target"]) for check in reply["checks"] if check["what"].startswith(what)]


def wrong(question: str, on: dict[str, Any] | None = None, **situation: Any) -> str:
    reply = answered(RULESETS, {"game": "epic", "ask": question, "units": on or {}, "situation": situation})
    return str(reply.get("error"))


class TestWhatAnAbilityMakesOfAHit:
    @rule("EPIC-154", "EPIC-160", "EPIC-129")
    @pytest.mark.parametrize(
        ("abilities", "killed"),
        [
            # 2+ to hit is 5/6; armour 4 with reinforced armour: 1/4 fail against AT, 1/2 against a
            # macro-weapon, all against a Titan Killer
            ((), F(5, 24)),
            (("macro_weapon",), F(5, 12)),
            (("mw",), F(5, 12)),
            (("titan_killer",), F(5, 6)),
            (("titan_killer:d3",), F(5, 6)),
            (("lance",), F(5, 12)),
        ],
    )
    def test_told_shots(self, abilities: tuple[str, ...], killed: Fraction) -> None:
        reply = ask("fire", {"d": force((1, tank(abilities=[RA])), seat=1)}, target="d", shots=shots((1, "at", 2), abilities=abilities))
        assert chance(reply, "kills", 1) == killed

    @rule("EPIC-42", "EPIC-154", "EPIC-160")
    @pytest.mark.parametrize(
        ("weapon", "killed"),
        [
            ({"at": 4}, F(1, 8)),
            ({"at": 4, "abilities": ["macro_weapon"]}, F(1, 4)),
            ({"mw": 4}, F(1, 4)),
            ({"at": 4, "tk": 1}, F(1, 2)),
            ({"at": 4, "abilities": ["titan_killer"]}, F(1, 2)),
            ({"mw": 4, "tk": "d3"}, F(1, 2)),
            ({"ap": 4, "at": 4, "abilities": ["macro_weapon"]}, F(1, 4)),
            ({"mw": 4, "tk": 1, "abilities": ["macro_weapon"]}, F(1, 2)),
            ({"ap": 4}, F(0)),
            ({"range": 15}, F(0)),
        ],
    )
    def test_on_a_card(self, weapon: dict[str, Any], killed: Fraction) -> None:
        on = {"a": force((1, foot(weapons=[{"name": "Gun", "range": 45, **weapon}]))), "d": force((1, tank(abilities=[RA])), seat=1)}
        assert chance(ask("fire", on, by="a", target="d"), "kills", 1) == killed

    @rule("EPIC-41")
    def test_rows_that_are_not_told_cannot_fire(self) -> None:
        """Of two rows only the first is said to be able."""
        on = {"a": force((2, foot()), (2, tank())), "d": force((2, foot()), seat=1)}
        assert dice(ask("fire", on, by="a", target="d", able=[2]), "to_hit") == [(2, 5)]

    @rule("EPIC-48")
    @pytest.mark.parametrize(("value", "second"), [(6, None), (7, 4), (8, 5), (9, 6)])
    def test_the_second_die_is_told(self, value: int, second: int | None) -> None:
        assert ask("to_hit", value=value)["result"]["second"] == second
        assert ask("to_hit", value=9, cover=True)["result"]["second"] is None

    @rule("EPIC-160", "EPIC-178")
    @pytest.mark.parametrize(
        ("more", "damage"),
        [
            ({"abilities": ["titan_killer:d3"], "roll": {"to_hit": [6], "damage": [3], "critical": [1, 1, 1]}}, 3),
            ({"abilities": ["titan_killer:2"], "roll": {"to_hit": [6], "critical": [1, 1]}}, 2),
            ({"damage": 2, "roll": {"to_hit": [6], "critical": [1, 1]}}, 2),
            ({"abilities": ["titan_killer:3"], "damage": 1, "roll": {"to_hit": [6], "critical": [1]}}, 1),
            ({"roll": {"to_hit": [6], "critical": [1]}}, 1),
        ],
    )
    def test_damage_of_a_titan_killer(self, more: dict[str, Any], damage: int) -> None:
        roll = more.pop("roll")
        fire = [{"count": 1, "type": "tk", "value": 4, **more}]
        on = {"d": force((1, {**TITAN, "dc": 4, "shields": 0}), seat=1)}
        assert ask("fire", on, target="d", shots=fire, roll=roll)["result"]["damage"] == damage

    @rule("EPIC-174", "EPIC-160")
    def test_hits_of_a_critical_question(self) -> None:
        """A macro-weapon by its ability leaves armour 4 no save: certain damage; by the letter
        D3 of 3 points 1/3 each."""
        assert chance(ask("critical", dc=4, armour=4, critical="none", hits=[{"type": "at", "abilities": ["macro_weapon"]}]), "damage", 1) == 1
        reply = ask("critical", dc=4, critical="none", hits=[{"type": "mw", "abilities": ["titan_killer:d3"]}])
        assert [chance(reply, "damage", n) for n in (1, 2, 3)] == [F(1, 3)] * 3

    @rule("EPIC-150", "EPIC-152", "EPIC-47")
    def test_extra_shots_alone_have_the_ability(self) -> None:
        """One shot against cover at 5+, two extra ones that ignore it at 4+, for each of two
        units."""
        gun = {"name": "Flamer", "range": 30, "ap": 4, "abilities": ["extra_attacks:2", "ignore_cover"]}
        reply = ask("fire", {"a": force((2, foot(weapons=[gun]))), "d": force((3, foot()), seat=1)}, by="a", target="d", terrain="wood")
        assert dice(reply, "to_hit") == [(2, 5), (4, 4)]

    @rule("EPIC-150", "EPIC-160")
    @pytest.mark.parametrize(
        ("word", "number"),
        [("extra_attacks", 1), ("extra_attacks:3", 3), ("extra_attacks:x3", 1), ("extra_attacks:dx", 1), ("titan_killer:d3", -3), ("titan_killer:2", 2)],
    )
    def test_the_number_of_an_ability(self, word: str, number: int) -> None:
        assert traits((word,)) == {word.partition(":")[0]: number}
        assert traits(("extra_attacks:2", "extra_attacks")) == {"extra_attacks": 3}

    @rule("EPIC-42")
    @pytest.mark.parametrize(
        ("target", "needs"),
        [
            (((2, foot()), (1, tank())), 5),
            (((1, foot()), (2, tank())), 3),
            (((1, foot()), (1, tank())), 5),
            (((1, foot()), (1, tank(type="LV"))), 5),
            (((1, tank(type="LV")),), 5),
        ],
    )
    def test_one_of_two_values(self, target: Any, needs: int) -> None:
        gun = foot(weapons=[{"name": "Gun", "range": 45, "ap": 5, "at": 3}])
        reply = ask("fire", {"a": force((1, gun)), "d": force(*target, seat=1)}, by="a", target="d")
        assert dice(reply, "to_hit") == [(1, needs)]


class TestFire:
    @rule("EPIC-43", "EPIC-51")
    def test_equal_hits_of_different_weapons_are_one_lot(self) -> None:
        """AP5+ and AP3+ on one unit without a save: none hits in 2/3 * 1/3."""
        on = {"d": force((1, foot(armour=None)), seat=1)}
        reply = ask("fire", on, target="d", shots=shots((1, "ap", 5), (1, "ap", 3)))
        assert (chance(reply, "kills", 0), chance(reply, "hits", 2)) == (F(2, 9), F(2, 9))

    @rule("EPIC-45", "EPIC-146", "EPIC-160")
    def test_what_is_asked_about_hits_is_asked_for_each_weapon(self) -> None:
        """Two snipers pick their own victims; two Titan Killers throw their own dice: 1 and 3 of
        six points."""
        on = {"d": force((2, foot(armour=None)), (2, foot(armour=None)), seat=1)}
        sniping = shots((1, "ap", 4), (1, "ap", 4), abilities=("sniper",))
        reply = ask("fire", on, target="d", shots=sniping, roll={"to_hit": [[6], [6]]}, answers={"sniper:0": "0", "sniper:1": "1"})
        assert reply["after"]["d"]["lost"] == [1, 1]
        on = {"d": force((1, {**TITAN, "dc": 6, "shields": 0, "critical": "none"}), seat=1)}
        killing = shots((1, "tk", 4), (1, "tk", 4), damage="d3")
        reply = ask("fire", on, target="d", shots=killing, roll={"to_hit": [[6], [6]], "damage": [1], "damage:of:1": [3]})
        assert reply["result"]["damage"] == 4

    @rule("EPIC-69", "EPIC-73")
    @pytest.mark.parametrize(("terrain", "needs"), [(["open", "wood"], 5), (["wood", "open"], 4), (["open", "open", "wood"], 5), (["wood", "wood", "open"], 4)])
    def test_the_last_ground_told_is_for_all_rows_behind(self, terrain: list[str], needs: int) -> None:
        on = {"d": force((1, foot()), (1, foot()), (1, tank()), seat=1)}
        assert dice(ask("fire", on, target="d", terrain=terrain, shots=shots((1, "at", 4))), "to_hit") == [(1, needs)]

    @rule("EPIC-145")
    @pytest.mark.parametrize(("others", "markers"), [(((2, foot()),), 1), ((), 2), (((1, {"name": "Hero", "type": "CH"}),), 2)])
    def test_a_formation_of_expendables_only(self, others: Any, markers: int) -> None:
        """By the other reading their losses count, but only where nobody else is there; a
        character is no unit."""
        on = {"d": force((3, foot(armour=None, abilities=["expendable"])), *others, seat=1)}
        reply = ask("fire", on, {"all_expendable": "lost"}, target="d", shots=shots((1, "ap", 4)), roll={"to_hit": [6]})
        assert reply["result"]["blast"] == markers

    @rule("EPIC-43", "EPIC-51", "EPIC-146")
    def test_a_snipers_victim_that_is_told(self) -> None:
        """Not the Leader, whom he would pick by himself; and nobody is picked by a miss."""
        on = {"d": force((2, foot(armour=None)), (1, foot(armour=None, abilities=["leader"])), seat=1)}
        fire = shots((1, "ap", 4), abilities=("sniper",))
        assert ask("fire", on, target="d", shots=[{**fire[0], "victim": 0}], roll={"to_hit": [6]})["after"]["d"]["lost"] == [1, 0]
        missed, hit = (ask("fire", on, target="d", shots=fire, roll={"to_hit": [die]}) for die in (1, 6))
        assert ("EPIC-146" in missed["refs"], "EPIC-146" in hit["refs"], hit["after"]["d"]["lost"]) == (False, True, [0, 1])

    @rule("EPIC-51", "EPIC-160")
    @pytest.mark.parametrize(("reading", "lost"), [({}, [1, 0]), ({"tk_pass": "normal"}, [0, 1])])
    def test_titan_killers_and_the_passes(self, reading: dict[str, str], lost: list[int]) -> None:
        """The first tank saves the shell; the Titan Killer begins again at the front, or goes on
        to the second."""
        on = {"d": force((1, tank()), (1, tank()), seat=1)}
        fire = shots((1, "at", 4), (1, "tk", 4))
        assert ask("fire", on, reading, target="d", shots=fire, roll={"to_hit": [[6], [6]], "save": [6]})["after"]["d"]["lost"] == lost
        on = {"d": force((1, foot(armour=None)), seat=1)}
        assert ask("fire", on, reading, target="d", shots=shots((1, "ap", 4)), roll={"to_hit": [6]})["result"]["kills"] == 1

    @rule("EPIC-43", "EPIC-116")
    def test_nobody_shoots_at_whom_the_first_marker_kills(self) -> None:
        on = {"d": force((1, foot()), seat=1, state={"broken": True})}
        reply = ask("fire", on, {"broken_bm_timing": "before"}, target="d", shots=shots((1, "ap", 4)))
        assert (reply["checks"], chance(reply, "kills", 1)) == ([], 1)

    @rule("EPIC-42", "EPIC-43", "EPIC-225")
    def test_pods_without_guns(self) -> None:
        assert chance(ask("fire", {"d": force((4, foot()), seat=1)}, target="d", pods=2, **{"as": "drop_pod"}), "blast", 2) == 1

    @rule("EPIC-56", "EPIC-145")
    def test_a_dead_expendable_and_a_dead_soldier_in_crossfire(self) -> None:
        """Under fire 1, the soldier 1, the first loss that counts 1 more."""
        on = {"d": force((1, foot(abilities=["expendable"])), (5, foot()), seat=1)}
        roll = {"to_hit": [6, 6], "save:0": [1], "save:1": [1]}
        reply = ask("fire", on, target="d", crossfire=True, shots=shots((2, "ap", 4)), roll=roll)
        assert (reply["result"]["kills"], reply["result"]["blast"]) == (2, 3)

    @rule("EPIC-116", "EPIC-143")
    def test_markers_on_the_broken_pass_by_the_fearless(self) -> None:
        on = {"d": force((2, foot(abilities=[FEARLESS])), (1, foot()), seat=1, state={"broken": True})}
        reply = ask("fire", on, target="d", shots=shots((1, "ap", 4)), roll={"to_hit": [1]})
        assert reply["after"]["d"]["lost"] == [0, 1]

    @rule("EPIC-44", "EPIC-41")
    def test_nobody_fires(self) -> None:
        """A marker for each unit: all are suppressed, nothing happens, nobody dies."""
        on = {"a": force((2, foot()), state={"blast": 2}), "d": force((2, foot()), seat=1)}
        assert [chance(ask("fire", on, by="a", target="d"), *each) for each in (("kills", 0), ("blast", 0))] == [1, 1]

    @rule("EPIC-178", "EPIC-276", "EPIC-174")
    def test_normal_hits_take_the_shields_and_macro_weapons_the_hull(self) -> None:
        on = {"d": force((1, TITAN), seat=1)}
        roll = {"to_hit:0": [6, 6], "to_hit:1": [6], "critical:macro": [1]}
        reply = ask("fire", on, target="d", shots=shots((2, "at", 4), (1, "mw", 4)), roll=roll)
        assert (reply["result"]["damage"], reply["result"]["blast"], reply["after"]["d"]["shields_down"]) == (1, 2, [2])


class TestSaves:
    @rule("EPIC-129", "EPIC-139", "EPIC-144", "EPIC-153", "EPIC-146", "EPIC-55")
    @pytest.mark.parametrize(
        ("told", "killed"),
        [
            # living metal that is reinforced too: one roll against a Titan Killer, two against the
            # rest
            ({"hit": "tk", "abilities": ["living_metal", RA]}, F(1, 2)),
            ({"hit": "mw", "abilities": ["living_metal", RA]}, F(1, 4)),
            ({"hit": "lance", "abilities": ["living_metal", RA]}, F(1, 4)),
            ({"hit": "tk", "abilities": ["living_metal", INV]}, F(5, 12)),
            # 4+ at -2 by a sniper in crossfire is 6+, rolled twice; living metal takes the -1 of
            # the
            # crossfire alone
            ({"hit": "sniper", "crossfire": True, "abilities": [RA]}, F(25, 36)),
            ({"hit": "sniper", "crossfire": True, "abilities": ["living_metal"]}, F(4, 9)),
            # the better of a re-rolled 4+ less one, and cover of 3+ less one; ignoring it leaves
            # the
            # armour
            ({"cover": 3, "crossfire": True}, F(1, 2)),
            ({"cover": 3, "crossfire": True, "abilities": [RA]}, F(4, 9)),
            ({"cover": 3, "ignore_cover": True}, F(1, 2)),
            ({"cover": 3, "hit": "mw", "abilities": [INV]}, F(5, 6)),
            ({"hit": "mw", "crossfire": True, "abilities": [RA, INV]}, F(5, 9)),
        ],
    )
    def test_armour_4(self, told: dict[str, Any], killed: Fraction) -> None:
        assert chance(ask("save", armour=4, **told), "killed", "yes") == killed


class TestBarrages:
    @rule("EPIC-57", "EPIC-116")
    def test_on_a_broken_formation_markers_kill(self) -> None:
        """6 points: one for coming under fire and one extra; two of four die though nothing
        hits, and no marker lies there."""
        on = {"d": force((4, foot()), seat=1, state={"broken": True})}
        reply = ask("barrage", on, target="d", points=6, roll={"to_hit": [1, 1, 1, 1]})
        assert [reply["result"][key] for key in ("hits", "kills", "blast")] == [0, 2, 0]

    @rule("EPIC-57", "EPIC-116", "EPIC-61")
    def test_losses_and_markers_on_the_broken_add_up(self) -> None:
        """One of four dies by a hit: that is a marker too, and so is the fire: three in all."""
        on = {"d": force((4, foot(armour=None)), seat=1, state={"broken": True})}
        reply = ask("barrage", on, target="d", points=3, roll={"to_hit": [6, 1, 1, 1]})
        assert (reply["result"]["kills"], reply["after"]["d"]["lost"]) == (3, [3])

    @rule("EPIC-56", "EPIC-57", "EPIC-145")
    @pytest.mark.parametrize(
        ("reading", "unit", "save", "markers"),
        [
            ({}, {"armour": 4}, {"save": [1]}, 3),
            ({}, {"armour": 4}, {"save": [6]}, 1),
            ({"disrupt_crossfire": "none"}, {"armour": 4}, {"save": [1]}, 3),
            ({}, {"abilities": ["expendable"]}, {}, 1),
            ({}, {"type": "WE", "dc": 2}, {}, 2),
            ({}, {"type": "WE", "dc": 1}, {}, 3),
        ],
    )
    def test_the_first_loss_in_crossfire(self, reading: dict[str, str], unit: dict[str, Any], save: dict[str, Any], markers: int) -> None:
        """Under fire 1; a loss or a point of damage 1; the first unit destroyed 1 more, unless
        it is expendable."""
        told = {"points": 3, "crossfire": True, "under": [{"type": "INF", **unit}]}
        assert ask("barrage", None, reading, **told, roll={"to_hit": [6], **save})["result"]["blast"] == markers

    @rule("EPIC-57", "EPIC-61")
    def test_markers_on_a_formation_of_the_table(self) -> None:
        """6 points: under fire 1, one extra, one for the loss."""
        on = {"d": force((6, foot(armour=None)), seat=1)}
        result = ask("barrage", on, target="d", points=6, roll={"to_hit": [6, 1, 1, 1, 1, 1]})["result"]
        assert (result["blast"], result["kills"]) == (3, 1)

    @rule("EPIC-56", "EPIC-156")
    @pytest.mark.parametrize(("reading", "markers"), [({}, 4), ({"disrupt_crossfire": "none"}, 3)])
    def test_disrupt_in_crossfire(self, reading: dict[str, str], markers: int) -> None:
        """Under fire 1, two hits 2, the first loss 1 more by one reading."""
        told = {"points": 3, "crossfire": True, "abilities": ["disrupt"], "under": [{"type": "INF", "count": 2}]}
        assert ask("barrage", None, reading, **told, roll={"to_hit": [6, 6]})["result"]["blast"] == markers


class TestAssaults:
    @rule("EPIC-51", "EPIC-91")
    def test_macro_weapons_come_second(self) -> None:
        """The normal hit kills the first, who has no save; then no armour helps the second."""
        blade = {"name": "Blade", "range": "contact", "abilities": ["extra_attacks:1", "macro_weapon"]}
        on = {"a": force((1, foot(weapons=[blade]))), "d": force((1, foot(armour=None)), (1, foot(armour=2)), seat=1)}
        roll = {"strike:a": [[6], [6]], "strike:d": [[1], [1]]}
        sides = [{"formation": "a", "cc": [1]}, {"formation": "d", "cc": [1, 1]}]
        assert ask("assault_attacks", on, sides=sides, roll=roll)["result"]["kills:0"] == 2

    @rule("EPIC-89", "EPIC-160")
    def test_a_titan_killer_in_close_combat_throws_its_damage(self) -> None:
        fist = {"name": "Fist", "range": "contact", "abilities": ["extra_attacks:1", "titan_killer:d3"]}
        on = {"a": force((1, foot(weapons=[fist]))), "d": force((1, {**TITAN, "dc": 6, "critical": "none"}), seat=1)}
        roll = {"strike:a": [[1], [6]], "strike:d": [1] * 6, "damage": [3]}
        sides = [{"formation": "a", "cc": [1]}, {"formation": "d", "cc": [1]}]
        assert ask("assault_attacks", on, sides=sides, roll=roll)["result"]["kills:0"] == 3

    @rule("EPIC-94", "EPIC-95", "EPIC-97")
    def test_supporting_fire_never_stalls_an_attack(self) -> None:
        """One attacker of two is engaged and dies by support: the other is left, so the dice
        decide."""
        on = {"a": force((2, foot(armour=None))), "d": force((2, foot()), seat=1), "s": force((1, foot()), seat=1)}
        roll = {"strike:a": [1], "strike:d": [1, 1], "support:s": [6], "result:0": [6, 6], "result:1": [1, 1]}
        told = {"attacker": "a", "defender": "d", "engaged": {"a": {"ff": [1]}, "d": {"ff": [2]}}, "supporters": [{"formation": "s"}]}
        # 6 and no blast against 1, a kill, more units and no blast: 7 to 4, so the defenders lose
        # three and are gone
        reply = ask("assault", on, **told, roll=roll)
        assert (reply["result"]["winner"], reply["result"]["units:d"]) == ("attacker", 0)

    @rule("EPIC-103", "EPIC-100")
    def test_supporters_of_those_whom_support_wipes_out(self) -> None:
        """The case that leaves out step VII is that of the attacks alone."""
        on = {"a": force((2, foot())), "d": force((1, foot(armour=None)), seat=1), "s": force((1, foot())), "t": force((3, foot()), seat=1)}
        roll = {"strike:a": [1, 1], "strike:d": [1], "support:s": [6], "support:t": [1, 1, 1]}
        told = {"attacker": "a", "defender": "d", "supporters": [{"formation": "s"}, {"formation": "t"}]}
        reply = ask("assault", on, **told, roll=roll)
        assert (reply["result"]["winner"], reply["after"]["t"].get("blast")) == ("attacker", 1)

    @rule("EPIC-103", "EPIC-94")
    def test_supporters_of_those_whom_the_attack_wipes_out(self) -> None:
        on = {"a": force((2, foot())), "d": force((1, foot(armour=None)), seat=1), "t": force((3, foot()), seat=1)}
        reply = ask("assault", on, attacker="a", defender="d", supporters=[{"formation": "t"}], roll={"strike:a": [6, 1], "strike:d": [1]})
        assert (reply["result"]["winner"], reply["after"]["t"].get("blast")) == ("attacker", None)

    @rule("EPIC-131", "EPIC-98")
    def test_the_dead_inspire_nobody(self) -> None:
        """Four against three and no markers on either side: 2 and 1; and 1 for a kill on the
        other side."""
        on = {"a": force((1, foot(abilities=["inspiring"])), (4, foot())), "d": force((3, foot()), seat=1)}
        for lost, bonus in (([1, 0], [2, 2]), ([0, 1], [3, 2])):
            sides = [{"formations": [{"formation": "a", "lost": lost}]}, {"formations": [{"formation": "d"}]}]
            assert ask("assault_result", on, sides=sides)["result"]["bonus"] == bonus

    @rule("EPIC-84", "EPIC-143", "EPIC-99")
    @pytest.mark.parametrize(("abilities", "hits"), [([FEARLESS], 0), ([], 5), (["stubborn"], 4)])
    def test_extra_hits_of_a_formation(self, abilities: list[str], hits: int) -> None:
        on = {"a": force((4, foot(abilities=abilities))), "d": force((4, foot()), seat=1)}
        sides = [{"formations": [{"formation": "a"}]}, {"formations": [{"formation": "d"}]}]
        assert ask("assault_result", on, sides=sides, roll={"result:0": [1, 1], "result:1": [6, 6]})["result"]["extra_hits"] == hits

    @rule("EPIC-94")
    def test_a_stalled_attack_that_rolls_better(self) -> None:
        """The dice only say how many more attackers fall: here none."""
        told = {"sides": [{"formations": [{"formation": "a", "engaged": 0}]}, {"units": 4}], "roll": {"result:0": [6, 6], "result:1": [1, 1]}}
        result = ask("assault_result", {"a": force((4, foot()))}, {"stall": "roll"}, **told)["result"]
        assert (result["winner"], result["extra_hits"]) == (1, 0)

    @rule("EPIC-84", "EPIC-94", "EPIC-97", "EPIC-99", "EPIC-100", "EPIC-101", "EPIC-102", "EPIC-103", "EPIC-105", "EPIC-107")
    @pytest.mark.parametrize(
        ("reading", "ours", "theirs", "winner", "extra", "flees"),
        [
            ({}, {"units": 2}, {"units": 0}, 0, 0, "none"),
            ({}, {"units": 0}, {"units": 2}, 1, 0, "none"),
            ({}, {"units": 0}, {"units": 0}, None, 0, "none"),
            ({}, {"formations": [{"formation": "a", "engaged": False}]}, {"units": 4}, 1, 0, "attacker"),
            ({}, {"formations": [{"formation": "a", "engaged": [0]}]}, {"units": 4}, 1, 0, "attacker"),
            ({"stall": "roll"}, {"formations": [{"formation": "a", "engaged": 0}]}, {"units": 4}, 1, 5, "attacker"),
            ({}, {"formations": [{"formation": "a", "engaged": 0}]}, {"units": 0}, 0, 0, "none"),
            ({"double_wipe": "defender"}, {"formations": [{"formation": "a", "engaged": 0}]}, {"units": 0}, 1, 0, "attacker"),
            ({"double_wipe": "defender"}, {"units": 2}, {"units": 0}, 0, 0, "none"),
            ({"stall": "roll"}, {"units": 0}, {"units": 2}, 1, 0, "none"),
            ({"stall": "roll"}, {"units": 2}, {"units": 0}, 0, 0, "none"),
            ({}, {"formations": [{"formation": "a", "lost": [4]}]}, {"units": 4}, 1, 0, "none"),
            ({}, {"formations": [{"formation": "a", "lost": [3], "engaged": [1]}]}, {"units": 4}, 1, 10, "attacker"),
        ],
    )
    def test_what_the_attacks_have_decided(
        self, reading: dict[str, str], ours: dict[str, Any], theirs: dict[str, Any], winner: int | None, extra: int, flees: str
    ) -> None:
        """Four attackers without markers against no markers; where it is rolled, 1 against 6.
        Last row: 1 and no markers against 6, three kills, more units, twice as many, no markers:
        2 to 12."""
        reply = ask("assault_result", {"a": force((4, foot()))}, reading, sides=[ours, theirs], roll={"result:0": [1, 1], "result:1": [6, 6]})
        assert [reply["result"][key] for key in ("winner", "extra_hits", "withdraw", "then")] == [winner, extra, flees, "over"]
        consolidates = {0: "attacker", 1: "defender", None: "none"}[winner]
        assert (reply["result"]["consolidate"], bool(reply["result"]["rolled"])) == (consolidates, extra > 0)

    @rule("EPIC-103", "EPIC-96")
    @pytest.mark.parametrize(
        ("reading", "told", "dice", "shaken"),
        [
            ({}, ["s", "t", "m"], (1, 6), ["s"]),
            ({}, ["s", "t", "m"], (6, 1), ["t"]),
            ({"supporters_bm": "near"}, ["s", "t", "m"], (1, 6), ["s", "m"]),
            ({}, [["s"], ["t"]], (6, 1), ["t"]),
            ({}, [["x"], ["y"]], (1, 6), ["x"]),
            ({}, ["s", "t"], (3, 3), []),
            ({}, [["s"]], (6, 1), []),
            ({}, [["s"]], (1, 6), ["s"]),
        ],
    )
    def test_whose_supporters_take_a_marker(self, reading: dict[str, str], told: list[Any], dice: tuple[int, int], shaken: list[str]) -> None:
        """The loser's, and of them not those who march."""
        on = {"s": force((3, foot())), "t": force((3, foot()), seat=1), "m": force((3, foot()), state={"marched": True})}
        side = {"units": 3, "blast": 1}
        roll = {"result:0": [dice[0]] * 2, "result:1": [dice[1]] * 2}
        assert list(ask("assault_result", on, reading, sides=[side, side], supporters=told, roll=roll)["result"]["supporters_blast"]) == shaken

    @rule("EPIC-103")
    def test_sides_by_the_seats_of_their_formations(self) -> None:
        """The second seat attacks and loses by four: its supporter takes the marker."""
        on = {"a": force((3, foot()), seat=1), "d": force((3, foot())), "s": force((3, foot()), seat=1), "t": force((3, foot()))}
        sides = [{"formations": [{"formation": "a"}]}, {"formations": [{"formation": "d"}]}]
        reply = ask("assault_result", on, sides=sides, supporters=["s", "t"], roll={"result:0": [1, 1], "result:1": [5, 5]})
        assert list(reply["result"]["supporters_blast"]) == ["s"]

    @rule("EPIC-103")
    def test_supporters_of_a_side_without_formations(self) -> None:
        on = {"s": force((3, foot())), "t": force((3, foot()), seat=1)}
        reply = ask("assault_result", on, sides=[{"formations": []}, {"units": 3}], supporters=["s", "t"], roll={"result:0": [1, 1]})
        assert list(reply["result"]["supporters_blast"]) == ["s"]

    @rule("EPIC-103")
    def test_supporters_of_attackers_wiped_out(self) -> None:
        """Only a defender's end leaves out step VII."""
        reply = ask("assault_result", sides=[{"units": 0}, {"units": 3}], supporters=[["s"], ["t"]], roll={"result:0": [1, 1]})
        assert list(reply["result"]["supporters_blast"]) == ["s"]

    @rule("EPIC-103", "EPIC-94")
    @pytest.mark.parametrize(("reading", "shaken"), [({}, []), ({"wipe_supporters": "bm"}, ["t"])])
    def test_supporters_of_a_side_told_as_wiped_out(self, reading: dict[str, str], shaken: list[str]) -> None:
        reply = ask("assault_result", None, reading, sides=[{"units": 3}, {"units": 0}], supporters=[[], ["t"]], roll={"result:0": [1, 1]})
        assert list(reply["result"]["supporters_blast"]) == shaken

    @rule("EPIC-94", "EPIC-100")
    @pytest.mark.parametrize(
        ("ours", "engaged", "strikes", "winner"), [(1, 1, [6], "nobody"), (2, 2, [6], "attacker"), (2, 1, [6], "defender"), (2, 1, [1], "attacker")]
    )
    def test_both_wiped_out_by_the_other_reading(self, ours: int, engaged: int, strikes: list[int], winner: str) -> None:
        """One defender always dies; he kills one of those engaged or nobody."""
        on = {"a": force((ours, foot(armour=None))), "d": force((1, foot(armour=None)), seat=1)}
        told = {"attacker": "a", "defender": "d", "engaged": {"a": {"ff": [engaged]}, "d": {"ff": [1]}}}
        reply = ask("assault", on, {"double_wipe": "defender"}, **told, roll={"strike:a": [6] * engaged, "strike:d": strikes})
        assert reply["result"]["winner"] == winner

    @rule("EPIC-100", "EPIC-94", "EPIC-85")
    def test_attackers_wiped_out(self) -> None:
        on = {"a": force((1, foot(armour=None))), "d": force((1, foot()), seat=1)}
        reply = ask("assault", on, attacker="a", defender="d", engaged={"a": {"ff": [1]}}, roll={"strike:a": [1], "strike:d": [6]})
        assert reply["result"]["winner"] == "defender"

    @rule("EPIC-103", "EPIC-94")
    def test_supporters_of_a_stalled_attack(self) -> None:
        """The one engaged attacker dies: no support, no dice, and yet a marker for who stood by."""
        on = {"a": force((2, foot(armour=None))), "d": force((1, foot()), seat=1), "s": force((3, foot()))}
        told = {"attacker": "a", "defender": "d", "engaged": {"a": {"ff": [1]}, "d": {"ff": [1]}}, "supporters": [{"formation": "s"}]}
        reply = ask("assault", on, **told, roll={"strike:a": [1], "strike:d": [6]})
        assert (reply["result"]["winner"], reply["after"]["s"].get("blast")) == ("defender", 1)

    @rule("EPIC-103", "EPIC-99")
    def test_supporters_of_those_whom_the_result_wipes_out(self) -> None:
        """6, numbers and no markers against 1 and no markers: 8 to 2 is more than the one
        defender can take."""
        on = {"a": force((2, foot())), "d": force((1, foot()), seat=1), "t": force((3, foot()), seat=1)}
        roll = {"strike:a": [1, 1], "strike:d": [1], "support:t": [1, 1, 1], "result:0": [6, 6], "result:1": [1, 1]}
        reply = ask("assault", on, attacker="a", defender="d", supporters=[{"formation": "t"}], roll=roll)
        assert (reply["after"]["d"]["where"], reply["after"]["t"].get("blast")) == ("destroyed", 1)

    @rule("EPIC-140", "EPIC-270")
    def test_stubborn_beside_a_formation_that_is_gone(self) -> None:
        """One of two stubborn formations dies in the fight; 5 for the attackers' die, kill,
        numbers and twice, no markers: 9 to 5: four hits, less one: three of four are lost."""
        tough = {"abilities": ["stubborn"], "armour": None}
        on = {"a": force((9, foot())), "d": force((1, foot(**tough)), seat=1), "e": force((4, foot(**tough)), seat=1)}
        roll = {"strike:a": [6, *[1] * 8], "strike:d:0": [1], "strike:d:1": [1] * 4, "result:0": [5, 5], "result:1": [4, 4]}
        reply = ask("assault", on, attacker="a", defender="d", others=["e"], roll=roll)
        assert reply["after"]["e"]["lost"] == [3]

    @rule("EPIC-85")
    def test_nobody_charges_friends(self) -> None:
        on = {"a": force((1, foot())), "d": force((1, foot()))}
        assert ask("assault", on, attacker="a", defender="d")["refused"]["key"] == "friend"


class TestTheTable:
    @rule("EPIC-163", "EPIC-174")
    @pytest.mark.parametrize(("damage", "killed"), [([0], F(1, 36)), ([2], F(1, 6))])
    def test_a_titan_in_the_woods(self, damage: list[int], killed: Fraction) -> None:
        """A 1 is a point of damage; with two points left it dies only by a critical on top."""
        reply = ask("dangerous", {"t": force((1, TITAN), state={"damage": damage})}, formation="t")
        assert chance(reply, "destroyed", "yes") == killed

    @rule("EPIC-231", "EPIC-233")
    @pytest.mark.parametrize("unit", [FIGHTER, {"name": "Cruiser", "type": "SC"}])
    def test_neither_aircraft_nor_spacecraft_are_garrisons(self, unit: dict[str, Any]) -> None:
        assert ask("garrison", {"a": force((2, unit))}, formation="a")["result"]["eligible"] is False

    @rule("EPIC-249")
    @pytest.mark.parametrize(("reading", "points"), [("up", 326), ("exact", 325)])
    def test_two_halves_of_325(self, reading: str, points: int) -> None:
        broken = {"points": 325, "seat": 1, "state": {"broken": True}}
        on = {"d": force((4, foot()), **broken), "e": force((4, foot()), **broken)}
        assert ask("kill_points", on, {"half_points": reading}, formations=["d", "e"])["result"]["points"] == points
        assert ask("kill_points", on, {"half_points": reading})["result"]["points"] == [points, 0]

    @rule("EPIC-249", "EPIC-251")
    @pytest.mark.parametrize(("reading", "winner"), [("up", 0), ("exact", 0)])
    def test_half_a_point_ahead(self, reading: str, winner: int) -> None:
        """501 broken is 250.5 or 251: both are more than 250."""
        on = {"d": force((4, foot()), points=501, seat=1, state={"broken": True})}
        reply = ask("victory", on, {"half_points": reading}, turn=4, goals=[0, 0])
        assert (reply["result"]["winner"], reply["result"]["score"]) == (winner, "18-14")

    @rule("EPIC-122", "EPIC-123")
    @pytest.mark.parametrize(
        ("army", "broken", "left"), [("space_marines", {"broken": True}, 6), ("steel_legion", {"broken": True}, 3), ("space_marines", {"blast": 5}, 2)]
    )
    def test_space_marines_rally(self, army: str, broken: dict[str, Any], left: int) -> None:
        """Two markers shake each of them: broken they have twelve, and half of that goes."""
        on = {"a": force((6, foot()), army=army, state=broken)}
        assert ask("rally", on, formation="a", roll={"test": [6]})["result"]["blast"] == left

    @rule("EPIC-242", "EPIC-248")
    def test_the_turn_that_is_told(self) -> None:
        """Three to none wins on turn 4 and not on turn 2; not told, it is the first turn."""
        for told, winner in (({"turn": 4}, "player_1"), ({"turn": 2}, None), ({}, None)):
            session = do(game(step="rally", a=force((3, foot())), d=force((3, foot()), seat=1)), "victory", goals=[3, 0], **told)
            assert session.state.trackers.get("winner") == winner
        assert ask("victory", goals=[3, 0])["result"]["winner"] is None

    @rule("EPIC-242")
    @pytest.mark.parametrize(("sure", "winner"), [(True, "player_1"), (False, None)])
    def test_conceding(self, sure: bool, winner: str | None) -> None:
        session = do(game(a=force((3, foot())), d=force((3, foot()), seat=1)), "concede", sure, seat=1)
        assert session.state.trackers.get("winner") == winner

    @rule("EPIC-242")
    def test_a_game_given_up_stays_so(self) -> None:
        session = do(game(step="rally", turn=3, a=force((3, foot())), d=force((3, foot()), seat=1)), "concede", True, seat=0)
        assert do(session, "victory").prompt is None
        assert session.state.trackers["winner"] == "player_2"


def arm(reach: Any, *abilities: str, **more: Any) -> dict[str, Any]:
    return {"name": "Arm", "range": reach, "abilities": list(abilities), **more}


class TestWhoStrikesWithWhat:
    ENGINE = pairs(name="Engine", type="WE", dc=3, cc=4, ff=5, armour=4)

    @rule("EPIC-84", "EPIC-90", "EPIC-162", "EPIC-184", "EPIC-268")
    @pytest.mark.parametrize(
        ("rows", "told", "thrown"),
        [
            (((1, ENGINE),), {"cc": [2], "ff": [1]}, [(2, 4), (1, 5)]),
            (((1, ENGINE),), {"cc": [1]}, [(3, 4)]),
            (((1, ENGINE),), {"ff": [1]}, [(3, 5)]),
            (((2, ENGINE),), {"cc": [1], "ff": [1]}, [(3, 4), (3, 5)]),
            (((3, foot(ff=4)),), {"cc": [2], "ff": [2]}, [(2, 5), (1, 4)]),
            (((3, foot(ff=4)),), {"cc": [1], "ff": [2]}, [(1, 5), (2, 4)]),
            (((2, foot()), (1, {**FIGHTER, "ff": 5})), {"cc": [2, 1]}, [(2, 5)]),
            (((2, foot()), (1, {**FIGHTER, "cc": 6})), {"cc": [2, 1]}, [(2, 5), (1, 6)]),
        ],
    )
    def test_dice(self, rows: Any, told: dict[str, Any], thrown: list[tuple[int, int]]) -> None:
        """A die a unit, an engine its capacity however it shares it; aircraft without a value do
        not strike."""
        cards = [(count, dict(card.items())) for count, card in rows]
        on = {"a": force(*cards), "d": force((1, foot()), seat=1)}
        reply = ask("assault", on, attacker="a", defender="d", engaged={"a": told, "d": {"ff": [1]}}, roll={"strike:d": [1]})
        assert [pair for check, pair in zip(reply["checks"], dice(reply, ""), strict=True) if check["what"].startswith("strike:a")][: len(thrown)] == thrown

    @rule("EPIC-89", "EPIC-141", "EPIC-150", "EPIC-92")
    @pytest.mark.parametrize(
        ("weapon", "how", "kills"),
        [
            (arm("contact", "macro_weapon"), "cc", 1),
            (arm("contact", "macro_weapon"), "ff", None),
            (arm(15, "macro_weapon"), "ff", 1),
            (arm(15, "macro_weapon"), "cc", None),
            (arm(45, "macro_weapon", at=4), "ff", None),
            (arm(15, "macro_weapon", "small_arms", ap=4), "ff", 1),
            (arm(15, "small_arms", "macro_weapon", ap=4), "cc", None),
            (arm("contact", "lance"), "cc", None),
        ],
    )
    def test_whose_weapon_counts(self, weapon: dict[str, Any], how: str, kills: int | None) -> None:
        """Against armour 2 a macro-weapon kills for certain, other hits leave a save; only arms
        of that kind of fighting count."""
        on = {"a": force((1, foot(weapons=[weapon]))), "d": force((1, foot(armour=2)), seat=1)}
        sides = [{"formation": "a", how: [1]}, {"formation": "d", how: [1]}]
        assert ask("assault_attacks", on, sides=sides, roll={"strike:a": [6], "strike:d": [1]})["result"]["kills:0"] == kills

    @rule("EPIC-89", "EPIC-150")
    def test_what_an_arm_brings(self) -> None:
        """A Titan Killer of three points; fire that ignores the cover of buildings leaves armour
        6."""
        on = {"a": force((1, foot(weapons=[arm("contact", "titan_killer:3")]))), "d": force((1, {**TITAN, "dc": 6, "critical": "none"}), seat=1)}
        sides = [{"formation": "a", "cc": [1]}, {"formation": "d", "cc": [1]}]
        assert ask("assault_attacks", on, sides=sides, roll={"strike:a": [6], "strike:d": [1] * 6})["result"]["kills:0"] == 3
        on = {"a": force((1, foot(weapons=[arm(15, "ignore_cover")]))), "d": force((1, foot(armour=6)), seat=1)}
        sides = [{"formation": "a", "ff": [1]}, {"formation": "d", "ff": [1], "terrain": "building"}]
        assert chance(ask("assault_attacks", on, sides=sides), "kills:0", 1) == F(1, 3) * F(5, 6)

    @rule("EPIC-89", "EPIC-141", "EPIC-150")
    @pytest.mark.parametrize(
        ("weapon", "thrown"),
        [(arm("contact", "extra_attacks:2"), [(1, 5), (2, 5)]), (arm(15, "extra_attacks:2"), [(1, 5)]), (arm("contact", "macro_weapon"), [(1, 5)])],
    )
    def test_a_character_adds_only_extra_attacks_of_the_kind(self, weapon: dict[str, Any], thrown: list[tuple[int, int]]) -> None:
        hero = {"name": "Hero", "type": "CH", "weapons": [weapon]}
        on = {"a": force((1, foot()), (1, hero)), "d": force((1, foot()), seat=1)}
        sides = [{"formation": "a", "cc": [1]}, {"formation": "d", "cc": [1]}]
        assert dice(ask("assault_attacks", on, sides=sides), "strike:a") == thrown


class TestWhoActs:
    @rule("EPIC-09")
    @pytest.mark.parametrize(
        ("question", "told"),
        [
            ("action", {"formation": "a", "order": "advance"}),
            ("rally", {"formation": "a", "blast": 2}),
            ("fire", {"by": "a", "target": "d"}),
            ("assault", {"attacker": "a", "defender": "d"}),
        ],
    )
    def test_the_destroyed_do_nothing(self, question: str, told: dict[str, Any]) -> None:
        on = {"a": force((3, foot()), state={"where": "destroyed", "lost": [3]}), "d": force((3, foot()), seat=1)}
        assert ask(question, on, **told)["refused"]["key"] == "destroyed"

    @rule("EPIC-53", "EPIC-54")
    @pytest.mark.parametrize(("seat", "held"), [(0, {"where": "destroyed"}), (0, {"where": "reserve"}), (1, {}), (0, {"marched": True}), (0, {"broken": True})])
    def test_who_gives_no_crossfire(self, seat: int, held: dict[str, Any]) -> None:
        on = {"a": force((3, foot())), "b": force((3, foot()), seat=seat, state=held), "d": force((3, foot()), seat=1)}
        assert ask("fire", on, by="a", target="d", crossfire_by="b")["refused"]["key"] == "no_help"
        on["b"] = force((3, foot()))
        assert "refused" not in ask("fire", on, by="a", target="d", crossfire_by="b")
        assert ask("fire", on, by="a", target="d", crossfire_by="a")["refused"]["key"] == "no_help"
        assert "odds" in ask("fire", on, target="d", crossfire_by="b", shots=shots((1, "ap", 4)))

    @rule("EPIC-11", "EPIC-188")
    def test_markers_of_aircraft_that_are_only_told(self) -> None:
        """2+ and three markers: 5+."""
        assert chance(ask("action", order="ground_attack", initiative=2, blast=3), "test", "pass") == F(1, 3)

    @rule("EPIC-11", "EPIC-23")
    def test_a_test_in_numbers_retains_nothing(self) -> None:
        """The side has acted; a formation that is named would retain, one that is not may be
        anybody's."""
        session = do(game(a=force((3, foot())), b=force((3, foot())), d=force((3, foot()), seat=1)), "action", [6], formation="a", order="advance")
        asked = do(session, "action", initiative=2, order="advance").prompt
        assert asked
        assert asked.checks[0].modifiers == ()

    @rule("EPIC-125")
    def test_the_next_action_and_a_barrage_bring_it_down(self) -> None:
        skimmer = tank(abilities=["skimmer"], weapons=[{"name": "Gun", "range": 60, "bp": 2}])
        session = do(game(a=force((2, skimmer)), d=force((3, foot()), seat=1)), "action", [6], formation="a", order="advance", pop_up=True)
        assert session.state.unit("a").count("popped_up")
        do(session, "barrage", 3, [1, 1, 1], by="a", target="d")
        assert not session.state.unit("a").count("popped_up")
        session = do(game(a=force((2, skimmer), state={"popped_up": True})), "action", [6], formation="a", order="march")
        assert not session.state.unit("a").count("popped_up")


class TestOverwatch:
    def answered(self, blast: int = 0) -> Any:
        gun = {"name": "Rocket", "range": 45, "ap": 4, "abilities": ["single_shot"]}
        watcher = force((2, foot(weapons=[gun])), seat=1, state={"overwatch": True, "popped_up": True, "blast": blast})
        return do(game(a=force((3, foot())), d=watcher), "action", [6], "d", {"able": 2}, formation="a", order="march")

    @rule("EPIC-62", "EPIC-125", "EPIC-159")
    def test_it_comes_down_and_has_fired(self) -> None:
        session = self.answered()
        session.answer((1, 1))
        assert state(session, "d") == {"fired": pairs(Rocket=1)}

    @rule("EPIC-44", "EPIC-260")
    def test_all_suppressed_it_does_nothing(self) -> None:
        session = self.answered(blast=2)
        assert state(session, "a") == {"marched": True}


class TestFlak:
    @rule("EPIC-204")
    def test_who_has_fired_at_one_may_fire_at_another_and_is_remembered_for_both(self) -> None:
        """The second time nobody is in range; that does not reload it against the first."""
        gun = foot(weapons=[{"name": "Flak", "range": 30, "aa": 5}])
        here = {"one": force((1, FIGHTER)), "two": force((1, FIGHTER)), "d": force((1, gun), seat=1, state={"flak": ["one"]})}
        session = do(game(**here), "action", [6], "d", {"able": 0}, formation="two", order="ground_attack")
        assert session.state.unit("d").marks("flak") == ("one", "two")


class TestWrecks:
    """A carrier with one point left, three soldiers of armour 4 aboard, two of them a row
    without armour."""

    def table(self, **held: Any) -> dict[str, Any]:
        carrier = force((1, {**TITAN, "transport": 4, "armour": None, "shields": 0}), seat=1, state={"damage": [2], **held})
        troops = force((1, foot(armour=4)), (2, foot(armour=None)), seat=1, state={"aboard": "t", "where": "inside"})
        return {"t": carrier, "p": troops}

    @rule("EPIC-254", "EPIC-155", "EPIC-44", "EPIC-43", "EPIC-50")
    @pytest.mark.parametrize(
        ("reading", "type", "roll", "lost", "markers"),
        [
            ({}, "at", {"wreck:p:0": [4], "wreck:p:1": [6, 5]}, [0, 1], 1),
            ({}, "at", {"wreck:p:0": [3], "wreck:p:1": [6, 6]}, [1, 0], 1),
            ({"passengers": "armour_only"}, "at", {"wreck:p": [4]}, [0, 2], None),
            ({}, "mw", {}, [1, 2], None),
            ({}, "tk", {}, [1, 2], None),
        ],
    )
    def test_fire(self, reading: dict[str, str], type: str, roll: dict[str, Any], lost: list[int], markers: int | None) -> None:
        """Armour or a 6+; a marker for each who is lost; two markers on the only one left break
        the formation."""
        reply = ask("fire", self.table(), reading, target="t", shots=shots((1, type, 4)), roll={"to_hit": [6], **roll})
        after = reply["after"]["p"]
        assert (after["lost"], after.get("blast")) == (lost, markers)
        assert after["where"] == ("destroyed" if sum(lost) == 3 else "table")
        assert ("EPIC-113" in reply["refs"]) == (sum(lost) == 2)

    @rule("EPIC-254")
    @pytest.mark.parametrize(("held", "roll", "lost"), [({"lost": [1, 0]}, {"wreck:p": [6, 5]}, [1, 1]), ({"lost": [1, 2], "where": "destroyed"}, {}, [1, 2])])
    def test_only_the_living_get_out(self, held: dict[str, Any], roll: dict[str, Any], lost: list[int]) -> None:
        on = self.table()
        on["p"]["state"] |= held
        reply = ask("fire", on, target="t", shots=shots((1, "at", 4)), roll={"to_hit": [6], **roll})
        assert (reply["after"]["p"]["lost"], len(reply["checks"])) == (lost, 1 + len(roll))

    @rule("EPIC-126")
    def test_out_of_a_popped_up_skimmer_comes_nobody(self) -> None:
        reply = ask("fire", self.table(popped_up=True), target="t", shots=shots((1, "at", 4)), roll={"to_hit": [6]})
        assert reply["after"]["p"]["where"] == "destroyed"

    @rule("EPIC-254", "EPIC-61", "EPIC-43")
    @pytest.mark.parametrize(("abilities", "lost"), [([], [0, 2]), (["macro_weapon"], [1, 2])])
    def test_a_barrage(self, abilities: list[str], lost: list[int]) -> None:
        told = {"target": "t", "points": 3, "abilities": abilities}
        reply = ask("barrage", self.table(), **told, roll={"to_hit": [6], "wreck:p:0": [4], "wreck:p:1": [1, 1]})
        assert reply["after"]["p"]["lost"] == lost

    @rule("EPIC-254", "EPIC-102", "EPIC-44")
    def test_an_assault_brings_no_marker(self) -> None:
        on = {"a": force((1, foot())), **self.table()}
        roll = {"strike:a": [6], "strike:t": [1, 1, 1], "wreck:p:0": [4], "wreck:p:1": [6, 1]}
        after = ask("assault", on, attacker="a", defender="t", fought="cc", roll=roll)["after"]["p"]
        assert (after["lost"], after.get("blast"), after["where"]) == ([0, 1], None, "table")

    @rule("EPIC-254")
    def test_who_is_not_destroyed_keeps_them(self) -> None:
        reply = ask("fire", self.table(), target="t", shots=shots((1, "at", 4)), roll={"to_hit": [1]})
        assert reply["after"]["p"]["where"] == "inside"


class TestBadQuestions:
    @rule("EPIC-66", "EPIC-43", "EPIC-174", "EPIC-146", "EPIC-223", "EPIC-84", "EPIC-85", "EPIC-161")
    @pytest.mark.parametrize(
        ("question", "told", "sentence"),
        [
            ("dangerous", {"formation": "a", "row": 5}, "Force has no row 5"),
            ("fire", {"target": "a"}, "a formation that fires or its shots are needed"),
            ("fire", {"target": "a", "shots": [{"type": "ap", "value": 4, "victim": 1}]}, "Force has no row 1"),
            ("critical", {"unit": "a", "hits": 1}, "Force has no war engine"),
            ("critical", {"dc": 3, "damage": 3}, "3 points of damage on a capacity of 3: it is destroyed"),
            ("critical", {"unit": "t", "damage": 4}, "4 points of damage on a capacity of 3: it is destroyed"),
            ("barrage", {"points": 3, "under": [{"type": "WE", "dc": 2, "count": 2, "damage": 4}]}, "4 points of damage on a capacity of 4: it is destroyed"),
            ("assault", {"attacker": "a", "defender": "d", "engaged": {"z": {"cc": [1]}}}, "z is not in this assault"),
            ("landing", {"formation": "e", "spot": "wood"}, "Force has no row 0"),
            ("garrison", {"formation": "e"}, "Force has no row 0"),
            ("barrage", {"target": "a", "points": 3, "under": [{"type": "WE", "dc": 2, "row": 4}]}, "Force has no row 4"),
        ],
    )
    def test_a_sentence_says_what_is_wrong(self, question: str, told: dict[str, Any], sentence: str) -> None:
        on = {"a": force((1, foot())), "d": force((1, foot()), seat=1), "e": force(), "t": force((1, TITAN))}
        assert wrong(question, on, **told) == sentence
