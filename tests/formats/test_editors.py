"""Links of puzzle editors, the JSON in them, and how lz-string packs it."""

import base64
import json
import zlib
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase, digits
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kenken_cp.errors import FormatError
from kenken_cp.formats import detect, dumps, loads, loads_all
from kenken_cp.formats.editors import long_json
from kenken_cp.formats.lz_string import unpacked
from kenken_cp.formats.tokens import Token
from kenken_cp.model.geometry import boxes, diagonals
from kenken_cp.model.houses import anti_king, anti_knight
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN, KILLER

DATA = Path(__file__).parents[1] / "data" / "formats"

PACKED = {
    "": "Q===",
    "a": "IZA=",
    "aaaaaaaaaa": "IY1o",
    '{"t": "Hé 你"}{"t": "Hé 你"}': "N4IgLiBcAEIBIEvqAN5EBfUEbyatQ===",
    '{"size":9,"grid":[[{},{},{}]]}': "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSiBdCooA",
}
"""What the library itself makes of texts."""


def packed(text: str) -> str:
    """A text of ASCII as the library packs it, but without phrases of several characters."""
    codes: dict[str, int] = {}
    known, bits = 3, ""
    for at, char in enumerate(text):
        width = known.bit_length()
        if char in codes:
            bits += f"{codes[char]:0{width}b}"[::-1]
        else:
            bits += "0" * width + f"{ord(char):08b}"[::-1]
            codes[char], known = known, known + 1
        known += at > 0  # the phrase that the reader makes of this character and the one before
    bits += f"{2:0{known.bit_length()}b}"[::-1]
    bits += "0" * (-len(bits) % 6)
    alphabet = ascii_uppercase + ascii_lowercase + digits + "+/"
    return "".join(alphabet[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))


@pytest.mark.parametrize("text", PACKED)
def test_what_the_library_packed_is_unpacked(text: str) -> None:
    assert unpacked(Token(PACKED[text], 1)) == text


@given(st.text(st.characters(max_codepoint=127), max_size=200) | st.text("ab", max_size=300))
def test_what_is_packed_is_unpacked(text: str) -> None:
    assert unpacked(Token(packed(text), 1)) == text


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
    "thermometer": [],
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
        json.dumps(F_PUZZLES, indent=1),
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


def test_several_links() -> None:
    link = TEXTS["f-puzzles"][2]
    assert loads_all(f"{link}\n{link}\n") == [KILLER_SUDOKU] * 2


def test_the_short_spelling_of_sudokupad() -> None:
    assert json.loads(
        long_json("{ca:[{v:'it\\'s',unique:t,hidden:f,c:#F,c1:0a1B2c},],ce:[[,,]]}")
    ) == {
        "cages": [
            {
                "value": "it's",
                "unique": True,
                "hidden": False,
                "color": "#F",
                "borderColor": "0a1B2c",
            },
            {},
        ],
        "cells": [[{}, {}, {}]],
    }


def test_houses_of_f_puzzles() -> None:
    bare = {key: F_PUZZLES[key] for key in ("size", "grid")}
    assert loads(json.dumps(bare)) == Puzzle(4, houses=boxes(4, 2, 2))
    knights = loads(json.dumps({**bare, "antiknight": True, "antiking": True, "diagonal+": True}))
    assert knights == Puzzle(
        4, houses=(*boxes(4, 2, 2), *anti_knight(4), *anti_king(4), diagonals(4)[1])
    )
    none = {**bare, "grid": [[{"region": None}] * 4] * 4}
    assert loads(json.dumps(none)).houses == ()


EMPTY: dict[str, object] = {"cells": [[{}] * 4] * 4, "regions": []}
PAIR = [[0, 0], [0, 1]]


def f_puzzles(**more: object) -> str:
    return json.dumps({**F_PUZZLES, **more})


def sudokupad(**more: object) -> str:
    return json.dumps({**EMPTY, **more})


