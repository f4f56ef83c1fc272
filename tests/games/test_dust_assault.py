"""Dust Tactics: a whole declared attack, close combat, heroes and squads, the serum."""

from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

import pytest

from engine.doors.tables import table
from engine.games import RULESETS
from engine.games.dust.heroes import partner
from engine.playing.procedure import task
from engine.playing.walk import walk
from engine.values.maps import frozen
from tests.engine.brute import brute
from tests.games.asking import change
from tests.games.dust_cards import H, M, after, assault, dice, dist, hero, hits, refused, shot, squad, walker, weapon

rule = pytest.mark.rule
KNIFE = weapon("1/1", "C")
BOYS = squad(5, {"Shotgun": weapon("1/1", "1"), "Knife & Grenade": KNIFE}, name="Hell Boys")
PIONEERS = squad(
    5,
    {
        "StG 47": weapon("1/1"),
        "Panzerfaust": weapon("1/1", "3", "limited", ammo=3),
        "Knife & Grenade": KNIFE,
        "Flammenwerfer": weapon("1/man", "1", "flamethrower"),
    },
    name="Pioneers",
    models=[{"weapons": ["StG 47"]}] * 4 + [{"weapons": ["Flammenwerfer"]}],
)
TWO = {"a": {"card": PIONEERS}, "b": {"card": BOYS}, "c": {"card": squad(2), "seat": 1}}


class TestLines:
    @rule("DUST-28", "DUST-29", "DUST-30", "DUST-38", "DUST-181")
    def test_all_lines_on_one_target(self) -> None:
        """EX-D07: four rifles with two hits and a Panzerfaust with one: three Hell Boys go."""
        reply = assault(TWO, ("StG 47", "b"), ("Panzerfaust", "b", {"rounds": 1}), roll={"attack:0": [H, H, M, M], "attack:1": [H]})
        assert dice(reply) == {"attack:0": 4, "attack:1": 1}
        assert (reply["result"]["models"], reply["result"]["models:b"], change(reply, "b", "alive")) == (2, 2, [0, 1])

    @rule("DUST-29", "DUST-35", "DUST-36", "DUST-37", "DUST-181")
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

    @rule("DUST-182", "DUST-158", "DUST-35")
    def test_dice_are_counted_at_the_declaration(self) -> None:
        """Whoever falls to the rifles is still counted by the flames of the same attack."""
        reply = assault(TWO, ("StG 47", "b"), ("Flammenwerfer", "b"), roll={"attack:0": [H, H, M, M], "attack:1": [M] * 5})
        assert dice(reply)["attack:1"] == 5

    @rule("DUST-44", "DUST-43", "DUST-40")
    def test_the_unit_before_its_cover(self) -> None:
        units = {**TWO, "t": {"card": {"kind": "trap"}, "seat": 1}}
        reply = assault(
            units, ("Panzerfaust", "t", {"rounds": 1}), ("StG 47", "b", {"cover": "hard"}), roll={"attack:1": [H, M, M, M], "cover:1": [M], "attack:0": [H]}
        )
        assert list(reply["result"]["readings"]) == ["attack:1", "cover:1", "attack:0"]
        assert change(reply, "t", "damage") == 1

    @rule("DUST-29", "DUST-44", "DUST-166")
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


