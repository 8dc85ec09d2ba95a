"""Many cores and many machines: batches of puzzles, and single puzzles cut into cubes.

- ``cubes``: a puzzle cut into puzzles that share no solution and together have all of them
- ``tasks``: what a worker does with one puzzle
- ``flight``: a bounded number of tasks under way; ``journal``: their results in a file
- ``batch``: ``each_outcome``, one puzzle a task; ``within``: ``count_in_parallel`` and
  ``solutions_in_parallel``, one puzzle's cubes
- ``processes``: ``Processes``, workers on this machine; ``dask``: ``dask_pool``, on others (both
  import much, and are imported by who needs them)
"""

from kenken_cp.parallel.batch import each_outcome
from kenken_cp.parallel.conquer import count_cubes, count_in_parallel, solutions_in_parallel
from kenken_cp.parallel.cubes import cubes
from kenken_cp.parallel.journal import Journal
from kenken_cp.parallel.pool import InlineExecutor, Pool
from kenken_cp.parallel.tasks import CheckStated, CountAll, EstimateAll, Find, Rate, Solve

__all__ = [
    "CheckStated",
    "CountAll",
    "EstimateAll",
    "Find",
    "InlineExecutor",
    "Journal",
    "Pool",
    "Rate",
    "Solve",
    "count_cubes",
    "count_in_parallel",
    "cubes",
    "each_outcome",
    "solutions_in_parallel",
]
