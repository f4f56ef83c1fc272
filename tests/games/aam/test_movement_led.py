"""Moves that are led hex by hex."""

from fractions import Fraction
from typing import Any

import pytest

from engine.doors import rendered, textlines
from engine.doors.tables import table
from engine.games.aam.examples import PANZER, SHERMAN
from engine.games.aam.movement.memory import Journey
from engine.playing.outcome import last_outcome
from engine.playing.session import Refused, Session
from engine.values.events import Abandoned, Opened, TrackerSet
from engine.values.maps import Map, frozen
from engine.values.model import Prompt
from engine.values.texts import english
from tests.games.aam.table import ANTITANK_GUN, RIFLES, RULES, TALLY_HO, able, rule


def told_shot(at: str = "entered", by: str = "e", **more: Any) -> dict[str, Any]:
    return {"attacker": by, "at": at, **more}


def needs(reply: dict[str, Any], what: str = "defensive_fire:e") -> Any:
    return next((check["needs"] for check in reply["checks"] if check["what"] == what), None)


def session(step: str = "first_movement", readings: Any = None, **units: Any) -> Session:
    told = {"step": step, "units": units, "readings": readings or {}}
    return Session(RULES, table(RULES, frozen(told)))


def mover_and_gun(mover: Any = SHERMAN, enemy: Any = ANTITANK_GUN, state: Any = None, other: Any = None) -> dict[str, Any]:
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


class TestOutcomes:
    @rule("AAM-39", "AAM-82")
    def test_of_a_led_move(self) -> None:
        """A screen tells what a roll leads to in these words."""
        shows = RULES.opening("move").outcomes(Map({"unit": "a"}))
        after = led(**mover_and_gun()).state
        assert {name: show(after) for name, show in shows.items()} == {"effect": "none", "step": "enters"}
        failed = after.remember(Journey(has_failed=True))
        assert shows["step"](failed) == "stays"


