"""The backend ``auto``, which chooses among the engines; and ``cover``, its first stages alone.

A search and a count go through fixed stages. Each stage ends with the answer, or when its budget is
spent. Budgets are in nodes and states, not in time, so that every run goes the same way. What a
stage of a search has visited, the next leaves out; a count begins anew, and nothing partial is
added up.

A puzzle is no exact cover problem if it has more than 32,768 options (``encode.exact_cover``), as
where a cage has so many tuples: then SAT and CP-SAT do all of the work.
"""

from __future__ import annotations

from functools import partial

from kenken_cp.backends.cover.merging import MergingCount
from kenken_cp.backends.cover.search import walk
from kenken_cp.clock import Clock, Status
from kenken_cp.encode.exact_cover import ExactCover, TooManyOptionsError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.engine import Ended, Visit
from kenken_cp.search.gate import Gate

MAX_OPTIONS = 2500
"""Options of the largest board that is searched by exact cover first. Of random boards with fewer
than 1000 it finishes all within its budget, of those with 2000 to 4000 one in six, and finding that
out costs as much as CP-SAT needs.
"""

NODE_SECONDS_FACTOR = 5e-9
"""Time of a node, divided by (number of options)^1.5, as measured from 125 options to 27,000."""

SECONDS_ONE_BY_ONE = 0.05
"""Estimated seconds of the search node by node before others take over. CP-SAT needs 0.05 to 0.2 s
for a board of large cages.
"""

MANY_SOLUTIONS = 20
"""If as many were found by then, the rest is searched in bulk. None of 21 boards of large cages
(three of each of seven kinds) has as many.
"""

MAX_DENSE_OPTIONS = 20_000
DENSE_NODES = 100_000
DENSE_SOLUTIONS = 2000
"""After ``SOLUTIONS_OF_RACE`` grids from SAT and CP-SAT, boards of at most ``MAX_DENSE_OPTIONS``
are tried in bulk, which goes on to the end if it finds ``DENSE_SOLUTIONS`` within ``DENSE_NODES``,
a second or less.
"""

SOLUTIONS_OF_RACE = 100
"""After so many grids from SAT and CP-SAT, which find some thousand a second at most, the bulk
search is tried: on 9x9 boards of cages of 4-5 cells of which 40% are missing it finds ten times as
many.
"""

NODES_OF_MERGING = 500
"""Nodes of the count in plain Python: small counts are done by then, in less time than numpy takes
to be imported.
"""

NODES_OF_LATER_MERGING = 2000
"""Its nodes by the end of a later round: this times ``work``, about a tenth of the round's time.
What it has counted is a lower bound, which the stages in numpy raise once they complete boards.
"""

FIRST_NODES, FIRST_STATES, FIRST_SOLUTIONS = 100_000, 30_000_000, 5000
"""What the bulk engine, frontiers and the race may do in the first round of a count: a second, ten
seconds, and a second or two. Frontiers that would be far too wide give up early by themselves.
"""

GROWTH = 8
"""The factor between the rounds of a count."""

NODES_PER_LEAF = 100
"""If the count in plain Python reaches solutions at fewer nodes than one in so many, SAT and CP-SAT
enumerate some: what they learn from conflicts rules out more than it sees.
"""


def search(puzzle: Puzzle, visit: Visit, clock: Clock) -> Ended:
    """Visits every solution.

    One node of the exact cover after the other; where many solutions are soon found, thousands of
    nodes at a time; where few are, SAT and CP-SAT. If these find many, the rest is tried in bulk.
    """
    seen: set[Grid] = set()
    cover = _cover(puzzle, MAX_OPTIONS)
    ended = None if cover is None else _by_cover(cover, visit, clock, seen)
    if ended is None:
        ended = _by_race(puzzle, visit, clock, seen, SOLUTIONS_OF_RACE)
    if ended is None:
        cover = cover or _cover(puzzle, MAX_DENSE_OPTIONS)
        ended = None if cover is None else _in_bulk(cover, visit, clock, seen, DENSE_NODES)
    if ended is None:
        ended = _by_race(puzzle, visit, clock, seen, None)
        assert ended is not None  # it has no bound
    return ended


def search_by_cover(puzzle: Puzzle, visit: Visit, clock: Clock) -> Ended:
    """Visits every solution, by exact cover alone.

    Raises:
        TooManyOptionsError: if the puzzle is too large for that.
    """
    ended = _by_cover(ExactCover(puzzle), visit, clock, set(), alone=True)
    assert ended is not None  # it goes on to the end
    return ended


def _by_cover(
    cover: ExactCover, visit: Visit, clock: Clock, seen: set[Grid], *, alone: bool = False
) -> Ended | None:
    """Visits every solution one after the other or, where many are soon found, in bulk.

    Args:
        seen: gets the grids that are visited within the budget of nodes; later stages skip them.
        alone: whether no other engine takes over.

    Returns:
        None if another engine is to take over: few solutions are soon found, or the bulk engine is
        unsuitable.
    """
    max_nodes = 1 + int(SECONDS_ONE_BY_ONE / (NODE_SECONDS_FACTOR * max(1, cover.options) ** 1.5))
    nodes = 0
    for nodes, grid in enumerate(walk(cover, clock), 1):
        if grid is not None:
            if nodes <= max_nodes:
                seen.add(grid)
            if not visit([grid]):
                return Ended(Status.LIMIT, {"options": cover.options, "nodes": nodes}, "cover")
        if nodes == max_nodes:
            ended = None
            if len(seen) >= MANY_SOLUTIONS:
                ended = _in_bulk(cover, visit, clock, seen)
            if ended is not None or not alone:
                return ended
    return Ended(Status.EXHAUSTED, {"options": cover.options, "nodes": nodes}, "cover")


