"""The puzzles among the values of a program, or the tables of a page."""

from collections.abc import Sequence
from functools import partial

from kenken_cp.errors import FormatError
from kenken_cp.formats import json_text
from kenken_cp.formats.json.boards import JSON_FORMATS
from kenken_cp.formats.programs.checks import is_other_table, objection
from kenken_cp.formats.programs.values import MAX_VALUES, Value, has_few_digits
from kenken_cp.formats.reading.detection import detected
from kenken_cp.formats.reading.limits import each_of
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.rule_sets import RuleSet

Found = tuple[Format, list[ReadPuzzle | FormatError]]
"""The format and the puzzles of a text."""


def puzzles_among(
    values: Sequence[Value], known: Format | None, rules: RuleSet | None
) -> Found | None:
    """The format of the first puzzle among some values, and all of these, with what is wrong in
    one; None if there is none.
    """
    found: list[ReadPuzzle | FormatError] = []
    first = None
    for value in values[:MAX_VALUES]:
        if is_other_table(value):
            continue
        try:
            reader, inside = known, value.text
            if reader is None:
                reader, inside = detected(inside, None, rules, why=False)
            read = _of_value(reader, inside, rules, certain=value.is_picture)
            if any(map(_is_to_solve, read)):
                first = first or reader
                against = objection(value, values, is_board=not any(map(has_cages, read)))
                found += [against] if against else map(value.doubted, read)
        except FormatError as error:  # of a value that is no puzzle
            if value.is_picture:
                found.append(value.doubted(error))
    if len(values) > MAX_VALUES:
        expected = "expected the puzzles in a list"
        message = f"more than {MAX_VALUES} values in a program; {expected}"
        found.append(FormatError(message, line=values[MAX_VALUES].line))
    return (first, found) if first else None


def _of_value(
    reader: Format, text: str, rules: RuleSet | None, *, certain: bool
) -> list[ReadPuzzle | FormatError]:
    """The puzzles of a value; with errors if it is certain that there are some, or in a format
    whose values are hardly anything else: one is enough if there is nothing else.
    """
    read = [*each_of(partial(reader.read, text, rules), None)]
    errors = [each for each in read if isinstance(each, FormatError)]
    is_json = reader.name in (json_text.NAME, *(each.name for each in JSON_FORMATS))
    if certain or (is_json and not has_few_digits(text)):
        return read[:1] if len(errors) == len(read) else read
    return [] if errors else read


def _is_to_solve(read: ReadPuzzle | FormatError) -> bool:
    """Whether it is no solution, and no empty board."""
    if isinstance(read, FormatError):
        return True
    return has_cages(read) or bool(read.puzzle.cages and read.puzzle.free_cells)


def has_cages(read: ReadPuzzle | FormatError) -> bool:
    """Whether it has more than values of cells."""
    return isinstance(read, FormatError) or any(len(cage.cells) > 1 for cage in read.puzzle.cages)
