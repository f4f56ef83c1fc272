"""The Front: what the table keeps around a battle: triggers, zones, territories, locking, and the players' own steps."""

from typing import Any, ClassVar

import pytest

from engine.games import RULESETS
from engine.games.front.examples import HO_RO
from engine.play import Game
from tests.games.asking import ask, change
from tests.games.test_front import begun, damage, fight, gone, opened, ours, refs, theirs

rule = pytest.mark.rule
DRAWS, SEARCHES = {"junkyard": ["draw"]}, {"junkyard": ["search_same_name"]}


class TestTriggers:
    UNITS: ClassVar[dict[str, Any]] = {"a": ours(3, 3, name="Tank", **SEARCHES), "b": theirs(3, 3, name="Gun", **DRAWS),
                                       "e": ours(3, 3), "c": theirs(3, 3, junkyard=["draw", "search_same_name"])}
    PLAN: ClassVar[dict[str, Any]] = {"attackers": ["a", "e"], "blockers": {"a": ["b"], "e": ["c"]}}

    @rule("FRONT-27", "FRONT-20")
    def test_every_unit_that_falls_triggers(self) -> None:
        reply = fight(self.UNITS, **self.PLAN)
        assert reply["result"]["destroyed"] == ["a", "e", "b", "c"]
        assert [(each["unit"], each["key"]) for each in reply["result"]["triggers"]] == [
            ("a", "search_same_name"), ("b", "draw"), ("c", "draw"), ("c", "search_same_name")]

    @rule("FRONT-27")
    def test_the_defenders_first(self) -> None:
        """AMB-F10."""
        reply = fight(self.UNITS, {"trigger_order": "defender_first"}, **self.PLAN)
        assert [each["unit"] for each in reply["result"]["triggers"]] == ["b", "c", "c", "a"]

    @rule("FRONT-27")
    def test_survivors_trigger_nothing(self) -> None:
        reply = fight({"a": ours(3, 4, **SEARCHES), "b": theirs()}, attackers=["a"], blockers={"a": ["b"]})
        assert reply["result"]["triggers"] == []

    @rule("FRONT-27", "FRONT-20", "FRONT-10")
    def test_they_are_lines_of_the_ledger(self) -> None:
        shown = opened({"a": self.UNITS["a"], "b": self.UNITS["b"]}, attackers=["a"], blockers={"a": ["b"]})[1]
        assert [(line["text"], line["ref"]) for line in shown["ledger"][2:]] == [
            ("Tank is destroyed: to the junkyard", "FRONT-10"), ("Gun is destroyed: to the junkyard", "FRONT-10"),
            ("Tank went to the junkyard: its owner searches the depot for another one, reveals it, takes it in hand and shuffles "
             "the depot", "FRONT-27"),
            ("Gun went to the junkyard: its owner draws a card", "FRONT-27")]


class TestZones:
    UNITS: ClassVar[dict[str, Any]] = {"a": ours(3, 3, **SEARCHES), "b": theirs(3, 3, **DRAWS)}
    PLAN: ClassVar[dict[str, Any]] = {"attackers": ["a"], "blockers": {"a": ["b"]}}

    def after(self, declined: list[int], *seats: Any) -> Any:
        game = begun(self.UNITS, seats=list(seats))
        game.do({"do": "open", "procedure": "battle", "with": self.PLAN})
        game.do({"do": "answer", "value": declined})
        return game.do({"do": "state"})["state"]["seats"]

    @rule("FRONT-21", "FRONT-10", "FRONT-27")
    def test_counts_follow_what_is_done(self) -> None:
        assert self.after([], {"hand": 5, "depot": 20}, {"depot": 1, "junkyard": 3}) == [
            {"hand": 6, "depot": 19, "junkyard": 1}, {"hand": 1, "junkyard": 4}]

    @rule("FRONT-21", "FRONT-10", "FRONT-27")
    def test_what_is_declined_is_not_counted(self) -> None:
        """Lines 2 and 3 are the two that go to the junkyard, 4 and 5 what that triggers."""
        assert self.after([2, 5], {"hand": 5, "depot": 20}, {"hand": 4}) == [{"hand": 6, "depot": 19}, {"hand": 4, "junkyard": 1}]

    @rule("FRONT-21")
    def test_nothing_is_counted_where_nobody_counts(self) -> None:
        assert self.after([], {}, {"junkyard": 2}) == [{}, {"hand": 1, "junkyard": 3}]

    @rule("FRONT-21")
    def test_an_empty_depot_stays_empty(self) -> None:
        assert self.after([], {"hand": 1}, {}) == [{"hand": 2, "junkyard": 1}, {}]


