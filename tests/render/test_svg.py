"""Pictures as SVG: what is in them, as structure."""

import re
from collections import Counter
from itertools import combinations, product
from xml.etree import ElementTree

import pytest
from contrast import contrast
from corpus import shipped

from kenken_cp.clock import Clock, StoppedError
from kenken_cp.errors import PuzzleError
from kenken_cp.model.geometry import boxes, diagonals
from kenken_cp.model.houses import anti_knight, windoku
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.render.board import corner_clues, drawn_houses, has_cages
from kenken_cp.render.layout import layout
from kenken_cp.render.picture import Picture, no_candidates
from kenken_cp.render.shapes import CELL, INKS, Line, Rect, Role, Text, in_lines, width_of
from kenken_cp.render.svg import svg
from kenken_cp.render.text import drawn

KINDS = {
    "4x4/easy.kk": set(),
    "5x5/disconnected.kk": set(),
    "6x6/hidden.kk": set(),
    "6x6/killer.kk": {"killer", "boxes"},
    "6x6/negative.kk": set(),
    "9x9/killer.kk": {"killer", "boxes"},
    "9x9/sudoku-stuck.kk": {"boxes"},
    "latin/diagonal-4.kk": {"diagonals"},
    "rectangles/4x6-boxes.kk": {"boxes"},
    "rectangles/5x3.kk": set(),
}
"""Puzzles of every kind, and what their drawings show of it."""

SMALL = Puzzle(3, [Cage([(0, 0), (0, 1), (1, 0)], "+", 6), Cage([(2, 2)], "=", 3)])


def elements(picture, **options):
    root = ElementTree.fromstring(svg(picture, **options))
    return root, [(one.tag.split("}")[1], one.attrib, one.text) for one in root]


def test_it_is_described_in_words():
    board = [[2, None, None, None], *[[None] * 4] * 3]
    houses = [*boxes(4, 2, 2), *diagonals(4), ((1, 1), (1, 2), (2, 1), (2, 2))]
    puzzle = Puzzle(4, [Cage([(0, 1)], "=", 3)], houses=houses, values=(0, 1, 2, 3))
    assert layout(Picture(puzzle, board, marked=[(0, 0), (3, 0)])).description == (
        "4 by 4 board, kenken rules. 4 boxes. Values: 0 1 2 3. "
        "No value twice in diagonal r1c1-r4c4, diagonal r1c4-r4c1 and box r2c2-r3c3. "
        "Row 1: 2, 3, open, open. Marked: r1c1 r4c1."
    )
    hidden = Puzzle(2, [Cage([(0, 0), (0, 1)], None, 2), Cage([(1, 0), (1, 1)], "*", 2)])
    left = [[(1, 2), (1, 2)], [(2,), ()]]
    assert layout(Picture(hidden, candidates=left)).description == (
        "2 by 2 board, kenken rules. 2 at r1c1 r1c2. 2× at r2c1 r2c2. "
        "Row 1: possible 1 2, possible 1 2. Row 2: possible 2, no candidate."
    )
    to_play = Picture(hidden, candidates=no_candidates(hidden))
    assert layout(to_play).description == layout(Picture(hidden)).description


def test_clues_givens_entries_and_pencil_marks():
    board = ((1, None, None), (None, None, None), (None, None, 3))
    left = (((), (3,), ()), ((), (), ()), ((), (), ()))
    _, found = elements(Picture(SMALL, board, candidates=left, eliminated={(0, 1): (2,)}))
    texts = [(one["class"], one["data-cell"], text) for tag, one, text in found if tag == "text"]
    assert texts == [
        ("kk-clue", "r1c1", "6+"),
        ("kk-entry", "r1c1", "1"),
        ("kk-eliminated", "r1c2", "2"),
        ("kk-candidate", "r1c2", "3"),
        ("kk-clue", "r3c3", "3"),
        ("kk-given", "r3c3", "3"),
    ]


def test_a_complete_one_has_what_may_come():
    none = [[()] * 3] * 3
    _, found = elements(Picture(SMALL, candidates=none, marked=[(1, 1)]), complete=True)
    tints = {
        (one["class"], one["data-cell"])
        for tag, one, _ in found
        if tag == "rect" and "data-cell" in one
    }
    assert ("kk-marked", "r2c2") in tints
    assert ("kk-marked kk-off", "r1c1") in tints
    assert len(tints) == 3 * 9
    marks = [one for tag, one, _ in found if "data-value" in one]
    assert len(marks) == 3 * 9
    assert all(one["class"] == "kk-candidate kk-off" for one in marks)
    without = elements(Picture(SMALL), complete=True)[1]
    assert not any("data-value" in one for _, one, _ in without)


