"""Tables of records that people choose from by name, and that others may add to.

An operator, a rule set, a format, a backend and a technique are each one record in one registry.
A record is added at run time (``register``), or by an installed package that names it as an entry
point in the registry's group; entry points are loaded when a name is not found, or when all records
are wanted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from kenken_cp.errors import KenKenError, UnknownNameError

GROUP_PREFIX = "kenken_cp."
"""What the names of all entry point groups begin with."""


class Named(Protocol):
    """A record with a name."""

    @property
    def name(self) -> str: ...


Record = TypeVar("Record", bound=Named)


def _only_name(record: Named) -> tuple[str, ...]:
    return (record.name,)


class Registry(Generic[Record]):
    """Records in their order, found by name.

    Args:
        kind: what a record is, in singular, for messages.
        group: the entry point group, without its prefix; None if there is none.
        records: those that it begins with.
        spellings: the names that a record is found by, its own first.
        rank: what the records are sorted by; by default they stay in the order they were added in.
        label: what an error that lists the records calls each; by default its name.
    """

    def __init__(
        self,
        kind: str,
        group: str | None = None,
        records: Iterable[Record] = (),
        *,
        spellings: Callable[[Record], Iterable[str]] = _only_name,
        rank: Callable[[Record], int] | None = None,
        label: Callable[[Record], str] | None = None,
    ) -> None:
        self.kind = kind
        self.group = group and GROUP_PREFIX + group
        self._spellings = spellings
        self._rank = rank
        self._label = label
        self._records: list[Record] = []
        self._by_spelling: dict[str, Record] = {}
        self._plugins_loaded = group is None
        for record in records:
            self.register(record)

    def register(self, record: Record) -> Record:
        """Adds a record; returns it.

        Raises:
            KenKenError: if one of its names is taken.
        """
        names = [name for name in self._spellings(record) if name]
        for name in names:
            if name in self._by_spelling:
                raise KenKenError(f"there is a {self.kind} {name!r} already")
        self._by_spelling |= dict.fromkeys(names, record)
        self._records.append(record)
        if self._rank is not None:
            self._records.sort(key=self._rank)
        return record

    def unregister(self, record: Record) -> None:
        """Takes a record away again.

        Raises:
            UnknownNameError: if it is not registered.
        """
        if not any(known is record for known in self._records):
            raise self._unknown(record.name)
        self._records = [known for known in self._records if known is not record]
        for name in [name for name, known in self._by_spelling.items() if known is record]:
            del self._by_spelling[name]

    @contextmanager
    def registered(self, record: Record) -> Iterator[Record]:
        """Has a record registered inside a ``with`` block."""
        self.register(record)
        try:
            yield record
        finally:
            self.unregister(record)

    def named(self, name: str) -> Record:
        """The record of that name.

        Raises:
            UnknownNameError: if there is none, naming those there are.
        """
        found = self.get(name)
        if found is None:
            raise self._unknown(name)
        return found

    def get(self, name: str) -> Record | None:
        """The record of that name, or None."""
        if not isinstance(name, str):
            return None
        if name not in self._by_spelling:
            self._load_plugins()
        return self._by_spelling.get(name)

    def names(self) -> list[str]:
        """The names of all records, in their order."""
        return [record.name for record in self]

    def __iter__(self) -> Iterator[Record]:
        self._load_plugins()
        return iter(tuple(self._records))

    def __contains__(self, record: object) -> bool:
        return any(known is record for known in self)

    def __len__(self) -> int:
        self._load_plugins()
        return len(self._records)

    def __repr__(self) -> str:
        return f"<{self.kind}s: {', '.join(record.name for record in self._records)}>"

    def _unknown(self, name: str) -> UnknownNameError:
        known = [self._label(record) if self._label else record.name for record in self]
        return UnknownNameError(self.kind, name, known)

    def _load_plugins(self) -> None:
        """Registers the records that installed packages name as entry points."""
        if self._plugins_loaded:
            return
        self._plugins_loaded = True
        if not _plugins_installed():
            return
        from importlib.metadata import entry_points

        for point in entry_points(group=self.group or ""):
            try:
                self.register(point.load())
            except Exception as error:
                where = f"{point.value}, an entry point of the group {self.group}"
                raise KenKenError(f"cannot load the {self.kind} {where}: {error}") from error


def _plugins_installed() -> bool:
    """Whether some installed package may name an entry point of ours.

    Reading the files directly takes 3 ms; importing ``importlib.metadata`` alone takes 60.
    """
    mark = f"[{GROUP_PREFIX}"
    for folder in map(Path, sys.path):
        if not folder.is_dir():
            if folder.is_file():
                return True  # an archive: only importlib.metadata can look into it
            continue
        for listed in (
            *folder.glob("*.dist-info/entry_points.txt"),
            *folder.glob("*.egg-info/entry_points.txt"),
        ):
            try:
                if mark in listed.read_text(encoding="utf-8"):
                    return True
            except (OSError, UnicodeDecodeError):
                return True
    return False
