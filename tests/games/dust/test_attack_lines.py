"""All lines of one attack, each with its own target."""

from fractions import Fraction
from typing import Any, ClassVar

import pytest

from engine.doors.tables import table
from engine.games import RULESETS
from engine.playing.procedure import whole
from engine.playing.walk import walk
from engine.values.maps import frozen, pairs
from tests.engine.brute import brute
from tests.games.asking import ask, change
from tests.games.dust.table import (
    BOYS,
    KNIFE,
    PIONEERS,
    THIRD,
    F,
    H,
    M,
    assault,
    dice,
    dist,
    hero,
    hits,
    refused,
    rule,
    said,
    seated,
    shot,
    squad,
    tell,
    walker,
    weapon,
)

TWO = {"a": {"card": PIONEERS}, "b": {"card": BOYS}, "c": {"card": squad(2), "seat": 1}}


class TestLines:
    @rule("DUST-29", "DUST-38")
    def test_all_lines_on_one_target(self) -> None:
        """EX-D07: four rifles with two hits and a Panzerfaust with one: three Hell Boys go."""
        reply = assault(TWO, ("StG 47", "b"), ("Panzerfaust", "b", {"rounds": 1}), roll={"attack:0": [H, H, M, M], "attack:1": [H]})
        assert dice(reply) == {"attack:0": 4, "attack:1": 1}
        assert (reply["result"]["models"], reply["result"]["models:b"], change(reply, "b", "alive")) == (2, 2, [0, 1])

    @rule("DUST-29", "DUST-181")
    def test_a_used_weapon_stays_used(self) -> None:
        """EX-D08: the rifles kill all of c; the Panzerfaust aimed at it is spent all the same,
        and hits nobody else."""
        reply = assault(
            TWO,
            ("Flammenwerfer", "b"),
            ("Knife & Grenade", "b", {"retaliation": []}),
            ("StG 47", "c"),
            ("Panzerfaust", "c", {"rounds": 2}),
            roll={"attack:0": [M] * 5, "attack:2": [H, H, M, M], "attack:1": [M] * 5},
        )
        assert reply["result"]["readings"] == {"attack:0": 0, "attack:2": 2, "attack:1": 0}
        assert (change(reply, "c", "where"), change(reply, "a", "ammo.Panzerfaust"), reply["result"]["damage:b"]) == ("destroyed", 1, 0)

    @rule("DUST-182", "DUST-158")
    def test_dice_are_counted_at_the_declaration(self) -> None:
        """Whoever falls to the rifles is still counted by the flames of the same attack."""
        reply = assault(TWO, ("StG 47", "b"), ("Flammenwerfer", "b"), roll={"attack:0": [H, H, M, M], "attack:1": [M] * 5})
        assert dice(reply)["attack:1"] == 5

    @rule("DUST-44", "DUST-43")
    def test_the_unit_before_its_cover(self) -> None:
        units = {**TWO, "t": {"card": {"kind": "trap"}, "seat": 1}}
        reply = assault(
            units, ("Panzerfaust", "t", {"rounds": 1}), ("StG 47", "b", {"cover": "hard"}), roll={"attack:1": [H, M, M, M], "cover:1": [M], "attack:0": [H]}
        )
        assert list(reply["result"]["readings"]) == ["attack:1", "cover:1", "attack:0"]
        assert change(reply, "t", "damage") == 1

    @rule("DUST-29", "DUST-44")
    def test_one_line_has_one_target(self) -> None:
        units = {**TWO, "t": {"card": {"kind": "crate"}, "seat": 1}}
        assert refused(assault(units, ("StG 47", "b"), ("StG 47", "c"))) == ["DUST-29"]
        assert refused(assault(units, ("StG 47", "b"), ("StG 47", "t"))) == ["DUST-44"]
        assert "refused" not in assault(units, ("Flammenwerfer", "b"), ("Flammenwerfer", "c"))  # a path of flames
        assert refused(assault(units, ("StG 47", "b"), ("Panzerfaust", "c", {"range": 4}))) == ["DUST-47"]

    @rule("DUST-34")
    def test_a_weapon_may_be_left_out(self) -> None:
        assert dice(assault(TWO, ("StG 47", "b"))) == {"attack:0": 4}

    @rule("DUST-166", "DUST-31")
    def test_each_unit_burnt_has_its_own_dice(self) -> None:
        flames = walker(weapons={"Napalm": {"range": "2", "values": {"S2": "1/man", "V1": "2/1"}, "kinds": ["flamethrower"]}})
        units = {"a": {"card": flames}, "b": {"card": squad(3)}, "c": {"card": walker(), "seat": 1}}
        reply = assault(units, ("Napalm", "b"), ("Napalm", "c"), sustained=True, cover="hard")
        assert dice(reply) == {"attack:0": 3, "attack:1": 2}
        assert (dist(reply, "damage:b"), dist(reply, "damage:c")) == (hits(3, rerolls=1), hits(2, rerolls=1))