class TestDecision:
    """Now, in the next hex, or not at all: one question with the odds of each shot."""

    @rule("AAM-79", "AAM-80")
    def test_odds_of_each_moment(self) -> None:
        """Eleven dice: 5 or more of them 743/1024 at the front in the open; 4 or more 227/256 at
        the rear, and a Vehicle in a town takes cover with 1/3."""
        playing = led(**mover_and_gun())
        say(playing, {"into": "town", "near": ["e"]})
        hold, now, later = asked(playing).options
        assert hold.fates is None
        assert now.fates
        assert later.fates
        assert dict(now.fates()) == {"none": Fraction(281, 1024), "disrupted": Fraction(743, 1024)}
        hit = Fraction(227, 256) * Fraction(2, 3)
        assert dict(later.fates()) == {"none": 1 - hit, "disrupted": hit}

    @rule("AAM-79", "AAM-86")
    def test_odds_of_two_shots(self) -> None:
        """Double Shot rolls again where the first missed: 281/1024 twice is no hit."""
        playing = led(**mover_and_gun(enemy=able(ANTITANK_GUN, double_shot=True)))
        say(playing, {"into": "clear", "near": ["e"]})
        now = asked(playing).options[1]
        assert now.fates
        assert now.fates()["none"] == Fraction(281, 1024) ** 2

    @rule("AAM-79", "AAM-81")
    def test_no_odds_of_a_hex_nobody_told_of(self) -> None:
        playing = session(**mover_and_gun())
        playing.dispatch(Opened("move", frozen({"unit": "a", "steps": [{"into": "clear", "near": {"e": [1, 1]}}]})))  # type: ignore[arg-type]
        _, now, later = asked(playing).options
        assert now.fates
        assert later.fates
        assert (dict(now.fates()), later.fates()["none"]) == ({}, Fraction(29, 256))

    @rule("AAM-79", "AAM-139")
    def test_who_holds_is_asked_at_the_next_step_again(self) -> None:
        playing = led(**mover_and_gun())
        say(playing, {"into": "clear", "near": ["e"]}, "hold")
        assert asked(playing).key == "step:1"
        say(playing, {"into": "clear", "near": ["e"]})
        assert asked(playing).key == "fire:1:left:0"

    @rule("AAM-84", "AAM-139")
    def test_a_shot_kept_for_a_hex_that_is_never_entered(self) -> None:
        """The second gun stops it in the hex it leaves: the first one keeps its shot."""
        playing = led(**mover_and_gun(), f={"card": ANTITANK_GUN, "seat": 1})
        say(playing, {"into": "clear", "near": ["e", "f"]}, "e:entered")
        assert [option.key for option in asked(playing).options] == ["hold", "f", "f:entered"]
        say(playing, "f", [6] * 11)
        assert asked(playing).key == "facing"
        assert [playing.state.unit(gun).count("fired_defensively") for gun in "ef"] == [0, 1]

    @rule("AAM-83", "AAM-139")
    def test_two_wait_and_the_first_stops_it(self) -> None:
        """The second one decides anew, and holds."""
        playing = led(**mover_and_gun(), f={"card": ANTITANK_GUN, "seat": 1})
        say(playing, {"into": "clear", "near": ["e", "f"]}, "e:entered", "f:entered", [6] * 11)
        assert [option.key for option in asked(playing).options if not option.refusal] == ["hold", "f"]
        say(playing, "hold")
        assert asked(playing).key == "back"
        assert [playing.state.unit(gun).count("fired_defensively") for gun in "ef"] == [1, 0]

    @rule("AAM-83", "AAM-139")
    def test_who_waits_and_is_disrupted_does_not_fire(self) -> None:
        """The tank leaves the hex of a gun; a mortar's Blast misses the tank and hits the gun,
        which has 3 to defend itself."""
        mortar = able({**ANTITANK_GUN, "name": "Mortar", "soldiers": [6, 6, 6]}, blast=True)
        playing = led(**mover_and_gun(), m={"card": mortar, "seat": 1})
        say(playing, {"into": "clear", "leaving": ["e"], "near": ["m"]}, "e:entered", "m", "e", [1] * 11, [6] * 3 + [1] * 3)
        assert playing.state.unit("e").marks("face_up") == ("disrupted",)
        assert asked(playing).key == "step:1"

    @rule("AAM-79", "AAM-139")
    def test_a_shot_that_can_only_come_later_is_asked_for_later(self) -> None:
        playing = session(**mover_and_gun(), readings={"df_trigger": "any_step_ending_adjacent"})
        told = {"unit": "a", "from": {"terrain": "clear"}, "steps": [{"into": "clear", "near": {"e": [2, 1]}}]}
        playing.dispatch(Opened("move", frozen(told)))  # type: ignore[arg-type]
        assert (asked(playing).key, [option.key for option in asked(playing).options]) == ("fire:0:entered:0", ["hold", "e"])
        assert english(asked(playing).text) == "M4A1 Sherman provokes defensive fire: who fires in the hex it enters?"

    @rule("AAM-79", "AAM-80")
    def test_who_cannot_fire_is_named_once(self) -> None:
        playing = led(**mover_and_gun(), f={"card": ANTITANK_GUN, "seat": 1, "state": {"fired_defensively": True}})
        say(playing, {"into": "clear", "near": ["e", "f"]})
        assert english(asked(playing).text) == "M4A1 Sherman provokes defensive fire: who fires, and in which hex?"
        assert [(option.key, bool(option.refusal)) for option in asked(playing).options] == [("hold", False), ("e", False), ("e:entered", False), ("f", True)]

    @rule("AAM-79", "AAM-80")
    def test_once_it_is_stopped_there_is_no_next_hex(self) -> None:
        playing = led(**mover_and_gun(), f={"card": ANTITANK_GUN, "seat": 1})
        say(playing, {"into": "clear", "near": ["e", "f"]}, "e", [6] * 11)
        assert [(option.key, bool(option.refusal)) for option in asked(playing).options] == [("hold", False), ("e", True), ("f", False)]

    @rule("AAM-83", "AAM-79")
    def test_two_wait_and_the_first_misses(self) -> None:
        playing = led(**mover_and_gun(), f={"card": ANTITANK_GUN, "seat": 1})
        say(playing, {"into": "clear", "near": ["e", "f"]}, "e:entered", "f:entered", [1] * 11)
        assert asked(playing).key == "defensive_fire:f"
        say(playing, [1] * 11)
        assert asked(playing).key == "step:1"

    @rule("AAM-79", "AAM-80")
    def test_told_to_others(self) -> None:
        """The text game and headless replies tell the same odds."""
        playing = led(**mover_and_gun())
        say(playing, {"into": "town", "near": ["e"]})
        told = rendered.prompt(asked(playing), playing.state, {})
        assert told
        assert told["options"][0] == {"key": "hold", "text": "hold fire"}
        assert told["options"][1]["odds"] == {"none": "281/1024", "disrupted": "743/1024"}
        assert list(textlines.asked(asked(playing)))[2] == "  2. PAK 38 fires in the hex it leaves (e), disrupted 73%"


