"""The bitwise and of the values: each binary digit that all of them have."""

from functools import reduce
from operator import and_

from kenken_cp.model.operators.record import Operator, lattice_fold

AND = Operator(
    name="and",
    symbol="&",
    noun="bitwise and",
    meaning=(
        "bitwise and: the binary digits that all values have, negative ones in two's complement"
    ),
    evaluate=lambda values: reduce(and_, values),
    fold=lattice_fold(-1, and_),
    least_cells=1,
)
