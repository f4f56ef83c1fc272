"""What screens show, as plain rows: pure functions of a ruleset, a table and an open question.
No Kivy, no game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.playing import choices
from engine.playing.legality import offered
from engine.playing.opening import Opening
from engine.playing.outcome import last_outcome
from engine.playing.rules import Ruleset, Step, Tracker, seats_of
from engine.playing.session import Session
from engine.playing.turn import advanced, repeats
from engine.values.kinds import Field
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say, say_many
from screens.present.lines import (
    TAG,
    TAG_WORDS,
    TRAINING,
    ActionLine,
    ChipLine,
    MapLine,
    SeatTab,
    Standing,
    StatLine,
    StepLine,
    StoryLine,
    Tell,
    UnitLine,
    capital,
)
from screens.present.wording import Wording

WINNER = "winner"


class View(Wording):
    """A game as its players see it: names of seats, language, ruleset."""

    def __init__(self, rules: Ruleset, tell: Tell, seats: tuple[str, ...] = ()) -> None:
        super().__init__(rules, tell, seats)
        self._lines: dict[str, tuple[Unit, bool | None, UnitLine]] = {}

    # Where the game is

    def sub(self, state: GameState) -> str:
        """Who acts, and in which game."""
        who = seats_of(self.rules.step(state.step).who, state)
        title = self.tell(self.rules.title)
        return (
            self.tell(say("{player} to act, {game}", player=self.seat(who[0]), game=title)) if len(who) == 1 else title
        )

    def title(self, state: GameState) -> str:
        return self.tell(say("Turn {turn}, {step}", turn=state.turn, step=self.rules.step(state.step).name))

    def acting(self, state: GameState) -> str:
        """Who acts in this step."""
        who = seats_of(self.rules.step(state.step).who, state)
        return self.tell(say("both players")) if len(who) > 1 else self.seat(who[0]) if who else ""

    def steps(self, state: GameState, length: str) -> tuple[StepLine, ...]:
        """The checklist of the turn in one of three lengths."""
        place = self.rules.place(state.step)
        lines = []
        for n, step in enumerate(self.rules.steps):
            where = "done" if n < place else "now" if n == place else "later"
            if length == "full" or where == "now" or (length == "short" and n == place + 1):
                notes = self._notes(state, step, length) if where == "now" else ()
                lines.append(StepLine(step.key, self.tell(step.name), step.ref.id, where, notes))
        return tuple(lines)

    def _notes(self, state: GameState, step: Step, length: str) -> tuple[str, ...]:
        if length == "name":
            return ()
        left = self.waiting(state)
        first = (self.tell(say_many("one unit still to act", "{count} units still to act", len(left))),) if left else ()
        reminders = tuple(self.tell(reminder.text) for reminder in step.reminders[:2]) if length == "full" else ()
        return (*first, *reminders)

    def waiting(self, state: GameState) -> tuple[Unit, ...]:
        """Units that have not acted yet, of those that do in this step."""
        acted, seats = self.rules.glance.acted, seats_of(self.rules.step(state.step).who, state)
        return tuple(unit for unit in state.units.values() if unit.seat in seats and acted(state, unit) is False)

    def standing(self, state: GameState) -> tuple[tuple[str, str], ...]:
        """What both players watch, with its rule."""
        return tuple((self.tell(each.text), each.ref.id) for each in self.rules.glance.standing(state))

    def winner(self, state: GameState) -> str:
        """Who has won, as the game says it."""
        found = state.trackers.get(WINNER)
        return self.word(found) if isinstance(found, str) else ""

    def tabs(self, state: GameState) -> tuple[SeatTab, ...]:
        return tuple(SeatTab(seat, self.seat(seat), self._tab_fact(state, seat)) for seat in range(len(state.seats)))

    def _tab_fact(self, state: GameState, seat: int) -> str:
        """The score, where the game has one: how many still act stands below the step as well."""
        if score := self.rules.glance.score(state, seat):
            return self.tell(score)
        if left := sum(unit.seat == seat for unit in self.waiting(state)):
            return self.tell(say_many("one to act", "{count} to act", left))
        return self.tell(say_many("one unit", "{count} units", sum(1 for _ in state.standing(seat))))

    def stocks(self, state: GameState, seat: int) -> tuple[StatLine, ...]:
        """Counters of the seat and of the table; who has won stands above."""
        owners = ((f"@{seat}", "seat"), ("", "table"))
        return tuple(
            StatLine(f"{owner}/{tracker.key}", capital(self.tell(tracker.text)), self.held(state, owner, tracker))
            for owner, on in owners
            for tracker in self.rules.trackers
            if tracker.on == on and tracker.physical and tracker.key not in (WINNER, *self.rules.glance.unseen)
            if tracker.key in state.held(owner) or _counts(tracker)
        )

    def still(self, state: GameState, seat: int) -> tuple[tuple[str, str], ...]:
        """What a side can do while the other one acts, with its rules."""
        told = self.rules.glance.still(state, seat) if seat != state.seat else ()
        return tuple((capital(self.tell(each.text)), each.ref.id) for each in told)

    def map(self, state: GameState, seat: int) -> MapLine | None:
        """The rows of the board from one side, where the game counts them and somebody stands on
        them."""
        lanes, glance = self.rules.glance.lanes, self.rules.glance
        if not lanes:
            return None
        units = tuple(
            Standing(
                unit.id,
                glance.sign(unit),
                unit.seat,
                row if unit.seat == seat else lanes.rows + 1 - row,
                unit.count(lanes.column),
            )
            for unit in state.units.values()
            if unit.where == "table" and (row := unit.count(lanes.row))
        )
        joined = lanes.joined(state, seat)
        text = (
            say("The line reaches all rows")
            if joined == lanes.rows
            else say("Row {row} is empty: the line ends after row {last}", row=joined + 1, last=joined)
            if joined
            else say("Row 1 is empty: there is no line")
        )
        return MapLine(lanes.rows, lanes.columns, joined, units, self.tell(text), lanes.ref.id) if units else None

    def held(self, state: GameState, owner: str, tracker: Tracker) -> str:
        return (
            self.value(state.held(owner).get(tracker.key, tracker.default)) if tracker.key in state.held(owner) else "0"
        )

    def story(self, session: Session) -> StoryLine | None:
        """The last deed in words, where dice fell or the hands have something to do."""
        told = last_outcome(session)
        if not told or not (told.dice or told.hands):
            return None
        t = self.tell
        hands = tuple((capital(t(each.text)), each.ref.id) for each in told.hands)
        return StoryLine(capital(t(told.what)), tuple(capital(t(each)) for each in told.dice), hands)

    # Units

    def units(self, state: GameState, seat: int, chosen: str = "") -> tuple[UnitLine, ...]:
        """A force: who stands first, then who waits, then who is gone."""
        lines = [self.unit(state, unit, unit.id == chosen) for unit in state.units.values() if unit.seat == seat]
        return tuple(sorted(lines, key=lambda line: (line.gone, state.units[line.id].where != "table")))

    def unit(self, state: GameState, unit: Unit, chosen: bool = False) -> UnitLine:
        acted = self.rules.glance.acted(state, unit)
        known = self._lines.get(unit.id)
        if known and known[0] is unit and known[1] == acted and known[2].chosen == chosen:
            return known[2]
        fact = self.rules.glance.fact(unit)
        line = UnitLine(
            unit.id,
            self.rules.glance.sign(unit),
            unit.seat,
            unit.name,
            capital(self.tell(fact)) if fact else "",
            self.chips(unit, state),
            acted,
            unit.gone,
            chosen,
            unit.count(self.rules.glance.stepped) if self.rules.glance.stepped and unit.where == "table" else None,
        )
        self._lines[unit.id] = (unit, acted, line)
        return line

    def chips(self, unit: Unit, state: GameState | None = None) -> tuple[ChipLine, ...]:
        """Everything that lies on a unit or that it did; other units by their names."""
        units = state.units if state else {}
        look = "strong" if unit.gone else "quiet"
        first = () if unit.where == "table" else (ChipLine(look, "destroyed", capital(self.word(unit.where))),)
        own = (
            each
            for key, value in unit.trackers.items()
            if key not in (*self.rules.glance.unseen, self.rules.glance.stepped, TRAINING)
            for each in self._chip(key, self._counted(unit, key, _named(units, value)))
        )
        return (*first, *own)

    def _counted(self, unit: Unit, key: str, value: Value) -> Value:
        """Places that are numbers mean nothing to a player: how many there are does."""
        places = isinstance(value, tuple) and all(isinstance(each, int) for each in value)
        return len(value) if isinstance(value, tuple) and places and self.rules.glance.parts(unit, key) else value

    def _chip(self, key: str, value: Value) -> Iterator[ChipLine]:
        if key == TAG and value in TAG_WORDS:
            yield ChipLine("tag", str(value), capital(self.tell(TAG_WORDS[str(value)])))
            return
        glance, tracker = self.rules.glance, self.rules.tracker(key)
        look = "pending" if key in glance.face_down else "strong" if tracker and tracker.physical else "quiet"
        name = self.tell(tracker.text if tracker else key)
        if isinstance(value, tuple) and all(isinstance(each, str) for each in value):
            for each in value:
                yield ChipLine(look, glance.marks.get(str(each), str(each)), capital(self.word(str(each))))
        elif isinstance(value, Map):
            for place, each in value.items():
                words = self.tell(say("{name}: {value}", name=self.word(place), value=self._brief(each)))
                yield ChipLine(look, glance.marks.get(key, "circle-small"), capital(words))
        elif value is True:
            yield ChipLine(look, glance.marks.get(key, "check-bold"), capital(name))
        else:
            words = self.tell(say("{name}: {value}", name=name, value=self.value(value)))
            yield ChipLine(look, glance.marks.get(key, "circle-small"), capital(words))

    def _brief(self, value: Value) -> str:
        """What stands out of several facts: words and what is so, not what is not."""
        if not isinstance(value, Map):
            return self.value(value)
        said = [self.word(key) if each is True else self.value(each) for key, each in value.items() if each]
        return ", ".join(said) or self.value(None)

    def markers(self, state: GameState) -> tuple[tuple[ChipLine, int], ...]:
        """Every marker that should lie on the table, counted; a counter counts as many as it
        says."""
        found: dict[ChipLine, int] = {}
        for unit in state.units.values():
            for key, value in unit.trackers.items():
                tracker = self.rules.tracker(key)
                if unit.where != "table" or key in self.rules.glance.unseen or not (tracker and tracker.physical):
                    continue
                number = value if isinstance(value, int) and not isinstance(value, bool) else 1
                for chip in self._chip(key, True if isinstance(value, int) else _named(state.units, value)):
                    found[chip] = found.get(chip, 0) + number
        return tuple(found.items())

    def on_the_table(self, state: GameState) -> tuple[tuple[UnitLine, ...], tuple[UnitLine, ...]]:
        """Units that carry something or are gone, and those without a marker; who waits in
        reserve is on no table."""
        lines = [self._with_stepped(self.unit(state, unit)) for unit in state.units.values() if unit.where != "reserve"]
        return tuple(line for line in lines if line.chips), tuple(line for line in lines if not line.chips)

    def _with_stepped(self, line: UnitLine) -> UnitLine:
        """What has a plus and a minus on the table is a chip where it has none."""
        return (
            replace(line, chips=(*self._chip(self.rules.glance.stepped, line.stepped), *line.chips))
            if line.stepped
            else line
        )

    # What can be done

    def actions(self, state: GameState, unit: Unit) -> tuple[ActionLine, ...]:
        """What a unit can do now, in the order of the step, then why not the rest."""
        places = {offer.procedure: n for n, offer in enumerate(self.rules.step(state.step).offers)}
        found = [
            self._action(state, opening, Map({opening.actor: unit.id}))
            for opening in self.rules.openings
            if opening.actor and not opening.calculation and self._is_offered(opening.key) and not self._ranks(opening)
        ]
        return tuple(sorted(found, key=lambda line: (not line.allowed, places.get(line.key, len(places)))))

    def general(self, state: GameState) -> tuple[ActionLine, ...]:
        """What the step offers without naming a unit first."""
        seats = sorted(range(len(state.seats)), key=lambda seat: seat != state.seat)
        keys = dict.fromkeys(key for seat in seats for key in offered(self.rules, state, seat))
        openings = [opening for key in keys if not self._ranks(opening := self.rules.opening(key))]
        found = [(opening, self._action(state, opening, EMPTY)) for opening in openings]
        lines = [line for _, line in sorted(found, key=lambda pair: (not pair[0].actor, pair[0].calculation))]
        often = Counter(line.why for line in lines)  # what is said of several tells nothing of one
        return tuple(line if often[line.why] == 1 or not line.allowed else replace(line, why="") for line in lines)

    def _is_offered(self, key: str) -> bool:
        return any(offer.procedure == key for step in self.rules.steps for offer in step.offers)

    def _ranks(self, opening: Opening) -> bool:
        return choices.compares_targets(self.rules, opening)

    def _action(self, state: GameState, opening: Opening, args: Map[Value]) -> ActionLine:
        against = choices.why_not(self.rules, state, opening, args)
        why = self.refusal(against[0]) if against else self.tell(opening.ref.title)
        return ActionLine(opening.key, capital(self.tell(opening.text)), why, allowed=not against)

    def against(self, state: GameState, opening: Opening, args: Map[Value]) -> tuple[Refusal, ...]:
        return choices.refusals(self.rules, state, opening, args)

    def missing(self, state: GameState, opening: Opening, args: Mapping[str, Value]) -> Field | None:
        return choices.next_field(state, opening, Map(args))

    def looked_at(self, opening: Opening) -> tuple[Field, ...]:
        return choices.fields_to_look_at(opening)

    def candidates(
        self, state: GameState, opening: Opening, field: Field, args: Map[Value]
    ) -> tuple[tuple[UnitLine, str], ...]:
        """Units for a place in the situation with what speaks against each; of those who act who
        has not done so first."""
        found = [
            (self.unit(state, each.unit), self.refusal(each.against[0]) if each.against else "")
            for each in choices.candidates(self.rules, state, opening, field, args)
        ]
        acts = field.key == opening.actor
        return tuple(sorted(found, key=lambda pair: (bool(pair[1]), acts and pair[0].acted is True)))

    def onward(self, state: GameState) -> tuple[str, str]:
        """The step that follows, and who acts in it."""
        after = advanced(self.rules, state)
        return self.tell(self.rules.step(after.step).name), self.acting(after)

    def main_offer(self, state: GameState) -> str:
        return choices.main_offer(self.rules, state)

    def purpose(self, state: GameState) -> str:
        return choices.purpose(self.rules, state)

    def stays(self, state: GameState) -> bool:
        """Whether going on leads to the same step again."""
        return repeats(self.rules.step(state.step), state)


def _named(units: Mapping[str, Unit], value: Value) -> Value:
    """A unit that a tracker names, or several, as the players call them."""
    if isinstance(value, tuple):
        return tuple(_named(units, each) for each in value)
    return units[value].name if isinstance(value, str) and value in units else value


def _counts(tracker: Tracker) -> bool:
    return tracker.on == "seat" and not tracker.lasts and type(tracker.kind).__name__ == "Whole"
