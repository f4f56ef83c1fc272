"""The log: what Kivy and the libraries under it have to say goes to files of one folder and not
to the terminal."""

from __future__ import annotations

import logging
import os
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

NAME = "log/adjutant.log"
LARGEST, OLDER = 1_000_000, 3
"""Bytes of one file, and how many files before it are kept."""
LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"
STDERR = 2


class LogFile(RotatingFileHandler):
    """The newest file of the log; it may also take what libraries in C write to the standard
    error output."""

    def __init__(self, path: Path, takes_stderr: bool) -> None:
        self._takes_stderr = takes_stderr
        super().__init__(path, maxBytes=LARGEST, backupCount=OLDER, encoding="utf-8")

    def _open(self) -> TextIOWrapper:
        """At the start and whenever a new file begins."""
        stream = super()._open()
        if self._takes_stderr:
            os.dup2(stream.fileno(), STDERR)
        return stream


def open_log(folder: Path, *others: logging.Handler, takes_stderr: bool = False) -> Path | None:
    """Keep a log in a folder from now on: its file, or None where none can be written. Before
    the first import of Kivy."""
    os.environ["KIVY_LOG_MODE"] = "PYTHON"  # else Kivy writes to the terminal and keeps a hundred files of its own
    path: Path | None = folder / NAME
    try:
        (folder / NAME).parent.mkdir(parents=True, exist_ok=True)
        file: logging.Handler = LogFile(folder / NAME, takes_stderr)
    except OSError:
        path, file = None, LogFile(Path(os.devnull), takes_stderr)
    logging.basicConfig(level=logging.INFO, format=LINE, handlers=[file, *others], force=True)
    return path
