"""What the table shows of the game at one look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.games.dust import abilities, refs, turn, victory, words
from engine.games.dust.movement.situation import MoveAction
from engine.games.dust.movement.values import is_entering, points
from engine.games.dust.units import armor, description, hit_points, is_squad, living, loadout, points_left, together
from engine.games.dust.weapons.values import weapons_of
from engine.playing.citing import rule
from engine.playing.glance import Effective, Glance, Part
from engine.playing.standing import SideScore
from engine.values.model import Reminder, Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say, say_many

SIGNS = {"squad": "infantry", "hero": "command", "walker": "armour"}
STATS = {
    "armor": say("armour class"),
    "move": say("movement points"),
    "hp": say("hit points"),
    "weapons": say("weapons"),
    "skills": say("skills"),
    "models": say("miniatures"),
    "ap": say("army points"),
    "kind": say("unit kind"),
    "side": say("army side"),
    "saves": say("cover saves"),
    "models.weapons": say("weapons"),
    "models.role": say("role"),
    "weapons.name": say("name"),
    "weapons.range": say("range"),
    "weapons.values": say("values"),
    "weapons.kinds": say("kinds"),
    "weapons.ammo": say("ammo"),
    "saves.soft": say("soft cover"),
    "saves.hard": say("hard cover"),
}


def sign(unit: Unit) -> str:
    return SIGNS.get(str(unit.stated("kind")), "gun")


HEADS = {"move": say("mov."), "armor": say("class"), "alive": say("strength"), "damage": say("strength")}


@rule(refs.DUST_180)
def fact(unit: Unit) -> Text | None:
    """Miniatures or hit points that are left, as far as the card tells."""
    try:
        left, most = points_left(unit), hit_points(unit)
    except Unknown:
        return None
    if is_squad(unit):
        return say("{left} of {most} miniatures", left=left, most=most)
    return say("{left} of {most} hit points", left=left, most=most)


def effective(now: GameState, unit: Unit) -> Iterator[Effective]:
    """Miniatures or hit points, movement of one Move, armour."""
    for value in (points_that_are_left, movement, armour):
        try:
            yield value(now, unit)
        except Unknown:
            continue


@rule(refs.DUST_98)
def movement(now: GameState, unit: Unit) -> Effective:
    """Of one Move now: the faster of a pair, more by skills, one square on entering."""
    way = MoveAction(unit.id)
    printed, (one, _, _) = unit.need("move"), points(now, way)
    why = tuple(reasons_to_move(now, way)) if one != printed else ()
    return Effective("move", STATS["move"], str(one), str(printed), why)


@rule(refs.DUST_98, refs.DUST_103, refs.DUST_129)
def reasons_to_move(now: GameState, way: MoveAction) -> Iterator[Reminder]:
    """Only a scout enters by more than one square."""
    if is_entering(now, way) and now.reading("entryMove") == "oneSquare":
        yield Reminder(say("enters by one square"), refs.DUST_103)
    else:
        yield from reasons_to_go_further(now, way)
    if now.turn == 1 and abilities.has_skill(now, way.unit, "scout_vehicle"):
        yield Reminder(say("{skill}", skill=words.NAMES["scout_vehicle"]), refs.DUST_129)


@rule(refs.DUST_98, refs.DUST_115, refs.DUST_124)
def reasons_to_go_further(now: GameState, way: MoveAction) -> Iterator[Reminder]:
    """The faster of a pair, and the skills that lengthen a Move on the board."""
    pair, printed = together(now, way.unit), now.unit(way.unit).need("move")
    if max(now.unit(each).need("move") for each in pair) > printed:
        yield Reminder(say("the faster of the two"), refs.DUST_98)
    if any(now.unit(each).count("doubled") for each in pair):
        yield Reminder(say("{skill}", skill=words.NAMES["assault"]), refs.DUST_115)
    if all(abilities.has_skill(now, each, "fast") for each in pair):
        yield Reminder(say("{skill}", skill=words.NAMES["fast"]), refs.DUST_124)


@rule(refs.DUST_31)
def armour(_: GameState, unit: Unit) -> Effective:
    return Effective("armor", STATS["armor"], armor(unit), armor(unit))


@rule(refs.DUST_180)
def points_that_are_left(_: GameState, unit: Unit) -> Effective:
    """Miniatures of a squad, hit points of any other unit."""
    left, whole = points_left(unit), hit_points(unit)
    name, lost = (STATS["models"], say("losses")) if is_squad(unit) else (STATS["hp"], say("damage taken"))
    why = (Reminder(lost, refs.DUST_180),) if left != whole else ()
    return Effective("alive" if is_squad(unit) else "damage", name, str(left), str(whole), why)


@rule(refs.DUST_38, refs.DUST_55, refs.DUST_160, refs.DUST_176)
def parts(unit: Unit, tracker: str) -> tuple[Part, ...]:
    """Rounds and loading by weapon, miniatures one by one, skills used once in a game."""
    try:
        return tuple(PARTS[tracker](unit)) if tracker in PARTS else ()
    except Unknown:  # the card does not state what there is
        return ()


@rule(refs.DUST_38)
def miniatures(unit: Unit) -> Iterator[Part]:
    for n in range(hit_points(unit)) if is_squad(unit) else ():
        text = description(loadout(unit.card, n))
        yield Part(n, text, n in living(unit), on=say("alive"), off=say("fallen"))


@rule(refs.DUST_160)
def rounds(unit: Unit) -> Iterator[Part]:
    """What is left of the rounds of each limited weapon."""
    fresh = weapons_of(Unit(unit.id, unit.seat, unit.card))
    full = {gun.name: gun.stock for gun in fresh if gun.is_limited}
    for gun in weapons_of(unit):
        if gun.is_limited:
            yield Part(gun.name, gun.name, gun.stock, most=max(full[gun.name], gun.stock))


@rule(refs.DUST_55)
def loads(unit: Unit) -> Iterator[Part]:
    for gun in weapons_of(unit):
        if gun.has_to_reload:
            yield Part(gun.name, gun.name, gun.is_loaded, on=say("loaded"), off=say("empty"))


SKILLED = {"heroic": "heroic_attack", "all_in": "all_in_one", "raging": "berserk"}
INNER = ("reacting", "repaired", "reactivated", "serum", "doubled", "fired", "medal", "deaths", "orders")
"""What a procedure remembers; it shows where it is so."""


@rule(refs.DUST_38, refs.DUST_39, refs.DUST_180)
def has_tracker(unit: Unit, tracker: str) -> bool:
    """Squads lose miniatures, the others hit points; only squads have cover; a skill is used by
    who has it."""
    if tracker in SKILLED:
        return abilities.is_skilled(unit, SKILLED[tracker])
    if tracker in ("damage", "cover"):
        return is_squad(unit) is (tracker == "cover")
    return tracker not in INNER and (tracker not in PARTS or bool(parts(unit, tracker)))


@rule(refs.DUST_180)
def worn(unit: Unit, tracker: str) -> int:
    """Hit points."""
    try:
        return hit_points(unit) if tracker == "damage" else 0
    except Unknown:
        return 0


PARTS: dict[str, Callable[[Unit], Iterable[Part]]] = {
    "alive": miniatures,
    "ammo": rounds,
    "loaded": loads,
    "used": lambda unit: (
        Part(skill, words.named(skill), abilities.has_used(unit, skill), on=say("used"), off=say("ready"))
        for skill in abilities.ONCE
        if abilities.is_skilled(unit, skill)
    ),
}


@rule(refs.DUST_08)
def acted(now: GameState, unit: Unit) -> bool | None:
    """Whether a unit has been activated; one that is not there is not waited for."""
    if now.step != "activation" or unit.gone or unit.stated("kind") in ("crate", "trap"):
        return None
    return not turn.is_waiting(unit)


@rule(refs.DUST_07, refs.DUST_144)
def waits(now: GameState, unit: Unit) -> bool:
    """Whether another unit of its side comes before it."""
    first = turn.comes_first(now, unit.seat)
    return first is not None and unit.id not in first


def watched(now: GameState) -> tuple[Reminder, ...]:
    """Activations left on each side, and who must act next."""
    if now.step != "activation":
        return ()
    left = Reminder(
        say(
            "Activations left: {first} against {second}",
            first=turn.activations_left(now, 0),
            second=turn.activations_left(now, 1),
        ),
        refs.DUST_07,
    )
    due = turn.who_acts_next(now, now.seat)
    return (left, Reminder(say("{unit} acts next", unit=now.unit(due).name), refs.DUST_144)) if due else (left,)


@rule(refs.DUST_173)
def side(now: GameState, seat: int) -> SideScore:
    """Victory points so far; in the end those for objectives too."""
    scored, bonus = victory.points_so_far(now, seat), now.seats[seat].get("bonus")
    if scored is None:
        return SideScore()
    points = scored + (bonus if isinstance(bonus, int) else 0)
    return SideScore(points, say_many("one victory point", "{count} victory points", points))


GLANCE = Glance(
    sign,
    fact,
    acted,
    watched,
    side,
    emblem="mechanised",
    stats=STATS,
    effective=effective,
    heads=HEADS,
    has=has_tracker,
    worn=worn,
    waits=waits,
    begins="setup",
    parts=parts,
    unseen=("where", "name", "running", "on_board"),
    marks={
        "damage": "damaged",
        "ammo": "ammo",
        "activated": "check-bold",
        "moved": "arrow-right-thick",
        "heroic": "shield-half-full",
    },
)
