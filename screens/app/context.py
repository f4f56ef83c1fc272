"""What every page is given: the way through the app, the open game if there is one, and the
services around them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from carddb.store import Store
from engine.playing.rules import Ruleset
from engine.values.texts import Text
from screens.app.device import Device
from screens.app.hall import Hall
from screens.app.link import Link
from screens.app.navigator import Navigator
from screens.app.preferences import Preferences
from screens.app.work import Work

if TYPE_CHECKING:
    from carddb.library import Library
    from screens.app.desk import Desk


class Wishes(Protocol):
    """What changes every page."""

    def set(self, key: str, value: Any) -> None: ...

    def restored(self) -> None: ...

    def remember(self) -> None: ...

    def light(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Context:
    """The app as its pages see it."""

    navigator: Navigator
    desk: Desk
    preferences: Preferences
    store: Store
    shelf: Shelf
    rulesets: Mapping[str, Ruleset]
    dice: Callable[[Any], Any]
    clock: Callable[[], str]
    device: Device
    app: Wishes
    link: Link
    hall: Hall

    @property
    def library(self) -> Library:
        return self.shelf.library

    def tell(self, text: Text | str) -> str:
        return self.preferences.tell(text)

    def work(self, job: Callable[..., Any], done: Callable[[Any], None], what: Text | None = None) -> None:
        """Something long, off the thread that draws; its result comes back on it.

        Where `what` names it, a sheet shows how far it has come and can cancel it; the job is then
        given a `Progress`.
        """
        Work(self.navigator, job, done, what).start()


class Shelf:
    """All cards; read when they are first looked at."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._library: Library | None = None

    @property
    def library(self) -> Library:
        if self._library is None:
            from carddb.library import Library

            self._library = Library(self._store)
        return self._library

    def forget(self) -> None:
        """What is on the disk is another library now."""
        self._library = None
