"""Victory: headquarters, cards, the clock, objectives, giving up."""

from fractions import Fraction
from typing import Any

import pytest

from engine.doors.report import reported
from engine.games.twogm.examples import BOMBER, HQ, LIGHT, MUSTANG, SHERMAN
from engine.values.events import Opened
from engine.values.maps import pairs
from tests.games.twogm.table import EITHER, TANK, do, playing, put, result, rule, unit


class TestVictory:
    @rule("2GM-20", "2GM-26")
    def test_only_an_hq_decides_and_only_once(self) -> None:
        units = {"a": unit(SHERMAN), "b": unit(LIGHT, 1, damage=2), "h": unit(HQ, 1, damage=8), "g": unit(HQ, damage=9)}
        assert all(each["tracker"] != "winner" for each in put("shot", units, attacker="a", target="b", roll={"shot": [4]})["changes"])
        session = playing("fire", units, table={"winner": "player_2"})
        shot = pairs(attacker="a", target="h", weapon="primary")
        session.overrule(Opened("shot", shot))  # after the end the players decide whether somebody still shoots
        session.answer((4,))
        assert session.state.trackers["winner"] == "player_2"

    @rule("2GM-20", "2GM-21")
    @pytest.mark.parametrize(
        ("told", "winner"),
        [
            ({"hq": [10, 0]}, 0),
            ({"hq": [0, 10]}, 1),
            ({"hq": [1, 1]}, None),
            ({"hq": [0, 0]}, "draw"),
            ({"hq": [10, 0], "scenario": True}, None),
            ({"objective": 1}, 1),
            ({"surrender": 1}, 0),
            ({"hq": [5, 5], "deck": [0, 3], "hand": [0, 2]}, 1),
            ({"hq": [5, 5], "deck": [0, 3], "hand": [1, 2]}, None),
            ({"hq": [5, 5], "deck": [1, 3], "hand": [0, 2]}, None),
            ({"hq": [5, 5], "deck": [0, 3], "hand": [0, 2], "last_card": "discarded"}, None),
            ({"hq": [5, 5], "deck": [0, 3], "hand": [0, 2], "last_card": False}, None),
            ({"hq": [5, 5], "deck": [0, 3], "hand": [0, 2], "last_card": {"seat": 0, "how": "played"}}, 1),
            ({"hq": [5, 5], "deck": [0, 0], "hand": [0, 0], "last_card": 1}, 0),
            ({"hq": [5, 0], "deck": [0, 3], "hand": [0, 2]}, 0),
            ({"hq": [[10, 10], [10, 0]]}, 0),
            ({"hq": [[10, 10], [10, 1]]}, None),
            ({"hq": [5, 5], "deck": [[0, 0], 3], "hand": [[0, 1], 3]}, None),
            ({"hq": [5, 5], "deck": [[0, 0], 3], "hand": [[0, 0], 3]}, 1),
            ({"hq": [4, 6], "timed": True}, 1),
            ({"hq": [6, 6], "timed": True}, "draw"),
            ({"hq": [6, 5], "hq_start": [12, 8], "timed": True}, 1),
        ],
    )
    def test_who_has_won(self, told: Any, winner: Any) -> None:
        assert result("victory", **told)["winner"] == winner

    @rule("2GM-20")
    def test_a_destroyed_hq_ends_a_pitched_battle(self) -> None:
        units = {"a": unit({**TANK, "weapon": {"impact": [2, 9], "penetration": 2, "damage": 3, "range": 9}}), "h": unit(HQ, 1, damage=8), "g": unit(HQ)}
        session = do(playing("fire", units), "shot", (5,), attacker="a", target="h", weapon="primary")
        assert session.state.trackers["winner"] == "player_1"

    @rule("2GM-20", "2GM-22")
    def test_a_victory_is_noted_once_and_not_in_a_scenario(self) -> None:
        lost = {"q": unit(HQ, 1, where="destroyed"), "o": unit(HQ)}
        assert do(playing("end", lost), "victory").state.trackers["winner"] == "player_1"
        assert do(playing("end", lost, table={"winner": "draw"}), "victory").state.trackers["winner"] == "draw"
        assert "winner" not in do(playing("end", lost, scenario="bridge"), "victory").state.trackers
        for wrong in (2, {"seat": 2}):
            assert "error" in put("victory", hq=[5, 5], last_card=wrong)

    @rule("2GM-21", "2GM-07")
    def test_other_readings(self) -> None:
        assert result("victory", None, {"last_card": "at_once"}, hq=[5, 0], deck=[0, 3], hand=[0, 2])["winner"] == 1
        assert result("victory", None, {"timed_loser": "fewest_points"}, hq=[6, 5], hq_start=[12, 8], timed=True)["winner"] == 0
        assert result("victory", None, {"timed_tie": "play_on"}, hq=[6, 6], timed=True)["winner"] is None

    @rule("2GM-21", "2GM-20")
    def test_from_the_table_and_giving_up(self) -> None:
        units = {"h": unit(HQ, 1, damage=3), "g": unit(HQ, damage=10, where="destroyed")}
        assert result("victory", units)["winner"] == 1
        session = do(playing("end", {"h": unit(HQ, 1)}, [{"cards": {"deck": 0, "hand": 0}}, {"cards": {"deck": 3, "hand": 0}}]), "victory")
        assert session.state.trackers["winner"] == "player_2"
        given = do(playing("fire", {}), "concede", True, seat=1)
        assert given.state.trackers["winner"] == "player_1"
        assert "winner" not in do(playing("fire", {}), "concede", False, seat=1).state.trackers

    @rule("2GM-21", "2GM-65")
    def test_the_last_card(self) -> None:
        """Played and resolved with an empty deck it loses the game; a bomber's mission comes
        first, and a win by it counts."""

        def last(card: Any, reading: str = "resolved_first", deck: int = 0) -> Any:
            units = {"u": unit({**card, "cost": 0}, where="reserve"), "h": unit(HQ, 1, damage=8)}
            return playing("deployment", units, [{"cards": {"deck": deck, "hand": 1}}, {}], readings={"last_card": reading})

        assert do(last(LIGHT), "deploy", unit="u").state.trackers["winner"] == "player_2"
        assert "winner" not in do(last(LIGHT, deck=1), "deploy", unit="u").state.trackers
        assert do(last(LIGHT), "play_card", name="Hit").state.trackers["winner"] == "player_2"
        for face, winner in ((3, "player_1"), (2, "player_2")):
            session = do(last(BOMBER), "deploy", unit="u", role="bomber")
            assert "winner" not in session.state.trackers
            assert do(session, "air", (face,), bombers=["u"], target="h").state.trackers["winner"] == winner
        assert do(last(BOMBER, "at_once"), "deploy", unit="u", role="bomber").state.trackers["winner"] == "player_2"

    @rule("2GM-21", "2GM-95")
    @pytest.mark.parametrize(
        ("card", "role", "winner"),
        [(MUSTANG, None, "player_2"), (BOMBER, None, None), (EITHER, "fighter", "player_2"), (EITHER, "bomber", None), (TANK, None, "player_2")],
    )
    def test_the_last_card_played(self, card: Any, role: str | None, winner: str | None) -> None:
        """A fighter is resolved as it comes beside the HQ; a bomber only by its raid."""
        session = playing("deployment", {"a": unit({**card, "cost": 3}, where="reserve")}, [{"ap": 9, "cards": {"deck": 0, "hand": 1}}, {}])
        do(session, "deploy", unit="a", **({"role": role} if role else {}))
        assert session.state.trackers.get("winner") == winner


