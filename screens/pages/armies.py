"""Armies: all there are on the device, each with its points and whether it is legal."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from carddb.armies import Armies, Army
from carddb.legality import Checked
from carddb.lists import army_lists
from carddb.rosters import from_text
from carddb.trouble import Trouble
from engine.values.texts import Text, say, say_many
from screens.app.page import Page
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.entry import Entry
from screens.widgets.ground import paint
from screens.widgets.layouts import Column, Flow, Scroll, centred, pane
from screens.widgets.markers import symbol
from screens.widgets.press import IconButton, Pill, PushButton
from screens.widgets.rows import PlainRow, note
from screens.widgets.running import margin
from screens.widgets.theme import Radius
from screens.widgets.words import Words

LONGEST_TEXT, MOST_TOLD = 20_000, 12


class ArmiesPage(Page):
    """All armies on the device; a new one in two taps."""

    def build(self) -> Widget:
        t, self.armies = self.tell, Armies(self.context.library)
        there = self.armies.all()
        rows = [self._row(army) for army in there]
        listed = [paint(Column(*rows, pad=(0, 2, 0, 2)), "surface", Radius.card)] if rows else [self._nothing()]
        body = Column(*listed, gap=10, pad=(margin(), 4, margin(), 16))
        tools = (
            IconButton("qrcode-scan", lambda: self.nav.go("scan"), t(say("Scan")), "text2"),
            IconButton("keyboard-outline", self._paste, t(say("From a text")), "text2"),
            self.helping("armies"),
        )
        count = t(say_many("one army", "{count} armies", len(there))) if there else ""
        bar = AppBar(t(say("Armies")), count, self.nav.back, tools, back_name=t(say("Back")))
        new = BottomAction(PushButton(t(say("New army")), self._new, "primary", "plus-thick"))
        return pane(bar, Scroll(centred(body)), new)

    def _row(self, army: Army) -> Widget:
        t, rules = self.tell, self.context.rulesets[army.game]
        found = self.armies.check(army)
        sub = ", ".join((t(rules.title), told_points(t, found), verdict(t, found)))
        return PlainRow(army.name, sub, do=lambda: self.nav.go("army", army=army.id), lead=symbol("command", 0, 38))

    def _nothing(self) -> Widget:
        t = self.tell
        return paint(
            Column(
                Words(t(say("No army yet")), "title"),
                Words(
                    t(say("Build one card by card, scan the cards, or paste a list somebody sent.")), "body", "text2"
                ),
                gap=6,
                pad=16,
            ),
            "surface",
            Radius.card,
        )

    def _new(self) -> None:
        rows = [
            PushButton(self.tell(rules.title), partial(self._make, key), "tonal")
            for key, rules in self.context.rulesets.items()
            if rules.card.fields
        ]
        self.nav.sheet(Words(self.tell(say("Which game?")), "title"), *rows)

    def _make(self, game: str) -> None:
        lists = army_lists(game)
        try:
            army = self.armies.new(game, self.tell(say("New army")), (), next(iter(lists), ""))
        except Trouble as no:
            self.nav.complain(no.why)
            return
        self.nav.go("army", army=army.id)

    def _paste(self, text: str = "", game: str = "", wrong: tuple[Widget, ...] = ()) -> None:
        """A list as text, such as a message or a forum has it; the text stays until it is right,
        and each line that is not understood is named."""
        t = self.tell
        game = game or next(
            (each.game for each in self.context.store.games() if each.game in self.context.rulesets), ""
        )
        entry = Entry(
            text, hint="# Name\n2 x M4A1 Sherman", lines=6, name=t(say("The list of an army")), longest=LONGEST_TEXT
        )
        games = [
            Pill(t(rules.title), key == game, lambda key=key: self._paste(entry.text, key))  # type: ignore[misc]
            for key, rules in self.context.rulesets.items()
            if rules.card.fields
        ]
        key = PushButton(t(say("Read it")), lambda: self._read(entry.text, game), "primary", "check-bold")
        self.nav.sheet(Words(t(say("From a text")), "title"), *wrong, entry, key, Flow(*games, gap=8))

    def _read(self, text: str, game: str) -> None:
        t, told = self.tell, from_text(self.context.library, text, game)
        if told.army:
            self._keep(told.army)
            return
        notes: list[Widget] = [
            note("alert-outline", t(say("Line {line}: {why}", line=each.row, why=each.why)), ground="raised")
            for each in told.refused[:MOST_TOLD]
        ]
        if rest := told.understood:
            count = sum(row.count for row in rest.rows)
            words = say_many(
                "Take the one unit that was understood", "Take the {count} units that were understood", count
            )
            notes.append(PushButton(t(words), lambda: self._keep(rest), "tonal", "plus-thick"))
        self._paste(text, game, tuple(notes))

    def _keep(self, army: Army) -> None:
        try:
            made = self.armies.save(army, say("army added: {name}", name=army.name))
        except Trouble as no:
            self.nav.complain(no.why)
            return
        self.nav.go("army", army=made.id)


def told_points(tell: Callable[[Text | str], str], found: Checked) -> str:
    return tell(say_many("one point", "{count} points", found.points))


def verdict(tell: Callable[[Text | str], str], found: Checked) -> str:
    """Legal, or how much is wrong."""
    return tell(say("legal")) if found.legal else tell(say_many("one problem", "{count} problems", len(found.problems)))
