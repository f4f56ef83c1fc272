"""The turn, armies and the end of the game."""

from __future__ import annotations

import pytest

from engine.doors.play import Game
from tests.games.template.table import GAME, RIFLES, UNITS, ask


@pytest.mark.rule("TEMPLATE-01", "TEMPLATE-02")
def test_the_winner_of_the_initiative_shoots_first() -> None:
    game = Game(GAME, "template")
    game.do({"do": "start", "state": {"units": UNITS}})
    game.do({"do": "open", "procedure": "initiative"})
    assert game.do({"do": "answer", "value": [[2], [2]]})["prompt"]["key"] == "initiative:again"
    game.do({"do": "answer", "value": [[2], [5]]})
    steps = [game.do({"do": "advance"}) for _ in range(2)]
    assert [(reply["step"], reply["seat"]) for reply in steps] == [("first", 1), ("second", 0)]
    assert game.do({"do": "advance"})["step"] == "end"


@pytest.mark.rule("TEMPLATE-08")
@pytest.mark.parametrize(("cards", "points", "legal"), [(2, 8, True), (3, 12, False)])
def test_an_army_has_at_most_ten_points(cards: int, points: int, legal: bool) -> None:
    result = ask("army", cards=[RIFLES] * cards)["result"]
    assert (result["points"], result["legal"]) == (points, legal)


@pytest.mark.rule("TEMPLATE-09")
class TestVictory:
    @pytest.mark.parametrize(("gone", "winner"), [("sniper", "player_1"), ("rifles", "player_2"), ("", None)])
    def test_who_has_units_left_wins(self, gone: str, winner: str | None) -> None:
        units = {key: {**unit, "state": {"where": "destroyed"} if key == gone else {}} for key, unit in UNITS.items()}
        changes = ask("victory", units)["changes"]
        assert [row["to"] for row in changes if row["tracker"] == "winner"] == ([winner] if winner else [])

    def test_who_gives_up_loses(self) -> None:
        found = ask("concede", seat=0, answers={"concede": True})
        assert [(row["tracker"], row["to"], row["ref"]) for row in found["changes"]] == [("winner", "player_2", "TEMPLATE-09")]
