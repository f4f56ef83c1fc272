"""Legal taps, chosen by numbers: whatever the screens could send."""

from collections.abc import Sequence

from engine.dice.check import wanted
from engine.playing.answers import by_default
from engine.playing.session import Session
from engine.values.events import Abandoned, Advanced, Event, HouseRuled, Noted, Ticked, TrackerSet
from engine.values.kinds import Either, Flag, Kind, ListOf, Whole, Word
from engine.values.maps import Map, Value
from engine.values.model import Check, Prompt
from tests.games.cases import Case


def faces(check: Check, draws: Sequence[int]) -> tuple[Value, ...]:
    """Faces wave by wave, until the check wants no more."""
    shown: tuple[Value, ...] = ()
    sides = check.die.words or check.die.faces
    while count := wanted(check, shown):
        more = len(shown)
        shown = (*shown, *(sides[draws[(more + n) % len(draws)] % len(sides)] for n in range(count)))
    return shown


def reply(prompt: Prompt, draws: Sequence[int]) -> Value:
    match prompt.kind:
        case "roll":
            return tuple(faces(check, draws[n:] or draws) for n, check in enumerate(prompt.checks))
        case "choice":
            return prompt.options[draws[0] % len(prompt.options)].key
        case "number":
            return min(prompt.most, prompt.least + draws[0] % 4)
        case "confirm":
            return draws[0] % 2 == 0
        case "form":
            assert prompt.fields
            return Map({field.key: some(field.kind, draws[n % len(draws)]) for n, field in enumerate(prompt.fields.fields)})
        case "ledger":
            return (0,) if draws[0] % 5 == 0 else ()
        case _:
            return by_default(prompt)


def some(kind: Kind, draw: int) -> Value:
    """Some value of a kind."""
    match kind:
        case Whole(least=least, most=most):
            return min(most, least + draw % 3)
        case Flag():
            return draw % 2 == 0
        case Word(choices=choices) if choices:
            return choices[draw % len(choices)]
        case Either(kinds=kinds):
            return some(kinds[draw % len(kinds)], draw)
        case ListOf(kind=Word(choices=choices)):
            return choices[: draw % 2]
        case _:
            return ()


def tap(case: Case, session: Session, kind: int, draws: Sequence[int]) -> None:
    """One tap; the players overrule whatever forbids it."""
    prompt = session.prompt
    if kind >= 4 and prompt:
        answer(session, prompt, draws)
    else:
        session.overrule(other(case, session, kind, draws))


def answer(session: Session, prompt: Prompt, draws: Sequence[int]) -> None:
    slot = next((each for each in prompt.slots if each.key not in prompt.given), prompt)
    session.answer(reply(slot, draws), slot.key, overrule=True)


def other(case: Case, session: Session, kind: int, draws: Sequence[int]) -> Event:
    """A tracker set by hand, a note, a tick or a house row, a step on, another procedure, or
    breaking off."""
    units = list(session.state.units)
    tracker = case.rules.trackers[draws[1] % len(case.rules.trackers)]
    if kind == 0:
        return TrackerSet(units[draws[0] % len(units)], tracker.key, some(tracker.kind, draws[2]))
    if kind == 1:
        return Noted("tea")
    if kind == 2 and session.prompt:
        return Abandoned() if draws[0] % 3 == 0 else extra(session.prompt, draws)
    return case.opening if draws[0] % 2 and len(session.states) < 60 else Advanced()


def extra(prompt: Prompt, draws: Sequence[int]) -> Event:
    return Ticked(draws[1] % len(prompt.lines)) if prompt.lines else HouseRuled(draws[1] % 3 - 1, "agreed")
