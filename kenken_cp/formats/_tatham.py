"""What the game ids of Simon Tatham's puzzle collection share: regions as walls, and saved games.

Regions are the walls between cells: first the inner edges between the cells of each row, row by
row, then those between the cells of each column, column by column, and one closing wall after them.
Each letter is a run of open edges and then a wall: ``_`` none, ``a`` one ... ``z`` 26; but one of
them has *no* wall after it, so that longer runs can be spelled: ``y`` in Keen, ``z`` in Solo. That
is what the games read; their writers have ``z`` for 25 open edges.

A saved game has lines ``KEY     :LENGTH:VALUE``; PARAMS or CPARAMS and DESC hold the parts of
an id.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import compress, pairwise
from typing import NamedTuple

from kenken_cp.caches import remembered
from kenken_cp.errors import FormatError
from kenken_cp.formats._words import (
    Word,
    attempted,
    first_line,
    in_blocks,
    numbered_lines,
    said_lines,
    unbroken,
)
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.model.geometry import MAX_SIZE, Cell, all_cells, joined_cells, lines
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import plural, quoted

_SAVED_BEGINS = regex(r"\s*SAVEFILE *:")
_ADDRESS = regex(r"\s*+https?://[^\s#]{1,200}/(?:keen|solo|towers|unequal)\.html#")
"""What stands before an id in the link to a puzzle on the collection's own page."""

_SEED = regex(r"[0-9]{1,3}(?:x[0-9]{1,3}|j)?[a-z0-9]*#.*")
_REST_OF_ID = regex(r"\s*+(?=\S*[0-9_,])[_a-zA-Z0-9,]++\s*+")
"""A line that may be the rest of an id: it is no word."""

_LETTERS = "_abcdefghijklmnopqrstuvwxyz"
_ALL_LETTERS = regex("[_a-z]++")
_SHORT_REPEAT = regex("([_a-z])([0-9]++)")
_SHORT_REPEATS = regex("(?:[_a-z](?:[1-9][0-9]{0,3}+)?+)++")
"""Letters with repeat counts that cannot become too long a text."""
_ONCE = regex("([_a-z])()|.")
_REPEATED = regex("([_a-z])([0-9]*)|.")


def is_saved(text: str) -> bool:
    """Whether a text is a saved game."""
    return _SAVED_BEGINS.match(text) is not None


def first_id(text: str) -> str:
    """The first line of a text, which may be an id, without the address of a page."""
    return _ADDRESS.sub("", first_line(text), count=1)


def saved_game(text: str) -> str | None:
    """The game of a saved one; None if it does not say."""
    match = re.search(r"^GAME *:[0-9]{1,9}:(.*)$", text, re.MULTILINE) if is_saved(text) else None
    return match[1].strip() if match else None


class Game(NamedTuple):
    """A game of the collection, whose ids, one a line, and saved games are read.

    Attributes:
        name: as its saved games have it.
        expected: what an id looks like.
        read_puzzle: the puzzle of the parameters and the description of an id.
    """

    name: str
    expected: str
    read_puzzle: Callable[[Word, Word, RuleSet | None], ReadPuzzle]

    def read(self, text: str, rules: RuleSet | None) -> Iterable[ReadPuzzle | FormatError]:
        """The puzzle of every line, or of every saved game."""
        if is_saved(text):
            return attempted(self._read_saved, saved_games(text), rules)
        return attempted(self.read_line, whole_ids(said_lines(text)), rules)

    def _read_saved(self, lines: Sequence[Word], rules: RuleSet | None) -> ReadPuzzle:
        return self.read_puzzle(*read_saved(lines, self.name), rules)

    def read_line(self, line: Word, rules: RuleSet | None) -> ReadPuzzle:
        """The puzzle of the id on a line."""
        return self.read_puzzle(*read_id(line, self.expected), rules)


def whole_ids(lines: Iterable[Word]) -> Iterator[Word]:
    """The lines; an id that mail has broken into several, one right below the other, is one.
    FormatError for a number, which may be the rest of one, or that of a page.
    """

    def goes_on(held: list[Word], line: Word) -> bool:
        below = ":" in held[0].text and line.line == held[-1].line + 1
        if not below or not _REST_OF_ID.fullmatch(line.text):
            return False
        if line.text.strip().isdecimal() and held[-1].text.rstrip()[-1:].isdecimal():
            raise line.first.error(
                f"{quoted(line.text.strip())} below a game id: the rest of its last number, or "
                "a line of its own? expected the id on one line"
            )
        return True

    return unbroken(lines, goes_on)


def saved_games(text: str) -> Iterator[list[Word]]:
    """The lines of each saved game of a text: the first of each is ``SAVEFILE``."""
    return in_blocks(numbered_lines(text), _SAVED_BEGINS)


