"""How each game stands: points and words worked out by hand from what lies on the table."""

from typing import Any

import pytest

from engine.doors.tables import table
from engine.games import RULESETS
from engine.games.template import RULES as TEMPLATE
from engine.games.twogm.examples import HQ
from engine.playing.own_game import OWN_GAME
from engine.playing.rules import Ruleset
from engine.playing.session import Session
from engine.playing.standing import SideScore, Standing
from engine.values.events import Opened, TrackerSet
from engine.values.maps import frozen
from engine.values.texts import english
from tests.games.dust.table import play, squad, walker
from tests.games.epic.table import foot, force

TANK, RIFLES = {"name": "Tank", "type": "vehicle", "cost": 20}, {"name": "Rifles", "type": "soldier", "cost": 4}
GONE = {"where": "destroyed"}


def unit(card: Any, seat: int, **state: Any) -> dict[str, Any]:
    return {"card": card, "seat": seat, "state": state}


AAM = {"a": unit(TANK, 0), "b": unit(RIFLES, 0, **GONE), "c": unit(RIFLES, 1), "d": unit(RIFLES, 1)}
AAM_KILLS = {**AAM, "e": unit(TANK, 1, **GONE)}
DUST = {"a": unit(squad(ap=15), 0), "b": unit(walker(ap=25), 1, **GONE), "c": unit(squad(ap=7), 1, deaths=1)}
TWOGM = {"a": unit({**HQ, "life": 10}, 0, damage=3), "b": unit({**HQ, "life": 12}, 1)}
EPIC = {"a": force((3, foot())), "d": force((3, foot()), seat=1, state={"broken": True}, points=301)}
LAND = {"territories": {"Malaya": {"owner": 1}, "Timor": {"owner": 1}, "Guam": {"owner": 0}, "Wake": {}}}
TINY = {"a": unit({"name": "A"}, 0), "b": unit({"name": "B"}, 1), "c": unit({"name": "C"}, 1, **GONE)}
OWN = {"plan": [{"name": "Morale", "kind": "toggle", "on": "player"}, {"name": "Flags", "kind": "counter", "on": "player"}]}


def laid(rules: Ruleset, units: Any, **told: Any) -> Standing:
    return rules.standing(table(rules, frozen({"units": units, **told})))


@pytest.mark.parametrize(
    ("game", "units", "told", "sides", "leader"),
    [
        ("aam", AAM, {}, ["20 points on the map", "8 points on the map"], 0),
        ("aam", AAM_KILLS, {"readings": {"points": "enemy_units_destroyed"}}, ["one enemy unit destroyed", "one enemy unit destroyed"], None),
        ("aam", {"a": unit({"name": "?"}, 0), "c": unit(RIFLES, 1)}, {}, ["", "4 points on the map"], None),
        ("dust", DUST, {}, ["32 victory points", "0 victory points"], 0),
        ("dust", {"b": unit({"kind": "walker"}, 1, **GONE)}, {}, ["", "0 victory points"], None),
        ("2gm", TWOGM, {}, ["HQ 7 of 10", "HQ 12 of 12"], 1),
        ("2gm", {**TWOGM, "b": unit({**HQ, "life": 12}, 1, **GONE)}, {"table": {"winner": "player_1"}}, ["HQ 7 of 10", "HQ 0 of 12"], 0),
        ("2gm", {}, {}, ["", ""], None),
        ("epic", EPIC, {}, ["151 kill points", "0 kill points"], 0),
        ("epic", EPIC, {"table": {"winner": "player_2", "score": [26, 6]}}, ["result: 6 points", "result: 26 points"], 1),
        ("epic", EPIC, {"table": {"winner": "draw", "score": [16, 16]}}, ["result: 16 points", "result: 16 points"], None),
        ("front", {}, {"table": LAND}, ["one territory", "2 territories"], 1),
        ("front", {}, {}, ["", ""], None),
        ("template", TINY, {}, ["one unit", "one unit"], None),
        ("own", {}, {"table": OWN, "seats": [{"Flags": 3}, {}]}, ["Flags: 3", "Flags: 0"], 0),
        ("own", {}, {}, ["", ""], None),
    ],
)
def test_how_a_table_stands(game: str, units: Any, told: Any, sides: list[str], leader: int | None) -> None:
    found = laid({"own": OWN_GAME, "template": TEMPLATE, **RULESETS}[game], units, **told)
    assert [english(side.text) if side.text else "" for side in found.sides] == sides
    assert [side.points is None for side in found.sides] == [not words for words in sides]
    assert found.leader == leader


def test_points_for_objectives_count_in_the_end() -> None:
    """25 and 7 destroyed of the second side, none of the first; 40 for objectives of the second."""
    rules = RULESETS["dust"]
    game = Session(rules, table(rules, frozen({"units": DUST})))
    game.dispatch(Opened("victory"))
    play(game, 0, 40)
    found = rules.standing(game.state)
    assert ([side.points for side in found.sides], found.winner, found.leader, found.is_over) == ([32, 40], 1, 1, True)


def test_a_winner_by_hand_leads_whatever_the_points_say() -> None:
    rules = RULESETS["aam"]
    game = Session(rules, table(rules, frozen({"units": AAM})))
    game.dispatch(TrackerSet("", "winner", "player_2"))
    assert rules.standing(game.state).leader == 1


def test_nobody_leads_where_points_are_equal_or_unknown() -> None:
    assert Standing((SideScore(3), SideScore(3), SideScore(1))).leader is None
    assert Standing((SideScore(3), SideScore(None), SideScore(1))).leader is None
    assert Standing((SideScore(1), SideScore(2), SideScore(0))).leader == 1
