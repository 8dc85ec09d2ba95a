import numpy as np
import pytest

from kenken_cp.model.geometry import boxes, diagonals, lines
from kenken_cp.text import house_name, in_seconds, listed, plural, quoted, short_values, shortened


def test_long_texts_are_cut():
    assert shortened("abcdef", 6) == "abcdef"
    assert shortened("abcdefg", 6) == "abc..."
    assert quoted("x" * 100) == repr("x" * 37 + "...")
    assert quoted("a\x1b[31m") == r"'a\x1b[31m'"
    assert quoted(type("Loud", (), {"__repr__": lambda _: "\x1bred"})()) == "red"
    assert quoted(10**100) == "1" + "0" * 36 + "..."
    assert quoted([10**4300]) == "a number of more than 4300 digits"
    assert quoted(np.array([[1, 2], [3, 4]])) == "array([[1, 2], [3, 4]])"


def test_a_short_time_is_not_shown_as_none():
    assert [in_seconds(each) for each in (61.04, 0.1, 0.0137, 1e-6)] == [
        *("61.0 s", "0.1 s", "0.014 s", "0.001 s")
    ]


def test_plural():
    assert [plural(count, "cell") for count in (0, 1, 2)] == ["0 cells", "1 cell", "2 cells"]
    assert plural(2, "box", "boxes") == "2 boxes"


def test_listed():
    assert [listed(items) for items in ([], [1], [1, 2], "abc")] == [
        "",
        "1",
        "1 and 2",
        "a, b and c",
    ]
    assert listed([1, 2], "or") == "1 or 2"


def test_short_values():
    assert short_values(range(100)) == "0 1 2 3 4 5 6 7 ... 99"
    assert short_values((1, 2)) == "1 2"


@pytest.mark.parametrize(
    ("house", "name"),
    [
        (lines(4, 6)[3], "row 4"),
        (lines(4, 6)[4], "column 1"),
        (boxes((4, 6), 2, 3)[1], "box r1c4-r2c6"),
        (((0, 0), (1, 1)), "pair r1c1 r2c2"),
        (((0, 0), (0, 1)), "pair r1c1 r1c2"),
        (((0, 0), (0, 2), (2, 0), (2, 2)), "house r1c1 r1c3 r3c1 r3c3"),
    ],
)
def test_house_names_of_a_rectangle(house, name):
    assert house_name(house, 4, 6) == name


def test_diagonals_are_named():
    names = [house_name(house, 3, 3) for house in diagonals(3)]
    assert names == ["diagonal r1c1-r3c3", "diagonal r1c3-r3c1"]
