"""A card of your own: a form of what a card of the game may state. Units, weapons and other rows
have a page each; all of it is kept at once."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from carddb.cards import NotACard
from carddb.trouble import Trouble
from engine.values.kinds import Field, Fixed, Flag, Kind, ListOf, MapOf, Mistake, Record, kind_at
from engine.values.maps import Map, Value, frozen, thawed
from engine.values.model import Path
from engine.values.texts import Text, joined, say
from screens.app.page import Page
from screens.pages.card_fields import CardControls
from screens.pages.card_words import RowWords
from screens.present import editing
from screens.present.lines import capital
from screens.present.view import View
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.entry import Entry
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, Scroll, centred, pane
from screens.widgets.press import IconButton, PushButton
from screens.widgets.rows import PlainRow
from screens.widgets.running import margin
from screens.widgets.theme import Radius
from screens.widgets.words import Words, section


class CardEditPage(Page):
    """One place of a card: its fields, and rows that open pages of their own."""

    def build(self) -> Widget:
        t = self.tell
        self.rules = self.context.rulesets[str(self.args["game"])]
        self.view = View(self.rules, self.context.tell)  # not by this page, which holds it
        self.path = editing.open_path(self.rules.card, tuple(self.args.get("path", ())))
        self.controls = CardControls(self.view, self._suggested, editing.place_of(self.rules.card, self._parts()))
        self.words = RowWords(self.view, self.controls)
        body = Column(*self._body(), gap=10, pad=(margin(), 4, margin(), 16))
        self.scroll = Scroll(centred(body))
        self.scroll.scroll_y = float(self.args.get("scroll", 1))
        lead, name = ("arrow-left", say("Back")) if self.path else ("close", say("Close"))
        bar = AppBar(self._title(), self._sub(), self.nav.back, (self.helping("cards"),), lead, t(name))
        return pane(bar, self.scroll, BottomAction(PushButton(t(say("Keep it")), self._keep, "primary", "check-bold")))

    def leave(self) -> None:
        self.args["scroll"] = self.scroll.scroll_y

    def close(self) -> None:
        """The controls hold this page."""
        self.controls.suggested = _no_words

    def back(self) -> bool:
        """From a row to the page it stands on."""
        if not self.path:
            return False
        self._open(editing.page_above(self.rules.card, self.path))
        return True

    def _title(self) -> str:
        if self.path:
            return self.words.named(self._value(self.path)) or self._counted(self.path)
        return (self._values().get("name") and str(self._values()["name"])) or self.tell(say("A card of your own"))

    def _sub(self) -> str:
        name = str(self._values().get("name") or "")
        return name if self.path and name else self.tell(self.rules.title)

    # What is changed

    def _values(self) -> Map[Value]:
        draft = frozen(self.args.get("draft"))
        if isinstance(draft, Map):
            return draft
        card = self.context.library.cards.get(str(self.args.get("card")))
        return card.values if card else Map()

    def _value(self, path: Path) -> Value:
        return editing.value_at(self._values(), path)

    def _take(self, values: Value, path: Path | None = None) -> None:
        self.args["draft"] = thawed(values)
        if path is not None:
            self.args["path"] = list(path)
        self.nav.rebuild()

    def _set(self, path: Path | str, value: Value) -> None:
        where: Path = (path,) if isinstance(path, str) else path
        self._take(editing.put(self._values(), where, value))

    def _open(self, path: Path) -> None:
        self.args["path"] = list(path)
        self.scroll.scroll_y = 1
        self.nav.rebuild()

    def _suggested(self, key: str) -> tuple[str, ...]:
        """Words of other cards of this game in this field."""
        cards = (card.values for card in self.context.library.cards.values() if card.game == self.rules.key)
        return editing.suggestions(self.rules.card, (*self._parts(), key), cards)

    def _parts(self) -> Path:
        """The record of this page inside a row that has a count."""
        kind = kind_at(self.rules.card, self.path)
        return (*self.path, 1) if isinstance(kind, Fixed) else self.path

    # What is shown

    def _body(self) -> list[Widget]:
        kind = kind_at(self.rules.card, self.path)
        shown: list[Widget] = []
        if self.path and isinstance(kind_at(self.rules.card, self.path[:-1]), MapOf):
            shown.append(self._card(self._name_of_row()))
        if isinstance(kind, MapOf):
            shown += self._table(self.path, kind)
        for at, field in editing.fields_at(self.rules.card, self.path):
            shown += self._field(at, field)
        return [*shown, *self._row_keys()]

    def _field(self, at: Path, field: Field) -> list[Widget]:
        """A control, or the rows of what has some."""
        label = capital(self.controls.label(field.key))
        match field.kind:
            case Record() as record:
                return [section(label), *self._record(at, record)]
            case MapOf() as table:
                return [section(label), *self._table(at, table)]
            case ListOf(kind=Record() | Fixed()) as rows:
                return [section(label), *self._rows(at, rows)]
        return [self._card(self.controls.field(field, self._value(at), partial(self._set, at)))]

    def _card(self, control: Widget) -> Widget:
        return paint(Column(control, pad=(14, 10, 14, 12)), "surface", Radius.card)

    def _record(self, at: Path, record: Record) -> list[Widget]:
        """A part of the card with values of its own: one row that opens it."""
        name = capital(self.controls.label(str(at[-1])))
        return [self._row(at, name, self.words.told(self._value(at)) or self.tell(say("not stated")))]

    def _rows(self, at: Path, rows: ListOf) -> list[Widget]:
        have = self._value(at)
        found, laid = have if isinstance(have, tuple) else (), self.words.laid_out(self._values())
        made: list[Widget] = [
            self._row(
                (*at, n), self.words.named(each) or self._counted((*at, n)), laid.get((*at, n)) or self.words.told(each)
            )
            for n, each in enumerate(found)
        ]
        return [*made, self._more(lambda: self._add((*at, len(found)), editing.blank(rows.kind)))]

    def _table(self, at: Path, table: MapOf) -> list[Widget]:
        """Rows by name: those with parts open a page, the others are a name and its value."""
        have = self._value(at)
        found = have if isinstance(have, Map) else Map()
        made = [
            self._row((*at, key), capital(self.controls.told(key)), self.words.told(each))
            if editing.is_nested(table.kind)
            else self._pair((*at, key), table.kind, each)
            for key, each in found.items()
        ]
        return [*made, self._new_name(at, table, found)]

    def _pair(self, at: Path, kind: Kind, value: Value) -> Widget:
        """A name, its value, and a way to be rid of both."""
        name = self.controls.told(str(at[-1]))
        cross = IconButton(
            "close-thick", lambda: self._take(editing.drop(self._values(), at)), self._without(name), "text2"
        )
        head = Across(Words(name, "row"), cross, gap=8)
        if isinstance(kind, Flag):
            return self._card(head)
        return self._card(Column(head, self.controls.control_of(kind, value, partial(self._set, at), name), gap=4))

    def _without(self, name: str) -> str:
        return self.tell(say("Remove {name}", name=name))

    def _new_name(self, at: Path, table: MapOf, found: Map[Value]) -> Widget:
        """A row more by its name; those of other cards are offered."""
        others = editing.suggestions(self.rules.card, at, self._cards())
        offered = tuple(word for word in others if word not in found) if not editing.is_nested(table.kind) else ()
        add = lambda word: self._set((*at, str(word)), editing.blank(table.kind))  # noqa: E731  a name for a tap
        label = self.tell(say("One more"))
        return self._card(Column(Words(label, "row"), self.controls.new_word(offered, add, label), gap=6))

    def _cards(self) -> list[Map[Value]]:
        return [card.values for card in self.context.library.cards.values() if card.game == self.rules.key]

    def _row(self, at: Path, name: str, told: str) -> Widget:
        return paint(PlainRow(name, told, "", lambda: self._open(at)), "surface", Radius.card)

    def _more(self, do: Any) -> Widget:
        return PushButton(self.tell(say("One more")), do, "outline", "plus-thick")

    def _add(self, at: Path, new: Value) -> None:
        self.scroll.scroll_y = 1
        self._take(editing.insert(self._values(), at, new), at)

    # One row

    def _name_of_row(self) -> Widget:
        """The name by which a row is kept; its new one counts when it is typed to the end."""
        label = self.tell(say("Name"))

        def done(text: str) -> None:
            self._take(*editing.rename(self._values(), self.path, text.strip()))

        return Column(Words(label, "row"), Entry(str(self.path[-1]), done, name=label), gap=6)

    def _row_keys(self) -> list[Widget]:
        """What can be done with a row as a whole."""
        if not self.path:
            return []
        t, values = self.tell, self._values()
        gone = PushButton(
            t(say("Remove it")),
            lambda: self._take(editing.drop(values, self.path), editing.page_above(self.rules.card, self.path)),
            "outline",
            "close-thick",
        )
        if not isinstance(self.path[-1], int):
            return [gone]
        last = self.path[-1] + 1
        return [
            Across(
                PushButton(t(say("Up")), lambda: self._take(*editing.shift(values, self.path, -1)), "tonal"),
                PushButton(t(say("Down")), lambda: self._take(*editing.shift(values, self.path, 1)), "tonal"),
                gap=8,
            ),
            PushButton(
                t(say("Make a copy")),
                lambda: self._add((*self.path[:-1], last), self._value(self.path)),
                "tonal",
                "plus-thick",
            ),
            gone,
        ]

    # In words

    def _counted(self, at: Path) -> str:
        last = at[-1]
        return self.tell(say("Number {number}", number=last + 1)) if isinstance(last, int) else capital(self._place(at))

    # Kept

    def _keep(self) -> None:
        library, values = self.context.library, dict(thawed(self._values()))  # type: ignore[call-overload]
        try:
            card = (
                library.edit(str(self.args["card"]), values)
                if self.args.get("card")
                else library.add(self.rules.key, values)
            )
        except NotACard as no:
            self.nav.complain(joined(self._problem(each) for each in no.problems))
            return
        except Trouble as no:
            self.nav.complain(no.why)
            return
        self.nav.places = self.nav.places[:-1]
        self.nav.places = [place for place in self.nav.places if place["screen"] != "card"]
        self.nav.go("card", card=card.id)

    def _problem(self, mistake: Mistake) -> Text | str:
        """Where it is, as the players call the places, and what is wrong."""
        at: Path = mistake.at[1:] if mistake.at[:1] == ("card",) else mistake.at
        words = [self._place(at[: n + 1]) for n in range(len(at))]
        place = capital(", ".join(filter(None, words)))
        return say("{place}: {problem}", place=place, problem=mistake.why) if place else mistake.why

    def _place(self, at: Path) -> str:
        """One part of a place: a field by its name, a row by its own; of a row and its count the
        row alone."""
        match kind_at(self.rules.card, at[:-1]):
            case Record():
                return self.controls.label_at(editing.place_of(self.rules.card, at))
            case MapOf():
                return self.controls.told(str(at[-1]))
            case Fixed():
                return ""
        return self.words.named(self._value(at))


def _no_words(_key: str) -> tuple[str, ...]:
    """What a page suggests that is gone."""
    return ()
