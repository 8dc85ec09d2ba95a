"""Puzzles played in a browser, with keys, buttons, a mouse and fingers."""

from __future__ import annotations

from functools import cache

import pytest
from browsing import PHONE
from corpus import shipped

from kenken_cp import Cage, Puzzle, explain
from kenken_cp.render.play import Game, play_page

pytestmark = pytest.mark.browser

EASY = "4x4/cs332.kk"
SOLUTION = ["3412", "2134", "1243", "4321"]
ONE_WRONG = "Wrong entries: 1. Check again shows which."
START = "Choose a cell, then enter its value. Help lists the keys."
SOLVED = "Solved: every value is right."

NEGATIVE = Puzzle(2, [Cage([(0, 0)], None, -12)], values=(-12, -1))
LONG = Puzzle(
    (1, 4), [Cage([(0, c)], None, v) for c, v in enumerate((1, 12, 10))], values=(1, 2, 10, 12)
)
"""Of a row; the last cell is open."""


@cache
def page_of(*names):
    """The page on which some puzzles, or shipped ones of some names, are played."""
    puzzles = [shipped()[name] if isinstance(name, str) else name for name in names]
    return play_page([Game(explain(puzzle)) for puzzle in puzzles])


class Played:
    """A page with a game, as a player has it."""

    def __init__(self, tab, place=0):
        self.tab, self.page = tab, tab.page
        self.article = tab.page.locator(".game").nth(place)

    def name(self, cell):
        """What is said of a cell: ``3 entered``, ``open``..."""
        return self.label(cell).split(", ")[1]

    def label(self, cell):
        return self.article.locator(f"[data-choose={cell}]").get_attribute("aria-label")

    def click(self, cell):
        self.article.locator(f"[data-choose={cell}]").click()

    def keys(self, *names):
        self.tab.keys(*names)

    def do(self, *names):
        for name in names:
            self.article.get_by_role("button", name=name, exact=True).click()

    @property
    def chosen(self):
        return self.article.locator("[aria-selected=true]").get_attribute("data-choose")

    @property
    def message(self):
        return self.article.locator(".message").text_content()

    def shown(self, cell):
        """What is drawn in a cell: its value, or its pencil marks."""
        texts = self.article.locator(f"svg text[data-cell={cell}]:not(.kk-clue):not(.kk-off)")
        return " ".join(filter(None, texts.all_text_contents()))

    def fill(self, rows=SOLUTION):
        """Types a whole board."""
        self.click("r1c1")
        for row in rows:
            for digit in row:
                self.keys(digit, "ArrowRight")
            self.keys("ArrowDown", "Home")


@pytest.fixture
def play(open_tab):
    def opened(*names, **context):
        return Played(open_tab(page_of(*names), **context))

    return opened


def test_the_same_puzzle_twice_has_two_boards(play):
    first = play(EASY, EASY)
    second = Played(first.tab, 1)
    first.click("r1c1")
    first.keys("3")
    second.click("r1c1")
    second.keys("4")
    first.page.reload()
    assert (first.name("r1c1"), second.name("r1c1")) == ("3 entered", "4 entered")
    second.do("Start again", "Undo")
    assert second.name("r1c1") == "4 entered"


@pytest.mark.parametrize("stored", ["[]", "null", '[["r1c1", {"value": 3}]]', "7", "no"])
def test_what_is_stored_of_something_else_is_left(play, stored):
    game = play(EASY)
    game.click("r1c1")
    game.keys("3")
    game.page.evaluate("text => localStorage.setItem(Object.keys(localStorage)[0], text)", stored)
    game.page.reload()
    assert (game.name("r1c1"), game.message) == ("open", START)


def test_start_again_on_an_untouched_board(play):
    game = play(EASY)
    game.do("Start again")
    assert game.message == "Nothing is to be erased."


