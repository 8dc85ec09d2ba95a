"""The puzzles that the Android app MathDoku+ shares: one line each.

    3:00010102:0,1,0:1,4,1:2,1,0

First the complexity, 0 (not chosen) to 5 (very difficult), which older versions leave out; two
digits a cell in reading order, the number of its cage; then number, target and operator of each
cage: 0 none, 1 adds, 2 subtracts, 3 multiplies, 4 divides. None on several cells hides it. A link
of the app, ``http://HOST/PUZZLE/CHECK``, is read, too. The rules are ``kenken``.
"""

from math import isqrt

from kenken_cp.formats._draft import Draft
from kenken_cp.formats._spellings import operator_word
from kenken_cp.formats._words import Word, first_line, line_by_line
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.pictures.cage_grid import Clue, add_cages, add_clue, grid_lines, names_of
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import plural, quoted

NAME = "share"

LEVELS = ("", "very easy", "easy", "normal", "difficult", "very difficult")
"""What each complexity is called."""

_NONE = "0"
_MOST_CAGES = 100
"""Two digits number as many."""

_LINK = regex(r"https?://[^\s/]+/(?:[^\s/]*/)*?(?=(?:[0-9]:)?[0-9]{2,}:)")
_BEGINNING = regex(r"(?:[0-9]:[0-9]{2,}:[0-9]|[0-9]{8,}:[0-9]{1,2},)")
_CAGE = regex(r"([0-9]++),([0-9]++),([0-9]++)")


def detect(text: str) -> bool:
    """A first line that begins with cells in two digits each, and a cage."""
    first = Word(first_line(text), 1)
    return _BEGINNING.match(_definition(first).text) is not None


def _definition(line: Word) -> Word:
    """A line without the link and the blanks around its puzzle."""
    start = len(line.text) - len(line.text.lstrip())
    link = _LINK.match(line.text, start)
    end = line.text.find("/", link.end()) if link else -1
    start = link.end() if link else start
    return line.part(line.text[start : end if end >= 0 else None].rstrip(), start)


def _read_line(line: Word, rules: RuleSet | None) -> ReadPuzzle:
    definition = _definition(line.in_bounds())
    parts = definition.between(":")
    complexity = parts.pop(0) if len(parts[0].text) == 1 else None
    level = complexity.within("complexity", 0, len(LEVELS) - 1) if complexity else 0
    if len(parts) < 2:
        raise definition.error("no cages; expected COMPLEXITY:CELLS:NUMBER,TARGET,OPERATOR:...")
    cells, *cages = parts
    side = isqrt(len(cells.text) // 2)
    if not cells.text.isdecimal() or not cells.text.isascii():
        raise cells.error(f"{quoted(cells.text, 40)}; expected two digits for each cell")
    if 2 * side * side != len(cells.text):
        raise cells.error(
            f"{plural(len(cells.text), 'digit')}; expected two for each cell of a square board"
        )
    rows = [
        [
            cells.part(f"{int(cells.text[at : at + 2])}", at)
            for at in range(2 * side * row, 2 * side * (row + 1), 2)
        ]
        for row in range(side)
    ]
    draft = Draft(line.line)
    clues: dict[str, Clue] = {}
    for cage in cages:
        match = cage.matched(_CAGE, "number, target and operator: 0,11,1")
        number, target, code = (cage.group(match, n) for n in (1, 2, 3))
        operator = code.instead("") if code.text == _NONE else code
        label = number.instead(str(number.within("cage", 0, _MOST_CAGES - 1)))
        add_clue(clues, label, Clue(target, target.integer("target"), operator))
    add_cages(draft, rows, clues, NAME)
    return draft.puzzle(side, rules or KENKEN, level=LEVELS[level])


def write(puzzle: Puzzle) -> str:
    """A line as the app writes it; FormatError for what is not plain."""
    check_plain(puzzle, NAME, covered=True, natural=True)
    names = names_of(puzzle, (f"{number:02}" for number in range(_MOST_CAGES)), NAME)
    level = LEVELS.index(puzzle.level) if puzzle.level in LEVELS else 0
    cells = "".join(grid_lines(puzzle, names, between=""))
    cages = [f"{int(name)},{cage.target},{_code(cage)}" for cage, name in names.items()]
    return ":".join([str(level), cells, *cages]) + "\n"


def _code(cage: Cage) -> str:
    """The digit of a cage's operator."""
    word = operator_word(cage, NAME, alone=True) if cage.operator not in (None, GIVEN) else _NONE
    if not word.isdecimal():
        raise cannot(NAME, f"the operator {word!r} of the cage {cage}")
    return word


_read = line_by_line(_read_line)
FORMAT = Format(
    name=NAME,
    summary="what the Android app MathDoku+ shares: two digits a cell, then its cages",
    example="3:00010102:0,1,0:1,4,1:2,1,0\n",
    detect=detect,
    read=_read,
    write=write,
    join="".join,
    read_lines=_read,
)
