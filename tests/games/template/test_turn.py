"""The turn, armies and the end of the game."""

from __future__ import annotations

import pytest

from engine.doors.play import Game
from engine.values.kinds import Whole, kind_at
from tests.games.template.table import GAME, RIFLES, RULES, UNITS, ask


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


@pytest.mark.rule("TEMPLATE-08")
@pytest.mark.parametrize(("points", "legal"), [(10, True), (11, False)])
def test_ten_points_are_allowed(points: int, legal: bool) -> None:
    assert ask("army", cards=[{**RIFLES, "points": points}])["result"]["legal"] is legal


@pytest.mark.rule("TEMPLATE-01", "TEMPLATE-03")
@pytest.mark.parametrize(
    ("step", "who", "opens", "offers"),
    [
        pytest.param("initiative", "all", "initiative", {"initiative"}, marks=pytest.mark.rule("TEMPLATE-02")),
        ("first", "first", "", {"shoot"}),
        ("second", "second", "", {"shoot"}),
        ("end", "all", "victory", set()),
    ],
)
def test_what_each_step_offers(step: str, who: str, opens: str, offers: set[str]) -> None:
    """At any time a player may give up, look at the victory and at an army."""
    row = RULES.step(step)
    assert (row.who, row.opens, {each.procedure for each in row.offers}) == (who, opens, {*offers, "concede", "victory", "army"})


@pytest.mark.rule("TEMPLATE-02")
def test_one_die_each_counts_as_it_falls() -> None:
    game = Game(GAME, "template")
    game.do({"do": "start", "state": {"units": UNITS}})
    game.do({"do": "open", "procedure": "initiative"})
    assert game.on.prompt
    assert [(check.dice, check.keep, check.bonus) for check in game.on.prompt.checks] == [(1, 0, 0), (1, 0, 0)]


@pytest.mark.rule("TEMPLATE-03", "TEMPLATE-07")
def test_what_the_table_keeps_of_a_unit() -> None:
    """As much damage as the hardiest card has life; a shot until the phase ends."""
    damage, shot = RULES.tracker("damage"), RULES.tracker("shot")
    assert damage
    assert shot
    assert (damage.kind, kind_at(RULES.card, ("life",)), shot.lasts) == (Whole(0, 20), Whole(1, 20), "phase")


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