class TestOneTarget:
    UNITS: ClassVar[dict[str, Any]] = {"a": seated(0, squad(2)), "b": seated(1, squad()), "c": seated(1, squad()), "t": seated(1, {"kind": "crate"})}

    @rule("DUST-29", "DUST-44")
    @pytest.mark.parametrize(
        ("second", "refs"), [(("Rifle", "c", {"attacker": "a"}), ["DUST-29"]), (("Rifle", "b"), ["DUST-29"]), (("Rifle", "t"), ["DUST-44"])]
    )
    def test_one_line_is_fired_once(self, second: Any, refs: list[str]) -> None:
        assert said(assault(self.UNITS, ("Rifle", "b"), second)) == refs
        flames = {**self.UNITS, "a": seated(0, squad(2, {"Rifle": weapon("1/man", "2", "flamethrower")}))}
        assert said(assault(flames, ("Rifle", "b"), second)) == (["DUST-29"] if second[1] == "b" else None)

    @rule("DUST-29", "DUST-44")
    def test_one_crate_twice_is_no_matter_of_its_square(self) -> None:
        assert said(assault(self.UNITS, ("Rifle", "t"), ("Rifle", "t"))) == ["DUST-29"]

    @rule("DUST-125")
    @pytest.mark.parametrize(("used", "refs"), [([], None), (["heroic_attack"], ["DUST-125"])])
    def test_heroism_of_the_target_is_used_up_too(self, used: list[str], refs: Any) -> None:
        units = {"a": seated(0, squad(1, skills=[])), "b": seated(1, hero(skills=["heroic_attack"]), used=used)}
        assert said(ask("dust", "attack", units, attacker="a", weapon="Rifle", target="b", skills=["heroic_attack"])) == refs

    @rule("DUST-157", "DUST-160")
    @pytest.mark.parametrize(
        ("card", "alive", "most", "ref"),
        [
            (squad(5, {"R": weapon("1/1-2/1-3/1", "6", ammo=6)}), [0, 1, 2, 3, 4], 3, "DUST-157"),
            (squad(5, {"R": weapon("1/1-2/1-3/1", "6", ammo=6)}), [1], 1, "DUST-160"),
            (squad(5, {"R": weapon("1/1-2/1-3/1", "6", ammo=2)}), [1, 2, 3], 2, "DUST-157"),
            (hero(weapons={"R": weapon("1/1-2/1-3/1", "6", ammo=6)}), [0], 3, "DUST-157"),
            (walker(weapons={"R": weapon("1/1-2/1", "6", ammo=6)}), [0], 2, "DUST-157"),
            (squad(5, {"R": weapon("1/1", "6", ammo=6)}), [1, 3], 2, "DUST-160"),
            (hero(weapons={"R": weapon("1/1", "6", ammo=6)}), [0], 1, "DUST-160"),
            (walker(weapons={"R": weapon("1/1", "6", ammo=6)}), [0], 1, "DUST-160"),
        ],
    )
    def test_rounds_by_men_columns_and_stock(self, card: Any, alive: list[int], most: int, ref: str) -> None:
        """One for each living soldier of a squad, as many as are printed, as many as are left; a
        hero or a walker fires his whole volley."""
        state = {"alive": alive}
        assert tell("ammo", {"u": {"card": card, "state": state}}, unit="u", weapon="R")["may_fire"] == most
        assert "odds" in shot(by=card, weapon="R", state=state, rounds=most)
        assert refused(shot(by=card, weapon="R", state=state, rounds=most + 1)) == [ref]

    @rule("DUST-157", "DUST-160")
    def test_rounds_of_a_weapon_that_the_card_does_not_have(self) -> None:
        """Stock and columns are told: nothing on a walker's card limits it further."""
        assert tell("ammo", {"u": {"card": walker()}}, unit="u", weapon="Nebelwerfer", ammo=6, columns=3)["may_fire"] == 3

    @rule("DUST-160")
    def test_men_told_go_before_those_of_the_table(self) -> None:
        card = squad(5, {"R": weapon("1/1", "6", ammo=6)})
        assert [tell("ammo", {"u": {"card": card, "state": {"alive": [0, 1]}}}, unit="u", weapon="R", **told)["may_fire"] for told in ({}, {"alive": 4})] == [
            2,
            4,
        ]

    @rule("DUST-180")
    def test_a_walker_is_its_own_only_miniature(self) -> None:
        assert shot("1/man", target=walker(), at={"alive": [0, 1, 9]})["checks"][0]["dice"] == 1


