"""Axis & Allies Miniatures: armies, set-up, deployment and victory."""

from typing import Any

import pytest

from engine.doors.tables import table
from engine.games import RULESETS
from engine.games.aam.examples import PANZER, SHERMAN
from engine.playing.session import Refused, Session
from engine.values.events import Opened, TrackerSet
from engine.values.maps import Map, frozen
from engine.values.model import Impossible
from tests.games.aam_field import HALFTRACK, PAK, RIFLES, why
from tests.games.asking import ask

rule = pytest.mark.rule
RULES = RULESETS["aam"]


def card(nation: str = "Germany", cost: int = 10, year: int = 1941, **more: Any) -> dict[str, Any]:
    return {"name": f"{nation} {year}", "nation": nation, "cost": cost, "year": year, **more}


def army(*cards: Any, readings: Any = None, **situation: Any) -> dict[str, Any]:
    reply = ask("aam", "army", readings=readings, cards=list(cards), **situation)
    result: dict[str, Any] = reply["result"]
    return result


def nations(*names: str, **more: Any) -> bool:
    return bool(army(*(card(name) for name in names), historical=True, **more)["legal"])


class TestArmy:
    @rule("AAM-02", "AAM-04")
    def test_the_example_of_the_book(self) -> None:
        """E-01: a hundred points in eight units."""
        named = {"M4A1 Sherman": 21, "6-Pounder": 9, "Red Devil Captain": 7, "Bazooka": 4, "M1 Garand": 4, "Vickers": 8, "KV-1": 32, "M3 Stuart": 15}
        cards = [{"name": name, "cost": cost, "side": "allies"} for name, cost in named.items()]
        assert army(*cards) == {"points": 100, "units": 8, "legal": True, "problems": [], "rules": []}

    @rule("AAM-04", "AAM-113")
    @pytest.mark.parametrize(
        ("scenario", "cap", "rule_id"), [("standard", 100, "AAM-04"), ("assault_attacker", 120, "AAM-113"), ("assault_defender", 80, "AAM-113")]
    )
    def test_points_are_a_cap(self, scenario: str, cap: int, rule_id: str) -> None:
        assert army(card(cost=cap - 1), scenario=scenario)["legal"]
        assert army(card(cost=cap), scenario=scenario)["legal"]
        over = army(card(cost=cap), card(cost=1), scenario=scenario)
        assert (over["points"], over["legal"], over["rules"]) == (cap + 1, False, [rule_id])
        assert over["problems"] == [f"{cap + 1} points: at most {cap}"]

    @rule("AAM-113")
    @pytest.mark.parametrize(("reading", "points", "legal"), [("at_most", 79, True), ("exactly", 79, False), ("exactly", 80, True), ("exactly", 81, False)])
    def test_the_defender_by_both_readings(self, reading: str, points: int, legal: bool) -> None:
        """AMB-29."""
        found = army(card(cost=points), scenario="assault_defender", readings={"defender_80": reading})
        assert (found["legal"], len(found["problems"])) == (legal, 0 if legal else 1)
        assert army(card(cost=79), scenario="assault_attacker", readings={"defender_80": "exactly"})["legal"]

    @rule("AAM-04", "AAM-132")
    @pytest.mark.parametrize(("count", "legal"), [(15, True), (16, False)])
    def test_fifteen_units(self, count: int, legal: bool) -> None:
        found = army(*[card(cost=1)] * count)
        assert (found["legal"], found["units"]) == (legal, count)

    @rule("AAM-11")
    def test_a_cost_that_is_not_stated(self) -> None:
        found = army({"name": "Bazooka"}, card(cost=5))
        assert (found["legal"], found["points"], found["problems"]) == (False, 5, ["Bazooka: the card states no cost"])
        assert army({})["problems"] == ["?: the card states no cost"]

    @rule("AAM-02")
    @pytest.mark.parametrize(
        ("sides", "legal"),
        [
            (({"side": "axis"}, {"side": "axis"}), True),
            (({"side": "axis"}, {"side": "allies"}), False),
            (({"side": "allies"}, {"nation": "USA"}), True),
            (({"side": "allies"}, {"nation": "Japan"}), False),
            (({"side": "allies"}, {"nation": "Canada"}), True),
            (({"side": "axis", "nation": "France"}, {"nation": "Italy"}), True),
            (({"side": "axis"}, {}), True),
        ],
    )
    def test_units_of_one_side(self, sides: Any, legal: bool) -> None:
        found = army(*({"name": "x", "cost": 1, **side} for side in sides))
        assert (found["legal"], found["rules"]) == (legal, [] if legal else ["AAM-02"])

    @rule("AAM-118", "AAM-02")
    @pytest.mark.parametrize(
        ("names", "legal"),
        [
            (("Germany", "Italy"), True),
            (("Soviet Union", "United Kingdom"), False),
            (("Japan", "Germany"), False),
            (("United States", "UK", "France"), True),
            (("USSR", "Soviet Union"), True),
            (("Japan",), True),
            (("USSR", "USA"), False),
        ],
    )
    def test_historical_limits(self, names: tuple[str, ...], legal: bool) -> None:
        """E-22."""
        assert nations(*names) is legal
        assert army(*(card(name) for name in names))["legal"]

    @rule("AAM-118")
    @pytest.mark.parametrize(
        ("names", "free", "alone"),
        [
            (("Germany", "Romania"), True, False),
            (("Romania",), True, True),
            (("Canada", "Poland"), True, False),
            (("Canada", "USSR"), False, False),
            (("Germany", "Italy"), True, True),
        ],
    )
    def test_other_nations_by_both_readings(self, names: tuple[str, ...], free: bool, alone: bool) -> None:
        """AMB-30."""
        assert (nations(*names), nations(*names, readings={"other_nations": "alone"})) == (free, alone)

    @rule("AAM-119")
    @pytest.mark.parametrize(("year", "up_to", "before"), [(1941, True, True), (1942, True, False), (1943, False, False)])
    def test_the_year(self, year: int, up_to: bool, before: bool) -> None:
        """E-21, AMB-14: with the scenario in 1942."""
        for reading, legal in (("up_to", up_to), ("before", before)):
            found = army(card(year=year), year=1942, readings={"year_limit": reading})
            assert (found["legal"], found["rules"]) == (legal, [] if legal else ["AAM-119"])
        assert army(card(year=year))["legal"]

    @rule("AAM-01")
    def test_an_army_that_states_no_side_is_nobodys_enemy(self) -> None:
        assert army({"name": "Bazooka", "cost": 4})["legal"]

    @rule("AAM-119", "AAM-11")
    def test_a_year_that_is_not_stated_is_a_problem_as_a_cost_is(self) -> None:
        assert army({"name": "Bazooka", "cost": 4}, year=1942)["problems"] == ["Bazooka: the card states no year"]

    @rule("AAM-04", "AAM-118", "AAM-119")
    def test_every_problem_is_a_sentence(self) -> None:
        found = army(*[card("Japan", 30, 1944)] * 4, card("Germany", 1), historical=True, year=1942)
        assert found["rules"] == ["AAM-04", "AAM-118", *["AAM-119"] * 4]
        assert all(each and each[0] != " " for each in found["problems"])

    @rule("AAM-01", "AAM-132")
    @pytest.mark.parametrize(("theirs", "legal"), [("axis", True), ("allies", False)])
    def test_the_armies_of_a_game(self, theirs: str, legal: bool) -> None:
        rider = {**RIFLES, "side": "allies", "cost": 4}
        units = {
            "a": {"seat": 0, "card": SHERMAN},
            "r": {"seat": 0, "card": rider, "state": {"aboard": "a", "where": "inside"}},
            "b": {"seat": 1, "card": {**PANZER, "side": theirs}},
        }
        reply = ask("aam", "army", units, seat=0)["result"]
        assert (reply["points"], reply["units"], reply["legal"]) == (25, 2, legal)
        assert reply["rules"] == ([] if legal else ["AAM-01"])
        assert ask("aam", "army", units, seat=1)["result"]["points"] == 30
        assert ask("aam", "army", units)["result"]["points"] == 25
        built = ask("aam", "army", units, seat=0, cards=[{"name": "x", "cost": 1, "side": "allies"}])["result"]
        assert (built["points"], built["legal"]) == (1, legal)


