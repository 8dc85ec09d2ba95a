"""The solver that a user named, a command or a Python function, and its reply to one puzzle."""

import os
import re
import shlex
import shutil
import sys
import tempfile
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path

from kenken_cp.clock import Clock
from kenken_cp.errors import KenKenError
from kenken_cp.formats import FORMATS, dumps
from kenken_cp.judge.processes import MAX_OUTPUT, Reply, RunEnd, RunLimits, decoded, run
from kenken_cp.model.puzzle import Puzzle

DEFAULT_FORMAT = "json"
"""The format in which a solver is given its puzzles, if nothing else is said."""

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_FUNCTION = re.compile(r"([A-Za-z_][\w.]*|.*\.py):([A-Za-z_][\w.]*)")


@dataclass(frozen=True, slots=True)
class Solver:
    """How a solver is run.

    Args:
        name: what the user wrote.
        words: the command; ``{input}`` in a word stands for the file with the puzzle, ``{output}``
            for the file for the answer. Without ``{input}`` it gets the puzzle on standard input.
        format: what puzzles are written in, as ``dumps`` takes it.
        is_function: whether it is a Python function, called by the command.
    """

    name: str
    words: tuple[str, ...]
    format: str = DEFAULT_FORMAT
    limits: RunLimits = field(default_factory=RunLimits)
    is_function: bool = False


def ask(solver: Solver, puzzle: Puzzle, clock: Clock) -> Reply:
    """Runs a solver on a puzzle.

    Raises:
        FormatError: if its format cannot hold the puzzle.
        KenKenError: if it cannot be started.
    """
    text = dumps(puzzle.bare, solver.format)  # the number of solutions would tell the answer
    with tempfile.TemporaryDirectory(prefix="kenken-cp-", ignore_cleanup_errors=True) as folder:
        suffix = FORMATS.named(solver.format).suffix
        given, answer = Path(folder, f"puzzle.{suffix}"), Path(folder, "answer.txt")
        given.write_text(text, encoding="utf-8", newline="\n")
        files = {"input": str(given), "output": str(answer)}
        words = [_PLACEHOLDER.sub(lambda m: files.get(m[1], m[0]), word) for word in solver.words]
        takes_file = any("{input}" in word for word in solver.words)
        reply = run(words, Path(os.devnull) if takes_file else given, solver.limits, clock)
        reply = replace(reply, given=text, printed="" if solver.is_function else reply.printed)
        if answer.is_file():
            with answer.open("rb") as file:
                written = decoded(file.read(MAX_OUTPUT))
                if file.read(1) and reply.ended is RunEnd.EXITED:
                    reply = replace(reply, ended=RunEnd.FLOODED)
            if written.strip():  # one that finds no solution may write nothing, and print it
                reply = replace(reply, printed=written)
    return reply


# --- by name ----------------------------------------------------------------------------------


def solver_named(text: str, format_name: str | None, limits: RunLimits) -> Solver:
    """The solver that a user named: ``package.module:function``, ``file.py:function``, or a command
    with its arguments.

    Args:
        format_name: what it reads; by default JSON, and a function a ``Puzzle`` unless its
            parameter is annotated as ``str``.

    Raises:
        KenKenError: if there is no such format, function or program, or no puzzle can be written
            in the format.
    """
    name = format_name or DEFAULT_FORMAT
    if FORMATS.named(name).writer is None:
        raise KenKenError(f"the {name} format is only read; expected one that puzzles are given in")
    if _FUNCTION.fullmatch(text) and (" " not in text or Path(text.rpartition(":")[0]).is_file()):
        return _function(text, format_name, limits)
    words = _words(text)
    for word in words:
        # With blanks or quotes it is a program, for sh -c or python -c.
        for place in [] if re.search(r"[\s'\"]", word) else _PLACEHOLDER.findall(word):
            near = get_close_matches(place.lower(), ["input", "output"], 1, cutoff=0.7)
            if near and place != near[0]:
                raise KenKenError(f"{{{place}}} in the command; expected {{{near[0]}}}")
    if shutil.which(words[0]) is None:
        is_file = Path(words[0]).is_file()
        what = f"{words[0]!r} is no program" if is_file else f"no program {words[0]!r}"
        raise KenKenError(
            f'{what}; expected a command such as "python3 solver.py {{input}}" or '
            '"./solver", or a function such as solver.py:solve'
        )
    return Solver(text, words, name, limits)


def _words(text: str) -> tuple[str, ...]:
    """The words of a command; on Windows a backslash is no escape."""
    try:
        if os.name != "nt":
            words = shlex.split(text)
        else:
            words = [word.strip('"') for word in shlex.split(text, posix=False)]
    except ValueError as error:
        raise KenKenError(f"not a command: {text!r}: {error}") from None
    if not words:
        raise KenKenError('no command; expected one such as "./solver {input}"')
    return tuple(words)


def _function(text: str, format_name: str | None, limits: RunLimits) -> Solver:
    """A function as a command; it is imported once, so that an error shows at once."""
    call = (sys.executable, "-m", "kenken_cp.judge.call", text, format_name or "")
    ran = run(call, Path(os.devnull), limits, Clock())
    if ran.ended is not RunEnd.EXITED:
        raise KenKenError(f"cannot call {text}: its import reached a limit ({ran.ended.value})")
    if ran.code:
        said = ran.stderr.strip().splitlines() or [f"exit code {ran.code}"]
        raise KenKenError(f"cannot call {text}: {said[-1]}")
    words = (*call, "{input}", "{output}")
    return Solver(text, words, format_name or DEFAULT_FORMAT, limits, is_function=True)
