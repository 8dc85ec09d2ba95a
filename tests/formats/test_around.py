"""What stands around a puzzle: a solution below it, comments, and values given inside its cages."""

import json
import re
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kenken_cp.errors import FormatError
from kenken_cp.formats import FORMATS, ReadPuzzle, detect, dumps, loads, loads_all, loads_each
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._words import Word
from kenken_cp.model.operators import MULTIPLY
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU
from kenken_cp.model.rules import violations
from tests.strategies import examples, planted


@pytest.fixture(scope="module")
def solved() -> tuple[Puzzle, list[list[int]]]:
    """A puzzle that many formats hold, and its solution."""
    grid = [[1, 2, 3], [3, 1, 2], [2, 3, 1]]
    puzzle = loads("aab\ncdb\ncdd\na 3+\nb 1-\nc 1-\nd 5+\n")
    assert not violations(puzzle, grid)
    return puzzle, grid


_HOLD_IT = [
    *("native", "neknek", "aikenken", "bparr", "tuples", "mapu", "daily", "numbered"),
    *("letters", "rooms", "indexgrid", "janko", "inline", "upc", "pairs", "keen", "share"),
]


@pytest.mark.parametrize("name", _HOLD_IT)
@pytest.mark.parametrize("form", ["rows", "packed", "brackets", "one line", "headed"])
def test_a_solution_below(name: str, form: str, solved: tuple[Puzzle, list[list[int]]]) -> None:
    puzzle, grid = solved
    text = dumps(puzzle, name)
    below = {
        "rows": "\n".join(" ".join(map(str, row)) for row in grid),
        "packed": "\n".join("".join(map(str, row)) for row in grid),
        "brackets": "\n".join(f"[{', '.join(map(str, row))}]" for row in grid),
        "one line": " ".join(str(value) for row in grid for value in row),
        "headed": "Solution:\n" + "\n".join(" ".join(map(str, row)) for row in grid),
    }[form]
    assert loads_all(f"{text}\n{below}\n") == [puzzle]
    assert detect(f"{text}\n{below}\n").name == name


@pytest.mark.parametrize("name", _HOLD_IT)
def test_full_width(name: str, solved: tuple[Puzzle, list[list[int]]]) -> None:
    """As Chinese and Japanese keyboards type digits and signs."""
    text = dumps(solved[0], name)
    wide = "".join(chr(ord(char) + 0xFEE0) if char.isdigit() else char for char in text)
    assert wide != text
    assert detect(wide).name == name
    assert loads(wide) == loads(wide, name) == solved[0]
    everything = "".join(chr(ord(char) + 0xFEE0) if char > " " else char for char in text)
    assert loads(everything.replace(" ", "\u3000")) == solved[0]


def test_the_place_of_an_error_in_full_width() -> None:
    with pytest.raises(FormatError, match=r"line 3, column 8: cell 'C'; expected column A to Z"):
        loads("３\n３ + A1 B1\n１ - C1 C\n２ - A2 A3\n")


def test_a_grid_below_that_is_no_solution(solved: tuple[Puzzle, list[list[int]]]) -> None:
    """It is an error, or, behind a separator, a puzzle of its own: never left out."""
    text = dumps(solved[0], "native")
    for grid in ("1 2 3\n2 3 1\n3 1 2\n", "1 2 3\n2 2 1\n3 1 2\n"):
        with pytest.raises(FormatError, match="do not solve the puzzle above"):
            loads_all(f"{text}\n{grid}")
    with pytest.raises(FormatError):
        loads_all(dumps(solved[0], "letters") + "\n1 2 3\n2 3 1\n3 1 2\n")
    assert len(loads_all(f"{text}---\n123\n312\n231\n")) == 2


@pytest.mark.parametrize(
    "name", ["keen", "share", "upc", "janko", "indexgrid", "mapu", "kiguli", "objects", "penpa"]
)
@pytest.mark.parametrize("comment", ["# from a book", "// from a book"])
def test_comments_above(name: str, comment: str) -> None:
    text = FORMATS.named(name).example
    assert loads_all(f"{comment}\n\n{text}") == loads_all(text)
    assert loads_all(f"{comment}\n\n{text}\n") == loads_all(text, name)


