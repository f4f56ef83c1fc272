"""Epic Armageddon: set-up, limits, objectives, victory; values worked out from the book."""

from typing import Any

import pytest

from engine.playing.session import Refused
from engine.values.events import Advanced, Opened
from engine.values.texts import english
from tests.games.epic_field import RULES, ask, do, foot, force, game, tank

rule = pytest.mark.rule


class TestLimits:
    def limits(self, **told: Any) -> dict[str, Any]:
        unit = {"type": "INF", "speed": 15, **{key: told.pop(key) for key in list(told) if key in ("type", "speed", "dc", "abilities", "transport")}}
        found: dict[str, Any] = ask("limits", unit=unit, **told)["result"]
        return found

    @rule("EPIC-83")
    @pytest.mark.parametrize(("speed", "far"), [(15, 5), (25, 5), (30, 10), (35, 10), (3, 3), (0, 0)])
    def test_counter_charge(self, speed: int, far: int) -> None:
        """X-08."""
        assert self.limits(speed=speed)["counter_charge"] == far

    @rule("EPIC-83")
    def test_slow_counter_charge_by_the_other_reading(self) -> None:
        assert ask("limits", None, {"slow_countercharge": "five"}, unit={"speed": 0})["result"]["counter_charge"] == 5
        assert ask("limits", None, {"slow_countercharge": "five"}, unit={"speed": 30})["result"]["counter_charge"] == 10

    @rule("EPIC-25", "EPIC-75", "EPIC-67", "EPIC-79", "EPIC-135")
    @pytest.mark.parametrize(
        ("told", "move", "moves", "charge"),
        [
            ({}, 15, 1, 15),
            ({"order": "double"}, 15, 2, 15),
            ({"order": "march", "road": True}, 20, 3, 20),
            ({"order": "engage"}, 15, 1, 15),
            ({"order": "engage", "abilities": ["infiltrator"]}, 15, 1, 30),
            ({"cautious": True}, 5, 1, 5),
            ({"cautious": True, "road": True}, 5, 1, 5),
            ({"order": "sustained"}, 15, 0, 15),
            ({"order": "marshal"}, 15, 1, 15),
            ({"order": "hold"}, 15, 1, 15),
            ({"cautious": True, "speed": 3}, 3, 1, 3),
        ],
    )
    def test_moves(self, told: dict[str, Any], move: int, moves: int, charge: int) -> None:
        found = self.limits(**told)
        assert (found["move"], found["moves"], found["charge"]) == (move, moves, charge)

    @rule("EPIC-02", "EPIC-28", "EPIC-134", "EPIC-164", "EPIC-81", "EPIC-183", "EPIC-182", "EPIC-184", "EPIC-253")
    def test_distances_and_numbers(self) -> None:
        plain, scout, engine = self.limits(), self.limits(abilities=["scouts"]), self.limits(type="WE", dc=3, speed=20)
        keys = ("coherency", "zone", "contacts", "barges", "assault_dice", "capacity")
        assert [[found[key] for key in keys] for found in (plain, scout, engine)] == [[5, 5, 2, 0, 1, 0], [20, 10, 2, 0, 1, 0], [15, 5, 6, 6, 3, 0]]
        assert self.limits(abilities=["transport"])["capacity"] == 1
        assert self.limits(transport=2)["capacity"] == 2

    @rule("EPIC-196", "EPIC-197")
    @pytest.mark.parametrize(
        ("speed", "order", "turn"),
        [("fighter", "interception", 90), ("bomber", "ground_attack", 45), ("fighter_bomber", "ground_attack", 45), ("fighter_bomber", "interception", 90)],
    )
    def test_turns_of_aircraft(self, speed: str, order: str, turn: int) -> None:
        assert ask("limits", unit={"type": "AC", "speed": speed}, order=order)["result"]["turn"] == turn

    @rule("EPIC-25")
    def test_of_a_formation(self) -> None:
        assert ask("limits", {"a": force((3, tank()))}, unit="a")["result"]["move"] == 25


