"""The table of what is recognised: the example of each record is read as the record says."""

from __future__ import annotations

import re

import pytest

from kenken_cp import Puzzle
from kenken_cp.judge.answers import RECOGNITIONS, read_answers
from kenken_cp.judge.boards import boards
from kenken_cp.judge.brackets import brackets_as_lines
from kenken_cp.judge.entries import ENTRIES, entries
from kenken_cp.judge.lines import LINES, Shape, read_line
from kenken_cp.judge.plain_text import REPLACEMENTS, plain_text
from kenken_cp.judge.recognition import Meaning
from kenken_cp.judge.statements import Statements, read_statements
from kenken_cp.judge.wordings import STATEMENTS

SHAPE = Shape(4, 4, (1, 2, 3, 4))


def named(record):
    return record.name


def test_the_table_is_whole():
    assert (*REPLACEMENTS, *LINES, *ENTRIES, *STATEMENTS) == RECOGNITIONS
    assert {record.meaning for record in RECOGNITIONS} == set(Meaning)
    assert len({record.name for record in RECOGNITIONS}) == len(RECOGNITIONS)


@pytest.mark.parametrize("record", REPLACEMENTS, ids=named)
def test_replacements(record):
    assert plain_text(record.example) == record.value
    changing = [one for one in REPLACEMENTS if one.pattern(record.example) != record.example]
    assert changing[0] is record


@pytest.mark.parametrize("record", LINES, ids=named)
def test_lines(record):
    assert read_line(record.example, SHAPE) == (record.meaning, record.value)
    first = next(one for one in LINES if one.pattern(record.example, SHAPE) is not None)
    assert first is record


@pytest.mark.parametrize("record", ENTRIES, ids=named)
def test_entries(record):
    assert list(entries(record.example, record)) == [record.value]
    assert [one for one in ENTRIES if re.search(one.pattern, record.example, re.I)] == [record]


@pytest.mark.parametrize("record", STATEMENTS, ids=named)
def test_statements(record):
    assert re.search(record.pattern, record.example, re.IGNORECASE | re.MULTILINE)
    said = read_statements(record.example)
    if record.meaning in (Meaning.COUNT, Meaning.TOTAL, Meaning.LONE_COUNT):
        is_count = record.meaning is Meaning.COUNT
        number = {"count" if is_count else "total": record.value}
        assert said == Statements(**number, bare_total=said.bare_total)
    elif record.meaning is Meaning.BARE_TOTAL:
        assert said == Statements(total=record.value, bare_total=record.value)
    elif record.meaning is Meaning.OBJECT:
        assert said == Statements(is_object=True)
    elif record.meaning is Meaning.CUT:
        assert said == Statements(is_cut=True)
    elif record.meaning is Meaning.EMPTY:
        assert said == Statements(none=True, empty=True)
    elif record.meaning is Meaning.NONE:
        assert said.none
        assert (said.count or 0, said.unique) == (0, None)
    elif record.meaning is Meaning.NO:
        assert said == Statements(none=True, no=True)
    elif record.meaning is Meaning.YES:
        assert said == Statements(yes=True)
    elif record.meaning is Meaning.SOME:
        assert said == Statements(some=True)
    elif record.meaning is Meaning.NO_MORE:
        assert said == Statements(no_more=True)
    elif record.meaning is Meaning.HEADING:
        assert said == Statements(headings=0)  # a second one, without the first
        assert read_statements("Solution 1\n" + record.example).headings == record.value
    elif record.meaning is Meaning.OTHERS:
        assert said == Statements(more=record.value)
    elif record.meaning is Meaning.EXACT:
        assert said == Statements(count=record.value, exact=record.value)
    elif record.meaning is Meaning.ERROR:
        assert said == Statements(error=True)
    else:
        assert (said.none, said.count) == (False, None)
        assert said.unique is (record.meaning is Meaning.UNIQUE)
        assert said.several is (record.meaning is Meaning.SEVERAL)


