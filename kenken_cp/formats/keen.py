"""Game ids and saved games of "Keen", from Simon Tatham's puzzle collection.

    3:a_3aba_,m3a5s1s1

An id is one line, ``SIZE[dX][m]:BLOCKS,CLUES``; a file may hold many. BLOCKS are the walls of the
cages, as ``tatham`` says; ``a5`` is ``aaaaa``. CLUES has a letter and a number for each cage, in
reading order of the cages' first cells: ``a`` add, ``m`` multiply, ``s`` subtract, ``d`` divide.

``dX`` (the difficulty) and ``m`` (multiplication only) say how the puzzle was made, not what it is,
and are not kept. Lines that begin with ``#`` are comments.
"""

import re

from kenken_cp.formats import tatham
from kenken_cp.formats.draft import Draft
from kenken_cp.formats.operators import OperatorWords
from kenken_cp.formats.record import Format, Holds, ReadPuzzle
from kenken_cp.formats.tokens import Token
from kenken_cp.model.operators import ADD, DIVIDE, GIVEN, MULTIPLY, SUBTRACT
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import plural, quoted

OPERATORS = OperatorWords(
    {ADD: ("a",), MULTIPLY: ("m",), SUBTRACT: ("s",), DIVIDE: ("d",), GIVEN: ("a",)}
)

_GAME = "Keen"
_NO_WALL = "y"
"""The letter after which there is no wall."""

_ID = re.compile(
    r"[0-9]{1,3}(?:d[a-z]?)?m?:[_a-zA-Z][^\s,]*,[a-z][0-9]\S*|[0-9]{1,3}d[a-z]m?#[0-9]+"
)
_PARAMETERS = re.compile(r"([0-9]+)(?:d[enhxu]?)?m?")
_CLUE = re.compile(r"[amsd][0-9]+|.")
_RUN = re.compile(r"(.)\1{2,}")


def signature(text: str) -> bool:
    """A first line like a game id, or the head of a saved game of Keen."""
    return tatham.is_saved(text, _GAME) or _ID.fullmatch(tatham.first_id(text)) is not None


def _read_parts(parameters: Token, description: Token, rules: RuleSet | None) -> ReadPuzzle:
    expected = "a size, perhaps d and a difficulty of e n h x u, perhaps m"
    size = parameters.of_group(parameters.matched(_PARAMETERS, expected), 1).board_side()
    blocks, comma, clues = description.text.partition(",")
    if not comma:
        raise description.error("no comma; expected BLOCKS,CLUES")
    words = description.part(clues, len(blocks) + 1).split(_CLUE)
    for place in words:
        if len(place.text) == 1:
            raise place.unlike("a, m, s or d and a number", "clue")
    cages = tatham.read_regions(description.part(blocks, 0), size, _NO_WALL, repeats=True)
    if len(cages) != len(words):
        place = words[len(cages)] if len(cages) < len(words) else parameters
        raise place.error(f"{plural(len(words), 'clue')}; expected {len(cages)}, one for each cage")
    draft = Draft(parameters)
    for cells, place in zip(cages, words, strict=True):
        letter, digits = place.text[0], place.part(place.text[1:], 1)
        if letter in "sd" and len(cells) != 2:  # the game has no others, whatever the rules are
            on = plural(len(cells), "cell")
            raise place.error(f"{quoted(place.text)} on {on}; {letter} stands on two cells only")
        draft.add(cells, OPERATORS.by_word[letter], digits.integer("target"), place)
    return draft.puzzle(size, rules, rules_stated=True)


def write(puzzle: Puzzle) -> str:
    """The game id, exactly as the game writes it but for runs of 25 edges and more."""
    cages = [cage.cells for cage in puzzle.cages]
    letters = tatham.write_regions(cages, puzzle.rows, _NO_WALL)
    blocks = _RUN.sub(lambda match: f"{match[1]}{len(match[0])}", letters)
    clues = (f"{OPERATORS.write(cage)}{cage.target}" for cage in puzzle.cages)
    return f"{puzzle.rows}:{blocks},{''.join(clues)}\n"


FORMAT = Format(
    name="keen",
    summary="game ids and saved games of Keen (Simon Tatham's puzzles)",
    example="3:a_3aba_,m3a5s1s1\n",
    signature=signature,
    read=tatham.game_reader(_GAME, "SIZE:BLOCKS,CLUES", _read_parts),
    writer=write,
    holds=Holds(zero=False),
    operators=OPERATORS,
    separator="",
)
