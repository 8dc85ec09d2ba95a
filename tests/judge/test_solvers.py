"""Solvers that a user names: commands and Python functions."""

import os
import sys
from dataclasses import replace

import numpy
import pytest
from corpus import PUZZLES

from kenken_cp import Cage, KenKenError, Puzzle, load
from kenken_cp.clock import Clock
from kenken_cp.formats import FORMATS
from kenken_cp.judge.answers import Question, read_answer
from kenken_cp.judge.call import answer_of
from kenken_cp.judge.processes import RunEnd, RunLimits, decoded
from kenken_cp.judge.solvers import ask, solver_named
from kenken_cp.model.rule_sets import CALCUDOKU

TWO = Puzzle(2, [Cage([(0, 0)], "=", 1), Cage([(0, 1), (1, 1)], "-", 1)])
GRID = ((1, 2), (2, 1))
PATIENT = RunLimits(60)
COPY = "print(sys.argv[1:], sys.stdin.read())"


def reply(text, format_name=None, puzzle=TWO, limits=PATIENT):
    return ask(solver_named(text, format_name, limits), puzzle, Clock())


@pytest.fixture
def script(tmp_path):
    """Asks a Python script about the puzzle of 2x2."""
    path = tmp_path / "a solver.py"

    def asked(text, words="", format_name=None, puzzle=TWO):
        path.write_text(f"import sys\n{text}")
        return reply(f'"{sys.executable}" -S "{path}" {words}', format_name, puzzle)

    return asked


def test_the_puzzle_is_in_the_input_file_or_on_standard_input(script):
    found = script("print(open(sys.argv[1]).read())", "{input}")
    assert found.printed.strip() == found.given.strip()
    assert '"op": "-", "target": 1' in found.given
    assert script(COPY, "--x").printed.startswith("['--x'] " + found.given.strip())


@pytest.mark.parametrize(("name", "suffix"), [("native", "kk"), ("json", "json"), ("xy", "json")])
def test_formats(script, name, suffix):
    assert script(COPY, "{input}", name).printed.strip().endswith(f"puzzle.{suffix}']")
    with pytest.raises(KenKenError, match="no cage"):
        script(COPY, "{input}", "keen")


def test_what_would_tell_the_answer_is_not_given(script):
    given = script("", puzzle=replace(TWO, title="easy", expected=1)).given
    assert "easy" not in given
    assert "solutions" not in given


@pytest.mark.parametrize(("written", "read"), [("2 1", "2 1"), ("", "1\n"), (" \n", "1\n")])
def test_a_written_file_counts_before_what_is_printed(script, written, read):
    assert (
        script(f"print(1); open(sys.argv[1], 'w').write({written!r})", "{output}").printed == read
    )
    assert script("print(1)", "{input} {output}").printed == "1\n"
    assert (
        script("open(sys.argv[1], 'w').write('1 2\\n' * 3000000)", "{output}").ended
        is RunEnd.FLOODED
    )


def test_its_files_are_removed(script):
    text = "import os; f = os.path.dirname(sys.argv[1]); os.mkdir(f + '/x'); print(f)"
    assert not os.path.exists(script(text, "{input}").printed.strip())  # noqa: PTH110


@pytest.mark.skipif(os.name == "nt", reason="the first line names what runs a script on POSIX only")
def test_a_program_of_this_folder(tmp_path, monkeypatch):
    (tmp_path / "mine").write_text("#!/bin/sh\necho $1\n")
    (tmp_path / "mine").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert reply("./mine {print}").printed == "{print}\n"


def test_encodings():
    assert {decoded("1 ③".encode(name)) for name in ("utf-8", "utf-8-sig")} == {"1 ③"}
    assert decoded(b"\xff1 2").endswith("1 2")


FILES = {
    "it.py": "THREE = 3\ndef of_two(a, b): pass\ndef of_none(): pass\n",
    "data.txt": "1\n",
    "broken.py": "def solve(puzzle:\n",
    "raises.py": "raise ValueError('at import')\n",
    "my solver.py": "def solve(puzzle): return None\n",
    "beside.py": "GRID = [[1, 2], [2, 1]]\n",
    "mine.py": """
import time
from beside import GRID

def of_puzzle(puzzle): print("1 1"); return GRID if puzzle.rows == 2 and puzzle.cages else None
def of_text(text: str): return "1 2\\n2 1\\n" if '"size": 2' in text else None
def of_quoted(text: "str", depth=3): return of_text(text)
def fails(puzzle): print("1 2\\n2 1"); raise ZeroDivisionError("oh")
def silent(puzzle): print("1 2\\n2 1" * 10**6); return ""
def hangs(puzzle): time.sleep(600)

class Boards:
    @staticmethod
    def each(puzzle): yield GRID; yield GRID[::-1]
""",
}


@pytest.fixture
def files(tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)


