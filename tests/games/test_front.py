"""The Front: battles, with values worked out from the rules by hand."""

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from engine.games import RULESETS
from engine.games.front.examples import CHI_HA, HA_GO, HO_RO, MG, PRIEST, SHERMAN
from engine.play import Game
from tests.games.asking import ask, change

rule = pytest.mark.rule
Units = Mapping[str, Any]
INFANTRY = {"subtypes": ["Infantry"]}
ZERO = {"name": "Zero", "domain": "air", "av": {"ground": 2, "air": 3}, "dv": 2, "initiative": ["ground"],
        "advantage": ["Bombers"]}


def one(seat: int, av: Any = 3, dv: int = 3, state: Any = None, **card: Any) -> dict[str, Any]:
    """A unit: ground if nothing else is said, one attack value for its own domain."""
    domain = card.get("domain", "ground")
    values = av if isinstance(av, dict) else {domain: av}
    return {"seat": seat, "card": {"domain": domain, "av": values, "dv": dv, **card}, "state": state or {}}


def ours(av: Any = 3, dv: int = 3, state: Any = None, **card: Any) -> dict[str, Any]:
    return one(0, av, dv, state, **card)


def theirs(av: Any = 3, dv: int = 3, state: Any = None, **card: Any) -> dict[str, Any]:
    return one(1, av, dv, state, **card)


def begun(units: Units, readings: Mapping[str, str] | None = None, **state: Any) -> Game:
    game = Game(RULESETS)
    table = {"step": "battle", "units": dict(units), "readings": readings or {}, **state}
    game.do({"do": "start", "game": "front", "state": table})
    return game


def opened(units: Units, readings: Mapping[str, str] | None = None, **situation: Any) -> tuple[Game, dict[str, Any]]:
    game = begun(units, readings)
    return game, game.do({"do": "open", "procedure": "battle", "with": situation})


def fight(units: Units, readings: Mapping[str, str] | None = None, overrule: bool = False, **situation: Any) -> dict[str, Any]:
    """A battle with its choices told; whatever is open takes its default."""
    return begun(units, readings).do({"do": "open", "procedure": "battle", "with": situation, "otherwise": "default",
                                      "overrule": overrule})


def refs(reply: Mapping[str, Any]) -> list[str]:
    found: list[str] = reply["refused"]["refs"]
    return found


def damage(reply: Mapping[str, Any]) -> dict[str, int]:
    """Damage after the battle, where it changed."""
    return {each["unit"]: each["to"] for each in reply["changes"] if each["tracker"] == "damage"}


def gone(reply: Mapping[str, Any]) -> set[str]:
    return {each["unit"] for each in reply["changes"] if (each["tracker"], each["to"]) == ("where", "junkyard")}


