"""A line above every page: how it stands with something that concerns all of them."""

from __future__ import annotations

from screens.widgets.ground import paint
from screens.widgets.layouts import Across
from screens.widgets.words import Icon, Words


class Strip(Across):
    """An icon and a few words across the whole window."""

    def __init__(self, text: str, is_well: bool) -> None:
        self.says = (text, is_well)
        icon, ink = ("account-multiple-outline", "text2") if is_well else ("link-variant-off", "text")
        self.words = Words(text, "meta", ink)
        super().__init__(Icon(icon, 18, "accent"), self.words, gap=8, pad=(12, 4, 12, 4), least=26)
        self.size_hint = (1, None)
        self.pos_hint = {"top": 1}
        paint(self, "raised")

    def fit_into(self, width: float) -> None:
        """As high as its words need in this width, at once: the page below wants to know."""
        self.width = width
        self.do_layout()
