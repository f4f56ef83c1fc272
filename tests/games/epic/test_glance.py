"""What the table shows at a glance. Figures worked out by hand from the book."""

from typing import Any

import pytest

from engine.games.epic import refs
from engine.games.epic.glance import detail
from engine.playing.outcome import fates
from engine.values.events import Advanced
from engine.values.maps import frozen
from engine.values.texts import english
from tests.games.epic.table import CRUISER, RULES, UNARMED_FIGHTER, foot, force, game, holding, tank, titan

rule = pytest.mark.rule


class TestGlance:
    @rule("EPIC-109", "EPIC-140")
    @pytest.mark.parametrize(
        ("unit", "told", "text"),
        [
            (foot(), {"blast": 3, "lost": [1]}, "5 of 6 units, breaks at 2 more"),
            (foot(), {"broken": True}, "6 of 6 units"),
            (foot(abilities=["stubborn"]), {}, "6 of 6 units, breaks at 7 more"),
            (UNARMED_FIGHTER, {"flying": True}, "6 of 6 units"),
            (UNARMED_FIGHTER, {"landed": True}, "6 of 6 units, breaks at 6 more"),
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

    @rule("EPIC-07", "EPIC-242")
    def test_what_both_players_watch(self) -> None:
        session = game(a=force((3, foot()), (1, tank())), d=force((3, foot()), seat=1, state={"broken": True}, points=301))
        a, d = session.state.unit("a"), session.state.unit("d")
        glance = RULES.glance
        assert (glance.acted(session.state, a), glance.acted(session.state, d), glance.sign(a)) == (False, None, "infantry")
        seen = [glance.watched(game(turn=turn, a=force((3, foot()))).state)[0].ref.id for turn in (1, 2, 3, 4)]
        assert seen == ["EPIC-242", "EPIC-242", "EPIC-242", "EPIC-248"]

    @rule("EPIC-237", "EPIC-242")
    def test_the_conditions_that_were_met_stay_in_sight(self) -> None:
        """The first seat controls both objectives on the edges; enemies stand in both halves."""
        session = game("rally", 3, a=force((3, foot())), d=force((3, foot()), seat=1))
        session.dispatch(Advanced())
        session.answer(holding(("player_1", "none", "none", "player_1", "none", "none"), True, True))
        told = [english(each.text) for each in RULES.glance.watched(session.state)]
        assert told[:2] == ["Objectives: first seat: 2, second seat: 0", "first seat: Blitzkrieg; second seat: no condition"]


class TestMarkersAtAGlance:
    @rule("EPIC-109")
    @pytest.mark.parametrize(
        ("told", "text"),
        [
            ({"blast": 2}, "3 of 3 units, breaks at 1 more"),
            ({"blast": 2, "lost": [1]}, "2 of 3 units, breaks at 1 more"),
            ({"blast": 3, "lost": [2]}, "1 of 3 units, breaks at 1 more"),
            ({"lost": [3], "where": "destroyed"}, "0 of 3 units"),
        ],
    )
    def test_markers_that_break_it(self, told: dict[str, Any], text: str) -> None:
        """Units lost without a marker break nobody; the next marker does, be there enough of
        them already."""
        fact = RULES.glance.fact(game(a=force((3, foot()), state=told)).state.unit("a"))
        assert fact
        assert english(fact) == text

    @rule("EPIC-07")
    @pytest.mark.parametrize(
        ("step", "told", "acted"),
        [
            ("action", {}, False),
            ("action", {"activated": True}, True),
            ("rally", {"activated": True}, None),
            ("strategy", {}, None),
            ("action", {"where": "reserve"}, None),
            ("action", {"where": "inside", "activated": True}, None),
            ("action", {"broken": True}, None),
        ],
    )
    def test_who_is_waited_for(self, step: str, told: dict[str, Any], acted: bool | None) -> None:
        table = game(step, a=force((3, foot()), state=told)).state
        assert RULES.glance.acted(table, table.unit("a")) is acted

    @rule("EPIC-187", "EPIC-193")
    @pytest.mark.parametrize(("told", "acted"), [({}, False), ({"activated": True, "flying": True}, True), ({"cap": True}, None)])
    def test_aircraft_wait_beside_the_table(self, told: dict[str, Any], acted: bool | None) -> None:
        table = game(a=force((3, UNARMED_FIGHTER), state={"where": "reserve", **told})).state
        assert RULES.glance.acted(table, table.unit("a")) is acted

    @rule("EPIC-242", "EPIC-248")
    @pytest.mark.parametrize(("turn", "words"), [(2, "Victory is looked at"), (3, "Two victory conditions"), (4, "The last turn")])
    def test_when_victory_is_looked_at(self, turn: int, words: str) -> None:
        assert english(RULES.glance.watched(game(turn=turn, a=force((3, foot()))).state)[0].text).startswith(words)

    @rule("EPIC-237", "EPIC-242")
    def test_objectives_without_a_condition_are_told_alone(self) -> None:
        """Nobody holds anything, enemies stand in both halves, the costliest formation lives."""
        session = game("rally", 3, a=force((3, foot())), d=force((3, foot()), seat=1))
        session.dispatch(Advanced())
        session.answer(holding(("none",) * 6, True, True))
        told = [english(each.text) for each in RULES.glance.watched(session.state)]
        assert told == ["Objectives: first seat: 0, second seat: 0", "Two victory conditions and more than the enemy win at the end of this turn"]

    @rule("EPIC-242", "EPIC-248")
    def test_nothing_is_watched_once_somebody_has_won(self) -> None:
        assert RULES.glance.watched(game(a=force((3, foot()))).state.set("", "winner", "player_1", refs.EPIC_242)) == ()

    @rule("EPIC-251", "EPIC-242")
    @pytest.mark.parametrize(("winner", "score", "points"), [("player_1", [24, 8], [24, 8]), ("player_2", [24, 8], [8, 24]), ("draw", [16, 16], [16, 16])])
    def test_the_score_of_the_winner_stands_first(self, winner: str, score: list[int], points: list[int]) -> None:
        now = game(a=force((3, foot()))).state.set("", "winner", winner, refs.EPIC_242).set("", "score", tuple(score), refs.EPIC_251)
        assert [RULES.glance.side(now, seat).points for seat in (0, 1)] == points

    @rule("EPIC-251", "EPIC-249")
    def test_before_the_end_the_kill_points_stand_there(self) -> None:
        """A broken formation of 301 points with all its units: half of it, rounded up."""
        now = game(a=force((3, foot()), points=200), d=force((3, foot()), seat=1, state={"broken": True}, points=301)).state
        assert [RULES.glance.side(now, seat).points for seat in (0, 1)] == [151, 0]


class TestDetail:
    """Three Men and a tank: four markers break them."""

    @rule("EPIC-109", "EPIC-110")
    @pytest.mark.parametrize(
        ("told", "text"),
        [
            ({}, "3 Men, 1 Tank"),
            ({"blast": 1}, "3 Men, 1 Tank; breaks with 3 more"),
            ({"blast": 2, "lost": [1]}, "2 Men, 1 Tank; breaks with one more"),
            ({"blast": 1, "lost": [3]}, "1 Tank; breaks with one more"),
            ({"blast": 2, "lost": [2, 1]}, "1 Men; breaks with one more"),
            ({"blast": 1, "broken": True}, "3 Men, 1 Tank"),
            ({"blast": 1, "where": "inside"}, "3 Men, 1 Tank"),
            ({"where": "destroyed"}, None),
            ({"lost": [3, 1]}, None),
        ],
    )
    def test_who_is_left_and_under_fire_how_much_more_breaks_them(self, told: dict[str, Any], text: str | None) -> None:
        """Units lost without a marker break nobody; the next marker does."""
        found = detail(game(a=force((3, foot(name="Men")), (1, tank(name="Tank")), state=told)).state.unit("a"))
        assert (english(found) if found else None) == text

    @rule("EPIC-209", "EPIC-210")
    @pytest.mark.parametrize(("told", "text"), [({"flying": True}, "2 Fighter"), ({"landed": True}, "2 Fighter; breaks with one more")])
    def test_aircraft_break_on_the_ground_alone(self, told: dict[str, Any], text: str) -> None:
        found = detail(game(a=force((2, UNARMED_FIGHTER), state={"blast": 1, **told})).state.unit("a"))
        assert found
        assert english(found) == text


class TestPartsOfAFormation:
    """Three Men and two war engines of capacity 3 with two shields each."""

    def parts(self, tracker: str, critical: str = "none", **told: Any) -> list[tuple[Any, ...]]:
        unit = game(a=force((3, foot(name="Men")), (2, titan(shields=2, critical=critical)), state=told)).state.unit("a")
        return [(part.place, part.text, part.value, part.most, part.worn) for part in RULES.glance.parts(unit, tracker)]

    @rule("EPIC-50", "EPIC-161")
    def test_units_lost_row_by_row(self) -> None:
        assert self.parts("lost", lost=[1, 0]) == [(0, "Men", 1, 3, True), (1, "Titan", 0, 2, True)]
        assert self.parts("blast") == []

    @rule("EPIC-161", "EPIC-178")
    @pytest.mark.parametrize(
        ("tracker", "told", "found"),
        [
            ("damage", {}, (0, 4)),
            ("damage", {"damage": [0, 3]}, (3, 4)),
            ("damage", {"damage": [0, 5]}, (5, 5)),
            ("shields_down", {"shields_down": [0, 1]}, (1, 4)),
        ],
    )
    def test_what_engines_can_take(self, tracker: str, told: dict[str, Any], found: tuple[int, int]) -> None:
        """The third point destroys one: two each are the most, unless somebody says otherwise."""
        assert self.parts(tracker, **told) == [(1, "Titan", *found, True)]

    @rule("EPIC-277", "EPIC-161")
    @pytest.mark.parametrize(
        ("critical", "found"),
        [
            ("none", []),
            ("destroyed", []),
            ("-1 to hit for the rest of the game; a second one is 1 more damage", ["shaken"]),
            ("fire: in each end phase 5+ puts it out, 1 starts another, else 1 damage", ["fires"]),
            ("reactor leak: in each end phase 1 explodes (4+ within 5 cm), 2-3 is 1 damage, 4+ is mended", ["leaks"]),
            ("its crew says a prayer", ["shaken", "fires", "leaks"]),
        ],
    )
    def test_only_what_its_critical_hit_can_bring(self, critical: str, found: list[str]) -> None:
        """As many as there are engines; words that nobody knows may mean anything."""
        every = {tracker: self.parts(tracker, critical) for tracker in ("shaken", "fires", "leaks")}
        assert every == {tracker: [(1, "Titan", 0, 2, False)] if tracker in found else [] for tracker in every}

    @rule("EPIC-277", "EPIC-161")
    def test_what_lies_there_is_shown_though_no_critical_hit_brings_it(self) -> None:
        assert self.parts("shaken", shaken=[0, 1]) == [(1, "Titan", 1, 1, False)]


WHATEVER = ("flying", "landed", "cap", "due", "passed", "broken", "overwatch", "aboard", "lost", "damage", "popped_up", "blast", "hulls", "garrison")


class TestWhatAFormationHas:
    @rule("EPIC-187", "EPIC-218")
    @pytest.mark.parametrize(
        ("unit", "told", "has"),
        [
            (foot(), {}, {"broken", "overwatch", "aboard", "lost", "blast"}),
            (titan(), {}, {"broken", "overwatch", "aboard", "lost", "damage", "blast"}),
            (UNARMED_FIGHTER, {"flying": True}, {"flying", "landed", "cap", "aboard", "lost", "blast"}),
            (UNARMED_FIGHTER, {"landed": True}, {"flying", "landed", "cap", "broken", "overwatch", "aboard", "lost", "blast"}),
            (CRUISER, {"where": "reserve"}, {"due", "passed", "lost", "blast"}),
        ],
        ids=["infantry", "war engine", "aircraft in flight", "landed aircraft", "spacecraft"],
    )
    def test_by_its_kind(self, unit: dict[str, Any], told: dict[str, Any], has: set[str]) -> None:
        """What only a procedure remembers is never shown."""
        found = game(a=force((2, unit), state=told)).state.unit("a")
        assert {each for each in WHATEVER if RULES.glance.has(found, each)} == has

    @rule("EPIC-125")
    @pytest.mark.parametrize(("abilities", "has"), [(["skimmer"], True), (["walker"], False)])
    def test_skimmers_pop_up(self, abilities: list[str], has: bool) -> None:
        found = game(a=force((2, foot()), (1, tank(abilities=abilities)))).state.unit("a")
        assert RULES.glance.has(found, "popped_up") is has

    @rule("EPIC-218")
    @pytest.mark.parametrize(
        ("told", "where"),
        [({"where": "reserve"}, "reserve"), ({"where": "reserve", "passed": True}, "passed"), ({"where": "destroyed", "passed": True}, "destroyed")],
    )
    def test_a_spacecraft_passes_once(self, told: dict[str, Any], where: str) -> None:
        assert RULES.glance.whereabouts(game(a=force((1, CRUISER), state=told)).state.unit("a")) == where


class TestWhatTheHandsDo:
    """Three infantry and two war engines, before and after."""

    def lines(self, tracker: str, before: dict[str, Any], after: dict[str, Any]) -> list[str]:
        was, now = (game(a=force((3, foot(name="Men")), (2, titan()), state=told)).state.unit("a") for told in (before, after))
        return [english(text) for text in RULES.tale.hands[tracker](was, now)]

    @rule("EPIC-50")
    @pytest.mark.parametrize(
        ("before", "after", "lines"),
        [
            ([0, 0], [2, 1], ["Force: off the table: 2 × Men", "Force: off the table: 1 × Titan"]),
            ([2, 1], [1, 1], ["Force: back on the table: 1 × Men"]),
            ([1, 0], [1, 0], []),
        ],
    )
    def test_units_go_off_the_table_by_name(self, before: list[int], after: list[int], lines: list[str]) -> None:
        assert self.lines("lost", {"lost": before}, {"lost": after}) == lines

    @rule("EPIC-161")
    @pytest.mark.parametrize(
        ("before", "after", "lines"), [([0, 0], [0, 2], ["Force: Titan: damage: 2"]), ([0, 2], [0, 1], ["Force: Titan: damage: 1"]), ([0, 1], [0, 1], [])]
    )
    def test_damage_of_engines_by_name(self, before: list[int], after: list[int], lines: list[str]) -> None:
        assert self.lines("damage", {"damage": before}, {"damage": after}) == lines


@rule("EPIC-231", "EPIC-216")
@pytest.mark.parametrize(("unit", "where"), [(UNARMED_FIGHTER, "reserve"), (CRUISER, "reserve"), (foot(), "")])
def test_aircraft_and_spacecraft_begin_in_reserve(unit: dict[str, Any], where: str) -> None:
    assert RULES.enters(frozen(force((1, unit))["card"])) == where


HELD = {"damage": [1], "shields_down": [3], "shaken": [1]}


class TestEnginesAtAGlance:
    """Two engines of capacity 3 with two shields each, one point of damage, three shields down."""

    @rule("EPIC-161", "EPIC-178", "EPIC-277")
    def test_what_they_have_left(self) -> None:
        session = game(t=force((2, titan(shields=2)), state=HELD))
        found = {each.key: (each.value, each.printed) for each in RULES.glance.effective(session.state, session.state.unit("t"))}
        assert {key: found[key] for key in ("damage", "shields_down", "shaken")} == {"damage": ("5", "6"), "shields_down": ("1", "4"), "shaken": ("-1", "0")}
        assert [english(each.points) for each in RULES.glance.effective(session.state, session.state.unit("t")) if each.points] == ["damage it survives"]
        plain = game(a=force((2, foot())))
        assert not {"damage", "shields_down", "shaken"} & {each.key for each in RULES.glance.effective(plain.state, plain.state.unit("a"))}

    @rule("EPIC-161", "EPIC-178", "EPIC-277")
    @pytest.mark.parametrize(
        ("held", "then", "told"),
        [
            ({}, HELD, ["takes one point of damage", "3 shields go down", "one engine hits at -1 now"]),
            (HELD, {"damage": [1], "shields_down": [1], "shaken": [1]}, ["2 shields come back"]),
            ({"damage": [2], "fires": [1], "blast": 2}, {"damage": [2], "blast": 1}, ["one fire is out", "sheds one blast marker"]),
            ({"damage": [2]}, {"lost": [1]}, ["loses one unit"]),
            ({}, {"leaks": [1], "broken": True}, ["one reactor leak more", "breaks"]),
        ],
    )
    def test_what_became_of_them(self, held: dict[str, Any], then: dict[str, Any], told: list[str]) -> None:
        before, after = (game(t=force((2, titan(shields=2)), state=dict(each))).state for each in (held, then))
        found = [english(text).removeprefix("Force").removeprefix(":").strip() for text in fates(RULES, before, after)]
        assert found == told

    @rule("EPIC-212")
    def test_troops_that_die_inside(self) -> None:
        before, after, out = (
            game(p=force((2, foot()), state={"aboard": ride, "where": where})).state
            for ride, where in (("t", "inside"), ("t", "destroyed"), (None, "destroyed"))
        )
        assert [english(text) for text in fates(RULES, before, after)] == ["Force is lost with its transport"]
        assert [english(text) for text in fates(RULES, before, out)] == ["Force is destroyed"]


@rule("EPIC-209", "EPIC-218")
def test_who_is_above_the_table_has_no_place_for_what_belongs_on_it() -> None:
    """Aircraft in flight neither break nor watch; once they have landed they do."""
    session = game(f=force((1, UNARMED_FIGHTER), state={"flying": True}), g=force((1, UNARMED_FIGHTER), state={"landed": True}), s=force((1, CRUISER)))
    has = RULES.glance.has
    assert [has(session.state.unit(each), "broken") for each in ("f", "g", "s")] == [False, True, False]
    assert [has(session.state.unit(each), "due") for each in ("f", "s")] == [False, True]
