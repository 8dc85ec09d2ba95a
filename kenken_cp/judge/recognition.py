"""What a record of the recognition table holds.

Whatever solvers print is recognised by records of one form, in four parts of one table: what is
written around answers (``plain_text``), lines of boards (``lines``), values of cells (``entries``),
and what is said in words (``wordings``). A test walks the whole table and reads the example of
each record.
"""

from enum import Enum
from typing import Generic, TypeVar

from kenken_cp.frozen import frozen

Pattern = TypeVar("Pattern")


class Meaning(Enum):
    """What a recognised text is read as."""

    REPLACED = "nothing: something else is read in its place"
    ROWS = "rows of a board"
    COLUMN = "a column of a board"
    VALUE = "the value of the next cell of a board"
    BLANK = "a gap between the parts of a board, or between boards"
    DECORATION = "a line that belongs to a board, and holds none of it"
    WORDS = "the end of a board"
    ENTRY = "the value of one cell"
    NONE = "there is no solution"
    NO = "there is no solution; or, where that is the question, there is not exactly one"
    YES = "where that is the question, there is exactly one solution"
    HEADING = "the number of the solution that follows it"
    SOME = "there is a solution"
    NO_MORE = "there are no solutions but those before it"
    OTHERS = "how many solutions there are but those before it"
    EXACT = "the number of all solutions, however many were found"
    EMPTY = "there is no solution; but if there are said to be some, a board without values"
    OBJECT = "something that was printed by its type or its address, without its values"
    CUT = "values that were left out where many were printed"
    COUNT = "the number of solutions; the last one stated is believed"
    TOTAL = "the number of solutions, if no other is stated; the last one is believed"
    BARE_TOTAL = "the same, beside grids too, if there is one such line: it counts nothing else"
    LONE_COUNT = "the number of solutions, if there is one such line and no other number"
    UNIQUE = "there is exactly one solution"
    NOT_UNIQUE = "there is not exactly one solution"
    SEVERAL = "there is more than one solution"
    ERROR = "there is no answer"


@frozen
class Recognition(Generic[Pattern]):
    """One thing that solvers print, and what it is read as.

    Args:
        name: what is printed, for people.
        pattern: what finds it: a regular expression, or a function. It takes time of the length of
            the text, whatever the text is: repetitions that could share characters with what
            follows them are possessive.
        example: a text that it recognises; of a 4x4 board, where it is of a board.
        value: what the example says: a number, rows, a cell and its value, or what is read in its
            place.
    """

    name: str
    meaning: Meaning
    pattern: Pattern
    example: str
    value: object = None
