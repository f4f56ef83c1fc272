"""Who may act and what is due, in few words."""

from typing import Any

from engine.playing.duties import duties
from engine.playing.session import Session
from engine.values.events import Opened
from engine.values.maps import frozen, pairs, thawed
from tests.games.dust.table import RIFLES, RULES, seated, walker

SPENT = {"activated": True}
TWO_EACH = {"a": seated(0, RIFLES), "c": seated(0, RIFLES), "b": seated(1, RIFLES), "d": seated(1, walker())}


def opened(procedure: str, **situation: Any) -> Opened:
    return Opened(procedure, frozen(situation))  # type: ignore[arg-type]


def refusals(game: Session, procedure: str, **situation: Any) -> list[str]:
    return [no.ref.id for no in game.fold.refusals(game.state, opened(procedure, **situation))]


def early(now: Any, procedure: str, **situation: Any) -> list[str]:
    """What is said against it before all is told: what a unit's sheet shows."""
    return [no.ref.id for no in RULES.opening(procedure).refusals(now, pairs(**situation), early=True)]


def due(game: Session) -> list[tuple[str, Any, bool]]:
    return [(each.procedure, thawed(each.args), each.must) for each in duties(RULES, game.state)]
