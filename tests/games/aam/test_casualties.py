"""The casualty phase."""

from typing import Any

import pytest

from engine.doors.ask import answered
from engine.doors.tables import table
from engine.games import RULESETS
from engine.games.aam.casualties.fate import after_casualties, condition, fate
from engine.games.aam.examples import PANZER, SHERMAN
from engine.playing.session import Refused, Session
from engine.values.events import Advanced, Opened
from engine.values.maps import frozen
from engine.values.texts import english
from tests.games.aam.table import HALFTRACK, RULES, SOLDIER, able, attack, into, move, playing, rule, shot, sixes
from tests.games.asking import ask, change, targets

SHAKEN = {"face_up": ["disrupted"]}
OPEN = {"terrain": "clear"}


def casualty_phase(**units: Any) -> dict[str, Any]:
    return ask("aam", "casualty", {key: {"card": card, "state": state} for key, (card, state) in units.items()})


def aboard(transport: str, seat: int = 1) -> dict[str, Any]:
    return {"card": SOLDIER, "seat": seat, "state": {"aboard": transport, "where": "inside"}}


class TestCasualtyPhase:
    @rule("AAM-25", "AAM-63")
    def test_its_printed_order_for_both_armies(self) -> None:
        reply = casualty_phase(
            a=(SHERMAN, {"face_up": ["disrupted", "damaged"], "face_down": ["disrupted"]}), b=(PANZER, {"face_down": ["disrupted", "damaged", "destroyed"]})
        )
        assert [(each["unit"], each["tracker"], each["to"], each["ref"]) for each in reply["changes"]] == [
            ("a", "face_up", ["damaged"], "AAM-62"),
            ("a", "face_down", [], "AAM-25"),
            ("a", "face_up", ["damaged", "disrupted"], "AAM-25"),
            ("b", "face_down", [], "AAM-25"),
            ("b", "face_up", ["disrupted", "damaged", "destroyed"], "AAM-25"),
            ("b", "where", "destroyed", "AAM-66"),
        ]

    @rule("AAM-62")
    def test_an_old_disrupted_goes_and_a_new_one_stays(self) -> None:
        assert casualty_phase(a=(SHERMAN, {"face_up": ["disrupted"]}))["after"]["a"] == {"where": "table"}
        assert casualty_phase(a=(SHERMAN, {"face_up": ["disrupted"], "face_down": ["disrupted"]}))["after"]["a"] == {"where": "table", "face_up": ["disrupted"]}

    @rule("AAM-66", "AAM-24")
    def test_the_destroyed_leave(self) -> None:
        assert casualty_phase(a=(SOLDIER, {"face_down": ["disrupted", "destroyed"]}))["after"]["a"]["where"] == "destroyed"

    @rule("AAM-64")
    def test_two_damaged_markers_are_destruction(self) -> None:
        reply = casualty_phase(a=(SHERMAN, {"face_up": ["damaged"], "face_down": ["disrupted", "damaged"]}))
        assert reply["after"]["a"]["where"] == "destroyed"
        assert reply["changes"][-1]["ref"] == "AAM-64"
        assert casualty_phase(a=(SHERMAN, {"face_up": ["damaged"]}))["changes"] == []

    @rule("AAM-104")
    def test_passengers_go_with_their_transport(self) -> None:
        reply = casualty_phase(
            a=(SHERMAN, {"face_down": ["disrupted", "damaged", "destroyed"]}),
            p=(SOLDIER, {"aboard": "a", "where": "inside"}),
            q=(SOLDIER, {"aboard": "c"}),
            c=(SHERMAN, {}),
        )
        assert [(each["unit"], each["ref"]) for each in reply["changes"] if each["tracker"] == "where"] == [("a", "AAM-66"), ("p", "AAM-104")]

    @rule("AAM-104", "AAM-66")
    def test_each_passenger_goes_once(self) -> None:
        """One hit by itself, one gone long ago."""
        reply = casualty_phase(
            a=(SHERMAN, {"face_down": ["destroyed"]}),
            p=(SOLDIER, {"aboard": "a", "face_down": ["destroyed"]}),
            q=(SOLDIER, {"aboard": "a", "where": "destroyed"}),
        )
        assert [(each["unit"], each["ref"]) for each in reply["changes"] if each["tracker"] == "where"] == [("a", "AAM-66"), ("p", "AAM-66")]

    @rule("AAM-104", "AAM-25")
    @pytest.mark.parametrize(
        ("carrier", "passenger", "fates"),
        [
            ({}, {"aboard": "a"}, ["none", "none"]),
            ({"face_down": ["destroyed"]}, {"aboard": "a"}, ["destroyed", "destroyed"]),
            ({"face_down": ["destroyed"]}, {"aboard": "x"}, ["destroyed", "none"]),
            ({"face_down": ["disrupted"]}, {"aboard": "a", "face_up": ["disrupted"]}, ["disrupted", "none"]),
            ({"face_up": ["damaged"]}, {"face_down": ["disrupted", "destroyed"]}, ["damaged", "destroyed"]),
        ],
    )
    def test_what_each_will_be(self, carrier: Any, passenger: Any, fates: list[str]) -> None:
        units = {"a": {"card": SHERMAN, "state": carrier}, "p": {"card": SOLDIER, "state": passenger}}
        state = table(RULES, frozen({"units": units}))
        assert [fate(state, unit) for unit in "ap"] == fates
        assert [condition(after_casualties(state), unit) for unit in "ap"] == fates

    @rule("AAM-25")
    def test_only_those_named(self) -> None:
        units = {key: {"card": SHERMAN, "state": {"face_up": ["disrupted"]}} for key in "ab"}
        reply = answered(RULESETS, {"game": "aam", "ask": "casualty", "units": units, "situation": {"units": ["b"]}})
        assert [each["unit"] for each in reply["changes"]] == ["b"]

    @rule("AAM-65", "AAM-63")
    @pytest.mark.parametrize(("card", "words"), [(SOLDIER, ("disrupted", "destroyed")), (SHERMAN, ("disrupted", "damaged", "destroyed"))])
    @pytest.mark.parametrize("tracker", ["face_up", "face_down"])
    def test_the_markers_that_a_unit_can_have(self, tracker: str, card: Any, words: tuple[str, ...]) -> None:
        found = RULES.tracker(tracker)
        assert found
        assert found.words
        assert found.words(playing("casualty", {"a": {"card": card}}).state.unit("a")) == words

    @rule("AAM-65", "AAM-52")
    def test_a_damaged_marker_means_nothing_to_a_soldier(self) -> None:
        """On a tank it costs one on every die, on riflemen nothing; they are no damaged unit."""
        damaged = {"face_up": ["damaged"]}
        assert [targets(attack(card, SOLDIER, by=damaged, range=1))["attack"] for card in (SHERMAN, SOLDIER)] == [5, 4]
        assert attack(SHERMAN, SOLDIER, at=damaged, range=1)["odds"]["target"].keys() == {"none", "disrupted", "destroyed"}

    @rule("AAM-64", "AAM-65")
    def test_soldiers_know_no_damage(self) -> None:
        assert casualty_phase(a=(SOLDIER, {"face_up": ["damaged", "damaged"]}))["changes"] == []

    @rule("AAM-25", "AAM-66")
    def test_a_line_declined_leaves_its_markers(self) -> None:
        units = {"a": {"card": SHERMAN, "state": {"face_up": ["disrupted"], "face_down": ["disrupted", "damaged"]}}}
        session = Session(RULES, table(RULES, frozen({"step": "second_assault", "units": units})))
        session.dispatch(Advanced())
        assert session.prompt
        assert [line.ref.id for line in session.prompt.lines] == ["AAM-62", "AAM-25"]
        session.answer((0,))
        assert session.state.unit("a").marks("face_up") == ("disrupted", "disrupted", "damaged")
        assert session.state.unit("a").marks("face_down") == ()

    @rule("AAM-24", "AAM-60")
    def test_the_doomed_still_act(self) -> None:
        """E-04: a Destroyed marker face down does not stop a tank in its own assault phase."""
        assert "refused" not in attack(by={"face_down": ["disrupted", "damaged", "destroyed"]})

    @rule("AAM-25", "AAM-17")
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

    @rule("AAM-94", "AAM-62")
    def test_an_ignored_marker_still_goes(self) -> None:
        reply = ask("aam", "casualty", {"a": {"card": able(SOLDIER, fanatic=True), "state": {"face_up": ["disrupted"]}}})
        assert change(reply, "a", "face_up") == []

    @rule("AAM-95", "AAM-62")
    def test_the_unreliable_do_not_recover(self) -> None:
        reply = ask("aam", "casualty", {"a": {"card": able(SHERMAN, unreliable=True), "state": {"face_up": ["disrupted"]}}})
        assert reply["changes"] == []


