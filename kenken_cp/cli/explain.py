"""The commands that explain, give hints and rate: ``explain``, ``hint``, ``rate``.

What thinks and words it is imported where it is used: the other commands need not wait for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from kenken_cp.cli.app import Exit, command, leave
from kenken_cp.cli.inputs import Named, text_or_itself
from kenken_cp.cli.options import Batch, Json, OnePuzzle, Puzzles, Timeout, option
from kenken_cp.cli.output import WIDTH, complain, say, say_event, terminal_style
from kenken_cp.cli.work import each
from kenken_cp.errors import LimitReachedError
from kenken_cp.formats.grids import read_board
from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.text import board
from kenken_cp.search.protocol import Outcome, Status
from kenken_cp.search.run import solve
from kenken_cp.text import cell_name, plural

if TYPE_CHECKING:
    from kenken_cp.logic.explanation import Explanation
    from kenken_cp.logic.rating import Rating
    from kenken_cp.logic.steps import Taken


@command(example="puzzles/4x4/cs332.kk")
def explain(puzzle: OnePuzzle, timeout: Timeout, output: Json) -> None:
    """Explain the solution in sentences, the easiest steps first.

    Steps that nothing depends on are left out.
    """
    from kenken_cp.logic.explanation import explanation

    named = puzzle.read()
    outcome = _solved(named, timeout.timeout)
    only = outcome.solution if outcome.unique else None
    try:
        explained = explanation(named.puzzle, only, seconds=timeout.timeout)
    except LimitReachedError as error:
        complain(f"{named.name}: {error}")
        leave(Exit.LIMIT)
    (_print_events if output.json else _print_sentences)(named, explained, outcome)
    leave(Exit.ANSWERED if outcome.count else Exit.NO)


def _print_sentences(_named: Named, explained: Explanation, outcome: Outcome) -> None:
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
    from kenken_cp.render.traces import step_record

    return {**step_record(taken.step, puzzle), "text": sentence(taken, puzzle)}


@command(example="puzzles/3x3/easy.kk '1 . .  . . .  . . .'")
def hint(
    puzzle: OnePuzzle,
    grid: Annotated[
        str | None,
        typer.Argument(
            metavar="BOARD", help="A partly filled grid, . for open cells: a file, -, or its rows."
        ),
    ] = None,
    reveal: Annotated[bool, option("--reveal", "Say what can be deduced there too.")] = False,
    *,
    timeout: Timeout,
    output: Json,
) -> None:
    """Say where to look next on a board, or which entry is wrong.

    No value is given away without --reveal.
    """
    named = puzzle.read()
    size, values = named.puzzle.size, named.puzzle.values
    entries = {} if grid is None else read_board(text_or_itself(grid), size, values)
    advice = _advice(named.puzzle, entries, _solved(named, timeout.timeout), reveal=reveal)
    if output.json:
        say_event("hint", named, found=advice.found, **advice.facts)
    else:
        say(advice.text)
    leave(advice.code)


class _Advice(NamedTuple):
    """What to say about a board: ``text`` to people; ``found``, the kind, and ``facts`` in JSON."""

    code: Exit
    found: str
    text: str
    facts: dict[str, Any]


def _advice(
    puzzle: Puzzle, entries: Mapping[Cell, int], outcome: Outcome, *, reveal: bool
) -> _Advice:
    from kenken_cp.logic.candidates import filled
    from kenken_cp.logic.explanation import hint as hint_for
    from kenken_cp.logic.explanation import wrong_entries
    from kenken_cp.render.traces import by_cell_name

    if not outcome.count:
        return _Advice(Exit.NO, "none", "The puzzle has no solution.", {})
    only = outcome.solution if outcome.unique else None
    if wrong := wrong_entries(puzzle, entries, only):
        names = by_cell_name(wrong.entries.items())
        listed = ", ".join(f"{name} = {value}" for name, value in names.items())
        text = f"No solution has all of {listed}." if wrong.together else f"Wrong: {listed}."
        facts = {"wrong": names, "together": wrong.together}
        return _Advice(Exit.NO, "wrong", fill(text, WIDTH), facts)
    if filled(puzzle, entries).solved:
        return _Advice(Exit.ANSWERED, "solved", "The board is solved.", {})
    found = hint_for(puzzle, entries)
    if found.stuck is not None:
        return _choice(*found.stuck, outcome, reveal=reveal)
    return _next_steps(found.steps, puzzle, reveal=reveal)


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


def _next_steps(steps: Sequence[Taken], puzzle: Puzzle, *, reveal: bool) -> _Advice:
    from kenken_cp.render.sentences import looks_at

    lines, records = [], []
    for taken in steps:
        technique = taken.step.technique
        if reveal:
            facts = _step_facts(taken, puzzle)
        else:
            facts = {"technique": technique, "look_at": looks_at(taken.step, puzzle)}
        lines.append(_wrapped(facts.get("text") or f"Look at {facts['look_at']}.", technique))
        records.append(facts)
    return _Advice(Exit.ANSWERED, "next", "\n".join(lines), {"steps": records})


def _solved(named: Named, timeout: float | None) -> Outcome:
    """The outcome of a search for two solutions; leaves if it was cut short."""
    outcome = solve(named.puzzle, seconds=timeout)
    if outcome.status is Status.INTERRUPTED:
        leave(Exit.INTERRUPTED)
    if outcome.unique is None:
        complain(f"{named.name}: timeout after {outcome.seconds:.1f} s")
        leave(Exit.LIMIT)
    return outcome


@command(example="puzzles/9x9/*.kk")
def rate(puzzles: Puzzles, timeout: Timeout, output: Json, batch: Batch) -> None:
    """Rate how hard puzzles are: the hardest technique they need."""
    from kenken_cp.parallel import Rate

    work = batch.work()
    part = {} if work.shard is None else {"shard": str(work.shard)}
    named = puzzles.read()
    width = max(len(item.name) for item in named)
    ratings: list[Rating] = []

    def report_one(item: Named, rating: Rating | LimitReachedError) -> Exit:
        if isinstance(rating, LimitReachedError):
            complain(f"{item.name}: {rating}")
            return Exit.LIMIT
        ratings.append(rating)
        if output.json:
            say_event("rating", item, **_rating_facts(rating), **part)
        else:
            say(f"{item.name:<{width}}  {_verdict(rating)}".rstrip())
        return Exit.ANSWERED if rating.solutions else Exit.NO

    try:
        each(named, Rate(timeout.timeout), report_one, work=work, shows_progress=False)
    finally:
        if len(ratings) > 1 and not output.json:
            prefix = "".join(f"{what} {which}: " for what, which in part.items())
            say(prefix + _totals(ratings))


def _verdict(rating: Rating) -> str:
    from kenken_cp.render.sentences import margin_width

    if not rating.solved:
        return "several solutions" if rating.solutions else "no solution"
    guesses = plural(rating.guesses, "guess", "guesses") if rating.guesses else ""
    return f"{rating.level!s:<12}  {rating.hardest or '':<{margin_width()}}{guesses}"


def _rating_facts(rating: Rating) -> dict[str, Any]:
    return {
        "level": None if rating.level is None else str(rating.level),
        "hardest": rating.hardest,
        "guesses": rating.guesses,
        "techniques": rating.techniques,
        "solved": rating.solved,
    }


def _totals(ratings: Sequence[Rating]) -> str:
    levels = Counter(rating.level for rating in ratings if rating.level is not None)
    parts = [f"{count} {level}" for level, count in sorted(levels.items())]
    if unsolved := sum(not rating.solved for rating in ratings):
        parts.append(f"{unsolved} without exactly one solution")
    guesses = plural(sum(rating.guesses for rating in ratings if rating.solved), "guess", "guesses")
    return f"{plural(len(ratings), 'puzzle')}: {', '.join(parts)}; {guesses}"
