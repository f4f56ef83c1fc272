"""One small function per modifier, grouped in a tuple for each check."""

from __future__ import annotations

from dataclasses import dataclass

from engine.dice.check import rows
from engine.games.epic.refs import (
    EPIC_11,
    EPIC_17,
    EPIC_46,
    EPIC_48,
    EPIC_98,
    EPIC_120,
    EPIC_131,
    EPIC_133,
    EPIC_188,
    EPIC_198,
    EPIC_205,
)
from engine.values.model import Modifier
from engine.values.texts import say

TWO_DICE, IMPOSSIBLE = 7, 10  # EPIC-48
AFTER_A_SIX = 4, 5, 6  # EPIC-48
HUNTS = ("interception", "cap_interception")


# To hit


@dataclass(frozen=True, slots=True)
class Aim:
    """How a shot is fired: the firer's order, whether cover counts against it, what air combat
    adds."""

    value: int
    order: str = ""
    cover: bool = False
    air: bool = False
    moved_flak: bool = False


def in_cover(aim: Aim) -> Modifier | None:
    return Modifier("cover", -1, say("target in cover"), EPIC_46) if aim.cover else None


def hurried(aim: Aim) -> Modifier | None:
    """Double and Marshal (EPIC-15, 20, 46)."""
    return (
        Modifier("hurried", -1, say("after a Double or Marshal"), EPIC_46)
        if aim.order in ("double", "marshal")
        else None
    )


def sustained(aim: Aim) -> Modifier | None:
    return Modifier("sustained", 1, say("Sustained Fire"), EPIC_46) if aim.order == "sustained" else None


def from_the_air(aim: Aim) -> Modifier | None:
    """Interceptors, by their order too (EPIC-198)."""
    hunting = aim.air or aim.order in HUNTS
    return Modifier("air", 1, say("aircraft against aircraft"), EPIC_198) if hunting else None


def flak_on_the_move(aim: Aim) -> Modifier | None:
    return Modifier("moved", -1, say("the firer moved this turn"), EPIC_205) if aim.moved_flak else None


TO_HIT = (in_cover, hurried, sustained, from_the_air, flak_on_the_move)


def to_hit_rows(aim: Aim) -> tuple[Modifier, ...]:
    """What counts, and past 6 a row that says so: the first die has to be a 6, a second one
    decides (EPIC-48)."""
    found = rows(*(speak(aim) for speak in TO_HIT))
    if not (second := after_a_six(aim)):
        return found
    why = say("{needed}+ is a 6, then {second}+ on a second die", needed=needed(aim), second=second)
    return (*found, Modifier("two_dice", 0, why, EPIC_48))


def after_a_six(aim: Aim) -> int:
    """What a second die needs, or 0 where there is none: 7 is a 6 and then 4 or more, 8: 5 or
    more, 9: another 6 (EPIC-48)."""
    return needed(aim) - 3 if TWO_DICE <= needed(aim) < IMPOSSIBLE else 0


def needed(aim: Aim) -> int:
    return aim.value - sum(row.at(0) for row in rows(*(speak(aim) for speak in TO_HIT)))


# Action tests


@dataclass(frozen=True, slots=True)
class Trial:
    """What an action test rests on."""

    order: str
    blast: int = 0
    retaining: bool = False
    aircraft: bool = False
    along: bool = False
    army: str = ""


def markers(trial: Trial) -> Modifier | None:
    """Once, however many; aircraft for each (EPIC-11, 188)."""
    if trial.aircraft and trial.blast:
        return Modifier("blast", -trial.blast, say("blast markers, each"), EPIC_188)
    return Modifier("blast", -1, say("blast markers"), EPIC_11) if trial.blast else None


def markers_along(trial: Trial) -> Modifier | None:
    """One of the formations taken along has markers: once for all (EPIC-133)."""
    return (
        Modifier("along", -1, say("a formation taken along has blast markers"), EPIC_133)
        if trial.along and not trial.blast
        else None
    )


def retaining(trial: Trial) -> Modifier | None:
    return Modifier("retaining", -1, say("retaining the initiative"), EPIC_11) if trial.retaining else None


def waaagh(trial: Trial) -> Modifier | None:
    """Orks go forward gladly: +2 (army rule on EPIC-15, 17)."""
    if trial.army == "orks" and trial.order in ("double", "engage", "interception", "ground_attack"):
        return Modifier("orks", 2, say("Orks: forward"), EPIC_17)
    return None


TRIAL = (markers, markers_along, retaining, waaagh)


def trial_rows(trial: Trial) -> tuple[Modifier, ...]:
    return rows(*(speak(trial) for speak in TRIAL))


# Rally tests


@dataclass(frozen=True, slots=True)
class Recovery:
    """What a rally test rests on."""

    broken: bool = False
    enemy_near: bool = False
    army: str = ""
    units: int = 0


def shaken(recovery: Recovery) -> Modifier | None:
    return Modifier("broken", -2, say("broken"), EPIC_120) if recovery.broken else None


def enemy_near(recovery: Recovery) -> Modifier | None:
    return Modifier("enemy", -1, say("enemies within 30 cm"), EPIC_120) if recovery.enemy_near else None


def mob(recovery: Recovery) -> Modifier | None:
    """Many Orks together: +1 above five units, +2 above ten (army rule on EPIC-119)."""
    if recovery.army == "orks" and recovery.units > 5:
        return Modifier("orks", 2 if recovery.units > 10 else 1, say("Orks: a big mob"), EPIC_120)
    return None


RALLY = (shaken, enemy_near, mob)


def rally_rows(recovery: Recovery) -> tuple[Modifier, ...]:
    return rows(*(speak(recovery) for speak in RALLY))


# The result of an assault


@dataclass(frozen=True, slots=True)
class Side:
    """What counts of a side: units left, enemies it killed, blast markers, inspiring characters."""

    units: int
    kills: int
    blast: int
    inspiring: int = 0


def kills(ours: Side, theirs: Side) -> Modifier | None:
    """Kills of this assault, earlier rounds and supporting fire included."""
    return Modifier("kills", ours.kills, say("units killed in this assault"), EPIC_98) if ours.kills else None


def more_units(ours: Side, theirs: Side) -> Modifier | None:
    return Modifier("more_units", 1, say("more units than the enemy"), EPIC_98) if ours.units > theirs.units else None


def twice_the_units(ours: Side, theirs: Side) -> Modifier | None:
    if ours.units > 2 * theirs.units:
        return Modifier("twice_the_units", 1, say("more than twice the units of the enemy"), EPIC_98)
    return None


def no_blast(ours: Side, theirs: Side) -> Modifier | None:
    return None if ours.blast else Modifier("no_blast", 1, say("no blast marker"), EPIC_98)


def enemy_more_blast(ours: Side, theirs: Side) -> Modifier | None:
    if theirs.blast > ours.blast:
        return Modifier("enemy_more_blast", 1, say("the enemy has more blast markers"), EPIC_98)
    return None


def inspiring(ours: Side, theirs: Side) -> Modifier | None:
    """Each that is still alive in a fighting formation."""
    return Modifier("inspiring", ours.inspiring, say("inspiring"), EPIC_131) if ours.inspiring else None


RESULT = (kills, more_units, twice_the_units, no_blast, enemy_more_blast, inspiring)


def result_rows(ours: Side, theirs: Side) -> tuple[Modifier, ...]:
    return rows(*(speak(ours, theirs) for speak in RESULT))
