"""How the deeds of the game are told: losses by name, markers, formations that break and rally."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce

from engine.games.epic import refs
from engine.games.epic.activation.orders import MOVES, chosen_effect
from engine.games.epic.formations.rows import rows, units_left
from engine.games.epic.scenario.goals import SEATS
from engine.games.epic.scenario.kill_points import kill_points, whole_or_half
from engine.games.epic.words import SIDES, WORDS
from engine.parts import activation
from engine.playing.citing import rule
from engine.playing.tale import (
    BACK,
    CONCEDED,
    DESTROYED,
    HURT,
    LOST,
    NOT_CONCEDED,
    Tale,
    counted,
    destroyed,
    flagged,
    for_count,
    named,
    undecided,
    who_begins,
)
from engine.values.maps import Map, Value
from engine.values.model import Unknown
from engine.values.table import GameState, Unit, inside
from engine.values.texts import Text, joined, say, say_many

LOSSES = say_many("{unit} loses one unit", "{unit} loses {count} units", 1)
MARKED = say_many("{unit} takes one blast marker", "{unit} takes {count} blast markers", 1)
CALMED = say_many("{unit} sheds one blast marker", "{unit} sheds {count} blast markers", 1)


SHIELDS = (
    say_many("{unit}: one shield goes down", "{unit}: {count} shields go down", 1),
    say_many("{unit}: one shield comes back", "{unit}: {count} shields come back", 1),
)
TROUBLES: dict[str, tuple[Text, Text | None]] = {
    "damage": (HURT, None),
    "shields_down": SHIELDS,
    "shaken": (say_many("{unit}: one engine hits at -1 now", "{unit}: {count} engines hit at -1 now", 1), None),
    "fires": (
        say_many("{unit}: one fire more", "{unit}: {count} fires more", 1),
        say_many("{unit}: one fire is out", "{unit}: {count} fires are out", 1),
    ),
    "leaks": (
        say_many("{unit}: one reactor leak more", "{unit}: {count} reactor leaks more", 1),
        say_many("{unit}: one reactor leak is mended", "{unit}: {count} reactor leaks are mended", 1),
    ),
}
TIE_BREAKS = ((18, 14), (16, 16))
"""Scores of games that no condition decides."""


@rule(refs.EPIC_50, refs.EPIC_109, refs.EPIC_118)
def fate(before: Unit, after: Unit) -> Iterator[Text]:
    """Destroyed; else units lost, what its engines took, broken or rallied; where none of that is
    so, its markers."""
    if destroyed(before, after):
        yield say("{unit} is lost with its transport") if after.trackers.get("aboard") else DESTROYED
        return
    gone = units_gone(before, after)
    has_turned = bool(before.count("broken")) != bool(after.count("broken"))
    if gone > 0:
        yield for_count(LOSSES, gone)
    harmed = tuple(harm_to_engines(before, after, gone > 0))
    yield from harmed
    if has_turned:
        yield say("{unit} breaks") if after.count("broken") else say("{unit} rallies")
    if gone <= 0 and not has_turned:
        yield from counted("blast", None if harmed else MARKED, CALMED)(before, after)


@rule(refs.EPIC_161, refs.EPIC_178, refs.EPIC_277)
def harm_to_engines(before: Unit, after: Unit, is_wrecked: bool) -> Iterator[Text]:
    """Points of damage, unless an engine took its own with it; then what criticals began and
    ended, and shields."""
    for key, (began, ended) in TROUBLES.items():
        change = _points(after, key) - _points(before, key)
        if change > 0 and not (is_wrecked and key == "damage"):
            yield for_count(began, change)
        if change < 0 and ended and not is_wrecked:
            yield for_count(ended, -change)


def _points(unit: Unit, tracker: str) -> int:
    found = unit.trackers.get(tracker)
    return sum(each for each in found if isinstance(each, int)) if isinstance(found, tuple) else 0


@rule(refs.EPIC_50)
def units_gone(before: Unit, after: Unit) -> int:
    """Units less than before; unknown where a card names no units."""
    try:
        return sum(units_left(before)) - sum(units_left(after))
    except Unknown:
        return 0


@rule(refs.EPIC_12, refs.EPIC_219)
def how_the_action_went(before: GameState, after: GameState, args: Map[Value]) -> Text | None:
    """A test that failed; else what the formation does now, and how far, unless it was hurt on the
    way: then that is the story."""
    name, order = str(args.get("formation")), args.get("order")
    if name not in before.units:
        return None
    was, formation = before.unit(name), after.unit(name)
    if has_failed(formation, order):
        is_held = formation.trackers.get("order") == "hold"
        return how_the_test_failed(after, formation) if is_held else say("the test fails")
    if next(iter(fate(was, formation)), None):
        return None
    return chosen_effect(str(order), parts_of(after, formation), was) if order in MOVES else None


@rule(refs.EPIC_13)
def how_the_test_failed(after: GameState, formation: Unit) -> Text:
    """What became of an action whose test failed: a Hold, unless that broke the formation."""
    if formation.count("broken"):
        return say("the test fails, and that breaks it")
    return say("the test fails; Hold: {held}", held=chosen_effect("hold", parts_of(after, formation), formation))


def parts_of(now: GameState, formation: Unit) -> tuple[str, ...]:
    """What the formation has still to do, if it is the one that acts."""
    return activation.parts_left(now) if activation.acting_unit(now) == formation.id else ()


@rule(refs.EPIC_13, refs.EPIC_219)
def has_failed(formation: Unit, order: Value) -> bool:
    """Another action than the one declared; a spacecraft that is not over the table."""
    is_late = order == "spacecraft" and not formation.count("passed")
    return is_late or formation.trackers.get("order") not in (None, order)


@rule(refs.EPIC_234)
def garrisons(before: GameState, after: GameState, _: Map[Value]) -> Text | None:
    """The formations that stand as garrisons now."""
    new = [
        unit.name for unit in after.units.values() if unit.count("garrison") > before.unit(unit.id).count("garrison")
    ]
    return say_many("garrison: {units}", "{count} garrisons: {units}", len(new), units=", ".join(new)) if new else None


@rule(refs.EPIC_242, refs.EPIC_248)
def how_the_check_went(before: GameState, after: GameState, args: Map[Value]) -> Text | None:
    """Which conditions each side has met; whether they decide it, or the kill points."""
    if not after.trackers.get("objectives"):
        return undecided(before, after, args)
    told = [say("{player}: {goals}", player=SIDES[n], goals=goals_of(seat)) for n, seat in enumerate(after.seats)]
    if after.trackers.get("score") in TIE_BREAKS:
        first, second = (str(whole_or_half(kill_points(after, seat))) for seat in SEATS)
        told.append(say("kill points: {first} to {second}", first=first, second=second))
    found = joined((*told, still) if (still := undecided(before, after, args)) else told)
    return found if isinstance(found, Text) else None


def goals_of(seat: Map[Value]) -> Text:
    goals = seat.get("goals")
    words = [WORDS[str(each)] for each in goals] if isinstance(goals, tuple) else []
    return reduce(
        lambda first, second: say("{first}, {second}", first=first, second=second), words or [say("no condition")]
    )


@rule(refs.EPIC_50)
def losses(before: Unit, after: Unit) -> Iterator[Text]:
    """Units off the table, row by row and by name."""
    for was, now in zip(rows(before), rows(after), strict=True):
        gone, name = was.left - now.left, now.name
        if gone:
            yield for_count(LOST if gone > 0 else BACK, abs(gone), unit=after.name, name=name)


@rule(refs.EPIC_161, refs.EPIC_178)
def by_row(what: Text, tracker: str) -> Callable[[Unit, Unit], Iterator[Text]]:
    """Something of war engines, row by row and by name."""

    def tell(before: Unit, after: Unit) -> Iterator[Text]:
        for row in rows(after):
            was, now = (inside(unit.trackers.get(tracker), row.at) or 0 for unit in (before, after))
            if was != now:
                same = row.name == after.name
                text = say("{unit}: {what}: {count}") if same else say("{unit}: {name}: {what}: {count}")
                yield replace(text, values=Map({"unit": after.name, "name": row.name, "what": what, "count": str(now)}))

    return tell


TALE = Tale(
    deeds={
        "action": say("{formation}: {order}"),
        "fire": say("{by} fires at {target}"),
        "barrage": say("{by} lays a barrage on {target}"),
        "assault": say("{attacker} assaults {defender}"),
        "regroup": say("{formation} regroups"),
        "withdraw": say("{formation} withdraws"),
        "rally": say("{formation} tries to rally"),
        "teleport": say("{formation} teleports"),
        "garrison": say("{formation} as a garrison"),
        "coherency": say("{formation}: units out of coherency"),
        "flak": say("flak at {target}"),
        "landing": say("{formation} lands"),
        "planetfall": say("{formation}: planetfall"),
        "drop_pods": say("{formation}: drop pods"),
        "schedule": say("{formation} is planned for turn {turn}"),
        "embark": say("{formation} boards {transport}"),
        "disembark": say("{formations} leave {transport}"),
        "touch_down": say("{formation} lands"),
        "air_assault": say("{formation} assaults {defender} from the air"),
        "concede": CONCEDED,
    },
    results={
        "setup": garrisons,
        "strategy": who_begins(say("{player} acts first")),
        "action": how_the_action_went,
        "victory": how_the_check_went,
    },
    fate=fate,
    nothing={
        "concede": NOT_CONCEDED,
        **dict.fromkeys(("fire", "barrage", "flak", "assault", "dangerous", "coherency"), say("no losses")),
        "rally": say("without success"),
    },
    hands={
        "blast": counted(
            "blast",
            say_many(
                "{unit}: lay one blast marker, {total} in all", "{unit}: lay {count} blast markers, {total} in all", 1
            ),
            say_many(
                "{unit}: take one blast marker off, {total} left",
                "{unit}: take {count} blast markers off, {total} left",
                1,
            ),
        ),
        "broken": flagged("broken", say("{unit}: mark it broken"), say("{unit}: take the mark Broken off")),
        "overwatch": flagged(
            "overwatch", say("{unit}: mark it on overwatch"), say("{unit}: take the mark Overwatch off")
        ),
        "lost": losses,
        "damage": by_row(say("damage"), "damage"),
        "shaken": by_row(say("engines at -1 to hit"), "shaken"),
        "fires": by_row(say("fires"), "fires"),
        "leaks": by_row(say("reactor leaks"), "leaks"),
        "riding": by_row(say("aboard its transports"), "riding"),
        "shields_down": by_row(say("shields down"), "shields_down"),
        "aboard": named("aboard", say("{unit}: aboard {other}"), say("{unit}: out of its transport")),
        "popped_up": flagged("popped_up", say("{unit}: popped up"), say("{unit}: down again")),
        "flying": flagged("flying", say("{unit}: over the table, in flight"), say("{unit}: no longer in flight")),
        "landed": flagged("landed", say("{unit}: onto the table, landed"), say("{unit}: takes off")),
        "cap": flagged("cap", say("{unit}: on combat air patrol"), say("{unit}: no longer on combat air patrol")),
        "due": named("due", say("{unit}: due in turn {value}"), say("{unit}: no longer due")),
    },
    choices=("effect",),
    order=(
        "holds_out",
        "breaks",
        "continue",
        "withdraw",
        "rallied",
        "destroyed",
        "fail",
        "pass",
        "hold",
        "advance",
        "engage",
        "double",
        "march",
        "marshal",
        "overwatch",
        "sustained",
        "attacker_wins",
        "nobody_wins",
        "defender_wins",
        "attacker",
        "nobody",
        "none",
        "defender",
        "win",
        "tie",
        "lose",
        "over",
        "again",
    ),
    models="lost",
    told_by={"where": ("aboard",), "flying": ("where", "landed")},
)
