"""The native format: what its parts mean, and how it is laid out."""

from __future__ import annotations

from inspect import cleandoc

import pytest
from corpus import PUZZLES, shipped

from kenken_cp.errors import FormatError
from kenken_cp.formats import dumps, loads, loads_all, loads_each
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import boxes, diagonals
from kenken_cp.model.houses import anti_king, anti_knight, windoku
from kenken_cp.model.operators import ADD, DIVIDE, GIVEN, MULTIPLY, SUBTRACT, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU

PICTURE = """
# 4x4, one solution
title: a # is no comment here
values: 0..3    # but here it is
solutions: 1
a b b c
a d d c
e e d .   # a free cell
g g g 3

a 1-
b 3 −
c 2 ÷
d 12x
e 3+
g 24
"""


def test_every_part_is_read() -> None:
    puzzle = loads(PICTURE)
    assert puzzle == Puzzle(
        4,
        (
            Cage(((0, 0), (1, 0)), SUBTRACT, 1),
            Cage(((0, 1), (0, 2)), SUBTRACT, 3),
            Cage(((0, 3), (1, 3)), DIVIDE, 2),
            Cage(((1, 1), (1, 2), (2, 2)), MULTIPLY, 12),
            Cage(((2, 0), (2, 1)), ADD, 3),
            Cage(((3, 0), (3, 1), (3, 2)), None, 24),
            Cage(((3, 3),), GIVEN, 3),
        ),
        values=(0, 1, 2, 3),
    )
    assert puzzle.title == "a # is no comment here"
    assert puzzle.expected == 1
    assert puzzle.free_cells == ((2, 3),)


@pytest.mark.parametrize(
    ("written", "values"), [("0..2", (0, 1, 2)), ("-1..1", (-1, 0, 1)), ("7 2 3 5", (2, 3, 5, 7))]
)
def test_values(written: str, values: tuple[int, ...]) -> None:
    assert loads(f"values: {written}\n...\n...\n...\n").values == values


@pytest.mark.parametrize(
    ("clue", "target", "operator"),
    [
        ("11+", 11, ADD),
        ("12 *", 12, MULTIPLY),
        ("12×", 12, MULTIPLY),
        ("-3+", -3, ADD),
        ("−3-", -3, SUBTRACT),
        ("2:", 2, DIVIDE),
        ("5", 5, None),
        ("6 add", 6, ADD),
    ],
)
def test_clues(clue: str, target: int, operator: Operator | None) -> None:
    cage = loads(f"ab\nab\n\na {clue}\nb 3+\n").cages[0]
    assert (cage.target, cage.operator) == (target, operator)


def test_houses() -> None:
    text = "boxes: 2x2\ndiagonals: yes\nhouse: r1c1 r2c3\nhouse: r1c2 r2c4\n" + "....\n" * 4
    extra = (((0, 0), (1, 2)), ((0, 1), (1, 3)))
    puzzle = Puzzle(4, houses=(*boxes(4, 2, 2), *diagonals(4), *extra))
    assert loads(text) == puzzle
    assert dumps(puzzle) == text.replace("r2c4\n", "r2c4\n\n")


def test_diagonals_may_be_denied() -> None:
    assert loads("diagonals: no\n..\n..\n").houses == ()


@pytest.mark.parametrize("picture", ["10 aa .\n. aa b1\n. . b1", "10 aa .\n.  aa b1\n.  .  b1"])
def test_words_of_several_characters(picture: str) -> None:
    puzzle = loads(f"values: 1..10\n{picture}\n\naa 3-\nb1 4+\n")
    assert [str(cage) for cage in puzzle.cages] == [
        "10 at r1c1",
        "3- at r1c2 r2c2",
        "4+ at r2c3 r3c3",
    ]


def test_packed_rows_may_stand_among_spaced_ones() -> None:
    assert loads("aab\nc d b\ncdd\n\na 3+\nb 1-\nc 2-\nd 12*\n").cages[3].cells == (
        (1, 1),
        (2, 1),
        (2, 2),
    )


