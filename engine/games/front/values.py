"""What one unit can do to another: the attack value that fits, and whether Advantage! deals it first."""

from __future__ import annotations

import re

from engine.maps import Map, Value
from engine.model import GameState, Unit


def reach(now: GameState, by: Unit, at: Unit) -> bool:
    """Its own domain, and those Initiative! names (FRONT-08, 09)."""
    there = at.word("domain")
    return by.word("domain") == there or by.has("initiative", there) or opened(now, by, at)


def opened(now: GameState, by: Unit, at: Unit) -> bool:
    """Other domains that only another reading opens (FRONT-08, 12)."""
    if now.reading("advantage_opens_domain") == "yes" and covers(by, at):
        return True
    return now.reading("domain_gate") == "printed_av" and by.stated("av", at.word("domain")) is not None


def attack_value(now: GameState, by: Unit, at: Unit) -> int:
    """The attack value for the domain of the target; none for a domain it may not hit (FRONT-02, 08)."""
    return stated_value(by, at) if reach(now, by, at) else 0


def stated_value(by: Unit, at: Unit) -> int:
    """The same where a target was named: who overrules the domain plays with the value of the card (FRONT-02)."""
    return by.need("av", at.word("domain"))


def covers(unit: Unit, other: Unit) -> bool:
    """Advantage! over X: the other is an X (FRONT-12)."""
    return bool(words(unit, "advantage") & (words(other, "subtypes") | {other.word("domain")}))


def words(unit: Unit, key: str) -> set[str]:
    """A list of the card, each of its types (FRONT-02, 12, 20)."""
    stated = unit.stated(key)
    return {kind for line in stated for kind in kinds(str(line))} if isinstance(stated, tuple) else set()


def kinds(line: str) -> tuple[str, ...]:
    """However it is spelled: "over Bombers" covers a Bomber, and "Tank - Artillery" is a Tank and Artillery (FRONT-02, 12)."""
    parts = re.split(r"\s+[-\u2013]\s+", line.casefold().removeprefix("over "))
    return tuple(part.strip().removesuffix("s") for part in parts)


def strikes_first(now: GameState, by: Unit, at: Unit) -> bool:
    """Advantage! works, unless the opponent's cancels it (FRONT-12, 13)."""
    return covers(by, at) and not cancelled(now, by, at)


def cancelled(now: GameState, by: Unit, at: Unit) -> bool:
    """Each covers the other; by another reading any Advantage! cancels (FRONT-13)."""
    return bool(words(at, "advantage")) if now.reading("advantage_cancel") == "always" else covers(at, by)


def bonus(now: GameState, unit: Unit, at: Unit) -> int:
    """The card's once-per-turn bonus on a value that it may use against such a target (FRONT-08, 20)."""
    stated = unit.stated("bonus")
    rows = [row for row in stated if isinstance(row, Map)] if isinstance(stated, tuple) else []
    fitting = (int(str(row["amount"])) for row in rows if fits(row, at) and reach(now, unit, at))
    return next(fitting, 0)


def fits(row: Map[Value], at: Unit) -> bool:
    """The bonus raises the value for the target's domain, against its type (FRONT-20)."""
    return row["domain"] == at.word("domain") and bool(words(at, "subtypes").intersection(kinds(str(row["against"]))))
