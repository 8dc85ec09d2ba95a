"""The rules of puzzles in a few sentences, for whoever solves them on paper.

What all of some puzzles share is said once, and what only some have is said of these. Everything is
taken from the puzzles, and from the records of their operators and rule sets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from kenken_cp.model.geometry import House, Size, connected_components
from kenken_cp.model.houses import extra_houses
from kenken_cp.model.operators import GIVEN, OPERATORS, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.render.picture import (
    drawn_diagonals,
    has_cages,
    joined_pairs,
    lines_of,
    other_houses,
    regions,
    said_below,
    shown_operator,
    written,
)
from kenken_cp.text import cell_names, listed

_NO_BREAK = "\N{NO-BREAK SPACE}"

_CAGE = "each cage (a group of outlined cells)"


def instructions(puzzles: Mapping[int, Puzzle]) -> list[str]:
    """The rules of puzzles, by their numbers: a paragraph on all, and one on each group of them."""
    boards = list(puzzles.values())
    signs = _in_order(op for puzzle in boards for op in _shown(puzzle))
    repeating = any(
        _may_repeat(cage, puzzle) for puzzle in boards for cage in _larger_cages(puzzle)
    )
    sizes: dict[tuple[str, ...], set[Size]] = {}
    for puzzle in filter(_is_usual, boards):
        sizes.setdefault(_houses(puzzle), set()).add(puzzle.size)
    found = {
        number: (
            _filling(puzzle, several_sizes=len(sizes.get(_houses(puzzle), ())) > 1),
            _scattered_houses(puzzle),
            _pairs(puzzle),
            " ".join(said_below(puzzle)),
            _cages(puzzle, signs),
            _meanings(boards),
            _hidden(puzzle) if _shown(puzzle) else "",
            _single_cells(boards),
            _repeats(puzzle, repeating=repeating),
            _apart(boards),
        )
        for number, puzzle in puzzles.items()
    }
    groups: dict[tuple[int, ...], list[str]] = {}
    for same_kind in zip(*found.values(), strict=True):
        for text in filter(None, dict.fromkeys(same_kind)):
            own = zip(found, same_kind, strict=True)
            groups.setdefault(tuple(number for number, said in own if said == text), []).append(
                text
            )
    every = tuple(found)
    return [
        ("" if numbers == every else f"{_named(numbers)}: ") + " ".join(texts)
        for numbers, texts in groups.items()
    ]


def _named(numbers: Sequence[int]) -> str:
    return f"Puzzle{'s' * (len(numbers) > 1)} {_in_runs(numbers)}"


def _in_runs(numbers: Sequence[int]) -> str:
    """Ascending numbers: ``1 to 3, 5, 6 and 9``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts: list[str] = []
    for run in runs:
        ends = [written(number) for number in (run if len(run) < 3 else (run[0], run[-1]))]
        parts += ends if len(run) < 3 else [" to ".join(ends)]
    return listed(parts)


# --- cells and houses ----------------------------------------------------------------------------


def _is_usual(puzzle: Puzzle) -> bool:
    return puzzle.rows == puzzle.columns and puzzle.has_usual_values


def _filling(puzzle: Puzzle, *, several_sizes: bool) -> str:
    """What to write where.

    Args:
        several_sizes: whether it is said of boards of several sizes.
    """
    numbers = _numbers(puzzle.values)
    if several_sizes and _is_usual(puzzle):
        numbers = "the numbers from 1 to the size of the board"
    houses = _houses(puzzle)
    if min(map(len, _named_houses(puzzle))) == len(puzzle.values):
        where = listed(f"every {house}" for house in houses)
        return f"Fill {where} with {numbers}, each number once."
    nowhere = listed(houses, "or")
    return f"Write one of {numbers} in every cell, no number twice in the same {nowhere}."


def _named_houses(puzzle: Puzzle) -> tuple[House, ...]:
    """The houses that ``_houses`` has a name for."""
    grey = () if _scattered_houses(puzzle) else other_houses(puzzle)
    return (*lines_of(puzzle), *regions(puzzle), *drawn_diagonals(puzzle), *grey)


def _houses(puzzle: Puzzle) -> tuple[str, ...]:
    """What the kinds of its houses are called, but for those that sentences of their own name."""
    names = ["row", "column"]
    if len(regions(puzzle)) > 1:
        boxed = extra_houses(puzzle.size, puzzle.houses).box_shape is not None
        names.append("box" if boxed else "region with a thick border")
    if crossing := drawn_diagonals(puzzle):
        names.append("main diagonal" if len(crossing) > 1 else "line along the diagonal")
    if other_houses(puzzle) and not _scattered_houses(puzzle):
        names.append("group of grey cells")
    return tuple(names)


def _scattered_houses(puzzle: Puzzle) -> str:
    """The extra houses that a tint alone does not tell apart."""
    others = other_houses(puzzle)
    tinted = connected_components({cell for house in others for cell in house})
    if set(tinted) == set(others):
        return ""
    return f"No number is twice in any of these: {'; '.join(map(cell_names, others))}."


def _pairs(puzzle: Puzzle) -> str:
    joined = "No two cells that a line joins hold the same number."
    return joined if joined_pairs(puzzle) else ""


def _numbers(values: Sequence[int]) -> str:
    return f"the number{'s' * (len(values) > 1)} {_in_runs(values)}"


# --- cages ---------------------------------------------------------------------------------------


