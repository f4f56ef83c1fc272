"""What is wrong with a picture, measured on its widgets: words cut off or one over another,
targets too small for a finger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tools.driver import Driver, box

SLACK = 1.5
LEAST = 48
Rect = tuple[float, float, float, float]


def rect(widget: Any) -> Rect:
    return box(widget)


def within(inner: Rect, outer: Rect, slack: float = SLACK) -> bool:
    return inner[0] >= outer[0] - slack and inner[1] >= outer[1] - slack and inner[2] <= outer[2] + slack and inner[3] <= outer[3] + slack


def apart(one: Rect, other: Rect) -> bool:
    return one[2] <= other[0] + SLACK or other[2] <= one[0] + SLACK or one[3] <= other[1] + SLACK or other[3] <= one[1] + SLACK


def top_layer(driver: Driver) -> Any:
    """The sheet, where one is open, else the screen."""
    return driver.app.navigator.root_widget.children[0]


def labels(driver: Driver) -> Iterator[Any]:
    """Words and icons in sight on the top layer."""
    for widget in top_layer(driver).walk(restrict=True):
        if getattr(widget, "text", "") and hasattr(widget, "texture_size") and widget.opacity and driver.seen(widget):
            yield widget


def words_rect(label: Any) -> Rect:
    """Where the ink is: the texture in the middle of its label, by its alignment."""
    x, y, right, top = rect(label)
    width, height = label.texture_size
    left = {"left": x, "right": right - width}.get(label.halign, (x + right - width) / 2) if width <= label.width + SLACK else x
    low = (y + top - height) / 2
    return left, low, left + width, low + height


def cut(driver: Driver) -> Iterator[str]:
    """Labels whose words are larger than their place, or stick out of the window."""
    from kivy.core.window import Window

    for label in labels(driver):
        width, height = label.texture_size
        if width > label.width + SLACK or height > label.height + SLACK:
            yield f"{label.text!r} needs {width}x{height} and has {label.width:.0f}x{label.height:.0f}"
        found = rect(label)
        if found[0] < -SLACK or found[2] > Window.width + SLACK:
            yield f"{label.text!r} sticks out of the window: {found}"


def broken(driver: Driver) -> Iterator[str]:
    """Words too long for their line: the rest of such a word stands on the next one."""
    from screens.widgets.words import lettered

    for label in labels(driver):
        if label.font_name == "icons" or not label.text_size[0]:
            continue
        for word in label.text.split():
            if lettered(word, label.face, "left", None).width > label.width + SLACK:
                yield f"{word!r} of {label.text[:60]!r} is broken at {label.width:.0f}"


def overlaps(driver: Driver) -> Iterator[str]:
    """Words over words."""
    found = [(label, words_rect(label)) for label in labels(driver) if label.font_name != "icons"]
    for n, (one, here) in enumerate(found):
        for other, there in found[n + 1 :]:
            if not apart(here, there) and _same_page(one, other):
                yield f"{one.text!r} and {other.text!r} lie over one another"


def _same_page(one: Any, other: Any) -> bool:
    """What scrolls passes under the bars: only words of the same page can collide."""
    return _page(one) is _page(other)


def _page(widget: Any) -> Any:
    above = widget.parent
    while above is not None and not hasattr(above, "scroll_y") and above is not above.parent:
        above = above.parent
    return above


def small(driver: Driver) -> Iterator[str]:
    """What can be pressed and is smaller than a finger."""
    for widget in top_layer(driver).walk(restrict=True):
        if getattr(widget, "do", None) and driver.seen(widget) and min(widget.width, widget.height) < LEAST - 0.5:
            yield f"{widget.name!r} is {widget.width:.0f}x{widget.height:.0f}"


def nameless(driver: Driver) -> Iterator[str]:
    """What can be pressed and has no name."""
    for widget in top_layer(driver).walk(restrict=True):
        if getattr(widget, "do", None) and not getattr(widget, "name", ""):
            yield f"{type(widget).__name__} without a name"


def faults(driver: Driver) -> list[str]:
    return [*cut(driver), *broken(driver), *overlaps(driver), *small(driver), *nameless(driver)]
