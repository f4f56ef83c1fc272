"""One weapon line from the dice to the losses: hits, cover, resilience, and who falls."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeAlias

from engine.games.dust.heroes import together
from engine.games.dust.lines import Shot
from engine.games.dust.losses import counted, destroyed, lose, shared, without
from engine.games.dust.modifiers import spoken
from engine.games.dust.refs import (
    DUST_29,
    DUST_31,
    DUST_39,
    DUST_41,
    DUST_123,
    DUST_127,
    DUST_134,
    DUST_155,
    DUST_159,
    DUST_168,
    DUST_169,
)
from engine.games.dust.units import HITS, MISSES, because, is_soldier, is_squad, left, living, skilled
from engine.playing.procedure import Asked, Asking, Call, Procedure, Reply, call, lastly, roll, task
from engine.values.model import Check, Die, Modifier, Prompt
from engine.values.stages import Again, Chain, Stage, Then
from engine.values.table import GameState
from engine.values.texts import Text, say

Resisting: TypeAlias = "Generator[Asked | Call, Reply, tuple[GameState, int, bool]]"
FARTHEST = 24
"""Hits of a laser that are counted, and two more for each die: what comes later changes nothing
anybody could see."""


def strike(state: GameState, shot: Shot) -> Procedure:
    """Roll, cover, damage; a target that is gone takes nothing more, but the serum feels each
    hit (DUST-28, 35, 138)."""
    if not survivor(state, shot) and not feeds(state, shot):
        return state
    state, hits = yield from scored(state, shot)
    return (yield from lastly(state, task(struck, shot=shot, hits=hits)))


def scored(state: GameState, shot: Shot) -> Asking[int]:
    """The hits of a line, a hero's re-rolled die and a phaser's second roll included (DUST-127,
    155, 156, 169)."""
    state, hits = yield from roll(state, to_hit, shot)
    missed = hits < shot.dice
    if first_dice(state, shot):
        state, hits = yield from also(state, hits, shot, chained, hits)
    if shot.laser and shot.sustained and state.reading("laserSustained") == "allDice":
        state, hits = yield from also(state, hits, shot, every_die)
    if (
        shot.medal
        and (missed or (shot.laser and not first_dice(state, shot)))
        and not state.unit(shot.by).count("medal")
    ):
        state, hits = yield from also(state.set(shot.by, "medal", True), hits, shot, medal)
    if shot.split:
        state, hits = yield from roll(state, second_roll, shot, hits)
    return fed(state, shot, hits), hits


def also(state: GameState, hits: int, shot: Shot, question: Callable[..., Prompt], *told: int) -> Asking[int]:
    """More hits of the same line; of a laser no more are counted than are told apart (DUST-127,
    168, 169)."""
    state, more = yield from roll(state, question, shot, *told)
    return state, min(hits + more, most(shot) or hits + more)


def first_dice(now: GameState, shot: Shot) -> bool:
    """By one reading the medal is for dice that missed at first: of a laser those are told apart
    from its chains (DUST-127)."""
    return shot.laser and shot.medal and now.reading("medalDie") == "firstRoll"


def struck(state: GameState, shot: Shot, hits: int) -> Procedure:
    """What the hits do: cover for each, then an elimination or points of damage (DUST-38, 41,
    125, 159, 192)."""
    target = survivor(state, shot)
    if not target or any(state.unit(unit).count("heroic") for unit in together(state, target)):
        return state
    if hits == most(shot) and shot.cover == "none":
        state = state.note(**{f"more:{shot.target}": True})
    points = hits * (shot.each if state.reading("coverDice") == "perDamage" else 1)
    if shot.cover != "none":
        state, saved = yield from roll(state, cover, shot, points)
        points -= saved
    if shot.special == "skull":
        return eliminated(state, shot, target) if points else state
    damage = points if state.reading("coverDice") == "perDamage" else points * shot.each
    return (yield from lastly(state, task(wounded, shot=shot, target=target, damage=damage)))


def survivor(now: GameState, shot: Shot) -> str:
    """The target, or of a pair whoever is left (DUST-186)."""
    return next((unit for unit in shot.others if not now.unit(unit).gone), "")


def feeds(now: GameState, shot: Shot) -> str:
    """The hero with the serum whom hits on enemy soldiers heal: his own, or by one reading his
    squad's too (DUST-138)."""
    able = together(now, shot.by) if now.reading("serumHits") == "unit" else (shot.by,)
    at = now.unit(shot.target)
    if shot.roll != "attack" or not is_soldier(at) or at.seat == now.unit(shot.by).seat:
        return ""
    return next((unit for unit in able if skilled(now.unit(unit), "wiederbelebungsserum")), "")


def fed(state: GameState, shot: Shot, hits: int) -> GameState:
    """Remember the hits until the attack is over (DUST-138)."""
    eater = feeds(state, shot)
    return state.note(**{f"fed:{eater}": state.noted(f"fed:{eater}") + hits}) if eater else state


