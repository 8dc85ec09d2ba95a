"""File formats: text to puzzle and back; one module for each, and detection by content.

Each format module builds its whole record, which ``record`` describes; here they are only listed.
What several share, or one is made of:

    _words _spellings           words that know their place; clues and operators
    _draft _writable            a puzzle while it is read; the checks before one is written
    _directives                 what a text says of a puzzle besides its cages
    _native_lines _native_parts _picture _clues _stray
                                ``native``: lines, where a puzzle ends, its picture, its clues; what
                                stands around a picture and is no part of it
    _cage_lines _cage_line _cell_names
                                formats of a cage a line, which they read and write
    _cage_grid _letter_clues    formats that draw the cages; of ``letters`` the clues below
    _json_values _json          values that know their place; formats in JSON
    _keys _object_cages _object_grids
                                ``objects``: the tables of keys, the cages, the grids beside them
    _yaml _notations _tables    texts in YAML, TOML and Rust's RON, tables with headings
    _links _lz_string           formats in links, and what unpacks these
    _sudoku_cells _sudoku_arrays _sudoku_rows _samurai
                                ``sudoku``: cells and boxes, arrays, lines, what is refused
    _sums _tatham               Killer Sudokus; ids of games
    _ambiguous _unrecognised    which of several formats a text is in; what is wrong with it in none
    _bytes _waiting             bytes and files to text; what keeps us waiting

``grids`` reads grids and boards, ``features`` finds out what each format can express. A format
knows the model and nothing that solves.

Everything wrong with a text is a ``FormatError`` with its source, line and column.
"""

# ruff: noqa: A002 - ``format`` is the name of the option

import os
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import BinaryIO

from kenken_cp.errors import FormatError, NoPuzzleError
from kenken_cp.formats import (
    _waiting,
    aikenken,
    arithmatrix,
    arrows,
    bars,
    blocks,
    bparr,
    brackets,
    cages_json,
    calcudoku,
    codingame,
    cpe101,
    cs332,
    daily,
    drawn,
    f_puzzles,
    gauguin,
    hashes,
    indexgrid,
    inline,
    ipuz,
    janko,
    json_text,
    keen,
    kiguli,
    killer_list,
    krazydad,
    letters,
    lists,
    mapu,
    mathdoku_yaml,
    native,
    neknek,
    newdoku,
    numbered,
    objects,
    pairs,
    penpa,
    prolog,
    ps,
    puzzlekit,
    rmit,
    rooms,
    share,
    signs,
    solo,
    sudoku,
    sudokupad,
    sumocue,
    sums,
    tuples,
    unequal,
    upc,
    vk,
    walls,
    xy,
)
from kenken_cp.formats._ambiguous import decided
from kenken_cp.formats._bytes import (
    GZIP_BEGINNING,
    MAX_BYTES,
    AnyPath,
    decode,
    half_width,
    normalised,
    read_bytes,
    read_text,
)
from kenken_cp.formats._stray import (
    SolutionBelow,
    between_rules,
    solution_below,
    without_comments,
    without_numbered_titles,
    without_words,
)
from kenken_cp.formats._unrecognised import first_try, refusal
from kenken_cp.formats.record import FORMATS, Format, Join, ReadPuzzle
from kenken_cp.model.puzzle import Puzzle, expect_puzzle
from kenken_cp.model.rule_sets import RuleSet, rule_set_named
from kenken_cp.model.rules import violations
from kenken_cp.text import listed

__all__ = [
    "FORMATS",
    "GZIP_BEGINNING",
    "MAX_BYTES",
    "Format",
    "ReadPuzzle",
    "arriving",
    "begun",
    "decode",
    "detect",
    "dumps",
    "dumps_all",
    "first_try",
    "fitting",
    "joined",
    "load",
    "load_all",
    "loads",
    "loads_all",
    "loads_arriving",
    "loads_each",
    "read_bytes",
    "read_text",
]


MAX_ERRORS = 100
"""Puzzles of a text that may be wrong: one of which more are is hardly in that format."""

