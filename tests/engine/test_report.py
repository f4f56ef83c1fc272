"""The battle report: sums of successes, means and spreads worked out by hand; what happened turn
by turn."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import isclose

import pytest

from engine.dice.odds import Odds
from engine.dice.pools import Pool, pooled
from engine.doors import tables
from engine.doors.luck import Luck, Throw, luck_in_figures, luck_in_words, spread_of
from engine.doors.report import Report, reported
from engine.games import RULESETS
from engine.playing.session import Session
from engine.values.events import Advanced, Noted, Opened, TrackerSet, UnitAdded, UnitMoved
from engine.values.maps import Value, frozen, pairs
from engine.values.texts import english
from tests.engine import tiny
from tests.engine.tables import GUN, RIFLES, TANK, table, unit

AAM = RULESETS["aam"]
SIX = 6, 6, 5, 4, 4, 4, 1, 2, 3, 1, 1
"""Eleven dice, six of them 4 or more."""
THREE = 4, 5, 6, *[1] * 10
"""Thirteen dice, three of them."""


def session(step: str = "first_assault") -> Session:
    return Session(AAM, table("aam", step))


def attack(game: Session, by: str, at: str, faces: Value) -> None:
    """The players may overrule whose phase it is."""
    game.overrule(Opened("attack", pairs(attacker=by, target=at, range=4, arc="front", terrain="clear", road=False)))
    game.answer(faces)


def battle() -> Session:
    """The tank's eleven dice at the gun, the gun's thirteen at the tank."""
    game = session()
    attack(game, "a", "b", SIX)
    attack(game, "b", "a", THREE)
    return game


def test_successes_against_mean_and_variance() -> None:
    """Half of the dice, and a quarter of a die for each."""
    report = reported(battle())
    assert [(luck.got, luck.mean, luck.variance) for luck in report.luck] == [(6, Fraction(11, 2), Fraction(11, 4)), (3, Fraction(13, 2), Fraction(13, 4))]
    assert [luck.more for luck in report.luck] == [Fraction(1, 2), Fraction(-7, 2)]


def test_luck_in_words() -> None:
    """Three or fewer of thirteen: (1 + 13 + 78 + 286) of 8192, about 1 in 22; ten or more of
    eleven: 12 of 2048, 1 in 171."""
    ours, theirs = reported(battle()).luck
    assert english(luck_in_words(ours)) == "about as expected"
    assert english(luck_in_words(theirs)) == "unlucky: 4 less than expected, happens 1 time in 22"
    assert english(luck_in_figures(theirs)) == "successes in one roll: 3; 6.5 expected, give or take 1.8"
    lucky = session()
    attack(lucky, "a", "b", 10)
    ours, nobody = reported(lucky).luck
    assert english(luck_in_words(ours)) == "lucky: 4 more than expected, happens 1 time in 171"
    assert english(luck_in_words(nobody)) == "no dice"


def test_a_count_read_by_eye_is_a_roll_like_any_other() -> None:
    by_faces, by_count = session(), session()
    attack(by_faces, "a", "b", SIX)
    attack(by_count, "a", "b", 6)
    assert reported(by_faces).luck == reported(by_count).luck


def test_what_is_undone_is_not_told() -> None:
    game = battle()
    game.undo_procedure()
    assert [luck.got for luck in reported(game).luck] == [6, 0]


def test_an_answer_of_other_rules_is_passed_over() -> None:
    """Ninety-nine successes of eleven dice: whatever that was, the rest is told."""
    game = battle()
    game.log[1] = replace(game.log[1], value=99)  # type: ignore[call-arg]
    assert [luck.got for luck in reported(game).luck] == [0, 3]


def test_dice_against_each_other_are_counted_apart() -> None:
    """Two dice each: 12 and 2, with 7 to be expected and 35/6 of variance."""
    game = session("initiative")
    game.dispatch(Opened("initiative"))
    game.answer(((6, 6), (1, 1)))
    report = reported(game)
    assert [luck.throws for luck in report.luck] == [(), ()]
    assert [(luck.got, luck.mean, luck.variance) for luck in report.contests] == [(12, 7, Fraction(35, 6)), (2, 7, Fraction(35, 6))]


def test_step_is_told_how_far_it_has_come() -> None:
    met: list[tuple[int, int]] = []
    reported(battle(), lambda done, total: met.append((done, total)))
    assert met == [(0, 4), (1, 4), (2, 4), (3, 4)]


# Turns


def next_turn(game: Session) -> None:
    """On to the next turn; ledgers as they stand, dice as they come."""
    turn = game.state.turn
    while game.state.turn == turn:
        while game.prompt:
            asked = game.prompt
            game.answer(((1, 1), (2, 2)) if asked.kind == "roll" else asked.options[0].key if asked.options else ())
        game.overrule(Advanced(True))


def two_turns() -> Report:
    game = battle()
    game.dispatch(Noted("the bridge is down"))
    game.dispatch(UnitMoved("r", "destroyed"))
    next_turn(game)
    while game.prompt:
        game.answer(((6, 5), (2, 2)) if game.prompt.kind == "roll" else game.prompt.options[0].key)
    game.dispatch(UnitAdded("new", 0, frozen(TANK)))  # type: ignore[arg-type]
    game.dispatch(TrackerSet("new", "face_up", ("disrupted",)))
    attack(game, "new", "b", 5)
    return reported(game)


def test_each_turn_has_its_own() -> None:
    """Six successes against five are two hits on the gun, its markers lie there; the second turn
    has one roll more."""
    first, second = two_turns().turns
    assert (first.number, second.number) == (1, 2)
    assert [luck.got for luck in first.luck] == [6, 3]
    assert [luck.got for luck in second.luck] == [5, 0]
    assert first.notes == ("the bridge is down",)
    assert [(seat, english(text)) for seat, text in first.moves] == [(1, "Rifles: Destroyed")]
    assert [[(english(name), count) for name, count in side] for side in first.marks] == [[], [("Disrupted", 1), ("Damaged", 1)]]
    assert [(english(name), count) for name, count in second.marks[0]] == [("Disrupted", 1)]
    assert second.moves == ()


def test_all_turns_together_are_the_whole() -> None:
    report = two_turns()
    for seat, luck in enumerate(report.luck):
        assert luck.got == sum(turn.luck[seat].got for turn in report.turns)
        assert luck.variance == sum(turn.luck[seat].variance for turn in report.turns)


def test_the_score_is_that_of_the_end_of_the_turn() -> None:
    """The rifles' four points are lost with them."""
    units = {key: unit({**card, "cost": cost}, seat) for key, card, cost, seat in (("a", TANK, 20, 0), ("b", GUN, 15, 1), ("r", RIFLES, 4, 1))}
    game = Session(AAM, table("aam", units=units))
    game.dispatch(UnitMoved("r", "destroyed"))
    (turn,) = reported(game).turns
    assert [english(side or "") for side in turn.sides] == ["20 points on the map", "15 points on the map"]


