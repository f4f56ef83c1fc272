"""The board: places and distances."""

from typing import Any

import pytest

from engine.games.twogm.examples import HEAVY, HQ, LIGHT, TRUCK
from tests.games.twogm.table import RULES, TANK, do, early, on, playing, put, refused, result, rule, unit


class TestPlaces:
    @rule("2GM-23", "2GM-28")
    def test_no_distance_to_nobody(self) -> None:
        assert "ghost" in put("distance", {"a": unit(LIGHT, row=1, column=1)}, **{"from": "a", "to": "ghost"})["error"]

    @rule("2GM-28", "2GM-109")
    @pytest.mark.parametrize(
        ("here", "there", "squares"),
        [
            ([1, 4], "hq", 1),
            ([1, 5], "hq", 1),
            ([1, 3], "hq", 2),
            ([1, 6], "hq", 2),
            ([3, 2], "hq", 5),
            ([6, 8], "hq", 9),
            ([6, 4], "enemy_hq", 1),
            ([1, 4], "enemy_hq", 6),
            ([2, 2], [4, 5], 5),
            ([2, 2], [2, 2], 0),
            ({"row": 1, "column": 1}, {"hq": 1}, 9),
            ([3, 3], {"hq": 0}, 4),
            ("hq", "enemy_hq", 7),
        ],
    )
    def test_along_rows_and_columns(self, here: Any, there: Any, squares: int) -> None:
        assert result("distance", **{"from": here, "to": there})["distance"] == squares

    @rule("2GM-23", "2GM-36")
    def test_between_units(self) -> None:
        """Row 2 of the second side is row 5 of the first; a fighter waits at its HQ."""
        units = {"a": unit(LIGHT, row=1, column=4), "b": unit(LIGHT, 1, row=2, column=4), "h": unit(HQ, 1), "c": unit(LIGHT)}
        assert result("distance", units, **{"from": "a", "to": "b"})["distance"] == 4
        assert result("distance", units, **{"from": "a", "to": "h"})["distance"] == 6
        assert "c" in put("distance", units, **{"from": "a", "to": "c"})["error"]

    @rule("2GM-23", "2GM-47")
    def test_a_headquarters_neither_moves_nor_fires_and_nobody_boards_a_card_in_hand(self) -> None:
        units = {"hq": unit(HQ), "b": unit(LIGHT, 1, row=6, deployed_turn=1)}
        assert refused(playing("movement", units, turn=3), "move", unit="hq", row=1) == ["2GM-23"]
        assert refused(playing("movement", {"a": unit(LIGHT, row=1), "t": unit(TRUCK, where="reserve")}, turn=3), "move", unit="a", onto="t") == ["2GM-47"]
        assert refused(playing("movement", {**units, "a": unit(TANK, row=1)}, turn=3), "swap", unit="hq", other="a") == ["2GM-23"]
        assert refused(playing("fire", units, turn=3), "shot", attacker="hq", target="b") == ["2GM-68"]

    @rule("2GM-23", "2GM-49")
    @pytest.mark.parametrize(
        ("card", "state", "no"),
        [
            (LIGHT, {}, None),
            (HQ, {}, "2GM-23"),
            (LIGHT, {"moved": True}, "2GM-49"),
            (LIGHT, {"where": "reserve"}, "2GM-49"),
            (LIGHT, {"where": "inside", "in": "t"}, "2GM-150"),
            (LIGHT, {"suppressed": True}, "2GM-161"),
            (HEAVY, {"markers": {"HMG": {"face": "mounted"}}}, "2GM-161"),
        ],
    )
    def test_who_cannot_swap_with_anybody(self, card: Any, state: Any, no: str | None) -> None:
        """Known before the other is named, and the same where it is this one that is named as
        the other."""
        session = playing("movement", {"a": unit(card, row=2, column=4, **state), "t": unit(TRUCK, row=2, column=5)})
        assert early(session, "swap", unit="a") == [no] * bool(no)
        for pair in (("a", "t"), ("t", "a")):
            assert refused(session, "swap", unit=pair[0], other=pair[1])[:1] == [no] * bool(no), pair
            session.undo()

    @rule("2GM-23")
    def test_a_unit_called_hq_is_where_it_is(self) -> None:
        """From (3, 2) to the own HQ: 2 rows, 2 columns, 1 behind = 5; to the enemy's: 3 + 2 + 1
        = 6."""
        assert result("distance", {"hq": unit(HQ, 1)}, **{"from": [3, 2], "to": "hq"})["distance"] == 6
        assert result("distance", {"hq": unit(HQ)}, **{"from": [3, 2], "to": "hq"})["distance"] == 5
        assert result("distance", **{"from": [3, 2], "to": "hq"})["distance"] == 5

    @rule("2GM-23", "2GM-28")
    @pytest.mark.parametrize(
        ("one", "other", "far"),
        [
            ([1, 4], "hq", 1),
            ([1, 4], "own_hq", 1),
            ([1, 4], {"hq": 0}, 1),
            ([6, 5], "enemy_hq", 1),
            ([6, 5], {"hq": 1}, 1),
            ([1, 1], [1, 16], 15),
            ({"row": 1, "column": 1}, {"row": 6, "column": 16}, 20),
            ([6, 4], "theirs", 0),
            ([1, 4], "ours", 0),
        ],
    )
    def test_places(self, one: Any, other: Any, far: int) -> None:
        """Rows and columns from 1, two boards wide; each side counts from its own line."""
        units = {"ours": unit(LIGHT, row=1, column=4), "theirs": unit(LIGHT, 1, row=1, column=4)}
        assert result("distance", units, **{"from": one, "to": other})["distance"] == far

    @rule("2GM-23")
    @pytest.mark.parametrize(
        "place",
        [
            [0, 1],
            [7, 1],
            [1, 0],
            [1, 17],
            {"row": 0, "column": 1},
            {"row": 1, "column": 0},
            {"row": 1, "column": 17},
            {"row": 7, "column": 1},
            {"hq": 2},
            "half",
            "other",
        ],
    )
    def test_no_places(self, place: Any) -> None:
        assert "error" in put("distance", {"half": unit(LIGHT, row=1), "other": unit(LIGHT, column=1)}, **{"from": place, "to": [1, 1]})

    @rule("2GM-36", "2GM-66")
    def test_a_unit_arrives(self) -> None:
        units = {"h": unit(HEAVY, where="reserve"), "e": unit(LIGHT, 1)}
        session = playing("deployment", units, [{"ap": 5, "cards": {"deck": 9, "hand": 4}}, {}])
        do(session, "deploy", unit="h", equipment=["Mortar", "Take Cover"], column=2)
        arrived = session.state.unit("h")
        assert (arrived.where, arrived.count("row"), arrived.count("column"), arrived.count("prone"), arrived.count("deployed_turn")) == (
            "table",
            1,
            2,
            True,
            1,
        )
        assert {name: row["face"] for name, row in arrived.trackers["markers"].items()} == {"Mortar": "dismounted"}  # type: ignore[union-attr, index, call-overload]
        assert session.state.seats[0]["ap"] == 1
        assert session.state.seats[0]["cards"]["hand"] == 3  # type: ignore[index, call-overload]
        on(session, "fire")
        assert refused(session, "shot", attacker="h", target="e", weapon="primary") == []

    @rule("2GM-36", "2GM-67")
    @pytest.mark.parametrize(("terrain", "kept"), [("forest", "forest"), ("plain", None), (None, None)])
    def test_the_ground_a_unit_comes_on(self, terrain: str | None, kept: str | None) -> None:
        told = {"terrain": terrain} if terrain else {}
        session = do(playing("deployment", {"t": unit(TANK, where="reserve")}, [{"ap": 9}, {}]), "deploy", unit="t", column=3, **told)
        assert session.state.unit("t").trackers.get("terrain") == kept

    @rule("2GM-36", "2GM-81")
    @pytest.mark.parametrize(
        ("step", "opens", "active", "everybody"),
        [
            ("start", "begin_turn", "care clear", "opening bid lay_terrain setup opening_hand deck lay_smoke"),
            ("headquarters", "income", "income give care clear", "lay_smoke"),
            ("cards", "draw", "draw care clear", "lay_smoke"),
            ("movement", "", "move cover_move swap unload assault give care clear", "lay_smoke"),
            ("deployment", "", "deploy play_card place_terrain air move unload give care clear", "lay_smoke"),
            ("fire", "", "shot shots assault mount air care clear", "lay_smoke"),
            ("reactivation", "reactivation", "dismount care clear", "lay_smoke"),
            ("discard", "discard", "care clear", "lay_smoke"),
            ("end", "end_turn", "care clear", "lay_smoke"),
        ],
    )
    def test_what_each_phase_offers(self, step: str, opens: str, active: str, everybody: str) -> None:
        """What the rulebook lets a player do, phase by phase; a Smoke Shell is for both sides, care
        and smoke for any moment (2GM-122, 134); questions may be asked of both."""
        questions = "supply share store terrain distance suppression marker smoke building reactions budget victory concede name_hand"
        found = RULES.step(step)
        assert found.opens == opens
        assert [offer.procedure for offer in found.offers if offer.who == "active"] == active.split()
        assert [offer.procedure for offer in found.offers if offer.who == "all"] == [*everybody.split(), *questions.split()]
