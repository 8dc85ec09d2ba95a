"""Commands, callables and engines as solvers."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from corpus import PUZZLES

from kenken_cp import Cage, FormatError, KenKenError, Puzzle, load
from kenken_cp.judge.answers import Claim
from kenken_cp.judge.commands import Command
from kenken_cp.judge.comparison import verdict
from kenken_cp.judge.functions import PythonCallable
from kenken_cp.judge.matches import answer_pattern
from kenken_cp.judge.processes import RunEnd, RunLimits
from kenken_cp.judge.results import Case
from kenken_cp.judge.solvers import Engine, solver_named
from kenken_cp.judge.terms import Terms
from kenken_cp.judge.truth import truth_of
from kenken_cp.judge.verdicts import Kind
from kenken_cp.logic.strategies import STRATEGIES
from kenken_cp.search.backend import BACKENDS, Backend
from kenken_cp.search.protocol import Ended, Status, StopSignal

EASY = load(PUZZLES / "4x4/cs332.kk")
GRID = ((3, 4, 1, 2), (2, 1, 3, 4), (1, 2, 4, 3), (4, 3, 2, 1))
THREE = load(PUZZLES / "ambiguous/5x5-three.kk")
NONE = load(PUZZLES / "impossible/3x3-sum.kk")
PATIENT = Terms(limits=RunLimits(60))


@pytest.fixture
def script(tmp_path):
    """Makes a command of a Python script."""

    def make(text, words="", terms=PATIENT):
        path = tmp_path / "a solver.py"
        path.write_text(f"import sys\n{text}")
        return solver_named(f"{sys.executable} -S '{path}' {words}", terms)

    return make


def reply(solver, puzzle=EASY):
    return solver(puzzle, StopSignal())


class TestCommands:
    def test_the_puzzle_is_in_the_input_file(self, script):
        solver = script("print(open(sys.argv[1]).read())", "{input}")
        shown = reply(solver).shown
        assert shown.startswith("abbc\naddc\needf\ngggf\n\na 1-\n")
        assert "title" not in shown
        assert "solutions" not in shown, "that would tell the answer"

    def test_or_on_standard_input(self, script):
        copy = "sys.stdout.write(repr((sys.argv[1:], sys.stdin.read())))"
        assert reply(script(copy, "-")).shown.startswith("(['-'], 'abbc")
        assert reply(script(copy, "{input}")).shown.endswith("puzzle.kk'], '')")
        keen = script(copy, "{input}", replace(PATIENT, format="keen"))
        assert reply(keen).shown.endswith("puzzle.txt'], '')")

    def test_or_an_argument(self, script):
        terms = replace(PATIENT, format="keen")
        solver = script("print(sys.argv)", "--id={puzzle} {size} {x} {{input}}", terms)
        shown = reply(solver).shown
        assert "'--id=4:" in shown
        assert "'4', '{x}', '{/" in shown

    def test_the_output_file_goes_before_what_is_printed(self, script):
        digits = "3412\n2134\n1243\n4321\n"
        solver = script(
            f"print('1111\\n' * 4); open(sys.argv[1], 'w').write({digits!r})", "{output}"
        )
        assert reply(solver).answers.grids == (GRID,)
        assert reply(script("print('No solution')", "{output}")).answers.none

    def test_its_files_are_removed(self, script):
        solver = script(
            "import os; f = os.path.dirname(sys.argv[1]); os.mkdir(f + '/x'); print(f)", "{input}"
        )
        folder = Path(reply(solver).shown.strip())
        assert folder.is_absolute()
        assert not folder.exists()

    def test_none_may_be_said_where_errors_go(self, script):
        assert reply(script("sys.exit('No solution')")).answers.none
        assert not reply(script("raise ValueError('no solution')")).answers.none

    def test_formats(self, script):
        solver = script("print(sys.stdin.read())", "", replace(PATIENT, format="sudoku"))
        with pytest.raises(FormatError):
            reply(solver)

    def test_an_expression(self, script):
        terms = replace(PATIENT, pattern=answer_pattern("^=(.*)$"))
        solver = script("print('1' * 16); print('=3412213412434321')", "", terms)
        assert reply(solver).answers.grids == (GRID,)
        assert "no 4x4 grid" in reply(script("print('=12')", "", terms)).problem

    def test_limits(self, script):
        terms = Terms(limits=RunLimits(0.3))
        assert reply(script("while True: pass", "", terms)).ended is RunEnd.TIMEOUT

    @pytest.mark.parametrize("times", [700_000, 2_000_000])
    def test_too_much_output_may_begin_with_a_wrong_grid(self, script, times):
        """Of what is cut off nothing is known; neither is a grid that the cut may have changed."""
        puzzle = Puzzle(2, [Cage([(0, 0)], None, 1)])
        for first, kind in ((2, Kind.WRONG_GRID), (1, Kind.UNREADABLE)):
            text = f"sys.stdout.write('{first} 2\\n2 1\\n\\n' * {times})"
            found = script(text)(puzzle, StopSignal())
            assert verdict(puzzle, truth_of(puzzle), found, Claim.GRIDS).kind is kind

    def test_a_relative_path_stands(self, tmp_path, monkeypatch):
        path = tmp_path / "mine"
        path.write_text("#!/bin/sh\necho 3412213412434321\n")
        path.chmod(0o755)
        monkeypatch.chdir(tmp_path)
        assert reply(solver_named("./mine {input}", PATIENT)).answers.grids == (GRID,)

    def test_bytes_that_are_no_text(self, script):
        text = "sys.stdout.buffer.write(bytes([255, 254]) + b'\\n3412213412434321')"
        assert reply(script(text)).answers.grids == (GRID,)

    @pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
    def test_bytes_with_a_mark_of_their_encoding(self, script, encoding):
        text = f"sys.stdout.buffer.write('3412\\r\\n2134\\r\\n1243\\r\\n4321'.encode({encoding!r}))"
        assert reply(script(text)).answers.grids == (GRID,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no-such-solver {input}", "no command 'no-such-solver', nor an engine of ours"),
        ("./no/such", "no command './no/such': no such file"),
        ("/tmp", "no command '/tmp': a folder"),
        ("mine {input}", "for the file of that name, write './mine'"),
        ("./mine {input}", "'./mine' is not executable"),
        (
            "it.py",
            "write 'python3 it.py', or 'python3 it.py {input}' if it reads a file, or "
            "'it.py:FUNCTION' for a function in it",
        ),
        (
            "./it.JS {input}",
            "no command './it.JS'; for the file of that name, write 'node ./it.JS'",
        ),
        ("it.cpp", "no command 'it.cpp'; that is a source: compile it, and name the program"),
        (
            "cat {inptu}",
            "{inptu} in the command; did you mean {input}? Known are {input}, {output}",
        ),
        ("cat {INPUT}", "{INPUT} in the command; did you mean {input}?"),
        ("cat {input} {ouput}", "did you mean {output}?"),
        ("", "no command; expected one such as"),
        ("solve 'it", "not a command"),
        ("no_such_module:solve", "cannot call no_such_module:solve: ModuleNotFoundError"),
        ("no/such.py:solve", "cannot call no/such.py:solve: FileNotFoundError"),
        ("json:no_such", "cannot call json:no_such: AttributeError"),
        ("sample_callables:NOT_CALLABLE", "is not callable"),
        (
            "sample_callables:of_its_own",
            "cannot call sample_callables:of_its_own: it takes size, cages and depth; expected a "
            "function of one argument, the puzzle, that calls this one",
        ),
        ("sample_callables:of_nothing", "it takes nothing; expected a function of one argument"),
    ],
)
def test_what_is_no_solver(text, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    for name in ("mine", "it.py", "it.JS", "it.cpp"):
        (tmp_path / name).write_text("echo 1\n")
    with pytest.raises(KenKenError) as caught:
        solver_named(text, PATIENT)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["solver-2.py", "json.py"])
def test_a_function_in_a_file(name, tmp_path):
    (tmp_path / "found.py").write_text("GRID = [[1, 2], [2, 1]]\n")
    source = "from __future__ import annotations\nfrom dataclasses import dataclass\n"
    source += "from found import GRID\n@dataclass\nclass Board:\n    size: int\n"
    source += "def solve(puzzle):\n    return GRID if Board(2).size == puzzle.rows else None\n"
    (tmp_path / name).write_text(source)
    solver = solver_named(f"{tmp_path}/{name}:solve", PATIENT)
    assert solver(Puzzle(2), StopSignal()).answers.grids == (((1, 2), (2, 1)),)


def test_a_function_in_a_file_of_a_package(tmp_path):
    package = tmp_path / "outer" / "inner"
    package.mkdir(parents=True)
    for folder in (package.parent, package):
        (folder / "__init__.py").touch()
    (package.parent / "given.py").write_text("FIRST = [1, 2]\n")
    (package / "beside.py").write_text("SECOND = [2, 1]\n")
    source = "from ..given import FIRST\nfrom .beside import SECOND\nimport beside\n"
    source += "def solve(puzzle):\n    return [FIRST, SECOND]\n"
    (package / "solver.py").write_text(source)
    linked = tmp_path / "linked.py"
    linked.symlink_to(package / "solver.py")
    for path in (package / "solver.py", linked):
        solver = solver_named(f"{path}:solve", PATIENT)
        assert solver(Puzzle(2), StopSignal()).answers.grids == (((1, 2), (2, 1)),)


def test_a_file_with_a_space_and_a_command_with_a_function(tmp_path):
    """The last word of a command may look like a function in a file."""
    path = tmp_path / "my solver.py"
    path.write_text("def solve(puzzle):\n    return [[1]]\n")
    assert isinstance(solver_named(f"{path}:solve", PATIENT), PythonCallable)
    assert isinstance(solver_named(f"echo {tmp_path.name}/it.py:solve", PATIENT), Command)


def test_an_error_in_a_file_says_where(tmp_path):
    path = tmp_path / "solver.py"
    path.write_text("import json\ndef solve(puzzle:\n    return [[1]]\n")
    with pytest.raises(KenKenError, match=rf"was never closed \({path}, line 2\)$"):
        solver_named(f"{path}:solve", PATIENT)
    for name in ("no_such_module", tmp_path / "no.py"):
        with pytest.raises(KenKenError) as caught:
            solver_named(f"{name}:solve", PATIENT)
        assert "line" not in str(caught.value)


@pytest.mark.parametrize(
    ("source", "seconds", "message"),
    [
        ("import time; time.sleep(60)", 1.5, "takes more than --timeout allows"),
        ("import os; os._exit(3)", 60, "ended with exit code 3"),
    ],
)
def test_a_module_that_cannot_be_imported(source, seconds, message, tmp_path, monkeypatch):
    (tmp_path / "slow_one.py").write_text(source)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(KenKenError) as caught:
        solver_named("slow_one:solve", Terms(limits=RunLimits(seconds)))
    assert str(caught.value) == f"cannot call slow_one:solve: importing its module {message}"


@pytest.mark.parametrize(
    "text",
    [
        "awk '{print}'",
        "sh -c 'cat ${input} {inputs}'",
        "cat {input} {x}",
        "cat '{1}'",
        """python3 -c 'row = 1; print(f"{row}")'""",
    ],
)
def test_other_words_in_braces_are_the_solver_s(text):
    assert solver_named(text, PATIENT).name == text


def test_terms_are_checked():
    for terms in ({"format": "nope"}, {"argument": "both"}):
        with pytest.raises(KenKenError):
            Terms(**terms)


@pytest.fixture
def function(monkeypatch):
    """Makes a solver of a sample function, without looking it up first."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    return lambda name, terms=PATIENT: PythonCallable(f"sample_callables:{name}", terms)