class TestCloseCombat:
    UNITS: ClassVar[dict[str, Any]] = {"a": {"card": BOYS}, "b": {"card": PIONEERS}}

    @rule("DUST-50", "DUST-51", "DUST-182", "DUST-162")
    def test_after_the_other_lines_and_at_the_same_time(self) -> None:
        """EX-D14: the other lines remove three; then five knives with two hits against two with
        one."""
        reply = assault(
            self.UNITS,
            ("Knife & Grenade", "b"),
            ("Shotgun", "b"),
            retaliation=["b"],
            roll={"attack:1": [H, H, H, M, M], "attack:0": [H, H, M, M, M], "retaliation:b": [H, M]},
        )
        assert dice(reply) == {"attack:1": 5, "attack:0": 5, "retaliation:b": 2}
        assert (reply["result"]["destroyed:b"], reply["result"]["models:a"]) == ("yes", 4)

    @rule("DUST-50")
    def test_nobody_left_nobody_strikes_back(self) -> None:
        reply = assault(self.UNITS, ("Shotgun", "b"), ("Knife & Grenade", "b"), retaliation=["b"], roll={"attack:0": [H] * 5})
        assert list(reply["result"]["readings"]) == ["attack:0"]

    @rule("DUST-50", "DUST-51")
    def test_the_dead_of_this_step_still_strike(self) -> None:
        units = {"a": {"card": squad(2, {"Knife": KNIFE})}, "b": {"card": squad(2, {"Knife": KNIFE})}}
        reply = assault(units, ("Knife", "b"), retaliation=["b"], roll={"attack:0": [H, H], "retaliation:b": [H, H]})
        assert (reply["result"]["destroyed:a"], reply["result"]["destroyed:b"]) == ("yes", "yes")

    @rule("DUST-50", "DUST-51")
    def test_both_against_brute_force(self) -> None:
        units = {"a": {"card": squad(2, {"Knife": KNIFE})}, "b": {"card": squad(3, {"Knife": KNIFE})}}
        reply = assault(units, ("Knife", "b"), retaliation=["b"])
        assert (dist(reply, "damage:b"), dist(reply, "damage:a")) == (hits(2), hits(3))
        assert Fraction(reply["odds"]["destroyed:a"]["yes"]) == sum(chance for made, chance in hits(3).items() if made >= 2)

    @rule("DUST-51")
    def test_it_is_optional_and_activates_nobody(self) -> None:
        reply = assault(self.UNITS, ("Knife & Grenade", "b"), roll={"attack:0": [M] * 5})
        assert list(dice(reply)) == ["attack:0"]
        asked = assault(self.UNITS, ("Knife & Grenade", "b"), roll={"attack:0": [M] * 5, "retaliation:b": [M] * 5}, answers={"strike_back:b": True})
        assert "retaliation:b" in dice(asked)
        assert "activated" not in asked["after"]["b"]

    @rule("DUST-51")
    def test_shots_alone_give_no_retaliation(self) -> None:
        assert list(dice(assault(self.UNITS, ("Shotgun", "b"), retaliation=["b"]))) == ["attack:0"]

    @rule("DUST-51")
    @pytest.mark.parametrize(("reading", "activated", "back"), [("always", True, True), ("unactivated", True, False), ("unactivated", False, True)])
    def test_whatever_the_activation(self, reading: str, activated: bool, back: bool) -> None:
        units = {**self.UNITS, "b": {"card": PIONEERS, "state": {"activated": activated}}}
        reply = assault(units, ("Knife & Grenade", "b"), retaliation=["b"], readings={"retaliation": reading})
        assert ("retaliation:b" in dice(reply)) is back

    @rule("DUST-52")
    def test_all_close_weapons_the_heros_included(self) -> None:
        punch = hero(weapons={"Punch": weapon("4/1", "C"), "MG": weapon("5/1")})
        units = {**self.UNITS, "h": {"card": punch, "seat": 1, "state": {"joined": "b"}}}
        reply = assault(units, ("Knife & Grenade", "b"), retaliation=["b"])
        assert dice(reply) == {"attack:0": 5, "retaliation:b": 5, "retaliation:b:1": 4}

    @rule("DUST-53", "DUST-05")
    @pytest.mark.parametrize(("reading", "rerolls"), [("no", 0), ("yes", 1)])
    def test_sustained_and_only_the_attacker(self, reading: str, rerolls: int) -> None:
        units = {"a": {"card": squad(2, {"Knife": KNIFE})}, "b": {"card": squad(2, {"Knife": KNIFE})}}
        reply = assault(units, ("Knife", "b"), sustained=True, retaliation=["b"], readings={"retaliationSustained": reading})
        assert (dist(reply, "damage:b"), dist(reply, "damage:a")) == (hits(2, rerolls=1), hits(2, rerolls=rerolls))

    @rule("DUST-53", "DUST-84", "DUST-42")
    def test_it_ignores_cover(self) -> None:
        assert list(dice(assault(self.UNITS, ("Knife & Grenade", "b"), cover="hard"))) == ["attack:0"]

    @rule("DUST-50", "DUST-186")
    def test_a_hero_fights_on_when_his_squad_has_fallen(self) -> None:
        units = {**self.UNITS, "b": {"card": squad(1)}, "h": {"card": hero(weapons={"Punch": weapon("1/1", "C")}), "seat": 1, "state": {"joined": "b"}}}
        reply = assault(
            units,
            ("Shotgun", "b"),
            ("Knife & Grenade", "b"),
            retaliation=["b"],
            roll={"attack:0": [H, M, M, M, M], "attack:1": [H, M, M, M, M], "retaliation:h": [H]},
        )
        assert (change(reply, "b", "where"), change(reply, "h", "damage"), change(reply, "a", "alive")) == ("destroyed", 1, [0, 1, 2, 3])


