"""The serum heals by hits, at once or after the next combat."""

from typing import Any

import pytest

from tests.games.asking import ask, change
from tests.games.dust.table import KNIFE, H, M, assault, hero, rule, seated, squad, walker, weapon


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

    @rule("DUST-138", "DUST-38")
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


class TestFeeding:
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

    @rule("DUST-138", "DUST-166")
    @pytest.mark.parametrize(("seat", "damage"), [(0, 2), (1, 0)])
    def test_the_serum_feeds_on_enemies(self, seat: int, damage: int) -> None:
        card = hero(4, {"Napalm": weapon("1/man", "2", "flamethrower")}, skills=["wiederbelebungsserum"])
        reply = ask(
            "dust", "attack", {"h": seated(0, card, damage=2), "b": seated(seat, squad(2))}, attacker="h", weapon="Napalm", target="b", roll={"attack": [H, H]}
        )
        assert reply["after"]["h"].get("damage", 0) == damage
