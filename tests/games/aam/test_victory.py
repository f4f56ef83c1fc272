"""Victory and points."""

from typing import Any

import pytest

from engine.doors.tables import table
from engine.games.aam.examples import PANZER, SHERMAN
from engine.games.aam.victory import Victory, decision, does_control_matter, stage_victory
from engine.playing.outcome import last_outcome
from engine.playing.session import Session
from engine.values.events import Advanced, Opened
from engine.values.maps import Map, frozen, pairs
from engine.values.texts import english
from tests.games.aam.table import RIFLES, RULES, playing, rule
from tests.games.asking import ask

TWO: dict[str, Any] = {"a": {"seat": 0, "card": SHERMAN}, "b": {"seat": 1, "card": PANZER}}


def card(nation: str = "Germany", cost: int = 10, year: int = 1941, **more: Any) -> dict[str, Any]:
    return {"name": f"{nation} {year}", "nation": nation, "cost": cost, "year": year, **more}


def victory(turn: int, control: int | None = None, points: Any = (50, 40), readings: Any = None, **more: Any) -> Any:
    return ask("aam", "victory", readings=readings, turn=turn, control=control, points=list(points), **more)["result"]["winner"]


def at_the_end(turn: int, scenario: str = "", readings: Any = None, **units: Any) -> Session:
    told = {"turn": turn, "step": "end", "scenario": scenario, "units": units, "readings": readings or {}}
    return Session(RULES, table(RULES, frozen(told)))


