"""A solver to be judged: a command, a Python callable, or one of our own engines.

Each is a function from a puzzle to a ``Reply``. A callable is run as a command too, so that endless
loops, crashes and memory are contained; our own engines run in this process.
"""

import importlib
import json
import os
import re
import shlex
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from kenken_cp.backends.hand_written import search_by
from kenken_cp.errors import FormatError, KenKenError
from kenken_cp.formats import FORMATS
from kenken_cp.formats.record import Format
from kenken_cp.frozen import frozen
from kenken_cp.judge.answers import Answers, Claim, read_answers, read_matches
from kenken_cp.judge.callables import MAX_SHOWN
from kenken_cp.judge.exchange import PLACE, PLACES, Channel, Exchange, decoded, kept
from kenken_cp.judge.matches import MatchingError
from kenken_cp.judge.processes import RunEnd, RunLimits, RunResult, run
from kenken_cp.judge.truth import max_solutions
from kenken_cp.judge.verdicts import Reply
from kenken_cp.logic.strategies import STRATEGIES
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.backend import BACKENDS, Backend
from kenken_cp.search.protocol import Limits, Status, StopSignal, searched
from kenken_cp.text import listed, quoted

_MAX_ENDING = 1 << 14
"""Characters at the end of what was printed, in which a crash may be reported."""

_MAX_BEGINNING = 1 << 18
"""Characters of an output that is too long, in which wrong grids are looked for."""

_MAX_ARGUMENT = 1 << 16
"""Characters of a puzzle that is given as an argument, of which Linux takes 131,072 bytes."""

_PLAIN = re.compile(r"[\w{}./:=,+-]*")
"""A word of a command that is a path or an option, and no program."""


class Solver(Protocol):
    """A function from a puzzle to a reply; FormatError for a puzzle that cannot be written as this
    solver reads puzzles, KenKenError if it cannot be run at all.
    """

    @property
    def name(self) -> str:
        """What verdicts call it."""

    def __call__(self, puzzle: Puzzle, stop: StopSignal, /) -> Reply: ...


@frozen
class Terms:
    """How puzzles are put to a solver; KenKenError for a format or argument that does not exist.

    Args:
        format: what puzzles are written in; None for the native one, and to let a callable choose.
        pattern: finds the answers in what is printed; None to find them by their shape.
        argument: ``puzzle`` or ``text``, what a callable is given; None to go by its annotation.
    """

    format: str | None = None
    limits: RunLimits = field(default_factory=RunLimits)
    pattern: re.Pattern[str] | None = None
    argument: str | None = None

    def __post_init__(self) -> None:
        if self.format is not None:
            FORMATS.named(self.format)
        if self.argument not in (None, "puzzle", "text"):
            raise KenKenError(f"argument {self.argument!r}; expected puzzle or text")


def solver_named(text: str, terms: Terms) -> Solver:
    """The engine, the function (``package.module:function`` or ``file.py:function``) or the command
    so named; KenKenError if there is none.
    """
    if text in (*BACKENDS.names(), *STRATEGIES.names()):
        return Engine(text, terms.limits.seconds)
    named = re.fullmatch(r"([A-Za-z_][\w.]*|.*\.py):[A-Za-z_][\w.]*", text)
    # The last word of a command may be of this form, too; the name of a file may have spaces.
    if named and (" " not in text or Path(named[1]).is_file()):
        return _callable_named(text, terms)
    return _command_named(text, terms)


def limited(solver: Solver, limits: RunLimits) -> Solver:
    """A solver that was named, with other limits."""
    if isinstance(solver, Command | PythonCallable):
        return replace(solver, terms=replace(solver.terms, limits=limits))
    return replace(solver, seconds=limits.seconds) if isinstance(solver, Engine) else solver


# --- commands ------------------------------------------------------------------------------------


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
        ran, exchange, written = _ran(self.words, puzzle, self.terms, stop)
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


def _ran(
    words: Sequence[str], puzzle: Puzzle, terms: Terms, stop: StopSignal
) -> tuple[RunResult, Exchange, str]:
    """Runs a command once: the run, what was given and printed, and the file for the answer."""
    format_ = FORMATS.named(terms.format or "native")
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


def _command_named(text: str, terms: Terms) -> Command:
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


# --- Python callables ----------------------------------------------------------------------------


