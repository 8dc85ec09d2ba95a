"""Pictures, pages and sheets: what ``show`` draws, and other commands as ``-o FILE.html``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle
from pathlib import Path
from typing import Any

from kenken_cp.cli.answering import answer_here
from kenken_cp.cli.files import expect_writable, write, write_numbered
from kenken_cp.cli.items import PuzzleItem
from kenken_cp.cli.output import STANDARD_OUTPUT, Exit, Output
from kenken_cp.cli.progress import progress_line
from kenken_cp.cli.reading import Incoming, expect_one
from kenken_cp.clock import checkpoint
from kenken_cp.errors import KenKenError
from kenken_cp.logic.explain import Explanation, explanation
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN
from kenken_cp.render.board import has_cages
from kenken_cp.render.frames import Frame
from kenken_cp.render.layout import layout
from kenken_cp.render.page import Walkthrough, page
from kenken_cp.render.pdf import Font, font_for, page_of, pdf, png
from kenken_cp.render.picture import Picture
from kenken_cp.render.play import Game, play_page
from kenken_cp.render.sheets import AnswersAt, Exercise, Sheet
from kenken_cp.render.svg import element
from kenken_cp.render.text import drawn, undrawn
from kenken_cp.search.interrupts import in_time
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import find_or_stop
from kenken_cp.text import listed, path_name, plural, printable, quoted, short_values

ENDINGS = (".svg", ".png", ".pdf", ".html")
"""Of the files that pictures are written into."""


@dataclass(frozen=True, slots=True)
class Filled:
    """What is drawn of a puzzle.

    Args:
        words: what is said of it, on standard error.
        solution: what is filled in, if that is a solution.
        facts: what JSON has beside it.
    """

    picture: Picture
    words: tuple[str, ...] = ()
    code: Exit = Exit.ANSWERED
    solution: Grid | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    def event(self, item: PuzzleItem, output: Output, **more: Any) -> None:
        """Prints the drawing as an event."""
        board = self.picture.values or [[None] * item.puzzle.columns] * item.puzzle.rows
        output.event("drawing", item, **more, board=board, **self.facts)


Fill = Callable[[PuzzleItem], Filled]


def draw(puzzles: Incoming, fill: Fill, output: Output) -> Exit:
    """Draws puzzles on standard output; returns the exit code."""

    def draw_one(item: PuzzleItem) -> Exit:
        found = fill(item)
        found.event(item, output, file=None, text=drawn(found.picture))
        output.head(item)
        title = printable(item.puzzle.title)
        if title and not output.several and not output.quiet:
            output.say(title)
        output.draw(found.picture, output.begin_answer())
        for text in (*found.words, *_unseen(item.puzzle)):
            output.note(text)
        return found.code

    return answer_here(puzzles, draw_one, output)


def _unseen(puzzle: Puzzle) -> Iterator[str]:
    """What a picture as text does not show, as far as it is unusual."""
    if puzzle.rules is not KENKEN and has_cages(puzzle):
        yield f"Rules: {puzzle.rules.name}."
    if not puzzle.has_usual_values:
        yield f"Values: {short_values(puzzle.values)}."
    yield from undrawn(puzzle)


# --- files ---------------------------------------------------------------------------------------


def write_pictures(
    puzzles: Incoming, fill: Fill, path: Path, output: Output, sheet: Sheet | None = None
) -> Exit:
    """Draws puzzles into a file, or each into one of its own; returns the exit code.

    Args:
        sheet: the sheet that they go on, if they do; its exercises are filled in here.
    """
    kind = path.suffix.lower() or ".svg"
    if path == STANDARD_OUTPUT:
        expect_one(puzzles, "for a picture on standard output")
    done: list[tuple[PuzzleItem, Filled]] = []

    def draw_one(item: PuzzleItem) -> Exit:
        found = fill(item)
        for text in found.words if sheet is None else ():
            output.note(text, item)
        done.append((item, found))
        return found.code

    code = answer_here(puzzles, draw_one, output)
    if code is Exit.INTERRUPTED or not done:
        return code
    pictures = [found.picture for _, found in done]
    if sheet is not None:
        files: list[str | bytes] = [_sheet(done, sheet, output)]
    elif kind in (".pdf", ".html"):
        files = [_file(kind, pictures, output)]
    else:
        files = [_file(kind, [each], output) for each in pictures]
    written = write_numbered(path, files, "picture", output)
    for (item, found), file in zip(done, cycle(written)):  # one file may have all of them
        found.event(item, output, file=str(file), text=None)
    return code


def _file(kind: str, pictures: Sequence[Picture], output: Output) -> str | bytes:
    """Pictures as a file, a text or not: the only one, or all of them as pages."""
    if kind == ".html":
        return page([Walkthrough(one.puzzle, [Frame(one)]) for one in pictures])
    drawings = [layout(each, heading=each.puzzle.title) for each in pictures]
    if kind == ".svg":
        return element(drawings[0])
    font = _font("".join(one.puzzle.title for one in pictures), output)
    return pdf(map(page_of, drawings), font=font) if kind == ".pdf" else png(drawings[0], font=font)


def _font(titles: str, output: Output) -> Font:
    """The font of a PDF; it is said which letters of its titles are lacking."""
    font = font_for(titles)
    if lacking := font.lacking(titles):
        output.note(f"no font here has {quoted(lacking, 20)}: ? is printed instead")
    return font


def _sheet(done: Sequence[tuple[PuzzleItem, Filled]], sheet: Sheet, output: Output) -> bytes:
    """A PDF of puzzles to print and hand out, with their solutions."""
    exercises = []
    for item, found in done:
        note = ""
        if sheet.answers is not AnswersAt.NONE and not found.facts["unique"]:
            note = "one of several solutions" if found.solution else "no solution"
            output.note(note, item)
        exercises.append(Exercise(item.puzzle, found.solution, note))
    sheet = replace(sheet, exercises=exercises)
    for number in sheet.illegible:
        small = f"warning: too small to read, {sheet.per_page} on a page"
        output.note(small, done[number - 1][0])
    pages = sheet.pages
    output.note(f"{plural(len(done), 'puzzle')} on {plural(len(pages), 'page')}")
    return pdf(pages, title=sheet.name, font=_font(sheet.titles, output))


def expect_ending(path: Path | None, endings: Sequence[str], *, as_json: bool = False) -> None:
    """KenKenError for a file that cannot be written, or whose name ends in none of these; standard
    output has no name.
    """
    if path not in (None, STANDARD_OUTPUT) and path.suffix.lower() not in endings:
        expected = f"a name that ends in {listed(endings, 'or')}"
        raise KenKenError(f"--output {path_name(path)}: expected {expected}")
    expect_writable(path, as_json=as_json)


def walkthrough(item: PuzzleItem, frames: Iterable[Frame], output: Output) -> Walkthrough:
    """The article of a page about a puzzle; of several, each stands under its name."""
    made = []
    for frame in frames:
        checkpoint()  # a large board has thousands of steps
        made.append(frame)
    return Walkthrough(item.puzzle, made, item.heading * output.several)


def write_page(path: Path | None, articles: Sequence[Walkthrough]) -> None:
    """Writes a page, if it is wanted and anything is to be on it."""
    if path is not None and articles:
        write(path, page(articles))


def explained_solution(puzzle: Puzzle, outcome: Outcome) -> Explanation:
    """The explanation of a puzzle that was searched for two solutions."""
    only = outcome.solution if outcome.unique else None
    return replace(explanation(puzzle, only), solutions=outcome.count)


def write_games(puzzles: Incoming, path: Path, seconds: float | None, output: Output) -> Exit:
    """Writes a page to play on; returns the exit code. A puzzle that has no solution, or several,
    is reported: what is right, or a hint, would mean nothing.
    """
    games: list[Game] = []

    def add(item: PuzzleItem) -> Exit:
        with progress_line(output), in_time(seconds):
            outcome = find_or_stop(item.puzzle, solutions=2, keep=2)
            if not outcome.unique:
                found = "several solutions" if outcome.count else "no solution"
                error = KenKenError(f"{found}; expected one, for --play")
                return output.error(error, item, Exit.NO)
            explained = explained_solution(item.puzzle, outcome)
        # Its reader is a player, whom the names of files do not help.
        untitled = puzzles.several and not item.puzzle.title
        games.append(Game(explained, item.heading if untitled else ""))
        output.event("drawing", item, outcome.engine, file=str(path))
        return Exit.ANSWERED

    code = answer_here(puzzles, add, output)
    if games:
        write(path, play_page(games))
    return code
