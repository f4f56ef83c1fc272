"""Contact, distance and support in an assault. Figures worked out by hand from the book."""

from typing import Any

import pytest

from engine.games.epic.examples import TANK
from engine.values.events import Opened
from engine.values.maps import pairs
from tests.games.epic.table import (
    PLANE,
    against,
    answer_all,
    assaulting,
    attacks_of,
    do,
    foot,
    force,
    game,
    key,
    miss,
    open_prompt,
    prompt_and_options,
    side,
    state,
    tank,
    titan,
)

rule = pytest.mark.rule
SKIMMER = tank(abilities=["skimmer"])


def dice(session: Any) -> list[tuple[int, int]]:
    """How many dice, and what they need."""
    assert session.prompt
    return [(check.dice, check.targets[0]) for check in session.prompt.checks]


class TestWhoFightsHow:
    """Tanks fight at 6+ in contact and at 4+ from a distance."""

    @rule("EPIC-84", "EPIC-89")
    def test_row_by_row(self) -> None:
        """One of three touches the enemy, one is near, one is out of it; all of the enemy fight."""
        session = assaulting({"fought": "mixed"}, unit=TANK)
        asked = []
        for value in (1, 1, 1, 2):
            asked.append((key(session), session.prompt.asked_of, session.prompt.most, session.prompt.default))
            session.answer(value)
        assert asked == [("contact:a:0", 0, 3, 0), ("near:a:0", 0, 2, 2), ("contact:d:0", 1, 3, 0), ("near:d:0", 1, 2, 2)]
        assert (key(session), dice(session)) == ("strike:a", [(1, 6), (1, 4)])
        session.answer(((1,), (1,)))
        assert (key(session), dice(session)) == ("strike:d", [(1, 6), (2, 4)])

    @rule("EPIC-89", "EPIC-101")
    @pytest.mark.parametrize(("how", "answers", "expected"), [("same", (), [(1, 6), (2, 4)]), ("cc", (), [(3, 6)]), ("mixed", (2, 0, 3), [(2, 6)])])
    def test_it_is_seen_anew_before_another_round(self, how: str, answers: tuple[int, ...], expected: list[Any]) -> None:
        """Nobody hits: 1 and 1 with equal modifiers is a tie."""
        session = answer_all(assaulting({"fought": "mixed"}, unit=TANK), 1, 2, 1, 2)
        miss(session)
        answer_all(session, ((1, 1), (1, 1)), how, *answers)
        assert (key(session), dice(session)) == ("strike:again:a", expected)

    @rule("EPIC-84", "EPIC-268")
    def test_the_fallen_are_not_counted_twice_when_it_is_seen_anew(self) -> None:
        """One attacker falls. 3 and no markers against 1, no markers, a kill and more units is a
        tie; the two that are left both touch."""
        session = answer_all(assaulting({"fought": "mixed"}, unit=TANK), 0, 3, 0, 3)
        answer_all(session, (1, 1, 1), (4, 1, 1), (1, 1), ((3, 1), (1, 1)), "mixed", 2, 0, 3)
        assert (key(session), dice(session)) == ("strike:again:a", [(2, 6)])

    @rule("EPIC-84", "EPIC-184")
    def test_a_war_engine_shares_its_dice(self) -> None:
        session = do(game(a=force((1, titan(dc=4, cc=4, ff=5))), d=side(6, seat=1)), "assault", 3, 1, 0, 6, attacker="a", defender="d", fought="mixed")
        assert dice(session) == [(3, 4), (1, 5)]

    @rule("EPIC-84", "EPIC-89")
    @pytest.mark.parametrize(("unit", "words"), [(tank(), ("are in contact", "other")), (titan(dc=4), ("in close combat", "in firefight"))])
    def test_war_engines_are_asked_for_their_dice(self, unit: dict[str, Any], words: tuple[str, str]) -> None:
        session, texts = do(game(a=force((2, unit)), d=side(seat=1)), "assault", attacker="a", defender="d", fought="mixed"), []
        for value in (1, 1):
            assert session.prompt
            texts.append(session.prompt.text.key)
            session.answer(value)
        assert [word in text for word, text in zip(words, texts, strict=True)] == [True, True]

    @rule("EPIC-89")
    def test_rows_that_are_lost_are_not_asked_for(self) -> None:
        units = {"a": force((2, foot()), (2, tank()), state={"lost": [2, 0]}), "d": side(seat=1)}
        assert key(do(game(**units), "assault", attacker="a", defender="d", fought="mixed")) == "contact:a:1"


