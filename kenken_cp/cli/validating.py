"""The commands ``judge``, ``cross-check``, ``prove`` and ``verify``."""

from __future__ import annotations

import os
import re
import shlex
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from kenken_cp import formats
from kenken_cp.certify import proving, verifying
from kenken_cp.certify.certificate import MAX_BYTES, Certificate, canonical
from kenken_cp.cli import options
from kenken_cp.cli.answering import answer_here
from kenken_cp.cli.app import EXAMPLE, command
from kenken_cp.cli.files import expect_writable, naming, write
from kenken_cp.cli.items import PuzzleItem
from kenken_cp.cli.output import NAME, STANDARD_OUTPUT, Exit, Output
from kenken_cp.cli.progress import progress_line
from kenken_cp.cli.reading import STANDARD_INPUT, Incoming, expect_one, incoming, read_text
from kenken_cp.cli.verdicts import say_failure, say_summary, say_verdict
from kenken_cp.errors import FormatError, KenKenError, NoPuzzleError
from kenken_cp.generation import mixture
from kenken_cp.judge import judging
from kenken_cp.judge.answers import Question
from kenken_cp.judge.engines import cross_checked
from kenken_cp.judge.judging import Judged, NamedPuzzle
from kenken_cp.judge.junit import junit as as_xml
from kenken_cp.judge.processes import RunLimits
from kenken_cp.judge.solvers import Solver, solver_named
from kenken_cp.judge.suites import SUITES
from kenken_cp.judge.verdicts import Kind
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN
from kenken_cp.search.engine import BACKENDS
from kenken_cp.text import path_name, plural, printable

_USUAL = RunLimits()
"""The limits of a run if nothing is said: what large puzzles need in any language."""


