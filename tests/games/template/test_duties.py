"""What is due, and who can still act."""

from typing import Any

import pytest

from engine.doors.tables import table
from engine.games.template import RULES
from engine.playing.duties import Next, agenda, units_to_act
from engine.playing.session import Session
from engine.values.events import Opened
from engine.values.maps import frozen
from tests.games.guided import Newcomer

rule = pytest.mark.rule
CARD = {"name": "Rifles", "firepower": 3, "range": 4, "life": 2, "points": 2}
BOTH = {"a": {"card": CARD, "seat": 0}, "b": {"card": CARD, "seat": 1}}
GONE = {"card": CARD, "seat": 1, "state": {"where": "destroyed"}}


def begun(step: str, units: Any) -> Session:
    return Session(RULES, table(RULES, frozen({"step": step, "units": units})))


@rule("TEMPLATE-09")
@pytest.mark.parametrize(("units", "due"), [(BOTH, []), ({**BOTH, "b": GONE}, ["victory"])])
def test_who_has_no_units_has_lost_at_once(units: Any, due: list[str]) -> None:
    session = begun("first", units)
    assert [duty.procedure for duty in agenda(RULES, session.state).due] == due
    session.dispatch(Opened("victory"))
    assert (agenda(RULES, session.state).next is Next.OVER) is bool(due)


@rule("TEMPLATE-03")
@pytest.mark.parametrize(("units", "able"), [(BOTH, ["a"]), ({**BOTH, "b": GONE}, []), ({**BOTH, "a": {**BOTH["a"], "state": {"shot": True}}}, [])])
def test_who_can_still_shoot(units: Any, able: list[str]) -> None:
    assert [unit.id for unit in units_to_act(RULES, begun("first", units).state)] == able


@rule("TEMPLATE-01", "TEMPLATE-09")
@pytest.mark.parametrize("seed", range(5))
def test_who_only_presses_the_large_button_comes_to_the_end(seed: int) -> None:
    newcomer = Newcomer(RULES, begun("initiative", BOTH).state, seed)
    assert any(not newcomer.press() for _ in range(200))
    assert newcomer.session.state.trackers["winner"]