def _in_order(operators: Iterable[Operator]) -> list[Operator]:
    """Each operator once, in the order of their table; those that it does not hold at the end."""
    found, known = dict.fromkeys(operators), list(OPERATORS)
    return [op for op in known if op in found] + [op for op in found if op not in known]


def _larger_cages(puzzle: Puzzle) -> list[Cage]:
    return [cage for cage in puzzle.cages if len(cage.cells) > 1]


def _shown(puzzle: Puzzle) -> list[Operator]:
    """The operators that its clues show."""
    operators = (shown_operator(puzzle, cage) for cage in _larger_cages(puzzle))
    return _in_order(filter(None, operators))


def _possible(puzzle: Puzzle) -> dict[int, list[Operator]]:
    """The operators that its hidden clues may be, by the number of cells."""
    hidden = (cage for cage in _larger_cages(puzzle) if shown_operator(puzzle, cage) is None)
    return {
        cells: _in_order(puzzle.rules.possible_operators(cells))
        for cells in sorted({len(cage.cells) for cage in hidden})
    }


def _cages(puzzle: Puzzle, signs: Sequence[Operator]) -> str:
    """What the clues mean; ``signs`` are all that are shown, on this board and beside it."""
    if not has_cages(puzzle):
        return ""
    if not _shown(puzzle):
        hidden = _in_order(op for operators in _possible(puzzle).values() for op in operators)
        if len(hidden) > 1:
            where = f"The numbers in {_CAGE} make the number in its corner"
            return f"{where} by one operation, which is to be found: {_options(puzzle)}."
        signs = hidden
    if len(signs) == 1:
        return f"The number in the corner of {_CAGE} is the {signs[0].noun} of its numbers."
    legend = ", ".join(_NO_BREAK.join(dict.fromkeys((op.glyph, op.noun))) for op in signs)
    return f"The numbers in {_CAGE} make the number in its corner: {legend}."


def _hidden(puzzle: Puzzle) -> str:
    """What a clue without a sign means where others have one."""
    possible = _possible(puzzle)
    operators = _in_order(op for operators in possible.values() for op in operators)
    if not operators:
        return ""
    if len(operators) == 1:
        return f"A number without a sign is a {operators[0].noun}."
    return f"Where a cage of several cells shows no sign, find it: {_options(puzzle)}."


def _options(puzzle: Puzzle) -> str:
    """``+, −, × or ÷ (with 3 or more cells + or ×)``."""
    possible = _possible(puzzle)
    every = _in_order(op for operators in possible.values() for op in operators)
    fewer = {cells: operators for cells, operators in possible.items() if operators != every}
    text = _glyphs(every)
    if fewer and min(fewer) > max(possible.keys() - fewer.keys(), default=max(possible)):
        (first, *others) = fewer.values()
        if all(operators == first for operators in others):
            text += f" (with {min(fewer)} or more cells only {_glyphs(first)})"
    return text


def _glyphs(operators: Iterable[Operator]) -> str:
    return listed((operator.glyph for operator in operators), "or")


def _meanings(boards: Iterable[Puzzle]) -> str:
    """What operators mean where their nouns leave it open."""
    open_ = _in_order(op for puzzle in boards for op in _open(puzzle))
    texts = [f"The sign{_NO_BREAK}{op.glyph} means {op.meaning}." for op in open_]
    return re.sub(r"\bvalue", "number", " ".join(texts))


def _open(puzzle: Puzzle) -> Iterator[Operator]:
    """The operators whose nouns do not say what they make of every cage: of more than two cells, of
    numbers below 1, and those that few know, which the rules allow only where they are shown.
    """
    known, below_1 = {operator for operator, _ in puzzle.rules.operators}, puzzle.values[0] < 1
    for cage in _larger_cages(puzzle):
        for operator in puzzle.possible_operators(cage):
            whole = f"the {operator.noun} of the values"
            says_all = operator.meaning == whole
            if not below_1:
                says_all |= operator.meaning.startswith(f"{whole}, ")
                says_all |= operator in known and len(cage.cells) == 2
            if not says_all:
                yield operator


def _single_cells(boards: Iterable[Puzzle]) -> str:
    if any(
        cage.operator is GIVEN for puzzle in boards if has_cages(puzzle) for cage in puzzle.cages
    ):
        return "A cage of one cell holds the number in its corner."
    return ""


def _repeats(puzzle: Puzzle, *, repeating: bool) -> str:
    """Whether a number may be twice in a cage; ``repeating``: whether one may in some cage."""
    if not has_cages(puzzle):
        return ""
    if puzzle.rules.distinct_cages:
        return "No number is twice in a cage."
    houses = listed(_houses(puzzle), "or")
    besides = _scattered_houses(puzzle) or _pairs(puzzle) or said_below(puzzle)
    unless = ", and if no other rule forbids it" if besides else ""
    twice = f"A number may be twice in a cage, if not in the same {houses}{unless}."
    return twice if repeating else ""


def _may_repeat(cage: Cage, puzzle: Puzzle) -> bool:
    """Whether neither the rules nor a house forbid that some two of its cells are equal."""
    together = [set(house).intersection(cage.cells) for house in puzzle.all_houses]
    return not puzzle.rules.distinct_cages and any(
        not any(one in cells and other in cells for cells in together)
        for one, other in combinations(cage.cells, 2)
    )


def _apart(boards: Iterable[Puzzle]) -> str:
    cages = (cage for puzzle in boards for cage in puzzle.cages)
    if any(len(connected_components(cage.cells)) > 1 for cage in cages):
        return "Cells with the same letter belong to one cage."
    return ""
