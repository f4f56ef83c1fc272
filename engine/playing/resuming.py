"""Re-enters a procedure with all that has happened since it was opened: answers, values of cards,
changes of the table by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from engine.playing.answers import Outcome, Stale, accepted, settled
from engine.playing.procedure import Asked, Call, Procedure, Reply, send
from engine.playing.rules import Ruleset
from engine.values.events import Abandoned, Answered, CardFilled, Event, HouseRuled, OptionSet, Ticked
from engine.values.model import Impossible, Path, Prompt, Ref, Unknown, dotted
from engine.values.table import GameState, Pending
from engine.values.texts import Text, say

Apply: TypeAlias = Callable[[GameState, Event], GameState]

ON_THE_CARD = Ref("CARD", "The unit card", "A value the card states and the app does not know")


def resume(rules: Ruleset, pending: Pending, apply: Apply) -> Asked | GameState:
    """Re-enter a procedure with all that happened since: its next question, or the table it ends
    in."""
    here = reenter(rules, pending, apply)[1]
    if isinstance(here, Asked):
        return here
    ended = replace(here, memory=pending.start.memory, ticks=pending.start.ticks)
    for event in pending.since:  # a reading changed in the middle holds from now on
        if isinstance(event, OptionSet):
            ended = apply(ended, event)
    return ended


def reenter(rules: Ruleset, pending: Pending, apply: Apply) -> tuple[Procedure, Asked | GameState]:
    """The live generator at the same place, and what it asks."""
    start = beginning(pending, apply)
    run = _opened(rules, pending, start)
    here = _forward(run, None, pending.house, start)
    for event in pending.since:
        if isinstance(event, (CardFilled, OptionSet)):
            continue
        if isinstance(here, GameState):
            here = _ended(here, event, apply)
        else:
            here = _meet(run, here, event, pending.house, apply)
    return run, here


def _ended(here: GameState, event: Event, apply: Apply) -> GameState:
    """What happened in the middle of a procedure that now asks nothing any more, since a card
    says what it asked for: a change of the table still is one, an answer has no question."""
    if isinstance(event, (Answered, Abandoned, HouseRuled, Ticked)):
        raise Stale(say("the procedure ends before this answer"))
    return apply(here, event)


def beginning(pending: Pending, apply: Apply) -> GameState:
    """The table as the procedure first sees it."""
    return replace(_with_cards(pending, apply), memory=(), ticks=())


def _with_cards(pending: Pending, apply: Apply) -> GameState:
    """What a card says was true all along: values filled in later are there from the start."""
    start = pending.start
    for event in pending.since:
        if isinstance(event, CardFilled):
            start = apply(start, event)
    return start


def _opened(rules: Ruleset, pending: Pending, start: GameState) -> Procedure:
    try:
        return rules.opening(pending.procedure).start(start, pending.args)
    except TypeError as wrong:
        raise Impossible(say("{procedure} cannot be opened like this", procedure=pending.procedure)) from wrong


def _meet(
    run: Procedure, asked: Asked, event: Event, house: tuple[tuple[int, str], ...], apply: Apply
) -> Asked | GameState:
    """One event meets the open question: its answer, its end, or a change of the table under it."""
    if asked.state.pending is None:
        match event:
            case Answered():
                return _answered(run, asked, event, house)
            case Abandoned():
                return asked.state
            case HouseRuled(amount=amount, why=why):
                return replace(asked, house=(*asked.house, (amount, why)))
            case Ticked(line=line, done=done):
                return replace(asked, state=ticked(asked, line, done))
    changed = replace(asked, state=apply(asked.state, event))
    return _forward(run, changed, house, changed.state) if changed.question is not card_value else changed


def _answered(run: Procedure, asked: Asked, event: Answered, house: tuple[tuple[int, str], ...]) -> Asked | GameState:
    prompt = asked.prompt
    outcome: Outcome
    if prompt.kind == "each":
        given = asked.given.put(event.prompt, accepted(_slot(prompt, event), event))
        if len(given) < len(prompt.slots):
            return replace(asked, given=given)
        outcome = tuple(given[slot.key] for slot in prompt.slots)
    else:
        outcome = accepted(prompt, event)
    state = replace(asked.state, ticks=())
    return _forward(run, (state, outcome), house, asked.state)


def _slot(prompt: Prompt, event: Answered) -> Prompt:
    for slot in prompt.slots:
        if slot.key == event.prompt:
            return slot
    raise Stale(
        say(
            "{asked} are asked; the answer was to {answered}",
            asked=", ".join(slot.key for slot in prompt.slots),
            answered=event.prompt,
        )
    )


def ticked(asked: Asked, line: int, done: bool) -> GameState:
    if not 0 <= line < len(asked.prompt.lines):
        raise Impossible(say("the open question has no line {line}", line=line + 1))
    ticks = set(asked.state.ticks) - {line} | ({line} if done else set())
    return replace(asked.state, ticks=tuple(sorted(ticks)))


def _forward(
    run: Procedure, sent: Reply | Asked, house: tuple[tuple[int, str], ...], seen: GameState
) -> Asked | GameState:
    """On to the next question that the table has to answer; foregone ones answer themselves.

    Where a card does not state what is needed, that is the question, put to the last table seen.
    """
    try:
        here: Asked | Call | GameState = sent if isinstance(sent, Asked) else send(run, sent)
        while not isinstance(here, GameState):
            if isinstance(here, Call):
                here = send(run, None)
                continue
            asked = here if here.house or not house else replace(here, house=house)
            seen = asked.state
            known = settled(asked.prompt) if asked.state.pending is None else None
            if known is None:
                return asked
            here = send(run, (asked.state, known))
    except Unknown as unknown:
        return Asked(seen, card_value, (unknown.unit, unknown.path))
    return here


def card_value(now: GameState, unit: str, path: Path) -> Prompt:
    """A value the card does not state: asked once, then known."""
    at = now.unit(unit)
    text: Text = say("{unit}: what does the card say for {value}?", unit=at.name, value=dotted(path))
    return Prompt(f"card:{unit}.{dotted(path)}", "card", at.seat, text, ON_THE_CARD, (unit, *map(str, path)))
