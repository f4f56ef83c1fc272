"""The question of a marker: what it may do through the phases of both players, and how it lies
after each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.games.twogm import refs
from engine.games.twogm.cards import HIT_THE_DIRT, marker_kind, usual_marker
from engine.games.twogm.markers.equipment import Marker, new_marker
from engine.games.twogm.markers.situation import MarkerStory, StoryStep
from engine.games.twogm.turn import PHASES, ROUND, moment_number
from engine.games.twogm.units import key
from engine.playing.citing import rule
from engine.values.maps import Value, pairs
from engine.values.table import GameState

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

    @rule(refs.TWOGM_15, refs.TWOGM_16, refs.TWOGM_19, refs.TWOGM_79, refs.TWOGM_154)
    def advance_to(self, moment: int) -> Story:
        """Phase by phase: every End straightens, the own Reactivation turns up."""
        here = self
        while here.at < moment:
            here = replace(here, at=here.at + 1).enter_phase()
        return here

    @rule(refs.TWOGM_16, refs.TWOGM_19, refs.TWOGM_79)
    def enter_phase(self) -> Story:
        """What a phase does to the marker; what was used in an End phase lies straight as the next
        turn begins."""
        ended = {"end": self.own, "start": not self.own}.get(self.phase)
        if ended or (ended is not None and self.straighten == "any_end"):
            return replace(self, marker=self.marker.when_straight())
        return (
            replace(self, marker=self.marker.when_reactivated()) if self.phase == "reactivation" and self.own else self
        )

    @rule(refs.TWOGM_14, refs.TWOGM_15, refs.TWOGM_18, refs.TWOGM_118)
    def attempt(self, doing: str) -> tuple[bool, Story]:
        """Whether something is allowed now, and the marker after it."""
        if not self.may_do(doing):
            return False, self
        moving = doing in ("", "move") or (doing == "assault" and self.phase != "fire")
        if moving or key(self.item) in HIT_THE_DIRT:
            return True, self
        after = {
            "mount": replace(self.marker, face="mounted", fresh=True),
            "dismount": replace(self.marker, face="dismounted"),
        }
        used = self.turn if doing == "use" else self.used_in
        return True, replace(self, marker=after.get(doing, self.marker.after_use()), used_in=used)

    @rule(
        refs.TWOGM_14,
        refs.TWOGM_15,
        refs.TWOGM_18,
        refs.TWOGM_19,
        refs.TWOGM_51,
        refs.TWOGM_53,
        refs.TWOGM_118,
        refs.TWOGM_122,
        refs.TWOGM_123,
        refs.TWOGM_155,
        refs.TWOGM_193,
    )
    def may_do(self, doing: str) -> bool:
        """What may be done with a marker at this moment."""
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
                return ready and not here.tilted and self.used_in != self.turn and self.is_in_time()
            case "react":
                return ready and not self.own and (self.reuse or not here.tilted)
        return True

    @rule(refs.TWOGM_68, refs.TWOGM_118, refs.TWOGM_122, refs.TWOGM_123, refs.TWOGM_193)
    def is_in_time(self) -> bool:
        """Weapons fire in the own Fire phase; smoke and care in others, Hit the Dirt always."""
        name = key(self.item)
        if name in HIT_THE_DIRT:
            return True
        if name in SMOKES:
            early = PHASES.index(self.phase) < PHASES.index("fire")
            return self.own or (name != "smoke_screen" and early)
        return self.own and (self.phase == "fire" or name in ANY_PHASE)


@rule(refs.TWOGM_154)
def tell_story(now: GameState, story: MarkerStory) -> Mapping[str, Value]:
    """The marker after each step."""
    kind = kind_of(now, story)
    start = new_marker(kind) if story.face is None else Marker(kind, story.face, story.tilted)
    mine = story.owner if isinstance(story.owner, int) else 0
    reuse = now.reading("reaction_reuse") == "yes"
    here = Story(story.item, start, straighten=now.reading("marker_straighten"), reuse=reuse)
    lies: list[Value] = []
    for step in story.steps:
        here = here.advance_to(moment(step, here.at, mine)) if lies else replace(here, at=moment(step, here.at, mine))
        allowed, here = here.attempt(step.do or "")
        lies.append(pairs(allowed=allowed, face=here.marker.face, tilted=here.marker.tilted))
    return {"marker": kind, "steps": tuple(lies)}


@rule(refs.TWOGM_14, refs.TWOGM_15, refs.TWOGM_18)
def kind_of(now: GameState, story: MarkerStory) -> str:
    """As told, else by the card of its owner, else by the type of its owner."""
    if story.marker:
        return story.marker
    unit = now.units.get(str(story.owner))
    return marker_kind(unit, story.item) if unit else usual_marker(story.item, key(story.owner))


def moment(step: StoryStep, after: int, owner: int) -> int:
    """The place of a step as its owner counts: by its turn, or the first such moment from the one
    before on."""
    within = moment_number((step.seat, step.phase), owner)
    if step.turn is not None:
        return max(after, (step.turn - 1) * ROUND + within)
    return after + (within - after) % ROUND
