"""The command line: it translates between people and the library, nothing more.

- ``app``: the Typer application, and how the process ends, by itself or by ``signals``;
  ``commands``: the table of commands; ``help``: what it says of them, and ``manual``, as a page
- ``groups``: options that commands take together; ``options``: these groups
- ``texts``: what files and standard input hold; ``inputs``: from such texts, and from ``folders``,
  to puzzles; ``arguments``: the options that say which puzzles
- ``work``: who does the work; ``turns``: what is done for each of several puzzles; ``outcomes``:
  what follows from the outcome for one
- ``output``: where text goes; ``endings``: in which format a file is written; ``colours``: what it
  looks like on a terminal; ``live``: the line there that is replaced, and how many of several are
  done; ``progress``: how far the work on a puzzle has come
- ``report``, ``verdict_report``: what is printed, as JSON lines and for people; ``stream``: many
  solutions at once; ``pages``: what is written with ``--html``
- the commands: ``searching``, ``show``, ``sheet`` (its fonts in ``fonts``), ``why``,
  ``candidates``, ``certify``, ``explain``, ``trace``, ``generate``, ``judge`` (its work in
  ``judge_run``), ``guide`` (what it prints is in ``guides/``), ``rules``, ``listing``

What solves, judges, generates or draws is in the library; this folder has no such logic.
"""

from kenken_cp.cli.app import main

__all__ = ["main"]
