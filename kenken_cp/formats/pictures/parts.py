"""Native texts of several puzzles: where one ends and the next begins."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from typing import NamedTuple

from kenken_cp.errors import FormatError
from kenken_cp.formats._words import MAX_DIGITS, Word
from kenken_cp.formats.pictures.clues import LABEL, ClueReader, clue_labels
from kenken_cp.formats.pictures.directives import split_row
from kenken_cp.formats.pictures.lines import directive_of, head_length, is_directive, plain_lines
from kenken_cp.formats.pictures.picture import MAX_PICTURE, is_row, only_clues, read_picture
from kenken_cp.model.geometry import MAX_SIZE

_MAX_LINES = 40_000
"""Lines of a puzzle: more than a row, a clue for each cell and all houses that anyone has."""

_LINES_IN_VIEW = 5_000
"""Lines among which a puzzle nearly always has its end."""


class Part(NamedTuple):
    """The lines of one puzzle; and, if its picture is right, that and the reader of its clues.
    ``below``: whether no line separates it from the puzzle before it.
    """

    lines: list[Word]
    picture: list[list[Word]] | None = None
    clues: ClueReader | None = None
    below: bool = False

    def grid(self) -> list[list[int]] | None:
        """The values of a picture of nothing else, and no directives or clues; else None."""
        rows = [line for line in self.lines if line.text]
        if not self.picture or len(rows) != len(self.picture):
            return None
        words = [[word.text for word in row] for row in self.picture]
        if not all(text.isdecimal() and len(text) < MAX_DIGITS for row in words for text in row):
            return None
        return [list(map(int, row)) for row in words]


def parts(lines: Iterable[str]) -> Iterator[Part]:
    """The lines of each puzzle; no more lines are in view than a puzzle may have."""
    for is_separator, group in groupby(plain_lines(lines), key=lambda line: line is None):
        if not is_separator:
            yield from _parts_of(line for line in group if line is not None)


def _parts_of(lines: Iterator[Word]) -> Iterator[Part]:
    """The lines of each puzzle, where nothing stands between one and the next."""
    view: list[Word] = []
    wanted = _LINES_IN_VIEW
    below = False
    while True:
        view += islice(lines, wanted - len(view))
        if not any(line.text for line in view):
            return
        end, part = _first_part(view)
        if end is not None:
            yield part._replace(below=below)
            below = True
            del view[:end]
            wanted = _LINES_IN_VIEW
        elif len(view) < wanted:
            yield part._replace(below=below)
            return
        elif wanted >= _MAX_LINES:
            raise view[0].error(f"a puzzle of more than {_MAX_LINES} lines; expected less")
        else:
            wanted *= 2


def _first_part(block: list[Word]) -> tuple[int | None, Part]:
    """The first puzzle of some lines, and how many it has if there is another one after it."""
    head = head_length(block)
    directives = filter(None, map(directive_of, block[:head]))
    sizes = [value for name, value in directives if name.text == "size"]
    lines = block[head : head + MAX_PICTURE]
    try:
        picture = read_picture(lines, sizes[0].sides() if sizes else None) if lines else []
    except FormatError:  # which is met again where the puzzle is read
        end = _next_head(block, head)
        return end, Part(block[:end])
    cells = Counter(word.text for row in picture for word in row)
    unclued = {text: count for text, count in cells.items() if LABEL.fullmatch(text)}
    clues = ClueReader(dict(unclued))
    end, clued = None, 0
    complete = not (_is_size(picture) and not sizes)
    for index in range(head + len(picture), len(block)):
        may_start = not unclued or ":" in block[index].text  # as nearly no line of clues does
        if may_start and _starts_puzzle(block, index, complete=complete and not unclued):
            end = index
            break
        if unclued:
            labels = clues.labels_of(block[index])
            clued += bool(labels)
            if clued > MAX_SIZE**2:
                raise block[index].error(
                    f"more than {MAX_SIZE**2} clues below a picture; expected one for each cage"
                )
            for label in labels:
                unclued.pop(label, None)
    return end, Part(block[:end], picture or None, clues)


def _is_size(picture: list[list[Word]]) -> bool:
    """Whether it is a number or two alone: rather the size of the rows below than a board."""
    return len(picture) == 1 and len(picture[0]) < 3 and picture[0][0].text.isdecimal()


def _next_head(block: list[Word], start: int) -> int | None:
    """Where, after a line of a puzzle, the directives of another one begin."""
    for index in range(start + 1, len(block)):
        if _starts_puzzle(block, index, complete=False):
            return index
    return None


def _starts_puzzle(block: list[Word], index: int, *, complete: bool) -> bool:
    """Whether another puzzle begins at a line after a picture; ``complete`` if every label of the
    picture has its clue. Clues and directives that are mistyped, or out of place, begin none.
    """
    line = block[index]
    if is_directive(line):
        index += head_length(block, index)
        if index >= len(block) or not only_clues(block[index]):
            return index < len(block)
        # A given among labels, ``a 3``, is no clue if a row without clues follows it.
        columns = len(split_row(block[index]))
        rows = block[index : index + 2]
        return all(is_row(row, columns) for row in rows) and not clue_labels(rows[-1].text)
    if not complete or not line.text or only_clues(line):
        return False
    columns = len(split_row(line))
    wanted = min(columns, 2)
    rows = block[index : index + wanted]
    return len(rows) == wanted and all(is_row(row, columns) for row in rows)
