"""The commands ``judge``, ``cross-check``, ``prove`` and ``verify``."""

from __future__ import annotations

import os
import re
import shlex
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kenken_cp import formats
from kenken_cp.cli import options
from kenken_cp.cli.app import EXAMPLE, NAME, Exit, command, commands, error_code
from kenken_cp.cli.files import expect_writable, naming, write
from kenken_cp.cli.items import Named, Unread
from kenken_cp.cli.output import (
    STANDARD_OUTPUT,
    Output,
    complain,
    report_error,
    say,
    say_event,
    say_words,
)
from kenken_cp.cli.progress import shown
from kenken_cp.cli.reading import STANDARD_INPUT, incoming, read_text, the_only
from kenken_cp.cli.turns import warn
from kenken_cp.errors import FormatError, KenKenError
from kenken_cp.model.rule_sets import KENKEN
from kenken_cp.search.engine import BACKENDS
from kenken_cp.text import plural, printable

if TYPE_CHECKING:
    from kenken_cp.certify.verifying import Verification
    from kenken_cp.cli.verdicts import Run
    from kenken_cp.judge.answers import Question
    from kenken_cp.judge.judging import Judged, NamedPuzzle, Skipped
    from kenken_cp.judge.solvers import Solver
    from kenken_cp.model.puzzle import Puzzle

app = commands()

_PANEL = "Validate"

_MAX_ARGUMENT = 500
"""Characters of a puzzle that is shown as an argument of a command."""

_SECONDS, _MEGABYTES = 10.0, 1024
"""Limits of a run if nothing is said: what large puzzles need in any language."""


# --- judge ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a solver is asked, and how: ``solver`` and options of the same names."""

    solver: str
    answers: str
    puzzle_format: str | None
    timeout: float
    memory: int

    @property
    def command(self) -> str:
        """The command that judges so again, without the puzzles."""
        words = [NAME, "judge", self.solver]
        if self.answers != "one":
            words += ["--answers", self.answers]
        if self.puzzle_format is not None:
            words += ["--puzzle-format", self.puzzle_format]
        if self.timeout != _SECONDS:
            words += ["--timeout", f"{self.timeout:g}"]
        if self.memory != _MEGABYTES:
            words += ["--memory", str(self.memory)]
        return " ".join(map(quoted_word, words))


