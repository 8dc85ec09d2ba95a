"""What the judging commands do: from what a person typed to verdicts told."""

from __future__ import annotations

import shlex
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path
from typing import NoReturn

from kenken_cp import formats
from kenken_cp.cli.app import Exit, leave
from kenken_cp.cli.inputs import read_puzzles
from kenken_cp.cli.judge import MEMORY
from kenken_cp.cli.progress import progress_line
from kenken_cp.cli.verdict_report import JsonVerdicts, Run, TextVerdicts, VerdictReport
from kenken_cp.errors import FormatError, KenKenError
from kenken_cp.generate import fuzz
from kenken_cp.judge.answers import answer_pattern, claim_named
from kenken_cp.judge.cross_check import cross_checked
from kenken_cp.judge.judging import Judgement
from kenken_cp.judge.junit import junit
from kenken_cp.judge.processes import RunLimits
from kenken_cp.judge.results import Judged, NamedPuzzle, Skipped
from kenken_cp.judge.smallest import smallest_failure
from kenken_cp.judge.solvers import Engine, Solver, Terms, bare, solver_named
from kenken_cp.judge.suites import suite_named
from kenken_cp.judge.verdicts import Kind
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN
from kenken_cp.search.backend import BACKENDS

_DEFAULT_SUITE = "smoke"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The puzzles that were asked for.

    Args:
        arguments: as ``read_puzzles`` takes them, with the format and the rules given for them.
        suites: names of suites.
        random: how many random ones, up to what size, from which seed; of any kind or plain.
    """

    arguments: Sequence[str]
    suites: Sequence[str] = ()
    random: int = 0
    seed: int = 1
    max_size: int = 6
    any_kind: bool = False
    from_: str | None = None
    rules: str | None = None

    def given(self) -> list[NamedPuzzle]:
        """Those of the arguments and suites, all read."""
        found = []
        if self.arguments:
            read = read_puzzles(self.arguments, self.from_, self.rules)
            found = [(item.name, item.puzzle) for item in read]
        nothing = not (self.arguments or self.suites or self.random)
        for name in [_DEFAULT_SUITE] if nothing else self.suites:
            for number, puzzle in enumerate(suite_named(name).puzzles, 1):
                found.append((f"{name} {number}: {puzzle.title}", puzzle))
        return found

    def drawn(self) -> Iterator[NamedPuzzle]:
        """The random ones, each made when it is taken."""
        rules = self.rules or (None if self.any_kind else KENKEN)
        puzzles = fuzz(self.seed, self.random, self.max_size, rules=rules, plain=not self.any_kind)
        for number, puzzle in enumerate(puzzles, 1):
            yield f"random {self.seed}/{number}", puzzle


def terms(
    puzzle_format: str | None,
    seconds: float,
    megabytes: int,
    regex: str | None,
    argument: str | None,
) -> Terms:
    """How puzzles are put to a solver, from the options."""
    pattern = None if regex is None else answer_pattern(regex)
    return Terms(puzzle_format, RunLimits(seconds, megabytes << 20), pattern, argument)


def report(*, json: bool, verbose: bool, quiet: bool, engines: bool) -> VerdictReport:
    """Who is told."""
    if json:
        return JsonVerdicts(engines=engines)
    return TextVerdicts(verbose=verbose, quiet=quiet, engines=engines)


def judge(
    solver: str,
    terms: Terms,
    wanted: Wanted,
    report: VerdictReport,
    *,
    answers: str | None,
    jobs: int,
    shrink: bool,
    save: Path | None,
    junit_file: Path | None,
) -> NoReturn:
    """Judges a solver, tells it, and leaves with the exit code."""
    claim = None if answers is None else claim_named(answers)
    if save is not None and not shrink:
        raise KenKenError("--save with --no-shrink: only the smallest failing puzzles are saved")
    judged = solver_named(solver, terms)
    given = wanted.given()
    _prepare(save, junit_file)
    _end_like_ctrl_c()
    judgement = Judgement(chain(given, wanted.drawn()), judged, claim=claim, jobs=jobs)
    run = _run(judgement, report, len(given) + wanted.random, solver, assumed=claim is None)
    if junit_file is not None:
        _write(junit_file, junit(solver, run.results))
    if shrink:
        run = _shrink(run, judged, terms, report, save)
    _end(run, report)


def _prepare(folder: Path | None, file: Path | None) -> None:
    """Makes sure that what is to be written can be, before there is anything to lose."""
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise KenKenError(f"{folder}: {error.strerror}") from None
    if file is not None:
        _write(file, "")


def _end_like_ctrl_c() -> None:
    """Whoever ends us otherwise (a time limit of continuous integration, a closed terminal) must
    not leave a solver running: it is in a session of its own, and would not notice.
    """
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # not under nohup
            signal.signal(number, signal.default_int_handler)


def cross_check(
    wanted: Wanted, names: Sequence[str], seconds: float, report: VerdictReport
) -> NoReturn:
    """Judges our own engines, tells it, and leaves with the exit code."""
    for name in names:
        BACKENDS.named(name)
    chosen = dict.fromkeys(names or [record.name for record in BACKENDS if record.installed])
    engines = [Engine(name, RunLimits(seconds).seconds) for name in chosen]
    read = read_puzzles(wanted.arguments, wanted.from_, wanted.rules)
    named = [(item.name, item.puzzle) for item in read]
    verdicts = cross_checked(named, engines, able_only=not names)
    _end(_run(verdicts, report, None, "", assumed=False), report)


def _run(
    results: Iterable[Judged | Skipped],
    report: VerdictReport,
    total: int | None,
    solver: str,
    *,
    assumed: bool,
) -> Run:
    """Everything judged and told, or as much as there was before Ctrl-C."""
    started = time.perf_counter()
    found: list[Judged | Skipped] = []
    interrupted = False
    try:
        with progress_line("judged", total, shown=not sys.stdout.isatty()) as counter:
            for result in results:
                found.append(result)
                report.result(result)
                counter.add()
    except KeyboardInterrupt:
        interrupted = True
    claim = None
    if isinstance(results, Judgement):
        claim, interrupted = results.claim, interrupted or results.interrupted
    return Run(solver, found, time.perf_counter() - started, claim, assumed, interrupted)


def _shrink(
    run: Run, solver: Solver, terms: Terms, report: VerdictReport, save: Path | None
) -> Run:
    """Tells the smallest failure of each kind; the run, if need be marked as interrupted."""
    firsts: dict[Kind, Judged] = {}
    for judged in run.judged:
        if judged.verdict.kind is not Kind.RIGHT:
            firsts.setdefault(judged.verdict.kind, judged)
    if run.interrupted or run.claim is None:
        return run
    for kind, failure in firsts.items():
        quick = solver
        if kind is Kind.TIMEOUT:
            seconds = terms.limits.seconds
            patience = replace(terms.limits, seconds=min(seconds, max(1.0, seconds / 10)))
            quick = solver_named(run.solver, replace(terms, limits=patience))
        try:
            with progress_line("tried", None, shown=True) as counter:
                smallest = smallest_failure(failure, solver, run.claim, quick, tried=counter.add)
        except KeyboardInterrupt:
            return replace(run, interrupted=True)
        saved = None if save is None else _saved(smallest, save, run, terms)
        target = shlex.quote(saved) if saved else _one_line(smallest.puzzle)
        report.shrunk(smallest, _replay(run, terms, target), saved)
    return run


def _saved(failure: Judged, folder: Path, run: Run, terms: Terms) -> str:
    """Writes a failing puzzle into a new file, with the command that judges it again."""
    kind = failure.verdict.kind
    names = (f"{kind}{number}.kk" for number in chain([""], (f"-{n}" for n in count(2))))
    path = next(folder / name for name in names if not (folder / name).exists())
    puzzle = failure.puzzle
    stated = Puzzle(
        puzzle.size,
        puzzle.cages,
        puzzle.values,
        puzzle.houses,
        puzzle.rules,
        expected=failure.solutions,
    )
    again = _replay(run, terms, shlex.quote(str(path)))
    head = f"# {kind}: {failure.verdict.detail}\n# again: {again}\n"
    _write(
        path,
        "".join(c if c.isprintable() or c == "\n" else " " for c in head) + formats.dumps(stated),
    )
    return str(path)


def _one_line(puzzle: Puzzle) -> str:
    """A puzzle as an argument: a line of digits or a game id of Keen if that can say it, else JSON;
    what there is to do instead if that is too long for anyone.
    """
    for name in ("sudoku", "keen", "json"):
        try:
            text = formats.dumps(bare(puzzle), name).strip()
            if "\n" not in text and len(text) <= _LONGEST and formats.loads(text) == puzzle:
                return shlex.quote(text)
        except FormatError:
            continue
    return "FILE (--save DIR writes it)"


_LONGEST = 400
"""Characters of a one-line puzzle that are still printed."""


def _replay(run: Run, terms: Terms, target: str) -> str:
    """The command that judges one puzzle again as it was judged."""
    words = ["kenken-cp", "judge", run.solver, "--answers", str(run.claim)]
    if terms.format is not None:
        words += ["--puzzle-format", terms.format]
    if terms.pattern is not None:
        words += ["--answer-regex", terms.pattern.pattern]
    if terms.argument is not None:
        words += ["--python-argument", terms.argument]
    if terms.limits.seconds != RunLimits().seconds:
        words += ["--timeout", f"{terms.limits.seconds:g}"]
    memory = terms.limits.memory
    if memory is not None and memory != MEMORY << 20:
        words += ["--memory", str(memory >> 20)]
    return f"{shlex.join(words)} {target}"


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise KenKenError(f"{path}: {error.strerror}") from None


def _end(run: Run, report: VerdictReport) -> NoReturn:
    """Tells what it comes to, and leaves; a run in which nothing was judged is bad usage."""
    report.summary(run)
    kinds = {judged.verdict.kind for judged in run.judged}
    if run.interrupted:
        leave(Exit.INTERRUPTED)
    if not kinds:
        leave(Exit.BAD_INPUT)
    if run.claim is None and kinds == {Kind.RIGHT, Kind.TIMEOUT}:
        leave(Exit.LIMIT)  # our own engines were slow, not wrong
    leave(Exit.ANSWERED if kinds == {Kind.RIGHT} else Exit.NO)
