"""The phases of a turn: who acts, what is offered, what is remembered."""

from typing import Any, ClassVar

import pytest

from engine.doors.tables import table
from engine.games.aam.attack.situation import DefensiveFire
from engine.games.aam.examples import PANZER, SHERMAN
from engine.games.aam.movement.situation import Move
from engine.games.aam.staging import stage_defensive_fire, stage_move
from engine.playing.legality import offered
from engine.playing.session import Refused, Session
from engine.values.events import Advanced, Opened, TrackerSet
from engine.values.maps import Map, frozen
from engine.values.texts import english
from tests.games.aam.table import ANTITANK_GUN, RIFLES, RULES, playing, rule

TANKS: dict[str, Any] = {"a": {"seat": 0, "card": SHERMAN}, "b": {"seat": 1, "card": PANZER}}
MOVING = {"move", "board", "dismount", "movement_roll", "concede"}
FIGHTING = {"attack", "attacks", "targets", "move", "demolish", "movement_roll", "concede"}
WATCHING = {"defensive_fire", "concede"}
SETTING_UP = {"initiative", "setup", "army", "deploy", "vanguard", "concede"}
ENDING = {"casualty", "concede"}


def at(step: str, first: int = 0, turn: int = 1, **units: Any) -> Session:
    return Session(RULES, table(RULES, frozen({"step": step, "first": first, "turn": turn, "units": units or TANKS})))


class TestPhases:
    @rule("AAM-18", "AAM-17")
    def test_the_seven_phases_in_order(self) -> None:
        """Both armies roll again every turn; the second player's phases follow the first's."""
        session = Session(RULES, table(RULES, frozen({"step": "end", "first": 1, "units": {"a": {"card": SHERMAN}}})))
        seen = []
        for _ in range(7):
            session.overrule(Advanced())
            seen.append((session.state.step, session.state.seat))
            if session.prompt:
                session.answer(((6, 6), (1, 1)))
                session.answer("second")
        assert seen[1:] == [("first_movement", 1), ("second_movement", 0), ("first_assault", 1), ("second_assault", 0), ("casualty", 0), ("end", 0)]
        assert session.state.turn == 2

    @rule("AAM-22", "AAM-78")
    def test_flags_speak_of_the_running_phase(self) -> None:
        start = table(RULES, frozen({"step": "first_assault", "units": {"a": {"card": SHERMAN}}}))
        session = Session(RULES, start)
        for flag in ("attacked", "moved", "fired_defensively", "attacked_twice"):
            session.dispatch(TrackerSet("a", flag, True))
        session.dispatch(Advanced())
        assert dict(session.state.unit("a").trackers) == {}


@rule("AAM-25", "AAM-18")
def test_steps_open_their_own_procedure() -> None:
    session = Session(RULES, table(RULES, frozen({"step": "second_assault", "units": {"a": {"card": SHERMAN, "state": {"face_down": ["disrupted"]}}}})))
    session.dispatch(Advanced())
    assert session.prompt
    assert session.prompt.key == "casualty"
    session.answer(())
    session.dispatch(Advanced())
    session.dispatch(Advanced())
    assert session.prompt.key == "initiative"


@rule("AAM-17", "AAM-26")
@pytest.mark.parametrize(
    ("step", "first", "second"),
    [
        pytest.param("initiative", SETTING_UP, SETTING_UP, marks=rule("AAM-18", "AAM-20")),
        pytest.param("first_movement", MOVING, WATCHING, marks=rule("AAM-21")),
        pytest.param("second_movement", WATCHING, MOVING, marks=rule("AAM-21")),
        pytest.param("first_assault", FIGHTING, WATCHING, marks=rule("AAM-22")),
        pytest.param("second_assault", WATCHING, FIGHTING, marks=rule("AAM-22")),
        pytest.param("casualty", ENDING, ENDING, marks=rule("AAM-25")),
        pytest.param("end", {"concede"}, {"concede"}, marks=rule("AAM-135")),
    ],
)
@pytest.mark.parametrize("first_player", [0, 1])
def test_what_each_phase_offers(step: str, first: set[str], second: set[str], first_player: int) -> None:
    state = at(step, first_player).state
    assert (set(offered(RULES, state, first_player)), set(offered(RULES, state, 1 - first_player))) == (first, second)


