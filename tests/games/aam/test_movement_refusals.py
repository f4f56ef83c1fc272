"""What forbids a move."""

from typing import Any

import pytest

from engine.games.aam.examples import PANZER, SHERMAN
from tests.games.aam.table import ANTITANK_GUN, RIFLES, SLOW, attack, into, move, refused, rule, shot, sixes, spent, why
from tests.games.asking import ask


def roll(card: Any, terrain: str, *across: str, road: bool = False, **situation: Any) -> dict[str, Any]:
    return ask("aam", "movement_roll", {"a": {"card": card}}, unit="a", into=terrain, across=list(across), road=road, **situation)


class TestRefusals:
    @rule("AAM-61", "AAM-34")
    def test_a_disrupted_unit_neither_moves_nor_turns(self) -> None:
        for steps in ([], into("clear")):
            assert why(move(SHERMAN, *steps, by={"face_up": ["disrupted"]})) == ("disrupted", "AAM-61")
            assert why(move(SHERMAN, *steps, by={"face_down": ["disrupted"]})) is None

    @rule("AAM-21", "AAM-22")
    @pytest.mark.parametrize(
        ("state", "phase", "refused"),
        [
            ({"moved": True}, "movement", ("already_moved", "AAM-21")),
            ({"moved": True}, "assault", ("already_moved", "AAM-22")),
            ({"attacked": True}, "assault", ("already_acted", "AAM-22")),
            ({}, "assault", None),
            ({"fired_defensively": True}, "movement", None),
        ],
    )
    def test_once_in_a_phase(self, state: Any, phase: str, refused: Any) -> None:
        assert why(move(SHERMAN, *into("clear"), by=state, phase=phase)) == refused

    @rule("AAM-89", "AAM-22")
    def test_strike_and_fade_follows_an_attack(self) -> None:
        fade = {**SHERMAN, "abilities": {"strike_and_fade": 2}}
        assert spent(move(fade, *into("clear", "clear"), by={"attacked": True}, phase="assault")) == (2, 2)
        assert why(move(fade, *into("clear"), by={"attacked": True, "moved": True}, phase="assault")) == ("already_moved", "AAM-22")

    @rule("AAM-103")
    def test_a_passenger_does_not_move(self) -> None:
        assert why(move(RIFLES, *into("clear"), by={"aboard": "t", "where": "inside"})) == ("aboard", "AAM-103")

    @rule("AAM-66")
    def test_nor_does_what_is_not_on_the_map(self) -> None:
        assert why(move(RIFLES, by={"where": "destroyed"})) == ("off_the_map", "AAM-66")

    @rule("AAM-33", "AAM-32")
    def test_turning_in_place_is_a_move(self) -> None:
        reply = move(SHERMAN)
        assert (spent(reply), reply["odds"]["end"], reply["odds"]["facing"]) == ((4, 0), {"0": "1"}, {"any": "1"})
        assert reply["after"]["a"]["moved"] is True
        assert why(move(SLOW, by={"face_up": ["damaged"]})) is None

    @rule("AAM-33", "AAM-129")
    @pytest.mark.parametrize(("card", "by", "refused"), [(SLOW, {"face_up": ["damaged"]}, True), (SLOW, {}, False), ({**RIFLES, "speed": 0}, {}, False)])
    def test_not_at_speed_0_by_the_other_reading(self, card: Any, by: Any, refused: bool) -> None:
        reply = move(card, by=by, readings={"turn_at_speed_0": "no"})
        assert why(reply) == (("cannot_turn", "AAM-33") if refused else None)
        by_road = move(card, *into("clear", road=True), by=by, readings={"turn_at_speed_0": "no", "road_bonus_at_speed_0": "yes"})
        assert (why(by_road) or ("", ""))[0] != "cannot_turn"

    @rule("AAM-33")
    def test_without_any_steps_it_turns(self) -> None:
        reply = ask("aam", "move", {"a": {"card": SHERMAN}}, unit="a")
        assert (reply["result"]["cost"], reply["odds"]["end"]) == (0, {"0": "1"})

    @rule("AAM-27")
    def test_a_speed_that_is_not_stated_is_asked_for(self) -> None:
        card = {key: value for key, value in SHERMAN.items() if key != "speed"}
        assert move(card, *into("clear"))["unknown"] == ["units.a.card.speed"]
        assert move(card)["unknown"] == ["units.a.card.speed"]

    @rule("AAM-27")
    def test_players_may_overrule(self) -> None:
        reply = move(SHERMAN, *into(*["clear"] * 5), overrule=True)
        assert reply["odds"]["end"] == {"5": "1"}
        assert reply["overruled"][0]["refs"] == ["AAM-27"]


