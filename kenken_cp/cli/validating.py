"""The commands ``judge`` and ``cross-check``: whether other solvers, or our engines, are right."""

from __future__ import annotations

import os
import shlex
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from kenken_cp import formats
from kenken_cp.cli import options
from kenken_cp.cli.answering import answer_here
from kenken_cp.cli.app import EXAMPLE, command
from kenken_cp.cli.files import expect_writable, naming, write
from kenken_cp.cli.items import Item, PuzzleItem, Unread
from kenken_cp.cli.output import NAME, STANDARD_OUTPUT, Exit, Output, count_facts, problem
from kenken_cp.cli.progress import progress_line
from kenken_cp.cli.reading import incoming, read_text
from kenken_cp.errors import FormatError, KenKenError, NoPuzzleError
from kenken_cp.generation import mixture
from kenken_cp.judge import judging
from kenken_cp.judge.answers import Question
from kenken_cp.judge.cross_check import cross_checked
from kenken_cp.judge.judging import Judged, NamedPuzzle
from kenken_cp.judge.junit import junit as as_xml
from kenken_cp.judge.processes import RunLimits
from kenken_cp.judge.solvers import Solver, solver_named
from kenken_cp.judge.suites import SUITES
from kenken_cp.judge.verdicts import Kind
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN
from kenken_cp.render.picture import Picture
from kenken_cp.search.engine import BACKENDS
from kenken_cp.text import in_seconds, path_name, plural, printable, shortened

_USUAL = RunLimits()
"""The limits of a run if nothing is said: what large puzzles need in any language."""

_MAX_LINES = 8
"""Lines of what a solver was given, and of what it printed, that are shown."""

_MAX_LINE = 500
"""Characters of one of them: a small puzzle in JSON can be copied."""

_MAX_NAMES = 150
"""Characters of the names of the puzzles with one kind of failure."""


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
    answers: Annotated[
        Question,
        typer.Option(metavar="WHAT", help="What it is asked for: one, all, count or unique."),
    ] = Question.ONE,
    puzzle_format: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The format that it reads, if not json.",
            autocompletion=formats.FORMATS.names,
        ),
    ] = None,
    timeout: options.TimeoutWithDefault = _USUAL.seconds,
    memory: Annotated[
        int, typer.Option(metavar="MB", min=1, help="Memory for each run.")
    ] = _USUAL.memory >> 20,
    suite: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Puzzles of ours (see: list suites), if not smoke.",
            autocompletion=SUITES.names,
        ),
    ] = None,
    fuzz: Annotated[
        int, typer.Option(metavar="N", min=0, help="Also judge on N random puzzles.")
    ] = 0,
    max_size: Annotated[
        int | None,
        typer.Option(metavar="N", min=2, max=16, help="Size of the largest random ones, if not 6."),
    ] = None,
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
    for option, given in (("--seed", seed), ("--max-size", max_size)):
        if given is not None and not fuzz:
            raise KenKenError(f"{option} without --fuzz; expected both")
    known = solver_named(solver, puzzle_format, RunLimits(timeout, memory << 20))
    if puzzle and from_ is None and not known.is_function and " " not in solver:
        _expect_quotes(solver, puzzle)
    if junit == STANDARD_OUTPUT:
        raise KenKenError("--junit -: the verdicts are on standard output; expected a file")
    expect_writable(junit)
    if save is not None:
        with naming(save):
            save.mkdir(parents=True, exist_ok=True)
    own = incoming(puzzle, from_, rules, output, verbose=verbose) if puzzle else ()
    read, code = _read_all(own, output)
    if code is Exit.INTERRUPTED or not (read or suites or fuzz):
        return max(code, Exit.BAD_INPUT)
    random = mixture.fuzz(1 if seed is None else seed, fuzz, max_size or 6, rules=rules or KENKEN)
    others = chain(*(each.puzzles for each in suites), random)
    puzzles = chain(read, ((one.name, one) for one in others))
    judged = judging.judge(puzzles, known, answers, jobs=jobs)
    facts: dict[str, Any] = {"solver": solver, "answers": answers}
    verdicts, ended = _judge_and_report(judged, answers, output, verbose=verbose, **facts)
    if junit is not None:
        write(junit, as_xml(solver, verdicts))
    if save is not None or not quiet:
        shrunk = partial(judging.shrunk_failure, solver=known, question=answers)
        unwanted = no_shrink or ended is Exit.INTERRUPTED
        again = _replay_command(known, answers, puzzle_format)
        shrinking = _report_failures(verdicts, None if unwanted else shrunk, again, output, save)
        ended = max(ended, shrinking)
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
    again = f"{NAME} judge {quoted_word(solver.name)}"
    again += "" if answers is Question.ONE else f" --answers {answers}"
    again += f" --puzzle-format {puzzle_format}" if puzzle_format else ""
    again += "" if limits.seconds == _USUAL.seconds else f" --timeout {limits.seconds:g}"
    again += "" if limits.memory == _USUAL.memory else f" --memory {limits.memory >> 20}"
    return again


