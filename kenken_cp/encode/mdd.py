"""The automaton of a clue: a multivalued decision diagram (MDD) whose paths are the clue's tuples.

There is a layer of states before each cell, with one start and one end; an arc ``(state, value,
next state)`` gives the cell its value. The automaton is built forwards from the operators' folds,
whose bounds prune what cannot meet the target. Then, backwards, states from which the end cannot be
reached are removed, and states with the same outgoing arcs are merged, which makes it minimal. A
hidden operator is the product of the folds it may stand for. (Andersen, Hadzic, Hooker and
Tiedemann, "A constraint store based on multivalued decision diagrams", 2007; Pesant, "A regular
language membership constraint for finite sequences of variables", 2004.)
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from kenken_cp.clock import checkpoint
from kenken_cp.encode.masks import numbers_in
from kenken_cp.model.operators import Operator

Arc = tuple[int, int, int]
"""(state, value, next state)."""

MAX_TRIED = 150_000
"""Pairs of a state and a value that building an automaton may try: a quarter of a second."""

MAX_TRIED_BITS = 1 << 27
"""The limit of these pairs times the bits of a state: large cages have large states."""

STATES_PER_CHECKPOINT = 8
"""States that are expanded between two checkpoints."""


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
    def possible(self) -> bool:
        """Whether there is a path."""
        return bool(self.layers[0])

    @cached_property
    def path_count(self) -> int:
        """The number of paths, found without listing any."""
        after = [1]
        for layer, width in zip(reversed(self.layers), self.widths[-2::-1], strict=True):
            before = [0] * width
            for state, _, following in layer:
                before[state] += after[following]
            after = before
        return sum(after)

    def bit_arcs(self) -> list[list[Arc]]:
        """The arcs of each layer, with the bit of each value in place of the value."""
        bit = {value: 1 << place for place, value in enumerate(self.values)}
        return [
            [(state, bit[value], following) for state, value, following in layer]
            for layer in self.layers
        ]


State = tuple[Any, ...]
"""For each operator a 1-tuple with the state of its fold; () once the operator can no longer
explain the clue. If there is only one operator, the state is that 1-tuple itself.
"""

Step = Callable[[State, int, int], State | None]
"""From a state, a value and the number of cells left after it: the next state; None if the target
is out of reach.
"""


def _stepper(
    values: tuple[int, ...], operators: tuple[Operator, ...], target: int
) -> tuple[State, Step]:
    """The start and the step function of the product of the operators' folds."""
    low, high = values[0], values[-1]
    folds = [operator.fold for operator in operators]
    if len(folds) == 1:  # the same in half the time
        step_fold, alive = folds[0].step, folds[0].alive

        def step_one(state: State, value: int, left: int) -> State | None:
            after = step_fold(state[0], value)
            return (after,) if alive(after, left, target, low, high) else None

        return (folds[0].start,), step_one

    def step(states: State, value: int, left: int) -> State | None:
        after = tuple(
            [
                (following,)
                if state
                and fold.alive(following := fold.step(state[0], value), left, target, low, high)
                else ()
                for fold, state in zip(folds, states, strict=True)
            ]
        )
        return after if any(after) else None

    return tuple((fold.start,) for fold in folds), step


def automaton(
    values: tuple[int, ...],
    operators: tuple[Operator, ...],
    target: int,
    must_differ: tuple[int, ...],
    candidates: tuple[int, ...] | None = None,
) -> Mdd | None:
    """The automaton of a clue; None if it would take too many steps to build (``MAX_TRIED``).

    It is built from all reachable states. A state consists of the states of the folds and, for each
    later cell that must differ from an earlier one, a mask of the values that it must not have.
    These masks are concatenated into one integer, the next cell's mask in its lowest bits.

    Args:
        values: the domain of every cell, ascending.
        operators: those that may explain the clue.
        must_differ: for each cell of the cage, a bit mask of the earlier ones that it must differ
            from; all 0 for the clue alone.
        candidates: for each cell, a bit mask of the values that it may have, the i-th of ``values``
            being ``1 << i``; None for all.
    """
    start, step = _stepper(values, operators, target)
    cells, width = len(must_differ), len(values)
    state_bits = cells * width if any(must_differ) else 1
    max_tried = min(MAX_TRIED, MAX_TRIED_BITS // state_bits)
    if cells * width > max_tried:
        return None  # each layer has a state
    later = _barred_later(must_differ, width)
    tried = 0
    layers = []
    states: dict[tuple[State, int], int] = {(start, 0): 0}
    for i in range(cells):
        tried += len(states) * width
        if tried > max_tried:
            return None
        left, barring = cells - i - 1, later[i]
        eliminated = 0 if candidates is None else ~candidates[i]
        layer = []
        following: dict[tuple[State, int], int] = {}
        for (state, barred), number in states.items():
            if not number % STATES_PER_CHECKPOINT:
                checkpoint()
            barred_after = barred >> width
            barred |= eliminated
            for place, value in enumerate(values):
                if barred >> place & 1:
                    continue
                after = step(state, value, left)
                if after is not None:
                    key = (after, barred_after | barring << place)
                    layer.append((number, value, following.setdefault(key, len(following))))
        layers.append(layer)
        states = following
    return Mdd(values, _reduced(layers))


def _barred_later(must_differ: Sequence[int], width: int) -> list[int]:
    """For each cell i, a number with the bit ``(j - i - 1) * width`` for each later cell j that
    must differ from it. Shifted left by a value's index, it bars the value from all these cells.
    """
    later = [0] * len(must_differ)
    for j, mask in enumerate(must_differ):
        for i in numbers_in(mask):
            later[i] |= 1 << (j - i - 1) * width
    return later


def _reduced(layers: list[list[Arc]]) -> list[list[Arc]]:
    """The same paths with the fewest states: dead states removed, equivalent ones merged."""
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