class TestCountingOfDice:
    @rule("DUST-182", "DUST-158")
    @pytest.mark.parametrize(("reading", "count"), [("declaration", 5), ("lineByLine", 3)])
    def test_when_dice_are_counted(self, reading: str, count: int) -> None:
        """Two of five fall to the rifle; the flames then see three, or still five."""
        units = {
            "a": {"card": squad(1, {"Rifle": weapon("2/1"), "Flames": weapon("1/man", "1", "flamethrower"), "Faust": weapon("1/1", "3", "limited", ammo=1)})},
            "b": {"card": squad(5)},
            "t": {"card": {"kind": "crate"}, "seat": 1},
        }
        told = {"readings": {"diceCount": reading}}
        reply = assault(units, ("Rifle", "b"), ("Flames", "b"), roll={"attack:0": [H, H], "attack:1": [M] * count}, **told)
        assert dice(reply)["attack:1"] == count
        assert dice(assault(units, ("Faust", "b"), **told)) == {"attack:0": 1}  # spent, but counted before
        order = assault(units, ("Rifle", "t"), ("Faust", "b"), roll={"attack:1": [M], "attack:0": [M, M]}, **told)
        assert list(order["result"]["readings"]) == ["attack:1", "attack:0"]

    @rule("DUST-182", "DUST-186")
    def test_line_by_line_the_hero_is_left(self) -> None:
        units = {
            "a": {"card": squad(1, {"Rifle": weapon("1/1"), "Flames": weapon("2/man", "1", "flamethrower")})},
            "b": {"card": squad(1)},
            "h": seated(1, hero(), joined="b"),
        }
        reply = assault(units, ("Rifle", "b"), ("Flames", "b"), readings={"diceCount": "lineByLine"}, roll={"attack:0": [H], "attack:1": [H, H]})
        assert (change(reply, "b", "where"), change(reply, "h", "damage")) == ("destroyed", 2)

    @rule("DUST-117", "DUST-125")
    @pytest.mark.parametrize(("reading", "chance"), [("attack", THIRD), ("round", F(5, 9))])
    def test_how_long_berserk_lasts(self, reading: str, chance: Fraction) -> None:
        card = squad(1, {"Gun": weapon("1/1")}, skills=["berserk"])
        told = {"berserkLength": reading}
        first = shot(by=card, skills=["berserk"], roll={"attack": [M, M]}, readings=told)
        later = shot(by=card, state={key: value for key, value in first["after"]["a"].items() if key != "where"}, readings=told)
        assert dist(later)[1] == chance
        assert ("raging" in first["after"]["a"]) is (reading == "round")


