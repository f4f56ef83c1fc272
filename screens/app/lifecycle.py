"""The app: its parts put together, starting, pause and resume, the window."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.widget import Widget

from carddb.saves import Game
from carddb.store import Store
from carddb.trouble import Trouble
from engine.playing.rules import Ruleset
from screens.app.context import Context, Shelf
from screens.app.crash import Crashes
from screens.app.desk import Desk
from screens.app.device import Device
from screens.app.hall import Hall
from screens.app.link import Link
from screens.app.navigator import Navigator
from screens.app.page import Page
from screens.app.places import Place
from screens.app.preferences import Preferences
from screens.app.resources import ICON
from screens.app.router import GAME_PAGES, make_page, read_pages
from screens.app.table import Table
from screens.present.i18n import NOBODY
from screens.widgets.running import Running
from screens.widgets.words import forget_pictures

KEEP = 3
"""Seconds between looks at whether the place in the app has changed."""
LOOKS = ("language", "theme", "text")
"""Settings that change how every page looks."""
READ_AHEAD = 0.1
"""Seconds after which the first page is drawn and the rest is read."""
ESCAPE = 27


class AdjutantApp(App):
    """Comes and goes with the window; `context` has everything the pages share."""

    title = "Adjutant"
    icon = str(ICON)

    def __init__(
        self,
        store: Store,
        locale: Path,
        rulesets: Mapping[str, Ruleset],
        dice: Callable[[Any], Any],
        clock: Callable[[], str],
        device: Device | None = None,
        **kw: Any,
    ) -> None:
        super().__init__(**kw)
        preferences = Preferences(store, locale, rulesets)
        self.context = Context(
            navigator=Navigator(store, preferences.tell, self._make),
            desk=Desk(store, self._lay, self._game_changed),
            preferences=preferences,
            store=store,
            shelf=Shelf(store),
            rulesets=rulesets,
            dice=dice,
            clock=clock,
            device=device or Device(),
            app=self,
            link=Link(),
            hall=Hall(),
        )
        self.context.link.at.context = self.context.hall.context = self.context
        preferences.names = self._names
        self.crashes: Crashes | None = None

    def _make(self, place: Place) -> Page:
        return make_page(self.context, self.context.desk.table, place)

    def _lay(self, game: Game) -> Table:
        return Table(self.context, game)

    def _names(self) -> Mapping[str, str]:
        table = self.context.desk.table
        return table.view.words.names if table else NOBODY

    @property
    def navigator(self) -> Navigator:
        return self.context.navigator

    @property
    def table(self) -> Table:
        """The open game; ask only where there is one."""
        assert self.context.desk.table
        return self.context.desk.table

    # Coming and going

    def run(self) -> None:
        """Until the player leaves; a fault on the way is written down, and the game goes on."""
        with Crashes(self.context) as self.crashes:
            super().run()

    def build(self) -> Widget:
        Running.halved, Running.beside = False, 0.0
        Window.softinput_mode = "below_target"  # a phone's keyboard pushes up what is typed into instead of covering it
        Clock.max_iteration = 40  # measured columns within columns take some rounds before the first frame
        self.context.preferences.dress()
        Window.bind(on_keyboard=self._keyboard, on_resize=self._resized, on_memorywarning=self._tidy)
        try:
            self._recall()
            self.context.hall.recall()
            self.navigator.rebuild()
            self.context.link.recall()
        except Exception as fault:
            if not self.crashes or not self.crashes.go_on(self.crashes.report(fault)):
                raise
        return self.navigator.root_widget

    def on_start(self) -> None:
        gc.freeze()  # the rules stay for ever: the collector need not walk them
        gc.disable()  # pages leave nothing to collect, and it would come in the middle of a tap
        Clock.schedule_once(self._read_ahead, READ_AHEAD)
        Clock.schedule_once(self._back_up, 2)
        Clock.schedule_interval(self.navigator.keep_place, KEEP)

    def _read_ahead(self, _dt: float) -> None:
        """Games and pages are read beside the drawing, before a finger asks for them."""
        rulesets = self.context.rulesets

        def read() -> None:
            from carddb.samples import sample_armies

            read_pages()
            for key in rulesets:
                sample_armies(rulesets[key].key)

        self.context.work(read, lambda _: gc.freeze())

    def _back_up(self, _dt: float) -> None:
        try:
            self.context.store.back_up_if_changed()
        except Trouble as no:
            self.navigator.said = no.why

    def _tidy(self, *_: Any) -> None:
        """Memory is short: pictures and pages that are not shown go."""
        forget_pictures()
        self.navigator.forget_kept()

    def on_pause(self) -> bool:
        """Nothing to save, as all is saved; what others may want meanwhile is given back."""
        if self.navigator.page:
            self.navigator.page.pause()
        self.context.device.hush()
        self.context.device.free_camera()
        self.context.link.pause()
        self.remember()
        self.context.store.rest()
        gc.collect()  # no player waits now
        return True

    def on_resume(self) -> None:
        """The system may have taken the drawings away."""
        forget_pictures()
        self.navigator.renew()
        self.light()
        if self.navigator.page:
            self.navigator.page.resume()

    def on_stop(self) -> None:
        gc.unfreeze()
        gc.enable()
        Clock.unschedule(self.navigator.keep_place)
        self.remember()
        self.context.hall.close()
        self.context.link.close()
        self.navigator.close()
        self.context.device.hush()
        self.context.device.free_camera()
        self.context.device.keep_awake(False)
        Window.unbind(on_keyboard=self._keyboard, on_resize=self._resized, on_memorywarning=self._tidy)
        self.context.store.close()

    def remember(self) -> None:
        """Keep where one is, and in which game."""
        self.navigator.remember()
        if no := self.context.desk.remember():
            self.navigator.said = no.why

    def _recall(self) -> None:
        """Back to where the app was left, if that is still there."""
        preferences = self.context.preferences
        if not preferences.get("language"):
            self.navigator.places = [{"screen": "welcome"}]
            return
        key = preferences.get("game")
        try:
            if key:
                self.context.desk.open_game(str(key))
        except Trouble as no:
            self.navigator.said = no.why
        self.navigator.places = self._recalled(preferences.get("places")) or self.navigator.places

    def _recalled(self, places: Any) -> list[Place]:
        """The places as they were left; without their game only the way up to it."""
        if not isinstance(places, list) or not all(isinstance(each, dict) and "screen" in each for each in places):
            return []
        first = next((n for n, each in enumerate(places) if each["screen"] in GAME_PAGES), len(places))
        return places if self.context.desk.table else places[:first]

    # What changes everything

    def set(self, key: str, value: Any) -> None:
        """Something is wished otherwise; with some wishes every page looks different."""
        try:
            self.context.preferences.put(key, value)
        except Trouble as no:
            self.navigator.complain(no.why)
        if key in LOOKS:
            self._dress()
            self.navigator.renew()
            return
        self.context.preferences.dress()
        self.light()
        self.navigator.show()

    def _dress(self) -> None:
        self.context.preferences.dress()
        if table := self.context.desk.table:
            table.dress()
        self.light()

    def _game_changed(self) -> None:
        """Another game is open, or none: pages of the one before show nothing any more."""
        self.context.link.follow_game()
        self.navigator.outdate()
        self.light()

    def light(self) -> None:
        """The screen stays lit while a game is open, if that is wished; a host stays lit."""
        wished = self.context.desk.table is not None and bool(self.context.preferences.get("awake", True))
        self.context.device.keep_awake(wished or self.context.link.at.host is not None)

    def restored(self) -> None:
        """A backup has taken the place of everything: nothing of before is held any more."""
        self.context.desk.forget()
        self.context.shelf.forget()
        self._dress()
        self.navigator.replace({"screen": "home"})
        self.remember()

    # The window

    def _resized(self, *_: Any) -> None:
        self.navigator.turn()

    def open_settings(self, *_: Any) -> bool:
        """F1, where Kivy would open its own settings, which would change those of every Kivy app
        of the machine."""
        if self.navigator.here["screen"] != "help":
            self.navigator.go("help")
        return True

    def _keyboard(self, _window: Any, key: int, _scan: int, text: str | None, _mods: Any) -> bool:
        if key == ESCAPE:
            return self.navigator.back() or len(self.navigator.places) > 1
        return bool(self.navigator.page and self.navigator.page.key(text or str(key)))
