"""How many a transport carries, and how many enemies shut it."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.abilities import capacity
from engine.games.epic.formations.rows import number, rows
from engine.games.epic.war_engines.wrecks import aboard
from engine.playing.citing import rule
from engine.values.maps import Map, Value
from engine.values.table import GameState


@rule(refs.EPIC_33, refs.EPIC_167, refs.EPIC_211)
def room(now: GameState, transport: str, leaving: tuple[str, ...] = ()) -> int:
    """Places left in war engines and craft; others carry their own formation only."""
    lines = (row for row in rows(now.unit(transport)) if row.type in ("WE", "AC", "SC"))
    places = sum(row.left * capacity(row.card) for row in lines)
    return places - sum(places_taken(now, each) for each in aboard(now, transport) if each not in leaving)


@rule(refs.EPIC_253)
def places_taken(now: GameState, formation: str) -> int:
    """One for each unit, two for those whose card says so."""
    return sum(row.left * (1 + row.has("takes_two_places")) for row in rows(now.unit(formation)))


@rule(refs.EPIC_37, refs.EPIC_166)
def trapped_at(now: GameState, card: Map[Value]) -> int:
    """Enemies in contact that keep units in or out during a charge."""
    return 2 * (number(card.get("dc"), 1) if now.reading("we_trapped") == "two_per_dc" else 1)
