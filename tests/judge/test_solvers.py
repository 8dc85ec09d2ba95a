"""Solvers that a user names: commands and Python functions."""

import os
import sys
from dataclasses import replace

import pytest
from corpus import PUZZLES

from kenken_cp import Cage, KenKenError, Puzzle, load
from kenken_cp.formats import FORMATS
from kenken_cp.judge.answers import Question, read_answer
from kenken_cp.judge.call import answer_of
from kenken_cp.judge.processes import RunEnd, RunLimits
from kenken_cp.judge.solvers import ask, decoded, solver_named
from kenken_cp.model.rule_sets import CALCUDOKU
from kenken_cp.search.protocol import StopSignal

TWO = Puzzle(2, [Cage([(0, 0)], "=", 1), Cage([(0, 1), (1, 1)], "-", 1)])
GRID = ((1, 2), (2, 1))
PATIENT = RunLimits(60)


@pytest.fixture
def script(tmp_path):
    """Asks a Python script about the puzzle of 2x2."""

    def asked(text, words="", format_name=None):
        path = tmp_path / "a solver.py"
        path.write_text(f"import sys\n{text}")
        command = f'"{sys.executable}" -S "{path}" {words}'
        return ask(solver_named(command, format_name, PATIENT), TWO, StopSignal())

    return asked


COPY = "print(sys.argv[1:], sys.stdin.read())"


class TestCommands:
    def test_the_puzzle_is_in_the_input_file_or_on_standard_input(self, script):
        titled = "print(open(sys.argv[1]).read())"
        reply = script(titled, "{input}")
        assert reply.printed.strip() == reply.given.strip()
        assert '"op": "-", "target": 1' in reply.given
        assert script(COPY, "{input}").printed.strip().endswith("puzzle.json']")
        piped = script(COPY, "--all x")
        assert piped.printed.startswith("['--all', 'x'] " + piped.given.strip())

    def test_what_would_tell_the_answer_is_not_given(self, script):
        puzzle = replace(TWO, title="easy", expected=1)
        solver = solver_named(f'"{sys.executable}" -c "pass"', None, PATIENT)
        given = ask(solver, puzzle, StopSignal()).given
        assert "easy" not in given
        assert "solutions" not in given

    @pytest.mark.parametrize(
        ("written", "read"), [("2 1", "2 1"), ("", "printed\n"), (" \n", "printed\n")]
    )
    def test_a_written_file_counts_before_what_is_printed(self, script, written, read):
        text = f"print('printed'); open(sys.argv[1], 'w').write({written!r})"
        assert script(text, "{output}").printed == read

    def test_without_a_written_file_standard_output_counts(self, script):
        assert script("print('printed')", "{input} {output}").printed == "printed\n"

    def test_its_files_are_removed(self, script):
        text = "import os; f = os.path.dirname(sys.argv[1]); os.mkdir(f + '/x'); print(f)"
        assert not os.path.exists(script(text, "{input}").printed.strip())  # noqa: PTH110

    def test_formats(self, script):
        for name, suffix in (("native", "kk"), ("keen", "txt"), ("json", "json")):
            format_is_able = name != "keen"  # which has no free cells
            if format_is_able:
                assert script(COPY, "{input}", name).printed.strip().endswith(f".{suffix}']")
            else:
                with pytest.raises(KenKenError, match="free cell"):
                    script(COPY, "{input}", name)

    def test_a_program_of_this_folder(self, tmp_path, monkeypatch):
        if os.name == "nt":
            pytest.skip("the first line names what runs a script on POSIX only")
        (tmp_path / "mine").write_text("#!/bin/sh\necho done\n")
        (tmp_path / "mine").chmod(0o755)
        monkeypatch.chdir(tmp_path)
        solver = solver_named("./mine {input}", None, PATIENT)
        assert ask(solver, TWO, StopSignal()).printed == "done\n"


BYTES = {
    "UTF-8": "1 2\r\n".encode(),
    "with a mark": "1 2\r\n".encode("utf-8-sig"),
    "UTF-16": "1 2\r\n".encode("utf-16"),
    "big endian": b"\xfe\xff" + "1 2\r\n".encode("utf-16-be"),
}


def test_encodings():
    assert {decoded(given) for given in BYTES.values()} == {"1 2\r\n"}
    assert decoded(b"\xff1 2").endswith("1 2")


NO_SOLVERS = {
    "no-such-solver {input}": "no program",
    "./no/such": "no program",
    "./data.txt": "cannot be run by itself",
    "it.py": "python3 it.py",
    "python3 it.py {inptu}": "expected {input}",
    "python3 it.py {output_file}": "{output}",
    "": "no command",
    "solve 'it": "not a command",
    "no_such_module:solve": "ModuleNotFoundError",
    "no/such.py:solve": "FileNotFoundError",
    "it.py:no_such": "no_such",
    "it.py:THREE": "function of one argument",
    "it.py:of_two": "function of one argument",
    "it.py:of_none": "function of one argument",
    "broken.py:solve": "SyntaxError",
    "raises.py:solve": "ValueError: at import",
}


