"""Links of puzzle editors, the JSON in them, and how lz-string packs it."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from kenken_cp.errors import FormatError
from kenken_cp.formats import detect, dumps, loads, loads_all
from kenken_cp.formats._words import Word
from kenken_cp.formats.links import lz_string
from kenken_cp.formats.links.lz_string import packed, unpacked
from kenken_cp.formats.sudokupad import unzipped
from kenken_cp.model.geometry import boxes, diagonals
from kenken_cp.model.houses import anti_king, anti_knight, windoku
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN, KILLER

DATA = Path(__file__).parents[1] / "data" / "formats"

# --- lz-string -----------------------------------------------------------------------------------

PACKED = {
    "": "Q===",
    "a": "IZA=",
    "aaaaaaaaaa": "IY1o",
    '{"size":9,"grid":[[{},{},{}]]}': "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSiBdCooA",
}
"""What the library itself makes of texts."""


@pytest.mark.parametrize("text", PACKED)
def test_packed_as_the_library_does(text: str) -> None:
    assert packed(text) == PACKED[text]
    assert unpacked(Word(PACKED[text], 1)) == text


CHARACTERS = st.builds(chr, st.integers(0, 0xD7FF) | st.integers(0xE000, 0x10FFFF))
"""Of all characters ``st.text()`` makes a table first, which takes seconds."""


@examples(300)
@given(st.lists(CHARACTERS, max_size=300).map("".join) | st.text("ab", max_size=300))
def test_what_is_packed_is_unpacked(text: str) -> None:
    assert unpacked(Word(packed(text), 1)) == text


@examples(300)
@given(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=*", max_size=99))
def test_a_damaged_text_is_refused(text: str) -> None:
    try:
        unpacked(Word(text, 3, 7))
    except FormatError as error:
        assert (error.line, bool(error.column)) == (3, True)  # noqa: PT017 - or it holds something


def test_a_text_that_grows_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a lower bound: to pack as much as the real one takes a quarter of a minute."""
    assert lz_string._MOST_UNPACKED == 8 << 20
    monkeypatch.setattr(lz_string, "_MOST_UNPACKED", 1 << 20)
    many = packed("a" * 1_100_000)
    assert len(many) < 5_000
    with pytest.raises(FormatError, match="a text of more than 1 MB"):
        unpacked(Word(many, 1))


# --- links ---------------------------------------------------------------------------------------

