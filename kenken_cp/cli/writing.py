"""Puzzles as text, for the commands that write them: which format, and JSON inside of events."""

from __future__ import annotations

from json import loads
from pathlib import Path
from typing import Any

from kenken_cp import formats
from kenken_cp.encode.exports import EXPORTS
from kenken_cp.errors import KenKenError
from kenken_cp.formats import FORMATS
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import listed, path_name


def problem(puzzle: Puzzle) -> Any:
    """A puzzle in JSON, as the format of that name has it."""
    return loads(formats.dumps(puzzle, "json"))


def format_of(to: str | None, path: Path | None) -> formats.Format:
    """The format that is asked for, or else that which the ending of the file names, or native for
    one of texts of all kinds; KenKenError for any other ending.
    """
    if to is not None:
        if to in EXPORTS:
            raise KenKenError(f"--to {to}: a model for other solvers, which only convert writes")
        return FORMATS.named(to)
    ending = "" if path is None else path.suffix[1:].lower()
    if ending in ("", "txt"):
        return FORMATS.named("native")
    by_name = FORMATS.get(ending)
    found = [by_name] if by_name is not None else [e for e in FORMATS if e.suffix == ending]
    if len(found) == 1:
        return found[0]
    names = listed((known.name for known in found), "or")
    expected = f"--to {names}" if found else "--to FORMAT (see: kenken-cp list formats)"
    what = "several formats have" if found else "no format has"
    raise KenKenError(f"--output {path_name(path)}: {what} this ending; expected {expected}")
