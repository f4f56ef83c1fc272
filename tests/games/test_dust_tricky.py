"""Dust Tactics: where two or three rules meet, and questions that make no sense. Expected values
are worked out by hand."""

from fractions import Fraction
from typing import Any, ClassVar

import pytest

from engine.games.dust.examples import BOSS
from engine.playing.session import Refused, Session
from engine.values.events import Advanced, Opened
from engine.values.maps import frozen
from engine.values.texts import english
from tests.games.asking import ask, change
from tests.games.dust_cards import H, M, assault, dice, dist, hero, hits, refused, shot, squad, tell, unsaved, walker, weapon
from tests.games.test_dust_round import RULES, at, key, options, play, session

rule = pytest.mark.rule
KNIFE = weapon("1/1", "C")
THIRD, F = Fraction(1, 3), Fraction


def seated(seat: int, card: Any, **state: Any) -> dict[str, Any]:
    return {"seat": seat, "card": card, "state": state}


def thrown(game: Session) -> int:
    """The dice that are asked for."""
    assert game.prompt
    return sum(check.dice for check in game.prompt.checks)


@rule("DUST-05", "DUST-41", "DUST-123", "DUST-42", "DUST-155", "DUST-158", "DUST-159", "DUST-192")
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
def test_every_kind_sustained_at_a_resilient_man_in_soft_cover(value: str, reach: str, kinds: list[str], some: Fraction) -> None:
    """One die: 5/9 with the second throw, 2/3 past soft cover unless the weapon ignores it, 2/3
    past resilience but for a skull."""
    reply = shot(value, 1, reach, kinds, target=squad(1, skills=["damage_resilient"]), sustained=True, cover="soft", ammo=1 if "limited" in kinds else None)
    assert Fraction(reply["odds"]["destroyed"]["yes"]) == some


@rule("DUST-155", "DUST-189")
def test_a_phaser_without_all_in_one_is_not_doubled() -> None:
    reply = shot("1~2", readings={"allInOnePhaser": "both"})
    assert dist(reply) == {0: F(2, 3) + THIRD * F(4, 9), 1: THIRD * F(4, 9), 2: THIRD * F(1, 9)}


@rule("DUST-161", "DUST-189", "DUST-05", "DUST-41")
def test_a_burst_with_all_in_one_sustained_at_hard_cover() -> None:
    """One bearer with 1/1: twice for the burst, twice for All In One: four dice, each re-rolled,
    each hit saved by four faces of six."""
    assert dist(shot(kinds=["burst"], skills=["all_in_one"], sustained=True, cover="hard")) == unsaved(hits(4, rerolls=1), hard=True)


class TestCharges:
    """Demolition charges: a limited weapon of range C."""

    DEMO = squad(3, {"Demo": weapon("2/3", "C", "limited", ammo=2)})

    @rule("DUST-36", "DUST-50", "DUST-160")
    def test_they_are_counted_before_they_are_spent(self) -> None:
        """Two charges of two dice: four dice, three points a hit."""
        reply = shot(by=self.DEMO, weapon="Demo", target=walker(9))
        assert dice(reply) == {"attack": 4}
        assert dist(reply) == {3 * made: chance for made, chance in hits(4).items()}
        spent = shot(by=self.DEMO, weapon="Demo", target=walker(9), rounds=1, roll={"attack": [H, M]})
        assert (spent["result"]["damage"], change(spent, "a", "ammo.Demo")) == (3, 1)

    @rule("DUST-36", "DUST-51", "DUST-160", "DUST-31", "DUST-52")
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


@rule("DUST-51", "DUST-52")
@pytest.mark.parametrize(("weapons", "asked"), [({"Rifle": weapon("1/1")}, False), ({"Knife": KNIFE}, True)])
def test_only_whoever_can_strike_back_is_asked(weapons: Any, asked: bool) -> None:
    game = session({"a": seated(0, squad(1, {"Knife": KNIFE})), "b": seated(1, squad(2, weapons))}, unit="a", declared=["attack", "nothing"])
    play(game, "b", 1)
    assert (key(game) == "strike_back:b") is asked


@rule("DUST-51", "DUST-52")
@pytest.mark.parametrize(("told", "back"), [(["b"], ["retaliation:b"]), (["c"], ["retaliation:c"]), ([], []), (["b", "c"], ["retaliation:b", "retaliation:c"])])
def test_those_who_were_said_to_strike_back(told: list[str], back: list[str]) -> None:
    units = {
        "a": {"card": squad(1, {"Knife": KNIFE, "Claws": KNIFE})},
        "b": {"card": squad(1, {"Knife": KNIFE})},
        "c": {"card": squad(1, {"Knife": KNIFE}), "seat": 1},
    }
    assert [what for what in dice(assault(units, ("Knife", "b"), ("Claws", "c"), retaliation=told)) if what.startswith("retaliation")] == back


class TestPairs:
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
        play(game, True, "b", 4, [H], "none")
        assert thrown(game) == 3
        play(game, [M] * 3)
        assert thrown(game) == 2

    @rule("DUST-33", "DUST-95", "DUST-181")
    def test_each_aims_with_his_own_and_the_range_is_asked_once(self) -> None:
        units = {"b": seated(0, self.SQUAD), "h": seated(0, self.HERO, joined="b"), "w": seated(1, walker(9))}
        game = session(units, unit="b", declared=["attack", "nothing"])
        asked = play(game, "none", "w", "none", "w", 3, [M] * 3, [M] * 2)
        assert asked == ["target:Knife", "target:Rifle", "target:Knife", "target:Rifle", "range:w", "attack:0", "attack:1"]

    @rule("DUST-186", "DUST-95", "DUST-73", "DUST-28", "DUST-33")
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

    @rule("DUST-16", "DUST-91", "DUST-93", "DUST-95")
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

    @rule("DUST-50", "DUST-97", "DUST-123")
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

    @rule("DUST-113", "DUST-96", "DUST-185")
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