KILLER_SUDOKU = Puzzle(
    4,
    [Cage([(0, 0), (0, 1)], "+", 5), Cage([(3, 3)], "=", 2)],
    houses=(*boxes(4, 2, 2), *diagonals(4)),
    rules=KILLER,
    title="Héllo",
)
F_PUZZLES = {
    "size": 4,
    "title": "Héllo",
    "grid": [[{}] * 4, [{}] * 4, [{"value": 3}, {}, {}, {}], [{}, {}, {}, {}]],
    "killercage": [{"cells": ["R1C1", "R1C2"], "value": "5"}, {"cells": ["R4C4"], "value": "2"}],
    "diagonal+": True,
    "diagonal-": True,
    "ruleset": "Normal rules apply.",
}
BOXES = [[[r + i, c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
FALLING = [[i, i] for i in range(4)]
RISING = [[i, 3 - i] for i in range(4)]
SUDOKUPAD = {
    "id": "x",
    "cells": [[{}] * 4, [{}] * 4, [{}] * 4, [{}, {}, {}, {"value": "2"}]],
    "regions": BOXES,
    "cages": [
        {"value": "title: Héllo"},
        {"cells": [[0, 0], [0, 1]], "value": "5", "unique": True},
        {"cells": FALLING, "unique": True},
        {"cells": RISING, "unique": True, "hidden": True},
        {"cells": [[0, 0], [1, 1]], "style": "box"},
    ],
}
SHORT = (
    "{id:'x',cs:50,ce:[[,,,],[,,,],[,,,],[,,,{v:2}]],re:[[[0,0],[0,1],[1,0],[1,1]],"
    "[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],"
    "ca:[{v:'title: Héllo'},{ce:[[0,0],[0,1]],v:5,unique:t,c:#0},"
    "{ce:[[0,0],[1,1],[2,2],[3,3]],unique:t,c2:ABCDEF},{ce:[[0,3],[1,2],[2,1],[3,0]],unique:t}]}"
)
IN_F_PUZZLES = packed(json.dumps(F_PUZZLES))
IN_SUDOKUPAD = packed(json.dumps(SUDOKUPAD))
TEXTS = {
    "f-puzzles": [
        json.dumps(F_PUZZLES),
        f"https://f-puzzles.com/?load={IN_F_PUZZLES}",
        f"  https://www.f-puzzles.com/?load={quote(IN_F_PUZZLES, safe='')}&x=1\n",
        f"https://sudokupad.app/fpuz{IN_F_PUZZLES}",
        f"https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{quote(IN_F_PUZZLES)}",
        IN_F_PUZZLES,
    ],
    "sudokupad": [
        json.dumps(SUDOKUPAD),
        f"https://sudokupad.app/scl{IN_SUDOKUPAD}",
        f"https://sudokupad.app/sudoku/ctc{quote(IN_SUDOKUPAD, safe='')}?setting-nogrid=1",
        f"scl{packed(SHORT)}",
    ],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name in TEXTS for text in TEXTS[name]])
def test_links_and_their_json(name: str, text: str) -> None:
    assert detect(text).name == name
    puzzle = loads(text)
    assert puzzle == KILLER_SUDOKU
    assert puzzle.title == "Héllo"


@pytest.mark.parametrize("name", TEXTS)
def test_written_as_links(name: str) -> None:
    text = dumps(KILLER_SUDOKU, name)
    assert text.startswith("https://")
    again = loads_all(text + text)
    assert again == [KILLER_SUDOKU] * 2
    assert again[0].title == "Héllo"


@pytest.mark.parametrize("around", ["<{}>", '"{}"', "[play it](  {}  )", "[x]({})", "Today: {} !"])
def test_links_with_something_around_them(around: str) -> None:
    for text in (
        f"https://f-puzzles.com/?load={IN_F_PUZZLES}",
        f"https://sudokupad.app/scl{IN_SUDOKUPAD}",
        dumps(TOMTOM, "penpa").strip(),
    ):
        assert loads(around.format(text)) == loads(text)


@pytest.mark.parametrize("width", [72, 76])
@pytest.mark.parametrize("name", ["f-puzzles", "sudokupad", "penpa"])
def test_links_that_mail_has_broken_into_lines(name: str, width: int) -> None:
    puzzle = TOMTOM if name == "penpa" else KILLER_SUDOKU
    link = dumps(puzzle, name).strip()
    lines = "\n".join(link[at : at + width] for at in range(0, len(link), width))
    assert lines.count("\n") > 1
    assert loads(lines) == puzzle
    assert loads_all(f"{lines}\n\n{lines}\n{link}\n") == [puzzle] * 3


def test_the_short_spelling_of_sudokupad() -> None:
    assert json.loads(unzipped("{ca:[{v:'it\\'s',unique:t,r:f,c:#F,c1:0a1B2c},],ce:[[,,]]}")) == {
        "cages": [
            {
                "value": "it's",
                "unique": True,
                "rounded": False,
                "color": "#F",
                "borderColor": "0a1B2c",
            },
            {},
        ],
        "cells": [[{}, {}, {}]],
    }
    for empty in ('{"lines":[],"arrows":[]}', '{"cells":[[],[]]}'):
        assert unzipped(empty) == empty
    assert unzipped('{"cells":[[{},{"value":"a:t,"}]]}') == '{"cells":[[{},{"value":"a:t,"}]]}'


def without(puzzle: dict[str, object], *keys: str) -> dict[str, object]:
    return {key: value for key, value in puzzle.items() if key not in keys}


def test_houses_of_f_puzzles() -> None:
    bare = without(F_PUZZLES, "killercage", "diagonal+", "diagonal-")
    plain = loads(json.dumps(bare))
    assert plain == Puzzle(4, houses=boxes(4, 2, 2))
    assert plain.rules is KENKEN
    knights = loads(json.dumps({**bare, "antiknight": True, "antiking": True, "diagonal+": True}))
    assert knights == Puzzle(
        4, houses=(*boxes(4, 2, 2), *anti_knight(4), *anti_king(4), diagonals(4)[1])
    )
    groups = loads(json.dumps({**bare, "disjointgroups": True}))
    assert ((0, 0), (0, 2), (2, 0), (2, 2)) in groups.houses
    region = {
        "extraregion": [{"cells": ["R1C1", "R2C2"]}],
        "killercage": [{"cells": ["R3C3", "r4c4"]}],
    }
    assert loads(json.dumps({**bare, **region})).houses == (
        *Puzzle(4, houses=(*boxes(4, 2, 2), ((0, 0), (1, 1)), ((2, 2), (3, 3)))).houses,
    )
    none = {**bare, "grid": [[{"region": None}] * 4] * 4}
    assert loads(json.dumps(none)).houses == ()
    assert loads(dumps(Puzzle(9, houses=windoku(9)), "f-puzzles")).houses == windoku(9)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("https://sudokupad.app/abc12def", "a link that only names a puzzle on a server"),
        ("https://sudokupad.app/sudoku/N7LJn8Pt6b", "a link that only names a puzzle on a server"),
        ("https://f-puzzles.com/?id=y2abcdef", "a link that only names a puzzle on a server"),
        (f"https://f-puzzles.com/?load={IN_F_PUZZLES[:-9]}", "a damaged link"),
        (
            f"https://f-puzzles.com/?load={IN_F_PUZZLES.replace('g', '*', 1)}",
            "'*'; expected letters",
        ),
        ("https://f-puzzles.com/?load=" + packed('{"a": [[{}]], 2, 3, 4, 5}'), "not JSON"),
        (
            json.dumps({**F_PUZZLES, "thermometer": [{"lines": [["R1C1"]]}], "text": []}),
            "it has 'thermometer', which cannot be held here",
        ),
        (json.dumps({**SUDOKUPAD, "lines": [{}], "arrows": [{}]}), "it has 'lines' and 'arrows'"),
        (
            json.dumps(
                {**F_PUZZLES, "grid": [[{"value": 5, "given": True}, *[{}] * 3], *[[{}] * 4] * 3]}
            ),
            "5 given at r1c1, inside the cage",
        ),
        (
            json.dumps({**F_PUZZLES, "grid": [[{"given": True}, *[{}] * 3], *[[{}] * 4] * 3]}),
            "a given without its value",
        ),
        (json.dumps({**F_PUZZLES, "killercage": [{"cells": ["R9C9"], "value": 3}]}), "outside"),
        (
            json.dumps({**F_PUZZLES, "killercage": [{"cells": ["R1C1"], "value": "x"}]}),
            "expected a sum",
        ),
        (json.dumps({**F_PUZZLES, "grid": [[{}]]}), "a grid of 1 rows; expected 4"),
        (
            f"https://sudokupad.app/scl{packed(json.dumps({**SUDOKUPAD, 'overlays': [{}]}))}",
            "in the link: it has 'overlays'",
        ),
    ],
)
def test_what_is_wrong_and_where(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads(text)
    assert message in caught.value.message
    assert caught.value.line == 1
    assert caught.value.column


EMPTY = {"cells": [[{}] * 4] * 4, "regions": []}
PAIR = [[0, 0], [0, 1]]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"metadata": {"nonconsecutive": True}}, "it has 'nonconsecutive'"),
        ({"cages": [{"cells": PAIR, "value": "5", "unique": False}]}, "values that may repeat"),
        ({"cages": [{"cells": PAIR, "value": "5", "sum": 6}]}, "the sums 5 and 6"),
    ],
)
def test_what_a_text_of_sudokupad_says_and_is_not_held(
    more: dict[str, object], message: str
) -> None:
    with pytest.raises(FormatError, match=message):
        loads(json.dumps({**EMPTY, **more}))


