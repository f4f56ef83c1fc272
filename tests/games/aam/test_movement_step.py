"""Defensive fire in the middle of a move: shots that are told, stops, going back."""

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from engine.doors.tables import table
from engine.games.aam.examples import PANZER, SHERMAN
from engine.playing.procedure import whole
from engine.playing.walk import walk
from engine.values.maps import Map, frozen
from tests.engine.brute import brute
from tests.games.aam.table import ANTITANK_GUN, RIFLES, RULES, move, rule, why
from tests.games.asking import change, targets

GUN: dict[str, Any] = {"e": {"card": ANTITANK_GUN, "seat": 1}}


def told_shot(at: str = "entered", by: str = "e", **more: Any) -> dict[str, Any]:
    return {"attacker": by, "at": at, **more}


def past(*shots: Any, into: str = "clear", near: Any = (1, 1), **more: Any) -> dict[str, Any]:
    return {"into": into, "near": {"e": list(near)}, "shots": list(shots), **more}


def needs(reply: dict[str, Any], what: str = "defensive_fire:e") -> Any:
    return next((check["needs"] for check in reply["checks"] if check["what"] == what), None)


def hit(dice: int, defense: int) -> Fraction:
    return Fraction(sum(comb(dice, n) for n in range(defense, dice + 1)), 2**dice)


