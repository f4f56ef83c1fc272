"""Widgets as Kivy makes them, and a tree of them as a list."""

from __future__ import annotations

from kivy.uix.widget import Widget

UNRULED = {"__no_builder": True}
"""Said when a widget is made that no style of Kivy's is meant for: else it looks for one each
time."""


def everything(root: Widget) -> list[Widget]:
    """Itself and all that lies in it, from the outside inwards and in the order of the page; Kivy's
    own walk asks a generator in a generator for each."""
    found, left = [], [root]
    while left:
        widget = left.pop()
        found.append(widget)
        left.extend(widget.children)
    return found
