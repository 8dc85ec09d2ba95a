"""Pages to walk through, and to play on: ``-o FILE.html`` of several commands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from kenken_cp.cli.files import expect_writable, write
from kenken_cp.cli.items import Named
from kenken_cp.cli.output import STANDARD_OUTPUT, Exit, Output
from kenken_cp.cli.progress import shown
from kenken_cp.cli.reading import Incoming
from kenken_cp.cli.turns import in_turn, solved
from kenken_cp.clock import checkpoint
from kenken_cp.errors import KenKenError
from kenken_cp.logic.explain import Explanation, explanation
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.frames import Frame
from kenken_cp.render.page import Walkthrough, page
from kenken_cp.render.play import Game, play_page
from kenken_cp.search.interrupts import in_time
from kenken_cp.search.outcome import Outcome
from kenken_cp.text import listed, path_name


def expect_ending(path: Path | None, endings: Sequence[str], *, as_json: bool = False) -> None:
    """KenKenError for a file that cannot be written, or whose name ends in none of these; standard
    output has no name.
    """
    if path not in (None, STANDARD_OUTPUT) and path.suffix.lower() not in endings:
        expected = f"a name that ends in {listed(endings, 'or')}"
        raise KenKenError(f"--output {path_name(path)}: expected {expected}")
    expect_writable(path, as_json=as_json)


def walkthrough(item: Named, frames: Iterable[Frame], output: Output) -> Walkthrough:
    """The article of a page about a puzzle; of several, each stands under its name."""
    made = []
    for frame in frames:
        checkpoint()  # a large board has thousands of steps
        made.append(frame)
    return Walkthrough(item.puzzle, made, item.heading * output.several)


def write_page(path: Path | None, articles: Sequence[Walkthrough]) -> None:
    """Writes a page, if it is wanted and anything is to be on it."""
    if path is not None and articles:
        write(path, page(articles))


def write_games(named: Incoming, path: Path, seconds: float | None, output: Output) -> Exit:
    """Writes a page to play on; returns the exit code. A puzzle that has no solution, or several,
    is reported: what is right, or a hint, would mean nothing.
    """
    games: list[Game] = []

    def add(item: Named) -> Exit:
        with shown(output), in_time(seconds):
            outcome = solved(item, seconds)
            if not outcome.unique:
                found = "several solutions" if outcome.count else "no solution"
                error = KenKenError(f"{found}; expected one, for --play")
                return output.error(error, item, Exit.NO)
            explained = explained_solution(item.puzzle, outcome)
        # Its reader is a player, whom the names of files do not help.
        untitled = named.several and not item.puzzle.title
        games.append(Game(explained, item.heading if untitled else ""))
        output.event("drawing", item, outcome.engine, file=str(path))
        return Exit.ANSWERED

    code = in_turn(named, add, output)
    if games:
        write(path, play_page(games))
    return code


def explained_solution(puzzle: Puzzle, outcome: Outcome) -> Explanation:
    """The explanation of a puzzle that was searched for two solutions."""
    only = outcome.solution if outcome.unique else None
    return replace(explanation(puzzle, only), solutions=outcome.count)
