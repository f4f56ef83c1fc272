"""Dust Tactics: cover, sight, terrain, movement, flame paths, ammunition, joining."""

from itertools import combinations, product
from typing import Any, ClassVar

import pytest

from tests.games.asking import change
from tests.games.dust_cards import ask, hero, squad, tell, walker, weapon

rule = pytest.mark.rule


def cover(*sources: str, **situation: Any) -> str:
    return tell("cover", readings=situation.pop("readings", None), sources=list(sources), **situation)["cover"]  # type: ignore[no-any-return]


class TestCover:
    @rule("DUST-06", "DUST-40", "DUST-46")
    @pytest.mark.parametrize(
        ("sources", "grade"),
        [
            ([], "none"),
            (["crate"], "soft"),
            (["trap"], "hard"),
            (["corner"], "soft"),
            (["crate", "corner"], "hard"),
            (["crate", "corner", "corner"], "hard"),
            (["trap", "crate"], "hard"),
        ],
    )
    def test_sources_combine(self, sources: list[str], grade: str) -> None:
        """EX-D13: a crate and a corner are hard cover."""
        assert cover(*sources) == grade

    @rule("DUST-45", "DUST-20", "DUST-23", "DUST-24", "DUST-82")
    @pytest.mark.parametrize(
        ("corner", "soldier", "vehicle"),
        [
            ("block", "soft", "soft"),
            ("smoke", "soft", "soft"),
            ("wall", "soft", "soft"),
            ("vehicle", "soft", "soft"),
            ("trap", "soft", "none"),
            ("squad", "soft", "none"),
            ("small_entrance", "none", "none"),
        ],
    )
    def test_a_corner_of_what_blocks_this_attacker(self, corner: str, soldier: str, vehicle: str) -> None:
        """EX-D01, EX-D10, EX-D11, EX-D12, EX-D23: against soldiers a trap or squad counts,
        against vehicles only what blocks all."""
        assert cover("corner", corner_of=corner, attacker="soldier") == soldier
        assert cover("corner", corner_of=corner, attacker="vehicle") == vehicle

    @rule("DUST-45")
    @pytest.mark.parametrize(("reading", "at_45", "grade"), [("off", False, "soft"), ("on", False, "none"), ("on", True, "soft")])
    def test_the_faqs_corner(self, reading: str, at_45: bool, grade: str) -> None:
        assert cover("corner", at_45=at_45, readings={"corner45": reading}) == grade

    @rule("DUST-79", "DUST-81", "DUST-46")
    @pytest.mark.parametrize(
        ("sources", "place", "grade"),
        [
            (["building"], "inside", "soft"),
            (["building"], "outside", "hard"),
            (["building", "crate"], "inside", "hard"),
            (["building", "corner"], "inside", "hard"),
        ],
    )
    def test_buildings(self, sources: list[str], place: str, grade: str) -> None:
        """EX-D22 and EX-D24: soft from inside, hard from outside; inside a wall's corner makes
        it hard."""
        assert cover(*sources, attacker_place=place) == grade
        assert cover(*sources, attacker=place) == grade

    @rule("DUST-39", "DUST-100", "DUST-98", "DUST-92")
    @pytest.mark.parametrize(("target", "grade"), [("squad", "hard"), ("joined_hero", "hard"), ("hero", "none"), ("vehicle", "none")])
    def test_whom_it_protects(self, target: str, grade: str) -> None:
        assert cover("trap", target=target) == grade

    @rule("DUST-42", "DUST-53", "DUST-62", "DUST-84")
    @pytest.mark.parametrize(
        ("kinds", "grade"),
        [
            (["close"], "none"),
            (["artillery"], "none"),
            (["phaser"], "none"),
            (["flamethrower"], "none"),
            (["grenade"], "none"),
            (["laser"], "hard"),
            (["burst"], "hard"),
            (["volley"], "hard"),
            (["volley", "artillery"], "none"),
            (["incendiary"], "hard"),
            ([], "hard"),
        ],
    )
    def test_what_ignores_it(self, kinds: list[str], grade: str) -> None:
        assert cover("building", kinds=kinds) == grade

    @rule("DUST-62", "DUST-63")
    def test_artillery_by_the_faq_and_parabolic_weapons(self) -> None:
        assert cover("building", "crate", kinds=["artillery"], readings={"artilleryStructure": "structureKept"}) == "hard"
        assert cover("crate", kinds=["artillery"], readings={"artilleryStructure": "structureKept"}) == "none"
        assert cover("building", kinds=["close"], readings={"artilleryStructure": "structureKept"}) == "none"
        assert cover("crate", range="3-6") == "soft"
        assert cover("crate", range="3-6", readings={"parabolic": "artilleryLike"}) == "none"

    @rule("DUST-39", "DUST-42", "DUST-45")
    def test_by_units(self) -> None:
        units = {
            "a": {"card": squad(2, {"Rifle": weapon("1/1"), "Mortar": weapon("1/1", "A")})},
            "b": {"card": squad()},
            "w": {"card": walker()},
            "h": {"card": hero(), "state": {"joined": "b"}},
            "l": {"card": hero()},
        }

        def told(attacker: str, target: str, **more: Any) -> str:
            return tell(
                "cover", units, {"artilleryStructure": "structureKept"}, sources=more.pop("sources", ["corner"]), attacker=attacker, target=target, **more
            )["cover"]  # type: ignore[no-any-return]

        assert [told("a", each, corner_of="trap") for each in "bwhl"] == ["soft", "none", "soft", "none"]
        assert told("w", "b", corner_of="trap") == "none"
        assert (told("a", "b", weapon="Mortar"), told("a", "b", weapon="Rifle")) == ("none", "soft")
        assert told("a", "b", weapon="Mortar", sources=["building"]) == "hard"


