"""Initiative."""

from fractions import Fraction
from itertools import product
from typing import Any, ClassVar

import pytest

from engine.doors.tables import table
from engine.playing.session import Session
from engine.values.events import Opened
from engine.values.maps import frozen, pairs
from engine.values.texts import english
from tests.games.aam.table import CAPTAIN, RULES, SOLDIER, able, playing, rule
from tests.games.asking import ask, rows

DISRUPTED, DAMAGED, BOTH = ["disrupted"], ["damaged"], ["disrupted", "damaged"]


def effect(name: str = "Stalwart", amount: int = 1, **told: Any) -> dict[str, Any]:
    return {"name": name, "amount": amount, **told}


def commander(name: str = "Stalwart", amount: int = 1, **told: Any) -> dict[str, Any]:
    return effect(name, amount, commander=True, **told)


def aboard(transport: str, seat: int = 1) -> dict[str, Any]:
    return {"card": SOLDIER, "seat": seat, "state": {"aboard": transport, "where": "inside"}}


class TestInitiative:
    @rule("AAM-19")
    def test_told_dice_that_tie_again_leave_it_open(self) -> None:
        """Tied once, then told to tie again: still nobody's, each side as likely as before; each
        die has its owner."""
        tied = {"initiative": [[3, 3], [4, 2]], "initiative:again": [[5, 2], [6, 1]]}
        reply = ask("aam", "initiative", bonus=[0, 0], roll=tied)
        assert (reply["result"]["winner"], reply["odds"]["winner"]) == (None, {"0": "1/2", "1": "1/2"})
        assert [check["by"] for check in reply["checks"][:2]] == ["seat 0", "seat 1"]
        won = ask("aam", "initiative", bonus=[0, 0], roll={**tied, "initiative:again": [[5, 2], [6, 2]]})
        assert won["result"]["winner"] == 1

    @rule("AAM-18", "AAM-19")
    @pytest.mark.parametrize("bonus", [(0, 0), (2, 0), (1, 3), (3, 2)])
    def test_odds_by_all_throws(self, bonus: tuple[int, int]) -> None:
        count = {"0": 0, "1": 0, "tie": 0}
        for ours in product(range(1, 7), repeat=2):
            for theirs in product(range(1, 7), repeat=2):
                edge = (sum(ours) + bonus[0]) - (sum(theirs) + bonus[1]) or bonus[0] - bonus[1]
                count["0" if edge > 0 else "1" if edge < 0 else "tie"] += 1
        reply = ask("aam", "initiative", bonus=list(bonus))
        assert reply["odds"]["first_roll"] == {key: str(Fraction(n, 1296)) for key, n in count.items() if n}
        decided = 1296 - count["tie"]
        assert reply["odds"]["winner"] == {key: str(Fraction(count[key], decided)) for key in ("0", "1")}

    @rule("AAM-19")
    @pytest.mark.parametrize(("bonus", "ties"), [((3, 2), 0), ((1, 3), 1), ((2, 2), None)])
    def test_the_question_says_who_wins_equal_totals(self, bonus: tuple[int, int], ties: int | None) -> None:
        session = playing("initiative", {})
        session.dispatch(Opened("initiative", pairs(bonus=bonus)))
        assert session.prompt
        assert session.prompt.ties == ties

    @rule("AAM-19", "AAM-20")
    @pytest.mark.parametrize(
        ("bonus", "dice", "text"),
        [
            ((3, 2), ((1, 2), (2, 2)), "equal totals, and first seat has the higher bonus: first or second player?"),
            ((2, 3), ((2, 2), (1, 2)), "equal totals, and second seat has the higher bonus: first or second player?"),
            ((3, 2), ((2, 2), (2, 2)), "first seat has the initiative: first or second player?"),
            ((0, 2), ((2, 2), (2, 2)), "second seat has the initiative: first or second player?"),
        ],
    )
    def test_the_winner_is_named_and_why(self, bonus: tuple[int, int], dice: Any, text: str) -> None:
        session = playing("initiative", {})
        session.dispatch(Opened("initiative", pairs(bonus=bonus)))
        session.answer(dice)
        assert session.prompt
        assert english(session.prompt.text) == text

    @rule("AAM-19")
    def test_equal_totals_go_to_the_higher_bonus(self) -> None:
        reply = ask("aam", "initiative", bonus=[2, 0], roll={"initiative": [[1, 3], [3, 3]]})
        assert reply["result"]["winner"] == 0

    @rule("AAM-18", "AAM-132")
    def test_the_best_commander_who_is_not_disrupted(self) -> None:
        def bonus(**states: Any) -> list[Any]:
            units = {
                "x": {"card": CAPTAIN, "seat": 0},
                "y": {"card": {**CAPTAIN, "initiative": 3}, "seat": 0, "state": states},
                "z": {"card": {**CAPTAIN, "initiative": 5}, "seat": 1},
            }
            return rows(ask("aam", "initiative", units), "initiative:0")

        assert bonus() == [("commander", 3, "AAM-18")]
        assert bonus(face_up=["disrupted"]) == [("commander", 2, "AAM-18")]
        assert bonus(face_down=["disrupted"]) == [("commander", 3, "AAM-18")]
        assert bonus(where="destroyed") == bonus(where="reserve") == [("commander", 2, "AAM-18")]
        assert bonus(where="inside") == [("commander", 3, "AAM-18")]  # aboard he still leads (AAM-132)

    @rule("AAM-20")
    @pytest.mark.parametrize(("reading", "choice", "first"), [("winner_chooses", "first", 1), ("winner_chooses", "second", 0), ("winner_first", None, 1)])
    def test_the_winner_chooses_or_is_first(self, reading: str, choice: str | None, first: int) -> None:
        session = Session(RULES, table(RULES, frozen({"readings": {"initiative": reading}})))
        session.dispatch(Opened("initiative"))
        session.answer(((1, 1), (6, 6)))
        if choice:
            assert session.prompt
            assert session.prompt.asked_of == 1
            session.answer(choice)
        assert session.prompt is None
        assert (session.state.first, session.state.seat) == (first, first)


