"""Worker processes of this machine."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from corpus import ROOT
from parallel.workers import announce_and_sleep, wait_for

from kenken_cp import Cage, Puzzle
from kenken_cp.errors import KenKenError
from kenken_cp.model.operators import ADD, OPERATORS
from kenken_cp.parallel import CountAll, Pool, WorkersLostError, count_cubes, cubes
from kenken_cp.parallel.processes import Processes
from kenken_cp.search.protocol import Limits


def test_they_end_with_the_block_even_if_busy(tmp_path):
    with Processes(2) as executor:
        pids = [executor.submit(os.getpid).result()]
        for _ in range(4):
            executor.submit(announce_and_sleep, tmp_path, 300)
        wait_for(lambda: len(list(tmp_path.iterdir())) == 2)
        started = time.monotonic()
    assert time.monotonic() - started < 60
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


def test_one_that_was_killed_is_reported():
    with Processes(1) as executor:
        os.kill(executor.submit(os.getpid).result(), signal.SIGKILL)
        with pytest.raises(WorkersLostError, match="a worker process was killed") as caught:
            count_cubes(cubes(Puzzle(4), 4), Limits(), backend="cover", pool=Pool(executor, 1))
    assert not caught.value.outcome.count.exact


def test_workers_ignore_ctrl_c(two):
    assert two.executor.submit(signal.getsignal, signal.SIGINT).result() is (
        signal.Handlers.SIG_IGN
    )


INSTALLED_COMMAND = """
from kenken_cp.__main__ import main
from kenken_cp.parallel.processes import Processes

if __name__ == "__main__":
    with Processes(1) as executor:
        print(executor.submit(eval, "__import__('gc').isenabled()").result())
        print(*executor.submit(eval, "list(__import__('sys').modules)").result())
"""


def test_workers_of_the_command_collect_garbage_and_import_no_command_line(tmp_path):
    """They import the script that was installed, and so the ``__main__`` of the package."""
    script = tmp_path / "kenken-cp"
    script.write_text(INSTALLED_COMMAND)
    command = [sys.executable, script]
    path = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, env=path, timeout=300)
    collects, modules = done.stdout.splitlines()
    assert collects == "True"
    assert "kenken_cp.__main__" in modules.split()
    assert not {"kenken_cp.cli", "typer"} & set(modules.split())


RECORDS_OF_A_PROGRAM = """
from dataclasses import replace
from kenken_cp import Cage, Puzzle
from kenken_cp.model.operators import ADD, OPERATORS
from kenken_cp.parallel import Pool, count_in_parallel
from kenken_cp.parallel.processes import Processes
from kenken_cp.search.backend import BACKENDS, Backend

if __name__ == "__main__":
    total = replace(ADD, name="total", symbol="§", glyph="§")
    OPERATORS.register(total)
    BACKENDS.register(Backend("mine", "cover by another name", BACKENDS.named("cover").search))
    puzzle = Puzzle((2, 3), [Cage([(0, 0), (1, 1)], total, 3)])
    with Processes(2, start_method="fork") as executor:
        outcome = count_in_parallel(puzzle, backend="mine", pool=Pool(executor, 2))
    print(outcome.status, outcome.count)
"""


def test_forked_workers_know_the_records_that_a_program_registered():
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", RECORDS_OF_A_PROGRAM],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=300,
    )
    assert (done.stdout, done.stderr) == ("exhausted 2\n", "")


def test_spawned_workers_say_that_they_do_not_know_them(two):
    total = replace(ADD, name="total", symbol="§", glyph="§")
    with OPERATORS.registered(total):
        puzzle = Puzzle(2, [Cage([(0, 0), (0, 1)], total, 3)])
        for task in (CountAll("cover"), CountAll("mine")):
            with pytest.raises(KenKenError, match=r"unknown .* \(in a worker process, which knows"):
                two.executor.submit(task, puzzle).result()
    assert two.executor.submit(CountAll("cover"), Puzzle(2)).result().count == 2
