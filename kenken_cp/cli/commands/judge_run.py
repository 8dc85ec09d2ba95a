"""What the judging commands do: from what a person typed to printed verdicts."""

import os
import re
import shlex
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import NoReturn

from kenken_cp import formats
from kenken_cp.cli.app import Exit, leave
from kenken_cp.cli.options.common import Asking, Failures, Jobs, RunTimeout, VerdictOutput
from kenken_cp.cli.options.work import cores
from kenken_cp.cli.printing.files import naming, writing
from kenken_cp.cli.printing.live import progress_line
from kenken_cp.cli.printing.output import STANDARD_OUTPUT, complain
from kenken_cp.cli.reports.verdicts import JsonVerdicts, Run, TextVerdicts, VerdictReport
from kenken_cp.cli.running.arguments import JudgedPuzzles, Puzzles
from kenken_cp.cli.table import NAME
from kenken_cp.errors import FormatError, KenKenError
from kenken_cp.generation import fuzz
from kenken_cp.judge.answers import Question
from kenken_cp.judge.engines import cross_checked
from kenken_cp.judge.judging import Judged, NamedPuzzle, Skipped, shrunk_failure, smallest
from kenken_cp.judge.judging import judge as judged
from kenken_cp.judge.junit import junit
from kenken_cp.judge.processes import RunLimits
from kenken_cp.judge.solvers import Solver, solver_named
from kenken_cp.judge.suites import SUITES
from kenken_cp.judge.verdicts import Kind
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN
from kenken_cp.search.engine import BACKENDS
from kenken_cp.text import listed, printable

_MAX_ARGUMENT = 500
"""Characters of a puzzle that is shown as an argument of a command."""


def judge(
    name: str,
    puzzles: JudgedPuzzles,
    asking: Asking,
    seconds: float,
    jobs: Jobs,
    failures: Failures,
    output: VerdictOutput,
) -> NoReturn:
    """Judges a solver, prints the verdicts, and leaves with the exit code."""
    if asking.answers not in [*Question]:
        raise KenKenError(f"--answers {asking.answers}; expected {listed(Question, 'or')}")
    question = Question(asking.answers)
    solver = solver_named(name, asking.puzzle_format, RunLimits(seconds, asking.memory << 20))
    given = _given(puzzles, name, quiet=output.quiet)
    # Without any of one's own there is nothing to read.
    all_read = not puzzles.puzzle or puzzles.all_read
    if not (given or puzzles.fuzz or all_read):
        leave(Exit.BAD_INPUT)
    _prepare(failures)
    rules = puzzles.rules or KENKEN
    made = fuzz(puzzles.seed, puzzles.fuzz, puzzles.max_size, rules=rules)
    drawn = ((f"random {puzzles.seed}/{n}", puzzle) for n, puzzle in enumerate(made, 1))
    verdicts = judged(
        chain(given, drawn), solver, question, jobs=jobs.jobs or cores(), seconds=seconds
    )
    again = _again(name, asking, seconds)
    is_first = not (puzzles.puzzle or puzzles.suite or puzzles.fuzz)
    following = f"{again} --suite tricky --fuzz 100" if is_first else ""
    report = (JsonVerdicts if output.json else TextVerdicts)(output, engines=False)
    run = _run(verdicts, report, len(given) + puzzles.fuzz, output)
    run = replace(run, solver=name, question=question, following=following)
    if failures.junit is not None:
        with writing(failures.junit) as write:
            write(junit(name, run.results).removesuffix("\n"))
    report.summary(run)
    if not output.quiet or failures.save is not None:
        run = _show_failures(run, solver, question, again, report, failures, seconds)
    _end(run, all_read=all_read)


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
    run = _run(verdicts, report, None, output)
    report.summary(run)
    _end(run, all_read=puzzles.all_read)


def _given(puzzles: JudgedPuzzles, solver: str, *, quiet: bool) -> list[NamedPuzzle]:
    """The user's puzzles, and those of suites."""
    found = []
    if puzzles.puzzle:
        found = [(item.name, item.puzzle) for item in puzzles.read(quiet=quiet)]
        if not puzzles.all_read and " " not in solver:
            command = " ".join([solver, *puzzles.puzzle])
            complain(
                f"{NAME}: if that is no puzzle but belongs to the command, write the command in "
                f'double quotes: {NAME} judge "{command}"'
            )
    names = puzzles.suite or ([] if puzzles.puzzle or puzzles.fuzz else ["smoke"])
    for name in names:
        for number, puzzle in enumerate(SUITES.named(name).puzzles, 1):
            found.append((f"{name} {number}, {puzzle.title}", puzzle))
    return found


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
    output: VerdictOutput,
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
    return Run(found, time.perf_counter() - started, interrupted=interrupted)


