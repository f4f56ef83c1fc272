"""Axis & Allies Miniatures: movement, terrain, movement rolls and whom a step provokes, worked
out from the book."""

from typing import Any

import pytest

from engine.games.aam.examples import PANZER, SHERMAN
from tests.games.aam_field import CAPTAIN, CRAWLER, HALFTRACK, PAK, RIFLES, SLOW, into, move, spent, why
from tests.games.asking import ask, change, rows, targets

rule = pytest.mark.rule


class TestCost:
    @rule("AAM-21", "AAM-22", "AAM-23", "AAM-27", "AAM-137")
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

    @rule("AAM-63", "AAM-129", "AAM-27")
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

    @rule("AAM-38", "AAM-63")
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


def roll(card: Any, terrain: str, *across: str, road: bool = False, **situation: Any) -> dict[str, Any]:
    return ask("aam", "movement_roll", {"a": {"card": card}}, unit="a", into=terrain, across=list(across), road=road, **situation)


class TestMovementRolls:
    @rule("AAM-39", "AAM-40", "AAM-43", "AAM-46")
    @pytest.mark.parametrize(
        ("card", "terrain", "across", "road", "dice", "enters"),
        [
            (SHERMAN, "forest", (), False, 1, "1/2"),
            (SHERMAN, "clear", ("stream",), False, 1, "1/2"),
            (SHERMAN, "forest", ("stream",), False, 2, "1/4"),
            (SHERMAN, "clear", (), False, 0, "1"),
            (SHERMAN, "hill", (), False, 0, "1"),
            (SHERMAN, "forest", ("stream",), True, 0, "1"),
            (RIFLES, "forest", (), False, 0, "1"),
            (RIFLES, "forest", ("stream",), False, 1, "1/2"),
        ],
    )
    def test_what_needs_a_roll(self, card: Any, terrain: str, across: Any, road: bool, dice: int, enters: str) -> None:
        reply = roll(card, terrain, *across, road=road)
        assert sum(check["dice"] for check in reply["checks"]) == dice
        assert reply["odds"]["enters"]["yes"] == enters
        assert all(check["target"] == 4 for check in reply["checks"])
        assert ("AAM-40" in reply["refs"]) is (dice == 2)

    @rule("AAM-39")
    @pytest.mark.parametrize(("face", "enters"), [(3, "no"), (4, "yes")])
    def test_four_and_more(self, face: int, enters: str) -> None:
        assert roll(SHERMAN, "forest", roll={"movement": [face]})["result"]["enters"] == enters

    @rule("AAM-39")
    def test_from_forest_to_forest_too(self) -> None:
        assert targets(move(SHERMAN, *into("forest"), start={"terrain": "forest"})) == {"movement": 4}

    @rule("AAM-40", "AAM-36", "AAM-37", "AAM-39")
    @pytest.mark.parametrize(("faces", "end", "facing"), [((4, 3), 0, "ahead"), ((3, 4), 0, "ahead"), ((4, 4), 1, "any")])
    def test_a_stream_and_forest_behind_it(self, faces: Any, end: int, facing: str) -> None:
        """E-13: both rolls must succeed; else it stays, facing that hex; with both it enters for
        2."""
        reply = move(SHERMAN, {"into": "forest", "across": ["stream"]}, roll={"movement": list(faces)})
        assert (reply["result"]["end"], reply["result"]["facing"], reply["result"]["cost"]) == (end, facing, 2)
        assert reply["after"]["a"]["moved"] is True

    @rule("AAM-39")
    def test_a_failed_roll_ends_the_move_in_the_hex_being_left(self) -> None:
        steps = [{"into": "clear"}, {"into": "clear", "across": "stream"}, {"into": "clear"}]
        assert move(SHERMAN, *steps)["odds"]["end"] == {"1": "1/2", "3": "1/2"}

    @rule("AAM-39", "AAM-40")
    def test_rolls_of_several_steps_carry_their_number(self) -> None:
        steps = [{"into": "forest"}, {"into": "clear"}, {"into": "clear", "across": ["stream"]}]
        reply = move(SHERMAN, *steps, roll={"movement:0": [5], "movement:2": [2]})
        assert reply["result"]["end"] == 2

    @rule("AAM-42")
    def test_nobody_rolls_for_closed_ground(self) -> None:
        assert why(roll(SHERMAN, "marsh", "stream")) == ("closed", "AAM-42")
        assert why(roll(SHERMAN, "marsh", "stream", road=True)) is None