class TestSight:
    @rule("DUST-18", "DUST-19", "DUST-20", "DUST-21", "DUST-22", "DUST-23", "DUST-24", "DUST-25", "DUST-77", "DUST-179", "DUST-27")
    def test_what_blocks_between_whom(self) -> None:
        """EX-D02, EX-D03, EX-D04, and the summary: both ways alike."""
        always, soldiers, never = (("block", "smoke", "wall", "vehicle"), ("trap", "squad", "hero"), ("crate", "water", "rubble", "neutral"))
        for attacker, target in product(("soldier", "vehicle"), repeat=2):
            afoot = attacker == target == "soldier"
            for things, blocked in ((always, True), (soldiers, afoot), (never, False)):
                for thing in things:
                    there = tell("sight", attacker=attacker, target=target, between=[thing])
                    back = tell("sight", attacker=target, target=attacker, between=thing)
                    assert there["clear"] is back["clear"] is not blocked

    @rule("DUST-26", "DUST-25")
    @pytest.mark.parametrize(
        ("corners", "clear"),
        [
            ([("block", "left")], True),
            ([("block", "left"), ("block", "left")], True),
            ([("block", "left"), ("wall", "right")], False),
            ([("block", "left"), ("water", "right")], True),
            ([("trap", "left"), ("squad", "right")], False),
        ],
    )
    def test_corners(self, corners: list[tuple[str, str]], clear: bool) -> None:
        """EX-D05: corners of one side leave the line free, of both sides they squeeze it shut."""
        told = [{"of": of, "side": side} for of, side in corners]
        assert tell("sight", corners=told)["clear"] is clear
        assert tell("sight", corners=told, attacker="vehicle")["clear"] is (clear or corners[0][0] == "trap")

    @rule("DUST-21", "DUST-179")
    def test_by_the_other_readings(self) -> None:
        assert tell("sight", None, {"loneHeroBlocks": "no"}, between=["hero"])["clear"] is True
        assert tell("sight", None, {"loneHeroBlocks": "no"}, between=["squad"])["clear"] is False
        for reading, clear in (("vehicle", True), ("soldier", False)):
            assert tell("sight", None, {"elementLos": reading}, target="element", between=["squad"])["clear"] is clear

    @rule("DUST-21", "DUST-179", "DUST-92")
    def test_by_units(self) -> None:
        units = {"s": {"card": squad()}, "w": {"card": walker()}, "h": {"card": hero()}, "t": {"card": {"kind": "trap"}}, "c": {"card": {"kind": "crate"}}}
        assert [tell("sight", units, attacker="s", target="h", between=[each])["clear"] for each in "shwtc"] == [False, False, False, False, True]
        assert [tell("sight", units, attacker="s", target="w", between=[each])["clear"] for each in "shwtc"] == [True, True, False, True, True]
        assert tell("sight", units, attacker="s", target="t", between=["h"])["clear"] is True  # an element is seen like a vehicle


