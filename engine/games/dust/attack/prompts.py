"""What is rolled for one weapon line, and what the owner of the losses is asked."""

from __future__ import annotations

from collections import Counter
from functools import partial

from engine.games.dust import refs, words
from engine.games.dust.attack import modifiers
from engine.games.dust.attack.situation import LineRoll
from engine.games.dust.units import HITS, MISSES, description, is_squad, living, loadouts, points_left
from engine.playing.citing import rule
from engine.values.model import Check, Die, Modifier, Option, Prompt
from engine.values.stages import Again, Chain, Stage, Then
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

MOST_HITS = 24
"""Hits of a laser that are counted, and two more for each die: what comes later changes nothing
that could be seen."""

# The attack roll


def to_hit(now: GameState, shot: LineRoll) -> Prompt:
    """Success on a hit, with a Spotter on a blank."""
    by, names = now.unit(shot.by), {"weapon": shot.weapon, "target": now.unit(shot.target).name}
    check = check_to_hit(now, shot)
    text = say("{unit} attacks {target} with {weapon}", unit=by.name, **names)
    if shot.roll != "attack":
        text = say("{unit} strikes back at {target} with {weapon}", unit=by.name, **names)
    doubts = ("phaserDice",) if shot.special == "phaser" else ()
    return Prompt(shot.key, "roll", by.seat, text, refs.DUST_29, (shot.by, shot.target), (check,), readings=doubts)


def check_to_hit(now: GameState, shot: LineRoll) -> Check:
    return Check(
        shot.key,
        shot.dice,
        die(shot),
        refs.DUST_31,
        (1,),
        modifiers.to_hit_rows(shot),
        stages=stages(now, shot),
        most=most_hits(shot),
        dice_rows=shot.rows,
    )


@rule(refs.DUST_35)
def to_hit_with_all(now: GameState, shots: tuple[LineRoll, ...], summed: tuple[tuple[int, ...], ...]) -> Prompt:
    """The dice of several lines, each called by its weapon; of some only the sum counts."""
    by, targets = now.unit(shots[0].by), tuple(dict.fromkeys(shot.target for shot in shots))
    text = say("{unit} attacks with {count} weapons", unit=by.name, count=len(shots))
    if len(targets) == 1:
        target = now.unit(targets[0]).name
        text = say("{unit} attacks {target} with {count} weapons", unit=by.name, target=target, count=len(shots))
    checks = tuple(check_to_hit(now, shot) for shot in shots)
    labels = partial(names_of_dice, now, shots, len(targets) > 1)
    about = by.id, *targets
    return Prompt("volley", "roll", by.seat, text, refs.DUST_29, about, checks, summed=summed, labels=labels)


@rule(refs.DUST_29, refs.DUST_95)
def names_of_dice(now: GameState, shots: tuple[LineRoll, ...], is_shared_out: bool) -> tuple[Text, ...]:
    """By weapon; by its owner too where both of a pair have it, by its target where there are
    several."""
    weapons = Counter(shot.weapon for shot in shots)
    names = {shot.key: {"weapon": shot.weapon, "target": now.unit(shot.target).name} for shot in shots}
    if is_shared_out:
        return tuple(say("{weapon} at {target}", **names[shot.key]) for shot in shots)
    return tuple(
        say("{unit}: {weapon}", unit=now.unit(shot.by).name, weapon=shot.weapon)
        if weapons[shot.weapon] > 1
        else say("{weapon}", weapon=shot.weapon)
        for shot in shots
    )


@rule(refs.DUST_127, refs.DUST_156)
def has_further_rolls(now: GameState, shot: LineRoll) -> bool:
    """Whether a line is more than one throw with its re-rolls: a hero's die, a second roll of
    another kind, a laser's dice all once more."""
    is_repeated = shot.laser and shot.sustained and now.reading("laserSustained") == "allDice"
    return shot.medal or shot.is_split or is_repeated


@rule(refs.DUST_01)
def die(shot: LineRoll) -> Die:
    return MISSES if shot.swapped else HITS


@rule(refs.DUST_168)
def most_hits(shot: LineRoll) -> int | None:
    """A laser's hits have no end."""
    return MOST_HITS + 2 * shot.dice if shot.laser else None


@rule(refs.DUST_05, refs.DUST_117, refs.DUST_155, refs.DUST_156, refs.DUST_168, refs.DUST_169)
def stages(now: GameState, shot: LineRoll) -> tuple[Stage, ...]:
    """Re-rolls, chains and second dice, in the order they are thrown."""
    again: tuple[Stage, ...] = (Again(),) * (shot.sustained + shot.berserk)
    if shot.special == "phaser":
        return again if shot.is_split else (*again, Then(shot.blast, (1,), what=say("damage")))
    if not shot.laser or has_first_dice_apart(now, shot):
        return again
    if now.reading("laserSustained") == "allDice":
        return (*(Again(),) * shot.berserk, Chain())
    if shot.sustained and not shot.berserk:
        return (Chain(), Again(), Chain())
    return (*again, Chain())


@rule(refs.DUST_127)
def has_first_dice_apart(now: GameState, shot: LineRoll) -> bool:
    """By one reading the medal is for dice that missed at first: of a laser those are told apart
    from its chains."""
    return shot.laser and shot.medal and now.reading("medalDie") == "firstRoll"


# Further dice


def roll_of_check(unit: Unit, check: Check, text: Text, about: tuple[str, ...], *doubts: str) -> Prompt:
    """A roll that has the key and the rule of its one check."""
    return Prompt(check.key, "roll", unit.seat, text, check.ref, about, (check,), readings=doubts)