class TestExamplesOfTheSource:
    UNITS: ClassVar[dict[str, Any]] = {
        "sherman": {"seat": 0, "card": SHERMAN}, "priest": {"seat": 0, "card": PRIEST},
        "mg": {"seat": 1, "card": MG}, "chi_ha": {"seat": 1, "card": CHI_HA},
        "ho_ro": {"seat": 1, "card": HO_RO, "state": {"locked": True}},
    }

    @rule("FRONT-04", "FRONT-05", "FRONT-06", "FRONT-03", "FRONT-23")
    def test_declaration_of_blocking(self) -> None:
        """FE-01: the locked Ho-Ro is not asked; Chi-Ha and MG choose an attacker and are locked."""
        game, reply = opened(self.UNITS, attackers=["sherman", "priest"])
        assert [(each["unit"], each["tracker"], each["to"]) for each in reply["changes"]] == [
            ("sherman", "locked", True), ("priest", "locked", True)]
        assert (reply["prompt"]["key"], reply["prompt"]["asked_of"]) == ("block:mg", 1)
        assert [option["key"] for option in reply["prompt"]["options"]] == ["none", "sherman", "priest", "no_more"]
        reply = game.do({"do": "answer", "prompt": "block:mg", "value": "sherman"})
        assert (change(reply, "mg", "locked"), change(reply, "mg", "blocking")) == (True, "sherman")
        assert reply["prompt"]["key"] == "block:chi_ha"
        reply = game.do({"do": "answer", "prompt": "block:chi_ha", "value": "priest"})
        assert (change(reply, "chi_ha", "locked"), reply["prompt"]["key"]) == (True, "outcome")
        assert "refused" not in fight(self.UNITS, attackers=["sherman"], blockers={"sherman": ["mg"]})
        refused = fight(self.UNITS, attackers=["sherman"], blockers={"sherman": ["ho_ro"]})
        assert (refused["refused"]["key"], refs(refused)) == ("locked", ["FRONT-05"])

    @rule("FRONT-07", "FRONT-10", "FRONT-11", "FRONT-14")
    def test_priest_and_chi_ha(self) -> None:
        """FE-02: 3 points on a defense value of 3 destroy the Priest; its 2 leave the Chi-Ha one."""
        reply = ask("front", "battle", self.UNITS, attackers=["priest"], blockers={"priest": ["chi_ha"]})
        assert damage(reply) == {"priest": 3, "chi_ha": 2}
        assert reply["result"] == {"destroyed": ["priest"], "triggers": []}
        assert reply["after"]["priest"]["where"] == "junkyard"
        assert {each["ref"] for each in reply["changes"] if each["tracker"] == "damage"} == {"FRONT-14"}

    @rule("FRONT-12", "FRONT-14", "FRONT-07")
    @pytest.mark.parametrize("dv", [1, 2, 3, 4])
    @pytest.mark.parametrize(("more", "readings", "sherman"), [
        ({}, {}, 3), (INFANTRY, {}, None), (INFANTRY, {"advantage_lethal": "reply_anyway"}, 3)])
    def test_mg_and_sherman(self, dv: int, more: Any, readings: Any, sherman: int | None) -> None:
        """FE-03: the MG falls whatever its defense value is; as Infantry it deals nothing, unless read otherwise."""
        units = {**self.UNITS, "mg": {"seat": 1, "card": {**MG, "dv": dv, **more}}}
        reply = ask("front", "battle", units, readings, attackers=["sherman"], blockers={"sherman": ["mg"]})
        assert reply["result"]["destroyed"] == ["mg"]
        assert damage(reply) == {"mg": 4, **({"sherman": sherman} if sherman else {})}

    @rule("FRONT-10", "FRONT-11", "FRONT-15", "FRONT-20", "FRONT-27")
    @pytest.mark.parametrize("ha_go", [0, 1, 2, 4, 5])
    def test_a_multiple_block(self, ha_go: int) -> None:
        """FE-04: values that add up to 5 destroy the Sherman, its 4 split 2 and 2 both tanks; two triggers."""
        units = {"sherman": {"seat": 0, "card": SHERMAN}, "ha_go": {"seat": 1, "card": {**HA_GO, "av": {"ground": ha_go}}},
                 "ho_ro": {"seat": 1, "card": {**HO_RO, "av": {"ground": 5 - ha_go}}}}
        reply = ask("front", "battle", units, attackers=["sherman"], blockers={"sherman": ["ha_go", "ho_ro"]},
                    splits={"sherman": {"ha_go": 2, "ho_ro": 2}})
        assert damage(reply) == {"sherman": 5, "ha_go": 2, "ho_ro": 2}
        assert reply["result"] == {
            "destroyed": ["sherman", "ha_go", "ho_ro"],
            "triggers": [{"unit": "sherman", "key": "search_same_name"}, {"unit": "ha_go", "key": "draw"}]}
        moved = [each["to"] for each in reply["changes"] if each["tracker"] in ("where", "locked")]
        assert moved == ["junkyard"] * 3 + [True] * 3
        assert "FRONT-27" in reply["refs"]

    @rule("FRONT-09", "FRONT-12", "FRONT-02")
    def test_the_zero(self) -> None:
        """FE-05: Initiative! Ground lets it hit a tank with its value against ground; a Bomber it hits first."""
        tank = fight({"zero": {"seat": 0, "card": ZERO}, "t": theirs()}, attackers=["zero"], targets={"zero": "t"}, blockers={})
        assert damage(tank) == {"t": 2}
        bomber = theirs(5, 3, domain="air", subtypes=["Bomber"])
        reply = fight({"zero": {"seat": 0, "card": ZERO}, "b": bomber}, attackers=["zero"], blockers={"zero": ["b"]})
        assert (damage(reply), gone(reply)) == ({"b": 3}, {"b"})
        fighter = {**bomber, "card": {**bomber["card"], "subtypes": ["Fighter"]}}
        reply = fight({"zero": {"seat": 0, "card": ZERO}, "b": fighter}, attackers=["zero"], blockers={"zero": ["b"]})
        assert (damage(reply), gone(reply)) == ({"b": 3, "zero": 5}, {"b", "zero"})


