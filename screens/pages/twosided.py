"""Two-sided: the phone lies flat between the players, each half turned to its reader, with its
own list, questions and sheets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scatter import Scatter
from kivy.uix.widget import Widget

from engine.playing.duties import Next
from engine.values.model import Prompt
from engine.values.table import GameState
from engine.values.texts import say
from screens.app.context import Context
from screens.app.navigator import Navigator
from screens.app.page import GamePage, Page
from screens.app.places import Place
from screens.app.router import make_page
from screens.app.table import Table
from screens.pages.table import TablePage
from screens.present.lines import ForceLine
from screens.present.onward import Deed
from screens.widgets.bars import BottomAction
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, pane
from screens.widgets.live import Live
from screens.widgets.longlist import Row
from screens.widgets.markers import symbol
from screens.widgets.press import IconButton, PushButton
from screens.widgets.running import Running, margin
from screens.widgets.theme import Size
from screens.widgets.turn import ScaleBar
from screens.widgets.unitrows import Columns
from screens.widgets.words import Words

STRIP = 52
TABLE = "half"


class SideNavigator(Navigator):
    """Goes from page to page on one side of the phone; its place is a part of the place of the
    whole."""

    def __init__(self, context: Context, side: str, seat: int, make: Callable[[Place], Page]) -> None:
        super().__init__(context.store, context.tell, make)
        self.whole, self.side, self.seat = context.navigator, side, seat
        self.places = self.whole.here.setdefault(side, [{"screen": TABLE, "own": seat}])

    def remember_soon(self) -> None:
        self.whole.here[self.side] = self.places
        self.whole.remember_soon()

    def save_places(self, _dt: float = 0) -> None:
        self.whole.here[self.side] = self.places
        self.whole.save_places()

    def replace(self, *places: Place) -> None:
        """Whatever leads to the table leads to this half of it; anything else is no longer about
        two readers."""
        own = [{"screen": TABLE, "own": self.seat} if place["screen"] == "table" else place for place in places]
        kept = [place for place in own if place["screen"] != "home"]
        if kept:
            super().replace(*kept)
        else:
            self.whole.replace(*places)

    def home(self) -> None:
        """Back to this half of the table."""
        self.places = [self.places[0]]


class SideTable(Table):
    """The same game from one side: what it says is said there, and its questions come to whom
    they are asked of."""

    def __init__(self, context: Context, whole: Table, seat: int) -> None:
        super().__init__(context, whole.game)
        self.whole, self.seat, self.view, self.fates = whole, seat, whole.view, whole.fates

    @property
    def prompt(self) -> Prompt | None:
        return self.whole.prompt

    def _lock(self) -> None:
        super()._lock()
        self.whole.context.navigator.root_widget.deaf_until = self.context.navigator.root_widget.deaf_until

    def asked_of(self) -> int | None:
        prompt = self.prompt
        if prompt is None:
            return None
        open_slot = next((slot for slot in prompt.slots if slot.key not in prompt.given), prompt)
        return open_slot.asked_of


class Half:
    """One side of the phone: a way through its own pages over the same game."""

    def __init__(self, whole: Table, side: str, seat: int) -> None:
        self.seat = seat
        self.navigator = SideNavigator(whole.context, side, seat, self._make)
        self.context = replace(whole.context, navigator=self.navigator)
        self.table = SideTable(self.context, whole, seat)

    def _make(self, place: Place) -> Page:
        return make_page(self.context, self.table, place)

    def moved_on(self) -> None:
        """The table has changed: a question goes to whom it is asked of, and closes when it is
        answered."""
        nav, asked = self.navigator, self.table.asked_of()
        nav.close_sheet()
        where = nav.here["screen"]
        if asked == self.seat and where != "ask":
            nav.home()
            nav.go("ask")
        elif asked != self.seat and where in ("ask", "pick"):
            nav.home()
            nav.remember_soon()
            nav.arrive()
        elif nav.page:
            nav.page.show()


class HalfPage(TablePage):
    """What one reader needs: whose moment it is, his units, one button."""

    table: SideTable

    def _headed(self, able: int) -> tuple[Any, ...]:
        state = self.table.state
        return self._title(state), self._doing(state)

    def _seat(self) -> int:
        return int(self.args["own"])

    def _seats(self) -> tuple[int, ...]:
        return (self._seat(),)

    def _decked(self, able: int) -> None:
        """Whose force it is stands above, and there is no room for a filter."""

    def _title(self, state: GameState) -> str:
        return self.view.words.seat(self._seat())

    def _doing(self, state: GameState) -> str:
        """One's own step; who can still act stands on the button."""
        mine = state.seat == self._seat()
        return self.tell(self.view.rules.step(state.step).name) if mine else self.view.doing(state)

    def _head(self, shown: tuple[Any, ...]) -> Widget:
        title, doing = shown
        undo = IconButton("undo", self.table.undo, self.tell(say("Undo")), "text2")
        more = IconButton("dots-vertical", self._menu, self.tell(say("More")), "text2")
        words = Column(Words(title, "title"), Words(doing, "meta", "text2"), gap=1)
        return Across(
            symbol("", self._seat(), 38, "bg"), words, undo, more, gap=8, pad=(margin(), 6, 4, 4), least=Size.app_bar
        )

    def _rows(self, n: int, seat: int, force: ForceLine, columns: Columns) -> list[Row]:
        return [*self.force.units(force, columns), *self.force.stocks(seat, force.piles)]

    def show_next(self, deed: Deed) -> None:
        """One button; it is the bright one where it is this player's moment."""
        asks = deed.next is Next.ANSWER
        mine = (self.table.asked_of() if asks else self.table.state.seat) == self._seat()
        self.bottom.show((deed, mine, self.table.warning))

    def _bottom(self, shown: tuple[Any, ...]) -> Widget:
        deed, mine, warning = shown
        look = "primary" if mine else "tonal"
        return BottomAction(PushButton(deed.text, self.do_next, look, deed.icon, deed.sub), warning=warning)


