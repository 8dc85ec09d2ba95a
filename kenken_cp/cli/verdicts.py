"""What the judging commands print: each verdict, the summary, and an example of each kind of
failure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kenken_cp.cli.items import Item
from kenken_cp.cli.output import Output, count_facts, problem
from kenken_cp.judge.answers import Question
from kenken_cp.judge.judging import Judged
from kenken_cp.judge.verdicts import Kind
from kenken_cp.model.count import Count
from kenken_cp.render.picture import Picture
from kenken_cp.text import in_seconds, plural, printable, shortened

_MAX_LINES = 8
"""Lines of what a solver was given, and of what it printed, that are shown."""

_MAX_LINE = 500
"""Characters of one of them: a small puzzle in JSON can be copied."""

_MAX_NAMES = 150
"""Characters of the names of the puzzles with one kind of failure."""


def say_verdict(one: Judged, output: Output, *, engines: bool, verbose: bool) -> None:
    """Prints one verdict: as an event; for people only if each is wanted, or it is a failure of an
    engine of ours.
    """
    output.event("verdict", Item(one.name), one.solver if engines else None, **_facts(one))
    if output.quiet or not (verbose or (engines and not one.is_right)):
        return
    name = f"{one.name}: {one.solver}" if engines else one.name
    text = ": ".join(filter(None, [name, one.verdict.detail]))
    output.say(printable(f"{one.verdict.kind:<12}{in_seconds(one.seconds):>8}  {text}"))


def say_summary(
    results: Sequence[Judged], question: Question | None, output: Output, **facts: Any
) -> None:
    """Prints how many were right, and what that rests on.

    Args:
        question: what was asked; None of our own engines.
        facts: what JSON has beside it.
    """
    times = Counter(one.verdict.kind for one in results)
    totals = {kind: times[kind] for kind in Kind if times[kind]}
    puzzles = len({id(one.puzzle) for one in results})  # several engines answer the same one
    output.event("summary", puzzles=puzzles, right=times[Kind.RIGHT], verdicts=totals, **facts)
    start = plural(len(results), "answer" if question is None else "puzzle")
    if facts["interrupted"]:
        start = f"interrupted after {start}"
    parts = [f"{number} {kind}" for kind, number in ({Kind.RIGHT: 0} | totals).items()]
    if totals.keys() == {Kind.RIGHT}:
        parts = ["all right" if len(results) > 1 else "right"]
    output.say(f"{start}: {', '.join(parts)}")
    if not output.quiet:
        for note in _notes(results, question):
            output.say(printable(note))


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
    failures = [one for one in results if not one.is_right and one not in skipped]
    if len(failures) > 1 and all(one.has_no_solution for one in failures):
        notes.append("every failure is on a puzzle without a solution")
    if skipped:
        notes.append(f"the first that was skipped, {skipped[0].name}: {skipped[0].verdict.detail}")
    bounded = sum(not truth.count.exact for truth in truths)
    if bounded and question is Question.COUNT:
        notes.append(f"{bounded} with more solutions than are known: any larger number passes")
    if bounded and question in (Question.ALL, None):
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


# --- one failure ----------------------------------------------------------------------------------


def say_failure(
    example: Judged,
    same: Sequence[Judged],
    again: str,
    saved: Path | None,
    output: Output,
    *,
    is_steady: bool,
) -> None:
    """Prints the smallest failure of one kind.

    Args:
        same: all failures of the kind.
        again: the command that judges it again.
        saved: the file that it was written into.
        is_steady: whether it failed so when it was tried again.
    """
    verdict, reply = example.verdict, example.reply
    facts: dict[str, Any] = {"verdict": verdict.kind, "detail": verdict.detail}
    facts |= {"problem": problem(example.puzzle.bare), "steady": is_steady}
    facts |= {"replay": again, "file": saved and str(saved)}
    output.event("failure", Item(example.name), **facts)
    if output.is_bare:
        return
    names = printable(shortened("; ".join(one.name for one in same), _MAX_NAMES))
    output.say(f"\n{verdict.kind}, {plural(len(same), 'puzzle')}: {names}")
    output.say(printable(verdict.detail))
    if example.has_no_solution and "no solution" not in verdict.detail:
        output.say("The puzzle has no solution.")
    _say_pictures(example, output)
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
    output.say(f"again: {again}")


def _say_pictures(failure: Judged, output: Output) -> None:
    """Draws what was expected and what was answered."""
    verdict, puzzle = failure.verdict, failure.puzzle
    shown = {}
    if verdict.expected is not None:
        what = "one that is missing" if verdict.kind is Kind.MISSING else "expected"
        shown[what] = Picture(puzzle, verdict.expected)
    if verdict.given is not None:
        shown["answered"] = Picture(puzzle, verdict.given, marked=verdict.marked)
    for heading, picture in (shown or {"the puzzle": Picture(puzzle)}).items():
        output.draw(picture, f"{heading}\n")


def _say_quoted(what: str, text: str, output: Output) -> None:
    """Prints a text, a bar before each of its lines; of a long one the beginning and the end."""
    lines = [shortened(printable(line), _MAX_LINE) for line in text.rstrip().splitlines()]
    if len(lines) > _MAX_LINES:
        half = _MAX_LINES // 2
        lines[half:-half] = [f"... ({len(lines) - _MAX_LINES} more lines)"]
    if lines:
        output.say("\n".join([f"{what}:", *(f"| {line}".rstrip() for line in lines)]))
