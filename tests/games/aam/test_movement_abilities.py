"""Abilities that change a move, and the Vanguard."""

from typing import Any

import pytest

from engine.doors.tables import table
from engine.games.aam.examples import PANZER, SHERMAN
from engine.playing.session import Refused, Session
from engine.values.events import Opened
from engine.values.maps import frozen, pairs
from tests.games.aam.table import ANTITANK_GUN, RIFLES, RULES, SLOW, SOLDIER, able, into, move, playing, refused, rule, spent, why
from tests.games.asking import ask, rows, targets

GUN: dict[str, Any] = {"e": {"card": ANTITANK_GUN, "seat": 1}}
SHAKEN = {"face_up": ["disrupted"]}


def roll(card: Any, terrain: str, *across: str, road: bool = False, **situation: Any) -> dict[str, Any]:
    return ask("aam", "movement_roll", {"a": {"card": card}}, unit="a", into=terrain, across=list(across), road=road, **situation)


def told_shot(at: str = "entered", by: str = "e", **more: Any) -> dict[str, Any]:
    return {"attacker": by, "at": at, **more}


def past(*shots: Any, into: str = "clear", near: Any = (1, 1), **more: Any) -> dict[str, Any]:
    return {"into": into, "near": {"e": list(near)}, "shots": list(shots), **more}


def session(step: str = "first_movement", readings: Any = None, **units: Any) -> Session:
    told = {"step": step, "units": units, "readings": readings or {}}
    return Session(RULES, table(RULES, frozen(told)))


