"""The command that draws puzzles, on the screen and into files: ``show``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from kenken_cp.cli.app import EXAMPLE, Exit, command, leave
from kenken_cp.cli.options.common import BOARD, FILE, HTML, PLAY, Output, Timeout, option
from kenken_cp.cli.options.groups import Group, excluding
from kenken_cp.cli.printing.files import numbered_files, say_numbered, writing_all
from kenken_cp.cli.printing.output import (
    STANDARD_OUTPUT,
    filled,
    headings,
    report_error,
    say,
    say_drawing,
    say_event,
    terminal_style,
)
from kenken_cp.cli.printing.pictures import KINDS, Kind
from kenken_cp.cli.reading.inputs import Named
from kenken_cp.cli.reports.pages import write_games
from kenken_cp.cli.running.arguments import Puzzles, board_of
from kenken_cp.cli.running.outcomes import error_code, no_solution, point_to_why, say_of, solved
from kenken_cp.cli.running.progress import work_shown
from kenken_cp.cli.running.turns import in_turn
from kenken_cp.clock import Clock
from kenken_cp.errors import KenKenError, LimitReachedError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN
from kenken_cp.render.board import differing, has_cages
from kenken_cp.render.picture import Picture
from kenken_cp.render.records import open_board
from kenken_cp.render.text import drawn, undrawn
from kenken_cp.search.interrupts import in_time
from kenken_cp.text import listed, printable, quoted, short_values

if TYPE_CHECKING:
    from kenken_cp.logic.candidates import Board


class Content(Group):
    """What is drawn beside the puzzle."""

    solution: Annotated[bool, option("--solution", "Fill in the solution.")] = False
    candidates: Annotated[
        bool, option("--candidates", "Draw the candidates that deduction leaves.")
    ] = False
    board: Annotated[str | None, BOARD] = None
    play: Annotated[bool, PLAY] = False

    def __post_init__(self) -> None:
        for one, others in (
            ("solution", ("candidates", "board")),
            ("play", ("solution", "candidates", "board")),
        ):
            for other in others:
                if getattr(self, one) and getattr(self, other):
                    raise excluding(f"--{one}", f"--{other}")


class File(Group):
    """Where it is drawn, if not on the screen."""

    output: Annotated[Path | None, FILE] = None
    html: Annotated[Path | None, HTML] = None

    @property
    def path(self) -> Path | None:
        """The file; None for the screen."""
        return self.output or self.html

    def kind(self) -> Kind | None:
        """What is written; None for the screen. A KenKenError for an unknown ending."""
        if self.html is not None:
            if self.output is not None:
                raise excluding("--output", "--html")
            return KINDS[".html"]
        if self.output is None:
            return None
        ending = ".svg" if self.output == STANDARD_OUTPUT else self.output.suffix
        if (kind := KINDS.get(ending.lower())) is None:
            found = f"unknown ending {quoted(ending)}" if ending else "no ending"
            name = printable(str(self.output))
            raise KenKenError(f"--output {name}: {found}; expected {listed(KINDS, 'or')}")
        return kind


@command(example=f"'{EXAMPLE}' --candidates")
def show(puzzles: Puzzles, content: Content, file: File, timeout: Timeout, output: Output) -> None:
    """Draw puzzles, without solving them: on the screen, or into a file.

    Several puzzles become pages of one .pdf or .html, or separate .svg or .png files: FILE-1,
    FILE-2 and so on. -o - writes SVG to standard output, --html - an HTML page.
    """
    kind, board = file.kind(), board_of(puzzles, content.board)

    def fill(named: Named) -> _Filled:
        words = "solving" if content.solution else "looking for candidates"
        with work_shown(output, words):
            return _fill(named, content, board, timeout.timeout, quiet=output.is_bare)

    if content.play:
        if file.path is None or kind is not KINDS[".html"]:
            raise KenKenError("--play without a page; expected --html FILE too")
        leave(write_games(puzzles, file.path, timeout, output))
    if kind is None or file.path is None:
        leave(_on_screen(puzzles, fill, output))
    leave(_into_files(puzzles, fill, output, timeout.timeout, kind, file.path))


class _Filled(NamedTuple):
    """What is drawn of a puzzle, what is said of it, and what JSON has beside it."""

    picture: Picture
    facts: dict[str, Any]
    words: str = ""
    code: Exit = Exit.ANSWERED


def _fill(
    named: Named, content: Content, board: Board | None, seconds: float | None, *, quiet: bool
) -> _Filled:
    puzzle = named.puzzle
    if content.solution:
        return _with_solution(named, seconds, quiet=quiet)
    if content.candidates:
        from kenken_cp.logic.pencil_marks import candidates

        table = candidates(puzzle, board, seconds=seconds)
        possible = all(map(all, table))
        return _Filled(
            Picture(puzzle, board, candidates=table),
            {"candidates": table},
            "" if possible else no_solution(board),
            Exit.ANSWERED if possible else Exit.NO,
        )
    return _Filled(Picture(puzzle, board), {})


def _with_solution(named: Named, seconds: float | None, *, quiet: bool) -> _Filled:
    """The puzzle and its solution; of several one, marked where another differs."""
    puzzle, clock = named.puzzle, Clock(seconds)
    outcome = solved(named, seconds)
    facts = {"unique": outcome.unique}
    if not outcome.count:
        point_to_why(named, outcome, clock.left, quiet=quiet)
        return _Filled(Picture(puzzle), facts, "No solution.", Exit.NO)
    marked = differing(outcome.grids)
    words = "More than one solution: cells in which two differ are marked." if marked else ""
    return _Filled(Picture(puzzle, outcome.grids[0], marked=marked), facts, words)


def _on_screen(puzzles: Puzzles, fill: Callable[[Named], _Filled], output: Output) -> Exit:
    several, first = puzzles.named.several, True
    head = headings(several, shown=not output.is_bare)

    def draw(named: Named) -> Exit:
        nonlocal first
        found = fill(named)
        head(named)
        if output.json:
            _say_drawn(named, found, None, text=drawn(found.picture))
            return found.code
        title = printable(named.puzzle.title)
        if title and not several and not output.quiet:
            say(title)
        gap = "\n" * (output.quiet and not first)
        first = False
        say_drawing(gap + drawn(found.picture, terminal_style()))
        for line in () if output.quiet else (found.words, _unseen(named.puzzle)):
            if line:
                say(filled(line))
        return found.code

    return in_turn(puzzles.named, draw, quiet=output.quiet)


def _unseen(puzzle: Puzzle) -> str:
    """What a picture as text does not show, as far as it is unusual."""
    lines = [f"Rules: {puzzle.rules.name}."] * (puzzle.rules is not KENKEN and has_cages(puzzle))
    lines += [] if puzzle.has_usual_values else [f"Values: {short_values(puzzle.values)}."]
    return " ".join([*lines, *undrawn(puzzle)])


def _into_files(
    puzzles: Puzzles,
    fill: Callable[[Named], _Filled],
    output: Output,
    seconds: float | None,
    kind: Kind,
    path: Path,
) -> Exit:
    """The exit code; all files are written, or none."""
    items = puzzles.named.ahead()
    if len(items) > 1 and not kind.has_pages and path == STANDARD_OUTPUT:
        raise KenKenError(f"{len(items)} pictures on standard output; expected one, or --html -")
    file_of = {id(item): path for item in items} if kind.has_pages else numbered_files(path, items)
    done: list[tuple[Named, _Filled]] = []
    with writing_all(list(file_of.values()), binary=kind.binary) as write:

        def draw(named: Named) -> Exit:
            found = fill(named)
            if found.words and not output.is_bare:
                say_of(named, found.words)
            done.append((named, found))
            return found.code

        code = in_turn(puzzles.named, draw, quiet=output.quiet)
        if code is Exit.INTERRUPTED or (puzzles.fail_fast and code > Exit.NO):
            leave(code)  # and no file takes its place
        try:
            if done and kind.has_pages:
                write(path, _drawn(kind, [found.picture for _, found in done], seconds))
            for named, found in () if kind.has_pages else done:
                write(file_of[id(named)], _drawn(kind, [found.picture], seconds))
        except LimitReachedError as error:
            report_error(error, code := error_code(error))
            leave(code)
    for named, found in done if output.json else ():
        _say_drawn(named, found, file_of[id(named)])
    if not (kind.has_pages or output.is_bare):
        say_numbered([file_of[id(named)] for named, _ in done], "pictures")
    return code


def _drawn(kind: Kind, pictures: Sequence[Picture], seconds: float | None) -> bytes:
    """A file; LimitReachedError if to draw it takes longer than its puzzles may."""
    with in_time(None if seconds is None else seconds * len(pictures)):
        return kind.drawn(pictures)


def _say_drawn(named: Named, found: _Filled, file: Path | None, **text: str) -> None:
    facts = {"board": found.picture.values or open_board(named.puzzle), **found.facts}
    say_event("drawing", named, file=None if file is None else str(file), **facts, **text)
