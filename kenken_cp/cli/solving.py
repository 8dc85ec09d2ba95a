"""The commands ``solve``, ``enumerate``, ``count`` and ``check``."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import typer

from kenken_cp.backends.cover.estimate import CONFIDENCE, Estimate, estimate
from kenken_cp.cli import options
from kenken_cp.cli.app import AMBIGUOUS_EXAMPLE, EXAMPLE, command
from kenken_cp.cli.items import Named
from kenken_cp.cli.output import Exit, Output, complain, count_facts, outcome_facts
from kenken_cp.cli.progress import shown
from kenken_cp.cli.reading import Incoming, expect_one, incoming, text_or_itself
from kenken_cp.cli.turns import advise, each, exit_code, in_turn, not_interrupted
from kenken_cp.clock import Status
from kenken_cp.diagnose.warnings import impossible_cages, warnings_with
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
from kenken_cp.search.engine import BACKENDS, DEFAULT_BACKEND
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import Report, count_solutions, find_solutions
from kenken_cp.text import listed

app = typer.Typer(rich_markup_mode="markdown")

_PANEL = "Solve"

_SECONDS_PER_ESTIMATE = 10.0
"""Time for an estimate without ``--timeout``."""

_SECONDS_FOR_NONE = 1.0
"""Time to look for a solution of a puzzle that states no number of them."""

_SECONDS_FOR_WARNINGS = 10.0
"""Time to look for what is odd about a puzzle: enough for any that people make."""


def _say_grid(
    item: Named,
    grid: Grid,
    index: int,
    output: Output,
    *,
    plain: bool,
    marked: frozenset[Cell] = frozenset(),
    engine: str | None = None,
) -> None:
    """Prints a solution: drawn, as bare numbers, or as an event."""
    if output.json:
        facts = _operators(item.puzzle, grid)
        output.event("solution", item, engine, index=index, grid=grid, **facts)
    elif plain:
        width = max(len(str(value)) for value in item.puzzle.values)
        rows = (" ".join([str(value).rjust(width) for value in row]) for row in grid)
        output.say(output.begin_answer() + "\n".join(rows))
    else:
        output.draw(Picture(item.puzzle, grid, marked=marked), output.begin_answer())


def _operators(puzzle: Puzzle, grid: Grid) -> dict[str, Any]:
    """The cages of hidden operators with each that works in a solution, if there are any."""
    found = [
        cage_record(Cage(cage.cells, operator, cage.target))
        for cage, working in working_operators(puzzle, grid).items()
        for operator in working
    ]
    return {"operators": found} if found else {}


def _say_outcome(
    item: Named, outcome: Outcome, words: str, output: Output, timeout: float | None, *, stats: bool
) -> None:
    """Prints what a search has come to: an event, or words on standard error; and what may be wrong
    with the puzzle.
    """
    figures = {name: round(figure, 6) for name, figure in outcome.statistics.items()}
    facts: dict[str, Any] = {"seconds": round(outcome.seconds, 6)}
    more = {"statistics": figures} if stats else {}
    output.event("result", item, outcome.engine, **outcome_facts(outcome), **facts, **more)
    if words:
        output.note(output.prefix(item) + words)
    if stats and not output.json:
        width = max(map(len, facts | figures))
        complain(f"{item.shown}: {outcome.engine}, {outcome.status}")
        for name, figure in (facts | figures).items():
            complain(f"  {name:<{width}}  {figure:,}")
    advise(item, outcome, timeout, output)


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
    BACKENDS.named(backend)
    workers = options.workers(jobs, scheduler)
    named = incoming(puzzle, from_, rules, verbose=verbose)
    output = Output(json, quiet, named.several)
    most = limit or 2

    def report(item: Named, outcome: Outcome) -> Exit:
        if not plain:
            output.head(item)
        marked = differing(outcome.grids)
        for index, grid in enumerate(outcome.grids, 1):
            _say_grid(item, grid, index, output, plain=plain, marked=marked, engine=outcome.engine)
            for cage, working in working_operators(item.puzzle, grid).items() if stats else ():
                if not json:
                    complain(f"{cage}: {listed((each.symbol for each in working), 'or')}")
        words = outcome.sentence
        if marked and not plain:
            words = words.removesuffix(".") + ", * marks where they differ."
        _say_outcome(item, outcome, words, output, timeout, stats=stats)
        # To reach a limit that was asked for is no failure, once there is a solution to show.
        settled = outcome.unique is not None or outcome.status is Status.LIMIT
        return exit_code(outcome, settled=settled)

    task = partial(find_solutions, limits=Limits(most, timeout), backend=backend, keep=most)
    return each(named, task, report, output, workers=workers, resume=resume)


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
    BACKENDS.named(backend)
    limits = Limits(limit, timeout)
    named = incoming(puzzle, from_, rules, verbose=verbose)
    output = Output(json, quiet, named.several)

    def print_all(item: Named) -> Exit:
        printed = 0

        def visit(grid: Grid) -> None:
            nonlocal printed
            _say_grid(item, grid, printed + 1, output, plain=plain)
            printed += 1

        if not plain:
            output.head(item)
        with shown(output) as doing:
            progress = doing.reporter(item)
            outcome = find_solutions(item.puzzle, visit, limits, backend=backend, progress=progress)
        if outcome.status is Status.INTERRUPTED:  # which may be between finding and printing
            outcome = replace(outcome, count=Count(printed, exact=False))
        words = f"{outcome.in_words[0].upper()}{outcome.in_words[1:]}."
        _say_outcome(item, outcome, words, output, timeout, stats=stats)
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
    BACKENDS.named(backend)
    limits, workers = Limits(limit, timeout), options.workers(jobs, scheduler)
    if estimated and (limit is not None or backend != DEFAULT_BACKEND or stats or resume):
        unused = "--backend, --limit, --stats or --resume"
        raise KenKenError(f"--estimate uses no engine; expected no {unused} with it")
    named = incoming(puzzle, from_, rules, verbose=verbose)
    output = Output(json, quiet, named.several)
    if estimated:
        return _estimate(named, timeout, output, workers)

    def report(item: Named, outcome: Outcome) -> Exit:
        output.say(f"{output.prefix(item)}{outcome.count}")
        words = "" if outcome.status is Status.EXHAUSTED else outcome.in_words
        _say_outcome(item, outcome, words, output, timeout, stats=stats)
        return exit_code(outcome, settled=False)

    def count_one(item: Named) -> Exit:
        with shown(output, "counting") as doing:
            try:
                outcome = count_in_parallel(
                    item.puzzle,
                    limits,
                    backend=backend,
                    workers=workers,
                    resume=resume,
                    progress=doing.reporter(item),
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
    def report(item: Named, found: Estimate) -> Exit:
        facts: dict[str, Any] = {"estimate": found.count, "low": found.low, "high": found.high}
        facts |= {"exact": found.exact, "probes": found.probes, "confidence": CONFIDENCE}
        output.event("estimate", item, **facts, seconds=round(found.seconds, 6))
        output.say(output.prefix(item) + (found.brief if output.quiet else str(found)))
        return Exit.ANSWERED

    task = partial(estimate, seconds=timeout or _SECONDS_PER_ESTIMATE)
    return each(named, task, report, output, workers=workers, what="estimating")


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
    BACKENDS.named(backend)
    workers = options.workers(jobs, scheduler)
    if board is not None and (timeout or backend != DEFAULT_BACKEND or jobs != 1 or scheduler):
        unused = "--backend, --jobs, --scheduler or --timeout"
        raise KenKenError(f"--board is checked without a search; expected no {unused} with it")
    named = incoming(puzzle, from_, rules, verbose=verbose)
    output = Output(json, quiet, named.several)
    if board is not None:
        expect_one(named, "with --board")
        return in_turn(named, partial(_check_board, board, output), output)

    def report(item: Named, found: Outcome) -> Exit:
        left = None if timeout is None else max(timeout - found.seconds, 1e-3)
        impossible = impossible_cages(item.puzzle, seconds=left or _SECONDS_FOR_WARNINGS)
        stated = item.puzzle.expected
        has_none = found.status is Status.EXHAUSTED and not found.count
        if stated is None and (impossible or not has_none):  # impossible clues say it
            _say_check(item, impossible, [], output, found.engine)
            not_interrupted(found)
            return Exit.NO if impossible else Exit.ANSWERED
        verdict = [_stated(stated, found)]
        _say_check(item, impossible, verdict, output, found.engine, **outcome_facts(found))
        if found.status in (Status.TIMEOUT, Status.INTERRUPTED):
            return exit_code(found, settled=False)
        advise(item, found, timeout, output)
        return Exit.ANSWERED if stated is not None and stated.agrees(found.count) else Exit.NO

    task = partial(_check_stated, backend=backend, seconds=timeout)
    return each(named, task, report, output, workers=workers)


def _check_board(board: str, output: Output, item: Named) -> Exit:
    broken = violations(item.puzzle, read_grid(text_or_itself(board), item.puzzle.size))
    verdict = ["the board is no solution" if broken else "the board is a solution"]
    found = list(map(str, broken))
    verdict += [f"  {each}" for each in found]
    _say_check(item, None, verdict, output, violations=found)
    return Exit.NO if broken else Exit.ANSWERED


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
    engine: str | None = None,
    **more: Any,
) -> None:
    """Prints what was found out about a puzzle, or about a board of it: the verdict in words, or
    ``more`` facts.

    Args:
        impossible: the cages whose clue no values make; None if these were not looked for.
    """
    puzzle = item.puzzle
    facts: dict[str, Any] = {"size": puzzle.size_name, "rules": puzzle.rules.name}
    facts |= {"warnings": None, "impossible": None}
    if impossible is not None:
        facts["warnings"] = warnings_with(puzzle, impossible)
        facts["impossible"] = list(map(cage_record, impossible))
    if puzzle.expected is not None:
        facts["expected"] = count_facts(puzzle.expected)
    output.event("check", item, engine, **facts, **more)
    formed = f"impossible: {listed(map(str, impossible))}" if impossible else "well formed"
    if output.quiet:
        output.say(f"{item.shown}: {verdict[0] if verdict else formed}")
    else:
        output.say(f"{item.shown}: " + "\n  ".join([f"{formed}: {puzzle.summary}", *verdict]))
