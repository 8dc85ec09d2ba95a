"""The automaton of a clue: a layered decision diagram (MDD) whose paths are the clue's tuples.

A layer of states before each cell, one start, one end; an arc ``(state, value, next state)`` gives
the cell its value. It is built forwards from the operators' folds, whose bounds cut what cannot
meet the target; then states from which the end cannot be reached are pruned, and states that are
left by the same arcs are merged, backwards, so that it is the smallest there is. A hidden operator
is the product of the folds it may stand for. (Andersen, Hadzic, Hooker and Tiedemann, "A constraint
store based on multivalued decision diagrams", 2007; Pesant, "A regular language membership
constraint for finite sequences of variables", 2004.)
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

from kenken_cp.caches import remembered
from kenken_cp.checkpoints import checkpoint
from kenken_cp.model.operators import Operator

Arc = tuple[int, int, int]
"""(state, value, next state)."""

MAX_TRIED = 150_000
"""Pairs of a state and a value that building an automaton may look at: a quarter of a second."""

MAX_TRIED_BITS = 1 << 27
"""The same times the bits of a state, for the states of large cages are large themselves."""

STATES_PER_CHECKPOINT = 8
"""States that are gone on from between two checkpoints."""


class Mdd:
    """A layered automaton; immutable.

    Attributes:
        values: the domain of every cell, ascending.
        layers: for each cell its arcs, by state and then by value.
        widths: how many states there are before each cell, and after the last.
    """

    def __init__(self, values: tuple[int, ...], layers: Sequence[Sequence[Arc]]) -> None:
        self.values = values
        self.layers = tuple(map(tuple, layers))
        self.widths = (*(len({arc[0] for arc in layer}) for layer in layers), int(self.possible))

    @property
    def bytes(self) -> int:
        """About what it takes in memory: an arc is a tuple, and most states are large numbers."""
        return 100 * sum(map(len, self.layers))

    @property
    def possible(self) -> bool:
        """Whether there is a path."""
        return bool(self.layers[0])

    @cached_property
    def path_count(self) -> int:
        """How many paths there are; none is listed for that."""
        after = [1]
        for layer, width in zip(reversed(self.layers), self.widths[-2::-1], strict=True):
            before = [0] * width
            for state, _, following in layer:
                before[state] += after[following]
            after = before
        return sum(after)

    def leaving(self, layer: int, state: int) -> Sequence[Arc]:
        """The arcs of a state before a cell, by value."""
        arcs = self.layers[layer]
        first = bisect_left(arcs, (state,))
        return arcs[first : bisect_left(arcs, (state + 1,), first)]

    def bit_arcs(self) -> list[list[Arc]]:
        """The arcs, with every value as its bit."""
        bit = {value: 1 << place for place, value in enumerate(self.values)}
        return [
            [(state, bit[value], following) for state, value, following in layer]
            for layer in self.layers
        ]


State = tuple[Any, ...]
"""For each operator that may explain the clue, the state of its fold as a tuple of one, or an empty
tuple once it is excluded; if there is only one operator, its fold's state as a tuple of one.
"""

Step = Callable[[State, int, int], State | None]
"""The state after a value, with that many cells left; None where the target is out of reach."""


def _stepper(
    values: tuple[int, ...], operators: tuple[Operator, ...], target: int
) -> tuple[State, Step]:
    """The start, and the step, of the product of the operators' folds."""
    low, high = values[0], values[-1]
    folds = [operator.fold for operator in operators]
    if len(folds) == 1:
        step, alive = folds[0].step, folds[0].alive

        def step_one(state: State, value: int, left: int) -> State | None:
            after = step(state[0], value)
            return (after,) if alive(after, left, target, low, high) else None

        return (folds[0].start,), step_one

    def step_all(states: State, value: int, left: int) -> State | None:
        after = tuple(
            (following,)
            if state
            and fold.alive(following := fold.step(state[0], value), left, target, low, high)
            else ()
            for fold, state in zip(folds, states, strict=True)
        )
        return after if any(after) else None

    return tuple((fold.start,) for fold in folds), step_all


