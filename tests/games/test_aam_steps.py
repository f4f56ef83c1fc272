"""Axis & Allies Miniatures: defensive fire in the middle of a move, stops, going back; moves led
hex by hex."""

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from engine.doors.tables import table
from engine.games import RULESETS
from engine.games.aam.examples import PANZER, SHERMAN
from engine.playing.procedure import task
from engine.playing.session import Refused, Session
from engine.playing.walk import walk
from engine.values.events import Abandoned, Opened, TrackerSet
from engine.values.maps import Map, frozen
from engine.values.model import Prompt
from tests.engine.brute import brute
from tests.games.aam_combat import able
from tests.games.aam_field import CAPTAIN, PAK, RIFLES, move, why
from tests.games.asking import ask, change, targets

rule = pytest.mark.rule
RULES = RULESETS["aam"]
GUN: dict[str, Any] = {"e": {"card": PAK, "seat": 1}}


def shot(at: str = "entered", by: str = "e", **more: Any) -> dict[str, Any]:
    return {"attacker": by, "at": at, **more}


def past(*shots: Any, into: str = "clear", near: Any = (1, 1), **more: Any) -> dict[str, Any]:
    return {"into": into, "near": {"e": list(near)}, "shots": list(shots), **more}


def needs(reply: dict[str, Any], what: str = "defensive_fire:e") -> Any:
    return next((check["needs"] for check in reply["checks"] if check["what"] == what), None)


def hit(dice: int, defense: int) -> Fraction:
    return Fraction(sum(comb(dice, n) for n in range(defense, dice + 1)), 2**dice)


