"""Killer Sudokus of krazydad.com as a table with commas: a letter a cage, and the sums.

    ptitle,puzz_color,puzz_hint,solved
    KD_Killer_IM1-B1-P1,KABBBCDDEEAAFBCGG...,"11,25,14,...",184652793...

``puzz_color`` is a ``K`` and the 81 letters of the cells in reading order, or these alone;
``puzz_hint`` has the sum of each letter, ``A`` to ``Z`` and then ``a`` to ``z``, which is the order
in which they come first. Where it is not, the ``solved`` values tell which of the two is meant;
they are not taken, but they must fit.
Other columns may be there or not; a title is kept.
"""

from collections.abc import Iterator, Sequence

from kenken_cp.errors import FormatError
from kenken_cp.formats._draft import Draft, check_solution
from kenken_cp.formats._words import Word, first_line
from kenken_cp.formats._writable import cannot
from kenken_cp.formats.json.tables import field, rows
from kenken_cp.formats.pictures.cage_grid import LETTERS, grid_lines, names_of
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.sudokus.killers import CLASSIC_BOXES, check_classic
from kenken_cp.model.geometry import Cell, all_cells, cells_by_owner
from kenken_cp.model.operators import ADD, GIVEN
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KILLER, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import listed, quoted

NAME = "krazydad"

_COLOR, _HINT, _TITLE, _SOLVED = "puzz_color", "puzz_hint", "ptitle", "solved"
_HEAD = f"{_COLOR},{_HINT}\n"
_SIZE = 9
_SUM = regex(r"[^\s,;]++")


def detect(text: str) -> bool:
    """One of the two columns that say all, in the first line: without the other it is damaged."""
    return not {_COLOR, _HINT}.isdisjoint(
        name.strip().strip('"') for name in first_line(text).split(",")
    )


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """Every row of the table."""
    columns: dict[str, int] = {}
    found, place = False, Word("", 1)
    for place, row in rows(text):
        names = {name.strip(): number for number, name in enumerate(row)}
        if not columns or {_COLOR, _HINT} <= names.keys():  # each table has its own
            for number, name in enumerate(row):
                if len(name) >= _SIZE**2:  # of a row
                    raise field(place, number, name).error(
                        "a row on the line of the headings; expected it on a line of its own"
                    )
            columns = names
            missing = [name for name in (_COLOR, _HINT) if name not in columns]
            if missing:
                raise place.first.error(f"no column {listed(map(quoted, missing))}")
            continue
        found = True
        try:
            yield _read_row(row, columns, place, rules)
        except FormatError as error:
            yield error
    if not found:
        raise place.first.error("a table without rows; expected puzzles")


def _read_row(
    row: Sequence[str], columns: dict[str, int], place: Word, rules: RuleSet | None
) -> ReadPuzzle:
    def said(name: str) -> Word:
        number = columns.get(name, len(row))
        if number < len(row):
            return field(place, number, row[number])
        if name in (_COLOR, _HINT):
            raise place.first.error(f"a row of {len(row)} fields; expected {len(columns)}")
        return Word("", place.line)

    letters, hints = said(_COLOR), said(_HINT)
    if len(letters.text) == _SIZE**2 + 1 and letters.text[0] == "K":
        letters = letters.part(letters.text[1:], 1)
    if len(letters.text) != _SIZE**2:
        raise letters.error(
            f"{_COLOR} has {len(letters.text)} characters; expected K and a letter for each of "
            f"{_SIZE**2} cells"
        )
    for char in letters.characters():
        if char.text not in LETTERS:
            found = quoted(char.text)
            raise char.error(f"{found} in {_COLOR}; expected a letter for each cage")
    cages = cells_by_owner(letters.text, all_cells(_SIZE, _SIZE))
    sums = hints.all_parts(_SUM)
    if len(sums) != len(cages):
        raise hints.error(
            f"{len(sums)} sums in {_HINT}; expected {len(cages)}, one for each letter"
        )
    totals = [word.integer("sum") for word in sums]
    solved = said(_SOLVED)
    grid = _grid(solved.text)
    draft = Draft(place.line)
    order = _order(cages, totals, grid, letters)
    for letter, total, word in zip(order, totals, sums, strict=True):
        draft.add(cages[letter], ADD, total, word, letter)
    title = said(_TITLE).text
    read = draft.puzzle(_SIZE, rules or KILLER, houses=CLASSIC_BOXES, title=title)
    if grid:
        check_solution(read.puzzle, grid, solved)
    return read


def _grid(solved: str) -> list[list[int]]:
    """The rows of 81 digits; none of another text."""
    if len(solved) != _SIZE**2 or not (solved.isascii() and solved.isdecimal()):
        return []
    return [list(map(int, solved[at : at + _SIZE])) for at in range(0, _SIZE**2, _SIZE)]


def _order(
    cages: dict[str, list[Cell]], totals: Sequence[int], solved: list[list[int]], place: Word
) -> list[str]:
    """The letters in the order of their sums."""
    orders = [list(cages), sorted(cages, key=LETTERS.index)]
    if orders[0] == orders[1]:
        return orders[0]
    for order in orders if solved else ():
        if totals == [sum(solved[r][c] for r, c in cages[name]) for name in order]:
            return order
    raise place.error(
        f"the letters in {_COLOR} do not come first in the order A to Z, a to z, and no {_SOLVED} "
        "values tell which sum is whose"
    )


def write(puzzle: Puzzle) -> str:
    """A table of one row; FormatError for what is no Killer Sudoku of 9x9 with a sum everywhere."""
    check_classic(puzzle, NAME)
    names = names_of(puzzle, LETTERS, NAME)
    for cage in names:
        if cage.operator not in (ADD, GIVEN):
            raise cannot(NAME, f"the hidden operator of the cage {cage}")
    letters = "".join(grid_lines(puzzle, names, between=""))
    sums = ",".join(str(cage.target) for cage in names)
    return f'{_HEAD}K{letters},"{sums}"\n'


_CORNERS = "AAABBBCCC" * 3 + "DDDEEEFFF" * 3 + "GGGHHHIII" * 3

FORMAT = Format(
    name=NAME,
    summary="a table of Killer Sudokus: 81 letters of cages, then their sums",
    example=f'{_HEAD}K{_CORNERS},"45,45,45,45,45,45,45,45,45"\n',
    detect=detect,
    read=read,
    write=write,
    join=lambda texts: _HEAD + "".join(text.removeprefix(_HEAD) for text in texts),
    suffix="csv",
)