def hits_again(now: GameState, shot: LineRoll, dice: int) -> Prompt:
    """The hits of a laser once more, until each has missed."""
    by = now.unit(shot.by)
    check = Check(f"chain{shot.tag}", dice, die(shot), refs.DUST_168, (1,), stages=(Chain(),), most=most_hits(shot))
    return roll_of_check(by, check, say("{unit}: every hit once more", unit=by.name), (by.id, shot.target), "medalDie")


def every_die_again(now: GameState, shot: LineRoll) -> Prompt:
    """By one reading a sustained laser throws all its dice once more."""
    by, key = now.unit(shot.by), f"again{shot.tag}"
    check = Check(key, shot.dice, die(shot), refs.DUST_169, (1,), stages=(Chain(),), most=most_hits(shot))
    text = say("{unit}: every die once more", unit=by.name)
    return roll_of_check(by, check, text, (by.id, shot.target), "laserSustained")


def whether_to_use_medal(now: GameState, shot: LineRoll) -> Prompt:
    """The hero may keep it for another line."""
    by, key = now.unit(shot.by), f"use_medal{shot.tag}"
    text = say("{unit}: Medal of Honor for a die of {weapon}?", unit=by.name, weapon=shot.weapon)
    return Prompt(key, "confirm", by.seat, text, refs.DUST_127, (by.id, shot.target), default=True)


def medal_of_honor(now: GameState, shot: LineRoll) -> Prompt:
    """One missed die once more; of a laser it may open a new chain."""
    by, key = now.unit(shot.by), f"medal{shot.tag}"
    check = Check(key, 1, die(shot), refs.DUST_127, (1,), stages=(Chain(),) if shot.laser else (), most=most_hits(shot))
    return roll_of_check(by, check, say("{unit}: Medal of Honor, one die again", unit=by.name), (by.id,))


@rule(refs.DUST_190)
def second_roll(now: GameState, shot: LineRoll, hits: int) -> Prompt:
    """A phaser's second roll succeeds on hits; by one reading the Spotter swaps it too."""
    by, is_swapped = now.unit(shot.by), shot.swapped and now.reading("spotterPhaser") == "both"
    check = Check(f"blast{shot.tag}", hits * shot.blast, MISSES if is_swapped else HITS, refs.DUST_155, (1,))
    text = say("{unit}: the phaser's second roll", unit=by.name)
    return roll_of_check(by, check, text, (by.id, shot.target), "phaserDice")


# What the target rolls


def cover(now: GameState, shot: LineRoll, dice: int) -> Prompt:
    """Soft cover saves on a hit, hard cover on a blank, or as the card prints it."""
    squad = next((now.unit(unit) for unit in shot.others if is_squad(now.unit(unit))), now.unit(shot.target))
    saves = squad.stated("saves", shot.cover) or ("miss" if shot.cover == "hard" else "hit")
    row = Modifier(shot.cover, 0, words.WORDS[shot.cover], refs.DUST_41)
    key, text = f"cover{shot.tag}", say("{unit} rolls for cover", unit=squad.name)
    check = Check(key, dice, MISSES if saves == "miss" else HITS, refs.DUST_41, (1,), (row,))
    return Prompt(key, "roll", squad.seat, text, refs.DUST_39, (squad.id,), (check,), readings=("coverDice",))


def resilience(now: GameState, shot: LineRoll, unit: str, points: int) -> Prompt:
    """One die for each point; a hit ignores it."""
    at = now.unit(unit)
    key = f"resilient{shot.tag}" if len(shot.others) == 1 else f"resilient{shot.tag}:{unit}"
    check = Check(key, points, HITS, refs.DUST_123, (1,))
    return roll_of_check(at, check, say("{unit} is resilient: a die for each damage", unit=at.name), (unit,))


def whether_to_strike_back(now: GameState, unit: str, attacker: str) -> Prompt:
    """Optional, and without being activated."""
    at = now.unit(unit)
    text = say(
        "{unit} is attacked in close combat by {other}: strike back?", unit=at.name, other=now.unit(attacker).name
    )
    return Prompt(f"strike_back:{unit}", "confirm", at.seat, text, refs.DUST_51, (unit, attacker), default=False)


# Losses


def who_falls(now: GameState, target: str) -> Prompt:
    """One option for each loadout, the most common first; a hand may have taken all away
    meanwhile."""
    unit = now.unit(target)
    bands = sorted(loadouts(unit, living(unit)).items(), key=lambda band: (-len(band[1]), band[0]))
    options = tuple(Option(str(max(models)), description(each)) for each, models in bands)
    nobody = (Option("-1", say("nobody is left")),)
    text = say("{unit} loses a miniature: which?", unit=unit.name)
    return Prompt("loss", "choice", unit.seat, text, refs.DUST_38, (target,), options=options or nobody)


def how_many_points(now: GameState, hero: str, squad: str, damage: int) -> Prompt:
    """How many points the owner puts on the hero of a pair."""
    at, (least, most) = now.unit(hero), hero_share(now, hero, squad, damage)
    text = say("{damage} damage: how many points fall on {unit}?", damage=damage, unit=at.name)
    return Prompt("assign", "number", at.seat, text, refs.DUST_97, (hero, squad), least=least, most=most, default=least)


@rule(refs.DUST_97, refs.DUST_186)
def hero_share(now: GameState, hero: str, squad: str, damage: int) -> tuple[int, int]:
    """What the squad cannot take falls on the hero; he takes no more than he has while the squad
    stands."""
    least = max(0, damage - points_left(now.unit(squad)))
    return least, max(least, min(damage, points_left(now.unit(hero))))
