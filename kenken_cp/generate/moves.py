"""Small changes to a puzzle that keep its planted solution."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from kenken_cp.generate.cages import CageBuilder, adjacent_cells
from kenken_cp.model.geometry import Cell, House
from kenken_cp.model.puzzle import Cage, Puzzle

_CUTS = 4
"""Ways to share out the cells of two cages that are tried."""

_SPLITS = 3
"""Ways to split a cage that are tried; most have no more."""


def tighter(
    builder: CageBuilder, puzzle: Puzzle, doubted: Collection[Cell], *, gently: bool
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
    builder.rng.shuffle(cages)
    if gently:
        yield from _other_clues(builder, puzzle, cages)
        for cage in cages:
            yield from _with_a_neighbour(builder, puzzle, cage)
    yield from _claims(builder, puzzle, doubted)
    for cage in cages:
        for _ in range(_SPLITS):
            if parts := builder.partition(cage.cells, len(cage.cells) - 1):
                yield _recut(builder, puzzle, [cage], parts)
    if builder.recipe.cage_sizes[0] == 1:
        for cage in cages:
            yield _recut(builder, puzzle, [cage], [(cell,) for cell in cage.cells])


def looser(builder: CageBuilder, puzzle: Puzzle) -> Iterator[Puzzle]:
    """Changes anywhere that may tell less: two cages made one, or else cut anew; other clues."""
    cages = list(puzzle.cages)
    builder.rng.shuffle(cages)
    most = builder.recipe.cage_sizes[1]
    for cage in cages:
        neighbours = _neighbours(puzzle, cage)
        builder.rng.shuffle(neighbours)
        for other in neighbours:
            both = (*cage.cells, *other.cells)
            if len(both) <= most and builder.operators(both):
                yield _recut(builder, puzzle, [cage, other], [both])
                break
        else:
            yield from _with_a_neighbour(builder, puzzle, cage)
        yield from _other_clues(builder, puzzle, [cage])


def _other_clues(builder: CageBuilder, puzzle: Puzzle, cages: Sequence[Cage]) -> Iterator[Puzzle]:
    """The same cells with another operator."""
    for cage in cages:
        clue = builder.cage(cage.cells)
        if clue != cage:
            yield with_cages(puzzle, [cage], [clue])


def _with_a_neighbour(builder: CageBuilder, puzzle: Puzzle, cage: Cage) -> Iterator[Puzzle]:
    """The cells of a cage and of one beside it, shared out anew."""
    neighbours = _neighbours(puzzle, cage)
    builder.rng.shuffle(neighbours)
    for other in neighbours:
        for _ in range(_CUTS):
            parts = builder.partition((*cage.cells, *other.cells))
            if parts and sorted(parts) != sorted((cage.cells, other.cells)):
                yield _recut(builder, puzzle, [cage, other], parts)


def _claims(builder: CageBuilder, puzzle: Puzzle, doubted: Collection[Cell]) -> Iterator[Puzzle]:
    """Free cells made a cage: one of the doubted, and free cells around it."""
    free = dict.fromkeys(puzzle.free_cells)
    least, most = builder.recipe.cage_sizes
    for cell in [cell for cell in free if cell in doubted]:
        region = [cell]
        for member in region:
            region += [
                near for near in adjacent_cells(member) if near in free and near not in region
            ]
        for cells in (region[:most], region[:least]):
            if parts := builder.partition(cells):
                yield _recut(builder, puzzle, [], parts)


def _neighbours(puzzle: Puzzle, cage: Cage) -> list[Cage]:
    edge = {near for cell in cage.cells for near in adjacent_cells(cell)}
    return [
        other for other in puzzle.cages if other is not cage and not edge.isdisjoint(other.cells)
    ]


def _recut(
    builder: CageBuilder, puzzle: Puzzle, old: Sequence[Cage], parts: Sequence[House]
) -> Puzzle:
    return with_cages(puzzle, old, [builder.cage(part) for part in parts])


def with_cages(puzzle: Puzzle, old: Sequence[Cage], new: Sequence[Cage]) -> Puzzle:
    """A puzzle with some of its cages replaced by others."""
    kept = [cage for cage in puzzle.cages if not any(cage is gone for gone in old)]
    return replace(puzzle, cages=(*kept, *new))
