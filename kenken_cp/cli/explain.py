"""The commands that explain a solution, give hints, and rate puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kenken_cp.cli.app import Exit, app, each, leave
from kenken_cp.cli.inputs import Named, read_puzzle, read_puzzles, text_or_itself
from kenken_cp.cli.options import (
    From,
    Jobs,
    Json,
    OnePuzzle,
    Puzzles,
    Resume,
    Rules,
    Scheduler,
    ShardOf,
    Timeout,
)
from kenken_cp.cli.report import complain, json_line, say, terminal_style
from kenken_cp.cli.work import Work
from kenken_cp.errors import LimitReachedError
from kenken_cp.formats.grids import read_board
from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.text import board
from kenken_cp.search.protocol import Limits, Outcome, Status
from kenken_cp.search.run import solve
from kenken_cp.text import cell_name, house_name

if TYPE_CHECKING:
    from kenken_cp.logic.explanation import Explanation
    from kenken_cp.logic.hint import Hint, Wrong
    from kenken_cp.logic.rating import Rating
    from kenken_cp.logic.steps import Taken

WIDTH = 80


@app.command(
    epilog="Example: kenken-cp explain puzzles/4x4/cs332.kk",
)
def explain(
    puzzle: OnePuzzle,
    from_: From = None,
    rules: Rules = None,
    timeout: Timeout = None,
    json: Json = False,
) -> None:
    """The solution in sentences, the easiest techniques first.

    Steps that nothing rests on are left out.
    """
    named = read_puzzle(puzzle, from_, rules)
    outcome = _solved(named, timeout)
    told = _explanation_in_time(named, outcome, timeout)
    if json:
        _explained_in_json(named, told, outcome)
    else:
        _explained(told, outcome)
    leave(Exit.ANSWERED if outcome.count else Exit.NO)


@app.command(
    epilog="Example: kenken-cp hint puzzles/3x3/easy.kk '1 . .  . . .  . . .'",
)
def hint(
    puzzle: OnePuzzle,
    grid: Annotated[
        str | None,
        typer.Argument(
            metavar="BOARD",
            help="A partly filled grid, . for open cells: a file, - or the rows themselves.",
        ),
    ] = None,
    reveal: Annotated[bool, typer.Option("--reveal", help="Say it in full.")] = False,
    from_: From = None,
    rules: Rules = None,
    timeout: Timeout = None,
    json: Json = False,
) -> None:
    """Where to look next on a board, or which entry is wrong.

    The values are not given away, unless you ask for them.
    """
    named = read_puzzle(puzzle, from_, rules)
    size, values = named.puzzle.size, named.puzzle.values
    entries = {} if grid is None else read_board(text_or_itself(grid), size, values)
    outcome = _solved(named, timeout)
    _Adviser(named, entries, outcome, reveal=reveal, json=json).advise()


@app.command(
    epilog="Example: kenken-cp rate puzzles/9x9/*.kk",
)
def rate(
    puzzle: Puzzles = None,
    from_: From = None,
    rules: Rules = None,
    timeout: Timeout = None,
    json: Json = False,
    jobs: Jobs = 1,
    scheduler: Scheduler = None,
    shard: ShardOf = None,
    resume: Resume = None,
) -> None:
    """How hard each puzzle is: the hardest technique it needs."""
    from kenken_cp.parallel import Rate

    limits = Limits(None, timeout)
    work = Work(jobs, scheduler, shard, resume)
    named = read_puzzles(puzzle or [], from_, rules)
    width = max(len(item.name) for item in named)
    part = {} if work.shard is None else {"shard": str(work.shard)}
    ratings = []

    def tell(item: Named, rating: Rating | LimitReachedError) -> Exit:
        if isinstance(rating, LimitReachedError):
            complain(f"{item.name}: {rating}")
            return Exit.LIMIT
        ratings.append(rating)
        if json:
            _rated_in_json(item, rating, part)
        else:
            say(f"{item.name:<{width}}  {_verdict(rating)}".rstrip())
        return Exit.ANSWERED if rating.solutions else Exit.NO

    try:
        each(named, Rate(limits.seconds), tell, work=work, shown=False)
    finally:
        if len(ratings) > 1 and not json:
            say("".join(f"shard {name}: " for name in part.values()) + _totals(ratings))


# --- explain -------------------------------------------------------------------------------------


def _explained(told: Explanation, outcome: Outcome) -> None:
    from kenken_cp.render.sentences import paragraphs

    for technique, sentences in paragraphs(told):
        for name, sentence in zip([technique, *[""] * len(sentences)], sentences, strict=False):
            say(_wrapped(sentence, name))
    if ending := _ending(told, outcome):
        say(fill(ending, WIDTH))
    say(board(told.puzzle, told.board, style=terminal_style()))


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


def _ending(told: Explanation, outcome: Outcome) -> str:
    """What to add where the steps do not end in the only solution."""
    from kenken_cp.logic.words import contradiction_name

    if outcome.unique:
        return ""
    if outcome.count:
        return "Nothing more can be deduced: the puzzle has more than one solution."
    if told.contradiction is None:
        return "Nothing more can be deduced, and nothing fits: the puzzle has no solution."
    end = contradiction_name(told.contradiction, told.puzzle)
    return f"{end[0].upper()}{end[1:]}: the puzzle has no solution."


def _explained_in_json(named: Named, told: Explanation, outcome: Outcome) -> None:
    for taken in told.steps:
        _event("step", named, **_step_facts(taken, told.puzzle))
    _event(
        "explanation",
        named,
        status=str(outcome.status),
        count=int(outcome.count),
        unique=outcome.unique,
        guesses=told.guesses,
        board=told.board,
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


class _Adviser:
    """Finds what to say of a board, says it, and leaves."""

    def __init__(
        self,
        named: Named,
        entries: Mapping[Cell, int],
        outcome: Outcome,
        *,
        reveal: bool,
        json: bool,
    ) -> None:
        self._named, self._entries, self._outcome = named, entries, outcome
        self._reveal, self._json = reveal, json

    def advise(self) -> None:
        from kenken_cp.logic.candidates import filled
        from kenken_cp.logic.hint import hint as hint_for
        from kenken_cp.logic.hint import wrong_entries

        puzzle, outcome = self._named.puzzle, self._outcome
        if not outcome.count:
            self._leave(Exit.NO, "The puzzle has no solution.", "none")
        only = outcome.solution if outcome.unique else None
        if wrong := wrong_entries(puzzle, self._entries, only):
            facts = {"wrong": _names(wrong.entries), "together": wrong.together}
            self._leave(Exit.NO, _blame(wrong), "wrong", **facts)
        if filled(puzzle, self._entries).solved:
            self._leave(Exit.ANSWERED, "The board is solved.", "solved")
        self._hint(hint_for(puzzle, self._entries))

    def _hint(self, found: Hint) -> None:
        if found.stuck is not None:
            self._stuck(*found.stuck)
        puzzle = self._named.puzzle
        facts = [_hint_facts(taken, puzzle, reveal=self._reveal) for taken in found.steps]
        lines = [
            _wrapped(_look(taken, puzzle, reveal=self._reveal), taken.step.technique)
            for taken in found.steps
        ]
        self._leave(Exit.ANSWERED, "\n".join(lines), "next", steps=facts)

    def _stuck(self, cell: Cell, values: tuple[int, ...]) -> None:
        name = cell_name(cell)
        several = self._outcome.unique is False
        why = ": the puzzle has more than one solution" if several else ""
        text = f"Nothing more can be deduced{why}. Try the {len(values)} candidates of {name}."
        if self._reveal:
            text += " " + self._way_out(cell, values)
        self._leave(Exit.ANSWERED, fill(text, WIDTH), "stuck", cell=name)

    def _way_out(self, cell: Cell, values: tuple[int, ...]) -> str:
        solution = self._outcome.solution
        if not self._outcome.unique or solution is None:
            return f"They are {', '.join(map(str, values))}."
        return f"It is {solution[cell[0]][cell[1]]}."

    def _leave(self, code: Exit, text: str, found: str, **facts: Any) -> None:
        if self._json:
            _event("hint", self._named, found=found, **facts)
        else:
            say(text)
        leave(code)


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
    names = [f"{name} = {value}" for name, value in _names(wrong.entries).items()]
    if wrong.together:
        return fill(f"No solution has all of {', '.join(names)}.", WIDTH)
    return fill(f"Wrong: {', '.join(names)}.", WIDTH)


def _names(entries: Mapping[Cell, int]) -> dict[str, int]:
    return {cell_name(cell): value for cell, value in entries.items()}


# --- rate ----------------------------------------------------------------------------------------


def _verdict(rating: Rating) -> str:
    if not rating.solved:
        return "several solutions" if rating.solutions else "no solution"
    guesses = f"  {_plural(rating.guesses, 'guess', 'guesses')}" if rating.guesses else ""
    return f"{rating.level!s:<12}  {rating.hardest or '':<19}{guesses}"


def _rated_in_json(named: Named, rating: Rating, part: Mapping[str, str]) -> None:
    _event(
        "rating",
        named,
        level=None if rating.level is None else str(rating.level),
        hardest=rating.hardest,
        guesses=rating.guesses,
        techniques=rating.techniques,
        solved=rating.solved,
        **part,
    )


def _totals(ratings: Iterable[Rating]) -> str:
    ratings = list(ratings)
    levels = Counter(rating.level for rating in ratings if rating.level is not None)
    parts = [f"{count} {level}" for level, count in sorted(levels.items())]
    if unsolved := sum(not rating.solved for rating in ratings):
        parts.append(f"{unsolved} without exactly one solution")
    guesses = sum(rating.guesses for rating in ratings if rating.solved)
    return f"{len(ratings)} puzzles: {', '.join(parts)}; {_plural(guesses, 'guess', 'guesses')}"


def _plural(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"


# --- shared --------------------------------------------------------------------------------------


def _solved(named: Named, timeout: float | None) -> Outcome:
    """The outcome of a search for two solutions; leaves if it was cut short."""
    outcome = solve(named.puzzle, seconds=timeout)
    if outcome.status is Status.INTERRUPTED:
        leave(Exit.INTERRUPTED)
    if outcome.unique is None:
        complain(f"{named.name}: timeout after {outcome.seconds:.1f} s")
        leave(Exit.LIMIT)
    return outcome


def _explanation_in_time(named: Named, outcome: Outcome, timeout: float | None) -> Explanation:
    """The explanation; leaves if that takes too long."""
    from kenken_cp.logic.explanation import explanation

    only = outcome.solution if outcome.unique else None
    try:
        return explanation(named.puzzle, only, seconds=timeout)
    except LimitReachedError as error:
        complain(f"{named.name}: {error}")
        leave(Exit.LIMIT)


def _event(event: str, named: Named, **facts: Any) -> None:
    say(json_line(event, named, **facts))
