"""Whom a step provokes."""

from fractions import Fraction
from typing import Any

import pytest

from engine.games.aam.examples import PANZER, SHERMAN
from engine.values.events import Opened
from engine.values.kinds import Whole
from engine.values.maps import frozen, pairs
from tests.games.aam.table import ANTITANK_GUN, HALFTRACK, PAK, RIFLES, SOLDIER, able, attack, into, move, playing, refused, rule, shot, sixes, successes
from tests.games.asking import ask

DISRUPTED, DAMAGED, BOTH = ["disrupted"], ["damaged"], ["disrupted", "damaged"]
ONE_GUN = {"g": {"card": PAK, "seat": 1}}
AT_LEAST = {n: sum((chance for hit, chance in successes(11, 4).items() if hit >= n), Fraction(0)) for n in (4, 5)}
OPEN = {"terrain": "clear"}


def roll(card: Any, terrain: str, *across: str, road: bool = False, **situation: Any) -> dict[str, Any]:
    return ask("aam", "movement_roll", {"a": {"card": card}}, unit="a", into=terrain, across=list(across), road=road, **situation)


def seen(near: Any, *, card: Any = SHERMAN, by: Any = ANTITANK_GUN, state: Any = None, readings: Any = None) -> Any:
    others = {"e": {"card": by, "seat": 1, "state": state or {}}}
    return move(card, {"into": "clear", "near": {"e": near}}, others=others, readings=readings)["result"]["provokes"]


class TestProvoking:
    @rule("AAM-75", "AAM-76")
    @pytest.mark.parametrize(
        ("near", "provokes"), [([1, 1], True), ([1, 0], True), ([0, 1], True), ([2, 1], False), ([1, 2], False), ([2, 2], False), ([0, 2], False)]
    )
    def test_from_adjacent_to_adjacent(self, near: list[int], provokes: bool) -> None:
        assert seen(near) == [["e"] if provokes else []]

    @rule("AAM-75")
    @pytest.mark.parametrize(("near", "provokes"), [([1, 1], True), ([2, 1], True), ([5, 0], True), ([1, 2], False)])
    def test_any_step_that_ends_adjacent_by_the_other_reading(self, near: list[int], provokes: bool) -> None:
        """AMB-34."""
        assert seen(near, readings={"df_trigger": "any_step_ending_adjacent"}) == [["e"] if provokes else []]

    @rule("AAM-77")
    @pytest.mark.parametrize(
        ("card", "by", "provokes"),
        [(RIFLES, PANZER, False), (SHERMAN, PANZER, True), (SHERMAN, RIFLES, True), (RIFLES, RIFLES, True), (RIFLES, ANTITANK_GUN, True)],
    )
    def test_soldiers_provoke_nothing_from_vehicles(self, card: Any, by: Any, provokes: bool) -> None:
        assert seen([1, 1], card=card, by=by) == [["e"] if provokes else []]
        assert seen([1, 0], card=card, by=by) == [["e"] if provokes else []]

    @rule("AAM-131", "AAM-75")
    @pytest.mark.parametrize(
        ("state", "provokes"),
        [({"aboard": "x"}, False), ({"where": "destroyed"}, False), ({"face_up": ["disrupted"]}, True), ({"fired_defensively": True}, True)],
    )
    def test_who_takes_part(self, state: Any, provokes: bool) -> None:
        """E-05: a unit that has fired is provoked again, it only may not fire again."""
        assert seen([1, 1], state=state) == [["e"] if provokes else []]

    @rule("AAM-75", "AAM-131")
    def test_each_step_and_each_enemy_for_itself(self) -> None:
        others = {"e": {"card": ANTITANK_GUN, "seat": 1}, "f": {"card": PANZER, "seat": 1}}
        steps = [{"into": "clear", "near": {"e": [2, 1], "f": [1, 1]}}, {"into": "clear", "near": {"e": [1, 1], "f": [1, 2]}}, {"into": "clear"}]
        assert move(HALFTRACK, *steps, others=others)["result"]["provokes"] == [["f"], ["e"], []]

    @rule("AAM-33", "AAM-75")
    def test_turning_in_place_provokes_nobody(self) -> None:
        assert move(SHERMAN)["result"]["provokes"] == []

    @rule("AAM-75")
    def test_an_unseated_enemy_of_a_question_is_an_enemy(self) -> None:
        reply = move(SHERMAN, {"into": "clear", "near": {"e": [1, 1]}}, others={"e": {"card": ANTITANK_GUN}})
        assert reply["result"]["provokes"] == [["e"]]


