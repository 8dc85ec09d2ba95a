"""Options mean the same in every command, and take the values that there are today."""

from __future__ import annotations

import dataclasses
import platform
import re
import shlex
import tomllib
from collections import defaultdict
from importlib import metadata
from typing import Annotated

import pytest
import typer
from cli.calls import EASY, KEEN, NONE, answer, complaint, run
from corpus import ROOT
from kenken_cp.exports import EXPORTS
from typer.main import get_command

import kenken_cp
from kenken_cp.cli.app import app
from kenken_cp.cli.options.groups import Group, with_single_options
from kenken_cp.formats import FORMATS, dumps, loads
from kenken_cp.formats.record import never
from kenken_cp.logic.strategies import STRATEGIES
from kenken_cp.model.rule_sets import KENKEN, RULE_SETS
from kenken_cp.search.engine import BACKENDS

NARROW = {"COLUMNS": "80"}

OWN_MEANING = {
    "--answers": "of judge what the solver is asked for, of sheet where its answers are",
    "--backend": "one, or in cross-check those to be judged",
    "--level": "of candidates the techniques, of generate the puzzles",
    "--operators": "in solve those that work, in generate those to make puzzles of",
    "--rules": "in place of the file's, or in generate those to make puzzles for",
    "--to": "a format, or in convert a model for other solvers too",
}


def options():
    """(command, option) for every option of every command."""
    for name, known in get_command(app).commands.items():
        for parameter in known.params:
            if parameter.param_type_name == "option":
                yield name, parameter


def test_an_option_means_the_same_in_every_command():
    texts = defaultdict(set)
    for _, option in options():
        texts[max(option.opts, key=len)].add((option.help, tuple(option.opts), option.metavar))
    assert {name for name, found in texts.items() if len(found) > 1} == set(OWN_MEANING)


def test_no_two_options_have_the_same_help():
    names = defaultdict(set)
    for _, option in options():
        names[option.help].add(max(option.opts, key=len))
    assert [found for found in names.values() if len(found) > 1] == []


def test_a_name_that_is_empty_names_no_file():
    """As of a variable that is not set. ``Path`` would take it for the current folder."""
    named = [(name, option) for name, option in options() if option.metavar in ("FILE", "DIR")]
    assert len(named) >= 10
    for name, option in named:
        for usage in option.opts:
            what = f"invalid value for '{' / '.join(option.opts)}'"
            given = ["puzzle"] * (name in ("judge", "verify"))  # what these cannot do without
            error = f"kenken-cp: {what}: the name is empty (see kenken-cp {name} --help)\n"
            assert complaint(name, usage, "", *given).replace("' / '", " / ") == error


COMMON = {"--from", "--rules", "--fail-fast", "--timeout", "--json", "--quiet"}
"""What every command on puzzles takes."""

WITHOUT = {
    ("candidates", "--fail-fast"): "it takes one puzzle",
    ("convert", "--timeout"): "it only reads and writes",
    ("prove", "--fail-fast"): "it takes one puzzle",
    ("rules", "--fail-fast"): "it takes one puzzle",
}


def test_every_command_on_puzzles_takes_the_common_options():
    """A new one, too: else it is named here, with the reason."""
    taken = defaultdict(set)
    for name, option in options():
        taken[name].update(option.opts)
    on_puzzles = {
        name
        for name, known in get_command(app).commands.items()
        if any(
            str(parameter.metavar).startswith("PUZZLE")
            for parameter in known.params
            if parameter.param_type_name == "argument"
        )
    }
    assert len(on_puzzles) >= 11
    missing = {(name, option) for name in on_puzzles for option in COMMON - taken[name]}
    assert missing == set(WITHOUT)


def test_every_option_is_explained_in_a_phrase():
    for name, option in options():
        assert option.help, (name, option.opts)
        assert option.help[0].isupper()
        assert option.help.endswith((".", "]")), option.help


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("generate", "Difficulty: easy, normal, hard, extreme or unreasonable."),
        ("generate", "Rule set: kenken, calcudoku, killer, gauguin or inshi."),
        ("sheet", "Where the answers go: end, back or none."),
        ("judge", "What the solver is asked for: one, all, count or unique."),
        ("judge", "Puzzles that come with kenken-cp: smoke, tricky, sudoku or killer; repeatable."),
        (
            "judge",
            "In a command {input} stands for the file with the puzzle, and {output} for the file",
        ),
    ],
)
def test_help_names_the_values(command, text):
    assert text in " ".join(answer(command, "--help", env=NARROW).split())


