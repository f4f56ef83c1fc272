"""Spacecraft. Figures worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.dice.check import read
from engine.playing.duties import duties
from engine.playing.outcome import last_outcome
from engine.playing.session import Refused, Session
from engine.values.events import Advanced, TrackerSet
from engine.values.texts import english
from tests.games.asking import change
from tests.games.epic.table import (
    AWAY,
    BARE,
    CRUISER,
    RULES,
    against,
    answer_all,
    ask,
    chance,
    cruiser,
    cruiser_away,
    do,
    foot,
    force,
    game,
    key_of_refusal,
    open_prompt,
    parts_of,
    rules_against,
    state,
    tank,
)

rule = pytest.mark.rule
F = Fraction


def great_titan(**more: Any) -> dict[str, Any]:
    return {"name": "Titan", "type": "WE", "speed": 15, "armour": 4, "cc": 4, "ff": 4, "dc": 6, "critical": "none", **more}


class TestItsTurn:
    @rule("EPIC-218", "EPIC-219")
    def test_an_action_test_like_any_other(self) -> None:
        reply = ask("action", order="spacecraft", initiative=2, retaining=True, turn=2)
        assert (chance(reply, "test", "pass"), chance(reply, "then", "delayed")) == (F(2, 3), F(1, 3))
        assert reply["result"]["steps"] == ["bombardment", "pin_point", "planetfall"]

    @rule("EPIC-219")
    @pytest.mark.parametrize(
        ("face", "schedule", "due", "then"),
        [
            (1, {"s": 2}, 3, "delayed"),
            (1, {"s": 2, "r": 3}, 4, "delayed"),
            (1, {"s": 2, "r": 3, "q": 4}, 5, "delayed"),
            (1, {"s": 2, "r": 4}, 3, "delayed"),
            (6, {"s": 2, "r": 3}, 2, "spacecraft"),
        ],
    )
    def test_delayed_to_the_first_free_turn(self, face: int, schedule: dict[str, int], due: int, then: str) -> None:
        reply = ask("action", {"s": cruiser()}, order="spacecraft", formation="s", turn=2, schedule=schedule, roll={"test": [face]})
        assert (reply["result"]["due"], reply["result"]["then"]) == (due, then)
        assert change(reply, "s", "blast") is None

    @rule("EPIC-219", "EPIC-13")
    @pytest.mark.parametrize(("reading", "blast"), [("delay", None), ("bm", 1)])
    def test_a_delay_costs_nothing_else(self, reading: str, blast: int | None) -> None:
        reply = ask("action", {"s": cruiser()}, {"spacecraft_fail": reading}, order="spacecraft", formation="s", roll={"test": [1]})
        assert (change(reply, "s", "due"), change(reply, "s", "blast")) == (2, blast)

    @rule("EPIC-219")
    @pytest.mark.parametrize(("face", "told"), [(1, "Force: Spacecraft: the test fails"), (6, "Force: Spacecraft")])
    def test_a_delay_is_told(self, face: int, told: str) -> None:
        session = do(game(turn=2, s=cruiser(state={"due": 2})), "action", (face,), formation="s", order="spacecraft")
        story = last_outcome(session)
        assert story
        assert english(story.what) == told

    @rule("EPIC-216", "EPIC-219")
    @pytest.mark.parametrize(
        ("turn", "schedule", "key"), [(1, {"s": 2}, "not_due"), (3, {"s": 2, "r": 3}, "another"), (3, {"s": 2, "r": 4}, None), (2, {"s": 2}, None)]
    )
    def test_only_when_it_is_due(self, turn: int, schedule: dict[str, int], key: str | None) -> None:
        reply = ask("action", {"s": cruiser()}, order="spacecraft", formation="s", turn=turn, schedule=schedule)
        assert (reply["refused"]["key"] if "refused" in reply else None) == key

    @rule("EPIC-216")
    def test_the_plan_is_open_and_never_two_on_a_turn(self) -> None:
        session = game(step="strategy", s=cruiser(), r=cruiser(seat=1), a=force((2, foot())))
        do(session, "schedule", formation="s", turn=2)
        assert session.state.unit("s").count("due") == 2
        with pytest.raises(Refused, match="another spacecraft"):
            do(session, "schedule", formation="r", turn=2)
        with pytest.raises(Refused, match="no spacecraft"):
            do(session, "schedule", formation="a", turn=3)
        do(session, "schedule", formation="r", turn=3)

    @rule("EPIC-218")
    def test_it_is_waited_for_on_its_turn_only(self) -> None:
        session = game(turn=2, s=cruiser(state={"due": 2}), r=cruiser(seat=1, state={"due": 3}), a=force((2, foot()), state={"activated": True}))
        session.dispatch(Advanced())
        assert session.state.step == "action"
        do(session, "action", [6], formation="s", order="spacecraft")
        assert parts_of(session, "s") == ("bombardment", "pin_point", "planetfall")
        session.dispatch(Advanced())
        assert session.state.step == "rally"


class TestAttacks:
    @rule("EPIC-220", "EPIC-258")
    def test_a_bombardment_is_a_barrage(self) -> None:
        """Five points: two templates, AP 4+; four infantry under them."""
        units = {"s": cruiser(state={"order": "spacecraft"}), "d": force((4, BARE), seat=1)}
        reply = ask("barrage", units, by="s", target="d")
        assert (reply["result"]["points"], reply["result"]["templates"], chance(reply, "hits", 4)) == (5, 2, F(1, 16))
        assert ask("barrage", units, by="s", target="d", crossfire=True)["refused"]["refs"] == ["EPIC-220"]
        bombers = {"f": force((1, {"name": "Bomber", "type": "AC", "speed": "bomber", "weapons": [{"name": "Bombs", "bp": 3}]})), "d": units["d"]}
        assert ask("barrage", bombers, by="f", target="d", crossfire=True)["refused"]["refs"] == ["EPIC-199"]

    @rule("EPIC-221", "EPIC-256")
    def test_pin_point_attacks_only_at_war_engines(self) -> None:
        shots = [{"count": 1, "type": "tk", "value": 2, "damage": 2}]
        foot_only = ask("fire", {"d": force((3, foot()), seat=1)}, target="d", shots=shots, **{"as": "pin_point"})
        assert foot_only["refused"]["refs"] == ["EPIC-221"]
        mixed = {"d": force((3, foot()), (1, great_titan()), seat=1)}
        reply = ask("fire", mixed, target="d", shots=shots, roll={"to_hit": [2]}, **{"as": "pin_point"})
        assert (change(reply, "d", "damage"), change(reply, "d", "lost"), change(reply, "d", "blast")) == ([0, 2], None, 3)

    @rule("EPIC-225", "EPIC-44")
    def test_three_pods_three_markers(self) -> None:
        """X-18."""
        reply = ask(
            "fire",
            {"d": force((6, foot()), seat=1)},
            target="d",
            pods=3,
            shots=[{"count": 3, "type": "ap", "value": 5}],
            roll={"to_hit": [5, 1, 1], "save": [1]},
            **{"as": "drop_pod"},
        )
        assert change(reply, "d", "blast") == 4
        refused = ask("fire", {"d": force((6, foot()), seat=1)}, target="d", pods=3, crossfire=True, **{"as": "drop_pod"})
        assert refused["refused"]["refs"] == ["EPIC-258"]


class TestPlanetfall:
    @rule("EPIC-222")
    def test_scatter(self) -> None:
        """2D6: 1, 2, 3 .. 6 .. 1 ways of 36."""
        reply = ask("scatter")
        assert [chance(reply, "distance", n) for n in (2, 7, 12)] == [F(1, 36), F(1, 6), F(1, 36)]
        assert ask("scatter", roll={"scatter": [3, 5]})["result"]["distance"] == 8

    @rule("EPIC-223", "EPIC-224")
    @pytest.mark.parametrize(
        ("unit", "spot", "expected"),
        [
            (tank(), "clear", (False, "owner", True)),
            (tank(), "off_table", (True, None, False)),
            (tank(), "wood", (False, "opponent", True)),
            (foot(), "wood", (False, "owner", True)),
            (foot(), "river", (False, "opponent", True)),
            (tank(), "building", (False, "opponent", True)),
            (tank(), "zoc", (False, "opponent", True)),
            (tank(), "unit", (False, "opponent", True)),
            (great_titan(), "river", (False, "owner", True)),
            (great_titan(), {"in_zoc": True}, (False, "opponent", True)),
            (great_titan(), {"terrain": "open"}, (False, "owner", True)),
            ({"name": "Lander", "type": "AC", "speed": "bomber", "armour": 5, "abilities": ["planetfall"]}, "clear", (False, "owner", False)),
        ],
    )
    def test_where_it_comes_down(self, unit: dict[str, Any], spot: Any, expected: tuple[Any, ...]) -> None:
        found = ask("landing", {"a": force((1, unit))}, formation="a", spot=spot)["result"]
        assert (found["destroyed"], found["placed_by"], found["may_act"]) == expected

    @rule("EPIC-222", "EPIC-223")
    def test_unit_by_unit(self) -> None:
        session = game(
            a=force((2, tank()), state={"where": "reserve"}),
            p=force((2, foot()), state={"aboard": "a", "where": "inside"}),
            d=force((2, foot()), seat=1, state={"overwatch": True}),
        )
        do(session, "planetfall", [3, 4], "clear", [6, 6], "off_table", formation="a", unload=["p"])
        assert (state(session, "a"), session.prompt and session.prompt.key) == ({"lost": (1,)}, "overwatch:disembark:1")
        answer_all(session, "none")
        assert (state(session, "p"), session.state.unit("a").count("activated")) == ({}, 0)

    @rule("EPIC-224")
    def test_aircraft_have_landed(self) -> None:
        lander = force((1, {"name": "Lander", "type": "AC", "speed": "bomber", "armour": 5, "abilities": ["planetfall"]}), state={"where": "reserve"})
        session = do(game(a=lander), "planetfall", [3, 4], "clear", formation="a")
        assert (state(session, "a"), session.state.unit("a").count("activated")) == ({"landed": True}, 1)

    @rule("EPIC-225", "EPIC-259")
    def test_drop_pods(self) -> None:
        """Two pods; one unit finds no place and is destroyed without a marker."""
        session = game(a=force((4, foot()), state={"where": "reserve"}), d=force((2, foot()), seat=1, state={"overwatch": True}))
        do(session, "drop_pods", [3, 4], [1, 1], 1, "none", formation="a", pods=2)
        assert (state(session, "a"), session.state.unit("a").count("activated")) == ({"lost": (1,)}, 0)

    @rule("EPIC-225")
    def test_pods_attack_before_anybody_gets_out(self) -> None:
        """Two pods in reach of six: two markers and one for the loss."""
        session = game(a=force((4, foot()), state={"where": "reserve"}), d=force((6, foot()), seat=1))
        attack = {"target": "d", "pods": 2, "shots": [{"count": 2, "type": "ap", "value": 5}]}
        do(session, "drop_pods", [3, 4], [1, 1], [5, 1], [1], formation="a", pods=2, attacks=[attack])
        assert (state(session, "d"), session.prompt and session.prompt.key) == ({"blast": 3, "lost": (1,)}, "stranded:0")
        answer_all(session, 0)
        assert state(session, "a") == {}

    @rule("EPIC-147")
    def test_a_war_engine_teleports_with_a_die_for_each_point(self) -> None:
        reply = ask("teleport", {"t": force((1, great_titan(abilities=["teleport"])))}, formation="t")
        assert chance(reply, "blast", 0) == F(5, 6) ** 6


class TestSpacecraft:
    @rule("EPIC-216", "EPIC-219")
    @pytest.mark.parametrize(("due", "other", "key"), [(1, 0, None), (2, 0, "not_due"), (0, 0, None), (0, 1, "another"), (0, 2, None), (1, 1, "another")])
    def test_by_the_plan_of_the_table(self, due: int, other: int, key: str | None) -> None:
        """Turn 1, as the question does not say which: its own turn, too early, without a plan,
        and when another is due."""
        units = {"s": cruiser_away(due=due), "r": cruiser_away(due=other)}
        assert key_of_refusal(ask("action", units, order="spacecraft", formation="s")) == key

    @rule("EPIC-216", "EPIC-219")
    def test_the_plan_binds_spacecraft_only(self) -> None:
        units = {"a": force((2, foot())), "r": cruiser_away(due=1)}
        assert key_of_refusal(ask("action", units, order="advance", formation="a")) is None

    @rule("EPIC-216", "EPIC-219")
    def test_a_turn_taken_by_one_delayed_today_is_taken(self) -> None:
        """Turn 2: r has failed and comes on turn 3; s, overdue, fails too: turn 4 is the first
        free one."""
        units = {"s": cruiser_away(due=1), "r": cruiser_away(seat=1, due=3, activated=True)}
        session = do(game(turn=2, **units), "action", [1], formation="s", order="spacecraft")
        assert state(session, "s")["due"] == 4

    @rule("EPIC-216")
    def test_a_plan_may_be_told_twice(self) -> None:
        session = do(game(step="strategy", s=cruiser_away(), r=cruiser_away(seat=1)), "schedule", formation="s", turn=2)
        assert state(do(session, "schedule", formation="s", turn=2), "s")["due"] == 2

    @rule("EPIC-223")
    @pytest.mark.parametrize(
        ("unit", "spot", "by"),
        [
            (foot(), {"terrain": "river"}, "opponent"),
            (tank(), {"terrain": "wood"}, "opponent"),
            (foot(), {"terrain": "wood"}, "owner"),
            (foot(), {}, "owner"),
            (foot(), {"on_unit": True, "terrain": "open"}, "opponent"),
            (foot(), {"off_table": True, "terrain": "open"}, None),
        ],
    )
    def test_where_it_lies_told_as_facts(self, unit: dict[str, Any], spot: dict[str, Any], by: str | None) -> None:
        """A river is impassable for infantry, a wood dangerous for vehicles."""
        assert ask("landing", {"a": force((1, unit))}, formation="a", spot=spot)["result"]["placed_by"] == by

    @rule("EPIC-222", "EPIC-223")
    def test_units_go_astray_one_by_one(self) -> None:
        """2D6 cm are the sum of both dice: 3 and 4 are 7."""
        session = do(game(a=force((2, tank()), state=AWAY)), "planetfall", formation="a")
        for n in (0, 1):
            prompt = open_prompt(session)
            assert (prompt.key, prompt.ref.id, read(prompt.checks[0], (3, 4))) == (f"scatter:0:{n}", "EPIC-222", 7)
            answer_all(session, [3, 4], "clear")
        assert session.prompt is None

    @rule("EPIC-225")
    def test_pods_go_astray_one_by_one(self) -> None:
        session = do(game(a=force((2, foot()), (3, tank()), state=AWAY)), "drop_pods", formation="a", pods=2)
        for n in (0, 1):
            prompt = open_prompt(session)
            assert (prompt.key, prompt.ref.id, prompt.text.values["number"]) == (f"scatter:{n}", "EPIC-225", n + 1)
            assert read(prompt.checks[0], (3, 4)) == 7
            answer_all(session, [3, 4])
        assert state(answer_all(session, 1, 2), "a") == {"lost": (1, 2)}


class TestPlans:
    @rule("EPIC-216", "EPIC-219")
    @pytest.mark.parametrize(
        ("schedule", "ref"), [({"s": 2, "r": 2}, "EPIC-216"), ({"s": 1, "r": 2}, "EPIC-219"), ({"s": 2, "r": 3}, None), ({"s": 3}, "EPIC-216")]
    )
    def test_never_two_on_one_turn(self, schedule: dict[str, int], ref: str | None) -> None:
        on = {"s": force((1, {"name": "Cruiser", "type": "SC"}))}
        assert rules_against(ask("action", on, formation="s", order="spacecraft", turn=2, schedule=schedule)) == ([ref] if ref else [])


class TestComingDown:
    @rule("EPIC-222", "EPIC-225")
    @pytest.mark.parametrize(("question", "units", "stated"), [("drop_pods", 3, {"pods": 20}), ("planetfall", 20, {})])
    def test_how_far_astray_changes_nothing_the_app_keeps(self, question: str, units: int, stated: dict[str, Any]) -> None:
        """Twenty scatter rolls of eleven sums each are one table, not 11 to the 20th."""
        on = {"a": force((units, foot()), state={"where": "reserve"})}
        reply = ask(question, on, formation="a", **stated)
        assert [check["what"].partition(":")[0] for check in reply["checks"]] == ["scatter"] * 20

    @rule("EPIC-223", "EPIC-222")
    def test_off_the_table_row_by_row(self) -> None:
        session = do(
            game(a=force((2, foot()), (1, tank()), state={"where": "reserve"})),
            "planetfall",
            [1, 1],
            "off_table",
            [6, 6],
            "zoc",
            [3, 4],
            "clear",
            formation="a",
        )
        assert session.state.unit("a").trackers.get("lost") == (1, 0)

    @rule("EPIC-222", "EPIC-225")
    @pytest.mark.parametrize("procedure", ["planetfall", "drop_pods", "landing"])
    def test_nobody_comes_down_twice(self, procedure: str) -> None:
        session = game(a=force((3, foot())), b=force((3, foot()), state={"where": "reserve"}))
        assert [against(session, procedure, formation=each) for each in ("a", "b")] == ["on_the_table", ""]
        assert against(game("strategy", a=force((3, foot()))), procedure, formation="a") == ""


@rule("EPIC-219")
def test_the_marker_of_a_spacecraft_that_is_late() -> None:
    on = {"s": force((1, {"name": "Cruiser", "type": "SC"}), state={"due": 1})}
    reply = ask("action", on, {"spacecraft_fail": "bm"}, formation="s", order="spacecraft", roll={"test": [1]})
    assert [(each["to"], each["ref"]) for each in reply["changes"] if each["tracker"] == "blast"] == [(1, "EPIC-219")]


@rule("EPIC-219")
@pytest.mark.parametrize(("told", "die", "due"), [({"turn": 2}, 1, 3), ({"turn": 2, "schedule": {"x": 3}}, 1, 4), ({}, 1, 2), ({"turn": 2}, 6, 2), ({}, 6, 1)])
def test_the_turn_of_a_spacecraft(told: dict[str, Any], die: int, due: int) -> None:
    """On turn 1 unless another is told: passed it comes now, failed on the next free turn."""
    reply = ask("action", {"s": cruiser_away()}, formation="s", order="spacecraft", roll={"test": [die]}, **told)
    assert (reply["result"]["due"], change(reply, "s", "due")) == (due, due if die == 1 else None)


@rule("EPIC-216", "EPIC-219")
@pytest.mark.parametrize(
    ("ours", "theirs", "turn", "stated"),
    [(2, 3, 2, ("delayed", 4)), (2, 4, 2, ("delayed", 3)), (2, 2, 2, "another"), (1, 3, 2, ("delayed", 4)), (3, 0, 2, "not_due"), (2, 3, 3, "another")],
)
def test_spacecraft_that_fail(ours: int, theirs: int, turn: int, stated: Any) -> None:
    on = {"s": force((1, CRUISER), state={"due": ours}), "t": force((1, CRUISER), state={"due": theirs})}
    reply = ask("action", on, formation="s", order="spacecraft", turn=turn, roll={"test": [1]})
    assert stated == (reply["refused"]["key"] if "refused" in reply else (reply["result"]["then"], reply["result"]["due"]))


class TestPassage:
    """A spacecraft over the table: bombardment, pin-point attacks, planetfall, gone."""

    def over_the_table(self) -> Session:
        units = {
            "s": cruiser(state={"due": 2}),
            "p": force((3, foot()), state={"where": "inside", "aboard": "s"}),
            "q": force((3, foot()), state=AWAY),
            "l": force(
                (1, {"name": "Lander", "type": "AC", "speed": "bomber", "armour": 5, "abilities": ["planetfall"]}), state={"where": "inside", "aboard": "s"}
            ),
            "w": force((2, foot()), state={"where": "inside", "aboard": "l"}),
            "d": force((6, foot()), seat=1),
        }
        return game(turn=2, **units)

    @rule("EPIC-218", "EPIC-222", "EPIC-225")
    def test_who_comes_down_when_it_passes(self) -> None:
        """Those aboard it and those that wait off the table; not troops inside the lander."""
        session = self.over_the_table()
        assert [against(session, "drop_pods", formation=each) for each in ("p", "q")] == ["no_craft", "no_craft"]
        do(session, "action", [6], formation="s", order="spacecraft")
        due = [(duty.procedure, duty.args.get("formation")) for duty in duties(RULES, session.state)]
        assert due[-3:] == [("drop_pods", "p"), ("drop_pods", "q"), ("planetfall", "l")]
        assert [against(session, "drop_pods", formation=each) for each in ("p", "q", "w")] == ["", "", "no_craft"]

    @rule("EPIC-218")
    def test_no_bombardment_after_the_first_drop(self) -> None:
        session = do(self.over_the_table(), "action", [6], formation="s", order="spacecraft")
        do(session, "planetfall", [3, 4], "clear", formation="l", unload=["w"])
        assert parts_of(session, "s") == ("planetfall",)
        assert against(session, "barrage", by="s", target="d") == "no_shooting"
        assert (state(session, "l"), state(session, "w")) == ({"landed": True}, {})

    @rule("EPIC-218")
    def test_it_passes_once(self) -> None:
        session = do(self.over_the_table(), "action", [6], formation="s", order="spacecraft")
        session.dispatch(TrackerSet("s", "activated", False))
        assert against(session, "action", formation="s", order="spacecraft") == "passed"

    @rule("EPIC-216")
    def test_it_is_planned_before_the_battle(self) -> None:
        session = game("strategy", s=cruiser(), d=force((6, foot()), seat=1))
        assert ("schedule", "s") in [(duty.procedure, duty.args.get("formation")) for duty in duties(RULES, session.state)]
        do(session, "schedule", formation="s", turn=2)
        assert "schedule" not in [duty.procedure for duty in duties(RULES, session.state)]


@rule("EPIC-222", "EPIC-224", "EPIC-225")
@pytest.mark.parametrize(
    ("unit", "falls"),
    [
        ({"name": "Fighter", "type": "AC", "speed": "fighter", "armour": 6}, ("no_planetfall", "no_planetfall")),
        ({"name": "Lander", "type": "AC", "speed": "bomber", "armour": 5, "abilities": ["planetfall"]}, ("", "no_planetfall")),
        (CRUISER, ("no_planetfall", "no_planetfall")),
        (foot(), ("", "")),
    ],
)
def test_who_comes_down_from_orbit_and_how(unit: dict[str, Any], falls: tuple[str, str]) -> None:
    session = game("strategy", a=force((1, unit), state=AWAY))
    assert tuple(against(session, procedure, formation="a") for procedure in ("planetfall", "drop_pods")) == falls
