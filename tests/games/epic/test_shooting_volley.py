"""The steps of a volley: passes, snipers, markers, the kinds of hits together. Figures worked
out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.values.maps import frozen
from tests.games.asking import change
from tests.games.epic.table import (
    FEARLESS,
    RA,
    SHIELDED_TITAN,
    ask,
    chance,
    dice_and_targets,
    do,
    foot,
    force,
    game,
    good_shot,
    hero,
    shots_of,
    state,
    tank,
    titan,
    what_is_asked,
)

rule = pytest.mark.rule
F = Fraction


def names(reply: dict[str, Any]) -> list[str]:
    return [check["what"] for check in reply["checks"]]


class TestPasses:
    @rule("EPIC-160", "EPIC-171")
    @pytest.mark.parametrize(
        ("unit", "first", "rolled", "damage"),
        [
            (tank(), "d3", ["to_hit:0", "to_hit:1"], 0),
            (titan(dc=9), "d3", ["to_hit:0", "to_hit:1", "damage", "damage:of:1"], 4),
            (titan(dc=9), 2, ["to_hit:0", "to_hit:1", "damage"], 5),
            (titan(dc=9), "d0", ["to_hit:0", "to_hit:1", "damage"], 4),
        ],
    )
    def test_dice_for_damage(self, unit: dict[str, Any], first: Any, rolled: list[str], damage: int) -> None:
        """The second hit does three points to an engine; the first one point by its die, two by
        its number, one by a die without sides. Whoever is no engine simply dies."""
        on = {"d": force((3, unit), seat=1)}
        roll = {"to_hit": [[6], [6]], "damage:of:1": [3], "damage": [1] if len(rolled) > 3 else [3]}
        reply = ask("fire", on, target="d", shots=[good_shot(type="tk", damage=first), good_shot(type="tk", damage="d3")], roll=roll)
        assert (names(reply), reply["result"]["damage"], reply["result"]["kills"]) == (rolled, damage, 0 if damage else 2)

    @rule("EPIC-49", "EPIC-50")
    @pytest.mark.parametrize(("faces", "alive"), [([[6], [6]], True), ([[1], [6]], False)])
    def test_hits_on_the_dead_are_lost(self, faces: list[list[int]], alive: bool) -> None:
        """Destroyed by a normal hit the transport's passengers save by their armour, whatever
        else has hit; not if the macro-weapon did it."""
        on = {"d": force((1, tank(armour=None)), seat=1), "p": force((1, foot(armour=4)), seat=1, state={"aboard": "d", "where": "inside"})}
        reply = ask("fire", on, target="d", shots=[good_shot(type="at"), good_shot(type="mw")], roll={"to_hit": faces, "wreck:p": [4]})
        assert (reply["after"]["p"]["where"] == "table") is alive

    @rule("EPIC-49", "EPIC-50")
    @pytest.mark.parametrize(("faces", "saves"), [(((6,), (6,)), ["save", "save:macro"]), (((1,), (6,)), ["save"]), (((6,), (1,)), ["save"])])
    def test_the_second_wave_of_saves_has_its_own_name(self, faces: Any, saves: list[str]) -> None:
        on = {"d": force((2, tank(abilities=[RA])), seat=1)}
        session, found = do(game(**on), "fire", faces, target="d", shots=[good_shot(type="at"), good_shot(type="mw")]), []
        while session.prompt:
            found.append(session.prompt.key)
            session.answer((6,))
        assert found == saves

    @rule("EPIC-50", "EPIC-49")
    def test_engines_roll_for_criticals_after_their_saves(self) -> None:
        session = do(game(d=force((1, titan(armour=4, critical="destroyed")), seat=1)), "fire", (6,), (3,), target="d", shots=[good_shot(type="at")])
        assert what_is_asked(session) == ("critical", 1, ("d",))
        session.answer((6,))
        assert session.state.unit("d").where == "destroyed"

    @rule("EPIC-44", "EPIC-276")
    @pytest.mark.parametrize(("shields", "down", "damage", "blast"), [(0, None, [2], 3), (1, [1], [1], 2), (2, [2], None, 1), (3, [2], None, 1)])
    def test_shields_stop_both_waves(self, shields: int, down: Any, damage: Any, blast: int) -> None:
        """A normal hit and a macro-weapon's on an engine without armour: under fire 1, and 1 for
        each point that passes."""
        on = {"d": force((1, titan(dc=4, shields=shields)), seat=1)}
        after = ask("fire", on, target="d", shots=[good_shot(type="at"), good_shot(type="mw")], roll={"to_hit": [[6], [6]]})["after"]["d"]
        assert (after.get("shields_down"), after.get("damage"), after["blast"]) == (down, damage, blast)

    @rule("EPIC-44", "EPIC-49")
    @pytest.mark.parametrize(("reading", "lost", "blast"), [("fresh", [1, 0, 0], 2), ("continue", [0, 1, 0], 2)])
    def test_where_the_second_wave_begins(self, reading: str, lost: list[int], blast: int) -> None:
        """The first tank saves a shell: the macro-weapon begins there again, or goes on to the
        second, and kills: under fire 1, a loss 1."""
        on = {"d": force((1, tank()), (1, tank()), (9, tank()), seat=1)}
        reply = ask(
            "fire", on, {"macro_pass": reading}, target="d", shots=[good_shot(type="at"), good_shot(type="mw")], roll={"to_hit": [[6], [6]], "save": [4]}
        )
        assert (change(reply, "d", "lost"), change(reply, "d", "blast")) == (lost, blast)

    @rule("EPIC-51", "EPIC-171")
    @pytest.mark.parametrize(
        ("reading", "normal", "macro", "damage", "lost"),
        [
            # an engine of two places with two hits is full: the macro-weapon goes on to the tank;
            # with
            # one hit it has a place left
            ("fresh", 2, 1, [1, 0], None),
            ("continue", 2, 1, None, [0, 1]),
            ("continue", 1, 1, [1, 0], None),
            ("continue", 1, 2, [1, 0], [0, 1]),
            ("fresh", 1, 2, None, [1, 0]),
            ("continue", 0, 2, None, [1, 0]),
        ],
    )
    def test_an_engine_keeps_the_places_it_has_filled(self, reading: str, normal: int, macro: int, damage: Any, lost: Any) -> None:
        on = {"d": force((1, titan(dc=2, armour=4)), (1, tank()), seat=1)}
        faces = [[6] * normal + [1] * (2 - normal), [6] * macro]
        roll = {"to_hit": faces, **({"save": [4] * normal} if normal else {})}
        after = ask("fire", on, {"macro_pass": reading}, target="d", shots=[good_shot(2, "at"), good_shot(macro, "mw")], roll=roll)["after"]["d"]
        assert (after.get("damage"), after.get("lost")) == (damage, lost)

    @rule("EPIC-51", "EPIC-171")
    @pytest.mark.parametrize(("reading", "damage", "down"), [("fresh", [1], [1]), ("continue", None, [2])])
    def test_engines_of_one_row_keep_their_own_places(self, reading: str, damage: Any, down: list[int]) -> None:
        """Two engines of two places with a shield each; the first loses it and saves the second
        shell: full. The macro-weapon hits it, or the other's shield."""
        on = {"d": force((2, titan(dc=2, armour=4, shields=1)), seat=1)}
        after = ask(
            "fire", on, {"macro_pass": reading}, target="d", shots=[good_shot(2, "at"), good_shot(1, "mw")], roll={"to_hit": [[6, 6], [6]], "save": [4]}
        )["after"]["d"]
        assert (after.get("damage"), after.get("shields_down")) == (damage, down)

    @rule("EPIC-51", "EPIC-171")
    @pytest.mark.parametrize("reading", ["fresh", "continue"])
    def test_the_places_of_a_wreck_are_gone_with_it(self, reading: str) -> None:
        """Two shells destroy the first of two engines; the macro-weapon hits the other, not the
        tank behind."""
        on = {"d": force((2, titan(dc=2)), (1, tank()), seat=1)}
        after = ask("fire", on, {"macro_pass": reading}, target="d", shots=[good_shot(2, "at"), good_shot(1, "mw")], roll={"to_hit": [[6, 6], [6]]})["after"][
            "d"
        ]
        assert (after["lost"], after["damage"]) == ([1, 0], [1, 0])

    @rule("EPIC-49", "EPIC-221")
    @pytest.mark.parametrize(("manner", "damage", "lost"), [({"as": "pin_point"}, [0, 1], None), ({}, None, [1, 0])])
    def test_pin_point_hits_pass_the_infantry_by(self, manner: dict[str, str], damage: Any, lost: Any) -> None:
        on = {"d": force((9, foot()), (1, titan()), seat=1)}
        after = ask("fire", on, target="d", shots=[good_shot(type="mw")], roll={"to_hit": [6]}, **manner)["after"]["d"]
        assert (after.get("damage"), after.get("lost")) == (damage, lost)