class TestGround:
    @rule("DUST-09", "DUST-25")
    @pytest.mark.parametrize(("type", "told"), [("neutral", "YYYN"), ("water", "NNNN"), ("rubble", "YNNN"), ("smoke", "YYYY"), ("block", "NNNY")])
    def test_terrain(self, type: str, told: str) -> None:
        assert list(tell("terrain", type=type).values()) == [letter == "Y" for letter in told]

    @rule("DUST-10", "DUST-32", "DUST-112")
    def test_distance_against_every_path(self) -> None:
        """Steps of one square, the first diagonal for 1 and the others for 2: the cheapest of
        all ways."""
        for dx, dy in combinations(range(-1, 6), 2):
            across, along = abs(dx), abs(dy)
            ways = [across + along - 2 * n + (2 * n - 1 if n else 0) for n in range(min(across, along) + 1)]
            assert tell("distance", dx=dx, dy=dy)["distance"] == min(ways)
            assert tell("distance", dx=dx, dy=dy, agile=True)["distance"] == max(across, along)
            assert tell("distance", dx=dx, dy=dy, agile=True, **{"for": "range"})["distance"] == min(ways)


UNITS = {
    "s": {"card": squad(name="S"), "seat": 0},
    "w": {"card": walker(name="W"), "seat": 0},
    "h": {"card": hero(name="H"), "seat": 0},
    "f": {"card": squad(name="F"), "seat": 0},
    "v": {"card": walker(name="V"), "seat": 0},
    "i": {"card": hero(name="I"), "seat": 0},
    "e": {"card": squad(name="E"), "seat": 1},
    "x": {"card": walker(name="X"), "seat": 1},
    "c": {"card": {"kind": "crate"}, "seat": 1},
    "t": {"card": {"kind": "trap"}, "seat": 1},
}


def legal(unit: str, units: Any = None, **situation: Any) -> bool:
    return tell("move", units or UNITS, unit=unit, **situation)["legal"]  # type: ignore[no-any-return]


