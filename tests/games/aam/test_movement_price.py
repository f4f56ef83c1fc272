"""What steps cost: terrain, roads, speed."""

from typing import Any

import pytest

from engine.games.aam.examples import SHERMAN
from engine.games.aam.movement.situation import Move
from engine.games.aam.movement.values import phase
from engine.values.events import Opened
from engine.values.maps import pairs
from tests.games.aam.table import CAPTAIN, CRAWLER, RIFLES, SLOW, SOLDIER, TALLY_HO, into, move, playing, rule, spent, why
from tests.games.asking import change, targets

DISRUPTED, DAMAGED, BOTH = ["disrupted"], ["damaged"], ["disrupted", "damaged"]
ROAD = {"terrain": "clear", "road": True}


def tally(by: str = "k", amount: int = 1, name: str = "Tally-Ho!") -> dict[str, Any]:
    return {"name": name, "by": by, "commander": True, "on": "speed", "amount": amount}


class TestCost:
    @rule("AAM-21", "AAM-23")
    @pytest.mark.parametrize("phase", ["movement", "assault"])
    def test_as_many_hexes_as_its_speed_in_each_phase(self, phase: str) -> None:
        """E-03: four clear hexes in the movement phase and four more in the assault phase, never
        five."""
        assert spent(move(SHERMAN, *into(*["clear"] * 4), phase=phase)) == (4, 4)
        assert why(move(SHERMAN, *into(*["clear"] * 5), phase=phase)) == ("too_far", "AAM-27")

    @rule("AAM-37", "AAM-46")
    @pytest.mark.parametrize(
        ("terrain", "vehicle", "soldier"), [("clear", 1, 1), ("hill", 2, 1), ("forest", 2, 1), ("town", 1, 1), ("marsh", None, 1), ("pond", None, None)]
    )
    def test_the_table_of_terrain(self, terrain: str, vehicle: int | None, soldier: int | None) -> None:
        for card, cost in ((SHERMAN, vehicle), (RIFLES, soldier)):
            reply = move(card, *into(terrain))
            assert (reply["result"]["cost"] if cost else why(reply)) == (cost or ("closed", "AAM-42"))

    @rule("AAM-37")
    def test_with_one_left_a_vehicle_stays_out(self) -> None:
        assert spent(move(SHERMAN, *into("clear", "clear", "hill"))) == (4, 4)
        assert why(move(SHERMAN, *into("clear", "clear", "clear", "hill"))) == ("too_far", "AAM-37")
        assert why(move(SHERMAN, *into("clear", "clear", "clear", "forest"))) == ("too_far", "AAM-37")

    @rule("AAM-37")
    def test_only_the_hex_entered_counts(self) -> None:
        assert spent(move(SHERMAN, *into("clear"), start={"terrain": "hill"})) == (4, 1)

    @rule("AAM-63", "AAM-129")
    def test_damage_takes_one_hex(self) -> None:
        reply = move(SHERMAN, *into("clear"), by={"face_up": ["damaged"]})
        assert spent(reply) == (3, 1)
        assert reply["result"]["rows"] == [{"key": "damaged", "amount": -1, "why": "damaged", "ref": "AAM-63"}]
        assert why(move(SHERMAN, *into(*["clear"] * 4), by={"face_up": ["damaged"]})) == ("too_far", "AAM-27")
        assert spent(move(SHERMAN, *into(*["clear"] * 4), by={"face_down": ["disrupted", "damaged"]})) == (4, 4)

    @rule("AAM-129", "AAM-63")
    def test_speed_never_falls_below_0_and_then_no_hex_is_entered(self) -> None:
        stuck = {**SLOW, "speed": 0}
        assert move(stuck, by={"face_up": ["damaged"]})["result"]["allowance"] == 0
        assert why(move(SLOW, *into("clear"), by={"face_up": ["damaged"]})) == ("too_far", "AAM-129")
        assert why(move(SLOW, *into("clear", road=True), by={"face_up": ["damaged"]})) == ("too_far", "AAM-129")

    @rule("AAM-38", "AAM-137")
    @pytest.mark.parametrize("terrain", ["hill", "forest"])
    def test_the_minimum_move(self, terrain: str) -> None:
        assert spent(move(SLOW, *into(terrain))) == (1, 1)
        assert why(move(SLOW, *into(terrain), phase="assault")) == ("too_far", "AAM-37")
        assert why(move(SLOW, *into(terrain, "clear"))) == ("too_far", "AAM-27")
        assert (targets(move(SLOW, *into(terrain))) == {"movement": 4}) is (terrain == "forest")

    @rule("AAM-38")
    def test_the_minimum_move_is_the_whole_move(self) -> None:
        assert why(move(CRAWLER, *into("clear", "hill"))) == ("too_far", "AAM-37")
        assert why(move(SLOW, *into("hill", "hill"))) == ("too_far", "AAM-37")

    @rule("AAM-38", "AAM-44")
    def test_the_minimum_move_after_a_free_road_step(self) -> None:
        steps = [{"into": "clear", "road": True}, {"into": "hill"}]
        assert spent(move(SLOW, *steps)) == (1, 1)
        assert why(move(SLOW, *steps, phase="assault")) == ("too_far", "AAM-37")

    @rule("AAM-38", "AAM-63")
    @pytest.mark.parametrize(
        ("reading", "card", "by", "refused"),
        [
            ("current", CRAWLER, {"face_up": ["damaged"]}, False),
            ("printed", CRAWLER, {"face_up": ["damaged"]}, True),
            ("current", SLOW, {}, False),
            ("printed", SLOW, {}, False),
            ("printed", CRAWLER, {}, False),
        ],
    )
    def test_speed_1_now_or_as_printed(self, reading: str, card: Any, by: Any, refused: bool) -> None:
        """AMB-04: a damaged Vehicle of speed 2 is at speed 1 now."""
        found = move(card, *into("hill"), by=by, readings={"min_move_speed": reading})
        assert why(found) == (("too_far", "AAM-37") if refused else None)

    @rule("AAM-38", "AAM-63", "AAM-27", "AAM-121")
    def test_whose_printed_speed_it_is(self) -> None:
        """With a hex more lent to it: only the whole move of an undamaged Vehicle printed with
        speed 1."""
        push = {"effects": [{"name": "Push", "on": "speed", "amount": 1}], "readings": {"min_move_speed": "printed"}}
        assert spent(move(SLOW, *into("hill"), **push)) == (2, 1)
        assert why(move(SLOW, *into("clear", "hill"), **push)) == ("too_far", "AAM-37")
        assert why(move(SLOW, *into("hill"), by={"face_up": ["damaged"]}, **push)) == ("too_far", "AAM-37")
        assert spent(move(CRAWLER, *into("hill"), readings={"min_move_speed": "printed"})) == (2, 2)

    @rule("AAM-38")
    def test_a_damaged_vehicle_printed_with_speed_1_has_none_left(self) -> None:
        for reading in ("current", "printed"):
            reply = move(SLOW, *into("hill"), by={"face_up": ["damaged"]}, readings={"min_move_speed": reading})
            assert why(reply) == ("too_far", "AAM-129")


