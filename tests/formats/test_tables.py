"""Tables in the source of pages: HTML, LaTeX, OpenSudoku."""

import pytest

from kenken_cp import loads, loads_all
from kenken_cp.errors import FormatError
from kenken_cp.formats import loads_each
from kenken_cp.formats.record import ReadPuzzle

ROWS = ["1..4", ".2..", "..3.", "4..1"]
SUDOKU = loads("".join(ROWS))
PICTURE = ["aab", "ccb", "cdd"]
CLUES = ["a 3+", "b 1-", "c 7+", "d 6*"]
KENKEN = loads("\n".join([*PICTURE, *CLUES]))


def html(rows: list[list[str]], cell: str = "<td>{}</td>") -> str:
    """A table of HTML."""
    lines = ["<tr>" + "".join(map(cell.format, row)) + "</tr>" for row in rows]
    return "<table class='board'>\n" + "\n".join(lines) + "\n</table>\n"


BOARD = [[cell.strip(".") for cell in row] for row in ROWS]
FIELD = '<td class="x"><input size="1" readonly value="{}"></td>'
PAGE = "<!DOCTYPE html>\n<html><body><p>No. 12</p>\n{}</body></html>\n"
LATEX = "\\documentclass{{article}}\n\\begin{{document}}\n{}\\end{{document}}\n"
ENVIRONMENT = "\\begin{sudoku}\n" + "".join(
    "|" + "|".join(row.replace(".", " ")) + "|.\n" for row in ROWS
)
TABULAR = "\\begin{tabular}{|*{4}{c|}} \\hline\n" + "".join(
    " & ".join(f"\\textbf{{{cell}}}" if cell else "" for cell in row) + " \\\\ \\hline\n"
    for row in BOARD
)


@pytest.mark.parametrize(
    "text",
    [
        html(BOARD),
        html(BOARD, "<TD bgcolor=red>{}").upper(),  # the end of a cell may be left out
        html(BOARD, "<td><b>{}</b>&nbsp;</td>"),
        html(BOARD, FIELD),
        PAGE.format(html(BOARD)),
        PAGE.format(f"<table><tr><td>menu</td><td>{html(BOARD, FIELD)}</td></tr></table>\n"),
        ENVIRONMENT + "\\end{sudoku}\n",
        LATEX.format(ENVIRONMENT + "\\end{sudoku}\n"),
        LATEX.format(TABULAR + "\\end{tabular}\n"),
    ],
)
def test_sudokus_in_tables(text: str) -> None:
    (read,) = loads_each(text)
    assert isinstance(read, ReadPuzzle), read
    assert read.puzzle == SUDOKU
    (doubt,) = read.doubts
    assert doubt.endswith("its borders and colours, and the words around it, are not read")


def test_cages_in_tables() -> None:
    picture = html([*map(list, PICTURE), *map(str.split, CLUES)])
    assert loads(PAGE.format(picture)) == KENKEN
    cages = [["op", "target", "cells"], ["+", "3", "A1 B1"], ["=", "2", "A2"], ["=", "1", "B2"]]
    small = loads("aa\n21\na 3+\n")
    assert set(loads(html(cages)).cages) == set(small.cages)
    assert set(loads(tabular(cages)).cages) == set(small.cages)


def tabular(rows: list[list[str]]) -> str:
    """A table of LaTeX."""
    lines = "".join(" & ".join(row) + " \\\\\n" for row in rows)
    return f"\\begin{{tabular}}{{*{{{len(rows[0])}}}{{c}}}}\n{lines}\\end{{tabular}}\n"


@pytest.mark.parametrize("clue", ["d 6$\\times$", "d $6\\cdot$", "d 6\\textbf{*}"])
def test_operators_of_latex(clue: str) -> None:
    assert loads(tabular([*map(list, PICTURE), *map(str.split, [*CLUES[:3], clue])])) == KENKEN


