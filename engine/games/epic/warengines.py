"""War engines under fire: shields before saves, damage instead of death, critical rolls, shields
that come back."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.epic.engine_units import CRITICAL_WORDS
from engine.games.epic.formations import Row, number, rows
from engine.games.epic.hits import Hit, Mark, Screen, handed_out, through
from engine.games.epic.hulls import damaged, down, engine, exploded, hulls, lowered, pending, raised, shields_of, tidied
from engine.games.epic.refs import EPIC_160, EPIC_174, EPIC_180, EPIC_181, EPIC_277
from engine.playing.procedure import Asking, Procedure, choose, roll
from engine.playing.procedure import number as ask_number
from engine.values.maps import Value
from engine.values.model import D6, Change, Check, Die, Line, Option, Prompt
from engine.values.stages import Again
from engine.values.table import GameState, Unit
from engine.values.texts import say

CRITICAL = 6
NOTHING, ONE_MORE, DESTROYED = "none", "damage", "destroyed"
Wound = tuple[int, int, int, int]
"""Row or place, engine, points not saved, those among them that bring no marker of their own."""


def screens(now: GameState, unit: Unit, row: Row) -> tuple[Screen | None, ...]:
    """What stands before each unit of a row: an engine's shields that are up (EPIC-178)."""
    if not engine(row):
        return (None,) * row.left
    whole, one_place = now.reading("shield_stops") == "hit", now.reading("tk_allocation") == "hit"
    return tuple(
        Screen(nth, max(0, shields_of(row) - hull.down), whole, row.has("living_metal"), one_place)
        for nth, hull in enumerate(hulls(unit, row))
    )


def shields_drop(
    state: GameState, formation: str, marks: tuple[Mark, ...], hits: tuple[tuple[Hit, int], ...]
) -> GameState:
    """Every shield that stopped something is down; no save, no marker (EPIC-178, 276)."""
    for mark, taken in zip(marks, handed_out(marks, hits), strict=True):
        if mark.screen:
            state = lowered(state, formation, mark.row, mark.screen.nth, through(mark, taken)[1])
    return state


def wounds(outcomes: tuple[tuple[tuple[int, tuple[Hit, ...], int], int], ...]) -> tuple[Wound, ...]:
    """What the saves left of the hits on engines, the rear first, so that nobody moves up
    meanwhile."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for (row, taken, points), saved in outcomes:
        if taken[0].on >= 0:
            lost, quiet = found.get((row, taken[0].on), (0, 0))
            failed = points - saved
            found[row, taken[0].on] = lost + failed, quiet + failed * taken[0].has("disrupt")
    return tuple((row, nth, lost, quiet) for (row, nth), (lost, quiet) in sorted(found.items(), reverse=True))


def hurt(state: GameState, formation: str, found: tuple[Wound, ...]) -> GameState:
    for row, nth, lost, quiet in found:
        state = damaged(state, formation, row, nth, lost, quiet)
    return state


# Damage dice of Titan Killers


def sides_of(damage: Value) -> int:
    """The damage of a Titan Killer: a number, or below zero the sides of the die that tells it
    (EPIC-160)."""
    if isinstance(damage, str):
        word = damage.lower().lstrip("d")
        return (-int(word) if damage[:1] in "dD" else int(word)) if word.isdecimal() else 1
    return number(damage, 1)


def damage_dice(now: GameState, target: str, sides: int, hits: int, key: str) -> Prompt:
    """One die a hit, before the hits are handed out (EPIC-160, 171)."""
    names = (key,) if hits == 1 else tuple(f"{key}:{n}" for n in range(hits))
    die = Die(f"d{sides}", tuple(range(1, sides + 1)))
    checks = tuple(
        Check(name, 1, die, EPIC_160, keep=0) for name in names
    )  # no mutant: of one die the sum and the highest are the same
    known = (target,) if target else ()
    return Prompt(
        key,
        "roll",
        1 - now.unit(target).seat if target else now.seat,
        say("damage of Titan Killer hits"),
        EPIC_160,
        known,
        checks,
    )


# Criticals


def criticals(state: GameState, formation: str, key: str = "critical") -> Procedure:
    """A die for every point of damage that has not had one (EPIC-174, 277)."""
    asked = 0
    while pending(state, formation):
        (at, nth, points), *rest = pending(state, formation)
        state = state.note(**{f"critical:{formation}": tuple(rest)})
        kind, name = rows(state.unit(formation))[at].card.get("critical"), key if not asked else f"{key}:{asked}"
        if kind == DESTROYED:
            state, burst = yield from roll(state, critical_dice, formation, at, points, name)
            state = exploded(state, formation, at, nth) if burst else state
        elif kind != NOTHING:
            state = yield from by_the_card(state, formation, at, nth, points, name)
        asked += kind != NOTHING
    return tidied(state, formation)


def by_the_card(state: GameState, formation: str, at: int, nth: int, points: int, key: str) -> Procedure:
    """Criticals the card describes: the table reads what each does; damage may bring criticals
    of its own (EPIC-277)."""
    state, found = yield from roll(state, critical_dice, formation, at, points, key)
    before = state.noted(f"wrecked:{formation}")
    for n in range(found):
        if state.noted(f"wrecked:{formation}") == before:
            state, effect = yield from choose(
                state, effect_of, formation, at, f"{key.replace('critical', 'effect', 1)}:{n}"
            )
            if effect == DESTROYED:
                state = exploded(state, formation, at, nth)
            elif effect == ONE_MORE:
                state = damaged(state, formation, at, nth, 1)
    return state


def critical_dice(now: GameState, formation: str, at: int, points: int, key: str) -> Prompt:
    """On a 6; where that destroys the engine no die follows the first 6 (EPIC-174, 277)."""
    unit, row = now.unit(formation), rows(now.unit(formation))[at]
    ends = row.card.get("critical") == DESTROYED
    check = Check(
        key, 1 if ends else points, D6, EPIC_174, (CRITICAL,), stages=(Again(),) * (points - 1) if ends else ()
    )
    text = say("{unit}: critical hits on {row}", unit=unit.name, row=row.name)
    return Prompt(key, "roll", unit.seat, text, EPIC_174, (formation,), (check,))


def effect_of(now: GameState, formation: str, at: int, key: str) -> Prompt:
    """The card's own words, and what they do to the engine."""
    unit, row = now.unit(formation), rows(now.unit(formation))[at]
    options = (
        Option(NOTHING, say("nothing the app counts")),
        Option(ONE_MORE, say("one more point of damage")),
        Option(DESTROYED, say("it is destroyed")),
    )
    effect = str(row.card.get("critical") or "?")
    text = say("{row}, critical: {effect}", row=row.name, effect=CRITICAL_WORDS.get(effect, effect))
    return Prompt(key, "choice", unit.seat, text, EPIC_277, (formation,), options=options, default=NOTHING)