class TestLock:
    UNITS: ClassVar[dict[str, Any]] = {
        "h": {"seat": 1, "card": HO_RO}, "g": ours(3, 2), "n": ours(3, 1, domain="naval", **DRAWS),
        "z": ours(3, 1, domain="air"), "f": theirs()}

    def lock(self, units: Any = None, **situation: Any) -> dict[str, Any]:
        return ask("front", "lock", units or self.UNITS, **{"unit": "h", **situation})

    @rule("FRONT-20", "FRONT-26", "FRONT-03", "FRONT-21")
    def test_it_is_locked_and_deals_its_damage(self) -> None:
        reply = self.lock(target="g")
        assert (change(reply, "h", "locked"), damage(reply), gone(reply)) == (True, {"g": 1}, set())
        assert reply["result"] == {"destroyed": [], "triggers": []}

    @rule("FRONT-20", "FRONT-10", "FRONT-27")
    def test_it_may_destroy(self) -> None:
        reply = self.lock(target="n")
        assert (damage(reply), gone(reply)) == ({"n": 1}, {"n"})
        assert reply["result"] == {"destroyed": ["n"], "triggers": [{"unit": "n", "key": "draw"}]}
        assert gone(self.lock({**self.UNITS, "g": ours(3, 2, {"damage": 1})}, target="g")) == {"g"}

    @rule("FRONT-20")
    @pytest.mark.parametrize(("told", "dealt"), [(2, {"g": 2}), (0, {})])
    def test_the_damage_may_be_told(self, told: int, dealt: Any) -> None:
        assert damage(self.lock(target="g", damage=told)) == dealt

    @rule("FRONT-26")
    def test_a_locked_unit_cannot_pay(self) -> None:
        reply = self.lock({**self.UNITS, "h": {"seat": 1, "card": HO_RO, "state": {"locked": True}}}, target="g")
        assert (reply["refused"]["key"], reply["refused"]["refs"]) == ("locked", ["FRONT-26"])

    @rule("FRONT-26", "FRONT-04")
    def test_a_blocker_cannot_pay(self) -> None:
        game, _ = opened({"g": ours(1, 9), **{"h": self.UNITS["h"], "f": theirs()}}, attackers=["g"])
        game.do({"do": "answer", "prompt": "block:h", "value": "g"})
        assert refs(game.do({"do": "open", "procedure": "lock", "with": {"unit": "h", "target": "g"}})) == ["FRONT-26"]

    @rule("FRONT-20", "FRONT-07")
    def test_used_in_the_middle_of_a_battle_it_may_take_a_fighter_out(self) -> None:
        game, _ = opened({"g": ours(3, 1), **{"f": theirs(), "h": self.UNITS["h"]}}, attackers=["g"])
        game.do({"do": "answer", "prompt": "block:f", "value": "g"})
        game.do({"do": "open", "procedure": "lock", "with": {"unit": "h", "target": "g"}})
        reply = game.do({"do": "answer", "prompt": "outcome", "value": []})
        assert (gone(reply), reply["prompt"]["key"]) == ({"g"}, "block:h")
        reply = game.do({"do": "answer", "prompt": "block:h", "value": "none"})
        assert (damage(reply), reply["prompt"]) == ({}, None)

    @rule("FRONT-20")
    def test_only_domains_that_the_card_names(self) -> None:
        assert self.lock(target="z")["refused"]["refs"] == ["FRONT-20"]
        assert self.lock({**self.UNITS, "h": theirs(lock=[])}, target="g")["refused"]["refs"] == ["FRONT-20"]

    @rule("FRONT-20")
    def test_a_card_without_its_text_is_asked_for(self) -> None:
        assert self.lock(unit="f", target="g")["unknown"] == ["units.f.card.lock"]
        assert damage(self.lock(unit="f", target="g", damage=1)) == {"g": 1}

    @rule("FRONT-20")
    def test_only_opponents_in_the_same_territory(self) -> None:
        assert self.lock(target="f")["refused"]["key"] == "not_an_opponent"
        away = {**self.UNITS, "g": ours(state={"territory": "Malaya"})}
        assert self.lock(away, target="g")["refused"]["refs"] == ["FRONT-20"]

    @rule("FRONT-21")
    @pytest.mark.parametrize("unit", ["h", "g"])
    def test_only_in_play(self, unit: str) -> None:
        units = {**self.UNITS, unit: {**self.UNITS[unit], "state": {"where": "hand"}}}
        assert self.lock(units, target="g")["refused"]["refs"] == ["FRONT-21"]

    @rule("FRONT-03")
    @pytest.mark.parametrize(("seat", "turned"), [(0, ["a"]), (1, ["b", "c"]), (None, ["a", "b", "c"])])
    def test_unlocking_in_one_go(self, seat: int | None, turned: list[str]) -> None:
        held = {"locked": True}
        units = {"a": ours(state=held), "b": theirs(state=held), "c": theirs(state=held), "d": theirs(), "e": ours(),
                 "j": ours(state={**held, "where": "junkyard"})}
        told: dict[str, Any] = {} if seat is None else {"seat": seat}
        reply = ask("front", "unlock", units, **told)
        assert [(each["unit"], each["from"], each["to"]) for each in reply["changes"]] == [(unit, True, False) for unit in turned]

    @rule("FRONT-03")
    def test_the_one_who_unlocks_is_asked(self) -> None:
        game = begun({"b": theirs(state={"locked": True})})
        assert game.do({"do": "open", "procedure": "unlock", "with": {"seat": 1}})["prompt"]["asked_of"] == 1
        assert game.do({"do": "answer", "value": [0]})["changes"] == []