class TestGarrison:
    @rule("EPIC-233")
    @pytest.mark.parametrize(
        ("told", "eligible"),
        [
            ({"units": 5, "scouts": 3}, True),
            ({"units": 5, "scouts": 2}, False),
            ({"units": 4, "scouts": 2}, True),
            ({"units": 5, "fast": 1}, True),
            ({"units": 5, "fast": 2}, False),
            ({"units": 5, "fast": 0, "war_engines": 1}, False),
            ({"units": 5, "fast": 4, "immobile": 1}, True),
        ],
    )
    def test_in_numbers(self, told: dict[str, Any], eligible: bool) -> None:
        """X-16."""
        assert ask("garrison", **told)["result"]["eligible"] == eligible

    @rule("EPIC-233")
    @pytest.mark.parametrize(
        ("rows_of", "by"),
        [
            ([(5, foot())], ["slow"]),
            ([(4, foot()), (2, tank())], []),
            ([(4, foot()), (1, tank())], ["slow"]),
            ([(3, tank(abilities=["scout"])), (2, tank())], ["scouts"]),
            ([(2, tank(abilities=["scout"])), (3, tank())], []),
            ([(1, tank(type="WE", dc=3, speed=10))], []),
            ([(1, tank(type="WE", dc=3, speed=0))], ["immobile"]),
        ],
    )
    def test_by_its_card(self, rows_of: list[Any], by: list[str]) -> None:
        assert ask("garrison", {"a": force(*rows_of)}, formation="a")["result"]["by"] == by
        assert ask("garrison", units=rows_of)["result"]["by"] == by

    @rule("EPIC-234")
    @pytest.mark.parametrize(
        ("told", "legal"),
        [
            ({"distance": 15}, True),
            ({"distance": 16}, False),
            ({"distance": 5, "half": "enemy"}, False),
            ({"distance": 5, "terrain": "cliff"}, False),
            ({"distance": 5, "terrain": "marsh"}, True),
        ],
    )
    def test_where_it_stands(self, told: dict[str, Any], legal: bool) -> None:
        assert ask("garrison", {"a": force((5, foot()))}, formation="a", **told)["result"]["legal"] == legal

    @rule("EPIC-234", "EPIC-237")
    def test_the_limit_by_the_other_reading(self) -> None:
        assert not ask("garrison", {"a": force((5, foot()))}, {"boundary": "strict"}, formation="a", distance=15)["result"]["legal"]

    @rule("EPIC-235", "EPIC-283")
    def test_two_on_overwatch(self) -> None:
        session = game("strategy", **{key: force((5, foot())) for key in ("a", "b", "c")}, d=force((5, foot()), seat=1))
        for key in ("a", "b"):
            do(session, "garrison", formation=key, overwatch=True)
            assert session.state.unit(key).count("overwatch")
        with pytest.raises(Refused, match="EPIC-235"):
            do(session, "garrison", formation="c", overwatch=True)
        do(session, "garrison", formation="c")
        do(session, "garrison", formation="d", overwatch=True)
        assert (session.state.unit("c").count("garrison"), session.state.unit("c").count("overwatch")) == (1, 0)
        assert not ask("garrison", units=5, fast=0, overwatch=True, on_overwatch=2)["result"]["legal"]
        assert ask("garrison", units=5, fast=0, overwatch=True, on_overwatch=1)["result"]["legal"]


def near(seat: int, distance: int = 10, **more: bool) -> dict[str, Any]:
    return {"seat": seat, "distance": distance, **more}


