"""Files that ``show`` writes: pictures of puzzles, and sheets of them to hand out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kenken_cp.cli.app import Exit, error_code
from kenken_cp.cli.files import write, write_numbered
from kenken_cp.cli.items import Named
from kenken_cp.cli.output import (
    STANDARD_OUTPUT,
    Output,
    complain,
    outcome_facts,
    report_error,
    say_event,
    say_of,
    warn_of_letters,
)
from kenken_cp.cli.progress import shown
from kenken_cp.cli.reading import Incoming
from kenken_cp.cli.turns import advise, exit_code, in_turn, not_interrupted
from kenken_cp.clock import Clock, Status
from kenken_cp.errors import KenKenError, LimitReachedError, UnknownNameError
from kenken_cp.render.picture import Picture
from kenken_cp.search.interrupts import in_time
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import count_solutions, solve
from kenken_cp.text import in_seconds, listed, path_name, plural, printable

if TYPE_CHECKING:
    from kenken_cp.cli.making import Filled
    from kenken_cp.render.sheets import Exercise, Sheet

ENDINGS = (".svg", ".png", ".pdf", ".html")
"""Of the files that pictures are written into."""

_PER_PAGE = 2
"""Boards on a page of a sheet if nothing is said and they can be read; of large print one."""

_SECONDS_FOR_COUNT = 2.0
"""Seconds that the solutions of a puzzle with several are counted, for the words beside the one
that is printed.
"""

_SECONDS_WITHOUT_SOLUTIONS = 1.0
"""Seconds that a puzzle is solved whose solution is not printed, only to say that it has none or
several.
"""


def kind_of(path: Path) -> str:
    """The ending that says what is written: standard output gets an SVG."""
    if path == STANDARD_OUTPUT:
        return ".svg"
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        expected = listed(ENDINGS, "or")
        raise KenKenError(f"--output {path_name(path)}: expected a name that ends in {expected}")
    return ending


def write_pictures(
    named: Incoming,
    fill: Callable[[Named], Filled],
    path: Path,
    kind: str,
    seconds: float | None,
    output: Output,
) -> Exit:
    """Draws puzzles into a file, or each into one of its own; returns the exit code."""
    done: list[tuple[Named, Filled]] = []

    def draw(item: Named) -> Exit:
        found = fill(item)
        for text in () if output.is_bare else found.words:
            say_of(item, text)
        done.append((item, found))
        return found.code

    code = in_turn(named, draw, output)
    if code is Exit.INTERRUPTED or not done:
        return code
    pictures = [found.picture for _, found in done]
    if kind in (".svg", ".png") and len(pictures) > 1 and path == STANDARD_OUTPUT:
        raise KenKenError(f"{len(pictures)} pictures on standard output; expected one")
    try:
        with in_time(None if seconds is None else seconds * len(pictures)):
            if kind in (".svg", ".png"):
                files = [_drawn(kind, [picture]) for picture in pictures]
            else:
                files = [_drawn(kind, pictures)]
    except LimitReachedError as error:
        report_error(error, code := error_code(error), as_json=output.json)
        return code
    if path == STANDARD_OUTPUT:
        write(path, files[0])
    else:
        write_numbered(path, files, "picture", quiet=output.is_bare)
    for item, found in done if output.json else ():
        found.say(item, path)
    return code


def _drawn(kind: str, pictures: Sequence[Picture]) -> str | bytes:
    """Pictures as a file, a text or not: the only one, or all of them as pages."""
    from kenken_cp.render.layout import layout

    if kind == ".html":
        from kenken_cp.render.frames import Frame
        from kenken_cp.render.page import Walkthrough, page

        return page([Walkthrough(one.puzzle, [Frame(one)]) for one in pictures])
    titles = [one.puzzle.title for one in pictures]
    drawings = [layout(each, heading=title) for each, title in zip(pictures, titles, strict=True)]
    if kind == ".svg":
        from kenken_cp.render.svg import element

        return element(drawings[0])
    from kenken_cp.render.pdf import pdf, png
    from kenken_cp.render.pdf_fonts import expect_reportlab, font_for

    expect_reportlab(f"a {kind[1:].upper()}")
    warn_of_letters(font_for(titles).lacking("".join(titles)))
    return pdf(drawings) if kind == ".pdf" else png(drawings[0])


# --- sheets --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Paper:
    """What a sheet looks like, as far as somebody has said it; the options of the same names."""

    per_page: int | None
    solutions: str | None
    title: str | None
    paper: str | None
    large: bool

    @property
    def wanted(self) -> bool:
        """Whether anything was said, and so a sheet is wanted."""
        given = (self.per_page, self.solutions, self.title, self.paper)
        return self.large or any(each is not None for each in given)

    def sheet(self) -> Sheet:
        """A sheet that looks so, without puzzles; a KenKenError for what no sheet can be."""
        from kenken_cp.render import sheets

        if self.per_page is not None and self.per_page not in sheets.GRIDS:
            raise KenKenError(f"--per-page {self.per_page}; expected {listed(sheets.GRIDS, 'or')}")
        return sheets.Sheet(
            exercises=(),
            title=self.title or "",
            per_page=self.per_page or (1 if self.large else _PER_PAGE),
            paper=_chosen("paper", self.paper or "a4", sheets.Paper),
            answers=_chosen("place of solutions", self.solutions or "end", sheets.AnswersAt),
            large=self.large,
        )


def _chosen(kind: str, name: str, table: Any) -> Any:
    for choice in table:
        if name.lower() == choice:
            return choice
    raise UnknownNameError(kind, name, table)


def write_sheet(
    named: Incoming, path: Path, paper: Paper, seconds: float | None, output: Output
) -> Exit:
    """Writes a PDF of puzzles to print and hand out; returns the exit code."""
    from kenken_cp.render.pdf import pdf
    from kenken_cp.render.pdf_fonts import expect_reportlab

    expect_reportlab()  # before anything is solved
    empty = paper.sheet()
    done: list[tuple[Named, Exercise]] = []

    def add(item: Named) -> Exit:
        exercise, code = _exercise(item, empty, seconds, output)
        done.append((item, exercise))
        return code

    code = in_turn(named, add, output)
    if code is Exit.INTERRUPTED or not done:
        return code
    exercises = tuple(exercise for _, exercise in done)
    made = _legible(replace(empty, exercises=exercises), paper, done, output)
    warn_of_letters(made.lacking)
    pages = made.pages
    write(path, pdf(pages, title=made.name))
    if output.json:
        say_event("sheet", None, file=str(path), pages=len(pages), puzzles=len(done))
    elif not output.quiet:
        count = f"{plural(len(done), 'puzzle')} on {plural(len(pages), 'page')}"
        complain(f"{printable(str(path))}: {count}")
    return code


def _exercise(
    item: Named, sheet: Sheet, seconds: float | None, output: Output
) -> tuple[Exercise, Exit]:
    """A puzzle and its solution, with what is said of it."""
    from kenken_cp.render.sheets import AnswersAt, Exercise

    answered = sheet.answers is not AnswersAt.NONE
    if not answered:
        seconds = min(seconds or _SECONDS_WITHOUT_SOLUTIONS, _SECONDS_WITHOUT_SOLUTIONS)
    clock = Clock(seconds)
    with shown(output, f"solving {item.name}"):
        outcome = not_interrupted(solve(item.puzzle, seconds=seconds))
        if outcome.count > 1:
            outcome = _counted(item, outcome, clock.left)
    if output.json and (answered or outcome.unique is not None):
        say_event("result", item, outcome.engine, **outcome_facts(outcome))
    if outcome.unique:
        return Exercise(item.puzzle, outcome.solution), Exit.ANSWERED
    if outcome.unique is None and not answered:
        return Exercise(item.puzzle), Exit.ANSWERED
    note, warning = _words(item, outcome)
    if warning and not output.is_bare:
        say_of(item, warning)
        advise(item, outcome, clock.left, output)
    return (
        Exercise(item.puzzle, outcome.solution, note),
        exit_code(outcome, settled=outcome.unique is not None),
    )


def _counted(item: Named, outcome: Outcome, seconds: float | None) -> Outcome:
    """The outcome of a search for two solutions, with the number of all if that is soon known."""
    limits = Limits(None, min(seconds or _SECONDS_FOR_COUNT, _SECONDS_FOR_COUNT))
    counted = not_interrupted(count_solutions(item.puzzle, limits))
    if counted.status is not Status.EXHAUSTED:
        return outcome
    return replace(outcome, status=counted.status, count=counted.count)


def _words(item: Named, outcome: Outcome) -> tuple[str, str]:
    """What is printed beside the solution of a puzzle that has not exactly one, and what whoever
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
    stated = item.puzzle.expected
    as_stated = stated is not None and stated > 1 and stated.agrees(outcome.count)
    return f"one of {many}", "" if as_stated else f"{many}; one of them is printed"


def _legible(
    sheet: Sheet, paper: Paper, done: Sequence[tuple[Named, Exercise]], output: Output
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
        sizes = sorted((number for number in GRIDS if number < sheet.per_page), reverse=True)
        sheets = (replace(sheet, per_page=number) for number in sizes)
        fewer = next(found for found in sheets if not found.illegible)
    if paper.per_page is not None and fewer.per_page < sheet.per_page:
        name = done[illegible[0] - 1][0].shown
        raise KenKenError(
            f"{name}: {small} with --per-page {sheet.per_page}; "
            f"expected --per-page {fewer.per_page}"
        )
    for number in () if output.is_bare else fewer.illegible:
        say_of(done[number - 1][0], f"warning: {small}, even alone on a page")
    return fewer
