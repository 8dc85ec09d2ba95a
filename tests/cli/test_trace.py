"""``kenken-cp trace`` as its users meet it."""

from __future__ import annotations

import json
import re
import signal

import pytest
from cli import calls
from cli.calls import EASY, KEEN, LATIN5, NONE, THREE, complaint, interrupted, left_after_a_line
from clocks import seconds_per_look
from corpus import PUZZLES

from kenken_cp.cli.commands import trace
from kenken_cp.cli.commands.trace import read_counts
from kenken_cp.errors import KenKenError
from kenken_cp.logic.strategies import STRATEGIES
from kenken_cp.render.traces import STYLES

NO_GUESS = str(PUZZLES / "9x9/sudoku-stuck.kk")


def answer(*arguments, **more):
    return calls.answer("trace", *arguments, **more)


def records(*arguments, **more):
    return calls.events("trace", *arguments, **more)


def test_deduction_is_traced_as_the_wiki_does():
    text = answer(EASY)
    assert text.startswith("\tOpen cells: 16\n\t(")
    assert text.endswith("  3 4 1 2\n  2 1 3 4\n  1 2 4 3\n  4 3 2 1\n\n1 solution\n")


@pytest.mark.parametrize(
    ("strategy", "start"),
    [
        ("best-first", "  _ _ _ _\n"),
        ("backtracking", " 0  .... .... .... ....  start\n"),
        ("mcv-lcv", " 0  .... .... .... ....  start\n"),
        ("propagation", "cage combinations  "),
        ("patterns", "Round 1\n  . . . .\n"),
    ],
)
def test_each_strategy_has_its_style(strategy, start):
    assert answer(EASY, "--strategy", strategy).startswith(start)


def test_a_style_of_ones_own():
    assert answer(EASY, "--style", "steps").startswith("cage values ")


def test_every_solution_or_as_many_as_wanted():
    assert answer(THREE).endswith("\n3 solutions\n")
    text = answer(THREE, "--limit", "2", "--strategy", "backtracking")
    assert text.endswith("  solution 2\n2 solutions (stopped at the limit; there may be more)\n")
    assert "solution 1\n" in text


def test_the_filter_of_the_wiki():
    text = answer(EASY, "--strategy", "best-first", "--open-cells", "10,15-16")
    counts = [line.split()[-1] for line in text.splitlines() if "Open cells" in line]
    assert counts == ["16", "15", "10", "15", *counts[4:]]
    assert set(counts) == {"10", "15", "16"}


def test_no_solution_is_an_answer_with_code_1():
    assert answer(NONE, code=1).endswith(" Dead end\n\nno solution\n")


def test_stuck_is_an_answer_with_code_1():
    text = answer(NO_GUESS, "--strategy", "patterns", code=1)
    assert "Could not solve" in text
    assert text.endswith("\nstuck: the strategy finds no more, and does not guess\n")
    assert records(NO_GUESS, "--strategy", "patterns", code=1)[-1]["status"] == "stuck"


def test_json():
    found = records(EASY, "--strategy", "best-first")
    assert {record["puzzle"] for record in found} == {EASY}
    expanded = [record for record in found if record["event"] == "expanded"]
    assert (expanded[0]["cell"], expanded[0]["values"], expanded[0]["queue"]) == ("r1c2", [1, 4], 1)
    (solution,) = [record for record in found if record["event"] == "solution"]
    assert (solution["index"], solution["grid"][0]) == (1, [3, 4, 1, 2])
    assert found[-1] == {
        "event": "result",
        "puzzle": EASY,
        "strategy": "best-first",
        "status": "exhausted",
        "count": 1,
        "exact": True,
    }


def test_json_of_some_boards_only():
    found = records(EASY, "--open-cells", "3", "--limit", "1")
    assert [record["open_cells"] for record in found if "open_cells" in record] == [3, 3]
    assert found[-2]["event"] == "solution"
    assert (found[-1]["status"], found[-1]["exact"]) == ("limit", False)