class TestShots:
    @rule("AAM-80", "AAM-81", "AAM-84", "AAM-123")
    @pytest.mark.parametrize(("at", "defense", "cover"), [("left", 5, 5), ("entered", 4, 5)])
    def test_the_figure_first_step(self, at: str, defense: int, cover: int) -> None:
        """E-06: from a hex with cover into a town, both next to the gun: front first, rear
        after, 5+ cover both times."""
        reply = move(SHERMAN, past(shot(at), into="town"), others=GUN, start={"terrain": "forest"})
        assert (needs(reply), targets(reply)["cover:e"]) == (defense, cover)

    @rule("AAM-80", "AAM-81", "AAM-82", "AAM-85")
    def test_the_figure_second_step(self) -> None:
        """E-07: out of the town into the open, shot from behind: 11 dice against 4, no cover; 4
        stop it there."""
        given = {"others": GUN, "start": {"terrain": "town"}}
        reply = move(SHERMAN, past(shot()), {"into": "clear"}, **given)
        assert [(check["what"], check["dice"], check["needs"]) for check in reply["checks"]] == [("defensive_fire:e", 11, 4)]
        assert reply["odds"]["effect"]["disrupted"] == str(hit(11, 4))
        assert reply["odds"]["end"] == {"1": str(hit(11, 4)), "2": str(1 - hit(11, 4))}
        stopped = move(SHERMAN, past(shot()), {"into": "clear"}, roll={"defensive_fire:e": [6] * 4 + [1] * 7}, **given)
        assert (stopped["result"]["end"], stopped["result"]["effect"], stopped["result"]["facing"]) == (1, "disrupted", "away")
        assert change(stopped, "a", "face_up") == ["disrupted"]

    @rule("AAM-80")
    @pytest.mark.parametrize(("at", "cover"), [("left", None), ("entered", 4)])
    def test_the_terrain_of_the_hex_shot_into(self, at: str, cover: int | None) -> None:
        """E-08: from the open into forest: the shooter picks the hex, and with it the cover."""
        reply = move(RIFLES, past(shot(at), into="forest"), others=GUN, start={"terrain": "clear"})
        assert targets(reply).get("cover:e") == cover

    @rule("AAM-80")
    def test_the_hex_left_must_be_known(self) -> None:
        assert move(RIFLES, past(shot("left")), others=GUN)["error"] == "from.terrain: is missing"
        assert "error" not in move(RIFLES, past(shot("left", terrain="clear")), others=GUN)
        assert "error" not in move(RIFLES, {"into": "clear"}, past(shot("left")), others=GUN)

    @rule("AAM-80", "AAM-45")
    def test_a_road_in_the_hex_shot_into(self) -> None:
        for at, start, road in (("entered", {"road": True}, True), ("left", {"terrain": "town", "road": True}, False)):
            told = past(shot(at), into="town", road=road)
            with_cover = move(SHERMAN, told, others=GUN, start=start)
            without = move(SHERMAN, told, others=GUN, start=start, readings={"road_cover": "none"})
            assert ("cover:e" in targets(with_cover), "cover:e" in targets(without)) == (True, False)
        steps = [{"into": "town", "road": True}, past(shot("left"))]
        assert "cover:e" not in targets(move(SHERMAN, *steps, others=GUN, readings={"road_cover": "none"}))
        assert "cover:e" in targets(move(SHERMAN, {"into": "town"}, steps[1], others=GUN, readings={"road_cover": "none"}))

    @rule("AAM-140", "AAM-81", "AAM-70")
    @pytest.mark.parametrize(
        ("near", "at", "defense", "cover"), [((1, 0), "left", 5, 5), ((1, 0), "entered", 4, 6), ((0, 1), "left", 4, 6), ((0, 1), "entered", 4, 5)]
    )
    def test_into_and_out_of_the_hex_of_an_enemy(self, near: Any, at: str, defense: int, cover: int) -> None:
        reply = move(SHERMAN, past(shot(at), into="town", near=near), others=GUN, start={"terrain": "town"})
        assert (needs(reply), targets(reply)["cover:e"]) == (defense, cover)

    @rule("AAM-75", "AAM-81")
    def test_coming_next_to_an_enemy_shows_it_the_front(self) -> None:
        """By the reading that any step ending adjacent provokes: the enemy lies ahead."""
        reply = move(SHERMAN, past(shot(), near=(2, 1)), others=GUN, readings={"df_trigger": "any_step_ending_adjacent"})
        assert needs(reply) == 5

    @rule("AAM-80", "AAM-81")
    def test_what_is_told_of_a_shot_counts(self) -> None:
        told = past(shot(range=0, arc="front", terrain="town"), near=(1, 1))
        reply = move(SHERMAN, told, others=GUN)
        assert (needs(reply), targets(reply)["cover:e"]) == (4, 6)  # in the same hex it is the rear
        assert needs(move(SHERMAN, past(shot(arc="front")), others=GUN)) == 5
        assert targets(move(SHERMAN, past(shot(terrain="town", road=True)), others=GUN, readings={"road_cover": "none"})) == {"defensive_fire:e": 4}

    @rule("AAM-41", "AAM-121", "AAM-39")
    def test_a_failed_roll_provokes_nobody(self) -> None:
        told = {**past(shot("left"), into="forest"), "across": ["stream"]}
        reply = move(SHERMAN, told, others=GUN, start={"terrain": "clear"}, roll={"movement": [4, 3]})
        assert reply["result"]["end"] == 0
        assert reply["after"]["e"] == {"where": "table"}
        fired = move(SHERMAN, told, others=GUN, start={"terrain": "clear"}, roll={"movement": [4, 4], "defensive_fire:e": [1] * 11})
        assert fired["after"]["e"]["fired_defensively"] is True
        assert fired["result"]["end"] == 1

    @rule("AAM-121", "AAM-84", "AAM-82", "AAM-124")
    def test_the_order_of_a_step(self) -> None:
        """Roll, shot at the hex left, enter, shot at the hex entered: chances multiplied in that
        order."""
        others = {**GUN, "f": {"card": PAK, "seat": 1}}
        told = {"into": "clear", "across": ["stream"], "near": {"e": [1, 1], "f": [1, 1]}, "shots": [shot("entered", "f"), shot("left")]}
        reply = move(SHERMAN, told, others=others, start={"terrain": "clear"})
        assert [check["what"] for check in reply["checks"]] == ["movement", "defensive_fire:e", "defensive_fire:f"]
        through = Fraction(1, 2) * (1 - hit(11, 5))
        assert reply["odds"]["end"] == {"0": str(1 - through), "1": str(through)}
        assert reply["odds"]["effect"]["none"] == str(Fraction(1, 2) + through * (1 - hit(11, 4)))
        assert reply["odds"]["facing"] == {"ahead": str(1 - through), "any": str(through * (1 - hit(11, 4))), "away": str(through * hit(11, 4))}
        assert reply["result"]["fired"] == ["e", "f"]

    @rule("AAM-84", "AAM-139", "AAM-82")
    def test_stopped_in_the_first_hex_it_escapes_the_second_shot(self) -> None:
        others = {**GUN, "f": {"card": PAK, "seat": 1}}
        for second in ("left", "entered"):
            told = {"into": "clear", "near": {"e": [1, 1], "f": [1, 1]}, "shots": [shot("left"), shot(second, "f")]}
            reply = move(SHERMAN, told, others=others, start={"terrain": "clear"}, roll={"defensive_fire:e": [6] * 11})
            assert (reply["result"]["end"], reply["result"]["facing"]) == (0, "ahead")
            assert reply["after"]["f"] == {"where": "table"}

    @rule("AAM-139", "AAM-79")
    def test_a_shot_held_at_the_first_hex_falls_at_the_second(self) -> None:
        reply = move(SHERMAN, past(shot("entered")), others=GUN, start={"terrain": "clear"})
        assert (needs(reply), "refused" in reply) == (4, False)
        later = move(SHERMAN, past(), past(shot("left")), others=GUN, start={"terrain": "clear"})
        assert needs(later) == 5

    @rule("AAM-73", "AAM-84")
    def test_cover_lets_it_drive_on(self) -> None:
        told = past(shot(), into="town")
        given = {"others": GUN, "start": {"terrain": "clear"}}
        saved = move(SHERMAN, told, {"into": "clear"}, roll={"defensive_fire:e": [6] * 11, "cover:e": [5]}, **given)
        assert (saved["result"]["end"], saved["result"]["effect"]) == (2, "none")
        assert saved["after"]["e"]["fired_defensively"] is True
        caught = move(SHERMAN, told, {"into": "clear"}, roll={"defensive_fire:e": [6] * 11, "cover:e": [4]}, **given)
        assert (caught["result"]["end"], caught["result"]["effect"]) == (1, "disrupted")

    @rule("AAM-100", "AAM-80")
    def test_blast_meets_who_is_in_the_hex_entered(self) -> None:
        others = {"e": {"card": {**PAK, "abilities": {"blast": True}}, "seat": 1}, "s": {"card": RIFLES}}
        told = past(shot(), holds=["s"])
        assert [check["what"] for check in move(SHERMAN, told, others=others)["checks"]] == ["defensive_fire:e:a", "defensive_fire:e:s"]
        left = past(shot("left"), holds=["s"])
        assert [check["what"] for check in move(SHERMAN, left, others=others, start={"terrain": "clear"})["checks"]] == ["defensive_fire:e"]


