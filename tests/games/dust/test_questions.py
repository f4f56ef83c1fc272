"""What answers and changes cite, and questions that make no sense."""

from typing import Any

import pytest

from tests.games.asking import ask
from tests.games.dust.table import COMMAND, H, M, hero, rule, rules_of_changes, seated, squad, walker, weapon


def rules_cited(question: str, units: Any = None, **situation: Any) -> set[str]:
    return {*ask("dust", question, units, **situation)["refs"]}


SERUM = {"skills": ["wiederbelebungsserum"], "weapons": {"Gun": weapon("1/1")}}


PAIR = {"b": seated(1, squad(1), joined="h"), "h": seated(1, hero(3), joined="b")}


class TestRulesOfAnswers:
    @rule("DUST-19", "DUST-26")
    @pytest.mark.parametrize(
        ("question", "situation", "refs"),
        [
            ("cover", {"sources": ["crate"]}, {"DUST-46", "DUST-40"}),
            ("cover", {"sources": ["trap", "corner"]}, {"DUST-46", "DUST-40", "DUST-45"}),
            ("cover", {"sources": ["building"]}, {"DUST-46", "DUST-79"}),
            ("cover", {"sources": ["corner"], "corner_of": "small_entrance"}, {"DUST-46", "DUST-82"}),
            ("cover", {"sources": [], "target": "hero"}, {"DUST-46", "DUST-39"}),
            ("cover", {"sources": [], "kinds": ["close"]}, {"DUST-46", "DUST-53"}),
            ("cover", {"sources": [], "kinds": ["artillery", "volley"]}, {"DUST-46", "DUST-62", "DUST-42"}),
            ("cover", {"sources": ["crate"], "corner_of": "small_entrance"}, {"DUST-46", "DUST-40"}),
            ("cover", {"sources": [], "kinds": ["laser"]}, {"DUST-46"}),
            ("sight", {"between": ["crate", "trap"]}, {"DUST-179", "DUST-19", "DUST-20"}),
            ("sight", {"between": ["squad"]}, {"DUST-179", "DUST-21"}),
            ("sight", {"between": ["vehicle"]}, {"DUST-179", "DUST-24"}),
            ("sight", {"between": ["smoke"]}, {"DUST-179", "DUST-25"}),
            ("sight", {}, {"DUST-179"}),
            ("sight", {"between": ["wall"], "corners": [{"side": "left"}]}, {"DUST-179", "DUST-77", "DUST-26"}),
            ("ammo", {"alive": 2, "ammo": 3}, {"DUST-160"}),
            ("ammo", {"ammo": 3, "loaded": False}, {"DUST-160", "DUST-55"}),
            ("ammo", {"ammo": 3, "columns": 2}, {"DUST-160", "DUST-157"}),
            ("ammo", {"ammo": 3, "skills": ["bad_ass"]}, {"DUST-160", "DUST-116"}),
        ],
    )
    def test_what_an_answer_rests_on(self, question: str, situation: dict[str, Any], refs: set[str]) -> None:
        assert rules_cited(question, **situation) == refs

    @rule("DUST-157", "DUST-42")
    def test_what_cards_tell_is_cited_too(self) -> None:
        volley, reloaded = weapon("1/1-2/1", "A", ammo=6), weapon("1/1", "6", "reload", ammo=3)
        units = {
            "w": seated(0, walker(weapons={"V": volley}), loaded={"V": False}),
            "r": seated(0, squad(2, {"R": reloaded}, skills=["bad_ass"])),
            "t": {"card": {"kind": "trap"}},
        }
        assert rules_cited("ammo", units, unit="w", weapon="V") == {"DUST-160", "DUST-55", "DUST-157"}
        assert rules_cited("ammo", units, unit="r", weapon="R") == {"DUST-160", "DUST-116"}
        assert rules_cited("sight", units, between=["t"]) == {"DUST-179", "DUST-20"}
        phaser = {"p": {"card": walker(weapons={"P": weapon("2~3")})}, "s": {"card": squad()}}
        assert rules_cited("cover", phaser, sources=["trap"], attacker="p", weapon="P", target="s") == {"DUST-46", "DUST-40", "DUST-42"}

    @rule("DUST-13", "DUST-94")
    @pytest.mark.parametrize(
        ("question", "situation", "ref"),
        [
            ("actions", {"declared": ["sustained"], "entering": True}, "DUST-103"),
            ("move", {"unit": "w", "onto": "trap"}, "DUST-13"),
            ("command", {"order": "reactivate", "members": ["officer"], "adjacent": False}, "DUST-144"),
            ("join", {"hero": "h", "squad": "w"}, "DUST-94"),
            ("reaction", {"reactor": "w", "enemy": "e", "range": 3, "declared": ["move", "attack"]}, "DUST-64"),
            ("flame", {"attacker": "w", "weapon": "F", "path": ["e", "h", "h"]}, "DUST-193"),
        ],
    )
    def test_a_no_cites_its_rule_beside_the_question(self, question: str, situation: dict[str, Any], ref: str) -> None:
        units = {"w": seated(0, walker(weapons={"F": weapon("1/man", "2", "flamethrower")})), "h": seated(0, hero()), "e": seated(1, squad())}
        assert ref in rules_cited(question, units, **situation)


