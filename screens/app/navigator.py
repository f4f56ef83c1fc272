"""Where one is in the app: the screen shown, the way back from it, the sheet above it; all of it
survives a kill."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from carddb.saves import Game
from carddb.store import Store
from carddb.trouble import Trouble
from engine.values.texts import Text, say
from screens.app.page import Screen
from screens.app.router import made
from screens.present.lines import capital
from screens.widgets.ground import Running, motion
from screens.widgets.press import PushButton
from screens.widgets.sheet import Sheet
from screens.widgets.words import Words

NEED_GAME = {"amend", "table", "both", "half", "unit", "ask", "targets", "history", "report", "pick", "match"}
LOOKS = {"offset", "at", "scroll", "all"}
"""What a place remembers of how it was looked at, not where it is."""
Place = dict[str, Any]


class Root(FloatLayout):
    """The window: one screen, overlays above it; deaf for a moment after a phase change."""

    deaf_until = 0.0

    def on_touch_down(self, touch: Any) -> bool:
        return True if Clock.get_time() < self.deaf_until else super().on_touch_down(touch)


class Places:
    """The part of the app that goes from screen to screen."""

    store: Store
    game: Game | None
    said: Text | str
    root_widget: Root

    def __init__(self) -> None:
        self.places: list[Place] = [{"screen": "home"}]
        self._screen: Screen | None = None
        self._sheet: Sheet | None = None
        self._outdated = False
        self._size = (0, 0)

    def tell(self, text: Text | str) -> str:
        raise NotImplementedError

    # There and back

    @property
    def here(self) -> Place:
        return self.places[-1]

    def go(self, screen: str, **args: Any) -> None:
        """To another screen, with a way back; one that is on this way already is gone back to,
        so no way grows for ever."""
        self.close_sheet()
        if self._screen:
            self._screen.leave()
        there: Place = {"screen": screen, **args}
        ways = [{key: value for key, value in place.items() if key not in LOOKS} for place in self.places]
        if there in ways:
            del self.places[ways.index(there) + 1 :]
        else:
            self.places.append(there)
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

    def rebuild(self, moved: bool = False) -> None:
        """The screen anew, in the running language and theme."""
        if Running.typing:
            return
        if self._screen and not moved:
            self._screen.leave()
        self._size = (Window.width, Window.height)
        if self._screen:
            self._screen.close()
        self._screen = made(self, self.here)  # type: ignore[arg-type]  # it is a part of the app
        self.root_widget.clear_widgets()
        try:
            widget = self._screen.build()
        except BaseException:
            self._screen = None  # half a screen can neither be left nor closed
            raise
        self.root_widget.add_widget(widget)
        if moved and motion("screen"):
            widget.opacity = 0
            Animation(opacity=1, d=motion("screen"), t="out_cubic").start(widget)
        if self._sheet:
            self.root_widget.add_widget(self._sheet)

    def recover(self) -> None:
        """After a fault: the same place again, or the nearest on the way back that can be built."""
        self.close_sheet()
        while True:
            try:
                self.rebuild(moved=True)
                return
            except Exception:
                if self.places == [{"screen": "home"}]:
                    raise
                self.places = self.places[:-1] or [{"screen": "home"}]

    # Kept over a kill

    def remember(self) -> None:
        """Keep the place: screen, tab, scroll position."""
        if self._screen:
            self._screen.leave()
        try:
            self.store.settings.set("places", self.places)
            self.store.settings.set("game", self.game.key if self.game else "")
        except Trouble as no:
            self.said = no.why

    def remember_soon(self) -> None:
        try:
            self.store.settings.set("places", self.places)
        except Trouble as no:
            self.said = no.why

    def _keep_place(self, _dt: float) -> None:
        """Where the list was rolled to, and dice half entered, survive a kill as well."""
        if self._screen:
            self._screen.leave()
            if self.places != self.store.settings.get("places"):
                self.remember_soon()

    def _recalled(self) -> list[Place]:
        """The places as they were left; without their game only the way up to it."""
        places = self.store.settings.get("places")
        if not isinstance(places, list) or not all(isinstance(each, dict) and "screen" in each for each in places):
            return []
        first = next((n for n, each in enumerate(places) if each["screen"] in NEED_GAME), len(places))
        return places if self.game else places[:first]

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
        """Away with it; one that belongs to a screen of before may have changed what the screen
        of now shows."""
        if self._sheet:
            self.root_widget.remove_widget(self._sheet)
            self._sheet = None
        if self._outdated:
            self._outdated = False
            Clock.schedule_once(lambda _dt: self.rebuild(), 0)

    def complain(self, why: Text | str) -> None:
        """Something went wrong: a sentence, and a way on."""
        self.sheet(
            Words(self.tell(say("That does not work")), "title"),
            Words(capital(self.tell(why)), "body", "text2"),
            PushButton(self.tell(say("Back")), self.close_sheet, "tonal"),
        )

    def inform(self, what: Text | str) -> None:
        """Something was done: a sentence."""
        self.sheet(
            Words(capital(self.tell(what)), "title"), PushButton(self.tell(say("Good")), self.close_sheet, "primary")
        )
