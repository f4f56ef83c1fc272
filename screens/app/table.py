"""The open game: what is done to it, what the rules say to that, and what the app does by itself
as the players wish."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Literal

from kivy.clock import Clock

from carddb.saves import Game
from carddb.trouble import Trouble
from engine.playing.answers import Stale, only_answer
from engine.playing.duties import Next
from engine.playing.outcome import redo_text, undo_text
from engine.playing.rules import Ruleset
from engine.playing.session import Refused, Session
from engine.values.events import Advanced, Event, Opened, Ticked, TrackerSet
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Prompt, Refusal
from engine.values.table import GameState
from engine.values.texts import Text, say
from link.pipe import OnTheWay
from screens.app.following import Following
from screens.app.navigator import Navigator
from screens.app.places import Kind, is_a
from screens.app.resets import ask_resets
from screens.present.lines import StoryLine, capital
from screens.present.onward import Deed
from screens.present.prospects import Fates
from screens.present.view import View
from screens.widgets.press import PushButton
from screens.widgets.running import Running
from screens.widgets.words import Words

if TYPE_CHECKING:
    from screens.app.context import Context

Source = Literal["table", "app"]
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
        self.corrected: GameState | None = None
        """The table before a correction whose changes are not told yet."""
        self._asked: tuple[GameState, Prompt | None] | None = None
        self._undo_label: tuple[int, Text | None] | None = None
        self._following = Following(self)

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
        with self.nav.held():
            return self._act(what, anyway)

    def _act(self, what: Callable[[], object], anyway: Callable[[], object] | None) -> bool:
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
        with self.nav.held():
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
            ask_resets(self, before)

    def go_on_with(self, deed: Deed) -> None:
        """What an answer has led to, unless a page tells first what has happened."""
        if not is_a(Kind.GROUND, self.nav.here):
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

    def follow(self) -> None:
        """The table has changed."""
        self._following.follow(self)