class TestSnipers:
    @rule("EPIC-146", "EPIC-256")
    @pytest.mark.parametrize(
        ("rows", "kind", "first", "able"),
        [
            (((2, foot()), (2, foot())), "ap", "0", ["0", "1"]),
            (((2, foot()), (2, foot()), (1, {"name": "Chief", "type": "CH"})), "ap", "1", ["0", "1"]),
            (((2, foot()), (2, foot(abilities=["inspiring"]))), "ap", "1", ["0", "1"]),
            (((2, tank()), (2, foot()), (2, foot())), "ap", "1", ["1", "2"]),
            (((2, tank()), (2, tank(abilities=["leader"])), (2, foot())), "ap", "2", ["2"]),
            (((2, tank()), (2, tank())), "ap", "0", ["0"]),
        ],
    )
    def test_whom_he_is_offered(self, rows: Any, kind: str, first: str, able: list[str]) -> None:
        """Only those his shot can hit; the front row, or one that is worth more. The enemy of
        the target picks."""
        session = do(game(d=force(*rows, seat=0)), "fire", (6,), target="d", shots=[good_shot(type=kind, abilities=["sniper"])])
        assert what_is_asked(session) == ("sniper:0", 1, ("d",))
        assert session.prompt
        assert (session.prompt.default, [option.key for option in session.prompt.options]) == (first, able)

    @rule("EPIC-146", "EPIC-44")
    def test_nobody_he_can_hit(self) -> None:
        """An AP hit among tanks: no save, no loss, the marker for the fire."""
        reply = ask("fire", {"d": force((2, tank()), seat=1)}, target="d", shots=[good_shot(abilities=["sniper"])], roll={"to_hit": [6]})
        assert (names(reply), reply["after"]["d"]) == (["to_hit"], {"where": "table", "blast": 1})