class TestObjectives:
    @rule("EPIC-237", "EPIC-238", "EPIC-239", "EPIC-240", "EPIC-241")
    @pytest.mark.parametrize(
        ("units", "control", "contested"),
        [
            ([], None, False),
            ([near(0)], 0, False),
            ([near(0, 15)], 0, False),
            ([near(0, 16)], None, False),
            ([near(0), near(1)], None, True),
            ([near(0), near(1, 16)], 0, False),
            ([near(0, broken=True)], None, False),
            ([near(0), near(1, broken=True)], 0, False),
            ([near(1, rallied=True)], None, False),
            ([near(0), near(1, rallied=True)], 0, False),
            ([near(0, landed=True)], None, False),
            ([near(0, landed=True), near(1)], None, True),
            ([near(0, landed=True), near(0)], 0, False),
        ],
    )
    def test_control(self, units: list[Any], control: int | None, contested: bool) -> None:
        assert ask("objective", units=units)["result"] == {"control": control, "contested": contested}

    @rule("EPIC-237")
    def test_the_limit_by_the_other_reading(self) -> None:
        assert ask("objective", None, {"boundary": "strict"}, units=[near(0, 15)])["result"]["control"] is None
        assert ask("objective", None, {"boundary": "strict"}, units=[near(0, 14)])["result"]["control"] == 0

    @rule("EPIC-229")
    @pytest.mark.parametrize(
        ("placing", "legal"),
        [
            ({"number": 1, "half": "own", "from_edge": 0}, True),
            ({"number": 1, "half": "own", "from_edge": 5}, False),
            ({"number": 1, "half": "enemy", "from_edge": 0}, False),
            ({"number": 2, "half": "enemy", "from_edge": 30, "from_objectives": [30, 45]}, True),
            ({"number": 2, "half": "enemy", "from_edge": 29}, False),
            ({"number": 3, "half": "enemy", "from_edge": 40, "from_objectives": [29]}, False),
            ({"number": 3, "half": "own", "from_edge": 40}, False),
        ],
    )
    def test_placing(self, placing: dict[str, Any], legal: bool) -> None:
        assert ask("objective", placing=placing)["result"]["legal"] == legal


def objectives(*held: tuple[int, int, int]) -> list[dict[str, int]]:
    """All six; those held as (placed by, number, controlled by)."""
    who = {(by, number): control for by, number, control in held}
    return [{"by": by, "number": number, **({"control": who[by, number]} if (by, number) in who else {})} for by in (0, 1) for number in (1, 2, 3)]


class TestGoals:
    @rule("EPIC-243", "EPIC-245", "EPIC-246", "EPIC-247", "EPIC-229")
    @pytest.mark.parametrize(
        ("held", "in_half", "ours", "theirs"),
        [
            ([], [1, 1], [], []),
            ([(1, 1, 0)], [1, 1], ["blitzkrieg"], []),
            ([(0, 1, 1)], [1, 1], [], ["blitzkrieg"]),
            ([(0, 1, 0), (1, 2, 0), (1, 3, 0)], [1, 1], ["defend_the_flag"], []),
            ([(0, 1, 0), (1, 2, 0)], [1, 1], [], []),
            ([(0, 2, 0), (0, 3, 0)], [1, 1], ["take_and_hold"], []),
            ([(1, 1, 0), (0, 3, 0)], [1, 1], ["blitzkrieg", "take_and_hold"], []),
            ([(0, 2, 1)], [0, 2], ["they_shall_not_pass"], []),
            ([], [0, 0], ["they_shall_not_pass"], ["they_shall_not_pass"]),
        ],
    )
    def test_conditions(self, held: list[Any], in_half: list[int], ours: list[str], theirs: list[str]) -> None:
        told = ask("goals", objectives=objectives(*held), in_half=in_half)["result"]
        assert (told["goals"], told["counts"]) == ([ours, theirs], [len(ours), len(theirs)])

    @rule("EPIC-244")
    @pytest.mark.parametrize(("points", "dead", "met"), [((300, 200), "x", True), ((300, 200), "y", False), ((300, 300), "y", True)])
    def test_break_their_spirit(self, points: tuple[int, int], dead: str, met: bool) -> None:
        units = {
            name: force((3, foot()), seat=1, state={"where": "destroyed"} if name == dead else {}, points=cost)
            for name, cost in zip(("x", "y"), points, strict=True)
        }
        told = ask("goals", units, objectives=objectives(), in_half=[1, 1])["result"]
        assert (told["goals"][0] == ["break_their_spirit"]) == met
        assert told["goals"][1] == []
        assert ask("goals", objectives=objectives(), in_half=[1, 1], spirit=[False, True])["result"]["counts"] == [0, 1]


