"""An assault on one page: who is in contact row by row, who else is in it, who supports."""

from __future__ import annotations

from typing import Any

import pytest

from engine.playing import drafting
from engine.values.maps import Map, thawed
from engine.values.texts import english
from tests.games.epic.table import RULES, armoured_titan, enemy_wing, foot, force, game, side, tank, wing

rule = pytest.mark.rule
SKIMMER = tank(name="Skimmer", abilities=["skimmer"])


def filled(units: dict[str, Any] | None = None, **draft: Any) -> drafting.Filled:
    """Two skimmers, a Titan and a row that is lost, against three on foot."""
    ours = force((2, SKIMMER), (1, armoured_titan()), (2, foot()), state={"lost": [0, 0, 2], "order": "engage"})
    now = game(a=ours, d=side(seat=1), **(units or {})).state
    plan = RULES.plan("assault")
    assert plan
    return drafting.fill(RULES, now, plan, Map({"attacker": "a", "defender": "d", **draft}))


def facts(found: drafting.Filled) -> dict[str, Any]:
    return {fact.key: fact for fact in found.facts}


class TestRowByRow:
    @rule("EPIC-84", "EPIC-89")
    def test_rows_are_asked_for_only_where_they_differ(self) -> None:
        alike, mixed = facts(filled(fought="cc")), facts(filled(fought="mixed"))
        assert not [key for key in alike if key.startswith(("cc:", "ff:", "dodging:"))]
        assert [key for key in mixed if key.startswith("cc:")] == ["cc:a:0", "cc:a:1", "cc:d:0"]

    @rule("EPIC-84", "EPIC-133")
    def test_how_many_and_what_is_left_of_them(self) -> None:
        """Two skimmers; three dice of the Titan, of which one is kept for those it does not
        touch."""
        found = facts(filled(fought="mixed", **{"cc:a:0": 2, "cc:a:1": 2, "cc:d:0": 0}))
        assert {key: fact.most for key, fact in found.items() if key.startswith(("cc:", "ff:"))} == {
            "cc:a:0": 2,
            "cc:a:1": 3,
            "ff:a:1": 1,
            "cc:d:0": 3,
            "ff:d:0": 3,
        }
        assert [english(found[key].text) for key in ("cc:a:0", "cc:a:1")] == ["Skimmer in contact", "dice of Titan in contact"]

    @rule("EPIC-84", "EPIC-133")
    @pytest.mark.parametrize(("close", "asked"), [(0, False), (1, True), (2, True)])
    def test_skimmers_in_contact_may_shoot(self, close: int, asked: bool) -> None:
        found = facts(filled(fought="mixed", **{"cc:a:0": close, "cc:a:1": 1, "cc:d:0": 1}))
        dodging = [
            key
            for key in found
            if key not in ("reached", "fought", "terrain", "drawn_in", "others") and not key.startswith(("cc:", "ff:", "front:", "support", "near"))
        ]
        assert bool(dodging) is asked
        assert not any(key.endswith(("a:1", "d:0")) for key in dodging)
        if asked:
            assert found[dodging[0]].most == close

    @rule("EPIC-89", "EPIC-128")
    @pytest.mark.parametrize(
        ("dodging", "told"), [(0, {"cc": [2, 1, 0], "ff": [0, 2, 0]}), (1, {"cc": [1, 1, 0], "ff": [0, 2, 0], "ff_in_contact": [1, 0, 0]})]
    )
    def test_what_the_assault_is_told(self, dodging: int, told: dict[str, Any]) -> None:
        key = next(key for key in facts(filled(fought="mixed", **{"cc:a:0": 2})) if key.endswith("a:0") and not key.startswith(("cc", "ff")))
        found = filled(fought="mixed", **{"cc:a:0": 2, key: dodging, "cc:a:1": 1, "ff:a:1": 2})
        assert thawed(found.args["engaged"])["a"] == told

    @rule("EPIC-89", "EPIC-128")
    def test_no_more_shoot_in_contact_than_are_in_contact(self) -> None:
        """Told before for two, when only one is in contact now; who is no skimmer never does."""
        key = next(key for key in facts(filled(fought="mixed", **{"cc:a:0": 2})) if key.endswith("a:0") and not key.startswith(("cc", "ff")))
        found = filled(fought="mixed", **{"cc:a:0": 1, key: 2, key.replace("a:0", "a:1"): 1})
        assert thawed(found.args["engaged"])["a"]["ff_in_contact"] == [1, 0, 0]

    @rule("EPIC-90", "EPIC-150")
    def test_notes_where_a_row_fights_both_ways(self) -> None:
        both = filled(fought="mixed", **{"cc:d:0": 1, "ff:d:0": 2})
        [theirs] = [each for each in both.means if each.key == "d:0"]
        assert "1 in contact, 2 by firefight" in [english(note) for note in theirs.notes]
        for close, near in ((3, 0), (0, 3)):
            alike = filled(fought="mixed", **{"cc:d:0": close, "ff:d:0": near})
            [theirs] = [each for each in alike.means if each.key == "d:0"]
            assert not [note for note in theirs.notes if "firefight" in english(note)]