class TestTheFifthStep:
    @rule("EPIC-43", "EPIC-52")
    @pytest.mark.parametrize(
        ("reading", "broken", "after", "shown"),
        [("after", True, {"lost": [1]}, 0), ("before", True, {"lost": [1]}, 0), ("after", False, {"blast": 1}, 1), ("before", False, {"blast": 1}, 1)],
    )
    def test_the_first_marker_falls_once(self, reading: str, broken: bool, after: dict[str, Any], shown: int) -> None:
        """A miss at four units: one marker, on the broken one hit."""
        on = {"d": force((4, foot()), seat=1, state={"broken": True} if broken else {})}
        reply = ask("fire", on, {"broken_bm_timing": reading}, target="d", shots=[good_shot()], roll={"to_hit": [1]})
        kept = {key: value for key, value in reply["after"]["d"].items() if key not in ("where", "broken")}
        assert (kept, reply["result"]["blast"]) == (after, shown)

    @rule("EPIC-43", "EPIC-116")
    @pytest.mark.parametrize(
        ("faces", "rolled", "damage"),
        [
            ({"to_hit": [1], "critical": [1]}, ["to_hit", "critical"], [1]),
            ({"to_hit": [6], "critical": [1], "critical:markers": [1, 1]}, ["to_hit", "critical", "critical:markers"], [3]),
        ],
    )
    def test_criticals_for_markers_on_a_broken_engine(self, faces: dict[str, Any], rolled: list[str], damage: list[int]) -> None:
        """Missed: the marker is a point of damage. Hit: a point with its die, then two more, for
        the fire and for the point."""
        on = {"d": force((1, titan(dc=5, critical="destroyed")), seat=1, state={"broken": True})}
        reply = ask("fire", on, target="d", shots=[good_shot(type="at")], roll=faces)
        assert (names(reply), reply["after"]["d"]["damage"]) == (rolled, damage)

    @rule("EPIC-43", "EPIC-52")
    @pytest.mark.parametrize(
        ("units", "held", "faces", "asks"),
        [(2, {"blast": 1}, (1,), True), (3, {"blast": 1}, (1,), False), (2, {"broken": True}, (1,), False), (1, {}, (6,), False)],
    )
    def test_who_withdraws(self, units: int, held: dict[str, Any], faces: tuple[int, ...], asks: bool) -> None:
        """Who breaks now; not who holds, was broken before, or is no more."""
        session = do(game(d=force((units, foot(armour=None)), seat=1, state=held)), "fire", faces, target="d", shots=[good_shot()])
        assert (session.prompt.key if session.prompt else "") == ("withdraw:d:0" if asks else "")

    @rule("EPIC-43", "EPIC-52")
    def test_nobody_withdraws_twice(self) -> None:
        """Two attacks of pods on two units with a marker: the first one's marker breaks them,
        the second one's is a hit."""
        session = game(a=force((2, foot()), state={"where": "reserve"}), d=force((2, foot()), seat=1, state={"blast": 1}))
        attack = {"target": "d", "shots": [good_shot()], "pods": 1}
        do(session, "drop_pods", (3, 3), (1,), formation="a", attacks=[attack, attack])
        assert what_is_asked(session)[0] == "withdraw:d:0"
        for answer in (0, (1,)):
            session.answer(frozen(answer))
        assert (what_is_asked(session)[0], state(session, "d")) == ("stranded:0", {"broken": True, "lost": (1,)})