class TestAbilities:
    @rule("AAM-86", "AAM-43")
    @pytest.mark.parametrize(
        ("ability", "terrain", "across", "cost", "dice", "refused"),
        [
            ("excellent_suspension", "hill", (), 1, 0, False),
            ("excellent_suspension", "forest", (), 2, 1, False),
            ("weak_suspension", "hill", (), 2, 1, False),
            ("weak_suspension", "clear", (), 1, 0, False),
            ("poor_suspension", "hill", (), 0, 0, True),
            ("poor_suspension", "clear", (), 1, 0, False),
            ("brushcutters", "forest", ("stream",), 2, 1, False),
            ("trench_crossing", "forest", ("stream",), 2, 1, False),
            ("amphibious", "pond", ("stream",), 2, 0, False),
            ("amphibious", "clear", (), 1, 0, False),
            ("amphibious", "marsh", (), 0, 0, True),
            ("thin_wheels", "clear", ("stream",), 0, 0, True),
            ("thin_wheels", "clear", (), 1, 0, False),
        ],
    )
    def test_ground(self, ability: str, terrain: str, across: Any, cost: int, dice: int, refused: bool) -> None:
        reply = move({**SHERMAN, "abilities": {ability: True}}, {"into": terrain, "across": list(across)})
        if refused:
            assert why(reply) == ("closed", "AAM-42")
        else:
            assert reply["result"]["cost"] == cost
            assert sum(check["dice"] for check in reply["checks"]) == dice

    @rule("AAM-86", "AAM-95")
    @pytest.mark.parametrize("ability", ["poor_suspension", "thin_wheels"])
    def test_a_road_carries_them_all(self, ability: str) -> None:
        card = {**SHERMAN, "abilities": {ability: True}}
        assert why(move(card, {"into": "hill", "across": ["stream"], "road": True})) is None

    @rule("AAM-95")
    def test_thin_wheels_stay_out_of_marsh(self) -> None:
        assert why(move({**RIFLES, "abilities": {"thin_wheels": True}}, *into("marsh"))) == ("closed", "AAM-42")

    @rule("AAM-86", "AAM-37")
    def test_water_is_dear_for_swimmers_only(self) -> None:
        assert spent(move(SHERMAN, *into("pond"), overrule=True)) == (4, 1)

    @rule("AAM-38", "AAM-86")
    def test_water_is_no_minimum_move(self) -> None:
        slow = {**SLOW, "abilities": {"amphibious": True}}
        assert why(move(slow, *into("pond"))) == ("too_far", "AAM-37")

    @rule("AAM-86")
    @pytest.mark.parametrize("ability", ["mountaineering", "robust"])
    def test_a_handy_crew(self, ability: str) -> None:
        reply = roll({**SHERMAN, "abilities": {ability: True}}, "forest")
        assert targets(reply) == {"movement": 3}
        assert rows(reply, "movement") == [(ability, 1, "AAM-86")]

    @rule("AAM-86", "AAM-89")
    @pytest.mark.parametrize(
        ("abilities", "state", "phase", "allowance"),
        [
            ({"relocate": 2}, {}, "assault", 2),
            ({"relocate": 2}, {}, "movement", 4),
            ({"strike_and_fade": 1}, {"attacked": True}, "assault", 1),
            ({"strike_and_fade": 1}, {}, "assault", 4),
            ({"strike_and_fade": 1}, {"attacked": True}, "movement", 4),
            ({}, {"attacked": True}, "assault", 4),
            ({"robust": True}, {"face_up": ["disrupted"]}, "movement", 1),
            ({"robust": True}, {}, "movement", 4),
        ],
    )
    def test_another_speed(self, abilities: Any, state: Any, phase: str, allowance: int) -> None:
        reply = move({**SHERMAN, "abilities": abilities}, by=state, phase=phase, overrule=True)
        assert reply["result"]["allowance"] == allowance

    @rule("AAM-86")
    def test_high_gear_as_long_as_the_whole_move_follows_a_road(self) -> None:
        fast = {**SHERMAN, "abilities": {"high_gear": 2}}
        assert spent(move(fast, *into(*["clear"] * 7, road=True))) == (6, 6)
        assert why(move(fast, *into(*["clear"] * 8, road=True))) == ("too_far", "AAM-27")
        off = [*into(*["clear"] * 5, road=True), {"into": "clear"}]
        assert why(move(fast, *off)) == why(move(fast, {"into": "clear"}, *into(*["clear"] * 6, road=True))) == ("too_far", "AAM-27")
        assert move(fast, *into("clear"))["result"]["allowance"] == move(fast)["result"]["allowance"] == 4
        assert spent(move(SHERMAN, *into("clear", road=True))) == (4, 0)

    @rule("AAM-61", "AAM-34")
    @pytest.mark.parametrize(
        ("ability", "refused"), [("transport", True), ("ss_determination", False), ("veteran_crew", False), ("robust", False), ("fanatic", False)]
    )
    def test_some_move_while_disrupted(self, ability: str, refused: bool) -> None:
        reply = move({**SHERMAN, "abilities": {ability: True}}, *into("clear"), by={"face_up": ["disrupted"]})
        assert why(reply) == (("disrupted", "AAM-61") if refused else None)

    @rule("AAM-95")
    def test_prone_to_breakdown(self) -> None:
        card = {**SHERMAN, "abilities": {"prone_to_breakdown": True}}
        assert why(move(card, *into("clear"), by={"face_up": ["damaged"]})) == ("broken_down", "AAM-95")
        assert why(move(card, *into("clear"))) is None
        assert why(move(SHERMAN, *into("clear"), by={"face_up": ["damaged"]})) is None

    @rule("AAM-86")
    @pytest.mark.parametrize(
        ("ability", "told"), [("overrun", True), ("caterpillar_dance", True), ("transport", False), ("heavy_armor", False), ("flamethrower", False)]
    )
    def test_what_the_app_cannot_work_out_is_shown(self, ability: str, told: bool) -> None:
        found = move({**SHERMAN, "abilities": {ability: True}})["result"]["rows"]
        assert [(row["key"], row["amount"]) for row in found] == ([("by_hand", 0)] if told else [])


