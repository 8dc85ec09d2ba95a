"""A Python function as a solver: it is called in a process of its own, by ``callables``, so that
endless loops, crashes and memory are contained.
"""

import importlib
import json
import os
import re
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from kenken_cp.errors import FormatError, KenKenError
from kenken_cp.formats import format_to_write
from kenken_cp.formats.record import Format
from kenken_cp.frozen import frozen
from kenken_cp.judge.answers import Answers, Claim, read_answers
from kenken_cp.judge.commands import run_once
from kenken_cp.judge.exchange import Channel, decoded
from kenken_cp.judge.processes import RunEnd, RunResult, run
from kenken_cp.judge.terms import Terms
from kenken_cp.judge.verdicts import Reply
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import StopSignal

_MAX_ARGUMENT = 1 << 16
"""Characters of a puzzle that is given as an argument, of which Linux takes 131,072 bytes."""


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
        ran, exchange, written = run_once(self.words("{output}", *other), puzzle, self.terms, stop)
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
        return format_to_write(self.terms.format or "native")

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


def callable_named(text: str, terms: Terms) -> PythonCallable:
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