class TestStacking:
    SOME: dict[str, Any] = {  # noqa: RUF012
        "t": {"card": SHERMAN},
        "s": {"card": RIFLES},
        "s2": {"card": RIFLES},
        "et": {"card": PANZER, "seat": 1},
        "es": {"card": RIFLES, "seat": 1},
        "es2": {"card": RIFLES, "seat": 1},
        "p": {"card": RIFLES, "state": {"aboard": "t"}},
        "g": {"card": {**ANTITANK_GUN, "abilities": {"large": True}}},
    }

    @rule("AAM-28", "AAM-29")
    @pytest.mark.parametrize(
        ("card", "holds", "room"),
        [
            (SHERMAN, [], True),
            (SHERMAN, ["s"], True),
            (SHERMAN, ["t"], False),
            (SHERMAN, ["s", "s2"], False),
            (SHERMAN, ["et"], False),
            (SHERMAN, ["es", "es2"], True),
            (SHERMAN, ["s", "es", "es2"], True),
            (SHERMAN, ["g"], False),
            (RIFLES, ["t"], True),
            (RIFLES, ["t", "s"], False),
            (RIFLES, ["t", "p"], True),
            (RIFLES, ["et", "es"], True),
            (RIFLES, ["s", "et", "es"], True),
            (RIFLES, ["s", "s2"], False),
            (RIFLES, ["t", "a"], True),
        ],
    )
    def test_who_fits(self, card: Any, holds: list[str], room: bool) -> None:
        reply = move(card, {"into": "clear", "holds": holds}, others=self.SOME)
        assert why(reply) == (None if room else ("no_room", "AAM-29" if "et" in holds else "AAM-28"))

    @rule("AAM-28", "AAM-33")
    def test_turning_in_place_needs_no_room(self) -> None:
        assert why(move(SHERMAN, others=self.SOME)) is None

    @rule("AAM-30")
    def test_a_full_hex_may_be_passed_through(self) -> None:
        steps = [{"into": "clear", "holds": ["t", "s"]}, {"into": "clear"}]
        assert why(move(SHERMAN, *steps, others=self.SOME)) is None
        assert why(move(SHERMAN, *steps[::-1], others=self.SOME)) == ("no_room", "AAM-28")


class TestTheRuleBehindIt:
    @rule("AAM-82")
    def test_defensive_fire_turns_the_marker_up(self) -> None:
        reply = shot(roll={"attack": sixes(5, 11)})
        assert reply["changes"] == [{"unit": "b", "tracker": "face_up", "from": [], "to": ["disrupted"], "ref": "AAM-82"}]

    @rule("AAM-13", "AAM-50")
    def test_range_dice_and_success(self) -> None:
        assert {"AAM-13", "AAM-50", "AAM-51"} <= set(attack()["refs"])

    @rule("AAM-34", "AAM-35")
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
        others = {
            "own": {"seat": 0, "card": SHERMAN},
            "men": {"seat": 0, "card": RIFLES},
            "tank": {"seat": 1, "card": PANZER},
            "gun": {"seat": 1, "card": ANTITANK_GUN},
        }
        assert why(move(card, {"into": "clear", "holds": holds}, others=others)) == ("no_room", ref)