class TestTheClock:
    @rule("2GM-07", "2GM-20")
    def test_the_table_is_counted_as_the_clock_stops(self) -> None:
        """3 and 4 points of damage: the second HQ loses; of 12 and 10 points at first, 3 and 3
        lost are a draw; what is told comes first."""

        def winner(first: int, second: int, most: int = 10, **told: Any) -> Any:
            units = {"p": unit({**HQ, "life": most}, damage=first), "q": unit(HQ, 1, damage=second)}
            return do(playing("end", units), "victory", timed=True, **told).state.trackers.get("winner")

        assert [winner(3, 4), winner(4, 3), winner(3, 3), winner(3, 3, 12)] == ["player_1", "player_2", "draw", "draw"]
        assert winner(3, 4, hq=[5, 6]) == "player_2"
        bare = {"p": unit({"type": "hq"}), "q": unit({"type": "hq"}, 1)}
        assert result("victory", bare, hq=[5, 0])["winner"] == 0

    @rule("2GM-07", "2GM-20")
    @pytest.mark.parametrize(
        ("told", "winner"),
        [
            ({"hq": [5, 7], "hq_start": [8, None], "timed": True}, "draw"),
            ({"hq": [5, 8], "hq_start": [8, None], "timed": True}, 1),
            ({"hq": [[5, 5], 7], "timed": True}, 1),
            ({"hq": [[9, 9], 7], "timed": True}, 0),
            ({"hq": [5, 5], "hand": [0, 1]}, None),
            ({"hq": [5, 5], "deck": [0, 1]}, None),
            ({"hq": [5, 5], "deck": [0, 1], "hand": [0, 1]}, 1),
            ({"hq": [5, 5], "deck": [0, 1], "hand": [0, 1], "last_card": False}, None),
            ({"hq": [5, 5], "deck": [0, 0], "hand": [0, 0], "last_card": 1}, 0),
            ({"hq": [5, 5], "deck": [0, 0], "hand": [0, 0], "last_card": {"seat": 0, "how": "played"}}, 1),
        ],
    )
    def test_who_has_won(self, told: Any, winner: Any) -> None:
        """An HQ has 10 points where nobody says more, two of a side 20: 3 lost against 3, 3 against
        2, 10 against 3, 2 against 3."""
        assert result("victory", **told)["winner"] == winner


@rule("2GM-25")
@pytest.mark.parametrize(("face", "got"), [(3, 0), (4, 1), (9, 1)])
def test_a_critical_on_an_hq_is_no_luck(face: int, got: int) -> None:
    """4+/8+ at the HQ: seven faces of ten hit, and none does more than hit."""
    session = do(
        playing("fire", {"a": unit(SHERMAN, row=5, column=4), "q": unit(HQ, 1)}, scenario="x"), "shot", [face], attacker="a", target="q", weapon="primary"
    )
    luck = reported(session).luck[0]
    assert (luck.got, luck.mean) == (got, Fraction(7, 10))
