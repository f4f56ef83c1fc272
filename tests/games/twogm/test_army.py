"""Armies: points, armies, years, and the cards of a deck."""

from typing import Any

import pytest

from engine.games.twogm.examples import LIGHT, PAK, TRUCK
from engine.values.maps import pairs
from engine.values.texts import english
from tests.games.twogm.table import GUN, RULES, TANK, keys, put, refs, result, rule, unit


class TestDeckPoints:
    @rule("2GM-03")
    def test_a_card_without_a_cost_is_named_and_counts_nothing(self) -> None:
        """70 and 40 points are 10 too many for a deck of 100; the third card adds nothing but
        its own line."""
        cards = (pairs(name="Guards", cost=70), pairs(name="Scouts", cost=40), pairs(name="Ghosts"))
        terms = {"limit": 100, "year": None, "army": None}
        assert RULES.muster
        found = RULES.muster(RULES.opened(), cards, terms, ())
        assert [(english(text), ref.id) for text, ref in found] == [("110 points: at most 100", "2GM-03"), ("Ghosts: the card states no cost", "2GM-03")]

    @rule("2GM-03", "2GM-04")
    def test_points(self) -> None:
        """EX-G01: 2 + 4 + 4 + 4 = 14. EX-G38: a Promotion counts its 2; a card of cost X counts
        5."""
        cards = [{"name": "Heavy Infantry", "cost": 2}, {"name": "Sherman", "cost": 4}, {"name": "Hit", "cost": 4}, {"name": "Anti-tank Mine", "cost": 4}]
        assert result("deck", cards=cards)["points"] == 14
        assert result("deck", cards=[{"name": "Promotion", "cost": 2, "playing_cost": 0}, {"cost": "X"}])["points"] == 7

    @rule("2GM-03", "2GM-113")
    def test_the_limit(self) -> None:
        cards = [{"cost": 40}] * 3
        assert result("deck", cards=cards)["legal"] is True
        assert result("deck", cards=[*cards, {"cost": 1}])["problems"] == ["limit"]
        assert result("deck", cards=cards, limit=119)["problems"] == ["limit"]
        assert result("deck", cards=[{"cost": 60}], pair=True)["legal"] is True
        assert result("deck", cards=[{"cost": 61}], pair=True)["legal"] is False

    @rule("2GM-05", "2GM-111")
    def test_support_is_added(self) -> None:
        """A Paratrooper card of 2 on Light Infantry of 1: 3. EX-G38: a Promotion is free to
        play."""
        units = {"u": unit(LIGHT), "x": unit({**LIGHT, "cost": "X", "playing_cost": 3}), "s": unit(TANK)}
        assert result("deploy", units, unit="u", support=[{"name": "Paratrooper", "cost": 2}])["cost"] == 3
        assert result("deploy", units, unit="u", support=[{"name": "Promotion", "cost": 2, "playing_cost": 0}, "Luck"])["cost"] == 1
        assert result("deploy", units, unit="x")["cost"] == 3
        assert refs("deploy", units, unit="s", support=[{"name": "Paratrooper", "cost": 2}]) == ["2GM-111"]


class TestWhoseCards:
    @rule("2GM-02", "2GM-146")
    def test_whose_cards(self) -> None:
        assert result("deck", cards=[{"name": "House", "type": "terrain", "cost": 3}])["problems"] == ["terrain"]
        mixed = [{"cost": 1, "army": "US"}, {"cost": 1, "army": "UK"}]
        assert result("deck", cards=mixed)["problems"] == ["army"]
        setup = [{"cost": 1, "army": "US"}, {"cost": 2, "name": "Allies", "skills": ["setup"]}]

        def allied(*cards: Any) -> list[str]:
            return list(result("deck", cards=setup, allies=list(cards))["problems"])

        assert allied({"cost": 4, "army": "UK"}) == []
        assert allied({"cost": 4, "army": "UK"}, {"cost": 4, "army": "UK"}) == ["allies"]
        assert allied({"cost": 4, "army": "US"}) == ["allies"]
        assert allied({"cost": 4, "army": "UK", "skills": ["Only Americans"]}) == ["allies"]

    @rule("2GM-06")
    def test_the_limit_year(self) -> None:
        """EX-G03: 1943 allows undated cards and 1939 to 1943, not 1944."""

        def legal(year: int | None, **readings: str) -> bool:
            return bool(result("deck", None, readings, cards=[{"cost": 1, **({"year": year} if year else {})}], year=1943)["legal"])

        assert [legal(each) for each in (None, 1939, 1943, 1944, 1945)] == [True, True, True, False, False]
        assert [legal(each, year_limit="excluded") for each in (1942, 1943)] == [True, False]

    @rule("2GM-152", "2GM-06")
    @pytest.mark.parametrize(("told", "problems"), [({}, []), ({"army": "UK"}, ["army"]), ({"army": "US"}, []), ({"year": 1943}, ["year"])])
    def test_the_army_and_the_year_of_a_deck(self, told: Any, problems: list[str]) -> None:
        assert result("deck", cards=[{"cost": 1, "army": "US", "year": 1944}], **told)["problems"] == problems


class TestKindsOfCards:
    @rule("2GM-08", "2GM-13")
    def test_the_kinds_of_cards(self) -> None:
        """Five kinds of unit, and terrain, generals, headquarters and support; anything else is no
        card."""
        for kind in ("infantry", "artillery", "tank", "transport", "air", "terrain", "general", "hq", "support"):
            assert "error" not in put("reactions", {"u": unit({"name": "x", "type": kind})})
        assert "error" in put("reactions", {"u": unit({"name": "x", "type": "ship"})})
        assert keys(put("shot", {"a": unit({**PAK, "weapon": GUN}), "b": unit(TRUCK, 1)}, attacker="a", target="b")) == {}