class TestAbilities:
    @rule("AAM-86", "AAM-95", "AAM-37", "AAM-39", "AAM-42")
    @pytest.mark.parametrize(
        ("ability", "terrain", "across", "cost", "dice", "refused"),
        [
            ("excellent_suspension", "hill", (), 1, 0, False),
            ("excellent_suspension", "forest", (), 2, 1, False),
            ("weak_suspension", "hill", (), 2, 1, False),
            ("weak_suspension", "clear", (), 1, 0, False),
            ("poor_suspension", "hill", (), 0, 0, True),
            ("poor_suspension", "clear", (), 1, 0, False),
            ("brushcutters", "forest", ("stream",), 2, 1, False),
            ("trench_crossing", "forest", ("stream",), 2, 1, False),
            ("amphibious", "pond", ("stream",), 2, 0, False),
            ("amphibious", "clear", (), 1, 0, False),
            ("amphibious", "marsh", (), 0, 0, True),
            ("thin_wheels", "clear", ("stream",), 0, 0, True),
            ("thin_wheels", "clear", (), 1, 0, False),
        ],
    )
    def test_ground(self, ability: str, terrain: str, across: Any, cost: int, dice: int, refused: bool) -> None:
        reply = move({**SHERMAN, "abilities": {ability: True}}, {"into": terrain, "across": list(across)})
        if refused:
            assert why(reply) == ("closed", "AAM-42")
        else:
            assert reply["result"]["cost"] == cost
            assert sum(check["dice"] for check in reply["checks"]) == dice

    @rule("AAM-86", "AAM-95")
    @pytest.mark.parametrize("ability", ["poor_suspension", "thin_wheels"])
    def test_a_road_carries_them_all(self, ability: str) -> None:
        card = {**SHERMAN, "abilities": {ability: True}}
        assert why(move(card, {"into": "hill", "across": ["stream"], "road": True})) is None

    @rule("AAM-95")
    def test_thin_wheels_stay_out_of_marsh(self) -> None:
        assert why(move({**RIFLES, "abilities": {"thin_wheels": True}}, *into("marsh"))) == ("closed", "AAM-42")

    @rule("AAM-86", "AAM-37")
    def test_water_is_dear_for_swimmers_only(self) -> None:
        assert spent(move(SHERMAN, *into("pond"), overrule=True)) == (4, 1)

    @rule("AAM-38", "AAM-86")
    def test_water_is_no_minimum_move(self) -> None:
        slow = {**SLOW, "abilities": {"amphibious": True}}
        assert why(move(slow, *into("pond"))) == ("too_far", "AAM-37")

    @rule("AAM-86")
    @pytest.mark.parametrize("ability", ["mountaineering", "robust"])
    def test_a_handy_crew(self, ability: str) -> None:
        reply = roll({**SHERMAN, "abilities": {ability: True}}, "forest")
        assert targets(reply) == {"movement": 3}
        assert rows(reply, "movement") == [(ability, 1, "AAM-86")]

    @rule("AAM-86", "AAM-89")
    @pytest.mark.parametrize(
        ("abilities", "state", "phase", "allowance"),
        [
            ({"relocate": 2}, {}, "assault", 2),
            ({"relocate": 2}, {}, "movement", 4),
            ({"strike_and_fade": 1}, {"attacked": True}, "assault", 1),
            ({"strike_and_fade": 1}, {}, "assault", 4),
            ({"strike_and_fade": 1}, {"attacked": True}, "movement", 4),
            ({}, {"attacked": True}, "assault", 4),
            ({"robust": True}, {"face_up": ["disrupted"]}, "movement", 1),
            ({"robust": True}, {}, "movement", 4),
        ],
    )
    def test_another_speed(self, abilities: Any, state: Any, phase: str, allowance: int) -> None:
        reply = move({**SHERMAN, "abilities": abilities}, by=state, phase=phase, overrule=True)
        assert reply["result"]["allowance"] == allowance

    @rule("AAM-86")
    def test_high_gear_as_long_as_the_whole_move_follows_a_road(self) -> None:
        fast = {**SHERMAN, "abilities": {"high_gear": 2}}
        assert spent(move(fast, *into(*["clear"] * 7, road=True))) == (6, 6)
        assert why(move(fast, *into(*["clear"] * 8, road=True))) == ("too_far", "AAM-27")
        off = [*into(*["clear"] * 5, road=True), {"into": "clear"}]
        assert why(move(fast, *off)) == why(move(fast, {"into": "clear"}, *into(*["clear"] * 6, road=True))) == ("too_far", "AAM-27")
        assert move(fast, *into("clear"))["result"]["allowance"] == move(fast)["result"]["allowance"] == 4
        assert spent(move(SHERMAN, *into("clear", road=True))) == (4, 0)

    @rule("AAM-61", "AAM-86", "AAM-34", "AAM-94")
    @pytest.mark.parametrize(
        ("ability", "refused"), [("transport", True), ("ss_determination", False), ("veteran_crew", False), ("robust", False), ("fanatic", False)]
    )
    def test_some_move_while_disrupted(self, ability: str, refused: bool) -> None:
        reply = move({**SHERMAN, "abilities": {ability: True}}, *into("clear"), by={"face_up": ["disrupted"]})
        assert why(reply) == (("disrupted", "AAM-61") if refused else None)

    @rule("AAM-95")
    def test_prone_to_breakdown(self) -> None:
        card = {**SHERMAN, "abilities": {"prone_to_breakdown": True}}
        assert why(move(card, *into("clear"), by={"face_up": ["damaged"]})) == ("broken_down", "AAM-95")
        assert why(move(card, *into("clear"))) is None
        assert why(move(SHERMAN, *into("clear"), by={"face_up": ["damaged"]})) is None

    @rule("AAM-86")
    @pytest.mark.parametrize(
        ("ability", "told"), [("overrun", True), ("caterpillar_dance", True), ("transport", False), ("heavy_armor", False), ("flamethrower", False)]
    )
    def test_what_the_app_cannot_work_out_is_shown(self, ability: str, told: bool) -> None:
        found = move({**SHERMAN, "abilities": {ability: True}})["result"]["rows"]
        assert [(row["key"], row["amount"]) for row in found] == ([("by_hand", 0)] if told else [])