def test_an_operator_in_a_tag_of_its_own() -> None:
    clues = [*CLUES[:3], "d 6<b>&times;</b>"]
    assert loads(html([*map(list, PICTURE), *map(str.split, clues)])) == KENKEN


def with_one_more(cell: str) -> list[list[str]]:
    """A board of 16x16 with little in it but that cell."""
    rows = [[""] * 16 for _ in range(16)]
    for row, value in enumerate((16, 15, 14, 13)):
        rows[row][row] = str(value)
    rows[7][3] = cell
    return rows


@pytest.mark.parametrize("cell", ["\\candidates{1}{2}", "{1}{2}", "\\x", "\\phantom{3}"])
def test_a_cell_of_latex_that_may_show_something_else(cell: str) -> None:
    assert len(loads(tabular(with_one_more("\\textbf{12}"))).cages) == 5
    with pytest.raises(FormatError, match="LaTeX, and no puzzle in it that can be read"):
        loads(tabular(with_one_more(cell)))


@pytest.mark.parametrize("cell", ["<i>1</i><i>2</i>", "1<br>2", "<img src=12.png>"])
def test_a_cell_of_html_that_may_show_something_else(cell: str) -> None:
    with pytest.raises(FormatError, match="an HTML page, and no puzzle"):
        loads(html(with_one_more(cell)))


def test_hidden_fields_are_not_shown() -> None:
    hidden = "<input name=solution type='hidden' value=3><input value=''>"
    assert len(loads(html(with_one_more(hidden))).cages) == 4


@pytest.mark.parametrize(
    "rows",
    [
        [["3+", "", "1-"], ["7+", "", ""], ["", "6*", ""]],  # cages that only borders show
        [["3", "", "2", ""], ["", "1", "", "0"], ["2", "", "", "3"], ["", "3", "2", ""]],
        [["1", "2"], ["2", "1"]],
    ],
)
def test_other_tables(rows: list[list[str]]) -> None:
    with pytest.raises(FormatError, match="an HTML page, and no puzzle"):
        loads(html(rows))


def test_tables_in_comments_are_none() -> None:
    for text in (
        f"<html>\n<!-- {html(BOARD[::-1])} -->\n{html(BOARD)}</html>\n",
        LATEX.format(ENVIRONMENT + "%|1| | | |.  the first\n\\end{sudoku}\n"),
    ):
        assert loads(text) == SUDOKU


def test_several_tables() -> None:
    assert loads_all(html(BOARD) + html(BOARD[::-1])) == [SUDOKU, loads("".join(ROWS[::-1]))]


def test_values_of_a_page_go_before_its_tables() -> None:
    script = (
        "<script>\nvar grid = [[1,0,0,0],[0,0,2,0],[0,0,0,0],[0,0,0,3]];\nshow(grid);\n</script>"
    )
    puzzle = loads(PAGE.format(html(BOARD) + script))
    assert [str(cage) for cage in puzzle.cages] == ["1 at r1c1", "2 at r2c3", "3 at r4c4"]


def test_files_of_opensudoku() -> None:
    lines = ["8" + "0" * 80, "0" * 80 + "9"]
    games = "\n".join(f'<game data="{line}" />' for line in lines)
    text = f'<?xml version="1.0"?>\n<opensudoku>\n<name>x</name>\n{games}\n</opensudoku>\n'
    reads = list(loads_each(text))
    assert [read.puzzle for read in reads if isinstance(read, ReadPuzzle)] == list(
        map(loads, lines)
    )
    assert not any(read.doubts for read in reads if isinstance(read, ReadPuzzle))
    played = f'<game state="1" data="version: 4&#10;{"0|0|511|1|" * 81}" />'
    first, *_ = loads_each(text.replace("</open", f"{played}\n</open"))
    assert isinstance(first, ReadPuzzle)
    assert first.doubts == ("1 other game in this file cannot be read",)
