"""Tables of records that people choose from by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from kenken_cp.errors import UnknownNameError


class _Named(Protocol):
    @property
    def name(self) -> str: ...


Record = TypeVar("Record", bound=_Named)


def record_named(kind: str, name: str, table: Sequence[Record]) -> Record:
    """The record of that name; ``kind`` says in the error what the table is of.

    Raises:
        UnknownNameError: if there is none, naming those there are.
    """
    for record in table:
        if record.name == name:
            return record
    raise UnknownNameError(kind, name, [record.name for record in table])
