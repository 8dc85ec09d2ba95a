"""Every wrong text is one clear FormatError, with its place."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from formats.refusing import expect_refusal
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from kenken_cp.errors import FormatError, KenKenError, UnknownNameError
from kenken_cp.formats import (
    FORMATS,
    dumps,
    dumps_all,
    fitting,
    load,
    load_all,
    loads,
    loads_all,
    read_text,
)
from kenken_cp.model.puzzle import Puzzle

CLUES = "\nab\nab\n\na 3+\nb 3+\n"
SAVED = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\n"
CAGE = '{"size": 2, "cages": [\n'
CELL = '"cells": [[0, 0]]'
NINES = "9" * 101

# (format, text, line, column, part of the message)
BAD = [
    ("native", "size: 3\naab\ncdb\n", 4, None, "the picture ends after row 2; expected 3, as the"),
    ("native", "size: 2\nab\n\nab\n\na 3+", 3, None, "the picture ends after row 1; expected 2"),
    (
        "native",
        "size: 3x2\nab\nab\n\na 3",
        4,
        None,
        "ends after row 2; expected 3, as the size is 3x2",
    ),
    ("native", "size: 2x3\nab\nab\n\na 3", 2, 1, "row 1 of the picture has 2 cells; expected 3"),
    ("native", "size: 4" + CLUES, 2, 1, "has 2 cells; expected 4, as the size is 4x4"),
    ("native", "aab\ncc\n\na 3+", 2, 1, "row 2 of the picture has 2 cells; expected 3"),
    ("native", "size: 2\nab\nab\nab\na 3", 4, 1, "or is its size wrong?"),
    ("native", "ab\n\nab\n\na 3+", 3, 1, "'ab'; expected a label and its clue"),
    ("native", "aab\ncdb\n", 1, 1, "label 'a' has no clue"),
    ("native", "aab\ncbb\na 3 ~\nc 1\nb 3+", 3, 5, "unknown operator"),
    ("native", "size: 4y6" + CLUES, 1, 7, "size '4y6'; expected an integer"),
    ("native", "size: 4x" + CLUES, 1, 7, "size '4x'; expected rows x columns, as in 4x6"),
    ("native", "size: 4x65" + CLUES, 1, 7, "size '65'; expected 1 to 64"),
    ("native", "size: 2\nsize: 2" + CLUES, 2, 1, "a second 'size'; the first is on line 1"),
    ("native", "a\n" * 65 + "\na 3", 65, None, "a picture of more than 64 rows"),
    ("native", "diagonals: yes\n...\n...", 1, 12, "a board of 2x3 has no main diagonals"),
    ("native", "boxes: 2x2\n...\n...", 1, 8, "boxes of 2x2 do not fit a 2x3 board"),
    ("native", "aab\ncdb\ncdde\n\na 3+\n", 3, 1, "row 3 of the picture has 4 cells; expected 3"),
    ("native", "a a b\nc d b\nc d\n\na 3+", 3, 1, "row 3 of the picture has 2 cells; expected 3"),
    ("native", "aab\nc?b\ncdd\n\na 3+\n", 2, 2, "'?' in the picture; expected a label"),
    ("native", "a" * 65, 1, 1, "a row of 65 cells; expected 1 to 64"),
    ("native", "aab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-", 2, 2, "label 'd' has no clue"),
    ("native", "ab\nab\n\na 3\nb 3\n---\nab\nab\n\na 3", 7, 2, "label 'b' has no clue"),
    ("native", "ab\nab\n\na 3\nb 3\n e 4", 6, 2, "label 'e' has a clue but is not in the picture"),
    ("native", "ab\nab\n\na 3+\na 4+\n", 5, 1, "a second clue for 'a'; the first is on line 4"),
    ("native", "ab\nab\n\na +\nb 9\n", 4, 3, "clue '+'; expected a target and an operator"),
    ("native", "ab\nab\n\na 1O+\nb 9\n", 4, 3, "clue '1O+' has letters for digits; is 10+ meant?"),
    ("native", "ab\nab\n\na l0+\nb 9\n", 4, 3, "clue 'l0+' has letters for digits; is 10+ meant?"),
    ("native", "ab\nab\n\na 1O~\nb 9\n", 4, 3, "unknown operator 'O~'; known: given"),
    ("native", "ab\nab\n\na 3~\nb 9\n", 4, 3, "unknown operator '~'; known: given"),
    ("native", "ab\nab\n\na 3=\nb 9\n", 4, 3, "a given on 2 cells; expected one"),
    ("native", f"ab\nab\n\na {NINES}+\nb 9\n", 4, 3, "target has 101 digits; expected at most 100"),
    (
        "native",
        "aab\naab\nbbb\n\na 3-\nb 9\n",
        5,
        3,
        "kenken rules allow only + and * on that many",
    ),
    ("native", "ab\nab\n\na\nb 9\n", 4, 1, "'a'; expected a label and its clue"),
    ("native", CLUES + "rules: kenken", 7, 1, "a directive after the picture"),
    (
        "native",
        "rule: kenken" + CLUES,
        1,
        1,
        "unknown directive 'rule'; known: title, level, size, rules",
    ),
    ("native", "title: a\ntitle: b" + CLUES, 2, 1, "a second 'title'; the first is on line 1"),
    ("native", "rules: foo" + CLUES, 1, 8, "unknown rule set 'foo'; known: kenken"),
    ("native", "values: 5..0" + CLUES, 1, 9, "expected the lower end first"),
    ("native", "values: 0..9999999" + CLUES, 1, 9, "both within -1000000..1000000"),
    ("native", "values: 1 2 x" + CLUES, 1, 13, "value 'x'; expected an integer"),
    ("native", "values:" + CLUES, 1, 8, "no values"),
    ("native", "values: 1 1 2" + CLUES, 1, 9, "values 1 1 2 repeat"),
    ("native", "title: x\nvalues: 1" + CLUES, 2, 9, "1 values (1) for lines of 2 cells"),
    ("native", "boxes: 3x3" + CLUES, 1, 8, "boxes of 3x3 do not fit a 2x2 board"),
    ("native", "boxes: two" + CLUES, 1, 8, "boxes 'two'; expected rows x columns"),
    ("native", "diagonals: maybe" + CLUES, 1, 12, "diagonals 'maybe'; expected yes or no"),
    ("native", "house: r1c1 r9c9" + CLUES, 1, 8, "cell r9c9 of a house is outside the board"),
    ("native", "house: r1c1 x" + CLUES, 1, 13, "cell 'x'; expected row and column"),
    ("native", "solutions: many" + CLUES, 1, 12, "solutions 'many'; expected a count"),
    ("native", "title: x\n", 2, None, "no picture"),
    ("json", '{"size": 2, "cages": [}', 1, 23, "not JSON: Expecting value"),
    (
        "json",
        '{"size": 2, "title": "a\n"}',
        1,
        24,
        "not JSON: a line break or tab between quotation",
    ),
    ("json", '{"size": 2}', 1, 1, "cages: missing; expected a list of cages, such as {"),
    ("json", '{"cages": []}', 1, 1, "size: missing; expected the number of rows, or [rows, col"),
    ("json", "3", 1, 1, "the puzzle: found 3; expected an object with the keys title, rules, size"),
    ("json", '{"size": 2, "cages": [], "colour": 1}', 1, 26, "colour: unknown key; known: title"),
    ("json", '{"size": 2, "cages": [], "level": "x"}', 1, 26, "level: unknown key; known: title"),
    ("json", '{"size": 2.0, "cages": []}', 1, 10, "size: found 2.0; expected a number from 1"),
    ("json", '{"size": NaN, "cages": []}', 1, 10, "size: found NaN; expected a number from 1"),
    ("json", '{"size": true, "cages": []}', 1, 10, "size: found true; expected a number from 1"),
    ("json", '{"size": 1, "cages": []}\n{"size": 0, "cages": []}', 2, 10, "size: found 0; expect"),
    ("json", '{"size": "4x6", "cages": []}', 1, 10, 'size: found "4x6"; expected a number from 1'),
    ("json", '{"size": [4, 65], "cages": []}', 1, 10, "size: found [4, 65]; expected a number"),
    ("json", '{"size": [4, "6"], "cages": []}', 1, 10, 'size: found [4, "6"]; expected a number'),
    (
        "json",
        '{"size": [4], "cages": []}',
        1,
        10,
        "size: found [4]; expected a number from 1 to 64",
    ),
    ("json", '{"size": 2, "size": 2, "cages": []}', 1, 13, "key 'size' twice"),
    ("json", '{"size": 2, "cages": {}}', 1, 22, "cages: found {}; expected a list of cages"),
    (
        "json",
        '{"size": 1, "cages": [], "title": null}',
        1,
        35,
        "title: found null; expected a text",
    ),
    (
        "json",
        '{"size": 1, "cages": [], "title": "\\ud800"}',
        1,
        35,
        "expected a text of whole charac",
    ),
    ("native", "level: a\nlevel: b" + CLUES, 2, 1, "a second 'level'; the first is on line 1"),
    ("json", '{"size": 1, "cages": [], "rules": "x"}', 1, 35, "rules: unknown rule set 'x'"),
    ("json", '{"size": 1, "cages": [], "rules": 3}', 1, 35, "rules: found 3; expected a text"),
    ("json", '{"size": 1, "cages": [], "solutions": -1}', 1, 39, "solutions: found -1; expected a"),
    (
        "json",
        '{"size": 1, "cages": [], "solutions": null}',
        1,
        39,
        "solutions: found null; expected",
    ),
    (
        "json",
        '{"size": 1, "cages": [], "values": []}',
        1,
        36,
        "values: found []; expected a list of",
    ),
    ("json", '{"size": 2, "cages": [], "values": [1, 1]}', 1, 36, "values: values 1 1 repeat"),
    ("json", '{"size": 2, "cages": [], "values": "0..1"}', 1, 36, 'values: found "0..1"; expected'),
    (
        "json",
        '{"size": 2, "cages": [], "houses": {}}',
        1,
        36,
        "houses: found {}; expected a list of",
    ),
    (
        "json",
        '{"size": 2, "cages": [], "houses": [[]]}',
        1,
        37,
        "houses[0]: found []; expected a li",
    ),
    (
        "json",
        '{"size": 2, "cages": [], "houses": [[[0, 1]], [[0, 0], [0, 0]]]}',
        1,
        47,
        "houses[1]: the house r1c1 r1c1: expected 1 to 2 different cells",
    ),
    (
        "json",
        CAGE + "3]}",
        2,
        1,
        "cages[0]: found 3; expected an object with the keys cells, op and",
    ),
    (
        "json",
        CAGE + f'{{{CELL}, "target": 1}}]}}',
        2,
        1,
        "cages[0].op: missing; expected the symbol",
    ),
    ("json", CAGE + f'{{{CELL}, "op": "="}}]}}', 2, 1, "cages[0].target: missing; expected an int"),
    (
        "json",
        CAGE + '{"cells": [], "op": "=", "target": 1}]}',
        2,
        11,
        "cages[0].cells: found []; e",
    ),
    (
        "json",
        CAGE + '{"cells": ["r1c1"], "op": "=", "target": 1}]}',
        2,
        12,
        'cages[0].cells[0]: found "r1c1"; expected [row, column] from [0, 0] to [1, 1]',
    ),
    (
        "json",
        CAGE + '{"cells": [[1, 0], [2, 0]], "op": "+", "target": 1}]}',
        2,
        20,
        "cages[0].cells[1]: found [2, 0]; expected [row, column] from [0, 0] to [1, 1]",
    ),
    (
        "json",
        CAGE + f'{{{CELL}, "op": "add", "target": 1}}]}}',
        2,
        27,
        'cages[0].op: found "add"; expected one of = + - * / mod ',
    ),
    (
        "json",
        CAGE + f'{{{CELL}, "op": "", "target": 1}}]}}',
        2,
        27,
        'cages[0].op: found ""; expected',
    ),
    (
        "json",
        CAGE + f'{{{CELL}, "op": "=", "target": "1"}}]}}',
        2,
        42,
        'cages[0].target: found "1"; expected an integer',
    ),
    (
        "json",
        CAGE + f'{{{CELL}, "op": "-", "target": 1}}]}}',
        2,
        1,
        "cages[0]: operator '-' of the",
    ),
    (
        "json",
        CAGE + '{"cells": [[0, 0], [0, 1]], "op": "=", "target": 1}]}',
        2,
        1,
        "cages[0]: operator '=' of the cage at r1c1 r1c2 needs one cell",
    ),
    (
        "json",
        CAGE + f'{{{CELL}, "op": "=", "target": 1}},\n{{{CELL}, "op": "=", "target": 1}}]}}',
        3,
        12,
        "cages[1].cells[0]: found [0, 0], which is in cages[0] already; expected each cell in one",
    ),
    (
        "json",
        CAGE + '{"cells": [[0, 0], [0, 1], [1, 0]], "op": "-", "target": 1}]}',
        2,
        1,
        "cages[0]: the cage 1- at r1c1 r1c2 r2c1 has 3 cells; kenken rules allow only + and *",
    ),
    ("json", "[" * 100_000, 1, 2, "nested too deeply"),
    ("json", '{"a":' * 100_000, 1, 1, "nested too deeply"),
    ("objects", "[" * 101 + "]" * 101, 1, 1, "nested too deeply"),
    ("objects", '{"a":' * 900 + "1" + "}" * 900, 1, 1, "nested too deeply"),
    ("json", '{"size": ' + "9" * 5000, 1, 10, "a number of 5000 digits; expected at most 100"),
    ("json", "[]", 1, None, "no puzzle in an empty array"),
    ("json", '[{"size": 1, "cages": []}', 1, 26, "expected ',' and another object"),
    ("json", '[{"size": 1, "cages": []},\n]', 1, 26, "expected ',' and another object"),
    ("json", '[{"size": 1, "cages": []}]\n x', 2, 2, "text after the array"),
    ("keen", "3:a_3aba_,m3a5s1", 1, 1, "3 clues; expected 4"),
    ("keen", "3:a_3aba_,m3a5s1s1a4", 1, 19, "5 clues; expected 4"),
    ("keen", "3:a_3aba_,m3a5s1q1", 1, 17, "'q' among the clues; expected a, s, m or d"),
    ("keen", "3:a_3Bba_,m3a5s1s1", 1, 6, "'B' among the blocks; expected _ or a letter"),
    ("keen", "3:a_3aba,m3a5s1s1", 1, 3, "the blocks describe 12 edges; expected 13"),
    ("keen", "5:oy,m3", 1, 3, "the blocks end with an open edge; expected the closing wall"),
    ("keen", "2:y,m3", 1, 3, "'y' goes beyond the 4 inner edges of a 2x2 board"),
    ("keen", "3:a_3aba_aa,m3a5s1s1", 1, 10, "'a' goes beyond the 12 inner edges"),
    ("keen", "3:a99999999,m3", 1, 3, "'a99999999' goes beyond"),
    ("keen", "3:a0,m3", 1, 3, "'a0'"),
    ("keen", " 3:a_3aba_,s3a5s1s1", 1, 12, "clue 's3' on 3 cells (r1c1 r1c2 r2c2)"),
    ("keen", "1:_,d1", 1, 5, "clue 'd1' on 1 cell (r1c1); d cannot stand"),
    ("keen", f"1:_,a{NINES}", 1, 5, "clue has 101 digits"),
    ("keen", "3:a_3aba_", 1, 3, "no comma; expected BLOCKS,CLUES"),
    ("keen", "3dz:a_3aba_,m3", 1, 1, "'3dz'; expected a size"),
    ("keen", "99:a_3aba_,m3", 1, 1, "size '99'; expected 1 to 64"),
    ("keen", "6dn#1234", 1, 1, "a random seed"),
    ("keen", "3:a_3aba_,m3a5s1s1\n\n3:a_3aba_,m3a5s1", 3, 1, "3 clues; expected 4"),
    ("keen", SAVED + "GAME    :4:Solo\n", 2, 12, "a saved game of 'Solo'; expected 'Keen'"),
    ("keen", SAVED + "GAME    :4:Keen\nPARAMS  :1:3\n", 1, 1, "without a puzzle"),
    (
        "keen",
        SAVED + "GAME    :4:Keen\nPARAMS  :1:3\nDESC    :20:a_3aba_,m3\n",
        4,
        13,
        "DESC is 10 characters; its length says 20",
    ),
    ("neknek", "+ 3 A1 A2", 1, 1, "'+ 3 A1 A2'; expected the size, as in # 5"),
    ("neknek", "# 2\n+ 3 A1 A2\n# x 3\n- 3 B1", 4, 1, "needs two cells or more"),
    ("neknek", "# 27\n+ 3 A1 A2", 1, 3, "size 27; expected at most 26"),
    ("neknek", "# 0\n+ 3 A1 A2", 1, 3, "size '0'; expected 1 to 64"),
    ("neknek", "# 2\n+ 3 A1 Q\n", 2, 8, "cell 'Q'; expected row A to Z and column"),
    ("neknek", "# 2\n+ 3 A1 AA1\n", 2, 8, "cell 'AA1'"),
    ("neknek", "# 2\n+ 3 A1 C1\n", 2, 1, "cell r3c1 of the cage 3+ is outside the board"),
    ("neknek", "# 2\n& 3 A1 B1\n", 2, 1, "operator '&'; expected one of ! + - * /"),
    ("neknek", "# 2\n+ x A1 A2\n", 2, 3, "target 'x'; expected an integer"),
    ("neknek", "# 2\n+ 3\n", 2, 4, "the line ends; expected cells"),
    ("neknek", "# 2\n! 3 A1 A2\n", 2, 1, "a given on 2 cells"),
    ("neknek", "# 2\n- 3 A1", 2, 1, "needs two cells or more"),
    ("neknek", "# 2\n+ 3 A1 A1\n", 2, 1, "cell r1c1 occurs twice in one cage"),
    ("neknek", "# 2\n+ 3 A1 A2\n+ 3 A2 B2", 3, 1, "cell r1c2 is in two cages; the first is on"),
    ("cs332", "k = [ Cage 3 Add [(1, 1), (1, 2)]", 1, 34, "the text ends; expected ']'"),
    (
        "cs332",
        "k = [ Cage 3 Plus [(1, 1)] ]",
        1,
        14,
        "operator 'Plus'; expected one of Add Subtract",
    ),
    ("cs332", "Cage 3 Add [(0, 1), (1, 2)]", 1, 14, "coordinate '0'; expected 1 to 64"),
    ("cs332", "Cage x Add [(1, 1), (1, 2)]", 1, 6, "target 'x'; expected an integer"),
    ("cs332", "Cage 3 Add [(1, 1)\n (1, 2)]", 2, 2, "'('; expected ']'"),
    ("cs332", "k [ Cage", 1, 3, "'['; expected '='"),
    ("cs332", "k = [ ]", 1, 7, "']'; expected 'Cage'"),
    ("cs332", "Cage 3 Subtract [(1, 1)]", 1, 1, "needs two cells or more"),
    ("cs332", "Cage 3 Add [(1, 1)]\nCage 3 Add [(1, 1)]", 2, 1, "cell r1c1 is in two cages"),
    ("cs332", "{- Cage", 1, 1, "'{'; expected 'Cage'"),
    ("aikenken", "3 + 0 1 2", 1, 1, "the largest cell is 2; expected the last one of a square"),
    ("aikenken", "3 + 0 x 3", 1, 7, "cell 'x'; expected an integer"),
    ("aikenken", "3 + 0 1\n3 & 2 3", 2, 3, "operator '&'; expected one of . + - * / %"),
    ("aikenken", "3 +", 1, 4, "the line ends; expected cells"),
    ("aikenken", "3 . 0 3", 1, 1, "a given on 2 cells"),
    ("aikenken", "3 + 0 1\n3 + 1 3", 2, 1, "cell r1c2 is in two cages; the first is on line 1"),
    ("aikenken", "1 . 0\n3 + 0 1\n3 + 2 3", 2, 1, "cell r1c1 is in two cages"),
    ("pairs", "(1,1):1+\n(1,1):1+\n(1,2):2+\n(2,1)(2,2):3+", 2, 1, "cell r1c1 is in two cages"),
    ("aikenken", "3 + 4096", 1, 5, "cell '4096'; expected 0 to 4095"),
    ("sudoku", "1" * 80, 1, 1, "a line of 80 cells; expected a row of 4, 6, 8"),
    ("sudoku", "1...\n..3.\n.4..\n", 1, 1, "a board of 3 rows of 4 cells; expected 4 rows"),
    ("sudoku", "1...\n..3.\n.4..\n.5..", 4, 2, "'5' in a 4x4 board; expected 1 to 4"),
    ("sudoku", "1...\n..3.\n.4.\n...2\n", 3, 1, "a row of 3 cells; expected 4"),
    ("sudoku", "1...\n..3.\n.4..\n...2\n12", 5, 1, "a line of 2 cells"),
    ("sudoku", "." * 80 + "x", 1, 81, "'x' in a 9x9 board; expected 1 to 9"),
    ("sudoku", "# comment", None, None, "no board"),
]


@pytest.mark.parametrize(("name", "text", "line", "column", "message"), BAD)
def test_message_and_place(
    name: str, text: str, line: int | None, column: int | None, message: str
) -> None:
    expect_refusal(name, text, line, column, message)


@pytest.mark.parametrize("name", [None, *(format_.name for format_ in FORMATS)])
@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "is empty"),
        ("\ufeff", "is empty"),
        ("\n", "holds only white space"),
        (" \t\r\n", "holds only white space"),
    ],
)
def test_empty(name: str | None, text: str, what: str) -> None:
    with pytest.raises(FormatError, match=f"no puzzle: the text {what}$"):
        loads_all(text, name)


def test_only_comments() -> None:
    with pytest.raises(FormatError, match=r"no puzzle: the text holds only comments$"):
        loads_all("# nothing yet\n\n// nor here\n")


def test_a_puzzle_far_below_blanks() -> None:
    assert loads("\n" * 200_000 + "1:_,a1\n") == loads("1:_,a1")
    with pytest.raises(FormatError, match="'q' among the clues") as caught:
        loads("\n" * 200_000 + "1:_,q1\n")
    assert caught.value.line == 200_001
    with pytest.raises(FormatError, match="no puzzle in any of"):
        loads("\n" * 200_000 + "hello\n")
    with pytest.raises(FormatError, match="holds only white space"):
        fitting("\n" * 200_000)


@examples(300)
@given(data=st.data())
def test_damaged_texts_raise_nothing_else(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([format_.example for format_ in FORMATS] + [SAVED]))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        inserted = data.draw(st.text(alphabet='aA09.-+*/![](){}",:#|_= \n\té²٣', max_size=3))
        text = text[:at] + inserted + text[at + data.draw(st.integers(0, 3)) :]
    for name in (None, *(format_.name for format_ in FORMATS)):
        try:
            assert loads_all(text, name)
        except KenKenError as error:
            assert str(error)  # noqa: PT017 - most texts are wrong, some are still right


def test_several_where_one_is_expected() -> None:
    with pytest.raises(FormatError, match=r"2 puzzles; expected one .*loads_all"):
        loads("1:_,a1\n1:_,a1\n")


def test_unknown_names() -> None:
    with pytest.raises(UnknownNameError, match="format 'xml'"):
        loads("1:_,a1", "xml")
    with pytest.raises(UnknownNameError, match="rule set 'chess'"):
        loads("1:_,a1", rules="chess")


def test_nothing_to_write() -> None:
    with pytest.raises(FormatError, match="no puzzle to write"):
        dumps_all([])


# --- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("prefix", [b"", b"\xef\xbb\xbf"])
def test_files_with_any_newline_and_mark(tmp_path: Path, prefix: bytes) -> None:
    path = tmp_path / "puzzle.kk"
    text = dumps(Puzzle(3))
    path.write_bytes(prefix + text.replace("\n", "\r\n").encode())
    assert load(path) == Puzzle(3)
    assert load_all(str(path)) == [Puzzle(3)]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"title: \xff\n", "not UTF-8: byte 0xff at offset 7"),
        (b"\x7fELF\0\0", "not text: a NUL byte at offset 4"),
        (b"", "the text is empty"),
        (b"hello", "no puzzle in any of"),
        (b"1:_,q1", "'q' among the clues"),
    ],
)
def test_bad_files(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "puzzle.kk"
    path.write_bytes(data)
    with pytest.raises(FormatError, match=message) as caught:
        load_all(path)
    assert caught.value.source == str(path)
    assert str(caught.value).startswith(str(path))


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"missing\.kk: no such file"):
        read_text(tmp_path / "missing.kk")
    with pytest.raises(FormatError, match="a directory; expected a file"):
        read_text(tmp_path)
    with pytest.raises(FormatError, match="not a path"):
        read_text("a\0b")
    with pytest.raises(FormatError, match="cannot be read: File name too long"):
        read_text("a" * 10_000)


def test_importing_the_formats_imports_no_engine() -> None:
    code = "import sys, kenken_cp.formats; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True
    )
    assert not {"ortools", "constraint", "typer"} & set(loaded.stdout.split())
