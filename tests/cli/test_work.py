"""``--jobs`` and ``--resume``: the same answers, however the work is done."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import pytest
from cli.calls import (
    COMMAND,
    EASY,
    LATIN4,
    LATIN5,
    NONE,
    THREE,
    answer,
    complaint,
    events,
    interruptible,
    left_after_a_line,
    run,
    run_process,
    started,
    until,
    without_seconds,
)
from corpus import DATA, PUZZLES, ROOT

from kenken_cp import Cage, Puzzle, dumps, loads_all
from kenken_cp.cli import signals

EIGHT = str(PUZZLES / "ambiguous/6x6-eight.kk")


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


def alive(session):
    """The processes of a session."""
    found = subprocess.run(["pgrep", "-s", str(session)], capture_output=True, text=True)
    return found.stdout.split()


def gone(session):
    """Whether in time no process of a session is left."""
    until(lambda: not alive(session))
    return True


class TestJobs:
    @pytest.mark.parametrize(
        "command",
        [
            pytest.param(["solve", "--backend", "cover"], marks=pytest.mark.complete),
            ["solve", "--backend", "cover", "--json"],
            pytest.param(["count", "--backend", "cover"], marks=pytest.mark.complete),
            pytest.param(["check"], marks=pytest.mark.complete),
            pytest.param(["rate"], marks=pytest.mark.complete),
            ["rate", "--json"],
            pytest.param(["rate", "--reasons", "--json"], marks=pytest.mark.complete),
        ],
        ids=" ".join,
    )
    def test_the_same_answers_in_the_same_order(self, command, batch, tmp_path):
        file = batch
        if "--reasons" in command:  # of which some take a second
            (tmp_path / "few.txt").write_text(
                "".join(Path(batch).read_text().splitlines(True)[::3])
            )
            file = str(tmp_path / "few.txt")
        if command[0] == "check":  # which counts only what states a count
            stated = (DATA / "counts.jsonl").read_text().splitlines(keepends=True)
            (tmp_path / "stated.jsonl").write_text("".join(stated[::20]))
            file = str(tmp_path / "stated.jsonl")
        alone = run(*command, file)
        assert alone.stderr == b""
        assert steady(run_process(*command, file, "--jobs", "2")) == steady(alone)

    def test_exit_codes_are_the_same(self):
        for puzzles in ([EASY, THREE], [EASY, NONE, THREE]):
            alone = run("solve", "-q", *puzzles)
            shared = run_process("solve", "-q", *puzzles, "-j", "0")
            assert steady(shared) == steady(alone)

    def test_within_one_puzzle(self):
        assert answer("count", "-j", "2", LATIN4, call=run_process) == "576\n"
        assert answer("count", "-j", "2", NONE, code=1, call=run_process) == "0\n"

    def test_not_to_enumerate_one(self):
        assert "--jobs" in complaint("enumerate", LATIN4, "--jobs", "2")

    def test_limits(self):
        done = run_process("count", "-j", "2", LATIN5, "--limit", "1000")
        assert (done.returncode, done.stdout) == (3, b"1000+\n")
        done = run_process("count", "-j", "2", "--backend", "cp-sat", LATIN5, "--timeout", "0.3")
        assert done.returncode == 3
        assert done.stdout.endswith(b"+\n")

    @pytest.mark.complete
    def test_a_closed_pipe_ends_everything_quietly(self):
        process, code, error = left_after_a_line("enumerate", "-q", LATIN5, start_new_session=True)
        assert (code, error) == (0, b"")
        assert gone(process.pid)

    @pytest.mark.parametrize(
        ("ending", "whom", "code"),
        [
            pytest.param(signal.SIGINT, "the group", 130, marks=pytest.mark.complete),
            pytest.param(signal.SIGINT, "the parent", 130, marks=pytest.mark.complete),
            (signal.SIGTERM, "the group", 143),
            pytest.param(signal.SIGTERM, "the parent", 143, marks=pytest.mark.complete),
            pytest.param(signal.SIGHUP, "the group", 129, marks=pytest.mark.complete),
            pytest.param(signal.SIGKILL, "the parent", -signal.SIGKILL, marks=pytest.mark.complete),
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
        if ending is signal.SIGKILL:
            assert out == b""  # Python's resource tracker may complain on standard error
            assert b"Traceback" not in error
        else:
            assert re.fullmatch(rb"[1-9][0-9]*\+\n", out)
            how_many = out.decode().strip()
            assert (
                error.decode() == f"{how_many} solutions found (interrupted; there may be more)\n"
            )
        assert 3 < lines(kept) < 200


class TestSignals:
    """SIGTERM and SIGHUP end a command as Ctrl-C does; the exit code says which it was."""

    @pytest.mark.parametrize(
        ("command", "ending", "printed"),
        [
            (["enumerate", "-q"], signal.SIGTERM, rb"(?:[1-5]( [1-5]){24}\n)+"),
            pytest.param(
                ["enumerate", "--json", "--backend", "cp-sat"],
                signal.SIGHUP,
                rb'(?s).*"status": "interrupted", "count": [0-9]+, "exact": false.*\n',
                marks=pytest.mark.complete,
            ),
            pytest.param(
                ["enumerate", "--plain"],
                signal.SIGHUP,
                rb"(?s).*\n[0-9]+\+ solutions found \(interrupted; there may be more\)\n",
                marks=pytest.mark.complete,
            ),
        ],
        ids=str,
    )
    def test_what_was_found_is_printed(self, command, ending, printed):
        with started(*command, LATIN5, start_new_session=True) as process:
            first = os.read(process.stdout.fileno(), 10)
            process.send_signal(ending)
            rest, error = process.communicate(timeout=300)
        assert (process.returncode, error) == (128 + ending, b"")
        assert re.fullmatch(printed, first + rest)
        assert gone(process.pid)

    @pytest.mark.complete
    @pytest.mark.parametrize(("ending", "jobs"), [(signal.SIGTERM, "1"), (signal.SIGHUP, "2")])
    def test_puzzles_made_by_then_are_printed(self, ending, jobs):
        command = ["generate", "-q", "-n", "1000000", "--seed", "1", "-s", "4", "--any", "-j", jobs]
        with started(*command, start_new_session=True) as process:
            first = os.read(process.stdout.fileno(), 10)
            process.send_signal(ending)
            rest, error = process.communicate(timeout=300)
        assert process.returncode == 128 + ending
        assert re.fullmatch(rb"kenken-cp: interrupted: \d+ of 1000000 puzzles made\n", error)
        assert loads_all((first + rest).decode())
        assert gone(process.pid)

    @pytest.mark.complete
    def test_one_whose_output_nobody_reads_ends_all_the_same(self):
        """It waits to write more than a pipe holds."""
        with started("enumerate", "-q", LATIN5) as process:
            assert os.read(process.stdout.fileno(), 1)
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=300) == 143

    @pytest.mark.parametrize("worked", [(0, 0), (0, 4, 8.5), (0, 4, 4.01)])
    def test_one_that_works_has_longer_on_a_busy_machine(self, worked, monkeypatch):
        """Each number is the CPU time that it has taken by then."""
        naps, exits = [], mock.Mock(side_effect=SystemExit)
        clock = SimpleNamespace(process_time=iter(worked).__next__, sleep=naps.append)
        monkeypatch.setattr(signals, "time", clock)
        monkeypatch.setattr(signals, "os", SimpleNamespace(_exit=exits))
        with pytest.raises(SystemExit):
            signals._end_at_last(signal.SIGTERM)
        exits.assert_called_once_with(143)
        assert naps == [8.0] * (len(worked) - 1)

    @pytest.mark.complete
    def test_under_nohup_a_closed_terminal_is_ignored(self):
        def ignore_hangup():
            signal.signal(signal.SIGHUP, signal.SIG_IGN)

        command = ("enumerate", "-q", LATIN5, "--limit", "4000")  # more than a pipe holds
        with started(*command, preexec_fn=ignore_hangup) as process:
            first = os.read(process.stdout.fileno(), 10)
            process.send_signal(signal.SIGHUP)
            rest, error = process.communicate(timeout=300)
        assert (process.returncode, error) == (0, b"")
        assert (first + rest).count(b"\n") == 4000


def lines(path):
    return path.read_bytes().count(b"\n") if path.exists() else 0


class TestResume:
    @pytest.mark.complete
    def test_a_count_goes_on_where_it_was_broken_off(self, tmp_path):
        kept = tmp_path / "kept"
        file = tmp_path / "latin.kk"
        givens = [Cage([(0, column)], "given", 2 + column) for column in (0, 1)]
        file.write_text(dumps(Puzzle(5, givens)), encoding="utf-8")
        command = ["count", "--backend", "cp-sat", str(file), "--resume", str(kept)]
        for ending in (signal.SIGKILL, signal.SIGINT):
            before = lines(kept)
            with subprocess.Popen(
                [*COMMAND, *command],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=ROOT,
                preexec_fn=interruptible,
            ) as process:
                until(lambda: lines(kept) > before + 20, process)  # noqa: B023 - called at once
                process.send_signal(ending)
            assert lines(kept) < 200
        before = lines(kept)
        assert answer(*command, "-j", "2", call=run_process) == "8064\n"
        after = lines(kept)
        assert after > before
        assert answer(*command) == "8064\n"
        assert lines(kept) == after, "nothing was done twice"

    @pytest.mark.parametrize(
        "command",
        [
            ["solve", "--json"],
            pytest.param(["count"], marks=pytest.mark.complete),
            pytest.param(["rate"], marks=pytest.mark.complete),
        ],
        ids=" ".join,
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
        answer("solve", "-q", EASY, "--resume", kept)
        assert "results of other puzzles" in complaint("solve", THREE, "--resume", kept)
        assert "results of other puzzles" in complaint("rate", EASY, "--resume", kept)
        assert "no file of results" in complaint("solve", EASY, "--resume", batch)
        assert "No such file" in complaint("solve", EASY, "--resume", str(tmp_path / "no" / "file"))

    def test_what_never_ends_is_no_file(self, tmp_path):
        fifo = tmp_path / "fifo\x1b[31m"
        os.mkfifo(fifo)
        for path in (str(fifo), "/dev/zero"):
            error = complaint("count", EASY, "--resume", path)
            assert "not a regular file" in error
            assert "\x1b" not in error

    @pytest.mark.parametrize(
        ("command", "what", "instead"),
        [
            ("solve", b"[[", b"[[4, "),
            ("count", b'"count": [1', b'"count": [5'),
            ("rate", b'"level": "EASY"', b'"level": "HARD"'),
        ],
    )
    def test_an_edited_file_is_not_believed(self, command, what, instead, tmp_path):
        kept = tmp_path / "kept"
        answer(command, EASY, THREE, "--resume", str(kept))
        content = kept.read_bytes()
        assert what in content
        kept.write_bytes(content.replace(what, instead, 1))
        error = complaint(command, EASY, THREE, "--resume", str(kept))
        assert f"{kept}: line 2 does not match its checksum" in error


class TestEstimate:
    def test_the_same_however_it_is_shared_out(self):
        command = ["count", "--estimate", LATIN4, EIGHT, EASY]
        alone = answer(*command)
        assert answer(*command, "--jobs", "2", call=run_process) == alone

    def test_it_is_taken_up_again(self, tmp_path):
        command = ["count", "--estimate", LATIN4, EASY, "--resume", str(tmp_path / "kept")]
        once = events(*command)
        assert lines(tmp_path / "kept") == 3
        assert events(*command) == once, "the seconds, too"
        assert "results of other puzzles, options or version" in complaint(
            *command, "--timeout", "5"
        )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--jobs", "-1"], "--jobs"),
        (["--jobs", "two"], "--jobs"),
        (["--jobs", "1000"], "--jobs"),
        (["--shard", "1/2"], "--shard"),
        (["--jobs", "2", "--scheduler", "tcp://x:1"], "--jobs and --scheduler exclude each other"),
        (["--limit", "3", "--resume", "x"], "--limit on one puzzle; expected no --resume with it"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_bad_usage(options, message):
    assert message in complaint("count", LATIN4, *options)