class TestVictory:
    @rule("AAM-109", "AAM-108")
    @pytest.mark.parametrize(("turn", "winner"), [(1, None), (6, None), (7, 1), (8, 1), (10, 1), (11, 1)])
    def test_control_counts_from_turn_7_on(self, turn: int, winner: int | None) -> None:
        assert victory(turn, control=1) == winner
        assert turn > 9 or victory(turn) is None

    @rule("AAM-110", "AAM-111")
    @pytest.mark.parametrize(
        ("turn", "points", "winner"), [(9, (50, 40), None), (10, (50, 40), 0), (10, (40, 50), 1), (10, (40, 40), None), (11, (40, 41), 1), (12, (7, 7), None)]
    )
    def test_points_count_from_turn_10_on(self, turn: int, points: Any, winner: int | None) -> None:
        assert victory(turn, points=points) == winner

    @rule("AAM-135", "AAM-111")
    def test_control_beats_points(self) -> None:
        assert victory(10, control=1, points=(90, 4)) == 1
        assert ask("aam", "victory", turn=10, control=1, points=[90, 4])["result"]["by"] == "objective"
        assert ask("aam", "victory", turn=10, points=[90, 4])["result"] == {"winner": 0, "by": "points", "points": [90, 4]}
        late = ask("aam", "victory", readings={"after_turn_10": "at_once"}, turn=11, moment="now")["result"]
        assert (late["winner"], late["by"]) == (None, "")

    @rule("AAM-116")
    @pytest.mark.parametrize(("turn", "control", "winner"), [(7, 0, None), (9, 0, None), (10, 0, 0), (10, 1, 1), (10, None, 1), (9, None, None)])
    def test_the_assault_scenario(self, turn: int, control: int | None, winner: int | None) -> None:
        assert victory(turn, control, scenario="assault") == winner
        assert victory(turn, control, points=(0, 0), scenario="assault") == winner

    @rule("AAM-117")
    def test_a_free_scenario_is_decided_by_the_players(self) -> None:
        assert victory(12, control=0, scenario="free") is None

    @rule("AAM-111")
    @pytest.mark.parametrize(
        ("reading", "turn", "control", "winner"), [("turn_end", 11, 0, None), ("at_once", 11, 0, 0), ("at_once", 10, 0, None), ("at_once", 11, None, None)]
    )
    def test_in_the_middle_of_a_late_turn(self, reading: str, turn: int, control: int | None, winner: int | None) -> None:
        """AMB-13."""
        assert victory(turn, control, readings={"after_turn_10": reading}, moment="now") == winner
        assert victory(11, 0, readings={"after_turn_10": reading}) == 0

    @rule("AAM-135", "AAM-111")
    @pytest.mark.parametrize(
        ("reading", "points", "winner"),
        [
            ("play_on", (0, 30), None),
            ("instant", (0, 30), 1),
            ("instant", (30, 0), 0),
            ("instant", (0, 0), "draw"),
            ("play_on", (0, 0), "draw"),
            ("instant", (3, 4), None),
        ],
    )
    def test_an_army_without_units(self, reading: str, points: Any, winner: Any) -> None:
        """AMB-32."""
        assert victory(4, points=points, readings={"wipe_out": reading}) == winner

    @rule("AAM-135", "AAM-117")
    def test_after_the_end_no_unit_acts(self) -> None:
        """Unless the players overrule it; questions are still answered."""
        session = playing("first_assault", TWO, table={"winner": "player_2"})
        shot = {"attacker": "a", "target": "b", "range": 3, "arc": "front", "terrain": "clear"}
        for procedure, told, refs in (("attack", shot, ["TABLE-4"]), ("victory", {}, [])):
            event = Opened(procedure, frozen(told))  # type: ignore[arg-type]
            assert [no.ref.id for no in session.fold.refusals(session.state, event)][:1] == refs

    @rule("AAM-135")
    def test_units_left_may_be_told(self) -> None:
        assert victory(4, points=(0, 0), left=[1, 1]) is None
        assert victory(4, points=(9, 9), left=[0, 0]) == "draw"
        assert victory(4, control=0, points=(0, 0)) is None  # who controls has a unit
        assert victory(4, points=(0, 3), readings={"wipe_out": "instant", "points": "enemy_units_destroyed"}) is None

    @rule("AAM-109", "AAM-110")
    def test_who_controls_the_objective_has_not_lost_everything(self) -> None:
        """Before turn 7 control wins nothing, but it takes a unit: no draw."""
        assert victory(4, control=0, points=(0, 0)) is None
        assert victory(4, points=(0, 0)) == "draw"

    @rule("AAM-135", "AAM-116")
    def test_wiped_out_in_an_assault(self) -> None:
        assert victory(4, points=(0, 30), scenario="assault", readings={"wipe_out": "instant"}) == 1

    @rule("AAM-110", "AAM-108")
    def test_the_value_on_the_map(self) -> None:
        """Damage takes nothing away; passengers count, the destroyed and the undeployed do not."""
        rider = {**RIFLES, "cost": 4}
        units = {
            "a": {"seat": 0, "card": SHERMAN, "state": {"face_up": ["damaged"]}},
            "r": {"seat": 0, "card": rider, "state": {"aboard": "a", "where": "inside"}},
            "d": {"seat": 0, "card": SHERMAN, "state": {"where": "destroyed"}},
            "u": {"seat": 0, "card": SHERMAN, "state": {"where": "reserve"}},
            "b": {"seat": 1, "card": {**PANZER, "cost": 24}},
        }
        reply = ask("aam", "victory", units, turn=10)["result"]
        assert (reply["points"], reply["winner"]) == ([25, 24], 0)
        counted = ask("aam", "victory", units, {"points": "enemy_units_destroyed"}, turn=10)["result"]
        assert (counted["points"], counted["winner"]) == ([0, 1], 1)  # AMB-22

    @rule("AAM-110")
    def test_a_cost_that_is_not_stated_is_asked_for(self) -> None:
        units = {"a": {"seat": 0, "card": {"name": "Tank"}}}
        assert ask("aam", "victory", units, turn=10)["unknown"] == ["units.a.card.cost"]
        assert ask("aam", "victory", units, turn=7)["result"]["winner"] is None


