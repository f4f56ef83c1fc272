"""Forces for a new game, and the game that begins with them on the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from carddb.armies import Armies
from carddb.cards import Card
from carddb.fielding import put_on_table
from carddb.samples import Sample, sample_armies
from carddb.templates import templates
from carddb.trouble import Trouble
from engine.playing.fold import apply
from engine.playing.open_turn import by_template
from engine.playing.plan import DeedPlan
from engine.playing.rules import Ruleset
from engine.values.events import OptionSet, UnitAdded
from engine.values.maps import thawed
from engine.values.table import GameState
from engine.values.texts import Text, english, say
from screens.app.context import Context
from screens.present.deeds import targets_place


class Force(NamedTuple):
    """Units for one seat, from wherever they come; `onto` makes the events that bring them to a
    table."""

    seat: int
    name: str
    cards: tuple[Card, ...]
    onto: Callable[[GameState], tuple[UnitAdded, ...]]


class Muster:
    """Brings forces to a table."""

    def __init__(self, context: Context) -> None:
        self.context, self.nav, self.tell = context, context.navigator, context.tell

    def forces(self, game: str, seat: int) -> dict[str, Force]:
        """All armies a seat can be given, under keys that hold: samples first."""
        samples = {
            f"sample{n}": self.ready_made(each) for n, each in enumerate(sample_armies(game)) if each.seat == seat
        }
        armies = Armies(self.context.library)
        own = {
            army.id: Force(seat, army.name, armies.units(army), partial(armies.put_on_table, army, seat))
            for army in armies.all(game)
            if army.rows
        }
        return {**samples, **own}

    def ready_made(self, sample: Sample) -> Force:
        seat, cards = sample.seat, sample.cards
        return Force(seat, self.tell(sample.name), cards, lambda table: put_on_table(cards, seat, table))

    def start(
        self,
        key: str,
        readings: dict[str, Any],
        names: tuple[str, ...],
        armies: tuple[Force, ...],
        turn: int,
        model: str = "",
        odds: dict[str, Any] | None = None,
    ) -> None:
        """A game with its units on the table: it begins with them, so that undo stops where the
        players begin. `model` is a template of a game of one's own; `odds` are the cards that have
        a table to themselves, as the page on which they were chosen knows them."""
        rules = self.context.rulesets[key]
        start = replace(rules.opened(), turn=turn)
        if odds and (procedure := _calculated(rules)):
            start = replace(start, step=_step_of(rules, procedure))
        for template in templates(self.context.store, key) if model else ():
            start = by_template(rules, start, template.values) if template.name == model else start
        for option, value in (readings or self.context.preferences.readings(key)).items():
            start = apply(rules, start, OptionSet(option, value))
        names = names or tuple(self._side(rules, army) for army in armies)
        for army in armies:
            for event in army.onto(start):
                start = apply(rules, start, event)
        versus = english(say("{first} against {second}", first=names[0], second=names[1])) if len(names) > 1 else ""
        game = self.context.store.new_game(key, start, versus, names)
        if odds:
            self._forget_odds(game.key)
        self.context.desk.take(game)
        places = _odds_places(rules, start, odds) if odds else ({"screen": "table"},)
        self.nav.replace({"screen": "home"}, *places)
        self.context.app.remember()

    def calculate(self, key: str, forces: tuple[Force, ...], odds: dict[str, Any]) -> None:
        """What would come of it: no game, but a table of their own. Sides of one name are told
        apart by a number."""
        names = tuple(self._side(self.context.rulesets[key], force) for force in forces)
        if len({*names}) < len(names):
            names = tuple(f"{name} {seat}" for seat, name in enumerate(names, 1))
        self.start(key, {}, names, forces, 1, odds=odds)

    def _forget_odds(self, key: str) -> None:
        """The table of the last quick odds goes when the next one comes."""
        last = str(self.context.preferences.get("odds", ""))
        try:
            self.context.store.settings.set("odds", key)
            if last:
                self.context.store.delete_game(last)
        except Trouble as no:
            self.nav.said = no.why

    def side(self, rules: Ruleset, army: Force) -> Text | str:
        """The side an army is of, where its cards say so, else its own name."""
        found = ({card.values.get(key) for card in army.cards} - {None} for key in ("side", "army"))
        side = next((sides.pop() for sides in found if len(sides) == 1), None)
        return rules.word(side) if isinstance(side, str) else army.name

    def _side(self, rules: Ruleset, army: Force) -> str:
        """The name of a player by his side, in the language of keys."""
        return english(self.side(rules, army))


def bare_plan(rules: Ruleset) -> DeedPlan | None:
    """The deed that can be opened over any cards, without a game."""
    return next((plan for plan in rules.plans if plan.over_cards), None)


def _calculated(rules: Ruleset) -> str:
    """The procedure that quick odds are about."""
    plan = bare_plan(rules)
    return plan.procedure if plan else rules.aim.procedure if rules.aim else ""


def _odds_places(rules: Ruleset, table: GameState, odds: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """Where the chances of the one against the other are; the way back leads to other cards."""
    again = {"screen": "setup", "odds": True, "game": rules.key, **odds}
    if (plan := bare_plan(rules)) and plan.over_cards:
        return again, {"screen": "deed", "procedure": plan.procedure, "with": thawed(plan.over_cards(table))}
    return again, targets_place(rules, next(iter(table.units)))


def _step_of(rules: Ruleset, procedure: str) -> str:
    """The step that is there for it."""
    return next(
        (step.key for step in rules.steps if procedure in {offer.procedure for offer in step.offers}),
        rules.steps[0].key,
    )
