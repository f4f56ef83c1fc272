"""What the players say of actions, overwatch, the end of a turn and the strategy roll."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.games.epic import refs
from engine.games.epic.activation.orders import CHOICES, GROUND_ORDERS, steps_of
from engine.games.epic.terrain.ground import TerrainName
from engine.games.epic.units import Capacity, Count, Markers, Order
from engine.playing.citing import rule
from engine.values.kinds import ListOf, Whole, Word
from engine.values.maps import Map
from engine.values.situation import SeatNumber, Situation, UnitName, YesNo

TRIGGERS = ("move", "charge", "pop_up", "disembark", "withdrawal")
SILENT = (
    "counter_charge",
    "planetfall",
    "drop_pod",
    "teleport",
    "landing",
    "consolidation",
    "regroup",
    "shoot",
    "overwatch",
)

Choice = Annotated[str, Word(CHOICES)]


@dataclass(frozen=True, slots=True)
class Interrupted(Situation):
    """An action that something interrupts after so many moves."""

    order: Annotated[str, Word(GROUND_ORDERS)]
    moves: Annotated[int, Whole(0, 3)] = 1
    choice: Choice | None = None

    @property
    @rule(refs.EPIC_112, refs.EPIC_262)
    def forfeits(self) -> tuple[str, ...]:
        """What is lost of the action."""
        moves, found = self.moves, []
        for step in steps_of(self.order, self.choice or ""):
            if step == "move" and moves:
                moves -= 1
            else:
                found.append(step)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Action(Situation):
    """An action that is declared, for a formation of the table or by its initiative alone.

    `along` are the formations that a commander takes into a combined assault, `schedule` the turns
    on which spacecraft are due, `stay` leaves all the rest on overwatch.
    """

    order: Order
    formation: UnitName | None = None
    initiative: Annotated[int, Whole(1, 6)] | None = None
    blast: Markers | None = None
    retaining: YesNo | None = None
    aircraft: YesNo = False
    reroll: YesNo = False
    choice: Choice | None = None
    out_of_coherency: YesNo = False
    in_zoc: YesNo = False
    road: YesNo = False
    along: tuple[UnitName, ...] | None = None
    cap_used: YesNo | None = None
    turn: Capacity | None = None
    schedule: Map[Capacity] | None = None
    stay: YesNo = False
    pop_up: YesNo = False


@dataclass(frozen=True, slots=True)
class WatchTrigger(Situation):
    """Something that a formation on overwatch may answer."""

    formation: UnitName
    trigger: Annotated[str, Word((*TRIGGERS, *SILENT))] = "move"
    during: Interrupted | None = None
    flak_fired: YesNo = False


@dataclass(frozen=True, slots=True)
class SeenByWatcher(Situation):
    """What only the players see of a shot on overwatch."""

    able: Count
    range: Annotated[int, Whole(0, 999)] | None = None
    terrain: TerrainName = "open_ground"
    crossfire: YesNo = False


@dataclass(frozen=True, slots=True)
class EndOfTurn(Situation):
    """The turn that ends."""

    turn: Capacity | None = None


@dataclass(frozen=True, slots=True)
class Teleport(Situation):
    """A formation that teleports in."""

    formation: UnitName


@dataclass(frozen=True, slots=True)
class StrategyRoll(Situation):
    """The strategy ratings of both sides, and who lost the roll of the turn before."""

    rating: Annotated[tuple[int, ...], ListOf(Whole(0, 99), 2, 2)] | None = None
    lost_last: SeatNumber | None = None