class TestWhoMayShoot:
    @rule("AAM-75", "AAM-77", "AAM-78", "AAM-85")
    @pytest.mark.parametrize(
        ("card", "by", "near", "state", "refused"),
        [
            (SHERMAN, PAK, (2, 1), {}, "AAM-75"),
            (RIFLES, PAK, (2, 1), {}, "AAM-75"),
            (SHERMAN, PANZER, (2, 1), {}, "AAM-75"),
            (RIFLES, PANZER, (1, 1), {}, "AAM-77"),
            (RIFLES, PANZER, (2, 2), {}, "AAM-77"),
            (SHERMAN, PAK, (1, 1), {"fired_defensively": True}, "AAM-78"),
            (SHERMAN, PAK, (1, 1), {"face_up": ["disrupted"]}, "AAM-85"),
            (SHERMAN, PAK, (1, 1), {"moved": True, "attacked": True}, None),
        ],
    )
    def test_refusals(self, card: Any, by: Any, near: Any, state: Any, refused: str | None) -> None:
        reply = move(card, past(shot(), near=near), others={"e": {"card": by, "seat": 1, "state": state}})
        assert (why(reply) or ("", None))[1] == refused

    @rule("AAM-75")
    def test_without_ranges_a_shot_is_trusted(self) -> None:
        reply = move(SHERMAN, {"into": "clear", "shots": [shot()]}, others=GUN)
        assert needs(reply) == 4

    @rule("AAM-78")
    def test_one_shot_in_a_phase(self) -> None:
        """E-05: not twice in one move; a unit of suppressive fire may."""
        assert why(move(SHERMAN, past(shot()), past(shot()), others=GUN)) == ("fired_already", "AAM-78")
        steady = {"e": {"card": {**PAK, "abilities": {"suppressive_fire": True}}, "seat": 1}}
        reply = move(SHERMAN, past(shot()), past(shot()), others=steady)
        assert [check["what"] for check in reply["checks"]] == ["defensive_fire:e", "defensive_fire:e:1"]

    @rule("AAM-78")
    @pytest.mark.parametrize(
        ("phase", "reading", "refused"), [("assault", "both", None), ("assault", "movement_only", "AAM-78"), ("movement", "movement_only", None)]
    )
    def test_in_which_phases(self, phase: str, reading: str, refused: str | None) -> None:
        reply = move(SHERMAN, past(shot()), others=GUN, phase=phase, readings={"df_phases": reading})
        assert (why(reply) or ("", None))[1] == refused


