"""The format json: what it reads, and the path of the key that is wrong."""

from dataclasses import replace

import pytest

from kenken_cp.errors import FormatError, UnknownNameError
from kenken_cp.formats import dumps, dumps_all, loads, loads_all
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RULE_SETS

GIVEN = '{"cells": [[0, 0]], "op": "=", "target": 1}'


def board(cages: str = GIVEN, more: str = "") -> str:
    return f'{{"size": 2, {more}"cages": [{cages}]}}'


def test_all_that_a_puzzle_can_have() -> None:
    text = (
        '{"title": "x", "rules": "calcudoku", "size": [2, 3], "values": [0, 1, 2, 5], '
        '"houses": [[[0, 0], [1, 1]]], "solutions": "3+", '
        '"cages": [{"cells": [[0, 0], [1, 0]], "op": "?", "target": 2}]}\n'
    )
    assert dumps(loads(text), "json") == text


@pytest.mark.parametrize("name", ["json", "native"])
def test_rules_that_could_not_be_found_again_are_not_written(name: str) -> None:
    own = replace(KENKEN, name="mine", aliases={})
    with pytest.raises(FormatError, match="cannot hold the rules 'mine', which are not registered"):
        dumps(Puzzle(2, rules=own), name)
    with RULE_SETS.registered(own):
        assert loads(dumps(Puzzle(2, rules=own), name)).rules is own


def test_rules_may_not_be_any_value() -> None:
    with pytest.raises(UnknownNameError, match="unknown rule set 0"):
        loads('{"size": 2, "cages": []}', rules=0)  # type: ignore[arg-type]


def test_a_line_a_puzzle_or_an_array() -> None:
    first, second = loads(board()), loads(board(GIVEN, '"title": "b", '))
    text = dumps_all([first, second], "json")
    assert text.count("\n") == 2
    assert loads_all(text) == [first, second]
    assert loads_all("[" + ",\n".join(text.splitlines()) + "]") == [first, second]


def test_a_wrong_line_is_named() -> None:
    right, wrong = board(), board(more='"colour": 1, ')
    for lines, number in ((f"{right}\n{wrong}\n", 2), (f"\n{wrong}\n{right}\n", 2)):
        with pytest.raises(FormatError, match=f"line {number}: colour: an unknown key"):
            loads_all(lines)


@pytest.mark.parametrize("name", ["json", "native"])
def test_targets_of_up_to_100_digits_are_read_as_they_are_written(name: str) -> None:
    def with_target(target: int) -> Puzzle:
        return Puzzle(2, [Cage([(0, 0), (0, 1)], "+", target)])

    for target in (10**99, 10**100 - 1):
        assert loads(dumps(with_target(target), name)) == with_target(target)
    with pytest.raises(FormatError, match="too large"):
        dumps(with_target(10**100), name)


def test_the_level_is_kept() -> None:
    text = board(more='"level": "hard", ')
    assert loads(text).level == "hard"
    assert '"level": "hard"' in dumps(loads(text), "json")
