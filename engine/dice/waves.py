"""Faces on a table: dice are thrown wave by wave, as re-rolls, chains and further dice ask for
them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from engine.dice.pools import Pool
from engine.values.stages import Again, Chain, Stage, Then


class Strange(ValueError):
    """A face that the die thrown does not have."""

    def __init__(self, face: int, faces: tuple[int, ...]) -> None:
        super().__init__(f"a die with the faces {', '.join(map(str, faces))} does not show {face}")
        self.face, self.faces = face, faces


@dataclass(frozen=True, slots=True)
class Wave:
    """Dice that are rolled together; *worth* is the worth before they are rolled, *kept* the worth
    that stays beside theirs, *stage* why they are rolled: none for the first."""

    dice: int
    faces: tuple[int, ...]
    targets: tuple[int, ...]
    worth: int = 0
    kept: int = 0
    stage: Stage | None = None


def last_wave(pool: Pool, faces: Sequence[int]) -> tuple[Wave, int]:
    """The dice that are rolled now, or the last ones where all are there; and how many faces lay
    there before them."""
    waves, laid = _waves(pool), 0
    wave = next(waves)
    try:
        while len(faces) >= laid + wave.dice:
            following = waves.send(_read(wave, faces[laid : laid + wave.dice]))
            wave, laid = following, laid + wave.dice
    except StopIteration:
        pass
    return wave, laid


def settle(pool: Pool, faces: Sequence[int]) -> tuple[int, int]:
    """The worth of faces on a table so far, and how many dice are still wanted; pooled() gives the
    odds of the same."""
    waves, laid = _waves(pool), 0
    wave = next(waves)
    try:
        while len(faces) >= laid + wave.dice:
            laid += wave.dice
            wave = waves.send(_read(wave, faces[laid - wave.dice : laid]))
    except StopIteration as end:
        if laid < len(faces):
            raise ValueError(f"{laid} dice are rolled, not {len(faces)}") from None
        return _up_to(end.value, pool.most), 0
    shown = _read(wave, faces[laid:])
    return _up_to(wave.kept + sum(shown) if shown else wave.worth, pool.most), wave.dice - len(shown)


def _waves(pool: Pool) -> Generator[Wave, list[int], int]:
    """The waves of a roll in order; each is sent the worth of its dice."""
    faces, targets = pool.faces, pool.targets
    rolled = yield Wave(pool.dice, faces, targets)
    worth, fresh, missed = sum(rolled), _met(rolled), rolled.count(0)
    for stage in pool.stages:
        if isinstance(stage, Then):
            faces, targets = stage.faces or pool.faces, stage.targets
            rolled = yield Wave(worth * stage.dice, faces, targets, worth, stage=stage)
            worth, fresh, missed = sum(rolled), _met(rolled), rolled.count(0)
        elif isinstance(stage, Again):
            rolled = yield Wave(missed, faces, stage.targets or targets, worth, worth, stage)
            worth, fresh, missed = worth + sum(rolled), fresh + _met(rolled), rolled.count(0)
        while isinstance(stage, Chain) and fresh:
            rolled = yield Wave(fresh, faces, targets, worth, worth, stage)
            worth, fresh = worth + sum(rolled), _met(rolled)
    return worth


def _read(wave: Wave, shown: Sequence[int]) -> list[int]:
    """The worth of each die of a wave."""
    for face in shown:
        if face not in wave.faces:
            raise Strange(face, wave.faces)
    return [sum(face >= target for target in wave.targets) for face in shown]


def _met(rolled: list[int]) -> int:
    return len(rolled) - rolled.count(0)


def _up_to(worth: int, most: int | None) -> int:
    return worth if most is None else min(worth, most)