class TestRoads:
    @rule("AAM-43", "AAM-44")
    def test_along_a_road_every_hex_costs_one_and_the_first_nothing(self) -> None:
        assert spent(move(SHERMAN, *into("forest", "hill", "marsh", "pond", "clear", road=True))) == (4, 4)
        assert why(move(SHERMAN, *into(*["clear"] * 6, road=True))) == ("too_far", "AAM-27")

    @rule("AAM-43", "AAM-44")
    def test_soldiers_follow_roads_without_the_bonus(self) -> None:
        assert spent(move(RIFLES, *into("pond", "clear", road=True))) == (2, 2)
        assert why(move(RIFLES, *into("clear", "clear", "clear", road=True))) == ("too_far", "AAM-27")

    @rule("AAM-43", "AAM-39")
    def test_no_roll_along_a_road(self) -> None:
        reply = move(SHERMAN, {"into": "forest", "road": True, "across": ["stream"]})
        assert reply["checks"] == []
        assert reply["odds"]["end"] == {"1": "1"}

    @rule("AAM-44")
    def test_the_bonus_may_come_late_and_with_nothing_left(self) -> None:
        late = [*into("clear", "clear", "clear", "clear"), {"into": "clear", "road": True}]
        assert spent(move(SHERMAN, *late)) == (4, 4)
        assert why(move(SHERMAN, *late, {"into": "clear", "road": True})) == ("too_far", "AAM-27")

    @rule("AAM-44", "AAM-137")
    def test_once_in_each_phase(self) -> None:
        road = into("clear", "clear", road=True)
        assert spent(move(SHERMAN, *road)) == spent(move(SHERMAN, *road, phase="assault")) == (4, 1)
        split = [{"into": "clear", "road": True}, {"into": "clear"}, {"into": "clear", "road": True}]
        assert spent(move(SHERMAN, *split)) == (4, 2)

    @rule("AAM-44", "AAM-43")
    @pytest.mark.parametrize(("reading", "cost"), [("along_road", 2), ("any_road_hex", 0)])
    def test_from_off_the_road_onto_it(self, reading: str, cost: int) -> None:
        """AMB-05: the first road hex is the first step along the road, or any first step into a
        road hex."""
        reply = move(SHERMAN, {"into": "hill", "road": True}, start={"terrain": "clear", "road": False}, readings={"road_bonus_entry": reading})
        assert spent(reply) == (4, cost)
        for start in ({}, {"road": False}):
            assert spent(move(SHERMAN, *into("hill"), start=start, readings={"road_bonus_entry": reading})) == (4, 2)
        then = [{"into": "clear", "road": True}, {"into": "clear", "road": True}]
        reply = move(SHERMAN, *then, start={"road": False}, readings={"road_bonus_entry": reading})
        assert reply["result"]["cost"] == 1

    @rule("AAM-44", "AAM-129")
    @pytest.mark.parametrize(("reading", "refused"), [("no", True), ("yes", False)])
    def test_the_bonus_at_speed_0(self, reading: str, refused: bool) -> None:
        reply = move(SLOW, *into("clear", road=True), by={"face_up": ["damaged"]}, readings={"road_bonus_at_speed_0": reading})
        assert why(reply) == (("too_far", "AAM-129") if refused else None)

    @rule("AAM-43", "AAM-42")
    def test_a_closed_hex_is_left_by_its_road_only(self) -> None:
        pond = {"terrain": "pond", "road": True}
        assert why(move(SHERMAN, *into("clear"), start=pond)) == ("by_road_only", "AAM-43")
        assert why(move(SHERMAN, *into("clear", road=True), start=pond)) is None
        through = [{"into": "marsh", "road": True}, {"into": "clear"}]
        assert why(move(SHERMAN, *through)) == ("by_road_only", "AAM-43")
        assert why(move(RIFLES, *through)) is None

    @rule("AAM-42")
    @pytest.mark.parametrize(
        ("card", "terrain", "closed"), [(SHERMAN, "marsh", True), (SHERMAN, "pond", True), (RIFLES, "marsh", False), (RIFLES, "pond", True)]
    )
    def test_closed_terrain(self, card: Any, terrain: str, closed: bool) -> None:
        assert why(move(card, *into(terrain))) == (("closed", "AAM-42") if closed else None)
        assert why(move(card, *into(terrain, road=True))) is None


