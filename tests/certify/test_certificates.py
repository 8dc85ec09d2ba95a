"""Certificates: valid ones for puzzles of all kinds, and nothing that is changed passes."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from dataclasses import replace
from hashlib import sha256

import pytest
from corpus import shipped
from engines import reference
from hypothesis import given

from kenken_cp import (
    Cage,
    Certificate,
    FormatError,
    KenKenError,
    LimitReachedError,
    Puzzle,
    TooManySolutionsError,
    boxes,
    diagonals,
    loads,
    prove,
    verify,
)
from kenken_cp.certify import proving
from kenken_cp.certify.certificate import canonical
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.model.operators import ADD, MULTIPLY, OPERATORS, Operator
from kenken_cp.model.rule_sets import RuleSet
from puzzles import board_sizes, examples, planted

KINDS = {
    "unique": loads("3:a_3aba_,m3a5s1s1"),
    "two": Puzzle(3, [Cage([(0, 0)], "=", 1), Cage([(1, 1), (2, 1)], "+", 3)]),
    "several": loads("3:_ea3,a1a5a12"),
    "none": Puzzle(3, [Cage([(0, 0), (0, 1)], "+", 9)]),
    "no cages": Puzzle(3),
    "one cell": Puzzle(1),
    "rectangle": Puzzle((2, 4), [Cage([(0, 0), (0, 1), (1, 0)], "*", 8)]),
    "boxes": Puzzle(4, [Cage([(0, 0), (0, 1), (1, 2)], "+", 3)], houses=boxes(4, 2, 2)),
    "diagonals": Puzzle(4, [Cage([(0, 0), (0, 1), (1, 2)], "+", 3)], houses=diagonals(4)),
    "hidden": Puzzle(3, [Cage([(0, 0), (0, 1), (1, 1)], None, 6)], rules="calcudoku"),
    "killer": Puzzle(3, [Cage([(0, 0), (0, 1), (1, 1), (2, 2)][:3], "+", 6)], rules="killer"),
    "bare killer": Puzzle(4, [Cage([(0, 0), (0, 1), (0, 2)], None, 6)], rules="killer"),
    "negative": Puzzle(
        3, [Cage([(0, 0), (0, 1), (1, 1), (2, 1)], "-", 6)], (-3, 0, 2), rules="calcudoku"
    ),
    "zero": Puzzle(3, [Cage([(0, 0), (0, 1), (1, 1)], "/", 0)], (0, 1, 2), rules="calcudoku"),
    "sums": Puzzle(
        4,
        [
            Cage([(0, 0), (0, 1), (1, 1)], "+", 7),
            Cage([(0, 2), (0, 3)], "+", 6),
            Cage([(1, 0), (2, 0), (3, 0)], "*", 12),
        ],
    ),
    "line sums contradict": Puzzle(
        2, [Cage([(0, 0), (0, 1)], "+", 4), Cage([(1, 0), (1, 1)], "+", 3)]
    ),
}


@pytest.mark.parametrize("name", KINDS)
def test_each_kind_is_proved(name):
    puzzle = KINDS[name]
    certificate = prove(puzzle)
    found = verify(str(certificate))
    assert (found.valid, found.reason, found.line, bool(found)) == (True, "", None, True)
    assert set(certificate.solutions) == reference(puzzle, "brute-force")
    assert certificate.claim == len(certificate.solutions)
    assert found.certificate == certificate
    assert certificate.puzzle == puzzle
    assert str(prove(puzzle)) == str(certificate)


@examples(60)
@given(planted(sizes=board_sizes(1, 3)))
def test_planted_puzzles(puzzle_and_grid):
    puzzle, grid = puzzle_and_grid
    try:
        certificate = prove(puzzle)
    except TooManySolutionsError:
        return
    assert grid in certificate.solutions
    assert verify(certificate)
    assert Certificate.read(str(certificate)) == certificate


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name for name in shipped() if re.match(r"9x9/[ku]|ambiguous/5|impossible|rect", name)]
)
def test_shipped_puzzles(name):
    puzzle = shipped()[name]
    certificate = prove(puzzle)
    assert verify(certificate)
    assert puzzle.expected is None or certificate.claim == puzzle.expected


def test_what_stands_in_it():
    puzzle = KINDS["several"]
    text = str(prove(replace(puzzle, title="A title", expected=3, level="hard")))
    assert "title" not in text
    assert "level" not in text
    assert text.startswith("kenken-cp certificate 1\nclaim ")
    inside = text.partition("[puzzle]\n")[2].partition("[solutions]\n")[0]
    assert inside == canonical(puzzle)
    assert f"sha256 {sha256(inside.encode()).hexdigest()}\n" in text
    assert text.endswith("\n0\n[end]\n")


def test_more_solutions_than_a_certificate_has():
    with pytest.raises(TooManySolutionsError, match="more than 1000 solutions"):
        prove(shipped()["latin/latin-5.kk"])


def test_a_board_of_too_many_clauses():
    big = Puzzle(28, [Cage([(r, c)], "=", (r + c) % 28 + 1) for r in range(28) for c in range(28)])
    with pytest.raises(TooLargeError, match="is too large: it takes more than 600000 clauses"):
        prove(big)


@pytest.mark.slow
def test_a_cage_that_is_too_large_to_be_checked_is_not_proved():
    open_cells = [(row, 0) for row in range(7)]
    grid = [[(row + column) % 9 + 1 for column in range(9)] for row in range(9)]
    givens = [
        Cage([(row, column)], "=", grid[row][column])
        for row in range(9)
        for column in range(9)
        if (row, column) not in open_cells
    ]
    puzzle = Puzzle(9, [Cage(open_cells, "order", 0), *givens], rules="calcudoku")
    with pytest.raises(KenKenError, match="0order on 7 cells has more than 300000 partial results"):
        prove(puzzle)


def test_a_puzzle_that_cannot_be_written_is_not_proved(monkeypatch):
    monkeypatch.setattr(proving, "find_or_stop", None)  # it is refused before the search
    with pytest.raises(FormatError, match="cannot hold the rules 'mine'"):
        prove(Puzzle(3, rules=RuleSet("mine", "not registered", ((ADD, None),))))


def test_an_operator_from_outside_is_in_no_sum():
    """Its sums could not be checked."""
    times = Operator(
        name="times",
        symbol="x*",
        noun="product",
        evaluate=math.prod,
        fold=MULTIPLY.fold,
        complement=MULTIPLY.complement,
    )
    with OPERATORS.registered(times):
        cages = [Cage([(0, 0), (0, 1)], times, 2), Cage([(1, 0), (1, 1)], times, 6)]
        found = verify(prove(Puzzle(3, [*cages, Cage([(2, 0)], "given", 3)])))
        assert (found.valid, found.certificate.claim) == (True, 1)


def test_limits_of_time():
    puzzle = shipped()["ambiguous/8x8-92.kk"]
    with pytest.raises(LimitReachedError, match="timeout"):
        prove(puzzle, seconds=0.01)
    with pytest.raises(LimitReachedError, match=r"timeout after \d+\.\d+ s"):
        verify(str(prove(shipped()["ambiguous/3x3-12.kk"])), seconds=1e-6)


@pytest.mark.parametrize(
    ("old", "new", "reason", "wrong_line"),
    [
        ("1 3 2\n2 1 3\n3 2 1\n", "1 3 2\n2 1 3\n3 1 2\n", "this is no solution", "1 3 2"),
        ("1 3 2\n2 1 3\n3 2 1\n", "1 3 2\n2 1 3\n", "the grid has 2 rows", "1 3 2"),
        ("1 3 2\n2 1 3\n3 2 1\n\n", "1 3 2\n3 2 1\n2 1 3\n\n", "comes twice", "1 3 2"),
        ("[proof]\n", "[proof]\n2 0\n", "does not follow from those before", "2 0"),
        ("[proof]\n", "[proof]\nd 1 2 0\n", "is deleted that there is not", "d 1 2 0"),
        ("[proof]\n", "[proof]\n999 0\n", "a variable that there is not", "999 0"),
        ("\n0\n[end]", "\n[end]", "does not end in the empty clause", ""),
        ("cell r1c1: ", "cell r1c2: ", "does not follow from cell r1c2", "1 2 3 0"),
        ("house r1c1 r1c2 r1c3", "house r1c1 r1c2 r2c3", "no constraint of the puzzle", "house r1"),
        (" 0\n[proof]", " 1 0\n[proof]", "not those that rule out the solutions", "-"),
    ],
)
def test_what_is_changed_is_noticed_and_the_line_named(old, new, reason, wrong_line):
    text = str(prove(KINDS["two"]))
    assert old in text
    changed = text.replace(old, new, 1)
    found = verify(changed)
    assert not found
    assert reason in found.reason
    assert changed.split("\n")[found.line - 1].startswith(wrong_line)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("kenken-cp certificate 1", "kenken-cp certificate 2", 1, "no certificate; expected"),
        ("claim 2 solutions", "claim 1 solution", 2, "expected 'claim 2 solutions'"),
        ("claim 2", "claim  2", 2, "expected 'claim 2 solutions'"),
        ("\n1 3 2\n2 1 3\n3 2 1\n", "", 2, "expected 'claim 1 solution'"),
        ("sha256 ", "sha256 0", 3, "expected 'sha256 "),
        ("\na 3+", "\na 4+", 3, "expected 'sha256 "),
        ("\na 3+", "\na  3+", 9, "expected 'a 3+'"),
        ("\na 3+", "\na 3%", 9, "operator '%'; expected + - * /"),
        ("[puzzle]\n", "[puzzle]\ntitle: A\n", 5, "expected '1..'"),
        ("p cnf ", "p cnf 1", None, "expected 'p cnf "),
        ("cell r1c1: 4", "cell r1c1: 4000000004", None, "expected a constraint"),
        ("  arcs ", "  arcs 0 1 0\n  arcs ", None, "expected '  "),
        ("  arcs ", "  arcs x ", None, "expected numbers"),
        ("  arcs ", "  arcs 1, ", None, "expected a state, a value and a state"),
        ("1 2 3 0\n", "1 2 3\n", None, "expected literals, and 0 at the end"),
        ("0\n[end]\n", "0", None, "ends too early"),
        ("[end]\n", "[end]", None, "expected a newline at the end"),
        ("[end]\n", "[end]\n\n", None, "expected '(nothing)'"),
        (" 0\n", " 0 \n", None, "expected '"),
    ],
)
def test_what_is_written_otherwise_is_no_certificate(old, new, line, message):
    text = str(prove(KINDS["two"]))
    assert old in text
    with pytest.raises(FormatError) as caught:
        verify(text.replace(old, new, 1))
    first = line or text.count("\n", 0, text.index(old)) + 1
    assert first <= caught.value.line <= (line or first + 2)
    assert message in caught.value.message


def test_line_endings_of_windows_do_not_matter():
    certificate = prove(KINDS["two"])
    text = str(certificate).replace("\n", "\r\n")
    assert Certificate.read(text) == certificate
    assert verify(text)


def test_solutions_as_lists():
    certificate = prove(KINDS["two"])
    lists = [list(map(list, grid)) for grid in certificate.solutions]
    assert verify(replace(certificate, solutions=lists))
    assert "twice" in str(verify(replace(certificate, solutions=[*lists, lists[0]])))


def test_a_forged_claim():
    """A solution left out, and the clause that would make it impossible put in."""
    certificate = prove(KINDS["several"])
    constraints, broken = certificate.constraints, certificate.clauses[-1]
    for place, constraint in list(enumerate(constraints))[::3]:
        more = replace(constraint, clauses=constraint.clauses + 1)
        before = sum(each.clauses for each in constraints[: place + 1])
        forged = replace(
            certificate,
            solutions=certificate.solutions[:-1],
            constraints=(*constraints[:place], more, *constraints[place + 1 :]),
            clauses=(*certificate.clauses[:before], broken, *certificate.clauses[before:-1]),
        )
        found = verify(Certificate.read(str(forged)))
        assert found.reason == f"the clause does not follow from {constraint.name}"
        assert found.line == forged.line_after("[cnf]") + 1 + before


def refuted(clauses, proof):
    """A checker of DRUP as short as can be, which shares nothing with ours."""
    known = [frozenset(clause) for clause in clauses]
    for deletes, lemma in proof:
        if deletes:
            known.remove(frozenset(lemma))
            continue
        true = {-literal for literal in lemma}
        while True:
            left = [
                clause - {-literal for literal in true}
                for clause in known
                if true.isdisjoint(clause)
            ]
            units = {literal for clause in left if len(clause) == 1 for literal in clause}
            if frozenset() in left or any(-literal in units for literal in units):
                break
            if not units:
                return False
            true |= units
        known.append(frozenset(lemma))
    return frozenset() in known


@pytest.mark.parametrize("name", KINDS)
def test_another_checker_agrees(name):
    """On the proof, and that there is none where a solution is not ruled out."""
    certificate = prove(KINDS[name])
    assert refuted(certificate.clauses, certificate.proof)
    if certificate.claim:
        assert not refuted(certificate.clauses[:-1], certificate.proof[-1:])


def mutants(text, number, seed):
    """Texts that differ in a byte, in a number of the proof, or in the order or number of lines."""
    rng = random.Random(seed)
    lines = text.splitlines(keepends=True)
    stated = text.index("[constraints]")
    numbers = list(re.finditer(r"-?[0-9]+", text[stated:]))
    for _ in range(number):
        at = rng.randrange(len(text))
        yield text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :]
        yield text[:at] + rng.choice(("", 2 * text[at], rng.choice(text))) + text[at + 1 :]
        one, other = sorted(rng.sample(range(len(lines)), 2))
        swapped = [*lines]
        swapped[one], swapped[other] = lines[other], lines[one]
        yield "".join(swapped)
        yield "".join(lines[:one] + lines[one + 1 :])
        for _ in range(4):
            old, new = rng.choice(numbers), rng.choice(numbers)[0]
            changed = rng.choice((new, str(int(old[0]) + 1), str(-int(old[0]))))
            yield text[: stated + old.start()] + changed + text[stated + old.end() :]


def check_mutants(name, number, seed):
    """Each that is accepted is a certificate of the same claim, about the same puzzle."""
    puzzle, fates = KINDS[name], Counter()
    text, solutions = str(prove(puzzle)), reference(puzzle, "brute-force")
    claim = text.partition("[constraints]")[0]
    for mutant in mutants(text, number, seed):
        if mutant == text:
            continue
        try:
            found = verify(mutant)
        except FormatError:
            fates["no certificate"] += 1
            continue
        fates[found.valid] += 1
        if found:
            assert mutant.startswith(claim)
            assert set(found.certificate.solutions) == solutions
            lemmas = [step for step in found.certificate.proof if not step.deletes]
            assert refuted(found.certificate.clauses, lemmas)
    return fates


@pytest.mark.parametrize("name", ["unique", "two", "killer"])
def test_mutants(name):
    fates = check_mutants(name, 10, 1)
    assert min(fates["no certificate"], fates[False], fates[True]) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_thousands_of_mutants(name):
    check_mutants(name, 17, 2)
