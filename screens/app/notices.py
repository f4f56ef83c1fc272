"""What a sheet says when something went wrong, or was done."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kivy.uix.widget import Widget

from engine.values.texts import Text, say
from screens.present.lines import capital
from screens.widgets.press import PushButton
from screens.widgets.words import Words

Tell = Callable[[Text | str], str]


def complaint(tell: Tell, why: Text | str, close: Callable[[], object]) -> Iterator[Widget]:
    """A sentence, and a way on."""
    yield Words(tell(say("That does not work")), "title")
    yield Words(capital(tell(why)), "body", "text2")
    yield PushButton(tell(say("Back")), close, "tonal")


def notice(tell: Tell, what: Text | str, close: Callable[[], object]) -> Iterator[Widget]:
    """A sentence."""
    yield Words(capital(tell(what)), "title")
    yield PushButton(tell(say("Good")), close, "primary")
