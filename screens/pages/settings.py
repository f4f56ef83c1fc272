"""Settings: how it looks, how it behaves at the table, what it does by itself, how rules are
read, backups."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from kivy.uix.widget import Widget

from carddb.backup import Kept, stamp
from carddb.trouble import Trouble
from engine.playing.rules import Reading, Ruleset
from engine.values.texts import Text, say, say_many
from screens.app.crash import reports, shared
from screens.app.page import Page
from screens.app.version import version
from screens.pages.welcome import NAMES
from screens.present.i18n import languages
from screens.present.lines import capital
from screens.widgets.bars import AppBar
from screens.widgets.entry import Entry
from screens.widgets.ground import paint
from screens.widgets.layouts import Column, Flow, Scroll, centred, pane
from screens.widgets.press import Pill, PushButton
from screens.widgets.rows import PlainRow, SwitchRow
from screens.widgets.running import margin
from screens.widgets.theme import PALETTES, Radius
from screens.widgets.words import Words, section

SIZES = (1.0, 1.25, 1.5, 1.75, 2.0)
SHARED = "share.new"


class SettingsPage(Page):
    """Every choice takes effect at once. A page of its own lists the games, and each game its
    readings."""

    def build(self) -> Widget:
        rules = self.context.rulesets.get(self.args["game"]) if "game" in self.args else None
        title: Text = rules.title if rules else say("Readings") if "page" in self.args else say("Settings")
        sub = say("Readings") if rules else say("Where the rules leave a doubt") if "page" in self.args else ""
        parts = self._game_readings(rules) if rules else self._games() if "page" in self.args else self._all()
        self.scroll = Scroll(centred(Column(*parts, gap=10, pad=(margin(), 4, margin(), 16))))
        self.scroll.scroll_y = float(self.args.get("scroll", 1))
        tools = (self.helping("readings" if sub else "settings"),)
        return pane(
            AppBar(self.tell(title), self.tell(sub), self.nav.back, tools, back_name=self.tell(say("Back"))),
            self.scroll,
        )

    def leave(self) -> None:
        self.args["scroll"] = self.scroll.scroll_y

    def _all(self) -> list[Widget]:
        return [*self._look(), *self._table(), *self._by_itself(), *self._readings(), *self._backups(), *self._about()]

    # Parts of the page

    def _look(self) -> list[Widget]:
        t = self.tell
        themes = {"dark": t(say("Dark")), "light": t(say("Light")), "high contrast": t(say("High contrast"))}
        return [
            section(t(say("Look"))),
            self._choice(
                say("Language"),
                "language",
                {code: NAMES.get(code, code) for code in languages(self.context.preferences.locale)},
                "en",
            ),
            self._choice(say("Theme"), "theme", {key: themes[key] for key in PALETTES}, "dark"),
            self._choice(say("Text size"), "text", {size: f"{round(size * 100)} %" for size in SIZES}, 1.0),
            card(self._switch(say("Reduce motion"), say("Screens change without sliding"), "still", False)),
        ]

    def _table(self) -> list[Widget]:
        t = self.tell
        lengths = {"full": t(say("All steps")), "short": t(say("This step and the next")), "name": t(say("Its name"))}
        return [
            section(t(say("At the table"))),
            self._choice(say("Checklist"), "checklist", lengths, "name"),
            card(
                self._switch(
                    say("Vibration"), say("A short one for every tap that counts"), "haptics", True, self._felt
                ),
                self._switch(say("Voice"), say("Says the name of each step that begins"), "voice", False, self._heard),
                self._switch(say("Keep the screen lit"), say("While a game is open"), "awake", True),
            ),
        ]

    def _by_itself(self) -> list[Widget]:
        return [
            section(self.tell(say("What the app does by itself")), self.tell(say("Undo takes it back"))),
            card(
                self._switch(
                    say("Apply the list of changes"),
                    say("The list at the end of a phase is not shown first"),
                    "ledgers",
                    False,
                ),
                self._switch(
                    say("Reset markers"),
                    say("What lasts a phase or a turn; off: the app shows it and asks"),
                    "resets",
                    True,
                ),
                self._switch(
                    say("Roll the dice"),
                    say("They lie there when a roll is asked for; a tap applies them"),
                    "rolls",
                    False,
                ),
            ),
        ]

    def _readings(self) -> list[Widget]:
        """One way on: the rules of a game are read only when somebody asks for them."""
        t = self.tell
        row = PlainRow(
            t(say("Readings for new games")),
            t(say("Where the rules leave a doubt")),
            do=lambda: self.nav.go("settings", page="readings"),
        )
        return [section(t(say("Rules"))), card(row)]

    def _about(self) -> list[Widget]:
        t, found = self.tell, reports(self.context)[:1]
        share = t(say("Share the last error report"))
        last = [card(PlainRow(share, moment(path.name), do=partial(shared, self.context, path))) for path in found]
        number = Words(t(say("You have version {number}", number=version())), "meta", "text2")
        return [section(t(say("About"))), *last, number]

    # Choices and switches

    def _choice(self, name: Text, key: str, words: dict[Any, str], default: Any) -> Widget:
        return self._pills(
            name, "", words, self.context.preferences.get(key, default), lambda value: self.context.app.set(key, value)
        )

    def _pills(self, name: Text, cite: str, words: dict[Any, str], chosen: Any, do: Callable[[Any], object]) -> Widget:
        pills = [Pill(word, value == chosen, partial(do, value)) for value, word in words.items()]
        head = Column(Words(capital(self.tell(name)), "row"), Words(cite, "cite", "text3") if cite else None, gap=2)
        return paint(Column(head, Flow(*pills, gap=8), gap=8, pad=(14, 10, 14, 12)), "surface", Radius.card)

    def _switch(
        self, name: Text, about: Text, key: str, default: bool, on: Callable[[], object] | None = None
    ) -> Widget:
        """`on` shows at once what was switched on."""
        now = bool(self.context.preferences.get(key, default))

        def turn() -> None:
            self.context.app.set(key, not now)
            if on and not now:
                on()

        return SwitchRow(self.tell(name), self.tell(about), now, turn)

    def _felt(self) -> None:
        if not self.context.device.buzz():
            self.nav.complain(say("This device does not vibrate: nothing will be felt. A phone can."))

    def _heard(self) -> None:
        if not self.context.device.speak(self.tell(say("Voice")), self.context.preferences.language.code):
            self.nav.complain(
                say("This device has no voice. On a computer install espeak-ng, then switch it on again.")
            )

    # Readings

    def _games(self) -> list[Widget]:
        rows = [
            PlainRow(self.tell(rules.title), self._read_so(rules), do=partial(self.nav.go, "settings", game=key))
            for key, rules in self.context.rulesets.items()
            if any(each.offered for each in rules.readings)
        ]
        return [card(*rows)]

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

    def _game_readings(self, rules: Ruleset) -> list[Widget]:
        t, changed = self.tell, self._changed(rules)
        told = Words(t(say("New games begin with these. A game that is open keeps its own.")), "body", "text2")
        back = PushButton(t(say("All as proposed")), lambda: self._keep_readings(rules, {}), "outline", "undo")
        return [
            told,
            *([back] if changed else []),
            *(self._reading(rules, each) for each in rules.readings if each.offered),
        ]

    def _reading(self, rules: Ruleset, reading: Reading) -> Widget:
        words = {value: capital(self.tell(rules.word(value))) for value in reading.values}
        changed = self._changed(rules)
        return self._pills(
            reading.text,
            reading.ref.id,
            words,
            changed.get(reading.key, reading.default),
            lambda value: self._keep_readings(rules, {**changed, reading.key: value}),
        )

    def _keep_readings(self, rules: Ruleset, read: dict[str, str]) -> None:
        self.context.app.set(f"readings/{rules.key}", read)

    # Backups

    def _backups(self) -> list[Widget]:
        t = self.tell
        rows = [PlainRow(moment(kept.name), do=partial(self._ask, kept)) for kept in self.context.store.backups()]
        first = Words(t(say("The first automatic backup is made when something has changed.")), "meta", "text2")
        return [
            section(t(say("Backups"))),
            PushButton(
                t(say("Back up to a file")),
                self._back_up,
                "tonal",
                "content-save-check-outline",
                t(say("All games, cards, armies")),
            ),
            PushButton(t(say("Restore from a file")), self._choose, "outline", "history"),
            section(t(say("Automatic backups")), t(say("Tap one to restore it")) if rows else ""),
            card(*rows) if rows else first,
        ]

    def _back_up(self) -> None:
        """Made beside the saves, handed over, and taken away again; the next start would do that
        too."""
        disk = self.context.store.disk
        path = disk.root / SHARED / f"adjutant-{stamp(self.context.clock())}.zip"

        def make(_progress: object) -> None:
            disk.remove(SHARED)
            disk.make(SHARED)
            self.context.store.back_up(path)

        def hand_over(_made: None) -> None:
            said = self.context.device.share_file(path)
            disk.remove(SHARED)
            if said:
                self.nav.inform(said)

        self.context.work(make, hand_over, say("Making the backup"))

    def _choose(self) -> None:
        if not self.context.device.pick_file(lambda path: self._ask(Path(path)) if path else None):
            self._type_path()

    def _type_path(self) -> None:
        """No chooser here: a path does as well."""
        t = self.tell
        entry = Entry("", hint=t(say("Folder and name")))
        self.nav.sheet(
            Words(t(say("Where is the backup?")), "title"),
            entry,
            PushButton(t(say("Go on")), lambda: self._ask(at_home(entry.text)), "primary", "arrow-right"),
        )

    def _ask(self, source: Kept | Path) -> None:
        t = self.tell
        name = moment(source.name) if isinstance(source, Kept) else source.name
        self.nav.sheet(
            Words(t(say("Restore this backup?")), "title"),
            Words(name, "row"),
            Words(t(say("What is there now is backed up first.")), "body", "text2"),
            PushButton(t(say("Restore")), lambda: self._restore(source), "outline", "history"),
            PushButton(t(say("Leave it")), self.nav.close_sheet, "primary"),
        )

    def _restore(self, source: Kept | Path) -> None:
        self.nav.close_sheet()
        try:
            self.context.store.restore(source)
        except Trouble as no:
            self.nav.complain(say("{why}. Nothing has changed; try another backup.", why=no.why))
            return
        self.context.app.restored()
        self.nav.inform(say("The backup is restored"))


def card(*rows: Widget) -> Widget:
    return paint(Column(*rows, pad=(0, 2, 0, 2)), "surface", Radius.card)


def at_home(typed: str) -> Path:
    """A path as somebody types it; of a home that nobody has, as it is."""
    try:
        return Path(typed.strip()).expanduser()
    except RuntimeError:
        return Path(typed.strip())


def moment(name: str) -> str:
    """When a file was made, from the fourteen digits in its name."""
    digits = next((part for part in name.removesuffix(".zip").removesuffix(".txt").split("-") if len(part) == 14), "")
    if not digits.isdecimal():
        return name  # somebody else's
    day = f"{digits[:4]}-{digits[4:6]}-{digits[6:8]}"
    return f"{day}, {digits[8:10]}:{digits[10:12]}"
