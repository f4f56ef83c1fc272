"""Changes cite the rule that acts. Figures worked out by hand from the book."""

from typing import Any

import pytest

from tests.games.epic.table import ask, enemy_wing, foot, force, result_of, titan

rule = pytest.mark.rule


ATTACKING = {"flying": True, "order": "ground_attack", "todo": ["shoot"]}


TROOPS = {"where": "inside", "aboard": "f"}


FALL = {"where": "reserve"}


def rules_of_changes(reply: dict[str, Any]) -> dict[str, str]:
    """The rule of each change of the first formation."""
    return {each["tracker"]: each["ref"] for each in reply["changes"] if each["unit"] == "a"}


class TestWhichRuleChangedIt:
    """Each change cites the rule that made it."""

    @rule("EPIC-09")
    @pytest.mark.parametrize(
        ("held", "question", "told", "refs"),
        [
            pytest.param({}, "action", {"order": "advance", "roll": {"test": [1]}}, {"blast": "EPIC-13"}, marks=rule("EPIC-13")),
            pytest.param({}, "action", {"order": "overwatch", "roll": {"test": [6]}}, {"overwatch": "EPIC-19"}, marks=rule("EPIC-19")),
            pytest.param(
                {"blast": 3},
                "action",
                {"order": "advance", "roll": {"test": [1]}},
                {"blast": "EPIC-111", "broken": "EPIC-109"},
                marks=rule("EPIC-109", "EPIC-111"),
            ),
            pytest.param({"overwatch": True}, "action", {"order": "advance", "roll": {"test": [6]}}, {"overwatch": "EPIC-64"}, marks=rule("EPIC-64")),
            pytest.param(
                {"blast": 3, "overwatch": True},
                "action",
                {"order": "advance", "roll": {"test": [1]}},
                {"blast": "EPIC-111", "broken": "EPIC-109", "overwatch": "EPIC-261"},
                marks=rule("EPIC-261"),
            ),
            pytest.param({"blast": 3}, "rally", {"roll": {"test": [6]}}, {"blast": "EPIC-122"}, marks=rule("EPIC-122")),
            pytest.param({"broken": True}, "rally", {"roll": {"test": [6]}}, {"broken": "EPIC-123", "blast": "EPIC-123"}, marks=rule("EPIC-123")),
            pytest.param({"blast": 3}, "regroup", {"roll": {"regroup": [1, 2]}}, {"blast": "EPIC-108"}, marks=rule("EPIC-108")),
            pytest.param({"where": "reserve"}, "teleport", {"roll": {"teleport": [1, 2, 3, 4]}}, {"blast": "EPIC-147"}, marks=rule("EPIC-147")),
            pytest.param({}, "dangerous", {"roll": {"terrain": [1]}}, {"lost": "EPIC-66"}, marks=rule("EPIC-66")),
            pytest.param({"broken": True}, "withdraw", {"distance": 3}, {"lost": "EPIC-113"}, marks=rule("EPIC-113")),
        ],
    )
    def test_what_changed_it(self, held: dict[str, Any], question: str, told: dict[str, Any], refs: dict[str, str]) -> None:
        on = {"a": force((4, foot(abilities=["teleport"])), state=held)}
        assert rules_of_changes(ask(question, on, formation="a", **told)).items() >= refs.items()

    @rule("EPIC-13", "EPIC-65")
    def test_a_renewal_that_fails_but_is_kept(self) -> None:
        on = {"a": force((4, foot()), state={"overwatch": True})}
        assert rules_of_changes(ask("action", on, {"failed_renewal": "kept"}, formation="a", order="overwatch", roll={"test": [1]})) == {"blast": "EPIC-13"}

    @rule("EPIC-44", "EPIC-62")
    def test_overwatch_fire_at_a_passed_action(self) -> None:
        gun = {"name": "Gun", "range": 30, "ap": 5}
        on = {"a": force((4, foot())), "d": force((1, foot(weapons=[gun])), seat=1, state={"overwatch": True})}
        reply = ask(
            "action", on, formation="a", order="advance", roll={"test": [6], "to_hit": [1]}, answers={"overwatch:move1:1": "d", "seen:move1:d": {"able": 1}}
        )
        assert rules_of_changes(reply) == {"blast": "EPIC-44"}

    @rule("EPIC-44", "EPIC-50")
    def test_fire(self) -> None:
        on = {"a": force((4, foot())), "d": force((3, foot()), seat=1, state={"overwatch": True})}
        told = {"shots": [{"type": "ap", "value": 4}], "roll": {"to_hit": [6], "save": [1]}}
        assert rules_of_changes(ask("fire", on, by="d", target="a", **{"as": "overwatch"}, **told)) == {"blast": "EPIC-44", "lost": "EPIC-50"}
        on = {"d": on["a"], "a": on["d"]}
        assert rules_of_changes(ask("fire", on, by="a", target="d", **{"as": "overwatch"}, **told)) == {"overwatch": "EPIC-63"}

    @rule("EPIC-102", "EPIC-103")
    @pytest.mark.parametrize(
        ("dice", "refs"),
        [
            ((6, 1), {("a", "blast"): "EPIC-104", ("d", "broken"): "EPIC-102", ("s", "blast"): "EPIC-103"}),
            ((1, 6), {("a", "broken"): "EPIC-102", ("d", "blast"): "EPIC-104"}),
        ],
    )
    def test_an_assault(self, dice: tuple[int, int], refs: dict[tuple[str, str], str]) -> None:
        reply = result_of(force((9, foot())), force((9, foot())), ([1], [1]), dice)
        found = {(each["unit"], each["tracker"]): each["ref"] for each in reply["changes"]}
        assert found.items() >= refs.items()

    @rule("EPIC-105", "EPIC-109")
    def test_a_winner_who_breaks(self) -> None:
        """Three of five lost: three markers on two units."""
        assert rules_of_changes(result_of(force((5, foot())), force((4, foot())), ([3], [2]), (6, 1)))["broken"] == "EPIC-109"