class TestRulesOfChanges:
    @rule("DUST-148", "DUST-103")
    @pytest.mark.parametrize(
        ("question", "units", "situation", "refs"),
        [
            (
                "attack",
                {"a": seated(0, hero(**SERUM), damage=2), "b": seated(1, squad())},
                {"roll": {"attack": [H]}},
                {"a.damage": "DUST-138", "b.alive": "DUST-38"},
            ),
            (
                "attack",
                {"a": seated(0, squad(1, {"Gun": weapon("1/1")})), **PAIR},
                {"roll": {"attack": [H]}},
                {"b.where": "DUST-180", "b.joined": "DUST-186", "h.joined": "DUST-186"},
            ),
            (
                "attack",
                {"a": seated(0, squad(1, {"Gun": weapon("1/skull")})), "b": seated(1, walker(3))},
                {"roll": {"attack": [H]}},
                {"b.where": "DUST-159", "b.damage": "DUST-159"},
            ),
            (
                "attack",
                {"a": seated(0, squad(1, {"Gun": weapon("1/1")}, skills=["sniper"])), "b": seated(1, squad(2))},
                {"named": 0, "roll": {"attack": [H]}},
                {"b.alive": "DUST-134"},
            ),
            (
                "attack",
                {"a": seated(0, squad(1, {"Gun": weapon("1/1")})), "b": seated(1, walker())},
                {"as": "reaction", "roll": {"attack": [M]}},
                {"a.activated": "DUST-66"},
            ),
            (
                "attack",
                {"a": seated(0, walker(weapons={"Gun": weapon("1/1", "A")})), "b": seated(1, walker())},
                {"as": "indirect", "roll": {"attack": [M]}},
                {"a.activated": "DUST-59", "a.loaded.Gun": "DUST-55"},
            ),
            (
                "attack",
                {"a": seated(0, squad(1, {"Gun": weapon("1/1")})), "b": seated(1, {"kind": "trap"}, damage=1)},
                {"readings": {"elementDamage": "reset"}, "roll": {"attack": [M]}},
                {"b.damage": "DUST-43"},
            ),
            ("reload", {"a": seated(0, walker(weapons={"Gun": weapon("1/1", "A")}), loaded={"Gun": False})}, {"unit": "a"}, {"a.loaded.Gun": "DUST-128"}),
            (
                "reaction",
                {"a": seated(0, squad()), "b": seated(1, squad())},
                {"reactor": "a", "enemy": "b", "roll": {"reaction": [M]}},
                {"a.activated": "DUST-66"},
            ),
            ("self_repair", {"a": seated(0, walker(skills=["self_repair"]), damage=1)}, {"unit": "a", "roll": {"self_repair": [H]}}, {"a.damage": "DUST-130"}),
            (
                "tank_head",
                {"a": seated(0, hero(skills=["tank_head"])), "b": seated(0, walker(), damage=1)},
                {"unit": "a", "target": "b"},
                {"b.damage": "DUST-137"},
            ),
            (
                "command",
                {"a": seated(0, COMMAND), "b": seated(0, walker(), damage=1)},
                {"unit": "a", "order": "makeshift_repair", "target": "b"},
                {"b.damage": "DUST-146"},
            ),
            ("command", {"a": seated(0, COMMAND), "b": seated(0, hero(), damage=1)}, {"unit": "a", "order": "get_up", "target": "b"}, {"b.damage": "DUST-148"}),
            (
                "command",
                {"a": seated(0, COMMAND), "b": seated(0, squad(3, {"F": weapon("1/1", ammo=3)}), alive=[0], ammo={"F": 1})},
                {"unit": "a", "order": "get_up", "target": "b"},
                {"b.alive": "DUST-148", "b.ammo.F": "DUST-148"},
            ),
            (
                "command",
                {"a": seated(0, COMMAND), "b": seated(0, walker(3), damage=3, where="destroyed")},
                {"unit": "a", "order": "field_repair", "target": "b", "roll": {"command": [H]}},
                {"b.damage": "DUST-147", "b.where": "DUST-147"},
            ),
            (
                "command",
                {"a": seated(0, COMMAND), "b": seated(0, squad(), where="destroyed")},
                {"unit": "a", "order": "come_on_guys", "target": "b", "roll": {"command": [H]}},
                {"b.where": "DUST-149"},
            ),
            (
                "move",
                {"a": seated(0, walker(), where="reserve"), "c": {"card": {"kind": "crate"}}},
                {"unit": "a", "dx": 1, "dy": 0, "destroys": ["c"]},
                {"a.where": "DUST-103", "c.where": "DUST-12"},
            ),
            ("separate", PAIR, {"unit": "b"}, {"b.joined": "DUST-99", "h.joined": "DUST-99"}),
            ("setup", {"a": seated(0, walker())}, {"own": False, "roll": {"element": [[H, M, M], [M, M, M]]}}, {"a.where": "DUST-103"}),
        ],
    )
    def test_a_change_cites_what_made_it(self, question: str, units: Any, situation: dict[str, Any], refs: dict[str, str]) -> None:
        told = {"attacker": "a", "weapon": "Gun", "target": "b", **situation} if question == "attack" else dict(situation)
        readings = told.pop("readings", {})
        assert rules_of_changes(ask("dust", question, units, readings, **told)) == refs