RECTANGLE = """
aabbcc
dabecc
ddbeef
ghhh.3

a 7+
b 24*
c 13+
d 12*
e 5
f 6
g 2
h 15+
"""


@pytest.mark.parametrize("size", ["", "size: 4x6\n", "size: 4 x 6\n"])
@pytest.mark.parametrize("blank", ["\n\n", "\n"])
@pytest.mark.parametrize("spaced", [False, True])
def test_rectangles(size: str, blank: str, spaced: bool) -> None:
    picture, clues = RECTANGLE.strip().split("\n\n")
    picture = "\n".join(map(" ".join, picture.split("\n"))) if spaced else picture
    text = size + picture + blank + clues + "\n"
    puzzle = loads(text)
    assert (puzzle.rows, puzzle.columns, puzzle.size_name) == (4, 6, "4x6")
    assert puzzle.values == (1, 2, 3, 4, 5, 6)
    assert str(puzzle.cages[0]) == "7+ at r1c1 r1c2 r2c2"
    assert str(puzzle.cages[-1]) == "3 at r4c6"
    assert puzzle.free_cells == ((3, 4),)


def test_the_size_of_a_rectangle_is_written() -> None:
    assert dumps(loads(RECTANGLE)).startswith("size: 4x6\n\naabbcc\n")
    assert dumps(Puzzle((2, 3), title="t")) == "title: t\nsize: 2x3\n\n...\n...\n"


def test_the_size_of_a_square_may_be_given() -> None:
    for size in ("3", "3x3"):
        puzzle = loads(f"size: {size}\naab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-\nd 12*\n")
        assert puzzle.size == 3


@pytest.mark.parametrize(
    ("text", "rows", "cages"),
    [
        # Two columns: a label and a number are a row, or a clue.
        ("a b\na b\nc 3\n\na 3+\nb 4+\nc 1\n", 3, 4),
        ("a b\na b\nc 3\na 3+\nb 4+\nc 1\n", 3, 4),
        ("ab\nab\na 3\nb 3\n", 2, 2),
        ("ab\nab\na 3\n\nb 3\n", 2, 2),
        ("a 1\na 2\na 3\n\na 6+\n", 3, 4),
        # Three: so are a label, a number and a word.
        ("a a b\na 3 b\nb b b\na 3 add\nb 9 add\n", 3, 3),
        ("a a b\nb 3 b\na 3 add\nb 9 add\n", 2, 3),
    ],
)
def test_where_a_picture_ends(text: str, rows: int, cages: int) -> None:
    puzzle = loads(text, "native")
    assert (puzzle.rows, len(puzzle.cages)) == (rows, cages)


def test_one_row_and_one_column() -> None:
    row = Puzzle((1, 3), (Cage(((0, 0), (0, 1)), "+", 3), Cage(((0, 2),), "=", 3)))
    assert loads("aa3\n\na 3+\n", "native") == row
    column = Puzzle((3, 1), (Cage(((0, 0), (1, 0)), "+", 3), Cage(((2, 0),), "=", 3)))
    assert loads("a\na\n3\n\na 3+\n", "native") == column
    tall = Puzzle((12, 1), tuple(Cage(((r, 0),), "=", r + 1) for r in range(12)))
    assert loads(dumps(tall)) == tall


@pytest.mark.parametrize("missing", range(4))
def test_a_missing_row_is_seen_by_the_size_or_by_a_label(missing: int) -> None:
    """Without either, what is left is a rectangle like any other, and reads as one."""
    rows = ["aabb", "ccdd", "a.b.", "c.d."]
    clues = "\n\na 6+\nb 6+\nc 7+\nd 7+\n"
    picture = "\n".join(rows[:missing] + rows[missing + 1 :])
    puzzle = loads(picture + clues)
    assert (puzzle.size, puzzle.values) == ((3, 4), (1, 2, 3, 4))
    for size in ("4", "4x4"):
        with pytest.raises(FormatError, match="ends after row 3; expected 4, as the size is 4x4"):
            loads(f"size: {size}\n{picture}{clues}")
    rows[missing] = "eeee"
    with pytest.raises(FormatError, match="label 'e' has a clue but is not in the picture"):
        loads(f"{picture}{clues}e 10+\n")
    assert loads("\n".join(rows) + clues + "e 10+\n").size == 4


