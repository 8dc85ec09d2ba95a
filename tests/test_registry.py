"""An operator, a rule set, a format, a backend and a technique from outside the package.

Each is one record, registered at run time, used through everything that users call, and taken out
again; and the same from an installed package that names them as entry points.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from types import SimpleNamespace

import pytest
from cli.calls import answer, remark
from corpus import ROOT

from kenken_cp import (
    Cage,
    KenKenError,
    Puzzle,
    UnknownNameError,
    count,
    dumps,
    loads,
    solve,
    violations,
)
from kenken_cp.clock import Status
from kenken_cp.formats import FORMATS, Format, loads_each
from kenken_cp.logic.steps import TECHNIQUES, Level, Technique, make_step
from kenken_cp.model.operators import ADD, OPERATORS, Fold, Operator
from kenken_cp.model.rule_sets import RULE_SETS, RuleSet
from kenken_cp.registry import Registry
from kenken_cp.search.engine import BACKENDS, Backend, Ended

PEAK = Operator(
    name="peak",
    symbol="!",
    glyph="⌈⌉",
    verb="have the peak",
    noun="peak",
    evaluate=max,
    fold=Fold(
        None,
        lambda state, value: value if state is None else max(state, value),
        lambda state, left, target, low, high: state <= target <= high if left else state == target,
    ),
)
PEAKS = RuleSet("peaks", "sums and peaks; hidden is either", ((ADD, None), (PEAK, None)))
BACKWARDS = Format(
    name="backwards",
    summary="the native format, each line written backwards",
    example="BACKWARDS\nba\nba\n\n+3 a\n",
    signature=lambda text: text.startswith("BACKWARDS\n"),
    read=lambda lines, rules: loads_each(
        "\n".join(line[::-1] for line in list(lines)[1:]), "native", rules=rules
    ),
    writer=lambda puzzle: (
        "BACKWARDS\n"
        + "\n".join(line[::-1] for line in dumps(puzzle, "native").splitlines())
        + "\n"
    ),
    holds=FORMATS.named("native").holds,
    operators=None,
)


def by_another_engine(puzzle, visit, clock):
    """All solutions by brute force, the last first."""
    from kenken_cp.backends.brute_force import search

    found = []
    search(puzzle, lambda batch: not found.extend(batch), clock)
    status = Status.EXHAUSTED
    for grid in reversed(found):
        if not visit([grid]):
            status = Status.LIMIT
            break
    return Ended(status, {"grids": len(found)})


def find_too_high(candidates):
    for cage in candidates.instance.cages:
        clue = cage.relation
        if clue.operators == (PEAK,):
            high = sum(candidates.domain.bit[v] for v in candidates.domain.bit if v > clue.target)
            goes = [(c, gone) for c in cage.cells if (gone := candidates.masks[c] & high)]
            if goes:
                yield make_step(
                    "too high", candidates, goes, cells=cage.cells, cages=(cage.number,)
                )


TOO_HIGH = Technique(
    "too high",
    Level.EASY,
    "a value above the peak of its cage",
    find_too_high,
    sentence="Nothing above {cage} fits.",
    premises=lambda step, before: {},
    rank=-1,
)
REVERSED = Backend("reversed", "brute force, the last solution first", by_another_engine)

PUZZLE = """\
rules: peaks
solutions: 1

aab
ccb
2..

