"""``list``, the help, the version, completion, and what is said of a command that is none."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections import defaultdict

import pytest
from cli.calls import COMMANDS, answer, complaint, events, options_of, plain_words, run
from cli.puzzles import KEEN

import kenken_cp
from kenken_cp.encode.exports import EXPORTS
from kenken_cp.formats import FORMATS
from kenken_cp.judge.suites import SUITES
from kenken_cp.logic.steps import Level
from kenken_cp.logic.techniques import TECHNIQUES
from kenken_cp.model.operators import OPERATORS
from kenken_cp.model.rule_sets import RULE_SETS
from kenken_cp.search.engine import BACKENDS

LISTS = {
    "backends": BACKENDS,
    "formats": FORMATS,
    "operators": OPERATORS,
    "rules": RULE_SETS,
    "suites": SUITES,
    "techniques": TECHNIQUES,
}
names = {what: [record.name for record in table] for what, table in LISTS.items()}
names["formats"] += EXPORTS


def test_the_lists_themselves():
    assert answer("list").split() == [event["name"] for event in events("list")] == list(LISTS)


@pytest.mark.parametrize("what", LISTS)
class TestList:
    def test_a_row_a_line(self, what):
        lines = answer("list", what).splitlines()
        assert [line for line in lines if line.startswith(tuple(names[what]))] == lines
        assert len(lines) == len(names[what])
        assert [line.rstrip() for line in lines] == lines

    def test_json(self, what):
        found = events("list", what)
        assert [event["name"] for event in found] == names[what]
        assert {(event["event"], event["list"]) for event in found} == {("item", what)}
        assert all(event["summary"] for event in found)

    def test_one_of_them(self, what):
        for name in (*names[what][:3], names[what][-1]):
            assert name in answer("list", what, name)
            assert [event["name"] for event in events("list", what, name)] == [name]
        assert f"known: {names[what][0]}" in complaint("list", what, "nothing")


def test_the_example_of_a_format_is_one():
    text = answer("list", "formats", "keen")
    (event,) = events("list", "formats", "keen")
    assert text.endswith(f"\nexample: {event['example']}")
    assert run("count", event["example"]).returncode == 0
    assert "\nsuffix: txt\nwrites: yes\n" in text
    (event,) = events("list", "formats", "penpa")
    assert event["writes"] is False
    assert "\nwrites: no\nexample:" in answer("list", "formats", "penpa")
    assert re.search("^dimacs +cnf +clauses for SAT", answer("list", "formats"), re.MULTILINE)


def test_operators_may_be_called_by_their_symbols():
    found = [
        event["name"] for sign in ("+", "mod", "=") for event in events("list", "operators", sign)
    ]
    assert found == ["add", "modulo", "given"]


class TestHelp:
    def test_it_lists_every_command_in_a_panel(self):
        text = answer("--help")
        for panel in ("Solve", "Understand", "Make", "Validate", "Reference"):
            assert f"─ {panel} ─" in text
        assert len(COMMANDS) == 17
        for command in COMMANDS:
            assert re.search(rf"│ {command} ", text)
        done = run()
        assert done.returncode == 2
        assert (done.stdout + done.stderr).decode().strip() == text.strip()

    @pytest.mark.parametrize("command", COMMANDS)
    def test_every_command_has_a_sentence_and_an_example_that_runs(self, command, tmp_path):
        text = answer(command, "--help")
        assert text.strip() == answer(command, "-h").strip()
        (example,) = re.findall(r"Example: kenken-cp (.*)", plain_words(text))
        words = shlex.split(example)
        assert words[0] == command
        assert "'" not in example, "cmd.exe knows double quotes alone"
        if command not in ("judge", "verify"):  # of which the reader has the file
            assert run(*words, folder=tmp_path).returncode in (0, 1)

    def test_an_option_means_the_same_in_every_command(self):
        """But for the bounds of --backend and --timeout of those that judge."""
        texts = defaultdict(set)
        for command in COMMANDS:
            for name, option in options_of(command).items():
                texts[name].add((option.help, tuple(option.opts), option.metavar))
        assert {name for name, found in texts.items() if len(found) > 1} <= {"--backend"}
        assert len(texts) <= 56
        helps = [help_ for found in texts.values() for help_, *_ in found]
        assert len(helps) == len(set(helps)), "and no two options the same"

    def test_the_version(self):
        assert answer("--version") == answer("-V") == f"kenken-cp {kenken_cp.__version__}\n"


class TestNoSuchCommand:
    @pytest.mark.parametrize(
        ("arguments", "meant"),
        [
            (["slove"], "'solve'"),
            ([KEEN], "kenken-cp solve"),
            (["some.kk", "--plain"], "kenken-cp solve"),
        ],
        ids=lambda value: value[0] if isinstance(value, list) else None,
    )
    def test_did_you_mean(self, arguments, meant):
        error = plain_words(complaint(*arguments))
        assert meant in json.loads(answer(*arguments, "--json", code=2))["message"]
        assert "Did you mean" in error
        assert meant in error

    def test_of_options(self):
        assert "--limit" in complaint("solve", "--limt", "3")


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ("kenken-cp cro", {"cross-check"}),
        ("kenken-cp solve --li", {"--limit"}),
        ("kenken-cp solve --backend ", set(BACKENDS.names())),
        ("kenken-cp generate --level ", {str(level) for level in Level}),
        ("kenken-cp list t", {"techniques"}),
        ("kenken-cp convert --to p", {"prolog", "ps", "puzzlekit"}),  # penpa is only read
        ("kenken-cp solve --rules k", {"kenken", "killer"}),
    ],
)
def test_completion(line, known):
    words = {
        "_KENKEN_CP_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(line.count(" ")),
    }
    done = run(env=words)
    assert (set(done.stdout.decode().split()), done.stderr) == (known, b"")


IMPORTED = """
import sys
from kenken_cp.__main__ import main
sys.argv = ["kenken-cp", *sys.argv[1:]]
try: main()
except SystemExit as leaving: assert leaving.code in (0, None)
print(*sys.modules, file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("call", "unused"),
    [
        (["--version"], {"solving", "understanding", "making", "validating"}),
        (["solve", KEEN], {"understanding", "making", "validating"}),
        (["count", KEEN], {"understanding", "making", "validating"}),
        (["show", KEEN], {"understanding", "validating"}),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_command_imports_what_it_uses(call, unused):
    """What is imported is most of a start."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED, *call], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    found = set(done.stderr.split())
    assert not found & {f"kenken_cp.cli.{name}" for name in unused}
    roots = {name.partition(".")[0] for name in found}
    assert not roots & {"constraint", "numpy", "ortools", "pandas", "pysat", "reportlab"}