@command(app, "judge", _PANEL, '"python3 solver.py {input}"')
def judge(
    solver: Annotated[
        str,
        typer.Argument(
            metavar="SOLVER",
            help='A command in double quotes, such as "./solver {input}", or file.py:function.',
        ),
    ],
    puzzle: options.Puzzles = None,
    answers: Annotated[
        str,
        typer.Option(
            "--answers",
            metavar="KIND",
            help="What it is asked for: one, all, count or unique.",
            autocompletion=options.names("kenken_cp.judge.answers", "Question"),
        ),
    ] = "one",
    puzzle_format: Annotated[
        str | None,
        typer.Option(
            "--puzzle-format",
            metavar="FORMAT",
            help="The format that it reads (see: list formats); by default json.",
            autocompletion=options.names("kenken_cp.formats", "FORMATS"),
        ),
    ] = None,
    timeout: Annotated[
        float, typer.Option("--timeout", metavar="SECONDS", help="Time limit for each puzzle.")
    ] = _SECONDS,
    memory: Annotated[
        int, typer.Option("--memory", metavar="MB", min=1, help="Memory for each run.")
    ] = _MEGABYTES,
    suite: Annotated[
        list[str] | None,
        typer.Option(
            "--suite",
            metavar="NAME",
            help="Puzzles that come with the program (see: list suites); by default smoke.",
            autocompletion=options.names("kenken_cp.judge.suites", "SUITES"),
        ),
    ] = None,
    fuzz: Annotated[
        int, typer.Option("--fuzz", metavar="N", min=0, help="Add N random puzzles.")
    ] = 0,
    max_size: Annotated[
        int,
        typer.Option(
            "--max-size", metavar="N", min=2, max=16, help="Size of the largest random ones."
        ),
    ] = 6,
    seed: options.Seed = None,
    no_shrink: Annotated[
        bool, typer.Option("--no-shrink", help="Do not look for the smallest failing puzzles.")
    ] = False,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="DIR", help="Write each failure into files in DIR."),
    ] = None,
    junit: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML to FILE.")
    ] = None,
    jobs: options.Jobs = 1,
    json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    from_: options.From = None,
    rules: options.Rules = None,
) -> Exit:
    """Judge another solver: run it on puzzles, check its answers.

    It runs once for each puzzle. {input} stands for the file with the puzzle, {output} for the file
    it answers in; without {input} it gets the puzzle on standard input. A function gets a Puzzle,
    or the text if its parameter is annotated as str.

    Its answer is grids, a row of numbers a line; or JSON; or a line such as "no solution"; or with
    --answers count a number, with --answers unique "unique" or "not unique". Everything else around
    it is ignored; docs/judge.md has the shapes.
    """
    from kenken_cp.cli.verdicts import say_summary
    from kenken_cp.generation import fuzz as random_puzzles
    from kenken_cp.judge.answers import Question
    from kenken_cp.judge.judging import judge as judged
    from kenken_cp.judge.junit import junit as as_xml
    from kenken_cp.judge.processes import RunLimits
    from kenken_cp.judge.solvers import solver_named

    output = Output(json, quiet)
    if answers not in [*Question]:
        raise KenKenError(f"--answers {answers}; expected one, all, count or unique")
    question, asked = Question(answers), _Asked(solver, answers, puzzle_format, timeout, memory)
    known = solver_named(solver, puzzle_format, RunLimits(timeout, memory << 20))
    own = incoming(puzzle, from_, rules, verbose=verbose) if puzzle else ()
    given, all_read = _readable(own, output)
    chosen = suite or ([] if puzzle or fuzz else ["smoke"])
    puzzles = [*given, *_of_suites(chosen)]
    if not (puzzles or fuzz):
        if puzzle and " " not in solver:
            again = " ".join([solver, *puzzle])
            complain(f'a solver with its arguments stands in double quotes: {NAME} judge "{again}"')
        return Exit.BAD_INPUT
    _prepare(save, junit)
    drawn_from = 1 if seed is None else seed
    made = random_puzzles(drawn_from, fuzz, max_size, rules=rules or KENKEN)
    drawn = ((f"random {drawn_from}/{n}", each) for n, each in enumerate(made, 1))
    verdicts = judged(
        chain(puzzles, drawn), known, question, jobs=jobs or options.cores(), seconds=timeout
    )
    run = _run(verdicts, output, engines=False, verbose=verbose)
    is_first = not (puzzle or suite or fuzz)
    following = f"{asked.command} --suite tricky --fuzz 100" if is_first else ""
    run = replace(run, solver=solver, question=question, following=following)
    if junit is not None:
        write(junit, as_xml(solver, run.results))
    say_summary(run, output)
    run = _say_failures(run, known, question, asked, output, shrinks=not no_shrink, save=save)
    return _exit_of(run, all_read=all_read)


def _readable(items: Iterable[Named | Unread], output: Output) -> tuple[list[NamedPuzzle], bool]:
    """The puzzles that can be read, and whether all can; of the others it is said."""
    found: list[NamedPuzzle] = []
    all_read = True
    for item in items:
        if isinstance(item, Unread):
            all_read = False
            code = error_code(item.error)
            report_error(item.error, code, as_json=output.json, name=item.name)
        else:
            found.append((item.name, item.puzzle))
            if not output.is_bare:
                warn(item)
    return found, all_read


def _of_suites(names: Iterable[str]) -> Iterable[NamedPuzzle]:
    from kenken_cp.judge.suites import SUITES

    for name in names:
        for number, puzzle in enumerate(SUITES.named(name).puzzles, 1):
            yield f"{name} {number}, {puzzle.title}", puzzle


def _prepare(save: Path | None, junit: Path | None) -> None:
    """Makes sure that what is to be written can be written, before there is anything to lose."""
    if save is not None:
        with naming(save):
            save.mkdir(parents=True, exist_ok=True)
    if junit == STANDARD_OUTPUT:
        raise KenKenError("--junit -: the verdicts are on standard output; expected a file")
    expect_writable(junit)


def _run(
    results: Iterable[Judged | Skipped], output: Output, *, engines: bool, verbose: bool
) -> Run:
    """Has everything judged and printed, or as much as there was before Ctrl-C."""
    from kenken_cp.cli.verdicts import Run, say_verdict

    started = time.perf_counter()
    found: list[Judged | Skipped] = []
    interrupted = False
    try:
        with shown(output, lambda: f"{len(found)} judged"):
            for result in results:
                found.append(result)
                say_verdict(result, output, engines=engines, verbose=verbose)
    except KeyboardInterrupt:
        interrupted = True
    return Run(found, time.perf_counter() - started, interrupted=interrupted)


