"""Steps of Epic Armageddon by touches, for tests that join them: flights, drops, war engines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carddb.starter import starter_cards
from engine.values.events import Abandoned, Advanced, UnitAdded
from engine.values.maps import Map, frozen

Laid = tuple[str, int, str, Mapping[str, Any]]
"""A formation: its id, its seat, its card, what the table keeps of it."""


def lay(driver: Any, *units: Laid, step: str = "action", seat: int = 0) -> Any:
    """These formations on a table of their own, at a step; the open game."""
    context, cards = driver.app.context, starter_cards("epic")
    context.desk.take(context.store.new_game("epic", context.rulesets["epic"].opened(), "Blue against Red", ("Blue", "Red")))
    session = driver.app.table.session
    for name, side, card, held in units:
        session.overrule(UnitAdded(name, side, cards[card].values, Map({key: frozen(value) for key, value in held.items()})))
    while session.state.pending or session.state.step != step:
        session.overrule(Abandoned() if session.state.pending else Advanced())
    if session.state.seat != seat:
        session.overrule(Advanced())
    driver.app.navigator.replace({"screen": "home"}, {"screen": "table"})
    driver.frames(3)
    return driver.app.table


class Hand:
    """A finger that counts its taps, and knows how many dice succeed."""

    def __init__(self, driver: Any) -> None:
        self.driver, self.taps = driver, 0

    def __call__(self, *names: str) -> None:
        for name in names:
            self.driver.reach(name)
            self.taps += 1

    @property
    def asked(self) -> str:
        prompt = self.driver.app.table.prompt
        return prompt.key if prompt else ""

    def dice(self, successes: int = 0) -> None:
        """So many successes of one throw and none of what is thrown again: their number, or the
        face of a single die."""
        log, left = self.driver.app.table.session.log, successes
        known = len(log)
        while len(log) == known:
            names = self.driver.names()
            if any(name.startswith("Apply") for name in names):
                self("Apply")
            else:
                self(f"={left}" if f"={left}" in names else "6" if left else "1")
                left = 0

    def order(self, formation: str, order: str, passes: bool = True) -> None:
        """The ring, the order, and the die of its test."""
        self(f"Ring of {formation}", order)
        if self.asked.startswith("test"):
            self.dice(int(passes))


# Steps


def flak(hand: Hand, gunners: str, hits: int, jink: bool | None = None, saved: int = 0) -> None:
    """One formation fires: how many is as preset; who is hit jinks or not, where it may."""
    hand(gunners)
    if hand.asked.startswith("seen"):
        hand("Go on")
    hand.dice(hits)
    if hand.asked.startswith("jink"):
        hand("Yes" if jink else "No")
    if hand.asked.startswith("save"):
        hand.dice(saved)


def ground_attack(hand: Hand, flyers: str, gunners: str, hits: int, saved: int, jink: bool = True) -> None:
    """Take-off, the flak of one formation, and a jink."""
    hand.order(flyers, "Ground attack")
    flak(hand, gunners, hits, jink, saved)
    if hand.asked.startswith("flak"):
        hand("No flak")
