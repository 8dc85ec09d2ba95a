"""The commands ``why``, ``explain``, ``hint``, ``rate`` and ``trace``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import typer

from kenken_cp.cli import options
from kenken_cp.cli.answering import advise, answer_by_workers, answer_here, other_rules, under_rules
from kenken_cp.cli.app import AMBIGUOUS_EXAMPLE, EXAMPLE, command
from kenken_cp.cli.files import expect_writable, write_puzzles, writer_of
from kenken_cp.cli.items import PuzzleItem
from kenken_cp.cli.output import (
    NAME,
    Exit,
    Output,
    complain,
    count_facts,
    outcome_facts,
    with_printable_signs,
)
from kenken_cp.cli.pictures import expect_picture_file, explained_solution, walkthrough, write_page
from kenken_cp.cli.progress import progress_line
from kenken_cp.cli.reading import board_of, expect_one, incoming
from kenken_cp.clock import Clock, Status, StoppedError
from kenken_cp.diagnose.diagnosis import Diagnosis
from kenken_cp.diagnose.why import fill
from kenken_cp.errors import KenKenError
from kenken_cp.logic.candidates import entries_of
from kenken_cp.logic.events import Event, Found, Stuck
from kenken_cp.logic.explain import Explanation
from kenken_cp.logic.hint import Hint, hint_for
from kenken_cp.logic.rate import Rating
from kenken_cp.logic.rate import rate as rated
from kenken_cp.logic.sentences import looks_at, name_of, paragraphs, sentence
from kenken_cp.logic.solver import events
from kenken_cp.logic.steps import Step
from kenken_cp.logic.strategies import STRATEGIES
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.frames import of_explanation, of_hint
from kenken_cp.render.page import Walkthrough
from kenken_cp.render.picture import Picture
from kenken_cp.render.records import by_cell_name, event_record, step_record
from kenken_cp.render.sections import Section
from kenken_cp.render.traces import STYLES, style_for, with_open_cells
from kenken_cp.search.interrupts import in_time
from kenken_cp.search.verbs import find_or_stop
from kenken_cp.text import cell_name, listed

_STRATEGY = f"How the solver thinks: {listed(STRATEGIES.names(), 'or')}."
_STYLE = f"The layout, if not the strategy's: {listed(STYLES.names(), 'or')}."


@command("explain", f'"{EXAMPLE}"')
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
    expect_picture_file(path, [".html"], as_json=json)
    if boards and (json or path is not None):
        raise options.excluding("--boards", "--json" if json else "--output")
    output = Output(json, quiet)
    puzzles = incoming(puzzle, from_, rules, output, verbose=verbose)
    articles: list[Walkthrough] = []

    def explain_one(item: PuzzleItem) -> Exit:
        with in_time(timeout):
            outcome = find_or_stop(item.puzzle, solutions=2, keep=2)
            explained = explained_solution(item.puzzle, outcome)
            if path is not None:
                articles.append(walkthrough(item, of_explanation(explained), output))
        steps = [_step_facts(step, item.puzzle) for step in explained.steps]
        facts = {"guesses": explained.guesses, "board": explained.board, "steps": steps}
        output.event("explanation", item, outcome.engine, **outcome_facts(outcome), **facts)
        if path is None:
            output.head(item)
            (_say_boards if boards else _say_steps)(explained, output)
        advise(item, outcome, output)
        return Exit.ANSWERED if outcome.count else Exit.NO

    code = answer_here(puzzles, explain_one, output, "explaining")
    write_page(path, articles)
    return code


def _say_steps(explained: Explanation, output: Output) -> None:
    if output.begin_answer():
        output.say("")
    sentences = [
        (technique if number == 0 else "", text)
        for technique, run in paragraphs(explained.steps, explained.puzzle)
        for number, text in enumerate(run)
    ]
    _say_beside_names(sentences, output)
    if explained.ending:
        output.say(explained.ending)
    if not output.quiet:
        output.draw(Picture(explained.puzzle, explained.board))


def _say_boards(explained: Explanation, output: Output) -> None:
    for number, frame in enumerate(of_explanation(explained)):
        above = "\n" * bool(number) or output.begin_answer()
        words = "" if output.quiet else with_printable_signs(f"{frame.heading}: {frame.text}\n")
        output.draw(replace(frame.picture, named=True), above + words)
    output.note("x marks the candidates that a step rules out.")


def _say_beside_names(sentences: Sequence[tuple[str, str]], output: Output) -> None:
    """Prints sentences, beside the names of their techniques unless words are unwanted."""
    if not sentences:
        return
    if output.quiet:
        output.say("\n".join(with_printable_signs(text) for _, text in sentences))
    else:
        output.table([(name, with_printable_signs(text)) for name, text in sentences])


def _step_facts(step: Step, puzzle: Puzzle) -> dict[str, Any]:
    return {**step_record(step, puzzle), "text": sentence(step, puzzle)}


@command("hint", f'"{EXAMPLE}" --board "1.. ... ..."')
def hint(
    puzzle: options.Puzzles = None,
    board: options.Board = None,
    reveal: Annotated[bool, typer.Option("--reveal", help="Show the step itself.")] = False,
    path: options.File = None,
    timeout: options.Timeout = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    from_: options.From = None,
    rules: options.Rules = None,
) -> Exit:
    """Say where to look next on a board, or which entry is wrong.

    The lines lead in turn to the next entry. r2c3 is the cell in row 2, column 3. Without --reveal
    the hint gives no value away.
    """
    expect_picture_file(path, [".html"], as_json=json)
    output = Output(json, quiet)
    puzzles = incoming(puzzle, from_, rules, output, verbose=verbose)
    expect_one(output, "for a hint (a board is --board)")
    articles: list[Walkthrough] = []

    def hint_one(item: PuzzleItem) -> Exit:
        entries = entries_of(item.puzzle, board_of(item, board))
        with in_time(timeout):
            outcome = find_or_stop(item.puzzle, solutions=2, keep=2)
            hint = hint_for(item.puzzle, entries, outcome)
        output.event("hint", item, outcome.engine, **_hint_facts(hint, reveal=reveal))
        if path is None:
            _say_hint(hint, output, reveal=reveal)
        else:
            articles.append(walkthrough(item, of_hint(hint, reveal=reveal), output))
        advise(item, outcome, output)
        return Exit.ANSWERED if hint.wrong is None and outcome.count else Exit.NO

    code = answer_here(puzzles, hint_one, output, "solving")
    write_page(path, articles)
    return code


def _say_hint(hint: Hint, output: Output, *, reveal: bool) -> None:
    sentences = hint.revealed if reveal else hint.sentences
    if hint.steps:
        names = [step.technique for step in hint.steps]
        _say_beside_names(list(zip(names, sentences, strict=True)), output)
    else:
        output.say(" ".join(sentences))


def _hint_facts(hint: Hint, *, reveal: bool) -> dict[str, Any]:
    """A hint in JSON; null is what it does not have."""
    wrong, stuck = hint.wrong, hint.stuck
    steps = []
    for step in hint.steps:
        facts = {"technique": step.technique, "look_at": looks_at(step, hint.puzzle)}
        steps.append({**facts, **(_step_facts(step, hint.puzzle) if reveal else {})})
    return {
        "found": hint.found,
        "steps": steps,
        "wrong": wrong and by_cell_name(wrong.entries.items()),
        "together": wrong and wrong.together,
        "cell": stuck and cell_name(stuck[0]),
    }


@command("rate", f'"{EXAMPLE}" "{AMBIGUOUS_EXAMPLE}"')
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
    output = Output(json, quiet)
    puzzles = incoming(puzzle, from_, rules, output, verbose=verbose)

    def report(item: PuzzleItem, rating: Rating) -> Exit:
        level = None if rating.level is None else str(rating.level)
        facts: dict[str, Any] = {"level": level, "hardest": rating.hardest}
        facts |= {"guesses": rating.guesses, "techniques": rating.techniques}
        output.event("rating", item, "logic", **facts, solved=rating.solved)
        output.say(output.prefix(item) + (level if quiet and level else str(rating)))
        return Exit.ANSWERED if rating.solutions else Exit.NO

    task = partial(rated, seconds=timeout)
    return answer_by_workers(
        puzzles, task, report, output, workers=workers, resume=resume, what="rating"
    )


@command("trace", f'"{EXAMPLE}" --strategy best-first')
def trace(
    puzzle: options.Puzzles = None,
    strategy: Annotated[
        str, typer.Option(metavar="NAME", help=_STRATEGY, autocompletion=STRATEGIES.names)
    ] = "deduction",
    style: Annotated[
        str | None, typer.Option(metavar="NAME", help=_STYLE, autocompletion=STYLES.names)
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

    Without --limit the trace goes on until no other solution is possible. A strategy that is stuck
    ends with exit code 3.
    """
    if json and style is not None:
        raise options.excluding("--json", "--style")
    chosen = STRATEGIES.named(strategy)
    layout = style_for(strategy) if style is None else STYLES.named(style)
    counts = None if open_cells is None else options.whole_numbers("--open-cells", open_cells)
    output = Output(json, quiet)
    puzzles = incoming(puzzle, from_, rules, output, verbose=verbose)

    def trace_one(item: PuzzleItem) -> Exit:
        status, count = "exhausted", 0

        def happening() -> Iterator[Event]:
            """The events up to the last solution that is wanted."""
            nonlocal status, count
            for event in events(item.puzzle, chosen):
                status = "stuck" if isinstance(event, Stuck) else status
                count += isinstance(event, Found)
                yield event
                if count == limit:
                    status = "limit"
                    return

        output.head(item)
        seen = happening() if counts is None else with_open_cells(happening(), counts)
        try:
            with Clock(timeout).running():
                if json:
                    for event in seen:
                        facts = event_record(event, item.puzzle)
                        output.event("trace", item, "logic", **facts)
                else:
                    for text in layout.render(seen, item.puzzle):
                        output.say(text)
        except StoppedError as stopped:
            status = str(stopped.status)
        solutions = Count(count, exact=status == "exhausted")
        facts = {"status": status, **count_facts(solutions), "strategy": strategy}
        output.event("result", item, "logic", **facts)
        words = Count(count, exact=True).in_words
        if not solutions.exact:
            end = "stopped at the limit" if status == "limit" else status
            words += f" found ({end}; there may be {'more' if count else 'some'})"
        output.note(output.prefix(item) + words)
        if status in ("exhausted", "limit"):
            return Exit.ANSWERED if count else Exit.NO
        return Exit.INTERRUPTED if status == "interrupted" else Exit.LIMIT

    return answer_here(puzzles, trace_one, output)


