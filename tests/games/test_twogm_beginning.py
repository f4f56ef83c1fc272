"""2GM Tactics, before the first turn: bids, terrain bought with them, opening hands, mulligans."""

from typing import Any

import pytest

from engine.playing.session import Session
from engine.values.events import Advanced, Opened
from engine.values.texts import english
from tests.games.twogm_table import HQ, LIGHT, do, on, playing, put, refused, unit

rule = pytest.mark.rule
PAIR = [{"pair": True}, {}]


def begun(*answers: Any, **told: Any) -> Session:
    """A battle that begins, with answers to what is asked."""
    return do(playing("start", told.pop("units", {}), told.pop("seats", None), **told), "opening", *answers)


def kept(session: Session, *trackers: str) -> list[Any]:
    """What both sides hold."""
    return [tuple(seat.get(each, 0) for each in trackers) for seat in session.state.seats]


def bidding(session: Session, ours: int, theirs: int) -> Session:
    session.answer(ours, "bid:0")
    session.answer(theirs, "bid:1")
    return session


class TestTheBeginning:
    @rule("2GM-30", "2GM-31", "2GM-33", "2GM-45", "2GM-39")
    def test_from_the_bid_to_the_first_draw(self) -> None:
        """3 + 2 loses to 2 + 8: seat 1 buys terrain and draws first. 5 - 3 = 2 and 5 - 2 = 3 are
        left; 5 cards each, then 2 more in the first turn as in every other."""
        session = bidding(begun(), 3, 2)
        asked = []
        for value in (((2,), (8,)), 2, 1, 20, True, 30, False):
            assert session.prompt
            asked.append((session.prompt.key, session.prompt.asked_of))
            session.answer(value)
        assert asked == [("bid", 0), ("terrain:1", 1), ("terrain:0", 0), ("deck:1", 1), ("mulligan:1", 1), ("deck:0", 0), ("mulligan:0", 0)]
        assert session.prompt is None
        assert (session.state.first, session.state.seat, kept(session, "ap")) == (1, 1, [(2,), (3,)])
        assert [dict(seat["cards"]) for seat in session.state.seats] == [  # type: ignore[arg-type]
            {"deck": 25, "hand": 5, "mulligans": 0},
            {"deck": 15, "hand": 5, "mulligans": 1},
        ]
        on(session, "cards")
        assert dict(session.state.seats[1]["cards"])["hand"] == 7  # type: ignore[arg-type]

    @rule("2GM-31")
    @pytest.mark.parametrize(("reading", "left"), [("lost", 1), ("kept", 3)])
    def test_what_the_bid_did_not_buy(self, reading: str, left: int) -> None:
        """4 bid, terrain for 2: 5 - 4 = 1 is left, or 5 - 2 = 3. Nobody is asked for terrain who
        bid nothing."""
        session = bidding(begun(readings={"unspent_bid": reading}), 4, 0)
        session.answer(((9,), (1,)))
        assert session.prompt
        assert (session.prompt.key, session.prompt.least, session.prompt.most, session.prompt.default) == ("terrain:0", 0, 4, 4)
        session.answer(2)
        assert session.prompt.key == "deck:0"
        assert kept(session, "ap") == [(left,), (5,)]

    @rule("2GM-33", "2GM-30", "2GM-22")
    def test_a_scenario_has_no_bid(self) -> None:
        session = begun(8, False, 4, True, scenario="bastogne")
        assert [dict(seat["cards"]) for seat in session.state.seats] == [  # type: ignore[arg-type]
            {"deck": 3, "hand": 5, "mulligans": 0},
            {"deck": 0, "hand": 4, "mulligans": 1},
        ]
        assert kept(session, "ap") == [(0,), (0,)]

    @rule("2GM-33")
    def test_the_deck_that_waits_is_proposed(self) -> None:
        """Two cards of seat 0 wait, one is on the board, one is the enemy's; a deck of 0 is not
        counted and has no hand."""
        units = {"a": unit(LIGHT, where="reserve"), "b": unit(LIGHT, where="reserve"), "c": unit(LIGHT), "d": unit(LIGHT, 1, where="reserve")}
        session = begun(units=units, scenario="bastogne")
        assert session.prompt
        assert (session.prompt.key, session.prompt.default, session.prompt.most) == ("deck:0", 2, 999)
        session.answer(0)
        assert (session.prompt.key, session.prompt.default) == ("deck:1", 1)
        session.answer(7)
        assert (session.prompt.key, session.prompt.default) == ("mulligan:1", False)
        assert english(session.prompt.text) == "draw 5 cards. Shuffle them back and draw as many new ones, this once?"
        session.answer(False)
        assert "cards" not in session.state.seats[0]

    @rule("2GM-33", "2GM-39")
    def test_a_battle_begins_once(self) -> None:
        assert refused(playing("start", {}, turn=2), "opening") == ["2GM-39"]
        assert refused(playing("start", {}), "opening") == []
        assert put("opening")["refs"] == ["2GM-33", "2GM-30"]
        session = playing("start", {})
        session.dispatch(Opened("opening"))
        assert session.prompt
        assert session.prompt.key == "bids"


