"""The question of a marker: what it may do through the phases of both players, and how it lies
after each."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.games.twogm.cards import MARKERS
from engine.games.twogm.markers import Marker, new
from engine.games.twogm.moments import PHASES, ROUND, WHOSE, place
from engine.games.twogm.refs import TWOGM_154
from engine.games.twogm.units import FACES, key
from engine.games.twogm.weapons import HIT_THE_DIRT, marker_kind, usual_marker
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Either, Field, Flag, ListOf, Record, Whole, Word, fields, required
from engine.values.maps import Map, Value, pairs
from engine.values.table import GameState
from engine.values.texts import say

DOINGS = ("use", "react", "mount", "dismount", "move", "assault")
SMOKES = {"smoke_shell", "smoke_grenade", "smoke_screen"}
ANY_PHASE = {"heal", "medic", "repair", "mechanic", "sappers"}


@dataclass(frozen=True, slots=True)
class Story:
    """A marker on its way through the phases."""

    item: str
    marker: Marker
    at: int = 0
    straighten: str = "any_end"
    reuse: bool = True
    used_in: int = -1

    @property
    def own(self) -> bool:
        return self.at % ROUND < len(PHASES)

    @property
    def turn(self) -> int:
        """The turns of both players, counted on."""
        return self.at // len(PHASES)

    @property
    def phase(self) -> str:
        return PHASES[self.at % len(PHASES)]

    def until(self, moment: int) -> Story:
        """Phase by phase: every End straightens, the own Reactivation turns up (2GM-15, 16, 19,
        79, 154)."""
        here = self
        while here.at < moment:
            here = replace(here, at=here.at + 1).entered()
        return here

    def entered(self) -> Story:
        """What a phase does to the marker; what was used in an End phase lies straight as the
        next turn begins (2GM-16, 19, 79)."""
        ended = {"end": self.own, "start": not self.own}.get(self.phase)
        if ended or (ended is not None and self.straighten == "any_end"):
            return replace(self, marker=self.marker.straight())
        return replace(self, marker=self.marker.turned_up()) if self.phase == "reactivation" and self.own else self

    def done(self, doing: str) -> tuple[bool, Story]:
        """Whether something is allowed now, and the marker after it (2GM-14, 15, 18, 118)."""
        if not self.allows(doing):
            return False, self
        moving = doing in ("", "move") or (doing == "assault" and self.phase != "fire")
        if moving or key(self.item) in HIT_THE_DIRT:
            return True, self
        after = {
            "mount": replace(self.marker, face="mounted", fresh=True),
            "dismount": replace(self.marker, face="dismounted"),
        }
        used = self.turn if doing == "use" else self.used_in
        return True, replace(self, marker=after.get(doing, self.marker.used()), used_in=used)

    def allows(self, doing: str) -> bool:
        """What may be done with a marker at this moment (2GM-14, 15, 18, 19, 51, 53, 118, 122,
        123, 155, 193)."""
        here = self.marker
        ready = here.face in ("active", "mounted")
        match doing:
            case "mount":
                return here.face == "dismounted" and self.own and self.phase == "fire"
            case "dismount":
                return here.face == "mounted" and not here.fresh and self.own and self.phase == "reactivation"
            case "move":
                return here.face != "mounted" and self.own and self.phase in ("movement", "deployment")
            case "assault" if self.phase != "fire":
                return here.face != "mounted" and self.own and self.phase == "movement"
            case "assault":
                return here.kind != "asterisk" and ready and not here.tilted and self.own
            case "use":
                return ready and not here.tilted and self.used_in != self.turn and self.in_time()
            case "react":
                return ready and not self.own and (self.reuse or not here.tilted)
        return True

    def in_time(self) -> bool:
        """Weapons fire in the own Fire phase; smoke and care in others, Hit the Dirt always
        (2GM-68, 118, 122, 123, 193)."""
        name = key(self.item)
        if name in HIT_THE_DIRT:
            return True
        if name in SMOKES:
            early = PHASES.index(self.phase) < PHASES.index("fire")
            return self.own or (name != "smoke_screen" and early)
        return self.own and (self.phase == "fire" or name in ANY_PHASE)


def tells(
    now: GameState,
    item: str,
    marker: str | None = None,
    owner: Value = None,
    face: str | None = None,
    tilted: bool = False,
    steps: tuple[Map[Value], ...] = (),
) -> dict[str, Value]:
    """The marker after each step (2GM-154)."""
    kind = kind_of(now, item, marker, owner)
    start = new(kind) if face is None else Marker(kind, face, tilted)
    mine = owner if isinstance(owner, int) else 0
    first = (
        moment(steps[0], 0, mine) if steps else 0
    )  # no mutant: a story begins with its first step, in whatever round
    here, told = Story(item, start, first, now.reading("marker_straighten"), now.reading("reaction_reuse") == "yes"), []
    for step in steps:
        here = here.until(moment(step, here.at, mine))
        allowed, here = here.done(str(step.get("do") or ""))
        told.append(pairs(allowed=allowed, face=here.marker.face, tilted=here.marker.tilted))
    return {"marker": kind, "steps": tuple(told)}


def kind_of(now: GameState, item: str, told: str | None, owner: Value) -> str:
    """As told, else by the card of its owner, else by the type of its owner (2GM-14, 15, 18)."""
    if told:
        return told
    unit = now.units.get(str(owner))
    return marker_kind(unit, item) if unit else usual_marker(item, key(owner))


def moment(step: Map[Value], after: int, owner: int) -> int:
    """The place of a step as its owner counts: by its turn, or the first such moment from the
    one before on."""
    within, turn = place(step, owner), step.get("turn")
    if isinstance(turn, int):
        return max(after, (turn - 1) * ROUND + within)
    return after + (within - after) % ROUND


STEP = Record(
    (Field("seat", WHOSE, default="own"), *required(phase=Word(PHASES)), *fields(turn=Whole(1, 9999), do=Word(DOINGS)))
)
SITUATION = Record(
    (
        *required(item=Word()),
        *fields(marker=Word(MARKERS), owner=Either((Word(), Whole(0, 1))), face=Word(FACES)),
        Field("tilted", Flag(), default=False),
        Field("steps", ListOf(STEP), default=()),
    )
)
MARKER = Opening("marker", say("a marker through the turns"), TWOGM_154, nothing, SITUATION, tells=tells)
