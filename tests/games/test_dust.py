"""Dust Tactics: one weapon line, every kind of it against brute force, and what forbids it."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from engine.games.dust.examples import BOSS
from tests.games.asking import change, rows
from tests.games.dust_cards import H, M, after, chain, close, dice, dist, hero, hits, refused, shot, squad, times, unsaved, walker, weapon

rule = pytest.mark.rule
SHOTGUN = {"range": "1", "values": {"S1": "6/1", "S2": "3/1", "S3": "2/1", "S4": "-", "V1": "3/1", "V2": "-"}}
HELL_BOYS = {
    "name": "Hell Boys",
    "kind": "squad",
    "armor": "S2",
    "hp": 5,
    "models": [{"weapons": ["Gun"]}] * 3 + [{"weapons": []}] * 2,
    "weapons": {"Gun": SHOTGUN},
}
ONE = {0: Fraction(2, 3), 1: Fraction(1, 3)}


class TestDice:
    @rule("DUST-01", "DUST-31")
    def test_two_faces_of_six_hit(self) -> None:
        assert dist(shot()) == ONE
        assert shot()["checks"][0]["target"] == "hit"

    @rule("DUST-30", "DUST-31")
    @pytest.mark.parametrize(
        ("armor", "alive", "count"),
        [("S2", [0, 1, 2, 3, 4], 9), ("S2", [1, 2, 3, 4], 6), ("S2", [0, 1, 2, 3], 9), ("S1", [0, 1, 2], 18), ("V1", [0, 2, 4], 6), ("S3", [0], 2)],
    )
    def test_dice_are_the_value_times_the_living_bearers(self, armor: str, alive: list[int], count: int) -> None:
        """EX-D06: three shotguns against S2 roll nine dice; with one bearer dead six."""
        reply = shot(by=HELL_BOYS, target=squad(armor=armor), state={"alive": alive})
        assert dice(reply) == {"attack": count}
        assert reply["checks"][0]["dice_rows"][0]["amount"] == count

    @rule("DUST-31")
    @pytest.mark.parametrize("armor", ["S4", "V2"])
    def test_a_dash_cannot_attack(self, armor: str) -> None:
        assert refused(shot(by=HELL_BOYS, target=squad(armor=armor))) == ["DUST-31"]

    @rule("DUST-31", "DUST-32")
    def test_what_the_card_does_not_state_is_asked_for(self) -> None:
        assert shot(by=HELL_BOYS, target=squad(armor="V7"))["unknown"] == ["units.a.card.weapons.Gun.values.V7"]
        assert shot(target={"kind": "walker", "armor": "V1"})["unknown"] == ["units.b.card.hp"]
        bare = squad(1, {"Gun": {"values": {"S2": "1/1"}}})
        assert shot(by=bare, range=3)["unknown"] == ["units.a.card.weapons.Gun.range"]
        assert dist(shot(by=bare)) == ONE  # nobody asked how far
        assert shot(target={"kind": "squad", "armor": "S2"}, rounds=0)["unknown"] == ["units.b.card.hp"]
        assert shot(by=squad(1, {"Gun": {"range": "4"}}))["unknown"] == ["units.a.card.weapons.Gun.values.S2"]
        assert "units.a.card.weapons" in shot(by={"kind": "walker", "armor": "V1"})["unknown"]

    @rule("DUST-30", "DUST-160")
    def test_bearers_told_are_taken_as_told(self) -> None:
        assert dice(shot("1/1", 1, bearers=3)) == {"attack": 3}
        assert dice(shot("2/1", 5, bearers=3)) == {"attack": 6}
        assert dice(shot("2/1", by=HELL_BOYS | {"weapons": {"Gun": weapon("2/1")}}, bearers=1)) == {"attack": 2}

    @rule("DUST-30")
    def test_a_hero_with_two_of_them_rolls_twice(self) -> None:
        """A card may name a weapon twice: two rocket punches."""
        assert dice(shot(by=hero(weapons={"Gun": weapon("4/1")}, models=[{"weapons": ["Gun", "Gun"]}]))) == {"attack": 8}
        assert dice(shot(by=hero(weapons={"Gun": weapon("4/1")}))) == {"attack": 4}

    @rule("DUST-162")
    def test_knives_are_for_every_miniature(self) -> None:
        men = squad(5, {"Combat Knife": weapon("2/1", "C")}, models=[{"weapons": ["Combat Knife"]}] + [{"weapons": []}] * 4)
        assert dice(shot(by=men, weapon="Combat Knife")) == {"attack": 10}
        assert dice(shot(by=men, weapon="Combat Knife", state={"alive": [1, 2]})) == {"attack": 4}


class TestSustained:
    @rule("DUST-05", "DUST-02")
    @pytest.mark.parametrize("n", [1, 2, 3])
    def test_misses_once_more(self, n: int) -> None:
        reply = shot(men=n, sustained=True)
        assert dist(reply) == hits(n, rerolls=1)
        assert rows(reply, "attack") == [("sustained", 0, "DUST-05")]

    @rule("DUST-05")
    def test_by_the_faces(self) -> None:
        reply = shot(by=squad(3, {"Gun": weapon("1/1")}), sustained=True, roll={"attack": [H, M, M, M, H]})
        assert (reply["result"]["successes"], reply["result"]["damage"], reply["result"]["models"]) == (2, 2, 3)

    @rule("DUST-117", "DUST-05", "DUST-177")
    @pytest.mark.parametrize(("sustained", "chance"), [(False, Fraction(5, 9)), (True, Fraction(19, 27))])
    def test_berserk_once_more_on_top_and_it_costs_no_action(self, sustained: bool, chance: Fraction) -> None:
        reply = shot(sustained=sustained, skills=["berserk"])
        assert dist(reply)[1] == chance
        assert dist(shot(by=squad(2, {"Gun": weapon("1/1")}), sustained=sustained, skills=["berserk"])) == hits(2, rerolls=1 + sustained)
        assert ("berserk", 0, "DUST-117") in rows(reply, "attack")

    @rule("DUST-117", "DUST-113")
    @pytest.mark.parametrize("skill", ["berserk", "all_in_one"])
    def test_once_in_a_game(self, skill: str) -> None:
        card = squad(1, {"Gun": weapon("1/1")}, skills=[skill])
        reply = shot(by=card, skills=[skill], roll={"attack": [M] * (1 + (skill == "berserk") + (skill == "all_in_one"))})
        assert reply["after"]["a"]["used"] == [skill]
        assert refused(shot(by=card, skills=[skill], state={"used": [skill]})) == ["DUST-117" if skill == "berserk" else "DUST-113"]
        assert "refused" not in shot(by=card, state={"used": [skill]})
        assert "refused" not in shot(by=card, skills=["fast"], state={"used": ["fast"]})  # of these there is no counting


class TestSpotter:
    CARD = squad(2, {"Gun": weapon("1/1")}, models=[{"weapons": ["Gun"], "role": "sniper"}, {"weapons": [], "role": "spotter"}])

    @rule("DUST-135")
    @pytest.mark.parametrize(
        ("sustained", "skills", "chance"), [(False, [], Fraction(2, 3)), (True, [], Fraction(8, 9)), (True, ["berserk"], Fraction(26, 27))]
    )
    def test_a_blank_succeeds(self, sustained: bool, skills: list[str], chance: Fraction) -> None:
        reply = shot(by=self.CARD, sustained=sustained, skills=skills)
        assert (dist(reply)[1], reply["checks"][0]["target"]) == (chance, "miss")
        assert rows(reply, "attack")[0] == ("swapped", 0, "DUST-135")

    @rule("DUST-135", "DUST-141")
    def test_as_long_as_he_lives(self) -> None:
        assert dist(shot(by=self.CARD, state={"alive": [0]}))[1] == Fraction(1, 3)
        assert dist(shot(by=squad(1, {"Gun": weapon("1/1")}, skills=["spotter"])))[1] == Fraction(2, 3)
        assert dist(shot(skills=["spotter"]))[1] == Fraction(2, 3)

    @rule("DUST-135", "DUST-41")
    def test_cover_dice_are_not_swapped(self) -> None:
        assert dist(shot(by=self.CARD, cover="soft"))[1] == Fraction(2, 3) * Fraction(2, 3)
        assert dist(shot(by=self.CARD, cover="hard"))[1] == Fraction(2, 3) * Fraction(1, 3)

    @rule("DUST-135", "DUST-96")
    @pytest.mark.parametrize(("reading", "chance"), [("unit", Fraction(2, 3)), ("squad", Fraction(1, 3))])
    def test_his_hero_profits(self, reading: str, chance: Fraction) -> None:
        other = {"h": {"card": hero(weapons={"Bazooka": weapon("1/4")}), "state": {"joined": "a"}}}
        reply = shot(by=self.CARD, weapon="Bazooka", others=other, readings={"spotterScope": reading}, target=walker())
        assert Fraction(reply["odds"]["destroyed"]["yes"]) == chance

    @rule("DUST-190", "DUST-156")
    def test_with_a_phaser_only_the_first_dice(self) -> None:
        first = after(hits(2, False), lambda made: hits(made * 3))
        assert dist(shot("2~3", skills=["spotter"])) == first
        both = after(hits(2, False), lambda made: hits(made * 3, False))
        assert dist(shot("2~3", skills=["spotter"], readings={"spotterPhaser": "both"})) == both
        medal = shot("1~2", skills=["medal_of_honor"], readings={"spotterPhaser": "both"})
        assert dist(medal) == after(hits(1, rerolls=1), lambda made: hits(2 * made))

    @rule("DUST-190", "DUST-168")
    def test_with_a_laser_for_the_whole_chain(self) -> None:
        odds = dist(shot(kinds=["laser"], skills=["spotter"]))
        assert [odds[n] for n in range(3)] == [Fraction(1, 3), Fraction(2, 9), Fraction(4, 27)]

    @rule("DUST-190")
    def test_with_the_other_values(self) -> None:
        assert dist(shot("1/man", skills=["spotter"], target=squad(2))) == hits(2, False)
        assert Fraction(shot("1/skull", skills=["spotter"], target=walker())["odds"]["destroyed"]["yes"]) == Fraction(2, 3)
        assert dist(shot("1/1-2/1", rounds=2, skills=["spotter"], by=walker(weapons={"Gun": weapon("1/1-2/1", "4", "volley", ammo=4)}))) == hits(2, False)


class TestCover:
    @rule("DUST-01", "DUST-41", "DUST-39")
    @pytest.mark.parametrize("n", [1, 2, 3])
    @pytest.mark.parametrize("hard", [False, True])
    def test_one_die_a_hit(self, n: int, hard: bool) -> None:
        assert dist(shot(men=n, cover="hard" if hard else "soft")) == unsaved(hits(n), hard)

    @rule("DUST-41", "DUST-40")
    def test_four_hits_in_hard_cover(self) -> None:
        """EX-D09: four hits, cover dice three blanks and a hit: one soldier is lost."""
        reply = shot(by=squad(4, {"Gun": weapon("1/1")}), cover="hard", roll={"attack": [H] * 4, "cover": [M, M, M, H]})
        assert (reply["result"]["damage"], reply["result"]["models"]) == (1, 4)
        soft = shot(by=squad(4, {"Gun": weapon("1/1")}), cover="soft", roll={"attack": [H] * 4, "cover": [M, M, M, H]})
        assert soft["result"]["models"] == 2

    @rule("DUST-39", "DUST-40")
    def test_as_the_squad_was_last_known_to_stand(self) -> None:
        assert "cover" in dice(shot(at={"cover": "hard"}))
        assert "cover" not in dice(shot(at={"cover": "hard"}, cover="none"))

    @rule("DUST-186", "DUST-94", "DUST-39")
    def test_not_once_his_squad_is_gone(self) -> None:
        others = {"s": {"card": squad(), "state": {"where": "destroyed"}}}
        assert "cover" not in dice(shot(target=hero(), at={"joined": "s"}, others=others, cover="soft"))

    @rule("DUST-39", "DUST-100")
    @pytest.mark.parametrize("card", [walker(), hero()])
    def test_squads_only(self, card: Any) -> None:
        assert "cover" not in dice(shot(target=card, cover="hard"))

    @rule("DUST-39", "DUST-98", "DUST-41")
    def test_a_joined_hero_uses_it(self) -> None:
        others = {"s": {"card": squad(saves={"soft": "miss"}), "state": {}}}
        assert "cover" in dice(shot(target=hero(), at={"joined": "s"}, others=others, cover="soft"))
        assert dist(shot(target=hero(), at={"joined": "s"}, others=others, cover="soft"))[1] == Fraction(1, 9)  # by the squad's card

    @rule("DUST-41")
    def test_symbols_as_the_card_prints_them(self) -> None:
        assert dist(shot(cover="hard", target=squad(saves={"hard": "hit"})))[1] == Fraction(2, 9)
        assert dist(shot(cover="soft", target=squad(saves={"soft": "miss"})))[1] == Fraction(1, 9)

    @rule("DUST-41")
    @pytest.mark.parametrize(
        ("reading", "expected"),
        [("perHit", {0: Fraction(7, 9), 2: Fraction(2, 9)}), ("perDamage", {0: Fraction(2, 3) + Fraction(1, 27), 1: Fraction(4, 27), 2: Fraction(4, 27)})],
    )
    def test_per_hit_or_per_damage(self, reading: str, expected: Any) -> None:
        assert dist(shot("1/2", cover="soft", readings={"coverDice": reading})) == expected

    @rule("DUST-42", "DUST-62", "DUST-167", "DUST-165", "DUST-53")
    @pytest.mark.parametrize(
        ("value", "range", "kinds", "name", "covered"),
        [
            ("1/1", "4", [], "Gun", True),
            ("1/1", "4", ["burst"], "Gun", True),
            ("1/1", "4", ["laser"], "Gun", True),
            ("1/1", "3-6", [], "Gun", True),
            ("1/skull", "4", [], "Gun", True),
            ("1/man", "4", ["incendiary"], "Gun", True),
            ("2~3", "4", [], "Gun", False),
            ("1/1", "A", [], "Gun", False),
            ("1/1", "C", [], "Gun", False),
            ("1/1", "1", ["flamethrower"], "Gun", False),
            ("1/skull", "1", ["flamethrower"], "Gun", False),
            ("1/1", "3", ["grenade"], "Gun", False),
            ("1/1", "3", [], "UGL", False),
            ("1/1", "3", [], "Grenade Launcher", False),
            ("1/1", "3", [], "Grenade Pistol", False),
        ],
    )
    def test_what_ignores_it(self, value: str, range: str, kinds: list[str], name: str, covered: bool) -> None:
        """EX-D36: a Grenade Launcher on a squad in hard cover: no cover roll."""
        card = squad(1, {name: weapon(value, range, *kinds)})
        assert ("cover" in dice(shot(by=card, weapon=name, cover="hard"))) is covered

    @rule("DUST-63", "DUST-42")
    @pytest.mark.parametrize(("reading", "covered"), [("normal", True), ("artilleryLike", False)])
    def test_parabolic_weapons(self, reading: str, covered: bool) -> None:
        assert ("cover" in dice(shot(reach="3-6", cover="soft", readings={"parabolic": reading}))) is covered
        assert "cover" in dice(shot(cover="soft", readings={"parabolic": reading}))

    @rule("DUST-62")
    @pytest.mark.parametrize(
        ("reading", "sources", "covered"), [("ignoresAll", ["building"], False), ("structureKept", ["building"], True), ("structureKept", ["crate"], False)]
    )
    def test_artillery_on_a_building(self, reading: str, sources: list[str], covered: bool) -> None:
        reply = shot(reach="A", cover="hard", sources=sources, readings={"artilleryStructure": reading})
        assert ("cover" in dice(reply)) is covered


class TestKinds:
    """Every kind of weapon against brute force."""

    @rule("DUST-31", "DUST-38")
    @pytest.mark.parametrize(("n", "d"), [(1, 1), (2, 2), (3, 3)])
    def test_plain(self, n: int, d: int) -> None:
        assert dist(shot(f"{n}/{d}", target=walker(9))) == times(hits(n), d)

    @rule("DUST-155", "DUST-156")
    @pytest.mark.parametrize(("x", "y"), [(1, 1), (2, 2), (2, 3), (1, 3)])
    @pytest.mark.parametrize("rerolls", [0, 1, 2])
    def test_phaser(self, x: int, y: int, rerolls: int) -> None:
        reply = shot(f"{x}~{y}", sustained=rerolls > 0, skills=["berserk"] if rerolls > 1 else [])
        assert dist(reply) == after(hits(x, rerolls=rerolls), lambda made: hits(made * y))

    @rule("DUST-155", "DUST-156")
    def test_phaser_by_the_faces(self) -> None:
        """EX-D28 and EX-D29: 2~3 with one hit, then two hits of three; sustained, the miss
        becomes a hit, then three of six."""
        assert shot("2~3", roll={"attack": [H, M, H, H, M]})["result"]["damage"] == 2
        assert shot("2~3", sustained=True, roll={"attack": [H, M, H, H, H, H, M, M, M]})["result"]["damage"] == 3

    @rule("DUST-155")
    def test_phaser_as_many_dice_as_hits(self) -> None:
        assert dist(shot("2~3", readings={"phaserDice": "equal"})) == after(hits(2), lambda made: hits(made))

    @rule("DUST-157")
    @pytest.mark.parametrize("rounds", [1, 2, 3])
    def test_volley(self, rounds: int) -> None:
        gun = walker(weapons={"Gun": weapon("1/2-2/2-4/2", "4", "volley", ammo=6)})
        reply = shot(by=gun, rounds=rounds, target=walker(9))
        assert dist(reply) == times(hits((1, 2, 4)[rounds - 1]), 2)
        assert dice(shot(by=gun)) == {"attack": 1}  # one round, where nobody says how many

    @rule("DUST-157", "DUST-36")
    def test_two_rockets(self) -> None:
        """EX-D30: two rockets are six dice; three hits remove three; two rockets are spent."""
        rain = walker(weapons={"Gun": weapon("3/1-6/1-9/1", "A", "volley", "artillery", ammo=6)})
        reply = shot(by=rain, rounds=2, range=4, roll={"attack": [H, H, H, M, M, M]})
        assert (dice(reply)["attack"], reply["result"]["models"], change(reply, "a", "ammo.Gun")) == (6, 2, 4)

    @rule("DUST-157", "DUST-160")
    @pytest.mark.parametrize(("rounds", "ammo", "refs"), [(3, 6, None), (4, 6, ["DUST-157"]), (3, 2, ["DUST-157"]), (1, 0, ["DUST-157"])])
    def test_no_more_than_printed_or_left(self, rounds: int, ammo: int, refs: Any) -> None:
        rain = walker(weapons={"Gun": weapon("3/1-6/1-9/1", "A", "volley", ammo=6)})
        reply = shot(by=rain, rounds=rounds, state={"ammo": {"Gun": ammo}})
        assert reply.get("refused", {}).get("refs") == refs

    @rule("DUST-158")
    @pytest.mark.parametrize("men", [1, 2, 3])
    def test_incendiary(self, men: int) -> None:
        assert dist(shot("1/man", target=squad(men))) == hits(men)
        assert dist(shot("1/man", 2, target=squad(men))) == hits(2 * men)

    @rule("DUST-158", "DUST-187")
    def test_incendiary_counts_living_miniatures_and_a_joined_hero(self) -> None:
        """EX-D31: one flamethrower on five men is five dice. Whoever only shares the square is
        no part of the target."""
        assert dice(shot("1/man")) == {"attack": 5}
        assert dice(shot("2/man", 2, at={"alive": [1, 3]})) == {"attack": 8}
        assert dice(shot("I/soldier", others={"h": {"card": hero(), "state": {"joined": "b"}}})) == {"attack": 6}
        assert dice(shot("1/man", others={"h": {"card": hero(), "state": {}}})) == {"attack": 5}
        assert dice(shot("1/man", target=walker())) == {"attack": 1}

    @rule("DUST-159", "DUST-192")
    @pytest.mark.parametrize("men", [1, 2, 3])
    @pytest.mark.parametrize("cover", ["none", "soft", "hard"])
    def test_armour_piercing(self, men: int, cover: str) -> None:
        bare = hits(men) if cover == "none" else unsaved(hits(men), cover == "hard")
        assert Fraction(shot("1/skull", target=squad(men), cover=cover)["odds"]["destroyed"]["yes"]) == 1 - bare[0]

    @rule("DUST-159")
    def test_armour_piercing_on_a_walker(self) -> None:
        """EX-D32: one die, one hit: the Pounder is gone."""
        reply = shot("I/skull", by=walker(weapons={"Gun": weapon("I/skull", "3")}), target=walker(6), roll={"attack": [H]})
        assert (reply["result"]["destroyed"], change(reply, "b", "where"), reply["result"]["damage"]) == ("yes", "destroyed", 6)

    @rule("DUST-192", "DUST-123")
    def test_resilience_does_not_help_against_it(self) -> None:
        card = squad(2, skills=["damage_resilient"])
        assert list(dice(shot("1/skull", target=card, roll={"attack": [H, M]}))) == ["attack"]
        none = shot("1/skull", target=squad(2), cover="hard", readings={"apSaves": "none"})
        assert Fraction(none["odds"]["destroyed"]["yes"]) == Fraction(5, 9)
        assert "cover" in dice(shot(cover="hard", readings={"apSaves": "none"}))

    @rule("DUST-192")
    @pytest.mark.parametrize(("reading", "gone"), [("both", True), ("squadOnly", False)])
    def test_a_joined_hero_goes_too(self, reading: str, gone: bool) -> None:
        others = {"h": {"seat": 1, "card": hero(), "state": {"joined": "b"}}}
        reply = shot("1/skull", others=others, roll={"attack": [H] + [M] * 5}, readings={"apHero": reading})
        assert (change(reply, "b", "where"), change(reply, "h", "where")) == ("destroyed", "destroyed" if gone else None)

    @rule("DUST-161")
    @pytest.mark.parametrize(("moved", "told", "count"), [(False, None, 4), (True, None, 2), (True, True, 4), (False, False, 2)])
    def test_burst(self, moved: bool, told: Any, count: int) -> None:
        reply = shot("2/1", kinds=["burst"], at={"moved": moved}, **({} if told is None else {"target_still": told}))
        assert dice(reply) == {"attack": count}
        assert dist(reply) == hits(count)

    @rule("DUST-113", "DUST-189")
    def test_all_in_one_doubles_everything(self) -> None:
        assert dist(shot("2/1", skills=["all_in_one"])) == hits(4)
        assert dist(shot("1~2", skills=["all_in_one"])) == after(hits(2), lambda made: hits(2 * made))
        assert dist(shot("1~2", skills=["all_in_one"], readings={"allInOnePhaser": "both"})) == after(hits(2), lambda made: hits(4 * made))
        assert dist(shot("1/man", skills=["all_in_one"], target=squad(2))) == hits(4)
        volley = shot(by=walker(weapons={"Gun": weapon("1/1-2/1", "4", "volley", ammo=4)}), rounds=2, skills=["all_in_one"], roll={"attack": [M] * 4})
        assert (dice(volley)["attack"], change(volley, "a", "ammo.Gun")) == (4, 2)

    @rule("DUST-189", "DUST-161")
    @pytest.mark.parametrize(("reading", "count"), [("multiply", 8), ("add", 6)])
    def test_two_doublings(self, reading: str, count: int) -> None:
        reply = shot("2/1", kinds=["burst"], skills=["all_in_one"], readings={"doubling": reading})
        assert dice(reply) == {"attack": count}
        assert sum(row["amount"] for row in reply["checks"][0]["dice_rows"]) == count

    @rule("DUST-113")
    def test_all_in_one_lasts_for_the_round(self) -> None:
        card = squad(1, {"Gun": weapon("2/1")}, skills=["all_in_one"])
        assert shot(by=card, skills=["all_in_one"], roll={"attack": [M] * 4})["after"]["a"]["all_in"] is True
        assert dice(shot(by=card, state={"all_in": True})) == {"attack": 4}
        others = {"h": {"card": hero(skills=["all_in_one"]), "state": {"joined": "a", "all_in": True}}}
        assert dice(shot("2/1", others=others)) == {"attack": 2}
        assert dice(shot("2/1", others=others, readings={"silentSharing": "yes"})) == {"attack": 4}

    @rule("DUST-168")
    @pytest.mark.parametrize("n", [1, 2, 3])
    def test_laser(self, n: int) -> None:
        odds = dist(shot(men=n, kinds=["laser"]))
        assert close(odds, chain(n))
        exact = [Fraction(2, 3) ** n * Fraction(1, 3) ** k * (1 if n == 1 else k + 1 if n == 2 else (k + 1) * (k + 2) // 2) for k in range(6)]
        assert [odds[k] for k in range(6)] == exact
        assert list(shot(men=n, kinds=["laser"])["odds"]["damage"])[-1] == f"{24 + 2 * n}+"

    @rule("DUST-168", "DUST-41")
    @pytest.mark.parametrize("hard", [False, True])
    def test_laser_and_cover_after_the_chain(self, hard: bool) -> None:
        assert close(dist(shot(kinds=["laser"], cover="hard" if hard else "soft")), unsaved(chain(1, depth=8), hard))
        reply = shot(kinds=["laser"], cover="soft", roll={"attack": [H, H, H, M], "cover": [H, M, M]})
        assert reply["result"]["damage"] == 2

    @rule("DUST-169", "DUST-168", "DUST-05")
    def test_laser_sustained(self) -> None:
        """EX-D37: 2 H 1 M; the hits again: H M; again: M; then the first miss: M. Three damage
        in all."""
        reply = shot(by=squad(3, {"Gun": weapon("1/1", "4", "laser")}), sustained=True, roll={"attack": [H, H, M, H, M, M, M]})
        assert (reply["result"]["damage"], reply["result"]["models"]) == (3, 2)
        assert close(dist(shot(men=2, kinds=["laser"], sustained=True)), chain(2, rerolls=1))
        assert ("laser", 0, "DUST-168") in rows(reply, "attack")

    @rule("DUST-169")
    def test_laser_sustained_by_the_other_reading(self) -> None:
        """Every die is thrown once more: as many dice again, each with its chain."""
        told = {"laserSustained": "allDice"}
        assert close(dist(shot(kinds=["laser"], sustained=True, readings=told)), chain(2))
        reply = shot(kinds=["laser"], sustained=True, readings=told, roll={"attack": [H, M], "again": [H, H, M]})
        assert reply["result"]["damage"] == 3
        assert "again" not in dice(shot(kinds=["laser"], readings=told))
        assert "again" not in dice(shot(sustained=True, readings=told))
        assert close(
            dist(shot(kinds=["laser"], sustained=True, skills=["berserk"], readings=told)),
            after(chain(1, rerolls=1), lambda made: {made + more: chance for more, chance in chain(1).items()}),
        )

    @rule("DUST-117", "DUST-168")
    def test_laser_and_berserk(self) -> None:
        """Berserk comes first, then the chains of all hits."""
        assert close(dist(shot(kinds=["laser"], skills=["berserk"])), chain(1, rerolls=1))
        assert close(dist(shot(kinds=["laser"], skills=["berserk"], sustained=True)), chain(1, rerolls=2))
        reply = shot(by=squad(2, {"Gun": weapon("1/1", "4", "laser")}), skills=["berserk"], roll={"attack": [H, M, H, M, H, M]})
        assert reply["result"]["damage"] == 3

    @rule("DUST-168", "DUST-159", "DUST-155")
    def test_special_values_have_no_chains(self) -> None:
        assert Fraction(shot("1/skull", kinds=["laser"], target=walker())["odds"]["destroyed"]["yes"]) == Fraction(1, 3)
        assert dist(shot("1~2", kinds=["laser"], skills=["medal_of_honor"])) == after(hits(1, rerolls=1), lambda made: hits(2 * made))

    @rule("DUST-168")
    def test_a_laser_with_more_damage(self) -> None:
        assert dist(shot("1/3", kinds=["laser"], target=walker(9)))[6] == Fraction(2, 27)


class TestMedal:
    CARD = hero(weapons={"Gun": weapon("2/1")}, skills=["medal_of_honor"])

    @rule("DUST-127")
    def test_one_miss_once_more(self) -> None:
        once: Counter[int] = Counter()
        for made, chance in hits(2).items():
            for more, again in (hits(1) if made < 2 else {0: Fraction(1)}).items():
                once[made + more] += chance * again
        assert dist(shot(by=self.CARD, skills=["medal_of_honor"])) == once
        reply = shot(by=self.CARD, skills=["medal_of_honor"], roll={"attack": [H, M], "medal": [H]})
        assert (reply["result"]["damage"], reply["after"]["a"]["medal"]) == (2, True)
        assert "medal" not in dice(shot(by=self.CARD, skills=["medal_of_honor"], roll={"attack": [H, H]}))

    @rule("DUST-127")
    def test_once_a_round_and_only_the_heros_own_dice(self) -> None:
        assert "medal" not in dice(shot(by=self.CARD, skills=["medal_of_honor"], state={"medal": True}))
        assert "medal" not in dice(shot(by=self.CARD))
        others = {"h": {"card": self.CARD | {"weapons": {"Pistol": weapon("1/1")}}, "state": {"joined": "a"}}}
        assert "medal" not in dice(shot(skills=["medal_of_honor"], others=others))
        assert "medal" in dice(shot(skills=["medal_of_honor"], others=others, weapon="Pistol"))

    @rule("DUST-127", "DUST-156")
    def test_with_a_phaser_a_die_of_the_first_roll(self) -> None:
        card = hero(weapons={"Gun": weapon("1~2")}, skills=["medal_of_honor"])
        assert dist(shot(by=card, skills=["medal_of_honor"])) == after(hits(1, rerolls=1), lambda made: hits(2 * made))

    @rule("DUST-127", "DUST-168")
    def test_with_a_laser_the_last_die_of_a_chain(self) -> None:
        """A chain always ends on a miss: that die again is one more chain."""
        card = hero(weapons={"Gun": weapon("1/1", "4", "laser")}, skills=["medal_of_honor"])
        odds = dist(shot(by=card, skills=["medal_of_honor"]))
        assert [odds[n] for n in range(3)] == [Fraction(4, 9), Fraction(8, 27), Fraction(12, 81)]


class TestResilience:
    @rule("DUST-123")
    @pytest.mark.parametrize(("n", "each", "cover"), [(1, 1, "none"), (2, 1, "none"), (1, 2, "none"), (2, 1, "soft"), (1, 2, "hard")])
    def test_one_die_for_each_point_after_cover(self, n: int, each: int, cover: str) -> None:
        left = hits(n) if cover == "none" else unsaved(hits(n), cover == "hard")
        expected = after(times(left, each), lambda points: {points - saved: chance for saved, chance in hits(points).items()})
        assert dist(shot(f"{n}/{each}", target=squad(skills=["damage_resilient"]), cover=cover)) == expected

    @rule("DUST-123")
    def test_by_the_faces(self) -> None:
        reply = shot("3/1", target=squad(skills=["damage_resilient"]), cover="soft", roll={"attack": [H, H, H], "cover": [M, M, H], "resilient": [H, M]})
        assert reply["result"]["damage"] == 1
        assert "resilient" in dice(shot(skills=["damage_resilient"]))

    @rule("DUST-125")
    @pytest.mark.parametrize("value", ["3/1", "1/skull", "2~3"])
    def test_heroic_attack_takes_no_damage(self, value: str) -> None:
        card = hero(skills=["heroic_attack"])
        assert dist(shot(value, target=card, at={"heroic": True})) == {0: 1}
        assert dist(shot(value, target=card, skills=["heroic_attack"])) == {0: 1}
        joined = {"h": {"card": card, "state": {"joined": "b", "heroic": True}}}
        assert dist(shot(value, others=joined)) == {0: 1}


class TestLosses:
    @rule("DUST-180", "DUST-38")
    def test_a_walker_loses_hit_points_and_nothing_beyond(self) -> None:
        reply = shot("3/3", target=walker(), roll={"attack": [H, M, M]})
        assert change(reply, "b", "damage") == 3
        reply = shot("3/3", target=walker(), roll={"attack": [H, H, H]})
        assert (change(reply, "b", "damage"), change(reply, "b", "where"), reply["result"]["damage"]) == (4, "destroyed", 9)
        assert shot("3/3", target=walker(), at={"damage": 2})["odds"]["destroyed"] == {"no": "8/27", "yes": "19/27"}

    @rule("DUST-38")
    def test_the_owner_chooses_who_falls_where_it_matters(self) -> None:
        card = squad(3, {"Gun": weapon("1/1"), "Faust": weapon("1/1")}, models=[{"weapons": ["Gun"]}] * 2 + [{"weapons": ["Faust"]}])
        assert change(shot(target=card, roll={"attack": [H]}), "b", "alive") == [0, 2]  # the most common by default
        assert change(shot(target=card, roll={"attack": [H]}, answers={"loss": "2"}), "b", "alive") == [0, 1]

    @rule("DUST-180")
    def test_damage_beyond_the_last_miniature_is_lost(self) -> None:
        reply = shot("3/2", target=squad(2), roll={"attack": [H, H, H]})
        assert (reply["result"]["models"], reply["result"]["destroyed"], change(reply, "b", "where")) == (0, "yes", "destroyed")

    @rule("DUST-43", "DUST-31")
    @pytest.mark.parametrize(("kind", "armor", "hp"), [("crate", "V3", 2), ("trap", "V5", 4)])
    def test_cover_elements_as_targets(self, kind: str, armor: str, hp: int) -> None:
        gun = squad(1, {"Gun": {"range": "4", "values": {armor: "1/1", "V1": "-"}}})
        reply = shot(by=gun, target={"kind": kind}, at={"damage": hp - 1}, roll={"attack": [H]}, cover="hard")
        assert (list(dice(reply)), reply["result"]["destroyed"]) == (["attack"], "yes")
        assert change(shot(by=gun, target={"kind": kind}, at={"damage": hp - 2}, roll={"attack": [H]}), "b", "damage") == hp - 1

    @rule("DUST-134", "DUST-180")
    def test_a_sniper_names_his_man(self) -> None:
        card = squad(3, {"Gun": weapon("1/1"), "Faust": weapon("1/1")}, models=[{"weapons": ["Gun"]}] * 2 + [{"weapons": ["Faust"]}])
        reply = shot("2/2", target=card, named=2, roll={"attack": [H, H]})
        assert (change(reply, "b", "alive"), reply["result"]["models"]) == ([0, 1], 2)
        assert dist(shot("2/2", target=card, named=2)) == {0: Fraction(4, 9), 1: Fraction(5, 9)}
        assert "cover" in dice(shot(target=card, named=2, cover="soft"))

    @rule("DUST-134")
    @pytest.mark.parametrize(("reading", "models"), [("lost", 4), ("owner", 3)])
    def test_what_is_too_much_for_him(self, reading: str, models: int) -> None:
        reply = shot("1/2", named=0, roll={"attack": [H]}, readings={"sniperExcess": reading})
        assert reply["result"]["models"] == models
        last = shot("1/2", named=0, target=squad(1), roll={"attack": [H]}, readings={"sniperExcess": reading})
        assert (last["result"]["destroyed"], last["result"]["damage"]) == ("yes", 1)

    @rule("DUST-134", "DUST-123")
    def test_a_man_who_resists_and_a_man_who_is_gone(self) -> None:
        tough = squad(2, skills=["damage_resilient"])
        assert shot(named=0, target=tough, roll={"attack": [H], "resilient": [H]})["result"]["models"] == 2
        assert refused(shot(named=2, at={"alive": [0, 1]})) == ["DUST-134"]

    @rule("DUST-134", "DUST-97")
    def test_a_sniper_may_name_the_hero(self) -> None:
        others = {"h": {"card": hero(), "state": {"joined": "b"}}}
        reply = shot("1/2", named="h", others=others, roll={"attack": [H]})
        assert (change(reply, "h", "damage"), change(reply, "b", "alive")) == (2, None)
        assert refused(shot(named="h", others=others, readings={"sniperHero": "no"})) == ["DUST-134"]
        assert dist(shot(named=1, others=others, readings={"sniperHero": "no"})) == ONE
        both = shot("1/1", target=hero(), at={"joined": "s"}, named=1, others={"s": {"card": squad(2)}}, roll={"attack": [H]})
        assert change(both, "s", "alive") == [0]


class TestAmmunition:
    FAUST = squad(5, {"Gun": weapon("1/1", "3", "limited", ammo=3)}, models=[{"weapons": ["Gun"]}] * 3 + [{"weapons": []}] * 2)

    @rule("DUST-160", "DUST-36")
    @pytest.mark.parametrize(
        ("state", "rounds", "count", "refs"),
        [
            ({}, None, 3, None),
            ({}, 2, 2, None),
            ({}, 4, None, ["DUST-160"]),
            ({"alive": [3, 4]}, None, 2, None),
            ({"alive": [3, 4]}, 3, None, ["DUST-160"]),
            ({"ammo": {"Gun": 1}}, None, 1, None),
            ({"ammo": {"Gun": 0}}, None, None, ["DUST-160"]),
        ],
    )
    def test_the_stock_is_the_units(self, state: Any, rounds: Any, count: Any, refs: Any) -> None:
        """EX-D33: two survivors without a Panzerfaust of their own: stock 3, at most 2 a time."""
        reply = shot(by=self.FAUST, state=state, **({} if rounds is None else {"rounds": rounds}))
        assert reply.get("refused", {}).get("refs") == refs
        assert refs or dice(reply) == {"attack": count}

    @rule("DUST-160", "DUST-05", "DUST-36")
    def test_rerolls_spend_nothing_more(self) -> None:
        reply = shot(by=self.FAUST, sustained=True, rounds=1, roll={"attack": [M, H]})
        assert (change(reply, "a", "ammo.Gun"), reply["result"]["damage"]) == (2, 1)
        assert change(shot(by=self.FAUST, rounds=3, state={"ammo": {"Gun": 3}}, roll={"attack": [M] * 3}), "a", "ammo.Gun") == 0

    @rule("DUST-160")
    @pytest.mark.parametrize(("reading", "count"), [("no", 2), ("yes", 3)])
    def test_a_hero_and_the_squads_stock(self, reading: str, count: int) -> None:
        others = {"h": {"card": hero(), "state": {"joined": "a"}}}
        assert dice(shot(by=self.FAUST, state={"alive": [0, 1]}, others=others, readings={"heroUsesStock": reading})) == {"attack": count}
        own = hero(weapons={"Gun": weapon("1/1", "3", ammo=3)})
        assert dice(shot(by=own, state={"joined": "s"}, others={"s": {"card": squad(2, {"Rifle": weapon("1/1")})}}, readings={"heroUsesStock": reading})) == {
            "attack": 1
        }
        assert dice(shot(by=walker(weapons={"Gun": weapon("2/1", "3", ammo=3)}))) == {"attack": 2}

    @rule("DUST-160", "DUST-167")
    def test_without_a_stock_nothing_is_counted(self) -> None:
        reply = shot(by=squad(2, {"Grenade Launcher": weapon("1/1", "3")}), weapon="Grenade Launcher", roll={"attack": [M, M]})
        assert "ammo" not in reply["after"]["a"]
        ugl = shot(by=squad(2, {"UGL": weapon("1/1", "3", ammo=2)}), weapon="UGL", rounds=1, roll={"attack": [M]})
        assert change(ugl, "a", "ammo.UGL") == 1

    @rule("DUST-55", "DUST-164")
    @pytest.mark.parametrize("kinds", [["reload"], ["artillery"]])
    def test_fired_it_must_be_reloaded(self, kinds: list[str]) -> None:
        reply = shot(kinds=kinds, roll={"attack": [M]})
        assert change(reply, "a", "loaded.Gun") is False
        assert refused(shot(kinds=kinds, state={"loaded": {"Gun": False}})) == ["DUST-55"]
        assert "refused" not in shot(kinds=kinds, state={"loaded": {"Gun": True}})
        assert "refused" not in shot(state={"loaded": {"Gun": False}})


class TestRange:
    @rule("DUST-47", "DUST-48", "DUST-49", "DUST-54", "DUST-63", "DUST-32")
    @pytest.mark.parametrize(
        ("told", "squares", "refs"),
        [
            ("4", 4, None),
            ("4", 5, ["DUST-47"]),
            ("1", 1, None),
            ("1", 2, ["DUST-47"]),
            ("U", 50, None),
            ("U", 1, None),
            ("C", 1, None),
            ("C", 2, ["DUST-49"]),
            ("3-6", 2, ["DUST-47"]),
            ("3-6", 3, None),
            ("3-6", 6, None),
            ("3-6", 7, ["DUST-47"]),
            ("A", 1, ["DUST-54"]),
            ("A", 2, ["DUST-54"]),
            ("A", 3, ["DUST-54"]),
            ("A", 4, None),
            ("A", 40, None),
        ],
    )
    def test_how_far_a_line_reaches(self, told: str, squares: int, refs: Any) -> None:
        """EX-D15 and EX-D18: artillery from 4 on; a Petard Mortar from 3 to 6."""
        gun = squad(1, {"Gun": weapon("1/1", told)})
        reply = shot(by=gun, range=squares)
        assert reply.get("refused", {}).get("refs") == refs
        assert not refs or ("at least" in reply["refused"]["text"]) is (squares < {"3": 3, "A": 4}.get(told[0], 1))

    @rule("DUST-32", "DUST-10")
    @pytest.mark.parametrize(("dx", "dy", "reached"), [(4, 0, True), (3, 2, True), (3, -3, False), (2, 3, True), (4, 2, False)])
    def test_counted_like_movement(self, dx: int, dy: int, reached: bool) -> None:
        assert ("refused" not in shot(dx=dx, dy=dy)) is reached
        assert "refused" not in shot(range=3, dx=dx, dy=dy)  # the number told counts
        assert "refused" not in shot()

    @rule("DUST-49")
    @pytest.mark.parametrize(
        ("reading", "dx", "dy", "reached"), [("yes", 1, 1, True), ("no", 1, 1, False), ("no", 0, 1, True), ("no", 1, 0, True), ("yes", 2, 0, False)]
    )
    def test_close_combat_along_a_diagonal(self, reading: str, dx: int, dy: int, reached: bool) -> None:
        reply = shot(by=squad(1, {"Gun": weapon("1/1", "C")}), dx=dx, dy=dy, readings={"closeDiagonal": reading})
        assert reply.get("refused", {}).get("refs") == (None if reached else ["DUST-49"])
        assert "refused" not in shot(dx=1, dy=1, readings={"closeDiagonal": reading})

    @rule("DUST-18", "DUST-48")
    def test_sight_is_needed(self) -> None:
        assert refused(shot(los=False)) == ["DUST-18"]
        assert "refused" not in shot(los=True)

    @rule("DUST-180", "DUST-188")
    def test_nobody_shoots_at_the_destroyed(self) -> None:
        assert refused(shot(at={"where": "destroyed"})) == ["DUST-180"]
        assert refused(shot(state={"where": "destroyed"})) == ["DUST-180"]

    @rule("DUST-188", "DUST-103")
    def test_nobody_shoots_from_beside_the_board(self) -> None:
        assert refused(shot(state={"where": "reserve"})) == ["DUST-188"]
        assert refused(shot(at={"where": "reserve"})) == ["DUST-188"]
        assert "refused" not in shot(at={"where": "table"})

    @rule("DUST-165")
    def test_a_trap_does_not_burn(self) -> None:
        assert refused(shot(kinds=["flamethrower"], target={"kind": "trap"})) == ["DUST-165"]
        assert "refused" not in shot(kinds=["flamethrower"], target={"kind": "crate"})
        assert "refused" not in shot(target={"kind": "trap"})


class TestManners:
    GUN = walker(weapons={"Gun": weapon("3/1", "A"), "MG": weapon("2/1", "3")})
    EYES = squad(skills=["artillery_strike"])

    def fire(self, eyes_of: Any = None, **situation: Any) -> dict[str, Any]:
        others = {"o": {"card": eyes_of or self.EYES, "state": situation.pop("eyes", {})}}
        return shot(by=self.GUN, others=others, **{"as": "indirect", "observer": "o", "observer_los": True, "range": 6, **situation})

    @rule("DUST-57", "DUST-58", "DUST-59", "DUST-114", "DUST-55")
    def test_indirect_fire(self) -> None:
        """EX-D17: the artillery fires now; both its actions are gone; it must reload."""
        reply = self.fire(roll={"attack": [H, M, M]}, los=False)
        assert (reply["result"]["damage"], change(reply, "a", "activated"), change(reply, "a", "loaded.Gun")) == (1, True, False)

    @rule("DUST-57", "DUST-58", "DUST-61", "DUST-191", "DUST-188")
    @pytest.mark.parametrize(
        ("situation", "ref"),
        [
            ({"observer_los": False}, "DUST-57"),
            ({"sustained": True}, "DUST-57"),
            ({"observer": "a"}, "DUST-57"),
            ({"range": 3}, "DUST-61"),
            ({"state": {"activated": True}}, "DUST-58"),
            ({"state": {"reactivated": True}}, "DUST-58"),
            ({"state": {"where": "reserve"}}, "DUST-58"),
            ({"state": {"loaded": {"Gun": False}}}, "DUST-55"),
            ({"weapon": "MG", "los": False, "range": 2}, "DUST-18"),
            ({"weapon": "MG", "range": 4}, "DUST-47"),
        ],
    )
    def test_what_forbids_indirect_fire(self, situation: Any, ref: str) -> None:
        assert refused(self.fire(**situation)) == [ref]

    @rule("DUST-57")
    def test_its_other_weapons_fire_by_their_own_sight(self) -> None:
        assert "refused" not in self.fire(weapon="MG", range=2, los=True, observer_los=False)

    @rule("DUST-60", "DUST-145", "DUST-141", "DUST-122")
    @pytest.mark.parametrize(("alive", "refs"), [([0, 1, 2], None), ([0, 2, 3, 4], ["DUST-60"])])
    def test_a_command_squad_needs_its_radio(self, alive: list[int], refs: Any) -> None:
        assert self.fire(BOSS, eyes={"alive": alive}).get("refused", {}).get("refs") == refs
        assert refused(self.fire(squad(skills=["command_squad"]))) == ["DUST-60"]
        assert refused(self.fire(squad(1, models=[{"weapons": [], "role": "officer"}]))) == ["DUST-60"]

    @rule("DUST-56", "DUST-54", "DUST-18")
    def test_direct_fire(self) -> None:
        """EX-D16: with its own sight artillery fires directly, sustained if it likes."""
        assert dist(shot(by=self.GUN, range=4, los=True, sustained=True)) == hits(3, rerolls=1)
        assert refused(shot(by=self.GUN, range=4, los=False)) == ["DUST-18"]
        assert "activated" not in shot(by=self.GUN, range=4, roll={"attack": [M] * 3})["after"]["a"]

    @rule("DUST-56", "DUST-57")
    @pytest.mark.parametrize(("reading", "direct", "indirect"), [("artilleryDirectSymbol", "miss", "hit"), ("artilleryIndirectSymbol", "hit", "miss")])
    def test_which_symbol(self, reading: str, direct: str, indirect: str) -> None:
        told = {"readings": {reading: "MISS"}}
        assert shot(by=self.GUN, range=4, **told)["checks"][0]["target"] == direct
        assert self.fire(**told)["checks"][0]["target"] == indirect
        assert shot(by=self.GUN, weapon="MG", **told)["checks"][0]["target"] == "hit"

    @rule("DUST-65", "DUST-71", "DUST-66")
    def test_a_reaction_is_never_sustained_and_activates(self) -> None:
        assert refused(shot(**{"as": "reaction", "sustained": True})) == ["DUST-71"]
        assert "refused" not in shot(sustained=True)
        reply = shot(**{"as": "reaction", "roll": {"attack": [M]}})
        assert change(reply, "a", "activated") is True

    @rule("DUST-121")
    @pytest.mark.parametrize(("range", "sustained", "refs"), [("1", False, None), ("C", False, None), ("2", False, ["DUST-121"]), ("1", True, ["DUST-121"])])
    def test_a_charge_fights_with_range_1_and_c(self, range: str, sustained: bool, refs: Any) -> None:
        reply = shot(by=squad(1, {"Gun": weapon("1/1", range)}), sustained=sustained, **{"as": "charge"})
        assert reply.get("refused", {}).get("refs") == refs

    @rule("DUST-51", "DUST-52", "DUST-53")
    def test_only_range_c_strikes_back(self) -> None:
        assert refused(shot(**{"as": "retaliation"})) == ["DUST-51"]
        knives = squad(2, {"Gun": weapon("1/1", "C")})
        assert dist(shot(by=knives, **{"as": "retaliation"})) == hits(2)
        assert dist(shot(by=knives, sustained=True, **{"as": "retaliation"})) == hits(2)
        assert list(dice(shot(by=knives, target=knives, answers={"strike_back:b": True}, **{"as": "retaliation"}))) == ["attack"]
        assert dist(shot(by=knives, sustained=True, readings={"retaliationSustained": "yes"}, **{"as": "retaliation"})) == hits(2, rerolls=1)