def test_a_sum_that_sudokupad_does_not_show() -> None:
    cages = [{"cells": PAIR, "sum": 5}, {"cells": [[1, 1], [1, 2]], "value": 3, "sum": "3"}]
    puzzle = loads(json.dumps({**EMPTY, "cages": cages}))
    assert [str(cage) for cage in puzzle.cages] == ["5+ at r1c1 r1c2", "3+ at r2c2 r2c3"]
    flags = {"metadata": {"antiknight": True, "title": "x"}}
    assert loads(json.dumps({**EMPTY, **flags})).houses == anti_knight(4)


def test_pencil_marks_of_f_puzzles_that_are_given() -> None:
    """They are a rule; those of a player are none."""
    for key in ("cornerPencilMarks", "givenPencilMarks"):
        grid = [[{key: [1, 2]}, *[{}] * 3], *[[{}] * 4] * 3]
        text = json.dumps({"size": 4, "grid": grid, "activeConstraints": ["Killer Cage"]})
        if key == "cornerPencilMarks":
            assert not loads(text).cages
            continue
        with pytest.raises(FormatError, match="pencil marks that are given"):
            loads(text)


def test_a_house_of_one_cell_is_no_cage_of_sudokupad() -> None:
    puzzle = Puzzle(4, houses=(((0, 0),),))
    assert loads(dumps(puzzle, "f-puzzles")) == puzzle
    with pytest.raises(FormatError, match="a house of one cell"):
        dumps(puzzle, "sudokupad")


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (Puzzle(4, rules=KILLER), "killer rules without a sum"),
        (Puzzle(4, [Cage([(0, 0), (0, 1)], "+", 3)]), "the cage 3. at r1c1 r1c2"),
        (Puzzle(4, [Cage([(0, 0), (0, 1)], None, 3)], rules="calcudoku"), "calcudoku rules"),
        (Puzzle(4, values=range(4)), "values"),
    ],
)
@pytest.mark.parametrize("name", TEXTS)
def test_what_cannot_be_written(name: str, puzzle: Puzzle, message: str) -> None:
    with pytest.raises(FormatError, match=f"the {name} format cannot express {message}"):
        dumps(puzzle, name)


