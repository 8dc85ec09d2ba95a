"""Grids of letters with their clues, in the spellings of many programs that are not ``native``.

Size, grid, then operator and target of each letter, or its target and operator, or these alone in
the order of the letters:

    3                       3               3
    AAB                     a a b           AAB
    CDB                     c d b           CDB
    CDD                     c d d           CDD
    A + 3                   a 3 +           3+
    B - 1                   b 1 -           1-
    ...                     ...             ...

The clues first, on one line or a line each, perhaps with ``START`` after them; the clues in the
grid, each in one of its cage's cells; a line ``.KK`` with a title above each puzzle:

    a=3+ b=1- c=2- d=12x    A+3  A    B-1   .KK "a title"
    a a b                   C-2  D*12 B     AAB
    c d b                   C    D    D     ...
    c d d                                   A 3+

Written is the first of these, or another that is asked for by a name of its own, as in
``letters:start``: ``listed``, ``targets`` (alone), ``assigned`` (on one line), ``start``, and
``cells`` (as cdok has them).

Rows with clues may stand in brackets, too, on one line: ``['A+3 A B-1', 'C-2 D*12 B', 'C D D']``.
``=`` marks a given. A number in the grid is a given, if no clue makes it a label; ``.`` is a free
cell, and its clue ``. B 3`` means the boxes of a Sudoku. A line that begins with ``#`` is a
comment. The rules are ``kenken``, and ``calcudoku`` where the clues are in the grid, as cdok means
them, or where - or / is on more than two cells, which others have, too.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from math import isqrt
from string import ascii_lowercase, ascii_uppercase, digits

from kenken_cp.errors import FormatError
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._spellings import any_spelling, operator_word
from kenken_cp.formats._words import LOOKED_AT, Lines, Word, new_word, said_lines
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.pictures import cage_grid
from kenken_cp.formats.pictures.letter_clues import NAME, listed
from kenken_cp.formats.reading.around import LACKS_OPERATOR
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.sudokus.cells import usual_boxes
from kenken_cp.formats.sudokus.killers import is_killer
from kenken_cp.model.geometry import MAX_SIZE
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN, KILLER, RuleSet
from kenken_cp.model.rules import has_same_meaning
from kenken_cp.patterns import regex
from kenken_cp.text import quoted

_SIZE = regex(
    r"\s*+(?:size\s*+=?+\s*+)?+([0-9]{1,2})(?:\s*+[x×,]\s*+\1|\s++\1)?+\s*+", re.IGNORECASE
)
"""``3``, and what says no more: ``3x3``, ``3 3``, ``size=3``."""

_TITLE = regex(r"\s*+\.KK\b\s*+(.*)")
_START = regex(r"\s*+START\s*+")
_NUMBER = regex(r"[0-9]++")
_SYMBOL = regex(r"\w++|\.")
_SIGN = r"(?:[^\w\s=,;.:]|[xX](?!\w|\s*+[:=]))"
"""An operator; but ``x=`` is the next label."""

_ASSIGNED = regex(
    rf"(?P<label>\w++)(?:\s*+[:=]\s*+(?P<clue>[0-9]++(?:\s*+{_SIGN})?+|[-−–][0-9]++\s*+{_SIGN})"
    rf"|\s*+[:=]\s*+(?P<turned>(?:{_SIGN}|[xX])\s*+[0-9]++)|\s++(?P<shown>[0-9]++\s*+{_SIGN}))"
)
_ENTRY = regex(rf"\s*+(\w++)\s*+[:=]?\s*+(?:[0-9]++\s*+{_SIGN}|{_SIGN}\s*+[0-9])")
_GAP = regex(r"[\s,;]*+")
_COMMENT = regex(r"\s#|\s//")

_ROW = r"(?:'[^'\"\n]*+'|\"[^'\"\n]*+\")"
_LIST = regex(rf"\s*+\[[ \t]*+({_ROW}(?:,[ \t]*+{_ROW})*+)\]\s*+")
"""The rows of a grid as programs in Python and JavaScript print them, on one line."""

_QUOTED = regex(r"['\"]([^'\"]*+)['\"]")

_MAX_LIST = 20_000
"""Characters of such a list: many times what the largest board has."""


def _in_cell() -> re.Pattern[str]:
    operator = any_spelling(NAME)
    return re.compile(
        r"([A-Za-z]++(?:[0-9]++(?=:|$))?)"
        rf"(?:({operator})([0-9]++)|:?+([0-9]++)({operator})|:([0-9]++))?+"
    )


def _lines(text: str) -> Lines[Word]:
    """The lines that say something, without comments; of a list of rows, these."""
    if rows := _LIST.fullmatch(text) if len(text) <= _MAX_LIST else None:
        line = text.count("\n", 0, rows.start(1)) + 1
        before = text.rfind("\n", 0, rows.start(1))
        return Lines(
            new_word(Word, (row[1], line, row.start(1) - before)) for row in _QUOTED.finditer(text)
        )
    return Lines(
        line.instead(line.text[: comment.start()])
        if comment and not LACKS_OPERATOR.fullmatch(line.text)
        else line
        for line in said_lines(text, "//")
        for comment in (_COMMENT.search(line.text),)
    )


# --- recognising ---------------------------------------------------------------------------------


def detect(text: str) -> bool:
    """A size and rows of that length with letters; clues with ``=`` and rows of their labels; rows
    with clues in them; or a line ``.KK``.
    """
    lines = _lines(text).view(LOOKED_AT)
    if len(lines) < 2:
        return False
    if _TITLE.fullmatch(lines[0].text):
        return True
    if _SIZE.fullmatch(lines[0].text):
        return _is_sized(lines)
    return _is_assigned(lines) or _is_clued(lines)


def _is_sized(lines: list[Word]) -> bool:
    head = _SIZE.fullmatch(lines[0].text)
    size = int(head[1]) if head else 0
    if not 1 <= size <= MAX_SIZE:  # a slip, or the number of cages in another format
        size = len(_row(lines[1], None))
    fitting = [row for line in lines[1 : 1 + size] if len(row := _row(line, size)) == size]
    symbols = {word.text for row in fitting for word in row}
    if 2 * len(fitting) <= size or not all(map(_SYMBOL.fullmatch, symbols)):
        return False
    if not all(symbol.isdigit() or symbol == cage_grid.FREE for symbol in symbols):
        return True
    # Numbers only: a clue with an operator shows that they are labels.
    below = _ENTRY.match(lines[1 + size].text) if len(lines) > 1 + size else None
    return below is not None and below[1] in symbols and _is_number(lines[0])


def _begins(line: Word) -> bool:
    """Whether a line is the first of a puzzle with its clues below."""
    return bool(_SIZE.fullmatch(line.text) or _TITLE.fullmatch(line.text))


def _ends_list(line: Word, labels: Collection[str]) -> bool:
    """Whether a line below a grid is the first of another puzzle, and no clue of a label."""
    return _begins(line) and (_is_number(line) or line.first.text not in labels)


def _is_number(line: Word) -> bool:
    return _NUMBER.fullmatch(line.text.strip()) is not None


def _size(line: Word) -> int:
    """The size on a line that is known to have one."""
    match = _SIZE.fullmatch(line.text)
    assert match is not None
    return line.group(match, 1).side()


def _is_assigned(lines: list[Word]) -> bool:
    labels: set[str] = set()
    for line in lines:
        try:
            found = _assigned(line)
        except FormatError:  # such as a number too long for a target
            return False
        if not found:
            row = {word.text for word in _row(line, None)}
            return bool(labels) and (
                _START.fullmatch(line.text) is not None or not row.isdisjoint(labels)
            )
        labels.update(label.text for label, *_ in found)
    return False


def _is_clued(lines: list[Word]) -> bool:
    cell = _in_cell()
    rows = [[word.text for word in cage_grid.words(line)] for line in lines[:2]]
    matches = [cell.fullmatch(word) for row in rows for word in row if not _NUMBER.fullmatch(word)]
    return (
        len(rows[0]) == len(rows[1]) > 1
        and all(matches)
        and any(match and match.lastindex and match.lastindex > 1 for match in matches)
    )


# --- reading -------------------------------------------------------------------------------------


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle]:
    """Every puzzle of a text."""
    lines = _lines(text)
    before: set[str] = set()
    while first := lines.peek():
        if _begins(first):
            yield _read_clues_below(lines, rules)
        elif _assigned(first):
            yield _read_clues_above(lines, first, rules)
        else:
            found, before = _read_clues_inside(lines, first, rules, before)
            yield found


def _read_clues_below(lines: Lines[Word], rules: RuleSet | None) -> ReadPuzzle:
    first = lines.take()
    draft = Draft(first.line)
    title = _TITLE.fullmatch(first.text)
    size = None if title else _size(first)
    rows = _grid(lines, size)
    below = listed(lines, rows, _ends_list)
    _add(draft, rows, below.clues)
    heading = title[1].strip().strip('"') if title else ""
    side = isqrt(len(rows))
    doubts = []
    free = any(word.text == cage_grid.FREE for row in rows for word in row)
    if not below.houses and not draft.is_killer and side**2 == len(rows) and free:
        doubts = [f"givens only, and no boxes; is '. B {side}', as of a Sudoku, missing below?"]
    return draft.puzzle(
        len(rows), draft.rules_or_shown(rules), houses=below.houses, title=heading, doubts=doubts
    )


def _read_clues_above(lines: Lines[Word], first: Word, rules: RuleSet | None) -> ReadPuzzle:
    draft = Draft(first.line)
    clues: dict[str, cage_grid.Clue] = {}
    places: dict[bool, cage_grid.Clue] = {}
    while (line := lines.peek()) and (found := _assigned(line)):
        for label, each, turned in found:
            cage_grid.add_clue(clues, label, each)
            if each.operator.text:
                places.setdefault(turned, each)
        lines.take()
    if len(places) > 1:
        raise places[True].place.error(
            f"clue {quoted(places[True].place.text)}; expected the operator last, as in "
            f"{quoted(places[False].place.text)}"
        )
    if line and _START.fullmatch(line.text):
        lines.take()
    rows = _grid(lines, None)
    _add(draft, rows, clues)
    return draft.puzzle(len(rows), draft.rules_or_shown(rules))


def _read_clues_inside(
    lines: Lines[Word], start: Word, rules: RuleSet | None, before: set[str]
) -> tuple[ReadPuzzle, set[str]]:
    """The puzzle, and the names that ``check_apart`` compares with those of the next one."""
    clues: dict[str, cage_grid.Clue] = {}
    draft = Draft(start.line)
    cell = _in_cell()
    first = [cell.fullmatch(word.text) for word in cage_grid.words(start)]
    if not any(first) or any(match and (match.lastindex or 0) > 1 for match in first):
        for word in cage_grid.words(start):  # before how many there are in others
            _take_clue(word, cell, {})
        rows = _grid(lines, None, packed=False)
        rows = [[_take_clue(word, cell, clues) for word in row] for row in rows]
    if not clues:
        raise start.first.error(
            "no size, no clues; expected a size first, as in 4, or a clue: A+12"
        )
    names = cage_grid.check_apart(lines, rows, before)
    colons = [each for each in clues.values() if ":" in each.place.text]
    if not colons:
        _add(draft, rows, clues)
        return draft.puzzle(len(rows), rules or CALCUDOKU), names
    if not any(each.operator.text for each in clues.values()):
        return _sums_inside(draft, rows, clues, rules), names
    counts = Counter(word.text for row in rows for word in row)
    for label, each in clues.items():
        if ":" not in each.place.text or (counts[label] > 1 and not each.operator.text):
            raise each.place.error(
                f"clue {quoted(each.place.text)}; expected all as in {quoted(label + ':3+')}: "
                "a colon may divide"
            )
    _add(draft, rows, clues)
    return draft.puzzle(len(rows), draft.rules_or_shown(rules)), names


def _sums_inside(
    draft: Draft, rows: list[list[Word]], clues: dict[str, cage_grid.Clue], rules: RuleSet | None
) -> ReadPuzzle:
    """A Killer Sudoku, where all clues are ``a:15``; FormatError for what may be quotients."""
    givens = [int(word.text[:9]) for row in rows for word in row if _is_given(word, clues)]
    covered = sum(word.text in clues for row in rows for word in row) + len(givens)
    total = sum(each.target for each in clues.values()) + sum(givens)
    if not is_killer(len(rows), len(rows[0]), covered, total):
        place = next(iter(clues.values())).place
        raise place.error(
            f"clue {quoted(place.text)}: the sum of a Killer Sudoku, whose sums would make other "
            "cells than these, a quotient, or a hidden operator; expected an operator behind it"
        )
    sums = {label: each._replace(operator=each.place.instead("+")) for label, each in clues.items()}
    _add(draft, rows, sums)
    return draft.puzzle(len(rows), rules or KILLER, houses=usual_boxes(len(rows)))


def _row(line: Word, size: int | None, *, packed: bool = True) -> list[Word]:
    """The cells of a row: its words, or, if it may be packed, the characters of its only word."""
    row = cage_grid.words(line.instead(line.text.replace("|", " ")) if "|" in line.text else line)
    return row[0].characters() if packed and len(row) == 1 and size != 1 else row


def _grid(lines: Lines[Word], size: int | None, *, packed: bool = True) -> list[list[Word]]:
    """Takes the rows of a grid, as long as the first if the size is not known."""
    if size is None:
        first = lines.peek()
        if first is None:
            raise lines.last.first.error("the grid ends after row 0; expected rows of letters")
        size = cage_grid.check_side(first, len(_row(first, None, packed=packed)))
    return cage_grid.grid_of(lines, size, size, partial(_row, size=size, packed=packed))


def _assigned(line: Word) -> list[tuple[Word, cage_grid.Clue, bool]]:
    """The labels and clues of a line ``a=5x b=7+``, and of each whether its operator comes first;
    none if it is another line.
    """
    found = []
    at = len(line.text) - len(line.text.lstrip())
    while at < len(line.text):
        match = _ASSIGNED.match(line.text, at)
        if match is None:
            return []
        group = str(match.lastgroup)
        word = line.group(match, group)
        each = _turned_clue(word) if group == "turned" else cage_grid.clue(word)
        found.append((line.part(match["label"], at), each, group == "turned"))
        gap = _GAP.match(line.text, match.end())
        at = gap.end() if gap else match.end()
        if at == match.end() < len(line.text):
            return []
    return found


def _turned_clue(word: Word) -> cage_grid.Clue:
    """A clue with its operator first."""
    number = word.part(word.text[1:], 1).stripped
    return cage_grid.Clue(word, number.integer("target"), word.instead(word.text[0]))


def _take_clue(word: Word, cell: re.Pattern[str], clues: dict[str, cage_grid.Clue]) -> Word:
    """The label of a cell, whose clue, if it has one, is added; what is no label stays."""
    match = cell.fullmatch(word.text)
    if match is None:
        if word.text != cage_grid.FREE and not _NUMBER.fullmatch(word.text):
            raise word.unlike("a letter, perhaps with a clue: J+12", "cell")
        return word
    label = word.instead(match[1])
    target = match[3] or match[4] or match[6]
    if target:
        operator = match[2] or match[5] or ""
        number = word.instead(target).integer("target")
        cage_grid.add_clue(clues, label, cage_grid.Clue(word, number, word.instead(operator)))
    return label


def _add(draft: Draft, rows: list[list[Word]], clues: Mapping[str, cage_grid.Clue]) -> None:
    """Adds the givens of a grid, each a number that no clue makes a label, and its cages."""
    givens = [
        (r, c, word)
        for r, row in enumerate(rows)
        for c, word in enumerate(row)
        if word[0] not in clues and _is_given(word, clues)
    ]
    names = [list(row) for row in rows] if givens else rows
    for r, c, word in givens:
        names[r][c] = word.instead(cage_grid.FREE)
    cage_grid.add_cages(draft, names, dict(clues), NAME)
    for r, c, word in givens:
        draft.add([(r, c)], GIVEN, word.integer("given"), word)


def _is_given(word: Word, clues: Mapping[str, cage_grid.Clue]) -> bool:
    """Whether a number is a value: where numbers are labels, one without a clue lacks it."""
    return (
        word.text not in clues
        and _NUMBER.fullmatch(word.text) is not None
        and not any(map(_NUMBER.fullmatch, clues))
    )


# --- writing -------------------------------------------------------------------------------------


def write_listed(puzzle: Puzzle) -> str:
    """Size, grid, and below it ``A + 12`` for each letter."""
    _check(puzzle)
    names = cage_grid.names_of(puzzle, cage_grid.LETTERS, NAME)
    clues = [f"{name} {operator_word(cage, NAME)} {cage.target}" for cage, name in names.items()]
    return _below(puzzle, names, clues)


def write_targets(puzzle: Puzzle) -> str:
    """Size, grid, and below it the clues alone, ``12+``, in the order of the letters."""
    _check(puzzle)
    names = cage_grid.names_of(puzzle, cage_grid.LETTERS, NAME)
    return _below(puzzle, names, [_clue(cage) for cage in names])


def write_assigned(puzzle: Puzzle) -> str:
    """One line ``a=3+ b=1- c=12x d=4``, and below it the grid."""
    _check(puzzle, covered=True)
    names = cage_grid.names_of(puzzle, ascii_lowercase + ascii_uppercase, NAME)
    clues = [f"{name}={_clue(cage, signs=_X)}" for cage, name in names.items()]
    return "\n".join([" ".join(clues), *cage_grid.grid_lines(puzzle, names)]) + "\n"


def write_start(puzzle: Puzzle) -> str:
    """``0=12 +`` for each cage, ``START``, the grid; the labels are digits, then letters."""
    _check(puzzle, covered=True)
    names = cage_grid.names_of(puzzle, digits + ascii_lowercase + ascii_uppercase, NAME)
    clues = [f"{name}={_clue(cage, between=' ')}" for cage, name in names.items()]
    return "\n".join([*clues, "START", *cage_grid.grid_lines(puzzle, names)]) + "\n"


def write_cells(puzzle: Puzzle) -> str:
    """The grid, with each clue in the first cell of its cage, as cdok has them."""
    _check(puzzle, covered=True, rules=CALCUDOKU)
    larger = tuple(cage for cage in puzzle.cages if len(cage.cells) > 1)
    if not larger:
        raise cannot(NAME, "a board of givens only")
    names = cage_grid.names_of(replace(puzzle, cages=larger), cage_grid.LETTERS, NAME)
    names |= {each: cage_grid.clue_text(each, NAME) for each in puzzle.cages if each not in names}
    rows = [line.split(" ") for line in cage_grid.grid_lines(puzzle, names)]
    for cage in larger:
        row, column = cage.cells[0]
        rows[row][column] += f"{operator_word(cage, NAME)}{cage.target}"
    return "\n".join("\t".join(row) for row in rows) + "\n"


_X = {"*": "x"}
"""The sign of a product in some programs."""


def _check(puzzle: Puzzle, *, covered: bool = False, rules: RuleSet | None = None) -> None:
    """FormatError for what is not plain. Rules of None are those that the reader takes from the
    clues: ``calcudoku`` where - or / is on more than two cells, else ``kenken``.
    """
    if rules is None:
        is_plain = has_same_meaning(puzzle, KENKEN) or not has_same_meaning(puzzle, CALCUDOKU)
        rules = KENKEN if is_plain else CALCUDOKU
    check_plain(puzzle, NAME, rules=rules, caged=True, covered=covered, natural=covered)
    if len(puzzle.cells) == 1:
        raise cannot(NAME, "a board of one cell")


def _below(puzzle: Puzzle, names: dict[Cage, str], clues: list[str]) -> str:
    """Size, grid, and the clues below it."""
    rows = cage_grid.grid_lines(puzzle, names, between="")
    return "\n".join([str(puzzle.rows), *rows, *clues]) + "\n"


def _clue(cage: Cage, between: str = "", signs: Mapping[str, str] | None = None) -> str:
    """A target and the sign of its operator, the target alone for a given; FormatError for a word
    of several letters, which could be labels.
    """
    if cage.operator is GIVEN:
        return cage_grid.clue_text(cage, NAME)
    word = operator_word(cage, NAME)
    if len(word) > 1:
        raise cannot(NAME, f"the operator {word!r} of the cage {cage} in this spelling")
    return f"{cage.target}{between}{(signs or {}).get(word, word)}"


FORMAT = Format(
    name=NAME,
    summary="a grid of letters and their clues, in the spellings of many programs",
    example="3\nAAB\nCDB\nCDD\nA + 3\nB - 1\nC - 2\nD * 12\n",
    detect=detect,
    read=read,
    write=write_listed,
    join="\n".join,
    spellings={
        "listed": write_listed,
        "targets": write_targets,
        "assigned": write_assigned,
        "start": write_start,
        "cells": write_cells,
    },
)
