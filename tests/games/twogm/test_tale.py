"""How deeds are told: what became of units, and what the hands do."""

from typing import Any

import pytest

from engine.games.twogm import tale
from engine.games.twogm.examples import LIGHT, SHERMAN
from engine.games.twogm.turn import moment_number
from engine.playing.hands import put_unit
from engine.playing.outcome import last_outcome
from engine.values.events import Advanced, Opened
from engine.values.maps import Map, frozen, pairs
from engine.values.table import Unit
from engine.values.texts import english
from tests.games.twogm.table import TANK, playing, result, rule, unit


def at(card: Any = LIGHT, **state: Any) -> Unit:
    return playing("fire", {"u": unit(card, **state)}).state.unit("u")


@rule("2GM-74", "2GM-75")
@pytest.mark.parametrize(
    ("before", "after", "keys"),
    [
        ({}, {"damage": 1}, ["{unit} takes one point of damage"]),
        ({"damage": 2}, {"damage": 1}, ["{unit} gets one point of life back"]),
        ({}, {"suppressed": True}, ["{unit} is suppressed"]),
        ({"suppressed": True}, {"suppressed": True}, []),
        ({"suppressed": True}, {}, []),
        ({}, {"where": "destroyed", "suppressed": True, "damage": 3}, ["{unit} is destroyed"]),
    ],
)
def test_what_became_of_a_unit(before: Any, after: Any, keys: list[str]) -> None:
    """Of the destroyed nothing else is told."""
    assert [each.key for each in tale.fate(at(**before), at(**after))] == keys


@rule("2GM-37", "2GM-23")
@pytest.mark.parametrize(
    ("state", "row", "column"),
    [
        ({"row": 3, "column": 2}, ["Light Infantry: to B3"], ["Light Infantry: to B3"]),
        ({"row": 3}, ["Light Infantry: to row 3"], ["Light Infantry: to row 3"]),
        ({"column": 2}, [], ["Light Infantry: to column B"]),
        ({}, [], []),
    ],
)
def test_a_square_as_far_as_it_is_known(state: Any, row: list[str], column: list[str]) -> None:
    now = at(**state)
    assert [english(each) for each in tale.new_row(now, now)] == row
    assert [english(each) for each in tale.new_column(now, now)] == column


@rule("2GM-191", "2GM-122")
@pytest.mark.parametrize(
    ("before", "after", "keys"),
    [
        ([], ["shell"], ["{unit}: lay smoke of a shell"]),
        ([], ["screen"], ["{unit}: lay a Smoke Screen"]),
        (["shell"], [], ["{unit}: take the smoke of a shell off"]),
        (["screen"], [], ["{unit}: take the Smoke Screen off"]),
        (["shell"], ["shell", "screen"], ["{unit}: lay a Smoke Screen"]),
        (["shell"], ["shell"], []),
    ],
)
def test_smoke_by_its_kinds(before: Any, after: Any, keys: list[str]) -> None:
    assert [each.key for each in tale.smoke(at(smoke=before), at(smoke=after))] == keys


@rule("2GM-09")
def test_support_cards_by_their_names() -> None:
    old, new = at(support=[{"name": "Ammo"}, {"name": "Radar"}]), at(support=[{"name": "Radar"}, {"name": "Fuel"}])
    assert [(each.key, each.values["card"]) for each in tale.support(old, new)] == [
        ("{unit}: lay the card {card} beside it", "Fuel"),
        ("{unit}: discard the card {card}", "Ammo"),
    ]


@rule("2GM-60")
@pytest.mark.parametrize(("cover", "key"), [("t", "{unit}: At Cover behind {other}"), (True, "{unit}: At Cover"), (None, "{unit}: no longer At Cover")])
def test_cover_behind_whom(cover: Any, key: str) -> None:
    assert [each.key for each in tale.at_cover(at(), at(**({"at_cover": cover} if cover else {})))] == [key]


@rule("2GM-71")
def test_why_the_weapon_that_was_chosen_did_nothing() -> None:
    """The gun pierces, the machine gun that was asked for and fired does not."""
    units = {"a": unit(SHERMAN, row=4, column=4), "b": unit({**TANK, "armor": 6}, 1, row=2, column=4)}
    session = playing("fire", units)
    session.dispatch(Opened("shot", frozen({"attacker": "a", "target": "b"})))  # type: ignore[arg-type]
    session.answer("MG")
    story = last_outcome(session)
    assert story
    assert english(story.what).endswith("without effect, penetration 2 does not reach armour 6")
    assert tale.unpierced(session.states[0], session.states[0], pairs(attacker="a", target="b", weapon="primary")) is None


@rule("2GM-39")
def test_moments_of_a_round_in_their_order() -> None:
    moments = [("own", "start"), ("own", "fire"), ("own", "end"), ("enemy", "start"), ("enemy", "end")]
    assert [moment_number(each) for each in moments] == [0, 5, 8, 9, 17]


@rule("2GM-21", "2GM-189")
@pytest.mark.parametrize(
    ("end", "winner"),
    [
        ({"deck": [0, 9], "hand": [0, 9]}, 1),
        ({"hand": [0, 9]}, None),
        ({"deck": [0, 9]}, None),
        ({"deck": [0, 9], "hand": [1, 9]}, None),
        ({"deck": [[0, 0], 9], "hand": [[0, 1], 9]}, None),
        ({"deck": [[0, 0], 9], "hand": [[0, 0], 9]}, 1),
    ],
)
def test_who_is_out_of_cards_as_far_as_they_are_told(end: Any, winner: int | None) -> None:
    assert result("victory", **end)["winner"] == winner


@rule("2GM-20", "2GM-114")
@pytest.mark.parametrize(("hq", "winner"), [([5, 0], 0), ([5, [3, 0]], 0), ([5, 3], None)])
def test_whose_headquarters_is_lost(hq: Any, winner: int | None) -> None:
    assert result("victory", hq=hq)["winner"] == winner


@rule("2GM-33", "2GM-45")
@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({}, {"deck": 25, "hand": 5}, ["Grey draws 5 cards"]),
        ({"deck": 25, "hand": 5}, {"deck": 23, "hand": 7}, ["Grey draws 2 cards"]),
        ({"deck": 1, "hand": 5}, {"deck": 0, "hand": 6}, ["Grey draws one card"]),
        ({"deck": 23, "hand": 7}, {"deck": 23, "hand": 6}, []),
        ({}, {"hand": 5}, []),
    ],
)
def test_cards_that_a_side_takes_from_its_deck(before: Any, after: Any, told: list[str]) -> None:
    """A card that is played is told by what is played with it."""
    sides = (Unit("", 0, frozen({}), frozen({"cards": cards} if cards else {})) for cards in (before, after))  # type: ignore[arg-type]
    assert [english(put_unit(each, "Grey")) for each in tale.draws(*sides)] == told


@rule("2GM-78")
def test_the_hand_is_cut_down_to_seven() -> None:
    session = playing("fire", {}, seats=[{"cards": {"deck": 20, "hand": 9}}])
    session.dispatch(Advanced(leave=True))
    session.dispatch(Advanced(leave=True))
    assert session.prompt
    session.answer(())
    story = last_outcome(session)
    assert story
    assert english(story.what) == "on to: Discard; player 1 discards 2 cards"


@rule("2GM-78")
def test_a_hand_of_seven_loses_no_card() -> None:
    now = playing("discard", {}, seats=[{"cards": {"deck": 20, "hand": 7}}]).state
    assert tale.discarded(now, now, Map()) is None
