"""Ctrl-C typed again, in this process: what the first one asked for is not lost by it."""

import signal
import threading

import pytest

from kenken_cp import loads
from kenken_cp.diagnose import diagnosis
from kenken_cp.search import interrupts
from kenken_cp.search.interrupts import stopped_by_ctrl_c, uninterrupted
from kenken_cp.search.protocol import Counted, Status, StopSignal
from kenken_cp.search.run import count_solutions

pytestmark = pytest.mark.usefixtures("interruptible")


def ctrl_c(times):
    for _ in range(times):
        signal.raise_signal(signal.SIGINT)


def test_typed_twice_at_once_it_stops_as_once():
    with stopped_by_ctrl_c(stop := StopSignal()):
        ctrl_c(3)
    assert stop


def test_typed_again_later_it_breaks_off(monkeypatch):
    monkeypatch.setattr(interrupts, "_SECONDS_OF_ONE_CTRL_C", -1.0)
    with pytest.raises(KeyboardInterrupt), stopped_by_ctrl_c(StopSignal()):
        ctrl_c(2)


def test_where_something_else_has_stopped_the_work_it_breaks_off():
    stop = StopSignal()
    stop.stop()
    with pytest.raises(KeyboardInterrupt), stopped_by_ctrl_c(stop):
        ctrl_c(1)


def test_after_the_work_last_looked_it_is_not_lost(monkeypatch):
    """Of many small puzzles it would end none, and the next one would be begun."""
    puzzle = loads("aa\n..\na 3+\n")

    def count(*_):
        ctrl_c(1)
        return Counted(Status.EXHAUSTED, 2)

    outcome = count_solutions(puzzle, count=count)
    assert (outcome.status, str(outcome.count)) == (Status.INTERRUPTED, "2+")

    found = diagnosis.Diagnosis(puzzle)
    monkeypatch.setattr(diagnosis, "_look_into", lambda *_, **__: ctrl_c(1))
    diagnosis.fill(found)
    assert found.status is Status.INTERRUPTED


def test_it_is_held_back_whichever_thread_gets_it():
    """As in a notebook, of which many threads are there before an engine is imported."""
    begun, done = threading.Event(), []

    def get_it():
        begun.wait()
        ctrl_c(1)

    other = threading.Thread(target=get_it)
    other.start()

    def work():
        begun.set()
        other.join()
        done.append("work")

    with pytest.raises(KeyboardInterrupt), uninterrupted():
        work()
    assert done
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_one_that_comes_just_before_leaves_none_blocked(monkeypatch):
    """Python handles it in the call that blocks the next."""
    mask = signal.pthread_sigmask

    def interrupted(how, numbers):
        before = mask(how, numbers)
        if how == signal.SIG_BLOCK and numbers:
            raise KeyboardInterrupt
        return before

    before = mask(signal.SIG_BLOCK, ())
    monkeypatch.setattr(signal, "pthread_sigmask", interrupted)
    with pytest.raises(KeyboardInterrupt), uninterrupted():
        pytest.fail("it went on")
    assert mask(signal.SIG_BLOCK, ()) == before


def test_one_that_comes_when_it_is_no_longer_held_back_leaves_other_signals_as_they_were(
    monkeypatch,
):
    """Another thread may get it while the handlers are put back."""
    handle, ours = signal.signal, lambda *_: None

    def interrupted(number, handler):
        handle(number, handler)
        if handler is signal.default_int_handler:
            raise KeyboardInterrupt

    before = handle(signal.SIGTERM, ours)
    try:
        with pytest.raises(KeyboardInterrupt), uninterrupted():
            monkeypatch.setattr(signal, "signal", interrupted)
        assert signal.getsignal(signal.SIGTERM) is ours
    finally:
        handle(signal.SIGTERM, before)


def test_it_is_held_back_once_for_all_that_came():
    with pytest.raises(KeyboardInterrupt), uninterrupted():
        ctrl_c(2)
    with uninterrupted():
        pass  # and nothing is left of it
