"""Words and pictures below each other, as text and as HTML: what is shown where puzzles, and what
was found about them, are printed, and in notebooks.

Importing this imports no solver: the functions that need ``logic`` import it when called.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.board import differing
from kenken_cp.render.picture import Picture
from kenken_cp.render.svg import escaped, svg
from kenken_cp.render.text import drawn, fitting_style, undrawn, with_signs
from kenken_cp.text import printable

if TYPE_CHECKING:
    from kenken_cp.logic.explain import Explanation
    from kenken_cp.logic.hint import Hint
    from kenken_cp.search.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Section:
    """Something that is said, and drawn.

    Attributes:
        text: a sentence; it ends in a colon if there are items.
        items: lines of a list.
        picture: what is drawn below, if anything is.
        heading: a few words for it, on a page.
        cells: those that it is about, which a page points out.
        steps: the deduction that the items are of, which a page shows step by step.
    """

    text: str
    items: tuple[str, ...] = ()
    picture: Picture | None = None
    heading: str = "Result"
    cells: frozenset[Cell] = frozenset()
    steps: Explanation | None = None

    def __str__(self) -> str:
        style = fitting_style()
        lines = [self.text] if self.text else []
        lines += [f"  {item}" for item in self.items]
        picture = [drawn(self.picture, style)] if self.picture else []
        return "\n".join([*(with_signs(line, style) for line in lines), *picture])


def as_text(sections: Iterable[Section]) -> str:
    """Sections with a blank line between them."""
    return "\n\n".join(map(str, sections))


def as_html(sections: Iterable[Section]) -> str:
    """Sections as an HTML element."""
    return f'<div class="kk-sections">\n{"".join(map(_section, sections))}</div>\n'


def _section(section: Section) -> str:
    picture = svg(section.picture) if section.picture else ""
    return words_html(section.text, section.items) + picture


def words_html(text: str, items: Iterable[str]) -> str:
    """A paragraph and a list, as HTML, as far as there are any."""
    html = f"<p>{escaped(with_signs(text))}</p>" if text else ""
    lines = "".join(f"<li>{escaped(with_signs(item))}</li>" for item in items)
    return f"{html}<ul>{lines}</ul>" if lines else html


# --- what is shown of what -----------------------------------------------------------------------


def puzzle_text(puzzle: Puzzle) -> str:
    """The puzzle, under its name, and what cannot be drawn of it."""
    return "\n".join([printable(puzzle.name), str(Picture(puzzle)), *undrawn(puzzle)])


def of_outcome(outcome: Outcome, mark: str) -> Iterator[Section]:
    """The grids of an outcome, and what they say.

    Args:
        mark: what it is that marks cells that differ.
    """
    marked = differing(outcome.grids)
    for grid in outcome.grids:
        board = outcome.puzzle or Puzzle((len(grid), len(grid[0])))
        yield Section("", picture=Picture(board, grid, marked=marked))
    end = f", {mark} marks where they differ." if marked else "."
    yield Section(outcome.sentence.removesuffix(".") + end)


def explanation_html(explained: Explanation) -> str:
    """The steps in words, under the names of their techniques, and the board that they lead to."""
    from kenken_cp.logic.sentences import paragraphs

    runs = paragraphs(explained.steps, explained.puzzle)
    words = [Section(f"{technique}:", tuple(sentences)) for technique, sentences in runs]
    board = Picture(explained.puzzle, explained.board)
    return as_html([*words, Section(explained.ending, picture=board)])


def hint_html(hint: Hint) -> str:
    """A board and where to look on it, or what is wrong with it; no value is given away."""
    from kenken_cp.render.frames import of_hint

    shown = [frame.picture for frame in of_hint(hint)]
    marked = {cell for picture in shown for cell in picture.marked}
    basis = {cell for picture in shown for cell in picture.basis}
    board = Picture(hint.puzzle, hint.board, marked=marked, basis=basis)
    return as_html([Section("", hint.sentences), Section("", picture=board)])
