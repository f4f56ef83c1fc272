"""Orders of the command squad: who gives them, one attempt a round."""

from typing import Any

import pytest

from engine.playing.session import Refused
from engine.values.events import Advanced, Opened
from engine.values.maps import frozen, pairs
from tests.games.asking import change
from tests.games.dust.table import BOSS, GUN, RIFLES, RULES, H, M, at, hero, key, options, order, play, rule, seated, session, squad, walker, weapon

ALL = ["officer", "radio", "mechanic", "medic", "specialist"]


ROLLED = ("reactivate", "field_repair", "come_on_guys")


class TestCommand:
    @rule("DUST-141", "DUST-122")
    @pytest.mark.parametrize("name", ["reactivate", "makeshift_repair", "field_repair", "get_up", "come_on_guys", "artillery_strike"])
    def test_who_must_live(self, name: str) -> None:
        needs = {
            "reactivate": {"officer"},
            "makeshift_repair": {"mechanic"},
            "field_repair": {"mechanic", "radio"},
            "get_up": {"medic"},
            "come_on_guys": {"medic", "radio"},
            "artillery_strike": {"radio"},
        }[name]
        reply = order(name, members=ALL, adjacent=True)
        assert (reply["result"]["allowed"], reply["odds"]["success"]) == (True, {"no": "2/3", "yes": "1/3"} if name in ROLLED else {"yes": "1"})
        assert [check["needs"] for check in reply["checks"]] == [1] * (name in ROLLED)
        for member in ALL:
            others = [each for each in ALL if each != member]
            assert order(name, members=others, adjacent=True)["result"]["allowed"] is (member not in needs)

    @rule("DUST-144", "DUST-146")
    @pytest.mark.parametrize(
        ("name", "members", "allowed"),
        [
            ("reactivate", ["officer", "radio"], True),
            ("reactivate", ["officer"], False),
            ("makeshift_repair", ALL, False),
            ("get_up", ALL, False),
            ("field_repair", ALL, True),
            ("come_on_guys", ALL, True),
        ],
    )
    def test_who_must_be_adjacent(self, name: str, members: list[str], allowed: bool) -> None:
        assert order(name, members=members, adjacent=False)["result"]["allowed"] is allowed

    @rule("DUST-143")
    @pytest.mark.parametrize(
        ("limit", "tried", "allowed"),
        [
            ("onePerRound", None, True),
            ("onePerRound", "tried", False),
            ("onePerRound", "failed", False),
            ("untilFailure", "tried", True),
            ("untilFailure", "failed", False),
            ("perSquad", "tried", False),
        ],
    )
    def test_one_attempt_a_round(self, limit: str, tried: Any, allowed: bool) -> None:
        told = {"commandLimit": limit}
        assert order("get_up", readings=told, members=ALL, adjacent=True, already_tried=tried)["result"]["allowed"] is allowed
        assert order("artillery_strike", readings=told, members=ALL, already_tried=tried)["result"]["allowed"] is True
        counted = order("artillery_strike", readings={**told, "strikeCounts": "yes"}, members=ALL, already_tried=tried)
        assert counted["result"]["allowed"] is allowed

    @rule("DUST-72", "DUST-58")
    @pytest.mark.parametrize(
        ("name", "fit"),
        [("reactivate", "sw"), ("makeshift_repair", "wq"), ("field_repair", "d"), ("get_up", "sh"), ("come_on_guys", "g"), ("artillery_strike", "q")],
    )
    def test_whom_it_is_for(self, name: str, fit: str) -> None:
        units = {
            "o": {"card": BOSS},
            "s": {"card": squad(), "state": {"activated": True}},
            "w": {"card": walker(), "state": {"activated": True}},
            "h": {"card": hero()},
            "d": {"card": walker(), "state": {"where": "destroyed"}},
            "g": {"card": squad(), "state": {"where": "destroyed"}},
            "i": {"card": hero(), "state": {"where": "destroyed"}},
            "q": {"card": GUN},
        }
        found = [unit for unit in units if order(name, units, unit="o", target=unit)["result"]["allowed"]]
        assert found == list(fit)

    @rule("DUST-150", "DUST-148")
    @pytest.mark.parametrize(("reading", "allowed"), [("no", False), ("yes", True)])
    def test_never_for_itself(self, reading: str, allowed: bool) -> None:
        units = {"o": {"card": BOSS, "state": {"activated": True, "running": True}}, "h": {"card": hero(), "state": {"joined": "o"}}}
        assert order("get_up", units, unit="o", target="o")["result"]["allowed"] is False
        assert order("reactivate", units, unit="o", target="o")["result"]["allowed"] is False
        assert order("get_up", units, {"commandOwnHero": reading}, unit="o", target="h")["result"]["allowed"] is allowed

    @rule("DUST-191", "DUST-144")
    def test_who_is_reactivated(self) -> None:
        units = {"o": {"card": BOSS}, "s": {"card": squad()}, "r": {"card": squad(), "state": {"where": "reserve"}}}
        assert order("reactivate", units, unit="o", target="s")["result"]["allowed"] is False
        assert order("reactivate", units, {"reactivateWho": "any"}, unit="o", target="s")["result"]["allowed"] is True
        assert order("reactivate", units, {"reactivateWho": "any"}, unit="o", target="r")["result"]["allowed"] is False

    @rule("DUST-146", "DUST-143")
    @pytest.mark.parametrize(
        ("name", "card", "state", "left"),
        [("makeshift_repair", walker(), {"damage": 2}, 1), ("makeshift_repair", walker(), {}, None), ("get_up", hero(), {"damage": 3}, 2)],
    )
    def test_one_hit_point(self, name: str, card: Any, state: Any, left: Any) -> None:
        reply = order(name, {"o": {"card": BOSS}, "t": {"card": card, "state": state}}, unit="o", target="t", adjacent=True)
        assert change(reply, "t", "damage") == left
        assert reply["after"]["o"].get("used") is None

    @rule("DUST-143", "DUST-141")
    def test_what_nobody_told_forbids_nothing(self) -> None:
        assert order("get_up", adjacent=True)["result"]["allowed"] is True
        assert order("get_up")["result"]["allowed"] is True
        assert order("come_on_guys", adjacent=False)["result"]["allowed"] is True
        assert order("get_up", adjacent=False)["result"]["allowed"] is False

    @rule("DUST-143")
    @pytest.mark.parametrize(
        ("readings", "name", "told"), [({}, "artillery_strike", None), ({"strikeCounts": "yes"}, "artillery_strike", "tried"), ({}, "get_up", "tried")]
    )
    def test_what_is_remembered_of_an_order(self, readings: Any, name: str, told: Any) -> None:
        units = {"o": {"card": BOSS, "seat": 0}, "g": {"card": GUN if name == "artillery_strike" else squad(), "seat": 0}}
        game = session(units, "command", readings, order=name, unit="o", target="g")
        assert game.state.seats[0].get("command") == told

    @rule("DUST-143")
    @pytest.mark.parametrize(
        ("limit", "tried", "allowed"),
        [
            ("onePerRound", "tried", False),
            ("perSquad", "tried", True),
            ("perSquad", "failed", True),
            ("untilFailure", "tried", True),
            ("untilFailure", "failed", False),
        ],
    )
    def test_what_the_other_command_squad_did(self, limit: str, tried: str, allowed: bool) -> None:
        now = at({"o": seated(0, BOSS, running=True)}, seats=[{"command": tried}, {}], readings={"commandLimit": limit})
        assert RULES.opening("command").facts(now, pairs(order="get_up", unit="o"))["allowed"] is allowed

    @rule("DUST-148")
    @pytest.mark.parametrize(("reading", "stock"), [("own", 2), ("squad", 3), ("none", 1)])
    def test_a_soldier_gets_up_with_his_weapons(self, reading: str, stock: int) -> None:
        card = squad(
            3,
            {"Faust": weapon("1/1", "3", "limited", ammo=3), "Rifle": weapon("1/1")},
            models=[{"weapons": ["Rifle"]}, {"weapons": ["Rifle"]}, {"weapons": ["Rifle", "Faust"]}],
        )
        units = {"o": {"card": BOSS}, "t": {"card": card, "state": {"alive": [0], "ammo": {"Faust": 1}}}}
        reply = order("get_up", units, {"medicAmmo": reading}, unit="o", target="t", adjacent=True)
        assert (reply["after"]["t"]["alive"], reply["after"]["t"]["ammo"]) == ([0, 2], {"Faust": stock})
        whole = {**units, "t": {"card": card, "state": {"alive": [0, 1], "ammo": {"Faust": 3}}}}
        assert order("get_up", whole, unit="o", target="t")["after"]["t"].get("alive") is None
        assert order("get_up", {"o": {"card": BOSS}, "t": {"card": card}}, unit="o", target="t")["changes"] == []

    @rule("DUST-149", "DUST-152")
    @pytest.mark.parametrize(("name", "card"), [("field_repair", GUN), ("come_on_guys", squad(3, {"Faust": weapon("1/1", "3", ammo=2)}))])
    def test_what_returns_is_complete_and_counted(self, name: str, card: Any) -> None:
        state = {"where": "destroyed", "damage": 4, "activated": True, "ammo": {"Faust": 0}, "loaded": {"Rockets": False}}
        units = {"o": {"card": BOSS}, "t": {"card": card, "state": state}}
        reply = order(name, units, unit="o", target="t", roll={"command": [H]})
        back = reply["after"]["t"]
        assert (back["where"], back.get("damage"), back.get("ammo"), back.get("loaded"), back.get("activated"), back["deaths"]) == (
            "reserve",
            None,
            None,
            None,
            None,
            1,
        )
        assert reply["after"]["o"]["used"] == [name]
        again = {**units, "o": {"card": BOSS, "state": {"used": [name]}}}
        assert order(name, again, unit="o", target="t")["result"]["allowed"] is False
        failed = order(name, units, unit="o", target="t", roll={"command": [M]})
        assert (failed["after"]["t"]["where"], failed["after"]["o"].get("used")) == ("destroyed", None)

    @rule("DUST-152")
    def test_by_the_other_reading_a_vehicle_has_one_hit_point(self) -> None:
        units = {"o": {"card": BOSS}, "t": {"card": GUN, "state": {"where": "destroyed", "damage": 4, "loaded": {"Rockets": False}}}}
        back = order("field_repair", units, {"returnState": "oneHit"}, unit="o", target="t", roll={"command": [H]})["after"]["t"]
        assert (back["damage"], back["loaded"]) == (3, {"Rockets": False})

    @rule("DUST-144", "DUST-143")
    def test_a_reactivated_unit_acts_at_once(self) -> None:
        """After a reaction it is activated; an order makes it act again, before the other side."""
        units = {
            "o": {"card": BOSS, "seat": 0},
            "s": {"card": RIFLES, "seat": 0, "state": {"activated": True}},
            "f": {"card": RIFLES, "seat": 0},
            "e": {"card": walker(name="E"), "seat": 1},
        }
        game = session(units, unit="o", declared=["reactivate", "nothing"])
        assert (key(game), options(game)) == ("for:reactivate", ["none", "s"])
        play(game, "s", [H], "none")
        assert (game.state.unit("s").count("reactivated"), game.state.seats[0]["acts_next"], game.state.seats[0]["command"]) == (1, "s", "tried")
        game.dispatch(Advanced())
        assert game.state.seat == 0
        with pytest.raises(Refused) as no:
            game.dispatch(Opened("activation", frozen({"unit": "f", "declared": ["move", "move"]})))  # type: ignore[arg-type]
        assert no.value.why[0].ref.id == "DUST-144"
        game.dispatch(Opened("activation", frozen({"unit": "s", "declared": ["move", "nothing"]})))  # type: ignore[arg-type]
        play(game, True, "none")
        assert (game.prompt, game.state.unit("s").count("reactivated")) == (None, 0)
        game.dispatch(Advanced())
        assert game.state.seat == 1

    @rule("DUST-143", "DUST-144")
    def test_a_failed_order(self) -> None:
        units = {
            "o": {"card": BOSS, "seat": 0},
            "s": {"card": RIFLES, "seat": 0, "state": {"activated": True}},
            "e": {"card": walker(), "seat": 1, "state": {"activated": True}},
        }
        game = session(units, unit="o", declared=["skill", "skill"])
        assert options(game) == ["other", "artillery_strike", "reactivate", "makeshift_repair", "field_repair", "get_up", "come_on_guys"]
        play(game, "reactivate", "s", [M])
        assert (game.state.seats[0]["command"], game.state.unit("s").count("reactivated")) == ("failed", 0)
        assert key(game) == "skill"
        with pytest.raises(Refused) as no:
            game.answer("get_up")
        assert no.value.why[0].ref.id == "DUST-143"
        play(game, "other", True)
        assert game.prompt is None

    @rule("DUST-147", "DUST-103")
    def test_a_unit_brought_back_enters_at_once(self) -> None:
        units = {
            "o": {"card": BOSS, "seat": 0},
            "d": {"card": walker(name="D"), "seat": 0, "state": {"where": "destroyed", "activated": True}},
            "e": {"card": walker(), "seat": 1, "state": {"activated": True}},
        }
        game = session(units, unit="o", declared=["field_repair", "nothing"])
        play(game, "d", [H])
        game.dispatch(Advanced())
        assert (game.state.seat, game.state.unit("d").where) == (0, "reserve")
        with pytest.raises(Refused):
            game.dispatch(Opened("activation", frozen({"unit": "d", "declared": ["attack", "move"]})))  # type: ignore[arg-type]
        game.dispatch(Opened("activation", frozen({"unit": "d", "declared": ["move", "move"]})))  # type: ignore[arg-type]
        play(game, True, True)
        assert game.state.unit("d").where == "table"
