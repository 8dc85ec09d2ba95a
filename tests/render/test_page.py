"""Pages to walk through: what is in them, and the boards that their data makes."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest
from corpus import PUZZLES
from hypothesis import given

from kenken_cp import explain, hint, load, loads, why
from kenken_cp.logic.candidates import filled
from kenken_cp.logic.sentences import sentence
from kenken_cp.logic.steps import take
from kenken_cp.model.geometry import boxes
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.render.frames import Frame, of_explanation, of_hint
from kenken_cp.render.page import Walkthrough, page
from kenken_cp.render.picture import Picture
from kenken_cp.render.text import with_signs
from kenken_cp.text import cell_name
from puzzles import examples, planted

SMALL = Puzzle(3, [Cage([(0, 0), (0, 1), (1, 0)], "+", 6), Cage([(2, 2)], "=", 3)])
EASY = load(PUZZLES / "4x4/cs332.kk")
HARD = load(PUZZLES / "6x6/hard.kk")
NO_USE = loads("""
abbbbcc
adddeef
ggghhef
igjkhll
iijkkkm
nopppqm
nooqqqm

a 8+
b 60*
c 5
d 210*
e 72*
f 6
g 42
h 48
i 8+
j 30
k 280
l 4+
m 17+
n 35*
o 8+
p 11+
q 70*
""")

ALWAYS = loads("""
abccd
abbdd
ebfgg
efffh
iihhh

a 4
b 16+
c 2
d 8+
e 3-
f 13+
g 1
h 30*
i 1-
""")

ONLY = loads("""
aabbcc
dddeef
ghdeif
ghiiij
kklmmj
nnlljj

