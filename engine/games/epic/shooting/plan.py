"""Shooting on one page: weapons by name, chosen by one distance; cover, crossfire, and what the
shooter and the owner decide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

from engine.games.epic import refs
from engine.games.epic.abilities import ABILITIES
from engine.games.epic.air.reserves import is_airborne, is_spacecraft
from engine.games.epic.formations.riders import outside
from engine.games.epic.formations.rows import UnitRow, rows
from engine.games.epic.shooting import choices, volley
from engine.games.epic.shooting.powers import POWERS, one_or_another, power, side_by_side
from engine.games.epic.shooting.procedure import volley_of
from engine.games.epic.shooting.salvos import better_against, can_shoot, firing_rows, hit_check, salvos_of_weapon
from engine.games.epic.shooting.situation import FIREPOWER, Fire
from engine.games.epic.shooting.volley import Volley
from engine.games.epic.shooting.weapons import all_weapons, arcs_of, is_in_arc, is_in_reach, is_ready, order_of, weapons
from engine.games.epic.terrain.ground import OPEN, TERRAIN, TERRAIN_WORDS, cover_of
from engine.games.epic.words import NO, YES
from engine.playing.citing import rule
from engine.playing.plan import DeedPlan, Draft, Fact, Means
from engine.values.maps import Map, Value
from engine.values.model import Refusal
from engine.values.situation import situation_from
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say, say_many

MOST_NAMES = 3
TYPES = ("ap", "at", "mw", "tk")


def fire_of(now: GameState, draft: Draft) -> Fire:
    return situation_from(Fire, situation_of(now, draft))


# Facts


def facts(now: GameState, draft: Draft) -> Iterator[Fact]:
    """The distance picks the weapons; then cover, crossfire, and choices where they matter."""
    yield from distances(now, draft)
    yield from covers(now, draft)
    yield from shelters(now, now.unit(str(draft["target"])))
    yield from crossfires(now.unit(str(draft["by"])))
    yield from arcs(now.unit(str(draft["by"])))
    yield from waiver(now, draft)
    yield from decisions(now, draft)
    total = sum(row.left for row in rows(now.unit(str(draft["by"]))))
    yield Fact("able", say("in range and sight"), preset=total, most=total, place="last")


@rule(refs.EPIC_53, refs.EPIC_258)
def crossfires(by: Unit) -> Iterator[Fact]:
    """Never from above."""
    if not is_airborne(by) and not is_spacecraft(by):
        yield Fact("crossfire", say("crossfire"), (NO, YES), False)


@rule(refs.EPIC_41, refs.EPIC_158)
def distances(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Ranges of the weapons, twice as far by indirect fire. Only the table knows which holds: it is
    asked unless all weapons reach equally far."""
    unit, order = now.unit(str(draft["by"])), order_of(now, situation_from(Fire, draft))
    guns = [gun for gun in all_weapons(unit) if any(gun.get(kind) is not None for kind in FIREPOWER)]
    reach = {gun["range"] for gun in guns if isinstance(gun.get("range"), int)}
    far = {2 * each for gun in guns if isinstance(each := gun.get("range"), int) and is_in_reach(gun, 2 * each, order)}
    cuts = sorted(int(each) for each in reach | far if isinstance(each, int) and each)
    if cuts:
        answers = tuple((cut, f"≤ {cut}") for cut in cuts)
        yield Fact("range", say("distance in cm"), answers, cuts[-1] if len(reach) == 1 else None, needed=True)


@rule(refs.EPIC_170)
def arcs(by: Unit, kinds: tuple[str, ...] = FIREPOWER) -> Iterator[Fact]:
    """Of weapons that do not point anywhere: at first all of them bear."""
    guns = [gun for gun in all_weapons(by) if any(gun.get(kind) is not None for kind in kinds)]
    found = tuple(dict.fromkeys(arc for gun in guns for arc in arcs_of(gun)))
    if found:
        text = say("arcs that bear on it")
        yield Fact("arcs", text, tuple((arc, ABILITIES[arc]) for arc in found), found, several=True)


def arcs_told(by: Unit, draft: Draft, kinds: tuple[str, ...] = FIREPOWER) -> Value:
    """Nothing where all of them bear."""
    return None if any(draft.get("arcs") == fact.preset for fact in arcs(by, kinds)) else draft.get("arcs")


