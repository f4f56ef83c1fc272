"""The outcome before it is applied: one ledger of damage, of units that go to the junkyard, and of what that triggers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.answers import Outcome as Answer
from engine.games.front.fight import Fight, destroyed
from engine.games.front.refs import FRONT_10, FRONT_12, FRONT_27
from engine.games.front.units import ZONES, left
from engine.maps import Map, Value
from engine.model import Change, GameState, Line, Prompt, Ref, Unit, Unknown
from engine.procedure import Procedure, ask, carried_out, task
from engine.texts import Text, say
from engine.walk import defaults, walk


@dataclass(frozen=True, slots=True)
class Outcome:
    """A fight as it will end: units in the order of the battle, the attacker's first, the rule for each one's damage, and
    what else it rests on."""

    text: Text
    ref: Ref
    seat: int
    units: tuple[str, ...]
    fight: Fight
    why: Mapping[str, Ref]
    also: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the ledger, and what it adds to the zones of a seat."""

    line: Line
    seat: int = 0
    moves: Mapping[str, int] = field(default_factory=dict)


def settled(state: GameState, ending: Callable[..., Outcome], *args: Any) -> Procedure:
    """Show how it ends, then do what is not declined, and count the zones (FRONT-10, 21)."""
    shown = ending(state, *args)
    state = state.note(destroyed=fallen(state, shown), triggers=tuple(triggered(state, shown)),
                       cited=tuple(ref.id for ref in shown.also))
    state, declined = yield from ask(state, ledger, ending, *args)
    entries = entered(state, ending(state, *args))
    done = tuple(entry for number, entry in enumerate(entries) if number not in declined)
    return counted(carried_out(state, *(entry.line for entry in done)), done)


def ledger(now: GameState, ending: Callable[..., Outcome], *args: Any) -> Prompt:
    shown = ending(now, *args)
    lines = tuple(entry.line for entry in entered(now, shown))
    return Prompt("outcome", "ledger", shown.seat, shown.text, shown.ref, shown.units, lines=lines)


def entered(now: GameState, shown: Outcome) -> tuple[Entry, ...]:
    """Damage, who does not reply, who goes to the junkyard, what that triggers: in this order (FRONT-07, 10, 27)."""
    hits = shown.fight.hits()
    mute = dict.fromkeys(strike.by for strike in shown.fight.silenced)
    return (
        *(Entry(damaged(now.unit(unit), hits[unit], shown.why[unit])) for unit in shown.units if unit in hits),
        *(Entry(muted(now.unit(unit))) for unit in mute),
        *(Entry(buried(now.unit(unit)), now.unit(unit).seat, {"junkyard": 1}) for unit in fallen(now, shown)),
        *(Entry(reminded(now.unit(told["unit"]), str(told["key"])), now.unit(told["unit"]).seat, {"hand": 1, "depot": -1})
          for told in triggered(now, shown)),
    )


def damaged(unit: Unit, points: int, ref: Ref) -> Line:
    """Damage is taken off the defense value (FRONT-07)."""
    before, taken = left(unit), unit.count("damage")
    text = say("{unit}: {points} damage, defense value {before} becomes {after}", unit=unit.name, points=points,
               before=before, after=before - points)
    return Line(text, ref, (Change(unit.id, "damage", taken, taken + points, ref),))


def muted(unit: Unit) -> Line:
    return Line(say("{unit} is destroyed before it can reply", unit=unit.name), FRONT_12, ())


def buried(unit: Unit) -> Line:
    return Line(say("{unit} is destroyed: to the junkyard", unit=unit.name), FRONT_10,
                (Change(unit.id, "where", "territory", "junkyard", FRONT_10),))


def reminded(unit: Unit, key: str) -> Line:
    """What the card makes its owner do (FRONT-20, 27)."""
    texts = {
        "draw": say("{unit} went to the junkyard: its owner draws a card", unit=unit.name),
        "search_same_name": say("{unit} went to the junkyard: its owner searches the depot for another one, reveals it, "
                                "takes it in hand and shuffles the depot", unit=unit.name),
    }
    return Line(texts[key], FRONT_27, ())


def fallen(now: GameState, shown: Outcome) -> tuple[str, ...]:
    """The destroyed, in the order of the battle (FRONT-10)."""
    gone = destroyed(now, shown.fight)
    return tuple(unit for unit in shown.units if unit in gone)


def triggered(now: GameState, shown: Outcome) -> Iterator[Map[Value]]:
    """A trigger for every unit that falls, the attacker's first or by another reading the defender's (FRONT-27)."""
    mine = now.reading("trigger_order") == "attacker_first"
    for unit in sorted(map(now.unit, fallen(now, shown)), key=lambda unit: (unit.seat == shown.seat) is not mine):
        stated = unit.stated("junkyard")
        yield from (Map({"unit": unit.id, "key": key}) for key in (stated if isinstance(stated, tuple) else ()))


def counted(state: GameState, done: tuple[Entry, ...]) -> GameState:
    """Zones follow, for a seat whose cards somebody counts (FRONT-21)."""
    for entry in done:
        if any(state.seats[entry.seat].get(zone) for zone in ZONES):
            for zone, more in entry.moves.items():
                cards = state.seats[entry.seat].get(zone)
                state = state.set(f"@{entry.seat}", zone, max(0, more + (cards if isinstance(cards, int) else 0)))
    return state


def foretold(run: Callable[..., Procedure]) -> Callable[..., dict[str, Value]]:
    """Who falls and what that triggers, with open choices at their default: those are named (FRONT-10, 27)."""

    def tells(state: GameState, **told: Value) -> dict[str, Value]:
        assumed: list[str] = []

        def noting(now: GameState, prompt: Prompt) -> Answer | None:
            assumed.extend([prompt.key] if prompt.kind != "ledger" else [])
            return defaults(now, prompt)

        try:
            ended = walk(state, task(run, **told), policy=noting).ways[0][0]
        except Unknown:
            return {}
        found = {key: ended.scratch.get(key, ()) for key in ("destroyed", "triggers")}
        return {**found, "assumed": tuple(assumed)} if assumed else found

    return tells