class TestShots:
    @rule("AAM-80", "AAM-123")
    @pytest.mark.parametrize(("at", "defense", "cover"), [("left", 5, 5), ("entered", 4, 5)])
    def test_the_figure_first_step(self, at: str, defense: int, cover: int) -> None:
        """E-06: from a hex with cover into a town, both next to the gun: front first, rear
        after, 5+ cover both times."""
        reply = move(SHERMAN, past(told_shot(at), into="town"), others=GUN, start={"terrain": "forest"})
        assert (needs(reply), targets(reply)["cover:e"]) == (defense, cover)

    @rule("AAM-80", "AAM-81")
    def test_the_figure_second_step(self) -> None:
        """E-07: out of the town into the open, shot from behind: 11 dice against 4, no cover; 4
        stop it there."""
        given = {"others": GUN, "start": {"terrain": "town"}}
        reply = move(SHERMAN, past(told_shot()), {"into": "clear"}, **given)
        assert [(check["what"], check["dice"], check["needs"]) for check in reply["checks"]] == [("defensive_fire:e", 11, 4)]
        assert reply["odds"]["effect"]["disrupted"] == str(hit(11, 4))
        assert reply["odds"]["end"] == {"1": str(hit(11, 4)), "2": str(1 - hit(11, 4))}
        stopped = move(SHERMAN, past(told_shot()), {"into": "clear"}, roll={"defensive_fire:e": [6] * 4 + [1] * 7}, **given)
        assert (stopped["result"]["end"], stopped["result"]["effect"], stopped["result"]["facing"]) == (1, "disrupted", "away")
        assert change(stopped, "a", "face_up") == ["disrupted"]

    @rule("AAM-80")
    @pytest.mark.parametrize(("at", "cover"), [("left", None), ("entered", 4)])
    def test_the_terrain_of_the_hex_shot_into(self, at: str, cover: int | None) -> None:
        """E-08: from the open into forest: the shooter picks the hex, and with it the cover."""
        reply = move(RIFLES, past(told_shot(at), into="forest"), others=GUN, start={"terrain": "clear"})
        assert targets(reply).get("cover:e") == cover

    @rule("AAM-80")
    def test_the_hex_left_must_be_known(self) -> None:
        assert move(RIFLES, past(told_shot("left")), others=GUN)["error"] == "from.terrain: is missing"
        assert "error" not in move(RIFLES, past(told_shot("left", terrain="clear")), others=GUN)
        assert "error" not in move(RIFLES, {"into": "clear"}, past(told_shot("left")), others=GUN)

    @rule("AAM-80", "AAM-45")
    def test_a_road_in_the_hex_shot_into(self) -> None:
        for at, start, road in (("entered", {"road": True}, True), ("left", {"terrain": "town", "road": True}, False)):
            told = past(told_shot(at), into="town", road=road)
            with_cover = move(SHERMAN, told, others=GUN, start=start)
            without = move(SHERMAN, told, others=GUN, start=start, readings={"road_cover": "none"})
            assert ("cover:e" in targets(with_cover), "cover:e" in targets(without)) == (True, False)
        steps = [{"into": "town", "road": True}, past(told_shot("left"))]
        assert "cover:e" not in targets(move(SHERMAN, *steps, others=GUN, readings={"road_cover": "none"}))
        assert "cover:e" in targets(move(SHERMAN, {"into": "town"}, steps[1], others=GUN, readings={"road_cover": "none"}))

    @rule("AAM-140", "AAM-70")
    @pytest.mark.parametrize(
        ("near", "at", "defense", "cover"), [((1, 0), "left", 5, 5), ((1, 0), "entered", 4, 6), ((0, 1), "left", 4, 6), ((0, 1), "entered", 4, 5)]
    )
    def test_into_and_out_of_the_hex_of_an_enemy(self, near: Any, at: str, defense: int, cover: int) -> None:
        reply = move(SHERMAN, past(told_shot(at), into="town", near=near), others=GUN, start={"terrain": "town"})
        assert (needs(reply), targets(reply)["cover:e"]) == (defense, cover)

    @rule("AAM-75", "AAM-81")
    def test_coming_next_to_an_enemy_shows_it_the_front(self) -> None:
        """By the reading that any step ending adjacent provokes: the enemy lies ahead."""
        reply = move(SHERMAN, past(told_shot(), near=(2, 1)), others=GUN, readings={"df_trigger": "any_step_ending_adjacent"})
        assert needs(reply) == 5

    @rule("AAM-80", "AAM-81")
    def test_what_is_told_of_a_shot_counts(self) -> None:
        told = past(told_shot(range=0, arc="front", terrain="town"), near=(1, 1))
        reply = move(SHERMAN, told, others=GUN)
        assert (needs(reply), targets(reply)["cover:e"]) == (4, 6)  # in the same hex it is the rear
        assert needs(move(SHERMAN, past(told_shot(arc="front")), others=GUN)) == 5
        assert targets(move(SHERMAN, past(told_shot(terrain="town", road=True)), others=GUN, readings={"road_cover": "none"})) == {"defensive_fire:e": 4}

    @rule("AAM-41", "AAM-121")
    def test_a_failed_roll_provokes_nobody(self) -> None:
        told = {**past(told_shot("left"), into="forest"), "across": ["stream"]}
        reply = move(SHERMAN, told, others=GUN, start={"terrain": "clear"}, roll={"movement": [4, 3]})
        assert reply["result"]["end"] == 0
        assert reply["after"]["e"] == {"where": "table"}
        fired = move(SHERMAN, told, others=GUN, start={"terrain": "clear"}, roll={"movement": [4, 4], "defensive_fire:e": [1] * 11})
        assert fired["after"]["e"]["fired_defensively"] is True
        assert fired["result"]["end"] == 1

    @rule("AAM-121", "AAM-124")
    def test_the_order_of_a_step(self) -> None:
        """Roll, shot at the hex left, enter, shot at the hex entered: chances multiplied in that
        order."""
        others = {**GUN, "f": {"card": ANTITANK_GUN, "seat": 1}}
        told = {"into": "clear", "across": ["stream"], "near": {"e": [1, 1], "f": [1, 1]}, "shots": [told_shot("entered", "f"), told_shot("left")]}
        reply = move(SHERMAN, told, others=others, start={"terrain": "clear"})
        assert [check["what"] for check in reply["checks"]] == ["movement", "defensive_fire:e", "defensive_fire:f"]
        through = Fraction(1, 2) * (1 - hit(11, 5))
        assert reply["odds"]["end"] == {"0": str(1 - through), "1": str(through)}
        assert reply["odds"]["effect"]["none"] == str(Fraction(1, 2) + through * (1 - hit(11, 4)))
        assert reply["odds"]["facing"] == {"ahead": str(1 - through), "any": str(through * (1 - hit(11, 4))), "away": str(through * hit(11, 4))}
        assert reply["result"]["fired"] == ["e", "f"]

    @rule("AAM-84", "AAM-139")
    @pytest.mark.parametrize(("second", "fires"), [("left", True), ("entered", False)])
    def test_stopped_in_the_first_hex_it_escapes_the_second_shot(self, second: str, fires: bool) -> None:
        """More shots at the hex where it was stopped are made, and do nothing more to it."""
        others = {**GUN, "f": {"card": ANTITANK_GUN, "seat": 1}}
        told = {"into": "clear", "near": {"e": [1, 1], "f": [1, 1]}, "shots": [told_shot("left"), told_shot(second, "f")]}
        reply = move(
            SHERMAN, told, others=others, start={"terrain": "clear"}, roll={f"defensive_fire:{gun}": [6] * 11 for gun in ("e", "f") if fires or gun == "e"}
        )
        assert (reply["result"]["end"], reply["result"]["facing"]) == (0, "ahead")
        assert (reply["after"]["a"]["face_up"], reply["after"]["f"].get("fired_defensively", False)) == (["disrupted"], fires)

    @rule("AAM-100", "AAM-83")
    def test_blast_at_the_hex_where_it_was_stopped(self) -> None:
        """The gun stops the tank, then the mortar meets it and the riflemen beside it."""
        mortar = {**ANTITANK_GUN, "soldiers": [6, 6, 6], "abilities": {"blast": True}}
        others = {**GUN, "m": {"card": mortar, "seat": 1}, "s": {"card": RIFLES}}
        told = {"into": "clear", "near": {"e": [1, 1], "m": [1, 1]}, "holds": ["s"], "shots": [told_shot(), told_shot(by="m")]}
        dice = {"defensive_fire:e": [6] * 11, "defensive_fire:m:a": [1] * 11, "defensive_fire:m:s": [6] * 4 + [1] * 2}
        reply = move(SHERMAN, told, others=others, start={"terrain": "clear"}, roll=dice)
        assert (change(reply, "a", "face_up"), change(reply, "s", "face_up")) == (["disrupted"], ["disrupted"])
        assert list(reply["result"]["fired"]) == ["e", "m"]

    @rule("AAM-86", "AAM-139", "AAM-82")
    def test_nobody_fires_at_a_mover_that_is_lost(self) -> None:
        """Without determination it leaves the map at the first hit."""
        gun = {"card": {**ANTITANK_GUN, "soldiers": [6, 6, 6]}, "seat": 1}
        told = {"into": "clear", "near": {"e": [1, 1], "f": [1, 1]}, "shots": [told_shot(), told_shot(by="f")]}
        mover = {**RIFLES, "abilities": {"lack_of_determination": True}}
        reply = move(mover, told, others={"e": gun, "f": gun}, start={"terrain": "clear"}, roll={"defensive_fire:e": [6] * 6})
        assert (reply["result"]["effect"], list(reply["result"]["fired"])) == ("destroyed", ["e"])

    @rule("AAM-85", "AAM-100")
    def test_a_shooter_that_blast_has_just_disrupted_does_not_fire(self) -> None:
        """The mortar's Blast meets its own riflemen in the hex: disrupted, they fire no more."""
        mortar = {**ANTITANK_GUN, "soldiers": [6, 6, 6], "abilities": {"blast": True}}
        others = {"m": {"card": mortar, "seat": 1}, "f": {"card": RIFLES, "seat": 1}}
        told = {"into": "clear", "near": {"m": [1, 1], "f": [1, 0]}, "holds": ["f"], "shots": [told_shot(by="m"), told_shot(by="f")]}
        dice = {"defensive_fire:m:a": [1] * 11, "defensive_fire:m:f": [6] * 4 + [1] * 2}
        reply = move(SHERMAN, told, others=others, start={"terrain": "clear"}, roll=dice)
        assert (change(reply, "f", "face_up"), list(reply["result"]["fired"])) == (["disrupted"], ["m"])

    @rule("AAM-139", "AAM-79")
    def test_a_shot_held_at_the_first_hex_falls_at_the_second(self) -> None:
        reply = move(SHERMAN, past(told_shot("entered")), others=GUN, start={"terrain": "clear"})
        assert (needs(reply), "refused" in reply) == (4, False)
        later = move(SHERMAN, past(), past(told_shot("left")), others=GUN, start={"terrain": "clear"})
        assert needs(later) == 5

    @rule("AAM-73", "AAM-84")
    def test_cover_lets_it_drive_on(self) -> None:
        told = past(told_shot(), into="town")
        given = {"others": GUN, "start": {"terrain": "clear"}}
        saved = move(SHERMAN, told, {"into": "clear"}, roll={"defensive_fire:e": [6] * 11, "cover:e": [5]}, **given)
        assert (saved["result"]["end"], saved["result"]["effect"]) == (2, "none")
        assert saved["after"]["e"]["fired_defensively"] is True
        caught = move(SHERMAN, told, {"into": "clear"}, roll={"defensive_fire:e": [6] * 11, "cover:e": [4]}, **given)
        assert (caught["result"]["end"], caught["result"]["effect"]) == (1, "disrupted")

    @rule("AAM-100", "AAM-80")
    def test_blast_meets_who_is_in_the_hex_entered(self) -> None:
        others = {"e": {"card": {**ANTITANK_GUN, "abilities": {"blast": True}}, "seat": 1}, "s": {"card": RIFLES}}
        told = past(told_shot(), holds=["s"])
        assert [check["what"] for check in move(SHERMAN, told, others=others)["checks"]] == ["defensive_fire:e:a", "defensive_fire:e:s"]
        alone = past(told_shot(others=[]), holds=["s"])  # told that nobody is met
        assert [check["what"] for check in move(SHERMAN, alone, others=others)["checks"]] == ["defensive_fire:e"]
        left = past(told_shot("left"), holds=["s"])
        assert [check["what"] for check in move(SHERMAN, left, others=others, start={"terrain": "clear"})["checks"]] == ["defensive_fire:e"]


