"""Matches of a user's expression, found in a process of its own: an expression may backtrack for
ever, and nothing else can end that.
"""

import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from kenken_cp.errors import KenKenError
from kenken_cp.judge.processes import RunEnd, RunLimits, run
from kenken_cp.search.protocol import StopSignal
from kenken_cp.text import quoted

_LIMITS = RunLimits(seconds=10.0, memory=1 << 30, output=64 << 20)
"""For all matches in one text: an expression that does not backtrack takes less than a second, and
its matches are no longer than the text.
"""

_PROGRAM = """
import json, re, sys
text = sys.stdin.buffer.read().decode()
for match in re.compile(sys.argv[1], re.MULTILINE).finditer(text):
    print(json.dumps([match.group(), match.groupdict()]))
"""
"""It imports nothing of ours, and so begins at once."""


class MatchingError(KenKenError):
    """An expression that takes too long, whatever it is looked for in."""


class Match(NamedTuple):
    """One match, and its groups by their names; those that are not in it are None."""

    text: str
    groups: dict[str, str | None]


def answer_pattern(text: str) -> re.Pattern[str]:
    """The compiled expression of ``--answer-regex``; KenKenError if it is none."""
    try:
        return re.compile(text, re.MULTILINE)
    except re.error as error:
        raise KenKenError(f"not a regular expression: {quoted(text)}: {error}") from None
    except (OverflowError, RecursionError):
        raise KenKenError(f"not a regular expression: {quoted(text)}: too large") from None


def matches(text: str, pattern: re.Pattern[str], stop: StopSignal) -> Iterator[Match]:
    """Every match in a text, in order; those until ``stop`` was given.

    Raises:
        MatchingError: if finding them takes too long.
        KenKenError: for more of them than are read.
    """
    with tempfile.TemporaryDirectory(prefix="kenken-cp-", ignore_cleanup_errors=True) as folder:
        path = Path(folder, "printed.txt")
        path.write_bytes(text.encode(errors="replace"))
        words = [sys.executable, "-I", "-S", "-c", _PROGRAM, pattern.pattern]
        ran = run(words, path, _LIMITS, stop)
    expression = f"the expression {quoted(pattern.pattern)}"
    if ran.ended in (RunEnd.TIMEOUT, RunEnd.MEMORY) or (ran.ended is RunEnd.EXITED and ran.code):
        raise MatchingError(
            f"{expression} takes more than {_LIMITS.seconds:g} s, or 1 GB, to search "
            f"{len(text)} printed characters; expected one that backtracks less, without "
            "nested repetition"
        )
    for line in ran.output.splitlines():
        if line.endswith(b"]"):  # the last may be cut off
            yield Match(*json.loads(line))
    if ran.ended is RunEnd.FLOODED:
        raise KenKenError(f"{expression} has more matches than are read")