class TestKindsOfHitsTogether:
    @rule("EPIC-43", "EPIC-51")
    def test_equal_hits_of_different_weapons_are_one_lot(self) -> None:
        """AP5+ and AP3+ on one unit without a save: none hits in 2/3 * 1/3."""
        on = {"d": force((1, foot(armour=None)), seat=1)}
        reply = ask("fire", on, target="d", shots=shots_of((1, "ap", 5), (1, "ap", 3)))
        assert (chance(reply, "kills", 0), chance(reply, "hits", 2)) == (F(2, 9), F(2, 9))

    @rule("EPIC-45", "EPIC-146")
    def test_what_is_asked_about_hits_is_asked_for_each_weapon(self) -> None:
        """Two snipers pick their own victims; two Titan Killers throw their own dice: 1 and 3 of
        six points."""
        on = {"d": force((2, foot(armour=None)), (2, foot(armour=None)), seat=1)}
        sniping = shots_of((1, "ap", 4), (1, "ap", 4), abilities=("sniper",))
        reply = ask("fire", on, target="d", shots=sniping, roll={"to_hit": [[6], [6]]}, answers={"sniper:0": "0", "sniper:1": "1"})
        assert reply["after"]["d"]["lost"] == [1, 1]
        on = {"d": force((1, {**SHIELDED_TITAN, "dc": 6, "shields": 0, "critical": "none"}), seat=1)}
        killing = shots_of((1, "tk", 4), (1, "tk", 4), damage="d3")
        reply = ask("fire", on, target="d", shots=killing, roll={"to_hit": [[6], [6]], "damage": [1], "damage:of:1": [3]})
        assert reply["result"]["damage"] == 4

    @rule("EPIC-69", "EPIC-73")
    @pytest.mark.parametrize(("terrain", "needs"), [(["open", "wood"], 5), (["wood", "open"], 4), (["open", "open", "wood"], 5), (["wood", "wood", "open"], 4)])
    def test_the_last_ground_told_is_for_all_rows_behind(self, terrain: list[str], needs: int) -> None:
        on = {"d": force((1, foot()), (1, foot()), (1, tank()), seat=1)}
        assert dice_and_targets(ask("fire", on, target="d", terrain=terrain, shots=shots_of((1, "at", 4))), "to_hit") == [(1, needs)]

    @rule("EPIC-145")
    @pytest.mark.parametrize(("others", "markers"), [(((2, foot()),), 1), ((), 2), (((1, {"name": "Hero", "type": "CH"}),), 2)])
    def test_a_formation_of_expendables_only(self, others: Any, markers: int) -> None:
        """By the other reading their losses count, but only where nobody else is there; a
        character is no unit."""
        on = {"d": force((3, foot(armour=None, abilities=["expendable"])), *others, seat=1)}
        reply = ask("fire", on, {"all_expendable": "lost"}, target="d", shots=shots_of((1, "ap", 4)), roll={"to_hit": [6]})
        assert reply["result"]["blast"] == markers

    @rule("EPIC-43", "EPIC-146")
    def test_a_snipers_victim_that_is_told(self) -> None:
        """Not the Leader, whom he would pick by himself; and nobody is picked by a miss."""
        on = {"d": force((2, foot(armour=None)), (1, foot(armour=None, abilities=["leader"])), seat=1)}
        fire = shots_of((1, "ap", 4), abilities=("sniper",))
        assert ask("fire", on, target="d", shots=[{**fire[0], "victim": 0}], roll={"to_hit": [6]})["after"]["d"]["lost"] == [1, 0]
        missed, hit = (ask("fire", on, target="d", shots=fire, roll={"to_hit": [die]}) for die in (1, 6))
        assert ("EPIC-146" in missed["refs"], "EPIC-146" in hit["refs"], hit["after"]["d"]["lost"]) == (False, True, [0, 1])

    @rule("EPIC-51", "EPIC-160")
    @pytest.mark.parametrize(("reading", "lost"), [({}, [1, 0]), ({"tk_pass": "normal"}, [0, 1])])
    def test_titan_killers_and_the_passes(self, reading: dict[str, str], lost: list[int]) -> None:
        """The first tank saves the shell; the Titan Killer begins again at the front, or goes on
        to the second."""
        on = {"d": force((1, tank()), (1, tank()), seat=1)}
        fire = shots_of((1, "at", 4), (1, "tk", 4))
        assert ask("fire", on, reading, target="d", shots=fire, roll={"to_hit": [[6], [6]], "save": [6]})["after"]["d"]["lost"] == lost
        on = {"d": force((1, foot(armour=None)), seat=1)}
        assert ask("fire", on, reading, target="d", shots=shots_of((1, "ap", 4)), roll={"to_hit": [6]})["result"]["kills"] == 1

    @rule("EPIC-43", "EPIC-116")
    def test_nobody_shoots_at_whom_the_first_marker_kills(self) -> None:
        on = {"d": force((1, foot()), seat=1, state={"broken": True})}
        reply = ask("fire", on, {"broken_bm_timing": "before"}, target="d", shots=shots_of((1, "ap", 4)))
        assert (reply["checks"], chance(reply, "kills", 1)) == ([], 1)

    @rule("EPIC-42", "EPIC-43")
    def test_pods_without_guns(self) -> None:
        assert chance(ask("fire", {"d": force((4, foot()), seat=1)}, target="d", pods=2, **{"as": "drop_pod"}), "blast", 2) == 1

    @rule("EPIC-56", "EPIC-145")
    def test_a_dead_expendable_and_a_dead_soldier_in_crossfire(self) -> None:
        """Under fire 1, the soldier 1, the first loss that counts 1 more."""
        on = {"d": force((1, foot(abilities=["expendable"])), (5, foot()), seat=1)}
        roll = {"to_hit": [6, 6], "save:0": [1], "save:1": [1]}
        reply = ask("fire", on, target="d", crossfire=True, shots=shots_of((2, "ap", 4)), roll=roll)
        assert (reply["result"]["kills"], reply["result"]["blast"]) == (2, 3)

    @rule("EPIC-116", "EPIC-143")
    def test_markers_on_the_broken_pass_by_the_fearless(self) -> None:
        on = {"d": force((2, foot(abilities=[FEARLESS])), (1, foot()), seat=1, state={"broken": True})}
        reply = ask("fire", on, target="d", shots=shots_of((1, "ap", 4)), roll={"to_hit": [1]})
        assert reply["after"]["d"]["lost"] == [0, 1]

    @rule("EPIC-44", "EPIC-41")
    def test_nobody_fires(self) -> None:
        """A marker for each unit: all are suppressed, nothing happens, nobody dies."""
        on = {"a": force((2, foot()), state={"blast": 2}), "d": force((2, foot()), seat=1)}
        assert [chance(ask("fire", on, by="a", target="d"), *each) for each in (("kills", 0), ("blast", 0))] == [1, 1]

    @rule("EPIC-178", "EPIC-276")
    def test_normal_hits_take_the_shields_and_macro_weapons_the_hull(self) -> None:
        on = {"d": force((1, SHIELDED_TITAN), seat=1)}
        roll = {"to_hit:0": [6, 6], "to_hit:1": [6], "critical:macro": [1]}
        reply = ask("fire", on, target="d", shots=shots_of((2, "at", 4), (1, "mw", 4)), roll=roll)
        assert (reply["result"]["damage"], reply["result"]["blast"], reply["after"]["d"]["shields_down"]) == (1, 2, [2])