class TestWhoMayFire:
    BAZOOKA = squad(
        3, {"Bazooka": weapon("1/3", "3"), "Rifle": weapon("1/1", "2")}, models=[{"weapons": ["Rifle"]}, {"weapons": ["Rifle"]}, {"weapons": ["Bazooka"]}]
    )

    @rule("DUST-64", "DUST-30")
    @pytest.mark.parametrize(("alive", "squares", "allowed"), [([0, 1, 2], 3, True), ([0, 1], 3, False), ([0, 1], 2, True)])
    def test_a_weapon_whose_bearer_is_dead_gives_no_reaction(self, alive: list[int], squares: int, allowed: bool) -> None:
        units = {"r": {"card": self.BAZOOKA, "state": {"alive": alive}}, "e": {"card": walker(), "seat": 1}}
        assert tell("reaction", units, reactor="r", enemy="e", range=squares)["allowed"] is allowed

    @rule("DUST-64", "DUST-69", "DUST-68")
    def test_where_and_when_are_told_in_part(self) -> None:
        units = {"r": {"card": self.BAZOOKA}, "e": {"card": walker(), "seat": 1}}
        told = [({"dx": 3}, True), ({"dx": 4}, False), ({"dy": 3}, True), ({"dy": -4}, False), ({}, True)]
        assert [tell("reaction", units, reactor="r", enemy="e", **place)["allowed"] for place, _ in told] == [allowed for _, allowed in told]
        assert tell("reaction", None, {"reactionWindow": "listed"})["allowed"]  # nobody said what the enemy does

    @rule("DUST-64", "DUST-30")
    def test_a_card_that_names_no_miniatures_may_react(self) -> None:
        bare = {"kind": "squad", "hp": 3, "weapons": {"Rifle": weapon("1/1", "2")}}
        assert tell("reaction", {"r": {"card": bare}, "e": {"card": walker(), "seat": 1}}, reactor="r", enemy="e", range=2)["allowed"]

    @rule("DUST-30", "DUST-160")
    def test_nor_is_it_fired(self) -> None:
        assert refused(shot(by=self.BAZOOKA, weapon="Bazooka", state={"alive": [0, 1]})) == ["DUST-30"]
        assert "refused" not in shot(by=self.BAZOOKA, weapon="Bazooka", state={"alive": [0, 2]})
        assert "refused" not in shot(by=self.BAZOOKA, weapon="Bazooka", state={"alive": [0, 1]}, bearers=1)
        assert refused(shot(by=self.BAZOOKA, weapon="Bazooka", state={"where": "destroyed"})) == ["DUST-180"]
        limited = {**self.BAZOOKA, "weapons": {"Bazooka": weapon("1/3", "3", "limited", ammo=2)}}
        assert dice(shot(by=limited, weapon="Bazooka", state={"alive": [0, 1]})) == {"attack": 2}  # the stock is everybody's

    @rule("DUST-29", "DUST-166")
    def test_friends_are_no_targets_but_burn(self) -> None:
        units = {
            "a": seated(0, walker(weapons={"Cannon": weapon("1/1", "U"), "Napalm": weapon("1/man", "2", "flamethrower")})),
            "f": seated(0, squad()),
            "c": seated(0, {"kind": "crate"}),
        }
        fire = {weapon_: ask("dust", "attack", units, attacker="a", weapon=weapon_, target="f") for weapon_ in ("Cannon", "Napalm")}
        assert (refused(fire["Cannon"]), "odds" in fire["Napalm"]) == (["DUST-29"], True)
        assert refused(ask("dust", "attack", units, attacker="a", weapon="Napalm", target="a")) == ["DUST-29"]
        assert "odds" in ask("dust", "attack", units, attacker="a", weapon="Cannon", target="c")

    @rule("DUST-180", "DUST-186")
    def test_no_hit_point_left_is_destroyed(self) -> None:
        assert shot(target=squad(1), roll={"attack": [H]})["after"]["b"] == {"where": "destroyed"}
        assert shot(target=walker(1), roll={"attack": [H]})["after"]["b"] == {"where": "destroyed", "damage": 1}
        assert refused(shot(target=walker(4), at={"damage": 4})) == ["DUST-180"]
        assert "odds" in shot(target=walker(4), at={"damage": 3})

    @rule("DUST-103", "DUST-188")
    @pytest.mark.parametrize(
        ("state", "refs"), [({"where": "reserve"}, ["DUST-188"]), ({"on_board": False}, ["DUST-188"]), ({"on_board": True}, None), ({"where": "inside"}, None)]
    )
    def test_who_is_on_the_board(self, state: Any, refs: Any) -> None:
        """In a building on the board too; nobody is hit beside it, not even indirectly."""
        gun = {"by": walker(weapons={"Gun": weapon("1/1", "A")}), "range": 5, "as": "indirect"}
        for reply in (shot(state=state), shot(at=state), shot(at=state, **gun)):
            assert reply.get("refused", {}).get("refs") == refs
        assert refused(shot(at={"where": "destroyed"})) == ["DUST-180"]

    @rule("DUST-157", "DUST-160")
    def test_more_rounds_than_there_are(self) -> None:
        rockets = walker(weapons={"Gun": weapon("1/1-2/1", "4", "volley")})
        assert refused(shot(by=rockets, rounds=3)) == ["DUST-157"]
        assert "odds" in shot(by=rockets, rounds=2)
        assert refused(shot(by=squad(4, {"Gun": weapon("1/1", "4", "limited", ammo=2)}), bearers=3)) == ["DUST-160"]
        assert "odds" in shot(by=squad(4, {"Gun": weapon("1/1", "4", "limited", ammo=2)}), bearers=2)
        assert dice(shot(men=2, kinds=["limited"], ammo=5, readings={"heroUsesStock": "yes"})) == {"attack": 2}  # there is no hero
        assert shot(kinds=["limited"])["unknown"] == ["units.a.card.weapons.Gun.ammo"]

    @rule("DUST-30", "DUST-162")
    def test_a_hero_who_carries_one(self) -> None:
        for models in ([{"weapons": ["Gun"]}], [{"weapons": []}]):
            assert dice(shot(by=hero(weapons={"Gun": weapon("4/1")}, models=models))) == {"attack": 4}

    @rule("DUST-42", "DUST-63")
    def test_cover_against_somebody_only_called_a_squad(self) -> None:
        assert tell("cover", {"a": {"card": squad()}}, sources=["crate"], attacker="a", weapon="Rifle", target="squad")["cover"] == "soft"

    @rule("DUST-57", "DUST-60", "DUST-145", "DUST-122", "DUST-141")
    def test_nobody_has_to_say_who_observes(self) -> None:
        units = {"g": seated(0, walker(weapons={"Rockets": weapon("1/1", "A")})), "o": seated(0, squad(skills=[])), "b": seated(1, squad())}
        told = {"attacker": "g", "weapon": "Rockets", "target": "b", "range": 5}
        assert "odds" in ask("dust", "attack", units, **told, **{"as": "indirect"})
        assert "odds" in ask("dust", "attack", units, **told, observer="o")  # direct fire needs none
        radio = {**units, "o": seated(0, squad(2, models=[{"role": "radio"}, {}], skills=[]))}
        assert "odds" in ask("dust", "attack", radio, **told, observer="o", **{"as": "indirect"})

    @rule("DUST-57", "DUST-58", "DUST-59")
    @pytest.mark.parametrize(
        ("eyes", "observer", "refs"),
        [({}, "o", None), ({"where": "destroyed"}, "o", ["DUST-57"]), ({"where": "reserve"}, "o", ["DUST-57"]), ({}, "g", ["DUST-57"]), ({}, "x", ["DUST-57"])],
    )
    def test_who_observes(self, eyes: Any, observer: str, refs: Any) -> None:
        strike = {"skills": ["artillery_strike"]}
        units = {
            "g": seated(0, walker(weapons={"Rockets": weapon("1/1", "A")}, **strike)),
            "o": seated(0, squad(**strike), **eyes),
            "x": seated(1, squad(**strike)),
            "b": seated(1, squad()),
        }
        reply = ask("dust", "attack", units, attacker="g", weapon="Rockets", target="b", observer=observer, range=5, **{"as": "indirect"})
        assert reply.get("refused", {}).get("refs") == refs


@rule("DUST-166", "DUST-193", "DUST-95")
def test_who_may_burn_on_the_way() -> None:
    """Not the one who fires nor his hero; a pair by its squad, and once."""
    flames = squad(2, {"Napalm": weapon("1/man", "2", "flamethrower")})
    units = {
        "a": seated(0, flames),
        "h": seated(0, hero(weapons={}), joined="a"),
        "b": seated(1, squad()),
        "t": seated(1, hero(weapons={}), joined="b"),
        "f": seated(0, squad(weapons={"Rifle": weapon("-")})),
    }
    game = session(units, unit="a", declared=["attack", "nothing"])
    play(game, "b")
    assert (key(game), options(game)) == ("burns:Napalm", ["none", "f"])
    play(game, "f", "none", 2)
    assert key(game) == "range:f"


