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

1. Directives, ``name: value``. ``title``: taken as it is. ``rules``: the name of a rule set.
   ``values``: ``0..5`` or ``1 2 3 5 7``. ``boxes``: ``2x3``, rows x columns. ``diagonals``: ``yes``
   or ``no``. ``house``: the cells of any other extra house, ``r1c1 r2c2``; the only one that may
   come again. ``solutions``: how many there are, ``8`` or ``3+``.
2. The picture. Its first row fixes the size: the number of its words, or of the characters of a
   single word. A word that starts with a letter is a label, a number is a given, ``.`` is a cell in
   no cage.
3. For each label a line ``label clue``. A clue is a target and an operator; a bare number is a
   given on one cell, and has a hidden operator on more.

Several puzzles stand in one file with ``---`` on a line between them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from kenken_cp.errors import FormatError
from kenken_cp.formats import sudoku
from kenken_cp.formats._directives import (
    NAMES,
    Directives,
    add_directive,
    apply_directives,
    write_directives,
)
from kenken_cp.formats._read import Draft, Word, parse_clue, parse_integer, quoted, split_words
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RuleSet

EXAMPLE = "aab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-\nd 12*\n"

SEPARATOR = "---\n"

_DIRECTIVE = re.compile(r"\s*(\w+)\s*:\s*(.*)")
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")
_LABEL = re.compile(r"[^\W\d_]\w*")
_NUMBER = re.compile(r"[0-9]+")


class _Line(NamedTuple):
    number: int
    text: str

    @property
    def words(self) -> list[Word]:
        return split_words(self.text, self.number)

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
    """A directive, or a picture; but one without labels and clues only if no Sudoku looks so.

    An empty board may be either, and both claim it.
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
    size = _width(lines[0].words)
    rows = [row for row in map(_symbols, lines[:size]) if len(row) == size]
    if any(sudoku.looks_like_clue(line.text) for line in lines[size:]):
        return 2 * len(rows) >= size
    if len(rows) < size or size == 1:
        return False
    symbols = [symbol for row in rows for symbol in row]
    labels = [symbol for symbol in symbols if symbol[0].isalpha()]
    if labels:
        # Without a clue, only a label that comes twice tells a picture from a few words of prose.
        return len(set(labels)) < len(labels) and not sudoku.detect(text)
    return len(lines) == size and (set(symbols) == {"."} or not sudoku.detect(text))


def _width(words: list[Word]) -> int:
    return len(words) if len(words) > 1 else len(words[0].text)


def _symbols(line: _Line) -> list[str]:
    """The cells of a row of a picture; none if it is not one."""
    symbols = [word.text for word in _split_row(line.words)]
    return symbols if all(map(_is_symbol, symbols)) else []


def _is_symbol(text: str) -> bool:
    return bool(text == "." or _LABEL.fullmatch(text) or _NUMBER.fullmatch(text))


def _split_row(words: list[Word]) -> list[Word]:
    """The cells of a row: its words, or the characters of a single word."""
    if len(words) != 1:
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
    lines = iter(block)
    directives: Directives = {}
    first = None
    for line in lines:
        if line.directive:
            add_directive(directives, *line.directive)
        elif line.text:
            first = line
            break
    if first is None:
        raise FormatError("no picture; expected rows of labels", line=block[-1].number)
    picture = _read_picture(first, lines)
    draft = Draft(first.number)
    _add_cages(draft, picture, _read_clues(lines))
    return apply_directives(draft, len(picture), directives, rules)


def _read_picture(first: _Line, following: Iterator[_Line]) -> list[list[Word]]:
    size = _width(first.words)
    if size > MAX_SIZE:
        raise FormatError(f"a row of {size} cells; expected 1 to {MAX_SIZE}", line=first.number)
    picture = [_split_row(first.words)]
    while len(picture) < size:
        line = next(following, None)
        if line is None or not line.text:
            raise FormatError(
                f"the picture ends after row {len(picture)}; expected {size}, as its first row "
                f"has {size} cells",
                line=line.number if line else first.number + len(picture) - 1,
            )
        row = line.words if len(line.words) == size else _split_row(line.words)
        if len(row) != size:
            raise FormatError(
                f"row {len(picture) + 1} of the picture has {len(row)} cells; expected {size}",
                line=line.number,
            )
        picture.append(row)
    for row in picture:
        for word in row:
            if not _is_symbol(word.text):
                raise word.error(
                    f"{quoted(word.text)} in the picture; expected a label, a number or '.'"
                )
    return picture


def _read_clues(lines: Iterator[_Line]) -> dict[str, tuple[Word, Word]]:
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
    """The puzzle with a packed picture if every word has one character. It can express them all."""
    labelled = [cage for cage in puzzle.cages if not _in_picture(cage, puzzle.size)]
    labels = {cage: _label(index) for index, cage in enumerate(labelled)}
    directives = write_directives(puzzle)
    if not labels and not directives:
        # So that the text cannot be taken for a Sudoku.
        directives = [f"rules: {puzzle.rules.name}"]
    width = max(map(len, labels.values()), default=0)
    parts = [
        directives,
        _picture_rows(puzzle, labels),
        [f"{label:<{width}} {cage.clue}" for cage, label in labels.items()],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _in_picture(cage: Cage, size: int) -> bool:
    """Whether a cage is a number in the picture; a lone number of two digits would be two cells."""
    return cage.operator is GIVEN and cage.target >= 0 and (size > 1 or cage.target < 10)


def _label(index: int) -> str:
    """Letters a to z, then aa, ab, and so on."""
    label = ""
    while index >= 0:
        index, letter = divmod(index, 26)
        label = chr(ord("a") + letter) + label
        index -= 1
    return label


def _picture_rows(puzzle: Puzzle, labels: dict[Cage, str]) -> list[str]:
    picture = [["."] * puzzle.size for _ in range(puzzle.size)]
    for cage in puzzle.cages:
        for row, column in cage.cells:
            picture[row][column] = labels.get(cage) or str(cage.target)
    width = max(len(word) for row in picture for word in row)
    if width == 1:
        return ["".join(row) for row in picture]
    return [" ".join(word.ljust(width) for word in row).rstrip() for row in picture]
