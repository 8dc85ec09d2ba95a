"""Texts that are refused."""

from __future__ import annotations

import pytest

from kenken_cp.errors import FormatError
from kenken_cp.formats import loads_all


def expect_refusal(
    name: str, text: str, line: int | None, column: int | None, message: str
) -> None:
    """Reads a text by the format of that name: its error says that, and names that place."""
    with pytest.raises(FormatError) as caught:
        loads_all(text, name, source="file.txt")
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)
    place = "".join(f":{part}" for part in (line, column) if part)
    assert str(caught.value).startswith(f"file.txt{place}: ")