class TestAttackers:
    @rule("FRONT-03")
    def test_attacking_locks_and_a_locked_unit_cannot_attack(self) -> None:
        assert change(fight({"a": ours(), "b": theirs()}, attackers=["a"]), "a", "locked") is True
        reply = fight({"a": ours(state={"locked": True}), "b": theirs()}, attackers=["a"])
        assert (reply["refused"]["key"], refs(reply)) == ("locked", ["FRONT-03"])
        assert damage(fight({"a": ours(state={"locked": True}), "b": theirs()}, overrule=True, attackers=["a"], blockers={},
                            targets={"a": "b"})) == {"b": 3}

    @rule("FRONT-01")
    def test_attackers_belong_to_one_player(self) -> None:
        assert refs(fight({"a": ours(), "b": theirs()}, attackers=["a", "b"])) == ["FRONT-01"]

    @rule("FRONT-01", "FRONT-16")
    def test_a_battle_is_fought_in_one_territory(self) -> None:
        units = {"a": ours(state={"territory": "Malaya"}), "b": theirs(state={"territory": "Burma"}),
                 "c": theirs(state={"territory": "Malaya"}), "e": ours(state={"territory": "Burma"})}
        assert refs(fight(units, attackers=["a"], blockers={"a": ["b"]})) == ["FRONT-01"]
        assert refs(fight(units, attackers=["a"], blockers={}, targets={"a": "b"})) == ["FRONT-16"]
        assert refs(fight(units, attackers=["a", "e"])) == ["FRONT-01"]
        assert "refused" not in fight(units, attackers=["a"], blockers={"a": ["c"]})
        assert opened(units, attackers=["a"])[1]["prompt"]["key"] == "block:c"
        assert opened(units, attackers=["e"])[1]["prompt"]["key"] == "block:b"

    @rule("FRONT-21")
    @pytest.mark.parametrize("place", ["hand", "depot", "junkyard"])
    def test_who_fights_is_in_play(self, place: str) -> None:
        away = {"where": place}
        units = {"a": ours(), "b": theirs(state=away)}
        assert refs(fight({"a": ours(state=away), "b": theirs()}, attackers=["a"])) == ["FRONT-21"]
        assert refs(fight(units, attackers=["a"], blockers={"a": ["b"]})) == ["FRONT-21"]
        assert refs(fight(units, attackers=["a"], blockers={}, targets={"a": "b"})) == ["FRONT-21"]
        assert opened({**units, "c": theirs()}, attackers=["a"])[1]["prompt"]["key"] == "block:c"
        asked = opened({**units, "c": theirs()}, attackers=["a"], blockers={})[1]["prompt"]
        assert [option["key"] for option in asked["options"]] == ["none", "c"]

    @rule("FRONT-21")
    @pytest.mark.parametrize("place", ["territory", "table"])
    def test_a_territory_is_in_play(self, place: str) -> None:
        assert damage(fight({"a": ours(state={"where": place}), "b": theirs()}, attackers=["a"], blockers={"a": ["b"]}))["b"] == 3

    @rule("FRONT-23", "FRONT-04", "FRONT-15", "FRONT-16")
    @pytest.mark.parametrize(("situation", "why"), [
        ({"attackers": ["a", "a"]}, "a: it is named twice as an attacker"),
        ({"attackers": ["a"], "blockers": {"b": ["a"]}}, "b: it does not attack"),
        ({"attackers": ["a"], "targets": {"b": "b"}}, "b: it does not attack"),
        ({"attackers": ["a"], "answers": {"b": True}}, "b: it does not attack"),
        ({"attackers": ["a"], "splits": {"b": {}}}, "b: it does not attack"),
        ({"attackers": ["a"], "blockers": {"a": []}, "splits": {"a": {"b": 3}}}, "b: it does not block this attacker"),
        ({"attackers": ["x"]}, "there is no unit x"),
    ])
    def test_nonsense(self, situation: Any, why: str) -> None:
        assert fight({"a": ours(), "b": theirs()}, **situation) == {"error": why}


