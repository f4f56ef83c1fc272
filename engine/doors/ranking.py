"""The targets of an attacker, the best first: one situation is stated for all of them, and equal
targets are worked out once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from engine.playing.deeds import situation
from engine.playing.foresight import Foresight
from engine.playing.glance import Aim
from engine.playing.legality import forbidden
from engine.playing.opening import Opening
from engine.playing.plan import Foretold
from engine.playing.procedure import whole
from engine.playing.rules import Ruleset
from engine.playing.walk import TooLong
from engine.values.kinds import Kind, ListOf, MapOf
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Impossible, Refusal, Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

WORDS = {
    "destroyed": say("destroyed"),
    "broken": say("broken"),
    "hit": say("hit"),
    "hurt": say("hurt"),
    "weapon": say("weapon"),
    "range": say("range"),
    "cover": say("cover"),
    "terrain": say("terrain"),
    "order": say("order"),
    "crossfire": say("crossfire"),
}
"""Words for levels and stated fields, for games that have none of their own."""
NOTHING = (None, 0, "", "0", "no", "none", "nothing", ())


@dataclass(frozen=True, slots=True)
class Rank:
    """A target: the chance of each level that it has not come to yet, the worst for it first; what
    the rules say against it; why there are no chances."""

    unit: str
    chances: tuple[Fraction, ...] = ()
    against: tuple[Refusal, ...] = ()
    why: Text | str = ""


def levels(rules: Ruleset) -> tuple[Text | str, ...]:
    """The levels that a target may come to, in words."""
    return tuple(called(rules, key) for key, _, _ in _aim(rules).levels)


def called(rules: Ruleset, key: str) -> Text | str:
    """A key in a player's words."""
    return {**WORDS, **rules.words, **rules.glance.stats}.get(key, key)


def first_told(rules: Ruleset, state: GameState, attacker: str) -> Map[Value]:
    """The situation before the players change it; of several words, the first."""
    aim, words = _aim(rules), choices(rules, state, attacker)
    found = {key: words[key][0] if words.get(key) else value for key, value in aim.told.items()}
    return Map({key: value for key, value in found.items() if value is not None})


def choices(rules: Ruleset, state: GameState, attacker: str) -> dict[str, tuple[str, ...]]:
    """The words that a stated field can hold on this table, if its kind takes any text."""
    aim = _aim(rules)
    opening = rules.opening(aim.procedure)
    asked = opening.words(state, Map({aim.by: attacker}))
    own = {key: tuple(map(str, value)) for key, value in aim.told.items() if isinstance(value, tuple)}
    return {**own, **{key: words for key, words in asked.items() if key in aim.told}}


def quiet(state: GameState) -> GameState:
    """The table without its open procedure."""
    while state.pending:
        state = state.pending.start
    return state


def opened(rules: Ruleset, attacker: str, target: str, told: Mapping[str, Value]) -> Map[Value]:
    """The arguments that the attack is opened with: the stated situation without fields that are
    asked later."""
    aim = _aim(rules)
    at = rules.opening(aim.procedure).situation.field(aim.at)
    bound = _bound(rules, attacker, target)
    return Map({**told, **bound} if at and at.required else {**told, aim.by: bound[aim.by]})


@dataclass(frozen=True, slots=True)
class Ranking:
    """One attacker and one stated situation; `step` is called at every question and may raise to
    stop the work.

    Rankings of one table may share `known`: equal attackers against equal targets are worked out
    once.
    """

    rules: Ruleset
    state: GameState
    attacker: str
    told: Map[Value] = EMPTY
    step: Callable[[], None] = lambda: None
    known: dict[Hashable, Rank] = field(default_factory=dict)
    named: dict[GameState, frozenset[str]] = field(default_factory=dict)

    def targets(self) -> tuple[Unit, ...]:
        """The enemy units on the table."""
        seat = self.state.unit(self.attacker).seat
        return tuple(unit for unit in self.state.standing() if unit.seat != seat)

    def ranks(self) -> Iterator[Rank]:
        """Every target, as soon as it is worked out."""
        return (self.rank(unit) for unit in self.targets())

    def ranked(self) -> tuple[Rank, ...]:
        return best_first(self.ranks())

    def rank(self, target: Unit) -> Rank:
        key = self.alike(self.state.unit(self.attacker)), self.alike(target), self.told
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._judged(target)
            return found
        return replace(found, unit=target.id, against=self._against(self._args(target)) if found.against else ())

    def alike(self, unit: Unit) -> Hashable:
        """What units have in common if their chances are equal; a unit that something on the table
        names is equal to no other."""
        if unit.id in self._names():
            return unit.id
        declared = {key: value for key, value in unit.trackers.items() if self.rules.tracker(key) and key != "name"}
        return unit.seat, unit.card, Map(declared)

    def _names(self) -> frozenset[str]:
        if self.state not in self.named:
            self.named[self.state] = frozenset(_named(self.state))
        return self.named[self.state]

    def _args(self, target: Unit) -> Map[Value]:
        aim = _aim(self.rules)
        told = {**self.told, **aim.assumed, **_bound(self.rules, self.attacker, target.id)}
        return situation(self.rules, aim.procedure, Map(told))

    def _against(self, args: Map[Value]) -> tuple[Refusal, ...]:
        return tuple(forbidden(self.rules, self.state, _aim(self.rules).procedure, args))

    def _judged(self, target: Unit) -> Rank:
        try:
            args = self._args(target)
        except Impossible as no:
            return Rank(target.id, why=no.why)
        ranked = _ranked(self.rules, self.state, _aim(self.rules).procedure, args, target.id, self.step)
        return replace(ranked, against=self._against(args))


