"""An assault on one page: did the charge arrive, who is in contact and who shoots, who is drawn in,
who supports."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.epic import refs
from engine.games.epic.activation.parts import companions
from engine.games.epic.air.reserves import is_airborne
from engine.games.epic.assault.blows import Blow, blows
from engine.games.epic.assault.contact import dice_of
from engine.games.epic.assault.duel import MIXED, Fighters, engaged, may_support
from engine.games.epic.formations.rows import UnitRow, front_to_back, models, rows, units_left
from engine.games.epic.shooting.plan import covers, named
from engine.games.epic.terrain.ground import OPEN
from engine.games.epic.war_engines.hulls import is_engine
from engine.games.epic.words import NO, YES
from engine.playing.citing import rule
from engine.playing.plan import DeedPlan, Draft, Fact, Means
from engine.values.maps import Map, Value
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

CONTACT, NEAR, DODGING, FRONT = "cc", "ff", "skim", "front"
WAYS: tuple[tuple[Value, Text], ...] = (
    (CONTACT, say("all in contact")),
    (NEAR, say("all within 15 cm")),
    (MIXED, say("row by row")),
)
DRAWN = (("drawn_in", "attacker"), ("others", "defender"))
"""Formations beside the two: touched by a counter-charge, attacked as well. Who charges along was
declared with the action."""


def sides(now: GameState, draft: Draft) -> tuple[str, ...]:
    """All formations that fight, the attackers first: those who charge along, and those drawn
    in."""
    attacker = str(draft["attacker"])
    found = [attacker, *companions(now, attacker), *names(draft, "drawn_in")]
    return (*found, str(draft["defender"]), *names(draft, "others"))


def names(draft: Draft, key: str) -> tuple[str, ...]:
    found = draft.get(key)
    return tuple(map(str, found)) if isinstance(found, tuple) else ()


@rule(refs.EPIC_84)
def lines(now: GameState, formation: str) -> list[UnitRow]:
    return [row for row in rows(now.unit(formation)) if row.left]


# Facts


@rule(refs.EPIC_86, refs.EPIC_89)
def facts(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Whether it arrived, how it is fought, on what ground; then who else is in it."""
    yield Fact("reached", say("the charge arrives"), (YES, NO), True)
    if draft.get("reached") is False:
        return
    yield Fact("fought", say("fought"), WAYS, CONTACT)
    if draft.get("fought") == MIXED:
        for formation in sides(now, draft):
            yield from contacts(now, draft, formation)
    ground = Map({"by": draft["attacker"], "target": draft["defender"], "terrain": OPEN})
    yield from (fact for fact in covers(now, ground) if fact.key == "terrain")
    yield from beside(now, draft)
    yield from supporters(now, draft)
    yield from orders_of_hits(now, draft)


