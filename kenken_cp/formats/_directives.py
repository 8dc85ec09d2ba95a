"""Directives: what a native or JSON text says of a puzzle besides its cages, read and written."""

import re

from kenken_cp.formats._common import Draft, Word, located, parse_cell, parse_integer, values_text
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import House, Size, box_shape, boxes, diagonals, lines
from kenken_cp.model.puzzle import MAX_VALUE, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet, rule_set_named
from kenken_cp.text import board_name, cell_names, quoted

NAMES = ("title", "level", "size", "rules", "values", "boxes", "diagonals", "house", "solutions")

Directives = dict[str, list[Word]]
"""The values of each directive that was read, by its name; only ``house`` may have several."""


def add_directive(directives: Directives, name: Word, value: Word) -> None:
    """Adds one; FormatError if it is unknown, or the second of one that may not come again."""
    if name.text not in NAMES:
        raise name.error(f"unknown directive {quoted(name.text)}; known: {', '.join(NAMES)}")
    values = directives.setdefault(name.text, [])
    if values and name.text != "house":
        raise name.error(f"a second {name.text!r}; the first is on line {values[0].line}")
    values.append(value)


def apply_directives(
    draft: Draft, size: Size, directives: Directives, rules: RuleSet | None
) -> ReadPuzzle:
    """The puzzle of a draft under its directives; ``rules`` other than None go before theirs."""
    one = {name: words[0] for name, words in directives.items() if words}
    named = _parse_rules(one["rules"]) if "rules" in one else None
    values = _parse_values(one["values"], size) if "values" in one else ()
    return draft.puzzle(
        size,
        rules or named,
        values=values,
        houses=_parse_houses(directives, size, values),
        title=one["title"].text if "title" in one else "",
        expected=_parse_count(one["solutions"]) if "solutions" in one else None,
        level=one["level"].text if "level" in one else "",
    )


def _parse_rules(word: Word) -> RuleSet:
    with located(word):
        return rule_set_named(word.text)


def _parse_values(word: Word, size: Size) -> tuple[int, ...]:
    first, dots, last = word.text.partition("..")
    if dots:
        low, high = (
            parse_integer(word._replace(text=end.strip()), "value") for end in (first, last)
        )
        if not -MAX_VALUE <= low <= high <= MAX_VALUE:
            raise word.error(
                f"values {quoted(word.text)}; expected the lower end first, and both within "
                f"{-MAX_VALUE}..{MAX_VALUE}"
            )
        values = tuple(range(low, high + 1))
    else:
        values = tuple(parse_integer(value, "value") for value in word.split())
        if not values:
            raise word.error("no values; expected as in 0..5 or 1 2 3 5 7")
    # The data model is asked here, where the line of the directive is known.
    with located(word):
        return Puzzle(size, values=values).values


def _parse_houses(directives: Directives, size: Size, values: tuple[int, ...]) -> list[House]:
    found: list[House] = []
    for word in directives.get("boxes", ()):
        match = re.fullmatch(r"([0-9]{1,4})\s*x\s*([0-9]{1,4})", word.text)
        if match is None:
            raise word.error(f"boxes {quoted(word.text)}; expected rows x columns, as in 2x3")
        with located(word):
            found += boxes(size, int(match[1]), int(match[2]))
    for word in directives.get("diagonals", ()):
        if word.text not in ("yes", "no"):
            raise word.error(f"diagonals {quoted(word.text)}; expected yes or no")
        with located(word):
            found += diagonals(size) if word.text == "yes" else ()
    for word in directives.get("house", ()):
        house = tuple(map(parse_cell, word.split()))
        with located(word):
            Puzzle(size, values=values, houses=(house,))
        found.append(house)
    return found


def _parse_count(word: Word) -> Count:
    try:
        return Count.parse(word.text)
    except ValueError:
        message = f"solutions {quoted(word.text)}; expected a count such as 8 or 3+"
        raise word.error(message) from None


def write_directives(puzzle: Puzzle) -> list[str]:
    """The directives of a puzzle in the native format, with what is as usual left out."""
    shape, diagonal, houses = split_houses(puzzle)
    directives = [
        # White space of any kind becomes one space: each must stay on its line.
        ("title", " ".join(puzzle.title.split())),
        ("level", " ".join(puzzle.level.split())),
        ("size", "" if puzzle.rows == puzzle.columns else puzzle.size_name),
        ("rules", "" if puzzle.rules is KENKEN else puzzle.rules.name),
        ("values", "" if puzzle.has_usual_values else values_text(puzzle.values)),
        ("boxes", shape),
        ("diagonals", "yes" if diagonal else ""),
        *(("house", cell_names(house)) for house in houses),
        ("solutions", "" if puzzle.expected is None else str(puzzle.expected)),
    ]
    return [f"{name}: {value}" for name, value in directives if value]


def split_houses(puzzle: Puzzle) -> tuple[str, bool, list[House]]:
    """Extra houses as people name them: shape of the boxes or empty, diagonals or not, others."""
    rows, columns, rest = puzzle.rows, puzzle.columns, frozenset(puzzle.houses)
    both = frozenset(diagonals(rows) if rows == columns else ()).difference(lines(rows, columns))
    diagonal = bool(both) and both <= rest
    if diagonal:
        rest -= both
    shape = box_shape(rows, columns, rest)
    if shape:
        rest = rest.difference(boxes(puzzle.size, *shape))
    return board_name(*shape) if shape else "", diagonal, sorted(rest)
