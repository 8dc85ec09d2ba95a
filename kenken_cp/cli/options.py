"""The options that commands share."""

from __future__ import annotations

from pathlib import Path
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
Jobs = Annotated[
    int, typer.Option("--jobs", "-j", metavar="N", help="Processes; 0: one a core.", min=0, max=256)
]
Scheduler = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="Dask's, such as tcp://host:8786."),
]
ShardOf = Annotated[
    str | None, typer.Option("--shard", metavar="I/N", help="Only that part, such as 2/5.")
]
Resume = Annotated[
    Path | None,
    typer.Option("--resume", metavar="FILE", help="Keep results there, and go on from them."),
]
