"""Many cores and many machines: batches of puzzles, and one large count split into cubes.

From the ground up:

- ``workers``: who does the work: processes of this machine, or the workers of ``dask``, which is
  imported only where a scheduler is named
- ``journal``: results in a file, from which interrupted work is resumed
- ``batches``: ``each_result``, one task a puzzle
- ``cubes``: a puzzle split into puzzles that share no solution and together have all of them
- ``counting``: ``count_in_parallel``, one task a cube

Tasks are handed out by an executor of ``concurrent.futures``. Nothing here prints. Only
``cubes`` looks into an engine: it propagates as ``cover`` does.
"""
