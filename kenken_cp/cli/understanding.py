"""The commands ``why``, ``explain``, ``hint``, ``rate`` and ``trace``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kenken_cp import formats
from kenken_cp.cli import options
from kenken_cp.cli.app import AMBIGUOUS_EXAMPLE, EXAMPLE, Exit, command, commands
from kenken_cp.cli.files import expect_writable, write
from kenken_cp.cli.items import Named
from kenken_cp.cli.output import (
    Output,
    complain,
    headings,
    line_width,
    outcome_facts,
    prefixes,
    say,
    say_drawing,
    say_event,
    say_of,
    say_words,
    terminal_style,
)
from kenken_cp.cli.pages import Pages, expect_page, explained_solution, write_games
from kenken_cp.cli.progress import shown
from kenken_cp.cli.reading import board_of, incoming, the_only
from kenken_cp.cli.turns import advise, each, in_turn, other_rules, solved, under_rules
from kenken_cp.cli.writing import format_of
from kenken_cp.clock import Clock, Status, StoppedError
from kenken_cp.errors import KenKenError
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.render.picture import Picture
from kenken_cp.render.records import cage_record
from kenken_cp.render.text import drawn, with_signs
from kenken_cp.search.interrupts import in_time, interruptible
from kenken_cp.search.limits import Limits
from kenken_cp.text import cell_name, plural, quoted

if TYPE_CHECKING:
    from kenken_cp.diagnose.ambiguity import Ambiguity
    from kenken_cp.diagnose.diagnosis import Diagnosis
    from kenken_cp.diagnose.repairs import Repair
    from kenken_cp.logic.events import Event
    from kenken_cp.logic.explain import Explanation
    from kenken_cp.logic.hint import Hint
    from kenken_cp.logic.rate import Rating
    from kenken_cp.logic.steps import Step
    from kenken_cp.logic.strategies import Strategy
    from kenken_cp.render.sections import Section

app = commands()

_PANEL = "Understand"


# --- explain -------------------------------------------------------------------------------------


@command(app, "explain", _PANEL, f'"{EXAMPLE}"')
def explain(
    puzzle: options.Puzzles = None,
    boards: Annotated[
        bool, typer.Option("--boards", help="Draw the board and its candidates at each step.")
    ] = False,
    play: options.Play = False,
    path: options.File = None,
    timeout: options.Timeout = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    from_: options.From = None,
    rules: options.Rules = None,
) -> Exit:
    """Explain the solution in sentences, the easiest steps first.

    r2c3 is the cell in row 2, column 3. Steps on which no later step depends are left out. With
    -o FILE.html: a page to walk through. "list techniques" says what the techniques are.
    """
    from kenken_cp.render.frames import of_explanation

    output = Output(json, quiet)
    options.expect_seconds(timeout)
    expect_page(path, play=play, as_json=json)
    if boards and (json or path is not None):
        raise options.excluding("--boards", "--json" if json else "--output")
    named = incoming(puzzle, from_, rules, verbose=verbose)
    if play and path is not None:
        return write_games(named, path, timeout, output)
    head = headings(named.several, shown=not (output.is_bare or path))
    pages = Pages(path, several=named.several)
    first = True

    def explain_one(item: Named) -> Exit:
        nonlocal first
        with shown(output) as doing, in_time(timeout) as clock:
            outcome = solved(item, timeout)
            explained = explained_solution(item.puzzle, outcome, doing)
            pages.add(item, of_explanation(explained))
        head(item)
        if json:
            steps = [_step_facts(step, item.puzzle) for step in explained.steps]
            facts = {"guesses": explained.guesses, "board": explained.board, "steps": steps}
            say_event("explanation", item, outcome.engine, **outcome_facts(outcome), **facts)
        elif path is None:
            if quiet and not first:
                say("")
            (_say_boards if boards else _say_sentences)(explained, quiet=quiet)
        first = False
        advise(item, outcome, clock.left, output)
        return Exit.ANSWERED if outcome.count else Exit.NO

    code = in_turn(named, explain_one, output)
    pages.write()
    return code


def _say_sentences(explained: Explanation, *, quiet: bool) -> None:
    from kenken_cp.logic.sentences import paragraphs

    style = terminal_style()
    for technique, sentences in paragraphs(explained.steps, explained.puzzle):
        for number, text in enumerate(sentences):
            margin = "" if number else technique
            _say_beside(margin, with_signs(text, style), quiet=quiet)
    if explained.ending:
        say_words(explained.ending)
    if not quiet:
        say_drawing(drawn(Picture(explained.puzzle, explained.board), style))


def _say_boards(explained: Explanation, *, quiet: bool) -> None:
    from kenken_cp.render.frames import of_explanation

    style = terminal_style()
    for number, frame in enumerate(of_explanation(explained)):
        if not quiet:
            above = "\n" if number else ""
            _say_beside(frame.heading, with_signs(frame.text, style), above=above)
        say_drawing(drawn(replace(frame.picture, named=True), style))


def _say_beside(margin: str, sentence: str, *, above: str = "", quiet: bool = False) -> None:
    """Prints a sentence, beside a name in the margin unless words are unwanted."""
    from textwrap import wrap

    from kenken_cp.logic.sentences import margin_width

    width = 0 if quiet else margin_width()
    first, *rest = wrap(sentence, line_width() - width, break_on_hyphens=False)
    say(f"{above}{'' if quiet else margin.ljust(width)}{first}")
    for line in rest:
        say(" " * (width + 2) + line)


def _step_facts(step: Step, puzzle: Puzzle) -> dict[str, Any]:
    from kenken_cp.logic.sentences import sentence
    from kenken_cp.render.step_records import step_record

    return {**step_record(step, puzzle), "text": sentence(step, puzzle)}


# --- hint ----------------------------------------------------------------------------------------


@command(app, "hint", _PANEL, f'"{EXAMPLE}" --board "1.. ... ..."')
def hint(
    puzzle: options.OnePuzzle = None,
    board: options.Board = None,
    reveal: Annotated[bool, typer.Option("--reveal", help="Show the step itself.")] = False,
    path: options.File = None,
    timeout: options.Timeout = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    from_: options.From = None,
    rules: options.Rules = None,
) -> Exit:
    """Say where to look next on a board, or which entry is wrong.

    The lines lead in turn to the next entry. r2c3 is the cell in row 2, column 3. Without --reveal
    the hint gives no value away.
    """
    from kenken_cp.logic.candidates import entries_of
    from kenken_cp.logic.hint import hint_for
    from kenken_cp.render.frames import of_hint

    output = Output(json, quiet)
    options.expect_seconds(timeout)
    expect_page(path, as_json=json)
    named = incoming(None if puzzle is None else [puzzle], from_, rules, verbose=False)
    item = the_only(named, "for a hint")
    entered = board_of(item, board)
    pages = Pages(path, several=False)

    def hint_one(item: Named) -> Exit:
        with shown(output) as doing, in_time(timeout) as clock:
            outcome = solved(item, timeout)
            entries = entries_of(item.puzzle, entered)
            doing.words = "looking for the next step"
            found = hint_for(item.puzzle, entries, outcome)
        pages.add(item, of_hint(found, reveal=reveal))
        if json:
            facts = _hint_facts(found, reveal=reveal)
            say_event("hint", item, outcome.engine, found=found.found, **facts)
        elif path is None:
            _say_hint(found, reveal=reveal, quiet=quiet)
        advise(item, outcome, clock.left, output)
        return Exit.ANSWERED if found.wrong is None and outcome.count else Exit.NO

    code = in_turn([item], hint_one, output)
    pages.write()
    return code


def _say_hint(found: Hint, *, reveal: bool, quiet: bool) -> None:
    sentences = found.revealed if reveal else found.sentences
    if not found.steps:
        say_words(" ".join(sentences))
    style = terminal_style()
    for step, text in zip(found.steps, sentences, strict=False):
        _say_beside(step.technique, with_signs(text, style), quiet=quiet)


def _hint_facts(found: Hint, *, reveal: bool) -> dict[str, Any]:
    from kenken_cp.logic.sentences import looks_at
    from kenken_cp.render.step_records import by_cell_name

    if found.wrong is not None:
        wrong = by_cell_name(found.wrong.entries.items())
        return {"wrong": wrong, "together": found.wrong.together}
    if found.stuck is not None:
        return {"cell": cell_name(found.stuck[0])}
    if reveal:
        return {"steps": [_step_facts(step, found.puzzle) for step in found.steps]}
    look = [
        {"technique": step.technique, "look_at": looks_at(step, found.puzzle)}
        for step in found.steps
    ]
    return {"steps": look}


# --- rate ----------------------------------------------------------------------------------------


@command(app, "rate", _PANEL, f'"{EXAMPLE}" "{AMBIGUOUS_EXAMPLE}"')
def rate(
    puzzle: options.Puzzles = None,
    timeout: options.Timeout = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    from_: options.From = None,
    rules: options.Rules = None,
    jobs: options.Jobs = 1,
    scheduler: options.Scheduler = None,
    resume: options.Resume = None,
) -> Exit:
    """Rate how hard puzzles are: the hardest technique they need."""
    from kenken_cp.logic.rate import rate as rated

    output = Output(json, quiet)
    options.expect_seconds(timeout)
    workers = options.workers(jobs, scheduler)
    named = incoming(puzzle, from_, rules, verbose=verbose)
    prefix = prefixes(named.several)
    ratings: list[Rating] = []

    def report(item: Named, rating: Rating) -> Exit:
        ratings.append(rating)
        if json:
            say_event("rating", item, "logic", **_rating_facts(rating))
        else:
            say(prefix(item) + (_level(rating) if quiet else _rated(rating)))
        return Exit.ANSWERED if rating.solutions else Exit.NO

    task = partial(rated, seconds=timeout)
    code = each(named, task, report, output, workers=workers, resume=resume, doing="rating")
    if len(ratings) > 1 and not output.is_bare:
        complain(_totals(ratings))
    return code


def _level(rating: Rating) -> str:
    """The level, or why there is none."""
    return str(rating.level) if rating.solved else str(rating)


def _rated(rating: Rating) -> str:
    if not rating.solved:
        return _level(rating)
    guesses = f", {plural(rating.guesses, 'guess', 'guesses')}" if rating.guesses else ""
    hardest = f", {rating.hardest}" if rating.hardest else ""
    return f"{_level(rating)}{hardest}{guesses}"


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


# --- trace ---------------------------------------------------------------------------------------


@command(app, "trace", _PANEL, f'"{EXAMPLE}" --strategy best-first')
def trace(
    puzzle: options.Puzzles = None,
    strategy: Annotated[
        str,
        typer.Option(
            "--strategy",
            metavar="NAME",
            help="How the solver thinks.",
            autocompletion=options.names("kenken_cp.logic.strategies", "STRATEGIES"),
        ),
    ] = "deduction",
    style: Annotated[
        str | None,
        typer.Option(
            "--style",
            metavar="NAME",
            help="The layout; by default the one made for the strategy.",
            autocompletion=options.names("kenken_cp.render.traces", "STYLES"),
        ),
    ] = None,
    open_cells: Annotated[
        str | None,
        typer.Option(
            "--open-cells",
            metavar="LIST",
            help="Show only boards with so many open cells, such as 1,2,10-20.",
        ),
    ] = None,
    limit: options.Limit = None,
    timeout: options.Timeout = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    from_: options.From = None,
    rules: options.Rules = None,
) -> Exit:
    """Show the hand-written solver at work, step by step.

    Without --limit the trace goes on until no other solution is possible.
    """
    from kenken_cp.logic.strategies import STRATEGIES
    from kenken_cp.render.traces import STYLES, style_for, with_open_cells

    limits, output = Limits(limit, timeout), Output(json, quiet)
    if json and style is not None:
        raise options.excluding("--json", "--style")
    chosen = STRATEGIES.named(strategy)
    layout = style_for(strategy) if style is None else STYLES.named(style)
    counts = None if open_cells is None else read_counts(open_cells)
    named = incoming(puzzle, from_, rules, verbose=verbose)
    head = headings(named.several, shown=not output.is_bare)

    def trace_one(item: Named) -> Exit:
        end = _End()
        events = _until(item.puzzle, chosen, limits, end)
        if counts is not None:
            events = with_open_cells(events, counts)
        head(item)
        try:
            # Ctrl-C must not cut a line in two; the second one does not wait for a slow reader.
            with interruptible(Clock()) as session:
                if json:
                    _say_events(events, item)
                else:
                    for text in layout.render(events, item.puzzle):
                        say(text)
            if session.status is not None:  # after the last event
                raise KeyboardInterrupt
        except (KeyboardInterrupt, StoppedError):
            end.status = "interrupted"
        if json:
            facts = {"status": end.status, "count": end.count, "exact": end.status == "exhausted"}
            say_event("result", item, "logic", **facts, strategy=strategy)
        elif not quiet:
            complain(_end_in_words(end))
        if end.status in _CUT_SHORT:
            return _CUT_SHORT[end.status]
        return Exit.ANSWERED if end.count else Exit.NO

    return in_turn(named, trace_one, output)


_CUT_SHORT = {"interrupted": Exit.INTERRUPTED, "timeout": Exit.LIMIT}
"""The exit codes for traces that ended before the answer."""


@dataclass(slots=True)
class _End:
    """How a trace ends, as far as is known: ``exhausted``, ``limit``, ``stuck``, ``timeout``,
    ``interrupted``; and with how many solutions.

    (The library's ``Status`` has no word for a strategy that gives up; no backend does.)
    """

    status: str = "exhausted"
    count: int = 0


def _until(puzzle: Puzzle, strategy: Strategy, limits: Limits, end: _End) -> Iterator[Event]:
    """The events up to a limit, Ctrl-C or the last solution wanted, noting how it ends."""
    from kenken_cp.logic.events import Found, Stuck
    from kenken_cp.logic.solver import events

    clock = Clock(limits.seconds)
    happening: Iterator[Event] | None = None
    while clock.status is None and end.status != "limit":
        try:
            with clock.running():  # but not while the caller prints an event
                happening = happening or events(puzzle, strategy)
                event = next(happening, None)
        except StoppedError:
            break
        if event is None:
            return
        if isinstance(event, Stuck):
            end.status = "stuck"
        elif isinstance(event, Found):
            end.count += 1
            if end.count == limits.solutions:
                end.status = "limit"
        yield event
    if end.status != "limit":
        end.status = str(clock.status)


def read_counts(text: str) -> frozenset[int]:
    """Reads numbers and ranges of open cells, ``1,2,3,10-20``; a KenKenError for anything else."""
    counts: set[int] = set()
    for part in text.split(","):
        ends = re.fullmatch(r"\s*([0-9]{1,4})\s*(?:-\s*([0-9]{1,4})\s*)?", part)
        numbers = range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else range(0)
        if not numbers:
            expected = "numbers and ranges such as 1,2,10-20"
            raise KenKenError(f"--open-cells {quoted(text)}; expected {expected}")
        counts.update(numbers)
    return frozenset(counts)


def _say_events(events: Iterable[Event], item: Named) -> None:
    """Prints an event of JSON for each of the trace; solutions are numbered, as elsewhere."""
    from kenken_cp.render.step_records import event_record

    index = 0
    for event in events:
        facts = event_record(event, item.puzzle)
        kind = facts.pop("event")
        if kind == "solution":
            index += 1
            say_event("solution", item, "logic", index=index, **facts)
        else:
            say_event("trace", item, "logic", kind=kind, **facts)


def _end_in_words(end: _End) -> str:
    if end.status == "stuck":
        return "stuck: the strategy finds no more, and does not guess"
    if end.status == "limit":
        return f"{Count(end.count).in_words} (stopped at the limit; there may be more)"
    if end.status in _CUT_SHORT:
        return f"{Count(end.count, exact=False).in_words} found ({end.status})"
    return Count(end.count).in_words


# --- why -----------------------------------------------------------------------------------------


@command(app, "why", _PANEL, f'"{AMBIGUOUS_EXAMPLE}"')
def why(
    puzzle: options.Puzzles = None,
    minimal: Annotated[
        bool,
        typer.Option("--minimal", help="Of one solution: list the clues that it does not need."),
    ] = False,
    repair: Annotated[
        bool, typer.Option("--repair", help="Write the puzzle with its likeliest repair.")
    ] = False,
    to: options.To = None,
    path: options.File = None,
    timeout: options.Timeout = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    from_: options.From = None,
    rules: options.Rules = None,
) -> Exit:
    """Say why puzzles have no solution, or several, and mend them.

    Without a solution: the clues that may be wrong, and the constraints that contradict each other.
    With several: the cells that differ, and what would leave one. -o FILE.html writes a page; with
    --repair, -o FILE is the repaired puzzle. The exit code is 0 for one solution, 1 for none or
    several, and 3 if time ran out before all was known.
    """
    from kenken_cp.diagnose.diagnosis import Diagnosis
    from kenken_cp.diagnose.why import fill

    output = Output(json, quiet)
    options.expect_seconds(timeout)
    if to is not None and not repair:
        raise KenKenError("--to without --repair, which alone writes a puzzle")
    if repair:
        expect_writable(path, as_json=json)
    else:
        expect_page(path, as_json=json)
    known = format_of(to, path if repair else None)
    named = incoming(puzzle, from_, rules, verbose=verbose)
    head = headings(named.several, shown=not (output.is_bare or path or repair))
    prefix = prefixes(named.several)
    pages = Pages(None if repair else path, several=named.several)
    repaired: list[Puzzle] = []

    def look_into(item: Named) -> Exit:
        found = Diagnosis(item.puzzle)
        with shown(output, lambda: _so_far(found)):
            fill(found, seconds=timeout, minimal=minimal)
            code = _exit_of(found)
            others = other_rules(item, timeout) if code is Exit.NO else []
        if path is not None and not repair:
            pages.add(item, found.frames)
        text = ""
        if repair and found.repaired is not None:
            text = formats.dumps(found.repaired, known.name)  # refused now, if it is
            repaired.append(found.repaired)
        if json:
            facts = {**_diagnosis_facts(found), "unique_under": others}
            facts |= {"text": text or None} if repair else {}
            say_event("diagnosis", item, **facts)
        elif repair:
            if found.repaired is None:
                say_of(item, f"{found.brief}; no repair is known")
            elif not quiet:
                complain(prefix(item) + found.brief)
        elif quiet:
            say_words(prefix(item) + found.brief)
        elif path is None:
            head(item)
            _say_sections(found.sections)
            if others:
                sentence = under_rules(item, others)
                say_words(f"\n{sentence[0].upper()}{sentence[1:]}.")
        if code in (Exit.INTERRUPTED, Exit.LIMIT) and not json:
            say_of(item, f"{found.status}; there may be more to find out")
        return code

    code = in_turn(named, look_into, output)
    if repaired and not (json and path is None):
        write(path, formats.dumps_all(repaired, known.name))
    pages.write()
    return code


def _so_far(found: Diagnosis) -> str:
    """What is known, and what is being looked for, while a diagnosis is made."""
    return "solving" if found.solutions is None else f"{found.brief}; looking further"


def _exit_of(found: Diagnosis) -> Exit:
    if found.status is Status.INTERRUPTED:
        return Exit.INTERRUPTED
    if found.status is not Status.EXHAUSTED:
        return Exit.LIMIT
    return Exit.ANSWERED if found.solutions == "one" else Exit.NO


def _say_sections(sections: Iterable[Section]) -> None:
    style = terminal_style()
    for number, section in enumerate(sections):
        lines = [section.text, *(f"  {item}" for item in section.items)]
        say_words(("\n" if number else "") + with_signs("\n".join(lines), style))
        if section.picture is not None:
            say_drawing(drawn(section.picture, style))


def _diagnosis_facts(found: Diagnosis) -> dict[str, Any]:
    """What is known: keys depend on the kind of answer; null is what was not found out."""
    facts: dict[str, Any] = {"solutions": found.solutions, "status": str(found.status)}
    if found.too_large is not None:
        facts["detail"] = found.too_large
    if found.solutions == "none":
        facts |= _of_none(found)
    elif found.solutions == "several":
        facts |= _of_several(found.ambiguity)
    elif found.enough is not None:
        facts["enough"] = _cages(found.enough)
    return facts


def _of_none(found: Diagnosis) -> dict[str, Any]:
    from kenken_cp.diagnose.diagnosis import clues_of
    from kenken_cp.logic.sentences import name_of

    core = found.conflict
    return {
        "suspects": [
            {**cage_record(suspect.cage), "fits": clues_of(suspect.fits)}
            for suspect in found.suspects
        ],
        "slips": _repairs(found.slips),
        "repairs": _repairs(found.repairs),
        "complete": found.complete,
        "core": core
        and {
            "cages": _cages(core.cages),
            "houses": [name_of(house, found.puzzle) for house in core.houses],
            "minimal": core.minimal,
            "smallest": core.smallest,
            "reproved": core.reproved,
            "deduction": core.deduction and list(core.deduction.sentences),
        },
    }


def _repairs(repairs: Iterable[Repair]) -> list[dict[str, Any]]:
    return [
        {
            "text": repair.text,
            "cages": _cages(repair.cages),
            "becomes": _cages(repair.becomes),
            "unique": repair.unique,
        }
        for repair in repairs
    ]


def _of_several(found: Ambiguity | None) -> dict[str, Any]:
    from kenken_cp.render.step_records import by_cell_name

    if found is None:
        return dict.fromkeys(("differs", "givens"))
    facts: dict[str, Any] = {"differs": by_cell_name(found.differing.items()), "givens": None}
    if found.givens is not None:
        facts["givens"] = by_cell_name(found.givens.items())
        facts["fewest_givens"] = found.proved
    return facts


def _cages(cages: Iterable[Cage]) -> list[dict[str, Any]]:
    return list(map(cage_record, cages))
