"""Setting up, garrisons and objectives. Figures worked out by hand from the book."""

from typing import Any

import pytest

from engine.playing.session import Refused
from engine.values.events import Opened
from tests.games import asking
from tests.games.epic.table import FIGHTER, answer_all, ask, do, foot, force, game, near, prompt_and_options, tank

rule = pytest.mark.rule


class TestArmyAndSetUp:
    @rule("EPIC-226")
    @pytest.mark.parametrize(
        ("points", "stated", "legal"),
        [
            ([2000], {}, True),
            ([1999], {}, False),
            ([3000, 3000], {}, True),
            ([3000, 3001], {}, False),
            ([500], {"limit": 500}, True),
            ([501], {"limit": 500}, False),
        ],
    )
    def test_points(self, points: list[int], stated: dict[str, int], legal: bool) -> None:
        cards = [force((3, foot()), points=each)["card"] for each in points]
        found = ask("army", cards=cards, **stated)["result"]
        assert (found["points"], found["legal"], len(found["problems"])) == (sum(points), legal, 0 if legal else 1)

    @rule("EPIC-226")
    def test_every_problem_is_a_sentence(self) -> None:
        cards = [force((3, foot()), points=2500)["card"], {**force((3, foot()))["card"], "points": None, "strategy": 5}]
        assert ask("army", cards=cards)["result"]["problems"] == ["Force states no points", "one army has one strategy rating, not 2, 5"]
        assert ask("army", {"a": force((3, foot()), points=2500)}, units=["a"])["result"]["legal"]

    @rule("EPIC-228", "EPIC-281")
    def test_the_higher_rating_is_player_a(self) -> None:
        session = do(game("strategy", a=force((3, foot()), strategy=1), d=force((3, foot()), seat=1, strategy=3)), "setup")
        assert session.prompt
        assert (session.prompt.key, session.prompt.asked_of) == ("edge", 1)
        session.answer("corner")
        assert session.prompt
        assert [line.ref.id for line in session.prompt.lines] == ["EPIC-226", "EPIC-227", "EPIC-229", "EPIC-230", "EPIC-231", "EPIC-234", "EPIC-236"]
        session.answer(())
        assert (session.state.scenario, session.state.seats[1].get("player_a")) == ("tournament", True)

    @rule("EPIC-228", "EPIC-118")
    def test_equal_ratings_roll_and_the_winner_rallies_first(self) -> None:
        session = game("strategy", a=force((3, foot()), state={"blast": 1}), d=force((3, foot()), seat=1, state={"blast": 1}))
        do(session, "setup", ((3,), (3,)), ((2,), (5,)), "edge", (), "none", "none")
        assert session.state.seats[1].get("player_a")
        session.overrule(Opened("rally"))
        assert session.prompt
        assert session.prompt.asked_of == 1

    @rule("EPIC-227", "EPIC-230")
    def test_the_ledger_says_what_the_hands_do(self) -> None:
        session = do(game("strategy", a=force((3, foot()), strategy=5), d=force((3, foot()), seat=1)), "setup", "edge")
        assert session.prompt
        assert all(line.changes == () for line in session.prompt.lines)