class TestCommandersBonus:
    def told(self, *commanders: list[str], roll: Any = None, readings: Any = None, **states: Any) -> dict[str, Any]:
        cards = {"x": CAPTAIN, "y": {**CAPTAIN, "initiative": 3}, "z": {**CAPTAIN, "initiative": 1}, "s": SOLDIER}
        units = {key: {"card": card, "seat": 1, "state": states.get(key, {})} for key, card in cards.items()}
        return ask("aam", "initiative", units, readings, commanders=list(commanders), **({"roll": roll} if roll else {}))

    @rule("AAM-18", "AAM-93")
    def test_the_bonus_of_the_commanders_named(self) -> None:
        assert self.told(["x", "y"], ["z"])["result"]["bonus"] == [3, 1]
        assert self.told(["x", "y"], ["z"], y={"face_up": ["disrupted"]})["result"]["bonus"] == [2, 1]
        assert self.told(["x"], ["z"], z={"where": "destroyed"})["result"]["bonus"] == [2, 0]
        assert self.told(["s"], [])["result"]["bonus"] == [0, 0]

    @rule("AAM-18")
    def test_a_bonus_told_is_taken_as_it_is(self) -> None:
        assert ask("aam", "initiative", bonus=[1, -1])["result"]["bonus"] == [1, -1]

    @rule("AAM-18", "AAM-132")
    @pytest.mark.parametrize(("reading", "bonus"), [("works", 3), ("silent", 2)])
    def test_aboard_by_both_readings(self, reading: str, bonus: int) -> None:
        reply = self.told(["x", "y"], [], readings={"commander_aboard": reading}, y={"aboard": "t", "where": "inside"})
        assert reply["result"]["bonus"] == [bonus, 0]

    @rule("AAM-19")
    @pytest.mark.parametrize(
        ("commanders", "roll", "winner"),
        [
            ([["x"], []], [[1, 3], [3, 3]], 0),
            ([[], ["x"]], [[3, 3], [1, 3]], 1),
            ([["x"], ["z"]], [[1, 3], [1, 5]], 1),
            ([[], []], [[1, 3], [2, 2]], None),
            ([["x"], ["x"]], [[6, 6], [6, 6]], None),
        ],
    )
    def test_the_winner_or_roll_again(self, commanders: Any, roll: Any, winner: int | None) -> None:
        assert self.told(*commanders, roll={"initiative": roll})["result"]["winner"] == winner

    @rule("AAM-19")
    def test_the_first_roll(self) -> None:
        assert self.told([], [], roll={"initiative": [[1, 3], [2, 2]]})["result"]["first_roll"] == "tie"
        assert self.told([], [], roll={"initiative": [[1, 3], [2, 3]]})["result"]["first_roll"] == 1

    @rule("AAM-19")
    def test_a_tie_is_rolled_again_by_another_name(self) -> None:
        roll = {"initiative": [[1, 3], [2, 2]], "initiative:again": [[6, 1], [2, 2]]}
        assert self.told([], [], roll=roll)["result"]["winner"] == 0
        assert "initiative:again:0" in {check["what"] for check in self.told([], [], roll=roll)["checks"]}

    @rule("AAM-18", "AAM-19")
    @pytest.mark.parametrize(
        ("states", "dice", "winner"),
        [
            ([{}, {}], [[3, 3], [4, 3]], 0),
            ([{"face_up": DISRUPTED}, {}], [[3, 3], [4, 3]], 1),
            ([{"face_up": DISRUPTED}, {}], [[3, 4], [2, 4]], 1),
            ([{"face_down": DISRUPTED}, {"where": "destroyed"}], [[3, 3], [4, 4]], 0),
        ],
    )
    def test_a_tie_goes_to_the_bonus_just_added(self, states: Any, dice: Any, winner: Any) -> None:
        """A captain of 2 against a sergeant of 1 or, where he is gone, nobody."""
        units = {"k": {"seat": 0, "card": CAPTAIN, "state": states[0]}, "l": {"seat": 1, "card": {**CAPTAIN, "initiative": 1}, "state": states[1]}}
        reply = ask("aam", "initiative", units, commanders=[["k"], ["l"]], roll={"initiative": dice})
        assert reply["result"]["winner"] == winner


