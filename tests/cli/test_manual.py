"""The manual page says what the help says, and can be read by ``man``."""

from __future__ import annotations

import re
import shutil
import subprocess

from cli.calls import answer
from corpus import ROOT

from kenken_cp.cli.manual import manual

PAGE = ROOT / "kenken_cp" / "cli" / "guides" / "kenken-cp.1"


def test_the_page_is_that_of_today():
    assert PAGE.read_text(encoding="utf-8") == manual(), (
        "python -m kenken_cp.cli.manual > kenken_cp/cli/guides/kenken-cp.1"
    )


def test_every_command_and_option_is_there():
    page = manual().replace(r"\-", "-")
    commands = re.findall(r"^  ([a-z-]+)  ", answer("--help").partition("Commands:")[2], re.M)
    assert len(commands) > 15
    for command in commands:
        section = page.partition(f".SS kenken-cp {command} ")[2].partition(".SS ")[0]
        options = re.findall(r"^  (?:-\w, )?(--[a-z-]+)", answer(command, "--help"), re.M)
        assert options
        for option in options:
            assert option in section, f"{command} {option}"
    left = set(re.findall(r"\{([a-z][a-z ]*)\}", page))
    assert left == {"input", "output"}, "else a name of a table that was not looked up"


def test_man_can_read_it():
    """Where groff is installed it has nothing to complain of; no line is a request by accident."""
    text = manual()
    requests = {line.split()[0] for line in text.splitlines() if line.startswith(".")}
    assert requests <= {".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".nf", ".fi", ".RS", ".RE"}
    if groff := shutil.which("groff"):
        done = subprocess.run(
            [groff, "-man", "-ww", "-Tutf8"],
            input=text,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "kenken-cp solve" in done.stdout
