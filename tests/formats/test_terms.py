"""The formats ``share``, ``prolog`` and ``mathdoku-yaml``: what their files really look like, and
where they are wrong.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kenken_cp import count
from kenken_cp.errors import FormatError
from kenken_cp.formats import (
    FORMATS,
    ReadPuzzle,
    detect,
    dumps,
    load,
    load_all,
    loads,
    loads_all,
    loads_each,
)
from kenken_cp.model.puzzle import Cage, Puzzle

DATA = Path(__file__).parents[1] / "data" / "formats"

CAGES = (
    Cage([(0, 0), (0, 1), (1, 1)], "*", 6),
    Cage([(0, 2), (1, 2)], "-", 1),
    Cage([(1, 0), (2, 0)], "/", 3),
    Cage([(2, 1), (2, 2)], None, 3),
)
SHOWN = (*CAGES[:3], Cage(CAGES[3].cells, "+", 3))
YAML = """\
size: 3
hasOperators: true
cages:
- cells: [A1, B1, B2]
  value: 6
  op: x
- cells: [C1, C2]
  value: 1
  op: "-"
- cells: [A2, A3]
  value: 3
  op: "/"
- cells: [B3, C3]
  value: 3
"""
PROLOG = """\
kenken_testcase(
  3,
  [
   *(6, [[1|1], [1|2], [2|2]]),
   -(1, [1|3], [2|3]),
   /(3, [2|1], [3|1]),
   +(3, [[3|2], [3|3]])
  ]
).
"""
TERMS = "".join(PROLOG.splitlines(keepends=True)[3:7])
WRITTEN = {
    "share": (CAGES, "0:000001020001020303:0,6,3:1,1,2:2,3,4:3,3,0\n"),
    "prolog": (SHOWN, PROLOG),
    "mathdoku-yaml": (CAGES, YAML),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_the_same_puzzle_in_each(name: str) -> None:
    cages, text = WRITTEN[name]
    puzzle = Puzzle(3, cages)
    assert detect(text).name == name
    assert loads(text) == puzzle
    assert dumps(puzzle, name) == text
    assert FORMATS.named(name).join is not None


@pytest.mark.parametrize(
    ("file", "name", "sizes", "last"),
    [
        ("share.txt", "share", [4, 2], "2 at r2c1"),
        ("prolog.pl", "prolog", [6, 4], "4+ at r4c3 r4c4"),
        ("mathdoku.yaml", "mathdoku-yaml", [7], "5 at r7c6 r7c7"),
        ("mathdoku_operations.yaml", "mathdoku-yaml", [6], "3 at r6c5"),
    ],
)
def test_files_of_other_people(file: str, name: str, sizes: list[int], last: str) -> None:
    assert detect((DATA / file).read_text("utf-8")).name == name
    found = loads_each((DATA / file).read_text("utf-8"))
    puzzles = [each.puzzle for each in found if not isinstance(each, FormatError)]
    assert [puzzle.size for puzzle in puzzles] == sizes
    assert last in map(str, puzzles[-1].cages)
    assert not any(puzzle.free_cells for puzzle in puzzles)


def test_a_wrong_test_case_spoils_no_other() -> None:
    found = list(loads_each((DATA / "prolog.pl").read_text("utf-8")))
    assert [isinstance(each, FormatError) for each in found] == [False, True, False]
    assert "cell r4c2 is in two cages; the first is on line 43" in str(found[1])


def test_a_damaged_test_case_is_not_left_out() -> None:
    """A term of another name, or for any list, is a program's own."""
    text = WRITTEN["prolog"][1]
    damaged = text.replace("[\n", "[\n?\n", 1)
    assert damaged != text
    for each in (text + damaged, damaged + text):
        found = list(loads_each(each, "prolog"))
        assert sorted(isinstance(one, FormatError) for one in found) == [False, True]
    name = text.split("(")[0].strip()
    assert loads_all(
        f"{name}(0, [], []).\n{name}(1, [H|T], _) :- other(2, [x]).\n{text}"
    ) == loads_all(text)


# --- share ---------------------------------------------------------------------------------------

SHARED = WRITTEN["share"][1].strip()


