"""The rules in words, for those who solve on paper."""

from __future__ import annotations

from corpus import shipped
from hypothesis import given

from kenken_cp import CALCUDOKU, KILLER, Cage, Puzzle, diagonals
from kenken_cp.model.houses import anti_knight
from kenken_cp.render.instructions import instructions
from puzzles import examples, planted

ROW, COLUMN = [(0, 0), (0, 1)], [(1, 0), (2, 0)]
L_SHAPE = [(0, 0), (0, 1), (1, 0)]


def rules(*puzzles):
    """Without what keeps words on a line."""
    paragraphs = instructions(dict(enumerate(puzzles, 1)))
    return [paragraph.replace("\N{NO-BREAK SPACE}", " ") for paragraph in paragraphs]


def rules_of(*cages, size=4, **more):
    (paragraph,) = rules(Puzzle(size, cages, **more))
    return paragraph


class TestCells:
    def test_what_to_fill_in(self):
        assert rules(Puzzle(4)) == [
            "Fill every row and every column with the numbers 1 to 4, each number once."
        ]
        assert "the numbers 2, 3, 5 and 7, each" in rules_of(values=(2, 3, 5, 7))
        assert "the numbers −1 to 2, each" in rules_of(values=range(-1, 3))
        assert "with the number 1, each number once." in rules_of(size=1)

    def test_boxes_and_diagonals(self):
        assert "Fill every row, every column and every box" in rules(shipped()["6x6/killer.kk"])[0]
        both = diagonals(4)
        assert "column and every main diagonal with" in rules_of(houses=both)
        assert "column and the marked diagonal with" in rules_of(houses=both[:1])

    def test_other_houses(self):
        """Those that are tinted apart are called so, others are listed."""
        corner, overlapping = [(0, 0), (0, 1), (1, 0)], [(0, 0), (0, 1), (1, 1)]
        assert rules_of(houses=[corner]) == (
            "Write one of the numbers 1 to 4 in every cell, no number twice in the same row, "
            "column or group of grey cells."
        )
        assert rules_of(houses=[corner, overlapping]).endswith(
            "No number is twice in any of these (r1c2 is row 1, column 2): "
            "r1c1 r1c2 r2c1; r1c1 r1c2 r2c2."
        )

    def test_kinds_have_sentences(self):
        knights = "each number once. Anti-knight: cells a chess knight's move apart differ."
        assert rules_of(houses=anti_knight(4)).endswith(knights)
        (rules_of_cages,) = rules(shipped()["6x6/anti-king.kk"])
        assert "each number once. Anti-king: cells that touch at" in rules_of_cages