class TestMove:
    @rule("DUST-09", "DUST-12", "DUST-13", "DUST-17", "DUST-75", "DUST-76")
    @pytest.mark.parametrize(
        ("thing", "soldier", "vehicle"),
        [
            ("neutral", True, True),
            ("water", False, False),
            ("rubble", True, False),
            ("smoke", True, True),
            ("block", False, False),
            ("crate", True, True),
            ("trap", True, False),
            ("wall", False, False),
            ("building", False, False),
            ("small_entrance", True, False),
            ("large_entrance", True, True),
            ("corner", True, False),
            ("c", True, True),
            ("t", True, False),
        ],
    )
    def test_what_may_be_entered(self, thing: str, soldier: bool, vehicle: bool) -> None:
        for way in ("through", "onto"):
            assert [legal(unit, **{way: [thing]}) for unit in "shw"] == [soldier, soldier, vehicle]

    @rule("DUST-14", "DUST-15", "DUST-16")
    @pytest.mark.parametrize(
        ("unit", "other", "through"),
        [
            ("s", "f", True),
            ("s", "v", True),
            ("s", "i", True),
            ("h", "f", True),
            ("h", "v", True),
            ("w", "f", False),
            ("w", "v", False),
            ("w", "i", False),
            ("s", "e", False),
            ("s", "x", False),
            ("h", "e", False),
            ("w", "e", False),
        ],
    )
    def test_through_other_units(self, unit: str, other: str, through: bool) -> None:
        assert legal(unit, through=[other]) is through

    @rule("DUST-16", "DUST-91", "DUST-93", "DUST-14")
    @pytest.mark.parametrize(
        ("unit", "onto", "legally"),
        [
            ("s", ["f"], False),
            ("s", ["v"], False),
            ("h", ["f"], True),
            ("h", ["v"], True),
            ("h", ["i"], True),
            ("h", ["f", "i"], False),
            ("w", ["v"], False),
            ("h", ["e"], False),
            ("h", ["x"], False),
        ],
    )
    def test_onto_other_units(self, unit: str, onto: list[str], legally: bool) -> None:
        assert legal(unit, onto=onto) is legally

    @rule("DUST-91")
    def test_many_heroes_by_the_other_reading(self) -> None:
        assert tell("move", UNITS, {"heroStack": "any"}, unit="h", onto=["f", "i"])["legal"] is True
        assert tell("move", UNITS, {"heroStack": "any"}, unit="s", onto=["f", "i"])["legal"] is False

    @rule("DUST-126", "DUST-78", "DUST-185")
    def test_jump(self) -> None:
        units = {**UNITS, "j": {"card": squad(skills=["jump"]), "seat": 0}, "k": {"card": walker(skills=["jump"]), "seat": 0}}
        assert [legal("j", units, through=[each]) for each in ("e", "x", "c", "t", "building", "block", "f")] == [True, False, True, True, True, False, True]
        assert [legal("k", units, through=[each]) for each in ("e", "f", "v", "t", "building")] == [True, True, False, True, False]
        assert [legal("j", units, onto=[each]) for each in ("e", "building", "f", "t")] == [False, False, False, True]
        pair = {**units, "h": {"card": hero(), "seat": 0, "state": {"joined": "j"}}}
        assert legal("j", pair, through=["e"]) is False

    @rule("DUST-14")
    def test_enemies_by_the_sides_of_their_cards(self) -> None:
        units = {"a": {"card": squad(side="axis")}, "b": {"card": squad(side="allies")}, "c": {"card": squad(side="axis")}}
        assert [legal("a", units, through=[each]) for each in "bc"] == [False, True]

    @rule("DUST-10", "DUST-11", "DUST-112")
    @pytest.mark.parametrize(
        ("card", "dx", "dy", "legally"),
        [
            (squad(), 0, 0, True),
            (squad(), 1, 1, True),
            (squad(), 2, 0, False),
            (walker(), 2, 1, True),
            (walker(), 2, 2, False),
            (walker(skills=["agile"]), 2, 2, True),
            (walker(skills=["agile"]), 3, 0, False),
        ],
    )
    def test_how_far(self, card: Any, dx: int, dy: int, legally: bool) -> None:
        assert legal("a", {"a": {"card": card}}, dx=dx, dy=dy) is legally

    @rule("DUST-98", "DUST-115", "DUST-124", "DUST-129", "DUST-103")
    @pytest.mark.parametrize(
        ("skills", "used", "situation", "points", "total"),
        [
            ([], [], {"declared": ["move", "attack"]}, 2, 2),
            ([], [], {"declared": ["move", "move"]}, 2, 4),
            (["fast"], [], {"declared": ["move", "move"]}, 3, 5),
            (["assault"], ["assault"], {"declared": ["move", "move"]}, 4, 8),
            (["assault", "fast"], ["assault"], {"declared": ["move", "move"]}, 5, 9),
            (["assault"], [], {"declared": ["move", "move"]}, 2, 4),
            ([], [], {"declared": ["charge"]}, 2, 4),
            ([], [], {}, 2, 2),
            ([], [], {"entering": True, "declared": ["move", "attack"]}, 1, 1),
            ([], [], {"round": 1, "declared": ["move", "move"]}, 1, 3),
            (["fast"], [], {"entering": True, "declared": ["move", "move"]}, 1, 4),
            (["assault"], ["assault"], {"entering": True, "declared": ["move", "move"]}, 1, 5),
            (["scout_vehicle"], [], {"round": 1, "declared": ["move", "move"]}, 3, 5),
            (["scout_vehicle"], [], {"round": 1, "entering": False}, 4, 4),
            (["scout_vehicle"], [], {"round": 2, "entering": True}, 1, 1),
            (["scout_vehicle"], [], {"round": 2}, 2, 2),
        ],
    )
    def test_points(self, skills: list[str], used: list[str], situation: Any, points: int, total: int) -> None:
        told = tell("move", {"a": {"card": walker(skills=skills)}}, unit="a", skills=used, **situation)
        assert (told["points"], told["total"]) == (points, total)

    @rule("DUST-124", "DUST-129", "DUST-103")
    @pytest.mark.parametrize(
        ("readings", "card", "situation", "points", "total"),
        [
            ({"fastAssault": "addThenDouble"}, ["fast"], {"skills": ["assault"], "declared": ["move", "move"]}, 6, 10),
            ({"entryMove": "fullMove"}, ["fast"], {"entering": True, "declared": ["move", "move"]}, 3, 5),
            ({"scoutBonus": "eachMove"}, ["scout_vehicle"], {"round": 1, "entering": False, "declared": ["move", "move"]}, 4, 8),
            ({"scoutBonus": "eachMove"}, ["scout_vehicle"], {"round": 1, "declared": ["move", "move"]}, 3, 7),
        ],
    )
    def test_points_by_other_readings(self, readings: Any, card: list[str], situation: Any, points: int, total: int) -> None:
        told = tell("move", {"a": {"card": walker(skills=card)}}, readings, unit="a", **situation)
        assert (told["points"], told["total"]) == (points, total)

    @rule("DUST-98")
    def test_the_faster_of_a_pair(self) -> None:
        """EX-D25: a squad with 1 and a hero with 2 move 2."""
        units = {"s": {"card": squad()}, "h": {"card": hero(), "state": {"joined": "s"}}}
        assert [tell("move", units, unit=unit)["points"] for unit in "sh"] == [2, 2]

    @rule("DUST-124", "DUST-185", "DUST-96")
    @pytest.mark.parametrize(("one", "other", "points"), [(["fast"], [], 2), ([], ["fast"], 3), (["fast"], ["fast"], 3)])
    def test_a_hero_does_not_share_fast_his_squad_does(self, one: list[str], other: list[str], points: int) -> None:
        units = {"s": {"card": squad(skills=other)}, "h": {"card": hero(skills=one), "state": {"joined": "s"}}}
        assert [tell("move", units, unit=unit)["points"] for unit in "sh"] == [points, points]

    @rule("DUST-12", "DUST-161", "DUST-103")
    def test_what_a_move_leaves(self) -> None:
        reply = ask("dust", "move", UNITS, unit="w", dx=1, dy=0, destroys=["c", "t"])
        assert (change(reply, "c", "where"), change(reply, "t", "where"), reply["after"]["w"]["moved"]) == ("destroyed", None, True)
        assert change(ask("dust", "move", UNITS, unit="s", dx=1, dy=0, destroys=["c"]), "c", "where") is None
        assert "moved" not in ask("dust", "move", UNITS, unit="s", dx=0, dy=0)["after"]["s"]
        assert ask("dust", "move", UNITS, {"burstMoved": "moveAction"}, unit="s", dx=0, dy=0)["after"]["s"]["moved"] is True
        late = ask("dust", "move", {"s": {"card": squad(), "state": {"where": "reserve", "cover": "soft"}}}, unit="s", dx=0, dy=0)
        assert (late["after"]["s"]["where"], late["after"]["s"]["on_board"], change(late, "s", "cover")) == ("table", True, "none")

    @rule("DUST-98", "DUST-161")
    def test_a_pair_moves_together(self) -> None:
        units = {"s": {"card": squad()}, "h": {"card": hero(), "state": {"joined": "s"}}}
        reply = ask("dust", "move", units, unit="s", dx=1, dy=0)
        assert [reply["after"][unit]["moved"] for unit in "sh"] == [True, True]

    @rule("DUST-11")
    def test_a_card_without_movement_is_asked_for(self) -> None:
        assert ask("dust", "move", {"a": {"card": {"kind": "walker"}}}, unit="a")["unknown"] == ["units.a.card.move"]