class TestAtTheTable:
    @rule("AAM-109", "AAM-116")
    @pytest.mark.parametrize(
        ("turn", "scenario", "asks"), [(6, "", False), (7, "", True), (9, "assault", False), (10, "assault", True), (12, "free", False), (7, "standard", True)]
    )
    def test_control_is_asked_at_the_turns_that_matter(self, turn: int, scenario: str, asks: bool) -> None:
        playing = at_the_end(turn, scenario, **TWO)
        playing.dispatch(Opened("victory"))
        assert (playing.prompt is not None) is asks

    @rule("AAM-108", "AAM-110")
    @pytest.mark.parametrize(
        ("turn", "control", "winner"), [(7, "player_1", "player_1"), (7, "nobody", None), (10, "nobody", "player_2"), (10, "player_1", "player_1")]
    )
    def test_the_winner_is_kept(self, turn: int, control: str, winner: str | None) -> None:
        """30 points of Panzer against 21 of Sherman."""
        playing = at_the_end(turn, **TWO)
        playing.dispatch(Opened("victory"))
        playing.answer(control)
        assert playing.state.trackers.get("winner") == winner

    @rule("AAM-108", "AAM-109")
    def test_what_is_told_is_not_asked_for(self) -> None:
        playing = at_the_end(7, **TWO)
        playing.dispatch(Opened("victory", Map({"control": 0})))
        assert (playing.prompt, playing.state.trackers["winner"]) == (None, "player_1")
        playing = at_the_end(7, **TWO)
        playing.dispatch(Opened("victory", Map({"turn": 8})))
        assert (playing.prompt, dict(playing.state.trackers)) == (None, {})

    @rule("AAM-116", "AAM-135")
    def test_the_assault_at_the_table(self) -> None:
        """The attacker has more points, but nobody holds the objective."""
        playing = at_the_end(10, "assault", a={"seat": 0, "card": PANZER}, b={"seat": 1, "card": SHERMAN})
        playing.dispatch(Opened("victory"))
        playing.answer("nobody")
        assert playing.state.trackers["winner"] == "player_2"

    @rule("AAM-135", "AAM-110")
    def test_an_army_gone_by_the_other_reading(self) -> None:
        units = {"a": {**TWO["a"], "state": {"where": "destroyed"}}, "b": TWO["b"]}
        playing = at_the_end(3, readings={"wipe_out": "instant"}, **units)
        playing.dispatch(Opened("victory"))
        assert playing.state.trackers["winner"] == "player_2"

    @rule("AAM-111")
    @pytest.mark.parametrize(("reading", "turn", "asks"), [("turn_end", 11, False), ("at_once", 11, True), ("at_once", 10, False)])
    def test_in_mid_turn_after_turn_10(self, reading: str, turn: int, asks: bool) -> None:
        playing = at_the_end(turn, readings={"after_turn_10": reading}, **TWO)
        playing.dispatch(Opened("victory", Map({"moment": "now"})))
        assert (playing.prompt is not None) is asks

    @rule("AAM-135", "AAM-132")
    @pytest.mark.parametrize(("a", "b", "winner"), [("destroyed", "destroyed", "draw"), ("destroyed", "table", None), ("reserve", "destroyed", None)])
    def test_both_armies_gone_are_a_draw(self, a: str, b: str, winner: str | None) -> None:
        units = {"a": {**TWO["a"], "state": {"where": a}}, "b": {**TWO["b"], "state": {"where": b}}}
        playing = at_the_end(3, **units)
        playing.dispatch(Opened("victory"))
        assert playing.state.trackers.get("winner") == winner

    @rule("AAM-135")
    def test_an_empty_table_is_no_draw(self) -> None:
        playing = at_the_end(3)
        playing.dispatch(Opened("victory"))
        assert playing.state.trackers == Map()

    @rule("AAM-117")
    @pytest.mark.parametrize(("sure", "winner"), [(True, "player_1"), (False, None)])
    def test_conceding(self, sure: bool, winner: str | None) -> None:
        playing = Session(RULES, table(RULES, frozen({"step": "first_movement", "units": TWO})))
        playing.dispatch(Opened("concede", Map({"seat": 1})))
        assert playing.prompt
        assert playing.prompt.asked_of == 1
        playing.answer(sure)
        assert playing.state.trackers.get("winner") == winner

    @rule("AAM-117", "AAM-135")
    def test_a_victory_stays(self) -> None:
        playing = Session(RULES, table(RULES, frozen({"step": "second_assault", "units": TWO})))
        playing.dispatch(Opened("concede", Map({"seat": 0})))
        playing.answer(True)
        playing.dispatch(Opened("victory"))
        assert playing.state.trackers["winner"] == "player_2"


@rule("AAM-109", "AAM-117")
@pytest.mark.parametrize(
    ("told", "ref"),
    [
        ({"turn": 6, "control": 0}, "AAM-109"),
        ({"turn": 7, "control": 0}, "AAM-109"),
        ({"turn": 10, "control": 0}, "AAM-109"),
        ({"turn": 10, "points": [3, 4]}, "AAM-110"),
        ({"turn": 11, "points": [3, 4]}, "AAM-111"),
        ({"turn": 9, "points": [3, 4]}, "AAM-109"),
        ({"turn": 10, "points": [3, 3]}, "AAM-111"),
        ({"turn": 10, "scenario": "assault"}, "AAM-116"),
        ({"turn": 7, "scenario": "assault"}, "AAM-116"),
        ({"turn": 10, "scenario": "free"}, "AAM-117"),
    ],
)
def test_the_rule_behind_a_victory(told: Any, ref: str) -> None:
    assert ref in ask("aam", "victory", {}, **told)["refs"]


