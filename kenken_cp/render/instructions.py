"""The rules of puzzles in a few sentences, for whoever solves them on paper.

Puzzles of one kind (the same rule set, houses and values) share a paragraph. Everything is taken
from the puzzles, and from the records of their operators and rule sets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kenken_cp.model.geometry import connected_components
from kenken_cp.model.houses import extra_houses
from kenken_cp.model.operators import OPERATORS, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.render.board import drawn_houses, has_cages, written
from kenken_cp.text import cell_names, listed

_NO_BREAK = "\N{NO-BREAK SPACE}"

_CAGE = "each cage (a group of outlined cells)"

_TO_THE_SIZE = "the numbers from 1 to the size of the board"


def instructions(puzzles: Mapping[int, Puzzle]) -> list[str]:
    """The rules of puzzles, by their numbers: a paragraph for each kind of them."""
    kinds: dict[object, list[int]] = {}
    for number, puzzle in puzzles.items():
        usual = puzzle.rows == puzzle.columns and puzzle.has_usual_values
        cells = tuple(_on_cells(puzzle, _TO_THE_SIZE if usual else _numbers(puzzle)))
        kinds.setdefault((puzzle.rules, has_cages(puzzle), cells), []).append(number)
    paragraphs = []
    for numbers in kinds.values():
        boards = [puzzles[number] for number in numbers]
        same_values = len({board.values for board in boards}) == 1
        cells = tuple(_on_cells(boards[0], _numbers(boards[0]) if same_values else _TO_THE_SIZE))
        text = " ".join([*cells, *_on_cages(boards)])
        noun = "Puzzle" if len(boards) == 1 else "Puzzles"
        paragraphs.append(f"{noun} {listed(numbers)}: {text}" if len(kinds) > 1 else text)
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
    tinted = {cell for house in drawn.tinted for cell in house}
    disjoint = set(connected_components(tinted)) == set(drawn.tinted)
    if drawn.tinted and disjoint:
        names["group of grey cells"] = "every"
        sizes |= set(map(len, drawn.tinted))
    if min(sizes | set(map(len, drawn.regions))) == len(puzzle.values):
        where = listed(f"{article} {name}" for name, article in names.items())
        yield f"Fill {where} with {numbers}, each number once."
    else:
        nowhere = listed(names, "or")
        yield f"Write one of {numbers} in every cell, no number twice in the same {nowhere}."
    if not disjoint:  # so their tint does not tell which is which
        groups = "; ".join(map(cell_names, drawn.tinted))
        yield f"No number is twice in any of these (r1c2 is row 1, column 2): {groups}."
    yield from drawn.sentences


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
    elif not all(_is_in_one_line(cage) for cage in cages):
        yield "A number may be twice in a cage where no other rule forbids it."
    if any(len(connected_components(cage.cells)) > 1 for cage in cages):
        yield "Cells with the same letter belong to one cage."


def _is_in_one_line(cage: Cage) -> bool:
    return any(len(set(numbers)) == 1 for numbers in zip(*cage.cells, strict=True))


def _clues(puzzle: Puzzle, cages: Sequence[Cage]) -> Iterator[str]:
    """What the clues of cages of several cells mean, with a sign and without."""
    hidden = [cage for cage in cages if puzzle.shown_clue(cage) == str(cage.target)]
    signs = _in_order(cage.operator for cage in cages if cage.operator and cage not in hidden)
    possible = puzzle.rules.hidden_operators
    options = _in_order(op for cage in hidden for op in possible(len(cage.cells)))
    choice = listed((op.glyph for op in options), "or")
    of_two = [op.glyph for op in options if op not in possible(3)]
    if of_two and any(len(cage.cells) > 2 for cage in hidden):
        choice += f" ({listed(of_two)} of two cells only)"
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


def _in_order(operators: Iterable[Operator]) -> list[Operator]:
    """Each operator once, in the order of their table; those that it does not hold at the end."""
    wanted = set(operators)
    return [op for op in OPERATORS if op in wanted] + sorted(wanted - {*OPERATORS}, key=str)


def _meanings(puzzle: Puzzle, cages: Sequence[Cage]) -> Iterator[str]:
    """What operators mean where their nouns do not say it: on more than two cells, of numbers below
    1, and those that the rules allow only where they are shown, which few know.
    """
    known = {operator for operator, _ in puzzle.rules.operators}

    def is_clear(op: Operator, cells: int) -> bool:
        whole = f"the {op.noun} of the values"  # what may follow is about numbers below 1
        usual = op.meaning.startswith(whole) or (op in known and cells == 2)
        return op.meaning == whole or (usual and puzzle.values[0] >= 1)

    pairs = [(op, len(cage.cells)) for cage in cages for op in puzzle.possible_operators(cage)]
    for op in _in_order(op for op, cells in pairs if not is_clear(op, cells)):
        meaning = re.sub(r"\bvalue", "number", op.meaning).replace("-1", written(-1))
        yield f"The sign{_NO_BREAK}{op.glyph} means {meaning}."
