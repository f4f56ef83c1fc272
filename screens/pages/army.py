"""An army: points and limits checked at every tap, every problem in a sentence; shared, printed,
put on the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from kivy.uix.widget import Widget

from carddb.armies import Armies, Army, Row
from carddb.legality import Checked, terms_of
from carddb.lists import army_lists
from carddb.trouble import Trouble
from engine.values.maps import Value
from engine.values.table import Unit
from engine.values.texts import say, say_many
from screens.app.page import Page
from screens.pages import exchange
from screens.pages.army_menu import menu
from screens.pages.fields import Controls
from screens.present.lines import capital
from screens.present.view import View
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, Equal, Flow, Scroll, centred, pane
from screens.widgets.markers import symbol
from screens.widgets.press import IconButton, Pill, PushButton
from screens.widgets.rows import PlainRow, Stat, SwitchRow, note
from screens.widgets.running import margin
from screens.widgets.theme import Radius
from screens.widgets.words import Icon, Words, section

MOST = 99


class ArmyPage(Page):
    """One army: what it costs, what is wrong with it, its units; every tap is kept at once."""

    def build(self) -> Widget:
        t, self.armies = self.tell, Armies(self.context.library)
        try:
            self.army = self.armies.get(str(self.args.get("army")))
        except Trouble as no:
            bar = AppBar(t(say("Armies")), "", self.nav.back, back_name=t(say("Back")))
            return pane(
                bar, Column(Words(capital(t(no.why)), "body", "text2"), pad=(margin(), 8, margin(), 8)), Widget()
            )
        self.rules = self.context.rulesets[self.army.game]
        self.view, found = View(self.rules, self.context.tell), self.armies.check(self.army)
        body = Column(
            *self._standing(found),
            *self._lists(),
            section(t(say("Units")), t(say_many("one unit", "{count} units", found.units))),
            *self._rows(),
            *self._terms(),
            *self._more(),
            gap=10,
            pad=(margin(), 4, margin(), 20),
        )
        self.scroll = Scroll(centred(body))
        self.scroll.scroll_y = float(self.args.get("scroll", 1))
        tools = (
            IconButton(
                "qrcode", lambda: exchange.share_army(self.context, self.armies, self.army), t(say("Share")), "text2"
            ),
            IconButton("dots-vertical", self._menu, t(say("More")), "text2"),
            self.helping("armies"),
        )
        bar = AppBar(self.army.name, t(self.rules.title), self.nav.back, tools, back_name=t(say("Back")))
        add = PushButton(
            t(say("Add cards")), lambda: self.nav.go("cards", game=self.army.game, army=self.army.id), icon="plus-thick"
        )
        scan = IconButton(
            "qrcode-scan", lambda: self.nav.go("scan", army=self.army.id), t(say("Scan")), "text", None, 60, "edge"
        )
        return pane(bar, self.scroll, BottomAction(add, scan))

    def leave(self) -> None:
        if getattr(self, "scroll", None):
            self.args["scroll"] = self.scroll.scroll_y

    def save(self, army: Army) -> None:
        """The army as it is now, on the device, and the screen with it."""
        try:
            self.armies.save(army)
        except Trouble as no:
            self.nav.complain(no.why)
            return
        self.nav.rebuild()

    # What it comes to

    def _standing(self, found: Checked) -> list[Widget]:
        t, limit = self.tell, self.army.terms.get("limit")
        points = f"{found.points} / {limit}" if isinstance(limit, int) else str(found.points)
        tiles = Equal(
            Stat(points, t(say("Points"))),
            Stat(str(found.units), t(say("Units"))),
            Stat(str(len(found.problems)), t(say("Problems"))),
        )
        legal = [note("check-circle", t(say("Legal")), ink="text")] if found.legal and found.units else []
        wrong = [self._problem(capital(t(each.why)), each.rule) for each in found.problems]
        return [tiles, *legal, *wrong]

    def _problem(self, why: str, rule: str) -> Widget:
        """What is wrong, and below it where it is printed: lists have long names."""
        words = Column(Words(why, "meta"), Words(rule, "cite", "text3") if rule else None, gap=2)
        strip = Across(Icon("alert-outline", 20, "accent"), words, gap=10, pad=(12, 8, 12, 8), least=40)
        return paint(strip, "surface", Radius.control)

    def _lists(self) -> list[Widget]:
        lists = army_lists(self.army.game)
        if not lists:
            return []
        names = {"": self.tell(say("No list")), **{key: codex.name for key, codex in lists.items()}}
        pills = [
            Pill(name, key == self.army.list, partial(self.save, replace(self.army, list=key)))
            for key, name in names.items()
        ]
        return [section(self.tell(say("Army list"))), Flow(*pills, gap=8)]

    # Its units

    def _rows(self) -> list[Widget]:
        if not self.army.rows:
            return [Words(self.tell(say("None yet. Add cards from the library, or scan them.")), "body", "text2")]
        return [
            paint(Column(*(self._row(n, row) for n, row in enumerate(self.army.rows)), gap=2), "surface", Radius.card)
        ]

    def _row(self, place: int, row: Row) -> Widget:
        t, card = self.tell, self.context.library.cards.get(row.card)
        name = card.name if card else row.card
        units = self.armies.listed(replace(self.army, rows=(row,)))
        told = [t(say_many("one point", "{count} points", sum(unit.points for unit in units)))] if units else []
        codex = army_lists(self.army.game).get(self.army.list)
        told += [codex.options[key].name if codex and key in codex.options else key for key in row.options]
        joined = self.context.library.cards.get(row.joins)
        told += [t(say("joins {unit}", unit=joined.name))] if joined else []
        lead = symbol(self.rules.glance.sign(Unit("", 0, card.values)), 0, 34) if card else None
        less = IconButton("minus-thick", lambda: self._count(place, -1), t(say("{name}: one less", name=name)), "text2")
        more = IconButton("plus-thick", lambda: self._count(place, 1), t(say("{name}: one more", name=name)), "text2")
        words = PlainRow(
            f"{row.count} × {name}",
            ", ".join(told),
            do=lambda: self._details(place),
            lead=lead,
            tail=Widget(size_hint=(None, None), size=(0, 0)),
        )
        return Across(words, less, more, gap=0, pad=(0, 0, 4, 0))

    def _count(self, place: int, by: int) -> None:
        row = self.army.rows[place]
        new = () if row.count + by < 1 else (replace(row, count=min(MOST, row.count + by)),)
        self._with(place, *new)

    def _with(self, place: int, *rows: Row) -> None:
        self.nav.close_sheet()
        self.save(replace(self.army, rows=(*self.army.rows[:place], *rows, *self.army.rows[place + 1 :])))

    def _keep_open(self, place: int, row: Row) -> None:
        """Another row in its place, and its sheet stays: several options are taken one after the
        other."""
        self._with(place, row)
        if isinstance(page := self.nav.page, ArmyPage):  # built anew with what was saved
            page._details(place)

    def _details(self, place: int) -> None:
        """Options of its list, whom it joins, its card."""
        t, row = self.tell, self.army.rows[place]
        card = self.context.library.cards.get(row.card)
        self.nav.sheet(
            Words(card.name if card else row.card, "title"),
            *self._options(place, row),
            *self._joins(place, row),
            PushButton(t(say("Open card")), lambda: self.nav.go("card", card=row.card), "tonal", "cards-outline")
            if card
            else None,
            PushButton(t(say("Take it out")), lambda: self._with(place), "outline", "close-thick"),
        )

    def _options(self, place: int, row: Row) -> list[Widget]:
        codex = army_lists(self.army.game).get(self.army.list)
        offered = codex.offered(row.card) if codex else ()
        if not offered:
            return []

        def turn(key: str) -> Callable[[], None]:
            left = tuple(each for each in row.options if each != key)
            new = replace(row, options=left if key in row.options else (*row.options, key))
            return lambda: self._keep_open(place, new)

        pills = [Pill(f"{each.name} +{each.points}", each.key in row.options, turn(each.key)) for each in offered]
        return [section(self.tell(say("Options"))), Flow(*pills, gap=8)]

    def _joins(self, place: int, row: Row) -> list[Widget]:
        """Only where the game knows units that join others."""
        if not self.rules.tracker("joined"):
            return []
        cards = self.context.library.cards
        others = [each.card for each in self.army.rows if each.card != row.card and each.card in cards]
        pills = [
            Pill(
                cards[key].name,
                key == row.joins,
                partial(self._keep_open, place, replace(row, joins="" if key == row.joins else key)),
            )
            for key in others
        ]
        return [section(self.tell(say("Joins"))), Flow(*pills, gap=8)] if pills else []

    # What was agreed

    def _terms(self) -> list[Widget]:
        record, shown = terms_of(self.rules), bool(self.args.get("terms"))
        agreed = [
            self.view.words.pair(key, self.view.words.value(value))
            for key, value in self.army.terms.items()
            if value is not None
        ]
        head = SwitchRow(
            self.tell(say("What the players agreed")),
            ", ".join(agreed) or self.tell(say("Nothing yet")),
            shown,
            self._show_terms,
        )
        controls = Controls(self.view, quick=True)
        fields = [
            paint(
                Column(
                    controls.field(field, self.army.terms.get(field.key), partial(self._agree, field.key)),
                    pad=(14, 10, 14, 12),
                ),
                "surface",
                Radius.card,
            )
            for field in (record.fields if shown else ())
        ]
        return [section(self.tell(say("Terms"))), paint(Column(head), "surface", Radius.card), *fields]

    def _show_terms(self) -> None:
        self.args["terms"] = not self.args.get("terms")
        self.nav.rebuild()

    def _agree(self, key: str, value: Value) -> None:
        terms = (
            self.army.terms.without(key)
            if value is None or value == self.army.terms.get(key)
            else self.army.terms.put(key, value)
        )
        self.save(replace(self.army, terms=terms))

    # And now

    def _more(self) -> list[Widget]:
        table = self.context.desk.table
        if not table or table.rules.key != self.army.game or not self.army.rows:
            return []
        view = table.view
        return [
            section(self.tell(say("The game that is open"))),
            *(
                PushButton(
                    self.tell(say("Onto the table: {player}", player=view.words.seat(seat))),
                    partial(self._field, seat),
                    "tonal",
                    "plus-thick",
                )
                for seat in range(len(table.state.seats))
            ),
        ]

    def _field(self, seat: int) -> None:
        if table := self.context.desk.table:
            table.field(self.armies.put_on_table(self.army, seat, table.state))

    def _menu(self) -> None:
        menu(self.context, self.armies, self.army, self.save, self._turn_to)

    def _turn_to(self, army: Army) -> None:
        """Another army on this page."""
        self.args["army"] = army.id
        self.nav.rebuild()
