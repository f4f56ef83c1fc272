"""The Front: splits, unblocked attackers and their answers, bonuses, and the order in which a battle asks."""

from typing import Any, ClassVar

import pytest

from engine.games.front.examples import HA_GO
from tests.games.asking import ask, change
from tests.games.test_front import INFANTRY, begun, damage, fight, gone, opened, ours, refs, theirs

rule = pytest.mark.rule
BOTH = {"ground": 2, "air": 3}


class TestSplits:
    UNITS: ClassVar[dict[str, Any]] = {"a": ours(4, 9), "b": theirs(1, 2), "c": theirs(1, 3)}

    @rule("FRONT-15")
    @pytest.mark.parametrize(("b", "c", "falls"), [(4, 0, {"b"}), (2, 2, {"b"}), (1, 3, {"c"}), (0, 4, {"c"})])
    def test_in_whole_points_as_the_attacker_likes(self, b: int, c: int, falls: set[str]) -> None:
        reply = fight(self.UNITS, attackers=["a"], blockers={"a": ["b", "c"]}, splits={"a": {"b": b, "c": c}})
        assert (damage(reply).get("b", 0), damage(reply).get("c", 0), damage(reply)["a"], gone(reply)) == (b, c, 2, falls)

    @rule("FRONT-15")
    @pytest.mark.parametrize("split", [{"b": 2, "c": 1}, {"b": 4, "c": 1}, {"b": 3}, {"b": 0, "c": 0}])
    def test_all_points_are_assigned_and_no_more(self, split: Any) -> None:
        reply = fight(self.UNITS, attackers=["a"], blockers={"a": ["b", "c"]}, splits={"a": split})
        assert (reply["refused"]["key"], refs(reply)) == ("wrong_split", ["FRONT-15"])
        assert refs(fight(self.UNITS, attackers=["a"], blockers={"a": ["b"]}, splits={"a": {"b": 3}})) == ["FRONT-15"]
        assert "refused" not in fight(self.UNITS, attackers=["a"], blockers={"a": ["b", "c"]}, splits={"a": {"c": 4}})

    @rule("FRONT-15", "FRONT-08")
    def test_each_value_is_split_among_the_blockers_of_its_domain(self) -> None:
        units = {"a": ours({"ground": 4, "air": 3}, 9, initiative=["air"]), "b": theirs(1, 3), "c": theirs(1, 3),
                 "d": theirs(1, 3, domain="air"), "n": theirs(1, 3, domain="naval")}
        every = {"a": ["b", "d", "n", "c"]}
        reply = fight(units, attackers=["a"], blockers=every, splits={"a": {"b": 1, "c": 3}})
        assert (damage(reply), gone(reply)) == ({"b": 1, "c": 3, "d": 3, "a": 2}, {"c", "d"})
        assert refs(fight(units, attackers=["a"], blockers=every, splits={"a": {"b": 1, "c": 3, "d": 2}})) == ["FRONT-15"]
        wrong = fight(units, attackers=["a"], blockers=every, splits={"a": {"b": 1, "c": 3, "n": 1}})
        assert refs(wrong) == ["FRONT-08", "FRONT-15"]
        assert "refused" not in fight(units, attackers=["a"], blockers=every, splits={"a": {"b": 1, "c": 3, "n": 0}})

    @rule("FRONT-15")
    def test_asked_point_by_point_with_the_best_split_advised(self) -> None:
        """4 points against defense values of 2, 3 and 1: the first and the last fall, one point is left over for the second."""
        units = {"a": ours(4, 9), "b": theirs(1, 2), "c": theirs(1, 3), "d": theirs(1, 1)}
        game, reply = opened(units, attackers=["a"], blockers={"a": ["b", "c", "d"]})
        asked = reply["prompt"]
        assert (asked["key"], asked["kind"], asked["asked_of"], asked["least"], asked["most"], asked["default"]) == (
            "split:a:b", "number", 0, 0, 4, 2)
        asked = game.do({"do": "answer", "value": 1})["prompt"]
        assert (asked["key"], asked["most"], asked["default"]) == ("split:a:c", 3, 1)
        assert "error" in game.do({"do": "answer", "value": 4})
        reply = game.do({"do": "answer", "value": 0})
        assert [line["changes"][0]["to"] for line in reply["ledger"][:3]] == [3, 1, 3]

    @rule("FRONT-15", "FRONT-08")
    def test_where_there_is_no_choice_nobody_is_asked(self) -> None:
        units = {"a": ours(4, 9), "b": theirs(1, 2), "n": theirs(1, 3, domain="naval"), "m": theirs(1, 3, domain="naval")}
        assert opened(units, attackers=["a"], blockers={"a": ["b", "n", "m"]})[1]["prompt"]["key"] == "outcome"
        assert damage(fight(units, attackers=["a"], blockers={"a": ["b", "n", "m"]})) == {"b": 4, "a": 1}

    @rule("FRONT-15")
    def test_advice_given_up_leaves_what_there_is(self) -> None:
        """Advised 2 and 2; after 3 on the first there is only 1 for the second."""
        units = {"a": ours(4, 9), "b": theirs(1, 2), "c": theirs(1, 2), "d": theirs(1, 9)}
        game, _ = opened(units, attackers=["a"], blockers={"a": ["b", "c", "d"]})
        asked = game.do({"do": "answer", "value": 3})["prompt"]
        assert (asked["most"], asked["default"]) == (1, 1)


