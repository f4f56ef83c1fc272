"""Where text is typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color
from kivy.metrics import dp
from kivy.uix.textinput import TextInput

from screens.widgets.drawing import rgba
from screens.widgets.ground import paint
from screens.widgets.layouts import Column
from screens.widgets.running import c, text_px
from screens.widgets.theme import TYPE, Radius, Touch
from screens.widgets.words import Words

LONGEST = 400
LAST_DRAWN = "_refresh_text_from_property_ev"


class Entry(TextInput):
    """One line of text, or several. What is typed is cut at a length no name needs, and never
    read as markup."""

    def __init__(
        self,
        text: str,
        done: Callable[[str], object] | None = None,
        hint: str = "",
        changed: Callable[[str], object] | None = None,
        name: str = "",
        lines: int = 1,
        longest: int = LONGEST,
        **kw: Any,
    ) -> None:
        clear = (0, 0, 0, 0)
        super().__init__(
            text=text,
            hint_text=hint,
            multiline=lines > 1,
            size_hint_y=None,
            font_name="Roboto",
            font_size=text_px(TYPE["body"].size),
            background_normal="",
            background_active="",
            background_color=clear,
            foreground_color=rgba(c("text")),
            hint_text_color=rgba(c("text3")),
            cursor_color=rgba(c("accent")),
            selection_color=rgba(c("accent"), 0.35),
            padding=(dp(14), dp(14)),
            write_tab=False,
            **kw,
        )
        self.name, self.longest = name or hint, longest
        self.height = max(dp(Touch.min), text_px(TYPE["body"].size) * 1.45 * lines + dp(28))
        paint(self, "raised", Radius.control, "edge")
        self._changed, self._done = changed, done
        self.bind(text=self._follow, on_text_validate=self._finish)
        with self.canvas.before:  # the ground above is drawn last and would lend the letters its colour
            self._letters = Color()
        self.bind(text=self._ink)
        self._ink()
        self.bind(width=self._from_the_top)

    def _from_the_top(self, *_: object) -> None:
        """Kivy rolls a text to its end before it knows how wide it is, and leaves it there."""
        if not self.focus:
            self.cursor, self.scroll_y = (0, 0), 0

    def _follow(self, _entry: object, text: str) -> None:
        if self._changed:
            self._changed(text[: self.longest])

    def _finish(self, _entry: object) -> None:
        if self._done:
            self._done(self.text[: self.longest])

    def release(self) -> None:
        """Kivy keeps the last time it was drawn, and with it the entry."""
        self.focus = False
        self._changed = self._done = None
        if last := getattr(self, LAST_DRAWN):
            last.cancel()
            setattr(self, LAST_DRAWN, None)

    def _ink(self, *_: object) -> None:
        self._letters.rgba = self.foreground_color if self.text else self.hint_text_color

    def insert_text(self, substring: str, from_undo: bool = False) -> Any:
        room = self.longest - len(self.text)
        return super().insert_text("".join(ch for ch in substring if ch.isprintable() or ch == "\n")[:room], from_undo)


def labelled(text: str, entry: Entry) -> Column:
    return Column(Words(text, "head", "text2"), entry, gap=4)
