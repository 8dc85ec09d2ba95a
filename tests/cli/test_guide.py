"""The guides, as the installed program prints them."""

from __future__ import annotations

from cli.calls import answer, complaint
from corpus import ROOT

GUIDES = ROOT / "kenken_cp" / "cli" / "guides"


def test_each_guide_is_printed_as_it_stands():
    names = [path.stem for path in GUIDES.glob("*.md")]
    assert "judge" in names
    for name in names:
        assert answer("guide", name) == (GUIDES / f"{name}.md").read_text(encoding="utf-8")


def test_the_list_has_the_title_of_each():
    listed = dict(line.split(maxsplit=1) for line in answer("guide").splitlines())
    assert listed.keys() == {path.stem for path in GUIDES.glob("*.md")}
    assert listed["judge"] == "Is that solver right?"


def test_an_unknown_one():
    assert "unknown guide 'no'; known: certificate, json, judge" in complaint("guide", "no")


def test_help_of_judge_names_its_guide():
    assert "kenken-cp guide judge" in " ".join(answer("judge", "--help").split())