class TestSpeedAndRoads:
    @rule("AAM-38", "AAM-137")
    @pytest.mark.parametrize(
        ("speed", "state", "phase", "found"),
        [
            (2, DAMAGED, "movement", (1, 1)),
            (2, DAMAGED, "assault", "AAM-37"),
            (1, [], "movement", (1, 1)),
            (1, DAMAGED, "movement", "AAM-129"),
            (2, [], "assault", (2, 2)),
        ],
    )
    def test_a_slow_tank_and_a_hill(self, speed: int, state: Any, phase: str, found: Any) -> None:
        reply = move({**SHERMAN, "speed": speed}, *into("hill"), by={"face_up": state}, phase=phase)
        assert (spent(reply) if isinstance(found, tuple) else reply["refused"]["refs"][0]) == found

    @rule("AAM-44", "AAM-37")
    @pytest.mark.parametrize(
        ("speed", "steps", "found"),
        [
            (4, [*into("clear", "clear", "clear", "clear"), *into("clear", road=True)], (4, 4)),
            (4, into("forest", "marsh", "hill", "clear", "clear", road=True), (4, 4)),
            (4, [*into("hill", road=True), *into("hill"), *into("hill")], (4, 4)),
            (1, [*into("clear", road=True), *into("hill")], (1, 1)),
            (4, [*into("marsh", road=True), *into("clear")], "AAM-43"),
        ],
    )
    def test_the_free_hex_wherever_it_falls(self, speed: int, steps: Any, found: Any) -> None:
        """The minimum move is still whole after a free hex; off the road every hill costs 2."""
        reply = move({**SHERMAN, "speed": speed}, *steps, start=ROAD)
        assert (spent(reply) if isinstance(found, tuple) else reply["refused"]["refs"][0]) == found

    @rule("AAM-99", "AAM-12")
    def test_artillery_is_not_asked_for_its_commander(self) -> None:
        """However the card writes the word."""
        leader = {**CAPTAIN, "abilities": {"tally_ho": True}}
        for subtypes, asked in ((["Artillery"], "step:0"), (["Engineer"], "tally_ho:k")):
            units = {"a": {"seat": 0, "card": {**SOLDIER, "subtypes": subtypes}}, "k": {"seat": 0, "card": leader}}
            game = playing("first_movement", units)
            game.dispatch(Opened("move", pairs(unit="a")))
            assert game.prompt
            assert game.prompt.key == asked

    @rule("AAM-38", "AAM-44")
    @pytest.mark.parametrize(("steps", "found"), [([*into("clear", road=True), *into("hill")], (1, 1)), ([*into("hill"), *into("clear", road=True)], (1, 1))])
    def test_minimum_move_and_road_bonus_together(self, steps: Any, found: Any) -> None:
        """The free hex costs nothing, so the whole allowance is left for the hill, before it or
        after it."""
        assert spent(move(SLOW, *steps)) == found