class TestSniper:
    TEAM = squad(
        2,
        {"Long Rifle": weapon("1/1", "6"), "Pistol": weapon("1/1", "6")},
        skills=["sniper"],
        models=[{"weapons": ["Long Rifle"], "role": "sniper"}, {"weapons": ["Pistol"], "role": "spotter"}],
    )
    MEN = squad(2, {"Rifle": weapon("1/1"), "Faust": weapon("1/1")}, models=[{"weapons": ["Rifle"]}, {"weapons": ["Faust"]}])

    @rule("DUST-134")
    def test_he_alone_names_a_man_who_is_there(self) -> None:
        assert change(shot(by=self.TEAM, weapon="Long Rifle", target=self.MEN, named=1, roll={"attack": [M]}), "b", "alive") == [0]  # his spotter: a blank hits
        assert refused(shot(by=self.TEAM, weapon="Pistol", named=1)) == ["DUST-134"]
        assert "odds" in shot(by=self.TEAM, weapon="Pistol", named=1, skills=["sniper"])
        assert refused(shot(by=squad(1, {"Gun": weapon("1/1")}, skills=[]), named=1)) == ["DUST-134"]
        assert "odds" in shot(by=squad(1, {"Gun": weapon("1/1")}, skills=["sniper"]), named=1)  # the card names no miniature for it
        assert refused(shot(named="b")) == refused(shot(target=hero(), named=0)) == ["DUST-134"]
        assert "odds" in shot(named=4, readings={"sniperHero": "no"})
        assert refused(shot(named=5)) == refused(shot(named="nobody")) == refused(shot(target=walker(), named=0)) == ["DUST-134"]

    @rule("DUST-134", "DUST-33")
    @pytest.mark.parametrize(("reading", "asked"), [("yes", ["0", "1", "h"]), ("no", ["0", "1"])])
    def test_he_is_asked_for_his_man(self, reading: str, asked: list[str]) -> None:
        units = {"s": seated(0, self.TEAM), "b": seated(1, self.MEN), "h": seated(1, hero(), joined="b")}
        game = session(units, readings={"sniperHero": reading}, unit="s", declared=["attack", "nothing"])
        play(game, "b", "none", 3, "none")
        assert (key(game), options(game)) == ("named:Long Rifle", asked)
        play(game, "1", [M])
        assert game.state.unit("b").trackers["alive"] == (0,)

    @rule("DUST-134")
    def test_he_may_name_the_hero_at_the_table(self) -> None:
        units = {"s": seated(0, self.TEAM), "b": seated(1, self.MEN), "h": seated(1, hero(), joined="b")}
        game = session(units, unit="s", declared=["attack", "nothing"])
        play(game, "b", "none", 3, "none", "h", [M])
        assert game.state.unit("h").count("damage") == 1

    @rule("DUST-134")
    def test_named_beforehand_he_is_not_asked(self) -> None:
        units = {"s": seated(0, self.TEAM), "b": seated(1, self.MEN)}
        lines = [{"weapon": "Long Rifle", "target": "b", "range": 3, "cover": "none", "named": 1}]
        game = session(units, unit="s", declared=["attack", "nothing"], lines=lines)
        play(game, [M])
        assert game.state.unit("b").trackers["alive"] == (0,)

    @rule("DUST-134")
    @pytest.mark.parametrize("target", [walker(), hero(), squad(3)])
    def test_where_all_are_alike_nothing_is_asked(self, target: Any) -> None:
        game = session({"s": seated(0, self.TEAM), "b": seated(1, target)}, unit="s", declared=["attack", "nothing"])
        asked = play(game, "b", "none", 3)
        assert not any(each.startswith("named") for each in (*asked, str(key(game))))


class TestOrders:
    STAFF = seated(0, BOSS)

    @rule("DUST-143", "DUST-177")
    def test_one_order_however_it_is_told(self) -> None:
        told = {"declared": ["skill", "skill"], "skills": ["reactivate", "get_up"]}
        assert tell("actions", **told)["rules"] == ["DUST-143"]
        assert tell("actions", None, {"commandLimit": "untilFailure"}, **told)["legal"]
        assert tell("actions", declared=["reactivate", "move"], skills=["reactivate"])["legal"]

    @rule("DUST-143", "DUST-02", "DUST-177")
    @pytest.mark.parametrize(
        ("limit", "tried", "own", "other", "legal"),
        [
            ("onePerRound", "tried", [], ["get_up"], False),
            ("perSquad", "tried", [], ["get_up"], True),
            ("perSquad", "tried", ["get_up"], [], False),
            ("untilFailure", "tried", [], ["get_up"], True),
            ("untilFailure", "tried", [], ["reactivate"], False),
            ("untilFailure", "failed", [], ["get_up"], False),
            ("onePerRound", None, [], [], True),
        ],
    )
    def test_what_was_tried_before(self, limit: str, tried: Any, own: list[str], other: list[str], legal: bool) -> None:
        """The other squad of the same player gave one order; on the enemy's account nothing
        counts."""
        units = {
            "k": seated(0, BOSS, orders=own),
            "l": seated(0, BOSS, orders=other),
            "x": seated(1, BOSS, orders=["reactivate"]),
            "r": seated(0, squad(), activated=True),
        }
        now = at(units, readings={"commandLimit": limit}, seats=[{"command": tried} if tried else {}, {"command": "failed"}])
        declared = Opened("activation", frozen({"unit": "k", "declared": ["reactivate", "move"]}))  # type: ignore[arg-type]
        game = Session(RULES, now)
        if not legal:
            with pytest.raises(Refused) as no:
                game.dispatch(declared)
            assert no.value.why[0].ref.id == "DUST-143"
            return
        game.dispatch(declared)
        assert play(game, "r") == ["for:reactivate"]

    @rule("DUST-143")
    def test_an_order_is_remembered_for_the_squad_and_the_round(self) -> None:
        reply = ask("dust", "command", {"k": self.STAFF, "w": seated(0, walker(), damage=2)}, order="makeshift_repair", unit="k", target="w")
        assert (reply["after"]["k"]["orders"], reply["after"]["w"]["damage"]) == (["makeshift_repair"], 1)
        strike = ask(
            "dust",
            "command",
            {"k": self.STAFF, "w": seated(0, walker(weapons={"Rockets": weapon("1/1", "A")}))},
            {"strikeCounts": "yes"},
            order="artillery_strike",
            unit="k",
            target="w",
        )
        assert strike["after"]["k"]["orders"] == ["artillery_strike"]

    @rule("DUST-143", "DUST-141")
    def test_what_is_told_of_the_round_comes_before_what_is_known(self) -> None:
        assert not tell("command", {"k": self.STAFF}, order="get_up", unit="k", already_tried="failed")["allowed"]
        assert tell("command", None, {"commandLimit": "perSquad"}, order="get_up", members=["medic"], already_tried=False)["allowed"]
        assert not tell("command", {"k": self.STAFF}, order="get_up", unit="k", members=["officer"])["allowed"]
        assert tell("command", {"k": seated(0, {"kind": "squad", "skills": ["command_squad"]})}, order="get_up", unit="k")["allowed"]

    @rule("DUST-150", "DUST-144", "DUST-148")
    def test_the_hero_of_the_staff_and_the_staff_itself(self) -> None:
        """By the other reading the Medic treats the staff's own hero, and still nobody else of
        it; the Officer does not send him again."""
        units = {"k": seated(0, BOSS, alive=[0, 1, 2, 3], activated=True), "h": seated(0, hero(skills=["commander"]), joined="k", damage=1, activated=True)}
        own = {"commandOwnHero": "yes"}
        told = [("get_up", "h", True), ("get_up", "k", False), ("reactivate", "h", False)]
        assert [tell("command", units, own, order=order, unit="k", target=target)["allowed"] for order, target, _ in told] == [fine for *_, fine in told]
        assert tell("command", {"w": seated(1, walker(), damage=1)}, order="makeshift_repair", members=["mechanic"], target="w")["allowed"]

    @rule("DUST-149", "DUST-152", "DUST-147")
    def test_a_squad_brought_back_has_no_damage(self) -> None:
        units = {"k": self.STAFF, "s": seated(0, squad(3), where="destroyed", ammo={"Rifle": 1})}
        reply = ask("dust", "command", units, {"returnState": "oneHit"}, order="come_on_guys", unit="k", target="s", roll={"command": [H]})
        assert reply["after"]["s"] == {"where": "reserve", "deaths": 1, "ammo": {"Rifle": 1}}

    @rule("DUST-144", "DUST-146")
    def test_not_for_the_enemy(self) -> None:
        units = {"k": self.STAFF, "x": seated(1, squad(), activated=True), "w": seated(1, walker(), damage=1)}
        assert tell("command", units, order="reactivate", unit="k", target="x")["rules"] == ["DUST-144"]
        assert tell("command", units, order="makeshift_repair", unit="k", target="w")["rules"] == ["DUST-146"]

    @rule("DUST-147", "DUST-149")
    @pytest.mark.parametrize(("reading", "allowed"), [("squad", True), ("player", False)])
    def test_once_a_game_for_the_squad_or_the_player(self, reading: str, allowed: bool) -> None:
        units = {"k": self.STAFF, "l": seated(0, BOSS, used=["field_repair"]), "x": seated(1, BOSS, used=["come_on_guys"])}
        assert tell("command", units, {"onceScope": reading}, order="field_repair", unit="k")["allowed"] is allowed
        assert tell("command", units, {"onceScope": reading}, order="come_on_guys", unit="k")["allowed"]
        assert not tell("command", units, {"onceScope": reading}, order="field_repair", unit="l")["allowed"]

    @rule("DUST-148", "DUST-160")
    def test_the_medic_says_who_gets_up(self) -> None:
        """A rifleman and a Panzerfaust lie there: the last of the card is offered first, either
        may rise, his round with him."""
        card = squad(
            3,
            {"Rifle": weapon("1/1"), "Faust": weapon("1/1", "3", "limited", ammo=1)},
            models=[{"weapons": ["Rifle"]}, {"weapons": ["Rifle"]}, {"weapons": ["Faust"]}],
        )
        units = {"k": self.STAFF, "s": seated(0, card, alive=[0], ammo={"Faust": 0})}
        told = {"order": "get_up", "unit": "k", "target": "s"}
        first = ask("dust", "command", units, **told)
        assert (first["after"]["s"]["alive"], first["after"]["s"]["ammo"]) == ([0, 2], {"Faust": 1})
        second = ask("dust", "command", units, **told, answers={"gets_up": "1"})
        assert (second["after"]["s"]["alive"], second["after"]["s"]["ammo"]) == ([0, 1], {"Faust": 0})
        last = ask("dust", "command", {**units, "s": seated(0, card, alive=[0, 2])}, **told)
        assert "alive" not in last["after"]["s"]  # complete again
        assert ask("dust", "command", {**units, "s": seated(0, card)}, **told)["after"]["s"] == {"where": "table"}


