"""What the board knows of a move: enemies in the way, vehicles that give cover, landing craft that
are boarded from the front, rows that a unit can come to."""

from typing import Any

import pytest

from engine.games.twogm.examples import HEAVY, LIGHT, PAK, SHERMAN, TRUCK
from engine.games.twogm.movement.board import is_base, kind_of_ground, offers_of_square, reach
from tests.games.twogm.table import BARGE, TANK, do, early, keys, on, playing, put, refs, refs_of, refused, rule, unit


def moving(mover: dict[str, Any], *enemies: tuple[int, int]) -> Any:
    """A unit on its row 1, column 4, and enemies on squares as it counts them."""
    units = {f"e{n}": unit(PAK, 1, row=7 - row, column=column) for n, (row, column) in enumerate(enemies)}
    return playing("movement", {"u": unit(mover, row=1, column=4), **units})


class TestEnemiesInTheWay:
    @rule("2GM-50")
    @pytest.mark.parametrize(
        ("movement", "enemies", "to", "no"),
        [
            (2, [(2, 4)], (3, 4), ["2GM-50"]),
            (2, [(2, 5)], (3, 4), []),
            (3, [(2, 4)], (3, 4), ["2GM-50"]),
            (4, [(2, 4)], (3, 4), []),
            (2, [(2, 4)], (2, 5), []),
            (2, [(2, 4), (1, 5)], (2, 5), ["2GM-50"]),
            (4, [(2, 4), (2, 3), (2, 5)], (3, 4), ["2GM-50"]),
            (4, [(1, 5), (2, 5)], (1, 6), ["2GM-50"]),
            (4, [(1, 5)], (1, 6), []),
        ],
        ids=["straight", "beside", "no way around", "around in four", "by the other corner", "both corners", "a wall", "no row 0", "by row 2"],
    )
    def test_where_only_the_end_is_told(self, movement: int, enemies: list[tuple[int, int]], to: tuple[int, int], no: list[str]) -> None:
        """Around one square costs two points more: four for two squares straight ahead."""
        session = moving({**TANK, "movement": movement}, *enemies)
        assert refs_of(session, "move", unit="u", row=to[0], column=to[1]) == no

    @rule("2GM-50", "2GM-46")
    def test_without_a_column_the_unit_stays_in_its_own(self) -> None:
        assert refs_of(moving(TANK, (2, 4)), "move", unit="u", row=3) == ["2GM-50"]
        assert refs_of(moving(TANK, (2, 3)), "move", unit="u", row=3) == []

    @rule("2GM-50", "2GM-140")
    def test_friends_and_unknown_places_are_no_hindrance(self) -> None:
        """A diagonal step, a friend in the way, an enemy whose column nobody told."""
        motorized = {**TANK, "skills": ["motorized"], "movement": 1}
        assert refs_of(moving(motorized, (2, 4), (1, 5)), "move", unit="u", row=2, column=5) == []
        units = {"u": unit(TANK, row=1, column=4), "f": unit(LIGHT, row=2, column=4), "e": unit(PAK, 1, row=5)}
        assert refs_of(playing("movement", units), "move", unit="u", row=3, column=4) == []

    @rule("2GM-50")
    def test_the_way_along_the_edge(self) -> None:
        """In the corner there is no column 0 to go around by."""
        units = {"u": unit({**TANK, "movement": 4}, row=1, column=1), "e": unit(PAK, 1, row=5, column=1), "f": unit(PAK, 1, row=6, column=2)}
        assert refs_of(playing("movement", units), "move", unit="u", row=3, column=1) == ["2GM-50"]

    @rule("2GM-46", "2GM-50")
    @pytest.mark.parametrize(("place", "to"), [((5, 4), (6, 4)), ((2, 4), (1, 4)), ((3, 2), (3, 1)), ((3, 7), (3, 8))])
    def test_the_edge_belongs_to_the_board(self, place: tuple[int, int], to: tuple[int, int]) -> None:
        session = playing("movement", {"u": unit(LIGHT, row=place[0], column=place[1])})
        assert refs_of(session, "move", unit="u", row=to[0], column=to[1]) == []

    @rule("2GM-46", "2GM-161")
    @pytest.mark.parametrize(("state", "told", "rows"), [({}, {}, (1, 5)), ({"suppressed": True}, {}, (2, 4)), ({}, {"advance": True}, (1, 6))])
    def test_rows_that_are_asked_are_in_reach(self, state: dict[str, Any], told: dict[str, Any], rows: tuple[int, int]) -> None:
        tank = {**TANK, "skills": ["advance"]}
        session = do(playing("movement", {"u": unit(tank, row=3, **state)}, [{"ap": 1}, {}]), "move", unit="u", **told)
        assert session.prompt
        assert (session.prompt.least, session.prompt.most) == rows

    @rule("2GM-46", "2GM-59")
    def test_a_pair_goes_as_far_as_the_slower_one(self) -> None:
        session = do(playing("movement", {"i": unit(LIGHT, row=3), "t": unit(TANK, row=3)}), "cover_move", unit="i", vehicle="t")
        assert session.prompt
        assert (session.prompt.least, session.prompt.most) == (2, 4)

    @rule("2GM-46")
    def test_a_unit_whose_movement_or_row_nobody_knows(self) -> None:
        for one in (unit({"name": "x", "type": "tank"}, row=3), unit(TANK)):
            session = do(playing("movement", {"u": one}), "move", unit="u")
            assert session.prompt
            assert (session.prompt.least, session.prompt.most) == (1, 6)


