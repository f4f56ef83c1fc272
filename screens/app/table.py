"""The open game: what is done to it, what the rules say to that, and what the app does by itself
as the players wish."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kivy.clock import Clock

from carddb.saves import Game
from carddb.trouble import Trouble
from engine.playing.answers import Stale
from engine.playing.rules import Ruleset, Tracker
from engine.playing.session import Refused
from engine.values.events import Advanced, Amended, Event, Opened, Redone, TrackerSet, Undone
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Prompt, Refusal
from engine.values.table import GameState
from engine.values.texts import Text, say
from screens.app.device import Device
from screens.app.navigator import Place, Places
from screens.app.recompute import offer_recomputing
from screens.app.work import Work
from screens.present.asking import Fates
from screens.present.lines import capital
from screens.present.view import View
from screens.widgets.press import PushButton
from screens.widgets.rows import note
from screens.widgets.words import Words

MOST_ENDED = 30
"""Things that end with a step and are told one by one."""
LOCK = 0.3
"""Seconds without taps after a phase change: two fast taps never skip a phase."""


class Playing(Places):
    """The part of the app that plays. A screen never writes: it calls `act` with what is to
    happen."""

    device: Device
    language: Any

    def __init__(self) -> None:
        super().__init__()
        self.game: Game | None = None
        self.view: View | None = None
        self.fates: dict[str, Fates] = {}
        self.ended = False
        self._asked: tuple[GameState, Prompt | None] | None = None
        self._began: tuple[int, str] = (0, "")

    def setting(self, key: str, default: Any = None) -> Any:
        raise NotImplementedError

    # Which game

    def open_game(self, key: str) -> None:
        self.take(self.store.open_game(key))

    def take(self, game: Game) -> None:
        """Play this game from now on."""
        self.game = game
        self.view = View(game.session.rules, self.tell, game.header.seats)
        self._began = (self.state.turn, self.state.step)
        if self._moved_on not in game.session.listeners:
            game.session.listeners.append(self._moved_on)
        self._light()
        if game.rules_changed:
            Clock.schedule_once(lambda _dt: offer_recomputing(self, game), 0)

    def leave_game(self) -> None:
        self.put_away()
        self.forget_game()
        self.replace({"screen": "home"})
        self.remember()

    def put_away(self) -> None:
        """The open game is closed as it is."""
        if self.game:
            self.game.session.listeners.remove(self._moved_on)
            self.store.close_game(self.game.key)

    def forget_game(self) -> None:
        """No game is open any more; its file is left alone."""
        self.game = self.view = None
        self._light()

    def _light(self) -> None:
        """The screen stays lit while a game is open, if that is wished."""
        self.device.keep_awake(self.game is not None and bool(self.setting("awake", True)))

    @property
    def state(self) -> GameState:
        assert self.game
        return self.game.session.state

    @property
    def prompt(self) -> Prompt | None:
        """The open question, looked up once for each table."""
        assert self.game
        if self._asked is None or self._asked[0] is not self.state:
            self._asked = (self.state, self.game.session.prompt)
        return self._asked[1]

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
            self.complain(no.why)
            return False
        if self.setting("haptics", True):
            self.device.buzz()
        return True

    def enter(self, event: Event) -> bool:
        assert self.game
        session = self.game.session
        return self.act(lambda: session.dispatch(event), lambda: session.overrule(event))

    def open(self, procedure: str, **args: Value) -> bool:
        return self.enter(Opened(procedure, Map(args)))

    def advance(self, leave: bool = False, steps: int = 1) -> None:
        """On to the next step, past those in which nothing is to be done."""
        before = self.state
        if all(self.enter(Advanced(leave)) for _ in range(steps)):
            self.root_widget.deaf_until = Clock.get_time() + LOCK
            if not self.setting("resets", True):
                self._ask_resets(before)

    def _refused(self, why: tuple[Refusal, ...], anyway: Callable[[], object] | None) -> None:
        assert self.view
        rows = [Words(self.view.refusal(no), "body") for no in why]
        act = anyway

        def go_on() -> None:
            self.close_sheet()
            if act:
                self.act(act)

        overrule = (
            PushButton(
                self.tell(say("Do it anyway")),
                go_on,
                "outline",
                "alert-outline",
                self.tell(say("The history will say so")),
            )
            if act
            else None
        )
        self.sheet(
            Words(self.tell(say("The rules say no")), "title"),
            *rows,
            PushButton(self.tell(say("Leave it")), self.close_sheet, "primary"),
            overrule,
        )

    # What follows

    def _moved_on(self) -> None:
        """The table has changed: questions open their screen, answered ones close it."""
        self.close_sheet()
        self._announce()
        if self._applied_itself():
            return
        where = self.here["screen"]
        if self._screen and self._screen.moved_on():
            return
        if self.prompt and where != "ask":
            self.places = [place for place in self.places if place["screen"] not in ("pick", "ask")]
            self.go("ask")
        elif not self.prompt and where in ("ask", "pick"):
            self.places = self._after_the_question()
            self.remember_soon()
            self.rebuild(moved=True)
        elif self._screen:
            self._screen.refresh()
        self._roll_itself()

    def _after_the_question(self) -> list[Place]:
        """The table; two cards that have none go back to their odds."""
        if any(place["screen"] == "table" for place in self.places):
            return [place for place in self.places if place["screen"] in ("home", "table")]
        return [place for place in self.places if place["screen"] not in ("ask", "pick")] or [{"screen": "table"}]

    def _forward(self) -> bool:
        """Whether the last thing done was something new: what is taken back is never done again
        by itself."""
        assert self.game
        return not isinstance(self.game.session.journal[-1], (Undone, Redone, Amended))

    def _announce(self) -> None:
        """A step that begins is named aloud, if that is wished."""
        assert self.view
        before, self._began = self._began, (self.state.turn, self.state.step)
        if self._began != before and self._forward() and self.setting("voice", False):
            self.device.speak(self.tell(self.view.rules.step(self.state.step).name), self.language.code)

    def _applied_itself(self) -> bool:
        """A ledger is applied as it stands, if that is wished; undo brings it back to be ticked
        by hand."""
        assert self.game
        session = self.game.session
        if not (self.prompt and self.prompt.kind == "ledger" and self._forward() and self.setting("ledgers", False)):
            return False
        return self.act(lambda: session.answer(()))

    def _roll_itself(self) -> None:
        """The app's dice lie there as soon as they are asked for, if that is wished; nothing is
        applied before a tap."""
        part = getattr(self._screen, "part", None)
        if part and part.prompt.kind == "roll" and self._forward() and self.setting("rolls", False):
            part.throw_all()
            self.remember_soon()

    def _ask_resets(self, before: GameState) -> None:
        """What ran out with the step: shown, and put back if the players say so."""
        assert self.view
        gone = list(ended(self.view.rules, before, self.state))
        if not gone:
            return

        def put_back() -> None:
            assert self.game
            listeners, self.game.session.listeners = self.game.session.listeners, []  # drawn once, when all is back
            try:
                for owner, tracker, value in gone:
                    self.enter(TrackerSet(owner, tracker.key, value))
            finally:
                self.game.session.listeners = listeners
            for listener in listeners:
                listener()

        rows = [note("undo", each) for each in self._ended_lines(before, gone)]
        self.sheet(
            Words(self.tell(say("These end with the step")), "title"),
            *rows,
            PushButton(self.tell(say("Reset them")), self.close_sheet, "primary", "check-bold"),
            PushButton(self.tell(say("Keep them as they were")), put_back, "outline"),
        )

    def _ended_lines(self, before: GameState, gone: list[tuple[str, Tracker, Value]]) -> Iterator[str]:
        """One line for each thing that ended, with everybody it was of."""
        assert self.view
        if len(gone) <= MOST_ENDED:
            yield from (self._ended_line(before, owner, tracker) for owner, tracker, _ in gone)
            return
        for tracker in dict.fromkeys(tracker.key for _, tracker, _ in gone):
            whose = [owner for owner, each, _ in gone if each.key == tracker]
            what = capital(self.tell(next(each.text for _, each, _ in gone if each.key == tracker)))
            names = [self._owner(before, owner) for owner in whose if owner]
            yield self.tell(say("{name}: {value}", name=what, value=", ".join(names))) if names else what

    def _ended_line(self, before: GameState, owner: str, tracker: Tracker) -> str:
        what, who = capital(self.tell(tracker.text)), self._owner(before, owner) if owner else ""
        return self.tell(say("{name}: {value}", name=who, value=what)) if who else what

    def _owner(self, before: GameState, owner: str) -> str:
        assert self.view
        return before.unit(owner).name if owner in before.units else self.view.seat(int(owner[1:]))

    # Beside the drawing

    def work(self, job: Callable[..., Any], done: Callable[[Any], None], what: Text | None = None) -> None:
        """Something long, off the thread that draws; its result comes back on it.

        Where `what` names it, a sheet shows how far it has come and can cancel it; the job is then
        given a `Progress`.
        """
        Work(self, job, done, what).start()


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
