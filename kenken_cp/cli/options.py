"""The options that commands share."""

from __future__ import annotations

from typing import Annotated

import typer

PUZZLE = "A file, - for standard input, or a one-line puzzle."
Puzzles = Annotated[list[str] | None, typer.Argument(metavar="PUZZLE", help=PUZZLE)]
OnePuzzle = Annotated[str, typer.Argument(metavar="PUZZLE", help=PUZZLE)]
From = Annotated[
    str | None, typer.Option("--from", metavar="FORMAT", help="The puzzle's format; else detected.")
]
Rules = Annotated[
    str | None,
    typer.Option("--rules", metavar="NAME", help="The rule set, whatever the file says."),
]
BackendName = Annotated[str, typer.Option("--backend", metavar="NAME", help="The engine.")]
Limit = Annotated[
    int | None, typer.Option("--limit", metavar="N", help="Stop after N solutions.", min=1)
]
Timeout = Annotated[
    float | None, typer.Option("--timeout", metavar="SECONDS", help="Stop each puzzle after that.")
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
Stats = Annotated[bool, typer.Option("--stats", help="The engine's figures too.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="The bare answers only.")]
Plain = Annotated[bool, typer.Option("--plain", help="Grids as digits only.")]
