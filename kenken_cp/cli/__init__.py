"""The command line: it translates between people and the library, nothing more.

    app            the Typer application, exit codes, signals, and how a call ends
    options        the options that several commands take, each with its one meaning
    items          puzzles with names
    output         answers to standard output, everything else to standard error, events of JSON
    files          files that are written whole or not at all
    progress       the line on a terminal that says what goes on
    reading        from what a person types to puzzles with names
    turns          what is done for each of several puzzles, and what is said beside the answer
    writing        puzzles as text, and JSON inside of events
    pages          pages to walk through and to play on, of several commands
    solving        solve, enumerate, count, check
    understanding  why, explain, hint, rate, trace
    making         generate, show, convert
    pictures       files that ``show`` writes, sheets among them
    validating     judge, cross-check, prove, verify
    verdicts       what the judging commands print
    reference      list

Each module knows only those above it; the commands are imported when they are called.
``schema.json`` describes what is printed with ``--json``.
"""

from kenken_cp.cli.app import main

__all__ = ["main"]