class TestTerritories:
    @rule("FRONT-22")
    def test_conquered_with_its_effect_read_out(self) -> None:
        game = begun({}, table={"territories": {"Malaya": {"effect": "draw up to two cards"}}})
        reply = game.do({"do": "open", "procedure": "conquer", "with": {"territory": "Malaya", "by": 1}})
        assert change(reply, "", "territories.Malaya") == {"effect": "draw up to two cards", "owner": 1}
        assert [(line["text"], line["ref"]) for line in reply["ledger"]] == [("Malaya: draw up to two cards", "FRONT-22")]
        assert reply["prompt"]["asked_of"] == 1
        game.do({"do": "answer", "value": []})
        reply = game.do({"do": "open", "procedure": "conquer", "with": {"territory": "Burma", "by": 0}})
        assert (change(reply, "", "territories.Burma"), reply["prompt"]) == ({"owner": 0}, None)
        reply = game.do({"do": "open", "procedure": "conquer", "with": {"territory": "Malaya"}})
        assert (change(reply, "", "territories.Malaya"), reply["prompt"]) == ({"effect": "draw up to two cards"}, None)
        assert set(game.do({"do": "state"})["state"]["table"]["territories"]) == {"Malaya", "Burma"}

    @rule("FRONT-22")
    def test_the_effect_may_be_told(self) -> None:
        reply = ask("front", "conquer", {}, territory="Malaya", by=0, effect="draw")
        assert reply["changes"][0]["to"] == {"owner": 0, "effect": "draw"}