def test_boxes_on_a_rectangle() -> None:
    text = "size: 4x6\nboxes: 2x3\n\n" + "......\n" * 4
    puzzle = Puzzle((4, 6), houses=boxes((4, 6), 2, 3))
    assert loads(text) == puzzle
    assert dumps(puzzle) == text


def test_several_puzzles_and_stray_separators() -> None:
    text = "---\naa\nbb\n\na 3+\nb 3+\n---\n# nothing here\n---\nrules: calcudoku\n.\n---\n"
    first, second = loads_all(text)
    assert [cage.target for cage in first.cages] == [3, 3]
    assert (second.size, second.rules) == (1, CALCUDOKU)


SQUARE = "ab\nab\n\na 3+\nb 3+\n\n"


def test_values_below_a_puzzle_are_its_solutions() -> None:
    first, second = loads_all(SQUARE + "12\n21\n\n21\n12\n\n" + SQUARE)
    assert first == second == loads(SQUARE)
    assert len(loads_all(SQUARE + "---\n12\n21\n")) == 2
    assert len(loads_all("12\n21\n\n21\n12\n", "native")) == 2  # of which none has cages


def test_numbers_of_cages_without_their_clues() -> None:
    """The rows of ``rooms``, cut off below them, were a board of givens; with directives, as they
    are written, they are one.
    """
    for text in ("1 1 2\n3 2 2\n3 4 4\n", SQUARE + "---\n11\n22\n"):
        with pytest.raises(FormatError, match="a grid of numbers that is no solution: r"):
            loads_all(text)
    wrong = Puzzle(2, [Cage([(0, 0)], "=", 1), Cage([(0, 1)], "=", 1)])
    full = Puzzle(2, [*wrong.cages, Cage([(1, 0)], "=", 2), Cage([(1, 1)], "=", 2)])
    assert [loads(dumps(each)) for each in (wrong, full)] == [wrong, full]


@pytest.mark.parametrize(
    ("row", "cells"), [("abbcx", 5), ("abc", 3), ("a b b c x", 5), ("a b c", 3), ("abbcc", 5)]
)
def test_the_first_row_is_the_wrong_one(row: str, cells: int) -> None:
    """It was words for people, or the rows below it were wrong, or there was no known format."""
    rest = ["a d d c", "e e d f", "g g g f"] if " " in row else ["addc", "eedf", "gggf"]
    clues = "a 1-\nb 3-\nc 2/\nd 12*\ne 3+\nf 4+\ng 24*\n"
    with pytest.raises(FormatError) as caught:
        loads("\n".join([row, *rest]) + "\n\n" + clues)
    assert caught.value.line == 1
    assert caught.value.message == f"row 1 of the picture has {cells} cells; expected 4"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ("11\n22\n", "values that do not solve the puzzle above: row 1 has 1 more than once"),
        ("123\n231\n312\n", "3x3 values below a puzzle of 2x2; expected its solution, or ---"),
    ],
)
def test_values_that_are_no_solution(values: str, message: str) -> None:
    first, second, third = loads_each(SQUARE + values + "\n" + SQUARE)
    assert isinstance(second, FormatError)
    assert message in second.message
    assert second.line == 7
    assert not isinstance(first, FormatError)
    assert first == third


def test_layout() -> None:
    puzzle = Puzzle(
        3,
        (
            Cage(((0, 0), (1, 0)), "-", 1),
            Cage(((0, 1), (0, 2)), None, 3),
            Cage(((1, 1),), "=", 2),
            Cage(((2, 2),), "=", -4),
        ),
        values=(1, 2, 3, 5),
        rules=CALCUDOKU,
        title="two\nlines",
        expected=Count(3, exact=False),
        level="hard\t# 1",
    )
    assert (
        dumps(puzzle)
        == cleandoc("""
        title: two lines
        level: hard # 1
        rules: calcudoku
        values: 1 2 3 5
        solutions: 3+

        abb
        a2.
        ..c

        a 1-
        b 3
        c -4
        """)
        + "\n"
    )