@rule("DUST-94", "DUST-186")
@pytest.mark.parametrize("gone", ["a", "h"])
def test_nobody_is_joined_to_the_dead(gone: str) -> None:
    units = {"a": {"card": squad()}, "h": {"card": hero(), "state": {"joined": "a"}}}
    whole = table(RULESETS["dust"], frozen({"units": units}))
    now = whole.set(gone, "where", "destroyed")
    assert [(unit and unit.id) for unit in map(partial(partner, whole), "ah")] == ["h", "a"]
    assert [partner(now, unit) for unit in "ah"] == [None, None]


@rule("DUST-127")
def test_one_medal_for_all_lines_of_a_round() -> None:
    card = hero(weapons={"One": weapon("1/1"), "Two": weapon("1/1")}, skills=["medal_of_honor"])
    reply = assault(
        {"a": {"card": card}, "b": {"card": squad()}},
        ("One", "b"),
        ("Two", "b"),
        skills=["medal_of_honor"],
        roll={"attack:0": [M], "medal:0": [M], "attack:1": [M]},
    )
    assert list(reply["result"]["readings"]) == ["attack:0", "medal:0", "attack:1"]


class TestPair:
    def pair(self, **situation: Any) -> dict[str, Any]:
        others = {"h": {"card": hero(**situation.pop("hero", {})), "seat": 1, "state": {"joined": "b", **situation.pop("hurt", {})}}}
        return shot(others=others, **situation)

    @rule("DUST-97")
    @pytest.mark.parametrize(
        ("assign", "alive", "damage"),
        [({}, [0, 1], None), ({"h": 1}, [0, 1, 2], 1), ({"h": 3}, None, 3), ({"b": 1}, [0, 1, 2, 3], 2), ({"b": 2, "h": 1}, [0, 1, 2], 1)],
    )
    def test_the_owner_says_who_takes_it(self, assign: Any, alive: Any, damage: Any) -> None:
        reply = self.pair(value="3/1", assign=assign, roll={"attack": [H, H, H]})
        assert (change(reply, "b", "alive"), change(reply, "h", "damage"), reply["result"]["damage"]) == (alive, damage, 3)

    @rule("DUST-97")
    def test_it_is_asked_for(self) -> None:
        reply = self.pair(value="2/1", roll={"attack": [H, H]}, answers={"assign": 2})
        assert change(reply, "h", "damage") == 2
        assert "error" in self.pair(value="2/1", roll={"attack": [H, H]}, answers={"assign": 3})

    @rule("DUST-97", "DUST-180")
    def test_what_the_squad_cannot_take_falls_on_the_hero(self) -> None:
        reply = self.pair(value="3/1", at={"alive": [4]}, roll={"attack": [H, H, H]})
        assert (change(reply, "b", "where"), change(reply, "h", "damage"), change(reply, "h", "joined")) == ("destroyed", 2, None)
        both = self.pair(value="3/1", at={"alive": [4]}, hurt={"damage": 2}, roll={"attack": [H, H, H]})
        assert (change(both, "b", "where"), change(both, "h", "where")) == ("destroyed", "destroyed")

    @rule("DUST-186", "DUST-97")
    def test_each_goes_on_alone(self) -> None:
        gone = self.pair(value="4/1", assign={"h": 4}, roll={"attack": [H] * 4})
        assert (change(gone, "h", "where"), change(gone, "b", "where"), gone["after"]["h"].get("joined")) == ("destroyed", None, None)
        alone = self.pair(value="3/1", at={"alive": [1, 2, 3]}, roll={"attack": [H] * 3})
        assert alone["after"]["h"].get("joined") is None

    @rule("DUST-95", "DUST-97", "DUST-35")
    def test_later_lines_meet_whoever_is_left(self) -> None:
        units = {
            "a": {"card": squad(1, {"One": weapon("1/1"), "Two": weapon("1/1")})},
            "b": {"card": squad(1)},
            "h": {"card": hero(), "seat": 1, "state": {"joined": "b"}},
        }
        reply = assault(units, ("One", "b"), ("Two", "b"), roll={"attack:0": [H], "attack:1": [H]})
        assert (change(reply, "b", "where"), change(reply, "h", "damage")) == ("destroyed", 1)

    @rule("DUST-123", "DUST-97", "DUST-185")
    def test_resilience_is_not_shared_and_comes_after_the_assignment(self) -> None:
        tough = {"skills": ["damage_resilient"]}
        reply = self.pair(value="3/1", hero=tough, assign={"h": 2}, roll={"attack": [H] * 3, "resilient:h": [H, M]})
        assert (change(reply, "b", "alive"), change(reply, "h", "damage"), reply["result"]["damage"]) == ([0, 1, 2, 3], 1, 2)
        assert dice(self.pair(value="3/1", hero=tough, assign={"h": 2}))["resilient:h"] == 2
        spared = self.pair(value="3/1", target=squad(skills=["damage_resilient"]), assign={"h": 3}, roll={"attack": [H] * 3})
        assert change(spared, "h", "damage") == 3

    @rule("DUST-123")
    def test_by_the_other_reading_a_pair_resists_together(self) -> None:
        told = {"resilientOrder": "rollFirst"}
        reply = self.pair(value="3/1", hero={"skills": ["damage_resilient"]}, readings=told, roll={"attack": [H] * 3, "resilient:h": [H, M, M]})
        assert (change(reply, "b", "alive"), reply["result"]["damage"]) == ([0, 1, 2], 2)
        plain = self.pair(value="1/1", readings=told, roll={"attack": [H]})
        assert change(plain, "b", "alive") == [0, 1, 2, 3]
        alone = shot("2/1", target=squad(skills=["damage_resilient"]), readings=told, roll={"attack": [H, H], "resilient": [H, M]})
        assert alone["result"]["damage"] == 1

    @rule("DUST-95", "DUST-96", "DUST-185", "DUST-52")
    def test_lines_of_both_and_shared_skills(self) -> None:
        units = {
            "a": {"card": squad(2, {"Rifle": weapon("1/1")})},
            "h": {"card": hero(skills=["berserk", "all_in_one"]), "state": {"joined": "a"}},
            "b": {"card": walker(9), "seat": 1},
        }
        reply = assault(units, ("Rifle", "b"), ("Pistol", "b"), skills=["berserk"])
        assert [[row["key"] for row in check["modifiers"]] for check in reply["checks"]] == [["berserk"], ["berserk"]]
        assert dice(assault(units, ("Rifle", "b"), ("Pistol", "b"), skills=["all_in_one"])) == {"attack:0": 2, "attack:1": 2}
        shared = assault(units, ("Rifle", "b"), ("Pistol", "b"), skills=["all_in_one"], readings={"silentSharing": "yes"})
        assert dice(shared) == {"attack:0": 4, "attack:1": 2}

    @rule("DUST-96", "DUST-185")
    @pytest.mark.parametrize(("reading", "twice"), [("yes", True), ("no", False)])
    def test_the_squads_skills_serve_its_hero(self, reading: str, twice: bool) -> None:
        units = {"a": {"card": squad(2, skills=["berserk"])}, "h": {"card": hero(), "state": {"joined": "a"}}, "b": {"card": walker(9), "seat": 1}}
        reply = assault(units, ("Pistol", "b"), skills=["berserk"], readings={"squadSkillsToHero": reading})
        assert bool(reply["checks"][0]["modifiers"]) is twice

    @rule("DUST-99", "DUST-187")
    def test_apart_nothing_is_shared(self) -> None:
        units = {"a": {"card": squad(2, {"Rifle": weapon("1/1")}, skills=[])}, "h": {"card": hero(skills=["berserk"])}, "b": {"card": walker(9), "seat": 1}}
        reply = assault(units, ("Rifle", "b"), skills=["berserk"], attacker="a")
        assert "error" in assault(units, ("Pistol", "b"), attacker="a")
        assert dice(reply) == {"attack:0": 2}