@rule("AAM-78", "AAM-75")
@pytest.mark.parametrize(("phase", "reading", "found"), [("assault", "movement_only", []), ("assault", "both", ["g"]), ("movement", "movement_only", ["g"])])
def test_whom_a_step_provokes_in_which_phase(phase: str, reading: str, found: list[str]) -> None:
    reply = move(
        SHERMAN, {"into": "clear", "near": {"g": [1, 1]}}, others={"g": {"card": PAK, "seat": 1}}, start=OPEN, phase=phase, readings={"df_phases": reading}
    )
    assert reply["result"]["provokes"] == [found]


@rule("AAM-75", "AAM-120")
@pytest.mark.parametrize(
    ("mine", "side", "seat", "found"),
    [
        ("allies", "allies", {}, []),
        ("allies", "axis", {}, ["g"]),
        ("allies", None, {}, ["g"]),
        ("allies", "allies", {"seat": 1}, ["g"]),
        (None, None, {}, ["g"]),
        (None, "axis", {}, ["g"]),
    ],
)
def test_friends_are_not_provoked(mine: Any, side: Any, seat: Any, found: list[str]) -> None:
    """Without seats the sides tell; two players of one side have seats."""
    reply = move({**SHERMAN, "side": mine}, {"into": "clear", "near": {"g": [1, 1]}}, start=OPEN, others={"g": {"card": {**PAK, "side": side}, **seat}})
    assert reply["result"]["provokes"] == [found]


class TestAwareness:
    """Some Vehicles see Soldiers who come into their hex, some units see Vehicles that
    leave."""

    def moved(self, mover: Any, watcher: Any, near: Any, at: Any = None, readings: Any = None) -> dict[str, Any]:
        step = {"into": "clear", "near": {"g": near}, "shots": [{"attacker": "g", "at": at}] if at else []}
        return move(mover, step, others={"g": {"card": watcher, "seat": 1}}, readings=readings, start={"terrain": "clear"})

    @rule("AAM-86", "AAM-75")
    @pytest.mark.parametrize(
        ("mover", "ability", "near", "left", "entered"),
        [
            (SOLDIER, "awareness", [1, 0], "AAM-77", None),
            (SOLDIER, "awareness", [1, 1], "AAM-77", "AAM-77"),
            (SOLDIER, "overlapping_fire", [1, 1], None, None),
            (SHERMAN, "awareness", [1, 1], None, None),
            (SHERMAN, "battlefield_awareness", [1, 2], None, "AAM-75"),
            (SHERMAN, "awareness", [1, 2], "AAM-75", "AAM-75"),
            (SHERMAN, "battlefield_awareness", [2, 3], "AAM-75", "AAM-75"),
            (SOLDIER, "battlefield_awareness", [1, 2], "AAM-77", "AAM-77"),
        ],
    )
    def test_who_is_provoked_when(self, mover: Any, ability: str, near: Any, left: Any, entered: Any) -> None:
        watcher = able(PANZER, **{ability: True})
        provoked = self.moved(mover, watcher, near)["result"]["provokes"]
        assert provoked == [["g"] if None in (left, entered) else []]
        for at, no in (("left", left), ("entered", entered)):
            assert refused(self.moved(mover, watcher, near, at))[:1] == ([no] if no else [])

    @rule("AAM-86")
    def test_soldiers_may_leave(self) -> None:
        aware = able(PAK, battlefield_awareness=True)
        assert self.moved(SHERMAN, aware, [1, 2])["result"]["provokes"] == [["g"]]
        assert self.moved(SOLDIER, aware, [1, 2])["result"]["provokes"] == [[]]

    @rule("AAM-75")
    def test_a_soldier_that_is_not_next_to_the_hex_left(self) -> None:
        either = {"df_trigger": "any_step_ending_adjacent"}
        assert refused(self.moved(SHERMAN, PAK, [2, 1], "left", either)) == ["AAM-75"]
        assert refused(self.moved(SHERMAN, PAK, [2, 1], "entered", either)) == []

    @rule("AAM-86", "AAM-77")
    @pytest.mark.parametrize(("hexes", "no"), [(0, []), (1, ["AAM-77"])])
    def test_asked_for_by_itself(self, hexes: int, no: Any) -> None:
        assert refused(shot(able(PANZER, awareness=True), SOLDIER, range=hexes)) == no

    @rule("AAM-77", "AAM-86")
    @pytest.mark.parametrize(("told", "no"), [({}, ["AAM-77"]), ({"range": 1}, ["AAM-77"]), ({"range": 0}, [])])
    def test_awareness_told_with_a_step(self, told: Any, no: list[str]) -> None:
        """A shot without a range is fired from the next hex."""
        step = {"into": "clear", "shots": [{"attacker": "g", **told}]}
        assert refused(move(SOLDIER, step, others={"g": {"seat": 1, "card": able(PANZER, awareness=True)}}, start={"terrain": "clear"})) == no

    @rule("AAM-86", "AAM-80")
    def test_led_through_a_move_it_may_be_named(self) -> None:
        units = {"a": {"seat": 0, "card": SOLDIER}, "g": {"seat": 1, "card": able(PANZER, awareness=True)}}
        game = playing("first_movement", units)
        game.dispatch(Opened("move", pairs(unit="a")))
        game.answer(frozen({"into": "clear", "entering": ["g"]}))
        assert game.prompt
        assert (game.prompt.key, [option.key for option in game.prompt.options]) == ("fire:0:entered:0", ["hold", "g"])
        game.answer("g")
        assert game.prompt.key == "defensive_fire:g"

    @rule("AAM-80", "AAM-81")
    def test_how_far_it_sees_soldiers(self) -> None:
        """Into its hex and no further."""
        units = {"a": {"seat": 0, "card": SOLDIER}, "g": {"seat": 1, "card": able(PANZER, awareness=True)}}
        game = playing("first_movement", units, readings={"df_trigger": "any_step_ending_adjacent"})
        game.dispatch(Opened("move", pairs(unit="a")))
        game.answer(frozen({"into": "clear", "near": ["g"]}))
        game.answer("g")
        assert game.prompt
        assert game.prompt.fields
        (field,) = game.prompt.fields.fields
        assert (field.kind, field.default) == (Whole(0, 0), 0)

    @rule("AAM-86")
    @pytest.mark.parametrize("ability", ["smoke_screen", "exert_will"])
    def test_what_the_table_sees_to_is_told(self, ability: str) -> None:
        rows = move(able(SOLDIER, **{ability: True}), *into("clear"))["result"]["rows"]
        assert [(row["key"], row["amount"]) for row in rows] == [("by_hand", 0)]
        assert attack(able(SHERMAN, indirect_fire=True))["checks"][0]["modifiers"][0]["key"] == "by_hand"