class TestSides:
    """FRONT-01: friend from foe, also where a calculator's question names no seats."""

    @rule("FRONT-01")
    @pytest.mark.parametrize(("sides", "asked"), [
        (("allies", "axis", "allies"), ["block:b", "target:a"]), ((None, None, None), ["block:b", "block:c", "target:a"]),
        (("allies", "allies", "allies"), []), (("allies", None, "allies"), ["block:b", "target:a"])])
    def test_by_sides_or_else_whoever_does_not_attack(self, sides: Any, asked: list[str]) -> None:
        units = {key: {"card": {**ours()["card"], **({"side": side} if side else {})}}
                 for key, side in zip("abc", sides, strict=True)}
        assert ask("front", "battle", units, attackers=["a"])["result"].get("assumed", []) == asked

    @rule("FRONT-01")
    def test_attackers_are_nobodys_targets(self) -> None:
        asked = opened({"a": ours(), "e": ours(), "b": ours()}, attackers=["a", "e"], blockers={})[1]["prompt"]
        assert [option["key"] for option in asked["options"]] == ["none", "b"]

    @rule("FRONT-01", "FRONT-16")
    def test_who_is_on_the_other_side_may_be_a_target_beside_a_blocker(self) -> None:
        """A question without seats: b blocks, c does nothing, both are of the other side."""
        sides = {"a": "allies", "e": "allies", "f": "allies", "b": "axis", "c": "axis"}
        units = {key: {"card": {**ours()["card"], "side": side}} for key, side in sides.items()}
        ranked = ask("front", "options", units, attackers=["a", "e"], blockers={"a": ["b"]})["result"]["ranked"]
        assert {entry["targets"].get("e") for entry in ranked} == {None, "b", "c"}

    @rule("FRONT-01")
    @pytest.mark.parametrize("side", ["allies", "axis", None])
    def test_another_seat_is_an_enemy_whatever_its_side(self, side: str | None) -> None:
        told: dict[str, Any] = {"side": side} if side else {}
        units = {"a": ours(side="allies"), "b": theirs(**told), "c": ours()}
        assert opened(units, attackers=["a"])[1]["prompt"]["key"] == "block:b"
        assert fight(units, attackers=["a"], blockers={"a": ["c"]})["refused"]["refs"] == ["FRONT-04"]


class TestTheTurn:
    @rule("FRONT-11")
    @pytest.mark.parametrize(("reading", "left"), [("turn", {}), ("permanent", {"damage": 2})])
    def test_how_long_damage_lasts(self, reading: str, left: Any) -> None:
        """AMB-F9."""
        game = begun({"a": ours(2, 5), "b": theirs(state={"damage": 2})}, {"damage_lasts": reading})
        game.do({"do": "advance", "to": "end"})
        assert game.do({"do": "state"})["state"]["units"]["b"]["state"].get("damage") == 2
        game.do({"do": "advance"})
        after = game.do({"do": "state"})["state"]
        assert (after["turn"], after["step"]) == (2, "before")
        assert {key: value for key, value in after["units"]["b"]["state"].items() if key == "damage"} == left

    @rule("FRONT-23")
    def test_a_battle_has_its_step_and_is_open_to_both(self) -> None:
        game = Game(RULESETS)
        game.do({"do": "start", "game": "front", "setup": {"units": {"a": ours(), "b": theirs()}}})
        refused = game.do({"do": "open", "procedure": "battle", "with": {"attackers": ["a"]}})
        assert (refused["refused"]["key"], refs(refused)) == ("not_now", ["FRONT-23"])
        assert game.do({"do": "advance"})["step"] == "battle"
        assert "battle" in game.do({"do": "state"})["offers"]["1"]
        assert "refused" not in game.do({"do": "open", "procedure": "battle", "with": {"attackers": ["b"]}})

    @rule("FRONT-23")
    def test_the_steps(self) -> None:
        game, seen = begun({}), []
        for _ in range(4):
            seen.append(game.do({"do": "advance"})["step"])
        assert seen == ["after", "end", "before", "battle"]

    @rule("FRONT-23")
    @pytest.mark.parametrize("step", ["before", "battle", "after"])
    def test_what_the_players_add_is_open_in_every_step(self, step: str) -> None:
        game = Game(RULESETS)
        offers = game.do({"do": "start", "game": "front", "state": {"step": step}})["offers"]["0"]
        assert {"checklist", "own_step", "drop_step", "conquer", "unlock", "lock"} <= set(offers)
        assert ("options" in offers) is (step == "battle")