def tally(by: str = "k", amount: int = 1, name: str = "Tally-Ho!") -> dict[str, Any]:
    return {"name": name, "by": by, "commander": True, "on": "speed", "amount": amount}


class TestEffectsOnSpeed:
    COMMANDERS: dict[str, Any] = {"k": {"card": CAPTAIN}, "l": {"card": CAPTAIN}}  # noqa: RUF012

    @rule("AAM-99", "AAM-90", "AAM-91")
    def test_two_commanders_of_one_ability_help_once(self) -> None:
        """E-12: the bonus of Tally-Ho! counts once."""
        found = move(RIFLES, others=self.COMMANDERS, effects=[tally("k"), tally("l")])
        assert found["result"]["allowance"] == 3
        assert [row["amount"] for row in found["result"]["rows"]] == [1]

    @rule("AAM-99", "AAM-93", "AAM-133")
    @pytest.mark.parametrize(
        ("state", "allowance"), [({}, 3), ({"face_up": ["disrupted"]}, 2), ({"face_down": ["disrupted", "destroyed"]}, 3), ({"where": "destroyed"}, 2)]
    )
    def test_a_disrupted_commander_helps_nobody(self, state: Any, allowance: int) -> None:
        found = move(RIFLES, others={"k": {"card": CAPTAIN, "state": state}}, effects=[tally()])
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


