"""``count --operators``, and what journals keep of it."""

from __future__ import annotations

from cli.calls import answer, complaint, events
from corpus import PUZZLES

HIDDEN = str(PUZZLES / "6x6/hidden.kk")
EASY = str(PUZZLES / "4x4/easy.kk")


def test_text():
    assert answer("count", "--operators", HIDDEN) == "1 (with operators: 2)\n"
    assert answer("count", "--operators", "-q", HIDDEN) == "1 2\n"
    several = answer("count", "--operators", HIDDEN, EASY).splitlines()
    assert several == [f"{HIDDEN}: 1 (with operators: 2)", f"{EASY}: 1 (with operators: 1)"]


def test_json():
    (found,) = events("count", "--operators", HIDDEN)
    assert (found["count"], found["exact"]) == (1, True)
    assert found["with_operators"] == {"count": 2, "exact": True}


def test_it_is_counted_and_not_estimated():
    assert "expected one of them" in complaint("count", "--operators", "--estimate", HIDDEN)
