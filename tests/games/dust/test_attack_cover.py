"""Cover against one weapon line."""

from fractions import Fraction
from typing import Any

import pytest

from tests.games.dust.table import H, M, dice, dist, hero, hits, rule, seated, shot, squad, tell, unsaved, walker, weapon


class TestCover:
    @rule("DUST-01", "DUST-39")
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

    @rule("DUST-186", "DUST-39")
    def test_not_once_his_squad_is_gone(self) -> None:
        others = {"s": {"card": squad(), "state": {"where": "destroyed"}}}
        assert "cover" not in dice(shot(target=hero(), at={"joined": "s"}, others=others, cover="soft"))

    @rule("DUST-39", "DUST-100")
    @pytest.mark.parametrize("card", [walker(), hero()])
    def test_squads_only(self, card: Any) -> None:
        assert "cover" not in dice(shot(target=card, cover="hard"))

    @rule("DUST-98", "DUST-41")
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

    @rule("DUST-62", "DUST-165")
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


class TestCoverOfPairs:
    @rule("DUST-39", "DUST-42")
    @pytest.mark.parametrize("target", [squad(), hero()])
    def test_no_word_about_cover_that_is_not_there(self, target: Any) -> None:
        """A squad in the open, and a lone hero behind a wall: neither has any."""
        cover = "hard" if target["kind"] == "hero" else "none"
        assert "DUST-167" not in shot(kinds=["grenade"], target=target, cover=cover)["refs"]

    @rule("DUST-39", "DUST-100")
    @pytest.mark.parametrize(
        ("hero_state", "squad_state", "cover"),
        [({"joined": "s"}, {}, "hard"), ({}, {"joined": "h"}, "hard"), ({"joined": "s"}, {"where": "destroyed"}, "none"), ({}, {}, "none")],
    )
    def test_cover_of_a_hero_by_his_squad(self, hero_state: Any, squad_state: Any, cover: str) -> None:
        units = {"h": seated(1, hero(), **hero_state), "s": seated(1, squad(), **squad_state)}
        assert tell("cover", units, sources=["trap"], target="h")["cover"] == cover
        assert tell("cover", units, sources=["trap"], target="s")["cover"] == "hard"  # a squad needs no hero