class TestSerum:
    TOTEN = hero(6, {"Claws": weapon("4/1", "C"), "Gun": weapon("3/1")}, skills=["wiederbelebungsserum"])

    def units(self, damage: int, serum: int = 0, men: int = 5) -> dict[str, Any]:
        return {
            "a": {"card": self.TOTEN, "state": {"damage": damage, "serum": serum}},
            "b": {"card": squad(men, {"Knife": KNIFE})},
            "w": {"card": walker(9), "seat": 1},
        }

    @rule("DUST-138")
    @pytest.mark.parametrize(("damage", "faces", "left"), [(3, [H, H, M], 1), (1, [H, H, H], 0), (3, [M, M, M], None)])
    def test_each_hit_heals_after_a_ranged_attack(self, damage: int, faces: list[str], left: Any) -> None:
        reply = assault(self.units(damage), ("Gun", "b"), cover="hard", roll={"attack:0": faces, "cover:0": [M] * faces.count(H)})
        assert change(reply, "a", "damage") == left

    @rule("DUST-138")
    def test_not_by_hits_on_a_vehicle(self) -> None:
        assert change(assault(self.units(3), ("Gun", "w"), roll={"attack:0": [H, H, H]}), "a", "damage") is None

    @rule("DUST-138", "DUST-52")
    def test_striking_back_feeds_nobody(self) -> None:
        reply = assault(self.units(3), ("Knife", "a"), attacker="b", retaliation=["a"], roll={"attack:0": [M] * 5, "retaliation:a": [H] * 4})
        assert (change(reply, "a", "damage"), reply["after"]["a"].get("serum")) == (None, None)

    @rule("DUST-138", "DUST-38", "DUST-35")
    def test_hits_on_whoever_is_gone_already_feed_too(self) -> None:
        units = {**self.units(3, men=1), "s": {"card": squad(1, {"Rifle": weapon("1/1")}), "state": {"joined": "a"}}}
        reply = assault(units, ("Rifle", "b"), ("Gun", "b"), attacker="s", roll={"attack:0": [H], "attack:1": [H, M, M]})
        assert change(reply, "a", "damage") == 2

    @rule("DUST-138")
    @pytest.mark.parametrize(("reading", "damage"), [("own", None), ("unit", 1)])
    def test_whose_hits_feed(self, reading: str, damage: Any) -> None:
        units = {**self.units(3), "s": {"card": squad(2, {"Rifle": weapon("1/1")}), "state": {"joined": "a"}}}
        reply = assault(units, ("Rifle", "b"), attacker="s", readings={"serumHits": reading}, roll={"attack:0": [H, H]})
        assert change(reply, "a", "damage") == damage

    @rule("DUST-138", "DUST-50")
    def test_after_close_combat_it_waits_for_the_next(self) -> None:
        """EX-D27: she takes the three first; after the next combat, if she lives, the three come
        back."""
        first = assault(self.units(0), ("Claws", "b"), retaliation=["b"], roll={"attack:0": [H, H, H, M], "retaliation:b": [H, H, H, M, M]})
        assert (change(first, "a", "damage"), first["after"]["a"]["serum"]) == (3, 3)
        dead = assault(self.units(3), ("Claws", "b"), retaliation=["b"], roll={"attack:0": [H] * 4, "retaliation:b": [H, H, H, M, M]})
        assert (change(dead, "a", "where"), change(dead, "a", "damage"), dead["after"]["a"].get("serum")) == ("destroyed", 6, None)
        second = assault(self.units(3, 3), ("Knife", "a"), attacker="b", retaliation=[], roll={"attack:0": [H] + [M] * 4})
        assert (change(second, "a", "damage"), second["after"]["a"].get("serum")) == (1, None)

    @rule("DUST-138", "DUST-186")
    def test_she_goes_on_without_her_squad(self) -> None:
        units = {**self.units(0), "s": {"card": squad(1, {"Rifle": weapon("1/1")}), "state": {"joined": "a"}}}
        reply = assault(units, ("Claws", "b"), attacker="s", retaliation=["b"], roll={"attack:0": [H, H, M, M], "retaliation:b": [H, H, M, M, M]})
        assert (change(reply, "s", "where"), change(reply, "a", "damage"), reply["after"]["a"]["serum"]) == ("destroyed", 1, 2)

    @rule("DUST-138")
    @pytest.mark.parametrize(("reading", "damage", "serum"), [("anyCombat", 1, None), ("closeCombat", 3, 2)])
    def test_which_combat_is_the_next(self, reading: str, damage: int, serum: Any) -> None:
        reply = assault(self.units(3, 2), ("Gun", "b"), roll={"attack:0": [M] * 3}, readings={"serumNext": reading})
        assert (reply["after"]["a"]["damage"], reply["after"]["a"].get("serum")) == (damage, serum)


@pytest.mark.heavy
def test_the_walk_equals_brute_force_on_a_whole_attack() -> None:
    """Two lines, cover, close combat with both sides rolling."""
    units = {"a": {"card": squad(1, {"Gun": weapon("1/1"), "Knife": KNIFE})}, "b": {"card": squad(1, {"Knife": KNIFE}), "seat": 1}}
    state = table(RULESETS["dust"], frozen({"units": units}))
    lines = frozen([{"weapon": "Gun", "target": "b"}, {"weapon": "Knife", "target": "b"}])
    todo = task(RULESETS["dust"].opening("assault_lines").run, attacker="a", lines=lines, cover="soft", retaliation=("b",))
    assert walk(state, todo).chances() == brute(lambda: todo.on(state))


@rule("DUST-155", "DUST-123")
def test_a_phaser_on_the_resilient() -> None:
    reply = shot("1~2", target=squad(skills=["damage_resilient"]), cover="hard")
    first = after(hits(1), lambda made: hits(2 * made))
    assert dist(reply) == after(first, lambda points: {points - saved: chance for saved, chance in hits(points).items()})
