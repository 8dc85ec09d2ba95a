"""The commands ``generate``, ``show`` and ``convert``."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import typer

from kenken_cp.cli import options
from kenken_cp.cli.answering import advise, answer_here
from kenken_cp.cli.app import EXAMPLE, command
from kenken_cp.cli.files import expect_writable, write_puzzles, writer_of
from kenken_cp.cli.items import Item, PuzzleItem
from kenken_cp.cli.output import STANDARD_OUTPUT, Exit, Output, problem
from kenken_cp.cli.pictures import (
    ENDINGS,
    DrawnPuzzle,
    expect_picture_file,
    with_candidates,
    with_solution,
    write_drawings,
)
from kenken_cp.cli.progress import progress_line
from kenken_cp.cli.reading import board_of, expect_one, incoming
from kenken_cp.clock import Clock
from kenken_cp.errors import FormatError, KenKenError, UnknownNameError
from kenken_cp.generation.generator import new_seed, puzzle_of_seed
from kenken_cp.generation.recipe import Recipe
from kenken_cp.logic.steps import Level, level_named
from kenken_cp.model.geometry import Size, boxes
from kenken_cp.model.houses import HOUSE_KINDS
from kenken_cp.model.rule_sets import KENKEN
from kenken_cp.render.pdf import expect_packages
from kenken_cp.render.picture import Picture
from kenken_cp.render.sheets import AnswersAt, Paper, Sheet
from kenken_cp.search.interrupts import in_time, interruptible
from kenken_cp.text import plural, quoted


@command("generate", "--size 6 --level hard --count 3 --seed 1")
def generate(
    size: Annotated[
        str, typer.Option("--size", "-s", metavar="N|RxC", help="Rows and columns: 6, or 4x6.")
    ] = "6",
    level: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="A level: easy, normal, hard, extreme or unreasonable.",
            autocompletion=lambda: list(map(str, Level)),
        ),
    ] = None,
    levels: Annotated[
        str | None, typer.Option(metavar="LIST", help="How many of each level: easy:2,hard:4.")
    ] = None,
    number: Annotated[
        int | None,
        typer.Option("--count", "-n", metavar="N", min=1, max=999_999, help="How many puzzles."),
    ] = None,
    seed: options.Seed = None,
    first: Annotated[
        int, typer.Option(metavar="N", min=1, help="The number of the first puzzle.")
    ] = 1,
    operators: Annotated[
        str, typer.Option(metavar="LIST", help="The operators to use: +- or mod,max.")
    ] = "",
    cage_sizes: Annotated[str, typer.Option(metavar="MIN-MAX", help="Cells of a cage.")] = "1-4",
    unique: Annotated[
        bool, typer.Option("--unique/--any", help="Exactly one solution, or at least one.")
    ] = True,
    hidden: Annotated[
        float, typer.Option(metavar="SHARE", help="Share of hidden operators, up to 1.")
    ] = 0.0,
    values: Annotated[
        str, typer.Option(metavar="LIST", help="Values of the cells, if not from 1 on: 0..5.")
    ] = "",
    houses: Annotated[
        str,
        typer.Option(
            metavar="LIST",
            help="Extra houses: 2x3 (boxes), diagonals, windoku, anti-knight, anti-king.",
        ),
    ] = "",
    rules: options.Rules = None,
    to: options.To = None,
    path: options.File = None,
    timeout: options.Timeout = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> Exit:
    """Make random puzzles, and print each as soon as it is found.

    The time limit is for each puzzle. Several become files FILE-1, FILE-2 and so on where a file
    holds only one.
    """
    wanted = _levels(level, levels, number)
    if not unique and any(wanted):
        raise KenKenError("--any with a level: a puzzle with a level has one solution")
    rows, columns = _pair("--size", size, "[xX]", "rows and columns such as 6 or 4x6")
    shape = rows if rows == columns else (rows, columns)
    recipe = Recipe(
        shape,
        operators=operators,
        cage_sizes=_pair("--cage-sizes", cage_sizes, "-", "one range such as 2-4"),
        rules=rules or KENKEN.name,
        values=options.whole_numbers("--values", values) if values else (),
        houses=_houses(houses, shape),
        hidden=hidden,
    )
    output, writer = Output(json, quiet), writer_of(to, path)
    total = plural(len(wanted), "puzzle")
    if len(wanted) > 1:
        writer.expect_room(path, as_json=json)
    if writer.holds is not None:
        try:
            writer.holds.check_board(recipe.board)  # before any is made
            if recipe.cage_sizes[1] > 1 and not writer.holds.cages:
                raise FormatError("cages of several cells; expected --cage-sizes 1-1")
        except FormatError as error:
            what = f"the {writer.name} format cannot hold {error.message}"
            raise KenKenError(what) from None
    expect_writable(path, as_json=json)
    if seed is None:
        seed = new_seed()
        output.note(f"seed {seed}")
    texts: list[str] = []
    with interruptible(Clock()), progress_line(output, lambda: f"{len(texts)} of {total} made"):
        try:
            for place, each in enumerate(wanted, first):
                with in_time(timeout):
                    one = puzzle_of_seed(recipe, seed, place, unique=unique, level=each)
                text = writer.write(one)
                texts.append(text)
                facts: dict[str, Any] = {"seed": seed, "number": place}
                facts |= {"level": one.level or None, "format": writer.name, "text": text}
                output.event("puzzle", Item(one.title), **facts, problem=problem(one.bare))
                if path in (None, STANDARD_OUTPUT):
                    gap = "" if place == first else writer.separator or ""
                    output.say(gap + text.removesuffix("\n"))
        finally:  # what was made before an error is kept
            if path not in (None, STANDARD_OUTPUT) and texts:
                write_puzzles(path, texts, writer, output)
            if len(texts) < len(wanted):
                output.note(f"{len(texts)} of {total} made")
    return Exit.ANSWERED


def _levels(level: str | None, levels: str | None, number: int | None) -> list[Level | None]:
    """The level of each puzzle that is wanted, in their order; None for any."""
    if levels is None:
        return [None if level is None else level_named(level)] * (number or 1)
    if level is not None or number is not None:
        raise options.excluding("--levels", "--count" if level is None else "--level")
    found: list[Level | None] = []
    for part in levels.split(","):
        name, _, many = part.partition(":")
        if not re.fullmatch(r"\s*[1-9][0-9]{0,5}\s*", many or "1"):
            expected = "levels and how many of each, such as easy:2,normal:4,hard:4"
            raise KenKenError(f"--levels {quoted(levels)}; expected {expected}")
        found += [level_named(name.strip())] * int(many or 1)
    return found


def _pair(option: str, text: str, between: str, expected: str) -> tuple[int, int]:
    """Two numbers of an option, or one that stands for both.

    Args:
        between: the pattern of what stands between them.
    """
    found = re.fullmatch(rf"([0-9]{{1,4}})(?:{between}([0-9]{{1,4}}))?", text)
    if found is None:
        raise KenKenError(f"{option} {quoted(text)}; expected {expected}")
    return int(found[1]), int(found[2] or found[1])


def _houses(text: str, size: Size) -> list[Any]:
    """The houses of a list: boxes by their rows and columns, others by their name."""
    found: list[Any] = []
    for name in re.findall(r"[^\s,]+", text):
        if sides := re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", name):
            found += boxes(size, int(sides[1]), int(sides[2]))
        elif (kind := HOUSE_KINDS.get(name)) is not None:
            found += kind.make(size)
        else:
            raise UnknownNameError(HOUSE_KINDS.kind, name, ["2x3", *HOUSE_KINDS.names()])
    return found


@command("convert", f'"{EXAMPLE}" --to json')
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
    writer = writer_of(to, path)
    expect_writable(path, as_json=json)
    output = Output(json, quiet)
    puzzles = incoming(puzzle, from_, rules, output, verbose=verbose)
    if output.several:
        writer.expect_room(path, as_json=json)
    texts: list[str] = []

    def convert_one(item: PuzzleItem) -> Exit:
        text = writer.write(item.puzzle)
        texts.append(text)
        output.event("puzzle", item, format=writer.name, text=text, problem=problem(item.puzzle))
        return Exit.ANSWERED

    code = answer_here(puzzles, convert_one, output)
    if texts and code is not Exit.INTERRUPTED and not (json and path is None):
        write_puzzles(path, texts, writer, output)
    return code


@command("show", f'"{EXAMPLE}" --candidates')
def show(
    puzzle: options.Puzzles = None,
    solution: Annotated[bool, typer.Option("--solution", help="Fill in the solution.")] = False,
    candidates: Annotated[
        bool, typer.Option("--candidates", help="Draw the candidates of every cell.")
    ] = False,
    by: Annotated[
        Literal["logic", "solutions"],
        typer.Option(help="What rules a candidate out: logic, or that no solution has it."),
    ] = "logic",
    board: options.Board = None,
    play: Annotated[
        bool, typer.Option("--play", help="A page to play on, with checks and hints (-o x.html).")
    ] = False,
    path: options.File = None,
    per_page: Annotated[
        Literal["1", "2", "4", "6"] | None, typer.Option(help="Puzzles on a page.")
    ] = None,
    solutions: Annotated[
        AnswersAt | None,
        typer.Option(case_sensitive=False, help="Where the solutions of a sheet are."),
    ] = None,
    title: Annotated[
        str | None, typer.Option(metavar="TEXT", help="The title of each page.")
    ] = None,
    paper: Annotated[
        Paper | None, typer.Option(case_sensitive=False, help="The size of the paper.")
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
    given = {"--solution": solution, "--candidates": candidates, "--play": play}
    given["--board"] = board is not None
    contents = [name for name, is_given in given.items() if is_given]
    if len(contents) > 1 and contents != ["--candidates", "--board"]:
        raise options.excluding(*contents[:2])
    if by == "solutions" and not candidates:
        raise KenKenError("--by without --candidates; expected both")
    of_paper = {"--per-page": per_page, "--solutions": solutions, "--title": title}
    of_paper |= {"--paper": paper, "--large": "large" if large else None}
    of_sheet = next((name for name, value in of_paper.items() if value is not None), None)
    if of_sheet and contents:
        raise KenKenError(f"{of_sheet}: a sheet has empty boards; expected no {contents[0]}")
    ending = "" if path is None else path.suffix.lower()
    if of_sheet and ending != ".pdf":
        raise KenKenError(f"{of_sheet} makes a sheet; expected -o FILE.pdf")
    if play and path is None:
        raise KenKenError("--play makes a page; expected -o FILE.html")
    expect_picture_file(path, [".html"] if play else ENDINGS, as_json=json)
    if ending in (".pdf", ".png"):
        expect_packages("PDF" if ending == ".pdf" else "PNG")
    sheet = None
    if of_sheet:
        sheet = Sheet(
            exercises=(),
            title=title or "",
            per_page=int(per_page or ("1" if large else "2")),
            paper=paper or Paper.A4,
            answers=solutions or AnswersAt.END,
            large=large,
        )
        solution = sheet.answers is not AnswersAt.NONE
    output = Output(json, quiet)
    puzzles = incoming(puzzle, from_, rules, output, verbose=verbose)
    if board is not None:
        expect_one(output, "with a board")
    if path == STANDARD_OUTPUT and not play:
        expect_one(output, "for a picture on standard output")
    doing = "looking for candidates" if candidates else "solving"
    made: list[DrawnPuzzle] = []

    def show_one(item: PuzzleItem) -> Exit:
        entries = board_of(item, board)
        with in_time(timeout):
            if solution or play:
                drawing = with_solution(item, to_play=play)
            elif candidates:
                drawing = with_candidates(item, entries, by)
            else:
                drawing = DrawnPuzzle(item, Picture(item.puzzle, entries))
        if play and drawing.explained is None:
            found = "no solution" if drawing.code else "several solutions"
            return output.error(KenKenError(f"{found}; expected one, for --play"), item, Exit.NO)
        if path is None:
            drawing.say(output)
        else:
            made.append(drawing)
            if drawing.note and sheet is None:
                output.note(drawing.note, item)
        if drawing.outcome is not None:
            advise(item, drawing.outcome, output)
        return drawing.code

    code = answer_here(puzzles, show_one, output, doing)
    if path is not None and made and code is not Exit.INTERRUPTED:
        write_drawings(made, path, output, sheet, play=play)
    return code
