"""The moves of the local search: small changes to a puzzle that keep its planted solution."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from kenken_cp.generate.cages import CageBuilder, adjacent_cells
from kenken_cp.model.geometry import Cell, House
from kenken_cp.model.puzzle import Cage, Puzzle

_PARTITIONS_PER_PAIR = 4
"""Partitions of the cells of two cages that are tried."""

_SPLITS_PER_CAGE = 3
"""Ways to split a cage that are tried; most cages have no more."""


def tightening_moves(
    builder: CageBuilder, puzzle: Puzzle, cells: Collection[Cell], *, gently: bool
) -> Iterator[Puzzle]:
    """Puzzles that may determine more about some cells, from the mildest change to the last resort.

    If ``gently``, other clues, and other borders between two cages, come first; then cages split in
    two; at last (where cages may have one cell) cages of which every cell becomes a given. The last
    kind can only determine more than before; the others may as well determine less.
    """
    cages = [
        cage
        for cage in puzzle.cages
        if len(cage.cells) > 1 and not set(cage.cells).isdisjoint(cells)
    ]
    builder.rng.shuffle(cages)
    if gently:
        yield from _with_other_clues(builder, puzzle, cages)
        for cage in cages:
            yield from _with_other_borders(builder, puzzle, cage)
    yield from _with_free_cells_caged(builder, puzzle, cells)
    for cage in cages:
        for _ in range(_SPLITS_PER_CAGE):
            if parts := builder.partition(cage.cells, len(cage.cells) - 1):
                yield _with_parts(builder, puzzle, [cage], parts)
    if builder.recipe.cage_sizes[0] == 1:
        for cage in cages:
            yield _with_parts(builder, puzzle, [cage], [(cell,) for cell in cage.cells])


def loosening_moves(builder: CageBuilder, puzzle: Puzzle) -> Iterator[Puzzle]:
    """Puzzles that may determine less: cages merged, or else their borders moved; other clues."""
    cages = list(puzzle.cages)
    builder.rng.shuffle(cages)
    most = builder.recipe.cage_sizes[1]
    for cage in cages:
        neighbours = _neighbours(puzzle, cage)
        builder.rng.shuffle(neighbours)
        for other in neighbours:
            both = (*cage.cells, *other.cells)
            if len(both) <= most and builder.operators(both):
                yield _with_parts(builder, puzzle, [cage, other], [both])
                break
        else:
            yield from _with_other_borders(builder, puzzle, cage)
        yield from _with_other_clues(builder, puzzle, [cage])


def _with_other_clues(
    builder: CageBuilder, puzzle: Puzzle, cages: Sequence[Cage]
) -> Iterator[Puzzle]:
    """The same cells with another operator."""
    for cage in cages:
        other = builder.cage(cage.cells)
        if other != cage:
            yield _with_cages(puzzle, [cage], [other])


def _with_other_borders(builder: CageBuilder, puzzle: Puzzle, cage: Cage) -> Iterator[Puzzle]:
    """The cells of a cage and of an adjacent one, partitioned anew."""
    neighbours = _neighbours(puzzle, cage)
    builder.rng.shuffle(neighbours)
    for other in neighbours:
        for _ in range(_PARTITIONS_PER_PAIR):
            parts = builder.partition((*cage.cells, *other.cells))
            if parts and sorted(parts) != sorted((cage.cells, other.cells)):
                yield _with_parts(builder, puzzle, [cage, other], parts)


def _with_free_cells_caged(
    builder: CageBuilder, puzzle: Puzzle, cells: Collection[Cell]
) -> Iterator[Puzzle]:
    """A new cage over one of the cells, if it is free, and free cells around it."""
    free = dict.fromkeys(puzzle.free_cells)
    least, most = builder.recipe.cage_sizes
    for cell in [cell for cell in free if cell in cells]:
        region = [cell]
        for member in region:
            region += [
                near for near in adjacent_cells(member) if near in free and near not in region
            ]
        for chosen in (region[:most], region[:least]):
            if parts := builder.partition(chosen):
                yield _with_parts(builder, puzzle, [], parts)


def _neighbours(puzzle: Puzzle, cage: Cage) -> list[Cage]:
    """The cages that are adjacent to a cage."""
    edge = {near for cell in cage.cells for near in adjacent_cells(cell)}
    return [
        other for other in puzzle.cages if other is not cage and not edge.isdisjoint(other.cells)
    ]


def _with_parts(
    builder: CageBuilder, puzzle: Puzzle, old: Sequence[Cage], parts: Sequence[House]
) -> Puzzle:
    return _with_cages(puzzle, old, [builder.cage(part) for part in parts])


def _with_cages(puzzle: Puzzle, old: Sequence[Cage], new: Sequence[Cage]) -> Puzzle:
    """A puzzle with some of its cages replaced by others."""
    kept = [cage for cage in puzzle.cages if not any(cage is gone for gone in old)]
    return replace(puzzle, cages=(*kept, *new))
