"""One function per modifier of a shot. A plus helps the shooter: it lowers both thresholds."""

from __future__ import annotations

from engine.dice.check import rows
from engine.games.twogm.ground import cover
from engine.games.twogm.refs import (
    TWOGM_60,
    TWOGM_75,
    TWOGM_76,
    TWOGM_82,
    TWOGM_86,
    TWOGM_117,
    TWOGM_118,
    TWOGM_122,
    TWOGM_123,
    TWOGM_126,
    TWOGM_127,
    TWOGM_128,
    TWOGM_129,
    TWOGM_130,
    TWOGM_131,
    TWOGM_136,
    TWOGM_142,
    TWOGM_143,
    TWOGM_170,
)
from engine.games.twogm.units import has, is_a, key
from engine.games.twogm.weapons import HIT_THE_DIRT, Shot, built, flames, is_tank, ordnance, sheltered
from engine.values.maps import Map
from engine.values.model import Modifier
from engine.values.table import GameState, Unit
from engine.values.texts import say

WORST = 3  # 2GM-76


def wounds(now: GameState, shot: Shot) -> Modifier | None:
    """Each point of damage makes the unit's own shots harder, three at most."""
    damage = min(WORST, now.unit(shot.shooter).count("damage"))
    return (
        Modifier("wounds", -damage, say("wounded: one per point of damage, three at most"), TWOGM_76)
        if damage
        else None
    )


def suppressed(now: GameState, shot: Shot) -> Modifier | None:
    return (
        Modifier("suppressed", -1, say("suppressed"), TWOGM_75) if now.unit(shot.shooter).count("suppressed") else None
    )


def terrain(now: GameState, shot: Shot) -> Modifier | None:
    """Cover of the square; none in the air, none for an HQ, none that flames go through, none
    for empty terrain itself (2GM-55, 82, 86, 117, 176, 185)."""
    target = now.unit(shot.target)
    if not sheltered(now, shot, target) or flames(now, shot):
        return None
    told = target.id if is_a(target, "terrain") else shot.terrain
    hit, critical = cover(now, target, told)
    if not (hit or critical):
        return None
    return Modifier(
        "terrain",
        (-hit, -critical),
        say("terrain covers the target"),
        TWOGM_86 if built(now, target, shot) else TWOGM_82,
    )


def at_cover(now: GameState, shot: Shot) -> Modifier | None:
    """Infantry behind a vehicle it moves with (2GM-60, 111)."""
    if now.unit(shot.target).trackers.get("at_cover") and not shot.airborne:
        return Modifier("at_cover", -1, say("the target is At Cover behind a vehicle"), TWOGM_60)
    return None


def prone(now: GameState, shot: Shot) -> Modifier | None:
    """Hit the Dirt raises the hit value alone; it does not help in the air (2GM-111, 118)."""
    if lies_low(now.unit(shot.target)) and not shot.airborne:
        return Modifier("prone", (-1, 0), say("the target hits the dirt"), TWOGM_118)
    return None


def lies_low(unit: Unit) -> bool:
    """Hit the Dirt is always active: as set, or by its marker (2GM-118)."""
    markers = unit.trackers.get("markers")
    return bool(unit.count("prone")) or (isinstance(markers, Map) and not HIT_THE_DIRT.isdisjoint(map(key, markers)))


def smoke(now: GameState, shot: Shot) -> Modifier | None:
    """Smoke around the target; the better of shell and screen, or the first by another reading
    (2GM-122, 123, 124)."""
    kind = thickest(now, now.unit(shot.target))
    if not kind or (shot.airborne and now.reading("air_cover") == "no"):
        return None
    if kind == "screen":
        return Modifier("smoke_screen", -2, say("the target is behind a Smoke Screen"), TWOGM_123)
    return Modifier("smoke_shell", -1, say("the target is in the smoke of a shell"), TWOGM_122)


def thickest(now: GameState, unit: Unit) -> str:
    """The smoke that counts on a unit (2GM-124)."""
    held = unit.trackers.get("smoke")
    kinds = [str(each) for each in (held if isinstance(held, tuple) else (held,)) if each in ("shell", "screen")]
    if now.reading("smoke_mix") == "first":
        return kinds[0] if kinds else ""
    return "screen" if "screen" in kinds else "shell" if kinds else ""


def multiple(now: GameState, shot: Shot) -> Modifier | None:
    """The n-th additional shot of a Multiple unit is n harder."""
    more = shot.number - 1
    return Modifier("multiple", -more, say("additional shot of Multiple"), TWOGM_142) if more else None