# --- penpa ---------------------------------------------------------------------------------------

TOMTOM = Puzzle(
    4,
    [
        Cage([(0, 0), (0, 1)], "+", 5),
        Cage([(0, 2), (0, 3), (1, 3)], "-", 0),
        Cage([(3, 3)], "=", 2),
        Cage([(2, 0), (3, 0), (3, 1)], None, 7),
    ],
    rules=CALCUDOKU,
    title="A, b",
)


def drawing(size: int, **drawn: object) -> str:
    return f"square,{size},{size},38\n[0,0,0,0]\n\n{json.dumps(drawn)}\n"


def test_a_tomtom_of_penpa() -> None:
    link = dumps(TOMTOM, "penpa")
    assert link.startswith("https://swaroopg92.github.io/penpa-edit/#m=edit&p=")
    assert detect(link).name == "penpa"
    assert loads(link) == TOMTOM
    assert loads(link).title == "A, b"
    assert loads_all(f"the puzzle: {link}and {quote(link.strip(), safe=':/#=&')}") == [TOMTOM] * 2
    assert loads(link.strip().rstrip("=").replace("m=edit", "m=solve")) == TOMTOM


def test_a_sudoku_of_penpa() -> None:
    puzzle = loads((DATA / "penpa.txt").read_text("utf-8"))
    assert puzzle.title == "Test 6x6"
    assert puzzle.houses == boxes(6, 2, 3)
    assert puzzle.givens[0, 0] == 5
    assert len(puzzle.cages) == 16


