"""Prose on terminals narrower than 80 columns."""

import pytest
from cli.calls import EASY, KEEN, NONE, answer, run

WRONG = "4:_a_aa_ba_5a3,s1s3d2m12a3a4m12"


def prose(*arguments, columns):
    """The lines that a call prints, without those of drawn boards."""
    text = run(*arguments, env={"COLUMNS": str(columns)}).stdout.decode()
    return [line for line in text.splitlines() if not set(line) & set("┃┏┗┠│")]


@pytest.mark.parametrize("columns", [40, 60])
@pytest.mark.parametrize(
    "arguments",
    [
        ("explain", EASY),
        ("explain", "--boards", EASY),
        ("hint", "--reveal", KEEN),
        ("why", WRONG),
        ("why", "--minimal", EASY),
        ("techniques",),
        ("formats",),
        ("operators",),
        ("judge", "--help"),
        ("--help",),
    ],
    ids=" ".join,
)
def test_it_fits(arguments, columns):
    lines = prose(*arguments, columns=columns)
    commands = [line for line in lines if line.startswith("  kenken-cp ")]  # to be copied
    assert lines
    assert max(len(line) for line in lines if line not in commands) <= columns


def test_the_words_of_a_verdict_fit():
    arguments = ["judge", "echo hello", NONE, EASY, "-v", "--no-shrink"]
    lines = prose(*arguments, columns=50)
    details = [line for line in lines if line.startswith(" " * 14)]
    assert details
    names = [line for line in lines if NONE in line or EASY in line or line.startswith("again: ")]
    assert max(len(line) for line in lines if line not in names) <= 50


def test_a_name_that_takes_half_of_the_line_stands_above_the_text():
    lines = answer("explain", EASY, env={"COLUMNS": "40"}).splitlines()
    assert lines[:3] == [
        "cage values",
        "  3− at r1c2 r1c3 needs 1 and 4.",
        "  2÷ at r1c4 r2c4 is 1 and 2 or 2 and 4.",
    ]


def test_a_wide_terminal_changes_nothing():
    wide, usual = ({"COLUMNS": str(columns)} for columns in (200, 80))
    assert answer("techniques", env=wide) == answer("techniques", env=usual)


LONG = "words of a title that is as long as people write them, and longer still"


@pytest.fixture
def titled(tmp_path):
    path = tmp_path / "titled.kk"
    path.write_text(f"title: {LONG}\nsolutions: 2\n\nab\nab\n\na 3+\nb 2/\n")
    return path


@pytest.mark.parametrize("columns", [40, 120])
@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "titled.kk"),
        ("check", "titled.kk", "--grid", "11 12"),
        ("count", "--estimate", "titled.kk"),
        ("solve", "titled.kk", "--plain"),
        ("solve", "--limit", "1", "titled.kk", "--plain"),
        ("enumerate", "--limit", "1", "titled.kk", "--plain"),
        ("prove", "titled.kk", "-o", "a.cert"),
        ("solve", "53..7....6..195...."),
        ("solve", "--limt", "3", "titled.kk"),
        ("why", "titled.kk", "titled.kk"),
        ("rate", KEEN, KEEN),
    ],
    ids=" ".join,
)
def test_answers_and_messages_are_wrapped_on_a_terminal_only(titled, arguments, columns):
    env = {"COLUMNS": str(columns), "NO_COLOR": "1"}
    at = {"env": env, "folder": titled.parent}
    wrapped, whole = run(*arguments, **at, terminal=True), run(*arguments, **at)
    for shown, piped in ((wrapped.stdout, whole.stdout), (wrapped.stderr, whole.stderr)):
        assert max(map(len, shown.decode().splitlines()), default=0) <= min(columns, 80)
        assert shown.split() == piped.split(), "the same words"
