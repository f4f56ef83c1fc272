"""Effects that units lend to others, and which of them count together."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from engine.games.aam import refs
from engine.games.aam.units import is_a, is_disrupted, is_on_map
from engine.playing.citing import rule
from engine.values.kinds import Either, UnitId, Whole, Word
from engine.values.situation import Situation, YesNo
from engine.values.table import GameState, Unit

NUMBERS = ("attack_die", "speed", "dice", "defense", "cover")


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect(Situation):
    """What a unit or something else lends: to which number, how much, and whether it is a
    Commander's ability."""

    name: Annotated[str, Word()]
    by: Annotated[str, Either((UnitId(), Word()))] | None = None
    commander: YesNo | None = None
    on: Annotated[str, Word(NUMBERS)] = "attack_die"
    amount: Annotated[int, Whole(-9, 9)]

    @property
    def plain_name(self) -> str:
        return plain_name(self.name)


@rule(refs.AAM_90, refs.AAM_92, refs.AAM_133)
def effects_that_count(now: GameState, effects: Iterable[Effect], on: str) -> tuple[Effect, ...]:
    """Those on one number: on Commanders too, and on the one who gives it."""
    return strongest(now, [effect for effect in effects if effect.on == on and is_working(now, effect)])


@rule(refs.AAM_93, refs.AAM_133)
def is_working(now: GameState, effect: Effect) -> bool:
    """Judged when it is needed: a disrupted Commander gives no help, one marked face down still
    does."""
    if effect.by not in now.units:
        return True
    unit = now.unit(effect.by)
    return is_leading(now, unit) if is_of_commander(now, effect) else is_on_map(unit)


@rule(refs.AAM_93, refs.AAM_132, refs.AAM_133)
def is_leading(now: GameState, unit: Unit) -> bool:
    return not is_disrupted(unit) and not is_silent_aboard(now, unit) and is_on_map(unit)


@rule(refs.AAM_18, refs.AAM_132)
def is_silent_aboard(now: GameState, unit: Unit) -> bool:
    """Aboard a transport a Commander still leads, unless the players read it otherwise."""
    is_carried = bool(unit.trackers.get("aboard")) or unit.where == "inside"
    return is_carried and now.reading("commander_aboard") == "silent"


@rule(refs.AAM_18, refs.AAM_93)
def is_commander(unit: Unit) -> bool:
    return is_a(unit, "commander") or unit.stated("initiative") is not None


def is_of_commander(now: GameState, effect: Effect) -> bool:
    """As it is told, or by the card of the unit that gives it."""
    if effect.commander is not None or effect.by not in now.units:
        return bool(effect.commander)
    return is_commander(now.unit(effect.by))


@rule(refs.AAM_91)
def strongest(now: GameState, effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """Each name once; of Commanders' bonuses only the strongest, unless different names may add
    up."""
    found = once_by_name(effects)
    if now.reading("commander_bonus") == "add_if_names_differ":
        return found
    bonuses = [each for each in found if is_of_commander(now, each) and each.amount > 0]
    best = max(bonuses, key=lambda each: each.amount, default=None)
    return tuple(each for each in found if each not in bonuses or each is best)


@rule(refs.AAM_90)
def once_by_name(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """Of each name the largest amount, in the order in which the names came."""
    best: dict[str, Effect] = {}
    for effect in effects:
        name = effect.plain_name
        if name not in best or abs(effect.amount) > abs(best[name].amount):
            best[name] = effect
    return tuple(best.values())


def plain_name(name: str) -> str:
    """A name however it is written: Tally-Ho! and tally_ho are the same."""
    return "".join(letter for letter in name.lower() if letter.isalnum())
