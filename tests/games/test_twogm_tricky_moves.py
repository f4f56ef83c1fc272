"""2GM Tactics, moves, cargo, deployment and cards where two or three rules meet; figures by hand
from the rulebook."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, FOCKE, HOUSE, HQ, LIGHT, MUSTANG, PAK, SHERMAN, TRUCK
from tests.games.twogm_table import TANK, do, on, playing, put, refs, refused, result, unit

rule = pytest.mark.rule
EITHER = {**FOCKE, "skills": ["fighter", "bomber"]}
PLAIN = ["plain"]


def state(session: Any, *units: str) -> list[dict[str, Any]]:
    return [dict(session.state.unit(each).trackers) for each in units]


class TestMoves:
    @rule("2GM-141", "2GM-161")
    def test_a_suppressed_rider_has_its_extra_square(self) -> None:
        rider = unit({**LIGHT, "skills": ["mounted"]}, suppressed=True, row=1)
        assert refused(playing("movement", {"a": rider}), "move", unit="a", row=2, path=PLAIN) == ["2GM-161", "2GM-161"]
        session = do(playing("movement", {"a": rider}), "move", unit="a", row=2, path=PLAIN, ride=True)
        assert (session.state.unit("a").count("row"), session.state.unit("a").count("rode")) == (2, True)

    @rule("2GM-80", "2GM-85")
    def test_ruins_hold_who_leaves_them(self) -> None:
        units = {"a": unit(TANK, **{"in": "h"}), "h": unit(HOUSE, 1, ruins=True)}
        assert result("move", units, unit="a", path=["plain", "plain"])["problems"] == ["difficult"]
        assert result("move", units, unit="a", path=PLAIN)["legal"] is True
        assert result("move", {"a": unit(TANK, terrain="forest")}, unit="a", path=["plain", "plain"], **{"from": {"row": 1, "column": 1}})["legal"] is False
        assert result("move", {"a": unit(TANK, terrain="forest")}, unit="a", path=["plain", "plain"], **{"from": "plain"})["legal"] is True

    @rule("2GM-144", "2GM-80", "2GM-133")
    def test_a_friends_sappers_make_the_way(self) -> None:
        """Their forest is plain ground for friends, for the heaviest too; an enemy's is not
        crossed at all."""
        sappers = unit({**LIGHT, "equipment": [{"item": "Sappers"}]}, terrain="forest")
        for card, friend, legal in (
            (TANK, sappers, True),
            ({**TANK, "skills": ["extra_heavy"]}, sappers, True),
            (TANK, unit(LIGHT, terrain="forest"), False),
            (TANK, {**sappers, "seat": 1}, False),
        ):
            assert result("move", {"a": unit(card), "s": friend}, unit="a", path=[{"unit": "s"}, "plain"])["legal"] is legal
        assert result("move", {"a": unit(TANK), "s": sappers}, unit="a", path=[{"unit": "s", "terrain": "lake"}, "plain"])["problems"] == ["impassable"]

    @rule("2GM-49", "2GM-86", "2GM-150", "2GM-60")
    def test_swaps(self) -> None:
        """Neighbours only, both squares open, nobody aboard; cargo goes along, cover is left."""
        units = {
            "t": unit(TRUCK, row=2, column=4),
            "a": unit(LIGHT, row=2, column=5, at_cover="s"),
            "far": unit(LIGHT, row=2, column=7),
            "s": unit(TANK, row=2, column=5),
            "c": unit(PAK, row=2, column=4, where="inside", **{"in": "t"}),
            "g": unit(LIGHT, row=3, column=4, **{"in": "h"}),
            "h": unit(HOUSE, row=3, column=4),
        }
        session = playing("movement", units)
        for pair, no in ((("a", "far"), ["2GM-49"]), (("t", "g"), ["2GM-86"]), (("g", "t"), ["2GM-86"]), (("c", "s"), ["2GM-150"])):
            assert refused(session, "swap", unit=pair[0], other=pair[1]) == no, pair
        do(session, "swap", unit="a", other="t")
        one, two, cargo = state(session, "a", "t", "c")
        assert (one["column"], two["column"], cargo["column"], cargo["in"], one.get("at_cover")) == (4, 5, 5, "t", None)

    @rule("2GM-59", "2GM-80", "2GM-84")
    def test_covered_moves_begin_together_and_heed_the_ground(self) -> None:
        """From one square; two squares out of a forest are one too many; a house keeps the tank
        out."""
        quick = {**LIGHT, "movement": 2}

        def no(one: Any, **told: Any) -> Any:
            units = {"i": unit(quick, **one), "s": unit(TANK, row=1, column=4, terrain=told.pop("ground", "plain"))}
            return refused(playing("movement", units), "cover_move", unit="i", vehicle="s", **{"row": 2, **told})

        here = {"row": 1, "column": 4}
        assert no({"row": 1, "column": 5}) == ["2GM-59"]
        assert refused(playing("movement", {"t": unit(TANK), "s": unit(TANK)}), "cover_move", unit="t", vehicle="s", row=2) == ["2GM-59"]
        assert no(here) == no(here, squares=2) == no({"row": 1}) == []
        assert no(here, squares=2, ground="forest") == ["2GM-80"]
        assert no(here, path=["forest", "plain"]) == ["2GM-80"]
        assert no(here, path=["plain", "forest"], terrain="forest") == []
        assert no(here, path=["house"]) == ["2GM-86"]
        assert no(here, path=["plain"] * 3) == ["2GM-167"]
        assert no(here, path=[]) == ["2GM-59"]
        units = {"i": unit(quick, **here), "s": unit(TANK, **here)}
        session = do(playing("movement", units), "cover_move", unit="i", vehicle="s", row=2, path=["forest"], terrain="forest")
        assert [each["terrain"] for each in state(session, "i", "s")] == ["forest", "forest"]

    @rule("2GM-47", "2GM-48", "2GM-59", "2GM-61", "2GM-147", "2GM-148", "2GM-151", "2GM-166", "2GM-192", "2GM-195")
    @pytest.mark.parametrize(
        ("mover", "onto", "where"),
        [
            (TRUCK, TANK, ["2GM-47"]),
            (TRUCK, TRUCK, ["2GM-47"]),
            (TANK, LIGHT, ["2GM-47"]),
            (LIGHT, LIGHT, ["2GM-47"]),
            (PAK, LIGHT, ["2GM-47"]),
            (LIGHT, TANK, "table"),
            (LIGHT, {**TANK, "skills": ["transport"]}, "table"),
            (LIGHT, TRUCK, "inside"),
            (LIGHT, {**TRUCK, "skills": ["tow"]}, "table"),
            (PAK, TRUCK, "inside"),
            (PAK, TANK, ["2GM-61"]),
            (TRUCK, LIGHT, "loaded"),
            (TRUCK, PAK, "loaded"),
            ({**TRUCK, "skills": ["tow"]}, LIGHT, ["2GM-166"]),
            ({**TRUCK, "skills": ["transport"]}, PAK, ["2GM-61"]),
        ],
    )
    def test_who_joins_whom(self, mover: Any, onto: Any, where: Any) -> None:
        """Infantry behind armour or aboard, guns in tow, an empty transport picks up; nobody
        else ends on a unit."""
        session = playing("movement", {"a": unit(mover, row=1), "b": unit(onto, row=2)})
        no = refused(session, "move", unit="a", onto="b")
        one, two = (session.state.unit(each) for each in ("a", "b"))
        assert (no or ("loaded" if two.trackers.get("in") == "a" else one.where)) == where

    @rule("2GM-125")
    @pytest.mark.parametrize(("state", "ap", "no"), [({}, 1, []), ({}, 0, ["2GM-125"]), ({"advanced": True}, 1, ["2GM-125"])])
    def test_advance_once_a_turn(self, state: Any, ap: int, no: list[str]) -> None:
        """Mechanized infantry that was unloaded may move again, but not Advance again."""
        units = {"a": unit({**LIGHT, "skills": ["mechanized", "advance"]}, row=1, unloaded=True, **state)}
        assert refused(playing("movement", units, [{"ap": ap}, {}]), "move", unit="a", row=2, path=PLAIN, advance=True) == no

    @rule("2GM-147", "2GM-195", "2GM-132", "2GM-179")
    @pytest.mark.parametrize(
        ("craft", "told", "no"),
        [
            (False, {"column": 3}, []),
            (False, {"column": 5}, []),
            (False, {"column": 4}, ["2GM-147"] * 2),
            (False, {"column": 6}, ["2GM-147"]),
            (False, {"row": 2}, []),
            (False, {"row": 3}, ["2GM-147"]),
            (False, {"row": 2, "column": 3}, []),
            (False, {"row": 3, "column": 3}, ["2GM-147"]),
            (False, {}, []),
            (True, {"row": 3}, []),
            (True, {"row": 3, "column": 4}, []),
            (True, {"row": 3, "column": 5}, ["2GM-147"]),
            (True, {"row": 2}, ["2GM-147"]),
            (True, {}, []),
        ],
    )
    def test_where_cargo_is_set_down(self, craft: bool, told: Any, no: list[str]) -> None:
        """Left or right of a truck on (2, 4), in its row; straight ahead of a barge."""
        card = {**TRUCK, "skills": ["embarkment"]} if craft else TRUCK
        units = {"t": unit(card, row=2, column=4), "a": unit(LIGHT, where="inside", row=2, column=4, **{"in": "t"}), "x": unit(LIGHT, row=4, column=3)}
        assert refused(playing("movement", units), "unload", unit="a", **told) == no

    @rule("2GM-147", "2GM-195", "2GM-179")
    def test_where_the_board_knows_less(self) -> None:
        """A truck whose column nobody knows; a neighbour square that is taken."""
        aboard: dict[str, Any] = {"where": "inside", "in": "t"}
        units = {"t": unit(TRUCK, row=2), "a": unit(LIGHT, **aboard), "x": unit(LIGHT, row=2, column=3), "y": unit(LIGHT, row=1, column=5)}
        for column, no in ((3, ["2GM-147"]), (5, [])):
            assert refused(playing("movement", units), "unload", unit="a", column=column) == no

    @rule("2GM-194", "2GM-197", "2GM-149", "2GM-148")
    def test_unloading_in_deployment_is_for_those_who_came_together(self) -> None:
        aboard: dict[str, Any] = {"where": "inside", "in": "t", "row": 2, "column": 4}
        for came, no in ((2, ["2GM-149"]), (3, [])):
            units = {"t": unit(TRUCK, row=2, column=4, deployed_turn=came), "a": unit(LIGHT, **aboard)}
            assert refused(playing("deployment", units, turn=3), "unload", unit="a", column=3) == no
        session = do(playing("movement", {"t": unit(TRUCK, row=2, column=4), "a": unit(LIGHT, **aboard)}, turn=3), "unload", unit="a", column=3)
        assert (session.state.unit("t").count("moved"), session.state.unit("a").count("moved")) == (True, True)
        slow = {**TRUCK, "skills": ["transport"]}
        for step, came, no in (("movement", 2, []), ("deployment", 3, ["2GM-149"])):
            units = {"t": unit(slow, row=2, column=4, deployed_turn=came), "a": unit(LIGHT, **aboard)}
            assert refused(playing(step, units, turn=3), "unload", unit="a", column=3) == no


class TestDeploying:
    @rule("2GM-65", "2GM-64")
    def test_a_card_comes_once(self) -> None:
        units = {
            "r": unit(TANK, where="reserve"),
            "n": unit(TANK),
            "t": unit(TANK, row=2),
            "d": unit(TANK, where="destroyed"),
            "f": unit({**FOCKE, "cost": 3}, deployed_turn=2),
        }
        session = playing("deployment", units, [{"ap": 20}, {}], turn=3)
        assert [refused(session, "deploy", unit=each) for each in ("t", "d", "f", "r")] == [["2GM-65"], ["2GM-65"], ["2GM-65"], []]
        assert refused(session, "deploy", unit="n", column=5) == [], "never placed: it may still come"
        assert refused(session, "deploy", unit="n", column=6) == ["2GM-65"]
        assert result("deploy", {"t": unit(TANK, row=2)}, unit="t")["cost"] == 4, "a question is answered"

    @rule("2GM-132", "2GM-169")
    def test_a_barge_brings_infantry_at_sea(self) -> None:
        """EX-G36 on its sea square: 0 + 1."""
        units = {"s": unit(LIGHT), "b": unit({**TRUCK, "cost": 4, "skills": ["embarkment", "mobility"]}), "t": unit(TRUCK)}
        assert result("deploy", units, unit="s", carrier="b", terrain="sea")["cost"] == 1
        assert refs("deploy", units, unit="s", carrier="t", terrain="sea") == ["2GM-169"]
        assert refs("deploy", units, unit="s", carrier="b", terrain="lake") == ["2GM-169"]

    @rule("2GM-36", "2GM-67", "2GM-169")
    @pytest.mark.parametrize(("terrain", "kept"), [("forest", "forest"), ("plain", None), (None, None)])
    def test_the_ground_a_unit_comes_on(self, terrain: str | None, kept: str | None) -> None:
        told = {"terrain": terrain} if terrain else {}
        session = do(playing("deployment", {"t": unit(TANK, where="reserve")}, [{"ap": 9}, {}]), "deploy", unit="t", column=3, **told)
        assert session.state.unit("t").trackers.get("terrain") == kept

    @rule("2GM-63", "2GM-64", "2GM-132", "2GM-149", "2GM-192")
    @pytest.mark.parametrize(
        ("cargo", "carrier", "where"),
        [
            (LIGHT, {**TRUCK, "skills": ["transport"]}, "inside"),
            (LIGHT, {**TRUCK, "skills": ["tow"]}, "behind"),
            (LIGHT, {**TANK, "skills": ["transport"]}, "behind"),
            (PAK, {**TRUCK, "skills": ["tow"]}, "inside"),
            (LIGHT, LIGHT, ["2GM-64"]),
            (PAK, {**TRUCK, "skills": ["transport"]}, ["2GM-64"]),
            (TANK, {**TRUCK, "skills": ["embarkment"]}, "inside"),
            (TANK, TRUCK, ["2GM-64"]),
        ],
    )
    def test_who_comes_with_whom(self, cargo: Any, carrier: Any, where: Any) -> None:
        """Aboard with the skill; infantry takes cover behind any other vehicle; a barge takes
        anything."""
        session = playing("deployment", {"a": unit(cargo, where="reserve"), "c": unit(carrier, where="reserve")}, [{"ap": 20}, {}])
        no = refused(session, "deploy", unit="a", carrier="c", column=3)
        at = session.state.unit("a")
        assert (no or ("behind" if at.trackers.get("at_cover") == "c" else at.where)) == where

    @rule("2GM-66", "2GM-13", "2GM-17")
    @pytest.mark.parametrize(
        ("lines", "no"),
        [
            ([{"item": "Medic", "slot": "offensive"}, {"item": "Grenade", "slot": "offensive"}], ["2GM-66"]),
            ([{"item": "Medic"}, {"item": "Grenade"}], []),
            ([{"item": "Medic"}, {"item": "Grenade", "slot": "offensive"}], []),
            ([{"item": "Medic"}, {"item": "Grenade", "slot": "defensive"}], ["2GM-66"]),
        ],
    )
    def test_the_sides_of_a_card(self, lines: Any, no: list[str]) -> None:
        card = {**LIGHT, "equipment": [{"cost": 0, **line} for line in lines]}
        assert refs("deploy", {"a": unit(card)}, unit="a", equipment=["Medic", "Grenade"]) == no

    @rule("2GM-65", "2GM-63", "2GM-111")
    def test_every_card_leaves_the_hand(self) -> None:
        """Infantry, its truck, a Paratrooper card: three; a truck that came before is not
        counted again."""
        units = {"t": unit(TRUCK, where="reserve"), "a": unit(LIGHT, where="reserve"), "b": unit(PAK, where="reserve")}
        session = playing("deployment", units, [{"ap": 20, "cards": {"deck": 9, "hand": 7}}, {}])
        do(session, "deploy", unit="t", column=2)
        assert session.state.seats[0]["cards"]["hand"] == 6  # type: ignore[index,call-overload]
        do(session, "deploy", unit="b", carrier="t", column=2)
        assert session.state.seats[0]["cards"]["hand"] == 5  # type: ignore[index,call-overload]
        both = playing("deployment", units, [{"ap": 20, "cards": {"deck": 9, "hand": 7}}, {}])
        do(both, "deploy", unit="a", carrier="t", column=2, support=[{"name": "Paratrooper", "cost": 2}])
        assert (both.state.seats[0]["cards"]["hand"], both.state.seats[0]["ap"]) == (4, 16)  # type: ignore[index,call-overload]

    @rule("2GM-11", "2GM-09", "2GM-150")
    def test_cards_played_with_a_unit_lie_on_it(self) -> None:
        """A second Rhino Tank is refused in the same turn, and gone at its end; permanent cards
        stay; cargo takes none."""
        units = {"s": unit(TANK, where="reserve"), "t": unit(TRUCK, row=2), "c": unit(LIGHT, where="inside", **{"in": "t"})}
        session = playing("deployment", units, [{"ap": 20}, {}])
        cards = [{"name": "Rhino Tank", "cost": 1}, {"name": "Sandbags", "cost": 1, "permanent": True}, {"name": "Promotion", "cost": 0}, {"cost": 1}]
        do(session, "deploy", unit="s", column=3, support=cards)
        assert refused(session, "play_card", name="rhino tank", unit="s", kind="equipment") == ["2GM-11"]
        assert refused(session, "play_card", name="Ammo", unit="c", kind="equipment") == ["2GM-150"]
        assert [row["name"] for row in session.state.unit("s").trackers["support"]] == ["Rhino Tank", "Sandbags"]  # type: ignore[union-attr,index,call-overload]
        on(session, "start")
        assert [row["name"] for row in session.state.unit("s").trackers["support"]] == ["Sandbags"]  # type: ignore[union-attr,index,call-overload]

    @rule("2GM-153")
    def test_patton_is_not_wasted_on_what_is_free(self) -> None:
        units = {"s": unit(SHERMAN, where="reserve"), "t": unit(SHERMAN, where="reserve"), "u": unit(SHERMAN, where="reserve")}
        session = playing("deployment", units, [{"ap": 30, "general": "Patton"}, {}])
        do(session, "deploy", unit="s", equipment=["MG"], column=2)
        do(session, "deploy", unit="t", equipment=["MRL", "HMG"], column=3)
        assert session.state.seats[0]["ap"] == 30 - 4 - 6
        do(session, "deploy", unit="u", equipment=["MRL"], column=4)
        assert session.state.seats[0]["ap"] == 20 - 7

    @rule("2GM-21", "2GM-95")
    @pytest.mark.parametrize(
        ("card", "role", "winner"),
        [(MUSTANG, None, "player_2"), (BOMBER, None, None), (EITHER, "fighter", "player_2"), (EITHER, "bomber", None), (TANK, None, "player_2")],
    )
    def test_the_last_card(self, card: Any, role: str | None, winner: str | None) -> None:
        """A fighter is resolved as it comes beside the HQ; a bomber only by its raid."""
        session = playing("deployment", {"a": unit({**card, "cost": 3}, where="reserve")}, [{"ap": 9, "cards": {"deck": 0, "hand": 1}}, {}])
        do(session, "deploy", unit="a", **({"role": role} if role else {}))
        assert session.state.trackers.get("winner") == winner


class TestCardsAndPoints:
    @rule("2GM-35", "2GM-89")
    @pytest.mark.parametrize(
        ("row", "ground", "skills", "legal"),
        [
            (4, "forest", True, False),
            (4, "plain", True, True),
            (2, "plain", True, True),
            (3, "plain", True, True),
            (1, "plain", True, False),
            (3, "forest", True, True),
            (3, "forest", False, True),
            (4, "ruins", True, False),
        ],
    )
    def test_advanced_deployment_never_on_rough_squares(self, row: int, ground: str, skills: bool, legal: bool) -> None:
        card = {"name": "Barriers", "row": row, "on": ground, "skills": ["Advanced Deployment"] if skills else []}
        assert result("setup", None, {"terrain_on_rough": "yes"}, bid=3, terrain=[card])["legal"] is legal
        other = {"name": "Barriers", "row": 4, "skills": ["Building"]}
        assert result("setup", bid=3, terrain=[other])["problems"] == ["row"]
        for name, ground, problems in ((None, "river", ["square"]), ("Bridge", "river", []), ("Bridge", "lake", ["square"]), ("Barriers", "wall", ["square"])):
            placed = {"cost": 1, "row": 2, "on": ground, **({"name": name} if name else {})}
            assert result("setup", bid=3, terrain=[placed])["problems"] == problems

    @rule("2GM-31", "2GM-03", "2GM-87")
    def test_what_is_not_stated_is_not_nothing(self) -> None:
        assert put("setup", bid=3, terrain=["Bunker"])["error"].startswith("cost of Bunker is not in the rulebook")
        assert result("setup", bid=3, terrain=[{"name": "Bunker", "cost": 4}])["legal"] is False
        assert put("deck", cards=[{"name": "Tiger"}])["error"] == "Tiger: its cost is not stated"
        assert put("building", points=6, shot={})["error"] == "say the damage of the shot"
        assert put("deck", cards=[{}])["error"] == "?: its cost is not stated"
        assert result("building", points=6, shot={"result": "nothing"})["points"] == 6
        assert result("building", points=6, shot={"damage": 2})["points"] == 4, "a hit, where no result is told"

    @rule("2GM-26", "2GM-113")
    def test_the_points_of_a_general_of_a_pair_go_with_the_hq(self) -> None:
        seats = [{"ap": 3, "ap_general": 2, "hq_lost": True, "pair": True}, {"ap": 4, "ap_general": 1}]
        session = do(playing("end", {"q": unit(HQ, where="destroyed")}, seats, scenario="bridge"), "end_turn", ())
        assert [(side.get("ap"), side.get("ap_general")) for side in session.state.seats] == [(None, None), (4, 1)]

    @rule("2GM-97", "2GM-181", "2GM-92")
    def test_only_fighters_can_still_intercept(self) -> None:
        units = {"b": unit(BOMBER, 1), "f": unit(FOCKE, 1), "new": unit(FOCKE, 1, deployed_turn=1), "e": unit(EITHER, 1, role="bomber"), "g": unit(EITHER, 1)}
        assert result("reactions", units, seat=1)["interceptors"] == ["f", "g"]

    @rule("2GM-134", "2GM-144")
    def test_care_in_passing(self) -> None:
        """What is told goes before the board: a patient passes the medic on its way."""
        units = {"m": unit(LIGHT, row=1, column=1), "p": unit(LIGHT, row=4, column=1, damage=1), "n": unit(LIGHT, row=2, column=1, damage=1)}
        assert refs("care", units, unit="m", target="p") == ["2GM-134"]
        assert refs("care", units, unit="m", target="p", adjacent=True) == []
        assert (refs("care", units, unit="m", target="n"), refs("care", units, unit="m", target="n", adjacent=False)) == ([], ["2GM-134"])

    @rule("2GM-134", "2GM-135")
    @pytest.mark.parametrize(
        ("skills", "card", "what", "no"),
        [
            (["heal"], PAK, "damage", []),
            (["heal"], PAK, "damaged_card", ["2GM-135"]),
            (["repair"], PAK, "damaged_card", []),
            (["heal", "repair"], PAK, "damaged_card", []),
            (["repair"], LIGHT, "damaged_card", ["2GM-135"]),
            (["heal"], TANK, "damage", ["2GM-135"]),
        ],
    )
    def test_only_repair_takes_the_damaged_card(self, skills: list[str], card: Any, what: str, no: list[str]) -> None:
        units = {"m": unit({**LIGHT, "equipment": [], "skills": skills}), "p": unit(card, damage=2, support=[{"name": "Damaged"}])}
        assert refs("care", units, unit="m", target="p", what=what) == no

    @rule("2GM-09", "2GM-65")
    @pytest.mark.parametrize("kind", ["supply", "promotion", "equipment", "special"])
    def test_a_card_that_names_no_unit(self, kind: str) -> None:
        """It is paid for and leaves the hand; what it does is the table's."""
        session = playing("deployment", {"s": unit(TANK, row=1)}, [{"ap": 5, "cards": {"deck": 3, "hand": 3}}, {}])
        do(session, "play_card", name="Hit", kind=kind, cost=4)
        assert (session.state.seats[0]["ap"], state(session, "s"), dict(session.state.trackers)) == (1, [{"row": 1}], {})

    @rule("2GM-11")
    @pytest.mark.parametrize(("kind", "no"), [("equipment", ["2GM-11"]), ("special", ["2GM-11"]), ("supply", []), ("promotion", [])])
    def test_identical_cards_that_stay(self, kind: str, no: list[str]) -> None:
        units = {"s": unit(TANK, row=1, support=[{"name": "Rhino Tank"}])}
        assert refused(playing("deployment", units), "play_card", name="Rhino Tank", unit="s", kind=kind) == no

    @rule("2GM-123", "2GM-122")
    def test_where_smoke_can_lie(self) -> None:
        """Range 3 from (1, 4), three squares of one row: the middle one must be in range, its
        neighbours need not."""
        card = {**TANK, "equipment": [{"item": "Smoke Screen"}, {"item": "Smoke Shell"}]}

        def no(item: str, *places: tuple[int, int]) -> Any:
            units = {"s": unit(card, row=1, column=4), **{f"u{n}": unit(LIGHT, row=row, column=column) for n, (row, column) in enumerate(places)}}
            return refs("lay_smoke", units, unit="s", item=item, on=[name for name in units if name != "s"])

        assert no("Smoke Screen", (4, 4)) == no("Smoke Screen", (4, 3), (4, 4), (4, 5)) == no("Smoke Screen", (4, 5)) == []
        assert no("Smoke Screen", (4, 6)) == no("Smoke Screen", (5, 4)) == ["2GM-123"]
        assert no("Smoke Screen", (3, 2), (3, 5)) == no("Smoke Screen", (2, 4), (3, 4)) == ["2GM-123"]
        assert no("Smoke Screen", (3, 6), (3, 4)) == [], "the middle (3, 5) is 3 away"
        assert (no("Smoke Shell", (1, 4)), no("Smoke Shell", (1, 5))) == ([], ["2GM-122"])
        assert refs("lay_smoke", {"s": unit(card), "u": unit(LIGHT, row=6, column=8)}, unit="s", item="Smoke Screen", on=["u"]) == []

    @rule("2GM-32", "2GM-179")
    def test_where_terrain_can_be_laid_in_play(self) -> None:
        units = {
            "h": unit({**HOUSE, "cost": 1}, where="reserve"),
            "w": unit({"name": "Wall", "type": "terrain"}, 1, row=4, column=3),
            "a": unit(LIGHT, row=2, column=3),
            "e": unit(LIGHT, 1, row=1, column=7),
            "q": unit(HQ),
            "u": unit(LIGHT),
        }
        session = playing("deployment", units, [{"ap": 9}, {}], readings={"terrain_in_play": "yes"})
        for row, column, near, no in (
            (2, 5, None, ["2GM-32"]),
            (2, 3, None, []),
            (2, 5, True, []),
            (2, 4, False, ["2GM-32"]),
            (3, 3, None, ["2GM-179"]),
            (6, 6, None, ["2GM-32"]),
        ):
            told = {} if near is None else {"near": near}
            assert (
                refused(
                    playing("deployment", units, [{"ap": 9}, {}], readings={"terrain_in_play": "yes"}),
                    "place_terrain",
                    terrain="h",
                    row=row,
                    column=column,
                    **told,
                )
                == no
            ), (row, column, near)
        for told in ({"row": 6}, {"column": 8}, {}):
            table = {**units, "n": unit({"name": "Wall", "type": "terrain"})}
            assert refused(playing("deployment", table, [{"ap": 9}, {}], readings={"terrain_in_play": "yes"}), "place_terrain", terrain="h", **told) == []
        do(session, "place_terrain", terrain="h", row=2, column=4)
        assert session.state.unit("h").count("column") == 4

    @rule("2GM-68", "2GM-193", "2GM-123", "2GM-39")
    @pytest.mark.parametrize(
        ("item", "seat", "phase", "allowed"),
        [
            ("MG", "own", "fire", True),
            ("MG", "own", "movement", False),
            ("Medic", "own", "movement", True),
            ("Smoke Screen", "own", "end", True),
            ("Smoke Screen", "enemy", "start", False),
        ],
    )
    def test_when_a_marker_serves(self, item: str, seat: str, phase: str, allowed: bool) -> None:
        steps = [{"seat": seat, "turn": 1, "phase": phase, "do": "use"}]
        assert result("marker", item=item, owner="tank", steps=steps)["steps"][0]["allowed"] is allowed

    @rule("2GM-18", "2GM-46", "2GM-58")
    def test_a_marker_moves_in_its_phases(self) -> None:
        def story(*steps: tuple[str, str]) -> list[bool]:
            told = [{"seat": "own", "turn": turn, "phase": phase, "do": doing} for turn, (phase, doing) in enumerate(steps, 1)]
            return [step["allowed"] for step in result("marker", item="HMG", owner="infantry", steps=told)["steps"]]

        assert story(("movement", "move"), ("deployment", "move"), ("fire", "move"), ("start", "move")) == [True, True, False, False]
        assert story(("movement", "assault"), ("deployment", "assault")) == [True, False]
