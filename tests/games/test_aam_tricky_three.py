"""Axis & Allies Miniatures: what strangers ask for with few words, and phases that come once;
worked out from the book."""

from typing import Any

import pytest

from engine.games.aam.examples import PANZER, SHERMAN
from engine.playing.session import Refused
from engine.values.events import Advanced, Opened
from engine.values.maps import pairs
from tests.games.aam_combat import SOLDIER, able, attack, playing, refused, shot, sixes
from tests.games.aam_field import HALFTRACK, PAK, RIFLES, move, why
from tests.games.asking import ask, targets

rule = pytest.mark.rule
OPEN = {"terrain": "clear"}


class TestOneCasualtyPhaseInATurn:
    """AAM-17, 25: what was turned up just now lasts a full turn."""

    @rule("AAM-25", "AAM-17", "AAM-62")
    def test_a_second_one_would_take_away_what_is_new(self) -> None:
        session = playing("second_assault", {"b": {"seat": 1, "card": PANZER, "state": {"face_down": ["disrupted"]}}})
        session.dispatch(Advanced())
        session.answer((), "casualty")
        with pytest.raises(Refused) as no:
            session.dispatch(Opened("casualty"))
        assert [each.ref.id for each in no.value.why] == ["AAM-25"]
        assert session.state.unit("b").marks("face_up") == ("disrupted",)

    @rule("AAM-25", "AAM-62")
    def test_the_next_turn_has_one_again(self) -> None:
        session = playing("casualty", {"b": {"seat": 1, "card": PANZER, "state": {"face_up": ["disrupted"]}}})
        session.dispatch(Opened("casualty"))
        session.answer((0,), "casualty")
        session.dispatch(Advanced())
        assert not session.state.trackers.get("casualties_done")


class TestTheRuleBehindIt:
    @rule("AAM-82")
    def test_defensive_fire_turns_the_marker_up(self) -> None:
        reply = shot(roll={"attack": sixes(5, 11)})
        assert reply["changes"] == [{"unit": "b", "tracker": "face_up", "from": [], "to": ["disrupted"], "ref": "AAM-82"}]

    @rule("AAM-13", "AAM-50", "AAM-51")
    def test_range_dice_and_success(self) -> None:
        assert {"AAM-13", "AAM-50", "AAM-51"} <= set(attack()["refs"])

    @rule("AAM-34", "AAM-35", "AAM-61", "AAM-22")
    @pytest.mark.parametrize(
        ("steps", "state", "no"),
        [
            ([], {"face_up": ["disrupted"]}, ["AAM-61", "AAM-34"]),
            ([{"into": "clear"}], {"face_up": ["disrupted"]}, ["AAM-61"]),
            ([], {"attacked": True}, ["AAM-22", "AAM-35"]),
            ([{"into": "clear"}], {"attacked": True}, ["AAM-22"]),
            ([], {}, []),
        ],
    )
    def test_the_disrupted_neither_turn_nor_move(self, steps: Any, state: Any, no: list[str]) -> None:
        assert refused(move(SHERMAN, *steps, by=state, phase="assault")) == no

    @rule("AAM-28", "AAM-29")
    @pytest.mark.parametrize(
        ("card", "holds", "ref"),
        [
            (SHERMAN, ["tank"], "AAM-29"),
            (SHERMAN, ["own"], "AAM-28"),
            (SHERMAN, ["own", "tank"], "AAM-28"),
            (RIFLES, ["own", "men"], "AAM-28"),
            (SHERMAN, ["gun", "tank"], "AAM-29"),
        ],
    )
    def test_who_leaves_no_room(self, card: Any, holds: list[str], ref: str) -> None:
        others = {"own": {"seat": 0, "card": SHERMAN}, "men": {"seat": 0, "card": RIFLES}, "tank": {"seat": 1, "card": PANZER}, "gun": {"seat": 1, "card": PAK}}
        assert why(move(card, {"into": "clear", "holds": holds}, others=others)) == ("no_room", ref)


