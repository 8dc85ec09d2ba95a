"""An upper bound of how many solutions a part of a puzzle has, which rules out what has none.

Each cage has one tuple, and each full group (a row, a column, a box) each value once. Give each
value of each group a *multiplier*, any number; a tuple weighs as much as the multipliers of its
values together. Then all tuples of a solution weigh as much as all multipliers, whatever these are.
So there are no more solutions than the product over the cages of the sum of ``exp(weight)`` of
their tuples, divided by ``exp(all multipliers)``: multiplied out, each solution counts one.

Where the logarithm of this bound is below zero there is no solution. The share that a tuple, or a
value of a cell, has of the sum of its cage tells how many solutions have it at most: if fewer than
one, it is impossible. The logarithm is convex in the multipliers; Newton's method finds the least,
which is below zero just where the linear relaxation (how much of each tuple a cage has) has no
solution, and else finds that of its solutions with the greatest entropy.

No rounding can make this wrong: multipliers are multiples of ``_UNIT`` below ``_MAX_MULTIPLIER``,
so that weights, and sums of them, are exact, and what is left, exponentials and logarithms of a few
hundred sums, is exact to far less than ``_MARGIN``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kenken_cp.checkpoints import checkpoint
from kenken_cp.encode.instance import Instance

Reals = NDArray[np.float64]
Indices = NDArray[np.intp]
Flags = NDArray[np.bool_]

MAX_TUPLES = 200_000
"""Of all cages together. A step of Newton's method takes 10 ms for 25,000 of four cells."""

MAX_PAIRS = 2_000_000
"""Pairs of values of two cells of a cage, of all cages together."""

MAX_EFFECTS = 8_000_000
"""Values of groups times values of cells: what each would do to the others is 64 MB then, of a
20x20 50.
"""

_UNIT, _MAX_MULTIPLIER = 2.0**-20, 2.0**20
_MARGIN = 1e-3
_MAX_LOG = 700.0
"""Of a bound that is compared with a share: ``exp`` holds it."""

_MAX_STEPS, _MAX_STRETCH = 30, 2.0**10
_LEAST_GAIN = 0.05
"""By so much a step is to lower the logarithm; by less where that is near to zero."""

_RIDGE, _SOFT_RIDGE = 1e-7, 1e-4
"""Added to the diagonal of second derivatives, which alone are singular."""

_FEW_CHILDREN = 0.1
"""The exponent of a child's bound in how hard it is held to be. Near zero the fewest children are
best, at one those with the least bounds: on a 16x16 0.02 takes six times as many nodes at the
median, 0.3 more than ten thousand times.
"""

_MAX_EFFECT = 1000.0


class UnsuitableError(Exception):
    """There is too much to list, or no full group."""


class Node(NamedTuple):
    """A part of the puzzle.

    Attributes:
        tuples: those still possible, by their places in the list of all.
        candidates: for each cell and value whether it is possible.
        multipliers: of each full group and value.
        log_bound: the logarithm of how many solutions there are at most.
        shares: of each cell and value: how much of it the relaxation has.
    """

    tuples: Indices
    candidates: Flags
    multipliers: Reals
    log_bound: float
    shares: Reals


