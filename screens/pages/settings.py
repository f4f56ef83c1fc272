"""Settings: how it looks, how it behaves at the table, what it does by itself, how rules are
read, backups."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from kivy.uix.widget import Widget

from engine.playing.rules import Reading, Ruleset
from engine.values.texts import Text, say, say_many
from screens.app.crash import reports, shared
from screens.app.page import Page
from screens.app.telling import Telling
from screens.app.version import version
from screens.pages.backups import Backups, card, moment
from screens.pages.welcome import NAMES
from screens.present.i18n import languages
from screens.present.lines import capital
from screens.widgets.bars import AppBar, retitle
from screens.widgets.colours import PALETTES
from screens.widgets.ground import paint
from screens.widgets.layouts import Column, Flow, centred, pane
from screens.widgets.live import Live, Together
from screens.widgets.longlist import LongList, Row
from screens.widgets.press import Pill, PushButton
from screens.widgets.rows import PlainRow, SwitchRow
from screens.widgets.running import margin
from screens.widgets.theme import Radius
from screens.widgets.words import Words, section

SIZES = (1.0, 1.25, 1.5, 1.75, 2.0)


class Switch(NamedTuple):
    """Something that is on or off; `proof` shows at once what was switched on."""

    key: str
    name: Text
    about: Text
    default: bool = False
    proof: Callable[[], object] | None = None


class SettingsPage(Page):
    """Every choice takes effect at once. A page of its own lists the games, and each game its
    readings."""

    kept = True

    def build(self) -> Widget:
        self.bar = Live(self._bar, change=retitle)
        self.list = LongList(gap=10, pad=(margin(), 4, margin(), 16), spares=True)
        self.backups = Backups(self.context)
        self.shown: object = None
        self.show()
        return pane(self.bar, centred(self.list))

    def _bar(self, titles: tuple[str, str]) -> Widget:
        tools = (self.helping("readings" if titles[1] else "settings"),)
        return AppBar(*titles, self.nav.back, tools, back_name=self.tell(say("Back")))

    def show(self) -> None:
        rules = self.context.rulesets.get(self.args["game"]) if "game" in self.args else None
        title: Text = rules.title if rules else say("Readings") if "page" in self.args else say("Settings")
        sub = say("Readings") if rules else say("Where the rules leave a doubt") if "page" in self.args else ""
        self.bar.show((self.tell(title), self.tell(sub)))
        self.list.show(self._game_readings(rules) if rules else self._games() if "page" in self.args else self._all())
        if self.shown is not self.args:
            self.shown = self.args
            self.list.offset = float(self.args.get("offset", 0))

    def leave(self) -> None:
        self.args["offset"] = self.list.offset

    def _all(self) -> list[Row]:
        parts = (self._look(), self._table(), self._by_itself(), self._readings(), self.backups.rows(), self._about())
        return [row for part in parts for row in part]

    def _head(self, key: str, text: Text, right: Text | str = "") -> Row:
        return key, 0, lambda _: section(self.tell(text), self.tell(right))

    # Parts of the page

    def _look(self) -> list[Row]:
        t = self.tell
        themes = {"dark": t(say("Dark")), "light": t(say("Light")), "high contrast": t(say("High contrast"))}
        named = {code: NAMES.get(code, code) for code in languages(self.context.preferences.locale)}
        return [
            self._head("look", say("Look")),
            self._choice(say("Language"), "language", named, "en"),
            self._choice(say("Theme"), "theme", {key: themes[key] for key in PALETTES}, "dark"),
            self._choice(say("Text size"), "text", {size: f"{round(size * 100)} %" for size in SIZES}, 1.0),
            self._switches("motion", Switch("still", say("Reduce motion"), say("Screens change without sliding"))),
        ]

    def _table(self) -> list[Row]:
        t = self.tell
        lengths = {"full": t(say("All steps")), "short": t(say("This step and the next")), "name": t(say("Its name"))}
        felt, heard = say("A short one for every tap that counts"), say("Says the name of each step that begins")
        told = {
            "learn": t(say("A page at first")),
            "page": t(say("A page of its own")),
            "card": t(say("A card on the table")),
        }
        first = say(
            "A page at first: after three pages of one kind of deed a card on the table tells it. "
            "What leaves nothing to do on the table always has the card."
        )
        return [
            self._head("at the table", say("At the table")),
            self._choice(say("Checklist"), "checklist", lengths, "short"),
            self._choice(say("What happened"), "outcome", told, "learn", first),
            *self._on_cards(),
            self._switches(
                "table",
                Switch("haptics", say("Vibration"), felt, True, self._felt),
                Switch("voice", say("Voice"), heard, False, self._heard),
                Switch("awake", say("Keep the screen lit"), say("While a game is open"), True),
            ),
        ]

    def _on_cards(self) -> list[Row]:
        """The kinds of deeds that have no page any more, and a way to have them all again."""
        names = tuple(name for kind in Telling(self.context.preferences).on_cards() if (name := self._deed(kind)))
        return [("on cards", names, self._pages_again)] if names else []

    def _deed(self, kind: str) -> str:
        """The name of a kind of deed; nothing where its game is gone."""
        game, _, procedure = kind.partition("/")
        rules = self.context.rulesets.get(game)
        known = rules and next((each for each in rules.openings if each.key == procedure), None)
        return self.tell(say("{name} ({game})", name=known.text, game=rules.title)) if rules and known else ""

    def _pages_again(self, names: tuple[str, ...]) -> Widget:
        t = self.tell
        told = Words(t(say("Told by a card: {deeds}", deeds=", ".join(names))), "body", "text2")
        again = PushButton(t(say("Show their pages again")), self._forget_known, "outline", "undo")
        return paint(Column(told, again, gap=8, pad=(14, 10, 14, 12)), "surface", Radius.card)

    def _forget_known(self) -> None:
        Telling(self.context.preferences).forget()
        self.show()

    def _by_itself(self) -> list[Row]:
        ledgers = say("The list at the end of a phase is not shown first")
        resets = say("What lasts a phase or a turn; off: the app shows it and asks")
        rolls = say("They lie there when a roll is asked for; a tap applies them")
        return [
            self._head("by itself", say("What the app does by itself"), say("Undo takes it back")),
            self._switches(
                "itself",
                Switch("ledgers", say("Apply the list of changes"), ledgers),
                Switch("resets", say("Reset markers"), resets, True),
                Switch("rolls", say("Roll the dice"), rolls),
            ),
        ]

    def _readings(self) -> list[Row]:
        """One way on: the rules of a game are read only when they are asked for."""
        return [self._head("rules", say("Rules")), ("readings", 0, self._way_to_readings)]

    def _way_to_readings(self, _: object) -> Widget:
        t = self.tell
        go = partial(self.nav.go, "settings", page="readings")
        return card(PlainRow(t(say("Readings for new games")), t(say("Where the rules leave a doubt")), do=go))

    def _about(self) -> list[Row]:
        found = reports(self.context)[:1]
        last: list[Row] = [("report", path, self._report) for path in found]
        return [self._head("about", say("About")), *last, ("version", 0, self._version)]

    def _report(self, path: Path) -> Widget:
        share = self.tell(say("Share the last error report"))
        return card(PlainRow(share, moment(path.name), do=partial(shared, self.context, path)))

    def _version(self, _: object) -> Widget:
        return Words(self.tell(say("You have version {number}", number=version())), "meta", "text2")

    # Choices and switches

    def _choice(self, name: Text, key: str, words: dict[Any, str], default: Any, about: Text | str = "") -> Row:
        put, told = partial(self.context.app.set, key), self.tell(about)
        return key, self.context.preferences.get(key, default), partial(self._pills, name, told, words, put)

    def _pills(self, name: Text, cite: str, words: dict[Any, str], do: Callable[[Any], object], chosen: Any) -> Widget:
        pills = [Pill(word, value == chosen, partial(do, value)) for value, word in words.items()]
        head = Column(Words(capital(self.tell(name)), "row"), Words(cite, "cite", "text3") if cite else None, gap=2)
        return paint(Column(head, Flow(*pills, gap=8), gap=8, pad=(14, 10, 14, 12)), "surface", Radius.card)

    def _switches(self, key: str, *switches: Switch) -> Row:
        """Some switches on one card."""
        now = tuple((each.key, bool(self.context.preferences.get(each.key, each.default))) for each in switches)
        known = {each.key: each for each in switches}
        return key, now, lambda shown: self._card(known, shown)

    def _card(self, switches: dict[str, Switch], shown: tuple[tuple[str, bool], ...]) -> Widget:
        return paint(Together(partial(self._switch, switches), shown, pad=(0, 2, 0, 2)), "surface", Radius.card)

    def _switch(self, switches: dict[str, Switch], key: str, now: bool) -> Widget:
        switch = switches[key]
        return SwitchRow(self.tell(switch.name), self.tell(switch.about), now, partial(self._turn, switch, not now))

    def _turn(self, switch: Switch, now: bool) -> None:
        self.context.app.set(switch.key, now)
        if now and switch.proof:
            switch.proof()

    def _felt(self) -> None:
        if not self.context.device.buzz():
            self.nav.complain(say("This device does not vibrate: nothing will be felt. A phone can."))

    def _heard(self) -> None:
        if not self.context.device.speak(self.tell(say("Voice")), self.context.preferences.language.code):
            self.nav.complain(
                say("This device has no voice. On a computer install espeak-ng, then switch it on again.")
            )

    # Readings

    def _games(self) -> list[Row]:
        games = tuple(
            (key, self.tell(rules.title), self._read_so(rules))
            for key, rules in self.context.rulesets.items()
            if any(each.offered for each in rules.readings)
        )
        return [("games", games, self._game_rows)]

    def _game_rows(self, games: tuple[tuple[str, str, str], ...]) -> Widget:
        return card(*(PlainRow(title, sub, do=partial(self.nav.go, "settings", game=key)) for key, title, sub in games))

    def _read_so(self, rules: Ruleset) -> str:
        count = len(self._changed(rules))
        return self.tell(
            say_many("one read in another way", "{count} read in another way", count) if count else say("As proposed")
        )

    def _changed(self, rules: Ruleset) -> dict[str, str]:
        proposed = {each.key: each.default for each in rules.readings}
        return {
            key: value for key, value in self.context.preferences.readings(rules.key).items() if value != proposed[key]
        }

    def _game_readings(self, rules: Ruleset) -> list[Row]:
        changed, told = self._changed(rules), say("New games begin with these. A game that is open keeps its own.")
        back: Row = (f"{rules.key} as proposed", 0, partial(self._as_proposed, rules))
        offered = [each for each in rules.readings if each.offered]
        return [
            ("told", 0, lambda _: Words(self.tell(told), "body", "text2")),
            *([back] if changed else []),
            *(self._reading(rules, each, changed.get(each.key, each.default)) for each in offered),
        ]

    def _as_proposed(self, rules: Ruleset, _: object) -> Widget:
        return PushButton(self.tell(say("All as proposed")), partial(self._keep, rules, {}), "outline", "undo")

    def _reading(self, rules: Ruleset, reading: Reading, chosen: str) -> Row:
        words = {value: capital(self.tell(rules.word(value))) for value in reading.values}
        put = partial(self._read, rules, reading.key)
        return f"{rules.key}/{reading.key}", chosen, partial(self._pills, reading.text, reading.ref.id, words, put)

    def _read(self, rules: Ruleset, key: str, value: str) -> None:
        self._keep(rules, {**self._changed(rules), key: value})

    def _keep(self, rules: Ruleset, read: dict[str, str]) -> None:
        self.context.app.set(f"readings/{rules.key}", read)
