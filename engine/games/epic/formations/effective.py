"""Values of a formation that count now, beside those it began with."""

from collections.abc import Iterator

from engine.games.epic import refs
from engine.games.epic.activation.modifiers import Trial, markers
from engine.games.epic.air.reserves import is_airborne, is_aircraft, is_spacecraft
from engine.games.epic.formations.rows import rows
from engine.games.epic.morale.markers import break_point
from engine.games.epic.war_engines.hulls import is_engine, shaken_engines, shields, tally
from engine.playing.citing import rule
from engine.playing.glance import Effective
from engine.values.model import Reminder, Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import say


@rule(refs.EPIC_10, refs.EPIC_161)
def effective(now: GameState, unit: Unit) -> Iterator[Effective]:
    """Units left, markers of those that break it, what its action test needs; what war engines have
    left of their capacity and shields, and how they hit."""
    for value in (units_that_are_left, markers_of_those_that_break, initiative, capacity_left, shields_up, aim):
        try:
            if found := value(now, unit):
                yield found
        except Unknown:
            continue


@rule(refs.EPIC_109)
def units_that_are_left(_: GameState, unit: Unit) -> Effective:
    left, whole = sum(row.left for row in rows(unit)), sum(row.start for row in rows(unit))
    why = (Reminder(say("losses"), refs.EPIC_109),) if left != whole else ()
    return Effective("lost", say("units"), str(left), str(whole), why)


@rule(refs.EPIC_109, refs.EPIC_209)
def markers_of_those_that_break(now: GameState, unit: Unit) -> Effective | None:
    """Blast markers, beside so many as break it; alone of aircraft in the air, whom they never
    break but make test worse; not of the broken."""
    if unit.count("broken") or unit.gone or is_spacecraft(unit):
        return None
    if is_airborne(unit):
        return Effective("blast", say("blast markers"), str(unit.count("blast")), "")
    why = (Reminder(say("so many markers break it"), refs.EPIC_109),)
    return Effective("blast", say("blast markers"), str(unit.count("blast")), str(break_point(now, unit.id)), why)


@rule(refs.EPIC_10)
def initiative(_: GameState, unit: Unit) -> Effective:
    """What an action test needs, with its markers."""
    printed, row = unit.need("initiative"), markers(Trial("", unit.count("blast"), aircraft=is_aircraft(unit)))
    needs = printed - (row.at(0) if row else 0)
    why = (Reminder(row.why, row.ref),) if row else ()
    return Effective("initiative", say("initiative"), f"{needs}+", f"{printed}+", why)


@rule(refs.EPIC_161)
def capacity_left(_: GameState, unit: Unit) -> Effective | None:
    """What the engines that stand can take; the last point of each destroys it."""
    engines = [row for row in rows(unit) if row.left and is_engine(row)]
    whole = sum(row.left * row.weight for row in engines)
    left = whole - sum(min(whole, tally(unit, "damage", row.at)) for row in engines)
    why = (Reminder(say("damage"), refs.EPIC_161),) if left != whole else ()
    name, points = say("damage capacity"), say("damage it survives")
    return Effective("damage", name, str(left), str(whole), why, points) if engines else None


@rule(refs.EPIC_178)
def shields_up(_: GameState, unit: Unit) -> Effective | None:
    whole = sum(row.left * shields(row) for row in rows(unit) if is_engine(row))
    left = whole - sum(tally(unit, "shields_down", row.at) for row in rows(unit) if row.left)
    why = (Reminder(say("shields down"), refs.EPIC_178),) if left != whole else ()
    return Effective("shields_down", say("shields"), str(left), str(whole), why) if whole else None


@rule(refs.EPIC_277)
def aim(_: GameState, unit: Unit) -> Effective | None:
    """Engines that hit worse since a critical hit."""
    shaken = sum(shaken_engines(unit, row) for row in rows(unit))
    why = (Reminder(say("engines at -1 to hit"), refs.EPIC_277),)
    return Effective("shaken", say("to hit"), "-1", "0", why) if shaken else None
