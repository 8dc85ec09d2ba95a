"""The parity of the sum: 0 if that is even, 1 if it is odd."""

from kenken_cp.model.operators.record import Fold, Operator

PARITY = Operator(
    name="parity",
    noun="parity",
    meaning="0 if the sum of the values is even, 1 if it is odd",
    evaluate=lambda values: sum(values) % 2,
    fold=Fold(0, lambda parity, value: (parity + value) % 2),
)
