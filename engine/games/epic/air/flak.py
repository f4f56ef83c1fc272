"""The fire of one formation at aircraft: its dice, by its cards or as the players say."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.epic import refs
from engine.games.epic.air.reserves import is_aircraft
from engine.games.epic.air.situation import FlakFire
from engine.games.epic.formations.rows import number, rows
from engine.games.epic.shooting.salvos import Salvo, firing_of_row, firing_rows, kind_of
from engine.games.epic.shooting.situation import Stand
from engine.games.epic.shooting.weapons import arcs_of, is_in_arc, is_ready, weapons
from engine.playing.citing import rule
from engine.values.maps import Map, Value
from engine.values.model import Impossible
from engine.values.table import GameState
from engine.values.texts import Text, say


class FlakVolley(NamedTuple):
    """One formation's fire at another in the air; an attack is that of interceptors."""

    target: str
    salvos: tuple[Salvo, ...]
    by: str = ""
    moment: str = "approach"
    moved: bool = False
    attack: bool = False
    jink: bool | None = None

    def key(self, question: str) -> str:
        """What a question about it is called: by the formation that fires."""
        return f"{question}:{self.by}" if self.by else question


@rule(refs.EPIC_205)
def volley_stated(now: GameState, fire: FlakFire) -> FlakVolley:
    """Its dice as the players say, else by the card; whether it has moved too."""
    by = fire.by or ""
    moved = bool(by) and has_moved(now, by) if fire.moved is None else fire.moved
    moment = "disengagement" if fire.moment in ("disengagement", "disengage") else "approach"
    return FlakVolley(fire.target, salvos_of(now, fire), by, moment, moved, bool(fire.interception), fire.jink)


@rule(refs.EPIC_200)
def salvos_of(now: GameState, fire: FlakFire) -> tuple[Salvo, ...]:
    if fire.shots is not None:
        return tuple(salvo(each.value, each.abilities)._replace(dice=each.count) for each in fire.shots if each.count)
    if fire.by:
        return salvos_at_aircraft(now, fire.by, fire.able, fire.arcs)
    raise Impossible(say("a formation that fires or its shots are needed"))


@rule(refs.EPIC_149, refs.EPIC_198, refs.EPIC_200, refs.EPIC_201)
def salvos_at_aircraft(
    now: GameState, by: str, able: int | tuple[int, ...] | None = None, arcs: tuple[str, ...] | None = None
) -> tuple[Salvo, ...]:
    """Anti-aircraft weapons only, of these arcs where they are told."""
    found: dict[Salvo, int] = {}
    for row, count in zip(rows(now.unit(by)), firing_rows(now, by, Stand(able), kinds=("aa",)), strict=True):
        for alone, weapon in weapons(row):
            if count and bears(weapon, arcs) and is_ready(now, now.unit(by), weapon, "advance"):
                one = salvo_of(weapon)
                for units, shaken in firing_of_row(now.unit(by), row, 1 if alone else count):
                    kind = one._replace(shaken=shaken)
                    found[kind] = found.get(kind, 0) + units * number(weapon.get("shots"), 1)
    return tuple(one._replace(dice=dice) for one, dice in found.items())


@rule(refs.EPIC_149, refs.EPIC_201)
def bears(weapon: Map[Value], arcs: tuple[str, ...] | None = None) -> bool:
    """An anti-aircraft weapon whose arc is told, if any is; without one it points anywhere."""
    return weapon.get("aa") is not None and is_in_arc(weapon, arcs)


@rule(refs.EPIC_201)
def arcs_at_aircraft(now: GameState, by: str) -> tuple[str, ...]:
    """The arcs of its anti-aircraft weapons."""
    found = (
        arc for row in rows(now.unit(by)) if row.left for _, gun in weapons(row) if bears(gun) for arc in arcs_of(gun)
    )
    return tuple(dict.fromkeys(found))


@rule(refs.EPIC_149)
def units_with_flak(now: GameState, by: str) -> int:
    """Units that have an anti-aircraft weapon."""
    return sum(row.left for row in rows(now.unit(by)) if any(bears(weapon) for _, weapon in weapons(row)))


def names_of_guns(now: GameState, flak: FlakVolley) -> tuple[Text, ...]:
    """The weapons whose dice are rolled together."""
    return tuple(name_of_guns(now, flak.by, each) for each in flak.salvos)


@rule(refs.EPIC_149)
def name_of_guns(now: GameState, by: str, salvo: Salvo) -> Text:
    lines = rows(now.unit(by)) if by else ()
    guns = [gun for row in lines if row.left for _, gun in weapons(row) if bears(gun) and gun.get("name")]
    plain = salvo._replace(dice=0, shaken=False)
    found = ", ".join(dict.fromkeys(str(gun["name"]) for gun in guns if salvo_of(gun) == plain))
    return say("{weapons}: {kind}", weapons=found, kind="AA") if found else say("{kind}", kind="AA")


def salvo_of(weapon: Map[Value]) -> Salvo:
    return salvo(number(weapon["aa"]), weapon.get("abilities"), weapon.get("tk"))


@rule(refs.EPIC_154, refs.EPIC_160)
def salvo(value: int, abilities: Value, damage: Value = None) -> Salvo:
    """A macro-weapon or a Titan Killer is one in the air too, its damage one point."""
    kind, known, _ = kind_of("aa" if damage is None else "tk", abilities)
    return Salvo(0, kind, value, known)


@rule(refs.EPIC_205)
def has_moved(now: GameState, by: str) -> bool:
    """By the action it took this turn."""
    return now.unit(by).trackers.get("order") in ("advance", "double", "march", "engage")


@rule(refs.EPIC_205)
def may_have_moved(now: GameState, by: str) -> bool:
    """Whether its action had a move or not, as the players know; aircraft lose nothing by it."""
    return not is_aircraft(now.unit(by)) and now.unit(by).trackers.get("order") in ("hold", "marshal")


def brings_marker_anyway(
    now: GameState, by: str, able: int | tuple[int, ...] | None = None, arcs: tuple[str, ...] | None = None
) -> bool:
    """By one reading those wholly suppressed still bring a marker."""
    if not by or now.reading("all_suppressed") != "bm":
        return False
    return bool(salvos_at_aircraft(now.set(by, "blast", 0, refs.EPIC_44), by, able, arcs))