@command("why", f'"{AMBIGUOUS_EXAMPLE}"')
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
    writer = writer_of(to, path if repair else None)
    if repair:
        expect_writable(path, as_json=json)
    else:
        expect_picture_file(path, [".html"], as_json=json)
    output = Output(json, quiet)
    puzzles = incoming(puzzle, from_, rules, output, verbose=verbose)
    if repair and output.several:
        writer.expect_room(path, as_json=json)
    articles: list[Walkthrough] = []
    repaired: list[str] = []

    def look_into(item: PuzzleItem) -> Exit:
        diagnosis = Diagnosis(item.puzzle)
        with progress_line(output, lambda: f"{diagnosis.brief}; looking further"):
            fill(diagnosis, seconds=timeout, minimal=minimal)
            code = Exit.ANSWERED if diagnosis.solutions == 1 else Exit.NO
            if diagnosis.status is not Status.EXHAUSTED:
                interrupted = diagnosis.status is Status.INTERRUPTED
                code = Exit.INTERRUPTED if interrupted else Exit.LIMIT
            others = other_rules(item) if code is Exit.NO else []
        text = None
        if repair and diagnosis.repaired is not None:
            text = writer.write(diagnosis.repaired)
            repaired.append(text)
        output.event(
            "diagnosis", item, **_diagnosis_facts(diagnosis), unique_under=others, text=text
        )
        if repair:
            output.note(output.prefix(item) + diagnosis.brief)
        elif path is not None:
            articles.append(walkthrough(item, diagnosis.frames, output))
        elif quiet:
            output.say(output.prefix(item) + diagnosis.brief)
        else:
            output.head(item)
            _say_sections(diagnosis.sections, output)
            if others:
                other = under_rules(item, others)
                output.say(f"\n{other[0].upper()}{other[1:]}.")
        if not json and repair and text is None:
            complain(f"{NAME}: {item.printable_name}: no repair is known")
        if code in (Exit.INTERRUPTED, Exit.LIMIT) and not json and (repair or quiet or path):
            complain(
                f"{NAME}: {item.printable_name}: {diagnosis.status}; there may be more to find out"
            )
        return code

    code = answer_here(puzzles, look_into, output)
    if repaired and not (json and path is None):
        write_puzzles(path, repaired, writer, output)
    write_page(path, articles)
    return code


