"""What is due, and where the way leads."""

from typing import Any

import pytest

from engine.doors.tables import table
from engine.games import RULESETS
from engine.playing.duties import Next, agenda
from engine.playing.session import Session
from engine.values.events import Opened
from engine.values.maps import frozen, pairs
from tests.games.front.table import ours, rule, theirs
from tests.games.guided import Newcomer

RULES = RULESETS["front"]
LOCKED = {"locked": True}


def begun(step: str = "battle", turn: int = 1, **units: Any) -> Session:
    return Session(RULES, table(RULES, frozen({"step": step, "turn": turn, "units": units})))


class TestUnlocking:
    """When units unlock is not known: the players are reminded once a turn, before the battle."""

    def due(self, step: str, turn: int, **state: Any) -> list[tuple[str, bool]]:
        session = begun(step, turn, a=ours(state=state))
        return [(duty.procedure, duty.must) for duty in agenda(RULES, session.state).due]

    @rule("FRONT-03", "FRONT-05")
    @pytest.mark.parametrize(
        ("step", "turn", "state", "due"),
        [
            ("before", 2, LOCKED, [("unlock", False)]),
            ("before", 1, LOCKED, []),
            ("battle", 2, LOCKED, []),
            ("before", 2, {}, []),
            ("before", 2, {**LOCKED, "where": "junkyard"}, []),
        ],
    )
    def test_locked_units_in_play(self, step: str, turn: int, state: Any, due: list[Any]) -> None:
        assert self.due(step, turn, **state) == due

    @rule("FRONT-03")
    def test_once(self) -> None:
        session = begun("before", 2, a=ours(state=LOCKED))
        session.dispatch(Opened("unlock"))
        session.answer((0,))
        assert agenda(RULES, session.state).due == ()


class TestBattle:
    @rule("FRONT-23", "FRONT-03")
    @pytest.mark.parametrize(
        ("units", "step"),
        [
            ({"a": ours(), "b": theirs(state=LOCKED)}, Next.ACT),
            ({"a": ours(state=LOCKED), "b": theirs(state=LOCKED)}, Next.ADVANCE),
            ({"a": ours(), "b": ours()}, Next.ADVANCE),
            ({"a": ours(state={"territory": "Malaya"}), "b": theirs()}, Next.ADVANCE),
            ({"a": ours(state={"where": "hand"}), "b": theirs(state=LOCKED)}, Next.ADVANCE),
        ],
    )
    def test_it_is_what_its_step_is_for_while_somebody_can_attack(self, units: Any, step: Next) -> None:
        assert agenda(RULES, begun(**units).state).next is step

    @rule("FRONT-23")
    def test_after_one_battle_the_way_leads_on(self) -> None:
        session = begun(a=ours(1, 9), b=theirs(1, 9), c=ours(1, 9))
        session.dispatch(Opened("battle", pairs(attackers=("a",), blockers=frozen({}), targets=frozen({}))))
        assert agenda(RULES, session.state).next is Next.ADVANCE


@rule("FRONT-23", "FRONT-10")
@pytest.mark.parametrize("seed", range(3))
def test_who_only_presses_the_large_button_plays_on(seed: int) -> None:
    units = {**{f"a{n}": ours(3, 1) for n in range(3)}, **{f"b{n}": theirs(3, 1) for n in range(3)}}
    newcomer = Newcomer(RULES, begun("before", **units).state, seed)
    for _ in range(120):
        assert newcomer.press()
    assert newcomer.session.state.turn > 3
    assert any(unit.where == "junkyard" for unit in newcomer.session.state.units.values())
