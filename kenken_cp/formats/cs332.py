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

import re
from collections.abc import Iterator

from kenken_cp.errors import FormatError
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._spellings import operator_word, parse_operator
from kenken_cp.formats._words import Word
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import quoted

NAME = "cs332"

_IGNORED = (
    r"\s++|--[^\n]*+|\{-(?:[^-]|-(?!\}))*+-\}"
    r"|\b(?:module|import)\b[^\n]*+|\b[A-Za-z_][\w']*+[ \t]*+::[^\n]*+"
)
_TOKEN = regex(rf"({_IGNORED})|[A-Za-z_][\w']*|-?[0-9]+|.", re.DOTALL)
_HEAD = regex(
    rf"(?:{_IGNORED})*+(?:[A-Za-z_][\w']*\s*=\s*)?(?:\[\s*)?Cage\b(?![\[<(]|\s++\w++\s*+[\[=;])"
)
"""A cage, and no declaration of another language, ``Cage cages[] =``."""


def detect(text: str) -> bool:
    """Code that starts with a cage, or with a list of them."""
    return _HEAD.match(text) is not None


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle]:
    """Every list of cages, or the one puzzle of cages without a list."""
    tokens = _Tokens(text)
    if not tokens.next.text:
        raise FormatError("no cages; expected a list such as [ Cage 3 Add [(1, 1), (1, 2)] ]")
    while tokens.next.text:
        title = tokens.next.text
        named = title != "Cage" and title[0].isidentifier()
        if named:
            tokens.take()
            tokens.expect("=")
        draft = Draft(tokens.next.line)
        if named or title == "[":
            for _ in tokens.list_items():
                _read_cage(tokens, draft)
        else:
            _read_cage(tokens, draft)
            while tokens.accept(",") or tokens.next.text == "Cage":
                _read_cage(tokens, draft)
        size = 1 + max(map(max, draft.cells))
        yield draft.puzzle(size, rules or KENKEN, listed=True, title=title if named else "")


class _Tokens:
    """The tokens of a text, with one of them in view; after the last, an empty one."""

    def __init__(self, text: str) -> None:
        self._words = _tokens(text)
        self.next = next(self._words)

    def take(self) -> Word:
        """The token in view; the one after it comes into view."""
        word = self.next
        self.next = next(self._words, word)
        return word

    def expect(self, text: str) -> None:
        """Takes the token that must come now."""
        word = self.take()
        if word.text != text:
            found = quoted(word.text) if word.text else "the text ends"
            raise word.error(f"{found}; expected {text!r}")

    def accept(self, text: str) -> bool:
        """Takes a token if it comes now."""
        comes = self.next.text == text
        if comes:
            self.take()
        return comes

    def list_items(self) -> Iterator[None]:
        """Stops at each item of a list, of which there is at least one; the caller takes it."""
        self.expect("[")
        yield
        while self.accept(","):
            yield
        self.expect("]")


def _tokens(text: str) -> Iterator[Word]:
    line, start = 1, 0
    for match in _TOKEN.finditer(text):
        if match[1] is None:
            yield Word(match[0], line, match.start() - start + 1)
        elif "\n" in match[0]:
            line += match[0].count("\n")
            start = match.start() + match[0].rindex("\n") + 1
    yield Word("", line, len(text) - start + 1)


def _read_cage(tokens: _Tokens, draft: Draft) -> None:
    place = tokens.next
    tokens.expect("Cage")
    bracketed = tokens.accept("(")
    target = tokens.take().integer("target")
    if bracketed:
        tokens.expect(")")
    word = tokens.take()
    cells: list[Cell] = []
    for _ in tokens.list_items():
        cells.append(_read_cell(tokens))
        if len(cells) > MAX_SIZE**2:
            raise place.error(f"a cage of more than {MAX_SIZE**2} cells")
    draft.add(cells, parse_operator(word, NAME, len(cells)), target, place)


def _read_cell(tokens: _Tokens) -> Cell:
    tokens.expect("(")
    row = tokens.take().within("coordinate", 1, MAX_SIZE)
    tokens.expect(",")
    column = tokens.take().within("coordinate", 1, MAX_SIZE)
    tokens.expect(")")
    return row - 1, column - 1


def write(puzzle: Puzzle) -> str:
    """A named list, laid out as on the wiki; the name is the title where that can be one.

    FormatError for what is not plain, or a last row and column in no cage: the size would be lost.
    """
    check_plain(puzzle, NAME)
    size = puzzle.rows
    if not any(size - 1 in cell for cage in puzzle.cages for cell in cage.cells):
        raise cannot(NAME, f"a board with no cage in row {size} or column {size}")
    name = puzzle.title if re.fullmatch(r"[a-z][a-z0-9_]*", puzzle.title) else f"kk{size}"
    words = [operator_word(cage, NAME) for cage in puzzle.cages]
    targets = [f"({cage.target})" if cage.target < 0 else str(cage.target) for cage in puzzle.cages]
    width = max(map(len, targets))
    rows = []
    for cage, word, target in zip(puzzle.cages, words, targets, strict=True):
        cells = ", ".join(f"({row + 1}, {column + 1})" for row, column in cage.cells)
        rows.append(f"Cage {target:>{width}} {word:<8} [{cells}]")
    indent = " " * len(f"{name} = ")
    return f"{name} = [ " + f"\n{indent}, ".join(rows) + f"\n{indent}]\n"


FORMAT = Format(
    name=NAME,
    summary="Haskell lists of cages, Cage 3 Add [(1, 1), (1, 2)]",
    example=(
        "kk2 = [ Cage 3 Add      [(1, 1), (1, 2)]\n"
        "      , Cage 2 Subtract [(2, 1), (2, 2)]\n      ]\n"
    ),
    detect=detect,
    read=read,
    write=write,
    join="\n".join,
)