def deploy(unit: Any, readings: Any = None, others: Any = None, **situation: Any) -> dict[str, Any]:
    return ask("aam", "deploy", {"a": {"card": unit, "state": {"where": "reserve"}}, **(others or {})}, readings, unit="a", **situation)


class TestDeployment:
    @rule("AAM-09", "AAM-42")
    @pytest.mark.parametrize(
        ("unit", "terrain", "legal"),
        [
            (SHERMAN, "marsh", False),
            (SHERMAN, "pond", False),
            (SHERMAN, "hill", True),
            (SHERMAN, "forest", True),
            (SHERMAN, "town", True),
            (SHERMAN, "clear", True),
            (RIFLES, "marsh", True),
            (RIFLES, "pond", False),
        ],
    )
    def test_where_it_can_go(self, unit: Any, terrain: str, legal: bool) -> None:
        """E-18."""
        reply = deploy(unit, terrain=terrain)
        assert why(reply) == (None if legal else ("closed", "AAM-09"))
        assert not legal or reply["after"]["a"] == {"where": "table"}

    @rule("AAM-09")
    @pytest.mark.parametrize(("reading", "road", "legal"), [("no", True, False), ("yes", True, True), ("yes", False, False)])
    def test_a_road_through_closed_terrain(self, reading: str, road: bool, legal: bool) -> None:
        """AMB-27."""
        for unit in (SHERMAN, RIFLES):
            reply = deploy(unit, terrain="pond", road=road, readings={"deploy_on_road": reading})
            assert why(reply) == (None if legal else ("closed", "AAM-09"))

    @rule("AAM-08")
    @pytest.mark.parametrize(("reading", "row", "legal"), [("5", 5, True), ("5", 6, False), ("4", 4, True), ("4", 5, False)])
    def test_how_deep(self, reading: str, row: int, legal: bool) -> None:
        """AMB-01."""
        reply = deploy(RIFLES, row=row, readings={"deploy_depth": reading})
        assert why(reply) == (None if legal else ("too_deep", "AAM-08"))

    @rule("AAM-115", "AAM-08")
    @pytest.mark.parametrize(("scenario", "seat", "refused"), [("assault", 0, True), ("assault", 1, False), ("standard", 1, True)])
    def test_the_defender_has_his_half(self, scenario: str, seat: int, refused: bool) -> None:
        playing = Session(RULES, table(RULES, frozen({"scenario": scenario, "units": {"a": {"card": RIFLES, "seat": seat}}})))
        opening = Opened("deploy", Map({"unit": "a", "row": 9}))
        if refused:
            with pytest.raises(Refused):
                playing.dispatch(opening)
        else:
            playing.dispatch(opening)

    @rule("AAM-09", "AAM-28")
    @pytest.mark.parametrize(("unit", "legal"), [(SHERMAN, False), (RIFLES, True)])
    def test_stacking_counts(self, unit: Any, legal: bool) -> None:
        reply = deploy(unit, terrain="clear", holds=["t"], others={"t": {"card": SHERMAN}})
        assert why(reply) == (None if legal else ("no_room", "AAM-09"))

    @rule("AAM-105", "AAM-107", "AAM-102")
    def test_the_game_may_begin_aboard(self) -> None:
        others = {"t": {"card": HALFTRACK}, "s": {"card": RIFLES}}
        reply = deploy(
            RIFLES, transport="t", holds=["t", "s"], others={"t": {"card": {**HALFTRACK, "abilities": {"large_transport": True}}}, "s": {"card": RIFLES}}
        )
        assert reply["after"]["a"] == {"where": "inside", "aboard": "t"}
        assert why(deploy(PAK, transport="t", others=others)) == ("artillery", "AAM-107")
        assert why(deploy(SHERMAN, transport="t", others=others)) == ("no_soldier", "AAM-102")
        assert why(deploy(RIFLES, transport="s", others=others)) == ("no_transport", "AAM-102")
        enemy = {"t": {"card": HALFTRACK, "seat": 1}}
        assert why(ask("aam", "deploy", {"a": {"card": RIFLES, "seat": 0}, **enemy}, unit="a", transport="t")) == ("not_a_friend", "AAM-102")

    @rule("AAM-86")
    @pytest.mark.parametrize(("ability", "told"), [("paratrooper", ["Riflemen, Paratrooper: apply by hand"]), ("close_assault", [])])
    def test_who_deploys_in_another_way_is_told(self, ability: str, told: list[str]) -> None:
        assert deploy({**RIFLES, "abilities": {ability: True}})["result"] == {"by_hand": told}

    @rule("AAM-105", "AAM-08")
    def test_off_a_transport_again(self) -> None:
        units = {"a": {"card": RIFLES, "state": {"aboard": "t", "where": "inside"}}, "t": {"card": HALFTRACK}}
        assert ask("aam", "deploy", units, unit="a", terrain="clear")["after"]["a"] == {"where": "table"}

    @rule("AAM-09", "AAM-102", "AAM-107")
    def test_nobody_needs_a_transport_to_deploy(self) -> None:
        for unit in (SHERMAN, RIFLES, PAK):
            assert deploy(unit, terrain="clear")["after"]["a"] == deploy(unit)["after"]["a"] == {"where": "table"}


