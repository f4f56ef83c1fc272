"""Problems with files, each as a sentence for the player."""

from __future__ import annotations

import errno
from pathlib import Path

from engine.values.texts import Text, english, say


class Trouble(Exception):
    """An operation that failed, and why."""

    def __init__(self, why: Text) -> None:
        super().__init__(english(why))
        self.why = why


class CannotSave(Trouble):
    """Nothing was written, or it is uncertain whether it was."""


class CannotOpen(Trouble):
    """A saved file that cannot be read here."""


class Taken(CannotSave):
    """Another copy of the app uses the same files."""

    def __init__(self) -> None:
        super().__init__(say("another copy of the app is open and uses the same games"))


class Elsewhere(Exception):
    """A file does not have the length at which it was left, or is gone."""


def reason(error: OSError, folder: Path) -> Text:
    """Why the device refused, in a player's words."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return say("the device is full")
        case errno.EROFS:
            return say("the folder {folder} may not be written to", folder=str(folder))
        case errno.EACCES | errno.EPERM:
            return say("the app may not use the folder {folder}", folder=str(folder))
        case errno.ENOENT | errno.ENOTDIR:
            return say("the folder {folder} is gone", folder=str(folder))
        case errno.EIO:
            return say("the device cannot read or write: it may be damaged")
        case errno.EISDIR:
            return say("a folder stands in the place of a file in {folder}", folder=str(folder))
        case number:
            return say("the device reports the error {number}", number=number or 0)
