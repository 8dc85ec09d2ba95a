"""Other ways to read an output: what looks like a wrong board may be something else.

They only ever say why an answer cannot be read, and never make it right: whoever prints what can be
read in two ways has to print it in another.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from kenken_cp.frozen import frozen
from kenken_cp.judge.boards import one_below_the_other
from kenken_cp.judge.brackets import lists_by_kind
from kenken_cp.judge.lines import NO_CELL, Shape, words_of
from kenken_cp.model.puzzle import Puzzle

Rewriting = Callable[[str, Puzzle], Iterator[str]]


@frozen
class Doubt:
    """One thing that an output may be.

    Args:
        advice: what to print instead.
        rewriting: the texts to be read in place of the output, if it were that.
    """

    advice: str
    rewriting: Rewriting


def _side_by_side(text: str, puzzle: Puzzle) -> Iterator[str]:
    shape = Shape(puzzle.rows, puzzle.columns, puzzle.values)
    yield "\n".join(one_below_the_other(text.split("\n"), shape, by_gaps=False))


def _in_one_line(text: str, puzzle: Puzzle) -> Iterator[str]:
    yield text.replace(";", "\n\n")
    shape = Shape(puzzle.rows, puzzle.columns, puzzle.values)
    yield "\n".join(_cut_into_boards(line, shape) for line in text.split("\n"))


def _cut_into_boards(line: str, shape: Shape) -> str:
    """A line of the cells of several boards with a line for each, packed or not; else as it is."""
    words, cells = words_of(line), shape.rows * shape.columns
    if shape.largest < 10 and len({*map(len, words)}) == 1 and all(map(str.isdigit, words)):
        words = list("".join(words))
    if cells == 1 or len(words) % cells or NO_CELL in map(shape.cell, words):
        return line
    return "\n".join(" ".join(words[at : at + cells]) for at in range(0, len(words), cells))


_NUMBER_OF_LINE = re.compile(r"^[ \t|\"']*+(\d{1,9}+)[^\w\n]++(?=\d)", re.MULTILINE)


def _numbered_lines(text: str, puzzle: Puzzle) -> Iterator[str]:
    """Without a number that counts boards; without another one that counts rows."""
    for steps in ((0, 1), (1,)):
        numbers = [int(digits) for digits in _NUMBER_OF_LINE.findall(text)]
        if not numbers or numbers[0] > 1:
            return
        for before, number in pairwise(numbers):
            if number - before not in steps and (number == before or number != numbers[0]):
                return
        yield (text := _NUMBER_OF_LINE.sub("", text))


_NO_ANSWER = re.compile(
    r"attempt|cage|candidate|check|clue|combination|combo|constraint|current|domain|guess|option"
    r"|partial|perm|possib|pattern|target|tried|try|tuple",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[A-Za-z]")


def _under_other_words(text: str, puzzle: Puzzle) -> Iterator[str]:
    """Without what stands below words such as "guess": up to the next words; then, up to the next
    blank line.
    """
    for is_ended_by_blank_lines in (False, True):
        kept, is_answer = list[str](), True
        for line in text.split("\n"):
            if _LETTER.search(line):
                is_answer = _NO_ANSWER.search(line) is None
            elif is_ended_by_blank_lines and not line.strip():
                is_answer = True
            kept.append(line if is_answer else "other")
        yield "\n".join(kept)


def _letters(text: str, puzzle: Puzzle) -> Iterator[str]:
    """With the first value for A, the second for B, and so on, in words of one letter, or of as
    many as a row has cells.
    """
    values = {chr(ord("a") + at): str(value) for at, value in enumerate(puzzle.values[:26])}
    word = rf"\b[{''.join(values)}](?:[{''.join(values)}]{{{puzzle.columns - 1}}})?\b"

    def read(letters: re.Match[str]) -> str:
        return " ".join(values[letter] for letter in letters[0].lower())

    yield re.sub(word, read, text, flags=re.IGNORECASE | re.ASCII)


def _other_lists(text: str, puzzle: Puzzle) -> Iterator[str]:
    yield from lists_by_kind(text)


def _lone_numbers(text: str, puzzle: Puzzle) -> Iterator[str]:
    """Without the numbers alone in a line that are no values, where a board has one cell and
    another such number is a value.
    """
    lines = text.split("\n")
    numbers = {line: int(line) for line in lines if line.strip().isdecimal() and len(line) < 20}
    if len(puzzle.cells) == 1 and not set(puzzle.values).isdisjoint(numbers.values()):
        yield "\n".join(
            "" if numbers.get(line, puzzle.values[0]) not in puzzle.values else line
            for line in lines
        )


_NAMED_CELL = re.compile(r"\b([A-Z])(\d{1,2})['\"]?\s*[:=]>?\s*(?=-?\d)")


def _turned_names(text: str, puzzle: Puzzle) -> Iterator[str]:
    """With the letters of A1: 3 as rows; then, as columns. What had x and y is printed so, too."""
    for row, column in ((0, 1), (1, 0)):

        def numbered(cell: re.Match[str], row: int = row, column: int = column) -> str:
            sides = (ord(cell[1]) - ord("A") + 1, cell[2])
            return f"r{sides[row]}c{sides[column]} = "

        yield _NAMED_CELL.sub(numbered, text)


def _decimal_commas(text: str, puzzle: Puzzle) -> Iterator[str]:
    """Without the zeros of ``3,0`` and ``3,00``, as some languages write 3.0."""
    yield re.sub(r"\b(\d+),0+\b", r"\1", text)


DOUBTS: tuple[Doubt, ...] = (
    Doubt("a number alone in a line looks like a cell: say what it counts", _lone_numbers),
    Doubt(
        "lists beside the answers look like boards: leave them out, or use --answer-regex",
        _other_lists,
    ),
    Doubt(
        "text under other headings than the answers looks like boards: leave it "
        "out, or use --answer-regex",
        _under_other_words,
    ),
    Doubt("the boards seem to be side by side: print each below the one before", _side_by_side),
    Doubt("the boards seem to be in one line: end the line after each row", _in_one_line),
    Doubt(
        "the first number of each line seems to count boards or rows: leave it out", _numbered_lines
    ),
    Doubt(
        "A1, or x and y, may name a row or a column first: print r1c2 = 3, or row and col",
        _turned_names,
    ),
    Doubt("the values seem to be letters: print numbers", _letters),
    Doubt("the values seem to have decimals after a comma: print whole numbers", _decimal_commas),
)