class TestCoverEnds:
    """At Cover told as a yes: the vehicle is the only one that can be meant."""

    @rule("2GM-60")
    def test_with_the_vehicle(self) -> None:
        units = {"i": unit(LIGHT, row=2, column=4, at_cover=True), "t": unit(TANK, row=2, column=4), "p": unit(PAK, 1, row=4, column=4)}
        session = do(playing("fire", units, seat=1), "shot", (10,), attacker="p", target="t", weapon="primary")
        assert session.state.unit("t").gone
        assert not session.state.unit("i").trackers.get("at_cover")

    @rule("2GM-60")
    @pytest.mark.parametrize(("other", "kept"), [({"row": 2, "column": 4}, True), ({"row": 2}, True), ({"row": 2, "column": 5}, False), ({"row": 3}, False)])
    def test_while_another_vehicle_may_be_meant(self, other: dict[str, int], kept: bool) -> None:
        units = {"i": unit(LIGHT, row=2, column=4, at_cover=True), "t": unit(TANK, row=2, column=4), "o": unit(TRUCK, **other)}
        session = do(playing("movement", units), "move", unit="t", row=3, column=4)
        assert bool(session.state.unit("i").trackers.get("at_cover")) is kept

    @rule("2GM-60")
    @pytest.mark.parametrize(("vehicle", "covered"), [({}, True), ({"row": 3}, False), ({"column": 5}, False), ({"where": "destroyed"}, False), (None, True)])
    def test_by_hand_too(self, vehicle: Any, covered: bool) -> None:
        """A vehicle that a hand destroyed, or set elsewhere, covers nobody; one that is not
        entered is taken as told."""
        units = {"i": unit(LIGHT, row=2, column=4, at_cover="t"), "p": unit(PAK, 1)}
        units |= {} if vehicle is None else {"t": unit(TANK, **{"row": 2, "column": 4, **vehicle})}
        assert ("at_cover" in keys(put("shot", units, attacker="p", target="i", range=1))) is covered
        units["i"] = unit(LIGHT, row=2, column=4)
        assert "at_cover" not in keys(put("shot", units, attacker="p", target="i", range=1))

    @rule("2GM-60", "2GM-168")
    def test_other_units_that_go_change_nothing(self) -> None:
        """Neither a vehicle elsewhere, nor infantry, nor a vehicle of the enemy."""
        units = {
            "i": unit(LIGHT, row=2, column=4, at_cover=True),
            "t": unit(TANK, row=2, column=4),
            "o": unit(TRUCK, row=2, column=5),
            "l": unit(LIGHT, row=3, column=4),
        }
        session = do(do(playing("movement", units), "move", unit="o", row=3, column=5), "move", unit="l", row=4, column=4)
        assert session.state.unit("i").trackers.get("at_cover") is True

    @rule("2GM-60", "2GM-150")
    def test_whoever_is_taken_aboard_is_behind_nobody(self) -> None:
        units = {"i": unit(LIGHT, row=2, column=4, at_cover="t"), "t": unit(TANK, row=2, column=4), "o": unit(TRUCK, row=2, column=5)}
        session = do(playing("movement", units), "move", unit="o", onto="i")
        assert session.state.unit("i").trackers.get("at_cover") is None


class TestLandingCraft:
    @rule("2GM-132")
    @pytest.mark.parametrize(
        ("place", "no"),
        [({"row": 3, "column": 4}, []), ({"row": 2, "column": 5}, ["2GM-132"]), ({"row": 1, "column": 4}, ["2GM-132"]), ({"row": 3}, []), ({}, [])],
        ids=["ahead", "beside", "behind", "ahead, no column told", "nobody knows"],
    )
    def test_boarded_from_the_front_only(self, place: dict[str, int], no: list[str]) -> None:
        units = {"b": unit(BARGE, row=2, column=4, terrain="sea"), "i": unit(LIGHT, **place)}
        assert refs_of(playing("movement", units), "move", unit="i", onto="b") == no

    @rule("2GM-132")
    def test_it_does_not_drive_onto_the_beach(self) -> None:
        """The unit goes aboard, not the craft over the unit; other transports pick up anywhere."""
        units = {"b": unit(BARGE, row=2, column=4, terrain="sea"), "i": unit(LIGHT, row=3, column=4), "t": unit(TRUCK, row=3, column=3)}
        assert refs_of(playing("movement", units), "move", unit="b", onto="i") == ["2GM-132"]
        assert refs_of(playing("movement", units), "move", unit="t", onto="i") == []


