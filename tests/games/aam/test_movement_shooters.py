"""Who has fired at a move, and what helps the shots."""

from typing import Any

import pytest

from engine.games import RULESETS
from engine.games.aam.examples import SHERMAN
from engine.playing.session import Session
from engine.values.events import Opened
from engine.values.maps import frozen, pairs
from engine.values.model import Prompt
from tests.games.aam.table import ANTITANK_GUN, CAPTAIN, PAK, SOLDIER, able, move, playing, rule, sixes, why
from tests.games.asking import change, targets

GUNS = {key: {"card": PAK, "seat": 1} for key in "gh"}
OPEN = {"terrain": "clear"}
DISRUPTED, DAMAGED, BOTH = ["disrupted"], ["damaged"], ["disrupted", "damaged"]


def past_two_guns(*shots: tuple[str, str], **more: Any) -> dict[str, Any]:
    """A step past two guns next to both hexes, and who of them fires where."""
    return {"into": "clear", "near": {"g": [1, 1], "h": [1, 1]}, "shots": [{"attacker": by, "at": at} for by, at in shots], **more}


def past(*shots: Any, into: str = "clear", near: Any = (1, 1), **more: Any) -> dict[str, Any]:
    return {"into": into, "near": {"e": list(near)}, "shots": list(shots), **more}


def needs(reply: dict[str, Any], what: str = "defensive_fire:e") -> Any:
    return next((check["needs"] for check in reply["checks"] if check["what"] == what), None)


def mover_and_gun(mover: Any = SHERMAN, enemy: Any = ANTITANK_GUN, state: Any = None, other: Any = None) -> dict[str, Any]:
    return {"a": {"card": mover, "state": state or {}}, "e": {"card": enemy, "seat": 1, "state": other or {}}}


def asked(playing: Session) -> Prompt:
    assert playing.prompt
    return playing.prompt


class TestWhoFired:
    """`fired` of a move is who fired; a shot that a stop came before is none."""

    def moved(self, *shots: tuple[str, str], guns: Any = GUNS, into: str = "clear", **roll: Any) -> Any:
        return move(SHERMAN, past_two_guns(*shots, into=into), others=guns, start=OPEN, **roll)

    def fired(self, *shots: tuple[str, str], **told_too: Any) -> list[str]:
        return list(self.moved(*shots, **told_too)["result"]["fired"])

    @rule("AAM-84", "AAM-139")
    @pytest.mark.parametrize(("successes", "who"), [(5, ["g"]), (4, ["g", "h"])])
    def test_with_dice(self, successes: int, who: list[str]) -> None:
        """5 of the front defense stop it in the hex left; the other gun waits for the hex
        entered."""
        assert self.fired(("g", "left"), ("h", "entered"), roll={"defensive_fire:g": sixes(successes, 11)}) == who

    @rule("AAM-84", "AAM-80")
    def test_without_dice(self) -> None:
        """Eleven dice reach 5 with 743/1024. Told in the other order the shot at the hex left
        comes first all the same."""
        reply = self.moved(("h", "entered"), ("g", "left"))
        assert (reply["result"]["fired"], reply["odds"]["fired"]) == (["g", "h"], {"g, h": "281/1024", "g": "743/1024"})
        assert "fired" not in self.moved()["odds"]
        assert self.fired() == []

    @rule("AAM-41", "AAM-121")
    def test_a_failed_movement_roll_leaves_nobody(self) -> None:
        reply = self.moved(("g", "left"), into="forest", roll={"movement": [3]})
        assert (list(reply["result"]["fired"]), reply["odds"]["fired"]) == ([], {"nothing": "1"})

    @rule("AAM-78", "AAM-80")
    def test_suppressive_fire_is_named_as_often_as_it_fires(self) -> None:
        """Once at each step, at one of its two hexes, however many steps there are."""
        guns = {**GUNS, "g": {"card": able(PAK, suppressive_fire=True), "seat": 1}}
        steps = (past_two_guns(("g", "left")), past_two_guns(("g", "entered")))
        roll = {"defensive_fire:g": sixes(4, 11), "defensive_fire:g:1": sixes(3, 11)}
        assert list(move(SHERMAN, *steps, others=guns, start=OPEN, roll=roll)["result"]["fired"]) == ["g", "g"]
        assert why(move(SHERMAN, past_two_guns(("g", "left"), ("g", "entered")), others=guns, start=OPEN)) == ("fired_already", "AAM-80")

    @rule("AAM-80", "AAM-79")
    def test_suppressive_fire_in_a_game_has_one_shot_at_a_step(self) -> None:
        """It misses in the hex left and is not asked in the hex entered; at the next step it is
        asked again."""
        game = playing("first_movement", {"a": {"seat": 0, "card": SHERMAN}, "g": {"seat": 1, "card": able(PAK, suppressive_fire=True)}})
        steps = frozen([{"into": "clear", "near": {"g": [1, 1]}}] * 2)
        game.dispatch(Opened("move", pairs(unit="a", steps=steps, **{"from": pairs(terrain="clear")})))
        asked = []
        for value in ("g", tuple(sixes(4, 11)), "g", tuple(sixes(4, 11))):
            assert game.prompt
            asked.append(game.prompt.key)
            game.answer(value)
        assert (asked, game.prompt) == (["fire:0:left:0", "defensive_fire:g", "fire:1:left:0", "defensive_fire:g"], None)


