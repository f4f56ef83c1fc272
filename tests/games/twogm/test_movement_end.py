"""Where a move ends: where its path leads, in its own column, on the square of a friend it joins,
around what the board knows, never beyond its edge."""

from typing import Any

import pytest

from engine.games.twogm.examples import FOCKE, HOUSE, HQ, LIGHT, PAK, SHERMAN, TRUCK
from tests.games.twogm.table import TANK, do, early, playing, refs, refs_of, result, rule, unit

RUINS = {"h": unit(HOUSE, row=2, column=4, ruins=True)}
FAST = {**TANK, "movement": 4}


def ended(session: Any, mover: str, *keys: str) -> list[Any]:
    return [session.state.unit(mover).trackers.get(each) for each in keys]


class TestEndOfThePath:
    @rule("2GM-46", "2GM-80")
    @pytest.mark.parametrize(
        ("told", "ends"),
        [
            ({"path": [[2, 4], [3, 4]]}, [3, 4, None]),
            ({"path": [[1, 5], {"row": 2, "column": 5, "terrain": "forest"}]}, [2, 5, "forest"]),
            ({"path": ["plain", "forest"], "row": 3}, [3, 4, "forest"]),
            ({"path": ["plain"], "row": 2, "terrain": "bushes"}, [2, 4, "bushes"]),
            ({"row": 3}, [3, 4, None]),
        ],
        ids=["by squares", "with its terrain", "by words and a row", "terrain that is told", "no path"],
    )
    def test_a_unit_stands_where_its_path_leads(self, told: dict[str, Any], ends: list[Any]) -> None:
        session = do(playing("movement", {"t": unit(TANK, row=1, column=4)}), "move", unit="t", **told)
        assert session.prompt is None
        assert ended(session, "t", "row", "column", "terrain") == ends

    @rule("2GM-59", "2GM-46")
    def test_a_pair_too(self) -> None:
        units = {"i": unit(LIGHT, row=1, column=4), "t": unit(TANK, row=1, column=4)}
        session = do(playing("movement", units), "cover_move", unit="i", vehicle="t", path=[[1, 5]])
        assert session.prompt is None
        assert [ended(session, each, "row", "column") for each in "it"] == [[1, 5], [1, 5]]

    @rule("2GM-59", "2GM-47")
    @pytest.mark.parametrize("there", [LIGHT, TRUCK, TANK])
    def test_a_pair_joins_nobody(self, there: dict[str, Any]) -> None:
        """Its vehicle may be an empty transport, and yet takes nobody in who stands there."""
        units = {"i": unit(LIGHT, row=1, column=4), "t": unit(TRUCK, row=1, column=4), "x": unit(there, row=1, column=5)}
        assert refs_of(playing("movement", units), "cover_move", unit="i", vehicle="t", row=1, column=5) == ["2GM-47"]

    @rule("2GM-46")
    def test_how_far_it_is(self) -> None:
        """(1, 4) to (2, 5): two squares along row and column; to the truck on (1, 6) as well."""
        units = {"t": unit(TANK, row=1, column=4), "i": unit({**LIGHT, "movement": 2}, row=1, column=4), "c": unit(TRUCK, row=1, column=6)}
        assert result("move", units, unit="t", row=2, column=5)["squares"] == 2
        assert result("move", units, unit="t", path=["plain"])["squares"] == 1
        assert result("move", units, unit="i", onto="c")["squares"] == result("move", units, unit="i", row=1, column=6)["squares"] == 2


class TestOnASquareOfAFriend:
    @rule("2GM-47", "2GM-151")
    @pytest.mark.parametrize("told", [{"row": 1, "column": 5}, {"path": [[1, 5]]}, {"onto": "c"}])
    def test_infantry_boards_an_empty_transport(self, told: dict[str, Any]) -> None:
        units = {"i": unit(LIGHT, row=1, column=4), "c": unit(TRUCK, row=1, column=5)}
        assert ended(do(playing("movement", units), "move", unit="i", **told), "i", "in", "where") == ["c", "inside"]

    @rule("2GM-48")
    def test_an_empty_transport_picks_up_and_a_loaded_one_does_not_stop(self) -> None:
        units = {"i": unit(LIGHT, row=1, column=4), "c": unit(TRUCK, row=1, column=5), "load": unit(LIGHT, where="inside", **{"in": "c"})}
        session = do(playing("movement", {key: units[key] for key in "ic"}), "move", unit="c", row=1, column=4)
        assert ended(session, "i", "in") == ["c"]
        assert refs_of(playing("movement", units), "move", unit="c", row=1, column=4) == ["2GM-47"]
        assert refs_of(playing("movement", units), "move", unit="c", row=1, column=3) == []

    @rule("2GM-47", "2GM-59")
    def test_infantry_stands_beside_a_tank_uncovered_others_do_not(self) -> None:
        units = {"i": unit(LIGHT, row=1, column=4), "t": unit(TANK, row=1, column=5), "p": unit(PAK, row=2, column=5), "s": unit(SHERMAN, row=1, column=6)}
        assert (
            refs_of(playing("movement", units), "move", unit="p", row=1) == refs_of(playing("movement", units), "move", unit="s", column=5, row=1) == ["2GM-47"]
        )
        assert ended(do(playing("movement", units), "move", unit="i", row=1, column=5), "i", "column", "at_cover", "in") == [5, None, None]

    @rule("2GM-50", "2GM-47")
    def test_a_row_alone_is_in_the_own_column(self) -> None:
        """The enemy's row 5 is this side's row 2."""
        units = {"t": unit(TANK, row=1, column=4), "e": unit(PAK, 1, row=5, column=4)}
        assert refs_of(playing("movement", units), "move", unit="t", row=2) == ["2GM-50"]


