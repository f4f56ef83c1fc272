"""Victory conditions and kill points. Figures worked out by hand from the book."""

from typing import Any

import pytest

from engine.games.epic import refs
from engine.games.epic.victory import who_holds_what
from engine.playing.outcome import last_outcome
from engine.playing.session import Session
from engine.values.events import Abandoned, Advanced
from engine.values.maps import Map
from engine.values.texts import english
from tests.games.epic.table import ARMOURED_TITAN, ask, do, facts_of, foot, force, game, holding, key, key_asked

rule = pytest.mark.rule


def objectives(*held: tuple[int, int, int]) -> list[dict[str, int]]:
    """All six; those held as (placed by, number, controlled by)."""
    who = {(by, number): control for by, number, control in held}
    return [{"by": by, "number": number, **({"control": who[by, number]} if (by, number) in who else {})} for by in (0, 1) for number in (1, 2, 3)]


class TestGoals:
    @rule("EPIC-229")
    @pytest.mark.parametrize(
        ("held", "in_half", "ours", "theirs"),
        [
            ([], [1, 1], [], []),
            pytest.param([(1, 1, 0)], [1, 1], ["blitzkrieg"], [], marks=rule("EPIC-243")),
            pytest.param([(0, 1, 1)], [1, 1], [], ["blitzkrieg"], marks=rule("EPIC-243")),
            pytest.param([(0, 1, 0), (1, 2, 0), (1, 3, 0)], [1, 1], ["defend_the_flag"], [], marks=rule("EPIC-245")),
            pytest.param([(0, 1, 0), (1, 2, 0)], [1, 1], [], [], marks=rule("EPIC-245")),
            pytest.param([(0, 2, 0), (0, 3, 0)], [1, 1], ["take_and_hold"], [], marks=rule("EPIC-246")),
            pytest.param([(1, 1, 0), (0, 3, 0)], [1, 1], ["blitzkrieg", "take_and_hold"], [], marks=rule("EPIC-243", "EPIC-246")),
            pytest.param([(0, 2, 1)], [0, 2], ["they_shall_not_pass"], [], marks=rule("EPIC-247")),
            pytest.param([], [0, 0], ["they_shall_not_pass"], ["they_shall_not_pass"], marks=rule("EPIC-247")),
        ],
    )
    def test_conditions(self, held: list[Any], in_half: list[int], ours: list[str], theirs: list[str]) -> None:
        stated = ask("goals", objectives=objectives(*held), in_half=in_half)["result"]
        assert (stated["goals"], stated["counts"]) == ([ours, theirs], [len(ours), len(theirs)])

    @rule("EPIC-244")
    @pytest.mark.parametrize(("points", "dead", "met"), [((300, 200), "x", True), ((300, 200), "y", False), ((300, 300), "y", True)])
    def test_break_their_spirit(self, points: tuple[int, int], dead: str, met: bool) -> None:
        units = {
            name: force((3, foot()), seat=1, state={"where": "destroyed"} if name == dead else {}, points=cost)
            for name, cost in zip(("x", "y"), points, strict=True)
        }
        stated = ask("goals", units, objectives=objectives(), in_half=[1, 1])["result"]
        assert (stated["goals"][0] == ["break_their_spirit"]) == met
        assert stated["goals"][1] == []
        assert ask("goals", objectives=objectives(), in_half=[1, 1], spirit=[False, True])["result"]["counts"] == [0, 1]


