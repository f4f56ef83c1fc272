"""Support cards and terrain cards in play."""

import pytest

from engine.games.twogm.economy.prices import waiting_card
from engine.games.twogm.examples import FOCKE, HOUSE, HQ, LIGHT, PAK, TRUCK
from engine.values.maps import pairs
from tests.games.asking import change
from tests.games.twogm.table import PURSE, RULES, TANK, after, do, on, playing, put, refs, refused, rule, shot, trackers_of, unit


class TestSupportCards:
    @rule("2GM-09", "2GM-65")
    def test_cards_on_units(self) -> None:
        """Supply is used up, one-turn equipment goes at the own End, permanent stays; a
        promotion is a marker and costs nothing."""
        session = playing("deployment", {"s": unit(TANK), "e": unit(TANK, 1, support=[{"name": "Ammo"}])}, [{"ap": 5, "cards": {"deck": 3, "hand": 5}}, {}])
        do(session, "play_card", name="Ammo", kind="equipment", unit="s", cost=2)
        assert refused(session, "play_card", name="Ammo", kind="equipment", unit="s", cost=0) == ["2GM-11"]
        do(session, "play_card", name="Rhino Tank", kind="equipment", unit="s", cost=1, permanent=True)
        do(session, "play_card", name="Promotion", kind="promotion", promotion="elite", unit="s", cost=2, playing_cost=0)
        do(session, "play_card", name="Hit", cost=2)
        assert "ap" not in session.state.seats[0]
        assert session.state.seats[0]["cards"]["hand"] == 1  # type: ignore[index, call-overload]
        assert refused(session, "play_card", name="Hit", cost=1) == ["2GM-65"]
        on(session, "end")
        tank = session.state.unit("s")
        assert [row["name"] for row in tank.trackers["support"]] == ["Rhino Tank"]  # type: ignore[union-attr, index, call-overload]
        assert tank.trackers["promotion"] == "elite"
        assert len(session.state.unit("e").trackers["support"]) == 1  # type: ignore[arg-type]

    @rule("2GM-09")
    def test_a_plain_promotion_is_a_veteran(self) -> None:
        assert after(put("play_card", {"s": unit(TANK)}, name="Promotion", kind="promotion", unit="s"), "s")["promotion"] == "veteran"
        assert "support" not in after(put("play_card", {"s": unit(TANK)}, name="Hit", unit="s"), "s")

    @rule("2GM-09", "2GM-11")
    def test_the_active_player_pays_and_the_enemy_bears_it(self) -> None:
        """Damaged lies on the enemy; a second one does not; Repair takes it away."""
        units = {"e": unit(TANK, 1, row=3), "a": unit(LIGHT, row=1), "c": unit(LIGHT, 1, where="inside", **{"in": "e"})}
        seats = [{"ap": 5, "cards": {"deck": 3, "hand": 4}}, {"ap": 5, "cards": {"deck": 3, "hand": 4}}]
        session = do(playing("deployment", units, seats), "play_card", name="Damaged", on="e", kind="equipment", cost=2, permanent=True)
        assert [seat["ap"] for seat in session.state.seats] == [3, 5]
        assert [seat["cards"]["hand"] for seat in session.state.seats] == [3, 4]  # type: ignore[index,call-overload]
        assert refused(session, "play_card", name="Damaged", on="e", kind="equipment", cost=2) == ["2GM-11"]
        assert refused(session, "play_card", name="Damaged", on="c", kind="equipment", cost=2) == ["2GM-150"]
        on(session, "start")
        assert session.state.unit("e").trackers["support"]

    @rule("2GM-09", "2GM-79")
    def test_one_turn_is_the_turn_of_who_played_it(self) -> None:
        """A card on an enemy goes at the end of this turn, not of the enemy's; the enemy's own
        card stays until his End."""
        units = {"e": unit(TANK, 1, row=3, support=[{"name": "Ammo"}])}
        session = do(playing("deployment", units, PURSE), "play_card", name="Hit", on="e", kind="special", cost=4)
        on(session, "end")
        assert [dict(row) for row in session.state.unit("e").trackers["support"]] == [{"name": "Ammo"}]  # type: ignore[union-attr,arg-type]
        on(on(session, "start"), "end")
        assert not session.state.unit("e").trackers.get("support")

    @rule("2GM-09", "2GM-65")
    @pytest.mark.parametrize("kind", ["supply", "promotion", "equipment", "special"])
    def test_a_card_that_names_no_unit(self, kind: str) -> None:
        """It is paid for and leaves the hand; what it does is the table's."""
        session = playing("deployment", {"s": unit(TANK, row=1)}, [{"ap": 5, "cards": {"deck": 3, "hand": 3}}, {}])
        do(session, "play_card", name="Hit", kind=kind, cost=4)
        assert (session.state.seats[0]["ap"], trackers_of(session, "s"), dict(session.state.trackers)) == (1, [{"row": 1}], {})

    @rule("2GM-11", "2GM-150")
    def test_a_card_of_the_list_goes_under_a_unit_that_is_not_carried(self) -> None:
        card = {"name": "Veterans", "type": "support", "cost": 0}
        units = {"c": unit(card, where="reserve"), "t": unit(TRUCK), "i": unit(LIGHT, where="inside", **{"in": "t"}), "j": unit(LIGHT)}
        session = playing("deployment", units, [{"ap": 9}, {}])
        assert [refused(session, "play_card", name="Veterans", unit=each) for each in ("i", "j")] == [["2GM-150"], []]

    @rule("2GM-11")
    def test_two_identical_cards(self) -> None:
        """EX-G13: two Rhino Tank cards on one tank."""
        rhino = {"name": "Rhino Tank", "cost": 1}
        assert refs("deploy", {"u": unit(TANK)}, unit="u", support=[rhino, rhino]) == ["2GM-11"]
        assert refs("deploy", {"u": unit(TANK, support=[{"name": "Rhino Tank"}])}, unit="u", support=[rhino]) == ["2GM-11"]
        assert refs("deploy", {"u": unit(TANK)}, unit="u", support=[rhino, {"name": "Ammo"}]) == []

    @rule("2GM-11", "2GM-150")
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

    @rule("2GM-11")
    @pytest.mark.parametrize(("kind", "no"), [("equipment", ["2GM-11"]), ("special", ["2GM-11"]), ("supply", []), ("promotion", [])])
    def test_identical_cards_that_stay(self, kind: str, no: list[str]) -> None:
        units = {"s": unit(TANK, row=1, support=[{"name": "Rhino Tank"}])}
        assert refused(playing("deployment", units), "play_card", name="Rhino Tank", unit="s", kind=kind) == no

    @rule("2GM-12", "2GM-65")
    def test_a_unit_of_the_same_name_is_not_the_card(self) -> None:
        state = playing("deployment", {"u": unit({**LIGHT, "name": "Veterans"}, where="reserve")}).state
        assert waiting_card(state, 0, None, "Veterans") is None

    @rule("2GM-12")
    def test_one_general(self) -> None:
        session = do(playing("deployment", {}, [{"ap": 9, "general": "Model"}, {}]), "play_card", name="Rommel", kind="general", cost=4, playing_cost=1)
        assert (session.state.seats[0]["general"], session.state.seats[0]["ap"]) == ("Rommel", 8)
        strict = playing("deployment", {}, [{"ap": 9, "general": "Model"}, {}], readings={"general_replace": "no"})
        assert refused(strict, "play_card", name="Rommel", kind="general") == ["2GM-12"]
        assert refused(playing("deployment", {}, [{"ap": 9}, {}], readings={"general_replace": "no"}), "play_card", name="Rommel", kind="general") == []