@rule("DUST-08")
def test_who_has_acted_is_shown_in_the_activations_only() -> None:
    units = {"a": seated(0, squad(), activated=True), "b": seated(0, squad()), "t": seated(0, {"kind": "trap"}), "x": seated(0, squad(), where="destroyed")}
    for step, shown in (("activation", [True, False, None, None]), ("initiative", [None] * 4)):
        now = at(units, step=step)
        assert [RULES.glance.acted(now, now.unit(unit)) for unit in units] == shown


class TestGuns:
    GUN = walker(weapons={"Rockets": weapon("2/1", "A"), "Mortar": weapon("3/1", "A"), "MG": weapon("1/1", "9")})

    @rule("DUST-65", "DUST-67", "DUST-64", "DUST-55")
    def test_a_reaction_with_what_is_loaded(self) -> None:
        game = session({"a": seated(0, squad(3)), "g": seated(1, self.GUN, loaded={"Rockets": False})}, unit="a", declared=["move", "nothing"])
        play(game, True, "g", 5, [H], "none")
        assert thrown(game) == 3
        play(game, [M] * 3)
        assert thrown(game) == 1
        play(game, [M])
        assert game.prompt is None

    @rule("DUST-122", "DUST-177")
    @pytest.mark.parametrize(
        ("card", "alive", "strikes"),
        [(squad(skills=["artillery_strike"]), [0, 1], True), (squad(skills=[]), [0, 1], False), (BOSS, [1, 2], True), (BOSS, [0, 2, 3, 4], False)],
    )
    def test_who_may_call_a_strike(self, card: Any, alive: list[int], strikes: bool) -> None:
        game = session({"o": seated(0, card, alive=alive), "b": seated(1, squad(3))}, unit="o", declared=["skill", "nothing"])
        assert ("artillery_strike" in options(game)) is strikes

    @rule("DUST-54", "DUST-58", "DUST-57")
    def test_a_strike_with_what_is_loaded(self) -> None:
        units = {
            "o": seated(0, squad(skills=["artillery_strike"])),
            "g": seated(0, self.GUN, loaded={"Rockets": False}),
            "e": seated(0, self.GUN, loaded={"Rockets": False, "Mortar": False}),
            "b": seated(1, squad(3)),
        }
        game = session(units, unit="o", declared=["artillery_strike", "nothing"])
        assert options(game) == ["none", "g"]
        play(game, "g", "b", "none", 5)
        assert (key(game), thrown(game)) == ("attack:0", 3)


class TestMoves:
    @rule("DUST-115", "DUST-180")
    @pytest.mark.parametrize(
        ("state", "skills", "ref"),
        [
            ({"used": ["assault"]}, ["assault"], "DUST-115"),
            ({}, ["agile"], "DUST-177"),
            ({"where": "destroyed"}, [], "DUST-180"),
            ({}, ["assault"], None),
            ({}, [], None),
        ],
    )
    def test_who_moves_and_how(self, state: Any, skills: list[str], ref: Any) -> None:
        units = {"u": {"card": squad(move=2, skills=["assault"]), "state": state}}
        found = tell("move", units, unit="u", declared=["move"], skills=skills, dx=1, dy=0)
        assert (found["rules"], found["legal"]) == ([ref] if ref else [], ref is None)

    @rule("DUST-45")
    @pytest.mark.parametrize(("reading", "adjacent", "cover"), [("yes", True, "soft"), ("yes", False, "none"), ("no", False, "soft")])
    def test_a_corner_beside_the_squad(self, reading: str, adjacent: bool, cover: str) -> None:
        assert tell("cover", None, {"cornerAdjacent": reading}, sources=["corner"], adjacent=adjacent)["cover"] == cover

    @rule("DUST-42", "DUST-49", "DUST-54", "DUST-62")
    @pytest.mark.parametrize(
        ("told", "cover"), [({"range": "C"}, "none"), ({"range": "a"}, "none"), ({"range": "U"}, "hard"), ({"range": "A", "kinds": ["volley"]}, "none")]
    )
    def test_a_range_tells_what_ignores_cover(self, told: Any, cover: str) -> None:
        assert tell("cover", sources=["trap"], **told)["cover"] == cover

    @rule("DUST-62", "DUST-42")
    @pytest.mark.parametrize(("kinds", "cover"), [(["artillery"], "hard"), (["artillery", "flamethrower"], "none"), (["artillery", "volley"], "hard")])
    def test_a_building_against_artillery_alone(self, kinds: list[str], cover: str) -> None:
        faq = {"artilleryStructure": "structureKept"}
        assert tell("cover", None, faq, sources=["building"], kinds=kinds)["cover"] == cover
        reply = shot(reach="A", kinds=kinds, cover="hard", sources=["building"], readings=faq)
        assert ("cover" in dice(reply)) is (cover == "hard")


class TestArmies:
    @rule("DUST-172", "DUST-175", "DUST-94")
    def test_names_of_the_list_say_what_they_are(self) -> None:
        beach = {"scenario": "standing_on_the_beach"}
        walkers = [{"name": name} for name in ("Rosie", "Pounder", "Hot Dog", "Mickey", "Steel Rain")]
        assert tell("army", cards=walkers, **beach)["problems"] == ["149 points: at most 120"]
        assert tell("army", cards=[{"name": "Rosie"}, {"name": "BBQ Squad"}], joined=[["Rosie", "BBQ Squad"]])["legal"]
        assert tell("army", cards=[{"name": "Rosie"}, {"name": "Pounder"}], joined=[[0, "Pounder"]])["rules"] == ["DUST-94"]

    @rule("DUST-94")
    @pytest.mark.parametrize("joined", [[["Nobody", 1]], [[0, 99]], {"0": 2}])
    def test_nobody_joins_a_card_that_is_not_there(self, joined: Any) -> None:
        assert "there is no unit" in ask("dust", "army", cards=[hero(ap=1), squad(ap=1)], joined=joined)["error"]


