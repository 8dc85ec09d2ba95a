"""What the tuples of a cage leave to its cells, to the houses it lies in, and to another cage."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, permutations
from operator import and_, itemgetter, or_

from kenken_cp.caches import remembered
from kenken_cp.checkpoints import checkpoint
from kenken_cp.encode.instance import Instance, once_an_instance
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.paths import BitTuple, Paths, union
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
    """What the ways to fill a cage that the words of a step list leave to its cells; nothing if
    they list none. By them more may go than the step is there for: that 15* on two cells needs 3
    and 5 is said, even if only that they are not 1 matters.
    """
    if step.tuples and step.technique == CAGE_VALUES.name and len(_sets(step)) <= _MAX_LISTED:
        return dict.fromkeys(step.cages[0].cells, set().union(*step.tuples))
    if step.technique == CAGE_COMBINATIONS.name and 0 < len(step.tuples) <= _MAX_LISTED:
        columns = map(set, zip(*step.tuples, strict=True))
        return dict(zip(step.cages[0].cells, columns, strict=True))
    return {}


# --- the houses of a cage: overlap ---------------------------------------------------------------


@once_an_instance
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
    for number, of_cage in groupby(_within_houses(candidates.instance), key=itemgetter(0)):
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

_Pairs = tuple[tuple[int, tuple[int, ...]], ...]
"""Of two cages, cells of the one, each with those of the other from which it must differ."""


@once_an_instance
def _neighbours(taken: Instance) -> list[tuple[int, int, _Pairs]]:
    """Ordered pairs of cages with two or more pairs of cells that must differ, with those pairs."""
    peers = [frozenset(cells) for cells in taken.peers]
    cages = [cage for cage in taken.cages if len(cage.cells) > 1]
    found = []
    for one, other in permutations(cages, 2):
        checkpoint()
        pairs = tuple(
            (i, partners)
            for i, cell in enumerate(one.cells)
            if (partners := tuple(j for j, each in enumerate(other.cells) if each in peers[cell]))
        )
        if sum(len(partners) for _, partners in pairs) > 1:
            found.append((one.number, other.number, pairs))
    return found


@remembered(1 << 12, lambda found: 200 * len(found or ()) * len((found or [()])[0]))
def _tuples(paths: Paths) -> list[BitTuple] | None:
    return paths.tuples(_MAX_PAIRS)


@remembered(1 << 12, lambda found: sum(400 + 300 * len(holding) for holding in found or ()))
def _holding(paths: Paths) -> list[dict[int, int]] | None:
    """For each cell of a cage and each value there, a mask of the tuples that have it."""
    tuples = _tuples(paths)
    if not tuples:
        return None
    return [_places_of(column) for column in zip(*tuples, strict=True)]


def _places_of(column: tuple[int, ...]) -> dict[int, int]:
    """For each bit in a column, a mask of its places, which are read as the digits of a number."""
    found = {}
    bits = sorted(set(column))
    for start in range(0, len(bits), _MAX_BYTE):
        number = {bit: byte for byte, bit in enumerate(bits[start : start + _MAX_BYTE], 1)}
        digits = bytes(number.get(bit, 0) for bit in reversed(column))
        for bit, byte in number.items():
            only = bytearray(b"0" * 256)
            only[byte] = ord("1")
            found[bit] = int(digits.translate(only), 2)
    return found


_MAX_BYTE = 255


@remembered(1 << 14, lambda found: 400 + 300 * len(found))
def _ruled_out(paths: Paths, cells: tuple[int, ...]) -> dict[int, int]:
    """For each value, a mask of the tuples that have it in one of some cells."""
    holding = _holding(paths) or []
    found: dict[int, int] = {}
    for cell in cells:
        for bit, tuples in holding[cell].items():
            found[bit] = found.get(bit, 0) | tuples
    return found


@remembered(1 << 14, lambda kept: 300 + 40 * len(kept or ()))
def _compatible(one: Paths, other: Paths, differing: _Pairs) -> tuple[int, ...] | None:
    """For each cell of a cage, the mask that leaves the other a tuple; None if too costly."""
    mine = _tuples(one)
    if not mine or not _holding(other):
        return None
    ruled_out = [(i, _ruled_out(other, partners).get) for i, partners in differing]
    every = (1 << other.count) - 1
    kept: tuple[int, ...] = (0,) * len(one.supports)
    for bits in mine:
        if all(map(and_, kept, bits)):
            continue  # it would add nothing; nearly all tuples of large cages are such
        gone = 0
        for i, by in ruled_out:
            gone |= by(bits[i], 0)
        if gone != every:
            kept = tuple(map(or_, kept, bits))
            if kept == one.supports:
                break
    return kept


def _cage_comparison(candidates: Candidates) -> Iterator[Step]:
    step = StepMaker(CAGE_COMPARISON.name, candidates)
    cages = candidates.instance.cages
    paths = [candidates.paths(number) for number in range(len(cages))]
    counts = [0 if found is None or not found.exact else found.count for found in paths]
    for one, other, differing in _neighbours(candidates.instance):
        if not 0 < counts[one] * counts[other] <= _MAX_PAIRS:
            continue
        mine, others = paths[one], paths[other]
        assert mine is not None
        assert others is not None
        checkpoint()
        kept = _compatible(mine, others, differing)
        eliminations = [] if kept is None else candidates.beyond(cages[one].cells, kept)
        if eliminations:
            yield step(eliminations, cells=cages[one].cells, cages=(one, other))


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