class TestWhoMayShoot:
    @rule("AAM-75", "AAM-77")
    @pytest.mark.parametrize(
        ("card", "by", "near", "state", "refused"),
        [
            (SHERMAN, ANTITANK_GUN, (2, 1), {}, "AAM-75"),
            (RIFLES, ANTITANK_GUN, (2, 1), {}, "AAM-75"),
            (SHERMAN, PANZER, (2, 1), {}, "AAM-75"),
            (RIFLES, PANZER, (1, 1), {}, "AAM-77"),
            (RIFLES, PANZER, (2, 2), {}, "AAM-77"),
            (SHERMAN, ANTITANK_GUN, (1, 1), {"fired_defensively": True}, "AAM-78"),
            (SHERMAN, ANTITANK_GUN, (1, 1), {"face_up": ["disrupted"]}, "AAM-85"),
            (SHERMAN, ANTITANK_GUN, (1, 1), {"moved": True, "attacked": True}, None),
        ],
    )
    def test_refusals(self, card: Any, by: Any, near: Any, state: Any, refused: str | None) -> None:
        reply = move(card, past(told_shot(), near=near), others={"e": {"card": by, "seat": 1, "state": state}})
        assert (why(reply) or ("", None))[1] == refused

    @rule("AAM-75")
    def test_without_ranges_a_shot_is_trusted(self) -> None:
        reply = move(SHERMAN, {"into": "clear", "shots": [told_shot()]}, others=GUN)
        assert needs(reply) == 4

    @rule("AAM-78")
    def test_one_shot_in_a_phase(self) -> None:
        """E-05: not twice in one move; a unit of suppressive fire may."""
        assert why(move(SHERMAN, past(told_shot()), past(told_shot()), others=GUN)) == ("fired_already", "AAM-78")
        steady = {"e": {"card": {**ANTITANK_GUN, "abilities": {"suppressive_fire": True}}, "seat": 1}}
        reply = move(SHERMAN, past(told_shot()), past(told_shot()), others=steady)
        assert [check["what"] for check in reply["checks"]] == ["defensive_fire:e", "defensive_fire:e:1"]

    @rule("AAM-78")
    @pytest.mark.parametrize(
        ("phase", "reading", "refused"), [("assault", "both", None), ("assault", "movement_only", "AAM-78"), ("movement", "movement_only", None)]
    )
    def test_in_which_phases(self, phase: str, reading: str, refused: str | None) -> None:
        reply = move(SHERMAN, past(told_shot()), others=GUN, phase=phase, readings={"df_phases": reading})
        assert (why(reply) or ("", None))[1] == refused


