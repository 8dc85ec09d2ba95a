"""The record of an operator, and the table of all operators.

A record states the meaning of its operator twice, on purpose. ``evaluate`` is plain arithmetic on a
complete cage; the rules and the cross-checking engines use it. ``fold`` is the same meaning one
cell at a time, with bounds; automata and tuples are made from it. A test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from kenken_cp.model.equations import Equation
from kenken_cp.registry import Registry


def _alive(state: object, left: int, target: int, low: int, high: int) -> bool:
    return left > 0 or state == target


@dataclass(frozen=True, slots=True)
class Fold:
    """An operator as a fold over the values of a cage, in the order of its cells.

    ``alive(state, left, target, low, high)`` returns whether ``left`` more values may still meet
    the target; ``low`` and ``high`` are the ends of the domain of every cell, earlier ones too.
    With ``left`` 0 it is exact; before, it may be true too often. It is asked after a value, so
    never of ``start``. By default it compares the last state with the target. States are hashable.
    """

    start: Any
    step: Callable[[Any, int], Any]
    alive: Callable[[Any, int, int, int, int], bool] = _alive


def lattice_fold(start: Hashable, combine: Callable[[Any, int], int]) -> Fold:
    """The fold of an operator that goes one way only, as a maximum grows: a state leads to a target
    only if combining the two makes the target again.
    """

    def alive(state: int, left: int, target: int, low: int, high: int) -> bool:
        return state == target or (left > 0 and combine(state, target) == target)

    return Fold(start, combine, alive)


Statement = Callable[[tuple[int, ...], int, tuple[int, ...]], list[Equation]]
"""From cells (indices in reading order), a target and the puzzle's values, ascending: equations
that all hold exactly if the operator makes the target of the cells.
"""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Operator:
    """One operator: how it is written, what it means, and its words in a sentence.

    Args:
        name: the word for it, ``add``.
        noun: the noun for its result in a sentence: a ``sum`` of 11.
        meaning: its result, from the values of a cage, in words.
        evaluate: from the values of a cage, the target that they make; None if they make none. If
            they make several, one that a puzzle may print.
        fold: the same, one cell at a time.
        symbol: how files write it, in ASCII; by default its name.
        glyph: how pictures print it; by default its symbol.
        verb: the verb of a sentence about the values of a cage: they ``add to`` 11. By default they
            ``have the sum`` 11, with its noun.
        least_cells: the fewest cells it may stand on under any rules. If that is one, a single
            cell makes its own value, and such a cage is a given.
        most_cells: the most cells it may stand on under any rules; None for any number.
        targets: from the values of a cage and a number of bits, all targets of at most so many bits
            that they make, for an operator under which the same values may make several; None if
            they make only that of ``evaluate``.
        linear: the meaning as linear equations. None if it has none; engines that would use them
            use the cage's automaton instead.
        complement: from the result for all parts and the result for one part, the result for the
            others, also if these are none; None if there is no such result. For operators whose
            result does not depend on the order or grouping of the values, such as a sum; else None.
    """

    name: str
    noun: str
    evaluate: Callable[[Sequence[int]], int | None]
    fold: Fold
    symbol: str = ""
    glyph: str = ""
    verb: str = ""
    meaning: str = "what its record says"
    least_cells: int = 2
    most_cells: int | None = None
    targets: Callable[[Sequence[int], int], Collection[int]] | None = None
    linear: Statement | None = None
    complement: Callable[[int, int], int | None] | None = None

    def __post_init__(self) -> None:
        symbol = self.symbol or self.name
        object.__setattr__(self, "symbol", symbol)
        object.__setattr__(self, "glyph", self.glyph or symbol)
        object.__setattr__(self, "verb", self.verb or f"have the {self.noun}")

    def holds(self, values: Sequence[int], target: int) -> bool:
        """Whether the values of a cage make the target."""
        if self.evaluate(values) == target:
            return True
        return self.targets is not None and target in self.targets(values, target.bit_length())

    def stands_on(self, cells: int) -> bool:
        """Whether it may stand on that many cells under some rules."""
        return self.least_cells <= cells and (self.most_cells is None or cells <= self.most_cells)

    def __repr__(self) -> str:
        return f"<operator {self.name}>"

    def __reduce__(self) -> tuple[Callable[[str], Operator], tuple[str]]:
        return operator_named, (self.name,)


OPERATORS: Registry[Operator] = Registry(
    "operator",
    "operators",
    names_of=lambda operator: (operator.name, operator.symbol, operator.glyph),
)


def operator_named(name: str) -> Operator:
    """The operator of that name, symbol or glyph; UnknownNameError if there is none."""
    return OPERATORS.named(name)