class TestKillPoints:
    @rule("EPIC-249", "EPIC-250")
    @pytest.mark.parametrize(
        ("stated", "points"),
        [
            ({"destroyed": True}, 300),
            ({"start": 8, "left": 4, "broken": True}, 300),
            ({"start": 8, "left": 4}, 150),
            ({"start": 8, "left": 5, "broken": True}, 150),
            ({"start": 8, "left": 5}, 0),
            ({"start": 7, "left": 4}, 0),
            ({"start": 7, "left": 3}, 150),
            # without both numbers nothing says that it was halved
            ({"start": 7}, 0),
            ({"left": 1}, 0),
            ({"start": 7, "broken": True}, 150),
        ],
    )
    def test_one_formation(self, stated: dict[str, Any], points: int) -> None:
        """X-14."""
        assert ask("kill_points", points=300, **stated)["result"]["points"] == points

    @rule("EPIC-249")
    def test_half_of_an_odd_value(self) -> None:
        assert ask("kill_points", points=275, broken=True, start=8, left=8)["result"]["points"] == 138
        assert ask("kill_points", None, {"half_points": "exact"}, points=275, broken=True, start=8, left=8)["result"]["points"] == "275/2"

    @rule("EPIC-249", "EPIC-250")
    def test_by_state(self) -> None:
        units = {
            "a": force((6, foot()), state={"lost": [3]}, points=200),
            "b": force((6, foot()), state={"broken": True}, points=301),
            "d": force((4, foot()), seat=1, state={"where": "destroyed"}, points=500),
        }
        assert ask("kill_points", units, formation="a")["result"]["points"] == 100
        assert ask("kill_points", units, formations=["a", "b"])["result"]["points"] == 251
        assert ask("kill_points", units)["result"]["points"] == [500, 251]


class TestVictory:
    @rule("EPIC-242", "EPIC-248")
    @pytest.mark.parametrize(
        ("turn", "goals", "points", "winner", "score"),
        [
            (3, [4, 0], [0, 0], 0, "32-0"),
            (3, [5, 0], [0, 0], 0, "32-0"),
            (3, [0, 3], [0, 0], 1, "30-2"),
            (3, [3, 1], [0, 0], 0, "28-4"),
            (3, [1, 2], [0, 0], 1, "26-6"),
            (4, [4, 0], [0, 0], 0, "30-2"),
            (4, [3, 0], [0, 0], 0, "28-4"),
            (4, [3, 1], [0, 0], 0, "26-6"),
            (4, [1, 2], [0, 0], 1, "24-8"),
            (4, [2, 2], [251, 0], 0, "18-14"),
            (4, [2, 2], [250, 0], "draw", "16-16"),
            (4, [0, 0], [100, 351], 1, "18-14"),
            (4, [1, 0], [0, 0], "draw", "16-16"),
            (3, [2, 2], [900, 0], None, None),
            (3, [1, 0], [900, 0], None, None),
            (2, [5, 0], [0, 0], None, None),
            (3, [0, 0], [0, 0], None, None),
        ],
    )
    def test_the_table(self, turn: int, goals: list[int], points: list[int], winner: Any, score: str | None) -> None:
        """X-15."""
        stated = ask("victory", turn=turn, goals=goals, kill_points=points)["result"]
        assert (stated["winner"], stated["score"], stated["over"]) == (winner, score, winner is not None)

    @rule("EPIC-251", "EPIC-242")
    @pytest.mark.parametrize(
        ("reading", "goals", "points", "winner", "score"),
        [
            ({"t4_diff1": "24-4"}, [2, 1], [0, 0], 0, "24-4"),
            ({"t4_diff1": "24-4"}, [3, 1], [0, 0], 0, "26-6"),
            ({"t4_one_nil": "difference_row"}, [1, 0], [0, 0], 0, "24-8"),
            ({"t4_one_nil": "difference_row"}, [1, 1], [0, 0], "draw", "16-16"),
            ({"tiebreak_lead": "total"}, [0, 0], [300, 200], 0, "18-14"),
            ({"tiebreak_lead": "total"}, [0, 0], [250, 0], "draw", "16-16"),
        ],
    )
    def test_by_other_readings(self, reading: dict[str, str], goals: list[int], points: list[int], winner: Any, score: str) -> None:
        stated = ask("victory", None, reading, turn=4, goals=goals, kill_points=points)["result"]
        assert (stated["winner"], stated["score"]) == (winner, score)

    @rule("EPIC-242", "EPIC-243")
    def test_asked_at_the_end_of_turn_3(self) -> None:
        """The first seat holds both enemy objectives on its far edge and one more, and nobody is
        in its half."""
        session = game("rally", 3, a=force((3, foot())), d=force((3, foot()), seat=1))
        session.dispatch(Advanced())
        held = ("none", "player_1", "none", "player_1", "none", "none")
        session.answer(holding(held, False, True))
        state = session.state
        assert state.trackers["objectives"] == held
        assert state.seats[0]["goals"] == ("blitzkrieg", "take_and_hold", "they_shall_not_pass")
        assert (state.trackers["winner"], state.trackers["score"]) == ("player_1", (30, 2))

    @rule("EPIC-248", "EPIC-249")
    def test_the_tie_break_after_turn_4(self) -> None:
        session = game("victory", 4, a=force((3, foot())), d=force((3, foot()), seat=1, state={"where": "destroyed"}, points=400))
        session.dispatch(Advanced())
        session.answer(holding(("none",) * 6, True, True))
        assert session.state.seats[0]["goals"] == ("break_their_spirit",)
        assert (session.state.trackers["winner"], session.state.trackers["score"]) == ("player_1", (18, 14))
        story = last_outcome(session)
        assert story
        assert "second seat: no condition; kill points: 400 to 0; victory for first seat" in english(story.what)

    @rule("EPIC-248", "EPIC-251")
    def test_a_draw_tells_what_it_rests_on(self) -> None:
        session = game("victory", 4, a=force((3, foot())), d=force((3, foot()), seat=1))
        session.dispatch(Advanced())
        session.answer(holding(("none",) * 6, True, True))
        story = last_outcome(session)
        assert story
        assert english(story.what).endswith("first seat: no condition; second seat: no condition; kill points: 0 to 0; a draw")

    @rule("EPIC-237")
    @pytest.mark.parametrize(("holder", "said"), [("none", "as preset"), ("player_2", "objective 1 of first seat, on their edge: second seat")])
    def test_only_what_has_changed_is_told(self, holder: str, said: str) -> None:
        session = game("rally", 3, a=force((3, foot())), d=force((3, foot()), seat=1))
        session.dispatch(Advanced())
        session.answer(holding((holder, *("none",) * 5), True, True))
        assert english(session.log[-1].label) == f"who controls the objectives, who is in whose half? ({said})"

    @rule("EPIC-242")
    def test_nothing_is_asked_before_turn_3(self) -> None:
        session = do(game("victory", 2, a=force((3, foot())), d=force((3, foot()), seat=1)), "victory")
        assert (session.prompt, session.state.trackers.get("winner")) == (None, None)


