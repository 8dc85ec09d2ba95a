"""Game ids of "Keen", from Simon Tatham's puzzle collection; and its saved games.

An id is one line, ``SIZE[dX][m]:BLOCKS,CLUES``; a file may hold many.

- BLOCKS walks the inner edges of the board, first those between the cells of each row, row by row,
  then those between the cells of each column, column by column, and one closing wall after them.
  Each letter is a run of open edges and then a wall: ``_`` none, ``a`` one ... ``x`` 24, ``z`` 26;
  ``y`` is 25 open edges *without* a wall. ``a5`` is ``aaaaa``.
- CLUES has a letter and a number for each cage, in reading order of the cages' first cells: ``a``
  add, ``m`` multiply, ``s`` subtract, ``d`` divide.

The game's own writer puts ``z`` for 25 edges without a wall, which its own reader reads otherwise;
what is written here is what the reader accepts. ``dX`` (the difficulty) and ``m`` (multiplication
only) say how the puzzle was made, not what it is, and are not kept.

A saved game has lines ``KEY     :LENGTH:VALUE``; PARAMS or CPARAMS and DESC hold the same parts.
"""

import re
from collections.abc import Iterable
from itertools import pairwise

from kenken_cp.errors import FormatError
from kenken_cp.formats._common import (
    Draft,
    Word,
    any_spelling,
    attempted,
    cannot,
    check_plain,
    numbered_lines,
    operator_word,
    parse_integer,
    parse_operator,
    parse_side,
    spelled_operators,
)
from kenken_cp.formats.record import Format
from kenken_cp.model.geometry import Cell, all_cells, connected_components, lines
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.text import cell_name, listed, plural, quoted, short_cell_names

NAME = "keen"

_NO_WALL = 25
"""The run that ends without a wall, so that longer ones can be spelled."""

_PARAMS = re.compile(r"([0-9]+)(?:d[enhxu]?)?m?")
_SEED = re.compile(r"[0-9]{1,3}[a-z]{0,3}#.*")
_SAVED = "SAVEFILE"


def detect(text: str) -> bool:
    """A first line like a game id, or the head of a saved game."""
    first = text.lstrip()[:10_000].split("\n", 1)[0].strip()
    return bool(
        re.fullmatch(r"[0-9]{1,3}[a-z]{0,3}:[_a-zA-Z]\S*", first)
        or re.fullmatch(r"[0-9]{1,3}d[a-z]?m?#\S*", first)
        or re.match(rf"{_SAVED} *:", first)
    )


def read(text: str, rules: RuleSet | None) -> Iterable[Puzzle | FormatError]:
    """The puzzle of every line, or that of a saved game."""
    if text.lstrip().startswith(_SAVED):
        return [_read_saved(text, rules)]
    return attempted(_read_line, numbered_lines(text), rules)


def _read_line(line: Word, rules: RuleSet | None) -> Puzzle:
    params, colon, description = line.text.strip().partition(":")
    start = len(line.text) - len(line.text.lstrip())
    word = line.part(params, start)
    if not colon:
        what = "a random seed, which only the game can use" if _SEED.fullmatch(params) else ""
        raise word.error(f"{what or quoted(params)}; expected a game id, SIZE:BLOCKS,CLUES")
    return _read_puzzle(word, word.part(description, len(params) + 1), rules)


def _read_saved(text: str, rules: RuleSet | None) -> Puzzle:
    entries: dict[str, Word] = {}
    for line in numbered_lines(text):
        match = re.match(r"([A-Z]+) *:([0-9]{1,9}):", line.text)
        if match:
            value = line.part(line.text[match.end() :].rstrip(), match.end())
            if match[1] in ("GAME", "DESC") and len(value.text) != int(match[2]):
                raise value.error(
                    f"{match[1]} is {len(value.text)} characters; its length says {int(match[2])}"
                )
            entries.setdefault(match[1], value)
    head = Word("", 1)
    game = entries.get("GAME", head)
    if game.text != "Keen":
        raise game.error(f"a saved game of {quoted(game.text)}; expected 'Keen'")
    params = entries.get("PARAMS") or entries.get("CPARAMS")
    description = entries.get("DESC")
    if params is None or description is None:
        raise head.error("a saved game without a puzzle; expected lines PARAMS and DESC")
    return _read_puzzle(params, description, rules)


