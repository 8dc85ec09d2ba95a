"""The command on rule sets: ``rules`` lists them, and counts under each.

What counts is imported where it is used: the list need not wait for it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from kenken_cp.cli.app import AMBIGUOUS_EXAMPLE, Exit, command, leave
from kenken_cp.cli.options.common import Limit, Output, RunTimeout
from kenken_cp.cli.printing.output import filled, headings, outcome_facts, say, say_event, say_table
from kenken_cp.cli.reading.inputs import Incoming, Named, Unread, read_puzzles
from kenken_cp.cli.reading.texts import read_text
from kenken_cp.cli.running.arguments import OneArgument
from kenken_cp.cli.running.progress import work_shown
from kenken_cp.cli.running.turns import in_turn
from kenken_cp.clock import Status
from kenken_cp.errors import KenKenError, PuzzleError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RULE_SETS, RuleSet
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome
from kenken_cp.text import listed

_NAMES = {name for known in RULE_SETS for name in (known.name, *known.aliases)}
"""Of rule sets."""

_Under = dict[RuleSet, Outcome | PuzzleError]
"""The solutions under each rule set, or why it cannot hold the puzzle."""


@command(example=f"'{AMBIGUOUS_EXAMPLE}'")
def rules(puzzles: OneArgument, *, limit: Limit, timeout: RunTimeout, output: Output) -> None:
    """List the rule sets.

    With a puzzle: whether it has one solution under each rule set, and so which one its author may
    have meant.
    """
    name = puzzles.puzzle or ""
    if name in _NAMES and not Path(name).exists():
        raise KenKenError(f"{name}: a rule set; expected a puzzle")
    if puzzles.puzzle is None:
        _list(output)
        leave(Exit.ANSWERED)
    named = Incoming(_readable(puzzles))
    head = headings(named.several, shown=not output.is_bare)

    def look_into(item: Named) -> Exit:
        clock = timeout.clock()
        limits = Limits(max(limit.limit or 2, 2), max(clock.left or 0.0, 1e-3))
        with work_shown(output, "solving under each rule set"):
            counted = _counted(item.puzzle, limits)
        if output.json:
            stated = item.puzzle.rules.name if item.rules_stated else None
            say_event("rules", item, under=_facts(counted), stated=stated)
        else:
            head(item)
            _say_counts(item, counted, output)
        stopped = [each.status for each in counted.values() if isinstance(each, Outcome)]
        if Status.INTERRUPTED in stopped:
            return Exit.INTERRUPTED
        return Exit.LIMIT if Status.TIMEOUT in stopped else Exit.ANSWERED

    leave(in_turn(named, look_into, quiet=output.is_bare))


def _readable(puzzles: OneArgument) -> list[Named | Unread]:
    """The puzzles under the rules of their text; where that cannot be read under these, under the
    first rule set that it can be read under.
    """
    assert puzzles.puzzle is not None
    text = read_text("-") if puzzles.puzzle == "-" else None

    def read(rules: str | None) -> list[Named | Unread]:
        return list(read_puzzles([puzzles.puzzle or ""], puzzles.from_, rules, text))

    found = read(puzzles.rules)
    for known in RULE_SETS if puzzles.rules is None else ():
        if all(isinstance(item, Named) for item in found):
            break
        others = read(known.name)
        if len(others) == len(found):
            found = [
                replace(other, rules_stated=False)
                if isinstance(item, Unread) and isinstance(other, Named)
                else item
                for item, other in zip(found, others, strict=True)
            ]
    return found


def _counted(puzzle: Puzzle, limits: Limits) -> _Under:
    from kenken_cp.diagnose.rule_sets import counted_under, under

    held = {each: under(puzzle, each) for each in RULE_SETS}
    boards = [board for board in held.values() if isinstance(board, Puzzle)]
    names = (board.rules for board in boards)
    outcomes = dict(zip(names, counted_under(boards, limits), strict=False))  # fewer by Ctrl-C
    return {
        each: board if isinstance(board, PuzzleError) else outcomes[each]
        for each, board in held.items()
        if isinstance(board, PuzzleError) or each in outcomes
    }


# --- what is printed -----------------------------------------------------------------------------


def _list(output: Output) -> None:
    rows: list[tuple[str, ...]] = []
    for known in RULE_SETS:
        if output.json:
            facts = {"summary": known.summary, "source": known.source}
            say_event("rule-set", rules=known.name, **facts, aliases=dict(known.aliases))
            continue
        rows.append((known.name, known.summary))
        if output.quiet:
            continue
        if known.source:
            rows.append(("", f"from {known.source}"))
        rows += [("", f"also {name}: {source}") for name, source in known.aliases.items()]
    if rows:
        say_table(rows)


def _facts(counted: _Under) -> dict[str, Any]:
    return {
        rules.name: {"refused": str(outcome)}
        if isinstance(outcome, PuzzleError)
        else {**outcome_facts(outcome), "unique": outcome.unique}
        for rules, outcome in counted.items()
    }


def _say_counts(item: Named, found: _Under, output: Output) -> None:
    rows = []
    for known, outcome in found.items():
        if isinstance(outcome, PuzzleError):
            rows.append((known.name, f"refused: {outcome}"))
        elif outcome.unique:
            rows.append((known.name, "one solution"))
        elif outcome.status is Status.LIMIT and not outcome.count.exact:
            rows.append((known.name, f"{int(outcome.count)} solutions or more"))
        else:
            rows.append((known.name, outcome.in_words))
    if rows:
        say_table(rows)
    if not output.quiet:
        if item.rules_stated:
            say(f"Its stated rules are {item.puzzle.rules.name}.")
        say(filled(_where_unique(found)))


def _where_unique(found: _Under) -> str:
    """A sentence on the rule sets under which a puzzle has one solution."""
    settled = {
        rules: not isinstance(each, PuzzleError) and each.unique for rules, each in found.items()
    }
    unique = [rules.name for rules, is_unique in settled.items() if is_unique]
    # Of those that an interruption kept from being looked at nothing is known, either.
    unknown = [rules.name for rules in RULE_SETS if settled.get(rules) is None]
    if not unknown:
        where = f"under {listed(unique)} rules" if unique else "under none of the rule sets"
        return f"It has exactly one solution {where}."
    open_ = f"{listed(unknown, 'or')} rules"
    if unique:
        return (
            f"It has exactly one solution under {listed(unique)} rules; whether under {open_}, "
            "is not known."
        )
    others = "; under the others it has not" if len(unknown) < len(list(RULE_SETS)) else ""
    return f"Whether it has exactly one solution under {open_} is not known{others}."
