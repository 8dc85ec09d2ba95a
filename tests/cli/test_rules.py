"""``rules``, and what ``solve`` says of rules that it assumes."""

from __future__ import annotations

import pytest
from cli.calls import KEEN, THREE, answer, complaint, events, run
from clocks import seconds_per_look
from corpus import PUZZLES

pytestmark = pytest.mark.usefixtures("unhurried")

BENT = "aab\nacb\ndcc\n\na 1\nb 3\nc 6\nd 2\n"
"""No solution under kenken rules, one under those of calcudoku."""

DIVIDED = "aab\nacb\ndcc\n\na 1/\nb 3\nc 6\nd 2\n"
"""Which kenken rules cannot hold."""

HINT = "-: under calcudoku rules it has one solution; kenken rules are assumed"


@pytest.mark.parametrize("name", ["killer", "keen"])
def test_a_rule_set_is_no_puzzle(name):
    assert f"{name}: a rule set; expected a puzzle" in complaint("rules", name)


def test_a_puzzle_under_all():
    text = run("rules", "-", stdin=BENT).stdout.decode()
    assert text.startswith("kenken     no solution\ncalcudoku  one solution\n")
    assert text.endswith("It has exactly one solution under calcudoku rules.\n")


def test_a_puzzle_that_the_usual_rules_cannot_hold():
    text = answer("rules", "-", stdin=DIVIDED)
    assert "kenken     refused: the cage 1/ at r1c1 r1c2 r2c1 has 3 cells" in text
    assert text.endswith("It has exactly one solution under calcudoku rules.\n")


def test_what_a_limit_kept_from_being_known_is_not_denied(monkeypatch):
    """Killer and inshi rules do not have all of its operators."""
    seconds_per_look(monkeypatch, 1)
    done = run("rules", str(PUZZLES / "9x9/hard.kk"), "--timeout", "1")
    assert done.returncode == 3
    text = " ".join(done.stdout.decode().split())
    assert text.endswith(
        "Whether it has exactly one solution under kenken, calcudoku or gauguin rules is "
        "not known; under the others it has not."
    )


def test_as_json():
    (found,) = events("rules", KEEN)
    assert found["under"]["kenken"]["unique"] is True
    assert set(found["under"]["killer"]) == {"refused"}
    assert [event["rules"] for event in events("rules")][:2] == ["kenken", "calcudoku"]


def test_each_puzzle_of_a_file_states_its_own_rules():
    done = run("solve", "-", stdin=f"rules: kenken\n{BENT}---\n{BENT}")
    hints = [line for line in done.stderr.decode().splitlines() if "are assumed" in line]
    assert [line.split(": ")[1] for line in hints] == ["-#2"]
    stated = [
        event["stated"] for event in events("rules", "-", stdin=f"{BENT}---\nrules: kenken\n{BENT}")
    ]
    assert stated == [None, "kenken"]
    (found,) = events("rules", KEEN)
    assert found["stated"] == "kenken"
    assert answer("rules", KEEN).count("Its stated rules are kenken.\n") == 1
    assert "stated" not in answer("rules", "-", stdin=DIVIDED)


def test_a_game_with_rules_of_its_own_gets_no_hint():
    text = "4:a_5ab_a_a_3aa,a3a3a7a5a6a4a3a9"
    assert "assumed" not in run("solve", text).stderr.decode()
    other = run("solve", "-", stdin=answer("convert", text)).stderr.decode()
    assert "rules it has one solution; kenken rules are assumed" in other


def test_several_solutions():
    assert "kenken     2 solutions or more" in answer("rules", THREE)


@pytest.mark.parametrize("command", ["solve", "count", "enumerate", "explain"])
def test_no_clue_is_suspect_that_other_rules_explain(command):
    said = run(command, "-", stdin=BENT).stderr.decode()
    assert [line for line in said.splitlines() if HINT in line]
    assert "is it" not in said
    assert "clue whose" not in said
    stated = run(command, "-", stdin=f"rules: kenken\n{BENT}").stderr.decode()
    assert "are assumed" not in stated
    assert "kenken-cp why" in stated


def test_why_names_other_rules_beside_what_may_be_wrong():
    done = run("why", "-", stdin=BENT)
    assert "is it 7 or 9" in done.stdout.decode()
    assert HINT in done.stderr.decode()
    for quieter in ("--quiet", "--json"):
        assert "assumed" not in run("why", "-", quieter, stdin=BENT).stderr.decode()


def test_solve_says_which_rules_may_be_meant():
    for text in (BENT, f"title: on rules: a puzzle\n{BENT}"):
        said = run("solve", "-", stdin=text).stderr.decode()
        assert [line for line in said.splitlines() if HINT in line], text


@pytest.mark.parametrize(
    ("options", "directive"),
    [
        (("-q",), ""),
        (("--json",), ""),
        (("--rules", "kenken"), ""),
        ((), "rules: kenken\n"),
        ((), "solutions: 0\n"),
    ],
)
def test_or_not(options, directive):
    said = run("solve", "-", *options, stdin=f"{directive}\n{BENT}" if directive else BENT)
    assert "rules" not in said.stderr.decode()
    assert said.returncode == 1


def test_several_puzzles_and_what_is_none():
    done = run("rules", "-", stdin=f"{DIVIDED}---\n{BENT}")
    assert done.stdout.decode().count("exactly one solution under calcudoku rules.") == 2
    assert "-#2" in done.stdout.decode()
    said = complaint("rules", "-", stdin="aab\nxx\n")
    assert said == complaint("solve", "-", stdin="aab\nxx\n")


def test_which_operators_work():
    text = "aab\nccb\nddd\n\na 2\nb 4\nc 1\nd 6\n"
    options = ("--operators", "--limit", "1", "--rules", "calcudoku")
    (found, *_) = events("solve", "-", *options, stdin=text)
    grid = found["grid"]
    works = {}
    for cage in found["operators"]:
        works.setdefault(cage["cells"][0], []).append(cage["clue"])
    one, other = sorted(grid[0][:2])
    signs = {"+": one + other, "-": other - one, "*": one * other, "/": other / one}
    assert works["r1c1"] == [f"2{sign}" for sign, makes in signs.items() if makes == 2]
    assert works["r3c1"] == ["6+", "6*"]
    shown = answer("solve", "-", *options, stdin=text)
    assert "6 at r3c1 r3c2 r3c3: + or *\n" in shown
    assert "No cage has a hidden operator.\n" in answer("solve", KEEN, "--operators")
