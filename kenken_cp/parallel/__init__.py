"""Many cores and many machines: batches of puzzles, and single puzzles split into cubes.

From the ground up; each module knows only those above it:

- ``cubes``: a puzzle split into puzzles that share no solution and together have all of them
- ``context``: what a worker has beside its task: who stops it, whom it reports to
- ``facts``: results read back from JSON, each checked
- ``tasks``: what a worker does with one puzzle
- ``chunks``: several tasks at once, one that may fail, one that may take long
- ``journal``: results in a file
- ``pool``: executors, a bounded number of tasks in flight, and ``each_outcome``: one puzzle a task
- ``alone``: the beginning of a search, before workers are worth it
- ``helpers``: workers that do parts of one count, as its engine deals them
- ``conquer``: ``count_in_parallel`` and ``solutions_in_parallel``, one cube a task
- ``processes``: ``Processes``, workers on this machine; ``dask``: ``dask_pool``, on others (both
  import much, and are imported only by who uses them)

Nothing in it prints, or knows a backend by name.
"""

from kenken_cp.parallel.chunks import Attempted, Raised, Trial
from kenken_cp.parallel.conquer import (
    count_cubes,
    count_if_cheap,
    count_in_parallel,
    cubes_in_time,
    solutions_in_parallel,
)
from kenken_cp.parallel.context import measured
from kenken_cp.parallel.cubes import cubes
from kenken_cp.parallel.journal import Journal
from kenken_cp.parallel.pool import (
    InlineExecutor,
    Pool,
    StartedLater,
    WorkersLostError,
    each_outcome,
)
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
