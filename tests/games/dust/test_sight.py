"""The line of sight."""

from itertools import product
from typing import Any, ClassVar

import pytest

from tests.games.asking import ask
from tests.games.dust.table import hero, rule, seated, squad, tell, walker


class TestSight:
    @rule("DUST-22", "DUST-179")
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

    @pytest.mark.parametrize(
        ("between", "attacker", "target", "clear"),
        [
            pytest.param("crate", "soldier", "soldier", True, marks=rule("DUST-19")),
            pytest.param("trap", "soldier", "soldier", False, marks=rule("DUST-20")),
            pytest.param("trap", "vehicle", "soldier", True, marks=rule("DUST-20", "DUST-27")),
            pytest.param("trap", "soldier", "vehicle", True, marks=rule("DUST-20", "DUST-27")),
            pytest.param("squad", "soldier", "soldier", False, marks=rule("DUST-21")),
            pytest.param("squad", "soldier", "vehicle", True, marks=rule("DUST-22")),
            pytest.param("squad", "vehicle", "soldier", True, marks=rule("DUST-23")),
            pytest.param("squad", "vehicle", "vehicle", True, marks=rule("DUST-23")),
            pytest.param("vehicle", "soldier", "soldier", False, marks=rule("DUST-24")),
            pytest.param("vehicle", "vehicle", "vehicle", False, marks=rule("DUST-24")),
            pytest.param("block", "vehicle", "soldier", False, marks=rule("DUST-25")),
            pytest.param("water", "soldier", "soldier", True, marks=rule("DUST-25")),
            pytest.param("wall", "soldier", "soldier", False, marks=rule("DUST-77")),
            pytest.param("wall", "vehicle", "vehicle", False, marks=rule("DUST-77")),
            pytest.param("small_entrance", "soldier", "soldier", True, marks=rule("DUST-77")),
        ],
    )
    def test_each_thing_by_its_own_rule(self, between: str, attacker: str, target: str, clear: bool) -> None:
        assert tell("sight", attacker=attacker, target=target, between=[between])["clear"] is clear

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

    @rule("DUST-21", "DUST-179")
    def test_by_units(self) -> None:
        units = {"s": {"card": squad()}, "w": {"card": walker()}, "h": {"card": hero()}, "t": {"card": {"kind": "trap"}}, "c": {"card": {"kind": "crate"}}}
        assert [tell("sight", units, attacker="s", target="h", between=[each])["clear"] for each in "shwtc"] == [False, False, False, False, True]
        assert [tell("sight", units, attacker="s", target="w", between=[each])["clear"] for each in "shwtc"] == [True, True, False, True, True]
        assert tell("sight", units, attacker="s", target="t", between=["h"])["clear"] is True  # an element is seen like a vehicle


class TestEnds:
    @rule("DUST-178", "DUST-80")
    @pytest.mark.parametrize(
        ("readings", "ends", "clear"),
        [
            ({}, {"smoke": ["target"], "range": 3}, True),
            ({"smokeEnds": "closed"}, {"smoke": ["target"], "range": 2}, False),
            ({"smokeEnds": "closed"}, {"smoke": ["attacker"], "range": 1}, True),
            ({"smokeEnds": "closed"}, {"smoke": ["attacker"], "range": 0}, True),
            ({"smokeEnds": "closed"}, {"range": 3}, True),
            ({"smokeEnds": "closed"}, {"smoke": ["attacker"]}, False),
            ({}, {"openings": {"attacker": "towards"}}, True),
            ({}, {"openings": {"attacker": "elsewhere"}}, False),
            ({}, {"openings": {"target": "elsewhere"}}, False),
            ({}, {"openings": {"target": "towards", "attacker": "towards"}}, True),
            ({"openingDirection": "shooterOnly"}, {"openings": {"target": "elsewhere"}}, True),
            ({"openingDirection": "shooterOnly"}, {"openings": {"target": "none"}}, False),
            ({"openingDirection": "shooterOnly"}, {"openings": {"attacker": "elsewhere"}}, False),
        ],
    )
    def test_what_the_ends_of_a_line_need(self, readings: Any, ends: Any, clear: bool) -> None:
        reply = ask("dust", "sight", None, readings, **ends)
        assert reply["result"]["clear"] is clear
        assert (("DUST-178" in reply["refs"]), ("DUST-80" in reply["refs"])) == ("smoke" in ends, "openings" in ends)


class TestWhatStandsThere:
    UNITS: ClassVar[dict[str, Any]] = {
        "h": seated(0, hero()),
        "f": seated(0, squad()),
        "c": seated(0, {"kind": "crate"}),
        "x": seated(0, squad(), where="destroyed"),
        "g": seated(0, squad()),
        "j": seated(0, hero(), joined="g"),
        "w": seated(1, walker(), where="destroyed"),
        "r": seated(1, walker(), where="reserve"),
        "v": seated(1, walker()),
    }

    @rule("DUST-91", "DUST-93")
    @pytest.mark.parametrize(("onto", "rules"), [(["f", "c"], []), (["f", "x"], []), (["g"], ["DUST-91"]), (["j"], ["DUST-91"]), (["f"], []), (["f", "h"], [])])
    def test_a_lone_hero_shares_a_square(self, onto: list[str], rules: list[str]) -> None:
        """With one unit, a crate or the dead beside it; a pair is two units already."""
        assert tell("move", self.UNITS, unit="h", onto=onto, dx=1, dy=0)["rules"] == rules

    @rule("DUST-24", "DUST-179")
    @pytest.mark.parametrize(
        ("thing", "reading", "clear"),
        [("w", "yes", True), ("r", "yes", True), ("v", "yes", False), ("j", "no", False), ("h", "no", True), ("h", "yes", False), ("hero", "no", True)],
    )
    def test_what_is_not_there_blocks_nothing(self, thing: str, reading: str, clear: bool) -> None:
        """The destroyed and those who have not entered; a joined hero is not alone, whatever
        lone heroes do."""
        assert tell("sight", self.UNITS, {"loneHeroBlocks": reading}, between=[thing])["clear"] is clear