@rule("EPIC-189", "EPIC-161")
@pytest.mark.parametrize(
    ("question", "on", "told", "unit", "tracker", "ref"),
    [
        ("action", {"f": enemy_wing(2, 0, {"blast": 2})}, {"formation": "f", "order": "interception", "roll": {"test": [6]}}, "f", "blast", "EPIC-189"),
        ("flak", {"f": enemy_wing()}, {"target": "f", "shots": [{"value": 5}], "roll": {"to_hit": [1]}}, "f", "blast", "EPIC-208"),
        ("critical", {"t": force((1, titan()))}, {"unit": "t", "hits": 1}, "t", "damage", "EPIC-161"),
        ("critical", {"t": force((1, titan(shields=1)))}, {"unit": "t", "hits": 1}, "t", "shields_down", "EPIC-178"),
        ("dangerous", {"t": force((1, titan()))}, {"formation": "t", "roll": {"terrain": [1]}}, "t", "damage", "EPIC-163"),
        ("withdraw", {"t": force((1, titan()), state={"broken": True})}, {"formation": "t", "enemies_within_15": 1}, "t", "damage", "EPIC-113"),
        (
            "regroup",
            {"t": force((1, titan(shields=2)), state={"shields_down": [2]})},
            {"formation": "t", "roll": {"regroup": [1, 1]}},
            "t",
            "shields_down",
            "EPIC-181",
        ),
        ("action", {"f": enemy_wing(1, 0, FALL)}, {"formation": "f", "order": "ground_attack", "roll": {"test": [6]}}, "f", "where", "EPIC-187"),
        ("action", {"f": enemy_wing(1, 0, {"where": "reserve"})}, {"formation": "f", "order": "cap", "roll": {"test": [6]}}, "f", "cap", "EPIC-193"),
        ("end_turn", {"f": enemy_wing(1, 0, ATTACKING)}, {"turn": 1}, "f", "where", "EPIC-207"),
        ("embark", {"a": force((2, foot())), "t": force((1, titan(transport=2)))}, {"formation": "a", "transport": "t"}, "a", "where", "EPIC-167"),
        (
            "touch_down",
            {"f": enemy_wing(1, 0, ATTACKING), "a": force((2, foot()), state=TROOPS)},
            {"formation": "f", "unload": ["a"]},
            "a",
            "where",
            "EPIC-168",
        ),
        (
            "flak",
            {"f": enemy_wing(1), "a": force((2, foot()), seat=1, state=TROOPS)},
            {"target": "f", "shots": [{"value": 5}], "roll": {"to_hit": [5]}},
            "a",
            "where",
            "EPIC-212",
        ),
        ("flak", {"f": enemy_wing(1)}, {"target": "f", "shots": [{"value": 5}], "roll": {"to_hit": [5]}}, "f", "where", "EPIC-50"),
        ("landing", {"a": force((2, foot()), state=FALL)}, {"formation": "a"}, "a", "where", "EPIC-222"),
        ("landing", {"a": force((2, foot()), state=FALL)}, {"formation": "a", "spot": "off_table"}, "a", "where", "EPIC-223"),
        ("landing", {"a": force((2, foot()), state={**FALL, "aboard": "x"})}, {"formation": "a", "spot": "off_table"}, "a", "where", "EPIC-223"),
        ("schedule", {"s": force((1, {"name": "Cruiser", "type": "SC"}))}, {"formation": "s", "turn": 2}, "s", "where", "EPIC-216"),
        ("schedule", {"s": force((1, {"name": "Cruiser", "type": "SC"}))}, {"formation": "s", "turn": 2}, "s", "due", "EPIC-216"),
        (
            "action",
            {"s": force((1, {"name": "Cruiser", "type": "SC"}), state={"due": 1})},
            {"formation": "s", "order": "spacecraft", "roll": {"test": [1]}},
            "s",
            "due",
            "EPIC-219",
        ),
        (
            "action",
            {"s": force((1, {"name": "Cruiser", "type": "SC"}), state={"due": 1})},
            {"formation": "s", "order": "spacecraft", "roll": {"test": [2]}},
            "s",
            "due",
            "EPIC-218",
        ),
        ("teleport", {"a": force((1, foot(abilities=["teleport"])), state=FALL)}, {"formation": "a", "roll": {"teleport": [6]}}, "a", "where", "EPIC-147"),
        (
            "assault_result",
            {"t": force((1, titan(dc=6))), "a": force((7, foot()), seat=1)},
            {"sides": [{"formations": [{"formation": "t"}]}, {"formations": [{"formation": "a"}]}], "roll": {"result:0": [1, 1], "result:1": [3, 3]}},
            "t",
            "damage",
            "EPIC-186",
        ),
    ],
)
def test_changes_cite_their_rule(question: str, on: dict[str, Any], told: dict[str, Any], unit: str, tracker: str, ref: str) -> None:
    found = [each["ref"] for each in ask(question, on, **told)["changes"] if (each["unit"], each["tracker"]) == (unit, tracker)]
    assert found == [ref]
