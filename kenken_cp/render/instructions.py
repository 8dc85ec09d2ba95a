"""The rules of puzzles in a few sentences, for whoever solves them on paper.

What all of some puzzles share is said once, and what only some have is said of these. Everything is
taken from the puzzles, and from the records of their operators and rule sets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby
from typing import NamedTuple

from kenken_cp.model.geometry import House, connected_components
from kenken_cp.model.houses import extra_houses
from kenken_cp.model.operators import GIVEN, OPERATORS, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.render.board import drawn_houses, has_cages, lines_of, written
from kenken_cp.text import cell_names, listed

_NO_BREAK = "\N{NO-BREAK SPACE}"

_CAGE = "each cage (a group of outlined cells)"


def instructions(puzzles: Mapping[int, Puzzle]) -> list[str]:
    """The rules of puzzles, by their numbers: a paragraph on all, and one on each group of them."""
    boards = list(puzzles.values())
    together = _Together(
        several_sizes=all(map(_is_usual, boards))
        and len({puzzle.size for puzzle in boards}) > 1
        and len({tuple(_houses(puzzle)) for puzzle in boards}) == 1,
        signs=_in_order(sign for puzzle in boards for sign in _shown(puzzle)),
        repeating=any(_may_repeat(cage, puzzle) for puzzle in boards for cage in puzzle.cages),
        singles=any(
            cage.operator is GIVEN for puzzle in filter(has_cages, boards) for cage in puzzle.cages
        ),
    )
    sentences = {number: _sentences(puzzle, together) for number, puzzle in puzzles.items()}
    paragraphs: dict[tuple[int, ...], list[str]] = {}
    for of_one_kind in zip(*sentences.values(), strict=True):
        for sentence in filter(None, dict.fromkeys(of_one_kind)):
            spoken_of = zip(puzzles, of_one_kind, strict=True)
            numbers = tuple(number for number, other in spoken_of if other == sentence)
            paragraphs.setdefault(numbers, []).append(sentence)
    return [_named(numbers, len(boards)) + " ".join(texts) for numbers, texts in paragraphs.items()]


def _named(numbers: Sequence[int], count: int) -> str:
    if len(numbers) == count:
        return ""
    return f"{'Puzzle' if len(numbers) == 1 else 'Puzzles'} {_in_runs(numbers)}: "


def _in_runs(numbers: Sequence[int]) -> str:
    """Ascending numbers: ``1 to 3, 5, 6 and 9``."""
    parts: list[str] = []
    for _, group in groupby(enumerate(numbers), key=lambda item: item[1] - item[0]):
        run = [written(number) for _, number in group]
        parts += run if len(run) < 3 else [f"{run[0]} to {run[-1]}"]
    return listed(parts)


class _Together(NamedTuple):
    """What is said of several puzzles in the same words.

    Attributes:
        several_sizes: whether they differ in their sizes alone, not in kinds of houses or values.
        signs: the operators that some clue shows.
        repeating: whether a number may be twice in some cage.
        singles: whether some cage has one cell.
    """

    several_sizes: bool
    signs: Sequence[Operator]
    repeating: bool
    singles: bool


def _sentences(puzzle: Puzzle, together: _Together) -> list[str]:
    """What there is to say, as many sentences for every puzzle; they are empty where they do not
    apply to it.
    """
    houses, caged = drawn_houses(puzzle), has_cages(puzzle)
    scattered = _scattered_houses(puzzle)
    listed_houses = "; ".join(map(cell_names, scattered))
    apart = any(len(connected_components(cage.cells)) > 1 for cage in puzzle.cages)
    twice = ""
    if puzzle.rules.distinct_cages:
        twice = "No number is twice in a cage."
    elif together.repeating:
        besides = scattered or houses.pairs or houses.sentences
        unless = ", and if no other rule forbids it" if besides else ""
        same = listed(_houses(puzzle), "or")
        twice = f"A number may be twice in a cage, if not in the same {same}{unless}."
    return [
        _filling(puzzle, several_sizes=together.several_sizes),
        f"No number is twice in any of these: {listed_houses}." if scattered else "",
        "No two cells that a line joins hold the same number." if houses.pairs else "",
        " ".join(houses.sentences),
        _cages(puzzle, together.signs) if caged else "",
        " ".join(_meanings(puzzle)),
        _hidden(puzzle) if _shown(puzzle) else "",
        "A cage of one cell holds the number in its corner." if together.singles and caged else "",
        twice if caged else "",
        "Cells with the same letter belong to one cage." if apart else "",
    ]


# --- cells and houses ----------------------------------------------------------------------------


def _is_usual(puzzle: Puzzle) -> bool:
    return puzzle.rows == puzzle.columns and puzzle.has_usual_values


def _filling(puzzle: Puzzle, *, several_sizes: bool) -> str:
    """What to write where."""
    numbers = f"the number{'' if len(puzzle.values) == 1 else 's'} {_in_runs(puzzle.values)}"
    if several_sizes:
        numbers = "the numbers from 1 to the size of the board"
    drawn, names = drawn_houses(puzzle), _houses(puzzle)
    tinted = () if _scattered_houses(puzzle) else drawn.tinted
    named = [*lines_of(puzzle), *drawn.regions, *drawn.diagonals, *tinted]
    if min(map(len, named)) == len(puzzle.values):
        where = listed(f"every {name}" for name in names)
        return f"Fill {where} with {numbers}, each number once."
    nowhere = listed(names, "or")
    return f"Write one of {numbers} in every cell, no number twice in the same {nowhere}."


def _houses(puzzle: Puzzle) -> list[str]:
    """What the kinds of its houses are called, but for those that have sentences of their own."""
    drawn, names = drawn_houses(puzzle), ["row", "column"]
    if drawn.boxed:
        rectangles = extra_houses(puzzle.size, puzzle.houses).box_shape is not None
        names.append("box" if rectangles else "region with a thick border")
    if drawn.diagonals:
        names.append("main diagonal" if len(drawn.diagonals) > 1 else "line along the diagonal")
    if drawn.tinted and not _scattered_houses(puzzle):
        names.append("group of grey cells")
    return names


def _scattered_houses(puzzle: Puzzle) -> tuple[House, ...]:
    """The tinted houses, if their tint alone does not tell them apart."""
    tinted = drawn_houses(puzzle).tinted
    apart = connected_components({cell for house in tinted for cell in house})
    return () if set(apart) == set(tinted) else tinted


# --- cages ---------------------------------------------------------------------------------------


def _in_order(operators: Iterable[Operator]) -> list[Operator]:
    """Each operator once, in the order of their table; those that it does not hold at the end."""
    wanted, known = dict.fromkeys(operators), list(OPERATORS)
    return [op for op in known if op in wanted] + [op for op in wanted if op not in known]


def _larger_cages(puzzle: Puzzle) -> list[Cage]:
    return [cage for cage in puzzle.cages if len(cage.cells) > 1]


def _shows_operator(cage: Cage, puzzle: Puzzle) -> bool:
    return puzzle.shown_clue(cage) != str(cage.target)


def _shown(puzzle: Puzzle) -> list[Operator]:
    """The operators that its clues show."""
    cages = (cage for cage in _larger_cages(puzzle) if _shows_operator(cage, puzzle))
    return _in_order(cage.operator for cage in cages if cage.operator is not None)


def _possible(puzzle: Puzzle) -> dict[int, list[Operator]]:
    """The operators that its hidden clues may be, by the number of cells."""
    hidden = (cage for cage in _larger_cages(puzzle) if not _shows_operator(cage, puzzle))
    return {
        cells: _in_order(puzzle.rules.possible_operators(cells))
        for cells in sorted({len(cage.cells) for cage in hidden})
    }


def _hidden_operators(puzzle: Puzzle) -> list[Operator]:
    return _in_order(op for operators in _possible(puzzle).values() for op in operators)


def _cages(puzzle: Puzzle, signs: Sequence[Operator]) -> str:
    """What the clues mean; ``signs`` are all that are shown, on this board and beside it."""
    if not _shown(puzzle):
        signs = _hidden_operators(puzzle)
        if len(signs) > 1:
            where = f"The numbers in {_CAGE} make the number in its corner"
            return f"{where} by one operation, which is to be found: {_options(puzzle)}."
    if len(signs) == 1:
        return f"The number in the corner of {_CAGE} is the {signs[0].noun} of its numbers."
    legend = ", ".join(_NO_BREAK.join(dict.fromkeys((op.glyph, op.noun))) for op in signs)
    return f"The numbers in {_CAGE} make the number in its corner: {legend}."


def _hidden(puzzle: Puzzle) -> str:
    """What a clue without a sign means where others have one."""
    operators = _hidden_operators(puzzle)
    if len(operators) == 1:
        return f"A number without a sign is a {operators[0].noun}."
    if operators:
        return f"Where a cage of several cells shows no sign, find it: {_options(puzzle)}."
    return ""


def _options(puzzle: Puzzle) -> str:
    """``+, −, × or ÷ (with 3 or more cells only + or ×)``."""
    possible, every = _possible(puzzle), _hidden_operators(puzzle)
    fewer = {cells: operators for cells, operators in possible.items() if operators != every}
    all_fit = possible.keys() - fewer.keys()
    text = _glyphs(every)
    if fewer and min(fewer) > max(all_fit, default=max(possible)):
        first, *others = fewer.values()
        if all(operators == first for operators in others):
            text += f" (with {min(fewer)} or more cells only {_glyphs(first)})"
    return text


def _glyphs(operators: Iterable[Operator]) -> str:
    return listed((operator.glyph for operator in operators), "or")


def _meanings(puzzle: Puzzle) -> Iterator[str]:
    """What operators mean where their nouns do not say what they make of every cage: of more than
    two cells, of numbers below 1, and those that few know, which the rules allow only where they
    are shown.
    """
    known = {operator for operator, _ in puzzle.rules.operators}
    unclear = []
    for cage in _larger_cages(puzzle):
        for operator in puzzle.possible_operators(cage):
            whole = f"the {operator.noun} of the values"
            clear = operator.meaning == whole
            if puzzle.values[0] >= 1:
                clear |= operator.meaning.startswith(f"{whole}, ")
                clear |= operator in known and len(cage.cells) == 2
            if not clear:
                unclear.append(operator)
    for op in _in_order(unclear):
        meaning = re.sub(r"\bvalue", "number", op.meaning)
        yield f"The sign{_NO_BREAK}{op.glyph} means {meaning}."


def _may_repeat(cage: Cage, puzzle: Puzzle) -> bool:
    """Whether neither the rules nor a house forbid that some two of its cells are equal."""
    together = [set(house).intersection(cage.cells) for house in puzzle.all_houses]
    return not puzzle.rules.distinct_cages and any(
        not any(one in cells and other in cells for cells in together)
        for one, other in combinations(cage.cells, 2)
    )