class TestNerves:
    @rule("AAM-86", "AAM-62")
    @pytest.mark.parametrize(("face", "lines", "left"), [(4, ["T: remove Disrupted"], ()), (3, [], ("disrupted",))])
    def test_the_green_need_a_four(self, face: int, lines: list[str], left: tuple[str, ...]) -> None:
        units = {
            "t": {"card": {**able(SOLDIER, green=True), "name": "T"}, "state": {"face_up": ["disrupted"]}},
            "u": {"card": {**SHERMAN, "name": "U"}, "state": {"face_down": ["disrupted"]}},
        }
        session = playing("casualty", units)
        session.dispatch(Opened("casualty"))
        assert session.prompt
        assert session.prompt.key == "green:t"
        session.answer((face,))
        assert [english(line.text) for line in session.prompt.lines] == [*lines, "U: turn face up: Disrupted"]
        session.answer(())
        assert session.state.unit("t").marks("face_up") == left

    @rule("AAM-86", "AAM-95")
    @pytest.mark.parametrize("state", [{}, {"face_down": ["disrupted"]}, {"face_up": ["disrupted"], "overheated": True}])
    def test_the_green_roll_for_nothing_else(self, state: Any) -> None:
        assert ask("aam", "casualty", {"a": {"card": able(SOLDIER, green=True), "state": state}}).get("checks", []) == []

    @rule("AAM-86", "AAM-120")
    def test_without_determination_defensive_fire_destroys(self) -> None:
        weak = able(SOLDIER, lack_of_determination=True)
        hit = shot(SOLDIER, weak, roll={"attack": sixes(4, 8)})
        assert (hit["result"]["effect"], change(hit, "b", "where")) == ("destroyed", "destroyed")
        assert shot(SOLDIER, weak, roll={"attack": sixes(3, 8)})["result"]["effect"] == "none"

    @rule("AAM-86", "AAM-25")
    @pytest.mark.parametrize(("state", "where"), [({"face_down": ["disrupted"]}, "destroyed"), ({"face_up": ["disrupted"]}, None)])
    def test_and_so_does_a_marker_that_turns(self, state: Any, where: str | None) -> None:
        """One that goes at the start of the phase is not got in it."""
        reply = ask("aam", "casualty", {"a": {"card": able(SOLDIER, lack_of_determination=True), "state": state}})
        assert change(reply, "a", "where") == where