a 3!
b 3peak
c 3+
"""


RECORDS = (
    (OPERATORS, PEAK),
    (RULE_SETS, PEAKS),
    (FORMATS, BACKWARDS),
    (BACKENDS, REVERSED),
    (TECHNIQUES, TOO_HIGH),
)


@pytest.fixture
def _registered():
    with ExitStack() as stack:
        for registry, record in RECORDS:
            stack.enter_context(registry.registered(record))
        yield


@pytest.fixture
def puzzle(_registered):
    return loads(PUZZLE)


@pytest.fixture
def path(puzzle, tmp_path):
    path = tmp_path / "peaks.kk"
    path.write_text(PUZZLE)
    return str(path)


@pytest.mark.usefixtures("_registered")
class TestRegistered:
    def test_every_backend_solves_with_it(self, puzzle):
        reference = solve(puzzle, backend="brute-force")
        assert reference.unique
        for backend in BACKENDS:
            outcome = solve(puzzle, backend=backend.name)
            assert (outcome.unique, outcome.solution) == (True, reference.solution), backend

    def test_hidden_it_is_one_of_those_that_may_be_meant(self):
        hidden = Puzzle(3, [Cage([(0, 0), (0, 1)], None, 3)], rules="peaks")
        expected = count(hidden, backend="brute-force")
        assert expected > count(Puzzle(3, [Cage([(0, 0), (0, 1)], "+", 3)], rules="peaks"))
        for backend in ("auto", "cp-sat", "cover", "python-constraint", "logic", "reversed"):
            assert count(hidden, backend=backend) == expected

    @pytest.mark.parametrize("cells", [2, 5, 9])
    def test_large_cages_follow_its_fold(self, cells):
        board = Puzzle(3, [Cage([divmod(i, 3) for i in range(cells)], "peak", 3)])
        expected = count(board, backend="brute-force")
        for backend in ("auto", "cp-sat", "cover", "logic"):
            assert count(board, backend=backend) == expected

    def test_other_rule_sets_take_it_where_it_is_shown(self):
        assert count(Puzzle(2, [Cage([(0, 0), (0, 1)], "peak", 2)])) == 2
        with pytest.raises(KenKenError, match="killer rules allow only"):
            Puzzle(2, [Cage([(0, 0), (0, 1)], "peak", 2)], rules="killer")

    def test_the_rules_check_it(self, puzzle):
        broken = violations(puzzle, [[1, 2, 3], [2, 3, 1], [3, 1, 2]])
        assert "the cage 3! at r1c1 r1c2 holds 1 2, which do not have the peak 3" in map(
            str, broken
        )

    def test_it_is_pickled_by_name(self, puzzle):
        copy = pickle.loads(pickle.dumps(puzzle))
        assert copy == puzzle
        assert copy.cages[0].operator is PEAK
        assert copy.rules is PEAKS

    def test_formats(self, puzzle):
        for name in ("native", "json", "backwards"):
            assert loads(dumps(puzzle, name)) == puzzle
        for name in ("keen", "neknek", "cs332", "aikenken"):
            other = Puzzle(3, [c for c in puzzle.cages if c.operator is PEAK])
            with pytest.raises(KenKenError, match=r"peak|cell"):
                dumps(other, name)

    def test_the_command_line(self, path):
        assert remark("solve", path) == "The only solution.\n"
        assert "⌈⌉" in answer("solve", path)
        assert answer("solve", "--plain", path) == answer(
            "solve", "--plain", "--backend", "reversed", path
        )
        assert answer("count", path).strip() == "1"
        assert "peaks rules" in answer("check", path)
        converted = answer("convert", path, "--to", "backwards")
        assert converted.startswith("BACKWARDS\n")
        assert answer("count", "--from", "backwards", "-", stdin=converted).strip() == "1"
        assert json.loads(answer("convert", path, "--to", "json"))["rules"] == "peaks"
        assert "naked single" in answer("explain", path)
        assert answer("rate", path)
        for listing, record in (("backends", REVERSED), ("formats", BACKWARDS), ("rules", PEAKS)):
            assert record.summary in " ".join(answer("list", listing).split())

    def test_a_technique(self, tmp_path):
        """It is found, taken and put into its own words, and spares the puzzle a harder one."""
        path = tmp_path / "low.kk"
        path.write_text("rules: peaks\n\naa.\n2..\n...\n\na 2!\n")
        assert solve(loads(path.read_text()), backend="logic").unique
        explained = " ".join(answer("explain", str(path)).split())
        assert explained.startswith("too high Nothing above 2! at r1c1 r1c2 fits. ")
        assert "Look at 2! at r1c1 r1c2." in answer("hint", str(path), "--board", "... ... ...")
        assert next(iter(TECHNIQUES)) is TOO_HIGH  # the easiest, so that others rate the puzzle
        rated = answer("rate", str(path))
        assert "hidden single" in rated

    def test_a_name_that_is_taken_is_refused(self):
        with pytest.raises(KenKenError, match=r"there is an? operator 'peak' already"):
            OPERATORS.register(PEAK)


@pytest.mark.usefixtures("_registered")
def test_records_come_in_their_order_and_are_found_by_all_their_names():
    assert list(OPERATORS)[-1] is OPERATORS.named("!") is OPERATORS.get("⌈⌉") is PEAK
    assert next(iter(TECHNIQUES)) is TOO_HIGH
    assert PEAK in OPERATORS
    assert len(list(OPERATORS)) == len(OPERATORS.names()) == 21


def test_what_is_refused_leaves_nothing_behind():
    unranked = Registry("thing", rank=lambda record: record.rank)
    with pytest.raises(AttributeError):
        unranked.register(SimpleNamespace(name="a"))
    assert unranked.get("a") is None


def test_afterwards_they_are_gone():
    for registry, record in RECORDS:
        assert record not in registry
        assert registry.get(record.name) is None
        with pytest.raises(UnknownNameError, match=f"unknown {registry.kind}"):
            registry.named(record.name)


def test_the_home_of_the_first_records_is_imported_when_they_are_needed(tmp_path, monkeypatch):
    """By one thread, for all; and again after an import that was interrupted."""
    home = tmp_path / "home_of_a_test.py"
    home.write_text("raise KeyboardInterrupt")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # it would be as old as the text
    registry = Registry("thing", home="home_of_a_test")
    monkeypatch.setattr(sys, "registry_of_a_test", registry, raising=False)
    with pytest.raises(KeyboardInterrupt):
        registry.named("one")
    home.write_text(HOME)
    with ThreadPoolExecutor(4) as threads:
        asked = [threads.submit(registry.names) for _ in range(4)]
    assert [each.result() for each in asked] == [["one", "two"]] * 4
    sys.modules.pop("home_of_a_test")


HOME = """
import sys
import time
from types import SimpleNamespace

