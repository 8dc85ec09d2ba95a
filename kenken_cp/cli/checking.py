"""The commands that read puzzles and search for nothing new: ``check``, ``convert``."""

from __future__ import annotations

from typing import Annotated

import typer

from kenken_cp import formats
from kenken_cp.cli.app import Exit, leave
from kenken_cp.cli.command import command
from kenken_cp.cli.inputs import Named, text_or_itself
from kenken_cp.cli.options import OnePuzzle, Output, PuzzleOutput, Puzzles, Search, Workers
from kenken_cp.cli.output import writing
from kenken_cp.cli.report import report_on
from kenken_cp.cli.work import each, exit_code
from kenken_cp.errors import KenKenError
from kenken_cp.formats.grids import read_grid
from kenken_cp.model.rules import violations
from kenken_cp.search.backend import DEFAULT_BACKEND
from kenken_cp.search.protocol import Outcome, Status


@command(example="puzzle.kk '1 2 3  2 3 1  3 1 2'")
def check(
    puzzle: OnePuzzle,
    grid: Annotated[
        str | None,
        typer.Argument(metavar="GRID", help="A filled grid: a file, -, or its numbers."),
    ] = None,
    *,
    search: Search,
    output: Output,
    workers: Workers,
) -> None:
    """Check that a puzzle is well formed, or that a grid solves it.

    If no grid is given, and the puzzle states how many solutions it has, these are counted too.
    """
    if grid is None:
        _check_puzzles(puzzle, search, output, workers)
    elif search.backend != DEFAULT_BACKEND or search.timeout or workers.work().shared:
        raise KenKenError(
            "a grid is checked against the rules alone; "
            "expected no --backend, --timeout, --jobs or --scheduler with it"
        )
    else:
        _check_grid(puzzle.read(), grid, output)


def _check_grid(named: Named, text: str, output: Output) -> None:
    broken = violations(named.puzzle, read_grid(text_or_itself(text), named.puzzle.size))
    report_on([named], output).grid_checked(named, broken)
    leave(Exit.NO if broken else Exit.ANSWERED)


def _check_puzzles(puzzle: OnePuzzle, search: Search, output: Output, workers: Workers) -> None:
    from kenken_cp.parallel import CheckStated

    work = workers.work()
    named = puzzle.read_all()
    report = report_on(named, output)

    def report_one(item: Named, found: Outcome | None) -> Exit:
        report.checked(item, found)
        stated = item.puzzle.expected
        if found is None or stated is None:
            return Exit.ANSWERED
        if found.status in (Status.TIMEOUT, Status.INTERRUPTED):
            return exit_code(found, settled=False)
        return Exit.ANSWERED if stated.agrees(found.count) else Exit.NO

    task = CheckStated(search.backend, seconds=search.timeout)
    each(named, task, report_one, work=work, shows_progress=False)


@command(example="puzzle.kk --to keen")
def convert(puzzles: Puzzles, output: PuzzleOutput) -> None:
    """Write puzzles in another format."""
    text = formats.dumps_all([item.puzzle for item in puzzles.read()], output.to)
    with writing(output.output) as write:
        write(text.rstrip("\n"))