def test_counters_count_what_is_added() -> None:
    """Three, then two more, then one less: five were laid. A list of numbers is added up. What
    ends with the turn is no marker."""
    game = Session(tiny.RULES, tiny.opened())
    for tracker, value in (("hits", 3), ("hits", 5), ("hits", 4), ("acted", True), ("where", "destroyed"), ("marks", ("red", "blue"))):
        game.dispatch(TrackerSet("a", tracker, value))
    (turn,) = reported(game).turns
    assert [[(english(name), count) for name, count in side] for side in turn.marks] == [[("hits", 5), ("red", 1), ("blue", 1)], []]


def test_a_list_of_numbers_counts_together() -> None:
    """Two fires in the first row and one in the second, then one more; a unit that is lost is no
    marker."""
    rules = RULESETS["epic"]
    game = Session(rules, tables.table(rules, {"units": {"f": unit({"name": "Troops", "units": [[3, {"type": "INF"}], [2, {"type": "INF"}]]})}}))
    for value in ((2, 1), (3, 1)):
        game.dispatch(TrackerSet("f", "fires", value))
    game.dispatch(TrackerSet("f", "lost", (1, 0)))
    (turn,) = reported(game).turns
    assert [(english(name), count) for name, count in turn.marks[0]] == [("fires", 4)]


def test_what_is_left_of_a_unit_is_no_marker() -> None:
    """Of five men one falls, and he is not told as four men laid down; the damage beside is."""
    rules = RULESETS["dust"]
    squad = {"name": "Squad", "kind": "squad", "models": [{"weapons": []}] * 5}
    game = Session(rules, tables.table(rules, {"units": {"s": unit(squad)}}))
    game.dispatch(TrackerSet("s", "alive", (1, 2, 3, 4)))
    game.dispatch(TrackerSet("s", "damage", 1))
    (turn,) = reported(game).turns
    assert [(english(name), count) for name, count in turn.marks[0]] == [("damage", 1)]


# Chances of many throws


@pytest.mark.parametrize("dice", [(1,), (2, 3), (1, 1, 1)])
def test_throws_together_beside_all_ways(dice: tuple[int, ...]) -> None:
    """Every fall of a few dice on 5+, counted one by one."""
    throws = tuple(Throw(0, 1, 0, pooled(Pool(count, (1, 2, 3, 4, 5, 6), (5,)))) for count in dice)
    falls = [sum(face >= 5 for face in fall) for fall in product(range(1, 7), repeat=sum(dice))]
    for total, share in spread_of(throws).items():
        assert isclose(share, falls.count(total) / len(falls))


def test_what_hardly_ever_happens_still_has_a_chance() -> None:
    """All of two hundred dice: far beyond what a label can tell."""
    throw = Throw(0, 1, 200, pooled(Pool(200, (1, 2, 3, 4, 5, 6), (6,))))
    assert "1 time in" in english(luck_in_words(Luck((throw,))))


def test_a_die_that_can_only_show_one_thing_is_no_luck() -> None:
    luck = Luck((Throw(0, 1, 2, Odds(((2, 1),))),))
    assert luck.expected
    assert luck.variance == 0


def test_nothing_played_is_one_empty_turn() -> None:
    report = reported(session())
    assert [turn.number for turn in report.turns] == [1]
    assert report.turns[0].luck == (Luck(), Luck())