class TestEffectsOnSpeed:
    COMMANDERS: dict[str, Any] = {"k": {"card": TALLY_HO}, "l": {"card": TALLY_HO}}  # noqa: RUF012

    @rule("AAM-99", "AAM-90")
    def test_two_commanders_of_one_ability_help_once(self) -> None:
        """E-12: the bonus of Tally-Ho! counts once."""
        found = move(RIFLES, others=self.COMMANDERS, effects=[tally("k"), tally("l")])
        assert found["result"]["allowance"] == 3
        assert [row["amount"] for row in found["result"]["rows"]] == [1]

    @rule("AAM-99", "AAM-133")
    @pytest.mark.parametrize(
        ("state", "allowance"), [({}, 3), ({"face_up": ["disrupted"]}, 2), ({"face_down": ["disrupted", "destroyed"]}, 3), ({"where": "destroyed"}, 2)]
    )
    def test_a_disrupted_commander_helps_nobody(self, state: Any, allowance: int) -> None:
        found = move(RIFLES, others={"k": {"card": TALLY_HO, "state": state}}, effects=[tally()])
        assert found["result"]["allowance"] == allowance

    @rule("AAM-99")
    def test_it_is_for_soldiers(self) -> None:
        assert move(SHERMAN, others=self.COMMANDERS, effects=[tally()])["result"]["allowance"] == 4
        assert move(SHERMAN, others=self.COMMANDERS, effects=[tally(name="Full Throttle")])["result"]["allowance"] == 5

    @rule("AAM-99", "AAM-86")
    @pytest.mark.parametrize(
        ("subtypes", "phase", "name", "allowance"),
        [
            ([], "movement", "tally_ho", 3),
            (["artillery"], "movement", "Tally-Ho!", 2),
            ([], "assault", "Tally-Ho!", 2),
            (["artillery"], "assault", "Onward", 3),
        ],
    )
    def test_without_a_gun_and_in_the_movement_phase(self, subtypes: Any, phase: str, name: str, allowance: int) -> None:
        found = move({**RIFLES, "subtypes": subtypes}, others=self.COMMANDERS, effects=[tally(name=name)], phase=phase)
        assert found["result"]["allowance"] == allowance

    @rule("AAM-88", "AAM-99")
    def test_what_helps_attack_dice_helps_no_speed(self) -> None:
        found = move(RIFLES, others=self.COMMANDERS, effects=[{**tally(), "on": "attack_die"}])
        assert found["result"]["allowance"] == 2

    @rule("AAM-99", "AAM-27")
    def test_it_carries_one_hex_further(self) -> None:
        assert why(move(RIFLES, *into(*["clear"] * 3))) == ("too_far", "AAM-27")
        assert why(move(RIFLES, *into(*["clear"] * 3), others=self.COMMANDERS, effects=[tally()])) is None


def test_a_type_that_is_not_stated_is_asked_for() -> None:
    blank = {"name": "somebody", "speed": 1}
    reply = move(RIFLES, {"into": "clear", "near": {"e": [1, 1]}}, others={"e": {"card": blank, "seat": 1}})
    assert reply["unknown"] == ["units.e.card.type"]


def test_changes_are_what_the_hand_does() -> None:
    assert change(move(SHERMAN, *into("clear")), "a", "moved") is None


@rule("AAM-27", "AAM-43")
@pytest.mark.parametrize(("road", "cost"), [(True, 1), (False, 2)])
def test_a_road_through_a_forest(road: bool, cost: int) -> None:
    """The first step along a road is free; then a Vehicle pays 1 along it, beside it 2."""
    assert spent(move(SHERMAN, {"into": "clear", "road": True}, {"into": "forest", "road": road}))[1] == cost


@rule("AAM-38", "AAM-137")
@pytest.mark.parametrize(
    ("step", "told", "found"),
    [
        ("first_movement", None, "movement"),
        ("second_assault", None, "assault"),
        ("first_movement", "assault", "assault"),
        ("first_assault", "movement", "movement"),
    ],
)
def test_the_phase_of_a_move(step: str, told: str | None, found: str) -> None:
    """As it is told, else by the step of the turn."""
    assert phase(playing(step, {"a": {"card": SHERMAN}}).state, Move("a", phase=told)) == found
