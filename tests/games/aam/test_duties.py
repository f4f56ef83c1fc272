"""What is due, who can still act, and where the way leads."""

from typing import Any

import pytest

from engine.doors.tables import table
from engine.games.aam.examples import PANZER, SHERMAN
from engine.playing.choices import why_not
from engine.playing.duties import Next, agenda, units_to_act
from engine.playing.session import Session
from engine.values.events import Advanced, Opened
from engine.values.maps import frozen, pairs
from engine.values.texts import english
from tests.games.aam.table import CAPTAIN, HALFTRACK, PAK, RULES, SOLDIER, able, playing, rule
from tests.games.guided import Newcomer

UNITS: dict[str, Any] = {"a": {"card": SHERMAN, "seat": 0}, "b": {"card": PANZER, "seat": 1}}
OPEN = frozen({"range": 2, "arc": "front", "terrain": "clear"})


def due(session: Session) -> list[tuple[str, dict[str, Any], bool]]:
    return [(duty.procedure, dict(duty.args), duty.must) for duty in agenda(RULES, session.state).due]


def waiting(session: Session) -> list[str]:
    return [unit.id for unit in units_to_act(RULES, session.state)]


def attack(session: Session, by: str, at: str = "b") -> None:
    """An attack that misses."""
    session.dispatch(Opened("attack", pairs(attacker=by, target=at)))
    assert session.prompt
    session.answer(OPEN)
    session.answer((1,) * session.prompt.checks[0].dice)
    assert session.prompt is None


def turn_in_place(session: Session, unit: str) -> None:
    session.dispatch(Opened("move", pairs(unit=unit, steps=())))


def speaks_against(session: Session, procedure: str, **named: str) -> list[str]:
    """By which rules nobody can do it, before a unit is named, or why the one named cannot."""
    return [refusal.ref.id for refusal in why_not(RULES, session.state, RULES.opening(procedure), pairs(**named))]


class TestNobodyCan:
    """What is offered only to an army that has somebody for it."""

    @rule("AAM-102")
    @pytest.mark.parametrize(
        ("units", "board", "leave"),
        [
            ({"a": {"card": SOLDIER}}, ["AAM-102"], ["AAM-102"]),
            ({"a": {"card": SOLDIER}, "t": {"card": HALFTRACK}}, [], ["AAM-102"]),
            ({"a": {"card": SOLDIER}, "t": {"card": HALFTRACK, "seat": 1}}, ["AAM-102"], ["AAM-102"]),
            ({"a": {"card": SOLDIER}, "t": {"card": HALFTRACK, "state": {"where": "destroyed"}}}, ["AAM-102"], ["AAM-102"]),
            ({"a": {"card": SOLDIER, "state": {"aboard": "t", "where": "inside"}}, "t": {"card": HALFTRACK}}, [], []),
        ],
    )
    def test_board_and_leave(self, units: Any, board: list[str], leave: list[str]) -> None:
        session = playing("first_movement", {**units, "b": UNITS["b"]})
        assert (speaks_against(session, "board"), speaks_against(session, "dismount")) == (board, leave)

    @rule("AAM-101")
    @pytest.mark.parametrize(
        ("card", "seat", "no"),
        [(SOLDIER, 0, ["AAM-101"]), (able(SOLDIER, bridge_demolition=True), 0, []), (able(SOLDIER, bridge_demolition=True), 1, ["AAM-101"])],
    )
    def test_demolish(self, card: Any, seat: int, no: list[str]) -> None:
        session = playing("first_assault", {"a": UNITS["a"], "s": {"card": card, "seat": seat}, "b": UNITS["b"]})
        assert speaks_against(session, "demolish") == no

    @rule("AAM-101", "AAM-102")
    def test_a_unit_that_is_named_has_its_own_reason_alone(self) -> None:
        """That nobody can is said before somebody is named."""
        at_war = playing("first_assault", {"a": {"card": SOLDIER}, "b": UNITS["b"]})
        assert speaks_against(at_war, "demolish", unit="a") == ["AAM-101"]
        moving = playing("first_movement", {"a": {"card": SOLDIER}, "c": UNITS["a"], "b": UNITS["b"]})
        assert speaks_against(moving, "dismount", unit="a") == ["AAM-102"]
        assert speaks_against(moving, "board", unit="a", transport="c") == ["AAM-102"]


