"""Puzzles to text."""

# ruff: noqa: A002 - ``format`` is the name of the option

from collections.abc import Iterable, Sequence

from kenken_cp.errors import FormatError
from kenken_cp.formats.record import Format, Join, format_to_write
from kenken_cp.model.puzzle import Puzzle, expect_puzzle, several
from kenken_cp.text import listed


def dumps(puzzle: Puzzle, format: str = "native") -> str:
    """A puzzle as text, ending in one newline.

    Args:
        format: the name of a format, perhaps with one of its spellings, as in ``letters:start``.

    Raises:
        FormatError: if the format cannot express it.
        UnknownNameError: for a format that does not exist.
    """
    return dumps_all([puzzle], format)


def dumps_all(puzzles: Iterable[Puzzle], format: str = "native") -> str:
    """Several puzzles as one text; raises as ``dumps``, and if only one fits into a file."""
    writer = format_to_write(format)
    every = several(puzzles, "puzzles")
    for puzzle in every:
        expect_puzzle(puzzle)
    return joined([_written(puzzle, writer) for puzzle in every], format, writer.join)


def joined(texts: Sequence[str], format: str, join: Join | None) -> str:
    """Written puzzles as one text; raises as ``dumps_all``."""
    if not texts:
        raise FormatError("no puzzle to write")
    if len(texts) == 1:
        return texts[0]
    if join is None:
        raise FormatError(f"the {format} format holds one puzzle per file; {len(texts)} were given")
    return join(texts)


def _written(puzzle: Puzzle, writer: Format) -> str:
    """The text of a puzzle; an error has all of the puzzle that the format never holds."""
    try:
        return writer.write(puzzle)
    except FormatError as error:
        from kenken_cp.formats.features import missing  # which most have no need of

        if lacking := missing(puzzle, writer):
            never = f"{error.message} ({writer.name} never holds {listed(lacking, 'or')})"
            raise FormatError(never) from None
        raise
