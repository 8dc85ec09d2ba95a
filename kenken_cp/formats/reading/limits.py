"""How much of a text may be wrong, or empty."""

from collections.abc import Callable, Iterable, Iterator

from kenken_cp.errors import FormatError
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.text import quoted

MAX_ERRORS = 100
"""Puzzles of a text that may be wrong: one of which more are is hardly in that format."""

MAX_EMPTY = 10_000
"""Boards of a text in which nothing stands, neither cages nor houses: more are no puzzles."""


def each_of(
    read: Callable[[], Iterable[ReadPuzzle | FormatError]], source: str | None, example: str = ""
) -> Iterator[ReadPuzzle | FormatError]:
    """What is read, with the source of its errors; FormatError if that is nothing, with what might
    begin as an example does, and if too much of it is wrong or empty.
    """
    found, errors, empty = False, 0, 0
    try:
        for each in read():
            found = True
            if isinstance(each, FormatError):
                each.source = source
                errors += 1
            elif not each.puzzle.cages and not each.puzzle.houses:
                empty += 1
            yield each
            if errors > MAX_ERRORS:
                raise FormatError(f"more than {MAX_ERRORS} puzzles are wrong; the rest is not read")
            if empty > MAX_EMPTY:
                raise FormatError(f"more than {MAX_EMPTY:,} boards are empty; the rest is not read")
        if not found:
            expected = f"; expected one that begins like {quoted(example, 60)}" if example else ""
            raise FormatError(f"no puzzle, only comments or empty lists{expected}")
    except FormatError as error:  # of a reader that cannot go on from there
        error.source = source
        yield error