def test_a_board_without_labels_says_that_it_is_no_sudoku() -> None:
    assert dumps(Puzzle(4)) == "rules: kenken\n\n....\n....\n....\n....\n"


def test_a_lone_given_of_two_digits_is_not_two_cells() -> None:
    puzzle = Puzzle(1, (Cage(((0, 0),), "=", 12),))
    assert dumps(puzzle) == "a\n\na 12\n"
    assert loads(dumps(puzzle)) == puzzle


def test_labels_beyond_z() -> None:
    cells = [(r, c) for r in range(6) for c in range(6)]
    puzzle = Puzzle(6, tuple(Cage((cell,), "=", -1) for cell in cells))
    rows = dumps(puzzle).splitlines()
    assert rows[4] == "y  z  aa ab ac ad"
    assert rows[-1] == "aj -1"


def test_only_comments() -> None:
    with pytest.raises(FormatError, match="only comments"):
        loads("# nothing\n", "native")


class TestPutTogether:
    """Puzzles one after the other, as ``cat *.kk`` has them."""

    def test_every_file_of_the_corpus(self) -> None:
        paths = sorted(PUZZLES.rglob("*.kk"))
        text = "".join(path.read_text() for path in paths)
        assert loads_all(text) == [*shipped().values()]

    @pytest.mark.parametrize("between", ["", "\n", "# a comment\n", "\n\n"])
    @pytest.mark.parametrize(
        "text",
        [
            "aab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-\nd 12*\n",
            "aa\nbb\na 3\nb 4\n",  # clues that could be rows of two cells
            "a a\nb b\na 3\nb 4\n",
            "rules: calcudoku\n..\n..\n",
            "title: t\n\n1.\n..\n",
            "size: 1x2\n..\n",
            "aab\naab\ncc3\na 8+\nb 3+\nc 3+\n",
            "aa 1 ab 2\naa aa ab ab\n\naa 8+\nab 9+\n",  # a row like two clues
            "title: t\naa 1 ab 2\naa aa ab ab\n\naa 8+\nab 9+\n",
            "a12\na21\n\na 3+\n",
        ],
    )
    def test_twice(self, text: str, between: str) -> None:
        (one,) = loads_all(text, "native")
        assert loads_all(text + between + text + text, "native") == [one] * 3

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("ab\nab\n\na 3+\nb 3+\nrules: killer\n", "6:1: a directive after the picture"),
            ("ab\nab\n\na 3+\nrules: killer\nb 3+\n", "5:1: a directive after the picture"),
            ("ab\nab\n\na 3+\nb.3+\n", "5:2: clue '.3+'; expected a target and an operator"),
            ("ab\nab\n\na 3+\nb 3+\nc3+\n", "6:1: label 'c' has a clue but is not in the picture"),
        ],
    )
    def test_what_is_only_out_of_place_begins_none(self, text: str, message: str) -> None:
        with pytest.raises(FormatError) as error:
            loads_all(text, "native", source="x")
        assert f"x:{message}" in str(error.value)

    def test_the_lines_of_errors_are_those_of_the_text(self) -> None:
        good = "title: t\nab\nab\na 3+\nb 3+\n"
        found = list(loads_each(good + "title: u\nab\nab\na 3+\n" + good))
        assert [str(each) for each in found if isinstance(each, FormatError)] == [
            "line 7, column 2: label 'b' has no clue"
        ]
        assert len(found) == 3

    def test_a_first_row_that_looks_like_a_clue_is_one_below_directives(self) -> None:
        text = "level: 1\nab\nab\n\na 3\nb 3\nlevel: 2\na 1\na a\n\na 4+\n"
        assert [puzzle.level for puzzle in loads_all(text, "native")] == ["1", "2"]

    def test_a_row_that_looks_like_a_clue_begins_none_without_a_later_row(self) -> None:
        (puzzle,) = loads_all(". .\na .\na 10\n. .\n\na 23\n", "native")
        assert [cage.clue for cage in puzzle.cages] == ["23", "10"]
        assert len(loads_all("a .\n. a\na 3\na .\n. a\na 1\n", "native")) == 2


