"""What a text says in words about the number of solutions, by the table of ``wordings``."""

import re
from collections import deque
from itertools import islice

from kenken_cp.frozen import frozen
from kenken_cp.judge.recognition import Meaning
from kenken_cp.judge.wordings import NUMBER_WORDS, STATEMENTS

_MAX_SENTENCE = 200
_MAX_SPOKEN = 10_000
"""Characters at either end of a line in which something may be said in words."""
_MAX_DIGITS = 18
"""Digits of a number that is read; no count of solutions of ours has more."""


_FOUND_BY = {
    meaning: re.compile(
        "|".join(record.pattern for record in STATEMENTS if record.meaning is meaning),
        re.IGNORECASE | re.MULTILINE,
    )
    for meaning in {record.meaning for record in STATEMENTS}
}
_COMPOUND_NAME = re.compile(r"(?<=[a-z])(?:_(?=[a-z])|(?=[A-Z]))")
"""Where a name such as num_solutions or isUnique is put together."""


_WORDS = re.compile(r"^(?:[^A-Za-z\n]*+[A-Za-z].*|[^\w\n]{2,80})$", re.MULTILINE)
"""A line that may say something: one with words in it, or a short one of brackets."""

_WORD_STEM = re.compile(
    r"sol|answer|grid|board|satisf|sat\b|feasib|possib|unique|more than|ambig|many|multip"
    r"|several|single|count|total|found|models|error|exception|panic|traceback|usage|cannot|can't"
    r"|could|unable|failed|no such|consistent|contradict|none|nil|null|nothing|no\b|not "
    r"|ways?\b|filling|completion|square|result"
    r"|false|true|yes|exactly|just one|invalid|optimal|success|only|more item|^ +at ",
    re.MULTILINE,
)
"""What is in whatever the records of words recognise, in lower case: most of a trace has none."""
_STEM = re.compile(rf"{_WORD_STEM.pattern}|[\[({{@<]|0x")
"""The same with the records of lists and objects, which need no word."""
_SHOWN_BY_SIGNS = frozenset({Meaning.EMPTY, Meaning.OBJECT})


@frozen
class Statements:
    """What the words of a text say about the number of solutions.

    Args:
        total: a number that may be the count, where that is not stated.
        bare_total: the same, beside grids too.
        unique: whether they say that there is exactly one.
        several: whether they say that there are more, not only that there is not exactly one.
        error: they say that there is no answer.
        yes: a line is the word yes or true, and nothing says more.
        no: a line is the word no or false, which may mean that there is none, or not exactly one.
        headings: how many solutions have their number above them, counted from 0 or 1.
        some: they say that there is a solution.
        no_more: they say that there are no others.
        more: how many others they say there are.
        exact: the number of all solutions, where it is not only said how many were found.
        empty: a list without anything in it was printed.
        denies_all: a sentence that is the last line, or the only one that says nothing else, says
            that there is no solution; one word may say that there are no more.
        is_object: something was printed without its values.
        is_cut: some of the values of something were left out.
    """

    none: bool = False
    count: int | None = None
    total: int | None = None
    bare_total: int | None = None
    unique: bool | None = None
    several: bool = False
    error: bool = False
    yes: bool = False
    no: bool = False
    headings: int = 0
    some: bool = False
    no_more: bool = False
    more: int | None = None
    exact: int | None = None
    empty: bool = False
    is_object: bool = False
    is_cut: bool = False
    denies_all: bool = False