class TestFightingPlatform:
    @rule("AAM-86", "AAM-131")
    @pytest.mark.parametrize(
        ("ability", "card", "found"), [("fighting_platform", SOLDIER, ["t", "r"]), ("transport", SOLDIER, ["t"]), ("fighting_platform", PAK, ["t"])]
    )
    def test_its_passenger_is_provoked(self, ability: str, card: Any, found: list[str]) -> None:
        """Artillery never fights aboard."""
        aboard = {"t": {"card": able(HALFTRACK, **{ability: True}), "seat": 1}, "r": {"card": card, "seat": 1, "state": {"aboard": "t", "where": "inside"}}}
        step = {"into": "clear", "near": {"t": [1, 1], "r": [1, 1]}}
        assert move(SHERMAN, step, others=aboard, start=OPEN)["result"]["provokes"] == [found]

    @rule("AAM-86", "AAM-79")
    def test_it_is_asked_in_a_game(self) -> None:
        game = playing(
            "first_movement",
            {
                "a": {"seat": 0, "card": SHERMAN},
                "t": {"seat": 1, "card": able(HALFTRACK, fighting_platform=True)},
                "r": {"seat": 1, "card": SOLDIER, "state": {"aboard": "t", "where": "inside"}},
            },
        )
        game.dispatch(Opened("move", pairs(unit="a")))
        assert game.prompt
        assert game.prompt.about == ("a", "t", "r")


