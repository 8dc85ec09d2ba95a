"""``regex``: a regular expression that is compiled when it is first used; ``any_of``, for its text.

The formats have some 250 of them, and a text needs few. Compiling all at import took a tenth of the
time of a small puzzle on the command line.
"""

import re
from functools import cached_property
from typing import Any, cast


class _Pattern:
    """A pattern that is compiled when one of its methods is first used; the methods are kept."""

    def __init__(self, text: str, flags: int) -> None:
        self._text, self._flags = text, flags

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self._text, self._flags)

    def __getattr__(self, name: str) -> Any:
        found = self.__dict__[name] = getattr(self._compiled, name)
        return found


def regex(text: str, flags: int = 0) -> re.Pattern[str]:
    """Behaves like the result of ``re.compile``, with three exceptions: it is not equal to the
    ``re`` of a match, the functions of ``re`` do not take it, and a malformed pattern is an error
    only when it is used.
    """
    return cast("re.Pattern[str]", _Pattern(text, flags))


def any_of(*patterns: str) -> str:
    """The text of a pattern that matches what one of some patterns matches, the first that does."""
    return f"(?:{'|'.join(patterns)})"