def _one_word(puzzle: Puzzle) -> str | None:
    """A puzzle as one word of a command, with the rules that it does not say; None if it cannot be
    one.
    """
    for name in ("sudoku", "keen"):
        with suppress(FormatError):
            text = formats.dumps(puzzle.bare, name).strip()
            if "\n" not in text:
                are_read = formats.loads(text).rules == puzzle.rules
                return quoted_word(text) + ("" if are_read else f" --rules {puzzle.rules.name}")
    return None


def quoted_word(text: str) -> str:
    """A word of a command, quoted for sh, or for cmd.exe and PowerShell."""
    if os.name != "nt":
        return shlex.quote(text)
    return subprocess.list2cmdline([text]) if '"' in text else f'"{text}"'


@command("cross-check", f'--backend cover --backend logic "{EXAMPLE}"')
def cross_check(
    puzzle: options.Puzzles = None,
    backend: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="An engine to check, if not all that can.",
            autocompletion=BACKENDS.names,
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
    given, code = _read_all(incoming(puzzle, from_, rules, output, verbose=verbose), output)
    if code is Exit.INTERRUPTED or not given:
        return max(code, Exit.BAD_INPUT)
    judged = cross_checked(given, chosen, seconds=timeout, able_only=not backend)
    return max(_judge_and_report(judged, None, output, verbose=verbose)[1], code)


def _read_all(
    items: Iterable[PuzzleItem | Unread], output: Output
) -> tuple[list[NamedPuzzle], Exit]:
    """The puzzles that can be read, and the exit code for the others; each error is printed."""
    puzzles: list[NamedPuzzle] = []

    def add(item: PuzzleItem) -> Exit:
        puzzles.append((item.name, item.puzzle))
        return Exit.ANSWERED

    return puzzles, answer_here(items, add, output)


# --- what is printed -----------------------------------------------------------------------------


def _judge_and_report(
    judged: Iterable[Judged],
    question: Question | None,
    output: Output,
    *,
    verbose: bool,
    **facts: Any,
) -> tuple[list[Judged], Exit]:
    """Has everything judged and printed, or as much as there was before Ctrl-C; returns the
    verdicts and the exit code.

    Args:
        question: what is asked; None of our own engines.
        facts: what the summary says in JSON beside the figures.
    """
    started = time.perf_counter()
    verdicts: list[Judged] = []
    interrupted = False
    try:
        with progress_line(output, lambda: f"{len(verdicts)} judged"):
            for one in judged:
                verdicts.append(one)
                _say_verdict(one, output, engines=question is None, verbose=verbose)
    except KeyboardInterrupt:
        interrupted = True
    times = Counter(one.verdict.kind for one in verdicts)
    totals = {kind: times[kind] for kind in Kind if times[kind]}
    # Several engines answer the same puzzle.
    facts |= {"puzzles": len({id(one.puzzle) for one in verdicts}), "right": times[Kind.RIGHT]}
    facts |= {"seconds": round(time.perf_counter() - started, 3), "interrupted": interrupted}
    output.event("summary", verdicts=totals, **facts)
    start = plural(len(verdicts), "answer" if question is None else "puzzle")
    parts = [f"{number} {kind}" for kind, number in ({Kind.RIGHT: 0} | totals).items()]
    if totals.keys() == {Kind.RIGHT}:
        parts = ["all right" if len(verdicts) > 1 else "right"]
    output.say(f"{'interrupted after ' * interrupted}{start}: {', '.join(parts)}")
    if not output.quiet:
        for note in _notes(verdicts, question):
            output.say(printable(note))
    return verdicts, Exit.INTERRUPTED if interrupted else _exit_code(set(totals), question)


def _exit_code(kinds: set[Kind], question: Question | None) -> Exit:
    """The code for verdicts of some kinds. A run in which nothing was judged is bad usage."""
    judged = kinds - {Kind.SKIPPED}
    if not judged:
        return Exit.BAD_INPUT
    if question is None and Kind.TIMEOUT in judged and judged <= {Kind.RIGHT, Kind.TIMEOUT}:
        return Exit.LIMIT  # our own engines were slow, not wrong
    return Exit.ANSWERED if judged == {Kind.RIGHT} else Exit.NO


def _say_verdict(one: Judged, output: Output, *, engines: bool, verbose: bool) -> None:
    """Prints one verdict: as an event; for people only if each is wanted, or it is a failure of an
    engine of ours.
    """
    output.event("verdict", Item(one.name), one.solver if engines else None, **_facts(one))
    if output.quiet or not (verbose or (engines and not one.is_right)):
        return
    name = f"{one.name}: {one.solver}" if engines else one.name
    text = ": ".join(filter(None, [name, one.verdict.detail]))
    output.say(printable(f"{one.verdict.kind:<12}{in_seconds(one.seconds):>8}  {text}"))


def _notes(results: Sequence[Judged], question: Question | None) -> list[str]:
    """How far the figures can be trusted."""
    notes = []
    truths = [one.truth for one in results if one.truth is not None]
    several = sum(truth.count > 1 for truth in truths)
    if question is Question.ONE and several:
        notes.append(
            f"{several} with several solutions, of which one is enough: --answers all judges "
            "whether it finds all"
        )
    skipped = [one for one in results if one.verdict.kind is Kind.SKIPPED]
    failures = [one for one in results if one.verdict.kind not in (Kind.RIGHT, Kind.SKIPPED)]
    if len(failures) > 1 and all(one.has_no_solution for one in failures):
        notes.append("every failure is on a puzzle without a solution")
    if skipped:
        notes.append(f"the first that was skipped, {skipped[0].name}: {skipped[0].verdict.detail}")
    bounded = sum(not truth.count.exact for truth in truths)
    if bounded and question is None:
        notes.append(
            f"{bounded} with more solutions than are searched for: every grid was checked, but "
            "their number only against a lower bound"
        )
    if alone := sum(not truth.confirmed for truth in truths):
        notes.append(f"{alone} confirmed by no second engine")
    return notes


def _facts(one: Judged) -> dict[str, Any]:
    """A verdict as JSON, without what only failures have if it is right."""
    verdict, truth, reply = one.verdict, one.truth, one.reply
    facts: dict[str, Any] = {
        "verdict": verdict.kind,
        "detail": verdict.detail,
        "seconds": round(one.seconds, 6),
        "size": one.puzzle.size_name,
        **count_facts(Count(0, exact=False) if truth is None else truth.count),
        "confirmed": truth is not None and truth.confirmed,
    }
    if not one.is_right:
        facts |= {"expected_grid": verdict.expected, "given_grid": verdict.given}
    if reply is not None:
        stderr = reply.stderr.strip().splitlines()[-5:]
        facts |= {"input": reply.given, "output": reply.printed, "stderr": stderr}
    return facts


def _report_failures(
    verdicts: Sequence[Judged],
    shrunk: Callable[[Judged], tuple[Judged, bool]] | None,
    again: str,
    output: Output,
    save: Path | None,
) -> Exit:
    """Prints the smallest failure of each kind, and how to judge it again. After Ctrl-C they are
    not made smaller any more.

    Args:
        shrunk: makes a failure smaller, and says whether it came again; None if that is unwanted.
        again: the command that repeats this judgement, without the puzzle.
        save: the folder that they are written into, if they are.

    Returns:
        ``Exit.INTERRUPTED`` after Ctrl-C.
    """
    code = Exit.ANSWERED
    for kind in Kind:
        same = [one for one in verdicts if one.verdict.kind is kind]
        if not same or kind in (Kind.RIGHT, Kind.SKIPPED):
            continue
        example, is_steady = judging.smallest(same), True
        # A timeout is not made smaller: each try would take as long again.
        if kind is not Kind.TIMEOUT and shrunk is not None:
            try:
                with progress_line(output, "looking for a smaller one"):
                    example, is_steady = shrunk(example)
            except KeyboardInterrupt:
                shrunk, code = None, Exit.INTERRUPTED
        saved = None if save is None else save / f"{kind}.kk"
        word = _one_word(example.puzzle) if saved is None else quoted_word(str(saved))
        replay = word and f"{again} {word}"
        if saved is not None:
            about = f"{kind}: {example.verdict.detail}\nagain: {replay}"
            comments = "".join(f"# {printable(line)}\n" for line in about.split("\n"))
            write(saved, comments + formats.dumps(example.puzzle.bare))
        facts: dict[str, Any] = {"verdict": kind, "detail": example.verdict.detail}
        facts |= {"problem": problem(example.puzzle.bare), "steady": is_steady}
        facts |= {"replay": replay, "file": saved}
        output.event("failure", Item(example.name), **facts)
        if not output.is_bare:
            _say_failure(example, same, output, is_steady=is_steady)
            output.say(f"again: {replay or 'with --save DIR, which writes the puzzle into a file'}")
    return code


def _say_failure(
    example: Judged, same: Sequence[Judged], output: Output, *, is_steady: bool
) -> None:
    """Prints the smallest failure of one kind.

    Args:
        same: all failures of the kind.
        is_steady: whether it failed so when it was tried again.
    """
    verdict, reply = example.verdict, example.reply
    names = printable(shortened("; ".join(one.name for one in same), _MAX_NAMES))
    output.say(f"\n{verdict.kind}, {plural(len(same), 'puzzle')}: {names}")
    output.say(printable(verdict.detail))
    if example.has_no_solution and "no solution" not in verdict.detail:
        output.say("The puzzle has no solution.")
    _say_boards(example, output)
    if not is_steady:
        output.say(
            "It did not fail so when it was tried again: does its answer depend on chance, on the "
            "time, or on what an earlier run has left?"
        )
    if reply is not None:
        _say_quoted("it was given", reply.given, output)
        _say_quoted("it answered", reply.printed, output)
        if verdict.kind is Kind.UNREADABLE:
            _say_quoted("on standard error", reply.stderr, output)


def _say_boards(failure: Judged, output: Output) -> None:
    """Draws what was expected and what was answered."""
    verdict, puzzle = failure.verdict, failure.puzzle
    boards = {}
    if verdict.expected is not None:
        what = "one that is missing" if verdict.kind is Kind.MISSING else "expected"
        boards[what] = Picture(puzzle, verdict.expected)
    if verdict.given is not None:
        boards["answered"] = Picture(puzzle, verdict.given, marked=verdict.marked)
    for heading, picture in (boards or {"the puzzle": Picture(puzzle)}).items():
        output.draw(picture, f"{heading}\n")


def _say_quoted(what: str, text: str, output: Output) -> None:
    """Prints a text, a bar before each of its lines; of a long one the beginning and the end."""
    lines = [shortened(printable(line), _MAX_LINE) for line in text.rstrip().splitlines()]
    if len(lines) > _MAX_LINES:
        half = _MAX_LINES // 2
        lines[half:-half] = [f"... ({len(lines) - _MAX_LINES} more lines)"]
    if lines:
        output.say("\n".join([f"{what}:", *(f"| {line}".rstrip() for line in lines)]))
