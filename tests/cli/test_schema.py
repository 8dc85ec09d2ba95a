"""Everything printed with --json keeps to the schema that the package has."""

from __future__ import annotations

import ast
import json
import re
from importlib.resources import files
from typing import get_args

import pytest
from cli.calls import EASY, KEEN, NONE, THREE, run
from cli.test_why import HIDDEN
from corpus import PUZZLES, ROOT

from kenken_cp.judge.answers import Question
from kenken_cp.judge.verdicts import Kind
from kenken_cp.logic.events import Event
from kenken_cp.render.traces import event_name

jsonschema = pytest.importorskip("jsonschema")

CLI = files("kenken_cp.cli")
SCHEMA = json.loads(CLI.joinpath("schema.json").read_text(encoding="utf-8"))
GUIDE = CLI.joinpath("guides/json.md").read_text(encoding="utf-8")
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
STRATEGIES = ("deduction", "best-first", "backtracking", "mcv-lcv", "patterns", "propagation")
NO_GUESS = str(PUZZLES / "9x9/sudoku-stuck.kk")

SAY_EVENT = {"say_event", "json_line", "_line"}
"""The functions that print or write an event; its name is their first argument."""

PASSED_ON = {("output.py", "event"), ("searches.py", "event"), ("trace.py", "kind")}
"""Where that is no text: what was given, and the name of an event of the hand-written solver."""


def names_in_the_code():
    """The names of all events that any command may print."""
    # The solver's event that says the least is for observers that report nothing else.
    found = {event_name(kind) for kind in get_args(Event)}
    passed_on = set()
    for path in (ROOT / "kenken_cp" / "cli").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            if getattr(node.func, "attr", getattr(node.func, "id", "")) in SAY_EVENT:
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    found.add(first.value)
                else:
                    passed_on.add((path.name, ast.unparse(first)))
    assert passed_on == PASSED_ON
    return found


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for wrong in ({}, {"schema": 2, "event": "hint"}, {"schema": 1, "event": "solution"}):
        with pytest.raises(jsonschema.ValidationError):
            VALIDATOR.validate(wrong)


def test_it_and_the_guide_name_the_same_events():
    always = {
        rule["if"]["properties"]["event"]["const"]: rule["then"]["required"]
        for rule in SCHEMA["allOf"]
    }
    assert set(SCHEMA["properties"]["event"]["enum"]) == set(always) == names_in_the_code()
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", GUIDE, re.MULTILINE)
    assert {name: re.findall(r"`(\w+)`", row) for name, row in rows} == always
    for kinds, name in ((Kind, "verdict"), (Question, "answers")):
        (known,) = re.findall(r'"enum": (\[[^]]*\])', json.dumps(SCHEMA["properties"][name]))
        assert set(json.loads(known)) == set(kinds)


def test_the_guide_names_everything_that_is_printed():
    assert not {name for name in SCHEMA["properties"] if f"`{name}`" not in GUIDE} - {"schema"}


CALLS = (
    ("solve", KEEN, THREE, NONE, "nowhere"),
    ("solve", KEEN, "--stats"),
    ("solve", "--nonsense"),
    ("enumerate", THREE, "--limit", "2"),
    ("count", THREE, NONE),
    ("count", "--estimate", THREE),
    ("count", "--operators", KEEN),
    ("check", KEEN, THREE),
    ("check", KEEN, "--grid", "112 213 321"),
    ("convert", KEEN, "--to", "json"),
    ("generate", "--seed", "1", "--size", "3"),
    ("explain", KEEN, NONE),
    ("hint", KEEN, NONE, THREE, "--reveal"),
    ("hint", KEEN),
    ("candidates", KEEN, "--level", "easy"),
    ("candidates", KEEN, "--by", "solutions"),
    ("show", KEEN, THREE, "--solution"),
    ("sheet", KEEN, THREE, "-o", "{folder}/sheet.pdf"),
    ("show", KEEN, THREE, "--candidates", "-o", "{folder}/board.svg"),
    ("prove", KEEN),
    ("prove", KEEN, "--output", "{folder}/puzzle.cert"),
    ("verify", "{folder}/puzzle.cert"),
    ("hint", KEEN, "--board", "3.. ... ..."),
    ("rate", KEEN, THREE, NONE),
    ("why", KEEN, THREE, NONE, "--minimal", "--repair"),
    ("why", HIDDEN),
    *(("trace", KEEN, "--strategy", name) for name in STRATEGIES),
    ("trace", NO_GUESS, "--strategy", "patterns"),
    ("trace", NONE, "--strategy", "patterns"),
    ("rules",),
    ("formats",),
    ("rules", HIDDEN),
    ("solve", HIDDEN, "--operators"),
    ("rules", "3:a_3aba_,m3a5s1s1"),
    ("cross-check", KEEN, "--backend", "cover", "--backend", "brute-force"),
    ("judge", "echo 1", KEEN, "--answers", "count"),
    ("judge", "sh -c 'exit 3'", KEEN, "--no-shrink"),
    ("judge", "cat", KEEN, "--puzzle-format", "sudoku"),
    ("judge", "sh -c 'echo 1111; echo oh >&2'", EASY, "--save", "{folder}"),
)


def validated(text):
    """The events that are printed, all as the schema has them. There may be thousands of reports
    that differ in their seconds alone: one of these is held against it.
    """
    events = [json.loads(line) for line in text.splitlines()]
    for event in {str(event | {"seconds": None}): event for event in events}.values():
        VALIDATOR.validate(event)
    return events


def test_every_event(tmp_path, monkeypatch):
    """Each is printed by one of these calls at least, each of its properties too."""
    monkeypatch.setattr("kenken_cp.clock.SECONDS_BETWEEN_REPORTS", 0.0)
    seen, properties = set(), set()
    for arguments in CALLS:
        words = [word.replace("{folder}", str(tmp_path)) for word in arguments]
        events = validated(run(*words, "--json").stdout)
        assert events, arguments
        for event in events:
            seen.add(event["event"])
            properties.update(event)
    assert seen == names_in_the_code()
    assert properties == set(SCHEMA["properties"])
