"""Several attacks in order."""

from fractions import Fraction
from typing import Any, ClassVar

import pytest

from engine.doors.tables import table
from engine.games.aam.examples import PANZER, SHERMAN
from engine.playing.procedure import whole
from engine.playing.session import Refused, Session
from engine.playing.walk import walk
from engine.values.events import Opened
from engine.values.maps import frozen, pairs
from tests.engine.brute import brute
from tests.games.aam.table import NO, RULES, SOLDIER, able, in_order, named, playing, refused, rule, sixes, worst
from tests.games.asking import ask, change, targets

MEN = ("disrupted", "destroyed")
TANK = ("disrupted", "damaged", "destroyed")


def attacks(*attackers: Any, target: Any = SOLDIER, at: Any = None, cards: Any = None, states: Any = None, readings: Any = None, **told: Any) -> dict[str, Any]:
    """Several attacks in order on `t`; each attacker is a Sherman unless a card is given."""
    cards, states = cards or {}, states or {}
    units = {name: {"card": cards.get(name, SHERMAN), "seat": 0, "state": states.get(name, {})} for name in (each["attacker"] for each in attackers)}
    return ask(
        "aam",
        "attacks",
        {**units, "t": {"card": target, "seat": 1, "state": at or {}}},
        readings,
        target="t",
        attacks=list(attackers),
        **{"terrain": "clear", **told},
    )


def by(attacker: str, hexes: int = 2, **told: Any) -> dict[str, Any]:
    return {"attacker": attacker, "range": hexes, "arc": "front", **told}


class TestSeveralAttackers:
    @rule("AAM-59", "AAM-67")
    def test_two_on_one_soldier(self) -> None:
        """E-09: the second still meets defense 4; one hit each destroys."""
        reply = attacks(by("a"), by("b"), roll={"attack:0": sixes(4, 9), "attack:1": sixes(4, 9)})
        assert [check["needs"] for check in reply["checks"]] == [4, 4]
        assert reply["result"]["target"] == "destroyed"
        assert change(reply, "t", "face_down") == ["disrupted", "destroyed"]

    @rule("AAM-59", "AAM-141")
    @pytest.mark.parametrize(("target", "ladder", "dice", "defense"), [(SOLDIER, MEN, 9, 4), (PANZER, TANK, 11, 5)])
    @pytest.mark.parametrize("terrain", ["clear", "town"])
    @pytest.mark.parametrize("count", [1, 2, 3])
    def test_odds_of_several_in_order(self, target: Any, ladder: Any, dice: int, defense: int, terrain: str, count: int) -> None:
        cover = NO if terrain == "clear" else Fraction(1, 2) if target is SOLDIER else Fraction(1, 3)
        expected = named(in_order(ladder, [(dice, 4, defense, cover)] * count), worst)
        reply = attacks(*(by(name) for name in "abc"[:count]), target=target, terrain=terrain)
        assert reply["odds"]["target"] == expected

    @rule("AAM-59", "AAM-70")
    def test_each_with_its_own_range_side_and_cover(self) -> None:
        """First from the front at 4 hexes, then in the same hex from behind: defense 3 and cover
        6."""
        reply = attacks(by("a", 4), by("b", 0), target=PANZER, terrain="town")
        assert [check["needs"] for check in reply["checks"]] == [5, None, 3, None]
        assert targets(reply) == {"attack:0": 4, "cover:0": 5, "attack:1": 4, "cover:1": 6}
        expected = in_order(TANK, [(11, 4, 5, Fraction(1, 3)), (13, 4, 3, Fraction(1, 6))])
        assert reply["odds"]["target"] == named(expected, worst)

    @rule("AAM-59")
    def test_what_is_told_for_all_and_for_one(self) -> None:
        second = {"attacker": "b", "bonus": -1, "terrain": "forest"}
        reply = attacks({"attacker": "a"}, second, range=1, arc="rear", target=PANZER, bonus=1)
        assert targets(reply) == {"attack:0": 3, "attack:1": 5, "cover:1": 5}
        assert [check["needs"] for check in reply["checks"] if check["needs"]] == [3, 3]

    @rule("AAM-59", "AAM-64")
    def test_a_damaged_tank_falls_to_two_single_hits(self) -> None:
        roll = {"attack:0": sixes(4, 11), "attack:1": sixes(4, 11)}
        reply = attacks(by("a"), by("b"), target=PANZER, at={"face_up": ["damaged"]}, roll=roll)
        assert change(reply, "t", "face_down") == ["disrupted", "destroyed"]

    @rule("AAM-59", "AAM-58")
    def test_three_single_hits_on_a_fresh_tank(self) -> None:
        roll = {f"attack:{n}": sixes(5, 11) for n in range(3)}
        assert change(attacks(*map(by, "abc"), target=PANZER, roll=roll), "t", "face_down") == list(TANK)

    @rule("AAM-24", "AAM-26")
    def test_doomed_and_shaken_attackers_act(self) -> None:
        reply = attacks(by("a"), by("b"), states={"a": {"face_down": ["disrupted", "destroyed"]}, "b": {"face_up": ["damaged"]}})
        assert targets(reply) == {"attack:0": 4, "attack:1": 5}

    @rule("AAM-22", "AAM-127")
    @pytest.mark.parametrize(
        ("second", "state", "card", "no"),
        [
            (by("b"), {"attacked": True}, SHERMAN, "AAM-22"),
            (by("b"), {"where": "destroyed"}, SHERMAN, "AAM-47"),
            (by("b"), {"aboard": "x"}, SOLDIER, "AAM-103"),
            (by("b", 9), {}, SHERMAN, "AAM-13"),
            (by("b", 5), {}, SOLDIER, "AAM-14"),
            (by("a"), {}, SHERMAN, "AAM-22"),
            (by("b"), {}, SHERMAN, None),
        ],
    )
    def test_what_forbids_one_forbids_all(self, second: Any, state: Any, card: Any, no: str | None) -> None:
        reply = attacks(by("a"), second, states={"b": state}, cards={"b": card})
        assert refused(reply) == ([no] if no else [])

    @rule("AAM-22", "AAM-89")
    @pytest.mark.parametrize(("order", "may"), [("aab", True), ("baa", True), ("aba", False), ("aaa", False)])
    def test_an_extra_attack_follows_at_once(self, order: str, may: bool) -> None:
        reply = attacks(*map(by, order), cards={"a": able(SHERMAN, double_shot=True)})
        assert refused(reply) == ([] if may else ["AAM-22"])

    @rule("AAM-22", "AAM-47")
    def test_all_are_of_the_army_whose_phase_it_is(self) -> None:
        units = {"a": {"card": SHERMAN, "seat": 0}, "t": {"card": SOLDIER, "seat": 1}}
        told = pairs(target="t", attacks=frozen([by("a")]), terrain="clear")
        for step, may in (("first_assault", True), ("second_assault", False)):
            session = playing(step, units)
            if may:
                session.dispatch(Opened("attacks", told))
                assert session.prompt
            else:
                with pytest.raises(Refused) as no:
                    session.dispatch(Opened("attacks", told))
                assert "not_yours" in [each.key for each in no.value.why]

    @rule("AAM-22")
    def test_a_question_is_nobodys_phase(self) -> None:
        units = {"a": {"card": SHERMAN, "seat": 1}, "t": {"card": SOLDIER, "seat": 0}}
        assert refused(ask("aam", "attacks", units, target="t", attacks=[by("a")], terrain="clear")) == []

    @rule("AAM-100", "AAM-59")
    def test_blast_among_them_carries_number_and_unit(self) -> None:
        units = {
            "a": {"card": able(SHERMAN, blast=True), "seat": 0},
            "b": {"card": SHERMAN, "seat": 0},
            "t": {"card": SOLDIER, "seat": 1},
            "u": {"card": SOLDIER, "seat": 1},
        }
        reply = ask("aam", "attacks", units, target="t", attacks=[by("a", others=["u"]), by("b")], terrain="clear")
        assert [check["what"] for check in reply["checks"]] == ["attack:0:t", "attack:0:u", "attack:1"]

    @rule("AAM-141", "AAM-59")
    def test_the_walk_equals_brute_force(self) -> None:
        units = {
            "a": {"card": {**SHERMAN, "soldiers": [1, 1, 1]}},
            "b": {"card": {**SHERMAN, "soldiers": [2, 2, 2]}},
            "t": {"card": {**SOLDIER, "defense": [1]}, "seat": 1},
        }
        state = table(RULES, frozen({"units": units}))
        two = frozen([by("a"), by("b", terrain="clear")])
        todo = whole(RULES.opening("attacks"), pairs(target="t", attacks=two, terrain="town"))
        ends = walk(state, todo)
        assert ends.chances() == brute(lambda: todo.on(state))
        assert all(not after.memory for after, _ in ends.ways)  # what one attack scored parts no equal tables