JIGSAW = """title: jigsaw
anti-king: no
regions:
aaab
cabb
ccdb
cddd

....
.1..
....
...2
"""


class TestRegions:
    """Houses drawn in rows."""

    def test_are_houses(self) -> None:
        puzzle = loads(JIGSAW)
        assert puzzle.houses[0] == ((0, 0), (0, 1), (0, 2), (1, 1))
        assert len(puzzle.houses) == 4
        assert puzzle.givens == {(1, 1): 1, (3, 3): 2}
        assert dumps(puzzle) == JIGSAW.replace("anti-king: no\n", "")

    def test_other_spellings_and_places(self) -> None:
        """Numbers, words apart, cells in none; before another directive."""
        puzzle = loads("regions:\n1 1 2\n1 . 2\n33 33 2\nvalues: 0..2\n\n...\n...\n...\n")
        assert puzzle.houses == (((0, 0), (0, 1), (1, 0)), ((2, 0), (2, 1)))
        assert puzzle.values == (0, 1, 2)

    def test_are_written_and_read_by_all_that_hold_them(self) -> None:
        puzzle = loads(JIGSAW)
        for name in ("native", "json", "sumocue", "solo"):
            found = loads(dumps(puzzle, name), name)
            assert (found.houses, found.cages) == (puzzle.houses, puzzle.cages)

    def test_several_puzzles(self) -> None:
        """In files that are put together as they are."""
        assert len(loads_all(JIGSAW + JIGSAW + "\naab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-\nd 12*\n")) == 3

    def test_more_than_26(self) -> None:
        rows = [[(row, (column + row) % 27) for row in range(27)] for column in range(27)]
        puzzle = Puzzle(27, houses=rows)
        assert loads(dumps(puzzle)) == puzzle == loads(dumps(puzzle, "json"))

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ("cddd", "cdddd", "line 7: row 4 of the regions has 5 cells; expected 4"),
            ("cddd\n", "", "line 6: regions of 3 rows; expected 4, and a blank line"),
            ("cddd\n", "cddd\nx\n", "line 8: regions of 5 rows; expected 4, and a blank line"),
            ("cddd\n\n", "cddd\n", "line 12: no picture after the regions; expected a blank line"),
            ("cabb", "aabb", "line 5, column 2: the region 'a' has more than 4 cells"),
            ("cabb", "c?bb", "line 5, column 2: '?' in the regions"),
            ("regions:", "regions: a", "line 3, column 10: 'a'; expected rows of letters"),
            ("anti-king: no", "windoku: 1", "line 2, column 10: windoku '1'; expected yes or no"),
        ],
    )
    def test_errors_have_places(self, old: str, new: str, message: str) -> None:
        with pytest.raises(FormatError) as caught:
            loads(JIGSAW.replace(old, new), "native")
        assert str(caught.value).startswith(message)


def test_kinds_of_houses() -> None:
    houses = [*windoku(9), *anti_knight(9), *anti_king(9), *diagonals(9), ((0, 0), (4, 7))]
    puzzle = Puzzle(9, houses=houses)
    text = dumps(puzzle)
    assert text.startswith(
        "diagonals: yes\nwindoku: yes\nanti-knight: yes\nanti-king: yes\nhouse: r1c1 r5c8\n"
    )
    assert loads(text) == puzzle == loads(dumps(puzzle, "json"))
    with pytest.raises(FormatError, match="line 1, column 10: a board of 2x2 has no windoku boxes"):
        loads("windoku: yes\n\n12\n21\n")