class TestLostAtOnce:
    @rule("AAM-25", "AAM-62")
    @pytest.mark.parametrize(("face", "left"), [(4, []), (3, ["disrupted"])])
    def test_the_green_need_a_four(self, face: int, left: list[str]) -> None:
        """Asked for one unit, nobody else rolls."""
        green = {"card": able(SOLDIER, green=True), "state": SHAKEN}
        reply = answered(
            RULESETS, {"game": "aam", "ask": "casualty", "units": {"x": green, "y": green}, "situation": {"units": ["x"], "roll": {"green:x": [face]}}}
        )
        assert ([check["what"] for check in reply["checks"]], reply["after"]["x"].get("face_up", [])) == (["green:x"], left)

    @rule("AAM-82", "AAM-83")
    def test_determined_or_not_who_is_lost_goes_no_further(self) -> None:
        mover = able({**SOLDIER, "speed": 2}, lack_of_determination=True, determined_charge=True)
        guns = {"g": {"card": SOLDIER, "seat": 1}}
        step = {"into": "clear", "near": {"g": [1, 1]}, "shots": [{"attacker": "g", "at": "left"}]}
        reply = move(mover, step, *into("clear"), others=guns, start=OPEN, roll={"defensive_fire:g": sixes(4, 8)})
        assert (reply["result"]["end"], reply["result"]["effect"]) == (0, "destroyed")


@rule("AAM-66", "AAM-104")
def test_the_rule_behind_a_loss_at_once() -> None:
    """Flammable, 5 or more: the transport is lost, and who is aboard with it."""
    more = {"p": {"card": SOLDIER, "seat": 1, "state": {"aboard": "b", "where": "inside"}}}
    reply = attack(target=able(PANZER, transport=True, flammable=True), more=more, roll={"attack": [1] * 11, "flammable": [5]})
    assert {change["unit"]: change["ref"] for change in reply["changes"]} == {"b": "AAM-66", "p": "AAM-104"}


@rule("AAM-66", "AAM-104")
def test_a_passenger_lost_alone_is_lost_by_itself() -> None:
    """Whoever rides exposed burns at three sixes; the transport stays."""
    more = {"t": {"card": able(HALFTRACK, exposed_transport=True), "seat": 1}}
    reply = attack(
        able(SOLDIER, flamethrower=True), SOLDIER, at={"aboard": "t", "where": "inside"}, more=more, range=1, roll={"attack": sixes(3, 8), "sixes": [6, 6, 6]}
    )
    assert [(change["unit"], change["to"], change["ref"]) for change in reply["changes"]] == [("b", "destroyed", "AAM-66")]
