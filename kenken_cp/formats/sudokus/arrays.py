"""Rows of Sudokus in brackets or quotation marks: arrays of JSON, of programs, and matrices, also
those of MiniZinc's data, and lists in the facts of Prolog.
"""

import re
from collections.abc import Iterator
from typing import Any

from kenken_cp.errors import FormatError
from kenken_cp.formats._words import Word, new_word, numbered_lines
from kenken_cp.formats.json import keys
from kenken_cp.formats.json.unread import check_spelling
from kenken_cp.formats.json.values import Node, values
from kenken_cp.formats.sudokus.cells import IS_OTHER_KIND, OTHER_KINDS, SIZE_OF_LINE, Row
from kenken_cp.patterns import regex
from kenken_cp.text import quoted

_FLAT = r"\[\s*+(?:(?:[0-9]|null)\s*+,\s*+){80}(?:[0-9]|null)\s*+\]"
"""81 numbers, which are a whole board."""

_ARRAY = regex(rf"\s*+(?:\[\s*+\[|{_FLAT}\s*+\Z)")
"""How rows in brackets begin; or all of a board."""

_IN_PROGRAM = regex(
    r"\s*+(?:[^\W\d][\w\s.:<>\[\],*]{0,80}?=\s*+|[a-z]\w*+\((?:\w++,\s*+)?+(?=(?s:.*)\)\.\s*+\Z))?"
    r"(?=[\[{(\"'])"
)
"""What may stand before the array or text that a variable is set to, or that is in a fact."""
_ARRAY_CHARACTERS = regex(r"[\s0-9A-P.*_?,;\[\]{}()\"'-]*+")
_TO_BRACKETS = str.maketrans("{}();", "[][] ")
_TEXT = regex(r"[\"']([0-9A-P.*_? -]{4,})[\"']")
_OBJECT = regex(r"\s*+(?:\[\s*+)*+\{")
_KEYS = (
    *("puzzle", "board", "grid", "sudoku", "quiz", "problem", "question", "unsolved", "initial"),
    *("givens", "value"),
)
_KEYED = regex(
    rf"\"(?:{'|'.join(_KEYS)})\"\s*+:\s*+"
    rf"(?:(?P<rows>{_FLAT}|\[\s*+\[(?:[0-9.,\s\[\]nul*]|\"[0-9A-Pa-p.* ]?+\")*+)"
    r"|\"(?P<line>[0-9A-Za-z.*_?-]{16,625}+)\")",
    re.IGNORECASE,
)
"""The board of an object, as rows or as one line; its solution has another key."""

_MORE_THAN_BOARDS = regex(
    r"\"[^\"\n]{0,30}(?:cage|area|region|group|killer|block|constraint|sums?(?=\")|clue|arrow|thermo"
    r"|diagonal|house|zones|windoku|knight|king(?=\")|rules(?=\")|line|dots)[^\"\n]{0,30}\"\s*+:\s*+"
    r"(?:[\[{]|true)"
    r"|\bipuz\.org|\"(?:kind|type|variant|variation|category|mode)\"\s*+:\s*+\[?\s*+\"[^\"\n]{0,60}(?:killer"
    r"|diagonal|jigsaw|irregular|windoku|hyper|knight|king|thermo|arrow|sandwich|consecutive"
    rf"|samurai|{OTHER_KINDS}|\bx\b)",
    re.IGNORECASE,
)
"""A key of something that is no plain Sudoku, or a word for it."""

_TOKEN = regex(r"\n|[\[\],]|\"[^\"\n]*+\"|'[^'\n]*+'|[^\s\[\],]++")
"""What an array of rows is made of."""

