"""The command that makes puzzles, as its users meet it."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from pathlib import Path

import pytest
from cli import calls
from cli.calls import left_after_a_line, started, until

from kenken_cp import Puzzle, count, loads, loads_all
from kenken_cp.cli.options.common import Output
from kenken_cp.cli.running.progress import work_shown
from kenken_cp.generation import Recipe, numbered
from kenken_cp.logic.rate import rate
from kenken_cp.logic.steps import Level
from kenken_cp.model.houses import ANTI_KNIGHT, WINDOKU, extra_houses


def run(*arguments, call=calls.run):
    done = call("generate", *arguments)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def answer(*arguments, **more):
    return calls.answer("generate", *arguments, **more)


def made(*arguments):
    return loads_all(answer(*arguments))


class TestPuzzles:
    def test_they_are_those_of_the_library(self):
        puzzles = made("--size", "5", "--count", "3", "--seed", "1")
        assert puzzles == [numbered(Recipe(5), 1, number) for number in (1, 2, 3)]
        assert puzzles[2].title == "5x5, seed 1, number 3"
        assert [puzzle.expected for puzzle in puzzles] == [1, 1, 1]

    def test_in_native_they_stand_apart(self):
        out = answer("--size", "3", "--count", "2", "--seed", "1")
        assert re.fullmatch(r"(?s)title: .*\n---\ntitle: .*[^\n]\n", out)

    def test_a_level(self):
        (puzzle,) = made("--size", "5", "--level", "hard", "--seed", "1")
        assert puzzle.title == "5x5 hard, seed 1, number 1"
        assert (puzzle.level, rate(puzzle).level) == ("hard", Level.HARD)

    def test_levels_come_in_the_order_and_the_numbers_asked_for(self):
        arguments = ("--size", "4", "--seed", "1")
        puzzles = made(*arguments, "--levels", "normal:2, hard:1,normal,easy:2")
        levels = ["normal", "normal", "hard", "normal", "easy", "easy"]
        assert [puzzle.level for puzzle in puzzles] == levels
        assert [str(rate(puzzle).level) for puzzle in puzzles] == levels
        assert [puzzle.title for puzzle in puzzles] == [
            f"4x4 {level}, seed 1, number {number}" for number, level in enumerate(levels, 1)
        ]
        alone = made(*arguments, "--level", "normal", "--first", "4")
        later = made(*arguments, "--levels", "normal:1,easy:2", "--first", "4")
        assert (alone, later) == (puzzles[3:4], puzzles[3:])

    def test_levels_in_events_and_through_convert(self):
        arguments = ("--size", "4", "--seed", "1", "--levels", "normal:1,easy:2")
        levels = ["normal", "easy", "easy"]
        events = [json.loads(line) for line in answer(*arguments, "--json").splitlines()]
        assert [event["level"] for event in events] == levels
        assert [loads(event["text"]).level for event in events] == levels
        text = answer(*arguments, "--to", "native")
        text = calls.answer("convert", "-", "--to", "native", stdin=text.encode())
        assert [puzzle.level for puzzle in loads_all(text)] == levels
        event = json.loads(answer(*arguments, "--json", "--to", "keen").splitlines()[0])
        assert (event["level"], loads(event["text"]).level) == ("normal", "")

    def test_options_make_a_recipe(self):
        (puzzle,) = made(
            *("--size", "4", "--seed", "2", "--rules", "calcudoku", "--operators", "+,-"),
            *("--cage-sizes", "2-3", "--values", "0..3", "--boxes", "2x2", "--hidden", "1"),
        )
        recipe = Recipe(
            4,
            rules="calcudoku",
            operators="+-",
            cage_sizes=(2, 3),
            values=range(4),
            houses=[
                [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r in (0, 2) for c in (0, 2)
            ],
            hidden=1.0,
        )
        assert puzzle == numbered(recipe, 2, 1)
        (puzzle,) = made("--size", "5", "--seed", "2", "--diagonals", "--values", "1 2 3 5 8")
        assert len(puzzle.houses) == 2
        assert puzzle.values == (1, 2, 3, 5, 8)
        (puzzle,) = made("--size", "4", "--seed", "2", "--houses", "windoku,anti-knight")
        assert extra_houses(puzzle.size, puzzle.houses).kinds == (WINDOKU, ANTI_KNIGHT)
        (puzzle,) = made("--size", "4", "--seed", "2", "--operators", "-/")
        assert {cage.operator.symbol for cage in puzzle.cages} <= set("-/=")

    def test_any(self):
        puzzles = made("--size", "5", "--any", "--count", "8", "--seed", "1")
        assert {puzzle.expected for puzzle in puzzles} == {None}
        assert max(count(puzzle) for puzzle in puzzles) > 1

    def test_first(self):
        both = made("--size", "4", "--count", "2", "--seed", "3", "--first", "5")
        (second,) = made("--size", "4", "--seed", "3", "--first", "6")
        assert both[1] == second
        assert both[1].title == second.title == "4x4, seed 3, number 6"

    def test_jobs_change_nothing(self):
        arguments = ("--size", "3", "--levels", "normal:3,easy:9", "--seed", "1")
        shared = answer(*arguments, "--jobs", "2", call=calls.run_process)
        assert shared == answer(*arguments)

    def test_without_a_seed_one_is_chosen_and_printed(self):
        code, out, err = run("--size", "4")
        assert code == 0
        (seed,) = re.fullmatch(r"seed (\d+)\n", err).groups()
        assert answer("--size", "4", "--seed", seed) == out
        code, out, err = run("--size", "3", "--quiet")
        assert (code, err) == (0, "")


class TestFormats:
    def test_one_a_line(self):
        lines = answer("--size", "4", "--count", "3", "--seed", "1", "--to", "keen").splitlines()
        assert [line[:2] for line in lines] == ["4:"] * 3

    @pytest.mark.parametrize("name", ["native", "json", "keen", "cs332"])
    def test_several_can_be_read_again(self, name):
        out = answer("--size", "4", "--count", "3", "--seed", "1", "--to", name)
        assert loads_all(out, name) == [numbered(Recipe(4), 1, number) for number in (1, 2, 3)]

    def test_json_events(self):
        out = answer("--size", "4", "--count", "2", "--seed", "1", "--json", "--to", "neknek")
        events = [json.loads(line) for line in out.splitlines()]
        assert [event["number"] for event in events] == [1, 2]
        first = events[0]
        puzzle = loads(first.pop("text"), "neknek")
        assert puzzle == numbered(Recipe(4), 1, 1)
        assert first == {
            "schema": 1,
            "event": "generated",
            "puzzle": "4x4, seed 1, number 1",
            "seed": 1,
            "number": 1,
            "level": None,
            "unique": True,
            "format": "neknek",
        }

    def test_a_file(self, tmp_path):
        path = tmp_path / "puzzles.kk"
        arguments = ("--size", "4", "--count", "3", "--seed", "1")
        assert answer(*arguments, "--output", str(path)) == ""
        assert path.read_text() == answer(*arguments)

    def test_a_file_is_replaced_when_there_is_something_to_write(self, tmp_path, monkeypatch):
        monkeypatch.setattr("kenken_cp.generation.generator._MAX_EVALUATIONS", 500)
        path = tmp_path / "old.kk"
        path.write_text("precious\n")
        path.chmod(0o640)
        none = ("--size", "1", "--level", "hard", "--seed", "1", "--output", str(path))
        assert run(*none)[0] == 3
        assert path.read_text() == "precious\n"
        link = tmp_path / "link.kk"
        link.symlink_to(path)
        assert run("--size", "3", "--seed", "1", "--output", str(link))[0] == 0
        assert (link.is_symlink(), path.stat().st_mode & 0o777) == (True, 0o640)
        assert len(loads_all(path.read_text())) == 1
        assert {known.name for known in tmp_path.iterdir()} == {"old.kk", "link.kk"}

    def test_a_device_stays_one(self):
        before = Path("/dev/null").stat()
        assert run("--size", "3", "--seed", "1", "--output", "/dev/null")[0] == 0
        assert Path("/dev/null").stat().st_ino == before.st_ino

    def test_an_interruption_keeps_what_was_found_in_the_file(self, tmp_path):
        path = tmp_path / "some.kk"
        with started("generate", "-n", "100000", "-s", "6", "-o", str(path)) as process:
            until(lambda: any(part.stat().st_size for part in tmp_path.glob(".*.part")), process)
            process.send_signal(signal.SIGINT)
            _, error = process.communicate(timeout=300)
        assert process.returncode == 130
        assert loads_all(path.read_text())
        assert b"kenken-cp: interrupted: " in error


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--size", "0"), "size 0; expected a whole number from 1 to 64"),
        (("--size", "3", "--level", "x"), "unknown level 'x'; known: easy, normal, hard, extreme"),
        (
            ("--any", "--level", "easy"),
            "--any with --level: a puzzle with a level has one solution",
        ),
        (
            ("--any", "--levels", "easy:2"),
            "--any with --levels: a puzzle with a level has one solution",
        ),
        (
            ("--levels", "easy:2", "--level", "easy"),
            "--levels with --level: --levels gives the number and level of the puzzles itself",
        ),
        (
            ("--levels", "easy:2", "--count", "1", "--level", "easy"),
            "--levels with --level and --count: --levels gives the number",
        ),
        (("--levels", "easy:2,x:1"), "unknown level 'x'; known: easy, normal, hard, extreme"),
        (("--levels", "easy:0"), "--levels 'easy:0'; expected levels and how many of each"),
        (("--levels", "easy=2"), "--levels 'easy=2'; expected levels and how many of each"),
        (("--levels", "easy:1,,hard:1"), "such as easy:2,normal:4,hard:4"),
        (("--levels", ""), "--levels ''; expected levels and how many of each"),
        (("--levels", "easy:1000000000"), "expected levels and how many of each"),
        (("--to", "aikenken", "--levels", "easy:2"), "one puzzle per file; 2 were requested"),
        (("--operators", "%"), "unknown operator '%'; known: given (=), add (+)"),
        (("--rules", "killer", "--operators", "*"), "killer rules have no operator '*'"),
        (("--cage-sizes", "many"), "--cage-sizes 'many'; expected one or two numbers such as 1-4"),
        (("--cage-sizes", "4-2"), "cage sizes 4 to 2; expected 1 or more, the smaller first"),
        (("--values", "a..b"), "--values 'a..b'; expected a range such as 0..5, or numbers"),
        (("--values", "1..1000001"), "1000001 values; expected at most 1000"),
        (("--values", "5..1"), "--values '5..1'; expected the lower end first"),
        (("--boxes", "2"), "--boxes '2'; expected rows x columns such as 2x3"),
        (("--boxes", "4x2"), "boxes of 4x2 do not fit a 6x6 board"),
        (("--hidden", "2"), "hidden 2.0; expected a share from 0 to 1"),
        (("--to", "paper"), "unknown format 'paper'"),
        (("--to", "aikenken", "--count", "2"), "the aikenken format holds one puzzle per file"),
        (("--jobs", "-2"), "--jobs"),
        (("--seed", "1", "--hidden", "1", "--to", "keen"), "cannot hold a hidden operator"),
        (
            ("--seed", "1", "--output", "/nonexistent/x"),
            "/nonexistent/x: No such file or directory",
        ),
        (("--count", "0"), "--count"),
        (("more",), "more"),
    ],
)
def test_what_is_wrong_is_said_in_one_message(arguments, message):
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert message in err
    assert "Traceback" not in err


class TestEndings:
    def interrupted(self, *arguments):
        many = ["--size", "6", "--count", "100000", "--seed", "1", "--to", "keen"]
        with started("generate", *many, *arguments) as process:
            first = os.read(process.stdout.fileno(), 10)
            process.send_signal(signal.SIGINT)
            rest, error = process.communicate(timeout=300)
        return process.returncode, (first + rest).decode().splitlines(keepends=True), error.decode()

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_an_interruption_keeps_what_was_found(self, jobs):
        code, lines, err = self.interrupted("--jobs", jobs)
        assert code == 130
        made = re.fullmatch(r"kenken-cp: interrupted: (\d+) of 100000 puzzles made\n", err)
        assert int(made[1]) in (len(lines), len(lines) + 1)  # it may come before one is printed
        assert all(line.startswith("6:") and line.endswith("\n") for line in lines)
        assert isinstance(loads_all("".join(lines))[0], Puzzle)

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_a_closed_pipe_ends_quietly(self, jobs):
        many = ["--size", "5", "--count", "100000", "--seed", "1", "--jobs", jobs]
        assert left_after_a_line("generate", *many)[1:] == (0, b"")


def test_a_puzzle_that_is_not_found_in_time(tmp_path):
    call = ("generate", "--size", "9", "--seed", "1", "--level", "extreme", "--timeout", "1e-6")
    error = r"kenken-cp: timeout after \d+\.\d+ s, and no puzzle number 1\n"
    assert re.fullmatch(error, calls.complaint(*call, code=3))
    (event,) = map(json.loads, calls.run(*call, "--json").stdout.splitlines())
    assert (event["event"], event["exit"]) == ("error", 3)
    calls.complaint(*call, "-q", "-o", str(tmp_path / "made.kk"), code=3)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_is_all_that_is_said(tmp_path):
    """Not the seed, too: no puzzle of it was made."""
    path = tmp_path / "none" / "x.kk"
    message = f"kenken-cp: {path}: No such file or directory\n"
    assert run("--size", "3", "-o", str(path)) == (2, "", message)


def test_what_is_not_found_is_no_bad_input(monkeypatch):
    """Some may have been found before."""
    monkeypatch.setattr("kenken_cp.generation.generator._MAX_EVALUATIONS", 500)
    code, out, err = run("--seed", "1", "--size", "1", "--levels", "easy:1,hard:1")
    assert (code, out.count("title: 1x1")) == (3, 1)
    assert "no puzzle of level hard found for: 1x1" in err


@pytest.mark.parametrize(
    ("terminal", "seconds", "arguments"),
    [
        ("xterm", 0.0, ("-q",)),
        ("dumb", 0.0, ()),
        ("xterm", 60.0, ()),  # soon on any machine
    ],
)
def test_where_nothing_is_waited_for_nothing_is_shown(
    terminal, seconds, arguments, monkeypatch, tmp_path
):
    monkeypatch.setattr("kenken_cp.clock.SECONDS_BETWEEN_REPORTS", seconds)
    call = ("generate", "--size", "3", "--seed", "1", "-n", "3", *arguments)
    done = calls.run(*call, terminal=True, env={"TERM": terminal}, folder=tmp_path)
    assert done.stdout == calls.run(*call, folder=tmp_path).stdout
    assert b"puzzles made" not in done.stderr


def test_on_a_terminal_it_is_shown_that_a_puzzle_is_waited_for(monkeypatch, capfd):
    """Nothing of it stays."""
    monkeypatch.setattr("kenken_cp.clock.SECONDS_BETWEEN_REPORTS", 0.0)
    monkeypatch.setattr("kenken_cp.cli.printing.live.is_possible", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    with work_shown(Output(), "making a puzzle") as doing:
        time.sleep(0.3)
        doing.words = lambda: "making another"
        time.sleep(0.3)
    shown = capfd.readouterr().err
    assert "making a puzzle" in shown
    assert "making another" in shown
    assert shown.endswith("\x1b[2K")
