"""What the tuples of one cage leave to its cells, and to the houses it lies in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kenken_cp.logic.candidates import Candidates, Elimination, union
from kenken_cp.logic.paths import Paths
from kenken_cp.logic.premises import cage_number, fewest
from kenken_cp.logic.relevance import MAX_TUPLES
from kenken_cp.logic.steps import Absent, Contradiction, Level, Step, StepMaker, Taken, Technique
from kenken_cp.logic.words import (
    any_of,
    conclusion,
    eliminated,
    name_of,
    one_by_one,
    so_single,
    values_in_cells,
)
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import cell_name, listed

_MAX_LISTED = 3
"""Ways to fill a cage that a sentence lists."""


def _step(
    step: StepMaker, candidates: Candidates, number: int, eliminations: Sequence[Elimination]
) -> Step:
    cage = candidates.instance.cages[number]
    paths = candidates.paths(number)
    if not paths:
        return step(cages=(number,), contradiction=Contradiction(cage=cage.cage))
    tuples = paths.tuples(MAX_TUPLES) or ()
    return step(eliminations, cells=cage.cells, cages=(number,), tuples=tuples)


def _cage_values(candidates: Candidates) -> Iterator[Step]:
    step = StepMaker(CAGE_VALUES.name, candidates)
    for number, _ in candidates.unsupported():
        cells, paths = candidates.instance.cages[number].cells, candidates.paths(number)
        anywhere = union(paths.supports if paths else ())
        eliminations = candidates.beyond(cells, [anywhere] * len(cells))
        if eliminations:
            yield _step(step, candidates, number, eliminations)


def _without_anywhere(step: Step, before: Candidates) -> Absent:
    """No tuple has anywhere what goes."""
    gone = before.domain.mask(eliminated(step))

    def holds(paths: Paths) -> bool:
        return not union(paths.supports) & gone

    return fewest(before, cage_number(step, before), holds)


def _cage_values_in_words(taken: Taken, _: Puzzle) -> str:
    (cage,) = taken.step.cages
    sets = sorted({tuple(sorted(values)) for values in taken.step.tuples})
    if len(sets) == 1:
        body = f"{cage} needs {listed(_counted(sets[0]))}"
    elif 1 < len(sets) <= _MAX_LISTED:
        names = [" ".join(map(str, values)) for values in sets]
        body = f"{cage} is {any_of(names if len(cage.cells) > 2 else map(listed, sets))}"
    else:
        body = f"{cage} has no use for {any_of(eliminated(taken.step))}"
    return body + so_single(taken)


def _counted(values: Sequence[int]) -> list[str]:
    """``2``, ``two 3s``: each value with how often it is there."""
    words = {2: "two", 3: "three", 4: "four"}
    return [
        str(value) if times == 1 else f"{words.get(times, times)} {value}s"
        for value, times in Counter(values).items()
    ]


CAGE_VALUES = Technique(
    "cage values",
    Level.EASY,
    "no tuple of the cage has the value in any cell",
    _cage_values,
    one_by_one(_cage_values_in_words),
    _without_anywhere,
)


def _cage_combinations(candidates: Candidates) -> Iterator[Step]:
    step = StepMaker(CAGE_COMBINATIONS.name, candidates)
    for number, eliminations in candidates.unsupported():
        yield _step(step, candidates, number, eliminations)


def _without_in_cells(step: Step, before: Candidates) -> Absent:
    """No tuple has in its cell what goes from there."""
    cage = step.cages[0]
    gone = [
        (cage.cells.index(cell), before.domain.mask(values)) for cell, values in step.eliminates
    ]

    def holds(paths: Paths) -> bool:
        return not any(paths.supports[i] & mask for i, mask in gone)

    return fewest(before, cage_number(step, before), holds)


def _cage_combinations_in_words(taken: Taken, _: Puzzle) -> str:
    (cage,) = taken.step.cages
    if all(len(values) == 1 for values in taken.left.values()):
        needs = [f"{values[0]} in {cell_name(cell)}" for cell, values in taken.left.items()]
        return f"{cage} needs {listed(needs)}."
    tuples = [" ".join(map(str, values)) for values in taken.step.tuples]
    if 0 < len(tuples) <= _MAX_LISTED:
        return f"{cage} can only be {any_of(tuples)}, so {conclusion(taken)}."
    return f"No way to make {cage} has {values_in_cells(taken.step)}" + so_single(taken)


CAGE_COMBINATIONS = Technique(
    "cage combinations",
    Level.NORMAL,
    "no tuple of the cage has the value in this cell",
    _cage_combinations,
    one_by_one(_cage_combinations_in_words),
    _without_in_cells,
)


def _cage_overlap(candidates: Candidates) -> Iterator[Step]:
    step = StepMaker(CAGE_OVERLAP.name, candidates)
    taken, masks = candidates.instance, candidates.masks
    for number, cage in enumerate(taken.cages):
        paths = candidates.paths(number) if len(cage.cells) > 1 else None
        if not paths:
            continue
        for house in sorted({group for cell in cage.cells for group in taken.groups_of[cell]}):
            if house >= len(taken.houses):
                break  # the cage itself, under rules that forbid it a repetition
            inside = [i for i, cell in enumerate(cage.cells) if house in taken.groups_of[cell]]
            if len(inside) < 2:
                continue
            always = paths.always(inside)
            eliminations = [
                (cell, masks[cell] & always)
                for cell in taken.houses[house].cells
                if masks[cell] & always and cell not in cage.cells
            ]
            if eliminations:
                yield step(
                    eliminations,
                    cells=[cage.cells[i] for i in inside],
                    values=union(mask for _, mask in eliminations),
                    houses=(house,),
                    cages=(number,),
                )


def _always_in_house(step: Step, before: Candidates) -> Absent:
    """Every tuple has, in the house, the values that leave the rest of it."""
    inside = [step.cages[0].cells.index(cell) for cell in step.cells]
    gone = before.domain.mask(eliminated(step))

    def holds(paths: Paths) -> bool:
        return not gone & ~paths.always(inside)

    return fewest(before, cage_number(step, before), holds)


def _cage_overlap_in_words(taken: Taken, puzzle: Puzzle) -> str:
    step = taken.step
    (cage,), (house,) = step.cages, step.houses
    name, values = name_of(house, puzzle), eliminated(step)
    if set(cage.cells) == set(step.cells):
        cause = f"{cage} needs {listed(values)}"
    else:
        cause = f"{cage} always has {listed(map(_with_article, values))} in {name}"
    return f"{cause}, so no other cell of {name} is {any_of(values)}" + so_single(taken)


def _with_article(value: int) -> str:
    return f"{'an' if str(value)[0] == '8' or value in (11, 18) else 'a'} {value}"


CAGE_OVERLAP = Technique(
    "cage overlap",
    Level.HARD,
    "every tuple of a cage has a value within one house",
    _cage_overlap,
    one_by_one(_cage_overlap_in_words),
    _always_in_house,
)
