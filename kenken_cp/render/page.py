"""Walkthroughs as one HTML page that needs nothing else: no network, no fonts, no files beside it.

A page has one article for each puzzle. In it are

- the board, drawn once (``svg(..., complete=True)``) as it is in the last frame, so that a reader
  without JavaScript sees that;
- a list of the frames in words, each with a name to link to: ``#step-12``, or ``#puzzle-2-step-12``
  where there are several puzzles. Step 0 is the first frame;
- a JSON object, ``<script type="application/json">``, from which ``page.js`` shows any frame by
  changing classes and texts of the drawing::

    {"givens": ["r1c1"],           cells whose values are given
     "about": "...",               the puzzle in words, for those who cannot see the board
     "frames": [
        {"values": {"r1c2": 3},          what is new since the frame before: null is an open cell
         "candidates": {"r1c1": [1, 2]}, the same for pencil marks
         "basis": ["r1c1"],              cells that this frame's step rests on
         "placed": ["r1c2"],             cells that it fills
         "marked": [],                   cells that are pointed out
         "eliminated": {"r1c3": [3]},    pencil marks that it crosses out; no longer candidates
         "faded": ["r2c1"]}]}            cells whose clue or given does not matter here

What is empty is left out. Where no frame has candidates, the drawing has no pencil marks.

"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.document import document, escaped
from kenken_cp.render.frames import Frame
from kenken_cp.render.picture import Picture, described, has_cages
from kenken_cp.render.shapes import Role
from kenken_cp.render.svg import svg
from kenken_cp.text import cell_name

MAX_MARKS = 50_000
"""Pencil marks of a drawing, each of which takes some 100 bytes: beyond, the page has none."""

MAX_CELLS = 16_000
"""Cells of all boards that the list may show, one at each step: beyond, browsers take seconds."""

_MAX_SMALL, _MAX_USUAL = 5, 9
"""Rows and columns of boards that would look too large, and large enough, at the usual width."""

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
    "b": "a board at each step, to print",
}

_LEGEND = {
    Role.BASIS: "what it follows from",
    Role.PLACED: "filled in",
    Role.MARKED: "pointed out",
    Role.ELIMINATED: "eliminated",
}

_SAMPLES = {
    role: f'<rect class="kk-{role}" width="16" height="16"/>'
    for role in (Role.BASIS, Role.PLACED, Role.MARKED)
} | {
    Role.ELIMINATED: f'<text class="kk kk-{Role.ELIMINATED}" x="8" y="14" font-size="16" '
    'text-anchor="middle">3</text>'
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
        """Whether pencil marks are drawn."""
        marks = len(self.puzzle.cells) * len(self.puzzle.values)
        wanted = any(frame.picture.candidates is not None for frame in self.frames)
        return wanted and marks <= MAX_MARKS


def page(walkthroughs: Sequence[Walkthrough]) -> str:
    """The page, as the text of an HTML file.

    Args:
        walkthroughs: one for each puzzle, at least one.
    """
    names = [walkthrough.name for walkthrough in walkthroughs]
    prefixes = [f"puzzle-{n}-" if len(names) > 1 else "" for n in range(1, len(names) + 1)]
    articles = list(map(_article, walkthroughs, prefixes))
    return document(names, articles, keys=_KEYS, styles=("page.css",), scripts=("page.js",))


# --- one puzzle ----------------------------------------------------------------------------------


def _article(walkthrough: Walkthrough, prefix: str) -> str:
    puzzle, frames = walkthrough.puzzle, walkthrough.frames
    boards = [_Board(frame.picture, walkthrough) for frame in frames]
    heading = f"<h2>{escaped(walkthrough.name)}</h2>\n" if prefix else ""
    steps = "\n".join(_step(frame, f"{prefix}step-{n}") for n, frame in enumerate(frames))
    return f"""\
<article class="walkthrough {size_class(puzzle)}">
{heading}<p class="about">{escaped(about(puzzle))}</p>
<div class="board">
{svg(boards[-1].picture, complete=True)}{_legend(boards)}</div>
<div class="beside">
{_controls(walkthrough) if len(frames) > 1 or walkthrough.has_candidates else ""}\
<ol class="steps" start="0">
{steps}
</ol>
</div>
<script type="application/json">{_data(walkthrough, boards)}</script>
</article>"""


def size_class(puzzle: Puzzle) -> str:
    """The class of an article that says how wide its board may be."""
    longest = max(puzzle.rows, puzzle.columns)
    return "small" if longest <= _MAX_SMALL else "large" if longest > _MAX_USUAL else "usual"


def about(puzzle: Puzzle) -> str:
    """What stands under the name of a puzzle."""
    level = f", {puzzle.level}" if puzzle.level else ""
    return f"{puzzle.size_name} board, {puzzle.rules.name} rules{level}"


def _controls(walkthrough: Walkthrough) -> str:
    last = len(walkthrough.frames) - 1
    found = []
    if last:
        buttons = "".join(
            f'<button type="button" data-go="{go}" aria-label="{name}" title="{name}">'
            f"{sign}</button>"
            for go, name, sign in _BUTTONS
        )
        found.append(f'<div class="buttons">{buttons}</div>')
        found.append(
            f'<label class="slider">Step <input type="range" min="0" max="{last}" value="{last}">'
            f"<output>{last} of {last}</output></label>"
        )
    if walkthrough.has_candidates:
        found.append(
            '<label><input type="checkbox" data-shows="candidates" checked> Candidates</label>'
        )
    if last and len(walkthrough.puzzle.cells) * len(walkthrough.frames) <= MAX_CELLS:
        found.append(
            '<label><input type="checkbox" data-shows="boards"> A board at each step</label>'
        )
    lines = "\n".join(found)
    return f"""\