ERRORS = [
    (f_puzzles(disjointgroups=True), "disjointgroups: an unknown key; expected size, grid"),
    (f_puzzles(text=[{"value": "x"}]), "text: an unknown key; expected size, grid"),
    (f_puzzles(grid=[[{}]]), "grid: 1 rows; expected 4"),
    (f_puzzles(grid=[[{}] * 3] * 4), "grid[0]: a row of 3 cells; expected 4"),
    (f_puzzles(killercage=[{"cells": ["R9C9"], "value": 3}]), "killercage[0].cells[0]: found 'R9"),
    (f_puzzles(killercage=[{"cells": ["R1C1"], "value": "x"}]), "killercage[0].value: found 'x'"),
    (f_puzzles(grid=[[{"given": True}, *[{}] * 3], *[[{}] * 4] * 3]), "grid[0][0]: a given"),
    (
        f_puzzles(grid=[[{"givenPencilMarks": [1]}, *[{}] * 3], *[[{}] * 4] * 3]),
        "grid[0][0].givenPencilMarks: an unknown key",
    ),
    (
        f"https://f-puzzles.com/?load={IN_F_PUZZLES[:-9]}",
        "line 1, column 29: a damaged link: what it holds is no text",
    ),
    ("https://f-puzzles.com/?load=" + packed('{"a": [[{}]], 2, 3, 4, 5}'), "line 1, column 29: in"),
    (
        f"https://f-puzzles.com/?load={packed(f_puzzles(text=[1]))}",
        "line 1, column 29: in the link: text: an unknown key",
    ),
    (sudokupad(lines=[{}]), "lines: an unknown key; expected cells, regions, cages"),
    (sudokupad(metadata={"antiknight": True}), "metadata.antiknight: an unknown key; expected"),
    (sudokupad(cages=[{"cells": PAIR, "value": "5", "unique": False}]), "cages[0]: a sum of val"),
    (sudokupad(cages=[{"cells": PAIR, "sum": 5}]), "cages[0].sum: an unknown key; expected cells"),
    (sudokupad(cages=[{"cells": [[0, 4]], "value": 5}]), "cages[0].cells[0]: found [0, 4]; expect"),
    (sudokupad(regions=[[]]), "regions[0]: the house of no cells"),
    (sudokupad(cells=[[{}, {"value": 99}], [{}, {}]]), "cells[0][1].value: found 99; expected 1"),
    (sudokupad(cells=[[{}, {"value": "0"}], [{}, {}]]), "cells[0][1].value: found '0'; expected 1"),
    (f_puzzles(killercage=[{"cells": [], "value": 3}]), "killercage[0]: a cage needs at least one"),
    (f_puzzles(killercage=[{"cells": ["R1C1", "R1C1"]}]), "killercage[0]: the house r1c1 r1c1"),
    (sudokupad(cells=[[{}] * 4, [{}]]), "cells[1]: a row of 1 cells; expected 4"),
    (f_puzzles(extraregion=[{"cells": ["B2"]}]), "extraregion[0].cells[0]: found 'B2'; exp"),
    (f_puzzles(killercage=[], size=2, grid=[[{"region": 1}] * 2] * 2), "grid: the house r1c1"),
]


@pytest.mark.parametrize(("text", "message"), ERRORS)
def test_errors(text: str, message: str) -> None:
    name = "sudokupad" if '"cells": [[{}' in text and "size" not in text else "f-puzzles"
    with pytest.raises(FormatError) as caught:
        loads(text, name)
    assert str(caught.value).startswith(message)


def test_a_given_inside_a_cage_of_an_editor() -> None:
    text = f_puzzles(grid=[[{"value": 4, "given": True}, *[{}] * 3], *[[{}] * 4] * 3])
    puzzle = loads(text)
    assert puzzle.rules is KILLER
    assert [str(cage) for cage in puzzle.cages] == ["4 at r1c1", "1 at r1c2", "2 at r4c4"]


def test_the_title_in_the_metadata_of_sudokupad() -> None:
    assert loads(sudokupad(metadata={"title": "x", "antiknight": False})).title == "x"


@pytest.mark.parametrize("name", ["f-puzzles", "sudokupad"])
def test_they_are_only_read(name: str) -> None:
    with pytest.raises(FormatError, match=f"the {name} format is only read"):
        dumps(KILLER_SUDOKU, name)


# --- penpa ---------------------------------------------------------------------------------------


def drawing(size: int, beside: str = "[0,0,0,0]", **drawn: object) -> str:
    return linked(drawn_text(size, beside, **drawn))


