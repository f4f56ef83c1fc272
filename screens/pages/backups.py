"""Backups in the settings: made, handed over, and taken back."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from kivy.uix.widget import Widget

from carddb.backup import Kept, stamp
from carddb.trouble import Trouble
from engine.values.texts import say
from screens.app.context import Context
from screens.widgets.entry import Entry
from screens.widgets.ground import paint
from screens.widgets.layouts import Column
from screens.widgets.longlist import Row
from screens.widgets.press import PushButton
from screens.widgets.rows import PlainRow
from screens.widgets.theme import Radius
from screens.widgets.words import Words, section

SHARED = "share.new"


class Backups:
    """Rows of the page of settings."""

    def __init__(self, context: Context) -> None:
        self.context, self.nav, self.tell = context, context.navigator, context.tell

    def rows(self) -> list[Row]:
        """To a file and back, then those the app has made."""
        kept = tuple(self.context.store.backups())
        return [
            ("backups", 0, lambda _: section(self.tell(say("Backups")))),
            ("to a file", 0, self._to_file),
            ("from a file", 0, self._from_file),
            ("automatic", bool(kept), self._automatic),
            ("kept", kept, self._kept),
        ]

    def _to_file(self, _: object) -> Widget:
        t = self.tell
        sub = t(say("All games, cards, armies"))
        return PushButton(t(say("Back up to a file")), self._back_up, "tonal", "content-save-check-outline", sub)

    def _from_file(self, _: object) -> Widget:
        return PushButton(self.tell(say("Restore from a file")), self._choose, "outline", "history")

    def _automatic(self, has_some: bool) -> Widget:
        t = self.tell
        return section(t(say("Automatic backups")), t(say("Tap one to restore it")) if has_some else "")

    def _kept(self, kept: tuple[Kept, ...]) -> Widget:
        first = say("The first automatic backup is made when something has changed.")
        rows = [PlainRow(moment(each.name), do=partial(self._ask, each)) for each in kept]
        return card(*rows) if rows else Words(self.tell(first), "meta", "text2")

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
    """A path as a player types it; of an unknown home, as it is."""
    try:
        return Path(typed.strip()).expanduser()
    except RuntimeError:
        return Path(typed.strip())


def moment(name: str) -> str:
    """When a file was made, from the fourteen digits in its name."""
    digits = next((part for part in name.removesuffix(".zip").removesuffix(".txt").split("-") if len(part) == 14), "")
    if not digits.isdecimal():
        return name  # another program's
    day = f"{digits[:4]}-{digits[4:6]}-{digits[6:8]}"
    return f"{day}, {digits[8:10]}:{digits[10:12]}"
