"""What forbids a weapon line, and the rules that a line cites."""

from typing import Any

import pytest

from tests.games.asking import ask, change
from tests.games.dust.table import BOSS, H, M, dice, dist, hero, hits, refused, rule, said, seated, shot, squad, tell, walker, weapon

RADIO = {"o": {"card": squad(2, skills=["artillery_strike"])}}


class TestRange:
    @rule("DUST-47", "DUST-49")
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

    @rule("DUST-57", "DUST-58")
    def test_indirect_fire(self) -> None:
        """EX-D17: the artillery fires now; both its actions are gone; it must reload."""
        reply = self.fire(roll={"attack": [H, M, M]}, los=False)
        assert (reply["result"]["damage"], change(reply, "a", "activated"), change(reply, "a", "loaded.Gun")) == (1, True, False)

    @rule("DUST-57", "DUST-58")
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

    @rule("DUST-145", "DUST-141")
    @pytest.mark.parametrize(("alive", "refs"), [([0, 1, 2], None), ([0, 2, 3, 4], ["DUST-60"])])
    def test_a_command_squad_needs_its_radio(self, alive: list[int], refs: Any) -> None:
        assert self.fire(BOSS, eyes={"alive": alive}).get("refused", {}).get("refs") == refs
        assert refused(self.fire(squad(skills=["command_squad"]))) == ["DUST-60"]
        assert refused(self.fire(squad(1, models=[{"weapons": [], "role": "officer"}]))) == ["DUST-60"]

    @rule("DUST-56", "DUST-54")
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

    @rule("DUST-65", "DUST-66")
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

    @rule("DUST-51", "DUST-53")
    def test_only_range_c_strikes_back(self) -> None:
        assert refused(shot(**{"as": "retaliation"})) == ["DUST-51"]
        knives = squad(2, {"Gun": weapon("1/1", "C")})
        assert dist(shot(by=knives, **{"as": "retaliation"})) == hits(2)
        assert dist(shot(by=knives, sustained=True, **{"as": "retaliation"})) == hits(2)
        assert list(dice(shot(by=knives, target=knives, answers={"strike_back:b": True}, **{"as": "retaliation"}))) == ["attack"]
        assert dist(shot(by=knives, sustained=True, readings={"retaliationSustained": "yes"}, **{"as": "retaliation"})) == hits(2, rerolls=1)


class TestWhoMayFire:
    BAZOOKA = squad(
        3, {"Bazooka": weapon("1/3", "3"), "Rifle": weapon("1/1", "2")}, models=[{"weapons": ["Rifle"]}, {"weapons": ["Rifle"]}, {"weapons": ["Bazooka"]}]
    )

    @rule("DUST-64", "DUST-30")
    @pytest.mark.parametrize(("alive", "squares", "allowed"), [([0, 1, 2], 3, True), ([0, 1], 3, False), ([0, 1], 2, True)])
    def test_a_weapon_whose_bearer_is_dead_gives_no_reaction(self, alive: list[int], squares: int, allowed: bool) -> None:
        units = {"r": {"card": self.BAZOOKA, "state": {"alive": alive}}, "e": {"card": walker(), "seat": 1}}
        assert tell("reaction", units, reactor="r", enemy="e", range=squares)["allowed"] is allowed

    @rule("DUST-64", "DUST-69")
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

    @rule("DUST-57", "DUST-141")
    def test_nobody_has_to_say_who_observes(self) -> None:
        units = {"g": seated(0, walker(weapons={"Rockets": weapon("1/1", "A")})), "o": seated(0, squad(skills=[])), "b": seated(1, squad())}
        told = {"attacker": "g", "weapon": "Rockets", "target": "b", "range": 5}
        assert "odds" in ask("dust", "attack", units, **told, **{"as": "indirect"})
        assert "odds" in ask("dust", "attack", units, **told, observer="o")  # direct fire needs none
        radio = {**units, "o": seated(0, squad(2, models=[{"role": "radio"}, {}], skills=[]))}
        assert "odds" in ask("dust", "attack", radio, **told, observer="o", **{"as": "indirect"})

    @rule("DUST-57", "DUST-58")
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


