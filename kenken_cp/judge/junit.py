"""Verdicts as JUnit XML, which systems for continuous integration read: a test case a puzzle."""

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from kenken_cp.judge.judging import Judged, Skipped
from kenken_cp.judge.verdicts import Kind


def junit(solver: str, results: Sequence[Judged | Skipped]) -> str:
    """The XML of a run."""
    suite = ElementTree.Element("testsuite", name=_clean(f"kenken-cp judge {solver}"))
    numbers = {"tests": len(results), "failures": 0, "errors": 0, "skipped": 0}
    for result in results:
        case = ElementTree.SubElement(suite, "testcase", classname="kenken-cp")
        case.set("name", _clean(result.name))
        if isinstance(result, Skipped):
            ElementTree.SubElement(case, "skipped", message=_clean(result.reason))
            numbers["skipped"] += 1
            continue
        case.set("time", f"{result.seconds:.3f}")
        kind, detail = result.verdict.kind, result.verdict.detail
        if not result.is_right:
            tag = "error" if kind in (Kind.CRASH, Kind.TIMEOUT) else "failure"
            ElementTree.SubElement(case, tag, type=str(kind), message=_clean(detail))
            numbers[f"{tag}s"] += 1
    for name, number in numbers.items():
        suite.set(name, str(number))
    root = ElementTree.Element("testsuites")
    root.append(suite)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, "unicode") + "\n"


def _clean(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return re.sub(r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)