@pytest.mark.parametrize(("text", "words"), NO_SOLVERS.items())
@pytest.mark.parametrize("format_name", [None, "native"])
def test_what_is_no_solver(text, words, format_name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    functions = "THREE = 3\ndef of_two(a, b): pass\ndef of_none(): pass\n"
    (tmp_path / "it.py").write_text(functions)
    (tmp_path / "data.txt").write_text("1\n")
    (tmp_path / "broken.py").write_text("def solve(puzzle:\n")
    (tmp_path / "raises.py").write_text("raise ValueError('at import')\n")
    with pytest.raises(KenKenError) as caught:
        solver_named(text, format_name, PATIENT)
    assert words in str(caught.value)


def test_formats_with_unknown_names():
    with pytest.raises(KenKenError, match="nope"):
        solver_named(f'"{sys.executable}"', "nope", PATIENT)


FUNCTIONS = """
import time
from beside import GRID

def of_puzzle(puzzle): print("1 1"); return GRID if puzzle.rows == 2 and puzzle.cages else None
def of_text(text: str): return "1 2\\n2 1\\n" if '"size": 2' in text else None
def of_quoted(text: "str", depth=3): return of_text(text)
def fails(puzzle): print("1 2\\n2 1"); raise ZeroDivisionError("oh")
def silent(puzzle): print("1 2\\n2 1"); return ""
def hangs(puzzle): time.sleep(600)

class Boards:
    @staticmethod
    def each(puzzle): yield GRID; yield GRID[::-1]
"""


@pytest.fixture
def function(tmp_path, monkeypatch):
    """Asks a function, as ``file.py:function`` or as ``module:function``."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_solver.py").write_text(FUNCTIONS)
    (tmp_path / "beside.py").write_text("GRID = [[1, 2], [2, 1]]\n")

    def asked(name, format_name=None, limits=PATIENT):
        return ask(solver_named(name, format_name, limits), TWO, StopSignal())

    return asked


class TestFunctions:
    @pytest.mark.parametrize("place", ["my_solver", "my_solver.py", "./my_solver.py"])
    @pytest.mark.parametrize("name", ["of_puzzle", "of_text", "of_quoted", "Boards.each"])
    def test_what_it_returns_is_the_answer(self, function, place, name):
        if name == "of_puzzle" or place == "my_solver":
            answer = read_answer(function(f"{place}:{name}").printed, TWO, Question.ALL)
            assert answer.grids[0] == GRID

    def test_with_a_format_it_gets_text(self, function):
        assert function("my_solver:of_text", "native").printed.strip() == "none"
        assert "AttributeError" in function("my_solver:of_puzzle", "native").error

    def test_one_that_raises(self, function):
        reply = function("my_solver:fails")
        assert (reply.code, reply.printed) == (1, "")
        assert reply.error.strip().endswith("ZeroDivisionError: oh")

    def test_what_it_prints_is_no_answer(self, function):
        assert function("my_solver:silent").printed.strip() == ""

    def test_limits(self, function):
        brief = RunLimits(4.0)
        assert function("my_solver:hangs", limits=brief).ended is RunEnd.TIMEOUT


def test_a_name_with_a_space(tmp_path):
    path = tmp_path / "my solver.py"
    path.write_text("def solve(puzzle): return None\n")
    solver = solver_named(f"{path}:solve", None, PATIENT)
    assert solver.is_function
    assert not solver_named(f"{sys.executable} it.py:solve", None, PATIENT).is_function


def test_values_as_a_program_would_print_them():
    numpy = pytest.importorskip("numpy")
    grids = (
        GRID, [[1, 2], [2, 1]], numpy.array(GRID), [numpy.array(row) for row in GRID],
        iter(GRID), [map(int, row) for row in GRID], {"grid": numpy.array(GRID)},
        {"solutions": [GRID]}, (GRID for _ in range(1)), "1 2\n2 1\n",
    )  # fmt: skip
    for value in grids:
        assert tuple(read_answer(answer_of(value), TWO, Question.ALL).grids) == (GRID,)
    said = ((None, "none"), ([], "[]"), (True, "unique"), (numpy.bool_(False), "not unique"))
    for value, text in (*said, (3, "3"), (numpy.int64(3), "3")):
        assert answer_of(value) == text
    for value in ({(0, 0): 1}, [object()], {1, 2}):
        assert read_answer(answer_of(value), TWO, Question.ONE).problem


@pytest.mark.parametrize("format", [one.name for one in FORMATS])
def test_formats_of_calcudoku_rules_hold_a_kenken_puzzle(format, script):
    """Of the same meaning: operators are shown, - and / are of two cells."""
    same = load(PUZZLES / "4x4/cs332.kk").bare
    record = FORMATS.named(format)
    try:
        record.write(replace(same, rules=CALCUDOKU))
    except KenKenError:
        return
    solver = solver_named(f'"{sys.executable}" -c "pass"', format, PATIENT)
    assert ask(solver, same, StopSignal()).given
