"""The commands ``generate``, ``show`` and ``convert``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, count, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kenken_cp.cli import options
from kenken_cp.cli.app import EXAMPLE, Exit, command, commands, error_code
from kenken_cp.cli.files import expect_writable, write, write_numbered
from kenken_cp.cli.items import Named
from kenken_cp.cli.output import (
    STANDARD_OUTPUT,
    Output,
    complain,
    headings,
    json_line,
    report_error,
    say,
    say_drawing,
    say_event,
    say_words,
    terminal_style,
)
from kenken_cp.cli.pages import expect_page, write_games
from kenken_cp.cli.progress import shown
from kenken_cp.cli.reading import Incoming, board_of, incoming, the_only
from kenken_cp.cli.turns import advise, in_turn, no_solution, solved
from kenken_cp.cli.writing import format_of, problem
from kenken_cp.clock import Clock, Status
from kenken_cp.encode.exports import EXPORTS
from kenken_cp.errors import KenKenError, LimitReachedError, UnknownNameError
from kenken_cp.model.geometry import Size, boxes
from kenken_cp.model.houses import HOUSE_KINDS
from kenken_cp.model.puzzle import MAX_VALUES, Puzzle
from kenken_cp.model.rule_sets import KENKEN
from kenken_cp.parallel.batches import each_result
from kenken_cp.render.board import differing, has_cages
from kenken_cp.render.picture import Picture
from kenken_cp.render.records import open_board
from kenken_cp.render.text import drawn, undrawn
from kenken_cp.search.interrupts import in_time, interruptible
from kenken_cp.text import plural, printable, quoted, short_values

if TYPE_CHECKING:
    from kenken_cp.generation import Recipe
    from kenken_cp.logic.candidates import Board
    from kenken_cp.logic.steps import Level

app = commands()

_PANEL = "Make"


# --- generate ------------------------------------------------------------------------------------


@command(app, "generate", _PANEL, "--size 6 --level hard --count 3 --seed 1")
def generate(
    size: Annotated[
        str, typer.Option("--size", "-s", metavar="N|RxC", help="Rows and columns: 6, or 4x6.")
    ] = "6",
    level: options.Level = None,
    levels: Annotated[
        str | None,
        typer.Option(
            "--levels",
            metavar="NAME:N,...",
            help="Puzzles of each level, such as easy:2,normal:4,hard:4.",
        ),
    ] = None,
    number: Annotated[
        int | None, typer.Option("--count", "-n", metavar="N", min=1, help="How many puzzles.")
    ] = None,
    seed: options.Seed = None,
    first: Annotated[
        int, typer.Option("--first", metavar="N", min=1, help="The number of the first puzzle.")
    ] = 1,
    operators: Annotated[
        str,
        typer.Option(
            "--operators",
            metavar="LIST",
            help="The operators to use, such as +- or mod,max; by default those of the rule set.",
        ),
    ] = "",
    cage_sizes: Annotated[
        str, typer.Option("--cage-sizes", metavar="MIN-MAX", help="Cells of a cage.")
    ] = "1-4",
    unique: Annotated[
        bool, typer.Option("--unique/--any", help="Exactly one solution, or at least one.")
    ] = True,
    hidden: Annotated[
        float, typer.Option("--hidden", metavar="SHARE", help="Share of hidden operators, up to 1.")
    ] = 0.0,
    values: Annotated[
        str,
        typer.Option(
            "--values",
            metavar="LIST",
            help="Values of the cells, such as 0..5; by default from 1 on.",
        ),
    ] = "",
    houses: Annotated[
        str,
        typer.Option(
            "--houses",
            metavar="LIST",
            help="Extra houses, such as 2x3 (boxes of 2 rows and 3 columns), diagonals, windoku.",
        ),
    ] = "",
    rules: options.Rules = None,
    to: options.To = None,
    path: options.File = None,
    timeout: options.Timeout = None,
    jobs: options.Jobs = 1,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> Exit:
    """Make random puzzles, and print each as soon as it is found.

    The time limit is for each puzzle.
    """
    from kenken_cp.generation import Recipe, new_seed

    output = Output(json, quiet)
    options.expect_seconds(timeout)
    runs = _runs(level, levels, number, unique=unique)
    shape = _size(size)
    pattern, expected = r"([0-9]{1,4})(?:-([0-9]{1,4}))?", "one or two numbers such as 1-4"
    sizes = _numbers("--cage-sizes", cage_sizes, pattern, expected)
    recipe = Recipe(
        shape,
        operators=operators,
        cage_sizes=(sizes[0], sizes[-1]),
        rules=rules or KENKEN.name,
        values=_values(values),
        houses=_houses(houses, shape),
        hidden=hidden,
    )
    known = format_of(to, path)
    total = sum(many for _, many in runs)
    if total > 1 and known.separator is None and not (json and path is None):
        raise KenKenError(f"the {known.name} format holds one puzzle a file; {total} were wanted")
    expect_writable(path, as_json=json)
    chosen = new_seed() if seed is None else seed
    if seed is None and not output.is_bare:
        complain(f"seed {chosen}")
    wanted = chain.from_iterable(repeat(level, many) for level, many in runs)
    task = partial(_made, recipe, chosen, unique=unique, seconds=timeout)
    made: list[Puzzle] = []

    def text(each: Puzzle) -> str:
        """What is printed of the puzzle that was made last."""
        if json:
            facts: dict[str, Any] = {
                "seed": chosen,
                "number": first + len(made) - 1,
                "level": each.level or None,
            }
            event = Named(each.title, each)
            return json_line("puzzle", event, **facts, problem=problem(each.bare))
        gap = known.separator or "" if len(made) > 1 else ""
        return gap + known.write(each).removesuffix("\n")

    late: LimitReachedError | None = None
    workers = options.workers(jobs)
    clock = Clock()
    with (
        interruptible(clock),
        shown(output, lambda: f"{len(made)} of {plural(total, 'puzzle')} made"),
        closing(each_result(zip(count(first), wanted), task, workers)) as results,
    ):
        try:
            for each in results:
                if isinstance(each, KenKenError):
                    raise each
                made.append(each)
                if json or path in (None, STANDARD_OUTPUT):
                    say(text(each))
        except LimitReachedError as error:  # those before it are kept
            late = error
    if path is not None and path != STANDARD_OUTPUT and made:
        write(path, known.join(map(known.write, made)))
    if clock.status is Status.INTERRUPTED:
        done = f"{len(made)} of {total} puzzles made" if made else "no puzzle was found yet"
        late = LimitReachedError(f"interrupted: {done}", status=Status.INTERRUPTED)
    if late is None:
        return Exit.ANSWERED
    report_error(late, code := error_code(late), as_json=json)
    return code


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
        text = f"{error}, and no puzzle number {number}"
        raise LimitReachedError(text, status=error.status) from None


def _runs(
    level: str | None, levels: str | None, number: int | None, *, unique: bool
) -> list[tuple[Level | None, int]]:
    """The levels (None: any) in their order, and how many puzzles of each."""
    from kenken_cp.logic.steps import level_named

    named: list[tuple[str | None, int]] = [(level, number or 1)]
    if levels is not None:
        if level is not None or number is not None:
            raise options.excluding("--levels", "--count" if level is None else "--level")
        named = [_level_and_number(levels, part) for part in levels.split(",")]
    runs = [(None if name is None else level_named(name), many) for name, many in named]
    if not unique and any(level is not None for level, _ in runs):
        raise KenKenError("--any with a level: a puzzle with a level has one solution")
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
    expected = "rows and columns such as 6 or 4x6"
    rows, columns = _numbers("--size", text, r"([0-9]{1,4})[xX]([0-9]{1,4})", expected)
    return rows, columns


def _houses(text: str, size: Size) -> list[Any]:
    """The houses of a list: boxes by their rows and columns, others by their name."""
    found: list[Any] = []
    for name in re.findall(r"[^\s,]+", text):
        sides = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", name)
        if sides is not None:
            found += boxes(size, int(sides[1]), int(sides[2]))
        else:
            found += HOUSE_KINDS.named(name).make(size)
    return found


def _values(text: str) -> list[int]:
    """``0..5``, or numbers between spaces or commas; none for an empty text."""
    expected = "a range such as 0..5, or numbers"
    if ".." in text:
        pattern = r"(-?[0-9]{1,7})\.\.(-?[0-9]{1,7})"
        low, high = _numbers("--values", text.strip(), pattern, expected)
        if not low <= high < low + MAX_VALUES:  # a list of them could be long
            expected = f"the lower end first, and at most {MAX_VALUES} values"
            raise KenKenError(f"--values {quoted(text)}; expected {expected}")
        return list(range(low, high + 1))
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


# --- convert -------------------------------------------------------------------------------------


@command(app, "convert", _PANEL, f'"{EXAMPLE}" --to json')
def convert(
    puzzle: options.Puzzles = None,
    to: options.To = None,
    path: options.File = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    from_: options.From = None,
    rules: options.Rules = None,
) -> Exit:
    """Write puzzles in another format, or as models for other solvers (--to dimacs, --to mzn).

    Several puzzles become files FILE-1, FILE-2 and so on where a file holds only one, as those of
    models do.
    """
    output = Output(json, quiet)
    model = _model_of(to, path)
    known = format_of(to, path) if model is None else None
    write_one = known.write if known is not None else EXPORTS[model or ""]
    expect_writable(path, as_json=json)
    named = incoming(puzzle, from_, rules, verbose=verbose)
    written: list[tuple[Named, str]] = []

    def convert_one(item: Named) -> Exit:
        written.append((item, write_one(item.puzzle)))
        return Exit.ANSWERED

    code = in_turn(named, convert_one, output)
    if not written or code is Exit.INTERRUPTED:
        return code
    texts = [text for _, text in written]
    if json:
        name = known.name if known is not None else model
        for item, text in written:
            say_event("puzzle", item, format=name, text=text, problem=problem(item.puzzle))
    if json and path is None:
        return code
    if known is not None and (known.separator is not None or len(texts) == 1):
        write(path, known.join(texts))
    elif path is not None and path != STANDARD_OUTPUT:
        write_numbered(path, texts, "puzzle", quiet=output.is_bare)
    elif len(texts) == 1:
        write(path, texts[0])
    else:
        raise KenKenError(
            f"{len(texts)} puzzles, and this format holds one a file; expected -o FILE, which "
            "makes a file of each"
        )
    return code


def _model_of(to: str | None, path: Path | None) -> str | None:
    """The kind of model that is wanted, if one is: by its name, or by the ending of the file."""
    if to is not None:
        return to if to in EXPORTS else None
    ending = "" if path is None else path.suffix[1:].lower()
    return {"mzn": "mzn", "cnf": "dimacs"}.get(ending)


# --- show ----------------------------------------------------------------------------------------


@command(app, "show", _PANEL, f'"{EXAMPLE}" --candidates')
def show(
    puzzle: options.Puzzles = None,
    solution: Annotated[bool, typer.Option("--solution", help="Fill in the solution.")] = False,
    candidates: Annotated[
        bool, typer.Option("--candidates", help="Draw the candidates of every cell.")
    ] = False,
    by: Annotated[
        str,
        typer.Option(
            "--by",
            metavar="WHAT",
            help="What rules a candidate out: logic, or solutions (none has it).",
        ),
    ] = "logic",
    level: options.Level = None,
    board: options.Board = None,
    play: options.Play = False,
    path: options.File = None,
    per_page: Annotated[
        int | None, typer.Option("--per-page", metavar="N", help="Puzzles on a page: 1, 2, 4 or 6.")
    ] = None,
    solutions: Annotated[
        str | None,
        typer.Option("--solutions", metavar="WHERE", help="The solutions: end, back or none."),
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="The title of each page.")
    ] = None,
    paper: Annotated[
        str | None, typer.Option("--paper", metavar="SIZE", help="The paper: a4 or letter.")
    ] = None,
    large: Annotated[
        bool, typer.Option("--large", help="Large print, for people with low vision.")
    ] = False,
    timeout: options.Timeout = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    from_: options.From = None,
    rules: options.Rules = None,
) -> Exit:
    """Draw puzzles: on the screen, or into a file .svg, .png, .pdf or .html.

    Several puzzles become pages of one .pdf or .html, or files FILE-1, FILE-2 and so on. With
    --per-page or another option for paper, FILE.pdf is a sheet to hand out, with the rules in use
    and a line for a name; the solutions are at its end, or with --solutions back each behind its
    puzzle, if the printer prints on both sides and flips on the long edge.
    """
    from kenken_cp.cli.pictures import Paper, kind_of, write_pictures, write_sheet

    output = Output(json, quiet)
    options.expect_seconds(timeout)
    content = _Content(solution, candidates, by, level, board)
    content.expect(play=play)
    layout = Paper(per_page, solutions, title, paper, large)
    if play:
        if layout.wanted:
            raise KenKenError("--play with options for paper; expected one of them")
        expect_page(path, play=True, as_json=json)
        named = incoming(puzzle, from_, rules, verbose=verbose)
        assert path is not None
        return write_games(named, path, timeout, output)
    kind = None if path is None else kind_of(path)
    expect_writable(path, as_json=json)
    if layout.wanted and (path is None or kind != ".pdf"):
        raise KenKenError("options for paper without a sheet; expected -o FILE.pdf too")
    if layout.wanted and (solution or candidates or board is not None):
        raise KenKenError(
            "a sheet has empty boards, and its solutions where --solutions says; expected no "
            "--solution, --candidates or --board"
        )
    named = incoming(puzzle, from_, rules, verbose=verbose)
    if path is not None and layout.wanted:
        return write_sheet(named, path, layout, timeout, output)

    def fill(item: Named) -> Filled:
        words = "solving" if solution else "looking for candidates"
        with shown(output, words):
            return content.filled(item, timeout, output)

    if board is not None:
        named = Incoming([the_only(named, "with a board")])
    if path is not None and kind is not None:
        return write_pictures(named, fill, path, kind, timeout, output)
    return _on_screen(named, fill, output)


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

    def say(self, item: Named, path: Path | None, text: str | None = None) -> None:
        """Prints the drawing as an event."""
        board = self.picture.values or open_board(item.puzzle)
        file = None if path is None else str(path)
        say_event("drawing", item, file=file, text=text, board=board, **self.facts)


@dataclass(frozen=True, slots=True)
class _Content:
    """What is drawn beside the puzzle: options of the same names."""

    solution: bool
    candidates: bool
    by: str
    level: str | None
    board: str | None

    def expect(self, *, play: bool) -> None:
        """KenKenError for contents that exclude each other, and for options without theirs."""
        given = {"--solution": self.solution, "--candidates": self.candidates, "--play": play}
        given["--board"] = self.board is not None
        names = [name for name, is_given in given.items() if is_given]
        if len(names) > 1 and names != ["--candidates", "--board"]:
            raise options.excluding(*names[:2])
        if self.by not in ("logic", "solutions"):
            raise UnknownNameError("meaning of --by", self.by, ["logic", "solutions"])
        if self.by == "solutions" and not self.candidates:
            raise KenKenError("--by without --candidates; expected both")
        if self.level is not None:
            from kenken_cp.logic.steps import level_named

            level_named(self.level)
            if not self.candidates or self.by == "solutions":
                raise KenKenError("--level: expected --candidates by logic with it")

    def filled(self, item: Named, seconds: float | None, output: Output) -> Filled:
        """What is drawn of a puzzle; LimitReachedError if the time is over before."""
        board = board_of(item, self.board)
        if self.solution:
            return _with_solution(item, seconds, output)
        if not self.candidates:
            return Filled(Picture(item.puzzle, board))
        return _with_candidates(item, board, self.by, self.level, seconds)


def _with_solution(item: Named, seconds: float | None, output: Output) -> Filled:
    """The puzzle and its solution; of several one, marked where another differs."""
    clock = Clock(seconds)
    outcome = solved(item, seconds)
    facts: dict[str, Any] = {"unique": outcome.unique}
    advise(item, outcome, clock.left, output)
    if not outcome.count:
        return Filled(Picture(item.puzzle), ("No solution.",), Exit.NO, facts=facts)
    marked = differing(outcome.grids)
    words = ("More than one solution: cells in which two differ are marked.",) if marked else ()
    return Filled(Picture(item.puzzle, outcome.grids[0], marked=marked), words, facts=facts)


def _with_candidates(
    item: Named, board: Board | None, by: str, level: str | None, seconds: float | None
) -> Filled:
    """The puzzle and the candidates that logic leaves, or those of solutions."""
    answers: tuple[str, ...] = ()
    if by == "logic":
        from kenken_cp.logic.pencil_marks import candidates

        table = candidates(item.puzzle, board, level=level, seconds=seconds)
    else:
        from kenken_cp.diagnose.candidates import true_candidates

        true = true_candidates(item.puzzle, board, seconds=seconds)
        table, answers = true.table, tuple(true.sentences)
    facts = {"candidates": table}
    if not all(map(all, table)):
        picture = Picture(item.puzzle, board, candidates=table)
        return Filled(picture, (no_solution(board),), Exit.NO, facts=facts)
    return Filled(Picture(item.puzzle, candidates=table), answers=answers, facts=facts)


def _on_screen(named: Incoming, fill: Any, output: Output) -> Exit:
    head = headings(named.several, shown=not output.is_bare)
    first = True

    def draw(item: Named) -> Exit:
        nonlocal first
        found: Filled = fill(item)
        head(item)
        if output.json:
            found.say(item, None, drawn(found.picture))
            return found.code
        title = printable(item.puzzle.title)
        if title and not named.several and not output.quiet:
            say(title)
        gap = "\n" * (output.quiet and not first)
        first = False
        say_drawing(gap + drawn(found.picture, terminal_style()))
        for text in found.answers:
            say_words(text)
        for text in () if output.quiet else (*found.words, *_unseen(item.puzzle)):
            complain(text)
        return found.code

    return in_turn(named, draw, output)


def _unseen(puzzle: Puzzle) -> Iterator[str]:
    """What a picture as text does not show, as far as it is unusual."""
    if puzzle.rules is not KENKEN and has_cages(puzzle):
        yield f"Rules: {puzzle.rules.name}."
    if not puzzle.has_usual_values:
        yield f"Values: {short_values(puzzle.values)}."
    yield from undrawn(puzzle)