class TestPhases:
    @rule("AAM-06", "AAM-18")
    def test_a_game_begins_with_its_set_up_then_initiative(self) -> None:
        session = playing("initiative", UNITS)
        assert due(session) == [("setup", {}, True), ("initiative", {}, True)]

    @rule("AAM-25", "AAM-17")
    @pytest.mark.parametrize(("markers", "passes"), [([], ("casualty", "end")), (["disrupted"], ())])
    def test_a_casualty_phase_without_markers_is_passed(self, markers: list[str], passes: tuple[str, ...]) -> None:
        state = {"face_down": markers, "attacked": True}
        session = playing("second_assault", {"a": UNITS["a"], "b": {**UNITS["b"], "state": state}}, first=0)
        way = agenda(RULES, session.state).onward
        assert way
        assert way.passes == passes

    @rule("AAM-109", "AAM-135")
    @pytest.mark.parametrize(("turn", "what"), [(6, []), (7, [("victory", {}, True)])])
    def test_the_objective_is_looked_for_from_turn_7_on(self, turn: int, what: list[Any]) -> None:
        assert due(playing("end", UNITS, turn=turn)) == what

    @rule("AAM-109")
    def test_a_game_that_is_won_has_ended(self) -> None:
        session = playing("end", UNITS, turn=7)
        session.dispatch(Opened("victory"))
        session.answer("player_2")
        assert agenda(RULES, session.state).next is Next.OVER

    @rule("AAM-21")
    def test_moving_is_what_a_movement_phase_is_for(self) -> None:
        session = playing("first_movement", UNITS)
        now = agenda(RULES, session.state)
        assert (now.next, now.deed, now.can_act) == (Next.ACT, "move", ("a",))
        turn_in_place(session, "a")
        assert agenda(RULES, session.state).next is Next.ADVANCE


class TestVanguard:
    @rule("AAM-86")
    def test_its_free_move_comes_before_the_first_turn(self) -> None:
        session = playing("initiative", {**UNITS, "v": {"card": able(SHERMAN, vanguard=True), "seat": 1}})
        assert due(session)[-1] == ("vanguard", {"unit": "v"}, False)
        session.dispatch(Opened("vanguard", pairs(unit="v", steps=())))
        assert [each[0] for each in due(session)] == ["setup", "initiative"]

    @rule("AAM-86")
    def test_not_once_initiative_is_rolled(self) -> None:
        session = playing("initiative", {**UNITS, "v": {"card": able(SHERMAN, vanguard=True), "seat": 1}})
        session.dispatch(Opened("initiative"))
        session.answer(((6, 6), (1, 1)))
        session.answer("first")
        assert [each[0] for each in due(session)] == ["setup"]


class TestExtraActions:
    """They are taken at once: the next thing after the action, which may be left."""

    def units(self, **abilities: Any) -> dict[str, Any]:
        return {"a": {"card": able(SHERMAN, **abilities), "seat": 0}, "d": {"card": SHERMAN, "seat": 0}, "b": {"card": PANZER, "seat": 1}}

    @rule("AAM-89")
    def test_a_second_attack_is_due_until_another_unit_acts(self) -> None:
        session = playing("first_assault", self.units(double_shot=True))
        attack(session, "a")
        assert due(session) == [("attack", {"attacker": "a"}, False)]
        assert english(agenda(RULES, session.state).text) == "M4A1 Sherman may attack once more"
        assert waiting(session) == ["a", "d"]
        attack(session, "d")
        assert (due(session), waiting(session)) == ([], [])

    @rule("AAM-89")
    def test_the_second_attack_is_the_last(self) -> None:
        session = playing("first_assault", self.units(double_shot=True))
        attack(session, "a")
        attack(session, "a")
        assert (due(session), waiting(session)) == ([], ["d"])

    @rule("AAM-89", "AAM-86")
    def test_not_without_a_target_of_the_right_type(self) -> None:
        """Extra Machine Guns are for Soldiers, and there is only a tank."""
        session = playing("first_assault", self.units(extra_machine_guns=True))
        attack(session, "a")
        assert (due(session), waiting(session)) == ([], ["d"])

    @rule("AAM-89", "AAM-86")
    def test_strike_and_fade(self) -> None:
        session = playing("first_assault", self.units(strike_and_fade=2))
        attack(session, "a")
        assert due(session) == [("move", {"unit": "a"}, False)]
        session.dispatch(Opened("move", frozen({"unit": "a", "steps": [{"into": "clear", "near": {}, "shots": []}]})))
        assert due(session) == []

    @rule("AAM-89", "AAM-86")
    def test_a_second_attack_then_the_move(self) -> None:
        session = playing("first_assault", self.units(double_shot=True, strike_and_fade=2))
        attack(session, "a")
        assert [each[0] for each in due(session)] == ["attack", "move"]
        attack(session, "a")
        assert [each[0] for each in due(session)] == ["move"]

    @rule("AAM-89", "AAM-86")
    def test_aggression(self) -> None:
        session = playing("first_assault", self.units(aggression=1))
        turn_in_place(session, "a")
        assert due(session) == [("attack", {"attacker": "a"}, False)]
        attack(session, "a")
        assert due(session) == []

    @rule("AAM-89")
    def test_no_action_is_left_after_the_phase(self) -> None:
        session = playing("first_assault", self.units(double_shot=True))
        attack(session, "a")
        session.dispatch(Advanced())
        assert due(session) == []