class TestCages:
    def test_the_signs_in_use(self):
        text = rules_of(Cage(ROW, "+", 3), Cage(COLUMN, "-", 1))
        assert "make the number in its corner: + sum, − difference." in text
        assert "×" not in text
        assert rules_of(Cage(ROW, "*", 6)).endswith(
            "The number in the corner of each cage (a group of outlined cells) is the product of "
            "its numbers."
        )

    def test_what_is_open_is_said(self):
        """The difference of two is clear; not of three, nor where there are negative values."""
        meaning = "The sign − means the largest number less all others."
        assert meaning not in rules_of(Cage(ROW, "-", 1))
        assert meaning in rules_of(Cage(L_SHAPE, "-", 1), rules=CALCUDOKU)
        assert meaning in rules_of(Cage(ROW, "-", 1), values=range(-1, 3))

    def test_operators_that_few_know(self):
        text = rules_of(Cage(ROW, "mod", 1), Cage(COLUMN, "gcd", 1))
        assert "mod remainder, gcd greatest common divisor. The sign mod means what is left" in text
        assert "The sign gcd" not in text
        text = rules_of(Cage(ROW, "min", 1), Cage(COLUMN, "max", 2), values=range(4))
        assert text.endswith("corner: min minimum, max maximum.")
        assert "range, concat concatenation. " in rules_of(
            Cage(ROW, "range", 1), Cage(COLUMN, "concat", 12)
        )
        assert "−1 if each is smaller" in rules_of(Cage(ROW, "order", 1))
        assert "The sign gcd" in rules_of(Cage(COLUMN, "gcd", 1), values=range(4))

    def test_hidden_operators(self):
        shown, hidden = Cage(COLUMN, "+", 3), Cage(ROW, None, 3)
        assert "which is to be found: +, −, × or ÷." in rules_of(hidden)
        text = rules_of(shown, hidden)
        assert "make the number in its corner: + sum. Where" in text
        assert "Where a cage of several cells shows no sign, find it: +, −, × or ÷." in text
        more = Cage([(2, 1), (2, 2), (3, 2)], None, 6)
        assert "found: +, −, × or ÷ (− and ÷ of two cells only)." in rules_of(hidden, more)
        assert "to be found: + or ×." in rules_of(more)
        assert "cells only" not in rules_of(hidden, more, rules=CALCUDOKU)

    def test_killer(self):
        text = rules_of(Cage(ROW, None, 3), rules=KILLER)
        assert "(a group of outlined cells) is the sum of its numbers." in text
        assert text.endswith("No number is twice in a cage.")
        assert rules_of(Cage(ROW, "+", 3), rules=KILLER) == text  # whose clues show no sign

    def test_whether_a_number_may_be_twice(self):
        may = "A number may be twice in a cage where no other rule forbids it."
        assert may in rules_of(Cage(L_SHAPE, "+", 6))
        assert may not in rules_of(Cage(ROW, "+", 3))
        assert may not in rules_of(Cage([*ROW, (0, 2)], "+", 6))
        assert may in rules_of(Cage([(0, 0), (1, 1)], "+", 4))

    def test_single_cells_and_parts(self):
        given = Cage([(3, 3)], None, 2)
        assert "A cage of one cell holds" in rules_of(Cage(ROW, "+", 3), given)
        assert "cage" not in rules_of(given)  # a Latin square: its number is printed in the cell
        apart = Cage([(0, 0), (2, 2)], "+", 3)
        assert rules_of(apart).endswith("Cells with the same letter belong to one cage.")


class TestSeveral:
    def test_what_they_share_is_said_once(self):
        four, five = Puzzle(4, [Cage(ROW, "+", 3)]), Puzzle(5, [Cage(ROW, "*", 6)])
        assert rules(four, five, four) == [
            "Fill every row and every column with the numbers from 1 to the size of the board, "
            "each number once. The numbers in each cage (a group of outlined cells) make the "
            "number in its corner: + sum, × product."
        ]

        assert rules(Puzzle((2, 3)), Puzzle((3, 2))) == [
            "Write one of the numbers 1 to 3 in every cell, no number twice in the same row or "
            "column."
        ]

    def test_what_only_some_have_is_said_of_these(self):
        plain, killer = Puzzle(4, [Cage(L_SHAPE, "+", 6)]), shipped()["6x6/killer.kk"]
        assert rules(killer, plain, plain, plain) == [
            "Puzzle 1: Fill every row, every column and every box with the numbers 1 to 6, each "
            "number once. The number in the corner of each cage (a group of outlined cells) is the "
            "sum of its numbers. A cage of one cell holds the number in its corner. No number is "
            "twice in a cage.",
            "Puzzles 2, 3 and 4: Fill every row and every column with the numbers 1 to 4, each "
            "number once. The number in the corner of each cage (a group of outlined cells) is the "
            "sum of its numbers. A number may be twice in a cage where no other rule forbids it.",
        ]
        assert [text.split(":")[0] for text in instructions({3: killer, 5: plain, 6: plain})][
            :2
        ] == ["Puzzle 3", "Puzzles 5 and 6"]


@given(planted(), planted())
@examples(50)
def test_whatever_the_puzzles(one, other):
    for puzzles in ([one[0]], [one[0], other[0]]):
        paragraphs = rules(*puzzles)
        for paragraph in paragraphs:
            assert paragraph.endswith(".")
            assert "  " not in paragraph
        text = " ".join(paragraphs)
        for puzzle in puzzles:
            larger = [cage for cage in puzzle.cages if len(cage.cells) > 1]
            for operator in {cage.operator for cage in larger if cage.operator}:
                assert operator.noun in text
