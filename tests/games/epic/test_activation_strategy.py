"""The strategy roll. Figures worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from tests.games.epic.table import ask, chance, do, foot, force, game, open_prompt, prompt_and_options, side

rule = pytest.mark.rule
F = Fraction


class TestStrategy:
    @rule("EPIC-05", "EPIC-06")
    @pytest.mark.parametrize(
        ("rating", "lost", "winner", "roll"),
        [
            ([2, 2], 0, F(21, 36), F(15, 36)),
            ([2, 2], 1, F(15, 36), F(15, 36)),
            ([2, 2], None, F(1, 2), F(15, 36)),
            ([5, 2], None, F(30, 36) + F(3, 72), F(30, 36)),
            ([5, 2], 1, F(30, 36), F(30, 36)),
            ([2, 5], 0, F(3, 36) + F(3, 36), F(3, 36)),
        ],
    )
    def test_who_wins(self, rating: list[int], lost: int | None, winner: Fraction, roll: Fraction) -> None:
        """Equal ratings: 15 of 36 throws each, 6 tied. Three apart: 3 + 1 + 2 lower throws win
        against, 3 tie."""
        reply = ask("strategy", rating=rating, **({"lost_last": lost} if lost is not None else {}))
        assert (chance(reply, "winner", 0), chance(reply, "roll", 0)) == (winner, roll)

    @rule("EPIC-06")
    def test_a_tie_on_turn_1_by_the_other_reading(self) -> None:
        reply = ask("strategy", None, {"turn1_tie": "higher_sr"}, rating=[5, 2])
        assert chance(reply, "winner", 0) == F(33, 36)
        assert chance(ask("strategy", None, {"turn1_tie": "higher_sr"}, rating=[2, 2]), "winner", 0) == F(1, 2)

    @rule("EPIC-05")
    def test_a_rating_that_no_card_states_is_asked_for(self) -> None:
        units = {"a": force((3, foot())), "d": force((3, foot()), seat=1, strategy=None)}
        assert ask("strategy", units)["unknown"] == ["units.d.card.strategy"]

    @rule("EPIC-05", "EPIC-06")
    @pytest.mark.parametrize(
        ("roll", "lost", "winner", "seen"), [([[4], [1]], None, 0, 0), ([[3], [2]], None, 1, 1), ([[4], [2]], 0, 0, "tie"), ([[4], [2]], 1, 1, "tie")]
    )
    def test_rolled(self, roll: list[list[int]], lost: int | None, winner: int, seen: Any) -> None:
        told: dict[str, Any] = {"rating": [2, 4], **({"lost_last": lost} if lost is not None else {})}
        flat = ask("strategy", **told, roll={"strategy": [faces[0] for faces in roll]})
        assert (flat["result"]["winner"], flat["result"]["roll"], flat["result"]["rating"]) == (winner, seen, [2, 4])
        reply = ask("strategy", **told, roll={"strategy": roll})
        assert (reply["result"]["winner"], reply["result"]["roll"]) == (winner, seen)

    @rule("EPIC-05", "EPIC-06")
    def test_the_winner_chooses_and_the_table_remembers_who_lost(self) -> None:
        session = game("strategy", a=force((3, foot())), d=force((3, foot()), seat=1))
        do(session, "strategy", ((6,), (1,)), "second")
        assert (session.state.first, session.state.seat) == (1, 1)
        assert session.state.seats[1].get("lost_strategy")
        do(session, "strategy", ((3,), (3,)), "first")  # tied: last turn's loser wins, and is the winner from now on
        assert session.state.first == 1
        assert session.state.seats[0].get("lost_strategy")
        assert not session.state.seats[1].get("lost_strategy")


class TestTiesOfStrategy:
    @rule("EPIC-05", "EPIC-06")
    def test_a_die_each_until_one_is_higher(self) -> None:
        """Equal ratings and equal dice on turn 1: nobody lost last turn, so both roll off, and
        again."""
        session, seen = do(game("strategy", a=side(), d=side(seat=1)), "strategy"), []
        for faces in ((3, 3), (2, 2), (2, 5)):
            assert session.prompt
            seen.append((session.prompt.key, [(check.dice, check.keep) for check in session.prompt.checks]))
            session.answer(tuple((face,) for face in faces))
        assert seen == [(key, [(1, 0), (1, 0)]) for key in ("strategy", "roll_off", "roll_off:again")]
        assert prompt_and_options(session) == ("order", 1, ["first", "second"])

    @rule("EPIC-05")
    @pytest.mark.parametrize(("ratings", "told"), [((2, 5, 3), [5, 3]), ((5, 2, 6), [5, 6]), ((), [0, 0])])
    def test_the_rating_of_an_army(self, ratings: tuple[int, ...], told: list[int]) -> None:
        """The highest that a card of the side states; a side without cards has none."""
        on = {name: force((1, foot()), seat=int(name == "d"), strategy=rating) for name, rating in zip("abd", ratings, strict=False)}
        assert ask("strategy", on)["result"]["rating"] == told


@rule("EPIC-05", "EPIC-06")
@pytest.mark.parametrize(("lost", "ties"), [(None, None), (0, 0), (1, 1)])
def test_the_roll_says_whose_a_tie_is(lost: int | None, ties: int | None) -> None:
    """On the first turn it is nobody's: they roll off."""
    told = {} if lost is None else {"lost_last": lost}
    session = game(step="strategy", a=side(), d=side(seat=1))
    assert open_prompt(do(session, "strategy", rating=[2, 2], **told)).ties == ties
