"""Deductions as what a page shows: for each step the board, and the words beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from kenken_cp.errors import KenKenError
from kenken_cp.logic.candidates import Candidates, filled
from kenken_cp.logic.explain import Explanation
from kenken_cp.logic.hint import Hint
from kenken_cp.logic.sentences import given_the_same, sentence
from kenken_cp.logic.steps import Contradiction, Step, take_as_told
from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.picture import Picture
from kenken_cp.render.sections import Section, as_html, as_text
from kenken_cp.text import quoted

_START = "The board before the first step."


@dataclass(frozen=True, slots=True)
class Frame:
    """A board, and what is said about it.

    Args:
        heading: a few words: the technique of a step.
        text: sentences; they end in a colon if there are items.
        items: lines of a list.
    """

    picture: Picture
    heading: str = ""
    text: str = ""
    items: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Frame {', '.join(filter(None, [self.heading, quoted(self.text)]))}>"

    def __str__(self) -> str:
        return as_text([self._section])

    def _repr_html_(self) -> str:
        return as_html([self._section])

    @property
    def _section(self) -> Section:
        words = filter(None, [self.heading, self.text])
        return Section(": ".join(words), self.items, self.picture)


def of_explanation(explained: Explanation, start: Candidates | None = None) -> Iterator[Frame]:
    """The board before the first step, each step, and the ending, if there is one.

    Only what the sentences eliminate is taken off, so that no board shows what is not explained.

    Args:
        start: what the explanation started from, if not from the puzzle alone.
    """
    puzzle = explained.puzzle
    left = filled(puzzle, {}) if start is None else start.copy()
    yield Frame(_picture(left, puzzle), "Start", _START)
    yield from _steps(explained.steps, left, puzzle)
    if explained.ending:
        shown = explained.contradiction
        marked = frozenset[Cell]() if shown is None else _cells_of_contradiction(shown, puzzle)
        yield Frame(replace(_picture(left, puzzle), marked=marked), "End", explained.ending)


def of_hint(hint: Hint, *, reveal: bool = False) -> Iterator[Frame]:
    """The board, and where to look on it; with what follows there, if that is to be revealed."""
    puzzle = hint.puzzle
    if hint.wrong is not None:
        (text,) = hint.sentences
        board = Picture(puzzle, hint.board, marked=frozenset(hint.wrong.entries))
        yield Frame(board, "Entries", text)
        return
    left = filled(puzzle, hint.entries)
    if not hint.steps:
        stuck = [] if hint.stuck is None else [hint.stuck]
        for cell, values in stuck:
            left.keep(left.instance.index(cell), left.domain.mask(values))
        text = " ".join(hint.revealed if reveal else hint.sentences)
        board = replace(_picture(left, puzzle), basis=frozenset(cell for cell, _ in stuck))
        yield Frame(board, "Hint", text)
        return
    board = _picture(left, puzzle)
    yield Frame(board, "Start", _START)
    if reveal:
        yield from _steps(hint.steps, left, puzzle)
        return
    for step, text in zip(hint.steps, hint.sentences, strict=True):
        yield Frame(replace(board, basis=cells_pointed_to(step)), step.technique, text)


def cells_pointed_to(step: Step) -> frozenset[Cell]:
    """The cells that a hint at a step points to: those of all cages and houses that the step rests
    on; if there are none, those of the step.
    """
    return _constraints(step) or frozenset(step.cells)


def frames(shown: Explanation | Hint) -> tuple[Frame, ...]:
    """The boards on the way of an explanation, or of a hint, each with what is said about it. Each
    draws itself, in a notebook or by ``print``. KenKenError for any other argument.
    """
    if isinstance(shown, Hint):
        return tuple(of_hint(shown))
    if isinstance(shown, Explanation):
        return tuple(of_explanation(shown))
    raise KenKenError(f"{quoted(shown)}; expected what explain(puzzle) or hint(puzzle) returns")


def _steps(steps: Iterable[Step], left: Candidates, puzzle: Puzzle) -> Iterator[Frame]:
    """A frame for each step, which changes the candidates."""
    for step in steps:
        before = left.copy()
        take_as_told(left, step)
        gone = {
            left.instance.cells[cell]: left.domain.values(mask)
            for cell, mask in left.gone_since(before).items()
            if cell in left.open_cells
        }
        picture = replace(
            _picture(left, puzzle),
            basis=_constraints(step) | frozenset(step.cells),
            placed=frozenset(cell for cell, _ in step.places),
            eliminated=gone,
        )
        yield Frame(picture, step.technique, sentence(step, puzzle))


def _picture(left: Candidates, puzzle: Puzzle) -> Picture:
    return Picture(puzzle, left.board, candidates=left.table)


def _constraints(step: Step) -> frozenset[Cell]:
    """The cells of the cages and houses that a step rests on."""
    groups: list[Collection[Cell]] = [*step.houses, *(cage.cells for cage in step.cages)]
    return frozenset(cell for group in groups for cell in group)


def _cells_of_contradiction(shown: Contradiction, puzzle: Puzzle) -> frozenset[Cell]:
    if shown.cage is not None:
        return frozenset(shown.cage.cells)
    if shown.cell is None:
        return frozenset(shown.house or ())
    return frozenset(filter(None, [shown.cell, given_the_same(shown.cell, puzzle)]))