def test_every_key(play):
    game = play(EASY)
    game.click("r1c1")
    game.keys("4")
    assert (game.name("r1c1"), game.shown("r1c1")) == ("4 entered", "4")
    game.keys("Backspace")
    assert (game.name("r1c1"), game.shown("r1c1")) == ("open", "")
    for mode, kind in (
        ("p", "pencil marks"),
        (" ", "values"),
        ("P", "pencil marks"),
        (" ", "values"),
    ):
        game.keys(mode)
        assert game.message == f"Digits are {kind} now."
    game.keys("p", "1", "3", "2", "3")
    assert (game.name("r1c1"), game.shown("r1c1")) == ("perhaps 1 2", "1 2")
    game.keys("Delete")
    assert game.name("r1c1") == "open"
    game.keys("u", "Control+z")
    assert game.name("r1c1") == "perhaps 1 2 3"
    game.keys("r", "Control+y")
    assert game.name("r1c1") == "open"
    game.keys("Control+z", "Control+Shift+Z", "p", "2", "0")
    assert game.name("r1c1") == "open"
    game.keys("9")
    assert game.message == "No value begins with 9."
    game.keys("2", "c")
    assert game.message == ONE_WRONG
    game.keys("0", "h")
    assert ": cage values. Hint again" in game.message


def test_every_button(play):
    game = play(EASY)
    game.click("r1c2")
    game.do("1")
    game.keys("2")  # the cell keeps the focus
    assert game.name("r1c2") == "2 entered"
    game.do("Undo")
    assert game.name("r1c2") == "1 entered"
    game.do("Redo")
    assert game.name("r1c2") == "2 entered"
    game.do("Erase", "Pencil", "4", "1", "Check")
    assert (game.name("r1c2"), game.message) == ("perhaps 1 4", "Entries: 0. All are right so far.")
    game.do("Pencil", "4", "Check")
    assert game.message == "Entries: 1. All are right so far."
    game.do("Start again")
    assert game.name("r1c2") == "open"
    game.do("Undo", "Erase")
    assert game.name("r1c2") == "perhaps 1 4"  # they were under the value
    game.do("Hint")
    assert "Look at" in game.message


def test_givens_stay(play):
    game = play("9x9/sudoku-patterns.kk")
    game.click("r1c3")
    game.keys("7")
    assert (game.name("r1c3"), game.message) == ("5 given", "r1c3 is given.")
    game.keys("Backspace", "p", "1")
    game.do("Start again")
    assert game.name("r1c3") == "5 given"


def test_negative_values(play):
    game = play(NEGATIVE)
    game.click("r2c1")
    game.keys("-", "1")
    assert game.name("r2c1") == "−1 entered"
    game.keys("2")
    assert (game.name("r2c1"), game.shown("r2c1")) == ("−12 entered", "−12")
    game.do("−1")
    assert game.name("r2c1") == "−1 entered"


def test_hints_believe_no_pencil_marks_without_the_right_value(play):
    game = play(EASY)
    game.do("Pencil")
    game.fill(["1141", "3313", "4222", "1111"])
    game.page.evaluate(HINTS)
    assert game.message == SOLVED


def test_without_a_store(play):
    """As where cookies are blocked."""
    refuse = "{ get() { throw new DOMException('denied', 'SecurityError') } }"
    game = play(EASY, first=f"Object.defineProperty(window, 'localStorage', {refuse});")
    game.click("r1c1")
    game.keys("3")
    assert game.name("r1c1") == "3 entered"


def test_a_board_is_filled(play):
    game = play(EASY)
    game.fill()
    assert game.message == SOLVED
    game.click("r1c1")
    game.keys("1")
    assert game.message == "The board is full, but something is wrong."
    game.keys("3", "c")
    assert game.message == SOLVED
    game.do("Hint")
    assert game.message == SOLVED


