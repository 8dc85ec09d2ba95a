"""The commands ``solve``, ``enumerate``, ``count`` and ``check``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import typer

from kenken_cp.backends.cover.estimate import CONFIDENCE, Estimate, estimate
from kenken_cp.cli import options
from kenken_cp.cli.answering import advise, answer_by_workers, answer_here, exit_code, warnings_of
from kenken_cp.cli.app import AMBIGUOUS_EXAMPLE, EXAMPLE, command
from kenken_cp.cli.items import PuzzleItem, Unread
from kenken_cp.cli.output import Exit, Output, complain, count_facts, outcome_facts
from kenken_cp.cli.reading import expect_one, incoming, text_or_itself
from kenken_cp.clock import Clock, Status
from kenken_cp.diagnose.warnings import impossible_cages
from kenken_cp.errors import KenKenError
from kenken_cp.formats.grids import read_grids
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rules import violations, working_operators
from kenken_cp.parallel.counting import count_in_parallel
from kenken_cp.parallel.workers import Workers
from kenken_cp.render.board import differing
from kenken_cp.render.picture import Picture
from kenken_cp.search.engine import BACKENDS, DEFAULT_BACKEND
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome, limit_reached
from kenken_cp.search.verbs import count_solutions, find_solutions
from kenken_cp.text import listed

_SECONDS_PER_ESTIMATE = 10.0
"""Time for an estimate without ``--timeout``."""


def _say_grid(
    item: PuzzleItem,
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
    cages = [
        Cage(cage.cells, operator, cage.target)
        for cage, working in working_operators(puzzle, grid).items()
        for operator in working
    ]
    return {"operators": cages} if cages else {}


def _say_outcome(
    item: PuzzleItem, outcome: Outcome, words: str, output: Output, *, stats: bool
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
        said = [f"{name} {figure:,}" for name, figure in (facts | figures).items()]
        complain(
            f"{item.printable_name}: {', '.join([outcome.engine, str(outcome.status), *said])}"
        )
    advise(item, outcome, output)


@command("solve", f'--plain "{EXAMPLE}"')
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
    output = Output(json, quiet)
    puzzles = incoming(puzzle, from_, rules, output, verbose=verbose)
    most = limit or 2

    def report(item: PuzzleItem, outcome: Outcome) -> Exit:
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
        _say_outcome(item, outcome, words, output, stats=stats)
        # To reach a limit that was asked for is no failure, once there is a solution to show.
        settled = outcome.unique is not None or outcome.status is Status.LIMIT
        return exit_code(outcome, settled=settled)

    task = partial(find_solutions, limits=Limits(most, timeout), backend=backend, keep=most)
    return answer_by_workers(puzzles, task, report, output, workers=workers, resume=resume)


@command("enumerate", f'--plain --limit 10 "{AMBIGUOUS_EXAMPLE}"')
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
    output = Output(json, quiet)
    puzzles = incoming(puzzle, from_, rules, output, verbose=verbose)

    def print_all(item: PuzzleItem) -> Exit:
        printed = 0

        def visit(grid: Grid) -> None:
            nonlocal printed
            _say_grid(item, grid, printed + 1, output, plain=plain)
            printed += 1

        if not plain:
            output.head(item)
        search = partial(find_solutions, backend=backend, progress=output.report)
        outcome = search(item.puzzle, visit, limits)
        if outcome.status is Status.INTERRUPTED:  # which may be between finding and printing
            outcome = replace(outcome, count=Count(printed, exact=False))
        words = f"{outcome.in_words[0].upper()}{outcome.in_words[1:]}."
        _say_outcome(item, outcome, words, output, stats=stats)
        return exit_code(outcome, settled=outcome.status is Status.LIMIT)

    return answer_here(puzzles, print_all, output, "solving")


@command("count", f'"{EXAMPLE}" "{AMBIGUOUS_EXAMPLE}"')
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
    output = Output(json, quiet)
    puzzles = incoming(puzzle, from_, rules, output, verbose=verbose)
    if estimated:
        return _estimate(puzzles, timeout, output, workers)

    def report(item: PuzzleItem, outcome: Outcome) -> Exit:
        output.say(f"{output.prefix(item)}{outcome.count}")
        words = "" if outcome.status is Status.EXHAUSTED else outcome.in_words
        _say_outcome(item, outcome, words, output, stats=stats)
        return exit_code(outcome, settled=False)

    if output.several:
        task = partial(count_solutions, limits=limits, backend=backend)
        return answer_by_workers(puzzles, task, report, output, workers=workers, resume=resume)
    one = partial(count_in_parallel, limits=limits, backend=backend, workers=workers, resume=resume)
    return answer_by_workers(puzzles, one, report, output, workers=Workers())


def _estimate(
    puzzles: Iterable[PuzzleItem | Unread], timeout: float | None, output: Output, workers: Workers
) -> Exit:
    def report(item: PuzzleItem, number: Estimate) -> Exit:
        facts: dict[str, Any] = {"estimate": number.count, "low": number.low, "high": number.high}
        facts |= {"exact": number.exact, "probes": number.probes, "confidence": CONFIDENCE}
        output.event("estimate", item, **facts, seconds=round(number.seconds, 6))
        output.say(output.prefix(item) + (number.brief if output.quiet else str(number)))
        return Exit.ANSWERED

    task = partial(estimate, seconds=timeout or _SECONDS_PER_ESTIMATE)
    return answer_by_workers(puzzles, task, report, output, workers=workers, what="estimating")


@command("check", f'"{EXAMPLE}" --board "132 213 321"')
def check(
    puzzle: options.Puzzles = None,
    board: options.Board = None,
    timeout: options.Timeout = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    from_: options.From = None,
    rules: options.Rules = None,
) -> Exit:
    """Check puzzles for the number of solutions that they state, or whether boards are solutions.

    A puzzle that states no number is expected to have a solution. What is odd about a puzzle is
    said as well.
    """
    output = Output(json, quiet)
    puzzles = incoming(puzzle, from_, rules, output, verbose=verbose)
    if board is not None:
        expect_one(output, "with --board")

    def check_board(item: PuzzleItem) -> Exit:
        grids = read_grids(text_or_itself(board or ""), item.puzzle.size)
        found = [list(map(str, violations(item.puzzle, grid))) for grid in grids]
        wrong = sum(map(bool, found))
        broken, verdict = found[0], f"the board is {'no' if wrong else 'a'} solution"
        if len(grids) > 1:
            broken = [f"board {n}: {each}" for n, of_one in enumerate(found, 1) for each in of_one]
            verdict = f"{len(grids) - wrong} of {len(grids)} boards are solutions"
        facts = {"warnings": None, "impossible": None, "violations": broken}
        _say_check(item, output, [verdict, *(f"  {each}" for each in broken)], facts)
        return Exit.NO if broken else Exit.ANSWERED

    def check_one(item: PuzzleItem) -> Exit:
        stated = item.puzzle.expected
        expected = Count(1, exact=False) if stated is None else stated
        # One more than is stated, to see a surplus.
        most = int(expected) + 1 if expected.exact else max(int(expected), 1)
        with Clock(timeout).running():
            outcome = find_solutions(item.puzzle, None, Limits(most), progress=output.report)
            if outcome.status is Status.INTERRUPTED:
                raise limit_reached(outcome)
            # People have been warned of them before the search.
            impossible = impossible_cages(item.puzzle) if json else []
        facts = {"warnings": warnings_of(item, impossible), **outcome_facts(outcome)}
        facts |= {"impossible": [each.cage for each in impossible]}
        _say_check(item, output, [_agreement(stated, outcome)], facts, outcome.engine)
        advise(item, outcome, output)
        if outcome.status is Status.TIMEOUT:
            return Exit.LIMIT
        return Exit.ANSWERED if expected.agrees(outcome.count) else Exit.NO

    return answer_here(puzzles, check_one if board is None else check_board, output, "checking")


def _agreement(stated: Count | None, outcome: Outcome) -> str:
    """The number of solutions that was found, beside that which the puzzle states."""
    if stated is None:
        return "it has a solution" if outcome.status is Status.LIMIT else outcome.in_words
    if outcome.status is Status.TIMEOUT:
        return f"states {stated.in_words}; {outcome.in_words}"
    if stated.agrees(outcome.count):
        return f"{stated.in_words}, as stated"
    return f"states {stated.in_words}, but has {outcome.count.in_words}"


def _say_check(
    item: PuzzleItem,
    output: Output,
    verdict: list[str],
    facts: dict[str, Any],
    engine: str | None = None,
) -> None:
    """Prints what was found out about a puzzle, or about a board of it, in words or as ``facts``;
    with ``--quiet`` only the first line of the verdict.
    """
    puzzle = item.puzzle
    head: dict[str, Any] = {"size": puzzle.size_name, "rules": puzzle.rules.name}
    if puzzle.expected is not None:
        head["expected"] = count_facts(puzzle.expected)
    output.event("check", item, engine, **head, **facts)
    if output.quiet:
        output.say(output.prefix(item) + verdict[0])
    else:
        output.say("\n  ".join([f"{item.printable_name}: {puzzle.summary}", *verdict]))
