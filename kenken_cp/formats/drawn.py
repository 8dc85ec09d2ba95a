"""Boards drawn with characters, as programs print them: this one's own pictures, and others.

    +---+---+---+        ┏━━━━━━━┯━━━┓        #############
    |3+     |1- |        ┃3+     │1− ┃        #3+ |   #1- #
    +---+---+   +        ┠───────┤   ┃        #########---#
    |7+     |   |        ┃7+     │   ┃        #7+ |   #   #
    +   +---+---+        ┃   ┌───┴───┨        #---#########
    |   |6*     |        ┃   │6×     ┃        #   #6* |   #
    +---+---+---+        ┗━━━┷━━━━━━━┛        #############

Lines are the walls of cages, and between cells of one there are none; or there are lines between
all cells, of which the heavy ones are walls. Cells are as wide and as high as each other. A clue
stands in the first line of a cell, one in each cage. Numbers further down are a solution, which is
not taken but must fit. Boards with boxes, whose lines are heavy, too, are not read.
"""

import re
from collections.abc import Iterator
from itertools import chain, pairwise
from math import gcd
from typing import NamedTuple

from kenken_cp.errors import FormatError
from kenken_cp.formats._draft import Draft, check_solution
from kenken_cp.formats._spellings import parse_clue
from kenken_cp.formats._words import Word, every_line, first_lines
from kenken_cp.formats._writable import read_only
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.geometry import MAX_SIZE, Cell, all_cells, joined_cells
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import cell_name, plural, quoted

NAME = "drawn"

_LIGHT = set("-─—_|│¦")
_HEAVY = set("#=━┃║═█")
_DASHED = set("╍╏┅┇┉┋╌╎┄┆┈┊.:")
_ACROSS = set("-─—_#=━═█╍┅┉╌┄┈.")
_UPRIGHT = set("|│¦#┃║█╏┇┋╎┆┊:")

_TOP = regex(r"[ \t]*+[+#┌┍┎┏╔╭.=][-─—_#=━═+┬┭┮┯┰┱┲┳╤╥╦┌┐┏┓╔╗╭╮.]{4,}+[ \t]*+$")
_CLUE = regex(r"[|│┃║#][ \t]*+[0-9]++[ \t]*+[-−–+*/×·÷xX]")

_WORDS = regex(r"[^\W\d_]{2}")
_DIRECTIVE = regex(
    r"\s*+(?:(?:rules|values|size|boxes|regions|diagonals|windoku|anti-\w++|house)\s*+:|"
    r".*\b(?:twice in|diagonal|values? -?[0-9]|(?:digits|numbers)\b.*\b0\b))",
    re.IGNORECASE,
)
"""What is said of the rules, as ``show`` says it below a board, or as people do."""

_MOST_LINES = 3
"""From one line across to the next: if all cells of a board are higher, they are whole cages, but
where light lines besides the walls show that they are cells.
"""

_MAX_LINES = 2000


class _Edges(NamedTuple):
    """The kinds of line between cells, each under the first of the two: " " for none."""

    right: dict[Cell, str]
    below: dict[Cell, str]


class _Picture(NamedTuple):
    """The lines of a board, also without the blanks before them, which are that many; and how many
    characters it is from a line between cells to the next.
    """

    block: list[Word]
    lines: list[str]
    left: int
    size: int
    high: int
    wide: int

    def text(self, y: int, start: int, end: int) -> Word | None:
        """What stands in a part of a line; None if nothing does."""
        text = self.lines[y][start:end]
        said = text.strip(" |│¦")
        at = self.left + start + text.index(said)
        return Word(said, self.block[y].line, at + 1) if said else None


