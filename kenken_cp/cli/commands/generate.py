"""The command that makes puzzles: ``generate``."""

from __future__ import annotations

import re
from contextlib import closing
from functools import partial
from itertools import chain, count, repeat
from typing import TYPE_CHECKING, Annotated

from kenken_cp.cli.app import command, leave
from kenken_cp.cli.options.common import SEED, Jobs, Output, PuzzleOutput, Timeout, option
from kenken_cp.cli.options.groups import Group
from kenken_cp.cli.printing.endings import format_for
from kenken_cp.cli.printing.files import writing
from kenken_cp.cli.printing.output import complain, json_line, report_error
from kenken_cp.cli.running.outcomes import error_code
from kenken_cp.cli.running.progress import work_shown
from kenken_cp.clock import Status
from kenken_cp.errors import KenKenError, LimitReachedError
from kenken_cp.formats import FORMATS, Format
from kenken_cp.model.geometry import Size, boxes
from kenken_cp.model.houses import HOUSE_KINDS
from kenken_cp.model.puzzle import MAX_VALUES, Puzzle
from kenken_cp.model.rule_sets import KENKEN
from kenken_cp.parallel.batches import each_result
from kenken_cp.search.interrupts import in_time
from kenken_cp.text import listed, plural, quoted

if TYPE_CHECKING:
    from kenken_cp.generation import Recipe
    from kenken_cp.logic.steps import Level


class Numbers(Group):
    """Which puzzles of all that the same options make."""

    count: Annotated[
        int | None, option("--count -n N", "How many puzzles to make.  [default: 1]", min=1)
    ] = None
    levels: Annotated[
        str | None,
        option(
            "--levels NAME:N,...",
            "Number of puzzles of each level, such as easy:2,normal:4,hard:4.",
        ),
    ] = None
    seed: Annotated[int | None, SEED] = None
    first: Annotated[int, option("--first N", "Number of the first puzzle.", min=1)] = 1


class Kind(Group):
    """What kind of puzzle to make."""

    size: Annotated[str, option("--size -s N|RxC", "Rows and columns, such as 6 or 4x6.")] = "6"
    level: Annotated[str | None, option("--level NAME", "Difficulty: {levels}.")] = None
    operators: Annotated[
        str,
        option(
            "--operators +-*/",
            "Operators to use, such as +- or mod,max (see: kenken-cp operators).  "
            "[default: the rule set's]",
        ),
    ] = ""
    cage_sizes: Annotated[str, option("--cage-sizes MIN-MAX", "Cells in a cage, such as 2-5.")] = (
        "1-4"
    )
    unique: Annotated[bool, option("--unique/--any", "Exactly one solution, or at least one.")] = (
        True
    )
    rules: Annotated[str, option("--rules NAME", "Rule set: {rule sets}.")] = KENKEN.name
    values: Annotated[
        str, option("--values 0..5", "Values of the cells.  [default: 1 to the longer side]")
    ] = ""
    box: Annotated[str, option("--boxes RxC", "Boxes of R rows and C columns.")] = ""
    diagonal: Annotated[bool, option("--diagonals", "No value twice on a main diagonal.")] = False
    houses: Annotated[str, option("--houses NAME,...", "Extra houses by name: {houses}.")] = ""
    hidden: Annotated[
        float, option("--hidden SHARE", "Share of hidden operators, from 0 to 1.")
    ] = 0.0

    def recipe(self) -> Recipe:
        """The recipe for such puzzles; a KenKenError for what no puzzle can be."""
        from kenken_cp.generation import Recipe

        size = _size(self.size)
        pattern, expected = r"([0-9]{1,4})(?:-([0-9]{1,4}))?", "one or two numbers such as 1-4"
        sizes = _numbers("--cage-sizes", self.cage_sizes, pattern, expected)
        names = re.findall(r"[^\s,]+", self.houses) + ["diagonals"] * self.diagonal
        houses = [house for name in names for house in HOUSE_KINDS.named(name).make(size)]
        if self.box:
            houses += boxes(size, *_sides("--boxes", self.box, "rows x columns such as 2x3"))
        return Recipe(
            size,
            operators=self.operators,
            cage_sizes=(sizes[0], sizes[-1]),
            rules=self.rules,
            values=_values(self.values),
            houses=houses,
            hidden=self.hidden,
        )


