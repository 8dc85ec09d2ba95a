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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from kenken_cp.clock import checkpoint
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.description import described
from kenken_cp.render.document import about, document, size_class
from kenken_cp.render.frames import Frame
from kenken_cp.render.picture import CellCandidates, CellValues, Picture
from kenken_cp.render.records import names_of, no_candidates, open_board
from kenken_cp.render.shapes import Role
from kenken_cp.render.svg import escaped, svg
from kenken_cp.render.text import with_signs
from kenken_cp.text import cell_name

_Held = TypeVar("_Held")

_BUTTONS = (
    ("first", "First step", "«"),
    ("back", "Step back", "‹"),
    ("next", "Next step", "›"),
    ("last", "Last step", "»"),
)

_KEYS = {
    "→": "next step",
    "←": "step back",
    "Home": "first step",
    "End": "last step",
    "c": "candidates on or off",
}

_LEGEND = {
    Role.BASIS: "what it follows from",
    Role.PLACED: "filled in",
    Role.MARKED: "pointed out",
    Role.ELIMINATED: "eliminated",
}


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
    def name(self) -> str:
        """What stands above it."""
        return self.title or self.puzzle.name

    @property
    def has_candidates(self) -> bool:
        """Whether some frame has candidates."""
        return any(frame.picture.candidates is not None for frame in self.frames)


def page(walkthroughs: Sequence[Walkthrough]) -> str:
    """The page, as the text of an HTML file.

    Args:
        walkthroughs: one for each puzzle, at least one.

    Raises:
        PuzzleError: for more pencil marks than a drawing may have.
    """
    names = [walkthrough.name for walkthrough in walkthroughs]
    prefixes = [f"puzzle-{n}-" if len(names) > 1 else "" for n in range(1, len(names) + 1)]
    articles = list(map(_article, walkthroughs, prefixes))
    scripts = ("board.js", "page.js")
    return document(names, articles, keys=_KEYS, styles=("page.css",), scripts=scripts)


# --- one puzzle ----------------------------------------------------------------------------------


def _article(walkthrough: Walkthrough, prefix: str) -> str:
    puzzle, frames = walkthrough.puzzle, walkthrough.frames
    boards = [_whole(frame.picture, puzzle) for frame in frames]
    heading = f"<h2>{escaped(walkthrough.name)}</h2>\n" if prefix else ""
    steps = "\n".join(_step(frame, f"{prefix}step-{n}") for n, frame in enumerate(frames))
    stepwise = " stepwise" if len(frames) > 1 else ""  # on paper it begins a page
    return f"""\
<article class="walkthrough {size_class(puzzle)}{stepwise}">
{heading}<p class="about">{escaped(about(puzzle))}</p>
<div class="board">
{_drawing(boards[-1], walkthrough)}{_legend(boards)}</div>
<div class="beside">
{_controls(walkthrough)}\
<ol class="steps" start="0">
{steps}
</ol>
</div>
<script type="application/json">{_data(puzzle, boards)}</script>
</article>"""


def _controls(walkthrough: Walkthrough) -> str:
    """Buttons and a slider for the frames, if there are several, and a box to tick."""
    last = len(walkthrough.frames) - 1
    lines = []
    if last:
        buttons = "".join(
            f'<button type="button" data-go="{go}" aria-label="{name}" title="{name}">'
            f"{sign}</button>"
            for go, name, sign in _BUTTONS
        )
        lines.append(f'<div class="buttons">{buttons}</div>')
        lines.append(
            f'<label class="slider">Step <input type="range" min="0" max="{last}" value="{last}">'
            f"<output>{last} of {last}</output></label>"
        )
    if walkthrough.has_candidates:
        lines.append('<label><input type="checkbox" checked> Candidates</label>')
    if not lines:
        return ""
    controls = "\n".join(lines)
    return f"""\
<div class="controls" role="group" aria-label="Steps" hidden>
{controls}
</div>
<div class="now" role="status" hidden></div>
"""


def _step(frame: Frame, name: str) -> str:
    heading = f'<a href="#{name}">{escaped(frame.heading)}</a>' if frame.heading else ""
    text = f"<p>{escaped(with_signs(frame.text))}</p>" if frame.text else ""
    items = "".join(f"<li>{escaped(with_signs(item))}</li>" for item in frame.items)
    return f'<li id="{name}">{heading}{text}{f"<ul>{items}</ul>" if items else ""}</li>'


def _legend(boards: Sequence[Picture]) -> str:
    """What the colours mean that some frame has."""
    keys = ""
    for role, meaning in _LEGEND.items():
        if any(getattr(board, role) for board in boards):  # roles have the names of attributes
            sample = f'<rect class="kk-{role}" width="16" height="16"/>'
            if role is Role.ELIMINATED:
                place = 'x="8" y="14" font-size="16" text-anchor="middle"'
                sample = f'<text class="kk kk-{role}" {place}>3</text>'
            sample = f'<svg viewBox="0 0 16 16" aria-hidden="true">{sample}</svg>'
            keys += f"<li>{sample}{meaning}</li>"
    return f'<ul class="legend">{keys}</ul>\n' if keys else ""


# --- data ----------------------------------------------------------------------------------------


def _whole(picture: Picture, puzzle: Puzzle) -> Picture:
    """A frame's picture, on the board of the whole puzzle."""
    if (part := picture.part) is None:
        return picture
    basis = picture.basis.union(*part.houses, *(cage.cells for cage in part.cages))
    return replace(picture, puzzle=puzzle, part=None, basis=basis, marked=frozenset())


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
    none: CellCandidates = no_candidates(puzzle)
    values_before: CellValues = open_board(puzzle)
    left_before = none
    for board in boards:
        checkpoint()
        values = [[board.shown((r, c)) for c in range(puzzle.columns)] for r in range(puzzle.rows)]
        left = board.candidates or none
        data = {
            "values": dict(_changes(values_before, values)),
            "candidates": {name: sorted(marks) for name, marks in _changes(left_before, left)},
            "basis": names_of(board.basis),
            "placed": names_of(board.placed),
            "marked": names_of(board.marked),
            "eliminated": {
                cell_name(cell): sorted(gone) for cell, gone in sorted(board.eliminated.items())
            },
        }
        yield {name: cells for name, cells in data.items() if cells}
        values_before, left_before = values, left


def _changes(
    before: Sequence[Sequence[_Held]], after: Sequence[Sequence[_Held]]
) -> Iterator[tuple[str, _Held]]:
    """The names of cells, and what they hold, where it is other than before."""
    for row, (old, new) in enumerate(zip(before, after, strict=True)):
        for column, (held, holds) in enumerate(zip(old, new, strict=True)):
            if held != holds:
                yield cell_name((row, column)), holds
