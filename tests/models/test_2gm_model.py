"""2GM Tactics beside a model: action points and the supply line, equipment markers that flip,
tilt and are mounted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import rule

from engine.games import RULESETS
from engine.values.events import Advanced, Opened, TrackerSet
from engine.values.maps import Map, pairs
from tests.models.machine import Play, played

PHASES = ("start", "headquarters", "cards", "movement", "deployment", "fire", "reactivation", "discard", "end")
GUN = {"impact": [5, 11], "penetration": 3, "damage": 1, "range": 9}
ITEMS = {"MG": "arrow", "Grenade": "none", "HMG": "asterisk"}
HQ = {"name": "HQ", "army": "us", "type": "hq", "life": 10, "cap": 12}
SQUAD = {
    "name": "Squad",
    "army": "us",
    "type": "infantry",
    "cost": 3,
    "movement": 1,
    "armor": 1,
    "life": 99,
    "weapon": GUN,
    "equipment": [{"item": item, "cost": 2, "slot": "offensive", "marker": kind, "weapon": GUN} for item, kind in ITEMS.items()],
}
COMMAND = {"name": "Command Group", "army": "us", "type": "infantry", "cost": 2, "movement": 1, "armor": 1, "life": 9, "weapon": GUN}
READY = {"row": 1, "markers": {"MG": {"face": "active"}, "Grenade": {"face": "active"}, "HMG": {"face": "dismounted"}}}
SEATS = st.integers(0, 1)
HERE = st.integers(0, 5)
ITEM = st.sampled_from(sorted(ITEMS))


@dataclass
class Side:
    """A player: his action points, the row of each unit on the board, and the markers of his
    first squad."""

    ap: int = 0
    rows: dict[str, int] = field(default_factory=dict)
    faces: dict[str, str] = field(default_factory=lambda: {"MG": "active", "Grenade": "active", "HMG": "dismounted"})
    tilted: set[str] = field(default_factory=set)
    mounted_in: int = 0
    fired: bool = False

    def income(self) -> int:
        """1 for the HQ, 1 for each row of the line from row 1 on, and 1, 2 or 3 for a Command
        Group by its row."""
        line = 0
        while line + 1 in self.rows.values():
            line += 1
        return 1 + line + sum(min(3, row) for unit, row in self.rows.items() if unit.startswith("c"))


@dataclass
class Board:
    sides: list[Side]
    phase: int = 0
    turn: int = 1

    @property
    def seat(self) -> int:
        return (self.turn - 1) % 2

    @property
    def name(self) -> str:
        return PHASES[self.phase]


def units() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for seat in (0, 1):
        found |= {
            f"h{seat}": {"card": HQ, "seat": seat},
            f"s{seat}": {"card": SQUAD, "seat": seat, "state": READY},
            f"c{seat}": {"card": COMMAND, "seat": seat, "state": {"row": 1}},
        }
        found |= {f"r{seat}{n}": {"card": SQUAD, "seat": seat, "state": {"where": "reserve"}} for n in range(4)}
    return found


class Markers(Play):
    game = RULESETS["2gm"]
    start: ClassVar = {"units": units()}

    def modelled(self) -> Board:
        return Board([Side(rows={f"s{seat}": 1, f"c{seat}": 1}) for seat in (0, 1)])

    def agree(self) -> None:
        state, board = self.session.state, self.model
        assert (state.turn, state.seat, state.step) == (board.turn, board.seat, board.name)
        for seat, side in enumerate(board.sides):
            assert state.seats[seat].get("ap", 0) == side.ap, seat
            held = state.unit(f"s{seat}").trackers["markers"]
            assert isinstance(held, Map)
            for item, face in side.faces.items():
                marker = held[item]
                assert isinstance(marker, Map)
                assert (marker["face"], bool(marker.get("tilted"))) == (face, item in side.tilted), (seat, item)
            assert {unit.id: unit.count("row") for unit in state.standing(seat) if unit.count("row")} == side.rows

    def going(self, phase: str, here: int) -> int:
        """Mostly on to the phase in which something can be done, sometimes not; whose turn it is
        then."""
        if here and self.model.name != phase:
            self.on(phase)
        return self.model.seat if here != 1 else 1 - self.model.seat

    def allowed(self, event: Opened, able: bool) -> bool:
        """The engine refuses if and only if the model does."""
        assert bool(self.forbidden(event)) is not able, event
        return able

    # What the hand and the procedures do

    @rule(seat=SEATS, row=st.integers(1, 6), who=st.sampled_from("scr"))
    def walks(self, seat: int, row: int, who: str) -> None:
        """A unit is set on another row by hand."""
        rows = self.model.sides[seat].rows
        unit = f"r{seat}0" if who == "r" else f"{who}{seat}"
        if unit in rows:
            with self.deed():
                self.session.dispatch(TrackerSet(unit, "row", row))
                rows[unit] = row

    @rule(here=HERE, number=st.integers(0, 3), item=st.sampled_from(("", *ITEMS)))
    def deploys(self, here: int, number: int, item: str) -> None:
        seat = self.going("deployment", here)
        side, unit, cost = self.model.sides[seat], f"r{seat}{number}", 5 if item else 3
        if unit in side.rows:
            return
        event = Opened("deploy", Map({"unit": unit, "equipment": (item,) if item else ()}))
        able = self.model.name == "deployment" and seat == self.model.seat and cost <= side.ap
        if not self.allowed(event, able):
            return
        with self.deed():
            self.session.dispatch(event)
            side.ap -= cost
            side.rows[unit] = 1

    @rule(here=HERE, item=ITEM, die=st.integers(1, 9))
    def shoots(self, here: int, item: str, die: int) -> None:
        """The first squad at the other first squad, which has many lives; its own sequence is
        never broken by another's."""
        seat = self.going("fire", here)
        side = self.model.sides[seat]
        event = Opened("shot", pairs(attacker=f"s{seat}", target=f"s{1 - seat}", weapon=item, range=1))
        ready = side.faces[item] in ("active", "mounted") and item not in side.tilted
        if not self.allowed(event, self.model.name == "fire" and seat == self.model.seat and ready):
            return
        with self.deed():
            self.session.dispatch(event)
            self.answer("shot", ((die,),))
            self.used(side, item)

    def used(self, side: Side, item: str) -> None:
        side.tilted.add(item)
        if ITEMS[item] == "arrow":
            side.faces[item] = "disabled"

    @rule(here=HERE, item=ITEM)
    def mounts(self, here: int, item: str) -> None:
        seat = self.going("fire", here)
        side = self.model.sides[seat]
        event = Opened("mount", pairs(unit=f"s{seat}", item=item))
        able = self.model.name == "fire" and seat == self.model.seat and item == "HMG" and side.faces[item] != "mounted"
        if not self.allowed(event, able):
            return
        with self.deed():
            self.session.dispatch(event)
            side.faces[item], side.mounted_in = "mounted", self.model.turn
            side.tilted.discard(item)

    @rule(here=HERE, item=ITEM)
    def dismounts(self, here: int, item: str) -> None:
        """In a Reactivation phase of one's own, never in the turn of mounting."""
        seat = self.going("reactivation", here)
        side = self.model.sides[seat]
        event = Opened("dismount", pairs(unit=f"s{seat}", item=item))
        able = side.faces[item] == "mounted" and side.mounted_in != self.model.turn
        if not self.allowed(event, self.model.name == "reactivation" and seat == self.model.seat and able):
            return
        with self.deed():
            self.session.dispatch(event)
            side.faces[item] = "dismounted"

    # The phases

    @rule()
    def advance(self) -> None:
        with self.deed():
            self.step()

    @rule(phase=st.sampled_from(("deployment", "fire", "reactivation")))
    def on(self, phase: str) -> None:
        """Several phases on, to where something can be done."""
        with self.deed():
            self.step()
            while self.model.name != phase:
                self.step()

    def step(self) -> None:
        self.session.dispatch(Advanced())
        self.answer_all()
        board = self.model
        board.phase = (board.phase + 1) % len(PHASES)
        if not board.phase:
            board.turn += 1
        own = board.sides[board.seat]
        if board.name == "headquarters":
            own.ap = min(12, own.ap + own.income())
        elif board.name == "reactivation":
            for item, face in own.faces.items():
                own.faces[item] = "active" if face == "disabled" and item not in own.tilted else face
        elif board.name == "end":
            for side in board.sides:
                side.tilted.clear()


TestMarkers = played(Markers)
