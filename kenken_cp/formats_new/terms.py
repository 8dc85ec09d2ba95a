"""Lists of terms in source text, such as those of Haskell and Prolog, read word by word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from kenken_cp.errors import FormatError
from kenken_cp.formats_new.tokens import Token, numbered_lines

_T = TypeVar("_T")


class Words:
    """The words of a text, one of which is in view; behind the last there is one without text.

    Args:
        lines: of the text.
        pattern: of a word, or, in its first group, of white space and comments.
    """

    def __init__(self, lines: Iterable[str], pattern: re.Pattern[str]) -> None:
        self._words = _words("\n".join(line.text for line in numbered_lines(lines)), pattern)
        self.next = next(self._words)

    def __bool__(self) -> bool:
        """Whether there is another word."""
        return bool(self.next.text)

    def take(self) -> Token:
        """The word in view; the one after it comes into view."""
        word = self.next
        self.next = next(self._words, word)
        return word

    def accept(self, text: str) -> bool:
        """Takes a word if it comes now."""
        comes = self.next.text == text
        if comes:
            self.take()
        return comes

    def expect(self, text: str) -> None:
        """Takes the word that must come now."""
        if not self.accept(text):
            raise self.unexpected(repr(text))

    def unexpected(self, expected: str) -> FormatError:
        """The error of a word in view that is not what was expected."""
        if not self:
            return self.next.error(f"the text ends; expected {expected}")
        return self.next.unlike(expected)

    def listed(self, read_item: Callable[[], _T]) -> list[_T]:
        """What is read from each item of ``[item, item]``, of which there is at least one."""
        self.expect("[")
        found = [read_item()]
        while self.accept(","):
            found.append(read_item())
        self.expect("]")
        return found


def _words(text: str, pattern: re.Pattern[str]) -> Iterator[Token]:
    line, start = 1, 0
    for match in pattern.finditer(text):
        if match[1] is None:
            yield Token(match[0], line, match.start() - start + 1)
        elif "\n" in match[0]:
            line += match[0].count("\n")
            start = match.start() + match[0].rindex("\n") + 1
    yield Token("", line, len(text) - start + 1)
