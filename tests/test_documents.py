"""The documents at the top: paths that they name exist, and they are short."""

from __future__ import annotations

import re

import pytest
from corpus import ROOT

MOST_LINES = {"README.md": 200, "ARCHITECTURE.md": 120, "CONTRIBUTING.md": 80}


@pytest.mark.parametrize("name", MOST_LINES)
def test_paths_exist(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    named = re.findall(r"[`(]((?:benchmarks|docs|kenken_cp|puzzles|tests)/[\w./-]*)[`)]", text)
    assert len(named) > 4
    for path in named:
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize(("name", "most"), MOST_LINES.items())
def test_they_are_short(name, most):
    assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= most