def test_products_with_their_sign_first_below_a_blank_line() -> None:
    """``a x2`` could be the row of a picture, as those without a blank line are asked."""
    text = "aab\nccb\ndde\n\na x2\nb x6\nc x3\nd x6\ne 1\n"
    assert loads(text) == loads(text.replace(" x", " *"))
    with pytest.raises(FormatError, match="expected a blank line before the clues"):
        loads("ab\nab\na x2\nb x2\n")


@pytest.mark.parametrize("size", ["4", "4 4", "1"])
def test_a_size_without_its_name_is_no_puzzle(size: str) -> None:
    """Below a directive and above a blank line it was a board of a given, and then came another."""
    picture = "abbc\naddc\needf\ngggf\n\na 1-\nb 3-\nc 2/\nd 12*\ne 3+\nf 4+\ng 24*\n"
    with pytest.raises(FormatError, match="is its size wrong"):
        loads_all(f"title: one\n{size}\n\n{picture}")
    assert len(loads_all(f"title: one\n1\n---\n{picture}")) == 2


def test_a_title_without_its_name_is_asked_about() -> None:
    with pytest.raises(
        FormatError, match=r"line 3, column 1: .aa.; .* or a title above it without 'title:', or"
    ):
        loads("My puzzle from the Times\n\naa\nbb\n\na 3+\nb 3+\n")


def test_a_directive_that_was_joined_with_the_title() -> None:
    [found] = loads_each(
        "title: Killer rules: killer\nboxes: 2x2\n" + "aabb\n" * 4 + "\na 20\nb 20\n"
    )
    assert not isinstance(found, FormatError)
    assert found.doubts == ("the title has 'rules: killer' in it; is that a line of its own?",)


_ROWS = ("aab", "ccb", "dde")
_CLUES = "".join(f"{label} 3+\n" for label in "abcd") + "e 3\n"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("\n".join(f"{at} {' '.join(row)}" for at, row in enumerate(_ROWS, start=1)), "rows"),
        ("\n".join(["123", *_ROWS]), "columns"),
    ],
)
def test_numbers_of_rows_and_columns_beside_a_picture(text: str, what: str) -> None:
    """They were givens of a larger board."""
    with pytest.raises(FormatError, match=f"1 to 3 in order, as numbers of the {what}; expected"):
        loads(f"{text}\n\n{_CLUES}")
    size = "3x4" if what == "rows" else "4x3"
    assert len(loads(f"size: {size}\n\n{text}\n\n{_CLUES}").givens) == 4


def test_a_picture_on_one_line() -> None:
    """It was a board of one row."""
    row = "".join(_ROWS)
    with pytest.raises(FormatError, match="a picture of one row of 9 cells; expected 3 rows"):
        loads(f"{row}\n\n{_CLUES}")
    assert loads(f"size: 1x9\n\n{row}\n\n{_CLUES}").columns == 9


def test_a_killer_by_its_title_alone() -> None:
    text = "title: Killer 4\nab\nab\n\na 3+\nb 3+\n"
    (read,) = loads_each(text)
    assert isinstance(read, ReadPuzzle)
    assert read.doubts == ("the title says killer; is the line 'rules: killer' missing?",)
    for other, options in (
        (text.replace("\nab", "\nrules: killer\nab", 1), {}),
        (text.replace("\nab", "\nrules: kenken\nab", 1), {}),
        (text, {"rules": "killer"}),
    ):
        (read,) = loads_each(other, **options)
        assert isinstance(read, ReadPuzzle)
        assert read.doubts == ()


@pytest.mark.parametrize("label", ["class", "import", "local", "return", "static"])
def test_labels_that_begin_statements(label: str) -> None:
    """A clue shows that they are labels, and no program."""
    text = "A A a\nb a a\nb c c\nA 3+\na 6*\nb 1-\nc 2/\n"
    assert loads(text.replace("A", label)) == loads(text.replace("A", "d"))
    with pytest.raises(FormatError, match="the source of a program"):
        loads("import json\nimport os\nclass Board:\n  pass\n\nx = 3\n")
