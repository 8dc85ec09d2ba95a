"""Small changes to a puzzle that keep its planted solution."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from kenken_cp.generate.drawing import Tailor, beside
from kenken_cp.model.geometry import Cell, House
from kenken_cp.model.puzzle import Cage, Puzzle

_CUTS = 4
"""Ways to share out the cells of two cages that are tried."""

_SPLITS = 3
"""Ways to split a cage that are tried; most have no more."""


def tighter(
    tailor: Tailor, puzzle: Puzzle, doubted: Collection[Cell], *, gently: bool
) -> Iterator[Puzzle]:
    """Changes that may tell more about some cells, from the mildest to the last resort.

    If ``gently``, other clues, and other borders between two cages, come first; then cages split in
    two; at last (where cages may have one cell) cages of which every cell becomes a given. The last
    kind can only tell more than before; the others may as well tell less.
    """
    cages = [
        cage
        for cage in puzzle.cages
        if len(cage.cells) > 1 and not set(cage.cells).isdisjoint(doubted)
    ]
    tailor.rng.shuffle(cages)
    if gently:
        yield from _other_clues(tailor, puzzle, cages)
        for cage in cages:
            yield from _with_a_neighbour(tailor, puzzle, cage)
    yield from _claims(tailor, puzzle, doubted)
    for cage in cages:
        for _ in range(_SPLITS):
            if parts := tailor.cut(cage.cells, len(cage.cells) - 1):
                yield _recut(tailor, puzzle, [cage], parts)
    if tailor.recipe.cage_sizes[0] == 1:
        for cage in cages:
            yield _recut(tailor, puzzle, [cage], [(cell,) for cell in cage.cells])


def looser(tailor: Tailor, puzzle: Puzzle) -> Iterator[Puzzle]:
    """Changes anywhere that may tell less: two cages made one, or else cut anew; other clues."""
    cages = list(puzzle.cages)
    tailor.rng.shuffle(cages)
    most = tailor.recipe.cage_sizes[1]
    for cage in cages:
        neighbours = _neighbours(puzzle, cage)
        tailor.rng.shuffle(neighbours)
        for other in neighbours:
            both = (*cage.cells, *other.cells)
            if len(both) <= most and tailor.operators(both):
                yield _recut(tailor, puzzle, [cage, other], [both])
                break
        else:
            yield from _with_a_neighbour(tailor, puzzle, cage)
        yield from _other_clues(tailor, puzzle, [cage])


def _other_clues(tailor: Tailor, puzzle: Puzzle, cages: Sequence[Cage]) -> Iterator[Puzzle]:
    """The same cells with another operator."""
    for cage in cages:
        clue = tailor.clue(cage.cells)
        if clue != cage:
            yield with_cages(puzzle, [cage], [clue])


def _with_a_neighbour(tailor: Tailor, puzzle: Puzzle, cage: Cage) -> Iterator[Puzzle]:
    """The cells of a cage and of one beside it, shared out anew."""
    neighbours = _neighbours(puzzle, cage)
    tailor.rng.shuffle(neighbours)
    for other in neighbours:
        for _ in range(_CUTS):
            parts = tailor.cut((*cage.cells, *other.cells))
            if parts and sorted(parts) != sorted((cage.cells, other.cells)):
                yield _recut(tailor, puzzle, [cage, other], parts)


def _claims(tailor: Tailor, puzzle: Puzzle, doubted: Collection[Cell]) -> Iterator[Puzzle]:
    """Free cells made a cage: one of the doubted, and free cells around it."""
    free = dict.fromkeys(puzzle.free_cells)
    least, most = tailor.recipe.cage_sizes
    for cell in [cell for cell in free if cell in doubted]:
        region = [cell]
        for member in region:
            region += [near for near in beside(member) if near in free and near not in region]
        for cells in (region[:most], region[:least]):
            if parts := tailor.cut(cells):
                yield _recut(tailor, puzzle, [], parts)


def _neighbours(puzzle: Puzzle, cage: Cage) -> list[Cage]:
    edge = {near for cell in cage.cells for near in beside(cell)}
    return [
        other for other in puzzle.cages if other is not cage and not edge.isdisjoint(other.cells)
    ]


def _recut(tailor: Tailor, puzzle: Puzzle, old: Sequence[Cage], parts: Sequence[House]) -> Puzzle:
    return with_cages(puzzle, old, [tailor.clue(part) for part in parts])


def with_cages(puzzle: Puzzle, old: Sequence[Cage], new: Sequence[Cage]) -> Puzzle:
    """A puzzle with some of its cages replaced by others."""
    kept = [cage for cage in puzzle.cages if not any(cage is gone for gone in old)]
    return replace(puzzle, cages=(*kept, *new))