class TestVanguard:
    def moved(self, card: Any, *into: str) -> dict[str, Any]:
        return ask("aam", "vanguard", {"a": {"card": card, "seat": 0}}, unit="a", steps=[{"into": each} for each in into])

    @rule("AAM-86", "AAM-37")
    def test_four_hexes_whatever_the_speed(self) -> None:
        ahead = able(PANZER, vanguard=True)
        assert self.moved(ahead, "clear", "hill", "clear")["result"]["allowance"] == 4
        assert refused(self.moved(ahead, "clear", "clear", "clear", "clear")) == []
        assert refused(self.moved(ahead, "clear", "clear", "clear", "hill")) == ["AAM-37"]
        assert refused(self.moved({**ahead, "speed": 6}, *["clear"] * 5)) == ["AAM-27"]
        assert refused(self.moved(PANZER, "clear")) == ["AAM-86"]
        assert ask("aam", "vanguard", {"a": {"card": ahead, "seat": 0}}, unit="a")["result"]["cost"] == 0  # turns in its hex

    @rule("AAM-86", "AAM-21")
    def test_once_before_the_first_turn(self) -> None:
        units = {"a": {"card": able(PANZER, vanguard=True), "seat": 0}}
        session = playing("initiative", units)
        session.dispatch(Opened("vanguard", pairs(unit="a")))
        for _ in range(4):
            session.answer(frozen({"into": "clear", "road": False, "across": ()}))
        session.answer(frozen({"road": False, "across": ()}))  # a fifth hex would be the free one along a road
        assert session.prompt
        assert session.prompt.key == "facing"
        session.answer(())
        with pytest.raises(Refused) as no:
            session.dispatch(Opened("vanguard", pairs(unit="a")))
        assert [each.key for each in no.value.why] == ["already_moved"]
        with pytest.raises(Refused) as no:
            playing("initiative", units, turn=2).dispatch(Opened("vanguard", pairs(unit="a")))
        assert [each.ref.id for each in no.value.why] == ["AAM-86"]
        with pytest.raises(Refused) as no:
            playing("first_movement", units).dispatch(Opened("vanguard", pairs(unit="a")))
        assert "vanguard" in [each.key for each in no.value.why]

    @rule("AAM-86", "AAM-84", "AAM-139")
    def test_nobody_fires_before_the_first_turn(self) -> None:
        units = {"a": {"card": able(SHERMAN, vanguard=True), "seat": 0}, "e": {"card": SHERMAN, "seat": 1}}
        session = playing("initiative", units)
        session.dispatch(Opened("vanguard", frozen({"unit": "a", "steps": [{"into": "clear", "near": {"e": [1, 1]}}]})))  # type: ignore[arg-type]
        assert (session.prompt, session.state.unit("a").count("moved")) == (None, 1)


class TestDeterminedCharge:
    @rule("AAM-82", "AAM-86")
    def test_disrupted_but_not_stopped(self) -> None:
        keen = {**RIFLES, "abilities": {"determined_charge": True}}
        reply = move(keen, past(told_shot()), {"into": "clear"}, others=GUN, roll={"defensive_fire:e": [6] * 4})
        assert (reply["result"]["end"], reply["result"]["effect"]) == (2, "disrupted")


class TestBold:
    """Courage and Charge let a disrupted unit move towards the enemy; which way it goes
    the table sees."""

    @rule("AAM-86", "AAM-34")
    @pytest.mark.parametrize(
        ("ability", "steps", "no"),
        [
            ("courage", into("clear"), None),
            ("charge", into("clear"), None),
            ("courage", [], ("disrupted", "AAM-61")),
            ("crack_shot", into("clear"), ("disrupted", "AAM-61")),
        ],
    )
    def test_a_disrupted_unit_moves(self, ability: str, steps: Any, no: Any) -> None:
        reply = move(able(SOLDIER, **{ability: True}), *steps, by=SHAKEN)
        assert why(reply) == no
        if no is None:
            assert [row["key"] for row in reply["result"]["rows"]] == ["by_hand"]
