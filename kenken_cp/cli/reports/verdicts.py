"""Reports on verdicts, for people and as JSON lines."""

import json
import textwrap
from collections import Counter
from collections.abc import Mapping
from typing import Any

from kenken_cp.cli.options.common import VerdictOutput
from kenken_cp.cli.printing.colours import uncoloured
from kenken_cp.cli.printing.output import json_size, prose_width, say, say_event, terminal_style
from kenken_cp.cli.reports.run_notes import run_notes, run_sentence
from kenken_cp.cli.reports.runs import Run, Saved
from kenken_cp.formats import dumps
from kenken_cp.judge.exchange import LEFT_OUT, Channel, Exchange, decoded
from kenken_cp.judge.judging import Smallest
from kenken_cp.judge.results import Judged, Skipped
from kenken_cp.judge.summary import Group, groups, table, totals
from kenken_cp.judge.verdicts import Kind
from kenken_cp.render.picture import Picture
from kenken_cp.render.text import Style, drawn
from kenken_cp.text import plural, printable

_MAX_SHOWN_PER_KIND = 3
"""Failures of one kind that are printed; the others are only counted."""


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

    def shrunk(self, found: Smallest, replay: str, saved: Saved | None, *, searched: bool) -> None:
        failure = found.judged
        problem = json.loads(dumps(failure.puzzle, "json"))
        files = {} if saved is None else {"file": saved.file, "run": saved.command or None}
        facts = _facts(failure) | {"suspicion": found.suspicion}
        if searched:
            facts |= {"minimal": not found.open_question, "open_question": found.open_question}
        say_event("shrunk", problem=problem, **facts, replay=replay, **files)

    def summary(self, run: Run) -> None:
        verdicts = totals(run.judged)
        facts: dict[str, Any] = {
            # Several engines answer the same puzzle.
            "puzzles": len({id(one.puzzle) for one in run.judged}),
            "right": verdicts.get("right", 0),
            "verdicts": verdicts,
            "skipped": len(run.skipped),
            "seconds": round(run.seconds, 3),
            "interrupted": run.interrupted,
        }
        if run.all_right and run.following:
            facts["next"] = run.following
        if not self._engines:
            facts |= {"solver": run.solver, "answers": run.claim, "assumed": run.assumed}
        headings, rows = self._groups(run)
        say_event("summary", **facts, groups=[_row(headings, row) for row in rows])


def _facts(judged: Judged) -> dict[str, Any]:
    """A verdict as JSON, without what only failures have if it is right."""
    verdict, count = judged.verdict, judged.solutions
    facts: dict[str, Any] = {"verdict": str(verdict.kind), "detail": verdict.detail}
    facts |= {"seconds": round(judged.seconds, 6), "reference_seconds": round(judged.reference, 6)}
    facts |= {"size": json_size(judged.puzzle), "level": judged.level}
    facts |= {"count": int(count), "exact": count.exact, "confirmed": judged.confirmed}
    if verdict.kind is not Kind.RIGHT:
        facts |= {"expected_grid": verdict.expected, "given_grid": verdict.given}
        if judged.error.strip():
            facts["stderr"] = judged.error.strip().splitlines()[-5:]
        if judged.exchange is not None:
            facts |= _exchanged(judged.exchange)
    return facts


def _exchanged(exchange: Exchange) -> dict[str, Any]:
    """What the solver was given and printed, as JSON."""
    facts: dict[str, Any] = {"channel": str(exchange.channel), "input": exchange.given}
    facts["output"] = decoded(exchange.printed)
    if exchange.written is not None:
        facts["written"] = decoded(exchange.written)
    if exchange.hint:
        facts["hint"] = exchange.hint
    return facts


