"""Set-up, and the deployment of one unit."""

from typing import Any

import pytest

from engine.doors.tables import table
from engine.games.aam.examples import SHERMAN
from engine.playing import drafting
from engine.playing.outcome import last_outcome
from engine.playing.session import Refused, Session
from engine.values.events import Opened, TrackerSet
from engine.values.maps import Map, frozen
from engine.values.model import Impossible
from engine.values.texts import english
from tests.games.aam.table import ANTITANK_GUN, HALFTRACK, RIFLES, RULES, SOLDIER, able, refused, rule, why
from tests.games.asking import ask


def card(nation: str = "Germany", cost: int = 10, year: int = 1941, **more: Any) -> dict[str, Any]:
    return {"name": f"{nation} {year}", "nation": nation, "cost": cost, "year": year, **more}


def deploy(unit: Any, readings: Any = None, others: Any = None, **situation: Any) -> dict[str, Any]:
    return ask("aam", "deploy", {"a": {"card": unit, "state": {"where": "reserve"}}, **(others or {})}, readings, unit="a", **situation)


def setting_up(**told: Any) -> Session:
    playing = Session(RULES, table(RULES, frozen(told)))
    playing.dispatch(Opened("setup"))
    return playing


def prompts_of(playing: Session, *answers: Any) -> list[str]:
    """The questions that are asked, in order."""
    found = []
    for each in answers:
        assert playing.prompt
        found.append(f"{playing.prompt.key}/{playing.prompt.asked_of}")
        playing.answer(each)
    return found


