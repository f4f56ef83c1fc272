"""A hand told by name: what it holds, what can be played then, what is discarded."""

from typing import Any

import pytest

from engine.games.twogm.examples import LIGHT, SHERMAN
from engine.games.twogm.glance import GLANCE
from engine.playing.glance import Pile
from engine.playing.labels import label
from engine.playing.outcome import last_outcome
from engine.values.events import Advanced, Opened
from engine.values.maps import pairs
from engine.values.texts import english
from tests.games.twogm.table import RULES, do, facts, on, playing, refs_of, refused, rule, unit

WAITS = {"where": "reserve"}
FIGHTER = {"name": "P-51", "type": "air", "cost": 3, "skills": ["fighter"], "life": 3, "armor": 2}
ORDERS = {"name": "Orders", "type": "support", "cost": 1}
RATIONS = {"name": "Rations", "type": "support", "cost": 1}


def deck(**more: Any) -> dict[str, Any]:
    """Infantry, a tank, a fighter and two support cards wait; the enemy has infantry."""
    cards = {"i": LIGHT, "t": SHERMAN, "f": FIGHTER, "o": ORDERS, "r": RATIONS}
    return {**{key: unit(card, **WAITS) for key, card in cards.items()}, "e": unit(LIGHT, seat=1, **WAITS), **more}


def held(hand: int, waiting: int = 3, step: str = "deployment", ap: int = 12) -> Any:
    return playing(step, deck(), [{"ap": ap, "cards": {"deck": waiting, "hand": hand}}, {}])


def piles(session: Any) -> dict[str, Pile]:
    return {pile.key: pile for pile in GLANCE.piles(session.state, 0)}


def watched(session: Any) -> list[str]:
    return [english(each.text) for each in GLANCE.watched(session.state)]


class TestNaming:
    @rule("2GM-34")
    def test_the_named_cards_are_apart_from_the_deck(self) -> None:
        """Two of five are told: they alone are in the hand by name, the counts stay."""
        session = held(2)
        do(session, "name_hand", seat=0, cards=["i", "o"])
        found = piles(session)
        assert (found["hand"].count, found["hand"].units) == (2, ("i", "o"))
        assert (found["deck"].count, found["deck"].units) == (3, ("t", "f", "r"))
        assert found["hand"].secret
        assert found["deck"].secret
        assert set(found["hand"].among) == {"i", "t", "f", "o", "r"}
        assert "discard" not in found

    @rule("2GM-34")
    def test_naming_again_takes_back_what_was_told(self) -> None:
        session = held(2)
        do(session, "name_hand", seat=0, cards=["i", "o"])
        do(session, "name_hand", seat=0, cards=["t"])
        assert piles(session)["hand"].units == ("t",)

    @rule("2GM-34", "2GM-65")
    @pytest.mark.parametrize(("cards", "rules"), [(["i", "t"], []), (["i", "t", "o"], ["2GM-34"]), (["e"], ["2GM-65"]), ([], [])])
    def test_no_more_than_the_hand_holds_and_no_card_of_the_enemy(self, cards: list[str], rules: list[str]) -> None:
        assert refused(held(2), "name_hand", seat=0, cards=cards) == rules

    @rule("2GM-34")
    def test_a_deck_is_secret_as_soon_as_what_is_missing_from_it_is_the_hand(self) -> None:
        assert not piles(held(2))["deck"].secret

    @rule("2GM-33")
    def test_a_mulligan_puts_the_named_cards_back(self) -> None:
        session = playing("start", deck())
        do(session, "opening_hand", seat=0, deck=12)
        do(session, "name_hand", seat=0, cards=["i", "o"])
        do(session, "opening_hand", seat=0, deck=12, mulligan=True)
        assert (piles(session)["hand"].count, piles(session)["hand"].units) == (5, ())

    @rule("2GM-34")
    def test_a_hand_can_be_told_where_nothing_is_counted(self) -> None:
        session = playing("deployment", deck(), [{"ap": 12}, {}])
        assert GLANCE.piles(session.state, 0) == ()
        do(session, "name_hand", seat=0, cards=["i", "t", "o"])
        assert [(pile.key, pile.count) for pile in GLANCE.piles(session.state, 0)] == [("hand", 3), ("deck", 2)]
        assert refused(session, "deploy", unit="f", role="fighter") == ["2GM-65"]

    @rule("2GM-34")
    def test_no_sentence_tells_the_cards(self) -> None:
        session = held(2)
        told = label(RULES, session.state, Opened("name_hand", pairs(seat=0, cards=("i", "o"))), ())
        assert english(told) == "player 1 names cards in hand"
        do(session, "name_hand", seat=0, cards=["i", "o"])
        outcome = last_outcome(session)
        assert outcome
        assert outcome.hands == ()


