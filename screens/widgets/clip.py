"""What scrolls is cut off at its edges.

Kivy paints the whole view twice to cut it out, with the stencil; a rectangle that stands upright
needs only to be named.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from kivy.core.window import Window
from kivy.graphics import BindTexture, InstructionGroup, ScissorPop, ScissorPush, StencilPop
from kivy.uix.widget import Widget

from screens.widgets.easel import in_window

_EDGES: WeakKeyDictionary[Widget, ScissorPush] = WeakKeyDictionary()


def clip(view: Widget) -> None:
    """Instead of the stencil that a view of Kivy has got."""
    view.canvas.before.clear()
    _drop_stencil(view.canvas.after)
    _EDGES[view] = ScissorPush(x=0, y=0, width=0, height=0)
    view.canvas.before.add(_EDGES[view])
    view.canvas.after.insert(0, ScissorPop())


def _drop_stencil(group: InstructionGroup) -> None:
    """Up to its end; what draws the bars comes after it."""
    end = next(n for n, each in enumerate(group.children) if isinstance(each, StencilPop))
    for each in group.children[: end + 1]:
        if not isinstance(each, BindTexture):  # that goes with its rectangle
            group.remove(each)


def set_edges(*_: object) -> None:
    """Where each view in the window is now, also one that is turned to the other side of the
    table or pushed up by a keyboard."""
    for view, edges in _EDGES.items():
        if in_window(view):
            x, y, u, v = _box(view)
            new = (x, y, u - x, v - y)
            if (edges.x, edges.y, edges.width, edges.height) != new:
                edges.x, edges.y, edges.width, edges.height = new


def _box(view: Widget) -> tuple[int, int, int, int]:
    """In pixels of the window: left, low, right, top."""
    to_pixels = Window.render_context["modelview_mat"].transform_point
    ends = [to_pixels(*view.to_window(*corner), 0) for corner in (view.pos, (view.right, view.top))]
    (x, u), (y, v) = (sorted(round(each[n]) for each in ends) for n in (0, 1))
    return x, y, u, v


Window.bind(on_draw=set_edges)
