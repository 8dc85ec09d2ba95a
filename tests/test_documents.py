"""The documents: paths, commands and options in them exist, and those at the top are short."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from importlib.util import module_from_spec, spec_from_file_location

import pytest
from cli.calls import COMMANDS, run
from corpus import ROOT

from kenken_cp import loads, solve

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


OPTIONS = {
    name: {
        option
        for parameter in command.params
        for option in parameter.opts + parameter.secondary_opts
    }
    | {"--help", "-h"}
    for name, command in COMMANDS.items()
}
PAGES = [
    *MOST_LINES,
    "CHANGELOG.md",
    *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")),
]


def test_the_native_example_is_a_puzzle():
    text = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
    (example,) = re.findall("```text\n(# a comment.*?)```", text, re.DOTALL)
    assert solve(loads(example)).unique


@pytest.mark.parametrize("name", sorted(PAGES))
def test_commands_and_options_exist(name):
    """Whole calls have options of their command; an option alone is one of some command."""
    text = (ROOT / name).read_text(encoding="utf-8")
    for call in re.findall(r"(?:^ {4}|^\$ |`)(kenken-cp [a-z][^`\n]*)", text, re.MULTILINE):
        command, *words = shlex.split(call.partition(" | ")[0])[1:]
        for option in (word for word in words if re.match("--?[a-z]", word)):
            assert option in OPTIONS[command], call
    known = set().union(*OPTIONS.values()) | {"--version", "--install-completion"}
    for option in re.findall(r"`(--[a-z][a-z-]*)", text):
        assert option in known, option


def test_what_a_newcomer_types(tmp_path, monkeypatch):
    """The page that one starts with: its files, its commands and its Python."""
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    first, loose = (block for language, block in blocks if language == "kk")
    files = {"first": first, "wrong": first.replace("a 8*", "a 9*"), "loose": loose}
    for name, content in files.items():
        (tmp_path / f"{name}.kk").write_text(content, encoding="utf-8")
    calls = 0
    for language, block in blocks:
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            done = run(*shlex.split(command)[1:], folder=tmp_path)
            assert (done.stdout + done.stderr).decode() == output, command
            calls += 1
        if language == "python":
            monkeypatch.chdir(tmp_path)
            test = doctest.DocTestParser().get_doctest(block, {}, "index.md", "index.md", 0)
            runner = doctest.DocTestRunner()
            runner.run(test)
            assert runner.summarize(verbose=False) == (0, 4)
    assert calls == 5


@pytest.mark.slow
def test_the_notebook_runs(monkeypatch):
    monkeypatch.chdir(ROOT)
    names = {}
    for cell in json.loads((ROOT / "docs/notebook.ipynb").read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert len(names) > 10


def test_the_list_of_puzzles_is_that_of_the_files():
    spec = spec_from_file_location("docs_puzzles", ROOT / "docs" / "puzzles.py")
    listing = module_from_spec(spec)
    spec.loader.exec_module(listing)
    assert (ROOT / "puzzles" / "README.md").read_text(encoding="utf-8") == listing.listed()