def _show_failures(
    run: Run,
    solver: Solver,
    question: Question,
    again: str,
    report: VerdictReport,
    failures: Failures,
    seconds: float,
) -> Run:
    """Reports the smallest failure of each kind, and how to judge it again."""
    for kind in Kind:
        same = [one for one in run.judged if one.verdict.kind is kind]
        if kind is Kind.RIGHT or not same or run.interrupted:
            continue
        found, is_steady = smallest(same), True
        # A timeout is not made smaller: each try would take as long again.
        if not failures.no_shrink and kind is not Kind.TIMEOUT:
            try:
                with progress_line("tried", None, shown=True) as add:
                    found, is_steady = shrunk_failure(
                        found, solver, question, seconds, lambda: add(1)
                    )
            except KeyboardInterrupt:
                return replace(run, interrupted=True)
        saved = None if failures.save is None else _saved(found, solver, failures.save, again)
        repeat = f"{again} {quoted_word(str(saved)) if saved else _one_line(found.puzzle)}"
        report.failure(found, same, repeat, saved, is_steady=is_steady)
    return run


def _saved(failure: Judged, solver: Solver, folder: Path, again: str) -> Path:
    """Writes a failing puzzle into a new file, with the command that judges it again, and what the
    solver was given and printed into files beside it.
    """
    kind, reply = failure.verdict.kind, failure.reply
    names = (f"{kind}{number}" for number in chain([""], (f"-{n}" for n in count(2))))
    name = next(name for name in names if not (folder / f"{name}.kk").exists())
    path = folder / f"{name}.kk"
    with writing(path) as write:
        write(printable(f"# {kind}: {failure.verdict.detail}"))
        write(f"# again: {again} {quoted_word(str(path))}")
        write(formats.dumps(failure.puzzle.bare).removesuffix("\n"))
    if reply is not None:
        texts = {f"input.{solver.suffix}": reply.given, "output.txt": reply.printed}
        texts["error.txt"] = reply.error
        for ending, text in texts.items():
            with naming(path):
                (folder / f"{name}.{ending}").write_text(text, encoding="utf-8", newline="")
    return path


def _one_line(puzzle: Puzzle) -> str:
    """A puzzle as one argument of a command: the digits of a Sudoku, a game id of Keen, or JSON,
    which has quotes in it, if it is not too long to copy.
    """
    for name in ("sudoku", "keen", "json")[: 2 if os.name == "nt" else 3]:
        try:
            text = formats.dumps(puzzle.bare, name).strip()
            short = "\n" not in text and len(text) <= _MAX_ARGUMENT
            if short and formats.loads(text) == puzzle.bare:
                return quoted_word(text)
        except FormatError:
            continue
    return "FILE (--save DIR writes it)"


def _again(solver: str, asking: Asking, seconds: float) -> str:
    """The command, but for the puzzles, that judges as it was judged."""
    words = [NAME, "judge", solver]
    usual = vars(Asking()) | {"timeout": RunTimeout().timeout}
    for name, value in (vars(asking) | {"timeout": seconds}).items():
        if value != usual[name]:
            text = f"{value:g}" if isinstance(value, float) else str(value)
            words += [f"--{name.replace('_', '-')}", text]
    return " ".join(map(quoted_word, words))


def quoted_word(text: str) -> str:
    """A word of a command, in double quotes if it needs some: cmd.exe, PowerShell and sh know
    these.
    """
    if re.fullmatch(r"[\w@%+=:,./-]+", text):
        return text
    if os.name != "nt" and re.search(r'["$`\\!]', text):
        return shlex.quote(text)
    return f'"{text}"'


def _end(run: Run, *, all_read: bool) -> NoReturn:
    """Leaves; a run in which nothing was judged is bad usage, and so is a puzzle that could not be
    read.
    """
    kinds = {one.verdict.kind for one in run.judged}
    if run.interrupted:
        leave(Exit.INTERRUPTED)
    if not (kinds and all_read):
        leave(Exit.BAD_INPUT)
    if run.question is None and Kind.TIMEOUT in kinds and kinds <= {Kind.RIGHT, Kind.TIMEOUT}:
        leave(Exit.LIMIT)  # our own engines were slow, not wrong
    leave(Exit.ANSWERED if kinds == {Kind.RIGHT} else Exit.NO)