class TestGoingBack:
    @rule("AAM-31", "AAM-125", "AAM-30", "AAM-82", "AAM-124")
    @pytest.mark.parametrize(("reading", "facing"), [("next_hex", "next_hex"), ("as_when_stopped", "away")])
    def test_stopped_where_it_may_not_stack(self, reading: str, facing: str) -> None:
        """E-15: disrupted while passing another Vehicle's hex, it goes back to the last hex
        where it may stop. AMB-25."""
        others = {**GUN, "t": {"card": SHERMAN}}
        steps = [{"into": "clear"}, past(shot(), holds=["t"]), {"into": "clear"}]
        reply = move(SHERMAN, *steps, others=others, roll={"defensive_fire:e": [6] * 11}, readings={"facing_after_back": reading})
        assert (reply["result"]["end"], reply["result"]["effect"], reply["result"]["facing"]) == (1, "disrupted", facing)
        assert change(reply, "a", "face_up") == ["disrupted"]

    @rule("AAM-31", "AAM-125")
    def test_as_far_as_its_first_hex(self) -> None:
        others = {**GUN, "t": {"card": SHERMAN}, "u": {"card": SHERMAN}}
        steps = [{"into": "clear", "holds": ["u"]}, past(shot(), holds=["t"]), {"into": "clear"}]
        assert move(SHERMAN, *steps, others=others, roll={"defensive_fire:e": [6] * 11})["result"]["end"] == 0

    @rule("AAM-31", "AAM-39", "AAM-36")
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
        reply = move(RIFLES, past(shot()), others=GUN, roll={"defensive_fire:e": [6] * 4})
        assert (reply["result"]["end"], reply["result"]["facing"]) == (1, "none")

    @rule("AAM-30", "AAM-31")
    def test_nobody_goes_back_who_was_not_stopped(self) -> None:
        steps = [{"into": "clear", "holds": ["t"]}, {"into": "clear"}]
        assert move(SHERMAN, *steps, others={"t": {"card": SHERMAN}})["odds"]["end"] == {"2": "1"}


class TestStoppedInTheAssault:
    @rule("AAM-22")
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
            past(shot(at)),
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
            past(shot("left")),
            others=GUN,
            start={"terrain": "clear"},
            phase="assault",
            roll={"defensive_fire:e": [1] * 11},
            readings={"stopped_may_attack": "if_still_in_start_hex"},
        )
        assert reply["after"]["a"]["moved"] is True


class TestDeterminedCharge:
    @rule("AAM-82", "AAM-86")
    def test_disrupted_but_not_stopped(self) -> None:
        keen = {**RIFLES, "abilities": {"determined_charge": True}}
        reply = move(keen, past(shot()), {"into": "clear"}, others=GUN, roll={"defensive_fire:e": [6] * 4})
        assert (reply["result"]["end"], reply["result"]["effect"]) == (2, "disrupted")


@pytest.mark.heavy
@rule("AAM-121", "AAM-39", "AAM-82")
def test_the_walk_equals_brute_force() -> None:
    small = {**PAK, "vehicles": [1, 1, 1]}
    units = {"a": {"card": {**SHERMAN, "defense": [1, 1]}}, "e": {"card": small, "seat": 1}, "f": {"card": small, "seat": 1}}
    state = table(RULES, frozen({"units": units}))
    steps = frozen(
        [{"into": "forest", "near": {"e": [1, 1], "f": [1, 1]}, "shots": [shot("left"), shot("entered", "f")]}, {"into": "clear", "across": ["stream"]}]
    )
    todo = task(RULES.opening("move").run, unit="a", steps=steps, **{"from": frozen({"terrain": "clear"})})
    assert walk(state, todo).chances() == brute(lambda: todo.on(state))


def session(step: str = "first_movement", readings: Any = None, **units: Any) -> Session:
    told = {"step": step, "units": units, "readings": readings or {}}
    return Session(RULES, table(RULES, frozen(told)))


def units(mover: Any = SHERMAN, enemy: Any = PAK, state: Any = None, other: Any = None) -> dict[str, Any]:
    return {"a": {"card": mover, "state": state or {}}, "e": {"card": enemy, "seat": 1, "state": other or {}}}


def led(**given: Any) -> Session:
    """A move opened in play, with nothing told."""
    playing = session(**given)
    playing.dispatch(Opened("move", Map({"unit": "a"})))
    return playing


def say(playing: Session, *answers: Any) -> None:
    for each in answers:
        playing.answer(frozen(each))


def asked(playing: Session) -> Prompt:
    assert playing.prompt
    return playing.prompt


