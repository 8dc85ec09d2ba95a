"""Boards in JSON as web apps and students' programs keep them: objects for cages, under many keys.

    {"n": 2, "groups": [{"squares": [[0, 0], [0, 1]], "op": "add", "total": 3}, ...]}

The same in the notations of Rust (RON), Python, JavaScript, YAML and TOML; as a table of cages with
such keys for headings, ``op,target,cells``; or arrays for cages, the target, the cells and perhaps
the operator in any order, ``[13, [[0, 0], [0, 1]]]``.

What a key may be called, and a cell, and an operator, is in the tables of ``json.keys``. Cells are
pairs of row and column, also as ``"r1c1"``, ``"0,1"`` or ``"(0,1)"``, or as ``"A1"``, whose letter
is the column; objects with these (or with ``x``, the column, and ``y``); or numbers in reading
order; where no cell has a 0 and one has the size, they count from 1, else from 0. A board without a
size is as large as its cells need, and each of these is in a cage. Givens may stand in a grid of
their own, or be objects with a row, a column and a value; a grid with values of some cells under
another key than theirs, and one of regions, is refused, unless it is a player's. Or rows of cells
have the names of their cages, and the clues stand apart: ``"cells": [[{"group": "a"}, ...]],
"groups": {"a": {...}}``, or ``{"a": ["+", 3]}``.

Where no cage has an operator, and the numbers of a 9x9 board make together what all cells hold,
they are the sums of a Killer Sudoku; on smaller boards ``"type": "killer"`` must say so. Where two
or more are larger than any sum of their cells, the operators are hidden. ``"regions"`` beside a
``"grid_size"``, with cells such as ``"(1,2)"``, are of the SynLogic data: their rules are
``synlogic``.

A solution is not taken, but it must fit: where it does with rows and columns interchanged only, the
pairs are columns and rows.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from kenken_cp.errors import FormatError
from kenken_cp.formats import json_text, mathdoku_yaml
from kenken_cp.formats._spellings import operator_word
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.json import keys, object_cages, object_grids, tables
from kenken_cp.formats.json.boards import (
    JSON_FORMATS,
    JSON_TEXTS,
    OPENING,
    Board,
    Clue,
    JsonFormat,
    line_of,
)
from kenken_cp.formats.json.notations import as_json
from kenken_cp.formats.json.unread import rule_sets_in
from kenken_cp.formats.json.values import Node
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.formats.sudokus.cells import BOX_SHAPES, usual_boxes
from kenken_cp.formats.sudokus.killers import LEAST_OTHERS, is_killer
from kenken_cp.model.operators import ADD, GIVEN
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KILLER, SYNLOGIC, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import board_name, quoted

_TELLS = (
    rf'"(?:{"|".join(keys.CELLS)})"\s*+:',
    rf'"(?:{"|".join(keys.TARGETS[:-1])})"\s*+:|"{keys.TARGETS[-1]}"\s*+:\s*+[0-9]++\s*+[,}}]',
)
_CLUE_OF_CAGE = rf'"(?:{"|".join(keys.CLUES)})"\s*+:\s*+"?[0-9]'
"""One that is read in other notations than JSON only."""

_PAIR = r"\[\s*+[0-9]++\s*+,\s*+[0-9]++\s*+\]"
_WORD = r'"[^"\n]{0,20}+"'
_CLUE = rf"(?:{_WORD}\s*+,\s*+[0-9]++|[0-9]++\s*+,\s*+{_WORD})"
_NUMBERS = r"\[\s*+[0-9]++(?:\s*+,\s*+[0-9]++)*+\s*+\]"
_ARRAYS = regex(
    rf"\[\s*+(?:(?:{_WORD}\s*+,\s*+)?+[0-9]++|[0-9]++\s*+,\s*+{_WORD})\s*+,\s*+\[\s*+{_PAIR}"
    rf"|\[\s*+\[\s*+{_PAIR}(?:\s*+,\s*+{_PAIR})*+\s*+\]\s*+,\s*+(?:{_WORD}\s*+,\s*+)?+[0-9]++"
    rf"\s*+(?:,\s*+{_WORD}\s*+)?+\]"
    rf"|\[\s*+{_WORD}\s*+,\s*+\[\s*+{_PAIR}"
    rf"|\[\s*+{_CLUE}\s*+,\s*+{_NUMBERS}|\[\s*+{_NUMBERS}\s*+,\s*+{_CLUE}\s*+\]"
)
"""A cage that is an array."""

_OTHER_CELLS = regex(
    rf'"(?:{"|".join(keys.CELLS[1:])})"\s*+:|"cells"\s*+:\s*+\[\s*+(?:\{{\s*+"(?!x|y)|\[\s*+\{{|"\(?+[0-9A-Za-z])'
)
_APART = regex(
    rf'"(?:{"|".join(keys.NUMBERED)})"\s*+:\s*+\[\s*+'
    rf'(?:\[\s*+(?:[0-9"]|\{{\s*+"(?:{"|".join(keys.GROUP_OF_CELL)})")|"[0-9A-Za-z]{{2,64}}+"\s*+,)'
)
_BY_NAME = regex(rf'"(?:{"|".join(keys.CAGES)})"\s*+:\s*+\{{\s*+"[^"]{{1,20}}+"\s*+:\s*+[\[{{"]')
"""Clues by the names of cages, and rows of cells with these."""

_IN_ORDER = regex(
    rf'"(?:{"|".join(keys.CAGES)})"\s*+:\s*+\[\s*+\{{[^{{}}\[\]]*?"(?:{"|".join(keys.TARGETS)})"\s*+:\s*+[0-9]'
)
"""The same in the order of their numbers, or with these."""

_CAPITAL = regex(rf'"(?:{"|".join(key.capitalize() for key in (*keys.CAGES, *keys.CELLS))})"\s*+:')
_CAPITAL_KEY = regex(r'"[A-Z](?=[A-Za-z]*+"\s*+:)')
"""Keys as programs in C# write them."""

