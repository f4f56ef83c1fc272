"""The app: starting, settings, pause and resume; where it is and what it plays stand in `places`
and `playing`."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.widget import Widget

from carddb.store import Store
from carddb.trouble import Trouble
from engine.values.texts import Text
from screens.app.crash import Crashes
from screens.app.device import Device
from screens.app.navigator import Root
from screens.app.resources import ICON
from screens.app.table import Playing
from screens.present.i18n import ENGLISH, NOBODY, Language, languages
from screens.present.view import View
from screens.widgets.drawing import rgba
from screens.widgets.ground import PICTURES, Running
from screens.widgets.theme import PALETTES

KEEP = 3
"""Seconds between looks at whether the place in the app has changed, and at what is to be swept."""
YOUNG, OLDER = 20_000, (20, 50)
"""The collector hardly ever looks at old things by itself, which would be in the middle of a
tap."""
STALE = 100_000
"""So many things made since the last sweep, as many as two large screens, are worth the next
one."""
ESCAPE = 27


class AdjutantApp(Playing, App):
    """Everything the screens share."""

    title = "Adjutant"
    icon = str(ICON)

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
        App.__init__(self, **kw)
        Playing.__init__(self)
        self.device = device or Device()
        self.store, self.locale, self.rulesets, self.dice, self.clock = store, locale, rulesets, dice, clock
        self.said: Text | str = ""
        self.crashes: Crashes | None = None

    @cached_property
    def library(self) -> Any:
        """All cards; read when somebody first looks at them."""
        from carddb.library import Library

        return Library(self.store)

    # Coming and going

    def run(self) -> None:
        """Until the player leaves; a fault on the way is written down, and the game goes on."""
        with Crashes(self) as self.crashes:
            super().run()

    def build(self) -> Widget:
        self.root_widget = Root()
        Running.halved = False
        Window.softinput_mode = "below_target"  # a phone's keyboard pushes up what is typed into instead of covering it
        Clock.max_iteration = 40  # measured columns within columns take some rounds before the first frame
        self.language = Language(ENGLISH, self.locale)
        self._dress()
        Window.bind(on_keyboard=self._keyboard, on_resize=self._resized, on_memorywarning=self._tidy)
        try:
            self._recall()
            self.rebuild()
        except Exception as fault:
            if not self.crashes or not self.crashes.go_on(self.crashes.report(fault)):
                raise
        return self.root_widget

    def on_start(self) -> None:
        gc.freeze()  # the rules stay for ever: the collector need not walk them at every screen
        gc.set_threshold(YOUNG, *OLDER)
        Clock.schedule_once(lambda _dt: self._back_up(), 2)
        Clock.schedule_interval(self._keep_place, KEEP)
        Clock.schedule_interval(self._sweep, KEEP)

    def _back_up(self) -> None:
        try:
            self.store.back_up_if_changed()
        except Trouble as no:
            self.said = no.why

    def _sweep(self, _dt: float) -> None:
        """Screens of before hold themselves in circles and take megabytes each: they go while no
        finger is down."""
        young, middle, old = gc.get_count()
        if young + YOUNG * (middle + OLDER[0] * old) > STALE and not EventLoop.touches:
            gc.collect()

    def _tidy(self, *_: Any) -> None:
        """Memory is short: pictures that nobody shows go, and what nobody holds."""
        PICTURES.clear()
        gc.collect()

    def on_pause(self) -> bool:
        """Nothing to save, as all is saved; what others may want meanwhile is given back."""
        self._tell_screen("paused")
        self.device.hush()
        self.device.free_camera()
        self.remember()
        self.store.rest()
        return True

    def on_resume(self) -> None:
        """The system may have taken the drawings away."""
        PICTURES.clear()
        self.rebuild()
        self._light()
        self._tell_screen("resumed")

    def _tell_screen(self, what: str) -> None:
        """A screen that holds something of the device is told."""
        if told := getattr(self._screen, what, None):
            told()

    def on_stop(self) -> None:
        self.ended = True
        gc.unfreeze()
        if self._screen:
            self._screen.close()
        Clock.unschedule(self._keep_place)
        Clock.unschedule(self._sweep)
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
        key = self.store.settings.get("game")
        try:
            if key:
                self.open_game(str(key))
        except Trouble as no:
            self.said = no.why
        self.places = self._recalled() or self.places

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
        """Language, palette, text size, motion and light as set."""
        wanted = self.setting("language", ENGLISH)
        code = wanted if wanted in languages(self.locale) else ENGLISH
        if code != self.language.code:
            self.language = Language(code, self.locale)
        Running.palette = PALETTES.get(str(self.setting("theme", "dark")), PALETTES["dark"])
        scale = self.setting("text", 1.0)
        Running.scale = max(1.0, min(2.0, scale)) if isinstance(scale, (int, float)) else 1.0
        Running.still = bool(self.setting("still", False))
        Window.clearcolor = rgba(Running.palette.bg)
        if self.game:
            self.view = View(self.game.session.rules, self.tell, self.game.header.seats)
            self._light()

    def readings(self, game: str) -> dict[str, str]:
        """How this table reads the doubtful passages of a game, where it differs from what is
        proposed."""
        found, rules = self.setting(f"readings/{game}", {}), self.rulesets.get(game)
        known = {each.key: each.values for each in rules.readings if each.offered} if rules else {}
        return {key: value for key, value in found.items() if value in known.get(key, ())}

    def tell(self, text: Text | str) -> str:
        return self.language.tell(text, self.view.names if self.view else NOBODY)

    def restored(self) -> None:
        """A backup has taken the place of everything: nothing of before is held any more."""
        self.forget_game()
        self.fates = {}
        self.__dict__.pop("library", None)
        self._dress()
        self.replace({"screen": "home"})
        self.remember()

    # The window

    def _resized(self, *_: Any) -> None:
        """Turned: the screen is built for its new shape, a sheet with what is typed in it stays."""
        if self._size != (Window.width, Window.height):
            self._outdated = self.sheet_open
            self.rebuild()

    def open_settings(self, *_: Any) -> bool:
        """F1, where Kivy would open its own settings, which would change those of every Kivy app
        of the machine."""
        if self.here["screen"] != "help":
            self.go("help")
        return True

    def _keyboard(self, _window: Any, key: int, _scan: int, text: str | None, _mods: Any) -> bool:
        if key == ESCAPE:
            return self.back() or len(self.places) > 1
        return bool(self._screen and self._screen.key(text or str(key)))
