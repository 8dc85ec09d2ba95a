"""Registries: tables of records that are found by name, and to which other packages may add.

An operator, a rule set, a format, a backend and a technique are each one record in one registry.
A record is added at run time (``register``), or by an installed package that names it as an entry
point of the registry's group. Entry points are loaded when a name is not found, or when all records
are needed.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from pathlib import Path
from threading import RLock, get_ident
from typing import Any, Generic, Protocol, TypeVar

from kenken_cp.caches import Parameters, Result, remembered
from kenken_cp.errors import KenKenError, UnknownNameError


class Named(Protocol):
    """A record with a name."""

    @property
    def name(self) -> str: ...


Record = TypeVar("Record", bound=Named)


class Registry(Generic[Record]):
    """Records in an order, found by name.

    Args:
        kind: the kind of its records, in the singular, for messages.
        group: the entry point group, without ``kenken_cp.``; None if there is none.
        records: its first records.
        spellings: returns the names by which a record is found; by default only its own name.
        rank: the key by which records are sorted; by default they stay in the order of their
            registration.
        label: returns the name of a record in an error that lists all; by default its name.
        home: ``module:name`` of the first records, if their module imports that of the registry; it
            is imported when records are needed or added.
    """

    def __init__(
        self,
        kind: str,
        group: str | None = None,
        records: Iterable[Record] = (),
        *,
        spellings: Callable[[Record], Iterable[str]] = lambda record: (record.name,),
        rank: Callable[[Record], int] = lambda _: 0,
        label: Callable[[Record], str] = lambda record: record.name,
        home: str | None = None,
    ) -> None:
        self.kind, self._home = kind, home
        self._group = group and f"kenken_cp.{group}"
        self._spellings, self._rank, self._label = spellings, rank, label
        self._lock = RLock()  # a signal handler may interrupt whoever holds it
        self._loading: set[int] = set()
        self._changes = 0
        self._records: list[Record] = []
        self._by_spelling: dict[str, Record] = {}
        for record in records:
            self.register(record)

    def register(self, record: Record) -> Record:
        """Adds a record and returns it; KenKenError if one of its names is registered already."""
        self._load_home()
        with self._lock:
            self._add(record)
        return record

    def _add(self, record: Record) -> None:
        names = dict.fromkeys(filter(None, self._spellings(record)), record)
        for name in names:
            if name in self._by_spelling:
                raise KenKenError(f"there is a {self.kind} {name!r} already")
        self._by_spelling |= names
        self._changes += 1
        self._records = sorted([*self._records, record], key=self._rank)

    def unregister(self, record: Record) -> None:
        """Removes a record; UnknownNameError if it is not registered."""
        if record not in self:
            raise self._unknown(record.name)
        with self._lock:
            self._changes += 1
            self._records = [known for known in self._records if known is not record]
            self._by_spelling = {
                name: known for name, known in self._by_spelling.items() if known is not record
            }

    @contextmanager
    def registered(self, record: Record) -> Iterator[Record]:
        """Registers a record for the time of a ``with`` block."""
        self.register(record)
        try:
            yield record
        finally:
            self.unregister(record)

    def named(self, name: str) -> Record:
        """The record of that name; UnknownNameError, which lists all records, if there is none."""
        found = self.get(name)
        if found is None:
            raise self._unknown(name)
        return found

    def get(self, name: str) -> Record | None:
        """The record of that name, or None."""
        if not isinstance(name, str):
            return None
        self._load_home()
        if name not in self._by_spelling:
            self._load_plugins()
        return self._by_spelling.get(name)

    def names(self) -> list[str]:
        """The names of all records, in their order."""
        return [record.name for record in self]

    def remembered(
        self, most: int, size: Callable[[Any], int]
    ) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
        """Decorates a function of all records as ``caches.remembered`` does: once a record is added
        or removed, its results are computed anew.
        """

        def decorate(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
            @remembered(most, size)
            def computed(
                _changes: int, *arguments: Parameters.args, **named: Parameters.kwargs
            ) -> Result:
                return function(*arguments, **named)

            @wraps(function)
            def current(*arguments: Parameters.args, **named: Parameters.kwargs) -> Result:
                self._load_plugins()
                return computed(self._changes, *arguments, **named)

            return current

        return decorate

    def __iter__(self) -> Iterator[Record]:
        self._load_plugins()
        return iter(self._records)

    def __contains__(self, record: object) -> bool:
        return any(known is record for known in self)

    def __len__(self) -> int:
        self._load_plugins()
        return len(self._records)

    def _unknown(self, name: str) -> UnknownNameError:
        return UnknownNameError(self.kind, name, map(self._label, self))

    def _load_home(self) -> None:
        """Registers the first records, once. Other threads that need records wait for the lock of
        the import, so our own lock must not be held meanwhile. A failed import is tried again.
        """
        if self._home is None:
            return
        module, _, name = self._home.partition(":")
        records = getattr(import_module(module), name)
        with self._lock:
            if self._home is not None:
                for record in records:
                    self._add(record)
                self._home = None

    def _load_plugins(self) -> None:
        """Registers, once, the records that installed packages name as entry points."""
        if self._group is None and self._home is None:  # done; this is called for each clue
            return
        self._load_home()
        group, thread = self._group, get_ident()
        if group is None or thread in self._loading:  # a plugin may ask for records itself
            return
        self._loading.add(thread)
        try:
            if _plugins_installed():
                self._register_plugins(group)
            self._group = None
        finally:
            self._loading.discard(thread)

    def _register_plugins(self, group: str) -> None:
        from importlib.metadata import entry_points

        for point in entry_points(group=group):
            try:
                record = point.load()
                with self._lock:
                    if not any(known is record for known in self._records):  # by another thread
                        self._add(record)
            except Exception as error:
                self._group = None  # so that the error is raised only once
                where = f"{point.value}, an entry point of the group {group}"
                raise KenKenError(f"cannot load the {self.kind} {where}: {error}") from error


def _plugins_installed() -> bool:
    """Whether some installed package may name an entry point of ours.

    Reading the files directly takes 3 ms; importing ``importlib.metadata`` alone takes 60.
    """
    for folder in map(Path, sys.path):
        if folder.is_file():
            return True  # an archive: only importlib.metadata can look into it
        for listing in folder.glob("*-info/entry_points.txt"):
            try:
                if "[kenken_cp." in listing.read_text(encoding="utf-8"):
                    return True
            except (OSError, UnicodeDecodeError):
                return True
    return False
