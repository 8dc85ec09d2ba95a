"""Ctrl-C in verbs: it stops their clock; typed again later it breaks off."""

import signal

import pytest

from kenken_cp import LimitReachedError, Puzzle, Status, count, solve
from kenken_cp.clock import Clock, checkpoint
from kenken_cp.diagnose import diagnosis, why
from kenken_cp.search import interrupts
from kenken_cp.search.engine import BACKENDS, Backend, Ended
from kenken_cp.search.interrupts import in_time, interruptible

pytestmark = pytest.mark.usefixtures("interruptible")


def ctrl_c(times=1):
    for _ in range(times):
        signal.raise_signal(signal.SIGINT)


def test_typed_twice_at_once_it_stops_as_once():
    with interruptible(Clock()) as clock:
        ctrl_c(3)
    assert clock.status is Status.INTERRUPTED


def test_typed_again_later_it_breaks_off(monkeypatch):
    monkeypatch.setattr(interrupts, "SECONDS_OF_ONE_CTRL_C", -1.0)
    with pytest.raises(KeyboardInterrupt), interruptible(Clock()):
        ctrl_c(2)


def test_a_handler_of_the_caller_is_left_alone(monkeypatch):
    came = []
    signal.signal(signal.SIGINT, lambda *_: came.append(None))
    with interruptible(Clock()) as clock:
        ctrl_c()
    assert (came, clock.status) == ([None], None)


def test_afterwards_it_is_handled_as_before():
    with interruptible(Clock()):
        pass
    with pytest.raises(KeyboardInterrupt):
        ctrl_c()


def test_a_handler_installed_meanwhile_is_left_alone():
    came = []
    with interruptible(Clock()):
        signal.signal(signal.SIGINT, lambda *_: came.append(None))
    ctrl_c()
    assert came == [None]


@pytest.fixture
def interrupted_engine():
    """An engine during which Ctrl-C comes, after it has last looked."""

    def search(puzzle, visit, clock):
        visit([((1, 2), (2, 1))])
        ctrl_c()
        return Ended(Status.EXHAUSTED)

    def counted(puzzle, clock):
        ctrl_c()
        return Ended(Status.EXHAUSTED, total=2)

    with BACKENDS.registered(Backend("late", "Ctrl-C comes at its end", search, counted)):
        yield


@pytest.mark.usefixtures("interrupted_engine")
def test_after_the_work_last_looked_it_is_not_lost(monkeypatch):
    """Of many small puzzles it would end none, and the next one would be begun."""
    assert solve(Puzzle(2), backend="late").status is Status.INTERRUPTED
    with pytest.raises(LimitReachedError, match=r"interrupted after .* s, with 2 solutions found"):
        count(Puzzle(2), backend="late")
    found = diagnosis.Diagnosis(Puzzle(2))
    monkeypatch.setattr(why, "_look_into", lambda *_, **__: ctrl_c())
    why.fill(found)
    assert found.status is Status.INTERRUPTED


def test_a_verb_without_a_status_raises():
    with pytest.raises(LimitReachedError, match="interrupted after") as raised, in_time(None):
        ctrl_c()
    assert raised.value.status is Status.INTERRUPTED
    with pytest.raises(LimitReachedError, match="timeout after"), in_time(1e-9):
        checkpoint()