class TestPlaying:
    @rule("2GM-65")
    def test_only_the_hand_is_played_once_all_of_it_is_told(self) -> None:
        """One of two told: anything may be the other one. Both told: the tank is in the deck."""
        session = held(2)
        do(session, "name_hand", seat=0, cards=["i"])
        assert refs_of(session, "deploy", unit="t") == []
        do(session, "name_hand", seat=0, cards=["i", "o"])
        assert refs_of(session, "deploy", unit="t") == ["2GM-65"]
        assert refs_of(session, "deploy", unit="i") == []
        assert refs_of(session, "play_card", unit="r", name="Rations") == ["2GM-65"]
        assert refs_of(session, "play_card", name="Rations") == ["2GM-65"]
        assert refs_of(session, "play_card", unit="o", name="Orders") == []

    @rule("2GM-63", "2GM-65")
    def test_who_comes_along_is_in_hand_too(self) -> None:
        session = held(2)
        do(session, "name_hand", seat=0, cards=["i", "o"])
        assert refused(session, "deploy", unit="i", carrier="t") == ["2GM-65"]

    @rule("2GM-65")
    def test_a_card_that_is_played_leaves_the_hand(self) -> None:
        session = held(3)
        do(session, "name_hand", seat=0, cards=["i", "t", "o"])
        do(session, "deploy", unit="i")
        do(session, "play_card", unit="o", name="Orders")
        found = piles(session)
        assert (found["hand"].count, found["hand"].units) == (1, ("t",))
        assert (found["discard"].count, found["discard"].units) == (1, ("o",))
        assert refused(session, "deploy", unit="f", role="fighter") == ["2GM-65"]

    @rule("2GM-65")
    @pytest.mark.parametrize(
        ("ap", "able", "open_to_all"),
        [
            (12, {"i", "t", "f", "o", "r"}, "12 action points left: they pay for 5 of 5 cards"),
            (1, {"i", "o", "r"}, "One action point left: it pays for 3 of 5 cards"),
        ],
    )
    def test_what_everybody_may_read_says_nothing_of_the_hand(self, ap: int, able: set[str], open_to_all: str) -> None:
        """Five cards wait, of which 1 point pays for infantry and both support cards; whatever
        is in hand, the enemy reads the same, and no sum once the hand is named."""
        session = held(2, ap=ap)
        assert open_to_all in watched(session)
        do(session, "name_hand", seat=0, cards=["t", "f"])
        assert set(facts(session, "budget")["affordable"]) == able  # type: ignore[call-overload]
        assert open_to_all.partition(":")[0] in watched(session)

    @rule("2GM-99")
    def test_an_escort_comes_from_the_hand(self) -> None:
        bomber = unit({"name": "B-25", "type": "air", "cost": 5, "skills": ["bomber"], "life": 3, "armor": 3}, deployed_turn=1)
        session = playing("deployment", deck(b=bomber), [{"ap": 12, "cards": {"deck": 3, "hand": 1}}, {}])
        asked = {"mission": "bomb", "bombers": ["b"], "escorts": ["f"], "target": "e"}
        do(session, "name_hand", seat=0, cards=["i"])
        assert "2GM-100" in refused(session, "air", **asked)
        do(session, "name_hand", seat=0, cards=["f"])
        assert "2GM-100" not in refused(session, "air", **asked)


class TestDiscarding:
    def nine(self, named: list[str], waiting: int) -> Any:
        """Nine cards in hand, some told; on the way to the Discard phase, which cuts two."""
        more = {f"x{n}": unit(LIGHT, **WAITS) for n in range(waiting)}
        session = playing("reactivation", deck(**more), [{"cards": {"deck": 3, "hand": 9}}, {}])
        do(session, "name_hand", seat=0, cards=named)
        session.dispatch(Advanced(leave=True))
        session.answer(())
        return session

    @rule("2GM-78")
    def test_a_named_hand_says_which_cards_go(self) -> None:
        """All nine are told, so two of them go by name; infantry stands once among the answers."""
        session = self.nine(["i", "t", "f", "o", "r", "x0", "x1", "x2", "x3"], 4)
        assert session.prompt.sealed
        (slot,) = session.prompt.slots
        assert (slot.key, slot.asked_of, len(slot.options)) == ("discarded:0", 0, 5)
        session.answer("t")
        session.answer("o")
        found = piles(session)
        assert found["discard"].units == ("t", "o")
        assert (found["hand"].count, len(found["hand"].units)) == (7, 7)

    @rule("2GM-78")
    def test_of_a_hand_told_in_part_another_card_may_go(self) -> None:
        """Eight of nine are told: one card may be the one that nobody knows, not two."""
        session = self.nine(["i", "t", "f", "o", "r", "x0", "x1", "x2"], 3)
        assert [option.key for option in session.prompt.slots[0].options][-1] == "unnamed"
        session.answer("unnamed")
        assert "unnamed" not in [option.key for option in session.prompt.slots[0].options]
        session.answer("t")
        assert (piles(session)["hand"].count, len(piles(session)["hand"].units)) == (7, 7)

    @rule("2GM-78", "2GM-34")
    @pytest.mark.parametrize("units", [{}, {"c": unit(LIGHT, where="reserve", in_hand=True)}])
    def test_where_nothing_is_counted_nothing_is_discarded(self, units: Any) -> None:
        session = playing("discard", units)
        session.dispatch(Opened("discard"))
        assert (session.prompt, session.state.done) == (None, ("discard",))

    @rule("2GM-78")
    def test_a_hand_that_is_only_counted_asks_nothing(self) -> None:
        session = on(playing("reactivation", deck(), [{"cards": {"deck": 3, "hand": 9}}, {}]), "discard")
        assert session.prompt is None
        assert piles(session)["hand"].count == 7