class TestTheGround:
    @rule("EPIC-86", "EPIC-89")
    def test_the_open_until_somebody_says_otherwise(self) -> None:
        found = filled()
        assert [fact.key for fact in found.facts if fact.key in ("terrain", "touching", "crossfire", "waived")] == ["terrain"]
        assert "terrain" not in found.args or found.args["terrain"] == "open_ground"
        assert filled(terrain="wood").args["terrain"] == "wood"


class TestWhoElseFights:
    @rule("EPIC-87", "EPIC-132")
    def test_friends_and_enemies_on_the_ground(self) -> None:
        """Not those who fight already, nor aircraft in flight; a field of nobody is left out."""
        more = {"b": side(), "f": wing(state={"flying": True}), "e": side(seat=1), "g": enemy_wing(state={"flying": True})}
        found = facts(filled(more))
        assert [[value for value, _ in found[key].answers] for key in ("drawn_in", "others")] == [["b"], ["e"]]
        chosen = facts(filled(more, drawn_in=("b",), others=("e",)))
        assert [[value for value, _ in chosen[key].answers] for key in ("drawn_in", "others")] == [["b"], ["e"]]
        assert not {"drawn_in", "others"} & set(facts(filled()))

    @rule("EPIC-95")
    def test_who_may_support(self) -> None:
        """Neither those who fight, nor aircraft in flight, nor who is broken or has marched."""
        more = {"b": side(), "c": side(marched=True), "f": wing(state={"flying": True}), "e": side(seat=1), "g": side(seat=1, broken=True)}
        found = facts(filled(more))
        assert [[value for value, _ in found[key].answers] for key in ("support_attacker", "support_defender")] == [["b"], ["e"]]
        assert not {"support_attacker", "support_defender"} & set(facts(filled()))
        assert "support_attacker" not in facts(filled(more, drawn_in=("b",)))

    @rule("EPIC-85", "EPIC-95")
    def test_what_is_told_of_them(self) -> None:
        more = {"b": side(), "e": side(seat=1), "s": side()}
        found = thawed(filled(more, fought="cc", others=("e",), support_attacker=("s",), **{"near:s": 2}).args)
        assert found == {"attacker": "a", "defender": "d", "fought": "cc", "others": ["e"], "supporters": [{"formation": "s", "units": [2]}]} | (
            {"terrain": found["terrain"]} if "terrain" in found else {}
        )
        assert thawed(filled(more, support_attacker=("s",)).args["supporters"]) == [{"formation": "s"}]

    @rule("EPIC-85", "EPIC-89")
    @pytest.mark.parametrize(("fought", "told", "engaged"), [({}, "cc", False), ({"fought": "ff"}, "ff", False), ({"fought": "mixed"}, "ff", True)])
    def test_how_it_is_fought(self, fought: dict[str, str], told: str, engaged: bool) -> None:
        args = filled(**fought).args
        assert (args["fought"], "engaged" in args, "others" in args, "drawn_in" in args) == (told, engaged, False, False)
        assert thawed(filled(reached=False).args) == {"attacker": "a", "defender": "d", "reached": False}

    @rule("EPIC-85")
    def test_another_assault_of_the_same_pair_is_seen_anew(self) -> None:
        plan = RULES.plan("assault")
        assert plan
        assert thawed(plan.draft(Map({"attacker": "a", "defender": "d", "fought": "cc"}))) == {"attacker": "a", "defender": "d"}
        assert thawed(plan.draft(Map({"attacker": "a", "defender": "d", "terrain": "wood"}))) == {"attacker": "a", "defender": "d", "terrain": "wood"}

    @rule("EPIC-91", "EPIC-256")
    def test_each_owner_says_in_which_order_his_rows_are_hit(self) -> None:
        """Rows that stand, in the order of the card until it is changed; a row alone has none."""
        found = facts(filled())
        assert {key: fact.preset for key, fact in found.items() if key.startswith("front")} == {"front:a": ("Skimmer", "Titan")}
        assert "front" not in filled(**{"front:a": ("Skimmer", "Titan")}).args
        assert thawed(filled(**{"front:a": ("Titan", "Skimmer")}).args["front"]) == {"a": ["Titan", "Skimmer"]}
