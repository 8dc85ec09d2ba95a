"""What the tuples of a cage leave to its cells, to the houses it lies in, and to another cage."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import groupby
from operator import itemgetter, or_

from kenken_cp.clock import checkpoint
from kenken_cp.encode.instance import IndexedCage, Instance
from kenken_cp.encode.masks import mask_of, union
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.paths import Listed
from kenken_cp.logic.relevance import MAX_TUPLES, fewest, nothing_else_in_cages
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
from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import cell_name, listed

_MAX_LISTED = 3
"""Ways to fill a cage that a sentence lists."""

_MAX_PAIRS = 2_000
"""Pairs of tuples of two cages that are compared."""

# --- the cells of a cage: values and combinations ------------------------------------------------


def _unsupported(candidates: Candidates, *, name: str, anywhere: bool) -> Iterator[Step]:
    """What no tuple has, in this cell or ``anywhere``."""
    step = StepMaker(name, candidates)
    for number, eliminations in candidates.unsupported():
        cage, paths = candidates.instance.cages[number], candidates.paths(number)
        if not paths:
            yield step(cages=(number,), contradiction=Contradiction(cage=cage.cage))
            continue
        if anywhere:
            held = union(paths.supports)
            eliminations = candidates.beyond(cage.cells, [held] * len(cage.cells))
        if eliminations:
            tuples = paths.tuples(MAX_TUPLES) or ()
            yield step(eliminations, cells=cage.cells, cages=(number,), tuples=tuples)


def _without_anywhere(step: Step, before: Candidates) -> Absent:
    """No tuple has anywhere what goes."""
    gone = before.domain.mask(eliminated(step))
    return fewest(before, step.cages[0], lambda paths: not union(paths.supports) & gone)


def _sets(step: Step) -> list[tuple[int, ...]]:
    """The values of each tuple, in order."""
    return sorted({tuple(sorted(values)) for values in step.tuples})


def _cage_values_in_words(taken: Taken, _: Puzzle) -> str:
    (cage,) = taken.step.cages
    sets = _sets(taken.step)
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
    partial(_unsupported, name="cage values", anywhere=True),
    one_by_one(_cage_values_in_words),
    _without_anywhere,
)


def _without_in_cells(step: Step, before: Candidates) -> Absent:
    """No tuple has in its cell what goes from there."""
    (cage,), mask_of = step.cages, before.domain.mask
    gone = [(cage.cells.index(cell), mask_of(values)) for cell, values in step.eliminates]
    return fewest(before, cage, lambda paths: not any(paths.supports[i] & mask for i, mask in gone))


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
    partial(_unsupported, name="cage combinations", anywhere=False),
    one_by_one(_cage_combinations_in_words),
    _without_in_cells,
)


def left_by_listed(step: Step) -> dict[Cell, set[int]]:
    """The candidates that the listed ways to fill a cage leave to its cells, if the sentence of a
    step lists them; else nothing. They may eliminate more than the step needs: the sentence says
    that 15* on two cells needs 3 and 5, even if it only matters that neither is 1.
    """
    if step.tuples and step.technique == CAGE_VALUES.name and len(_sets(step)) <= _MAX_LISTED:
        return dict.fromkeys(step.cages[0].cells, set().union(*step.tuples))
    if step.technique == CAGE_COMBINATIONS.name and 0 < len(step.tuples) <= _MAX_LISTED:
        columns = map(set, zip(*step.tuples, strict=True))
        return dict(zip(step.cages[0].cells, columns, strict=True))
    return {}


# --- the houses of a cage: overlap ---------------------------------------------------------------


@lru_cache(maxsize=8)
def _within_houses(taken: Instance) -> list[tuple[int, int, tuple[int, ...], tuple[int, ...]]]:
    """A cage, a house in which it has two cells or more, these by their places in the cage, and the
    cells of the house outside it.
    """
    found = []
    for number, cage in enumerate(taken.cages):
        checkpoint()
        for house in sorted({group for cell in cage.cells for group in taken.groups_of[cell]}):
            if house >= len(taken.houses):
                break  # the cage itself, under rules that forbid it a repetition
            inside = tuple(i for i, cell in enumerate(cage.cells) if house in taken.groups_of[cell])
            if len(inside) > 1:
                others = [cell for cell in taken.houses[house].cells if cell not in cage.cells]
                found.append((number, house, inside, tuple(others)))
    return found


def _cage_overlap(candidates: Candidates) -> Iterator[Step]:
    step = StepMaker(CAGE_OVERLAP.name, candidates)
    masks = candidates.masks
    changed = candidates.changed_cages(CAGE_OVERLAP.name)
    for number, of_cage in groupby(_within_houses(candidates.instance), key=itemgetter(0)):
        if number not in changed:
            continue
        paths = candidates.paths(number)
        if not paths:
            continue
        for _, house, inside, others in of_cage:
            always = paths.always(inside, among=union([masks[cell] for cell in others]))
            eliminations = [(cell, gone) for cell in others if (gone := masks[cell] & always)]
            if eliminations:
                cage = candidates.instance.cages[number]
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
    return fewest(before, step.cages[0], lambda paths: not gone & ~paths.always(inside))


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

# --- two cages that share houses: comparison -----------------------------------------------------

_Partners = tuple[tuple[int, tuple[int, ...]], ...]
"""Of two cages, cells of the one, each with those of the other from which it must differ."""


@lru_cache(maxsize=8)
def _neighbours(taken: Instance) -> list[tuple[int, int, _Partners, _Partners]]:
    """Ordered pairs of cages with two or more pairs of cells that must differ, with those pairs by
    the cells of the one, and by those of the other.
    """
    peers = [mask_of(cells) for cells in taken.peers]
    cages = [(cage, mask_of(cage.cells)) for cage in taken.cages if len(cage.cells) > 1]
    found = {}
    for place, (one, _) in enumerate(cages):
        checkpoint()
        reached = [peers[cell] for cell in one.cells]
        for other, mask in cages[:place]:
            if sum((each & mask).bit_count() for each in reached) > 1:
                differing = _partners(one, other, peers), _partners(other, one, peers)
                found[one.number, other.number] = differing
                found[other.number, one.number] = differing[::-1]
    return [(*numbers, *found[numbers]) for numbers in sorted(found)]


def _partners(one: IndexedCage, other: IndexedCage, peers: list[int]) -> _Partners:
    return tuple(
        (i, partners)
        for i, cell in enumerate(one.cells)
        if (partners := tuple(j for j, each in enumerate(other.cells) if peers[cell] >> each & 1))
    )


@lru_cache(1 << 13)
def _compatible(
    few: Listed, many: Listed, differing: _Partners
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each cell of two cages, the mask that leaves the other a tuple."""
    ruled_out = [(i, many.listing.with_any(partners)) for i, partners in differing]
    kept, left = (0,) * len(few.supports), 0
    for bits in few.all_tuples:
        rest = many.some
        for i, by in ruled_out:
            rest &= ~by.get(bits[i], 0)
        if rest:
            kept = tuple(map(or_, kept, bits))
            left |= rest
            if left == many.some and kept == few.supports:
                return few.supports, many.supports
    return kept, many.listing.supports(left, many.supports)


