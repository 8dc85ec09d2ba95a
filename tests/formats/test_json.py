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


ERRORS = [
    (board('{"cells": [[0, 4]], "op": "=", "target": 1}'), "cages[0].cells[0]: found [0, 4]"),
    (board('{"cells": [[true, 0]], "op": "=", "target": 1}'), "cages[0].cells[0]: found [True"),
    (board('{"cells": [], "op": "=", "target": 1}'), "cages[0]: a cage needs at least one cell"),
    (board('{"cells": [[0, 0]], "op": "%", "target": 1}'), "cages[0].op: found '%'; expected one"),
    (board('{"cells": [[0, 0]], "op": "=", "target": 1.5}'), "cages[0].target: found 1.5; expec"),
    (board('{"cells": [[0, 0]], "op": "="}'), "cages[0]: the key 'target' is missing"),
    (board(GIVEN + "," + GIVEN), "cages[1]: cell r1c1 is in two cages"),
    (board(more='"colour": 1, '), "colour: an unknown key; expected size, cages"),
    (board(more='"rules": "x", '), "rules: unknown rule set 'x'"),
    (board(more='"values": [1], '), "values: 1 values (1) for lines of 2 cells"),
    (board(more='"houses": [[[0, 0], [0, 0]]], '), "houses[0]: the house r1c1 r1c1: expected 1"),
    (board() + "]", "line 1: not JSON: ']' behind the end of the value"),
    ('{"size": 99, "cages": []}', "size: found 99; expected 1 to 64"),
    ('{"size": 2,\n "cages": [,]}', "line 2, column 12: not JSON: expecting value"),
    ('{"size": 2, "size": 2, "cages": []}', "not JSON: the key 'size' twice in one object"),
]


@pytest.mark.parametrize(("text", "message"), ERRORS)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads(text, "json")
    assert str(caught.value).startswith(message)


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