_OF_OTHER_MEANING = ("ipuz", "blocks", "f-puzzles", "sudokupad")
"""Formats whose cells are column and row, or that say more than cages: damaged they are no JSON."""

_IPUZ = regex(r'"dimensions"\s*+:')
"""What is in every file of the standard, whose cells are column and row."""

_SHOWN_BY_OPERATORS = ("arithmatrix", "kiguli")


def _puzzles(root: Node) -> Iterable[Node]:
    """Those of an array, of an object of them, or the one that it is."""
    if type(root.value) is list:
        cages = bool(root.value) and object_cages.is_cage(root.items()[0])
        inner = [each for each in root.items() if type(each.value) is not str]  # that is a name
        return [root] if cages or not inner else chain.from_iterable(map(_puzzles, inner))
    if object_cages.are_named_cages(root):
        return [root]
    said = keys.first_of(root, keys.CAGES)
    is_word = said is not None and _are_words(said.value)  # as in "rules": "KenKen"
    if type(root.value) is dict and (said is None or is_word):
        inner = [each for each in root.members() if type(each.value) in (list, dict) and each.value]
        inner = [each for each in inner if object_cages.has_cages(each.value)] or (
            [] if is_word else inner
        )
        if inner:
            return chain.from_iterable(map(_puzzles, inner))
    return [root]


def _are_words(value: object) -> bool:
    """Whether a value has no cages: it is no array or object, or an array without any."""
    each = value if type(value) is list else [value]
    return not any(type(one) in (list, dict) for one in each)


