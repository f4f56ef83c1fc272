"""Victory points and the end of the game."""

from typing import Any, ClassVar

import pytest

from engine.playing.session import Session
from engine.values.events import Opened
from engine.values.maps import frozen
from tests.games.asking import ask, change
from tests.games.dust.table import RULES, at, key, play, rule, seated, squad, tell, walker


class TestPoints:
    @rule("DUST-173", "DUST-151")
    def test_what_was_destroyed(self) -> None:
        units = {"a": {"card": walker(ap=25)}, "b": {"card": {"name": "Rosie"}}}
        assert tell("points", units, destroyed=["a", "b"], bonus=10)["points"] == 55
        assert tell("points", units, destroyed=["a", "a"])["points"] == 50  # revived and destroyed again
        assert tell("points", destroyed=["Pounder", {"ap": 3}, 7])["points"] == 50
        assert "error" in ask("dust", "points", destroyed=["Nobody"])
        assert ask("dust", "points", {"a": {"card": {"kind": "hero"}}}, destroyed=["a"])["unknown"] == ["units.a.card.ap"]

    @rule("DUST-173", "DUST-151")
    def test_of_the_table(self) -> None:
        gone, back = {"where": "destroyed"}, {"deaths": 1}
        units = {
            "a": {"card": walker(ap=25), "seat": 0, "state": gone},
            "b": {"card": squad(ap=10), "seat": 1, "state": {**gone, **back}},
            "c": {"card": squad(ap=7), "seat": 1, "state": back},
            "d": {"card": squad(), "seat": 1},
        }
        assert tell("points", units) == {"points": [27, 25], "leader": 0}
        assert tell("points", units, seat=1, bonus=5)["points"] == 30
        assert tell("points", {}) == {"points": [0, 0], "leader": None}


class TestTheEnd:
    UNITS: ClassVar[dict[str, Any]] = {"a": seated(0, squad(ap=15)), "b": seated(1, walker(ap=25), where="destroyed"), "c": seated(1, squad(ap=20))}

    @rule("DUST-173")
    @pytest.mark.parametrize(("bonus", "winner"), [([0, 0], "player_1"), ([0, 24], "player_1"), ([0, 25], "draw"), ([0, 26], "player_2")])
    def test_most_victory_points_win(self, bonus: list[int], winner: str) -> None:
        reply = ask("dust", "victory", self.UNITS, bonus=bonus)
        assert (reply["result"]["points"], change(reply, "", "winner")) == ([25 + bonus[0], bonus[1]], winner)

    @rule("DUST-173")
    def test_the_bonus_is_asked_for(self) -> None:
        game = Session(RULES, at(self.UNITS))
        game.dispatch(Opened("victory"))
        assert game.prompt
        assert (game.prompt.least, game.prompt.most, game.prompt.default) == (0, 999, 0)
        assert play(game, 0, 30) == ["bonus:0", "bonus:1"]
        assert game.state.trackers["winner"] == "player_2"
        assert tell("victory", self.UNITS) == {"points": [25, 0], "winner": 0}

    @rule("DUST-173", "DUST-07")
    @pytest.mark.parametrize("step", ["activation", "initiative"])
    def test_the_end_is_offered(self, step: str) -> None:
        """At the start of a round and during it; while it ends, what is counted comes first."""
        game = Session(RULES, at(self.UNITS, step=step))
        game.dispatch(Opened("victory"))
        assert key(game) == "bonus:0"

    @rule("DUST-173", "DUST-07")
    @pytest.mark.parametrize(("step", "sure", "winner"), [("activation", True, "player_2"), ("initiative", False, None)])
    def test_giving_up(self, step: str, sure: bool, winner: Any) -> None:
        game = Session(RULES, at(self.UNITS, step=step))
        game.dispatch(Opened("concede", frozen({"seat": 0})))  # type: ignore[arg-type]
        assert play(game, sure) == ["concede"]
        assert game.state.trackers.get("winner") == winner


class TestWhenAnArmyIsGone:
    @rule("DUST-173", "DUST-07")
    @pytest.mark.parametrize(
        ("units", "step", "due"),
        [
            ({"a": seated(0, squad()), "b": seated(1, squad(), where="destroyed")}, "end", ["victory"]),
            ({"a": seated(0, squad()), "b": seated(1, squad(), where="destroyed"), "t": seated(1, {"kind": "trap"})}, "end", ["victory"]),
            ({"a": seated(0, squad()), "b": seated(1, squad())}, "end", []),
            ({"a": seated(0, squad())}, "end", []),
            ({"a": seated(0, squad(), activated=True), "b": seated(1, squad(), where="destroyed")}, "activation", []),
        ],
    )
    def test_the_end_of_its_round_may_be_the_end_of_the_game(self, units: Any, step: str, due: list[str]) -> None:
        """Traps are no army, and a side that never had one has not lost it."""
        assert [each.procedure for each in RULES.duties(at(units, step=step))] == due