def test_check_says_how_many_and_then_which(play):
    game = play(EASY)
    game.click("r1c1")
    game.keys("1", "ArrowRight", "4", "ArrowRight", "4", "c")
    assert game.message == "Wrong entries: 2. Check again shows which."
    assert "wrong" not in game.label("r1c1")
    game.keys("ArrowLeft", "c")  # a look around does not matter
    assert game.message == "Wrong: r1c1, r1c3."
    assert game.label("r1c1").startswith("r1c1, 1 entered, wrong, cage 1− with r2c1")
    assert "wrong" not in game.label("r1c2")
    tint = game.article.locator("rect.kk-marked:not(.kk-off)")
    assert tint.evaluate_all("them => them.map(each => each.dataset.cell)") == ["r1c1", "r1c3"]
    game.click("r1c1")
    game.keys("3")
    assert "wrong" not in game.label("r1c1")
    assert "wrong" in game.label("r1c3")
    game.keys("c")
    assert game.message == ONE_WRONG
    game.do("Hint")
    assert game.message == "Some entry is wrong: mend that first. Check shows which."
    game.do("Check")
    assert game.message == "Wrong: r1c3."


def test_a_hint_looks_then_tells_then_enters(play):
    game = play(EASY)
    game.do("Hint")
    assert (
        game.message == "Look at 24× at r4c1 r4c2 r4c3: cage values. Hint again says what follows."
    )
    tinted = "them => them.map(each => each.dataset.cell)"
    looked_at = game.article.locator("rect.kk-basis:not(.kk-off)").evaluate_all(tinted)
    assert looked_at == ["r4c1", "r4c2", "r4c3"]
    game.do("Hint")
    assert game.message == "24× at r4c1 r4c2 r4c3 needs 2, 3 and 4. Hint again enters it."
    assert game.name("r4c1") == "open"
    game.do("Hint")
    assert {game.name(cell) for cell in looked_at} == {"perhaps 2 3 4"}
    assert game.message == "Entered: 24× at r4c1 r4c2 r4c3 needs 2, 3 and 4."
    game.do("Undo")
    assert game.name("r4c1") == "open"


def test_a_hint_takes_the_shortest_way(play):
    """What is on the board need not be deduced."""
    game = play(EASY)
    game.fill(["3412", "2134", "1243", "432."])
    game.do("Hint")
    assert game.message.startswith("Look at row 4: hidden single.")
    game.do("Hint", "Hint")
    assert game.message == SOLVED


HINTS = """() => {
  const hint = document.querySelector("[data-do=hint]");
  let count = 0;
  while (!document.querySelector(".game.solved") && count < 2000) {
    hint.click();
    count += 1;
  }
  return count;
}"""
"""Clicks for hints until the board is solved; returns how often."""


@pytest.mark.parametrize(
    "name", [EASY, "6x6/hard.kk", "9x9/killer.kk", "9x9/sudoku-stuck.kk", "rectangles/4x6-boxes.kk"]
)
def test_hints_alone_solve(play, name):
    game = play(name)
    clicks = game.page.evaluate(HINTS)
    assert game.message == SOLVED
    cells = len(shipped()[name].cells) - len(shipped()[name].givens)
    assert 3 * cells <= clicks < 2000
    assert clicks % 3 == 0


def test_values_of_several_digits(play):
    game = play(LONG)
    game.click("r1c4")
    for keys, name in (
        (["1"], "1 entered"),
        (["2"], "12 entered"),
        (["2"], "2 entered"),
        (["1", "0"], "10 entered"),
        (["p", "0"], "open"),
        (["1", "0"], "perhaps 10"),
        (["1", "2"], "perhaps 10 12"),
        (["1"], "perhaps 1 10 12"),
        (["0"], "perhaps 12"),
        (["u"], "perhaps 10 12"),
    ):
        game.keys(*keys)
        assert game.name("r1c4") == name
    game.keys("p")
    game.page.clock.install()
    game.keys("1")
    game.page.clock.fast_forward(2000)
    game.keys("2")  # after a pause it is another value
    assert game.name("r1c4") == "2 entered"


def test_a_value_takes_its_pencil_marks_from_the_cells_that_must_differ(play):
    game = play(EASY)
    game.do("Pencil")
    for cell in ("r1c2", "r2c1", "r2c2"):
        game.click(cell)
        game.keys("3", "4")
    game.do("Pencil")
    game.click("r1c1")
    game.keys("3")
    found = [game.name(cell) for cell in ("r1c2", "r2c1", "r2c2")]
    assert found == ["perhaps 4", "perhaps 4", "perhaps 3 4"]
    game.keys("u")
    assert game.name("r1c2") == "perhaps 3 4"