class TestShotsOfAMove:
    @rule("AAM-85", "AAM-75")
    @pytest.mark.parametrize(("hexes", "no"), [(0, None), (1, None), (2, ("too_far", "AAM-85"))])
    def test_no_further_than_the_next_hex(self, hexes: int, no: Any) -> None:
        step = {"into": "clear", "shots": [{"attacker": "g", "range": hexes}]}
        assert why(move(SHERMAN, step, others=GUNS, start=OPEN)) == no


class TestHelpForShots:
    """What helps an attack helps a shot told with a step."""

    @rule("AAM-85", "AAM-88")
    def test_bonus_effects_and_commanders(self) -> None:
        """Dice of 4: +1 told, +1 lent, and a Stalwart next to the second gun."""
        shots = [
            {"attacker": "g", "at": "left", "bonus": 1, "effects": [{"name": "Drill", "amount": 1}]},
            {"attacker": "h", "at": "entered", "commanders": ["k"]},
        ]
        guns = {**GUNS, "k": {"card": able(CAPTAIN, stalwart=True)}}
        reply = move(SHERMAN, {**past_two_guns(), "shots": shots}, others=guns, start=OPEN)
        assert targets(reply) == {"defensive_fire:g": 2, "defensive_fire:h": 3}

    @rule("AAM-100", "AAM-80")
    def test_blast_meets_who_is_in_the_hex_left(self) -> None:
        mortar = {"g": {"card": able({**PAK, "soldiers": [6, 6, 6]}, blast=True), "seat": 1}, "s": {"card": SOLDIER, "seat": 0}}
        step = {"into": "clear", "near": {"g": [1, 1]}, "holds": [], "shots": [{"attacker": "g", "at": "left", "others": ["s"]}]}
        assert [check["what"] for check in move(SHERMAN, step, others=mortar, start=OPEN)["checks"]] == ["defensive_fire:g:a", "defensive_fire:g:s"]

    @rule("AAM-100", "AAM-104")
    @pytest.mark.parametrize(("successes", "end", "effect"), [(4, 1, "none"), (5, 0, "disrupted")])
    def test_who_is_lost_beside_the_mover_stops_nobody(self, successes: int, end: int, effect: str) -> None:
        """Blast at the hex left: a Soldier without determination is lost there; the tank stops
        by its own hits alone."""
        units = {
            "g": {"card": able({**PAK, "soldiers": [6, 6, 6]}, blast=True), "seat": 1},
            "s": {"card": able(SOLDIER, lack_of_determination=True), "seat": 0},
        }
        step = {"into": "clear", "near": {"g": [1, 1]}, "shots": [{"attacker": "g", "at": "left", "others": ["s"]}]}
        reply = move(SHERMAN, step, others=units, start=OPEN, roll={"defensive_fire:g:a": sixes(successes, 11), "defensive_fire:g:s": sixes(4, 6)})
        assert (reply["result"]["end"], reply["result"]["effect"], change(reply, "s", "where")) == (end, effect, "destroyed")