class TestCharactersUnderFire:
    @rule("EPIC-141", "EPIC-143")
    @pytest.mark.parametrize(("units", "markers", "lost"), [(3, 1, [1, 0]), (3, 3, [2, 0]), (1, 1, None)])
    def test_a_fearless_hero_saves_one(self, units: int, markers: int, lost: list[int] | None) -> None:
        """Markers on a broken formation: the hero's unit alone is spared."""
        on = {"d": force((units, foot(armour=None)), (1, hero("fearless")), seat=1, state={"broken": True})}
        reply = ask("fire", on, target="d", pods=markers, **{"as": "drop_pod"})
        assert reply["after"]["d"].get("lost") == lost

    @rule("EPIC-144", "EPIC-141")
    @pytest.mark.parametrize(("units", "killed"), [(1, F(1, 2) * F(5, 6)), (2, F(1, 2))])
    def test_his_save_is_his(self, units: int, killed: Fraction) -> None:
        """A macro-weapon hits on 4+; the front unit of two is not his."""
        on = {"d": force((units, foot(armour=None)), (1, hero("invulnerable_save")), seat=1)}
        assert chance(ask("fire", on, target="d", shots=[{"type": "mw", "value": 4}]), "kills", 1) == killed
        assert chance(ask("barrage", on, target="d", points=3, abilities=["macro_weapon"]), "kills", units) == killed**units
