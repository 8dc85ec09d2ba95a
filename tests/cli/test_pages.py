"""``--play``: what is in such a page, tests/render/test_play.py and tests/browser say."""

from __future__ import annotations

import re

import pytest
from cli.calls import EASY, NONE, THREE, answer, complaint, events, run

GAME = '<article class="game '


@pytest.fixture(params=[["explain", "--html"], ["show", "--output"]], ids=["explain", "show"])
def command(request, tmp_path):
    """The arguments of a command that writes a page to play on."""
    return [*request.param, str(tmp_path / "page.html"), "--play"]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "page.html"


def test_a_page_to_play_on(command, path):
    assert answer(*command, EASY) == ""
    assert GAME in path.read_text(encoding="utf-8")


def test_several_games_stand_under_their_titles(command, path, tmp_path):
    untitled = tmp_path / "untitled.kk"
    untitled.write_text("ab\ncb\n\na 1\nb 3+\nc 2\n", encoding="utf-8")
    assert answer(*command, EASY, str(untitled)) == ""
    headings = re.findall("<h2>(.*)</h2>", path.read_text(encoding="utf-8"))
    assert headings == ["CS 332 4x4", str(untitled)]


def test_only_what_has_one_solution(command, path):
    for puzzle, found in ((THREE, "several solutions"), (NONE, "no solution")):
        error = complaint(*command, "-q", puzzle, code=1)
        assert error == f"kenken-cp: {puzzle}: {found}; expected one, for --play\n"
        assert not path.exists()
    done = run(*command, THREE, EASY)
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
    assert path.read_text(encoding="utf-8").count(GAME) == 1


def test_json(command, path):
    error, drawing = events(*command, THREE, EASY, code=1)
    assert (error["event"], error["exit"]) == ("error", 1)
    assert (drawing["event"], drawing["file"]) == ("drawing", str(path))
    assert drawing["board"] == [[None] * 4] * 4


def test_a_limit(command, path):
    assert "timeout" in complaint(*command, "--timeout", "0.000001", EASY, code=3)
    assert not path.exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["explain", EASY, "--play"], "expected --html FILE too"),
        (["show", EASY, "--play"], "expected --html FILE too"),
        (["show", EASY, "--play", "-o", "page.svg"], "expected --html FILE too"),
        (["show", EASY, "--play", "--solution"], "--play and --solution exclude each other"),
    ],
)
def test_a_game_is_a_page(arguments, message):
    assert message in complaint(*arguments)