a 6
b 1
c 6*
d 216*
e 10
f 7+
g 3-
h 2
i 16+
j 72*
k 3-
l 7
m 3
n 6
""")


class Page(HTMLParser):
    """The elements of a page, each as (tag, attributes, text directly in it)."""

    def __init__(self, html):
        super().__init__()
        self.elements, self._open = [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append([tag, dict(attrs), ""])
        self._open.append(self.elements[-1])

    def handle_endtag(self, tag):
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if self._open:
            self._open[-1][2] += data

    def all(self, tag, **attributes):
        return [
            (attrs, text)
            for found, attrs, text in self.elements
            if found == tag and attributes.items() <= attrs.items()
        ]

    @property
    def data(self):
        return [json.loads(text) for _, text in self.all("script", type="application/json")]


def walkthrough(puzzle, frames=None, title=""):
    return Walkthrough(puzzle, [Frame(Picture(puzzle))] if frames is None else frames, title)


def boards(data):
    """As the script has them: values and candidates after each frame."""
    values, candidates = {}, {}
    for frame in data["frames"]:
        values = {**values, **frame.get("values", {})}
        candidates = {**candidates, **frame.get("candidates", {})}
        yield (
            {cell: value for cell, value in values.items() if value is not None},
            {cell: left for cell, left in candidates.items() if left},
            frame,
        )


def check_boards(explained):
    """The values are those that the steps place; candidates go by a step, or by what is said of it
    that goes further, and then for good, and none that is needed goes.
    """
    puzzle = explained.puzzle
    (data,) = Page(page([walkthrough(puzzle, list(of_explanation(explained)))])).data
    left, end = filled(puzzle, {}), explained.board
    frames = boards(data)

    def compare(values, candidates):
        named = zip(map(cell_name, left.instance.cells), sum(left.board, ()), strict=True)
        assert values == {cell: value for cell, value in named if value is not None}
        for row, column in left.instance.cells:
            shown = candidates.get(cell_name((row, column)), [])
            assert set(shown) <= set(left.table[row][column])
            if cell_name((row, column)) not in values and end[row][column] is not None:
                assert end[row][column] in shown

    values, before, _ = next(frames)
    compare(values, before)
    table = zip(map(cell_name, left.instance.cells), sum(left.table, ()), strict=True)
    assert before == {cell: list(marks) for cell, marks in table if marks}
    for step in explained.steps:
        take(left, step)
        values, candidates, frame = next(frames)
        compare(values, candidates)
        assert frame.get("placed", []) == [cell_name(cell) for cell, _ in step.places]
        for cell in cells_that_need(step):
            assert set(candidates.get(cell, [])) <= set().union(*step.tuples)
        for cell, marks in before.items():
            if cell not in values:
                gone = sorted({*marks} - {*candidates.get(cell, [])})
                assert gone == frame.get("eliminated", {}).get(cell, [])
        before = candidates
    assert left.board == end
    assert len(list(frames)) == bool(explained.ending)


def cells_that_need(step):
    """The cells of a cage of which the words say all that it needs."""
    words = sentence(step, EASY)
    needs = step.technique == "cage values" and " needs " in words
    return map(cell_name, step.cages[0].cells if needs else ())


@examples(30)
@given(planted())
def test_each_frame_has_the_board_after_its_step(drawn):
    check_boards(explain(drawn[0]))


def test_the_words_are_in_the_page_and_can_be_linked_to():
    explained = explain(EASY)
    found = Page(page([walkthrough(EASY, list(of_explanation(explained)))]))
    names = [attrs["id"] for attrs, _ in found.all("li") if "id" in attrs]
    assert names == [f"step-{number}" for number in range(len(explained.steps) + 1)]
    links = [attrs["href"] for attrs, _ in found.all("a")]
    assert links == [f"#{name}" for name in names]
    said = [text for _, text in found.all("p")]
    for taken in explained.steps:
        assert with_signs(sentence(taken, EASY)) in said


EVIL = "</script><script>alert(1)</script><!-- \" ' & \x07 \ud800"


@pytest.mark.parametrize("several", [False, True])
def test_what_comes_from_outside_stays_text(several):
    puzzle = Puzzle(2, title=EVIL, level="<b>hard")
    frame = Frame(Picture(puzzle), EVIL, EVIL, (EVIL,))
    text = page([walkthrough(puzzle, [frame, frame])] * (1 + several))
    text.encode("utf-8")
    found = Page(text)
    shown = EVIL.replace("\x07", " ").replace("\ud800", " ")
    (title, *_) = [text for _, text in found.all("title")]
    assert title == ("2 puzzles" if several else shown)
    assert shown in [text for _, text in found.all("p")]
    assert len(found.all("script")) == 2 + several
    assert not found.all("b")


def test_nothing_comes_from_elsewhere_and_its_own_is_named():
    text = page([walkthrough(SMALL)])
    found = Page(text)
    ((policy, _),) = found.all("meta", **{"http-equiv": "Content-Security-Policy"})
    rules = dict(rule.split(" ", 1) for rule in policy["content"].split("; "))
    assert rules["default-src"] == "'none'"

    def hashed(texts):
        return {f"'sha256-{b64encode(sha256(one.encode()).digest()).decode()}'" for one in texts}

    scripts = [text for attrs, text in found.all("script") if "type" not in attrs]
    assert hashed(scripts) == set(rules["script-src"].split())
    styles = re.findall("<style>(.*?)</style>", text, re.DOTALL)
    assert hashed(styles) == set(rules["style-src"].split())
    for _, attrs, _ in found.elements:
        assert not {"src", "style", "onclick", "onload"} & attrs.keys()
        assert attrs.get("rel") is None
        assert attrs.get("href", "#").startswith("#")
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")


def test_a_hint_gives_nothing_away_unless_it_is_to():
    advice = hint(HARD)
    frames = list(of_hint(advice))
    (data,) = Page(page([walkthrough(HARD, frames)])).data
    assert len(frames) == len(advice.steps) + 1
    start, *others = list(boards(data))
    for values, candidates, frame in others:
        assert (values, candidates) == start[:2]
        assert frame.keys() == {"basis"}
    (data,) = Page(page([walkthrough(HARD, list(of_hint(advice, reveal=True)))])).data
    (placed,) = advice.steps[-1].places
    assert list(boards(data))[-1][0] == {cell_name(placed[0]): placed[1]}


def test_a_hint_points_at_a_wrong_entry_and_at_a_cell_to_try():
    (frame,) = of_hint(hint(EASY, [[1, None, None, None], *[[None] * 4] * 3]))
    assert (frame.picture.marked, frame.text) == ({(0, 0)}, "Wrong: r1c1 = 1.")
    (frame,) = of_hint(hint(Puzzle(4, [Cage([(0, 0), (0, 1)], "+", 4)])))
    assert frame.picture.basis == {(0, 0)}
    assert frame.text.endswith("has more than one solution. Try the 2 candidates of r1c1.")
    assert frame.picture.candidates_of((0, 0)) == (1, 3)


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        (NO_USE, "42 at r3c1 r3c2 r3c3 r4c2 has no use for 5."),
        (ALWAYS, "always has 4 in column 2, so no other cell of column 2 is 4."),
        (ONLY, "In column 6 only r2c6 and r3c6 can hold 2 and 5, so r2c6 is not 1."),
    ],
)
def test_frames_leave_what_the_words_leave(puzzle, said):
    advice, explained = hint(puzzle), explain(puzzle)
    revealed, told = list(of_hint(advice, reveal=True)), list(of_explanation(explained))
    assert any(said in frame.text for frame in (*revealed, *told))
    for steps, (_, *frames) in ((advice.steps, revealed), (explained.steps, told)):
        for step, frame in zip(steps, frames, strict=False):
            for cell, left in step.left.items():
                assert frame.picture.candidates_of(cell) == left


def test_what_no_other_cell_holds_is_drawn_nowhere_else():
    """Though it matters only of some of these cells."""
    frames = [*of_hint(hint(ALWAYS), reveal=True), *of_explanation(explain(ALWAYS))]
    (column, *_) = [one.picture for one in frames if "no other cell of column 2 is 4" in one.text]
    (cage,) = [one for one in ALWAYS.cages if one.clue == "16+"]
    others = [(row, 1) for row in range(5) if (row, 1) not in cage.cells]
    assert others
    assert not any(4 in column.candidates_of(cell) for cell in others)


def test_both_of_two_equal_givens_are_marked_or_the_house_without_a_place():
    twice = Puzzle(3, [Cage([(0, c)], None, 1) for c in (0, 1)])
    *_, end = of_explanation(explain(twice))
    assert "is given the same" in end.text
    assert end.picture.marked == {(0, 0), (0, 1)}
    *_, end = of_explanation(explain(Puzzle(4, [Cage([(0, c), (1, c)], "-", 3) for c in range(3)])))
    assert end.picture.marked == {(0, 0), (0, 1), (0, 2), (0, 3)}, "none for 3"


def test_of_several_puzzles_each_has_names_of_its_own():
    frames = [Frame(Picture(SMALL), "one", "1 < 2"), Frame(Picture(SMALL), "two")]
    found = Page(page([walkthrough(SMALL, frames, "first"), walkthrough(SMALL, frames, "second")]))
    names = [attrs["id"] for attrs, _ in found.all("li") if "id" in attrs]
    assert names == [f"puzzle-{n}-step-{m}" for n in (1, 2) for m in (0, 1)]


def test_a_deduction_from_some_cages_is_shown_on_the_whole_board():
    puzzle = loads("4:ca__baa__a_3a_,m24s1d2a7a4s1")
    assert page([walkthrough(puzzle, why(puzzle).frames)]).count('class="kk-clue"') == 6


def test_an_excerpt_is_shown_on_the_whole_board():
    cages = [Cage([(0, 0), (0, 1)], "+", 3), Cage([(1, 0), (1, 1)], "-", 1)]
    excerpt = Picture(Puzzle(2, cages[:1]), basis=cages[0].cells, excerpt=True)
    found = Page(page([walkthrough(Puzzle(2, cages), [Frame(excerpt)])]))
    assert [text for attrs, text in found.all("text") if attrs["class"] == "kk-clue"] == [
        "3+",
        "1−",
    ]
    assert found.data[0]["frames"] == [{"basis": ["r1c1", "r1c2"]}]


def test_without_cages_what_is_given_stands_in_the_cells():
    puzzle = Puzzle(4, [Cage([(0, 0)], "=", 0)], range(4), boxes(4, 2, 2))
    (data,) = Page(page([walkthrough(puzzle)])).data
    assert data["frames"] == [{"values": {"r1c1": 0}}]


def test_a_cell_whose_value_is_given_is_drawn_so_before_it_is_filled():
    (cell,) = Page(page([walkthrough(SMALL)])).all("text", **{"class": "kk-given"})
    assert (cell[0]["data-cell"], cell[1]) == ("r3c3", "")
