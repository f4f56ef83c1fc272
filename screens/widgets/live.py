"""Parts of a page that are built once and then updated."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from screens.widgets.ground import draw_nothing
from screens.widgets.layouts import Column, fill
from screens.widgets.release import let_go_soon
from screens.widgets.running import Running


def typed_into(root: Widget) -> bool:
    """Whether the place somebody types into is in here."""
    return any(getattr(widget, "focus", False) for widget in root.walk(restrict=True))


def becomes(widget: Widget, value: object) -> bool:
    """Whether a part that can has taken on what it shows now by itself."""
    take_on = getattr(widget, "becomes", None)
    return take_on is not None and bool(take_on(value))


class Live(Column):
    """A part of a screen that is built again only when what it shows has changed."""

    def __init__(self, build: Callable[[Any], Widget | None], shown: Any = None, **kw: Any) -> None:
        super().__init__(**kw)
        self.build = build
        self.shown: Any = None
        self.show(shown)

    def release(self) -> None:
        self.build, self.shown = draw_nothing, None

    def show(self, shown: Any) -> None:
        if (Running.typing and typed_into(self)) or (shown == self.shown and (self.children or shown is None)):
            return
        self.shown = shown
        if self.children and shown is not None and becomes(self.children[0], shown):
            return
        for child in self.children[:]:
            self.remove_widget(child)
            let_go_soon(child)
        if shown is not None:
            fill(self, (self.build(shown),))


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