def setting_up(**told: Any) -> Session:
    playing = Session(RULES, table(RULES, frozen(told)))
    playing.dispatch(Opened("setup"))
    return playing


def keys(playing: Session, *answers: Any) -> list[str]:
    """The questions that are asked, in order."""
    found = []
    for each in answers:
        assert playing.prompt
        found.append(f"{playing.prompt.key}/{playing.prompt.asked_of}")
        playing.answer(each)
    return found


class TestSetUp:
    @rule("AAM-03", "AAM-06", "AAM-07", "AAM-112")
    def test_the_standard_scenario(self) -> None:
        playing = setting_up()
        assert keys(playing, "standard", "coin", ("tails",), "axis", (5,), ("heads",), "second", ()) == [
            "scenario/0",
            "sides/0",
            "coin:sides/0",
            "side/1",
            "configuration/0",
            "coin/0",
            "deployment/0",
            "setup/0",
        ]
        assert playing.prompt is None
        assert (playing.state.scenario, dict(playing.state.trackers)) == ("standard", {"configuration": 5, "deploys_first": "player_2"})

    @rule("AAM-03", "AAM-07")
    def test_the_winner_of_the_coin_may_be_first(self) -> None:
        playing = setting_up()
        keys(playing, "standard", "agreed", (1,), ("tails",), "first")
        assert playing.state.trackers["deploys_first"] == "player_2"
        assert playing.prompt
        assert playing.prompt.key == "setup"

    @rule("AAM-03")
    def test_cards_decide_the_sides(self) -> None:
        playing = setting_up(units={"a": {"card": SHERMAN, "seat": 1}})
        assert keys(playing, "standard", (1,)) == ["scenario/0", "configuration/0"]

    @rule("AAM-113", "AAM-114", "AAM-115")
    def test_the_assault_scenario(self) -> None:
        """The defender picks the map and deploys first: no die, no coin."""
        playing = setting_up(units={"a": {"card": SHERMAN}})
        assert keys(playing, "assault", "6") == ["scenario/0", "configuration/1"]
        assert playing.prompt
        assert [line.ref.id for line in playing.prompt.lines] == ["AAM-06", "AAM-114", "AAM-113", "AAM-115", "AAM-115", "AAM-05", "AAM-09", "AAM-10"]
        playing.answer(())
        assert (playing.state.scenario, dict(playing.state.trackers)) == ("assault", {"configuration": 6, "deploys_first": "player_2"})

    @rule("AAM-05", "AAM-06", "AAM-08", "AAM-09", "AAM-10")
    @pytest.mark.parametrize(("reading", "depth"), [("5", "5"), ("4", "4")])
    def test_what_the_hands_do(self, reading: str, depth: str) -> None:
        playing = setting_up(units={"a": {"card": SHERMAN}}, readings={"deploy_depth": reading})
        keys(playing, "standard", (2,), ("heads",), "first")
        assert playing.prompt
        lines = playing.prompt.lines
        assert [line.ref.id for line in lines] == ["AAM-06", "AAM-06", "AAM-08", "AAM-08", "AAM-05", "AAM-09", "AAM-10"]
        assert lines[2].text.values["depth"] == depth

    @rule("AAM-06")
    def test_each_configuration_once_in_six(self) -> None:
        reply = ask("aam", "setup")
        assert reply["odds"]["configuration"] == {str(n): "1/6" for n in range(1, 7)}
        assert ask("aam", "setup", answers={"scenario": "assault"})["odds"]["configuration"] == {"1": "1"}

    @rule("AAM-06")
    @pytest.mark.parametrize(("number", "known"), [(1, True), (6, True), (7, False)])
    def test_there_are_six(self, number: int, known: bool) -> None:
        playing = Session(RULES, table(RULES, frozen({})))
        if known:
            playing.dispatch(TrackerSet("", "configuration", number))
        else:
            with pytest.raises(Impossible):
                playing.dispatch(TrackerSet("", "configuration", number))


