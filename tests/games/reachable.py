"""Which fields of a situation players can tell by touch, seen by filling in pages and by running
procedures; and the reasons for those that they need not or cannot tell."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path

from engine.doors.play import Game
from engine.doors.question import QUESTION, parted, table_of
from engine.games import RULESETS
from engine.playing import choices, drafting
from engine.playing.answers import Stale, by_default
from engine.playing.opening import Opening
from engine.playing.plan import MEANS, DeedPlan, Draft
from engine.playing.rules import Ruleset
from engine.playing.session import Refused, Session
from engine.values.events import Opened
from engine.values.kinds import Kind, ListOf, MapOf, Record, taken
from engine.values.maps import Map, Value, frozen
from engine.values.model import Endless, Impossible, Prompt, Unknown
from engine.values.situation import Untold
from engine.values.table import GameState
from tests.games.cases import ALL, ROOMS
from tests.games.taps import reply

PLAYED = Path(__file__).parents[1] / "playthroughs"
LONGEST = 40
"""Questions of one procedure that are answered before it is left."""


@dataclass(frozen=True)
class Asked:
    """A question asks for it while the procedure runs: the beginning of its key."""

    prompt: str


@dataclass(frozen=True)
class Follows:
    """The table knows it: trackers, or what else it keeps."""

    why: str


@dataclass(frozen=True)
class Elsewhere:
    """Another procedure, page or row is where players tell it."""

    why: str


@dataclass(frozen=True)
class NotAtTheTable:
    """Only a question without a game needs it, or a situation that the app leads in another way."""

    why: str


@dataclass(frozen=True)
class Open:
    """Players need it and cannot tell it yet."""

    why: str


Reason = Asked | Follows | Elsewhere | NotAtTheTable | Open


def paths(kind: Kind, at: str) -> Iterator[str]:
    """A field and all that it holds."""
    yield at
    inner = kind.kind if isinstance(kind, (ListOf, MapOf)) else kind
    if isinstance(inner, Record):
        for field in inner.fields:
            yield from paths(field.kind, f"{at}.{field.key}")


def every_field(rules: Ruleset) -> Iterator[str]:
    for opening in rules.openings:
        for field in opening.situation.fields:
            yield from paths(field.kind, f"{opening.key}.{field.key}")


# Seen


@cache
def told_by_touch(game: str) -> tuple[frozenset[str], frozenset[str]]:
    """The fields that a page or a question has been seen to ask for, and the questions met."""
    rules, fields, prompts = ALL[game], set[str](), set[str]()
    for opening in rules.openings:
        fields |= set(on_pages(rules, opening))
    for opening, state, args in chain(situations(rules), played(rules)):
        fields |= set(by_words(state, opening, args))
        if plan := rules.plan(opening.key):
            fields |= {f"{opening.key}.{path}" for path in on_a_plan(rules, state, plan, args)}
        for prompt in asked(rules, state, opening, args):
            prompts.add(f"{opening.key}.{prompt.key.partition(':')[0]}")
            fields |= {f"{opening.key}.{field.key}" for field in (prompt.fields or Record()).fields}
    return frozenset(fields), frozenset(prompts)


def on_pages(rules: Ruleset, opening: Opening) -> Iterator[str]:
    """What is asked for before a procedure without a plan opens, and what a plan is about."""
    plan = rules.plan(opening.key)
    keys = {plan.by, plan.at} if plan else {field.key for field in opening.situation.fields if field.required}
    keys |= set() if plan else {opening.actor, *(field.key for field in choices.fields_to_look_at(opening))}
    for field in opening.situation.fields:
        if field.key in keys:
            yield from paths(field.kind, f"{opening.key}.{field.key}")


def situations(rules: Ruleset) -> Iterator[tuple[Opening, GameState, Map[Value]]]:
    """Every example, and what its list of reasons adds to them, each on its table."""
    more = getattr(import_module(f"tests.games.{ROOMS[rules.key]}.reach"), "MORE", ())
    for told in (*(example.question for example in rules.examples), *more):
        question, _ = taken(QUESTION, frozen(told))
        assert isinstance(question, Map)
        opening, given = rules.opening(str(question["ask"])), question["situation"]
        assert isinstance(given, Map)
        args, _ = taken(opening.situation, parted(opening, given)[1])
        with suppress(Impossible, Unknown):
            assert isinstance(args, Map)
            yield opening, table_of(rules, opening, question, args), args


def played(rules: Ruleset) -> Iterator[tuple[Opening, GameState, Map[Value]]]:
    """Every deed of the golden games, on the table where it was begun."""
    for golden in sorted(PLAYED.glob(f"{rules.key}*.txt")):
        game = Game(RULESETS)
        for line in golden.read_text(encoding="utf-8").splitlines():
            if line.startswith("> "):
                game.do(json.loads(line[2:]))
        for state, event in zip(game.on.states, game.on.log, strict=False):
            if isinstance(event, Opened) and state.pending is None:
                yield rules.opening(event.procedure), state, event.args


def by_words(state: GameState, opening: Opening, args: Map[Value]) -> Iterator[str]:
    """What may be left out and is asked for where there are words to choose from."""
    if opening.choices:
        with suppress(Impossible, KeyError):
            for key, words in opening.words(state, args).items():
                yield from (f"{opening.key}.{key}",) if words else ()


def on_a_plan(rules: Ruleset, state: GameState, plan: DeedPlan, args: Map[Value]) -> set[str]:
    """What the page of a deed tells, whatever is tapped on it."""
    known = {**args, **plan.draft(args)}
    start: Draft = Map({key: value for key, value in known.items() if key in (plan.by, plan.at)})
    found, drafts = set[str](), [start]
    for draft in drafts:
        with suppress(Impossible, Unknown, Untold, KeyError):
            filled = drafting.fill(rules, state, plan, draft)
            found |= set(chain.from_iterable(flat(value, key) for key, value in filled.args.items()))
            if len(drafts) < 60:
                drafts += list(tapped(plan, filled))
    return found


def tapped(plan: DeedPlan, filled: drafting.Filled) -> Iterator[Draft]:
    """Every other answer by itself."""
    for fact in (*filled.facts, *chain.from_iterable(each.facts for each in filled.means)):
        answers = [value for value, _ in fact.answers] or list(range(min(2, 1 + (fact.most or 0))))
        for value in answers[:8]:
            yield filled.draft.put(fact.key, (value,) if fact.several else value)
    if plan.pick != "none":
        for each in filled.means:
            yield filled.draft.put(MEANS, each.key if plan.pick == "one" else (each.key,))


def flat(value: Value, at: str) -> Iterator[str]:
    yield at
    for each in value if isinstance(value, tuple) else ():
        yield from chain.from_iterable(flat(part, f"{at}.{key}") for key, part in each.items()) if isinstance(each, Map) else ()
    if isinstance(value, Map):
        for key, part in value.items():
            yield from flat(part, f"{at}.{key}")


def asked(rules: Ruleset, state: GameState, opening: Opening, args: Map[Value]) -> Iterator[Prompt]:
    """The questions of a procedure that is told as little as can be, by two ways of answering."""
    required = {field.key for field in opening.situation.fields if field.required} | {opening.actor}
    for told in (Map({key: value for key, value in args.items() if key in required}), args):
        for draws in ((0, 3, 5, 1, 2, 4), (1, 5, 5, 5, 3, 1)):
            yield from asked_by(rules, state, Opened(opening.key, told), draws)


def asked_by(rules: Ruleset, state: GameState, opened: Opened, draws: tuple[int, ...]) -> Iterator[Prompt]:
    session = Session(rules, state)
    with suppress(Impossible, Unknown, Untold, Endless, Refused, Stale, KeyError):
        session.overrule(opened)
        for _ in range(LONGEST):
            if (prompt := session.prompt) is None or not state_is_open(session):
                return
            slot = next((each for each in prompt.slots if each.key not in prompt.given), prompt)
            yield slot
            session.answer(by_default(slot) if slot.kind == "card" else reply(slot, draws), slot.key, overrule=True)


def state_is_open(session: Session) -> bool:
    return session.state.pending is not None