class TestUnblocked:
    @rule("FRONT-16")
    def test_one_value_unsplit_at_one_unit_or_none(self) -> None:
        units = {"a": ours({"ground": 2, "air": 5}, 9, initiative=["air"]), "b": theirs(0, 9), "c": theirs(0, 9, domain="air")}
        assert damage(fight(units, attackers=["a"], blockers={}, targets={"a": "b"})) == {"b": 2}
        assert damage(fight(units, attackers=["a"], blockers={}, targets={"a": "c"})) == {"c": 5}
        assert damage(fight(units, attackers=["a"], blockers={}, targets={})) == {}

    @rule("FRONT-16")
    def test_asked_among_those_it_may_hit(self) -> None:
        game, reply = opened({"a": ours(), "b": theirs(), "c": theirs()}, attackers=["a"], blockers={})
        assert (reply["prompt"]["key"], reply["prompt"]["asked_of"]) == ("target:a", 0)
        assert [option["key"] for option in reply["prompt"]["options"]] == ["none", "b", "c"]
        assert game.do({"do": "answer", "value": "none"})["prompt"] is None

    @rule("FRONT-16")
    def test_a_blocked_attacker_names_no_target(self) -> None:
        units = {"a": ours(), "b": theirs(), "c": theirs()}
        reply = fight(units, attackers=["a"], blockers={"a": ["b"]}, targets={"a": "c"})
        assert (reply["refused"]["key"], refs(reply)) == ("blocked", ["FRONT-16"])
        over = fight(units, overrule=True, attackers=["a"], blockers={"a": ["b"]}, targets={"a": "c"}, answers={})
        assert damage(over) == {"a": 3, "b": 3, "c": 3}

    @rule("FRONT-16")
    def test_the_target_is_an_enemy(self) -> None:
        reply = fight({"a": ours(), "b": ours()}, attackers=["a"], blockers={}, targets={"a": "b"})
        assert (reply["refused"]["key"], refs(reply)) == ("not_an_enemy", ["FRONT-16"])

    @rule("FRONT-16", "FRONT-07")
    def test_several_on_one_unit_add_up(self) -> None:
        units = {"a": ours(1), "e": ours(2), "b": theirs(3, 3)}
        assert gone(fight(units, attackers=["a", "e"], blockers={}, targets={"a": "b", "e": "b"})) == {"b"}

    @rule("FRONT-17")
    def test_a_locked_target_that_does_not_block_deals_nothing_back(self) -> None:
        units = {"a": ours(), "b": theirs(state={"locked": True})}
        game, reply = opened(units, attackers=["a"], targets={"a": "b"})
        assert (reply["prompt"]["key"], damage(game.do({"do": "answer", "value": []}))) == ("outcome", {"b": 3})
        reply = fight(units, attackers=["a"], targets={"a": "b"}, answers={"a": True})
        assert (reply["refused"]["key"], refs(reply)) == ("locked", ["FRONT-17"])

    @rule("FRONT-18")
    @pytest.mark.parametrize(("answers", "after", "is_locked"), [(True, {"a": 2, "b": 3}, True), (False, {"b": 3}, None)])
    def test_an_unlocked_target_may_answer_and_is_locked(self, answers: bool, after: Any, is_locked: Any) -> None:
        units = {"a": ours(3, 3), "b": theirs(2, 4)}
        game, reply = opened(units, attackers=["a"], blockers={}, targets={"a": "b"})
        assert (reply["prompt"]["key"], reply["prompt"]["asked_of"], reply["prompt"]["ref"]) == ("answer:a", 1, "FRONT-18")
        reply = game.do({"do": "answer", "value": answers})
        assert change(reply, "b", "locked") is is_locked
        assert damage(game.do({"do": "answer", "value": []})) == after
        assert damage(fight(units, attackers=["a"], blockers={}, targets={"a": "b"}, answers={"a": answers})) == after

    @rule("FRONT-18", "FRONT-08")
    def test_nothing_to_answer_with(self) -> None:
        units = {"a": ours({"air": 1, "ground": 2}, 3, domain="air", initiative=["ground"]), "b": theirs(2, 9)}
        assert opened(units, attackers=["a"], blockers={}, targets={"a": "b"})[1]["prompt"]["key"] == "outcome"
        reply = fight(units, attackers=["a"], blockers={}, targets={"a": "b"}, answers={"a": True})
        assert (reply["refused"]["key"], refs(reply)) == ("out_of_domain", ["FRONT-08"])

    @rule("FRONT-18")
    def test_nobody_to_answer(self) -> None:
        reply = fight({"a": ours(), "b": theirs()}, attackers=["a"], blockers={}, targets={}, answers={"a": True})
        assert (reply["refused"]["key"], refs(reply)) == ("no_target", ["FRONT-18"])

    @rule("FRONT-18", "FRONT-16")
    def test_a_question_without_set_up(self) -> None:
        reply = ask("front", "battle", {"a": {"card": ours()["card"]}, "b": {"card": theirs(2)["card"]}}, attackers=["a"],
                    targets={"a": "b"})
        assert (damage(reply), reply["result"]["assumed"]) == ({"b": 3}, ["block:b", "answer:a"])


