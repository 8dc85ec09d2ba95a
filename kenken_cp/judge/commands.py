"""A command as a solver: what is run for a puzzle, and the answers in what it prints."""

import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from kenken_cp.errors import KenKenError
from kenken_cp.formats import format_to_write
from kenken_cp.frozen import frozen
from kenken_cp.judge.answers import Answers, read_answers, read_matches
from kenken_cp.judge.callables import MAX_SHOWN
from kenken_cp.judge.exchange import PLACE, PLACES, Channel, Exchange, decoded, kept
from kenken_cp.judge.matches import MatchingError
from kenken_cp.judge.processes import RunEnd, RunResult, run
from kenken_cp.judge.terms import Terms
from kenken_cp.judge.verdicts import Reply
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.backend import BACKENDS
from kenken_cp.search.protocol import StopSignal
from kenken_cp.text import listed, quoted

_MAX_ENDING = 1 << 14
"""Characters at the end of what was printed, in which a crash may be reported."""

_MAX_BEGINNING = 1 << 18
"""Characters of an output that is too long, in which wrong grids are looked for."""

_PLAIN = re.compile(r"[\w{}./:=,+-]*")
"""A word of a command that is a path or an option, and no program."""


@frozen
class Command:
    """A program: words in which ``{input}`` stands for the puzzle's file, ``{output}`` for the file
    for the answer, ``{puzzle}`` for the puzzle itself, and ``{size}``, ``{rows}`` and ``{columns}``
    for its size (``4``, or ``4x6``, rows x columns) and its sides.

    Without ``{input}`` and ``{puzzle}`` it is given the puzzle on standard input.
    """

    name: str
    words: tuple[str, ...]
    terms: Terms

    def __call__(self, puzzle: Puzzle, stop: StopSignal) -> Reply:
        ran, exchange, written = run_once(self.words, puzzle, self.terms, stop)
        printed, error = decoded(ran.output), decoded(ran.error)
        reply = Reply(
            Answers(),
            ran.seconds,
            ran.ended,
            ran.code,
            error,
            printed[-_MAX_ENDING:],
            printed[:MAX_SHOWN],
            exchange=exchange,
        )
        if ran.ended is RunEnd.STOPPED:
            return reply
        if ran.ended is RunEnd.FLOODED:
            printed = _beginning(printed)
        texts = [printed] if exchange.written is None else [written, printed]
        reply = self._with_answers(reply, puzzle, exchange.given, texts, stop)
        return replace(reply, ended=RunEnd.STOPPED) if stop else reply

    def _with_answers(
        self, reply: Reply, puzzle: Puzzle, echo: str, texts: list[str], stop: StopSignal
    ) -> Reply:
        """The reply, with the answers of the first text that has any."""
        found = Answers(blank=True)
        for text in texts:
            try:
                if self.terms.pattern is None:
                    answers = read_answers(text, puzzle, echo, stop)
                else:
                    answers = read_matches(text, self.terms.pattern, puzzle, stop)
            except MatchingError:
                raise
            except KenKenError as error:
                if self.terms.pattern is None:  # it is too long
                    found = read_answers(_beginning(text), puzzle, echo, stop)
                return replace(reply, answers=found, problem=str(error), shown=text[:MAX_SHOWN])
            if not answers.blank:
                reply = replace(reply, shown=text[:MAX_SHOWN])
                found = replace(answers, unfinished=found.unfinished + answers.unfinished)
            if answers.say_something:
                break
        if not found.say_something and "Traceback" not in reply.error:
            # Some print that there is none to standard error; nothing else is read there.
            said = read_answers(reply.error, puzzle)
            found = replace(found, none=said.none) if not said.grids else found
        return replace(reply, answers=found)


def _beginning(text: str) -> str:
    """The first complete lines of a text that is too long."""
    return text[: text.rfind("\n", 0, _MAX_BEGINNING) + 1]