def _row(headings: tuple[str, ...], group: Group) -> Mapping[str, Any]:
    labels: dict[str, Any] = dict(zip(headings, group.labels, strict=True))
    if "size" in labels:  # as everywhere in JSON: a number for a square board
        rows, _, columns = labels["size"].partition("x")
        labels["size"] = int(rows) if rows == columns else labels["size"]
    return {
        **labels,
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
        self._hints = {""}
        self._suspicions = set[str]()

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
            for line in self._hint(result, prose_width() - 14):
                say(f"{'':14}{line}")
            for line in _particulars(result, prose_width() - 14, _MAX_LINES_IN_LIST):
                say(f"{'':14}{line}")

    def _hint(self, judged: Judged, width: int) -> list[str]:
        """What the user may have forgotten, if that was not said before."""
        hint = "" if judged.exchange is None else judged.exchange.hint
        if hint in self._hints:
            return []
        self._hints.add(hint)
        return textwrap.wrap(printable(hint), width, break_long_words=False, break_on_hyphens=False)

    def _say(self, kind: str, name: str, detail: str) -> None:
        say(f"{kind:<12}  {printable(name)}")
        for line in textwrap.wrap(printable(detail), prose_width() - 14):
            say(f"{'':14}{line}")

    def shrunk(self, found: Smallest, replay: str, saved: Saved | None, *, searched: bool) -> None:
        if self._quiet:
            return
        failure = found.judged
        size, kind = failure.puzzle.size_name, failure.verdict.kind
        which = "smallest puzzle found" if searched else "first puzzle"
        say(f"\nThe {which} that shows {kind} ({size}):\n")
        say("\n".join(_pictures(failure, terminal_style())))
        for line in textwrap.wrap(printable(failure.verdict.detail), prose_width()):
            say(line)
        if failure.known and failure.solutions == 0 and "no solution" not in failure.verdict.detail:
            say("The puzzle has no solution.")
        suspicion, _, _ = found.suspicion.partition(";")
        is_new = suspicion not in self._suspicions
        self._suspicions.add(suspicion)
        for sentence in (found.suspicion if is_new else "", found.open_question):
            for line in textwrap.wrap(sentence, prose_width()):
                say(line)
        for line in _particulars(failure, prose_width(), _MAX_LINES):
            say(line)
        if saved is not None:
            say(f"saved as {printable(saved.file)}")
            if saved.command:
                say(f"run: {saved.command}")
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
        say(run_sentence(run))
        for line in run_notes(run):
            say(textwrap.fill(printable(line), prose_width()))
        if run.all_right and run.following:
            say(f"next: {run.following}")


VerdictReport = JsonVerdicts | TextVerdicts


def _pictures(failure: Judged, style: Style) -> list[str]:
    """What was expected and what was answered, beside each other if both fit."""
    verdict = failure.verdict
    what = "one that is missing" if verdict.kind is Kind.MISSING else "expected"
    puzzle, shown = failure.puzzle, {}
    if verdict.expected is not None:
        shown[what] = Picture(puzzle, verdict.expected)
    if verdict.given is not None:
        shown["answered"] = Picture(puzzle, verdict.given, marked=verdict.marked)
    if not shown:
        shown["the puzzle"] = Picture(puzzle)
    blocks = [[heading, *drawn(each, style).split("\n")] for heading, each in shown.items()]
    # A picture is as wide as its border, which has no colours in it.
    widths = [max(len(uncoloured(line)) for line in block) for block in blocks]
    if sum(widths) + 4 > prose_width() or len({len(block) for block in blocks}) > 1:
        return [line for block in blocks for line in block]
    return [
        "".join(
            line + " " * (width + 4 - len(uncoloured(line)))
            for line, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in zip(*blocks, strict=True)
    ]


_MAX_LINES_IN_LIST, _MAX_LINES = 12, 40
"""Lines of a text that are shown of a failure in the list, and of the smallest one."""

_INPUTS = {
    Channel.FILE: "the file it was given",
    Channel.ARGUMENT: "its argument",
    Channel.STANDARD_INPUT: "its standard input",
    Channel.CALL: "its argument",
}


def _particulars(judged: Judged, width: int, most: int) -> list[str]:
    """What the solver was given and what it answered, in lines for people."""
    exchange = judged.exchange
    if exchange is None:
        return []
    called = exchange.channel is Channel.CALL
    lines = _quotation(_INPUTS[exchange.channel], exchange.given, width, most)
    if exchange.written is not None:
        what = "it returned" if called else "it wrote"
        lines += _quotation(what, decoded(exchange.written), width, most)
    printed = decoded(exchange.printed)
    if printed.strip():
        lines += _quotation("it printed", printed, width, most)
    elif exchange.written is None and not called and judged.verdict.kind is not Kind.FALSE_NONE:
        lines.append("it printed nothing")  # which is what that verdict says
    if judged.error.strip():
        # Its end says what went wrong.
        end = "\n".join(judged.error.strip().splitlines()[-most // 3 :])
        may_be_answer = judged.verdict.kind is Kind.FALSE_NONE and not printed.strip()
        where = ", where no answer is looked for" if may_be_answer else ""
        lines += _quotation(f"on standard error{where}", end, width, most)
    return lines


def _quotation(what: str, text: str, width: int, most: int) -> list[str]:
    """A text as it is, behind bars, cut to that many lines; long lines go on without a bar. Of what
    is cut, the end is shown, too: an answer is below what tells of the search.
    """
    lines = text.rstrip().splitlines() or [""]
    shown = [f"{what}:"]
    end = most // 3 if len(lines) > most else 0
    for number, line in enumerate(lines):
        if most - end <= number < len(lines) - end:
            if number == most - end:
                least = "at least " if LEFT_OUT in text else ""
                shown.append(f"... ({least}{plural(len(lines) - most, 'more line')})")
            continue
        clean, bar = printable(line[: width * most]), "| "
        while True:
            end = _end_of_line(clean, width - 2)
            shown.append(f"{bar}{clean[:end]}".rstrip())
            clean, bar = clean[end:], "  "
            if not clean:
                break
    return shown


def _end_of_line(text: str, width: int) -> int:
    """Where the first line of a text ends: behind a blank, if there is one in its last half."""
    if len(text) <= width:
        return len(text)
    return text.rfind(" ", width // 2, width) + 1 or width