class TestBlockersAsTargets:
    """FRONT-19: a locked blocker answers only with a value it has not used in this phase."""

    UNITS: ClassVar[dict[str, Any]] = {
        "a": ours(1, 9), "e": ours(1, 9), "f": ours({"air": 1, "ground": 1}, 9, domain="air", initiative=["ground"]),
        "b": theirs(BOTH, 9, initiative=["air"])}

    @rule("FRONT-19")
    def test_with_the_value_of_the_other_domain(self) -> None:
        plan: dict[str, Any] = {"attackers": ["a", "f"], "blockers": {"a": ["b"]}, "targets": {"f": "b"}}
        game, reply = opened(self.UNITS, **plan)
        assert (reply["prompt"]["key"], reply["prompt"]["ref"]) == ("answer:f", "FRONT-19")
        assert change(game.do({"do": "answer", "value": True}), "b", "used") == ["ground", "air"]
        assert damage(fight(self.UNITS, **plan, answers={"f": True})) == {"a": 2, "f": 3, "b": 2}

    @rule("FRONT-19")
    def test_not_with_the_value_it_blocks_with(self) -> None:
        plan: dict[str, Any] = {"attackers": ["a", "e"], "blockers": {"a": ["b"]}, "targets": {"e": "b"}}
        assert opened(self.UNITS, **plan)[1]["prompt"]["key"] == "outcome"
        reply = fight(self.UNITS, **plan, answers={"e": True})
        assert (reply["refused"]["key"], refs(reply)) == ("used", ["FRONT-19"])
        assert damage(fight(self.UNITS, overrule=True, **plan, answers={"e": True})) == {"a": 2, "e": 2, "b": 2}

    @rule("FRONT-19", "FRONT-08")
    def test_a_value_it_could_not_use_in_its_block_is_unused(self) -> None:
        """A ground unit blocks an aircraft it cannot hit; its value against ground is still there."""
        units = {**self.UNITS, "b": theirs(2, 9)}
        plan: dict[str, Any] = {"attackers": ["f", "a"], "blockers": {"f": ["b"]}, "targets": {"a": "b"}, "answers": {"a": True}}
        assert damage(fight(units, **plan)) == {"b": 2, "a": 2}

    @rule("FRONT-19", "FRONT-24")
    def test_each_value_once(self) -> None:
        units = {**self.UNITS, "g": self.UNITS["f"]}
        plan: dict[str, Any] = {"attackers": ["a", "f", "g"], "blockers": {"a": ["b"]}, "targets": {"f": "b", "g": "b"}}
        reply = fight(units, **plan, answers={"f": True, "g": True})
        assert (reply["refused"]["key"], refs(reply)) == ("used", ["FRONT-19"])
        assert damage(fight(units, **plan, answers={"f": False, "g": True})) == {"a": 2, "g": 3, "b": 3}

    @rule("FRONT-19")
    @pytest.mark.parametrize(("used", "allowed"), [(["ground"], False), (["air"], True), ([], True)])
    def test_what_the_table_says_is_used(self, used: list[str], allowed: bool) -> None:
        units = {"a": ours(1, 9), "b": theirs(BOTH, 9, {"locked": True, "blocking": True, "used": used}, initiative=["air"])}
        reply = fight(units, attackers=["a"], targets={"a": "b"}, answers={"a": True})
        assert damage(reply) == {"a": 2, "b": 1} if allowed else refs(reply) == ["FRONT-19"]

    @rule("FRONT-19", "FRONT-04")
    def test_uses_and_blocks_end_with_the_phase(self) -> None:
        game = begun(self.UNITS)
        game.do({"do": "open", "procedure": "battle", "with": {"attackers": ["a"], "blockers": {"a": ["b"]}},
                 "otherwise": "default"})
        assert game.do({"do": "state"})["state"]["units"]["b"]["state"]["used"] == ["ground"]
        reply = game.do({"do": "advance"})
        assert (change(reply, "b", "used"), change(reply, "b", "blocking"), change(reply, "b", "locked")) == ([], None, None)
        assert [each["tracker"] for each in reply["changes"]] == ["blocking", "used"]

    @rule("FRONT-19")
    @pytest.mark.parametrize(("dv", "av", "after"), [(2, 5, {"a": 2, "e": 3, "b": 2}), (5, 5, None), (6, 5, None)])
    def test_points_left_over(self, dv: int, av: int, after: Any) -> None:
        """AMB-F7: by the other reading the points that the block does not need may answer."""
        units = {"a": ours(1, dv), "e": ours(1, 9), "b": theirs(av, 9)}
        plan: dict[str, Any] = {"attackers": ["a", "e"], "blockers": {"a": ["b"]}, "targets": {"e": "b"}, "answers": {"e": True}}
        reply = fight(units, {"unused_av": "rest"}, **plan)
        assert damage(reply) == after if after else refs(reply) == ["FRONT-19"]
        assert refs(fight(units, **plan)) == ["FRONT-19"]

    @rule("FRONT-19")
    def test_points_left_over_are_given_once_and_only_if_given(self) -> None:
        units = {"a": ours(1, 2), "e": ours(1, 9), "g": ours(1, 9), "b": theirs(5, 9)}
        plan: dict[str, Any] = {"attackers": ["a", "e", "g"], "blockers": {"a": ["b"]}, "targets": {"e": "b", "g": "b"}}
        rest = {"unused_av": "rest"}
        assert damage(fight(units, rest, **plan, answers={})) == {"a": 5, "b": 3}
        assert refs(fight(units, rest, **plan, answers={"e": True, "g": True})) == ["FRONT-19"]
        assert damage(fight(units, rest, overrule=True, **plan, answers={"e": True, "g": True})) == {"a": 2, "e": 3, "b": 3}
        assert damage(fight(units, rest, **plan, answers={"g": True})) == {"a": 2, "g": 3, "b": 3}

    @rule("FRONT-19")
    def test_the_other_domain_is_whole_by_either_reading(self) -> None:
        plan: dict[str, Any] = {"attackers": ["a", "f"], "blockers": {"a": ["b"]}, "targets": {"f": "b"}, "answers": {"f": True}}
        units = {**self.UNITS, "a": ours(1, 1)}
        assert damage(fight(units, {"unused_av": "rest"}, **plan)) == {"a": 2, "f": 3, "b": 2}

    @rule("FRONT-19")
    def test_points_left_over_are_of_the_domain_of_the_block(self) -> None:
        units = {**self.UNITS, "a": ours(1, 1), "b": theirs(BOTH, 9, {"used": ["air"]}, initiative=["air"])}
        plan: dict[str, Any] = {"attackers": ["a", "f"], "blockers": {"a": ["b"]}, "targets": {"f": "b"}, "answers": {"f": True}}
        assert refs(fight(units, {"unused_av": "rest"}, **plan)) == ["FRONT-19"]

    @rule("FRONT-19", "FRONT-24")
    def test_points_left_over_picked_once(self) -> None:
        units = {"a": ours(1, 2), "e": ours(1, 9), "b": theirs(5, 9)}
        game, reply = opened(units, {"unused_av": "rest", "assign_order": "all_first"}, attackers=["a", "e"],
                             blockers={"a": ["b"]}, targets={"e": "b"})
        assert reply["prompt"]["key"] == "answer:b:0"
        assert game.do({"do": "answer", "value": "e"})["prompt"]["key"] == "outcome"

    @rule("FRONT-19")
    def test_an_unlocked_target_answers_in_full_by_either_reading(self) -> None:
        units = {"a": ours(1, 9), "b": theirs(5, 9)}
        plan: dict[str, Any] = {"attackers": ["a"], "blockers": {}, "targets": {"a": "b"}, "answers": {"a": True}}
        assert damage(fight(units, {"unused_av": "rest"}, **plan)) == {"a": 5, "b": 1}


