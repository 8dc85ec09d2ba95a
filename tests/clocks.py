"""Clocks for limits of time: what a test shows with them does not depend on how busy the machine
is, and nobody waits.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import count
from time import process_time
from types import ModuleType, SimpleNamespace

import pytest

from kenken_cp import clock


def seconds_per_look(patch: pytest.MonkeyPatch, seconds: float, module: ModuleType = clock) -> None:
    """Has time pass whenever it is looked at, and only then."""
    patch.setattr(module, "time", SimpleNamespace(monotonic=count(step=seconds).__next__))


def work_is_time(patch: pytest.MonkeyPatch) -> None:
    """Has time be that of this process at work: what a limit allows is done on a busy machine, too.
    Not for what waits for others.
    """
    patch.setattr(clock, "time", SimpleNamespace(monotonic=process_time))


def over_when(patch: pytest.MonkeyPatch, what: Callable[[], object]) -> None:
    """Has time stand still until something is so, and be past every limit then."""
    patch.setattr(clock, "time", SimpleNamespace(monotonic=lambda: 1e9 if what() else 0.0))


class _Asking(clock.Clock):
    """A clock that asks a function whenever it is looked at."""

    def __init__(self, why_stop: Callable[[], object]) -> None:
        super().__init__()
        self._why_stop = why_stop

    @property
    def status(self) -> clock.Status | None:
        return None if self._why_stop() is None else clock.Status.INTERRUPTED


def limited(why_stop: Callable[[], object]) -> AbstractContextManager[clock.Clock]:
    """In the ``with`` block, checkpoints stop the work once the function returns anything else than
    None.
    """
    return _Asking(why_stop).running()
