"""The directives of the native format: what stands before the picture, read and written."""

from __future__ import annotations

from kenken_cp.formats._read import (
    Draft,
    Word,
    located,
    parse_box_shape,
    parse_cell,
    parse_count,
    parse_integer,
    parse_size,
    split_words,
)
from kenken_cp.formats._write import split_houses, values_text
from kenken_cp.model.geometry import House, Size, boxes, diagonals
from kenken_cp.model.puzzle import MAX_VALUE, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet, rule_set_named
from kenken_cp.text import cell_names, quoted

NAMES = ("title", "size", "rules", "values", "boxes", "diagonals", "house", "solutions")

Directives = dict[str, list[Word]]
"""The values of each directive that was read, by its name; only ``house`` may have several."""


def add_directive(directives: Directives, name: Word, value: Word) -> None:
    """Adds one that was read.

    Raises:
        FormatError: for an unknown one, or the second of one that may not come again.
    """
    if name.text not in NAMES:
        raise name.error(f"unknown directive {quoted(name.text)}; known: {', '.join(NAMES)}")
    values = directives.setdefault(name.text, [])
    if values and name.text != "house":
        raise name.error(f"a second {name.text!r}; the first is on line {values[0].line}")
    values.append(value)


def given_size(directives: Directives) -> tuple[int, int] | None:
    """Rows and columns, if there is a ``size`` directive."""
    return parse_size(directives["size"][0]) if "size" in directives else None


def apply_directives(
    draft: Draft, size: Size, directives: Directives, rules: RuleSet | None
) -> Puzzle:
    """The puzzle of a draft under its directives; ``rules`` other than None go before theirs."""
    one = {name: words[0] for name, words in directives.items()}
    named = _parse_rules(one["rules"]) if "rules" in one else KENKEN
    values = _parse_values(one["values"], size) if "values" in one else ()
    return draft.puzzle(
        size,
        rules or named,
        values=values,
        houses=_parse_houses(directives, size, values),
        title=one["title"].text if "title" in one else "",
        expected=parse_count(one["solutions"]) if "solutions" in one else None,
    )


def _parse_rules(word: Word) -> RuleSet:
    with located(word):
        return rule_set_named(word.text)


def _parse_values(word: Word, size: Size) -> tuple[int, ...]:
    first, dots, last = word.text.partition("..")
    if dots:
        ends = [parse_integer(word._replace(text=end.strip()), "value") for end in (first, last)]
        if not -MAX_VALUE <= ends[0] <= ends[1] <= MAX_VALUE:
            raise word.error(
                f"values {quoted(word.text)}; expected the lower end first, and both within "
                f"{-MAX_VALUE}..{MAX_VALUE}"
            )
        values = tuple(range(ends[0], ends[1] + 1))
    else:
        words = split_words(word.text, word.line, word.column)
        values = tuple(parse_integer(value, "value") for value in words)
        if not values:
            raise word.error("no values; expected as in 0..5 or 1 2 3 5 7")
    # The data model is asked here, where the line of the directive is known.
    with located(word):
        return Puzzle(size, values=values).values


def _parse_houses(directives: Directives, size: Size, values: tuple[int, ...]) -> list[House]:
    found: list[House] = []
    for word in directives.get("boxes", ()):
        with located(word):
            found += boxes(size, *parse_box_shape(word))
    for word in directives.get("diagonals", ()):
        if word.text not in ("yes", "no"):
            raise word.error(f"diagonals {quoted(word.text)}; expected yes or no")
        with located(word):
            found += diagonals(size) if word.text == "yes" else ()
    for word in directives.get("house", ()):
        house = tuple(map(parse_cell, split_words(word.text, word.line, word.column)))
        with located(word):
            Puzzle(size, values=values, houses=(house,))
        found.append(house)
    return found


def write_directives(puzzle: Puzzle) -> list[str]:
    """The directives of a puzzle, with what is as usual left out."""
    shape, diagonal, houses = split_houses(puzzle)
    # White space of any kind becomes one space: a title must stay on its line.
    title = " ".join(puzzle.title.split())
    directives = [
        ("title", title),
        ("size", "" if puzzle.rows == puzzle.columns else puzzle.size_name),
        ("rules", "" if puzzle.rules is KENKEN else puzzle.rules.name),
        ("values", "" if puzzle.has_usual_values else values_text(puzzle.values)),
        ("boxes", f"{shape[0]}x{shape[1]}" if shape else ""),
        ("diagonals", "yes" if diagonal else ""),
        *(("house", cell_names(house)) for house in houses),
        ("solutions", "" if puzzle.expected is None else str(puzzle.expected)),
    ]
    return [f"{name}: {value}" for name, value in directives if value]
