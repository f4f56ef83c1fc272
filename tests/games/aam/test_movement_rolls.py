"""Movement rolls."""

from typing import Any

import pytest

from engine.doors.play import Game
from engine.games import RULESETS
from engine.games.aam.examples import SHERMAN
from engine.playing.outcome import last_outcome
from engine.values.events import Opened
from engine.values.maps import pairs
from engine.values.texts import english
from tests.games.aam.table import HALFTRACK, RIFLES, SOLDIER, able, into, move, playing, rule, why
from tests.games.asking import ask, rows, targets

SHAKEN = {"face_up": ["disrupted"]}


def roll(card: Any, terrain: str, *across: str, road: bool = False, **situation: Any) -> dict[str, Any]:
    return ask("aam", "movement_roll", {"a": {"card": card}}, unit="a", into=terrain, across=list(across), road=road, **situation)


class TestMovementRolls:
    @rule("AAM-39", "AAM-40")
    @pytest.mark.parametrize(
        ("card", "terrain", "across", "road", "dice", "enters"),
        [
            (SHERMAN, "forest", (), False, 1, "1/2"),
            (SHERMAN, "clear", ("stream",), False, 1, "1/2"),
            (SHERMAN, "forest", ("stream",), False, 2, "1/4"),
            (SHERMAN, "clear", (), False, 0, "1"),
            (SHERMAN, "hill", (), False, 0, "1"),
            (SHERMAN, "forest", ("stream",), True, 0, "1"),
            (RIFLES, "forest", (), False, 0, "1"),
            (RIFLES, "forest", ("stream",), False, 1, "1/2"),
        ],
    )
    def test_what_needs_a_roll(self, card: Any, terrain: str, across: Any, road: bool, dice: int, enters: str) -> None:
        reply = roll(card, terrain, *across, road=road)
        assert sum(check["dice"] for check in reply["checks"]) == dice
        assert reply["odds"]["enters"]["yes"] == enters
        assert all(check["target"] == 4 for check in reply["checks"])
        assert ("AAM-40" in reply["refs"]) is (dice == 2)

    @rule("AAM-39")
    @pytest.mark.parametrize(("face", "enters"), [(3, "no"), (4, "yes")])
    def test_four_and_more(self, face: int, enters: str) -> None:
        assert roll(SHERMAN, "forest", roll={"movement": [face]})["result"]["enters"] == enters

    @rule("AAM-39")
    def test_from_forest_to_forest_too(self) -> None:
        assert targets(move(SHERMAN, *into("forest"), start={"terrain": "forest"})) == {"movement": 4}

    @rule("AAM-40", "AAM-36")
    @pytest.mark.parametrize(("faces", "end", "facing"), [((4, 3), 0, "ahead"), ((3, 4), 0, "ahead"), ((4, 4), 1, "any")])
    def test_a_stream_and_forest_behind_it(self, faces: Any, end: int, facing: str) -> None:
        """E-13: both rolls must succeed; else it stays, facing that hex; with both it enters for
        2."""
        reply = move(SHERMAN, {"into": "forest", "across": ["stream"]}, roll={"movement": list(faces)})
        assert (reply["result"]["end"], reply["result"]["facing"], reply["result"]["cost"]) == (end, facing, 2)
        assert reply["after"]["a"]["moved"] is True

    @rule("AAM-39")
    def test_a_failed_roll_ends_the_move_in_the_hex_being_left(self) -> None:
        steps = [{"into": "clear"}, {"into": "clear", "across": "stream"}, {"into": "clear"}]
        assert move(SHERMAN, *steps)["odds"]["end"] == {"1": "1/2", "3": "1/2"}

    @rule("AAM-39", "AAM-40")
    @pytest.mark.parametrize("dice", [{"movement:0": [5], "movement:2": [2]}, {"movement": [5, 2]}, {"movement": [[5], [2]]}])
    def test_rolls_of_several_steps_carry_their_number(self, dice: Any) -> None:
        """Or they are told together, in one row or in a list for each."""
        steps = [{"into": "forest"}, {"into": "clear"}, {"into": "clear", "across": ["stream"]}]
        assert move(SHERMAN, *steps, roll=dice)["result"]["end"] == 2
        play = Game(RULESETS)
        play.do({"do": "start", "game": "aam", "state": {"step": "first_movement", "units": {"a": {"card": SHERMAN}}}})
        reply = play.do({"do": "open", "procedure": "move", "with": {"unit": "a", "steps": steps, "roll": dice}})
        assert len(reply["outcome"]["dice"]) == 2

    @rule("AAM-39")
    def test_one_list_too_many_is_told(self) -> None:
        steps = [{"into": "forest"}, {"into": "forest"}]
        assert "more dice were rolled" in move(SHERMAN, *steps, roll={"movement": [[5], [5], [5]]})["error"]
        assert move(SHERMAN, *steps, roll={"movement": [[5]]})["odds"]["end"] == {"1": "1/2", "2": "1/2"}

    @rule("AAM-42")
    def test_nobody_rolls_for_closed_ground(self) -> None:
        assert why(roll(SHERMAN, "marsh", "stream")) == ("closed", "AAM-42")
        assert why(roll(SHERMAN, "marsh", "stream", road=True)) is None