MAX_EMPTY = 10_000
"""Boards of a text in which nothing stands, neither cages nor houses: more are no puzzles."""

_MAX_DETECTED = 100_000
"""Characters of a text that detection examines: every format shows itself much earlier."""


_END = re.compile(rb"[^\s-][^\0]*?\n[ \t]*---[ \t]*\r?\n")
"""Something, and the line between two native puzzles."""


Rules = RuleSet | str | None

for _module in (
    *(native, json_text, keen, neknek, cs332, aikenken, sudoku),
    *(bparr, calcudoku, cpe101, tuples, mapu, daily, numbered, vk),
    *(brackets, hashes, bars, newdoku, signs),
    *(solo, unequal, ps, sumocue, arrows, killer_list, rmit, codingame),
    *(letters, rooms, indexgrid, janko, inline, krazydad, upc, pairs, sums),
    *(puzzlekit, arithmatrix, kiguli, xy, gauguin, blocks, cages_json, ipuz, lists, objects),
    *(walls, drawn, share, prolog, mathdoku_yaml, f_puzzles, sudokupad, penpa),
):
    FORMATS.register(_module.FORMAT)


def detect(text: str, source: str | None = None) -> Format:
    """The one format of a text, judged by its content; FormatError if none or several fit.

    Of several that a text may be meant as, that one fits by which all of it can be read. If there
    are several of these, all must read the same puzzles.
    """
    text = normalised(text, source)
    if bare := _without_words(text, None, None):
        return bare[0]
    below = solution_below(text)
    if below is not None and (found := _solved(below, None, None)) is not None:
        return found[0]
    return _detected(text, source, None)[0]


def fitting(text: str, source: str | None = None) -> list[Format]:
    """The formats that show themselves in a text; NoPuzzleError if that is empty."""
    return list(_fitting(normalised(_head(text), source), FORMATS.changes))


def _head(text: str) -> str:
    """What detection examines: the beginning of a text, or of what stands below blanks only."""
    head = text[:_MAX_DETECTED]
    return head if head.strip() else text.lstrip()[:_MAX_DETECTED] or head


@lru_cache(1)
def _fitting(head: str, _changes: int) -> tuple[Format, ...]:
    """The same, which is asked for twice of a file of a folder."""
    return tuple(format_ for format_ in FORMATS if format_.detect(head))


def _detected(text: str, source: str | None, rules: RuleSet | None) -> tuple[Format, str]:
    """The format of a text, and what of it is to be read: if no format knows its comments, all but
    these; if none knows its full-width digits and signs, those of ASCII in their place.
    """
    found, original = fitting(text), text
    for as_usual in (without_comments, half_width):
        changed = text if found else as_usual(original)
        if changed != text and (found := fitting(changed)):
            text = changed
    if len(found) == 1:
        return found[0], text
    try:
        if found:
            return decided(found, text, rules), text
        raise refusal(_head(text), FORMATS).of_class(NoPuzzleError)
    except FormatError as error:
        error.source = source
        raise


def loads_all(
    text: str, format: str | None = None, *, rules: Rules = None, source: str | None = None
) -> list[Puzzle]:
    """Every puzzle of a text, at least one.

    Args:
        format: the name of its format (``kenken-cp formats`` lists them); detected if None.
        rules: a rule set or its name, to go before what the text says.
        source: what errors call the text, such as its path.

    Raises:
        FormatError: with source, line and column, if any puzzle of it cannot be read.
        UnknownNameError: for a format or a rule set that does not exist.
    """
    found = []
    for each in loads_each(text, format, rules=rules, source=source):
        if isinstance(each, FormatError):
            raise each
        found.append(each.puzzle)
    return found


