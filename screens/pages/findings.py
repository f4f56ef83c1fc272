"""What was read from codes, and what can be done with it: cards, an army, a game from another
phone."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from carddb.armies import Armies, Army
from carddb.cards import Card
from carddb.fielding import put_on_table
from carddb.qr import Sent, Thing, kept, kept_army
from carddb.scan import Batch
from carddb.templates import Template, keep
from carddb.trouble import Trouble
from engine.playing.datasheet import items_of
from engine.values.maps import Map
from engine.values.table import Unit
from engine.values.texts import Text, say, say_many
from screens.app.context import Context
from screens.present.lines import capital
from screens.widgets.datasheet import DatasheetView
from screens.widgets.layouts import Across, Column, Equal
from screens.widgets.markers import symbol
from screens.widgets.pieces import Segments
from screens.widgets.press import IconButton, PushButton
from screens.widgets.rows import PlainRow, note
from screens.widgets.running import margin
from screens.widgets.theme import Touch
from screens.widgets.words import Words, section


class Findings:
    """What was read, and the widgets that show it and lead on; `args` holds the codes."""

    def __init__(self, context: Context, args: dict[str, Any]) -> None:
        self.context, self.nav, self.tell, self.args = context, context.navigator, context.tell, args
        self.batch, self.trouble = Batch(context.library), ""
        self.thing: Thing | None = None

    def take(self, code: str) -> None:
        try:
            self.thing = self.batch.see(code) or self.thing
            self.trouble = ""
        except Trouble as no:
            own = code.strip().upper().startswith("ADJ")  # any other text may be a password
            shown = f" “{code.strip()[:80]}”" if own else ""
            self.trouble = capital(self.tell(no.why)) + shown

    @property
    def seen(self) -> tuple[str, tuple[int, int], tuple[tuple[str, int], ...], Thing | None]:
        """All that is shown of it."""
        return self.trouble, self.batch.parts, tuple(self.batch.counts.items()), self.thing

    def panel(self, _seen: object) -> Widget:
        told = [note("alert-outline", self.trouble)] if self.trouble else []
        parts = self._progress(*self.batch.parts)
        return Column(*told, *parts, *self._of(self.thing), gap=10, pad=(margin(), 12, margin(), 16))

    def army(self) -> Army | None:
        key = str(self.args.get("army", ""))
        return next((army for army in Armies(self.context.library).all() if army.id == key), None) if key else None

    def _progress(self, found: int, wanted: int) -> list[Widget]:
        if not wanted or found == wanted:
            return []
        left = ", ".join(map(str, self.batch.missing()[:8]))
        return [
            Words(self.tell(say("{found} of {wanted} codes", found=found, wanted=wanted)), "title"),
            Segments(wanted, found),
            Words(self.tell(say("Still to come: {numbers}", numbers=left)), "meta", "text2"),
        ]

    def _of(self, thing: Thing | None) -> list[Widget]:
        match thing:
            case Card():
                return self._cards(thing)
            case Sent():
                return self._game(thing)
            case Template():
                return self._template(thing)
            case (Army() as army, tuple() as cards):
                return self._received(army, cards)
        if self.trouble or self.batch.parts[1]:
            return []
        return [Words(self.tell(say("Cards, armies, games and tables are recognised at once.")), "body", "text2")]

    def _cards(self, last: Card) -> list[Widget]:
        """The last card with its figures, what to do with all, and the list of those before."""
        t, rules = self.tell, self.context.rulesets[last.game]
        unit, count = Unit("", 0, last.values), self.batch.counts.total()
        head = Across(
            symbol(rules.glance.sign(unit), 0, 52, "surface"),
            Column(Words(last.name, "headline"), Words(t(rules.title), "meta", "text2"), gap=2),
            gap=14,
        )
        read = note("check-circle", t(say("Read from the card itself, no network")), ground=None)
        rows = [self._counted(card, self.batch.counts[key]) for key, card in reversed(self.batch.cards.items())]
        listed = [section(t(say_many("one card", "{count} cards", count))), Column(*rows)] if count > 1 else []
        return [head, read, DatasheetView(rules.datasheet(last.values), t), *self._ways_on(last), *listed]

    def _counted(self, card: Card, count: int) -> Widget:
        name = f"{count} × {card.name}"
        less = IconButton(
            "minus-thick", lambda: self._less(card.id), self.tell(say("{name}: one less", name=card.name)), "text2"
        )
        return Across(PlainRow(name, do=lambda: self._open(card)), less)

    def _less(self, key: str) -> None:
        """One code of this card is forgotten."""
        codes, trial = self.args["codes"], Batch(self.context.library)
        for place in range(len(codes) - 1, -1, -1):
            found = trial.see(codes[place])
            trial.nothing()
            if isinstance(found, Card) and found.id == key:
                del codes[place]
                break
        self.nav.rebuild()

    def _into(self, army: Army, last: Card) -> list[Widget]:
        """Into the army that cards are scanned for; those of other games are named before."""
        t, found = self.tell, self.batch.cards.items()
        others = [card.name for _, card in found if card.game != army.game]
        fitting = sum(self.batch.counts[key] for key, card in found if card.game == army.game)
        text = say_many("Add it to {name}", "Add {count} to {name}", fitting, name=army.name)
        add = PushButton(t(text), lambda: self._join(army), "primary", "plus-thick")
        told = t(say("Of another game, and only in the library: {names}", names=", ".join(others)))
        look = PushButton(t(say("Open card")), lambda: self._open(last), "outline")
        return [*([note("alert-outline", told)] if others else []), add if fitting else look]

    def _ways_on(self, last: Card) -> list[Widget]:
        t, army = self.tell, self.army()
        if army:
            return self._into(army, last)
        table = self._to_table(last)
        to_army = PushButton(
            t(say("To an army")), lambda: self._choose_army(last.game), "outline" if table else "tonal"
        )
        look = PushButton(t(say("Open card")), lambda: self._open(last), "outline" if table else "primary")
        return [*table, Equal(to_army, look, least=Touch.min)]

    def _to_table(self, last: Card) -> list[Widget]:
        """For each side of the game that is open: as what it would come."""
        table = self.context.desk.table
        if not table or table.rules.key != last.game:
            return []
        found: list[Widget] = []
        for seat in sorted(range(len(table.state.seats)), key=lambda seat: seat != table.state.seat):
            cards = [card for card in self.batch.units() if card.game == last.game]
            name = put_on_table(cards, seat, table.state)[-1].trackers.get("name") or last.name
            text = (
                say("Put on the table as {name}", name=str(name))
                if len(cards) == 1
                else say("Put {count} on the table", count=len(cards))
            )
            found.append(
                PushButton(
                    self.tell(text),
                    partial(self._field, tuple(cards), seat),
                    "tonal" if found else "primary",
                    "plus-thick",
                    table.view.words.seat(seat),
                )
            )
        return found

    def _field(self, cards: tuple[Card, ...], seat: int) -> None:
        self.args["codes"] = []
        if table := self.context.desk.table:
            table.field(put_on_table(cards, seat, table.state))

    def _kept(self) -> tuple[Card, ...] | None:
        """All cards read, in the library from now on."""
        try:
            return kept(self.context.library, *self.batch.units())
        except Trouble as no:
            self.nav.complain(no.why)
            return None

    def _open(self, card: Card) -> None:
        if self._kept() is not None:
            self.nav.go("card", card=card.id)

    def _choose_army(self, game: str) -> None:
        t, armies = self.tell, Armies(self.context.library)
        rows = [PushButton(army.name, partial(self._join, army), "tonal") for army in armies.all(game)]
        new = PushButton(t(say("A new army")), lambda: self._join(self._new(game)), "primary", "plus-thick")
        self.nav.sheet(Words(t(say("To an army")), "title"), *rows, new)

    def _new(self, game: str) -> Army:
        return Army("", game, self.tell(say("New army")))

    def _join(self, army: Army) -> None:
        """All cards read into an army, and on to it."""
        cards = self._kept()
        if cards is None:
            return
        armies = Armies(self.context.library)
        mine = tuple(card for card in cards if card.game == army.game)
        others = list(dict.fromkeys(card.name for card in cards if card.game != army.game))
        try:
            made = armies.add(army, mine) if army.id else armies.new(army.game, army.name, mine)
        except Trouble as no:
            self.nav.complain(no.why)
            return
        self.args["codes"] = []
        self.nav.replace({"screen": "home"}, {"screen": "armies"}, {"screen": "army", "army": made.id})
        if others:
            self.nav.inform(say("Of another game, and only in the library: {names}", names=", ".join(others)))

    def _received(self, army: Army, cards: tuple[Card, ...]) -> list[Widget]:
        t = self.tell
        count = sum(row.count for row in army.rows)
        about = t(say_many("one unit", "{count} units", count))
        return [
            Words(army.name, "headline"),
            Words(f"{t(self.context.rulesets[army.game].title)}, {about}", "meta", "text2"),
            PushButton(t(say("Keep this army")), lambda: self._keep_army(army, cards), "primary", "check-bold"),
        ]

    def _keep_army(self, army: Army, cards: tuple[Card, ...]) -> None:
        try:
            made = kept_army(Armies(self.context.library), army, cards)
        except Trouble as no:
            self.nav.complain(no.why)
            return
        self.args["codes"] = []
        self.nav.replace({"screen": "home"}, {"screen": "armies"}, {"screen": "army", "army": made.id})

    def _game(self, sent: Sent) -> list[Widget]:
        t, rules = self.tell, self.context.rulesets[sent.about.game]
        step = next((step.name for step in rules.steps if step.key == sent.state.step), sent.state.step)
        where: Text = say("{turn}, {step}", turn=rules.in_turn(sent.state.turn), step=step)
        return [
            Words(sent.about.name or t(rules.title), "headline"),
            Words(f"{t(rules.title)}, {t(where)}", "meta", "text2"),
            PushButton(t(say("Go on with this game here")), lambda: self._go_on(sent), "primary", "play"),
        ]

    def _template(self, found: Template) -> list[Widget]:
        """A game of the players' own: what it has, and a way to begin one."""
        t, values = self.tell, found.values
        names = [
            str(each["name"])
            for key in ("steps", "plan")
            for each in items_of(values.get(key))
            if isinstance(each, Map)
        ]
        return [
            Words(found.name, "headline"),
            Words(t(self.context.rulesets[found.game].title), "meta", "text2"),
            Words(", ".join(names), "body"),
            PushButton(t(say("Keep this template")), lambda: self._keep_template(found), "primary", "check-bold"),
        ]

    def _keep_template(self, found: Template) -> None:
        try:
            keep(self.context.store, found)
        except Trouble as no:
            self.nav.complain(no.why)
            return
        self.args["codes"] = []
        self.nav.replace({"screen": "home"}, {"screen": "setup", "game": found.game, "as_model": found.name})

    def _go_on(self, sent: Sent) -> None:
        try:
            game = self.context.store.new_game(sent.about.game, sent.state, sent.about.name, sent.about.seats)
        except Trouble as no:
            self.nav.complain(no.why)
            return
        self.args["codes"] = []
        self.context.desk.take(game)
        self.nav.replace({"screen": "home"}, {"screen": "table"})
        self.context.app.remember()
