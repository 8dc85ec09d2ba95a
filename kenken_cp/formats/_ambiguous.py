"""Which of several formats a text is meant as, that all show themselves in it."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from math import inf

from kenken_cp.errors import FormatError
from kenken_cp.formats._json_values import NOT_JSON
from kenken_cp.formats._unrecognised import first_error
from kenken_cp.formats._writable import values_text
from kenken_cp.formats.record import Format
from kenken_cp.model.houses import extra_houses
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import listed, short_cell_names

_MOST_LOOKED_AT = 100
"""Puzzles of a text by which it is decided, where that is enough."""


def decided(fitting: Sequence[Format], text: str, rules: RuleSet | None) -> Format:
    """The only one by which all of the text can be read, or the first of those that read the same;
    under ``rules``, if somebody asks for them. Else the only one in which cages cover each board:
    that each cell is in one, and in no other, is no accident.

    Else a FormatError that names them: with what is wrong in the one by which most can be read, if
    they are all wrong; or with where they differ.
    """
    for most in (_MOST_LOOKED_AT, None):
        errors = {known.name: first_error(known, text, rules, most) for known in fitting}
        right = [known for known in fitting if errors[known.name] is None]
        if len(right) < 2:
            break
    if len(right) == 1:
        return right[0]
    names = f"this fits the formats {listed(known.name for known in right or fitting)}"
    if not right:
        wrong = {name: error for name, error in errors.items() if error is not None}
        no_json = [error for error in wrong.values() if error.message.startswith(NOT_JSON)]
        if no_json:  # whatever it is meant as
            raise max(no_json, key=lambda error: error.column or 0)
        # The one in which most of the text is right is the likeliest; without a line all was read.
        name, last = max(wrong.items(), key=lambda item: (item[1].line or inf, item[1].column or 0))
        others = [
            f"{other} on line {error.line}" if error.line else other
            for other, error in wrong.items()
            if other != name
        ]
        raise FormatError(
            f"{names}, and is wrong in each, in {listed(others)}, and here in {name}: "
            f"{last.message}; mend it, or say which with --from",
            line=last.line,
            column=last.column,
        )
    if (difference := _difference(right, text, rules)) is None:
        return right[0]
    covering = [known for known in right if _covers(known, text, rules)]
    if len(covering) == 1:
        return covering[0]
    raise FormatError(f"{names}: {difference}; no line decides, say which with --from")


def _difference(right: Sequence[Format], text: str, rules: RuleSet | None) -> str | None:
    """What the first puzzle is in each format that is not the same in all; None without one."""
    names = [known.name for known in right]
    for puzzles in zip_longest(*(_puzzles(known, text, rules) for known in right)):
        if len(set(puzzles)) > 1:
            said = next(each for each in zip(*map(_facts, puzzles), strict=False) if _differ(each))
            return listed(
                [f"{fact} as {name}" for name, fact in zip(names, said, strict=True)], "but"
            )
    return None


def _covers(known: Format, text: str, rules: RuleSet | None) -> bool:
    return not any(puzzle.free_cells for puzzle in _puzzles(known, text, rules))


def _puzzles(known: Format, text: str, rules: RuleSet | None) -> Iterator[Puzzle]:
    for each in known.read(text, rules):
        assert not isinstance(each, FormatError)  # it was read before
        yield each.puzzle


def _facts(puzzle: Puzzle | None) -> Iterator[str]:
    """What there is to say of a puzzle, in an order that is the same for all."""
    yield "no puzzle" if puzzle is None else f"a {puzzle.size_name} board"
    if puzzle is None:
        return
    yield f"{puzzle.rules.name} rules"
    yield f"values {values_text(puzzle.values)}"
    houses = extra_houses(puzzle.size, puzzle.houses).names
    yield listed(houses) if houses else "rows and columns only"
    yield from map(str, puzzle.cages)
    yield "no more cages"
    yield from (f"the house {short_cell_names(house)}" for house in puzzle.houses)


def _differ(facts: tuple[str, ...]) -> bool:
    return len(set(facts)) > 1
