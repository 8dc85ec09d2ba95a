"""The commands that solve, count, check and convert."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import typer

from kenken_cp import formats
from kenken_cp.backends import BACKENDS, backend_named
from kenken_cp.cli.app import Exit, app, each, exit_of, leave
from kenken_cp.cli.inputs import Named, read_puzzle, read_puzzles, text_or_itself
from kenken_cp.cli.options import (
    BackendName,
    From,
    Json,
    Limit,
    OnePuzzle,
    Plain,
    Puzzles,
    Quiet,
    Rules,
    Stats,
    Timeout,
)
from kenken_cp.cli.progress import Counter, progress_line
from kenken_cp.cli.report import JsonReport, Report, TextReport, say, terminal_style
from kenken_cp.errors import KenKenError
from kenken_cp.grids import read_grid
from kenken_cp.puzzle import Grid
from kenken_cp.remarks import remarks
from kenken_cp.rule_sets import RULE_SETS
from kenken_cp.rules import violations
from kenken_cp.search import DEFAULT_BACKEND, Limits, Status, count_solutions, each_solution


@app.command(
    epilog="Example: kenken-cp solve puzzles/9x9/hard.kk",
)
def solve(
    puzzle: Puzzles = None,
    from_: From = None,
    rules: Rules = None,
    backend: BackendName = DEFAULT_BACKEND,
    limit: Limit = None,
    timeout: Timeout = None,
    plain: Plain = False,
    json: Json = False,
    stats: Stats = False,
    quiet: Quiet = False,
) -> None:
    """A solution of each puzzle, and whether it is the only one."""
    limits = _limits(2 if limit is None else limit, timeout)
    backend_named(backend)
    named = read_puzzles(puzzle or [], from_, rules)
    report = _report(named, json=json, plain=plain, quiet=quiet, stats=stats)

    def one(item: Named) -> Exit:
        outcome = each_solution(
            item.puzzle, _go_on, limits, backend=backend, keep=limits.solutions or 2
        )
        report.solved(item, outcome)
        # A limit that was asked for is no failure, once there is a solution to show.
        settled = outcome.unique is not None or outcome.status is Status.LIMIT
        return exit_of(outcome, settled=settled)

    each(named, one, shown=not quiet and not sys.stdout.isatty())


@app.command(
    name="enumerate",
    epilog="Example: kenken-cp enumerate --plain --limit 10 puzzles/ambiguous/5x5-three.kk",
)
def enumerate_(
    puzzle: OnePuzzle,
    from_: From = None,
    rules: Rules = None,
    backend: BackendName = DEFAULT_BACKEND,
    limit: Limit = None,
    timeout: Timeout = None,
    plain: Plain = False,
    json: Json = False,
    stats: Stats = False,
    quiet: Quiet = False,
) -> None:
    """Every solution of a puzzle, printed as it is found."""
    limits = _limits(limit, timeout)
    backend_named(backend)
    named = read_puzzle(puzzle, from_, rules)
    report = _report([named], json=json, plain=plain, quiet=quiet, stats=stats)
    index = 0

    shown = not quiet and not sys.stdout.isatty()
    with progress_line("solutions", None, shown=shown) as counter:

        def visit(grid: Grid) -> bool:
            nonlocal index
            index += 1
            report.solution(named, index, grid)
            counter.add()
            return True

        outcome = each_solution(named.puzzle, visit, limits, backend=backend)
    report.enumerated(named, outcome)
    leave(exit_of(outcome, settled=outcome.status is Status.LIMIT))


@app.command(
    epilog="Example: kenken-cp count puzzles/ambiguous/*.kk",
)
def count(
    puzzle: Puzzles = None,
    from_: From = None,
    rules: Rules = None,
    backend: BackendName = DEFAULT_BACKEND,
    limit: Limit = None,
    timeout: Timeout = None,
    json: Json = False,
    stats: Stats = False,
    quiet: Quiet = False,
) -> None:
    """How many solutions each puzzle has, with no grids printed."""
    limits = _limits(limit, timeout)
    backend_named(backend)
    named = read_puzzles(puzzle or [], from_, rules)
    report = _report(named, json=json, plain=False, quiet=quiet, stats=stats)

    def one(item: Named) -> Exit:
        with progress_line("solutions", None, shown=not quiet and len(named) == 1) as counter:
            outcome = count_solutions(
                item.puzzle, limits, backend=backend, visit=_counting(counter)
            )
        report.counted(item, outcome)
        return exit_of(outcome, settled=False)

    each(named, one, shown=not quiet and len(named) > 1 and not sys.stdout.isatty())


@app.command(
    epilog="Example: kenken-cp check puzzle.kk '1 2 3  2 3 1  3 1 2'",
)
def check(
    puzzle: OnePuzzle,
    grid: Annotated[
        str | None,
        typer.Argument(
            metavar="[GRID]", help="A filled grid: a file, - or the numbers themselves."
        ),
    ] = None,
    from_: From = None,
    rules: Rules = None,
    backend: BackendName = DEFAULT_BACKEND,
    timeout: Timeout = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Is a puzzle well formed; does a filled grid obey its rules.

    A puzzle that states how many solutions it has is counted too, unless a grid is given.
    """
    backend_named(backend)
    named = (
        read_puzzles([puzzle], from_, rules)
        if grid is None
        else [read_puzzle(puzzle, from_, rules)]
    )
    report = _report(named, json=json, plain=False, quiet=quiet, stats=False)

    def one(item: Named) -> Exit:
        broken = found = None
        if grid is not None:
            broken = violations(item.puzzle, read_grid(text_or_itself(grid), item.puzzle.size))
        elif item.puzzle.expected is not None:
            expected = item.puzzle.expected
            limits = _limits(expected + 1 if expected.exact else max(expected, 1), timeout)
            found = each_solution(item.puzzle, _go_on, limits, backend=backend)
        report.checked(item, remarks(item.puzzle), broken, found)
        if found is not None and found.status in (Status.TIMEOUT, Status.INTERRUPTED):
            return exit_of(found, settled=False)
        stated = item.puzzle.expected
        wrong = found is not None and stated is not None and not stated.agrees(found.count)
        return Exit.NO if broken or wrong else Exit.ANSWERED

    each(named, one, shown=False)


