"""Two-sided: the phone lies flat between the players, each half turned to its reader, with its
own list, questions and sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scatter import Scatter
from kivy.uix.widget import Widget

from engine.values.model import Prompt
from engine.values.table import GameState
from engine.values.texts import Text, say, say_many
from screens.app.navigator import Place, Root
from screens.app.page import Screen
from screens.app.table import Playing
from screens.pages.table import TableScreen
from screens.present.lines import capital
from screens.widgets.ground import Across, Column, Live, Running, margin, paint, pane
from screens.widgets.longlist import Row
from screens.widgets.markers import symbol
from screens.widgets.press import BottomAction, IconButton, PushButton
from screens.widgets.theme import Size
from screens.widgets.turn import ScaleBar
from screens.widgets.words import Words

if TYPE_CHECKING:
    from screens.app.lifecycle import AdjutantApp

STRIP = 52
TABLE = "half"


class Half(Playing):
    """One side of the phone: a small app of its own over the same game. What it has not itself,
    the whole app has."""

    def __init__(self, whole: AdjutantApp, side: str, seat: int) -> None:
        super().__init__()
        self.whole, self.side, self.seat = whole, side, seat
        self.game, self.view, self.fates = whole.game, whole.view, whole.fates
        self.root_widget = Root()
        self.places: list[Place] = whole.here.setdefault(side, [{"screen": TABLE, "own": seat}])

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["whole"], name)

    def tell(self, text: Text | str) -> str:
        return self.whole.tell(text)

    def setting(self, key: str, default: Any = None) -> Any:
        return self.whole.setting(key, default)

    @property
    def prompt(self) -> Prompt | None:
        return self.whole.prompt

    def remember_soon(self) -> None:
        """The place of a half is a part of the place of the whole."""
        self.whole.here[self.side] = self.places
        self.whole.remember_soon()

    remember = remember_soon

    def advance(self, leave: bool = False) -> None:
        super().advance(leave)
        self.whole.root_widget.deaf_until = self.root_widget.deaf_until

    def replace(self, *places: Place) -> None:
        """Whatever leads to the table leads to this half of it; anything else is no longer about
        two readers."""
        own = [{"screen": TABLE, "own": self.seat} if place["screen"] == "table" else place for place in places]
        kept = [place for place in own if place["screen"] != "home"]
        if kept:
            super().replace(*kept)
        else:
            self.whole.replace(*places)

    def leave_game(self) -> None:
        self.whole.leave_game()

    def moved_on(self) -> None:
        """The table has changed: a question goes to whom it is asked of, and closes when it is
        answered."""
        self.close_sheet()
        where, asked = self.here["screen"], self._asked_of()
        if asked == self.seat and where != "ask":
            self.places = [self.places[0]]
            self.go("ask")
        elif asked != self.seat and where in ("ask", "pick"):
            self.places = [self.places[0]]
            self.remember_soon()
            self.rebuild(moved=True)
        elif self._screen:
            self._screen.refresh()

    def _asked_of(self) -> int | None:
        prompt = self.prompt
        if prompt is None:
            return None
        open_slot = next((slot for slot in prompt.slots if slot.key not in prompt.given), prompt)
        return open_slot.asked_of


class HalfTable(TableScreen):
    """What one reader needs: whose moment it is, his units, one button."""

    app: Any

    def _show(self) -> None:
        state = self.app.state
        self.head.show((self._title(state), self._doing(state)))
        self.list.show(self._rows())
        self._show_next(*self._next())
        if self.side:
            self.side.show((self._chosen(), state))

    def _seat(self) -> int:
        return int(self.args["own"])

    def _title(self, state: GameState) -> str:
        name, step = self.view.seat(self._seat()), self.view.rules.step(state.step).name
        mine = state.seat == self._seat()
        return self.tell(say("{player}: {step}", player=name, step=step)) if mine else name

    def _doing(self, state: GameState) -> str:
        left = sum(unit.seat == self._seat() for unit in self.view.waiting(state))
        if left:
            return self.tell(say_many("one unit has not acted", "{count} units have not acted", left))
        return capital(self.view.acting(state))

    def _head(self, shown: tuple[Any, ...]) -> Widget:
        title, doing = shown
        undo = IconButton("undo", self._undo, self.tell(say("Undo")), "text2")
        more = IconButton("dots-vertical", self._menu, self.tell(say("More")), "text2")
        words = Column(Words(title, "title"), Words(doing, "meta", "text2"), gap=1)
        return Across(
            symbol("", self._seat(), 38, "bg"), words, undo, more, gap=8, pad=(margin(), 6, 4, 4), least=Size.app_bar
        )

    def _rows(self) -> list[Row]:
        state, seat = self.app.state, self._seat()
        stocks = self.view.stocks(state, seat)
        rows: list[Row] = [("stocks", stocks, self._stocks)] if stocks else []
        lines = self.view.units(state, seat, self._chosen() if self.side else "")
        rows += [(line.id, line, self._unit) for line in lines]
        return rows if lines else [*rows, ("empty", seat, self._empty)]

    def _bottom(self, shown: tuple[Any, ...]) -> Widget:
        """One button; it is the bright one where it is this player's moment."""
        kind, text, sub, icon, _, warning = shown
        mine = self.app._asked_of() == self._seat() if kind == "answer" else self.app.state.seat == self._seat()
        return BottomAction(
            PushButton(text, lambda: self._act(kind), "primary" if mine else "tonal", icon, sub), warning=warning
        )

    def _show_next(self, kind: str, text: str, sub: str, icon: str, saved: str, warning: str) -> None:
        self.saved = saved
        self.bottom.show((kind, text, sub, icon, self.app.state.seat, warning))


class BothScreen(Screen):
    """Two halves of one height, a strip between them with the way out."""

    def build(self) -> Widget:
        assert self.app.view
        Running.halved = True
        self.halves = (Half(self.app, "far", 1), Half(self.app, "near", 0))
        for half in self.halves:
            half.rebuild()
            if self.app.prompt:
                half.moved_on()
        self.scales = [Live(lambda _now: self._scale(), pos_hint={"center_y": 0.5}) for _ in self.halves]
        far, near = (half.root_widget for half in self.halves)
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
            scale.show((self.app.state.turn, self.app.state.step))

    def _scale(self) -> Widget:
        assert self.app.view
        state, glance = self.app.state, self.app.view.rules.glance
        if glance.turns:
            return ScaleBar(glance.turns, state.turn, glance.checked)
        return Words(self.app.view.title(state), "meta", "text2", pos_hint={"center_y": 0.5})

    def _leave(self) -> None:
        self.app.replace({"screen": "home"}, {"screen": "table"})
        if self.app.prompt:
            self.app.go("ask")

    def moved_on(self) -> bool:
        """Each half shows what concerns its reader."""
        self._show_scales()
        for half in self.halves:
            half.moved_on()
        return True

    def back(self) -> bool:
        """The half that has somewhere to go back to; the near one first."""
        return any(half.back() for half in reversed(self.halves))

    def leave(self) -> None:
        for half in self.halves:
            if half._screen:
                half._screen.leave()

    def close(self) -> None:
        Running.halved = False
        for half in self.halves:
            if half._screen:
                half._screen.close()


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