class TestOwnSteps:
    """FRONT-23, FRONT-20: the players complete the turn themselves."""

    def game(self, *steps: dict[str, Any]) -> Game:
        game = begun({})
        for step in steps:
            assert "error" not in game.do({"do": "open", "procedure": "own_step", "with": step})
        return game

    def names(self, game: Game) -> list[str]:
        return [step["name"] for step in game.do({"do": "state"})["state"]["table"].get("own_steps", [])]

    @rule("FRONT-23")
    def test_named_and_put_in_order(self) -> None:
        game = self.game({"name": "draw", "when": "before"}, {"name": "pay", "when": "before"},
                         {"name": "unlock", "when": "before", "at": 1}, {"name": "move", "when": "after", "at": 2})
        assert self.names(game) == ["unlock", "move", "draw", "pay"]
        game.do({"do": "open", "procedure": "own_step", "with": {"name": "unlock", "when": "after"}})
        assert self.names(game) == ["move", "draw", "pay", "unlock"]
        game.do({"do": "open", "procedure": "drop_step", "with": {"name": "draw"}})
        assert self.names(game) == ["move", "pay", "unlock"]
        assert refs(game.do({"do": "open", "procedure": "drop_step", "with": {"name": "draw"}})) == ["FRONT-23"]

    @rule("FRONT-23", "FRONT-20")
    def test_ticked_off_and_fresh_each_turn(self) -> None:
        game = self.game({"name": "draw", "when": "before"}, {"name": "mulligan", "when": "before", "repeats": "once"},
                         {"name": "move", "when": "after"})
        reply = game.do({"do": "advance"})
        assert [line["text"] for line in reply["ledger"]] == ["move"]
        game.do({"do": "answer", "prompt": "checklist", "value": []})
        reply = game.do({"do": "advance", "to": "before"})
        assert [line["text"] for line in reply["ledger"]] == ["draw", "mulligan"]
        reply = game.do({"do": "answer", "prompt": "checklist", "value": [0]})
        assert [(each["tracker"], each["to"]) for each in reply["changes"]] == [("done_once", ["mulligan"])]
        reply = game.do({"do": "open", "procedure": "checklist"})
        assert [line["text"] for line in reply["ledger"]] == ["draw"]
        reply = game.do({"do": "answer", "value": []})
        assert [(each["tracker"], each["to"]) for each in reply["changes"]] == [("done", ["draw"])]
        assert game.do({"do": "open", "procedure": "checklist"})["prompt"] is None
        game.do({"do": "advance", "to": "after"})
        game.do({"do": "answer", "value": []})
        assert [line["text"] for line in game.do({"do": "advance", "to": "before"})["ledger"]] == ["draw"]

    @rule("FRONT-23", "FRONT-20")
    def test_in_the_battle_none_are_open(self) -> None:
        game = self.game({"name": "draw", "when": "before"})
        assert game.do({"do": "open", "procedure": "checklist"})["prompt"] is None

    @rule("FRONT-20")
    def test_two_ticked_one_declined(self) -> None:
        game = self.game(*({"name": name, "when": "after"} for name in ("one", "two", "three")))
        game.do({"do": "advance"})
        reply = game.do({"do": "answer", "value": [1]})
        assert [each["to"] for each in reply["changes"]] == [["one", "three"]]


@rule("FRONT-02", "FRONT-07")
@pytest.mark.parametrize(("card", "sign", "stands"), [
    ({"domain": "ground", "subtypes": ["Infantry"], "dv": 3}, "infantry", (1, 3)), ({"domain": "ground"}, "armour", None),
    ({"domain": "air", "subtypes": ["Bomber"], "dv": 2}, "anti-air", (0, 2)), ({}, "", None)])
def test_at_one_look(card: Any, sign: str, stands: Any) -> None:
    """The sign of a unit, and what 2 points of damage have left of its defense value."""
    game = begun({"a": {"seat": 0, "card": card, "state": {"damage": 2}}})
    assert game.session
    unit, glance = game.session.state.unit("a"), RULESETS["front"].glance
    told = glance.fact(unit)
    assert glance.sign(unit) == sign
    assert (tuple(dict(told.values).values()) if told else None) == stands
