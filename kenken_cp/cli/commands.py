"""The commands that solve, count, check and convert."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from kenken_cp import formats
from kenken_cp.backends.cover.estimate import Estimate
from kenken_cp.cli.app import Exit, app, each, exit_of, leave
from kenken_cp.cli.inputs import Named, read_puzzle, read_puzzles, text_or_itself
from kenken_cp.cli.options import (
    BackendName,
    From,
    Jobs,
    Json,
    Limit,
    OnePuzzle,
    Plain,
    Puzzles,
    Quiet,
    Resume,
    Rules,
    Scheduler,
    ShardOf,
    Stats,
    Timeout,
)
from kenken_cp.cli.progress import Counter, progress_line
from kenken_cp.cli.report import (
    JsonReport,
    Report,
    TextReport,
    complain,
    say,
    show_notices,
    terminal_style,
)
from kenken_cp.cli.work import Shard, Work
from kenken_cp.diagnose.warnings import warnings
from kenken_cp.encode.exact_cover import TooManyOptionsError
from kenken_cp.errors import KenKenError
from kenken_cp.formats.grids import read_grid
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RULE_SETS
from kenken_cp.model.rules import violations
from kenken_cp.search.backend import BACKENDS, DEFAULT_BACKEND
from kenken_cp.search.interrupts import stopped_by_ctrl_c
from kenken_cp.search.protocol import Limits, Outcome, Status, Visit, VisitBlock
from kenken_cp.search.run import count_solutions, find_solutions

if TYPE_CHECKING:
    from kenken_cp.search.blocks import Block

ESTIMATE_SECONDS = 10.0
"""What an estimate may take if nothing else is said."""


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
    jobs: Jobs = 1,
    scheduler: Scheduler = None,
    shard: ShardOf = None,
    resume: Resume = None,
) -> None:
    """A solution of each puzzle, and whether it is the only one."""
    from kenken_cp.parallel import Solve

    limits = Limits(2 if limit is None else limit, timeout)
    BACKENDS.named(backend)
    work = Work(jobs, scheduler, shard, resume)
    named = read_puzzles(puzzle or [], from_, rules)
    report = _report(named, json=json, plain=plain, quiet=quiet, stats=stats, shard=work.shard)

    def tell(item: Named, outcome: Outcome) -> Exit:
        report.solved(item, outcome)
        # A limit that was asked for is no failure, once there is a solution to show.
        settled = outcome.unique is not None or outcome.status is Status.LIMIT
        return exit_of(outcome, settled=settled)

    task = Solve(backend, limits.solutions or 2, limits.seconds)
    each(named, task, tell, work=work, shown=not quiet and not sys.stdout.isatty())


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
    jobs: Jobs = 1,
    scheduler: Scheduler = None,
) -> None:
    """Every solution of a puzzle, printed as it is found."""
    work = Work(jobs, scheduler)
    limits = Limits(limit, timeout, work.stop)
    BACKENDS.named(backend)
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

        def visit_block(block: Block) -> bool:
            nonlocal index
            report.solutions(named, index + 1, block)
            index += len(block)
            counter.add(len(block))
            return True

        outcome = _enumerated(named.puzzle, visit, visit_block, limits, backend, work)
    if outcome.status is Status.INTERRUPTED:  # which may be between finding and printing
        outcome = replace(outcome, count=Count(report.told, exact=False))
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
    jobs: Jobs = 1,
    scheduler: Scheduler = None,
    shard: ShardOf = None,
    resume: Resume = None,
    estimated: Annotated[
        bool, typer.Option("--estimate", help="Not counted: about how many, in 10 s or --timeout.")
    ] = False,
) -> None:
    """How many solutions each puzzle has, with no grids printed."""
    from kenken_cp.parallel import CountAll

    work = Work(jobs, scheduler, shard, resume)
    limits = Limits(limit, timeout, work.stop)
    BACKENDS.named(backend)
    if estimated and (limit is not None or backend != DEFAULT_BACKEND or stats):
        raise KenKenError("--estimate uses no engine; expected no --backend, --limit or --stats")
    named = read_puzzles(puzzle or [], from_, rules)
    report = _report(named, json=json, plain=False, quiet=quiet, stats=stats, shard=work.shard)
    if estimated:
        _estimate(named, timeout or ESTIMATE_SECONDS, report, work, shown=not quiet)

    def tell(item: Named, outcome: Outcome) -> Exit:
        report.counted(item, outcome)
        return exit_of(outcome, settled=False)

    if len(named) == 1:
        outcome = _count_one(named[0].puzzle, limits, backend, work, shown=not quiet)
        report.counted(named[0], outcome, part=work.shard is not None)
        # That there is none in a part says nothing of the whole.
        said = work.shard is not None and outcome.status is Status.EXHAUSTED
        leave(Exit.ANSWERED if said else exit_of(outcome, settled=False))
    task = CountAll(backend, limits.solutions, limits.seconds)
    each(named, task, tell, work=work, shown=not quiet and not sys.stdout.isatty())


@app.command(
    epilog="Example: kenken-cp check puzzle.kk '1 2 3  2 3 1  3 1 2'",
)
def check(
    puzzle: OnePuzzle,
    grid: Annotated[
        str | None,
        typer.Argument(metavar="GRID", help="A filled grid: a file, - or the numbers themselves."),
    ] = None,
    from_: From = None,
    rules: Rules = None,
    backend: BackendName = DEFAULT_BACKEND,
    timeout: Timeout = None,
    json: Json = False,
    quiet: Quiet = False,
    jobs: Jobs = 1,
    scheduler: Scheduler = None,
) -> None:
    """Is a puzzle well formed; does a filled grid obey its rules.

    A puzzle that states how many solutions it has is counted too, unless a grid is given.
    """
    from kenken_cp.parallel import CheckStated

    limits = Limits(None, timeout)
    BACKENDS.named(backend)
    work = Work(jobs, scheduler)
    if grid is not None and (backend != DEFAULT_BACKEND or timeout or work.shared):
        raise KenKenError(
            "a grid is held to the rules alone; "
            "expected no --backend, --timeout, --jobs or --scheduler with it"
        )
    named = (
        read_puzzles([puzzle], from_, rules)
        if grid is None
        else [read_puzzle(puzzle, from_, rules)]
    )
    report = _report(named, json=json, plain=False, quiet=quiet, stats=False)

    filled = None if grid is None else read_grid(text_or_itself(grid), named[0].puzzle.size)

    def tell(item: Named, found: Outcome | None) -> Exit:
        broken = None if filled is None else violations(item.puzzle, filled)
        report.checked(item, warnings(item.puzzle), broken, found)
        if found is not None and found.status in (Status.TIMEOUT, Status.INTERRUPTED):
            return exit_of(found, settled=False)
        stated = item.puzzle.expected
        wrong = found is not None and stated is not None and not stated.agrees(found.count)
        return Exit.NO if broken or wrong else Exit.ANSWERED

    if filled is not None:
        leave(tell(named[0], None))
    each(named, CheckStated(backend, limits.seconds), tell, work=work, shown=False)


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


def _enumerated(
    puzzle: Puzzle,
    visit: Visit,
    visit_block: VisitBlock,
    limits: Limits,
    backend: str,
    work: Work,
) -> Outcome:
    if not work.shared:
        # Between a solution that is counted and the same that is printed nothing may come.
        with stopped_by_ctrl_c(limits.stop):
            return find_solutions(puzzle, visit, limits, backend=backend, visit_block=visit_block)
    from kenken_cp.parallel import solutions_in_parallel

    with work.crew() as crew:
        return solutions_in_parallel(puzzle, visit, limits, backend=backend, **crew._asdict())


def _count_one(puzzle: Puzzle, limits: Limits, backend: str, work: Work, *, shown: bool) -> Outcome:
    """Counts the solutions of one puzzle; of its cubes, where several work or it is not done in one
    go.
    """
    from kenken_cp.parallel import CountAll, count_cubes, cubes, solutions_in_parallel

    if not (work.shared or work.piecemeal):
        with progress_line("solutions", None, shown=shown) as counter:
            return count_solutions(puzzle, limits, backend=backend, visit=_counting(counter))
    if limits.solutions is not None:
        if work.piecemeal:
            raise KenKenError("--limit on one puzzle; expected no --shard and no --resume with it")
        with work.crew() as crew, progress_line("solutions", None, shown=shown) as counter:
            return solutions_in_parallel(
                puzzle, _counting(counter), limits, backend=backend, **crew._asdict()
            )
    with work.crew() as crew:
        parts = work.part(cubes(puzzle, work.cubes(crew.workers)))
        with (
            work.journal(CountAll(backend), parts) as journal,
            progress_line("cubes", len(parts), shown=shown) as counter,
        ):
            return count_cubes(
                parts,
                limits,
                backend=backend,
                journal=journal,
                on_outcome=lambda _: counter.add(),
                **crew._asdict(),
            )


def _estimate(
    named: list[Named], seconds: float, report: Report, work: Work, *, shown: bool
) -> NoReturn:
    from kenken_cp.parallel import EstimateAll

    if len(named) == 1 and work.shard is not None:
        raise KenKenError("--estimate on one puzzle; expected no --shard with it")

    def tell(item: Named, found: Estimate | TooManyOptionsError) -> Exit:
        if isinstance(found, TooManyOptionsError):
            complain(f"{item.name}: too large for an estimate")
            return Exit.LIMIT
        report.estimated(item, found)
        return Exit.ANSWERED

    each(named, EstimateAll(seconds), tell, work=work, shown=shown and not sys.stdout.isatty())


def _counting(counter: Counter) -> Callable[[Grid], bool]:
    def visit(_: Grid) -> bool:
        counter.add()
        return True

    return visit


def _report(
    named: list[Named],
    *,
    json: bool,
    plain: bool,
    quiet: bool,
    stats: bool,
    shard: Shard | None = None,
) -> Report:
    if not quiet:
        show_notices()
    if json:
        return JsonReport(stats=stats, shard=shard)
    style = None if plain else terminal_style()
    return TextReport(several=len(named) > 1, style=style, quiet=quiet, stats=stats, shard=shard)


def _table(rows: Iterable[tuple[str, str]]) -> None:
    rows = list(rows)
    width = max(len(name) for name, _ in rows)
    for name, summary in rows:
        say(f"{name:<{width}}  {summary}")
