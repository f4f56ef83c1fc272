"""The open game: what is done to it, what the rules say to that, and what the app does by itself
as the players wish."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Literal

from kivy.clock import Clock

from carddb.saves import Game
from carddb.trouble import Trouble
from engine.playing.answers import Stale, only_answer
from engine.playing.duties import Next
from engine.playing.outcome import redo_text, undo_text
from engine.playing.rules import Ruleset, Tracker
from engine.playing.session import Refused, Session
from engine.values.events import Advanced, Amended, Answered, Event, Opened, Redone, Ticked, TrackerSet, Undone
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Prompt, Refusal
from engine.values.table import GameState
from engine.values.texts import Text, say
from link.pipe import OnTheWay
from screens.app.navigator import Navigator, Place
from screens.app.telling import Telling
from screens.present.lines import StoryLine, capital
from screens.present.onward import Deed
from screens.present.prospects import Fates
from screens.present.view import View
from screens.widgets.press import PushButton
from screens.widgets.rows import note
from screens.widgets.running import Running
from screens.widgets.words import Words

if TYPE_CHECKING:
    from screens.app.context import Context

Source = Literal["table", "app"]
MOST_ENDED = 30
"""Things that end with a step and are told one by one."""
PASSING = ("pick", "ask", "outcome", "ending")
"""Pages of one deed: the next question takes their place."""
LOCK = 0.3
"""Seconds without taps after a phase change: two fast taps never skip a phase."""


class Table:
    """A page never writes: it calls `act` with what is to happen."""

    is_past = False
    was = ""
    """What an old question was answered with."""

    def __init__(self, context: Context, game: Game) -> None:
        self.context, self.game = context, game
        self.dress()
        self.fates: dict[str, Fates] = {}
        self._left: list[Callable[[], object]] = []
        self._asked: tuple[GameState, Prompt | None] | None = None
        self._began = (self.state.turn, self.state.step)
        self._undo_label: tuple[int, Text | None] | None = None
        self._decided = bool(self.view.winner(self.state))

    def dress(self) -> None:
        """In the words of the running language."""
        Running.sides = self.game.header.seats
        self.view = View(self.rules, self.context.tell, self.game.header.seats)
        self._story: tuple[int, StoryLine | None] | None = None
        self._laid: GameState | None = None

    def listen(self) -> None:
        self.session.listeners.append(self.follow)

    def swap(self, game: Game) -> None:
        """The same game, as this device may see it now."""
        self.stop_listening()
        self.game = game
        self._asked = self._story = self._undo_label = None
        self.listen()

    def stop_listening(self) -> None:
        if self.follow in self.session.listeners:
            self.session.listeners.remove(self.follow)

    @property
    def nav(self) -> Navigator:
        return self.context.navigator

    def tell(self, text: Text | str) -> str:
        return self.context.tell(text)

    @property
    def session(self) -> Session:
        return self.game.session

    @property
    def rules(self) -> Ruleset:
        return self.session.rules

    @property
    def state(self) -> GameState:
        return self.session.state

    @property
    def prompt(self) -> Prompt | None:
        """The open question, looked up once for each table."""
        if self._asked is None or self._asked[0] is not self.state:
            self._asked = (self.state, self.session.prompt)
        return self._asked[1]

    @property
    def undoes(self) -> Event | None:
        """What undo would take back."""
        return self.session.undoes or self.game.before

    @property
    def saved(self) -> str:
        """When the last tap was saved, and what undo would take back."""
        if not self.undo_label:
            return ""
        return self.tell(say("Saved {time}. Undo: {what}", time=self.game.saver.at[11:16], what=self.undo_label))

    @property
    def undo_label(self) -> Text | None:
        """What undo would take back, in words: what happened by it, where a deed has ended."""
        now = len(self.session.journal)
        if self._undo_label is None or self._undo_label[0] != now:
            before = self.game.before
            self._undo_label = (now, undo_text(self.session) or (before.label if before else None))
        return self._undo_label[1]

    @property
    def redo_label(self) -> Text | None:
        """What redo would bring back, in words."""
        return redo_text(self.session)

    @property
    def told(self) -> tuple[str, ...]:
        """What the store has to say about this game."""
        return tuple(capital(self.tell(each)) for each in self.game.told)

    @property
    def warning(self) -> str:
        return capital(self.tell(self.game.warning)) if self.game.warning else ""

    @property
    def story(self) -> StoryLine | None:
        """What was just done, until the hands have done their part or something new is done."""
        told = self.told_last
        return None if told is None or told.is_laid or self._laid is self.state else told

    @property
    def told_last(self) -> StoryLine | None:
        """The last deed in words, looked up once for each entry."""
        now = len(self.session.journal)
        if self._story is None or self._story[0] != now:
            self._story = (now, self.view.story(self.session))
        return self._story[1]

    def lay(self) -> None:
        """The hands have done what the story says: every line is ticked."""
        story, self._laid = self.story, self.state
        left = [n for n, _ in enumerate(story.hands) if n not in story.done] if story else []
        listeners, self.session.listeners = self.session.listeners, self.session.listeners[:1]  # drawn once
        self.each(*(partial(self.enter, Ticked(n)) for n in left))
        self.session.listeners = listeners
        self.nav.show()

    # What is done to it

    def act(self, what: Callable[[], object], anyway: Callable[[], object] | None = None) -> bool:
        """Do something to the game; what the rules forbid can be overruled, what makes no sense
        is said."""
        try:
            what()
        except Refused as no:
            self._refused(no.why, anyway)
            return False
        except (Impossible, Stale, Trouble) as no:
            self.nav.complain(no.why)
            return False
        except OnTheWay:
            self.nav.close_sheet()
            self.context.link.at.show()
        if self.context.preferences.get("haptics", True):
            self.context.device.buzz()
        return True

    def each(self, *acts: Callable[[], object]) -> None:
        """One after the other, as long as none is refused; a guest waits for the host's word before
        the next."""
        if self.context.link.at.is_waiting:
            for act in acts[:1]:  # which says so
                act()
        else:
            self._left = [*acts, *self._left]
            self.go_on()

    def go_on(self) -> None:
        """What is left to be done of the last tap."""
        while self._left and not self.context.link.at.is_waiting:
            if self._left.pop(0)() is False:
                self._left = []

    def leave_it(self) -> None:
        """The rest of the last tap is not done."""
        self._left = []

    def enter(self, event: Event) -> bool:
        session = self.session
        return self.act(lambda: session.dispatch(event), lambda: session.overrule(event))

    def open(self, procedure: str, **args: Value) -> bool:
        return self.enter(Opened(procedure, Map(args)))

    def set_by_hand(self, owner: str, tracker: str, value: Value) -> None:
        """By hand; where nothing changes nothing has happened."""
        if (self.state.held(owner).get(tracker) or None) != (value or None):
            self.enter(TrackerSet(owner, tracker, value or None))

    def field(self, units: Iterable[Event]) -> None:
        """Units onto the table, and on to it."""
        back = partial(self.nav.replace, {"screen": "home"}, {"screen": "table"})
        self.each(*(partial(self._put_down, event) for event in units), back)

    def _put_down(self, event: Event) -> None:
        """One unit; the others come whatever the rules say to this one."""
        self.enter(event)

    def answer(self, value: Value, slot: str = "", source: Source = "table") -> bool:
        session = self.session
        return self.act(
            lambda: session.answer(value, slot, source), lambda: session.answer(value, slot, source, overrule=True)
        )

    def undo(self) -> None:
        """One tap back, past what the app answered by itself."""
        if self.undoes and self.act(self.game.undo) and self.prompt and only_answer(self.prompt) is not None:
            self.undo()

    def undo_procedure(self) -> bool:
        return self.act(self.session.undo_procedure)

    def advance(self, leave: bool = False, steps: int = 1) -> None:
        """On to the next step, past those in which nothing is to be done."""
        self.each(*(partial(self.enter, Advanced(leave)) for _ in range(steps)), partial(self._arrive, self.state))

    def _arrive(self, before: GameState) -> None:
        """In another step, after this table."""
        self._lock()
        if not self.context.preferences.get("resets", True):
            self._ask_resets(before)

    def go_on_with(self, deed: Deed) -> None:
        """What an answer has led to, unless a page tells first what has happened."""
        if self.nav.here["screen"] != "table":
            return
        if deed.next is Next.ADVANCE:
            self.advance(steps=deed.steps)
        else:
            self.open(deed.procedure, **deed.args)

    def _lock(self) -> None:
        self.nav.root_widget.deaf_until = Clock.get_time() + LOCK

    def _refused(self, why: tuple[Refusal, ...], anyway: Callable[[], object] | None) -> None:
        t, nav = self.tell, self.nav

        def go_on() -> None:
            nav.close_sheet()
            if anyway:
                self.act(anyway)

        sub = t(say("The history will say so"))
        nav.sheet(
            Words(t(say("The rules say no")), "title"),
            *(Words(self.view.words.refusal(no), "body") for no in why),
            PushButton(t(say("Leave it")), nav.close_sheet, "primary"),
            PushButton(t(say("Do it anyway")), go_on, "outline", "alert-outline", sub) if anyway else None,
        )

    # What follows

    def follow(self) -> None:
        """The table has changed: questions open their page where they are asked, answered ones
        close it."""
        nav = self.nav
        if nav.open_sheet and nav.open_sheet.refresh and not self.prompt:
            nav.open_sheet.refresh()
        else:
            nav.close_sheet()
        self.context.link.at.show()
        self._announce()
        if self._answered_itself() or self._applied_itself():
            return
        where = nav.here["screen"]
        if nav.page and nav.page.moved_on():
            nav.show_ground()
            return
        asked = self.prompt if self.context.link.at.is_asked(self.prompt) else None
        if asked and where != "ask":
            nav.places = [place for place in nav.places if place["screen"] not in PASSING]
            nav.go("ask")
        elif self._is_decided_now():
            nav.replace({"screen": "home"}, {"screen": "table"}, {"screen": "ending"})
        elif (where == "ending" and not self._decided) or (where == "outcome" and not self._forward()):
            nav.replace(*after_the_question(nav.places))
        elif not asked and (where in ("ask", "pick") or self._is_deed_done()):
            nav.replace(*after_the_question(nav.places), *self._told_on_a_page())
        else:
            nav.show()
        self._roll_itself()

    def _forward(self) -> bool:
        """Whether the last thing done was something new: what is taken back is never done again
        by itself."""
        journal = self.session.journal
        return bool(journal) and not isinstance(journal[-1], (Undone, Redone, Amended))

    def _is_deed_done(self) -> bool:
        """Whether the page of a deed is open that was just done and asked nothing."""
        here, last = self.nav.here, self.session.log[-1] if self.session.log else None
        if here["screen"] != "deed" or not isinstance(last, Opened) or not self._forward():
            return False
        plan = self.rules.plan(last.procedure)
        by = plan.by if plan else ""
        return bool(last.procedure == here["procedure"] and last.args.get(by) == here["with"].get(by))

    def _is_here(self) -> bool:
        """Whether what is asked is asked on this device: no other does anything by itself."""
        return self.context.link.at.is_here(self.prompt)

    def _is_decided_now(self) -> bool:
        """Whether somebody has won by what was just done."""
        before, self._decided = self._decided, bool(self.view.winner(self.state))
        return self._decided and not before and self._forward()

    def _told_on_a_page(self) -> list[Place]:
        """The page of what happened, if the hands have something to do and it is wished for deeds
        of this kind."""
        story, telling = self.story, Telling(self.context.preferences)
        if not (story and story.hands and self._forward() and telling.form(story.kind) == "page"):
            return []
        telling.count(story.kind)
        return [{"screen": "outcome"}]

    def _announce(self) -> None:
        """A step that begins is named aloud, a deed that has ended is told: if that is wished."""
        before, self._began = self._began, (self.state.turn, self.state.step)
        preferences = self.context.preferences
        if not (self._forward() and self._is_here() and preferences.get("voice", False)):
            return
        if self._began != before:
            self.context.device.speak(self.tell(self.rules.step(self.state.step).name), preferences.language.code)
        elif isinstance(self.session.log[-1], Answered) and self.story:
            self.context.device.speak(self.story.what, preferences.language.code)

    def _answered_itself(self) -> bool:
        """What has one answer is not asked; undo takes it back with what led to it."""
        value = only_answer(self.prompt) if self.prompt and self._forward() and self._is_here() else None
        return value is not None and self.act(lambda: self.session.answer(value, source="app"))

    def _applied_itself(self) -> bool:
        """A ledger is applied as it stands, if that is wished; undo brings it back to be ticked
        by hand."""
        wished = self._forward() and self._is_here() and self.context.preferences.get("ledgers", False)
        if not (self.prompt and self.prompt.kind == "ledger" and wished):
            return False
        return self.act(lambda: self.session.answer(()))

    def _roll_itself(self) -> None:
        """The app's dice lie there as soon as they are asked for, if that is wished; nothing is
        applied before a tap."""
        nav = self.nav
        wished = self._forward() and self._is_here() and self.context.preferences.get("rolls", False)
        if nav.page and self.prompt and wished:
            nav.page.throw_all()
            nav.remember_soon()

    # What ends with a step

    def _ask_resets(self, before: GameState) -> None:
        """What ran out with the step: shown, and put back if the players say so."""
        gone = list(ended(self.rules, before, self.state))
        if not gone:
            return
        t, nav = self.tell, self.nav
        nav.sheet(
            Words(t(say("These end with the step")), "title"),
            *(note("undo", each) for each in self._ended_lines(before, gone)),
            PushButton(t(say("Reset them")), nav.close_sheet, "primary", "check-bold"),
            PushButton(t(say("Keep them as they were")), lambda: self._put_back(gone), "outline"),
        )

    def _put_back(self, gone: list[tuple[str, Tracker, Value]]) -> None:
        listeners, self.session.listeners = self.session.listeners, []  # drawn once, when all is back
        try:
            self.each(*(partial(self.enter, TrackerSet(owner, tracker.key, value)) for owner, tracker, value in gone))
        finally:
            self.session.listeners = listeners
        for listener in listeners:
            listener()

    def _ended_lines(self, before: GameState, gone: list[tuple[str, Tracker, Value]]) -> Iterator[str]:
        """One line for each thing that ended, with everybody it was of."""
        t = self.tell
        if len(gone) <= MOST_ENDED:
            yield from (self._ended_line(before, owner, tracker) for owner, tracker, _ in gone)
            return
        for tracker in dict.fromkeys(tracker.key for _, tracker, _ in gone):
            whose = [owner for owner, each, _ in gone if each.key == tracker]
            what = capital(t(next(each.text for _, each, _ in gone if each.key == tracker)))
            names = [self._owner(before, owner) for owner in whose if owner]
            yield t(say("{name}: {value}", name=what, value=", ".join(names))) if names else what

    def _ended_line(self, before: GameState, owner: str, tracker: Tracker) -> str:
        t = self.tell
        what, who = capital(t(tracker.text)), self._owner(before, owner) if owner else ""
        return t(say("{name}: {value}", name=who, value=what)) if who else what

    def _owner(self, before: GameState, owner: str) -> str:
        return before.unit(owner).name if owner in before.units else self.view.words.seat(int(owner[1:]))


def after_the_question(places: list[Place]) -> list[Place]:
    """The table, or the queue that goes on; two cards that have none go back to their odds."""
    if any(place["screen"] == "table" for place in places):
        return [place for place in places if place["screen"] in ("home", "table", "queue")]
    return [place for place in places if place["screen"] not in ("ask", "pick")] or [{"screen": "table"}]


def ended(rules: Ruleset, before: GameState, after: GameState) -> Iterator[tuple[str, Tracker, Value]]:
    """What was reset from one step to the next, or ran out: whose, which, and what it was."""
    lasting = {tracker.key for tracker in rules.trackers if tracker.lasts}
    ends = {tuple(name.rpartition("/")[::2]) for name in before.ends}
    for owner in ("", *(f"@{seat}" for seat in range(len(before.seats))), *before.units):
        held, now = before.held(owner), after.held(owner)
        for key, value in held.items():
            tracker = rules.tracker(key)
            if tracker and value and not now.get(key) and (key in lasting or (owner, key) in ends):
                yield owner, tracker, value