class TestEdgesOfVictory:
    @rule("EPIC-242")
    @pytest.mark.parametrize(("stated", "counts"), [({}, [0, 0]), ({"spirit": [True, False]}, [1, 0]), ({"spirit": [False, True]}, [0, 1])])
    def test_conditions_that_are_told(self, stated: dict[str, Any], counts: list[int]) -> None:
        assert ask("goals", objectives=[], in_half=[1, 1], **stated)["result"]["counts"] == counts

    @rule("EPIC-244")
    @pytest.mark.parametrize(("where", "goals"), [("table", []), ("destroyed", ["break_their_spirit"])])
    def test_a_formation_without_points_is_nobodys_costliest(self, where: str, goals: list[str]) -> None:
        on = {
            "x": {"seat": 1, "card": {"name": "Gift", "units": [[3, foot()]]}, "state": {"where": "destroyed"}},
            "y": force((3, foot()), seat=1, state={"where": where}, points=100),
        }
        assert ask("goals", on, objectives=[], in_half=[1, 1])["result"]["goals"] == [goals, []]

    @rule("EPIC-245")
    @pytest.mark.parametrize(("held", "holds"), [(3, True), (2, False)])
    def test_all_three_in_ones_half(self, held: int, holds: bool) -> None:
        """The first objective of seat 0 and the two others of seat 1 stand in the half of seat
        0."""
        places = [(0, 1), (1, 2), (1, 3)][:held]
        stated = ask("goals", objectives=[{"by": by, "number": number, "control": 0} for by, number in places], in_half=[1, 1])["result"]
        assert ("defend_the_flag" in stated["goals"][0]) is holds

    @rule("EPIC-249")
    @pytest.mark.parametrize(
        ("points", "reading", "worth"),
        [(100, "up", 50), (75, "up", 38), (100, "exact", 50), (75, "exact", "75/2"), (300, "exact", 150), (275, "exact", "275/2")],
    )
    def test_half_of_the_points(self, points: int, reading: str, worth: Any) -> None:
        """Broken, nothing said of losses."""
        assert ask("kill_points", None, {"half_points": reading}, points=points, broken=True)["result"]["points"] == worth

    @rule("EPIC-242", "EPIC-248")
    @pytest.mark.parametrize(
        ("stated", "winner", "score"),
        [
            ({"goals": [3, 1]}, "player_1", (28, 4)),
            ({"goals": [0, 3]}, "player_2", (30, 2)),
            ({"goals": [1, 1]}, None, None),
            ({"turn": 4, "kill_points": [300, 0]}, "player_1", (18, 14)),
            ({"turn": 4, "kill_points": [0, 251]}, "player_2", (18, 14)),
            ({"turn": 4, "kill_points": [200, 200]}, "draw", (16, 16)),
            ({"turn": 2, "goals": [5, 0]}, None, None),
        ],
    )
    def test_nobody_asks_for_what_is_told(self, stated: dict[str, Any], winner: str | None, score: Any) -> None:
        """In turn 3 of a game: by the conditions, or by another turn and its kill points, where
        no condition is stated."""
        session = do(game("victory", 3, a=force((3, foot())), d=force((3, foot()), seat=1)), "victory", **stated)
        table = session.state.trackers
        assert (session.prompt, table.get("winner"), table.get("score")) == (None, winner, score)

    @rule("EPIC-242", "EPIC-237")
    def test_who_holds_what_is_asked_in_turn_3(self) -> None:
        session = do(game("victory", 3, a=force((3, foot())), d=force((3, foot()), seat=1)), "victory")
        assert key_asked(session) == "objectives"