<div class="controls" role="group" aria-label="Steps" hidden>
{lines}
</div>
<div class="now" role="status" hidden></div>
"""


def _step(frame: Frame, name: str) -> str:
    heading = f'<a href="#{name}">{escaped(frame.heading)}</a>' if frame.heading else ""
    text = f"<p>{escaped(frame.text)}</p>" if frame.text else ""
    items = "".join(f"<li>{escaped(item)}</li>" for item in frame.items)
    return f'<li id="{name}">{heading}{text}{f"<ul>{items}</ul>" if items else ""}</li>'


def _legend(boards: Sequence[_Board]) -> str:
    """What the colours mean that some frame has."""
    used = [(role, what) for role, what in _LEGEND.items() if any(b.has(role) for b in boards)]
    keys = "".join(
        f'<li><svg viewBox="0 0 16 16" aria-hidden="true">{_SAMPLES[role]}</svg>{what}</li>'
        for role, what in used
    )
    return f'<ul class="legend">{keys}</ul>\n' if keys else ""


# --- data ----------------------------------------------------------------------------------------


class _Board:
    """A frame's picture, on the board of the whole puzzle."""

    def __init__(self, picture: Picture, walkthrough: Walkthrough) -> None:
        puzzle, basis = walkthrough.puzzle, set(picture.basis)
        self._cells = puzzle.cells
        if picture.part is not None:
            basis.update(*picture.part.houses, *(cage.cells for cage in picture.part.cages))
        kept = {cell for cage in picture.puzzle.cages for cell in cage.cells}
        self.faded = {cell for cage in puzzle.cages for cell in cage.cells} - kept
        candidates = picture.candidates
        self.picture = Picture(
            puzzle,
            picture.values,
            candidates=(
                None
                if not walkthrough.has_candidates
                else candidates or [[()] * puzzle.columns] * puzzle.rows
            ),
            marked=picture.marked if picture.part is None else (),
            basis=basis,
            placed=picture.placed,
            eliminated=picture.eliminated if walkthrough.has_candidates else {},
            named=any(frame.text for frame in walkthrough.frames),  # which name cells
        )

    def has(self, role: Role) -> bool:
        """Whether something in the picture is of that role."""
        return bool(getattr(self.picture, role))

    @property
    def values(self) -> dict[str, int]:
        """What stands in cells: without cages also what is given."""
        picture = self.picture
        found = {} if has_cages(picture.puzzle) else dict(picture.givens)
        entered = {
            cell: value for cell in self._cells if (value := picture.value(cell)) is not None
        }
        return {cell_name(cell): value for cell, value in {**found, **entered}.items()}

    @property
    def candidates(self) -> dict[str, list[int]]:
        found = ((cell, self.picture.candidates_of(cell)) for cell in self._cells)
        return {cell_name(cell): list(values) for cell, values in found if values}

    @property
    def marks(self) -> dict[str, Any]:
        """What is said of cells in this frame alone."""
        picture = self.picture
        return {
            "basis": _names(picture.basis),
            "placed": _names(picture.placed),
            "marked": _names(picture.marked),
            "eliminated": {
                cell_name(cell): list(values) for cell, values in picture.eliminated.items()
            },
            "faded": _names(self.faded),
        }


def _names(cells: Iterable[Cell]) -> list[str]:
    return [*map(cell_name, sorted(set(cells)))]


def _data(walkthrough: Walkthrough, boards: Sequence[_Board]) -> str:
    puzzle = walkthrough.puzzle
    facts = {
        "givens": _names(puzzle.givens),
        "about": described(Picture(puzzle)),
        "frames": list(_frames(boards)),
    }
    # Nothing in it may end the element that it stands in.
    return json.dumps(facts, separators=(",", ":")).replace("<", "\\u003c")


def _frames(boards: Iterable[_Board]) -> Iterator[dict[str, Any]]:
    values: dict[str, int] = {}
    candidates: dict[str, list[int]] = {}
    for board in boards:
        facts = {
            "values": _changes(values, board.values, None),
            "candidates": _changes(candidates, board.candidates, []),
            **board.marks,
        }
        values, candidates = board.values, board.candidates
        yield {name: fact for name, fact in facts.items() if fact}


def _changes(
    before: Mapping[str, Any], after: Mapping[str, Any], nothing: object
) -> dict[str, Any]:
    """What is other than before; ``nothing`` where there is no longer anything."""
    gone = {name: nothing for name in before if name not in after}
    return gone | {name: held for name, held in after.items() if before.get(name) != held}
