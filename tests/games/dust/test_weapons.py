"""Ammunition and reloading."""

from typing import Any

import pytest

from engine.doors.play import Game
from engine.games import RULESETS
from tests.games.asking import ask, change
from tests.games.dust.table import H, M, dice, hero, refused, rule, rules_of_changes, seated, shot, squad, tell, walker, weapon


class TestAmmunition:
    FAUST = squad(5, {"Gun": weapon("1/1", "3", "limited", ammo=3)}, models=[{"weapons": ["Gun"]}] * 3 + [{"weapons": []}] * 2)

    @rule("DUST-160", "DUST-36")
    @pytest.mark.parametrize(
        ("state", "rounds", "count", "refs"),
        [
            ({}, None, 3, None),
            ({}, 2, 2, None),
            ({}, 4, None, ["DUST-160"]),
            ({"alive": [3, 4]}, None, 2, None),
            ({"alive": [3, 4]}, 3, None, ["DUST-160"]),
            ({"ammo": {"Gun": 1}}, None, 1, None),
            ({"ammo": {"Gun": 0}}, None, None, ["DUST-160"]),
        ],
    )
    def test_the_stock_is_the_units(self, state: Any, rounds: Any, count: Any, refs: Any) -> None:
        """EX-D33: two survivors without a Panzerfaust of their own: stock 3, at most 2 a time."""
        reply = shot(by=self.FAUST, state=state, **({} if rounds is None else {"rounds": rounds}))
        assert reply.get("refused", {}).get("refs") == refs
        assert refs or dice(reply) == {"attack": count}

    @rule("DUST-30", "DUST-160")
    @pytest.mark.parametrize(
        ("ammo", "alive", "count"),
        [(None, [0, 1, 2, 3], 6), (None, [1, 3, 4], 2), (3, [0, 1, 2, 3], 6), (3, [1, 3, 4], 6), (6, [0, 1, 2, 3], 8), (2, [0, 1, 2, 3], 4)],
    )
    def test_bearers_of_a_rocket_tube(self, ammo: Any, alive: list[int], count: int) -> None:
        """Three of five carry a tube of two dice: living bearers fire it, but a limited stock is
        everybody's, one round a man."""
        card = squad(5, {"Gun": weapon("2/1", "3", ammo=ammo)}, models=[{"weapons": ["Gun"]}] * 3 + [{"weapons": []}] * 2)
        assert dice(shot(by=card, state={"alive": alive})) == {"attack": count}

    @rule("DUST-160", "DUST-05")
    def test_rerolls_spend_nothing_more(self) -> None:
        reply = shot(by=self.FAUST, sustained=True, rounds=1, roll={"attack": [M, H]})
        assert (change(reply, "a", "ammo.Gun"), reply["result"]["damage"]) == (2, 1)
        assert change(shot(by=self.FAUST, rounds=3, state={"ammo": {"Gun": 3}}, roll={"attack": [M] * 3}), "a", "ammo.Gun") == 0

    @rule("DUST-160")
    @pytest.mark.parametrize(("reading", "count"), [("no", 2), ("yes", 3)])
    def test_a_hero_and_the_squads_stock(self, reading: str, count: int) -> None:
        others = {"h": {"card": hero(), "state": {"joined": "a"}}}
        assert dice(shot(by=self.FAUST, state={"alive": [0, 1]}, others=others, readings={"heroUsesStock": reading})) == {"attack": count}
        own = hero(weapons={"Gun": weapon("1/1", "3", ammo=3)})
        assert dice(shot(by=own, state={"joined": "s"}, others={"s": {"card": squad(2, {"Rifle": weapon("1/1")})}}, readings={"heroUsesStock": reading})) == {
            "attack": 1
        }
        assert dice(shot(by=walker(weapons={"Gun": weapon("2/1", "3", ammo=3)}))) == {"attack": 2}

    @rule("DUST-160", "DUST-167")
    def test_without_a_stock_nothing_is_counted(self) -> None:
        reply = shot(by=squad(2, {"Grenade Launcher": weapon("1/1", "3")}), weapon="Grenade Launcher", roll={"attack": [M, M]})
        assert "ammo" not in reply["after"]["a"]
        ugl = shot(by=squad(2, {"UGL": weapon("1/1", "3", ammo=2)}), weapon="UGL", rounds=1, roll={"attack": [M]})
        assert change(ugl, "a", "ammo.UGL") == 1

    @rule("DUST-55", "DUST-164")
    @pytest.mark.parametrize("kinds", [["reload"], ["artillery"]])
    def test_fired_it_must_be_reloaded(self, kinds: list[str]) -> None:
        reply = shot(kinds=kinds, roll={"attack": [M]})
        assert change(reply, "a", "loaded.Gun") is False
        assert refused(shot(kinds=kinds, state={"loaded": {"Gun": False}})) == ["DUST-55"]
        assert "refused" not in shot(kinds=kinds, state={"loaded": {"Gun": True}})
        assert "refused" not in shot(state={"loaded": {"Gun": False}})


