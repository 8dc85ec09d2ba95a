"""What a person who has not read the manual tries, and gives by mistake: a sentence that says what
it looks like and what to write instead.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kenken_cp.errors import FormatError
from kenken_cp.formats import load_all, loads, loads_all

CLUES = "\na 3+\nb 1-\nc 2-\nd 12*\n"
ON_ONE_LINE = "the rows of a picture on one line; expected each on a line of its own, 'aab', then"
IN_LISTS = "cages as lists of cells; expected a picture of the board with a letter, say a, in "
DRAWN = "a drawn table; expected the rows without lines between their cells, 'aab' for this one"
IN_CELLS = "clues in the cells of the board; expected a picture of the board"
JSON = 'expected objects such as {"size": 2, "cages": ['
IN_BRACKETS = "a row in brackets or quotation marks; expected"

FIRST_TRIES = [
    ("aab|cdb|cdd" + CLUES, f"1:1: {ON_ONE_LINE} 'cdb', then 'cdd', then the clues, as in 'a 3+'"),
    ("aab cdb cdd" + CLUES, f"1:1: {ON_ONE_LINE}"),
    ("aab, cdb, cdd" + CLUES, f"1:1: {ON_ONE_LINE}"),
    ("aab/cdb/cdd a3+ b1- c2- d12*", f"1:1: {ON_ONE_LINE}"),
    ("aab cdb cdd", f"1:1: {ON_ONE_LINE}"),
    ("a a b / c d b / c d d" + CLUES, f"1:1: {ON_ONE_LINE}"),
    ("a,a,b;c,d,b;c,d,d" + CLUES, f"1:1: {ON_ONE_LINE}"),
    ("aab\n\ncdb\n\ncdd\n" + CLUES, "3:1: 'cdb'; expected a label and its clue, as in a 11+ (the"),
    ("[a a b]\n[c d b]\n[c d d]\n" + CLUES, f"1:1: {IN_BRACKETS} 'aab'"),
    ("[[a, a, b],\n [c, d, b],\n [c, d, d]]\n" + CLUES, f"1:1: {IN_BRACKETS} 'aab'"),
    ("[['aa', 'b'],\n ['aa', 'c']]\naa 3+\nb 1\nc 2\n", f"1:1: {IN_BRACKETS} 'aa b'"),
    ('"aab"\n"cdb"\n"cdd"\n' + CLUES, f"1:1: {IN_BRACKETS} 'aab'"),
    ("rules: kenken\n[aab]\n[cdb]\n" + CLUES, f"2: {IN_BRACKETS} 'aab'"),
    ("Monday 1\naab\ncdb\ncdd\n" + CLUES, "1:1: 'Monday 1' looks like words for people; exp"),
    ("Here it is:\n\naab\ncdb\ncdd\n" + CLUES, "1:1: 'Here it is:' looks like words for people"),
    ("An easy one for you\n```\naab\ncdb\ncdd\n" + CLUES, "1:1: 'An easy one for you' looks like"),
    ("Cages:\naab\ncdb\ncdd\n" + CLUES, "1:1: 'Cages:' looks like words for people"),
    ("3x3, easy:\naab\ncdb\ncdd\n" + CLUES, "1:1: '3x3, easy:' looks like words for people"),
    ("aab\ncdb\ncdd\n\nClues\n" + CLUES, "5:1: 'Clues' looks like words for people; expected #"),
    ("aab\ncdb\ncdd\n\nClues:\n" + CLUES, "5:1: 'Clues:' looks like words for people"),
    ("aab\ncdb\ncdd\n" + CLUES + "\nThanks!\n", "10:1: 'Thanks!' looks like words for people"),
    ("aab\ncdb\ncdd\n" + CLUES + "Zed 3+\n", "9:1: label 'Zed' has a clue but is not in the"),
    ("aabb;ccdd;eeff;gghh", "1:1: the rows of a picture on one line"),
    ("r1c1 r1c2: 12x\nr2c1: 3", "1:1: cell r2c2 is in no cage; expected one for each"),
    ("2: C3\n12x: A1, A2\n", f"2:1: {IN_LISTS}A1 and A2, and below it the line 'a 12x'"),
    ("+,3,A1,B1\n-,1,C1,C2\n", f"1:1: {IN_LISTS}A1 and B1, and below it the line 'a +3'"),
    (
        "line,place,cage,target,op\n1,1,1,3,+\n1,2,1,3,+\n",
        "1:1: a table of values separated by commas; expected a row for each cage, below headings",
    ),
    ("*12 @ A1 A2", f"1:1: {IN_LISTS}A1 and A2, and below it the line 'a *12'"),
    ("+---+---+---+\n| a | a | b |\n+---+---+---+\n| c | d | b |\n" + CLUES, f"2:1: {DRAWN}"),
    ("| a | a | b |\n|---|---|---|\n| c | d | b |\n| c | d | d |\n" + CLUES, f"1:1: {DRAWN}"),
    ("a|a|b\nc|d|b\nc|d|d\n" + CLUES, f"1:1: {DRAWN}"),
    (
        "aa|ab|cd\nef|ab|cd\nef|bb|gg\n--+--+--\nhh|hi|ij\nkk|ll|ij\nkm|mn|nn\n\na = 9  b = 12",
        "1:1: " + DRAWN.replace("aab", "aaabcd"),
    ),
    ("a|a|b\nc|d|b\nc|d|aa\n" + CLUES, "1:1: " + DRAWN.replace("aab", "a a b")),
    ("┏━━━┯━━━┓\n┃12×│2  ┃\n┃   │   ┃\n┗━━━┷━━━┛", "1: a board of 1 rows and 2 columns"),
    ("|12×|2  |\n|2+ |3  |\n|---+---|", "1:1: a drawn table, in which a program"),
    ("3+ 3+ 1-\n2- 12* 1-\n2- 12* 12*", f"1:1: {IN_CELLS}"),
    ("3+ . 1-\n2- 12* .\n. . .", f"1:1: {IN_CELLS}"),
    ("123231312", "1:1: a grid of numbers, and no puzzle: a solution, perhaps, which check --grid"),
    ("1 2 3 4\n2 1 4 3", "1:1: a grid of numbers, and no puzzle"),
    # the first as in ascotth/quantumkillersudoku
    ("0,0 0,1 1,0 6\n0,2 1,1 1,2 8\n", "1:1: cages without operators; sums alone show a Killer"),
    ("6 0,0 0,1\n8 0,2 1,1 1,2\n", "1:1: cages without operators; sums alone show a Killer"),
    # as in the models of hakank/hakank
    (
        "int: n = 6;\narray[1..1, 1..5] of int: P = array2d(1..1, 1..5, [\n 1,1, 2,1, 11\n]);\n",
        "1:1: a model or data of MiniZinc, which is not read",
    ),
    (
        "n = 3;\ncells = [{1,2},{3,6},{4,7},{5,8,9}];\nops=[plus,minus,minus,times];\n",
        "1:1: a model or data of MiniZinc, which is not read",
    ),
    (
        'include "globals.mzn";\nint: n = 4;\nconstraint x[1,1] + x[1,2] = 3;\nsolve satisfy;\n',
        "1:1: a model or data of MiniZinc, which is not read",
    ),
    # programs with sets of answers
    (
        "#const n=4.\ncage(1,add,3). cell(1,1,1). cell(1,1,2).\ncage(2,sub,1).  % the second\n",
        "2:1: facts of a logic program; expected one for each cage, as in cage(add, 3, [(1,1),",
    ),
    # as in csplib/csplib
    (
        "%\n#const n=9.\np(3,   1,1,  1,2).\np(15,  1,3,  1,4, 1,5).\nval(1..n).\n"
        ":- p(Res, X1,X2, Y1,Y2),\n    x(X1,X2, X), x(Y1,Y2, Y), X+Y != Res.\n",
        "3:1: facts of a logic program; expected one for each cage, as in cage(add, 3, [(1,1),",
    ),
    ("language Essence' 1.0\nletting n be 3\n", "1:1: a model or data of Essence, which is not re"),
    ("letting n be 3\nletting cages be [[1,1,2],[3,4,2]]\n", "1:1: a model or data of Essence"),
    (
        '<puzzle size="3">\n<cage op="+"/></puzzle>\n',
        "1:1: XML, which is not read; expected a pict",
    ),
    # as in josuecm13/Kenken
    ("<gameboard.logic.board.KenkenBoard>\n</gameboard.logic.board.KenkenBoard>\n", "1:1: XML, wh"),
    ("0 0 0\n0 1 0\n0 0 0", "1:1: 0 in the picture, with values 1..3; expected ."),
    ("size 2x3\naab\nccb\na 3+\n", "1:1: a size without its name; expected 'size: 2x3'"),
    ("2x3\naab\nccb\na 3+\n", "1:2: label 'x' has no clue; is '2x3' the size?"),
    ("a 3\nb 4\n\naab\nabb\n", "1:1: the clues before the picture; expected the picture first"),
    (
        "AAB\nCDB\nCDD\n\na 3+\n",
        "5:1: label 'a' has a clue but is not in the picture; is 'A' meant",
    ),
    (
        '{"puzzle":{"size":4,"cages":[]}}',
        "1:1: no puzzle whose format is clear; it can be read with --from arithmatrix",
    ),
    (
        '{"size":2,"cages":[{"cells":["r1c1"],"opr":"+","tgt":3}]}',
        "1:38: cages[0].opr: unknown key",
    ),
    (
        '{"size":2,"cages":[{"cells":[[0,0]],"clue":"3"}]}',
        "1:37: cages[0].clue: unknown key; known: cells, op, target",
    ),
    ("[[1, 2], [2, 1]]", f"1:1: data, but not as the json format has it; {JSON}"),
    ("{'size': 4}", f"1:1: data, but not as the json format has it; {JSON}"),
    ("cage,target,operator\n1,3,add\n", "1:1: a table of values separated by commas; expected"),
    ("cage\ttarget\n1\t3\n", "1:1: a table of values separated by tabs; expected"),
    (
        "<!DOCTYPE html>\n<p>x</p>",
        "1:1: an HTML page, and no puzzle; expected the text of a puzzle",
    ),
    ("\n  <svg></svg>", "2:3: an SVG drawing, and no puzzle"),
    ('<?xml version="1.0"?>\n<svg></svg>', "1:1: an SVG drawing, and no puzzle"),
    (
        '<?xml version="1.0"?>\n<kenken size="3"/>',
        "1:1: XML, which is not read; expected a picture",
    ),
    ('<kenken size="2">\n<cage target="3">r1c1 r2c1</cage>\n', "1:1: XML, which is not read; exp"),
    (
        "line,place,cage,clue\n1,1,A,3+\n1,2,B,3+\n2,1,A,\n2,2,B,\n",
        "1:1: a table of values separated by commas; expected",
    ),
    (
        "n = 2;\ntarget = [3, 3];\ncage = [| 1, 1\n        | 2, 2 |];\n",
        "1:1: a model or data of MiniZinc, which is not read; expected a picture",
    ),
    (
        "\\begin{tabular}{|c|c|}\na & a \\\\\n\\end{tabular}\n",
        "1:1: LaTeX, and no puzzle in it that can be read",
    ),
    ("<?php\n$board = [[1, 0], [0, 2]];\n", "1:1: PHP, and no puzzle in it that can be read"),
    ("[[1, 0, 0, 0], [0, 2, 0,", "1:1: a value with a '[' that no ']' closes"),
    (
        "Who can solve this one?\n\n1...\n..2.\n.3..\n...4\n\nThanks, Bob\n",
        "1:1: 'Who can solve this one?' looks like words for people; expected # before them",
    ),
    ("1. 3+: r1c1 r1c2\n2. 1-: r2c1 r2c2 r2c3\n", "1:1: '1. 3+: r1c1 r1c2'; no puzzle in any of"),
]


@pytest.mark.parametrize(("text", "message"), FIRST_TRIES)
def test_a_sentence_that_shows_what_to_write(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads_all(text, source="x")
    assert str(caught.value).startswith(f"x:{message}")
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"%PDF-1.7\n\0", "a PDF file; expected a text in UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0", "a PNG picture; expected a text in UTF-8"),
        (b"\xff\xd8\xff\xe0", "a JPEG picture"),
        (b"PK\x03\x04\x14\0", "a zip archive, or a document that is one (such as .docx or .xlsx)"),
        (b"\x1f\x8b\x08", "a damaged gzip file: it ends early"),
        (b"\xff\xfea\0b", "not UTF-16, as its mark says: at offset 4 is truncated data"),
        ("aab".encode("utf-32"), "a text in UTF-32"),
    ],
)
def test_other_files(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "puzzle.kk"
    path.write_bytes(data)
    with pytest.raises(FormatError) as caught:
        load_all(path)
    assert str(caught.value).startswith(f"{path}: {message}")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_with_its_mark_is_read(tmp_path: Path, encoding: str) -> None:
    """As Excel saves "Unicode text"."""
    text = "a\ta\tb\r\nc\td\tb\r\nc\td\td\r\n" + CLUES.replace("\n", "\r\n")
    path = tmp_path / "puzzle.txt"
    path.write_bytes(("\ufeff" + text).encode(encoding))
    assert load_all(path) == loads_all(text)


FENCED = [
    "```\naab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-\nd 12*\n```\n",
    "~~~ kk\naab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-\nd 12*\n~~~\n",
    "```text\nsize: 3\naab\ncdb\ncdd\n```\n\n```\na 3+\nb 1-\nc 2-\nd 12*\n```\n",
    "# mine\n\n```\naab\ncdb\ncdd\na 3+\nb 1-\nc 2-\nd 12*\n```\n",
]


@pytest.mark.parametrize("text", FENCED)
def test_code_in_markdown_is_read(text: str) -> None:
    assert loads_all(text) == loads_all("aab\ncdb\ncdd\n" + CLUES)


_WIDE = "aabbcc\nddbeec\nfghiij\nfghklj\n\n" + "".join(f"{label} 3+\n" for label in "abcdefghij")


def test_the_digits_of_a_size_together() -> None:
    """``46`` is a size, too."""
    with pytest.raises(FormatError, match=r"expected 46, as the size is 46x46; is it 4x6\?"):
        loads(f"size: 46\n\n{_WIDE}")


@pytest.mark.parametrize("size", ["4,6", "4*6", "4 6", "4 by 6", "4\u00d76"])
def test_other_signs_in_a_size(size: str) -> None:
    with pytest.raises(FormatError, match="expected rows x columns, as in 4x6"):
        loads(f"size: {size}\n\n{_WIDE}")
