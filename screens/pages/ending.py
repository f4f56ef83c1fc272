"""The end of a game: who has won and why, how both stood, what was lost, whose luck it was; and
the same armies once more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kivy.metrics import dp
from kivy.uix.widget import Widget

from engine.doors.luck import Luck, luck_in_words
from engine.doors.report import Conclusion, ending
from engine.playing.fold import apply
from engine.values.events import OptionSet, UnitAdded
from engine.values.maps import tracked
from engine.values.table import Unit
from engine.values.texts import Text, say
from screens.app.page import GamePage
from screens.pages.report import known, read, victor
from screens.present.lines import capital
from screens.present.shelf import within
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, Equal, Scroll, centred, pane
from screens.widgets.markers import symbol
from screens.widgets.press import IconButton, PushButton
from screens.widgets.running import margin, page_width
from screens.widgets.theme import Radius, Touch
from screens.widgets.words import Words, section

ROOMY = 400
"""From this width on a loss has room for its sign beside its name."""


class EndingPage(GamePage):
    """Shown when a game is decided, and from its table until it is left."""

    def build(self) -> Widget:
        t, found = self.tell, ending(self.table.session)
        bar = AppBar(
            t(say("End of the game")),
            self.view.versus(),
            self.nav.back,
            (IconButton("history", lambda: self.nav.go("history"), t(say("History")), "text2"), self.helping("report")),
            "close",
            t(say("Close")),
        )
        if found is None:
            return pane(bar, Widget())
        body = Column(
            self._result(found),
            self._sides(found),
            self._luck(),
            Equal(
                PushButton(
                    t(say("Report")), lambda: self.nav.go("report"), "outline", "book-open-page-variant-outline"
                ),
                PushButton(t(say("Rematch")), self.rematch, "outline", "play"),
                least=Touch.comfortable,
            ),
            gap=10,
            pad=(margin(), 4, margin(), 16),
        )
        undo = IconButton("undo", self.table.undo, t(say("Undo")), "text", None, Touch.primary, "edge")
        done = PushButton(
            t(say("Done")), self._leave, "primary", "check-bold", self.view.result(self.table.state), Touch.primary
        )
        return pane(bar, Scroll(centred(body)), BottomAction(done, undo, self.table.saved))

    # What it says

    def _result(self, found: Conclusion) -> Widget:
        """The winner, and what decided it."""
        t = self.tell
        where = say(
            "{game}, {turn}", game=self.view.rules.title, turn=within(self.tell, self.view.rules.in_turn(found.turn))
        )
        return paint(
            Column(
                Words(t(where), "meta", "text2"),
                Words(victor(self.view, found), "headline", "accent"),
                Words(capital(t(found.why)), "body"),
                Words(found.ref.id, "cite", "text3"),
                gap=4,
                pad=16,
            ),
            "surface",
            Radius.card,
        )

    def _sides(self, found: Conclusion) -> Widget:
        sides = [self._side(found, seat) for seat in range(len(found.losses))]
        return Equal(*sides)

    def _side(self, found: Conclusion, seat: int) -> Widget:
        t, stands = self.tell, found.sides[seat]
        head = Column(
            Words(self.view.words.seat(seat), "row"),
            Words(t(say("has won")), "meta", "activated") if seat == found.winner else None,
            Words(capital(t(stands)), "meta", "text2") if stands else None,
            gap=2,
        )
        return paint(
            Column(
                Across(symbol("", seat, 32), head, gap=10),
                *self._losses(found.losses[seat], found.thinned[seat]),
                Widget(),
                gap=8,
                pad=(12, 10, 12, 12),
            ),
            "surface",
            Radius.card,
        )

    def _losses(self, units: tuple[Unit, ...], thinned: tuple[Text, ...]) -> Iterator[Widget]:
        """By name, equal ones counted; then what those have lost that still stand."""
        yield section(self.tell(say("Lost")))
        names = Counter(str(unit.card.get("name") or unit.name) for unit in units)
        sign = {str(unit.card.get("name") or unit.name): self.view.rules.glance.sign(unit) for unit in units}
        for name, count in names.items():
            mark = symbol(sign[name], units[0].seat, 24) if page_width() >= dp(ROOMY) else None
            yield Across(mark, Words(self._times(name, count), "body"), gap=8)
        for text, count in Counter(capital(self.tell(each)) for each in thinned).items():
            yield Words(self._times(text, count), "meta", "text2")
        if not units and not thinned:
            yield Words(self.tell(say("Nothing")), "body", "text2")

    def _times(self, name: str, count: int) -> str:
        return self.tell(say("{name} × {count}", name=name, count=count)) if count > 1 else name

    def _luck(self) -> Widget:
        """As soon as the battle is read."""
        report = known(self.table)
        if report is None:
            read(self, self.table)
            return Words(self.tell(say("Reading the battle")), "meta", "text2")
        rows = [self._lucky(seat, luck) for seat, luck in enumerate(report.luck)]
        return paint(Column(section(self.tell(say("Luck"))), *rows, gap=6, pad=(12, 4, 12, 12)), "surface", Radius.card)

    def _lucky(self, seat: int, luck: Luck) -> Widget:
        return Across(
            symbol("", seat, 24),
            Words(
                self.tell(
                    say("{name}: {value}", name=self.view.words.seat(seat), value=self.tell(luck_in_words(luck)))
                ),
                "body",
            ),
            gap=8,
        )

    # What can be done

    def _leave(self) -> None:
        self.context.app.remember()
        self.nav.replace({"screen": "home"})

    def rematch(self) -> None:
        """The same armies as they were before the first turn, by the same readings."""
        rules, old, header = self.view.rules, self.table.state, self.table.game.header
        start = rules.opened()
        for option, value in old.options.items():
            start = apply(rules, start, OptionSet(option, value))
        for unit in old.units.values():
            kept = {key: unit.trackers.get(key) for key in ("name", "training", "tag")}
            begins = tracked(where=rules.enters(unit.card), **kept)
            start = apply(rules, start, UnitAdded(unit.id, unit.seat, unit.card, begins))
        self.context.desk.take(self.context.store.new_game(rules.key, start, header.name, header.seats))
        self.nav.replace({"screen": "home"}, {"screen": "table"})
        self.context.app.remember()
