"""Many cores and many machines: batches of puzzles, and single puzzles split into cubes.

From the ground up; each module imports only modules above it:

- ``cubes``: a puzzle split into puzzles that share no solution and together have all of them
- ``context``: the surroundings of a task in its worker: the signal to stop, reports, the meter
- ``facts``: checks of results that are read back from JSON
- ``tasks``: what a worker does with one puzzle
- ``chunks``: wrappers of tasks: several at once, one that may fail, one that may take long
- ``journal``: results in a file
- ``pool``: executors, and a bounded number of tasks in flight
- ``batches``: ``each_outcome``, one task a puzzle
- ``alone``: the beginning of a search, before workers are worth starting
- ``helpers``: workers that do parts of one count, which its engine deals out
- ``searching``: ``solutions_in_parallel``, one task a cube; ``counting``: ``count_in_parallel``,
  by parts of the count or by cubes
- ``processes``: ``Processes``, workers on this machine; ``dask``: ``dask_pool``, workers on other
  machines (both are slow to import, and left to their callers)

Nothing here prints, or knows a backend by name.
"""

from kenken_cp.parallel.batches import each_outcome
from kenken_cp.parallel.chunks import Attempted, Raised, Trial
from kenken_cp.parallel.context import measured
from kenken_cp.parallel.counting import count_cubes, count_if_cheap, count_in_parallel
from kenken_cp.parallel.cubes import cubes, cubes_in_time
from kenken_cp.parallel.journal import Journal
from kenken_cp.parallel.pool import InlineExecutor, Pool, StartedLater, WorkersLostError
from kenken_cp.parallel.searching import solutions_in_parallel
from kenken_cp.parallel.tasks import (
    CheckStated,
    CountAll,
    CountWithOperators,
    EstimateAll,
    Find,
    Rate,
    Solve,
)

__all__ = [
    "Attempted",
    "CheckStated",
    "CountAll",
    "CountWithOperators",
    "EstimateAll",
    "Find",
    "InlineExecutor",
    "Journal",
    "Pool",
    "Raised",
    "Rate",
    "Solve",
    "StartedLater",
    "Trial",
    "WorkersLostError",
    "count_cubes",
    "count_if_cheap",
    "count_in_parallel",
    "cubes",
    "cubes_in_time",
    "each_outcome",
    "measured",
    "solutions_in_parallel",
]
