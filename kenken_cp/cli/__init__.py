"""The command line: it translates between people and the library, nothing more.

- ``app``: the Typer application, commands of option groups, and how the process ends
- ``options``: the option groups; ``inputs``: from arguments to puzzles
- ``work``: who does the work, and one task for each of several puzzles
- ``output``: where text goes, and the progress line; ``colours``: what it looks like on a terminal
- ``report``, ``verdict_report``: what is printed, as JSON lines and for people; ``stream``: many
  solutions at once
- the commands: ``searching``, ``show``, ``sheet`` (its fonts in ``fonts``), ``why``,
  ``candidates``, ``certify``, ``explain``, ``trace``, ``generate``, ``judge`` (its work in
  ``judge_run``), ``guide`` (what it prints is in ``guides/``), ``rules``, ``listing``

What solves, judges, generates or draws is in the library; this folder has no such logic.
"""

# The help lists the commands in the order in which they are imported.
from kenken_cp.cli import (  # noqa: I001
    searching,
    show,
    sheet,
    why,
    candidates,
    certify,
    explain,
    trace,
    generate,
    judge,
    guide,
    rules,
    listing,
)
from kenken_cp.cli.app import main

__all__ = [
    "candidates",
    "certify",
    "explain",
    "generate",
    "guide",
    "judge",
    "listing",
    "main",
    "rules",
    "searching",
    "sheet",
    "show",
    "trace",
    "why",
]
