"""What is read back from JSON is what was written, or a ValueError says what is wrong."""

from __future__ import annotations

from math import inf, nan

import pytest

from kenken_cp import Puzzle
from kenken_cp.parallel.facts import duration, figures, integer, one_of, record, solutions


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda: record({"a": 1}, ["a", "b"]), "expected an object with the keys a, b"),
        (lambda: record([("a", 1)], ["a"]), "expected an object with the keys a"),
        (lambda: integer(True, "count"), "count True; expected an integer, 0 or more"),
        (lambda: integer(-1, "count"), "count -1; expected an integer, 0 or more"),
        (lambda: integer(4, "count", 1, 3), "count 4; expected an integer, from 1 to 3"),
        (lambda: duration(inf), "seconds inf; expected a number, 0 or more"),
        (lambda: duration(-0.5), "seconds -0.5; expected a number"),
        (lambda: figures({"nodes": "7"}), "expected numbers by name"),
        (lambda: figures({"nodes": True}), "expected numbers by name"),
        (lambda: figures({"nodes": nan}), "expected numbers by name"),
        (lambda: figures(["nodes"]), "expected numbers by name"),
        (lambda: one_of(1, "exact", True), "exact 1; expected True"),
        (lambda: one_of("x", "status", "limit", "exhausted"), "expected 'limit' or 'exhausted'"),
        (lambda: solutions({}, Puzzle(1)), "expected a list"),
        (lambda: solutions([[[1]], [[1]]], Puzzle(1)), "a grid comes twice"),
        (lambda: solutions([[[2]]], Puzzle(1)), "a grid that is no solution"),
        (lambda: solutions([[[1, 2]]], Puzzle(1)), "expected 1x1 integers"),
        (lambda: solutions([[[True]]], Puzzle(1)), "expected 1x1 integers"),
    ],
)
def test_what_is_wrong(read, message):
    with pytest.raises(ValueError, match=message):
        read()


def test_what_is_right():
    assert record({"a": 1}, ["a"]) == {"a": 1}
    assert integer(10**30, "count", 10**30, 10**30) == 10**30
    assert duration(0) == 0
    assert figures({"nodes": 7, "seconds": 0.5}) == {"nodes": 7, "seconds": 0.5}
    one_of(True, "exact", False, True)
    assert solutions([[[1, 2], [2, 1]]], Puzzle(2)) == (((1, 2), (2, 1)),)