class TestAskedAtTheTable:
    """A step told with its ranges asks the other side, unless its shots are told too."""

    def moved(self, near: Any, state: Any = None, readings: Any = None, **step: Any) -> Any:
        units = {"a": {"seat": 0, "card": SHERMAN}, "g": {"seat": 1, "card": PAK, "state": state or {}}}
        game = playing("first_movement", units, readings=readings or {})
        told = frozen({"into": "town", "near": {"g": near}, **step})
        game.dispatch(Opened("move", pairs(unit="a", steps=(told,), **{"from": pairs(terrain="clear")})))
        return game

    @rule("AAM-79", "AAM-140")
    @pytest.mark.parametrize(("near", "choice", "needs"), [([1, 1], "g", 5), ([1, 1], "g:entered", 4), ([1, 0], "g:entered", 4), ([0, 1], "g", 4)])
    def test_the_other_side_is_asked(self, near: Any, choice: str, needs: int) -> None:
        """How far and from which side follows from the ranges."""
        game = self.moved(near)
        assert (game.prompt.key, game.prompt.asked_of) == ("fire:0:left:0", 1)
        game.answer(choice)
        assert (game.prompt.key, game.prompt.checks[0].needs) == ("defensive_fire:g", needs)

    @rule("AAM-75", "AAM-81")
    def test_by_the_other_reading_only_where_it_is_next_to_it(self) -> None:
        assert self.moved([2, 1]).prompt is None
        game = self.moved([2, 1], readings={"df_trigger": "any_step_ending_adjacent"})
        assert game.prompt.key == "fire:0:entered:0"
        game.answer("g")
        assert game.prompt.checks[0].needs == 5

    @rule("AAM-79", "AAM-78")
    def test_nobody_is_asked(self) -> None:
        assert self.moved([1, 1], shots=[]).prompt is None
        assert self.moved([1, 1], {"fired_defensively": True}).prompt is None
        assert self.moved([1, 1], {"face_up": DISRUPTED}).prompt is None
        assert self.moved([1, 1], shots=[{"attacker": "g", "at": "left"}]).prompt.key == "defensive_fire:g"

    @rule("AAM-79", "AAM-121", "AAM-139")
    def test_a_question_asks_nobody(self) -> None:
        """Whom a step provokes is known before anybody's dice are."""
        reply = move(SHERMAN, {"into": "clear", "near": {"g": [1, 1]}}, others={"g": {"card": {"type": "soldier"}, "seat": 1}})
        assert reply["result"]["provokes"] == [["g"]]

    @rule("AAM-80")
    def test_a_hex_nobody_told_of_is_asked_for(self) -> None:
        units = {"a": {"seat": 0, "card": SHERMAN}, "g": {"seat": 1, "card": PAK}}
        game = playing("first_movement", units)
        game.dispatch(Opened("move", pairs(unit="a", steps=(frozen({"into": "town", "near": {"g": [1, 1]}}),))))
        game.answer("g")
        assert game.prompt
        assert (game.prompt.key, [field.key for field in game.prompt.fields.fields]) == ("shot:g", ["terrain"])  # type: ignore[union-attr]


@rule("AAM-21")
def test_a_question_in_play_is_answered_with_its_facts() -> None:
    from engine.doors.play import Game

    game = Game(RULESETS, "aam")
    game.do({"do": "start", "state": {"step": "first_movement", "units": mover_and_gun()}})
    reply = game.do({"do": "open", "procedure": "move", "with": {"unit": "a"}})
    assert (reply["result"]["allowance"], reply["prompt"]["key"]) == (4, "step:0")
    blank = {"a": {"card": {"name": "Tank", "type": "vehicle"}}}
    game.do({"do": "start", "state": {"step": "first_movement", "units": blank}})
    reply = game.do({"do": "open", "procedure": "move", "with": {"unit": "a"}})
    assert (reply["result"], reply["prompt"]["key"]) == ({}, "card:a.speed")
