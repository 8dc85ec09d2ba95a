"""Cage techniques: what the tuples of a cage leave to its cells, its houses, and other cages; and
what cages leave of the total of whole lines.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial
from operator import or_

from kenken_cp.clock import checkpoint
from kenken_cp.encode.instance import Instance
from kenken_cp.encode.line_sums import LineSum, line_sums
from kenken_cp.encode.masks import union
from kenken_cp.encode.tuples import Relation, relation
from kenken_cp.logic.cage_tuples import CageTuples, all_tuples
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.relevance import gone_elsewhere, nothing_else_in_cages, nothing_else_in_cells
from kenken_cp.logic.sentences import any_of, eliminated, filled_in, total_of
from kenken_cp.logic.steps import Absent, Level, Step, Technique, make_step
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import listed

_MAX_LISTED = 3
"""Ways to fill a cage that a sentence lists."""

_MAX_TUPLES = 24
"""Tuples of a cage that a step lists: the orders of four values."""

_MAX_PAIRS = 2_000
"""Pairs of tuples of two cages that are compared."""

_MAX_SUMMED = 4
"""Cells of the largest line sum that a person would look at."""

# --- the cells of a cage: values and combinations ------------------------------------------------


def _unsupported(candidates: Candidates, *, name: str, whole_cage: bool) -> Iterator[Step]:
    """What no tuple has in this cell; or, if ``whole_cage``, in no cell of the cage."""
    for cage in candidates.instance.cages:
        tuples = candidates.cage_tuples(cage.number)
        if whole_cage:
            eliminations = candidates.eliminations_of(cage.cells, ~union(tuples.supports))
        else:
            eliminations = candidates.eliminations_outside(cage.cells, tuples.supports)
        if not tuples:
            yield make_step(name, candidates, cages=(cage.number,))  # a contradiction
        elif eliminations:
            few = tuples.tuples(_MAX_TUPLES) or ()
            yield make_step(
                name, candidates, eliminations, cells=cage.cells, cages=(cage.number,), tuples=few
            )


def _listed_sets(step: Step) -> list[tuple[int, ...]]:
    """The values of each tuple, in order; none if they are too many for a sentence."""
    sets = sorted({tuple(sorted(values)) for values in step.tuples})
    return sets if len(sets) <= _MAX_LISTED else []


def _cage_values_sentence(step: Step, puzzle: Puzzle) -> str:
    (cage,) = step.cages
    sets = _listed_sets(step)
    if len(sets) == 1:
        body = f"{cage} needs {listed(sets[0])}"
    elif sets:
        names = [" ".join(map(str, values)) for values in sets]
        body = f"{cage} is {any_of(names if len(cage.cells) > 2 else map(listed, sets))}"
    else:
        body = f"{cage} has no use for {any_of(eliminated(step))}"
    return f"{body}{filled_in('{so single}.', step, puzzle)}"


def _told_of_cage(step: Step, before: Candidates) -> Absent:
    """What the sentence rules out: where it lists the sets of values, all others, even if it only
    matters to the step that some of them are gone.
    """
    gone = before.domain.mask(eliminated(step))
    if _listed_sets(step):
        gone = ~before.domain.mask(set().union(*step.tuples))
    return dict.fromkeys(before.instance.indices(step.cages[0].cells), gone)


CAGE_VALUES = Technique(
    "cage values",
    Level.EASY,
    "no tuple of the cage has the value in any cell",
    partial(_unsupported, name="cage values", whole_cage=True),
    _cage_values_sentence,
    nothing_else_in_cages,
    says_gone=_told_of_cage,
)


def _cage_combinations_sentence(step: Step, puzzle: Puzzle) -> str:
    tuples = [" ".join(map(str, values)) for values in step.tuples]
    if 0 < len(tuples) <= _MAX_LISTED:
        return filled_in(f"{{cage}} can only be {any_of(tuples)}, so {{conclusion}}.", step, puzzle)
    return filled_in("No way to make {cage} has {gone in cells}{so single}.", step, puzzle)


def _told_of_tuples(step: Step, before: Candidates) -> Absent:
    """What the sentence rules out, if it lists the tuples: all that is in none of them."""
    if not 0 < len(step.tuples) <= _MAX_LISTED:
        return {}
    cells = before.instance.indices(step.cages[0].cells)
    columns = zip(*step.tuples, strict=True)
    return {cell: ~before.domain.mask(held) for cell, held in zip(cells, columns, strict=True)}


CAGE_COMBINATIONS = Technique(
    "cage combinations",
    Level.NORMAL,
    "no tuple of the cage has the value in this cell",
    partial(_unsupported, name="cage combinations", whole_cage=False),
    _cage_combinations_sentence,
    nothing_else_in_cages,
    says_gone=_told_of_tuples,
)


# --- the houses of a cage: overlap ---------------------------------------------------------------


def _cage_overlap(candidates: Candidates) -> Iterator[Step]:
    name, instance = CAGE_OVERLAP.name, candidates.instance
    for cage in instance.cages:
        tuples = candidates.cage_tuples(cage.number)
        in_houses = Counter(house for cell in cage.cells for house in instance.groups_of[cell])
        for house in sorted(house for house, cells in in_houses.items() if cells > 1):
            if house >= len(instance.houses):
                break  # the cage itself, under rules that forbid it a repetition
            inside = [i for i, cell in enumerate(cage.cells) if house in instance.groups_of[cell]]
            others = [cell for cell in instance.houses[house].cells if cell not in cage.cells]
            if eliminations := candidates.eliminations_of(others, tuples.always(inside)):
                yield make_step(
                    name,
                    candidates,
                    eliminations,
                    cells=cage.cells,
                    values=union(mask for _, mask in eliminations),
                    houses=(house,),
                    cages=(cage.number,),
                )


CAGE_OVERLAP = Technique(
    "cage overlap",
    Level.HARD,
    "every tuple of a cage has a value within one house",
    _cage_overlap,
    "{cage} always has {gone} in {house}, so no other cell of {house} is {any gone}{so single}.",
    nothing_else_in_cages,
    says_gone=gone_elsewhere,
)

# --- two cages that share houses: comparison -----------------------------------------------------

Differing = tuple[tuple[int, int], ...]
"""Pairs of cells that must differ: the place of one in a cage, that of the other in another."""


@lru_cache(maxsize=8)
def _interacting(instance: Instance) -> list[tuple[int, int, Differing]]:
    """Two cages, in either order, that have two or more pairs of cells that must differ; these."""
    found = []
    for one in instance.cages:
        checkpoint()
        pairs: dict[int, list[tuple[int, int]]] = {}  # for each other cage
        for i, cell in enumerate(one.cells):
            for peer in instance.peers[cell]:
                number = instance.cage_of[peer]
                if number is not None and number != one.number:
                    j = instance.cages[number].cells.index(peer)
                    pairs.setdefault(number, []).append((i, j))
        several = {number: tuple(both) for number, both in sorted(pairs.items()) if len(both) > 1}
        found += [(one.number, number, both) for number, both in several.items()]
    return found


@lru_cache(maxsize=1 << 12)
def _compatible(one: CageTuples, other: CageTuples, differing: Differing) -> tuple[int, ...]:
    """For each cell of ``one``, the values that it has in tuples of ``one`` with which some tuple
    of ``other`` is compatible.
    """
    kept, others = (0,) * len(one.supports), other.tuples(_MAX_PAIRS) or ()
    for bits in one.tuples(_MAX_PAIRS) or ():
        for those in others:
            for i, j in differing:  # written out, for any() and all() take half as long again
                if bits[i] == those[j]:
                    break
            else:
                kept = tuple(map(or_, kept, bits))
                break
        if kept == one.supports:
            break
    return kept


def _cage_comparison(candidates: Candidates) -> Iterator[Step]:
    name, cages = CAGE_COMPARISON.name, candidates.instance.cages
    tuples = [candidates.cage_tuples(number) for number in range(len(cages))]
    for number, other_number, differing in _interacting(candidates.instance):
        cells = cages[number].cells + cages[other_number].cells
        one, other = tuples[number], tuples[other_number]
        if one.exact and other.exact and 0 < one.count * other.count <= _MAX_PAIRS:
            checkpoint()
            kept = _compatible(one, other, differing)
            if eliminations := candidates.eliminations_outside(cages[number].cells, kept):
                both = (number, other_number)
                yield make_step(name, candidates, eliminations, cells=cells, cages=both)


CAGE_COMPARISON = Technique(
    "cage comparison",
    Level.UNREASONABLE,
    "with the value here, a cage leaves no tuple to another",
    _cage_comparison,
    "{cage} would leave nothing for {other cage} with {gone in cells}, so {conclusion}.",
    nothing_else_in_cages,
)

# --- the cages of whole lines: innies and outies (the "45 rule") ---------------------------------


@lru_cache(maxsize=8)
def _sums(instance: Instance) -> list[tuple[LineSum, Relation]]:
    """The line sums of few cells, each with the relation that it is between these."""
    sums = []
    for line_sum in line_sums(instance, _MAX_SUMMED):
        cells, target = line_sum.cells, line_sum.target
        if cells and target is not None:
            must_differ = instance.must_differ(cells)
            between = relation(instance.domain, (line_sum.operator,), target, must_differ)
            sums.append((line_sum, between))
    return sums


def _innies_and_outies(candidates: Candidates) -> Iterator[Step]:
    for line_sum, between in _sums(candidates.instance):
        checkpoint()
        tuples = all_tuples(between).within([candidates.masks[cell] for cell in line_sum.cells])
        if eliminations := candidates.eliminations_outside(line_sum.cells, tuples.supports):
            yield replace(
                make_step(INNIES_AND_OUTIES.name, candidates, eliminations, cells=line_sum.cells),
                houses=line_sum.houses,
                cages=line_sum.cages,
                total=line_sum.target,
                operator=line_sum.operator,
            )


def _line_sum_sentence(step: Step, puzzle: Puzzle) -> str:
    assert step.operator is not None
    cause = total_of(step.operator, step.houses, step.cages, puzzle)
    end = "would be {total}, which it cannot be"
    if len(step.cells) > 1:
        end = "make {total} together: {conclusion}"
    elif any(step.left.values()):
        end = "is {total}"
    return filled_in(f"{cause[0].upper()}{cause[1:]}, so {{cells}} {end}.", step, puzzle)


def _told_of_line_sum(step: Step, before: Candidates) -> Absent:
    assert step.total is not None
    cells = before.instance.indices(step.cells)
    return {} if cells[1:] else {cells[0]: ~before.domain.bit.get(step.total, 0)}


INNIES_AND_OUTIES = Technique(
    "innies and outies",
    Level.EXTREME,
    "what cages leave of the sum or product of whole lines",
    _innies_and_outies,
    _line_sum_sentence,
    nothing_else_in_cells,
    says_gone=_told_of_line_sum,
    look_at="the {noun} of {houses}",
)