class TestAmmo:
    @rule("DUST-160", "DUST-116")
    @pytest.mark.parametrize(
        ("situation", "may", "left", "next_"),
        [
            ({"alive": 2, "ammo": 3, "wanted": 2}, 2, 1, 1),
            ({"alive": 5, "ammo": 3, "wanted": 3}, 3, 0, 0),
            ({"alive": 5, "ammo": 0}, 0, 0, 0),
            ({"alive": [1, 4], "ammo": 3, "wanted": 1}, 2, 2, 2),
            ({"alive": 2, "ammo": 3, "wanted": 2, "skills": ["bad_ass"]}, 2, 1, 3),
            ({"ammo": 6, "kind": "walker", "columns": 3, "wanted": 2, "alive": 1}, 3, 4, 4),
            ({"ammo": 2, "kind": "walker", "columns": 3}, 2, 0, 0),
        ],
    )
    def test_numbers(self, situation: Any, may: int, left: int, next_: int) -> None:
        """EX-D33 and the delay of Bad Ass."""
        told = tell("ammo", weapon="Faust", **situation)
        assert (told["may_fire"], told["left"], told["next"]) == (may, left, next_)

    @rule("DUST-157", "DUST-116")
    def test_by_the_unit(self) -> None:
        card = squad(5, {"Faust": weapon("1/1", "3", "limited", ammo=3), "Rifle": weapon("1/1")}, skills=["bad_ass"])
        rain = walker(weapons={"Rockets": weapon("3/1-6/1-9/1", "A", "volley", ammo=8)})
        units = {
            "a": {"card": card, "state": {"alive": [0, 1], "ammo": {"Faust": 2}}},
            "r": {"card": rain},
            "e": {"card": rain, "state": {"loaded": {"Rockets": False}}},
        }
        assert tell("ammo", units, unit="a", weapon="Faust", wanted=1) == {"may_fire": 2, "left": 1, "next": 3, "legal": True}
        assert tell("ammo", units, unit="a", weapon="Faust", wanted=3)["legal"] is False
        assert tell("ammo", units, unit="r", weapon="Rockets")["may_fire"] == 3
        assert tell("ammo", units, unit="e", weapon="Rockets")["may_fire"] == 0
        assert tell("ammo", units, unit="a", weapon="Rifle", wanted=1)["left"] == 99
        assert tell("ammo", units, unit="a", weapon={"ammo": 1}, wanted=1)["left"] == 0

    @rule("DUST-128", "DUST-164")
    def test_reload(self) -> None:
        two = walker(weapons={"One": weapon("1/1", "A"), "Two": weapon("1/1", "4", "reload"), "MG": weapon("1/1")})
        empty = {"a": {"card": two, "state": {"loaded": {"One": False, "Two": False}}}, "b": {"card": two}}
        assert change(ask("dust", "reload", empty, unit="a", weapon="Two"), "a", "loaded.Two") is True
        assert change(ask("dust", "reload", empty, unit="a", answers={"reload": "Two"}), "a", "loaded.Two") is True
        assert change(ask("dust", "reload", empty, unit="a"), "a", "loaded.One") is True
        assert ask("dust", "reload", empty, unit="b")["refused"]["refs"] == ["DUST-128"]


