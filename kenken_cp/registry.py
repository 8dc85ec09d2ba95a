"""``Registry``: a table of records found by name, to which other packages may add.

An operator, a rule set, a format, a backend and a technique are each one record in one registry.
Others add theirs at run time (``register``), or by an installed package that names them as entry
points of the registry's group, such as ``kenken_cp.backends``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import RLock
from typing import Any, Generic, Protocol, TypeVar

from kenken_cp.errors import KenKenError, UnknownNameError


class Named(Protocol):
    """A record with a name."""

    @property
    def name(self) -> str: ...


Record = TypeVar("Record", bound=Named)


class Registry(Generic[Record]):
    """Records in an order, found by name.

    Entry points are loaded once, when a name is not found or all records are wanted.

    Args:
        kind: the kind of its records, in the singular, for messages.
        group: the group of its entry points, without ``kenken_cp.``; None if there is none.
        records: its first records.
        names_of: returns all names of a record, its own first.
        rank: the key by which records are sorted; equal ones stay in the order of registration.
        home: a module that is imported before the first use: it registers the built-in records,
            and imports this registry itself.
    """

    def __init__(
        self,
        kind: str,
        group: str | None = None,
        records: Iterable[Record] = (),
        *,
        names_of: Callable[[Record], Iterable[str]] = lambda record: (record.name,),
        rank: Callable[[Record], Any] = lambda _: 0,
        home: str | None = None,
    ) -> None:
        self.kind, self._to_load, self._home = kind, group, home
        self._names_of, self._rank = names_of, rank
        self._loading = RLock()
        self._records: list[Record] = []
        self._by_name: dict[str, Record] = {}
        for record in records:
            self.register(record)

    def register(self, record: Record) -> None:
        """Adds a record; KenKenError if one of its names is another record's."""
        self._import_home()
        names = dict.fromkeys(self._names_of(record), record)
        records = sorted([*self._records, record], key=self._rank)  # an error changes nothing
        for name in names:
            if name in self._by_name:
                raise KenKenError(f"there is a {self.kind} {name!r} already")
        self._by_name |= names
        self._records = records

    @contextmanager
    def registered(self, record: Record) -> Iterator[Record]:
        """In the ``with`` block, the record is one of the registry."""
        self.register(record)
        try:
            yield record
        finally:
            self._records = [other for other in self._records if other is not record]
            for name in dict.fromkeys(self._names_of(record)):
                del self._by_name[name]

    def get(self, name: str) -> Record | None:
        """The record of that name, or None."""
        if not isinstance(name, str):
            return None
        self._import_home()
        if name not in self._by_name:
            self._load_entry_points()
        return self._by_name.get(name)

    def named(self, name: str) -> Record:
        """The record of that name; UnknownNameError, which lists all records, if there is none."""
        found = self.get(name)
        if found is None:
            all_names = [[*dict.fromkeys(self._names_of(record))] for record in self]
            known = [f"{own} ({', '.join(more)})" if more else own for own, *more in all_names]
            raise UnknownNameError(self.kind, name, known)
        return found

    def names(self) -> list[str]:
        """The own names of all records, in their order."""
        return [record.name for record in self]

    def __iter__(self) -> Iterator[Record]:
        self._import_home()
        self._load_entry_points()
        return iter(self._records)

    def _import_home(self) -> None:
        if self._home is not None:
            import_module(self._home)

    def _load_entry_points(self) -> None:
        """Adds the records that installed packages name, once.

        Raises:
            KenKenError: once, if one cannot be loaded; the others are there all the same.
        """
        with self._loading:
            group, self._to_load = self._to_load, None  # one of them may ask for records itself
            if group is None:
                return
            # Importing it takes a fifth of the time that ``--help`` needs to start.
            from importlib.metadata import entry_points

            wrong = None
            for point in entry_points(group=f"kenken_cp.{group}"):
                try:
                    self.register(point.load())
                except Exception as error:  # noqa: BLE001 - of somebody else's code
                    where = f"{point.value}, an entry point of the group {point.group}"
                    wrong = KenKenError(f"cannot load the {self.kind} {where}: {error}")
            if wrong is not None:
                raise wrong
