"""The record that describes a file format, and the table of all of them.

A format is one module that builds one record. The record has everything that belongs to it: how
its texts are recognised, read and written, what puzzles it can hold and how it spells operators.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kenken_cp.errors import FormatError
from kenken_cp.formats.tokens import MAX_DIGITS_READ
from kenken_cp.model.geometry import MAX_SIZE
from kenken_cp.model.operators import GIVEN, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, KILLER, RULE_SETS, RuleSet
from kenken_cp.model.rules import has_same_meaning
from kenken_cp.registry import Registry
from kenken_cp.text import cell_name, quoted, short_cell_names, short_values

_MAX_TARGET = 10**MAX_DIGITS_READ - 1
"""The largest target with as many digits as are read."""


@dataclass(frozen=True, slots=True)
class ReadPuzzle:
    """A puzzle as it was read from a text.

    Args:
        puzzle: what it is.
        rules_stated: whether the text, its format, or the caller says under which rules; else they
            are assumed to be ``kenken``.
        may_lack_cages: whether the text is a list of cages, of which a line may be lost: a cell in
            no cage is then worth a warning.
    """

    puzzle: Puzzle
    rules_stated: bool
    may_lack_cages: bool = False


Read = Callable[[Iterable[str], RuleSet | None], Iterator[ReadPuzzle | FormatError]]
"""Reads the puzzles of a text from its lines, each without its newline.

For a puzzle that is wrong it yields the error, where the next puzzle can be found for certain; else
it raises it. Rules other than None are what the caller asks for: they go before those of the text.
"""

_Words = Mapping[Operator, Sequence[str]]
Write = Callable[[Puzzle], str]
"""Writes a puzzle, ending in one newline; called only after ``holds.check`` has passed.