def read_statements(text: str) -> Statements:
    """What the words of a text say about the number of solutions."""
    # Each line once, where it is last: a trace says the same a million times.
    lines = reversed(dict.fromkeys(map(_ends_of, reversed(_WORDS.findall(text)))))
    saying = (line for line in lines if _STEM.search(line.lower()))
    words = _COMPOUND_NAME.sub(" ", "\n".join(saying))
    meanings = _FOUND_BY if _WORD_STEM.search(words.lower()) else _SHOWN_BY_SIGNS
    said = {meaning for meaning in meanings if _FOUND_BY[meaning].search(words)}
    several = Meaning.SEVERAL in said
    unique = True if Meaning.UNIQUE in said else None
    if several or Meaning.NOT_UNIQUE in said:
        unique = False
    total = _last_number(words, Meaning.TOTAL) if Meaning.TOTAL in said else None
    if total is None:
        total = _only_number(text, Meaning.LONE_COUNT)
    return Statements(
        none=bool(said & {Meaning.NONE, Meaning.EMPTY, Meaning.NO}),
        count=_last_number(words, Meaning.COUNT) if Meaning.COUNT in said else None,
        total=total,
        bare_total=_only_number(words, Meaning.BARE_TOTAL) if Meaning.BARE_TOTAL in said else None,
        unique=unique,
        several=several,
        error=Meaning.ERROR in said,
        headings=_headings(words) if Meaning.HEADING in said else 0,
        some=Meaning.SOME in said,
        no_more=Meaning.NO_MORE in said,
        more=_only_number(words, Meaning.OTHERS) if Meaning.OTHERS in said else None,
        exact=_last_number(words, Meaning.EXACT) if Meaning.EXACT in said else None,
        yes=Meaning.YES in said,
        no=Meaning.NO in said and Meaning.NONE not in said,
        empty=Meaning.EMPTY in said,
        is_object=Meaning.OBJECT in said,
        is_cut=Meaning.CUT in said,
        denies_all=Meaning.NONE in said and (_ends_with_none(text) or _says_once_none(text)),
    )


def _ends_of(line: str) -> str:
    """A line without the middle of a very long one: a million values may stand in it."""
    return line if len(line) <= 2 * _MAX_SPOKEN else line[:_MAX_SPOKEN] + line[-_MAX_SPOKEN:]


def _ends_with_none(text: str) -> bool:
    last = text.rstrip().rpartition("\n")[2]
    is_sentence = len(last) < _MAX_SENTENCE and len(last.split()) > 1
    return is_sentence and _FOUND_BY[Meaning.NONE].search(last) is not None


_FILLER = re.compile(
    r"an?|any|are|be|board|can|error|exists?|found|grid|has|have|i|is|it|none|of|possible|problem"
    r"|puzzle|result|sorry|status|the|there|this|to|was|were"
)
"""Words beside which a line says nothing but that there is no solution."""


def _says_once_none(text: str) -> bool:
    """Whether exactly one line says so in a sentence, and nothing else: a trace of dead ends says
    more in a line, or says it again and again.
    """
    found = 0
    for line in text.split("\n"):
        if len(line) > _MAX_SENTENCE or (none := _FOUND_BY[Meaning.NONE].search(line)) is None:
            continue
        beside = re.findall(r"\w+", f"{line[: none.start()]} {line[none.end() :]}")
        is_sentence = len(line.split()) > 1
        found += is_sentence and all(_FILLER.fullmatch(word.lower()) for word in beside)
        if found > 1:
            return False
    return found == 1


def _headings(words: str) -> int:
    """How many headings count solutions one by one; 0 if other numbers stand there."""
    numbers = {int(number) for number in _FOUND_BY[Meaning.HEADING].findall(words)}
    first = min(numbers)
    return len(numbers) if first <= 1 and max(numbers) - first == len(numbers) - 1 else 0


def _last_number(words: str, meaning: Meaning) -> int | None:
    last = deque(_FOUND_BY[meaning].finditer(words), maxlen=1)
    return read_number(next(filter(None, last[0].groups()))) if last else None


def _only_number(words: str, meaning: Meaning) -> int | None:
    """The number of the only line of a kind; None if there are others."""
    found = list(islice(_FOUND_BY[meaning].finditer(words), 2))
    return read_number(next(filter(None, found[0].groups()))) if len(found) == 1 else None


def read_number(digits: str) -> int | None:
    """A number that may have separators in it, or a word; None if it is too long for a count."""
    if (number := NUMBER_WORDS.get(digits.lower())) is not None:
        return number
    plain = re.sub(r"\D", "", digits)
    return int(plain) if 0 < len(plain) <= _MAX_DIGITS else None
