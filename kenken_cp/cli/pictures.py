"""Pictures, pages and sheets: what ``show`` draws, and other commands as ``-o FILE.html``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from typing import Any

from kenken_cp.cli.files import expect_writable, write, write_numbered
from kenken_cp.cli.items import PuzzleItem
from kenken_cp.cli.output import STANDARD_OUTPUT, Exit, Output
from kenken_cp.clock import checkpoint
from kenken_cp.errors import KenKenError
from kenken_cp.logic.candidates import Board
from kenken_cp.logic.explain import Explanation, explanation
from kenken_cp.logic.pencil_marks import candidates as logical_candidates
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN
from kenken_cp.render.board import differing, has_cages
from kenken_cp.render.frames import Frame
from kenken_cp.render.layout import layout
from kenken_cp.render.page import Walkthrough, page
from kenken_cp.render.pdf import Font, font_for, page_of, pdf, png
from kenken_cp.render.picture import Picture
from kenken_cp.render.play import Game, play_page
from kenken_cp.render.sheets import Exercise, Sheet
from kenken_cp.render.svg import element
from kenken_cp.render.text import drawn, undrawn
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import find_or_stop
from kenken_cp.text import listed, path_name, plural, printable, quoted

ENDINGS = (".svg", ".png", ".pdf", ".html")
"""Of the files that pictures are written into."""


@dataclass(frozen=True, slots=True)
class DrawnPuzzle:
    """What is drawn of a puzzle.

    Args:
        note: what is said of it.
        outcome: of the search for its solution, if there was one.
        explained: the way to its only solution, if it is to be played.
    """

    item: PuzzleItem
    picture: Picture
    note: str = ""
    code: Exit = Exit.ANSWERED
    outcome: Outcome | None = None
    explained: Explanation | None = None

    def say(self, output: Output) -> None:
        """Draws it on standard output."""
        self.event(output, file=None, text=drawn(self.picture))
        output.head(self.item)
        puzzle = self.item.puzzle
        if puzzle.title and not output.several and not output.quiet:
            output.say(printable(puzzle.title))
        output.draw(self.picture, output.begin_answer())
        for text in filter(None, [self.note, *_unseen(puzzle)]):
            output.note(output.prefix(self.item) + text)

    def event(self, output: Output, **facts: Any) -> None:
        """Prints it as an event."""
        puzzle, engine = self.item.puzzle, None
        facts["board"] = self.picture.values or [[None] * puzzle.columns] * puzzle.rows
        if self.picture.candidates is not None:
            facts["candidates"] = self.picture.candidates
        if self.outcome is not None:
            engine, facts["unique"] = self.outcome.engine, self.outcome.unique
        output.event("drawing", self.item, engine, **facts)


def with_solution(item: PuzzleItem, *, to_play: bool = False) -> DrawnPuzzle:
    """The puzzle and its solution; of several one, marked where another differs.

    Args:
        to_play: whether the way to the only solution is wanted, too.
    """
    outcome = find_or_stop(item.puzzle, solutions=2, keep=2)
    marked = differing(outcome.grids)
    note = "More than one solution: cells in which two differ are marked." if marked else ""
    return DrawnPuzzle(
        item,
        Picture(item.puzzle, outcome.solution, marked=marked),
        note if outcome.count else "No solution.",
        Exit.ANSWERED if outcome.count else Exit.NO,
        outcome,
        explained_solution(item.puzzle, outcome) if to_play and outcome.unique else None,
    )


def with_candidates(item: PuzzleItem, board: Board | None, by: str) -> DrawnPuzzle:
    """The puzzle and the candidates that logic leaves, or those of solutions."""
    if by == "logic":
        table = logical_candidates(item.puzzle, board)
    else:
        from kenken_cp.diagnose.true_candidates import true_candidates  # and a SAT solver

        table = true_candidates(item.puzzle, board).table
    if all(map(all, table)):
        return DrawnPuzzle(item, Picture(item.puzzle, candidates=table))
    note = f"There is no solution{' with these entries' if board else ''}."
    return DrawnPuzzle(item, Picture(item.puzzle, board, candidates=table), note, Exit.NO)


def _unseen(puzzle: Puzzle) -> Iterator[str]:
    """What a picture as text does not show, as far as it is unusual."""
    if puzzle.rules is not KENKEN and has_cages(puzzle):
        yield f"Rules: {puzzle.rules.name}."
    yield from undrawn(puzzle)


# --- files ---------------------------------------------------------------------------------------


def write_drawings(
    drawings: Sequence[DrawnPuzzle],
    path: Path,
    output: Output,
    sheet: Sheet | None = None,
    *,
    play: bool,
) -> None:
    """Writes drawings into a file, or each into one of its own.

    Args:
        sheet: the sheet that they go on, without its exercises, if they do.
        play: whether they become a page to play on.
    """
    if sheet is not None:
        files: Sequence[str | bytes] = [_sheet_pdf(sheet, drawings, output)]
    elif play:
        files = [_games_page(drawings)]
    else:
        files = _picture_files(path.suffix.lower() or ".svg", drawings, output)
    written = write_numbered(path, files, "picture", output)
    for drawing, file in zip(drawings, cycle(written)):  # one file may have all of them
        drawing.event(output, file=file, text=None)


def _picture_files(
    ending: str, drawings: Sequence[DrawnPuzzle], output: Output
) -> Sequence[str | bytes]:
    """Pictures as the contents of files of a kind: of one for each, or of one with all as pages."""
    if ending == ".html":
        return [page([Walkthrough(each.item.puzzle, [Frame(each.picture)]) for each in drawings])]
    titles = [each.item.puzzle.title for each in drawings]
    laid_out = [layout(each.picture, heading=each.item.puzzle.title) for each in drawings]
    if ending == ".svg":
        return [element(each) for each in laid_out]
    font = _font("".join(titles), output)
    if ending == ".png":
        return [png(each, font=font) for each in laid_out]
    return [pdf(map(page_of, laid_out), font=font)]


def _games_page(drawings: Sequence[DrawnPuzzle]) -> str:
    """A page to play on. Names of files do not help a player: of several puzzles only those without
    a title have theirs.
    """
    several = len(drawings) > 1
    return play_page(
        [
            Game(each.explained, "" if each.item.puzzle.title else each.item.heading * several)
            for each in drawings
            if each.explained is not None
        ]
    )


def _sheet_pdf(empty: Sheet, drawings: Sequence[DrawnPuzzle], output: Output) -> bytes:
    """A PDF of puzzles to print and hand out, with their solutions if they have been solved.

    Args:
        empty: the sheet without its exercises.
    """
    exercises = []
    for each in drawings:
        note, solution = "", None
        if each.outcome is not None:
            solution = each.outcome.solution
            if not each.outcome.unique:
                note = "one of several solutions" if solution else "no solution"
                output.note(note, each.item)
        exercises.append(Exercise(each.item.puzzle, solution, note))
    sheet = replace(empty, exercises=exercises)
    pages = sheet.pages
    output.note(f"{plural(len(drawings), 'puzzle')} on {plural(len(pages), 'page')}")
    return pdf(pages, title=sheet.name, font=_font(sheet.titles, output))


def _font(titles: str, output: Output) -> Font:
    """The font of a PDF; it is said which letters of its titles are lacking."""
    font = font_for(titles)
    if lacking := font.lacking(titles):
        output.note(f"no font here has {quoted(lacking, 20)}: ? is printed instead")
    return font


# --- pages of other commands ---------------------------------------------------------------------


def expect_picture_file(
    path: Path | None, endings: Iterable[str], *, as_json: bool = False
) -> None:
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