def drawn_text(size: int, beside: str = "[0,0,0,0]", **drawn: object) -> str:
    return f"square,{size},{size},38,0,1,1,114,114,21,21,0,0,0,0\n{beside}\n\n{json.dumps(drawn)}\n"


def linked(text: str) -> str:
    """The link of the editor that holds a text."""
    data = base64.b64encode(zlib.compress(text.encode(), wbits=-15)).decode()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={data}\n"


SUM = {"200": ["3+", 1]}
EDGES = {"49,50": 2, "50,51": 2}


def test_a_sudoku_that_is_linked() -> None:
    puzzle = loads((DATA / "penpa.txt").read_text("utf-8"))
    assert (puzzle.rows, len(puzzle.houses), puzzle.rules) == (6, 6, KENKEN)


@pytest.mark.parametrize(
    ("clue", "cage"), [("3+", "3+"), ("1 −", "1-"), ("2x", "2*"), ("2÷", "2/"), ("3", "3")]
)
def test_tomtoms(clue: str, cage: str) -> None:
    puzzle = loads(drawing(2, numberS={"200": [clue, 1]}, lineE=EDGES))
    assert [str(each) for each in puzzle.cages] == [f"{cage} at r1c1 r1c2"]
    assert puzzle.rules is CALCUDOKU


def test_the_first_line_with_content_is_a_drawing() -> None:
    text = drawing(2, numberS=SUM, lineE=EDGES)
    assert detect(f"# a comment\n\n  {text}").name == "penpa"
    assert loads_all(f"# a comment\n\n  {text}{text}") == [loads(text)] * 2


def test_only_thick_edges_part_cages() -> None:
    puzzle = loads(drawing(2, numberS=SUM, lineE={"49,50": 80, "50,51": 2}))
    assert [str(cage) for cage in puzzle.cages] == ["3+ at r1c1 r1c2 r2c1 r2c2"]


def test_a_subtraction_on_three_cells() -> None:
    puzzle = loads(
        drawing(3, numberS={"260": ["0-", 1]}, lineE={"64,65": 2, "65,66": 2, "66,67": 2})
    )
    assert [str(cage) for cage in puzzle.cages] == ["0- at r1c1 r1c2 r1c3"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (drawing(2, numberS=SUM, lineE=EDGES, thermo=[[1]]), "it has 'thermo', whose meaning"),
        (drawing(2, numberS={"200": ["3%", 1]}, lineE=EDGES), "operator '%'; expected one of"),
        (drawing(2, numberS=SUM, lineE={"49,50": 8}), "an edge of style 8; expected thick edges"),
        (
            drawing(2, numberS={"201": ["3+", 1]}, lineE=EDGES),
            "'3+' beside the board, or in another",
        ),
        (drawing(2, numberS={**SUM, "204": ["1", 1]}, lineE=EDGES), "2 clues in the cage at r1c1"),
        (drawing(2, "[0,0,0]", numberS=SUM), "not as the editor writes it: a damaged drawing"),
        (
            drawing(2, numberS={"200": ["3", 1]}, number={"14": ["1", 1]}, lineE=EDGES),
            "the givens in the cage at r1c1 r1c2 cannot be taken out of its hidden clue",
        ),
        (
            linked(drawn_text(2, numberS=SUM).replace("{", '{"lineE": {}, "lineE": {}, ', 1)),
            "a damaged drawing: the key 'lineE' twice in one object",
        ),
        (drawing(2, "[2,0,0,0]", numberS=SUM), "a board of 0x2 cells; expected 1 to 64"),
        ("https://x/penpa-edit/#m=edit&p=" + "A" * 24, "a damaged link"),
    ],
)
def test_errors_of_drawings(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads(text, "penpa")
    assert str(caught.value).startswith("line 1, column")
    assert message in str(caught.value)


def test_a_cage_of_sudokupad_that_says_nothing_is_refused() -> None:
    """A box is only drawn; of others it is not known whether values may repeat."""
    drawn = '{"cells": [[{}, {}], [{}, {}]], "regions": [], "cages": [{"cells": [[0, 0], [0, 1]]}]}'
    with pytest.raises(FormatError, match=r"cages\[0\]: a cage without a value; expected one"):
        loads(drawn)
