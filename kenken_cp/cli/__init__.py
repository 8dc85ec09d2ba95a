"""The command line: it translates between people and the library, nothing more.

    items          puzzles with names
    output         answers to standard output, everything else to standard error, events of JSON;
                   exit codes
    app            the Typer application, signals, and how a call ends
    options        the options that several commands take, each with its one meaning
    files          files that are written whole or not at all, and in which format
    reading        from what a person types to puzzles with names
    progress       the line on a terminal that says what goes on
    answering      the loop over several puzzles, and what is said beside each answer
    pictures       pictures, pages and sheets: on the screen, and into files
    solving        solve, enumerate, count, check
    understanding  why, explain, hint, rate, trace
    making         generate, show, convert
    validating     judge, cross-check
    certifying     prove, verify
    reference      list

Each module knows only those above it; the commands are imported when they are called.
``schema.json`` describes what is printed with ``--json``.
"""

from kenken_cp.cli.app import main

__all__ = ["main"]