class TestSetUp:
    @rule("AAM-03", "AAM-07")
    def test_the_standard_scenario(self) -> None:
        playing = setting_up()
        assert prompts_of(playing, "standard", "coin", ("tails",), "axis", (5,), ("heads",), "second", ()) == [
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
        prompts_of(playing, "standard", "agreed", (1,), ("tails",), "first")
        assert playing.state.trackers["deploys_first"] == "player_2"
        assert playing.prompt
        assert playing.prompt.key == "setup"

    @rule("AAM-03")
    def test_cards_decide_the_sides(self) -> None:
        playing = setting_up(units={"a": {"card": SHERMAN, "seat": 1}})
        assert prompts_of(playing, "standard", (1,)) == ["scenario/0", "configuration/0"]

    @rule("AAM-113", "AAM-114")
    def test_the_assault_scenario(self) -> None:
        """The defender picks the map and deploys first: no die, no coin."""
        playing = setting_up(units={"a": {"card": SHERMAN}})
        assert prompts_of(playing, "assault", "6") == ["scenario/0", "configuration/1"]
        assert playing.prompt
        assert [line.ref.id for line in playing.prompt.lines] == ["AAM-06", "AAM-114", "AAM-113", "AAM-115", "AAM-115", "AAM-05", "AAM-09", "AAM-10"]
        playing.answer(())
        assert (playing.state.scenario, dict(playing.state.trackers)) == ("assault", {"configuration": 6, "deploys_first": "player_2"})

    @rule("AAM-05", "AAM-10")
    @pytest.mark.parametrize(("reading", "depth"), [("5", "5"), ("4", "4")])
    def test_what_the_hands_do(self, reading: str, depth: str) -> None:
        playing = setting_up(units={"a": {"card": SHERMAN}}, readings={"deploy_depth": reading})
        prompts_of(playing, "standard", (2,), ("heads",), "first")
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

    @rule("AAM-105", "AAM-107")
    def test_the_game_may_begin_aboard(self) -> None:
        others = {"t": {"card": HALFTRACK}, "s": {"card": RIFLES}}
        reply = deploy(
            RIFLES, transport="t", holds=["t", "s"], others={"t": {"card": {**HALFTRACK, "abilities": {"large_transport": True}}}, "s": {"card": RIFLES}}
        )
        assert reply["after"]["a"] == {"where": "inside", "aboard": "t"}
        assert why(deploy(ANTITANK_GUN, transport="t", others=others)) == ("artillery", "AAM-107")
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

    @rule("AAM-09", "AAM-107")
    def test_nobody_needs_a_transport_to_deploy(self) -> None:
        for unit in (SHERMAN, RIFLES, ANTITANK_GUN):
            assert deploy(unit, terrain="clear")["after"]["a"] == deploy(unit)["after"]["a"] == {"where": "table"}

    AXIS, ALLIES = {**SOLDIER, "side": "axis"}, {**SOLDIER, "side": "allies"}

    def board(self, rider: Any = SOLDIER, transport: Any = HALFTRACK, state: Any = None, others: Any = None, **told: Any) -> dict[str, Any]:
        units = {"s": {"card": rider, "state": state or {}}, "t": {"card": transport}, **(others or {})}
        return ask("aam", "board", units, unit="s", transport="t", **told)

    @rule("AAM-105", "AAM-09")
    def test_who_is_in_the_hex_at_deployment_is_not_aboard(self) -> None:
        units = {"s": {"card": SOLDIER}, "t": {"card": HALFTRACK}, "o": {"card": SOLDIER}, "p": {"card": SOLDIER}}
        told: dict[str, Any] = {"unit": "s", "transport": "t", "terrain": "clear"}
        assert refused(ask("aam", "deploy", units, **told, holds=["t", "o", "p"])) == []
        units["o"]["state"] = {"aboard": "t"}
        assert refused(ask("aam", "deploy", units, **told)) == ["AAM-102"]

    @rule("AAM-09", "AAM-12")
    @pytest.mark.parametrize(
        ("told", "silent"), [({"terrain": "marsh"}, True), ({"holds": ["t"]}, True), ({"transport": "t"}, True), ({"row": 2}, False), ({"holds": []}, False)]
    )
    def test_who_deploys(self, told: Any, silent: bool) -> None:
        units = {"s": {"card": {"name": "?"}}, "t": {"card": HALFTRACK}}
        assert (ask("aam", "deploy", units, unit="s", **told).get("unknown") == ["units.s.card.type"]) is silent


@rule("AAM-09", "AAM-42")
@pytest.mark.parametrize(
    ("abilities", "terrain", "told", "no"),
    [
        ({"poor_suspension": True}, "hill", {}, ["AAM-09"]),
        ({"weak_suspension": True}, "hill", {}, []),
        ({}, "hill", {}, []),
        ({"poor_suspension": True}, "forest", {}, []),
        ({"amphibious": True}, "pond", {}, []),
        ({"amphibious": True}, "marsh", {}, ["AAM-09"]),
        ({"poor_suspension": True}, "hill", {"road": True}, ["AAM-09"]),
    ],
)
def test_deployed_only_where_it_can_go(abilities: Any, terrain: str, told: Any, no: list[str]) -> None:
    assert refused(ask("aam", "deploy", {"a": {"card": able(SHERMAN, **abilities)}}, unit="a", terrain=terrain, **told)) == no


@rule("AAM-66", "AAM-104")
@pytest.mark.parametrize(("question", "state", "ref"), [("board", {}, "AAM-102"), ("dismount", {"aboard": "t", "where": "inside"}, "AAM-102")])
def test_the_rule_behind_a_place(question: str, state: Any, ref: str) -> None:
    units = {"s": {"card": SOLDIER, "state": state}, "t": {"card": HALFTRACK}}
    changes = ask("aam", question, units, unit="s", transport="t")["changes"]
    assert [change["ref"] for change in changes if change["tracker"] == "where"] == [ref]


RIDERS = {"a": {"card": RIFLES}, "t": {"card": HALFTRACK}, "s": {"card": SOLDIER}, "e": {"card": HALFTRACK, "seat": 1}}


class TestPage:
    """A deployment on one page."""

    def page(self, units: Any, readings: Any = None, **draft: Any) -> drafting.Filled:
        plan = RULES.plan("deploy")
        assert plan
        now = table(RULES, frozen({"step": "initiative", "units": units, "readings": readings or {}}))
        return drafting.fill(RULES, now, plan, Map({"unit": "a", **draft}))

    def answers(self, *told: Any, **draft: Any) -> dict[str, list[Any]]:
        return {fact.key: [value for value, _ in fact.answers] for fact in self.page(*told, **draft).facts}

    @rule("AAM-08", "AAM-09")
    def test_ground_and_row(self) -> None:
        """Five rows, and one answer for everything deeper, which is refused; no pond."""
        dry = ["clear", "hill", "forest", "town", "marsh"]
        assert self.answers({"a": {"card": SHERMAN}}) == {"terrain": dry, "row": [1, 2, 3, 4, 5, 6]}
        assert self.answers({"a": {"card": able(SHERMAN, amphibious=True)}})["terrain"] == [*dry, "pond"]
        assert self.answers({"a": {"card": SHERMAN}}, {"deploy_depth": "4"})["row"] == [1, 2, 3, 4, 5]
        found = self.page({"a": {"card": SHERMAN}}, row=6)
        assert [no.key for no in found.against] == ["too_deep"]
        assert self.page({"a": {"card": SHERMAN}}, row=5).against == ()

    @rule("AAM-09", "AAM-08")
    def test_a_road_by_the_other_reading(self) -> None:
        assert self.answers({"a": {"card": SHERMAN}}, {"deploy_on_road": "yes"})["road"] == [False, True]

    @rule("AAM-105", "AAM-09")
    def test_aboard(self) -> None:
        """A Soldier in a transport of its army; a Vehicle and a gun in none. Aboard there is no
        ground."""
        assert self.answers(RIDERS)["transport"] == ["", "t"]
        assert list(self.answers(RIDERS, transport="t")) == ["transport"]
        assert "transport" not in self.answers({**RIDERS, "a": {"card": SHERMAN}})
        assert "transport" not in self.answers({**RIDERS, "a": {"card": ANTITANK_GUN}})

    @rule("AAM-105", "AAM-08")
    def test_what_is_told(self) -> None:
        assert self.page(RIDERS, transport="t", terrain="town").args == Map({"unit": "a", "transport": "t"})
        assert self.page(RIDERS, terrain="town", row=2).args == Map({"unit": "a", "terrain": "town", "row": 2})


@rule("AAM-07")
@pytest.mark.parametrize(("chosen", "who"), [("first", "first seat"), ("second", "second seat")])
def test_the_set_up_ends_with_who_deploys_first(chosen: str, who: str) -> None:
    """Heads: the first seat has won the flip, and chooses."""
    session = Session(RULES, table(RULES, frozen({"units": {"a": {"card": SHERMAN}, "b": {"seat": 1, "card": SHERMAN}}})))
    session.dispatch(Opened("setup"))
    for value in ("standard", (5,), ("heads",), chosen, ()):
        session.answer(value)
    story = last_outcome(session)
    assert story
    assert english(story.what) == f"set-up: {who} deploys first"