class TestReadings:
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

    @rule("DUST-43")
    @pytest.mark.parametrize(("reading", "damage", "faces", "left"), [("stays", 1, [H, M], 2), ("reset", 1, [H, M], None), ("reset", 0, [H, M], None)])
    def test_damage_on_a_trap(self, reading: str, damage: int, faces: list[str], left: Any) -> None:
        reply = shot("2/1", target={"kind": "trap"}, at={"damage": damage}, roll={"attack": faces}, readings={"elementDamage": reading})
        assert reply["after"]["b"].get("damage") == left
        gone = shot("2/2", target={"kind": "trap"}, roll={"attack": [H, H]}, readings={"elementDamage": reading})
        assert gone["after"]["b"]["where"] == "destroyed"
        hurt = shot("2/1", target=walker(), at={"damage": 1}, roll={"attack": [M, M]}, readings={"elementDamage": reading})
        assert hurt["after"]["b"]["damage"] == 1

    @rule("DUST-138")
    @pytest.mark.parametrize(("reading", "serum"), [("hits", 4), ("lost", 2)])
    def test_how_much_the_serum_gives_back(self, reading: str, serum: int) -> None:
        """Four hits with the claws, two points lost: four come back later, or the two."""
        units = {
            "a": {"card": hero(6, {"Claws": weapon("4/1", "C"), "Gun": weapon("1/1")}, skills=["wiederbelebungsserum"])},
            "b": {"card": squad(5, {"Knife": KNIFE})},
        }
        told = {"readings": {"serumAmount": reading}}
        reply = assault(units, ("Claws", "b"), retaliation=["b"], roll={"attack:0": [H] * 4, "retaliation:b": [H, H, M, M, M]}, **told)
        assert (reply["after"]["a"]["damage"], reply["after"]["a"]["serum"]) == (2, serum)
        missed = assault(units, ("Claws", "b"), retaliation=["b"], roll={"attack:0": [M] * 4, "retaliation:b": [H, M, M, M, M]}, **told)
        assert "serum" not in missed["after"]["a"]
        due = {**units, "a": {**units["a"], "state": {"damage": 3, "serum": 2}}}
        healed = assault(
            due, ("Knife", "a"), attacker="b", retaliation=[], roll={"attack:0": [M] * 5}, readings={"serumNext": "closeCombat", **told["readings"]}
        )
        assert healed["after"]["a"]["damage"] == 1
        far = assault({**units, "a": {**units["a"], "state": {"damage": 2}}}, ("Gun", "b"), roll={"attack:0": [H]}, **told)
        assert far["after"]["a"]["damage"] == 1

    @rule("DUST-184")
    @pytest.mark.parametrize(
        ("reading", "declared", "allowed"),
        [("observerOnly", ["artillery_strike", "move"], True), ("none", ["artillery_strike", "move"], False), ("none", ["move", "attack"], True)],
    )
    def test_reactions_to_an_observer(self, reading: str, declared: list[str], allowed: bool) -> None:
        assert tell("reaction", None, {"strikeReaction": reading}, declared=declared)["allowed"] is allowed

    @rule("DUST-99")
    @pytest.mark.parametrize(("reading", "refs"), [("atDeclaration", ["DUST-99"]), ("anyTime", None)])
    def test_separation(self, reading: str, refs: Any) -> None:
        units = {"h": seated(0, hero(), joined="s", activated=True), "s": seated(0, squad(), activated=True)}
        reply = ask("dust", "separate", units, {"separation": reading}, unit="h")
        assert reply.get("refused", {}).get("refs") == refs
        if not refs:
            assert (reply["after"]["h"]["activated"], reply["after"]["s"]["activated"], "joined" in reply["after"]["h"]) == (True, True, False)

    @rule("DUST-125")
    @pytest.mark.parametrize(("reading", "lasts"), [("round", True), ("activation", False)])
    def test_how_long_heroism_lasts(self, reading: str, lasts: bool) -> None:
        units = {"h": seated(0, hero(skills=["heroic_attack"])), "b": seated(1, squad())}
        game = session(units, readings={"heroicLength": reading}, unit="h", declared=["nothing", "nothing"], skills=["heroic_attack"])
        play(game, "none")
        assert bool(game.state.unit("h").count("heroic")) is lasts

    @rule("DUST-117", "DUST-113", "DUST-125")
    @pytest.mark.parametrize(("reading", "chance"), [("attack", THIRD), ("round", F(5, 9))])
    def test_how_long_berserk_lasts(self, reading: str, chance: Fraction) -> None:
        card = squad(1, {"Gun": weapon("1/1")}, skills=["berserk"])
        told = {"berserkLength": reading}
        first = shot(by=card, skills=["berserk"], roll={"attack": [M, M]}, readings=told)
        later = shot(by=card, state={key: value for key, value in first["after"]["a"].items() if key != "where"}, readings=told)
        assert dist(later)[1] == chance
        assert ("raging" in first["after"]["a"]) is (reading == "round")

    @rule("DUST-176", "DUST-35", "DUST-64", "DUST-31")
    @pytest.mark.parametrize(("reading", "refs"), [("activation", None), ("round", ["DUST-176"])])
    def test_a_weapon_fired_twice_in_a_round(self, reading: str, refs: Any) -> None:
        told = {"weaponReuse": reading}
        fired = shot(roll={"attack": [M]}, readings=told)["after"]["a"].get("fired", [])
        again = shot(state={"fired": fired}, readings=told)
        assert (fired, again.get("refused", {}).get("refs")) == (["Gun"] if refs else [], refs)
        units = {"r": {"card": squad(1, {"Gun": weapon("1/1")}), "state": {"fired": fired}}, "e": {"card": walker(), "seat": 1}}
        assert tell("reaction", units, told, reactor="r", enemy="e")["allowed"] is (refs is None)
        known = {"r": {"card": squad(1, {"Gun": weapon("1/1")}), "state": {"fired": ["Gun"]}}, "e": units["e"]}  # by the other reading it is no matter
        assert tell("reaction", known, told, reactor="r", enemy="e")["allowed"] is (refs is None)
        assert shot(state={"fired": ["Gun"]}, readings=told).get("refused", {}).get("refs") == refs


@rule("DUST-117", "DUST-143", "DUST-176")
def test_what_else_a_round_ends() -> None:
    game = Session(RULES, at({"a": seated(0, squad(), raging=True, fired=["Rifle"], orders=["get_up"])}, step="end"))
    game.dispatch(Advanced())
    assert {*game.state.unit("a").trackers} == set()


class TestTheEnd:
    UNITS: ClassVar[dict[str, Any]] = {"a": seated(0, squad(ap=15)), "b": seated(1, walker(ap=25), where="destroyed"), "c": seated(1, squad(ap=20))}

    @rule("DUST-173")
    @pytest.mark.parametrize(("bonus", "winner"), [([0, 0], "player_1"), ([0, 24], "player_1"), ([0, 25], "draw"), ([0, 26], "player_2")])
    def test_most_victory_points_win(self, bonus: list[int], winner: str) -> None:
        reply = ask("dust", "victory", self.UNITS, bonus=bonus)
        assert (reply["result"]["points"], change(reply, "", "winner")) == ([25 + bonus[0], bonus[1]], winner)

    @rule("DUST-173")
    def test_the_bonus_is_asked_for(self) -> None:
        game = Session(RULES, at(self.UNITS))
        game.dispatch(Opened("victory"))
        assert game.prompt
        assert (game.prompt.least, game.prompt.most, game.prompt.default) == (0, 999, 0)
        assert play(game, 0, 30) == ["bonus:0", "bonus:1"]
        assert game.state.trackers["winner"] == "player_2"
        assert tell("victory", self.UNITS) == {"points": [25, 0], "winner": 0}

    @rule("DUST-173", "DUST-07")
    @pytest.mark.parametrize("step", ["activation", "initiative"])
    def test_the_end_is_offered(self, step: str) -> None:
        """At the start of a round and during it; while it ends, what is counted comes first."""
        game = Session(RULES, at(self.UNITS, step=step))
        game.dispatch(Opened("victory"))
        assert key(game) == "bonus:0"

    @rule("DUST-173", "DUST-07")
    @pytest.mark.parametrize(("step", "sure", "winner"), [("activation", True, "player_2"), ("initiative", False, None)])
    def test_giving_up(self, step: str, sure: bool, winner: Any) -> None:
        game = Session(RULES, at(self.UNITS, step=step))
        game.dispatch(Opened("concede", frozen({"seat": 0})))  # type: ignore[arg-type]
        assert play(game, sure) == ["concede"]
        assert game.state.trackers.get("winner") == winner


@rule("DUST-03", "DUST-09", "DUST-33", "DUST-39", "DUST-179", "DUST-69", "DUST-160")
@pytest.mark.parametrize(
    ("question", "told", "wrong"),
    [
        ("actions", {"declared": ["dance", "move"]}, "dance"),
        ("actions", {"declared": ["move"], "skills": ["dance"]}, "dance"),
        ("reaction", {"declared": ["dance"]}, "dance"),
        ("reaction", {"enemy_skills": ["dance"]}, "dance"),
        ("move", {"unit": "u", "through": ["lava"]}, "lava"),
        ("move", {"unit": "u", "onto": "lava"}, "lava"),
        ("cover", {"attacker": "plane"}, "plane"),
        ("cover", {"target": "plane"}, "plane"),
        ("sight", {"between": ["lava"]}, "lava"),
        ("sight", {"attacker": "plane", "between": ["trap"]}, "plane"),
        ("ammo", {"unit": "u", "weapon": "Sling"}, "Sling"),
        ("attack", {"attacker": "u", "weapon": "Rifle", "target": "v", "skills": ["dance"]}, "dance"),
    ],
)
def test_words_nobody_knows_are_said(question: str, told: Any, wrong: str) -> None:
    assert wrong in ask("dust", question, {"u": seated(0, squad()), "v": seated(1, squad())}, **told)["error"]


