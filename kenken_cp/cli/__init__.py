"""The command line: it translates between people and the library, nothing more.

- ``app``: the Typer application, and how the process ends; ``command``: commands of option groups
- ``options``: the option groups; ``work``: who does the work; ``inputs``: from arguments to puzzles
- ``output``: where text goes; ``report``, ``text_report``, ``verdict_report``: what is printed, as
  JSON lines and for people; ``stream``: many solutions at once; ``progress``: the progress line
- ``batch``: one task for each of several puzzles
- the commands: ``searching``, ``checking``, ``generate``, ``explain``, ``rating``, ``trace``,
  ``judge`` (with ``judge_options`` and ``judge_run``), ``listing``

What solves, judges, generates or draws is in the library; this folder has no such logic.
"""

# The help lists the commands in the order in which they are imported.
from kenken_cp.cli import searching, checking, generate  # noqa: I001
from kenken_cp.cli import explain, rating, trace, judge, listing
from kenken_cp.cli.app import main

__all__ = [
    "checking",
    "explain",
    "generate",
    "judge",
    "listing",
    "main",
    "rating",
    "searching",
    "trace",
]