@rule("AAM-17")
def test_the_order_of_the_phases() -> None:
    assert [step.key for step in RULES.steps] == ["initiative", "first_movement", "second_movement", "first_assault", "second_assault", "casualty", "end"]
    assert [step.who for step in RULES.steps] == ["all", "first", "second", "first", "second", "all", "all"]


@rule("AAM-21", "AAM-20")
@pytest.mark.parametrize(
    ("step", "rules"),
    [
        ("initiative", ["AAM-20", "AAM-05"]),
        ("first_movement", ["AAM-21", "AAM-26", "AAM-28", "AAM-29", "AAM-30", "AAM-32", "AAM-123", "AAM-102", "AAM-10"]),
        ("second_movement", ["AAM-21", "AAM-26", "AAM-28", "AAM-29", "AAM-30", "AAM-32", "AAM-123", "AAM-102", "AAM-10"]),
        ("first_assault", ["AAM-23", "AAM-35", "AAM-24", "AAM-56"]),
        ("second_assault", ["AAM-23", "AAM-35", "AAM-24", "AAM-56"]),
        ("end", ["AAM-108", "AAM-134"]),
    ],
)
def test_what_each_phase_reminds_of(step: str, rules: list[str]) -> None:
    assert [reminder.ref.id for reminder in RULES.step(step).reminders] == rules


@rule("AAM-21", "AAM-47")
@pytest.mark.parametrize(
    ("step", "unit", "key"),
    [
        ("first_movement", "a", None),
        ("first_movement", "b", "not_yours"),
        ("second_movement", "b", None),
        ("second_assault", "b", None),
        ("second_assault", "a", "not_yours"),
        ("casualty", "a", "not_now"),
        ("initiative", "a", "not_now"),
    ],
)
def test_who_moves_when(step: str, unit: str, key: str | None) -> None:
    playing = at(step)
    opening = Opened("move", Map({"unit": unit}))
    if key is None:
        playing.dispatch(opening)
        assert playing.prompt
    else:
        with pytest.raises(Refused) as refused:
            playing.dispatch(opening)
        assert refused.value.why[0].key == key


@rule("AAM-23", "AAM-21")
def test_a_unit_moves_in_both_phases_or_moves_and_attacks() -> None:
    steps = frozen({"unit": "a", "steps": [{"into": "clear"}] * 4})
    assert isinstance(steps, Map)
    playing = at("first_movement")
    playing.dispatch(Opened("move", steps))
    with pytest.raises(Refused):
        playing.dispatch(Opened("move", steps))
    playing.dispatch(Advanced())
    playing.dispatch(Advanced())
    playing.dispatch(Opened("move", steps))
    with pytest.raises(Refused) as refused:
        playing.dispatch(Opened("attack", Map({"attacker": "a", "target": "b"})))
    assert refused.value.why[0].ref.id == "AAM-22"
    playing.undo()
    playing.dispatch(Opened("attack", Map({"attacker": "a", "target": "b", "range": 4, "arc": "front", "terrain": "clear"})))
    playing.answer((1,) * 11)
    with pytest.raises(Refused):
        playing.dispatch(Opened("move", steps))


@rule("AAM-78", "AAM-85")
def test_defensive_fire_is_fresh_in_each_phase() -> None:
    """E-05: one shot in the movement phase, another in the assault phase."""
    playing = at("first_movement", a={"card": SHERMAN}, e={"card": ANTITANK_GUN, "seat": 1})
    told = frozen({"unit": "a", "steps": [{"into": "clear", "near": {"e": [1, 1]}, "shots": [{"attacker": "e"}]}]})
    assert isinstance(told, Map)
    playing.dispatch(Opened("move", told))
    playing.answer((1,) * 11)
    playing.dispatch(Advanced())
    playing.dispatch(Advanced())
    playing.dispatch(Opened("move", told))
    assert playing.prompt
    assert playing.prompt.key == "defensive_fire:e"


