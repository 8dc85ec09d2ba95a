"""Game ids of "Keen", from Simon Tatham's puzzle collection; and its saved games.

An id is one line, ``SIZE[dX][m]:BLOCKS,CLUES``; a file may hold many.

- BLOCKS are the walls of the cages, as ``_tatham`` says; ``a5`` is ``aaaaa``.
- CLUES has a letter and a number for each cage, in reading order of the cages' first cells: ``a``
  add, ``m`` multiply, ``s`` subtract, ``d`` divide.

``dX`` (the difficulty) and ``m`` (multiplication
only) say how the puzzle was made, not what it is, and are not kept.
"""

import re

from kenken_cp.formats import _tatham as tatham
from kenken_cp.formats import unequal
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._spellings import (
    any_spelling,
    operator_word,
    spelled_operator,
    spelled_operators,
)
from kenken_cp.formats._words import Word, line_by_line
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.geometry import MAX_SIZE, connected_components
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import cell_name, listed, plural, quoted, short_cell_names

NAME = "keen"

_NO_WALL = "y"
"""The letter after which there is no wall."""

_PARAMS = regex(r"([0-9]+)(?:d[enhxu]?)?m?")


def detect(text: str) -> bool:
    """A first line like a game id, or the head of a saved game that no other format reads."""
    if tatham.is_saved(text):
        return tatham.saved_game(text) not in ("Solo", *unequal.GAMES)
    first = tatham.first_id(text)
    return bool(
        re.fullmatch(r"[0-9]{1,3}(?!j)[a-z]{0,3}:[_a-zA-Z]\S*", first)
        # A size that no board has: only of what is certainly an id, as years begin headings.
        or re.fullmatch(r"[0-9]{4,9}[a-z]{0,3}:[_a-z0-9]+,(?:[amsd][0-9]+)+", first)
        or re.fullmatch(r"[0-9]{1,3}d[a-z]?m?#\S*", first)
    )


def _read_puzzle(params: Word, description: Word, rules: RuleSet | None) -> ReadPuzzle:
    match = params.matched(_PARAMS, "a size, perhaps d and a difficulty of e n h x u, perhaps m")
    size = params.instead(match[1]).side()
    blocks, comma, clues = description.text.partition(",")
    if not comma:
        raise description.error("no comma; expected BLOCKS,CLUES")
    clue_text = description.part(clues, len(blocks) + 1)
    found = _split_clues(clue_text)
    cages = tatham.read_regions(description.instead(blocks), size, _NO_WALL, repeats=True)
    if len(cages) != len(found):
        beyond = found[len(cages)] if len(cages) < len(found) else None
        place = clue_text.group(beyond) if beyond else params
        raise place.error(f"{plural(len(found), 'clue')}; expected {len(cages)}, one for each cage")
    draft = Draft(params.line)
    for cells, match in zip(cages, found, strict=True):
        letter, digits, _ = match.groups()
        word = clue_text.group(match)
        operator = spelled_operator(letter, NAME, len(cells))
        assert operator is not None  # it is one of those that the clues were split by
        if not (operator.stands_on(1) if len(cells) == 1 else KENKEN.allows(operator, len(cells))):
            # The game allows no more than its own rules, whatever rules are asked for.
            raise word.error(
                f"clue {quoted(word.text)} on {plural(len(cells), 'cell')} "
                f"({short_cell_names(cells)}); {letter} cannot stand on that many"
            )
        target = int(digits) if len(digits) < 9 else word.instead(digits).integer("clue")
        draft.add(cells, operator, target, word)
    return draft.puzzle(size, rules or KENKEN)


def _split_clues(text: Word) -> list[re.Match[str]]:
    """The operator and the target of each clue."""
    found: list[re.Match[str]] = []
    for match in re.finditer(rf"({any_spelling(NAME)})([0-9]+)|(.)", text.text):
        if match[3] is not None:
            word = text.group(match)
            letters = listed(spelled_operators(NAME), "or")
            raise word.error(f"{word.text!r} among the clues; expected {letters} and a number")
        if len(found) >= MAX_SIZE**2:
            place = text.group(match)
            raise place.error(f"more than {MAX_SIZE**2} clues; expected one for each cage")
        found.append(match)
    return found


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
    letters = tatham.write_regions([cage.cells for cage in puzzle.cages], puzzle.rows, _NO_WALL)
    blocks = re.sub(r"(.)\1{2,}", lambda match: f"{match[1]}{len(match[0])}", letters)
    clues = "".join(f"{word}{cage.target}" for cage, word in zip(puzzle.cages, words, strict=True))
    return f"{puzzle.rows}:{blocks},{clues}\n"


_GAME = tatham.Game("Keen", "SIZE:BLOCKS,CLUES", _read_puzzle)

FORMAT = Format(
    name=NAME,
    summary="game ids and saved games of Keen (Simon Tatham's puzzles)",
    example="3:a_3aba_,m3a5s1s1\n",
    detect=detect,
    read=_GAME.read,
    write=write,
    join="".join,
    read_lines=line_by_line(_GAME.read_line),
)