class TestRecon:
    UNITS: ClassVar[dict[str, Any]] = {"x": {"card": able(SOLDIER, recon=True), "seat": 0}, "y": {"card": SOLDIER, "seat": 1}}

    @rule("AAM-86", "AAM-19")
    @pytest.mark.parametrize(
        ("recon", "faces", "bonus", "winner"),
        [
            ([True, False], [[1, 3], [2, 2]], [1, 0], 0),
            ([False, False], [[1, 3], [2, 2]], [0, 0], None),
            ([True, False], [[1, 2], [2, 2]], [1, 0], 0),
            ([True, False], [[1, 1], [2, 2]], [1, 0], 1),
        ],
    )
    def test_one_more_while_it_sees_an_enemy(self, recon: Any, faces: Any, bonus: list[int], winner: int | None) -> None:
        """On equal totals the bonus decides, Recon's too."""
        reply = ask("aam", "initiative", self.UNITS, recon=recon, roll={"initiative": faces})
        assert (reply["result"]["bonus"], reply["result"]["winner"]) == (bonus, winner)

    @rule("AAM-86", "AAM-90")
    @pytest.mark.parametrize(("sees", "expected"), [(True, [("recon", 1)]), (False, [])])
    def test_a_game_asks_whether_it_does(self, sees: bool, expected: Any) -> None:
        session = playing("initiative", {**self.UNITS, "z": self.UNITS["x"]})
        session.dispatch(Opened("initiative"))
        assert session.prompt
        assert session.prompt.key == "recon:0"
        session.answer(sees)
        assert [(row.key, row.amount) for row in session.prompt.checks[0].modifiers] == expected
        assert session.prompt.checks[1].modifiers == ()

    @rule("AAM-18", "AAM-90")
    def test_a_bonus_told_is_the_whole_bonus(self) -> None:
        session = playing("initiative", self.UNITS)
        session.dispatch(Opened("initiative", pairs(bonus=(0, 0))))
        assert session.prompt
        assert session.prompt.key == "initiative"


@rule("AAM-86", "AAM-18")
@pytest.mark.parametrize(("told", "asked"), [({}, "recon:0"), ({"bonus": (1, 0)}, "initiative"), ({"recon": (True, False)}, "initiative")])
def test_recon_is_asked_unless_a_bonus_is_told(told: Any, asked: str) -> None:
    units = {"a": {"card": able(SOLDIER, recon=1), "seat": 0}, "b": {"card": SOLDIER, "seat": 1}}
    session = playing("initiative", units)
    session.dispatch(Opened("initiative", pairs(**told)))
    assert session.prompt
    assert session.prompt.key == asked


@rule("AAM-18")
def test_equal_totals_are_nobodys() -> None:
    session = playing("initiative", {"a": {"card": SOLDIER, "seat": 0}, "b": {"card": SOLDIER, "seat": 1}})
    session.dispatch(Opened("initiative"))
    assert session.prompt
    assert (session.prompt.key, session.prompt.ties) == ("initiative", None)
