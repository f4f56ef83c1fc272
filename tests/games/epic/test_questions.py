"""What can be asked: limits, nonsense, words of outcomes. Figures worked out by hand from the
book."""

from typing import Any

import pytest

from engine.doors.ask import answered
from engine.games import RULESETS
from tests.games import asking
from tests.games.epic.table import RULES, SHIELDED_TITAN, ask, foot, force, tank, wrong

rule = pytest.mark.rule


class TestLimits:
    def limits(self, **told: Any) -> dict[str, Any]:
        unit = {"type": "INF", "speed": 15, **{key: told.pop(key) for key in list(told) if key in ("type", "speed", "dc", "abilities", "transport")}}
        found: dict[str, Any] = ask("limits", unit=unit, **told)["result"]
        return found

    @rule("EPIC-83")
    @pytest.mark.parametrize(("speed", "far"), [(15, 5), (25, 5), (30, 10), (35, 10), (3, 3), (0, 0)])
    def test_counter_charge(self, speed: int, far: int) -> None:
        """X-08."""
        assert self.limits(speed=speed)["counter_charge"] == far

    @rule("EPIC-83")
    def test_slow_counter_charge_by_the_other_reading(self) -> None:
        assert ask("limits", None, {"slow_countercharge": "five"}, unit={"speed": 0})["result"]["counter_charge"] == 5
        assert ask("limits", None, {"slow_countercharge": "five"}, unit={"speed": 30})["result"]["counter_charge"] == 10

    @rule("EPIC-25")
    @pytest.mark.parametrize(
        ("told", "move", "moves", "charge"),
        [
            ({}, 15, 1, 15),
            ({"order": "double"}, 15, 2, 15),
            pytest.param({"order": "march", "road": True}, 20, 3, 20, marks=rule("EPIC-75")),
            pytest.param({"order": "engage"}, 15, 1, 15, marks=rule("EPIC-79")),
            pytest.param({"order": "engage", "abilities": ["infiltrator"]}, 15, 1, 30, marks=rule("EPIC-79", "EPIC-135")),
            pytest.param({"cautious": True}, 5, 1, 5, marks=rule("EPIC-67")),
            pytest.param({"cautious": True, "road": True}, 5, 1, 5, marks=rule("EPIC-75")),
            ({"order": "sustained"}, 15, 0, 15),
            ({"order": "marshal"}, 15, 1, 15),
            ({"order": "hold"}, 15, 1, 15),
            pytest.param({"cautious": True, "speed": 3}, 3, 1, 3, marks=rule("EPIC-67")),
        ],
    )
    def test_moves(self, told: dict[str, Any], move: int, moves: int, charge: int) -> None:
        found = self.limits(**told)
        assert (found["move"], found["moves"], found["charge"]) == (move, moves, charge)

    @rule("EPIC-02", "EPIC-28")
    def test_distances_and_numbers(self) -> None:
        plain, scout, engine = self.limits(), self.limits(abilities=["scouts"]), self.limits(type="WE", dc=3, speed=20)
        keys = ("coherency", "zone", "contacts", "barges", "assault_dice", "capacity")
        assert [[found[key] for key in keys] for found in (plain, scout, engine)] == [[5, 5, 2, 0, 1, 0], [20, 10, 2, 0, 1, 0], [15, 5, 6, 6, 3, 0]]
        assert self.limits(abilities=["transport"])["capacity"] == 1
        assert self.limits(transport=2)["capacity"] == 2

    @rule("EPIC-196", "EPIC-197")
    @pytest.mark.parametrize(
        ("speed", "order", "turn"),
        [("fighter", "interception", 90), ("bomber", "ground_attack", 45), ("fighter_bomber", "ground_attack", 45), ("fighter_bomber", "interception", 90)],
    )
    def test_turns_of_aircraft(self, speed: str, order: str, turn: int) -> None:
        assert ask("limits", unit={"type": "AC", "speed": speed}, order=order)["result"]["turn"] == turn

    @rule("EPIC-25")
    def test_of_a_formation(self) -> None:
        assert ask("limits", {"a": force((3, tank()))}, unit="a")["result"]["move"] == 25


@rule("EPIC-196", "EPIC-197")
@pytest.mark.parametrize(
    ("speed", "order", "turn"),
    [
        ("fighter", "ground_attack", 90),
        ("fighter", "interception", 90),
        ("bomber", "ground_attack", 45),
        ("bomber", "advance", 45),
        ("fighter_bomber", "ground_attack", 45),
        ("fighter_bomber", "interception", 90),
    ],
)
def test_how_far_an_aircraft_turns(speed: str, order: str, turn: int) -> None:
    assert ask("limits", unit={"type": "AC", "speed": speed}, order=order)["result"]["turn"] == turn