def borders(puzzle, role):
    """The lines of a role, in cells from the corner of the board."""
    lines = [one for one in layout(Picture(puzzle)).shapes if isinstance(one, Line)]
    return {
        tuple(round((value - 4) / CELL, 3) for value in (one.x1, one.y1, one.x2, one.y2))
        for one in lines
        if one.role is role
    }


def test_dashes_go_around_a_cage_inside_its_cells():
    corner = Puzzle(2, [Cage([(0, 0), (0, 1), (1, 0)], "+", 4)], rules="calcudoku")
    killer = Puzzle(4, corner.cages, rules="killer")
    inset = round(4 / CELL, 3)
    near, far, beyond = inset, round(1 - inset, 3), round(2 - inset, 3)
    assert borders(killer, Role.DASHES) == {
        (near, near, 1, near),
        (1, near, beyond, near),
        (beyond, near, beyond, far),
        (far, far, beyond, far),
        (far, far, far, beyond),
        (near, beyond, far, beyond),
        (near, 1, near, beyond),
        (near, near, near, 1),
    }
    for across, down in ((True, False), (False, True), (True, True)):  # the same cage, mirrored
        cells = [(abs(down - row), abs(across - column)) for row, column in corner.cages[0].cells]
        mirrored = Puzzle(4, [Cage(cells, "+", 4)], rules="killer")
        expected = set()
        for one in borders(killer, Role.DASHES):
            left, right = sorted(round(2 - x, 3) if across else x for x in one[::2])
            top, bottom = sorted(round(2 - y, 3) if down else y for y in one[1::2])
            expected.add((left, top, right, bottom))
        assert borders(mirrored, Role.DASHES) == expected
    assert borders(corner, Role.DASHES) == borders(killer, Role.CAGE) == set()
    assert borders(corner, Role.CAGE) == {(1, 1, 2, 1), (1, 1, 1, 2)}
    assert borders(corner, Role.GRID) == {(0, 1, 1, 1), (1, 0, 1, 1)}


def test_boxes_of_any_shape_and_diagonals():
    jigsaw = [
        [(0, 0), (0, 1), (0, 2), (1, 0)],
        [(0, 3), (1, 3), (2, 3), (1, 2)],
        [(1, 1), (2, 1), (2, 2), (3, 1)],
        [(2, 0), (3, 0), (3, 2), (3, 3)],
    ]
    assert drawn_houses(Puzzle(4, houses=jigsaw)).regions == (), "the last is in two parts"
    jigsaw[2:] = [[(1, 1), (2, 1), (2, 0), (3, 0)], [(2, 2), (3, 1), (3, 2), (3, 3)]]
    puzzle = Puzzle(4, houses=jigsaw)
    assert set(drawn_houses(puzzle).regions) == set(puzzle.houses)
    assert (1, 1, 3, 1) in borders(puzzle, Role.BOX)
    both = Puzzle(4, houses=[*boxes(4, 2, 2), *diagonals(4)])
    assert borders(both, Role.DIAGONAL) == {(0, 0, 4, 4), (4, 0, 0, 4)}


@pytest.mark.parametrize("value", [-12, -100, 1000000])
@pytest.mark.parametrize("rules", ["kenken", "killer"])
def test_wide_values_and_clues_fit_their_cells(value, rules):
    cage = Cage([(0, 0), (1, 0)], "+", abs(value) * 10**12)
    puzzle = Puzzle((2, 1), [cage], values=[0, value], rules=rules)
    shapes = layout(Picture(puzzle, [[value], [0]])).shapes
    texts = [one for one in shapes if isinstance(one, Text) and one.cell == (0, 0)]
    assert [one.text.replace("−", "-").strip("+") for one in texts] == [
        str(cage.target),
        str(value),
    ]
    inset = 4.5 if rules == "killer" else 1.7  # the inner edge of its dashes, or of the border
    for one in texts:
        wide = one.size * width_of(one.text)
        left = one.x - wide / 2 if one.role is Role.ENTRY else one.x
        assert 4 + inset <= left < left + wide <= 4 + CELL - inset


def test_a_long_clue_runs_on_in_its_cage_or_is_smaller():
    across, down = [(0, 0), (0, 1), (0, 2)], [(1, 0), (2, 0), (2, 1)]
    puzzle = Puzzle(3, [Cage(across, "*", 362880), Cage(down, "*", 362880)], values=range(70, 80))
    texts = [one for one in layout(Picture(puzzle)).shapes if isinstance(one, Text)]
    first, second, *values = texts
    assert (first.text, second.text) == ("362880×", "362880×")
    assert [one.role for one in values] == [Role.WORDS] * len(values)
    assert second.size < first.size
    for text, cells in ((first, 3), (second, 1)):
        assert text.x + text.size * width_of(text.text) < 4 + cells * CELL


