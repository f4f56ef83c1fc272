"""What only the table sees of an assault: who is in contact, who is near enough, who supports."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.air.reserves import is_airborne
from engine.games.epic.assault.duel import MIXED, Duel, Fighters, bind_enemies_of_skimmers, may_support
from engine.games.epic.assault.memory import fallen, remember_fallen, tally
from engine.games.epic.formations.rows import UnitRow, front_to_back, models, rows, units_left
from engine.games.epic.war_engines.hulls import is_engine
from engine.playing.citing import rule
from engine.playing.procedure import Asking, choose, number
from engine.values.model import Option, Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import say

NOBODY = "none"


# Who fights how


@rule(refs.EPIC_84, refs.EPIC_89, refs.EPIC_268)
def ask_who_fights(state: GameState, duel: Duel) -> Asking[Duel]:
    """Formation by formation, row by row; the answers hold until the next round is seen anew."""
    sides, firing = list[tuple[Fighters, ...]](), list[int]()
    for side in duel.sides:
        found, skimmers = list[Fighters](), 0
        for fighters in side:
            state, (stated, more) = yield from ask_formation(state, fighters)
            found, skimmers = [*found, stated], skimmers + more
            state = remember_fallen(state, stated.formation, fallen(state, stated.formation)._replace(buried=()))
        sides, firing = [*sides, tuple(found)], [*firing, skimmers]
    bound = bind_enemies_of_skimmers((sides[0], sides[1]), (firing[0], firing[1]))
    return state.remember(tally(state)._replace(sides=bound)), duel._replace(sides=bound)


def ask_formation(state: GameState, fighters: Fighters) -> Asking[tuple[Fighters, int]]:
    """Its units in contact and at a distance, and how many of the former are skimmers that fire."""
    close, afar, firing = list[int](), list[int](), 0
    for row in rows(state.unit(fighters.formation)):
        touching = dodging = near = 0
        if row.left:
            state, touching = yield from number(state, how_many_touch, fighters.formation, row.at)
        if touching and row.has("skimmer"):
            state, dodging = yield from number(state, how_many_skimmers_fire, fighters.formation, row.at, touching)
        if dice_of(row) > touching:
            state, near = yield from number(state, how_many_are_near, fighters.formation, row.at, touching)
        close, afar, firing = [*close, touching - dodging], [*afar, near + dodging], firing + dodging
    return state, (fighters._replace(cc=tuple(close), ff=tuple(afar), all=""), firing)


@rule(refs.EPIC_184)
def dice_of(row: UnitRow) -> int:
    """Units of a row, a war engine by its dice, which it may share."""
    return row.left * row.weight if is_engine(row) else row.left


def how_many_touch(now: GameState, formation: str, at: int) -> Prompt:
    unit, row = now.unit(formation), rows(now.unit(formation))[at]
    text = say("{unit}: how many of {row} are in contact?", unit=unit.name, row=row.name)
    if is_engine(row):
        text = say("{unit}: how many dice of {row} in close combat?", unit=unit.name, row=row.name)
    return Prompt(
        f"contact:{formation}:{at}", "number", unit.seat, text, refs.EPIC_89, (formation,), most=dice_of(row), default=0
    )


def how_many_skimmers_fire(now: GameState, formation: str, at: int, touching: int) -> Prompt:
    unit, row = now.unit(formation), rows(now.unit(formation))[at]
    text = say("{unit}: how many of {row} in contact use their firefight?", unit=unit.name, row=row.name)
    return Prompt(
        f"skimmers:{formation}:{at}", "number", unit.seat, text, refs.EPIC_128, (formation,), most=touching, default=0
    )


def how_many_are_near(now: GameState, formation: str, at: int, touching: int) -> Prompt:
    unit, row = now.unit(formation), rows(now.unit(formation))[at]
    most = dice_of(row) - touching
    text = say("{unit}: how many other {row} are within 15 cm of the enemy?", unit=unit.name, row=row.name)
    if is_engine(row):
        text = say("{unit}: how many dice of {row} in firefight?", unit=unit.name, row=row.name)
    key = f"near:{formation}:{at}"
    return Prompt(key, "number", unit.seat, text, refs.EPIC_84, (formation,), most=most, default=most)


# Who supports


@rule(refs.EPIC_95, refs.EPIC_96)
def ask_who_supports(state: GameState, duel: Duel) -> Asking[Duel]:
    """Side by side, attackers first, formation by formation."""
    for side in (0, 1):
        while candidates(state, duel, side):
            state, name = yield from choose(state, who_supports, duel, side)
            if name == NOBODY:
                break
            state, count = yield from number(state, how_many_support, name)
            helper = Fighters(name, (), front_to_back(units_left(state.unit(name)), count), "")
            ours, theirs = duel.supporters
            duel = duel._replace(supporters=(ours, (*theirs, helper)) if side else ((*ours, helper), theirs))
    return state, duel


@rule(refs.EPIC_96, refs.EPIC_209)
def candidates(now: GameState, duel: Duel, side: int) -> tuple[Unit, ...]:
    """Formations on the ground that may support and do not fight."""
    seat = now.unit(duel.sides[side][0].formation).seat
    known = {*duel.formations, *(each.formation for each in duel.supporters[side])}
    return tuple(
        unit
        for unit in now.standing(seat)
        if unit.id not in known and not is_airborne(unit) and may_support(now, unit.id)
    )


def who_supports(now: GameState, duel: Duel, side: int) -> Prompt:
    able = candidates(now, duel, side)
    options = (
        Option(NOBODY, say("no more support")),
        *(Option(unit.id, say("{unit}", unit=unit.name)) for unit in able),
    )
    text = say("who supports the defenders?") if side else say("who supports the attackers?")
    key, known = f"support:{side}:{len(duel.supporters[side])}", tuple(unit.id for unit in able)
    seat = now.unit(duel.sides[side][0].formation).seat
    return Prompt(key, "choice", seat, text, refs.EPIC_95, known, options=options, default=NOBODY)


def how_many_support(now: GameState, formation: str) -> Prompt:
    unit, most = now.unit(formation), models(now, formation)
    text = say("{unit}: how many see an engaged enemy within 15 cm?", unit=unit.name)
    key = f"supporting:{formation}"
    return Prompt(key, "number", unit.seat, text, refs.EPIC_95, (formation,), most=most, default=most)


def is_to_be_asked(duel: Duel) -> bool:
    """Whether a unit fights as the table has still to say."""
    return any(each.all == MIXED for each in duel.fighters)
