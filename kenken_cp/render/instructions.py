"""The rules of puzzles in a few sentences, for whoever solves them on paper.

Puzzles of one kind (the same rule set, houses and values) share a paragraph. Everything is taken
from the puzzles, and from the records of their operators and rule sets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, groupby

from kenken_cp.model.geometry import House, connected_components
from kenken_cp.model.houses import extra_houses
from kenken_cp.model.operators import OPERATORS, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.render.board import drawn_houses, has_cages, lines_of, written
from kenken_cp.text import cell_names, listed

_NO_BREAK = "\N{NO-BREAK SPACE}"

_CAGE = "each cage (a group of outlined cells)"


def instructions(puzzles: Mapping[int, Puzzle]) -> list[str]:
    """The rules of puzzles, by their numbers: a paragraph for each kind of them."""
    kinds: dict[object, list[int]] = {}
    for number, puzzle in puzzles.items():
        kinds.setdefault(_kind(puzzle), []).append(number)
    paragraphs = []
    for numbers in kinds.values():
        text = " ".join(_sentences([puzzles[number] for number in numbers]))
        noun = "Puzzle" if len(numbers) == 1 else "Puzzles"
        paragraphs.append(f"{noun} {_in_runs(numbers)}: {text}" if len(kinds) > 1 else text)
    return paragraphs


def _kind(puzzle: Puzzle) -> object:
    """What puzzles of one kind have in common."""
    usual = puzzle.rows == puzzle.columns and puzzle.has_usual_values
    drawn = drawn_houses(puzzle)
    return (
        puzzle.rules,
        None if usual else (puzzle.size, puzzle.values),
        tuple(_houses(puzzle)),
        _scattered_houses(puzzle),
        bool(drawn.pairs),
        drawn.sentences,
        has_cages(puzzle),
    )


def _sentences(boards: Sequence[Puzzle]) -> Iterator[str]:
    """What there is to say of puzzles of one kind."""
    puzzle, cages = boards[0], [cage for board in boards for cage in board.cages]
    houses, scattered = drawn_houses(puzzle), _scattered_houses(puzzle)
    yield _filling(puzzle, several_sizes=len({board.size for board in boards}) > 1)
    if scattered:
        yield f"No number is twice in any of these: {'; '.join(map(cell_names, scattered))}."
    if houses.pairs:
        yield "No two cells that a line joins hold the same number."
    yield from houses.sentences
    if has_cages(puzzle):
        yield from _clues(puzzle, [cage for cage in cages if len(cage.cells) > 1])
        if any(len(cage.cells) == 1 for cage in cages):
            yield "A cage of one cell holds the number in its corner."
        if puzzle.rules.distinct_cages:
            yield "No number is twice in a cage."
        elif any(_may_repeat(cage, board) for board in boards for cage in board.cages):
            besides = scattered or houses.pairs or houses.sentences
            unless = ", and if no other rule forbids it" if besides else ""
            same = listed(_houses(puzzle), "or")
            yield f"A number may be twice in a cage, if not in the same {same}{unless}."
        if any(len(connected_components(cage.cells)) > 1 for cage in cages):
            yield "Cells with the same letter belong to one cage."


def _in_runs(numbers: Sequence[int]) -> str:
    """Ascending numbers: ``1 to 3, 5, 6 and 9``."""
    parts: list[str] = []
    for _, group in groupby(enumerate(numbers), key=lambda item: item[1] - item[0]):
        run = [written(number) for _, number in group]
        parts += run if len(run) < 3 else [f"{run[0]} to {run[-1]}"]
    return listed(parts)


# --- cells and houses ----------------------------------------------------------------------------


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


def _clues(puzzle: Puzzle, cages: Sequence[Cage]) -> Iterator[str]:
    """What the clues of cages of several cells mean, with a sign and without."""
    shown = [cage for cage in cages if puzzle.shown_clue(cage) != str(cage.target)]
    possible = {
        len(cage.cells): _in_order(puzzle.rules.possible_operators(len(cage.cells)))
        for cage in sorted(cages, key=lambda cage: len(cage.cells))
        if cage not in shown
    }
    signs = _in_order(cage.operator for cage in shown if cage.operator is not None)
    hidden = _in_order(chain.from_iterable(possible.values()))
    legend = signs or hidden
    make = f"The numbers in {_CAGE} make the number in its corner"
    if len(legend) == 1:
        yield f"The number in the corner of {_CAGE} is the {legend[0].noun} of its numbers."
    elif signs:
        words = (_NO_BREAK.join(dict.fromkeys((op.glyph, op.noun))) for op in signs)
        yield f"{make}: {', '.join(words)}."
    else:
        yield f"{make} by one operation, which is to be found: {_options(hidden, possible)}."
    yield from _meanings(puzzle, cages)
    if signs and len(hidden) == 1:
        yield f"A number without a sign is a {hidden[0].noun}."
    elif signs and hidden:
        options = _options(hidden, possible)
        yield f"Where a cage of several cells shows no sign, find it: {options}."


def _in_order(operators: Iterable[Operator]) -> list[Operator]:
    """Each operator once, in the order of their table; those that it does not hold at the end."""
    wanted, known = dict.fromkeys(operators), list(OPERATORS)
    return [op for op in known if op in wanted] + [op for op in wanted if op not in known]


def _options(hidden: Sequence[Operator], possible: Mapping[int, Sequence[Operator]]) -> str:
    """``+, −, × or ÷ (with 3 or more cells only + or ×)``.

    Args:
        possible: the operators that may be hidden on cages of each number of cells, ascending.
    """
    text = _glyphs(hidden)
    fewer = {cells: operators for cells, operators in possible.items() if operators != hidden}
    all_fit = possible.keys() - fewer.keys()
    if all_fit and fewer and min(fewer) > max(all_fit):
        first, *others = fewer.values()
        if all(operators == first for operators in others):
            text += f" (with {min(fewer)} or more cells only {_glyphs(first)})"
    return text


def _glyphs(operators: Iterable[Operator]) -> str:
    return listed((operator.glyph for operator in operators), "or")


def _meanings(puzzle: Puzzle, cages: Sequence[Cage]) -> Iterator[str]:
    """What operators mean where their nouns do not say what they make of every cage: of more than
    two cells, of numbers below 1, and those that few know, which the rules allow only where they
    are shown.
    """
    known = {operator for operator, _ in puzzle.rules.operators}
    unclear = []
    for cage in cages:
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
    """Whether no house forbids that some two of its cells are equal."""
    together = [set(house).intersection(cage.cells) for house in puzzle.all_houses]
    return any(
        not any(one in cells and other in cells for cells in together)
        for one, other in combinations(cage.cells, 2)
    )
