"""How calls end that something else ends: Ctrl-C, SIGTERM, SIGHUP, a reader who has gone, a full
disk, a bug. One suite for all commands: no traceback, an exit code that says what it was, and what
was found is printed, in whole lines.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from cli.calls import (
    COMMAND,
    COMMANDS,
    complaint,
    events_in,
    options_of,
    run,
    started,
    until,
    usual_signals,
)
from cli.puzzles import EASY, KEEN, LATIN5
from corpus import ROOT
from giants import BOARDS

from kenken_cp import Puzzle
from kenken_cp.cli.output import Exit
from kenken_cp.formats import dumps, loads_all
from kenken_cp.search.engine import BACKENDS, Backend

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")

ENDINGS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]

LONG = {
    "solve": ["{many}"],
    "enumerate": ["--plain", LATIN5],
    "count": ["{many}"],
    "check": ["{many}"],
    "why": ["{many}"],
    "explain": ["{many}"],
    "rate": ["{many}"],
    "trace": [LATIN5],
    "generate": ["-n", "100000", "--seed", "1", "-s", "4", "--to", "keen"],
    "show": ["{many}", "--solution"],
    "judge": ["true", "--fuzz", "100000", "-v"],
    "cross-check": ["{some}", "-v", "--backend", "cover", "--backend", "logic"],
}
"""Calls that go on printing for longer than anybody waits."""

SHORT = {
    **{name: [KEEN] for name in COMMANDS},
    "generate": ["--size", "3", "--seed", "1"],
    "judge": ["true", KEEN, "--no-shrink"],
    "verify": ["{certificate}"],
    "list": ["formats"],
}


def some(names, always):
    """Of parameters those that are always tried, the others in the slow run only."""
    return [
        name if name in always else pytest.param(name, marks=pytest.mark.slow) for name in names
    ]


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """Files that the calls name: thousands of puzzles, and a certificate."""
    folder = tmp_path_factory.mktemp("calls")
    (folder / "many.txt").write_text(f"{KEEN}\n" * 20_000)
    (folder / "some.txt").write_text(f"{KEEN}\n" * 1_000)
    run("prove", KEEN, "-o", str(folder / "puzzle.cert"))
    names = {"{many}": "many.txt", "{some}": "some.txt", "{certificate}": "puzzle.cert"}
    return {word: str(folder / name) for word, name in names.items()}


def words_of(command, calls, places):
    return [command, *(places.get(word, word) for word in calls[command])]


@pytest.mark.parametrize("command", some(LONG, ["enumerate", "generate"]))
def test_a_signal_keeps_what_was_found(command, places):
    ending = ENDINGS[list(LONG).index(command) % 3]
    with started(*words_of(command, LONG, places)) as process:
        first = os.read(process.stdout.fileno(), 10)
        process.send_signal(ending)
        rest, error = process.communicate(timeout=300)
    assert process.returncode == 128 + ending, error
    assert b"Traceback" not in error
    text = (first + rest).decode()
    assert text.endswith("\n"), "whole lines"
    if command == "generate":
        assert loads_all(text)
        assert b"of 100000 puzzles made" in error
    elif command in ("judge", "cross-check"):
        assert "interrupted after " in text
    else:
        assert b"interrupted" in error


@pytest.mark.slow
def test_one_whose_output_nobody_reads_ends_all_the_same():
    """It waits to write more than a pipe holds."""
    with started("enumerate", "--plain", LATIN5) as process:
        assert os.read(process.stdout.fileno(), 1)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=300) == 143


@pytest.mark.parametrize("command", some(LONG, ["enumerate", "count"]))
def test_a_signal_among_events(command, places):
    with started(*words_of(command, LONG, places), "--json") as process:
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=300)
    assert process.returncode == 130
    *_, last = found = events_in((first + rest).decode())
    assert last["event"] in {"error", "summary", "failure"} or last["status"] == "interrupted"
    if command in ("enumerate", "trace"):
        solutions = [event for event in found if event["event"] == "solution"]
        assert (last["status"], last["exact"]) == ("interrupted", False)
        assert last["count"] == len(solutions)


@pytest.mark.parametrize("command", some(sorted({*COMMANDS} - {"list", "generate"}), ["hint"]))
def test_a_signal_while_it_reads(command):
    """There is nothing to keep, but silence would be no answer."""
    before = ["true"] if command == "judge" else []
    with started(command, *before, "-", stdin=subprocess.PIPE) as process:
        process.stdin.write(b"# more than a pipe holds\n" * 20_000)  # until it reads
        process.send_signal(signal.SIGTERM)
        out, error = process.communicate(timeout=300)
    assert (process.returncode, out) == (143, b"")
    assert error == b"kenken-cp: interrupted\n"


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["cover", "cp-sat"])
def test_a_count_that_is_interrupted_is_a_lower_bound(backend, tmp_path):
    empty = tmp_path / "empty.kk"
    empty.write_text("rules: kenken\n" + 9 * (9 * ". " + "\n"))
    with started("count", str(empty), "--backend", backend, "--json") as process:
        progress = json.loads(process.stdout.readline())
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=300)
    assert (process.returncode, error) == (130, b"")
    (result,) = events_in(out)
    assert (result["status"], result["exact"]) == ("interrupted", False)
    assert result["count"] >= progress["count"]


@pytest.mark.slow
def test_under_nohup_a_closed_terminal_is_ignored():
    call = ("enumerate", "--plain", LATIN5, "--limit", "4000")  # more than a pipe holds
    with started(*call, SIGHUP=signal.SIG_IGN) as process:
        first = os.read(process.stdout.fileno(), 10)
        process.send_signal(signal.SIGHUP)
        rest, _ = process.communicate(timeout=300)
    assert process.returncode == 0
    assert (first + rest).count(b"\n\n") == 3999


@pytest.mark.slow
def test_an_interrupted_judge_leaves_nothing_running(tmp_path):
    began = tmp_path / "began"
    began.touch()
    solver = f"sh -c 'echo $$ >>{began}; exec sleep 60'"
    call = ["judge", solver, *[EASY] * 50, "--timeout", "0.5", "-v"]
    with started(*call) as process:
        process.stdout.readline()
        until(lambda: len(began.read_text().splitlines()) > 1, process)
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=300)
    assert process.returncode == 143
    assert b"\ntimeout, " in rest, "the failures so far are shown"
    for number in map(int, began.read_text().split()):
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)


class TestNobodyReads:
    @pytest.mark.parametrize("command", some(LONG, ["enumerate"]))
    def test_after_the_first_line(self, command, places):
        with started(*words_of(command, LONG, places)) as process:
            assert process.stdout.readline()
            process.stdout.close()
            error = process.stderr.read()
            assert process.wait(timeout=300) == 0, error
        assert b"Traceback" not in error
        assert b"pipe" not in error.lower()

    def ended(self, stream, words):
        """The exit code of a call, one of whose streams nobody reads, and the other stream."""
        reading, writing = os.pipe()
        os.close(reading)
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: writing}
        done = subprocess.run([*COMMAND, *words], **streams, cwd=ROOT, timeout=300)
        os.close(writing)
        return done.returncode, done.stdout or done.stderr or b""

    @pytest.mark.parametrize("command", some(SHORT, ["solve"]))
    def test_from_the_first_byte(self, command, places):
        code, error = self.ended("stdout", words_of(command, SHORT, places))
        assert code == 0
        assert b"Traceback" not in error

    @pytest.mark.parametrize("command", some(["show", "explain", "hint", "why"], ["show"]))
    def test_a_page_or_picture_on_standard_output(self, command):
        code, error = self.ended("stdout", [command, KEEN, "-o", "-"])
        assert (code, error) == (0, b"")

    @pytest.mark.parametrize("call", some(["--help", "--version", "solve -h"], ["--help"]))
    def test_the_help(self, call):
        assert self.ended("stdout", call.split()) == (0, b"")

    @pytest.mark.parametrize(
        ("words", "done"),
        [
            (["solve", "nowhere"], (2, b"")),
            (["guess"], (2, b"")),
            (["count", LATIN5, "--limit", "10"], (3, b"10+\n")),
        ],
        ids=["nowhere", "guess", "count"],
    )
    @pytest.mark.slow
    def test_what_is_said_beside_the_answer(self, words, done):
        assert self.ended("stderr", words) == done


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="a device of Linux")
class TestFullDisk:
    @pytest.mark.parametrize("command", some([*SHORT, "--help", "--version"], ["solve"]))
    def test_standard_output(self, command, places):
        words = words_of(command, SHORT, places) if command in SHORT else [command]
        with FULL.open("wb") as full:
            done = subprocess.run(
                [*COMMAND, *words], stdout=full, stderr=subprocess.PIPE, cwd=ROOT, timeout=300
            )
        assert done.returncode == 2
        error = done.stderr.decode()
        assert error.splitlines()[-1] == "kenken-cp: cannot write: No space left on device"
        assert "Traceback" not in error


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("solve <&-", 2),
        (f"solve {KEEN} >&-", 0),
        (f"count {KEEN} 2>&-", 0),
        ("solve nowhere 2>/dev/full", 2),
    ],
)
def test_closed_streams(line, code):
    call = f"{sys.executable} -m kenken_cp {line}"
    done = subprocess.run(["sh", "-c", call], capture_output=True, cwd=ROOT, timeout=300)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("option", "in_a_file"),
    [
        ("--plain", True),
        pytest.param("--plain", False, marks=pytest.mark.slow),
        pytest.param("--verbose", False, marks=pytest.mark.slow),
    ],
)
def test_a_progress_line_leaves_whole_lines_alone(option, in_a_file, tmp_path):
    """On a terminal of 40 columns, where it stands from the start."""
    ours, theirs = pytest.importorskip("pty").openpty()
    (tmp_path / "latin.kk").write_text(dumps(Puzzle(16)), encoding="utf-8")
    call = ["solve", option, str(tmp_path / "latin.kk"), "nowhere" * 5, str(tmp_path / "latin.kk")]
    code = "from kenken_cp import cli, clock; clock.SECONDS_BETWEEN_REPORTS = 0; cli.main()"
    env, received = {**os.environ, "COLUMNS": "40", "TERM": "xterm"}, b""
    with (tmp_path / "out").open("wb") as out:
        streams = {"stdout": out if in_a_file else theirs, "stderr": theirs}
        with subprocess.Popen([sys.executable, "-c", code, *call], env=env, **streams):
            os.close(theirs)
            with suppress(OSError):  # at its end
                while more := os.read(ours, 10_000):
                    received += more
    os.close(ours)
    assert b"2 puzzles done" in received
    without_colours = re.sub(rb"\x1b\[[^A-Z]*?[hlm]|\r", b"", received)
    on_the_screen = re.sub(rb".*\n\x1b\[1A\x1b\[2K|.*\x1b\[2K", b"", without_colours)
    _, text, words = run(*call)
    assert (tmp_path / "out").read_bytes() == text * in_a_file
    assert sorted(on_the_screen.splitlines()) == sorted(
        (text * (not in_a_file) + words).splitlines()
    )


class TestErrors:
    @pytest.mark.parametrize("error", [ZeroDivisionError(), EOFError(), ImportError("libgomp.so")])
    def test_a_bug_of_ours_is_no_answer(self, error):
        def broken(*_):
            raise error

        with BACKENDS.registered(Backend("broken", "for this test", broken)):
            done = run("solve", KEEN, "--backend", "broken")
        assert (done.returncode, done.stdout) == (70, b"")
        assert b"this is a bug of kenken-cp" in done.stderr

    @pytest.mark.parametrize(
        "error", [MemoryError("memory"), OSError(12, "no memory"), OSError(24, "Too many files")]
    )
    def test_what_the_system_does_not_give_is_no_bug_of_ours(self, error):
        def lacking(*_):
            raise error

        with BACKENDS.registered(Backend("lacking", "for this test", lacking)):
            said = complaint("solve", KEEN, "--backend", "lacking", code=3)
        assert error.args[-1] in said
        assert "cannot write" not in said


TIMED = """\
solve; solve --backend cover; solve --backend cp-sat; enumerate; count; count --backend cover
count --estimate; check; explain; hint; rate; trace --limit 1; trace --strategy propagation
show --solution; show --candidates; show --candidates --by solutions; why; why --minimal; prove
judge --no-shrink true; cross-check --backend cp-sat --backend cover --backend logic"""
"""Calls with a time limit, without the puzzle."""


class TestTimeouts:
    """Every command ends at its ``--timeout``, on the largest boards that are accepted. How long a
    call takes is not measured: the bound is so wide that only work without a checkpoint breaks it.
    """

    def test_every_command_with_a_timeout_is_called(self):
        timed = {name for name in COMMANDS if "--timeout" in options_of(name)}
        called = {call.split()[0] for call in re.split("; |\n", TIMED)}
        assert timed == called | {"verify", "generate"}, "which take no board"

    @pytest.mark.parametrize("call", re.split("; |\n", TIMED))
    @pytest.mark.parametrize(
        "board",
        ["9 cells of 1000 values", pytest.param("2048 sums of two", marks=pytest.mark.slow)],
    )
    def test_it_ends(self, call, board, tmp_path):
        file = tmp_path / "giant.json"
        file.write_text(dumps(BOARDS[board](), "json"))
        began = time.process_time()
        done = run(*call.split(), str(file), "--timeout", "0.05", "--json")
        assert time.process_time() - began < 10
        assert done.returncode < Exit.BUG, done

    @pytest.mark.parametrize("options", ["--size 9 --level extreme", "--size 32"])
    def test_a_puzzle_that_takes_long_to_make(self, options):
        began = time.process_time()
        call = ("generate", *options.split(), "--seed", "1", "--timeout", "0.05", "--json")
        assert run(*call).returncode in (Exit.ANSWERED, Exit.LIMIT)
        assert time.process_time() - began < 10


@pytest.mark.slow
@pytest.mark.parametrize("module", ["kenken_cp.errors", "typer", "kenken_cp.formats", "ortools"])
def test_ctrl_c_while_it_starts(module):
    call = [sys.executable, "-X", "importtime", *COMMAND[1:], "count", "--backend", "cp-sat"]
    with usual_signals():
        process = subprocess.Popen(
            [*call, LATIN5], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=ROOT, text=True
        )
    with process:
        lines = (line.split("|")[-1].strip() for line in process.stderr)
        assert module in lines
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=300)
    assert process.returncode in (130, -signal.SIGINT)
    assert "Traceback" not in error
