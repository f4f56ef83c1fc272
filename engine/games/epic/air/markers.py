"""The markers that aircraft carry home, as a question."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.air.situation import Firers, Flight
from engine.games.epic.formations.rows import number
from engine.playing.citing import rule
from engine.values.maps import Map, Value
from engine.values.table import GameState


@rule(refs.EPIC_208)
def markers_of_flight(now: GameState, flight: Flight) -> dict[str, Value]:
    """One for fire on the approach and one on leaving, however many fired; one a loss; one for a
    foreign edge. By one reading interceptors bring a marker of their own."""
    flak, interceptors = firers(flight.approach)
    approach = min(1, flak + interceptors)
    if now.reading("approach_bm") == "two":
        approach = min(1, flak) + min(1, interceptors)
    leaving = min(1, sum(firers(flight.disengagement)))
    return {"blast": approach + leaving + flight.losses + (flight.edge not in (None, False, "own", "none"))}


@rule(refs.EPIC_208)
def firers(fire: Firers | None) -> tuple[int, int]:
    """Flak and interceptors; where the players do not tell them apart, all are flak."""
    if isinstance(fire, Map):
        return number(fire.get("flak")), number(fire.get("interceptors"))
    if isinstance(fire, tuple):
        return fire.count("flak"), len(fire) - fire.count("flak")
    return int(fire or 0), 0
