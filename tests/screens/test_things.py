"""What a hand can set: every tracker of every game, on a unit that has it, by touches to each of
its values and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from carddb.starter import starter_cards
from engine.games import RULESETS
from engine.playing.things import Thing, things
from engine.values.events import UnitAdded
from engine.values.maps import frozen
from engine.values.table import Unit
from screens.present.things import MOST_PIPS, find
from tests.screens.test_app import sample

Start = Callable[..., Any]
BY_DOING = {
    "where": "units come and go by procedures, and by the page of the match",
    "joined": "heroes join in their procedure",
    "name": "no tracker of the game",
}
"""What no touch on the sheet sets, and why."""


LACKING = {"dust": (frozen({"name": "Hero", "kind": "hero", "hp": 3, "armor": "S3", "move": 1, "skills": ["heroic_attack", "all_in_one"]}),)}


def own_trackers(game: str) -> Iterator[str]:
    rules = RULESETS[game]
    for tracker in rules.trackers:
        if tracker.on == "unit" and tracker.key not in (*BY_DOING, *rules.glance.unseen):
            yield tracker.key


def cards_of(game: str) -> list[Unit]:
    """A unit of every card of the starter pack, and of some that it lacks."""
    return [Unit("x", 0, card) for card in (*(card.values for card in starter_cards(game).values()), *LACKING.get(game, ()))]


def trackers_of(thing: Thing) -> set[str]:
    """The trackers that a thing can be in: a marker lies in one list or another."""
    return {thing.tracker.key, *thing.lists}


REMEMBERED = {
    "aam": {"attacked_twice", "kept_down", "overheated", "given_up", "used_up"},
    "dust": {"reacting", "repaired", "reactivated", "serum", "doubled", "fired", "medal", "deaths", "orders"},
    "2gm": {"terrain", "primary", "command", "advanced", "rode", "assaulting", "aa_fired", "support"},
    "epic": {"garrison", "rallied", "under_fire", "flak", "hulls", "marched"},
    "front": {"territory", "used", "bonus_used", "blocking"},
}
"""What procedures remember: shown where it is so, and then taken away by a tap."""


@pytest.mark.parametrize("game", RULESETS)
def test_every_tracker_is_on_the_sheet_of_some_unit(game: str) -> None:
    rules = RULESETS[game]
    had = {key for unit in cards_of(game) for each in things(rules, unit) for key in trackers_of(each)}
    missing = set(own_trackers(game)) - had - REMEMBERED[game]
    assert not missing


class Sheet:
    """The sheet of one unit, by touches."""

    def __init__(self, driver: Any, unit: Unit) -> None:
        self.driver, self.table = driver, driver.app.table
        self.table.enter(UnitAdded("x", 0, unit.card))
        driver.app.navigator.go("unit", unit="x")
        driver.frames(3)

    @property
    def unit(self) -> Unit:
        return self.table.state.unit("x")

    def thing(self, key: str) -> Thing:
        found = find(self.table.view, self.unit, key)
        assert found, key
        return found

    def touch(self, key: str, name: str = "") -> None:
        """What shows this thing, or what is called so."""
        page = self.driver.app.navigator.page
        group = next(row[0] for row in page.list.rows if str(row[0]).startswith("things ") and key in [each.key for each in row[1].things])
        page.list.bring(group)
        self.driver.frames(2)
        if name:
            found = [each for each in self.driver.widgets() if getattr(each, "name", "") == name and getattr(each, "do", None)]
            found = [each for each in found if getattr(getattr(each, "line", None), "key", key) == key]
        else:
            found = [each for each in self.driver.widgets() if getattr(getattr(each, "line", None), "key", "") == key]
        page.list.scroll_to(found[0], animate=False)
        self.driver.frames(2)
        self.driver.tap(found[0])

    def try_ways(self, key: str) -> None:
        """Every tap is the next way, and after the last the first again."""
        first = self.thing(key).way
        ways = self.thing(key).ways
        for n in range(1, len(ways) + 1):
            self.touch(key)
            assert self.thing(key).value == ways[(first + n) % len(ways)].value, (key, n)

    def try_pips(self, key: str, name: str) -> None:
        """Each point by itself, down to none, and back to where it was."""
        thing, most = self.thing(key), self.thing(key).most
        before = thing.value if isinstance(thing.value, int) else 0
        for left in range(1, most + 1):
            now = self.left(key)
            self.touch(key, f"{name}: {left}")
            assert self.left(key) == (left if now != left else left - 1)
        self.touch(key, f"{name}: 1") if self.left(key) != 1 else None
        self.touch(key, f"{name}: 1")
        assert self.left(key) == 0
        back = most - before if thing.worn else before
        if back:
            self.touch(key, f"{name}: {back}")
        assert self.left(key) == back

    def left(self, key: str) -> int:
        thing = self.thing(key)
        count = thing.value if isinstance(thing.value, int) else 0
        return thing.most - count if thing.worn else count

    def try_count(self, key: str, name: str) -> None:
        """Three up from an empty value, or to the most it can be, and down to it again."""
        least = max(1, self.thing(key).least)
        most = min(least + 2, self.thing(key).most or least + 2)
        for to in range(least, most + 1):
            self.touch(key, f"{name}: one more")
            assert self.thing(key).value == to
        for to in reversed(range(least, most)):
            self.touch(key, f"{name}: one less")
            assert self.thing(key).value == to
        self.touch(key, f"{name}: one less")
        assert not self.thing(key).value

    def try_unit(self, key: str, name: str) -> None:
        other = next(each for each in self.table.state.units.values() if each.seat == 0 and each.id != "x" and not each.gone)
        self.touch(key, name)
        self.driver.tap(other.name)
        assert self.thing(key).value == other.id
        self.touch(key, name)
        self.driver.tap("nobody")
        assert self.thing(key).value is None


TITLES = {"aam": "Axis & Allies Miniatures", "dust": "Dust Tactics", "2gm": "2GM Tactics", "epic": "Epic Armageddon", "front": "The Front"}


@pytest.mark.parametrize("game", RULESETS)
def test_every_tracker_is_set_by_touch_to_each_of_its_values_and_back(start: Start, game: str) -> None:
    from screens.present.things import _key, live

    driver = start(language="en")
    sample(driver, TITLES[game])
    rules, open_trackers = RULESETS[game], set(own_trackers(game)) - REMEMBERED[game]
    for unit in sorted(cards_of(game), key=lambda each: -len(things(rules, each))):
        new = open_trackers & {key for each in things(rules, unit) for key in trackers_of(each)}
        if not new:
            continue
        sheet = Sheet(driver, unit)
        before = sheet.unit.trackers
        lines = {line.key: line for group in live(sheet.table.view, sheet.table.state, sheet.unit) for line in group.things}
        for key in [_key(each) for each in things(rules, unit) if new & trackers_of(each)]:
            line = lines[key]
            if line.shape in ("tile", "piece", "figure"):
                sheet.try_ways(key)
            elif line.shape == "pips":
                assert line.most <= MOST_PIPS
                sheet.try_pips(key, line.name)
            elif line.shape == "count":
                sheet.try_count(key, line.name)
            else:
                sheet.try_unit(key, line.name)
        assert [key for key in before if key not in sheet.unit.trackers] == []
        open_trackers -= new
        driver.back()
        while "x" in driver.app.table.state.units:
            driver.app.table.game.undo()
        driver.frames(2)
    assert not open_trackers
