"""Verdicts as JUnit XML, which systems for continuous integration read: a test case a puzzle."""

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from kenken_cp.judge.judging import Judged
from kenken_cp.judge.verdicts import Kind

_TAGS = {Kind.CRASH: "error", Kind.TIMEOUT: "error", Kind.SKIPPED: "skipped"}
"""The tags of verdicts that are neither right nor failures."""


def junit(solver: str, results: Sequence[Judged]) -> str:
    """The XML of a run."""
    suite = ElementTree.Element("testsuite", name=_clean(f"kenken-cp judge {solver}"))
    numbers = {"failure": 0, "error": 0, "skipped": 0}
    for result in results:
        case = ElementTree.SubElement(suite, "testcase", classname="kenken-cp")
        case.set("name", _clean(result.name))
        case.set("time", f"{result.seconds:.3f}")
        kind, detail = result.verdict.kind, result.verdict.detail
        if kind is not Kind.RIGHT:
            tag = _TAGS.get(kind, "failure")
            ElementTree.SubElement(case, tag, type=str(kind), message=_clean(detail))
            numbers[tag] += 1
    suite.set("tests", str(len(results)))
    for tag, number in numbers.items():
        suite.set(tag if tag == "skipped" else f"{tag}s", str(number))
    root = ElementTree.Element("testsuites")
    root.append(suite)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, "unicode") + "\n"


def _clean(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return re.sub(r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)
