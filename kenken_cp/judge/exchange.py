"""What a solver was given, byte for byte, and what it printed: enough to run it again by hand."""

import codecs
import os
import re
import shlex
from enum import StrEnum
from pathlib import Path

from kenken_cp.frozen import frozen

MAX_KEPT_BYTES = 1 << 16
"""Bytes of an output that are kept to be shown and saved."""

_KEPT_ENDING = MAX_KEPT_BYTES // 4

LEFT_OUT = " bytes left out)"
"""What is written in the place of the middle of a very long output."""


def kept(output: bytes) -> bytes:
    """An output without the middle of a very long one."""
    left_out = len(output) - MAX_KEPT_BYTES
    if left_out <= 0:
        return output
    gap = f"\n... ({left_out}{LEFT_OUT}\n".encode()
    return output[: MAX_KEPT_BYTES - _KEPT_ENDING] + gap + output[-_KEPT_ENDING:]


PLACES = ("input", "output", "puzzle", "size", "rows", "columns")
PLACE = re.compile(rf"\{{({'|'.join(PLACES)})\}}")
"""The placeholders in the words of a command."""


class Channel(StrEnum):
    """How a puzzle is given to a solver."""

    FILE = "file"
    ARGUMENT = "argument"
    STANDARD_INPUT = "standard input"
    CALL = "call"
    """The argument of a Python function."""


@frozen
class Exchange:
    """What went between us and a solver in one run.

    Args:
        words: the command, with ``{input}``, ``{output}`` and ``{puzzle}`` in it; none for a call.
        given: the puzzle as it was given.
        suffix: of a file that holds it, such as ``json``.
        printed: its standard output, as ``kept`` leaves it.
        written: so the file for its answer; or the beginning of the value that a call returned;
            None if there is neither.
        error: the end of its standard error.
        unread: whether it ended without reading its standard input, where the puzzle was.
    """

    channel: Channel
    words: tuple[str, ...]
    given: str
    suffix: str
    printed: bytes = b""
    written: bytes | None = None
    error: bytes = b""
    unread: bool = False

    @property
    def only_printed(self) -> bool:
        """Whether it is a function that returned None, and printed something."""
        returned_none = self.channel is Channel.CALL and self.written == b"None"
        return returned_none and bool(self.printed.strip())

    @property
    def hint(self) -> str:
        """What the user may have forgotten to write; empty if there is nothing to suspect."""
        if not self.unread:
            return ""
        return (
            "It read nothing from its standard input, where the puzzle was. If it takes a file, "
            f"write {shell_word(' '.join(map(shell_word, self.words)) + ' {input}')}"
        )

    def saved(self, start: Path) -> str:
        """Writes it into files whose names begin alike; returns the command, for a shell, that
        runs the solver on them, or an empty text if that is a call. OSError if it cannot.
        """
        files = {f"input.{self.suffix}": self.given.encode(), "output.txt": self.printed}
        if self.written is not None:
            files["answer.txt"] = self.written
        if self.error:
            files["error.txt"] = self.error
        for ending, content in files.items():
            start.with_name(f"{start.name}.{ending}").write_bytes(content)
        given = str(start.with_name(f"{start.name}.input.{self.suffix}"))
        answer = str(start.with_name(f"{start.name}.answer.txt"))
        if self.channel is Channel.CALL:
            return ""
        again = " ".join(_filled_word(word, given, answer) for word in self.words)
        if self.channel is Channel.STANDARD_INPUT:
            again += f" < {shell_word(given)}"
        return again


def _filled_word(word: str, given: str, answer: str) -> str:
    """A word of a command for a shell, with files in the places of the puzzle and the answer."""
    meanings = {"input": shell_word(given), "output": shell_word(answer)}
    meanings["puzzle"] = f'"$(cat {shell_word(given)})"'
    # A text, a place, a text, ...; the texts may be empty.
    parts = PLACE.split(word)
    shown = [
        meanings.get(part, f"{{{part}}}") if number % 2 else shell_word(part) if part else ""
        for number, part in enumerate(parts)
    ]
    return "".join(shown) or "''"


def shell_word(text: str) -> str:
    """A text as one word for a shell, in characters that can be printed."""
    if text.isprintable():
        return shlex.quote(text)
    codes = os.fsencode(text)
    escaped = "".join(
        chr(code) if 32 <= code < 127 and chr(code) not in "'\\" else f"\\{code:03o}"
        for code in codes
    )
    return f"$'{escaped}'"


def decoded(output: bytes) -> str:
    """What a program printed, as text: UTF-8 as far as it goes, or UTF-16 if a mark says so."""
    marked = output.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    # Bytes that happen to begin like the mark are other text; that has no zeros in it.
    encoding = "utf-16" if marked and b"\0" in output else "utf-8-sig"
    return output.decode(encoding, errors="replace")
