"""What screens show, as plain rows: pure functions of a ruleset, a table and an open question.
No Kivy, no game."""

from __future__ import annotations

from engine.playing.duties import units_to_act
from engine.playing.hands import PLACED, Handwork
from engine.playing.outcome import in_parts, last_outcome
from engine.playing.rules import Ruleset, Step, Tracker, seats_of
from engine.playing.session import Session
from engine.playing.turn import advanced
from engine.values.table import GameState, Unit
from engine.values.texts import say, say_many
from screens.present.deeds import Deeds
from screens.present.lines import GaugeLine, SeatTab, StatLine, StepLine, StoryLine, Tell, capital
from screens.present.roster import Roster
from screens.present.shelf import result, versus
from screens.present.wording import Wording

WINNER = "winner"


class View:
    """A game as its players see it: where it is; with its words, its units, and what can be
    done."""

    def __init__(self, rules: Ruleset, tell: Tell, seats: tuple[str, ...] = ()) -> None:
        self.rules, self.tell = rules, tell
        self.words = Wording(rules, tell, seats)
        self.roster = Roster(rules, tell, self.words)
        self.deeds = Deeds(rules, tell, self.words, self.roster)

    # Where the game is

    def sub(self, state: GameState) -> str:
        """Who acts, and in which game."""
        who = seats_of(self.rules.step(state.step).who, state)
        title = self.tell(self.rules.title)
        return (
            self.tell(say("{player} to act, {game}", player=self.words.seat(who[0]), game=title))
            if len(who) == 1
            else title
        )

    def title(self, state: GameState) -> str:
        turn = self.rules.in_turn(state.turn)
        return self.tell(say("{turn}, {step}", turn=turn, step=self.rules.step(state.step).name))

    def acting(self, state: GameState) -> str:
        """Who acts in this step."""
        who = seats_of(self.rules.step(state.step).who, state)
        return self.tell(say("both players")) if len(who) > 1 else self.words.seat(who[0]) if who else ""

    def doing(self, state: GameState) -> str:
        """Who acts now."""
        who = seats_of(self.rules.step(state.step).who, state)
        return self.tell(say("{player} acts now", player=self.words.seat(who[0]))) if len(who) == 1 else ""

    def standing_of(self, state: GameState, seat: int, named: bool) -> str:
        """How a side stands, by its name where that is not told beside it."""
        fact = self._tab_fact(state, seat)
        return self.tell(say("{name}: {value}", name=self.words.seat(seat), value=fact)) if named else capital(fact)

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
        return units_to_act(self.rules, state)

    def watched(self, state: GameState) -> tuple[tuple[str, str], ...]:
        """What both players watch, with its rule."""
        return tuple((self.tell(each.text), each.ref.id) for each in self.rules.glance.watched(state))

    def winner(self, state: GameState) -> str:
        """Who has won, as the game says it."""
        found = state.trackers.get(WINNER)
        return self.words.word(found) if isinstance(found, str) else ""

    def tabs(self, state: GameState) -> tuple[SeatTab, ...]:
        return tuple(
            SeatTab(seat, self.words.seat(seat), self._tab_fact(state, seat)) for seat in range(len(state.seats))
        )

    def _tab_fact(self, state: GameState, seat: int) -> str:
        """How it stands, where the game says so: how many still act is told below the step as
        well."""
        if stands := self.rules.standing(state).sides[seat].text:
            return self.tell(stands)
        if left := sum(unit.seat == seat for unit in self.waiting(state)):
            return self.tell(say_many("one to act", "{count} to act", left))
        return self.tell(say_many("one unit", "{count} units", sum(1 for _ in state.standing(seat))))

    def stocks(self, state: GameState, seat: int) -> tuple[StatLine, ...]:
        """Counters of the seat and of the table; who has won stands above."""
        owners, scale = ((f"@{seat}", "seat"), ("", "table")), self.rules.glance.gauge(state, seat)
        return tuple(
            StatLine(f"{owner}/{tracker.key}", capital(self.tell(tracker.text)), self.held(state, owner, tracker))
            for owner, on in owners
            for tracker in self.rules.trackers
            if tracker.on == on and tracker.physical and tracker.key not in (WINNER, *self.rules.glance.unseen)
            if tracker.key in state.held(owner) or (_counts(tracker) and not (scale and tracker.key in scale.with_it))
        )

    def gauge(self, state: GameState, seat: int) -> GaugeLine | None:
        """The counter of a side that is drawn as a scale."""
        found = self.rules.glance.gauge(state, seat)
        tracker = self.rules.tracker(found.tracker) if found else None
        if not found or not tracker:
            return None
        return GaugeLine(
            f"@{seat}/{tracker.key}",
            capital(self.tell(tracker.text)),
            found.held,
            found.most,
            self.tell(say("{left} of {whole}", left=str(found.held), whole=str(found.most))),
            tuple((self.tell(text), count) for text, count in found.coming),
            (found.tracker, *found.with_it),
        )

    def still(self, state: GameState, seat: int) -> tuple[tuple[str, str], ...]:
        """What a side can do while the other one acts, with its rules."""
        told = self.rules.glance.still(state, seat) if seat != state.seat else ()
        return tuple((capital(self.tell(each.text)), each.ref.id) for each in told)

    def held(self, state: GameState, owner: str, tracker: Tracker) -> str:
        return (
            self.words.value(state.held(owner).get(tracker.key, tracker.default))
            if tracker.key in state.held(owner)
            else "0"
        )

    def story(self, session: Session) -> StoryLine | None:
        """The last deed in words, where dice fell, the hands have something to do, or it came to
        something that has words of its own."""
        told = last_outcome(session)
        if not told or not (told.dice or told.hands or told.is_news):
            return None
        t = self.tell
        hands, follows = (
            tuple((capital(t(each.text)), each.ref.id) for each in lines) for lines in (told.hands, told.follows)
        )
        dice, moved = tuple(capital(t(each)) for each in told.dice), tuple(map(self._moved, told.hands))
        doing, results = in_parts(told.what)
        came_to = tuple(capital(t(each)) for each in results or (told.what,))
        who = capital(t(doing)) if results else ""
        kind = self._kind(told.procedure)
        return StoryLine(capital(t(told.what)), dice, hands, follows, told.done, moved, *kind, told.first, came_to, who)

    def _moved(self, hand: Handwork) -> tuple[str, bool]:
        """The marker that a line for the hands is about, and whether it lies face down: the one
        that its sentence names, the sign of a loss, or that of its tracker."""
        glance, marker = self.rules.glance, hand.text.values.get("marker")
        named = next((key for key, word in self.rules.words.items() if word == marker), "")
        is_loss = hand.text.key == PLACED["destroyed"].key or hand.tracker == self.rules.tale.models
        mark = named or ("destroyed" if is_loss else hand.tracker)
        return glance.marks.get(mark, mark), hand.tracker in glance.face_down

    def _kind(self, procedure: str) -> tuple[str, str]:
        """A kind of deed among those of all games, and its name; of steps that went on none."""
        return (
            (f"{self.rules.key}/{procedure}", capital(self.tell(self.rules.opening(procedure).text)))
            if procedure
            else ("", "")
        )

    def versus(self) -> str:
        """Who plays against whom."""
        return versus(self.tell, self.rules, self.words.seats)

    def result(self, state: GameState) -> str:
        """How the game ended."""
        winner, turn = str(state.trackers.get(WINNER)), self.rules.in_turn(state.turn)
        return result(self.tell, self.rules, self.words.seats, winner, turn)

    def onward(self, state: GameState) -> tuple[str, str]:
        """The step that follows, and who acts in it."""
        after = advanced(self.rules, state)
        return self.tell(self.rules.step(after.step).name), self.acting(after)


def _counts(tracker: Tracker) -> bool:
    return tracker.on == "seat" and not tracker.lasts and type(tracker.kind).__name__ == "Whole"