@command("judge", '"python3 solver.py {input}"')
def judge(
    solver: Annotated[
        str,
        typer.Argument(
            metavar="SOLVER",
            help='A command in double quotes, such as "./solver {input}", or file.py:function.',
        ),
    ],
    puzzle: options.Puzzles = None,
    answers: Annotated[Question, typer.Option(help="What it is asked for.")] = Question.ONE,
    puzzle_format: Annotated[
        str | None,
        options.one_of("kenken_cp.formats", "FORMATS", "The format that it reads, if not json."),
    ] = None,
    timeout: options.TimeoutWithDefault = _USUAL.seconds,
    memory: Annotated[
        int, typer.Option(metavar="MB", min=1, help="Memory for each run.")
    ] = _USUAL.memory >> 20,
    suite: Annotated[
        list[str] | None,
        options.one_of(
            "kenken_cp.judge.suites", "SUITES", "Puzzles of ours (see: list suites), if not smoke."
        ),
    ] = None,
    fuzz: Annotated[int, typer.Option(metavar="N", min=0, help="Add N random puzzles.")] = 0,
    max_size: Annotated[
        int, typer.Option(metavar="N", min=2, max=16, help="Size of the largest random ones.")
    ] = 6,
    seed: options.Seed = None,
    no_shrink: Annotated[
        bool, typer.Option("--no-shrink", help="Do not look for the smallest failing puzzles.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the smallest failures into DIR.")
    ] = None,
    junit: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write JUnit XML to FILE.")
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
    output = Output(json, quiet)
    chosen = suite or ([] if puzzle or fuzz else ["smoke"])
    suites = [SUITES.named(each) for each in dict.fromkeys(chosen)]
    if rules is not None and suites:
        raise KenKenError("--rules: suites have their own; expected puzzles or --fuzz alone")
    known = solver_named(solver, puzzle_format, RunLimits(timeout, memory << 20))
    if puzzle and from_ is None and not known.is_function and " " not in solver:
        _expect_quotes(solver, puzzle)
    if junit == STANDARD_OUTPUT:
        raise KenKenError("--junit -: the verdicts are on standard output; expected a file")
    expect_writable(junit)
    if save is not None:
        with naming(save):
            save.mkdir(parents=True, exist_ok=True)
    own = incoming(puzzle, from_, rules, output, verbose=verbose) if puzzle else Incoming(())
    given, code = _readable(own, output)
    if code is Exit.INTERRUPTED or not (given or suites or fuzz):
        return max(code, Exit.BAD_INPUT)
    drawn = mixture.fuzz(1 if seed is None else seed, fuzz, max_size, rules=rules or KENKEN)
    others = chain(*(each.puzzles for each in suites), drawn)
    puzzles = chain(given, ((one.name, one) for one in others))
    verdicts = judging.judge(puzzles, known, answers, jobs=jobs)
    found, ended = _run(verdicts, answers, output, verbose=verbose, solver=solver, answers=answers)
    if junit is not None:
        write(junit, as_xml(solver, found))
    if ended is not Exit.INTERRUPTED and (save is not None or not quiet):
        again = _replay_command(known, answers, puzzle_format)
        shrinks = not no_shrink
        _say_failures(found, known, answers, again, output, shrinks, save)
    return max(ended, code)


def _expect_quotes(solver: str, arguments: Sequence[str]) -> None:
    """KenKenError if what stands behind a program is an argument of it rather than a puzzle."""
    first = arguments[0]
    if not Path(first).is_file() or first.endswith(".kk"):
        return
    try:
        formats.detect(read_text(first))
    except FormatError as error:
        if isinstance(error, NoPuzzleError):
            whole = " ".join([solver, *arguments])
            expected = f'expected a solver and its arguments in double quotes: "{whole}"'
            raise KenKenError(f"{path_name(first)} holds no puzzle; {expected}") from None


def _replay_command(solver: Solver, answers: Question, puzzle_format: str | None) -> str:
    """The command that repeats this judgement, without the puzzles."""
    limits = solver.limits
    again = " ".join(map(quoted_word, [NAME, "judge", solver.name]))
    again += "" if answers is Question.ONE else f" --answers {answers}"
    again += f" --puzzle-format {puzzle_format}" if puzzle_format else ""
    again += "" if limits.seconds == _USUAL.seconds else f" --timeout {limits.seconds:g}"
    again += "" if limits.memory == _USUAL.memory else f" --memory {limits.memory >> 20}"
    return again


def _readable(items: Incoming, output: Output) -> tuple[list[NamedPuzzle], Exit]:
    """The puzzles that can be read, and the exit code for the others, of which it is said."""
    found: list[NamedPuzzle] = []

    def add(item: PuzzleItem) -> Exit:
        found.append((item.name, item.puzzle))
        return Exit.ANSWERED

    return found, answer_here(items, add, output)


def _run(
    verdicts: Iterable[Judged],
    question: Question | None,
    output: Output,
    *,
    verbose: bool,
    **facts: Any,
) -> tuple[list[Judged], Exit]:
    """Has everything judged and printed, or as much as there was before Ctrl-C; returns the
    verdicts and the exit code. A run in which nothing was judged is bad usage.

    Args:
        question: what is asked; None of our own engines.
        facts: what the summary says in JSON beside the figures.
    """
    started = time.perf_counter()
    found: list[Judged] = []
    interrupted = False
    try:
        with progress_line(output, lambda: f"{len(found)} judged"):
            for one in verdicts:
                found.append(one)
                say_verdict(one, output, engines=question is None, verbose=verbose)
    except KeyboardInterrupt:
        interrupted = True
    facts |= {"seconds": round(time.perf_counter() - started, 3), "interrupted": interrupted}
    say_summary(found, question, output, **facts)
    kinds = {one.verdict.kind for one in found} - {Kind.SKIPPED}
    if interrupted:
        return found, Exit.INTERRUPTED
    if not kinds:
        return found, Exit.BAD_INPUT
    if question is None and Kind.TIMEOUT in kinds and kinds <= {Kind.RIGHT, Kind.TIMEOUT}:
        return found, Exit.LIMIT  # our own engines were slow, not wrong
    return found, Exit.ANSWERED if kinds == {Kind.RIGHT} else Exit.NO


def _say_failures(
    found: Sequence[Judged],
    solver: Solver,
    question: Question,
    again: str,
    output: Output,
    shrinks: bool,
    save: Path | None,
) -> None:
    """Prints the smallest failure of each kind, and how to judge it again.

    Args:
        again: the command that repeats this judgement, without the puzzle.
    """
    for kind in [kind for kind in Kind if kind not in (Kind.RIGHT, Kind.SKIPPED)]:
        same = [one for one in found if one.verdict.kind is kind]
        if not same:
            continue
        example, is_steady = judging.smallest(same), True
        # A timeout is not made smaller: each try would take as long again.
        if shrinks and kind is not Kind.TIMEOUT:
            with progress_line(output, "looking for a smaller one"):
                example, is_steady = judging.shrunk_failure(example, solver, question)
        saved = None if save is None else save / f"{kind}.kk"
        replay = f"{again} {quoted_word(str(saved)) if saved else _one_line(example.puzzle)}"
        if saved is not None:
            about = printable(f"# {kind}: {example.verdict.detail}")
            puzzle = formats.dumps(example.puzzle.bare)
            write(saved, f"{about}\n# again: {replay}\n{puzzle}")
        say_failure(example, same, replay, saved, output, is_steady=is_steady)


def _one_line(puzzle: Puzzle) -> str:
    """A puzzle as one argument of a command, if it can be one."""
    for name in ("sudoku", "keen"):
        with suppress(FormatError):
            text = formats.dumps(puzzle.bare, name).strip()
            if "\n" not in text:
                return quoted_word(text)
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


@command("cross-check", f'--backend cover --backend logic "{EXAMPLE}"')
def cross_check(
    puzzle: options.Puzzles = None,
    backend: Annotated[
        list[str] | None,
        options.one_of(
            "kenken_cp.search.engine", "BACKENDS", "An engine to check, if not all that can."
        ),
    ] = None,
    timeout: options.TimeoutWithDefault = 60.0,
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
    output = Output(json, quiet)
    for name in backend or ():
        BACKENDS.named(name)
    chosen = list(dict.fromkeys(backend or BACKENDS.names()))
    given, code = _readable(incoming(puzzle, from_, rules, output, verbose=verbose), output)
    if code is Exit.INTERRUPTED or not given:
        return max(code, Exit.BAD_INPUT)
    verdicts = cross_checked(given, chosen, seconds=timeout, able_only=not backend)
    return max(_run(verdicts, None, output, verbose=verbose)[1], code)


@command("prove", f'"{EXAMPLE}" -o puzzle.cert')
def prove(
    puzzle: options.Puzzles = None,
    path: options.File = None,
    timeout: options.Timeout = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    from_: options.From = None,
    rules: options.Rules = None,
) -> Exit:
    """Prove how many solutions a puzzle has: write a certificate.

    A certificate lists every solution, at most 1000, or none; docs/certificates.md says what it
    contains, how it is checked, and why that suffices.
    """
    expect_writable(path, as_json=json)
    output = Output(json, quiet)
    puzzles = incoming(puzzle, from_, rules, output, verbose=verbose)
    expect_one(puzzles, "for a certificate")

    def prove_one(item: PuzzleItem) -> Exit:
        started = time.perf_counter()
        with progress_line(output, "proving"):
            certificate = proving.prove(item.puzzle, seconds=timeout)
        if path is not None or not json:
            write(path, str(certificate))
        more = {"text": str(certificate)} if path is None else {"file": str(path)}
        output.event("certificate", item, **_certificate_facts(certificate, started), **more)
        lemmas, clauses = len(certificate.lemmas), len(certificate.clauses)
        proof = f"a proof of {plural(lemmas, 'lemma')} from {plural(clauses, 'clause')}"
        output.note(f"{item.printable_name}: {certificate.claim_in_words}; {proof}")
        return Exit.ANSWERED

    return answer_here(puzzles, prove_one, output)


@command("verify", "puzzle.cert")
def verify(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A certificate, or - for standard input.")
    ],
    of: Annotated[
        str | None, typer.Option(metavar="PUZZLE", help="Expect it to be of this puzzle.")
    ] = None,
    split: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write puzzle.cnf and puzzle.drup for other checkers."),
    ] = None,
    timeout: options.Timeout = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    from_: options.From = None,
    rules: options.Rules = None,
) -> Exit:
    """Check a certificate, without a solver.

    The check uses the rules and unit propagation. Exit code 1: the proof is not valid, or not of
    the puzzle that is expected; 2: the file is no certificate.
    """
    output = Output(json, quiet)
    claimed = Incoming(()) if of is None else incoming([of], from_, rules, output)
    expect_one(claimed, "for --of")
    given, code = _readable(claimed, output)
    if code is not Exit.ANSWERED:
        return code
    wanted = [canonical(each) for _, each in given]
    source, started = STANDARD_INPUT if file == "-" else file, time.perf_counter()
    text = read_text(file, MAX_BYTES)
    try:
        with progress_line(output, "checking the proof"):
            found = verifying.verify(text, seconds=timeout)
    except FormatError as error:
        error.source = source
        raise
    if split is not None:
        _split(found.certificate, split)
    certificate, answer = found.certificate, str(found)
    is_right = found.valid and wanted in ([], [canonical(certificate.puzzle)])
    if found.valid and not is_right:
        answer = "valid, but of another puzzle"
    facts: dict[str, Any] = {"valid": is_right, "line": found.line}
    facts["reason"] = None if is_right else found.reason or answer
    output.event("verification", file=file, **facts, **_certificate_facts(certificate, started))
    if quiet:
        output.say(str(certificate.claim) if is_right else answer.partition(":")[0])
    else:
        output.say(f"{printable(source)}: {answer}")
        if is_right:
            output.say(f"  of {certificate.puzzle.summary}\n  sha256 {certificate.sha256}")
    return Exit.ANSWERED if is_right else Exit.NO


def _certificate_facts(certificate: Certificate, started: float) -> dict[str, Any]:
    return {
        "count": certificate.claim,
        "sha256": certificate.sha256,
        "clauses": len(certificate.clauses),
        "lemmas": len(certificate.lemmas),
        "seconds": round(time.perf_counter() - started, 6),
    }


def _split(certificate: Certificate, folder: Path) -> None:
    with naming(folder):
        folder.mkdir(parents=True, exist_ok=True)
    write(folder / "puzzle.cnf", "\n".join([*certificate.dimacs(), ""]))
    write(folder / "puzzle.drup", "\n".join([*certificate.drup(), ""]))
