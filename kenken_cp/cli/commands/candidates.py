"""The command that pencils in what is possible: ``candidates``."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kenken_cp.cli.app import AMBIGUOUS_EXAMPLE, Exit, command, leave
from kenken_cp.cli.options.common import FILLED_IN, Output, Timeout, option
from kenken_cp.cli.printing.output import (
    count_facts,
    filled,
    headings,
    prefixes,
    say,
    say_drawing,
    say_event,
    terminal_style,
)
from kenken_cp.cli.reading.inputs import Named
from kenken_cp.cli.running.arguments import OneArgument, board_of
from kenken_cp.cli.running.outcomes import has_entries, name_suspect, no_solution
from kenken_cp.cli.running.progress import work_shown
from kenken_cp.cli.running.turns import in_turn
from kenken_cp.errors import KenKenError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.picture import Picture
from kenken_cp.render.text import drawn
from kenken_cp.text import cell_name

if TYPE_CHECKING:
    from kenken_cp.diagnose.candidates import TrueCandidates
    from kenken_cp.logic.candidates import Board, CandidateBoard


class By(StrEnum):
    """What decides which candidates are left."""

    LOGIC = "logic"
    SOLUTIONS = "solutions"


@command(example=f"'{AMBIGUOUS_EXAMPLE}' --by solutions")
def candidates(
    puzzles: OneArgument,
    board: Annotated[str | None, typer.Argument(metavar="BOARD", help=FILLED_IN)] = None,
    by: Annotated[
        By, option("--by WHAT", "What rules a value out: logic, or solutions (none has it).")
    ] = By.LOGIC,
    level: Annotated[
        str | None, option("--level NAME", "With logic, techniques up to: {levels}.")
    ] = None,
    *,
    timeout: Timeout,
    output: Output,
) -> None:
    """Draw the candidates of every cell, as pencil marks.

    By logic: the values that the hand-written solver leaves, using all techniques or those up to
    --level. By solutions: the values that occur in some solution, and in how many, unless there are
    too many to find.
    """
    if level is not None:
        from kenken_cp.logic.steps import level_named

        if by is By.SOLUTIONS:
            raise KenKenError("--level with --by solutions: no technique is used there")
        level_named(level)
    entered = board_of(puzzles, board)
    head = headings(puzzles.named.several, shown=not output.is_bare)
    prefix = prefixes(puzzles.named.several)

    def pencil_in(named: Named) -> Exit:
        clock = timeout.clock()
        with work_shown(output, "looking for candidates"):
            table, facts, true = _found(named.puzzle, entered, by, level, timeout)
        none = not all(map(all, table))
        head(named)
        if output.json:
            say_event("candidates", named, by=str(by), level=level, candidates=table, **facts)
        elif output.quiet:
            say("\n".join(prefix(named) + line for line in _bare(table)))
        else:
            entries = entered if none else None  # else they are among the candidates
            picture = Picture(named.puzzle, entries, candidates=table)
            say_drawing(drawn(picture, terminal_style()))
            words = () if true is None else true.sentences
            for line in (no_solution(entered),) if none else words:
                say(filled(line, rest="  "))
        if none and not has_entries(entered) and not output.is_bare:
            name_suspect(named, clock.left)
        return Exit.NO if none else Exit.ANSWERED

    leave(in_turn(puzzles.named, pencil_in, quiet=output.quiet))


def _found(
    puzzle: Puzzle, board: Board | None, by: By, level: str | None, timeout: Timeout
) -> tuple[CandidateBoard, dict[str, Any], TrueCandidates | None]:
    """The candidates, what JSON says beside them, and with what they were found."""
    if by is By.LOGIC:
        from kenken_cp.logic.pencil_marks import candidates as by_logic

        return by_logic(puzzle, board, level=level, seconds=timeout.timeout), {}, None
    from kenken_cp.diagnose.candidates import true_candidates

    true = true_candidates(puzzle, board, seconds=timeout.timeout)
    counts = {
        cell_name(cell): {str(value): number for value, number in found.items()}
        for cell, found in true.counts.items()
    }
    facts = count_facts(true.solutions)
    return true.table, {**facts, "counts": counts if facts["exact"] else None}, true


def _bare(table: CandidateBoard) -> list[str]:
    """A row a line; the candidates of a cell without anything between, if each is one character."""
    every = [str(value) for row in table for values in row for value in values]
    between = "" if all(len(value) == 1 for value in every) else ","
    texts = [[between.join(map(str, values)) or "-" for values in row] for row in table]
    width = max(len(text) for row in texts for text in row)
    return [" ".join(text.ljust(width) for text in row).rstrip() for row in texts]
