r"""The data sets of SmilingWayne's puzzlekit: the texts of the ``janko`` format in JSON.

    {"name": "KenKen", "count": 1, "data": {"1_2x2": {"problem": "2 2\n3+ .\n2 1\n1 1\n2 3"}}}

The puzzles stand under ``data`` or ``puzzles``. Other kinds of puzzles are refused by the name of
their set. The key of a puzzle is its title. A solution is not taken.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kenken_cp.errors import FormatError
from kenken_cp.formats import janko
from kenken_cp.formats.json_values import Value, documents, first_object
from kenken_cp.formats.readers import attempted
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.tokens import Lines, content_lines
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet

_GROUPS = ("data", "puzzles")
_NOTES = ("count", "count_sol")
_PUZZLE_NOTES = ("id", "info", "source", "solution")

_KINDS = ("KenKen", "Kendoku")
"""The names of sets whose numbers without operators have hidden ones."""


def signature(text: str) -> bool:
    """An object with a group of puzzles, of which the first has a problem that is a text."""
    found = first_object(text)
    for key in _GROUPS:
        group = found.get(key)
        first = next(iter(group.values()), None) if isinstance(group, dict) else None
        if isinstance(first, dict) and isinstance(first.get("problem"), str):
            return True
    return False


def read(lines: Iterable[str], rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """Every puzzle of every set."""
    for found in documents(lines):
        if isinstance(found, FormatError):
            yield found
            continue
        fields = found.keys((), ("name", *_GROUPS, *_NOTES))
        name = fields.get("name")
        for key in _GROUPS:
            group = fields[key].keys((), fields[key].value) if key in fields else {}
            entries = [(title, name, entry) for title, entry in group.items()]
            yield from attempted(_read_one, entries, rules)


def _read_one(item: tuple[str, Value | None, Value], rules: RuleSet | None) -> ReadPuzzle:
    """The puzzle of a title, of a set with that name."""
    title, name, entry = item
    problem = entry.keys(("problem",), _PUZZLE_NOTES)["problem"]
    if name is not None and name.text() not in _KINDS:
        raise name.unlike(f"puzzles of the kind {', '.join(_KINDS)}")
    lines = Lines(content_lines(problem.text().split("\n")))
    try:
        found = janko.read_one(lines, rules, is_kenken=name is not None)
        if lines:
            raise lines.take("").start.error("another line; expected the end of the puzzle")
    except FormatError as error:
        raise problem.error(str(error)) from error
    named = replace(found.puzzle, title="" if title.isdecimal() else title)
    return replace(found, puzzle=named, rules_stated=name is not None or rules is not None)


def write(puzzle: Puzzle) -> str:
    """A set of one puzzle on one line."""
    problem = janko.write(puzzle).removesuffix("\n")
    data = {puzzle.title or "1": {"problem": problem}}
    return json.dumps({"name": "KenKen", "count": 1, "data": data}, ensure_ascii=False) + "\n"


FORMAT = Format(
    name="puzzlekit",
    summary='JSON: "problem", a text of the janko format, as puzzlekit\'s data sets have it',
    example='{"name": "KenKen", "data": {"1": {"problem": "2 2\\n3+ .\\n2 1\\n1 1\\n2 3"}}}\n',
    signature=signature,
    read=read,
    writer=write,
    holds=janko.FORMAT.holds,
    operators=janko.OPERATORS,
    suffix="json",
    separator="",
    streams="line",
)
