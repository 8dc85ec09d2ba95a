"""What ``show`` draws: on the screen, into files, and on sheets of puzzles to hand out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kenken_cp.cli.files import write, write_numbered
from kenken_cp.cli.items import Named
from kenken_cp.cli.output import STANDARD_OUTPUT, Exit, Output
from kenken_cp.cli.progress import shown
from kenken_cp.cli.reading import Incoming, expect_one
from kenken_cp.cli.turns import advise, exit_code, in_turn, not_interrupted
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN
from kenken_cp.render.board import has_cages
from kenken_cp.render.frames import Frame
from kenken_cp.render.layout import layout
from kenken_cp.render.page import Walkthrough, page
from kenken_cp.render.pdf import pdf, png
from kenken_cp.render.picture import Picture
from kenken_cp.render.records import open_board
from kenken_cp.render.sheets import AnswersAt, Exercise, Sheet
from kenken_cp.render.svg import element
from kenken_cp.render.text import drawn, undrawn
from kenken_cp.search.verbs import solve
from kenken_cp.text import plural, printable, short_values

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


def write_pictures(named: Incoming, fill: Fill, path: Path, output: Output) -> Exit:
    """Draws puzzles into a file, or each into one of its own; returns the exit code."""
    kind = path.suffix.lower() or ".svg"
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
    files = [_file(kind, each) for each in together]
    if path == STANDARD_OUTPUT:
        write(path, files[0])
    else:
        write_numbered(path, files, "picture", output)
    for item, found in done:
        found.event(item, output, file=str(path), text=None)
    return code


def _file(kind: str, pictures: Sequence[Picture]) -> str | bytes:
    """Pictures as a file, a text or not: the only one, or all of them as pages."""
    if kind == ".html":
        return page([Walkthrough(one.puzzle, [Frame(one)]) for one in pictures])
    drawings = [layout(each, heading=each.puzzle.title) for each in pictures]
    if kind == ".svg":
        return element(drawings[0])
    return pdf(drawings) if kind == ".pdf" else png(drawings[0])


def write_sheet(
    named: Incoming, path: Path, sheet: Sheet, seconds: float | None, output: Output
) -> Exit:
    """Writes a PDF of puzzles to print and hand out; returns the exit code.

    Args:
        sheet: what it looks like, without puzzles.
    """
    done: list[tuple[Named, Exercise]] = []

    def add(item: Named) -> Exit:
        if sheet.answers is AnswersAt.NONE:
            done.append((item, Exercise(item.puzzle)))
            return Exit.ANSWERED
        with shown(output, f"solving {item.name}"):
            outcome = not_interrupted(solve(item.puzzle, seconds=seconds))
        several = "one of several solutions" if outcome.count > 1 else outcome.in_words
        note = "" if outcome.unique else several
        done.append((item, Exercise(item.puzzle, outcome.solution, note)))
        if note:
            output.note(note, item)
            advise(item, outcome, seconds, output)
        return exit_code(outcome, settled=outcome.unique is not None)

    code = in_turn(named, add, output)
    if code is Exit.INTERRUPTED or not done:
        return code
    sheet = replace(sheet, exercises=tuple(exercise for _, exercise in done))
    for number in sheet.illegible:
        small = f"warning: too small to read, {sheet.per_page} on a page"
        output.note(small, done[number - 1][0])
    pages = sheet.pages
    write(path, pdf(pages, title=sheet.name))
    for item, exercise in done:
        board = exercise.answer or open_board(item.puzzle)
        output.event("drawing", item, file=str(path), board=board)
    output.note(f"{path}: {plural(len(done), 'puzzle')} on {plural(len(pages), 'page')}")
    return code
