"""Rows on rolls to hit."""

from __future__ import annotations

from dataclasses import dataclass

from engine.dice.check import rows
from engine.games.epic import refs
from engine.playing.citing import rule
from engine.values.model import Modifier
from engine.values.texts import say

TWO_DICE = 7
IMPOSSIBLE = 10
AFTER_A_SIX = 4, 5, 6
HUNTS = ("interception", "cap_interception")


@dataclass(frozen=True, slots=True)
class ShotAim:
    """How a shot is fired: the firer's order, whether cover counts against it, what air combat
    adds."""

    value: int
    order: str = ""
    cover: bool = False
    air: bool = False
    moved_flak: bool = False
    shaken: bool = False


def in_cover(aim: ShotAim) -> Modifier | None:
    return Modifier("cover", -1, say("target in cover"), refs.EPIC_46) if aim.cover else None


@rule(refs.EPIC_15, refs.EPIC_20)
def hurried(aim: ShotAim) -> Modifier | None:
    """Double and Marshal."""
    return (
        Modifier("hurried", -1, say("after a Double or Marshal"), refs.EPIC_46)
        if aim.order in ("double", "marshal")
        else None
    )


def sustained(aim: ShotAim) -> Modifier | None:
    return Modifier("sustained", 1, say("Sustained Fire"), refs.EPIC_46) if aim.order == "sustained" else None


def from_the_air(aim: ShotAim) -> Modifier | None:
    """Interceptors, by their order too."""
    hunting = aim.air or aim.order in HUNTS
    return Modifier("air", 1, say("aircraft against aircraft"), refs.EPIC_198) if hunting else None


def flak_on_the_move(aim: ShotAim) -> Modifier | None:
    return Modifier("moved", -1, say("the firer moved this turn"), refs.EPIC_205) if aim.moved_flak else None


def after_a_critical(aim: ShotAim) -> Modifier | None:
    return Modifier("shaken", -1, say("after a critical hit"), refs.EPIC_277) if aim.shaken else None


TO_HIT = (in_cover, hurried, sustained, from_the_air, flak_on_the_move, after_a_critical)


def to_hit_rows(aim: ShotAim) -> tuple[Modifier, ...]:
    """What counts, and past 6 a row that says so: the first die has to be a 6, a second one
    decides."""
    found = rows(*(speak(aim) for speak in TO_HIT))
    if not (second := after_a_six(aim)):
        return found
    why = say("{needed}+ is a 6, then {second}+ on a second die", needed=needed(aim), second=second)
    return (*found, Modifier("two_dice", 0, why, refs.EPIC_48))


@rule(refs.EPIC_48)
def after_a_six(aim: ShotAim) -> int:
    """What a second die needs, or 0 where there is none: 7 is a 6 and then 4 or more, 8: 5 or
    more, 9: another 6."""
    return needed(aim) - 3 if TWO_DICE <= needed(aim) < IMPOSSIBLE else 0


def needed(aim: ShotAim) -> int:
    return aim.value - sum(row.at(0) for row in rows(*(speak(aim) for speak in TO_HIT)))