class TestFlame:
    NAPALM = walker(name="Hot Dog", weapons={"Napalm": weapon("1/1", "2", "flamethrower")})
    UNITS: ClassVar[dict[str, Any]] = {
        "a": {"card": NAPALM},
        "hans": {"card": walker()},
        "hlg": {"card": squad(3)},
        "hfg": {"card": squad(3)},
        "luther": {"card": walker()},
        "z": {"card": squad(5)},
    }

    def flame(self, *path: Any, at: Any = (), target: Any = None, units: Any = None, attacker: str = "a") -> Any:
        return tell("flame", units or self.UNITS, attacker=attacker, weapon="Napalm", path=list(path), at=list(at), target=target)

    @rule("DUST-166", "DUST-24", "DUST-193")
    def test_a_vehicle_hides_what_is_behind_it(self) -> None:
        """EX-D34: Hans in front, only he burns; the grenadiers in front, both do."""
        assert self.flame("hans", "hlg", at=[1, 2], target="hlg")["legal"] is False
        assert self.flame("hans", at=[1], target="hans")["burnt"] == ["hans"]
        assert self.flame("hlg", "hans", at=[1, 2], target="hans")["burnt"] == ["hlg", "hans"]

    @rule("DUST-193", "DUST-166")
    @pytest.mark.parametrize(
        ("one", "other", "at"),
        [("hlg", "hfg", [(1, 1), (1, 0)]), ("hfg", "luther", [(1, 0), (1, -1)]), ("hlg", "luther", [(1, 1), (2, 1)]), ("hlg", "hans", [(1, 1), (0, 1)])],
    )
    def test_pairs_of_squares(self, one: str, other: str, at: Any) -> None:
        """EX-D35: two squares at the same range are a path too."""
        assert self.flame(one, other, at=at, target=other)["burnt"] == [one, other]

    @rule("DUST-193", "DUST-166")
    @pytest.mark.parametrize(
        ("path", "at"),
        [
            (["hlg", "hfg", "hans"], [1, 1, 2]),
            (["hlg"], [2]),
            (["hlg", "hans"], [1, 3]),
            (["hlg", "hans"], [(1, 0), (-1, 0)]),
            (["hlg", "hans"], [(1, 0), (3, 0)]),
        ],
    )
    def test_what_is_no_path(self, path: list[str], at: Any) -> None:
        assert self.flame(*path, at=at, target=path[-1])["legal"] is False

    @rule("DUST-166", "DUST-18")
    def test_sight_along_the_path(self) -> None:
        assert self.flame("hans", "hlg", at=[(1, 0), (2, 0)], target="hlg")["legal"] is False
        assert self.flame("hans", "hlg", at=[(1, 0), (1, 1)], target="hlg")["legal"] is True
        assert self.flame("hans", "hlg", at=[(1, 1), (2, 0)], target="hlg")["legal"] is True  # not on the line
        assert self.flame("hans", "hlg", target="hlg")["legal"] is False
        afoot = {**self.UNITS, "s": {"card": squad(1, {"Napalm": weapon("1/1", "2", "flamethrower")})}}
        assert self.flame("hlg", "hfg", at=[1, 2], target="hfg", units=afoot, attacker="s")["legal"] is False
        assert self.flame("hlg", "hans", at=[1, 2], target="hans", units=afoot, attacker="s")["legal"] is True

    @rule("DUST-193", "DUST-187")
    def test_two_units_in_a_square(self) -> None:
        both = self.flame(["hlg", "hfg"], ["hans", "z"], at=[1, 1], target="hans")
        assert both["burnt"] == ["hlg", "hfg", "hans"]
        joined = {**self.UNITS, "h": {"card": hero(), "state": {"joined": "z"}}}
        assert self.flame(None, ["h", "z"], at=[1, 2], target="z", units=joined)["burnt"] == ["h", "z"]
        assert self.flame("hlg", "hfg", at=[1, 1], target="hans")["legal"] is False

    @rule("DUST-193")
    def test_everybody_in_the_last_square_by_the_other_reading(self) -> None:
        told = tell("flame", self.UNITS, {"flameLastSquare": "all"}, attacker="a", weapon="Napalm", path=[["hlg", "z"]], at=[1], target="z")
        assert told["burnt"] == ["hlg", "z"]
        assert self.flame(["hlg", "z"], at=[1])["burnt"] == ["hlg", "z"]

    @rule("DUST-166")
    def test_values_that_are_missing(self) -> None:
        units = {**self.UNITS, "a": {"card": walker(weapons={"Napalm": {"range": "2", "values": {"S2": "1/man"}, "kinds": ["flamethrower"]}})}}
        assert self.flame("hlg", at=[1], target="hlg", units=units)["dice"] == [3]
        assert self.flame("hans", at=[1], target="hans", units=units)["unknown"] == ["units.a.card.weapons.Napalm.values.V1"]


