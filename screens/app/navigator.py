"""Where one is in the app: the page shown, the way back from it, the sheet above it; all of it
survives a kill."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.widget import Widget

from carddb.store import Store
from carddb.trouble import Trouble
from engine.values.texts import Text
from screens.app.ground import Ground
from screens.app.holding import Holding
from screens.app.notices import complaint, notice
from screens.app.places import Place, nowhere, way_to
from screens.app.stage import KeptPages, Shown, Stage, fade_in
from screens.widgets.release import let_go_soon
from screens.widgets.running import Running
from screens.widgets.settle import settle
from screens.widgets.sheet import Part, Sheet

if TYPE_CHECKING:
    from screens.app.page import Page


class Navigator:
    """Goes from page to page. Of those that are left the last few are kept if they can be brought
    up to date; on a tablet the table stays in sight beside the pages of a deed."""

    def __init__(self, store: Store, tell: Callable[[Text | str], str], make: Callable[[Place], Page]) -> None:
        self._store, self.tell, self._make = store, tell, make
        self.places: list[Place] = [{"screen": "home"}]
        self._page: Page | None = None
        self._holding = Holding()
        self.afterwards = self._holding.afterwards
        self.open_sheet: Sheet | None = None
        self.said: Text | str = ""
        self.ended = False
        self._widget: Widget | None = None
        self._stage, self._kept = Stage(), KeptPages()
        self._ground = Ground(self._stage, self._kept)
        self.show_ground = self._ground.show
        self._outdated = self._is_stale = False
        self._size = (0, 0)
        self._soon = Clock.create_trigger(self.save_places)
        self.root_widget, self.put_strip, self.forget_kept = self._stage.root, self._stage.put_strip, self._kept.forget

    @property
    def page(self) -> Page | None:
        """The page of this place; None where it is still to come."""
        return None if self._holding.arrives else self._page

    @property
    def ground(self) -> Page | None:
        """The table beside which this page stands, if there is one."""
        return self._ground.page

    def held(self) -> AbstractContextManager[None]:
        return self._holding.held(self)

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
        self.places = way_to({"screen": screen, **args}, self.places)
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

    def return_to(self, place: Place) -> None:
        """Back to a place on the way here."""
        self.replace(*self.places[: self.places.index(place) + 1])

    # The page shown

    def arrive(self) -> None:
        """Show the page of this place: one that is kept, brought up to date, or a new one."""
        if Running.typing or self._holding.is_put_off(arrives=True):
            return
        self._put_away()
        self._find_ground()
        kept = self._kept.take(str(self.here["screen"]))
        if kept and self._shows_again(*kept):
            self._appear(kept.widget)
            settle(self.root_widget)
        else:
            self._build()
        if self._widget:
            fade_in(self._widget)

    def show(self) -> None:
        """What is shown has changed."""
        if self._holding.is_put_off():
            return
        if self.page:
            self.page.show()
        self.show_ground()
        settle(self.root_widget)

    def rebuild(self) -> None:
        """This page anew, in the running language and theme."""
        if Running.typing:
            return
        if self.page:
            self.page.leave()
        self._take_down()
        self._find_ground()
        self._build()

    def renew(self) -> None:
        """Everything looks different now: pages that are kept are out of date."""
        self._is_stale = True
        self.rebuild()

    def outdate(self) -> None:
        """What all pages are about has changed: none that is there now is shown again."""
        self.forget_kept()
        self._is_stale = True

    def _find_ground(self) -> None:
        if self._is_stale:
            self._stage.clear()
            self._kept.forget()
        self._ground.find(self.places, self._make, self.open_sheet)

    def _shows_again(self, page: Page, widget: Widget) -> bool:
        """Whether a page that was kept can show this place."""
        page.args = self.here
        self._page, self._widget = page, widget
        try:
            page.show()
        except BaseException:
            self._take_down()
            raise
        return self.page is page

    def _build(self) -> None:
        self._size = (Window.width, Window.height)
        page = self._page = self._make(self.here)
        self._is_stale = False
        try:
            widget = page.build()
        except BaseException:
            self._page = self._widget = None  # half a page can neither be left nor closed
            raise
        self._appear(widget)
        settle(self.root_widget)

    def _appear(self, widget: Widget) -> None:
        self._widget = widget
        if not self._ground.take(widget):
            self._stage.put(widget, self.open_sheet)

    def _put_away(self) -> None:
        """The page that is left is kept, if it can be shown again."""
        page, widget = self._page, self._widget
        if not (page and widget and page.kept) or self._is_stale:
            self._take_down()
            return
        page.put_away()
        self._clear()
        self._kept.put(Shown(page, widget))

    def _take_down(self) -> None:
        page, widget = self._page, self._widget
        self._clear()
        if page:
            page.close()
        if widget:
            let_go_soon(widget)

    def _clear(self) -> None:
        """Nothing is shown but the table beside which something was."""
        self._page = self._widget = None
        if not self._ground.clear():
            self._stage.clear()

    def turn(self) -> None:
        """The window has another shape: everything is built for it, an open sheet stays."""
        if self._size != (Window.width, Window.height):
            self._outdated = self.open_sheet is not None
            self.renew()

    def recover(self) -> None:
        """After a fault: the same place again, or the nearest on the way back that can be built."""
        self.close_sheet()
        while True:
            try:
                self._is_stale = True
                self._take_down()
                self._find_ground()
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
        self._take_down()
        self._stage.clear()
        self.forget_kept()
        self._ground.page, self._make = None, nowhere

    # Kept over a kill

    def remember(self) -> None:
        """Keep the place: page, tab, scroll position."""
        self._leave()
        self.save_places()

    def _leave(self) -> None:
        for page in (self.page, self.ground):
            if page:
                page.leave()

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
            self._leave()
            if self.places != self._store.settings.get("places"):
                self.save_places()

    # Overlays

    def sheet(self, *children: Part | None, refresh: Callable[[], object] | None = None) -> None:
        """Something over the page; what can `refresh` itself stays open while the game changes."""
        self.close_sheet()
        self.open_sheet = Sheet(self.close_sheet, *children)
        self.open_sheet.refresh = refresh
        self.open_sheet.settle(self.root_widget.size)
        self.root_widget.add_widget(self.open_sheet)
        self.open_sheet.rise()

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
        self.sheet(*complaint(self.tell, why, self.close_sheet))

    def inform(self, what: Text | str) -> None:
        """Something was done: a sentence."""
        self.sheet(*notice(self.tell, what, self.close_sheet))
