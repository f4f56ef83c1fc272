"""Laying out a tree of widgets at once, each a few times: left to themselves, columns within
columns go through many more rounds before the frame is drawn."""

from __future__ import annotations

from collections.abc import Iterable

from kivy.uix.layout import Layout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget


def settle(root: Widget) -> None:
    """What is as wide as its words first, then widths from above, heights from below, places."""
    widgets = [widget for widget in root.walk(restrict=True) if isinstance(widget, (Layout, ScrollView))]
    for order in (reversed(widgets), widgets, reversed(widgets), widgets):
        _lay(order)


def measure(root: Widget) -> None:
    """The same without the places, for a row whose height has to be known before it has one."""
    widgets = [widget for widget in root.walk(restrict=True) if isinstance(widget, (Layout, ScrollView))]
    for order in (reversed(widgets), widgets, reversed(widgets)):
        _lay(order)


def place(root: Widget) -> None:
    """The places within a row that has got its own."""
    _lay([widget for widget in root.walk(restrict=True) if isinstance(widget, (Layout, ScrollView))])


def _lay(widgets: Iterable[Widget]) -> None:
    """What a widget waits to do is done now; what still changes afterwards waits for the frame."""
    for widget in widgets:
        if isinstance(widget, Layout):
            widget._trigger_layout.cancel()
            widget.do_layout()
        else:
            widget.update_from_scroll()
