"""Directives of the native format: lines ``name: value`` above the picture, read and written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kenken_cp.formats.draft import Draft, errors_at
from kenken_cp.formats.labels import labels_in_order, picture, read_labels
from kenken_cp.formats.readers import cells_by_owner
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.formats.tokens import INTEGER, Lines, Token
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import House, boxes
from kenken_cp.model.houses import HOUSE_KINDS, extra_houses
from kenken_cp.model.puzzle import MAX_VALUE, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet, rule_set_named
from kenken_cp.text import board_name, cell_names, quoted

REGIONS = "regions"
"""The directive that draws houses in rows, which stand below it."""

NAMES = (
    *("title", "level", "size", "rules", "values", "boxes", REGIONS),
    *HOUSE_KINDS.names(),
    *("house", "solutions"),
)

_DIRECTIVE = re.compile(r"\s*([^\W\d_][\w-]*)\s*:\s*(.*)")
_SIDES = re.compile(r"([0-9]{1,4})\s*x\s*([0-9]{1,4})")
_SIZE = re.compile(r"([0-9]+)(?:\s*x\s*([0-9]+))?")
_RANGE = re.compile(rf"({INTEGER})\s*\.\.\s*({INTEGER})")
_VALUES = re.compile(rf"{INTEGER}(?:\s+{INTEGER})*+")

Directives = dict[str, list[Token]]
"""The values of each directive, by its name; only ``house`` may have several. Those of ``regions``
are its rows, after what stands on its own line.
"""


def directive_of(line: Token) -> tuple[Token, Token] | None:
    """The name of a directive, in small letters if it is known, and its value; None of others."""
    match = _DIRECTIVE.fullmatch(line.text) if ":" in line.text else None
    if match is None:
        return None
    name = match[1].lower() if match[1].lower() in NAMES else match[1]
    return line.part(name, match.start(1)), line.of_group(match, 2)


def read_head(lines: list[Token]) -> tuple[Directives, list[Token]]:
    """The directives of a puzzle, and the lines from its picture on.

    Raises:
        FormatError: for a directive that is unknown or comes twice, and if there is no picture.
    """
    directives: Directives = {}
    in_rows = False
    for at, line in enumerate(lines):
        directive = directive_of(line)
        if directive is not None:
            name, value = directive
            if name.text not in NAMES:
                known = ", ".join(NAMES)
                raise name.error(f"unknown directive {quoted(name.text)}; known: {known}")
            values = directives.setdefault(name.text, [])
            if values and name.text != "house":
                first = values[0].line
                raise name.error(f"a second {quoted(name.text)}; the first is on line {first}")
            values.append(value)
            in_rows = name.text == REGIONS
        elif not line.text:
            in_rows = False
        elif in_rows:
            directives[REGIONS].append(line)
        else:
            return directives, lines[at:]
    raise lines[-1].place_behind().error("no picture; expected rows of labels")


def read_size(directives: Directives) -> tuple[int, int] | None:
    """The rows and columns that a text states, as ``4x6`` or ``6``."""
    if "size" not in directives:
        return None
    word = directives["size"][0]
    match = word.matched(_SIZE, "6, or rows x columns, as in 4x6", "size")
    rows = word.of_group(match, 1).board_side()
    return rows, word.of_group(match, 2).board_side() if match[2] else rows


def puzzle_of(
    draft: Draft, size: tuple[int, int], directives: Directives, rules: RuleSet | None
) -> ReadPuzzle:
    """The puzzle of a draft under its directives; rules other than None go before theirs."""
    one = {name: words[0] for name, words in directives.items()}
    stated = expected = None
    if "rules" in one:
        with errors_at(one["rules"]):
            stated = rule_set_named(one["rules"].text)
    if "solutions" in one:
        with errors_at(one["solutions"]):
            expected = Count.parse(one["solutions"].text)
    for word in directives.get("house", ()):
        draft.add_house(map(Token.cell, word.split()), word)
    values = _read_values(one["values"], size) if "values" in one else ()
    return draft.puzzle(
        size,
        rules or stated,
        values=values,
        houses=list(_read_houses(directives, size)),
        title=one["title"].text if "title" in one else "",
        expected=expected,
        level=one["level"].text if "level" in one else "",
    )


def _read_values(word: Token, size: tuple[int, int]) -> tuple[int, ...]:
    if (match := _RANGE.fullmatch(word.text)) is not None:
        ends = (word.of_group(match, at) for at in (1, 2))
        low, high = (end.within("value", -MAX_VALUE, MAX_VALUE) for end in ends)
        values = tuple(range(low, high + 1))
    else:
        word.matched(_VALUES, "as in 0..5 or 1 2 3 5 7", "values")
        values = tuple(value.integer("value") for value in word.split())
    if not values:
        raise word.unlike("as in 0..5 or 1 2 3 5 7", "values")
    with errors_at(word):
        return Puzzle(size, values=values).values


def _read_houses(directives: Directives, size: tuple[int, int]) -> Iterator[House]:
    for word in directives.get("boxes", ()):
        match = word.matched(_SIDES, "rows x columns, as in 2x3", "boxes")
        with errors_at(word):
            yield from boxes(size, int(match[1]), int(match[2]))
    for kind in HOUSE_KINDS:
        for word in directives.get(kind.name, ()):
            if word.text not in ("yes", "no"):
                raise word.unlike("yes or no", kind.name)
            with errors_at(word):
                yield from kind.make(size) if word.text == "yes" else ()
    if REGIONS in directives:
        first, *rows = directives[REGIONS]
        if first.text:
            raise first.unlike("rows of letters on the lines below")
        lines = Lines(rows, first)
        regions = read_labels(lines, size, " of the regions")
        lines.expect_end("a blank line below the regions")
        for label, cells in cells_by_owner(regions.words).items():
            yield from [tuple(cells)] if label != "." else ()


def write_directives(puzzle: Puzzle) -> list[str]:
    """The directives of a puzzle; what is as usual is left out."""
    extra = extra_houses(puzzle.size, puzzle.houses)
    directives = [
        # White space of any kind becomes one space: each must stay on its line.
        ("title", " ".join(puzzle.title.split())),
        ("level", " ".join(puzzle.level.split())),
        ("size", "" if puzzle.rows == puzzle.columns else puzzle.size_name),
        ("rules", "" if puzzle.rules is KENKEN else puzzle.rules.name),
        ("values", "" if puzzle.has_usual_values else _values_text(puzzle.values)),
        ("boxes", board_name(*extra.box_shape) if extra.box_shape else ""),
        *((kind.name, "yes") for kind in extra.kinds),
        *(("house", cell_names(house)) for house in extra.others),
        ("solutions", "" if puzzle.expected is None else str(puzzle.expected)),
    ]
    lines = [f"{name}: {value}" for name, value in directives if value]
    if extra.regions:
        labelled = zip(labels_in_order(), extra.regions, strict=False)
        words = {cell: label for label, house in labelled for cell in house}
        lines += [f"{REGIONS}:", *picture(words, puzzle.rows, puzzle.columns)]
    return lines


def _values_text(values: tuple[int, ...]) -> str:
    """Values as ``0..5`` where none is left out, else as ``1 2 3 5 7``."""
    first, last = values[0], values[-1]
    if len(values) > 1 and last - first == len(values) - 1:
        return f"{first}..{last}"
    return " ".join(map(str, values))