class TestIncomeIsTold:
    @rule("2GM-41", "2GM-156")
    @pytest.mark.parametrize(
        ("stored", "text"),
        [
            (14, "gain 2 action points (HQ 1; supply line 1), 2 lost: 14 now"),
            (13, "gain 2 action points (HQ 1; supply line 1), 1 lost: 14 now"),
            (0, "gain 2 action points (HQ 1; supply line 1), 0 lost: 2 now"),
        ],
    )
    def test_what_a_full_store_loses_is_said(self, stored: int, text: str) -> None:
        session = playing("start", {"h": unit(HQ), "a": unit(LIGHT, row=1)}, [{"ap": stored}, {}])
        session.dispatch(Advanced(leave=True))
        assert session.prompt
        assert [english(line.text) for line in session.prompt.lines] == [text]
        session.answer(())
        assert refused(session, "income") == ["2GM-41"]

    @rule("2GM-41", "2GM-26", "2GM-45", "2GM-78")
    def test_one_is_one(self) -> None:
        """Without an HQ and a row there is nothing to say."""
        lines = []
        for step, seat in (("start", {}), ("headquarters", {"cards": {"deck": 1, "hand": 1}}), ("reactivation", {"cards": {"deck": 1, "hand": 8}})):
            session = playing(step, {"h": unit(HQ)}, [seat, {}])
            session.dispatch(Advanced(leave=True))
            assert session.prompt
            lines += [english(line.text) for line in session.prompt.lines]
        assert lines == ["gain one action point (HQ 1), 0 lost: 1 now", "draw one card", "discard one card"]
        lost = playing("start", {"h": unit(HQ, where="destroyed")}, scenario="bastogne")
        lost.dispatch(Advanced(leave=True))
        assert lost.prompt is None


class TestPairs:
    @rule("2GM-113", "2GM-31")
    @pytest.mark.parametrize(("amount", "marshal", "general"), [(0, 3, 2), (1, 2, 2), (2, 2, 1), (4, 1, 0), (5, 0, 0)])
    def test_what_is_left_of_the_bid_is_shared(self, amount: int, marshal: int, general: int) -> None:
        """5 - bid, the odd point to the Marshal."""
        session = do(playing("start", {}, PAIR), "bid", ((9,), (1,)), bids=[amount, 0])
        assert kept(session, "ap", "ap_general") == [(marshal, general), (5, 0)]

    @rule("2GM-113", "2GM-189", "2GM-41")
    @pytest.mark.parametrize(
        ("before", "after"),
        [((6, 5), (7, 5)), ((13, 0), (14, 0)), ((14, 0), (14, 0)), ((8, 6), (8, 6)), ((16, 0), (14, 0)), ((1, 15), (0, 14)), ((2, 14), (0, 14))],
    )
    def test_the_cap_limits_the_sum_of_both(self, before: tuple[int, int], after: tuple[int, int]) -> None:
        """HQ +1, cap 14: the Marshal takes the odd point; what a card put above the cap goes
        from the Marshal first."""
        session = on(playing("start", {"h": unit(HQ)}, [{"pair": True, "ap": before[0], "ap_general": before[1]}, {}]), "headquarters")
        assert kept(session, "ap", "ap_general")[0] == after

    @rule("2GM-189", "2GM-33", "2GM-78")
    def test_each_of_a_pair_has_a_hand(self) -> None:
        """5 each is 10, 7 each is 14; the lone enemy has 5 and 7."""
        session = begun(30, False, 30, False, seats=PAIR, scenario="bastogne")
        assert [dict(seat["cards"])["hand"] for seat in session.state.seats] == [10, 5]  # type: ignore[arg-type]
        for hand, left in ((14, 14), (16, 14)):
            session = on(playing("reactivation", {}, [{"pair": True, "cards": {"deck": 3, "hand": hand}}, {}]), "discard")
            assert dict(session.state.seats[0]["cards"])["hand"] == left  # type: ignore[arg-type]
        assert do(playing("start", {}, PAIR), "opening_hand", seat=0, deck=8).state.seats[0]["cards"]["hand"] == 8  # type: ignore[index]

    @rule("2GM-125", "2GM-113")
    @pytest.mark.parametrize(("purse", "no"), [({"ap_general": 1}, []), ({"ap": 1}, []), ({}, ["2GM-125"])])
    def test_either_of_a_pair_pays_an_advance(self, purse: dict[str, int], no: list[str]) -> None:
        units = {"a": unit({**LIGHT, "skills": ["advance"]}, row=1)}
        session = playing("movement", units, [{"pair": True, **purse}, {}])
        assert refused(session, "move", unit="a", row=2, path=["plain"], advance=True) == no
