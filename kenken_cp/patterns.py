"""``regex``: a regular expression that is compiled when it is first used.

The formats have some 250 of them, and a text has use of few. To compile all when they are imported
took a tenth of the time that a small puzzle takes from the command line.
"""

import re
from functools import cached_property
from typing import Any, cast


class _Pattern:
    """Compiles a pattern when it is asked for one of its methods, and keeps these."""

    def __init__(self, text: str, flags: int) -> None:
        self._text, self._flags = text, flags

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self._text, self._flags)

    def __getattr__(self, name: str) -> Any:
        found = self.__dict__[name] = getattr(self._compiled, name)
        return found


def regex(text: str, flags: int = 0) -> re.Pattern[str]:
    """What ``re.compile`` returns, but for what compares it with the ``re`` of a match, and for the
    functions of ``re``, which take compiled patterns only; a wrong one is an error when it is used.
    """
    return cast("re.Pattern[str]", _Pattern(text, flags))