def test_a_value_stands_below_its_clue_and_alone_in_the_middle():
    (clue, value) = (
        one
        for one in layout(Picture(SMALL, [[1, None, None], *[[None] * 3] * 2])).shapes
        if isinstance(one, Text) and one.cell == (0, 0)
    )
    assert clue.y < value.y - 0.72 * value.size
    (alone,) = (one for one in layout(Picture(Puzzle(1), [[1]])).shapes if isinstance(one, Text))
    assert alone.y - 0.36 * alone.size == pytest.approx(4 + CELL / 2)


@pytest.mark.parametrize(("rules", "sum_"), [("killer", "3"), ("kenken", "3+")])
def test_the_line_around_a_cell_leaves_its_clue_alone(rules, sum_):
    puzzle = Puzzle(2, [Cage([(0, 0), (0, 1)], "+", 3)], rules=rules)
    shapes = layout(Picture(puzzle, marked=[(0, 0)], placed=[(0, 0)])).shapes
    (clue,) = (one for one in shapes if isinstance(one, Text))
    assert clue.text == sum_, "in Killer the sign goes without saying"
    rings = [one for one in shapes if isinstance(one, Rect) and INKS[one.role].ring]
    assert len(rings) == 2
    for ring in rings:
        inner = INKS[ring.role].width / 2
        assert ring.x + inner < clue.x
        assert ring.y + inner < clue.y - 0.72 * clue.size


GROUNDS = (Role.PAPER, Role.SHADE, Role.BASIS, Role.MARKED, Role.PLACED)
TEXTS = (Role.CLUE, Role.GIVEN, Role.ENTRY, Role.CANDIDATE, Role.ELIMINATED, Role.NAME, Role.WORDS)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_is_readable_on_every_ground(scheme):
    for ground, text in product(GROUNDS, TEXTS):
        colours = [bytes.fromhex(getattr(INKS[role], scheme)[1:]) for role in (ground, text)]
        assert contrast(*colours) >= 4.5, (ground, text)
    for ground in GROUNDS:
        if (ring := INKS[ground].ring) is not None:
            colours = ring[scheme == "dark"], getattr(INKS[ground], scheme)
            assert contrast(*(bytes.fromhex(colour[1:]) for colour in colours)) >= 3


def test_on_dark_ground_each_role_has_its_dark_colour():
    _, dark = svg(SMALL).split("prefers-color-scheme: dark")
    for role, ink in INKS.items():
        assert re.search(rf"\.kk-{role} {{ (fill|stroke): {ink.dark}\b", dark)


@pytest.mark.parametrize("values", [range(1, 10), range(-3, 4), (-120, 5, 37, 100, 12345)])
@pytest.mark.parametrize("killer", [False, True])
def test_pencil_marks_stay_in_their_cell_and_apart(values, killer):
    cage = Cage([(0, 0), (1, 0)], "+", 9)
    puzzle = Puzzle(3, [cage], values=values, rules="killer" if killer else "kenken")
    picture = Picture(puzzle, candidates=[[puzzle.values] * 3] * 3)
    texts = [one for one in layout(picture).shapes if isinstance(one, Text) and one.cell == (0, 0)]
    boxes_ = []
    for text in texts:
        width, height = text.size * width_of(text.text), 0.72 * text.size
        left = text.x - (width / 2 if text.value is not None else 0)
        boxes_.append((left, left + width, text.y - height, text.y))
    assert len(texts) == 1 + len(puzzle.values)
    for left, right, top, bottom in boxes_:
        assert 4 < left < right < 4 + CELL
        assert 4 < top < bottom < 4 + CELL
    for one, other in combinations(boxes_, 2):
        apart = one[1] <= other[0] or other[1] <= one[0] or one[3] <= other[2] or other[3] <= one[2]
        assert apart, (one, other)


@pytest.mark.parametrize("title", ["Easy", "A title that is too long for its board"])
def test_a_heading_fits_above_the_board(title):
    board = layout(Picture(SMALL))
    drawing = layout(Picture(SMALL), heading=title)
    lines = [one for one in drawing.shapes if one.role is Role.HEADING]
    assert " ".join(one.text for one in lines) == title
    for one in lines:
        assert one.x + one.size * width_of(one.text) <= drawing.width
    top = min(one.y for one in drawing.shapes if isinstance(one, Rect | Text) and one.cell)
    assert max(one.y for one in lines) < top
    assert drawing.height - board.height == pytest.approx(
        top - min(one.y for one in board.shapes if isinstance(one, Rect | Text) and one.cell)
    )
    assert layout(Picture(SMALL), heading=" ") == board