@rule(refs.EPIC_91, refs.EPIC_256)
def orders_of_hits(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Each owner says in which order his rows are hit."""
    for formation in sides(now, draft):
        words = on_card(now, formation)
        if len(words) > 1:
            text = say("{unit}: hit from the first to the last, as their owner says", unit=now.unit(formation).name)
            yield Fact(f"{FRONT}:{formation}", text, named(words), words, several=True, place="last", ordered=True)


def on_card(now: GameState, formation: str) -> tuple[str, ...]:
    """The rows that stand, as on the card."""
    return tuple(row.name for row in lines(now, formation))


@rule(refs.EPIC_84, refs.EPIC_133)
def contacts(now: GameState, draft: Draft, formation: str) -> Iterator[Fact]:
    """For each row how many are in contact, then how many of the rest are within 15 cm; of a war
    engine its dice, which it may share; of skimmers in contact those that shoot."""
    for row in lines(now, formation):
        most = dice_of(row)
        name = (
            say("dice of {unit} in contact", unit=row.name)
            if is_engine(row)
            else say("{unit} in contact", unit=row.name)
        )
        yield Fact(f"{CONTACT}:{formation}:{row.at}", name, preset=most, most=most)
        close = counted(draft, CONTACT, formation, row, most)
        if close and row.has("skimmer"):
            text = say("{unit}: firefight in contact", unit=row.name)
            yield Fact(f"{DODGING}:{formation}:{row.at}", text, preset=0, most=close)
        if left := most - close:
            near = say("{unit} within 15 cm", unit=row.name)
            yield Fact(f"{NEAR}:{formation}:{row.at}", near, preset=left, most=left)


def counted(draft: Draft, way: str, formation: str, row: UnitRow, preset: int) -> int:
    found = draft.get(f"{way}:{formation}:{row.at}")
    return found if isinstance(found, int) else preset


@rule(refs.EPIC_87, refs.EPIC_132)
def beside(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Formations of both sides that fight as well."""
    texts = {"drawn_in": say("drawn in by a counter-charge"), "others": say("attacked as well")}
    for key, side in DRAWN:
        taken = {*sides(now, draft)} - {*names(draft, key)}
        friends = now.standing(now.unit(str(draft[side])).seat)
        able = tuple(unit for unit in friends if unit.id not in taken and not is_airborne(unit))
        if able:
            yield Fact(key, texts[key], units_named(able), several=True, place="last")


@rule(refs.EPIC_95)
def supporters(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Formations near enough to give supporting fire, of both sides."""
    texts = {"attacker": say("support for the attacker"), "defender": say("support for the defender")}
    for side, text in texts.items():
        fighting = {*sides(now, draft)}
        seat = now.unit(str(draft[side])).seat
        friends = (unit for unit in now.standing(seat) if unit.id not in fighting and not is_airborne(unit))
        able = tuple(unit for unit in friends if may_support(now, unit.id))
        if able:
            yield Fact(f"support_{side}", text, units_named(able), several=True, place="last")
        for name in names(draft, f"support_{side}"):
            most = models(now, name)
            near = say("{unit}: see an engaged enemy within 15 cm", unit=now.unit(name).name)
            yield Fact(f"near:{name}", near, preset=most, most=most, place="last")


def units_named(units: tuple[Unit, ...]) -> tuple[tuple[Value, Text], ...]:
    return tuple((unit.id, say("{unit}", unit=unit.name)) for unit in units)


# Who fights with what


@rule(refs.EPIC_89, refs.EPIC_95)
def means(now: GameState, draft: Draft) -> Iterator[Means]:
    """Every row of both sides with its close combat or firefight value; then who supports."""
    if draft.get("reached") is False:
        return
    for formation in sides(now, draft):
        yield from means_of(now, fighters_of(now, draft, formation), say("{whose}", whose=now.unit(formation).name))
    for name in (*names(draft, "support_attacker"), *names(draft, "support_defender")):
        near = Fighters(name, (), supporting(now, draft, name), "")
        yield from means_of(now, near, say("{unit} supports", unit=now.unit(name).name))


@rule(refs.EPIC_90, refs.EPIC_150, refs.EPIC_151)
def means_of(now: GameState, fighters: Fighters, whose: Text) -> Iterator[Means]:
    """Row by row: how many fight how, their dice, what they need, what their weapons add."""
    found = (*blows(now, (fighters,), True), *blows(now, (fighters,), False))
    pairs = zip(rows(now.unit(fighters.formation)), engaged(now, fighters), strict=True)
    for row, (close, near) in pairs:
        mine = [blow for blow in found if blow.row == row.at]
        if not mine:
            continue
        needs = dict.fromkeys(f"{(CONTACT if blow.close else NEAR).upper()} {blow.value}+" for blow in mine)
        notes = [whose, *(WEAPONS[word] for word in WEAPONS if any(has_word(blow, word) for blow in mine))]
        if close and near:
            notes.append(say("{close} in contact, {near} by firefight", close=close, near=near))
        name = say("{count} {unit}", count=close + near, unit=row.name)
        dice = sum(blow.dice for blow in mine)
        yield Means(f"{fighters.formation}:{row.at}", name, tuple(notes), dice, " ".join(needs))


WEAPONS = {"first": say("first strike"), "mw": say("macro-weapon"), "tk": say("Titan Killer")}
"""What makes dice of an assault special."""


def has_word(blow: Blow, word: str) -> bool:
    return blow.first if word == "first" else blow.hit.type == word


def fighters_of(now: GameState, draft: Draft, formation: str) -> Fighters:
    """A formation as it is filled in."""
    way = draft.get("fought")
    if way != MIXED:
        return Fighters(formation, all=CONTACT if way == CONTACT else NEAR)
    found = [fighting(draft, formation, row) for row in rows(now.unit(formation))]
    return Fighters(formation, tuple(close for close, _, _ in found), tuple(near + more for _, near, more in found), "")


@rule(refs.EPIC_89, refs.EPIC_128)
def fighting(draft: Draft, formation: str, row: UnitRow) -> tuple[int, int, int]:
    """How many of a row strike in contact, how many only shoot, and how many shoot in contact."""
    most = dice_of(row)
    close = min(most, counted(draft, CONTACT, formation, row, most))
    dodging = min(close, counted(draft, DODGING, formation, row, 0)) if row.has("skimmer") else 0
    return close - dodging, min(most - close, counted(draft, NEAR, formation, row, most - close)), dodging


def supporting(now: GameState, draft: Draft, name: str) -> tuple[int, ...]:
    """Units of a supporter that are near enough, from the front."""
    near, left = draft.get(f"near:{name}"), units_left(now.unit(name))
    return front_to_back(left, near) if isinstance(near, int) else left


# What the assault is told


@rule(refs.EPIC_85, refs.EPIC_89)
def situation_of(now: GameState, draft: Draft) -> Map[Value]:
    args: dict[str, Value] = {key: draft[key] for key in ("attacker", "defender")}
    if draft.get("reached") is False:
        return Map({**args, "reached": False})
    way = str(draft.get("fought", CONTACT))
    args |= {"fought": NEAR if way == MIXED else way, "terrain": draft.get("terrain")}
    args |= {key: names(draft, key) for key, _ in DRAWN if names(draft, key)}
    if way == MIXED:
        args["engaged"] = Map({formation: engaged_of(now, draft, formation) for formation in sides(now, draft)})
    helpers = (*names(draft, "support_attacker"), *names(draft, "support_defender"))
    args["supporters"] = tuple(supporter(now, draft, each) for each in helpers)
    if fronts := {each: found for each in sides(now, draft) if (found := front_of(now, draft, each))}:
        args["front"] = Map(fronts)
    return Map({key: value for key, value in args.items() if value is not None})


@rule(refs.EPIC_91)
def front_of(now: GameState, draft: Draft, formation: str) -> tuple[str, ...]:
    """The order in which its rows are hit, where it is another than on the card."""
    found = names(draft, f"{FRONT}:{formation}")
    return () if found == on_card(now, formation) else found


@rule(refs.EPIC_95)
def supporter(now: GameState, draft: Draft, name: str) -> Map[Value]:
    """A formation that supports, and its units that are near enough where not all are."""
    units = supporting(now, draft, name)
    return Map({"formation": name} if units == units_left(now.unit(name)) else {"formation": name, "units": units})


@rule(refs.EPIC_89, refs.EPIC_128)
def engaged_of(now: GameState, draft: Draft, formation: str) -> Map[Value]:
    """Units of each row in contact, those that only shoot, and skimmers that shoot in contact."""
    found = [fighting(draft, formation, row) for row in rows(now.unit(formation))]
    close, near, dodging = (tuple(counts) for counts in zip(*found, strict=True))
    shared: dict[str, Value] = {"ff_in_contact": dodging} if any(dodging) else {}
    return Map({CONTACT: close, NEAR: near, **shared})


@rule(refs.EPIC_85)
def draft_of(args: Map[Value]) -> Draft:
    """The pair and the ground; who stands where is looked at anew."""
    kept = {key: args.get(key) for key in ("attacker", "defender", "terrain")}
    return Map({key: value for key, value in kept.items() if value is not None})


PLAN = DeedPlan("assault", "attacker", "defender", facts, means, situation=situation_of, draft=draft_of)
