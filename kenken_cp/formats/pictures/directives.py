"""Directives: what a native text says of a puzzle besides its cages, read and written."""

import re
from collections.abc import Iterator
from itertools import count, product
from string import ascii_lowercase

from kenken_cp.formats._draft import Draft
from kenken_cp.formats._words import Word, located
from kenken_cp.formats._writable import values_text
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Cell, House, Size, boxes, shape_of
from kenken_cp.model.houses import HOUSE_KINDS, extra_houses
from kenken_cp.model.puzzle import MAX_VALUE, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet, rule_set_named
from kenken_cp.patterns import regex
from kenken_cp.text import board_name, cell_names, plural, quoted

REGIONS = "regions"
"""The directive that draws houses in rows."""

NAMES = (
    *("title", "level", "size", "rules", "values", "boxes", REGIONS),
    *HOUSE_KINDS.names(),
    *("house", "solutions"),
)

_IN_TITLE = regex(rf"(?:{'|'.join(NAMES[2:])}): \S+")
"""A directive that was joined with the line above it."""

Directives = dict[str, list[Word]]
"""The values of each directive that was read, by its name; only ``house`` may have several. Those
of ``regions`` are its rows, after what stands on its own line.
"""

_WORD = regex(r"[^\s,]+|(?:^|,)\s*(?=,)")

_SIDES = regex(r"([0-9]{1,4})\s*x\s*([0-9]{1,4})")

_SHORT = r'"?+(?:[A-Za-z]\d*+|\d++|\.)"?+'
_TABLE_ROW = regex(
    rf"\s*+{_SHORT}(?:(?:\s*+,\s*+{_SHORT})++[\s,]*+|(?:\s*+;\s*+{_SHORT})++[\s;]*+)"
)
"""A row as a table has it, with commas or semicolons: cells of one letter or number, perhaps in
quotation marks.
"""

_IN_TABLE = str.maketrans(';"', ", ")


def split_row(line: Word, columns: int | None = None) -> list[Word]:
    """The cells of a row: its words, with or without commas, or the characters of a single word."""
    text = line.in_bounds().text
    if text.isalnum() and columns != 1:  # which nearly all are
        return line.characters()
    if (";" in text or '"' in text) and _TABLE_ROW.fullmatch(text):
        text = text.translate(_IN_TABLE)
    start = line.column or 1
    words = [
        Word(match[0].strip(", \t"), line.line, start + match.start())
        for match in _WORD.finditer(text)
    ]
    return words if len(words) != 1 or columns == 1 else words[0].characters()


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
    rows, columns = shape_of(size)
    values = _parse_values(one["values"], size) if "values" in one else ()
    title = one["title"].text if "title" in one else ""
    doubts = [] if rows == columns or "size" in one else [_not_square(rows, columns)]
    if inside := _IN_TITLE.search(title):
        doubts.append(f"the title has {quoted(inside[0])} in it; is that a line of its own?")
    elif "killer" in title.lower() and not (rules or named):
        doubts.append("the title says killer; is the line 'rules: killer' missing?")
    return draft.puzzle(
        size,
        rules or named,
        doubts=doubts,
        values=values,
        houses=_parse_houses(directives, size, values),
        title=title,
        expected=_parse_count(one["solutions"]) if "solutions" in one else None,
        level=one["level"].text if "level" in one else "",
    )


def _not_square(rows: int, columns: int) -> str:
    shape = board_name(rows, columns)
    return f"the board is {shape}, and no 'size: {shape}' says so; is a row missing?"


def _parse_rules(word: Word) -> RuleSet:
    with located(word):
        return rule_set_named(word.text)


def _parse_values(word: Word, size: Size) -> tuple[int, ...]:
    first, dots, last = word.text.partition("..")
    if dots:
        low, high = (word.instead(end.strip()).integer("value") for end in (first, last))
        if not -MAX_VALUE <= low <= high <= MAX_VALUE:
            raise word.unlike(
                f"the lower end first, and both within {-MAX_VALUE}..{MAX_VALUE}", "values"
            )
        values = tuple(range(low, high + 1))
    else:
        values = tuple(value.integer("value") for value in word.split())
        if not values:
            raise word.error("no values; expected as in 0..5 or 1 2 3 5 7")
    # The data model is asked here, where the line of the directive is known.
    with located(word):
        return Puzzle(size, values=values).values