class TestOutcomes:
    @rule("DUST-29", "DUST-97")
    def test_whose_odds_are_told(self) -> None:
        """The target's; whoever may be struck back at; whoever was assigned points, told for a line
        or for all."""
        units = {
            "a": seated(0, squad(1, {"Knife": KNIFE})),
            "b": seated(1, squad(2, {"Knife": KNIFE})),
            "h": seated(1, hero(), joined="b"),
            "t": seated(1, {"kind": "crate"}),
        }
        told = {"attacker": "a", "weapon": "Knife", "target": "b"}
        plain = {"damage", "models", "destroyed"}
        assert {*ask("dust", "attack", units, **told)["odds"]} == plain
        assert {*ask("dust", "attack", units, **told, retaliation=["b"])["odds"]} == plain | {f"{name}:{unit}" for name in plain for unit in "ab"}
        assert {*ask("dust", "attack", units, **told, assign={"h": 1})["odds"]} == plain | {f"{name}:h" for name in plain}
        line = {"weapon": "Knife", "target": "b"}
        for more, unit in (({"retaliation": ["b"]}, "a"), ({"assign": {"h": 1}}, "h")):
            odds = ask("dust", "assault_lines", units, attacker="a", lines=[{**line, **more}])["odds"]
            assert {*odds} == plain | {f"{name}:{each}" for name in plain for each in ("b", unit)}
        assert refused(assault(units, ("Knife", "t"), ("Knife", "b"))) == ["DUST-44"]

    @pytest.mark.heavy
    def test_the_walk_equals_brute_force_on_a_whole_attack(self) -> None:
        """Two lines, cover, close combat with both sides rolling."""
        units = {"a": {"card": squad(1, {"Gun": weapon("1/1"), "Knife": KNIFE})}, "b": {"card": squad(1, {"Knife": KNIFE}), "seat": 1}}
        state = table(RULESETS["dust"], frozen({"units": units}))
        lines = frozen([{"weapon": "Gun", "target": "b"}, {"weapon": "Knife", "target": "b"}])
        todo = whole(RULESETS["dust"].opening("assault_lines"), pairs(attacker="a", lines=lines, cover="soft", retaliation=("b",)))
        assert walk(state, todo).chances() == brute(lambda: todo.on(state))

    @rule("DUST-181", "DUST-29")
    @pytest.mark.parametrize(("by", "refs"), [("a", None), ("h", None), ("c", ["DUST-95"])])
    def test_lines_of_one_unit_and_its_hero(self, by: str, refs: Any) -> None:
        units = {"a": seated(0, squad(1)), "h": seated(0, hero(weapons={"Rifle": weapon("1/1")}), joined="a"), "c": seated(0, squad()), "b": seated(1, squad())}
        line = {"weapon": "Rifle", "target": "b", "attacker": by, "range": 1, "cover": "none"}
        assert said(ask("dust", "assault_lines", units, attacker="a", lines=[line])) == refs
        assert said(ask("dust", "activation", units, unit="a", declared=["attack", "nothing"], lines=[line])) == refs

    @rule("DUST-67", "DUST-65")
    @pytest.mark.parametrize(("second", "manner", "refs"), [("c", "reaction", ["DUST-67"]), ("h", "reaction", None), ("c", "attack", None)])
    def test_a_reaction_has_one_enemy(self, second: str, manner: str, refs: Any) -> None:
        """A hero and his squad are one."""
        units = {
            "a": seated(0, squad(2, {"R": weapon("1/1"), "S": weapon("1/1")})),
            "b": seated(1, squad()),
            "c": seated(1, squad()),
            "h": seated(1, hero(), joined="b"),
        }
        assert said(assault(units, ("R", "b"), ("S", second), **{"as": manner})) == refs


class TestWhoIsActivatedByAnAttack:
    @rule("DUST-59", "DUST-66")
    @pytest.mark.parametrize(("manner", "activated"), [("attack", None), ("reaction", True), ("indirect", True), ("charge", None)])
    def test_a_reaction_and_indirect_fire_are_an_activation(self, manner: str, activated: bool | None) -> None:
        """An Attack by itself turns no card: its activation has done so."""
        units = {"a": seated(0, walker(weapons={"Gun": weapon("1/1", "1")})), "b": seated(1, squad())}
        reply = ask("dust", "attack", units, attacker="a", weapon="Gun", target="b", range=1, cover="none", **{"as": manner}, roll={"attack": ["miss"]})
        assert reply["after"]["a"].get("activated") is activated
