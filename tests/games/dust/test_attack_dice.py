"""The dice of one weapon line, against brute force: bearers, re-rolls, Spotters, the Medal of
Honor."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from tests.games.asking import rows
from tests.games.dust.table import ONE, H, M, after, assault, dice, dist, hero, hits, play, refused, rule, seated, session, shot, squad, walker, weapon

SHOTGUN = {"range": "1", "values": {"S1": "6/1", "S2": "3/1", "S3": "2/1", "S4": "-", "V1": "3/1", "V2": "-"}}


HELL_BOYS = {
    "name": "Hell Boys",
    "kind": "squad",
    "armor": "S2",
    "hp": 5,
    "models": [{"weapons": ["Gun"]}] * 3 + [{"weapons": []}] * 2,
    "weapons": {"Gun": SHOTGUN},
}


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

    @rule("DUST-117", "DUST-05")
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


class TestMedalOfLasers:
    @rule("DUST-168")
    @pytest.mark.parametrize(("kinds", "found"), [(["laser"], [("laser", 0, "DUST-168")]), ([], [])])
    def test_a_laser_is_told_beside_its_dice(self, kinds: list[str], found: Any) -> None:
        assert [row for row in rows(shot(kinds=kinds), "attack") if row[0] == "laser"] == found

    @rule("DUST-127", "DUST-168")
    @pytest.mark.parametrize(("reading", "one"), [("any", Fraction(8, 27)), ("firstRoll", Fraction(10, 27))])
    def test_the_medal_and_the_end_of_a_chain(self, reading: str, one: Fraction) -> None:
        """One die: a hit, a miss (2/9); or a miss, the medal's hit, a miss (4/27). Any die: the
        first way has its medal too (2/3 of it is left)."""
        by = hero(weapons={"Gun": weapon("1/1", "4", "laser")}, skills=["medal_of_honor"])
        found = dist(shot(by=by, skills=["medal_of_honor"], readings={"medalDie": reading}))
        assert (found[0], found[1]) == (Fraction(4, 9), one)

    @rule("DUST-127", "DUST-168")
    @pytest.mark.parametrize(("faces", "damage"), [({"attack": [H, M], "chain": [H, M], "medal": [H, M]}, 3), ({"attack": [H, H], "chain": [M, H, M]}, 3)])
    def test_the_medal_after_the_first_roll_of_a_laser(self, faces: Any, damage: int) -> None:
        """Two dice by the narrow reading: where both hit at first there is no die for the medal."""
        by = hero(weapons={"Gun": weapon("2/1", "4", "laser")}, skills=["medal_of_honor"])
        reply = shot(by=by, skills=["medal_of_honor"], readings={"medalDie": "firstRoll"}, roll=faces)
        assert (reply["result"]["damage"], "medal" in reply["after"]["a"]) == (damage, "medal" in faces)

    @rule("DUST-127", "DUST-168")
    @pytest.mark.parametrize(
        ("kinds", "skills", "rolls"),
        [([], ["medal_of_honor"], ["attack", "medal"]), (["laser"], [], ["attack"]), (["laser"], ["medal_of_honor"], ["attack", "chain", "medal"])],
    )
    def test_chains_are_rolled_apart_only_for_the_medal(self, kinds: list[str], skills: list[str], rolls: list[str]) -> None:
        by = hero(weapons={"Gun": weapon("2/1", "4", *kinds)}, skills=["medal_of_honor"])
        assert [check["what"] for check in shot(by=by, skills=skills, readings={"medalDie": "firstRoll"})["checks"]] == rolls

    @rule("DUST-127")
    def test_one_medal_for_all_lines_of_a_round(self) -> None:
        card = hero(weapons={"One": weapon("1/1"), "Two": weapon("1/1")}, skills=["medal_of_honor"])
        reply = assault(
            {"a": {"card": card}, "b": {"card": squad()}},
            ("One", "b"),
            ("Two", "b"),
            skills=["medal_of_honor"],
            roll={"attack:0": [M], "medal:0": [M], "attack:1": [M]},
        )
        assert list(reply["result"]["readings"]) == ["attack:0", "medal:0", "attack:1"]

    @rule("DUST-127")
    @pytest.mark.parametrize(
        ("kept", "asked", "damage"),
        [(True, ["attack:0", "use_medal:0", "attack:1", "use_medal:1", "medal:1"], 3), (False, ["attack:0", "use_medal:0", "medal:0", "attack:1"], 1)],
    )
    def test_the_hero_chooses_the_line(self, kept: bool, asked: list[str], damage: int) -> None:
        """Both lines miss; he keeps the medal for the Cannon, whose hit does three points."""
        card = hero(weapons={"Pistol": weapon("1/1"), "Cannon": weapon("1/3")}, skills=["medal_of_honor"])
        lines = [{"weapon": "Pistol", "target": "b"}, {"weapon": "Cannon", "target": "b"}]
        game = session({"a": seated(0, card), "b": seated(1, walker())}, "assault_lines", attacker="a", lines=lines, skills=["medal_of_honor"])
        answers = [[M], False, [M], True, [H]] if kept else [[M], True, [H], [M]]
        assert play(game, *answers) == asked
        assert (game.prompt, game.state.unit("b").count("damage"), game.state.unit("a").count("medal")) == (None, damage, 1)