class TestHowItIsTold:
    """A move that was ended says by what."""

    def headline(self, playing: Session) -> str:
        told = last_outcome(playing)
        assert told
        return english(told.what)

    @rule("AAM-39", "AAM-36")
    @pytest.mark.parametrize(
        ("steps", "headline"),
        [
            (("forest",), "M4A1 Sherman fails its movement roll and stays where it is"),
            (("clear", "forest"), "M4A1 Sherman moves, then fails a movement roll and stops"),
        ],
    )
    def test_a_failed_roll(self, steps: tuple[str, ...], headline: str) -> None:
        playing = led(**mover_and_gun())
        say(playing, *({"into": each} for each in steps), [3], *([0] if steps[1:] else []), [])
        assert self.headline(playing) == headline

    @rule("AAM-39")
    def test_a_roll_that_succeeds(self) -> None:
        playing = led(**mover_and_gun())
        say(playing, {"into": "forest"}, [4], {}, [])
        assert self.headline(playing) == "M4A1 Sherman moves"

    @rule("AAM-82", "AAM-83")
    def test_stopped_by_fire(self) -> None:
        playing = led(**mover_and_gun())
        say(playing, {"into": "clear", "near": ["e"]}, "e", [6] * 11, [])
        assert self.headline(playing) == "M4A1 Sherman is stopped by defensive fire and disrupted"

    @rule("AAM-82", "AAM-86")
    def test_lost_at_once(self) -> None:
        playing = led(**mover_and_gun(able(RIFLES, lack_of_determination=True)))
        say(playing, {"into": "clear", "near": ["e"]}, "e", [6] * 4)
        assert self.headline(playing) == "Riflemen move: Riflemen are destroyed"

    @rule("AAM-82", "AAM-100")
    def test_with_others_in_its_hex(self) -> None:
        mortar = able({**ANTITANK_GUN, "soldiers": [6, 6, 6]}, blast=True)
        playing = led(**mover_and_gun(enemy=mortar), r={"card": RIFLES, "seat": 0})
        say(playing, {"into": "clear", "near": ["e"]}, "e", "r", [6] * 11, [6] * 4 + [1] * 2, [])
        assert self.headline(playing) == "M4A1 Sherman moves: M4A1 Sherman is disrupted; Riflemen are disrupted"


