"""Pages to walk through, and to play on: the option ``--html`` of several commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from kenken_cp.cli.app import Exit
from kenken_cp.cli.inputs import Named, Unread
from kenken_cp.cli.output import heading, report_error, writing
from kenken_cp.search.protocol import Outcome

if TYPE_CHECKING:
    from kenken_cp.logic.explanation import Explanation
    from kenken_cp.render.frames import Frame

_Article = TypeVar("_Article")

AddToPage = Callable[[Named, "Iterable[Frame]"], None]
"""Adds the frames of a puzzle to a page."""


@contextmanager
def writing_page(path: Path | None, named: Sequence[Named | Unread]) -> Iterator[AddToPage]:
    """A function that adds frames to a page, which is written to a file at the end, or at Ctrl-C
    with what it has by then; if nothing was added, none is. Without a path it does nothing.

    Args:
        named: the puzzles of the call: of several, each stands under its name.
    """
    if path is None:
        yield lambda item, frames: None
        return
    from kenken_cp.render.page import Walkthrough, page

    with _writing(path, page) as found:

        def add(item: Named, frames: Iterable[Frame]) -> None:
            found.append(Walkthrough(item.puzzle, tuple(frames), _title(item, named)))

        yield add


@contextmanager
def writing_explanations(
    path: Path | None, named: Sequence[Named | Unread], *, play: bool
) -> Iterator[Callable[[Named, Explanation], None]]:
    """The same for explanations; if they are to ``play``, of puzzles with one solution."""
    if path is not None and play:
        from kenken_cp.render.play import Game, play_page

        with _writing(path, play_page) as found:
            yield lambda item, explained: found.append(Game(explained, _title(item, named)))
        return
    from kenken_cp.render.frames import of_explanation

    with writing_page(path, named) as add:
        yield lambda item, explained: add(item, of_explanation(explained))


@contextmanager
def _writing(path: Path, page: Callable[[Sequence[_Article]], str]) -> Iterator[list[_Article]]:
    """What is in the list at the end is written."""
    found: list[_Article] = []
    with writing(path) as write:
        try:
            yield found
        finally:
            if found:
                write(page(found).rstrip("\n"))


def not_to_be_played(item: Named, outcome: Outcome) -> Exit:
    """Says that a puzzle has no solution, or several, and so cannot be played."""
    found = "several solutions" if outcome.count else "no solution"
    report_error(f"{found}; expected one, for --play", Exit.NO, item.name)
    return Exit.NO


def _title(item: Named, named: Sequence[Named | Unread]) -> str:
    return heading(item) if len(named) > 1 else ""
