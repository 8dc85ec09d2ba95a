"""What is said of the package where it is published: dependencies, versions, links."""

from __future__ import annotations

import re
import tomllib
from itertools import chain

from corpus import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
README = (ROOT / "README.md").read_text(encoding="utf-8")
REQUIREMENT = re.compile(r"([\w.-]+)(?:\[[\w,-]+\])?>=([\d.]+(?:dev\d+)?),<([\d.]+)(?:; .*)?")


def requirements(*extras: str) -> dict[str, tuple[str, str]]:
    """The lowest version, and the first that is too high, of what these extras need."""
    texts = chain(PROJECT["dependencies"], *(PROJECT["optional-dependencies"][e] for e in extras))
    found = {}
    for text in texts:
        if text.startswith("kenken-cp[") or "sys_platform == 'darwin'" in text:
            continue
        match = REQUIREMENT.fullmatch(text)
        assert match is not None, f"{text}: expected both bounds, name>=lowest,<too high"
        found[match[1]] = match[2], match[3]
    return found


def test_every_dependency_has_both_bounds():
    found = requirements(*PROJECT["optional-dependencies"])
    assert {"numpy", "dask", "clingo"} <= found.keys()


def test_the_lowest_versions_are_those_that_are_tested():
    lines = (ROOT / "tests" / "lowest.txt").read_text(encoding="utf-8").splitlines()
    pinned = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    needed = requirements("dask", "pdf", "test")
    assert pinned == {name: lowest for name, (lowest, _) in needed.items()}


def test_the_same_pythons_are_named_everywhere():
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert named[0] == PROJECT["requires-python"].removeprefix(">=")
    every = f"Python {named[0]} to {named[-1]}"
    assert f"Both commands need {every}, " in README
    assert f"You need {every} " in (ROOT / "docs" / "index.md").read_text(encoding="utf-8")


def test_marked_tests_are_where_the_checks_look_for_them():
    """``.ci/run`` names a folder or a file, so that no other is read."""
    checks = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for mark in ("browser", "installed"):
        (where,) = re.findall(rf"pytest -q -m {mark} (\S+)$", checks, re.MULTILINE)
        marked = [
            path
            for path in (ROOT / "tests").rglob("test_*.py")
            if f"pytest.mark.{mark}" in path.read_text(encoding="utf-8")
        ]
        assert marked
        assert all(path.is_relative_to(ROOT / where) for path in marked)
