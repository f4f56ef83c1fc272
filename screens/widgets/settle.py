"""Laying out a tree of widgets at once, each a few times: left to themselves, columns within
columns go through many more rounds before the frame is drawn."""

from __future__ import annotations

from collections.abc import Iterable

from kivy.uix.layout import Layout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from screens.widgets.box import Box
from screens.widgets.tree import everything


def settle(root: Widget) -> None:
    """What is as wide as its words first, then widths from above, heights from below, places."""
    widgets = _layouts(root)
    for order in (_hugging(root, widgets), widgets, reversed(widgets), widgets):
        _lay(order)


def measure(root: Widget) -> None:
    """The same without the places, for a row whose height has to be known before it has one."""
    widgets = _layouts(root)
    for order in (_hugging(root, widgets), widgets, reversed(widgets)):
        _lay(order)


def _layouts(root: Widget) -> list[Widget]:
    return [widget for widget in everything(root) if isinstance(widget, (Layout, ScrollView))]


def _hugging(root: Widget, widgets: list[Widget]) -> list[Widget]:
    """Those that are as wide as what they hold, the inner ones first: any other would wrap its
    words in a width it never has. A box asks its own."""
    return [
        widget
        for widget in reversed(widgets)
        if widget is not root and widget.size_hint_x is None and not isinstance(widget.parent, Box)
    ]


def _lay(widgets: Iterable[Widget]) -> None:
    """What a widget waits to do is done now, and only that; what still changes afterwards waits
    for the frame."""
    for widget in widgets:
        if isinstance(widget, Layout):
            if widget._trigger_layout.is_triggered:
                widget._trigger_layout.cancel()
                widget.do_layout()
        else:
            widget.update_from_scroll()
