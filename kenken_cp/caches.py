"""Caches that are shared by all puzzles, with one bound on their total size: ``remembered``.

A cache may hold thousands of results for ordinary puzzles, but not a hundred for giant ones. So the
sizes of results are added up, roughly, and all caches are emptied when the sum is too large. That
costs only the time to fill them again, and results in use stay alive. Lookups are those of
``lru_cache``, which take a twentieth of a microsecond.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Generic, ParamSpec, Self, TypeVar, overload

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


class computed_once(Generic[Result]):  # noqa: N801 - it is used like cached_property
    """A ``cached_property`` without the lock that it has before Python 3.12.

    That lock is one for all instances, and is held while one of them is computed. Two engines that
    search the same puzzle would wait for each other there. Without it both may compute a value.
    """

    def __init__(self, compute: Callable[[Any], Result]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> Result: ...

    def __get__(self, instance: object, owner: type) -> Self | Result:
        if instance is None:
            return self
        result = self._compute(instance)
        vars(instance)[self._compute.__name__] = result
        return result


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
