"""The boards of "KenKen" by mapu77: size, number of cages, then each cage; all between blanks.

    2 3
    2  0 0 0 1  + 3
    1  1 0      = 2

A cage is the number of its cells, their rows and columns from 0, operator, target; a line may end
anywhere. A solution may follow, in rows, which must fit.
"""

import re
from collections.abc import Iterator

from kenken_cp.formats._draft import Draft, check_solution
from kenken_cp.formats._spellings import any_spelling, operator_word, parse_operator
from kenken_cp.formats._words import Stream
from kenken_cp.formats._writable import check_plain
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.geometry import MAX_SIZE
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.patterns import regex

NAME = "mapu"

_WORD = regex(r"\S+")


def detect(text: str) -> bool:
    """Size, number of cages, and as many cells of the first cage as it says, then an operator; no
    more of either than a board has cells.
    """
    head = re.match(r"\s*+([0-9]{1,2})\s++([0-9]{1,4})\s++([0-9]{1,4})\s", text)
    if head is None or max(int(head[2]), int(head[3])) > int(head[1]) ** 2:
        return False
    cells = rf"(?:\s*+[0-9]++){{{2 * int(head[3])}}}\s++"
    cage = re.compile(rf"{cells}{any_spelling(NAME)}\s++-?[0-9]")
    return cage.match(text, head.end()) is not None


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle]:
    """Every board of a text."""
    words = Stream.of(text, _WORD)
    while words:
        first = words.expect("a size")
        side = first.side()
        draft = Draft(first.line)
        number_of_cages = words.expect("the number of cages")
        for _ in range(number_of_cages.within("cages", 1, MAX_SIZE**2)):
            count = words.expect("the number of cells")
            number = count.within("number of cells", 1, MAX_SIZE**2)
            cells = [(_coordinate(words), _coordinate(words)) for _ in range(number)]
            operator = parse_operator(words.expect("an operator"), NAME, number)
            target = words.expect("a target").integer("target")
            draft.add(cells, operator, target, count)
        found = draft.puzzle(side, draft.rules_or_shown(rules) or KENKEN, listed=True)
        _take_solution(words, found.puzzle)
        yield found


def _take_solution(words: Stream, puzzle: Puzzle) -> None:
    """Takes rows of all values, which no other board begins with; FormatError if they do not solve
    the one above.
    """
    side = puzzle.rows
    found = words.view(side * side)
    rows = [[word.text for word in found[at : at + side]] for at in range(0, len(found), side)]
    if side > 1 and list(map(sorted, rows)) == [sorted(map(str, range(1, side + 1)))] * side:
        check_solution(puzzle, [list(map(int, row)) for row in rows], found[0])
        words.several(side * side)


def _coordinate(words: Stream) -> int:
    return words.expect("a cell").within("cell", 0, MAX_SIZE - 1)


def write(puzzle: Puzzle) -> str:
    """A cage a line; FormatError for what is not plain."""
    check_plain(puzzle, NAME, caged=True)
    lines = [f"{puzzle.rows} {len(puzzle.cages)}"]
    for cage in puzzle.cages:
        cells = "  ".join(f"{row} {column}" for row, column in cage.cells)
        lines.append(f"{len(cage.cells)}  {cells}  {operator_word(cage, NAME)} {cage.target}")
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name=NAME,
    summary="number of cells, their rows and columns from 0, operator, target",
    example="2 3\n2 0 0 0 1 + 3\n1 1 0 = 2\n1 1 1 = 1\n",
    detect=detect,
    read=read,
    write=write,
    join="".join,
)
