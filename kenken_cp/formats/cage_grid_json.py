"""The puzzles of the iOS app Mathdoku: JSON with a letter for each cell, and the clues of these.

    {"puzzles": [{"solution": "1221", "cageGrid": "AABC", "cageOps": "A+3 B_2 C_1"}]}

``cageGrid`` has the letter of each cell's cage in reading order, capital or small, or ``.`` for a
cell in none; ``cageOps`` a letter, an operator ``+ - x /`` and a target for each cage: ``_`` is a
given on one cell and hides the operator of more. A solution is not taken, but it must fit. An array
of puzzles, or one of them alone, is read, too.
"""

from collections.abc import Iterable, Iterator
from math import isqrt

from kenken_cp.formats._spellings import operator_word, parse_operator
from kenken_cp.formats._words import Word
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.json.boards import Board, Clue, JsonFormat, line_of
from kenken_cp.formats.json.unread import check_unread
from kenken_cp.formats.json.values import Node, each
from kenken_cp.formats.pictures.cage_grid import FREE, LETTERS, cells_by_name, grid_lines, names_of
from kenken_cp.model.geometry import Cell
from kenken_cp.model.operators import GIVEN, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.patterns import regex
from kenken_cp.text import plural, quoted

NAME = "cage-grid-json"

_GRID, _CLUES, _SOLUTION = "cageGrid", "cageOps", "solution"
_NONE = "_"
"""The operator of a given, and of a cage whose operator is hidden."""

_NAMES = frozenset((*LETTERS, FREE))
_CLUE = regex(r"([A-Za-z])([^\s0-9])([0-9]++)")
_NO_BLANKS = regex(r"\S++")


def _puzzles(root: Node) -> Iterable[Node]:
    """Those below the key ``puzzles``, of an array, or the one that it is."""
    group = root.get("puzzles") if type(root.value) is dict else None
    return each(root if group is None else group)


def _said(node: Node) -> Word:
    """A string, at the place of its first character."""
    return node.place().part(node.text(), 1)


def _board(node: Node) -> Board:
    check_unread(node, (_GRID, _CLUES, _SOLUTION))
    grid = _said(node[_GRID])
    side = isqrt(len(grid.text))
    if side * side != len(grid.text):
        cells = plural(len(grid.text), "letter")
        raise grid.error(f"{cells} in {_GRID}; expected one for each cell of a square board")
    grid.instead(str(side)).side()
    letters = grid.characters()
    for letter in letters:
        if letter.text not in _NAMES:
            raise letter.error(f"{quoted(letter.text)} in {_GRID}; expected the letter of a cage")
    cages = cells_by_name([letters[at : at + side] for at in range(0, len(letters), side)])
    clues = list(_clues(node[_CLUES], cages))
    return Board(clues, side, side, solution=_solution(node, side))


def _clues(node: Node, cages: dict[str, list[Cell]]) -> Iterator[tuple[Word, Clue]]:
    """The clue of each cage, and where it stands; FormatError unless there is just one of each."""
    clues = _said(node)
    missing = dict.fromkeys(cages)
    for word in clues.parts(_NO_BLANKS):
        match = word.matched(_CLUE, "a letter, an operator and a target, as in A+3", "clue")
        letter = match[1]
        if letter not in cages:
            raise word.error(f"a clue for {quoted(letter)}, which is not in {_GRID}")
        if letter not in missing:
            raise word.error(f"a second clue for {quoted(letter)}")
        del missing[letter]
        cells = cages[letter]
        target = word.group(match, 3).integer("target")
        yield word, Clue(cells, _operator(word.group(match, 2), len(cells)), target)
    if missing:
        raise clues.error(f"{quoted(next(iter(missing)))} has no clue in {_CLUES}")


def _operator(word: Word, cells: int) -> Operator | None:
    return None if word.text == _NONE else parse_operator(word, NAME, cells)


def _solution(node: Node, side: int) -> tuple[list[list[int]], Word] | None:
    """The solution, and where it stands; None if there is none."""
    found = node.get(_SOLUTION)
    if found is None or not found.text():
        return None
    said = _said(found)
    if len(said.text) != side * side or not (said.text.isascii() and said.text.isdecimal()):
        raise said.error(f"a solution that is not {side * side} digits, one for each cell")
    values = list(map(int, said.text))
    return [values[at : at + side] for at in range(0, len(values), side)], said


# --- writing -------------------------------------------------------------------------------------


def _write(puzzle: Puzzle) -> str:
    check_plain(puzzle, NAME, natural=True)
    names = names_of(puzzle, LETTERS, NAME)
    clues = " ".join(f"{name}{_written(cage)}" for cage, name in names.items())
    grid = "".join(grid_lines(puzzle, names, between=""))
    return line_of({_GRID: grid, _CLUES: clues})


def _written(cage: Cage) -> str:
    word = _NONE if cage.operator in (None, GIVEN) else operator_word(cage, NAME)
    if len(word) > 1:
        raise cannot(NAME, f"the operator {word!r} of the cage {cage}")
    return f"{word}{cage.target}"


FORMAT = JsonFormat(
    name=NAME,
    tells=(rf'"{_GRID}"\s*+:', rf'"{_CLUES}"\s*+:'),
    board=_board,
    write=_write,
    puzzles=_puzzles,
).format(
    summary='JSON: "cageGrid", a letter for each cell, and "cageOps", the clues of the letters',
    example='{"cageGrid": "AABC", "cageOps": "A+3 B_2 C_1"}\n',
    several=True,
)
