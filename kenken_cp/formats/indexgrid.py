"""The boards of mathdoku-solver: size, number of cages, rows of their numbers from 0, then clues.

    3 4
    0 0 1
    2 1 1
    2 3 3
    0 + 3
    1 * 6

A clue is the number of the cage, the operator, the target, or these two the other way round; a
given has the operator ``+``.
"""

import re
from itertools import chain, count

from kenken_cp.formats._draft import Draft
from kenken_cp.formats._spellings import any_spelling, operator_word
from kenken_cp.formats._words import Lines, Word, board_by_board, first_lines
from kenken_cp.formats._writable import check_plain
from kenken_cp.formats.pictures import cage_grid
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.geometry import MAX_SIZE
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.patterns import regex

NAME = "indexgrid"

_HEAD = regex(r"\s*+([0-9]{1,2})\s++([0-9]{1,4})\s*+")
_NUMBERS = regex(r"[0-9\s]++")


def detect(text: str) -> bool:
    """Two numbers, rows of as many as the first says, and below them a number and a clue."""
    lines = first_lines(text)
    head = _HEAD.fullmatch(lines[0]) if lines else None
    if head is None or len(lines) < 3:
        return False
    below = next((line for line in lines if not _NUMBERS.fullmatch(line)), "")
    row = lines[1].split()
    word, target = any_spelling(NAME), "[-−–]?[0-9]++"
    clue = rf"\s*+[0-9]++\s++(?:{word}\s++{target}|{target}\s++{word})\s*+"
    return len(row) == int(head[1]) and re.fullmatch(clue, below) is not None


def _read_board(lines: Lines[Word], rules: RuleSet | None) -> ReadPuzzle:
    start = lines.take()
    head = start.split()
    if len(head) != 2:
        raise head[0].error("expected the size and the number of cages, as in 4 7")
    size = head[0].side()
    count = head[1].within("cages", 1, MAX_SIZE**2)
    rows = cage_grid.grid(lines, size, size, cage_grid.NUMBER, "the number of a cage")
    for word in chain.from_iterable(rows):
        word.within("cage", 0, count - 1)
    clues: dict[str, cage_grid.Clue] = {}
    for line in lines.several(count):
        label, found = _read_clue(line)
        cage_grid.add_clue(clues, label, found)
    if len(clues) < count:
        raise lines.last.first.error(f"the text ends after {len(clues)} clues; expected {count}")
    names = [[word.instead(str(int(word.text))) for word in row] for row in rows]
    draft = Draft(start.line)
    cage_grid.add_cages(draft, names, clues, NAME)
    return draft.puzzle(size, draft.rules_or_shown(rules) or KENKEN)


def _read_clue(line: Word) -> tuple[Word, cage_grid.Clue]:
    parts = line.split()
    if len(parts) != 3:
        raise line.unlike("a cage, its operator and its target, as in 0 * 24")
    label, operator, target = parts
    if operator.text.isdecimal() and not target.text.isdecimal():
        operator, target = target, operator
    number = label.within("cage", 0, MAX_SIZE**2)
    found = cage_grid.Clue(label, target.integer("target"), operator)
    return label.instead(str(number)), found


def write(puzzle: Puzzle) -> str:
    """A board; FormatError for what is not plain, or has cells in no cage."""
    check_plain(puzzle, NAME, covered=True)
    names = cage_grid.names_of(puzzle, map(str, count()), NAME)
    clues = [f"{name} {operator_word(cage, NAME)} {cage.target}" for cage, name in names.items()]
    head = f"{puzzle.rows} {len(puzzle.cages)}"
    return "\n".join([head, *cage_grid.grid_lines(puzzle, names), *clues]) + "\n"


FORMAT = Format(
    name=NAME,
    summary="size, number of cages, rows of their numbers from 0, then 0 * 24",
    example="2 3\n0 0\n1 2\n0 + 3\n1 + 2\n2 + 1\n",
    detect=detect,
    read=board_by_board(_read_board),
    write=write,
    join="".join,
)