def run_once(
    words: Sequence[str], puzzle: Puzzle, terms: Terms, stop: StopSignal
) -> tuple[RunResult, Exchange, str]:
    """Runs a command once: the run, what was given and printed, and the file for the answer."""
    format_ = format_to_write(terms.format or "native")
    text = format_.write(puzzle.bare)  # its number of solutions would tell the answer
    with tempfile.TemporaryDirectory(prefix="kenken-cp-", ignore_cleanup_errors=True) as folder:
        given, output = Path(folder, f"puzzle.{format_.suffix}"), Path(folder, "answer.txt")
        given.write_text(text, encoding="utf-8")
        square = puzzle.rows == puzzle.columns
        meanings = {
            "size": str(puzzle.rows) if square else puzzle.size_name,
            "rows": str(puzzle.rows),
            "columns": str(puzzle.columns),
        }
        sized = tuple(_filled(word, meanings) for word in words)
        meanings = {"input": str(given), "output": str(output), "puzzle": text.strip()}
        filled = [_filled(word, meanings) for word in sized]
        channel = _channel(words)
        in_file = channel is Channel.STANDARD_INPUT
        ran = run(filled, given if in_file else Path(os.devnull), terms.limits, stop)
        written = None
        if output.is_file():
            with suppress(OSError), output.open("rb") as file:
                written = file.read(terms.limits.output)
    exchange = Exchange(
        channel,
        sized,
        text.strip() if channel is Channel.ARGUMENT else text,
        format_.suffix,
        kept(ran.output),
        None if written is None else kept(written),
        ran.error,
        unread=in_file and ran.ended is RunEnd.EXITED and not ran.read_input,
    )
    return ran, exchange, decoded(written or b"")


def _filled(word: str, meanings: Mapping[str, str]) -> str:
    """A word of a command, with what some of its places stand for in them."""
    return PLACE.sub(lambda place: meanings.get(place[1], place[0]), word)


def _channel(words: Sequence[str]) -> Channel:
    """How a command takes its puzzle."""
    if any("{input}" in word for word in words):
        return Channel.FILE
    given = any("{puzzle}" in word for word in words)
    return Channel.ARGUMENT if given else Channel.STANDARD_INPUT


def command_named(text: str, terms: Terms) -> Command:
    """The command of a template; KenKenError if there is no such program or quotes do not match."""
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise KenKenError(f"not a command: {quoted(text)}: {error}") from None
    if not words:
        raise KenKenError("no command; expected one such as './solver {input}'")
    program = words[0]
    if PLACE.search(program) is None and shutil.which(program) is None:
        raise KenKenError(_why_not_found(program))
    _expect_no_misspelt_place(words)
    return Command(text, words, terms)


def _expect_no_misspelt_place(words: Sequence[str]) -> None:
    """KenKenError for ``{inptu}``, which the program would be given as it is. Not in a word with
    other signs than those of paths and options: it may be a program, with braces of its language.
    """
    plain = " ".join(word for word in words if _PLAIN.fullmatch(word))
    for name in re.findall(r"\{(\w+)\}", plain):
        near = get_close_matches(name.lower(), PLACES, 1, 0.75)
        if near and name not in PLACES and f"{{{near[0]}}}" not in plain:
            known = listed([f"{{{place}}}" for place in PLACES])
            raise KenKenError(
                f"{{{name}}} in the command; did you mean {{{near[0]}}}? Known are {known}"
            )


_RUN_BY = {
    ".awk": "awk -f",
    ".jar": "java -jar",
    ".java": "java",
    ".jl": "julia",
    ".js": "node",
    ".lua": "lua",
    ".php": "php",
    ".pl": "perl",
    ".py": "python3",
    ".r": "Rscript",
    ".rb": "ruby",
    ".sh": "sh",
}
"""What runs a file, by the ending of its name."""

_COMPILED = (".c", ".cc", ".cpp", ".cs", ".go", ".hs", ".kt", ".rs", ".swift")


def _why_not_found(program: str) -> str:
    path = Path(program)
    if path.is_file():
        if runs := _RUN_BY.get(path.suffix.lower()):
            function = f", or '{program}:FUNCTION' for a function in it" * (runs == "python3")
            return (
                f"no command {program!r}; for the file of that name, write '{runs} {program}', or "
                f"'{runs} {program} {{input}}' if it reads a file{function}"
            )
        if path.suffix.lower() in _COMPILED:
            return f"no command {program!r}; that is a source: compile it, and name the program"
        if "/" not in program:
            return f"no command {program!r}; for the file of that name, write './{program}'"
        return f"{program!r} is not executable; chmod +x it, or name its interpreter"
    if "/" in program:
        return f"no command {program!r}: " + ("a folder" if path.is_dir() else "no such file")
    names = ", ".join(BACKENDS.names())
    return f"no command {program!r}, nor an engine of ours of that name ({names})"