class TestWhoCanAct:
    @rule("AAM-61", "AAM-27")
    @pytest.mark.parametrize(
        ("card", "state", "movement", "assault"),
        [
            (SHERMAN, {}, False, False),
            (SHERMAN, {"face_up": ["disrupted"]}, None, False),  # it may still attack
            (able(SHERMAN, undermanned=True), {"face_up": ["disrupted"]}, None, None),
            (SHERMAN, {"moved": True}, True, True),
            (SHERMAN, {"attacked": True}, True, True),
            (SHERMAN, {"where": "destroyed"}, None, None),
            (PAK, {}, None, False),  # no speed
            ({**PAK, "soldiers": [3, 3, 3], "vehicles": [None, None, None]}, {}, None, None),  # no dice against the tank
            ({**SHERMAN, "speed": 0}, {}, False, False),  # it may turn
            (able(PAK, relocate=1), {}, None, False),
        ],
    )
    def test_units(self, card: Any, state: Any, movement: bool | None, assault: bool | None) -> None:
        units = {"a": {"card": card, "seat": 0, "state": state}, "b": {"card": PANZER, "seat": 1}}
        tables = [table(RULES, frozen({"step": step, "units": units})) for step in ("first_movement", "first_assault")]
        assert [RULES.glance.acted(now, now.unit("a")) for now in tables] == [movement, assault]

    @rule("AAM-102", "AAM-103")
    @pytest.mark.parametrize(("step", "acted"), [("first_movement", False), ("first_assault", None)])
    def test_a_passenger_can_get_off_in_the_movement_phase(self, step: str, acted: bool | None) -> None:
        units = {**UNITS, "t": {"card": HALFTRACK, "seat": 0}, "r": {"card": SOLDIER, "seat": 0, "state": {"aboard": "t", "where": "inside"}}}
        now = playing(step, units).state
        assert RULES.glance.acted(now, now.unit("r")) is acted

    @rule("AAM-107", "AAM-86")
    @pytest.mark.parametrize(("carrier", "acted"), [("transport", None), ("gun_transport", False)])
    def test_a_gun_without_speed_may_board_who_carries_it(self, carrier: str, acted: bool | None) -> None:
        units = {**UNITS, "g": {"card": PAK, "seat": 0}, "t": {"card": able(HALFTRACK, **{carrier: True}), "seat": 0}}
        now = playing("first_movement", units).state
        assert RULES.glance.acted(now, now.unit("g")) is acted

    @rule("AAM-99", "AAM-27")
    @pytest.mark.parametrize(("leader", "acted"), [({}, None), ({"tally_ho": 1}, False)])
    def test_soldiers_without_speed_may_be_led(self, leader: Any, acted: bool | None) -> None:
        units = {**UNITS, "s": {"card": {**SOLDIER, "speed": 0}, "seat": 0}, "k": {"card": able(CAPTAIN, **leader), "seat": 0}}
        now = playing("first_movement", units).state
        assert RULES.glance.acted(now, now.unit("s")) is acted

    @rule("AAM-127")
    def test_without_an_enemy_nobody_attacks(self) -> None:
        """A gun that cannot move has nothing to do."""
        now = playing("first_assault", {"g": {"card": PAK, "seat": 0}}).state
        assert RULES.glance.acted(now, now.unit("g")) is None


@rule("AAM-17", "AAM-109")
@pytest.mark.parametrize("seed", range(4))
def test_who_only_presses_the_large_button_comes_to_the_end(seed: int) -> None:
    """Tanks, a gun, a transport with a passenger, a Commander, extra actions: no duty is refused or
    lost, and the objective or the points decide."""
    units = {
        **UNITS,
        "d": {"card": able(SHERMAN, double_shot=True, vanguard=True), "seat": 0},
        "t": {"card": HALFTRACK, "seat": 0},
        "r": {"card": SOLDIER, "seat": 0, "state": {"aboard": "t", "where": "inside"}},
        "g": {"card": PAK, "seat": 1},
        "k": {"card": able(CAPTAIN, tally_ho=1), "seat": 1},
        "f": {"card": able(PANZER, strike_and_fade=2, cost=30), "seat": 1},
    }
    newcomer = Newcomer(RULES, table(RULES, frozen({"units": units})), seed)
    assert any(not newcomer.press() for _ in range(600))
    assert newcomer.session.state.trackers["winner"]


@rule("AAM-86")
@pytest.mark.parametrize(
    ("step", "turn", "card", "due"),
    [
        ("initiative", 1, able(SOLDIER, vanguard=True), ["vanguard"]),
        ("initiative", 2, able(SOLDIER, vanguard=True), []),
        ("casualty", 1, able(SOLDIER, vanguard=True), []),
        ("end", 1, able(SOLDIER, vanguard=True), []),
        ("initiative", 1, SOLDIER, []),
    ],
)
def test_the_vanguard_moves_before_the_first_initiative(step: str, turn: int, card: Any, due: list[str]) -> None:
    now = playing(step, {"a": {"card": card}}, turn=turn).state
    assert [duty.procedure for duty in RULES.duties(now)] == due
