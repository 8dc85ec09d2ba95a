"""The command that makes puzzles."""

from __future__ import annotations

import json as json_module
import random
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kenken_cp.cli.app import Exit, app, leave
from kenken_cp.cli.options import Jobs, Json, Quiet
from kenken_cp.cli.progress import progress_line
from kenken_cp.cli.report import complain, say
from kenken_cp.cli.work import Work
from kenken_cp.errors import KenKenError, UnknownNameError
from kenken_cp.formats import Format, format_named
from kenken_cp.model.geometry import House, boxes
from kenken_cp.model.geometry import diagonals as both_diagonals
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN

if TYPE_CHECKING:
    from kenken_cp.logic.techniques import Level

_SEEDS = 10**6
"""Seeds that are chosen from where none is given: short enough to be typed again."""


@app.command(
    epilog="Example: kenken-cp generate --size 6 --level hard --count 3 --seed 1",
)
def generate(
    size: Annotated[int, typer.Option("--size", "-s", metavar="N", help="Rows and columns.")] = 6,
    count: Annotated[
        int, typer.Option("--count", "-n", metavar="N", min=1, help="How many puzzles.")
    ] = 1,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Same seed, same puzzles.")
    ] = None,
    first: Annotated[
        int, typer.Option("--first", metavar="N", min=1, help="Number of the first puzzle.")
    ] = 1,
    level: Annotated[
        str | None,
        typer.Option("--level", metavar="NAME", help="How hard: easy to unreasonable."),
    ] = None,
    operators: Annotated[
        str, typer.Option("--operators", metavar="+-*/", help="Those to use; else all.")
    ] = "",
    cage_sizes: Annotated[
        str, typer.Option("--cage-sizes", metavar="MIN-MAX", help="Cells of a cage.")
    ] = "1-4",
    unique: Annotated[
        bool, typer.Option("--unique/--any", help="Exactly one solution, or one or more.")
    ] = True,
    rules: Annotated[
        str, typer.Option("--rules", metavar="NAME", help="The rule set.")
    ] = KENKEN.name,
    values: Annotated[
        str, typer.Option("--values", metavar="0..5", help="What cells may hold; else 1 to N.")
    ] = "",
    box: Annotated[
        str, typer.Option("--boxes", metavar="RxC", help="Boxes of so many rows and columns.")
    ] = "",
    diagonal: Annotated[
        bool, typer.Option("--diagonals", help="All different on both diagonals, too.")
    ] = False,
    hidden: Annotated[
        float, typer.Option("--hidden", metavar="SHARE", help="Operators not shown, 0 to 1.")
    ] = 0.0,
    to: Annotated[
        str, typer.Option("--to", metavar="FORMAT", help="The format to write.")
    ] = "native",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write there instead.")
    ] = None,
    jobs: Jobs = 1,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Random puzzles, each with one solution, printed as found."""
    from kenken_cp.generate import Recipe, numbered
    from kenken_cp.parallel import each_outcome

    wanted = _level(level)
    if wanted and not unique:
        raise KenKenError("--any with --level: a puzzle with a level has one solution")
    recipe = Recipe(
        size,
        operators=re.sub(r"[\s,]", "", operators),
        cage_sizes=_range(cage_sizes),
        rules=rules,
        values=_values(values),
        houses=_houses(size, box, diagonals=diagonal),
        hidden=hidden,
    )
    written = format_named(to)
    if count > 1 and written.join is None and not json:
        raise KenKenError(f"the {to} format holds one puzzle a file; leave out --count")
    chosen = random.SystemRandom().randrange(_SEEDS) if seed is None else seed
    task = partial(numbered, recipe, chosen, unique=unique, level=wanted)
    if seed is None and not quiet:
        complain(f"seed {chosen}")
    shown = not quiet and (output is not None or not sys.stdout.isatty())
    work = Work(jobs)
    numbers = range(first, first + count)
    try:
        with (
            work.crew(count) as (executor, workers),
            _sink(output) as write,
            progress_line("puzzles", count, shown=shown) as counter,
        ):
            found = each_outcome(numbers, task, executor, workers=workers, stop=work.stop)
            for number, puzzle in enumerate(found, first):
                if json:
                    write(_event(puzzle, written, wanted, chosen, number))
                else:
                    write(_gap(written, number - first) + written.write(puzzle).removesuffix("\n"))
                counter.add()
    except KeyboardInterrupt:
        leave(Exit.INTERRUPTED)
    if work.stop:
        leave(Exit.INTERRUPTED)


def _event(puzzle: Puzzle, written: Format, level: Level | None, seed: int, number: int) -> str:
    """A puzzle as a JSON object."""
    facts = {
        "event": "generated",
        "puzzle": puzzle.title,
        "seed": seed,
        "number": number,
        "level": None if level is None else str(level),
        "unique": True if puzzle.expected == 1 else None,
        "format": written.name,
        "text": written.write(puzzle),
    }
    return json_module.dumps(facts, ensure_ascii=False)


def _gap(written: Format, before: int) -> str:
    """What a format wants between puzzles, if some were written before."""
    return written.join(["", ""]) if before and written.join is not None else ""


@contextmanager
def _sink(output: Path | None) -> Iterator[Callable[[str], None]]:
    """A function that writes a text and a newline, at once, to a file or standard output."""
    if output is None:
        yield say
        return
    try:
        with output.open("w", encoding="utf-8") as file:

            def write(text: str) -> None:
                file.write(f"{text}\n")
                file.flush()

            yield write
    except OSError as error:
        raise KenKenError(f"{output}: {error.strerror}") from None


def _level(name: str | None) -> Level | None:
    if name is None:
        return None
    from kenken_cp.logic.techniques import Level

    for level in Level:
        if str(level) == name:
            return level
    raise UnknownNameError("level", name, map(str, Level))


def _range(text: str) -> tuple[int, int]:
    """``1-4``, or ``3`` for both ends."""
    match = re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?", text)
    if match is None:
        raise KenKenError(f"--cage-sizes {text!r}; expected one or two numbers such as 1-4")
    return int(match[1]), int(match[2] or match[1])


def _values(text: str) -> list[int]:
    """``0..5``, or numbers between spaces or commas; none for an empty text."""
    words = re.split(r"[\s,]+", text.strip()) if text.strip() else []
    if len(words) == 1 and (match := re.fullmatch(r"(-?[0-9]{1,7})\.\.(-?[0-9]{1,7})", words[0])):
        low, high = int(match[1]), int(match[2])
        return list(range(low, min(high, low + 2000) + 1))
    if not all(re.fullmatch(r"-?[0-9]{1,7}", word) for word in words):
        raise KenKenError(f"--values {text!r}; expected a range such as 0..5, or numbers")
    return [int(word) for word in words]


def _houses(size: int, box: str, *, diagonals: bool) -> list[House]:
    houses = list(both_diagonals(size)) if diagonals else []
    if box:
        match = re.fullmatch(r"([0-9]{1,3})[xX]([0-9]{1,3})", box)
        if match is None:
            raise KenKenError(f"--boxes {box!r}; expected rows x columns such as 2x3")
        houses += boxes(size, int(match[1]), int(match[2]))
    return houses
