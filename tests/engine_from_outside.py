"""Backends from outside, for the time of a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kenken_cp.search.engine import BACKENDS, Backend, CountFunction, SearchFunction


@contextmanager
def registered(search: SearchFunction, count: CountFunction | None = None) -> Iterator[None]:
    """In the ``with`` block, there is a backend ``engine`` of these functions."""
    with BACKENDS.registered(Backend("engine", "of a test", search, count)):
        yield
