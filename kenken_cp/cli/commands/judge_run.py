"""What the judging commands do: from what a person typed to printed verdicts."""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import NoReturn

from kenken_cp import formats
from kenken_cp.cli.app import Exit, leave
from kenken_cp.cli.options.common import Asking, Failures, Jobs, RunTimeout, VerdictOutput
from kenken_cp.cli.printing.files import naming, writing
from kenken_cp.cli.printing.live import progress_line
from kenken_cp.cli.printing.output import STANDARD_OUTPUT
from kenken_cp.cli.reports.runs import Run, Saved
from kenken_cp.cli.reports.verdicts import JsonVerdicts, TextVerdicts, VerdictReport
from kenken_cp.cli.running.arguments import JudgedPuzzles, Puzzles
from kenken_cp.cores import cores
from kenken_cp.errors import FormatError, KenKenError
from kenken_cp.generation import fuzz
from kenken_cp.judge.answers import claim_named
from kenken_cp.judge.exchange import shell_word
from kenken_cp.judge.families import adopting_orphans
from kenken_cp.judge.judging import Judgement, Smallest, cross_checked, smallest_failure
from kenken_cp.judge.matches import answer_pattern
from kenken_cp.judge.processes import RunLimits
from kenken_cp.judge.results import Judged, Skipped
from kenken_cp.judge.solvers import limited, solver_named
from kenken_cp.judge.suites import SUITES, Suite
from kenken_cp.judge.summary import junit
from kenken_cp.judge.suspicion import suspicion
from kenken_cp.judge.terms import Solver, Terms
from kenken_cp.judge.verdicts import Kind, NamedPuzzle
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN
from kenken_cp.search.backend import BACKENDS
from kenken_cp.text import printable

_MAX_ARGUMENT = 400
"""Characters of a one-line puzzle that is still printed."""


@adopting_orphans()
def judge(
    solver: str,
    puzzles: JudgedPuzzles,
    asking: Asking,
    seconds: float,
    jobs: Jobs,
    failures: Failures,
    output: VerdictOutput,
) -> NoReturn:
    """Judges a solver, prints the verdicts, and leaves with the exit code."""
    terms = _terms(asking, seconds)
    claim = None if asking.answers is None else claim_named(asking.answers)
    if puzzles.rectangles and not puzzles.any_kind:
        raise KenKenError(
            "--rectangles without --any-kind; expected both, as the other random puzzles are square"
        )
    given = _given(puzzles, asking.puzzle_format, quiet=output.quiet)
    # Without any of one's own there is nothing to read.
    all_read = not puzzles.puzzle or puzzles.all_read
    if not (given or puzzles.fuzz or all_read):
        leave(Exit.BAD_INPUT)
    _prepare(failures)
    judged = solver_named(solver, terms)
    judgement = Judgement(
        chain(given, _random(puzzles)),
        judged,
        claim=claim,
        jobs=jobs.jobs or cores(),
        seconds=seconds,
    )
    report = (JsonVerdicts if output.json else TextVerdicts)(output, engines=False)
    run = _run(judgement, report, len(given) + puzzles.fuzz, solver, output, assumed=claim is None)
    if failures.junit is not None:
        with writing(failures.junit) as write:
            write(junit(solver, run.results).removesuffix("\n"))
    again = _replay(solver, Asking(**vars(asking) | {"answers": str(run.claim)}), seconds)
    if not (failures.no_shrink or output.quiet) or failures.save is not None:
        run = _shrink(run, judged, terms, again, report, failures)
    following = _following(_replay(solver, asking, seconds), puzzles, asking.puzzle_format)
    _end(replace(run, following=following), report, all_read=all_read)


def cross_check(
    puzzles: Puzzles, names: Sequence[str], seconds: float, output: VerdictOutput
) -> NoReturn:
    """Judges our own engines, prints the verdicts, and leaves with the exit code."""
    for name in names:
        BACKENDS.named(name)
    chosen = list(dict.fromkeys(names or BACKENDS.names()))
    named = [(item.name, item.puzzle) for item in puzzles.read(quiet=output.quiet)]
    if not (named or puzzles.all_read):
        leave(Exit.BAD_INPUT)
    verdicts = cross_checked(named, chosen, seconds=seconds, able_only=not names)
    report = (JsonVerdicts if output.json else TextVerdicts)(output, engines=True)
    _end(_run(verdicts, report, None, "", output, assumed=False), report, all_read=puzzles.all_read)


