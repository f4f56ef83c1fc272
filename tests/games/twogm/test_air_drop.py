"""Paratroopers."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, HOUSE, LIGHT, OSTWIND, SHERMAN
from engine.values.events import Advanced
from tests.games.asking import change, targets
from tests.games.twogm.table import JUMPERS, NO_GUN, after, do, playing, put, raid, refs, refused, result, rule, shot, target, unit


class TestParatroopers:
    @rule("2GM-111", "2GM-185")
    def test_nothing_hides_a_paratrooper(self) -> None:
        reply = put("air", JUMPERS, paratroopers=["c"], aa=["ost"], squares=[{"terrain": "forest"}])
        assert reply["checks"][0]["target"] == [6, 9]
        assert reply["checks"][0]["modifiers"] == []

    @rule("2GM-111", "2GM-179")
    def test_where_nobody_lands(self) -> None:
        for square in (
            {"terrain": "sea"},
            {"terrain": "river"},
            {"terrain": "lake"},
            {"units": ["ost"]},
            {"off_board": True},
            {"terrain": {"name": "Bunker", "access": ["tank"]}},
        ):
            assert refs("air", JUMPERS, paratroopers=["a"], squares=[square]) == ["2GM-111"]
        assert refs("air", {**JUMPERS, "s": unit(SHERMAN)}, paratroopers=["s"], squares=[{}]) == ["2GM-111"]

    @rule("2GM-111")
    @pytest.mark.parametrize(("square", "no"), [({"row": 3, "column": 4}, ["2GM-111"]), ({"row": 3, "column": 5}, [])])
    def test_nobody_lands_where_somebody_stands(self, square: Any, no: list[str]) -> None:
        """Rows are counted from the paratrooper's side: row 3 is the enemy's row 4."""
        units = {"p": unit({**LIGHT, "skills": ["paratrooper"]}), "e": unit(LIGHT, 1, row=4, column=4)}
        assert refs("air", units, paratroopers=["p"], squares=[square], aa=[]) == no

    @rule("2GM-111", "2GM-179")
    def test_a_drop_told_by_numbers(self) -> None:
        assert result("air", paratroopers=3, squares=[{"terrain": "lake"}], aa=2)["sequence"] == ["aa:0", "aa:1"]

    @rule("2GM-111", "2GM-112")
    def test_landings(self) -> None:
        """Held squares are closed, by a unit in the house or on the square; 2 of 3 damage and a
        mountain kill."""
        units = {"p": unit(LIGHT), "h": unit(HOUSE, 1), "e": unit(LIGHT, 1, **{"in": "h"}), "f": unit(LIGHT, 1, row=2, column=3)}
        assert refs("air", units, paratroopers=["p"], squares=[{"terrain": "h"}]) == ["2GM-111"]
        assert refs("air", units, paratroopers=["p"], squares=[{"row": 5, "column": 3}]) == ["2GM-111"]
        assert refs("air", units, paratroopers=["p"], squares=[{"row": 2, "column": 3}]) == []
        hurt = {"p": unit(LIGHT, damage=2)}
        for terrain, landed in (("mountain", []), ("plain", ["p"])):
            reply = put("air", hurt, paratroopers=["p"], squares=[{"terrain": terrain}])
            assert (reply["result"]["landed"], list(reply["odds"]["landed:p"])) == (landed, ["yes" if landed else "no"])
        assert result("air", hurt, paratroopers=["p"])["landed"] == ["p"]
        two = {"p": unit(LIGHT, damage=2), "r": unit(LIGHT, damage=2)}
        assert result("air", two, paratroopers=["p", "r"], squares=[{"terrain": "plain"}, {"terrain": "mountain"}])["landed"] == ["p"]
        assert result("air", {"p": unit(LIGHT, damage=1)}, paratroopers=["p"], squares=[{"terrain": "forest"}])["landed"] == ["p"]
        waiting = playing("deployment", {"p": unit(LIGHT, where="reserve")})
        assert refused(waiting, "air", paratroopers=["p"], squares=[{}]) == ["2GM-111"]

    @rule("2GM-111", "2GM-112")
    def test_paratroopers_land_on_what_lies_there(self) -> None:
        """The house on (3, 4) hurts and is occupied; a square with somebody, or a card for
        armour only, is closed."""
        units = {
            "p": unit(LIGHT),
            "h": unit(HOUSE, row=3, column=4),
            "e": unit(LIGHT, 1, row=3, column=5),
            "t": unit({**HOUSE, "access": ["tank"]}, row=3, column=6),
        }
        reply = put("air", units, paratroopers=["p"], squares=[{"row": 3, "column": 4}], aa=[])
        assert (reply["after"]["p"]["damage"], reply["after"]["p"]["in"]) == (1, "h")
        for row, column, no in ((3, 4, []), (4, 5, ["2GM-111"]), (3, 6, ["2GM-111"]), (3, 3, [])):
            assert refs("air", units, paratroopers=["p"], squares=[{"row": row, "column": column}]) == no, (row, column)

    @rule("2GM-111", "2GM-143")
    def test_a_house_below_a_paratrooper_is_no_building_around_it(self) -> None:
        """Ordnance adds nothing in the air: 2 damage, and 1 by landing on the House, of 4."""
        units = {"p": unit({**LIGHT, "life": 4}), "o": unit({**OSTWIND, "skills": ["anti_aircraft", "ordnance"]}, 1), "h": unit(HOUSE, 1)}
        reply = put("air", units, paratroopers=["p"], squares=[{"terrain": "h"}], aa=["o"], roll={"aa": [6]})
        assert (after(reply, "p")["damage"], after(reply, "p")["in"], change(reply, "h", "damage")) == (3, "h", None)

    @rule("2GM-185", "2GM-111")
    def test_aircraft_have_no_cover_whatever_is_read(self) -> None:
        assert target(shot(OSTWIND, unit(BOMBER, 1), {"air_cover": "yes"}, terrain="forest", **{"as": "aa"})) == [6, 9]
        assert target(shot(OSTWIND, unit(LIGHT, 1), {"air_cover": "yes"}, terrain="forest", **{"as": "aa"})) == [7, 10]

    @rule("2GM-185", "2GM-111")
    @pytest.mark.parametrize(
        ("terrain", "armor", "hits", "alt"),
        [("plain", 2, [6, 9], [6, 9]), ("forest", 2, [6, 9], [7, 10]), ("house", 2, [6, 9], [8, 10]), ("h", 2, [6, 9], [8, 10]), ("house", 5, [6, 9], None)],
    )
    def test_the_square_below_a_paratrooper(self, terrain: str, armor: int, hits: list[int], alt: list[int] | None) -> None:
        """Ostwind 6+/9+, penetration 5: forest +1/+1, House +2/+2 and armour +1, where the table
        lets them help."""
        units = {"p": unit({**LIGHT, "armor": armor}), "o": unit(OSTWIND, 1), "h": unit(HOUSE, 1)}
        told: dict[str, Any] = {"paratroopers": ["p"], "squares": [{"terrain": terrain}], "aa": ["o"]}
        assert targets(put("air", units, **told)) == {"aa:o": hits}
        check = put("air", units, {"air_cover": "yes"}, **told)["checks"][0]
        assert check["verdict"] == "fails" if alt is None else check["target"] == alt

    @rule("2GM-188", "2GM-105")
    @pytest.mark.parametrize(
        ("covers", "at", "met"),
        [
            (["b"], None, ["b"]),
            (["b"], 1, []),
            (["b"], 2, ["b"]),
            ([2, 3], None, ["b", "c"]),
            ([True, False], None, ["a"]),
            (None, 3, ["c"]),
            (False, None, []),
        ],
    )
    def test_whom_a_battery_reaches_of_a_drop(self, covers: Any, at: int | None, met: list[str]) -> None:
        """By names, by the numbers of their squares, or square by square; all others land."""
        told: dict[str, Any] = {"paratroopers": ["a", "b", "c"], "aa": [{"unit": "ost", "covers": covers}]}
        found = result("air", JUMPERS, **told, **({"at_square": at} if at else {}))
        assert (found["aa_targets"], found["aa_shots"]) == (met, int(bool(met)))
        if at is None:
            assert found["landed"] == [each for each in ("a", "b", "c") if each not in met]

    @rule("2GM-188", "2GM-112")
    def test_who_lands_for_sure(self) -> None:
        """The descent itself may kill; bombers land nowhere."""
        hurt = {**JUMPERS, "a": unit(LIGHT, damage=2)}
        squares = [{"terrain": "forest"}, {"terrain": "forest"}, {"terrain": "plain"}]
        assert result("air", hurt, paratroopers=["a", "b", "c"], aa=[], squares=squares)["landed"] == ["b", "c"]
        assert raid(ost=1)["result"]["landed"] == []

    @rule("2GM-188", "2GM-107")
    def test_several_guns_may_fire_at_one_aircraft(self) -> None:
        assert list(raid(NO_GUN, fw=0, ost=2, roll={"aa:ost0": [6], "aa:ost1": [6]})["result"]["readings"]) == ["aa:ost0", "aa:ost1"]


class TestLandings:
    @rule("2GM-112")
    @pytest.mark.parametrize(
        ("terrain", "damage"),
        [
            ("plain", None),
            ("forest", 1),
            ("bushes", 1),
            ("mountain", 1),
            ("ruins", 1),
            ("h", 1),
            ("wall", 1),
            ({"name": "Trenches", "impact": 1, "armor": 0}, 1),
        ],
    )
    def test_a_hard_landing(self, terrain: Any, damage: int | None) -> None:
        reply = put("air", JUMPERS, paratroopers=["b"], squares=[{"terrain": terrain, "row": 5, "column": 2}])
        assert change(reply, "b", "damage") == damage
        assert (change(reply, "b", "row"), change(reply, "b", "column")) == (5, 2)
        assert change(reply, "b", "in") == ("h" if terrain == "h" else None)
        assert change(reply, "h", "damage") is None

    @rule("2GM-112", "2GM-58")
    def test_it_fires_in_the_same_turn(self) -> None:
        units = {"c": unit(LIGHT), "x": unit(LIGHT, 1)}
        session = do(playing("deployment", units), "air", paratroopers=["c"], squares=[{"terrain": "forest", "row": 4, "column": 4}])
        session.dispatch(Advanced())
        assert session.state.unit("c").trackers["terrain"] == "forest"
        assert refused(session, "assault", assaulter="c", target="x") == ["2GM-58"]
        assert refused(session, "shot", attacker="c", target="x", weapon="primary") == []

    @rule("2GM-112", "2GM-111")
    def test_a_landing_on_a_card_that_only_has_a_name(self) -> None:
        reply = put("air", {"p": unit(LIGHT)}, paratroopers=["p"], squares=[{"terrain": "house"}])
        assert (after(reply, "p").get("terrain"), after(reply, "p")["damage"]) == (None, 1)