class TestReloading:
    @rule("DUST-55", "DUST-164")
    def test_reloaded_and_fired_in_one_activation(self) -> None:
        """What one rule changed a moment ago another one changes again."""
        units = {"a": seated(0, walker(weapons={"Gun": weapon("1/1", "6", "reload")}), loaded={"Gun": False}), "b": seated(1, walker(), activated=True)}
        game = Game(RULESETS)
        game.do({"do": "start", "state": {"game": "dust", "turn": 2, "step": "activation", "units": units}})
        told = {"unit": "a", "declared": ["reload", "attack"], "lines": [{"weapon": "Gun", "target": "b"}]}
        replies = [game.do({"do": "open", "procedure": "activation", "with": told}), game.do({"do": "answer", "prompt": "range:b", "value": 2})]
        assert [rules_of_changes(reply)["a.loaded.Gun"] for reply in replies] == ["DUST-128", "DUST-55"]

    @rule("DUST-128", "DUST-164")
    @pytest.mark.parametrize(("weapon_", "refs"), [("Rockets", None), ("MG", ["DUST-128"]), ("Sling", ["DUST-128"]), (None, None)])
    def test_only_what_is_empty_is_reloaded(self, weapon_: Any, refs: Any) -> None:
        units = {"g": seated(0, walker(weapons={"Rockets": weapon("1/1", "A"), "MG": weapon("1/1")}), loaded={"Rockets": False})}
        reply = ask("dust", "reload", units, unit="g", **({"weapon": weapon_} if weapon_ else {}))
        assert reply.get("refused", {}).get("refs") == refs
        if not refs:
            assert change(reply, "g", "loaded.Rockets") is True
        full = {"g": {**units["g"], "state": {}}}
        texts = [ask("dust", "reload", full, unit="g", **told)["refused"]["text"] for told in ({}, {"weapon": "MG"})]
        assert texts == ["Walker: every weapon is loaded", "MG need not be reloaded"]
        forced = ask("dust", "reload", units, unit="g", overrule=True, weapon="Sling")
        assert forced["after"]["g"]["loaded"] == {"Rockets": False}


class TestRounds:
    @rule("DUST-116", "DUST-157")
    def test_ammunition_of_what_is_only_named(self) -> None:
        """Nobody said how many rounds there are: one for each man; of no weapon in particular the
        same."""
        assert tell("ammo", weapon="Faust", alive=2)["may_fire"] == 2
        assert tell("ammo", {"u": {"card": squad(3)}}, unit="u")["may_fire"] == 3

    @rule("DUST-55", "DUST-160")
    def test_an_empty_weapon_fires_nothing(self) -> None:
        told = {"weapon": {"range": "A", "ammo": 4}, "kind": "walker", "columns": 3}
        assert [tell("ammo", **told, loaded=loaded)["may_fire"] for loaded in (True, False)] == [3, 0]

    @rule("DUST-116")
    @pytest.mark.parametrize(("skills", "back"), [(["bad_ass"], 2), ([], 0)])
    def test_what_bad_ass_brings_back(self, skills: list[str], back: int) -> None:
        faust = squad(3, {"Faust": weapon("1/1", "3", "limited", ammo=2)}, skills=skills)
        assert tell("ammo", {"u": {"card": faust}}, unit="u", weapon="Faust", wanted=2)["next"] == back

    @rule("DUST-55", "DUST-157")
    @pytest.mark.parametrize(
        ("told", "refs"),
        [({}, set()), ({"loaded": False}, {"DUST-55"}), ({"loaded": True}, set()), ({"columns": 2}, {"DUST-157"}), ({"skills": ["bad_ass"]}, {"DUST-116"})],
    )
    def test_the_rules_that_an_answer_rests_on(self, told: Any, refs: set[str]) -> None:
        reply = ask("dust", "ammo", weapon="Faust", ammo=3, **told)
        assert {*reply["refs"]} & {"DUST-55", "DUST-116", "DUST-157"} == refs

    @rule("DUST-128", "DUST-157")
    def test_what_limits_the_rounds(self) -> None:
        """All that may be fired may be wanted; Bad Ass by the card; a weapon that is never
        loaded is never empty; the longest volley of the line counts."""
        faust = squad(3, {"Faust": weapon("1/1", "3", "limited", ammo=2)}, skills=["bad_ass"])
        whole = tell("ammo", {"u": {"card": faust}}, unit="u", weapon="Faust", wanted=2)
        assert (whole["legal"], whole["left"], whole["next"]) == (True, 0, 2)
        assert tell("ammo", {"u": {"card": {**faust, "skills": []}}}, unit="u", weapon="Faust", wanted=2)["next"] == 0
        odd = {"u": {"card": faust, "state": {"loaded": {"Faust": False}}}}
        assert tell("ammo", odd, unit="u", weapon="Faust")["may_fire"] == 2
        assert refused(ask("dust", "reload", odd, unit="u")) == ["DUST-128"]
        volley = walker(weapons={"Rockets": {"range": "A", "values": {"S2": "1/1-2/1-3/1", "V1": "1/1"}, "ammo": 9}})
        assert tell("ammo", {"u": {"card": volley}}, unit="u", weapon="Rockets")["may_fire"] == 3
        assert tell("ammo", weapon="Faust", ammo=3)["may_fire"] == 3
