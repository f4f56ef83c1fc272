"""Action tests and actions of aircraft. Figures worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.games.epic.activation.orders import GROUND_ORDERS
from engine.values.maps import Map
from tests.games.asking import change
from tests.games.epic.table import RULES, ask, bare_wing, chance, cruiser_away, foot, force, game, key_of_refusal, plane, wing

rule = pytest.mark.rule
F = Fraction


def blank(**more: Any) -> dict[str, Any]:
    """A formation whose card does not say what it is made of."""
    return {"seat": 0, "card": {"name": "Unknown", "initiative": 2}, **more}


class TestTheTest:
    @rule("EPIC-188", "EPIC-11")
    @pytest.mark.parametrize(("blast", "retaining", "passed"), [(0, False, F(5, 6)), (2, False, F(1, 2)), (2, True, F(1, 3)), (5, False, F(0))])
    def test_one_less_for_every_marker(self, blast: int, retaining: bool, passed: Fraction) -> None:
        reply = ask("action", order="ground_attack", initiative=2, blast=blast, retaining=retaining, aircraft=True)
        assert chance(reply, "test", "pass") == passed
        assert chance(ask("action", {"f": wing(state={"blast": blast})}, order="interception", formation="f", retaining=retaining), "test", "pass") == passed

    @rule("EPIC-190", "EPIC-194")
    def test_markers_go_passed_or_failed_and_failing_is_standing_down(self) -> None:
        failed = ask("action", {"f": wing(state={"blast": 3})}, order="ground_attack", formation="f", roll={"test": [4]})
        assert (change(failed, "f", "blast"), failed["result"]["then"], failed["after"]["f"]["order"]) == (0, "stand_down", "stand_down")
        passed = ask("action", {"f": wing(state={"blast": 3})}, order="ground_attack", formation="f", roll={"test": [5]})
        assert (change(passed, "f", "blast"), passed["result"]["then"], change(passed, "f", "flying")) == (0, "ground_attack", True)

    @rule("EPIC-193", "EPIC-279")
    def test_an_interception_from_patrol_takes_no_test_and_wipes_nothing(self) -> None:
        reply = ask("action", {"f": wing(state={"blast": 3})}, order="cap_interception", formation="f")
        assert (chance(reply, "test", "pass"), change(reply, "f", "blast")) == (1, None)
        refused = ask("action", {"f": wing()}, order="cap_interception", formation="f", cap_used=True)
        assert refused["refused"]["refs"] == ["EPIC-193"]

    @rule("EPIC-191", "EPIC-193")
    @pytest.mark.parametrize(
        ("speed", "order", "refs"),
        [
            ("bomber", "interception", ["EPIC-191"]),
            ("bomber", "cap", ["EPIC-193"]),
            ("bomber", "ground_attack", None),
            ("fighter_bomber", "interception", None),
            ("fighter_bomber", "cap", None),
            ("fighter", "ground_attack", None),
        ],
    )
    def test_who_may_hunt(self, speed: str, order: str, refs: list[str] | None) -> None:
        reply = ask("action", {"f": wing(speed=speed)}, order=order, formation="f")
        assert (reply["refused"]["refs"] if "refused" in reply else None) == refs

    @rule("EPIC-187")
    def test_each_kind_its_own_actions(self) -> None:
        assert ask("action", {"f": wing()}, order="advance", formation="f")["refused"]["key"] == "wrong_kind"
        assert ask("action", {"f": force((2, foot()))}, order="ground_attack", formation="f")["refused"]["key"] == "wrong_kind"
        assert "refused" not in ask("action", {"f": wing(state={"landed": True})}, order="hold", choice="shoot", formation="f")

    @rule("EPIC-191", "EPIC-192")
    def test_the_steps(self) -> None:
        assert ask("action", order="ground_attack", initiative=2)["result"]["steps"] == ["approach", "flak", "attack", "disengage"]

    @rule("EPIC-196", "EPIC-197")
    @pytest.mark.parametrize(
        ("speed", "order", "turn"),
        [("fighter", "interception", 90), ("bomber", "ground_attack", 45), ("fighter_bomber", "ground_attack", 45), ("fighter_bomber", "interception", 90)],
    )
    def test_turns(self, speed: str, order: str, turn: int) -> None:
        assert ask("limits", unit=plane(speed=speed), order=order)["result"]["turn"] == turn


class TestActions:
    @rule("EPIC-213", "EPIC-167")
    @pytest.mark.parametrize(
        "order",
        [
            "advance",
            pytest.param("interception", marks=rule("EPIC-191")),
            pytest.param("ground_attack", marks=rule("EPIC-187")),
            pytest.param("cap", marks=rule("EPIC-193")),
            "cap_interception",
            "stand_down",
            pytest.param("spacecraft", marks=rule("EPIC-216", "EPIC-219")),
        ],
    )
    def test_numbers_alone_are_nobody_s_action(self, order: str) -> None:
        """No formation is named, so no rule of its kind can speak: 2+ on a die is 5/6, untested
        actions are certain."""
        reply = ask("action", order=order, initiative=2, turn=2, schedule={"r": 2})
        assert chance(reply, "test", "pass") == (1 if order in ("cap_interception", "stand_down") else F(5, 6))

    @rule("EPIC-187", "EPIC-213")
    def test_who_is_unknown_or_told_to_fly_may_fly(self) -> None:
        """The card names no units; or the question says that they are aircraft."""
        assert key_of_refusal(ask("action", {"f": blank()}, order="ground_attack", formation="f")) is None
        assert key_of_refusal(ask("action", {"f": force((2, foot()))}, order="ground_attack", formation="f", aircraft=True)) is None
        assert key_of_refusal(ask("action", {"f": force((2, foot()))}, order="ground_attack", formation="f")) == "wrong_kind"

    @rule("EPIC-187", "EPIC-191")
    @pytest.mark.parametrize(
        ("unit", "orders"),
        [
            (blank(), None),
            (force((2, foot())), GROUND_ORDERS),
            (bare_wing(state={"landed": True}), GROUND_ORDERS),
            (cruiser_away(), ("spacecraft",)),
            (bare_wing(), ("interception", "ground_attack", "cap", "stand_down")),
            (bare_wing(speed="bomber"), ("ground_attack", "stand_down")),
        ],
    )
    def test_what_is_offered(self, unit: dict[str, Any], orders: tuple[str, ...] | None) -> None:
        assert RULES.opening("action").words(game(f=unit).state, Map({"formation": "f"})).get("order") == orders

    @rule("EPIC-193")
    @pytest.mark.parametrize(
        ("order", "used", "key"), [("cap_interception", True, "cap_used"), ("cap_interception", False, None), ("interception", True, None), ("cap", True, None)]
    )
    def test_one_patrol_for_each_attack(self, order: str, used: bool, key: str | None) -> None:
        assert key_of_refusal(ask("action", {"f": bare_wing()}, order=order, formation="f", cap_used=used)) == key

    @rule("EPIC-167")
    @pytest.mark.parametrize(("held", "key"), [({"aboard": "t"}, "aboard"), ({}, None)])
    def test_passengers_take_no_action(self, held: dict[str, Any], key: str | None) -> None:
        assert key_of_refusal(ask("action", {"f": force((2, foot()), state=held)}, order="advance", formation="f")) == key

    @rule("EPIC-213")
    @pytest.mark.parametrize(
        ("held", "order", "reading", "key"),
        [({"landed": True}, "hold", "idle", "landed"), ({"landed": True}, "hold", "acts", None), ({}, "ground_attack", "idle", None)],
    )
    def test_by_one_reading_landed_aircraft_are_idle(self, held: dict[str, Any], order: str, reading: str, key: str | None) -> None:
        stated = {"order": order, "formation": "f", **({"choice": "shoot"} if order == "hold" else {})}
        assert key_of_refusal(ask("action", {"f": bare_wing(state=held)}, {"landed_later": reading}, **stated)) == key