def _in_bulk(
    cover: ExactCover, visit: Visit, clock: Clock, seen: set[Grid], max_nodes: int | None = None
) -> Ended | None:
    """Visits every solution but those seen; None if it is unsuitable, or has found fewer than
    ``DENSE_SOLUTIONS`` in ``max_nodes``.
    """
    from kenken_cp.backends.cover import bulk  # numpy, which most puzzles do not need
    from kenken_cp.backends.cover.arrays import UnsuitableError

    enough = 0 if max_nodes is None else DENSE_SOLUTIONS
    clock.forget_share()
    try:
        ended = bulk.visit_all(
            cover, visit, clock, known=seen, max_nodes=max_nodes, min_solutions=enough
        )
    except UnsuitableError:
        return None
    return None if ended is None else ended._replace(engine="bulk")


def _by_race(
    puzzle: Puzzle, visit: Visit, clock: Clock, seen: set[Grid], most: int | None
) -> Ended | None:
    """Visits every solution but those seen; None once it has visited ``most``."""
    from kenken_cp.backends import race  # the solvers, which most puzzles do not need

    clock.forget_share()
    return race.search(puzzle, visit, clock, seen, most)


def count(puzzle: Puzzle, clock: Clock) -> Ended:
    """How many solutions there are.

    First by a search in plain Python that counts equal nodes once. If that takes long, it goes on
    in rounds of growing work: where solutions are rare, SAT and CP-SAT enumerate them; then
    thousands of nodes at a time, and frontiers.
    """
    cover = _cover(puzzle, None)
    if cover is not None:
        return _counted_in_rounds(cover, clock)
    counted = _counted_by_race(puzzle, clock, None)
    assert counted is not None  # it has no bound
    return counted


def count_by_cover(puzzle: Puzzle, clock: Clock) -> Ended:
    """How many solutions there are, by exact cover alone.

    Raises:
        TooManyOptionsError: if the puzzle is too large for that.
    """
    return _counted_in_rounds(ExactCover(puzzle), clock, alone=True)


def _counted_in_rounds(cover: ExactCover, clock: Clock, *, alone: bool = False) -> Ended:
    """The count in rounds of growing work; ``alone``: without SAT and CP-SAT."""
    merging, work, unsuitable = MergingCount(cover), 1, set[str]()
    while True:
        nodes = NODES_OF_MERGING if work == 1 else NODES_OF_LATER_MERGING * work
        total = merging.run(clock, nodes)
        if total is not None:
            figures = {"options": cover.options, "nodes": merging.nodes}
            return Ended(Status.EXHAUSTED, figures, "cover", total)
        counted = None
        if merging.leaves * NODES_PER_LEAF < merging.nodes and not alone:  # leaves are rare
            counted = _counted_by_race(cover.instance.puzzle, clock, FIRST_SOLUTIONS * work)
        if counted is None:
            counted = _counted_in_numpy(cover, clock, work, unsuitable)
        if counted is not None:
            return counted
        work *= GROWTH


def _counted_in_numpy(
    cover: ExactCover, clock: Clock, work: int, unsuitable: set[str]
) -> Ended | None:
    """The count in bulk, or by frontiers; None if both give up. One that is unsuitable for the
    puzzle is added to ``unsuitable``, and not asked again.
    """
    from kenken_cp.backends.cover import bulk, frontier  # numpy
    from kenken_cp.backends.cover.arrays import UnsuitableError

    methods = [
        ("bulk", partial(bulk.count, cover, clock, max_nodes=FIRST_NODES * work)),
        ("frontiers", partial(frontier.count, cover, clock, max_states=FIRST_STATES * work)),
    ]
    if not cover.instance.cages:
        methods.reverse()  # where houses alone decide, most partly filled boards are alike
    for engine, total_by in methods:
        if engine in unsuitable:
            continue
        clock.forget_share()
        try:
            total = total_by()
        except UnsuitableError:
            unsuitable.add(engine)
            continue
        if total is not None:
            return Ended(Status.EXHAUSTED, {"options": cover.options}, engine, total)
    return None


def _counted_by_race(puzzle: Puzzle, clock: Clock, most: int | None) -> Ended | None:
    """The count by SAT and CP-SAT; None if there are ``most`` solutions or more."""
    gate = Gate(puzzle, "auto", None, clock, most=None, keep=0)
    ended = _by_race(puzzle, gate.receive, clock, set(), most)
    if gate.error is not None:
        raise gate.error
    if ended is None:
        return None
    return ended._replace(status=gate.closed or ended.status, total=gate.count)


def _cover(puzzle: Puzzle, max_options: int | None) -> ExactCover | None:
    """The exact cover problem of a puzzle; None if it has more options than that."""
    try:
        return ExactCover(puzzle, max_options)
    except TooManyOptionsError:
        return None