def loads_each(
    text: str, format: str | None = None, *, rules: Rules = None, source: str | None = None
) -> Iterator[ReadPuzzle | FormatError]:
    """As ``loads_all``, but for each puzzle that cannot be read the error; each is read when it is
    asked for. A FormatError is raised if the text as a whole cannot be read.
    """
    chosen = rule_set_named(rules) if isinstance(rules, str) else rules
    known = FORMATS.named(format) if format is not None else None
    text = normalised(text, source)
    if bare := _without_words(text, known, chosen):
        return iter(bare[1])
    below = solution_below(text)
    if below is not None and (found := _solved(below, known, chosen)) is not None:
        return iter(found[1:])
    reader, text = (known, text) if known is not None else _detected(text, source, chosen)
    return _each(partial(reader.read, text, chosen), source)


def _without_words(
    text: str, known: Format | None, rules: RuleSet | None
) -> tuple[Format, list[ReadPuzzle]] | None:
    """The format and the puzzles of a text with comments, words that count its puzzles, or ``---``
    between them: as it is, or, if it cannot be read so, without them. None of another text, and if
    neither can be read.
    """
    bare = without_words(text)
    parts = between_rules(bare)
    if (bare == text and not parts) or not bare.strip():
        return None
    for each in dict.fromkeys((without_numbered_titles(text), text, bare)):
        if found := _all_right(each, known, rules):
            return found
    read = [one for part in parts if (one := _all_right(part, known, rules))]
    if len(read) < len(parts) or len({shown.name for shown, _ in read}) != 1:
        return None
    return read[0][0], [puzzle for _, puzzles in read for puzzle in puzzles]


def _all_right(
    text: str, known: Format | None, rules: RuleSet | None
) -> tuple[Format, list[ReadPuzzle]] | None:
    """The format of a text and its puzzles; None if one of them cannot be read."""
    below = solution_below(text)
    if below is not None and (solved := _solved(below, known, rules)) is not None:
        return solved[0], [solved[1]]
    found: list[ReadPuzzle] = []
    try:
        reader, text = (known, text) if known else _detected(text, None, rules)
        for each in reader.read(text, rules):
            if isinstance(each, FormatError):
                return None
            found.append(each)
    except FormatError:
        return None
    return (reader, found) if found else None


def _solved(
    below: SolutionBelow, known: Format | None, rules: RuleSet | None
) -> tuple[Format, ReadPuzzle] | None:
    """The format and the only puzzle of a text with a grid below it that is its solution; None if
    it has none, or others.
    """
    try:
        reader, text = (known, below.text) if known else _detected(below.text, None, rules)
        found = list(islice(reader.read(text, rules), 2))
    except FormatError:
        return None
    if len(found) != 1 or isinstance(found[0], FormatError):
        return None
    puzzle = found[0].puzzle
    fits = (puzzle.rows, puzzle.columns) == (len(below.grid), len(below.grid[0]))
    return None if not fits or violations(puzzle, below.grid) else (reader, found[0])


def _each(
    read: Callable[[], Iterable[ReadPuzzle | FormatError]], source: str | None
) -> Iterator[ReadPuzzle | FormatError]:
    found, errors, empty = False, 0, 0
    try:
        for each in read():
            found = True
            if isinstance(each, FormatError):
                each.source = source
                errors += 1
            elif not each.puzzle.cages and not each.puzzle.houses:
                empty += 1
            yield each
            if errors > MAX_ERRORS:
                raise FormatError(f"more than {MAX_ERRORS} puzzles are wrong; the rest is not read")
            if empty > MAX_EMPTY:
                raise FormatError(f"more than {MAX_EMPTY:,} boards are empty; the rest is not read")
        if not found:
            raise FormatError("no puzzle, only comments")
    except FormatError as error:  # of a reader that cannot go on from there
        error.source = source
        yield error


def loads(
    text: str, format: str | None = None, *, rules: Rules = None, source: str | None = None
) -> Puzzle:
    """The one puzzle of a text: as ``loads_all``, but several are a FormatError."""
    puzzles = loads_all(text, format, rules=rules, source=source)
    if len(puzzles) > 1:
        message = f"{len(puzzles)} puzzles; expected one (loads_all and load_all read several)"
        raise FormatError(message, source=source)
    return puzzles[0]