class TestNonsense:
    @rule("DUST-09", "DUST-160")
    @pytest.mark.parametrize(
        ("question", "told", "wrong"),
        [
            ("actions", {"declared": ["dance", "move"]}, "dance"),
            ("actions", {"declared": ["move"], "skills": ["dance"]}, "dance"),
            ("reaction", {"declared": ["dance"]}, "dance"),
            ("reaction", {"enemy_skills": ["dance"]}, "dance"),
            ("move", {"unit": "u", "through": ["lava"]}, "lava"),
            ("move", {"unit": "u", "onto": "lava"}, "lava"),
            ("cover", {"attacker": "plane"}, "plane"),
            ("cover", {"target": "plane"}, "plane"),
            ("sight", {"between": ["lava"]}, "lava"),
            ("sight", {"attacker": "plane", "between": ["trap"]}, "plane"),
            ("ammo", {"unit": "u", "weapon": "Sling"}, "Sling"),
            ("attack", {"attacker": "u", "weapon": "Rifle", "target": "v", "skills": ["dance"]}, "dance"),
        ],
    )
    def test_words_nobody_knows_are_said(self, question: str, told: Any, wrong: str) -> None:
        assert wrong in ask("dust", question, {"u": seated(0, squad()), "v": seated(1, squad())}, **told)["error"]
