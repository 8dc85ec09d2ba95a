"""The project's own format, ``.kk``: a picture of the cages, then their clues.

    # 4x4, one solution
    title: example
    a b b c
    a d d c
    e e d f
    g g g f

    a 1-
    b 3-
    ...

``#`` starts a comment, at the start of a line or after white space. Then come, in this order:

1. Directives, ``name: value``. ``title``: taken as it is. ``size``: ``4x6``, rows x columns, or
   ``6``. ``rules``: the name of a rule set. ``values``: ``0..5`` or ``1 2 3 5 7``. ``boxes``:
   ``2x3``, rows x columns. ``diagonals``: ``yes`` or ``no``. ``house``: the cells of any other
   extra house, ``r1c1 r2c2``; the only one that may come again. ``solutions``: how many there are,
   ``8`` or ``3+``.
2. The picture, a line for each row: words, or the characters of a single word. A word that starts
   with a letter is a label, a number is a given, ``.`` is a cell in no cage. Where no ``size`` is
   given, the first row fixes the columns, and the picture ends at a blank line or the first clue.
3. For each label a line ``label clue``. A clue is a target and an operator; a bare number is a
   given on one cell, and has a hidden operator on more.

Several puzzles stand in one file with ``---`` on a line between them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from kenken_cp.errors import FormatError
from kenken_cp.formats import sudoku
from kenken_cp.formats._directives import (
    NAMES,
    Directives,
    add_directive,
    apply_directives,
    given_size,
    write_directives,
)
from kenken_cp.formats._read import Draft, Word, parse_clue, parse_integer, split_words
from kenken_cp.formats._write import clue_text
from kenken_cp.formats.record import Format
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import board_name, plural, quoted

NAME = "native"

_EXAMPLE = "aab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-\nd 12*\n"

_DIRECTIVE = re.compile(r"\s*(\w+)\s*:\s*(.*)")
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")
_LABEL = re.compile(r"[^\W\d_]\w*")
_NUMBER = re.compile(r"[0-9]+")
_TARGET = re.compile(r"[-−+]?[0-9]")


class _Line(NamedTuple):
    number: int
    text: str

    def error(self, message: str) -> FormatError:
        """An error in this line."""
        return FormatError(message, line=self.number)

    @property
    def words(self) -> list[Word]:
        return split_words(self.text, self.number)

    @property
    def clue_label(self) -> str | None:
        """The label, if this may be the clue of one: a label and a target."""
        words = self.words
        if (
            len(words) in (2, 3)
            and _LABEL.fullmatch(words[0].text)
            and _TARGET.match(words[1].text)
        ):
            return words[0].text
        return None

    @property
    def directive(self) -> tuple[Word, Word] | None:
        """Name and value, if this is a directive."""
        match = _DIRECTIVE.fullmatch(self.text)
        if match is None:
            return None
        return (
            Word(match[1], self.number, match.start(1) + 1),
            Word(match[2], self.number, match.start(2) + 1),
        )


def _blocks(text: str) -> list[list[_Line]]:
    """The lines of each puzzle, without comments; blank ones are kept, as they end a picture."""
    blocks: list[list[_Line]] = [[]]
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.rstrip()
        if not re.match(r"\s*title\s*:", line):
            line = _COMMENT.sub("", line).rstrip()
        if line.strip() == "---":
            blocks.append([])
        elif line or not raw.strip():
            blocks[-1].append(_Line(number, line))
    return [block for block in blocks if any(line.text for line in block)]


# --- detection ---------------------------------------------------------------------------------


def detect(text: str) -> bool:
    """A directive, or a picture; without labels and clues only if it is no Sudoku.

    An empty board may be either, and both claim it. A wide board without clues shows itself by its
    ``size`` only: too many other texts have a few rows of words.
    """
    lines = [line for block in _blocks(text)[:1] for line in block if line.text]
    directives = 0
    while directives < len(lines) and lines[directives].directive:
        directives += 1
    if directives and lines[0].directive and lines[0].directive[0].text in NAMES:
        return True
    lines = lines[directives:]
    if not lines:
        return False
    columns = _width(lines[0].words)
    is_clue = [index > 0 and sudoku.is_clue_line(line.text) for index, line in enumerate(lines)]
    picture = lines[: is_clue.index(True)] if any(is_clue) else lines
    rows = [row for row in map(_symbols, picture) if len(row) == columns]
    symbols = [symbol for row in rows for symbol in row]
    if any(is_clue):
        clues = {line.words[0].text for line, found in zip(lines, is_clue, strict=True) if found}
        return 2 * len(rows) >= len(picture) and not clues.isdisjoint(symbols)
    if len(rows) < columns or columns == 1:
        return False
    labels = [symbol for symbol in symbols if symbol[0].isalpha()]
    if labels:
        # Without a clue, only a label that comes twice tells a picture from a few words of prose.
        return len(set(labels)) < len(labels) and not sudoku.detect(text)
    return len(lines) == columns and (set(symbols) == {"."} or not sudoku.detect(text))


def _width(words: list[Word]) -> int:
    return len(words) if len(words) > 1 else len(words[0].text)


def _symbols(line: _Line) -> list[str]:
    """The cells of a row of a picture; none if it is not one."""
    symbols = [word.text for word in _split_row(line.words)]
    return symbols if all(map(_is_symbol, symbols)) else []


def _is_symbol(text: str) -> bool:
    return bool(text == "." or _LABEL.fullmatch(text) or _NUMBER.fullmatch(text))


def _split_row(words: list[Word], columns: int | None = None) -> list[Word]:
    """The cells of a row: its words, or the characters of a single word."""
    if len(words) != 1 or columns == 1:
        return words
    text, line, column = words[0]
    return [Word(char, line, column + i) for i, char in enumerate(text)]


# --- reading -----------------------------------------------------------------------------------


def read(text: str, rules: RuleSet | None) -> list[Puzzle]:
    """Every puzzle of the text."""
    puzzles = [_read_puzzle(block, rules) for block in _blocks(text)]
    if not puzzles:
        raise FormatError("no puzzle, only comments; expected a picture of the cages")
    return puzzles


def _read_puzzle(block: list[_Line], rules: RuleSet | None) -> Puzzle:
    is_picture = (bool(line.text) and not line.directive for line in block)
    start = next((index for index, found in enumerate(is_picture) if found), len(block))
    directives: Directives = {}
    for directive in filter(None, (line.directive for line in block[:start])):
        add_directive(directives, *directive)
    if start == len(block):
        raise block[-1].error("no picture; expected rows of labels")
    picture = _read_picture(block[start:], given_size(directives))
    draft = Draft(block[start].number)
    _add_cages(draft, picture, _read_clues(block[start + len(picture) :]))
    return apply_directives(draft, (len(picture), len(picture[0])), directives, rules)


def _read_picture(lines: list[_Line], size: tuple[int, int] | None) -> list[list[Word]]:
    """The rows of the picture that some lines begin with."""
    columns = size[1] if size else _width(lines[0].words)
    if columns > MAX_SIZE:
        raise lines[0].error(f"a row of {columns} cells; expected 1 to {MAX_SIZE}")
    row_count = _picture_height(lines, columns, size[0] if size else None)
    if row_count > MAX_SIZE:
        raise lines[MAX_SIZE].error(f"a picture of more than {MAX_SIZE} rows")
    picture = [_split_row(line.words, columns) for line in lines[:row_count]]
    for index, row in enumerate(picture):
        if len(row) != columns:
            raise lines[index].error(
                f"row {index + 1} of the picture has {plural(len(row), 'cell')}; expected {columns}"
            )
        for word in row:
            if not _is_symbol(word.text):
                raise word.error(
                    f"{quoted(word.text)} in the picture; expected a label, a number or '.'"
                )
    if size and row_count < size[0]:
        raise lines[min(row_count, len(lines) - 1)].error(
            f"the picture ends after row {row_count}; expected {size[0]}, as the size is "
            f"{board_name(*size)}"
        )
    return picture


def _picture_height(lines: list[_Line], columns: int, expected: int | None) -> int:
    """The rows of the picture that some lines begin with; never more than expected."""
    for index, line in enumerate(lines[: MAX_SIZE + 1]):
        if not line.text or index == expected:
            return index
        label = line.clue_label
        if expected is None and index and label:
            # In two or three columns, a 3 may be a row or a clue: a clue is the last of its label.
            row = _split_row(line.words, columns)
            is_row = len(row) == columns and all(_is_symbol(word.text) for word in row)
            if not is_row or all(later.clue_label != label for later in lines[index + 1 :]):
                return index
    return min(len(lines), MAX_SIZE + 1)


def _read_clues(lines: Iterable[_Line]) -> dict[str, tuple[Word, Word]]:
    """Label and clue as they stand, by label."""
    clues: dict[str, tuple[Word, Word]] = {}
    for line in lines:
        if not line.text:
            continue
        if line.directive and line.directive[0].text in NAMES:
            raise line.directive[0].error("a directive after the picture; expected before it")
        label, *rest = line.words
        if not _LABEL.fullmatch(label.text) or not rest:
            raise label.error(
                f"{quoted(line.text.strip())}; expected a label and its clue, as in a 11+"
            )
        if label.text in clues:
            raise label.error(
                f"a second clue for {label.text!r}; the first is on line "
                f"{clues[label.text][0].line}"
            )
        clue = rest[0]._replace(text=line.text[rest[0].column - 1 :])
        clues[label.text] = label, clue
    return clues


def _add_cages(
    draft: Draft, picture: list[list[Word]], clues: dict[str, tuple[Word, Word]]
) -> None:
    cages: dict[str, list[Cell]] = defaultdict(list)
    for r, row in enumerate(picture):
        for c, word in enumerate(row):
            if _NUMBER.fullmatch(word.text):
                draft.add([(r, c)], GIVEN, parse_integer(word, "given"), word)
            elif word.text != ".":
                cages[word.text].append((r, c))
    for text, cells in cages.items():
        if text not in clues:
            r, c = cells[0]
            raise picture[r][c].error(f"label {quoted(text)} has no clue")
    for text, (label, clue) in clues.items():
        if text not in cages:
            raise label.error(f"label {quoted(text)} has a clue but is not in the picture")
        target, operator = parse_clue(clue)
        draft.add(cages[text], operator, target, clue)


# --- writing -----------------------------------------------------------------------------------


def write(puzzle: Puzzle) -> str:
    """The puzzle, with a packed picture if every word has one character.

    Raises:
        FormatError: for an operator or a target that could not be read back; for nothing else.
    """
    labelled = [cage for cage in puzzle.cages if not _in_picture(cage, len(puzzle.cells))]
    labels = {cage: _label(index) for index, cage in enumerate(labelled)}
    directives = write_directives(puzzle)
    if not labels and not directives:
        # So that the text cannot be taken for a Sudoku.
        directives = [f"rules: {puzzle.rules.name}"]
    clues = {cage: clue_text(cage, NAME) for cage in puzzle.cages}
    width = max(map(len, labels.values()), default=0)
    parts = [
        directives,
        _picture_rows(puzzle, labels),
        [f"{label:<{width}} {clues[cage]}" for cage, label in labels.items()],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _in_picture(cage: Cage, cells: int) -> bool:
    """Whether a cage is a number in the picture; a lone number of two digits would be two cells."""
    return cage.operator is GIVEN and cage.target >= 0 and (cells > 1 or cage.target < 10)


def _label(index: int) -> str:
    """Letters a to z, then aa, ab, and so on."""
    label = ""
    while index >= 0:
        index, letter = divmod(index, 26)
        label = chr(ord("a") + letter) + label
        index -= 1
    return label


def _picture_rows(puzzle: Puzzle, labels: dict[Cage, str]) -> list[str]:
    picture = [["."] * puzzle.columns for _ in range(puzzle.rows)]
    for cage in puzzle.cages:
        for row, column in cage.cells:
            picture[row][column] = labels.get(cage) or str(cage.target)
    width = max(len(word) for row in picture for word in row)
    if width == 1:
        return ["".join(row) for row in picture]
    return [" ".join(word.ljust(width) for word in row).rstrip() for row in picture]


FORMAT = Format(
    name=NAME,
    summary="a picture of the cages, then their clues (.kk)",
    example=_EXAMPLE,
    detect=detect,
    read=read,
    write=write,
    join="---\n".join,
)
