"""How far a long count has come, as a person on a terminal and a program see it."""

from __future__ import annotations

import io
import re
import sys
import time
from functools import partial

import pytest
from cli.calls import EASY, LATIN4, NONE, THREE, run
from cli.test_schema import validated
from kenken_cp.search.progress import Meter, Progress

from kenken_cp.cli.options.common import Output
from kenken_cp.cli.printing import live
from kenken_cp.cli.printing.output import complain
from kenken_cp.cli.reading.inputs import Named
from kenken_cp.cli.running.progress import Shown, progress_shown, text_of
from kenken_cp.formats import load
from kenken_cp.search.verbs import solve


@pytest.fixture
def at_once(monkeypatch):
    """Reports without waiting for a second to pass, and no probes, which take time."""
    monkeypatch.setattr("kenken_cp.clock.SECONDS_BETWEEN_REPORTS", 0.0)
    monkeypatch.setattr("kenken_cp.backends.cover.estimate.MAX_PROBES", 0)


@pytest.mark.parametrize(
    ("progress", "text"),
    [
        (Progress(0, 1.2), "1 s: 0 found"),
        (Progress(812_304, 65.0, 1e-7), "1 min: 812304 found, under 0.1% done"),
        (Progress(24, 30.0, 0.25), "30 s: 24 found, 25.0% done, about 1 min left"),
        (
            Progress(24, 30.0, 0.25, 97, 90, 105),
            "30 s: 24 found, 25.0% done, about 1 min left, 90 to 105 in all (95% sure)",
        ),
        (Progress(4, 2.0, None, 9, 7, None), "2 s: 4 found, at least 7 in all (95% sure)"),
        (Progress(5, 9e4, 0.002), "1 day: 5 found, 0.2% done, about 1 year left"),
        (Progress(5, 2e5, 1e-3), "2 days: 5 found, 0.1% done, about 6 years left"),
    ],
)
def test_the_line(progress, text):
    assert text_of(progress, 79) == text


