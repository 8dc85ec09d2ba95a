"""Certificates: valid ones for puzzles of all kinds, and nothing that is changed passes."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from importlib.util import find_spec
from itertools import chain, combinations, product
from math import prod

import pytest
from clocks import limited
from corpus import shipped
from engines import reference
from hypothesis import given
from strategies import board_sizes, examples, planted

from kenken_cp import (
    Cage,
    Certificate,
    FormatError,
    LimitReachedError,
    Puzzle,
    TooManySolutionsError,
    boxes,
    diagonals,
    loads,
    prove,
    verify,
)
from kenken_cp.certify.certificate import canonical
from kenken_cp.clock import StoppedError
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.model.operators import ADD, MULTIPLY

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


def test_a_limit_ends_the_writing_of_a_long_one_too():
    """That of a 20x20 takes a second: clauses, constraints and a proof, each by itself."""
    made = prove(KINDS["two"])
    for empty in ("clauses", "proof"), ("constraints", "proof"), ("constraints", "clauses"):
        certificate = replace(made, **dict.fromkeys(empty, ()))
        with pytest.raises(StoppedError), limited(lambda: "enough"):
            certificate.expect_readable()


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


@pytest.mark.complete
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
    with pytest.raises(TooLargeError, match="clauses or more; expected at most 600000"):
        prove(big)


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
        ("\na 3+", "\na 3%", 9, "unknown operator '%'"),
        ("[puzzle]\n", "[puzzle]\ntitle: A\n", 5, "expected '1..'"),
        ("p cnf ", "p cnf 1", None, "expected 'p cnf "),
        ("cell r1c1: 4", "cell r1c1: 4000000004", None, "expected a constraint"),
        ("  arcs ", "  arcs 0 1 0\n  arcs ", None, "expected '  "),
        ("  arcs ", "  arcs x ", None, "expected numbers"),
        ("  arcs ", "  arcs 1, ", None, "expected a state, a value and a state"),
        ("1 2 3 0\n", "1 2 3\n", None, "expected literals, and 0 at the end"),
        ("0\n[end]\n", "0", None, "ends too early"),
        ("[end]\n", "[end]", None, "expected ''"),
        ("[end]\n", "[end]\n\n", None, "expected '(nothing)'"),
        (" 0\n", " 0 \n", None, "expected '"),
    ],
)
def test_what_is_written_otherwise_is_no_certificate(old, new, line, message):
    text = str(prove(KINDS["two"]))
    assert old in text
    with pytest.raises(FormatError) as caught:
        verify(text.replace(old, new, 1))
    assert line in (None, caught.value.line)
    assert message in caught.value.message


def variables_of(puzzle, cells):
    """Of each cell its variables, by value."""
    width = len(puzzle.values)
    first = [1 + width * puzzle.cells.index(cell) for cell in cells]
    return [range(start, start + width) for start in first]


def named_cells(*names):
    found = re.findall(r"r([0-9]+)c([0-9]+)", " ".join(names))
    return [(int(row) - 1, int(column) - 1) for row, column in found]


def clue_of(puzzle, stated):
    """The cells of a cage or a sum, the operators and the target."""
    if stated.name.startswith("cage"):
        cells = named_cells(stated.name)
        (cage,) = (cage for cage in puzzle.cages if list(cage.cells) == cells)
        return cells, puzzle.possible_operators(cage), cage.target
    inside = named_cells(*stated.cages)
    cells = sorted(set(named_cells(*stated.houses)).difference(inside))
    known = [int(re.match(r"cage ([0-9]+)", cage)[1]) for cage in stated.cages]
    if stated.name == "sum +":
        return cells, [ADD], sum(puzzle.values) * len(stated.houses) - sum(known)
    assert stated.name == "sum *"
    return cells, [MULTIPLY], prod(puzzle.values) ** len(stated.houses) // prod(known)


def meanings(puzzle, stated):
    """What a constraint allows, by brute force: sets of its variables that are true, of all that it
    has; a clause follows from one such list if each set satisfies it.
    """

    def assignments(cells, allowed):
        own = variables_of(puzzle, cells)
        for places in product(range(len(puzzle.values)), repeat=len(own)):
            values = [puzzle.values[place] for place in places]
            if allowed(values):
                yield values, {each[place] for each, place in zip(own, places, strict=True)}

    def differ(values):
        return len(set(values)) == len(values)

    if stated.name.startswith("cell"):
        cells = named_cells(stated.name)
        yield set(*variables_of(puzzle, cells)), [true for _, true in assignments(cells, differ)]
        return
    cells, operators, target = clue_of(puzzle, stated)
    variables, found = set(chain.from_iterable(variables_of(puzzle, cells))), []
    for values, true in assignments(
        cells, lambda values: any(one.evaluate(values) == target for one in operators)
    ):
        state, named = 0, {stated.states[0][0]}
        for value, layer, following in zip(values, stated.arcs, stated.states[1:], strict=True):
            (state,) = (after for at, held, after in layer if (at, held) == (state, value))
            named.add(following[state])
        found.append(true | named - {0})
    yield variables | set(chain.from_iterable(stated.states)) - {0}, found
    if stated.name.startswith("cage") and puzzle.rules.distinct_cages:
        yield variables, [true for _, true in assignments(cells, differ)]


def of_house(puzzle, cells):
    """The clauses of a house, as the documentation has them."""
    for variables in zip(*variables_of(puzzle, cells), strict=True):
        yield from (frozenset(pair) for pair in combinations([-one for one in variables], 2))
        if len(variables) == len(puzzle.values):
            yield frozenset(variables)


def follows(puzzle, stated, clause):
    if stated.name.startswith("house"):
        return frozenset(clause) in of_house(puzzle, named_cells(stated.name))
    return any(
        variables.issuperset(map(abs, clause))
        and all(any((one > 0) == (abs(one) in true) for one in clause) for true in allowed)
        for variables, allowed in meanings(puzzle, stated)
    )


def owner(certificate, place):
    """The constraint that the clause at a place is said to follow from."""
    for stated in certificate.constraints:
        if place < stated.clauses:
            return stated
        place -= stated.clauses
    raise AssertionError("a clause of no constraint")


class TestClauses:
    """A clause that some solution breaks is refused, wherever it is put."""

    @pytest.mark.parametrize("name", ["several", "killer", "zero", "hidden", "sums"])
    def test_each_stronger_clause_has_the_fate_that_brute_force_says(self, name):
        """Clauses are made stronger by leaving out a literal. One that still follows from its
        constraint is accepted, if the proof goes on as it has to, and no other is.
        """
        certificate, puzzle = prove(KINDS[name]), KINDS[name]
        rng = random.Random(name)
        clauses, fates = certificate.clauses, Counter()
        count = len(clauses) - certificate.claim
        for place in rng.sample(range(count), min(12, count)):
            stronger = list(clauses[place])
            if not stronger:
                continue
            stronger.pop(rng.randrange(len(stronger)))
            changed = (*clauses[:place], tuple(stronger), *clauses[place + 1 :])
            sound = follows(puzzle, owner(certificate, place), stronger)
            expected = sound and refuted(changed, certificate.proof, strictly=True)
            assert verify(replace(certificate, clauses=changed)).valid is expected, stronger
            assert follows(puzzle, owner(certificate, place), clauses[place])
            fates[expected] += 1
        assert fates[False]

    def test_a_forged_claim(self):
        """A solution left out, and the clauses that would make it impossible put in."""
        certificate = prove(KINDS["several"])
        *kept, left_out = certificate.solutions
        cells, puzzle_cells = list(chain.from_iterable(left_out)), KINDS["several"].cells
        broken = tuple(
            -variables[value - 1]
            for variables, value in zip(
                variables_of(KINDS["several"], puzzle_cells), cells, strict=True
            )
        )
        for place, stated in list(enumerate(certificate.constraints))[::3]:
            more = replace(stated, clauses=stated.clauses + 1)
            before = sum(each.clauses for each in certificate.constraints[: place + 1])
            forged = replace(
                certificate,
                solutions=tuple(kept),
                constraints=(
                    *certificate.constraints[:place],
                    more,
                    *certificate.constraints[place + 1 :],
                ),
                clauses=(*certificate.clauses[:before], broken, *certificate.clauses[before:-1]),
            )
            found = verify(Certificate.read(str(forged)))
            assert "does not follow from" in found.reason
            assert found.line == forged.line_after("[cnf]") + 1 + before


def refuted(clauses, proof, *, strictly=False):
    """A checker of DRUP as short as can be, which shares nothing with ours; ``strictly`` if no
    clause may be deleted that there is not, and none come after a contradiction.
    """
    known = [frozenset(clause) for clause in clauses]
    for deletes, lemma in proof:
        if deletes:
            if strictly and frozenset(lemma) not in known:
                return False
            known.remove(frozenset(lemma))
            continue
        if strictly and lemma and refuted(known, [(False, ())]):
            return False
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


def other_checkers():
    """That one, and the package drup where it is installed: it is built from C."""
    yield refuted
    if find_spec("drup"):
        import drup

        def by_drup(clauses, proof):
            lemmas = [list(clause) for deletes, clause in proof if not deletes]
            found = drup.check_proof(list(map(list, clauses)), lemmas)
            return found.outcome is drup.Outcome.VALID

        yield by_drup


@pytest.mark.parametrize("name", KINDS)
def test_other_checkers_agree(name):
    """On the proof, and that there is none where a solution is not ruled out."""
    certificate = prove(KINDS[name])
    for checker in other_checkers():
        assert checker(certificate.clauses, certificate.proof)
        if certificate.claim:
            assert not checker(certificate.clauses[:-1], certificate.proof[-1:])


MUTATIONS = {
    "flip": lambda text, at, other: text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :],
    "delete": lambda text, at, other: text[:at] + text[at + 1 :],
    "double": lambda text, at, other: text[:at] + text[at] + text[at:],
    "copy": lambda text, at, other: text[:at] + text[other] + text[at + 1 :],
}


def mutants(text, number, seed):
    """Texts that differ in one byte, or in the order or number of lines."""
    rng = random.Random(seed)
    lines = text.splitlines(keepends=True)
    for _ in range(number):
        change = rng.choice(list(MUTATIONS.values()))
        yield change(text, rng.randrange(len(text)), rng.randrange(len(text)))
        one, other = sorted(rng.sample(range(len(lines)), 2))
        swapped = [*lines]
        swapped[one], swapped[other] = lines[other], lines[one]
        yield "".join(swapped)
        yield "".join(lines[:one] + lines[one + 1 :])


def is_proof(certificate, puzzle):
    """Whether the claim is proved, by brute force and the other checker: each clause follows from
    its constraint, the last ones rule out the solutions, and the proof refutes all.
    """
    clauses, at = certificate.clauses, 0
    for stated in certificate.constraints:
        own, at = clauses[at : at + stated.clauses], at + stated.clauses
        if not all(follows(puzzle, stated, clause) for clause in own):
            return False
    solutions = reference(puzzle, "brute-force")
    ruled_out = {
        tuple(
            -variables[puzzle.values.index(value)]
            for variables, value in zip(
                variables_of(puzzle, puzzle.cells), chain.from_iterable(grid), strict=True
            )
        )
        for grid in solutions
    }
    last = certificate.proof[-1] if certificate.proof else None
    return (
        set(certificate.solutions) == solutions
        and certificate.claim == len(solutions)
        and set(clauses[at:]) == ruled_out
        and last == (False, ())
        and refuted(clauses, certificate.proof, strictly=True)
    )


def check_mutants(name, number, seed):
    """Each that is accepted is a proof of the same claim, about the same puzzle and solutions; each
    that can be read, is a proof and is refused has a fault that is not in clauses or proof.
    """
    puzzle = KINDS[name]
    text = str(prove(puzzle))
    fates = Counter()
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
            assert is_proof(found.certificate, puzzle), mutant
        elif "does not follow from" in found.reason:
            assert not is_proof(found.certificate, puzzle), mutant
    return fates


@pytest.mark.parametrize(
    ("name", "fates"),
    [
        ("unique", {"no certificate": 10, False: 7, True: 1}),
        ("two", {"no certificate": 11, False: 7}),
    ],
)
def test_mutants(name, fates):
    assert check_mutants(name, 6, 1) == fates


@pytest.mark.complete
@pytest.mark.parametrize("name", [name for name in KINDS if name not in ("boxes", "diagonals")])
def test_thousands_of_mutants(name):
    long = ("two", "several", "sums", "rectangle")  # of which the other checker takes seconds
    check_mutants(name, 2 if name in long else 50, 2)