def victory(turn: int, control: int | None = None, points: Any = (50, 40), readings: Any = None, **more: Any) -> Any:
    return ask("aam", "victory", readings=readings, turn=turn, control=control, points=list(points), **more)["result"]["winner"]


class TestVictory:
    @rule("AAM-109", "AAM-135", "AAM-108")
    @pytest.mark.parametrize(("turn", "winner"), [(1, None), (6, None), (7, 1), (8, 1), (10, 1), (11, 1)])
    def test_control_counts_from_turn_7_on(self, turn: int, winner: int | None) -> None:
        assert victory(turn, control=1) == winner
        assert turn > 9 or victory(turn) is None

    @rule("AAM-110", "AAM-111", "AAM-135")
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

    @rule("AAM-135")
    def test_units_left_may_be_told(self) -> None:
        assert victory(4, points=(0, 0), left=[1, 1]) is None
        assert victory(4, points=(9, 9), left=[0, 0]) == "draw"
        assert victory(4, points=(0, 3), readings={"wipe_out": "instant", "points": "enemy_units_destroyed"}) is None

    @rule("AAM-135", "AAM-116")
    def test_wiped_out_in_an_assault(self) -> None:
        assert victory(4, points=(0, 30), scenario="assault", readings={"wipe_out": "instant"}) == 1

    @rule("AAM-110", "AAM-132", "AAM-108")
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