class TestGarrisonsOfTheSetUp:
    """Infantry of 15 cm may be garrisons, tanks of 25 cm may not; seat 1 has the higher rating."""

    def placing(self, **more: Any) -> Any:
        ours = {name: force((3, foot()), strategy=1) for name in "abc"}
        theirs = {"d": force((3, foot()), seat=1, strategy=3), "e": force((3, tank(speed=25)), seat=1, strategy=3)}
        return do(game("strategy", **ours, **theirs, **more), "setup", "edge", ())

    @rule("EPIC-233", "EPIC-234")
    def test_in_turns_player_a_first(self) -> None:
        session, asked = self.placing(), []
        for answers in (("d", False), ("b", True), ("none",)):
            asked.append(prompt_and_options(session))
            answer_all(session, *answers)
        assert asked == [("garrison:1:0", 1, ["none", "d"]), ("garrison:0:1", 0, ["none", "a", "b", "c"]), ("garrison:0:2", 0, ["none", "a", "c"])]
        held = {unit.id: (unit.count("garrison"), unit.count("overwatch")) for unit in session.state.units.values()}
        assert (session.prompt, held) == (None, {"a": (0, 0), "b": (1, 1), "c": (0, 0), "d": (1, 0), "e": (0, 0)})

    @rule("EPIC-234")
    def test_a_side_that_places_no_more_is_passed_over(self) -> None:
        session = answer_all(self.placing(), "none")
        assert prompt_and_options(session) == ("garrison:0:0", 0, ["none", "a", "b", "c"])
        assert answer_all(session, "none").prompt is None

    @rule("EPIC-234", "EPIC-233")
    @pytest.mark.parametrize(("seat", "unit"), [(0, foot()), (1, foot())])
    def test_one_side_alone_has_garrisons(self, seat: int, unit: dict[str, Any]) -> None:
        """The tanks of the other side are too fast; a card that states no units is no garrison."""
        units = {"g": force((3, unit), seat=seat), "t": force((3, tank(speed=25)), seat=1 - seat), "x": {"seat": seat, "card": {"name": "Unknown"}}}
        units = {key: {**each, "card": {**each["card"], "strategy": 1 + (each["seat"] == seat)}} for key, each in units.items()}
        session = do(game("strategy", **units), "setup", "edge", ())
        assert prompt_and_options(session) == (f"garrison:{seat}:0", seat, ["none", "g"])

    @rule("EPIC-235")
    def test_two_of_a_side_on_overwatch(self) -> None:
        """The third is not asked."""
        session = answer_all(self.placing(), "none", "a", True, "b", True, "c")
        held = [session.state.unit(name).count("overwatch") for name in "abc"]
        assert (session.prompt, held, session.state.unit("c").count("garrison")) == (None, [1, 1, 0], 1)

    @rule("EPIC-187", "EPIC-231")
    def test_aircraft_wait_in_reserve(self) -> None:
        session = self.placing(f=force((2, FIGHTER), strategy=1), g=force((2, FIGHTER), strategy=1, state={"landed": True}))
        assert [session.state.unit(name).where for name in "afg"] == ["table", "reserve", "table"]


class TestGarrison:
    @rule("EPIC-233")
    @pytest.mark.parametrize(
        ("stated", "eligible"),
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
    def test_in_numbers(self, stated: dict[str, Any], eligible: bool) -> None:
        """X-16."""
        assert ask("garrison", **stated)["result"]["eligible"] == eligible

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
        ("stated", "legal"),
        [
            ({"distance": 15}, True),
            ({"distance": 16}, False),
            ({"distance": 5, "half": "enemy"}, False),
            ({"distance": 5, "terrain": "cliff"}, False),
            ({"distance": 5, "terrain": "marsh"}, True),
        ],
    )
    def test_where_it_stands(self, stated: dict[str, Any], legal: bool) -> None:
        assert ask("garrison", {"a": force((5, foot()))}, formation="a", **stated)["result"]["legal"] == legal

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


