"""What games of Simon Tatham's puzzle collection share: game ids, saved games, regions as walls.

A game id is one line, ``PARAMETERS:DESCRIPTION``; it may stand behind the address of the game's
page, ``https://.../keen.html#``. A saved game has lines ``KEY     :LENGTH:VALUE``, the first of
them ``SAVEFILE``; ``PARAMS`` (or ``CPARAMS``) and ``DESC`` are the parts of an id.

Regions are the walls between cells: first the inner edges between the cells of each row, row by
row, then those between the cells of each column, column by column, and one closing wall after them.
Each letter is a run of open edges and then a wall: ``_`` none, ``a`` one ... ``z`` 26; but one of
them has *no* wall after it, so that longer runs can be spelled: ``y`` in Keen, ``z`` in Solo. That
is what the games read; their writers have ``z`` for 25 open edges.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, compress, pairwise

from kenken_cp.errors import FormatError
from kenken_cp.formats.readers import reader
from kenken_cp.formats.record import Read, ReadPuzzle
from kenken_cp.formats.tokens import Token, content_lines, first_lines
from kenken_cp.model.geometry import (
    Cell,
    House,
    all_cells,
    connected_components,
    joined_cells,
    lines,
)
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import plural, quoted, short_cell_names

_SAVED = "SAVEFILE"
_ENTRY = re.compile(r"([A-Z]+) *:([0-9]{1,9}):(.*)")
_ADDRESS = re.compile(r"\s*https?://[^\s#]{1,200}/[a-z]+\.html#")
_HEAD_LINES = 12
"""Lines of a saved game in which its GAME stands: it is the third."""

_LETTERS = "_abcdefghijklmnopqrstuvwxyz"
_ALL_LETTERS = re.compile("[_a-z]+")
_COUNT = re.compile("[0-9]{1,9}")
_COUNTED = re.compile("([_a-z])([1-9][0-9]*)")

ReadParts = Callable[[Token, Token, RuleSet | None], ReadPuzzle]
"""Reads the puzzle of the parameters and the description of an id."""


# --- ids and saved games -------------------------------------------------------------------------


def first_id(text: str) -> str:
    """The first line with content, which may be an id, without the address of a page."""
    line = next(iter(first_lines(text)), "")
    return line[_id_start(line) :]


def is_saved(text: str, game: str) -> bool:
    """Whether a text begins as a saved game of that name."""
    head = list(map(_ENTRY.fullmatch, first_lines(text, _HEAD_LINES)))
    named = any(entry and (entry[1], entry[3]) == ("GAME", game) for entry in head)
    return named and head[0] is not None and head[0][1] == _SAVED


def game_reader(game: str, expected: str, read_parts: ReadParts) -> Read:
    """The reader of a game's ids, one in each line, and of its saved games, one after another.

    ``expected`` is what errors say that an id looks like.
    """

    def read_one(lines: list[Token], rules: RuleSet | None) -> ReadPuzzle:
        is_saved = lines[0].text.lstrip().startswith(_SAVED)
        parts = _saved_parts(lines, game) if is_saved else _split_id(lines[0], expected)
        return read_parts(*parts, rules)

    return reader(_ids_and_games, read_one)


def _id_start(line: str) -> int:
    """Where the id of a line begins, behind blanks and the address of a page."""
    address = _ADDRESS.match(line)
    return address.end() if address else len(line) - len(line.lstrip())


def _split_id(line: Token, expected: str) -> tuple[Token, Token]:
    """The parameters and the description of the id on a line; FormatError if it has no colon."""
    start = _id_start(line.text)
    word = line.part(line.text[start:].rstrip(), start)
    parameters, colon, description = word.text.partition(":")
    if not colon:
        seed = "a random seed, which only the game can use" if "#" in word.text else ""
        raise word.error(f"{seed or quoted(word.text)}; expected a game id, {expected}")
    return word.part(parameters, 0), word.part(description, len(parameters) + 1)


def _ids_and_games(lines: Iterable[str]) -> Iterator[list[Token]]:
    """The lines of each saved game, or the line of each id."""
    game: list[Token] = []
    for line in content_lines(lines):
        if line.text.lstrip().startswith(_SAVED):
            yield from [game] if game else ()
            game = [line]
        elif game:
            game.append(line)
        else:
            yield [line]
    yield from [game] if game else ()


def _saved_parts(entries: list[Token], game: str) -> tuple[Token, Token]:
    """The parameters and the description in a saved game; FormatError if it is another game's."""
    values: dict[str, Token] = {}
    for line in entries:
        match = _ENTRY.match(line.text)
        if match is None:
            raise line.unlike("an entry of a saved game, KEY :LENGTH:VALUE")
        value = line.part(match[3].rstrip(), match.start(3))
        if match[1] in ("PARAMS", "CPARAMS", "DESC"):
            if match[1] in values:
                raise line.without_indent.error(f"a second {match[1]}; expected one")
            if len(value.text) != int(match[2]):
                what = f"{match[1]} of {len(value.text)} characters"
                raise value.error(f"{what}; expected {match[2]}, as it says")
        values.setdefault(match[1], value)
    head = entries[0].without_indent
    name = values.get("GAME", head.part("", 0))
    if name.text != game:
        raise name.error(f"a saved game of {quoted(name.text)}; expected {game!r}")
    parameters = values.get("PARAMS") or values.get("CPARAMS")
    if parameters is None or "DESC" not in values:
        raise head.error("a saved game without a puzzle; expected lines PARAMS and DESC")
    return parameters, values["DESC"]


# --- regions as walls ----------------------------------------------------------------------------


def read_regions(walls: Token, size: int, no_wall: str, *, repeats: bool) -> list[list[Cell]]:
    """The regions that walls make, in reading order of their first cells.

    Args:
        no_wall: the letter without a wall.
        repeats: whether ``a5`` is ``aaaaa``.
    """
    total = 2 * size * (size - 1)
    letters = walls.text
    if repeats and sum(map(int, _COUNT.findall(letters))) <= total + 1:
        letters = _COUNTED.sub(lambda match: match[1] * int(match[2]), letters)
    edges = letters.translate(_edges_of_letter(no_wall)) if _ALL_LETTERS.fullmatch(letters) else ""
    if len(edges) != total + 1 or edges[-1] != "\0":
        edges_of = plural(total + 1, "edge")
        raise walls.unlike(f"{edges_of} of _ and a to z, the closing wall included", "walls")
    return joined_cells(all_cells(size, size), compress(_edges(size), edges[:-1].encode("ascii")))


def _edges_of_letter(no_wall: str) -> dict[int, str]:
    """The edges that each letter stands for, by its code: 1 for an open one, 0 for a wall."""
    return {
        ord(letter): "\1" * run + "\0" * (letter != no_wall) for run, letter in enumerate(_LETTERS)
    }


def _edges(size: int) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of neighbouring cells, in the order in which an id walks them."""
    return chain.from_iterable(map(pairwise, lines(size, size)))


def write_regions(regions: Sequence[House], size: int, no_wall: str) -> str:
    """The walls around regions that cover the board; FormatError for one that is in parts."""
    for cells in regions:
        if len(connected_components(cells)) > 1:
            short = short_cell_names(cells)
            raise FormatError(f"{short} as one region; it is in parts")
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
