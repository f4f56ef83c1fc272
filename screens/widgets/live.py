"""Parts of a page that are built once and then updated."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from screens.widgets.ground import draw_nothing
from screens.widgets.layouts import Column
from screens.widgets.release import let_go_soon
from screens.widgets.running import Running
from screens.widgets.settle import measure
from screens.widgets.tree import everything


def typed_into(root: Widget) -> bool:
    """Whether the field that is typed into is in here."""
    return any(getattr(widget, "focus", False) for widget in everything(root))


def becomes(widget: Widget, value: object) -> bool:
    """Whether a part that can has taken on what it shows now by itself."""
    take_on = getattr(widget, "becomes", None)
    return take_on is not None and bool(take_on(value))


class Live(Column):
    """A part of a screen that is built again only when what it shows has changed, and then only
    if it cannot take on the change: `change` is called with it, what was and what is shown."""

    def __init__(
        self,
        build: Callable[[Any], Widget | None],
        shown: Any = None,
        change: Callable[[Any, Any, Any], bool] | None = None,
        **kw: Any,
    ) -> None:
        super().__init__(**kw)
        self.build, self.change = build, change
        self.shown: Any = None
        self.show(shown)

    def release(self) -> None:
        self.build, self.change, self.shown = draw_nothing, None, None

    def show(self, shown: Any) -> None:
        if (Running.typing and typed_into(self)) or (shown == self.shown and (self.children or shown is None)):
            return
        before, self.shown = self.shown, shown
        if self.children and shown is not None and self._takes_on(self.children[0], before):
            return
        for child in self.children[:]:
            self.remove_widget(child)
            let_go_soon(child)
        if shown is not None:
            self._put(self.build(shown))

    def _takes_on(self, part: Widget, before: Any) -> bool:
        return self.change(part, before, self.shown) if self.change else becomes(part, self.shown)

    def _put(self, part: Widget | None) -> None:
        """Measured at once where its width is known: left to itself it would move what is around
        it several times."""
        if part is None:
            return
        self.add_widget(part)
        if self.parent and self.width > 1 and part.size_hint_x:
            part.width = self.width
            measure(self)


def _no_part(_key: str, _value: object) -> Widget:
    raise NotImplementedError("it is let go")


class Together(Column):
    """Some parts on one ground, each built again only when what it shows has changed."""

    def __init__(self, build: Callable[[str, Any], Widget], shown: tuple[tuple[str, Any], ...], **kw: Any) -> None:
        self._build = build
        self._parts = {key: Live(partial(self._part, key), (value,)) for key, value in shown}
        super().__init__(*self._parts.values(), **kw)

    def release(self) -> None:
        self._build, self._parts = _no_part, {}

    def _part(self, key: str, shown: tuple[Any]) -> Widget:
        return self._build(key, shown[0])

    def becomes(self, shown: tuple[tuple[str, Any], ...]) -> bool:
        if [key for key, _ in shown] != list(self._parts):
            return False
        for key, value in shown:
            self._parts[key].show((value,))
        return True
