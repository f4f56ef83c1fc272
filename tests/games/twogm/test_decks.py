"""Cards in hand: drawn, kept, discarded."""

from typing import Any

import pytest

from engine.games.twogm.examples import LIGHT
from tests.games.twogm.table import facts, on, playing, refused, result, rule, unit


class TestHand:
    @rule("2GM-34", "2GM-78")
    @pytest.mark.parametrize(("told", "discard"), [({}, 0), ({"hand": 9}, 2)])
    def test_a_pair_holds_twice_seven_cards(self, told: dict[str, int], discard: int) -> None:
        """Both hands of the table together are 9; a hand that is told is one player's."""
        session = playing("discard", {}, [{"pair": True, "hand": 9, "deck": 20}, {}])
        assert facts(session, "discard", **told)["discard"] == discard

    @rule("2GM-34", "2GM-78")
    @pytest.mark.parametrize(
        ("told", "discard"),
        [({"hand": 7}, 0), ({"hand": 8}, 1), ({"hand": 7, "drawn": 2, "played": 1}, 1), ({"hand": 7, "drawn": 2, "played": 3}, 0), ({"hand": 12}, 5)],
    )
    def test_discard(self, told: Any, discard: int) -> None:
        assert result("discard", **told)["discard"] == discard

    @rule("2GM-34", "2GM-78")
    def test_the_hand_is_told_or_counted(self) -> None:
        assert result("discard", hand=1, played=3) == {"discard": 0, "hand": 0}
        assert facts(playing("discard", {}, [{"cards": {"deck": 3, "hand": 9}}, {}]), "discard") == {"discard": 2, "hand": 7}
        assert facts(playing("discard", {}), "discard") == {"discard": 0, "hand": 0}

    @rule("2GM-45")
    def test_cards_are_drawn_once(self) -> None:
        session = on(playing("headquarters", {"i": unit(LIGHT, row=1)}, [{"cards": {"deck": 9, "hand": 3}}, {}]), "cards")
        assert refused(session, "draw") == ["2GM-45"]
        assert dict(session.state.seats[0]["cards"]) == {"deck": 7, "hand": 5}  # type: ignore[call-overload,arg-type]
        on(on(session, "start"), "start")
        assert not session.state.seats[0].get("drawn")

    @rule("2GM-45", "2GM-78")
    @pytest.mark.parametrize(("deck", "hand", "drawn", "kept"), [(10, 6, (8, 8), (8, 7)), (1, 3, (0, 4), (0, 4)), (0, 3, (0, 3), (0, 3))])
    def test_draw_and_discard_in_play(self, deck: int, hand: int, drawn: Any, kept: Any) -> None:
        session = playing("headquarters", {}, [{"cards": {"deck": deck, "hand": hand}}, {}])
        held = [on(session, step).state.seats[0]["cards"] for step in ("cards", "discard")]
        assert [(each["deck"], each["hand"]) for each in held] == [drawn, kept]  # type: ignore[index, call-overload]
