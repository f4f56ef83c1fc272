"""Deployment: costs, equipment, who comes with whom."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, FOCKE, HEAVY, HQ, LIGHT, MUSTANG, PAK, SHERMAN, TRUCK
from tests.games.twogm.table import PURSE, TANK, do, facts, on, playing, put, refs, refused, result, rule, shot, target, unit

AMMO: Any = {"name": "Ammo", "type": "support", "cost": 2}


GENERAL: Any = {"name": "General", "type": "support", "cost": 4, "playing_cost": 1}


class TestDeploying:
    @rule("2GM-102", "2GM-95")
    def test_when_aircraft_attack(self) -> None:
        units = {"b25": unit(BOMBER), "p": unit(MUSTANG), "hq": unit(HQ, 1)}
        bombing, strafing = {"bombers": ["b25"], "target": "hq"}, {"fighters": ["p"], "target": "hq"}
        assert refused(playing("deployment", units), "air", **bombing) == []
        assert refused(playing("deployment", units, seat=1), "air", **bombing) == ["2GM-95"]
        assert refused(playing("fire", units), "air", **bombing) == ["2GM-102"]
        assert refused(playing("fire", units), "air", **strafing) == []
        assert refused(playing("deployment", units), "air", **strafing) == ["2GM-96"]
        assert refused(playing("movement", units), "air", **bombing) == ["2GM-46"]

    @rule("2GM-65", "2GM-36")
    def test_what_else_forbids_it(self) -> None:
        assert refs("deploy", {"u": unit(TANK)}, unit="u", ap=3) == ["2GM-65"]
        assert refs("deploy", {"u": unit(TANK)}, unit="u", ap=4) == []
        assert refs("deploy", {"u": unit(TANK)}, unit="u", occupied=True) == ["2GM-36"]
        there = {"u": unit(TANK, where="reserve"), "e": unit(LIGHT, 1, row=6, column=3), "f": unit(LIGHT, row=1, column=4), "g": unit(LIGHT, row=2, column=5)}
        assert [refs("deploy", there, unit="u", column=column) for column in (3, 4, 5)] == [["2GM-36"], ["2GM-36"], []]
        assert refs("deploy", {"u": unit(TANK)}, unit="u", terrain="lake") == ["2GM-169"]
        assert refused(playing("deployment", {"u": unit(TANK, where="reserve")}, [{"ap": 3}, {}]), "deploy", unit="u") == ["2GM-65"]

    @rule("2GM-65", "2GM-66")
    def test_what_the_action_points_buy(self) -> None:
        """Five in all, four of them the Marshal's: nobody pays with both purses."""
        units = {"s": unit(SHERMAN, where="reserve"), "l": unit(LIGHT, where="reserve"), "h": unit(HEAVY, where="reserve"), "t": unit(LIGHT)}
        session = playing("deployment", units, [{"ap": 4, "ap_general": 1}, {}])
        found = facts(session, "budget")
        assert found["ap"] == 5
        bought = {key: tuple(row["lines"]) for key, row in found["affordable"].items()}
        assert bought == {"s": ("MG",), "l": ("Grenade", "Hit the Dirt", "Medic"), "h": ("HMG", "Mortar", "Bazooka", "Grenade", "Take Cover")}
        poor = facts(playing("deployment", units, [{"ap": 1}, {}]), "budget")
        assert list(poor["affordable"]) == ["l"]

    @rule("2GM-65", "2GM-05")
    @pytest.mark.parametrize(
        ("card", "told", "paid"),
        [
            (AMMO, {"name": "ammo", "kind": "equipment", "unit": "a"}, 2),
            (AMMO, {"name": "Ammo", "unit": "c"}, 2),
            (AMMO, {"name": "Ammo", "cost": 1}, 1),
            (GENERAL, {"name": "Patton", "kind": "general"}, 1),
            ({**AMMO, "cost": "X"}, {"name": "Ammo", "cost": 5}, 5),
            ({**AMMO, "cost": "X"}, {"name": "Ammo"}, 0),
        ],
    )
    def test_a_card_that_waits_says_what_it_costs_and_is_gone(self, card: Any, told: Any, paid: int) -> None:
        units = {"a": unit(LIGHT, row=1), "c": unit(card, where="reserve"), "e": unit(card, 1, where="reserve"), "d": unit(card, where="discarded")}
        session = do(playing("deployment", units, PURSE), "play_card", **told)
        assert (session.state.seats[0]["ap"], session.state.unit("c").where, session.state.unit("e").where) == (9 - paid, "discarded", "reserve")
        assert bool(session.state.unit("a").trackers.get("support")) is (told.get("unit") == "a")

    @rule("2GM-65")
    def test_a_card_is_played_once_and_must_be_paid(self) -> None:
        units = {"a": unit(LIGHT, row=1), "c": unit(AMMO, where="reserve"), "o": unit({**AMMO, "name": "Mud"}, where="reserve")}
        assert refused(playing("deployment", units, [{"ap": 1}, {}]), "play_card", name="Ammo", unit="c") == ["2GM-65"]
        session = do(playing("deployment", units, PURSE), "play_card", name="Ammo", unit="c")
        assert refused(session, "play_card", name="Ammo", unit="c") == ["2GM-65"]
        assert refused(session, "play_card", name="Ammo") == [], "another one, not on the list"
        assert session.state.unit("o").where == "reserve"

    @rule("2GM-65", "2GM-64")
    @pytest.mark.parametrize("kind", ["support", "general", "terrain", "hq"])
    def test_what_is_no_unit_is_not_deployed_and_holds_no_row(self, kind: str) -> None:
        units = {
            "c": unit({"name": "Card", "type": kind, "cost": 1}, where="reserve"),
            "r": unit({"name": "Card", "type": kind}, row=1),
            "u": unit({"name": "New"}, row=2),
        }
        assert refused(playing("deployment", units, PURSE), "deploy", unit="c", column=3) == ["2GM-65"]
        assert (result("supply", units)["front"], result("supply", units)["length"]) == (2, 0)

    @rule("2GM-65", "2GM-74")
    @pytest.mark.parametrize(
        ("question", "units", "situation", "ref"),
        [
            ("deploy", {"a": unit(LIGHT, where="reserve")}, {"unit": "a", "overrule": True}, "2GM-65"),
            ("shot", {"b": unit(PAK, 1), "a": unit(LIGHT)}, {"attacker": "b", "target": "a", "roll": {"shot": [10]}}, "2GM-74"),
            ("air", {"a": unit(BOMBER), "b": unit(HQ, 1)}, {"bombers": ["a"], "target": "b", "roll": {"bomb:b": [1]}}, "2GM-102"),
        ],
    )
    def test_a_place_cites_what_led_there(self, question: str, units: Any, situation: Any, ref: str) -> None:
        changes = put(question, units, **situation)["changes"]
        assert [each["ref"] for each in changes if (each["unit"], each["tracker"]) == ("a", "where")] == [ref]

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

    @rule("2GM-65", "2GM-63")
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

    @rule("2GM-67", "2GM-139")
    def test_deployed_this_turn(self) -> None:
        units = {"s": unit(TANK, row=1, deployed_turn=1), "t": unit(TRUCK, row=1, deployed_turn=1), "o": unit(TRUCK, row=1)}
        session = playing("deployment", units)
        assert refused(session, "move", unit="s", row=2) == ["2GM-67"]
        assert refused(session, "move", unit="o", row=2) == ["2GM-67"]
        assert refused(session, "move", unit="t", row=2) == []

    @rule("2GM-67", "2GM-58")
    def test_who_came_this_turn_fires_but_neither_moves_nor_assaults(self) -> None:
        """A question is asked in turn 1: who came then is new."""
        new, bold = unit(LIGHT, deployed_turn=1), unit({**LIGHT, "skills": ["mobility"]}, deployed_turn=1)
        set_down = unit({**LIGHT, "skills": ["mechanized"]}, deployed_turn=1, unloaded=True)
        told = [result("move", {"a": each}, unit="a", path=["plain"])["rules"] for each in (new, bold, set_down, unit(LIGHT))]
        assert told == [["2GM-67"], [], [], []]
        assert [refs("assault", {"a": each, "b": unit(PAK, 1)}, assaulter="a", target="b") for each in (new, bold, unit(LIGHT))] == [["2GM-58"], ["2GM-58"], []]
        assert target(shot(new, unit(LIGHT, 1), range=1)) == [5, 10]


