"""What ``show`` draws: on the screen, into files, and on sheets of puzzles to hand out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kenken_cp.cli.files import write, write_numbered
from kenken_cp.cli.items import Named
from kenken_cp.cli.output import NAME, STANDARD_OUTPUT, Exit, Output, outcome_facts
from kenken_cp.cli.progress import shown
from kenken_cp.cli.reading import Incoming, expect_one
from kenken_cp.cli.turns import advise, exit_code, in_turn, not_interrupted
from kenken_cp.errors import KenKenError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN
from kenken_cp.render.board import has_cages
from kenken_cp.render.frames import Frame
from kenken_cp.render.layout import layout
from kenken_cp.render.page import Walkthrough, page
from kenken_cp.render.pdf import pdf, png
from kenken_cp.render.pdf_fonts import expect_reportlab, font_for
from kenken_cp.render.picture import Picture
from kenken_cp.render.records import open_board
from kenken_cp.render.sheets import GRIDS, AnswersAt, Exercise, Sheet
from kenken_cp.render.svg import element
from kenken_cp.render.text import drawn, undrawn
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import solve
from kenken_cp.text import in_seconds, listed, path_name, plural, printable, quoted, short_values

ENDINGS = (".svg", ".png", ".pdf", ".html")
"""Of the files that pictures are written into."""


@dataclass(frozen=True, slots=True)
class Filled:
    """What is drawn of a puzzle.

    Args:
        words: what is said of it, on standard error.
        answers: lines that belong to the drawing.
        facts: what JSON has beside it.
    """

    picture: Picture
    words: tuple[str, ...] = ()
    code: Exit = Exit.ANSWERED
    answers: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    def event(self, item: Named, output: Output, **more: Any) -> None:
        """Prints the drawing as an event."""
        board = self.picture.values or open_board(item.puzzle)
        output.event("drawing", item, **more, board=board, **self.facts)


Fill = Callable[[Named], Filled]


def draw(named: Incoming, fill: Fill, output: Output) -> Exit:
    """Draws puzzles on standard output; returns the exit code."""

    def draw_one(item: Named) -> Exit:
        found = fill(item)
        found.event(item, output, file=None, text=drawn(found.picture))
        output.head(item)
        title = printable(item.puzzle.title)
        if title and not output.several and not output.quiet:
            output.say(title)
        output.draw(found.picture, output.begin_answer())
        for text in found.answers:
            output.say(text)
        for text in (*found.words, *_unseen(item.puzzle)):
            output.note(text)
        return found.code

    return in_turn(named, draw_one, output)


def _unseen(puzzle: Puzzle) -> Iterator[str]:
    """What a picture as text does not show, as far as it is unusual."""
    if puzzle.rules is not KENKEN and has_cages(puzzle):
        yield f"Rules: {puzzle.rules.name}."
    if not puzzle.has_usual_values:
        yield f"Values: {short_values(puzzle.values)}."
    yield from undrawn(puzzle)


# --- files ---------------------------------------------------------------------------------------


def kind_of(path: Path) -> str:
    """The ending that says what is written: standard output gets an SVG."""
    if path == STANDARD_OUTPUT:
        return ".svg"
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        expected = listed(ENDINGS, "or")
        raise KenKenError(f"--output {path_name(path)}: expected a name that ends in {expected}")
    return ending


def write_pictures(named: Incoming, fill: Fill, path: Path, output: Output) -> Exit:
    """Draws puzzles into a file, or each into one of its own; returns the exit code."""
    kind = kind_of(path)
    if path == STANDARD_OUTPUT:
        expect_one(named, "for a picture on standard output")
    done: list[tuple[Named, Filled]] = []

    def draw_one(item: Named) -> Exit:
        found = fill(item)
        for text in found.words:
            output.note(text, item)
        done.append((item, found))
        return found.code

    code = in_turn(named, draw_one, output)
    if code is Exit.INTERRUPTED or not done:
        return code
    pictures = [found.picture for _, found in done]
    together = [pictures] if kind in (".pdf", ".html") else [[each] for each in pictures]
    files = [_file(kind, each, output) for each in together]
    if path == STANDARD_OUTPUT:
        write(path, files[0])
    else:
        write_numbered(path, files, "picture", output)
    for item, found in done:
        found.event(item, output, file=str(path), text=None)
    return code


def _file(kind: str, pictures: Sequence[Picture], output: Output) -> str | bytes:
    """Pictures as a file, a text or not: the only one, or all of them as pages."""
    if kind == ".html":
        return page([Walkthrough(one.puzzle, [Frame(one)]) for one in pictures])
    drawings = [layout(each, heading=each.puzzle.title) for each in pictures]
    if kind == ".svg":
        return element(drawings[0])
    expect_reportlab(f"a {kind[1:].upper()}")
    titles = [one.puzzle.title for one in pictures]
    _warn_of_letters(font_for(titles).lacking("".join(titles)), output)
    return pdf(drawings) if kind == ".pdf" else png(drawings[0])


def _warn_of_letters(lacking: str, output: Output) -> None:
    """Says which letters of titles are printed as ``?``, if there are any."""
    if lacking:
        output.note(f"{NAME}: no font here has {quoted(lacking, 20)}: ? is printed instead")


# --- sheets --------------------------------------------------------------------------------------


def expect_sheet(path: Path | None, per_page: int | None, contents: Sequence[str]) -> None:
    """KenKenError for what no sheet can be.

    Args:
        contents: the options for what is drawn beside the puzzles.
    """
    if path is None or path.suffix.lower() != ".pdf":
        raise KenKenError("options for paper without a sheet; expected -o FILE.pdf too")
    if contents:
        raise KenKenError(
            "a sheet has empty boards, and its solutions where --solutions says; expected no "
            f"{contents[0]} with it"
        )
    if per_page is not None and per_page not in GRIDS:
        raise KenKenError(f"--per-page {per_page}; expected {listed(GRIDS, 'or')}")
    expect_reportlab()  # before anything is solved


def write_sheet(
    named: Incoming,
    path: Path,
    sheet: Sheet,
    seconds: float | None,
    output: Output,
    *,
    may_hold_fewer: bool,
) -> Exit:
    """Writes a PDF of puzzles to print and hand out; returns the exit code.

    Args:
        sheet: what it looks like, without puzzles.
        may_hold_fewer: whether a page may have fewer boards than that, if so many cannot be read.
    """
    done: list[tuple[Named, Exercise]] = []

    def add(item: Named) -> Exit:
        exercise, code = _exercise(item, sheet, seconds, output)
        done.append((item, exercise))
        return code

    code = in_turn(named, add, output)
    if code is Exit.INTERRUPTED or not done:
        return code
    sheet = replace(sheet, exercises=tuple(exercise for _, exercise in done))
    small = "too small " + ("for large print" if sheet.large else "to read")
    most = _most_legible(sheet)
    if most < sheet.per_page and not may_hold_fewer:
        name, what = done[sheet.illegible[0] - 1][0].shown, f"--per-page {sheet.per_page}"
        raise KenKenError(f"{name}: {small} with {what}; expected --per-page {most}")
    sheet = replace(sheet, per_page=most)
    for number in sheet.illegible:
        output.note(f"warning: {small}, even alone on a page", done[number - 1][0])
    _warn_of_letters(sheet.lacking, output)
    pages = sheet.pages
    write(path, pdf(pages, title=sheet.name))
    output.event("sheet", file=str(path), pages=len(pages), puzzles=len(done))
    output.note(f"{path}: {plural(len(done), 'puzzle')} on {plural(len(pages), 'page')}")
    return code


def _most_legible(sheet: Sheet) -> int:
    """How many boards a page may have, up to as many as it is to have, so that all can be read; one
    if not even that can.
    """
    for number in sorted(GRIDS, reverse=True):
        if number <= sheet.per_page and not replace(sheet, per_page=number).illegible:
            return number
    return 1


def _exercise(
    item: Named, sheet: Sheet, seconds: float | None, output: Output
) -> tuple[Exercise, Exit]:
    """A puzzle and its solution, if it is to be printed, with what is said of it."""
    if sheet.answers is AnswersAt.NONE:
        return Exercise(item.puzzle), Exit.ANSWERED
    with shown(output, f"solving {item.name}"):
        outcome = not_interrupted(solve(item.puzzle, seconds=seconds))
    output.event("result", item, outcome.engine, **outcome_facts(outcome))
    note = _note(outcome)
    stated = item.puzzle.expected
    as_stated = outcome.count > 1 and stated is not None and stated > 1
    if note and not as_stated:
        why = f": timeout after {in_seconds(outcome.seconds)}" if outcome.unique is None else ""
        output.note(note + why, item)
        advise(item, outcome, output)
    code = exit_code(outcome, settled=outcome.unique is not None)
    return Exercise(item.puzzle, outcome.solution, note), code


def _note(outcome: Outcome) -> str:
    """What is printed beside the solution of a puzzle, if it is not known to be the only one."""
    if outcome.unique:
        return ""
    if outcome.unique is None:
        return "perhaps not the only solution" if outcome.count else "not solved"
    return "one of several solutions" if outcome.count else "no solution"
