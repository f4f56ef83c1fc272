"""Combat values that are no plain number of dice, and weapons with rules of their own."""

from fractions import Fraction
from typing import Any

import pytest

from tests.games.asking import change, rows
from tests.games.dust.table import THIRD, F, H, M, after, chain, close, dice, dist, hero, hits, rule, shot, squad, times, unsaved, walker, weapon


class TestTogether:
    @rule("DUST-42", "DUST-192")
    @pytest.mark.parametrize(
        ("value", "reach", "kinds", "some"),
        [
            ("1/1", "4", [], F(5, 9) * F(2, 3) * F(2, 3)),
            ("1/1", "C", [], F(5, 9) * F(2, 3)),
            ("1/1", "A", [], F(5, 9) * F(2, 3)),
            ("1/1", "4", ["grenade"], F(5, 9) * F(2, 3)),
            ("1/1", "1", ["flamethrower"], F(5, 9) * F(2, 3)),
            ("1~1", "4", [], F(5, 9) * THIRD * F(2, 3)),
            ("1/man", "1", [], F(5, 9) * F(2, 3) * F(2, 3)),
            ("1/man", "1", ["flamethrower"], F(5, 9) * F(2, 3)),
            ("1/skull", "4", [], F(5, 9) * F(2, 3)),
            ("1/skull", "1", ["flamethrower"], F(5, 9)),
            ("1/1", "4", ["limited"], F(5, 9) * F(2, 3) * F(2, 3)),
        ],
    )
    def test_every_kind_sustained_at_a_resilient_man_in_soft_cover(self, value: str, reach: str, kinds: list[str], some: Fraction) -> None:
        """One die: 5/9 with the second throw, 2/3 past soft cover unless the weapon ignores it, 2/3
        past resilience but for a skull."""
        reply = shot(value, 1, reach, kinds, target=squad(1, skills=["damage_resilient"]), sustained=True, cover="soft", ammo=1 if "limited" in kinds else None)
        assert Fraction(reply["odds"]["destroyed"]["yes"]) == some

    @rule("DUST-155", "DUST-189")
    def test_a_phaser_without_all_in_one_is_not_doubled(self) -> None:
        reply = shot("1~2", readings={"allInOnePhaser": "both"})
        assert dist(reply) == {0: F(2, 3) + THIRD * F(4, 9), 1: THIRD * F(4, 9), 2: THIRD * F(1, 9)}

    @rule("DUST-161", "DUST-189")
    def test_a_burst_with_all_in_one_sustained_at_hard_cover(self) -> None:
        """One bearer with 1/1: twice for the burst, twice for All In One: four dice, each
        re-rolled, each hit saved by four faces of six."""
        assert dist(shot(kinds=["burst"], skills=["all_in_one"], sustained=True, cover="hard")) == unsaved(hits(4, rerolls=1), hard=True)

    @rule("DUST-161")
    def test_only_a_burst_is_doubled(self) -> None:
        assert dice(shot(target_still=True)) == {"attack": 1}

    @rule("DUST-155", "DUST-123")
    def test_a_phaser_on_the_resilient(self) -> None:
        reply = shot("1~2", target=squad(skills=["damage_resilient"]), cover="hard")
        first = after(hits(1), lambda made: hits(2 * made))
        assert dist(reply) == after(first, lambda points: {points - saved: chance for saved, chance in hits(points).items()})

    @rule("DUST-168", "DUST-169")
    def test_no_number_stands_beyond_the_last_one_counted(self) -> None:
        """Every die of a sustained laser once more: 26 hits and all beyond are one outcome."""
        found = shot(kinds=["laser"], sustained=True, readings={"laserSustained": "allDice"})["odds"]["damage"]
        assert [key for key in found if key.endswith("+") or int(key) > 25] == ["26+"]
        assert found["1"] == "8/27"


class TestCombatValues:
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

    @rule("DUST-169", "DUST-05")
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

    @rule("DUST-159", "DUST-155")
    def test_special_values_have_no_chains(self) -> None:
        assert Fraction(shot("1/skull", kinds=["laser"], target=walker())["odds"]["destroyed"]["yes"]) == Fraction(1, 3)
        assert dist(shot("1~2", kinds=["laser"], skills=["medal_of_honor"])) == after(hits(1, rerolls=1), lambda made: hits(2 * made))

    @rule("DUST-168")
    def test_a_laser_with_more_damage(self) -> None:
        assert dist(shot("1/3", kinds=["laser"], target=walker(9)))[6] == Fraction(2, 27)