def test_a_long_word_in_a_heading_is_broken():
    drawing = layout(Picture(SMALL), heading=f"One {'x' * 500}")
    first, *lines = (one for one in drawing.shapes if one.role is Role.HEADING)
    assert (first.text, "".join(one.text for one in lines)) == ("One", "x" * 500)
    assert all(one.x + one.size * width_of(one.text) <= drawing.width for one in lines)


@pytest.mark.parametrize("name", KINDS)
def test_of_every_kind_all_is_shown_inside_the_frame(name):
    puzzle = shipped()[name]
    left = [[puzzle.values] * puzzle.columns] * puzzle.rows
    root, found = elements(Picture(puzzle, candidates=left))
    texts = Counter(one["class"] for tag, one, _ in found if tag == "text")
    open_cells = len(puzzle.cells) - (0 if has_cages(puzzle) else len(puzzle.givens))
    assert texts == Counter(
        {
            "kk-clue": len(corner_clues(puzzle)),
            "kk-given": len(puzzle.cells) - open_cells,
            "kk-candidate": open_cells * len(puzzle.values),
            "kk-words": not puzzle.has_usual_values,
        }
    )
    width, height = (float(root.get(side)) for side in ("width", "height"))
    board = 8 + CELL * puzzle.columns, 8 + CELL * puzzle.rows
    assert width == board[0]
    assert (height > board[1]) == (not puzzle.has_usual_values)
    for _, one, _ in found:
        assert all(0 <= float(one[name]) <= width for name in ("x", "x1", "x2") if name in one)
        assert all(0 <= float(one[name]) <= height for name in ("y", "y1", "y2") if name in one)
    roles = {one["class"].removeprefix("kk-") for tag, one, _ in found if tag == "line"}
    assert ("dashes" in roles) == (has_cages(puzzle) and bool(KINDS[name] & {"boxes", "killer"}))
    assert ("diagonal" in roles) == ("diagonals" in KINDS[name])


def test_houses_are_tinted_or_said_below():
    apart = [*boxes(9, 3, 3), *windoku(9)]
    plain = layout(Picture(Puzzle(9, houses=apart)))
    drawing = layout(Picture(Puzzle(9, houses=[*apart, *anti_knight(9)])))
    tinted = {shape.cell for shape in drawing.shapes if shape.role is Role.SHADE}
    inside = (1, 2, 3, 5, 6, 7)
    assert tinted == {(row, column) for row in inside for column in inside}
    (below,) = (shape for shape in drawing.shapes if shape.role is Role.WORDS)
    assert below.text == "Anti-knight: cells a chess knight's move apart differ."
    assert plain.height < below.y < drawing.height
    assert "a chess knight's move" in drawing.description
    # On a small board it takes several lines, none wider than the board.
    small = layout(Picture(Puzzle(3, houses=anti_knight(3))))
    lines = [shape for shape in small.shapes if shape.role is Role.WORDS]
    assert len(lines) > 1
    assert all(line.x + line.size * width_of(line.text) <= small.width for line in lines)


@pytest.mark.parametrize("draw", [drawn, svg])
def test_drawing_stops_with_the_clock_and_more_marks_than_anybody_reads_are_refused(draw):
    large = Puzzle(64, values=range(1, 1001))
    with pytest.raises(PuzzleError, match="4096000 pencil marks on a 64x64 board; expected at mo"):
        draw(Picture(large, candidates=no_candidates(large)))
    square = Picture(Puzzle(64), candidates=[[range(1, 65)] * 64] * 64)
    with pytest.raises(StoppedError), Clock(0.05).running():
        draw(square)


def test_a_word_that_begins_wide_is_broken_before_it_leaves_its_line():
    word = "W" * 12 + "i" * 20 + "M@%" * 5
    lines = in_lines(word, 0, 0, 100, 10, Role.WORDS)
    assert "".join(line.text for line in lines) == word
    assert len(lines) > 1
    assert all(width_of(line.text) * 10 <= 100 for line in lines)


def test_an_excerpt_shows_no_houses_that_it_is_not_about():
    puzzle = Puzzle(9, houses=[*windoku(9), *anti_knight(9)])
    for excerpt in (False, True):
        shapes = layout(Picture(puzzle, excerpt=excerpt)).shapes
        said = [shape for shape in shapes if isinstance(shape, Text) and "knight" in shape.text]
        shaded = [shape for shape in shapes if shape.role is Role.SHADE]
        assert (bool(said), bool(shaded)) == (not excerpt, not excerpt)
