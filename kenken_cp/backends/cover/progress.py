"""How far a search of an exact cover has come, with an estimate of what there is in all."""

from collections.abc import Iterator
from contextlib import contextmanager

from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.search.progress import Known, Source
from kenken_cp.search.protocol import Limits


@contextmanager
def estimated(limits: Limits, cover: ExactCover, known: Source) -> Iterator[None]:
    """Has a source say, in a ``with`` block, how far the work has come, and probes made meanwhile
    about how many solutions there are. Where nothing is reported there are none.
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