class TestBlockers:
    @rule("FRONT-04")
    def test_the_defender_blocks_with_his_own(self) -> None:
        assert refs(fight({"a": ours(), "b": ours()}, attackers=["a"], blockers={"a": ["b"]})) == ["FRONT-04"]

    @rule("FRONT-04", "FRONT-23", "FRONT-05")
    def test_nobody_is_forced_to_block(self) -> None:
        reply = fight({"a": ours(), "b": theirs()}, attackers=["a"])
        assert (damage(reply), change(reply, "b", "locked")) == ({}, None)
        assert reply["result"]["assumed"] == ["block:b", "target:a"]

    @rule("FRONT-25")
    def test_one_blocker_one_attacker(self) -> None:
        reply = fight({"a": ours(), "e": ours(), "b": theirs()}, attackers=["a", "e"], blockers={"a": ["b"], "e": ["b"]})
        assert (reply["refused"]["key"], refs(reply)) == ("blocks_twice", ["FRONT-25"])
        assert refs(fight({"a": ours(), "b": theirs()}, attackers=["a"], blockers={"a": ["b", "b"]})) == ["FRONT-25"]
        assert "refused" not in fight({"a": ours(), "b": theirs()}, attackers=["a"], blockers={"a": ["b"]})

    @rule("FRONT-25", "FRONT-05", "FRONT-04")
    def test_a_unit_is_asked_once(self) -> None:
        game, reply = opened({"a": ours(), "e": ours(), "b": theirs()}, attackers=["a", "e"])
        reply = game.do({"do": "answer", "prompt": "block:b", "value": "e"})
        assert reply["prompt"]["key"] == "target:a"

    @rule("FRONT-05")
    def test_a_unit_locked_in_the_meantime_is_not_asked(self) -> None:
        game, _ = opened({"a": ours(), "b": theirs(), "c": theirs(), "d": theirs()}, attackers=["a"])
        game.do({"do": "set", "unit": "c", "tracker": "locked", "value": True})
        assert game.do({"do": "answer", "prompt": "block:b", "value": "none"})["prompt"]["key"] == "block:d"

    @rule("FRONT-05", "FRONT-04")
    def test_a_unit_that_has_left_in_the_meantime_is_not_asked(self) -> None:
        game, _ = opened({"a": ours(), "b": theirs(), "c": theirs(), "d": theirs()}, attackers=["a"])
        game.do({"do": "set", "unit": "c", "tracker": "where", "value": "junkyard"})
        assert game.do({"do": "answer", "prompt": "block:b", "value": "none"})["prompt"]["key"] == "block:d"

    @rule("FRONT-06", "FRONT-08")
    def test_blocking_another_domain(self) -> None:
        """AMB-F6: allowed, and who has no usable value deals nothing; by the other reading refused."""
        units = {"a": ours(), "b": theirs(domain="air"),
                 "c": theirs({"air": 2, "ground": 1}, domain="air", initiative=["ground"])}
        reply = fight(units, attackers=["a"], blockers={"a": ["b", "c"]})
        assert (damage(reply), change(reply, "b", "locked")) == ({"a": 1}, True)
        only = {"cross_domain_block": "same_domain_only"}
        assert refs(fight(units, only, attackers=["a"], blockers={"a": ["b"]})) == ["FRONT-06"]
        assert "refused" not in fight({**units, "b": theirs()}, only, attackers=["a"], blockers={"a": ["b"]})
        game, reply = opened(units, only, attackers=["a"])
        assert [option.get("refused", {}).get("refs") for option in reply["prompt"]["options"]] == [None, ["FRONT-06"], None]
        assert refs(game.do({"do": "answer", "prompt": "block:b", "value": "a"})) == ["FRONT-06"]

    @rule("FRONT-04")
    def test_nobody_else_blocks(self) -> None:
        """One answer for all who are left: the second unit is not asked, and nobody blocks."""
        units = {"a": ours(), "b": theirs(), "c": theirs()}
        game, reply = opened(units, attackers=["a"])
        assert reply["prompt"]["key"] == "block:b"
        reply = game.do({"do": "answer", "prompt": "block:b", "value": "no_more"})
        assert reply["prompt"]["key"] == "target:a"

    @rule("FRONT-06")
    def test_several_may_block_one(self) -> None:
        units = {"a": ours(6, 9), "b": theirs(1, 2), "c": theirs(2, 2), "d": theirs(3, 2)}
        reply = fight(units, attackers=["a"], blockers={"a": ["b", "c", "d"]})
        assert (damage(reply)["a"], gone(reply)) == (6, {"b", "c", "d"})


