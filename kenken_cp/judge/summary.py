"""Many verdicts in short: a table of groups, and totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from statistics import median

from kenken_cp.judge.results import Judged
from kenken_cp.judge.verdicts import Kind
from kenken_cp.logic.steps import Level
from kenken_cp.text import board_name


@dataclass(frozen=True, slots=True)
class Group:
    """Some verdicts that belong together.

    Args:
        labels: what they have in common, a label for each column.
        puzzles: how many there are.
        right: how many of them are right.
        seconds: the median of the solver's times.
        reference: the median of CP-SAT's times.
    """

    labels: tuple[str, ...]
    puzzles: int
    right: int
    seconds: float
    reference: float


_LEVELS = (*map(str, Level), "several", "none", "not rated")
"""What ``Judged.level`` may be, in the order of the table."""


_SizeAndLevel = tuple[int, int, int]
"""Rows, columns, and the rank of a level."""


def by_size_and_level(judged: Judged) -> _SizeAndLevel:
    """The group of a verdict in the table of one solver."""
    return judged.puzzle.rows, judged.puzzle.columns, _LEVELS.index(judged.level)


def groups(
    verdicts: Iterable[Judged], key: Callable[[Judged], _SizeAndLevel | str] = by_size_and_level
) -> list[Group]:
    """Verdicts sorted into groups: by size and level, or by a name, in the order of their first."""
    found: dict[_SizeAndLevel | str, list[Judged]] = {}
    for judged in verdicts:
        found.setdefault(key(judged), []).append(judged)
    keys = sorted(found) if key is by_size_and_level else list(found)
    return [_group(_labels(key), found[key]) for key in keys]


def _labels(key: _SizeAndLevel | str) -> tuple[str, ...]:
    if isinstance(key, str):
        return (key,)
    rows, columns, rank = key
    return board_name(rows, columns), _LEVELS[rank]


def _group(labels: tuple[str, ...], members: list[Judged]) -> Group:
    return Group(
        labels,
        len(members),
        sum(judged.verdict.kind is Kind.RIGHT for judged in members),
        median(judged.seconds for judged in members),
        median(judged.reference for judged in members),
    )


def totals(verdicts: Iterable[Judged]) -> Mapping[str, int]:
    """How many verdicts there are of each kind, in the order of the kinds; those of none left
    out.
    """
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
