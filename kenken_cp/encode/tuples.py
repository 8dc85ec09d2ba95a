"""The allowed tuples of a cage, enumerated with pruning, cached by shape.

Cages of one clue recur all over a batch of puzzles, so the cache key holds nothing of where a cage
lies: only which of its cells must differ from which (a relative shape says no more than that).
"""

from __future__ import annotations

from functools import lru_cache

from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Cage, Puzzle, clashes

Rows = tuple[int, ...]
"""Tuples one after the other, flat: ``len(rows) // cells`` of them, in lexicographic order."""

_STEPS_PER_TUPLE = 40
"""Effort allowed per tuple of the limit: an enumeration that mostly meets dead ends is cut off
too.
"""


_WIDEST = 24
"""Cells of the widest cage that is worth listing under a limit."""


def allowed_tuples(puzzle: Puzzle, cage: Cage, limit: int | None = None) -> Rows | None:
    """Every assignment of a cage's cells that its clue, its houses and the rules allow.

    Args:
        limit: the most tuples wanted. None enumerates however long it takes.

    Returns:
        The tuples, flat, or None if there are more than ``limit`` (or finding out costs too much).
    """
    if limit is not None and len(cage.cells) > _WIDEST:
        return None
    shape = clashes(puzzle, cage)
    readings = puzzle.readings(cage)
    if len(readings) == 1:
        return _tuples(puzzle.values, readings[0], cage.target, shape, limit)
    union: set[tuple[int, ...]] = set()
    cells = len(cage.cells)
    for operator in readings:
        rows = _tuples(puzzle.values, operator, cage.target, shape, limit)
        if rows is None:
            return None
        union.update(zip(*[iter(rows)] * cells, strict=True))
        if limit is not None and len(union) > limit:
            return None
    return tuple(value for row in sorted(union) for value in row)


@lru_cache(maxsize=1 << 14)
def _tuples(
    values: tuple[int, ...],
    operator: Operator,
    target: int,
    shape: tuple[int, ...],
    limit: int | None,
) -> Rows | None:
    step, alive = operator.fold.step, operator.fold.alive
    cells = len(shape)
    low, high = values[0], values[-1]
    most = None if limit is None else limit * cells
    steps = None if limit is None else _STEPS_PER_TUPLE * (limit + len(values)) * cells
    earlier = [[j for j in range(i) if mask >> j & 1] for i, mask in enumerate(shape)]
    chosen = [0] * cells
    rows: list[int] = []
    taken = 0

    def extend(i: int, state: object) -> bool:
        """Tries every value at cell ``i``; answers whether to go on."""
        nonlocal taken
        left = cells - i - 1
        taken += len(values)
        taboo = {chosen[j] for j in earlier[i]}
        for value in values:
            if value in taboo:
                continue
            following = step(state, value)
            if not alive(following, left, target, low, high):
                continue
            chosen[i] = value
            if left:
                if not extend(i + 1, following):
                    return False
            else:
                rows.extend(chosen)
                if most is not None and len(rows) > most:
                    return False
        return steps is None or taken <= steps

    return tuple(rows) if extend(0, operator.fold.start) else None