NO_SOLVERS = {
    "no-such-solver {input}": "no program", "./no/such": "no program",
    "./data.txt": "'./data.txt' is no program", "it.py": "python3 solver.py", "": "no command",
    "python3 it.py --in={inptu}": "{inptu} in the command",
    "python3 it.py {inptu}": "expected {input}", "python3 it.py {Output}": "{output}",
    "solve 'it": "not a command", "no_such_module:solve": "ModuleNotFoundError",
    "no/such.py:solve": "FileNotFoundError", "it.py:no_such": "no_such",
    "it.py:THREE": "function of one argument", "it.py:of_two": "function of one argument",
    "it.py:of_none": "function of one argument", "broken.py:solve": "SyntaxError",
    "raises.py:solve": "ValueError: at import",
}  # fmt: skip


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("text", "words"), NO_SOLVERS.items())
def test_what_is_no_solver(text, words):
    for format_name in (None, "native"):
        with pytest.raises(KenKenError) as caught:
            solver_named(text, format_name, PATIENT)
        assert words in str(caught.value)
    with pytest.raises(KenKenError, match="nope"):
        solver_named(sys.executable, "nope", PATIENT)


@pytest.mark.usefixtures("files")
class TestFunctions:
    @pytest.mark.parametrize(
        "text", ["mine:of_puzzle", "mine:of_text", "./mine.py:of_quoted", "./mine.py:Boards.each"]
    )
    def test_what_it_returns_is_the_answer(self, text):
        answer = read_answer(reply(text).printed, TWO, Question.ALL)
        assert answer.grids[0] == GRID

    def test_a_file_of_another_folder_imports_what_is_beside_it(self, tmp_path, monkeypatch):
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "elsewhere" / "beside.py").write_text("GRID = None")  # is not beside it
        monkeypatch.chdir(tmp_path / "elsewhere")
        answer = read_answer(reply("../mine.py:of_puzzle").printed, TWO, Question.ONE)
        assert answer.grids[0] == GRID

    @pytest.mark.parametrize("name", ["operator.py", "solver.v2.py", "of two.py"])
    def test_a_file_may_have_any_name(self, name, tmp_path):
        (tmp_path / "folder").mkdir()
        (tmp_path / "folder" / name).write_text((tmp_path / "mine.py").read_text())
        answer = read_answer(reply(f"folder/{name}:of_puzzle").printed, TWO, Question.ONE)
        assert answer.grids[0] == GRID

    def test_with_a_format_it_gets_text(self):
        assert reply("mine:of_text", "native").printed.strip() == "none"
        assert "AttributeError" in reply("mine.py:of_puzzle", "native").stderr

    @pytest.mark.slow
    def test_one_that_raises_and_one_that_hangs(self):
        found = reply("mine:fails")
        assert (found.code, found.printed) == (1, "")
        assert found.stderr.strip().endswith("ZeroDivisionError: oh")
        hangs = replace(solver_named("mine:hangs", None, PATIENT), limits=RunLimits(0.5))
        assert ask(hangs, TWO, Clock()).ended is RunEnd.TIMEOUT

    def test_what_it_prints_is_no_answer(self):
        assert reply("mine:silent").printed.strip() == ""

    def test_a_name_with_a_space(self):
        assert solver_named("my solver.py:solve", None, PATIENT).is_function
        assert not solver_named(f'"{sys.executable}" it.py:solve', None, PATIENT).is_function


def test_values_as_a_program_would_print_them():
    array = numpy.array(GRID)
    grids = (GRID, array, [*array], iter(GRID), [map(int, row) for row in GRID], {"grid": array})
    for value in (*grids, {"solutions": [GRID]}, (GRID for _ in range(1)), "1 2\n2 1\n"):
        assert tuple(read_answer(answer_of(value), TWO, Question.ALL).grids) == (GRID,)
    said = ((None, "none"), ([], "[]"), (True, "unique"), (numpy.bool_(0), "not unique"))
    for value, text in (*said, (3, "3"), (numpy.int64(3), "3")):
        assert answer_of(value) == text
    for value in ({(0, 0): 1}, [object()], {1, 2}):
        assert read_answer(answer_of(value), TWO, Question.ONE).problem


def is_held(puzzle, format_name):
    try:
        return bool(FORMATS.named(format_name).write(puzzle))
    except KenKenError:
        return False


EASY = load(PUZZLES / "4x4/cs332.kk").bare
OF_CALCUDOKU = [one.name for one in FORMATS if is_held(replace(EASY, rules=CALCUDOKU), one.name)]


@pytest.mark.parametrize("format_name", OF_CALCUDOKU)
def test_formats_of_calcudoku_rules_hold_a_kenken_puzzle(format_name, script):
    """One whose clues mean the same: operators are shown, and - and / are of two cells."""
    assert script("", "{input}", format_name, EASY).given