def _parse_houses(directives: Directives, size: Size, values: tuple[int, ...]) -> list[House]:
    found: list[House] = []
    for word in directives.get("boxes", ()):
        match = word.matched(_SIDES, "rows x columns, as in 2x3", "boxes")
        with located(word):
            found += boxes(size, int(match[1]), int(match[2]))
    for kind in HOUSE_KINDS:
        for word in directives.get(kind.name, ()):
            if word.text not in ("yes", "no"):
                raise word.unlike("yes or no", kind.name)
            with located(word):
                found += kind.make(size) if word.text == "yes" else ()
    if REGIONS in directives:
        found += _parse_regions(directives[REGIONS], size, values)
    for word in directives.get("house", ()):
        house = tuple(map(Word.cell, word.split()))
        with located(word):
            Puzzle(size, values=values, houses=(house,))
        found.append(house)
    return found


def _parse_regions(lines: list[Word], size: Size, values: tuple[int, ...]) -> list[House]:
    """The houses that the rows below a directive draw."""
    first, *rows = lines
    rows_expected, columns = shape_of(size)
    if first.text:
        raise first.unlike("rows of letters on the lines below")
    if len(rows) != rows_expected:
        # Of too many the first of those, of too few the last.
        at = rows[rows_expected] if len(rows) > rows_expected else lines[-1]
        raise at.error(
            f"regions of {plural(len(rows), 'row')}; expected {rows_expected}, and a blank line"
        )
    most = len(values) or max(rows_expected, columns)
    found: dict[str, list[Cell]] = {}
    for row, line in enumerate(rows):
        words = split_row(line, columns)
        if len(words) != columns:
            message = f"row {row + 1} of the regions has {plural(len(words), 'cell')}"
            raise line.error(f"{message}; expected {columns}")
        for column, word in enumerate(words):
            if word.text == ".":
                continue
            if not re.fullmatch(r"\w+", word.text):
                raise word.error(
                    f"{quoted(word.text)} in the regions; expected a letter, a number or '.'"
                )
            cells = found.setdefault(word.text, [])
            cells.append((row, column))
            if len(cells) > most:
                raise word.error(
                    f"the region {quoted(word.text)} has more than {plural(most, 'cell')}; "
                    "expected no more than there are values"
                )
    return [tuple(cells) for cells in found.values()]


def words_in_order() -> Iterator[str]:
    """Labels without end: a to z, then aa, ab and so on."""
    return ("".join(word) for n in count(1) for word in product(ascii_lowercase, repeat=n))


def write_regions(puzzle: Puzzle) -> list[str]:
    """The rows that draw the irregular boxes of a puzzle; none if it has no such."""
    regions = extra_houses(puzzle.size, puzzle.houses).regions
    if not regions:
        return []
    named = zip(words_in_order(), regions, strict=False)
    word_of = {cell: word for word, house in named for cell in house}
    width = max(map(len, word_of.values()))
    cells = [
        [word_of[row, column].ljust(width) for column in range(puzzle.columns)]
        for row in range(puzzle.rows)
    ]
    return [("" if width == 1 else " ").join(row).rstrip() for row in cells]


def _parse_count(word: Word) -> Count:
    try:
        return Count.parse(word.text)
    except ValueError:
        raise word.unlike("a count such as 8 or 3+", "solutions") from None


def write_directives(puzzle: Puzzle) -> list[str]:
    """The directives of a puzzle in the native format, with what is as usual left out."""
    extra = extra_houses(puzzle.size, puzzle.houses)
    shape = board_name(*extra.box_shape) if extra.box_shape else ""
    directives = [
        # White space of any kind becomes one space: each must stay on its line.
        ("title", " ".join(puzzle.title.split())),
        ("level", " ".join(puzzle.level.split())),
        ("size", "" if puzzle.rows == puzzle.columns else puzzle.size_name),
        ("rules", "" if puzzle.rules is KENKEN else puzzle.rules.name),
        ("values", "" if puzzle.has_usual_values else values_text(puzzle.values)),
        ("boxes", shape),
        *((kind.name, "yes") for kind in extra.kinds),
        *(("house", cell_names(house)) for house in extra.others),
        ("solutions", "" if puzzle.expected is None else str(puzzle.expected)),
    ]
    return [f"{name}: {value}" for name, value in directives if value]
