"""One tap is shown once: what it sets going may change the table several times and lead past
several pages, of which the last alone is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

Do = Callable[[], object]


class Showing(Protocol):
    """Who shows pages."""

    def arrive(self) -> None: ...

    def show(self) -> None: ...


class Holding:
    """Puts off what is to be shown until all that a tap sets going is done."""

    def __init__(self) -> None:
        self._depth = 0
        self.arrives = self._shows = False
        self._then: Do | None = None

    @contextmanager
    def held(self, pages: Showing) -> Iterator[None]:
        """What is done in here is shown at its end."""
        self._depth += 1
        try:
            yield
        except BaseException:
            self._forget()
            raise
        finally:
            self._depth -= 1
        if not self._depth:
            self._catch_up(pages)

    def is_put_off(self, arrives: bool = False) -> bool:
        """Whether what is to be shown waits; where one arrives at another page, the page of before
        is shown no more."""
        if self._depth:
            self._shows, self.arrives = True, self.arrives or arrives
        return self._depth > 0

    def afterwards(self, then: Do) -> None:
        """Done when the page is there; of several the last."""
        if self._depth:
            self._then = then
        else:
            then()

    def _catch_up(self, pages: Showing) -> None:
        shows, arrives, then = self._shows, self.arrives, self._then
        self._forget()
        if shows:
            pages.arrive() if arrives else pages.show()
        if then:
            then()

    def _forget(self) -> None:
        self._shows = self.arrives = False
        self._then = None