@remembered(1 << 14, lambda mdd: 300 + (0 if mdd is None else mdd.bytes))
def automaton(
    values: tuple[int, ...],
    operators: tuple[Operator, ...],
    target: int,
    conflicts: tuple[int, ...],
    candidates: tuple[int, ...] | None = None,
) -> Mdd | None:
    """The automaton of a clue; None if it would take too many steps to build (``MAX_TRIED``).

    It is built from all states that can be reached. A state is what the folds have come to, and,
    for each later cell that must differ from an earlier one, the values that it must not have: a
    mask for each, one above the other.

    Args:
        values: the domain of every cell, ascending.
        operators: those that may explain the clue.
        conflicts: for each cell of the cage, a bit mask of the earlier ones that it must differ
            from; all 0 for the clue alone.
        candidates: for each cell, a bit mask of the values it keeps, the i-th of ``values`` being
            ``1 << i``; None for all.
    """
    start, step = _stepper(values, operators, target)
    cells, width = len(conflicts), len(values)
    state_bits = cells * width if any(conflicts) else 1
    max_tried = min(MAX_TRIED, MAX_TRIED_BITS // state_bits)
    if cells * width > max_tried:
        return None  # each layer has a state
    later = barred_later(conflicts, width)
    tried = 0
    layers = []
    states: dict[tuple[State, int], int] = {(start, 0): 0}
    for i in range(cells):
        tried += len(states) * width
        if tried > max_tried:
            return None
        left, marks = cells - i - 1, later[i]
        barred = 0 if candidates is None else ~candidates[i]
        layer = []
        following: dict[tuple[State, int], int] = {}
        for (state, taboo), number in states.items():
            if not number % STATES_PER_CHECKPOINT:
                checkpoint()
            others = taboo >> width
            taboo |= barred
            for place, value in enumerate(values):
                if taboo >> place & 1:
                    continue
                after = step(state, value, left)
                if after is not None:
                    key = (after, others | marks << place)
                    layer.append((number, value, following.setdefault(key, len(following))))
        layers.append(layer)
        states = following
    return Mdd(values, _reduced(layers))


def barred_later(conflicts: Sequence[int], width: int) -> list[int]:
    """For each cell the lowest bit of the mask of each later one that must differ from it: moved up
    by the place of a value, what bars these from it.
    """
    later = [0] * len(conflicts)
    for j, mask in enumerate(conflicts):
        for i in bits(mask):
            later[i] |= 1 << (j - i - 1) * width
    return later


def union(automata: Sequence[Mdd]) -> Mdd:
    """The automaton with every path of each; one that several have is there as many times."""
    layers = []
    last = len(automata[0].layers) - 1
    for i in range(last + 1):
        layer: list[Arc] = []
        before = after = 0
        for automaton in automata:  # an impossible one has neither arcs nor states
            arcs = automaton.layers[i]
            layer += [(state + before, value, end + after) for state, value, end in arcs]
            # They share their start and their end.
            before += automaton.widths[i] if i else 0
            after += automaton.widths[i + 1] if i < last else 0
        layers.append(layer)
    return Mdd(automata[0].values, layers)


def bits(mask: int) -> Iterator[int]:
    """The places of the bits that are set, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _reduced(layers: list[list[Arc]]) -> list[list[Arc]]:
    """The same paths with the fewest states: dead ones pruned, equal ones merged."""
    number = dict.fromkeys((following for _, _, following in layers[-1]), 0)
    for i in range(len(layers) - 1, -1, -1):
        leaving: dict[int, list[tuple[int, int]]] = {}
        for state, value, following in layers[i]:
            if following in number:
                leaving.setdefault(state, []).append((value, number[following]))
        merged: dict[tuple[tuple[int, int], ...], int] = {}
        number = {
            state: merged.setdefault(tuple(arcs), len(merged)) for state, arcs in leaving.items()
        }
        layers[i] = [
            (state, value, following) for arcs, state in merged.items() for value, following in arcs
        ]
    return layers


def paths(
    mdd: Mdd, conflicts: Sequence[int], after: tuple[int, ...] | None = None
) -> Iterator[tuple[int, ...] | None]:
    """The paths on which cells that must differ do, in lexicographic order.

    Args:
        conflicts: for each cell, a bit mask of the earlier ones that it must differ from.
        after: a path to begin behind.

    Yields:
        None after each dead end, so that who asks for few may stop.
    """
    cells = len(mdd.layers)
    earlier = [[j for j in range(i) if mask >> j & 1] for i, mask in enumerate(conflicts)]
    met: list[dict[int, Sequence[Arc]]] = [{} for _ in range(cells)]

    def leaving(i: int, state: int) -> Iterator[Arc]:
        """Of a large automaton most states are never met by who asks for few paths."""
        arcs = met[i].get(state)
        if arcs is None:
            arcs = met[i][state] = mdd.leaving(i, state)
        return iter(arcs)

    chosen = list(after or (0,) * cells)
    last = cells - 1
    stack = [leaving(0, 0)] if mdd.possible else []
    for i, value in enumerate(after or ()):
        state = next(following for _, taken, following in stack[-1] if taken == value)
        if i < last:
            stack.append(leaving(i + 1, state))
    while stack:
        i = len(stack) - 1
        taboo = [chosen[j] for j in earlier[i]]
        for _, value, following in stack[-1]:
            if value in taboo:
                continue
            chosen[i] = value
            if i == last:
                yield tuple(chosen)
            else:
                stack.append(leaving(i + 1, following))
                break
        else:
            stack.pop()
            yield None
