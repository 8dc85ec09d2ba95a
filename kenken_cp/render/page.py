"""Walkthroughs as one HTML page that needs nothing else: no network, no fonts, no files beside it.

A page has one article for each puzzle. In it are

- the board, drawn once (``svg(..., complete=True)``) as it is in the last frame, so that a reader
  without JavaScript sees that;
- a list of the frames in words, each with a name to link to: ``#step-12``, or ``#puzzle-2-step-12``
  where there are several puzzles. Step 0 is the first frame;
- a JSON object, ``<script type="application/json">``, from which ``page.js`` shows any frame by
  changing classes and texts of the drawing::

    {"about": "...",               the puzzle in words, for those who cannot see the board
     "frames": [
        {"values": {"r1c2": 3},          what is new since the frame before: null is an open cell
         "candidates": {"r1c1": [1, 2]}, the same for pencil marks, drawn where no value is
         "basis": ["r1c1"],              cells that this frame's step rests on
         "placed": ["r1c2"],             cells that it fills
         "marked": [],                   cells that are pointed out
         "eliminated": {"r1c3": [3]}}]}  pencil marks that it crosses out; no longer candidates

What is empty is left out. Where no frame has candidates, the drawing has no pencil marks. A page of
a hard 9x9 (185 steps) has 210 KB, one of a 16x16 (330 steps) 800 KB.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from kenken_cp.clock import checkpoint
from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.document import article, document
from kenken_cp.render.frames import Frame
from kenken_cp.render.layout import described
from kenken_cp.render.picture import Picture, no_candidates
from kenken_cp.render.records import by_cell_name, names_of
from kenken_cp.render.sections import words_html
from kenken_cp.render.svg import escaped, svg

_Held = TypeVar("_Held")

_COLOURED = ("basis", "placed", "marked", "eliminated")
"""Roles, and attributes of pictures, that the legend explains."""


@dataclass(frozen=True, slots=True)
class Walkthrough:
    """What a page shows of one puzzle.

    Args:
        frames: at least one. Their pictures are of this puzzle, or of parts of it.
        title: by default the puzzle's name.
    """

    puzzle: Puzzle
    frames: Sequence[Frame]
    title: str = ""

    @property
    def has_candidates(self) -> bool:
        """Whether some frame has candidates."""
        return any(frame.picture.candidates is not None for frame in self.frames)


def page(walkthroughs: Sequence[Walkthrough]) -> str:
    """The page, as the text of an HTML file.

    Args:
        walkthroughs: one for each puzzle, at least one.
    """
    names = [one.title or one.puzzle.name for one in walkthroughs]
    if len(names) == 1:
        return document("page", names, [_article(walkthroughs[0])])
    articles = [
        _article(one, name, f"puzzle-{number}-")
        for number, (one, name) in enumerate(zip(walkthroughs, names, strict=True), 1)
    ]
    return document("page", names, articles)


# --- one puzzle ----------------------------------------------------------------------------------


def _article(walkthrough: Walkthrough, heading: str = "", prefix: str = "") -> str:
    puzzle, frames = walkthrough.puzzle, walkthrough.frames
    # The picture of a deduction, or of a conflict, may have some of the cages only.
    boards = [replace(frame.picture, puzzle=puzzle, excerpt=False) for frame in frames]
    steps = (_step(frame, f"{prefix}step-{n}") for n, frame in enumerate(frames))
    has = {name: any(getattr(board, name) for board in boards) for name in _COLOURED}
    has |= {"steps": len(frames) > 1, "candidates": walkthrough.has_candidates}
    return article(
        "page.html",
        puzzle,
        heading,
        " stepwise" if has["steps"] else "",  # on paper it begins a page
        drawing=_drawing(boards[-1], walkthrough),
        last=len(frames) - 1,
        steps="\n".join(steps),
        data=_data(puzzle, boards),
        **{f"for_{name}": "" if any_has else " hidden" for name, any_has in has.items()},
    )


def _step(frame: Frame, name: str) -> str:
    heading = f'<a href="#{name}">{escaped(frame.heading)}</a>' if frame.heading else ""
    return f'<li id="{name}">{heading}{words_html(frame.text, frame.items)}</li>'


# --- data ----------------------------------------------------------------------------------------


def _drawing(picture: Picture, walkthrough: Walkthrough) -> str:
    """The drawing of the last frame, in which there is what any frame may show."""
    candidates = picture.candidates
    if candidates is None and walkthrough.has_candidates:
        candidates = no_candidates(walkthrough.puzzle)
    named = any(frame.text for frame in walkthrough.frames)  # words name cells
    return svg(replace(picture, candidates=candidates, named=named), complete=True)


def _data(puzzle: Puzzle, boards: Sequence[Picture]) -> str:
    data = {"about": described(Picture(puzzle)), "frames": list(_frames(puzzle, boards))}
    # Nothing in it may end the element that it stands in.
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def _frames(puzzle: Puzzle, boards: Sequence[Picture]) -> Iterator[dict[str, Any]]:
    values_before: dict[Cell, int | None] = dict.fromkeys(puzzle.cells)
    left_before: dict[Cell, tuple[int, ...]] = dict.fromkeys(puzzle.cells, ())
    for board in boards:
        checkpoint()
        values = {cell: board.shown(cell) for cell in puzzle.cells}
        left = {cell: tuple(sorted(board.candidates_of(cell))) for cell in puzzle.cells}
        data = {
            "values": _changes(values_before, values),
            "candidates": _changes(left_before, left),
            "basis": names_of(board.basis),
            "placed": names_of(board.placed),
            "marked": names_of(board.marked),
            "eliminated": by_cell_name(sorted(board.eliminated.items())),
        }
        yield {name: cells for name, cells in data.items() if cells}
        values_before, left_before = values, left


def _changes(before: Mapping[Cell, _Held], after: Mapping[Cell, _Held]) -> dict[str, _Held]:
    """What cells hold, by their names, where it is other than before."""
    return by_cell_name((cell, held) for cell, held in after.items() if held != before[cell])