class TestGarrisons:
    @rule("EPIC-233")
    @pytest.mark.parametrize(
        ("stated", "by"),
        [
            ({}, []),
            ({"units": 0}, []),
            ({"units": 4, "scouts": 2}, ["scouts"]),
            ({"units": 5, "scouts": 2}, []),
            ({"units": 5}, []),
            ({"units": [[2, foot(speed=15)], [1, tank(speed=16)]]}, ["slow"]),
            ({"units": [[2, foot(speed=15)], [2, tank(speed=16)]]}, []),
            ({"units": [[2, foot(speed=16)]]}, []),
        ],
    )
    def test_by_which_clause(self, stated: dict[str, Any], by: list[str]) -> None:
        """Nobody is no half of scouts; 15 cm is slow, 16 is not, and one such unit is allowed."""
        found = ask("garrison", **stated)["result"]
        assert (found["by"], found["eligible"], found["legal"]) == (by, bool(by), bool(by))

    @rule("EPIC-234")
    @pytest.mark.parametrize(("distance", "legal"), [(15, True), (16, False)])
    def test_how_near_an_objective(self, distance: int, legal: bool) -> None:
        assert ask("garrison", units=2, scouts=2, distance=distance)["result"]["legal"] is legal

    @rule("EPIC-234")
    @pytest.mark.parametrize(("place", "legal"), [("cliff", False), ("marsh", True)])
    def test_numbers_alone_are_infantry(self, place: str, legal: bool) -> None:
        """On a cliff nobody stands; dangerous ground is fine."""
        assert ask("garrison", units=2, scouts=2, terrain=place)["result"]["legal"] is legal

    @rule("EPIC-233", "EPIC-234")
    def test_a_card_without_units_is_no_garrison(self) -> None:
        assert asking.ask("epic", "garrison", {"e": force()}, formation="e")["error"] == "Force has no row 0"
        assert ask("garrison", units=[])["result"]["eligible"] is False

    @rule("EPIC-235", "EPIC-234")
    @pytest.mark.parametrize(
        ("others", "overwatch", "refusal"),
        [
            (({"garrison": True, "overwatch": True}, {"garrison": True, "overwatch": True}), True, "two_garrisons"),
            (({"garrison": True, "overwatch": True}, {"garrison": True, "overwatch": True}), False, None),
            (({"garrison": True, "overwatch": True}, {"garrison": True}), True, None),
            (({"garrison": True, "overwatch": True}, {"overwatch": True}), True, None),
        ],
    )
    def test_two_on_overwatch(self, others: tuple[dict[str, Any], ...], overwatch: bool, refusal: str | None) -> None:
        """Only garrisons on overwatch count."""
        on = {"a": force((3, foot())), **{f"b{n}": force((3, foot()), state=each) for n, each in enumerate(others)}}
        reply = ask("garrison", on, formation="a", overwatch=overwatch)
        assert reply.get("refused", {}).get("key") == refusal
        assert refusal or reply["result"]["legal"]

    @rule("EPIC-235")
    def test_one_of_the_two_is_not_a_third(self) -> None:
        watching = {name: force((3, foot()), state={"garrison": True, "overwatch": True}) for name in "ab"}
        assert ask("garrison", watching, formation="a", overwatch=True)["result"]["legal"]

    @rule("EPIC-235")
    @pytest.mark.parametrize(("stated", "legal"), [(1, True), (2, False)])
    def test_numbers_that_are_told_count_before_the_table(self, stated: int, legal: bool) -> None:
        watching = {name: force((3, foot()), state={"garrison": True, "overwatch": True}) for name in "ab"}
        assert ask("garrison", watching, units=2, scouts=2, overwatch=True, on_overwatch=stated)["result"]["legal"] is legal


class TestObjectives:
    @rule("EPIC-237")
    @pytest.mark.parametrize(
        ("units", "control", "contested"),
        [
            pytest.param([], None, False, marks=rule("EPIC-240")),
            ([near(0)], 0, False),
            ([near(0, 15)], 0, False),
            ([near(0, 16)], None, False),
            pytest.param([near(0), near(1)], None, True, marks=rule("EPIC-238")),
            pytest.param([near(0), near(1, 16)], 0, False, marks=rule("EPIC-238")),
            pytest.param([near(0, broken=True)], None, False, marks=rule("EPIC-239")),
            pytest.param([near(0), near(1, broken=True)], 0, False, marks=rule("EPIC-239")),
            pytest.param([near(1, rallied=True)], None, False, marks=rule("EPIC-239")),
            pytest.param([near(0), near(1, rallied=True)], 0, False, marks=rule("EPIC-239")),
            pytest.param([near(0, landed=True)], None, False, marks=rule("EPIC-241")),
            pytest.param([near(0, landed=True), near(1)], None, True, marks=rule("EPIC-241")),
            pytest.param([near(0, landed=True), near(0)], 0, False, marks=rule("EPIC-241")),
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


class TestWhoIsNoGarrison:
    @rule("EPIC-231", "EPIC-233")
    @pytest.mark.parametrize("unit", [FIGHTER, {"name": "Cruiser", "type": "SC"}])
    def test_neither_aircraft_nor_spacecraft_are_garrisons(self, unit: dict[str, Any]) -> None:
        assert ask("garrison", {"a": force((2, unit))}, formation="a")["result"]["eligible"] is False
