"""A volley: one formation's fire at one target, the units it can hit, and how its dice are
aimed."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import NamedTuple

from engine.games.epic import refs
from engine.games.epic.formations.riders import outside
from engine.games.epic.formations.rows import in_order, rows, rows_down_to_the_last, with_alone
from engine.games.epic.shooting.hits import Hit, Mark, may_reach
from engine.games.epic.shooting.memory import tally
from engine.games.epic.shooting.modifiers import ShotAim
from engine.games.epic.shooting.powers import POWERS
from engine.games.epic.shooting.salvos import Salvo, hit_check, salvos_of_weapon
from engine.games.epic.shooting.saves import Shelter, shelter
from engine.games.epic.shooting.weapons import weapons
from engine.games.epic.terrain.ground import OPEN, Cover, cover_of
from engine.games.epic.war_engines.damage import screens
from engine.playing.citing import rule
from engine.values.maps import Map, Value
from engine.values.model import Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

UNDER_FIRE = 1


class Volley(NamedTuple):
    """A formation's fire at one target: its dice, its order, where the target stands.

    Beside a barrage it `settles` nothing by itself. What is `spent` does not fire every turn.
    """

    target: str
    shots: tuple[Salvo, ...]
    by: str = ""
    order: str = ""
    crossfire: bool = False
    terrain: tuple[str, ...] = (OPEN,)
    touching: bool = False
    manner: str = ""
    markers: int = UNDER_FIRE
    settles: bool = True
    front: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()

    @rule(refs.EPIC_257)
    def named(self, dice: str) -> str:
        """What its dice are called: beside a barrage, which has some of the same kind, by a name
        of their own."""
        return dice if self.settles else f"{dice}:guns"

    def ground(self, row: int) -> str:
        return self.terrain[row] if row < len(self.terrain) else self.terrain[-1]


def hit_of(salvo: Salvo, victim: int) -> Hit:
    return Hit(salvo.type, tuple(sorted(salvo.traits)), salvo.waived, salvo.damage, victim, "", salvo.aim)


@rule(refs.EPIC_49)
def marks(now: GameState, fire: Volley) -> tuple[Mark, ...]:
    """The units of the target one by one, front to back: rows as their owner says, the others
    behind them as on the card."""
    covers, met, unit = covers_of_target(now, fire), tally(now).hits_met, now.unit(fire.target)
    found = []
    for row in in_order(outside(unit), fire.front):
        counts = sorted(hits for at, hits, units in met if at == row.at for _ in range(units))[: row.left][::-1]
        kind, is_hidden = unit.word("units", row.at, 1, "type"), covers[row.at].hidden
        found += [
            Mark(row.at, kind, row.weight, is_hidden, before=hits, screen=screen)
            for hits, screen in zip((*counts, *(0,) * (row.left - len(counts))), screens(now, unit, row), strict=True)
        ]
    return tuple(mark for mark in found if fire.manner != "pin_point" or mark.type == "WE")


@rule(refs.EPIC_69, refs.EPIC_73)
def covers_of_target(now: GameState, fire: Volley) -> tuple[Cover, ...]:
    """What covers each row of the target."""
    unit = now.unit(fire.target)
    waits = bool(unit.count("overwatch"))
    return tuple(cover_of(now, row, fire.ground(row.at), fire.touching, waits) for row in rows(unit))


def shelters_of_target(now: GameState, fire: Volley) -> tuple[Shelter, ...]:
    """What the units of the target may save with, no matter how many are left."""
    unit = now.unit(fire.target)
    return _shelters_of_target(now.options, with_alone(unit), bool(unit.count("overwatch")), fire)


@lru_cache(maxsize=256)
def _shelters_of_target(options: Map[Value], unit: Unit, waits: bool, fire: Volley) -> tuple[Shelter, ...]:
    now = GameState("", options=options)
    found = (
        shelter(row, cover_of(now, row, fire.ground(row.at), fire.touching, waits), fire.crossfire)
        for row in rows_down_to_the_last(unit)
    )
    return tuple(dict.fromkeys(found))


# To hit


def to_hit(now: GameState, fire: Volley) -> Prompt:
    """One die for each shot."""
    target, by = now.unit(fire.target), now.unit(fire.by) if fire.by else None
    key = fire.named("to_hit")
    checks = tuple(
        hit_check(name, salvo.dice, aim(now, fire, salvo))
        for name, salvo in zip(check_names(key, len(fire.shots)), fire.shots, strict=True)
    )
    about = (by.id, target.id) if by else (target.id,)
    seat = by.seat if by else 1 - target.seat
    labels = partial(names_of_salvos, now, fire)
    return Prompt(key, "roll", seat, who_fires_at(by, target), refs.EPIC_45, about, checks, labels=labels)


def names_of_salvos(now: GameState, fire: Volley) -> tuple[Text, ...]:
    """The weapons whose dice are rolled together, and what they hit."""
    return tuple(name_of_salvo(now, fire, salvo) for salvo in fire.shots)


@rule(refs.EPIC_45)
def name_of_salvo(now: GameState, fire: Volley, salvo: Salvo) -> Text:
    kind = POWERS[salvo.type]
    if not fire.by:
        return kind
    plain = salvo._replace(dice=0, shaken=False, waived=False, aim="", victim=-1)
    both = "ap" if salvo.type == "ap" else "at"
    names = [
        str(weapon.get("name"))
        for row in rows(now.unit(fire.by))
        for _, weapon in weapons(row)
        if weapon.get("name") and any(each._replace(dice=0) == plain for each in salvos_of_weapon(weapon, both))
    ]
    found = ", ".join(dict.fromkeys(names))
    return say("{weapons}: {kind}", weapons=found, kind=kind) if found else kind


def who_fires_at(by: Unit | None, target: Unit) -> Text:
    if by is None:
        return say("fire at {target}", target=target.name)
    return say("{attacker} fires at {target}", attacker=by.name, target=target.name)


def check_names(key: str, count: int) -> tuple[str, ...]:
    """A check alone is called like its prompt, several are numbered."""
    return (key,) if count == 1 else tuple(f"{key}:{n}" for n in range(count))


@rule(refs.EPIC_46, refs.EPIC_47, refs.EPIC_90, refs.EPIC_152, refs.EPIC_260, refs.EPIC_264)
def aim(now: GameState, fire: Volley, salvo: Salvo) -> ShotAim:
    """Cover counts where all that this shot can hit are in it, or some and it is not waived;
    overwatch knows no order, and supporting fire no modifier at all."""
    hides = any(hidden(now, fire, salvo)) and not with_waiver(now, fire, salvo).waived
    if fire.manner == "support":
        return ShotAim(salvo.value)
    order, is_hidden = fire.order if not fire.manner else "", hides and "ignore_cover" not in salvo.traits
    return ShotAim(salvo.value, order, is_hidden, shaken=salvo.shaken)


@rule(refs.EPIC_46)
def hidden(now: GameState, fire: Volley, salvo: Salvo) -> tuple[bool, ...]:
    """Whether each unit that a shot can hit is in cover."""
    hit = hit_of(salvo._replace(waived=False), salvo.victim)
    return tuple(mark.hidden for mark in marks(now, fire) if may_reach(hit, mark))


@rule(refs.EPIC_47)
def with_waiver(now: GameState, fire: Volley, salvo: Salvo) -> Salvo:
    """The -1 is waived only where a unit stands in the open."""
    return salvo._replace(waived=False) if all(hidden(now, fire, salvo)) else salvo
