"""The guides, as the installed program prints them."""

from __future__ import annotations

import re

import pytest
from cli.calls import answer, complaint
from corpus import ROOT

GUIDES = ROOT / "kenken_cp" / "cli" / "guides"
PATHS = [*GUIDES.glob("*.md"), *GUIDES.glob("*.ipynb")]


def test_each_guide_is_printed_as_it_stands():
    assert {"json.md", "notebook.ipynb"} <= {path.name for path in PATHS}
    for path in PATHS:
        assert answer("guide", path.stem) == path.read_text(encoding="utf-8")


def test_the_list_has_the_title_of_each():
    listed = dict(line.split(maxsplit=1) for line in answer("guide").splitlines())
    assert listed.keys() == {path.stem for path in PATHS}
    assert listed["notebook"] == "Puzzles in a notebook"
    assert listed["json"] == "What --json prints"


def test_an_unknown_one():
    assert "unknown guide 'no'; known: json, notebook, parallel" in complaint("guide", "no")


@pytest.mark.parametrize("name", ["json", "parallel"])
def test_on_a_terminal_its_prose_is_as_wide_as_that(name):
    """Nothing else is changed: headings, code and tables stay as they are."""
    text = answer("guide", name)
    shown = answer("guide", name, terminal=True, env={"COLUMNS": "60"})
    assert shown.split() == text.split()
    wide = [line for line in shown.splitlines() if len(line) > 60]
    assert set(wide) <= set(text.splitlines())
    assert not [line for line in wide if line[0] not in "|# " and line not in _code(text)]
    for block in re.findall(r"(?ms)^```.*?^```$|^\|.*?$|^#.*?$|^    .*?$", text):
        assert block in shown


def _code(text):
    return "\n".join(re.findall(r"(?ms)^```.*?^```$", text)).splitlines()