def eliminated(state: GameState, shot: Shot, target: str) -> GameState:
    """The whole unit, and the hero with his squad (DUST-159, 192)."""
    pair = together(state, target)
    squads = tuple(unit for unit in pair if is_squad(state.unit(unit)))
    for unit in squads if squads and state.reading("apHero") == "squadOnly" else pair:
        state = destroyed(counted(state, shot.target, unit, left(state.unit(unit))), unit)
        state = because(state, DUST_159, unit, "where", "damage")
    return state


def wounded(state: GameState, shot: Shot, target: str, damage: int) -> Procedure:
    """A sniper's man takes it all; else hero and squad share as their owner says; each resists
    alone (DUST-97, 123, 134)."""
    if shot.named is not None:
        if unit := his(state, shot, target):
            return (yield from sniped(state, shot, unit, damage))
        if state.reading("sniperExcess") == "lost":
            return state
    state, damage, resisting = yield from resisted_together(state, shot, target, damage)
    return (yield from dealt_out(state, shot, target, damage, resisting))


def dealt_out(state: GameState, shot: Shot, target: str, damage: int, resisting: bool) -> Procedure:
    """Points as the owner shares them (DUST-97)."""
    state, shares = yield from shared(state, target, damage, shot.assign, shot.once)
    return (
        yield from lastly(
            state, *(task(hurt, shot=shot, unit=unit, points=points, resisting=resisting) for unit, points in shares)
        )
    )


def hurt(state: GameState, shot: Shot, unit: str, points: int, resisting: bool) -> Procedure:
    """One unit's share: what it does not resist is lost (DUST-123, 180)."""
    state, kept = (yield from resisted(state, shot, unit, points)) if resisting else (state, points)
    return (yield from lastly(counted(state, shot.target, unit, kept), task(lose, target=unit, damage=kept)))


def resisted_together(state: GameState, shot: Shot, target: str, damage: int) -> Resisting:
    """By one reading a pair resists as one before its points are assigned (DUST-123)."""
    tough = next((unit for unit in together(state, target) if skilled(state.unit(unit), "damage_resilient")), "")
    if not tough or state.reading("resilientOrder") == "assignFirst":
        return state, damage, True
    state, kept = yield from resisted(state, shot, tough, damage)
    return state, kept, False


def resisted(state: GameState, shot: Shot, unit: str, points: int) -> Asking[int]:
    """What is left after Damage Resilient (DUST-123)."""
    if not (shot.resilient or skilled(state.unit(unit), "damage_resilient")):
        return state, points
    state, ignored = yield from roll(state, resilience, shot, unit, points)
    return state, points - ignored


def his(now: GameState, shot: Shot, target: str) -> str:
    """The hero named, or the squad of the soldier named; nobody where he has fallen before
    (DUST-134)."""
    units = map(now.unit, together(now, target))
    return next(
        (each.id for each in units if each.id == shot.named or (is_squad(each) and shot.named in living(each))), ""
    )


def sniped(state: GameState, shot: Shot, unit: str, damage: int) -> Procedure:
    """All damage on the soldier or hero named; what is too much is lost, or by one reading the
    owner's (DUST-134)."""
    state, kept = yield from resisted(state, shot, unit, damage)
    taken = min(kept, 1 if is_squad(state.unit(unit)) else left(state.unit(unit)))
    state = counted(state, shot.target, unit, taken)
    if not isinstance(shot.named, int):
        state = yield from call(state, task(lose, target=unit, damage=taken))
    elif taken:
        state = because(without(state, unit, shot.named), DUST_134, unit, "alive")
    heir = survivor(state, shot)
    if not heir or state.reading("sniperExcess") == "lost":
        return state
    return (yield from dealt_out(state, shot, heir, kept - taken, False))


def die(shot: Shot) -> Die:
    return MISSES if shot.swapped else HITS


def most(shot: Shot) -> int | None:
    """A laser's hits have no end (DUST-168)."""
    return FARTHEST + 2 * shot.dice if shot.laser else None


def stages(now: GameState, shot: Shot) -> tuple[Stage, ...]:
    """Re-rolls, chains and second dice, in the order they are thrown (DUST-05, 117, 155, 156,
    168, 169)."""
    again: tuple[Stage, ...] = (Again(),) * (shot.sustained + shot.berserk)
    if shot.special == "phaser":
        return again if shot.split else (*again, Then(shot.blast, (1,)))
    if most(shot) is None or first_dice(now, shot):
        return again
    if now.reading("laserSustained") == "allDice":
        return (*(Again(),) * shot.berserk, Chain())
    if shot.sustained and not shot.berserk:
        return (Chain(), Again(), Chain())
    return (*again, Chain())


