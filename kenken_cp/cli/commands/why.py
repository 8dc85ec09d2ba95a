"""The command that says what is wrong with puzzles: ``why``.

What diagnoses is imported where it is used: the other commands need not wait for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from kenken_cp import formats
from kenken_cp.cli.app import AMBIGUOUS_EXAMPLE, Exit, command, leave
from kenken_cp.cli.options.common import HTML, Output, PuzzleOutput, Timeout, option
from kenken_cp.cli.options.groups import excluding
from kenken_cp.cli.printing.endings import format_for
from kenken_cp.cli.printing.files import writing
from kenken_cp.cli.printing.output import (
    complain,
    filled,
    headings,
    json_line,
    prefixes,
    say,
    say_drawing,
    say_sentence,
    terminal_style,
)
from kenken_cp.cli.reading.inputs import Named
from kenken_cp.cli.reports.pages import writing_page
from kenken_cp.cli.running.arguments import Puzzles
from kenken_cp.cli.running.outcomes import name_rules, say_of, warn
from kenken_cp.cli.running.progress import work_shown
from kenken_cp.cli.running.turns import in_turn
from kenken_cp.clock import Status
from kenken_cp.diagnose.warnings import odd_cages
from kenken_cp.errors import KenKenError
from kenken_cp.formats import FORMATS
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.render.records import cage_record
from kenken_cp.render.text import drawn, with_signs
from kenken_cp.text import cell_name

if TYPE_CHECKING:
    from kenken_cp.diagnose.ambiguity import Ambiguity
    from kenken_cp.diagnose.diagnosis import Diagnosis
    from kenken_cp.diagnose.repairs import Repair
    from kenken_cp.render.sections import Section


@command(example=f"'{AMBIGUOUS_EXAMPLE}'")
def why(
    puzzles: Puzzles,
    minimal: Annotated[
        bool, option("--minimal", "If there is one solution, list the clues that it does not need.")
    ] = False,
    repair: Annotated[
        bool, option("--repair", "Write only the puzzle, with its likeliest repair.")
    ] = False,
    html: Annotated[Path | None, HTML] = None,
    *,
    timeout: Timeout,
    file: PuzzleOutput,
    output: Output,
) -> None:
    """Say why puzzles have no solution, or several, and mend them.

    Without a solution: the clues that may be wrong, and the constraints that contradict each other.
    With several: the cells that differ, and what would leave one. The exit code, with --repair too,
    is 0 for one solution, 1 for none or several, and 3 if time ran out before all was known.
    """
    from kenken_cp.diagnose.diagnosis import Diagnosis, fill

    if not repair and (file.output is not None or file.to is not None):
        raise KenKenError(
            "--to or --output without --repair; expected --repair, which alone writes a puzzle"
        )
    if repair and html is not None:
        raise excluding("--repair", "--html")
    to = FORMATS.named(format_for(file.to, file.output, as_json=output.json)).name
    printed = _Printed(puzzles.named.several, output, with_sections=not (html or repair))
    repaired: list[Puzzle] = []
    with writing(file.output) as write, writing_page(html, puzzles.named) as add:

        def look_into(named: Named) -> Exit:
            if not output.quiet:
                warn(named, odd_cages(named.puzzle))  # impossible clues it names itself
            found = Diagnosis(named.puzzle)
            with work_shown(output) as doing:
                doing.words = partial(_so_far, found)
                fill(found, seconds=timeout.timeout, minimal=minimal)
            if html is not None:
                add(named, found.frames)
            if output.json:
                more = _repaired_facts(found, to) if repair else {}
                write(json_line("diagnosis", named, **_facts(found), **more))
            elif repair:
                if found.repaired is not None:
                    # Refused now, if it is, and for this puzzle alone.
                    formats.dumps(found.repaired, to)
                    repaired.append(found.repaired)
                printed.repair(named, found)
            else:
                printed.diagnosis(named, found)
            code = _exit(found)
            if code is Exit.INTERRUPTED and not (output.json or printed.says_all):
                say_of(named, "interrupted; there may be more to find out")
            if code is Exit.NO and not output.is_bare:
                name_rules(named, timeout.timeout)
            return code

        code = in_turn(puzzles.named, look_into, quiet=True)
        if repaired:
            write(formats.dumps_all(repaired, to).rstrip("\n"))
    leave(code)


def _so_far(found: Diagnosis) -> str:
    """What is known, and what is being looked for, while a diagnosis is made."""
    return "solving" if found.solutions is None else f"{found.brief}; looking further"


class _Printed:
    """What people read about each puzzle, other than its warnings.

    Args:
        several: whether there are more than one, so that each is named.
        with_sections: whether diagnoses are printed; else they are on a page, or a repair is
            written.

    Attributes:
        says_all: whether a diagnosis is printed with what ended it.
    """

    def __init__(self, several: bool, output: Output, *, with_sections: bool) -> None:
        self._head = headings(several, shown=with_sections and not output.quiet)
        self._prefix = prefixes(several)
        self._quiet, self._with_sections = output.quiet, with_sections
        self.says_all = with_sections and not output.quiet

    def repair(self, named: Named, found: Diagnosis) -> None:
        """What was wrong with a puzzle that is written with its repair, or that none is known."""
        if found.repaired is None:
            say_of(named, f"{found.brief}; no repair is known")
        elif not self._quiet:
            complain(self._prefix(named) + found.brief)

    def diagnosis(self, named: Named, found: Diagnosis) -> None:
        """All that was found out, unless it is on a page; one line if the output is to be quiet."""
        if not self._with_sections:
            return
        if self._quiet:
            say(self._prefix(named) + found.brief)
        else:
            self._head(named)
            _print_sections(found.sections)


def _exit(found: Diagnosis) -> Exit:
    if found.status is Status.INTERRUPTED:
        return Exit.INTERRUPTED
    if found.status is not Status.EXHAUSTED:
        return Exit.LIMIT
    return Exit.ANSWERED if found.solutions == "one" else Exit.NO


def _print_sections(sections: Iterable[Section]) -> None:
    style = terminal_style()
    for number, section in enumerate(sections):
        text = [filled(with_signs(section.text, style))]
        text += [filled(with_signs(item, style), "  ", "    ") for item in section.items]
        say_sentence("\n" * (number > 0) + "\n".join(text))
        if section.picture is not None:
            say_drawing(drawn(section.picture, style))


# --- as JSON -------------------------------------------------------------------------------------


def _facts(found: Diagnosis) -> dict[str, Any]:
    """What is known, each thing only where it can be: null if it could not be found out."""
    facts: dict[str, Any] = {"solutions": found.solutions, "status": str(found.status)}
    if found.too_large is not None:
        facts["detail"] = found.too_large
    if found.solutions == "none":
        facts |= _of_none(found)
    elif found.solutions == "several":
        facts |= _of_several(found.ambiguity)
    elif found.needed is not None and found.enough is not None:
        facts |= {"needed": _cages(found.needed), "enough": _cages(found.enough)}
    return facts


def _repaired_facts(found: Diagnosis, format_name: str) -> dict[str, Any]:
    text = found.repaired and formats.dumps(found.repaired, format_name)
    return {"format": format_name, "repaired": text}


def _of_none(found: Diagnosis) -> dict[str, Any]:
    from kenken_cp.diagnose.words import fits_of
    from kenken_cp.logic.sentences import name_of

    core, puzzle = found.conflict, found.puzzle
    return {
        "suspects": [
            {**cage_record(suspect.cage), "fits": fits_of(suspect)} for suspect in found.suspects
        ],
        "possible_suspects": _cages(found.possible_suspects),
        "slips": _repairs(found.slips, puzzle),
        "changes": _repairs(found.changes, puzzle),
        "repairs": _repairs(found.repairs, puzzle),
        "complete": found.complete,
        "core": core
        and {
            "cages": _cages(core.cages),
            "houses": [name_of(house, puzzle) for house in core.houses],
            "minimal": core.minimal,
            "smallest": core.smallest,
            "reproved": core.reproved,
            "deduction": core.deduction and list(core.deduction.sentences),
        },
    }


def _repairs(repairs: Iterable[Repair], puzzle: Puzzle) -> list[dict[str, Any]]:
    before = frozenset(puzzle.cages)
    return [
        {
            "text": repair.words,
            "cages": _cages(repair.cages),
            "becomes": _cages(cage for cage in repair.puzzle.cages if cage not in before),
            "unique": repair.unique,
        }
        for repair in repairs
    ]


def _of_several(found: Ambiguity | None) -> dict[str, Any]:
    from kenken_cp.diagnose.settling import shown_operators

    facts: dict[str, Any] = dict.fromkeys(("differs", "alternatives", "givens", "operators"))
    if found is None:
        return facts
    facts["differs"] = list(map(cell_name, found.candidates))
    if found.changes is not None:
        facts["alternatives"] = [
            {"cells": list(map(cell_name, change.cells)), "values": change.alternatives}
            for change in found.changes
        ]
    if found.givens is not None:
        given = found.givens.givens.items()
        facts["givens"] = _cages(Cage([cell], GIVEN, value) for cell, value in given)
        facts["fewest_givens"] = found.givens.proved
    if found.operators is not None:
        facts["operators"] = _cages(shown_operators(found.operators))
        facts["fewest_operators"] = found.operators.proved
    return facts


def _cages(cages: Iterable[Cage]) -> list[dict[str, Any]]:
    return list(map(cage_record, cages))
