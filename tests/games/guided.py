"""A player who only presses the large button, and answers at random what is asked."""

from __future__ import annotations

from itertools import product
from random import Random

from engine.playing import choices
from engine.playing.answers import by_default
from engine.playing.duties import Agenda, Next, agenda
from engine.playing.opening import Opening
from engine.playing.rules import Ruleset
from engine.playing.session import Refused, Session
from engine.values.events import Advanced, Opened
from engine.values.kinds import Field, ListOf, UnitId
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Impossible, Prompt
from engine.values.table import GameState
from tests.games.taps import reply, some

TRIES = 40


class Newcomer:
    """What he pressed, and the session it was pressed in."""

    def __init__(self, rules: Ruleset, start: GameState, seed: int) -> None:
        self.rules, self.session, self.chance = rules, Session(rules, start), Random(seed)
        self.pressed: list[str] = []

    def press(self) -> bool:
        """One press of the large button; no once the game is over."""
        guide = agenda(self.rules, self.session.state)
        self.pressed.append(f"turn {self.session.state.turn} {self.session.state.step}: {guide.next.value} {guide.text.key}")
        match guide.next:
            case Next.ANSWER:
                self.answer()
            case Next.OPEN:
                self.session.dispatch(self.opened(guide.due[0].procedure, guide.due[0].args))
            case Next.ACT:
                self.act(guide)
            case Next.ADVANCE:
                self.go_on(guide)
            case Next.OVER:
                return False
        return True

    def go_on(self, guide: Agenda) -> None:
        assert guide.onward
        for _ in range(1 + len(guide.onward.passes)):
            assert not agenda(self.rules, self.session.state).due
            self.session.dispatch(Advanced())
        state = self.session.state
        assert (state.turn, state.step, state.seat) == (guide.onward.turn, guide.onward.step, guide.onward.seat)

    def act(self, guide: Agenda) -> None:
        """What the step is for, by somebody who may; what the rules forbid is told otherwise."""
        for _ in range(TRIES):
            try:
                return self.session.dispatch(self.opened(guide.deed, EMPTY))
            except (Refused, Impossible):
                continue
        self.session.dispatch(Advanced())  # nobody finds anything to do: the way on stands beside the button

    def opened(self, procedure: str, args: Map[Value]) -> Opened:
        opening = self.rules.opening(procedure)
        while field := choices.next_field(self.session.state, opening, args):
            args = args.put(field.key, self.chosen(opening, field, args))
        return Opened(procedure, args)

    def chosen(self, opening: Opening, field: Field, args: Map[Value]) -> Value:
        """What a player could choose: a unit nothing speaks against, a word that fits."""
        state = self.session.state
        kind = field.kind.kind if isinstance(field.kind, ListOf) else field.kind
        if isinstance(kind, UnitId):
            found = [each.unit.id for each in choices.candidates(self.rules, state, opening, field, args) if not each.against]
            if not found:
                raise Impossible(f"nobody for {field.key}")
            unit = self.chance.choice(found)
            return (unit,) if isinstance(field.kind, ListOf) else unit
        words = opening.words(state, args).get(field.key)
        if not words:
            return some(field.kind, self.chance.randrange(99))
        return self.several(opening, field, words, args) if isinstance(field.kind, ListOf) else self.chance.choice(words)

    def several(self, opening: Opening, field: Field, words: tuple[str, ...], args: Map[Value]) -> Value:
        """One or two words that nothing speaks against."""
        every = [*((word,) for word in words), *product(words, repeat=2)]
        for found in self.chance.sample(every, len(every)):
            if not any(opening.refusals(self.session.state, args.put(field.key, found), early=True)):
                return found
        raise Impossible(f"nothing fits {field.key}")

    def answer(self) -> None:
        prompt = self.session.prompt
        assert prompt
        slot = next((each for each in prompt.slots if each.key not in prompt.given), prompt)
        for _ in range(TRIES):
            try:
                return self.session.answer(self.reply(slot), slot.key)
            except (Refused, Impossible):
                continue
        self.session.answer(by_default(slot), slot.key)

    def reply(self, prompt: Prompt) -> Value:
        if prompt.kind == "choice":
            return self.chance.choice([each.key for each in prompt.options if not each.refusal] or [prompt.options[0].key])
        if prompt.kind == "card":
            return self.chance.randrange(1, 6)
        return reply(prompt, [self.chance.randrange(99) for _ in range(60)])
