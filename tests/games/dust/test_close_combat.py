"""Close combat: it comes last, both sides roll together, and whoever is attacked may strike
back."""

from fractions import Fraction
from typing import Any, ClassVar

import pytest

from engine.values.kinds import ListOf, Word
from engine.values.texts import english
from tests.games.asking import ask, change
from tests.games.dust.table import (
    BOYS,
    KNIFE,
    PIONEERS,
    H,
    M,
    assault,
    dice,
    dice_now,
    dist,
    hero,
    hits,
    key,
    play,
    rule,
    seated,
    session,
    shot,
    squad,
    tell,
    thrown,
    walker,
    weapon,
)


class TestCloseCombat:
    UNITS: ClassVar[dict[str, Any]] = {"a": {"card": BOYS}, "b": {"card": PIONEERS}}

    @rule("DUST-182", "DUST-162")
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

    @rule("DUST-84", "DUST-42")
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


class TestDemolitionCharges:
    """Demolition charges: a limited weapon of range C."""

    DEMO = squad(3, {"Demo": weapon("2/3", "C", "limited", ammo=2)})

    @rule("DUST-50", "DUST-160")
    def test_they_are_counted_before_they_are_spent(self) -> None:
        """Two charges of two dice: four dice, three points a hit."""
        reply = shot(by=self.DEMO, weapon="Demo", target=walker(9))
        assert dice(reply) == {"attack": 4}
        assert dist(reply) == {3 * made: chance for made, chance in hits(4).items()}
        spent = shot(by=self.DEMO, weapon="Demo", target=walker(9), rounds=1, roll={"attack": [H, M]})
        assert (spent["result"]["damage"], change(spent, "a", "ammo.Demo")) == (3, 1)

    @rule("DUST-160", "DUST-31")
    def test_whoever_strikes_back_with_them_spends_them(self) -> None:
        units = {"a": {"card": squad(3, {"Knife": KNIFE})}, "b": {"card": self.DEMO}}
        reply = assault(units, ("Knife", "b"), retaliation=["b"], roll={"attack:0": [M] * 3, "retaliation:b": [M] * 4})
        assert change(reply, "b", "ammo.Demo") == 0
        empty = {"a": units["a"], "b": {"card": self.DEMO, "state": {"ammo": {"Demo": 0}}}}
        assert dice(assault(empty, ("Knife", "b"), retaliation=["b"])) == {"attack:0": 3}

    @rule("DUST-36", "DUST-160")
    def test_what_nobody_states_is_not_needed(self) -> None:
        """Bearers told, and a weapon without a limit: how many men there are does not matter. A
        dash, overruled, fires nothing."""
        bare = {"kind": "squad", "weapons": {"Gun": weapon("2/1")}}
        assert dice(shot(by=bare, bearers=3)) == {"attack": 6}
        dash = squad(2, {"Gun": weapon("-", "4", "limited", ammo=2)})
        assert shot(by=dash, overrule=True)["odds"]["damage"] == {"0": "1"}


class TestStrikingBack:
    @rule("DUST-51", "DUST-52")
    @pytest.mark.parametrize(("weapons", "asked"), [({"Rifle": weapon("1/1")}, False), ({"Knife": KNIFE}, True)])
    def test_only_whoever_can_strike_back_is_asked(self, weapons: Any, asked: bool) -> None:
        game = session({"a": seated(0, squad(1, {"Knife": KNIFE})), "b": seated(1, squad(2, weapons))}, unit="a", declared=["attack", "nothing"])
        play(game, "b", 1)
        assert (key(game) == "strike_back:b") is asked

    @rule("DUST-51", "DUST-52")
    @pytest.mark.parametrize(
        ("told", "back"), [(["b"], ["retaliation:b"]), (["c"], ["retaliation:c"]), ([], []), (["b", "c"], ["retaliation:b", "retaliation:c"])]
    )
    def test_those_who_were_said_to_strike_back(self, told: list[str], back: list[str]) -> None:
        units = {
            "a": {"card": squad(1, {"Knife": KNIFE, "Claws": KNIFE})},
            "b": {"card": squad(1, {"Knife": KNIFE})},
            "c": {"card": squad(1, {"Knife": KNIFE}), "seat": 1},
        }
        assert [what for what in dice(assault(units, ("Knife", "b"), ("Claws", "c"), retaliation=told)) if what.startswith("retaliation")] == back

    @rule("DUST-51", "DUST-95")
    def test_a_pair_strikes_back_once_however_it_is_named(self) -> None:
        """Knives at the squad and claws at its hero: two knives and three claws come back, once."""
        knife = weapon("1/1", "C")
        units = {
            "a": seated(0, squad(1, {"Knife": knife, "Claw": knife})),
            "b": seated(1, squad(2, {"Knife": knife})),
            "h": seated(1, hero(weapons={"Claws": weapon("3/1", "C")}), joined="b"),
        }
        assert sorted(each["dice"] for each in assault(units, ("Knife", "b"), ("Claw", "h"), retaliation=["b"])["checks"]) == [1, 1, 2, 3]

    @rule("DUST-113", "DUST-189")
    def test_all_in_one_lasts_for_striking_back(self) -> None:
        """Two men with knives, twice the dice since their own activation."""
        units = {"a": seated(0, squad(1, {"Knife": weapon("1/1", "C")})), "b": seated(1, squad(2, {"Knife": weapon("1/1", "C")}), all_in=True)}
        assert [each["dice"] for each in assault(units, ("Knife", "b"), retaliation=["b"])["checks"]] == [1, 4]