def to_hit(now: GameState, shot: Shot) -> Prompt:
    """Success on a hit, with a Spotter on a blank (DUST-31, 135)."""
    by, at = now.unit(shot.by), now.unit(shot.target)
    check = Check(
        shot.key,
        shot.dice,
        die(shot),
        DUST_31,
        (1,),
        spoken(shot),
        stages=stages(now, shot),
        most=most(shot),
        dice_rows=shot.rows,
    )
    text = (
        say("{unit} strikes back at {target} with {weapon}", unit=by.name, weapon=shot.weapon, target=at.name)
        if shot.roll != "attack"
        else say("{unit} attacks {target} with {weapon}", unit=by.name, weapon=shot.weapon, target=at.name)
    )
    return Prompt(shot.key, "roll", by.seat, text, DUST_29, (shot.by, shot.target), (check,), readings=doubts(shot))


def chained(now: GameState, shot: Shot, dice: int) -> Prompt:
    """The hits of a laser once more, until each has missed (DUST-168)."""
    by, key = now.unit(shot.by), f"chain{shot.tag}"
    check = Check(key, dice, die(shot), DUST_168, (1,), stages=(Chain(),), most=most(shot))
    return Prompt(
        key,
        "roll",
        by.seat,
        say("{unit}: every hit once more", unit=by.name),
        DUST_168,
        (shot.by, shot.target),
        (check,),
        readings=("medalDie",),
    )


def every_die(now: GameState, shot: Shot) -> Prompt:
    """By one reading a sustained laser throws all its dice once more (DUST-169)."""
    by, key = now.unit(shot.by), f"again{shot.tag}"
    check = Check(key, shot.dice, die(shot), DUST_169, (1,), stages=(Chain(),), most=most(shot))
    return Prompt(
        key,
        "roll",
        by.seat,
        say("{unit}: every die once more", unit=by.name),
        DUST_169,
        (shot.by, shot.target),
        (check,),
        readings=("laserSustained",),
    )


def doubts(shot: Shot) -> tuple[str, ...]:
    return ("phaserDice",) if shot.special == "phaser" else ()


def medal(now: GameState, shot: Shot) -> Prompt:
    """One missed die once more; of a laser it may open a new chain (DUST-127)."""
    by, key = now.unit(shot.by), f"medal{shot.tag}"
    check = Check(key, 1, die(shot), DUST_127, (1,), stages=(Chain(),) if shot.laser else (), most=most(shot))
    return Prompt(
        key, "roll", by.seat, say("{unit}: Medal of Honor, one die again", unit=by.name), DUST_127, (shot.by,), (check,)
    )


def second_roll(now: GameState, shot: Shot, hits: int) -> Prompt:
    """A phaser's second roll succeeds on hits; by one reading the Spotter swaps it too
    (DUST-155, 190)."""
    by, key = now.unit(shot.by), f"blast{shot.tag}"
    both = shot.swapped and now.reading("spotterPhaser") == "both"
    check = Check(key, hits * shot.blast, MISSES if both else HITS, DUST_155, (1,))
    return Prompt(
        key,
        "roll",
        by.seat,
        say("{unit}: the phaser's second roll", unit=by.name),
        DUST_155,
        (shot.by, shot.target),
        (check,),
        readings=("phaserDice",),
    )


def cover(now: GameState, shot: Shot, dice: int) -> Prompt:
    """Soft cover saves on a hit, hard cover on a blank, or as the card prints it (DUST-41)."""
    squad = next((now.unit(unit) for unit in shot.others if is_squad(now.unit(unit))), now.unit(shot.target))
    saves = squad.stated("saves", shot.cover) or ("miss" if shot.cover == "hard" else "hit")
    key = f"cover{shot.tag}"
    check = Check(key, dice, MISSES if saves == "miss" else HITS, DUST_41, (1,), (cover_row(shot),))
    return Prompt(
        key,
        "roll",
        squad.seat,
        say("{unit} rolls for cover", unit=squad.name),
        DUST_39,
        (squad.id,),
        (check,),
        readings=("coverDice",),
    )


def cover_row(shot: Shot) -> Modifier:
    words: dict[str, Text] = {"soft": say("soft cover"), "hard": say("hard cover")}
    return Modifier(shot.cover, 0, words[shot.cover], DUST_41)


def resilience(now: GameState, shot: Shot, unit: str, points: int) -> Prompt:
    """One die for each point; a hit ignores it (DUST-123)."""
    at = now.unit(unit)
    key = f"resilient{shot.tag}" if len(shot.others) == 1 else f"resilient{shot.tag}:{unit}"
    check = Check(key, points, HITS, DUST_123, (1,))
    return Prompt(
        key,
        "roll",
        at.seat,
        say("{unit} is resilient: a die for each damage", unit=at.name),
        DUST_123,
        (unit,),
        (check,),
    )
