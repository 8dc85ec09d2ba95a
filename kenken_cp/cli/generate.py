"""The command that makes puzzles: ``generate``."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from kenken_cp.cli.app import Exit, leave
from kenken_cp.cli.command import command
from kenken_cp.cli.options import SEED, Jobs, Output, PuzzleOutput
from kenken_cp.cli.output import complain, json_line, writing
from kenken_cp.cli.progress import progress_line
from kenken_cp.errors import KenKenError, UnknownNameError
from kenken_cp.formats import FORMATS, Format
from kenken_cp.model.geometry import House, Size, boxes, diagonals
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN
from kenken_cp.text import quoted

if TYPE_CHECKING:
    from kenken_cp.generate import Recipe
    from kenken_cp.logic.techniques import Level

_SEEDS = 10**6
"""Seeds to choose from if none is given: few, so that a seed is short enough to be typed again."""

_MAX_VALUES = 2001
"""Values of a range that are passed on: more than any puzzle may have."""


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """Which puzzles of all that the same options make."""

    count: Annotated[
        int, typer.Option("--count", "-n", metavar="N", min=1, help="How many puzzles to make.")
    ] = 1
    seed: Annotated[int | None, SEED] = None
    first: Annotated[
        int, typer.Option("--first", metavar="N", min=1, help="Number of the first puzzle.")
    ] = 1


@dataclass(frozen=True, kw_only=True)
class Kind:
    """What kind of puzzle to make."""

    size: Annotated[
        str,
        typer.Option("--size", "-s", metavar="N|RxC", help="Rows and columns, such as 6 or 4x6."),
    ] = "6"
    level: Annotated[
        str | None, typer.Option("--level", metavar="NAME", help="Difficulty: {levels}.")
    ] = None
    operators: Annotated[
        str,
        typer.Option(
            "--operators", metavar="+-*/", help="Operators to use.  [default: the rule set's]"
        ),
    ] = ""
    cage_sizes: Annotated[
        str,
        typer.Option("--cage-sizes", metavar="MIN-MAX", help="Cells in a cage, such as 2-5."),
    ] = "1-4"
    unique: Annotated[
        bool, typer.Option("--unique/--any", help="Exactly one solution, or at least one.")
    ] = True
    rules: Annotated[
        str, typer.Option("--rules", metavar="NAME", help="Rule set: {rule sets}.")
    ] = KENKEN.name
    values: Annotated[
        str,
        typer.Option(
            "--values",
            metavar="0..5",
            help="Values of the cells.  [default: 1 to the longer side]",
        ),
    ] = ""
    box: Annotated[
        str, typer.Option("--boxes", metavar="RxC", help="Boxes of R rows and C columns.")
    ] = ""
    diagonal: Annotated[
        bool, typer.Option("--diagonals", help="No value twice on a main diagonal.")
    ] = False
    hidden: Annotated[
        float,
        typer.Option("--hidden", metavar="SHARE", help="Share of hidden operators, from 0 to 1."),
    ] = 0.0

    def recipe(self) -> Recipe:
        """The recipe for such puzzles.

        Raises:
            KenKenError: for what no puzzle can be.
        """
        from kenken_cp.generate import Recipe

        size = _size(self.size)
        return Recipe(
            size,
            operators=re.sub(r"[\s,]", "", self.operators),
            cage_sizes=_range(self.cage_sizes),
            rules=self.rules,
            values=_values(self.values),
            houses=_houses(size, self.box, diagonal=self.diagonal),
            hidden=self.hidden,
        )

    def wanted_level(self) -> Level | None:
        """The level that every puzzle is to have.

        Raises:
            KenKenError: if there is no such level, or no puzzle need have one.
        """
        if self.level is None:
            return None
        from kenken_cp.logic.techniques import Level

        for level in Level:
            if str(level) == self.level:
                if not self.unique:
                    raise KenKenError("--any with --level: a puzzle with a level has one solution")
                return level
        raise UnknownNameError("level", self.level, map(str, Level))


@command(example="--size 6 --level hard --count 3 --seed 1")
def generate(
    kind: Kind, numbers: Numbers, puzzles: PuzzleOutput, jobs: Jobs, output: Output
) -> None:
    """Make random puzzles, and print each as soon as it is found."""
    from kenken_cp.generate import numbered
    from kenken_cp.parallel import each_outcome

    level = kind.wanted_level()
    recipe = kind.recipe()
    format_ = FORMATS.named(puzzles.to)
    first, count = numbers.first, numbers.count
    if count > 1 and format_.join is None and not output.json:
        raise KenKenError(f"the {puzzles.to} format holds one puzzle a file; leave out --count")
    seed = random.SystemRandom().randrange(_SEEDS) if numbers.seed is None else numbers.seed
    if numbers.seed is None and not output.quiet:
        complain(f"seed {seed}")
    task = partial(numbered, recipe, seed, unique=kind.unique, level=level)
    work = jobs.work()
    shown = output.shows_progress or (puzzles.output is not None and not output.quiet)
    try:
        with (
            work.pool(count) as (executor, workers),
            writing(puzzles.output) as write,
            progress_line("puzzles", count, shown=shown) as counter,
        ):
            found = each_outcome(
                range(first, first + count), task, executor, workers=workers, stop=work.stop
            )
            for number, puzzle in enumerate(found, first):
                if output.json:
                    write(_event(puzzle, format_, level, seed, number))
                else:
                    text = format_.write(puzzle).removesuffix("\n")
                    write(_gap(format_, after=number > first) + text)
                counter.add()
    except KeyboardInterrupt:
        leave(Exit.INTERRUPTED)
    if work.stop:
        leave(Exit.INTERRUPTED)


def _event(puzzle: Puzzle, format_: Format, level: Level | None, seed: int, number: int) -> str:
    """A puzzle as a JSON object."""
    facts = {
        "puzzle": puzzle.title,
        "seed": seed,
        "number": number,
        "level": None if level is None else str(level),
        "unique": True if puzzle.expected == 1 else None,
        "format": format_.name,
        "text": format_.write(puzzle),
    }
    return json_line("generated", **facts)


def _gap(format_: Format, *, after: bool) -> str:
    """What a format wants between puzzles, before one that comes after another."""
    return format_.join(["", ""]) if after and format_.join is not None else ""


def _size(text: str) -> Size:
    """``6``, or ``4x6`` for rows x columns."""
    if re.fullmatch(r"-?[0-9]{1,4}", text):
        return int(text)
    return _shape(text) or _refuse("--size", text, "rows and columns such as 6 or 4x6")


def _range(text: str) -> tuple[int, int]:
    """``1-4``, or ``3`` for both ends."""
    match = re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?", text)
    if match is None:
        _refuse("--cage-sizes", text, "one or two numbers such as 1-4")
    return int(match[1]), int(match[2] or match[1])


def _values(text: str) -> list[int]:
    """``0..5``, or numbers between spaces or commas; none for an empty text."""
    words = re.split(r"[\s,]+", text.strip()) if text.strip() else []
    if len(words) == 1 and (match := re.fullmatch(r"(-?[0-9]{1,7})\.\.(-?[0-9]{1,7})", words[0])):
        low, high = int(match[1]), int(match[2])
        return list(range(low, min(high + 1, low + _MAX_VALUES)))
    if not all(re.fullmatch(r"-?[0-9]{1,7}", word) for word in words):
        _refuse("--values", text, "a range such as 0..5, or numbers")
    return [int(word) for word in words]


def _houses(size: Size, box: str, *, diagonal: bool) -> list[House]:
    houses = list(diagonals(size)) if diagonal else []
    if box:
        shape = _shape(box) or _refuse("--boxes", box, "rows x columns such as 2x3")
        houses += boxes(size, *shape)
    return houses


def _shape(text: str) -> tuple[int, int] | None:
    """``4x6``: rows x columns."""
    match = re.fullmatch(r"([0-9]{1,4})[xX]([0-9]{1,4})", text)
    return None if match is None else (int(match[1]), int(match[2]))


def _refuse(option: str, text: str, expected: str) -> NoReturn:
    raise KenKenError(f"{option} {quoted(text)}; expected {expected}")
