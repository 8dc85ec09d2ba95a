"""The guides, as the installed program prints them."""

from __future__ import annotations

from cli.calls import answer, complaint
from corpus import ROOT

GUIDES = ROOT / "kenken_cp" / "cli" / "guides"
PATHS = [*GUIDES.glob("*.md"), *GUIDES.glob("*.ipynb")]


def test_each_guide_is_printed_as_it_stands():
    assert {"judge.md", "notebook.ipynb"} <= {path.name for path in PATHS}
    for path in PATHS:
        assert answer("guide", path.stem) == path.read_text(encoding="utf-8")


def test_the_list_has_the_title_of_each():
    listed = dict(line.split(maxsplit=1) for line in answer("guide").splitlines())
    assert listed.keys() == {path.stem for path in PATHS}
    assert listed["notebook"] == "Puzzles in a notebook"
    assert listed["judge"] == "Is that solver right?"


def test_an_unknown_one():
    assert "unknown guide 'no'; known: certificate, json, judge, notebook, parallel" in complaint(
        "guide", "no"
    )


def test_help_of_judge_names_its_guide():
    assert "kenken-cp guide judge" in " ".join(answer("judge", "--help").split())