class TestGoingBack:
    @rule("AAM-31", "AAM-125", "AAM-124")
    @pytest.mark.parametrize(("reading", "facing"), [("next_hex", "next_hex"), ("as_when_stopped", "away")])
    def test_stopped_where_it_may_not_stack(self, reading: str, facing: str) -> None:
        """E-15: disrupted while passing another Vehicle's hex, it goes back to the last hex
        where it may stop. AMB-25."""
        others = {**GUN, "t": {"card": SHERMAN}}
        steps = [{"into": "clear"}, past(told_shot(), holds=["t"]), {"into": "clear"}]
        reply = move(SHERMAN, *steps, others=others, roll={"defensive_fire:e": [6] * 11}, readings={"facing_after_back": reading})
        assert (reply["result"]["end"], reply["result"]["effect"], reply["result"]["facing"]) == (1, "disrupted", facing)
        assert change(reply, "a", "face_up") == ["disrupted"]

    @rule("AAM-31", "AAM-125")
    def test_as_far_as_its_first_hex(self) -> None:
        others = {**GUN, "t": {"card": SHERMAN}, "u": {"card": SHERMAN}}
        steps = [{"into": "clear", "holds": ["u"]}, past(told_shot(), holds=["t"]), {"into": "clear"}]
        assert move(SHERMAN, *steps, others=others, roll={"defensive_fire:e": [6] * 11})["result"]["end"] == 0

    @rule("AAM-31", "AAM-36")
    def test_a_failed_roll_in_a_full_hex(self) -> None:
        steps = [{"into": "clear", "holds": ["t"]}, {"into": "forest"}]
        reply = move(SHERMAN, *steps, others={"t": {"card": SHERMAN}}, roll={"movement": [1]})
        assert (reply["result"]["end"], reply["result"]["facing"], reply["result"]["effect"]) == (0, "next_hex", "none")

    @rule("AAM-31")
    def test_who_never_left_its_hex_stays_there(self) -> None:
        reply = move(SHERMAN, {"into": "forest", "holds": ["t"]}, others={"t": {"card": SHERMAN}}, roll={"movement": [1]}, overrule=True)
        assert reply["result"]["end"] == 0

    @rule("AAM-31", "AAM-32")
    def test_soldiers_have_no_facing(self) -> None:
        reply = move(RIFLES, past(told_shot()), others=GUN, roll={"defensive_fire:e": [6] * 4})
        assert (reply["result"]["end"], reply["result"]["facing"]) == (1, "none")

    @rule("AAM-30", "AAM-31")
    def test_nobody_goes_back_who_was_not_stopped(self) -> None:
        steps = [{"into": "clear", "holds": ["t"]}, {"into": "clear"}]
        assert move(SHERMAN, *steps, others={"t": {"card": SHERMAN}})["odds"]["end"] == {"2": "1"}


