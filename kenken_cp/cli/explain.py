"""The commands that explain a solution and give hints: ``explain``, ``hint``."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from kenken_cp.cli.app import Exit, leave
from kenken_cp.cli.command import command
from kenken_cp.cli.inputs import Named, text_or_itself
from kenken_cp.cli.options import Json, OnePuzzle, Timeout
from kenken_cp.cli.output import WIDTH, complain, say, say_event, terminal_style
from kenken_cp.errors import LimitReachedError
from kenken_cp.formats.grids import read_board
from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.text import board
from kenken_cp.search.protocol import Outcome, Status
from kenken_cp.search.run import solve
from kenken_cp.text import cell_name, house_name, plural

if TYPE_CHECKING:
    from kenken_cp.logic.explanation import Explanation
    from kenken_cp.logic.hint import Hint, Wrong
    from kenken_cp.logic.steps import Taken

# --- explain -------------------------------------------------------------------------------------


@command(example="puzzles/4x4/cs332.kk")
def explain(puzzle: OnePuzzle, timeout: Timeout, output: Json) -> None:
    """Explain the solution in sentences, the easiest steps first.

    Steps that nothing depends on are left out.
    """
    named = puzzle.read()
    outcome = _solved(named, timeout.timeout)
    explained = _explanation(named, outcome, timeout.timeout)
    if output.json:
        _print_events(named, explained, outcome)
    else:
        _print_sentences(explained, outcome)
    leave(Exit.ANSWERED if outcome.count else Exit.NO)


def _print_sentences(explained: Explanation, outcome: Outcome) -> None:
    from kenken_cp.render.sentences import paragraphs

    for technique, sentences in paragraphs(explained):
        for name, sentence in zip([technique, *[""] * len(sentences)], sentences, strict=False):
            say(_wrapped(sentence, name))
    if ending := _ending(explained, outcome):
        say(fill(ending, WIDTH))
    say(board(explained.puzzle, explained.board, style=terminal_style()))


def _wrapped(sentence: str, margin: str) -> str:
    """A sentence beside a name in the margin."""
    from kenken_cp.render.sentences import margin_width

    columns = margin_width()
    return fill(
        sentence,
        WIDTH,
        initial_indent=f"{margin:<{columns}}",
        subsequent_indent=" " * (columns + 2),
        break_long_words=False,
        break_on_hyphens=False,
    )


def _ending(explained: Explanation, outcome: Outcome) -> str:
    """What to add where the steps do not end in the only solution."""
    from kenken_cp.logic.words import contradiction_name

    if outcome.unique:
        return ""
    if outcome.count:
        return "Nothing more can be deduced: the puzzle has more than one solution."
    if explained.contradiction is None:
        return "Nothing more can be deduced, and nothing fits: the puzzle has no solution."
    end = contradiction_name(explained.contradiction, explained.puzzle)
    return f"{end[0].upper()}{end[1:]}: the puzzle has no solution."


def _print_events(named: Named, explained: Explanation, outcome: Outcome) -> None:
    for taken in explained.steps:
        say_event("step", named, **_step_facts(taken, explained.puzzle))
    say_event(
        "explanation",
        named,
        status=str(outcome.status),
        count=int(outcome.count),
        unique=outcome.unique,
        guesses=explained.guesses,
        board=explained.board,
    )


def _step_facts(taken: Taken, puzzle: Puzzle) -> dict[str, Any]:
    from kenken_cp.render.sentences import sentence

    step = taken.step
    return {
        "technique": step.technique,
        "text": sentence(taken, puzzle),
        "places": {cell_name(cell): value for cell, value in step.places},
        "eliminates": {cell_name(cell): values for cell, values in step.eliminates},
        "cells": list(map(cell_name, step.cells)),
        "houses": [house_name(house, puzzle.rows, puzzle.columns) for house in step.houses],
        "cages": list(map(str, step.cages)),
    }


# --- hint ----------------------------------------------------------------------------------------


@command(example="puzzles/3x3/easy.kk '1 . .  . . .  . . .'")
def hint(
    puzzle: OnePuzzle,
    grid: Annotated[
        str | None,
        typer.Argument(
            metavar="BOARD",
            help="A partly filled grid, . for open cells: a file, -, or its rows.",
        ),
    ] = None,
    reveal: Annotated[
        bool, typer.Option("--reveal", help="Say what can be deduced there too.")
    ] = False,
    *,
    timeout: Timeout,
    output: Json,
) -> None:
    """Say where to look next on a board, or which entry is wrong.

    No value is given away without --reveal.
    """
    named = puzzle.read()
    entries = {} if grid is None else _entries(grid, named.puzzle)
    outcome = _solved(named, timeout.timeout)
    advice = _advice(named.puzzle, entries, outcome, reveal=reveal)
    if output.json:
        say_event("hint", named, found=advice.found, **advice.facts)
    else:
        say(advice.text)
    leave(advice.code)


class _Advice(NamedTuple):
    """What there is to say about a board.

    Attributes:
        found: what kind of advice it is, in JSON; ``facts`` are its other keys.
        text: the advice for people.
    """

    code: Exit
    found: str
    text: str
    facts: dict[str, Any]


def _entries(grid: str, puzzle: Puzzle) -> Mapping[Cell, int]:
    return read_board(text_or_itself(grid), puzzle.size, puzzle.values)


def _advice(
    puzzle: Puzzle, entries: Mapping[Cell, int], outcome: Outcome, *, reveal: bool
) -> _Advice:
    from kenken_cp.logic.candidates import filled
    from kenken_cp.logic.hint import hint as hint_for
    from kenken_cp.logic.hint import wrong_entries

    if not outcome.count:
        return _Advice(Exit.NO, "none", "The puzzle has no solution.", {})
    only = outcome.solution if outcome.unique else None
    if wrong := wrong_entries(puzzle, entries, only):
        facts = {"wrong": _names(wrong.entries), "together": wrong.together}
        return _Advice(Exit.NO, "wrong", _blame(wrong), facts)
    if filled(puzzle, entries).solved:
        return _Advice(Exit.ANSWERED, "solved", "The board is solved.", {})
    found = hint_for(puzzle, entries)
    if found.stuck is not None:
        return _choice(*found.stuck, outcome, reveal=reveal)
    return _next_steps(found, puzzle, reveal=reveal)


def _next_steps(found: Hint, puzzle: Puzzle, *, reveal: bool) -> _Advice:
    facts = [_hint_facts(taken, puzzle, reveal=reveal) for taken in found.steps]
    lines = [
        _wrapped(_look(taken, puzzle, reveal=reveal), taken.step.technique) for taken in found.steps
    ]
    return _Advice(Exit.ANSWERED, "next", "\n".join(lines), {"steps": facts})


def _choice(cell: Cell, values: tuple[int, ...], outcome: Outcome, *, reveal: bool) -> _Advice:
    """Where deduction is stuck: the cell to guess."""
    name = cell_name(cell)
    why = "" if outcome.unique else ": the puzzle has more than one solution"
    candidates = plural(len(values), "candidate")
    text = f"Nothing more can be deduced{why}. Try the {candidates} of {name}."
    if reveal and outcome.unique and outcome.solution is not None:
        text += f" It is {outcome.solution[cell[0]][cell[1]]}."
    elif reveal:
        text += f" They are {', '.join(map(str, values))}."
    return _Advice(Exit.ANSWERED, "stuck", fill(text, WIDTH), {"cell": name})


def _look(taken: Taken, puzzle: Puzzle, *, reveal: bool) -> str:
    from kenken_cp.render.sentences import looks_at, sentence

    if reveal:
        return sentence(taken, puzzle)
    return f"Look at {looks_at(taken.step, puzzle)}."


def _hint_facts(taken: Taken, puzzle: Puzzle, *, reveal: bool) -> dict[str, Any]:
    from kenken_cp.render.sentences import looks_at

    if reveal:
        return _step_facts(taken, puzzle)
    return {"technique": taken.step.technique, "look_at": looks_at(taken.step, puzzle)}


def _blame(wrong: Wrong) -> str:
    entries = ", ".join(f"{name} = {value}" for name, value in _names(wrong.entries).items())
    text = f"No solution has all of {entries}." if wrong.together else f"Wrong: {entries}."
    return fill(text, WIDTH)


def _names(entries: Mapping[Cell, int]) -> dict[str, int]:
    return {cell_name(cell): value for cell, value in entries.items()}


# --- both ----------------------------------------------------------------------------------------


def _solved(named: Named, timeout: float | None) -> Outcome:
    """The outcome of a search for two solutions; leaves if it was cut short."""
    outcome = solve(named.puzzle, seconds=timeout)
    if outcome.status is Status.INTERRUPTED:
        leave(Exit.INTERRUPTED)
    if outcome.unique is None:
        complain(f"{named.name}: timeout after {outcome.seconds:.1f} s")
        leave(Exit.LIMIT)
    return outcome


def _explanation(named: Named, outcome: Outcome, timeout: float | None) -> Explanation:
    """The explanation; leaves if that takes too long."""
    from kenken_cp.logic.explanation import explanation

    only = outcome.solution if outcome.unique else None
    try:
        return explanation(named.puzzle, only, seconds=timeout)
    except LimitReachedError as error:
        complain(f"{named.name}: {error}")
        leave(Exit.LIMIT)
