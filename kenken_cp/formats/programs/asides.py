"""The text of a program without what is no part of it: comments, strings that only document it, and
what ``#if 0`` leaves out. All else stays where it is.
"""

import re

from kenken_cp.patterns import regex

_SHOWN_BY = ("/*", '"""', "'''", "#if", "# if", "#  if", "--[[", "#=", "\n=")
_TOKEN = regex(
    r"(?P<long>(?P<quote>\"\"\"|''')(?:[^\\]|\\.)*?(?P=quote))"
    r"|\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'|`[^`]*+`"
    r"|(?P<opened>/\*)|(?P<comment>//[^\n]*+|--\[\[.*?\]\]|#=(?!=).*?=#"
    r"|^=(?:begin|pod|head1|comment)\b.*?^=(?:end|cut)\b[^\n]*+)|#[^\n]*+",
    re.DOTALL | re.MULTILINE,
)
"""A string or a comment; of several lines as in C, Lua, Julia, Ruby or Perl."""

_NESTING = regex(
    r"^[ \t]*+(?:pub[ \t]++)?+(?:fn|fun)[ \t]++\w++[ \t]*+[(<]|\blet[ \t]++mut\b|\bvec!",
    re.MULTILINE,
)
"""What shows a language, Rust or Kotlin, in which there are comments in comments."""

_MARK = regex(r"/\*|\*/")
_BEFORE_VALUE = "=([{,+%\\"
"""Signs behind which a string is a value."""

_MAX_BETWEEN = 1000
"""Blanks between such a sign and its value."""

_PREFIX = "rRbBuUfF"
_DIRECTIVE = regex(
    r"^[ \t]*+#[ \t]*+(if(?:n?def)?|elif|else|endif)\b[ \t]*+([^\n]*+)", re.MULTILINE
)
_NEVER, _ALWAYS = regex(r"(?:0|false)\b"), regex(r"(?:1|true)\b")


def without_asides(text: str) -> str:
    """A program with blanks in place of what is no part of it."""
    if not any(sign in text for sign in _SHOWN_BY):
        return text
    text = _without_left_out(text)
    nests = _NESTING.search(text) is not None
    parts: list[str] = []
    read = at = 0
    while match := _TOKEN.search(text, at):
        start, at = match.span()
        if match["opened"]:
            at = _end_of_comment(text, at, nests=nests)
        elif not match["comment"] and not (match["long"] and _documents(text, start)):
            continue
        parts += [text[read:start], _blank(text[start:at])]
        read = at
    return "".join((*parts, text[read:]))


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _end_of_comment(text: str, at: int, *, nests: bool) -> int:
    """Where a comment ends that was opened before a place."""
    depth = 1
    while match := _MARK.search(text, at):
        at = match.end()
        if match[0] == "*/":
            depth -= 1
            if not depth:
                return at
        elif nests:
            depth += 1
    return len(text)


def _documents(text: str, start: int) -> bool:
    """Whether a string of several lines is a statement of its own: it begins a line, and nothing
    takes it.
    """
    line = text.rfind("\n", 0, start) + 1
    if text[line:start].strip(" \t" + _PREFIX):
        return False
    before = text[max(0, line - _MAX_BETWEEN) : line].rstrip()
    return not before.endswith(tuple(_BEFORE_VALUE))


def _without_left_out(text: str) -> str:
    """The text without what ``#if 0`` leaves out, and what stands behind the ``#else`` of ``#if
    1``; the same if one of them does not end.
    """
    parts: list[str] = []
    opened: list[bool | None] = []
    """Of each ``#if`` around a place whether what stands there is left out; None: who knows."""
    read = 0
    for match in _DIRECTIVE.finditer(text):
        was_out = True in opened
        if match[1] in ("if", "ifdef", "ifndef"):
            condition = match[2] if match[1] == "if" else ""
            known = _NEVER.match(condition) or _ALWAYS.match(condition)
            opened.append(_NEVER.match(condition) is not None if known else None)
        elif not opened:
            return text
        elif match[1] == "endif":
            opened.pop()
        elif opened[-1] is not None:
            opened[-1] = not opened[-1] if match[1] == "else" else None
        if was_out != (True in opened):
            part = text[read : match.start()]
            parts.append(_blank(part) if was_out else part)
            read = match.start()
    return text if opened else "".join((*parts, text[read:]))
