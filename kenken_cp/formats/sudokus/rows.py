"""Rows of Sudokus in lines: cells together or apart, between bars, in tables; what says nothing."""

import re
from collections.abc import Iterator

from kenken_cp.formats._words import MAX_LINE, Lines, Word, numbered_lines
from kenken_cp.formats.sudokus.arrays import rows_in_array
from kenken_cp.formats.sudokus.cells import (
    BOX_SHAPES,
    EMPTY,
    SAMURAI,
    SIZE_OF_LINE,
    Row,
    all_values,
)
from kenken_cp.patterns import regex

_WORD = regex(r"\S+")
_FIELD = regex(r"(?:^|\|)\s*+([^|]*)")

_HEADING = regex(
    r"\s*+(?:(?:grid|puzzle|sudoku|board|game)\b[\s#:.,-]*+[0-9]*+[\s:.]*+|\[puzzle\]\s*+"
    r"|simple sudoku\s*+|version [0-9.]++\w?+\s*+)",
    re.IGNORECASE,
)
"""A line above a board that only counts it, or below it that says who wrote it."""

_OF_A_PLAYER = regex(r"\s*+\[(?:state|pencilmarks|colou?rs)\]\s*+", re.IGNORECASE)
_PART = regex(r"\s*+\[\w++\]\s*+")
"""Parts of a file: nothing is given in those of a player."""

_WITH_COMMAS = regex(r"\s*+(?:[.*_?-]|[0-9]{0,2})(?:\s*+,\s*+(?:[.*_?-]|[0-9]{0,2}))++\s*+")
_BOARD = regex(r"[0-9.*_?-]{16,}+")
_LETTER = regex(r"[^\W\d_]")

_COMMENT = regex(r"\s#.*+")
"""Behind the cells of a row."""

_RULE = regex(r"[|:\s]*+[-+=][-+=|:\s]*+|\s*+\*-{5}[-+]*+\*\s*+|\s*+[.:'](?:-{5,}+[.:'+]){2,}+\s*+")

_BELOW_HEADINGS = regex(
    r"\s*+\|[^\n]*+\n[ \t]*+\|(?:[ \t]*+:?+-++:?+[ \t]*+\|)++[ \t]*+\n"
    r"((?:[ \t]*+\|[^\n]*+\n?+)++)\s*+"
)
"""A table in Markdown, whose first row has the names of its columns: the others."""

_ALONE = regex(r"\s*+([0-9A-P.*_?-]{77,}+)[\s;#]+\S")
"""A whole board, or nearly one, and words behind it."""

_SAMURAI = regex(r"\b(?:samurai|gattai)\b", re.IGNORECASE)


def in_rows(text: str) -> str:
    """A text as rows with commas or bars between the cells, if it is one board in a table that a
    spreadsheet saves, with empty cells or cells in quotation marks, or in Markdown with names of
    columns: as many signs in each row as there are rows.
    """
    if text.count("\n") > 2 * max(BOX_SHAPES):
        return text
    if (table := _BELOW_HEADINGS.fullmatch(text)) and _are_rows(table[1].splitlines(), "|", 1):
        return "\n" * text.count("\n", 0, table.start(1)) + table[1]
    rows = list(filter(None, text.split("\n")))
    for sign in "\t;,":
        if _are_rows(rows, sign, -1) and (
            '"' in text or any("" in row.split(sign) for row in rows)
        ):
            return text.translate({ord(sign): ",", ord('"'): " "})
    return text


def _are_rows(rows: list[str], sign: str, more: int) -> bool:
    """Whether each row of a board has as many signs as there are rows, and that many more."""
    return len(rows) in BOX_SHAPES and all(row.count(sign) == len(rows) + more for row in rows)


def rows_of(text: str) -> Iterator[Row]:
    """The lines of a text, without comments and rules between rows; or what is in brackets."""
    if (rows := rows_in_array(text)) is not None:
        yield from rows
        return
    lines = Lines(numbered_lines(text))
    width = height = 0  # of the last row, and how many of that width there are
    while lines:
        line = lines.take()
        if "ai" in line.text.lower() and _SAMURAI.search(line.text):  # which takes long to search
            raise line.first.error(SAMURAI)
        if _OF_A_PLAYER.fullmatch(line.text):
            for _ in range(_rows_of_a_player(line, width, height)):
                if (following := lines.peek()) and not _PART.fullmatch(following.text):
                    lines.take()
        elif not _says_nothing(line.text) and not _is_size(line, lines.peek()):
            bare = _bare(line)
            row = _in_table(bare) or _split_cells(bare)
            height = height + 1 if len(row.cells) == width else 1
            width = len(row.cells)
            yield row


def _rows_of_a_player(heading: Word, width: int, height: int) -> int:
    """How many rows a player's part has below its heading: as many as the board above, by its rows
    of that width. FormatError if they are no whole boards.
    """
    rows = width if width in BOX_SHAPES and (width != 16 or height >= 16) else 1
    if height % rows:
        raise heading.error(f"a board of {height % rows} rows above; expected {rows}")
    return rows


def _says_nothing(text: str) -> bool:
    """Whether a line is a comment, a rule between rows, or a heading."""
    return bool(text.lstrip().startswith("#") or _RULE.fullmatch(text) or _HEADING.fullmatch(text))