class TestAwayFromTheEnemy:
    """A Vehicle that goes from next to a gun to where it is not shows it the rear,
    in the hex left too."""

    GUN = able(PAK, battlefield_awareness=True)

    @rule("AAM-81", "AAM-123")
    @pytest.mark.parametrize(("near", "needs"), [([1, 2], 4), ([1, 1], 5), ([1, 0], 5), ([0, 1], 4)])
    def test_the_side_it_shows(self, near: Any, needs: int) -> None:
        """Of the six ways out of a hex next to the gun three lead to 2 hexes: all of them turn
        the back to it."""
        step = {"into": "clear", "near": {"g": near}, "shots": [{"attacker": "g", "at": "left"}]}
        reply = move(SHERMAN, step, others={"g": {"card": self.GUN, "seat": 1}}, start=OPEN)
        assert reply["checks"][0]["needs"] == needs

    @rule("AAM-80", "AAM-86")
    @pytest.mark.parametrize(("card", "asked"), [(GUN, ["range", "arc"]), (PAK, None)])
    def test_led_hex_by_hex_the_table_says(self, card: Any, asked: list[str] | None) -> None:
        game = playing("first_movement", {"a": {"seat": 0, "card": SHERMAN}, "g": {"seat": 1, "card": card}})
        game.dispatch(Opened("move", pairs(unit="a", **{"from": pairs(terrain="clear")})))
        game.answer(frozen({"into": "clear", "near": ["g"]}))
        game.answer("g")
        assert game.prompt
        fields = game.prompt.fields
        assert (fields and [field.key for field in fields.fields]) == asked


class TestStepByStep:
    @rule("AAM-82", "AAM-60")
    def test_face_up_beside_what_lies_face_down(self) -> None:
        reply = shot(at={"face_down": DISRUPTED}, roll={"attack": sixes(11, 11)})
        assert (reply["after"]["b"]["face_up"], reply["after"]["b"]["face_down"]) == (DISRUPTED, DISRUPTED)
        reply = shot(at={"face_up": DISRUPTED}, roll={"attack": sixes(4, 11)})
        assert (reply["result"]["effect"], reply["changes"]) == ("disrupted", [])

    @rule("AAM-73", "AAM-122")
    def test_cover_cancels_and_the_shot_is_spent(self) -> None:
        reply = shot(terrain="town", roll={"attack": sixes(11, 11), "cover": [5]})
        assert (reply["result"]["effect"], reply["changes"], reply["after"]["a"]["fired_defensively"]) == ("none", [], True)
        assert refused(shot(by=reply["after"]["a"])) == ["AAM-78"]
        assert refused(shot(by={"moved": True, "attacked": True})) == []

    @rule("AAM-140", "AAM-70")
    @pytest.mark.parametrize(
        ("ranges", "at", "found"),
        [
            ([1, 0], "left", [5]),
            ([1, 0], "entered", [4, 6]),
            ([0, 1], "left", [4, 6]),
            ([0, 1], "entered", [4, 5]),
            ([1, 1], "left", [5, 5]),
            ([1, 1], "entered", [4, 5]),
        ],
    )
    def test_into_and_out_of_the_shooters_hex(self, ranges: Any, at: str, found: Any) -> None:
        """From a hill, or from the open where found has no cover, into a town: defense, then
        cover."""
        start = "clear" if found == [5] else "hill"
        step = {"into": "town", "near": {"g": ranges}, "shots": [{"attacker": "g", "at": at}]}
        checks = move(SHERMAN, step, others=ONE_GUN, start={"terrain": start})["checks"]
        assert [checks[0]["needs"], *(check["target"] for check in checks[1:])] == found

    @rule("AAM-41", "AAM-36")
    def test_a_failed_roll_spares_the_mover_the_shot(self) -> None:
        step = {"into": "forest", "near": {"g": [1, 1]}, "shots": [{"attacker": "g", "at": "left"}]}
        reply = move(SHERMAN, step, others=ONE_GUN, start={"terrain": "clear"}, roll={"movement": [3]})
        assert [reply["result"][key] for key in ("end", "effect", "facing")] == [0, "none", "ahead"]
        assert "fired_defensively" not in reply["after"]["g"]

    @rule("AAM-39", "AAM-73")
    @pytest.mark.parametrize(
        ("at", "end", "effect"), [("left", (1 - AT_LEAST[5]) / 2, AT_LEAST[5] / 2), ("entered", Fraction(1, 2), AT_LEAST[4] / 2 * Fraction(2, 3))]
    )
    def test_roll_shot_and_cover_in_one_step(self, at: str, end: Fraction, effect: Fraction) -> None:
        """Half the time into the forest; 5 of 11 dice at the front in the open, or 4 at the rear
        and no 5 for cover."""
        step = {"into": "forest", "near": {"g": [1, 1]}, "shots": [{"attacker": "g", "at": at}]}
        odds = move(SHERMAN, step, others=ONE_GUN, start={"terrain": "clear"})["odds"]
        assert (odds["end"]["1"], odds["effect"]["disrupted"]) == (str(end), str(effect))
