"""What the judging commands print: for people the summary and then an example of each kind of
failure, for programs an event for each verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from textwrap import wrap
from typing import Any

from kenken_cp.cli.items import Item
from kenken_cp.cli.output import Output, line_width, problem
from kenken_cp.judge.answers import Question
from kenken_cp.judge.judging import Judged, Skipped
from kenken_cp.judge.verdicts import Kind
from kenken_cp.render.picture import Picture
from kenken_cp.text import in_seconds, plural, printable, shortened

_GIVEN_LINES, _PRINTED_LINES = 6, 8
"""Lines of what a solver was given, and of what it printed, that are shown."""

_MAX_NAMES = 150
"""Characters of the names of the puzzles with one kind of failure."""


@dataclass(frozen=True, slots=True)
class Run:
    """A whole run of judging.

    Args:
        results: the verdicts, and what could not be judged, in the order of the puzzles.
        question: what was asked; None of our own engines.
        interrupted: whether Ctrl-C ended it.
    """

    results: Sequence[Judged | Skipped]
    seconds: float
    solver: str = ""
    question: Question | None = None
    interrupted: bool = False

    @property
    def judged(self) -> list[Judged]:
        """The verdicts, without what was skipped."""
        return [result for result in self.results if isinstance(result, Judged)]

    @property
    def skipped(self) -> list[Skipped]:
        """What could not be judged."""
        return [result for result in self.results if isinstance(result, Skipped)]

    @property
    def totals(self) -> dict[Kind, int]:
        """How many verdicts there are of each kind that occurs, in the order of the kinds."""
        times = Counter(judged.verdict.kind for judged in self.judged)
        return {kind: times[kind] for kind in Kind if times[kind]}

    @property
    def groups(self) -> dict[str, list[Judged]]:
        """The verdicts by the size of the puzzle, smallest first; of our own engines by engine."""
        found: dict[str, list[Judged]] = {}
        if self.question is None:
            for one in self.judged:
                found.setdefault(one.solver, []).append(one)
        else:
            for one in sorted(self.judged, key=lambda one: len(one.puzzle.cells)):
                found.setdefault(one.puzzle.size_name, []).append(one)
        return found


def say_verdict(result: Judged | Skipped, run: Run, output: Output, *, verbose: bool) -> None:
    """Prints one verdict: as an event; for people only if each is wanted, or it is a failure of an
    engine of ours.
    """
    engines = run.question is None
    item, backend = Item(result.name), result.solver if engines else None
    if isinstance(result, Skipped):
        output.event("skipped", item, backend, detail=result.reason)
    else:
        output.event("verdict", item, backend, **_facts(result))
    failed = isinstance(result, Judged) and not result.is_right
    if output.quiet or not (verbose or (engines and failed)):
        return
    name = f"{result.name}: {result.solver}" if engines else result.name
    if isinstance(result, Skipped):
        kind, detail = "skipped", result.reason
    else:
        kind, detail = result.verdict.kind, result.verdict.detail
    output.say(f"{kind:<12}  {printable(': '.join(filter(None, [name, detail])))}")


def say_summary(run: Run, output: Output) -> None:
    """Prints how many were right, in all and by size, and what the figures rest on."""
    output.event("summary", **_summary_facts(run))
    output.say(_sentence(run))
    if output.quiet:
        return
    if run.judged:
        head = ["size", "puzzles", "right", "median", "reference"]
        if run.question is None:
            head = ["backend", "puzzles", "right", "median"]
        rows = []
        for label, group in run.groups.items():
            puzzles, right, *times = _figures(group).values()
            seconds = ["" if time is None else in_seconds(time) for time in times]
            rows.append([label, str(puzzles), str(right), *seconds][: len(head)])
        output.table(rows, head=head)
    for note in _notes(run):
        output.say(printable(note))


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
    facts: dict[str, Any] = {"problem": problem(example.puzzle.bare), **_facts(example)}
    facts |= {"steady": is_steady, "replay": again}
    facts["file"] = None if saved is None else str(saved)
    output.event("failure", Item(example.name), **facts)
    if output.is_bare:
        return
    verdict, reply = example.verdict, example.reply
    names = printable(shortened("; ".join(one.name for one in same), _MAX_NAMES))
    output.say(f"\n{verdict.kind}, {plural(len(same), 'puzzle')}: {names}")
    _say_pictures(example, output)
    output.say(printable(verdict.detail))
    if example.has_no_solution and "no solution" not in verdict.detail:
        output.say("The puzzle has no solution.")
    if not is_steady:
        output.say(
            "It did not fail so when it was tried again: does its answer depend on chance, on the "
            "time, or on what an earlier run has left?"
        )
    if reply is not None:
        _say_quoted("it was given", reply.given, _GIVEN_LINES, output)
        if reply.printed.strip():
            _say_quoted("it answered", reply.printed, _PRINTED_LINES, output)
        if verdict.kind is Kind.UNREADABLE and reply.stderr.strip():
            _say_quoted("on standard error", reply.stderr, _GIVEN_LINES, output)
    if saved is not None:
        output.say(f"saved as {printable(str(saved))}")
    output.say(f"again: {again}")


# --- the summary ---------------------------------------------------------------------------------


def _sentence(run: Run) -> str:
    """How many answers were right, and how many were wrong in which way."""
    number, totals = len(run.judged), run.totals
    start = plural(number, "answer" if run.question is None else "puzzle")
    if run.interrupted:
        start = f"interrupted after {start}"
    skipped = [f"{len(run.skipped)} skipped"] if run.skipped else []
    if totals.keys() == {Kind.RIGHT}:
        return ", ".join([f"{start}: {'all right' if number > 1 else 'right'}", *skipped])
    right = totals.pop(Kind.RIGHT, 0)
    wrong = [f"{number} {kind}" for kind, number in totals.items()]
    return f"{start}: " + ", ".join([f"{right} right", *wrong, *skipped])


def _figures(group: Sequence[Judged]) -> dict[str, Any]:
    """Numbers of verdicts, and median times in seconds."""
    references = [one.truth.seconds for one in group if one.truth is not None]
    return {
        "puzzles": len(group),
        "right": sum(one.is_right for one in group),
        "median_seconds": round(median(one.seconds for one in group), 6),
        "median_reference_seconds": round(median(references), 6) if references else None,
    }


_ABOUT_ALL = (Question.ALL, Question.COUNT, None)
"""Questions for which the number of solutions matters."""


def _notes(run: Run) -> list[str]:
    """How far the figures can be trusted."""
    notes = []
    failures = [one for one in run.judged if not one.is_right]
    if run.question is Question.ONE:
        several = sum(one.truth is not None and one.truth.count > 1 for one in run.judged)
        if several:
            have = f"{plural(several, 'puzzle')} {'has' if several == 1 else 'have'}"
            notes.append(
                f"{have} several solutions, of which one is enough: --answers all "
                "judges whether it finds all"
            )
    if len(failures) > 1 and all(one.has_no_solution for one in failures):
        notes.append("every failure is on a puzzle without a solution")
    special = sum(not one.is_plain for one in failures)
    if special and run.question is not None and any(one.is_plain for one in run.judged):
        notes.append(
            "failures on puzzles with other rules, values, houses or shapes, hidden operators, or "
            f"cells in no cage: {special} (a solver of plain KenKen need not know these)"
        )
    if run.skipped:
        first, *others = run.skipped
        notes.append(f"{len(others) + 1} skipped, the first, {first.name}: {first.reason}")
    known = [one.truth for one in run.judged if one.truth is not None]
    bounded = sum(not truth.count.exact for truth in known)
    if bounded and run.question in _ABOUT_ALL:
        notes.append(
            f"{bounded} with more solutions than are searched for: every grid was checked, but "
            "their number only against a lower bound"
        )
    if alone := sum(not truth.confirmed for truth in known):
        notes.append(f"{alone} confirmed by no second engine")
    return notes


def _summary_facts(run: Run) -> dict[str, Any]:
    """The summary in JSON."""
    puzzles = len(run.judged)
    if run.question is None:  # several engines answer the same puzzle
        puzzles = len({id(one.puzzle) for one in run.judged})
    facts: dict[str, Any] = {
        "puzzles": puzzles,
        "right": run.totals.get(Kind.RIGHT, 0),
        "verdicts": run.totals,
        "skipped": len(run.skipped),
        "seconds": round(run.seconds, 3),
        "interrupted": run.interrupted,
    }
    if run.question is not None:
        facts |= {"solver": run.solver, "answers": run.question}
    groups = [{"group": label, **_figures(each)} for label, each in run.groups.items()]
    return {**facts, "groups": groups}


# --- one failure ----------------------------------------------------------------------------------


def _facts(judged: Judged) -> dict[str, Any]:
    """A verdict as JSON, without what only failures have if it is right."""
    verdict, truth = judged.verdict, judged.truth
    facts: dict[str, Any] = {"verdict": str(verdict.kind), "detail": verdict.detail}
    facts |= {"seconds": round(judged.seconds, 6), "size": judged.puzzle.size_name}
    count = 0 if truth is None else truth.count
    facts |= {"count": int(count), "exact": truth is not None and truth.count.exact}
    facts["confirmed"] = truth is not None and truth.confirmed
    if not judged.is_right:
        facts |= {"expected_grid": verdict.expected, "given_grid": verdict.given}
    if judged.reply is not None:
        facts |= {"input": judged.reply.given, "output": judged.reply.printed}
        if judged.reply.stderr.strip():
            facts["stderr"] = judged.reply.stderr.strip().splitlines()[-5:]
    return facts


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


def _say_quoted(what: str, text: str, most: int, output: Output) -> None:
    """Prints a text, a bar before each of its lines; of a long one the beginning and the end.

    Args:
        most: lines of the terminal that are printed.
    """
    lines: list[str] = []
    for line in text.rstrip().splitlines():
        first, *rest = wrap(printable(line), line_width() - 2, break_on_hyphens=False) or [""]
        lines += [f"| {first}".rstrip(), *(f"  {part}" for part in rest)]
    if len(lines) > most:
        half = most // 2
        lines[half : half - most] = [f"... ({len(lines) - most} more lines)"]
    output.say("\n".join([f"{what}:", *lines]))
