"""The two lines of a battle: attackers as columns, the other side as rows; who blocks whom, whom
the rest strike, and what becomes of each unit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.games.front import refs, units
from engine.games.front.battle import damage, refusals, strikes, values
from engine.games.front.battle import draft as choices
from engine.games.front.battle.damage import Fight
from engine.games.front.battle.draft import ATTACKERS, BLOCK, NOBODY, TARGET
from engine.games.front.battle.situation import Plan
from engine.games.front.words import SEATS
from engine.playing.citing import rule
from engine.playing.facing import Facing, Fighter, Meeting
from engine.playing.plan import Draft
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say


@dataclass(frozen=True, slots=True)
class Clash:
    """A battle as it is filled in, and how it would end."""

    now: GameState
    draft: Draft
    plan: Plan
    fight: Fight

    @property
    @rule(refs.FRONT_10)
    def fallen(self) -> tuple[str, ...]:
        return damage.destroyed(self.now, self.fight)

    def points(self, by: str, at: str) -> int:
        """What one deals to the other; of a unit that falls first nothing."""
        return sum(strike.points for strike in self.fight.dealt if (strike.by, strike.at) == (by, at))


def clash(now: GameState, draft: Draft) -> Clash:
    plan = choices.plan_of(now, draft)
    return Clash(now, draft, plan, damage.fight(now, strikes.all_strikes(strikes.declare(now, plan), plan)))


@rule(refs.FRONT_02, refs.FRONT_07)
def strength(unit: Unit) -> str:
    """The best attack value and what is left of the defense; nothing where the card is silent."""
    found = unit.stated("av")
    best = [each for each in found.values() if isinstance(each, int)] if isinstance(found, Map) else []
    return f"{max(best)}/{units.defense_left(unit)}" if best and unit.stated("dv") is not None else ""


@rule(refs.FRONT_04, refs.FRONT_05)
def free_to_block(now: GameState, plan: Plan) -> tuple[Unit, ...]:
    """Units of the other side that are not locked."""
    return tuple(unit for unit in units.enemies(now, plan.attackers) if not units.is_locked(unit))


# The lines


@rule(refs.FRONT_02, refs.FRONT_04, refs.FRONT_16)
def facing(now: GameState, draft: Draft) -> Facing | None:
    """All who attack against all who stand there; nothing before a unit attacks."""
    if not choices.attackers(now, draft):
        return None
    try:
        found = clash(now, draft)
        seat = now.unit(found.plan.attackers[0]).seat
        rows = sorted(units.enemies(now, found.plan.attackers), key=units.is_locked)
        return Facing(
            say("attack: {player}", player=SEATS[seat]),
            tuple(attacker(found, unit) for unit in found.plan.attackers),
            tuple(fighter(found, unit) for unit in rows),
            tuple(meetings(found, tuple(unit.id for unit in rows))),
            losses(found, seat),
        )
    except Unknown:
        return None


def attacker(clash: Clash, unit: str) -> Fighter:
    """A tap on it takes it out of the battle."""
    others = tuple(each for each in clash.plan.attackers if each != unit)
    return fighter(clash, clash.now.unit(unit), Map({ATTACKERS: others}))


@rule(refs.FRONT_07, refs.FRONT_10, refs.FRONT_12)
def fighter(clash: Clash, unit: Unit, gives: Map[Value] = EMPTY) -> Fighter:
    """A unit and what becomes of it; one that Advantage! destroys does not reply."""
    points, left = clash.fight.hits()[unit.id], units.defense_left(unit)
    text = say("{left} of {whole} left", left=left - points, whole=unit.need("dv")) if points else None
    falls = unit.id in clash.fallen
    if falls:
        is_late = any(strike.by == unit.id for strike in clash.fight.silenced)
        text = say("destroyed before it replies") if is_late else say("destroyed")
    elif text is None and units.is_locked(unit):
        text = say("locked")
    return Fighter(unit.id, strength(unit), text, falls, gives)


@rule(refs.FRONT_07, refs.FRONT_27)
def losses(clash: Clash, seat: int) -> Text:
    gone = [clash.now.unit(unit).seat for unit in clash.fallen]
    ours, theirs = gone.count(seat), gone.count(1 - seat)
    return say(
        "lost: {player} {count}, {other} {more}", player=SEATS[seat], count=ours, other=SEATS[1 - seat], more=theirs
    )


# Where two meet


def meetings(clash: Clash, rows: tuple[str, ...]) -> Iterator[Meeting]:
    for unit in rows:
        for column in clash.plan.attackers:
            found = meeting(clash, unit, column)
            yield from (found,) if found else ()


@rule(refs.FRONT_04, refs.FRONT_16)
def meeting(clash: Clash, unit: str, by: str) -> Meeting | None:
    """A tap lets the unit block, one more lets it be struck instead, one more neither."""
    plan, name = clash.plan, say("{unit}, {other}", unit=clash.now.unit(unit).name, other=clash.now.unit(by).name)
    points = clash.points(by, unit)
    if unit in plan.blockers_of(by):
        is_last = plan.blockers_of(by) == (unit,)
        more = Map[Value]({TARGET + by: unit}) if is_last and may_strike(clash, by, unit) else EMPTY
        return Meeting(unit, by, name, Map({**unblock(plan, unit), **more}), points, say("blocks"))
    is_struck = plan.targets.get(by) == unit
    may_block = can_block(clash, unit, by)
    word = say("is struck") if is_struck else None
    if is_struck and (not may_block or clash.draft.get(TARGET + by) == unit):
        return Meeting(unit, by, name, Map({TARGET + by: NOBODY}), points, word)
    if may_block:
        gives = Map[Value]({**unblock(plan, unit), BLOCK + by: (*plan.blockers_of(by), unit)})
        return Meeting(unit, by, name, gives, points if is_struck else None, word)
    if by in plan.unblocked and may_strike(clash, by, unit):
        return Meeting(unit, by, name, Map({TARGET + by: unit}))
    return None


def unblock(plan: Plan, unit: str) -> dict[str, Value]:
    """The unit blocks no attacker any more."""
    blocked = plan.blocked_by(unit)
    return {BLOCK + blocked: tuple(each for each in plan.blockers_of(blocked) if each != unit)} if blocked else {}


@rule(refs.FRONT_05, refs.FRONT_06)
def can_block(clash: Clash, unit: str, by: str) -> bool:
    is_free = not units.is_locked(clash.now.unit(unit))
    return is_free and not refusals.cannot_block(clash.now, clash.now.unit(unit), clash.now.unit(by))


@rule(refs.FRONT_08)
def may_strike(clash: Clash, by: str, unit: str) -> bool:
    return values.may_hit(clash.now, clash.now.unit(by), clash.now.unit(unit))
