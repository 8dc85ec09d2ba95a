"""Saved games of Gauguin, the Android app.

    {"variant": {"gridSize": {"width": 3, "height": 4}, "options": {"showOperators": true,
     "digitSetting": "FIRST_DIGIT_ONE", ...}}, ..., "cages": [
     {"action": "ACTION_ADD", "result": 8, "cellNumbers": [1, 2, 4], ...}, ...]}

Cells are counted from 0 in reading order. There are as many values as the longer side has cells,
the first ones of the digit setting. Where operators are not shown, the one of the file is how the
app made the target, and the puzzle has it hidden. ``description`` is a title. The rules are
``gauguin``.

A saved game holds the solution, too, which is not taken; a puzzle does not have it, so that none is
written.
"""

from kenken_cp.formats.draft import Draft
from kenken_cp.formats.json_values import Value, documents, first_object, text_of
from kenken_cp.formats.operators import OperatorWords
from kenken_cp.formats.readers import reader
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.geometry import MAX_SIZE
from kenken_cp.model.operators import ADD, DIVIDE, GIVEN, MULTIPLY, SUBTRACT
from kenken_cp.model.rule_sets import GAUGUIN, RuleSet

OPERATORS = OperatorWords(
    {
        ADD: ("ACTION_ADD",),
        SUBTRACT: ("ACTION_SUBTRACT",),
        MULTIPLY: ("ACTION_MULTIPLY",),
        DIVIDE: ("ACTION_DIVIDE",),
        GIVEN: ("ACTION_NONE",),
    }
)

_DIGITS = {
    "FIRST_DIGIT_ONE": range(1, 13),
    "FIRST_DIGIT_ZERO": range(12),
    "FIRST_DIGIT_MINUS_TWO": range(-2, 10),
    "FIRST_DIGIT_MINUS_FIVE": range(-5, 7),
    "PRIME_NUMBERS": (1, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31),
    "FIBONACCI_SEQUENCE": (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233),
    "PADOVAN_SEQUENCE": (1, 2, 3, 4, 5, 7, 9, 12, 16, 21, 28, 37),
}

_NOTES = (  # when it was played, what the player has entered, and in ``cells`` the solution
    *("version", "savedAtInMilliseconds", "playTimeInMilliseconds", "startedToBePlayed"),
    *("difficulty", "isActive", "selectedCellNumber", "invalidCellNumbers", "cheatedCellNumbers"),
    *("undoSteps", "cells"),
)
_OPTION_NOTES = (
    *("cageOperation", "difficultiesSetting", "difficultySetting", "singleCageUsage"),
    "numeralSystem",
)


def signature(text: str) -> bool:
    """An object with cages and a variant that has the size of a grid."""
    document = first_object(text)
    variant = document.get("variant")
    return "cages" in document and isinstance(variant, dict) and "gridSize" in variant


def read_one(value: Value, rules: RuleSet | None) -> ReadPuzzle:
    """The puzzle of a saved game."""
    fields = value.fields(("variant", "cages"), ("description", *_NOTES))
    variant = fields["variant"].fields(("gridSize", "options"))
    size = variant["gridSize"].fields(("width", "height"))
    rows, columns = (size[key].integer(1, MAX_SIZE) for key in ("height", "width"))
    options = variant["options"].fields(("showOperators", "digitSetting"), _OPTION_NOTES)
    digits = _DIGITS.get(options["digitSetting"].text())
    if digits is None:
        raise options["digitSetting"].unlike(f"one of {', '.join(_DIGITS)}")
    if max(rows, columns) > len(digits):
        raise variant["gridSize"].error(f"a side above {len(digits)}; expected no more")
    shown = options["showOperators"]
    if not isinstance(shown.value, bool):
        raise shown.unlike("true or false")
    draft = Draft(value)
    for cage in fields["cages"].items():
        parts = cage.fields(("action", "result", "cellNumbers"), ("id", "type"))
        numbers = parts["cellNumbers"].items("a list of cells")
        cells = [divmod(number.integer(0, rows * columns - 1), columns) for number in numbers]
        operator = parts["action"].operator(OPERATORS)
        is_shown = shown.value or operator is GIVEN
        draft.add(cells, operator if is_shown else None, parts["result"].integer(), cage)
    title = text_of(fields, "description")
    values = digits[: max(rows, columns)]
    return draft.puzzle(
        (rows, columns), rules, default=GAUGUIN, rules_stated=True, values=values, title=title
    )


FORMAT = Format(
    name="gauguin",
    summary="saved games of the Android app Gauguin; read only: they hold the solution",
    example=(
        '{"variant": {"gridSize": {"width": 2, "height": 2}, "options": {"showOperators": true, '
        '"digitSetting": "FIRST_DIGIT_ONE"}}, "cages": [{"id": 0, "action": "ACTION_ADD", '
        '"result": 3, "cellNumbers": [0, 1]}]}\n'
    ),
    signature=signature,
    read=reader(documents, read_one),
    suffix="json",
)