class TestRulesOfALine:
    @rule("DUST-56", "DUST-160")
    @pytest.mark.parametrize(
        ("told", "ref"),
        [
            ({}, "DUST-30"),
            ({"value": "2~3"}, "DUST-155"),
            ({"value": "1/1-2/1", "ammo": 3}, "DUST-157"),
            ({"value": "1/man"}, "DUST-158"),
            ({"value": "1/skull"}, "DUST-159"),
            ({"kinds": ["limited"], "ammo": 3}, "DUST-160"),
            ({"reach": "A", "range": 5}, "DUST-56"),
            ({"reach": "A", "range": 5, "as": "indirect", "observer": "o", "others": RADIO}, "DUST-57"),
            ({"reach": "A", "range": 5, "cover": "soft"}, "DUST-62"),
            ({"as": "reaction"}, "DUST-65"),
            ({"reach": "1", "as": "charge"}, "DUST-121"),
            ({"reach": "C", "as": "retaliation"}, "DUST-51"),
            ({"reach": "C", "cover": "hard"}, "DUST-53"),
            ({"kinds": ["flamethrower"], "cover": "hard"}, "DUST-165"),
            ({"kinds": ["grenade"], "cover": "soft"}, "DUST-167"),
            ({"named": 2, "skills": ["sniper"]}, "DUST-134"),
            ({"target": hero(skills=["heroic_attack"]), "skills": ["heroic_attack"]}, "DUST-125"),
        ],
    )
    def test_a_line_cites_what_is_special_about_it(self, told: dict[str, Any], ref: str) -> None:
        plain = {"DUST-28", "DUST-29", "DUST-30", "DUST-31"}
        assert ref in shot(**told)["refs"]
        assert ref == "DUST-30" or {*shot()["refs"]} == plain

    @rule("DUST-162", "DUST-30")
    def test_knives_are_counted_by_their_own_rule(self) -> None:
        reply = shot(by=squad(3, {"Knife": weapon("1/1", "C")}), weapon="Knife")
        assert [row["ref"] for row in reply["checks"][0]["dice_rows"]] == ["DUST-162"]
        assert "DUST-30" in shot(by=hero(weapons={"Knife": weapon("1/1", "C")}), weapon="Knife")["refs"]

    @rule("DUST-113", "DUST-115")
    @pytest.mark.parametrize(
        ("skill", "ref"),
        [("all_in_one", "DUST-113"), ("assault", "DUST-115"), ("berserk", "DUST-117"), ("heroic_attack", "DUST-125"), ("tank_head", "DUST-137")],
    )
    def test_what_is_used_once_a_game_cites_its_own_rule(self, skill: str, ref: str) -> None:
        units = {"u": seated(0, hero(skills=[skill]), used=[skill])}
        declared = ["move", "tank_head"] if skill == "tank_head" else ["move", "attack"]
        assert tell("actions", units, unit="u", declared=declared, skills=[] if skill == "tank_head" else [skill])["rules"] == [ref]

    @rule("DUST-125")
    @pytest.mark.parametrize(
        ("reading", "by", "refs"), [("beforeDice", [], None), ("ownActivation", [], ["DUST-125"]), ("ownActivation", ["heroic_attack"], None)]
    )
    def test_heroism_under_fire(self, reading: str, by: list[str], refs: Any) -> None:
        """By one reading only whoever is activated declares it: the attacker may, his target may
        not."""
        units = {"a": seated(0, squad(1, skills=by)), "b": seated(1, hero(skills=["heroic_attack"]))}
        assert said(ask("dust", "attack", units, {"heroicWhen": reading}, attacker="a", weapon="Rifle", target="b", skills=["heroic_attack"])) == refs
        assert said(ask("dust", "attack", units, {"heroicWhen": reading}, attacker="a", weapon="Rifle", target="b")) is None

    @rule("DUST-176", "DUST-35")
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

    @rule("DUST-51")
    @pytest.mark.parametrize(
        ("reading", "state", "refs"), [("always", {"activated": True}, None), ("unactivated", {"activated": True}, ["DUST-51"]), ("unactivated", {}, None)]
    )
    def test_striking_back_by_itself(self, reading: str, state: Any, refs: Any) -> None:
        assert said(shot(reach="C", state=state, readings={"retaliation": reading}, **{"as": "retaliation"})) == refs
        own = said(shot(reach="C", state=state, readings={"retaliation": reading}))
        assert own == (["DUST-08"] if state else None)  # an attack of its own is another matter

    @rule("DUST-31")
    def test_a_class_that_nobody_states_asks_for_no_column(self) -> None:
        """The column is known only when the class is; a class that is none is a mistake of the
        question."""
        assert shot(target={"kind": "squad", "models": [{}]})["unknown"] == ["units.b.card.armor"]
        assert ["odds" in shot(target=squad(armor=armor)) for armor in ("S1", "S4", "V7", "A3", "S5", "V8", "A4", "T2")] == [True] * 4 + [False] * 4