def at_the_end(turn: int, scenario: str = "", readings: Any = None, **units: Any) -> Session:
    told = {"turn": turn, "step": "end", "scenario": scenario, "units": units, "readings": readings or {}}
    return Session(RULES, table(RULES, frozen(told)))


TWO: dict[str, Any] = {"a": {"seat": 0, "card": SHERMAN}, "b": {"seat": 1, "card": PANZER}}


class TestAtTheTable:
    @rule("AAM-109", "AAM-116", "AAM-117", "AAM-135")
    @pytest.mark.parametrize(
        ("turn", "scenario", "asks"), [(6, "", False), (7, "", True), (9, "assault", False), (10, "assault", True), (12, "free", False), (7, "standard", True)]
    )
    def test_control_is_asked_at_the_turns_that_matter(self, turn: int, scenario: str, asks: bool) -> None:
        playing = at_the_end(turn, scenario, **TWO)
        playing.dispatch(Opened("victory"))
        assert (playing.prompt is not None) is asks

    @rule("AAM-108", "AAM-109", "AAM-110")
    @pytest.mark.parametrize(
        ("turn", "control", "winner"), [(7, "player_1", "player_1"), (7, "nobody", None), (10, "nobody", "player_2"), (10, "player_1", "player_1")]
    )
    def test_the_winner_is_kept(self, turn: int, control: str, winner: str | None) -> None:
        """30 points of Panzer against 21 of Sherman."""
        playing = at_the_end(turn, **TWO)
        playing.dispatch(Opened("victory"))
        playing.answer(control)
        assert playing.state.trackers.get("winner") == winner

    @rule("AAM-108", "AAM-109", "AAM-135")
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
