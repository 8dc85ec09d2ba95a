"""Ctrl-C for tests: sent to a child process when it has said that it is ready."""

from __future__ import annotations

import signal
import subprocess
import sys

AS_IN_A_TERMINAL = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
"""A shell starts what runs in the background with SIGINT ignored, and a child inherits that."""

SECONDS = 300
"""How long anything may take on a loaded machine."""


def start(script: str) -> subprocess.Popen[str]:
    """A child process that runs a script, as if started in a terminal."""
    return subprocess.Popen(
        [sys.executable, "-u", "-c", AS_IN_A_TERMINAL + script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(child: subprocess.Popen[str], text: str) -> str:
    """Waits until a child prints a line that begins with a text; returns the line."""
    assert child.stdout is not None
    for line in child.stdout:
        if line.startswith(text):
            return line
    raise AssertionError(f"it ended without a line {text!r}: {child.communicate()}")


def interrupt_at(child: subprocess.Popen[str], text: str) -> None:
    """Sends Ctrl-C when a child prints a line that begins with a text."""
    wait_for(child, text)
    child.send_signal(signal.SIGINT)


def ended(child: subprocess.Popen[str]) -> tuple[int, str, str]:
    """The exit code of a child, and what else it has printed."""
    try:
        output, errors = child.communicate(timeout=SECONDS)
    finally:
        child.kill()
    return child.returncode, output, errors
