"""What becomes of the units in an attack, by the names of its odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.dust import refs
from engine.games.dust.attack import memory
from engine.games.dust.attack.situation import WeaponLine, WholeAttack
from engine.games.dust.units import living
from engine.playing.citing import rule
from engine.playing.opening import Show
from engine.values.model import Unknown
from engine.values.table import GameState


@rule(refs.DUST_38, refs.DUST_180)
def outcomes_of_unit(unit: str, tag: str = "") -> Iterator[tuple[str, Show]]:
    """Whether it is gone, miniatures left, and points of damage after all saves."""
    yield f"destroyed{tag}", lambda after: "yes" if after.unit(unit).gone else "no"
    yield f"models{tag}", lambda after: miniatures_left(after, unit)
    yield f"damage{tag}", lambda after: damage_dealt(after, unit)


def outcomes_by_name(units: Iterable[str]) -> dict[str, Show]:
    return {name: show for unit in dict.fromkeys(units) for name, show in outcomes_of_unit(unit, f":{unit}")}


@rule(refs.DUST_180)
def miniatures_left(after: GameState, unit: str) -> int | str:
    """Miniatures left; a card that does not say how many there were leaves it open."""
    try:
        return len(living(after.unit(unit)))
    except Unknown:
        return "?"


@rule(refs.DUST_97, refs.DUST_168)
def damage_dealt(after: GameState, unit: str) -> int | str:
    """A laser's last number stands for all beyond it."""
    tally = memory.tally(after)
    points = tally.dealt.get(unit, 0) or tally.taken.get(unit, 0)
    return f"{points}+" if unit in tally.endless else points


@rule(refs.DUST_51, refs.DUST_97)
def outcomes_of_line(line: WeaponLine) -> dict[str, Show]:
    """The target's, and by name those of other units that may lose something."""
    both = (line.target, line.attacker) if line.retaliation else ()
    return {**dict(outcomes_of_unit(line.target)), **outcomes_by_name((*both, *(line.assign or ())))}


@rule(refs.DUST_29, refs.DUST_51)
def outcomes_of_attack(attack: WholeAttack) -> dict[str, Show]:
    """Each target's by its name; of a single one without it too."""
    targets = dict.fromkeys(row.target for row in attack.lines)
    struck = [attack.attacker] if any(each.retaliation for each in (attack, *attack.lines)) else []
    others = [unit for row in attack.lines for unit in row.assign or ()]
    alone = outcomes_of_unit(*targets) if len(targets) == 1 else ()
    return {**dict(alone), **outcomes_by_name((*targets, *struck, *others))}
