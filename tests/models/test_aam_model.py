"""Axis & Allies Miniatures beside a model: markers face down, the ladder, defensive fire, the
casualty phase, who may shoot."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import rule

from engine.games import RULESETS
from engine.values.events import Advanced, Opened
from engine.values.maps import pairs
from tests.models.machine import Play, played

TANK = {"name": "Tank", "type": "vehicle", "defense": [4, 3], "soldiers": [6, 5, 4], "vehicles": [8, 7, 5], "cost": 20, "speed": 3}
RIFLES = {"name": "Rifles", "type": "soldier", "defense": [3], "soldiers": [6, 4, None], "vehicles": [4, 3, None], "cost": 5, "speed": 1}
CAPTAIN = {**RIFLES, "name": "Captain", "subtypes": ["commander"], "initiative": 2}
UNITS = {"t0": (TANK, 0), "s0": (RIFLES, 0), "c0": (CAPTAIN, 0), "t1": (TANK, 1), "s1": (RIFLES, 1), "v1": (TANK, 1)}
PHASES = ("initiative", "first_movement", "second_movement", "first_assault", "second_assault", "casualty", "end")
IDS = st.sampled_from(sorted(UNITS))
SHOTS = [(one, other, hexes) for one in UNITS for other in UNITS for hexes in (0, 1, 2, 5)]
FACES = st.lists(st.integers(1, 6), min_size=8, max_size=8)


@dataclass
class Piece:
    """A unit as the book sees it."""

    soldier: bool
    seat: int
    up: list[str] = field(default_factory=list)
    down: list[str] = field(default_factory=list)
    gone: bool = False
    attacked: bool = False
    fired: bool = False

    @property
    def shaken(self) -> int:
        return int(bool(self.up))

    def take(self, hits: int) -> None:
        """One marker for each hit: Disrupted, then Damaged on a whole Vehicle, then Destroyed,
        then nothing."""
        for _ in range(hits):
            if "destroyed" in self.down:
                return
            whole = not self.soldier and "damaged" not in (*self.up, *self.down)
            self.down.append("disrupted" if not self.down else "damaged" if whole else "destroyed")

    def casualties(self) -> None:
        if self.gone:
            return
        self.up = [mark for mark in self.up if mark != "disrupted"] + self.down
        self.down = []
        self.gone = "destroyed" in self.up


@dataclass
class Field:
    pieces: dict[str, Piece]
    phase: int = 0
    turn: int = 1
    first: int = 0

    @property
    def active(self) -> int | None:
        name = PHASES[self.phase]
        return self.first if name.startswith("first") else 1 - self.first if name.startswith("second") else None


def dice_of(card: Any, soldier: bool, hexes: int) -> int | None:
    band = 0 if hexes <= 1 else 1 if hexes <= 4 else 2
    return card["soldiers" if soldier else "vehicles"][band] if hexes <= 8 else None


class Markers(Play):
    game = RULESETS["aam"]
    start: ClassVar = {"units": {key: {"card": card, "seat": seat} for key, (card, seat) in UNITS.items()}, "scenario": "free"}

    def modelled(self) -> Field:
        return Field({key: Piece(card["type"] == "soldier", seat) for key, (card, seat) in UNITS.items()})

    def agree(self) -> None:
        state, model = self.session.state, self.model
        assert (state.turn, state.step) == (model.turn, PHASES[model.phase])
        for key, piece in model.pieces.items():
            unit = state.unit(key)
            assert (list(unit.marks("face_up")), list(unit.marks("face_down")), unit.gone) == (piece.up, piece.down, piece.gone), key
            assert (bool(unit.trackers.get("attacked")), bool(unit.trackers.get("fired_defensively"))) == (piece.attacked, piece.fired), key

    # An attack of one's own, and the fire of the other side

    def may_attack(self, one: str, other: str, hexes: int) -> bool:
        by, at = self.model.pieces[one], self.model.pieces[other]
        turn = PHASES[self.model.phase].endswith("assault") and by.seat == self.model.active
        fit = not by.attacked and not by.gone and not at.gone and by.seat != at.seat
        return turn and fit and bool(dice_of(UNITS[one][0], at.soldier, hexes))

    def may_defend(self, one: str, other: str, hexes: int) -> bool:
        by, at = self.model.pieces[one], self.model.pieces[other]
        turn = self.model.active is not None and by.seat != self.model.active and hexes <= 1
        fit = not by.fired and not by.gone and "disrupted" not in by.up
        return turn and fit and not at.gone and by.seat != at.seat and (by.soldier or not at.soldier)

    @rule(one=IDS, other=IDS, hexes=st.integers(0, 9), what=st.sampled_from(("attack", "defensive_fire")))
    def asks(self, one: str, other: str, hexes: int, what: str) -> None:
        """Whatever is tried, the engine refuses it if and only if the book does."""
        may = self.may_attack if what == "attack" else self.may_defend
        event = Opened(what, pairs(attacker=one, target=other, range=hexes, arc="front", terrain="clear"))
        assert bool(self.forbidden(event)) is not may(one, other, hexes)

    @rule(
        data=st.data(),
        arc=st.sampled_from(("front", "rear")),
        faces=FACES,
        cover=st.integers(1, 6),
        terrain=st.sampled_from(("clear", "hill", "forest", "town", "marsh", "pond")),
    )
    def attack(self, data: st.DataObject, arc: str, terrain: str, faces: list[int], cover: int) -> None:
        able = [shot for shot in SHOTS if self.may_attack(*shot)]
        if not able:
            return self.advance(faces, faces[::-1], first=True)
        one, other, hexes = data.draw(st.sampled_from(able))
        at = self.model.pieces[other]
        with self.deed():
            self.session.dispatch(Opened("attack", pairs(attacker=one, target=other, range=hexes, arc=arc, terrain=terrain)))
            hits, covered = self.shot(one, other, hexes, arc, terrain, faces, cover)
            self.model.pieces[one].attacked = True
            if hits and not covered:
                at.take(hits)
            elif hits and "disrupted" not in at.down:
                at.down.append("disrupted")

    @rule(data=st.data(), arc=st.sampled_from(("front", "rear")), faces=FACES, cover=st.integers(1, 6), terrain=st.sampled_from(("clear", "town", "marsh")))
    def defend(self, data: st.DataObject, arc: str, terrain: str, faces: list[int], cover: int) -> None:
        able = [shot for shot in SHOTS if self.may_defend(*shot)]
        if not able:
            return self.advance(faces, faces[::-1], first=False)
        one, other, hexes = data.draw(st.sampled_from(able))
        at = self.model.pieces[other]
        with self.deed():
            self.session.dispatch(Opened("defensive_fire", pairs(attacker=one, target=other, range=hexes, arc=arc, terrain=terrain)))
            hits, covered = self.shot(one, other, hexes, arc, terrain, faces, cover)
            self.model.pieces[one].fired = True
            if hits and not covered and "disrupted" not in at.up:
                at.up.append("disrupted")

    def shot(self, one: str, other: str, hexes: int, arc: str, terrain: str, faces: list[int], cover: int) -> tuple[int, bool]:
        """Both are told the same dice; the hits by the book, and whether cover helped."""
        by, at = self.model.pieces[one], self.model.pieces[other]
        faces = faces[: dice_of(UNITS[one][0], at.soldier, hexes)]
        defense = UNITS[other][0]["defense"]
        side = (defense[-1] if arc == "rear" or hexes == 0 else defense[0]) - at.shaken
        successes = sum(face >= 4 + by.shaken for face in faces)
        hits = 0 if successes < side else 3 if successes >= 2 * side else 1 if successes == side else 2
        self.answer("attack", (tuple(faces),))
        if not hits or terrain not in ("hill", "forest", "town", *(("marsh",) if at.soldier else ())):
            return hits, False
        self.answer("cover", ((cover,),))
        return hits, cover >= (4 if at.soldier else 5) + (hexes == 0)

    # The turn

    @rule(ours=FACES, theirs=FACES, first=st.booleans())
    def advance(self, ours: list[int], theirs: list[int], first: bool) -> None:
        with self.deed():
            self.session.dispatch(Advanced())
            self.model.phase = (self.model.phase + 1) % len(PHASES)
            for piece in self.model.pieces.values():
                piece.attacked = piece.fired = False
            phase = PHASES[self.model.phase]
            if phase == "initiative":
                self.initiative(ours, theirs, first)
            elif phase == "casualty":
                self.casualties()
            self.answer_all()

    def casualties(self) -> None:
        for piece in self.model.pieces.values():
            piece.casualties()

    def initiative(self, ours: list[int], theirs: list[int], first: bool) -> None:
        """Two dice each and the captain's 2 while he stands and is not disrupted; the winner
        says who is first."""
        self.model.turn += 1
        captain = self.model.pieces["c0"]
        bonus = 0 if captain.gone or "disrupted" in captain.up else 2
        rolls = [*zip(zip(ours[::2], ours[1::2], strict=True), zip(theirs[::2], theirs[1::2], strict=True), strict=True), ((6, 6), (1, 1))]
        for mine, yours in rolls:
            assert self.asked().startswith("initiative")
            self.session.answer((mine, yours))
            edge = (sum(mine) + bonus - sum(yours)) or bonus
            if edge:
                break
        winner = 0 if edge > 0 else 1
        assert self.session.prompt
        assert self.session.prompt.asked_of == winner
        self.session.answer("first" if first else "second")
        self.model.first = winner if first else 1 - winner


TestMarkers = played(Markers)
