"""Grids of letters with their clues, in the spellings of many programs that are not ``native``.

Size, grid, and below it a line for each letter, with operator and target; or the clues alone, in
the order of the letters, if no label has several:

    3           3
    AAB         A A B
    CDB         C D B
    CDD         C D D
    A + 3       3+
    ...         ...

The clues above the grid, on one line or a line each, perhaps with ``START`` below them; or in the
grid, each in one of its cage's cells, as cdok has them:

    a=3+ b=1- c=2- d=12x     0=3 +       A+3  A    B-1
    a a b                    ...         C-2  D*12 B
    c d b                    START       C    D    D
    c d d                    0 0 1 ...

``=`` marks a given (``A = 5``, and ``a=5`` alone). Where letters are the labels, a number in the
grid is a given, and ``.`` a free cell. The rules are ``calcudoku`` with ``START`` and with cdok's
clues, else ``kenken``. Comments begin with ``#``; several puzzles have a line ``---`` between them.
The first spelling is the one that is written.
"""

import re
from dataclasses import replace
from string import ascii_lowercase, ascii_uppercase

from kenken_cp.errors import FormatError
from kenken_cp.formats.draft import Draft
from kenken_cp.formats.killers import BOX_SHAPES, SYMBOLS
from kenken_cp.formats.labels import SYMBOL, Clue, add_cages, picture, read_labels, split_row
from kenken_cp.formats.operators import FOUR, OperatorWords, split_clue
from kenken_cp.formats.readers import SEPARATOR, WordGrid, between_separators, grid_of, reader
from kenken_cp.formats.record import Format, Holds, ReadPuzzle
from kenken_cp.formats.tokens import INTEGER, Lines, Token, first_lines
from kenken_cp.model.geometry import MAX_SIZE
from kenken_cp.model.operators import DIVIDE, GIVEN, MULTIPLY, Operator
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN, RuleSet
from kenken_cp.text import plural, quoted

_LETTERS = ascii_uppercase + ascii_lowercase
"""The labels that are written."""

OPERATORS = OperatorWords({**FOUR, MULTIPLY: ("*", "x"), DIVIDE: ("/", "\\"), GIVEN: ("=",)})

_SIGN = f"[{re.escape(''.join(OPERATORS.by_word))}]"
_SIZE = re.compile("[0-9]{1,2}")
_ALONE = re.compile(rf"{INTEGER}[ \t]*{_SIGN}?")
_LISTED = re.compile(rf"([^\W\d_]+?)[ \t]*({_SIGN})[ \t]*({INTEGER})")
_ENTRY = re.compile(rf"\s*(\w+)=([0-9]{{1,100}})(?:[ \t]*({_SIGN})(?![\w=]))?(?=\s|$)")
_ENTRIES = re.compile(f"(?:{_ENTRY.pattern})++")
_CELL = re.compile(rf"([A-Za-z]+)(?:({_SIGN})([0-9]+))?|[0-9]+|\.")


# --- recognising ---------------------------------------------------------------------------------


def signature(text: str) -> bool:
    """A size and a row of that many letters; clues ``a=3+`` and a row of words; or rows of cells of
    which one has a clue.
    """
    first = next(iter(first_lines(text)), "")
    if _SIZE.fullmatch(first):
        size = int(first)
        _, *lines = first_lines(text, 2 + size)
        rows = [split_row(line, size) for line in lines[:size]]
        if not rows or not size == len(rows[0]) > 1:
            return False
        is_grid = all(map(SYMBOL.fullmatch, rows[0]))
        has_clues = any(line != SEPARATOR and not _SIZE.fullmatch(line) for line in lines[size:])
        if not has_clues and list(map(len, rows)) == [size] * size and _are_values(rows, size):
            return False
        return is_grid and any(word[0].isalpha() for row in rows for word in row)
    if entries := _entries(Token(first, 1)):
        below = "".join(first_lines(text, 2)[1:])
        words = {*below.split(), below.upper()}
        labels = {"START", *(clue.label for clue in entries)}
        return bool(_entries(Token(below, 1))) or not labels.isdisjoint(words)
    rows = [line.split() for line in first_lines(text, min(len(first.split()), MAX_SIZE))]
    matches = [list(map(_CELL.fullmatch, row)) for row in rows]
    if len(rows) < 2 or len(rows[0]) != len(rows[1]) or not all(map(all, matches[:2])):
        return False
    return any(match is not None and match[3] for row in matches for match in row)


def _are_values(rows: list[list[str]], size: int) -> bool:
    """Whether the words of a grid may be the values of a Sudoku, A for 10."""
    words = {word.upper() for row in rows for word in row}
    return size in BOX_SHAPES and words <= {*SYMBOLS[: size + 1], "0", "*", "_"}


