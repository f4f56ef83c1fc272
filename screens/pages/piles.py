"""Cards off the table, place by place: what is in each, and which cards a side holds in hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from engine.values.texts import say, say_many
from screens.pages.tracker_sheets import tracker_sheet
from screens.present.lines import KindLine, PileLine, UnitLine
from screens.present.ranks import size
from screens.widgets.entry import Entry
from screens.widgets.layouts import Column
from screens.widgets.live import Live
from screens.widgets.press import IconButton, PushButton
from screens.widgets.rows import PlainRow, note
from screens.widgets.unitrows import shown_name
from screens.widgets.words import Words

if TYPE_CHECKING:
    from screens.app.table import Table

SEARCHED = 6
"""So many rows need no search."""
Choose = Callable[[str], object]


def pile_sheet(table: Table, pile: PileLine, choose: Choose) -> None:
    """A pile; one that is secret only before the eyes of its side."""
    link, t = table.context.link.at, table.tell
    player = table.view.words.seat(pile.seat)
    if pile.secret and link.hides(pile.seat):
        table.nav.sheet(Words(_title(table, pile), "title"), seen_elsewhere(table, pile.seat))
    elif not pile.secret or not pile.lines or link.seat == pile.seat:
        _show(table, pile, choose)
    else:
        uncover = PushButton(t(say("I am {player}", player=player)), partial(_show, table, pile, choose), "primary")
        cover = Words(t(say("Hand the phone to {player}", player=player)), "body", "text2")
        table.nav.sheet(Words(_title(table, pile), "title"), cover, uncover)


def seen_elsewhere(table: Table, seat: int) -> Widget:
    player = table.view.words.seat(seat)
    return note("timer-sand", table.tell(say("{player} sees these cards on another device.", player=player)))


def hidden_cards(table: Table) -> dict[str, int]:
    """Cards that this device may not show, with the side whose they are."""
    seats = [seat for seat in range(len(table.state.seats)) if table.context.link.at.hides(seat)]
    piles = [(seat, pile) for seat in seats for pile in table.rules.glance.piles(table.state, seat)]
    return {unit: seat for seat, pile in piles if pile.secret for unit in pile.units}


def _title(table: Table, pile: PileLine) -> str:
    cards = table.tell(say_many("one card", "{count} cards", pile.count))
    return table.tell(say("{name}: {value}", name=pile.title, value=cards))


def _show(table: Table, pile: PileLine, choose: Choose) -> None:
    """Its cards with what they cost, searched by a word; what is not named; what can be told."""
    t, hidden = table.tell, pile.count - size(pile.lines)
    rest = say_many("One card is not named.", "{count} cards are not named.", hidden)
    tell = PushButton(t(say("Name the cards")), Naming(table, pile).show, "primary", "cards-outline")
    count = PushButton(t(say("Count by hand")), partial(_count, table, pile), "tonal")
    table.nav.sheet(
        Words(_title(table, pile), "title"),
        *_searched(table, pile.lines, partial(_cards, table, choose)),
        note("cards-outline", t(rest)) if pile.names and hidden > 0 else None,
        tell if pile.kinds else None,
        count if pile.tracker else None,
    )


def _searched(
    table: Table, lines: tuple[UnitLine, ...], build: Callable[[tuple[UnitLine, ...]], Widget]
) -> tuple[Widget, ...]:
    """Rows, and a search above them where they are many."""
    found = Live(build, lines)

    def look(text: str) -> None:
        word = text.strip().casefold()
        found.show(tuple(line for line in lines if word in line.name.casefold()))

    search = Entry("", look, table.tell(say("Search")), changed=look)
    return (search, found) if len(lines) > SEARCHED else (found,)


def _cards(table: Table, choose: Choose, lines: tuple[UnitLine, ...]) -> Widget:
    def open_card(unit: str) -> None:
        table.nav.close_sheet()
        choose(unit)

    return Column(*(PlainRow(shown_name(line), line.fact, do=partial(open_card, line.id)) for line in lines))


def _count(table: Table, pile: PileLine) -> None:
    if tracker := table.rules.tracker(pile.tracker):
        tracker_sheet(table, tracker.text, f"@{pile.seat}", (tracker,))


# Which cards a side holds


class Naming:
    """Cards are told to be in a pile, all at once: a tap on a kind takes one in, its minus one
    out."""

    def __init__(self, table: Table, pile: PileLine) -> None:
        self.table, self.pile, self.word = table, pile, ""
        self.held = {kind: kind.held for kind in pile.kinds}

    def show(self) -> None:
        t = self.table.tell
        self.rows, self.foot = Live(self._kinds), Live(self._keep)
        search = Entry("", self._look, t(say("Search")), changed=self._look)
        self._refresh()
        title = Words(t(say("Which cards are in hand?")), "title")
        self.table.nav.sheet(title, self.foot, search if len(self.held) > SEARCHED else None, self.rows)

    def _look(self, text: str) -> None:
        self.word = text.strip().casefold()
        self._refresh()

    def _refresh(self) -> None:
        self.rows.show(tuple((kind, held) for kind, held in self.held.items() if self.word in kind.name.casefold()))
        self.foot.show((sum(self.held.values()),))

    def _kinds(self, shown: tuple[tuple[KindLine, int], ...]) -> Widget:
        return Column(*(self._kind(*each) for each in shown))

    def _kind(self, kind: KindLine, held: int) -> Widget:
        """What it costs, and how many of them are in the pile."""
        t = self.table.tell
        count = t(say("{left} of {whole}", left=str(held), whole=str(len(kind.units))))
        fewer = t(say("{name}: one less", name=kind.name))
        minus = IconButton("minus-thick", partial(self._change, kind, -1), fewer, "text2") if held else None
        return PlainRow(kind.name, kind.fact, count, partial(self._change, kind, 1), tail=minus)

    def _change(self, kind: KindLine, by: int) -> None:
        self.held[kind] = max(0, min(len(kind.units), self.held[kind] + by))
        self._refresh()

    def _keep(self, shown: tuple[int]) -> Widget:
        text = self.table.tell(say_many("Keep one card", "Keep {count} cards", shown[0]))
        return PushButton(text, self._tell, "primary", "check-bold")

    def _tell(self) -> None:
        cards = tuple(unit for kind, held in self.held.items() for unit in kind.units[:held])
        self.table.nav.close_sheet()
        self.table.open(self.pile.names, seat=self.pile.seat, cards=cards)