def _is_size(line: Word, following: Word | None) -> bool:
    """Whether a line is the size of the board below it, or of its boxes."""
    said = line.text.strip()
    if not said.isdecimal() or len(said) > 2 or following is None or len(following.text) > MAX_LINE:
        return False
    cells = len(_split_cells(following).cells)
    return cells in BOX_SHAPES and cells in (int(said), int(said) ** 2)


def _bare(line: Word) -> Word:
    """A line without what stands behind its cells: a comment, or a separator where there is none
    between them.
    """
    said = line.in_bounds().text
    if "#" in said:
        said = _COMMENT.sub("", said)
    if said.rstrip()[-1:] in (",", ";"):
        rest = said.rstrip()[:-1]
        said = rest if "," not in rest and ";" not in rest else said
    return line.instead(said) if said.strip() else line


def _in_table(line: Word) -> Row | None:
    """The cells of a line with commas: of a row, or of the puzzle beside its solution."""
    text = line.in_bounds().text
    beside = _ALONE.match(text)
    if "," not in text and not beside:
        return None
    if _WITH_COMMAS.fullmatch(text):
        fields = list(re.finditer(r"[^,]+|(?<=,)(?=,|$)|^(?=,)", text.rstrip()))
        return Row(line, [field[0].strip() for field in fields], [at.start() for at in fields])
    boards = [
        match
        for match in re.finditer(r"[^,;\s\"]++" if beside else r"[^,\s\"]++", text)
        if len(match[0]) in SIZE_OF_LINE and _BOARD.fullmatch(match[0])
    ]
    puzzles = [match for match in boards if not EMPTY.isdisjoint(match[0])]
    if beside and any(len(word) > 40 for word in text.split()[1:]) and len(boards) < 2:
        return None  # letters of cages, perhaps
    if beside and not boards:  # one with letters, or that lacks some cells
        return Row(line, beside[1], range(*beside.span(1)))
    if not puzzles and not _LETTER.search(text):  # else it may be the solution of what they say
        puzzles = boards
    if len(puzzles) > 1:
        raise line.first.error(f"{len(puzzles)} boards on a line; expected one, and its solution")
    for other in boards if puzzles else ():
        if other is not puzzles[0] and _contradicts(other[0], puzzles[0][0]):
            place = line.group(other)
            raise place.error("a solution with another value than a given of its puzzle")
    return Row(line, puzzles[0][0], range(*puzzles[0].span())) if puzzles else None


def _contradicts(solution: str, puzzle: str) -> bool:
    """Whether a board beside another has another value in one of its cells."""
    pairs = zip(solution, puzzle, strict=False)
    return len(solution) == len(puzzle) and any(a != b and b not in EMPTY for a, b in pairs)


def _split_cells(line: Word) -> Row:
    """The cells of a line: one between each pair of bars, or one a word, or one a character."""
    text = line.in_bounds().text
    words = [(match[0], match.start()) for match in _WORD.finditer(text.replace("|", " "))]
    fields: list[tuple[str, int]] = []
    if "|" in text:
        fields = [(match[1].rstrip(), match.start(1)) for match in _FIELD.finditer(text)]
        if not fields[0][0]:
            del fields[0]
        if fields and not fields[-1][0]:
            del fields[-1]
    elif len(words) == 1:  # a word alone is no table
        [(word, start)] = words
        return Row(line, word, range(start, start + len(word)))
    if row := _between_bars(line, text):
        return row
    lengths = {len(part) for part, _ in words}
    # Beside cells that stand alone, 11 is a number, and no group of two cells.
    are_cells = min(lengths, default=1) == 1 < max(lengths, default=1)
    for some in (fields, words):
        if _is_table([part for part, _ in some]) or (are_cells and some is words):
            return Row(line, *zip(*some, strict=True))
    places = [start + offset for part, start in words for offset in range(len(part))]
    return Row(line, "".join(part for part, _ in words), places)


def _between_bars(line: Word, text: str) -> Row | None:
    """The cells of a line such as ``|5 3|   | 7 |`` or ``| 5 3   | 7     |``: as many between each
    two bars, blanks where they are empty.
    """
    inner = text.strip()
    if not (inner.startswith("|") and inner.endswith("|") and len(inner) > 2):
        return None
    groups = inner[1:-1].split("|")
    width = len(groups[0])
    if any(len(group) != width for group in groups) or (len(groups) in BOX_SHAPES and width <= 3):
        return None
    offsets = range(width)
    if len(groups) * width not in BOX_SHAPES:
        offsets = range(1, width, 2)
        if any(group[0::2].strip() for group in groups):
            return None
    if len(groups) * len(offsets) not in BOX_SHAPES or not offsets:
        return None
    first = len(text) - len(text.lstrip()) + 1
    places = [first + n * (width + 1) + at for n in range(len(groups)) for at in offsets]
    return Row(line, [text[at].strip() for at in places], places)


def _is_table(fields: list[str]) -> bool:
    sizes = (len(fields), SIZE_OF_LINE.get(len(fields)))
    return any(size in BOX_SHAPES and all_values(fields, size) for size in sizes if size)
