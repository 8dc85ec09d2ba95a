"""Puzzles of newdoku.com as a solver's author types them: a comment, ``KenKen``, a cage a line.

    Newdoku.com 1278350
    KenKen
    3+00.01
    2c10

A cell is its row and its column, a digit each, from 0; ``:`` divides, ``c`` is a given. There is no
size: the last cell shows it. One puzzle a file.
"""

from kenken_cp.formats.cage_lines.cells import Cells
from kenken_cp.formats.cage_lines.lines import CageLines, HeadLine

FORMAT = CageLines(
    name="newdoku",
    line="{target}{operator}{cells}",
    cells=Cells(
        r"(?P<row>[0-9])(?P<column>[0-9])(?![0-9])",
        "{row}{column}",
        "a digit each for row and column",
        most=10,
    ),
    between=".",
    head=(HeadLine(r"KenKen", "Puzzle\nKenKen", "KenKen"),),
    comment=r"(?!KenKen$|[0-9]\S*$)(?=.*[A-Za-z]{2}).*",  # but no word that begins as a cage
).format(
    summary="a comment, KenKen, then 3+00.01: target, operator, cells",
    example="Puzzle\nKenKen\n3+00.01\n2c10\n1c11\n",
)