class TestLed:
    @rule("AAM-121", "AAM-79", "AAM-80", "AAM-82", "AAM-124")
    def test_step_by_step_with_defensive_fire(self) -> None:
        """The gun holds at the first hex and fires at the second: 4 successes stop the tank, its
        back to the hex it left."""
        playing = led(**units())
        assert (asked(playing).key, asked(playing).kind, asked(playing).asked_of) == ("step:0", "form", 0)
        say(playing, {"into": "clear", "near": ["e"]})
        assert (asked(playing).key, asked(playing).asked_of) == ("fire:0:left:0", 1)
        assert [option.key for option in asked(playing).options] == ["hold", "e"]
        say(playing, "hold")
        assert (asked(playing).key, asked(playing).asked_of) == ("fire:0:entered:0", 1)
        say(playing, "e", {"range": 1})
        assert (asked(playing).key, asked(playing).checks[0].needs) == ("defensive_fire:e", 4)
        say(playing, [6, 6, 6, 6] + [1] * 7)
        assert asked(playing).key == "back"
        say(playing, 0)
        assert [line.ref.id for line in asked(playing).lines] == ["AAM-124"]
        say(playing, [])
        assert playing.prompt is None
        tank = playing.state.unit("a")
        assert (tank.marks("face_up"), tank.trackers["moved"]) == (("disrupted",), True)
        assert playing.state.unit("e").trackers["fired_defensively"] is True

    @rule("AAM-80", "AAM-81")
    def test_the_terrain_of_the_first_hex_is_asked_when_it_matters(self) -> None:
        playing = led(**units())
        say(playing, {"into": "clear", "near": ["e"]}, "e")
        fields = asked(playing).fields
        assert fields
        assert [field.key for field in fields.fields] == ["range", "terrain"]
        say(playing, {"range": 1, "terrain": "town"})
        assert asked(playing).checks[0].needs == 5
        say(playing, [6] * 11)
        assert (asked(playing).key, asked(playing).checks[0].targets) == ("cover:e", (5,))
        say(playing, [1])
        assert [line.ref.id for line in asked(playing).lines] == ["AAM-36"]
        say(playing, [])
        assert playing.state.unit("a").marks("face_up") == ("disrupted",)

    @rule("AAM-80")
    def test_later_hexes_are_known(self) -> None:
        playing = led(**units())
        say(playing, {"into": "town"}, {"into": "clear", "near": ["e"]}, "e")
        fields = asked(playing).fields
        assert fields
        assert [field.key for field in fields.fields] == ["range"]
        say(playing, {"range": 1}, [6] * 11)
        assert asked(playing).key == "cover:e"

    @rule("AAM-81", "AAM-75")
    def test_the_side_is_asked_where_it_does_not_follow(self) -> None:
        playing = led(**units(), readings={"df_trigger": "any_step_ending_adjacent"})
        say(playing, {"into": "clear", "near": ["e"]}, "hold", "e")
        fields = asked(playing).fields
        assert fields
        assert [field.key for field in fields.fields] == ["range", "arc"]
        say(playing, {"range": 1, "arc": "front"})
        assert asked(playing).checks[0].needs == 5

    @rule("AAM-79", "AAM-83", "AAM-139")
    def test_several_shooters_one_after_another(self) -> None:
        playing = led(**units(), f={"card": PAK, "seat": 1})
        say(playing, {"into": "clear", "near": ["e", "f"]}, "hold", "e", {"range": 1}, [1] * 11)
        assert asked(playing).key == "fire:0:entered:1"
        assert [(option.key, option.refusal.ref.id if option.refusal else "") for option in asked(playing).options] == [
            ("hold", ""),
            ("e", "AAM-78"),
            ("f", ""),
        ]
        with pytest.raises(Refused):
            playing.answer("e")
        say(playing, "f", {"range": 1}, [6] * 11)
        assert asked(playing).key == "back"

    @rule("AAM-82", "AAM-84")
    def test_nobody_else_is_asked_once_it_is_stopped(self) -> None:
        playing = led(**units(), f={"card": PAK, "seat": 1})
        say(playing, {"into": "clear", "near": ["e", "f"]}, "hold", "e", {"range": 1}, [6] * 11)
        assert asked(playing).key == "back"

    @rule("AAM-31", "AAM-82", "AAM-86", "AAM-125")
    def test_a_mover_that_falls_at_once_does_not_go_back(self) -> None:
        """Hit, it is off the map before the casualty phase: nobody asks for the last hex where
        it may stop."""
        rifles = able({**RIFLES, "speed": 2}, lack_of_determination=True)
        playing = led(a={"card": rifles, "seat": 0}, e={"card": PAK, "seat": 1})
        say(playing, {"into": "clear", "near": ["e"]}, "hold", "e", {"range": 1})
        say(playing, [6] * asked(playing).checks[0].dice)
        assert playing.state.unit("a").gone
        assert playing.prompt is None

    @rule("AAM-45", "AAM-80")
    def test_a_road_in_the_hex_shot_into(self) -> None:
        playing = led(**units(), readings={"road_cover": "none"})
        say(playing, {"into": "town", "road": True, "near": ["e"]}, "hold", "e", {"range": 1}, [6] * 11)
        assert asked(playing).key == "back"
        playing = led(**units(), readings={"road_cover": "none"})
        say(playing, {"into": "town", "road": True}, {"into": "town", "near": ["e"]}, "e", {"range": 1}, [6] * 11)
        assert asked(playing).key == "back"

    @rule("AAM-81", "AAM-85")
    def test_a_unit_without_sides_is_not_asked_for_them(self) -> None:
        playing = led(**units(RIFLES), readings={"df_trigger": "any_step_ending_adjacent"})
        say(playing, {"into": "clear", "near": ["e"]}, "hold", "e")
        fields = asked(playing).fields
        assert fields
        assert [field.key for field in fields.fields] == ["range"]

    @rule("AAM-78", "AAM-77", "AAM-85")
    @pytest.mark.parametrize(
        ("mover", "enemy", "other", "asks"),
        [
            (SHERMAN, PAK, {}, True),
            (SHERMAN, PAK, {"fired_defensively": True}, False),
            (SHERMAN, PAK, {"face_up": ["disrupted"]}, False),
            (RIFLES, PANZER, {}, False),
        ],
    )
    def test_nobody_is_asked_who_may_not_fire(self, mover: Any, enemy: Any, other: Any, asks: bool) -> None:
        playing = led(**units(mover, enemy, other=other))
        fields = asked(playing).fields
        assert fields
        near = {"near": ["e"]} if fields.field("near") else {}
        assert (fields.field("near") is None) is (enemy is PANZER)
        say(playing, {"into": "clear", **near})
        assert (asked(playing).key == "fire:0:left:0") is asks

    @rule("AAM-27", "AAM-37", "AAM-42", "AAM-43", "AAM-44")
    def test_what_is_left_and_what_is_refused(self) -> None:
        playing = led(**units())
        with pytest.raises(Refused) as refused:
            playing.answer(frozen({"into": "pond"}))
        assert [no.ref.id for no in refused.value.why] == ["AAM-42"]
        say(playing, {"into": "hill"}, {"into": "pond", "road": True})
        assert dict(asked(playing).text.values)["left"] == 2  # the road step was free
        with pytest.raises(Refused) as refused:
            playing.answer(frozen({"into": "clear"}))
        assert [no.ref.id for no in refused.value.why] == ["AAM-43"]
        say(playing, {"into": "clear", "road": True})
        with pytest.raises(Refused) as refused:
            playing.answer(frozen({"into": "hill"}))
        assert [no.ref.id for no in refused.value.why] == ["AAM-37"]
        say(playing, {"into": "town"})
        assert asked(playing).key == "facing"  # nothing is left
        say(playing, [])
        assert playing.prompt is None

    @rule("AAM-27", "AAM-44")
    def test_with_nothing_left_only_the_road_bonus_is_asked_about(self) -> None:
        playing = led(**units({**SHERMAN, "speed": 1}))
        say(playing, {"into": "clear"})
        assert dict(asked(playing).text.values)["left"] == 0
        with pytest.raises(Refused) as refused:
            playing.answer(frozen({"into": "clear"}))
        assert [no.ref.id for no in refused.value.why] == ["AAM-27"]
        say(playing, {"into": "clear", "road": True})
        assert asked(playing).key == "facing"

    @rule("AAM-129", "AAM-33")
    def test_at_speed_0_it_only_turns(self) -> None:
        playing = led(**units({**SHERMAN, "speed": 1}, state={"face_up": ["damaged"]}))
        assert asked(playing).key == "facing"

    @rule("AAM-43", "AAM-44")
    def test_where_it_starts_may_be_told(self) -> None:
        playing = session(**units())
        playing.dispatch(Opened("move", frozen({"unit": "a", "from": {"terrain": "clear", "road": False}})))  # type: ignore[arg-type]
        say(playing, {"into": "hill", "road": True})  # onto the road, not along it
        assert dict(asked(playing).text.values)["left"] == 2
        say(playing, {"into": "hill", "road": True})
        assert dict(asked(playing).text.values)["left"] == 2

    @rule("AAM-38", "AAM-137")
    @pytest.mark.parametrize(("step", "refused"), [("first_movement", False), ("first_assault", True)])
    def test_the_minimum_move_is_of_the_movement_phase(self, step: str, refused: bool) -> None:
        playing = led(step=step, **units({**SHERMAN, "speed": 2}, state={"face_up": ["damaged"]}))
        if refused:
            with pytest.raises(Refused):
                playing.answer(frozen({"into": "forest"}))
        else:
            say(playing, {"into": "forest"})
            assert asked(playing).key == "movement:0"

    @rule("AAM-39", "AAM-36", "AAM-41")
    def test_a_failed_roll(self) -> None:
        playing = led(**units())
        say(playing, {"into": "clear"}, {"into": "forest", "across": ["stream"], "near": ["e"]})
        assert (asked(playing).key, asked(playing).checks[0].dice) == ("movement:1", 2)
        say(playing, [4, 3])
        assert asked(playing).key == "back"
        say(playing, 1)
        assert [line.ref.id for line in asked(playing).lines] == ["AAM-124"]
        assert playing.state.noted("back") == 1
        say(playing, [])
        assert playing.state.unit("a").marks("face_up") == ()
        assert playing.state.unit("e").trackers == Map()

    @rule("AAM-33", "AAM-32")
    def test_no_hex_at_all_turns_in_place(self) -> None:
        playing = led(**units())
        say(playing, {})
        assert [line.ref.id for line in asked(playing).lines] == ["AAM-32"]
        say(playing, [])
        assert playing.state.unit("a").trackers["moved"] is True

    @rule("AAM-32", "AAM-31")
    def test_soldiers_end_without_a_word(self) -> None:
        playing = led(**units(RIFLES, PANZER))
        say(playing, {"into": "clear"}, {})
        assert playing.prompt is None

    @rule("AAM-31")
    def test_stopped_in_its_first_hex_it_has_nowhere_to_go_back_to(self) -> None:
        playing = led(**units(RIFLES))
        say(playing, {"into": "clear", "near": ["e"]}, "e", {"range": 1, "terrain": "clear"}, [6] * 4)
        assert playing.prompt is None
        assert playing.state.unit("a").marks("face_up") == ("disrupted",)

    @rule("AAM-99", "AAM-90", "AAM-133")
    def test_tally_ho_is_asked_for(self) -> None:
        leaders = {
            "k": {"card": CAPTAIN},
            "l": {"card": {**CAPTAIN, "abilities": {"tally_ho": 2}}},
            "m": {"card": CAPTAIN, "state": {"face_up": ["disrupted"]}},
        }
        playing = led(**units(RIFLES), **leaders)
        assert asked(playing).key == "tally_ho:k"
        say(playing, False)
        assert asked(playing).key == "tally_ho:l"
        say(playing, True)
        assert dict(asked(playing).text.values)["allowance"] == 4

    @rule("AAM-99")
    @pytest.mark.parametrize(
        ("mover", "step", "asks"),
        [
            (RIFLES, "first_movement", True),
            (SHERMAN, "first_movement", False),
            (RIFLES, "first_assault", False),
            ({**PAK, "speed": 1}, "first_movement", False),
        ],
    )
    def test_tally_ho_is_for_soldiers_in_the_movement_phase(self, mover: Any, step: str, asks: bool) -> None:
        playing = led(step=step, **units(mover), k={"card": CAPTAIN})
        assert (asked(playing).key == "tally_ho:k") is asks

    @rule("AAM-99", "AAM-90")
    def test_tally_ho_without_a_number_is_one_hex(self) -> None:
        playing = led(**units(RIFLES), k={"card": {**CAPTAIN, "abilities": {"tally_ho": True}}})
        say(playing, True)
        assert dict(asked(playing).text.values)["allowance"] == 3

    @rule("AAM-99", "AAM-93")
    def test_a_disrupted_commander_is_not_asked_about(self) -> None:
        assert asked(led(**units(RIFLES), k={"card": CAPTAIN, "state": {"face_up": ["disrupted"]}})).key == "step:0"

    @rule("AAM-99")
    def test_an_effect_already_told_is_not_asked_for(self) -> None:
        playing = session(**units(RIFLES), k={"card": CAPTAIN})
        told = {"unit": "a", "effects": [{"name": "Tally-Ho!", "by": "k", "on": "speed", "amount": 1}]}
        playing.dispatch(Opened("move", frozen(told)))  # type: ignore[arg-type]
        assert asked(playing).key == "step:0"
        assert dict(asked(playing).text.values)["allowance"] == 3

    @rule("AAM-86")
    def test_high_gear_and_abilities_by_hand(self) -> None:
        playing = led(**units({**SHERMAN, "abilities": {"high_gear": 1, "overrun": True}}))
        assert "second" in asked(playing).text.values
        say(playing, *({"into": "clear", "road": True} for _ in range(6)))
        assert asked(playing).key == "facing"
        playing = led(**units({**SHERMAN, "abilities": {"high_gear": 1}}))
        assert dict(asked(playing).text.values)["allowance"] == 4
        say(playing, {"into": "clear"}, *({"into": "clear", "road": True} for _ in range(4)))
        assert asked(playing).key == "facing"

    @rule("AAM-82", "AAM-86")
    def test_a_determined_charge_goes_on(self) -> None:
        playing = led(**units({**RIFLES, "abilities": {"determined_charge": True}}))
        say(playing, {"into": "clear", "near": ["e"]}, "hold", "e", {"range": 1}, [6] * 4)
        assert asked(playing).key == "step:1"
        say(playing, {"into": "clear"})
        assert playing.prompt is None
        assert playing.state.unit("a").marks("face_up") == ("disrupted",)

    @rule("AAM-21")
    def test_a_move_broken_off_is_used(self) -> None:
        playing = led(**units())
        say(playing, {"into": "forest"})
        playing.dispatch(Abandoned())
        assert playing.state.unit("a").trackers["moved"] is True
        with pytest.raises(Refused):
            playing.dispatch(Opened("move", Map({"unit": "a"})))

    @rule("AAM-63")
    def test_damage_set_by_hand_is_seen_at_once(self) -> None:
        playing = led(**units())
        playing.dispatch(TrackerSet("a", "face_up", ("damaged",)))
        assert dict(asked(playing).text.values)["allowance"] == 3

    @rule("AAM-121")
    def test_told_whole_it_asks_for_dice_only(self) -> None:
        playing = session(**units())
        told = {"unit": "a", "from": {"terrain": "clear"}, "steps": [{"into": "forest", "near": {"e": [1, 1]}, "shots": [shot()]}]}
        playing.dispatch(Opened("move", frozen(told)))  # type: ignore[arg-type]
        assert asked(playing).key == "movement"
        say(playing, [5])
        assert asked(playing).key == "defensive_fire:e"
        say(playing, [1] * 11)
        assert playing.prompt is None

    @rule("AAM-130")
    @pytest.mark.parametrize(("reading", "refused"), [("yes", False), ("no", True)])
    def test_boarding_then_driving(self, reading: str, refused: bool) -> None:
        """AMB-12."""
        playing = session(
            readings={"board_then_drive": reading}, a={"card": {**SHERMAN, "abilities": {"transport": True}}}, s={"card": RIFLES}, e={"card": PAK, "seat": 1}
        )
        playing.dispatch(Opened("board", Map({"unit": "s", "transport": "a"})))
        if refused:
            with pytest.raises(Refused) as no:
                playing.dispatch(Opened("move", Map({"unit": "a"})))
            assert no.value.why[0].key == "just_boarded"
        else:
            playing.dispatch(Opened("move", Map({"unit": "a"})))

    @rule("AAM-130")
    def test_a_soldier_on_foot_holds_nobody_back(self) -> None:
        playing = session(
            readings={"board_then_drive": "no"}, a={"card": {**SHERMAN, "abilities": {"transport": True}}}, s={"card": RIFLES, "state": {"moved": True}}
        )
        playing.dispatch(Opened("move", Map({"unit": "a"})))
        assert asked(playing).key == "step:0"

    @rule("AAM-130", "AAM-131")
    def test_a_passenger_of_earlier_holds_nobody_back(self) -> None:
        playing = session(
            readings={"board_then_drive": "no"},
            a={"card": {**SHERMAN, "abilities": {"transport": True}}},
            s={"card": RIFLES, "state": {"aboard": "a", "where": "inside"}},
            e={"card": PAK, "seat": 1},
        )
        playing.dispatch(Opened("move", Map({"unit": "a"})))
        say(playing, {"into": "clear", "near": ["e"]})
        assert asked(playing).about == ("a", "e")


@rule("AAM-21")
def test_a_question_in_play_is_answered_with_its_facts() -> None:
    from engine.doors.play import Game

    game = Game(RULESETS, "aam")
    game.do({"do": "start", "state": {"step": "first_movement", "units": units()}})
    reply = game.do({"do": "open", "procedure": "move", "with": {"unit": "a"}})
    assert (reply["result"]["allowance"], reply["prompt"]["key"]) == (4, "step:0")
    blank = {"a": {"card": {"name": "Tank", "type": "vehicle"}}}
    game.do({"do": "start", "state": {"step": "first_movement", "units": blank}})
    reply = game.do({"do": "open", "procedure": "move", "with": {"unit": "a"}})
    assert (reply["result"], reply["prompt"]["key"]) == ({}, "card:a.speed")


@rule("AAM-39")
def test_a_movement_roll_by_itself() -> None:
    assert ask("aam", "movement_roll", {"a": {"card": SHERMAN}}, unit="a", into="forest")["odds"]["enters"] == {"no": "1/2", "yes": "1/2"}