def _terms(asking: Asking, seconds: float) -> Terms:
    pattern = None if asking.answer_regex is None else answer_pattern(asking.answer_regex)
    limits = RunLimits(seconds, asking.memory << 20)
    return Terms(asking.puzzle_format, limits, pattern, asking.python_argument)


def _given(puzzles: JudgedPuzzles, puzzle_format: str | None, *, quiet: bool) -> list[NamedPuzzle]:
    found = []
    if puzzles.puzzle:
        found = [(item.name, item.puzzle) for item in puzzles.read(quiet=quiet)]
    for name in _suites(puzzles, puzzle_format):
        for number, puzzle in enumerate(SUITES.named(name).puzzles, 1):
            found.append((f"{name} {number}: {puzzle.title}", puzzle))
    return found


def _suites(puzzles: JudgedPuzzles, puzzle_format: str | None) -> list[str]:
    """The suites asked for; if nothing was, the first that the format can express."""
    if puzzles.suite or puzzles.puzzle or puzzles.fuzz:
        return puzzles.suite or []
    first = next((suite for suite in SUITES if _fits(suite, puzzle_format)), next(iter(SUITES)))
    return [first.name]


def _random(puzzles: JudgedPuzzles) -> Iterator[NamedPuzzle]:
    """The random puzzles, each made when it is needed."""
    rules = puzzles.rules or (None if puzzles.any_kind else KENKEN)
    made = fuzz(
        puzzles.seed,
        puzzles.fuzz,
        puzzles.max_size,
        rules=rules,
        plain=not puzzles.any_kind,
        rectangles=puzzles.rectangles,
    )
    for number, puzzle in enumerate(made, 1):
        yield f"random {puzzles.seed}/{number}", puzzle


def _prepare(failures: Failures) -> None:
    """Makes sure that what is to be written can be written, before there is anything to lose."""
    if failures.save is not None:
        with naming(failures.save):
            try:
                failures.save.mkdir(parents=True, exist_ok=True)
            except FileExistsError:
                raise KenKenError(f"{failures.save}: not a directory; expected one") from None
    if failures.junit == STANDARD_OUTPUT:
        raise KenKenError("--junit -: the verdicts are on standard output; expected a file")
    if failures.junit is not None:
        with writing(failures.junit):
            pass


def _run(
    results: Iterable[Judged | Skipped],
    report: VerdictReport,
    total: int | None,
    solver: str,
    output: VerdictOutput,
    *,
    assumed: bool,
) -> Run:
    """Has everything judged and reported, or as much as there was before Ctrl-C."""
    started = time.perf_counter()
    found: list[Judged | Skipped] = []
    interrupted = False
    try:
        with progress_line("judged", total, shown=output.shows_progress) as add:
            for result in results:
                found.append(result)
                report.result(result)
                add(1)
    except KeyboardInterrupt:
        interrupted = True
    claim = None
    if isinstance(results, Judgement):
        claim, interrupted = results.claim, interrupted or results.interrupted
    return Run(solver, found, time.perf_counter() - started, claim, assumed, interrupted)


def _shrink(
    run: Run, solver: Solver, terms: Terms, again: str, report: VerdictReport, failures: Failures
) -> Run:
    """Reports the smallest failure of each kind, or the first, and how to judge it ``again``."""
    firsts: dict[Kind, Judged] = {}
    for judged in run.judged:
        if judged.known:  # else smaller ones would say little about this one
            firsts.setdefault(judged.verdict.kind, judged)
    firsts.pop(Kind.RIGHT, None)
    if run.interrupted or run.claim is None:
        return run
    for kind, failure in firsts.items():
        quick = solver
        if kind is Kind.TIMEOUT:
            seconds = terms.limits.seconds
            shorter = replace(terms.limits, seconds=min(seconds, max(1.0, seconds / 10)))
            quick = limited(solver, shorter)
        found = Smallest(failure)
        try:
            if not failures.no_shrink:
                with progress_line("tried", None, shown=True) as add:
                    found = smallest_failure(
                        failure,
                        solver,
                        run.claim,
                        quick,
                        each=terms.limits.seconds,
                        tried=lambda: add(1),
                    )
            explained = suspicion(found.judged, run.judged, found.tried, run.claim)
            found = replace(found, suspicion=explained)
        except KeyboardInterrupt:
            return replace(run, interrupted=True)
        saved = None if failures.save is None else _saved(found.judged, failures.save, again)
        targets = [shell_word(saved.file)] if saved else map(_one_line, _puzzles(found.judged))
        report.shrunk(found, f"{again} {' '.join(targets)}", saved, searched=not failures.no_shrink)
    return run


