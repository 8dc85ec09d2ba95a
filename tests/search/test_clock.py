"""The clock: deadlines, stops, nesting, and reports of progress."""

from __future__ import annotations

import threading
from itertools import count
from types import SimpleNamespace

import pytest

from kenken_cp import Status, clock
from kenken_cp.clock import Clock, Progress, StoppedError, checkpoint


@pytest.fixture
def ticking(monkeypatch):
    """Each look at the time takes a second."""
    monkeypatch.setattr(clock, "time", SimpleNamespace(monotonic=count(0.0, 1.0).__next__))


def test_without_a_deadline_it_never_stops_work():
    alone = Clock()
    assert alone.status is None
    assert alone.seconds_left is None
    alone.check()
    checkpoint()  # no clock is current


@pytest.mark.usefixtures("ticking")
def test_a_deadline():
    timed = Clock(2.5)
    assert timed.status is None
    assert 0 < timed.seconds_left < 1
    assert timed.status is Status.TIMEOUT
    assert timed.seconds_left == 0
    with pytest.raises(StoppedError) as stopped:
        timed.check()
    assert stopped.value.status is Status.TIMEOUT


def test_a_stop_comes_before_the_deadline():
    late = Clock(1e-9)
    late.stop()
    assert late.status is Status.INTERRUPTED


def test_a_checkpoint_stops_what_is_clocked_and_nothing_else():
    with Clock(60).running() as outer:
        checkpoint()
        with Clock(1e-9).running(), pytest.raises(StoppedError):
            checkpoint()
        checkpoint()  # as before
        outer.stop()
        with Clock(60).running() as inner:
            assert inner.status is Status.INTERRUPTED
            with pytest.raises(StoppedError):
                checkpoint()
    checkpoint()


def test_an_inner_clock_has_no_more_time_than_the_outer():
    with Clock(1).running():
        assert Clock(100).seconds_left <= 1
        assert Clock().seconds_left <= 1
        assert Clock(0.5).seconds_left <= 0.5


def test_another_thread_has_its_own_current_clock():
    seen = []
    with Clock(1e-9).running():
        thread = threading.Thread(target=lambda: seen.append(Clock().status))
        thread.start()
        thread.join()
    assert seen == [None]


@pytest.mark.usefixtures("ticking")
def test_progress_is_reported_once_a_second_and_never_falls():
    reports: list[Progress] = []
    noting = Clock(report=reports.append)
    noting.note(5, 0.25)
    noting.note(3, 0.5)
    assert [report.found for report in reports] == [5, 5]
    assert [report.share for report in reports] == [0.25, 0.5]
    assert noting.found == 5


@pytest.mark.usefixtures("ticking")
def test_what_a_report_calls_makes_no_report():
    reports: list[Progress] = []

    def report(progress: Progress) -> None:
        reports.append(progress)
        checkpoint()

    with Clock(report=report).running():
        checkpoint()
        assert len(reports) == 1
        checkpoint()
    assert len(reports) == 2


def test_nothing_is_reported_within_the_first_second():
    reports: list[Progress] = []
    Clock(report=reports.append).note(5)
    assert not reports
