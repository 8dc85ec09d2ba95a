"""Text in lines, for boards and for pages of paper."""

import re
from collections.abc import Callable


def wrapped(text: str, fits: Callable[[str], bool]) -> list[str]:
    """A text in as many lines as it takes; a word is broken only where it is longer than a line.

    Args:
        fits: whether a line is short enough.
    """
    lines: list[str] = []
    line = ""
    for word in re.findall(r"[\S\N{NO-BREAK SPACE}]+", text):
        longer = f"{line} {word}" if line else word
        if fits(longer):
            line = longer
            continue
        if line:
            lines.append(line)
        line = ""
        for char in word:
            if line and not fits(line + char):
                lines.append(line)
                line = ""
            line += char
    return [*lines, line] if line else lines
