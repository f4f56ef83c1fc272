"""What the rules allow on a table: the offers of a step to each seat, and the refusals of a
procedure."""

from __future__ import annotations

from collections.abc import Iterator

from engine.playing.rules import Ruleset, Step, seats_of
from engine.values.maps import Map, Value
from engine.values.model import Refusal
from engine.values.table import GameState
from engine.values.texts import say


def forbidden(rules: Ruleset, state: GameState, procedure: str, args: Map[Value]) -> Iterator[Refusal]:
    """The refusals of a procedure. A value that a card does not state forbids nothing."""
    return rules.opening(procedure).refusals(state, args)


def not_offered(rules: Ruleset, state: GameState, procedure: str, args: Map[Value]) -> Iterator[Refusal]:
    """The refusal of a procedure that the step does not offer, or not to that seat."""
    step = rules.step(state.step)
    offers = [offer for offer in step.offers if offer.procedure == procedure]
    actor = args.get(rules.opening(procedure).actor)
    if not offers:
        if any(offer.procedure == procedure for each in rules.steps for offer in each.offers):
            yield Refusal("not_now", say("not in this step: {step}", step=step.name), step.ref)
    elif actor and not any(state.unit(actor).seat in seats_of(offer.who, state) for offer in offers):
        yield Refusal(
            "not_yours",
            say("{unit} does not act in this step: {step}", unit=state.unit(actor).name, step=step.name),
            step.ref,
        )


def has_ended(now: GameState) -> bool:
    """Whether a player has won, or the game is drawn."""
    return bool(now.trackers.get("winner"))


def offered(rules: Ruleset, state: GameState, seat: int) -> tuple[str, ...]:
    """The procedures that a seat may open now."""
    step: Step = rules.step(state.step)
    return tuple(offer.procedure for offer in step.offers if seat in seats_of(offer.who, state))