class TestKillPoints:
    @rule("EPIC-249", "EPIC-250")
    @pytest.mark.parametrize(
        ("told", "points"),
        [
            ({"destroyed": True}, 300),
            ({"start": 8, "left": 4, "broken": True}, 300),
            ({"start": 8, "left": 4}, 150),
            ({"start": 8, "left": 5, "broken": True}, 150),
            ({"start": 8, "left": 5}, 0),
            ({"start": 7, "left": 4}, 0),
            ({"start": 7, "left": 3}, 150),
        ],
    )
    def test_one_formation(self, told: dict[str, Any], points: int) -> None:
        """X-14."""
        assert ask("kill_points", points=300, **told)["result"]["points"] == points

    @rule("EPIC-249")
    def test_half_of_an_odd_value(self) -> None:
        assert ask("kill_points", points=275, broken=True, start=8, left=8)["result"]["points"] == 138
        assert ask("kill_points", None, {"half_points": "exact"}, points=275, broken=True, start=8, left=8)["result"]["points"] == "275/2"

    @rule("EPIC-249", "EPIC-250", "EPIC-162")
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
    @rule("EPIC-242", "EPIC-248", "EPIC-251", "EPIC-282")
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
        told = ask("victory", turn=turn, goals=goals, kill_points=points)["result"]
        assert (told["winner"], told["score"], told["over"]) == (winner, score, winner is not None)

    @rule("EPIC-251", "EPIC-242", "EPIC-248")
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
        told = ask("victory", None, reading, turn=4, goals=goals, kill_points=points)["result"]
        assert (told["winner"], told["score"]) == (winner, score)

    @rule("EPIC-242", "EPIC-243", "EPIC-237", "EPIC-247", "EPIC-244")
    def test_asked_at_the_end_of_turn_3(self) -> None:
        """The first seat holds both enemy objectives on its far edge and one more, and nobody is
        in its half."""
        session = game("rally", 3, a=force((3, foot())), d=force((3, foot()), seat=1))
        session.dispatch(Advanced())
        for held in ("none", "player_1", "none", "player_1", "none", "none"):
            assert session.prompt
            session.answer(held)
        session.answer(False)
        session.answer(True)
        state = session.state
        assert state.seats[0]["goals"] == ("blitzkrieg", "take_and_hold", "they_shall_not_pass")
        assert (state.trackers["winner"], state.trackers["score"]) == ("player_1", (30, 2))

    @rule("EPIC-248", "EPIC-249", "EPIC-282")
    def test_the_tie_break_after_turn_4(self) -> None:
        session = game("rally", 4, a=force((3, foot())), d=force((3, foot()), seat=1, state={"where": "destroyed"}, points=400))
        session.dispatch(Advanced())
        for held in ("none",) * 6:
            session.answer(held)
        session.answer(True)
        session.answer(True)
        assert session.state.seats[0]["goals"] == ("break_their_spirit",)
        assert (session.state.trackers["winner"], session.state.trackers["score"]) == ("player_1", (18, 14))

    @rule("EPIC-242")
    def test_nothing_is_asked_before_turn_3(self) -> None:
        session = do(game("rally", 2, a=force((3, foot())), d=force((3, foot()), seat=1)), "victory")
        assert (session.prompt, session.state.trackers.get("winner")) == (None, None)


