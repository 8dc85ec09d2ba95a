"""Pages to walk through: the option ``--html`` of several commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kenken_cp.cli.inputs import Named, Unread
from kenken_cp.cli.output import heading, writing

if TYPE_CHECKING:
    from kenken_cp.render.frames import Frame
    from kenken_cp.render.page import Walkthrough

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

    found: list[Walkthrough] = []

    def add(item: Named, frames: Iterable[Frame]) -> None:
        title = heading(item) if len(named) > 1 else ""
        found.append(Walkthrough(item.puzzle, tuple(frames), title))

    with writing(path) as write:
        try:
            yield add
        finally:
            if found:
                write(page(found).rstrip("\n"))