def _board(node: Node) -> Board:
    board, solution = object_grids.as_solved(object_cages.found_board(node))
    others: dict[str, Any] = {"title": _title(node)}
    object_grids.check_rules(board)
    said = _said_rules(board)
    sums = _has_sums(board, said[0]) if said and said[1] is KILLER else _are_sums(board)
    houses = usual_boxes(board.rows) if sums else ()
    object_grids.check_others(board, houses)
    if sums:
        others |= {"rules": KILLER, "houses": houses}
    elif _is_of_synlogic(board):
        others["rules"] = SYNLOGIC
    elif said is not None:
        others["rules"] = said[1]
    clues = [
        (cage.node, Clue(cells, ADD if sums else cage.operator, cage.target))
        for cage, cells in zip(board.found, board.cells, strict=True)
    ]
    return Board(clues, board.rows, board.columns, others, object_grids.givens(board), solution)


def _title(node: Node) -> str:
    title = keys.first_of(node, ("title", "name"))
    return title.text() if title is not None and type(title.value) is str else ""


def _is_of_synlogic(board: object_cages.FoundBoard) -> bool:
    """Whether keys and cells are those of its Calcudoko, which has rules of its own: regions and
    the size of the grid, cells such as ``"(1,2)"``.
    """
    beside = board.cages.parent
    if (
        beside is None
        or board.cages.key != "regions"
        or keys.first_of(beside, ["grid_size"]) is None
    ):
        return False
    cells = (cell.value for cage in board.found for cell in cage.cells)
    return all(type(cell) is str and cell.startswith("(") for cell in cells)


def _said_rules(board: object_cages.FoundBoard) -> tuple[Node, RuleSet] | None:
    """The rule set that a board or what it is in names, and where; None if it names none."""
    for holder in object_grids.holders(board.node):
        for key in keys.KINDS:
            said = keys.first_of(holder, [key])
            named = rule_sets_in(said.value) if said and type(said.value) is str else set()
            if said is not None and len(named) == 1:
                return said, named.pop()
    return None


def _has_sums(board: object_cages.FoundBoard, said: Node) -> bool:
    """That the cages of a Killer Sudoku, which a board says it is, are sums; FormatError if not, or
    if its boxes are unknown.
    """
    if board.rows != board.columns or board.rows not in BOX_SHAPES:
        size = board_name(board.rows, board.columns)
        raise said.error(f"a Killer Sudoku of {size} without boxes; expected the format native")
    for cage in board.found:
        if cage.operator not in (None, ADD, GIVEN):
            raise cage.node.error(
                f"operator {quoted(str(cage.operator.symbol))}, and {quoted(said.key)} is "
                f"{quoted(said.value)}; expected a sum"
            )
    return True


def _are_sums(board: object_cages.FoundBoard) -> bool:
    """Whether no cage has an operator, and targets are the sums of a Killer Sudoku, and not those
    of hidden operators; FormatError if they may be either.
    """
    sizes = [len(cells) for cells in board.cells]
    if max(sizes) == 1 or any(cage.shown for cage in board.found):
        return False
    rows, columns = board.rows, board.columns
    targets = [cage.target for cage in board.found]
    if is_killer(rows, columns, sum(sizes), sum(targets)):
        return True
    largest = max(rows, columns)
    too_large = sum(target > largest * size for target, size in zip(targets, sizes, strict=True))
    if sum(sizes) == rows * columns and too_large >= LEAST_OTHERS:
        return False
    raise board.node.error(
        "no cage has an operator: sums of a Killer Sudoku, or hidden operators; "
        'expected "type": "killer", or operators'
    )


# --- writing -------------------------------------------------------------------------------------


def _write(puzzle: Puzzle) -> str:
    check_plain(puzzle, keys.NAME, caged=True)
    if not any(0 in cell for cage in puzzle.cages for cell in cage.cells):
        raise cannot(
            keys.NAME, "a board with no cage in row 1 or column 1: cells could count from 1"
        )
    cages = []
    for cage in puzzle.cages:
        hidden = cage.operator in (None, GIVEN)
        word = "none" if hidden else operator_word(cage, keys.NAME, alone=True)
        cells = [{"row": row, "col": column} for row, column in cage.cells]
        cages.append({"cells": cells, "operator": word, "target": cage.target})
    return line_of({"size": puzzle.rows, "cages": cages})