class TestTerrainInPlay:
    @rule("2GM-32", "2GM-89")
    def test_terrain_during_play(self) -> None:
        units = {
            "h": unit(HOUSE, where="reserve"),
            "t": unit({"name": "Trenches", "type": "terrain"}, where="reserve"),
            "c": unit({"name": "Tower", "type": "terrain", "cost": 6}, where="reserve"),
        }
        no, yes = playing("deployment", units, [{"ap": 5}, {}]), {"terrain_in_play": "yes"}
        assert refused(no, "place_terrain", terrain="h") == ["2GM-32"]
        session = playing("deployment", units, [{"ap": 5}, {}], readings=yes)
        assert refused(session, "place_terrain", terrain="h", near=False) == ["2GM-32"]
        for on_it in ("forest", "bushes", "mountain", "lake", "sea", "river", "ruins"):
            assert refused(session, "place_terrain", terrain="h", on=on_it) == ["2GM-89"]
        assert refused(session, "place_terrain", terrain="c") == ["2GM-65"]
        do(session, "place_terrain", terrain="t", extended=2, row=2, column=3)
        assert (session.state.seats[0]["ap"], session.state.unit("t").where, session.state.unit("t").count("row")) == (2, "table", 2)
        assert session.state.unit("t").trackers["extended"] == "both"
        assert refused(session, "place_terrain", terrain="h") == ["2GM-65"]
        assert refused(playing("deployment", units, [{"ap": 5}, {}], scenario="Bastogne"), "place_terrain", terrain="h", cost=4) == []

    @rule("2GM-36", "2GM-63")
    @pytest.mark.parametrize(("column", "where"), [(None, 4), (4, 4)])
    def test_who_comes_along_comes_where_its_carrier_stands(self, column: int | None, where: int) -> None:
        units = {"t": unit(TRUCK, row=1, column=4, deployed_turn=1), "i": unit(LIGHT, where="reserve")}
        told = {"column": column} if column else {}
        session = do(playing("deployment", units, PURSE), "deploy", unit="i", carrier="t", **told)
        assert session.state.unit("i").count("column") == where

    @rule("2GM-92", "2GM-66")
    @pytest.mark.parametrize(("skills", "roles"), [(["fighter", "bomber"], ("fighter", "bomber")), (["fighter"], ()), (["bomber"], ()), ([], ())])
    def test_as_what_an_aircraft_flies_is_asked_of_one_that_can_be_both(self, skills: list[str], roles: tuple[str, ...]) -> None:
        now = playing("deployment", {"f": unit({**FOCKE, "skills": skills}, where="reserve")}).state
        assert RULES.opening("deploy").words(now, pairs(unit="f"))["role"] == roles

    @rule("2GM-32", "2GM-82")
    def test_a_destroyed_forest(self) -> None:
        reply = shot(PAK, unit({"name": "Forest", "type": "terrain"}, 1, damage=5), {"natural_destruction": "yes"}, roll={"shot": [5]})
        assert (change(reply, "b", "damage"), change(reply, "b", "where")) == (8, "destroyed")
        bushes = shot(PAK, unit({"name": "Bushes", "type": "terrain"}, 1), {"natural_destruction": "yes"}, roll={"shot": [5]})
        assert (change(bushes, "b", "damage"), change(bushes, "b", "where")) == (3, None)

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
