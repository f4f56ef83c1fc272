"""Pictures of the table kept with a game: a copy beside the saves, and a note in the history
that names it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from engine.values.events import Event, Noted
from engine.values.texts import say

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from screens.app.context import Context
    from screens.app.table import Table

KINDS = (".png", ".jpg", ".jpeg")
LARGEST = 30_000_000
MARK = "picture: "


def choose(table: Table) -> None:
    """Let the player choose a picture; where the device has no chooser, that is said."""
    if not table.context.device.pick_file(lambda path: keep(table, Path(path)) if path else None):
        table.context.navigator.complain(say("This device cannot choose files."))


def keep(table: Table, path: Path) -> None:
    """Copy a picture to the saves and note it."""
    context, key = table.context, table.game.key
    folder = context.store.disk.root / "pictures"
    try:
        if path.suffix.lower() not in KINDS or path.stat().st_size > LARGEST:
            context.navigator.complain(say("Only pictures of up to 30 MB can be kept: png or jpg."))
            return
        folder.mkdir(parents=True, exist_ok=True)
        number = sum(each.name.startswith(key) for each in folder.iterdir()) + 1
        name = f"{key}-{number}{path.suffix.lower()}"
        beside = folder / f".{name}"
        beside.write_bytes(path.read_bytes())
        os.replace(beside, folder / name)
    except OSError:
        context.navigator.complain(say("The picture cannot be read or kept."))
        return
    table.enter(Noted(MARK + name))


def shown(context: Context, event: Event) -> Path | None:
    """The picture an event names, if it is still there."""
    if not isinstance(event, Noted) or not event.text.startswith(MARK):
        return None
    path: Path = context.store.disk.root / "pictures" / Path(event.text[len(MARK) :]).name
    try:
        return path if path.exists() else None
    except (OSError, ValueError):  # a player's own note that begins like one of ours, and is no name of a file
        return None


def exported(context: Context, widget: Widget, name: str) -> Path | None:
    """A part of the screen as a picture to share; what was shared before under that name is
    overwritten."""
    path: Path = context.store.disk.root / "shared" / f"{name}.png"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        widget.export_to_png(str(path))
    except OSError:
        context.navigator.complain(say("The picture cannot be read or kept."))
        return None
    return path
