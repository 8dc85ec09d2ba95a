"""The command on rule sets: ``rules`` lists them, compares two, and counts under each.

What compares is imported where it is used: the list need not wait for it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from kenken_cp.cli.app import Exit, command, leave
from kenken_cp.cli.options.common import Limit, Output, RunTimeout, option
from kenken_cp.cli.printing.output import filled, headings, outcome_facts, say, say_event, say_table
from kenken_cp.cli.reading.inputs import Incoming, Named, Unread, read_puzzles
from kenken_cp.cli.reading.texts import read_text
from kenken_cp.cli.running.arguments import OneArgument
from kenken_cp.cli.running.progress import work_shown
from kenken_cp.cli.running.turns import in_turn
from kenken_cp.clock import Clock, Status
from kenken_cp.errors import KenKenError, PuzzleError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RULE_SETS, RuleSet, rule_set_named
from kenken_cp.render.records import cage_record
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome
from kenken_cp.text import listed, plural

if TYPE_CHECKING:
    from kenken_cp.diagnose.rule_sets import CageDifference

_NAMES = {name for known in RULE_SETS for name in (known.name, *known.aliases)}
"""Of rule sets."""

_Under = dict[RuleSet, Outcome | PuzzleError]
"""The solutions under each rule set, or why it cannot hold the puzzle."""


@command(example="--diff kenken calcudoku")
def rules(
    puzzles: OneArgument,
    diff: Annotated[tuple[str, str] | None, option("--diff A B", "Compare two rule sets.")] = None,
    *,
    limit: Limit,
    timeout: RunTimeout,
    output: Output,
) -> None:
    """List the rule sets, or compare them.

    With a puzzle: whether it has one solution under each rule set, and so which one its author may
    have meant. With a puzzle and --diff: how many solutions it has under the two, and which of its
    cages allow other values.
    """
    name = puzzles.puzzle or ""
    if name in _NAMES and not Path(name).exists():
        raise KenKenError(f"{name}: a rule set; expected a puzzle, or --diff {name} ANOTHER")
    pair = None if diff is None else (rule_set_named(diff[0]), rule_set_named(diff[1]))
    if pair is not None and not (output.json and puzzles.puzzle is not None):
        _say_differences(pair, output)
    if puzzles.puzzle is None:
        if pair is None:
            _list(output)
        leave(Exit.ANSWERED)
    named = Incoming(_readable(puzzles, pair))
    head = headings(named.several, shown=not output.is_bare)

    def compare(item: Named) -> Exit:
        from kenken_cp.diagnose.rule_sets import cage_differences, under

        clock = timeout.clock()
        cages: list[CageDifference] = []
        with work_shown(output, "solving under each rule set"):
            if pair is not None:
                one, other = (under(item.puzzle, each) for each in pair)
                if isinstance(one, Puzzle) and isinstance(other, Puzzle):
                    cages = cage_differences(one, other, seconds=timeout.timeout / 4)
            found = _counted(item.puzzle, pair, Limits(limit.limit, max(clock.left or 0.0, 1e-3)))
        if output.json:
            stated = item.puzzle.rules.name if item.rules_stated else None
            say_event("rules", item, **_facts(pair, cages, found), stated=stated)
        else:
            head(item)
            _say_cages(pair, cages, found, output)
            _say_counts(item, found, output)
        stopped = [each.status for each in found.values() if isinstance(each, Outcome)]
        if Status.INTERRUPTED in stopped:
            return Exit.INTERRUPTED
        return Exit.LIMIT if Status.TIMEOUT in stopped else Exit.ANSWERED

    leave(in_turn(named, compare, quiet=output.is_bare))


def _readable(puzzles: OneArgument, pair: tuple[RuleSet, RuleSet] | None) -> list[Named | Unread]:
    """The puzzles under the rules of their text; where that cannot be read under these, under the
    first rule set that it can be read under.
    """
    assert puzzles.puzzle is not None
    text = read_text("-") if puzzles.puzzle == "-" else None

    def read(rules: str | None) -> list[Named | Unread]:
        return list(read_puzzles([puzzles.puzzle or ""], puzzles.from_, rules, text))

    found = read(puzzles.rules)
    for known in (*(pair or ()), *RULE_SETS) if puzzles.rules is None else ():
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


def _counted(puzzle: Puzzle, pair: tuple[RuleSet, RuleSet] | None, limits: Limits) -> _Under:
    """The two that are compared first, counted; of the others it is enough whether there are two
    solutions.
    """
    from kenken_cp.diagnose.rule_sets import counted_under, under

    first = list(dict.fromkeys(pair or ()))
    others = [each for each in RULE_SETS if each not in first]
    found: _Under = {}
    clock = Clock(limits.seconds)
    for group, solutions in ((first, limits.solutions), (others, 2)):
        held = {each: under(puzzle, each) for each in group}
        boards = [board for board in held.values() if isinstance(board, Puzzle)]
        seconds = clock.left
        if group is first and seconds is not None:
            seconds *= 2 / 3
        left = Limits(solutions, None if seconds is None else max(seconds, 1e-3))
        names = (board.rules for board in boards)
        outcomes = dict(zip(names, counted_under(boards, left), strict=False))  # fewer by Ctrl-C
        for each, board in held.items():
            if isinstance(board, PuzzleError):
                found[each] = board
            elif each in outcomes:  # not if Ctrl-C came before
                found[each] = outcomes[each]
    return found


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


def _say_differences(pair: tuple[RuleSet, RuleSet], output: Output) -> None:
    from kenken_cp.diagnose.rule_sets import differences

    found = differences(*pair)
    if output.json:
        say_event("rules", **_facts(pair, [], {}), stated=None, puzzle=None)
        return
    one, other = pair
    if one is other:
        say(f"These are two names of one rule set, {one.name}.")
    elif not found:
        say(f"{one.name} and {other.name} rules mean the same.")
    for text in found:
        say(filled(text, rest="  "))


def _facts(
    pair: tuple[RuleSet, RuleSet] | None, cages: list[CageDifference], found: _Under
) -> dict[str, Any]:
    from kenken_cp.diagnose.rule_sets import differences

    between = [] if pair is None else [each.name for each in pair]
    changed = [
        {
            **cage_record(each.cage),
            "only": [each.only_one, each.only_other],
            "example": each.example and list(each.example),
        }
        for each in cages
    ]
    under: dict[str, Any] = {}
    for known, outcome in found.items():
        if isinstance(outcome, PuzzleError):
            under[known.name] = {"refused": str(outcome)}
        else:
            under[known.name] = {**outcome_facts(outcome), "unique": outcome.unique}
    said = [] if pair is None else differences(*pair)
    return {"between": between, "differences": said, "tuples": changed, "under": under}


def _say_cages(
    pair: tuple[RuleSet, RuleSet] | None, cages: list[CageDifference], found: _Under, output: Output
) -> None:
    if pair is None or output.quiet or pair[0] is pair[1]:
        return
    if any(isinstance(found.get(each), PuzzleError) for each in pair):
        return  # the counts say so
    if not cages:
        say(filled("Every cage allows the same values under both."))
    for each in cages:
        if each.only_one is None or each.only_other is None:
            text = "too many tuples to compare"
        else:
            numbers = zip(pair, (each.only_one, each.only_other), strict=True)
            only = [
                f"{plural(count, 'tuple')} only {rules.name}" for rules, count in numbers if count
            ]
            text = f"{listed(only)} allows, such as {' '.join(map(str, each.example or ()))}"
        say(filled(f"{each.cage}: {text}", rest="  "))


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