class TestAmmo:
    @rule("DUST-160", "DUST-116", "DUST-36")
    @pytest.mark.parametrize(
        ("situation", "may", "left", "next_"),
        [
            ({"alive": 2, "ammo": 3, "wanted": 2}, 2, 1, 1),
            ({"alive": 5, "ammo": 3, "wanted": 3}, 3, 0, 0),
            ({"alive": 5, "ammo": 0}, 0, 0, 0),
            ({"alive": [1, 4], "ammo": 3, "wanted": 1}, 2, 2, 2),
            ({"alive": 2, "ammo": 3, "wanted": 2, "skills": ["bad_ass"]}, 2, 1, 3),
            ({"ammo": 6, "kind": "walker", "columns": 3, "wanted": 2, "alive": 1}, 3, 4, 4),
            ({"ammo": 2, "kind": "walker", "columns": 3}, 2, 0, 0),
        ],
    )
    def test_numbers(self, situation: Any, may: int, left: int, next_: int) -> None:
        """EX-D33 and the delay of Bad Ass."""
        told = tell("ammo", weapon="Faust", **situation)
        assert (told["may_fire"], told["left"], told["next"]) == (may, left, next_)

    @rule("DUST-160", "DUST-157", "DUST-55", "DUST-116")
    def test_by_the_unit(self) -> None:
        card = squad(5, {"Faust": weapon("1/1", "3", "limited", ammo=3), "Rifle": weapon("1/1")}, skills=["bad_ass"])
        rain = walker(weapons={"Rockets": weapon("3/1-6/1-9/1", "A", "volley", ammo=8)})
        units = {
            "a": {"card": card, "state": {"alive": [0, 1], "ammo": {"Faust": 2}}},
            "r": {"card": rain},
            "e": {"card": rain, "state": {"loaded": {"Rockets": False}}},
        }
        assert tell("ammo", units, unit="a", weapon="Faust", wanted=1) == {"may_fire": 2, "left": 1, "next": 3, "legal": True}
        assert tell("ammo", units, unit="a", weapon="Faust", wanted=3)["legal"] is False
        assert tell("ammo", units, unit="r", weapon="Rockets")["may_fire"] == 3
        assert tell("ammo", units, unit="e", weapon="Rockets")["may_fire"] == 0
        assert tell("ammo", units, unit="a", weapon="Rifle", wanted=1)["left"] == 99
        assert tell("ammo", units, unit="a", weapon={"ammo": 1}, wanted=1)["left"] == 0

    @rule("DUST-128", "DUST-164", "DUST-55")
    def test_reload(self) -> None:
        two = walker(weapons={"One": weapon("1/1", "A"), "Two": weapon("1/1", "4", "reload"), "MG": weapon("1/1")})
        empty = {"a": {"card": two, "state": {"loaded": {"One": False, "Two": False}}}, "b": {"card": two}}
        assert change(ask("dust", "reload", empty, unit="a", weapon="Two"), "a", "loaded.Two") is True
        assert change(ask("dust", "reload", empty, unit="a", answers={"reload": "Two"}), "a", "loaded.Two") is True
        assert change(ask("dust", "reload", empty, unit="a"), "a", "loaded.One") is True
        assert ask("dust", "reload", empty, unit="b")["refused"]["refs"] == ["DUST-128"]