class TestToldInFewWords:
    @rule("AAM-90", "AAM-91", "AAM-99")
    @pytest.mark.parametrize(
        ("lent", "speed"), [([("Tally-Ho!", "k", 1), ("Tally-Ho!", "l", 1)], 3), ([("Tally-Ho!", "k", 1), ("Angriff", "l", 2)], 4), ([("Drill", "?", 1)], 3)]
    )
    def test_a_commander_who_is_only_named(self, lent: Any, speed: int) -> None:
        effects = [{"name": name, "by": by, "commander": True, "on": "speed", "amount": amount} for name, by, amount in lent]
        assert move(RIFLES, {"into": "clear"}, effects=effects, start=OPEN)["result"]["allowance"] == speed

    @rule("AAM-88", "AAM-90")
    def test_somebody_only_named_is_no_commander_unless_told(self) -> None:
        effects = [{"name": name, "by": name, "amount": 1} for name in ("Scout", "Guide")]
        assert targets(attack(effects=effects)) == {"attack": 2}

    @rule("AAM-102", "AAM-137")
    @pytest.mark.parametrize(("question", "state"), [("board", {}), ("dismount", {"aboard": "t", "where": "inside"})])
    @pytest.mark.parametrize(("phase", "no"), [("movement", None), ("assault", ("not_in_assault", "AAM-102"))])
    def test_boarding_and_getting_off_in_a_phase_told(self, question: str, state: Any, phase: str, no: Any) -> None:
        units = {"s": {"card": SOLDIER, "state": state}, "t": {"card": HALFTRACK}}
        assert why(ask("aam", question, units, unit="s", transport="t", phase=phase)) == no


@rule("AAM-109", "AAM-110", "AAM-111", "AAM-116", "AAM-117", "AAM-135")
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


@rule("AAM-66", "AAM-102", "AAM-104")
@pytest.mark.parametrize(("question", "state", "ref"), [("board", {}, "AAM-102"), ("dismount", {"aboard": "t", "where": "inside"}, "AAM-102")])
def test_the_rule_behind_a_place(question: str, state: Any, ref: str) -> None:
    units = {"s": {"card": SOLDIER, "state": state}, "t": {"card": HALFTRACK}}
    changes = ask("aam", question, units, unit="s", transport="t")["changes"]
    assert [change["ref"] for change in changes if change["tracker"] == "where"] == [ref]


@rule("AAM-66", "AAM-86", "AAM-104")
def test_the_rule_behind_a_loss_at_once() -> None:
    """Flammable, 5 or more: the transport is lost, and who is aboard with it."""
    more = {"p": {"card": SOLDIER, "seat": 1, "state": {"aboard": "b", "where": "inside"}}}
    reply = attack(target=able(PANZER, transport=True, flammable=True), more=more, roll={"attack": [1] * 11, "flammable": [5]})
    assert {change["unit"]: change["ref"] for change in reply["changes"]} == {"b": "AAM-66", "p": "AAM-104"}


@rule("AAM-110", "AAM-108")
@pytest.mark.parametrize(("told", "winner"), [({"points": (48, 51)}, "player_2"), ({"control": 0}, "player_1"), ({}, None)])
def test_who_tells_the_points_is_not_asked_for_control(told: Any, winner: str | None) -> None:
    session = playing("end", {"a": {"seat": 0, "card": SHERMAN}, "b": {"seat": 1, "card": PANZER}}, turn=10)
    session.dispatch(Opened("victory", pairs(**told)))
    assert (session.state.trackers.get("winner"), session.prompt is None) == (winner, winner is not None)


class TestCardsThatAreSilent:
    """AAM-11, 12: an answer that rests on the type does not guess it."""

    @rule("AAM-12", "AAM-102")
    def test_who_boards(self) -> None:
        units = {"s": {"card": {"name": "?"}}, "t": {"card": HALFTRACK}}
        assert ask("aam", "board", units, unit="s", transport="t")["unknown"] == ["units.s.card.type"]

    @rule("AAM-09", "AAM-12", "AAM-42")
    @pytest.mark.parametrize(
        ("told", "silent"), [({"terrain": "marsh"}, True), ({"holds": ["t"]}, True), ({"transport": "t"}, True), ({"row": 2}, False), ({"holds": []}, False)]
    )
    def test_who_deploys(self, told: Any, silent: bool) -> None:
        units = {"s": {"card": {"name": "?"}}, "t": {"card": HALFTRACK}}
        assert (ask("aam", "deploy", units, unit="s", **told).get("unknown") == ["units.s.card.type"]) is silent


@rule("AAM-66", "AAM-86", "AAM-104")
def test_a_passenger_lost_alone_is_lost_by_itself() -> None:
    """Whoever rides exposed burns at three sixes; the transport stays."""
    more = {"t": {"card": able(HALFTRACK, exposed_transport=True), "seat": 1}}
    reply = attack(
        able(SOLDIER, flamethrower=True), SOLDIER, at={"aboard": "t", "where": "inside"}, more=more, range=1, roll={"attack": sixes(3, 8), "sixes": [6, 6, 6]}
    )
    assert [(change["unit"], change["to"], change["ref"]) for change in reply["changes"]] == [("b", "destroyed", "AAM-66")]
