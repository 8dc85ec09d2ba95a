"""Every habit of printing a grid is read rightly, whatever the size, or is unreadable."""

from itertools import product

import pytest
from judge.printed import PACKED, PRINTERS

from kenken_cp import Puzzle
from kenken_cp.judge.answers import Question, read_answer

HABITS = PRINTERS | PACKED
SHAPES = [*((side, side) for side in (2, 3, 4, 6, 9)), (3, 4), (4, 2)]

ALWAYS_READ = """
spaces; spaces at the end; tabs; commas; commas and spaces; CSV of strings; semicolons; wide
Windows; Fortran; bars; Markdown; cells three lines high; a dash over and under each column
a bordered table; box drawing; dashes between; a bracket a line; a bracket a line, commas; Go
Go, a row a line; JSON; JSON, compact; JSON, several fields; wide bars; a list of the solutions
a count and a list; Python; Python's lists; pprint; numpy; C++ braces; Java's deepToString
console.log of nested arrays; Prolog, a row a line; a number and a dot before it
a time after it; the size before it; words around; a count after it; a count before it; colours
colours around cells; a cleared screen; packed; packed in quotes
"""
"""The habits that are read for every board, any number of grids, with blank lines or without."""

READ = {name for line in ALWAYS_READ.strip().splitlines() for name in line.split("; ")}


def latin(shape, first):
    rows, columns = shape
    side = max(shape)
    return tuple(
        tuple((row + column + first) % side + 1 for column in range(columns)) for row in range(rows)
    )


def is_read(name, shape, number, between, question):
    """Whether grids in a habit are read, all or the last; AssertionError if anything else is."""
    grids = tuple(latin(shape, first) for first in range(number))
    text = between.join(map(HABITS[name], grids))
    answer = read_answer(text, Puzzle(shape), question)
    if answer.problem:
        return False
    assert tuple(answer.grids) == (grids if question is Question.ALL else grids[-1:]), text
    assert not answer.none
    return True


@pytest.mark.parametrize("name", HABITS)
def test_it_is_read_rightly_or_unreadable(name):
    questions = Question.ONE, Question.ALL
    cases = product(SHAPES, (1, 3), ("", "\n"), questions)
    assert ({is_read(name, *case) for case in cases} == {True}) == (name in READ)


def test_enough_are_read():
    assert len(HABITS) == 126
    assert HABITS.keys() >= READ
    assert len(READ) >= 45
