"""Clues and operators as formats spell them, read and written."""

from __future__ import annotations

import re
from contextlib import suppress

from kenken_cp.errors import FormatError, UnknownNameError
from kenken_cp.formats._words import Word, located
from kenken_cp.formats._writable import cannot, check_target
from kenken_cp.model.operators import GIVEN, OPERATORS, Operator, operator_named
from kenken_cp.model.puzzle import Cage
from kenken_cp.patterns import regex
from kenken_cp.text import quoted

HIDDEN = "?"
"""What stands for an operator that is not shown, where a bare number could mean another thing."""
_CLUE = regex(r"([-−–]?[0-9]++)\s*+(\S*+)")


def parse_clue(word: Word) -> tuple[int, Operator | None]:
    """A target and an operator, None for a bare number: ``11+``, ``12 ×``, ``2mod``, ``24``."""
    _expect_digits(word.stripped)
    target, operator = split_clue(word)
    with located(word):
        return target, parse_shown(operator.text)


def split_clue(word: Word) -> tuple[int, Word]:
    """A target, and the word behind it, of no text if there is none."""
    clue = word.stripped
    match = clue.matched(_CLUE, "a target and an operator, as in 11+", "clue")
    target = clue.instead(match[1]).integer("target")
    return target, clue.group(match, 2)


_FOR_DIGITS, _DIGITS = "OoIl", "0011"
"""Letters that are typed for digits, and the digits that they look like."""


def _expect_digits(clue: Word) -> None:
    """FormatError for ``2O*``, a clue only if its letters are digits."""
    meant = clue.text.translate(str.maketrans(_FOR_DIGITS, _DIGITS))
    if meant != clue.text and not _is_shown(clue.text) and _is_shown(meant):
        raise clue.error(f"clue {quoted(clue.text)} has letters for digits; is {meant} meant?")


def _is_shown(text: str) -> bool:
    """Whether it is a target and an operator."""
    with suppress(UnknownNameError):
        return bool((match := _CLUE.fullmatch(text)) and parse_shown(match[2]))
    return False


def parse_shown(spelling: str) -> Operator | None:
    """The operator of a clue; None if it is hidden, by ``?`` or by nothing; UnknownNameError."""
    if spelling in ("", HIDDEN):
        return None
    return _known(spelling) or operator_named(spelling)


def is_operator(word: str) -> bool:
    """Whether a word, of small letters or capitals, is an operator."""
    return _known(word) is not None


def _known(word: str) -> Operator | None:
    return OPERATORS.get(word) or OPERATORS.get(word.lower())


def clue_text(cage: Cage, name: str) -> str:
    """The clue of a cage as ``parse_clue`` reads it; FormatError if it could not be read back."""
    check_target(cage, name)
    if cage.operator is None or cage.operator is GIVEN:
        return cage.clue
    with suppress(FormatError):
        if parse_clue(Word(cage.clue, 1)) == (cage.target, cage.operator):
            return cage.clue
    raise cannot(name, f"the operator {cage.operator.name!r} of the cage {cage}")


_OTHER_SIGNS = {"*": "×·xX∗⋅✕✖", "x": "×·X∗⋅✕✖", "/": "÷∕∶➗", "-": "−–➖", "+": "➕"}
"""Signs that people type, or paste, for one that a format has, and that mean nothing else."""


@OPERATORS.remembered(1 << 8, lambda spelled: 400 * len(spelled))  # a reader asks for each clue
def spelled_operators(name: str) -> dict[str, list[Operator]]:
    """The operators that each word of a format stands for: several on other numbers of cells."""
    found: dict[str, list[Operator]] = {}
    for operator in OPERATORS:
        for spelling in operator.spelled_in(name):
            found.setdefault(spelling, []).append(operator)
    for sign, others in _OTHER_SIGNS.items():
        for other in others if sign in found else ():
            found.setdefault(other, found[sign])
    for spelling in [each for each in found if len(each) > 1]:
        found.setdefault(spelling.upper(), found[spelling])
        found.setdefault(spelling.capitalize(), found[spelling])
    return found


@OPERATORS.remembered(1 << 8, len)
def any_spelling(name: str) -> str:
    """A regular expression that matches any word a format has for an operator."""
    longest_first = sorted(spelled_operators(name), key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, longest_first))})"


def parse_operator(word: Word, name: str, cells: int) -> Operator:
    """The operator that a word of the format ``name`` stands for on that many cells."""
    operator = spelled_operator(word.text, name, cells)
    if operator is None:
        known = " ".join(
            each
            for each, operators in spelled_operators(name).items()
            if any(each in operator.spelled_in(name) for operator in operators)
        )
        raise word.unlike(f"one of {known}", "operator")
    return operator


@OPERATORS.remembered(1 << 12, lambda _: 200)
def spelled_operator(spelling: str, name: str, cells: int) -> Operator | None:
    """The same of a spelling without a place; None if the format does not know it."""
    operators = spelled_operators(name).get(spelling)
    if operators is None:
        return None
    if len(operators) == 1:
        return operators[0]
    return max(operators, key=lambda operator: operator.stands_on(cells))


def operator_word(cage: Cage, name: str, *, alone: bool = False) -> str:
    """A format's word for the operator of a cage; FormatError if none would be read back as it.

    A word that stands ``alone``, as in quotation marks, may have digits and blanks in it.
    """
    if cage.operator is None:
        raise cannot(name, f"the hidden operator of the cage {cage}")
    word = next(iter(cage.operator.spelled_in(name)), "")
    # A word with a digit in it could run into the target.
    if word and (alone or not any(char.isdigit() or char.isspace() for char in word)):
        with suppress(FormatError):
            if parse_operator(Word(word, 1), name, len(cage.cells)) is cage.operator:
                return word
    raise cannot(name, f"the operator {cage.operator.name!r} of the cage {cage}")