What ``holds`` cannot express it refuses by a FormatError with the thing's name alone: ``the cage
...``.
"""


@dataclass(frozen=True, slots=True)
class Holds:
    """What puzzles a format can hold, besides those whose operators it has words for.

    Args:
        rules: the rule set that its texts have; None for a format that writes down the name.
            A puzzle of other rules under which its clues mean the same is held, too.
        killers: whether the rules are ``killer`` with a cage of several cells, and else ``rules``.
        sides: the least and the most rows, and columns.
        rectangles: boards that are not square.
        values: values other than 1 to the side.
        houses: which extra houses, in words; empty for none. The writer refuses other houses.
        hidden: cages of several cells without an operator.
        free: cells in no cage; if not, each cell must be in one.
        no_cages: boards without any cage, where cells may be free.
        cages: cages of several cells.
        negative: negative targets.
        zero: targets of 0; where a sum of 0 says that there is none, they cannot be held.
        largest: the largest target.
    """

    rules: RuleSet | None = KENKEN
    killers: bool = False
    sides: tuple[int, int] = (1, MAX_SIZE)
    rectangles: bool = False
    values: bool = False
    houses: str = ""
    hidden: bool = False
    free: bool = False
    no_cages: bool = True
    cages: bool = True
    negative: bool = False
    zero: bool = True
    largest: int = _MAX_TARGET

    def check_board(self, puzzle: Puzzle) -> None:
        """Raises a FormatError if the format holds no puzzle of this size, values and houses."""
        (least, most), size = self.sides, (puzzle.rows, puzzle.columns)
        if not self.rectangles and puzzle.rows != puzzle.columns:
            raise FormatError(f"a {puzzle.size_name} board; expected a square")
        if min(size) < least or max(size) > most:
            expected = f"{least}x{most}" if least == most else f"sides of {least} to {most}"
            raise FormatError(f"a {puzzle.size_name} board; expected {expected}")
        if not self.values and not puzzle.has_usual_values:
            raise FormatError(f"values {short_values(puzzle.values)}; expected 1 to {max(size)}")
        if puzzle.houses and not self.houses:
            raise FormatError(f"the house {short_cell_names(puzzle.houses[0])}")

    def check(self, puzzle: Puzzle, operators: _Words | None) -> None:
        """Raises a FormatError of what the format cannot hold: ``a cell in no cage, r1c1``."""
        self.check_board(puzzle)
        with_sums = any(len(cage.cells) > 1 for cage in puzzle.cages)
        rules = KILLER if self.killers and with_sums else self.rules
        if rules is None and RULE_SETS.get(puzzle.rules.name) is not puzzle.rules:
            raise FormatError(f"the rules {quoted(puzzle.rules.name)}, which are not registered")
        if rules is not None and not has_same_meaning(puzzle, rules):
            raise FormatError(f"a puzzle of {puzzle.rules.name} rules; expected {rules.name} rules")
        if not self.no_cages and not puzzle.cages:
            raise FormatError("a board without cages")
        if not self.free and puzzle.free_cells:
            raise FormatError(f"a cell in no cage, {cell_name(puzzle.free_cells[0])}")
        for cage in puzzle.cages:
            if (what := self._not_held(cage, operators)) is not None:
                raise FormatError(what)

    def _not_held(self, cage: Cage, operators: _Words | None) -> str | None:
        """What of a cage cannot be held; None if it can."""
        if cage.operator is not GIVEN:
            if not self.cages:
                return f"a cage of several cells, {cage}"
            if cage.operator is None and not self.hidden:
                return f"a hidden operator, as of the cage {cage}"
            if operators and cage.operator and cage.operator not in operators:
                return f"the operator {cage.operator.name!r} of the cage {cage}"
        if cage.target < 0 and (not self.negative or cage.target < -_MAX_TARGET):
            return f"the negative target of the cage {cage}"
        if cage.target == 0 and not self.zero:
            return f"the target 0 of the cage {cage}"
        if cage.target > self.largest:
            return f"the target of the cage at {short_cell_names(cage.cells)}; it is too large"
        return None


EVERY_PUZZLE = Holds(
    rules=None, rectangles=True, values=True, houses="houses", hidden=True, free=True, negative=True
)


def check_size_is_shown(puzzle: Puzzle, *, by_last_cell: bool) -> None:
    """FormatError if the cages do not show the size of a square board, where nothing else does.

    Args:
        by_last_cell: whether only the last cell of all shows it, as where cells are numbered; else
            any cell of the last row or column does.
    """
    last = puzzle.rows - 1
    cells = {cell for cage in puzzle.cages for cell in cage.cells}
    is_shown = (last, last) in cells if by_last_cell else any(last in cell for cell in cells)
    if not is_shown:
        raise FormatError("a board whose last cells are free: they show its size")


@dataclass(frozen=True, slots=True)
class Format:
    """One file format.

    Args:
        name: what ``--from`` and ``--to`` call it.
        summary: one line for people.
        example: a small valid text.
        signature: whether a text is meant as this format, by its first lines with content; for
            JSON, by the keys of the first value. Nothing else is looked at, and no other format is
            asked. One that is never true makes a format that is read with ``--from`` only.
        read: reads the puzzles of a text.
        writer: writes one puzzle; None for a format that is only read.
        holds: which puzzles it can write.
        operators: its words for operators; None if it takes every operator by its symbol.
        suffix: what the name of a file ends in, without the dot.
        separator: what stands between two puzzles of one text; None if a text holds only one.
    """

    name: str
    summary: str
    example: str
    signature: Callable[[str], bool]
    read: Read
    writer: Write | None = None
    holds: Holds = field(default_factory=Holds)
    operators: _Words | None = None
    suffix: str = "txt"
    separator: str | None = None

    def write(self, puzzle: Puzzle) -> str:
        """The text of a puzzle, ending in one newline; FormatError if it cannot be held."""
        if self.writer is None:
            raise FormatError(f"the {self.name} format is only read, not written")
        try:
            self.holds.check(puzzle, self.operators)
            return self.writer(puzzle)
        except FormatError as error:
            raise FormatError(f"the {self.name} format cannot hold {error.message}") from None

    def join(self, texts: Iterable[str]) -> str:
        """Several written puzzles as one text; FormatError if a text holds only one."""
        every = list(texts)
        if not every:
            raise FormatError("no puzzle to write")
        if len(every) > 1 and self.separator is None:
            raise FormatError(
                f"the {self.name} format holds one puzzle a text; {len(every)} were given"
            )
        return (self.separator or "").join(every)


FORMATS: Registry[Format] = Registry("format", "formats")
