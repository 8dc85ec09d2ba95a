"""What people write around a picture, or around its rows, that is no part of it."""

import re

from kenken_cp.text import quoted

_AROUND = re.compile(r"[\[\](){}\"']+")
_CELL = re.compile(r"[^\W\d_]\w*|\d+|\.")
_WORD = re.compile(r"[^\W\d_]{3,}")
_MAX_HEADING = 200


def row_in_brackets(text: str) -> str | None:
    """The row that a line is without its brackets and quotation marks: ``aab`` of ``[a, a, b],``;
    None if it has none of them, or is something else.
    """
    if not _AROUND.search(text) or ":" in text:
        return None
    cells = [cell for cell in re.split(r"[\s,;]+", _AROUND.sub(" ", text)) if cell]
    if not all(map(_CELL.fullmatch, cells)) or not any(cell[0].isalpha() for cell in cells):
        return None
    return ("" if all(len(cell) == 1 for cell in cells) else " ").join(cells)


def in_brackets(row: str) -> str:
    """The sentence about such a row."""
    return f"a row in brackets or quotation marks; expected {quoted(row, 60)}"


def is_heading(text: str) -> bool:
    """Whether a line, which is neither a row nor a clue, may be words for people."""
    return len(text) <= _MAX_HEADING and _WORD.search(text) is not None


def heading(text: str) -> str:
    """The sentence about such a line."""
    return f"{quoted(text.strip(), 60)} looks like words for people; expected # before them"
