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


@command(example="'python3 solve.py {input}' --puzzle-format json")
def judge(
    solver: Annotated[
        str,
        typer.Argument(
            metavar="SOLVER",
            help="A command such as './solver {input}', file.py:function, package.module:function, "
            "or a backend.",
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

    SOLVER runs once for each puzzle. In a command, {input} stands for the puzzle's file, {output}
    for the file with the answer, {puzzle} for the text of the puzzle; without {input} and {puzzle}
    the command gets the puzzle on standard input. Grids are found in whatever it prints. `kenken-cp
    guide judge` leads from a wrong solver to a right one, step by step.
    """
    from kenken_cp.cli.commands import judge_run

    judge_run.judge(solver, puzzles, asking, timeout.timeout, jobs, failures, output)


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
