"""Territories: the players say who holds one, and what its card gives the conqueror is read out."""

from __future__ import annotations

from engine.games.front.refs import FRONT_22
from engine.kinds import Field, Record, Whole, Word, required
from engine.maps import Map
from engine.model import GameState, Line, Prompt
from engine.procedure import Procedure, settle_ledger
from engine.rules import Opening
from engine.texts import say


def conquer(state: GameState, territory: str, by: int | None = None, effect: str = "") -> Procedure:
    """The players say who holds it; what its card gives the conqueror is read out (FRONT-22)."""
    territories = state.trackers.get("territories") or Map()
    assert isinstance(territories, Map)
    card = territories.get(territory) or Map()
    assert isinstance(card, Map)
    card = card.put("effect", effect) if effect else card
    card = card.without("owner") if by is None else card.put("owner", by)
    state = state.set("", "territories", territories.put(territory, card))
    return (yield from settle_ledger(state, conquered, territory, by, str(card.get("effect") or "")))


def conquered(now: GameState, territory: str, by: int | None, effect: str) -> Prompt:
    """The card's text for the conqueror (FRONT-22)."""
    line = Line(say("{territory}: {effect}", territory=territory, effect=effect), FRONT_22, ())
    return Prompt("conquered", "ledger", by or 0, say("{territory} is conquered", territory=territory), FRONT_22,
                  lines=(line,) if effect and by is not None else ())


CONQUER = Opening("conquer", say("conquer a territory"), FRONT_22, conquer, Record((
    *required(territory=Word()), Field("by", Whole(0, 1)), Field("effect", Word(), default=""))))