@pytest.mark.parametrize("name", [name for name in FORMATS.names() if name != "arrows"])
@pytest.mark.parametrize("sign", [">", "> ", " >  ", "> > ", ">>> "])
def test_quoted_in_mail(name: str, sign: str) -> None:
    text = FORMATS.named(name).example
    quoted = "".join(f"{sign}{line}\n" for line in text.splitlines())
    assert loads_all(quoted) == loads_all(quoted, name) == loads_all(text)
    assert detect(f"{sign}\n{quoted}").name == name


def test_what_is_quoted_in_mail_keeps_its_place() -> None:
    with pytest.raises(FormatError, match=r"operator '!'; expected one of") as caught:
        loads("> 2\n> 3 + A1 B1\n> 3 ! A2 B2\n")
    assert (caught.value.line, caught.value.column) == (3, 5)


@pytest.mark.parametrize("name", FORMATS.names())
@pytest.mark.parametrize(
    "signature",
    [
        "-- \nJoe Bloggs (Prof.)\nDepartment of Puzzles\n\njoe99@example.org, https://example.org/1\n",
        "--\nJoe\nTel. +44 20 7946 0000\nfax +44 20 7946 0001",
        "-- \nJoe Bloggs\nRoom 4.12\n12a Baker Street\nLondon NW1 6XE\n10115 Berlin\n",
        "Sent from my iPhone 15\n",
        "-- \nJoe\n\nGet Outlook for Android",
    ],
)
def test_a_signature_of_mail(name: str, signature: str) -> None:
    text = FORMATS.named(name).example
    assert loads_all(f"{text}\n{signature}") == loads_all(text)
    assert loads_all(f"{text}\n\n{signature}", name) == loads_all(text)
    assert detect(f"{text}\n{signature}").name == name


def test_a_puzzle_that_is_quoted_above_a_signature() -> None:
    text = "> # 2\n> + 3 A1 A2\n> + 3 B1 B2\n"
    expected = loads(text)
    assert loads(f"{text}\n-- \nJoe\n") == loads(f"{text}> -- \n> Joe\n") == expected


@pytest.mark.parametrize(
    "below",
    [
        *("+ 3 B1 B2", "add three 0,0", "Joe, 12 High Street", "(no more) {", "-- \n" * 9),
        *("Joe\n+ 3 B1 B2", "Joe\nAdding 3 B1 B2", "Joe\nPuzzle 2", "Joe\nMinus 3 B1", "Joe\n3 b1"),
    ],
)
def test_what_may_be_of_a_puzzle_is_no_signature(below: str) -> None:
    with pytest.raises(FormatError):
        loads(f"# 2\n+ 3 A1 A2\n+ 3 B1 B2\n-- \n{below}\n")


@pytest.mark.parametrize(
    "rule",
    [
        "Sudoku X",
        "both main lines from corner to corner hold every digit once",
        "Values from nought to two",
        "Operators hidden",
        "The digits go around the torus",
        "ab",
    ],
)
def test_what_may_be_a_rule_is_no_signature(rule: str) -> None:
    board = "1...\n....\n....\n...2\n"
    with pytest.raises(FormatError):
        loads(f"{board}--\n{rule}\n")


@pytest.mark.parametrize("size", [4, 6])
@pytest.mark.parametrize(
    "rows", ["aabbcc\naabbcc\naabbcc\nddeeff\nddeeff\nddeeff", "Both diagonals"]
)
def test_what_may_be_the_regions_of_a_sudoku_is_no_signature(size: int, rows: str) -> None:
    board = "".join("." * at + str(at + 1) + "." * (size - at - 1) + "\n" for at in range(size))
    for below in (rows, rows.upper(), f"{rows}\nJoe", re.sub("([a-f]{2})", r"\1 ", rows)):
        with pytest.raises(FormatError):
            loads(f"{board}-- \n{below}\n")
    assert loads(f"{board}-- \nJohn Smith\nProfessor\n") == loads(board)


def test_a_signature_alone_is_no_puzzle() -> None:
    with pytest.raises(FormatError):
        loads("-- \nSent from my iPhone\n")