@rule("DUST-116", "DUST-157", "DUST-160")
def test_ammunition_of_what_is_only_named() -> None:
    """Nobody said how many rounds there are: one for each man; of no weapon in particular the
    same."""
    assert tell("ammo", weapon="Faust", alive=2)["may_fire"] == 2
    assert tell("ammo", {"u": {"card": squad(3)}}, unit="u")["may_fire"] == 3


@rule("DUST-55", "DUST-160")
def test_an_empty_weapon_fires_nothing() -> None:
    told = {"weapon": {"range": "A", "ammo": 4}, "kind": "walker", "columns": 3}
    assert [tell("ammo", **told, loaded=loaded)["may_fire"] for loaded in (True, False)] == [3, 0]


class TestOwnSkills:
    @rule("DUST-137", "DUST-125", "DUST-130", "DUST-177")
    @pytest.mark.parametrize(
        ("question", "told"), [("tank_head", {"unit": "n", "target": "w"}), ("heroic_attack", {"unit": "n"}), ("self_repair", {"unit": "n"})]
    )
    def test_a_card_that_states_its_skills_has_no_others(self, question: str, told: Any) -> None:
        units = {"n": seated(0, hero(skills=["fast"])), "w": seated(0, walker(), damage=1)}
        assert refused(ask("dust", question, units, **told)) == ["DUST-177"]
        silent = {**units, "n": seated(0, hero())}
        assert "refused" not in ask("dust", question, silent, **told)
        able = {**units, "n": seated(0, hero(skills=[question]))}
        assert "refused" not in ask("dust", question, able, **told)

    @rule("DUST-137")
    def test_not_the_enemys_vehicle(self) -> None:
        units = {"h": seated(0, hero(skills=["tank_head"])), "w": seated(1, walker(), damage=1)}
        assert refused(ask("dust", "tank_head", units, unit="h", target="w")) == ["DUST-137"]

    @rule("DUST-128", "DUST-164")
    @pytest.mark.parametrize(("weapon_", "refs"), [("Rockets", None), ("MG", ["DUST-128"]), ("Sling", ["DUST-128"]), (None, None)])
    def test_only_what_is_empty_is_reloaded(self, weapon_: Any, refs: Any) -> None:
        units = {"g": seated(0, walker(weapons={"Rockets": weapon("1/1", "A"), "MG": weapon("1/1")}), loaded={"Rockets": False})}
        reply = ask("dust", "reload", units, unit="g", **({"weapon": weapon_} if weapon_ else {}))
        assert reply.get("refused", {}).get("refs") == refs
        if not refs:
            assert change(reply, "g", "loaded.Rockets") is True
        full = {"g": {**units["g"], "state": {}}}
        texts = [ask("dust", "reload", full, unit="g", **told)["refused"]["text"] for told in ({}, {"weapon": "MG"})]
        assert texts == ["Walker: every weapon is loaded", "MG need not be reloaded"]
        forced = ask("dust", "reload", units, unit="g", overrule=True, weapon="Sling")
        assert forced["after"]["g"]["loaded"] == {"Rockets": False}

    @rule("DUST-95", "DUST-185", "DUST-177")
    @pytest.mark.parametrize(
        ("skill", "legal"), [("tank_head", True), ("artillery_strike", True), ("fast", False), ("charge", True), ("jump", False), ("medal_of_honor", False)]
    )
    def test_a_hero_uses_his_own_within_the_pair(self, skill: str, legal: bool) -> None:
        """He is activated with his squad: his Tank Head is an action of the pair, his Fast does
        not carry the others."""
        units = {"s": seated(0, squad(skills=[])), "h": seated(0, hero(skills=["tank_head", "artillery_strike", "fast", "charge"]), joined="s")}
        assert tell("actions", units, unit="s", declared=["move", "move"] if skill == "charge" else [skill, "move"], skills=[skill])["legal"] is legal

    @rule("DUST-95", "DUST-137", "DUST-177")
    def test_and_he_is_offered_it(self) -> None:
        units = {"s": seated(0, squad(skills=[])), "h": seated(0, hero(skills=["tank_head"]), joined="s"), "w": seated(0, walker(), damage=2)}
        game = session(units, unit="s", declared=["skill", "nothing"])
        assert "tank_head" in options(game)
        play(game, "tank_head", "w")
        assert (game.state.unit("w").count("damage"), game.state.unit("h").marks("used")) == (0, ("tank_head",))


class TestDeclarations:
    @rule("DUST-02", "DUST-121", "DUST-177", "DUST-60", "DUST-141", "DUST-08", "DUST-66", "DUST-191")
    def test_what_an_activation_is_made_of(self) -> None:
        """Nothing beside a Sustained Attack is still one; two times nothing is none; only silent
        skills cost an action by the other reading."""
        assert tell("actions", declared=["sustained", "nothing"])["legal"]
        assert tell("reaction", declared=["nothing", "nothing"])["allowed"]
        assert not tell("reaction", declared=["sustained", "nothing"])["allowed"]
        assert tell("actions", {"u": {"card": squad()}}, unit="u", declared=["move", "attack"], skills=["berserk"])["legal"]  # taken as told
        paid = {"silentSkillCost": "action"}
        assert tell("actions", None, paid, declared=["move", "attack"], skills=["heroic_attack", "agile"])["legal"]
        assert not tell("actions", None, paid, declared=["move", "attack"], skills=["berserk"])["legal"]


