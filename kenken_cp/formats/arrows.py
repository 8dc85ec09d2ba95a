"""Killer Sudokus as 81 characters: a cell has its cage's sum, or an arrow to another of its cells.

``< > ^ v`` point to the neighbour, ````` ' , .`` to those at the corners: above on the left and on
the right, below on the left and on the right. Arrows end in the cell with the sum, which is one
character: ``0`` to ``9``, ``A`` to ``Z`` for 10 to 35, ``a`` to ``j`` for 36 to 45. Where no letter
is a capital, small ones are 10 to 35 too: 36 to 45 are sums of six cells and more, and 10 to 19 are
not, so that each tells which it is. A cell ``0`` to which no arrow leads is in no cage. A puzzle a
line, or in nine lines of nine.

With blanks between the cells, a sum is a number: ``14 < < 17 10 7 < 22 <``.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from string import ascii_lowercase, ascii_uppercase, digits

from kenken_cp.errors import FormatError
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._words import Later, Lines, Place, Word, attempted, said_lines
from kenken_cp.formats._writable import cannot
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.sudokus import killers
from kenken_cp.model.geometry import Cell, all_cells, boxes
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KILLER, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import cell_name, plural, quoted

NAME = "arrows"

_SIZE, _BOX = 9, 3
_CELLS = _SIZE * _SIZE
_WORD, _CHARACTER = regex(r"\S+"), regex(".")
_SUMS = digits + ascii_uppercase + "abcdefghij"
_ARROWS = {
    "^": (-1, 0),
    "<": (0, -1),
    ">": (0, 1),
    "v": (1, 0),
    "`": (-1, -1),
    "'": (-1, 1),
    ",": (1, -1),
    ".": (1, 1),
}
_TARGETS = {f"{number:02}": number for number in range(100)}
_TARGETS |= {symbol: number for number, symbol in enumerate(_SUMS)}
_APART = regex(r"(?:(?:[0-9]{1,2}|[<>^v`',.])(?:[ \t]++|\Z))++")
"""A line with blanks between the cells."""

_LEAST_CELLS_OF_36 = 6
_SMALL = ascii_lowercase.replace("v", "")  # which is an arrow
_ABOVE_J = _SMALL[10:]
_TOTAL = 405
"""Of all values of the board."""

_NEAR = 4
"""Characters that a line may have too many or too few, and still be meant as a puzzle."""


def detect(text: str) -> bool:
    """A first line of about 81 such characters, or nine of nine, with arrows other than dots."""
    said = Lines(said_lines(text[: 20 * _CELLS])).view(_SIZE)
    lines = [line.text.strip() for line in said]
    if not lines:
        return False
    apart = [line.split() for line in lines]
    if [len(words) for words in apart] == [_SIZE] * _SIZE:
        ends = [word if word in _ARROWS else "0" for row in apart for word in row]
        return all(map(_APART.fullmatch, lines)) and _is_meant("".join(ends))
    if abs(len(lines[0]) - _CELLS) <= _NEAR:
        return _is_meant(lines[0])
    return [len(line) for line in lines] == [_SIZE] * _SIZE and _is_meant("".join(lines))


def _is_meant(text: str) -> bool:
    usual = sum(char in _SUMS or char in _ARROWS or char in _ABOVE_J for char in text)
    return usual >= len(text) - _NEAR and sum(char in "<>^v" for char in text) > _SIZE


def read(text: str, rules: RuleSet | None) -> Iterable[ReadPuzzle | FormatError]:
    """The puzzle of each line, or of each nine lines."""
    return attempted(_read_puzzle, _boards(text), rules)


def _boards(text: str) -> Iterator[list[Word]]:
    """The lines of each puzzle: one, or as many as there are rows."""
    rows: list[Word] = []
    for line in said_lines(text):
        word = line.stripped
        count = len(_symbols(word))
        if not rows and count != _SIZE:
            yield [word]
            continue
        if count != _SIZE:
            break
        rows.append(word)
        if len(rows) == _SIZE:
            yield rows
            rows = []
    if rows:
        raise rows[0].error(
            f"{plural(len(rows), 'row')} of {_SIZE} characters; expected {_SIZE} rows, or one line"
        )


def _symbols(line: Word) -> list[str]:
    """What the cells of a line have: a word each, or a character each."""
    words = line.text[: 4 * _CELLS].split()
    return words if len(words) > 1 else list(line.text[: 2 * _CELLS])


def _word(lines: list[Word], index: int) -> Word:
    """What a cell has, with its place."""
    apart = (len(line.text.split()) > 1 for line in lines)
    patterns = (_WORD if each else _CHARACTER for each in apart)
    return list(chain.from_iterable(map(Word.all_parts, lines, patterns)))[index]


def _read_puzzle(lines: list[Word], rules: RuleSet | None) -> ReadPuzzle:
    found = [symbol for line in lines for symbol in _symbols(line)]
    if len(found) != _CELLS:
        count = sum(len(line.text) for line in lines)
        raise lines[0].error(f"{plural(count, 'character')}; expected {_CELLS}, one for each cell")
    towards = [
        arrows.get(symbol, index)
        for index, (arrows, symbol) in enumerate(zip(_leads(), found, strict=True))
    ]
    roots = _ends(towards)
    sums: dict[object, tuple[int, Place]] = {}
    small, as_capitals = not any(map(str.isupper, found)), False
    for root, cells in Counter(roots).items():
        symbol = found[root]
        if small and symbol in _SMALL and (cells < _LEAST_CELLS_OF_36 or symbol in _ABOVE_J):
            symbol = symbol.upper()
            as_capitals = True
        total = _TARGETS.get(symbol) if towards[root] == root else None
        if total is None:
            raise _refusal(lines, found, towards, roots)
        sums[root] = total, Later(_word, (lines, root))
    added = sum(total for total, _ in sums.values())
    if as_capitals and "v" in found and added != _TOTAL:
        raise lines[0].error(
            f"sums in small letters that add up to {added}, not to {_TOTAL}: 'v' could be an "
            "arrow, or 31; expected capitals"
        )
    draft = Draft(lines[0].line)
    killers.add_sums(draft, killers.sums_of(roots, _SIZE, sums))
    return draft.puzzle(_SIZE, rules or KILLER, houses=boxes(_SIZE, _BOX, _BOX))


def _ends(towards: list[int]) -> list[int]:
    """Where the arrows from each cell end; in a circle somewhere in it. Each time twice as far."""
    for _ in range(_CELLS.bit_length()):
        further = [towards[index] for index in towards]
        if further == towards:
            break
        towards = further
    return towards


@cache
def _leads() -> list[dict[str, int]]:
    """For each cell, the arrows that lead to another one, and which."""
    return [
        {
            arrow: _SIZE * (row + down) + column + right
            for arrow, (down, right) in _ARROWS.items()
            if 0 <= row + down < _SIZE and 0 <= column + right < _SIZE
        }
        for row, column in all_cells(_SIZE, _SIZE)
    ]


def _refusal(
    lines: list[Word], found: list[str], towards: list[int], roots: list[int]
) -> FormatError:
    """The error of the first cell with what is no sum, and leads to no other cell; or else of the
    first whose arrows lead to no sum.
    """
    sums = {*_TARGETS, *(() if any(map(str.isupper, found)) else _ABOVE_J)}
    for index, symbol in enumerate(found):
        if towards[index] == index and symbol not in sums:
            name = cell_name(divmod(index, _SIZE))
            wrong = f"{quoted(symbol)} at {name}"
            if symbol in _ARROWS:
                return _word(lines, index).error(f"{wrong} leads out of the board")
            return _word(lines, index).error(
                f"{wrong}; expected an arrow {' '.join(_ARROWS)}, or a sum 0 to 9, A to Z, a to j"
            )
    index = next(index for index, end in enumerate(roots) if towards[end] != end)
    return _word(lines, index).error(
        f"the arrows from {cell_name(divmod(index, _SIZE))} lead round in a circle"
    )


def write(puzzle: Puzzle) -> str:
    """The characters on one line; FormatError for what is no Killer Sudoku of 9x9 whose cages hang
    together, at least by corners.
    """
    if puzzle.rows != _SIZE or puzzle.columns != _SIZE:
        raise cannot(NAME, f"a board of {puzzle.size_name}; expected 9x9")
    if killers.check_square_boxes(puzzle, NAME, _BOX).diagonals:
        raise cannot(NAME, "diagonals")
    killers.check_sums(puzzle, NAME)
    for cage in puzzle.cages:
        if cage.target >= len(_SUMS):
            raise cannot(NAME, f"the target of the cage {cage}; expected at most {len(_SUMS) - 1}")
    arrows: dict[Cell, str] = {}
    for cage in puzzle.cages:
        arrows |= _arrows_of(cage)
    if sum(char in "<>^v" for char in arrows.values()) <= _SIZE:
        raise cannot(NAME, f"a board with fewer than {_SIZE + 1} arrows, which would not show it")
    cages = killers.cage_at(puzzle)
    return (
        "".join(
            arrows.get(cell) or _SUMS[cages[cell].target if cell in cages else 0]
            for cell in puzzle.cells
        )
        + "\n"
    )


def _arrows_of(cage: Cage) -> dict[Cell, str]:
    """The arrows that lead to the first cell of a cage, by edges where that is possible."""
    first, *rest = cage.cells
    found: dict[Cell, str] = {}
    unreached, edge = set(rest), [first]
    while unreached:
        for arrow, (down, right) in _ARROWS.items():
            near = [(r - down, c - right) for r, c in edge]
            if reached := unreached.intersection(near):
                found |= dict.fromkeys(reached, arrow)
                unreached -= reached
                edge += sorted(reached)
                break
        else:
            raise cannot(NAME, f"the cage {cage}, which is not connected")
    return found


FORMAT = Format(
    name=NAME,
    summary="Killer Sudokus in 81 characters: a sum in a cage's first cell, arrows to it",
    example="G<<L<K<L<^G>^>^E^^>^IJ<G^<G^>^^I^<>^HC<C^<B^N^^G^<>^>^^E^<DF<^PG^<>^^J<^^<H<<>^>^\n",
    detect=detect,
    read=read,
    write=write,
    join="".join,
)
