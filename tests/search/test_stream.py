import subprocess
import sys
import time

import pytest
from engines import each_backend

from kenken_cp import KenKenError, Puzzle, Status, UnknownNameError, solutions
from kenken_cp.search.backend import BACKENDS, Backend

LATIN3 = Puzzle(3)
ENDLESS = Puzzle(7)


def test_iterates_then_answers_its_status():
    with solutions(LATIN3) as grids:
        found = list(grids)
    assert len(set(found)) == 12
    assert grids.status is Status.EXHAUSTED
    assert grids.outcome.count == 12


@each_backend
def test_leaving_early_stops_the_search(backend):
    with solutions(ENDLESS, backend=backend) as grids:
        first = next(iter(grids))
    assert len(first) == 7
    assert grids.status is Status.LIMIT
    with solutions(ENDLESS, backend=backend) as grids:
        pass
    assert grids.status is Status.LIMIT


def test_leaving_by_ctrl_c_is_an_interruption():
    with pytest.raises(KeyboardInterrupt), solutions(ENDLESS) as grids:
        raise KeyboardInterrupt
    assert grids.status is Status.INTERRUPTED


def test_more_solutions_than_wait_to_be_taken():
    with solutions(Puzzle(5), limit=3000) as grids:
        assert sum(1 for _ in grids) == 3000
    assert grids.status is Status.LIMIT


def test_the_search_waits_for_a_slow_reader():
    with solutions(ENDLESS) as grids:
        reader = iter(grids)
        next(reader)
        deadline = time.monotonic() + 60
        while len(grids._found) < grids._MAX_WAITING and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.1)  # in which a search that did not wait would find many more
        assert len(grids._found) == grids._MAX_WAITING


def test_needs_its_with_block():
    with pytest.raises(KenKenError, match="use: with solutions"):
        next(iter(solutions(LATIN3)))


def test_has_no_outcome_before_the_search_is_over():
    with solutions(ENDLESS) as grids, pytest.raises(KenKenError, match="is not over"):
        _ = grids.outcome


def test_can_be_entered_once():
    grids = solutions(LATIN3)
    with grids:
        pass
    with pytest.raises(KenKenError, match="can be entered once"), grids:
        pass


def test_an_error_of_the_engine_comes_out_where_the_grids_do():
    def search(puzzle, visit, limits):
        raise ZeroDivisionError

    with BACKENDS.registered(Backend("engine", "errs", search)):
        with pytest.raises(ZeroDivisionError), solutions(LATIN3, backend="engine") as grids:
            list(grids)
        with solutions(LATIN3, backend="engine") as unread:
            pass
        with pytest.raises(ZeroDivisionError):
            _ = unread.status


def test_an_unknown_backend_comes_out_too():
    with pytest.raises(UnknownNameError), solutions(LATIN3, backend="z3") as grids:
        list(grids)


@pytest.mark.parametrize(
    "leave", ["sys.exit(7)", "grids.__exit__(None, None, None); sys.exit(7)", "raise SystemExit(7)"]
)
def test_left_open_at_interpreter_exit(leave):
    """A search still running must neither hang nor abort the interpreter on its way out."""
    script = (
        "import sys\n"
        "from kenken_cp import Puzzle, solutions\n"
        "grids = solutions(Puzzle(9)).__enter__()\n"
        "next(iter(grids))\n" + leave
    )
    done = subprocess.run([sys.executable, "-c", script], timeout=60, capture_output=True)
    assert done.returncode == 7, done.stderr.decode()
    assert done.stderr == b""