class TestTheAttackAtTheTable:
    """What is asked of the players before the dice, and what is not."""

    ARMS: ClassVar[dict[str, Any]] = {
        "Rifle": weapon("1/1"),
        "Grenade Pistol": weapon("1/1"),
        "Volley": weapon("1/1-2/1", "4", "volley"),
        "Faust": weapon("1/1", "3", "limited", ammo=3),
        "Napalm": weapon("1/man", "2", "flamethrower"),
        "Torch": weapon("1/man", "1", "flamethrower"),
        "Stick": weapon("-"),
    }
    UNITS: ClassVar[dict[str, Any]] = {
        "a": seated(0, squad(2, ARMS)),
        "b": seated(1, squad(3), cover="hard"),
        "h": seated(1, hero(), joined="b"),
        "w": seated(1, walker()),
        "x": seated(1, squad(3), where="destroyed"),
        "l": seated(1, hero()),
    }

    def asked(self, *lines: Any, answers: Any = (), unit: str = "a", **told: Any) -> list[str]:
        """What is asked, in order, until the dice."""
        rows = [{"weapon": name, "target": target, **more} for name, target, more in lines]
        game = Session(RULES, at(told.pop("units", self.UNITS)))
        game.overrule(Opened("activation", frozen({"unit": unit, "declared": ["attack", "nothing"], "lines": rows, **told})))  # type: ignore[arg-type]
        found, todo = [], list(answers)
        while game.prompt and game.prompt.kind != "roll" and game.prompt.key != "who_reacts":
            found.append(f"{game.prompt.key}={game.prompt.default}")
            game.answer(frozen(todo.pop(0)))
        return [*found, *([f"{thrown(game)} dice"] if game.prompt and game.prompt.kind == "roll" else [])]

    @rule("DUST-28", "DUST-32", "DUST-33", "DUST-34", "DUST-37", "DUST-39", "DUST-40", "DUST-42", "DUST-45", "DUST-134", "DUST-157", "DUST-160", "DUST-166")
    @pytest.mark.parametrize(
        ("lines", "answers", "asked"),
        [
            ([("Rifle", "b", {})], [4, "soft"], ["range:b=1", "cover:b=hard", "2 dice"]),
            ([("Rifle", "b", {}), ("Torch", "b", {})], [4, "soft"], ["range:b=1", "cover:b=hard", "2 dice"]),
            ([("Rifle", "b", {})], [5, "soft"], ["range:b=1", "cover:b=hard"]),
            ([("Rifle", "b", {})], [0], ["range:b=1"]),
            ([("Rifle", "b", {"range": 4})], ["none"], ["cover:b=hard", "2 dice"]),
            ([("Rifle", "b", {"cover": "none"})], [4], ["range:b=1", "2 dice"]),
            ([("Rifle", "h", {"range": 4})], ["none"], ["cover:h=none", "2 dice"]),
            ([("Rifle", "l", {})], [4], ["range:l=1", "2 dice"]),
            ([("Rifle", "w", {})], [4], ["range:w=1", "2 dice"]),
            ([("Grenade Pistol", "b", {})], [4], ["range:b=1", "2 dice"]),
            ([("Faust", "b", {"range": 3, "cover": "none"})], [1], ["rounds:Faust=2", "1 dice"]),
            ([("Faust", "b", {"range": 3, "cover": "none"})], [0], ["rounds:Faust=2"]),
            ([("Faust", "b", {"range": 3, "cover": "none", "rounds": 2})], [], ["2 dice"]),
            ([("Volley", "w", {"range": 4})], [2], ["rounds:Volley=2", "2 dice"]),
            ([("Stick", "w", {"range": 4})], [], []),
            ([("Stick", "b", {})], [], []),
            ([("Rifle", "x", {})], [], []),
            ([("Faust", "x", {"range": 3, "cover": "none", "rounds": 1})], [], []),
        ],
    )
    def test_what_is_asked_before_the_dice(self, lines: Any, answers: Any, asked: list[str]) -> None:
        """The range once for each target, cover only where it helps, rounds only of what is
        limited; not in reach or not there is not fired."""
        assert self.asked(*lines, answers=answers) == asked

    @rule("DUST-31", "DUST-33", "DUST-34", "DUST-37", "DUST-43", "DUST-95", "DUST-166")
    def test_whom_each_line_may_have(self) -> None:
        """A dash has no target; flames of range 1 have no path, and nobody is asked after where
        nobody is aimed at."""
        units = {**self.UNITS, "a": seated(0, squad(2, {key: self.ARMS[key] for key in ("Stick", "Torch", "Napalm", "Rifle")}))}
        game = session(units, unit="a", declared=["attack", "nothing"])
        assert play(game, "b", "none", "none", 1) == ["target:Torch", "target:Napalm", "target:Rifle", "range:b"]
        burner = {
            "s": seated(0, squad(weapons={"Knife": weapon("-", "C")})),
            "f": seated(0, hero(weapons={"Napalm": self.ARMS["Napalm"]}), joined="s"),
            "b": seated(1, squad()),
            "o": seated(1, squad()),
        }
        game = session(burner, unit="s", declared=["attack", "nothing"])
        play(game, "b")
        assert (key(game), options(game)) == ("burns:Napalm", ["none", "o"])  # not his own squad


@rule("DUST-18", "DUST-20", "DUST-24", "DUST-166", "DUST-193")
@pytest.mark.parametrize(
    ("places", "path", "legal"),
    [
        ([[1, 0], [2, 0]], ["w", "b"], False),
        ([[1, 0], [1, 1]], ["w", "b"], True),
        ([[0, 1], [1, 1]], ["w", "b"], True),
        ([[1, 0], [2, 1]], ["w", "b"], False),
        ([[1, 1], [2, 1]], ["w", "b"], False),
        ([[0, 1], [1, 2]], ["w", "b"], False),
        ([[-1, 0], [0, 1], [1, 0]], ["w", None, "b"], True),
        ([[1, 1], [2, 0], [1, 0]], [None, "w", "b"], True),
        ([[1, 0], [2, 0]], ["s", "b"], True),
        ([1, 1], ["w", "b"], True),
        ([1, 2], ["w", "b"], False),
        ([None, 2], ["w", "b"], False),
        ([1, None], ["w", "b"], False),
        ([1, 3], ["", "b"], False),
        ([1, None, 3], ["", "", "b"], True),
        ([2], ["b"], False),
        ([1, 2, 4], ["", "", "b"], False),
        ([], ["b"], True),
    ],
)
def test_what_a_vehicle_hides_from_the_flames(places: Any, path: Any, legal: bool) -> None:
    """From centre to centre: inside a square the line is cut, along its corner, behind the
    attacker or beyond the target it is not."""
    flames = weapon("1/man", "3", "flamethrower")
    units = {"a": seated(0, walker(weapons={"Napalm": flames})), "w": seated(1, walker()), "b": seated(1, squad()), "s": seated(1, squad())}
    assert tell("flame", units, attacker="a", weapon="Napalm", path=path, at=places, target="b")["legal"] is legal
    on_foot = {**units, "a": seated(0, squad(weapons={"Napalm": flames}))}
    hidden = legal and path == ["s", "b"]
    assert tell("flame", on_foot, attacker="a", weapon="Napalm", path=path, at=places, target="b")["legal"] is (legal and not hidden)


@rule("DUST-166", "DUST-193")
def test_a_path_of_no_squares_burns_nobody() -> None:
    units = {
        "a": seated(0, walker(weapons={"Napalm": {"range": "2", "values": {"S2": "1/man", "V1": "-"}, "kinds": ["flamethrower"]}})),
        "b": seated(1, squad(3)),
        "w": seated(1, walker()),
    }
    assert tell("flame", units, attacker="a", weapon="Napalm", path=[])["burnt"] == []
    assert not tell("flame", units, attacker="a", weapon="Napalm", path=[], target="b")["legal"]
    assert tell("flame", units, attacker="a", weapon="Napalm", path=["b"], target="b")["dice"] == [3]
    assert tell("flame", units, attacker="a", weapon="Napalm", path=["w"], target="w")["dice"] == [0]


@rule("DUST-29", "DUST-44", "DUST-51", "DUST-97", "DUST-166")
def test_whose_odds_are_told() -> None:
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


@rule("DUST-55", "DUST-116", "DUST-128", "DUST-157", "DUST-160", "DUST-164")
def test_edges_of_ammunition() -> None:
    """All that may be fired may be wanted; Bad Ass by the card; a weapon that is never loaded is
    never empty; the longest volley of the line counts."""
    faust = squad(3, {"Faust": weapon("1/1", "3", "limited", ammo=2)}, skills=["bad_ass"])
    whole = tell("ammo", {"u": {"card": faust}}, unit="u", weapon="Faust", wanted=2)
    assert (whole["legal"], whole["left"], whole["next"]) == (True, 0, 2)
    assert tell("ammo", {"u": {"card": {**faust, "skills": []}}}, unit="u", weapon="Faust", wanted=2)["next"] == 0
    odd = {"u": {"card": faust, "state": {"loaded": {"Faust": False}}}}
    assert tell("ammo", odd, unit="u", weapon="Faust")["may_fire"] == 2
    assert refused(ask("dust", "reload", odd, unit="u")) == ["DUST-128"]
    volley = walker(weapons={"Rockets": {"range": "A", "values": {"S2": "1/1-2/1-3/1", "V1": "1/1"}, "ammo": 9}})
    assert tell("ammo", {"u": {"card": volley}}, unit="u", weapon="Rockets")["may_fire"] == 3
    assert tell("ammo", weapon="Faust", ammo=3)["may_fire"] == 3


@rule("DUST-04", "DUST-37", "DUST-64", "DUST-68", "DUST-70", "DUST-180")
def test_edges_of_an_activation() -> None:
    units = {"a": seated(0, squad()), "b": seated(1, squad())}
    assert "odds" in ask("dust", "activation", units, unit="a", declared=["move", "move"], lines=[])
    told = ask("dust", "activation", units, unit="a", declared=["attack", "nothing"], lines=[{"weapon": "Rifle", "target": "b", "range": 1, "cover": "none"}])
    assert {"destroyed:a", "destroyed:b"} <= {*told["odds"]}
    for seat, (actor, other) in enumerate((("a", "b"), ("b", "a"))):
        game = Session(RULES, at(units, seat=seat))
        game.dispatch(Opened("activation", frozen({"unit": actor, "declared": ["move", "nothing"]})))  # type: ignore[arg-type]
        play(game, True)
        assert game.prompt
        assert (key(game), game.prompt.asked_of, options(game)[-1]) == ("who_reacts", 1 - seat, other)


