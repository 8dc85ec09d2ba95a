"""The verdict on the way in which a solver ended: at a limit, by a crash, or by itself."""

import re
import signal

from kenken_cp.judge.answers import read_answers
from kenken_cp.judge.crash_reports import complaint, uncaught
from kenken_cp.judge.processes import RunEnd
from kenken_cp.judge.statements import read_statements
from kenken_cp.judge.verdicts import Kind, Reply, Verdict
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import plural

_MEMORY_ERROR = re.compile(
    r"MemoryError|bad_alloc|out of memory|OutOfMemory|cannot allocate memory|memory allocation of"
    r"|heap (?:space|exhausted|overflow)",
    re.IGNORECASE,
)

_CODES_OF_CRASHES = {
    128 + number: number
    for name in ("SIGILL", "SIGABRT", "SIGBUS", "SIGFPE", "SIGKILL", "SIGSEGV")
    if (number := getattr(signal, name, 0))
}
"""The exit codes by which a shell reports that a signal ended its command, and these signals."""

_LEFT_BY_ERRORS = frozenset(
    {Kind.RIGHT, Kind.MISSING, Kind.DUPLICATE, Kind.FALSE_NONE, Kind.UNREADABLE}
)
"""What the answers of a program may look like that an error ended: right, as far as they go."""


def of_stopped(reply: Reply, found: Verdict) -> Verdict | None:
    """The verdict on a program that was stopped at a limit; None if it ended by itself.

    Args:
        found: the verdict on what it had printed by then.
    """
    if reply.ended is RunEnd.TIMEOUT:
        text = f"still running after {reply.seconds:.3g} s"
        if number := len(reply.answers.grids):
            text += f"; {plural(number, 'grid')} by then"
            text += f": {found.detail}" if found.kind is Kind.WRONG_GRID else ", all right"
        return Verdict(Kind.TIMEOUT, text)
    if reply.ended is RunEnd.MEMORY:
        return Verdict(Kind.MEMORY, f"took more memory than allowed after {reply.seconds:.2g} s")
    if reply.ended is RunEnd.FLOODED:
        if found.kind is Kind.WRONG_GRID:  # in the beginning, which is read
            return found
        return Verdict(Kind.UNREADABLE, f"printed more output than is read: {reply.excerpt}")
    return None


def of_crash(puzzle: Puzzle, reply: Reply, found: Verdict) -> Verdict | None:
    """The verdict on a program that broke down, as its signal, exit code or error message says;
    None if the verdict on its answers, ``found``, says more.
    """
    if reply.code >= 0 and _is_excused(puzzle, reply, found):
        return None
    said = complaint(reply.error) if reply.code else _uncaught_error(puzzle, reply)
    kind = Kind.MEMORY if _MEMORY_ERROR.search(f"{reply.error}\n{said}") else Kind.CRASH
    why = f": {said}" if said else ""
    # Then it is to be looked for in what the program does at its end.
    is_right = found.kind is Kind.RIGHT and reply.answers.say_something
    after = " after a right answer" if is_right else ""
    if reply.code == 0:
        return Verdict(kind, f"an error was not caught{after}, though the exit code is 0{why}")
    names: dict[int, str] = {number: number.name for number in signal.Signals}
    if reply.code >= 0:
        ended_by = _CODES_OF_CRASHES.get(reply.code)
        meaning = f" (a shell's for {names[ended_by]})" if ended_by else ""
        return Verdict(kind, f"exit code {reply.code}{meaning}{after}{why}")
    return Verdict(kind, f"killed by {names.get(-reply.code, f'signal {-reply.code}')}{after}{why}")


def _is_excused(puzzle: Puzzle, reply: Reply, found: Verdict) -> bool:
    """Whether the way in which a program ended says no more than the verdict on its answers."""
    if reply.code == 0:
        return found.kind not in _LEFT_BY_ERRORS or not _uncaught_error(puzzle, reply)
    is_signal = reply.code in _CODES_OF_CRASHES
    complained = bool(reply.error.strip()) or is_signal
    broke_down = is_signal or bool(_uncaught_error(puzzle, reply))
    return {
        Kind.RIGHT: not (broke_down if reply.answers.say_something else complained),
        Kind.FALSE_NONE: reply.answers.none,
        Kind.MISSING: not complained,
        Kind.DUPLICATE: not complained,
        Kind.UNREADABLE: False,
    }.get(found.kind, True)


def _uncaught_error(puzzle: Puzzle, reply: Reply) -> str:
    """The message of an error that was not caught, and is not that there is no solution: on
    standard error, or in the output. Empty if there is none.
    """
    found = uncaught(reply.error, may_be_handled=reply.code == 0)
    if found is None:
        # A program that prints its answers after a report caught that error; but where standard
        # error was joined to a buffered output, the report comes before all that was printed.
        first = reply.ending.partition("\n")[0]
        found = uncaught(reply.ending, may_be_handled=True) or uncaught(first, may_be_handled=True)
        if found and found.before.strip() and read_answers(found.text, puzzle).grids:
            return ""
    return "" if found is None or read_statements(found.message).none else found.message