def _say_failures(
    run: Run,
    solver: Solver,
    question: Question,
    asked: _Asked,
    output: Output,
    *,
    shrinks: bool,
    save: Path | None,
) -> Run:
    """Prints the smallest failure of each kind, and how to judge it again."""
    from kenken_cp.cli.verdicts import say_failure
    from kenken_cp.judge.judging import shrunk_failure, smallest
    from kenken_cp.judge.verdicts import Kind

    if run.interrupted or (output.quiet and save is None):
        return run
    tried = 0

    def add() -> None:
        nonlocal tried
        tried += 1

    for kind in run.totals.keys() - {Kind.RIGHT}:
        same = [one for one in run.judged if one.verdict.kind is kind]
        found, is_steady = smallest(same), True
        # A timeout is not made smaller: each try would take as long again.
        if shrinks and kind is not Kind.TIMEOUT:
            try:
                with shown(output, lambda: f"looking for a smaller one, {tried} tried"):
                    found, is_steady = shrunk_failure(found, solver, question, asked.timeout, add)
            except KeyboardInterrupt:
                return replace(run, interrupted=True)
        saved = None if save is None else _saved(found, solver, save, asked)
        what = quoted_word(str(saved)) if saved else _one_line(found.puzzle)
        say_failure(found, same, f"{asked.command} {what}", saved, output, is_steady=is_steady)
    return run


def _saved(failure: Judged, solver: Solver, folder: Path, asked: _Asked) -> Path:
    """Writes a failing puzzle into a new file, with the command that judges it again, and what the
    solver was given and printed into files beside it.
    """
    kind, reply = failure.verdict.kind, failure.reply
    names = (f"{kind}{number}" for number in chain([""], (f"-{n}" for n in count(2))))
    name = next(name for name in names if not (folder / f"{name}.kk").exists())
    path = folder / f"{name}.kk"
    lines = [printable(f"# {kind}: {failure.verdict.detail}")]
    lines += [f"# again: {asked.command} {quoted_word(str(path))}"]
    write(path, "\n".join([*lines, formats.dumps(failure.puzzle.bare)]))
    if reply is not None:
        suffix = formats.FORMATS.named(solver.format).suffix
        write(folder / f"{name}.input.{suffix}", reply.given)
        write(folder / f"{name}.output.txt", reply.printed)
        write(folder / f"{name}.error.txt", reply.error)
    return path


