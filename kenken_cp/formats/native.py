"""The project's own format, ``.kk``: a picture of the cages, then their clues.

    # 4x4, one solution
    title: example
    aabc
    addc
    eedf
    gggf

    a 1-
    b 3-
    ...

``#`` starts a comment, at the start of a line or after white space. Then come, in this order:

1. Directives, ``name: value``. ``title``, and ``level``, how hard it is said to be: taken as they
   are. ``size``: ``4x6``, rows x columns, or ``6``; needed where the board is no square. ``rules``:
   the name of a rule set. ``values``: ``0..5`` or ``1 2 3 5 7``. ``boxes``: ``2x3``, rows x
   columns. ``diagonals``, ``windoku``, ``anti-knight``, ``anti-king``: ``yes`` or ``no``.
   ``house``: the cells of any other extra house, ``r1c1 r2c2``; the only one that may come again.
   ``solutions``: how many there are, ``8`` or ``3+``. ``regions``: nothing, but below it stand rows
   like those of the picture, to a blank line: cells of one word are a house, such as an irregular
   box; ``.`` is a cell in none.
2. The picture, a line for each row: words, with commas or without, or the characters of a single
   word. A word that starts with a letter is a label, a number is a given, ``.`` is a cell in no
   cage. The first row fixes the columns. The picture ends at a blank line, or at a line that is no
   row of that many cells but a clue.
3. For each label its clue, a line each or with commas between them: ``a 12*``, ``a: 12*``,
   ``a=12*``, ``a12*``. A clue is a target and an operator: its symbol or name, ``×``, ``÷``, ``−``.
   A bare number is a given on one cell, and has a hidden operator on more, which ``?`` says too.
   The operator may stand first: ``a *12``, ``a = +6``; a ``-`` only on two cells, and where no
   value is negative, for it could be the sign of the target.

Several puzzles in one text have a line ``---`` between them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container

from kenken_cp.errors import FormatError
from kenken_cp.formats.draft import Draft, located
from kenken_cp.formats.holds import Holds
from kenken_cp.formats.native_directives import (
    NAMES,
    directive_of,
    labels_in_order,
    picture_rows,
    puzzle_of,
    read_head,
    read_size,
    split_row,
    write_directives,
)
from kenken_cp.formats.operators import HIDDEN, reading_table
from kenken_cp.formats.readers import SEPARATOR, each_part
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.tokens import Token
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.model.operators import (
    ADD,
    DIVIDE,
    GIVEN,
    MULTIPLY,
    OPERATORS,
    SUBTRACT,
    Operator,
    operator_named,
)
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import plural, quoted

_SYMBOL = re.compile(r"[^\W\d_]\w*|[0-9]+|\.")
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")
_AS_IT_IS = re.compile(r"\s*(?:title|level)\s*:", re.IGNORECASE)
_ENTRY = re.compile(r"[^,;\s][^,;]*")
_CLUE = re.compile(
    r"([^\W\d_]\w*)(?:[ \t]*[:=][ \t]*|[ \t]+)([-−–]?[0-9]+)[ \t]*(\S*)[ \t]*"
    r"|([^\W\d_]+)([0-9]+)[ \t]*([^\s\w]\S*|)[ \t]*"
)
_SIGN_FIRST = re.compile(
    r"([^\W\d_]\w*)(?:[ \t]*[:=][ \t]*|[ \t]+)([^\w\s:=]{1,2}|[xX])[ \t]*([0-9]+)[ \t]*"
)
_GIVENS = re.compile(r"[\d.,\s]*")
_WORDS = reading_table(
    {
        ADD: ("+", "plus"),
        SUBTRACT: ("-", "minus"),
        MULTIPLY: ("*", "x", "times"),
        DIVIDE: ("/", ":"),
    }
)
"""What people write for the four operators besides their names and symbols."""
_MAX_SHORT = 3
"""Characters of a label as nearly all are."""

_MAX_HEAD = 100_000


# --- recognising ---------------------------------------------------------------------------------


def signature(text: str) -> bool:
    """A directive; or rows of labels and then, as the first other line, the clue of one of them.

    A title and a level stand above texts of other kinds too, so that what follows them must be
    native.
    """
    lines = _plain([Token(line, 1) for line in text[:_MAX_HEAD].split("\n")[:400]])
    has_title = False
    for at, line in enumerate(lines):
        said = directive_of(line)
        if said is not None and said[0].text in NAMES:
            if not _AS_IT_IS.match(line.text):
                return True
            has_title = True
        elif line.text:
            givens = has_title and all(_GIVENS.fullmatch(row.text) for row in lines[at:])
            return givens or _is_picture(lines[at:])
    return False


def _is_picture(lines: list[Token]) -> bool:
    """Whether the lines up to a blank one are rows with labels, and a clue of one follows."""
    labels: set[str] = set()
    widths: list[int] = []
    for at, line in enumerate(lines[: MAX_SIZE + 1]):
        row = [word.text for word in split_row(line, None)]
        is_row = bool(row) and all(map(_SYMBOL.fullmatch, row))
        if not is_row and (at == 0 or not line.text or _clue_label(line) in labels):
            break
        if is_row:
            labels.update(row)
            widths.append(len(row))
    if lines[0].text.isdecimal() and len(widths) > 1 and set(widths) != {max(2, widths[0])}:
        return False  # a size, and what another format has below it
    if max(map(len, labels), default=0) > _MAX_SHORT and set(widths) != {len(widths)}:
        return False  # words of a language; labels so long are seen in boards that are square
    following = next((line for line in lines[len(widths) :] if line.text), None)
    return following is not None and _clue_label(following) in labels


def _clue_label(line: Token) -> str | None:
    """The label of a line that is a clue, or that begins with one."""
    entry = _ENTRY.search(line.text)
    match = entry and (_CLUE.fullmatch(entry[0]) or _SIGN_FIRST.fullmatch(entry[0]))
    return match and (match[1] or match[4])


# --- reading -------------------------------------------------------------------------------------


def read_one(lines: list[Token], rules: RuleSet | None) -> ReadPuzzle:
    """The puzzle of the lines between two ``---``."""
    plain = _plain(lines)
    if not plain:
        raise lines[0].error("only comments; expected a puzzle")
    directives, rest = read_head(plain)
    size = read_size(directives)
    picture = _read_picture(rest, size)
    rows, columns = len(picture), len(picture[0])
    draft = Draft(rest[0])
    cages = _add_givens(draft, picture)
    clues = _read_clues(rest[rows:], cages)
    if size is None and rows != columns:
        raise rest[rows - 1].start.error(
            f"a picture of {rows}x{columns} cells; expected a square, or 'size: {rows}x{columns}' "
            "above it"
        )
    has_negative = any("-" in word.text for word in directives.get("values", ()))
    for label, words in cages.items():
        if label not in clues:
            raise words[0][1].error(f"label {quoted(label)} has no clue")
        clue, target, word = clues[label]
        operator = _operator(word, len(words))
        if target < 0 and not word.text and len(words) > 1:
            if len(words) > 2 or has_negative:
                raise clue.error(
                    f"{target} without an operator; expected {-target}-, or {target}{HIDDEN} if "
                    "the operator is hidden"
                )
            target, operator = -target, SUBTRACT
        draft.add((cell for cell, _ in words), operator, target, clue, label)
    found = puzzle_of(draft, (rows, columns), directives, rules)
    for zero in (word for row in picture for word in row if not word.text.strip("0")):
        if 0 not in found.puzzle.values:
            raise zero.error("0 in the picture, which is no value; expected . for a free cell")
    return found


def _plain(lines: list[Token]) -> list[Token]:
    """The lines without comments; those of a comment alone are left out, as they end no picture."""
    found = []
    for line in lines:
        text = line.text.rstrip()
        if "#" in text and not _AS_IT_IS.match(text):
            text = _COMMENT.sub("", text).rstrip()
            if not text:
                continue
        found.append(line if text == line.text else line._replace(text=text))
    return found


def _read_picture(lines: list[Token], size: tuple[int, int] | None) -> list[list[Token]]:
    """The rows of the picture that some lines begin with."""
    columns = size[1] if size else len(split_row(lines[0], None))
    if columns > MAX_SIZE:
        raise lines[0].start.error(f"a row of more than {MAX_SIZE} cells; expected at most that")
    packed = columns != 1 and len(lines[0].text.replace(",", " ").split()) == 1
    picture: list[list[Token]] = []
    for line in lines:
        if not line.text or (size and len(picture) == size[0]):
            break
        # 'a 3' below 'ab' is a clue
        row = line.start.characters() if packed else split_row(line, columns)
        if len(row) != columns or not all(_SYMBOL.fullmatch(word.text) for word in row):
            if picture and not size and (_clue_label(line) or directive_of(line)):
                break
            raise _no_row(line, row, columns, len(picture) + 1)
        picture.append(row)
        if len(picture) > MAX_SIZE:
            raise line.start.error(f"a picture of more than {MAX_SIZE} rows")
    if size and len(picture) < size[0]:
        end = lines[len(picture) - 1].end()
        expected = plural(size[0], "row")
        raise end.error(f"the picture ends after row {len(picture)}; expected {expected}")
    return picture


def _no_row(line: Token, row: list[Token], columns: int, number: int) -> FormatError:
    """The error of a line that is no row of the picture."""
    if len(row) != columns:
        found = plural(len(row), "cell")
        return line.start.error(f"row {number} of the picture has {found}; expected {columns}")
    word = next(word for word in row if not _SYMBOL.fullmatch(word.text))
    return word.unlike("a label, a number or '.'", "cell")


def _add_givens(draft: Draft, picture: list[list[Token]]) -> dict[str, list[tuple[Cell, Token]]]:
    """Adds the givens of a picture; returns the cells of each label, with their words."""
    cages: dict[str, list[tuple[Cell, Token]]] = defaultdict(list)
    for row, words in enumerate(picture):
        for column, word in enumerate(words):
            if word.text[0].isdecimal():
                draft.add([(row, column)], GIVEN, word.integer("given"), word)
            elif word.text != ".":
                cages[word.text].append(((row, column), word))
    return cages


Clue = tuple[Token, int, Token]
"""Where it stands, its target, and the word for its operator: without text if none is shown."""


def _read_clues(lines: list[Token], known: Container[str]) -> dict[str, Clue]:
    """The clue of each label."""
    found: dict[str, Clue] = {}
    for line in lines:
        said = directive_of(line)
        if said is not None and said[0].text in NAMES:
            raise line.start.error(
                "a directive after the picture; expected before it, or --- before another puzzle"
            )
        for entry in line.split(_ENTRY):
            label, target, word = _read_clue(entry)
            if label not in known:
                raise entry.error(f"a clue for {quoted(label)}, which is not in the picture")
            if label in found:
                first = found[label][0].line
                raise entry.error(
                    f"a second clue for {quoted(label)}; the first is on line {first}"
                )
            found[label] = entry, target, word
    return found


def _read_clue(entry: Token) -> tuple[str, int, Token]:
    """A label, its target, and the word for its operator."""
    if (match := _CLUE.fullmatch(entry.text)) is not None:
        first = 1 if match[1] else 4
        target = entry.group(match, first + 1).integer("target")
        return match[first], target, entry.group(match, first + 2)
    if (match := _SIGN_FIRST.fullmatch(entry.text)) is not None:
        target, word = entry.group(match, 3).integer("target"), entry.group(match, 2)
        if word.text in "-−–":  # as if it were the sign, until its cells are known
            return match[1], -target, word.part("", 0)
        return match[1], target, word
    expected = "a label and its clue, as in 'a 12*', or --- before another puzzle"
    raise entry.unlike(expected, "line")


def _operator(word: Token, cells: int) -> Operator | None:
    """The operator of a clue; None if it is hidden."""
    if word.text in ("", HIDDEN):
        return GIVEN if cells == 1 else None
    operator = _WORDS.get(word.text) or OPERATORS.get(word.text)
    if operator is None:
        with located(word):
            operator = operator_named(word.text.lower())
    if operator is GIVEN and cells > 1:
        raise word.error(f"a given on {cells} cells; expected one cell, or an operator")
    return operator


# --- writing -------------------------------------------------------------------------------------


def write(puzzle: Puzzle) -> str:
    """The puzzle; FormatError only for an operator whose symbol could not be read back."""
    labelled = [cage for cage in puzzle.cages if not _in_picture(cage, puzzle)]
    labels = dict(zip(labelled, labels_in_order(), strict=False))
    directives = write_directives(puzzle)
    if not labels and not directives:
        # A picture without labels could be a Sudoku; its rules say that it is not.
        directives = [f"rules: {puzzle.rules.name}"]
    words = [["."] * puzzle.columns for _ in range(puzzle.rows)]
    for cage in puzzle.cages:
        for row, column in cage.cells:
            words[row][column] = labels.get(cage) or str(cage.target)
    width = max(map(len, labels.values()), default=0)
    clues = [f"{label:<{width}} {_clue_text(cage)}" for cage, label in labels.items()]
    parts = [directives, picture_rows(words), clues]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _in_picture(cage: Cage, puzzle: Puzzle) -> bool:
    """Whether a cage is a number in the picture. A lone number of two digits would be two cells,
    and a 0 that is no value an empty cell.
    """
    return (
        cage.operator is GIVEN
        and (cage.target > 0 or cage.target == 0 in puzzle.values)
        and (len(puzzle.cells) > 1 or cage.target < 10)
    )


def _clue_text(cage: Cage) -> str:
    """The clue of a cage; one that is hidden and negative says so."""
    if cage.operator is None and cage.target < 0:
        return f"{cage.target}{HIDDEN}"
    match = _CLUE.fullmatch(f"a {cage.clue}")
    if match is None or int(match[2]) != cage.target:
        symbol = cage.operator.symbol if cage.operator else ""
        raise FormatError(f"the native format cannot hold the operator {symbol!r} of {cage}")
    return cage.clue


FORMAT = Format(
    name="native",
    summary="a picture of the cages, then their clues (.kk)",
    example="aab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-\nd 12*\n",
    signature=signature,
    read=each_part(read_one),
    writer=write,
    holds=Holds(
        rules=None, rectangles=True, values=True, houses=None, hidden=True, free=True, negative=True
    ),
    operators=None,
    suffix="kk",
    separator=f"{SEPARATOR}\n",
    streams="---",
)
