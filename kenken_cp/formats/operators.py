"""How formats spell operators, and the reading and writing of clues such as ``12*``.

Each format has a mapping from operators to its words for them. What people type or paste for the
signs of the four operators, such as ``×`` and ``÷``, is the same in all formats.
"""

from __future__ import annotations

import re
from functools import cached_property

from kenken_cp.formats.tokens import INTEGER, Token
from kenken_cp.model.operators import ADD, DIVIDE, GIVEN, MULTIPLY, SUBTRACT, Operator
from kenken_cp.model.puzzle import Cage

HIDDEN = "?"
"""What stands for an operator that is not shown, where a bare number could mean another thing."""

_TYPED = {"+": "➕", "-": "−–➖", "*": "×·∗⋅✕✖", "x": "×·∗⋅✕✖", "/": "÷∕∶➗"}
"""Signs that mean one of ASCII and nothing else; a clue is never changed by reading them."""

_CLUE = re.compile(rf"({INTEGER})[ \t]*(\S*)")


class OperatorWords(dict[Operator, tuple[str, ...]]):
    """Words of a format for its operators: first what is written, then what else is read.

    Words of letters are read in other case, too.
    """

    @cached_property
    def by_word(self) -> dict[str, Operator]:
        """The operator of each word that is read. Where two operators share a word (a given is
        ``+`` in some), it is the one for several cells: a cage of one cell is always a given.
        """
        by_word: dict[str, Operator] = {}
        for operator, words in self.items():
            for word in words:
                for each in dict.fromkeys((word, word.lower(), word.upper(), word.capitalize())):
                    if by_word.get(each, GIVEN) is GIVEN:
                        by_word[each] = operator
        for sign, typed in _TYPED.items():
            for other in typed if sign in by_word else ():
                by_word.setdefault(other, by_word[sign])
        return by_word

    def read(self, word: Token) -> Operator:
        """The operator of a word; FormatError for one that is not read."""
        operator = self.by_word.get(word.text)
        if operator is None:
            known = [each for each in self.by_word if each.isascii() and each == each.lower()]
            expected = f"one of {' '.join(known)}"
            if not word.text:
                raise word.error(f"no operator; expected {expected}")
            raise word.unlike(expected, "operator")
        return operator

    def read_clue(self, clue: Token, cells: int) -> tuple[int, Operator | None]:
        """Target and operator of ``12*`` or ``12 *``; None for a bare number on several cells."""
        target, word = split_clue(clue)
        if not word.text:
            return target, GIVEN if cells == 1 else None
        return target, self.read(word)

    def write(self, cage: Cage) -> str:
        """The word for the operator of a cage, nothing for one that is hidden or has no word.

        The record's ``holds`` has been checked before: only a given may have no word.
        """
        words = self.get(cage.operator) if cage.operator else None
        return words[0] if words else ""


FOUR = OperatorWords({ADD: ("+",), SUBTRACT: ("-",), MULTIPLY: ("*",), DIVIDE: ("/",)})
"""The four signs as nearly all formats write them."""


def split_clue(clue: Token) -> tuple[int, Token]:
    """The target of a clue and the word behind it, which has no text if there is none."""
    match = clue.matched(_CLUE, "a target and an operator, as in 12*", "clue")
    return clue.of_group(match, 1).integer("target"), clue.of_group(match, 2)
