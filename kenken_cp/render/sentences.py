"""Steps in words, and the whole way to a solution with what did not matter left out."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from kenken_cp.errors import LimitReachedError
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.relevance import Taken, relevant, shown_by
from kenken_cp.logic.solver import Board, fewest_candidates
from kenken_cp.logic.techniques import (
    TECHNIQUES,
    Contradiction,
    Step,
    contradiction_in,
    next_steps,
    stands,
    take,
)
from kenken_cp.model.geometry import Cell, Grid, House, lines
from kenken_cp.model.operators import MULTIPLY
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import cell_name, cell_names

ALL_TECHNIQUES = tuple(technique.find for technique in TECHNIQUES)
GUESS = "guess"
"""The technique of a step that is none: told by a known solution where deduction is stuck."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The way to a solution, or as far as it goes.

    Args:
        steps: those that matter, in order.
        board: what they lead to.
        contradiction: where they show that there is no solution.
    """

    puzzle: Puzzle
    steps: tuple[Taken, ...]
    board: Board
    contradiction: Contradiction | None

    @property
    def guesses(self) -> int:
        """How often deduction was stuck."""
        return sum(taken.step.technique == GUESS for taken in self.steps)


def explanation(
    puzzle: Puzzle, solution: Grid | None = None, *, seconds: float | None = None
) -> Explanation:
    """The way by the easiest techniques first.

    Where they do not suffice it goes on by a value of the solution, if one is given, and otherwise
    ends with an open board.

    Raises:
        LimitReachedError: if the time ran out.
    """
    end = math.inf if seconds is None else time.monotonic() + seconds
    start = filled(puzzle, {})
    candidates = start.copy()
    steps = []
    for step in _way(candidates, solution):
        steps.append(step)
        if time.monotonic() > end:
            raise LimitReachedError(f"timeout after {len(steps)} steps")
    contradiction = contradiction_in(candidates)
    if contradiction is None:
        told, _ = relevant(start, steps, lambda _: {}, all_places=True)
    else:
        told, _ = relevant(start, steps, shown_by(contradiction))
    return Explanation(puzzle, tuple(told), candidates.board, contradiction)


def _way(candidates: Candidates, solution: Grid | None) -> Iterator[Step]:
    """Takes steps, and yields each that changed something."""
    while not candidates.dead:
        steps = next_steps(candidates, ALL_TECHNIQUES)
        if not steps:
            if solution is None or candidates.solved:
                return
            steps = [_guess(candidates, solution)]
        # A player who has found a pair looks for what is easier before the next pair.
        if steps[0].technique not in _SEEN_AT_ONCE:
            steps = steps[:1]
        for step in steps:
            if not stands(step, candidates):
                return
            if take(candidates, step):
                yield step


_SEEN_AT_ONCE = {"last candidate", "last place", "cage values", "cage combinations"}


def _guess(candidates: Candidates, solution: Grid) -> Step:
    index = fewest_candidates(candidates, frozenset())
    row, column = cell = candidates.layout.cells[index]
    values = candidates.layout.values(candidates.masks[index])
    return Step(GUESS, places=((cell, solution[row][column]),), cells=(cell,), values=values)


def filled(puzzle: Puzzle, entries: Mapping[Cell, int]) -> Candidates:
    """The candidates of a board with its givens and some entries."""
    candidates = Candidates(puzzle)
    givens = {cage.cells[0]: cage.target for cage in puzzle.cages if len(cage.cells) == 1}
    for (row, column), value in {*givens.items(), *entries.items()}:
        bit = candidates.layout.bit.get(value, 0)
        candidates.place(row * puzzle.size + column, bit)
    return candidates


def paragraphs(told: Explanation) -> Iterator[tuple[str, list[str]]]:
    """The sentences, as (technique, sentences) for each run of steps of one technique.

    A cell that is said to be left with one value is not mentioned again when it is placed.
    """
    known: set[Cell] = set()

    def news(taken: Taken) -> bool:
        if taken.step.places:
            return not known.issuperset(cell for cell, _ in taken.step.places)
        known.update(cell for cell, values in taken.left.items() if len(values) == 1)
        return True

    fresh = filter(news, told.steps)
    for technique, run in groupby(fresh, key=lambda taken: taken.step.technique):
        steps = list(run)
        if technique == "last candidate":
            yield technique, [_only_candidates(steps)]
        else:
            yield technique, [sentence(taken, told.puzzle) for taken in steps]


def sentence(taken: Taken, puzzle: Puzzle) -> str:
    """A step in words. Every removal that leaves a cell one value says so."""
    return _WORDS[taken.step.technique](taken, puzzle)


def looks_at(step: Step, puzzle: Puzzle) -> str:
    """Where to look to find a step, without what is found there."""
    if step.technique in ("last candidate", GUESS) or step.contradiction is not None:
        return cell_names(step.cells)
    if step.technique == "naked set":
        return f"{_houses(step.houses, puzzle)}, {cell_names(step.cells)}"
    if step.technique == "line sum":
        return f"the total of {_houses(step.houses, puzzle)}"
    parts = [str(cage) for cage in step.cages]
    if step.houses:
        parts.append(_houses(step.houses, puzzle))
    return _joined(parts)


def contradiction_name(found: Contradiction, puzzle: Puzzle, *, would: str = "is") -> str:
    """What shows that there is no solution."""
    if found.cage is not None:
        return f"nothing {would} left that makes {found.cage}"
    if found.house is not None:
        return f"no place {would} left for {found.value} in {house_name(found.house, puzzle)}"
    assert found.cell is not None
    return f"no value {would} left for {cell_name(found.cell)}"


def house_name(house: House, puzzle: Puzzle) -> str:
    """A house as people say: ``row 3``, ``column 5``, ``box r1c1-r3c3``."""
    size = puzzle.size
    if house in lines(size):
        index = lines(size).index(house)
        return f"row {index + 1}" if index < size else f"column {index - size + 1}"
    (top, left), (bottom, right) = house[0], house[-1]
    if len(house) == (bottom - top + 1) * (right - left + 1) and left <= right:
        return f"box {cell_name(house[0])}-{cell_name(house[-1])}"
    if all(row == column for row, column in house) or all(
        row + column == size - 1 for row, column in house
    ):
        return f"diagonal {cell_name(house[0])}-{cell_name(house[-1])}"
    return f"house {cell_names(house)}"


# --- sentences -----------------------------------------------------------------------------------

MOST_LISTED = 3
"""Ways to fill a cage that a sentence lists."""

MOST_FOLLOWED = 8
"""Placements of a trial that a sentence lists."""


def _last_candidate(taken: Taken, _: Puzzle) -> str:
    return _only_candidates([taken])


def _only_candidates(run: Sequence[Taken]) -> str:
    (first, value), *others = (place for taken in run for place in taken.step.places)
    parts = [f"{cell_name(first)} can only be {value}"]
    return _joined(parts + [f"{cell_name(cell)} {value}" for cell, value in others]) + "."


def _last_place(taken: Taken, puzzle: Puzzle) -> str:
    ((cell, value),) = taken.step.places
    house = house_name(taken.step.houses[0], puzzle)
    return f"In {house} only {cell_name(cell)} can be {value}."


def _cage_values(taken: Taken, _: Puzzle) -> str:
    (cage,) = taken.step.cages
    sets = sorted({tuple(sorted(way)) for way in taken.step.ways})
    if len(sets) == 1:
        body = f"{cage} needs {_and(_counted(sets[0]))}"
    elif 1 < len(sets) <= MOST_LISTED:
        names = [" ".join(map(str, values)) for values in sets]
        body = f"{cage} is {_or(names if len(cage.cells) > 2 else map(_and, sets))}"
    else:
        gone = sorted({value for _, values in taken.step.removes for value in values})
        body = f"{cage} has no use for {_or(gone)}"
    return body + _so_single(taken)


def _counted(values: Sequence[int]) -> list[str]:
    """``2``, ``two 3s``: each value with how often it is there."""
    words = {2: "two", 3: "three", 4: "four"}
    return [
        str(value) if times == 1 else f"{words.get(times, times)} {value}s"
        for value, times in Counter(values).items()
    ]


def _cage_combinations(taken: Taken, _: Puzzle) -> str:
    (cage,) = taken.step.cages
    if all(len(values) == 1 for values in taken.left.values()):
        needs = [f"{values[0]} in {cell_name(cell)}" for cell, values in taken.left.items()]
        return f"{cage} needs {_and(needs)}."
    ways = [" ".join(map(str, way)) for way in taken.step.ways]
    if 0 < len(ways) <= MOST_LISTED:
        return f"{cage} can only be {_or(ways)}, so {_conclusion(taken)}."
    return f"No way to make {cage} has {_or(_removed(taken.step))}" + _so_single(taken)


def _removed(step: Step) -> list[str]:
    """``3 or 6 in r1c1 or r1c2``, for each set of values that goes."""
    return [
        f"{_or(values)} in {_or(map(cell_name, cells))}"
        for values, cells in _by_values(step.removes)
    ]


def _by_values(
    listed: Iterable[tuple[Cell, tuple[int, ...]]],
) -> list[tuple[tuple[int, ...], list[Cell]]]:
    """Cells that the same values belong to, together."""
    found: dict[tuple[int, ...], list[Cell]] = {}
    for cell, values in listed:
        found.setdefault(values, []).append(cell)
    return list(found.items())


def _cage_and_line(taken: Taken, puzzle: Puzzle) -> str:
    step = taken.step
    (cage,), (house,) = step.cages, step.houses
    name, values = house_name(house, puzzle), _gone(step)
    if set(cage.cells) == set(step.cells):
        cause = f"{cage} needs {_and(values)}"
    else:
        cause = f"{cage} always has {_and(_article(value) for value in values)} in {name}"
    return f"{cause}, so no other cell of {name} is {_or(values)}" + _so_single(taken)


def _line_and_box(taken: Taken, puzzle: Puzzle) -> str:
    one, other = (house_name(house, puzzle) for house in taken.step.houses)
    (value,) = taken.step.values
    return (
        f"In {one}, {value} can only be at {_or(map(cell_name, taken.step.cells))}, "
        f"so nowhere else in {other}" + _so_single(taken)
    )


def _naked_set(taken: Taken, puzzle: Puzzle) -> str:
    step = taken.step
    name = house_name(step.houses[0], puzzle)
    return (
        f"{_and(map(cell_name, step.cells))} share {_and(step.values)}, "
        f"so no other cell of {name} is {_or(_gone(step))}" + _so_single(taken)
    )


def _hidden_set(taken: Taken, puzzle: Puzzle) -> str:
    step = taken.step
    name = house_name(step.houses[0], puzzle)
    return (
        f"In {name} only {_and(map(cell_name, step.cells))} can hold {_and(step.values)}, "
        f"and so nothing else: {_conclusion(taken)}."
    )


def _line_sum(taken: Taken, puzzle: Puzzle) -> str:
    step = taken.step
    assert step.total is not None
    inside = [cage.target for cage in step.cages]
    if step.operator is MULTIPLY:
        verb, made = ("multiplies", "multiply"), math.prod(inside)
        whole = made * step.total
    else:
        verb, made = ("adds up", "add up"), sum(inside)
        whole = made + step.total
    names = _houses(step.houses, puzzle)
    total = f"{names[0].upper()}{names[1:]} {verb[len(step.houses) > 1]} to {whole}"
    cages = f"{step.cages[0]} is inside" if len(inside) == 1 else f"the cages inside make {made}"
    cells = _and(map(cell_name, step.cells))
    if len(step.cells) == 1:
        return f"{total}; {cages}, so {cells} is {step.total}."
    return f"{total}; {cages}, so {cells} make {step.total} together: {_conclusion(taken)}."


def _fish(taken: Taken, puzzle: Puzzle) -> str:
    step = taken.step
    half = len(step.houses) // 2
    lines_, crossed = (_houses(part, puzzle) for part in (step.houses[:half], step.houses[half:]))
    (value,) = step.values
    return (
        f"In {lines_}, {value} must be in {crossed}, so no other cell of {crossed} is {value}"
        + _so_single(taken)
    )


def _two_cages(taken: Taken, _: Puzzle) -> str:
    one, other = taken.step.cages
    return (
        f"{one} would leave nothing for {other} with {_or(_removed(taken.step))}, "
        f"so {_conclusion(taken)}."
    )


def _trial(taken: Taken, puzzle: Puzzle) -> str:
    step = taken.step
    assert step.contradiction is not None
    led = contradiction_name(step.contradiction, puzzle, would="would be")
    places = [place for then in step.then for place in then.places]
    if places:
        (first, value), *others = places[:MOST_FOLLOWED]
        follows = [f"{cell_name(first)} would be {value}"]
        follows += [f"{cell_name(cell)} {value}" for cell, value in others]
        more = len(places) > MOST_FOLLOWED
        led = f"{_joined(follows) + ' and so on' if more else _and(follows)}, and {led}"
    return f"If {cell_name(step.cells[0])} were {step.values[0]}, {led}; so {_conclusion(taken)}."


def _guessed(taken: Taken, _: Puzzle) -> str:
    ((cell, value),) = taken.step.places
    name = cell_name(cell)
    return (
        f"From here on deduction does not suffice: {name} can be {_or(taken.step.values)}. "
        f"Of these only {name} = {value} works out."
    )


_WORDS: dict[str, Callable[[Taken, Puzzle], str]] = {
    "last candidate": _last_candidate,
    "last place": _last_place,
    "cage values": _cage_values,
    "cage combinations": _cage_combinations,
    "cage and line": _cage_and_line,
    "line and box": _line_and_box,
    "naked set": _naked_set,
    "hidden set": _hidden_set,
    "line sum": _line_sum,
    "fish": _fish,
    "two cages": _two_cages,
    "short trial": _trial,
    "long trial": _trial,
    GUESS: _guessed,
}


# --- parts of sentences --------------------------------------------------------------------------


def _conclusion(taken: Taken) -> str:
    """What a step means for the cells it narrows: what they are, or what they are not."""
    left: list[tuple[Cell, tuple[int, ...]]] = []
    without: list[tuple[Cell, tuple[int, ...]]] = []
    for cell, gone in taken.step.removes:
        values = taken.left[cell]
        if len(values) == 1 or len(values) < len(gone):
            left.append((cell, values))
        else:
            without.append((cell, gone))
    parts = [f"{_are(cells)} {_or(values)}" for values, cells in _by_values(left)]
    return _and(
        parts + [f"{_are(cells)} not {_or(values)}" for values, cells in _by_values(without)]
    )


def _are(cells: Sequence[Cell]) -> str:
    return f"{_and(map(cell_name, cells))} {'is' if len(cells) == 1 else 'are'}"


def _so_single(taken: Taken) -> str:
    """The end of a sentence that has said what goes, not yet which cells that decides."""
    single = [
        f"{cell_name(cell)} is {values[0]}"
        for cell, values in taken.left.items()
        if len(values) == 1
    ]
    return f"; {_and(single)}." if single else "."


def _gone(step: Step) -> list[int]:
    return sorted({value for _, values in step.removes for value in values})


def _article(value: int) -> str:
    return f"{'an' if str(value)[0] == '8' or value in (11, 18) else 'a'} {value}"


def _houses(houses: Sequence[House], puzzle: Puzzle) -> str:
    """``row 3``, ``rows 1-3``, ``columns 2 and 5``."""
    names = [house_name(house, puzzle).split(" ", 1) for house in houses]
    if len(names) == 1:
        return " ".join(names[0])
    kind, numbers = names[0][0], [number for _, number in names]
    if len(numbers) > 2 and int(numbers[-1]) - int(numbers[0]) == len(numbers) - 1:
        return f"{kind}s {numbers[0]}-{numbers[-1]}"
    return f"{kind}s {_and(numbers)}"


def _joined(parts: Sequence[str]) -> str:
    return ", ".join(parts)


def _and(parts: Iterable[object]) -> str:
    return _listed(parts, "and")


def _or(parts: Iterable[object]) -> str:
    return _listed(parts, "or")


def _listed(parts: Iterable[object], word: str) -> str:
    *first, last = map(str, parts)
    return f"{', '.join(first)} {word} {last}" if first else last
