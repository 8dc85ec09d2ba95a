"""Pages to walk through, and to play on: the options ``--html`` and ``--play`` of commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from kenken_cp.cli.app import Exit
from kenken_cp.cli.options.common import Output, Timeout
from kenken_cp.cli.printing.files import writing
from kenken_cp.cli.printing.output import heading, report_error, say_event
from kenken_cp.cli.reading.inputs import Incoming, Named
from kenken_cp.cli.running.arguments import Puzzles
from kenken_cp.cli.running.outcomes import solved
from kenken_cp.cli.running.progress import Doing, work_shown
from kenken_cp.cli.running.turns import in_turn
from kenken_cp.clock import checkpoint
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.records import open_board
from kenken_cp.search.interrupts import in_time
from kenken_cp.search.outcome import Outcome

if TYPE_CHECKING:
    from kenken_cp.logic.candidates import Candidates
    from kenken_cp.logic.explain import Explanation
    from kenken_cp.render.frames import Frame

_Article = TypeVar("_Article")

AddToPage = Callable[[Named, "Iterable[Frame]"], None]
"""Adds the frames of a puzzle to a page."""


@contextmanager
def writing_page(path: Path | None, named: Incoming) -> Iterator[AddToPage]:
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
            made = []
            for frame in frames:
                checkpoint()  # a large board has thousands of steps
                made.append(frame)
            found.append(Walkthrough(item.puzzle, made, _title(item, named)))

        yield add


def write_games(puzzles: Puzzles, path: Path, timeout: Timeout, output: Output) -> Exit:
    """Writes a page to play on, as ``writing_page`` writes one; returns the exit code. A puzzle
    that has no solution, or several, is reported: what is right, or a hint, would mean nothing.
    """
    from kenken_cp.render.play import Game, play_page

    def add(named: Named) -> Exit:
        with work_shown(output) as doing, in_time(timeout.timeout):
            outcome = solved(named, timeout.timeout)
            if not outcome.unique:
                found = "several solutions" if outcome.count else "no solution"
                report_error(f"{found}; expected one, for --play", Exit.NO, named.name)
                return Exit.NO
            explained = explained_solution(named.puzzle, outcome, doing)
        # Its reader is a player, whom the names of files do not help.
        games.append(Game(explained, "" if named.puzzle.title else _title(named, puzzles.named)))
        if output.json:
            say_event("drawing", named, file=str(path), board=open_board(named.puzzle))
        return Exit.ANSWERED

    with _writing(path, play_page) as games:
        return in_turn(puzzles.named, add, quiet=output.quiet)


def explained_solution(puzzle: Puzzle, outcome: Outcome, doing: Doing) -> Explanation:
    """The explanation of a solved puzzle.

    Args:
        doing: has it shown how far that has come.
    """
    from kenken_cp.logic.explain import explanation

    cells = len(puzzle.cells)

    def begun(candidates: Candidates) -> None:
        doing.words = lambda: (
            f"explaining, {cells - len(candidates.open_cells)} of {cells} cells filled"
        )

    only = outcome.solution if outcome.unique else None
    explained = explanation(puzzle, only, begun=begun)
    return replace(explained, solutions=outcome.count)


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


def _title(item: Named, named: Incoming) -> str:
    return heading(item) if named.several else ""