class TestOneAtATime:
    UNITS: ClassVar[dict[str, Any]] = {
        "a": {"card": SHERMAN, "seat": 0},
        "c": {"card": SHERMAN, "seat": 0},
        "s": {"card": able(SOLDIER, bridge_demolition=True), "seat": 0},
        "b": {"card": PANZER, "seat": 1},
    }
    SHOT: ClassVar[dict[str, Any]] = {"target": "b", "range": 3, "arc": "front", "terrain": "clear"}

    def against(self, session: Session, procedure: str, **told: Any) -> list[str]:
        event = Opened(procedure, frozen(told))  # type: ignore[arg-type]
        return [no.ref.id for no in session.fold.refusals(session.state, event)]

    @rule("AAM-141", "AAM-22")
    def test_an_attack_is_over_before_the_next_unit_is_chosen(self) -> None:
        """Nor does the attacker itself do something else meanwhile."""
        session = playing("first_assault", self.UNITS)
        session.dispatch(Opened("attack", frozen({"attacker": "a", **self.SHOT})))  # type: ignore[arg-type]
        for attacker in ("a", "c"):
            assert self.against(session, "attack", attacker=attacker, **self.SHOT) == ["AAM-141"]
            assert self.against(session, "move", unit=attacker, steps=()) == ["AAM-141"]
        assert self.against(session, "demolish", unit="s") == ["AAM-141"]
        assert self.against(session, "movement_roll", unit="c", into="forest") == []
        session.answer((1,) * 11)
        assert self.against(session, "attack", attacker="c", **self.SHOT) == []

    @rule("AAM-141", "AAM-78")
    def test_a_move_is_over_before_the_next_and_may_be_fired_at(self) -> None:
        session = playing("first_movement", {**self.UNITS, "t": {"card": able(SHERMAN, transport=True), "seat": 0}})
        session.dispatch(Opened("move", frozen({"unit": "a"})))  # type: ignore[arg-type]
        assert session.prompt
        assert self.against(session, "move", unit="c", steps=()) == ["AAM-141"]
        assert self.against(session, "board", unit="s", transport="t") == ["AAM-141"]
        assert self.against(session, "defensive_fire", attacker="b", target="a", range=1, arc="rear", terrain="clear") == []