def assault_gun(now: GameState, shot: Shot) -> Modifier | None:
    if has(now.unit(shot.shooter), "assault_gun") and is_a(now.unit(shot.target), "infantry"):
        return Modifier("assault_gun", 1, say("Assault Gun against infantry"), TWOGM_127)
    return None


def blasting_charge(now: GameState, shot: Shot) -> Modifier | None:
    if shot.role == "assault" and has(now.unit(shot.shooter), "blasting_charge"):
        return Modifier("blasting_charge", 1, say("Blasting Charge in an assault"), TWOGM_128)
    return None


def dive_bomber(now: GameState, shot: Shot) -> Modifier | None:
    """Anti-aircraft shots find a diving aircraft harder to hit."""
    if shot.role == "aa" and has(now.unit(shot.target), "dive_bomber"):
        return Modifier("dive_bomber", -1, say("the target is a Dive Bomber"), TWOGM_129)
    return None


def fighter_bomber(now: GameState, shot: Shot) -> Modifier | None:
    """Made to hunt bombers, in the air and beside their HQ."""
    if has(now.unit(shot.shooter), "fighter_bombers", "fighter_bomber") and is_bomber(now, shot):
        return Modifier("fighter_bombers", 1, say("Fighter-Bombers against a bomber"), TWOGM_130)
    return None


def is_bomber(now: GameState, shot: Shot) -> bool:
    """The target flies as a bomber: as the raid has it, else by its role, else by its card
    (2GM-92, 130)."""
    target = now.unit(shot.target)
    if shot.role in ("interception", "dogfight", "escort"):
        return shot.role == "interception"
    role = target.trackers.get("role") or ("bomber" if has(target, "bomber") and not has(target, "fighter") else "")
    return is_a(target, "air") and role == "bomber"


def ground_attack(now: GameState, shot: Shot) -> Modifier | None:
    """Against units on the ground, not the HQ, not a fighter beside it (2GM-131)."""
    ground = is_a(now.unit(shot.target), "infantry", "artillery", "tank", "transport") and not shot.airborne
    if ground and has(now.unit(shot.shooter), "ground_attack"):
        return Modifier("ground_attack", 1, say("Ground Attack"), TWOGM_131)
    return None


def heat(now: GameState, shot: Shot) -> Modifier | None:
    if has(now.unit(shot.shooter), "heat", "shaped_charge") and is_tank(now.unit(shot.target)):
        return Modifier("heat", 0, say("HEAT against armour: penetration +1"), TWOGM_136)
    return None


def anti_tank(now: GameState, shot: Shot) -> Modifier | None:
    if has(now.unit(shot.shooter), "anti_tank") and is_tank(now.unit(shot.target)):
        return Modifier("anti_tank", 0, say("Anti-Tank against armour: damage +1"), TWOGM_126)
    return None


def shells(now: GameState, shot: Shot) -> Modifier | None:
    """An empty building asks for no penetration (2GM-143, 176)."""
    target = now.unit(shot.target)
    if not ordnance(now.unit(shot.shooter)) or not built(now, target, shot):
        return None
    text = (
        say("Ordnance against a building: damage +2")
        if is_a(target, "terrain")
        else say("Ordnance against an occupied building: penetration +2, damage +2")
    )
    return Modifier("ordnance", 0, text, TWOGM_143)


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


def impact_rows(now: GameState, shot: Shot) -> tuple[Modifier, ...]:
    """Modifiers add up (2GM-73)."""
    return rows(*(speak(now, shot) for speak in IMPACT))


def automatic(now: GameState, shot: Shot, bases: tuple[int, int], spoken: tuple[Modifier, ...]) -> Modifier | None:
    """Flames in a building always do damage: the die is rolled for the critical alone (2GM-117)."""
    short = bases[0] - sum(row.at(0) for row in spoken) - 1
    if flames(now, shot) and short > 0:
        return Modifier("flames", (short, 0), say("a flamethrower at a building does damage without a roll"), TWOGM_117)
    return None


def crossed(now: GameState, bases: tuple[int, int], spoken: tuple[Modifier, ...]) -> Modifier | None:
    """A critical value below the hit value: who misses does not kill; by another reading he does
    (2GM-170)."""
    hit, critical = (base - sum(row.at(n) for row in spoken) for n, base in enumerate(bases))
    if critical >= hit:
        return None
    if now.reading("crit_below_hit") == "critical":
        return Modifier("crossed", (hit - critical, 0), say("what reaches the critical value is a critical"), TWOGM_170)
    return Modifier("crossed", (0, critical - hit), say("below the hit value nothing is a critical"), TWOGM_170)
