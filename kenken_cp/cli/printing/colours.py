"""Colours by meaning on a terminal: the same in drawn boards and in sentences.

They are readable on light and on dark ground (a contrast of 3.7 and more with black and with white,
where the terminal has 256 colours), colour-blind people distinguish blue from orange, and each
says nothing that is not there without it: a clue has its corner, a given is bold, what differs has
an asterisk, what is eliminated a cross or the word ``not``.
"""

import os
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TextIO

from kenken_cp.render.shapes import Role
from kenken_cp.render.text import unpainted

_IN_256_COLOURS = {
    Role.CLUE: "38;5;30",  # teal
    Role.GIVEN: "1",
    Role.ENTRY: "38;5;32",  # blue
    Role.MARKED: "1;38;5;166",  # orange
    Role.ELIMINATED: "38;5;166",
}
_IN_EIGHT_COLOURS = {
    # Green, blue and yellow of eight are hardly readable on one of the grounds.
    Role.CLUE: "2",
    Role.GIVEN: "1",
    Role.ENTRY: "1",
    Role.MARKED: "1;31",
    Role.ELIMINATED: "31",
}

_CODE = re.compile(r"\x1b\[[0-9;]*m")


def paint_for(stream: TextIO) -> Callable[[str, Role], str]:
    """The paint for what is printed on a stream: none but on a terminal that has colours, and none
    if they are declined (NO_COLOR).
    """
    terminal, declined = os.environ.get("TERM", ""), os.environ.get("NO_COLOR")
    if not stream.isatty() or declined or terminal == "dumb":
        return unpainted
    many = "256" in terminal or "direct" in terminal or os.environ.get("COLORTERM")
    colours: Mapping[Role, str] = _IN_256_COLOURS if many else _IN_EIGHT_COLOURS

    def paint(text: str, role: Role) -> str:
        return f"\x1b[{colours[role]}m{text}\x1b[0m" if role in colours else text

    return paint


def uncoloured(text: str) -> str:
    """A text as wide as it is seen."""
    return _CODE.sub("", text)


_VALUES = r"-?\d+(?:(?:,|\s+or|\s+and)\s+-?\d+\b)*"
_CELL = r"\br\d+c\d+"


@cache
def _meanings() -> tuple[tuple[Role, re.Pattern[str]], ...]:
    """What of our sentences is a clue, what is eliminated, and what is filled in: the second group.
    Compiled when something is painted, which in a pipe nothing is.
    """
    return (
        (Role.CLUE, re.compile(rf"()(?<!\S)(-?\d\S*)(?=\s+at\s+{_CELL})")),
        (
            Role.ELIMINATED,
            re.compile(
                r"(\b(?:is|are)\s+not\s+|\bno\s+use\s+for\s+|\bno\s+other\s+cell\s+of\s[^.;:]*?\sis\s+"
                rf"|\bNo\s+way\s+to\s+make\s[^.;:]*?\shas\s+)({_VALUES})"
            ),
        ),
        (
            Role.ENTRY,
            re.compile(
                rf"({_CELL}\s+(?:(?:=|is|can\s+be|can\s+only\s+be)\s+)?)"
                r"(-?\d+)(?=[.;,)]|\s+and\s+r\d|\s*$)"
            ),
        ),
    )


def in_colours(sentence: str, paint: Callable[[str, Role], str]) -> str:
    """A sentence of ours, perhaps on several lines, painted."""
    if paint is unpainted:
        return sentence
    for role, pattern in _meanings():

        def painted(found: re.Match[str], role: Role = role) -> str:
            return found[1] + paint(found[2], role)

        sentence = pattern.sub(painted, sentence)
    return sentence