class TestDomains:
    @rule("FRONT-08", "FRONT-09", "FRONT-02")
    @pytest.mark.parametrize(("domain", "initiative", "dealt"), [
        ("ground", [], 1), ("air", [], None), ("naval", [], None), ("air", ["air"], 2), ("naval", ["air"], None),
        ("naval", ["naval", "air"], 4)])
    def test_the_value_for_the_domain_of_the_target(self, domain: str, initiative: list[str], dealt: int | None) -> None:
        by = ours({"ground": 1, "air": 2, "naval": 4}, initiative=initiative)
        reply = fight({"a": by, "b": theirs(0, 9, domain=domain)}, attackers=["a"], blockers={"a": ["b"]})
        assert damage(reply).get("b") == dealt

    @rule("FRONT-08")
    @pytest.mark.parametrize(("av", "dealt"), [({"ground": 1, "air": 2}, 2), ({"ground": 1}, None)])
    def test_any_printed_value(self, av: Any, dealt: int | None) -> None:
        """AMB-F3."""
        units = {"a": ours(av), "b": theirs(0, 9, domain="air")}
        assert damage(fight(units, {"domain_gate": "printed_av"}, attackers=["a"], blockers={"a": ["b"]})).get("b") == dealt
        assert damage(fight(units, attackers=["a"], blockers={"a": ["b"]})) == {}

    @rule("FRONT-12", "FRONT-08")
    @pytest.mark.parametrize(("subtypes", "reading", "dealt"), [
        (["Infantry"], "yes", 2), (["Infantry"], "no", None), (["Tank"], "yes", None)])
    def test_advantage_opens_a_domain(self, subtypes: list[str], reading: str, dealt: int | None) -> None:
        """AMB-F5."""
        units = {"a": ours({"ground": 2, "air": 1}, domain="air", advantage=["Infantry"]), "b": theirs(0, 9, subtypes=subtypes)}
        reply = fight(units, {"advantage_opens_domain": reading}, attackers=["a"], blockers={"a": ["b"]})
        assert damage(reply).get("b") == dealt

    @rule("FRONT-08", "FRONT-16")
    def test_a_target_out_of_its_domain(self) -> None:
        units = {"a": ours(), "b": theirs(domain="naval"), "c": theirs()}
        reply = fight(units, attackers=["a"], blockers={}, targets={"a": "b"})
        assert (reply["refused"]["key"], refs(reply)) == ("out_of_domain", ["FRONT-08"])
        asked = opened(units, attackers=["a"], blockers={})[1]["prompt"]
        assert [option["key"] for option in asked["options"]] == ["none", "c"]
        assert opened({"a": ours(), "b": units["b"]}, attackers=["a"], blockers={})[1]["prompt"] is None

    @rule("FRONT-02")
    @pytest.mark.parametrize(("unit", "left_out", "unknown"), [
        ("a", "dv", ["units.a.card.dv"]), ("b", "dv", ["units.b.card.dv"]), ("a", "av", ["units.a.card.av.ground"]),
        ("b", "domain", ["units.b.card.domain"])])
    def test_a_value_that_no_card_states_is_asked_for(self, unit: str, left_out: str, unknown: list[str]) -> None:
        units = {"a": ours(2, 3), "b": theirs(2, 3)}
        units[unit]["card"] = {key: value for key, value in units[unit]["card"].items() if key != left_out}
        reply = ask("front", "battle", units, attackers=["a"], blockers={"a": ["b"]})
        assert reply["unknown"] == unknown
        assert opened(units, attackers=["a"], blockers={"a": ["b"]})[1]["prompt"]["kind"] == "card"

    @rule("FRONT-02")
    def test_a_value_that_is_not_needed_is_not_asked_for(self) -> None:
        units = {"a": ours(2, 3), "b": theirs(0, 3)}
        del units["a"]["card"]["dv"]
        assert damage(ask("front", "battle", units, attackers=["a"], blockers={"a": ["b"]})) == {"b": 2}

    @rule("FRONT-28")
    def test_technical_data_have_no_effect(self) -> None:
        plain = {"a": ours(), "b": theirs()}
        told = {"a": ours(data={"cost": 5, "year": 1936, "weight": "32000 kg"}),
                "b": theirs(data={"range": "120 km", "speed": 47})}
        results = [ask("front", "battle", units, attackers=["a"], blockers={"a": ["b"]}) for units in (plain, told)]
        assert results[0] == results[1]