def _one_line(puzzle: Puzzle) -> str:
    """A puzzle as one argument of a command, if it is not too long to copy: the digits of a Sudoku,
    a game id of Keen, or, where quotes may be in an argument, JSON.
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


def quoted_word(text: str) -> str:
    """A word of a command, in double quotes if it needs some: cmd.exe, PowerShell and sh know
    these.
    """
    if re.fullmatch(r"[\w@%+=:,./-]+", text):
        return text
    if os.name != "nt" and re.search(r'["$`\\!]', text):
        return shlex.quote(text)
    return f'"{text}"'


def _exit_of(run: Run, *, all_read: bool) -> Exit:
    """The exit code; a run in which nothing was judged is bad usage, and so is a puzzle that could
    not be read.
    """
    from kenken_cp.judge.verdicts import Kind

    kinds = {one.verdict.kind for one in run.judged}
    if run.interrupted:
        return Exit.INTERRUPTED
    if not (kinds and all_read):
        return Exit.BAD_INPUT
    if run.question is None and Kind.TIMEOUT in kinds and kinds <= {Kind.RIGHT, Kind.TIMEOUT}:
        return Exit.LIMIT  # our own engines were slow, not wrong
    return Exit.ANSWERED if kinds == {Kind.RIGHT} else Exit.NO


@command(app, "cross-check", _PANEL, f'--backend cover --backend logic "{EXAMPLE}"')
def cross_check(
    puzzle: options.Puzzles = None,
    backend: Annotated[
        list[str] | None,
        typer.Option(
            "--backend",
            metavar="NAME",
            help="An engine to check; by default all for which the puzzle is not too large.",
            autocompletion=options.names("kenken_cp.search.engine", "BACKENDS"),
        ),
    ] = None,
    timeout: Annotated[
        float, typer.Option("--timeout", metavar="SECONDS", help="Time limit for each puzzle.")
    ] = 60.0,
    json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    from_: options.From = None,
    rules: options.Rules = None,
) -> Exit:
    """Judge our own engines, on your puzzles.

    Each engine finds every solution. Each grid is checked against the rules, and the grids of each
    engine against those of all engines together. The engines share the time limit of a puzzle: each
    may take an equal part of the time that is left.
    """
    from kenken_cp.cli.verdicts import say_summary
    from kenken_cp.judge.engines import cross_checked

    output = Output(json, quiet)
    options.expect_seconds(timeout)
    for name in backend or ():
        BACKENDS.named(name)
    chosen = list(dict.fromkeys(backend or BACKENDS.names()))
    given, all_read = _readable(incoming(puzzle, from_, rules, verbose=verbose), output)
    if not given:
        return Exit.BAD_INPUT
    verdicts = cross_checked(given, chosen, seconds=timeout, able_only=not backend)
    run = _run(verdicts, output, engines=True, verbose=verbose)
    say_summary(run, output)
    return _exit_of(run, all_read=all_read)


# --- certificates --------------------------------------------------------------------------------


@command(app, "prove", _PANEL, f'"{EXAMPLE}" -o puzzle.cert')
def prove(
    puzzle: options.OnePuzzle = None,
    path: options.File = None,
    timeout: options.Timeout = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    from_: options.From = None,
    rules: options.Rules = None,
) -> Exit:
    """Prove how many solutions a puzzle has: write a certificate.

    A certificate lists every solution, at most 1000, or none; docs/certificates.md says what it
    contains, how it is checked, and why that suffices.
    """
    from kenken_cp.certify.proving import prove as proved

    output = Output(json, quiet)
    options.expect_seconds(timeout)
    expect_writable(path, as_json=json)
    named = incoming(None if puzzle is None else [puzzle], from_, rules, verbose=False)
    item, started = the_only(named, "for a certificate"), time.perf_counter()
    if not output.is_bare:
        warn(item)
    with shown(output, "proving"):
        certificate = proved(item.puzzle, seconds=timeout)
    if path is not None or not json:
        write(path, str(certificate))
    if json:
        facts: dict[str, Any] = {"count": certificate.claim, "sha256": certificate.sha256}
        facts |= {"clauses": len(certificate.clauses), "lemmas": len(certificate.lemmas)}
        facts["seconds"] = round(time.perf_counter() - started, 6)
        facts |= {"text": str(certificate)} if path is None else {"file": str(path)}
        say_event("certificate", item, **facts)
    elif not quiet:
        lemmas, clauses = len(certificate.lemmas), len(certificate.clauses)
        proof = f"a proof of {plural(lemmas, 'lemma')} from {plural(clauses, 'clause')}"
        complain(f"{item.shown}: {certificate.claim_in_words}; {proof}")
    return Exit.ANSWERED


@command(app, "verify", _PANEL, "puzzle.cert")
def verify(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A certificate, or - for standard input.")
    ],
    of: Annotated[
        str | None, typer.Option("--of", metavar="PUZZLE", help="Expect it to be of this puzzle.")
    ] = None,
    split: Annotated[
        Path | None,
        typer.Option(
            "--split", metavar="DIR", help="Write puzzle.cnf and puzzle.drup for other checkers."
        ),
    ] = None,
    timeout: options.Timeout = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> Exit:
    """Check a certificate, without a solver.

    The check uses the rules and unit propagation. Exit code 1: the proof is not valid; 2: the file
    is no certificate.
    """
    from kenken_cp.certify.certificate import MAX_BYTES, canonical
    from kenken_cp.certify.verifying import Verification
    from kenken_cp.certify.verifying import verify as checked

    output = Output(json, quiet)
    options.expect_seconds(timeout)
    wanted = None
    if of is not None:
        item = the_only(incoming([of], None, None, verbose=False), "for --of")
        wanted = canonical(item.puzzle)
    source, started = STANDARD_INPUT if file == "-" else file, time.perf_counter()
    text = read_text(file, MAX_BYTES)
    try:
        with shown(output, "checking the proof"):
            found = checked(text, seconds=timeout)
    except FormatError as error:
        error.source = error.source or source
        raise
    if found.valid and wanted not in (None, canonical(found.certificate.puzzle)):
        found = Verification(found.certificate, "it is of another puzzle")
    if split is not None:
        _split(found, split)
    if json:
        say_event("verification", None, file=file, **_verified(found, started))
    elif quiet:
        say(str(found.certificate.claim) if found.valid else "not valid")
    else:
        say_words(f"{printable(source)}: {found}")
        if found.valid:
            say_words(f"  of {found.certificate.puzzle.summary}")
            say(f"  sha256 {found.certificate.sha256}")
    return Exit.ANSWERED if found.valid else Exit.NO


def _verified(found: Verification, started: float) -> dict[str, Any]:
    certificate = found.certificate
    return {
        "valid": found.valid,
        "reason": found.reason or None,
        "line": found.line,
        "count": certificate.claim,
        "sha256": certificate.sha256,
        "clauses": len(certificate.clauses),
        "lemmas": len(certificate.lemmas),
        "seconds": round(time.perf_counter() - started, 6),
    }


def _split(found: Verification, folder: Path) -> None:
    with naming(folder):
        folder.mkdir(parents=True, exist_ok=True)
    write(folder / "puzzle.cnf", "\n".join([*found.certificate.dimacs(), ""]))
    write(folder / "puzzle.drup", "\n".join([*found.certificate.drup(), ""]))
