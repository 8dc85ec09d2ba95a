"""The project's own format, ``.kk``: a picture of the cages, then their clues.

    # 4x4, one solution
    title: example
    aabc
    addc
    eedf
    gggf

    a 1-
    b 3-
    ...

``#`` starts a comment, at the start of a line or after white space. Then come, in this order:

1. Directives, ``name: value``. ``title``, and ``level``, how hard it is said to be: taken as they
   are. ``size``: ``4x6``, rows x columns, or ``6``; needed where the board is no square. ``rules``:
   the name of a rule set. ``values``: ``0..5`` or ``1 2 3 5 7``. ``boxes``: ``2x3``, rows x
   columns. ``diagonals``, ``windoku``, ``anti-knight``, ``anti-king``: ``yes`` or ``no``.
   ``house``: the cells of any other extra house, ``r1c1 r2c2``; the only one that may come again.
   ``solutions``: how many there are, ``8`` or ``3+``. ``regions``: nothing, but below it stand rows
   like those of the picture, to a blank line: cells of one word are a house, such as an irregular
   box; ``.`` is a cell in none.
2. The picture, a line for each row: words, with commas or without, or the characters of a single
   word. A word that starts with a letter is a label, a number is a given, ``.`` is a cell in no
   cage. The first row says how many rows and columns there are, if ``size`` does not. Above numbers
   alone a directive must stand, other than ``title`` and ``level``.
3. For each label its clue, a line each or with commas between them: ``a 12*``, ``a: 12*``,
   ``a=12*``. A clue is a target and an operator: its symbol or name, ``×``, ``÷``, ``−``. A bare
   number is a given on one cell, and has a hidden operator on more, which ``?`` says too. The
   operator may stand first: ``a *12``, ``a = +6``. ``a -12`` is a difference on two cells; on more,
   and where a value is negative, it is refused, for it could be the sign of the target.

Several puzzles in one text have a line ``---`` between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import dropwhile, takewhile

from kenken_cp.errors import FormatError
from kenken_cp.formats import labels, native_directives
from kenken_cp.formats.draft import Draft
from kenken_cp.formats.operators import FOUR, HIDDEN, OperatorWords
from kenken_cp.formats.readers import SEPARATOR, WordGrid, between_separators, reader
from kenken_cp.formats.record import EVERY_PUZZLE, Format, ReadPuzzle
from kenken_cp.formats.tokens import INTEGER, MAX_HEAD, MINUS_SIGNS, Lines, Token
from kenken_cp.model.geometry import MAX_SIZE
from kenken_cp.model.operators import DIVIDE, GIVEN, MULTIPLY, OPERATORS, SUBTRACT, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import board_name

_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")
_AS_IT_IS = re.compile(r"\s*(?:title|level)\s*:", re.IGNORECASE)
_ENTRY = re.compile(r"[^,;\s][^,;]*")
_CLUE = re.compile(
    r"(?P<label>[^\W\d_]\w*)(?:[ \t]*[:=][ \t]*|[ \t]+)"
    r"(?:(?P<before>[^\w\s:=]{1,2}|[xX])[ \t]*(?=[0-9]))??"
    rf"(?P<target>{INTEGER}+)[ \t]*+(?P<behind>[^\s\d]\S*|)[ \t]*+"
)
"""A label and its clue; the operator stands before or behind the target."""

_NEARLY_CLUE = re.compile(r"([^\W\d_]\w{0,2})\b.*[0-9].*")
"""A short word and, behind it, a number: a clue with a slip in it."""

_WORDS = OperatorWords({**FOUR, MULTIPLY: ("*", "x"), DIVIDE: ("/", ":")})
"""What people write for the four operators besides their names."""

_MAX_SHORT = 3
"""Characters of a label as nearly all are."""


# --- recognising ---------------------------------------------------------------------------------


def signature(text: str) -> bool:
    """A directive; or rows of labels and then, as the first other line, the clue of one of them; or
    a square of labels, and below it what is nearly a clue.

    A title and a level stand above texts of other kinds too, and so does what is no directive, so
    that a picture must follow them.
    """
    plain = _plain(Token(line, 1) for line in text[:MAX_HEAD].split("\n"))
    lines = list(dropwhile(lambda line: line.text in ("", SEPARATOR), plain))
    is_known = True
    for at, line in enumerate(lines):
        directive = native_directives.directive_of(line)
        if directive is not None:
            is_known &= directive[0].text in native_directives.NAMES
            if is_known and not _AS_IT_IS.match(line.text):
                return True
        elif line.text:
            return _is_picture([each.text for each in lines[at:]])
    return False


def _is_picture(lines: list[str]) -> bool:
    """Whether the first lines are rows with labels, and the first other line is a clue of one."""
    columns = len(labels.split_row(lines[0]))
    rows = list(takewhile(bool, map(_row, lines[:columns])))
    words = {word for row in rows for word in row}
    is_square = set(map(len, rows)) == {columns} == {len(rows)}
    if lines[0].strip().isdecimal() and set(map(len, rows)) != {columns}:
        return False  # a size, and what another format has below it
    if max(map(len, words), default=0) > _MAX_SHORT and not is_square:
        return False  # words of a language; labels so long are seen in boards that are square
    for line in filter(None, lines[len(rows) :]):
        entry = _ENTRY.search(line)
        clue = entry and _CLUE.fullmatch(entry[0])
        if clue and clue["label"] in words:
            return True
        if not _row(line):
            nearly, names = _NEARLY_CLUE.fullmatch(line), words - {"."}
            return is_square and bool(
                nearly and (nearly[1] in words or (names and all(map(str.isalpha, names))))
            )
    return False


def _row(line: str) -> list[str]:
    """The cells of a row; none if it is another line."""
    row = labels.split_row(line)
    return row if all(map(labels.SYMBOL.fullmatch, row)) else []


# --- reading -------------------------------------------------------------------------------------


def read_one(lines: list[Token], rules: RuleSet | None) -> ReadPuzzle:
    """The puzzle of the lines between two ``---``."""
    plain = list(_plain(lines))
    directives, rest = native_directives.read_head(plain)
    grid = _read_picture(rest, native_directives.read_size(directives))
    values = directives.get("values", ())
    has_negative = any("-" in word.text.translate(MINUS_SIGNS) for word in values)
    draft = Draft(rest[0])
    below = rest[grid.size[0] :]
    clues = (_read_clue(entry) for line in below for entry in line.split(_ENTRY))
    labels.add_cages(draft, grid, clues, partial(_meaning, has_negative=has_negative))
    read = native_directives.puzzle_of(draft, grid.size, directives, rules)
    zero = next((word for word in grid.words.values() if not word.strip("0")), None)
    if zero is not None and 0 not in read.puzzle.values:
        message = "0 in the picture, which is no value; expected . for a free cell"
        raise grid.first(zero).error(message)
    return read


def _plain(lines: Iterable[Token]) -> Iterator[Token]:
    """The lines without comments; those of a comment alone are left out, as they end no picture."""
    for line in lines:
        text = line.text.rstrip()
        if "#" in text and not _AS_IT_IS.match(text):
            text = _COMMENT.sub("", text).rstrip()
            if not text:
                continue
        yield line if text == line.text else line._replace(text=text)


def _read_picture(lines: list[Token], size: tuple[int, int] | None) -> WordGrid:
    """The picture that some lines begin with, to a blank line at most."""
    above = list(takewhile(lambda line: bool(line.text), lines))
    columns = len(labels.split_row(above[0].text))
    # Clues may stand below the picture without a blank line.
    more = (
        not all(map(_CLUE.fullmatch, _ENTRY.findall(line.text))) and len(_row(line.text))
        for line in above[columns:]
    )
    rows = min(len(above), columns) + len(list(takewhile(columns.__eq__, more)))
    if size is None and rows != columns <= MAX_SIZE:
        board = board_name(rows, columns)
        expected = f"a square without blank lines, or 'size: {board}' above it"
        raise above[rows - 1].without_indent.error(
            f"a picture of {board} cells; expected {expected}"
        )
    return labels.read_labels(Lines(above), size, " of the picture")


def _read_clue(entry: Token) -> labels.Clue:
    match = _CLUE.fullmatch(entry.text)
    if match is None or (match["before"] and match["behind"]):
        raise entry.unlike(
            "a label and its clue, as in 'a 12*'; directives such as 'size: 4x6' stand above the "
            "picture, --- between puzzles",
            "line",
        )
    target = entry.of_group(match, "target").integer("target")
    before = match["before"] or ""
    if before.translate(MINUS_SIGNS) == "-":  # the target's sign, until its cells are known
        return labels.Clue(match["label"], -target, "", entry)
    return labels.Clue(match["label"], target, before or match["behind"], entry)


def _meaning(clue: labels.Clue, cells: int, *, has_negative: bool) -> tuple[Operator | None, int]:
    """The operator of a clue, None if it is hidden, and its target. ``-3`` without an operator is a
    difference on two cells, where no value is negative.
    """
    if clue.operator in ("", HIDDEN):
        if cells == 1 or clue.operator or clue.target >= 0:
            return GIVEN if cells == 1 else None, clue.target
        if cells > 2 or has_negative:
            raise clue.place.error(
                f"{clue.target} without an operator; expected {-clue.target}-, or "
                f"{clue.target}{HIDDEN} if the operator is hidden"
            )
        return SUBTRACT, -clue.target
    operator = _WORDS.by_word.get(clue.operator) or OPERATORS.get(clue.operator.lower())
    if operator is None:
        expected = "+ - * / or one that 'kenken-cp list operators' has"
        raise clue.operator_place.unlike(expected, "operator")
    return operator, clue.target


# --- writing -------------------------------------------------------------------------------------


def write(puzzle: Puzzle) -> str:
    """The puzzle; FormatError only for an operator whose symbol could not be read back."""
    least = 0 if 0 in puzzle.values else 1
    # Givens stand in the picture. But a 0 that is no value would be an empty cell there; and of one
    # cell alone the digits would be cells.
    labelled = [
        cage
        for cage in puzzle.cages
        if cage.operator is not GIVEN or cage.target < least or len(puzzle.cells) == 1
    ]
    label_of = dict(zip(labelled, labels.labels_in_order(), strict=False))
    directives = native_directives.write_directives(puzzle)
    if not label_of and all(map(_AS_IT_IS.match, directives)):
        # A picture without labels could be a Sudoku; its rules say that it is not.
        directives.append(f"rules: {puzzle.rules.name}")
    words = {
        cell: label_of.get(cage) or str(cage.target) for cage in puzzle.cages for cell in cage.cells
    }
    width = max(map(len, label_of.values()), default=0)
    clues = [f"{label:<{width}} {_clue_text(cage)}" for cage, label in label_of.items()]
    parts = [directives, labels.picture(words, puzzle.rows, puzzle.columns), clues]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _clue_text(cage: Cage) -> str:
    """The clue of a cage; one that is hidden and negative says so."""
    if cage.operator is None and cage.target < 0:
        return f"{cage.target}{HIDDEN}"
    match = _CLUE.fullmatch(f"a {cage.clue}")
    symbol = cage.clue.removeprefix(str(cage.target))
    if match is None or match["behind"] != symbol:
        raise FormatError(f"the operator {symbol!r} of {cage}")
    return cage.clue


FORMAT = Format(
    name="native",
    summary="a picture of the cages, then their clues",
    example="aab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-\nd 6*\n",
    signature=signature,
    read=reader(between_separators, read_one),
    writer=write,
    holds=EVERY_PUZZLE,
    suffix="kk",
    separator=f"{SEPARATOR}\n",
)