class TestRecordsAddedAtRunTime:
    """They are listed, named in help texts, and chosen, as if they had always been there."""

    def test_a_backend(self):
        mine = dataclasses.replace(BACKENDS.named("brute-force"), name="mine", summary="my solver")
        with BACKENDS.registered(mine):
            assert answer("backends", "--all").splitlines()[-1].split() == ["mine", "my", "solver"]
            assert answer("count", KEEN, "--backend", "mine") == "1\n"
            assert answer("cross-check", KEEN, "--backend", "mine").splitlines()[2].split()[:3] == [
                *("mine", "1", "1")
            ]
        assert "unknown backend 'mine'" in complaint("count", KEEN, "--backend", "mine")

    def test_a_rule_set(self):
        mine = dataclasses.replace(KENKEN, name="mine", summary="my rules", source="", aliases={})
        with RULE_SETS.registered(mine):
            assert answer("rules").splitlines()[-1].split() == ["mine", "my", "rules"]
            assert answer("check", EASY, "--rules", "mine").splitlines()[0].find("mine rules") > 0
            assert "inshi or mine." in " ".join(answer("solve", "--help").split())
            assert "rules: mine" in answer("generate", "--rules", "mine", "--seed", "1", "-s", "3")

    def test_a_format(self):
        mine = dataclasses.replace(
            FORMATS.named("json"), name="mine", summary="my format", signature=never
        )
        with FORMATS.registered(mine):
            assert answer("formats", "-q").splitlines()[-1].split() == ["mine", "my", "format"]
            text = answer("convert", KEEN, "--to", "mine")
            assert answer("count", "--from", "mine", stdin=text) == "1\n"

    def test_a_strategy(self):
        mine = dataclasses.replace(STRATEGIES.named("deduction"), name="mine")
        with STRATEGIES.registered(mine):
            assert "smallest-reason or mine." in " ".join(answer("trace", "--help").split())
            assert answer("trace", NONE, "--strategy", "mine", code=1).endswith("no solution\n")


