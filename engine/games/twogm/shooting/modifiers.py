"""One function per modifier of a shot. A plus helps the shooter: it lowers both thresholds."""

from __future__ import annotations

from engine.dice.check import rows
from engine.games.twogm import refs
from engine.games.twogm.cards import HIT_THE_DIRT
from engine.games.twogm.markers.smoke import kinds_on
from engine.games.twogm.movement.ground import cover
from engine.games.twogm.shooting.situation import AimedShot
from engine.games.twogm.shooting.values import (
    has_ordnance,
    is_flame_on_building,
    is_in_building,
    is_tank,
    may_be_covered,
)
from engine.games.twogm.units import has, is_a, is_covered, key
from engine.playing.citing import rule
from engine.values.maps import Map
from engine.values.model import Modifier
from engine.values.table import GameState, Unit
from engine.values.texts import say

WORST = 3  # 2GM-76


def wounds(now: GameState, shot: AimedShot) -> Modifier | None:
    """Each point of damage makes the unit's own shots harder, three at most."""
    damage = min(WORST, now.unit(shot.shooter).count("damage"))
    return (
        Modifier("wounds", -damage, say("wounded: one per point of damage, three at most"), refs.TWOGM_76)
        if damage
        else None
    )


def suppressed(now: GameState, shot: AimedShot) -> Modifier | None:
    return (
        Modifier("suppressed", -1, say("suppressed"), refs.TWOGM_75)
        if now.unit(shot.shooter).count("suppressed")
        else None
    )


def terrain(now: GameState, shot: AimedShot) -> Modifier | None:
    """Cover of the square; none in the air, none for an HQ, none that flames go through, none for
    empty terrain itself."""
    target = now.unit(shot.target)
    if not may_be_covered(now, shot, target) or is_flame_on_building(now, shot):
        return None
    hit, critical = cover(now, target, target.id if is_a(target, "terrain") else shot.terrain)
    if not (hit or critical):
        return None
    return Modifier(
        "terrain",
        (-hit, -critical),
        say("terrain covers the target"),
        refs.TWOGM_86 if is_in_building(now, target, shot) else refs.TWOGM_82,
    )


def at_cover(now: GameState, shot: AimedShot) -> Modifier | None:
    """Infantry behind a vehicle it moves with."""
    if is_covered(now, now.unit(shot.target)) and not shot.airborne:
        return Modifier("at_cover", -1, say("the target is At Cover behind a vehicle"), refs.TWOGM_60)
    return None


def prone(now: GameState, shot: AimedShot) -> Modifier | None:
    """Hit the Dirt raises the hit value alone; it does not help in the air."""
    if lies_low(now.unit(shot.target)) and not shot.airborne:
        return Modifier("prone", (-1, 0), say("the target hits the dirt"), refs.TWOGM_118)
    return None


@rule(refs.TWOGM_118)
def lies_low(unit: Unit) -> bool:
    """Hit the Dirt is always active: as set, or by its marker."""
    markers = unit.trackers.get("markers")
    return bool(unit.count("prone")) or (isinstance(markers, Map) and not HIT_THE_DIRT.isdisjoint(map(key, markers)))


def smoke(now: GameState, shot: AimedShot) -> Modifier | None:
    """Smoke around the target; the better of shell and screen, or the first by another reading."""
    kind = thickest(now, now.unit(shot.target))
    if not kind or (shot.airborne and now.reading("air_cover") == "no"):
        return None
    if kind == "screen":
        return Modifier("smoke_screen", -2, say("the target is behind a Smoke Screen"), refs.TWOGM_123)
    return Modifier("smoke_shell", -1, say("the target is in the smoke of a shell"), refs.TWOGM_122)


@rule(refs.TWOGM_124)
def thickest(now: GameState, unit: Unit) -> str:
    """The smoke that counts on a unit."""
    kinds = kinds_on(unit)
    if now.reading("smoke_mix") == "first":
        return kinds[0] if kinds else ""
    return "screen" if "screen" in kinds else "shell" if kinds else ""


def multiple(now: GameState, shot: AimedShot) -> Modifier | None:
    """The n-th additional shot of a Multiple unit is n harder."""
    more = shot.number - 1
    return Modifier("multiple", -more, say("additional shot of Multiple"), refs.TWOGM_142) if more else None


def assault_gun(now: GameState, shot: AimedShot) -> Modifier | None:
    if has(now.unit(shot.shooter), "assault_gun") and is_a(now.unit(shot.target), "infantry"):
        return Modifier("assault_gun", 1, say("Assault Gun against infantry"), refs.TWOGM_127)
    return None


