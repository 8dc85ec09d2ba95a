"""What is said of the package where it is published: dependencies, versions, links."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import requires, version
from itertools import chain

import pytest
from corpus import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
README = (ROOT / "README.md").read_text(encoding="utf-8")
REQUIREMENT = re.compile(r"([\w.-]+)(?:\[[\w,-]+\])?>=([\d.]+),<([\d.]+)")


def requirements(*extras: str) -> dict[str, tuple[str, str]]:
    """The lowest version, and the first that is too high, of what these extras need."""
    texts = chain(PROJECT["dependencies"], *(PROJECT["optional-dependencies"][e] for e in extras))
    found = {}
    for text in texts:
        if text.startswith("kenken-cp["):
            continue
        match = REQUIREMENT.fullmatch(text)
        assert match is not None, f"{text}: expected both bounds, name>=lowest,<too high"
        found[match[1]] = match[2], match[3]
    return found


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text))


def test_every_dependency_has_both_bounds():
    assert {"numpy", "numba", "dask", "clingo"} <= requirements(*PROJECT["optional-dependencies"]).keys()


def test_the_lowest_versions_are_those_that_are_tested():
    lines = (ROOT / "tests" / "lowest.txt").read_text(encoding="utf-8").splitlines()
    pinned = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    needed = requirements("dask", "fast", "test")
    assert pinned == {name: lowest for name, (lowest, _) in needed.items()}


@pytest.mark.parametrize("name", requirements("dask", "fast", "test"))
def test_the_versions_here_are_allowed(name):
    """The tests have run with what is claimed; below the upper bound is the newest that was tried."""
    lowest, too_high = requirements("dask", "fast", "test")[name]
    here = numbers(version(name))
    assert numbers(lowest) <= here < numbers(too_high)


def test_the_python_here_is_named():
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert named[0] == PROJECT["requires-python"].removeprefix(">=")
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in named


def test_the_readme_is_readable_elsewhere():
    """Where only the text is shown, a link to a file of this project leads nowhere."""
    links = re.findall(r"\]\(([^)]*)\)", README)
    assert [link for link in links if not link.startswith(("https://", "#"))] == []
    anchors = {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in re.findall(r"^#+ (.*)", README, re.M)}
    assert {link[1:] for link in links if link.startswith("#")} <= anchors
    for link in PROJECT["urls"].values():
        assert link.startswith("https://")
