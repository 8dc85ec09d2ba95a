"""Grids of labels, one label a cage, and their clues: what ``native`` and ``letters`` share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import count, product
from string import ascii_lowercase
from typing import NamedTuple

from kenken_cp.formats.draft import Draft
from kenken_cp.formats.readers import WordGrid, cells_by_owner, grid_of
from kenken_cp.formats.tokens import Lines, Token
from kenken_cp.model.geometry import Cell
from kenken_cp.model.operators import GIVEN, Operator
from kenken_cp.text import quoted

SYMBOL = re.compile(r"[^\W\d_]\w*|[0-9]+|\.")
"""What a cell has: a label, a number, or a point where it is free."""


def split_row(text: str, columns: int | None = None) -> list[str]:
    """The cells of a row: its words, with or without commas, or the characters of a single word."""
    words = text.replace(",", " ").split()
    return words if len(words) != 1 or columns == 1 else list(words[0])


def read_labels(lines: Lines, size: tuple[int, int] | None, where: str = "") -> WordGrid:
    """Takes the rows of a grid of labels, givens and free cells; without a size, of a square.

    ``where`` says in errors what the rows are of, such as `` of the picture``.
    """
    grid = grid_of(lines, size, partial(split_row, columns=size and size[1]), where)
    for word in dict.fromkeys(grid.words.values()):
        if not SYMBOL.fullmatch(word):
            raise grid.first(word).unlike("a label, a number or '.'", "cell")
    return grid


class Clue(NamedTuple):
    """The clue of a label.

    Args:
        label: whose cage has the clue.
        target: its number.
        operator: the word for its operator, empty if there is none.
        place: the whole clue.
    """

    label: str
    target: int
    operator: str
    place: Token

    @property
    def operator_place(self) -> Token:
        """The word for the operator, with its place."""
        return self.place.part(self.operator, self.place.text.rindex(self.operator))


Meaning = Callable[[Clue, int], tuple[Operator | None, int]]
"""The operator and the target that a clue means on a number of cells."""


def add_cages(draft: Draft, grid: WordGrid, clues: Iterable[Clue], meaning: Meaning) -> None:
    """Adds the cages of a grid. A number in it is a given, unless numbers are the labels."""
    cages = cells_by_owner(grid.words)
    clue_of: dict[str, Clue] = {}
    for clue in clues:
        if clue.label not in cages:
            raise clue.place.error(f"a clue for {quoted(clue.label)}, which is not in the picture")
        first = clue_of.setdefault(clue.label, clue)
        if first is not clue:
            where = f"the first is on line {first.place.line}"
            raise clue.place.error(f"a second clue for {quoted(clue.label)}; {where}")
    numbered = any(map(str.isdecimal, clue_of))
    for label, cells in cages.items():
        if label in clue_of:
            clue = clue_of[label]
            draft.add(cells, *meaning(clue, len(cells)), clue.place, label)
        elif label.isdecimal() and not numbered:
            target = grid.token(cells[0]).integer("given")
            for cell in cells:
                draft.add([cell], GIVEN, target, grid.lines[cell[0]])
        elif label != ".":
            raise grid.token(cells[0]).error(f"label {quoted(label)} has no clue")


def labels_in_order() -> Iterator[str]:
    """Labels without end: a to z, then aa, ab and so on."""
    return ("".join(word) for n in count(1) for word in product(ascii_lowercase, repeat=n))


def picture(words: Mapping[Cell, str], rows: int, columns: int) -> list[str]:
    """The lines of a grid, ``.`` for each cell without a word; packed if all are one character."""
    width = max(map(len, words.values()), default=1)
    between = "" if width == 1 else " "
    cells = [
        [words.get((row, column), ".").ljust(width) for column in range(columns)]
        for row in range(rows)
    ]
    return [between.join(row).rstrip() for row in cells]