class TestGroups:
    """A command gets its options, and its function the groups, filled."""

    class Colours(Group):
        ink: Annotated[str, typer.Option("--ink")] = "black"
        paper: Annotated[int, typer.Option("--paper")]

    class Inks(Colours):
        ink: Annotated[str, typer.Option("--ink")] = "blue"

    def called(self, function, *arguments):
        other = typer.Typer()
        other.command()(with_single_options(function))
        other(arguments, standalone_mode=False)

    def test_they_are_filled_beside_single_options(self):
        seen = []

        def paint(colours: TestGroups.Colours, inks: int = 3) -> None:
            seen.append((vars(colours), inks))

        paint.__globals__["TestGroups"] = TestGroups
        self.called(paint, "--paper", "7")
        self.called(paint, "--ink", "red", "--paper", "7", "--inks", "1")
        assert seen == [({"ink": "black", "paper": 7}, 3), ({"ink": "red", "paper": 7}, 1)]

    def test_an_option_in_two_groups_is_refused(self):
        def paint(colours: TestGroups.Colours, inks: TestGroups.Inks) -> None:
            """Takes --ink twice."""

        paint.__globals__["TestGroups"] = TestGroups
        with pytest.raises(ValueError, match="duplicate parameter name"):
            with_single_options(paint)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("solve --backend c", {"cp-sat", "cover", "compiled"}),
        ("cross-check --backend log", {"logic"}),
        ("solve --from ke", {"keen"}),
        ("convert --to ", {*FORMATS.names(), *EXPORTS.names()}),
        ("generate --to ", set(FORMATS.names())),
        ("generate --level h", {"hard"}),
        ("check --rules k", {"kenken", "killer"}),
        ("trace --strategy b", {"best-first", "backtracking"}),
        ("trace --style w", {"wiki", "wiki-after"}),
        ("judge --suite t", {"tricky"}),
        ("guide j", {"json"}),
        ("formats ke", {"keen"}),
        ("cross", {"cross-check"}),
    ],
)
def test_values_are_completed(shell, line, values):
    """What the script that ``--show-completion`` prints asks for, and puts before the user."""
    line = f"kenken-cp {line}"
    words = line.split()
    env = {
        "_KENKEN_CP_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - (not line.endswith(" "))),
        "_TYPER_COMPLETE_ARGS": line,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    done = run(env=env)
    assert done.returncode == 0
    found = done.stdout.decode()
    assert values <= set(re.findall(r"[\w-]+", found))
    assert len(re.findall(r"(?m)^[^:\n]+$|\"[\w-]+\"", found)) <= len(values) + 1


@pytest.mark.parametrize(
    ("shell", "begins"), [("bash", "_kenken"), ("zsh", "#compdef"), ("fish", "complete")]
)
def test_packages_can_have_the_completion_of_each_shell(shell, begins):
    done = run(env={"_KENKEN_CP_COMPLETE": f"source_{shell}"})
    assert (done.returncode, done.stdout.decode().split()[0][: len(begins)]) == (0, begins)


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version(option):
    assert answer(option) == f"kenken-cp {kenken_cp.__version__}\n"


def test_backends_that_people_choose_and_all():
    some, every = answer("backends").splitlines(), answer("backends", "--all").splitlines()
    assert [line.split()[0] for line in some] == [
        *("auto", "cp-sat", "sat", "cover", "compiled", "and")
    ]
    assert len(every) == len(BACKENDS)


def test_versions_of_the_engines():
    """A report of results, or of a mistake, names them."""
    printed = dict(line.split() for line in answer("backends", "--versions").splitlines())
    assert printed["kenken-cp"] == kenken_cp.__version__
    assert printed["Python"] == platform.python_version()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = "\n".join([*project["dependencies"], *project["optional-dependencies"]["dask"]])
    for package in printed.keys() - {"kenken-cp", "Python", "numba"}:
        assert printed[package] == metadata.version(package)
        assert re.search(rf"^{package}\b", wanted, re.M)
    assert {"ortools", "python-sat", "python-constraint2", "numpy"} <= printed.keys()
    assert "--all and --versions" in complaint("backends", "--all", "--versions")


def test_rarely_used_options_have_sections_of_their_own():
    text = answer("solve", "--help", env=NARROW)
    usual, _, rare = text.partition("Many cores, many machines:")
    assert "--limit" in usual
    assert "--resume" in rare
    assert "PUZZLE..." in usual.splitlines()[0]


WITHOUT_OPTIONS = {"operators", "techniques"}
"""The commands that need no example."""

SOLVER = """
import sys

print("132\\n213\\n321" if open(sys.argv[1]).read() == open("keen.json").read() else "none")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where examples run: with a solver that knows the answer to one puzzle."""
    found = tmp_path_factory.mktemp("examples")
    (found / "keen.json").write_text(dumps(loads(KEEN), "json"))
    (found / "solver.py").write_text(SOLVER)
    return found


def ran(name, folder, *more):
    """What the example of a command leaves with, and prints. A pipe is for the terminal."""
    (example,) = re.findall(r"Example:\n  kenken-cp (.*)", answer(name, "--help", env=NARROW))
    done = run(*shlex.split(example.removesuffix(" | less")), *more, folder=folder)
    assert done.returncode in (0, 1), (example, done)
    return done.stdout.decode()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.pdf] * (name == "sheet"))
        for name in sorted({*get_command(app).commands} - WITHOUT_OPTIONS)
    ],
)
def test_examples_run_from_anywhere(name, folder):
    """They name no file but that of one's own solver, which is judged on one puzzle here."""
    text = ran(name, folder, *[KEEN] * (name == "judge"))
    assert "1 puzzle: right" in text if name == "judge" else text


@pytest.mark.parametrize("name", get_command(app).commands)
def test_help_fits_a_narrow_terminal(name):
    """The example on one line: wrapped, it could not be copied. Ranges are in words."""
    text = answer(name, "--help", env=NARROW)
    assert max(map(len, text.splitlines())) <= 80
    assert not re.search(r"x[<>]=|\{[A-Z]", text)
    assert "kenken-\n" not in text  # a command stays whole, to be copied
    assert text.isascii()