def test_a_board_is_kept(play):
    game = play(EASY)
    game.click("r1c1")
    game.keys("3", "ArrowRight", "p", "1", "2")
    game.page.reload()
    assert game.message == "The board is as you left it."
    assert (game.name("r1c1"), game.name("r1c2")) == ("3 entered", "perhaps 1 2")
    game.do("Start again")
    game.page.reload()
    assert game.message == START


@pytest.mark.parametrize("kept", ["{", "7"])
def test_what_is_kept_may_be_no_board(play, kept):
    first = f"Storage.prototype.getItem = () => {kept!r};"
    game = play(EASY, first=first)
    assert game.name("r1c1") == "open"
    game.click("r1c1")
    game.keys("3")
    assert game.name("r1c1") == "3 entered"


def test_fingers_and_a_phone(play):
    phone = {"width": PHONE, "height": 740}
    game = play("9x9/killer.kk", viewport=phone, has_touch=True, is_mobile=True)
    game.article.locator("[data-choose=r1c1]").tap()
    game.article.get_by_role("button", name="9", exact=True).tap()
    assert game.name("r1c1") == "9 entered"
    boxes = [button.bounding_box() for button in game.page.get_by_role("button").all()]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 40
    cell = game.article.locator("[data-choose=r9c9]").bounding_box()
    board = game.article.locator("svg.kk").bounding_box()
    assert 0 <= board["x"] + board["width"] - cell["x"] - cell["width"] < 10
    assert 0 <= board["y"] + board["height"] - cell["y"] - cell["height"] < 10


@pytest.mark.parametrize(
    "name", [EASY, "12x12/small-cages.kk", "rectangles/6x8.kk", LONG, NEGATIVE]
)
def test_nothing_is_wider_than_a_phone(play, name):
    game = play(name, viewport={"width": PHONE, "height": 740})
    assert game.tab.overflow() == 0
    game.do("Hint")
    game.do("Hint")
    assert game.tab.overflow() == 0


def test_for_everybody(play):
    game = play(EASY)
    assert game.tab.violations() == []
    game.click("r1c1")
    game.keys("1", "ArrowRight", "p", "1", "c", "c", "ArrowRight", "h", "?")
    assert game.tab.violations() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(play, scheme):
    game = play(EASY, color_scheme=scheme)
    game.click("r1c1")
    game.keys("1", "ArrowRight", "p", "1", "c", "c", "ArrowRight")
    assert game.tab.violations("color-contrast") == []


def test_two_puzzles_are_apart(play):
    game = play(EASY, "5x5/easy.kk")
    other = Played(game.tab, 1)
    game.keys("3")  # where nothing has the focus, for the first
    other.click("r1c1")
    other.keys("p", "1")
    assert (game.name("r1c1"), other.name("r1c1")) == ("3 entered", "perhaps 1")
    game.page.evaluate("document.activeElement.blur()")
    game.keys("2")
    assert other.name("r1c1") == "perhaps 1 2"
    other.do("Undo")
    other.do("Undo")
    assert (game.name("r1c1"), other.name("r1c1")) == ("3 entered", "open")
    game.page.reload()
    assert (game.name("r1c1"), other.name("r1c1")) == ("3 entered", "open")


def test_without_scripts(open_tab):
    tab = open_tab(page_of(EASY), java_script_enabled=False)
    assert tab.page.get_by_role("img", name="CS 332 4x4").is_visible()
    assert tab.page.get_by_text("the page needs JavaScript").is_visible()
    assert not tab.page.get_by_role("button").all()


def test_on_paper(play):
    game = play(EASY)
    game.keys("3")
    game.page.emulate_media(media="print")
    assert game.shown("r1c1") == "3"
    assert game.article.locator(".rules").is_visible()
    assert not game.page.get_by_role("button").all()
