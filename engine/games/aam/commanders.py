"""Effects that units lend to others: which of them count together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from engine.games.aam.ability_words import ABILITY_WORDS
from engine.games.aam.refs import AAM_88, AAM_91
from engine.games.aam.units import disrupted, is_a
from engine.kinds import Either, Field, Flag, ListOf, Record, UnitId, Whole, Word
from engine.maps import Map, Value
from engine.model import GameState, Modifier, Ref
from engine.texts import say

Effects: TypeAlias = tuple[Map[Value], ...]
ON = ("attack_die", "speed", "dice", "defense", "cover")
EFFECT = Record((
    Field("name", Word(), required=True), Field("by", Either((UnitId(), Word()))), Field("commander", Flag()),
    Field("on", Word(ON), default="attack_die"), Field("amount", Whole(-9, 9), required=True),
))
EFFECTS = ListOf(EFFECT)


def effect_rows(now: GameState, effects: Effects, on: str) -> tuple[Modifier, ...]:
    """One row for each effect that counts, on Commanders too, on the one who gives it too (AAM-88, 90, 91, 92)."""
    working = [effect for effect in effects if effect["on"] == on and works(now, effect)]
    return tuple(_row(now, effect) for effect in counting(now, working))


def works(now: GameState, effect: Map[Value]) -> bool:
    """Judged when it is needed: a disrupted Commander helps nobody, one marked face down still does (AAM-93, 133).

    Of one who is only named nothing is known against it.
    """
    by = effect.get("by")
    if by not in now.units:
        return True
    unit = now.unit(by)
    silent = of_commander(now, effect) and (disrupted(unit) or silent_aboard(now, str(by)))
    return unit.where in ("table", "inside") and not silent


def silent_aboard(now: GameState, unit: str) -> bool:
    """Aboard a transport a Commander still leads, unless the players read it otherwise (AAM-18, 132)."""
    carried = bool(now.unit(unit).trackers.get("aboard")) or now.unit(unit).where == "inside"
    return carried and now.reading("commander_aboard") == "silent"


def of_commander(now: GameState, effect: Map[Value]) -> bool:
    """As told, or by the card of who gives it (AAM-18, 91)."""
    told, by = effect.get("commander"), effect.get("by")
    if told is not None or by not in now.units:
        return bool(told)
    return is_a(now.unit(by), "commander") or now.unit(by).stated("initiative") is not None


def counting(now: GameState, effects: Iterable[Map[Value]]) -> tuple[Map[Value], ...]:
    """The same name once; of Commanders' bonuses the strongest alone, unless different names may add up (AAM-90, 91)."""
    found = once(effects)
    if now.reading("commander_bonus") == "add_if_names_differ":
        return found
    bonuses = [each for each in found if of_commander(now, each) and amount(each) > 0]
    best = max(bonuses, key=amount, default=None)
    return tuple(each for each in found if each not in bonuses or each is best)


def once(effects: Iterable[Map[Value]]) -> tuple[Map[Value], ...]:
    """Of each name the largest amount, in the order in which the names came (AAM-90)."""
    best: dict[str, Map[Value]] = {}
    for effect in effects:
        name = plain(effect["name"])
        if name not in best or abs(amount(effect)) > abs(amount(best[name])):
            best[name] = effect
    return tuple(best.values())


def plain(name: Value) -> str:
    """A name however it is written: Tally-Ho!, tally_ho (AAM-90)."""
    return "".join(letter for letter in str(name).lower() if letter.isalnum())


def amount(effect: Map[Value]) -> int:
    value = effect["amount"]
    return value if isinstance(value, int) else 0


def _row(now: GameState, effect: Map[Value]) -> Modifier:
    ref: Ref = AAM_91 if of_commander(now, effect) else AAM_88
    name = str(effect["name"])
    return Modifier("effect", amount(effect), say("{ability}", ability=ABILITY_WORDS.get(name, name)), ref)
