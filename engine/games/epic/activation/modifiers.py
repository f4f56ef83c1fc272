"""Rows on action tests."""

from __future__ import annotations

from dataclasses import dataclass

from engine.dice.check import rows
from engine.games.epic import refs
from engine.playing.citing import rule
from engine.values.model import Modifier
from engine.values.texts import say


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
    """Once, however many; aircraft for each."""
    if trial.aircraft and trial.blast:
        return Modifier("blast", -trial.blast, say("blast markers, each"), refs.EPIC_188)
    return Modifier("blast", -1, say("blast markers"), refs.EPIC_11) if trial.blast else None


def markers_along(trial: Trial) -> Modifier | None:
    """One of the formations taken along has markers: once for all."""
    return (
        Modifier("along", -1, say("a formation taken along has blast markers"), refs.EPIC_133)
        if trial.along and not trial.blast
        else None
    )


def retaining(trial: Trial) -> Modifier | None:
    return Modifier("retaining", -1, say("retaining the initiative"), refs.EPIC_11) if trial.retaining else None


@rule(refs.EPIC_15)
def waaagh(trial: Trial) -> Modifier | None:
    """Orks go forward gladly: +2."""
    if trial.army == "orks" and trial.order in ("double", "engage", "interception", "ground_attack"):
        return Modifier("orks", 2, say("Orks: forward"), refs.EPIC_17)
    return None


TRIAL = (markers, markers_along, retaining, waaagh)


def trial_rows(trial: Trial) -> tuple[Modifier, ...]:
    return rows(*(speak(trial) for speak in TRIAL))