class TestRefusals:
    @rule("AAM-61", "AAM-34")
    def test_a_disrupted_unit_neither_moves_nor_turns(self) -> None:
        for steps in ([], into("clear")):
            assert why(move(SHERMAN, *steps, by={"face_up": ["disrupted"]})) == ("disrupted", "AAM-61")
            assert why(move(SHERMAN, *steps, by={"face_down": ["disrupted"]})) is None

    @rule("AAM-21", "AAM-22")
    @pytest.mark.parametrize(
        ("state", "phase", "refused"),
        [
            ({"moved": True}, "movement", ("already_moved", "AAM-21")),
            ({"moved": True}, "assault", ("already_moved", "AAM-22")),
            ({"attacked": True}, "assault", ("already_acted", "AAM-22")),
            ({}, "assault", None),
            ({"fired_defensively": True}, "movement", None),
        ],
    )
    def test_once_in_a_phase(self, state: Any, phase: str, refused: Any) -> None:
        assert why(move(SHERMAN, *into("clear"), by=state, phase=phase)) == refused

    @rule("AAM-89", "AAM-22")
    def test_strike_and_fade_follows_an_attack(self) -> None:
        fade = {**SHERMAN, "abilities": {"strike_and_fade": 2}}
        assert spent(move(fade, *into("clear", "clear"), by={"attacked": True}, phase="assault")) == (2, 2)
        assert why(move(fade, *into("clear"), by={"attacked": True, "moved": True}, phase="assault")) == ("already_moved", "AAM-22")

    @rule("AAM-103")
    def test_a_passenger_does_not_move(self) -> None:
        assert why(move(RIFLES, *into("clear"), by={"aboard": "t", "where": "inside"})) == ("aboard", "AAM-103")

    @rule("AAM-66")
    def test_nor_does_what_is_not_on_the_map(self) -> None:
        assert why(move(RIFLES, by={"where": "destroyed"})) == ("off_the_map", "AAM-66")

    @rule("AAM-33", "AAM-32", "AAM-129")
    def test_turning_in_place_is_a_move(self) -> None:
        reply = move(SHERMAN)
        assert (spent(reply), reply["odds"]["end"], reply["odds"]["facing"]) == ((4, 0), {"0": "1"}, {"any": "1"})
        assert reply["after"]["a"]["moved"] is True
        assert why(move(SLOW, by={"face_up": ["damaged"]})) is None

    @rule("AAM-33", "AAM-129")
    @pytest.mark.parametrize(("card", "by", "refused"), [(SLOW, {"face_up": ["damaged"]}, True), (SLOW, {}, False), ({**RIFLES, "speed": 0}, {}, False)])
    def test_not_at_speed_0_by_the_other_reading(self, card: Any, by: Any, refused: bool) -> None:
        reply = move(card, by=by, readings={"turn_at_speed_0": "no"})
        assert why(reply) == (("cannot_turn", "AAM-33") if refused else None)
        by_road = move(card, *into("clear", road=True), by=by, readings={"turn_at_speed_0": "no", "road_bonus_at_speed_0": "yes"})
        assert (why(by_road) or ("", ""))[0] != "cannot_turn"

    @rule("AAM-33")
    def test_without_any_steps_it_turns(self) -> None:
        reply = ask("aam", "move", {"a": {"card": SHERMAN}}, unit="a")
        assert (reply["result"]["cost"], reply["odds"]["end"]) == (0, {"0": "1"})

    @rule("AAM-27")
    def test_a_speed_that_is_not_stated_is_asked_for(self) -> None:
        card = {key: value for key, value in SHERMAN.items() if key != "speed"}
        assert move(card, *into("clear"))["unknown"] == ["units.a.card.speed"]
        assert move(card)["unknown"] == ["units.a.card.speed"]

    @rule("AAM-27")
    def test_players_may_overrule(self) -> None:
        reply = move(SHERMAN, *into(*["clear"] * 5), overrule=True)
        assert reply["odds"]["end"] == {"5": "1"}
        assert reply["overruled"][0]["refs"] == ["AAM-27"]


class TestStacking:
    SOME: dict[str, Any] = {  # noqa: RUF012
        "t": {"card": SHERMAN},
        "s": {"card": RIFLES},
        "s2": {"card": RIFLES},
        "et": {"card": PANZER, "seat": 1},
        "es": {"card": RIFLES, "seat": 1},
        "es2": {"card": RIFLES, "seat": 1},
        "p": {"card": RIFLES, "state": {"aboard": "t"}},
        "g": {"card": {**PAK, "abilities": {"large": True}}},
    }

    @rule("AAM-28", "AAM-29", "AAM-105", "AAM-86")
    @pytest.mark.parametrize(
        ("card", "holds", "room"),
        [
            (SHERMAN, [], True),
            (SHERMAN, ["s"], True),
            (SHERMAN, ["t"], False),
            (SHERMAN, ["s", "s2"], False),
            (SHERMAN, ["et"], False),
            (SHERMAN, ["es", "es2"], True),
            (SHERMAN, ["s", "es", "es2"], True),
            (SHERMAN, ["g"], False),
            (RIFLES, ["t"], True),
            (RIFLES, ["t", "s"], False),
            (RIFLES, ["t", "p"], True),
            (RIFLES, ["et", "es"], True),
            (RIFLES, ["s", "et", "es"], True),
            (RIFLES, ["s", "s2"], False),
            (RIFLES, ["t", "a"], True),
        ],
    )
    def test_who_fits(self, card: Any, holds: list[str], room: bool) -> None:
        reply = move(card, {"into": "clear", "holds": holds}, others=self.SOME)
        assert why(reply) == (None if room else ("no_room", "AAM-29" if "et" in holds else "AAM-28"))

    @rule("AAM-28", "AAM-33")
    def test_turning_in_place_needs_no_room(self) -> None:
        assert why(move(SHERMAN, others=self.SOME)) is None

    @rule("AAM-30")
    def test_a_full_hex_may_be_passed_through(self) -> None:
        steps = [{"into": "clear", "holds": ["t", "s"]}, {"into": "clear"}]
        assert why(move(SHERMAN, *steps, others=self.SOME)) is None
        assert why(move(SHERMAN, *steps[::-1], others=self.SOME)) == ("no_room", "AAM-28")


