"""The files of one folder. Only this module touches files; every error of the device becomes a
sentence."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

from carddb.trouble import CannotOpen, CannotSave, Elsewhere, Taken, reason
from engine.values.texts import Text

try:
    import fcntl
except ImportError:  # pragma: no cover
    fcntl = None  # type: ignore[assignment]  # no locks on this system: a second copy of the app goes unnoticed

BESIDE = ".new"
NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL}


class Disk:
    """Files by their names within one folder ("games/7.journal").

    A write is done when it is on the device: the file is synced, and so is the folder where a name
    changed. No file is kept open: after the folder vanished, writing to an open file would go
    nowhere without a word. `locks` counts how often this copy of the app became the only writer;
    more than once means that the folder was gone.
    """

    def __init__(self, root: Path) -> None:
        self.root, self.locks = root, 0
        self._alone = False
        self._lock: int | None = None
        self._forbidden: Text | None = None

    # Who may write

    def claim(self) -> None:
        """Become the only writer, or say why that is impossible."""
        self._alone = True
        with self._writing():
            pass

    def forbid(self, why: Text) -> None:
        """Refuse every further write; reading goes on."""
        self._forbidden = why

    def release(self) -> None:
        """Let another copy of the app write."""
        self._alone = False
        self._unlock()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        if self._forbidden:
            raise CannotSave(self._forbidden)
        try:
            if self._alone and not self._holds():
                self._take()
            yield
        except OSError as error:
            raise CannotSave(reason(error, self.root)) from error

    def _holds(self) -> bool:
        """Whether the lock file in the folder is the one that is held: a folder that was away and
        came back has another."""
        try:
            return self._lock is not None and os.path.samestat(os.fstat(self._lock), os.stat(self.root / "lock"))
        except FileNotFoundError:
            return False

    def _take(self) -> None:
        self._unlock()
        lock = os.open(self.root / "lock", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _flock(lock)
        except BaseException:
            os.close(lock)
            raise
        self._lock, self.locks = lock, self.locks + 1

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
        self._lock = None

    # Reading

    def read(self, name: str) -> bytes | None:
        """A whole file, or None where there is none."""
        with _reading(self.root):
            return (self.root / name).read_bytes()
        return None

    def size(self, name: str) -> int | None:
        with _reading(self.root):
            return (self.root / name).stat().st_size
        return None

    def names(self, folder: str = "") -> tuple[str, ...]:
        """The names of the files in a folder; none if the folder does not exist."""
        with _reading(self.root):
            return tuple(sorted(os.listdir(self.root / folder)))
        return ()

    # Writing

    def begin(self) -> None:
        """Make the root folder if it is missing. Only at the start: a folder that vanishes later
        may come back with its files."""
        try:
            self.root.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotSave(reason(error, self.root)) from error

    def make(self, folder: str) -> None:
        """A folder inside ours."""
        with self._writing():
            self._make(folder)

    def append(self, name: str, line: bytes, at: int) -> None:
        """Add a line to a file of the given length; if that fails, the file is restored where
        possible."""
        with self._writing():
            try:
                file = FileIO(os.path.join(self.root, name), "r+")
            except FileNotFoundError as gone:
                raise Elsewhere from gone
            with file:
                if file.seek(0, os.SEEK_END) != at:
                    raise Elsewhere
                self._add(file, line, at)

    def _add(self, file: FileIO, line: bytes, at: int) -> None:
        try:
            self._write(file, line)
            self._sync(file)
        except OSError:
            with suppress(OSError):
                self._cut(file, at)
                self._sync(file)
            raise

    def replace(self, name: str, content: bytes) -> None:
        """Write a new file beside the old one and rename it: the file has its old content or its
        new one, never a part."""
        with self._writing():
            self._make(_folder(name))
            try:
                with self._create(name + BESIDE) as file:
                    self._write(file, content)
                    self._sync(file)
                self._rename(name + BESIDE, name)
            except OSError:
                with suppress(OSError):
                    self._unlink(name + BESIDE)
                raise
            self._sync_folder(_folder(name))

    def move(self, name: str, to: str) -> None:
        """Rename a file or a folder in one step."""
        with self._writing():
            self._make(_folder(to))
            self._rename(name, to)
            for folder in {_folder(name), _folder(to)}:
                self._sync_folder(folder)

    def remove(self, name: str) -> None:
        """Delete a file, or a folder with everything in it; it may be missing already."""
        with self._writing():
            if (self.root / name).is_dir():
                shutil.rmtree(self.root / name)
            else:
                with suppress(FileNotFoundError):
                    self._unlink(name)

    # The single steps; tests count, cut and break them

    def _create(self, name: str) -> FileIO:
        return FileIO(self.root / name, "w")

    def _write(self, file: FileIO, content: bytes) -> None:
        left = memoryview(content)
        while left:
            left = left[file.write(left) :]

    def _sync(self, file: FileIO) -> None:
        """Sync the content and the length of a file; its time of writing may follow later."""
        getattr(os, "fdatasync", os.fsync)(file.fileno())

    def _cut(self, file: FileIO, at: int) -> None:
        file.truncate(at)

    def _rename(self, name: str, to: str) -> None:
        os.replace(self.root / name, self.root / to)

    def _unlink(self, name: str) -> None:
        os.unlink(self.root / name)

    def _make(self, folder: str) -> None:
        """Make a folder and its parents, inside the root folder."""
        if folder and not (self.root / folder).is_dir():
            self._make(_folder(folder))
            self._mkdir(folder)
            self._sync_folder(_folder(folder))

    def _mkdir(self, folder: str) -> None:
        os.mkdir(self.root / folder)

    def _sync_folder(self, folder: str) -> None:
        if os.name == "nt":  # pragma: no cover  # a folder cannot be synced there
            return
        handle = os.open(self.root / folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def _reading(root: Path) -> Iterator[None]:
    """Reading: a missing file is None, an unreadable one raises a sentence."""
    try:
        yield
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:
        raise CannotOpen(reason(error, root)) from error


def _flock(lock: int) -> None:
    if fcntl is None:  # pragma: no cover
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as taken:
        raise Taken from taken
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise


def _folder(name: str) -> str:
    return name.rpartition("/")[0]
