"""Killer Sudokus of 9x9 as characters: a cell has its cage's sum, or an arrow to another of its
cells.

    G<<L<K<L<^G>^>^E^^>^IJ<G^<G^>^^I^<>^HC<C^<B^N^^G^<>^>^^E^<DF<^PG^<>^^J<^^<H<<>^>^

``< > ^ v`` point to the neighbour; ````` ' , .`` to those at the corners: above on the left and on
the right, below on the left and on the right. Arrows end in the cell with the sum, which is one
character: ``0`` to ``9``, ``A`` to ``Z`` for 10 to 35, ``a`` to ``j`` for 36 to 45. ``0`` is a cell
in no cage. A puzzle is a line of 81 characters, or nine lines of nine with blanks between the
cells, where a sum is a number: ``14 < < 17 10 7 < 22 <``.
"""

import re
from collections.abc import Iterable, Iterator
from string import ascii_uppercase, digits

from kenken_cp.errors import FormatError
from kenken_cp.formats_new.holds import Holds, usual_boxes
from kenken_cp.formats_new.killers import Sums
from kenken_cp.formats_new.readers import attempted, rows_of
from kenken_cp.formats_new.record import Format, ReadPuzzle
from kenken_cp.formats_new.tokens import Lines, Token, content_lines, first_lines
from kenken_cp.model.geometry import Cell, all_cells, boxes, cells_by_owner
from kenken_cp.model.operators import ADD
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KILLER, RuleSet

_CELLS = all_cells(9, 9)
_STEPS = {"^": (-1, 0), "<": (0, -1), ">": (0, 1), "v": (1, 0)}
_STEPS |= {"`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1)}
_SUMS = digits + ascii_uppercase + "abcdefghij"
_LINE = re.compile(r"[0-9A-Za-z<>^`',.]{77,85}")
_WORDS = re.compile(r"(?:[0-9]{1,2}|[<>^v`',.])(?:[ \t]+(?:[0-9]{1,2}|[<>^v`',.])){8}")


def signature(text: str) -> bool:
    """The first line has about 81 such characters with arrows, or it and the next have nine words
    like these.
    """
    lines = first_lines(text, 2)
    if not any(set("<>^v").intersection(line) for line in lines):
        return False
    if _LINE.fullmatch(lines[0]):
        return sum(map(lines[0].count, "<>^v")) > 9
    return len(lines) == 2 and all(map(_WORDS.fullmatch, lines))


def read(lines: Iterable[str], rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """The puzzle of each line, or of each nine lines with blanks in them."""
    return attempted(read_one, _boards(Lines(content_lines(lines))), rules)


def _boards(lines: Lines) -> Iterator[list[Token]]:
    """The 81 cells of each puzzle, or what else its line has."""
    while (line := lines.peek()) is not None:
        if len(line.split()) == 1:
            word = lines.take("").start
            yield word.part(word.text.rstrip(), 0).characters()
            continue
        cells: list[Token] = []
        for row in rows_of(lines, 9):
            words = row.split()
            if len(words) != 9:
                raise row.start.error(f"a row of {len(words)} cells; expected 9")
            cells += words
        yield cells


def read_one(found: list[Token], rules: RuleSet | None) -> ReadPuzzle:
    """The cages that the arrows of 81 cells show."""
    if len(found) != len(_CELLS):
        raise found[0].error(f"a line of {len(found)} characters; expected 81")
    of_cell = dict(zip(_CELLS, found, strict=True))
    small = next((word for word in found if word.text in "abcdefghij"), None)
    if small and not any(word.text.isupper() for word in found):
        raise small.unlike("A to Z for sums of 10 to 35; a to j are 36 to 45, beside capitals")
    roots = [_root(cell, of_cell) for cell in _CELLS]
    sums = Sums(found[0])
    for root, cells in cells_by_owner(roots, _CELLS).items():
        word = of_cell[root]
        sums.add(cells, _sum(word), word)
    return sums.puzzle(9, rules or KILLER, boxes(9, 3, 3))


def _root(cell: Cell, of_cell: dict[Cell, Token]) -> Cell:
    """The cell with the sum, to which the arrows from a cell lead."""
    start = of_cell[cell]
    for _ in _CELLS:
        word = of_cell[cell]
        if word.text not in _STEPS:
            return cell
        down, right = _STEPS[word.text]
        cell = cell[0] + down, cell[1] + right
        if cell not in of_cell:
            raise word.unlike("an arrow to a cell of the board", "arrow")
    raise start.error("the arrows from this cell lead round in a circle; expected a sum")


def _sum(word: Token) -> int:
    if len(word.text) == 1 and word.text in _SUMS:
        return _SUMS.index(word.text)
    if not word.text.isdecimal():
        raise word.unlike(f"an arrow {' '.join(_STEPS)}, or a sum 0 to 9, A to Z, a to j")
    return word.within("sum", 0, 45)


def write(puzzle: Puzzle) -> str:
    """The characters on one line; FormatError for a cage that is not connected."""
    found = dict.fromkeys(puzzle.cells, "0")
    for cage in puzzle.cages:
        found |= _arrows(cage)
    written = "".join(found.values())
    if sum(map(written.count, "<>^v")) <= 9 or set(written).isdisjoint(ascii_uppercase):
        raise FormatError("the arrows format cannot hold so few cages; expected more arrows, sums")
    return written + "\n"


def _arrows(cage: Cage) -> dict[Cell, str]:
    """The sum in the first cell of a cage, and arrows from the others to it, by edges first."""
    first, *rest = cage.cells
    found = {first: _SUMS[cage.target]}
    unreached = set(rest)
    while unreached:
        for arrow, (down, right) in _STEPS.items():
            reached = [(r, c) for r, c in sorted(unreached) if (r + down, c + right) in found]
            if reached:
                found |= dict.fromkeys(reached, arrow)
                unreached.difference_update(reached)
                break
        else:
            raise FormatError(f"the arrows format cannot hold the cage {cage}; it is in parts")
    return found


FORMAT = Format(
    name="arrows",
    summary="Killer Sudokus in 81 characters: a sum in a cage's first cell, arrows to it",
    example="G<<L<K<L<^G>^>^E^^>^IJ<G^<G^>^^I^<>^HC<C^<B^N^^G^<>^>^^E^<DF<^PG^<>^^J<^^<H<<>^>^\n",
    signature=signature,
    read=read,
    writer=write,
    holds=Holds(rules=KILLER, sides=(9, 9), houses=usual_boxes, hidden=True, free=True, largest=45),
    operators={ADD: ()},
    separator="",
)