def _detect(text: str) -> bool:
    """What no other format in JSON has. Those that an operator shows have no such cells."""
    if json_text.is_spelled_out(text):
        return False
    return _has_cages_of_its_own(text) if _CAPITAL.search(text) is None else _has_capitals(text)


def _has_capitals(text: str) -> bool:
    """Whether cages have keys in capitals, which no other format has: in small letters they may
    well be the keys of one.
    """
    usual = _with_usual_keys(text)
    if usual is text or any(each.detect(text) for each in JSON_FORMATS):
        return False
    return _has_cages_of_its_own(usual, _SHOWN_BY_OPERATORS)


def _with_usual_keys(text: str) -> str:
    """A text whose keys begin in lower case, where others write ``Cages``: nothing else changes."""
    if not _CAPITAL.search(text):
        return text
    return _CAPITAL_KEY.sub(lambda match: match[0].lower(), text)


def _has_cages_of_its_own(text: str, others: Sequence[str] = ()) -> bool:
    """Whether no other format than some reads its cages."""
    if tables.has_cages(text):
        return True
    if mathdoku_yaml.detect(text):
        return False
    try:
        other = _translated(text)
    except FormatError:
        return False
    if other is not None:  # which one other format reads
        is_other = any(
            known.detect(other) for known in JSON_FORMATS if known.name in _OF_OTHER_MEANING
        )
        tells = any(each(other) for each in (_OBJECTS.detect, _has_arrays, _is_apart))
        has_clues = all(re.search(each, other) for each in (_TELLS[0], _CLUE_OF_CAGE))
        return not is_other and (tells or has_clues)
    if _is_apart(text):
        return True
    numbered = OPENING.match(text) and _APART.search(text) and _IN_ORDER.search(text)
    if not (numbered or _OBJECTS.detect(text) or _has_arrays(text)) or _IPUZ.search(text):
        return False
    ignored = {keys.NAME, *(_SHOWN_BY_OPERATORS if _OTHER_CELLS.search(text) else others)}
    return not any(known.detect(text) for known in JSON_FORMATS if known.name not in ignored)


def _translated(text: str) -> str | None:
    """In JSON what is in another notation, or a table; None of what is JSON, or nothing known."""
    return tables.as_objects(text) or as_json(text, keys.ALL)


def _is_apart(text: str) -> bool:
    return text.lstrip()[:1] == "{" and bool(_BY_NAME.search(text) and _APART.search(text))


def _has_arrays(text: str) -> bool:
    return text[:1000].lstrip()[:1] in ("[", "{") and _ARRAYS.search(text) is not None


def _read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """Every puzzle of a text; errors in other notations than JSON say no more than the line, where
    that is known, and the name, but those in tables the field, too.
    """
    text = _with_usual_keys(text)
    said = _translated(text)
    if said is None:
        yield from _OBJECTS.read(text, rules)
        return
    is_table, known = tables.has_cages(text), said.count("\n") >= text.strip().count("\n")

    def as_written(error: FormatError) -> FormatError:
        if is_table:
            return tables.located(text, said, error)
        return FormatError(error.message, line=error.line if known else None)

    try:
        for each in _OBJECTS.read(said, rules):
            yield as_written(each) if isinstance(each, FormatError) else each
    except FormatError as error:
        raise as_written(error) from error


_OBJECTS = JsonFormat(name=keys.NAME, tells=_TELLS, board=_board, write=_write, puzzles=_puzzles)
FORMAT = replace(
    _OBJECTS.format(
        summary="JSON: objects for cages, under the keys of many programs",
        example=(
            '{"n": 2, "groups": [{"squares": [[0, 0], [0, 1]], "op": "add", "total": 3}, '
            '{"squares": [[1, 0]], "op": "none", "total": 2}]}\n'
        ),
        several=True,
    ),
    detect=_detect,
    read=_read,
)
JSON_TEXTS.append(_has_capitals)