class TestPointsAndTurns:
    @rule("EPIC-249")
    @pytest.mark.parametrize(("reading", "points"), [("up", 326), ("exact", 325)])
    def test_two_halves_of_325(self, reading: str, points: int) -> None:
        broken = {"points": 325, "seat": 1, "state": {"broken": True}}
        on = {"d": force((4, foot()), **broken), "e": force((4, foot()), **broken)}
        assert ask("kill_points", on, {"half_points": reading}, formations=["d", "e"])["result"]["points"] == points
        assert ask("kill_points", on, {"half_points": reading})["result"]["points"] == [points, 0]

    @rule("EPIC-249", "EPIC-251")
    @pytest.mark.parametrize(("reading", "winner"), [("up", 0), ("exact", 0)])
    def test_half_a_point_ahead(self, reading: str, winner: int) -> None:
        """501 broken is 250.5 or 251: both are more than 250."""
        on = {"d": force((4, foot()), points=501, seat=1, state={"broken": True})}
        reply = ask("victory", on, {"half_points": reading}, turn=4, goals=[0, 0])
        assert (reply["result"]["winner"], reply["result"]["score"]) == (winner, "18-14")

    @rule("EPIC-242", "EPIC-248")
    def test_the_turn_that_is_told(self) -> None:
        """Three to none wins on turn 4 and not on turn 2; not stated, it is the first turn."""
        for stated, winner in (({"turn": 4}, "player_1"), ({"turn": 2}, None), ({}, None)):
            session = do(game(step="victory", a=force((3, foot())), d=force((3, foot()), seat=1)), "victory", goals=[3, 0], **stated)
            assert session.state.trackers.get("winner") == winner
        assert ask("victory", goals=[3, 0])["result"]["winner"] is None

    @rule("EPIC-242")
    def test_a_condition_counts_once(self) -> None:
        assert ask("victory", turn=3, goals=[["blitzkrieg", "blitzkrieg"], []])["result"]["winner"] is None
        assert ask("victory", turn=3, goals=[["blitzkrieg", "take_and_hold"], []])["result"]["winner"] == 0