class TestEquipment:
    @rule("2GM-66", "2GM-15")
    def test_lines_of_one_item_are_numbered(self) -> None:
        units = {"a": unit(SHERMAN), "b": unit(LIGHT, 1)}
        reply = put("shot", units, attacker="a", target="b", weapon="MG:2", roll={"shot": [1]})
        assert list(reply["after"]["a"]["markers"]) == ["MG:2"]
        assert "MG:3" in put("shot", units, attacker="a", target="b", weapon="MG:3")["error"]

    @rule("2GM-66", "2GM-13")
    @pytest.mark.parametrize(
        ("card", "equipment", "cost"),
        [
            (HEAVY, ["HMG"], 3),
            (SHERMAN, ["MG"], 4),
            (SHERMAN, ["MG", "MRL"], 7),
            (HEAVY, ["Mortar", "Take Cover"], 4),
            (SHERMAN, ["MG", "MG", "HMG", "MRL", "Smoke Shell"], 11),
            (SHERMAN, ["MG:2"], 5),
            (SHERMAN, [], 4),
            (LIGHT, ["Grenade", "Medic"], 2),
        ],
    )
    def test_unit_and_lines(self, card: Any, equipment: list[str], cost: int) -> None:
        """EX-G09, EX-G10, EX-G11, EX-G12."""
        assert result("deploy", {"u": unit(card)}, unit="u", equipment=equipment)["cost"] == cost

    @rule("2GM-66", "2GM-13")
    @pytest.mark.parametrize(
        ("card", "equipment"),
        [
            (HEAVY, ["Mortar", "HMG"]),
            (HEAVY, ["Mortar", "Bazooka"]),
            (HEAVY, ["Mortar", "Grenade", "Take Cover"]),
            (LIGHT, ["Hit the Dirt", "Medic"]),
            (SHERMAN, ["MG", "MG", "MG"]),
            (SHERMAN, ["MRL", "MRL"]),
            (SHERMAN, ["MG", "MG:1"]),
            (SHERMAN, ["Flamethrower"]),
            (SHERMAN, ["MG:3"]),
            ({**LIGHT, "equipment": [{"item": "Smoke Grenade", "cost": 1}, {"item": "Medic", "cost": 1}]}, ["Smoke Grenade", "Medic"]),
        ],
    )
    def test_what_cannot_be_bought(self, card: Any, equipment: list[str]) -> None:
        """EX-G11: a second offensive line of infantry, free or not; a line twice; a line the
        card does not have."""
        assert refs("deploy", {"u": unit(card)}, unit="u", equipment=equipment) == ["2GM-66"]

    @rule("2GM-66", "2GM-121")
    def test_only_what_was_bought_is_there(self) -> None:
        units = {"l": unit(LIGHT, where="reserve"), "m": unit(LIGHT, where="reserve"), "p": unit(PAK, damage=2)}
        session = playing("deployment", units, [{"ap": 5}, {}])
        do(session, "deploy", unit="l")
        do(session, "deploy", unit="m", equipment=["Medic"])
        assert refused(session, "care", unit="l", target="p") == ["2GM-135"]
        assert refused(session, "care", unit="m", target="p") == []
        assert result("reactions", {"l": unit(LIGHT, deployed_turn=1)}, seat=0)["weapons"] == {"l": ["primary"]}

    @rule("2GM-66", "2GM-68")
    def test_nobody_fires_what_was_not_bought(self) -> None:
        units = {"t": unit(SHERMAN, where="reserve"), "b": unit(LIGHT, 1)}
        session = do(playing("deployment", units, [{"ap": 9}, {}]), "deploy", unit="t", equipment=["MG"], column=3)
        on(session, "fire")
        assert refused(session, "shot", attacker="t", target="b", weapon="HMG") == ["2GM-66"]
        assert refused(session, "shot", attacker="t", target="b", weapon="MG") == []
        known = {"t": unit(SHERMAN, markers={"MG": {"face": "active"}}), "b": unit(LIGHT, 1)}
        assert refs("shot", known, attacker="t", target="b", weapon="HMG") == [], "a card that was not deployed in the app has all its lines"

    @rule("2GM-66", "2GM-122")
    def test_nobody_uses_what_it_does_not_have(self) -> None:
        assert refs("lay_smoke", {"a": unit(LIGHT)}, unit="a") == ["2GM-66"]
        assert refs("lay_smoke", {"a": unit({**LIGHT, "skills": ["Smoke Shell"]})}, unit="a") == []
        assert refs("lay_smoke", {"a": unit({"type": "tank"})}, unit="a") == [], "nothing is known of this card"
        assert refs("lay_smoke", {"a": unit({"type": "tank", "skills": []})}, unit="a") == ["2GM-66"]
        assert refs("lay_smoke", {"a": unit({"type": "tank", "equipment": []}, markers={"Smoke Shell": {"face": "active"}})}, unit="a") == []
        assert refs("mount", {"a": unit(LIGHT)}, unit="a", item="HMG") == ["2GM-66"]

    @rule("2GM-66", "2GM-104")
    @pytest.mark.parametrize(("lines", "shots"), [([], []), (["HMG"], ["hmg:b:0"]), (["HMG", "HMG"], ["hmg:b:0", "hmg:b:1"])])
    def test_a_bomber_has_the_guns_it_was_deployed_with(self, lines: list[str], shots: list[str]) -> None:
        card = {**BOMBER, "cost": 5, "equipment": [{**BOMBER["equipment"][0], "cost": 1}] * 2}  # type: ignore[index]
        units = {"b": unit(card, where="reserve"), "q": unit(HQ, 1), "i": unit(FOCKE, 1)}
        session = do(playing("deployment", units, PURSE, turn=3), "deploy", unit="b", equipment=lines)
        do(session, "air", bombers=["b"], target="q", interceptors=["i"], escorts=[])
        asked = []
        while session.prompt:
            asked.append(session.prompt.key)
            session.answer((1,))
        assert asked == [*shots, "interceptor:i", "bomb:q"]
        came = {**units, "b": unit(card, deployed_turn=1)}
        assert result("air", came, bombers=["b"], hmgs=2, target="q", interceptors=["i"])["sequence"][:2] == ["hmg:b:0", "hmg:b:1"], "as told"

    @rule("2GM-66", "2GM-05")
    @pytest.mark.parametrize(
        ("support", "cost"), [(["Paratrooper"], 3), ([{"name": "Paratrooper", "cost": 1}], 2), (["Promotion", "Paratrooper"], 3), (["Ammo"], 1)]
    )
    def test_cards_that_come_with_a_unit(self, support: Any, cost: int) -> None:
        """Light Infantry 1, Paratrooper 2, Promotion 2 in the deck and 0 to play; Ammo is on
        nobody's list."""
        units = {
            "a": unit(LIGHT, where="reserve"),
            "p": unit({"name": "Paratrooper", "type": "support", "cost": 2}, where="reserve"),
            "m": unit({"name": "Promotion", "type": "support", "cost": 2, "playing_cost": 0}, where="reserve"),
            "e": unit(AMMO, 1, where="reserve"),
        }
        assert result("deploy", units, unit="a", support=support)["cost"] == cost
        session = do(playing("deployment", units, PURSE), "deploy", unit="a", support=support, column=3)
        gone = [each for each in ("p", "m", "e") if session.state.unit(each).where == "discarded"]
        named = [card["name"] if isinstance(card, dict) else card for card in support]
        assert (session.state.seats[0]["ap"], gone) == (9 - cost, [each for each, name in (("p", "Paratrooper"), ("m", "Promotion")) if name in named])

    @rule("2GM-66", "2GM-13")
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

    @rule("2GM-153")
    def test_patton_gives_a_tank_its_dearest_line(self) -> None:
        units = {"s": unit(SHERMAN), "h": unit(HEAVY), "t": unit(SHERMAN)}
        assert result("deploy", units, unit="s", equipment=["MG", "MRL"], general="General Patton")["cost"] == 4
        assert result("deploy", units, unit="s", general="patton")["cost"] == 4
        assert result("deploy", units, unit="h", equipment=["HMG"], general="patton")["cost"] == 3
        units = {key: unit(SHERMAN, where="reserve") for key in "stu"}
        session = playing("deployment", units, [{"ap": 30, "general": "Patton"}, {}])
        spent = []
        for key, told in (("u", []), ("s", ["MRL"]), ("t", ["MRL"])):
            before = session.state.seats[0]["ap"]
            do(session, "deploy", unit=key, equipment=told)
            spent.append(before - session.state.seats[0]["ap"])  # type: ignore[operator]
        assert spent == [4, 4, 7]
        assert not on(session, "start").state.seats[0].get("free_line")

    @rule("2GM-153")
    def test_patton_is_not_wasted_on_what_is_free(self) -> None:
        units = {"s": unit(SHERMAN, where="reserve"), "t": unit(SHERMAN, where="reserve"), "u": unit(SHERMAN, where="reserve")}
        session = playing("deployment", units, [{"ap": 30, "general": "Patton"}, {}])
        do(session, "deploy", unit="s", equipment=["MG"], column=2)
        do(session, "deploy", unit="t", equipment=["MRL", "HMG"], column=3)
        assert session.state.seats[0]["ap"] == 30 - 4 - 6
        do(session, "deploy", unit="u", equipment=["MRL"], column=4)
        assert session.state.seats[0]["ap"] == 20 - 7
