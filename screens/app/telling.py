"""How what happened is told: on a page, or by a card on the table, as the players wish for each
kind of deed; a kind they have seen often enough needs no page any more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Literal

from carddb.trouble import Trouble
from screens.app.preferences import Preferences

Form = Literal["page", "card"]
SETTING, KINDS = "outcome", "outcomes"
"""What is set for all deeds, and what is known of each kind."""
KNOWN = 3
"""So many pages of one kind of deed, and the players know what it asks of their hands."""


class Telling:
    """By kind of deed either a form that was wished for it, or how many of its pages were shown."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences

    @property
    def for_all(self) -> str:
        """`learn`: pages until a kind of deed is known; else one form for all."""
        return str(self._preferences.get(SETTING, "learn"))

    def form(self, kind: str) -> Form:
        found = self._kinds().get(kind, 0)
        if found in ("page", "card"):
            return "page" if found == "page" else "card"
        if self.for_all != "learn":
            return "page" if self.for_all == "page" else "card"
        return "page" if not isinstance(found, int) or found < KNOWN else "card"

    def wish(self, kind: str, form: Form) -> None:
        self._keep({**self._kinds(), kind: form})

    def count(self, kind: str) -> None:
        """A page of this kind is shown."""
        seen = self._kinds().get(kind, 0)
        if isinstance(seen, int) and seen < KNOWN:
            self._keep({**self._kinds(), kind: seen + 1})

    def on_cards(self) -> Iterator[str]:
        """The kinds of deeds that have no page any more."""
        return (kind for kind in self._kinds() if self.form(kind) == "card")

    def forget(self) -> None:
        """All kinds are told as is set for all, as if none were known."""
        self._keep({})

    def _keep(self, kinds: dict[str, str | int]) -> None:
        """Where it cannot be kept the page is shown again: nothing is lost by that."""
        with suppress(Trouble):
            self._preferences.put(KINDS, kinds)

    def _kinds(self) -> dict[str, str | int]:
        found = self._preferences.get(KINDS, {})
        return found if isinstance(found, dict) else {}
