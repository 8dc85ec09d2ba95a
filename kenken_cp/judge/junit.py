"""Verdicts as JUnit XML, which continuous integration shows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from kenken_cp.judge.results import Judged, Skipped
from kenken_cp.judge.verdicts import Kind
from kenken_cp.render.text import plain

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
    for result in results:
        suite.append(_case(result))
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
    for what, grid in (("expected", verdict.expected), ("given", verdict.given)):
        if grid is not None:
            parts.append(f"{what}:\n{plain(judged.puzzle, grid)}")
    if judged.error.strip():
        parts.append(f"standard error:\n{judged.error.strip()}")
    return "\n\n".join(parts)


def _clean(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return re.sub(r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)