def read_saved(lines: Sequence[Word], name: str) -> tuple[Word, Word]:
    """The parameters and the description in a saved game; FormatError if it is another game's."""
    entries: dict[str, Word] = {}
    for line in lines:
        match = re.match(r"([A-Z]+) *:([0-9]{1,9}):", line.text)
        if match:
            value = line.part(line.text[match.end() :].rstrip(), match.end())
            if match[1] in ("GAME", "DESC") and len(value.text) != int(match[2]):
                raise value.error(
                    f"{match[1]} is {len(value.text)} characters; its length says {int(match[2])}"
                )
            entries.setdefault(match[1], value)
    head = lines[0].first
    game = entries.get("GAME", head.instead(""))
    if game.text != name:
        raise game.error(f"a saved game of {quoted(game.text)}; expected {name!r}")
    params = entries.get("PARAMS") or entries.get("CPARAMS")
    description = entries.get("DESC")
    if params is None or description is None:
        raise head.error("a saved game without a puzzle; expected lines PARAMS and DESC")
    return params, description.in_bounds()


def read_id(line: Word, expected: str) -> tuple[Word, Word]:
    """The parameters and the description of the id on a line; FormatError if it has no colon."""
    word = line.in_bounds().stripped
    if address := _ADDRESS.match(word.text):
        word = word.part(word.text[address.end() :], address.end())
    params, colon, description = word.text.partition(":")
    if not colon:
        seed = "a random seed, which only the game can use" if _SEED.fullmatch(params) else ""
        raise word.error(f"{seed or quoted(params)}; expected a game id, {expected}")
    return word.instead(params), word.part(description, len(params) + 1)


def read_regions(blocks: Word, size: int, no_wall: str, *, repeats: bool) -> list[list[Cell]]:
    """The regions that walls make, in reading order of their first cells.

    ``no_wall`` is the letter without a wall; with ``repeats`` ``a5`` is ``aaaaa``.
    """
    open_edges = _open_edges(blocks, size, no_wall, repeats=repeats)
    return joined_cells(all_cells(size, size), compress(_edges(size), open_edges))


@cache
def _runs(no_wall: str) -> dict[int, str]:
    """The edges that each letter stands for, by its code: 1 for an open one, 0 for a wall."""
    return {
        ord(letter): "\1" * run + "\0" * (letter != no_wall) for run, letter in enumerate(_LETTERS)
    }


def _open_edges(blocks: Word, size: int, no_wall: str, *, repeats: bool) -> bytes:
    """For each inner edge whether it is open: 1 or 0."""
    total = 2 * size * (size - 1)
    letters = blocks.text
    if repeats and _SHORT_REPEATS.fullmatch(letters):
        letters = _SHORT_REPEAT.sub(lambda match: match[1] * int(match[2]), letters)
    edges = letters.translate(_runs(no_wall)) if _ALL_LETTERS.fullmatch(letters) else ""
    if len(edges) != total + 1 or edges[-1] != "\0":
        raise _wrong_edges(blocks, size, no_wall, repeats=repeats)
    return edges[:-1].encode("ascii")


def _wrong_edges(blocks: Word, size: int, no_wall: str, *, repeats: bool) -> FormatError:
    """What is wrong with walls that do not end with the board."""
    total = 2 * size * (size - 1)
    edges = 0
    runs = _runs(no_wall)
    for match in _REPEATED.finditer(blocks.text) if repeats else _ONCE.finditer(blocks.text):
        letter, times = match.groups()
        if letter is None:
            word = blocks.group(match)
            return word.error(f"{word.text!r} among the blocks; expected _ or a letter a to z")
        repeat = 1
        if times:
            place = blocks.part(times, match.start())
            repeat = place.integer("repeat count")
        edges += repeat * len(runs[ord(letter)])
        if repeat < 1 or edges > total + 1:
            return blocks.group(match).error(
                f"{quoted(match[0])} goes beyond the {total} inner edges of a {size}x{size} board"
            )
    if edges <= total:
        return blocks.error(
            f"the blocks describe {plural(edges, 'edge')}; expected {total + 1}, the "
            "closing wall included"
        )
    return blocks.error("the blocks end with an open edge; expected the closing wall")


@remembered(MAX_SIZE, lambda edges: 64 * len(edges))
def _edges(size: int) -> tuple[tuple[Cell, Cell], ...]:
    """The pairs of neighbouring cells, in the order in which an id walks them."""
    return tuple(pair for line in lines(size, size) for pair in pairwise(line))


def write_regions(regions: Sequence[Sequence[Cell]], size: int, no_wall: str) -> str:
    """The walls around regions that cover the board, each of them connected."""
    owner = {cell: index for index, cells in enumerate(regions) for cell in cells}
    edges = "".join("-" if owner[one] == owner[other] else "|" for one, other in _edges(size))
    letters, longest = "", len(_LETTERS) - 1
    wall_less = _LETTERS.index(no_wall)
    for run in map(len, edges.split("|")):
        while run == wall_less or run > longest:
            letters += no_wall
            run -= wall_less
        letters += _LETTERS[run]
    return letters