FLOODS = {  # texts on which a pattern could go back and forth for ever, 100,000 characters each
    "sums": "1+" * 50_000,
    "numbers": "1," * 50_000,
    "empty brackets": "[]" * 50_000 + "x",
    "blank lines after a count": "1 solution" + "\n" * 100_000 + "x",
    "blank lines after a word": "count" + "\n" * 100_000 + "x",
    "blank lines after an open bracket": "[" + "\n" * 100_000 + "x",
    "a field": "solutions" + " " * 100_000 + "x",
    "punctuation": "-" * 100_000 + "x",
}


@pytest.mark.parametrize("text", FLOODS.values(), ids=FLOODS)
def test_no_text_takes_statements_or_entries_more_than_linear_time(text):
    # Anything more takes minutes, so that no clock is needed.
    assert read_statements(text).unique is None
    assert [list(entries(text, record)) for record in ENTRIES] == [[]] * len(ENTRIES)


@pytest.mark.parametrize("text", ["cell(1,2,3) ", "(1,2)=3\n", "[1, x] ", "[[1,2", "[[[ ", "] ("])
def test_a_text_without_lists_is_left_as_it_is(text):
    assert list(brackets_as_lines(text * 1000)) == (text * 1000).split("\n")


@pytest.mark.parametrize("depth", range(1, 13))
def test_lists_in_lists_are_read_at_any_depth(depth):
    text = "[" * depth + "[1, 2], [2, 1]" + "]" * depth
    assert read_answers(text, Puzzle(2)).grids == (((1, 2), (2, 1)),)


def test_names_put_together_are_read_without_any_other_word():
    assert read_statements("can_not_open(1)") == Statements(error=True)


def test_both_ends_of_a_long_line_are_read():
    values = "[1, 2], " * 10_000
    assert read_statements(f'{{"count": 3, "solutions": [{values}]}}').total == 3
    assert read_statements(f'{{"solutions": [{values}], "count": 3}}').total == 3


def test_lists_in_one_line_take_linear_time():
    assert len(list(boards(list(brackets_as_lines("[1,2] " * 10_000)), 2, 2, (1, 2)))) > 0


def test_a_number_too_long_to_be_one_is_none():
    digits = "1" * 5000
    found = read_answers(f"cell(1,1,{digits}) r1c1={digits} {digits} solutions", Puzzle(1))
    assert (found.grids, found.count) == ((), None)


WIDE, TALL = Puzzle((2, 3)), Puzzle((3, 2))


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3\n2 3 1\n",
        "123\n231\n",
        "123231",
        "1 2 3 2 3 1\n",
        "[[1,2,3],[2,3,1]]",
        "Solution: 123 231",
        "  1 2 3\n1 1 2 3\n2 2 3 1\n",
        "  A B C\nA 1 2 3\nB 2 3 1\n",
        "| 1 | 2 | 3 |\n+---+---+---+\n| 2 | 3 | 1 |\n",
        "{(0, 0): 1, (0, 1): 2, (0, 2): 3, (1, 0): 2, (1, 1): 3, (1, 2): 1}",
        "1 . 3\n2 3 1\n\n1 2 3\n2 3 1\n",
    ],
)
def test_rectangles(text):
    assert read_answers(text, WIDE).grids == (((1, 2, 3), (2, 3, 1)),)


def test_rows_of_two_and_of_one():
    assert read_answers("1 2\n2 3\n3 1\n", TALL).grids == (((1, 2), (2, 3), (3, 1)),)
    assert read_answers("1\n2\n3\n", Puzzle((3, 1))).grids == (((1,), (2,), (3,)),)
    assert read_answers("3 solutions\n", Puzzle((1, 3))).grids == ()
    assert read_answers("2 1\n", Puzzle((1, 2))).grids == (((2, 1),),)


def test_rows_for_columns_are_noticed():
    found = read_answers("1 2\n2 3\n3 1\n\n", WIDE)
    assert (found.grids, found.other_shape) == ((), (3, 2))
