"""Two cages that share houses: what one takes, the other cannot have."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import eq, or_

from kenken_cp.encode.instance import Instance
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.paths import BitTuple, Paths
from kenken_cp.logic.premises import nothing_else_in_cages
from kenken_cp.logic.steps import Level, Step, StepMaker, Taken, Technique
from kenken_cp.logic.words import conclusion, one_by_one, values_in_cells
from kenken_cp.model.puzzle import Puzzle

_MAX_PAIRS = 2_000
"""Pairs of tuples of two cages that are compared."""


Pairs = tuple[tuple[int, int], ...]
"""Of two cages, the pairs of cells that must differ, as places in the one and in the other."""


@lru_cache(maxsize=64)
def _neighbours(taken: Instance) -> list[tuple[int, int, Pairs]]:
    """Ordered pairs of cages with two or more pairs of cells that must differ, with those pairs."""
    peers = [frozenset(cells) for cells in taken.peers]
    cages = [cage for cage in taken.cages if len(cage.cells) > 1]
    found = []
    for one in cages:
        for other in cages:
            pairs = tuple(
                (i, j)
                for i, cell in enumerate(one.cells)
                for j, partner in enumerate(other.cells)
                if partner in peers[cell]
            )
            if one is not other and len(pairs) > 1:
                found.append((one.number, other.number, pairs))
    return found


@lru_cache(maxsize=1 << 12)
def _tuples(paths: Paths) -> list[BitTuple] | None:
    return paths.tuples(_MAX_PAIRS)


@lru_cache(maxsize=1 << 14)
def _compatible(one: Paths, other: Paths, differing: Pairs) -> tuple[int, ...] | None:
    """For each cell of one cage, the mask of what it has in tuples that leave the other a tuple;
    None if there are too many to compare.
    """
    mine, others = _tuples(one), _tuples(other)
    if not mine or not others or len(mine) * len(others) > _MAX_PAIRS:
        return None
    partners = {tuple([partner[j] for _, j in differing]) for partner in others}
    kept = [0] * len(one.supports)
    for bits in mine:
        bound = [bits[i] for i, _ in differing]
        if any(not any(map(eq, bound, held)) for held in partners):
            kept = list(map(or_, kept, bits))
    return tuple(kept)


def _cage_comparison(candidates: Candidates) -> Iterator[Step]:
    step = StepMaker(CAGE_COMPARISON.name, candidates)
    cages = candidates.instance.cages
    paths = [candidates.paths(number) for number in range(len(cages))]
    for one, other, differing in _neighbours(candidates.instance):
        mine, others = paths[one], paths[other]
        if not mine or not others:
            continue
        kept = _compatible(mine, others, differing)
        eliminations = [] if kept is None else candidates.beyond(cages[one].cells, kept)
        if eliminations:
            yield step(eliminations, cells=cages[one].cells, cages=(one, other))


def _in_words(taken: Taken, _: Puzzle) -> str:
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
    one_by_one(_in_words),
    nothing_else_in_cages,
)