# Shields that come back


def shields_back(now: GameState, unit: Unit, turn: int) -> Iterator[Line]:
    """One shield of each engine at the end of every turn (EPIC-180)."""
    if not down(unit):
        return
    after = raised(now, unit.id, 999, 1).unit(unit.id).trackers
    changes = tuple(
        Change(unit.id, tracker, unit.trackers.get(tracker) or (), after.get(tracker) or (), EPIC_180)
        for tracker in ("shields_down", "hulls")
        if unit.trackers.get(tracker) != after.get(tracker)
    )
    yield Line(say("{unit}: one shield comes back on each engine", unit=unit.name), EPIC_180, changes)


def splits(now: GameState, markers: int, shields: int, points: int) -> tuple[tuple[int, int], ...]:
    """Every way to share regrouping points: markers taken away, shields raised; by one reading
    all for one (EPIC-181)."""
    if now.reading("regroup_shields") == "either":
        return ((min(markers, points), 0), (0, min(shields, points)))
    return tuple((min(markers, points - back), back) for back in range(min(shields, points) + 1))


def shields_raised(state: GameState, formation: str, points: int, markers: int) -> Asking[int]:
    """How many points raise shields; the rest goes for markers (EPIC-181)."""
    able = min(down(state.unit(formation)), points)
    if not able:
        return state, 0
    if state.reading("regroup_shields") == "either":
        state, use = yield from choose(state, which_use, formation)
        back = able if use == "shields" else 0
    else:
        state, back = yield from ask_number(state, how_many, formation, able, min(able, max(0, points - markers)))
    return raised(state, formation, back), back


def how_many(now: GameState, formation: str, most: int, spare: int) -> Prompt:
    unit = now.unit(formation)
    return Prompt(
        "shields",
        "number",
        unit.seat,
        say("{unit}: how many points raise shields?", unit=unit.name),
        EPIC_181,
        (formation,),
        most=most,
        default=spare,
        readings=("regroup_shields",),
    )


def which_use(now: GameState, formation: str) -> Prompt:
    unit = now.unit(formation)
    options = (Option("markers", say("blast markers")), Option("shields", say("shields")))
    return Prompt(
        "shields",
        "choice",
        unit.seat,
        say("{unit}: what are the points for?", unit=unit.name),
        EPIC_181,
        (formation,),
        options=options,
        readings=("regroup_shields",),
    )