def _read_puzzle(params: Word, description: Word, rules: RuleSet | None) -> Puzzle:
    match = _PARAMS.fullmatch(params.text)
    if match is None:
        raise params.error(
            f"{quoted(params.text)}; expected a size, perhaps d and a difficulty of e n h x u, "
            "perhaps m"
        )
    size = parse_side(params._replace(text=match[1]))
    blocks, comma, clues = description.text.partition(",")
    if not comma:
        raise description.error("no comma; expected BLOCKS,CLUES")
    clue_words = _split_clues(description.part(clues, len(blocks) + 1))
    cages = _cages(size, _open_edges(description._replace(text=blocks), size))
    if len(cages) != len(clue_words):
        place = clue_words[len(cages)] if len(cages) < len(clue_words) else params
        raise place.error(
            f"{plural(len(clue_words), 'clue')}; expected {len(cages)}, one for each cage"
        )
    draft = Draft(params.line)
    for cells, word in zip(cages, clue_words, strict=True):
        letter = word.text.rstrip("0123456789")
        operator = parse_operator(word._replace(text=letter), NAME, len(cells))
        if not (operator.stands_on(1) if len(cells) == 1 else KENKEN.allows(operator, len(cells))):
            # The game allows no more than its own rules, whatever rules are asked for.
            raise word.error(
                f"clue {quoted(word.text)} on {plural(len(cells), 'cell')} "
                f"({short_cell_names(cells)}); {letter} cannot stand on that many"
            )
        target = parse_integer(word._replace(text=word.text[len(letter) :]), "clue")
        draft.add(cells, operator, target, word)
    return draft.puzzle(size, rules)


def _split_clues(text: Word) -> list[Word]:
    found = []
    for match in re.finditer(rf"({any_spelling(NAME)}[0-9]+)|.", text.text):
        word = text.part(match[0], match.start())
        if match[1] is None:
            letters = listed(spelled_operators(NAME), "or")
            raise word.error(f"{word.text!r} among the clues; expected {letters} and a number")
        found.append(word)
    return found


def _open_edges(blocks: Word, size: int) -> list[bool]:
    total = 2 * size * (size - 1)
    edges: list[bool] = []
    for match in re.finditer(r"([_a-z])([0-9]*)|.", blocks.text):
        word = blocks.part(match[0], match.start())
        if match[1] is None:
            raise word.error(f"{word.text!r} among the blocks; expected _ or a letter a to z")
        repeat = parse_integer(word._replace(text=match[2] or "1"), "repeat count")
        run = 0 if match[1] == "_" else ord(match[1]) - ord("a") + 1
        run_edges = [True] * run + [False] * (run != _NO_WALL)
        if repeat < 1 or len(edges) + repeat * len(run_edges) > total + 1:
            raise word.error(
                f"{quoted(word.text)} goes beyond the {total} inner edges of a {size}x{size} board"
            )
        edges += run_edges * repeat
    if len(edges) <= total:
        raise blocks.error(
            f"the blocks describe {plural(len(edges), 'edge')}; expected {total + 1}, the "
            "closing wall included"
        )
    if edges.pop():
        raise blocks.error("the blocks end with an open edge; expected the closing wall")
    return edges


def _edges(size: int) -> list[tuple[Cell, Cell]]:
    """The pairs of neighbouring cells, in the order in which an id walks them."""
    return [pair for line in lines(size, size) for pair in pairwise(line)]


def _cages(size: int, open_edges: list[bool]) -> list[list[Cell]]:
    """The cells joined by open edges, in reading order of their first cells."""
    cage_at = {cell: [cell] for cell in all_cells(size, size)}
    for (one, other), is_open in zip(_edges(size), open_edges, strict=True):
        joined, moved = cage_at[one], cage_at[other]
        if is_open and joined is not moved:
            joined += moved
            cage_at.update(dict.fromkeys(moved, joined))
    return sorted({id(cells): sorted(cells) for cells in cage_at.values()}.values())


def write(puzzle: Puzzle) -> str:
    """The game id, exactly as the game writes it but for runs of 25 edges and more.

    FormatError unless every cell is in a connected cage, under the plain rules.
    """
    check_plain(puzzle, NAME)
    words = [operator_word(cage, NAME) for cage in puzzle.cages]
    if puzzle.free_cells:
        raise cannot(NAME, f"the free cell {cell_name(puzzle.free_cells[0])}")
    for cage in puzzle.cages:
        if cage.target < 1:
            raise cannot(NAME, f"the target of the cage {cage}; expected 1 or more")
        if len(connected_components(cage.cells)) > 1:
            raise cannot(NAME, f"the cage {cage}, which is not connected")
    owner = {cell: index for index, cage in enumerate(puzzle.cages) for cell in cage.cells}
    open_edges = [owner[one] == owner[other] for one, other in _edges(puzzle.rows)]
    clues = "".join(f"{word}{cage.target}" for cage, word in zip(puzzle.cages, words, strict=True))
    return f"{puzzle.rows}:{_blocks(open_edges)},{clues}\n"


def _blocks(open_edges: list[bool]) -> str:
    letters = ""
    edges = "".join("-" if is_open else "|" for is_open in open_edges)
    for run in map(len, edges.split("|")):
        while run == _NO_WALL or run > _NO_WALL + 1:
            letters += "y"
            run -= _NO_WALL
        letters += "_abcdefghijklmnopqrstuvwxyz"[run]
    return re.sub(r"(.)\1{2,}", lambda match: f"{match[1]}{len(match[0])}", letters)


FORMAT = Format(
    name=NAME,
    summary="game ids and saved games of Keen (Simon Tatham's puzzles)",
    example="3:a_3aba_,m3a5s1s1\n",
    detect=detect,
    read=read,
    write=write,
    join="".join,
)
