"""Everything that is printed with ``--json`` keeps to the schema that the package has."""

from __future__ import annotations

import ast
import json
import re
from importlib.resources import files
from typing import get_args

import pytest
from cli.calls import COMMANDS, options_of, run
from cli.puzzles import EASY, KEEN, KEEN_SOLUTION, NONE, THREE
from cli.test_understanding import HIDDEN
from corpus import PUZZLES, ROOT

from kenken_cp.judge.answers import Question
from kenken_cp.judge.verdicts import Kind
from kenken_cp.logic.events import Event
from kenken_cp.logic.strategies import STRATEGIES
from kenken_cp.render.records import event_name

jsonschema = pytest.importorskip("jsonschema")

SCHEMA = json.loads(files("kenken_cp.cli").joinpath("schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
PAGE = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
EVENTS = {rule["if"]["properties"]["event"]["const"]: rule["then"] for rule in SCHEMA["allOf"]}

CALLS = (
    ("solve", KEEN, THREE, NONE, HIDDEN, "nowhere"),
    ("solve", KEEN, "--stats", "--jobs", "2"),
    ("enumerate", THREE, "--limit", "2"),
    ("count", THREE, NONE),
    ("count", "--estimate", THREE),
    ("check", KEEN, THREE, "a.b\n..a\n2b.\n\na 9+\nb 3-\n"),
    ("check", KEEN, "--board", KEEN_SOLUTION),
    ("check", KEEN, "--board", "112 213 321"),
    ("why", KEEN, THREE, NONE, HIDDEN, "--minimal", "--repair"),
    ("explain", KEEN, THREE, NONE),
    ("hint", KEEN, "--reveal"),
    ("hint", KEEN, "--board", "3.. ... ..."),
    ("hint", KEEN, "--board", KEEN_SOLUTION),
    ("hint", str(PUZZLES / "latin/latin-3.kk"), "--board", "1........"),
    ("hint", NONE),
    ("rate", KEEN, THREE, NONE),
    *(("trace", KEEN, "--strategy", known.name) for known in STRATEGIES),
    ("trace", str(PUZZLES / "9x9/sudoku-stuck.kk"), "--strategy", "patterns"),
    ("trace", NONE, "--strategy", "best-first"),
    ("generate", "--seed", "1", "--size", "3", "--level", "easy"),
    ("generate", "--size", "9", "--level", "extreme", "--timeout", "1e-6"),
    ("convert", KEEN, "--to", "mzn"),
    ("show", KEEN, THREE, "--solution"),
    ("show", THREE, "--candidates", "--by", "solutions"),
    ("show", KEEN, THREE, "--candidates", "-o", "{folder}/board.svg"),
    ("show", KEEN, "--play", "-o", "{folder}/play.html"),
    ("show", KEEN, THREE, "--large", "-o", "{folder}/s.pdf"),
    ("judge", "echo 1", KEEN, "--answers", "count"),
    ("judge", "sh -c 'exit 3'", KEEN, "--no-shrink"),
    ("judge", "cat", KEEN, "--puzzle-format", "sudoku"),
    ("judge", "sh -c 'echo 1111; echo oh >&2'", EASY, "--save", "{folder}"),
    ("cross-check", KEEN, "--backend", "cover", "--backend", "brute-force"),
    ("prove", KEEN),
    ("prove", KEEN, "-o", "{folder}/puzzle.cert"),
    ("verify", "{folder}/puzzle.cert"),
    ("verify", "{folder}/puzzle.cert", "--of", THREE),
    *(("list", what) for what in ("backends", "formats", "operators")),
    *(("list", what) for what in ("rules", "suites", "techniques")),
)


@pytest.mark.pdf
def test_every_event_of_every_command(tmp_path, monkeypatch):
    """Every event is printed by one of these calls at least, and so is every name in it."""
    monkeypatch.setattr("kenken_cp.clock.SECONDS_BETWEEN_REPORTS", 0.0)
    seen = set()
    for call in CALLS:
        done = run(*(word.replace("{folder}", str(tmp_path)) for word in call), "--json")
        found = [json.loads(line) for line in done.stdout.decode().splitlines()]
        assert found, call
        assert done.stderr == b"", call
        for event in found:
            VALIDATOR.validate(event)
            seen.update((event["event"], name) for name in event)
    assert {call[0] for call in CALLS} == {
        name for name in COMMANDS if "--json" in options_of(name)
    }
    names = {(event, name) for event, rule in EVENTS.items() for name in names_in(rule)}
    assert names == seen


def names_in(rule):
    return rule["propertyNames"]["enum"]


def test_it_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    head = {"schema": 2, "event": "error", "puzzle": None, "backend": None}
    error = {"message": "", "file": None, "line": None, "column": None, "exit": 2}
    VALIDATOR.validate(head | error)
    broken = [{"schema": 1}, {"grid": [[1]]}, {"exit": "2"}, {"event": "nothing"}]
    for wrong in ({}, {**head, "event": "error"}, *({**head, **error, **each} for each in broken)):
        with pytest.raises(jsonschema.ValidationError):
            VALIDATOR.validate(wrong)


def test_it_names_what_the_code_prints():
    printed = set()
    for path in (ROOT / "kenken_cp" / "cli").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(getattr(node, "func", None), "attr", "")
            if name == "event" and isinstance(node.args[0], ast.Constant):
                printed.add(node.args[0].value)
    assert printed | {"error"} == set(EVENTS) == set(SCHEMA["properties"]["event"]["enum"])
    kinds = {event_name(kind) for kind in get_args(Event)}
    for names, name in ((kinds, "kind"), (set(Kind), "verdict"), (set(Question), "answers")):
        assert set(SCHEMA["properties"][name]["enum"]) == names


def test_its_page_says_the_same():
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*) \| (.*) \|$", PAGE, re.MULTILINE)
    assert {name: re.findall(r"`(\w+)`", always) for name, always, _ in rows} == {
        event: rule["required"] for event, rule in EVENTS.items()
    }
    for name, always, sometimes in rows:
        named = re.findall(r"`(\w+)`", always + sometimes)
        assert names_in(EVENTS[name]) == ["schema", "event", "puzzle", "backend", *named]
    prose = PAGE.replace("| ", "")
    for name in SCHEMA["properties"]:
        assert f"`{name}`" in prose, name
