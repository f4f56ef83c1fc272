"""Abilities of the cards: those that change an attack as data, the others by name, and those the table applies by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.games.aam.lent import LENDING, coordinated
from engine.games.aam.refs import AAM_86
from engine.games.aam.shots import Shot
from engine.games.aam.units import WORDS, has, in_position, is_a, is_soldier, shaken, two_sided
from engine.maps import Map
from engine.model import GameState, Modifier, Unit
from engine.texts import Text, say

ELSEWHERE = (
    "transport", "gun_transport", "large_transport", "heavy_transport", "exposed_transport", "light_artillery",
    "light_towing", "fighting_platform", "mechanized_tactics", "large", "relocate", "strike_and_fade", "aggression",
    "high_gear", "vanguard", "excellent_suspension", "weak_suspension", "poor_suspension", "brushcutters",
    "trench_crossing", "amphibious", "thin_wheels", "mountaineering", "robust", "prone_to_breakdown", "courage", "charge",
    "ss_determination", "hard_charger", "tally_ho", "exert_will", "command_dependent", "bridge_demolition", "demolitions",
    "overrun", "smoke_screen", "recon", "organization", "paratrooper", "partisan", "gliderborne",
    "awareness", "battlefield_awareness", "green", "heavy_armor", *LENDING,
)
BY_HAND = {
    "attacker": (
        "no_turret", "fixed_gun", "fixed_howitzer", "fixed_rear_gun", "indirect_fire", "antiair", "ace",
    ),
    "target": (),
}


When: TypeAlias = Callable[[GameState, Shot], bool]
On: TypeAlias = Literal["attack_die", "dice", "defense", "cover"]
LONG = 5


def always(now: GameState, shot: Shot) -> bool:
    return True


def at_a_vehicle(now: GameState, shot: Shot) -> bool:
    return not is_soldier(now.unit(shot.target))


def at_a(subtype: str) -> When:
    return lambda now, shot: is_a(now.unit(shot.target), subtype)


def at_one_shaken(now: GameState, shot: Shot) -> bool:
    return shaken(now.unit(shot.target))


def at_the_rear(now: GameState, shot: Shot) -> bool:
    """Where there is one: a single number has no rear (AAM-15)."""
    return two_sided(now.unit(shot.target)) and shot.from_behind


def defensively(now: GameState, shot: Shot) -> bool:
    return shot.defensive


def by_a_close_assaulter(now: GameState, shot: Shot) -> bool:
    return has(now.unit(shot.attacker), "close_assault")


def from_afar(now: GameState, shot: Shot) -> bool:
    """At long range (AAM-13)."""
    return shot.hexes >= LONG


def by_soldiers_from_afar(now: GameState, shot: Shot) -> bool:
    return from_afar(now, shot) and is_soldier(now.unit(shot.attacker))


def dug_in(now: GameState, shot: Shot) -> bool:
    return in_position(now.unit(shot.target), "entrenched")


def into(*terrains: str) -> When:
    return lambda now, shot: shot.terrain in terrains


@dataclass(frozen=True, slots=True)
class Ability:
    """A bonus or a penalty; `printed` multiplies it by the number on the card."""

    key: str
    of: Literal["attacker", "target"]
    on: On
    amount: int
    when: When = always
    printed: bool = False


ABILITIES = (  # AAM-86, 88, 95
    Ability("crack_shot", "attacker", "attack_die", 1),
    Ability("inaccurate", "attacker", "attack_die", -1, printed=True),
    Ability("tank_hunter", "attacker", "attack_die", 1, at_a_vehicle),
    Ability("ruthless", "attacker", "attack_die", 1, at_one_shaken),
    Ability("gung_ho", "attacker", "attack_die", 1, defensively),
    Ability("quick_swivel", "attacker", "dice", 1, defensively),
    Ability("commander_hunter", "attacker", "dice", 2, at_a("commander")),
    Ability("gun_crew_hunter", "attacker", "dice", 2, at_a("artillery")),
    Ability("ss_hunter", "attacker", "dice", 2, at_a("ss")),
    Ability("coordinated_fire", "attacker", "dice", 1, coordinated),
    Ability("flanking_attack", "attacker", "dice", 1, at_the_rear),
    Ability("mobility", "target", "defense", 1, defensively),
    Ability("sideskirts", "target", "defense", 1, by_a_close_assaulter),
    Ability("gun_shield", "target", "defense", 1, by_soldiers_from_afar),
    Ability("entrenched", "target", "defense", 1, dug_in),
    Ability("elusive", "target", "defense", 1, into("forest", "marsh")),
    Ability("hard_to_spot", "target", "cover", 1),
    Ability("large_silhouette", "target", "cover", -1),
    Ability("urban_combat", "target", "cover", 1, into("town")),
    Ability("subtle", "target", "cover", 1, from_afar),
    Ability("seasoned_crew", "attacker", "cover", -1),
)
CANNONS = {"additional_hull_mounted_cannon": (12, 10, 8), "extra_hull_mounted_cannon": (8, 7, 5)}
"""Dice of a second gun by band; it attacks once more, at a target in front."""
IN_THE_HEX = {"soldier": "hand_to_hand", "vehicle": "close_assault"}
OTHERS = (
    "extended_range", "enhanced_range", "limited_range", "bombardment", "blast", "forest_camouflage", "tall_silhouette",
    "low_silhouette", "superior_camouflage", "concealed", "camouflaged", "superior_armor", "superior_frontal_armor",
    "steely_resolve", "shrapnel", "open_back", "open_exposed_crew", "double_shot", "all_guns_blazing", "extra_machine_guns",
    "multiturreted",
    "suppressive_fire", "limited_ammo", "overlapping_fire", "determined_charge", "undermanned", "veteran_crew", "unreliable",
    "fanatic", "hero", "flamethrower", "overheat", "armor_piercing_rounds", "fire_hazard", "highly_flammable", "flammable",
    "lack_of_determination", "covering_fire", "spotter",
)
MOVING = ("smoke_screen", "exert_will", "courage", "charge", "hard_charger", "command_dependent", "overrun")
RIDING = ("fighting_platform", "exposed_transport", "mechanized_tactics")
DEPLOYING = ("paratrooper", "partisan", "gliderborne")
KNOWN = {*(each.key for each in ABILITIES), *IN_THE_HEX.values(), *CANNONS, *OTHERS, *ELSEWHERE}
FAMILIAR = {*KNOWN, *BY_HAND["attacker"], *BY_HAND["target"]}


def ability_rows(now: GameState, shot: Shot, on: On) -> tuple[Modifier, ...]:
    """What abilities of both units change here (AAM-86, 88, 95)."""
    units = {"attacker": now.unit(shot.attacker), "target": now.unit(shot.target)}
    if not any(unit.stated("abilities") for unit in units.values()):
        return ()
    return tuple(Modifier(each.key, amount_of(each, units[each.of]), say("{ability}", ability=named(each.key)), AAM_86)
                 for each in ABILITIES if each.on == on and has(units[each.of], each.key) and each.when(now, shot))


def amount_of(ability: Ability, unit: Unit) -> int:
    """As the rule has it, or so many times the number on the card (AAM-86)."""
    return ability.amount * max(1, printed(unit, ability.key)) if ability.printed else ability.amount


def printed(unit: Unit, ability: str) -> int:
    """The number on the card behind an ability, 0 without."""
    value = unit.stated("abilities", ability)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def named(key: str) -> Text | str:
    """An ability as the cards print it, in words or, where nobody knows it, by its key."""
    return WORDS.get(key, key.replace("_", " ").title())


def by_hand(now: GameState, shot: Shot) -> tuple[Modifier, ...]:
    """Abilities that the app cannot work out are shown, never passed over (AAM-86)."""
    units = {"attacker": now.unit(shot.attacker), "target": now.unit(shot.target)}
    return tuple(by_hand_row(unit, key) for side, unit in units.items() for key in left_to_the_table(unit, side))


def by_hand_row(unit: Unit, key: str) -> Modifier:
    """The line of sight is the table's; how far a Spotter may be is not (AAM-86)."""
    if key == "indirect_fire":
        text = say("{unit}, Indirect Fire: no line of sight needed to a Soldier whom a friendly Spotter sees within 8 hexes",
                   unit=unit.name)
        return Modifier("by_hand", 0, text, AAM_86)
    return Modifier("by_hand", 0, say("{unit}, {ability}: apply by hand", unit=unit.name, ability=named(key)), AAM_86)


def left_to_the_table(unit: Unit, side: str) -> Iterable[str]:
    """What nobody knows, and what is known to need the table's eyes (AAM-86)."""
    other = BY_HAND["target" if side == "attacker" else "attacker"]
    return (key for key in printed_on(unit) if key not in KNOWN and key not in other)


def printed_on(unit: Unit) -> Iterable[str]:
    """The abilities of a card (AAM-86)."""
    abilities = unit.stated("abilities")
    return [key for key in abilities if has(unit, key)] if isinstance(abilities, Map) else []


def by_hand_here(unit: Unit, here: tuple[str, ...]) -> tuple[Modifier, ...]:
    """What matters here and needs the table's eyes, and what nobody knows (AAM-86)."""
    return tuple(by_hand_row(unit, key) for key in printed_on(unit) if key in here or key not in FAMILIAR)