class TestDamage:
    @rule("FRONT-10", "FRONT-07", "FRONT-14")
    @pytest.mark.parametrize(("av", "dv", "before", "falls"), [
        (3, 3, 0, True), (4, 3, 0, True), (2, 3, 0, False), (2, 3, 1, True), (1, 3, 1, False)])
    def test_a_defense_value_at_0_or_less(self, av: int, dv: int, before: int, falls: bool) -> None:
        reply = fight({"a": ours(av), "b": theirs(0, dv, {"damage": before})}, attackers=["a"], blockers={"a": ["b"]})
        assert (damage(reply), gone(reply)) == ({"b": before + av}, {"b"} if falls else set())

    @rule("FRONT-07")
    def test_the_ledger_says_it_before_it_is_done(self) -> None:
        game, reply = opened({"a": ours(2, 3, name="Tank"), "b": theirs(3, 4, {"damage": 1}, name="Gun")}, attackers=["a"],
                             blockers={"a": ["b"]})
        assert (reply["prompt"]["key"], reply["prompt"]["asked_of"]) == ("outcome", 0)
        assert [line["text"] for line in reply["ledger"]] == [
            "Tank: 3 damage, defense value 3 becomes 0", "Gun: 2 damage, defense value 3 becomes 1",
            "Tank is destroyed: to the junkyard"]
        assert damage(reply) == {}
        reply = game.do({"do": "answer", "value": [2]})
        assert (damage(reply), gone(reply)) == ({"a": 3, "b": 3}, set())

    @rule("FRONT-11")
    def test_both_fall_together(self) -> None:
        assert gone(fight({"a": ours(), "b": theirs()}, attackers=["a"], blockers={"a": ["b"]})) == {"a", "b"}

    @rule("FRONT-07", "FRONT-11")
    def test_who_was_taken_away_meanwhile_neither_deals_nor_takes(self) -> None:
        game, _ = opened({"a": ours(), "b": theirs(), "e": ours(), "c": theirs()}, attackers=["a", "e"],
                         blockers={"a": ["b"], "e": ["c"]})
        game.do({"do": "set", "unit": "b", "tracker": "where", "value": "junkyard"})
        reply = game.do({"do": "set", "unit": "e", "tracker": "where", "value": "hand"})
        assert reply["prompt"] is None

    @rule("FRONT-14", "FRONT-15", "FRONT-16", "FRONT-18", "FRONT-19", "FRONT-12")
    def test_each_units_damage_cites_its_rule(self) -> None:
        units = {"one": ours(1, 9), "two": ours(2, 9), "free": ours(1, 9), "bold": ours(1, 9),
                 "quick": ours(1, 9, advantage=["Tank"]),
                 "sly": ours({"air": 1, "ground": 1}, 9, domain="air", initiative=["ground"]),
                 "b1": theirs(1, 9), "b2": theirs(1, 9), "b3": theirs({"ground": 1, "air": 1}, 9, initiative=["air"]),
                 "t1": theirs(1, 9), "t2": theirs(1, 9), "q": theirs(1, 9, subtypes=["Tank"])}
        shown = opened(units, attackers=["one", "two", "free", "bold", "quick", "sly"],
                       blockers={"one": ["b1"], "two": ["b2", "b3"], "quick": ["q"]}, splits={"two": {"b2": 2, "b3": 0}},
                       targets={"free": "t1", "bold": "t2", "sly": "b3"}, answers={"bold": True, "sly": True})[1]
        assert {line["changes"][0]["unit"]: line["ref"] for line in shown["ledger"]} == {
            "one": "FRONT-14", "b1": "FRONT-14", "two": "FRONT-15", "b2": "FRONT-15", "b3": "FRONT-16", "t1": "FRONT-16",
            "t2": "FRONT-16", "bold": "FRONT-18", "sly": "FRONT-19", "quick": "FRONT-14", "q": "FRONT-12"}


