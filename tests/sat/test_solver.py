"""The SAT solver keeps to limits, and is left to Python by Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from contextlib import closing
from itertools import combinations

import pytest

from kenken_cp.clock import Clock, Status, StoppedError
from kenken_cp.errors import LimitReachedError
from kenken_cp.sat import solver as solver_module
from kenken_cp.sat.solver import CADICAL, GLUCOSE, SatSolver, refutation

ENGINES = pytest.mark.parametrize("engine", [CADICAL, GLUCOSE], ids=["cadical", "glucose"])


def pigeons(number):
    """So many in one hole fewer: what takes a SAT solver long."""
    holes = range(number - 1)
    variable = {(p, h): 1 + p * len(holes) + h for p in range(number) for h in holes}
    yield from (tuple(variable[p, h] for h in holes) for p in range(number))
    for hole in holes:
        for one, other in combinations(range(number), 2):
            yield -variable[one, hole], -variable[other, hole]


def test_it_answers_until_the_process_ends():
    """A thread may still be asking at exit: the engine must not be freed then."""
    script = (
        "import atexit\n"
        "atexit.register(lambda: print([solver.solve([-2]), solver.model(), solver.add([2])]))\n"
        "from kenken_cp.sat.solver import SatSolver\n"
        "solver = SatSolver([(1, 2), (-1, 3)])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], timeout=300, capture_output=True)
    assert (done.returncode, done.stdout) == (0, b"[True, [1, -2, 3], None]\n"), done.stderr


@ENGINES
def test_answers(engine):
    with closing(SatSolver([(1, 2), (-1, 3)], engine=engine)) as solver:
        assert solver.solve([-2])
        assert solver.model() == [1, -2, 3]
        assert not solver.solve([-2, -3, 4])
        assert solver.core() == {-2, -3}
        solver.add([-3])
        assert solver.solve()
        assert not solver.solve([1])
        assert solver.core() == {1}
        solver.add([])
        assert not solver.solve()
        assert solver.core() == set()


@ENGINES
def test_a_hard_question_in_parts(engine):
    with closing(SatSolver(pigeons(8), engine=engine)) as solver:
        assert not solver.solve()


@ENGINES
def test_parts(engine):
    """A part may not suffice; the next goes on."""
    with closing(SatSolver(pigeons(8), engine=engine)) as solver:
        assert solver.try_to_solve() is None
        assert solver.solve() is False


@ENGINES
def test_limits(engine):
    with closing(SatSolver(pigeons(14), engine=engine)) as solver:
        with pytest.raises(StoppedError) as stopped, Clock(0.05).running():
            solver.solve()
        assert stopped.value.status is Status.TIMEOUT


@ENGINES
@pytest.mark.usefixtures("interruptible")
def test_ctrl_c(engine):
    timer = threading.Timer(0.1, signal.raise_signal, [signal.SIGINT])

    def interrupted(solver):
        timer.start()
        solver.solve()

    with closing(SatSolver(pigeons(14), engine=engine)) as solver, pytest.raises(KeyboardInterrupt):
        interrupted(solver)
    timer.join()


class TestRefutation:
    def test_a_proof_ends_with_the_empty_clause(self):
        lines = refutation(pigeons(6))
        assert lines[-1] == "0"
        assert all(line.removeprefix("d ").endswith("0") for line in lines)

    def test_what_can_be_satisfied_has_none(self):
        assert refutation([(1, 2), (-1, 3)]) is None

    def test_one_that_grows_too_long_is_given_up(self, monkeypatch):
        monkeypatch.setattr(solver_module, "MAX_PROOF_BYTES", 1 << 10)
        with pytest.raises(LimitReachedError, match=r"more than 0 MB, and is not complete"):
            refutation(pigeons(9))

    def test_limits(self):
        with pytest.raises(StoppedError), Clock(0.05).running():
            refutation(pigeons(14))