class TestStoppedInTheAssault:
    @rule("AAM-22", "AAM-33")
    @pytest.mark.parametrize(
        ("reading", "at", "phase", "moved"),
        [
            ("no", "left", "assault", True),
            ("if_still_in_start_hex", "left", "assault", False),
            ("if_still_in_start_hex", "entered", "assault", True),
            ("if_still_in_start_hex", "left", "movement", True),
        ],
    )
    def test_may_it_attack_instead(self, reading: str, at: str, phase: str, moved: bool) -> None:
        """AMB-19: its action was the move; by the other reading not if it never left its hex."""
        reply = move(
            SHERMAN,
            past(told_shot(at)),
            others=GUN,
            start={"terrain": "clear"},
            phase=phase,
            roll={"defensive_fire:e": [6] * 11},
            readings={"stopped_may_attack": reading},
        )
        assert bool(reply["after"]["a"].get("moved")) is moved

    @rule("AAM-22", "AAM-33")
    def test_nothing_but_fire_leaves_the_action(self) -> None:
        reading = {"stopped_may_attack": "if_still_in_start_hex"}
        assert move(SHERMAN, phase="assault", readings=reading)["after"]["a"]["moved"] is True
        failed = move(SHERMAN, {"into": "forest"}, phase="assault", readings=reading, roll={"movement": [1]})
        assert failed["after"]["a"]["moved"] is True

    @rule("AAM-22")
    def test_a_move_that_goes_on_is_a_move(self) -> None:
        reply = move(
            SHERMAN,
            past(told_shot("left")),
            others=GUN,
            start={"terrain": "clear"},
            phase="assault",
            roll={"defensive_fire:e": [1] * 11},
            readings={"stopped_may_attack": "if_still_in_start_hex"},
        )
        assert reply["after"]["a"]["moved"] is True


@pytest.mark.heavy
@rule("AAM-121", "AAM-39")
def test_the_walk_equals_brute_force() -> None:
    small = {**ANTITANK_GUN, "vehicles": [1, 1, 1]}
    units = {"a": {"card": {**SHERMAN, "defense": [1, 1]}}, "e": {"card": small, "seat": 1}, "f": {"card": small, "seat": 1}}
    state = table(RULES, frozen({"units": units}))
    first = {"into": "forest", "near": {"e": [1, 1], "f": [1, 1]}, "shots": [told_shot("left"), told_shot("entered", "f")]}
    told = {"unit": "a", "steps": [first, {"into": "clear", "across": ["stream"]}], "from": {"terrain": "clear"}}
    todo = whole(RULES.opening("move"), Map({key: frozen(value) for key, value in told.items()}))
    assert walk(state, todo).chances() == brute(lambda: todo.on(state))
