"""The path of flames."""

from typing import Any, ClassVar

import pytest

from tests.games.asking import ask
from tests.games.dust.table import NAPALM, hero, key, options, play, rule, said, seated, session, squad, tell, walker, weapon


class TestFlame:
    HOT_DOG = walker(name="Hot Dog", weapons={"Napalm": weapon("1/1", "2", "flamethrower")})
    UNITS: ClassVar[dict[str, Any]] = {
        "a": {"card": HOT_DOG},
        "hans": {"card": walker()},
        "hlg": {"card": squad(3)},
        "hfg": {"card": squad(3)},
        "luther": {"card": walker()},
        "z": {"card": squad(5)},
    }

    def flame(self, *path: Any, at: Any = (), target: Any = None, units: Any = None, attacker: str = "a") -> Any:
        return tell("flame", units or self.UNITS, attacker=attacker, weapon="Napalm", path=list(path), at=list(at), target=target)

    @rule("DUST-24", "DUST-193")
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

    @rule("DUST-193")
    @pytest.mark.parametrize("at", [[None, 2], [1, None], [None, None]])
    def test_squares_that_nobody_placed_are_not_apart(self, at: Any) -> None:
        assert self.flame(None, "hlg", at=at, target="hlg")["burnt"] == ["hlg"]

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


class TestElementsInFlames:
    UNITS: ClassVar[dict[str, Any]] = {
        "a": seated(0, walker(weapons={"Napalm": NAPALM})),
        "s": seated(0, squad(2, weapons={"Napalm": NAPALM})),
        "b": seated(1, squad(3)),
        "c": seated(1, {"kind": "crate"}),
        "t": seated(1, {"kind": "trap"}),
        "l": seated(0, squad(1)),
        "h": seated(0, hero(weapons={"Napalm": NAPALM}), joined="l"),
    }

    @rule("DUST-20", "DUST-193")
    @pytest.mark.parametrize(
        ("attacker", "path", "target", "burnt", "rules"),
        [
            ("a", ["c", "b"], "b", ["b"], []),
            ("a", ["t", "b"], "b", ["b"], []),
            ("s", ["t", "b"], "b", [], ["DUST-24"]),
            ("s", ["c", "b"], "b", ["b"], []),
            ("a", ["c"], "c", ["c"], []),
            ("a", ["t"], "t", [], ["DUST-165"]),
            ("l", ["b"], "b", ["b"], []),
        ],
    )
    def test_cover_elements_on_the_path(self, attacker: str, path: list[str], target: str, burnt: list[str], rules: list[str]) -> None:
        """Crates hide nobody, traps only soldiers from soldiers; only units burn on the way; a
        hero's own flames are the pair's."""
        told = tell("flame", self.UNITS, attacker=attacker, weapon="Napalm", path=path, at=list(range(1, len(path) + 1)), target=target)
        assert (told["burnt"], told["rules"]) == (burnt, rules)

    @rule("DUST-166")
    def test_nobody_has_such_flames(self) -> None:
        assert said(ask("dust", "flame", self.UNITS, attacker="a", weapon="Sling", path=["b"])) == "Walker has no weapon Sling"

    @rule("DUST-165", "DUST-33")
    def test_a_trap_is_no_target_for_them(self) -> None:
        game = session({each: self.UNITS[each] for each in ("a", "c", "t")}, unit="a", declared=["attack", "nothing"])
        assert options(game) == ["none", "c"]


class TestPaths:
    @rule("DUST-193", "DUST-95")
    def test_who_may_burn_on_the_way(self) -> None:
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

    @rule("DUST-18", "DUST-20")
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
    def test_what_a_vehicle_hides_from_the_flames(self, places: Any, path: Any, legal: bool) -> None:
        """From centre to centre: inside a square the line is cut, along its corner, behind the
        attacker or beyond the target it is not."""
        flames = weapon("1/man", "3", "flamethrower")
        units = {"a": seated(0, walker(weapons={"Napalm": flames})), "w": seated(1, walker()), "b": seated(1, squad()), "s": seated(1, squad())}
        assert tell("flame", units, attacker="a", weapon="Napalm", path=path, at=places, target="b")["legal"] is legal
        on_foot = {**units, "a": seated(0, squad(weapons={"Napalm": flames}))}
        hidden = legal and path == ["s", "b"]
        assert tell("flame", on_foot, attacker="a", weapon="Napalm", path=path, at=places, target="b")["legal"] is (legal and not hidden)

    @rule("DUST-18", "DUST-166")
    @pytest.mark.parametrize(("place", "legal"), [([1, 1], False), ([0, 1], True), ([2, 0], True), ([1, 2], True)])
    def test_what_a_vehicle_beside_the_path_hides(self, place: Any, legal: bool) -> None:
        """The flames go round by (1, 0) to (2, 1); the line of sight crosses the inside of (1, 0)
        and of (1, 1), of no other square."""
        flames = weapon("1/man", "3", "flamethrower")
        units = {"a": seated(0, walker(weapons={"Napalm": flames})), "w": seated(1, walker()), "b": seated(1, squad())}
        told = tell("flame", units, attacker="a", weapon="Napalm", path=[None, "b"], at=[[1, 0], [2, 1]], target="b", beside={"w": place})
        assert (told["legal"], told["burnt"]) == (legal, ["b"] if legal else [])

    @rule("DUST-166", "DUST-193")
    def test_a_path_of_no_squares_burns_nobody(self) -> None:
        units = {
            "a": seated(0, walker(weapons={"Napalm": {"range": "2", "values": {"S2": "1/man", "V1": "-"}, "kinds": ["flamethrower"]}})),
            "b": seated(1, squad(3)),
            "w": seated(1, walker()),
        }
        assert tell("flame", units, attacker="a", weapon="Napalm", path=[])["burnt"] == []
        assert not tell("flame", units, attacker="a", weapon="Napalm", path=[], target="b")["legal"]
        assert tell("flame", units, attacker="a", weapon="Napalm", path=["b"], target="b")["dice"] == [3]
        assert tell("flame", units, attacker="a", weapon="Napalm", path=["w"], target="w")["dice"] == [0]

    @rule("DUST-166", "DUST-193")
    @pytest.mark.parametrize(
        ("places", "problem"),
        [
            ([[1, 1], [2, 2]], "a square lies beyond the range"),
            ([[1, 1], [2, 1]], None),
            ([[1, 0], [2, 0]], None),
            ([2], "the flames begin next to the attacker"),
        ],
    )
    def test_flames_along_a_diagonal(self, places: Any, problem: Any) -> None:
        """Two diagonals are three squares; range 2 ends before."""
        units = {"a": seated(0, walker(weapons={"Napalm": NAPALM})), "b": seated(1, squad(3))}
        told = tell("flame", units, attacker="a", weapon="Napalm", path=[*([None] * (len(places) - 1)), "b"], at=places, target="b")
        assert told["problems"] == ([problem] if problem else [])
        bare = {**units, "a": seated(0, walker(weapons={"Napalm": {"range": "2", "values": {}, "kinds": ["flamethrower"]}}))}
        assert ask("dust", "flame", bare, attacker="a", weapon="Napalm", path=["b"])["unknown"] == ["units.a.card.weapons.Napalm.values.S2"]
