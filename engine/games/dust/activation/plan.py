"""An activation on one page: two actions, the skills that go with them, and for an attack the
target, the distance, the cover and the weapon lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.games.dust import refs, words
from engine.games.dust.activation import procedure
from engine.games.dust.activation.lines import (
    ATTACKS,
    FIRST,
    INSIDE,
    SECOND,
    actions,
    is_attack,
    lines_at,
    manner,
    means,
    rows_of,
    why_silent,
)
from engine.games.dust.activation.situation import DeclaredActivation
from engine.games.dust.attack import aiming, rolls, situation
from engine.games.dust.attack.situation import WeaponLine
from engine.games.dust.units import COVERS, lead
from engine.games.dust.weapons.values import BorneWeapon
from engine.playing.citing import rule
from engine.playing.plan import DeedPlan, Draft, Fact, Foretold, chosen
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Impossible, Unknown
from engine.values.situation import situation_from
from engine.values.table import GameState
from engine.values.texts import Text, say

NOTHING = "nothing"
FAR = 8
"""Squares that are told one by one; weapons without a limit reach on."""
NO_YES = (False, say("no")), (True, say("yes"))
LEAVES = "leaves"
COVER_WORDS = {"none": say("none"), "soft": say("soft"), "hard": say("hard")}


# Facts


@rule(refs.DUST_02, refs.DUST_04)
def facts(now: GameState, draft: Draft) -> Iterator[Fact]:
    """First the actions, then skills; for an attack how far the target is, and in what cover."""
    unit = str(draft["unit"])
    yield first_action(now, unit)
    if (first := draft.get(FIRST)) is None:
        return
    if first != "sustained":
        yield second_action(now, unit, str(first))
    skills = skills_to_declare(now, draft)
    if skills:
        yield Fact("skills", say("skills"), skills, several=True, place="first")
    if is_attack(now, draft) and draft.get("target") in now.units:
        yield from sight(now, draft, "target", "range", "cover")
        yield from second_target(now, draft)
    if "move" in actions(draft):
        yield leaving(now, unit)


@rule(refs.DUST_11, refs.DUST_103, refs.DUST_161)
def leaving(now: GameState, unit: str) -> Fact:
    """A Move may be one of no squares; a unit beside the board enters."""
    text = say("enters the board") if now.unit(unit).where == "reserve" else say("leaves its square")
    return Fact(LEAVES, text, ((True, say("yes")), (False, say("no"))), True, place="last")


@rule(refs.DUST_04)
def first_action(now: GameState, unit: str) -> Fact:
    every = procedure.words_to_declare(now, situation_from(DeclaredActivation, Map({"unit": unit})))["declared"]
    able = [each for each in every if procedure.is_legal(now, unit, (each,))]
    return Fact(FIRST, say("first"), named(able), next(iter(able), None), place="first")


@rule(refs.DUST_02, refs.DUST_03)
def second_action(now: GameState, unit: str, first: str) -> Fact:
    """Whatever is legal after the first; an attack, where there is a unit to attack."""
    every = procedure.words_to_declare(now, situation_from(DeclaredActivation, Map({"unit": unit})))["declared"]
    able = [each for each in every if each != "sustained" and procedure.is_legal(now, unit, (first, each))]
    likely = ("attack", "move", NOTHING) if any(targets(now, unit)) else ("move", NOTHING)
    return Fact(
        SECOND, say("second"), named(able), next((each for each in likely if each in able), NOTHING), place="first"
    )


def named(keys: list[str]) -> tuple[tuple[Value, Text | str], ...]:
    short = {"sustained": say("sustained")}
    return tuple((key, short.get(key) or words.named(key)) for key in keys)


@rule(refs.DUST_177)
def skills_to_declare(now: GameState, draft: Draft) -> tuple[tuple[Value, Text | str], ...]:
    """Skills that cost no action and go with these two."""
    told: Map[Value] = Map({"unit": draft["unit"], "declared": actions(draft)})
    try:
        return named([*procedure.words_to_declare(now, situation_from(DeclaredActivation, told)).get("skills", ())])
    except Impossible:
        return ()


@rule(refs.DUST_32, refs.DUST_39, refs.DUST_62)
def sight(now: GameState, draft: Draft, at: str, range_key: str, cover_key: str) -> Iterator[Fact]:
    """How far, as it will be when the weapons fire; the cover where it can matter."""
    unit, target = str(draft["unit"]), str(draft[at])
    after_move = draft.get(FIRST) == "move" and draft.get(SECOND) in ATTACKS
    text = say("range after the move") if after_move else say("range")
    yield Fact(range_key, text, distances(now, unit, manner(draft)), needed=True)
    if draft.get(range_key) and any(may_cover_matter(now, line) for line in lines_at(now, draft, at, range_key)):
        held = str(now.unit(target).trackers.get("cover") or COVERS[0])
        yield Fact(cover_key, say("its cover"), tuple((each, COVER_WORDS[each]) for each in COVERS), held)
    elif any(may_building_matter(now, line) for line in lines_at(now, draft, at, range_key)):
        yield Fact(at + INSIDE, say("in a building"), NO_YES, False)


def may_cover_matter(now: GameState, line: WeaponLine) -> bool:
    return why_silent(now, line) is None and aiming.can_cover_matter(now, line)


@rule(refs.DUST_62)
def may_building_matter(now: GameState, line: WeaponLine) -> bool:
    """By one reading a building covers even against artillery."""
    if why_silent(now, line) is not None:
        return False
    return rolls.is_kept_by_building(now, replace(line, sources=("building",)), situation.weapon(now, line))


@rule(refs.DUST_47)
def distances(now: GameState, unit: str, manner: str) -> tuple[tuple[Value, str], ...]:
    """Squares one by one, as far as a weapon reaches."""
    farthest = 1
    for owner, name in aiming.lines_to_fire(now, unit, manner):
        try:
            farthest = max(farthest, BorneWeapon(now.unit(owner), name).bounds[1])
        except Unknown:
            farthest = FAR
    if farthest <= FAR:
        return tuple((n, str(n)) for n in range(1, farthest + 1))
    return tuple((n, str(n) if n < FAR else f"{FAR}+") for n in range(1, FAR + 1))


@rule(refs.DUST_34)
def second_target(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Lines may be shared out between targets."""
    unit, seat = str(draft["unit"]), now.unit(str(draft["unit"])).seat
    if sum(1 for _ in aiming.lines_to_fire(now, unit, manner(draft))) < 2:
        return
    others = [at for at in now.standing() if at.seat != seat and at.id not in (draft["target"], lead_of(now, draft))]
    if not others:
        return
    answers: list[tuple[Value, Text]] = [("", say("all at one"))]
    answers += [(at.id, say("{unit}", unit=at.name)) for at in others if lead(now, at.id) == at.id]
    yield Fact("second_target", say("second target"), tuple(answers), "", place="last")
    if draft.get("second_target") in now.units:
        yield from sight(now, draft, "second_target", "second_range", "second_cover")


