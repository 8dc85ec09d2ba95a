"""The commands ``why``, ``explain``, ``hint``, ``rate`` and ``trace``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from textwrap import wrap
from typing import Annotated, Any

import typer

from kenken_cp import formats
from kenken_cp.cli import options
from kenken_cp.cli.app import AMBIGUOUS_EXAMPLE, EXAMPLE, command
from kenken_cp.cli.files import expect_writable, format_of, write
from kenken_cp.cli.items import Named
from kenken_cp.cli.output import NAME, Exit, Output, complain, line_width, outcome_facts, signed
from kenken_cp.cli.pages import expect_page, explained_solution, walkthrough, write_page
from kenken_cp.cli.progress import shown
from kenken_cp.cli.reading import board_of, expect_one, incoming
from kenken_cp.cli.turns import advise, each, in_turn, other_rules, solved, under_rules
from kenken_cp.clock import Clock, Status, StoppedError
from kenken_cp.diagnose.ambiguity import Ambiguity
from kenken_cp.diagnose.diagnosis import Diagnosis, clues_of
from kenken_cp.diagnose.repairs import Repair
from kenken_cp.diagnose.why import fill
from kenken_cp.errors import KenKenError
from kenken_cp.logic.candidates import entries_of
from kenken_cp.logic.events import Event, Found, Stuck
from kenken_cp.logic.explain import Explanation
from kenken_cp.logic.hint import Hint, hint_for
from kenken_cp.logic.rate import Rating
from kenken_cp.logic.rate import rate as rated
from kenken_cp.logic.sentences import looks_at, margin_width, name_of, paragraphs, sentence
from kenken_cp.logic.solver import events
from kenken_cp.logic.steps import Step
from kenken_cp.logic.strategies import STRATEGIES
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.render.frames import of_explanation, of_hint
from kenken_cp.render.page import Walkthrough
from kenken_cp.render.picture import Picture
from kenken_cp.render.records import cage_record
from kenken_cp.render.sections import Section
from kenken_cp.render.step_records import by_cell_name, event_record, step_record
from kenken_cp.render.traces import STYLES, style_for, with_open_cells
from kenken_cp.search.interrupts import in_time
from kenken_cp.text import cell_name, plural, quoted

app = typer.Typer(rich_markup_mode="markdown")

_PANEL = "Understand"


# --- explain -------------------------------------------------------------------------------------


@command(app, "explain", _PANEL, f'"{EXAMPLE}"')
def explain(
    puzzle: options.Puzzles = None,
    boards: Annotated[
        bool, typer.Option("--boards", help="Draw the board and its candidates at each step.")
    ] = False,
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
    expect_page(path, as_json=json)
    if boards and (json or path is not None):
        raise options.excluding("--boards", "--json" if json else "--output")
    named = incoming(puzzle, from_, rules, verbose=verbose)
    output = Output(json, quiet, named.several)
    articles: list[Walkthrough] = []

    def explain_one(item: Named) -> Exit:
        with shown(output, "explaining"), in_time(timeout):
            outcome = solved(item, timeout)
            explained = explained_solution(item.puzzle, outcome)
            if path is not None:
                articles.append(walkthrough(item, of_explanation(explained), output))
        steps = [_step_facts(step, item.puzzle) for step in explained.steps]
        facts = {"guesses": explained.guesses, "board": explained.board, "steps": steps}
        output.event("explanation", item, outcome.engine, **outcome_facts(outcome), **facts)
        if path is None:
            output.head(item)
            (_say_boards if boards else _say_sentences)(explained, output)
        advise(item, outcome, output)
        return Exit.ANSWERED if outcome.count else Exit.NO

    code = in_turn(named, explain_one, output)
    write_page(path, articles)
    return code


def _say_sentences(explained: Explanation, output: Output) -> None:
    above = output.begin_answer()
    for technique, sentences in paragraphs(explained.steps, explained.puzzle):
        for number, text in enumerate(sentences):
            _say_beside("" if number else technique, text, output, above)
            above = ""
    if explained.ending:
        output.say(above + explained.ending)
    if not output.quiet:
        output.draw(Picture(explained.puzzle, explained.board))


def _say_boards(explained: Explanation, output: Output) -> None:
    for number, frame in enumerate(of_explanation(explained)):
        above = "\n" * bool(number) or output.begin_answer()
        if not output.quiet:
            _say_beside(frame.heading, frame.text, output, above)
        output.draw(replace(frame.picture, named=True), above * output.quiet)


def _say_beside(margin: str, sentence: str, output: Output, above: str = "") -> None:
    """Prints a sentence, beside a name in the margin unless words are unwanted."""
    width = 0 if output.quiet else margin_width()
    first, *rest = wrap(signed(sentence), line_width() - width, break_on_hyphens=False)
    beside = [f"{above}{margin[:width]:<{width}}{first}"]
    output.say("\n".join([*beside, *(" " * (width + 2) + line for line in rest)]))


def _step_facts(step: Step, puzzle: Puzzle) -> dict[str, Any]:
    return {**step_record(step, puzzle), "text": sentence(step, puzzle)}


# --- hint ----------------------------------------------------------------------------------------


@command(app, "hint", _PANEL, f'"{EXAMPLE}" --board "1.. ... ..."')
def hint(
    puzzle: options.Puzzles = None,
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
    expect_page(path, as_json=json)
    named, output = incoming(puzzle, from_, rules), Output(json, quiet)
    expect_one(named, "for a hint (a board is --board)")
    articles: list[Walkthrough] = []

    def hint_one(item: Named) -> Exit:
        entries = entries_of(item.puzzle, board_of(item, board))
        with shown(output), in_time(timeout):
            outcome = solved(item, timeout)
            found = hint_for(item.puzzle, entries, outcome)
        facts = _hint_facts(found, reveal=reveal)
        output.event("hint", item, outcome.engine, found=found.found, **facts)
        if path is None:
            _say_hint(found, output, reveal=reveal)
        else:
            articles.append(walkthrough(item, of_hint(found, reveal=reveal), output))
        advise(item, outcome, output)
        return Exit.ANSWERED if found.wrong is None and outcome.count else Exit.NO

    code = in_turn(named, hint_one, output)
    write_page(path, articles)
    return code


def _say_hint(found: Hint, output: Output, *, reveal: bool) -> None:
    sentences = found.revealed if reveal else found.sentences
    if not found.steps:
        output.say(" ".join(sentences))
    for step, text in zip(found.steps, sentences, strict=False):
        _say_beside(step.technique, text, output)


def _hint_facts(found: Hint, *, reveal: bool) -> dict[str, Any]:
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
    workers = options.workers(jobs, scheduler)
    named = incoming(puzzle, from_, rules, verbose=verbose)
    output = Output(json, quiet, named.several)
    ratings: list[Rating] = []

    def report(item: Named, rating: Rating) -> Exit:
        ratings.append(rating)
        level = None if rating.level is None else str(rating.level)
        facts: dict[str, Any] = {"level": level, "hardest": rating.hardest}
        facts |= {"guesses": rating.guesses, "techniques": rating.techniques}
        output.event("rating", item, "logic", **facts, solved=rating.solved)
        output.say(output.prefix(item) + _rated(rating, quiet=quiet))
        return Exit.ANSWERED if rating.solutions else Exit.NO

    task = partial(rated, seconds=timeout)
    code = each(named, task, report, output, workers=workers, resume=resume, what="rating")
    if len(ratings) > 1:
        output.note(_totals(ratings))
    return code


def _rated(rating: Rating, *, quiet: bool) -> str:
    """The level and what makes it, or why there is none."""
    if not rating.solved:
        return str(rating)
    guesses = plural(rating.guesses, "guess", "guesses") if rating.guesses else ""
    more = () if quiet else (rating.hardest, guesses)
    return ", ".join(filter(None, [str(rating.level), *more]))


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
            metavar="NAME",
            help="How the solver thinks.",
            autocompletion=options.names("kenken_cp.logic.strategies", "STRATEGIES"),
        ),
    ] = "deduction",
    style: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The layout; by default the one made for the strategy.",
            autocompletion=options.names("kenken_cp.render.traces", "STYLES"),
        ),
    ] = None,
    open_cells: Annotated[
        str | None,
        typer.Option(metavar="LIST", help="Show boards with so many open cells only: 1,2,10-20."),
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
    if json and style is not None:
        raise options.excluding("--json", "--style")
    chosen = STRATEGIES.named(strategy)
    layout = style_for(strategy) if style is None else STYLES.named(style)
    counts = None if open_cells is None else _read_counts(open_cells)
    named = incoming(puzzle, from_, rules, verbose=verbose)
    output = Output(json, quiet, named.several)

    def trace_one(item: Named) -> Exit:
        end = _End()
        output.head(item)
        try:
            with Clock(timeout).running():
                happening = _until(events(item.puzzle, chosen), limit, end)
                if counts is not None:
                    happening = with_open_cells(happening, counts)
                if json:
                    _say_events(happening, item, output)
                else:
                    for text in layout.render(happening, item.puzzle):
                        output.say(text)
        except StoppedError as stopped:
            end.status = str(stopped.status)
        facts: dict[str, Any] = {"status": end.status, "count": end.count}
        is_exact = end.status == "exhausted"
        facts |= {"exact": is_exact, "strategy": strategy}
        output.event("result", item, "logic", **facts)
        words = Count(end.count, is_exact).in_words
        if not is_exact:
            words += f" found ({end.status}; there may be more)"
        output.note(words)
        return _CODE_OF_STATUS.get(end.status, Exit.ANSWERED if end.count else Exit.NO)

    return in_turn(named, trace_one, output)


_CODE_OF_STATUS = {"interrupted": Exit.INTERRUPTED, "timeout": Exit.LIMIT}
"""The exit codes for traces that ended before the answer."""


@dataclass(slots=True)
class _End:
    """How a trace ends, as far as is known: ``exhausted``, ``limit``, ``stuck``, ``timeout``,
    ``interrupted``; and with how many solutions.

    (The library's ``Status`` has no word for a strategy that gives up; no backend does.)
    """

    status: str = "exhausted"
    count: int = 0


def _until(happening: Iterable[Event], limit: int | None, end: _End) -> Iterator[Event]:
    """The events up to the last solution that is wanted, noting how the trace ends."""
    for event in happening:
        if isinstance(event, Stuck):
            end.status = "stuck"
        end.count += isinstance(event, Found)
        yield event
        if end.count == limit:
            end.status = "limit"
            return


def _read_counts(text: str) -> frozenset[int]:
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


def _say_events(happening: Iterable[Event], item: Named, output: Output) -> None:
    """Prints an event of JSON for each of the trace; solutions are numbered, as elsewhere."""
    index = 0
    for event in happening:
        facts = event_record(event, item.puzzle)
        kind = facts.pop("event")
        if kind == "solution":
            index += 1
            output.event("solution", item, "logic", index=index, **facts)
        else:
            output.event("trace", item, "logic", kind=kind, **facts)


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
    if to is not None and not repair:
        raise KenKenError("--to without --repair, which alone writes a puzzle")
    (expect_writable if repair else expect_page)(path, as_json=json)
    known = format_of(to, path if repair else None)
    named = incoming(puzzle, from_, rules, verbose=verbose)
    output = Output(json, quiet, named.several)
    articles: list[Walkthrough] = []
    repaired: list[Puzzle] = []

    def look_into(item: Named) -> Exit:
        found = Diagnosis(item.puzzle)
        with shown(output, lambda: f"{found.brief}; looking further"):
            fill(found, seconds=timeout, minimal=minimal)
            code = Exit.ANSWERED if found.solutions == "one" else Exit.NO
            if found.status is not Status.EXHAUSTED:
                interrupted = found.status is Status.INTERRUPTED
                code = Exit.INTERRUPTED if interrupted else Exit.LIMIT
            others = other_rules(item) if code is Exit.NO else []
        if path is not None and not repair:
            articles.append(walkthrough(item, found.frames, output))
        repaired_text = None
        if repair and found.repaired is not None:
            repaired_text = formats.dumps(found.repaired, known.name)  # refused now, if it is
            repaired.append(found.repaired)
        facts = {**_diagnosis_facts(found), "unique_under": others}
        facts |= {"text": repaired_text} if repair else {}
        output.event("diagnosis", item, **facts)
        if repair and not json:
            if found.repaired is None:
                complain(f"{NAME}: {item.shown}: {found.brief}; no repair is known")
            else:
                output.note(output.prefix(item) + found.brief)
        elif quiet:
            output.say(output.prefix(item) + found.brief)
        elif path is None:
            output.head(item)
            _say_sections(found.sections, output)
            if others:
                other = under_rules(item, others)
                output.say(f"\n{other[0].upper()}{other[1:]}.")
        if code in (Exit.INTERRUPTED, Exit.LIMIT) and not json:
            complain(f"{NAME}: {item.shown}: {found.status}; there may be more to find out")
        return code

    code = in_turn(named, look_into, output)
    if repaired and not (json and path is None):
        write(path, formats.dumps_all(repaired, known.name))
    write_page(path, articles)
    return code


def _say_sections(sections: Iterable[Section], output: Output) -> None:
    for number, section in enumerate(sections):
        lines = [section.text, *(f"  {item}" for item in section.items)]
        output.say("\n" * bool(number) + signed("\n".join(lines)))
        if section.picture is not None:
            output.draw(section.picture)


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
    if found is None:
        return dict.fromkeys(("differs", "givens"))
    facts: dict[str, Any] = {"differs": by_cell_name(found.differing.items()), "givens": None}
    if found.givens is not None:
        facts["givens"] = by_cell_name(found.givens.items())
        facts["fewest_givens"] = found.proved
    return facts


def _cages(cages: Iterable[Cage]) -> list[dict[str, Any]]:
    return list(map(cage_record, cages))
