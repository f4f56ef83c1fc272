"""Losses: who falls, what is resisted, how a hero and his squad share."""

from fractions import Fraction
from typing import Any

import pytest

from engine.games.dust.units import all_miniatures
from engine.playing.session import Session
from engine.values.events import TrackerSet
from engine.values.maps import frozen
from engine.values.table import Unit
from tests.games.asking import ask, change
from tests.games.dust.table import (
    ONE,
    RULES,
    H,
    M,
    after,
    assault,
    at,
    dice,
    dist,
    hero,
    hits,
    options,
    play,
    refused,
    rule,
    said,
    seated,
    session,
    shot,
    squad,
    tell,
    times,
    unsaved,
    walker,
    weapon,
)


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

    @rule("DUST-97", "DUST-35")
    def test_later_lines_meet_whoever_is_left(self) -> None:
        units = {
            "a": {"card": squad(1, {"One": weapon("1/1"), "Two": weapon("1/1")})},
            "b": {"card": squad(1)},
            "h": {"card": hero(), "seat": 1, "state": {"joined": "b"}},
        }
        reply = assault(units, ("One", "b"), ("Two", "b"), roll={"attack:0": [H], "attack:1": [H]})
        assert (change(reply, "b", "where"), change(reply, "h", "damage")) == ("destroyed", 1)

    @rule("DUST-123", "DUST-97")
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

    @rule("DUST-96", "DUST-185")
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


class TestPairs:
    @rule("DUST-192", "DUST-186")
    @pytest.mark.parametrize(
        ("target", "squad_gone", "left"), [("b", False, ("destroyed", "table")), ("h", False, ("destroyed", "table")), ("h", True, ("destroyed", "destroyed"))]
    )
    def test_a_skull_at_a_pair_takes_the_squad_alone_by_one_reading(self, target: str, squad_gone: bool, left: Any) -> None:
        """Whichever of the pair is named; a hero who is alone is the whole unit."""
        units = {
            "a": seated(0, squad(1, {"Gun": weapon("1/skull")})),
            "b": seated(1, squad(2), **({"where": "destroyed"} if squad_gone else {})),
            "h": seated(1, hero(), joined="b"),
        }
        faces = [H] if squad_gone else [H, M, M]
        reply = ask("dust", "attack", units, {"apHero": "squadOnly"}, attacker="a", weapon="Gun", target=target, roll={"attack": faces})
        assert (reply["after"]["b"]["where"], reply["after"]["h"]["where"]) == left

    @rule("DUST-97", "DUST-168")
    def test_points_of_whoever_was_not_the_target(self) -> None:
        units = {"a": seated(0, squad(1, {"Rifle": weapon("3/1")})), "b": seated(1, squad(5)), "h": seated(1, hero(), joined="b")}
        reply = assault(units, ("Rifle", "b", {"assign": {"h": 2}}), roll={"attack:0": [H, H, H]})
        assert (reply["result"]["damage:h"], reply["result"]["damage:b"]) == (2, 3)


class TestCoverElements:
    @rule("DUST-43")
    @pytest.mark.parametrize(("reading", "chance"), [("stays", "19/27"), ("reset", "7/27")])
    def test_damage_of_an_earlier_attack_on_a_trap(self, reading: str, chance: str) -> None:
        """Three dice of 2 damage, 4 hit points, 2 told as damaged: one hit does it, or by the other
        reading two."""
        reply = shot("1/2", 3, target={"kind": "trap"}, at={"damage": 2}, readings={"elementDamage": reading})
        assert reply["odds"]["destroyed"]["yes"] == chance

    @rule("DUST-43")
    def test_two_lines_of_one_attack_add_up_on_a_trap(self) -> None:
        units = {"a": seated(0, squad(1, {"One": weapon("1/2"), "Two": weapon("1/2")})), "t": seated(1, {"kind": "trap"})}
        reply = assault(units, ("One", "t"), ("Two", "t"), readings={"elementDamage": "reset"}, roll={"attack:0": [H], "attack:1": [H]})
        assert reply["after"]["t"]["where"] == "destroyed"
        assert refused(ask("dust", "attack", {**units, "t": {**units["t"], "state": reply["after"]["t"]}}, attacker="a", weapon="One", target="t")) == [
            "DUST-180"
        ]

    @rule("DUST-43")
    @pytest.mark.parametrize(("reading", "damage", "faces", "left"), [("stays", 1, [H, M], 2), ("reset", 1, [H, M], None), ("reset", 0, [H, M], None)])
    def test_damage_on_a_trap(self, reading: str, damage: int, faces: list[str], left: Any) -> None:
        reply = shot("2/1", target={"kind": "trap"}, at={"damage": damage}, roll={"attack": faces}, readings={"elementDamage": reading})
        assert reply["after"]["b"].get("damage") == left
        gone = shot("2/2", target={"kind": "trap"}, roll={"attack": [H, H]}, readings={"elementDamage": reading})
        assert gone["after"]["b"]["where"] == "destroyed"
        hurt = shot("2/1", target=walker(), at={"damage": 1}, roll={"attack": [M, M]}, readings={"elementDamage": reading})
        assert hurt["after"]["b"]["damage"] == 1


