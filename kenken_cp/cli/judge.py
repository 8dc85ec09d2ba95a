"""The commands that judge other people's solvers, and our own engines.

What does the work is imported only when it is asked for: the other commands need not wait for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kenken_cp.cli.app import app
from kenken_cp.cli.options import From, Json, Puzzles, Quiet, Rules

MEMORY = 1024
"""MB that a run may take unless told: what large puzzles need in any language."""

SolverArgument = Annotated[
    str,
    typer.Argument(
        metavar="SOLVER",
        help="A command, such as './solver {input}'; package.module:function; or a backend.",
    ),
]
PuzzleFormat = Annotated[
    str | None,
    typer.Option(metavar="FORMAT", help="Write the puzzles so.  [default: native]"),
]
AnswersOption = Annotated[
    str | None,
    typer.Option(
        "--answers",
        metavar="grids|first|count|unique",
        help="What its answers claim to be.  [default: as they look]",
    ),
]
AnswerRegex = Annotated[
    str | None,
    typer.Option(metavar="REGEX", help="Each match, or its group 'grid', is an answer."),
]
PythonArgument = Annotated[
    str | None,
    typer.Option(metavar="puzzle|text", help="What a function is given, whatever it is annotated."),
]
SuiteOption = Annotated[
    list[str] | None,
    typer.Option(
        "--suite",
        metavar="NAME",
        help="Shipped puzzles; repeatable.  [default: smoke, if no other]",
    ),
]
Fuzz = Annotated[int, typer.Option(metavar="N", min=0, help="N random puzzles.")]
Seed = Annotated[int, typer.Option(metavar="S", help="Which random puzzles.")]
MaxSize = Annotated[
    int, typer.Option(metavar="N", min=1, max=16, help="The largest random puzzles.")
]
AnyKind = Annotated[
    bool, typer.Option("--any-kind", help="Random puzzles of other rules, values and houses too.")
]
RunTimeout = Annotated[float, typer.Option("--timeout", metavar="SECONDS", help="For each puzzle.")]
Memory = Annotated[int, typer.Option(metavar="MB", min=1, help="For each puzzle.")]
Jobs = Annotated[int, typer.Option(metavar="N", min=1, max=256, help="So many at once.")]
JUnit = Annotated[
    Path | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML there.")
]
NoShrink = Annotated[
    bool, typer.Option("--no-shrink", help="Do not look for the smallest failing puzzles.")
]
Save = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Write the smallest failing puzzles there.")
]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Every verdict, the right too.")]


@app.command(epilog="Example: kenken-cp judge 'python3 solve.py {input}' --suite tricky --fuzz 100")
def judge(
    solver: SolverArgument,
    puzzle: Puzzles = None,
    puzzle_format: PuzzleFormat = None,
    answers: AnswersOption = None,
    answer_regex: AnswerRegex = None,
    python_argument: PythonArgument = None,
    suite: SuiteOption = None,
    fuzz: Fuzz = 0,
    seed: Seed = 1,
    max_size: MaxSize = 6,
    any_kind: AnyKind = False,
    timeout: RunTimeout = 10.0,
    memory: Memory = MEMORY,
    jobs: Jobs = 1,
    no_shrink: NoShrink = False,
    save: Save = None,
    junit: JUnit = None,
    from_: From = None,
    rules: Rules = None,
    json: Json = False,
    verbose: Verbose = False,
    quiet: Quiet = False,
) -> None:
    """Is another solver right?

    SOLVER is run once for each puzzle. In a command {input} is the puzzle's file, {output} the file
    for the answer, {puzzle} the puzzle itself; without {input} and {puzzle} it has the puzzle on
    standard input. Grids are found in whatever it prints.
    """
    from kenken_cp.cli import judge_run as run

    terms = run.terms(puzzle_format, timeout, memory, answer_regex, python_argument)
    wanted = run.Wanted(puzzle or [], suite or [], fuzz, seed, max_size, any_kind, from_, rules)
    report = run.report(json=json, verbose=verbose, quiet=quiet, engines=False)
    run.judge(
        solver,
        terms,
        wanted,
        report,
        answers=answers,
        jobs=jobs,
        shrink=not no_shrink and not (quiet and save is None),
        save=save,
        junit_file=junit,
    )


@app.command(
    name="cross-check",
    epilog="Example: kenken-cp cross-check --backend cp-sat --backend logic puzzles/9x9/*.kk",
)
def cross_check(
    puzzle: Puzzles = None,
    backend: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="An engine; repeatable.  [default: all that can, by size]"
        ),
    ] = None,
    timeout: RunTimeout = 10.0,
    from_: From = None,
    rules: Rules = None,
    json: Json = False,
    verbose: Verbose = False,
    quiet: Quiet = False,
) -> None:
    """Our own engines against each other, on your puzzles.

    Each finds every solution; every grid is held to the rules, and each engine to what all of them
    found together.
    """
    from kenken_cp.cli import judge_run as run

    report = run.report(json=json, verbose=verbose, quiet=quiet, engines=True)
    wanted = run.Wanted(puzzle or [], from_=from_, rules=rules)
    run.cross_check(wanted, backend or [], timeout, report)
