"""Walkthroughs in a browser: every button and key, and the boards that are drawn."""

from __future__ import annotations

from functools import cache

import pytest
from browsing import PHONE
from corpus import shipped

from kenken_cp import Cage, Puzzle, explain, hint, why
from kenken_cp.render.frames import Frame, of_explanation, of_hint
from kenken_cp.render.page import Walkthrough, page
from kenken_cp.render.picture import Picture
from kenken_cp.render.text import with_signs
from kenken_cp.text import cell_name

pytestmark = pytest.mark.browser

LONG_WORDS = "Zweihundertsechsundfünfzigtausendeinhundertsiebenundsechzig " * 3
WINDOW = {"width": 1100, "height": 700}
NARROW = {"width": PHONE, "height": 640}


@cache
def frames_of(name):
    return tuple(of_explanation(explain(shipped()[name])))


@cache
def explained(*names):
    return page([Walkthrough(shipped()[name], frames_of(name)) for name in names])


@cache
def kinds():
    """A page of each kind, by its name."""
    easy, wrong = shipped()["4x4/cs332.kk"], shipped()["impossible/4x4-line.kk"]
    several = shipped()["ambiguous/5x5-three.kk"]
    titled = Puzzle(2, [Cage([(0, 0), (0, 1)], "*", 2)], title=LONG_WORDS)
    return {
        "explain": explained("4x4/cs332.kk"),
        "several": explained("4x4/cs332.kk", "6x6/killer.kk", "3x3/easy.kk"),
        "hint": page([Walkthrough(easy, tuple(of_hint(hint(easy))))]),
        "why": page([Walkthrough(one, why(one).frames) for one in (wrong, several)]),
        "show": page([Walkthrough(titled, [Frame(Picture(titled))])]),
        "words": page([Walkthrough(titled, [Frame(Picture(titled), "a", LONG_WORDS, ("b",))] * 2)]),
    }


class Walked:
    """A page, as its reader has it."""

    def __init__(self, tab, place=0):
        self.tab, self.page = tab, tab.page
        self.article = tab.page.locator(".walkthrough").nth(place)

    @property
    def step(self):
        return self.article.locator("output").text_content()

    @property
    def words(self):
        """What is announced, without its heading."""
        return self.article.locator(".now p").text_content()

    def push(self, name):
        self.article.get_by_role("button", name=name).click()

    def count(self, shapes):
        return self.article.locator(f".board > svg {shapes}").count()


@pytest.fixture
def walked(open_tab):
    def opened(html=None, place=0, **context):
        context.setdefault("viewport", WINDOW)
        return Walked(open_tab(html or explained("4x4/cs332.kk"), **context), place)

    return opened


def test_buttons(walked):
    found = walked()
    frames = frames_of("4x4/cs332.kk")
    last = len(frames) - 1
    assert (found.step, found.words) == (f"0 of {last}", with_signs(frames[0].text))
    for name, number in (("Next", 1), ("Next", 2), ("back", 1), ("Last", last), ("First", 0)):
        found.push(name)
        assert (found.step, found.words) == (f"{number} of {last}", with_signs(frames[number].text))


def test_keys(walked):
    found = walked()
    last = len(frames_of("4x4/cs332.kk")) - 1
    for key, number in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", last),
        ("ArrowRight", last),
        ("Home", 0),
        ("ArrowLeft", 0),
        ("Control+ArrowRight", 0),
    ):
        found.tab.keys(key)
        assert found.step == f"{number} of {last}", key


def test_the_slider_takes_the_same_keys_and_a_mouse(walked):
    found = walked()
    last = len(frames_of("4x4/cs332.kk")) - 1
    slider = found.article.get_by_role("slider")
    slider.focus()
    found.tab.keys("ArrowRight", "ArrowRight", "ArrowUp")
    assert found.step == f"3 of {last}"
    assert slider.get_attribute("aria-valuetext") == found.step
    found.tab.keys("Home")
    assert found.step == f"0 of {last}"
    slider.fill(str(last - 1))
    assert found.step == f"{last - 1} of {last}"