def lead_of(now: GameState, draft: Draft) -> str:
    return lead(now, str(draft["target"]))


# What the activation is told


@rule(refs.DUST_29, refs.DUST_34)
def situation_of(now: GameState, draft: Draft) -> Map[Value]:
    """The declaration, with a row for each line that fires."""
    skills = draft.get("skills")
    args: Map[Value] = Map({"unit": draft["unit"], "declared": actions(draft), "skills": skills or ()})
    args = args if draft.get(LEAVES) is None else args.put(LEAVES, draft[LEAVES])
    if not is_attack(now, draft) or draft.get("target") not in now.units:
        return args
    rows = tuple(means(now, draft))
    used = chosen(draft, rows)
    firing = (each for each in rows if each.key in used and not each.against)
    lines = tuple(row for each in firing for row in rows_of(now, draft, each.key, each))
    return args.put("lines", lines).put("one_throw", True)


@rule(refs.DUST_29, refs.DUST_181)
def foretold(now: GameState, draft: Draft) -> Foretold | None:
    """The dice of its lines, once it is told how far they fire; no target strikes back in these
    odds."""
    rows = situation_of(now, draft).get("lines")
    if not isinstance(rows, tuple) or not rows or any("range" not in row for row in rows if isinstance(row, Map)):
        return None
    args: Map[Value] = Map(
        {
            "attacker": draft["unit"],
            "lines": rows,
            "as": manner(draft),
            "sustained": "sustained" in actions(draft),
            "skills": draft.get("skills") or (),
            "retaliation": (),
        }
    )
    found = dict.fromkeys(str(row["target"]) for row in rows if isinstance(row, Map))
    return Foretold("assault_lines", args, tuple(found))


@rule(refs.DUST_33)
def draft_of(args: Map[Value]) -> Draft:
    """Who did what the last time, to whom, from how far."""
    rows = args.get("lines")
    first = next((row for row in rows if isinstance(row, Map)), EMPTY) if isinstance(rows, tuple) else EMPTY
    found = {"unit": args.get("unit"), **{key: first.get(key) for key in ("target", "range", "cover")}}
    return Map({key: value for key, value in found.items() if value is not None})


@rule(refs.DUST_33, refs.DUST_95)
def targets(now: GameState, unit: str) -> Iterator[str]:
    """Enemies and cover elements that a line can harm, a pair by its squad."""
    lines = aiming.lines_to_fire(now, unit, "attack")
    yield from dict.fromkeys(at.id for owner, name in lines for at in aiming.targets(now, unit, owner, name))


PLAN = DeedPlan(
    "activation",
    "unit",
    "target",
    facts,
    means,
    "some",
    situation_of,
    draft_of,
    targets,
    needs_target=is_attack,
    foretold=foretold,
)
