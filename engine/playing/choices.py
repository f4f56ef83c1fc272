"""What can be done now: the offers of a step, the next field of a situation, the units that fit it
and why others do not. Screens, the text game and `play` ask the same functions; they only put the
answers into words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.playing.legality import not_offered, offered
from engine.playing.opening import Opening
from engine.playing.recall import recalled
from engine.playing.rules import Ruleset
from engine.values.kinds import Field, Kind, ListOf, Record, UnitId, Word
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Impossible, Refusal, Unknown
from engine.values.situation import Untold
from engine.values.table import GameState, Unit


@dataclass(frozen=True, slots=True)
class Candidate:
    """A unit for a field of a situation, and the rules against it."""

    unit: Unit
    against: tuple[Refusal, ...]


# What a procedure has to be told


def next_field(now: GameState, opening: Opening, args: Map[Value]) -> Field | None:
    """The next field to state before a procedure opens: the acting unit first, as its seat decides
    who can be the target.

    After the required fields come optional ones with words to choose from.
    """
    left = [field for field in opening.situation.fields if field.key not in args]
    wanted = [field for field in left if field.required or field.key == opening.actor]
    if wanted:
        return next((field for field in wanted if field.key == opening.actor), wanted[0])
    words = opening.words(now, args)
    return next((field for field in left if words.get(field.key)), None)


def fields_to_look_at(opening: Opening) -> tuple[Field, ...]:
    """The fields that players look up on the table before a procedure opens."""
    found = (opening.situation.field(key) for key in opening.asks)
    return tuple(field for field in found if field)


# What speaks against it


def refusals(rules: Ruleset, now: GameState, opening: Opening, args: Map[Value]) -> tuple[Refusal, ...]:
    """The rules against a procedure, as far as its situation is stated."""
    return (*not_offered(rules, now, opening.key, args), *opening.refusals(now, args, early=True))


def refusals_by_facts(rules: Ruleset, now: GameState, opening: Opening, args: Map[Value]) -> tuple[Refusal, ...]:
    """The rules by which a procedure that refuses nothing says that it is not allowed."""
    wanted = {field.key for field in opening.situation.fields if field.required}
    if not args or not wanted <= set(args):
        return ()
    try:
        facts = opening.facts(now, args)
    except (Unknown, Untold, Impossible):
        return ()
    cited = facts.get("rules") if facts.get("allowed") is False else ()
    refs = (ref for ref in rules.refs if isinstance(cited, tuple) and ref.id in cited)
    return tuple(Refusal(ref.id, ref.title, ref) for ref in refs)  # type: ignore[arg-type]  # said like a text


def refusals_of_all(rules: Ruleset, now: GameState, opening: Opening, args: Map[Value]) -> tuple[Refusal, ...]:
    """Why a unit cannot do something: the first refusal, if every value of the next field is
    refused."""
    field = next_field(now, opening, args) if args else None
    if field is None or not isinstance(field.kind, Word):
        return ()
    words = opening.words(now, args).get(field.key, ()) if opening.choices else field.kind.choices
    units = units_for(rules, now, opening, field, args) if isinstance(field.kind, UnitId) else ()
    first: tuple[Refusal, ...] = ()
    for each in words or tuple(unit.id for unit in units):
        told = args.put(field.key, each)
        against = (*opening.refusals(now, told, early=True), *refusals_by_facts(rules, now, opening, told))
        if not against:
            return ()
        first = first or against[:1]
    return first


def why_not(rules: Ruleset, now: GameState, opening: Opening, args: Map[Value] = EMPTY) -> tuple[Refusal, ...]:
    """All reasons against a procedure so far: its refusals, its facts, and that there is no
    target."""
    return _why_not(rules, now, opening.key, args)


@recalled
def _why_not(rules: Ruleset, now: GameState, key: str, args: Map[Value]) -> tuple[Refusal, ...]:
    opening = rules.opening(key)
    return (
        refusals(rules, now, opening, args)
        or refusals_by_facts(rules, now, opening, args)
        or refusals_of_all(rules, now, opening, args)
    )


# Who comes into question


def candidates(
    rules: Ruleset, now: GameState, opening: Opening, field: Field, args: Map[Value]
) -> tuple[Candidate, ...]:
    """The units for a field of a situation; allowed ones come first. Cards of a deck or a hand are
    none that could act later, where units on the table can now."""
    every = (_candidate(rules, now, opening, field, args, unit) for unit in units_for(rules, now, opening, field, args))
    found = sorted(every, key=lambda each: bool(each.against))
    able = [each for each in found if not each.against]
    if not able or any(_is_card(rules, each.unit) for each in able):
        return tuple(found)
    return tuple(each for each in found if not _is_card(rules, each.unit))


def _is_card(rules: Ruleset, unit: Unit) -> bool:
    """Whether a unit is still where its cards wait before they are played."""
    return unit.where == rules.enters(unit.card) != ""


def _candidate(
    rules: Ruleset, now: GameState, opening: Opening, field: Field, args: Map[Value], unit: Unit
) -> Candidate:
    """One that is to act has a target for it."""
    value: Value = (unit.id,) if isinstance(field.kind, ListOf) else unit.id
    told = args.put(field.key, value)
    against = refusals(rules, now, opening, told)
    return Candidate(
        unit, against or (refusals_of_all(rules, now, opening, told) if field.key == opening.actor else ())
    )


def units_for(rules: Ruleset, now: GameState, opening: Opening, field: Field, args: Map[Value]) -> tuple[Unit, ...]:
    """The units that fit a field: units that may act, the actor's enemies, or the actor's side; the
    actor itself if no rule forbids it."""
    kind = field.kind.kind if isinstance(field.kind, ListOf) else field.kind
    here = [unit for unit in now.units.values() if not unit.gone]
    if field.key == opening.actor:
        seats = seats_offered(rules, now, opening)
        return tuple(unit for unit in here if unit.seat in seats) or tuple(here)
    actor = now.units.get(str(args.get(opening.actor)))
    if actor is None:
        return tuple(here)
    enemy = isinstance(kind, UnitId) and kind.enemy
    others = tuple(unit for unit in here if unit.id != actor.id and (unit.seat != actor.seat) == enemy)
    alone = enemy or any(opening.refusals(now, args.put(field.key, actor.id), early=True))
    return others if alone else (*others, actor)


def seats_offered(rules: Ruleset, now: GameState, opening: Opening) -> set[int]:
    return {seat for seat in range(len(now.seats)) if opening.key in offered(rules, now, seat)}


# What a step is for


def main_offer(rules: Ruleset, now: GameState) -> str:
    """The first offer of this step that a unit or a player can use; "" if there is none."""
    return next((key for key in own_offers(rules, now) if can_be_done(rules, now, rules.opening(key))), "")


def purpose(rules: Ruleset, now: GameState) -> str:
    """The procedure that this step is for, whether it can still be done or not."""
    return next(iter(own_offers(rules, now)), "")


def own_offers(rules: Ruleset, now: GameState) -> tuple[str, ...]:
    """The procedures that this step is for: those it names as main, else the offers that most other
    steps do not have.

    The first step of a turn also offers the set-up, which later turns do not need.
    """
    step = rules.step(now.step)
    if step.main:
        return step.main
    if step.opens and step is rules.steps[0] and now.turn > 1:
        return ()
    every = [offer.procedure for each in rules.steps for offer in each.offers]
    rare = (offer.procedure for offer in step.offers if 2 * every.count(offer.procedure) <= len(rules.steps))
    return tuple(key for key in rare if key != step.opens)


def compares_targets(rules: Ruleset, opening: Opening) -> bool:
    """Whether a procedure only compares targets, for which screens have a page of their own."""
    aim, field = rules.aim, opening.situation.field("targets")
    return bool(aim and field and opening.tells and opening.actor == aim.by and opening.key != aim.procedure)


def can_be_done(rules: Ruleset, now: GameState, opening: Opening) -> bool:
    """Whether any unit could do it now, as far as the table shows. A procedure that is told in rows
    holds several of one kind; a unit that can do one of them is offered that first."""
    if opening.calculation or compares_targets(rules, opening) or any(map(_is_rows, _required(opening))):
        return False
    field = opening.situation.field(opening.actor) if opening.actor else None
    if field is None or isinstance(field.kind, ListOf):
        return not refusals(rules, now, opening, EMPTY)
    return any(
        not any(opening.refusals(now, args, early=True)) and not refusals_of_all(rules, now, opening, args)
        for args in _actors(rules, now, opening, field)
    )


def _actors(rules: Ruleset, now: GameState, opening: Opening, field: Field) -> Iterator[Map[Value]]:
    """A situation for each unit that may act; if the procedure names other units too, only for
    units on the table."""
    others = [kind for kind in _required(opening) if isinstance(kind, UnitId) and kind is not field.kind]
    seats = seats_offered(rules, now, opening)
    for unit in units_for(rules, now, opening, field, EMPTY):
        if unit.seat in seats and (not others or unit.where == "table"):
            yield Map({opening.actor: unit.id})


def _required(opening: Opening) -> tuple[Kind, ...]:
    return tuple(field.kind for field in opening.situation.fields if field.required)


def _is_rows(kind: Kind) -> bool:
    return isinstance(kind, ListOf) and isinstance(kind.kind, Record)