class TestWhatTheBoardKnows:
    @rule("2GM-80")
    @pytest.mark.parametrize(
        ("card", "more", "to", "no"),
        [
            (TANK, {}, (3, 4), ["2GM-80"]),
            (TANK, {}, (2, 4), []),
            (FAST, {}, (3, 4), []),
            ({**TANK, "movement": 3}, {}, (3, 4), ["2GM-80"]),
            ({**TANK, "skills": ["scout"]}, {}, (3, 4), []),
            (TANK, {"s": unit({**LIGHT, "skills": ["sappers"]}, row=2, column=4)}, (3, 4), []),
        ],
        ids=["not across", "into them", "around in four", "not around in three", "a scout", "by own sappers"],
    )
    def test_ruins_end_a_move(self, card: dict[str, Any], more: dict[str, Any], to: tuple[int, int], no: list[str]) -> None:
        session = playing("movement", {"t": unit(card, row=1, column=4), **RUINS, **more})
        assert refs_of(session, "move", unit="t", row=to[0], column=to[1]) == no

    @rule("2GM-179", "2GM-80")
    def test_a_house_bars_tanks(self) -> None:
        units = {"t": unit(TANK, row=1, column=4), "h": unit(HOUSE, row=2, column=4)}
        assert refs_of(playing("movement", units), "move", unit="t", row=3, column=4) == ["2GM-80"]
        walkers = {"t": unit({**LIGHT, "movement": 2}, row=1, column=4), "h": unit(HOUSE, row=2, column=4)}
        assert refs_of(playing("movement", walkers), "move", unit="t", row=3, column=4) == []

    @rule("2GM-90", "2GM-179")
    def test_each_square_of_an_extended_card_holds_one(self) -> None:
        """Trenches on columns 4 and 5: who is in 4 leaves 5 free."""
        trenches = {**HOUSE, "name": "Trenches", "skills": [], "access": []}
        units = {"h": unit(trenches, row=2, column=4, extended="right"), "i": unit(LIGHT, row=2, column=4, **{"in": "h"}), "u": unit(LIGHT, row=1, column=5)}
        session = do(playing("movement", units), "move", unit="u", row=2, column=5)
        assert ended(session, "u", "in") == ["h"]

    @rule("2GM-86")
    def test_a_card_whose_square_nobody_knows_holds_one(self) -> None:
        units = {"h": unit(HOUSE), "i": unit(LIGHT, row=2, **{"in": "h"}), "u": unit(LIGHT, row=1)}
        assert refs_of(playing("movement", units), "move", unit="u", row=2, into="h") == ["2GM-47"]


class TestEdge:
    @rule("2GM-46", "2GM-28")
    @pytest.mark.parametrize(("column", "no"), [(7, []), (9, ["2GM-46"])])
    def test_never_off_the_board(self, column: int, no: list[str]) -> None:
        units = {"i": unit(LIGHT, row=1, column=8), "t": unit(TRUCK, row=2, column=8), "c": unit(LIGHT, where="inside", **{"in": "t"})}
        assert refs_of(playing("movement", units), "move", unit="i", row=1, column=column) == no
        assert refs("unload", units, unit="c", column=column) == (["2GM-147"] if no else [])

    @rule("2GM-114", "2GM-46")
    def test_two_boxes_are_twice_as_wide(self) -> None:
        units = {"i": unit(LIGHT, row=1, column=8), "j": unit(LIGHT, row=1, column=16)}
        assert refs_of(playing("movement", units), "move", unit="i", row=1, column=9) == []
        assert result("move", units, unit="j", path=[[1, 17]])["rules"] == ["2GM-46"]


class TestWhatDoesNotMove:
    @rule("2GM-46", "2GM-23")
    @pytest.mark.parametrize(
        ("card", "no"),
        [
            (HOUSE, "2GM-46"),
            (HQ, "2GM-23"),
            (FOCKE, "2GM-92"),
            ({"name": "Model", "type": "general"}, "2GM-46"),
            ({"name": "Ammo", "type": "support"}, "2GM-46"),
        ],
    )
    def test_only_ground_units_move_and_swap(self, card: Any, no: str) -> None:
        """Terrain that lies on the map is no unit that could move."""
        session = playing("movement", {"x": unit(card, row=2, column=4), "t": unit(TANK, row=2, column=5)})
        assert early(session, "move", unit="x")[:1] == early(session, "swap", unit="x") == [no]
        assert early(session, "move", unit="t") == []