# --- reading -------------------------------------------------------------------------------------


def read_one(part: list[Token], rules: RuleSet | None) -> ReadPuzzle:
    """The puzzle of the lines between two ``---``."""
    content = [line.stripped for line in part if line.text.strip()[:1] not in ("", "#")]
    first, lines = content[0], Lines(content)
    default = KENKEN
    if _SIZE.fullmatch(first.text):
        size = lines.take("a size").board_side()
        grid = read_labels(lines, (size, size))
        clues = _read_below(lines, grid)
    elif _entries(first):
        clues = []
        while (line := lines.peek()) and (entries := _entries(line)):
            clues += entries
            lines.take("clues")
        if line and line.text.upper() == "START":
            lines.take("START")
            default = CALCUDOKU
        grid = read_labels(lines, None)
    else:
        grid, clues = _read_inside(lines)
        default = CALCUDOKU
    lines.expect_end("the end, or --- before another puzzle")
    draft = Draft(first)
    add_cages(draft, grid, clues, _meaning)
    return draft.puzzle(grid.size, rules, default=default, rules_stated=default is CALCUDOKU)


def _read_below(lines: Lines, grid: WordGrid) -> list[Clue]:
    """The clues below a grid: each with its label, or alone, in the order of the labels."""
    following = lines.peek()
    if following is not None and _ALONE.fullmatch(following.text):
        labels = sorted({word for word in grid.words.values() if word[0].isalpha()})
        if longer := [label for label in labels if len(label) > 1]:
            raise following.error(
                f"a clue without its label, where {quoted(longer[0])} is one; expected each clue "
                "with its label, as in 'A + 12'"
            )
        taken = [(label, lines.take(f"the clue of {label}")) for label in labels]
        parts = [(label, *split_clue(line), line) for label, line in taken]
        return [Clue(label, target, word.text, line) for label, target, word, line in parts]
    clues = []
    for line in lines:
        match = line.matched(_LISTED, "a label and its clue, as in 'A + 12'", "line")
        target = line.of_group(match, 3).integer("target")
        clues.append(Clue(match[1], target, match[2], line))
    return clues


def _entries(line: Token) -> list[Clue]:
    """The labels and clues of a line ``a=5x b=7+``; none if it is another line."""
    clues = []
    for match in _ENTRY.finditer(line.text) if _ENTRIES.fullmatch(line.text) else ():
        place = line.of_group(match).without_indent
        target = line.of_group(match, 2).integer("target")
        clues.append(Clue(match[1], target, match[3] or "", place))
    return clues


def _read_inside(lines: Lines) -> tuple[WordGrid, list[Clue]]:
    """A grid with the clues in it."""
    grid = grid_of(lines, None)
    labels, clues = grid.words.copy(), []
    for cell, text in grid.words.items():
        match = _CELL.fullmatch(text)
        if match is None:
            raise grid.token(cell).unlike("as in J, J+12, 3 or .", "cell")
        if match[3]:
            word = grid.token(cell)
            labels[cell] = match[1]
            clues.append(Clue(match[1], word.of_group(match, 3).integer("target"), match[2], word))
    return replace(grid, words=labels), clues


def _meaning(clue: Clue, cells: int) -> tuple[Operator, int]:
    """The operator and the target of a clue; one without an operator is a given."""
    if not clue.operator and cells == 1:
        return GIVEN, clue.target
    return OPERATORS.read(clue.operator_place), clue.target


# --- writing -------------------------------------------------------------------------------------


def write(puzzle: Puzzle) -> str:
    """Size, grid, and the clues as ``A + 3``; FormatError for more cages than there are letters."""
    count = len(puzzle.cages)
    if count > len(_LETTERS) or len(puzzle.cells) == 1:
        raise FormatError(
            f"{plural(count, 'cage')} on a {puzzle.size_name} "
            f"board; expected at most {len(_LETTERS)}, and more than one cell"
        )
    labelled = list(zip(_LETTERS, puzzle.cages, strict=False))
    words = {cell: label for label, cage in labelled for cell in cage.cells}
    grid = picture(words, puzzle.rows, puzzle.columns)
    clues = [f"{label} {OPERATORS.write(cage)} {cage.target}" for label, cage in labelled]
    return "\n".join([str(puzzle.rows), *grid, *clues]) + "\n"


FORMAT = Format(
    name="letters",
    summary="a grid of letters and their clues, in the spellings of many programs",
    example="3\nAAB\nCDB\nCDD\nA + 3\nB - 1\nC - 2\nD * 6\n",
    signature=signature,
    read=reader(between_separators, read_one),
    writer=write,
    holds=Holds(free=True, no_cages=False, negative=True),
    operators=OPERATORS,
    separator=f"{SEPARATOR}\n",
)