class TestOneAnswer:
    """FRONT-24: an unlocked target answers once; if it declines it may answer a later attacker."""

    UNITS: ClassVar[dict[str, Any]] = {"a": ours(1, 9), "e": ours(1, 9), "b": theirs(2, 9)}
    PLAN: ClassVar[dict[str, Any]] = {"attackers": ["a", "e"], "blockers": {}, "targets": {"a": "b", "e": "b"}}

    @rule("FRONT-24", "FRONT-17")
    def test_after_its_answer_it_is_locked(self) -> None:
        game, reply = opened(self.UNITS, **self.PLAN)
        assert reply["prompt"]["key"] == "answer:a"
        assert game.do({"do": "answer", "value": True})["prompt"]["key"] == "outcome"
        reply = fight(self.UNITS, **self.PLAN, answers={"a": True, "e": True})
        assert (reply["refused"]["key"], refs(reply)) == ("answered", ["FRONT-24"])
        assert damage(fight(self.UNITS, **self.PLAN, answers={"a": True})) == {"a": 2, "b": 2}

    @rule("FRONT-24")
    def test_if_it_declines_it_may_answer_the_next(self) -> None:
        game, _ = opened(self.UNITS, **self.PLAN)
        assert game.do({"do": "answer", "value": False})["prompt"]["key"] == "answer:e"
        game.do({"do": "answer", "value": True})
        assert damage(game.do({"do": "answer", "value": []})) == {"e": 2, "b": 2}
        assert damage(fight(self.UNITS, **self.PLAN, answers={"e": True})) == {"e": 2, "b": 2}

    @rule("FRONT-24")
    def test_one_by_one_the_next_target_is_named_after_the_answer(self) -> None:
        game, reply = opened(self.UNITS, attackers=["a", "e"], blockers={})
        assert reply["prompt"]["key"] == "target:a"
        assert game.do({"do": "answer", "value": "b"})["prompt"]["key"] == "answer:a"
        assert game.do({"do": "answer", "value": True})["prompt"]["key"] == "target:e"

    @rule("FRONT-24", "FRONT-18")
    @pytest.mark.parametrize(("pick", "after"), [("a", {"a": 2, "b": 2}), ("e", {"e": 2, "b": 2}), ("none", {"b": 2})])
    def test_all_targets_first(self, pick: str, after: Any) -> None:
        """AMB-F8: by the other reading the target sees all who strike it, and picks one."""
        game, reply = opened(self.UNITS, {"assign_order": "all_first"}, attackers=["a", "e"], blockers={})
        game.do({"do": "answer", "prompt": "target:a", "value": "b"})
        reply = game.do({"do": "answer", "prompt": "target:e", "value": "b"})
        assert (reply["prompt"]["key"], reply["prompt"]["asked_of"]) == ("answer:b:0", 1)
        assert [option["key"] for option in reply["prompt"]["options"]] == ["none", "a", "e"]
        reply = game.do({"do": "answer", "value": pick})
        assert (reply["prompt"]["key"], change(reply, "b", "locked")) == ("outcome", True if pick != "none" else None)
        assert damage(game.do({"do": "answer", "value": []})) == after

    @rule("FRONT-24", "FRONT-19")
    def test_all_first_a_blocker_answers_once_with_each_unused_value(self) -> None:
        units = {"x": ours(1, 9, domain="naval"), "a": ours(1, 9), "e": ours(1, 9),
                 "f": ours({"air": 1, "ground": 1}, 9, domain="air", initiative=["ground"]),
                 "b": theirs({**BOTH, "naval": 1}, 9, initiative=["air", "naval"])}
        game, reply = opened(units, {"assign_order": "all_first"}, attackers=["x", "a", "e", "f"], blockers={"x": ["b"]},
                             targets={"a": "b", "e": "b", "f": "b"})
        assert [option["key"] for option in reply["prompt"]["options"]] == ["none", "a", "e", "f"]
        reply = game.do({"do": "answer", "prompt": "answer:b:0", "value": "e"})
        assert [option["key"] for option in reply["prompt"]["options"]] == ["none", "f"]
        assert game.do({"do": "answer", "prompt": "answer:b:1", "value": "f"})["prompt"]["key"] == "outcome"
        assert damage(game.do({"do": "answer", "value": []})) == {"x": 1, "e": 2, "f": 3, "b": 3}

    @rule("FRONT-24")
    def test_all_first_each_target_has_its_own_attackers(self) -> None:
        units = {**self.UNITS, "c": theirs(2, 9)}
        game, reply = opened(units, {"assign_order": "all_first"}, attackers=["a", "e"], blockers={},
                             targets={"a": "b", "e": "c"})
        assert [option["key"] for option in reply["prompt"]["options"]] == ["none", "a"]
        reply = game.do({"do": "answer", "prompt": "answer:b:0", "value": "none"})
        assert [option["key"] for option in reply["prompt"]["options"]] == ["none", "e"]

    @rule("FRONT-24")
    def test_told_answers_hold_by_either_reading(self) -> None:
        assert damage(fight(self.UNITS, {"assign_order": "all_first"}, **self.PLAN, answers={"e": True})) == {"e": 2, "b": 2}