class TestArmyAndSetUp:
    @rule("EPIC-226")
    @pytest.mark.parametrize(
        ("points", "told", "legal"),
        [
            ([2000], {}, True),
            ([1999], {}, False),
            ([3000, 3000], {}, True),
            ([3000, 3001], {}, False),
            ([500], {"limit": 500}, True),
            ([501], {"limit": 500}, False),
        ],
    )
    def test_points(self, points: list[int], told: dict[str, int], legal: bool) -> None:
        cards = [force((3, foot()), points=each)["card"] for each in points]
        found = ask("army", cards=cards, **told)["result"]
        assert (found["points"], found["legal"], len(found["problems"])) == (sum(points), legal, 0 if legal else 1)

    @rule("EPIC-226")
    def test_every_problem_is_a_sentence(self) -> None:
        cards = [force((3, foot()), points=2500)["card"], {**force((3, foot()))["card"], "points": None, "strategy": 5}]
        assert ask("army", cards=cards)["result"]["problems"] == ["Force states no points", "one army has one strategy rating, not 2, 5"]
        assert ask("army", {"a": force((3, foot()), points=2500)}, units=["a"])["result"]["legal"]

    @rule("EPIC-228", "EPIC-281", "EPIC-118")
    def test_the_higher_rating_is_player_a(self) -> None:
        session = do(game("strategy", a=force((3, foot()), strategy=1), d=force((3, foot()), seat=1, strategy=3)), "setup")
        assert session.prompt
        assert (session.prompt.key, session.prompt.asked_of) == ("edge", 1)
        session.answer("corner")
        assert session.prompt
        assert [line.ref.id for line in session.prompt.lines] == [
            "EPIC-226",
            "EPIC-227",
            "EPIC-229",
            "EPIC-230",
            "EPIC-231",
            "EPIC-234",
            "EPIC-235",
            "EPIC-236",
        ]
        session.answer(())
        assert (session.state.scenario, session.state.seats[1].get("player_a")) == ("tournament", True)

    @rule("EPIC-228", "EPIC-118")
    def test_equal_ratings_roll_and_the_winner_rallies_first(self) -> None:
        session = game("strategy", a=force((3, foot()), state={"blast": 1}), d=force((3, foot()), seat=1, state={"blast": 1}))
        do(session, "setup", ((3,), (3,)), ((2,), (5,)), "edge", ())
        assert session.state.seats[1].get("player_a")
        session.overrule(Opened("rally"))
        assert session.prompt
        assert session.prompt.asked_of == 1

    @rule("EPIC-227", "EPIC-230", "EPIC-231", "EPIC-236")
    def test_the_ledger_says_what_the_hands_do(self) -> None:
        session = do(game("strategy", a=force((3, foot()), strategy=5), d=force((3, foot()), seat=1)), "setup", "edge")
        assert session.prompt
        assert all(line.changes == () for line in session.prompt.lines)


class TestGlance:
    @rule("EPIC-109", "EPIC-140")
    @pytest.mark.parametrize(
        ("unit", "told", "text"),
        [
            (foot(), {"blast": 3, "lost": [1]}, "5 of 6 units, breaks at 2 more"),
            (foot(), {"broken": True}, "6 of 6 units"),
            (foot(abilities=["stubborn"]), {}, "6 of 6 units, breaks at 7 more"),
        ],
    )
    def test_how_near_to_breaking(self, unit: Any, told: dict[str, Any], text: str) -> None:
        session = game(a=force((6, unit), state=told))
        fact = RULES.glance.fact(session.state.unit("a"))
        assert fact
        assert english(fact) == text

    @rule("EPIC-01")
    def test_the_sign_of_most_of_its_units(self) -> None:
        session = game(a=force((1, {"name": "Chief", "type": "CH"}), (1, foot()), (3, tank())), b=force((1, {"type": "CH"})))
        assert [RULES.glance.sign(session.state.unit(each)) for each in ("a", "b")] == ["armour", ""]

    @rule("EPIC-07", "EPIC-242", "EPIC-248", "EPIC-249")
    def test_what_both_players_watch(self) -> None:
        session = game(a=force((3, foot()), (1, tank())), d=force((3, foot()), seat=1, state={"broken": True}, points=301))
        a, d = session.state.unit("a"), session.state.unit("d")
        glance = RULES.glance
        assert (glance.acted(session.state, a), glance.acted(session.state, d), glance.sign(a)) == (False, None, "infantry")
        score = glance.score(session.state, 0)
        assert score
        assert english(score) == "151 kill points"
        seen = [glance.standing(game(turn=turn, a=force((3, foot()))).state)[0].ref.id for turn in (1, 2, 3, 4)]
        assert seen == ["EPIC-242", "EPIC-242", "EPIC-242", "EPIC-248"]
