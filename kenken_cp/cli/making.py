"""The commands ``generate``, ``show`` and ``convert``."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from enum import StrEnum
from functools import partial
from itertools import chain, count, repeat
from pathlib import Path
from typing import Annotated, Any

import typer

from kenken_cp.cli import options
from kenken_cp.cli.app import EXAMPLE, command
from kenken_cp.cli.files import expect_writable, format_of, write, write_numbered
from kenken_cp.cli.items import Item, Named
from kenken_cp.cli.output import STANDARD_OUTPUT, Exit, Output, problem
from kenken_cp.cli.pages import expect_page, write_games
from kenken_cp.cli.pictures import Filled, draw, expect_sheet, kind_of, write_pictures, write_sheet
from kenken_cp.cli.progress import shown
from kenken_cp.cli.reading import board_of, expect_one, incoming
from kenken_cp.cli.turns import advise, in_turn, solved
from kenken_cp.clock import Clock, Status
from kenken_cp.encode.exports import EXPORTS
from kenken_cp.errors import KenKenError, LimitReachedError
from kenken_cp.generation import Recipe, new_seed, numbered
from kenken_cp.logic.candidates import Board
from kenken_cp.logic.pencil_marks import candidates as logical_candidates
from kenken_cp.logic.steps import Level, level_named
from kenken_cp.model.geometry import Size, boxes
from kenken_cp.model.houses import HOUSE_KINDS
from kenken_cp.model.puzzle import MAX_VALUES, Puzzle
from kenken_cp.model.rule_sets import KENKEN
from kenken_cp.parallel.batches import each_result
from kenken_cp.render.board import differing
from kenken_cp.render.picture import Picture
from kenken_cp.render.sheets import AnswersAt, Paper, Sheet
from kenken_cp.search.interrupts import in_time, interruptible
from kenken_cp.text import plural, quoted

app = typer.Typer(rich_markup_mode="markdown")

_PANEL = "Make"


# --- generate ------------------------------------------------------------------------------------


@command(app, "generate", _PANEL, "--size 6 --level hard --count 3 --seed 1")
def generate(
    size: Annotated[
        str, typer.Option("--size", "-s", metavar="N|RxC", help="Rows and columns: 6, or 4x6.")
    ] = "6",
    level: options.Level = None,
    levels: Annotated[
        str | None, typer.Option(metavar="LIST", help="How many of each level: easy:2,hard:4.")
    ] = None,
    number: Annotated[
        int | None, typer.Option("--count", "-n", metavar="N", min=1, help="How many puzzles.")
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
        str, typer.Option(metavar="LIST", help="Extra houses: 2x3 (boxes), diagonals, windoku.")
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
    output, known = Output(json, quiet), format_of(to, path)
    total = sum(many for _, many in runs)
    if total > 1 and known.separator is None and not (json and path is None):
        raise KenKenError(f"the {known.name} format holds one puzzle a file; {total} were wanted")
    expect_writable(path, as_json=json)
    chosen = new_seed() if seed is None else seed
    if seed is None:
        output.note(f"seed {chosen}")
    wanted = chain.from_iterable(repeat(level, many) for level, many in runs)
    task = partial(_made, recipe, chosen, unique=unique, seconds=timeout)
    texts: list[str] = []
    late: KenKenError | None = None
    clock = Clock()
    with (
        interruptible(clock),
        shown(output, lambda: f"{len(texts)} of {plural(total, 'puzzle')} made"),
        closing(each_result(zip(count(first), wanted), task, options.workers(jobs))) as results,
    ):
        try:
            for one in results:
                if isinstance(one, KenKenError):
                    raise one
                text = known.write(one)
                facts: dict[str, Any] = {"seed": chosen, "number": first + len(texts)}
                facts |= {"level": one.level or None, "format": known.name, "text": text}
                output.event("puzzle", Item(one.title), **facts, problem=problem(one.bare))
                if path in (None, STANDARD_OUTPUT):
                    gap = known.separator or "" if texts else ""
                    output.say(gap + text.removesuffix("\n"))
                texts.append(text)
        except KenKenError as error:  # those before it are kept
            late = error
    if path is not None and path != STANDARD_OUTPUT and texts:
        write(path, known.join(texts))
    if clock.status is Status.INTERRUPTED or isinstance(late, LimitReachedError):
        done = f"{late or clock.status}; {len(texts)} of {plural(total, 'puzzle')} made"
        late = LimitReachedError(done, status=clock.status)
    return Exit.ANSWERED if late is None else output.error(late)


def _made(
    recipe: Recipe,
    seed: int,
    wanted: tuple[int, Level | None],
    *,
    unique: bool,
    seconds: float | None,
) -> Puzzle:
    """The puzzle of a number, and of a level: a task for the workers."""
    number, level = wanted
    with in_time(seconds):
        return numbered(recipe, seed, number, unique=unique, level=level)


def _runs(
    level: str | None, levels: str | None, number: int | None, *, unique: bool
) -> list[tuple[Level | None, int]]:
    """The levels (None: any) in their order, and how many puzzles of each."""
    if levels is None:
        runs = [(None if level is None else level_named(level), number or 1)]
    elif level is not None or number is not None:
        raise options.excluding("--levels", "--count" if level is None else "--level")
    else:
        runs = []
        for part in levels.split(","):
            match = re.fullmatch(r"\s*([^\s:=]+)\s*(?::\s*([0-9]{1,6})\s*)?", part)
            if match is None or match[2] == "0":
                expected = "levels and how many of each, such as easy:2,normal:4,hard:4"
                raise KenKenError(f"--levels {quoted(levels)}; expected {expected}")
            runs.append((level_named(match[1]), int(match[2] or 1)))
    if not unique and any(level is not None for level, _ in runs):
        raise KenKenError("--any with a level: a puzzle with a level has one solution")
    return runs


def _size(text: str) -> Size:
    """``6``, or ``4x6`` for rows x columns."""
    pattern, expected = r"(-?[0-9]{1,4})(?:[xX]([0-9]{1,4}))?", "rows and columns such as 6 or 4x6"
    rows, *columns = _numbers("--size", text, pattern, expected)
    return (rows, columns[0]) if columns else rows


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
    number, expected = "(-?[0-9]{1,7})", "a range such as 0..5, or numbers"
    if ".." not in text:
        words = re.findall(r"[^\s,]+", text)
        return [_numbers("--values", word, number, expected)[0] for word in words]
    low, high = _numbers("--values", text.strip(), rf"{number}\.\.{number}", expected)
    if not low <= high < low + MAX_VALUES:  # a list of them could be long
        expected = f"the lower end first, and at most {MAX_VALUES} values"
        raise KenKenError(f"--values {quoted(text)}; expected {expected}")
    return list(range(low, high + 1))


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
    name, write_one, separator = _writer(to, path)
    expect_writable(path, as_json=json)
    named = incoming(puzzle, from_, rules, verbose=verbose)
    output = Output(json, quiet, named.several)
    texts: list[str] = []

    def convert_one(item: Named) -> Exit:
        text = write_one(item.puzzle)
        texts.append(text)
        output.event("puzzle", item, format=name, text=text, problem=problem(item.puzzle))
        return Exit.ANSWERED

    code = in_turn(named, convert_one, output)
    if not texts or code is Exit.INTERRUPTED or (json and path is None):
        return code
    if separator is not None or len(texts) == 1:
        write(path, (separator or "").join(texts))
    elif path is not None and path != STANDARD_OUTPUT:
        write_numbered(path, texts, "puzzle", output)
    else:
        raise KenKenError(
            f"{len(texts)} puzzles, and this format holds one a file; expected -o FILE, which "
            "makes a file of each"
        )
    return code


def _writer(to: str | None, path: Path | None) -> tuple[str, Callable[[Puzzle], str], str | None]:
    """What is written: its name, the function that writes a puzzle, and what stands between two;
    None if a text holds only one.
    """
    ending = "" if path is None else path.suffix[1:].lower()
    name = to or {"mzn": "mzn", "cnf": "dimacs"}.get(ending, "")
    if name in EXPORTS:
        return name, EXPORTS[name], None
    known = format_of(to, path)
    return known.name, known.write, known.separator


# --- show ----------------------------------------------------------------------------------------


class By(StrEnum):
    """What rules a candidate out."""

    LOGIC = "logic"
    SOLUTIONS = "solutions"


@command(app, "show", _PANEL, f'"{EXAMPLE}" --candidates')
def show(
    puzzle: options.Puzzles = None,
    solution: Annotated[bool, typer.Option("--solution", help="Fill in the solution.")] = False,
    candidates: Annotated[
        bool, typer.Option("--candidates", help="Draw the candidates of every cell.")
    ] = False,
    by: Annotated[
        By, typer.Option(help="What rules a candidate out: logic, or that no solution has it.")
    ] = By.LOGIC,
    level: options.Level = None,
    board: options.Board = None,
    play: Annotated[
        bool, typer.Option("--play", help="A page to play on, with checks and hints (-o x.html).")
    ] = False,
    path: options.File = None,
    per_page: Annotated[
        int | None, typer.Option(metavar="N", help="Puzzles on a page: 1, 2, 4 or 6.")
    ] = None,
    solutions: Annotated[
        AnswersAt | None, typer.Option(help="Where the solutions of a sheet are.")
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
    if by is By.SOLUTIONS and not candidates:
        raise KenKenError("--by without --candidates; expected both")
    if level is not None and (not candidates or by is By.SOLUTIONS):
        raise KenKenError("--level: expected --candidates by logic with it")
    is_sheet = large or any(each is not None for each in (per_page, solutions, title, paper))
    if is_sheet:
        expect_sheet(path, per_page, contents)
    elif play:
        expect_page(path)
    elif path is not None:
        kind_of(path)
    expect_writable(path, as_json=json)
    if play and path is None:
        raise KenKenError("--play without a page; expected -o FILE.html too")
    named = incoming(puzzle, from_, rules, verbose=verbose)
    output = Output(json, quiet, named.several)
    if path is not None and is_sheet:
        sheet = Sheet(
            exercises=(),
            title=title or "",
            per_page=per_page or (1 if large else 2),
            paper=paper or Paper.A4,
            answers=solutions or AnswersAt.END,
            large=large,
        )
        return write_sheet(named, path, sheet, timeout, output, may_hold_fewer=per_page is None)
    if path is not None and play:
        return write_games(named, path, timeout, output)

    def fill(item: Named) -> Filled:
        entries = board_of(item, board)
        with shown(output, "solving" if solution else "looking for candidates"):
            if solution:
                return _with_solution(item, timeout, output)
            if candidates:
                return _with_candidates(item, entries, by, level, timeout)
        return Filled(Picture(item.puzzle, entries))

    if board is not None:
        expect_one(named, "with a board")
    return draw(named, fill, output) if path is None else write_pictures(named, fill, path, output)


def _with_solution(item: Named, seconds: float | None, output: Output) -> Filled:
    """The puzzle and its solution; of several one, marked where another differs."""
    outcome = solved(item, seconds)
    facts: dict[str, Any] = {"unique": outcome.unique}
    advise(item, outcome, output)
    if not outcome.count:
        return Filled(Picture(item.puzzle), ("No solution.",), Exit.NO, facts=facts)
    marked = differing(outcome.grids)
    words = ("More than one solution: cells in which two differ are marked.",) if marked else ()
    return Filled(Picture(item.puzzle, outcome.grids[0], marked=marked), words, facts=facts)


def _with_candidates(
    item: Named, board: Board | None, by: By, level: str | None, seconds: float | None
) -> Filled:
    """The puzzle and the candidates that logic leaves, or those of solutions."""
    answers: tuple[str, ...] = ()
    if by is By.LOGIC:
        table = logical_candidates(item.puzzle, board, level=level, seconds=seconds)
    else:
        from kenken_cp.diagnose.true_candidates import true_candidates  # and a SAT solver

        true = true_candidates(item.puzzle, board, seconds=seconds)
        table, answers = true.table, tuple(true.sentences)
    facts = {"candidates": table}
    if not all(map(all, table)):
        # With entries it may be these that are wrong.
        entered = any(value is not None for row in board or () for value in row)
        words = f"There is no solution{' with these entries' if entered else ''}."
        picture = Picture(item.puzzle, board, candidates=table)
        return Filled(picture, (words,), Exit.NO, facts=facts)
    return Filled(Picture(item.puzzle, candidates=table), answers=answers, facts=facts)