def load(path: AnyPath, format: str | None = None, *, rules: Rules = None) -> Puzzle:
    """The one puzzle of a file: as ``loads``, and a FormatError if the file cannot be read."""
    return loads(read_text(path), format, rules=rules, source=os.fspath(path))


def load_all(path: AnyPath, format: str | None = None, *, rules: Rules = None) -> list[Puzzle]:
    """Every puzzle of a file: as ``loads_all``, and a FormatError if the file cannot be read."""
    return loads_all(read_text(path), format, rules=rules, source=os.fspath(path))


def begun(stream: BinaryIO, format: str | None = None) -> tuple[bytes, str | None]:
    """What a stream holds; or, where it keeps us waiting, what has come, and its format: if that
    begins with a puzzle whose end is there.
    """
    known = FORMATS.named(format) if format is not None else None
    found, examined = bytearray(), 0
    for part in _waiting.parts(stream, pauses=True):
        found += part
        if len(found) > MAX_BYTES:
            break
        if not part and len(found) > examined:
            examined = len(found)
            if shown := _begun_in(bytes(found[:_MAX_DETECTED]), known):
                return bytes(found), shown.name
    return bytes(found), None


def _begun_in(data: bytes, known: Format | None) -> Format | None:
    """The only format in which data may begin with a puzzle, if they do, and its end is there."""
    end = _END.search(data)
    try:
        text = decode(data[: end.end() if end else data.rfind(b"\n") + 1], "")
        text = normalised(text, None)
    except FormatError:
        return None
    found = fitting(text) if known is None else [known] if known.detect(text) else []
    if len(found) != 1 or data.startswith(BOM_UTF8):
        return None
    [shown] = found
    if shown.read_lines is None or (shown.separator and end is None):
        return None
    first = next(iter(shown.read_lines(text.split("\n"), None)), None)
    return shown if isinstance(first, ReadPuzzle) else None


def loads_arriving(
    begun: bytes,
    rest: Iterator[bytes],
    format: str,
    *,
    rules: Rules = None,
    source: str | None = None,
) -> Iterator[ReadPuzzle | FormatError]:
    """As ``loads_each`` of a text that has only ``begun``: each puzzle is read as soon as its end
    is there. What is no text is an error where it comes.
    """
    chosen = rule_set_named(rules) if isinstance(rules, str) else rules
    read_lines = FORMATS.named(format).read_lines
    assert read_lines is not None  # of what has begun
    lines = _waiting.lines(begun, rest, MAX_BYTES)
    return _each(partial(read_lines, lines, chosen), source)


def arriving(stream: BinaryIO) -> Iterator[bytes]:
    """What a stream holds, as it comes."""
    return _waiting.parts(stream)


def dumps(puzzle: Puzzle, format: str = "native") -> str:
    """A puzzle as text, ending in one newline.

    Raises:
        FormatError: if the format cannot express it.
        UnknownNameError: for a format that does not exist.
    """
    return dumps_all([puzzle], format)


def dumps_all(puzzles: Sequence[Puzzle], format: str = "native") -> str:
    """Several puzzles as one text; raises as ``dumps``, and if only one fits into a file."""
    writer = FORMATS.named(format)
    for puzzle in puzzles:
        expect_puzzle(puzzle)
    return joined([_written(puzzle, writer) for puzzle in puzzles], format, writer.join)


def joined(texts: Sequence[str], format: str, join: Join | None) -> str:
    """Written puzzles as one text; raises as ``dumps_all``."""
    if not texts:
        raise FormatError("no puzzle to write")
    if len(texts) == 1:
        return texts[0]
    if join is None:
        raise FormatError(f"the {format} format holds one puzzle a file; {len(texts)} were given")
    return join(texts)


def _written(puzzle: Puzzle, writer: Format) -> str:
    """The text of a puzzle; an error has all of the puzzle that the format never holds."""
    try:
        return writer.write(puzzle)
    except FormatError as error:
        from kenken_cp.formats.features import missing  # which most have no need of

        if lacking := missing(puzzle, writer):
            never = f"{error.message} ({writer.name} never holds {listed(lacking, 'or')})"
            raise FormatError(never) from None
        raise
