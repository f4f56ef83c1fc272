"""Where one is in the app: the page shown, the way back from it, the sheet above it; all of it
survives a kill."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from carddb.store import Store
from carddb.trouble import Trouble
from engine.values.texts import Text, say
from screens.present.lines import capital
from screens.widgets.layer import put_pictures_away, take_pictures_out
from screens.widgets.press import PushButton
from screens.widgets.release import let_go_soon
from screens.widgets.running import Running, motion
from screens.widgets.settle import settle
from screens.widgets.sheet import Sheet
from screens.widgets.strip import Strip
from screens.widgets.words import Words

if TYPE_CHECKING:
    from screens.app.page import Page

LOOKS = {"offset", "at", "scroll", "all"}
"""What a place remembers of how it was looked at, not where it is."""
MOST_KEPT = 5
"""Pages that are left and kept to be shown again."""
Place = dict[str, Any]


class Root(FloatLayout):
    """The window: one page, overlays above it; deaf for a moment after a phase change."""

    deaf_until = 0.0

    def on_touch_down(self, touch: Any) -> bool:
        return True if Clock.get_time() < self.deaf_until else bool(super().on_touch_down(touch))


def _nowhere(_place: Place) -> Page:
    raise NotImplementedError("the app has ended")


class Navigator:
    """Goes from page to page. A page that is left is kept if it can be brought up to date, the
    last few; any other is let go."""

    def __init__(self, store: Store, tell: Callable[[Text | str], str], make: Callable[[Place], Page]) -> None:
        self._store, self.tell, self._make = store, tell, make
        self.places: list[Place] = [{"screen": "home"}]
        self.root_widget = Root()
        self.page: Page | None = None
        self.open_sheet: Sheet | None = None
        self.said: Text | str = ""
        self.ended = False
        self._widget: Widget | None = None
        self._kept: dict[str, tuple[Page, Widget]] = {}
        self._outdated = self._is_stale = False
        self._size = (0, 0)
        self._strip: Strip | None = None
        self._soon = Clock.create_trigger(self.save_places)
        self.root_widget.bind(size=self._make_room)

    # There and back

    @property
    def here(self) -> Place:
        return self.places[-1]

    def go(self, screen: str, **args: Any) -> None:
        """To another page, with a way back; one that is on this way already is gone back to, so
        no way grows for ever."""
        self.close_sheet()
        if self.page:
            self.page.leave()
        there: Place = {"screen": screen, **args}
        ways = [{key: value for key, value in place.items() if key not in LOOKS} for place in self.places]
        if there in ways:
            del self.places[ways.index(there) + 1 :]
        else:
            self.places.append(there)
        self.remember_soon()
        self.arrive()

    def replace(self, *places: Place) -> None:
        """To another page; these are the way back from it."""
        self.close_sheet()
        self.places = list(places)
        self.remember_soon()
        self.arrive()

    def back(self) -> bool:
        """One step back; False on the first page."""
        if self.open_sheet:
            self.close_sheet()
            return True
        if self.page and self.page.back():
            return True
        if len(self.places) == 1:
            return False
        self.places.pop()
        self.remember_soon()
        self.arrive()
        return True

    # The page shown

    def arrive(self) -> None:
        """Show the page of this place: one that is kept, brought up to date, or a new one."""
        if Running.typing:
            return
        self._put_away()
        kept = self._kept.pop(str(self.here["screen"]), None)
        if kept and self._shows_again(*kept):
            self._appear(kept[1])
        else:
            self._build()
        if self._widget and motion("screen"):
            self._widget.opacity = 0
            Animation(opacity=1, d=motion("screen"), t="out_cubic").start(self._widget)

    def rebuild(self) -> None:
        """This page anew, in the running language and theme."""
        if Running.typing:
            return
        if self.page:
            self.page.leave()
        self._take_down()
        self._build()

    def renew(self) -> None:
        """Everything looks different now: pages that are kept are out of date."""
        self.forget_kept()
        self.rebuild()

    def outdate(self) -> None:
        """What all pages are about has changed: none that is there now is shown again."""
        self.forget_kept()
        self._is_stale = True

    def forget_kept(self) -> None:
        for page, widget in self._kept.values():
            page.close()
            let_go_soon(widget)
        self._kept.clear()

    def _shows_again(self, page: Page, widget: Widget) -> bool:
        """Whether a page that was kept can show this place."""
        page.args = self.here
        self.page, self._widget = page, widget
        try:
            page.show()
        except BaseException:
            self._take_down()
            raise
        return self.page is page

    def _build(self) -> None:
        self._size = (Window.width, Window.height)
        page = self.page = self._make(self.here)
        self._is_stale = False
        try:
            widget = page.build()
        except BaseException:
            self.page = self._widget = None  # half a page can neither be left nor closed
            raise
        self._appear(widget)
        settle(self.root_widget)

    def _appear(self, widget: Widget) -> None:
        self._widget = widget
        take_pictures_out(widget)
        self.root_widget.clear_widgets()
        self.root_widget.add_widget(widget)
        self._make_room()
        if self.open_sheet:
            self.root_widget.add_widget(self.open_sheet)

    def put_strip(self, text: str, is_well: bool = True) -> None:
        """A line above every page, or none."""
        if self._strip and (text, is_well) == self._strip.says:
            return
        if self._strip:
            self.root_widget.remove_widget(self._strip)
            let_go_soon(self._strip)
        self._strip = Strip(text, is_well) if text else None
        self._make_room()

    def _make_room(self, *_: object) -> None:
        """The page begins below the strip, however large the window is now."""
        page, strip = self._widget, self._strip
        if not page:
            return
        if not strip:
            page.size_hint_y = 1
            return
        if strip.parent is None:
            self.root_widget.add_widget(strip, index=len(self.root_widget.children))
        strip.fit(self.root_widget.width)
        page.size_hint_y, page.height, page.y = None, self.root_widget.height - strip.height, self.root_widget.y

    def _put_away(self) -> None:
        """The page that is left is kept, if it can be shown again; the oldest kept goes."""
        page, widget = self.page, self._widget
        if not (page and widget and page.kept) or self._is_stale:
            self._take_down()
            return
        page.put_away()
        self.page = self._widget = None
        self.root_widget.clear_widgets()
        for _, other in list(self._kept.values())[-1:]:  # those before it have put theirs away
            put_pictures_away(other)
        self._kept[str(page.args["screen"])] = (page, widget)
        while len(self._kept) > MOST_KEPT:
            old, away = self._kept.pop(next(iter(self._kept)))
            old.close()
            let_go_soon(away)

    def _take_down(self) -> None:
        page, widget = self.page, self._widget
        self.page = self._widget = None
        self.root_widget.clear_widgets()
        if page:
            page.close()
        if widget:
            let_go_soon(widget)

    def turn(self) -> None:
        """The window has another shape: everything is built for it, a sheet with what is typed
        in it stays."""
        if self._size != (Window.width, Window.height):
            self._outdated = self.open_sheet is not None
            self.renew()

    def recover(self) -> None:
        """After a fault: the same place again, or the nearest on the way back that can be built."""
        self.close_sheet()
        while True:
            try:
                self.forget_kept()
                self._take_down()
                self._build()
                return
            except Exception:
                if self.places == [{"screen": "home"}]:
                    raise
                self.places = self.places[:-1] or [{"screen": "home"}]

    def close(self) -> None:
        """The app ends."""
        self.ended = True
        self._soon.cancel()
        self.forget_kept()
        self._take_down()
        self._make = _nowhere

    # Kept over a kill

    def remember(self) -> None:
        """Keep the place: page, tab, scroll position."""
        if self.page:
            self.page.leave()
        self.save_places()

    def remember_soon(self) -> None:
        """Once the page that answers the finger is drawn: the disk may take its time."""
        self._soon()

    def save_places(self, _dt: float = 0) -> None:
        """Now; where the disk is full, the player hears of it with the next page."""
        self._soon.cancel()
        try:
            self._store.settings.set("places", self.places)
        except Trouble as no:
            self.said = no.why

    def keep_place(self, _dt: float) -> None:
        """Where the list was rolled to, and dice half entered, survive a kill as well."""
        if self.page:
            self.page.leave()
            if self.places != self._store.settings.get("places"):
                self.save_places()

    # Overlays

    def sheet(self, *children: Widget | None, refresh: Callable[[], object] | None = None) -> None:
        """Something over the page; what can `refresh` itself stays open while the game changes."""
        self.close_sheet()
        self.open_sheet = Sheet(self.close_sheet, *children)
        self.open_sheet.refresh = refresh
        self.open_sheet.settle(self.root_widget.size)
        self.root_widget.add_widget(self.open_sheet)
        self.open_sheet.rise()

    @property
    def sheet_open(self) -> bool:
        return self.open_sheet is not None

    def close_sheet(self) -> None:
        """Away with it; one that belongs to a page of before may have changed what the page of
        now shows."""
        if self.open_sheet:
            self.root_widget.remove_widget(self.open_sheet)
            let_go_soon(self.open_sheet)
            self.open_sheet = None
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
