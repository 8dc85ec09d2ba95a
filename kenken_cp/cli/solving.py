"""The commands ``solve``, ``enumerate``, ``count`` and ``check``."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import typer

from kenken_cp.backends.cover.estimate import CONFIDENCE, Estimate, estimate
from kenken_cp.cli import options
from kenken_cp.cli.app import AMBIGUOUS_EXAMPLE, EXAMPLE, Exit, command, commands
from kenken_cp.cli.items import Named
from kenken_cp.cli.output import (
    Output,
    complain,
    count_facts,
    headings,
    outcome_facts,
    prefixes,
    report_error,
    say,
    say_drawing,
    say_event,
    say_words,
    terminal_style,
)
from kenken_cp.cli.progress import shown
from kenken_cp.cli.reading import Incoming, incoming, text_or_itself, the_only
from kenken_cp.cli.turns import advise, each, exit_code, in_turn, not_interrupted, seconds_left
from kenken_cp.clock import Clock, Status
from kenken_cp.diagnose.warnings import impossible_cages, warnings_with
from kenken_cp.encode.exact_cover import TooManyOptionsError
from kenken_cp.errors import KenKenError
from kenken_cp.formats.grids import read_grid
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rules import violations, working_operators
from kenken_cp.parallel.counting import count_in_parallel
from kenken_cp.parallel.workers import Workers, WorkersLostError
from kenken_cp.render.board import differing
from kenken_cp.render.picture import Picture
from kenken_cp.render.records import cage_record
from kenken_cp.render.text import drawn
from kenken_cp.search.engine import BACKENDS, DEFAULT_BACKEND
from kenken_cp.search.interrupts import interruptible
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import Report, count_solutions, find_solutions
from kenken_cp.text import listed

app = commands()

_PANEL = "Solve"

_SECONDS_PER_ESTIMATE = 10.0
"""Time for an estimate without ``--timeout``."""

_SECONDS_FOR_NONE = 1.0
"""Time to look for a solution of a puzzle that states no number of them."""

_SECONDS_FOR_WARNINGS = 10.0
"""Time to look for what is odd about a puzzle: enough for any that people make."""


class _Grids:
    """Prints solutions, each at once: drawn, as bare numbers, or as events."""

    def __init__(self, output: Output, *, as_numbers: bool) -> None:
        self._output, self._as_numbers = output, as_numbers
        self._style = terminal_style()
        self._any = False
        self._texts: dict[int, str] = {}
        self.printed = 0

    def begin(self, item: Named) -> None:
        """The solutions of a puzzle come next."""
        width = max(len(str(value)) for value in item.puzzle.values)
        self._texts = {value: str(value).rjust(width) for value in item.puzzle.values}
        self.printed = 0

    def say(
        self, item: Named, grid: Grid, marked: frozenset[Cell] = frozenset(), *, engine: str = ""
    ) -> None:
        """Prints a solution; a blank line stands between two of the same puzzle."""
        index = self.printed + 1
        if self._output.json:
            facts = _operators(item.puzzle, grid)
            say_event("solution", item, engine or None, index=index, grid=grid, **facts)
        else:
            # Of several puzzles the first grid has a heading above it, unless words are unwanted.
            bare = self._as_numbers or self._output.quiet
            gap = "\n" if index > 1 or (bare and self._any) else ""
            if self._as_numbers:
                texts = self._texts
                say(gap + "\n".join([" ".join([texts[value] for value in row]) for row in grid]))
            else:
                picture = Picture(item.puzzle, grid, marked=marked)
                say_drawing(gap + drawn(picture, self._style))
        self._any = True
        self.printed += 1


def _operators(puzzle: Puzzle, grid: Grid) -> dict[str, Any]:
    """The cages of hidden operators with each that works in a solution, if there are any."""
    found = [
        cage_record(Cage(cage.cells, operator, cage.target))
        for cage, working in working_operators(puzzle, grid).items()
        for operator in working
    ]
    return {"operators": found} if found else {}


def _say_statistics(item: Named, outcome: Outcome) -> None:
    """Says which engine answered, and its figures."""
    figures = {"seconds": outcome.seconds, **outcome.statistics}
    width = max(map(len, figures))
    complain(f"{item.shown}: {outcome.engine}, {outcome.status}")
    for name, figure in figures.items():
        complain(f"  {name:<{width}}  {round(figure, 6):,}")


def _say_result(item: Named, outcome: Outcome, *, statistics: bool) -> None:
    facts: dict[str, Any] = {"seconds": round(outcome.seconds, 6)}
    if statistics:
        figures = outcome.statistics.items()
        facts["statistics"] = {name: round(figure, 6) for name, figure in figures}
    say_event("result", item, outcome.engine, **outcome_facts(outcome), **facts)


@command(app, "solve", _PANEL, f'--plain "{EXAMPLE}"')
def solve(
    puzzle: options.Puzzles = None,
    plain: options.Plain = False,
    limit: options.Limit = None,
    timeout: options.Timeout = None,
    backend: options.Backend = DEFAULT_BACKEND,
    stats: options.Stats = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    from_: options.From = None,
    rules: options.Rules = None,
    jobs: options.Jobs = 1,
    scheduler: options.Scheduler = None,
    resume: options.Resume = None,
) -> Exit:
    """Solve puzzles, and say whether each solution is the only one.

    Of several solutions two are shown, or as many as --limit says.
    """
    most = limit or 2
    limits, output = Limits(most, timeout), Output(json, quiet)
    BACKENDS.named(backend)
    named = incoming(puzzle, from_, rules, verbose=verbose)
    head = headings(named.several, shown=not (output.is_bare or plain))
    prefix = prefixes(named.several)
    grids = _Grids(output, as_numbers=plain)

    def report(item: Named, outcome: Outcome) -> Exit:
        grids.begin(item)
        head(item)
        marked = differing(outcome.grids)
        for grid in outcome.grids:
            grids.say(item, grid, marked, engine=outcome.engine)
            if stats and not json:
                _say_operators(item.puzzle, grid)
        if json:
            _say_result(item, outcome, statistics=stats)
        elif not quiet:
            complain(prefix(item) + _sentence(outcome, marks=not plain))
        if stats and not json:
            _say_statistics(item, outcome)
        advise(item, outcome, seconds_left(timeout, outcome), output)
        # To reach a limit that was asked for is no failure, once there is a solution to show.
        settled = outcome.unique is not None or outcome.status is Status.LIMIT
        return exit_code(outcome, settled=settled)

    task = partial(find_solutions, limits=limits, backend=backend, keep=most)
    workers = options.workers(jobs, scheduler)
    return each(named, task, report, output, workers=workers, resume=resume)


def _sentence(outcome: Outcome, *, marks: bool) -> str:
    """What the solutions shown say about the puzzle; ``marks`` if they have asterisks."""
    if marks and len(outcome.grids) > 1:
        return outcome.sentence.removesuffix(".") + ", * marks where they differ."
    return outcome.sentence


def _say_operators(puzzle: Puzzle, grid: Grid) -> None:
    """Says which operators work in a solution, for each cage of a hidden one."""
    for cage, operators in working_operators(puzzle, grid).items():
        complain(f"{cage}: {listed((each.symbol for each in operators), 'or')}")


@command(app, "enumerate", _PANEL, f'--plain --limit 10 "{AMBIGUOUS_EXAMPLE}"')
def enumerate_(
    puzzle: options.Puzzles = None,
    plain: options.Plain = False,
    limit: options.Limit = None,
    timeout: options.Timeout = None,
    backend: options.Backend = DEFAULT_BACKEND,
    stats: options.Stats = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    from_: options.From = None,
    rules: options.Rules = None,
) -> Exit:
    """Print every solution of each puzzle as it is found."""
    limits, output = Limits(limit, timeout), Output(json, quiet)
    BACKENDS.named(backend)
    named = incoming(puzzle, from_, rules, verbose=verbose)
    head = headings(named.several, shown=not (output.is_bare or plain))
    prefix = prefixes(named.several)
    grids = _Grids(output, as_numbers=plain)

    def print_all(item: Named) -> Exit:
        grids.begin(item)
        head(item)
        with shown(output) as doing:
            outcome = find_solutions(
                item.puzzle,
                lambda grid: grids.say(item, grid),
                limits,
                backend=backend,
                progress=partial(doing.report, item) if doing.reports else None,
            )
        if outcome.status is Status.INTERRUPTED:  # which may be between finding and printing
            outcome = replace(outcome, count=Count(grids.printed, exact=False))
        if json:
            _say_result(item, outcome, statistics=stats)
        elif not quiet:
            text = outcome.in_words
            complain(f"{prefix(item)}{text[0].upper()}{text[1:]}.")
        if stats and not json:
            _say_statistics(item, outcome)
        advise(item, outcome, seconds_left(timeout, outcome), output)
        return exit_code(outcome, settled=outcome.status is Status.LIMIT)

    return in_turn(named, print_all, output)


@command(app, "count", _PANEL, f'"{EXAMPLE}" "{AMBIGUOUS_EXAMPLE}"')
def count(
    puzzle: options.Puzzles = None,
    estimated: Annotated[
        bool, typer.Option("--estimate", help="Estimate the number, in 10 s or --timeout.")
    ] = False,
    limit: options.Limit = None,
    timeout: options.Timeout = None,
    backend: options.Backend = DEFAULT_BACKEND,
    stats: options.Stats = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    from_: options.From = None,
    rules: options.Rules = None,
    jobs: options.Jobs = 1,
    scheduler: options.Scheduler = None,
    resume: options.Resume = None,
) -> Exit:
    """Count the solutions of each puzzle, without printing them.

    A count that is cut short is a lower bound: 304492+.
    """
    limits, output = Limits(limit, timeout), Output(json, quiet)
    BACKENDS.named(backend)
    workers = options.workers(jobs, scheduler)
    if estimated and (limit is not None or backend != DEFAULT_BACKEND or stats or resume):
        unused = "--backend, --limit, --stats or --resume"
        raise KenKenError(f"--estimate uses no engine; expected no {unused} with it")
    named = incoming(puzzle, from_, rules, verbose=verbose)
    prefix = prefixes(named.several)
    if estimated:
        return _estimate(named, timeout, output, workers)

    def report(item: Named, outcome: Outcome) -> Exit:
        if json:
            _say_result(item, outcome, statistics=stats)
        else:
            say(f"{prefix(item)}{outcome.count}")
            if outcome.status is not Status.EXHAUSTED and not quiet:
                complain(f"{prefix(item)}{outcome.in_words}")
            if stats:
                _say_statistics(item, outcome)
        advise(item, outcome, seconds_left(timeout, outcome), output)
        return exit_code(outcome, settled=False)

    def count_one(item: Named) -> Exit:
        # A second Ctrl-C must not come between counting and printing the count.
        with interruptible(Clock()), shown(output, "counting") as doing:
            try:
                outcome = count_in_parallel(
                    item.puzzle,
                    limits,
                    backend=backend,
                    workers=workers,
                    resume=resume,
                    progress=partial(doing.report, item) if doing.reports else None,
                )
            except WorkersLostError as error:
                if error.outcome is not None:
                    report(item, error.outcome)
                raise
        return report(item, outcome)

    if named.several:
        task = partial(count_solutions, limits=limits, backend=backend)
        return each(named, task, report, output, workers=workers, resume=resume)
    if limit is not None and resume is not None:
        raise KenKenError("--limit on one puzzle; expected no --resume with it")
    return in_turn(named, count_one, output)


def _estimate(named: Incoming, timeout: float | None, output: Output, workers: Workers) -> Exit:
    prefix = prefixes(named.several)

    def report(item: Named, found: Estimate | None) -> Exit:
        if found is None:
            text = "too large for an estimate"
            report_error(text, Exit.LIMIT, as_json=output.json, name=item.name)
            return Exit.LIMIT
        if output.json:
            facts: dict[str, Any] = {"estimate": found.count, "low": found.low, "high": found.high}
            facts |= {"exact": found.exact, "probes": found.probes}
            say_event(
                "estimate", item, **facts, confidence=CONFIDENCE, seconds=round(found.seconds, 6)
            )
        else:
            say_words(prefix(item) + (found.brief if output.quiet else str(found)))
        return Exit.ANSWERED

    task = partial(_estimate_or_count, seconds=timeout or _SECONDS_PER_ESTIMATE)
    return each(named, task, report, output, workers=workers, doing="estimating")


def _estimate_or_count(puzzle: Puzzle, *, seconds: float) -> Estimate | None:
    """An estimate of how many solutions there are; None if the puzzle is too large for one.

    If nothing bounds it from above, the solutions are counted in the time that is left: most probes
    end in dead ends where there are few solutions, and a learning engine finds these soon.
    """
    clock = Clock(seconds)
    try:
        found = estimate(puzzle, seconds=seconds)
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


@command(app, "check", _PANEL, f'"{EXAMPLE}" --board "132 213 321"')
def check(
    puzzle: options.Puzzles = None,
    board: options.Board = None,
    timeout: options.Timeout = None,
    backend: options.Backend = DEFAULT_BACKEND,
    json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    from_: options.From = None,
    rules: options.Rules = None,
    jobs: options.Jobs = 1,
    scheduler: options.Scheduler = None,
) -> Exit:
    """Check that puzzles are well formed, or that a full board is a solution.

    Without a board, also count the solutions if a puzzle states their number, or else check that it
    has one.
    """
    output = Output(json, quiet)
    options.expect_seconds(timeout)
    BACKENDS.named(backend)
    workers = options.workers(jobs, scheduler)
    named = incoming(puzzle, from_, rules, verbose=verbose)
    if board is not None:
        item = the_only(named, "with --board")
        broken = violations(item.puzzle, read_grid(text_or_itself(board), item.puzzle.size))
        verdict = ["the board is no solution" if broken else "the board is a solution"]
        found = list(map(str, broken))
        _say_check(item, None, [*verdict, *(f"  {each}" for each in found)], output, broken=found)
        return Exit.NO if broken else Exit.ANSWERED

    def report(item: Named, found: Outcome) -> Exit:
        left = seconds_left(timeout, found)
        impossible = impossible_cages(item.puzzle, seconds=left or _SECONDS_FOR_WARNINGS)
        stated = item.puzzle.expected
        has_none = found.status is Status.EXHAUSTED and not found.count
        if stated is None and (impossible or not has_none):  # impossible clues say it
            _say_check(item, impossible, [], output, engine=found.engine)
            not_interrupted(found)
            return Exit.NO if impossible else Exit.ANSWERED
        _say_check(item, impossible, [_stated(stated, found)], output, outcome=found)
        if found.status in (Status.TIMEOUT, Status.INTERRUPTED):
            return exit_code(found, settled=False)
        advise(item, found, left, output)
        return Exit.ANSWERED if stated is not None and stated.agrees(found.count) else Exit.NO

    task = partial(_check_stated, backend=backend, seconds=timeout)
    return each(named, task, report, output, workers=workers)


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


def _stated(stated: Count | None, found: Outcome) -> str:
    if stated is None:
        return found.count.in_words
    if found.status in (Status.TIMEOUT, Status.INTERRUPTED):
        return f"states {stated.in_words}; {found.in_words}"
    if stated.agrees(found.count):
        return f"{stated.in_words}, as stated"
    return f"states {stated.in_words}, but has {found.count.in_words}"


def _say_check(
    item: Named,
    impossible: list[Cage] | None,
    verdict: list[str],
    output: Output,
    *,
    outcome: Outcome | None = None,
    engine: str | None = None,
    broken: list[str] | None = None,
) -> None:
    """Prints what was found out about a puzzle, or about a board of it."""
    puzzle = item.puzzle
    if output.json:
        facts: dict[str, Any] = {"size": puzzle.size_name, "rules": puzzle.rules.name}
        facts["warnings"] = [] if impossible is None else warnings_with(puzzle, impossible)
        facts["impossible"] = list(map(cage_record, impossible or ()))
        if puzzle.expected is not None:
            facts["expected"] = count_facts(puzzle.expected)
        if outcome is not None:
            facts |= outcome_facts(outcome)
        if broken is not None:
            facts["violations"] = broken
        if outcome is not None:
            engine = outcome.engine
        say_event("check", item, engine, **facts)
        return
    formed = f"impossible: {listed(map(str, impossible))}" if impossible else "well formed"
    if output.quiet:
        say_words(f"{item.shown}: {verdict[0] if verdict else formed}")
    else:
        say_words(f"{item.shown}: " + "\n  ".join([f"{formed}: {puzzle.summary}", *verdict]))
