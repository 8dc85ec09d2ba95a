"""What a user's own expression finds in what a solver printed."""

from __future__ import annotations

import threading

import pytest

from kenken_cp import KenKenError, Puzzle
from kenken_cp.judge import answers
from kenken_cp.judge.answers import read_matches
from kenken_cp.judge.matches import MatchingError, answer_pattern, matches
from kenken_cp.judge.processes import RunLimits
from kenken_cp.search.protocol import StopSignal

PUZZLE = Puzzle(4)
GRID = ((3, 4, 1, 2), (2, 1, 3, 4), (1, 2, 4, 3), (4, 3, 2, 1))
EXPLOSIVE = [(r"(a+)+$", "a" * 40 + "!"), (r"(x+x+)+y", "x" * 40), (r"^(\s*)*-$", " " * 40 + "1")]


def test_an_expression_finds_what_is_unusual():
    text = "tried <1111111111111111>\nanswer <" + "3412213412434321" + ">\nno=0 n=17\n"
    found = read_matches(text, answer_pattern(r"answer <(?P<grid>\d+)>|n=(?P<count>\d+)"), PUZZLE)
    assert found.grids == (GRID,)
    assert found.count == 17
    whole = read_matches(text, answer_pattern(r"(?<=answer <)\d+"), PUZZLE)
    assert whole.grids == (GRID,)
    assert read_matches("nix\n", answer_pattern("^(?P<none>nix)$"), PUZZLE).none
    with pytest.raises(KenKenError, match="a match is no 4x4 grid: '17'"):
        read_matches(text, answer_pattern(r"(?<=n=)\d+"), PUZZLE)


def test_nothing_printed_may_mean_something():
    assert read_matches("", answer_pattern(r"\A(?P<none>)\Z"), PUZZLE).none


def test_texts_that_are_hard_to_hand_over():
    text = "\ud800 \u2028 \r\n\x00 é <1\n> [2\r"
    assert [match.text for match in matches(text, answer_pattern("[^ ]"), StopSignal())] == list(
        text.replace(" ", "").replace("\ud800", "?")
    )


def test_a_group_that_is_not_in_a_match_is_none():
    found = list(matches("ab", answer_pattern("(?P<first>a)|(?P<second>b)"), StopSignal()))
    assert [match.groups for match in found] == [
        {"first": "a", "second": None},
        {"first": None, "second": "b"},
    ]


@pytest.mark.parametrize("text", ["(", "a{99999999999}", "(" * 5000 + ")" * 5000, "(?P<1>a)"])
def test_what_is_no_expression(text):
    with pytest.raises(KenKenError, match="not a regular expression: "):
        answer_pattern(text)


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr("kenken_cp.judge.matches._LIMITS", RunLimits(0.3))


@pytest.mark.parametrize(("expression", "text"), EXPLOSIVE)
def test_one_that_backtracks_for_ever_is_given_up(expression, text, impatient):
    message = r"takes more than 0.3 s.* to search 4\d printed characters; "
    with pytest.raises(MatchingError, match=message):
        read_matches(text, answer_pattern(expression), PUZZLE)


def test_it_can_be_stopped():
    stop = StopSignal()
    threading.Timer(0.2, stop.stop).start()
    expression, text = EXPLOSIVE[0]
    assert not list(matches(text, answer_pattern(expression), stop))


def test_too_much_to_read(monkeypatch):
    monkeypatch.setattr("kenken_cp.judge.matches._LIMITS", RunLimits(10, output=1000))
    with pytest.raises(KenKenError, match="has more matches than are read"):
        list(matches("a" * 1000, answer_pattern("a"), StopSignal()))
    monkeypatch.setattr(answers, "MAX_CHARACTERS", 10)
    with pytest.raises(KenKenError, match="at most 10 are read"):
        read_matches("a" * 11, answer_pattern("b"), PUZZLE)