class BothPage(GamePage):
    """Two halves of one height, a strip between them with the way out."""

    def build(self) -> Widget:
        Running.halved = True
        self.halves = (Half(self.table, "far", 1), Half(self.table, "near", 0))
        for half in self.halves:
            half.navigator.rebuild()
            if self.table.prompt:
                half.moved_on()
        self.scales = [Live(lambda _now: self._scale(), pos_hint={"center_y": 0.5}) for _ in self.halves]
        far, near = (half.navigator.root_widget for half in self.halves)
        return pane(turned(far), self._strip(), near)

    def _strip(self) -> Widget:
        """A scale for each reader, and the cross between them."""
        out = IconButton("close", self._leave, self.tell(say("One reader again")), "text2")
        strip = BoxLayout(size_hint_y=None, height=dp(STRIP), padding=(dp(margin()), 0), spacing=dp(12))
        near, far = self.scales
        far_side = BoxLayout()
        far_side.add_widget(far)
        for each in (near, out, turned(far_side)):
            strip.add_widget(each)
        self._show_scales()
        return paint(strip, "surface")

    def _show_scales(self) -> None:
        for scale in self.scales:
            scale.show((self.table.state.turn, self.table.state.step))

    def _scale(self) -> Widget:
        state, glance = self.table.state, self.view.rules.glance
        if glance.turns:
            return ScaleBar(glance.turns, state.turn, glance.checked)
        return Words(self.view.title(state), "meta", "text2", pos_hint={"center_y": 0.5})

    def _leave(self) -> None:
        self.nav.replace({"screen": "home"}, {"screen": "table"})
        if self.table.prompt:
            self.nav.go("ask")

    def moved_on(self) -> bool:
        """Each half shows what concerns its reader."""
        self._show_scales()
        for half in self.halves:
            half.moved_on()
        return True

    def back(self) -> bool:
        """The half that has somewhere to go back to; the near one first."""
        return any(half.navigator.back() for half in reversed(self.halves))

    def leave(self) -> None:
        for half in self.halves:
            if half.navigator.page:
                half.navigator.page.leave()

    def close(self) -> None:
        Running.halved = False
        for half in self.halves:
            half.navigator.close()


def turned(content: Widget) -> Widget:
    """Something for the reader on the other side: upside down, with touches."""
    paper = Scatter(rotation=180, do_rotation=False, do_scale=False, do_translation=False, auto_bring_to_front=False)
    place = BoxLayout()

    def lay(*_: object) -> None:
        content.size = paper.size = place.size
        content.pos = (0, 0)
        paper.pos = place.pos

    content.size_hint = (None, None)
    paper.size_hint = (None, None)
    paper.add_widget(content)
    holder = Widget()
    holder.add_widget(paper)
    place.add_widget(holder)
    place.bind(pos=lay, size=lay)
    return place
