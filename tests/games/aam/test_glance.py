"""What the table shows of the game at one look."""

from typing import Any

import pytest

from engine.games.aam.examples import SHERMAN
from engine.games.aam.glance import has_tracker
from engine.games.aam.movement.prompts import facing_line
from engine.games.aam.refs import AAM_101
from engine.values.events import Opened
from engine.values.maps import Map, pairs
from engine.values.model import BY_HAND
from engine.values.texts import english
from tests.games.aam.table import CAPTAIN, PAK, RULES, SOLDIER, able, playing, rule


class TestAtOneLook:
    """What the table shows of the game without being asked."""

    GLANCE = RULES.glance

    @rule("AAM-12")
    @pytest.mark.parametrize(
        ("card", "sign"),
        [
            (PAK, "artillery"),
            (SOLDIER, "infantry"),
            (CAPTAIN, "command"),
            (SHERMAN, "armour"),
            ({"type": "vehicle"}, "armour"),
            ({"type": "vehicle", "subtypes": ["Half-Track"]}, "mechanised"),
        ],
    )
    def test_signs(self, card: Any, sign: str) -> None:
        assert self.GLANCE.sign(playing("end", {"a": {"card": card}}).state.unit("a")) == sign

    @rule("AAM-55", "AAM-63")
    @pytest.mark.parametrize(
        ("card", "markers", "told"),
        [
            (SHERMAN, [], "defense 5/4, speed 4"),
            (SHERMAN, ["damaged"], "defense 4/3, speed 3"),
            (SHERMAN, ["disrupted"], "defense 4/3, speed 0"),
            (SHERMAN, ["disrupted", "damaged"], "defense 4/3, speed 0"),
            (SOLDIER, [], "defense 4, speed 1"),
            ({**SOLDIER, "defense": [1]}, ["disrupted"], "defense 1, speed 0"),
            ({**SHERMAN, "speed": 0}, ["damaged"], "defense 4/3, speed 0"),
            ({"type": "soldier"}, [], "None"),
        ],
    )
    def test_values_as_they_are_now(self, card: Any, markers: list[str], told: str) -> None:
        assert english(self.GLANCE.fact(playing("end", {"a": {"card": card, "state": {"face_up": markers}}}).state.unit("a"))) == told

    @rule("AAM-55", "AAM-61", "AAM-63")
    @pytest.mark.parametrize(
        ("card", "markers", "key", "now", "printed", "why"),
        [
            (SHERMAN, [], "speed", "4", "4", []),
            (SHERMAN, ["damaged"], "speed", "3", "4", ["AAM-63"]),
            (SHERMAN, ["disrupted"], "speed", "0", "4", ["AAM-61"]),
            (able(SHERMAN, courage=True), ["disrupted"], "speed", "4", "4", []),  # it moves towards the enemy
            (able(SHERMAN, veteran_crew=True), ["disrupted"], "speed", "4", "4", []),
            (SHERMAN, [], "defense", "5/4", "5/4", []),
            (SHERMAN, ["disrupted"], "defense", "4/3", "5/4", ["AAM-55"]),
            ({**SOLDIER, "defense": [1]}, ["disrupted"], "defense", "1", "1", []),  # the floor
        ],
    )
    def test_values_with_the_printed_one_and_the_reason(self, card: Any, markers: list[str], key: str, now: str, printed: str, why: list[str]) -> None:
        table = playing("first_movement", {"a": {"card": card, "state": {"face_up": markers}}}).state
        [found] = [each for each in self.GLANCE.effective(table, table.unit("a")) if each.key == key]
        assert (found.value, found.printed, [each.ref.id for each in found.why]) == (now, printed, why)

    @rule("AAM-13", "AAM-14")
    def test_dice_of_a_band_without_any_are_a_dash(self) -> None:
        table = playing("first_assault", {"a": {"card": SOLDIER}}).state
        found = {each.key: each.value for each in self.GLANCE.effective(table, table.unit("a"))}
        assert (found["soldiers"], found["vehicles"]) == ("8/6/-", "2/-/-")

    @rule("AAM-86", "AAM-102")
    @pytest.mark.parametrize(
        ("card", "tracker", "shown"),
        [
            (SOLDIER, "aboard", True),
            (SHERMAN, "aboard", False),
            (SHERMAN, "used_up", False),
            (able(SHERMAN, heavy_armor=True), "used_up", True),
            (able(SHERMAN, heavy_armor=True), "given_up", False),
            (SHERMAN, "kept_down", False),
            (SHERMAN, "face_up", True),
        ],
    )
    def test_only_what_the_unit_can_have(self, card: Any, tracker: str, shown: bool) -> None:
        assert has_tracker(playing("end", {"a": {"card": card}}).state.unit("a"), tracker) is shown

    @rule("AAM-13", "AAM-22", "AAM-55")
    @pytest.mark.parametrize(
        ("step", "order"),
        [
            ("first_movement", ["speed", "defense", "soldiers", "vehicles"]),
            ("first_assault", ["soldiers", "vehicles", "speed", "defense"]),
            ("second_assault", ["soldiers", "vehicles", "speed", "defense"]),
        ],
    )
    def test_what_counts_in_this_phase_comes_first(self, step: str, order: list[str]) -> None:
        now = playing(step, {"a": {"card": SHERMAN}}).state
        assert [value.key for value in self.GLANCE.effective(now, now.unit("a"))] == order

    @rule("AAM-58")
    @pytest.mark.parametrize(
        ("before", "after", "lines"),
        [
            ({}, {"face_down": ["damaged"]}, 1),
            ({}, {"face_down": ["damaged"], "face_up": ["disrupted"]}, 0),
            ({"face_down": ["damaged"]}, {"face_up": ["damaged"]}, 0),
        ],
    )
    def test_markers_face_down_are_told_once(self, before: Any, after: Any, lines: int) -> None:
        """With those face up where these change too."""
        was, now = (playing("end", {"a": {"card": SHERMAN, "state": state}}).state.unit("a") for state in (before, after))
        assert len(list(RULES.tale.hands["face_down"](was, now))) == lines

    @rule("AAM-101")
    @pytest.mark.parametrize(("count", "words"), [(1, "the bridge is destroyed"), (0, "the bridge holds")])
    def test_a_bridge_that_is_gone_or_holds(self, count: int, words: str) -> None:
        before = playing("first_assault", {"a": {"card": SHERMAN}}).state
        after = before.set("", "bridges_destroyed", count, AAM_101)
        told = RULES.tale.results["demolish"](before, after, Map())
        assert told
        assert english(told) == words

    @rule("AAM-21", "AAM-22")
    @pytest.mark.parametrize(
        ("step", "seat", "state", "acted"),
        [
            ("first_movement", 0, {}, False),
            ("first_movement", 0, {"moved": True}, True),
            ("first_assault", 0, {"attacked": True}, True),
            ("first_movement", 1, {"moved": True}, None),
            ("end", 0, {"moved": True}, None),
            ("first_movement", 0, {"where": "destroyed"}, None),
            ("first_movement", 0, {"where": "destroyed", "moved": True}, None),
        ],
    )
    def test_who_has_acted(self, step: str, seat: int, state: Any, acted: Any) -> None:
        now = playing(step, {"a": {"seat": seat, "card": SHERMAN, "state": state}}).state
        assert self.GLANCE.acted(now, now.unit("a")) is acted

    @rule("AAM-21", "AAM-22", "AAM-89")
    @pytest.mark.parametrize(("acting", "acted"), [("a", False), ("b", True)])
    def test_who_has_an_extra_attack_left_has_not(self, acting: str, acted: bool) -> None:
        units = {name: {"seat": 0, "card": able(SHERMAN, double_shot=True), "state": {"attacked": True}} for name in "ab"}
        foe = {"x": {"seat": 1, "card": SHERMAN}}
        now = playing("first_assault", {**units, **foe}, table={"acting": {"unit": acting, "left": ["attack"]}}).state
        assert self.GLANCE.acted(now, now.unit("a")) is acted

    @rule("AAM-109", "AAM-116")
    @pytest.mark.parametrize(
        ("turn", "scenario", "rules"),
        [
            (6, "standard", ["AAM-109", 1]),
            (1, "standard", ["AAM-109", 6]),
            (7, "standard", ["AAM-109", None]),
            (9, "standard", ["AAM-109", None]),
            (10, "standard", ["AAM-110", None]),
            (6, "assault", ["AAM-116", None]),
            (11, "assault", ["AAM-116", None]),
            (8, "free", []),
        ],
    )
    def test_how_the_game_stands(self, turn: int, scenario: str, rules: Any) -> None:
        now = playing("end", {}, turn=turn, scenario=scenario).state
        assert [part for each in self.GLANCE.watched(now) for part in (each.ref.id, each.text.count if each.text.plural else None)] == rules
        assert self.GLANCE.watched(now.set("", "winner", "draw", BY_HAND)) == ()

    @rule("AAM-25", "AAM-58")
    @pytest.mark.parametrize(
        ("before", "after", "lines"),
        [
            (([], []), ([], ["disrupted", "damaged"]), ["lay Disrupted face down", "lay Damaged face down"]),
            (([], ["disrupted"]), (["disrupted"], []), ["turn Disrupted face up"]),
            ((["disrupted"], ["disrupted"]), (["disrupted"], []), ["take Disrupted off", "turn Disrupted face up"]),
            (
                (["disrupted"], ["disrupted", "damaged"]),
                (["disrupted", "damaged"], []),
                ["take Disrupted off", "turn Disrupted face up", "turn Damaged face up"],
            ),
            ((["damaged", "disrupted"], []), (["damaged"], []), ["take Disrupted off"]),
            (([], []), (["disrupted"], []), ["lay Disrupted face up"]),
            (([], ["damaged"]), ([], []), ["take Damaged off"]),
        ],
    )
    def test_what_the_hands_do_with_markers(self, before: Any, after: Any, lines: list[str]) -> None:
        """Told once, whichever side of the markers changes."""
        states = [{"face_up": up, "face_down": down} for up, down in (before, after)]
        was, now = (playing("end", {"a": {"card": SHERMAN, "state": state}}).state.unit("a") for state in states)
        changed = [key for key in ("face_down", "face_up") if was.marks(key) != now.marks(key)]
        told = [english(text) for key in changed for text in RULES.tale.hands[key](was, now)]
        assert told == [f"M4A1 Sherman: {line}" for line in lines]

    @rule("AAM-110", "AAM-132")
    def test_points_on_the_map(self) -> None:
        units = {
            "a": {"seat": 0, "card": SHERMAN},
            "b": {"seat": 0, "card": SHERMAN, "state": {"where": "destroyed"}},
            "c": {"seat": 0, "card": {**SOLDIER, "cost": 4}, "state": {"where": "inside"}},
            "d": {"seat": 1, "card": SOLDIER},
        }
        now = playing("end", units).state
        assert [self.GLANCE.side(now, seat).points for seat in (0, 1)] == [25, None]