def _say_sections(sections: Iterable[Section], output: Output) -> None:
    for number, section in enumerate(sections):
        if number:
            output.say("")
        output.table([(with_printable_signs(section.text),)])
        if section.items:
            output.table([("", with_printable_signs(item)) for item in section.items])
        if section.picture is not None:
            output.draw(section.picture)


def _diagnosis_facts(diagnosis: Diagnosis) -> dict[str, Any]:
    """What is known, in JSON; null is what was not found out, or is not there."""
    conflict, ambiguity = diagnosis.conflict, diagnosis.ambiguity
    core = conflict and {
        "cages": conflict.cages,
        "houses": [name_of(house, diagnosis.puzzle) for house in conflict.houses],
        "minimal": conflict.minimal,
        "smallest": conflict.smallest,
        "deduction": conflict.deduction and conflict.deduction.sentences,
    }
    repairs = [
        {name: getattr(repair, name) for name in ("text", "cages", "becomes", "unique")}
        for repair in diagnosis.repairs
    ]
    givens = ambiguity and ambiguity.givens
    known = diagnosis.solutions
    return {
        "solutions": None if known is None else ("none", "one", "several")[known],
        "status": diagnosis.status,
        "detail": diagnosis.too_large,
        "suspects": [suspect.cage for suspect in diagnosis.suspects],
        "repairs": repairs,
        "complete": diagnosis.complete,
        "core": core,
        "differs": ambiguity and by_cell_name(ambiguity.differing.items()),
        "givens": givens and by_cell_name(givens.items()),
        "fewest_givens": ambiguity and ambiguity.proved,
        "enough": diagnosis.enough,
    }
