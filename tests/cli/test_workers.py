"""``--jobs`` and ``--resume``: the same answers, however the work is done and whatever ends it.
(``--scheduler`` is in tests/parallel/test_dask.py.)
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess

import pytest
from cli.calls import (
    COMMAND,
    answer,
    complaint,
    run,
    run_process,
    said,
    started,
    until,
    usual_signals,
    without_seconds,
)
from cli.puzzles import EASY, LATIN4, LATIN5, NONE, THREE
from corpus import DATA, ROOT

from kenken_cp import Cage, Count, Outcome, Puzzle, Status, dumps
from kenken_cp.cli import options
from kenken_cp.cli.items import PuzzleItem
from kenken_cp.cli.output import Output
from kenken_cp.clock import Progress
from kenken_cp.parallel.workers import Workers, WorkersLostError

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def batch(tmp_path_factory):
    """Thirty puzzles in one file, up to 6x6."""
    path = tmp_path_factory.mktemp("batch") / "batch.txt"
    lines = (DATA / "keen.tsv").read_text().splitlines()[:330:11]
    path.write_text("".join(line.split("\t")[1] + "\n" for line in lines))
    return str(path)


def steady(done):
    """What does not change from run to run."""
    return without_seconds(done.stdout), done.stderr, done.returncode


def lines(path):
    return path.read_bytes().count(b"\n") if path.exists() else 0


def gone(session):
    """Whether in time no process of a session is left."""

    def none_is_alive():
        found = subprocess.run(["pgrep", "-s", str(session)], capture_output=True, text=True)
        return not found.stdout.split()

    until(none_is_alive)
    return True


class TestJobs:
    @pytest.mark.parametrize(
        "command",
        [
            ["solve", "--backend", "cover", "--json"],
            ["rate"],
            ["count", "--backend", "cover"],
            ["rate", "--json"],
        ],
        ids=" ".join,
    )
    def test_the_same_answers_in_the_same_order(self, command, batch):
        assert steady(run_process(*command, batch, "--jobs", "2")) == steady(run(*command, batch))

    def test_exit_codes_are_the_same(self):
        for puzzles in ([EASY, THREE], [EASY, NONE, THREE]):
            alone, shared = run("solve", *puzzles), run_process("solve", *puzzles, "-j", "0")
            assert steady(shared) == steady(alone)

    def test_within_one_puzzle(self):
        assert answer("count", "-j", "2", LATIN4, call=run_process) == "576\n"
        assert answer("count", "-j", "2", NONE, code=1, call=run_process) == "0\n"

    def test_limits(self):
        assert answer("count", "-j", "2", LATIN5, "--limit", "1000", code=3) == "1000+\n"
        call = ("count", "-j", "2", "--backend", "cp-sat", LATIN5, "--timeout", "0.3")
        assert answer(*call, code=3, call=run_process).endswith("+\n")

    @pytest.mark.parametrize("affinity", [lambda process: {0, 2, 5}, None])
    def test_none_are_one_for_each_core(self, affinity, monkeypatch):
        started = []
        if affinity:
            monkeypatch.setattr("os.sched_getaffinity", affinity, raising=False)
        else:  # as on Windows and macOS
            monkeypatch.delattr("os.sched_getaffinity", raising=False)
        monkeypatch.setattr("os.cpu_count", lambda: 8 if affinity else 3)
        monkeypatch.setattr(options, "Workers", lambda *given: started.append(given) or Workers())
        answer("solve", EASY, "-j", "0")
        assert started == [(3, None)]

    def test_lost_workers_leave_a_lower_bound(self, monkeypatch):
        known = Outcome(Status.INTERRUPTED, Count(7, exact=False), (), 1.0, "auto", "cover", {})

        def lost(*_, **__):
            raise WorkersLostError("the scheduler is gone", known)

        monkeypatch.setattr("kenken_cp.cli.solving.count_in_parallel", lost)
        text, words = said("count", LATIN5, code=3)
        assert text == "7+\n"
        assert words.endswith(f"kenken-cp: {LATIN5}: the scheduler is gone\n")

    @pytest.mark.skipif(os.name != "posix", reason="signals")
    @pytest.mark.parametrize(
        ("ending", "whom", "code"),
        [
            (signal.SIGINT, "the group", 130),
            (signal.SIGTERM, "the parent", 143),
            (signal.SIGKILL, "the parent", -signal.SIGKILL),
        ],
    )
    def test_no_process_survives(self, ending, whom, code, tmp_path):
        """A terminal sends Ctrl-C to the whole group of processes."""
        kept = tmp_path / "kept"
        command = ["count", "--backend", "cp-sat", LATIN5, "-j", "2", "--resume", str(kept)]
        with started(*command, start_new_session=True) as process:
            until(lambda: lines(kept) > 3, process)
            (os.killpg if whom == "the group" else os.kill)(process.pid, ending)
            out, error = process.communicate(timeout=300)
        assert process.returncode == code
        assert gone(process.pid)
        assert b"Traceback" not in error
        if ending is signal.SIGKILL:
            assert out == b""
        else:
            assert re.fullmatch(rb"[1-9][0-9]*\+\n", out)
            assert re.search(rb"interrupted after .* s; there may be more", error)
        assert 3 < lines(kept) < 200


class TestResume:
    @pytest.mark.skipif(os.name != "posix", reason="signals")
    def test_a_count_goes_on_where_it_was_broken_off(self, tmp_path):
        kept, file = tmp_path / "kept", tmp_path / "latin.kk"
        # It takes longer than the second in which a count is not yet cut into cubes.
        file.write_text(dumps(Puzzle(5, [Cage([(0, 0), (0, 1)], "+", 3)])), encoding="utf-8")
        command = ["count", "--backend", "cp-sat", str(file), "--resume", str(kept)]
        for ending in (signal.SIGKILL, signal.SIGINT):
            before = lines(kept)
            with usual_signals():
                process = subprocess.Popen(
                    [*COMMAND, *command],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    cwd=ROOT,
                )
            with process:
                until(lambda: lines(kept) > before + 20, process)  # noqa: B023 - called at once
                process.send_signal(ending)
            assert lines(kept) < 200
        before = lines(kept)
        assert answer(*command, "-j", "2", call=run_process) == "16128\n"
        after = lines(kept)
        assert after > before
        assert answer(*command) == "16128\n"
        assert lines(kept) == after, "nothing was done twice"

    @pytest.mark.parametrize(
        "command", [["solve", "--json"], *([name] for name in ("rate", "count"))]
    )
    def test_a_batch_goes_on_where_it_was_broken_off(self, command, batch, tmp_path):
        kept = tmp_path / "kept"
        alone = run(*command, batch)
        run(*command, batch, "--resume", str(kept))
        whole = kept.read_bytes().splitlines(keepends=True)
        assert len(whole) == 31
        kept.write_bytes(b"".join(whole[:11]) + whole[11][:30])  # killed half-way
        done = run_process(*command, batch, "--resume", str(kept), "-j", "2")
        assert steady(done) == steady(alone)
        assert lines(kept) == 31

    def test_a_file_of_other_work(self, batch, tmp_path):
        kept = str(tmp_path / "kept")
        answer("solve", EASY, "--resume", kept)
        for call in (("solve", THREE), ("rate", EASY)):
            assert "results of other puzzles" in complaint(*call, "--resume", kept)
        assert "no file of results" in complaint("solve", EASY, "--resume", batch)
        missing = str(tmp_path / "no" / "file")
        assert "No such file" in complaint("solve", EASY, "--resume", missing)


def test_what_goes_on_in_words_and_as_events(capsys):
    """Of each puzzle what its own search has found."""
    items = [PuzzleItem(name, Puzzle(2)) for name in ("a", "b")]
    for output, printed in ((Output(json=True), 2), (Output(json=True, quiet=True), 0)):
        for item, share, words in zip(items, (0.25, None), (", 25.0% done", ""), strict=True):
            output.begin(item)
            assert output.how_far == ""
            output.report(Progress(5, 1.0, share))
            assert output.how_far == f"5 found{words}"
        events = list(map(json.loads, capsys.readouterr().out.splitlines()))
        facts = [(each["event"], each["puzzle"], each["count"], each["share"]) for each in events]
        assert facts == [("progress", "a", 5, 0.25), ("progress", "b", 5, None)][:printed]
