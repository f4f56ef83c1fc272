"""The store: one folder on the device with cards, armies, settings, games and their backups."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from carddb import archive, backup, generations, index
from carddb.disk import Disk
from carddb.index import Listed
from carddb.journal import Lost
from carddb.recomputing import Past, changes
from carddb.saves import Clock, Game, Header, begin, header, resume
from carddb.shelf import Settings, Shelf
from carddb.storage import Format, JournalStorage, Op
from carddb.trouble import CannotOpen, CannotSave, Taken, Trouble
from engine.playing.codec import plain
from engine.playing.rules import Ruleset
from engine.playing.session import Session
from engine.values.table import GameState
from engine.values.texts import Text, say

KEY = re.compile(r"[0-9a-z-]{1,64}")


class Store:
    """The folder of the app with everything in it. `told` holds sentences for the players. A second
    copy of the app can read but not write."""

    cards: Shelf
    armies: Shelf
    settings: Settings

    def __init__(
        self,
        folder: Path,
        rulesets: Mapping[str, Ruleset],
        clock: Clock,
        disk: Disk | None = None,
        form: Format | None = None,
    ) -> None:
        self.rulesets, self.clock = rulesets, clock
        self.disk, self.form = disk or Disk(folder), form or Format()
        self.told: tuple[Text, ...] = ()
        self._sealed: list[str] = []
        self._claim()
        try:
            self._open()
        except BaseException:
            self.disk.release()
            raise

    def _claim(self) -> None:
        try:
            self.disk.begin()
            self.disk.claim()
        except Taken as no:
            self.disk.forbid(no.why)
            self._tell(say("Everything can be looked at, nothing can be saved: {why}.", why=no.why))
        except CannotSave as no:
            self._tell(say("Nothing can be saved for now: {why}.", why=no.why))

    def _open(self) -> None:
        """Open everything except the games, which are opened one by one. A file that does not open
        does not stop the others."""
        self._generation = generations.newest(self.disk)
        self._open_games: dict[str, Game] = {}
        self._shelves: list[JournalStorage] = []
        self._sealed = []
        generations.clean(self.disk, self._folder)
        self.cards = self._shelf("cards", say("Cards"))
        self.armies = self._shelf("armies", say("Armies"))
        self.settings = Settings(self._shelf("settings", say("Settings")))
        self._index = self._list()
        self._look_for_games()

    def _shelf(self, name: str, what: Text) -> Shelf:
        """The documents of a file; if the file does not open, no documents, and none can be added,
        so that the file stays as it is."""
        try:
            return self._opened(name, lambda lost: self._tell(lost.told(what)))
        except CannotOpen as no:
            self._tell(
                say(
                    "{what} can neither be shown nor changed, as their file does not open: {why}.",
                    what=what,
                    why=no.why,
                )
            )
            self._sealed.append(name)
            return self._nothing(
                name, say("the file there is does not open, and nothing is written over it: {why}", why=no.why)
            )

    def _list(self) -> Shelf:
        """The list of games, made again from the games if it does not open."""
        try:
            return self._opened("index", lambda _: None)
        except CannotOpen as no:
            try:
                self.disk.remove(f"{self._folder}/index.journal")
                return self._opened("index", lambda _: None)
            except Trouble:
                return self._nothing("index", no.why)

    def _opened(self, name: str, tell: Callable[[Lost], None]) -> Shelf:
        storage = JournalStorage(self.disk, f"{self._folder}/{name}.journal", name, self.form, damaged=tell)
        if storage.journal.lost:
            tell(storage.journal.lost)
        self._shelves.append(storage)
        return Shelf(storage, name)

    def _nothing(self, name: str, why: Text) -> Shelf:
        """An empty shelf in memory."""
        storage = JournalStorage(archive.Held({}), name, name, self.form, mend=False)
        storage.journal.close(why)
        return Shelf(storage, name)

    def _look_for_games(self) -> None:
        try:
            self.disk.names(f"{self._folder}/games")
        except CannotOpen as no:
            self._tell(say("Games can neither be shown nor saved: {why}.", why=no.why))

    def _storage(self, name: str, holds: str, mend: bool = True) -> JournalStorage:
        return JournalStorage(self.disk, f"{self._folder}/{name}", holds, self.form, mend)

    def _tell(self, what: Text) -> None:
        self.told = (*self.told, *(() if what in self.told else (what,)))

    @property
    def _folder(self) -> str:
        return f"g{self._generation}"

    # Games

    def games(self) -> tuple[Listed, ...]:
        """All games, the one saved last first."""
        known = self._index.all()
        lines = [self._line(key, known.get(key)) for key in self._keys()]
        self._keep(lines)
        if gone := set(known) - {line.key for line in lines}:
            with suppress(CannotSave):
                self._index.remove(*gone)
        return tuple(sorted(lines, key=lambda line: (line.saved_at, line.key), reverse=True))

    def new_game(self, game: str, start: GameState, name: str, seats: tuple[str, ...] = ()) -> Game:
        """A new game; if nothing can be saved it lives in memory, with a warning."""
        rules, at = self._rules(game), self.clock()
        key = self._free_key(at)
        about = Header(game, name, rules.version, at, seats)
        made = begin(key, rules, start, about, self._storage(_file(key), "game"), self.clock)
        self._open_games[key] = made
        return made

    def warning(self, key: str) -> Text | None:
        """Why an open game is not saved, if it is not."""
        game = self._open_games.get(key)
        return game.warning if game else None

    def open_game(self, key: str) -> Game:
        """A saved game; its `told` says what could not be read."""
        if key in self._open_games:
            return self._open_games[key]
        self._see(key)
        storage = self._storage(_file(key), "game")
        if storage.journal.lost and not storage.journal.data:
            raise CannotOpen(storage.journal.lost.told(say("Game “{name}”", name=key)))
        rules = self._rules(header(storage.last("game")).game)
        self._open_games[key] = game = resume(key, rules, storage, self.clock)
        return game

    def close_game(self, key: str) -> None:
        """Close a game; one that is not saved stays open in memory."""
        if game := self._open_games.get(key):
            game.rest()
            if not game.warning:
                self._keep([index.of_game(game)])
                self._drop(key, say("the game is closed"))

    def add_recomputed(self, game: Game, past: Past, again: Session, name: str) -> Game:
        """A second game beside one of older rules: the same past, with the table that the rules of
        this version make of it."""
        at = self.clock()
        key, about = self._free_key(at), replace(game.header, name=name, rules=again.rules.version, created=at)
        self._storage(_file(key), "game").begin(changes(about, past, again))
        game.keep_table()
        return self.open_game(key)

    def take_in(self, about: Header, ops: Iterable[Op]) -> Game:
        """A whole game from elsewhere, all at once: there or not there."""
        self._rules(about.game)
        key = self._free_key(self.clock())
        self._storage(_file(key), "game").begin((("game", "1", plain(about)), *ops))
        return self.open_game(key)

    def keep_as_another(self, key: str, name: str) -> None:
        """A game that goes on elsewhere from another past: what is here stays, under another name
        and for itself."""
        game = self.open_game(key)
        game.header = replace(game.header, name=name)
        game.saver.put(("game", "1", plain(game.header)))
        game.saver.put(("link", None), ("held", None))
        self.close_game(key)

    def delete_game(self, key: str) -> None:
        """Delete a game; until the app closes it can be brought back."""
        if key not in self._open_games or self.disk.size(self._path(key)) is not None:
            self._see(key)
            self.disk.move(self._path(key), f"{self._folder}/trash/{key}.journal")
        self._drop(key, say("the game was deleted"))

    def undelete_game(self, key: str) -> None:
        if f"{key}.journal" not in self.disk.names(f"{self._folder}/trash"):
            raise CannotOpen(say("there is no game {name}", name=key))
        self.disk.move(f"{self._folder}/trash/{key}.journal", self._path(key))

    def _see(self, key: str) -> None:
        if not KEY.fullmatch(key) or self.disk.size(self._path(key)) is None:
            raise CannotOpen(say("there is no game {name}", name=key))

    def _drop(self, key: str, why: Text) -> None:
        """Forget an open game; a screen that still holds it can save nothing any more."""
        if game := self._open_games.pop(key, None):
            game.saver.storage.journal.close(why)

    def _path(self, key: str) -> str:
        return f"{self._folder}/{_file(key)}"

    def _keys(self) -> list[str]:
        names = archive.Forgiving(self.disk).names(f"{self._folder}/games")
        saved = [name.removesuffix(".journal") for name in names if name.endswith(".journal")]
        return [*saved, *(key for key in self._open_games if key not in saved)]

    def _line(self, key: str, known: object) -> Listed:
        if key in self._open_games:
            return index.of_game(self._open_games[key])
        size = archive.Forgiving(self.disk).size(self._path(key)) or 0
        look = partial(self._storage, _file(key), "game", mend=False)
        return index.listed(key, known, size) or index.of_file(key, size, look, self.rulesets)

    def _keep(self, lines: list[Listed]) -> None:
        """Save the changed lines of the list of games; if that fails, the list is made again
        later."""
        old, new = self._index.all(), {line.key: index.plain(line) for line in lines if line.turn}
        with suppress(CannotSave):
            self._index.put_all({key: doc for key, doc in new.items() if old.get(key) != doc})

    def _rules(self, game: str) -> Ruleset:
        if game not in self.rulesets:
            raise CannotOpen(say("the rules of {game} are not in this app", game=game))
        return self.rulesets[game]

    def _free_key(self, at: str) -> str:
        deleted = [name.removesuffix(".journal") for name in self.disk.names(f"{self._folder}/trash")]
        taken, number = {*self._keys(), *deleted}, 1
        while f"{backup.stamp(at)}-{number}" in taken:
            number += 1
        return f"{backup.stamp(at)}-{number}"

    # Coming and going

    def rest(self) -> None:
        """Save for a pause: the app may not come back."""
        for game in self._open_games.values():
            game.rest()
        self._keep([index.of_game(game) for game in self._open_games.values()])

    def retry(self) -> bool:
        """Try again to save the waiting entries; whether everything is saved now."""
        games = [game.saver for game in self._open_games.values()]
        with suppress(Trouble):
            for storage in (*self._shelves, *(saver.storage for saver in games)):
                storage.journal.save()
        return not [saver for saver in games if not saver.retry()]

    def close(self) -> None:
        """Close the app's data; deleted games are gone for good."""
        for key in list(self._open_games):
            self.close_game(key)
            self._drop(key, say("the app is closed"))
        with suppress(CannotSave):
            self.disk.remove(f"{self._folder}/trash")
        self.disk.release()

    # Backups

    def back_up(self, to: Path) -> None:
        """Save everything in one file, anywhere on the device."""
        found = backup.found(self.disk, self._folder, self.form)
        Disk(to.parent).replace(to.name, archive.packed(found, self.clock()))

    def back_up_if_changed(self) -> bool:
        """Make the automatic backup at the start of the app; whether one was needed."""
        return backup.keep(self.disk, self._folder, self.clock(), self.form)

    def backups(self) -> tuple[backup.Kept, ...]:
        """The automatic backups, the newest first."""
        return backup.kept(self.disk)

    def restore(self, source: Path | backup.Kept) -> None:
        """Replace all data by those of a backup, or change nothing; the present data is backed up
        first."""
        path = source if isinstance(source, Path) else self.disk.root / backup.FOLDER / source.name
        files = backup.taken(path, self.form)
        self.back_up_if_changed()
        generations.switch(self.disk, {**files, **self._strange()}, generations.free(self.disk, self._generation))
        for key in list(self._open_games):
            self._drop(key, say("a backup has taken the place of this game"))
        self.told = ()
        self._open()

    def _strange(self) -> dict[str, bytes]:
        """The files that did not open, under names that mark them as damaged: no backup holds them,
        so they are kept."""
        disk = archive.Forgiving(self.disk)
        found = {name: disk.read(f"{self._folder}/{name}.journal") for name in self._sealed}
        return {f"{name}.journal.damaged-1": data for name, data in found.items() if data}


def _file(key: str) -> str:
    return f"games/{key}.journal"
