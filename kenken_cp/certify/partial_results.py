"""What can still be made of a cage, value after value: for the check of a certificate.

Each partial result is all that the rest of the values needs to know, so that tuples with the same
one may be treated as one (``arithmetic`` says why, operator by operator).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kenken_cp.certify.arithmetic import meaning_of
from kenken_cp.clock import checkpoint
from kenken_cp.errors import KenKenError
from kenken_cp.model.operators import Operator

_MAX_PARTIAL_RESULTS = 300_000
"""Partial results of one cage after any number of its cells."""


def continuations(
    operator: Operator, target: int, cells: int, values: Iterable[int]
) -> list[dict[Any, dict[int, Any]]]:
    """For each cell, in their order: the partial results before it from which the target can be
    made, and for each of them the values from which it still can be, and the partial results after
    these. So its paths from the first to the last are the tuples that make the target.

    Raises:
        KenKenError: if there are more than ``_MAX_PARTIAL_RESULTS``.
    """
    values = tuple(values)
    meaning = meaning_of(operator, target)
    low, high = min(values), max(values)
    found: list[dict[Any, dict[int, Any]]] = []
    states = {meaning.start}
    for left in range(cells - 1, -1, -1):
        layer: dict[Any, dict[int, Any]] = {}
        for number, state in enumerate(states):
            if not number % 64:
                checkpoint()
            after = {value: meaning.step(state, value) for value in values}
            layer[state] = {
                value: result
                for value, result in after.items()
                if not meaning.hopeless(result, left, target, low, high)
            }
        found.append(layer)
        states = {result for after in layer.values() for result in after.values()}
        if len(states) > _MAX_PARTIAL_RESULTS:
            raise KenKenError(
                f"{target}{operator.symbol} on {cells} cells has more than {_MAX_PARTIAL_RESULTS} "
                "partial results; expected a clue with fewer, for a certificate that can be checked"
            )
    alive = {state for state in states if meaning.made(state, target)}
    for layer in reversed(found):
        for state, after in list(layer.items()):
            layer[state] = {value: result for value, result in after.items() if result in alive}
            if not layer[state]:
                del layer[state]
        alive = set(layer)
    return found
