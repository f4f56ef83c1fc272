"""The app: which screen is shown, the game that is open, the way back, pause and resume."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from threading import Thread
from typing import Any

from kivy.animation import Animation
from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from carddb.saves import Game
from carddb.store import Store
from carddb.trouble import Trouble
from engine.answers import Stale
from engine.events import Advanced, Event, Opened
from engine.maps import Map, Value
from engine.model import GameState, Impossible, Prompt, Refusal
from engine.session import Refused
from engine.texts import Text, say
from screens.asking import Fates
from screens.device import Device
from screens.i18n import ENGLISH, Language
from screens.present import View, capital
from screens.router import made
from screens.shell import Screen
from screens.theme import PALETTES
from screens.widgets.drawing import rgba
from screens.widgets.ground import PICTURES, Running, motion
from screens.widgets.press import PushButton
from screens.widgets.sheet import Sheet
from screens.widgets.words import Words

LOCK = 0.3
"""Seconds without taps after a phase change: two fast taps never skip a phase."""
KEEP = 3
"""Seconds between looks at whether the place in the app has changed."""
ESCAPE = 27
Place = dict[str, Any]


class Root(FloatLayout):
    """The window: one screen, overlays above it; deaf for a moment after a phase change."""

    deaf_until = 0.0

    def on_touch_down(self, touch: Any) -> bool:
        return True if time.monotonic() < self.deaf_until else super().on_touch_down(touch)


class AdjutantApp(App):
    """Everything the screens share. A screen never writes: it calls `act` with what is to happen."""

    title = "Adjutant"
    icon = "data/icon.png"

    def __init__(
        self,
        store: Store,
        locale: Path,
        rulesets: Any,
        dice: Callable[[Any], Any],
        clock: Callable[[], str],
        device: Device | None = None,
        **kw: Any,
    ) -> None:
        super().__init__(**kw)
        self.device = device or Device()
        self.store, self.locale, self.rulesets, self.dice, self.clock = store, locale, rulesets, dice, clock
        self.game: Game | None = None
        self.view: View | None = None
        self.said: Text | str = ""
        self.fates: dict[str, Fates] = {}
        self.places: list[Place] = [{"screen": "home"}]
        self._screen: Screen | None = None
        self._sheet: Sheet | None = None
        self._size = (0, 0)
        self._asked: tuple[GameState, Prompt | None] | None = None

    @cached_property
    def library(self) -> Any:
        """All cards; read when somebody first looks at them."""
        from carddb.library import Library

        return Library(self.store)

    # Coming and going

    def build(self) -> Widget:
        self.root_widget = Root()
        Clock.max_iteration = 40  # measured columns within columns take some rounds before the first frame
        self.language = Language(ENGLISH, self.locale)
        self._dress()
        Window.bind(on_keyboard=self._keyboard, on_resize=self._resized, on_memorywarning=self._tidy)
        self._recall()
        self.rebuild()
        return self.root_widget

    def on_start(self) -> None:
        gc.freeze()  # the rules stay for ever: the collector need not walk them at every screen
        gc.set_threshold(20_000, 20, 50)
        Clock.schedule_once(lambda _dt: self._back_up(), 2)
        Clock.schedule_interval(self._keep_place, KEEP)

    def _keep_place(self, _dt: float) -> None:
        """Where the list was rolled to, and dice half entered, survive a kill as well."""
        if self._screen:
            self._screen.leave()
            if self.places != self.store.settings.get("places"):
                self.remember_soon()

    def _back_up(self) -> None:
        try:
            self.store.back_up_if_changed()
        except Trouble as no:
            self.said = no.why

    def _tidy(self, *_: Any) -> None:
        gc.collect()

    def on_pause(self) -> bool:
        self.device.hush()
        self.device.free_camera()
        self.remember()
        self.store.rest()
        return True

    def on_resume(self) -> None:
        """The system may have taken the drawings away."""
        PICTURES.clear()
        self.rebuild()

    def on_stop(self) -> None:
        Clock.unschedule(self._keep_place)
        self.remember()
        self.device.hush()
        self.device.free_camera()
        self.device.keep_awake(False)
        Window.unbind(on_keyboard=self._keyboard, on_resize=self._resized, on_memorywarning=self._tidy)
        self.store.close()

    def _recall(self) -> None:
        """Back to where the app was left, if that is still there."""
        if not self.store.settings.get("language"):
            self.places = [{"screen": "welcome"}]
            return
        places = self.store.settings.get("places")
        key = self.store.settings.get("game")
        try:
            if key:
                self.open_game(str(key))
        except Trouble as no:
            self.said = no.why
            return
        if isinstance(places, list) and places and all(isinstance(each, dict) and "screen" in each for each in places):
            needs_game = {"table", "unit", "ask", "history", "pick", "match"}
            self.places = [each for each in places if self.game or each["screen"] not in needs_game] or self.places

    def remember(self) -> None:
        """Keep the place: screen, tab, scroll position."""
        if self._screen:
            self._screen.leave()
        try:
            self.store.settings.set("places", self.places)
            self.store.settings.set("game", self.game.key if self.game else "")
        except Trouble as no:
            self.said = no.why

    # Settings

    def setting(self, key: str, default: Any = None) -> Any:
        found = self.store.settings.get(key)
        return default if found is None else found

    def set(self, key: str, value: Any) -> None:
        try:
            self.store.settings.set(key, value)
        except Trouble as no:
            self.complain(no.why)
        self._dress()
        self.rebuild()

    def _dress(self) -> None:
        """Language, palette, text size and motion as set."""
        code = str(self.setting("language", ENGLISH))
        if code != self.language.code:
            self.language = Language(code, self.locale)
        Running.palette = PALETTES.get(str(self.setting("theme", "dark")), PALETTES["dark"])
        Running.scale = max(1.0, min(2.0, float(self.setting("text", 1.0))))
        Running.still = bool(self.setting("still", False))
        Window.clearcolor = rgba(Running.palette.bg)
        if self.game:
            self.view = View(self.game.session.rules, self.tell, self.game.header.seats)

    def tell(self, text: Text | str) -> str:
        return self.language.tell(text)

    # Screens

    @property
    def here(self) -> Place:
        return self.places[-1]

    def go(self, screen: str, **args: Any) -> None:
        """To another screen, with a way back."""
        self.close_sheet()
        if self._screen:
            self._screen.leave()
        self.places.append({"screen": screen, **args})
        self.remember_soon()
        self.rebuild(moved=True)

    def replace(self, *places: Place) -> None:
        """To another screen; these are the way back from it."""
        self.close_sheet()
        self.places = list(places)
        self.remember_soon()
        self.rebuild(moved=True)

    def back(self) -> bool:
        """One step back; False on the first screen."""
        if self._sheet:
            self.close_sheet()
            return True
        if self._screen and self._screen.back():
            return True
        if len(self.places) == 1:
            return False
        self.places.pop()
        self.remember_soon()
        self.rebuild(moved=True)
        return True

    def remember_soon(self) -> None:
        try:
            self.store.settings.set("places", self.places)
        except Trouble as no:
            self.said = no.why

    def rebuild(self, moved: bool = False) -> None:
        """The screen anew, in the running language and theme."""
        if self._screen and not moved:
            self._screen.leave()
        self._size = (Window.width, Window.height)
        self._screen = made(self, self.here)
        self.root_widget.clear_widgets()
        widget = self._screen.build()
        self.root_widget.add_widget(widget)
        if moved and motion("screen"):
            widget.opacity = 0
            Animation(opacity=1, d=motion("screen"), t="out_cubic").start(widget)
        if self._sheet:
            self.root_widget.add_widget(self._sheet)

    def _resized(self, *_: Any) -> None:
        if self._size != (Window.width, Window.height):
            self.close_sheet()
            self.rebuild()

    def _keyboard(self, _window: Any, key: int, _scan: int, text: str | None, _mods: Any) -> bool:
        if key == ESCAPE:
            return self.back() or len(self.places) > 1
        return bool(self._screen and self._screen.key(text or str(key)))

    # Overlays

    def sheet(self, *children: Widget | None) -> None:
        self.close_sheet()
        self._sheet = Sheet(self.close_sheet, *children)
        self.root_widget.add_widget(self._sheet)
        self._sheet.rise()

    @property
    def sheet_open(self) -> bool:
        return self._sheet is not None

    def close_sheet(self) -> None:
        if self._sheet:
            self.root_widget.remove_widget(self._sheet)
            self._sheet = None

    def complain(self, why: Text | str) -> None:
        """Something went wrong: a sentence, and a way on."""
        self.sheet(
            Words(self.tell(say("That does not work")), "title"),
            Words(capital(self.tell(why)), "body", "text2"),
            PushButton(self.tell(say("Back")), self.close_sheet, "tonal"),
        )

    # The game

    def open_game(self, key: str) -> None:
        self.take(self.store.open_game(key))

    def take(self, game: Game) -> None:
        """Play this game from now on."""
        self.game = game
        self.view = View(game.session.rules, self.tell, game.header.seats)
        game.session.listeners.append(self._moved_on)
        self.device.keep_awake(bool(self.setting("awake", True)))

    def leave_game(self) -> None:
        if self.game:
            self.game.session.listeners.remove(self._moved_on)
            self.store.close_game(self.game.key)
        self.game = self.view = None
        self.device.keep_awake(False)
        self.replace({"screen": "home"})
        self.remember()

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

    def act(self, what: Callable[[], object], anyway: Callable[[], object] | None = None) -> bool:
        """Do something to the game; what the rules forbid can be overruled, what makes no sense is said."""
        try:
            what()
        except Refused as no:
            self._refused(no.why, anyway)
            return False
        except (Impossible, Stale) as no:
            self.complain(no.why)
            return False
        except Trouble as no:
            self.complain(no.why)
            return False
        return True

    def enter(self, event: Event) -> bool:
        assert self.game
        session = self.game.session
        return self.act(lambda: session.dispatch(event), lambda: session.overrule(event))

    def open(self, procedure: str, **args: Value) -> bool:
        return self.enter(Opened(procedure, Map(args)))

    def advance(self, leave: bool = False) -> None:
        if self.enter(Advanced(leave)):
            self.root_widget.deaf_until = time.monotonic() + LOCK

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
                self.tell(say("Do it anyway")), go_on, "outline", "alert-outline", self.tell(say("The history will say so"))
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

    def _moved_on(self) -> None:
        """The table has changed: questions open their screen, answered ones close it."""
        self.close_sheet()
        where = self.here["screen"]
        if self.prompt and where != "ask":
            self.places = [place for place in self.places if place["screen"] not in ("pick", "ask")]
            self.go("ask")
        elif not self.prompt and where in ("ask", "pick"):
            self.places = [place for place in self.places if place["screen"] in ("home", "table")] or [{"screen": "table"}]
            self.remember_soon()
            self.rebuild(moved=True)
        elif self._screen:
            self._screen.refresh()

    def work(self, job: Callable[[], Any], done: Callable[[Any], None]) -> None:
        """Something long, off the thread that draws; its result comes back on it."""

        def run() -> None:
            result = job()
            Clock.schedule_once(lambda _dt: done(result), 0)

        Thread(target=run, daemon=True).start()