class TestAssaultsInReach:
    @rule("2GM-52")
    @pytest.mark.parametrize(("row", "no"), [(5, []), (6, []), (4, ["2GM-52"]), (1, ["2GM-52"])])
    def test_rows_alone_tell(self, row: int, no: list[str]) -> None:
        """From row 1: the enemy's row 6 is the same row, his row 5 the next."""
        units = {"a": unit(LIGHT, row=1), "e": unit(PAK, 1, row=row)}
        assert early(playing("movement", units), "assault", assaulter="a", target="e") == no

    @rule("2GM-52")
    def test_not_on_the_own_square(self) -> None:
        units = {"a": unit(LIGHT, row=1, column=4), "e": unit(PAK, 1, row=6, column=4)}
        assert early(playing("movement", units), "assault", assaulter="a", target="e") == ["2GM-52"]

    @rule("2GM-46")
    def test_once_a_turn(self) -> None:
        session = do(playing("movement", {"t": unit(SHERMAN, row=1, column=4)}), "move", unit="t", row=2)
        assert refused(session, "move", unit="t", row=3) == ["2GM-46"]
        on(on(session, "movement"), "movement")
        assert refused(session, "move", unit="t", row=3) == []

    @rule("2GM-18", "2GM-51")
    def test_a_mounted_weapon_of_a_question(self) -> None:
        """What is asked of a shot leaves moves as they are."""
        assert refs("mount", {"h": unit(HEAVY)}, unit="h", item="HMG") == []
        assert put("move", {"h": unit(HEAVY)}, unit="h", path=["plain"])["result"]["legal"]


class TestTheBoardUnderAFinger:
    @rule("2GM-46")
    def test_squares_that_a_unit_may_move_to(self) -> None:
        """Two points from the corner: three squares ahead and aside, not the one of the enemy, nor
        the one behind him, nor its own; nothing for a unit whose movement nobody knows."""
        units = {
            "u": unit({**TANK, "movement": 2}, row=1, column=1),
            "e": unit(PAK, 1, row=5, column=1),
            "x": unit({"name": "x", "type": "tank"}, row=3, column=3),
        }
        state = playing("movement", units).state
        assert reach(state, state.unit("u")) == ((1, 2), (1, 3), (2, 2))
        assert reach(state, state.unit("x")) == ()

    @rule("2GM-46")
    def test_a_unit_that_may_not_move_reaches_nothing(self) -> None:
        """It has moved already, so every square is refused; or it is time to fire."""
        for step, moved in (("movement", True), ("fire", False), ("start", False)):
            state = playing(step, {"u": unit(TANK, row=1, column=8, moved=moved)}).state
            assert reach(state, state.unit("u")) == ()

    @rule("2GM-46")
    def test_the_last_column_is_reached(self) -> None:
        state = playing("movement", {"u": unit({**TANK, "movement": 1}, row=1, column=7)}).state
        assert reach(state, state.unit("u")) == ((1, 6), (1, 8), (2, 7))

    @rule("2GM-80", "2GM-85")
    @pytest.mark.parametrize(
        ("card", "state", "kind"),
        [
            (LIGHT, {}, ""),
            ({"name": "Stone House", "type": "terrain"}, {}, "house"),
            ({"name": "Bridge", "type": "terrain"}, {}, "bridge"),
            ({"name": "Stone House", "type": "terrain"}, {"ruins": True}, "ruins"),
            ({"name": "Crater", "type": "terrain"}, {}, "ground"),
        ],
    )
    def test_what_lies_on_a_square(self, card: dict[str, Any], state: dict[str, Any], kind: str) -> None:
        assert kind_of_ground(playing("movement", {"u": unit(card, **state)}).state.unit("u")) == kind

    @rule("2GM-23", "2GM-94")
    @pytest.mark.parametrize(("kind", "behind"), [("hq", True), ("air", True), ("infantry", False), ("terrain", False)])
    def test_headquarters_and_fighters_stand_behind_the_board(self, kind: str, behind: bool) -> None:
        assert is_base(playing("movement", {"u": unit({"name": "u", "type": kind})}).state.unit("u")) is behind

    @rule("2GM-31", "2GM-65")
    @pytest.mark.parametrize(
        ("step", "seat", "row", "points", "offered"),
        [
            ("start", 0, 2, 3, "lay_terrain"),
            ("start", 1, 3, 3, "lay_terrain"),
            ("start", 0, 1, 3, None),
            ("start", 0, 4, 3, None),
            ("start", 0, 2, 0, None),
            ("movement", 0, 2, 3, None),
            ("deployment", 0, 1, 0, "deploy"),
            ("deployment", 0, 2, 0, None),
            ("deployment", 1, 1, 0, None),
            ("movement", 0, 1, 0, None),
        ],
    )
    def test_what_an_empty_square_offers(self, step: str, seat: int, row: int, points: int, offered: str | None) -> None:
        state = playing(step, {}, [{"terrain_points": points}, {"terrain_points": points}]).state
        found = offers_of_square(state, seat, row, 5)
        assert (found[0] if found else None) == offered
        assert found is None or found[1]["column"] == 5
