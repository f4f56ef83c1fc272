"""The attacks of one round as a question."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.assault.duel import Duel, Fighters, bind_enemies_of_skimmers
from engine.games.epic.assault.exchange import parts_of_exchange
from engine.games.epic.assault.result import losses
from engine.games.epic.assault.situation import AttackingSide, AttacksOfRound
from engine.games.epic.formations.rows import front_to_back, rows
from engine.games.epic.terrain.ground import OPEN
from engine.playing.citing import rule
from engine.playing.opening import Show
from engine.playing.procedure import Procedure, lastly
from engine.values.table import GameState


@rule(refs.EPIC_89, refs.EPIC_90, refs.EPIC_151)
def fight_attacks(state: GameState, attacks: AttacksOfRound) -> Procedure:
    """First strikes, then all others at once; nothing else."""
    ours, theirs = (fighters_stated(state, side) for side in attacks.sides)
    firing = (skimmers_that_fire(state, attacks.sides[0]), skimmers_that_fire(state, attacks.sides[1]))
    duel = Duel(bind_enemies_of_skimmers(((ours,), (theirs,)), firing))
    return (yield from lastly(state, *parts_of_exchange(state, duel, first=True), *parts_of_exchange(state, duel)))


@rule(refs.EPIC_84, refs.EPIC_89, refs.EPIC_92, refs.EPIC_128, refs.EPIC_184)
def fighters_stated(now: GameState, side: AttackingSide) -> Fighters:
    """A formation and how many of each row fight how, or so many from the front on; a skimmer's
    firefight in contact is a firefight; a war engine may be stated by its dice; the ground it
    stands on."""
    stated, found = (side.cc, side.ff_in_contact, side.ff), []
    left = tuple(row.left * row.weight for row in rows(now.unit(side.formation)))
    for numbers in stated:
        found.append(by_row(numbers, left))
        left = tuple(count - taken for count, taken in zip(left, found[-1], strict=True))
    afar = tuple(touching + apart for touching, apart in zip(found[1], found[2], strict=True))
    alike = "ff" if stated == (None, None, None) else ""
    return Fighters(side.formation, found[0], afar, alike, side.terrain or OPEN)


@rule(refs.EPIC_128)
def skimmers_that_fire(now: GameState, side: AttackingSide) -> int:
    return sum(by_row(side.ff_in_contact, tuple(row.left for row in rows(now.unit(side.formation)))))


@rule(refs.EPIC_84, refs.EPIC_89)
def by_row(stated: int | tuple[int, ...] | None, left: tuple[int, ...]) -> tuple[int, ...]:
    """Numbers for each row, none where none is stated, or one number shared out from the front
    on."""
    if isinstance(stated, tuple):
        return tuple(min(count, stated[row]) if row < len(stated) else 0 for row, count in enumerate(left))
    return front_to_back(left, stated or 0)


def outcomes(attacks: AttacksOfRound) -> dict[str, Show]:
    """What each side has killed."""
    ours, theirs = (side.formation for side in attacks.sides)
    return {"kills:0": lambda after: losses(after, theirs), "kills:1": lambda after: losses(after, ours)}
