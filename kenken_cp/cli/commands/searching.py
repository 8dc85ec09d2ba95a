"""The commands on given puzzles: ``solve``, ``enumerate``, ``count``, ``check``, ``convert``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, NoReturn

from kenken_cp.backends.cover.estimate import Estimate, estimate
from kenken_cp.cli.app import AMBIGUOUS_EXAMPLE, EXAMPLE, Exit, command, leave
from kenken_cp.cli.options.common import (
    GRID,
    Batch,
    ConvertedOutput,
    GridOutput,
    LimitedSearch,
    Output,
    Search,
    SearchOutput,
    Workers,
    option,
)
from kenken_cp.cli.options.work import Work
from kenken_cp.cli.printing.endings import format_for
from kenken_cp.cli.printing.files import numbered_files, say_numbered, writing, writing_all
from kenken_cp.cli.printing.output import STANDARD_OUTPUT, json_line, report_error
from kenken_cp.cli.reading.inputs import Named
from kenken_cp.cli.reading.texts import text_or_itself
from kenken_cp.cli.reports.searches import report_on
from kenken_cp.cli.running.arguments import Puzzles, the_only
from kenken_cp.cli.running.outcomes import exit_code, not_interrupted, point_to_rules, point_to_why
from kenken_cp.cli.running.progress import progress_shown
from kenken_cp.cli.running.turns import each, in_turn
from kenken_cp.clock import Clock, Status
from kenken_cp.diagnose.warnings import oddities
from kenken_cp.encode.exact_cover import TooManyOptionsError
from kenken_cp.encode.exports import EXPORTS
from kenken_cp.errors import KenKenError, UnknownNameError
from kenken_cp.formats import FORMATS
from kenken_cp.formats.grids import read_grid
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import violations
from kenken_cp.parallel.counting import count_in_parallel
from kenken_cp.parallel.workers import WorkersLostError
from kenken_cp.search.engine import DEFAULT_BACKEND
from kenken_cp.search.interrupts import interruptible
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import Report, count_solutions, count_with_operators, find_solutions

Join = Callable[[Iterable[str]], str]

_SECONDS_PER_ESTIMATE = 10.0
"""Seconds that an estimate takes without ``--timeout``."""

_SECONDS_FOR_NONE = 1.0
"""The same of the search for a solution of a puzzle that states no number of them."""

_SECONDS_FOR_WARNINGS = 10.0
"""The same of a search for what is odd about a puzzle: enough for any that people make."""


@command(example=f"--plain '{EXAMPLE}'")
def solve(
    puzzles: Puzzles,
    search: LimitedSearch,
    output: GridOutput,
    batch: Batch,
    operators: Annotated[
        bool, option("--operators", "List the operators that work in cages that hide theirs.")
    ] = False,
) -> None:
    """Solve puzzles, and say whether each solution is the only one."""
    report = report_on(output, several=puzzles.named.several)
    report.with_operators = operators

    def report_one(item: Named, outcome: Outcome) -> Exit:
        report.solved(item, outcome)
        point_to_rules(item, outcome, _left(search, outcome), quiet=output.is_bare)
        point_to_why(item, outcome, _left(search, outcome), quiet=output.is_bare)
        # To reach a limit that was asked for is no failure, once there is a solution to show.
        settled = outcome.unique is not None or outcome.status is Status.LIMIT
        return exit_code(outcome, settled=settled)

    most = search.limit or 2
    limits = Limits(most, search.timeout)
    task = partial(find_solutions, limits=limits, backend=search.backend, keep=most)
    each(puzzles.named, task, report_one, work=batch.work(), output=output)


def _left(search: Search, outcome: Outcome) -> float | None:
    """Seconds that a puzzle may still take after its search."""
    return None if search.timeout is None else max(search.timeout - outcome.seconds, 1e-3)


@command("enumerate", example=f"--plain --limit 10 '{AMBIGUOUS_EXAMPLE}'")
def enumerate_(puzzles: Puzzles, search: LimitedSearch, output: GridOutput) -> None:
    """Print every solution of each puzzle as it is found."""
    report = report_on(output, several=puzzles.named.several)

    def print_all(named: Named) -> Exit:
        report.begin(named)

        def visit(grid: Grid) -> None:
            report.solution(named, report.printed + 1, grid)

        with progress_shown(named, output, on_terminal=output.shows_progress) as progress:
            outcome = find_solutions(
                named.puzzle, visit, search.limits(), backend=search.backend, progress=progress
            )
        if outcome.status is Status.INTERRUPTED:  # which may be between finding and printing
            outcome = replace(outcome, count=Count(report.printed, exact=False))
        report.enumerated(named, outcome)
        point_to_why(named, outcome, _left(search, outcome), quiet=output.is_bare)
        return exit_code(outcome, settled=outcome.status is Status.LIMIT)

    leave(in_turn(puzzles.named, print_all, quiet=output.quiet))


@command(example=f"'{EXAMPLE}' '{AMBIGUOUS_EXAMPLE}'")
def count(
    puzzles: Puzzles,
    search: LimitedSearch,
    output: SearchOutput,
    batch: Batch,
    estimated: Annotated[
        bool, option("--estimate", "Estimate the count, in 10 seconds or --timeout.")
    ] = False,
    operators: Annotated[
        bool, option("--operators", "Count each choice of hidden operators, too.")
    ] = False,
) -> None:
    """Count the solutions of each puzzle, without printing them."""
    work = batch.work()
    if estimated and operators:
        raise KenKenError("--estimate with --operators; expected one of them")
    if estimated:
        _estimate(puzzles, search, work, output)
    named = puzzles.named
    report = report_on(output, several=named.several)

    def report_one(item: Named, outcome: Outcome) -> Exit:
        report.counted(item, outcome)
        point_to_why(item, outcome, _left(search, outcome), quiet=output.is_bare)
        return exit_code(outcome, settled=False)

    def count_one(item: Named) -> Exit:
        # A second Ctrl-C must not come between counting and printing the count.
        with interruptible(Clock()):
            try:
                with progress_shown(item, output, on_terminal=not output.quiet) as progress:
                    outcome = count_in_parallel(
                        item.puzzle,
                        search.limits(),
                        backend=search.backend,
                        workers=work.workers,
                        resume=work.resume,
                        progress=progress,
                    )
            except WorkersLostError as error:
                if error.outcome is not None:
                    report.counted(item, error.outcome)
                raise
            return report_one(item, outcome)

    if not (named.several or operators):
        if search.limit is not None and work.resume is not None:
            raise KenKenError("--limit on one puzzle; expected no --resume with it")
        leave(in_turn(named, count_one, quiet=output.quiet))
    kind = count_with_operators if operators else count_solutions
    task = partial(kind, limits=search.limits(), backend=search.backend)
    each(puzzles.named, task, report_one, work=work, output=output)


def _estimate(
    puzzles: Puzzles, search: LimitedSearch, work: Work, output: SearchOutput
) -> NoReturn:
    if search.limit is not None or search.backend != DEFAULT_BACKEND or output.stats:
        raise KenKenError("--estimate uses no engine; expected no --backend, --limit or --stats")
    report = report_on(output, several=puzzles.named.several)

    def report_one(item: Named, found: Estimate | None) -> Exit:
        if found is None:
            report_error("too large for an estimate", Exit.LIMIT, item.name)
            return Exit.LIMIT
        report.estimated(item, found)
        return Exit.ANSWERED

    # Not called ``seconds``, a limit that may change when work is resumed: this changes the result.
    task = partial(_estimate_or_count, sampling_seconds=search.timeout or _SECONDS_PER_ESTIMATE)
    each(puzzles.named, task, report_one, work=work, output=output, doing="estimating")


def _estimate_or_count(puzzle: Puzzle, *, sampling_seconds: float) -> Estimate | None:
    """An estimate of how many solutions there are; None if the puzzle is too large for one.

    If nothing bounds it from above, the solutions are counted in the time that is left: most probes
    end in dead ends where there are few solutions, and a learning engine finds these soon.
    """
    clock = Clock(sampling_seconds)
    try:
        found = estimate(puzzle, seconds=sampling_seconds)
    except TooManyOptionsError:
        return None
    if found.high is not None or not clock.left:
        return found
    outcome = not_interrupted(count_solutions(puzzle, Limits(seconds=clock.left)))
    counted = int(outcome.count)
    if outcome.status is Status.EXHAUSTED:
        return Estimate(counted, counted, counted, 0, clock.elapsed)
    least = max(found.low, counted)
    return Estimate(max(found.count, least), least, None, found.probes, clock.elapsed)


@command(example=f"'{EXAMPLE}' --grid '132 213 321'")
def check(
    puzzles: Puzzles,
    grid: Annotated[str | None, GRID] = None,
    *,
    search: Search,
    output: Output,
    workers: Workers,
) -> None:
    """Check that puzzles are well formed, or that a grid is right.

    Without a grid, also count the solutions if a puzzle states their number, or else check that it
    has one.
    """
    if grid is None:
        _check_puzzles(puzzles, search, output, workers)
    if search.backend != DEFAULT_BACKEND or search.timeout or workers.work().workers.several:
        raise KenKenError(
            "a grid is checked against the rules alone; "
            "expected no --backend, --timeout, --jobs or --scheduler with it"
        )
    named = the_only(puzzles.named, "with --grid")
    broken = violations(named.puzzle, read_grid(text_or_itself(grid), named.puzzle.size))
    odd = oddities(named.puzzle, seconds=_SECONDS_FOR_WARNINGS)
    report_on(output, several=False).grid_checked(named, broken, odd)
    leave(Exit.NO if broken else Exit.ANSWERED)


def _check_puzzles(puzzles: Puzzles, search: Search, output: Output, workers: Workers) -> NoReturn:
    report = report_on(output, several=puzzles.named.several)

    def report_one(item: Named, found: Outcome) -> Exit:
        left = _left(search, found)
        odd = oddities(item.puzzle, seconds=left or _SECONDS_FOR_WARNINGS)
        stated = item.puzzle.expected
        has_none = found.status is Status.EXHAUSTED and not found.count
        if stated is None and (odd.impossible or not has_none):  # impossible clues say it
            report.checked(item, None, odd)
            not_interrupted(found)
            return Exit.NO if odd.impossible else Exit.ANSWERED
        report.checked(item, found, odd)
        if found.status in (Status.TIMEOUT, Status.INTERRUPTED):
            return exit_code(found, settled=False)
        point_to_why(item, found, left, quiet=output.is_bare)
        return Exit.ANSWERED if stated is not None and stated.agrees(found.count) else Exit.NO

    task = partial(_check_stated, backend=search.backend, seconds=search.timeout)
    # The report says all that is odd.
    each(puzzles.named, task, report_one, work=workers.work(), output=output, warns=False)


def _check_stated(
    puzzle: Puzzle, *, backend: str, seconds: float | None, progress: Report | None = None
) -> Outcome:
    """Counts solutions only as far as needed to check the number that a puzzle states; if it states
    none, looks for a single solution for a short time.
    """
    stated = puzzle.expected
    if stated is None:
        most, seconds = 1, min(seconds or _SECONDS_FOR_NONE, _SECONDS_FOR_NONE)
    else:
        most = int(stated) + 1 if stated.exact else max(int(stated), 1)
    return find_solutions(puzzle, None, Limits(most, seconds), backend=backend, progress=progress)


def _writer(name: str) -> tuple[Callable[[Puzzle], str], Join | None]:
    """What writes a puzzle in a format, or as a model, and what puts several together; None for
    texts that hold only one.
    """
    if FORMATS.get(name.partition(":")[0]) is not None:
        known = FORMATS.named(name)
        return known.write, None if known.separator is None else known.join
    if (model := EXPORTS.get(name)) is not None:
        return model, None
    raise UnknownNameError(FORMATS.kind, name, [*EXPORTS, *FORMATS.names()])


@command(example=f"'{EXAMPLE}' --to json")
def convert(puzzles: Puzzles, file: ConvertedOutput, output: Output) -> None:
    """Write puzzles in another format, or as models for other solvers.

    Several puzzles become files FILE-1, FILE-2 and so on where a file holds only one, as those of
    models do.
    """
    to = format_for(file.to, file.output, as_json=output.json, models=True)
    write_one, join = _writer(to)
    file_of: dict[int, Path] = {}
    if join is None and not output.json and file.output and file.output != STANDARD_OUTPUT:
        file_of = numbered_files(file.output, puzzles.named.ahead())
    written: list[tuple[Named, str]] = []

    def try_one(item: Named) -> Exit:
        written.append((item, write_one(item.puzzle)))
        return Exit.ANSWERED

    code = in_turn(puzzles.named, try_one, quiet=output.quiet)
    if not written or (puzzles.fail_fast and code):
        leave(code)
    if len(file_of) > 1:
        if code is not Exit.INTERRUPTED:
            _write_each({file_of[id(item)]: text for item, text in written}, quiet=output.quiet)
        leave(code)
    if output.json:
        events = (json_line("converted", item, format=to, text=text) for item, text in written)
        text = "\n".join(events)
    elif join is None and len(written) > 1:
        raise KenKenError(
            f"the {to} format holds one puzzle per file; {len(written)} were given; expected "
            "-o FILE, which makes a file of each"
        )
    else:
        every = [text for _, text in written]
        text = join(every) if join is not None else every[0]
    with writing(file.output) as write:
        write(text.rstrip("\n"))
    leave(code)


def _write_each(texts: Mapping[Path, str], *, quiet: bool) -> None:
    """Writes all files, or none."""
    with writing_all(list(texts), binary=False) as write:
        for path, text in texts.items():
            write(path, text.encode())
    if not quiet:
        say_numbered(list(texts), "puzzles")