def test_killers_and_values_of_penpa() -> None:
    corner = 4 * 64 + 4 * (2 * 8 + 2)
    killer = drawing(4, numberS={corner: ["5", 1]}, killercages=[[18, 19], [20, 21]])
    assert loads(killer) == Puzzle(
        4, [Cage([(0, 0), (0, 1)], "+", 5)], houses=[[(0, 2), (0, 3)]], rules=KILLER
    )
    beside = "square,2,3,38\n[1,0,0,0]\n\n" + json.dumps(
        {"number": {str(2 * 6 + 2): ["0-1", 1, "1"], str(3 * 6 + 2): ["1", 1, "1"]}}
    )
    assert loads(beside) == Puzzle(2, [Cage([(0, 0)], "=", 1)], values=range(2))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (dumps(TOMTOM, "penpa").strip()[:-60], "a damaged link"),
        (
            "https://swaroopg92.github.io/penpa-edit/#m=edit&p=AAAAAAAAAAAAAAAAAAAA",
            "a damaged link",
        ),
        (dumps(TOMTOM, "penpa").strip() + "%C3%97", "a damaged link: '×' in it; expected letters"),
        ("square,2,2,38\n[0,0,0,0]\n\n{", "a damaged drawing"),
        ("square,2,2,38\n[0,0,0]\n\n{}", "a damaged drawing"),
        ("square,2,2,38\n[0,0,1e999,0]\n\n{}", "a damaged drawing"),
        ("square,2,2,38\n[0,0,0.5,0]\n\n{}", "a damaged drawing"),
        (drawing(2, killercages=[[14, 1e999]]), "a damaged drawing"),
        ("square,2,200,38\n[0,0,0,0]\n\n{}", "rows '200'; expected 1 to 99"),
        (drawing(2, surface={"14": 1}), "it has 'surface', whose meaning is said in words only"),
        (drawing(2, numberS={"200": ["3?", 1]}), "'3?' in a corner; expected a clue in the upper"),
        (drawing(2, numberS={"201": ["3+", 1]}), "'3+' in a corner; expected a clue in the upper"),
        (drawing(2, numberS={"200": ["3+", 1], "204": ["4", 1]}), "'3+' and '4' in the cage at"),
        (drawing(2, number={"1": ["hi", 1, "1"]}), "'hi' beside the board; expected the values"),
        (drawing(2, killercages=[[0, 1]]), "a killer cage with the point 0, which is no cell"),
        ("square,2,2,38\n[0,0,0,0]\n\n{}\n{}\n[14,1,5]", "a board without the cell r2c2"),
    ],
)
def test_what_is_wrong_with_a_drawing(text: str, message: str) -> None:
    assert detect(text).name == "penpa"
    with pytest.raises(FormatError) as caught:
        loads(text)
    assert message in caught.value.message
    assert caught.value.line == 1


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (Puzzle(4, (Cage(((0, 0), (0, 1)), None, 3),)), "kenken rules; expected calcudoku"),
        (Puzzle(4, rules=CALCUDOKU), "a board without cages"),
        (Puzzle(4, [Cage([(0, 0), (1, 1)], "+", 3)], rules=CALCUDOKU), "which is not connected"),
        (Puzzle(4, [Cage([(0, 0), (0, 1)], "max", 3)], rules=CALCUDOKU), "the clue of the cage"),
    ],
)
def test_what_penpa_cannot_express(puzzle: Puzzle, message: str) -> None:
    with pytest.raises(FormatError, match=f"the penpa format cannot express .*{message}"):
        dumps(puzzle, "penpa")