@rule("AAM-62", "AAM-82")
def test_what_defensive_fire_disrupts_recovers_in_the_same_turn() -> None:
    playing = at("second_assault", a={"card": RIFLES, "state": {"face_up": ["disrupted"]}})
    playing.dispatch(Advanced())
    playing.answer(())
    assert playing.state.unit("a").marks("face_up") == ()


@rule("AAM-135", "AAM-109")
@pytest.mark.parametrize(("turn", "asked"), [(6, None), (7, "control")])
def test_the_end_of_the_turn_checks_victory(turn: int, asked: str | None) -> None:
    playing = at("casualty", turn=turn)
    playing.dispatch(Advanced())
    assert (playing.state.step, playing.prompt.key if playing.prompt else None) == ("end", asked)
    if asked:
        playing.answer("nobody")
    playing.dispatch(Advanced())
    assert (playing.state.turn, playing.prompt.key if playing.prompt else "") == (turn + 1, "initiative")


@rule("AAM-08", "AAM-112")
def test_units_are_deployed_before_the_first_initiative() -> None:
    units = {"a": {"seat": 0, "card": SHERMAN, "state": {"where": "reserve"}}, "b": {"seat": 1, "card": PANZER, "state": {"where": "reserve"}}}
    playing = at("initiative", **units)
    for unit in units:
        playing.dispatch(Opened("deploy", Map({"unit": unit, "terrain": "hill", "row": 1})))
    assert all(unit.where == "table" for unit in playing.state.units.values())


@rule("AAM-86")
def test_readings_not_offered_are_told_in_the_reference() -> None:
    """About a dozen are settings; of each other doubt the reference says how it is read."""
    hidden = [each for each in RULES.readings if not each.offered]
    assert len(RULES.readings) - len(hidden) == 13
    doubts = [each.ref.id for each in RULES.reference]
    assert all(doubts.count(each.ref.id) for each in hidden)
    assert "A defense reduced to nothing counts as 1." in [english(each.text) for each in RULES.reference]


@pytest.mark.parametrize(
    ("tracker", "lasts"),
    [
        pytest.param("attacked_twice", "phase", marks=rule("AAM-89")),
        pytest.param("casualties_done", "phase", marks=rule("AAM-25")),
        pytest.param("kept_down", "turn", marks=rule("AAM-86")),
        pytest.param("covered", "turn", marks=rule("AAM-72")),
    ],
)
def test_how_long_a_tracker_lasts(tracker: str, lasts: str) -> None:
    found = RULES.tracker(tracker)
    assert found
    assert found.lasts == lasts


@pytest.mark.parametrize(("phase", "step"), [(None, "first_movement"), ("assault", "first_assault"), ("movement", "first_movement")])
class TestThePhaseOfAQuestion:
    """The movement phase of the unit that moves, unless another one is told."""

    UNITS: ClassVar[Any] = {"m": {"card": SHERMAN, "seat": 1}, "e": {"card": PANZER, "seat": 0}}

    @rule("AAM-78")
    def test_of_defensive_fire(self, phase: str | None, step: str) -> None:
        staged = stage_defensive_fire(playing("end", self.UNITS).state, DefensiveFire("e", "m", phase=phase))
        assert (staged.step, staged.first, staged.seat) == (step, 1, 1)

    @rule("AAM-38")
    def test_of_a_move(self, phase: str | None, step: str) -> None:
        staged = stage_move(playing("end", self.UNITS).state, Move("m", phase=phase))
        assert (staged.step, staged.first, staged.seat) == (step, 1, 1)