class TestAdvantage:
    @rule("FRONT-12", "FRONT-14")
    @pytest.mark.parametrize(("dv", "back"), [(3, None), (4, 2)])
    def test_the_destroyed_do_not_reply_survivors_do(self, dv: int, back: int | None) -> None:
        units = {"a": ours(3, 9, advantage=["Infantry"]), "b": theirs(2, dv, **INFANTRY)}
        reply = fight(units, attackers=["a"], blockers={"a": ["b"]})
        assert damage(reply) == {"b": 3, **({"a": back} if back else {})}

    @rule("FRONT-12")
    def test_the_ledger_says_who_does_not_reply(self) -> None:
        units = {"a": ours(3, 9, advantage=["Infantry"]), "b": theirs(2, 3, name="Rifles", **INFANTRY)}
        shown = opened(units, attackers=["a"], blockers={"a": ["b"]})[1]
        line = shown["ledger"][1]
        assert (line["text"], line["ref"]) == ("Rifles is destroyed before it can reply", "FRONT-12")

    @rule("FRONT-12", "FRONT-20")
    @pytest.mark.parametrize(("over", "subtypes", "domain", "first"), [
        ("Infantry", ["Infantry"], "ground", True), ("infantry", ["INFANTRY"], "ground", True),
        ("Bombers", ["Bomber"], "air", True), ("Tank", ["Tank", "Artillery"], "ground", True),
        ("Tank", ["Infantry"], "ground", False), ("Tank", [], "ground", False),
        ("Air", [], "air", True), ("Air", [], "ground", False)])
    def test_over_whom(self, over: str, subtypes: list[str], domain: str, first: bool) -> None:
        units = {"a": ours(3, 9, domain=domain, advantage=[over]), "b": theirs(2, 3, domain=domain, subtypes=subtypes)}
        assert ("a" not in damage(fight(units, attackers=["a"], blockers={"a": ["b"]}))) is first

    @rule("FRONT-12")
    def test_a_blocker_may_strike_first_too(self) -> None:
        units = {"a": ours(3, 3, subtypes=["Tank"]), "b": theirs(3, 3, advantage=["Tank"])}
        assert damage(fight(units, attackers=["a"], blockers={"a": ["b"]})) == {"a": 3}

    @rule("FRONT-12", "FRONT-11")
    def test_first_strikes_fall_together(self) -> None:
        """a strikes b first, b strikes c's attacker e first: each first strike falls, though its unit falls too."""
        units = {"a": ours(3, 9, advantage=["Infantry"]), "e": ours(3, 3, subtypes=["Tank"]),
                 "b": theirs(3, 3, advantage=["Tank"], **INFANTRY)}
        reply = fight(units, attackers=["a", "e"], blockers={"e": ["b"]}, targets={"a": "b"})
        assert (damage(reply), gone(reply)) == ({"b": 3, "e": 3}, {"b", "e"})

    @rule("FRONT-13")
    @pytest.mark.parametrize(("theirs_over", "reading", "back"), [
        (["Tank"], "if_both_apply", 2), (["Tank"], "always", 2), (["Bomber"], "if_both_apply", None), (["Bomber"], "always", 2),
        ([], "always", None)])
    def test_two_advantages_cancel(self, theirs_over: list[str], reading: str, back: int | None) -> None:
        """AMB-F1: only if each covers the other; by the other reading always."""
        units = {"a": ours(3, 9, subtypes=["Tank"], advantage=["Infantry"]), "b": theirs(2, 3, advantage=theirs_over, **INFANTRY)}
        reply = fight(units, {"advantage_cancel": reading}, attackers=["a"], blockers={"a": ["b"]})
        assert damage(reply).get("a") == back

    @rule("FRONT-12")
    @pytest.mark.parametrize(("readings", "e", "a"), [
        ({}, None, None), ({"advantage_kill": "no_fire_at_killer"}, 2, None), ({"advantage_lethal": "reply_anyway"}, 2, None)])
    def test_who_is_struck_down_first_fires_at_nobody(self, readings: Any, e: int | None, a: int | None) -> None:
        """AMB-F11, AMB-F2: b blocks e and is destroyed by the unblocked a."""
        units = {"a": ours(3, 9, advantage=["Infantry"]), "e": ours(1, 9), "b": theirs(2, 3, **INFANTRY)}
        reply = fight(units, readings, attackers=["a", "e"], blockers={"e": ["b"]}, targets={"a": "b"})
        assert (damage(reply).get("e"), damage(reply).get("a"), gone(reply)) == (e, a, {"b"})

    @rule("FRONT-12", "FRONT-15")
    @pytest.mark.parametrize(("reading", "c"), [("no_fire_at_all", None), ("no_fire_at_killer", 2)])
    def test_an_attacker_struck_down_first_by_one_of_its_blockers(self, reading: str, c: int | None) -> None:
        units = {"a": ours(4, 3, subtypes=["Tank"]), "b": theirs(3, 9, advantage=["Tank"]), "c": theirs(1, 9)}
        reply = fight(units, {"advantage_kill": reading}, attackers=["a"], blockers={"a": ["b", "c"]},
                      splits={"a": {"b": 2, "c": 2}})
        assert (damage(reply).get("b"), damage(reply).get("c"), damage(reply)["a"]) == (None, c, 4)

    @rule("FRONT-12", "FRONT-16", "FRONT-18")
    def test_an_answer_may_come_first(self) -> None:
        """The target's Advantage! destroys the unblocked attacker before its own damage."""
        units = {"a": ours(3, 3, subtypes=["Tank"]), "b": theirs(3, 3, advantage=["Tank"])}
        reply = fight(units, attackers=["a"], blockers={}, targets={"a": "b"}, answers={"a": True})
        assert (damage(reply), gone(reply)) == ({"a": 3}, {"a"})

    @rule("FRONT-12", "FRONT-18")
    def test_an_answer_that_comes_too_late_locks_all_the_same(self) -> None:
        units = {"a": ours(3, 3, advantage=["Infantry"]), "b": theirs(3, 3, **INFANTRY)}
        reply = fight(units, attackers=["a"], blockers={}, targets={"a": "b"}, answers={"a": True})
        assert (damage(reply), change(reply, "b", "locked")) == ({"b": 3}, True)

    @rule("FRONT-12", "FRONT-15")
    def test_a_split_is_first_only_against_those_it_covers(self) -> None:
        """2 on the Infantry fall first: it deals nothing; 2 on the tank fall with the tank's reply."""
        units = {"a": ours(4, 3, advantage=["Infantry"]), "b": theirs(9, 2, **INFANTRY), "c": theirs(3, 2, subtypes=["Tank"])}
        reply = fight(units, attackers=["a"], blockers={"a": ["b", "c"]}, splits={"a": {"b": 2, "c": 2}})
        assert (damage(reply), gone(reply)) == ({"b": 2, "c": 2, "a": 3}, {"a", "b", "c"})
