"""What Commanders lend to an attack by abilities of their cards; the table says who is near enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from engine.games.aam.commanders import Effects, works
from engine.games.aam.refs import AAM_86
from engine.games.aam.shots import Shot
from engine.games.aam.units import disrupted, has, in_army, is_a, is_soldier, opposed
from engine.maps import Map, Value, pairs
from engine.model import GameState, Option, Prompt, Unit
from engine.procedure import Asking, choose
from engine.texts import say


def soldiers_fire(now: GameState, shot: Shot) -> bool:
    return is_soldier(now.unit(shot.attacker))


def soldiers_fire_at_cover(now: GameState, shot: Shot) -> bool:
    """In the open only low ones roll for cover (AAM-68)."""
    in_the_open = shot.terrain in ("clear", "pond") and not has(now.unit(shot.target), "low_silhouette")
    return soldiers_fire(now, shot) and not in_the_open


def soldiers_watch(now: GameState, shot: Shot) -> bool:
    return shot.defensive and soldiers_fire(now, shot)


def soldiers_pass(now: GameState, shot: Shot) -> bool:
    return shot.defensive and is_soldier(now.unit(shot.target))


def vehicles_assault(now: GameState, shot: Shot) -> bool:
    return not shot.defensive and not soldiers_fire(now, shot)


def soldiers_charge(now: GameState, shot: Shot) -> bool:
    """Into the enemy's hex first, then at him there (AAM-86)."""
    charged = not shot.defensive and shot.hexes == 0 and now.unit(shot.attacker).count("moved")
    return bool(charged) and soldiers_fire(now, shot)


def soldiers_falter(now: GameState, shot: Shot) -> bool:
    return soldiers_fire(now, shot) and disrupted(now.unit(shot.attacker))


@dataclass(frozen=True, slots=True)
class Lent:
    """An ability of a Commander: whose army he is of (the attacker's, his enemy's, the target's), what it changes, when."""

    key: str
    army: Literal["attacker", "enemy", "target"]
    on: str
    amount: int
    when: Callable[[GameState, Shot], bool]


BRAVERY = "bravery_enforcement"
CHARGES = ("banzai_charge", "angriff")
LENT = (  # AAM-86, 91, 93
    Lent("stalwart", "attacker", "attack_die", 1, soldiers_watch),
    Lent("pinpointer", "attacker", "cover", -1, soldiers_fire_at_cover),
    Lent("command_leadership", "attacker", "dice", 1, vehicles_assault),
    Lent(BRAVERY, "attacker", "penalty", 0, soldiers_falter),  # no mutant: a penalty ignored has no amount
    *(Lent(key, "attacker", "attack_die", 1, soldiers_charge) for key in CHARGES),
    Lent("intimidation", "enemy", "attack_die", -1, soldiers_fire),
    Lent("elan", "target", "defense", 1, soldiers_pass),
    Lent("fearless", "target", "defense", 1, soldiers_pass),
)
LENDING = tuple(each.key for each in LENT)


def effects_on(now: GameState, shot: Shot) -> Effects:
    """What the table told, and what the Commanders named lend."""
    if not shot.commanders:
        return shot.effects
    return (*shot.effects, *(each for leader in shot.commanders for each in lends(now, shot, now.unit(leader))))


def lends(now: GameState, shot: Shot, leader: Unit) -> Iterable[Map[Value]]:
    """The effects of one Commander on this attack, as the table would tell them; Blast may meet friends too (AAM-91, 120)."""
    by = now.unit(shot.attacker)
    foe = {"attacker": False, "enemy": True, "target": opposed(by, now.unit(shot.target))}
    for each in LENT:
        if has(leader, each.key) and opposed(by, leader) is foe[each.army] and each.when(now, shot):
            yield pairs(name=each.key, by=leader.id, commander=True, on=each.on, amount=each.amount)


def led_to_charge(now: GameState, unit: Unit, commanders: tuple[str, ...] | None = None) -> bool:
    """A Commander of its army lets a Soldier move into an enemy's hex and attack there; of those named, if any are (AAM-86)."""
    if not is_soldier(unit):
        return False
    leaders = in_army(now, unit.seat) if commanders is None else tuple(map(now.unit, commanders))
    return any(works(now, pairs(by=leader.id, commander=True)) and not opposed(leader, unit)
               for leader in leaders if any(has(leader, key) for key in CHARGES))


def steadied(now: GameState, shot: Shot) -> bool:
    """Next to a Commissar disruption takes nothing from the dice (AAM-86)."""
    return any(each["name"] == BRAVERY and works(now, each) for each in effects_on(now, shot))


def coordinated(now: GameState, shot: Shot) -> bool:
    """Next to a Commander of its own army (AAM-86)."""
    return any(coordinates(now, shot, now.unit(leader)) for leader in shot.commanders or ())


def coordinates(now: GameState, shot: Shot, leader: Unit) -> bool:
    """Being there is enough: it is the Soldier's ability, a disrupted Commander is a Commander too (AAM-86, 93)."""
    by, there = now.unit(shot.attacker), leader.where in ("table", "inside")
    return has(by, "coordinated_fire") and there and not opposed(leader, by) and leader.id != by.id and commands(leader)


def commands(unit: Unit) -> bool:
    return is_a(unit, "commander") or unit.stated("initiative") is not None


# Who is near enough


def led(state: GameState, shot: Shot) -> Asking[Shot]:
    """Asked one by one, where somebody could matter and nobody has said it; nobody by default (AAM-133)."""
    found: tuple[str, ...] = ()
    while shot.commanders is None and candidates(state, shot, found):
        state, leader = yield from choose(state, who_leads, shot, found)
        if leader == "nobody":
            break
        found = (*found, leader)
    return state, replace(shot, commanders=shot.commanders or found)


def who_leads(now: GameState, shot: Shot, found: tuple[str, ...]) -> Prompt:
    by = now.unit(shot.attacker)
    options = (Option("nobody", say("nobody else")),
               *(Option(unit, say("{unit}", unit=now.unit(unit).name)) for unit in candidates(now, shot, found)))
    text = say("{unit} attacks: which Commander is near enough for his ability?", unit=by.name)
    return Prompt(f"led{shot.tag}:{len(found)}", "choice", by.seat, text, AAM_86, (by.id, *found), options=options,
                  readings=("commander_bonus", "commander_aboard"))


def candidates(now: GameState, shot: Shot, found: tuple[str, ...]) -> tuple[str, ...]:
    """Those whose ability counts at this attack, if they are near (AAM-92, 93, 133)."""
    units = (unit for unit in now.units.values() if unit.id not in found)
    return tuple(unit.id for unit in units if coordinates(now, shot, unit)
                 or any(works(now, each) for each in lends(now, shot, unit)))
