"""The turn: nine phases, moments in them, what they do by themselves."""

from typing import Any

import pytest

from engine.games.twogm.examples import LIGHT
from engine.games.twogm.markers.smoke import lines_to_clear
from engine.playing.session import Session
from engine.values.events import Advanced
from tests.games.twogm.table import RULES, on, playing, put, result, rule, unit


class TestPhases:
    @rule("2GM-39", "2GM-40")
    def test_nine_phases_then_the_other_player(self) -> None:
        session = Session(RULES, RULES.opened())
        seen = [session.state.step]
        for _ in range(9):
            session.dispatch(Advanced())
            while session.prompt:
                session.answer(())
            seen.append(session.state.step)
        assert seen == ["start", "headquarters", "cards", "movement", "deployment", "fire", "reactivation", "discard", "end", "start"]
        assert (session.state.turn, session.state.seat) == (2, 1)

    @rule("2GM-39", "2GM-40")
    @pytest.mark.parametrize(
        ("cast", "asked", "owner", "active"),
        [
            (["own", "fire"], ["enemy", "end"], 0, True),
            (["own", "fire"], ["own", "start"], 0, False),
            ([0, "fire"], [1, "fire"], 0, True),
            ([1, "fire"], [0, "fire"], 1, True),
            ([1, "fire"], [1, "start"], 1, False),
            ({"phase": "fire"}, ["enemy", "fire"], 0, True),
            ({"seat": 0, "phase": "fire", "turn": 1}, {"seat": 0, "phase": "end", "turn": 1}, 0, True),
            ({"seat": 0, "phase": "fire", "turn": 1}, {"seat": 1, "phase": "end", "turn": 1}, 0, True),
            ({"seat": 0, "phase": "fire", "turn": 1}, {"seat": 0, "phase": "fire", "turn": 2}, 0, False),
            ({"seat": "own", "phase": "fire", "turn": 1}, ["enemy", "fire"], 0, True),
            ({"seat": "own", "phase": "fire", "turn": 1}, ["own", "cards"], 0, False),
        ],
    )
    def test_moments_of_a_screen(self, cast: Any, asked: Any, owner: int, active: bool) -> None:
        """Nine phases of the one, nine of the other; a screen ends with its caster's next Start."""
        assert result("smoke", kind="screen", cast_in=cast, asked_in=asked, owner=owner)["active"] is active

    @rule("2GM-39", "2GM-40")
    def test_moments_of_a_store(self) -> None:
        """An HQ lost in the enemy's Fire phase, its store kept to the own End: eleven phases
        later it is there, twelve later gone."""
        for phase, stored in (("discard", 5), ("end", 0)):
            assert (
                result("store", None, {"hq_loss_end": "own_turn"}, stored=5, hq_alive=False, fell_in=["enemy", "fire"], asked_in=["own", phase])["stored"]
                == stored
            )
        assert put("smoke", kind="shell", cast_in={"seat": "own"}, asked_in=["own", "fire"])["error"] == "say the phase"
        assert "error" in put("suppression", shots=[], placed_in=[2, "fire"], asked_in=[0, "fire"])
        assert "error" not in put("suppression", shots=[], placed_in=[1, "fire"], asked_in=[0, "fire"])

    @rule("2GM-40", "2GM-75")
    def test_suppression_set_by_hand_ends_with_the_other_side(self) -> None:
        units = {"a": unit(LIGHT, suppressed=True), "b": unit(LIGHT, 1, suppressed=True)}
        session = on(playing("end", units), "start")
        assert (session.state.unit("a").count("suppressed"), session.state.unit("b").count("suppressed")) == (0, True)
        assert not on(session, "start").state.unit("b").count("suppressed")

    @rule("2GM-40", "2GM-122")
    def test_only_smoke_that_ends_is_taken_away(self) -> None:
        units = {
            "n": unit(LIGHT),
            "s": unit(LIGHT, smoke=["shell"]),
            "o": unit(LIGHT, smoke=["screen"], screen_by=1),
            "e": unit(LIGHT, smoke=["screen"], screen_by=2),
        }
        for seat, gone in ((0, ["s", "o"]), (1, ["s", "e"])):
            assert [line.changes[0].unit for line in lines_to_clear(playing("start", units).state, seat)] == gone