def test_arrows_are_no_quotation_marks() -> None:
    """Each row begins with an arrow to its sum."""
    arrows = "> 45 < < < < < < <\n" * 9
    assert len(loads(arrows).cages) == 9


@pytest.mark.parametrize("name", ["share", "janko", "daily", "letters", "rooms", "neknek", "solo"])
@pytest.mark.parametrize("title", ["Puzzle 17", "## KenKen #3 ##", "Example no. 4: (easy)"])
def test_words_that_count_puzzles(name: str, title: str) -> None:
    text = FORMATS.named(name).example
    titled = f"{title}\n{text}\n{title}\n{text}"
    assert loads_all(titled) == loads_all(titled, name) == 2 * loads_all(text)
    assert detect(titled).name == name


def test_a_title_is_no_row_of_two_cells() -> None:
    """The second was the clue of the first, ``Puzzle``."""
    text = "ab\nbb\na: 1\nb: 4*\n"
    assert loads_all(f"Puzzle 1\n{text}Puzzle 2\n{text}") == 2 * loads_all(text)


@pytest.mark.parametrize("name", ["keen", "share", "janko", "neknek", "calcudoku", "mapu", "rooms"])
@pytest.mark.parametrize("sign", ["#", "//", "%", ";"])
def test_comments_behind_what_lines_say(name: str, sign: str) -> None:
    text = FORMATS.named(name).example
    lines = text.splitlines()
    noted = "\n".join([*lines[:-1], f"{lines[-1]}  {sign} from a book"])
    assert loads_all(noted) == loads_all(text)


@pytest.mark.parametrize("sign", ["#", "%", ";"])
def test_an_operator_that_is_not_known_makes_no_comment(sign: str) -> None:
    """The cage was left out as a comment, and with it the size of a board without a head."""
    text = f"# 3\n+ 6 A1 A2 A3\n{sign} 2 B1 B2\n+ 3 B3 C3\n+ 5 C1 C2\n"
    with pytest.raises(FormatError, match=f"operator '{sign}'; expected one of") as caught:
        loads(text)
    assert (caught.value.line, caught.value.column) == (3, 1)
    right = text.replace(f"{sign} 2", "- 2")
    for comment in (f"{sign} 3x3 from a book", f"{sign}{sign}{sign}", f"{sign} ---"):
        assert loads(f"{comment}\n{right}") == loads(f"{right}{comment}\n") == loads(right)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("aab\ncdb\ncdd\n\na 3+\nb 1 #\nc 2-\nd 12*\n", 6, 5, "unknown operator '#'"),
        ("aab\ncdb\ncdd\n\na 3+\nb # 1\nc 2-\nd 12*\n", 6, 3, "clue '# 1'"),
        ("3\nAAB\nCDB\nCDD\nA 3 +\nB 1 #\nC 2 -\nD 12 *\n", 6, 5, "operator '#'; expected one"),
        ("3\nAAB\nCDB\nCDD\n3+\n1 #\n2-\n12*\n", 6, 1, "'1 #'; expected the clue of 'B'"),
        ("3\nAAB\nCDB\nCDD\nA + 3\nB # 1\nC - 2\nD * 12\n", 6, 1, "'B # 1'; expected a letter"),
        ("2\n3#0-1#+\n#2-3#+\n", 3, 1, "target '#2-3#+'; expected an integer"),
        ("size=2\n+ 3 1,1 1,2\n# 3 2,1 2,2\n", 3, 1, "operator '#'; expected one of"),
        ("k = [ Cage 3 Add [(1,1),(1,2)]\n ; Cage 3 Add [(2,1),(2,2)]]\n", 2, 2, "';'; expected"),
        ("t(2, [\n#(3, [1-1, 1-2]),\n+(3, [2-1, 2-2])]).\n", 2, 1, "'#'; expected"),
        ("KenKen\n3+00.01\n2cc10\n1c11\n", 3, 3, "'c10'; expected"),
    ],
)
def test_a_sign_of_comments_for_an_operator(
    text: str, line: int, column: int, message: str
) -> None:
    """The cage had a hidden operator, or none of the board had it."""
    with pytest.raises(FormatError) as caught:
        loads(text)
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    "text",
    [
        "aab\ncdb\ncdd\n\na 3+ # 5\nb 1-  #\nc 2- # two\n#\nd 12* # 12 = 3 x 4\n",
        "3\nAAB\nCDB\nCDD\nA + 3 # 5\nB - 1 #\nC - 2\n# 3 5\nD * 12\n",
    ],
)
def test_comments_that_say_little(text: str) -> None:
    assert loads(text) == loads("aab\ncdb\ncdd\na 3+\nb 1-\nc 2-\nd 12*\n")


