"""Boards whose cells are no numbers: letters, Roman numerals, words.

They are not read, as nobody knows which value each stands for; but who prints them does not only
count, and has to print numbers.
"""

import re
from collections.abc import Sequence
from itertools import chain, pairwise

from kenken_cp.judge.lines import PREFIX, RULE, words_of
from kenken_cp.model.puzzle import Puzzle

Symbols = tuple[str, ...]

_END_OF_LIST = re.compile(r"[\])}]")


def has_board_of_symbols(lines: Sequence[str], puzzle: Puzzle) -> bool:
    """Whether there is a board with at most as many different symbols as there are values, and with
    rows that differ; a picture of the cages is none.
    """
    if min(puzzle.rows, puzzle.columns) < 2:
        return False
    run: list[Symbols] = []
    for line in chain.from_iterable(map(_END_OF_LIST.split, lines)):
        if RULE.fullmatch(line):
            continue
        row = _symbols(line, puzzle)
        if len(row) > puzzle.columns:
            run = list(zip(*[iter(row)] * puzzle.columns, strict=True))
        else:
            run = [*run[1 - puzzle.rows :], row] if row else []
        if len(run) == puzzle.rows and _is_board(run, puzzle):
            return True
    return False


def _symbols(line: str, puzzle: Puzzle) -> Symbols:
    """The cells of a row, or of the whole board, that a line holds; empty if it holds neither."""
    lengths = puzzle.columns, len(puzzle.cells)
    label = PREFIX.match(line)
    for text in (line, line[label.end() :] if label else ""):
        words = words_of(text)
        if all(map(str.isalnum, words)):
            for cells in (words, "".join(words)):
                if len(cells) in lengths:
                    return tuple(cells)
    return ()


def _is_board(rows: Sequence[Symbols], puzzle: Puzzle) -> bool:
    flat = [symbol for row in rows for symbol in row]
    kinds = set(flat)
    if not 1 < len(kinds) <= len(puzzle.values) or "".join(flat).isdecimal():
        return False
    if all(before == after for before, after in pairwise(rows)):  # a message that is repeated
        return False
    cage_of = {cell: cage for cage in puzzle.cages for cell in cage.cells}
    pairs = {(symbol, cage_of.get(cell)) for cell, symbol in zip(puzzle.cells, flat, strict=True)}
    is_picture = len(pairs) == len(kinds) == len({cage for _, cage in pairs})
    return not is_picture