class TestBonus:
    """FRONT-20: once per turn, +1 against Infantry."""

    UNITS: ClassVar[dict[str, Any]] = {
        "h": {"seat": 0, "card": {**HA_GO, "dv": 9, "advantage": []}}, "i": theirs(1, 9, **INFANTRY),
        "t": theirs(1, 9, subtypes=["Tank"]), "j": theirs(1, 9, **INFANTRY)}

    @rule("FRONT-20")
    def test_asked_where_it_fits_and_used_up(self) -> None:
        game, reply = opened(self.UNITS, attackers=["h"], blockers={}, targets={"h": "i"}, answers={})
        assert (reply["prompt"]["key"], reply["prompt"]["asked_of"]) == ("boost:h", 0)
        assert [option["key"] for option in reply["prompt"]["options"]] == ["none", "i"]
        reply = game.do({"do": "answer", "value": "i"})
        assert change(reply, "h", "bonus_used") is True
        assert damage(game.do({"do": "answer", "value": []})) == {"i": 3}
        again = game.do({"do": "open", "procedure": "battle", "overrule": True,
                         "with": {"attackers": ["h"], "blockers": {}, "targets": {"h": "i"}, "answers": {}}})
        assert again["prompt"]["key"] == "outcome"
        game.do({"do": "answer", "value": []})
        refused = game.do({"do": "open", "procedure": "battle", "with": {
            "attackers": ["h"], "blockers": {}, "targets": {"h": "i"}, "boosts": {"h": "i"}}})
        assert refs(refused) == ["FRONT-03", "FRONT-20"]
        game.do({"do": "advance", "to": "before"})
        assert "bonus_used" not in game.do({"do": "state"})["state"]["units"]["h"]["state"]

    @rule("FRONT-20")
    def test_it_may_be_kept(self) -> None:
        game, _ = opened(self.UNITS, attackers=["h"], blockers={}, targets={"h": "i"}, answers={})
        reply = game.do({"do": "answer", "value": "none"})
        assert (change(reply, "h", "bonus_used"), damage(game.do({"do": "answer", "value": []}))) == (None, {"i": 2})

    @rule("FRONT-20")
    @pytest.mark.parametrize(("boosts", "dealt"), [({"h": "i"}, 3), ({}, 2)])
    def test_told(self, boosts: Any, dealt: int) -> None:
        reply = fight(self.UNITS, attackers=["h"], blockers={}, targets={"h": "i"}, answers={}, boosts=boosts)
        assert (damage(reply), change(reply, "h", "bonus_used")) == ({"i": dealt}, True if boosts else None)

    @rule("FRONT-20", "FRONT-15")
    def test_on_top_of_a_split_against_one(self) -> None:
        """2 points split 1 and 1; the extra one goes to one of the two that are Infantry."""
        game, reply = opened(self.UNITS, attackers=["h"], blockers={"h": ["i", "t", "j"]}, splits={"h": {"i": 1, "t": 1}})
        assert [option["key"] for option in reply["prompt"]["options"]] == ["none", "i", "j"]
        game.do({"do": "answer", "value": "j"})
        assert damage(game.do({"do": "answer", "value": []})) == {"h": 3, "i": 1, "t": 1, "j": 1}

    @rule("FRONT-20")
    def test_a_blocker_has_it_too_and_other_targets_have_not(self) -> None:
        units = {"h": {"seat": 1, "card": HA_GO}, "i": ours(1, 9, **INFANTRY), "t": ours(1, 9, subtypes=["Tank"])}
        assert damage(fight(units, attackers=["i"], blockers={"i": ["h"]}, boosts={"h": "i"}))["i"] == 3
        assert opened(units, attackers=["t"], blockers={"t": ["h"]})[1]["prompt"]["key"] == "outcome"
        assert refs(fight(units, attackers=["t"], blockers={"t": ["h"]}, boosts={"h": "t"})) == ["FRONT-20"]
        assert refs(fight(units, attackers=["i"], blockers={"i": ["h"]}, boosts={"i": "h"})) == ["FRONT-20"]

    @rule("FRONT-20")
    def test_it_raises_the_value_of_one_domain(self) -> None:
        drop = {"seat": 0, "card": {"domain": "air", "av": {"air": 1, "ground": 1}, "dv": 9, "initiative": ["ground"],
                                    "bonus": [{"domain": "air", "amount": 1, "against": "Scout"},
                                              {"domain": "ground", "amount": 2, "against": "Scouts"}]}}
        units = {"a": drop, "i": theirs(1, 9, subtypes=["scout"]), "b": theirs(1, 9, domain="air", subtypes=["Bomber"])}
        assert damage(fight(units, attackers=["a"], blockers={}, targets={"a": "i"}, answers={}, boosts={"a": "i"})) == {"i": 3}
        assert refs(fight(units, attackers=["a"], blockers={}, targets={"a": "b"}, boosts={"a": "b"})) == ["FRONT-20"]


@rule("FRONT-23", "FRONT-04", "FRONT-15", "FRONT-16", "FRONT-18")
def test_the_order_of_a_battle() -> None:
    """Attackers, blockers, splits, targets with their answers, the outcome."""
    units = {"a": ours(4, 9), "e": ours(1, 9), "b": theirs(1, 2), "c": theirs(1, 2), "d": theirs(1, 9)}
    game, reply = opened(units, attackers=["a", "e"])
    asked = []
    answers: list[Any] = ["a", "a", "none", 2, "d", True, []]
    for value in answers:
        asked.append(reply["prompt"]["key"])
        reply = game.do({"do": "answer", "prompt": asked[-1], "value": value})
    assert asked == ["block:b", "block:c", "block:d", "split:a:b", "target:e", "answer:e", "outcome"]
    assert (damage(reply), gone(reply), reply["prompt"]) == ({"a": 2, "e": 1, "b": 2, "c": 2, "d": 1}, {"b", "c"}, None)
