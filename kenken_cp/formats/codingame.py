"""Killer Sudokus of codingame.com: in each row the values of its cells, and the letters of their
cages, then the sums.

    56..1..2. aabbccdde
    ..72..68. afghhiide
    ...
    a=12 b=17 c=4 ...

A ``.`` is an empty cell. Every cell is in a cage, and the letters are ``a`` to ``z``, then ``A`` to
``Z``.
"""

from string import ascii_lowercase, ascii_uppercase

from kenken_cp.formats._draft import Draft
from kenken_cp.formats._words import Lines, Word, board_by_board, said_lines
from kenken_cp.formats.pictures.cage_grid import grid_lines, names_of
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.sudokus.killers import CLASSIC_BOXES, check_classic, check_sums
from kenken_cp.model.geometry import Cell
from kenken_cp.model.operators import ADD
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KILLER, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import plural, quoted

NAME = "codingame"

_SIZE = 9
_LETTERS = ascii_lowercase + ascii_uppercase
_ROW = regex(r"\s*+([.0-9]{9})\s++([A-Za-z]{9})\s*+")
_SUM = regex(r"([A-Za-z])=([0-9]++)")


def detect(text: str) -> bool:
    """Two rows of nine values and nine letters."""
    lines = Lines(said_lines(text)).view(2)
    return len(lines) == 2 and all(_ROW.fullmatch(line.text) for line in lines)


def _read_puzzle(lines: Lines[Word], rules: RuleSet | None) -> ReadPuzzle:
    draft = Draft(lines.view(1)[0].line)
    cages: dict[str, list[Cell]] = {}
    givens: list[tuple[Cell, Word]] = []
    for row in range(_SIZE):
        line = lines.peek()
        match = _ROW.fullmatch(line.text) if line else None
        if line is None or match is None:
            found = f"{quoted(line.text.strip(), 60)}; expected" if line else "the text ends;"
            raise (line.first if line else lines.last).error(
                f"{found} row {row + 1} of {_SIZE}, as in '56..1..2. aabbccdde'"
            )
        lines.take()
        for column, (value, letter) in enumerate(zip(match[1], match[2], strict=True)):
            cages.setdefault(letter, []).append((row, column))
            if value not in ".0":
                givens.append(((row, column), line.part(value, match.start(1) + column)))
    places: dict[str, int] = {}
    while (line := lines.peek()) and not _ROW.fullmatch(line.text):
        for word in line.split():
            letter, target = _sum(word, cages)
            if letter in places:
                raise word.error(f"a second sum of {letter}; the first is on line {places[letter]}")
            places[letter] = word.line
            draft.add(cages[letter], ADD, target, word)
        lines.take()
    for letter, cells in cages.items():
        if letter not in places:
            raise lines.last.error(f"no sum of {letter}, a cage of {plural(len(cells), 'cell')}")
    for cell, word in givens:
        draft.give(cell, int(word.text), word)
    return draft.puzzle(_SIZE, rules or KILLER, houses=CLASSIC_BOXES)


def _sum(word: Word, cages: dict[str, list[Cell]]) -> tuple[str, int]:
    match = word.matched(_SUM, "a letter and its sum, as in a=12")
    if match[1] not in cages:
        raise word.error(f"a sum of {match[1]}, which no cell has")
    return match[1], word.group(match, 2).integer("sum")


def write(puzzle: Puzzle) -> str:
    """Rows of letters, and the sums; FormatError unless each cell is in a cage of a 9x9 Killer."""
    check_classic(puzzle, NAME)
    check_sums(puzzle, NAME)
    names = names_of(puzzle, _LETTERS, NAME)
    rows = [f"{'.' * _SIZE} {letters}" for letters in grid_lines(puzzle, names, between="")]
    sums = " ".join(f"{name}={cage.target}" for cage, name in names.items())
    return "\n".join([*rows, sums]) + "\n"


FORMAT = Format(
    name=NAME,
    summary="Killer Sudokus: in each row values and letters of cages, then the sums, a=12 b=17",
    example=(
        ("." * 9 + " aaabbbccc\n") * 3
        + ("." * 9 + " dddeeefff\n") * 3
        + ("." * 9 + " ggghhhiii\n") * 3
        + "a=45 b=45 c=45 d=45 e=45 f=45 g=45 h=45 i=45\n"
    ),
    detect=detect,
    read=board_by_board(_read_puzzle),
    write=write,
    join="".join,
)