def foretell(rules: Ruleset, state: GameState, told: Foretold, target: str, step: Callable[[], None]) -> Rank:
    """What becomes of one target by the dice of a deed."""
    try:
        args = situation(rules, told.procedure, told.args)
    except Impossible as no:
        return Rank(target, why=no.why)
    return _ranked(rules, state, told.procedure, args, target, step)


def _ranked(
    rules: Ruleset, state: GameState, procedure: str, args: Map[Value], target: str, step: Callable[[], None]
) -> Rank:
    try:
        return Rank(target, _chances(rules, state, procedure, args, target, step))
    except TooLong:
        return Rank(target, why=say("too long to work out"))
    except Unknown as no:
        return Rank(target, why=say("the card does not state {value}", value=called(rules, str(no.path[0]))))
    except Impossible as no:
        return Rank(target, why=no.why)


def _chances(
    rules: Ruleset, state: GameState, procedure: str, args: Map[Value], target: str, step: Callable[[], None]
) -> tuple[Fraction, ...]:
    opening = rules.opening(procedure)
    level = _level(rules, opening, target, args)
    found, reached = Foresight(state, whole(opening, args), {"level": level}, step=step).first(), level(quiet(state))
    chances, every = found.chances["level"], enumerate(_aim(rules).levels)
    lies = (n >= reached and is_a_state(value) for n, (_, _, value) in every)
    return tuple(Fraction(0) if lying else chances.get(n, Fraction(0)) for n, lying in enumerate(lies))


def is_a_state(level: str) -> bool:
    """Whether a level is a word for what a unit is, which it may be before any die; else it is what
    the dice did."""
    return bool(level) and level not in ("yes", "no")


def common(ranks: Iterable[Rank]) -> tuple[Refusal, ...]:
    """The refusals of every target alike: they speak against the attacker, not against a target."""
    found = [rank.against for rank in ranks]
    return tuple(no for no in (found[0] if found else ()) if all(no in others for others in found))


def best_first(ranks: Iterable[Rank]) -> tuple[Rank, ...]:
    """Allowed targets before forbidden ones; the likeliest worst fate first, then the next; targets
    without chances last. Refusals that all have in common are left out."""
    every = tuple(ranks)
    alike = common(every)
    own = (replace(rank, against=tuple(no for no in rank.against if no not in alike)) for rank in every)
    return tuple(
        sorted(own, key=lambda rank: (bool(rank.against), not rank.chances, [-chance for chance in rank.chances]))
    )


def _aim(rules: Ruleset) -> Aim:
    if rules.aim is None:
        raise Impossible(say("this game compares no targets"))
    return rules.aim


def _bound(rules: Ruleset, attacker: str, target: str) -> dict[str, Value]:
    """The two units as arguments of the procedure: by name, in a list, or one by the other."""
    aim = _aim(rules)
    fields = rules.opening(aim.procedure).situation
    return {
        key: _as_told(fields.field(key).kind, attacker, unit)  # type: ignore[union-attr]  # an aim names its own fields
        for key, unit in ((aim.by, attacker), (aim.at, target))
    }


def _as_told(kind: Kind, attacker: str, unit: str) -> Value:
    return (unit,) if isinstance(kind, ListOf) else Map({attacker: unit}) if isinstance(kind, MapOf) else unit


def _level(rules: Ruleset, opening: Opening, target: str, args: Map[Value]) -> Callable[[GameState], int]:
    """The first level that a table reaches; the number of levels if it reaches none."""
    shows, wanted = opening.outcomes(args), _aim(rules).levels
    names = tuple(dict.fromkeys(outcome for _, outcome, _ in wanted))

    def outcome_of(after: GameState, outcome: str) -> Value:
        show = shows.get(f"{outcome}:{target}") or shows.get(outcome)
        return show(after) if show else after.unit(target).trackers.get(outcome)

    def level(after: GameState) -> int:
        found = {outcome: outcome_of(after, outcome) for outcome in names}
        reached = (found[outcome] == value if value else found[outcome] not in NOTHING for _, outcome, value in wanted)
        return next((n for n, yes in enumerate(reached) if yes), len(wanted))

    return level


def _named(state: GameState) -> Iterator[str]:
    """Every word that stands on the table, names of units among them."""
    yield from (name.partition("/")[0] for name in state.ends)
    for held in (state.trackers, *state.seats, *(unit.trackers for unit in state.units.values())):
        yield from _words(held)


def _words(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Map):
        for key, each in value.items():
            yield key
            yield from _words(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from _words(each)