def test_a_cage_in_a_comment() -> None:
    text = "# 2\n# + 3 A1 A2\n#- 1 A1 A2\n# 3 cages\n+ 3 A1 A2\n"
    assert loads(text) == Puzzle(2, [Cage([(0, 0), (0, 1)], "+", 3)])


@pytest.mark.parametrize("name", ["share", "keen", "daily", "letters", "aikenken", "kiguli", "ps"])
def test_a_rule_between_puzzles(name: str) -> None:
    text = FORMATS.named(name).example
    assert loads_all(f"{text}---\n{text}\n-----\n\n{text}") == 3 * loads_all(text)
    for other in ("1 + 9\n", "aab\nccb\n"):
        with pytest.raises(FormatError):
            loads_all(f"{text}---\n{other}")
    with pytest.raises(FormatError):  # together they would be a puzzle
        loads_all("3 + 0 1\n---\n3 + 2 3\n")


@pytest.mark.parametrize(
    "text",
    [
        "Puzzle 17\n# 2\n+ 3 A1 A2\n+ 3 B1 C2\n",
        "kenken(4,\n# 2\n+ 3 A1 A2\n+ 3 B1 B2\n",
        "KenKen 2x2\n# 2\n+ 3 A1 A2\n+ 3 B1 B2\n",
        "# 2\n+ 3 A1 A2 # a\n+ 3 B1 B2\n",
        "# samurai\n" + "." * 80 + "1\n",
    ],
)
def test_other_words_are_not_left_out(text: str) -> None:
    with pytest.raises(FormatError):
        loads_all(text)


def test_a_file_of_shared_puzzles_larger_than_a_target_can_be() -> None:
    """Another reader asked for the first target of ``5:0000...``, in all its digits."""
    board = Puzzle(8, [Cage([(row, column)], "=", 1) for row in range(8) for column in range(8)])
    assert loads_all(dumps(board, "share") * 2) == [board] * 2


def test_boards_one_after_the_other() -> None:
    """Without a head the next one begins where all cells of one are in cages."""
    for name in ("aikenken", "numbered"):
        text = FORMATS.named(name).example
        assert loads_all(f"{text}\n{text}") == 2 * loads_all(text)
        first = text.split("\n")[0]
        with pytest.raises(FormatError) as caught:
            loads_all(f"{text}{first}\n", name)
        assert caught.value.line == text.count("\n") + 1


def test_signs_as_people_type_them() -> None:
    for sign in "*×·∗✕xX":
        assert loads(f"2\n2 {sign} A1 B1\n3 + A2 B2\n", "daily").cages[0].clue == "2*"
    assert loads("2\n[(0,0),(0,1)] ADD 3\n[(1,0),(1,1)] Mult 2\n") == loads(
        "2\n[(0,0),(0,1)] add 3\n[(1,0),(1,1)] mult 2\n"
    )


# --- values given inside cages ---

_SQUARES = [
    rows
    for rows in product(permutations((1, 2, 3)), repeat=3)
    if all(len(set(column)) == 3 for column in zip(*rows, strict=True))
]


@given(st.data())
@examples(100)
def test_a_value_given_inside_a_cage(data: st.DataObject) -> None:
    """The same grids as those of the puzzle that have the value there; or an error."""
    puzzle, grid = data.draw(planted(st.just(3)))
    assume(puzzle.has_usual_values)
    cells = data.draw(st.sets(st.sampled_from(puzzle.cells), min_size=1, max_size=3))
    draft = Draft(1)
    for cage in puzzle.cages:
        draft.add(cage.cells, cage.operator, cage.target, Word("", 1, 1))
    for row, column in sorted(cells):
        draft.give((row, column), grid[row][column], Word("", 2, 1))
    try:
        found = draft.puzzle(3, puzzle.rules, houses=puzzle.houses).puzzle
    except FormatError:
        return  # as the next tests say
    for square in _SQUARES:
        given_too = all(square[r][c] == grid[r][c] for r, c in cells)
        assert (not violations(found, square)) == (given_too and not violations(puzzle, square))


