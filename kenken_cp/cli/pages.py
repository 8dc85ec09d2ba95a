"""Pages to walk through, and to play on: ``-o FILE.html`` of several commands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kenken_cp.cli.app import Exit
from kenken_cp.cli.files import expect_writable, write
from kenken_cp.cli.items import Named
from kenken_cp.cli.output import STANDARD_OUTPUT, Output, report_error, say_event
from kenken_cp.cli.progress import Doing, shown
from kenken_cp.cli.reading import Incoming
from kenken_cp.cli.turns import in_turn, solved
from kenken_cp.clock import checkpoint
from kenken_cp.errors import KenKenError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.interrupts import in_time
from kenken_cp.search.outcome import Outcome
from kenken_cp.text import path_name

if TYPE_CHECKING:
    from kenken_cp.logic.candidates import Candidates
    from kenken_cp.logic.explain import Explanation
    from kenken_cp.render.frames import Frame
    from kenken_cp.render.page import Walkthrough


def expect_page(path: Path | None, *, play: bool = False, as_json: bool = False) -> None:
    """KenKenError for a file that is no page or cannot be written, and for ``--play`` without one.

    Standard output takes a page, too.
    """
    if play and path is None:
        raise KenKenError("--play without a page; expected -o FILE.html too")
    if path not in (None, STANDARD_OUTPUT) and path.suffix.lower() != ".html":
        raise KenKenError(f"--output {path_name(path)}: expected a name that ends in .html")
    expect_writable(path, as_json=as_json)


class Pages:
    """A page with an article for each puzzle, which is written at the end; without a path nothing
    is.
    """

    def __init__(self, path: Path | None, *, several: bool) -> None:
        self._path, self._several = path, several
        self._articles: list[Walkthrough] = []

    def add(self, item: Named, frames: Iterable[Frame]) -> None:
        """Adds the steps of a puzzle; of several, each stands under its name."""
        if self._path is None:
            return
        from kenken_cp.render.page import Walkthrough

        made = []
        for frame in frames:
            checkpoint()  # a large board has thousands of steps
            made.append(frame)
        self._articles.append(Walkthrough(item.puzzle, made, item.heading * self._several))

    def write(self) -> None:
        """Writes the page, if anything was added."""
        if self._path is not None and self._articles:
            from kenken_cp.render.page import page

            write(self._path, page(self._articles))


def write_games(named: Incoming, path: Path, seconds: float | None, output: Output) -> Exit:
    """Writes a page to play on; returns the exit code. A puzzle that has no solution, or several,
    is reported: what is right, or a hint, would mean nothing.
    """
    from kenken_cp.render.play import Game, play_page

    games: list[Game] = []

    def add(item: Named) -> Exit:
        with shown(output) as doing, in_time(seconds):
            outcome = solved(item, seconds)
            if not outcome.unique:
                found = "several solutions" if outcome.count else "no solution"
                text = f"{found}; expected one, for --play"
                report_error(text, Exit.NO, as_json=output.json, name=item.name)
                return Exit.NO
            explained = explained_solution(item.puzzle, outcome, doing)
        # Its reader is a player, whom the names of files do not help.
        untitled = named.several and not item.puzzle.title
        games.append(Game(explained, item.heading if untitled else ""))
        if output.json:
            say_event("drawing", item, outcome.engine, file=str(path))
        return Exit.ANSWERED

    code = in_turn(named, add, output)
    if games:
        write(path, play_page(games))
    return code


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