@rule("DUST-171", "DUST-172", "DUST-174", "DUST-175")
def test_edges_of_an_army() -> None:
    """A limit told counts before the tiles; 170 points of soldiers are fine where only rounds
    are apart; a card without a name is still told of."""
    cards = [hero(ap=20), squad(ap=150, name="Many")]
    assert tell("army", cards=cards, scenario="close_the_window")["legal"]
    assert tell("army", cards=cards, limit=10, tiles=9)["limit"] == 10
    assert tell("army", cards=cards)["limit"] is None
    assert tell("army", cards=[hero(ap=1), {"kind": "squad"}])["problems"] == ["?: the card states no army points"]


@rule("DUST-13", "DUST-09", "DUST-63", "DUST-42", "DUST-91", "DUST-103", "DUST-124")
def test_edges_of_the_board() -> None:
    """A jump lands on no trap; Fast does not lengthen the entry Move; only a range X-Y is like
    artillery."""
    units = {"w": {"card": walker(skills=["jump"])}, "f": {"card": squad(move=2, skills=["fast"])}}
    assert [tell("move", units, unit="w", **{how: ["trap"]}, dx=1, dy=0)["legal"] for how in ("through", "onto")] == [True, False]
    assert tell("move", units, unit="f", declared=["move"], entering=True)["total"] == 1
    like = {"parabolic": "artilleryLike"}
    assert [tell("cover", None, like, sources=["trap"], range=told)["cover"] for told in ("4", "3-6")] == ["hard", "none"]


@rule("DUST-09", "DUST-14", "DUST-16", "DUST-75", "DUST-78", "DUST-91", "DUST-92", "DUST-93", "DUST-126", "DUST-112", "DUST-10")
@pytest.mark.parametrize(
    ("unit", "told", "rules"),
    [
        ("h", {"onto": ["f", "e"]}, ["DUST-14"]),
        ("s", {"through": ["f", "g"]}, []),
        ("h", {"onto": ["f", "g"]}, ["DUST-91"]),
        ("s", {"through": ["wall"]}, ["DUST-75"]),
        ("s", {"through": ["building"]}, ["DUST-78"]),
        ("j", {"through": ["wall"]}, ["DUST-78"]),
        ("s", {"onto": ["x"]}, []),
        ("s", {"onto": ["p"]}, []),
        ("s", {"through": ["v"]}, ["DUST-14"]),
        ("k", {"through": ["v"]}, ["DUST-126"]),
        ("k", {"through": ["e"]}, []),
        ("n", {"through": ["f"]}, []),
        ("s", {"dx": 2, "dy": 2, "skills": ["agile"]}, []),
        ("s", {"dx": 2, "dy": 2}, ["DUST-11"]),
    ],
)
def test_what_stands_in_the_way(unit: str, told: Any, rules: list[str]) -> None:
    """The rule that says no, and no other: enemies are no third in a square, the dead and one's
    own hero are not in the way."""
    units = {
        "h": seated(0, hero()),
        "s": seated(0, squad(move=2)),
        "p": seated(0, hero(), joined="s"),
        "f": seated(0, squad()),
        "g": seated(0, squad()),
        "e": seated(1, squad()),
        "v": seated(1, walker()),
        "x": seated(0, squad(), where="destroyed"),
        "j": seated(0, walker(skills=["jump"])),
        "k": seated(0, squad(skills=["jump"])),
        "n": seated(0, squad(side="axis")),
    }
    assert tell("move", units, unit=unit, **{"dx": 1, "dy": 0, **told})["rules"] == rules


@rule("DUST-96", "DUST-185", "DUST-135")
def test_what_a_pair_does_not_share() -> None:
    """A hero without the skill adds no die; Jump is not shared even where silent skills are;
    without a Spotter no dice are swapped."""
    units = {"a": seated(0, squad(1, {"Rifle": weapon("1/1")}, skills=[])), "h": seated(0, hero(skills=["jump"]), joined="a"), "b": seated(1, walker(9))}
    assert tell("reaction", units, reactor="a", enemy="b")["dice"] == 1
    assert not tell("actions", units, {"silentSharing": "yes"}, unit="a", declared=["move", "move"], skills=["jump"])["legal"]
    assert dist(assault(units, ("Pistol", "b")), "damage:b")[1] == THIRD


@rule("DUST-07")
def test_whoever_wins_the_roll_has_won_whoever_won_before() -> None:
    game = Session(RULES, at({}, step="initiative", readings={"initiativeTie": "previous", "initiativeWinner": "first"}, table={"initiative": 2}))
    game.dispatch(Opened("initiative"))
    game.answer(frozen([[H, M, M], [M, M, M]]))
    assert (game.state.first, game.state.trackers["initiative"]) == (0, 1)


@rule("DUST-94", "DUST-119", "DUST-120", "DUST-126", "DUST-142")
@pytest.mark.parametrize(
    ("one", "other", "reading", "legal"),
    [
        (squad(), squad(), "open", False),
        (hero(skills=["blutkreuz_zombie"]), squad(skills=["blutkreuz_zombie"]), "closed", True),
        (hero(), squad(), "closed", True),
        (hero(), squad(skills=["blutkreuz_zombie"]), "closed", False),
        (hero(), squad(skills=["blutkreuz_zombie"]), "open", True),
        (hero(skills=["blutkreuz_zombie"]), squad(), "open", False),
    ],
)
def test_who_joins_whom(one: Any, other: Any, reading: str, legal: bool) -> None:
    assert tell("join", {"h": {"card": one}, "s": {"card": other}}, {"zombieSquad": reading}, hero="h", squad="s")["legal"] is legal


@rule("DUST-161")
def test_only_a_burst_is_doubled() -> None:
    assert dice(shot(target_still=True)) == {"attack": 1}


@rule("DUST-137", "DUST-144", "DUST-146", "DUST-150")
@pytest.mark.parametrize(
    ("order", "alive", "near"),
    [("reactivate", [0, 1, 2], False), ("reactivate", [0, 2, 3], True), ("makeshift_repair", [1, 2], True), ("field_repair", [1, 2], False)],
)
def test_for_whom_an_order_is(order: str, alive: list[int], near: bool) -> None:
    """Own vehicles and squads, no crates and no enemies; near, unless the Radio carries the
    order."""
    units = {
        "k": seated(0, BOSS, alive=alive),
        "w": seated(0, walker(), activated=True, damage=1),
        "e": seated(1, walker(), activated=True, damage=1),
        "c": seated(0, {"kind": "crate"}, damage=1, activated=True),
        "d": seated(0, walker(), where="destroyed"),
    }
    game = session(units, unit="k", declared=[order, "nothing"])
    assert game.prompt
    assert (options(game), "next to it" in english(game.prompt.text)) == (["none", "d" if order == "field_repair" else "w"], near)


@rule("DUST-57", "DUST-58", "DUST-59", "DUST-60", "DUST-61", "DUST-114")
@pytest.mark.parametrize(("gun", "asked"), [({}, "artillery"), ({"on_board": False}, "who_reacts"), ({"activated": True}, "who_reacts")])
def test_where_no_gun_can_fire_nobody_is_asked(gun: Any, asked: str) -> None:
    units = {
        "o": seated(0, squad(skills=["artillery_strike"])),
        "g": seated(0, walker(weapons={"Rockets": weapon("2/1", "A")}), **gun),
        "b": seated(1, squad(3)),
    }
    assert key(session(units, unit="o", declared=["artillery_strike", "nothing"])) == asked


@rule("DUST-31", "DUST-43", "DUST-180")
def test_what_a_card_states_comes_first() -> None:
    gun = squad(1, {"Gun": {"range": "4", "values": {"V7": "1/2"}}})
    reply = shot(by=gun, target={"kind": "crate", "armor": "V7", "hp": 5}, roll={"attack": [H]})
    assert (reply["result"]["destroyed"], reply["after"]["b"]["damage"]) == ("no", 2)
    assert shot(target={"kind": "walker", "hp": 3})["unknown"][0] == "units.b.card.armor"
    assert shot(target=hero(4, models=[{"weapons": ["Pistol"]}]), roll={"attack": [H]})["result"]["destroyed"] == "no"