def _cage_comparison(candidates: Candidates) -> Iterator[Step]:
    step = StepMaker(CAGE_COMPARISON.name, candidates)
    cages = candidates.instance.cages
    changed = candidates.changed_cages(CAGE_COMPARISON.name)
    if not changed:
        return
    paths = [candidates.paths(number) for number in range(len(cages))]
    for number, other_number, differing, reverse in _neighbours(candidates.instance):
        if number not in changed and other_number not in changed:
            continue
        one, other = paths[number], paths[other_number]
        if not (isinstance(one, Listed) and isinstance(other, Listed)):
            continue
        if not (one.exact and other.exact and 0 < one.count * other.count <= _MAX_PAIRS):
            continue
        checkpoint()
        if one.count <= other.count:
            kept, _ = _compatible(one, other, differing)
        else:
            _, kept = _compatible(other, one, reverse)
        eliminations = candidates.beyond(cages[number].cells, kept)
        if eliminations:
            cells = cages[number].cells
            yield step(eliminations, cells=cells, cages=(number, other_number))


def _cage_comparison_in_words(taken: Taken, _: Puzzle) -> str:
    one, other = taken.step.cages
    return (
        f"{one} would leave nothing for {other} with {values_in_cells(taken.step)}, "
        f"so {conclusion(taken)}."
    )


CAGE_COMPARISON = Technique(
    "cage comparison",
    Level.UNREASONABLE,
    "with the value here, a cage leaves no tuple to another",
    _cage_comparison,
    one_by_one(_cage_comparison_in_words),
    nothing_else_in_cages,
)
