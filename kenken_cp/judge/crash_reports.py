"""What the runtimes of languages write about an error that was not caught.

A program may break down and still end with exit code 0: a shell script around it goes on, a thread
of it died, or it caught the error only to print it. Then the report is all that shows it.
"""

import re
from typing import NamedTuple

from kenken_cp.frozen import frozen


@frozen
class CrashReport:
    """How one runtime reports an error that was not caught.

    Args:
        pattern: what is in every such report, and in little else; it is searched for line by line.
        example: such a report, as a program wrote it.
        message: the line of the example that says what went wrong.
        or_else: what is such a report only if the exit code says so, too.
    """

    runtime: str
    pattern: str
    example: str
    message: str
    or_else: str = ""


_PERL_PLACE = r" at \S+ line \d+(?:, <\S*> (?:line|chunk) \d+)?\.\s*\Z"
# What Perl itself warns of has the form of an error, but the program goes on.
_PERL_WARNINGS = (
    r"Use of uninit|Argument \"|Odd number of|Reference found|Deep recursion|Useless use|Name \""
    r"|\"(?:my|our|state)\"|Subroutine |Scalar value|Possible |Found = in|Wide character"
    r"|\w+\(\) on |substr outside|splice\(\) offset|Negative repeat|Exiting |Unquoted "
)
_PERL_ERRORS = (
    r"Attempt to |Can't |Compilation failed|Died|Execution of |Global symbol |Illegal "
    r"|Modification |Not an? |Out of memory|Undefined subroutine|syntax error"
)

CRASH_REPORTS: tuple[CrashReport, ...] = (
    CrashReport(
        "Python",
        r"^Traceback \(most recent call last\)|^  File \".*\", line \d+",
        'Traceback (most recent call last):\n  File "solve.py", line 3, in <module>\n'
        "    fill(0)\nIndexError: list index out of range\n",
        "IndexError: list index out of range",
    ),
    CrashReport(
        "Java and what runs like it",
        r"^Exception in thread |^\s+at [\w.$/<>]+\((?:[\w.]+:\d+|Native Method|Unknown Source)\)$",
        'Exception in thread "main" java.lang.ArithmeticException: / by zero\n'
        "\tat Solve.main(Solve.java:3)\n",
        'Exception in thread "main" java.lang.ArithmeticException: / by zero',
    ),
    CrashReport(
        "JavaScript",
        r"^ {4}at .*[\w.>)]:\d+:\d+\)?$",
        "/tmp/solve.js:3\nfill(null[0]);\n         ^\n\nTypeError: Cannot read properties of null\n"
        "    at Object.<anonymous> (/tmp/solve.js:3:10)\n\nNode.js v20.20.2\n",
        "TypeError: Cannot read properties of null",
    ),
    CrashReport(
        "Go",
        r"^(?:panic|fatal error): ",
        "panic: runtime error: index out of range [9] with length 9\n\ngoroutine 1 [running]:\n"
        "main.main()\n\t/tmp/solve.go:9 +0x1d\nexit status 2\n",
        "panic: runtime error: index out of range [9] with length 9",
    ),
    CrashReport(
        "Rust",
        r"\bpanicked at ",
        "thread 'main' panicked at solve.rs:3:5:\nindex out of bounds: the len is 9\n"
        "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
        "index out of bounds: the len is 9",
    ),
    CrashReport(
        ".NET",
        r"^Unhandled exception[.:]|^   at .*:line \d+$",
        "Unhandled exception. System.IndexOutOfRangeException: Index was outside the bounds.\n"
        "   at Program.Main(String[] args) in /tmp/Program.cs:line 12\n",
        "Unhandled exception. System.IndexOutOfRangeException: Index was outside the bounds.",
    ),
    CrashReport(
        "C++",
        r"^terminate called |^libc\+\+abi: terminating",
        "terminate called after throwing an instance of 'std::out_of_range'\n"
        "  what():  vector::_M_range_check\nAborted\n",
        "  what():  vector::_M_range_check",
    ),
    CrashReport(
        "C",
        r": Assertion `.*' failed\.$|^\*\*\* .* \*\*\*: terminated$"
        r"|^==\d+==ERROR: AddressSanitizer",
        "solve: solve.c:7: main: Assertion `n < 9' failed.\n",
        "solve: solve.c:7: main: Assertion `n < 9' failed.",
    ),
    CrashReport(
        "a shell, of a signal",
        r"\bSegmentation fault\b|\(core dumped\)",
        "run.sh: line 2:  4711 Segmentation fault      (core dumped) ./solve\n",
        "run.sh: line 2:  4711 Segmentation fault      (core dumped) ./solve",
    ),
    CrashReport(
        "Ruby",
        r"^\tfrom .*:\d+:in |^\S+:\d+:in ['`].*\([A-Z]\w*(?:::\w+)*\)$",
        "solve.rb:3:in 'go': divided by 0 (ZeroDivisionError)\n\tfrom solve.rb:9:in '<main>'\n",
        "solve.rb:3:in 'go': divided by 0 (ZeroDivisionError)",
    ),
    CrashReport(  # it ends the program: nothing is written after it
        "Perl",
        rf"^(?:{_PERL_ERRORS}).*{_PERL_PLACE}",
        "Illegal division by zero at solve.pl line 12, <STDIN> line 3.\n",
        "Illegal division by zero at solve.pl line 12, <STDIN> line 3.",
        or_else=rf"^(?!{_PERL_WARNINGS}).*{_PERL_PLACE}",  # what it dies of, or only warns of
    ),
    CrashReport(
        "PHP",
        r"^(?:PHP )?Fatal error: ",
        "PHP Fatal error:  Uncaught DivisionByZeroError: Division by zero in /tmp/solve.php:3\n",
        "PHP Fatal error:  Uncaught DivisionByZeroError: Division by zero in /tmp/solve.php:3",
    ),
    CrashReport(
        "Lua",
        r"^stack traceback:$",
        "lua: solve.lua:3: attempt to index a nil value\nstack traceback:\n\t[C]: in ?\n",
        "lua: solve.lua:3: attempt to index a nil value",
    ),
    CrashReport(
        "Haskell",
        r"^CallStack \(from HasCallStack\):$|: Prelude\.\w+: ",
        "solve: Prelude.head: empty list\nCallStack (from HasCallStack):\n  error, called at x\n",
        "solve: Prelude.head: empty list",
    ),
    CrashReport(
        "Julia",
        r"^ERROR: LoadError: |^Stacktrace:$",
        "ERROR: LoadError: DivideError: integer division error\nStacktrace:\n [1] div\n",
        "ERROR: LoadError: DivideError: integer division error",
    ),
    CrashReport(
        "awk",
        r"^[gmn]?awk: .*(?:fatal|division by zero)",
        "awk: solve.awk:3: fatal: division by zero attempted\n",
        "awk: solve.awk:3: fatal: division by zero attempted",
    ),
)