@rule("AAM-110", "AAM-108")
@pytest.mark.parametrize(("told", "winner"), [({"points": (48, 51)}, "player_2"), ({"control": 0}, "player_1"), ({}, None)])
def test_who_tells_the_points_is_not_asked_for_control(told: Any, winner: str | None) -> None:
    session = playing("end", {"a": {"seat": 0, "card": SHERMAN}, "b": {"seat": 1, "card": PANZER}}, turn=10)
    session.dispatch(Opened("victory", pairs(**told)))
    assert (session.state.trackers.get("winner"), session.prompt is None) == (winner, winner is not None)


@rule("AAM-116", "AAM-117")
@pytest.mark.parametrize(("told", "scenario", "turn"), [({}, "assault", 5), ({"turn": 7}, "assault", 7), ({"scenario": "free"}, "free", 5)])
def test_the_scenario_and_the_turn_of_a_question(told: Any, scenario: str, turn: int) -> None:
    now = playing("end", {"a": {"card": SHERMAN}}, turn=5, scenario="assault").state
    staged = stage_victory(now, Victory(**told))
    assert (staged.scenario, staged.turn) == (scenario, turn)


@rule("AAM-109", "AAM-117")
@pytest.mark.parametrize(("turn", "reading", "decided"), [(11, "at_once", True), (10, "at_once", False), (11, "turn_end", False)])
def test_control_that_decides_at_once(turn: int, reading: str, decided: bool) -> None:
    """By one reading, after turn 10."""
    now = playing("first_movement", {"a": {"card": SHERMAN}}, turn=turn, readings={"after_turn_10": reading}).state
    assert does_control_matter(now, "now") is decided
    assert (decision(now, Victory(control=1, moment="now"))[0] == 1) is decided


class TestWhatDecided:
    """Sherman 21 points, Panzer 30: told with the end of the turn, and on the last page."""

    @rule("AAM-109", "AAM-110")
    @pytest.mark.parametrize(
        ("turn", "told", "control", "what"),
        [
            (7, {}, "player_1", "first seat alone at the objective; victory for first seat"),
            (9, {}, "nobody", "not decided yet"),
            (10, {}, "nobody", "30 points on the map to 21; victory for second seat"),
            (10, {}, "player_1", "first seat alone at the objective; victory for first seat"),
            (8, {}, "player_2", "second seat alone at the objective; victory for second seat"),
            (10, {"points": "enemy_units_destroyed"}, "nobody", "1 enemy units destroyed to 0; victory for first seat"),
        ],
    )
    def test_standard(self, turn: int, told: Any, control: str, what: str) -> None:
        lost = {"c": {"seat": 1, "card": RIFLES, "state": {"where": "destroyed"}}}
        assert self.ending({**TWO, **lost}, turn, control, "standard", told) == what

    @rule("AAM-116")
    @pytest.mark.parametrize(
        ("control", "what"),
        [
            ("player_1", "first seat alone at the objective; victory for first seat"),
            ("player_2", "the attacker does not hold the objective; victory for second seat"),
            ("nobody", "the attacker does not hold the objective; victory for second seat"),
        ],
    )
    def test_assault(self, control: str, what: str) -> None:
        assert self.ending(TWO, 10, control, "assault") == what

    @rule("AAM-116")
    def test_an_attacker_without_units(self) -> None:
        """AMB-32: the army is gone, whoever is at the objective."""
        units = {**TWO, "a": {**TWO["a"], "state": {"where": "destroyed"}}}
        told = self.ending(units, 10, "player_2", "assault", {"wipe_out": "instant"})
        assert told == "no units are left; victory for second seat"

    @rule("AAM-135")
    def test_armies_without_units(self) -> None:
        """AMB-32."""
        units = {key: {**unit, "state": {"where": "destroyed"}} for key, unit in TWO.items()}
        assert self.ending(units, 8, "nobody", "standard") == "no units are left; a draw"

    def ending(self, units: Any, turn: int, control: str, scenario: str, readings: Any = None) -> str:
        told = {"turn": turn, "step": "casualty", "scenario": scenario, "units": units, "readings": readings or {}}
        session = Session(RULES, table(RULES, frozen(told)))
        session.dispatch(Advanced())
        session.answer(control)
        story = last_outcome(session)
        assert story
        return english(story.what).removeprefix("on to: End of turn; ")