class TestConceding:
    @rule("EPIC-242")
    @pytest.mark.parametrize(("sure", "winner"), [(True, "player_1"), (False, None)])
    def test_conceding(self, sure: bool, winner: str | None) -> None:
        session = do(game(a=force((3, foot())), d=force((3, foot()), seat=1)), "concede", sure, seat=1)
        assert session.state.trackers.get("winner") == winner

    @rule("EPIC-242")
    def test_a_game_given_up_stays_so(self) -> None:
        session = do(game(step="victory", turn=3, a=force((3, foot())), d=force((3, foot()), seat=1)), "concede", True, seat=0)
        assert do(session, "victory").prompt is None
        assert session.state.trackers["winner"] == "player_2"


@rule("EPIC-242", "EPIC-248")
@pytest.mark.parametrize(
    ("reading", "turn", "goals", "points", "stated"),
    [
        ({}, 3, [2, 1], [0, 0], (0, "26-6", True)),
        ({}, 3, [2, 2], [0, 900], (None, None, False)),
        ({}, 3, [1, 0], [0, 0], (None, None, False)),
        ({}, 4, [1, 0], [0, 250], ("draw", "16-16", True)),
        ({}, 4, [1, 0], [0, 251], (1, "18-14", True)),
        ({}, 4, [5, 0], [0, 0], (0, "30-2", True)),
        ({}, 4, [1, 2], [0, 0], (1, "24-8", True)),
        ({}, 2, [5, 0], [0, 0], (None, None, False)),
        ({"t4_diff1": "24-4"}, 4, [3, 2], [0, 0], (0, "24-4", True)),
        ({"t4_one_nil": "difference_row"}, 4, [1, 0], [0, 0], (0, "24-8", True)),
        ({"tiebreak_lead": "total"}, 4, [0, 0], [300, 200], (0, "18-14", True)),
        ({"tiebreak_lead": "total"}, 4, [0, 0], [300, 300], ("draw", "16-16", True)),
        ({"tiebreak_lead": "total"}, 4, [2, 2], [250, 0], ("draw", "16-16", True)),
    ],
)
def test_who_wins(reading: dict[str, str], turn: int, goals: list[int], points: list[int], stated: Any) -> None:
    assert facts_of("victory", None, reading, {"turn": turn, "goals": goals, "kill_points": points}, ("winner", "score", "over")) == stated


@rule("EPIC-249", "EPIC-250")
@pytest.mark.parametrize(
    ("reading", "held", "points"),
    [
        ({}, {"damage": [3, 0], "lost": [0, 1]}, 138),
        ({"we_strength": "one_plus_dc"}, {"damage": [3, 0], "lost": [0, 1]}, 138),
        ({}, {"damage": [3, 0]}, 0),
        ({"half_points": "exact"}, {"damage": [3, 0], "lost": [0, 1]}, "275/2"),
        ({}, {"broken": True}, 138),
        ({}, {"broken": True, "lost": [1, 0]}, 275),
    ],
)
def test_kill_points_of_an_engine_and_three(reading: dict[str, str], held: dict[str, Any], points: Any) -> None:
    """Capacity 4 and three units: 7. Three points lost leave 4; a unit more 3, less than half."""
    on = {"a": force((1, {**ARMOURED_TITAN, "dc": 4}), (3, foot()), points=275, state=held)}
    assert facts_of("kill_points", on, reading, {"formation": "a"}, ("points",)) == (points,)


@rule("EPIC-237")
def test_who_holds_what_is_kept_from_turn_to_turn() -> None:
    """Noted in the end phase of turn 1 it decides nothing; asked again it is there already."""
    session = game("rally", 1, a=force((3, foot())), d=force((3, foot()), seat=1))
    held = ("player_1", "none", "player_2", "none", "none", "player_2")
    do(session, "victory")
    session.answer(holding(held, True, True))
    assert (session.prompt, session.state.trackers.get("winner")) == (None, None)
    do(session, "victory")
    assert session.prompt
    assert session.prompt.default == holding(held, True, True)