def test_given_inside_cages_of_a_course() -> None:
    text = "2 2\n1 3 2 1 1 [1] 1 2\n3 2 2 2 1 2 2\n"
    assert loads(text) == loads("2 3\n0 1 1 1 1\n0 2 1 1 2\n3 2 2 2 1 2 2\n")
    wide = "3 3\n1 6 3 1 1 [1] 1 2 1 3\n1 6 3 2 1 2 2 2 3\n3 6 3 3 1 3 2 3 3\n"
    assert [str(cage) for cage in loads(wide).cages][:2] == ["1 at r1c1", "5+ at r1c2 r1c3"]


@pytest.mark.parametrize(
    ("cells", "operator", "target", "value", "message"),
    [
        (3, "-", 0, 3, "whose other cells are no cage by themselves then"),
        (2, "-", 1, 2, "whose other cells are no cage by themselves then"),
        (2, "+", 9, 1, "which no values of its other cells make then"),
        (3, "*", 4, 3, "which no values of its other cells make then"),
        (3, None, 6, 1, "whose other cells are no cage by themselves then"),
    ],
)
def test_given_inside_a_cage_that_cannot_be_split(
    cells: int, operator: str | None, target: int, value: int, message: str
) -> None:
    draft = Draft(1)
    draft.add([(0, c) for c in range(cells)], operator, target, Word("", 1))
    draft.give((0, 0), value, Word("", 2, 5))
    with pytest.raises(FormatError, match=message) as caught:
        draft.puzzle(3, CALCUDOKU)
    assert (caught.value.line, caught.value.column) == (2, 5)


@pytest.mark.parametrize(("target", "why"), [(0, "are no cage by"), (6, "no values of its")])
def test_a_zero_given_inside_a_product(target: int, why: str) -> None:
    draft = Draft(1)
    draft.add([(0, 0), (0, 1), (1, 0)], MULTIPLY, target, Word("", 1))
    draft.give((0, 0), 0, Word("", 2, 5))
    with pytest.raises(FormatError, match=why):
        draft.puzzle(3, CALCUDOKU, values=(0, 1, 2))


@pytest.mark.parametrize(
    ("name", "text", "lost", "doubt"),
    [
        ("neknek", "# 2\n+ 3 A1 A2\n! 2 B1\n", "+ 3 A1 A2\n! 2 B1\n", "no cage has several cells"),
        ("vk", "size=2\n+ 3 1,1 1,2\n", "+ 3 1,1 1,2\n", "no cage has several cells"),
        ("letters", "4\nA...\n.B..\n....\n....\nA = 1\nB = 3\n. B 2\n", ". B 2\n", "'. B 2'"),
    ],
)
def test_what_a_text_that_ends_early_has_lost(name: str, text: str, lost: str, doubt: str) -> None:
    """A board without its cages, or without its boxes, is one, too."""
    [whole], [rest] = loads_each(text, name), loads_each(text.removesuffix(lost), name)
    assert isinstance(whole, ReadPuzzle)
    assert isinstance(rest, ReadPuzzle)
    assert whole.doubts == ()
    assert doubt in rest.doubts[0]


@pytest.mark.parametrize("name", [known.name for known in FORMATS if '"' in known.example])
def test_typographic_quotation_marks(name: str) -> None:
    """As word processors and mail put them in place of those of JSON."""
    text = FORMATS.named(name).example
    typed = re.sub('"([^"]*)"', "\u201c\\1\u201d", text)
    if name in ("krazydad", "penpa"):  # which show themselves as they are
        with pytest.raises(FormatError, match=r"1 sums in puzz_hint|a damaged drawing"):
            loads_all(typed)
    else:
        assert loads_all(typed) == loads_all(typed, name) == loads_all(text)