@rule("EPIC-25")
def test_limits_of_a_formation_without_units() -> None:
    assert asking.ask("epic", "limits", {"a": {"card": {"name": "Ghosts", "units": []}}}, unit="a")["error"] == "Ghosts have no units"


class TestInfiltrators:
    @rule("EPIC-75", "EPIC-135")
    @pytest.mark.parametrize(
        ("told", "charge", "counter"),
        [
            ({"road": True}, 35, 5),
            ({}, 30, 5),
            ({"cautious": True}, 10, 5),
            ({"cautious": True, "road": True}, 10, 5),
            ({"speed": 35}, 70, 10),
            ({"speed": 35, "cautious": True}, 10, 5),
        ],
    )
    def test_an_infiltrator_doubles_his_speed(self, told: dict[str, Any], charge: int, counter: int) -> None:
        """The road adds 5 cm to the move, not to what is doubled."""
        unit = {"name": "Scout", "type": "INF", "speed": told.pop("speed", 15), "abilities": ["infiltrator"]}
        found = ask("limits", unit=unit, order="engage", **told)["result"]
        assert (found["charge"], found["counter_charge"]) == (charge, counter)


class TestBadQuestions:
    @rule("EPIC-43")
    @pytest.mark.parametrize(
        ("question", "told", "sentence"),
        [
            pytest.param("dangerous", {"formation": "a", "row": 5}, "Force has no row 5", marks=rule("EPIC-66")),
            ("fire", {"target": "a"}, "a formation that fires or its shots are needed"),
            pytest.param("fire", {"target": "a", "shots": [{"type": "ap", "value": 4, "victim": 1}]}, "Force has no row 1", marks=rule("EPIC-146")),
            pytest.param("critical", {"unit": "a", "hits": 1}, "Force has no war engine", marks=rule("EPIC-174")),
            pytest.param("critical", {"dc": 3, "damage": 3}, "3 points of damage on a capacity of 3: it is destroyed", marks=rule("EPIC-174")),
            pytest.param("critical", {"unit": "t", "damage": 4}, "4 points of damage on a capacity of 3: it is destroyed", marks=rule("EPIC-174")),
            pytest.param(
                "barrage",
                {"points": 3, "under": [{"type": "WE", "dc": 2, "count": 2, "damage": 4}]},
                "4 points of damage on a capacity of 4: it is destroyed",
                marks=rule("EPIC-161"),
            ),
            pytest.param(
                "assault", {"attacker": "a", "defender": "d", "engaged": {"z": {"cc": [1]}}}, "z is not in this assault", marks=rule("EPIC-84", "EPIC-85")
            ),
            pytest.param("landing", {"formation": "e", "spot": "wood"}, "Force has no row 0", marks=rule("EPIC-223")),
            ("garrison", {"formation": "e"}, "Force has no row 0"),
            ("barrage", {"target": "a", "points": 3, "under": [{"type": "WE", "dc": 2, "row": 4}]}, "Force has no row 4"),
        ],
    )
    def test_a_sentence_says_what_is_wrong(self, question: str, told: dict[str, Any], sentence: str) -> None:
        on = {"a": force((1, foot())), "d": force((1, foot()), seat=1), "e": force(), "t": force((1, SHIELDED_TITAN))}
        assert wrong(question, on, **told) == sentence


class TestNonsense:
    @rule("EPIC-85", "EPIC-118")
    @pytest.mark.parametrize(
        ("question", "told", "sentence"),
        [
            ("assault", {"attacker": "a", "defender": "a", "overrule": True}, "a cannot fight itself"),
            ("rally", {"queue": [["a"]]}, "a queue for each of the two sides is needed"),
        ],
    )
    def test_one_sentence(self, question: str, told: dict[str, Any], sentence: str) -> None:
        reply = answered(RULESETS, {"game": "epic", "ask": question, "units": {"a": force((1, foot()))}, "situation": told})
        assert reply["error"] == sentence


class TestOutcomesInWords:
    @rule("EPIC-43", "EPIC-119")
    def test_every_outcome_has_a_word(self) -> None:
        examples = [example for example in RULES.examples if example.ask in ("fire", "assault", "rally", "action", "assault_result")]
        replies = [(each.ask, ask(each.ask, each.question.get("units"), None, **each.question["situation"])) for each in examples]  # type: ignore[arg-type,call-overload]
        words = {word for _, reply in replies for name, found in reply["odds"].items() if name not in ("rolled", "winner") for word in found}
        assert {word for word in words if not word.lstrip("-").isdecimal()} <= {*RULES.words, "attacker", "defender"}