@pytest.mark.parametrize(
    "text",
    [
        SHARED,
        SHARED[2:],  # of older versions, without the complexity
        f"  {SHARED}  \n",
        f"http://example.net/puzzle/{SHARED}/1234567",
        f"https://example.net/{SHARED}",
        SHARED.replace(":0,6", ":00,6"),
    ],
)
def test_spellings_of_share(text: str) -> None:
    assert detect(text).name == "share"
    assert loads(text) == Puzzle(3, CAGES)


def test_the_complexity_is_the_level() -> None:
    puzzle = load_all(DATA / "share.txt")[0]
    assert puzzle.level == "very easy"
    assert dumps(puzzle, "share").startswith("1:0001")


# --- prolog --------------------------------------------------------------------------------------


@pytest.mark.parametrize("lost", ["t(2, ", "t(", "2, ", "[", "t"])
def test_no_damaged_puzzle_of_prolog_is_left_out(lost: str) -> None:
    """A list of cages that has lost its size has that of its cells; it was passed over."""
    puzzle = "t(2, [+(3, [[1|1], [1|2]]), -(1, [2|1], [2|2])])."
    found = list(loads_each(f"{puzzle}\n{puzzle.replace(lost, '', 1)}\n{puzzle}\n", "prolog"))
    assert len(found) == 3
    if isinstance(found[1], ReadPuzzle):
        assert found[1].puzzle == loads(puzzle)


@pytest.mark.parametrize(
    "text",
    [
        PROLOG.replace("|", ","),
        "t(3,[*(6,[(1,1),(1,2),(2,2)]),-(1,[(1,3),(2,3)]),/(3,(2,1),(3,1)),+(3,[[3,2],[3,3]])]).",
        "t(3,[*(6,[1-1,1-2,2-2]),-(1,1-3,2-3),/(3,[2-1,3-1]),'+'(3,[3-2,3-3])]).",
        "% +(9, [[1|1]])\n/* t(2, [+(1, [[1|1]])]). */\n" + PROLOG + "'a'. \"/*\". b('c', 3).\n",
        "".join(f"%% {line}\n" for line in PROLOG.splitlines()),
        TERMS,
        f"C = [{TERMS}]\nN = 3\n",
        "6*[[1|1],[1|2],[2|2]]\n-(1,[1|3],[2|3])\n/(3,[2|1],[3|1])\n3+[[3|2],[3|3]]\n",
        "?- kenken(3, [6*[[1|1],[1|2],[2|2]], -(1,[1|3],[2|3]), /(3,[2|1],[3|1]),"
        " 3+[[3|2],[3|3]]], T).",
    ],
)
def test_spellings_of_prolog(text: str) -> None:
    assert detect(text).name == "prolog"
    assert loads(text) == Puzzle(3, SHOWN)


WORDS = """\
:- use_module(library(clpfd)).
check(cage(add, V, Cells), S) :- values(Cells, S, V).
% cage(mult, 6, [[0,0], [0,1], [1,1]]).
"""
TERMS = """\
cage(mult, 6, [[0,0], [0,1], [1,1]]).
cage(sub, 1, [[0,2], [1,2]]).
cage('/', 3, [[1,0], [2,0]]).
cage(2, id, [2,1]).
cage(id, 1, [2,2]).
"""