@pytest.mark.parametrize("options", [["--json"], pytest.param([], marks=pytest.mark.complete)])
def test_ctrl_c_keeps_what_was_printed(options):
    text = interrupted("trace", LATIN5, *options)
    if options:
        *_, result = [json.loads(line) for line in text.splitlines()]
        assert (result["status"], result["exact"]) == ("interrupted", False)
    else:
        more = "more" if "  solution 1\n" in text else "some"
        assert text.endswith(f" found (interrupted; there may be {more})\n")


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_with_the_last_event_of_a_puzzle(monkeypatch):
    """It was lost, and the next puzzle was begun."""
    say = trace.say

    def interrupted_by(text):
        say(text)
        if '"event": "solution"' in text:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(trace, "say", interrupted_by)
    *_, solution, result = records(KEEN, EASY, "--strategy", "deduction", code=130)
    assert (solution["event"], result["status"], result["count"]) == ("solution", "interrupted", 1)
    assert result["puzzle"] == KEEN


@pytest.mark.parametrize("strategy", ["deduction", "best-first"])
def test_a_timeout_keeps_what_was_printed(strategy, monkeypatch):
    seconds_per_look(monkeypatch, 1e-4)
    options = ("--strategy", strategy, "--timeout", "0.05")
    text = answer(LATIN5, *options, code=3)
    assert text.count("\n") > 3
    found = r" found( before the limit)? \(timeout after \d+\.\d+ s; there may be (more|some)\)\n$"
    assert re.search(found, text)
    *_, result = records(LATIN5, *options, code=3)
    assert (result["status"], result["exact"]) == ("timeout", False)


def test_a_timeout_within_one_step_of_many(tmp_path):
    """The next event of such a board comes after minutes."""
    large = tmp_path / "large.kk"
    large.write_text("\n".join(["a " * 40] * 40) + "\n\na 32800+\n")
    options = ("--strategy", "propagation", "--timeout", "0.05")
    *_, end = answer(str(large), *options, code=3).splitlines()
    assert end.startswith("no solution found before the limit (timeout after ")


def test_a_timeout_that_is_not_reached():
    assert answer(THREE, "--timeout", "60") == answer(THREE)


def test_quiet_is_the_trace_alone():
    quiet = answer(THREE, KEEN, "--quiet", "--style", "steps").splitlines()
    whole = answer(THREE, KEEN, "--style", "steps").splitlines()
    left_out = [line for line in whole if line not in quiet]
    assert left_out == [f"{THREE}: Three solutions", "3 solutions", KEEN, "1 solution"]
    assert len(quiet) == len(whole) - 5


def test_a_closed_pipe_ends_quietly():
    assert left_after_a_line("trace", LATIN5)[1:] == (0, b"")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--strategy", "luck"], "unknown strategy 'luck'; known: backtracking, mcv-lcv"),
        (["--style", "prose"], "unknown style 'prose'; known: wiki, wiki-after, tree"),
        (["--open-cells", "many"], "--open-cells 'many'; expected numbers and ranges"),
        (["--from", "pdf"], "unknown format 'pdf'"),
        (["--rules", "chess"], "unknown rule set 'chess'"),
        (["--limit", "0"], "--limit"),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, list) else None,
)
def test_bad_usage(options, message):
    assert message in complaint("trace", EASY, *options)


def test_json_has_no_style():
    (event,) = records(EASY, "--style", "tree", code=2)
    assert "--json and --style exclude each other" in event["message"]


def test_open_cells_are_numbers_and_ranges():
    assert read_counts("1,2,3,10,20") == {1, 2, 3, 10, 20}
    assert read_counts("1-5, 9") == {1, 2, 3, 4, 5, 9}
    assert read_counts("7") == read_counts("7-7") == {7}


@pytest.mark.parametrize("text", ["", "1,", "5-1", "-3", "1..5", "x", "1-2-3", "99999", "[1]"])
def test_open_cells_that_are_neither(text):
    with pytest.raises(KenKenError, match="expected numbers and ranges such as 1,2,10-20"):
        read_counts(text)


def test_help_names_every_strategy_and_style():
    text = " ".join(answer("--help", env={"COLUMNS": "80"}).split())
    for record in (*STRATEGIES, *STYLES):
        assert f" {record.name}" in text
