"""How far a search of an exact cover has come, with an estimate of the number of solutions."""

from collections.abc import Iterator
from contextlib import contextmanager

from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.search.progress import Known, Source
from kenken_cp.search.protocol import Limits


@contextmanager
def estimated(limits: Limits, cover: ExactCover, known: Source) -> Iterator[None]:
    """In a ``with`` block, reports what a source knows, together with an estimate of the number of
    solutions, for which random probes are made meanwhile; none are made if nothing is reported.
    """
    if limits.meter is None:
        yield
        return
    from kenken_cp.backends.cover.estimate import RunningEstimate

    running = RunningEstimate(cover)

    def known_and_estimated() -> Known:
        return known()._replace(estimate=running.after_more_probes())

    with limits.measured(known_and_estimated):
        yield