def detect(text: str) -> bool:
    """A line across, and below it a clue with an operator between upright lines."""
    lines = first_lines(text)
    top = next((at for at, line in enumerate(lines[:3]) if _TOP.match(line)), None)
    return top is not None and any(_CLUE.search(line) for line in lines[top:])


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle]:
    """Every board of a text; what stands between them may be words, but no bare numbers, and no
    directives, which would have to be respected.
    """
    block: list[Word] = []
    lines = [*every_line(text), ""]
    if not any(map(_TOP.match, lines)):
        raise FormatError("nothing is drawn; expected a board between lines", line=1)
    for number, line in enumerate(lines, start=1):
        # No row of cells is between two lines across.
        another = block and _TOP.match(line) and _is_rule(block[-1].text.strip())
        if block and not another and re.match(r"[^\w\s]|_", line[_left(block[0]) :]):
            block.append(Word(line, number))
            if len(block) > _MAX_LINES:
                raise block[-1].error(f"more than {_MAX_LINES} lines; expected one board")
            continue
        if block:
            yield _board(block, rules)
            block = []
        if _TOP.match(line):
            block = [Word(line, number)]
        elif (re.search("[0-9]", line) and not _WORDS.search(line)) or _DIRECTIVE.match(line):
            raise Word(line, number).unlike("a board between lines")


def _left(line: Word) -> int:
    return len(line.text) - len(line.text.lstrip())


def _board(block: list[Word], rules: RuleSet | None) -> ReadPuzzle:
    picture = _picture(block)
    size, high, wide = picture.size, picture.high, picture.wide
    edges = _edges(picture)
    wall = _wall(block[0], edges)
    halves = high % 2 == 0 == wide % 2 and high > 2
    joined = " " in {*edges.right.values(), *edges.below.values()}
    whole_cages = high > _MOST_LINES and not joined and wall != "#"
    if size == 1 or (size == 2 and halves and joined) or whole_cages:
        raise block[0].error("too few lines to see the size of the board; expected lines of cells")
    draft = Draft(block[0].line)
    grid, clues = _values(picture), _clues(picture, edges)
    for cells in _cages(size, edges, wall):
        _add(draft, cells, clues, block[high * cells[0][0] + 1], size)
    puzzle = draft.puzzle(size, draft.rules_or_shown(rules))
    _check(block[0], puzzle.puzzle, grid)
    return puzzle


def _picture(block: list[Word]) -> _Picture:
    """A board whose lines are as long as each other, and whose cells are of one size."""
    left, width = _left(block[0]), len(block[0].text.strip())
    lines = [line.text[left:].rstrip() for line in block]
    for line, text in zip(block, lines, strict=True):
        if len(text) != width:
            raise line.first.error(
                f"a line of {len(text)} characters; expected {width}, as the first"
            )
    across = [at for at, text in enumerate(lines) if _is_rule(text)]
    upright = {
        at
        for y, text in enumerate(lines)
        if y not in across
        for at, char in enumerate(text)
        if char in _UPRIGHT - _DASHED
    }
    high, wide = gcd(*across), gcd(*upright, width - 1)
    if not across or across[-1] != len(lines) - 1 or min(high, wide) < 2:
        raise block[0].error("a board whose cells are not of one size; expected lines around all")
    size = across[-1] // high
    if size != (width - 1) // wide:
        raise block[0].error(
            f"a board of {size} rows and {(width - 1) // wide} columns, as its lines show; "
            "expected as many of each"
        )
    if not 1 <= size <= MAX_SIZE:
        raise block[0].error(f"a board of {size} rows; expected 1 to {MAX_SIZE}")
    return _Picture(block, lines, left, size, high, wide)


def _clues(picture: _Picture, edges: _Edges) -> dict[Cell, Word]:
    """What stands in the first line of cells, each under the first of those it may reach over."""
    found: dict[Cell, Word] = {}
    size, wide = picture.size, picture.wide
    for r, c in all_cells(size, size):
        if c and edges.right[r, c - 1] == " ":
            continue
        ended = next((at for at in range(c, size) if edges.right[r, at] != " "), size - 1)
        clue = picture.text(picture.high * r + 1, wide * c + 1, wide * (ended + 1))
        if clue is not None:
            found[r, c] = clue
    return found


def _values(picture: _Picture) -> dict[Cell, int]:
    """The numbers below the first line of cells."""
    found: dict[Cell, int] = {}
    for r, c in all_cells(picture.size, picture.size):
        for y in range(picture.high * r + 2, picture.high * (r + 1)):
            value = picture.text(y, picture.wide * c + 1, picture.wide * (c + 1))
            if value is not None:
                if not re.fullmatch("[0-9]{1,3}", value.text):
                    raise value.error(f"{quoted(value.text)} below a clue; expected a number")
                found[r, c] = int(value.text)
    return found


