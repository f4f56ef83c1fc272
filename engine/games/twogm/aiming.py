"""Who in the air is shot at: the questions of batteries, escorts and machine guns."""

from __future__ import annotations

from engine.games.twogm.raid import Names
from engine.games.twogm.refs import TWOGM_100, TWOGM_104, TWOGM_108
from engine.games.twogm.units import flying, is_a
from engine.games.twogm.weapons import Shot, place_of
from engine.values.maps import Map, Value
from engine.values.model import Option, Prompt
from engine.values.table import GameState
from engine.values.texts import say

HOLD = "hold"


def flak_shot(now: GameState, battery: Map[Value], target: str, terrain: Value = None) -> Shot:
    """With any active weapon of the battery, told or the primary one; a paratrooper comes down
    on some terrain (2GM-185, 186)."""
    shooter = str(battery["unit"])
    place = place_of(now.unit(shooter), str(battery["weapon"]) if battery.get("weapon") else None)
    return Shot(
        shooter, place, target, "aa", terrain=terrain, key=f"aa:{shooter}", airborne=not is_a(now.unit(target), "air")
    )


def aim_flak(now: GameState, battery: Map[Value], escorts: Names, *others: str) -> Prompt:
    """Escorts first; fire may be held, unless the table plays that it must be given (2GM-108)."""
    shooter = str(battery["unit"])
    drawn = flying(now, escorts)
    must = now.reading("aa_must_fire") == "yes" and bool(drawn)
    options = (*named(now, drawn or flying(now, others)), *(() if must else (Option(HOLD, say("hold fire")),)))
    text = say("{unit} fires at aircraft: at which?", unit=now.unit(shooter).name)
    held = HOLD if battery.get("unnamed") is True and not must else None
    return Prompt(
        f"aim:{shooter}",
        "choice",
        now.unit(shooter).seat,
        text,
        TWOGM_108,
        (shooter,),
        options=options,
        default=held,
        readings=("aa_must_fire",),
    )


def aim(now: GameState, shooter: str, name: str, prey: Names) -> Prompt:
    """Somebody still flying; nobody is left when the table took them away meanwhile (2GM-100,
    104, 183)."""
    text, ref = say("{unit}: at which?", unit=now.unit(shooter).name), TWOGM_104 if ":" in name else TWOGM_100
    options = named(now, flying(now, prey)) or (Option(HOLD, say("hold fire")),)
    return Prompt(
        f"aim:{name}",
        "choice",
        now.unit(shooter).seat,
        text,
        ref,
        (shooter,),
        options=options,
        readings=("hmg_allocation",),
    )


def named(now: GameState, prey: Names) -> tuple[Option, ...]:
    return tuple(Option(unit, say("{unit}", unit=now.unit(unit).name)) for unit in prey)