@rule(refs.EPIC_69, refs.EPIC_73)
def covers(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Kinds of ground that shelter this target alike are one answer; who of it stands there."""
    target = now.unit(str(draft["target"]))
    lines = [row for row in rows(target) if row.left]
    alike: dict[tuple[object, ...], list[str]] = {}
    for ground in (OPEN, *(each for each in TERRAIN if each != OPEN)):
        waits = bool(target.count("overwatch"))
        alike.setdefault(tuple(cover_of(now, row, ground, False, waits) for row in lines), []).append(ground)
    if len(alike) < 2:
        return
    answers = tuple((grounds[0], ground_words(grounds)) for grounds in alike.values())
    yield Fact("terrain", say("cover"), answers, OPEN)
    if draft.get("terrain", OPEN) != OPEN and len(lines) > 1:
        every = tuple((str(row.at), say("{unit}", unit=row.name)) for row in lines)
        yield Fact("in_cover", say("who is in it"), every, tuple(str(row.at) for row in lines), several=True)


@rule(refs.EPIC_70)
def shelters(now: GameState, target: Unit) -> Iterator[Fact]:
    """Infantry may stand behind vehicles with thick armour, where any are on the table."""
    is_foot = any(row.left and row.type == "INF" for row in rows(target))
    if is_foot and any(row.left and row.type in ("AV", "WE") for unit in now.standing() for row in rows(unit)):
        text = say("its infantry stands against an armoured vehicle or a war engine")
        yield Fact("touching", text, (NO, YES), False, place="last")


def ground_words(grounds: list[str]) -> Text | str:
    if OPEN in grounds:
        return say("none")
    first, *rest = (TERRAIN_WORDS[each] for each in grounds[:MOST_NAMES])
    return reduce(lambda named, each: say("{first}, {second}", first=named, second=each), rest, first)


@rule(refs.EPIC_47)
def waiver(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Where some are in cover and some are not, the shooter may leave those in cover alone."""
    fire = volley_of(now, fire_of(now, draft.put("waived", False)))
    hidden = {hides for salvo in fire.shots for hides in volley.hidden(now, fire, salvo)}
    if len(hidden) == 2:
        yield Fact("waived", say("at those in the open only"), (NO, YES), False)


@rule(refs.EPIC_42, refs.EPIC_49, refs.EPIC_256)
def decisions(now: GameState, draft: Draft) -> Iterator[Fact]:
    """AP or AT, war engines or the rest, who stands in front, who is farthest."""
    found = choices.words_of_fire(now, situation_from(Fire, draft.without("able")))
    if words := found.get("firepower"):
        best = better_against(now, str(draft["target"]))
        yield Fact("firepower", say("weapons with both"), tuple((each, POWERS[each]) for each in words), best)
    if words := found.get("aim"):
        whom = {"engines": say("war engines"), "others": say("the rest")}
        yield Fact("aim", say("aimed at"), tuple((each, whom[each]) for each in words), words[0])
    if words := found.get("front"):
        text = say("hit from the first to the last, as their owner says")
        yield Fact("front", text, named(words), words, several=True, place="last", ordered=True)
    if words := found.get("rear"):
        yield Fact("rear", say("farthest firers"), named(words), words[-1], place="last")


def named(words: tuple[str, ...]) -> tuple[tuple[str, Text], ...]:
    return tuple((each, say("{unit}", unit=each)) for each in words)


# Weapons


@dataclass(frozen=True, slots=True)
class Gun:
    """A weapon of a formation: the row that has it, how many fire it of how many there are, and
    why it is silent."""

    row: UnitRow
    weapon: Map[Value]
    firing: int
    of: int
    against: Refusal | None


@rule(refs.EPIC_41, refs.EPIC_157, refs.EPIC_159)
def guns(now: GameState, fire: Fire) -> Iterator[Gun]:
    """Every weapon that can hit something on the ground, in the order of the cards."""
    by, order = now.unit(str(fire.by)), order_of(now, fire)
    counts = firing_rows(now, by.id, fire.stand, order)
    for row, count in zip(rows(by), counts, strict=True):
        for alone, weapon in weapons(row) if row.left else ():
            if any(weapon.get(kind) is not None for kind in FIREPOWER):
                against = why_silent(now, fire, row, weapon, count)
                able = min(row.left, fire.able) if isinstance(fire.able, int) else row.left
                yield Gun(row, weapon, 0 if against else 1 if alone else count, 1 if alone else able, against)


def why_silent(now: GameState, fire: Fire, row: UnitRow, weapon: Map[Value], count: int) -> Refusal | None:
    by, order = now.unit(str(fire.by)), order_of(now, fire)
    if not outside(by)[row.at].left:
        return Refusal("aboard", say("aboard its transports"), refs.EPIC_253)
    if not is_in_reach(weapon, fire.range, order):
        text = say("out of range beyond {most} cm", most=weapon.get("range"))
        return Refusal("out_of_range", text, refs.EPIC_41)
    if not is_in_arc(weapon, fire.arcs):
        return Refusal("out_of_arc", say("the target is not in its arc"), refs.EPIC_170)
    if not is_ready(now, by, weapon, order):
        return Refusal("not_loaded", say("not loaded, or not with this action"), refs.EPIC_157)
    if not count and can_shoot(now, by, row, FIREPOWER, fire.stand, order):
        return Refusal("suppressed", say("suppressed by blast markers"), refs.EPIC_41)
    return None


@rule(refs.EPIC_45, refs.EPIC_46)
def means(now: GameState, draft: Draft) -> Iterator[Means]:
    """Every weapon by its name, with its dice and what they need at this target."""
    fire = fire_of(now, draft)
    planned, both = volley_of(now, fire), fire.firepower or str(draft.get("firepower") or "")
    for n, gun in enumerate(guns(now, fire)):
        yield means_of(now, planned, gun, both, str(n))


def means_of(now: GameState, fire: Volley, gun: Gun, both: str, key: str) -> Means:
    salvos = salvos_of_weapon(gun.weapon, both or better_against(now, fire.target))
    checks = ((salvo.type, hit_check("", 1, volley.aim(now, fire, salvo))) for salvo in salvos)
    needs = side_by_side(power(kind, check.targets[0]) for kind, check in checks)
    dice = sum(salvo.dice for salvo in salvos) * gun.firing
    name = say("{weapon}", weapon=str(gun.weapon.get("name") or gun.row.name))
    notes = (*notes_of(gun), *silenced(gun))
    return Means(key, name, notes, dice or None, needs, gun.against)


def notes_of(gun: Gun) -> Iterator[Text]:
    """Who has it, how far it reaches, and what is printed on its card."""
    reach, weapon = gun.weapon.get("range"), gun.weapon
    unit = say("{count} {unit}", count=gun.of, unit=gun.row.name)
    whose = say("{units}, {range} cm", units=unit, range=reach) if isinstance(reach, int) else unit
    printed = one_or_another(power(kind, weapon[kind]) for kind in TYPES if isinstance(weapon.get(kind), int))
    yield say("{first}, {second}", first=whose, second=printed) if printed else whose


def silenced(gun: Gun) -> Iterator[Text]:
    quiet = gun.of - gun.firing
    if not gun.against and quiet:
        yield say_many("one of {units} suppressed", "{count} of {units} suppressed", quiet, units=gun.of)


# What the fire is told


def situation_of(now: GameState, draft: Draft) -> Map[Value]:
    """The ground row by row where only some are in cover; all are able where not fewer are told,
    and hit as on the card where nothing else is told."""
    args = draft.without("in_cover")
    if draft.get("front") == tuple(row.name for row in rows(now.unit(str(draft["target"]))) if row.left):
        args = args.without("front")
    if isinstance(inside := draft.get("in_cover"), tuple) and draft.get("terrain", OPEN) != OPEN:
        lines = rows(now.unit(str(draft["target"])))
        ground = tuple(draft["terrain"] if str(row.at) in inside else OPEN for row in lines)
        args = args.put("terrain", ground)
    by = now.unit(str(draft["by"]))
    if draft.get("able") == sum(row.left for row in rows(by)):
        args = args.without("able")
    args = args.put("arcs", arcs_told(by, draft))
    return Map({key: value for key, value in args.items() if value not in (None, False)})


@rule(refs.EPIC_69)
def draft_of(args: Map[Value]) -> Draft:
    """What was seen of the pair; who could shoot is looked at anew."""
    ground = args.get("terrain")
    found = args.without("able").without("as").without("order").without("front").without("rear").without("arcs")
    if isinstance(ground, tuple):
        found = found.put("terrain", next((each for each in ground if each != OPEN), OPEN))
    return found


PLAN = DeedPlan("fire", "by", "target", facts, means, situation=situation_of, draft=draft_of, manner="as")
