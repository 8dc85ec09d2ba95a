"""The commands that judge solvers: ``judge`` those of others, ``cross-check`` our own engines.

What does the work is imported only when it is used: the other commands need not wait for it.
"""

from typing import Annotated

import typer

from kenken_cp.cli.app import EXAMPLE, command
from kenken_cp.cli.options.common import (
    Asking,
    EnginesTimeout,
    Failures,
    Jobs,
    RunTimeout,
    VerdictOutput,
    option,
)
from kenken_cp.cli.running.arguments import JudgedPuzzles, Puzzles
from kenken_cp.judge.answers import SHAPES


@command(example='"python3 solver.py {input}"')
def judge(
    solver: Annotated[
        str,
        typer.Argument(
            metavar="SOLVER",
            help='A command in double quotes, such as "./solver {input}", file.py:function, or '
            "package.module:function.",
        ),
    ],
    puzzles: JudgedPuzzles,
    asking: Asking,
    timeout: RunTimeout,
    jobs: Jobs,
    failures: Failures,
    output: VerdictOutput,
) -> None:
    """Judge another solver: run it on puzzles, check its answers.

    SOLVER runs once for each puzzle. In a command {input} stands for the file with the puzzle, and
    {output} for the file that it writes its answer to; without {input} it gets the puzzle on
    standard input. A function is given a Puzzle, or the text if its parameter is annotated as str.

    What it prints is read in these shapes and no others; everything else around an answer is
    ignored, and where there is no answer the reply is unreadable.
    """
    from kenken_cp.cli.commands import judge_run

    judge_run.judge(solver, puzzles, asking, timeout.timeout, jobs, failures, output)


if judge.__doc__:  # python -OO drops docstrings
    for shape in SHAPES:
        only = f" (with --answers {shape.question})" if shape.question else ""
        judge.__doc__ += f"\n\n    {shape.name}{only}: {shape.text}"


@command("cross-check", example=f"--backend cover --backend logic '{EXAMPLE}'")
def cross_check(
    puzzles: Puzzles,
    backend: Annotated[
        list[str] | None,
        option(
            "--backend NAME",
            "Engine to check; repeatable.  [default: all, where the puzzle is not too large]",
        ),
    ] = None,
    *,
    timeout: EnginesTimeout,
    output: VerdictOutput,
) -> None:
    """Judge our own engines, on your puzzles.

    Each engine finds every solution. Each grid is checked against the rules, and the grids of each
    engine against those of all engines together. The engines share the time limit of a puzzle: each
    may take an equal part of the time that is left.
    """
    from kenken_cp.cli.commands import judge_run

    judge_run.cross_check(puzzles, backend or [], timeout.timeout, output)