class TestJoin:
    @rule("DUST-94", "DUST-119", "DUST-120", "DUST-126", "DUST-142")
    @pytest.mark.parametrize(
        ("one", "other", "situation", "legally"),
        [
            ({}, {}, {}, True),
            ({}, {}, {"round": 0}, True),
            ({}, {}, {"round": 1}, False),
            ({"armor": "S3"}, {}, {}, False),
            ({"skills": ["blutkreuz_ape"]}, {"skills": ["blutkreuz_ape"]}, {}, True),
            ({"skills": ["blutkreuz_ape"]}, {}, {}, False),
            ({}, {"skills": ["blutkreuz_ape"]}, {}, False),
            ({"skills": ["blutkreuz_zombie"]}, {}, {}, False),
            ({}, {"skills": ["blutkreuz_zombie"]}, {}, True),
            ({"skills": ["jump"]}, {}, {}, False),
            ({}, {"skills": ["jump"]}, {}, True),
            ({"skills": ["jump"]}, {"skills": ["jump"]}, {}, True),
            ({}, {"skills": ["command_squad"]}, {}, False),
            ({"skills": ["commander"]}, {"skills": ["command_squad"]}, {}, True),
            ({}, {"models": [{"role": "officer"}] * 5}, {}, False),
        ],
    )
    def test_who_joins_whom(self, one: Any, other: Any, situation: Any, legally: bool) -> None:
        units = {"h": {"card": hero(**one)}, "s": {"card": squad(**other)}}
        assert tell("join", units, hero="h", squad="s", **situation)["legal"] is legally

    @rule("DUST-120")
    def test_zombies_by_the_other_reading(self) -> None:
        units = {"h": {"card": hero()}, "s": {"card": squad(skills=["blutkreuz_zombie"])}}
        assert tell("join", units, {"zombieSquad": "closed"}, hero="h", squad="s")["legal"] is False

    @rule("DUST-94", "DUST-98")
    def test_one_to_one_and_how_fast(self) -> None:
        units = {"h": {"card": hero()}, "s": {"card": squad()}, "i": {"card": hero(), "state": {"joined": "s"}}, "t": {"card": squad()}}
        assert tell("join", units, hero="h", squad="s")["legal"] is False
        assert tell("join", units, hero="i", squad="t")["legal"] is False
        assert tell("join", units, hero="s", squad="t")["legal"] is False
        reply = ask("dust", "join", units, hero="h", squad="t")
        assert (reply["result"]["move"], change(reply, "h", "joined")) == (2, "t")
        assert ask("dust", "join", {"h": {"card": {"kind": "hero"}}, "s": {"card": squad()}}, hero="h", squad="s")["unknown"] == ["units.h.card.armor"]

    @rule("DUST-99", "DUST-94")
    def test_separating(self) -> None:
        units = {
            "h": {"card": hero(), "state": {"joined": "s"}},
            "s": {"card": squad()},
            "t": {"card": squad(), "state": {"joined": "i"}},
            "i": {"card": hero(), "state": {"activated": True}},
        }
        assert ask("dust", "separate", units, unit="s")["after"]["h"].get("joined") is None
        assert ask("dust", "separate", units, unit="h")["after"]["h"].get("joined") is None
        assert ask("dust", "separate", units, unit="h", answers={"separate": False})["after"]["h"]["joined"] == "s"
        assert ask("dust", "separate", units, unit="i")["refused"]["refs"] == ["DUST-99"]
        assert ask("dust", "separate", {"s": {"card": squad()}}, unit="s")["refused"]["refs"] == ["DUST-99"]
