"""Reports on verdicts, for people and as JSON lines."""

import json
import re
import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from kenken_cp.cli.options import VerdictOutput
from kenken_cp.cli.output import WIDTH, json_size, say, say_event, terminal_style
from kenken_cp.formats import dumps
from kenken_cp.judge.answers import Claim
from kenken_cp.judge.summary import Group, groups, table, totals
from kenken_cp.judge.verdicts import Judged, Kind, Skipped
from kenken_cp.render.text import Style, board
from kenken_cp.text import plural, printable

_MAX_SHOWN_PER_KIND = 3
"""Failures of one kind that are printed; the others are only counted."""


@dataclass(frozen=True, slots=True)
class Run:
    """A whole run, for its summary.

    Args:
        claim: what the answers were judged as; None for our own engines.
        assumed: whether that was not said, but seen from the answers.
        interrupted: whether Ctrl-C ended it.
    """

    solver: str
    results: Sequence[Judged | Skipped]
    seconds: float
    claim: Claim | None = None
    assumed: bool = False
    interrupted: bool = False

    @property
    def judged(self) -> list[Judged]:
        """The verdicts, without what was skipped."""
        return [result for result in self.results if isinstance(result, Judged)]

    @property
    def skipped(self) -> list[Skipped]:
        """What could not be judged."""
        return [result for result in self.results if isinstance(result, Skipped)]


class _Verdicts:
    """Prints each verdict as soon as it is known (``result``), the smallest puzzle found for a kind
    of failure with the command that shows it again (``shrunk``), and the end (``summary``).

    Args:
        engines: the verdicts are on several engines of ours, so that each names its own.
    """

    def __init__(self, output: VerdictOutput, *, engines: bool) -> None:
        self._quiet, self._verbose, self._engines = output.quiet, output.verbose, engines

    def _groups(self, run: Run) -> tuple[tuple[str, ...], list[Group]]:
        """The headings of the labels of groups of verdicts, and the groups."""
        headings = ("backend",) if self._engines else ("size", "level")
        return headings, groups(run.judged, by_solver=self._engines)


class JsonVerdicts(_Verdicts):
    """One object a line."""

    def result(self, result: Judged | Skipped) -> None:
        who = {"backend": result.solver} if self._engines else {}
        if isinstance(result, Skipped):
            say_event("skipped", puzzle=result.name, **who, detail=result.reason)
            return
        say_event("verdict", puzzle=result.name, **who, **_facts(result))

    def shrunk(self, failure: Judged, replay: str, saved: str | None) -> None:
        problem = json.loads(dumps(failure.puzzle, "json"))
        say_event("shrunk", problem=problem, **_facts(failure), replay=replay, file=saved)

    def summary(self, run: Run) -> None:
        verdicts = totals(run.judged)
        facts: dict[str, Any] = {
            "puzzles": len(run.judged),
            "right": verdicts.get("right", 0),
            "verdicts": verdicts,
            "skipped": len(run.skipped),
            "seconds": round(run.seconds, 3),
            "interrupted": run.interrupted,
        }
        if not self._engines:
            facts |= {"solver": run.solver, "answers": str(run.claim), "assumed": run.assumed}
        headings, rows = self._groups(run)
        say_event("summary", **facts, groups=[_row(headings, row) for row in rows])


def _facts(judged: Judged) -> dict[str, Any]:
    """A verdict as JSON, without what only failures have if it is right."""
    verdict, count = judged.verdict, judged.solutions
    facts: dict[str, Any] = {"verdict": str(verdict.kind), "detail": verdict.detail}
    facts |= {"seconds": round(judged.seconds, 6), "reference_seconds": round(judged.reference, 6)}
    facts |= {"size": json_size(judged.puzzle), "level": judged.level}
    facts |= {"solutions": int(count), "exact": count.exact, "confirmed": judged.confirmed}
    if verdict.kind is not Kind.RIGHT:
        facts |= {"expected": verdict.expected, "given": verdict.given}
        if judged.error.strip():
            facts["stderr"] = judged.error.strip().splitlines()[-5:]
    return facts


def _row(headings: tuple[str, ...], group: Group) -> Mapping[str, Any]:
    return {
        **dict(zip(headings, group.labels, strict=True)),
        "puzzles": group.puzzles,
        "right": group.right,
        "median_seconds": round(group.seconds, 6),
        "median_reference_seconds": round(group.reference, 6),
    }


