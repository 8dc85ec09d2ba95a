"""The rules of puzzles in a few sentences, for whoever solves them on paper.

Puzzles of one kind (the same rule set, houses and values) share a paragraph. Everything is taken
from the puzzles, and from the records of their operators and rule sets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby

from kenken_cp.model.geometry import Cell, House, connected_components
from kenken_cp.model.houses import extra_houses
from kenken_cp.model.operators import OPERATORS, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.render.board import drawn_houses, has_cages, written
from kenken_cp.text import listed

_NO_BREAK = "\N{NO-BREAK SPACE}"

_CAGE = "each cage (a group of outlined cells)"

_TO_THE_SIZE = "the numbers from 1 to the size of the board"


def instructions(puzzles: Mapping[int, Puzzle]) -> list[str]:
    """The rules of puzzles, by their numbers: a paragraph for each kind of them."""
    kinds: dict[object, dict[int, Puzzle]] = {}
    for number, puzzle in puzzles.items():
        usual = puzzle.rows == puzzle.columns and puzzle.has_usual_values
        cells = tuple(_on_cells(puzzle, _TO_THE_SIZE if usual else _numbers(puzzle)))
        kinds.setdefault((puzzle.rules, has_cages(puzzle), cells), {})[number] = puzzle
    paragraphs = []
    for of_kind in kinds.values():
        boards = list(of_kind.values())
        same_values = len({board.values for board in boards}) == 1
        cells = tuple(_on_cells(boards[0], _numbers(boards[0]) if same_values else _TO_THE_SIZE))
        text = " ".join([*cells, *_on_cages(boards)])
        noun = "Puzzle" if len(boards) == 1 else "Puzzles"
        paragraphs.append(f"{noun} {listed(of_kind)}: {text}" if len(kinds) > 1 else text)
    return paragraphs


# --- cells and houses ----------------------------------------------------------------------------


def _numbers(puzzle: Puzzle) -> str:
    """``the numbers 1 to 4``, ``the numbers 2, 3 and 5``."""
    values = puzzle.values
    if len(values) == 1:
        return f"the number {written(values[0])}"
    if len(values) > 2 and values[-1] - values[0] == len(values) - 1:
        return f"the numbers {written(values[0])} to {written(values[-1])}"
    return f"the numbers {listed(map(written, values))}"


def _on_cells(puzzle: Puzzle, numbers: str) -> Iterator[str]:
    """What to write where, and what the houses forbid."""
    drawn = drawn_houses(puzzle)
    # Of each kind of houses the name, and the article.
    names, sizes = {"row": "every", "column": "every"}, {puzzle.rows, puzzle.columns}
    if drawn.boxed:
        rectangles = extra_houses(puzzle.size, puzzle.houses).box_shape is not None
        names["box" if rectangles else "region with a thick border"] = "every"
    if drawn.diagonals:
        several = len(drawn.diagonals) > 1
        names |= {"main diagonal": "every"} if several else {"marked diagonal": "the"}
    # Whether tinted houses are told apart by their tint.
    tinted = {cell for house in drawn.tinted for cell in house}
    apart = set(connected_components(tinted)) == set(drawn.tinted)
    if drawn.tinted and apart:
        names["group of grey cells"] = "every"
        sizes |= set(map(len, drawn.tinted))
    if min(sizes | set(map(len, drawn.regions))) == len(puzzle.values):
        where = listed(f"{article} {name}" for name, article in names.items())
        yield f"Fill {where} with {numbers}, each number once."
    else:
        nowhere = listed(names, "or")
        yield f"Write one of {numbers} in every cell, no number twice in the same {nowhere}."
    if not apart:
        yield f"No number is twice in any of these: {'; '.join(map(_places, drawn.tinted))}."
    yield from drawn.sentences


def _places(cells: House) -> str:
    """``row 1 columns 2 and 3, row 2 column 3``."""
    rows = []
    for row, run in groupby(sorted(cells), key=lambda cell: cell[0]):
        columns = [column + 1 for _, column in run]
        noun = "column" if len(columns) == 1 else "columns"
        rows.append(f"row {row + 1} {noun} {listed(columns)}")
    return ", ".join(rows)


# --- cages ---------------------------------------------------------------------------------------


def _on_cages(boards: Sequence[Puzzle]) -> Iterator[str]:
    """What the clues of puzzles of one kind mean, and what their cages forbid."""
    puzzle, cages = boards[0], [cage for board in boards for cage in board.cages]
    if not has_cages(puzzle):
        return
    yield from _clues(puzzle, [cage for cage in cages if len(cage.cells) > 1])
    if any(len(cage.cells) == 1 for cage in cages):
        yield "A cage of one cell holds the number in its corner."
    if puzzle.rules.distinct_cages:
        yield "No number is twice in a cage."
    elif any(map(_has_cage_that_may_repeat, boards)):
        yield "A number may be twice in a cage where no other rule forbids it."
    if any(len(connected_components(cage.cells)) > 1 for cage in cages):
        yield "Cells with the same letter belong to one cage."


def _has_cage_that_may_repeat(puzzle: Puzzle) -> bool:
    """Whether two cells of a cage share no house."""
    houses_of: dict[Cell, set[int]] = {cell: set() for cell in puzzle.cells}
    for number, house in enumerate(puzzle.all_houses):
        for cell in house:
            houses_of[cell].add(number)
    pairs = (pair for cage in puzzle.cages for pair in combinations(cage.cells, 2))
    return any(houses_of[one].isdisjoint(houses_of[other]) for one, other in pairs)


def _clues(puzzle: Puzzle, cages: Sequence[Cage]) -> Iterator[str]:
    """What the clues of cages of several cells mean, with a sign and without."""
    hidden = [cage for cage in cages if puzzle.shown_clue(cage) == str(cage.target)]
    signs = _in_order(cage.operator for cage in cages if cage.operator and cage not in hidden)
    possible = puzzle.rules.possible_operators
    options = _in_order(op for cage in hidden for op in possible(len(cage.cells)))
    choice = listed((_choice(operator, puzzle, hidden) for operator in options), "or")
    make = f"The numbers in {_CAGE} make the number in its corner"
    if len(only := {*signs, *options}) == 1:
        yield f"The number in the corner of {_CAGE} is the {only.pop().noun} of its numbers."
    elif signs:
        words = (_NO_BREAK.join(dict.fromkeys((op.glyph, op.noun))) for op in signs)
        yield f"{make}: {', '.join(words)}."
    else:
        yield f"{make} by one operation, which is to be found: {choice}."
    yield from _meanings(puzzle, cages)
    if signs and len(options) == 1:
        yield f"A number without a sign is a {options[0].noun}."
    elif signs and options:
        yield f"Where a cage of several cells shows no sign, find it: {choice}."


def _choice(operator: Operator, puzzle: Puzzle, hidden: Sequence[Cage]) -> str:
    """The sign of an operator that may be hidden, and whether only two cells may hide it."""
    larger = [cage for cage in hidden if len(cage.cells) > 2]
    only_two = larger and operator not in puzzle.rules.possible_operators(3)
    return f"{operator.glyph} (of two cells only)" if only_two else operator.glyph


def _in_order(operators: Iterable[Operator]) -> list[Operator]:
    """Each operator once, in the order of their table; those that it does not hold at the end."""
    wanted = set(operators)
    return [op for op in OPERATORS if op in wanted] + sorted(wanted - {*OPERATORS}, key=str)


def _meanings(puzzle: Puzzle, cages: Sequence[Cage]) -> Iterator[str]:
    """What operators mean where their nouns do not say what they make of every cage: of more than
    two cells, of numbers below 1, and those that few know, which the rules allow only where they
    are shown.
    """
    known = {operator for operator, _ in puzzle.rules.operators}
    positive = puzzle.values[0] >= 1

    def is_clear(operator: Operator, cells: int) -> bool:
        whole = f"the {operator.noun} of the values"
        usual = operator.meaning.startswith(whole) or (operator in known and cells == 2)
        return operator.meaning == whole or (positive and usual)

    pairs = [(op, len(cage.cells)) for cage in cages for op in puzzle.possible_operators(cage)]
    for op in _in_order(op for op, cells in pairs if not is_clear(op, cells)):
        meaning = re.sub(r"\bvalue", "number", op.meaning).replace("-1", written(-1))
        yield f"The sign{_NO_BREAK}{op.glyph} means {meaning}."
