"""Sudoku boards in their many dresses, and the one they are written in."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random

import pytest

from kenken_cp.errors import FormatError
from kenken_cp.formats import detect, dumps, dumps_all, load, loads, loads_all, loads_each
from kenken_cp.model.geometry import boxes
from kenken_cp.model.houses import extra_houses
from kenken_cp.model.puzzle import Cage, Puzzle

FILE = Path(__file__).parents[1] / "data" / "formats" / "sudoku_table.txt"

LINE = "..5.6......7...91.2...54....8....63....6..18..2.3.....6...82.........3.47.9......"
ROWS = [LINE[i : i + 9] for i in range(0, 81, 9)]
GROUPS = [f"{row[:3]} {row[3:6]} {row[6:]}" for row in ROWS]
RULE = "------+-------+------"


def sudoku(line: str, size: int, height: int, width: int) -> Puzzle:
    cages = [
        Cage((divmod(i, size),), "=", int(char, 36))
        for i, char in enumerate(line)
        if char not in ".0"
    ]
    return Puzzle(size, tuple(cages), houses=boxes(size, height, width))


@pytest.mark.parametrize(
    "text",
    [
        LINE,
        LINE.replace(".", "0"),
        LINE.replace(".", "*"),
        "[" + ",\n ".join(f"[{', '.join(row.replace('.', '0'))}]" for row in ROWS) + "]",
        json.dumps([[int(char) if char != "." else None for char in row] for row in ROWS]),
        json.dumps([list(row) for row in ROWS]),
        "\n".join(ROWS),
        "# comment\n\n" + "\n\n".join(ROWS),
        "\n".join(" ".join(row) for row in ROWS),
        "\n".join(GROUPS),
        "\n".join(row.replace(" ", "|") for row in GROUPS),
        "\n".join([*GROUPS[:3], RULE, *GROUPS[3:6], RULE, *GROUPS[6:]]),
        "\n".join("| " + " | ".join(map(" ".join, row.split())) + " |" for row in GROUPS),
        "\n".join("|" + "|".join(f" {c} ".replace(".", " ") for c in row) + "|" for row in ROWS),
        f"|{'---|' * 9}\n" + "\n".join("| " + " | ".join(row) + " |" for row in ROWS),
        " ".join(LINE),
    ],
)
def test_the_same_board_in_many_dresses(text: str) -> None:
    assert loads(text) == sudoku(LINE, 9, 3, 3)


def test_ruled_table_of_the_article() -> None:
    puzzle = load(FILE)
    assert puzzle.houses == boxes(9, 3, 3)
    assert dumps(puzzle, "sudoku") == (
        ".7....4.5...689........4...9.5.6...7.2...7.3.63.......3.1.........3..8..4..8..6..\n"
    )


@pytest.mark.parametrize(
    ("size", "height", "width"),
    [
        *((4, 2, 2), (6, 2, 3), (8, 2, 4), (9, 3, 3), (10, 2, 5), (12, 3, 4), (15, 3, 5)),
        *((16, 4, 4), (18, 3, 6), (20, 4, 5), (24, 4, 6), (25, 5, 5)),
    ],
)
def test_sizes_and_letters(size: int, height: int, width: int) -> None:
    line = ("123456789ABCDEFGHIJKLMNOP"[:size] + "." * size) * (size // 2) + "." * size * (size % 2)
    puzzle = sudoku(line, size, height, width)
    assert dumps(puzzle, "sudoku") == line + "\n"
    rows = [line[i : i + size] for i in range(0, size * size, size)]
    assert loads(line.lower()) == puzzle
    assert loads("\n".join(rows)) == puzzle
    numbers = [" ".join("." if c == "." else str(int(c, 36)) for c in row) for row in rows]
    assert loads("\n".join(numbers)) == puzzle
    assert loads("\n".join("|" + row.replace(" ", "|") + "|" for row in numbers)) == puzzle


def test_many_in_one_file() -> None:
    small = "1" + "." * 15
    text = f"# two and one\n{LINE}\n\n{LINE}\n{small}\n"
    puzzles = loads_all(text)
    assert [puzzle.size for puzzle in puzzles] == [9, 9, 4]
    assert dumps_all(puzzles, "sudoku") == f"{LINE}\n{LINE}\n{small}\n"


def test_groups_of_four_are_not_a_row_of_four() -> None:
    rows = ["1234|5678|9ABC|DEFG", "....|....|....|...."] * 8
    assert loads("\n".join(rows)).size == 16


@pytest.mark.parametrize(
    ("puzzle", "what"),
    [
        (Puzzle(5), "a board of size 5"),
        (Puzzle(4), "a board without the house"),
        (Puzzle(4, houses=(*boxes(4, 2, 2), ((0, 0), (3, 3)))), "the house r1c1 r4c4"),
        (Puzzle(4, (Cage(((0, 0), (0, 1)), "+", 3),), houses=boxes(4, 2, 2)), "the cage 3\\+ at"),
        (Puzzle(4, (Cage(((0, 0),), "=", 5),), houses=boxes(4, 2, 2)), "the cage 5 at r1c1"),
        (Puzzle(4, values=(0, 1, 2, 3), houses=boxes(4, 2, 2)), "values 0..3"),
    ],
)
def test_what_a_board_cannot_say(puzzle: Puzzle, what: str) -> None:
    with pytest.raises(FormatError, match=f"the sudoku format cannot express {what}"):
        dumps(puzzle, "sudoku")


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("A" + "." * 255, 1, 1, "A is 1 in some places, and 10 in others"),
        ("5" + "0" * 254 + ".", 1, 256, "'.' beside '0' for empty cells; expected one of them"),
        # a Slitherlink and a board of zeros and ones, where 0 is a value
        ("3 . 2 .\n. 1 . 0\n2 . . 3\n. 3 2 .\n", 1, 3, "'.' beside '0' for empty cells"),
        ("1..0..\n..00.1\n.00..1\n......\n00.1..\n.1..00\n", 1, 2, "'.' beside '0' for empty"),
        ("." * 624 + "Q", 1, 625, "'Q' in a 25x25 board; expected 1 to 25"),
        ("[[1, 0, 0, 0],\n [0, 0, 7, 0],\n [0, 0, 0, 0],\n [0, 0, 0, 0]]", 2, 9, "'7' in a 4x4"),
        ("[[1, 0, 0, 0],\n [0, 0, 0],\n [0, 0, 0, 0],\n [0, 0, 0, 0]]", 2, 2, "a row of 3 cells"),
        ("[[1, 0, 0, 0],\n [0, 0, 0, 0],\n x [0, 0, 0, 0]]", 3, 2, "'x' between rows in brackets"),
    ],
)
def test_what_may_mean_two_things_or_nothing(
    text: str, line: int, column: int, message: str
) -> None:
    with pytest.raises(FormatError) as caught:
        loads(text, "sudoku")
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_board_of_letters_is_written_in_numbers() -> None:
    puzzle = Puzzle(10, (Cage(((0, 1),), "=", 10),), houses=boxes(10, 2, 5))
    assert dumps(puzzle, "sudoku").startswith(". 10 . . .")
    assert loads(dumps(puzzle, "sudoku")) == puzzle


def test_arrays_that_are_no_board_are_not_taken_for_one() -> None:
    for text in (
        "[[1, 2], [2, 1]]",
        "[[1, 2], 3]",
        "[[1, 2, 3, 4]]",
        "[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]",
    ):
        with pytest.raises(FormatError, match="data, but not as the json format has it"):
            loads(text)


PUBLISHED = (
    "53..7....",
    "6..195...",
    ".98....6.",
    "8...6...3",
    "4..8.3..1",
    "7...2...6",
    ".6....28.",
    "...419..5",
    "....8..79",
)
WHOLE = "".join(PUBLISHED)
ZEROS = [row.replace(".", "0") for row in PUBLISHED]
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(PUBLISHED).replace(".", "_"),
        "\n".join(PUBLISHED).replace(".", "-"),
        "\n".join(PUBLISHED).replace(".", "?"),
        "\n".join(",".join(row) for row in PUBLISHED).replace(".", "0"),
        "\n".join(",".join(row) for row in PUBLISHED).replace(".", ""),
        "\n".join(", ".join(row) for row in PUBLISHED).replace(".", "-"),
        "Grid 01\n" + "\n".join(PUBLISHED).replace(".", "0"),
        "3\n" + "\n".join(" ".join(row) for row in PUBLISHED).replace(".", "0"),
        # SadMan Sudoku
        "#ASomebody\n[Puzzle]\n"
        + "\n".join(PUBLISHED)
        + "\n[State]\n"
        + "123456789\n" * 9
        + "[PencilMarks]\n,,\n",
        # Simple Sudoku
        " *-----------*\n"
        + "\n |---+---+---|\n".join(
            "\n".join(f" |{row[:3]}|{row[3:6]}|{row[6:]}|" for row in PUBLISHED[at : at + 3])
            for at in (0, 3, 6)
        )
        + "\n *-----------*\n Simple Sudoku\n  Version 4.2n\n",
        "9\n" + "\n".join(" ".join(row) for row in PUBLISHED).replace(".", "0"),
        # as programs have them
        "board = [\n" + "".join(f"  [{', '.join(row)}],\n" for row in ZEROS) + "]\n",
        "int[][] grid = {" + ",\n".join("{" + ",".join(row) + "}" for row in ZEROS) + "};",
        "(" + ",".join("(" + ",".join(row) + ")" for row in ZEROS) + ")",
        "const rows = [\n" + "".join(f"  '{row}',\n" for row in PUBLISHED) + "];\n",
        '["' + '", "'.join(PUBLISHED) + '"]',
        f'puzzle = "{WHOLE}"',
        f"'{WHOLE}'",
        # with blanks for empty cells
        "\n".join(
            ("+---+---+---+\n" if number % 3 == 0 else "")
            + f"|{row[:3]}|{row[3:6]}|{row[6:]}|".replace(".", " ")
            for number, row in enumerate(PUBLISHED)
        ),
        "\n".join(
            "| "
            + " | ".join(" ".join(row[at : at + 3]) for at in (0, 3, 6)).replace(".", " ")
            + " |"
            for row in PUBLISHED
        ),
        f"quizzes,solutions\n{WHOLE},{SOLUTION}",
        f"id,puzzle,solution,clues,difficulty\n1,{WHOLE},{SOLUTION},30,2.2",
        f"solution,puzzle\n{SOLUTION},{WHOLE.replace('.', '0')}",
        # as HoDoKu frames it
        ".-------.-------.-------.\n"
        + "\n:-------+-------+-------:\n".join(
            "\n".join(
                "| " + " | ".join(" ".join(row[k : k + 3]) for k in (0, 3, 6)) + " |"
                for row in PUBLISHED[at : at + 3]
            )
            for at in (0, 3, 6)
        )
        + "\n'-------'-------'-------'\n",
        # matrices of MATLAB
        f"[{'; '.join(map(' '.join, ZEROS))}]",
        "A = [" + "\n".join(map(" ".join, ZEROS)) + "];",
        "M1=[ " + " ;...\n".join(map(",".join, ZEROS)) + " ]",
        # data of MiniZinc, as in its tutorial, and with what it has for an unknown value
        "S=3;\nstart=[|\n" + "|\n".join(map(", ".join, ZEROS)) + "|];",
        "puzzle = [|" + "|\n".join(map(",".join, ZEROS)).replace("0", "_") + "|];",
        # facts of Prolog, as in the manual of SWI
        "problem(1, [[" + "],\n [".join(map(",".join, ZEROS)).replace("0", "_") + "]]).",
        "sudoku([[" + "], [".join(map(",".join, ZEROS)).replace("0", "_") + "]]).",
    ],
)
def test_as_people_have_them(text: str) -> None:
    assert detect(text).name == "sudoku"
    assert loads(text) == loads(WHOLE)
    assert loads(text.replace("\n", "\r\n") + "\n") == loads(WHOLE)


@pytest.mark.parametrize(
    "text", ["x = 5", "a = [1, 2]", "t = ()", "f([[1, 2], [0, 1]]).", '["ab", "cd"]', "s = '....'"]
)
def test_what_else_programs_have_is_none(text: str) -> None:
    with pytest.raises(FormatError):
        loads(text)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("b = [\n[1,0,0,0],\n[0,0,0,0],\n[0,0,7,0],\n[0,0,0,4]]", 4, 6),
        ('b = ["1...",\n "....",\n "..7.", "...4"]', 3, 5),
        ("|1 |  |\n|  |  |\n|  |7 |\n|  | 4|", 3, 5),
    ],
)
def test_places_of_wrong_values(text: str, line: int, column: int) -> None:
    with pytest.raises(FormatError) as caught:
        loads(text, "sudoku")
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    "text",
    [
        "0 0 1 1\n0 0 1 1\n2 2 3 3\n2 2 3 3\n",
        "0011\n0011\n2233\n2233\n",
        "0011001122332233\n",
        "0,0,1,1\n0,0,1,1\n2,2,3,3\n2,2,3,3\n",
        "000111222" * 3 + "333444555" * 3 + "666777888" * 3,
    ],
)
def test_a_map_of_regions_is_no_sudoku(text: str) -> None:
    with pytest.raises(FormatError):
        loads(text)


def test_the_solution_of_something_else_is_no_sudoku() -> None:
    """A full board beside letters."""
    with pytest.raises(FormatError):
        loads(f"cages,sums,solved\nAABBB,3 12,{SOLUTION}\n")
    assert loads(f"1,{SOLUTION}\n") == loads(SOLUTION)


def test_many_with_headings() -> None:
    text = "".join(f"Grid {n:02}\n" + "\n".join(PUBLISHED) + "\n" for n in range(3))
    assert loads_all(text) == [loads(WHOLE)] * 3


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[[0, 2, 3, 4],\n [3, , 1, 2], [2, 1, 4, 0], [4, 3, 2, 1]]\n", (2, 6)),
        ("0,2,3,4\n3,,1,2\n2,1,4,0\n4,3,2,1\n", (2, 3)),
    ],
)
def test_a_value_that_is_lost_is_no_empty_cell(text: str, place: tuple[int, int]) -> None:
    with pytest.raises(FormatError, match="nothing in a cell beside '0' for empty") as caught:
        loads(text)
    assert (caught.value.line, caught.value.column) == place
    assert len(loads(text.replace("0", "")).cages) == 13


def test_a_dot_between_groups_is_no_empty_cell() -> None:
    rows = ["1---.----", *["---2.----"] * 8]
    with pytest.raises(FormatError, match=r"line 1, column 5: '\.' beside '-' for empty cells"):
        loads("\n".join(rows), "sudoku")
    with pytest.raises(FormatError, match="2 boards on a line"):
        loads(f"{WHOLE},{WHOLE}", "sudoku")


def samurai(hole: str) -> tuple[list[str], list[str]]:
    """Five boards whose corners overlap, and all of them in one picture."""
    random = Random(3)
    digits = [
        [random.choice("..." + "123456789"[(5 * r + c) % 9]) for c in range(21)] for r in range(21)
    ]
    starts = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)]
    boards = ["".join("".join(digits[r + i][c : c + 9]) for i in range(9)) for r, c in starts]
    picture = [[hole] * 21 for _ in range(21)]
    for r, c in starts:
        for i in range(9):
            picture[r + i][c : c + 9] = digits[r + i][c : c + 9]
    return boards, ["".join(row).rstrip() for row in picture]


def test_numbers_of_one_and_two_digits_are_not_cut_into_cells() -> None:
    """11 beside cells that stand alone is a number, and this a cage of another format."""
    assert detect("2 - 11 21\n" * 6).name == "aikenken"
    with pytest.raises(FormatError, match="line 1, column 5: '11' in a 4x4 board"):
        loads_all("2 . 11 21\n" * 6, "sudoku")


@pytest.mark.parametrize("name", ["grid", "latin_square", "qcp", "futoshiki"])
def test_a_value_with_the_name_of_another_puzzle_is_no_sudoku(name: str) -> None:
    rows = "[[1,0,0,0],[0,0,2,0],[0,0,0,0],[0,0,0,3]]"
    for text in (
        f"import solver\n{name} = {rows}\nsolve({name})\n",
        f"{name} = {rows};\n",
        f"{name}({rows.replace('0', '_')}).\n",
        f"n = 4;\n{name} = [|1,0,0,0|0,0,2,0|0,0,0,0|0,0,0,3|];\n",
        json.dumps({"type": name, "grid": json.loads(rows)}),
    ):
        if name == "grid":
            assert len(loads(text).cages) == 3
        else:
            with pytest.raises(FormatError):
                loads(text)


def test_a_samurai_is_refused_and_not_read_as_five_boards() -> None:
    boards, dotted = samurai(".")
    centre_first = [boards[2], *boards[:2], *boards[3:]]
    _, with_holes = samurai(" ")
    rows = "\n\n".join("\n".join(board[at : at + 9] for at in range(0, 81, 9)) for board in boards)
    texts = ["\n".join(boards), rows, "\n".join(centre_first), "\n".join(dotted)]
    for text in (*texts, "\n".join(with_holes), "# samurai\n" + boards[0]):
        with pytest.raises(FormatError, match="a Samurai, five Sudokus whose corners overlap"):
            loads_all(text)
    assert len(loads_all("\n".join([boards[1], *boards]))) == 6
    assert len(loads_all("\n".join([boards[0]] * 5))) == 5
    assert loads("size: 21\n\n" + ("." * 21 + "\n") * 21).rows == 21


@pytest.mark.parametrize(
    "more",
    [
        {"killer_cages": [[13, [[0, 0]]]]},
        *({"CAGES": [1]}, {"regions": [[1]]}, {"sums": [1]}, {"zones": [1]}, {"antiKnight": True}),
        *({"type": "X-Sudoku"}, {"variant": "windoku"}, {"kind": ["jigsaw"]}),
    ],
)
def test_an_object_with_more_than_a_board_is_no_plain_sudoku(more: dict[str, object]) -> None:
    board = [[0] * 9 for _ in range(9)]
    plain = {"puzzle": board, "solution": board, "diagonal": False, "type": "easy"}
    assert loads(json.dumps(plain)).rows == 9
    with pytest.raises(FormatError):
        loads(json.dumps({"puzzle": board, **more}))


@pytest.mark.parametrize("hole", ".0*")
@pytest.mark.parametrize("indent", [None, 1])
def test_rows_may_be_strings_in_an_array(hole: str, indent: int | None) -> None:
    rows = [row.replace(".", hole) for row in ROWS]
    text = json.dumps(rows, indent=indent)
    assert detect(text).name == "sudoku"
    assert loads(text) == loads("\n".join(ROWS))


@pytest.mark.parametrize(
    "rows",
    [
        ["0011", "0011", "2233", "2233"],
        ["000111222"] * 3 + ["333444555"] * 3 + ["666777888"] * 3,
        ["1.3.", "..1.", ".1.."],
        ["1.3.", "..1.", ".1..", "..."],
    ],
)
def test_an_array_that_may_be_regions_or_is_no_board_is_not_taken_for_one(rows: list[str]) -> None:
    for text in (json.dumps(rows), json.dumps([list(row) for row in rows])):
        with pytest.raises(FormatError):
            loads(text)


def test_a_board_in_an_array_may_have_a_value_twice_in_a_row() -> None:
    """It is a mistake in a Sudoku, which check tells; a map of regions has it in most rows."""
    assert len(loads('["11..", "..3.", ".4..", "...2"]').cages) == 5
    assert len(loads("[[1,1,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]").cages) == 5


@pytest.mark.parametrize("between", ["\n", "\n\n"])
@pytest.mark.parametrize(
    "regions", [["1112", "1322", "3332", "4444"], ["0001", "0211", "2221", "3333"]]
)
@pytest.mark.parametrize("join", ["\n", ""])
def test_a_map_of_regions_below_a_board_makes_it_a_jigsaw(
    between: str, regions: list[str], join: str
) -> None:
    board = ["1...", "..3.", ".4..", "...2"]
    text = join.join(board) + between + join.join(regions) + "\n"
    puzzle = loads(text)
    assert puzzle.givens == loads("\n".join(board)).givens
    assert extra_houses(puzzle.size, puzzle.houses).regions[0] == ((0, 0), (0, 1), (0, 2), (1, 0))
    assert loads_all(text + between + text) == [puzzle] * 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1...\n..3.\n.4..\n...2\n1112\n1322\n3332\n4443\n", "'3' has 5 cells in 2 parts"),
        ("1...\n..3.\n.4..\n...2\n1122\n2211\n3344\n3344\n", "'1' has 4 cells in 2 parts"),
        (f"1{'.' * 15}\n{'.' * 81}\n0011001122332233\n", "line 3.* a map of regions"),
        ("1...\n..3.\n.4..\n...2\n" + "1122\n1122\n3344\n3344\n" * 2, "line 9.* a map of regions"),
    ],
)
def test_maps_of_regions_that_fit_no_board(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        loads_all(text)


@pytest.mark.parametrize(
    "behind", [" # ED=7.1", "\tEasy", "; hard, 25", " 5.6", f" {SOLUTION}", " #"]
)
def test_words_behind_a_board_on_one_line(behind: str) -> None:
    line = WHOLE
    assert loads_all(f"{line}{behind}\n{line}\n") == [loads(line)] * 2


def test_a_board_that_lacks_a_cell_before_words() -> None:
    with pytest.raises(
        FormatError, match="line 1, column 1: a line of 80 cells; expected a row of 4"
    ):
        loads(WHOLE[:-1] + " # easy")
    wide = "1A" + "." * 254
    assert loads(f"{wide} # hard") == loads(wide)


def test_letters_behind_a_board_are_no_words() -> None:
    with pytest.raises(FormatError):
        loads(WHOLE + " " + "abbccdeff" * 9)


_ROWS = ["1...", "..3.", ".4..", "...2"]


@pytest.mark.parametrize("line", ["{},", "{};", "{} # a", "{} #", "'{}',"])
@pytest.mark.parametrize("between", ["", " ", ",", ", "])
def test_no_board_with_givens_is_a_latin_square(line: str, between: str) -> None:
    """A row may end in a separator or a comment: its boxes are not lost, whatever is there."""
    text = "\n".join(line.format(between.join(row)) for row in _ROWS) + "\n"
    try:
        found = loads(text)
    except FormatError:
        return
    assert found == loads("\n".join(_ROWS))


@pytest.mark.parametrize("line", ["{},", "{};", "{} # a"])
@pytest.mark.parametrize("between", ["", " "])
def test_what_stands_behind_a_row_is_no_cell(line: str, between: str) -> None:
    text = "\n".join(line.format(between.join(row)) for row in _ROWS) + "\n"
    assert loads(text) == loads("\n".join(_ROWS))


def test_a_board_that_no_reader_of_sudokus_takes_is_refused() -> None:
    with pytest.raises(FormatError):
        loads("\n".join(";".join(row) for row in _ROWS))
    latin = "\n".join(["1....", ".2...", "..3..", "...4.", "....5"])
    assert detect(latin).name == "native", "there are no boxes of five"


def test_what_a_player_has_put_in_has_as_many_lines_as_the_board() -> None:
    """Another puzzle may follow, without a heading."""
    rows = "\n".join(PUBLISHED) + "\n"
    state = "\n".join(SOLUTION[at : at + 9] for at in range(0, 81, 9)) + "\n"
    marks = "[Pencilmarks]\n" + "1,2,3\n" * 9
    text = f"[Puzzle]\n{rows}[State]\n{state}{marks}"
    assert loads_all(text + rows + "[State]\n" + state + rows) == [loads(WHOLE)] * 3


def test_a_board_that_lacks_a_row_takes_none_of_a_player() -> None:
    rows, state = "\n".join(PUBLISHED[:-1]) + "\n", "123456789\n" * 9
    with pytest.raises(FormatError, match=r"line 9.*: a board of 8 rows above; expected 9"):
        loads_all(f"{rows}[State]\n{state}")
    board = "\n".join(PUBLISHED) + "\n"
    assert loads_all(f"{board}{board}[State]\n{state}{board}") == [loads(WHOLE)] * 3


@pytest.mark.parametrize("separator", [",", " "])
def test_a_solution_beside_a_sudoku_has_its_givens(separator: str) -> None:
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    assert loads(f"{puzzle}{separator}{solution}\n") == loads(puzzle)
    with pytest.raises(FormatError, match="a solution with another value than a given") as caught:
        loads_all(f"{puzzle}{separator}4{solution[1:]}\n")
    assert (caught.value.line, caught.value.column) == (1, 83)


_BOARD = ("1...", "..3.", ".4..", "...2")


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(["1234", *_BOARD]),
        "\n".join([*_BOARD, "1..."]),
        "1,2,3,4\n" + "\n".join(",".join(row) for row in _BOARD),
        "| 1 | 2 | 3 | 4 |\n" + "\n".join(f"| {' | '.join(row)} |" for row in _BOARD),
    ],
)
def test_a_row_too_many(text: str) -> None:
    """Another board was read first, and the error came after its solution."""
    first, *others = loads_each(text)
    assert isinstance(first, FormatError)
    assert "5 rows of 4 cells, one below the other; expected 4: is one" in first.message
    assert not others


def test_words_below_a_board() -> None:
    """It was read without them, and the error came after its solution."""
    first, *others = loads_each("\n".join([*_BOARD, "", "Anti-knight rules apply."]))
    assert isinstance(first, FormatError)
    assert "'Anti-knight rules apply.' looks like words for people" in first.message
    assert not others


@pytest.mark.parametrize(
    ("key", "value"),
    [("dimensions", 4), *((each, [[1, 2, 3, 4]] * 4) for each in ("solutions", "answers"))],
)
def test_keys_beside_a_board_that_change_nothing(key: str, value: object) -> None:
    """They were taken for slips of the size and the solution, which are not read."""
    board = [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 2]]
    for text in (
        json.dumps({"puzzle": board, key: value}),
        json.dumps([{"grid": board, key: value}]),
    ):
        assert loads(text) == loads(json.dumps(board))


@pytest.mark.parametrize("key", ["diagnoal", "windku", "boxs", "anti_kinght"])
def test_a_misspelt_key_beside_a_board(key: str) -> None:
    board = f'{{"grid": [[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]], "{key}": true}}'
    assert len(loads(board.replace(key, "author")).givens) == 4
    for text in (board, f"[{board}]", f'{{"puzzles": [{board}]}}', f'{{"a": {{"b": {board}}}}}'):
        with pytest.raises(FormatError, match=f"unknown key '{key}'; expected"):
            loads(text)


@pytest.mark.parametrize(
    "text",
    [
        "[[1 0 0 0]\n [0 0 3 0]\n [0 4 0 0]\n [0 0 0 2]]\n",
        "[[1. 0. 0. 0.]\n [0. 0. 3. 0.]\n [0. 4. 0. 0.]\n [0. 0. 0. 2.]]\n",
        "array([[1, 0, 0, 0],\n       [0, 0, 3, 0],\n       [0, 4, 0, 0],\n       [0, 0, 0, 2]])\n",
        "grid = np.array([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]], dtype=int8)\n",
        "[[1 0\n  0 0]\n [0 0 3 0]\n [0 4 0 0]\n [0 0 0 2]]\n",
    ],
)
def test_arrays_of_numpy(text: str) -> None:
    assert detect(text).name == "sudoku"
    assert loads(text) == loads("\n".join(_BOARD))
    with pytest.raises(FormatError, match="expected 1 to 4") as caught:
        loads(text.replace("4", "7"), "sudoku")
    assert caught.value.line == 1 + text[: text.find("4")].count("\n")


def test_long_arrays_of_numpy_take_little_time() -> None:
    start = time.process_time()
    for text in ("[[1 2]\n" * 10000, "array([[" * 10000, "[[" + "1 " * 40000, "[[1.2 3]]" * 9000):
        with pytest.raises(FormatError):
            loads_all(text)
    assert time.process_time() - start < 10


_OF_A_SPREADSHEET = [["1", "", "", ""], ["", "", "3", ""], ["", "", "", ""], ["", "", "", "2"]]


@pytest.mark.parametrize("separator", ["\t", ";", ",", '","'])
def test_a_board_as_spreadsheets_save_it(separator: str) -> None:
    """Nothing stands in an empty cell, and a row may be empty. Only commas were read."""
    rows = [separator.join(row) for row in _OF_A_SPREADSHEET]
    text = "\r\n".join(f'"{row}"' if '"' in separator else row for row in rows)
    assert loads(text) == loads("1.....3........2")


def test_numbers_and_letters_in_a_spreadsheet() -> None:
    """Where no cell is empty, tabs are blanks as they were."""
    row = "A\t.\t" + "\t".join("." * 14)
    text = "\n".join([row, row.replace("A", "1"), *(14 * ["\t".join("." * 16)])])
    assert loads(text).givens == {(0, 0): 10, (1, 0): 1}


@pytest.mark.parametrize("rule", ["|---|---|---|---|", "| :-: | :-- | --: | - |"])
@pytest.mark.parametrize("names", ["|   |   |   |   |", "| 1 | 2 | 3 | 4 |", "| a | b | c | d |"])
def test_a_table_in_markdown(names: str, rule: str) -> None:
    """It has a row of names above its rule, which was one row too many."""
    rows = ["| " + " | ".join(row) + " |" for row in _OF_A_SPREADSHEET]
    assert loads("\n".join([names, rule, *rows])) == loads("1.....3........2")
    assert loads("\n".join([rows[0], rule, *rows[1:]])) == loads("1.....3........2")


def test_a_table_in_markdown_names_the_line_of_an_error() -> None:
    rows = ["| " + " | ".join(row) + " |" for row in _OF_A_SPREADSHEET]
    text = "\n".join(["\n|   |   |   |   |", "|---|---|---|---|", *rows])
    with pytest.raises(FormatError, match="'7' in a 4x4 board") as caught:
        loads(text.replace("3", "7"))
    assert (caught.value.line, caught.value.column) == (5, 9)


def test_objects_with_a_line_for_the_board() -> None:
    """As data sets have them; they were the nearest to ``arithmatrix``."""
    other = LINE.replace("..5", "..6", 1)
    lines = [{"puzzle": LINE, "solution": "1" * 81}, {"id": 2, "puzzle": other.replace(".", "0")}]
    boards = [loads(LINE), loads(other)]
    assert loads_all("\n".join(map(json.dumps, lines))) == boards
    assert loads_all(json.dumps(lines, indent=1)) == boards
    assert loads(json.dumps({"board": "1.....3........2"})) == loads("1.....3........2")
    with pytest.raises(FormatError, match="a line of 80 cells") as caught:
        loads(json.dumps({"puzzle": LINE[1:]}))
    assert (caught.value.line, caught.value.column) == (1, 13)
    numbers = [int(each) for each in LINE.replace(".", "0")]
    for whole in ({"puzzle": numbers}, {"puzzle": numbers, "solution": [1] * 81}):
        assert loads(json.dumps(whole)) == loads(LINE)
    for lost in ({"puzzle": numbers[1:]}, {"puzzle": [10, *numbers[1:]]}):
        for two in ([{"puzzle": numbers}, lost], {"a": {"puzzle": LINE}, "b": lost}):
            with pytest.raises(FormatError, match=r"\.puzzle has no board"):
                loads_all(json.dumps(two))
    with pytest.raises(FormatError, match=r"\[1\] has no board"):
        loads_all(json.dumps([{"puzzle": numbers}, {"puzzle": []}]))
    assert loads(json.dumps({"puzzle": LINE, "of": {"grid": [9, 9]}})) == loads(LINE)
    for wrong in (
        {"puzzle": numbers[1:]},
        {"puzzle": [5, 5, *numbers[2:]]},
        {"puzzle": LINE, "type": "killer"},
        {"puzzle": LINE.replace("5", "X")},
    ):
        with pytest.raises(FormatError):
            loads(json.dumps(wrong))
    with pytest.raises(FormatError, match="'X' in a 9x9 board"):
        loads(json.dumps({"puzzle": LINE.replace("5", "X", 1)}))


def test_numbers_in_one_array() -> None:
    """As in github.com/RaspPiTor/sudoku_solver and many others; but 81 numbers may be anything."""
    numbers = [int(each) for each in LINE.replace(".", "0")]
    assert loads(json.dumps(numbers)) == loads(json.dumps([numbers])) == loads(LINE)
    assert loads_all(json.dumps([numbers, numbers])) == [loads(LINE)] * 2
    program = f"fn main() {{\n    let sudoku: [u8; 81] = {numbers};\n    solve(sudoku);\n}}\n"
    assert loads(program) == loads(LINE)
    columns = [at % 9 for at in range(81)]
    for other in (numbers[1:], columns, [5, 5, *numbers[2:]], [*numbers[:80], 10]):
        with pytest.raises(FormatError):
            loads(json.dumps(other))
        with pytest.raises(FormatError, match="the source of a program, and no value in it"):
            loads(program.replace(str(numbers), str(other)))


HEXADECIMAL = """\
- - 2 - 3 1 D - - - - - 7 E 6 -
8 E - 9 - - - - - D - 6 B - A -
6 - - - - - E 0 - B - A - - - 1
C 1 - A - - B - 0 - E - 4 - 8 -
- C 5 - - - - 4 - 3 - - - - - 9
- - - 7 - 5 - E - A B - - - - 0
- 6 8 - 9 2 - - E - - - 5 A - 7
- - - 1 - - 7 D 9 - F 2 - B - -
- - 6 - 0 9 - 2 F 4 - - 1 - - -
9 - 1 5 - - - 8 - - D E - 6 2 -
3 - - - - F 1 - 2 - 8 - 9 - - -
A - - - - - 6 - 1 - - - - 3 7 -
- 3 - 8 - A - 6 - E - - 2 - 4 B
5 - - - F - 8 - A 1 - - - - - C
- A - B 1 - 9 - - - - - 8 - 5 D
- 7 D 0 - - - - - 8 4 F - 9 - -
"""
"""A board of 0 to F, as in github.com/joephysics62/sudoku; its solution is the only one."""


def test_a_board_of_0_to_f() -> None:
    cells = HEXADECIMAL.split()
    cages = [
        Cage((divmod(at, 16),), "=", int(text, 16)) for at, text in enumerate(cells) if text != "-"
    ]
    board = Puzzle(16, cages, range(16), houses=boxes(16, 4, 4))
    decimal = [text if text == "-" else str(int(text, 16)) for text in cells]
    between_bars = HEXADECIMAL.replace(" ", "|").replace("-", " ").replace("\n", "|\n|")
    for text in (
        HEXADECIMAL,
        HEXADECIMAL.lower().replace("-", "."),
        HEXADECIMAL.replace(" ", ""),
        "".join(cells).replace("-", "."),
        "\n".join(",".join(decimal[at : at + 16]) for at in range(0, 256, 16)).replace("-", ""),
        "|" + between_bars.removesuffix("|"),
    ):
        assert loads(text) == board


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("D - - - - - 7", "D 0 - - 0 - 7"),  # twice in a row, or in a column: for empty cells
        ("- C 5 - - - - 4", "- C 5 - - - - 0"),
        ("8 E - 9 - -", "8 E - 9 - 0"),  # twice in a box
        ("D - - - - - 7", "G - - - - - 7"),  # the sixteenth value from 1
        ("D - - - - - 7", "D - - . - - 7"),
    ],
)
def test_0_that_may_be_no_value(old: str, new: str) -> None:
    with pytest.raises(FormatError, match="beside '0' for empty cells"):
        loads(HEXADECIMAL.replace(old, new, 1))


def test_0_beside_small_numbers_only() -> None:
    """Nothing shows that the board counts from 0."""
    rows = [". 9 . 0" + " ." * 8, *[". " * 12] * 11]
    with pytest.raises(FormatError, match="beside '0' for empty cells"):
        loads("\n".join(rows))
    assert loads("\n".join(rows).replace("9", "10")).givens == {(0, 1): 10, (0, 3): 0}


@pytest.mark.parametrize(("size", "letters"), [(10, " (A is 10)"), (12, " (A is 10, C is 12)")])
def test_letters_that_are_values(size: int, letters: str) -> None:
    row = " ".join(["1", *("." * (size - 1))])
    text = "\n".join([row.replace(".", "Z", 1), *[row] * (size - 1)])
    with pytest.raises(FormatError) as caught:
        loads(text)
    assert caught.value.message.endswith(f"or 0 or . for an empty cell{letters}")
