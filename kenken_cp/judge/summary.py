"""Many verdicts: a table of groups, totals, and JUnit XML for continuous integration."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from xml.etree import ElementTree

from kenken_cp.frozen import frozen
from kenken_cp.judge.results import Judged, Skipped
from kenken_cp.judge.verdicts import Kind
from kenken_cp.logic.steps import Level
from kenken_cp.render.text import plain


@frozen
class Group:
    """Some verdicts that belong together.

    Args:
        labels: what they have in common, a label for each column.
        seconds: the median of the solver's times.
        reference: the median of CP-SAT's times.
    """

    labels: tuple[str, ...]
    puzzles: int
    right: int
    seconds: float
    reference: float


_LEVELS = (*map(str, Level), "several", "none", "not rated")
_RANK = {level: rank for rank, level in enumerate(_LEVELS)}
"""What ``Judged.level`` may be, and its place in the table."""


def groups(verdicts: Iterable[Judged], *, by_solver: bool = False) -> list[Group]:
    """Verdicts by the size and the level of the puzzle, or by the solver in the given order."""
    if not by_solver:
        verdicts = sorted(
            verdicts, key=lambda one: (one.puzzle.rows, one.puzzle.columns, _RANK[one.level])
        )
    found: dict[tuple[str, ...], list[Judged]] = {}
    for one in verdicts:
        labels = (one.solver,) if by_solver else (one.puzzle.size_name, one.level)
        found.setdefault(labels, []).append(one)
    return [
        Group(
            labels,
            len(members),
            sum(one.verdict.kind is Kind.RIGHT for one in members),
            median(one.seconds for one in members),
            median(one.reference for one in members),
        )
        for labels, members in found.items()
    ]


def totals(verdicts: Iterable[Judged]) -> Mapping[str, int]:
    """How many verdicts there are of each kind that occurs, in the order of the kinds."""
    times = Counter(judged.verdict.kind for judged in verdicts)
    return {str(kind): times[kind] for kind in Kind if times[kind]}


def table(headings: tuple[str, ...], rows: Iterable[Group], *, compared: bool) -> list[str]:
    """A table as lines: the labels, then the numbers; ``compared`` to the time of CP-SAT."""
    times = ("median", "cp-sat's") if compared else ("median",)
    cells = [(*headings, "puzzles", "right", "failed", *times)]
    for group in rows:
        failed = group.puzzles - group.right
        numbers = (str(group.puzzles), str(group.right), str(failed) if failed else "-")
        medians = (duration(group.seconds), duration(group.reference))[: len(times)]
        cells.append((*group.labels, *numbers, *medians))
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    left = len(headings)
    return [
        "  ".join(
            cell.ljust(width) if index < left else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]


def duration(seconds: float) -> str:
    """A time with two or three figures: ``1.2 ms``, ``31 ms``, ``2.40 s``."""
    if seconds >= 0.9995:
        return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.0f} s"
    milliseconds = 1000 * seconds
    return f"{milliseconds:.1f} ms" if milliseconds < 9.95 else f"{milliseconds:.0f} ms"


# --- JUnit ---------------------------------------------------------------------------------------

_BROKEN = (Kind.CRASH, Kind.TIMEOUT, Kind.MEMORY)
"""What JUnit calls an error: no answer. The others are failures: a wrong answer."""


def junit(solver: str, results: Sequence[Judged | Skipped]) -> str:
    """The XML of a run: a test case a puzzle."""
    judged = [result for result in results if isinstance(result, Judged)]
    wrong = [one.verdict.kind for one in judged if one.verdict.kind is not Kind.RIGHT]
    suite = ElementTree.Element(
        "testsuite",
        name=_clean(f"kenken-cp judge {solver}"),
        tests=str(len(results)),
        failures=str(sum(kind not in _BROKEN for kind in wrong)),
        errors=str(sum(kind in _BROKEN for kind in wrong)),
        skipped=str(len(results) - len(judged)),
        time=f"{sum(one.seconds for one in judged):.3f}",
    )
    suite.extend(map(_case, results))
    root = ElementTree.Element("testsuites")
    root.append(suite)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, "unicode") + "\n"


def _case(result: Judged | Skipped) -> ElementTree.Element:
    case = ElementTree.Element("testcase", classname="kenken-cp", name=_clean(result.name))
    if isinstance(result, Skipped):
        ElementTree.SubElement(case, "skipped", message=_clean(result.reason))
        return case
    case.set("time", f"{result.seconds:.3f}")
    verdict = result.verdict
    if verdict.kind is not Kind.RIGHT:
        tag = "error" if verdict.kind in _BROKEN else "failure"
        detail = _clean(verdict.detail)
        found = ElementTree.SubElement(case, tag, type=str(verdict.kind), message=detail)
        found.text = _clean(_text(result))
    return case


def _text(judged: Judged) -> str:
    """What message and type do not say: the grids, and the end of standard error."""
    verdict, parts = judged.verdict, []
    for what, grid in (("expected", verdict.expected), ("answered", verdict.given)):
        if grid is not None:
            parts.append(f"{what}:\n{plain(judged.puzzle, grid)}")
    if judged.error.strip():
        parts.append(f"standard error:\n{judged.error.strip()}")
    return "\n\n".join(parts)


def _clean(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return re.sub(r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)
