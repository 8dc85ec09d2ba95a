"""The command that makes sheets of puzzles to print: ``sheet``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

from kenken_cp.cli.app import EXAMPLE, Exit, command, leave
from kenken_cp.cli.options.common import FILE, Output, Timeout, option
from kenken_cp.cli.options.groups import Group
from kenken_cp.cli.printing.files import writing_all
from kenken_cp.cli.printing.output import outcome_facts, say_event, say_wrapped, warn_of_letters
from kenken_cp.cli.reading.inputs import Named
from kenken_cp.cli.running.arguments import Puzzles
from kenken_cp.cli.running.outcomes import exit_code, not_interrupted, point_to_why, say_of
from kenken_cp.cli.running.progress import work_shown
from kenken_cp.cli.running.turns import in_turn
from kenken_cp.clock import Clock, Status
from kenken_cp.errors import KenKenError, UnknownNameError
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import count_solutions, solve
from kenken_cp.text import in_seconds, listed, plural, printable, quoted

if TYPE_CHECKING:
    from kenken_cp.render.sheets import Exercise, Sheet

_PER_PAGE = 2
"""Boards on a page if nothing is said and they can be read; of large print one."""

SECONDS_FOR_COUNT = 2.0
"""Seconds that the solutions of a puzzle with several are counted, for the words beside the one
that is printed.
"""

SECONDS_WITHOUT_ANSWERS = 1.0
"""Seconds that a puzzle is solved whose answer is not printed, only to say that it has none or
several.
"""

_Choice = TypeVar("_Choice", bound=StrEnum)


class Layout(Group):
    """What the sheet looks like."""

    output: Annotated[Path | None, FILE] = None
    title: Annotated[str, option("--title TEXT", "Title at the head of each page.")] = ""
    per_page: Annotated[
        int | None,
        option(
            "--per-page N", "Boards on a page: 1, 2, 4 or 6.  [default: 2, or 1 in large print]"
        ),
    ] = None
    paper: Annotated[str, option("--paper SIZE", "Size of the paper: {papers}.")] = "a4"
    answers: Annotated[str, option("--answers WHERE", "Where the answers go: {places}.")] = "end"
    large: Annotated[bool, option("--large", "Large print, for people with low vision.")] = False

    def path(self) -> Path:
        """Where it is written; a KenKenError for what is no name of a PDF."""
        if self.output is None:
            raise KenKenError("expected -o FILE.pdf: where to write the sheet")
        if self.output.suffix.lower() not in (".pdf", ""):
            name, ending = printable(str(self.output)), quoted(self.output.suffix)
            raise KenKenError(f"--output {name}: unknown ending {ending}; expected .pdf")
        return self.output

    def sheet(self) -> Sheet:
        """A sheet that looks so, without puzzles; a KenKenError for what no sheet can be."""
        from kenken_cp.render.pdf_fonts import expect_reportlab
        from kenken_cp.render.sheets import GRIDS, AnswersAt, Paper, Sheet

        expect_reportlab()  # before anything is solved
        if self.per_page is not None and self.per_page not in GRIDS:
            raise KenKenError(f"--per-page {self.per_page}; expected {listed(GRIDS, 'or')}")
        return Sheet(
            exercises=(),
            title=self.title,
            per_page=self.per_page or (1 if self.large else _PER_PAGE),
            paper=_chosen("paper", self.paper, Paper),
            answers=_chosen("place of answers", self.answers, AnswersAt),
            large=self.large,
        )


def _chosen(kind: str, name: str, table: type[_Choice]) -> _Choice:
    for choice in table:
        if name.lower() == choice:
            return choice
    raise UnknownNameError(kind, name, table)


@command(example=f"'{EXAMPLE}' -o sheet.pdf")
def sheet(puzzles: Puzzles, layout: Layout, timeout: Timeout, output: Output) -> None:
    """Make a PDF of puzzles to print and hand out, with the rules in use and a line for a name.

    With --answers back each answer is behind its board, if the printer prints on both sides and
    flips on the long edge.
    """
    from kenken_cp.render.pdf import pdf

    path, empty = layout.path(), layout.sheet()
    done: list[tuple[Named, Exercise]] = []
    with writing_all([path], binary=True) as write:

        def add(named: Named) -> Exit:
            exercise, code = _exercise(named, empty, timeout.timeout, output)
            done.append((named, exercise))
            return code

        code = in_turn(puzzles.named, add, quiet=output.quiet)
        if code is Exit.INTERRUPTED or not done or (puzzles.fail_fast and code > Exit.NO):
            leave(code)  # and no file takes its place
        exercises = tuple(exercise for _, exercise in done)
        made = _legible(replace(empty, exercises=exercises), layout, done, quiet=output.quiet)
        warn_of_letters(made.lacking)
        pages = made.pages
        write(path, pdf(pages, title=made.name))
    if output.json:
        say_event("sheet", file=str(path), pages=len(pages), puzzles=len(done))
    elif not output.quiet and path.is_file():  # not where the sheet itself goes
        count = f"{plural(len(done), 'puzzle')} on {plural(len(pages), 'page')}"
        say_wrapped(f"{printable(str(path))}: {count}")
    leave(code)


# --- answers -------------------------------------------------------------------------------------


def _exercise(
    named: Named, sheet: Sheet, seconds: float | None, output: Output
) -> tuple[Exercise, Exit]:
    """A puzzle and its answer, with what is said of it."""
    from kenken_cp.render.sheets import AnswersAt, Exercise

    answered = sheet.answers is not AnswersAt.NONE
    if not answered:
        seconds = min(seconds or SECONDS_WITHOUT_ANSWERS, SECONDS_WITHOUT_ANSWERS)
    clock = Clock(seconds)
    with work_shown(output, f"solving {named.name}"):
        outcome = not_interrupted(solve(named.puzzle, seconds=seconds))
        if outcome.count > 1:
            outcome = _counted(named, outcome, clock.left)
    if output.json and (answered or outcome.unique is not None):
        say_event("result", named, **outcome_facts(outcome), unique=outcome.unique)
    if outcome.unique:
        return Exercise(named.puzzle, outcome.solution), Exit.ANSWERED
    if outcome.unique is None and not answered:
        return Exercise(named.puzzle), Exit.ANSWERED
    note, warning = _words(named, outcome)
    if warning and not output.quiet:
        say_of(named, warning)
        point_to_why(named, outcome, clock.left, quiet=output.is_bare)
    return (
        Exercise(named.puzzle, outcome.solution, note),
        exit_code(outcome, settled=outcome.unique is not None),
    )


def _counted(named: Named, outcome: Outcome, seconds: float | None) -> Outcome:
    """The outcome of a search for two solutions, with the number of all if that is soon known."""
    limits = Limits(None, min(seconds or SECONDS_FOR_COUNT, SECONDS_FOR_COUNT))
    counted = not_interrupted(count_solutions(named.puzzle, limits))
    if counted.status is not Status.EXHAUSTED:
        return outcome
    return replace(outcome, status=counted.status, count=counted.count)


def _words(named: Named, outcome: Outcome) -> tuple[str, str]:
    """What is printed beside the answer of a puzzle that has not exactly one, and what whoever
    makes the sheet reads, if it is not what the puzzle states.
    """
    if outcome.unique is None:
        after = f"timeout after {in_seconds(outcome.seconds)}"
        if outcome.count:
            return "perhaps not the only solution", f"perhaps not its only solution: {after}"
        return "not solved", f"no answer: {after}"
    if not outcome.count:
        return "no solution", "no solution"
    many = f"{outcome.count} solutions" if outcome.count.exact else "several solutions"
    stated = named.puzzle.expected
    as_stated = stated is not None and stated > 1 and stated.agrees(outcome.count)
    return f"one of {many}", "" if as_stated else f"{many}; its answer is one of them"


# --- sizes ---------------------------------------------------------------------------------------


def _legible(
    sheet: Sheet, layout: Layout, done: Sequence[tuple[Named, Exercise]], *, quiet: bool
) -> Sheet:
    """The sheet, with fewer boards on a page if that many cannot be read and nobody has asked for
    them; a KenKenError if somebody has. What cannot be read even alone on a page is warned of.
    """
    from kenken_cp.render.sheets import GRIDS

    if not (illegible := sheet.illegible):
        return sheet
    small = "too small " + ("for large print" if sheet.large else "to read")
    fewer = alone = replace(sheet, per_page=1)
    if not alone.illegible:
        numbers = sorted((number for number in GRIDS if number < sheet.per_page), reverse=True)
        sheets = (replace(sheet, per_page=number) for number in numbers)
        fewer = next(found for found in sheets if not found.illegible)
    if layout.per_page is not None and fewer.per_page < sheet.per_page:
        name = done[illegible[0] - 1][0].shown
        raise KenKenError(
            f"{name}: {small} with --per-page {sheet.per_page}; "
            f"expected --per-page {fewer.per_page}"
        )
    for number in () if quiet else fewer.illegible:
        say_of(done[number - 1][0], f"warning: {small}, even alone on a page")
    return fewer