def _is_rule(text: str) -> bool:
    """Whether a line is one between rows of cells."""
    inner = text.strip()
    return not re.search(r"\w", inner.replace("_", "")) and any(
        char in _ACROSS and following in _ACROSS for char, following in pairwise(inner)
    )


def _kind(chars: str) -> str:
    """The kind of a line: heavy, light, dashed, or none, by all of its characters."""
    for kind, known in (("#", _HEAVY), ("-", _LIGHT), (":", _DASHED)):
        if chars and all(char in known for char in chars):
            return kind
    return " " if not chars.strip() else "?"


def _edges(picture: _Picture) -> _Edges:
    found = _Edges({}, {})
    last = picture.size - 1
    for r, c in all_cells(picture.size, picture.size):
        x, y = picture.wide * (c + 1), picture.high * (r + 1)
        upright = "".join(line[x] for line in picture.lines[picture.high * r + 1 : y])
        across = picture.lines[y][picture.wide * c + 1 : x]
        found.right[r, c] = _kind(upright) if c < last else "#"
        found.below[r, c] = _kind(across) if r < last else "#"
        if found.right[r, c] == "?" and re.fullmatch(r"[^\W_]?\W?", upright.strip()):
            found.right[r, c] = " "  # a clue that is wider than its cell
        if "?" in (found.right[r, c], found.below[r, c]):
            place = picture.block[y]
            raise place.error(f"a line beside {cell_name((r, c))} that ends within its cell")
    return found


def _wall(place: Word, edges: _Edges) -> str:
    """The kinds of line that are walls."""
    last = max(edges.right)[0]
    inner = {kind for (_, c), kind in edges.right.items() if c < last}
    inner |= {kind for (r, _), kind in edges.below.items() if r < last}
    if ":" in inner or inner == {" ", "-", "#"}:
        raise place.error("heavy or dashed lines besides light ones, and none: boxes, perhaps")
    return "#" if {"-", "#"} <= inner else "-#"


def _cages(size: int, edges: _Edges, wall: str) -> list[list[Cell]]:
    """The cells between walls, in reading order."""
    cells = all_cells(size, size)
    right = (((r, c), (r, c + 1)) for r, c in cells if edges.right[r, c] not in wall)
    below = (((r, c), (r + 1, c)) for r, c in cells if edges.below[r, c] not in wall)
    return joined_cells(cells, chain(right, below))


def _add(draft: Draft, cells: list[Cell], clues: dict[Cell, Word], line: Word, size: int) -> None:
    found = [clues[cell] for cell in cells if cell in clues]
    if len(found) != 1:
        place = found[1] if found else line
        raise place.error(
            f"{plural(len(found), 'clue')} in the cage of {cell_name(cells[0])}; expected one"
        )
    target, operator = parse_clue(found[0])
    if operator and len(cells) == 1 and target not in range(1, size + 1):
        raise found[0].error(
            f"{quoted(found[0].text)} in one cell of a board of {size} rows, as its lines show; "
            f"expected 1 to {size}, or lines that show all cells"
        )
    draft.add(cells, operator or (GIVEN if len(cells) == 1 else None), target, found[0])


def _check(place: Word, puzzle: Puzzle, grid: dict[Cell, int]) -> None:
    """FormatError for numbers in cells that are no solution."""
    if not grid:
        return
    if len(grid) < len(puzzle.cells):
        raise place.error(f"numbers in {plural(len(grid), 'cell')}; expected a solution, or none")
    rows = [[grid[r, c] for c in range(puzzle.columns)] for r in range(puzzle.rows)]
    check_solution(puzzle, rows, place)


write = read_only(NAME, "kenken-cp show draws boards")
FORMAT = Format(
    name=NAME,
    summary="boards drawn with + - | or box characters, as show prints them; read only",
    example=(
        "+---+---+---+\n|3+     |4+ |\n+---+---+   +\n|8+     |   |\n+   +---+---+\n|   |3+     |\n"
        "+---+---+---+\n"
    ),
    detect=detect,
    read=read,
    write=write,
)
