"""The commands that explain, give hints and rate: ``explain``, ``hint``, ``rate``.

What thinks and words it is imported where it is used: the other commands need not wait for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from kenken_cp.cli.app import AMBIGUOUS_EXAMPLE, EXAMPLE, Exit, command, leave
from kenken_cp.cli.options.common import BOARD, HTML, PLAY, Batch, Output, Timeout, option
from kenken_cp.cli.printing.output import (
    beside,
    filled,
    headings,
    prefixes,
    say,
    say_drawing,
    say_event,
    say_sentence,
    say_wrapped,
    terminal_style,
)
from kenken_cp.cli.reading.inputs import MOST_AHEAD, Named
from kenken_cp.cli.reports.pages import explained_solution, write_games, writing_page
from kenken_cp.cli.running.arguments import Puzzles, board_of
from kenken_cp.cli.running.outcomes import point_to_why, solved
from kenken_cp.cli.running.progress import work_shown
from kenken_cp.cli.running.turns import each, in_turn
from kenken_cp.errors import KenKenError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.picture import Picture
from kenken_cp.render.text import drawn, with_signs
from kenken_cp.search.interrupts import in_time
from kenken_cp.search.outcome import Outcome
from kenken_cp.text import cell_name, plural

if TYPE_CHECKING:
    from kenken_cp.logic.explain import Explanation
    from kenken_cp.logic.hint import Hint
    from kenken_cp.logic.rate import Rating
    from kenken_cp.logic.steps import Step


@command(example=f"'{EXAMPLE}'")
def explain(
    puzzles: Puzzles,
    boards: Annotated[
        bool, option("--boards", "Draw the board and its candidates at each step.")
    ] = False,
    html: Annotated[Path | None, HTML] = None,
    play: Annotated[bool, PLAY] = False,
    *,
    timeout: Timeout,
    output: Output,
) -> None:
    """Explain the solution in sentences, the easiest steps first.

    r2c3 is the cell in row 2, column 3. Steps on which no later step depends
    are left out. `kenken-cp techniques` says what the techniques are.
    """
    from kenken_cp.render.frames import of_explanation

    if play:
        if html is None:
            raise KenKenError("--play without a page; expected --html FILE too")
        leave(write_games(puzzles, html, timeout, output))
    head = headings(puzzles.named.several, shown=not (output.is_bare or html))
    prefix = prefixes(puzzles.named.several)

    def explain_one(named: Named) -> Exit:
        with work_shown(output) as doing, in_time(timeout.timeout) as clock:
            outcome = solved(named, timeout.timeout)
            explained = explained_solution(named.puzzle, outcome, doing)
            add(named, of_explanation(explained))
        head(named)
        if output.json:
            _print_events(named, explained, outcome)
        elif html is None and output.quiet:
            for _, line in _lines(explained):
                say(prefix(named) + line)
        elif html is None:
            (_print_boards if boards else _print_sentences)(explained)
        point_to_why(named, outcome, clock.left, quiet=output.is_bare)
        return Exit.ANSWERED if outcome.count else Exit.NO

    with writing_page(html, puzzles.named) as add:
        code = in_turn(puzzles.named, explain_one, quiet=output.quiet)
    leave(code)


def _lines(explained: Explanation) -> Iterator[tuple[str | None, str]]:
    """Every sentence, after the technique where one begins; the ending has None for it."""
    from kenken_cp.logic.sentences import paragraphs

    for technique, sentences in paragraphs(explained.steps, explained.puzzle):
        yield from zip([technique, *[""] * len(sentences)], sentences, strict=False)
    if explained.ending:
        yield None, explained.ending


def _print_sentences(explained: Explanation) -> None:
    style = terminal_style()
    for technique, line in _lines(explained):
        sentence = with_signs(line, style)
        text = filled(sentence) if technique is None else _wrapped(sentence, technique)
        say_sentence(text)
    say_drawing(drawn(Picture(explained.puzzle, explained.board), style))


def _print_boards(explained: Explanation) -> None:
    from kenken_cp.render.frames import of_explanation

    style = terminal_style()
    for number, frame in enumerate(of_explanation(explained)):
        say("\n" * (number > 0) + _wrapped(with_signs(frame.text, style), frame.heading))
        say_drawing(drawn(replace(frame.picture, named=True), style))


def _wrapped(sentence: str, margin: str) -> str:
    """A sentence beside a name in the margin."""
    from kenken_cp.logic.sentences import margin_width

    return beside(margin.ljust(margin_width()), sentence, hanging=2)


def _print_events(named: Named, explained: Explanation, outcome: Outcome) -> None:
    for step in explained.steps:
        say_event("step", named, **_step_facts(step, explained.puzzle))
    say_event(
        "explanation",
        named,
        status=str(outcome.status),
        count=int(outcome.count),
        unique=outcome.unique,
        guesses=explained.guesses,
        board=explained.board,
    )


def _step_facts(step: Step, puzzle: Puzzle) -> dict[str, Any]:
    from kenken_cp.logic.sentences import sentence
    from kenken_cp.render.step_records import step_record

    return {**step_record(step, puzzle), "text": sentence(step, puzzle)}


@command(example=f"'{EXAMPLE}' --board '1.. ... ...'")
def hint(
    puzzles: Puzzles,
    board: Annotated[str | None, BOARD] = None,
    reveal: Annotated[bool, option("--reveal", "Show the step itself.")] = False,
    html: Annotated[Path | None, HTML] = None,
    *,
    timeout: Timeout,
    output: Output,
) -> None:
    """Say where to look next on a board, or which entry is wrong.

    The lines lead in turn to the next entry. r2c3 is the cell in row 2,
    column 3. Without --reveal the hint gives no value away.
    """
    from kenken_cp.logic.candidates import entries_of
    from kenken_cp.logic.hint import hint_for
    from kenken_cp.render.frames import of_hint

    entered = board_of(puzzles, board)
    head = headings(puzzles.named.several, shown=not (output.is_bare or html))
    prefix = prefixes(puzzles.named.several)

    def hint_one(named: Named) -> Exit:
        with work_shown(output) as doing, in_time(timeout.timeout) as clock:
            outcome = solved(named, timeout.timeout)
            entries = entries_of(named.puzzle, entered)
            doing.words = "looking for the next step"
            found = hint_for(named.puzzle, entries, outcome)
        advice = _advice(found, reveal=reveal)
        head(named)
        add(named, of_hint(found, reveal=reveal))
        if output.json:
            say_event("hint", named, found=found.found, **advice.facts)
        for technique, line in () if output.json or html is not None else advice.lines:
            if output.quiet:
                say(prefix(named) + line)
            else:
                say_sentence(_wrapped(line, technique) if technique else filled(line))
        point_to_why(named, outcome, clock.left, quiet=output.is_bare)
        return advice.code

    with writing_page(html, puzzles.named) as add:
        code = in_turn(puzzles.named, hint_one, quiet=output.quiet)
    leave(code)


class _Advice(NamedTuple):
    """What to say about a board: ``lines`` to people, each after its technique if it has one;
    ``facts`` in JSON.
    """

    code: Exit
    lines: Sequence[tuple[str, str]]
    facts: dict[str, Any]


def _advice(found: Hint, *, reveal: bool) -> _Advice:
    from kenken_cp.render.step_records import by_cell_name

    if found.wrong is not None:
        names = by_cell_name(found.wrong.entries.items())
        facts = {"wrong": names, "together": found.wrong.together}
        return _Advice(Exit.NO, [("", str(found))], facts)
    if found.stuck is not None:
        text = " ".join(found.revealed if reveal else found.sentences)
        return _Advice(Exit.ANSWERED, [("", text)], {"cell": cell_name(found.stuck[0])})
    if found.steps:
        return _next_steps(found.steps, found.puzzle, reveal=reveal)
    code = Exit.ANSWERED if found.solutions else Exit.NO
    return _Advice(code, [("", str(found))], {})


def _next_steps(steps: Sequence[Step], puzzle: Puzzle, *, reveal: bool) -> _Advice:
    from kenken_cp.logic.sentences import looks_at

    lines, records = [], []
    for step in steps:
        technique = step.technique
        if reveal:
            facts = _step_facts(step, puzzle)
        else:
            facts = {"technique": technique, "look_at": looks_at(step, puzzle)}
        lines.append((technique, facts.get("text") or f"Look at {facts['look_at']}."))
        records.append(facts)
    return _Advice(Exit.ANSWERED, lines, {"steps": records})


@command(example=f"'{EXAMPLE}' '{AMBIGUOUS_EXAMPLE}'")
def rate(puzzles: Puzzles, *, timeout: Timeout, output: Output, batch: Batch) -> None:
    """Rate how hard puzzles are: the hardest technique they need."""
    from kenken_cp.logic.rate import rate as rated

    named = puzzles.named
    ahead = [] if output.is_bare else named.ahead(MOST_AHEAD)
    width = max((len(item.shown) for item in ahead), default=0)
    prefix = prefixes(named.several)
    ratings: list[Rating] = []

    def report_one(item: Named, rating: Rating) -> Exit:
        ratings.append(rating)
        if output.json:
            say_event("rating", item, **_rating_facts(rating))
        elif output.quiet:
            say(f"{prefix(item)}{_level(rating)}")
        else:
            say_wrapped(f"{item.shown:<{width}}  {_verdict(rating)}".rstrip())
        return Exit.ANSWERED if rating.solutions else Exit.NO

    try:
        task = partial(rated, seconds=timeout.timeout)
        each(puzzles.named, task, report_one, work=batch.work(), output=output, doing="rating")
    finally:
        if len(ratings) > 1 and not output.is_bare:
            say_wrapped(_totals(ratings))


def _verdict(rating: Rating) -> str:
    from kenken_cp.logic.sentences import margin_width

    if not rating.solved:
        return _level(rating)
    guesses = plural(rating.guesses, "guess", "guesses") if rating.guesses else ""
    return f"{_level(rating):<12}  {rating.hardest or '':<{margin_width()}}{guesses}"


def _level(rating: Rating) -> str:
    """The level, or why there is none."""
    return str(rating.level) if rating.solved else str(rating)


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