class TestTheLastTurn:
    """Infantry of 250 points on each side; seat 1 has lost all three of one formation."""

    def ended(self, turn: int) -> Session:
        lost = force((3, foot()), seat=1, state={"lost": [3], "where": "destroyed"}, points=300)
        session = game("rally", turn=turn, a=force((3, foot())), d=force((3, foot()), seat=1), e=lost)
        session.dispatch(Advanced())
        return session

    def checked(self, session: Session) -> Session:
        """Nobody holds an objective, everybody has been in the enemy's half."""
        session.answer(holding(("none",) * 6, True, True))
        return session

    @rule("EPIC-248", "EPIC-282")
    def test_no_fifth_turn_begins(self) -> None:
        """One condition against none wins nothing; 300 kill points decide."""
        session = self.checked(self.ended(4))
        assert (session.state.trackers["winner"], session.state.trackers["score"]) == ("player_1", (18, 14))

    @rule("EPIC-248", "EPIC-282")
    def test_the_check_comes_back_until_it_is_made(self) -> None:
        session = self.ended(4)
        session.dispatch(Abandoned())
        session.dispatch(Advanced())
        assert (session.state.turn, session.state.step, key(session)) == (4, "victory", "objectives")

    @rule("EPIC-242", "EPIC-282")
    def test_after_the_third_turn_the_game_may_go_on(self) -> None:
        session = self.checked(self.ended(3))
        session.dispatch(Advanced())
        assert (session.state.turn, session.state.step) == (4, "strategy")


class TestTheTableOfResults:
    @rule("EPIC-251", "EPIC-282")
    @pytest.mark.parametrize(("turn", "scores"), [(3, ["26-6", "28-4", "30-2", "32-0", "32-0"]), (4, ["24-8", "26-6", "28-4", "30-2", "30-2"])])
    def test_by_turn_and_lead(self, turn: int, scores: list[str]) -> None:
        """Nobody beyond the enemy's none has one condition alone, which wins nothing."""
        told = [ask("victory", turn=turn, goals=goals)["result"]["score"] for goals in ([3, 2], [2, 0], [3, 0], [4, 0], [5, 0])]
        assert told == scores

    @rule("EPIC-242", "EPIC-251")
    @pytest.mark.parametrize(("turn", "found"), [(3, (None, None, False)), (4, (0, "24-8", True))])
    def test_one_condition_alone_by_the_other_reading(self, turn: int, found: Any) -> None:
        """It decides only once the last turn is over."""
        result = ask("victory", None, {"t4_one_nil": "difference_row"}, turn=turn, goals=[1, 0])["result"]
        assert (result["winner"], result["score"], result["over"]) == found


class TestTheLastCheck:
    @rule("EPIC-242", "EPIC-248")
    def test_no_fifth_turn_begins_before_it_is_made(self) -> None:
        session = game("rally", turn=4, a=force((3, foot())), d=force((3, foot()), seat=1))
        session.dispatch(Advanced())
        session.dispatch(Abandoned())
        session.dispatch(Advanced())
        assert (session.state.turn, session.state.step) == (4, "victory")

    @rule("EPIC-237", "EPIC-243")
    @pytest.mark.parametrize(("kept", "first"), [(["player_1"] * 6, "player_1"), (["player_1"], "none"), ([], "none")])
    def test_objectives_kept_from_before(self, kept: list[str], first: str) -> None:
        """A list set by hand that does not name all six says nothing."""
        state = game("victory", turn=3, a=force((3, foot())), d=force((3, foot()), seat=1)).state
        default = who_holds_what(state.set("", "objectives", tuple(kept), refs.EPIC_237)).default
        assert isinstance(default, Map)
        assert default["objective_1_1"] == first
