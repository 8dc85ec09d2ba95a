"""What is shown where puzzles and what was found about them are printed, and in notebooks.

Nothing of the solvers is imported for it: what is shown is only asked for what it has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.board import differing
from kenken_cp.render.picture import Picture
from kenken_cp.render.sections import Section, as_html, as_text
from kenken_cp.render.text import undrawn
from kenken_cp.text import printable

if TYPE_CHECKING:
    from kenken_cp.logic.explain import Explanation
    from kenken_cp.logic.hint import Hint
    from kenken_cp.search.outcome import Outcome


def puzzle_text(puzzle: Puzzle) -> str:
    """The puzzle, under its name, and what cannot be drawn of it."""
    return "\n".join([printable(puzzle.name), str(Picture(puzzle)), *undrawn(puzzle)])


def outcome_text(outcome: Outcome) -> str:
    """The grids of an outcome, and what they say."""
    return as_text(_of_outcome(outcome, mark="*"))


def outcome_html(outcome: Outcome) -> str:
    """The grids of an outcome, and what they say."""
    return as_html(_of_outcome(outcome, mark="colour"))


def _of_outcome(outcome: Outcome, *, mark: str) -> Iterator[Section]:
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