def blasting_charge(now: GameState, shot: AimedShot) -> Modifier | None:
    if shot.role == "assault" and has(now.unit(shot.shooter), "blasting_charge"):
        return Modifier("blasting_charge", 1, say("Blasting Charge in an assault"), refs.TWOGM_128)
    return None


def dive_bomber(now: GameState, shot: AimedShot) -> Modifier | None:
    """Anti-aircraft shots find a diving aircraft harder to hit."""
    if shot.role == "aa" and has(now.unit(shot.target), "dive_bomber"):
        return Modifier("dive_bomber", -1, say("the target is a Dive Bomber"), refs.TWOGM_129)
    return None


def fighter_bomber(now: GameState, shot: AimedShot) -> Modifier | None:
    """Made to hunt bombers, in the air and beside their HQ."""
    if has(now.unit(shot.shooter), "fighter_bombers", "fighter_bomber") and is_bomber(now, shot):
        return Modifier("fighter_bombers", 1, say("Fighter-Bombers against a bomber"), refs.TWOGM_130)
    return None


@rule(refs.TWOGM_92, refs.TWOGM_130)
def is_bomber(now: GameState, shot: AimedShot) -> bool:
    """The target flies as a bomber: as the raid has it, else by its role, else by its card."""
    target = now.unit(shot.target)
    if shot.role in ("interception", "dogfight", "escort"):
        return shot.role == "interception"
    role = target.trackers.get("role") or ("bomber" if has(target, "bomber") and not has(target, "fighter") else "")
    return is_a(target, "air") and role == "bomber"


def ground_attack(now: GameState, shot: AimedShot) -> Modifier | None:
    """Against units on the ground, not the HQ, not a fighter beside it."""
    ground = is_a(now.unit(shot.target), "infantry", "artillery", "tank", "transport") and not shot.airborne
    if ground and has(now.unit(shot.shooter), "ground_attack"):
        return Modifier("ground_attack", 1, say("Ground Attack"), refs.TWOGM_131)
    return None


def heat(now: GameState, shot: AimedShot) -> Modifier | None:
    if has(now.unit(shot.shooter), "heat", "shaped_charge") and is_tank(now.unit(shot.target)):
        return Modifier("heat", 0, say("HEAT against armour: penetration +1"), refs.TWOGM_136)
    return None


def anti_tank(now: GameState, shot: AimedShot) -> Modifier | None:
    if has(now.unit(shot.shooter), "anti_tank") and is_tank(now.unit(shot.target)):
        return Modifier("anti_tank", 0, say("Anti-Tank against armour: damage +1"), refs.TWOGM_126)
    return None


def shells(now: GameState, shot: AimedShot) -> Modifier | None:
    """An empty building asks for no penetration."""
    target = now.unit(shot.target)
    if not has_ordnance(now.unit(shot.shooter)) or not is_in_building(now, target, shot):
        return None
    text = (
        say("Ordnance against a building: damage +2")
        if is_a(target, "terrain")
        else say("Ordnance against an occupied building: penetration +2, damage +2")
    )
    return Modifier("ordnance", 0, text, refs.TWOGM_143)


IMPACT = (
    wounds,
    suppressed,
    terrain,
    at_cover,
    prone,
    smoke,
    multiple,
    assault_gun,
    blasting_charge,
    dive_bomber,
    fighter_bomber,
    ground_attack,
    heat,
    anti_tank,
    shells,
)


@rule(refs.TWOGM_73)
def impact_rows(now: GameState, shot: AimedShot) -> tuple[Modifier, ...]:
    """Modifiers add up."""
    return rows(*(speak(now, shot) for speak in IMPACT))


def automatic(now: GameState, shot: AimedShot, bases: tuple[int, int], spoken: tuple[Modifier, ...]) -> Modifier | None:
    """Flames in a building always do damage: the die is rolled for the critical alone."""
    short = bases[0] - sum(row.at(0) for row in spoken) - 1
    if is_flame_on_building(now, shot) and short > 0:
        return Modifier(
            "flames", (short, 0), say("a flamethrower at a building does damage without a roll"), refs.TWOGM_117
        )
    return None


def crossed_values(now: GameState, bases: tuple[int, int], spoken: tuple[Modifier, ...]) -> Modifier | None:
    """A critical value below the hit value: who misses does not kill; by another reading he
    does."""
    hit, critical = (base - sum(row.at(n) for row in spoken) for n, base in enumerate(bases))
    if critical >= hit:
        return None
    if now.reading("crit_below_hit") == "critical":
        return Modifier(
            "crossed", (hit - critical, 0), say("what reaches the critical value is a critical"), refs.TWOGM_170
        )
    return Modifier("crossed", (0, critical - hit), say("below the hit value nothing is a critical"), refs.TWOGM_170)
