r"""The puzzles of janko.at as puzzlekit has them: a grid of clues, then one of numbers of cages.

    4 4
    24* 2/ . 3-
    . . 7+ .
    3- 5+ . 3
    . . 2/ .
    1 2 2 3
    1 1 4 3
    5 6 4 7
    5 6 8 8

Rows and columns come first. ``.`` or ``-`` is a cell without a clue. A bare number is a given on
one cell and has a hidden operator on more. A cage of one cell may lack its clue: the cell is free.
Puzzles may follow each other.

Killer Sudokus and irregular ones have the same form. Where bare targets make together what all
cells hold, or all regions have as many cells as a row, ``--rules`` must say that this is a KenKen.

puzzlekit: the same texts in JSON, as SmilingWayne's data sets have them.

    {"name": "KenKen", "count": 1, "data": {"1_2x2": {"problem": "2 2\n3+ .\n2 1\n1 1\n2 3"}}}

The puzzles stand under ``data`` or ``puzzles``. Other kinds of puzzles are refused by the name of
their set. The key of a puzzle is its title, unless it is a number: that only counts the puzzles. A
solution is not taken.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kenken_cp.errors import FormatError
from kenken_cp.formats.draft import Draft
from kenken_cp.formats.json_values import Value, documents, first_object
from kenken_cp.formats.operators import FOUR, OperatorWords
from kenken_cp.formats.readers import cells_by_owner, grid_of, reader, sequential_reader
from kenken_cp.formats.record import Format, Holds, ReadPuzzle
from kenken_cp.formats.tokens import INTEGER, Lines, content_lines, first_lines
from kenken_cp.model.geometry import Cell
from kenken_cp.model.operators import DIVIDE
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KILLER, RuleSet

OPERATORS = OperatorWords({**FOUR, DIVIDE: ("/", ":")})

_EMPTY = (".", "-")
_HEAD = re.compile(r"[0-9]{1,2}[ \t]+[0-9]{1,2}")
_CLUE = re.compile(rf"[-.]|{INTEGER}[^\s0-9(),]?")

_NUMBER = re.compile("[0-9]+")

Clues = dict[Cell, str]


# --- janko ---------------------------------------------------------------------------------------


def _janko_signature(text: str) -> bool:
    """Rows and columns, and a row of clues; at least one word in the first grid is no plain number,
    or both grids are complete.
    """
    head = next(iter(first_lines(text)), "")
    if not _HEAD.fullmatch(head):
        return False
    rows, columns = map(int, head.split())
    grid = [line.split() for line in first_lines(text, 1 + 2 * rows)[1:]]
    if not grid or len(grid[0]) != columns or not all(map(_CLUE.fullmatch, grid[0])):
        return False
    in_rows = (word for row in grid[:rows] if len(row) == columns for word in row)
    shows = any(_CLUE.fullmatch(word) and not word.isdecimal() for word in in_rows)
    return shows or [len(row) for row in grid] == [columns] * 2 * rows


def _read_janko(lines: Lines, rules: RuleSet | None, *, is_kenken: bool = False) -> ReadPuzzle:
    """One puzzle; with ``is_kenken`` bare targets are known to have hidden operators."""
    head = lines.take("rows and columns")
    sides = head.split()
    if len(sides) != 2:
        raise head.unlike("the rows and the columns, as in 4 4")
    rows, columns = (side.board_side() for side in sides)
    grid = grid_of(lines, (rows, columns))
    clues = {cell: word for cell, word in grid.words.items() if word not in _EMPTY}
    names = grid_of(lines, (rows, columns))
    lines.expect_end("the end, or the rows and the columns of another puzzle", _HEAD.pattern)
    cages = cells_by_owner(names.words)
    unsaid = rules is None and not is_kenken
    if rules is KILLER or (unsaid and _may_be_sudoku(rows, columns, clues, cages.values())):
        raise head.without_indent.error(
            "the clues may be hidden operators, or those of a Killer Sudoku or an irregular one; "
            "if they are of a KenKen, expected --rules kenken"
        )
    for cell, word in names.words.items():
        if not _NUMBER.fullmatch(word):
            raise names.token(cell).unlike("the number of a cage", "cage")
    draft = Draft(sides[0], may_lack_cages=True)
    for name, cells in cages.items():
        texts = [grid.token(cell) for cell in cells if cell in clues]
        if len(texts) > 1:
            raise texts[1].error(f"a second clue for the cage {name}; the first is {texts[0].text}")
        if texts:
            target, operator = OPERATORS.read_clue(texts[0], len(cells))
            draft.add(cells, operator, target, texts[0], name)
        elif len(cells) > 1:  # alone it is a free cell
            raise names.token(cells[0]).error(f"the cage {name} has no clue")
    return draft.puzzle((rows, columns), rules, rules_stated=is_kenken)


def _may_be_sudoku(rows: int, columns: int, clues: Clues, cages: Iterable[Sequence[Cell]]) -> bool:
    """Whether all targets are bare, and (a) add up to what all cells hold, or (b) every region has
    as many cells as a row.
    """
    if rows != columns or rows < 3 or not all(map(str.isdecimal, clues.values())):
        return False
    in_all = rows * rows * (rows + 1) // 2
    in_targets = sum(int(word[:20]) for word in clues.values())
    return in_targets == in_all or set(map(len, cages)) == {rows}


def _write_janko(puzzle: Puzzle) -> str:
    """The two grids; each free cell is a cage without a clue."""
    clues = {cage.cells[0]: f"{cage.target}{OPERATORS.write(cage)}" for cage in puzzle.cages}
    regions = [cage.cells for cage in puzzle.cages] + [(cell,) for cell in puzzle.free_cells]
    if _may_be_sudoku(puzzle.rows, puzzle.columns, clues, regions):
        raise FormatError("hidden operators that a Sudoku could have")
    names = {cell: str(at) for at, cells in enumerate(regions, 1) for cell in cells}
    grid = [
        " ".join(words.get((row, column), ".") for column in range(puzzle.columns))
        for words in (clues, names)
        for row in range(puzzle.rows)
    ]
    return "\n".join([f"{puzzle.rows} {puzzle.columns}", *grid]) + "\n"


JANKO = Format(
    name="janko",
    summary="rows and columns, a grid of clues, 24* or ., then one of the numbers of cages",
    example="2 2\n3+ .\n2 1\n1 1\n2 3\n",
    signature=_janko_signature,
    read=sequential_reader(_read_janko),
    writer=_write_janko,
    holds=Holds(rectangles=True, hidden=True, free=True, no_cages=False, negative=True),
    operators=OPERATORS,
    separator="",
)


# --- puzzlekit -----------------------------------------------------------------------------------

_GROUPS = ("data", "puzzles")
_KINDS = ("KenKen", "Kendoku")
"""The names of sets whose numbers without operators have hidden ones."""

_Entry = tuple[str, Value | None, Value]
"""A puzzle of a set: its key, the name of the set, and what stands under the key."""


def _puzzlekit_signature(text: str) -> bool:
    """An object with a group of puzzles, of which the first has a problem that is a text."""
    document = first_object(text)
    for key in _GROUPS:
        group = document.get(key)
        first = next(iter(group.values()), None) if isinstance(group, dict) else None
        if isinstance(first, dict) and isinstance(first.get("problem"), str):
            return True
    return False


def _entries(lines: Iterable[str]) -> Iterator[_Entry | FormatError]:
    """The puzzles of sets, and in place of a set that is wrong its error."""
    for document in documents(lines):
        try:
            if isinstance(document, FormatError):
                raise document
            fields = document.fields((), ("name", *_GROUPS, "count", "count_sol"))
            groups = [fields[key].fields((), fields[key].value) for key in _GROUPS if key in fields]
        except FormatError as error:
            yield error
            continue
        for group in groups:
            yield from ((key, fields.get("name"), value) for key, value in group.items())


def _read_entry(entry: _Entry, rules: RuleSet | None) -> ReadPuzzle:
    key, name, value = entry
    problem = value.fields(("problem",), ("id", "info", "source", "solution"))["problem"]
    if name is not None and name.text() not in _KINDS:
        raise name.unlike(f"puzzles of the kind {', '.join(_KINDS)}")
    lines = Lines(content_lines(problem.text().split("\n")))
    try:
        read = _read_janko(lines, rules, is_kenken=name is not None)
        lines.expect_end("the end of the puzzle")
    except FormatError as error:
        raise problem.error(str(error)) from error
    named = replace(read.puzzle, title="" if key.isdecimal() else key)
    return replace(read, puzzle=named)


def _write_puzzlekit(puzzle: Puzzle) -> str:
    """A set of one puzzle on one line."""
    data = {puzzle.title or "1": {"problem": _write_janko(puzzle).removesuffix("\n")}}
    return json.dumps({"name": "KenKen", "count": 1, "data": data}, ensure_ascii=False) + "\n"


PUZZLEKIT = Format(
    name="puzzlekit",
    summary='JSON: "problem", a text of the janko format, as puzzlekit\'s data sets have it',
    example='{"name": "KenKen", "data": {"1": {"problem": "2 2\\n3+ .\\n2 1\\n1 1\\n2 3"}}}\n',
    signature=_puzzlekit_signature,
    read=reader(_entries, _read_entry),
    writer=_write_puzzlekit,
    holds=JANKO.holds,
    operators=OPERATORS,
    suffix="json",
    separator="",
)