def seen(near: Any, *, card: Any = SHERMAN, by: Any = PAK, state: Any = None, readings: Any = None) -> Any:
    others = {"e": {"card": by, "seat": 1, "state": state or {}}}
    return move(card, {"into": "clear", "near": {"e": near}}, others=others, readings=readings)["result"]["provokes"]


class TestProvoking:
    @rule("AAM-75", "AAM-76", "AAM-140")
    @pytest.mark.parametrize(
        ("near", "provokes"), [([1, 1], True), ([1, 0], True), ([0, 1], True), ([2, 1], False), ([1, 2], False), ([2, 2], False), ([0, 2], False)]
    )
    def test_from_adjacent_to_adjacent(self, near: list[int], provokes: bool) -> None:
        assert seen(near) == [["e"] if provokes else []]

    @rule("AAM-75")
    @pytest.mark.parametrize(("near", "provokes"), [([1, 1], True), ([2, 1], True), ([5, 0], True), ([1, 2], False)])
    def test_any_step_that_ends_adjacent_by_the_other_reading(self, near: list[int], provokes: bool) -> None:
        """AMB-34."""
        assert seen(near, readings={"df_trigger": "any_step_ending_adjacent"}) == [["e"] if provokes else []]

    @rule("AAM-77")
    @pytest.mark.parametrize(
        ("card", "by", "provokes"), [(RIFLES, PANZER, False), (SHERMAN, PANZER, True), (SHERMAN, RIFLES, True), (RIFLES, RIFLES, True), (RIFLES, PAK, True)]
    )
    def test_soldiers_provoke_nothing_from_vehicles(self, card: Any, by: Any, provokes: bool) -> None:
        assert seen([1, 1], card=card, by=by) == [["e"] if provokes else []]
        assert seen([1, 0], card=card, by=by) == [["e"] if provokes else []]

    @rule("AAM-131", "AAM-75")
    @pytest.mark.parametrize(
        ("state", "provokes"),
        [({"aboard": "x"}, False), ({"where": "destroyed"}, False), ({"face_up": ["disrupted"]}, True), ({"fired_defensively": True}, True)],
    )
    def test_who_takes_part(self, state: Any, provokes: bool) -> None:
        """E-05: a unit that has fired is provoked again, it only may not fire again."""
        assert seen([1, 1], state=state) == [["e"] if provokes else []]

    @rule("AAM-75", "AAM-131")
    def test_each_step_and_each_enemy_for_itself(self) -> None:
        others = {"e": {"card": PAK, "seat": 1}, "f": {"card": PANZER, "seat": 1}}
        steps = [{"into": "clear", "near": {"e": [2, 1], "f": [1, 1]}}, {"into": "clear", "near": {"e": [1, 1], "f": [1, 2]}}, {"into": "clear"}]
        assert move(HALFTRACK, *steps, others=others)["result"]["provokes"] == [["f"], ["e"], []]

    @rule("AAM-33", "AAM-75")
    def test_turning_in_place_provokes_nobody(self) -> None:
        assert move(SHERMAN)["result"]["provokes"] == []

    @rule("AAM-75")
    def test_an_unseated_enemy_of_a_question_is_an_enemy(self) -> None:
        reply = move(SHERMAN, {"into": "clear", "near": {"e": [1, 1]}}, others={"e": {"card": PAK}})
        assert reply["result"]["provokes"] == [["e"]]


def test_a_type_that_is_not_stated_is_asked_for() -> None:
    blank = {"name": "somebody", "speed": 1}
    reply = move(RIFLES, {"into": "clear", "near": {"e": [1, 1]}}, others={"e": {"card": blank, "seat": 1}})
    assert reply["unknown"] == ["units.e.card.type"]


def test_changes_are_what_the_hand_does() -> None:
    assert change(move(SHERMAN, *into("clear")), "a", "moved") is None