_MATRIX = regex(
    r"\s*+(?:[A-Za-z]\w{0,80}\s*+=\s*+[0-9]{1,2}+\s*+;\s*+)*+"
    r"(?:(?:[^\W\d]\w{0,80}\s*+=\s*+)?+\[(?:[\s,;|]++|[0-9_]++|\.{3})++\]\s*+;?+\s*+)++"
)
_NUMBERS = r"\[\s*+[0-9]++\.?+(?:[\s,]++[0-9]++\.?+)++\s*+\]"
_NUMPY = regex(
    r"\s*+(?:[^\W\d]\w{0,80}\s*+=\s*+)?(?P<called>(?:\w++\.)?+array\(\s*+)?+"
    rf"\[\s*+{_NUMBERS}(?:\s*+,?+\s*+{_NUMBERS})++\s*+\]\s*+"
    r"(?(called)(?:,\s*+dtype\s*+=\s*+[\w.'\"]++\s*+)?+\)\s*+);?+\s*+"
)
"""An array as numpy prints it, ``[[5 3] [0 6]]`` or ``array([[5, 3], [0, 6]])``."""

_ROW_OF_NUMPY = regex(_NUMBERS)
_ROW_OF_MATRIX = regex(r"[^\[\];|]++")
_NUMBER = regex(r"(?<!\w)(?:[0-9]++|_)(?!\w)")


def is_array(text: str) -> bool:
    """Whether a text is an array, or objects with a board each, or a matrix of MATLAB or numpy."""
    return _is_bracketed(text) or _is_matrix(text) or _is_of_numpy(text)


def is_object(text: str) -> bool:
    """Whether a text begins with an object, or an array of them."""
    return _OBJECT.match(text) is not None


def rows_in_array(text: str) -> Iterator[Row] | None:
    """The rows of a text that is one of these, or sets a variable to an array or to texts; None of
    another text.
    """
    if _is_of_numpy(text):
        return _rows_of_numpy(text)
    if _is_bracketed(text):
        return _rows_in_brackets(text)
    if _is_matrix(text):
        return _rows_of_matrix(text)
    array = of_program(text)
    if array is None:
        return None
    return rows_of_texts(array) if _TEXT.search(array) else _rows_in_brackets(array)


def _is_bracketed(text: str) -> bool:
    if is_object(text):
        return _KEYED.search(text) is not None and _MORE_THAN_BOARDS.search(text) is None
    return _ARRAY.match(text) is not None


def _is_matrix(text: str) -> bool:
    name, bracket, _ = text.partition("[")
    return bool(bracket and _MATRIX.fullmatch(text)) and not IS_OTHER_KIND.search(name)


def _is_of_numpy(text: str) -> bool:
    """Whether a text is an array that only numpy writes so: without commas, or in a call."""
    match = _NUMPY.fullmatch(text) if "[" in text else None
    return match is not None and (match["called"] is not None or "," not in text)


def of_program(text: str) -> str | None:
    """The array or text that a variable is set to, with brackets as in JSON, each character in its
    place; None of another text.
    """
    before = _IN_PROGRAM.match(text)
    if before is None or not _ARRAY_CHARACTERS.fullmatch(text, before.end()):
        return None
    if IS_OTHER_KIND.search(before[0]):
        return None
    name = re.sub(r"\S", " ", before[0])
    array = text[before.end() :].rstrip().removesuffix(".")  # which ends a fact
    return name + array.translate(_TO_BRACKETS)


def _rows_in_brackets(text: str) -> Iterator[Row]:
    if not is_object(text):
        yield from _rows_between(text, 0, len(text), 1)
        return
    line, counted = 1, 0
    for match in _KEYED.finditer(text):
        start, end = match.span(match.lastgroup or 0)
        line, counted = line + text.count("\n", counted, start), start
        if match["line"]:
            yield _row_of_text(text, start, end, line)
        else:
            yield from _rows_between(text, start, end, line)


def check_objects(text: str) -> None:
    """FormatError for objects that are no JSON, or one without a board beside others with one: no
    board is left out.
    """
    if not (is_object(text) and _is_bracketed(text)):
        return
    for root in values(text):
        if isinstance(root, FormatError):
            raise root
        _check_keys(root)
        groups = [root, *root.members()] if type(root.value) is dict else [root]
        for group in groups:
            objects = group.items() if type(group.value) is list else []
            boards = [type(each.value) is dict and _has_board(each) for each in objects]
            if any(boards) and not all(boards):
                place = objects[boards.index(False)]
                raise place.error(f"{place.name} has no board; expected a key such as 'puzzle'")


