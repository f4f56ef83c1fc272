"""A player gives up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.parts.concede import concession
from engine.playing.rules import Offer, Tracker
from engine.playing.session import Session
from engine.values.events import Opened
from engine.values.kinds import Word
from engine.values.maps import Map
from engine.values.model import Ref
from engine.values.texts import say
from tests.engine import tiny

RULE = Ref("TINY-9", "The end", "Who gives up has lost")
STEPS = tuple(replace(step, offers=(*step.offers, Offer("concede", "all"))) for step in tiny.RULES.steps)
RULES = replace(
    tiny.RULES,
    steps=STEPS,
    openings=(*tiny.RULES.openings, concession(RULE)),
    trackers=(*tiny.RULES.trackers, Tracker("winner", Word(), say("winner"), RULE, on="table")),
)


@pytest.mark.parametrize(("seat", "sure", "winner"), [(0, True, "player_2"), (1, True, "player_1"), (1, False, None)])
def test_the_other_player_has_won_when_it_is_meant(seat: int, sure: bool, winner: str | None) -> None:
    session = Session(RULES, RULES.opened())
    session.dispatch(Opened("concede", Map({"seat": seat})))
    assert session.prompt
    assert (session.prompt.asked_of, session.prompt.default) == (seat, False)
    session.answer(sure)
    assert session.state.trackers.get("winner") == winner
    assert session.state.rule_behind("", "winner") == (RULE if sure else None)
