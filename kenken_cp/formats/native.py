"""The project's own format, ``.kk``: a picture of the cages, then their clues.

    # 4x4, one solution
    title: example
    a b b c
    a d d c
    e e d f
    g g g f

    a 1-
    b 3-
    ...

``#`` starts a comment, at the start of a line or after white space. Then come, in this order:

1. Directives, ``name: value``. ``title``: taken as it is. ``size``: ``4x6``, rows x columns, or
   ``6``. ``rules``: the name of a rule set. ``values``: ``0..5`` or ``1 2 3 5 7``. ``boxes``:
   ``2x3``, rows x columns. ``diagonals``: ``yes`` or ``no``. ``house``: the cells of any other
   extra house, ``r1c1 r2c2``; the only one that may come again. ``solutions``: how many there are,
   ``8`` or ``3+``.
2. The picture, a line for each row: words, or the characters of a single word. A word that starts
   with a letter is a label, a number is a given, ``.`` is a cell in no cage. Where no ``size`` is
   given, the first row fixes the columns, and the picture ends at a blank line or the first clue.
3. For each label a line ``label clue``. A clue is a target and an operator; a bare number is a
   given on one cell, and has a hidden operator on more.

Several puzzles stand in one file with ``---`` on a line between them. Without it a puzzle begins
where, after all clues of the one before, directives and a picture come, or a picture alone: files
may be put together as they are.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, count, dropwhile, islice, product, takewhile
from string import ascii_lowercase

from kenken_cp.errors import FormatError
from kenken_cp.formats import sudoku
from kenken_cp.formats._common import (
    Draft,
    Word,
    attempted,
    clue_text,
    parse_clue,
    parse_integer,
    parse_size,
)
from kenken_cp.formats._directives import (
    NAMES,
    Directives,
    add_directive,
    apply_directives,
    write_directives,
)
from kenken_cp.formats.record import Format
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import board_name, plural, quoted

NAME = "native"

_DIRECTIVE = re.compile(r"\s*(\w+)\s*:\s*(.*)")
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")
_LABEL = re.compile(r"[^\W\d_]\w*")
_MAX_LINES = 10_000
"""Lines among which a puzzle has its end: more than a row and a clue for each cell."""

_NUMBER = re.compile(r"[0-9]+")
_TARGET = re.compile(r"[-−+]?[0-9]")


def _blocks(text: str) -> list[list[Word]]:
    """The lines of each puzzle, without comments; blank ones are kept, as they end a picture."""
    blocks: list[list[Word]] = [[]]
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.rstrip()
        if not re.match(r"\s*title\s*:", line):
            line = _COMMENT.sub("", line).rstrip()
        if line.strip() == "---":
            blocks.append([])
        elif line or not raw.strip():
            blocks[-1].append(Word(line, number))
    return [block for block in blocks if any(line.text for line in block)]


def _directive(line: Word) -> tuple[Word, Word] | None:
    match = _DIRECTIVE.fullmatch(line.text)
    if match is None:
        return None
    return line.part(match[1], match.start(1)), line.part(match[2], match.start(2))


def _is_directive(line: Word) -> bool:
    directive = _directive(line)
    return directive is not None and directive[0].text in NAMES


def _head_length(block: list[Word], start: int = 0) -> int:
    """How many lines of directives, and blank ones, come first."""
    lines = islice(block, start, None)
    return sum(1 for _ in takewhile(lambda line: not line.text or _directive(line), lines))


def _clue_label(line: Word) -> str | None:
    """The label, if this may be the clue of one: a label and a target."""
    words = [word.text for word in line.split()]
    may_be = len(words) in (2, 3) and _LABEL.fullmatch(words[0]) and _TARGET.match(words[1])
    return words[0] if may_be else None


def _split_row(line: Word, columns: int | None = None) -> list[Word]:
    """The cells of a row: its words, or the characters of a single word."""
    words = line.split()
    if len(words) != 1 or columns == 1:
        return words
    return [words[0].part(char, offset) for offset, char in enumerate(words[0].text)]


def _is_symbol(word: Word) -> bool:
    return bool(word.text == "." or _LABEL.fullmatch(word.text) or _NUMBER.fullmatch(word.text))


def _is_row(line: Word, columns: int) -> bool:
    row = _split_row(line, columns)
    return len(row) == columns and all(map(_is_symbol, row))


def detect(text: str) -> bool:
    """A directive, or a picture; without labels and clues only if it is no Sudoku.

    An empty board may be either, and both claim it. A wide board without clues shows itself by its
    ``size`` only: too many other texts have a few rows of words.
    """
    lines = [line for block in _blocks(text)[:1] for line in block if line.text]
    first = _directive(lines[0]) if lines else None
    if first and first[0].text in NAMES:
        return True
    lines = list(dropwhile(_directive, lines))
    if not lines:
        return False
    columns = len(_split_row(lines[0]))
    clues = [line for line in lines[1:] if sudoku.is_clue_line(line.text)]
    picture = lines[: lines.index(clues[0])] if clues else lines
    rows = [_split_row(line, columns) for line in picture if _is_row(line, columns)]
    symbols = [word.text for row in rows for word in row]
    if clues:
        clued = {line.split()[0].text for line in clues}
        return 2 * len(rows) >= len(picture) and not clued.isdisjoint(symbols)
    if len(rows) < columns or columns == 1:
        return False
    labels = [symbol for symbol in symbols if symbol[0].isalpha()]
    if labels:
        # Without a clue, only a label that comes twice tells a picture from a few words of prose.
        return len(set(labels)) < len(labels) and not sudoku.detect(text)
    return len(lines) == columns and (set(symbols) == {"."} or not sudoku.detect(text))


def read(text: str, rules: RuleSet | None) -> Iterable[Puzzle | FormatError]:
    """Every puzzle of the text."""
    if blocks := _blocks(text):
        return attempted(_read_puzzle, chain.from_iterable(map(_parts, blocks)), rules)
    raise FormatError("no puzzle, only comments; expected a picture of the cages")


def _parts(block: list[Word]) -> Iterator[list[Word]]:
    """The lines of each puzzle of a block, in which nothing stands between one and the next."""
    start = 0
    while end := _end_of_first(block[start : start + _MAX_LINES]):
        yield block[start : start + end]
        start += end
    yield block[start:]


def _end_of_first(block: list[Word]) -> int | None:
    """How many lines the first puzzle has, if there is another one after it."""
    head = _head_length(block)
    directives = filter(None, map(_directive, block[:head]))
    sizes = [value for name, value in directives if name.text == "size"]
    lines = block[head:]
    try:
        picture = _read_picture(lines, parse_size(sizes[0]) if sizes else None) if lines else []
    except FormatError:  # which is met again where the puzzle is read
        return _next_head(block, head)
    unclued = set(_labels(picture))
    for index in range(head + len(picture), len(block)):
        if _starts_puzzle(block, index, complete=not unclued):
            return index
        unclued.discard(_clue_label(block[index]) or "")
    return None


def _next_head(block: list[Word], start: int) -> int | None:
    """Where, after a line of a puzzle, the directives of another one begin."""
    for index in range(start + 1, len(block)):
        if _starts_puzzle(block, index, complete=False):
            return index
    return None


def _starts_puzzle(block: list[Word], index: int, *, complete: bool) -> bool:
    """Whether another puzzle begins at a line after a picture; ``complete`` if every label of the
    picture has its clue. Clues and directives that are mistyped, or out of place, begin none.
    """
    line = block[index]
    if _is_directive(line):
        index += _head_length(block, index)
        return index < len(block) and _clue_label(block[index]) is None
    if not complete or not line.text or _clue_label(line):
        return False
    columns = len(_split_row(line))
    wanted = min(columns, 2)
    rows = block[index : index + wanted]
    return len(rows) == wanted and all(_is_row(row, columns) for row in rows)


def _read_puzzle(block: list[Word], rules: RuleSet | None) -> Puzzle:
    head = block[: _head_length(block)]
    lines = block[len(head) :]
    directives: Directives = {}
    for directive in filter(None, map(_directive, head)):
        add_directive(directives, *directive)
    if not lines:
        raise block[-1].error("no picture; expected rows of labels")
    size = parse_size(directives["size"][0]) if "size" in directives else None
    picture = _read_picture(lines, size)
    draft = Draft(lines[0].line)
    _add_cages(draft, picture, _read_clues(lines[len(picture) :]))
    return apply_directives(draft, (len(picture), len(picture[0])), directives, rules)


def _read_picture(lines: list[Word], size: tuple[int, int] | None) -> list[list[Word]]:
    """The rows of the picture that some lines begin with."""
    columns = size[1] if size else len(_split_row(lines[0]))
    if columns > MAX_SIZE:
        raise lines[0].error(f"a row of {columns} cells; expected 1 to {MAX_SIZE}")
    row_count = _picture_height(lines, columns, size[0] if size else None)
    if row_count > MAX_SIZE:
        raise lines[MAX_SIZE].error(f"a picture of more than {MAX_SIZE} rows")
    picture = [_split_row(line, columns) for line in lines[:row_count]]
    for number, (line, row) in enumerate(zip(lines, picture, strict=False), start=1):
        if len(row) != columns:
            raise line.error(
                f"row {number} of the picture has {plural(len(row), 'cell')}; expected {columns}"
            )
        for word in row:
            if not _is_symbol(word):
                raise word.error(
                    f"{quoted(word.text)} in the picture; expected a label, a number or '.'"
                )
    if size and row_count < size[0]:
        raise lines[min(row_count, len(lines) - 1)].error(
            f"the picture ends after row {row_count}; expected {size[0]}, as the size is "
            f"{board_name(*size)}"
        )
    return picture


def _picture_height(lines: list[Word], columns: int, expected: int | None) -> int:
    """The rows of the picture that some lines begin with; never more than expected."""
    # Found once: there may be many lines, and each row would go through all of them.
    found = list(map(_clue_label, lines)) if expected is None else []
    for index, line in enumerate(lines[: MAX_SIZE + 1]):
        if not line.text or index == expected or (index and _is_directive(line)):
            return index
        label = found[index] if expected is None and index else None
        if label and (not _is_row(line, columns) or _begins_clues(lines, found, index, columns)):
            return index
    return min(len(lines), MAX_SIZE + 1)


def _begins_clues(lines: list[Word], found: list[str | None], index: int, columns: int) -> bool:
    """Whether a line such as ``a 3``, in two or three columns, is the first clue, and no row.

    A clue is the last line of its label, or of those before another puzzle: a clue for each label
    of the picture, then something that is none. ``found`` has the label of each line that may be a
    clue.
    """
    if found[index] not in islice(found, index + 1, None):
        return True
    clues = [label for label in takewhile(bool, islice(found, index, None)) if label]
    labels = set(_labels(_split_row(line, columns) for line in lines[:index]))
    following = next((line for line in islice(lines, index + len(clues), None) if line.text), None)
    return (
        len(clues) == len(labels)
        and set(clues) == labels
        and following is not None
        and _clue_label(following) is None
    )


def _labels(rows: Iterable[Iterable[Word]]) -> Iterator[str]:
    """The labels of the cells of some rows."""
    return (word.text for row in rows for word in row if _LABEL.fullmatch(word.text))


def _read_clues(lines: Iterable[Word]) -> dict[str, tuple[Word, Word]]:
    """Label and clue as they stand, by label."""
    clues: dict[str, tuple[Word, Word]] = {}
    for line in lines:
        if not line.text:
            continue
        if _is_directive(line):
            raise line.split()[0].error("a directive after the picture; expected before it")
        label, *rest = line.split()
        if not _LABEL.fullmatch(label.text) or not rest:
            found = quoted(line.text.strip())
            raise label.error(f"{found}; expected a label and its clue, as in a 11+")
        if label.text in clues:
            first = clues[label.text][0].line
            raise label.error(f"a second clue for {label.text!r}; the first is on line {first}")
        clues[label.text] = label, rest[0]._replace(text=line.text[rest[0].column - 1 :])
    return clues


def _add_cages(
    draft: Draft, picture: list[list[Word]], clues: dict[str, tuple[Word, Word]]
) -> None:
    cages: dict[str, list[Cell]] = defaultdict(list)
    for r, row in enumerate(picture):
        for c, word in enumerate(row):
            if _NUMBER.fullmatch(word.text):
                draft.add([(r, c)], GIVEN, parse_integer(word, "given"), word)
            elif word.text != ".":
                cages[word.text].append((r, c))
    for text, cells in cages.items():
        if text not in clues:
            r, c = cells[0]
            raise picture[r][c].error(f"label {quoted(text)} has no clue")
    for text, (label, clue) in clues.items():
        if text not in cages:
            raise label.error(f"label {quoted(text)} has a clue but is not in the picture")
        target, operator = parse_clue(clue)
        draft.add(cages[text], operator, target, clue)


def write(puzzle: Puzzle) -> str:
    """The puzzle, with a packed picture if every word has one character.

    FormatError only for an operator or a target that could not be read back.
    """
    labelled = [cage for cage in puzzle.cages if not _in_picture(cage, len(puzzle.cells))]
    words = ("".join(word) for n in count(1) for word in product(ascii_lowercase, repeat=n))
    labels = dict(zip(labelled, words, strict=False))
    directives = write_directives(puzzle)
    if not labels and not directives:
        # So that the text cannot be taken for a Sudoku.
        directives = [f"rules: {puzzle.rules.name}"]
    clues = {cage: clue_text(cage, NAME) for cage in puzzle.cages}
    width = max(map(len, labels.values()), default=0)
    parts = [
        directives,
        _picture_rows(puzzle, labels),
        [f"{label:<{width}} {clues[cage]}" for cage, label in labels.items()],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _in_picture(cage: Cage, cells: int) -> bool:
    """Whether a cage is a number in the picture; a lone number of two digits would be two cells."""
    return cage.operator is GIVEN and cage.target >= 0 and (cells > 1 or cage.target < 10)


def _picture_rows(puzzle: Puzzle, labels: dict[Cage, str]) -> list[str]:
    picture = [["."] * puzzle.columns for _ in range(puzzle.rows)]
    for cage in puzzle.cages:
        for row, column in cage.cells:
            picture[row][column] = labels.get(cage) or str(cage.target)
    width = max(len(word) for row in picture for word in row)
    if width == 1:
        return ["".join(row) for row in picture]
    return [" ".join(word.ljust(width) for word in row).rstrip() for row in picture]


FORMAT = Format(
    name=NAME,
    summary="a picture of the cages, then their clues (.kk)",
    example="aab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-\nd 12*\n",
    detect=detect,
    read=read,
    write=write,
    join="---\n".join,
    suffix="kk",
)
