r"""The data sets of SmilingWayne's puzzlekit: the texts of the ``janko`` format in JSON.

    {"name": "KenKen", "count": 1, "data": {"1_2x2": {"problem": "2 2\n3+ .\n2 1\n1 1\n2 3"}}}

They may stand under ``puzzles``, too, or in an array. The name says whether numbers without
operators are the sums of Killer Sudokus, else the address of the puzzle's page (``source``) does;
other kinds of puzzles are refused by their names. The key of a puzzle is its title. A solution is
not taken, but it must fit; what else is said is not read.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from kenken_cp.errors import FormatError
from kenken_cp.formats import janko
from kenken_cp.formats._draft import check_solution
from kenken_cp.formats.json.boards import JSON_TEXTS, OPENING, line_of
from kenken_cp.formats.json.values import Node, each_puzzle
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, KILLER, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import listed, quoted

NAME = "puzzlekit"

_TELLS = regex(r'"problem"\s*+:\s*+"')
_GROUPS = ("data", "puzzles")

_KINDS: dict[str, RuleSet | None] = {
    "KenKen": KENKEN,
    "Kendoku": KENKEN,
    "KillerSudoku": KILLER,
    "Sudoku": None,
    "16x16Sudoku": None,
    "JigsawSudoku": None,
}
"""The names of data sets, and what bare numbers are in their puzzles."""

_PAGES = {r"/Kendoku/": "KenKen", r"/Sudoku/Killer/": "KillerSudoku", r"/Sudoku/[0-9]": "Sudoku"}
"""What is in an address of a page with such a puzzle."""


def detect(text: str) -> bool:
    """JSON with a problem that is a string."""
    return OPENING.match(text) is not None and _TELLS.search(text) is not None


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """Every puzzle of a text."""
    return each_puzzle(text, _entries, _puzzle, rules)


def _entries(root: Node) -> list[Node]:
    """The objects with a problem."""
    if type(root.value) is list:
        return root.items()
    for key in _GROUPS:
        group = root.get(key)
        if group is not None:
            return group.items() if type(group.value) is list else group.members()
    return [root]


def _puzzle(entry: Node, rules: RuleSet | None) -> ReadPuzzle:
    problem, kind = entry["problem"], _kind(entry)
    with problem.holding("problem"):
        found = list(janko.reader(kind)(problem.text(), rules))
    if len(found) != 1:
        raise problem.error(f"{problem.name} has {len(found)} puzzles; expected one")
    _check_solution(found[0].puzzle, entry.get("solution"))
    title = entry.get("id") or entry.get("name")
    key = title.text() if title is not None else str(entry.key)
    if key.isdecimal():  # a number in a row is no title
        key = ""
    return replace(found[0], puzzle=replace(found[0].puzzle, title=key))


def _check_solution(puzzle: Puzzle, said: Node | None) -> None:
    """FormatError for rows of values beside a puzzle that do not solve it."""
    rows = said.text().split("\n") if said is not None and type(said.value) is str else []
    grid = [[int(word) for word in row.split() if word.isdecimal()] for row in rows]
    if said is not None and [*map(len, grid)] == [puzzle.columns] * puzzle.rows:
        check_solution(puzzle, grid, said)


def _kind(entry: Node) -> RuleSet | None:
    """What bare numbers are in a puzzle; FormatError for a kind that is none of these."""
    root = entry.root
    name = root.get("name") if type(root.value) is dict else None
    if name is not None:
        if name.text() not in _KINDS:
            known = listed(_KINDS, "or")
            raise name.error(f"puzzles of the kind {quoted(name.text())}; expected {known}")
        return _KINDS[name.text()]
    source = entry.get("source")
    if source is None or not source.text():
        return None
    for page, kind in _PAGES.items():
        if re.search(page, source.text()):
            return _KINDS[kind]
    raise source.error(
        f"a puzzle of {quoted(source.text())}, where there are other kinds; expected a KenKen, "
        "a Sudoku or a Killer Sudoku"
    )


def write(puzzle: Puzzle) -> str:
    """An object with the puzzle; FormatError for what ``janko`` has no way to say."""
    try:
        problem = janko.write(puzzle).removesuffix("\n")
    except FormatError as error:
        message = error.message.replace(f"the {janko.NAME} format", f"the {NAME} format")
        raise FormatError(message) from None
    entry = {(puzzle.title or "1"): {"problem": problem}}
    return line_of({"name": "KenKen", "count": 1, "data": entry})


JSON_TEXTS.append(detect)
FORMAT = Format(
    name=NAME,
    summary='JSON: "problem", a text of the janko format, as puzzlekit\'s data sets have it',
    example='{"name": "KenKen", "data": {"1": {"problem": "2 2\\n3+ .\\n2 1\\n1 1\\n2 3"}}}\n',
    detect=detect,
    read=read,
    write=write,
    join="".join,
    suffix="json",
)