_PATTERNS = [f"(?:{each.pattern})" for each in CRASH_REPORTS]
_REPORT = re.compile("|".join(_PATTERNS), re.MULTILINE)
_REPORT_OF_FAILED = re.compile(
    "|".join([*_PATTERNS, *(f"(?:{each.or_else})" for each in CRASH_REPORTS if each.or_else)]),
    re.MULTILINE,
)
_HANDLED = re.compile(
    r"^(?:(?=.*\b(?:DEBUG|INFO|WARN(?:ING)?|ERROR|CRITICAL)\b).*|Exception ignored .*)\n"
    r"Traceback .*\n(?:[ \t].*\n)*",
    re.MULTILINE,
)
"""What Python, or its log, reports of an error that was caught: the program goes on."""

_GO_PANIC = re.compile(r"^(?:panic|fatal error): .*", re.MULTILINE)
_COMPLAINT = re.compile(
    r"^(?:  what\(\): |(?!Node\.js v|note: |exit status |stack (?:backtrace|traceback):|CallStack "
    r"|Stacktrace:|Aborted$)(?=.*[^\W\d_])\S).*",
    re.MULTILINE,
)
"""A line that is no stack frame, which is indented, nor what runtimes add below their messages."""


class Uncaught(NamedTuple):
    """The message of an error that was not caught, and the text before and from its report."""

    message: str
    before: str
    text: str


def uncaught(text: str, *, may_be_handled: bool) -> Uncaught | None:
    """The first report in a text of an error that was not caught; None if there is none.

    Args:
        may_be_handled: leave out what looks like the report of an error that was caught, or like a
            warning.
    """
    if may_be_handled:
        text = _HANDLED.sub("", text)
    found = (_REPORT if may_be_handled else _REPORT_OF_FAILED).search(text)
    if found is None:
        return None
    start = found.start()
    # The message may stand in the line above the stack.
    above = text.rfind("\n", 0, max(0, start - 1)) + 1
    return Uncaught(complaint(text[above:]), text[:start], text[start:])


def complaint(error: str) -> str:
    """The line of a standard error that says what went wrong: of Python the last one, of Go, Java,
    JavaScript and Rust one above the stack. Empty if nothing was said.
    """
    if panic := _GO_PANIC.search(error):
        return panic[0].strip()[:200]
    lines = _COMPLAINT.findall(error) or error.strip().splitlines()
    return lines[-1].strip()[:200] if lines else ""