def _puzzles(failure: Judged) -> list[Puzzle]:
    """The puzzles that show a failure when they are judged in this order."""
    other = [] if failure.other is None else [failure.other[1]]
    return [*other, replace(failure.puzzle.bare, expected=failure.solutions)]


def _saved(failure: Judged, folder: Path, again: str) -> Saved:
    """Writes a failing puzzle, and one that it needs before it, into a new file, with the command
    that judges them again; and what the solver was given and printed into files beside it, with the
    command that runs it on them.
    """
    kind = failure.verdict.kind
    names = (f"{kind}{number}" for number in chain([""], (f"-{n}" for n in count(2))))
    start = next(folder / name for name in names if not (folder / f"{name}.kk").exists())
    path = folder / f"{start.name}.kk"
    with naming(start):
        command = "" if failure.exchange is None else failure.exchange.saved(start)
    with writing(path) as write:
        write(printable(f"# {kind}: {failure.verdict.detail}"))
        write(f"# again: {again} {shell_word(str(path))}")
        if command:
            write(f"# run: {command}")
        write("---\n".join(map(formats.dumps, _puzzles(failure))).removesuffix("\n"))
    return Saved(str(path), command)


def _one_line(puzzle: Puzzle) -> str:
    """A puzzle as an argument: digits or a game id of Keen if these can hold it, else JSON."""
    for name in ("sudoku", "keen", "json"):
        try:
            text = formats.dumps(puzzle.bare, name).strip()
            if "\n" not in text and len(text) <= _MAX_ARGUMENT and formats.loads(text) == puzzle:
                return shell_word(text)
        except FormatError:
            continue
    return "FILE (--save DIR writes it)"


def _replay(solver: str, asking: Asking, seconds: float) -> str:
    """The command, but for the puzzles, that judges as it was judged."""
    words = ["kenken-cp", "judge", solver]
    asked = vars(asking) | {"timeout": seconds}
    usual = vars(Asking()) | {"timeout": RunTimeout().timeout}
    for name, value in asked.items():
        if value != usual[name]:
            text = f"{value:g}" if isinstance(value, float) else str(value)
            words += [f"--{name.replace('_', '-')}", text]
    return " ".join(map(shell_word, words))


def _following(again: str, puzzles: JudgedPuzzles, puzzle_format: str | None) -> str:
    """The command that judges a solver further that was right on these puzzles; empty if its format
    has no others of ours.
    """
    used = _suites(puzzles, puzzle_format)
    # The last of the table is the hardest to get right.
    plain = [suite.name for suite in reversed(list(SUITES)) if suite.plain]
    if not _fits(SUITES.named(plain[0]), puzzle_format):
        fitting = (one for one in SUITES if not one.plain and _fits(one, puzzle_format))
        return next((f"{again} --suite {one.name}" for one in fitting if one.name not in used), "")
    unused = [name for name in plain if name not in used]
    if unused:
        return f"{again} --suite {unused[0]}" + ("" if puzzles.fuzz else " --fuzz 100")
    more = f"--fuzz {min(10 * max(puzzles.fuzz, 10), 10_000)} --seed {puzzles.seed + 1}"
    if puzzles.any_kind or not set(plain).issuperset(used):  # it takes more than plain KenKen
        more = f"--any-kind --rectangles {more}"
    return f"{again} {more}"


def _fits(suite: Suite, puzzle_format: str | None) -> bool:
    """Whether a format can express at least half of the puzzles of a suite."""
    return puzzle_format is None or 2 * sum(
        _is_expressible(puzzle, puzzle_format) for puzzle in suite.puzzles
    ) >= len(suite.puzzles)


def _is_expressible(puzzle: Puzzle, puzzle_format: str) -> bool:
    try:
        formats.dumps(puzzle.bare, puzzle_format)
    except FormatError:
        return False
    return True


def _end(run: Run, report: VerdictReport, *, all_read: bool) -> NoReturn:
    """Prints the summary, and leaves; a run in which nothing was judged is bad usage, and so is a
    puzzle that could not be read.
    """
    report.summary(run)
    kinds = {judged.verdict.kind for judged in run.judged}
    if run.interrupted:
        leave(Exit.INTERRUPTED)
    if not (kinds and all_read):
        leave(Exit.BAD_INPUT)
    if run.claim is None and Kind.TIMEOUT in kinds and kinds <= {Kind.RIGHT, Kind.TIMEOUT}:
        leave(Exit.LIMIT)  # our own engines were slow, not wrong
    leave(Exit.ANSWERED if kinds == {Kind.RIGHT} else Exit.NO)
