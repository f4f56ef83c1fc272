"""One function per modifier of an attack's rolls, grouped in tuples per check, in the order they are told."""

from __future__ import annotations

from engine.check import rows
from engine.games.aam.abilities import IN_THE_HEX, On, ability_rows, by_hand, from_afar, printed
from engine.games.aam.commanders import effect_rows, plain
from engine.games.aam.lent import effects_on, steadied
from engine.games.aam.refs import AAM_52, AAM_70, AAM_86, AAM_88, AAM_98
from engine.games.aam.shots import Shot
from engine.games.aam.units import damaged, disrupted, has, is_soldier
from engine.model import GameState, Modifier
from engine.texts import say


def shaken_attacker(now: GameState, shot: Shot) -> Modifier | None:
    """Disrupted, damaged or both: one less on every die; a Veteran Crew does not mind disruption, nor who is steadied."""
    by = now.unit(shot.attacker)
    if damaged(by) or (disrupted(by) and not has(by, "veteran_crew") and not steadied(now, shot)):
        return Modifier("shaken", -1, say("attacker disrupted or damaged"), AAM_52)
    return None


def bonus_per_die(now: GameState, shot: Shot) -> Modifier | None:
    """An ability that changes each attack die."""
    return Modifier("bonus", shot.bonus, say("bonus to each attack die"), AAM_88) if shot.bonus else None


def worth(now: GameState, shot: Shot) -> int:
    """Shrapnel doubles each success against a Soldier (AAM-86)."""
    times = printed(now.unit(shot.attacker), "shrapnel")
    return times if times and is_soldier(now.unit(shot.target)) else 1


def shrapnel(now: GameState, shot: Shot) -> Modifier | None:
    """What the successes are compared with does not show that they count more than once."""
    times = worth(now, shot)
    text = say("each success against a Soldier counts {number} times", number=times)
    return Modifier("shrapnel", 0, text, AAM_86) if times > 1 else None


def same_hex(now: GameState, shot: Shot) -> Modifier | None:
    """Cover is worse against an attacker in the same hex."""
    return Modifier("same_hex", -1, say("attacker in the same hex"), AAM_70) if shot.hexes == 0 else None


def camouflage(now: GameState, shot: Shot) -> Modifier | None:
    """In forest, at long range, some need no die for their cover."""
    if shot.terrain == "forest" and from_afar(now, shot) and has(now.unit(shot.target), "forest_camouflage"):
        return Modifier("camouflage", 0, say("Forest Camouflage at long range: covered without a roll"), AAM_98)
    return None


def tall(now: GameState, shot: Shot) -> Modifier | None:
    """Some are too tall for any cover."""
    if has(now.unit(shot.target), "tall_silhouette"):
        return Modifier("tall_silhouette", 0, say("Tall Silhouette: no cover roll succeeds"), AAM_86)
    return None


def ignores_cover(now: GameState, shot: Shot) -> bool:
    """Bombardment leaves no cover roll, not even an automatic one; nor do fire and hand weapons nearby (AAM-74, 87, 97)."""
    by, at = now.unit(shot.attacker), now.unit(shot.target)
    hand_to_hand = shot.hexes == 0 and has(by, IN_THE_HEX[at.word("type")])
    return has(by, "bombardment") or hand_to_hand or (shot.hexes <= 1 and has(by, "flamethrower"))


TO_HIT = (shaken_attacker, bonus_per_die, shrapnel)
COVER = (same_hex, camouflage, tall)


def to_hit_rows(now: GameState, shot: Shot) -> tuple[Modifier, ...]:
    """Penalties and bonuses add up die by die (AAM-88, 128)."""
    spoken = rows(*(speak(now, shot) for speak in TO_HIT))
    return (*spoken, *rows_on(now, shot, "attack_die"), *by_hand(now, shot))


def cover_rows(now: GameState, shot: Shot) -> tuple[Modifier, ...]:
    spoken = rows(*(speak(now, shot) for speak in COVER))
    return (*spoken, *rows_on(now, shot, "cover"))


def rows_on(now: GameState, shot: Shot, on: On) -> tuple[Modifier, ...]:
    """What abilities of both units change here, and what others lend under another name (AAM-86, 90)."""
    own = ability_rows(now, shot, on)
    names = {plain(row.key) for row in own}
    lent = tuple(each for each in effects_on(now, shot) if plain(each["name"]) not in names)
    return (*own, *effect_rows(now, lent, on))
