"""Lists of cages in Haskell, as the wiki of the course CS 332F prints them.

    kk2 = [ Cage 3 Add      [(1, 1), (1, 2)]
          , Cage 2 Add      [(2, 1)]
          , Cage 1 Add      [(2, 2)]
          ]

Cells are (row, column), from 1; the operators are Add, Subtract, Multiply and Divide; a given is
Add of one cell. There is no size: it is the largest coordinate. A file may hold many lists, and a
name becomes a title; cages without a list around them are one puzzle. Comments (``--`` and
``{- -}``), type signatures and lines of ``module`` and ``import`` are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kenken_cp.errors import FormatError
from kenken_cp.formats._read import Draft, Word, parse_integer, parse_operator
from kenken_cp.formats._write import cannot, check_plain, operator_word
from kenken_cp.formats.record import Format
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import quoted

NAME = "cs332"

_EXAMPLE = (
    "kk2 = [ Cage 3 Add      [(1, 1), (1, 2)]\n      , Cage 2 Subtract [(2, 1), (2, 2)]\n      ]\n"
)

_IGNORED = (
    r"\s++|--[^\n]*+|\{-(?:[^-]|-(?!\}))*+-\}"
    r"|\b(?:module|import)\b[^\n]*+|\b[A-Za-z_][\w']*+[ \t]*+::[^\n]*+"
)
_TOKEN = re.compile(rf"({_IGNORED})|[A-Za-z_][\w']*|-?[0-9]+|.", re.DOTALL)
_HEAD = re.compile(rf"(?:{_IGNORED})*+(?:[A-Za-z_][\w']*\s*=\s*)?(?:\[\s*)?Cage\b")


def detect(text: str) -> bool:
    """Code that starts with a cage, or with a list of them."""
    return _HEAD.match(text) is not None


def read(text: str, rules: RuleSet | None) -> list[Puzzle]:
    """Every list of cages, or the one puzzle of cages without a list."""
    tokens = _Tokens(text)
    puzzles = []
    while tokens.next.text:
        title = tokens.next.text
        named = title != "Cage" and (title[0].isalpha() or title[0] == "_")
        if named:
            tokens.take()
            tokens.expect("=")
        listed = named or title == "["
        draft = Draft(tokens.next.line)
        size = _read_list(tokens, draft) if listed else _read_cages(tokens, draft)
        puzzles.append(draft.puzzle(size, rules, title=title if named else ""))
    if not puzzles:
        raise FormatError("no cages; expected a list such as [ Cage 3 Add [(1, 1), (1, 2)] ]")
    return puzzles


class _Tokens:
    """The tokens of a text, with one of them in view; after the last, an empty one."""

    def __init__(self, text: str) -> None:
        self._words = self._split(text)
        self.next = next(self._words)

    @staticmethod
    def _split(text: str) -> Iterator[Word]:
        line, start = 1, 0
        for match in _TOKEN.finditer(text):
            if match[1] is None:
                yield Word(match[0], line, match.start() - start + 1)
            elif "\n" in match[0]:
                line += match[0].count("\n")
                start = match.start() + match[0].rindex("\n") + 1
        yield Word("", line, len(text) - start + 1)

    def take(self) -> Word:
        """The token in view; the one after it comes into view."""
        word = self.next
        if word.text:
            self.next = next(self._words)
        return word

    def expect(self, text: str) -> None:
        """Takes the token that must come now."""
        word = self.take()
        if word.text != text:
            raise word.error(f"{_found(word)}; expected {text!r}")

    def accept(self, text: str) -> bool:
        """Takes a token if it comes now."""
        comes = self.next.text == text
        if comes:
            self.take()
        return comes


def _found(word: Word) -> str:
    return quoted(word.text) if word.text else "the text ends"


def _read_list(tokens: _Tokens, draft: Draft) -> int:
    tokens.expect("[")
    size = _read_cage(tokens, draft)
    while tokens.accept(","):
        size = max(size, _read_cage(tokens, draft))
    tokens.expect("]")
    return size


def _read_cages(tokens: _Tokens, draft: Draft) -> int:
    size = _read_cage(tokens, draft)
    while tokens.accept(",") or tokens.next.text == "Cage":
        size = max(size, _read_cage(tokens, draft))
    return size


def _read_cage(tokens: _Tokens, draft: Draft) -> int:
    """Reads one cage, and returns its largest coordinate, from 1."""
    place = tokens.next
    tokens.expect("Cage")
    bracketed = tokens.accept("(")
    target = parse_integer(tokens.take(), "target")
    if bracketed:
        tokens.expect(")")
    word = tokens.take()
    tokens.expect("[")
    cells = [_read_cell(tokens)]
    while tokens.accept(","):
        cells.append(_read_cell(tokens))
    tokens.expect("]")
    draft.add(cells, parse_operator(word, NAME, len(cells)), target, place)
    return 1 + max(max(cell) for cell in cells)


def _read_cell(tokens: _Tokens) -> Cell:
    tokens.expect("(")
    row = _read_coordinate(tokens)
    tokens.expect(",")
    column = _read_coordinate(tokens)
    tokens.expect(")")
    return row, column


def _read_coordinate(tokens: _Tokens) -> int:
    word = tokens.take()
    coordinate = parse_integer(word, "coordinate")
    if not 1 <= coordinate <= MAX_SIZE:
        raise word.error(f"coordinate {quoted(word.text)}; expected 1 to {MAX_SIZE}")
    return coordinate - 1


def write(puzzle: Puzzle) -> str:
    """A named list, laid out as on the wiki; the name is the title where that can be one.

    Raises:
        FormatError: for anything but the plain rules, or a last row and column in no cage, without
            which the size would be lost.
    """
    check_plain(puzzle, NAME)
    size = puzzle.rows
    if not any(size - 1 in cell for cage in puzzle.cages for cell in cage.cells):
        raise cannot(NAME, f"a board with no cage in row {size} or column {size}")
    name = puzzle.title if re.fullmatch(r"[a-z][a-z0-9_]*", puzzle.title) else f"kk{size}"
    words = [operator_word(cage, NAME) for cage in puzzle.cages]
    targets = [_target(cage) for cage in puzzle.cages]
    width = max(map(len, targets))
    rows = []
    for cage, word, target in zip(puzzle.cages, words, targets, strict=True):
        cells = ", ".join(f"({row + 1}, {column + 1})" for row, column in cage.cells)
        rows.append(f"Cage {target:>{width}} {word:<8} [{cells}]")
    indent = " " * len(f"{name} = ")
    return f"{name} = [ " + f"\n{indent}, ".join(rows) + f"\n{indent}]\n"


def _target(cage: Cage) -> str:
    return str(cage.target) if cage.target >= 0 else f"({cage.target})"


FORMAT = Format(
    name=NAME,
    summary="Haskell lists of cages, Cage 3 Add [(1, 1), (1, 2)]",
    example=_EXAMPLE,
    detect=detect,
    read=read,
    write=write,
    join="\n".join,
)
