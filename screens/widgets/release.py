"""Widgets that are done with: taken apart, so that they are freed at once and nothing is left for
the collector.

Kivy's widgets hold themselves: a parent its children and they their parent, and every widget the
methods of its own that follow its properties.
"""

from __future__ import annotations

from kivy.clock import Clock
from kivy.event import EventDispatcher
from kivy.graphics import Canvas, InstructionGroup
from kivy.properties import DictProperty
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from screens.widgets.tree import everything

LAZY = "ids"
"""A dictionary that Kivy makes when it is first asked for."""
ALWAYS = ("motion_filter", "pos", "size")
"""Properties of any widget that others follow: its parent, and who draws behind it."""
_FOLLOWED: dict[type[EventDispatcher], tuple[tuple[str, bool], ...]] = {}
"""Properties of a class of widgets that its own methods follow."""


_WAITING: list[Widget] = []
AT_ONCE, LATER = 40, 0.4
"""Widgets taken apart between two frames; seconds after which that begins."""


def let_go_soon(root: Widget) -> None:
    """Take a tree of widgets apart when the player looks at what the tap has brought, a part in
    each frame: no tap waits for it."""
    _WAITING.append(root)
    _begin()


def _let_some_go(_dt: float) -> None:
    done = 0
    while _WAITING and done < AT_ONCE:
        widget = _WAITING.pop()
        _WAITING.extend(widget.children)
        _release(widget)
        done += 1
    if _WAITING:
        _work_off()


_work_off = Clock.create_trigger(_let_some_go, 0)
_begin = Clock.create_trigger(_let_some_go, LATER)


def let_go(root: Widget) -> None:
    """Take a tree of widgets apart; none of them may be used again."""
    for widget in everything(root):
        _release(widget)


def _release(widget: Widget) -> None:
    _unfollow(widget)
    if release := getattr(widget, "release", None):
        release()
    if isinstance(widget, ScrollView):
        _stop(widget)
    _wipe(widget.canvas)
    widget.children, widget.parent = [], None


def _wipe(canvas: Canvas) -> None:
    """What is drawn holds the canvas it is drawn on; and a canvas that was drawn holds itself as
    what Kivy has compiled it to, until it is told that it has no such thing."""
    beside = [getattr(canvas, name) for name in ("before", "after") if getattr(canvas, f"has_{name}")]
    for each in (*beside, canvas):
        each.clear()
    for each in canvas.children[:]:
        canvas.remove(each)
    for each in (*beside, canvas):
        InstructionGroup.__init__(each, nocompiler=True)


def _stop(view: ScrollView) -> None:
    """What makes a list run on and spring back holds the list."""
    for effect in (view.effect_x, view.effect_y):
        if effect:
            effect.cancel()
            effect.target_widget = None
            _unfollow(effect)


def _unfollow(widget: EventDispatcher) -> None:
    for name, is_dict in _followed(widget):
        for callback, _, _, is_weak, uid in widget.get_property_observers(name, args=True):
            if uid:
                widget.unbind_uid(name, uid)
            else:
                widget.unbind(**{name: callback() if is_weak else callback})
        if is_dict:
            getattr(widget, name).obj = None


def _followed(widget: EventDispatcher) -> tuple[tuple[str, bool], ...]:
    """Their names, and whether each is a dictionary, which holds its widget; looked up once for
    each class."""
    kind = type(widget)
    if kind not in _FOLLOWED:
        names = {name: isinstance(each, DictProperty) for name, each in widget.properties().items() if name != LAZY}
        _FOLLOWED[kind] = tuple(
            (name, each) for name, each in names.items() if name in ALWAYS or widget.get_property_observers(name)
        )
    return _FOLLOWED[kind]
