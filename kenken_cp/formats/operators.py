"""How formats spell operators, and the reading and writing of clues such as ``12*``.

Each format has a mapping from operators to its words for them. What people type or paste for the
signs of the four operators, such as ``×`` and ``÷``, is the same in all formats.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from kenken_cp.formats.tokens import INTEGER, Token
from kenken_cp.model.operators import ADD, DIVIDE, GIVEN, MULTIPLY, SUBTRACT, Operator
from kenken_cp.model.puzzle import Cage

HIDDEN = "?"
"""What stands for an operator that is not shown, where a bare number could mean another thing."""

OperatorWords = Mapping[Operator, tuple[str, ...]]
"""Words of a format for its operators: first the one that is written, then others that are read."""

FOUR: OperatorWords = {ADD: ("+",), SUBTRACT: ("-",), MULTIPLY: ("*",), DIVIDE: ("/",)}
"""The four signs as nearly all formats write them."""

_TYPED = {"+": "➕", "-": "−–➖", "*": "×·∗⋅✕✖", "x": "×·∗⋅✕✖", "/": "÷∕∶➗"}
"""Signs that mean one of ASCII and nothing else; a clue is never changed by reading them."""

_CLUE = re.compile(rf"({INTEGER})[ \t]*(\S*)")


def reading_table(operators: OperatorWords) -> dict[str, Operator]:
    """The operator of each word that a format reads; words of letters also in other case.

    Where two operators share a word (a given is ``+`` in some), the one on several cells is found:
    a cage of one cell is a given, however it is spelled.
    """
    found: dict[str, Operator] = {}
    for operator, words in operators.items():
        for word in words:
            for each in dict.fromkeys((word, word.lower(), word.upper(), word.capitalize())):
                if found.get(each, GIVEN) is GIVEN:
                    found[each] = operator
    for sign, typed in _TYPED.items():
        for other in typed if sign in found else ():
            found.setdefault(other, found[sign])
    return found


def read_operator(word: Token, table: Mapping[str, Operator]) -> Operator:
    """The operator of a word; FormatError for one that is not in the table."""
    operator = table.get(word.text)
    if operator is None:
        known = " ".join(each for each in table if each.isascii() and each == each.lower())
        if not word.text:
            raise word.error(f"no operator; expected one of {known}")
        raise word.unlike(f"one of {known}", "operator")
    return operator


def split_clue(clue: Token) -> tuple[int, Token]:
    """The target of a clue and the word behind it, which has no text if there is none."""
    match = clue.matched(_CLUE, "a target and an operator, as in 12*", "clue")
    return clue.group(match, 1).integer("target"), clue.group(match, 2)


def read_clue(
    clue: Token, table: Mapping[str, Operator], cells: int
) -> tuple[int, Operator | None]:
    """Target and operator of ``12*`` or ``12 *``; None for a bare number on several cells."""
    target, word = split_clue(clue)
    if not word.text:
        return target, GIVEN if cells == 1 else None
    return target, read_operator(word, table)


def operator_word(cage: Cage, operators: OperatorWords) -> str:
    """A format's word for the operator of a cage, nothing for one that is hidden or has no word.

    The record's ``holds`` has been checked before: only a given may have no word.
    """
    words = operators.get(cage.operator) if cage.operator else None
    return words[0] if words else ""


def clue_text(cage: Cage, operators: OperatorWords) -> str:
    """The clue of a cage, ``12*``; a bare number for a given and a hidden operator."""
    if cage.operator is GIVEN:
        return str(cage.target)
    return f"{cage.target}{operator_word(cage, operators)}"