def test_what_does_not_fit_is_left_out():
    progress = Progress(8 * 10**20, 3e3, 0.25, 10**30, 9 * 10**29, 11 * 10**29)
    for columns in range(10, 120):
        assert len(text_of(progress, columns)) <= columns
    assert text_of(progress, 79).endswith("left")


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_one_line_on_a_terminal_and_none_is_left(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm")
    named = Named("mine", load(THREE))
    with progress_shown(named, Output(), on_terminal=True) as meter:
        meter._next = meter._due = 0.0
        meter.tick()
    written = sys.stderr.getvalue()
    assert "\n" not in written
    assert re.fullmatch(r"\r\x1b\[K\d+ s: 0 found\r\x1b\[K", written)


def test_no_line_where_it_could_not_be_erased(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    for terminal, wanted in (("dumb", False), ("xterm", True)):
        monkeypatch.setenv("TERM", terminal)
        assert Shown(Output(), on_terminal=True).wanted == wanted


@pytest.mark.parametrize("output", [Output(), Output(quiet=True, json=True)])
def test_nothing_where_nobody_looks(output):
    with progress_shown(Named("mine", load(THREE)), output, on_terminal=True) as meter:
        assert meter is None


@pytest.mark.parametrize(
    ("command", "puzzle", "count"), [("count", LATIN4, 576), ("enumerate", THREE, 3)]
)
def test_events(command, puzzle, count, at_once):
    done = run(command, puzzle, "--json", "--backend", "cover")
    assert (done.returncode, done.stderr) == (0, b"")
    events = validated(done.stdout)
    reported = [event for event in events if event["event"] == "progress"]
    assert reported
    shares = [event["share"] for event in reported if event["share"] is not None]
    assert shares
    assert shares == sorted(shares)
    assert {event["exact"] for event in reported} == {False}
    assert {event["puzzle"] for event in reported} == {puzzle}
    assert (events[-1]["event"], events[-1]["count"]) == ("result", count)
    found = sum(event["event"] == "solution" for event in events)
    assert found == (count if command == "enumerate" else 0)


@pytest.mark.parametrize(
    "arguments", [["solve"], ["count", "--operators"], ["count"], ["check"]], ids=" ".join
)
def test_events_of_each_puzzle(arguments, at_once):
    done = run(*arguments, LATIN4, THREE, "--json", "--backend", "cover")
    events = validated(done.stdout)
    of_one = [event["puzzle"] for event in events if event["event"] == "progress"]
    assert LATIN4 in of_one
    assert set(of_one) <= {LATIN4, THREE}
    puzzles = [event["puzzle"] for event in events]
    assert puzzles == sorted(puzzles, key=[LATIN4, THREE].index), "each before its result"


def test_of_several_it_is_shown_beside_their_count():
    beside = []
    shown = Shown(Output(), on_terminal=False, add=lambda *added: beside.append(added))
    meter = Meter(partial(shown.show, Named("mine", load(THREE))))
    meter._next = meter._due = 0.0
    meter.tick()
    assert beside == [(0, "0 s: 0 found")]


def test_of_several_it_is_named_whose_it_is(monkeypatch):
    """A long name by its end, in which the names of files differ."""
    lines, beside = [], []
    monkeypatch.setattr(live, "is_possible", lambda: True)
    monkeypatch.setattr(live, "columns", lambda: 40)
    monkeypatch.setattr(live, "show", lines.append)
    shown = Shown(
        Output(), on_terminal=True, several=True, add=lambda *added: beside.append(added[1])
    )
    for name in ("9x9/hard.kk", "/home/somebody/puzzles/9x9/hard.kk"):
        shown.show(Named(name, load(THREE)), Progress(0, 3.0), "rating, and so on")
    assert lines == [
        "9x9/hard.kk: 3 s: rating, and so on",
        "...zles/9x9/hard.kk: 3 s: rating, and s",
    ]
    assert beside == ["9x9/hard.kk: 3 s: rating, and so on", "...les/9x9/hard.kk: 3 s: rating, and"]


def test_a_batch_names_the_puzzle_that_is_worked_on(at_once):
    terminal = {"TERM": "xterm", "COLUMNS": "80"}
    done = run("rate", EASY, LATIN4, env=terminal, terminal=True)
    assert re.search(r"/cs332.kk: \d+ s: rating\r", done.stderr.decode())


WORK = [
    (["explain", EASY], r"explaining, \d+ of 16 cells filled"),
    (["explain", EASY, "--html", "page.html", "--play"], r"explaining, \d+ of 16 cells filled"),
    (["hint", EASY], "looking for the next step"),
    (["why", NONE], "no solution.*; looking further"),
    (["candidates", EASY], "looking for candidates"),
    (["show", EASY, "--solution"], "solving"),
    (["sheet", EASY, "-o", "sheet.pdf"], "solving .*cs332.kk"),
    (["rate", EASY], "rating"),
    (["rules", EASY], "solving under each rule set"),
    (["count", "--estimate", LATIN4], "estimating"),
    (["prove", EASY, "-o", "puzzle.cert"], "proving"),
]
"""What takes long on large puzzles, and what is shown meanwhile."""

ERASED = "\r\x1b[K"


@pytest.mark.parametrize(("arguments", "words"), WORK, ids=lambda value: " ".join(value[:1]))
def test_a_terminal_shows_that_work_goes_on(arguments, words, at_once, tmp_path):
    """On one line, which is gone before anything else is printed."""
    terminal = {"TERM": "xterm", "COLUMNS": "80"}
    done = run(*arguments, env=terminal, folder=tmp_path, terminal=True)
    lines = done.stderr.decode().split(ERASED)
    shown = [line for line in lines if re.fullmatch(rf"\d+ s: {words}", line)]
    assert shown
    assert max(map(len, shown)) < 80
    assert not lines[-1]
    dumb = run(*arguments, env={"TERM": "dumb"}, folder=tmp_path, terminal=True)
    assert b"\r" not in dumb.stderr
    assert run(*arguments, folder=tmp_path).stderr == dumb.stderr == b""


def test_a_check_of_a_proof_is_shown_too(at_once, tmp_path):
    run("prove", EASY, "-o", "puzzle.cert", folder=tmp_path)
    done = run("verify", "puzzle.cert", env={"TERM": "xterm"}, folder=tmp_path, terminal=True)
    assert f"{ERASED}0 s: checking the proof{ERASED}" in done.stderr.decode()
    done = run("verify", "puzzle.cert", "--json", folder=tmp_path)
    assert done.stdout.count(b"\n") == 1, "there is no puzzle to report on"


@pytest.mark.parametrize("arguments", [work for work, _ in WORK], ids=lambda value: value[0])
def test_events_of_other_work(arguments, at_once, tmp_path):
    done = run(*arguments, "--json", folder=tmp_path)
    events = validated(done.stdout)
    reported = [event for event in events if event["event"] == "progress"]
    assert reported
    assert {event["puzzle"] for event in reported} <= {*arguments}
    unknown = ("share", "estimate", "low", "high", "left")
    assert {event[name] for event in reported for name in unknown} == {None}


def test_what_is_complained_of_takes_the_place_of_the_line(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    live.show("1 s: 0 found")
    complain("kenken-cp: compiling")
    complain("once")
    assert sys.stderr.getvalue() == f"{ERASED}1 s: 0 found{ERASED}kenken-cp: compiling\nonce\n"


def test_a_timeout_says_the_time_of_all_that_was_done(monkeypatch):
    outcome = solve(load(EASY))

    def slowly(named, seconds):
        time.sleep(seconds)
        return outcome

    monkeypatch.setattr("kenken_cp.cli.commands.explain.solved", slowly)
    for command in ("explain", "hint"):
        done = run(command, EASY, "--timeout", "0.2")
        (said,) = re.findall(rb": timeout after ([0-9]+\.[0-9]+) s\n", done.stderr)
        assert float(said) >= 0.2


def test_none_with_quiet(at_once):
    assert run("count", THREE, "--json", "--quiet").stdout.count(b"\n") == 1
    assert run("count", THREE, "--quiet").stdout == b"3\n"
