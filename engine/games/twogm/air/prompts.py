"""What players are asked in the air: who comes, and at whom they shoot."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.air.refusals import cannot_pay_escorts
from engine.games.twogm.air.situation import AirMission, Battery, Names
from engine.games.twogm.hand.values import playable
from engine.games.twogm.units import is_fighter, survivors
from engine.playing.citing import rule
from engine.values.model import Option, Prompt
from engine.values.table import GameState
from engine.values.texts import say

HOLD = "hold"
NONE = "none"


# Who comes


def who_comes(now: GameState, mission: AirMission, kind: str, taken: Names) -> Prompt:
    """The defender is asked first, then the attacker."""
    seat = now.unit(mission.plane).seat
    asked, text, ref = {
        "interceptors": (1 - seat, say("send an interceptor?"), refs.TWOGM_97),
        "escorts": (seat, say("send an escort?"), refs.TWOGM_99),
    }[kind]
    options = (Option(NONE, say("nobody more")), *options_of(now, able_fighters(now, mission, kind, taken)))
    return Prompt(f"{kind}:{len(taken)}", "choice", asked, text, ref, (mission.plane,), options=options)


@rule(refs.TWOGM_97, refs.TWOGM_99, refs.TWOGM_181)
def able_fighters(now: GameState, mission: AirMission, kind: str, taken: Names) -> Names:
    """Fighters waiting beside their HQ: the enemy's, deployed in an earlier turn, or the own; those
    in hand that can be paid escort too."""
    seat, busy = now.unit(mission.plane).seat, (*taken, *mission.flyers)
    fighters = [unit for unit in now.units.values() if is_fighter(unit) and unit.id not in busy]
    waiting = [unit for unit in fighters if unit.where == "table"]
    if kind == "interceptors":
        return tuple(unit.id for unit in waiting if unit.seat != seat and unit.count("deployed_turn") != now.turn)
    hand = [unit for unit in playable(now, seat) if unit in fighters and isinstance(unit.stated("cost"), int)]
    own = [unit.id for unit in (*waiting, *hand) if unit.seat == seat]
    return tuple(unit for unit in own if not cannot_pay_escorts(now, (*taken, unit)))


# At whom


def at_which_aircraft(now: GameState, battery: Battery, escorts: Names, others: Names) -> Prompt:
    """Escorts first; fire may be held, unless the table plays that it must be given."""
    gun, drawn = now.unit(battery.unit), survivors(now, escorts)
    must = now.reading("aa_must_fire") == "yes" and bool(drawn)
    hold = () if must else (Option(HOLD, say("hold fire")),)
    return Prompt(
        f"aim:{gun.id}",
        "choice",
        gun.seat,
        say("{unit} fires at aircraft: at which?", unit=gun.name),
        refs.TWOGM_108,
        (gun.id,),
        options=(*options_of(now, drawn or survivors(now, others)), *hold),
        default=HOLD if battery.waits and not must else None,
        readings=("aa_must_fire",),
    )


@rule(refs.TWOGM_183)
def at_which_prey(now: GameState, shooter: str, name: str, prey: Names) -> Prompt:
    """An aircraft that still flies; none where the players took it off the table meanwhile."""
    unit, ref = now.unit(shooter), refs.TWOGM_104 if ":" in name else refs.TWOGM_100
    return Prompt(
        f"aim:{name}",
        "choice",
        unit.seat,
        say("{unit}: at which?", unit=unit.name),
        ref,
        (shooter,),
        options=options_of(now, survivors(now, prey)) or (Option(HOLD, say("hold fire")),),
        readings=("hmg_allocation",),
    )


def options_of(now: GameState, units: Names) -> tuple[Option, ...]:
    return tuple(Option(unit, say("{unit}", unit=now.unit(unit).name)) for unit in units)
