"""Everything printed with --json keeps to the schema that the package has."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest
from cli.calls import KEEN, NONE, THREE, run
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

SCHEMA = json.loads(files("kenken_cp.cli").joinpath("schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
STRATEGIES = ("deduction", "best-first", "backtracking", "mcv-lcv", "patterns", "propagation")


def test_the_schema_is_one():
    Draft202012Validator.check_schema(SCHEMA)
    for wrong in ({}, {"schema": 2, "event": "hint"}, {"schema": 1, "event": "solution"}):
        with pytest.raises(ValidationError):
            VALIDATOR.validate(wrong)


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", KEEN, THREE, NONE, "nowhere"),
        ("solve", KEEN, "--stats", "--shard", "1/1"),
        ("solve", "--nonsense"),
        ("enumerate", THREE, "--limit", "2"),
        ("count", THREE, NONE),
        ("count", "--estimate", THREE),
        ("check", KEEN, THREE),
        ("check", KEEN, "--grid", "112 213 321"),
        ("generate", "--seed", "1", "--size", "3"),
        ("explain", KEEN, NONE),
        ("hint", KEEN, NONE, THREE, "--reveal"),
        ("hint", KEEN, "--grid", "3.. ... ..."),
        ("rate", KEEN, THREE, NONE),
        *(("trace", KEEN, "--strategy", name) for name in STRATEGIES),
        ("cross-check", KEEN, "--backend", "cover", "--backend", "brute-force"),
        ("judge", "kenken_cp:solve", KEEN, THREE, "--answers", "grids"),
    ],
    ids=" ".join,
)
def test_every_command(arguments):
    lines = run(*arguments, "--json").stdout.decode().splitlines()
    assert lines
    for line in lines:
        VALIDATOR.validate(json.loads(line))