time.sleep(0.05)
sys.registry_of_a_test.register(SimpleNamespace(name="one"))
sys.registry_of_a_test.register(SimpleNamespace(name="two"))
"""


PLUGIN = """
from kenken_cp.backends.brute_force import search
from kenken_cp.model.operators import Fold, Operator
from kenken_cp.search.engine import Backend

DIP = Operator(
    name="dip", symbol="v", glyph="v", verb="have the dip", noun="dip",
    evaluate=min,
    fold=Fold(
        None,
        lambda state, value: value if state is None else min(state, value),
        lambda state, left, target, low, high: low <= target <= state if left else state == target,
    ),
)
PLAIN = Backend("plain", "brute force by another name", search)
"""


@pytest.fixture
def installed(tmp_path):
    """The environment of a process in which a package with entry points is installed."""
    (tmp_path / "plugin_of_a_test.py").write_text(PLUGIN)
    info = tmp_path / "plugin_of_a_test-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugin-of-a-test\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        textwrap.dedent(
            """\
            [kenken_cp.operators]
            dip = plugin_of_a_test:DIP
            [kenken_cp.backends]
            plain = plugin_of_a_test:PLAIN
            """
        )
    )
    return {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}


COUNT = r"""
from kenken_cp import KenKenError, count, loads
from kenken_cp.search.engine import BACKENDS

try:
    print(count(loads("aa\n..\n\na 1dip\n"), backend="plain"), BACKENDS.names()[-1])
except KenKenError as error:
    print(error)
"""


def printed(environment, script=COUNT):
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment, cwd=ROOT
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.slow
def test_an_installed_package_adds_records_by_entry_points(installed):
    assert printed(installed) == "2 plain\n"
    without = printed({**installed, "PYTHONPATH": str(ROOT)})
    assert "operator 'dip'; expected + - * / or one" in without


def test_one_that_cannot_be_loaded_is_named_and_keeps_no_other_from_being_there(
    installed, tmp_path
):
    points = tmp_path / "plugin_of_a_test-1.0.dist-info" / "entry_points.txt"
    points.write_text("[kenken_cp.backends]\na = half_written:A\nplain = plugin_of_a_test:PLAIN\n")
    (tmp_path / "half_written.py").write_text("raise ValueError('no more')")
    script = (
        "from kenken_cp import KenKenError, Puzzle, count\n"
        "for _ in range(2):\n"
        "    try:\n        print(count(Puzzle(2), backend='plain'))\n"
        "    except KenKenError as error:\n        print(error)\n"
    )
    assert printed(installed, script) == (
        "cannot load the backend half_written:A, an entry point of the group kenken_cp.backends: "
        "no more\n2\n"
    )