@app.command(
    epilog="Example: kenken-cp convert puzzle.kk --to keen",
)
def convert(
    puzzle: Puzzles = None,
    to: Annotated[
        str, typer.Option("--to", metavar="FORMAT", help="The format to write.")
    ] = "native",
    from_: From = None,
    rules: Rules = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write there instead.")
    ] = None,
) -> None:
    """Puzzles written in another format."""
    named = read_puzzles(puzzle or [], from_, rules)
    text = formats.dumps_all([item.puzzle for item in named], to)
    if output is None:
        say(text.rstrip("\n"))
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise KenKenError(f"{output}: {error.strerror}") from None


@app.command(name="backends")
def list_backends() -> None:
    """The engines there are."""
    _table((backend.name, backend.summary) for backend in BACKENDS)


@app.command(name="formats")
def list_formats() -> None:
    """The file formats there are; each is read and written."""
    _table((known.name, known.summary) for known in formats.FORMATS)


@app.command(name="rules")
def list_rules() -> None:
    """The rule sets there are."""
    _table((known.name, known.summary) for known in RULE_SETS)


def _go_on(_: Grid) -> bool:
    return True


def _counting(counter: Counter) -> Callable[[Grid], bool]:
    def visit(_: Grid) -> bool:
        counter.add()
        return True

    return visit


def _limits(solutions: int | None, seconds: float | None) -> Limits:
    return Limits(solutions, seconds)


def _report(named: list[Named], *, json: bool, plain: bool, quiet: bool, stats: bool) -> Report:
    if json:
        return JsonReport(stats=stats)
    style = None if plain else terminal_style()
    return TextReport(several=len(named) > 1, style=style, quiet=quiet, stats=stats)


def _table(rows: Iterable[tuple[str, str]]) -> None:
    rows = list(rows)
    width = max(len(name) for name, _ in rows)
    for name, summary in rows:
        say(f"{name:<{width}}  {summary}")