class TestWeaponsOfOneName:
    """A hero and his squad that both have a weapon of the same name."""

    SQUAD = squad(3, {"Knife": KNIFE, "Rifle": weapon("1/1")})
    HERO = hero(weapons={"Knife": weapon("2/1", "C"), "Rifle": weapon("2/1")})
    UNITS: ClassVar[dict[str, Any]] = {"a": seated(0, squad(4, {"Knife": KNIFE})), "b": seated(1, SQUAD), "h": seated(1, HERO, joined="b")}

    @rule("DUST-52", "DUST-95")
    def test_each_strikes_back_with_his_own(self) -> None:
        assert dice(assault(self.UNITS, ("Knife", "b"), retaliation=["b"])) == {"attack:0": 4, "retaliation:b": 3, "retaliation:b:1": 2}

    @rule("DUST-65", "DUST-95")
    def test_each_reacts_with_his_own(self) -> None:
        game = session(self.UNITS, unit="a", declared=["move", "nothing"])
        play(game, True, "b", 4, [H])
        assert game.prompt
        assert game.prompt.fields
        assert game.prompt.fields.fields[0].kind == ListOf(Word(("Rifle (Squad)", "Rifle (Hero)")))
        play(game, {})
        assert dice_now(game) == {"attack:0": 3, "attack:1": 2}
        assert game.prompt.labels
        assert [english(each) for each in game.prompt.labels()] == ["Squad: Rifle", "Hero: Rifle"]

    @rule("DUST-33", "DUST-95")
    def test_each_aims_with_his_own_and_the_range_is_asked_once(self) -> None:
        units = {"b": seated(0, self.SQUAD), "h": seated(0, self.HERO, joined="b"), "w": seated(1, walker(9))}
        game = session(units, unit="b", declared=["attack", "nothing"])
        asked = play(game, "none", "w", "none", "w", 3, [M] * 3, [M] * 2)
        assert asked == ["target:Knife", "target:Rifle", "target:Knife", "target:Rifle", "range:w", "attack:0", "attack:1"]

    @rule("DUST-95", "DUST-28")
    def test_what_the_dead_carried_is_not_fired(self) -> None:
        """A reaction kills the squad; its rifles fall silent, the hero's own is fired."""
        units = {
            "b": seated(0, squad(1, {"Rifle": weapon("1/1")})),
            "h": seated(0, self.HERO, joined="b"),
            "w": seated(1, walker(9, {"Cannon": weapon("1/1", "U")})),
        }
        told = [{"weapon": "Rifle", "target": "w", "range": 3}, {"weapon": "Rifle", "target": "w", "range": 3, "attacker": "h"}]
        game = session(units, unit="b", declared=["move", "attack"], lines=told)
        assert play(game, True, "w", 3, [H], "none", [H], 0)[-1] == "assign"
        assert (game.state.unit("b").gone, key(game), thrown(game)) == (True, "attack:0", 2)

    @rule("DUST-16", "DUST-91")
    @pytest.mark.parametrize(("unit", "legal"), [("h", False), ("b", False), ("lone", True)])
    def test_a_pair_does_not_share_a_square(self, unit: str, legal: bool) -> None:
        units = {"b": {"card": self.SQUAD}, "h": {"card": self.HERO, "state": {"joined": "b"}}, "lone": {"card": hero()}, "f": {"card": squad()}}
        assert tell("move", units, unit=unit, onto=["f"], dx=1, dy=0)["legal"] is legal

    @rule("DUST-39", "DUST-98")
    def test_a_joined_hero_as_target_has_the_squads_cover(self) -> None:
        units = {"a": seated(0, squad(1, {"Gun": weapon("1/1")})), "b": seated(1, squad(), cover="hard"), "h": seated(1, hero(), joined="b")}
        assert list(dice(ask("dust", "attack", units, attacker="a", weapon="Gun", target="h"))) == ["attack", "cover"]

    @rule("DUST-97")
    def test_points_told_once_are_for_the_whole_attack(self) -> None:
        """Two lines, two points each, three of them for the hero: two of the first line, one of
        the second."""
        units = {"a": seated(0, squad(1, {"One": weapon("2/1"), "Two": weapon("2/1")})), "b": seated(1, squad(4)), "h": seated(1, hero(9), joined="b")}
        faces = {"attack:0": [H, H], "attack:1": [H, H]}
        once = assault(units, ("One", "b"), ("Two", "b"), assign={"h": 3}, roll=faces)
        assert (change(once, "h", "damage"), change(once, "b", "alive")) == (3, [0, 1, 2])
        each = assault(units, ("One", "b", {"assign": {"h": 1}}), ("Two", "b", {"assign": {"h": 2}}), roll=faces)
        assert (change(each, "h", "damage"), change(each, "b", "alive")) == (3, [0, 1, 2])
        last = assault(units, ("One", "b"), ("Two", "b"), assign={"b": 1}, roll=faces)  # the rest of all of it is the hero's
        assert (change(last, "h", "damage"), change(last, "b", "alive")) == (3, [0, 1, 2])

    @rule("DUST-97")
    @pytest.mark.parametrize(("assign", "squads", "heros"), [({"b": 2, "h": 1}, 3, 1), ({"h": 1, "b": 2}, 3, 1), ({"a": 2}, 4, 0), ({"b": 1}, 1, 3)])
    def test_points_nobody_was_told_of(self, assign: Any, squads: int, heros: int) -> None:
        """Four points: what is left over falls on the squad, unless only the squad's share was
        told."""
        units = {"a": seated(0, squad(1, {"One": weapon("4/1")})), "b": seated(1, squad(5)), "h": seated(1, hero(9), joined="b")}
        reply = assault(units, ("One", "b"), assign=assign, roll={"attack:0": [H] * 4})
        assert (5 - len(reply["after"]["b"]["alive"]), reply["after"]["h"].get("damage", 0)) == (squads, heros)

    @rule("DUST-97", "DUST-123")
    def test_close_combat_of_two_lines_is_one_heap_of_points(self) -> None:
        """Knives and claws hit a squad of two with a hero: three points, two for the squad,
        which resists one, and one for the hero."""
        fighter = hero(weapons={"Claws": weapon("1/1", "C")})
        units = {
            "a": seated(0, squad(2, {"Knife": KNIFE})),
            "c": seated(0, fighter, joined="a"),
            "b": seated(1, squad(2, skills=["damage_resilient"])),
            "h": seated(1, hero(), joined="b"),
        }
        reply = assault(units, ("Knife", "b"), ("Claws", "b"), retaliation=[], roll={"attack:0": [H, H], "attack:1": [H], "resilient:0:b": [H, M]})
        assert (change(reply, "b", "alive"), change(reply, "h", "damage"), reply["result"]["damage"]) == ([0], 1, 2)

    @rule("DUST-113", "DUST-185")
    def test_all_in_one_of_the_squad_lasts_for_its_hero_too(self) -> None:
        """The squad's skills serve its hero, so his pistol is doubled as well, now and later in
        the round."""
        units = {
            "a": seated(0, squad(2, {"Rifle": weapon("1/1")}, skills=["all_in_one"]), all_in=True),
            "h": seated(0, hero(), joined="a"),
            "b": seated(1, walker(9)),
        }
        assert dice(assault(units, ("Rifle", "b"), ("Pistol", "b"))) == {"attack:0": 4, "attack:1": 2}
        assert dice(assault(units, ("Rifle", "b"), ("Pistol", "b"), readings={"squadSkillsToHero": "no"})) == {"attack:0": 4, "attack:1": 1}
        assert dice(shot(state={"all_in": True})) == {"attack": 2}  # as the table says, whatever the card does not