@pytest.mark.parametrize("name", ["aikenken", "walls", "json", "sudokupad", "ipuz"])
@pytest.mark.parametrize("blank", ["\u00a0", "\u200b "])
def test_blanks_of_web_pages(name: str, blank: str) -> None:
    text = FORMATS.named(name).example
    assert loads_all(text.replace(" ", blank)) == loads_all(text)


@pytest.mark.parametrize("name", ["rooms", "neknek", "daily", "sudoku", "ipuz", "share", "keen"])
@pytest.mark.parametrize("words", ["From: a friend\nSubject: this one\n", "Here it is:\n```text\n"])
def test_words_above(name: str, words: str) -> None:
    """They were a board in some other format."""
    with pytest.raises(FormatError, match="looks like words for people; expected # before"):
        loads_all(f"{words}{FORMATS.named(name).example}")


def test_a_cell_of_janko_in_no_cage() -> None:
    """A number of a cage that is mistyped makes a cell of its own, without a clue."""
    [found] = loads_each("2 2\n3+ .\n2 1\n1 11\n2 3\n", "janko")
    assert isinstance(found, ReadPuzzle)
    assert found.listed
    assert found.puzzle.free_cells == ((0, 1),)


_GRID = [[1, 2], [2, 1]]
_CELLS = [{"cellNumber": n, "value": value} for n, value in enumerate((1, 2, 2, 1))]
_LATIN = [[(3 * r + r // 3 + c) % 9 + 1 for c in range(9)] for r in range(9)]
_DIGITS = "".join(str(value) for row in _LATIN for value in row)


@pytest.mark.parametrize(
    ("name", "key", "solution", "wrong"),
    [
        ("arithmatrix", "solution", _GRID, [[2, 1], [1, 2]]),
        ("arithmatrix", "solution", [1, 2, 2, 1], [1, 1, 2, 2]),
        ("gauguin", "cells", _CELLS, [*_CELLS[:3], {"cellNumber": 3, "value": 2}]),
        ("ipuz", "solution", _GRID, [[1, 2], [1, 2]]),
        ("f-puzzles", "solution", [1, 2, 2, 1], [2, 1, 1, 2]),
        ("sudokupad", "solution", "1221", "2112"),
        ("puzzlekit", "solution", "1 2\n2 1", "2 1\n1 2"),
    ],
)
def test_a_solution_in_the_file(name: str, key: str, solution: Any, wrong: Any) -> None:
    """It was not looked at: a puzzle that was damaged was another one."""
    text = FORMATS.named(name).example
    data = json.loads(text)
    inner = data["data"]["1"] if name == "puzzlekit" else data.get("puzzle", data)
    for said in (solution, wrong, "?", [], None):
        inner[key] = said
        if said is wrong:
            with pytest.raises(FormatError, match="a solution that does not fit") as caught:
                loads_all(json.dumps(data))
            assert caught.value.column
        elif name != "gauguin" or said in (solution, None):
            assert loads_all(json.dumps(data)) == loads_all(text)


def test_a_solution_in_a_table_or_below() -> None:
    head, row = FORMATS.named("krazydad").example.splitlines()
    table = f"{head},solved\n{row},"
    for digits in (_DIGITS, "", "?"):
        assert loads(f"{table}{digits}\n") == loads(f"{head}\n{row}\n")
    with pytest.raises(FormatError, match="a solution that does not fit"):
        loads(f"{table}{_DIGITS[1:]}{_DIGITS[0]}\n")
    text = FORMATS.named("mapu").example
    assert loads_all(f"{text}1 2\n2 1\n{text}") == 2 * loads_all(text)
    with pytest.raises(FormatError, match="a solution that does not fit") as caught:
        loads_all(f"{text}2 1\n1 2\n{text}")
    assert caught.value.line == 5


@pytest.mark.parametrize("title", ["KenKen puzzle #12", "Sudoku Puzzle 3:", "Puzzle 12 (hard)"])
def test_a_title_that_counts_a_puzzle(title: str) -> None:
    text = "aab\nccb\nddd\n\na 3+\nb 3+\nc 4+\nd 6+\n"
    assert loads(f"{title}\n\n{text}") == loads(text)
