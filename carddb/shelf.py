"""Documents by name in TinyDB tables; only this module uses TinyDB's query API."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from operator import and_
from typing import Any

from tinydb import where
from tinydb.table import Table

from carddb.storage import JournalStorage, Op


class _Named(Table):
    """A table whose documents have names instead of numbers."""

    document_id_class = str  # type: ignore[assignment]  # TinyDB allows any class, its annotation only int


class Shelf:
    """Documents by name."""

    def __init__(self, storage: JournalStorage, name: str) -> None:
        self.storage, self._name = storage, name
        self._table = _Named(storage, name)

    def put(self, key: str, doc: Mapping[str, Any]) -> None:
        """Save a document, in place of an older one of that name."""
        self.put_all({key: doc})

    def put_all(self, docs: Mapping[str, Mapping[str, Any]]) -> None:
        """Save several documents, all or none."""
        self.change(docs)

    def change(self, docs: Mapping[str, Mapping[str, Any]], gone: Iterable[str] = ()) -> None:
        """Save some documents and delete others, all or none."""
        ops: list[Op] = [*((self._name, key, doc) for key, doc in docs.items()), *((self._name, key) for key in gone)]
        if ops:
            self.storage.append(*ops)
            self.storage.tidy()
            self._table.clear_cache()

    def get(self, key: str) -> dict[str, Any] | None:
        found = self._table.get(doc_id=key)  # type: ignore[call-overload]  # as above
        return None if found is None else dict(found)

    def each(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """One document after another, as all of them together may be large."""
        return ((str(doc.doc_id), dict(doc)) for doc in self._table)

    def all(self) -> dict[str, dict[str, Any]]:
        return dict(self.each())

    def find(self, **fields: Any) -> dict[str, dict[str, Any]]:
        """Documents in which all these fields have these values."""
        if not fields:
            return self.all()
        wanted = reduce(and_, (where(field) == value for field, value in fields.items()))
        return {str(doc.doc_id): dict(doc) for doc in self._table.search(wanted)}

    def remove(self, *keys: str) -> None:
        self._table.remove(doc_ids=keys)  # type: ignore[arg-type]  # as above


class Settings:
    """Values by name, with defaults."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def get(self, key: str, default: Any = None) -> Any:
        found = self._shelf.get(key)
        return default if found is None else found.get("value", default)

    def set(self, key: str, value: Any) -> None:
        self._shelf.put(key, {"value": value})
