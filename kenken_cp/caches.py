"""Caches that are shared by all puzzles, with one bound on their total size: ``remembered``.

A cache may hold thousands of results for ordinary puzzles, but not a hundred for giant ones. So the
sizes of results are added up, roughly, and all caches are emptied when the sum is too large. That
costs only the time to fill them again, and results in use stay alive. Lookups are those of
``lru_cache``, which take a twentieth of a microsecond.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

MAX_BYTES = 1 << 27
"""The size of all results that were added since the caches were last emptied, replaced ones
included. A batch of 9x9 boards reaches it after some ten thousand boards.
"""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_empty: list[Callable[[], object]] = []
_held = 0


def remembered(
    most: int, size: Callable[[Any], int]
) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
    """Decorates a function so that its latest results are remembered, up to a number.

    Args:
        most: that number.
        size: returns the rough size of a result with its arguments, in bytes.
    """

    def decorate(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        def computed(*arguments: Parameters.args, **named: Parameters.kwargs) -> Result:
            result = function(*arguments, **named)
            hold(size(result))
            return result

        cache = lru_cache(most)(wraps(function, updated=())(computed))
        emptied_by(cache.cache_clear)
        return cache  # type: ignore[return-value]

    return decorate


def emptied_by(empty: Callable[[], object]) -> None:
    """Registers a function that empties a cache, to be called when all are emptied."""
    _empty.append(empty)


def hold(size: int) -> None:
    """Adds to the total size of all caches; empties them if it is too large."""
    global _held
    _held += size
    if _held > MAX_BYTES:
        _held = 0
        for empty in _empty:
            empty()
