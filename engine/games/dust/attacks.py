"""The two questions about attacks: one weapon line, or all lines declared together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.games.dust.assault import assault, numbered
from engine.games.dust.heroes import lead, together
from engine.games.dust.limits import LIMITS
from engine.games.dust.refs import DUST_28, DUST_29, DUST_44, DUST_67, DUST_95, DUST_181
from engine.games.dust.told import LINE_FIELDS, LINE_RECORD, Told, told, whose
from engine.games.dust.units import is_element, living
from engine.games.dust.values import kinds
from engine.playing.procedure import Procedure
from engine.playing.rules import Opening, Show
from engine.values.kinds import Field, ListOf, Record, UnitId, Word
from engine.values.maps import Map, Value
from engine.values.model import Refusal, Unknown
from engine.values.table import GameState
from engine.values.texts import say


def attack(state: GameState, **given: Value) -> Procedure:
    """One line on one target (DUST-28, 29)."""
    return (yield from assault(state, (told(given),)))


def assault_lines(state: GameState, **given: Value) -> Procedure:
    """Every line with its own target, all in one attack (DUST-28, 29, 181)."""
    return (yield from assault(state, declared(given)))


def declared(given: dict[str, Any]) -> tuple[Told, ...]:
    """Lines as told; what is told once holds for all, points assigned for all together (DUST-29,
    97)."""
    common = {key: value for key, value in given.items() if key not in ("lines", "target", "weapon")}
    return numbered(told({**common, **line, "once": line.get("assign") is None}) for line in given["lines"])


def each_line(limit: Callable[[GameState, Told], Refusal | None]) -> Callable[..., Refusal | None]:
    """A limit of one line, for all lines of a situation; a value that the card lacks forbids
    nothing."""

    def forbids(now: GameState, **given: Value) -> Refusal | None:
        for line in declared(given) if "lines" in given else (told(given),):
            try:
                refusal = limit(now, line)
            except Unknown:
                continue
            if refusal:
                return refusal
        return None

    return forbids


def two_targets(now: GameState, lines: tuple[Map[Value], ...] = (), **given: Value) -> Refusal | None:
    """One line, one target, fired once, but for flames; a unit and the element beside it need
    two lines (DUST-29, 44, 166)."""
    aimed: dict[tuple[str, str], list[str]] = {}
    for line in lines:
        by, weapon, target = (
            whose(now, told({"attacker": given["attacker"], **line})),
            str(line["weapon"]),
            str(line["target"]),
        )
        before = aimed.setdefault((by.id, weapon), [])
        if target in before or (before and "flamethrower" not in kinds(by, weapon)):
            element = target not in before and any(is_element(now.unit(each)) for each in (target, *before))
            why = say("{weapon}: one line has one target", weapon=weapon)
            return Refusal("two_targets", why, DUST_44 if element else DUST_29)
        before.append(target)
    return None


def strangers(now: GameState, attacker: str, lines: tuple[Map[Value], ...] = (), **_: Value) -> Refusal | None:
    """All lines are the unit's own, or those of whoever is joined to it (DUST-95, 181)."""
    for line in lines:
        by = str(line.get("attacker") or attacker)
        if by not in together(now, attacker):
            why = say(
                "{unit} does not attack together with {other}", unit=now.unit(by).name, other=now.unit(attacker).name
            )
            return Refusal("strangers", why, DUST_95)
    return None


def two_enemies(now: GameState, lines: tuple[Map[Value], ...] = (), **given: Value) -> Refusal | None:
    """A reaction shoots at the active unit only (DUST-67)."""
    aimed = {lead(now, line.target) for line in declared({**given, "lines": lines}) if line.manner == "reaction"}
    return Refusal("not_active", say("a reaction shoots at the active unit only"), DUST_67) if len(aimed) > 1 else None


def outcomes(target: str, tag: str = "") -> Iterator[tuple[str, Show]]:
    """Whether it is gone, miniatures left, and points of damage after all saves (DUST-38, 180)."""
    yield f"destroyed{tag}", lambda after: "yes" if after.unit(target).gone else "no"
    yield f"models{tag}", lambda after: standing(after, target)
    yield f"damage{tag}", lambda after: dealt(after, target)


def standing(after: GameState, unit: str) -> int | str:
    """Miniatures left; a card that does not say how many there were leaves it open (DUST-180)."""
    try:
        return len(living(after.unit(unit)))
    except Unknown:
        return "?"


def dealt(after: GameState, unit: str) -> int | str:
    """A laser's last number stands for all beyond it (DUST-97, 168)."""
    points = after.noted(f"damage:{unit}") or after.noted(f"taken:{unit}")
    return f"{points}+" if after.noted(f"more:{unit}") else points


def shows(
    target: str, attacker: str, retaliation: tuple[str, ...] = (), assign: Map[Value] | None = None, **_: Value
) -> dict[str, Show]:
    """The target's, and by name whoever else may lose something (DUST-51, 97)."""
    others = [*((target, attacker) if retaliation else ()), *(assign or ())]
    return dict((*outcomes(target), *(each for unit in dict.fromkeys(others) for each in outcomes(unit, f":{unit}"))))


def all_shows(attacker: str, lines: tuple[Map[Value], ...], **told_once: Value) -> dict[str, Show]:
    """Each target's by its name; of a single one without it too (DUST-29, 51)."""
    targets = list(dict.fromkeys(str(line["target"]) for line in lines))
    struck_at = bool(told_once.get("retaliation")) or any(line.get("retaliation") for line in lines)
    others = [unit for line in lines for unit in (line.get("assign") or ())]  # type: ignore[union-attr]
    named = dict.fromkeys([*targets, *([attacker] if struck_at else []), *map(str, others)])
    found = [each for unit in named for each in outcomes(unit, f":{unit}")]
    return dict((*(outcomes(targets[0]) if len(targets) == 1 else ()), *found))


ATTACKER = Field("attacker", UnitId(), required=True)
TARGET = Field("target", UnitId(enemy=True), required=True)


def armed(now: GameState, attacker: str, **_: Value) -> dict[str, tuple[str, ...]]:
    """The weapon lines of the attacker (DUST-28)."""
    weapons = now.unit(attacker).stated("weapons")
    return {"weapon": tuple(weapons) if isinstance(weapons, Map) else ()}


ATTACK = Opening(
    "attack",
    say("attack with one weapon"),
    DUST_28,
    attack,
    Record((ATTACKER, Field("weapon", Word(), required=True), TARGET, *LINE_FIELDS)),
    tuple(map(each_line, LIMITS)),
    shows,
    actor="attacker",
    choices=armed,
)
ASSAULT = Opening(
    "assault_lines",
    say("attack with several weapons"),
    DUST_181,
    assault_lines,
    Record(
        (
            ATTACKER,
            Field("lines", ListOf(LINE_RECORD, 1, 99), required=True),
            *(field for field in LINE_FIELDS if field.key not in ("bearers", "rounds", "named")),
        )
    ),
    (*map(each_line, LIMITS), two_targets, two_enemies, strangers),
    all_shows,
    actor="attacker",
)
