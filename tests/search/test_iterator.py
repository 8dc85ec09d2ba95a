import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading
import time
from itertools import islice

import pytest
from clocks import over_when
from engine_from_outside import registered
from engines import FAST, HAND_WRITTEN, each_backend, each_fast_backend

from kenken_cp import KenKenError, LimitReachedError, Puzzle, Status, UnknownNameError, solutions
from kenken_cp.clock import Clock
from kenken_cp.search import iterator
from kenken_cp.search.engine import BACKENDS, Ended
from kenken_cp.search.iterator import MAX_WAITING

LATIN3 = Puzzle(3)
ENDLESS = Puzzle(6)
OTHERS = [name for name in BACKENDS.names() if name not in (*FAST, *HAND_WRITTEN[1:])]


def test_iterates_then_answers_its_status():
    with solutions(LATIN3) as grids:
        found = list(grids)
    assert len(set(found)) == 12
    assert grids.status is Status.EXHAUSTED
    assert grids.outcome.count == 12


def test_a_clock_that_stops_after_the_last_grid_was_found_does_not_matter():
    with Clock().running() as clock:
        grids = solutions(LATIN3)
        first = next(grids)
        grids._thread.join()
        clock.stop()
        assert len({first, *grids}) == 12
        assert grids.status is Status.EXHAUSTED


def test_nor_one_that_runs_out_after_the_limit_was_reached(monkeypatch):
    with Clock(60).running():
        grids = solutions(LATIN3, limit=2)
        grids._thread.join()
        over_when(monkeypatch, lambda: True)
        assert len(set(grids)) == 2
        assert grids.status is Status.LIMIT


def test_a_thread_that_cannot_start_leaves_nothing_behind(monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.raises(RuntimeError):
        solutions(LATIN3)
    iterator._stop_all()


@each_backend
def test_leaving_early_stops_the_search(backend):
    with solutions(ENDLESS, backend=backend) as grids:
        first = next(iter(grids))
    assert len(first) == 6
    assert grids.status is Status.LIMIT
    with solutions(ENDLESS, backend=backend) as grids:
        pass
    assert grids.status is Status.LIMIT


def test_leaving_by_ctrl_c_is_an_interruption():
    with pytest.raises(KeyboardInterrupt), solutions(ENDLESS) as grids:
        raise KeyboardInterrupt
    assert grids.status is Status.INTERRUPTED


def test_the_search_waits_for_a_slow_reader():
    with solutions(ENDLESS) as grids:
        next(grids)
        waiting = grids._grids
        deadline = time.monotonic() + 60
        while not waiting.full() and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.1)  # in which a search that did not wait would find many more
        assert waiting.qsize() == MAX_WAITING


def test_has_no_outcome_before_the_search_is_over():
    with solutions(ENDLESS) as grids, pytest.raises(KenKenError, match="is not over"):
        _ = grids.outcome


def test_is_one_search():
    grids = solutions(LATIN3)
    with grids:
        first = next(grids)
    for again in (lambda: next(grids), lambda: list(grids)):
        with pytest.raises(KenKenError, match="this search was closed; call"):
            again()
    assert len(first) == 3
    grids.close()
    assert grids.status in (Status.LIMIT, Status.EXHAUSTED)  # it may have been quicker


def test_an_error_of_the_engine_comes_out_where_the_grids_do():
    def search(puzzle, visit, clock):
        raise ZeroDivisionError

    with registered(search):
        with pytest.raises(ZeroDivisionError), solutions(LATIN3, backend="engine") as grids:
            list(grids)
        with solutions(LATIN3, backend="engine") as unread:
            pass
        with pytest.raises(ZeroDivisionError):
            _ = unread.status


def test_an_unknown_backend_is_refused_at_once():
    with pytest.raises(UnknownNameError):
        solutions(LATIN3, backend="z3")


def test_without_a_with_block():
    grids = solutions(LATIN3)
    assert iter(grids) is grids
    assert len({*grids}) == 12
    assert (list(grids), grids.status) == ([], Status.EXHAUSTED)
    assert len(list(islice(solutions(ENDLESS), 3))) == 3
    assert len(list(solutions(ENDLESS, limit=5))) == 5
    assert next(solutions(LATIN3)) in solutions(LATIN3)


def running():
    return [thread for thread in threading.enumerate() if thread.name == "kenken-cp"]


def wait_until_none_runs(before):
    """Waits until only the searches of before are still there: others may be from other tests."""
    deadline = time.monotonic() + 60
    while set(running()) - set(before) and time.monotonic() < deadline:
        time.sleep(0.005)
    assert not set(running()) - set(before)