class TestCallables:
    @pytest.mark.parametrize(
        ("name", "claim", "grids"),
        [
            ("enumerates", Claim.GRIDS, 3),
            ("listed", Claim.GRIDS, 1),
            ("first_only", Claim.FIRST, 1),
            ("by_cell", Claim.FIRST, 1),
            ("flat", Claim.FIRST, 1),
            ("chatty", Claim.FIRST, 1),
        ],
    )
    def test_grids(self, function, name, claim, grids):
        answers = reply(function(name), THREE).answers
        assert (answers.claim, len(set(answers.grids))) == (claim, grids)
        assert set(answers.grids) <= set(reply(Engine("cp-sat", 60), THREE).answers.grids)

    def test_none(self, function):
        for name in ("enumerates", "first_only"):
            answers = reply(function(name), NONE).answers
            assert (answers.none, answers.grids) == (True, ())

    def test_counts_and_uniqueness(self, function):
        assert reply(function("how_many"), THREE).answers.count == 3
        assert reply(function("is_unique"), THREE).answers.unique is False

    def test_text(self, function):
        assert reply(function("from_text")).answers.grids == (GRID,)
        as_json = Terms("json", RunLimits(60))
        assert reply(function("from_text", as_json)).answers.grids == (GRID,)
        crash = reply(function("from_text", replace(as_json, argument="puzzle")))
        assert "AttributeError" in crash.error

    def test_failures_are_contained(self, function):
        crash = reply(function("raises"))
        assert crash.code == 1
        assert crash.error.endswith("ZeroDivisionError: division by zero\n")
        assert "before the function returned" in reply(function("leaves")).problem
        assert "returned neither a 4x4 grid" in reply(function("nonsense")).problem
        brief = Terms(limits=RunLimits(1.5))
        assert reply(function("sleeps", brief)).ended is RunEnd.TIMEOUT

    @pytest.mark.parametrize(
        ("name", "kind", "detail"),
        [
            ("accumulates", Kind.DUPLICATE, "6 grids, of which 3 repeat an earlier one"),
            ("spends", Kind.UNREADABLE, "raised \"KeyError('spent')\""),
            ("leaves_again", Kind.UNREADABLE, "the process ended"),
        ],
    )
    def test_what_it_keeps_from_one_call_to_the_next(self, function, name, kind, detail):
        claim = Claim.GRIDS if name == "accumulates" else Claim.FIRST
        found = Case("", THREE, reply(function(name), THREE), truth_of(THREE), "").verdict(claim)
        assert found.kind is kind
        assert found.detail == (
            "right at first; called again for the same puzzle, it is not "
            f"(what does it keep from one call to the next?): {detail}"
        )

    def test_both_values_are_shown(self, function):
        shown = reply(function("accumulates"), THREE).exchange.written.decode()
        first, second = shown.split("\ncalled again:\n")
        assert len(second) > len(first) > 0

    def test_of_several_calls_the_first_that_differs_is_shown(self, function):
        solver = replace(function("accumulates"), other=Puzzle(1))
        shown = reply(solver, Puzzle(1, [Cage([(0, 0)], "=", 1)])).exchange.written.decode()
        assert shown == "[((1,),)]\ncalled again:\n[((1,),), ((1,),)]"

    def test_a_second_call_may_be_slow(self, function):
        brief = Terms(limits=RunLimits(5))
        found = reply(function("hangs_again", brief), THREE)
        assert (found.ended, len(found.answers.grids), found.again) == (RunEnd.EXITED, 1, ())

    def test_a_wrong_answer_stays_so_if_the_second_is_right(self, function):
        found = reply(function("right_at_last"), THREE)
        assert [len(again.answers.grids) for _, again in found.again] == [1]
        case = Case("", THREE, found, truth_of(THREE), "")
        assert case.verdict(Claim.FIRST).kind is Kind.FALSE_NONE

    def test_another_puzzle_is_given_after_the_same(self, function):
        found = reply(replace(function("wrong_on_large_boards"), other=Puzzle(2)), THREE)
        assert [puzzle for puzzle, _ in found.again] == [THREE, Puzzle(2), THREE]
        assert [again.answers.none for _, again in found.again] == [True, False, True]

    def test_another_puzzle_may_be_slow(self, function):
        """It takes no more time than a few quick ones would."""
        found = reply(replace(function("spins_on_large_boards"), other=Puzzle(4)), NONE)
        assert [puzzle for puzzle, _ in found.again] == [NONE]
        assert found.ended is RunEnd.EXITED
        assert found.seconds < 10

    def test_after_the_last_call_its_process_may_take_long_to_end(self, function):
        found = reply(function("ends_slowly"), THREE)
        assert (found.code, len(found.answers.grids), len(found.again)) == (0, 1, 1)

    def test_another_puzzle_that_its_format_cannot_express(self, function):
        terms = Terms("keen", PATIENT.limits, argument="puzzle")
        one = Puzzle(1, [Cage([(0, 0)], "=", 1)])
        solver = function("spins_on_large_boards", terms)
        found = reply(replace(solver, other=Puzzle((2, 3))), one)
        assert [puzzle for puzzle, _ in found.again] == [one]

    @pytest.mark.parametrize(("seconds", "calls"), [(0.9, 1), (1.0, 0)])
    def test_it_is_called_again_if_it_is_quick_on_a_busy_machine(
        self, function, seconds, calls, monkeypatch
    ):
        monkeypatch.setenv("SECONDS", str(seconds))
        assert len(reply(PythonCallable("sample_timed:answer", PATIENT)).again) == calls

    def test_another_puzzle_that_is_too_long_for_an_argument(self, function):
        large = Puzzle(64, [Cage([(row, row)], "=", 1 + row) for row in range(64)])
        filled = Puzzle(
            64, [Cage([divmod(at, 64)], "=", 1 + sum(divmod(at, 64)) % 64) for at in range(64**2)]
        )
        terms = Terms("json", PATIENT.limits, argument="puzzle")
        solver = function("wrong_on_large_boards", terms)
        for other, calls in ((large, 3), (filled, 1)):
            assert len(reply(replace(solver, other=other), THREE).again) == calls

    def test_its_time_is_that_of_the_call(self, function):
        """Each of the two looks at the clock of a sample is so much after the one before."""
        timed = PythonCallable("sample_timed:answer", PATIENT)
        assert (reply(timed).answers.grids, reply(timed).seconds) == ((GRID,), 1.0)

    def test_it_is_looked_up_at_once(self, function):
        found = solver_named("sample_callables:first_only", PATIENT)
        assert isinstance(found, PythonCallable)


