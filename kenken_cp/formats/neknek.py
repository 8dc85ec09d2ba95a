"""The table of the solver "neknek": a size line, then a line for each cage.

    # 5
    + 14 A1 A2 B1 B2
    ! 5 E5

Operator, target, cells, with spaces or tabs between. The letter of a cell is its **row**, the
number its column, so no board is larger than 26. ``*`` or ``x`` multiplies, ``!`` is a given. A
``#`` line that is not a size is a comment. One puzzle a file.
"""

import re
from string import ascii_uppercase

from kenken_cp.errors import FormatError
from kenken_cp.formats._common import (
    Draft,
    Word,
    any_spelling,
    cannot,
    check_plain,
    numbered_lines,
    operator_word,
    parse_integer,
    parse_operator,
    parse_side,
)
from kenken_cp.formats.record import Format
from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import quoted

NAME = "neknek"

_SIZE = r"\s*+#[ \t]*[0-9]+[ \t]*\n\s*"
_ONLY_SIZE = r"\s*+#[ \t]*[0-9]+\s*+"
_COMMENTS = r"\s*+(?:#[^\n]*+\n\s*+)*+"
_REST_OF_CAGE = r"[ \t]+-?[0-9]+[ \t]+[A-Z][0-9]"


def detect(text: str) -> bool:
    """A size line before a line that starts with an operator, or at least a whole cage line; or a
    size line alone, of a board without cages.
    """
    # A letter such as x may as well be a label of a native picture.
    word = rf"(?![A-Za-z]\s){any_spelling(NAME)}"
    head = rf"{_SIZE}(?:{word}\s|\S{{1,3}}{_REST_OF_CAGE})"
    return bool(
        re.match(head, text)
        or re.match(_COMMENTS + word + _REST_OF_CAGE, text)
        or re.fullmatch(_ONLY_SIZE, text)
    )


def read(text: str, rules: RuleSet | None) -> list[Puzzle]:
    """The one puzzle of the table."""
    size: Word | None = None
    draft = Draft(1)
    for line in numbered_lines(text):
        head, *rest = line.split()
        if head.text.startswith("#"):
            found = re.fullmatch(r"\s*#\s*([0-9]+)\s*", line.text)
            if found and size:
                raise head.error(f"a second size; the first is on line {size.line}")
            if found:
                size = line.part(found[1], found.start(1))
        elif size is None:
            raise head.error(f"{quoted(head.text)} before the size; expected a line such as # 5")
        else:
            _add_cage(draft, head, rest)
    if size is None:
        raise FormatError("no size; expected a line such as # 5", line=1)
    side = parse_side(size)
    if side > len(ascii_uppercase):
        raise size.error(f"size {side}; expected at most 26, as the rows are A to Z")
    return [draft.puzzle(side, rules)]


def _add_cage(draft: Draft, head: Word, rest: list[Word]) -> None:
    operator = parse_operator(head, NAME, len(rest) - 1)
    if len(rest) < 2:
        raise head.error("a cage of too few words; expected an operator, a target and cells")
    target = parse_integer(rest[0], "target")
    draft.add(map(_parse_cell, rest[1:]), operator, target, head)


def _parse_cell(word: Word) -> Cell:
    match = re.fullmatch(r"([A-Za-z])([0-9]{1,4})", word.text)
    if match is None:
        raise word.error(f"cell {quoted(word.text)}; expected row A to Z and column, as in B3")
    return ascii_uppercase.index(match[1].upper()), int(match[2]) - 1


def write(puzzle: Puzzle) -> str:
    """The table, with single spaces; FormatError beyond row Z, and for what is not plain."""
    check_plain(puzzle, NAME)
    if puzzle.rows > len(ascii_uppercase):
        raise cannot(NAME, f"a board of {puzzle.rows} rows; it has letters for 26")
    rows = [f"# {puzzle.rows}"]
    for cage in puzzle.cages:
        cells = " ".join(f"{ascii_uppercase[row]}{column + 1}" for row, column in cage.cells)
        rows.append(f"{operator_word(cage, NAME)} {cage.target} {cells}")
    return "\n".join(rows) + "\n"


FORMAT = Format(
    name=NAME,
    summary="operator, target and cells like A1 (the letter is the row)",
    example="# 2\n+ 3 A1 A2\n! 2 B1\n! 1 B2\n",
    detect=detect,
    read=read,
    write=write,
)
