"""The parts of sentences that techniques share."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from operator import itemgetter

from kenken_cp.logic.steps import Contradiction, Step, Taken, Words
from kenken_cp.model.geometry import Cell, House
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import cell_name, cell_names, house_name, listed


def one_by_one(sentence: Callable[[Taken, Puzzle], str]) -> Words:
    """The words of a technique each of whose steps is a sentence of its own."""
    return lambda run, puzzle: [sentence(taken, puzzle) for taken in run]


def name_of(house: House, puzzle: Puzzle) -> str:
    """A house of a puzzle, as people name it."""
    return house_name(house, puzzle.rows, puzzle.columns)


def names_of(houses: Sequence[House], puzzle: Puzzle) -> str:
    """Houses in a sentence: ``row 3``, ``rows 1-3``, ``columns 2 and 5``."""
    return listed(names_by_kind(houses, puzzle))


def names_by_kind(houses: Iterable[House], puzzle: Puzzle) -> list[str]:
    """The parts of ``names_of``: the rows, the columns, and each other house by itself."""
    found: list[str] = []
    names = (name_of(house, puzzle).split(" ", 1) for house in houses)
    for kind, run in groupby(names, key=itemgetter(0)):
        places = [place for _, place in run]
        if len(places) == 1 or kind not in ("row", "column"):
            found += [f"{kind} {place}" for place in places]
        elif len(places) > 2 and int(places[-1]) - int(places[0]) == len(places) - 1:
            found.append(f"{kind}s {places[0]}-{places[-1]}")
        else:
            found.append(f"{kind}s {listed(places)}")
    return found


def any_of(items: Iterable[object]) -> str:
    """``1, 2 or 3``."""
    return listed(items, "or")


def cells_of(cells: Iterable[Cell]) -> str:
    """``r1c1, r1c2 and r1c3``."""
    return listed(map(cell_name, cells))


def conclusion(taken: Taken) -> str:
    """What a step means for the cells it narrows: what they are, or what they are not."""
    found: dict[tuple[bool, tuple[int, ...]], list[Cell]] = {}
    for cell, gone in taken.step.eliminates:
        left = taken.left[cell]
        shorter = len(left) == 1 or 0 < len(left) < len(gone)
        found.setdefault((shorter, left if shorter else gone), []).append(cell)
    return listed(
        f"{cells_of(cells)} {'is' if len(cells) == 1 else 'are'} {'' if are else 'not '}"
        + any_of(values)
        for (are, values), cells in sorted(found.items(), key=lambda item: not item[0][0])
    )


def so_single(taken: Taken) -> str:
    """The end of a sentence that has said what goes, not yet which cells that decides."""
    single = [
        f"{cell_name(cell)} is {values[0]}"
        for cell, values in taken.left.items()
        if len(values) == 1
    ]
    return f"; {listed(single)}." if single else "."


def eliminated(step: Step) -> list[int]:
    """The values that go, wherever they go from."""
    return sorted({value for _, values in step.eliminates for value in values})


def by_values(
    items: Iterable[tuple[Cell, tuple[int, ...]]],
) -> list[tuple[tuple[int, ...], list[Cell]]]:
    """Cells that the same values belong to, together."""
    found: dict[tuple[int, ...], list[Cell]] = {}
    for cell, values in items:
        found.setdefault(values, []).append(cell)
    return list(found.items())


def values_in_cells(step: Step) -> str:
    """``3 or 6 in r1c1 or r1c2``, for each set of values that goes."""
    return any_of(
        f"{any_of(values)} in {any_of(map(cell_name, cells))}"
        for values, cells in by_values(step.eliminates)
    )


def contradiction_name(found: Contradiction, puzzle: Puzzle, *, would: str = "is") -> str:
    """What shows that there is no solution."""
    if found.cage is not None:
        return f"nothing {would} left that makes {found.cage}"
    if found.house is not None:
        return f"no place {would} left for {found.value} in {name_of(found.house, puzzle)}"
    assert found.cell is not None
    return f"no value {would} left for {cell_name(found.cell)}"


def look_at_cells(step: Step, _: Puzzle) -> str:
    """A hint that names the cells of the step."""
    return cell_names(step.cells)