class TestLed:
    @rule("AAM-121", "AAM-124")
    def test_step_by_step_with_defensive_fire(self) -> None:
        """One decision: the gun waits for the second hex, where 4 successes stop the tank, its back
        to the hex it left."""
        playing = led(**mover_and_gun())
        assert (asked(playing).key, asked(playing).kind, asked(playing).asked_of) == ("step:0", "form", 0)
        say(playing, {"into": "clear", "near": ["e"]})
        assert (asked(playing).key, asked(playing).asked_of) == ("fire:0:left:0", 1)
        assert [option.key for option in asked(playing).options] == ["hold", "e", "e:entered"]
        say(playing, "e:entered")
        assert (asked(playing).key, asked(playing).checks[0].needs) == ("defensive_fire:e", 4)
        say(playing, [6, 6, 6, 6] + [1] * 7)
        assert asked(playing).key == "back"
        say(playing, 0)
        assert [english(line.text) for line in asked(playing).lines] == ["M4A1 Sherman: its back is to the hex it left"]
        say(playing, [])
        assert playing.prompt is None
        tank = playing.state.unit("a")
        assert (tank.marks("face_up"), tank.trackers["moved"]) == (("disrupted",), True)
        assert playing.state.unit("e").trackers["fired_defensively"] is True

    def fields(self, playing: Session) -> list[str]:
        fields = asked(playing).fields
        return [field.key for field in fields.fields] if fields else []

    @rule("AAM-121")
    def test_what_a_step_tells(self) -> None:
        """Where enemies stand, if there are any; the terrain it leaves as long as nobody said."""
        playing = led(**mover_and_gun())
        assert self.fields(playing) == ["into", "road", "across", "near", "leaving", "entering", "here"]
        say(playing, {"into": "clear"})
        assert self.fields(playing) == ["into", "road", "across", "near", "leaving", "entering"]
        assert self.fields(led(a={"card": SHERMAN})) == ["into", "road", "across"]

    @rule("AAM-80", "AAM-81")
    def test_the_terrain_of_the_first_hex_is_told_with_the_step(self) -> None:
        playing = led(**mover_and_gun())
        say(playing, {"into": "clear", "near": ["e"], "here": "town"}, "e")
        assert asked(playing).checks[0].needs == 5
        say(playing, [6] * 11)
        assert (asked(playing).key, asked(playing).checks[0].targets) == ("cover:e", (5,))
        say(playing, [1])
        assert [line.ref.id for line in asked(playing).lines] == ["AAM-124"]
        say(playing, [])
        assert playing.state.unit("a").marks("face_up") == ("disrupted",)

    @rule("AAM-80")
    def test_later_hexes_are_known(self) -> None:
        playing = led(**mover_and_gun())
        say(playing, {"into": "town"})
        assert asked(playing).fields.field("here") is None  # type: ignore[union-attr]
        say(playing, {"into": "clear", "near": ["e"]}, "e", [6] * 11)
        assert asked(playing).key == "cover:e"

    @rule("AAM-140", "AAM-70")
    @pytest.mark.parametrize(
        ("seen", "choice", "needs", "cover"),
        [
            ({"near": ["e"]}, "e", 5, 5),
            ({"near": ["e"]}, "e:entered", 4, 5),
            ({"entering": ["e"]}, "e", 5, 5),
            ({"entering": ["e"]}, "e:entered", 4, 6),
            ({"leaving": ["e"]}, "e", 4, 6),
            ({"leaving": ["e"]}, "e:entered", 4, 5),
        ],
    )
    def test_in_the_hex_of_the_gun(self, seen: Any, choice: str, needs: int, cover: int) -> None:
        """Into its hex: the front from the next hex, then the rear at no distance, where cover is
        harder; out of it the other way round, and the rear both times."""
        playing = led(**mover_and_gun())
        say(playing, {"into": "town", "here": "hill", **seen}, choice)
        assert asked(playing).checks[0].needs == needs
        say(playing, [6] * 11)
        assert asked(playing).checks[0].targets == (cover,)

    @rule("AAM-81", "AAM-75")
    def test_the_side_is_asked_where_it_does_not_follow(self) -> None:
        playing = led(**mover_and_gun(), readings={"df_trigger": "any_step_ending_adjacent"})
        say(playing, {"into": "clear", "near": ["e"]}, "e:entered")
        fields = asked(playing).fields
        assert fields
        assert [field.key for field in fields.fields] == ["range", "arc"]
        say(playing, {"range": 1, "arc": "front"})
        assert asked(playing).checks[0].needs == 5

    @rule("AAM-79", "AAM-83")
    def test_several_shooters_one_after_another(self) -> None:
        playing = led(**mover_and_gun(), f={"card": ANTITANK_GUN, "seat": 1})
        say(playing, {"into": "clear", "near": ["e", "f"]}, "e:entered", "hold", [1] * 11)
        assert asked(playing).key == "fire:0:entered:1"
        assert [(option.key, option.refusal.ref.id if option.refusal else "") for option in asked(playing).options] == [
            ("hold", ""),
            ("e", "AAM-78"),
            ("f", ""),
        ]
        with pytest.raises(Refused):
            playing.answer("e")
        say(playing, "f", [6] * 11)
        assert asked(playing).key == "back"

    @rule("AAM-83", "AAM-139", "AAM-79")
    def test_others_may_fire_at_the_hex_where_it_is_stopped(self) -> None:
        """The second gun may still fire there, though a second Disrupted adds nothing."""
        playing = led(**mover_and_gun(), f={"card": ANTITANK_GUN, "seat": 1})
        say(playing, {"into": "clear", "near": ["e", "f"]}, "e:entered", "hold", [6] * 11)
        assert asked(playing).key == "fire:0:entered:1"
        assert english(asked(playing).text) == "M4A1 Sherman is stopped: does another unit fire in the hex it enters?"
        say(playing, "f", [6] * 11)
        assert asked(playing).key == "back"
        assert playing.state.unit("a").marks("face_up") == ("disrupted",)

    @rule("AAM-79", "AAM-84")
    def test_the_others_may_hold_their_fire(self) -> None:
        """Stopped in the hex it leaves it never comes to the other one."""
        playing = led(**mover_and_gun(), f={"card": ANTITANK_GUN, "seat": 1})
        say(playing, {"into": "clear", "near": ["e", "f"]}, "e", [6] * 11, "hold")
        assert asked(playing).key == "facing"
        assert [playing.state.unit(gun).count("fired_defensively") for gun in "ef"] == [1, 0]

    @rule("AAM-100", "AAM-139")
    def test_blast_after_the_stop(self) -> None:
        """A mortar fires into the hex where the tank was stopped and meets the riflemen beside it:
        4 successes disrupt them."""
        mortar = able({**ANTITANK_GUN, "soldiers": [6, 6, 6]}, blast=True)
        playing = led(**mover_and_gun(), m={"card": mortar, "seat": 1}, r={"card": RIFLES, "seat": 0})
        say(playing, {"into": "clear", "near": ["e", "m"]}, "e:entered", "hold", [6] * 11)
        say(playing, "m", "r", "nobody", [1] * 11, [6] * 4 + [1] * 2)
        assert asked(playing).key == "back"
        assert playing.state.unit("r").marks("face_up") == ("disrupted",)

    @rule("AAM-31", "AAM-125")
    def test_a_mover_that_falls_at_once_does_not_go_back(self) -> None:
        """Hit, it is off the map before the casualty phase: nobody asks for the last hex where
        it may stop."""
        rifles = able({**RIFLES, "speed": 2}, lack_of_determination=True)
        playing = led(a={"card": rifles, "seat": 0}, e={"card": ANTITANK_GUN, "seat": 1})
        say(playing, {"into": "clear", "near": ["e"]}, "e:entered")
        say(playing, [6] * asked(playing).checks[0].dice)
        assert playing.state.unit("a").gone
        assert playing.prompt is None

    @rule("AAM-45", "AAM-80")
    def test_a_road_in_the_hex_shot_into(self) -> None:
        playing = led(**mover_and_gun(), readings={"road_cover": "none"})
        say(playing, {"into": "town", "road": True, "near": ["e"]}, "e:entered", [6] * 11)
        assert asked(playing).key == "back"
        playing = led(**mover_and_gun(), readings={"road_cover": "none"})
        say(playing, {"into": "town", "road": True}, {"into": "town", "near": ["e"]}, "e", [6] * 11)
        assert asked(playing).key == "back"

    @rule("AAM-81", "AAM-85")
    def test_a_unit_without_sides_is_not_asked_for_them(self) -> None:
        playing = led(**mover_and_gun(RIFLES), readings={"df_trigger": "any_step_ending_adjacent"})
        say(playing, {"into": "clear", "near": ["e"]}, "e:entered")
        fields = asked(playing).fields
        assert fields
        assert [field.key for field in fields.fields] == ["range"]

    @rule("AAM-78", "AAM-77")
    @pytest.mark.parametrize(
        ("mover", "enemy", "other", "asks"),
        [
            (SHERMAN, ANTITANK_GUN, {}, True),
            (SHERMAN, ANTITANK_GUN, {"fired_defensively": True}, False),
            (SHERMAN, ANTITANK_GUN, {"face_up": ["disrupted"]}, False),
            (RIFLES, PANZER, {}, False),
        ],
    )
    def test_nobody_is_asked_who_may_not_fire(self, mover: Any, enemy: Any, other: Any, asks: bool) -> None:
        playing = led(**mover_and_gun(mover, enemy, other=other))
        fields = asked(playing).fields
        assert fields
        near = {"near": ["e"]} if fields.field("near") else {}
        assert (fields.field("near") is None) is (enemy is PANZER)
        say(playing, {"into": "clear", **near})
        assert (asked(playing).key == "fire:0:left:0") is asks

    @rule("AAM-27", "AAM-42")
    def test_what_is_left_and_what_is_refused(self) -> None:
        playing = led(**mover_and_gun())
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
        playing = led(**mover_and_gun({**SHERMAN, "speed": 1}))
        say(playing, {"into": "clear"})
        assert dict(asked(playing).text.values)["left"] == 0
        with pytest.raises(Refused) as refused:
            playing.answer(frozen({"into": "clear"}))
        assert [no.ref.id for no in refused.value.why] == ["AAM-27"]
        say(playing, {"into": "clear", "road": True})
        assert asked(playing).key == "facing"

    @rule("AAM-129", "AAM-33")
    def test_at_speed_0_it_only_turns(self) -> None:
        playing = led(**mover_and_gun({**SHERMAN, "speed": 1}, state={"face_up": ["damaged"]}))
        assert asked(playing).key == "facing"

    @rule("AAM-43", "AAM-44")
    def test_where_it_starts_may_be_told(self) -> None:
        playing = session(**mover_and_gun())
        playing.dispatch(Opened("move", frozen({"unit": "a", "from": {"terrain": "clear", "road": False}})))  # type: ignore[arg-type]
        say(playing, {"into": "hill", "road": True})  # onto the road, not along it
        assert dict(asked(playing).text.values)["left"] == 2
        say(playing, {"into": "hill", "road": True})
        assert dict(asked(playing).text.values)["left"] == 2

    @rule("AAM-38", "AAM-137")
    @pytest.mark.parametrize(("step", "refused"), [("first_movement", False), ("first_assault", True)])
    def test_the_minimum_move_is_of_the_movement_phase(self, step: str, refused: bool) -> None:
        playing = led(step=step, **mover_and_gun({**SHERMAN, "speed": 2}, state={"face_up": ["damaged"]}))
        if refused:
            with pytest.raises(Refused):
                playing.answer(frozen({"into": "forest"}))
        else:
            say(playing, {"into": "forest"})
            assert asked(playing).key == "movement:0"

    @rule("AAM-39", "AAM-36", "AAM-33")
    def test_a_failed_roll(self) -> None:
        playing = led(**mover_and_gun())
        say(playing, {"into": "clear"}, {"into": "forest", "across": ["stream"], "near": ["e"]})
        assert (asked(playing).key, asked(playing).checks[0].dice) == ("movement:1", 2)
        say(playing, [4, 3])
        assert asked(playing).key == "back"
        say(playing, 1)
        assert [line.ref.id for line in asked(playing).lines] == ["AAM-124"]
        say(playing, [])
        assert playing.state.unit("a").marks("face_up") == ()
        assert playing.state.unit("e").trackers == Map()

    @rule("AAM-33", "AAM-32")
    def test_no_hex_at_all_turns_in_place(self) -> None:
        playing = led(**mover_and_gun())
        say(playing, {})
        assert [line.ref.id for line in asked(playing).lines] == ["AAM-32"]
        say(playing, [])
        assert playing.state.unit("a").trackers["moved"] is True

    @rule("AAM-32", "AAM-31")
    def test_soldiers_end_without_a_word(self) -> None:
        playing = led(**mover_and_gun(RIFLES, PANZER))
        say(playing, {"into": "clear"}, {})
        assert playing.prompt is None

    @rule("AAM-31")
    def test_stopped_in_its_first_hex_it_has_nowhere_to_go_back_to(self) -> None:
        playing = led(**mover_and_gun(RIFLES))
        say(playing, {"into": "clear", "near": ["e"]}, "e", [6] * 4)
        assert playing.prompt is None
        assert playing.state.unit("a").marks("face_up") == ("disrupted",)

    @rule("AAM-99", "AAM-133")
    def test_tally_ho_is_asked_for(self) -> None:
        leaders = {
            "k": {"card": TALLY_HO},
            "l": {"card": {**TALLY_HO, "abilities": {"tally_ho": 2}}},
            "m": {"card": TALLY_HO, "state": {"face_up": ["disrupted"]}},
        }
        playing = led(**mover_and_gun(RIFLES), **leaders)
        assert asked(playing).key == "tally_ho:k"
        say(playing, False)
        assert asked(playing).key == "tally_ho:l"
        say(playing, True)
        assert dict(asked(playing).text.values)["allowance"] == 4

    @rule("AAM-99", "AAM-27")
    @pytest.mark.parametrize(
        ("mover", "step", "asks"),
        [
            (RIFLES, "first_movement", True),
            (SHERMAN, "first_movement", False),
            (RIFLES, "first_assault", False),
            ({**ANTITANK_GUN, "speed": 1}, "first_movement", False),
        ],
    )
    def test_tally_ho_is_for_soldiers_in_the_movement_phase(self, mover: Any, step: str, asks: bool) -> None:
        playing = led(step=step, **mover_and_gun(mover), k={"card": TALLY_HO})
        assert (asked(playing).key == "tally_ho:k") is asks

    @rule("AAM-99", "AAM-90")
    def test_tally_ho_without_a_number_is_one_hex(self) -> None:
        playing = led(**mover_and_gun(RIFLES), k={"card": {**TALLY_HO, "abilities": {"tally_ho": True}}})
        say(playing, True)
        assert dict(asked(playing).text.values)["allowance"] == 3

    @rule("AAM-99", "AAM-93")
    def test_a_disrupted_commander_is_not_asked_about(self) -> None:
        assert asked(led(**mover_and_gun(RIFLES), k={"card": TALLY_HO, "state": {"face_up": ["disrupted"]}})).key == "step:0"

    @rule("AAM-99")
    def test_an_effect_already_told_is_not_asked_for(self) -> None:
        playing = session(**mover_and_gun(RIFLES), k={"card": TALLY_HO})
        told = {"unit": "a", "effects": [{"name": "Tally-Ho!", "by": "k", "on": "speed", "amount": 1}]}
        playing.dispatch(Opened("move", frozen(told)))  # type: ignore[arg-type]
        assert asked(playing).key == "step:0"
        assert dict(asked(playing).text.values)["allowance"] == 3

    @rule("AAM-86", "AAM-44")
    def test_high_gear_and_abilities_by_hand(self) -> None:
        playing = led(**mover_and_gun({**SHERMAN, "abilities": {"high_gear": 1, "overrun": True}}))
        assert "second" in asked(playing).text.values
        say(playing, *({"into": "clear", "road": True} for _ in range(6)))
        assert asked(playing).key == "facing"
        playing = led(**mover_and_gun({**SHERMAN, "abilities": {"high_gear": 1}}))
        assert dict(asked(playing).text.values)["allowance"] == 4
        say(playing, {"into": "clear"}, *({"into": "clear", "road": True} for _ in range(4)))
        assert asked(playing).key == "facing"

    @rule("AAM-82", "AAM-86")
    def test_a_determined_charge_goes_on(self) -> None:
        playing = led(**mover_and_gun({**RIFLES, "abilities": {"determined_charge": True}}))
        say(playing, {"into": "clear", "near": ["e"]}, "e:entered", [6] * 4)
        assert asked(playing).key == "step:1"
        say(playing, {"into": "clear"})
        assert playing.prompt is None
        assert playing.state.unit("a").marks("face_up") == ("disrupted",)

    @rule("AAM-21")
    def test_a_move_broken_off_is_used(self) -> None:
        playing = led(**mover_and_gun())
        say(playing, {"into": "forest"})
        playing.dispatch(Abandoned())
        assert playing.state.unit("a").trackers["moved"] is True
        with pytest.raises(Refused):
            playing.dispatch(Opened("move", Map({"unit": "a"})))

    @rule("AAM-63")
    def test_damage_set_by_hand_is_seen_at_once(self) -> None:
        playing = led(**mover_and_gun())
        playing.dispatch(TrackerSet("a", "face_up", ("damaged",)))
        assert dict(asked(playing).text.values)["allowance"] == 3

    @rule("AAM-121", "AAM-139")
    def test_told_whole_it_asks_for_dice_only(self) -> None:
        playing = session(**mover_and_gun())
        told = {"unit": "a", "from": {"terrain": "clear"}, "steps": [{"into": "forest", "near": {"e": [1, 1]}, "shots": [told_shot()]}]}
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
            readings={"board_then_drive": reading},
            a={"card": {**SHERMAN, "abilities": {"transport": True}}},
            s={"card": RIFLES},
            e={"card": ANTITANK_GUN, "seat": 1},
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
            e={"card": ANTITANK_GUN, "seat": 1},
        )
        playing.dispatch(Opened("move", Map({"unit": "a"})))
        say(playing, {"into": "clear", "near": ["e"]})
        assert asked(playing).about == ("a", "e")