class TestAbandoned:
    """A search whose iteration is given up ends, however it is given up."""

    @each_fast_backend
    def test_left_by_break(self, backend):
        before = running()
        for _ in solutions(ENDLESS, backend=backend):
            break
        wait_until_none_runs(before)

    def test_by_the_garbage_collector_in_the_thread_of_the_search(self):
        """It must not wait there for its own end."""
        collected = threading.Event()

        def search(puzzle, visit, clock):
            visit([((1,),)])
            taken.wait(60)
            gc.collect()
            collected.set()
            return Ended(Status.INTERRUPTED if clock.status else Status.EXHAUSTED)

        before, taken = running(), threading.Event()
        with registered(search):
            circle = [solutions(Puzzle(1), backend="engine")]
            circle.append(circle)
            assert next(circle[0]) == ((1,),)
            gc.disable()
            try:
                del circle
                taken.set()
                assert collected.wait(60)
            finally:
                gc.enable()
        wait_until_none_runs(before)


class TestGridsMissing:
    """That grids are missing never looks like the end of them."""

    def test_stopped_by_others(self):
        grids = solutions(ENDLESS)
        next(grids)
        grids._clock.stop()
        with pytest.raises(
            LimitReachedError, match=r"interrupted after .* s, with [0-9]+ solutions found"
        ) as caught:
            list(grids)
        assert caught.value.outcome.status is Status.INTERRUPTED

    def test_the_last_one_wanted(self, monkeypatch):
        """A clock from outside runs out while the queue is full."""
        monkeypatch.setattr(iterator, "MAX_WAITING", 2)
        with Clock(60).running():
            grids = solutions(LATIN3, limit=3)
            while not grids._grids.full():
                time.sleep(0.001)
            over_when(monkeypatch, lambda: True)
            grids._thread.join()
            with pytest.raises(LimitReachedError, match="timeout"):
                list(grids)

    def test_by_ctrl_c_while_it_waits(self, monkeypatch):
        grids = solutions(ENDLESS)
        next(grids)
        with monkeypatch.context() as patch:
            patch.setattr(grids._grids, "get", interrupted)
            with pytest.raises(KeyboardInterrupt):
                list(grids)
        with pytest.raises(KenKenError, match="this search was closed"):
            next(grids)
        grids.close()
        assert grids.status is Status.INTERRUPTED

    def test_taken_by_several_threads(self):
        grids, found = solutions(Puzzle(4)), []
        threads = [threading.Thread(target=lambda: found.extend(grids)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert len(found) == len(set(found)) == 576

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
    @pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
    def test_in_a_forked_process(self):
        with solutions(ENDLESS) as grids:
            next(grids)
            if child := os.fork():
                assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
            else:
                try:
                    with pytest.raises(KenKenError, match="the search is not over"):
                        list(grids)
                    os._exit(3)
                finally:
                    os._exit(5)
            next(grids)


def until_stopped(puzzle, visit, clock):
    """An engine with one solution and, once it is stopped, a slow end."""
    visit([((1,),)])
    while clock.status is None:
        time.sleep(0.001)
    time.sleep(0.05)
    return Ended(Status.INTERRUPTED)


class TestHowItWasLeft:
    """The status is that of the first reason, and known as soon as it is over."""

    def test_closing_waits_for_the_end(self):
        with registered(until_stopped):
            grids = solutions(Puzzle(1), backend="engine")
            next(grids)
            grids.close()
            assert grids.status is Status.LIMIT

    def test_closing_waits_for_the_end_in_a_loop(self):
        async def main():
            grids = solutions(Puzzle(1), backend="engine")
            await anext(grids)
            await asyncio.wait_for(grids.aclose(), 60)
            return grids.status

        with registered(until_stopped):
            assert asyncio.run(main()) is Status.LIMIT

    def test_a_cancelled_block(self):
        async def main():
            with pytest.raises(asyncio.CancelledError):
                async with solutions(Puzzle(1), backend="engine") as grids:
                    raise asyncio.CancelledError
            return grids.status

        with registered(until_stopped):
            assert asyncio.run(main()) is Status.INTERRUPTED

    def test_all_were_found_but_not_taken(self):
        with solutions(LATIN3) as grids:
            while not grids._future_outcome.done():
                time.sleep(0.001)
            next(grids)
        assert (grids.status, grids.outcome.count) == (Status.EXHAUSTED, 12)


def interrupted(**_):
    raise KeyboardInterrupt


class TestAsync:
    def test_other_tasks_go_on(self):
        """Where grids are there at once, and where the search takes long to find one."""

        async def ticks_while(work):
            ticks, task = 0, asyncio.create_task(work)
            while not task.done():
                ticks += 1
                await asyncio.sleep(0.001)
            return ticks, await task

        async def number(grids):
            return sum([1 async for _ in grids])

        def slow(puzzle, visit, clock):
            assert ticking.wait(60)
            visit([((1,),)])
            return Ended(Status.EXHAUSTED)

        async def while_it_waits():
            task = asyncio.create_task(number(solutions(Puzzle(1), backend="engine")))
            await asyncio.sleep(0)
            asyncio.get_running_loop().call_later(0.01, ticking.set)
            return await task

        ticking = threading.Event()
        ticks, found = asyncio.run(ticks_while(number(solutions(Puzzle(5), limit=2000))))
        assert found == 2000
        assert ticks > 2
        with registered(slow):
            assert asyncio.run(while_it_waits()) == 1

    @pytest.mark.parametrize("backend", ["cover", "cp-sat"])
    def test_cancelled(self, backend):
        before, seen = running(), []

        async def endless(grids):
            seen.extend([grid async for grid in grids if seen.append(grid)])

        async def main():
            grids = solutions(ENDLESS, backend=backend)
            task = asyncio.create_task(endless(grids))
            while not seen:
                await asyncio.sleep(0.001)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await grids.aclose()
            return grids

        grids = asyncio.run(main())
        assert grids.status in (Status.INTERRUPTED, Status.LIMIT)
        wait_until_none_runs(before)

    def test_timeout_while_it_waits(self):
        async def main():
            grids = solutions(Puzzle(1), backend="engine")
            await anext(grids)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(anext(grids), 0.01)
            with pytest.raises(KenKenError, match="this search was closed"):
                await anext(grids)
            return grids

        with registered(until_stopped):
            assert asyncio.run(main()).status is Status.INTERRUPTED


LEAVE = {
    "exit": "sys.exit(7)",
    "twice": "grids.__exit__(None, None, None); sys.exit(7)",
    "in a function": "(lambda: [next(solutions(Puzzle(8), backend=BACKEND)), sys.exit(7)])()",
    "in a thread": (
        "import threading\n"
        "thread = threading.Thread(target=lambda: kept.append(next(solutions(Puzzle(8)))))\n"
        "kept = []; thread.start(); thread.join(); sys.exit(7)"
    ),
    "in a daemon thread": (
        "import threading\n"
        "def number():\n"
        "    try:\n        print(len(list(solutions(Puzzle(8)))))\n"
        "    except LimitReachedError:\n        pass\n"
        "threading.Thread(target=number, daemon=True).start(); sys.exit(7)"
    ),
    "async": (
        "import asyncio\n"
        "async def first():\n    async for grid in solutions(Puzzle(8)):\n        return grid\n"
        "asyncio.run(first()); sys.exit(7)"
    ),
}


@pytest.mark.parametrize(
    ("leave", "backend"),
    [
        ("exit", "auto"),
        ("exit", "cp-sat"),
        *(pytest.param("exit", name, marks=pytest.mark.slow) for name in OTHERS),
        *(pytest.param(leave, "cp-sat", marks=pytest.mark.slow) for leave in LEAVE),
    ],
)
def test_left_open_at_interpreter_exit(leave, backend):
    """A search still running must neither hang nor abort the interpreter on its way out."""
    script = (
        "import sys\n"
        f"BACKEND = {backend!r}\n"
        "from kenken_cp import LimitReachedError, Puzzle, solutions\n"
        "grids = solutions(Puzzle(7), backend=BACKEND)\n"
        "next(grids)\n" + LEAVE[leave]
    )
    done = subprocess.run([sys.executable, "-c", script], timeout=300, capture_output=True)
    assert done.returncode == 7, done.stderr.decode()
    assert (done.stdout, done.stderr) == (b"", b"")


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_while_the_interpreter_waits_for_a_search():
    """What a thread does in an interpreter that is torn down aborts the process."""

    def search(puzzle, visit, clock):
        visit([next(solutions(puzzle))])
        while clock.status is None:
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.05)
        return Ended(Status.INTERRUPTED)

    with registered(search):
        grids = solutions(LATIN3, backend="engine")
        next(grids)
        iterator._stop_all()
    assert grids._future_outcome.done()