@rule("AAM-24", "AAM-66")
@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        ({}, {"face_down": ["disrupted"]}, ["{unit} will be disrupted"]),
        ({"face_down": ["disrupted"]}, {"face_down": ["disrupted", "damaged"]}, ["{unit} will be damaged"]),
        ({}, {"face_down": ["disrupted", "damaged"]}, ["{unit} will be disrupted and damaged"]),
        ({}, {"face_down": ["disrupted", "destroyed"]}, ["{unit} will be destroyed"]),
        ({}, {"face_up": ["disrupted"]}, ["{unit} is disrupted"]),
        ({}, {"face_up": ["damaged"]}, ["{unit} is damaged"]),
        ({"face_down": ["damaged"]}, {"face_up": ["damaged"]}, []),
        ({"face_down": ["destroyed"]}, {"where": "destroyed"}, ["{unit} is destroyed"]),
        ({}, {}, []),
    ],
)
def test_what_became_of_a_unit(before: Any, after: Any, lines: list[str]) -> None:
    was, now = (playing("end", {"a": {"card": SHERMAN, "state": state}}).state.unit("a") for state in (before, after))
    assert [text.key for text in RULES.tale.fate(was, now)] == lines


@rule("AAM-36", "AAM-124")
@pytest.mark.parametrize(
    ("word", "has_failed", "ref"),
    [
        ("any", False, "AAM-32"),
        ("next_hex", False, "AAM-124"),
        ("ahead", True, "AAM-36"),
        ("ahead", False, "AAM-124"),
        ("away", False, "AAM-124"),
        ("none", False, None),
    ],
)
def test_how_a_vehicle_faces(word: str, has_failed: bool, ref: str | None) -> None:
    line = facing_line(word, playing("end", {"a": {"card": SHERMAN}}).state.unit("a"), has_failed)
    assert (line.ref.id if line else None) == ref


@rule("AAM-110")
@pytest.mark.parametrize(("reading", "told"), [("value_left", "21 points on the map"), ("enemy_units_destroyed", "one enemy unit destroyed")])
def test_what_decides_in_the_end(reading: str, told: str) -> None:
    units = {"a": {"card": SHERMAN}, "b": {"card": PAK, "seat": 1, "state": {"where": "destroyed"}}}
    now = playing("end", units, readings={"points": reading}).state
    assert RULES.glance.side
    assert english(RULES.glance.side(now, 0).text) == told


@rule("AAM-22", "AAM-21")
def test_a_unit_with_a_shot_left_has_not_acted() -> None:
    """Double Shot: after the first attack it still acts, after the second it has acted."""
    game = playing("first_assault", {"a": {"card": able(SHERMAN, double_shot=True)}, "b": {"card": SOLDIER, "seat": 1}})
    acted = []
    for _ in range(2):
        game.dispatch(Opened("attack", pairs(attacker="a", target="b", range=2, terrain="clear")))
        game.answer((1,) * 9)
        acted.append(RULES.glance.acted(game.state, game.state.unit("a")))
    assert acted == [False, True]