class TestSkimmersInContact:
    @rule("EPIC-128", "EPIC-81")
    @pytest.mark.parametrize(
        ("ours", "theirs", "expected"),
        [
            ({"ff_in_contact": 2}, {"cc": 3}, [(3, 4)]),
            ({"cc": 1, "ff_in_contact": 1}, {"cc": 3}, [(2, 6), (1, 4)]),
            ({"cc": 1, "ff_in_contact": 1}, {"cc": 2}, [(2, 6)]),
            ({"cc": 2}, {"cc": 3}, [(3, 6)]),
            ({"ff": 2}, {"cc": 3}, [(3, 6)]),
        ],
    )
    def test_who_touches_them_fires_too(self, ours: dict[str, int], theirs: dict[str, int], expected: list[Any]) -> None:
        """Of three tanks in contact only two can touch each skimmer that fights hand to hand."""
        reply = attacks_of(force((2, SKIMMER)), force((3, tank())), ours, theirs)
        found = [(check["dice"], check["target"]) for check in reply["checks"] if check["what"].startswith("strike:d")]
        assert found == expected
        turned = attacks_of(force((3, tank())), force((2, SKIMMER)), theirs, ours)
        assert [(check["dice"], check["target"]) for check in turned["checks"] if check["what"].startswith("strike:a")] == expected

    @rule("EPIC-128", "EPIC-89")
    def test_in_an_assault_as_told(self) -> None:
        engaged = {"a": {"ff_in_contact": [2]}, "d": {"cc": [1, 1], "ff": [0, 1]}}
        units = {"a": force((2, SKIMMER)), "d": force((2, foot(cc=5, ff=6)), (2, tank()), seat=1)}
        session = do(game(**units), "assault", (1, 1), attacker="a", defender="d", engaged=engaged)
        assert (key(session), dice(session)) == ("strike:d", [(1, 6), (2, 4)])

    @rule("EPIC-84", "EPIC-89")
    def test_skimmers_that_touch_nobody_are_not_asked(self) -> None:
        units = {"a": force((2, SKIMMER)), "d": force((2, tank()), seat=1)}
        assert key(do(game(**units), "assault", 0, attacker="a", defender="d", fought="mixed")) == "near:a:0"

    @rule("EPIC-128", "EPIC-256")
    def test_their_owner_is_asked(self) -> None:
        """Both skimmers in contact fire; the tank that touches them does too."""
        units = {"a": force((2, SKIMMER)), "d": force((2, tank()), seat=1)}
        session = do(game(**units), "assault", 2, attacker="a", defender="d", fought="mixed")
        assert (key(session), session.prompt and session.prompt.most) == ("skimmers:a:0", 2)
        answer_all(session, 2, 1, 1)
        assert dice(session) == [(2, 4)]
        session.answer((1, 1))
        assert dice(session) == [(2, 4)]


class TestWhoSupports:
    """Of each side one formation fights, one is near, one marches, one is broken."""

    def fighting(self) -> Any:
        units = {
            f"{kind}{seat}": side(seat=seat, **held)
            for seat in (0, 1)
            for kind, held in (("a", {}), ("b", {}), ("c", {"marched": True}), ("e", {"broken": True}))
        }
        return do(game(**units, f1=force((1, PLANE), seat=1)), "assault", attacker="a0", defender="a1", support=True)

    @rule("EPIC-95", "EPIC-96")
    def test_the_table_is_asked(self) -> None:
        session = self.fighting()
        assert (prompt_and_options(session), open_prompt(session).text.key) == (("support:0:0", 0, ["none", "b0"]), "who supports the attackers?")
        answer_all(session, "b0", 2)
        assert (prompt_and_options(session), open_prompt(session).text.key) == (("support:1:0", 1, ["none", "b1"]), "who supports the defenders?")
        session.answer("none")
        miss(session)
        assert (key(session), dice(session)) == ("support:b0", [(2, 5)])

    @rule("EPIC-95", "EPIC-103")
    def test_two_of_three_fire_and_the_losers_friends_take_a_marker(self) -> None:
        """The attackers' friends fire with two dice; 6 against 1 with the same modifiers: the
        defenders break."""
        session = answer_all(self.fighting(), "b0", 2, "b1", 3, (1, 1, 1), (1, 1, 1))
        answer_all(session, (1, 1), (1, 1, 1), ((6, 1), (1, 1)))
        while session.prompt:
            session.answer(0)
        assert (state(session, "b0"), state(session, "b1")) == ({}, {"blast": 1})


class TestOtherFormations:
    @rule("EPIC-88", "EPIC-07")
    def test_drawn_in_by_a_counter_charge(self) -> None:
        """It fights beside the attacker; its own action is still to come."""
        units = {"a": side(), "b": side(2), "d": side(seat=1)}
        session = do(game(**units), "assault", attacker="a", defender="d", drawn_in=["b"])
        assert session.prompt
        assert [check.dice for check in session.prompt.checks] == [3, 2]
        assert [session.state.unit(name).count("activated") for name in "ab"] == [1, 0]

    @rule("EPIC-85", "EPIC-88")
    @pytest.mark.parametrize(
        ("told", "why"), [({"drawn_in": ("d",)}, "sides"), ({"others": ("b",)}, "sides"), ({"drawn_in": ("a",)}, "sides"), ({"drawn_in": ("b",)}, "")]
    )
    def test_on_their_own_side_and_once(self, told: dict[str, Any], why: str) -> None:
        session = game("strategy", a=side(), b=side(2), d=side(seat=1))
        assert against(session, "assault", attacker="a", defender="d", **told) == why


class TestWhoseResult:
    @rule("EPIC-97", "EPIC-98")
    @pytest.mark.parametrize("seat", [0, 1])
    def test_each_roll_is_called_by_its_seat(self, seat: int) -> None:
        """The attackers are twice as many, whichever seat they have."""
        units = {"a": side(6, seat=seat), "d": side(3, seat=1 - seat)}
        session = game(seat=seat, **units)
        do(session, "assault", attacker="a", defender="d")
        miss(session)
        assert session.prompt
        assert [check.key for check in session.prompt.checks] == [f"result:{seat}", f"result:{1 - seat}"]
        more = {check.key: [row.key for row in check.modifiers] for check in session.prompt.checks}
        assert "more_units" in more[f"result:{seat}"]
        assert "more_units" not in more[f"result:{1 - seat}"]


@rule("EPIC-215", "EPIC-95")
def test_an_air_assault_is_told_the_same() -> None:
    held = {"flying": True, "order": "ground_attack", "todo": ["land"]}
    units = {"f": force((1, PLANE), state=held), "a": force((3, foot()), state={"aboard": "f", "where": "inside"}), "d": side(seat=1), "e": side(2, seat=1)}
    session = game(**units)
    session.dispatch(Opened("air_assault", pairs(formation="f", defender="d", unload=("a",), others=("e",), fought="mixed", support=True)))
    assert key(session) == "contact:f:0"