class TestMiniatures:
    @rule("DUST-38", "DUST-160")
    def test_changes_tell_what_there_was_before_though_nobody_told_it(self) -> None:
        gun = weapon("1/1", "6", "reload", ammo=3)
        reply = shot(by=squad(1, {"Gun": gun}), target=squad(2), roll={"attack": [H]})
        assert {each["tracker"]: (each["from"], each["to"]) for each in reply["changes"]} == {
            "ammo.Gun": (3, 2),
            "loaded.Gun": (True, False),
            "alive": ([0, 1], [0]),
        }

    @rule("DUST-180")
    @pytest.mark.parametrize(
        ("card", "where", "men"),
        [(squad(3), "table", (0, 1, 2)), (squad(3), "destroyed", None), (hero(), "table", None), ({"kind": "squad", "armor": "S2"}, "table", None)],
    )
    def test_all_men_of_a_squad(self, card: Any, where: str, men: Any) -> None:
        """Miniatures are told apart in squads alone, where the card says how many there are."""
        assert all_miniatures(Unit("u", 0, frozen(card), frozen({"where": where}))) == men

    @rule("DUST-180", "DUST-38")
    @pytest.mark.parametrize(("alive", "wrong"), [([0, 5], "0, 5 are not"), ([1, 1], "1, 1 are not"), ([0, 4], None)])
    def test_who_is_alive_is_on_the_card_and_told_once(self, alive: list[int], wrong: Any) -> None:
        for reply in (shot(at={"alive": alive}), shot(men=5, state={"alive": alive})):
            assert (wrong in reply["error"]) if wrong else "odds" in reply

    @rule("DUST-180")
    def test_nobody_alive_is_destroyed(self) -> None:
        """Told in a question or set by hand: not a complete squad."""
        assert [said(reply)[0] for reply in (shot(at={"alive": []}), shot(men=5, state={"alive": []}))] == ["DUST-180", "DUST-180"]
        game = Session(RULES, at({"a": seated(0, squad(ap=20)), "b": seated(1, squad())}))
        game.dispatch(TrackerSet("a", "alive", ()))
        assert (game.state.unit("a").trackers["alive"], tell("points", {"a": seated(0, squad(ap=20), alive=[])}, seat=1)["points"]) == ((), 20)

    @rule("DUST-38", "DUST-180")
    def test_a_hand_may_take_all_away_while_a_loss_is_asked(self) -> None:
        card = {**squad(2), "models": [{"weapons": ["Rifle"]}, {"weapons": []}]}
        game = session({"a": seated(0, squad(1)), "b": seated(1, card)}, "attack", attacker="a", weapon="Rifle", target="b", range=1)
        play(game, [H])
        assert options(game) == ["1", "0"]
        game.dispatch(TrackerSet("b", "alive", ()))
        assert options(game) == ["-1"]
        play(game, "-1")
        assert game.state.unit("b").where == "destroyed"

    @rule("DUST-180")
    def test_a_card_that_does_not_say_how_many_there_are(self) -> None:
        bare = {"kind": "squad", "armor": "S2"}
        assert [each in shot(target=bare, at={"alive": alive}) for alive, each in (([0, 7], "odds"), ([7, 7], "error"))] == [True, True]

    @rule("DUST-31", "DUST-180")
    def test_what_a_card_states_comes_first(self) -> None:
        gun = squad(1, {"Gun": {"range": "4", "values": {"V7": "1/2"}}})
        reply = shot(by=gun, target={"kind": "crate", "armor": "V7", "hp": 5}, roll={"attack": [H]})
        assert (reply["result"]["destroyed"], reply["after"]["b"]["damage"]) == ("no", 2)
        assert shot(target={"kind": "walker", "hp": 3})["unknown"][0] == "units.b.card.armor"
        assert shot(target=hero(4, models=[{"weapons": ["Pistol"]}]), roll={"attack": [H]})["result"]["destroyed"] == "no"


@rule("DUST-38")
def test_of_men_who_carry_the_same_the_last_falls() -> None:
    """Nobody is asked."""
    reply = shot(target=squad(3), roll={"attack": [H]})
    assert change(reply, "b", "alive") == [0, 1]