NAMES = dict.fromkeys(record.name for record in (*BACKENDS, *STRATEGIES))
COMPILED = pytest.param("compiled", marks=pytest.mark.complete)  # for 7 s, if it never was before


class TestEngines:
    def test_every_name(self):
        assert {type(solver_named(name, PATIENT)) for name in NAMES} == {Engine}

    @pytest.mark.parametrize("name", [COMPILED if name == "compiled" else name for name in NAMES])
    def test_every_engine(self, name):
        assert reply(solver_named(name, PATIENT), Puzzle(2)).answers.claim is Claim.GRIDS

    def test_the_first_use_is_not_timed(self):
        limits = []

        def search(puzzle, visit, given):
            limits.append(given.seconds)
            return Ended(Status.EXHAUSTED)

        with BACKENDS.registered(Backend("slow to import", "", search)):
            for _ in range(2):
                assert reply(solver_named("slow to import", PATIENT)).ended is RunEnd.EXITED
        assert limits == [None, 60, 60]

    def test_answers(self):
        answers = reply(Engine("deduction", 60), THREE).answers
        assert len(answers.grids) == 3
        assert reply(Engine("cp-sat", 60), NONE).answers.none
        stuck = reply(Engine("patterns", 60), load(PUZZLES / "4x4/hard.kk")).answers
        assert (stuck.grids, stuck.none, len(stuck.unfinished)) == ((), False, 1)

    def test_limits(self):
        assert reply(Engine("brute-force", 0.2), Puzzle(9)).ended is RunEnd.TIMEOUT
        stop = StopSignal()
        stop.stop()
        assert Engine("cp-sat", 60)(Puzzle(9), stop).ended is RunEnd.STOPPED