@command(example="--size 6 --level hard --count 3 --seed 1")
def generate(
    kind: Kind, chosen: Numbers, puzzles: PuzzleOutput, jobs: Jobs, timeout: Timeout, output: Output
) -> None:
    """Make random puzzles, and print each as soon as it is found."""
    from kenken_cp.generation import new_seed

    runs = _runs(kind, chosen)
    recipe = kind.recipe()
    format_ = FORMATS.named(format_for(puzzles.to, puzzles.output, as_json=output.json))
    first, total = chosen.first, sum(many for _, many in runs)
    if total > 1 and format_.separator is None and not output.json:
        raise KenKenError(
            f"the {format_.name} format holds one puzzle per file; {total} were requested"
        )
    seed = new_seed() if chosen.seed is None else chosen.seed
    task = partial(_made, recipe, seed, unique=kind.unique, seconds=timeout.timeout)

    def text(number: int, puzzle: Puzzle) -> str:
        if output.json:
            return _event(puzzle, format_, seed, number)
        gap = format_.separator or "" if number > first else ""
        return gap + format_.write(puzzle).removesuffix("\n")

    work = jobs.work()
    late: LimitReachedError | None = None
    made = 0
    try:
        with work.interruptible(), writing(puzzles.output) as write:
            if chosen.seed is None and not output.quiet:
                complain(f"seed {seed}")
            levels = chain.from_iterable(repeat(level, many) for level, many in runs)
            numbered = zip(count(first), levels)
            found = each_result(numbered, task, work.workers)
            try:
                with closing(found), work_shown(output) as doing:
                    doing.words = lambda: f"{made} of {plural(total, 'puzzle')} made"
                    for number, puzzle in enumerate(found, first):
                        if isinstance(puzzle, KenKenError):
                            raise puzzle
                        made += 1  # now, as Ctrl-C may come when it is printed
                        write(text(number, puzzle))
            except LimitReachedError as error:  # those before it are kept
                late = error
    except KeyboardInterrupt:
        work.clock.stop()
    if work.interrupted and late is None:
        done = f"{made} of {total} puzzles made" if made else "no puzzle was found yet"
        late = LimitReachedError(f"interrupted: {done}", status=Status.INTERRUPTED)
    if late is not None:
        report_error(late, code := error_code(late))
        leave(code)


def _made(
    recipe: Recipe,
    seed: int,
    wanted: tuple[int, Level | None],
    *,
    unique: bool,
    seconds: float | None,
) -> Puzzle:
    """The puzzle of a number, and of a level: a task for the workers."""
    from kenken_cp.generation import numbered

    number, level = wanted
    try:
        with in_time(seconds):
            return numbered(recipe, seed, number, unique=unique, level=level)
    except LimitReachedError as error:
        if error.status is Status.INTERRUPTED:
            raise KeyboardInterrupt from None
        text = f"{error}, and no puzzle number {number}"
        raise LimitReachedError(text, status=error.status) from None


def _event(puzzle: Puzzle, format_: Format, seed: int, number: int) -> str:
    return json_line(
        "generated",
        puzzle=puzzle.title,
        seed=seed,
        number=number,
        level=puzzle.level or None,
        unique=True if puzzle.expected == 1 else None,
        format=format_.name,
        text=format_.write(puzzle),
    )


def _runs(kind: Kind, chosen: Numbers) -> list[tuple[Level | None, int]]:
    """The levels (None: any) in their order, and how many puzzles of each; a KenKenError for
    options that exclude each other, and for levels that do not exist.
    """
    from kenken_cp.logic.steps import level_named

    named: list[tuple[str | None, int]] = [(kind.level, chosen.count or 1)]
    option = "--level"
    if chosen.levels is not None:
        given = {"--level": kind.level, "--count": chosen.count}
        others = [name for name, value in given.items() if value is not None]
        if others:
            names = listed(others)
            raise KenKenError(
                f"--levels with {names}: --levels gives the number and level of the puzzles itself"
            )
        named = [_level_and_number(chosen.levels, part) for part in chosen.levels.split(",")]
        option = "--levels"
    runs = [(None if name is None else level_named(name), many) for name, many in named]
    if not kind.unique and any(level is not None for level, _ in runs):
        raise KenKenError(f"--any with {option}: a puzzle with a level has one solution")
    return runs


def _level_and_number(levels: str, part: str) -> tuple[str, int]:
    """``hard:4``, a part of ``--levels``; ``hard`` is one puzzle."""
    match = re.fullmatch(r"\s*([^\s:=]+)\s*(?::\s*([0-9]{1,6})\s*)?", part)
    if match is None or (match[2] is not None and int(match[2]) < 1):
        expected = "levels and how many of each, such as easy:2,normal:4,hard:4"
        raise KenKenError(f"--levels {quoted(levels)}; expected {expected}")
    return match[1], int(match[2] or 1)


def _size(text: str) -> Size:
    """``6``, or ``4x6`` for rows x columns."""
    if re.fullmatch(r"-?[0-9]{1,4}", text):
        return int(text)
    return _sides("--size", text, "rows and columns such as 6 or 4x6")


def _sides(option: str, text: str, expected: str) -> tuple[int, int]:
    """``4x6``: rows x columns."""
    rows, columns = _numbers(option, text, r"([0-9]{1,4})[xX]([0-9]{1,4})", expected)
    return rows, columns


def _values(text: str) -> list[int]:
    """``0..5``, or numbers between spaces or commas; none for an empty text."""
    expected = "a range such as 0..5, or numbers"
    if ".." in text:
        pattern = r"(-?[0-9]{1,7})\.\.(-?[0-9]{1,7})"
        low, high = _numbers("--values", text.strip(), pattern, expected)
        values = range(low, high + 1)
        if len(values) > MAX_VALUES:  # a list of them could be long
            raise KenKenError(
                f"--values {quoted(text)}: {len(values)} values; expected at most {MAX_VALUES}"
            )
        if not values:
            raise KenKenError(f"--values {quoted(text)}; expected the lower end first")
        return list(values)
    return [
        value
        for word in re.findall(r"[^\s,]+", text)
        for value in _numbers("--values", word, r"(-?[0-9]{1,7})", expected)
    ]


def _numbers(option: str, text: str, pattern: str, expected: str) -> list[int]:
    """What the groups of a pattern match in an option's text; a KenKenError if they do not."""
    match = re.fullmatch(pattern, text)
    if match is None:
        raise KenKenError(f"{option} {quoted(text)}; expected {expected}")
    return [int(group) for group in match.groups() if group is not None]
