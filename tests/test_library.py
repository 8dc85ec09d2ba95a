"""The public names together: what every verb refuses, and what its values are like as values."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from corpus import ROOT, shipped

import kenken_cp
from kenken_cp import (
    Cage,
    Certificate,
    Count,
    Estimate,
    FormatError,
    GridError,
    KenKenError,
    Level,
    LimitReachedError,
    MissingExtraError,
    Puzzle,
    PuzzleError,
    UnknownNameError,
    candidates,
    count,
    dumps,
    dumps_all,
    each_solution,
    estimate,
    explain,
    generate,
    hint,
    is_unique,
    load,
    load_all,
    loads,
    loads_all,
    prove,
    rate,
    solutions,
    solve,
    svg,
    verify,
    violations,
    warnings,
    why,
)
from kenken_cp.generation.generator import puzzle_of_seed
from kenken_cp.generation.recipe import Recipe
from kenken_cp.render.picture import Picture

VERBS = [
    *(candidates, count, dumps, estimate, explain, hint, is_unique, rate, solutions, solve),
    *(warnings, lambda puzzle: violations(puzzle, [[1]]), lambda puzzle: dumps_all([puzzle])),
    lambda puzzle: each_solution(puzzle, lambda grid: None),
]
CS332 = shipped()["4x4/cs332.kk"]


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(
    ("other", "message"),
    [
        ("puzzles/4x4/cs332.kk", r"load\(path\) reads one from a file, loads\(text\) from a text"),
        (ROOT / "puzzles" / "4x4" / "cs332.kk", r"load\(path\) reads one from a file"),
        ("3:a_3aba_,m3a5s1s1", r"'3:a_3aba_,m3a5s1s1' \(str\) is no Puzzle; .* loads\(text\)"),
        (b"3:a", r"load\(path\)"),
        ([CS332], r"\(list\) is no Puzzle; expected one"),
        (None, "NoneType.* is no Puzzle"),
        (Puzzle, "type.* is no Puzzle"),
    ],
    ids=["path", "Path", "id", "bytes", "list", "None", "class"],
)
def test_what_is_no_puzzle_is_refused_in_one_sentence(verb, other, message):
    with pytest.raises(PuzzleError, match=message) as caught:
        verb(other)
    assert "\n" not in str(caught.value)


class TestGenerate:
    def test_is_the_puzzle_of_the_command(self):
        puzzle = generate(size=4, level="normal", seed=1)
        assert puzzle == puzzle_of_seed(Recipe(4), 1, 1, level=Level.NORMAL)
        assert puzzle.title == "4x4 normal, seed 1, number 1"
        assert rate(puzzle).level is Level.NORMAL
        assert generate(4, level=Level.NORMAL, seed=1, number=2) != puzzle

    def test_without_a_seed_they_differ_and_can_be_made_again(self):
        found = {generate(4) for _ in range(4)}
        assert len(found) > 1
        for puzzle in found:
            seed = int(puzzle.title.split("seed ")[1].split(",")[0])
            assert generate(4, seed=seed) == puzzle

    def test_its_kind(self):
        puzzle = generate(
            (3, 4), operators="+", cage_sizes=(2, 3), rules="killer", hidden=1, seed=1
        )
        assert (puzzle.size, puzzle.rules.name) == ((3, 4), "killer")
        assert count(puzzle) == 1 == puzzle.expected
        assert generate(2, unique=False, seed=1).expected is None

    def test_a_share_may_be_a_fraction(self):
        assert generate(4, seed=1, hidden=Fraction(1, 2)) == generate(4, seed=1, hidden=0.5)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"level": "very"}, "unknown level 'very'; known: easy, normal, hard, extreme"),
            ({"level": "hard", "unique": False}, "a puzzle with a level has one solution"),
            ({"seed": "x"}, "seed 'x', number 1; expected integers"),
            ({"seed": True}, "seed True, number 1; expected integers"),
            ({"number": 0}, "number 0; expected integers, the number 1 or more"),
            ({"size": "4x4"}, "size '4x4'; expected a whole number"),
            ({"hidden": 2}, "hidden 2; expected a share from 0 to 1"),
            ({"hidden": "all"}, "hidden 'all'; expected a share from 0 to 1"),
            ({"operators": "%"}, "unknown operator '%'"),
            ({"rules": "chess"}, "unknown rule set 'chess'"),
            ({"rules": 10**5000}, "unknown rule set a number of more than 4300 digits; known"),
        ],
    )
    def test_what_cannot_be_is_refused(self, arguments, message):
        with pytest.raises(KenKenError, match=message):
            generate(**{"size": 4, "seed": 1, **arguments})


def test_an_estimate_takes_integers():
    for wrong in ({"probes": 100.5}, {"seed": "1"}, {"probes": True}):
        with pytest.raises(KenKenError, match="expected integers"):
            estimate(Puzzle(3), **wrong)


OUTCOME = solve(Puzzle(2))
VALUES = [
    CS332,
    Puzzle((2, 3), [Cage([(0, 0), (1, 1)], None, 3)], rules="calcudoku", title="x", expected=2),
    CS332.cages[0],
    Count(3, exact=False),
    OUTCOME,
    violations(Puzzle(1), [[2]])[0],
    CS332.rules,
    rate(CS332),
    explain(CS332),
    hint(CS332),
    estimate(Puzzle(2), probes=100),
    Level.HARD,
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_are_values(value):
    for twin in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert twin == value
        assert type(twin) is type(value)
        assert repr(twin) == repr(value)
    assert "object at 0x" not in repr(value)
    assert value != object()
    if not isinstance(value, int):
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            value.anything = 1


@pytest.mark.parametrize(
    "error",
    [
        PuzzleError("a", cell=(0, 1)),
        GridError("b"),
        FormatError("c", line=1, column=2, source="d"),
        UnknownNameError("level", "e", ["f"]),
        MissingExtraError("g", "h", "i"),
        LimitReachedError("j", OUTCOME),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_are_values_too(error):
    for twin in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert (type(twin), str(twin), vars(twin)) == (type(error), str(error), vars(error))
        assert isinstance(twin, KenKenError)


def test_every_public_name_is_found_by_all_means():
    star = {}
    exec("from kenken_cp import *", star)
    assert {*kenken_cp.__all__} <= star.keys() & {*dir(kenken_cp)}
    assert len(kenken_cp.__all__) == len({*kenken_cp.__all__})
    with pytest.raises(AttributeError, match="module 'kenken_cp' has no attribute 'solver'"):
        _ = kenken_cp.solver


def test_a_verb_is_no_module_whatever_was_imported_before():
    """A folder of the name of a function would take its place as soon as it is imported."""
    script = (
        "import pkgutil, kenken_cp\n"
        "modules = {found.name for found in pkgutil.iter_modules(kenken_cp.__path__)}\n"
        "print(*modules & {*kenken_cp.__all__})\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert (done.stdout, done.stderr) == ("\n", "")


def test_the_typed_sample_runs(monkeypatch):
    """What a program checked by mypy looks like; ``mypy`` checks it, as pyproject.toml says."""
    monkeypatch.chdir(ROOT)
    import typed_sample

    typed_sample.main()
    configured = (ROOT / "pyproject.toml").read_text()
    assert Path(typed_sample.__file__).name in configured


@pytest.mark.parametrize("other", [Path("a.kk"), b"3:a", None, 3, CS332], ids=repr)
def test_what_is_no_text_is_refused_in_one_sentence(other):
    for verb in (loads, loads_all):
        for arguments in ((), ("keen",)):
            with pytest.raises(FormatError, match=r"is no text; expected a text \(load and"):
                verb(other, *arguments)


@pytest.mark.parametrize("other", [None, 3.5, CS332, dumps(CS332)], ids=repr)
def test_what_is_no_path_is_refused_in_one_sentence(other):
    for verb in (load, load_all):
        with pytest.raises(FormatError, match=r"is no path; expected one \(loads and loads_all"):
            verb(other)


@pytest.mark.parametrize("other", [None, 3, Path("a.txt"), b"kenken-cp", CS332], ids=repr)
def test_what_is_no_certificate_is_refused_in_one_sentence(other):
    with pytest.raises(KenKenError, match="is no Certificate, nor the text of one"):
        verify(other)
    with pytest.raises(FormatError, match="is no text; expected that of a certificate"):
        Certificate.read(other)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda flag: generate(3, seed=1, unique=flag), "unique"),
        (lambda flag: svg(CS332, complete=flag), "complete"),
        (lambda flag: why(CS332, minimal=flag), "minimal"),
        (lambda flag: Picture(CS332, named=flag), "named"),
        (lambda flag: Picture(CS332, excerpt=flag), "excerpt"),
    ],
)
def test_what_is_neither_true_nor_false_is_refused_in_one_sentence(call, name):
    """``unique="no"`` would mean the opposite."""
    for other in ("no", 0, 2, None):
        with pytest.raises(KenKenError, match=f"{name}={other!r}; expected True or False"):
            call(other)
    call(np.True_)


def test_results_are_printed_in_words():
    valid = verify(prove(CS332))
    assert str(valid) == "valid: exactly 1 solution"
    assert str(replace(valid, reason="why", line=5)) == "not valid: line 5: why"
    assert str(replace(valid, reason="why")) == "not valid: why"
    assert str(estimate(CS332)) == "1 (counted exactly, as this was quick)"
    assert str(Estimate(1234567, 10**6, None, 100, 1.0)) == (
        "about 1.23e+6 (an estimate from 100 probes; at least 1.00e+6, as far as the probes show; "
        "no upper bound)"
    )
    assert "none of them found a solution" in str(Estimate(0, 0, None, 100, 1.0))


def test_puzzles_to_write_come_in_any_iterable_but_not_alone():
    puzzles = [CS332, Puzzle(2)]
    assert dumps_all(iter(puzzles)) == dumps_all(puzzles)
    with pytest.raises(PuzzleError, match="expected several, such as a list of them"):
        dumps_all(CS332)