class Relaxation:
    """The relaxation of a puzzle. A value of a cell is numbered ``cell * width + place``.

    Raises:
        UnsuitableError: for one that is too large, or has no full group.
    """

    def __init__(self, problem: Instance) -> None:
        self.width = width = len(problem.domain)
        self.value_count = len(problem.cells) * width
        full = [group.cells for group in problem.groups if group.full]
        if not full:
            raise UnsuitableError
        self.group_value_count = len(full) * width
        if self.group_value_count * self.value_count > MAX_EFFECTS:
            raise UnsuitableError
        self.lines = self._lines(full)
        cages = [(cage.cells, cage.relation.tuples(MAX_TUPLES)) for cage in problem.cages]
        domain = np.array(problem.domain)
        cages += [((cell,), problem.domain) for cell in problem.free_cells]
        self.cage_count, most = len(cages), max(len(cells) for cells, _ in cages)
        lengths = [len(cells) for cells, _ in cages]
        if sum(length * (length + 1) for length in lengths) * width**2 // 2 > MAX_PAIRS:
            raise UnsuitableError
        listed: list[Indices] = []
        count = 0
        for cells, rows in cages:
            checkpoint()
            if rows is None or (count := count + len(rows) // len(cells)) > MAX_TUPLES:
                raise UnsuitableError
            table = np.full((len(rows) // len(cells), most), self.value_count)
            places = np.searchsorted(domain, np.array(rows, dtype=domain.dtype))
            table[:, : len(cells)] = places.reshape(-1, len(cells)) + np.array(cells) * width
            listed.append(table)
        self.values = np.concatenate(listed)
        self.cage_of = np.repeat(np.arange(self.cage_count), [len(table) for table in listed])
        self._pair(cages, most)
        self.choices = self._choices(full)

    def _lines(self, full: list[tuple[int, ...]]) -> list[Indices]:
        """For each value of a cell its group and value: of its first group, of its second..."""
        width, last = self.width, self.group_value_count
        mine: list[list[int]] = [[] for _ in range(self.value_count // width)]
        for number, cells in enumerate(full):
            for cell in cells:
                mine[cell].append(number)
        lines = []
        for nth in range(max(map(len, mine))):
            line = np.full(self.value_count + 1, last)
            for cell, numbers in enumerate(mine):
                if nth < len(numbers):
                    line[cell * width : (cell + 1) * width] = numbers[nth] * width + np.arange(
                        width
                    )
            lines.append(line)
        return lines

    def _choices(self, full: list[tuple[int, ...]]) -> Indices:
        """What may be branched on: the values of a cell, and the cells of a group for a value."""
        width = self.width
        cells = np.arange(self.value_count).reshape(-1, width)
        return np.concatenate([cells, *(cells[list(group)].T for group in full)])

    def _pair(self, cages: Sequence[tuple[Sequence[int], object]], most: int) -> None:
        """Numbers the pairs of values of two cells of a cage, or of one cell."""
        width = self.width
        first, second = np.divmod(np.arange(width**2), width)
        self.pair_base = np.full((self.cage_count, most, most), -1)
        firsts: list[Indices] = []
        seconds: list[Indices] = []
        alone: list[Flags] = []
        for number, (cells, _) in enumerate(cages):
            for one, other in combinations_with_replacement(range(len(cells)), 2):
                self.pair_base[number, one, other] = len(firsts) * width**2
                firsts.append(cells[one] * width + first)
                seconds.append(cells[other] * width + second)
                alone.append(np.full(width**2, one == other))
        self.first, self.second = np.concatenate(firsts), np.concatenate(seconds)
        self.of_one_cell = np.concatenate(alone)

    def root(self) -> Node | None:
        """The whole puzzle; None if it has no solution."""
        return self._relaxed(
            np.arange(len(self.values)),
            np.ones(self.value_count, dtype=bool),
            np.zeros(self.group_value_count),
        )

    def children(self, node: Node) -> list[Node] | None:
        """Parts of a node, of which each solution is in one: most likely ones first. Parts that are
        known to have no solution are left out. None if there is nothing to branch on.
        """
        choice = self._choice(node)
        if choice is None:
            return None
        found = []
        for value in choice[np.argsort(-node.shares[choice], kind="stable")].tolist():
            candidates = node.candidates.copy()
            candidates[choice] = False
            start = value // self.width * self.width
            candidates[start : start + self.width] = False
            candidates[value] = True
            relaxed = self._relaxed(node.tuples, candidates, node.multipliers)
            if relaxed is not None:
                found.append(relaxed)
        return found

    def known(self, candidates: Flags) -> tuple[Flags, Flags]:
        """The values of cells that have one candidate; and what these rule out in other values of
        their cells, and in other cells of their full groups.
        """
        counts = candidates.reshape(-1, self.width).sum(axis=1)
        is_known = np.repeat(counts == 1, self.width)
        known = candidates & is_known
        taken, others = self.in_groups(known), is_known.copy()
        for line in self.lines:
            others |= taken[line[:-1]] > 0
        return known, others & ~known

    def _choice(self, node: Node) -> Indices | None:
        """The values to branch on: those whose children look easiest together, by their shares and
        by what the second derivatives say of how much each lowers the bound.
        """
        checkpoint()
        candidates = node.candidates
        effects = np.zeros(self.value_count)
        effects[candidates] = _Work(self, node.tuples, candidates).effects(node.multipliers)
        with np.errstate(divide="ignore"):
            logs = np.log(node.shares) - np.minimum(effects, _MAX_EFFECT)
        possible = candidates[self.choices]
        hard = np.where(possible, np.exp(_FEW_CHILDREN * logs[self.choices]), 0.0).sum(axis=1)
        hard[possible.sum(axis=1) < 2] = np.inf
        best = int(np.argmin(hard))
        if not np.isfinite(hard[best]):
            return None
        choice: Indices = self.choices[best][possible[best]]
        return choice

    def _relaxed(self, tuples: Indices, candidates: Flags, multipliers: Reals) -> Node | None:
        """A node of what is not ruled out; None if all is. It begins with multipliers of others."""
        steps = 0
        while True:
            checkpoint()
            left = self._propagated(tuples, candidates)
            if left is None:
                return None
            tuples, candidates = left
            work = _Work(self, tuples, candidates)
            multipliers = np.where(work.is_open, multipliers, 0.0)
            state = work.state(multipliers)
            while True:
                checkpoint()
                if state.log_bound < -_MARGIN:
                    return None
                shares = work.shares(state)
                if state.log_bound < _MAX_LOG:
                    least = np.exp(-state.log_bound - _MARGIN)
                    impossible = candidates & (shares < least)
                    unlikely = state.of_tuples < least
                    if impossible.any() or unlikely.any():
                        candidates = candidates & ~impossible
                        tuples = tuples[~unlikely]
                        break
                steps += 1
                better = work.step(state, shares) if steps <= _MAX_STEPS else None
                if better is None:
                    return Node(tuples, candidates, state.multipliers, state.log_bound, shares)
                state = better
            multipliers = state.multipliers

    def _propagated(self, tuples: Indices, candidates: Flags) -> tuple[Indices, Flags] | None:
        """What tuples of candidates, and naked and hidden singles, leave; None if nothing."""
        width, lines = self.width, self.lines
        while True:
            known = np.append(candidates, True)
            tuples = tuples[known[self.values[tuples]].all(axis=1)]
            occurs = np.zeros(self.value_count + 1, dtype=bool)
            occurs[self.values[tuples].ravel()] = True
            left = occurs[:-1]
            counts = left.reshape(-1, width).sum(axis=1)
            if not counts.all():
                return None
            single = left & np.repeat(counts == 1, width)
            taken, places = self.in_groups(single), self.in_groups(left)
            if (taken[:-1] > 1).any() or not places[:-1].all():
                return None
            free, hidden = np.ones_like(left), np.zeros_like(left)
            for line in lines:
                free &= taken[line[:-1]] == 0
                hidden |= places[line[:-1]] == 1
            left = left & (single | free)
            hidden &= left
            by_cell = hidden.reshape(-1, width).sum(axis=1)
            if (by_cell > 1).any():
                return None
            left &= hidden | np.repeat(by_cell == 0, width)
            if np.array_equal(left, candidates):
                return tuples, candidates
            candidates = left

    def in_groups(self, flags: Flags) -> Indices:
        """How many cells of each group have each value; a last figure that is not to be used: what
        lies in no group. (It is 0.)
        """
        values = np.flatnonzero(flags)
        total = np.zeros(self.group_value_count + 1, dtype=np.intp)
        for line in self.lines:
            total += np.bincount(line[values], minlength=self.group_value_count + 1)
        total[-1] = 0
        return total


class _State(NamedTuple):
    """What multipliers make of the tuples.

    Attributes:
        weights: of the tuples.
        of_tuples: the share that each has in its cage.
    """

    multipliers: Reals
    weights: Reals
    log_bound: float
    of_tuples: Reals


class _Work:
    """The tuples and pairs of a node, as the steps of Newton's method need them."""

    def __init__(self, whole: Relaxation, tuples: Indices, candidates: Flags) -> None:
        self._whole, self._candidates = whole, candidates
        values, self._cage = whole.values[tuples], whole.cage_of[tuples]
        self._columns = [np.ascontiguousarray(column) for column in values.T]
        self._starts = np.searchsorted(self._cage, np.arange(whole.cage_count))
        self.is_open = self._open()
        opened = np.flatnonzero(self.is_open)
        self._opened, self._size = opened, len(opened)
        # What is not open, and what is in no group, is put at the end, and that is cut off.
        place = np.full(whole.group_value_count + 1, self._size)
        place[opened] = np.arange(self._size)
        self._places = [place[line] for line in whole.lines]
        pairs = np.flatnonzero(candidates[whole.first] & candidates[whole.second])
        self._first, self._second = whole.first[pairs], whole.second[pairs]
        self._of_one_cell = whole.of_one_cell[pairs]
        where = np.zeros(len(whole.first), dtype=np.intp)
        where[pairs] = np.arange(len(pairs))
        width, most = whole.width, len(self._columns)
        self._pairs_of_tuples: list[tuple[Indices, Indices]] = []
        for one, other in combinations_with_replacement(range(most), 2):
            base = whole.pair_base[self._cage, one, other]
            some = np.flatnonzero(base >= 0)
            pair = values[some, one] % width * width + values[some, other] % width
            self._pairs_of_tuples.append((some, where[base[some] + pair]))

    def _open(self) -> Flags:
        """The values of groups that still have several places."""
        total = self._whole.in_groups(self._candidates)
        flags: Flags = total[:-1] > 1
        return flags

    def state(self, multipliers: Reals, weights: Reals | None = None) -> _State:
        """What multipliers make of the tuples."""
        if weights is None:
            weights = self._weights(multipliers)
        largest = np.maximum.reduceat(weights, self._starts)
        parts = np.exp(weights - largest[self._cage])
        sums = np.add.reduceat(parts, self._starts)
        log_bound = float(largest.sum() + np.log(sums).sum() - multipliers.sum())
        return _State(multipliers, weights, log_bound, parts / sums[self._cage])

    def _weights(self, multipliers: Reals) -> Reals:
        padded = np.append(multipliers, 0.0)
        of_values = np.zeros(self._whole.value_count + 1)
        for line in self._whole.lines:
            of_values += padded[line]
        weights: Reals = of_values[self._columns[0]]
        for column in self._columns[1:]:
            weights = weights + of_values[column]
        return weights

    def shares(self, state: _State) -> Reals:
        """Of each cell and value: those of its tuples together."""
        length = self._whole.value_count + 1
        total = np.zeros(length)
        for column in self._columns:
            total += np.bincount(column, state.of_tuples, length)
        return total[:-1]

    def _covariances(self, state: _State, shares: Reals) -> Reals:
        """Of each pair of values."""
        total = np.zeros(len(self._first))
        for tuples, pairs in self._pairs_of_tuples:
            total += np.bincount(pairs, state.of_tuples[tuples], len(total))
        result: Reals = total - shares[self._first] * shares[self._second]
        return result

    def step(self, state: _State, shares: Reals) -> _State | None:
        """A step of Newton's method, as far as it leads down; None if it gains too little."""
        size = self._size
        if not size:
            return None
        whole, places, end = self._whole, self._places, self._size + 1
        gradient = np.full(end, -1.0)
        for place in places:
            gradient += np.bincount(place[:-1], shares, end)
        covariances = self._covariances(state, shares)
        covariances[self._of_one_cell] /= 2  # both orders of its values are pairs
        second = np.zeros(end * end)
        for one in places:
            for other in places:
                entry = one[self._first] * end + other[self._second]
                second += np.bincount(entry, covariances, end * end)
        hessian = second.reshape(end, end)[:size, :size]
        hessian = hessian + hessian.T
        hessian[np.arange(size), np.arange(size)] += _RIDGE
        try:
            down = np.linalg.solve(hessian, -gradient[:size])
        except np.linalg.LinAlgError:
            return None
        direction = np.zeros(whole.group_value_count)
        direction[self._opened] = down
        found = self._searched(state, direction)
        if found is None:
            return None
        stretch, best = found
        gain = state.log_bound - best.log_bound
        enough = _LEAST_GAIN * min(1.0, max(best.log_bound, 0.0) / 10 + 0.02)
        if stretch < 2 and gain < enough and best.log_bound >= -_MARGIN:
            return None
        return best

    def _searched(self, state: _State, direction: Reals) -> tuple[float, _State] | None:
        """How far a direction leads down: twice as far each time, or else half as far."""
        slope = self._weights(direction)

        def at(stretch: float) -> _State:
            return self.state(
                state.multipliers + stretch * direction, state.weights + stretch * slope
            )

        stretch, best = 1.0, at(1.0)
        while best.log_bound < state.log_bound and stretch < _MAX_STRETCH:
            further = at(2 * stretch)
            if not further.log_bound < best.log_bound:
                break
            stretch, best = 2 * stretch, further
        while not best.log_bound < state.log_bound:
            stretch /= 2
            if stretch < 1 / _MAX_STRETCH:
                return None
            best = at(stretch)
        exact = np.round(best.multipliers / _UNIT) * _UNIT
        if not (np.abs(exact) < _MAX_MULTIPLIER).all():
            return None
        return stretch, self.state(exact)

    def effects(self, multipliers: Reals) -> Reals:
        """By how much each candidate, once it is chosen, is expected to lower the logarithm of the
        bound, besides what its share says.
        """
        state = self.state(multipliers)
        shares = self.shares(state)
        number = np.cumsum(self._candidates) - 1
        count, size = int(self._candidates.sum()), self._size
        if not size:
            return np.zeros(count)
        covariances, two = self._covariances(state, shares), ~self._of_one_cell
        first = np.concatenate([self._first, self._second[two]])
        second = np.concatenate([self._second, self._first[two]])
        both = np.concatenate([covariances, covariances[two]])
        change = np.zeros((size + 1) * count)  # of each group and value, by each candidate
        for place in self._places:
            entry = place[first] * count + number[second]
            change += np.bincount(entry, both, len(change))
        change = change.reshape(size + 1, count)[:size]
        hessian = np.zeros((size + 1, size))
        values = np.flatnonzero(self._candidates)
        for place in self._places:
            np.add.at(hessian, place[values], change.T)
        hessian = hessian[:size]
        hessian[np.arange(size), np.arange(size)] += _SOFT_RIDGE
        try:
            moved = np.linalg.solve(hessian, change)
        except np.linalg.LinAlgError:
            return np.zeros(count)
        effects: Reals = 0.5 * (change * moved).sum(axis=0)
        effects = effects / np.maximum(shares[values], 1e-12) ** 2
        return np.nan_to_num(effects, nan=0.0, posinf=_MAX_EFFECT, neginf=0.0)