@frozen
class PythonCallable:
    """A function of somebody's module, called in a process of its own; its time is the call's.

    Args:
        other: another puzzle that it is called for, too, if it is quick.
    """

    name: str
    terms: Terms
    other: Puzzle | None = None

    def __call__(self, puzzle: Puzzle, stop: StopSignal) -> Reply:
        """Calls it, again if it is quick; what it prints is not its answer."""
        called, other = [puzzle], self._other_text
        if self.other is not None and other:
            called += [self.other, puzzle]
        ran, exchange, written = _ran(self.words("{output}", *other), puzzle, self.terms, stop)
        # That it is called by a program of ours, which writes a file for us, is no matter.
        exchange = replace(exchange, channel=Channel.CALL, words=(), written=None, unread=False)
        reply = Reply(
            Answers(blank=True),
            ran.seconds,
            ran.ended,
            ran.code,
            decoded(ran.error),
            exchange=exchange,
        )
        said = json.loads(written) if written else {}  # as ``callables`` describes it
        again = said.pop("again", None)
        is_calling = again is not None and len(again) < len(called)
        # Each call but the first may take as long as it likes.
        is_late = is_calling and (
            ran.ended in (RunEnd.TIMEOUT, RunEnd.MEMORY) or ran.code == -signal.SIGPROF
        )
        is_over = is_calling and ran.ended is RunEnd.EXITED and not is_late
        if not (is_late or is_over) and (ran.ended is not RunEnd.EXITED or ran.code):
            return reply
        if not said:
            return replace(reply, problem="the process ended before the function returned")
        again = again or []
        if is_over:
            again.append({"shown": "", "problem": "the process ended"})
        shown = said["shown"]
        same = [
            said["shown"] for other, said in zip(called, again, strict=False) if other is puzzle
        ]
        if changed := [each for each in same if each not in ("", shown)]:
            shown += f"\ncalled again:\n{changed[0]}"
        exchange = replace(exchange, written=shown.encode())
        reply = replace(reply, ended=RunEnd.EXITED, code=0, exchange=exchange)
        first = self._reply(reply, said, puzzle, stop)
        # As many as there were before it was stopped, or its process ended.
        further = zip(called, again, strict=False)
        others = [(other, self._reply(reply, said, other, stop)) for other, said in further]
        return replace(first, again=tuple(others))

    def _reply(self, reply: Reply, said: dict[str, Any], puzzle: Puzzle, stop: StopSignal) -> Reply:
        """The reply to one call, with what it said."""
        seconds, shown = said.pop("seconds", 0.0), said.pop("shown")
        reply = replace(reply, seconds=seconds, shown=shown)
        if "problem" in said:
            return replace(reply, problem=said["problem"])
        if "text" in said:
            given = "" if reply.exchange is None else reply.exchange.given
            try:
                return replace(reply, answers=read_answers(said["text"], puzzle, given, stop))
            except KenKenError as error:
                return replace(reply, problem=str(error))
        grids = tuple(tuple(map(tuple, grid)) for grid in said.pop("grids", []))
        claim = Claim(said.pop("claim")) if "claim" in said else None
        return replace(reply, answers=Answers(grids=grids, claim=claim, **said))

    @property
    def _other_text(self) -> list[str]:
        """The text of the other puzzle, if there is one, its format can express it, and an argument
        can hold it.
        """
        try:
            text = "" if self.other is None else self._format.write(self.other.bare)
        except FormatError:
            return []
        return [text] if 0 < len(text) < _MAX_ARGUMENT else []

    @property
    def _format(self) -> Format:
        return FORMATS.named(self.terms.format or "native")

    def words(self, output: str, *others: str) -> list[str]:
        """The command that calls it, for other texts of puzzles, too; without an output the
        function is only imported.
        """
        script = (
            f"import sys; sys.path.append({str(Path(__file__).parents[2])!r}); "
            "from kenken_cp.judge.callables import main; main(sys.argv[1:])"
        )
        terms = self.terms
        argument = terms.argument or ("text" if terms.format else "")
        name = self._format.name
        return [sys.executable, "-c", script, self.name, argument, name, output, *others]


def _callable_named(text: str, terms: Terms) -> PythonCallable:
    """The callable ``package.module:function``, or of a file; KenKenError if there is none."""
    found = PythonCallable(text, terms)
    ran = run(found.words(""), Path(os.devnull), terms.limits, StopSignal())
    if ran.ended is not RunEnd.EXITED or ran.code:
        raise KenKenError(f"cannot call {text}: {_why_not_imported(ran)}")
    return found


def _why_not_imported(ran: RunResult) -> str:
    option = {RunEnd.TIMEOUT: "--timeout", RunEnd.MEMORY: "--memory"}.get(ran.ended)
    if option is not None:
        return f"importing its module takes more than {option} allows"
    lines = decoded(ran.error).strip().splitlines()
    if not lines:
        return f"importing its module ended with exit code {ran.code}"
    places = [found.groups() for line in lines if (found := _PLACE.match(line))]
    if not places or places[-1][0] in _IMPORTING:
        return lines[-1]
    return f"{lines[-1]} ({places[-1][0]}, line {places[-1][1]})"


_PLACE = re.compile(r'  File "([^<].*)", line (\d+)')
"""A place in a traceback, but for what is frozen into Python."""

_IMPORTING = {importlib.__file__, str(Path(__file__).with_name("callables.py"))}
"""Files in which an error is not the user's: there is no such module, or no such function."""


# --- our own engines -----------------------------------------------------------------------------


@frozen
class Engine:
    """One of our backends, or a strategy of the hand-written solver; it finds every solution."""

    name: str
    seconds: float

    def __call__(self, puzzle: Puzzle, stop: StopSignal) -> Reply:
        """Runs it in this process, where there is no limit on memory; MissingExtraError if it needs
        what is not installed.
        """
        backend = BACKENDS.get(self.name)
        if backend is not None:
            backend.load()
        guesses = backend is not None or STRATEGIES.named(self.name).guesses
        search = search_by(self.name) if backend is None else _warm(backend).search
        grids: list[Grid] = []

        most = max_solutions(puzzle)

        def visit(grid: Grid) -> bool:
            grids.append(grid)
            return len(grids) < most

        started = time.perf_counter()
        ended = searched(search, puzzle, visit, Limits(None, self.seconds, stop))
        seconds = time.perf_counter() - started
        ends = {Status.TIMEOUT: RunEnd.TIMEOUT, Status.INTERRUPTED: RunEnd.STOPPED}
        none = not grids and guesses and ended.status is Status.EXHAUSTED
        stuck = () if guesses else (((None,) * puzzle.columns,) * puzzle.rows,)
        answers = Answers(grids=tuple(grids), none=none, unfinished=stuck, claim=Claim.GRIDS)
        return Reply(answers, seconds, ends.get(ended.status, RunEnd.EXITED))


@lru_cache
def _warm(backend: Backend) -> Backend:
    """A backend used once without a limit, so that neither importing nor compiling it is timed: on
    a busy machine numba takes longer for that than most limits allow.
    """
    backend.search(Puzzle(2), lambda grid: True, Limits())
    return backend