def test_candidates_on_and_off(walked):
    found = walked()
    assert found.count(".kk-candidate:not(.kk-off)") == 64
    found.tab.keys("c")
    assert found.count(".kk-candidate:not(.kk-off)") == 0
    found.tab.keys("ArrowRight")
    assert found.count(".kk-eliminated:not(.kk-off)") == 0
    found.article.get_by_label("Candidates").click()
    assert found.count(".kk-eliminated:not(.kk-off)") > 0


def test_links_to_steps(walked):
    found = walked()
    found.article.locator(".steps a").nth(3).click()
    found.tab.wait_until("document.querySelector('output').textContent.startsWith('3 ')")
    found.tab.wait_until("location.hash === '#step-3'")
    current = found.article.locator("[aria-current=step]")
    assert current.get_attribute("href") == "#step-3"
    found.page.evaluate("location.hash = 'step-5'")
    found.tab.wait_until("document.querySelector('output').textContent.startsWith('5 ')")
    found.page.go_back()
    found.tab.wait_until("document.querySelector('output').textContent.startsWith('3 ')")
    found.page.goto("about:blank")
    found.tab.faults.clear()  # another page is another request
    found.page.goto(f"{found.tab.address}#step-7")
    found.tab.wait_until("document.querySelector('output').textContent.startsWith('7 ')")


def test_help(walked):
    found = walked()
    dialog = found.page.get_by_role("dialog")
    for opens, closes in (("?", "Escape"), ("button", "Enter")):
        if opens == "button":
            found.page.get_by_role("button", name="Help").click()
        else:
            found.tab.keys(opens)
        assert dialog.is_visible()
        found.tab.keys("ArrowRight", "?")
        assert found.step.startswith("0 ")
        found.tab.keys(closes)
        assert not dialog.is_visible()
    found.page.evaluate(
        "document.dispatchEvent(new KeyboardEvent('keydown', { key: '?', ctrlKey: true }))"
    )
    assert not dialog.is_visible(), "that is the browser's"


def test_a_wide_board_is_as_wide_as_its_height_allows(walked):
    wide, square = (Puzzle(size) for size in ((2, 12), 12))
    low = {"width": 1100, "height": 450}
    widths = []
    for puzzle in (wide, square):
        found = walked(page([Walkthrough(puzzle, [Frame(Picture(puzzle))])]), viewport=low)
        widths.append(found.article.locator(".board > svg").bounding_box()["width"])
    assert widths[0] > 1.3 * widths[1]


def test_of_several_puzzles_the_one_with_the_focus_has_the_keys(walked):
    first = walked(kinds()["several"])
    second = Walked(first.tab, 1)
    first.tab.keys("ArrowRight")
    assert (first.step.split()[0], second.step.split()[0]) == ("1", "0")
    second.article.get_by_role("slider").focus()
    second.article.get_by_label("Candidates").focus()
    first.tab.keys("ArrowRight", "ArrowRight")
    assert (first.step.split()[0], second.step.split()[0]) == ("1", "2")
    first.article.locator(".board").click()
    first.tab.keys("ArrowRight")
    assert (first.step.split()[0], second.step.split()[0]) == ("2", "2")


def test_everything_can_be_reached_by_the_keyboard_and_the_focus_is_seen(walked):
    found = walked()
    outlined = "getComputedStyle(document.activeElement).outlineStyle"
    reached = []
    for _ in range(9):
        found.tab.keys("Tab")
        assert found.page.evaluate(outlined) == "solid"
        reached.append(found.page.evaluate("document.activeElement.localName"))
    assert reached == ["button"] * 5 + ["input"] * 2 + ["a"] * 2


