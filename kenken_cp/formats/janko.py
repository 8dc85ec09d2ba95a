"""The puzzles of janko.at as puzzlekit has them: a grid of clues, then one of numbers of cages.

    4 4
    24* 2/ . 3-
    . . 7+ .
    3- 5+ . 3
    . . 2/ .
    1 2 2 3
    ...

``.`` or ``-`` is a cell without a clue. A bare number is a given on one cell and has a hidden
operator on more. A cage of one cell may lack its clue: the cell is free.

The same place has its Sudokus so, and what they are shows in the numbers:

- Without the second grid the first has the givens of a Sudoku, if no value is there twice in a
  house.
- As many regions as rows, all of that many cells, with nothing but values in the first grid, are
  the boxes of an irregular Sudoku.
- Bare clues for all cages that make together what all cells hold are the sums of a Killer Sudoku.
  Below 9x9, hidden operators may happen to make as much: which it is must be said.

Sums, or regions, with a mistake are refused, and not taken for hidden operators: these have targets
that no sum makes.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import count

from kenken_cp.formats._draft import Draft
from kenken_cp.formats._words import Lines, Word, board_by_board, first_lines
from kenken_cp.formats._writable import cannot, check_plain, values_text
from kenken_cp.formats.pictures import cage_grid
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.sudokus.cells import BOX_SHAPES, usual_boxes
from kenken_cp.formats.sudokus.killers import LEAST_OTHERS, LEAST_SIZE
from kenken_cp.model.geometry import Cell, lines
from kenken_cp.model.operators import ADD, GIVEN
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, KILLER, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import plural, quoted

NAME = "janko"

_HEAD = regex(r"\s*+([0-9]{1,2})\s++([0-9]{1,2})\s*+")
_NONE = (cage_grid.FREE, "-")
_CELL = regex(r"[-.]|[-−–]?[0-9]++\S*+")
_LABEL = regex(r"[0-9A-Za-z]++")

_DIGITS = 5
"""Of the largest sum of a Killer Sudoku, and some more."""

_MANY = 100
"""Digits of a number that is no sum, however it goes on."""

_LEAST_JIGSAW = 3
"""Rows of the smallest irregular Sudoku that is recognised."""

_SUMS = "expected the sums of a Killer Sudoku, or --rules kenken for hidden operators"


def detect(text: str) -> bool:
    """Two sizes, then as many rows of clues, one of them with a cell that has none, or an operator.

    A board of givens only shows itself by a whole grid of numbers below them.
    """
    head = _HEAD.match(text)
    lines = list(map(str.split, first_lines(text)))
    if head is None or not lines or lines[0] != [head[1], head[2]]:
        return False
    height, width = int(head[1]), int(head[2])
    clue_or_none = re.compile(rf"[-.]|{cage_grid.clue_pattern(NAME)}")
    fitting = [
        row
        for row in lines[1 : 1 + height]
        if len(row) == width and all(map(clue_or_none.fullmatch, row))
    ]
    if 2 * len(fitting) <= height:
        return False
    if any(not word.isdigit() for row in fitting for word in row):
        return True
    below = lines[1 + height : 1 + 2 * height]
    return len(below) == height == len(fitting) and all(
        len(row) == width and all(map(str.isdigit, row)) for row in below
    )


def reader(kind: RuleSet | None) -> Callable[[str, RuleSet | None], Iterator[ReadPuzzle]]:
    """A reader of texts whose bare numbers are known to be sums (``kind`` is KILLER) or hidden
    operators (KENKEN); None if they must show it.
    """
    return board_by_board(partial(_read_puzzle, kind))


def _read_puzzle(kind: RuleSet | None, rows: Lines[Word], rules: RuleSet | None) -> ReadPuzzle:
    start = rows.take()
    head = start.split()
    if len(head) != 2:
        raise head[0].error("expected the rows and the columns, as in 4 4")
    size, columns = map(Word.side, head)
    is_square = size == columns
    clues = cage_grid.grid(
        rows, size, columns, _CELL, "a clue, as in 24*, or . where there is none"
    )
    draft = Draft(start.line)
    following = rows.peek()
    ends = following is None or len(following.split()) == 2
    if is_square and ends and _is_sudoku(clues):
        _add_givens(draft, clues)
        return draft.puzzle(size, rules or KENKEN, houses=usual_boxes(size))
    names = cage_grid.grid(rows, size, columns, _LABEL, "the number of a cage")
    _check_names(names)
    cages = cage_grid.cells_by_name(names)
    if is_square and _are_boxes(cages, clues, rules):
        _add_givens(draft, clues)
        return draft.puzzle(size, rules or KENKEN, houses=[*map(tuple, cages.values())])
    if is_square and rules in (None, KILLER) and kind is not KENKEN:
        if _are_sums(cages, clues):
            if size < LEAST_SIZE and KILLER not in (rules, kind):
                raise start.first.error(
                    "the clues make together what all cells hold: the sums of a Killer Sudoku, or "
                    "hidden operators; say which with --rules killer or --rules kenken"
                )
            for cells in cages.values():
                (word,) = _said(clues, cells)
                draft.add(cells, ADD, int(word.text), word)
            return draft.puzzle(size, KILLER, houses=usual_boxes(size))
        _check_no_sums(names, clues, known=KILLER in (rules, kind))
    if is_square and rules in (None, KENKEN):
        _check_no_boxes(names, clues)
    _add_cages(draft, clues, names)
    return draft.puzzle((size, columns), draft.rules_or_shown(rules), listed=True)


def _check_names(names: cage_grid.Names) -> None:
    """FormatError for a name that is no number, where others have two digits: where cages are named
    by letters, too, none has.
    """
    every = [word for row in names for word in row]
    if any(len(word.text) > 1 and word.text.isdecimal() for word in every):
        for word in every:
            word.integer("the number of a cage")


def _said(clues: cage_grid.Names, cells: Iterable[Cell]) -> list[Word]:
    """The clues of some cells."""
    return [clues[r][c] for r, c in cells if clues[r][c].text not in _NONE]


def _bare(clues: cage_grid.Names) -> list[Word]:
    """The clues of a board that has only numbers; none if one has an operator."""
    found = [word for row in clues for word in row if word.text not in _NONE]
    return found if all(word.text.isdecimal() for word in found) else []


def _is_sudoku(clues: cage_grid.Names) -> bool:
    """Whether they may be givens: values, and none of them twice in a row, a column or a box."""
    size = len(clues)
    if size not in BOX_SHAPES or not _bare(clues):
        return False
    houses = (*lines(size, size), *usual_boxes(size))
    return all(
        len({word.text for word in said}) == len(said)
        and all(1 <= len(word.text) <= 2 and 1 <= int(word.text) <= size for word in said)
        for said in (_said(clues, house) for house in houses)
    )


def _are_boxes(cages: dict[str, list[Cell]], clues: cage_grid.Names, rules: RuleSet | None) -> bool:
    """Whether they are regions of an irregular Sudoku, with givens: under the usual rules, not all
    cages of that many cells can make so little.
    """
    size, found = len(clues), _bare(clues)
    return (
        size >= _LEAST_JIGSAW
        and [len(cells) for cells in cages.values()] == [size] * size
        and bool(found)
        and all(len(word.text) <= 2 and 1 <= int(word.text) <= size for word in found)
        and (
            rules in (None, KENKEN)
            or any(len(_said(clues, cells)) != 1 for cells in cages.values())
        )
    )


def _are_sums(cages: dict[str, list[Cell]], clues: cage_grid.Names) -> bool:
    """Whether they are the sums of all cells of a Killer Sudoku."""
    found = _bare(clues)
    said = {label: _said(clues, cells) for label, cells in cages.items()}
    if (
        not found
        or any(len(word.text) > _DIGITS for word in found)
        or any(len(words) != 1 for words in said.values())
    ):
        return False
    return _make_all(
        len(clues), ((len(cages[label]), int(word.text)) for label, (word,) in said.items())
    )


def _check_no_sums(names: cage_grid.Names, clues: cage_grid.Names, *, known: bool) -> None:
    """FormatError for clues that are the sums of a Killer Sudoku but for a mistake: as hidden
    operators nearly all of them would not be sums by accident.
    """
    size, found = len(clues), _bare(clues)
    cages = cage_grid.cells_by_name(names)
    said = {label: _said(clues, cells) for label, cells in cages.items()}
    if not found or size not in BOX_SHAPES or any(len(words) > 1 for words in said.values()):
        return
    sums = [
        (len(cages[label]), int(word.text[:_MANY]), word)
        for label, words in said.items()
        for word in words
    ]
    if not known and not _are_nearly_sums(size, [(cells, total) for cells, total, _ in sums]):
        return
    for label, words in said.items():
        if not words:
            row, column = cages[label][0]
            raise names[row][column].error(f"the cage {quoted(label)} has no clue; {_SUMS}")
    for cells, total, word in sums:
        if not _is_sum(cells, total, size):
            in_cells = plural(cells, "cell")
            raise word.error(f"{quoted(word.text)} is no sum of {in_cells}; {_SUMS}")
    total, every = sum(int(word.text) for word in found), size * size * (size + 1) // 2
    raise found[0].error(f"clues that make {total}, and no operator; {_SUMS}, which make {every}")


def _check_no_boxes(names: cage_grid.Names, clues: cage_grid.Names) -> None:
    """FormatError for regions of an irregular Sudoku of which a cell is in the wrong one, or a
    given is no value.
    """
    size, found = len(clues), _bare(clues)
    regions = cage_grid.cells_by_name(names)
    others = [word for word in found if len(word.text) > 2 or not 1 <= int(word.text) <= size]
    if (
        not found
        or len(others) >= LEAST_OTHERS
        or not _are_nearly_boxes(size, map(len, regions.values()))
    ):
        return
    for word in others:
        raise word.unlike(f"1 to {size}", "given")
    for label, cells in regions.items():
        if len(cells) != size:
            row, column = cells[0]
            raise names[row][column].error(
                f"the region {quoted(label)} has {plural(len(cells), 'cell')}; expected {size}, as "
                "in the others"
            )


def _are_nearly_sums(size: int, sums: Sequence[tuple[int, int]]) -> bool:
    """Whether numbers of cells and their targets are those of a Killer Sudoku, but for one of them
    and for those that are left out.
    """
    others = sum(not _is_sum(cells, total, size) for cells, total in sums)
    return (
        size >= LEAST_SIZE
        and size in BOX_SHAPES
        and others < LEAST_OTHERS
        and (any(cells > 1 for cells, _ in sums))
    )


def _are_nearly_boxes(size: int, regions: Iterable[int]) -> bool:
    """Whether numbers of cells are those of the regions of an irregular Sudoku, but for two where
    there are more than three.
    """
    others = 2 if size > _LEAST_JIGSAW else 0
    return size >= _LEAST_JIGSAW and sum(cells == size for cells in regions) >= size - others


def _is_sum(cells: int, total: int, size: int) -> bool:
    """Whether different values of a board make a total in that many cells."""
    return cells * (cells + 1) // 2 <= total <= cells * (2 * size + 1 - cells) // 2


def _make_all(size: int, sums: Iterable[tuple[int, int]]) -> bool:
    """Whether numbers of cells and their sums may be those of all cages of a Killer Sudoku."""
    sums = list(sums)
    return (
        size in BOX_SHAPES
        and any(cells > 1 for cells, _ in sums)
        and all(_is_sum(cells, total, size) for cells, total in sums)
        and sum(total for _, total in sums) == size * size * (size + 1) // 2
    )


def _add_givens(draft: Draft, clues: cage_grid.Names) -> None:
    for r, row in enumerate(clues):
        for c, word in enumerate(row):
            if word.text not in _NONE:
                draft.add([(r, c)], GIVEN, word.integer("given"), word)


def _add_cages(draft: Draft, clues: cage_grid.Names, names: cage_grid.Names) -> None:
    for label, cells in cage_grid.cells_by_name(names).items():
        found = _said(clues, cells)
        if len(found) > 1:
            first = quoted(found[0].text)
            raise found[1].error(
                f"a second clue for the cage {quoted(label)}; the first is {first}"
            )
        if found:
            cage_grid.add_cage(draft, cells, cage_grid.clue(found[0]), NAME, label)
        elif len(cells) > 1:
            row, column = cells[0]
            raise names[row][column].error(f"the cage {quoted(label)} has no clue")


def write(puzzle: Puzzle) -> str:
    """The two grids; FormatError for what is not plain. Each free cell is a cage without a clue."""
    check_plain(puzzle, NAME, any_shape=True)
    if not puzzle.has_usual_values:
        raise cannot(NAME, f"values {values_text(puzzle.values)}; they are the usual ones")
    if not puzzle.cages:
        raise cannot(NAME, "a board without cages")
    if _looks_like_sums(puzzle):
        raise cannot(NAME, "hidden operators with the sums of a Killer Sudoku")
    if _looks_like_boxes(puzzle):
        raise cannot(NAME, "hidden operators on the boxes of an irregular Sudoku")
    clues = {cage.cells[0]: cage_grid.clue_text(cage, NAME) for cage in puzzle.cages}
    names = cage_grid.names_of(puzzle, map(str, count(1)), NAME)
    at = {cell: name for cage, name in names.items() for cell in cage.cells}
    for number, cell in enumerate(puzzle.free_cells, start=len(names) + 1):
        at[cell] = str(number)
    rows = [
        " ".join(found.get((r, c), cage_grid.FREE) for c in range(puzzle.columns))
        for found in (clues, at)
        for r in range(puzzle.rows)
    ]
    return "\n".join([f"{puzzle.rows} {puzzle.columns}", *rows]) + "\n"


def _looks_like_sums(puzzle: Puzzle) -> bool:
    """Whether all operators are hidden, and ``_read_puzzle`` takes targets for sums, or asks."""
    if any(cage.operator not in (GIVEN, None) for cage in puzzle.cages):
        return False
    sums = [(len(cage.cells), cage.target) for cage in puzzle.cages]
    if not puzzle.free_cells and _make_all(puzzle.rows, sums):
        return True
    return puzzle.rows == puzzle.columns and _are_nearly_sums(puzzle.rows, sums)


def _looks_like_boxes(puzzle: Puzzle) -> bool:
    """The same of regions and givens."""
    size = puzzle.rows
    return (
        puzzle.rows == puzzle.columns
        and all(cage.operator in (GIVEN, None) for cage in puzzle.cages)
        and sum(not 1 <= cage.target <= size for cage in puzzle.cages) < LEAST_OTHERS
        and _are_nearly_boxes(size, (len(cage.cells) for cage in puzzle.cages))
    )


FORMAT = Format(
    name=NAME,
    summary="rows and columns, a grid of clues, 24* or ., then one of the numbers of cages",
    example="2 2\n3+ .\n2 1\n1 1\n2 3\n",
    detect=detect,
    read=reader(None),
    write=write,
    join="".join,
)
