"""The boards of a course in Barcelona: a stream of numbers, size and number of cages, then cages.

    3 5
    6 3 2 1 1 1 2
    2 1 2 1 3 2 3
    3 6 2 3 2 3 3

A cage is its operator, its target, the number of its cells, and their rows and columns from 1. The
operator is 0 for a given, 1 for +, 2 for -, 3 for x, 4 for /, 5 for the remainder, 6 for the power;
of some, the other way round, where a target shows it: no power is 0, and no remainder as large as
the board. After a cell ``[v]`` may give its value. A saved game has its entries in a last line, a
number for each cell; they are left out.
"""

import re
from collections.abc import Iterator, Sequence

from kenken_cp.errors import FormatError
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._spellings import parse_operator
from kenken_cp.formats._words import MAX_DIGITS, Stream, Word
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.model.operators import DIVIDE, MODULO, POWER, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.patterns import regex

NAME = "upc"

_WORD = regex(r"[-−–]?[0-9]++|\[\s*+[0-9]++\s*+\]|\S+")
_GIVEN = regex(r"\[\s*+([0-9]++)\s*+\]")

_SMALL = regex("[0-9]{1,4}")
_TARGET = regex(f"[-−–]?[0-9]{{1,{MAX_DIGITS}}}")

_TURNED = {MODULO: POWER, POWER: MODULO}

_MAX_LOOKED_AT = 2000
"""Characters by which detection decides: the first cages are in them."""


def detect(text: str) -> bool:
    """Numbers only: a size, a number of cages, and a cage on that board; ones alone are none."""
    numbers = [
        word
        for line in text[:_MAX_LOOKED_AT].split("\n")
        for word in _WORD.findall(line)
        if not _GIVEN.fullmatch(word)
    ]
    if len(numbers) < 7 or not _TARGET.fullmatch(numbers.pop(3)):
        return False
    if not all(map(_SMALL.fullmatch, numbers[:4])):
        return False
    size, cages, operator, count = map(int, numbers[:4])
    if not (2 <= size <= MAX_SIZE and 1 <= cages <= size**2 and 0 <= operator <= 6):
        return False
    cells = numbers[4 : 4 + 2 * count]
    return 1 <= count <= size**2 and all(
        word.isdecimal() and 1 <= int(word[:4]) <= size for word in cells
    )


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle]:
    """Every board of a text."""
    words = Stream.of(text, _WORD)
    while words:
        found = _read_board(words, rules)
        yield found
        words.several(_entries(words, found.puzzle))


def _entries(words: Stream, puzzle: Puzzle) -> int:
    """How many entries of a saved game follow a board: as many as it has cells, on a line, unless
    that line could be another board.
    """
    first = words.peek()
    if first is None or first.line == words.last.line:
        return 0
    following = words.view(len(puzzle.cells) + 1)
    line = [each for each in following if each.line == following[0].line]
    if len(line) != len(puzzle.cells):
        return 0
    if not all(each.text.isdecimal() and int(each.text[:4]) <= puzzle.rows for each in line):
        return 0
    entries = Stream(line)
    try:
        _read_board(entries, None)
    except FormatError:
        return len(line)
    if not entries:
        raise line[0].error("a line that could be another board or the entries of a saved game")
    return len(line)


def _read_board(words: Stream, rules: RuleSet | None) -> ReadPuzzle:
    """Takes the numbers of a board."""
    first = words.expect("a size")
    side = first.side()
    draft = Draft(first.line)
    clues: list[tuple[list[Cell], Operator, int, Word]] = []

    def coordinate() -> int:
        return words.expect("a cell").within("cell", 1, side) - 1

    for _ in range(words.expect("the number of cages").within("cages", 1, side * side)):
        code = words.expect("an operator")
        target = words.expect("a target")
        count = words.expect("the number of cells")
        number = count.within("number of cells", 1, side * side)
        cells: list[Cell] = []
        for _ in range(number):
            cells.append((coordinate(), coordinate()))
            if (word := words.peek()) and (given := _GIVEN.fullmatch(word.text)):
                value = words.take().group(given, 1)
                draft.give(cells[-1], value.within("value", 1, side), value)
        operator = parse_operator(code, NAME, number)
        result = target.integer("target")
        if operator is DIVIDE and result == 0:
            raise target.error("a quotient of 0, which only division that rounds could make")
        clues.append((cells, operator, result, code))
    turned = _are_turned([(operator, result) for _, operator, result, _ in clues], side)
    for cells, operator, result, code in clues:
        draft.add(cells, _TURNED.get(operator, operator) if turned else operator, result, code)
    return draft.puzzle(side, rules or KENKEN, listed=True)


def _are_turned(clues: Sequence[tuple[Operator | None, int]], side: int) -> bool:
    """Whether mod and ^ are the other way round: then fewer targets are such as no values make."""
    targets = {
        operator: [target for other, target in clues if other is operator] for operator in _TURNED
    }
    impossible, impossible_turned = (
        sum(target >= side for target in targets[modulo])
        + sum(target < 1 for target in targets[power])
        for modulo, power in (_TURNED.keys(), _TURNED.values())
    )
    return impossible_turned < impossible


def write(puzzle: Puzzle) -> str:
    """A cage a line; FormatError for what is not plain."""
    check_plain(puzzle, NAME, caged=True)
    if puzzle.rows == 1:
        raise cannot(NAME, "a board of one cell, which would be any row of numbers")
    lines = [f"{puzzle.rows} {len(puzzle.cages)}"]
    for cage in puzzle.cages:
        cells = " ".join(f"{row + 1} {column + 1}" for row, column in cage.cells)
        lines.append(f"{_code(cage)} {cage.target} {len(cage.cells)} {cells}")
    if _are_turned([(cage.operator, cage.target) for cage in puzzle.cages], puzzle.rows):
        raise cannot(NAME, "a remainder or a power that no values make")
    return "\n".join(lines) + "\n"


def _code(cage: Cage) -> str:
    """The number of a cage's operator."""
    if cage.operator is not None and not (cage.operator is DIVIDE and cage.target == 0):
        for code in cage.operator.spelled_in(NAME):
            if re.fullmatch("[0-6]", code) and (
                parse_operator(Word(code, 1), NAME, len(cage.cells)) is cage.operator
            ):
                return code
    raise cannot(NAME, f"the clue of the cage {cage}")


FORMAT = Format(
    name=NAME,
    summary="numbers: size, cages; operator (1 +, 2 -, 3 x, 4 /), target, how many cells, these",
    example="2 3\n1 3 2 1 1 1 2\n0 2 1 2 1\n0 1 1 2 2\n",
    detect=detect,
    read=read,
    write=write,
    join="".join,
)