def _check_keys(root: Node) -> None:
    """FormatError for a misspelt key beside a board, in whatever it is, or for an array that is no
    board, where another object has one.
    """
    left = [root]
    while left:
        node = left.pop()
        if type(node.value) is dict:
            if _has_board(node):
                check_spelling(node, needless=(*keys.SIZES, *keys.SOLUTIONS))
            elif (
                (wrong := keys.first_of(node, _KEYS[:-1])) is not None
                and type(wrong.value) is list
                and len(wrong.value) >= min(SIZE_OF_LINE)
            ):
                raise wrong.error(f"{wrong.name} has no board; expected rows, or 81 numbers 0 to 9")
            left += node.members()
        elif type(node.value) is list and node.value and type(node.value[0]) is dict:
            left += node.items()


def _has_board(node: Node) -> bool:
    return any(key.lower() in _KEYS and _is_board(value) for key, value in node.value.items())


def _is_board(value: Any) -> bool:
    """Whether a value is read: rows, or all of a board in a text or an array."""
    if type(value) is str:
        return len(value) in SIZE_OF_LINE
    if type(value) is not list or type(next(iter(value), None)) is list:
        return type(value) is list
    return len(value) == 81 and all(
        each is None or (type(each) is int and 0 <= each <= 9) for each in value
    )


def _rows_of_matrix(text: str) -> Iterator[Row]:
    begins = text.index("[")
    for line in numbered_lines(re.sub(r"[^\n]", " ", text[:begins]) + text[begins:]):
        for part in _ROW_OF_MATRIX.finditer(line.text):
            words = [line.group(match) for match in _NUMBER.finditer(line.text, *part.span())]
            if words:
                yield Row(words[0], [word.text for word in words], (), words)


def _rows_of_numpy(text: str) -> Iterator[Row]:
    line, counted = 1, 0
    for match in _ROW_OF_NUMPY.finditer(text):
        line, counted = line + text.count("\n", counted, match.start()), match.start()
        opened = Word("[", line, match.start() - text.rfind("\n", 0, match.start()))
        cells = re.findall("[0-9]++", match[0])
        yield Row(opened, cells, (), [opened.instead(cell) for cell in cells])


def rows_of_texts(text: str) -> Iterator[Row]:
    """The texts of an array, each a row or a whole board."""
    line, counted = 1, 0
    for match in _TEXT.finditer(text):
        start = match.start(1)
        line, counted = line + text.count("\n", counted, start), start
        yield _row_of_text(text, start, match.end(1), line)


def _row_of_text(text: str, start: int, end: int, line: int) -> Row:
    """The part of a text, on that line, as a row or a whole board."""
    cells = text[start:end]
    return Row(Word(cells, line, start - text.rfind("\n", 0, start)), cells, range(len(cells)))


def _rows_between(text: str, start: int, end: int, line: int) -> Iterator[Row]:
    """The innermost arrays of a part of the text, which begins on that line."""
    line_start = text.rfind("\n", 0, start) + 1
    opened: Word | None = None
    cells: list[Word] = []
    bare = False  # whether nothing has been said since a bracket or a comma
    for match in _TOKEN.finditer(text, start, end):
        token, column = match[0], match.start() - line_start + 1
        if token == "\n":
            line, line_start = line + 1, match.end()
        elif token == "[":
            opened, bare = Word(token, line, column), True
            if cells:
                raise opened.error("'[' inside a row")
        elif token in ",]":
            if opened is None:
                continue
            if bare and (cells or token == ","):
                cells.append(Word("", line, column))
            bare = True
            if token == "]":
                if cells:
                    yield Row(opened, [cell[0] for cell in cells], (), cells)
                opened, cells = None, []
        else:
            if opened is None or not bare:
                raise Word(token, line, column).error(f"{quoted(token)} between rows in brackets")
            cells.append(new_word(Word, (token.strip("'\"").strip(), line, column)))
            bare = False