def test_words_of_prolog() -> None:
    wanted = (*CAGES[:3], Cage([(2, 1)], None, 2), Cage([(2, 2)], None, 1))
    facts = WORDS + TERMS
    assert detect(facts).name == "prolog"
    queries = f"q :- solve(S, [{TERMS.replace(').', '),')[:-2]}])."
    from_1 = re.sub(r"(?<=[\[,])[0-2](?=[\],])", lambda digit: str(int(digit[0]) + 1), TERMS)
    assert "[3,3]" in from_1
    for text in (facts, queries, from_1):
        assert set(loads(text).cages) == set(Puzzle(3, wanted).cages)
    assert len(loads_all(TERMS + from_1)) == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("[2,2]", "[2,1]"), "leave a cell out"),
        (("[1,2]]", "[0,1]]"), "leave a cell out"),
        (("[2,1]", "[[2,1],[2,2]]"), "'id' of 2 cells; expected an operator"),
        (("cage(sub, 1", "cage(sort, 1"), "leave a cell out"),
    ],
)
def test_what_is_wrong_with_words_of_prolog(change: tuple[str, str], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        loads(TERMS.replace(*change))


def test_words_of_prolog_in_a_file() -> None:
    puzzle = load(DATA / "prolog_words.pl")
    assert (puzzle.rows, puzzle.free_cells, count(puzzle)) == (6, (), 1)


def test_the_name_of_a_test_case_is_its_title() -> None:
    puzzle = loads(PROLOG.replace("kenken_testcase", "small"))
    assert puzzle.title == "small"
    assert dumps(puzzle, "prolog").startswith("small(\n")


# --- mathdoku-yaml -------------------------------------------------------------------------------

FLOW = (
    "{size: 3, cages: [{cells: [A1, B1, B2], value: 6, op: x}, # the first\n"
    "  {cells: ['C1', \"C2\"], value: 1, op: -}, {cells: [A2, A3], value: 3, operator: ÷},\n"
    "  {cells: [b3, c3], value: 3, op: null}, ]}\n"
)
BLOCK = """\
# a comment
title: 'It''s three'   # said of it
id: "3x3 # no comment"
difficulty: 4
operations: yes
colors:
    cellCandidates: "8B0000"
notes: >
  anything [ at all
cages:
    -
        cells:
            - A1
            - B1
            - B2
        value: 6
        op: "*"
    -   cells: [C1,
                C2]
        label: "1−"
    -   {cells: [A2, A3], label: 3/}
    -   op: '?'
        value: 3
        cells: [B3, C3]
puzzleSize: 3
steps:
  - note: "x: {"
"""


@pytest.mark.parametrize(
    "text",
    [
        FLOW,
        BLOCK,
        YAML.replace("\n-", "\n  -")
        .replace("\n  value", "\n    value")
        .replace("\n  op", "\n    op"),
        "puzzle:\n" + "".join(f"  {line}\n" for line in YAML.splitlines()) + "steps: []\n",
        '{"size": 3, "hasOperators": true, "cages": [{"cells": ["A1", "B1", "B2"], "value": 6, '
        '"op": "*"}, {"cells": ["C1", "C2"], "value": 1, "op": "-"}, {"cells": ["A2", "A3"], '
        '"value": 3, "op": "/"}, {"cells": ["B3", "C3"], "value": 3}]}',
    ],
)
def test_spellings_of_mathdoku_yaml(text: str) -> None:
    assert detect(text).name == "mathdoku-yaml"
    assert loads(text) == Puzzle(3, CAGES)


def test_what_yaml_says_of_a_puzzle() -> None:
    puzzle = loads(BLOCK)
    assert (puzzle.title, puzzle.level) == ("It's three", "4")
    again = loads(dumps(puzzle, "mathdoku-yaml"))
    assert (again.title, again.level) == (puzzle.title, puzzle.level)


def test_hidden_operators_of_yaml() -> None:
    puzzle = load(DATA / "mathdoku.yaml")
    assert all(cage.operator is None for cage in puzzle.cages)
    text = dumps(puzzle, "mathdoku-yaml")
    assert text == (DATA / "mathdoku.yaml").read_text("utf-8")
    hidden = loads(YAML.replace("true", "false"))
    assert [cage.operator for cage in hidden.cages] == [None] * 4


def test_other_keys_for_an_operator_do_not_hide_it() -> None:
    message = r"line 4, column 3: key 'sign' in a cage; expected op or operator for an operator"
    with pytest.raises(FormatError, match=message):
        loads(YAML.replace("op: x", "sign: x"), "mathdoku-yaml")


def test_several_documents_and_sequences() -> None:
    assert loads_all(f"{YAML}---\n{FLOW}...\n{YAML}") == [Puzzle(3, CAGES)] * 3
    one = FLOW.split("#")[0] + FLOW.split("first\n")[1].replace("\n", " ")
    assert loads_all(f"- {one}\n- {one}\n") == [Puzzle(3, CAGES)] * 2


# --- what is wrong -------------------------------------------------------------------------------

WRONG = [
    ("share", "3:0001020:0,1,0", (1, 3), "7 digits; expected two for each cell of a square"),
    ("share", "6:00010102:0,1,0:1,4,1:2,1,0", (1, 1), "complexity '6'; expected 0 to 5"),
    ("share", "3:00010102:0,1,0:1,4,1", (1, 9), "'2' has no clue"),
    ("share", "3:00010102:0,1,0:1,4,1:2,1,5", (1, 28), "operator '5'; expected one of"),
    ("share", "3:00010102:0,1,0:1,4:2,1,0", (1, 18), "'1,4'; expected number, target and"),
    ("share", "3:00010102:0,1,0:0,4,1", (1, 18), "a second clue for '0'"),
    ("prolog", "t(2, [+(3, [[1|1], [1|2])])", (1, 25), "')'; expected ']'"),
    ("prolog", "t(2, [+(3, [[1|1], [3|2]])])", (1, 7), "cell r3c2 of the cage 3+ is outside"),
    ("prolog", "t(2, [^(3, [[1|1], [1|2]]), +(1, [2-2])])", (1, 7), "operator '^'; expected one"),
    ("prolog", "t(2, [+(3, [[1|1], [1|2]]), +(1, [2-2,1])])", (1, 39), "'1'; expected a cell such"),
    ("prolog", "t(2, [+(3, [[1|1], [1|0]])])", (1, 20), "cell '0'; expected 1 to 64"),
    ("prolog", "t(99, [+(3, [[1|1], [1|2]])])", (1, 3), "size '99'; expected 1 to 64"),
    ("prolog", "t(2, [+(3, [[1|1], [1|2]]", (1, 26), "the text ends; expected ')'"),
    ("mathdoku-yaml", YAML.replace("B2]", "Q]"), (4, 19), "cell 'Q'; expected column A to Z"),
    ("mathdoku-yaml", YAML.replace("B2]", "B2"), (5, 3), "'value'; expected ',' or ']'"),
    ("mathdoku-yaml", YAML.replace("op: x", "op: ^"), (6, 7), "operator '^'; expected one of"),
    (
        "mathdoku-yaml",
        YAML.replace("size: 3", "siz: 3"),
        (1, 1),
        "unknown key 'siz'; expected 'size'",
    ),
    ("mathdoku-yaml", YAML.replace("  value: 6\n", ""), (4, 3), "a cage without a value"),
    ("mathdoku-yaml", YAML.replace("value: 6", "value: six"), (5, 10), "value 'six'; expected an"),
    ("mathdoku-yaml", YAML.replace("  op: x", " op: x"), (6, 2), "expected it as far right as"),
    *(
        (
            "mathdoku-yaml",
            YAML.replace("\n- cells", f"\n{sign} cells"),
            (4, 1),
            "expected a key, as",
        )
        for sign in ("--", "@", "&", "5-")
    ),
    (
        "mathdoku-yaml",
        YAML.replace('op: "-"', 'opp: "-"'),
        (9, 3),
        "an operator with the key 'opp'",
    ),
    ("mathdoku-yaml", FLOW.replace("op: x", "po: +"), (1, 51), "an operator with the key 'po'"),
    ("mathdoku-yaml", YAML.replace("true", "maybe"), (2, 15), "'maybe'; expected true or false"),
    ("mathdoku-yaml", YAML * 2, (15, 1), "twice; expected --- between two documents"),
    ("mathdoku-yaml", "cages: [{cells: [A1], value: " + "[" * 50, (1, 48), "nested too deeply"),
]


@pytest.mark.parametrize(("name", "text", "place", "message"), WRONG)
def test_what_is_wrong_and_where(
    name: str, text: str, place: tuple[int, int], message: str
) -> None:
    assert detect(text).name == name
    with pytest.raises(FormatError) as caught:
        loads_all(text, name)
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == place


@pytest.mark.parametrize(
    ("name", "puzzle", "message"),
    [
        ("share", Puzzle(3, CAGES[:2]), "cells in no cage"),
        ("share", Puzzle(2, [Cage([(r, c)], "=", -1) for r in (0, 1) for c in (0, 1)]), "negative"),
        ("prolog", Puzzle(3, CAGES), "the hidden operator"),
        ("mathdoku-yaml", Puzzle(30, CAGES), "a board of 30 rows"),
    ],
)
def test_what_cannot_be_written(name: str, puzzle: Puzzle, message: str) -> None:
    with pytest.raises(FormatError, match=f"the {name} format cannot express .*{message}"):
        dumps(puzzle, name)


def test_a_board_of_one_cage_with_a_negative_target() -> None:
    puzzle = Puzzle(3, [Cage([(0, 0), (0, 1)], "-", -1)])
    assert loads(dumps(puzzle, "prolog")) == puzzle
