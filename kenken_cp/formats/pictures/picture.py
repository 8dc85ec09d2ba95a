"""The picture of a native text: what a row of it is, and where it ends and the clues begin."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice, takewhile
from math import isqrt

from kenken_cp.formats._words import Word
from kenken_cp.formats.pictures.clues import LABEL, clue_labels
from kenken_cp.formats.pictures.directives import split_row
from kenken_cp.formats.pictures.lines import is_directive
from kenken_cp.formats.reading.around import heading, in_brackets, is_heading, row_in_brackets
from kenken_cp.model.geometry import MAX_SIZE
from kenken_cp.patterns import regex
from kenken_cp.text import board_name, plural, quoted

MAX_PICTURE = 1024
"""Lines among which a picture has its end, and whatever shows where that is."""

_LEAST_NUMBERED = 3
"""Rows that may have numbers: two could have any two givens."""

_SYMBOL = regex(r"\.|[^\W\d_]\w*|[0-9]+")
"""A cell in no cage, a label, or a number."""


def is_row_of_symbols(row: list[Word]) -> bool:
    """Whether each word is a label, a number or a dot."""
    return all(map(_SYMBOL.fullmatch, {word[0] for word in row}))


def is_row(line: Word, columns: int) -> bool:
    """Whether a line is a row of that many cells."""
    row = split_row(line, columns)
    return len(row) == columns and is_row_of_symbols(row)


def only_clues(line: Word) -> bool:
    """Whether a line is one of clues, and not the row of a picture ``aa 1 ab 2``."""
    labels = clue_labels(line.text)
    return len(labels) == 1 or (len(labels) > 1 and not is_row(line, len(split_row(line))))


def labels_of(rows: Iterable[Iterable[Word]]) -> Iterator[str]:
    """The labels of the cells of some rows."""
    return (word.text for row in rows for word in row if LABEL.fullmatch(word.text))


def columns_of(lines: list[Word]) -> int:
    """The cells of a row: of the first, unless the two below it have as many as each other."""
    first = split_row(lines[0])
    columns = len(first)
    below = [line for line in lines[1:3] if line.text and not clue_labels(line.text)]
    others = {len(split_row(line)) for line in below}
    if columns == 1 or not is_row_of_symbols(first) or len(below) < 2 or len(others) > 1:
        return columns
    [other] = others
    return other if other > 1 and all(is_row(line, other) for line in below) else columns


def read_picture(lines: list[Word], size: tuple[int, int] | None) -> list[list[Word]]:
    """The rows of the picture that some lines begin with."""
    columns = size[1] if size else columns_of(lines)
    if columns > MAX_SIZE:
        raise lines[0].first.error(f"a row of {columns} cells; expected 1 to {MAX_SIZE}")
    row_count = _picture_height(lines, columns, size[0] if size else None)
    if row_count > MAX_SIZE:
        raise lines[MAX_SIZE].error(f"a picture of more than {MAX_SIZE} rows")
    picture = [split_row(line, columns) for line in lines[:row_count]]
    for number, (line, row) in enumerate(zip(lines, picture, strict=False), start=1):
        if len(row) == columns and is_row_of_symbols(row):
            continue
        _refuse_stray(lines, number - 1)
        if len(row) != columns:
            cells, why = plural(len(row), "cell"), _as_the_size_is(size, len(row))
            raise line.first.error(
                f"row {number} of the picture has {cells}; expected {columns}{why}"
            )
        for word in row:
            if not word.text:
                raise word.error("an empty cell in the picture; expected . for a free cell")
            if not _SYMBOL.fullmatch(word.text):
                raise word.error(
                    f"{quoted(word.text)} in the picture; expected a label, a number or '.'"
                )
    if size and row_count < size[0]:
        raise lines[min(row_count, len(lines) - 1)].error(
            f"the picture ends after row {row_count}; expected {size[0]}{_as_the_size_is(size)}"
        )
    return picture


def check_rows(picture: list[list[Word]]) -> None:
    """FormatError for a picture, without a size, that has the numbers of its rows or columns
    beside it, or all its rows on one line.
    """
    rows, columns = len(picture), len(picture[0])
    side = isqrt(columns)
    if rows == 1 and side >= _LEAST_NUMBERED and side * side == columns:
        raise picture[0][0].error(
            f"a picture of one row of {columns} cells; expected {side} rows on lines of their own, "
            f"or 'size: 1x{columns}'"
        )
    for words, what, is_more in (
        ([row[0] for row in picture], "rows", columns == rows + 1),
        (picture[0], "columns", rows == columns + 1),
    ):
        numbers = [word.text for word in words]
        in_order = numbers == [str(at + 1) for at in range(len(numbers))]
        if is_more and in_order and len(numbers) >= _LEAST_NUMBERED:
            raise words[0].error(
                f"1 to {len(numbers)} in order, as numbers of the {what}; expected the rows of the "
                f"board alone, or 'size: {rows}x{columns}'"
            )


def _as_the_size_is(size: tuple[int, int] | None, width: int = 0) -> str:
    if size is None:
        return ""
    sides = re.fullmatch(rf"([1-9]){width}", str(size[0])) if size[0] == size[1] else None
    meant = f"; is it {sides[1]}x{width}?" if sides else ""
    return f", as the size is {board_name(*size)}{meant}"


def _refuse_stray(lines: list[Word], at: int) -> None:
    """Raises the error of what is no row at a line of a picture, if it shows what it is."""
    if (row := row_in_brackets(lines[at].text)) is not None:
        raise lines[at].error(in_brackets(row))
    if at > 1 or not is_heading(lines[0].text):
        return
    rows = list(islice((line for line in lines[1:] if line.text and not clue_labels(line.text)), 2))
    width = len(split_row(rows[0])) if rows else 0
    # One row alone may be the wrong one; and where the line is a row like two others, the size is.
    are_rows = len(rows) > 1 and width > 1 and all(is_row(row, width) for row in rows)
    labels = {label for line in lines[1:] for label in clue_labels(line.text)}
    others = sum(word.text not in labels for word in split_row(lines[0]))
    if are_rows and not is_row(lines[0], width) and others > 1:
        raise lines[0].first.error(heading(lines[0].text))


def _picture_height(lines: list[Word], columns: int, expected: int | None) -> int:
    """The rows of the picture that some lines begin with; never more than expected."""
    for index, line in enumerate(lines[: MAX_SIZE + 1]):
        if not line.text or index == expected or (index and is_directive(line)):
            return index
        if (
            expected is None
            and index
            and clue_labels(line.text)
            and (not is_row(line, columns) or _begins_clues(lines, index, columns))
        ):
            return index
    return min(len(lines), MAX_SIZE + 1)


def _begins_clues(lines: list[Word], index: int, columns: int) -> bool:
    """Whether a line such as ``a 3``, in two or three columns, is the first clue, and no row.

    A clue is the last line of its label, or of those before another puzzle: a clue for each label
    of the picture, then something that is none.
    """
    later = set(clue_labels(lines[index].text))
    for line in islice(lines, index + 1, None):
        if not later:
            break
        later.difference_update(clue_labels(line.text))
    once = later  # what is left has no other clue
    if len(once) == len(set(clue_labels(lines[index].text))):
        return True
    from_here = (clue_labels(line.text) for line in islice(lines, index, None))
    clue_lines = list(takewhile(bool, from_here))
    clues = list(chain.from_iterable(clue_lines))
    labels = set(labels_of(split_row(line, columns) for line in lines[:index]))
    if len(clues) != len(labels) or set(clues) != labels:
        return False
    end = index + len(clue_lines)
    following = next((line for line in islice(lines, end, None) if line.text), None)
    return (
        following is not None
        and not clue_labels(following.text)
        and _in_rows(islice(lines, end, None), labels - once)
    )


def _in_rows(lines: Iterable[Word], labels: set[str]) -> bool:
    """Whether each of the labels, which have clues in these lines, is in another line of theirs,
    too: else the clue is of rows that came before.
    """
    left = Counter(dict.fromkeys(labels, 2))
    for line in lines:
        if not left:
            break
        said = {*clue_labels(line.text), *(word.text for word in split_row(line))}
        for label in said & left.keys():
            left[label] -= 1
            if not left[label]:
                del left[label]
    return not left
