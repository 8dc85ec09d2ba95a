"""What every writer shares: the checks that a format can say all of a puzzle, and its houses."""

from __future__ import annotations

from collections.abc import Iterable

from kenken_cp.errors import FormatError
from kenken_cp.formats._read import MAX_DIGITS, Word, parse_clue, spelled_operators
from kenken_cp.model.geometry import House, box_shape, boxes, diagonals, lines
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN
from kenken_cp.text import short_cell_names


def cannot(name: str, what: str) -> FormatError:
    """The error of a format that has no way to say ``what``."""
    return FormatError(f"the {name} format cannot express {what}")


def square_side(puzzle: Puzzle, name: str) -> int:
    """The rows, and columns, of a puzzle in a format that holds square boards only.

    Raises:
        FormatError: for a board that is not square.
    """
    if puzzle.rows != puzzle.columns:
        raise cannot(name, f"a {puzzle.size_name} board; it holds square boards only")
    return puzzle.rows


def check_plain(puzzle: Puzzle, name: str, houses: Iterable[House] = ()) -> None:
    """Checks that a puzzle is as nearly every format takes it for granted.

    Raises:
        FormatError: for a board that is not square, rules other than kenken, unusual values, or
            extra houses other than ``houses``.
    """
    side = square_side(puzzle, name)
    if puzzle.rules is not KENKEN:
        raise cannot(name, f"{puzzle.rules.name} rules; expected {KENKEN.name}")
    if not puzzle.has_usual_values:
        raise cannot(name, f"values {values_text(puzzle.values)}; expected 1..{side}")
    expected = set(houses)
    for house in puzzle.houses:
        if house not in expected:
            raise cannot(name, f"the house {short_cell_names(house)}")
    for house in expected.difference(puzzle.houses):
        raise cannot(name, f"a board without the house {short_cell_names(house)}")


def operator_word(cage: Cage, name: str) -> str:
    """The word of a format for the operator of a cage, asked from the operator's record.

    Raises:
        FormatError: for a hidden operator, one without a word in this format, or one whose word
            would be read as another operator.
    """
    _check_target(cage, name)
    operator, cells = cage.operator, len(cage.cells)
    if operator is None:
        raise cannot(name, f"the hidden operator of the cage {cage}")
    words = operator.spellings.get(name, ())
    readers = spelled_operators(name).get(words[0], ()) if words else ()
    # A word with a digit in it could run into the target.
    plain = bool(words) and not any(char.isdigit() or char.isspace() for char in words[0])
    if (
        not plain
        or next((reader for reader in readers if reader.stands_on(cells)), None) is not operator
    ):
        raise cannot(name, f"the operator {operator.name!r} of the cage {cage}")
    return words[0]


def clue_text(cage: Cage, name: str) -> str:
    """The clue of a cage, as ``parse_clue`` reads it.

    Raises:
        FormatError: for an operator whose symbol cannot be read back.
    """
    _check_target(cage, name)
    if cage.operator is None or cage.operator is GIVEN:
        return cage.clue
    try:
        read_back = parse_clue(Word(cage.clue, 1))
    except FormatError:
        read_back = None
    if read_back != (cage.target, cage.operator):
        raise cannot(name, f"the operator {cage.operator.name!r} of the cage {cage}")
    return cage.clue


def _check_target(cage: Cage, name: str) -> None:
    """Checks that no reader would refuse the target."""
    if abs(cage.target) >= 10 ** (MAX_DIGITS - 1):
        place = short_cell_names(cage.cells)
        raise cannot(name, f"the target of the cage at {place}; expected fewer digits")


def values_text(values: tuple[int, ...]) -> str:
    """Values as files write them: ``0..5`` where none is left out, else ``1 2 3 5 7``."""
    first, last = values[0], values[-1]
    if len(values) > 1 and last - first == len(values) - 1:
        return f"{first}..{last}"
    return " ".join(map(str, values))


def split_houses(puzzle: Puzzle) -> tuple[tuple[int, int] | None, bool, tuple[House, ...]]:
    """Extra houses as people name them: the shape of the boxes, whether diagonals, and the rest."""
    rows, columns, rest = puzzle.rows, puzzle.columns, frozenset(puzzle.houses)
    both = frozenset(diagonals(rows) if rows == columns else ()).difference(lines(rows, columns))
    diagonal = bool(both) and both <= rest
    if diagonal:
        rest -= both
    shape = box_shape(rows, columns, rest)
    if shape:
        rest = rest.difference(boxes(puzzle.size, *shape))
    return shape, diagonal, tuple(sorted(rest))