DRAWN = """
() => walkthroughs.map((one) => one.steps.map((_, number) => {
  one.go(number);
  const shown = (shapes) => [...one.drawing.querySelectorAll(`${shapes}:not(.kk-off)`)];
  const entries = shown("text.kk-entry").concat(shown("text.kk-given"));
  const cells = (shapes) => shown(shapes).map((shape) => shape.dataset.cell).sort();
  return {
    values: Object.fromEntries(entries.filter((shape) => shape.textContent).map(
      (shape) => [shape.dataset.cell, shape.textContent])),
    marks: shown("text.kk-candidate").map((s) => `${s.dataset.cell} ${s.textContent}`).sort(),
    gone: shown("text.kk-eliminated").map((s) => `${s.dataset.cell} ${s.textContent}`).sort(),
    basis: cells("rect.kk-basis"), placed: cells("rect.kk-placed"), marked: cells("rect.kk-marked"),
    description: one.drawing.querySelector("desc").textContent,
  };
}))
"""


@pytest.mark.parametrize("name", ["4x4/cs332.kk", "6x6/killer.kk", "6x6/negative.kk"])
def test_each_frame_is_drawn_as_its_picture(walked, name):
    (drawn,) = walked(explained(name)).page.evaluate(DRAWN)
    frames = frames_of(name)
    assert len(drawn) == len(frames)
    for frame, found in zip(frames, drawn, strict=True):
        picture = frame.picture
        values = {cell: picture.value(cell) for cell in picture.puzzle.cells}
        values = {cell: value for cell, value in values.items() if value is not None}

        def marks(candidates, values=values):
            return sorted(
                f"{cell_name(cell)} {value}".replace("-", "−")
                for cell, left in candidates.items()
                if cell not in values
                for value in left
            )

        assert found["values"] == {
            cell_name(cell): str(value).replace("-", "−") for cell, value in values.items()
        }
        assert found["marks"] == marks(
            {cell: picture.candidates_of(cell) for cell in picture.puzzle.cells}
        )
        assert found["gone"] == marks(picture.eliminated)
        for tint in ("basis", "placed", "marked"):
            assert found[tint] == sorted(map(cell_name, getattr(picture, tint)))
        filled = ", ".join(f"{cell_name(cell)} {value}" for cell, value in values.items())
        assert found["description"].endswith(f" On the board now: {filled or 'no value'}.")


def test_without_scripts_the_last_board_and_all_words(walked):
    found = walked(java_script_enabled=False)
    frames = frames_of("4x4/cs332.kk")
    assert found.count(".kk-entry:visible") == 16
    said = found.article.locator(".steps p:visible").all_text_contents()
    assert said == [with_signs(frame.text) for frame in frames]
    assert found.page.locator("button:visible, input:visible").count() == 0


def test_on_paper_there_are_the_board_and_all_words_alone(walked):
    found = walked(explained("5x5/hard.kk"))
    found.tab.keys("ArrowRight")
    found.page.emulate_media(media="print")
    assert found.page.locator("button:visible, input:visible, .now:visible").count() == 0
    words = found.article.locator(".steps p")
    assert words.count() == len(frames_of("5x5/hard.kk"))
    bottom = found.article.locator(".steps").bounding_box()
    for place in (0, words.count() - 1):
        box = words.nth(place).bounding_box()
        assert bottom["y"] <= box["y"] <= bottom["y"] + bottom["height"] - box["height"]
    assert found.article.locator(".board > svg").is_visible()


@pytest.mark.parametrize("kind", ["explain", "several", "hint", "why", "show", "words"])
def test_no_wider_than_a_phone_and_usable_by_all(open_tab, kind):
    for rules, context in (
        ((), {"viewport": NARROW}),
        (("color-contrast",), {"viewport": WINDOW, "color_scheme": "dark"}),
    ):
        tab = open_tab(kinds()[kind], **context)
        tab.keys("ArrowRight")
        assert tab.overflow() == 0
        assert tab.violations(*rules) == []
