"""What is remembered from puzzle to puzzle: ``remembered``, bounded by what it holds.

Of ordinary puzzles a cache may hold thousands of results, of giant ones not a hundred. So results
are counted by their bytes, roughly, and all caches together are emptied when these are too many: an
empty cache costs only the time to fill it again, and what is in use stays with who uses it. Finding
what is remembered is left to ``lru_cache``, which takes a twentieth of a microsecond.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

MAX_BYTES = 1 << 27
"""What all caches together may hold, and again what has been replaced in them. A batch of 9x9
boards fills that after some ten thousand of them.
"""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_empty: list[Callable[[], object]] = []
_held = 0


def remembered(
    most: int, size: Callable[[Any], int]
) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
    """Has a function remember its results, the latest of them up to a number.

    Args:
        size: of a result with its arguments, in bytes; roughly.
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
    """Has a function called when there is too much: it empties a cache."""
    _empty.append(empty)


def hold(size: int) -> None:
    """Counts bytes that something remembered has come to hold; empties all if they are too many."""
    global _held
    _held += size
    if _held > MAX_BYTES:
        _held = 0
        for empty in _empty:
            empty()