@rule("AAM-39")
def test_a_movement_roll_by_itself() -> None:
    assert ask("aam", "movement_roll", {"a": {"card": SHERMAN}}, unit="a", into="forest")["odds"]["enters"] == {"no": "1/2", "yes": "1/2"}


class TestWhoRolls:
    @rule("AAM-61", "AAM-39")
    @pytest.mark.parametrize(
        ("abilities", "state", "no"),
        [({}, {}, None), ({}, SHAKEN, ("disrupted", "AAM-61")), ({"charge": True}, SHAKEN, None), ({}, {"face_down": ["disrupted"]}, None)],
    )
    def test_who_may_not_move_tries_no_river(self, abilities: Any, state: Any, no: Any) -> None:
        units = {"a": {"card": able(SOLDIER, **abilities), "state": state}}
        assert why(ask("aam", "movement_roll", units, unit="a", into="clear", across=["stream"])) == no

    def units(self, rider: Any, transport: Any, ability: str = "transport") -> Any:
        return {
            "t": {"card": able(HALFTRACK, **{ability: True}), "seat": 0, "state": transport},
            "r": {"card": SOLDIER, "seat": 0, "state": {"aboard": "t", "where": "inside", **rider}},
            "b": {"card": SOLDIER, "seat": 1},
        }

    @rule("AAM-66", "AAM-103")
    @pytest.mark.parametrize(
        ("state", "no"), [({}, None), ({"where": "destroyed"}, ("off_the_map", "AAM-66")), ({"aboard": "t", "where": "inside"}, ("aboard", "AAM-103"))]
    )
    def test_nobody_tries_a_river(self, state: Any, no: Any) -> None:
        assert why(ask("aam", "movement_roll", {"a": {"card": SOLDIER, "state": state}}, unit="a", into="clear", across=["stream"])) == no

    @rule("AAM-86", "AAM-39")
    def test_what_nobody_knows_is_shown_at_a_movement_roll(self) -> None:
        reply = ask("aam", "movement_roll", {"a": {"card": able(SHERMAN, duckboards=True)}}, unit="a", into="forest")
        assert rows(reply, "movement") == [("by_hand", 0, "AAM-86")]


@rule("AAM-39")
@pytest.mark.parametrize(("face", "told"), [(3, "M4A1 Sherman fails its movement roll and stays where it is"), (4, "M4A1 Sherman enters the hex")])
def test_a_roll_by_itself_says_whether_it_enters(face: int, told: str) -> None:
    game = playing("first_movement", {"a": {"card": SHERMAN}})
    game.dispatch(Opened("movement_roll", pairs(unit="a", into="forest")))
    game.answer((face,))
    story = last_outcome(game)
    assert story
    assert english(story.what) == told


@rule("AAM-39", "AAM-40")
@pytest.mark.parametrize(
    ("into", "across", "ref", "row"), [("forest", None, "AAM-39", "the die must succeed"), ("forest", "stream", "AAM-40", "every die must succeed")]
)
def test_one_die_or_two(into: str, across: str | None, ref: str, row: str) -> None:
    told = pairs(unit="a", into=into, **({"across": across} if across else {}))
    game = playing("first_movement", {"a": {"card": SHERMAN}})
    game.dispatch(Opened("movement_roll", told))
    assert game.prompt
    [check] = game.prompt.checks
    assert (game.prompt.ref.id, [(english(each.why), each.ref.id) for each in check.need_rows]) == (ref, [(row, ref)])