class TextVerdicts(_Verdicts):
    """The failures, a picture of the smallest, and a table; if quiet, only a line a puzzle."""

    def __init__(self, output: VerdictOutput, *, engines: bool) -> None:
        super().__init__(output, engines=engines)
        self._seen: Counter[Kind] = Counter()

    def result(self, result: Judged | Skipped) -> None:
        name = f"{result.name}: {result.solver}" if self._engines else result.name
        if isinstance(result, Skipped):
            if self._quiet or self._verbose:
                self._say("skipped", name, "" if self._quiet else result.reason)
            return
        kind = result.verdict.kind
        if self._quiet:
            self._say(str(kind), name, "")
            return
        self._seen[kind] += 1
        if self._verbose or (kind is not Kind.RIGHT and self._seen[kind] <= _MAX_SHOWN_PER_KIND):
            self._say(str(kind), name, result.verdict.detail)
            if kind in (Kind.CRASH, Kind.MEMORY):
                for line in result.error.strip().splitlines()[-3:-1]:
                    say(f"{'':14}| {line[: WIDTH - 16]}")

    def _say(self, kind: str, name: str, detail: str) -> None:
        say(f"{kind:<12}  {name}")
        for line in textwrap.wrap(printable(detail), WIDTH - 14):
            say(f"{'':14}{line}")

    def shrunk(self, failure: Judged, replay: str, saved: str | None) -> None:
        if self._quiet:
            return
        size, kind = failure.puzzle.size_name, failure.verdict.kind
        say(f"\nThe smallest puzzle found that shows {kind} ({size}):\n")
        say("\n".join(_pictures(failure, terminal_style())))
        for line in textwrap.wrap(printable(failure.verdict.detail), WIDTH):
            say(line)
        if saved is not None:
            say(f"saved as {saved}")
        say(f"again: {replay}")

    def summary(self, run: Run) -> None:
        if self._quiet:
            return
        if any(kind is not Kind.RIGHT for kind in self._seen) or self._verbose:
            say("")
        if run.judged:
            headings, rows = self._groups(run)
            say("\n".join(table(headings, rows, compared=not self._engines)))
            say("")
        say(_sentence(run))
        for line in _notes(run):
            say(textwrap.fill(line, WIDTH))


VerdictReport = JsonVerdicts | TextVerdicts


def _pictures(failure: Judged, style: Style) -> list[str]:
    """What was expected and what was given, beside each other if both fit."""
    verdict = failure.verdict
    what = "one that is missing" if verdict.kind is Kind.MISSING else "expected"
    draw = partial(board, failure.puzzle, style=style)
    shown = {}
    if verdict.expected is not None:
        shown[what] = draw(verdict.expected)
    if verdict.given is not None:
        shown["given"] = draw(verdict.given, marked=verdict.marked)
    if not shown:
        shown["the puzzle"] = draw()
    blocks = [[heading, *picture.split("\n")] for heading, picture in shown.items()]
    # A picture is as wide as its border, which has no colours in it.
    widths = [max(len(_uncoloured(line)) for line in block) for block in blocks]
    if sum(widths) + 4 > WIDTH or len({len(block) for block in blocks}) > 1:
        return [line for block in blocks for line in block]
    return [
        "".join(
            line + " " * (width + 4 - len(_uncoloured(line)))
            for line, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in zip(*blocks, strict=True)
    ]


def _uncoloured(line: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", line)


def _sentence(run: Run) -> str:
    verdicts = dict(totals(run.judged))
    number, right = len(run.judged), verdicts.pop("right", 0)
    what = "answer" if run.claim is None else "puzzle"
    start = plural(number, what)
    if run.interrupted:
        start = f"interrupted after {start}"
    if number and not verdicts:
        end = "all right" if number > 1 else "right"
    else:
        end = ", ".join([f"{right} right", *(f"{n} {kind}" for kind, n in verdicts.items())])
    return f"{start}: {end}"


_DEMANDS = {
    Claim.GRIDS: "every solution, each once",
    Claim.FIRST: "one solution, or none",
    Claim.COUNT: "the number of solutions",
    Claim.UNIQUE: "unique, several or none",
}


def _skipped(run: Run) -> list[str]:
    """How many were skipped, with the first; of several engines, of each."""
    notes = []
    for solver in dict.fromkeys(one.solver for one in run.skipped):
        first, *others = [one for one in run.skipped if one.solver == solver]
        by = f" by {solver}" if solver else ""
        notes.append(f"{len(others) + 1} skipped{by}, the first, {first.name}: {first.reason}")
    return notes


def _notes(run: Run) -> list[str]:
    """How far the figures can be trusted."""
    notes = []
    if run.claim is not None and run.judged:
        text = f"answers: {run.claim} ({_DEMANDS[run.claim]})"
        if run.assumed:
            text += ", as they look"
            if run.claim is Claim.FIRST:
                text += "; if it should find all, judge it with --answers grids"
        notes.append(text)
    notes += _skipped(run)
    known = [judged for judged in run.judged if judged.known]
    if unknown := len(run.judged) - len(known):
        notes.append(f"{unknown} whose solutions we did not find in that time either")
    bounded = sum(not judged.solutions.exact for judged in known)
    if bounded:
        notes.append(
            f"{bounded} of more solutions than we look for: all grids checked, the number only "
            "from below"
        )
    alone = sum(not judged.confirmed for judged in known)
    if alone and run.claim is None and len({judged.solver for judged in run.judged}) == 1:
        notes.append("held to the rules alone: name another --backend to compare with")
    elif alone:
        notes.append(f"{alone} by one engine alone: no second one ended in time")
    return notes
